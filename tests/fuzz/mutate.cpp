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

} // namespace

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
