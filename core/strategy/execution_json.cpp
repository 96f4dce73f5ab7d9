#include "core/base/overloaded.h"
#include "core/strategy/derived.h"
#include "core/strategy/forms.h"
#include "core/strategy/mapping.h"

#include <set>

/// The canonical typed form: the shape of the types themselves, so that an illegal strategy is kept as it is. A field
/// stands where its row says; the schedule is a sum of its own shape, which holds the chunks.
namespace blueprinting::strategy {
namespace {

/// In the order in which problems are said; the others follow. What a file is of decides what it holds.
constexpr std::initializer_list<Field> kOrder{Field::purpose, Field::global_batch, Field::microbatch_size,
                                              Field::datatype, Field::attention_type};

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
    if (!row.words.empty())
        return row.words[static_cast<std::size_t>(value)].key;
    return row.kind == Kind::flag ? Json(value != 0) : Json(value);
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
            if (!row->typed.starts_with(place + '/') || !held(*row, out) || row->field == Field::virtual_stages)
                continue;
            const std::string_view rest = row->typed.substr(place.size() + 1);
            const std::string key(rest.substr(0, rest.find('/')));
            if (!known.insert(key).second || (row->optional && !reader.has(key)))
                continue;
            const bool nested = key.size() < rest.size();
            if (nested || row->field == Field::schedule) {
                if (const Json* object = reader.object(key)) {
                    ObjectReader inner(m_document, *object, reader.pointer(key), m_problems);
                    nested ? read(inner, place + '/' + key, out) : schedule(inner, out);
                }
            } else if (const auto value = this->value(reader, *row, key)) {
                row->set(out, *value);
            } else if (row->field == Field::purpose) {
                return; // nobody knows what else may stand there
            }
        }
        reader.finish();
    }

private:
    static std::optional<std::int64_t> value(ObjectReader& reader, const FieldRow& row, const std::string& key)
    {
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
        if (!value || !held(row, execution) || row.field == Field::virtual_stages ||
            (row.optional && value == row.silent()))
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
