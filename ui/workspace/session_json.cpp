#include "ui/workspace/session_json.h"

#include "core/base/canonical_json.h"
#include "core/base/diagnostic_json.h"
#include "core/base/file.h"
#include "core/base/object_reader.h"
#include "core/model/description_json.h"
#include "core/strategy/mapping.h"
#include "ui/workspace/letters.h"

#include <limits>
#include <set>

namespace blueprinting::ui {
namespace {

void append(Diagnostics& all, const Diagnostics& more) { all.insert(all.end(), more.begin(), more.end()); }

/// Six numbers as Calculon's file has them; a model that says more as a description.
Json model_json(const SessionModel& model)
{
    if (model.description)
        return {{"name", model.name}, {"description", model::to_json(*model.description)}};
    return {{"name", model.name}, {"shape", model::to_calculon(model)}};
}

/// The three parts that a strategy and its last legal form both have.
template <class Form>
Json form_json(const Form& form)
{
    return {{"model", model_json(form.model)},
            {"system", {{"name", form.system.name}, {"profile", system::to_calculon(form.system)}}},
            {"execution", strategy::to_json(form.execution)}};
}

Json strategy_json(const SessionStrategy& strategy)
{
    Json out = form_json(strategy);
    out["id"] = strategy.id;
    out["name"] = strategy.name;
    out["visible"] = strategy.visible;
    if (strategy.letter >= 0)
        out["letter"] = letters_of(strategy.letter);
    if (strategy.last_legal)
        out["last_legal"] = form_json(*strategy.last_legal);
    return out;
}

/// A model or a system: its name and, under `key`, what one of our readers takes.
template <class T, class Reader>
void read_named(ObjectReader& parent, const JsonDocument& document, const std::string& key, const std::string& body,
                T& out, Diagnostics& diagnostics, const Reader& read)
{
    const Json* value = parent.object(key);
    if (!value)
        return;
    ObjectReader reader(document, *value, parent.pointer(key), diagnostics);
    const auto name = reader.string("name");
    const Json* held = reader.any(body);
    reader.finish();
    if (!name || !held)
        return;
    Result<T> result = read(document, *held, reader.pointer(body), *name);
    if (result)
        out = std::move(*result);
    else
        append(diagnostics, result.diagnostics());
}

void read_model(ObjectReader& parent, const JsonDocument& document, SessionModel& out, Diagnostics& diagnostics)
{
    const Json* value = parent.has("model") ? parent.any("model") : nullptr;
    if (!value || !value->is_object() || !value->contains("description")) {
        model::TransformerModel& plain = out;
        read_named(parent, document, "model", "shape", plain, diagnostics, model::read_calculon_model);
        return;
    }
    model::Description whole;
    read_named(parent, document, "model", "description", whole, diagnostics, model::description_from_json);
    out = SessionModel(whole);
}

template <class Form>
void read_form(ObjectReader& reader, const JsonDocument& document, Form& out, Diagnostics& diagnostics)
{
    read_model(reader, document, out.model, diagnostics);
    read_named(reader, document, "system", "profile", out.system, diagnostics, system::read_calculon_system);
    if (const Json* execution = reader.any("execution")) {
        const Result<strategy::Execution> result =
            strategy::execution_from_json(document, *execution, reader.pointer("execution"));
        if (result)
            out.execution = *result;
        else
            append(diagnostics, result.diagnostics());
    }
}

SessionStrategy read_strategy(const JsonDocument& document, const Json& value, const std::string& pointer,
                              Diagnostics& diagnostics)
{
    SessionStrategy out;
    ObjectReader reader(document, value, pointer, diagnostics);
    if (!reader.valid())
        return out;
    out.id = reader.string("id").value_or("");
    if (const auto name = reader.string("name")) {
        out.name = *name;
        if (name->find_first_not_of(" \t\r\n") == std::string::npos)
            reader.fail("session.name", "name", "a strategy's name must not be empty");
    }
    read_form(reader, document, out, diagnostics);
    out.visible = reader.boolean("visible").value_or(true);
    if (const auto letter = reader.has("letter") ? reader.string("letter") : std::nullopt) {
        if (const auto place = letter_from(*letter))
            out.letter = *place;
        else
            reader.fail("session.letter", "letter",
                        "a strategy's letter must be from \"A\" to \"ZZZ\", not " + shown(*letter));
    }
    if (reader.has("last_legal")) {
        if (const Json* last = reader.object("last_legal")) {
            ObjectReader form(document, *last, reader.pointer("last_legal"), diagnostics);
            read_form(form, document, out.last_legal.emplace(), diagnostics);
            form.finish();
        }
    }
    reader.finish();
    return out;
}

Json findings_json(const ModelFindings& of_model)
{
    return {{"model", model_json(of_model.model)}, {"file", of_model.file}, {"findings", to_json(of_model.findings)}};
}

ModelFindings read_findings(const JsonDocument& document, const Json& value, const std::string& pointer,
                            Diagnostics& diagnostics)
{
    ModelFindings out;
    ObjectReader reader(document, value, pointer, diagnostics);
    if (!reader.valid())
        return out;
    read_model(reader, document, out.model, diagnostics);
    out.file = reader.string("file").value_or("");
    const Json* list = reader.array("findings");
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        ObjectReader each(document, (*list)[i], reader.pointer("findings") + pointer_step(i), diagnostics);
        if (!each.valid())
            continue;
        each.choice("severity", {to_string(Severity::finding)});
        Diagnostic finding;
        finding.severity = Severity::finding;
        finding.code = each.string("code").value_or("");
        finding.path = each.string("path").value_or("");
        finding.message = each.string("message").value_or("");
        out.findings.push_back(std::move(finding));
        each.finish();
    }
    reader.finish();
    return out;
}

Selection read_selection(const JsonDocument& document, const Json& value, const std::string& pointer,
                         Diagnostics& diagnostics)
{
    Selection out;
    ObjectReader reader(document, value, pointer, diagnostics);
    if (!reader.valid())
        return out;
    out.component = reader.string("component").value_or("");
    out.task = reader.string("task").value_or("");
    const std::int64_t stage = reader.integer("stage", -1).value_or(-1);
    if (stage > std::numeric_limits<int>::max())
        reader.fail("reader.range", "stage", "\"stage\" must be less than 2^31, not " + std::to_string(stage));
    else
        out.stage = static_cast<int>(stage);
    reader.finish();
    return out;
}

} // namespace

