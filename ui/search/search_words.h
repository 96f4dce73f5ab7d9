#pragma once
#include "core/search/single.h"
#include "core/strategy/field_table.h"

#include <QString>

namespace blueprinting::ui {

/// "12 345"
QString counted(std::uint64_t count);
/// "TP 4, PP 16, DP 64, v 6"
QString degrees_text(const strategy::Execution& execution);
/// The same with what else makes the strategy: "…, microbatch 1, attention recompute, RS + AG, redo, sharding".
QString strategy_text(const strategy::Execution& execution);
/// "TP 4", "recompute attention", "optimizer sharding on": for a sentence.
QString knob_text(strategy::Field field, std::int64_t value);
/// A head of a column: "TP comm." where the title is long.
QString knob_head(strategy::Field field);
/// A value in a table: "RS+AG", "attention", "on", "8".
QString knob_value_text(strategy::Field field, std::int64_t value);
/// The law in few words: "heads ÷ TP", where ÷ says that the one does not divide the other; its code where it has none.
QString law_text(const std::string& code);
/// "11", "1st", "225th": a place in an order.
QString ordinal(std::uint64_t rank);
/// "ten" up to twelve, then digits.
QString count_word(std::uint64_t count);
QString gib_text(Bytes bytes, int decimals = 1);
QString seconds_text(Seconds seconds);
/// "+17.4 %" behind, with so many decimals as part it.
QString percent_text(double percent, int decimals = 1, bool sign = true);

/// The key of a found strategy in tables and charts, and the number again.
QString found_key(std::uint64_t number);
std::optional<std::uint64_t> number_of_key(const QString& key);

} // namespace blueprinting::ui
