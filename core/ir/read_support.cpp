#include "core/ir/read_support.h"

#include "core/base/overloaded.h"
#include "core/strategy/mapping.h"

#include <algorithm>

namespace blueprinting::ir {
namespace {

std::optional<std::int64_t> exact(const Json& value)
{
    if (value.is_number_unsigned()) {
        const auto n = value.get<std::uint64_t>();
        return n <= static_cast<std::uint64_t>(INT64_MAX) ? std::optional(static_cast<std::int64_t>(n)) : std::nullopt;
    }
    return value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : std::nullopt;
}

/// One of the names of a list, by what it stands for.
template <class T, std::size_t N>
std::optional<T> choice(ObjectReader& from, const std::string& key,
                        const std::array<std::pair<T, std::string_view>, N>& names)
{
    const auto spelled = [&]<std::size_t... Index>(std::index_sequence<Index...>)
    {
        return from.choice(key, {names[Index].second...});
    }
    (std::make_index_sequence<N>());
    for (const auto& [value, name] : names)
        if (spelled == name)
            return value;
    return std::nullopt;
}

} // namespace

std::int64_t PartReader::whole(ObjectReader& from, const std::string& key)
{
    const Json* value = from.any(key);
    if (!value)
        return 0;
    const auto n = exact(*value);
    if (!n)
        from.fail("reader.type", key, "\"" + key + "\" must be a 64-bit integer, not " + shown(*value));
    return n.value_or(0);
}

std::string PartReader::text(ObjectReader& from, const std::string& key)
{
    return from.string(key).value_or(std::string());
}

bool PartReader::flag(ObjectReader& from, const std::string& key) { return from.boolean(key).value_or(false); }

Digest PartReader::digest(ObjectReader& from, const std::string& key)
{
    const auto hex = from.string(key);
    if (!hex)
        return {};
    auto digest = Digest::from_hex(*hex);
    if (digest)
        return std::move(digest).value();
    from.fail("digest.malformed", key, digest.diagnostics().front().message);
    return {};
}

std::vector<std::string> PartReader::strings(ObjectReader& from, const std::string& key)
{
    std::vector<std::string> out;
    const Json* list = from.array(key);
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        const Json& value = (*list)[i];
        if (!value.is_string()) {
            from.fail("reader.type", key, "\"" + key + "\" holds strings, not " + shown(value));
            break;
        }
        out.push_back(value.get<std::string>());
    }
    return out;
}

std::vector<std::int64_t> PartReader::integers(ObjectReader& from, const std::string& key)
{
    std::vector<std::int64_t> out;
    const Json* list = from.array(key);
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        const auto n = exact((*list)[i]);
        if (!n) {
            from.fail("reader.type", key, "\"" + key + "\" holds 64-bit integers, not " + shown((*list)[i]));
            break;
        }
        out.push_back(*n);
    }
    return out;
}

Quotient PartReader::quotient(ObjectReader& from, const std::string& key)
{
    const Json* value = from.any(key);
    if (!value)
        return {};
    if (const auto n = exact(*value))
        return {*n, 1};
    if (!value->is_object()) {
        from.fail("reader.type", key,
                  "\"" + key + "\" must be a 64-bit integer or {divisor, numerator}, not " + shown(*value));
        return {};
    }
    ObjectReader parts = object(*value, from.pointer(key));
    const Quotient out{whole(parts, "numerator"), whole(parts, "divisor")};
    parts.finish();
    // A divisor of 1 is spelled as a plain integer, so that every quotient has one spelling.
    if (sound() && out.divisor < 2)
        from.fail("reader.range", key, "\"" + key + "\" has a divisor of at least 2, or is a plain integer");
    return out;
}

Lineage PartReader::lineage(ObjectReader& from)
{
    Lineage out;
    if (const Json* value = from.object("lineage")) {
        ObjectReader parts = object(*value, from.pointer("lineage"));
        out.kind = name(parts, "kind", lineage_kind_from, "kind of lineage");
        out.transform = text(parts, "transform");
        out.sources = strings(parts, "sources");
        parts.finish();
    }
    return out;
}

StorageFlags PartReader::storage(ObjectReader& from)
{
    StorageFlags out;
    if (const Json* value = from.object("storage")) {
        ObjectReader parts = object(*value, from.pointer("storage"));
        out.reused = flag(parts, "reused");
        out.activation_dropped = flag(parts, "activation_dropped");
        out.output_dropped = flag(parts, "output_dropped");
        parts.finish();
    }
    return out;
}

Primitive PartReader::primitive(ObjectReader& from)
{
    const Json* value = from.object("primitive");
    if (!value)
        return {};
    ObjectReader parts = object(*value, from.pointer("primitive"));
    std::array<std::pair<Primitive, std::string_view>, std::variant_size_v<Primitive>> types;
    std::transform(all_primitives().begin(), all_primitives().end(), types.begin(),
                   [](const Primitive& each) { return std::pair(each, primitive_name(each)); });
    auto out = choice(parts, "type", types);
    if (!out)
        return {};
    visit_fields(*out, Overloaded{[&](const Extent& extent, std::int64_t& field) {
                                      field = whole(parts, std::string(extent.key));
                                  },
                                  [&](std::string_view key, bool& field) { field = flag(parts, std::string(key)); },
                                  [&](std::string_view key, const auto& names, auto& field) {
                                      field = choice(parts, std::string(key), names).value_or(field);
                                  }});
    parts.finish();
    return *out;
}

Collective PartReader::collective(ObjectReader& from)
{
    Collective out;
    out.kind = name(from, "collective", collective_from, "collective");
    out.participants = whole(from, "participants");
    out.message_bytes = whole(from, "message_bytes");
    out.reduction = text(from, "reduction");
    return out;
}

ProgramSemantics PartReader::program(ObjectReader& from)
{
    ProgramSemantics out;
    const Json* value = from.object("program");
    if (!value)
        return out;
    ObjectReader parts = object(*value, from.pointer("program"));
    if (const Json* execution = parts.any("execution")) {
        auto read = strategy::execution_from_json(m_document, *execution, parts.pointer("execution"));
        if (read)
            out.execution = std::move(read).value();
        else
            m_problems.insert(m_problems.end(), read.diagnostics().begin(), read.diagnostics().end());
    }
    out.blocks = whole(parts, "blocks");
    out.hidden = whole(parts, "hidden");
    out.sequence = whole(parts, "sequence");
    out.pipeline_message_bytes = whole(parts, "pipeline_message_bytes");
    out.feedforward = whole(parts, "feedforward");
    out.heads = whole(parts, "heads");
    out.head_size = whole(parts, "head_size");
    parts.finish();
    return out;
}

} // namespace blueprinting::ir