Json to_json(const Session& session)
{
    Json strategies = Json::array();
    for (const SessionStrategy& strategy : session.strategies)
        strategies.push_back(strategy_json(strategy));
    Json views = Json::object();
    for (const auto& [id, state] : session.views)
        views[id] = state;
    Json out{{"schema", kSessionSchema},
             {"strategies", std::move(strategies)},
             {"selected", session.selected},
             {"baseline", session.baseline},
             {"view", session.view},
             {"selection",
              {{"component", session.selection.component},
               {"task", session.selection.task},
               {"stage", session.selection.stage}}},
             {"rules", session.rules == strategy::Rules::strict ? "strict" : "calculon_compatible"},
             {"views", std::move(views)}};
    for (const ModelFindings& of_model : session.findings)
        out["findings"].push_back(findings_json(of_model));
    if (Json parts = to_json(session.parts); !parts.empty())
        out["parts"] = std::move(parts);
    return out;
}

Result<Session> session_from_json(const JsonDocument& document)
{
    return session_from_json(document, document.root(), "");
}

Result<Session> session_from_json(const JsonDocument& document, const Json& value, const std::string& pointer)
{
    Diagnostics diagnostics;
    Session session;
    ObjectReader reader(document, value, pointer, diagnostics);
    if (!reader.valid())
        return diagnostics;
    if (const auto schema = reader.string("schema"); schema && *schema != kSessionSchema)
        reader.fail("session.schema", "schema",
                    "the schema must be \"" + std::string(kSessionSchema) + "\", not " + shown(*schema));
    const Json* strategies = reader.array("strategies");
    std::set<std::string> ids;
    std::set<int> letters;
    if (strategies) {
        if (strategies->empty())
            reader.fail("session.empty", "strategies", "a session holds at least one strategy; this list is empty");
        for (std::size_t i = 0; i < strategies->size() && !diagnostics.full(); ++i) {
            const std::string at = reader.pointer("strategies") + pointer_step(i);
            session.strategies.push_back(read_strategy(document, (*strategies)[i], at, diagnostics));
            const std::string& id = session.strategies.back().id;
            if ((*strategies)[i].is_object() && (*strategies)[i].contains("id") &&
                (id.empty() || !ids.insert(id).second))
                diagnostics.push_back(document.error("session.id", at + "/id",
                                                     id.empty() ? "a strategy's id must not be empty"
                                                                : "two strategies have the id " + shown(id)));
            if (const int letter = session.strategies.back().letter; letter >= 0 && !letters.insert(letter).second)
                diagnostics.push_back(document.error("session.letter", at + "/letter",
                                                     "two strategies have the letter " + shown(letters_of(letter))));
        }
    }
    const auto known_id = [&](const std::string& key) {
        const auto id = reader.string(key);
        if (id && strategies && !ids.contains(*id))
            reader.fail("session.id", key,
                        "\"" + key + "\" must be the id of a strategy of this session, not " + shown(*id));
        return id.value_or("");
    };
    session.selected = known_id("selected");
    session.baseline = known_id("baseline");
    session.view = reader.string("view").value_or("");
    if (const Json* selection = reader.any("selection"))
        session.selection = read_selection(document, *selection, reader.pointer("selection"), diagnostics);
    if (const auto rules = reader.choice("rules", {"strict", "calculon_compatible"}))
        session.rules = *rules == "strict" ? strategy::Rules::strict : strategy::Rules::calculon_compatible;
    if (const Json* views = reader.object("views"))
        for (const auto& [id, state] : views->items())
            session.views.emplace(id, state);
    if (const Json* findings = reader.has("findings") ? reader.array("findings") : nullptr)
        for (std::size_t i = 0; i < findings->size(); ++i)
            session.findings.push_back(
                read_findings(document, (*findings)[i], reader.pointer("findings") + pointer_step(i), diagnostics));
    if (const Json* parts = reader.has("parts") ? reader.any("parts") : nullptr)
        session.parts = read_parts(document, *parts, reader.pointer("parts"), diagnostics);
    reader.finish();
    if (!diagnostics.empty())
        return diagnostics;
    give_letters(session, {}); // a file of before there were letters has the order instead
    return session;
}

Result<std::string> session_text(const Session& session) { return pretty_json(to_json(session)); }

Result<Done> save_session(const Session& session, const std::filesystem::path& path)
{
    const Result<std::string> text = session_text(session);
    if (!text)
        return text.failure_as<Done>();
    return write_file_atomically(path, *text);
}

} // namespace blueprinting::ui
