#pragma once
#include "core/ir/portable_ir.h"

#include <string>
#include <vector>

namespace blueprinting::ir {

/// A quantity of a task explained in three lines: symbols, numbers put in, result. What a task does not do is "0".
struct Formula {
    std::string quantity; ///< "operations", "read", "write", "message"
    std::string symbols;  ///< "2·M·N·K"
    std::string numbers;  ///< "2·2048·12288·1536"
    Quotient result;      ///< what the formula comes to: the task's fact
    bool operator==(const Formula&) const = default;
};
/// "M", "b·s", "1·2048 = 2048"; the numbers are one number alone where nothing is computed.
struct SymbolBinding {
    std::string symbol, meaning, numbers;
    bool operator==(const SymbolBinding&) const = default;
};
struct Explanation {
    std::string headline;               ///< "linear [M,N]·[N,K], matrix engine, float16"
    std::vector<Formula> formulas;      ///< operations, read, write; and message where the task communicates
    std::vector<SymbolBinding> symbols; ///< those that stand in the formulas
};
/// For any task of the plan: the formulas that it was priced by. Pure.
Explanation explain(const PortablePlanIR& plan, const PortableTask& task);

} // namespace blueprinting::ir
