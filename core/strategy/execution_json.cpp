#include "core/base/overloaded.h"
#include "core/strategy/derived.h"
#include "core/strategy/forms.h"
#include "core/strategy/mapping.h"

#include <algorithm>
#include <array>
#include <set>

/// The canonical typed form: the shape of the types themselves, so that an illegal strategy is kept as it is. A field
/// stands where its row says; the schedule is a sum of its own shape, which holds the chunks.
namespace blueprinting::strategy {
namespace {

/// In the order in which problems are said; the others follow. What a file is of decides what it holds.
constexpr std::initializer_list<Field> kOrder{Field::purpose, Field::global_batch, Field::microbatch_size,
                                              Field::datatype, Field::attention_type};

/// Stands in the object of the recompute policy, where that is one.
bool within_recompute(Field field)
{
    return field == Field::recompute_modules || field == Field::recompute_method || field == Field::recompute_layers;
}

Json schedule_json(const PipelineSchedule& schedule)
{
    Json out{{"kind", schedule_name(schedule)}};
    std::visit(Overloaded{[](const SingleStage&) {}, [](const OneForwardOneBackward&) {},
                          [&](const InterleavedOneForwardOneBackward& s) { out["virtual_stages"] = s.virtual_stages; },
                          [&](const ForwardOnly& s) { out["virtual_stages"] = s.virtual_stages; }},
               schedule);
    return out;
}

Json value_json(const FieldRow& row, const Execution& execution, std::int64_t value)
{
    if (row.field == Field::schedule)
        return schedule_json(pipeline(execution).schedule);
    if (row.field == Field::layout)
        return pipeline(execution).layout;
    if (row.field == Field::recompute && !modules(execution).empty()) {
        Json names = Json::array();
        for (const Module module : kModules)
            if (modules(execution).has(module))
                names.push_back(to_string(module));
        return {{"kind", "modules"}, {"modules", std::move(names)}};
    }
    if (row.field == Field::recompute &&
        (full_method(execution) != FullRecompute::uniform || full_layers(execution) != 1))
        return {{"kind", to_string(recompute(execution))},
                {"method",
                 strategy::row(Field::recompute_method).words[static_cast<std::size_t>(full_method(execution))].key},
                {"layers", full_layers(execution)}};
    if (!row.words.empty())
        return row.words[static_cast<std::size_t>(value)].key;
    return row.kind == Kind::flag ? Json(value != 0) : Json(value);
}

/// What people ask for and nothing here computes: refused by name, not as an unknown key.
struct Refused {
    const char *key, *code, *why;
};
constexpr std::array kRefused{
    Refused{
        "overlap", "strategy.unsupported.overlap",
        "messages that are sent while a rank computes are not modelled: every one is charged whole; leave \"overlap\" "
        "out"},
    Refused{"packed", "strategy.unsupported.packed",
            "sequences of several lengths in one are not modelled: all have the model's length; leave \"packed\" out"},
    Refused{"offload", "strategy.unsupported.offload",
            "weights, activations and states stay on the processor; leave \"offload\" out"}};

/// No network named for a group: it lies as its ranks do.
void leave_open(Execution& out, Field tier)
{
    (tier == Field::tensor_tier     ? out.tiers.tensor
     : tier == Field::pipeline_tier ? out.tiers.pipeline
                                    : out.tiers.data) = std::nullopt;
}

/// Reads the typed form; every problem lands in one list, and what could not be read keeps its default until the
/// caller sees that the list is not empty.
class Reader {
public:
    Reader(const JsonDocument& document, Diagnostics& problems) : m_document(document), m_problems(problems) {}

    /// The object that stands at `place` of the form, and what is in it.
    void read(ObjectReader& reader, const std::string& place, Execution& out)
    {
        std::set<std::string, std::less<>> known;
        for (const FieldRow* row : rows_in(kOrder)) {
            if (!row->typed.starts_with(place + '/') || !held(*row, out) || row->field == Field::virtual_stages ||
                within_recompute(row->field))
                continue;
            const std::string_view rest = row->typed.substr(place.size() + 1);
            const std::string key(rest.substr(0, rest.find('/')));
            if (!known.insert(key).second || (row->optional && !reader.has(key)))
                continue;
            if (row->kind == Kind::tier && !reader.has(key)) { // the key, or the object of them all
                for (const Field tier : {Field::tensor_tier, Field::pipeline_tier, Field::data_tier})
                    if (key.size() < rest.size() || tier == row->field)
                        leave_open(out, tier);
                continue;
            }
            if (row->field == Field::optimizer_sharding && reader.has("sharding") && !reader.has(key))
                continue; // the newer word says it
            if (row->field == Field::recompute && recompute(reader, key, out))
                continue;
            const bool nested = key.size() < rest.size();
            if (nested || row->field == Field::schedule) {
                if (const Json* object = reader.object(key)) {
                    ObjectReader inner(m_document, *object, reader.pointer(key), m_problems);
                    nested ? read(inner, place + '/' + key, out) : schedule(inner, out);
                }
            } else if (row->field == Field::layout) {
                layout(reader, key, out);
            } else if (const auto value = this->value(reader, *row, key)) {
                row->set(out, *value);
            } else if (row->field == Field::purpose) {
                return; // nobody knows what else may stand there
            }
        }
        if (reader.has("optimizer_sharding") && reader.has("sharding"))
            agree(reader, out);
        for (const auto& [key, code, why] : kRefused)
            if (reader.has(key)) {
                reader.ignore(key);
                reader.fail(code, key, why);
            }
        reader.finish();
    }

private:
    /// What an object in place of a policy's word says: modules, or how full recomputation goes over the blocks. False
    /// where there is none.
    bool recompute(ObjectReader& reader, const std::string& key, Execution& out)
    {
        const Json* value = reader.has(key) ? reader.any(key) : nullptr;
        if (!value || !value->is_object())
            return false;
        ObjectReader inner(m_document, *value, reader.pointer(key), m_problems);
        const auto kind = inner.choice("kind", {"modules", "full"});
        if (kind == "modules") {
            modules(inner, out);
        } else if (kind == "full") {
            row(Field::recompute).set(out, static_cast<std::int64_t>(RecomputePolicy::full));
            if (inner.has("method"))
                if (const auto method = word_at(inner, "method", row(Field::recompute_method).words, &Word::key))
                    row(Field::recompute_method).set(out, *method);
            if (inner.has("layers"))
                row(Field::recompute_layers).set(out, inner.integer("layers").value_or(1));
        }
        inner.finish();
        return true;
    }

