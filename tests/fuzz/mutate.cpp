#include "tests/fuzz/mutate.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

namespace blueprinting::fuzz {
namespace {

using Json = nlohmann::json;

/// What readers trip over.
constexpr std::array<std::string_view, 34> kTokens{"{",
                                                   "}",
                                                   "[",
                                                   "]",
                                                   ",",
                                                   ":",
                                                   "\"",
                                                   "null",
                                                   "true",
                                                   "false",
                                                   "0",
                                                   "1",
                                                   "-1",
                                                   "2",
                                                   "3",
                                                   "8",
                                                   "0.5",
                                                   "-0.0",
                                                   "1e-5",
                                                   "1e308",
                                                   "1e30",
                                                   "5e8",
                                                   "8.0",
                                                   "NaN",
                                                   "\\u0000",
                                                   "\xEF\xBB\xBF",
                                                   "\xC3\x28",
                                                   "9007199254740992",
                                                   "9007199254740993",
                                                   "9223372036854775807",
                                                   "9223372036854775808",
                                                   "18446744073709551616",
                                                   "/*",
                                                   "\n"};

void change_bytes(std::string& text, const std::vector<std::string>& seeds, Dice& dice)
{
    const std::size_t at = dice.below(text.size() + 1);
    switch (dice.below(6)) {
    case 0:
        if (at < text.size())
            text[at] = static_cast<char>(dice.below(256));
        break;
    case 1: text.insert(at, kTokens[dice.below(kTokens.size())]); break;
    case 2: text.erase(at, 1 + dice.below(8)); break;
    case 3: text.insert(at, text.substr(dice.below(text.size() + 1), dice.below(24))); break;
    case 4: text.resize(at); break;
    default: {
        const std::string& other = seeds[dice.below(seeds.size())];
        text = text.substr(0, at) + other.substr(dice.below(other.size() + 1));
        break;
    }
    }
}

Json value(Dice& dice)
{
    static constexpr std::array<double, 12> numbers{0, 1, 2, 3, 7, 8, 64, -1, 0.5, 1e-9, 1e30, 9007199254740992.0};
    switch (dice.below(8)) {
    case 0: return nullptr;
    case 1: return dice.below(2) == 0;
    case 2: return std::string(kTokens[dice.below(25)]);
    case 3: return Json::array();
    case 4: return numbers[dice.below(numbers.size())];
    case 5: return static_cast<std::int64_t>(dice.next() >> dice.below(63));
    default: return static_cast<std::int64_t>(dice.below(130));
    }
}

void change_tree(Json& tree, Dice& dice)
{
    Json* node = &tree;
    while (!node->empty() && node->is_structured() && dice.below(5) != 0) {
        auto child = node->begin();
        std::advance(child, static_cast<std::ptrdiff_t>(dice.below(node->size())));
        node = &*child;
    }
    switch (dice.below(5)) {
    case 0:
        if (node->is_object() && !node->empty()) {
            auto gone = node->begin();
            std::advance(gone, static_cast<std::ptrdiff_t>(dice.below(node->size())));
            node->erase(gone);
        }
        break;
    case 1:
        if (node->is_object())
            (*node)[dice.below(2) == 0 ? "comment" : "tensor_parallel"] = value(dice);
        else if (node->is_array())
            node->push_back(value(dice));
        break;
    case 2:
        if (node->is_number_integer())
            *node = node->get<std::int64_t>() + (dice.below(2) == 0 ? 1 : -1);
        else if (node->is_number_float())
            *node = node->get<double>() * 1.5;
        break;
    default: *node = value(dice);
    }
}

/// The place of one line of the text.
std::pair<std::size_t, std::size_t> some_line(const std::string& text, Dice& dice)
{
    const std::size_t at = dice.below(text.size() + 1);
    const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return {begin, std::min(text.find('\n', begin), text.size()) - begin};
}

/// Changes the value that a text is, or a line of it; false where neither is one.
bool change_value(std::string& text, std::size_t changes, Dice& dice)
{
    std::pair<std::size_t, std::size_t> where{0, text.size()};
    Json tree = Json::parse(text, nullptr, false);
    if (tree.is_discarded()) {
        where = some_line(text, dice);
        tree = Json::parse(text.substr(where.first, where.second), nullptr, false);
    }
    if (tree.is_discarded())
        return false;
    for (std::size_t i = 0; i < changes; ++i)
        change_tree(tree, dice);
    const bool whole = where.second == text.size();
    text.replace(where.first, where.second,
                 tree.dump(whole && dice.below(2) == 0 ? 1 : -1, ' ', false, Json::error_handler_t::replace));
    return true;
}

bool digit(char c) { return c >= '0' && c <= '9'; }

/// The number that stands first behind some place of the text becomes another; false where none does.
bool change_number(std::string& text, Dice& dice)
{
    std::size_t at = dice.below(text.size());
    while (at < text.size() && !digit(text[at]))
        ++at;
    std::size_t end = at;
    while (end < text.size() && digit(text[end]) && end - at < 18)
        ++end;
    if (end == at)
        return false;
    const std::uint64_t old = std::stoull(text.substr(at, end - at));
    static constexpr std::array<std::uint64_t, 10> plain{0, 1, 2, 3, 4, 8, 16, 64, 1000, 4096};
    std::uint64_t next = 0;
    switch (dice.below(6)) {
    case 0: next = old + 1; break;
    case 1: next = old > 0 ? old - 1 : 0; break;
    case 2: next = old * 2; break;
    case 3: next = old / 2; break;
    case 4: next = plain[dice.below(plain.size())]; break;
    default: next = dice.next() >> (20 + dice.below(44));
    }
    text.replace(at, end - at, std::to_string(next));
    return true;
}

bool turn_flag(std::string& text, Dice& dice)
{
    static constexpr std::array<std::string_view, 3> words{"true", "false", "null"};
    const std::size_t from = dice.below(text.size());
    std::size_t at = std::string::npos;
    std::string_view found;
    for (const std::string_view each : words)
        if (const std::size_t here = text.find(each, from); here < at) {
            at = here;
            found = each;
        }
    if (found.empty())
        return false;
    text.replace(at, found.size(), found == "true" ? "false" : "true");
    return true;
}

/// The value behind a key that both have, as the other has it.
void take_over(Json& tree, const Json& other, Dice& dice)
{
    Json* node = &tree;
    const Json* theirs = &other;
    for (;;) {
        if (node->is_object() && theirs->is_object() && !theirs->empty()) {
            auto at = theirs->begin();
            std::advance(at, static_cast<std::ptrdiff_t>(dice.below(theirs->size())));
            if (node->contains(at.key()) && at->is_structured() && dice.below(3) != 0) {
                node = &(*node)[at.key()];
                theirs = &*at;
                continue;
            }
            (*node)[at.key()] = *at;
        } else if (node->is_array() && theirs->is_array() && !node->empty() && !theirs->empty()) {
            Json& mine = (*node)[dice.below(node->size())];
            const Json& given = (*theirs)[dice.below(theirs->size())];
            if (mine.is_structured() && given.is_structured() && dice.below(3) != 0) {
                node = &mine;
                theirs = &given;
                continue;
            }
            mine = given;
        }
        return;
    }
}

/// A line comes twice, goes, or stands elsewhere.
void change_lines(std::string& text, Dice& dice)
{
    const auto [begin, size] = some_line(text, dice);
    const std::string line = text.substr(begin, size) + "\n";
    const std::size_t behind = std::min(begin + size + 1, text.size());
    switch (dice.below(3)) {
    case 0: text.insert(begin, line); break;
    case 1: text.erase(begin, behind - begin); break;
    default: text.erase(begin, behind - begin); text.insert(some_line(text, dice).first, line);
    }
}

} // namespace

std::string nudge(std::string text, const std::vector<std::string>& others, Dice& dice)
{
    for (std::size_t changes = 1 + dice.below(3); changes > 0 && !text.empty(); --changes) {
        const std::size_t what = dice.below(16);
        if (what < 9 && change_number(text, dice))
            continue;
        if (what < 12 && turn_flag(text, dice))
            continue;
        if (what < 14) {
            change_lines(text, dice);
            continue;
        }
        Json tree = Json::parse(text, nullptr, false);
        const Json other = Json::parse(others[dice.below(others.size())], nullptr, false);
        if (tree.is_discarded() || other.is_discarded()) {
            change_bytes(text, others, dice);
            continue;
        }
        take_over(tree, other, dice);
        text = tree.dump(dice.below(2) == 0 ? 1 : -1, ' ', false, Json::error_handler_t::replace);
    }
    return text;
}

std::string mutate(const std::vector<std::string>& seeds, Dice& dice)
{
    std::string text = seeds[dice.below(seeds.size())];
    const std::size_t changes = 1 + dice.below(4);
    if (dice.below(2) == 0 && change_value(text, changes, dice))
        return text;
    for (std::size_t i = 0; i < changes; ++i)
        change_bytes(text, seeds, dice);
    return text;
}

} // namespace blueprinting::fuzz
