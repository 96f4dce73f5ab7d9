#pragma once
#include "ui/workspace/session.h"

#include <optional>
#include <string>
#include <string_view>

/// The letter by which a strategy is known wherever it is drawn. It is the strategy's own and stays with it, whatever
/// its place in the list and whoever else comes or goes. Pure.
namespace blueprinting::ui {

/// 0 is "A", 25 "Z", 26 "AA"; "" below 0.
std::string letters_of(int letter);
/// The reverse; nothing for what is no such word, or past "ZZZ".
std::optional<int> letter_from(std::string_view letters);

/// Which colour its chip has (Theme::chip): it goes with the letter.
std::size_t chip_of(const SessionStrategy& strategy);

/// Gives a letter of its own to each strategy that has none or another one's. Those that stand in `before` keep what
/// they have there; the others get the first that is free, in the order of the list.
void give_letters(Session& session, const Session& before);

} // namespace blueprinting::ui
