#include "core/base/embedded_file.h"
#include "core/base/object_reader.h"
#include "core/measured/reading.h"
#include "core/model/description_json.h"
#include "core/model/released.h"
#include "core/strategy/field_table.h"
#include "core/strategy/mapping.h"
#include "core/system/system_profile.h"

#include <iterator>
#include <map>

namespace blueprinting::measured {

std::span<const EmbeddedFile> measured_files();

namespace {

/// One line being read; what it says beside a missing value is a null.
class RowReader {
public:
    RowReader(const JsonDocument& document, Diagnostics& problems)
        : m_document(document), m_problems(problems), m_reader(document, document.root(), "", problems)
    {
    }
    [[nodiscard]] bool valid() const { return m_reader.valid(); }

    Row row()
    {
        Row out;
        out.json = m_document.root();
        out.id = m_reader.string("id").value_or("");
        out.source = m_reader.string("source").value_or("");
        for (const auto& [key, value] : {std::pair("id", &out.id), {"source", &out.source}})
            if (is_blank(*value) && m_reader.has(key) && m_document.root().at(key).is_string())
                m_reader.fail("measured.empty", key, "\"" + std::string(key) + "\" must not be empty");
        const auto grade = m_reader.choice("grade", {"A", "B", "C"});
        out.grade = grade == "A" ? Grade::a : grade == "B" ? Grade::b : Grade::c;
        out.model_name = model_name();
        out.system = m_reader.has("system") && !is_null("system") ? m_reader.string("system") : std::nullopt;
        m_reader.ignore("system");
        if (m_reader.has("system_note") && !is_null("system_note"))
            out.machine = m_reader.any("system_note")->dump();
        m_reader.ignore("system_note");
        out.strategy_is = text("strategy_is");
        if (!out.strategy_is.empty() && out.strategy_is != "as stated" && out.strategy_is != "with assumed parts" &&
            out.strategy_is != "nearest")
            m_reader.fail("reader.choice", "strategy_is",
                          "\"strategy_is\" must be \"as stated\", \"with assumed parts\", \"nearest\" or null, not " +
                              shown(out.strategy_is));
        out.gpus = integer("gpus");
        out.sequence = integer("sequence");
        out.global_batch = integer("global_batch");
        measurement(out);
        for (const auto& [key, list] : {std::pair{"open", &Row::open},
                                        {"assumed", &Row::assumed},
                                        {"not_modelled", &Row::not_modelled},
                                        {"inconsistent", &Row::inconsistent}})
            out.*list = words(key);
        out.caveat = text("caveat");
        out.why_not = text("why_not");
        const bool expressible = m_reader.boolean("expressible").value_or(false);
        out.expressible_with = text("expressible_with");
        if (!out.expressible_with.empty() && out.expressible_with != "plain" && out.expressible_with != "modern")
            m_reader.fail("reader.choice", "expressible_with",
                          "\"expressible_with\" must be \"plain\", \"modern\" or null");
        if (expressible == out.expressible_with.empty())
            m_reader.fail("measured.expressible", "expressible_with",
                          "\"expressible\" and \"expressible_with\" do not agree");
        if (out.expressible_with == "plain")
            plain(out);
        else if (out.expressible_with == "modern")
            modern(out);
        if (out.execution() && m_ran) // of what could not be read nothing follows
            for (const auto& [field, message] : contradictions(out))
                m_reader.fail("measured.contradiction", field, message);
        if (auto words = two_measurements(out))
            out.inconsistent.push_back(*std::move(words));
        for (const char* key :
             {"strategy", "plain_model", "plain_leaves_out", "degrees", "flops_per_token", "achieved", "straddles"})
            m_reader.ignore(key);
        m_reader.finish();
        return out;
    }

private:
    [[nodiscard]] bool is_null(const char* key) const { return m_document.root().at(key).is_null(); }

    std::string text(const char* key)
    {
        if (!m_reader.has(key) || is_null(key)) {
            m_reader.ignore(key);
            return {};
        }
        return m_reader.string(key).value_or("");
    }

    std::optional<std::int64_t> integer(const char* key)
    {
        if (!m_reader.has(key) || is_null(key)) {
            m_reader.ignore(key);
            return std::nullopt;
        }
        return m_reader.integer(key, 1);
    }

    static std::optional<double> within(ObjectReader& reader, const char* key, const RealRange& range)
    {
        const auto value = reader.number(key);
        if (value && !is_within(*value, range))
            reader.fail("measured.time", key, must_be_within(key, range, shown(*value)));
        return value;
    }

    std::vector<std::string> words(const char* key)
    {
        std::vector<std::string> out;
        const Json* list = m_reader.has(key) ? m_reader.array(key) : nullptr;
        for (std::size_t i = 0; list && i < list->size(); ++i) {
            if (!(*list)[i].is_string()) {
                m_problems.push_back(m_document.error("reader.type", m_reader.pointer(key) + pointer_step(i),
                                                      "a string is expected, not " + shown((*list)[i])));
                break;
            }
            out.push_back((*list)[i].get<std::string>());
        }
        return out;
    }