    void modules(ObjectReader& inner, Execution& out)
    {
        const Json* names = inner.array("modules");
        ModuleSet found;
        for (std::size_t i = 0; names && i < names->size(); ++i) {
            const auto at = std::find_if(kModules.begin(), kModules.end(),
                                         [&](Module module) { return (*names)[i] == to_string(module); });
            if (at != kModules.end()) {
                found.add(*at);
                continue;
            }
            std::string all;
            for (const Module module : kModules)
                all += (all.empty() ? "" : ", ") + std::string(to_string(module));
            Diagnostic unknown =
                m_document.error("strategy.recompute.module_unknown", inner.pointer("modules") + pointer_step(i),
                                 shown((*names)[i]) + " is no module; there are " + all);
            unknown.path = path_of(Field::recompute_modules);
            m_problems.push_back(std::move(unknown));
        }
        row(Field::recompute_modules).set(out, found.bits());
    }

    static void layout(ObjectReader& reader, const std::string& key, Execution& out)
    {
        const auto text = reader.string(key);
        if (!text)
            return;
        const std::string layout = *text == "even" ? std::string() : *text;
        std::visit([&](auto& p) { p.pipeline.layout = layout; }, out.parallelism);
    }

    void agree(ObjectReader& reader, const Execution& out)
    {
        const DataParallel& its = data(out);
        const Json* sharding = reader.object("sharding");
        if (sharding && sharding->contains("kind") &&
            its.optimizer_sharding != (its.sharding == StateSharding::optimizer))
            reader.fail("reader.alias_conflict", "sharding",
                        "\"optimizer_sharding\" and \"sharding\" say the same thing and disagree; leave out the first");
    }

    static std::optional<std::int64_t> value(ObjectReader& reader, const FieldRow& row, const std::string& key)
    {
        if (row.field == Field::precision_recipe) {
            const Json* recipe = reader.any(key);
            const auto known = [&](const Word& word) { return *recipe == word.key; };
            if (recipe && recipe->is_string() && std::none_of(row.words.begin(), row.words.end(), known)) {
                reader.fail("strategy.unsupported.precision", key,
                            "the precision is \"uniform\" or \"float8_linear\"; " + shown(*recipe) +
                                " is not modelled");
                return std::nullopt;
            }
        }
        if (!row.words.empty())
            return word_at(reader, key, row.words, &Word::key);
        if (row.kind != Kind::flag)
            return reader.integer(key);
        const auto on = reader.boolean(key);
        return on ? std::optional<std::int64_t>(*on) : std::nullopt;
    }

    static void schedule(ObjectReader& reader, Execution& out)
    {
        PipelineSchedule schedule;
        const auto kind = word_at(reader, "kind", row(Field::schedule).words, &Word::key);
        if (kind == 1)
            schedule = OneForwardOneBackward{};
        else if (kind == 2)
            schedule = InterleavedOneForwardOneBackward{reader.integer("virtual_stages").value_or(2)};
        else if (kind == 3)
            schedule = ForwardOnly{reader.integer("virtual_stages").value_or(1)};
        reader.finish();
        set_schedule(out, schedule);
    }

    const JsonDocument& m_document;
    Diagnostics& m_problems;
};

} // namespace

Json to_json(const Execution& execution)
{
    Json out = Json::object();
    for (const FieldRow& row : field_rows()) {
        const auto value = row.get(execution);
        if (!value || !held(row, execution) || row.field == Field::virtual_stages || within_recompute(row.field) ||
            (row.optional && value == row.silent()) ||
            (row.field == Field::optimizer_sharding && data(execution).sharding != StateSharding::none))
            continue;
        Json* at = &out;
        for (std::string_view rest = row.typed; !rest.empty();) {
            rest.remove_prefix(1);
            const std::size_t end = std::min(rest.find('/'), rest.size());
            at = &(*at)[std::string(rest.substr(0, end))];
            rest.remove_prefix(end);
        }
        *at = value_json(row, execution, *value);
    }
    return out;
}

Result<Execution> execution_from_json(const JsonDocument& document, const Json& value, const std::string& pointer)
{
    Diagnostics problems;
    ObjectReader reader(document, value, pointer, problems);
    if (!reader.valid())
        return problems;
    Execution out;
    Reader(document, problems).read(reader, "", out);
    if (!problems.empty())
        return problems;
    return out;
}

} // namespace blueprinting::strategy
