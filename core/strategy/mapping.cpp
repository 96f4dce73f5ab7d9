#include "core/strategy/mapping.h"

#include "core/strategy/derived.h"
#include "core/strategy/forms.h"

namespace blueprinting::strategy {
namespace {

using FlatValues = std::array<std::optional<std::int64_t>, kFields>;

constexpr std::size_t index(Field field) { return static_cast<std::size_t>(field); }

/// A row's value under our own key or Calculon's; both may stand where they agree. Calculon's is asked for where
/// neither stands: that is what files in the field have.
class FlatReader {
public:
    FlatReader(ObjectReader& reader, const Json& object) : m_reader(reader), m_object(object) {}

    std::optional<std::int64_t> value(const FieldRow& row)
    {
        const std::string key(row.key), own(row.own_key);
        if (own.empty() || !m_reader.has(own))
            return row.optional && !m_reader.has(key) ? row.silent() : value_of(row, key);
        const auto value = value_of(row, own);
        if (!m_reader.has(key))
            return value;
        const auto other = value_of(row, key);
        if (value && other && *value != *other)
            m_reader.fail("reader.alias_conflict", key,
                          "\"" + key + "\" is " + shown(m_object.at(key)) + ", but \"" + own +
                              "\", which means the same, is " + shown(m_object.at(own)));
        return value;
    }
    /// The key that stands, for what is said of it.
    [[nodiscard]] std::string key(const FieldRow& row) const
    {
        return std::string(!row.own_key.empty() && m_reader.has(std::string(row.own_key)) ? row.own_key : row.key);
    }

private:
    std::optional<std::int64_t> value_of(const FieldRow& row, const std::string& key)
    {
        if (row.kind == Kind::flag) {
            const auto on = m_reader.boolean(key);
            return on ? std::optional<std::int64_t>(*on) : std::nullopt;
        }
        if (row.kind == Kind::choice)
            return word_at(m_reader, key, row.words, &Word::flat);
        const auto number = m_reader.integer(key);
        if (row.kind == Kind::tier && number && *number < 0)
            m_reader.fail("strategy.network.unknown_tier", key,
                          "\"" + key + "\" names a network tier, counted from 0, not " + std::to_string(*number));
        return number;
    }

    ObjectReader& m_reader;
    const Json& m_object;
};

void read_unsupported(ObjectReader& reader)
{
    for (const Unsupported& each : kUnsupported) {
        const auto kind = each.of_kinds ? reader.choice(each.key, {"none", "ring", "pipe"}) : std::nullopt;
        const auto on = each.of_kinds ? kind && *kind != "none" : reader.boolean(each.key) == true;
        if (on)
            reader.fail(each.code, each.key,
                        "\"" + std::string(each.key) + "\" must be " + each.off().dump() +
                            (kind ? ", not \"" + *kind + "\"" : "") +
                            ": it needs commands, queues and buffers, which a portable plan does not have");
    }
}

/// What of a training alone an inference states all the same, and what only Calculon has.
void refuse_what_is_not_held(ObjectReader& reader, const FlatReader& flat, const FlatValues& values, Rules rules)
{
    const auto has = [&](Field field, auto value) { return values[index(field)] == static_cast<std::int64_t>(value); };
    if (has(Field::tensor_communication, TensorCommunication::p2p_rs_ag) && rules == Rules::strict)
        reader.fail(
            "strategy.unsupported.communication", flat.key(row(Field::tensor_communication)),
            "\"p2p_rs_ag\" is admitted only under the Calculon-compatible rules; otherwise \"ar\" or \"rs_ag\"");
    if (!has(Field::purpose, 0))
        return;
    for (const FieldRow& row : field_rows()) {
        const std::int64_t value = values[index(row.field)].value_or(0);
        if (!row.in_inference.code.empty() && value != 0)
            reader.fail(std::string(row.in_inference.code), flat.key(row),
                        std::string(row.in_inference.why) +
                            (row.kind == Kind::choice ? ", not " + flat_json(row, value).dump() : ""));
    }
}

} // namespace

std::optional<SourceLocation> locate_field(const JsonDocument& document, const std::string& pointer,
                                           std::string_view path)
{
    const auto found = [&](const std::string& step) -> std::optional<SourceLocation> {
        const SourceLocation where = document.locate(pointer + step);
        return where.line > 0 ? std::optional(where) : std::nullopt;
    };
    const FieldRow* row = row_of_path(path);
    if (!row)
        return found(pointer_step(std::string(path)));
    // A flat file's schedule follows from its chunks.
    const FieldRow& flat = row->field == Field::schedule ? strategy::row(Field::virtual_stages) : *row;
    for (const std::string_view key : {flat.own_key, flat.key})
        if (!key.empty())
            if (const auto where = found(pointer_step(std::string(key))))
                return where;
    return found(std::string(row->typed));
}

Result<Execution> from_mapping(const JsonDocument& document, const Json& value, const std::string& pointer, Rules rules)
{
    Diagnostics problems;
    ObjectReader reader(document, value, pointer, problems);
    if (!reader.valid())
        return problems;
    FlatReader flat(reader, value);

    FlatValues values;
    for (const FieldRow& row : field_rows())
        if (is_flat(row))
            values[index(row.field)] = flat.value(row);
    read_unsupported(reader);
    reader.finish();

    refuse_what_is_not_held(reader, flat, values, rules);
    if (!problems.empty())
        return problems;

    Execution out;
    const bool training = values[index(Field::purpose)] != 0;
    set_training(out, training);
    for (const FieldRow& row : field_rows())
        if (const auto its = values[index(row.field)]; its && row.field != Field::virtual_stages)
            row.set(out, *its);
    const std::int64_t interleaving = *values[index(Field::virtual_stages)];
    set_schedule(out, training ? training_schedule(pipeline_degree(out), interleaving) : ForwardOnly{interleaving});
    return out;
}

Json to_calculon(const Execution& execution)
{
    Json out = Json::object();
    for (const FieldRow& row : field_rows()) {
        const auto value = row.get(execution);
        const bool unsaid = (row.optional && value == row.silent()) || (row.kind == Kind::tier && !value);
        if (is_flat(row) && !unsaid)
            out[std::string(row.key)] = flat_json(row, value.value_or(1)); // without chunks, one a stage
    }
    for (const Unsupported& each : kUnsupported)
        out[each.key] = each.off();
    // Only an execution that breaks a law states another count, or has a product past the range of integers.
    const auto product = checked_world_size(execution);
    out["num_procs"] = execution.num_procs ? Json(*execution.num_procs) : product ? Json(*product) : Json(nullptr);
    return out;
}

} // namespace blueprinting::strategy