    std::string model_name()
    {
        const Json* model = m_reader.any("model");
        if (model && model->is_string())
            return model->get<std::string>();
        if (model && model->is_object() && model->value("name", Json()).is_string())
            return model->at("name").get<std::string>();
        if (model)
            m_reader.fail("reader.type", "model", "\"model\" must be a name or a description with a name");
        return {};
    }

    void measurement(Row& out)
    {
        if (const Json* object = m_reader.object("measured")) {
            ObjectReader inner(m_document, *object, "/measured", m_problems);
            if (inner.has("seconds_per_iteration"))
                out.seconds_per_iteration = within(inner, "seconds_per_iteration", kSeconds);
        }
        if (m_reader.has("tokens_per_second_per_gpu") && !is_null("tokens_per_second_per_gpu"))
            out.tokens_per_second_per_gpu = within(m_reader, "tokens_per_second_per_gpu", kTokensPerSecond);
        m_reader.ignore("tokens_per_second_per_gpu");
        out.tokens_from = text("tokens_from");
        if (m_reader.has("candidates"))
            if (const Json* object = m_reader.object("candidates")) {
                ObjectReader inner(m_document, *object, "/candidates", m_problems);
                for (const auto& [definition, value] : object->items())
                    if (const auto tokens = within(inner, definition.c_str(), kTokensPerSecond))
                        out.candidates.push_back({definition, *tokens});
            }
    }

    /// What every row that can be priced says of strategy and system.
    void runs_on(const Row& out, const Json& strategy, strategy::Execution& to)
    {
        if (auto execution = strategy::execution_from_json(m_document, strategy, "/strategy")) {
            to = std::move(*execution);
            m_ran = least_values(to);
        } else {
            m_problems.insert(m_problems.end(), execution.diagnostics().begin(), execution.diagnostics().end());
        }
        if (!out.system)
            m_reader.fail("reader.missing", "system", "a row that can be priced names its \"system\"");
        else if (!system::find_preset(*out.system))
            m_reader.fail("measured.system", "system", no_system(*out.system));
    }

    /// Whether no degree, batch or tier is below the least that there is.
    bool least_values(const strategy::Execution& execution)
    {
        bool all = true;
        for (const strategy::FieldRow& field : strategy::field_rows()) {
            const bool number = field.kind == strategy::Kind::integer || field.kind == strategy::Kind::tier;
            const std::int64_t least = field.kind == strategy::Kind::tier ? 0 : 1;
            const auto value = number ? field.get(execution) : std::nullopt;
            if (!value || *value >= least)
                continue;
            all = false;
            m_problems.push_back(m_document.error("reader.range", "/strategy" + std::string(field.typed),
                                                  "\"" + std::string(field.path) + "\" must be " +
                                                      std::to_string(least) + " or more, not " +
                                                      std::to_string(*value)));
        }
        return all;
    }

    /// A description beside the form that is priced says the row's sequence, too.
    void same_description(const Row& row)
    {
        const Json& model = m_document.root().at("model");
        const Json said = model.is_object() ? model.value("sequence", Json()) : Json();
        if (row.sequence && said.is_number_integer() && said != *row.sequence)
            m_reader.fail("measured.contradiction", "sequence",
                          "\"sequence\" must be that of the \"model\", " + said.dump() + ", not " +
                              std::to_string(*row.sequence));
    }

    /// A model that is spelled out says the row's sequence, too.
    void same_sequence(const Row& row, std::int64_t of_model, const char* model)
    {
        if (row.sequence && *row.sequence != of_model)
            m_reader.fail("measured.contradiction", "sequence",
                          "\"sequence\" must be that of the \"" + std::string(model) + "\", " +
                              std::to_string(of_model) + ", not " + std::to_string(*row.sequence));
    }

    /// The model is a description, or the name of a released one at the row's sequence length.
    void modern(Row& out)
    {
        const Json* model = m_reader.any("model");
        const Json* strategy = m_reader.object("strategy");
        if (!model || !strategy)
            return;
        ModernCase each;
        if (model->is_string()) {
            if (const model::ReleasedModel* released = model::find_released(out.model_name))
                each.model = released->description;
            else
                m_reader.fail("measured.model", "model", no_released_model(out.model_name));
        } else if (auto read = model::description_from_json(m_document, *model, "/model", out.model_name)) {
            each.model = std::move(*read);
            same_sequence(out, each.model.sequence, "model");
        } else {
            m_problems.insert(m_problems.end(), read.diagnostics().begin(), read.diagnostics().end());
        }
        if (out.sequence)
            each.model.sequence = *out.sequence;
        runs_on(out, *strategy, each.execution);
        out.modern = std::move(each);
    }

