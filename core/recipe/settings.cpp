#include "core/recipe/settings.h"

#include "core/base/written_number.h"

#include <algorithm>
#include <array>
#include <set>

namespace blueprinting::recipe {
namespace {

/// What a name of a setting holds that rules how work, memory or numbers are laid out.
constexpr std::array kSpeaking{"parallel",
                               "recompute",
                               "checkpoint-activations",
                               "overlap",
                               "offload",
                               "shard",
                               "zero_",
                               "zero-",
                               "fsdp",
                               "fp8",
                               "float8",
                               "fp4",
                               "distributed-optimizer",
                               "activation_checkpoint",
                               "quantiz",
                               "pipeline",
                               "virtual"};

bool speaks_of_strategy(const std::string& name)
{
    return std::any_of(kSpeaking.begin(), kSpeaking.end(),
                       [&](const char* each) { return name.find(each) != std::string::npos; });
}

} // namespace

Settings::Settings(std::vector<Setting> all, std::string place, Diagnostics& problems)
    : m_all(std::move(all)), m_place(std::move(place)), m_problems(problems)
{
    for (std::size_t i = 0; i < m_all.size(); ++i)
        m_by_name[m_all[i].name].push_back(i);
}

bool Settings::has(std::string_view name) const { return m_by_name.contains(name); }

Setting* Settings::take(std::string_view name)
{
    const auto found = m_by_name.find(name);
    if (found == m_by_name.end())
        return nullptr;
    for (const std::size_t each : found->second)
        m_all[each].used = true;
    return &m_all[found->second.back()];
}

std::optional<std::int64_t> Settings::integer(std::string_view name, std::int64_t least)
{
    const Setting* setting = take(name);
    if (!setting)
        return std::nullopt;
    if (setting->words.size() == 1)
        if (const auto read = read_whole(setting->words.front(), {.least = least}))
            return *read;
    refuse_value(name, "one whole number from " + std::to_string(least) + " to 2^53");
    return std::nullopt;
}

bool Settings::flag(std::string_view name)
{
    const Setting* setting = take(name);
    if (!setting)
        return false;
    if (setting->words.empty())
        return true;
    const std::string& word = setting->words.front();
    const bool yes = word == "true" || word == "True" || word == "1";
    if (!yes && word != "false" && word != "False" && word != "0")
        refuse_value(name, "true or false");
    return yes;
}

std::optional<std::string> Settings::word(std::string_view name)
{
    const Setting* setting = take(name);
    if (!setting)
        return std::nullopt;
    if (setting->words.size() == 1)
        return setting->words.front();
    refuse_value(name, "one word");
    return std::nullopt;
}

std::vector<std::string> Settings::words(std::string_view name)
{
    const Setting* setting = take(name);
    return setting ? setting->words : std::vector<std::string>{};
}

void Settings::ignore(std::string_view name)
{
    if (take(name))
        m_not_used.emplace_back(name);
}

void Settings::only(std::string_view name, std::string_view value, std::string_view code, std::string_view why)
{
    const Setting* setting = take(name);
    if (!setting)
        return;
    const std::string said = setting->words.empty() ? "true" : setting->words.front();
    if (setting->words.size() > 1 || said != value)
        refuse(name, code, std::string(why));
}

void Settings::refuse_value(std::string_view name, std::string_view allowed)
{
    const Setting* setting = take(name);
    std::string said;
    for (const std::string& word : setting->words)
        said += (said.empty() ? "" : " ") + word;
    refuse(name, "recipe.value", "must be " + std::string(allowed) + ", not \"" + said + "\"");
}

void Settings::refuse(std::string_view name, std::string_view code, std::string message)
{
    const Setting* setting = take(name);
    m_problems.push_back({Severity::error, std::string(code), std::string(name), std::move(message), setting->where()});
}

void Settings::refuse(std::string_view code, std::string message)
{
    m_problems.push_back({Severity::error, std::string(code), "", std::move(message), SourceLocation{m_place, 0, 0}});
}

std::vector<std::string> Settings::unused()
{
    std::vector<std::string> out = m_not_used;
    std::set<std::string> seen;
    for (const Setting& each : m_all) {
        if (each.used || !seen.insert(each.name).second)
            continue;
        if (speaks_of_strategy(each.name))
            m_problems.push_back(
                {Severity::error, "recipe.unsupported", each.name,
                 "no strategy here can say this, and its name speaks of how work or memory is laid out",
                 m_problems.full() ? SourceLocation{m_place, 0, 0} : each.where()}); // past the last that is told
        else
            out.push_back(each.name);
    }
    return out;
}

} // namespace blueprinting::recipe
