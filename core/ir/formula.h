#pragma once
#include "core/ir/portable_ir.h"

#include <string>
#include <vector>

namespace blueprinting::ir {

/// A quantity of a task explained in three lines: symbols, numbers put in, result.
struct Formula {
    std::string quantity; ///< "operations", "read", "write", "message"
    std::string symbols;  ///< "2·M·N·K"
    std::string numbers;  ///< "2·2048·12288·1536"
    Quotient result;      ///< equals the task's fact
};
/// "M", "b·s", "1·2048 = 2 048"
struct SymbolBinding {
    std::string symbol, meaning, numbers;
};
struct Explanation {
    std::string headline; ///< "linear [M,N]·[N,K], matrix engine, float16"
    std::vector<Formula> formulas;
    std::vector<SymbolBinding> symbols;
};
/// For any task of the plan, built from its primitive, phase and program. Pure.
Explanation explain(const PortablePlanIR& plan, const PortableTask& task);

} // namespace blueprinting::ir
