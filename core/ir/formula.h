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
    Quotient result;      ///< equals the task's fact
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
/// For any task of the plan, built from its primitive, phase and program. Pure.
Explanation explain(const PortablePlanIR& plan, const PortableTask& task);

/// The shape of a primitive in symbols: "linear [M,N]·[N,K]", "batch matmul c × [M,N]·[N,K]", "fork to u users".
std::string signature(const Primitive& primitive);
/// The same in numbers, for a column: "2048 × 12288 × 1536", "12 × (2048 × 128 × 2048)", "25165824" elements.
std::string extents(const Primitive& primitive);
/// primitive_name in words: "batch matmul", "TP boundary".
std::string title(const Primitive& primitive);

} // namespace blueprinting::ir