    void plain(Row& out)
    {
        const Json* model = m_reader.any("plain_model");
        const Json* strategy = m_reader.object("strategy");
        if (!model || !strategy)
            return;
        PlainCase each;
        if (model->is_string()) {
            if (const model::TransformerModel* preset = model::find_preset(model->get<std::string>())) {
                each.model = *preset;
                each.model.sequence = out.sequence.value_or(preset->sequence);
                same_description(out);
            } else {
                m_reader.fail("measured.model", "plain_model", no_plain_model(model->get<std::string>()));
            }
        } else if (auto read = model::read_calculon_model(m_document, *model, "/plain_model", out.model_name)) {
            each.model = std::move(*read);
            same_sequence(out, each.model.sequence, "plain_model");
            same_description(out);
        } else {
            m_problems.insert(m_problems.end(), read.diagnostics().begin(), read.diagnostics().end());
        }
        runs_on(out, *strategy, each.execution);
        if (m_reader.has("plain_leaves_out") && !is_null("plain_leaves_out"))
            left_out(out);
        out.plain = std::move(each);
    }

    void left_out(Row& out)
    {
        const Json* object = m_reader.object("plain_leaves_out");
        if (!object)
            return;
        ObjectReader inner(m_document, *object, "/plain_leaves_out", m_problems);
        for (const auto& [what, value] : object->items()) {
            const auto share = inner.number(what);
            if (share && (*share < 0 || *share >= 1))
                inner.fail("reader.range", what,
                           "\"" + what + "\" must be a share of the FLOPs, from 0 to below 1, not " + shown(*share));
            out.left_out += share.value_or(0);
        }
    }

    const JsonDocument& m_document;
    Diagnostics& m_problems;
    ObjectReader m_reader;
    bool m_ran = false; ///< the strategy was read, and can be one
};

} // namespace

Result<Row> read_row(std::string text, const std::string& file, std::size_t line)
{
    const auto in_file = [&](Diagnostics diagnostics) {
        for (Diagnostic& each : diagnostics) {
            if (!each.location)
                each.location = SourceLocation{file, line, 0};
            each.location->line = line; // a row is a line
        }
        return diagnostics;
    };
    const auto document = JsonDocument::parse(std::move(text), file);
    if (!document)
        return in_file(document.diagnostics());
    Diagnostics problems;
    RowReader reader(*document, problems);
    if (!reader.valid())
        return in_file(problems);
    Row row = reader.row();
    if (!problems.empty())
        return in_file(problems);
    row.location = {file, line, 0};
    return row;
}

Result<std::vector<Row>> read_rows(std::string_view text, const std::string& file, const CancelToken& cancel)
{
    std::vector<Row> out;
    Diagnostics problems;
    for (std::size_t line = 1; !text.empty() && !problems.full(); ++line) {
        if (cancel.cancelled())
            return Cancelled{};
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view one = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (one.find_first_not_of(" \t\r") == std::string_view::npos)
            continue;
        auto row = read_row(std::string(one), file, line);
        if (!row)
            problems.insert(problems.end(), row.diagnostics().begin(), row.diagnostics().end());
        else
            out.push_back(std::move(*row));
    }
    const Diagnostics repeated = repeated_ids({}, out);
    problems.insert(problems.end(), repeated.begin(), repeated.end());
    if (!problems.empty())
        return problems;
    return out;
}

Diagnostics repeated_ids(std::span<const Row> before, std::span<const Row> rows)
{
    Diagnostics out;
    std::map<std::string_view, const Row*> known;
    for (const Row& row : before)
        known.try_emplace(row.id, &row);
    for (const Row& row : rows)
        if (const auto [first, is_new] = known.try_emplace(row.id, &row); !is_new)
            out.push_back({Severity::error, "measured.duplicate_id", "/id",
                           "the id " + shown(row.id) + " stands in " + first->second->location.file + ", line " +
                               std::to_string(first->second->location.line) + ", too",
                           row.location});
    return out;
}

Result<std::vector<Row>> carried_rows()
{
    const auto bytes_of = [](const std::string& path) -> std::string_view {
        for (const EmbeddedFile& each : measured_files())
            if (each.path == path)
                return each.bytes;
        return {};
    };
    const auto index = JsonDocument::parse(std::string(bytes_of("measured/SOURCES.json")), "measured/SOURCES.json");
    if (!index)
        return index.failure_as<std::vector<Row>>();
    std::vector<Row> out;
    Diagnostics problems;
    ObjectReader reader(*index, index->root(), "", problems);
    const Json* files = reader.array("files");
    for (std::size_t i = 0; files && i < files->size(); ++i) {
        ObjectReader file(*index, (*files)[i], "/files" + pointer_step(i), problems);
        const std::string path = "measured/" + file.string("name").value_or("") + ".jsonl";
        auto rows = read_rows(bytes_of(path), path);
        if (rows)
            std::move(rows->begin(), rows->end(), std::back_inserter(out));
        else
            problems.insert(problems.end(), rows.diagnostics().begin(), rows.diagnostics().end());
    }
    if (!problems.empty())
        return problems;
    return out;
}

} // namespace blueprinting::measured
