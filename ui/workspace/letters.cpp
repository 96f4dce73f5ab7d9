#include "ui/workspace/letters.h"

#include <algorithm>
#include <set>

namespace blueprinting::ui {
namespace {

constexpr int kLetters = 26;
constexpr std::size_t kLongest = 3;

} // namespace

std::string letters_of(int letter)
{
    std::string out;
    for (; letter >= 0; letter = letter / kLetters - 1)
        out.insert(out.begin(), static_cast<char>('A' + letter % kLetters));
    return out;
}

std::optional<int> letter_from(std::string_view letters)
{
    if (letters.empty() || letters.size() > kLongest ||
        !std::ranges::all_of(letters, [](char c) { return c >= 'A' && c <= 'Z'; }))
        return std::nullopt;
    int out = 0;
    for (const char c : letters)
        out = out * kLetters + (c - 'A' + 1);
    return out - 1;
}

std::size_t chip_of(const SessionStrategy& strategy) { return static_cast<std::size_t>(std::max(strategy.letter, 0)); }

void give_letters(Session& session, const Session& before)
{
    std::set<int> taken;
    std::set<const SessionStrategy*> done;
    const auto keep = [&](const SessionStrategy& strategy) {
        if (strategy.letter >= 0 && taken.insert(strategy.letter).second)
            done.insert(&strategy);
    };
    for (const SessionStrategy& strategy : session.strategies)
        if (const SessionStrategy* was = before.find(strategy.id); was && was->letter == strategy.letter)
            keep(strategy);
    for (const SessionStrategy& strategy : session.strategies)
        if (!done.contains(&strategy))
            keep(strategy);
    for (SessionStrategy& strategy : session.strategies) {
        if (done.contains(&strategy))
            continue;
        strategy.letter = 0;
        while (!taken.insert(strategy.letter).second)
            ++strategy.letter;
    }
}

} // namespace blueprinting::ui
