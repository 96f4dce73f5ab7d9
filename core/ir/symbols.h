#pragma once
#include "core/ir/portable_ir.h"

#include <string>
#include <string_view>
#include <vector>

/// The symbols of the block's formulas and the numbers behind them. Not for use outside formula.cpp.
namespace blueprinting::ir {

struct Binding {
    std::string symbol;
    std::string meaning;    ///< in the model's and strategy's symbols: "a·k/t"
    std::string numbers;    ///< "96·128/8 = 1536"
    std::int64_t value = 0; ///< what is put in for the symbol
};

/// Every symbol that a formula of this task may use.
std::vector<Binding> bindings_of(const ProgramSemantics& program, const PortableTask& task);
/// The formula with each symbol's value in its place: "2·2048·12288·1536".
std::string put_in(std::string_view formula, const std::vector<Binding>& bindings);
/// Whether a symbol stands in the formula.
bool mentions(std::string_view formula, std::string_view symbol);

} // namespace blueprinting::ir
