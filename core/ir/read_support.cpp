#include "core/ir/read_support.h"

#include "core/strategy/mapping.h"

#include <cmath>

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
    const auto type = parts.choice("type", {"linear", "batch_matmul", "layer_norm", "softmax", "dropout", "gelu",
                                            "residual_add", "fork", "boundary"});
    Primitive out;
    if (!type)
        return out;
    const auto n = [&](const char* key) { return whole(parts, key); };
    if (*type == "linear")
        out = Linear{n("m"), n("n"), n("k")};
    else if (*type == "batch_matmul")
        out = BatchMatmul{n("batch"), n("m"), n("n"), n("k")};
    else if (*type == "layer_norm")
        out = LayerNorm{n("elements"), n("hidden")};
    else if (*type == "softmax")
        out = Softmax{n("elements")};
    else if (*type == "dropout")
        out = Dropout{n("elements")};
    else if (*type == "gelu")
        out = Gelu{n("elements"), flag(parts, "fused")};
    else if (*type == "residual_add")
        out = ResidualAdd{n("elements")};
    else if (*type == "fork")
        out = Fork{n("elements"), n("users")};
    else
        out = Boundary{parts.choice("side", {"column", "row"}) == "row" ? BoundarySide::row : BoundarySide::column,
                       n("elements")};
    parts.finish();
    return out;
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
