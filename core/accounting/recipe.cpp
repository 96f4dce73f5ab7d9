#include "core/accounting/recipe.h"

#include "core/base/overloaded.h"
#include "core/base/written_number.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace blueprinting::accounting {
namespace {

// Both in the order of their enumeration.
constexpr std::array<std::string_view, kRoles> kRoleNames{"master", "correction", "gradient", "m",
                                                          "v",      "state",      "scales"};
struct RuleRow {
    std::string_view name;
    int moments;
};
constexpr std::array<RuleRow, kUpdateRules.size()> kRuleRows{{{"SGD", 1}, {"Adam", 2}, {"AdamW", 2}, {"Lion", 1}}};

/// What a name is known by, however it is spaced, hyphenated, capitalised or spelled ("quantized").
std::string folded(std::string_view text)
{
    std::string out;
    for (const char each : text) {
        const char c = each == 'z' || each == 'Z' ? 's' : each;
        if (c >= 'A' && c <= 'Z')
            out += static_cast<char>(c - 'A' + 'a');
        else if (c != ' ' && c != '-' && c != '_')
            out += c;
    }
    return out;
}

std::vector<Part> standard_parts(const StandardOptimizer& optimizer)
{
    const Form form = optimizer.form;
    // The gradient has the width of the weight that the model computes with.
    const StorageType weight = form.weight_split ? StorageType::bfloat16 : StorageType::float32;
    std::vector<Part> out{{Role::master, "master", weight}};
    if (form.weight_split)
        out.push_back({Role::correction, "correction", StorageType::int8});
    out.push_back({Role::gradient, "gradient", weight});
    const StorageType moment = form.quantised_moments ? StorageType::int8 : StorageType::float32;
    const auto scale = form.quantised_moments ? std::optional(GroupScale{}) : std::nullopt;
    out.push_back({Role::first_moment, "m", moment, scale});
    if (moments(optimizer.rule) == 2)
        out.push_back({Role::second_moment, "v", moment, scale});
    return out;
}

Role role_of(std::string_view part)
{
    for (const Role role : {Role::master, Role::correction, Role::gradient, Role::first_moment, Role::second_moment})
        if (to_string(role) == part)
            return role;
    return Role::state;
}

Diagnostic problem(std::string code, std::string message)
{
    return {.code = std::move(code), .path = "", .message = std::move(message)};
}

} // namespace

std::string_view to_string(Role role) { return kRoleNames[static_cast<std::size_t>(role)]; }

std::string_view to_string(UpdateRule rule) { return kRuleRows[static_cast<std::size_t>(rule)].name; }

int moments(UpdateRule rule) { return kRuleRows[static_cast<std::size_t>(rule)].moments; }

std::string name(const Optimizer& optimizer)
{
    return std::visit(Overloaded{[](const StandardOptimizer& standard) {
                                     const std::string rule(to_string(standard.rule));
                                     if (standard.form == kFlash)
                                         return "Flash" + rule;
                                     if (standard.form.weight_split)
                                         return rule + " weight split";
                                     return standard.form.quantised_moments ? rule + " quantised" : rule;
                                 },
                                 [](const UserOptimizer& user) { return user.name; }},
                      optimizer);
}

std::vector<StandardOptimizer> standard_optimizers()
{
    std::vector<StandardOptimizer> out;
    for (const UpdateRule rule : kUpdateRules)
        for (const Form form : {kReference, kFlash, Form{.weight_split = true}, Form{.quantised_moments = true}})
            out.push_back({rule, form});
    return out;
}

Result<StandardOptimizer> optimizer_from(std::string_view text)
{
    std::string known;
    for (const StandardOptimizer& optimizer : standard_optimizers()) {
        const std::string candidate = name(optimizer);
        if (folded(candidate) == folded(text))
            return optimizer;
        known += (known.empty() ? "" : ", ") + candidate;
    }
    return problem("accounting.optimizer.unknown",
                   "the optimizer \"" + std::string(text) + "\" is not known; known are " + known);
}

Result<Part> part_from(std::string_view text)
{
    const std::string shown(text);
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return problem("accounting.part.syntax",
                       "the part \"" + shown + "\" must read NAME=DATATYPE or NAME=DATATYPE/GROUP, as m=int8/32");
    Part part;
    part.name = text.substr(0, equals);
    part.role = role_of(part.name);
    std::string_view type = text.substr(equals + 1);
    if (const auto slash = type.find('/'); slash != std::string_view::npos) {
        const std::string_view group = type.substr(slash + 1);
        const auto elements = read_whole(group, {});
        if (!elements)
            return problem("accounting.part.group",
                           "the group of the part \"" + shown + "\": " + elements.diagnostics().front().message);
        part.scale = GroupScale{.elements = *elements};
        type = type.substr(0, slash);
    }
    const Result<StorageType> stored = storage_type_from(type);
    if (!stored)
        return stored.failure_as<Part>();
    part.type = *stored;
    return part;
}

Result<UserOptimizer> make_user_optimizer(std::string name, std::vector<Part> parts)
{
    if (parts.empty())
        return problem("accounting.part.missing", "the optimizer \"" + name + "\" needs at least one part");
    Diagnostics problems;
    std::set<std::string> seen;
    for (const Part& part : parts)
        if (!seen.insert(part.name).second)
            problems.push_back(problem("accounting.part.duplicate", "the part \"" + part.name + "\" is given twice"));
    if (!problems.empty())
        return problems;
    return UserOptimizer{std::move(name), std::move(parts)};
}

std::vector<Part> parts(const Optimizer& optimizer, const Options& options)
{
    std::vector<Part> out =
        std::visit(Overloaded{[](const StandardOptimizer& standard) { return standard_parts(standard); },
                              [](const UserOptimizer& user) { return user.parts; }},
                   optimizer);
    if (options.gradient_release)
        std::erase_if(out, [](const Part& part) { return part.role == Role::gradient; });
    if (!options.group_scales)
        for (Part& part : out)
            part.scale.reset();
    return out;
}

PerParameter::PerParameter(std::span<const Part> parts)
{
    for (const Part& part : parts) {
        m_bytes[static_cast<std::size_t>(part.role)] += width(part.type);
        // A gradient's scales go where the gradient goes: into no checkpoint.
        const Role scales = part.role == Role::gradient ? Role::gradient : Role::scales;
        if (part.scale)
            m_bytes[static_cast<std::size_t>(scales)] +=
                width(part.scale->type) / static_cast<double>(part.scale->elements);
    }
}

double PerParameter::total() const { return std::accumulate(m_bytes.begin(), m_bytes.end(), 0.0); }

PerParameter per_parameter(const Optimizer& optimizer, const Options& options)
{
    return PerParameter(parts(optimizer, options));
}

} // namespace blueprinting::accounting
