#include "core/search/origin.h"

#include "core/strategy/mapping.h"

namespace blueprinting::search {
namespace {

/// The whole of it.
SourceLocation whole(const Origin& origin)
{
    if (!origin.document)
        return {origin.argument, 0, 0};
    return origin.document->locate(origin.pointer);
}

SourceLocation of_field(const Origin& execution, const std::string& path)
{
    if (execution.document && execution.spelled)
        if (const auto where = strategy::locate_field(*execution.document, execution.pointer, path))
            return *where;
    return whole(execution);
}

/// "; the model is m.json:3:12": the keys of a preset are nowhere to be looked up, so its name stands for it.
std::string beside(const char* kind, const Origin& origin, const std::optional<SourceLocation>& key)
{
    std::string text = "; the " + std::string(kind) + " is ";
    if (!origin.document || !origin.spelled)
        return text + origin.name;
    const SourceLocation where = key ? *key : whole(origin);
    text += where.file;
    if (where.line > 0)
        text += ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
    return text;
}

std::optional<SourceLocation> key_of_model(const Origin& model, const std::string& member)
{
    return model.document && model.spelled ? model::locate_member(*model.document, model.pointer, member)
                                           : std::nullopt;
}

std::optional<SourceLocation> key_of_system(const Origin& system, const std::string& pointer)
{
    if (!system.document || !system.spelled)
        return std::nullopt;
    const SourceLocation where = system.document->locate(system.pointer + pointer);
    return where.line > 0 ? std::optional(where) : std::nullopt;
}

Origin of_line(const JsonDocument& line, const char* kind)
{
    Origin out{"", "", line, pointer_step(kind)};
    const auto at = line.root().find(kind);
    out.spelled = at != line.root().end() && at->is_object();
    if (at != line.root().end() && at->is_string())
        out.name = at->get<std::string>();
    return out;
}

} // namespace

Origins origins_of(const JsonDocument& line)
{
    return {of_line(line, "model"), of_line(line, "system"), of_line(line, "execution")};
}

Diagnostics placed(const std::vector<strategy::Violation>& violations, const Origins& origins)
{
    Diagnostics out = strategy::as_diagnostics(violations);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const strategy::Violation& law = violations[i];
        if (law.field == strategy::Field::model)
            out[i].location = whole(origins.model);
        else
            out[i].location = of_field(origins.execution, law.path);
        if (law.of_model == "sequence" && origins.model.sequence)
            out[i].message += "; the sequence is --sequence " + std::to_string(*origins.model.sequence);
        else if (law.of_model)
            out[i].message += beside("model", origins.model, key_of_model(origins.model, *law.of_model));
        if (law.of_system)
            out[i].message += beside("system", origins.system, key_of_system(origins.system, *law.of_system));
    }
    return out;
}

Diagnostics placed(Diagnostics diagnostics, const Origins& origins)
{
    for (Diagnostic& each : diagnostics) {
        if (each.location)
            continue;
        if (each.code.starts_with("workload."))
            each.location = whole(origins.model);
        else if (each.code.starts_with("cost.") || each.code.starts_with("system."))
            each.location = whole(origins.system);
        else
            each.location = of_field(origins.execution, each.path);
    }
    return diagnostics;
}

Result<Evaluation> evaluate(const Inputs& inputs, const Origins& origins, strategy::Rules rules)
{
    const auto broken = strategy::violations(inputs.model, inputs.system, inputs.execution, rules);
    if (!broken.empty())
        return placed(broken, origins);
    auto evaluation = evaluate(inputs.model, inputs.system, inputs.execution, rules);
    if (!evaluation)
        return placed(evaluation.diagnostics(), origins);
    return evaluation;
}

} // namespace blueprinting::search
