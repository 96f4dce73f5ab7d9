#include "core/base/object_reader.h"
#include "core/base/overloaded.h"
#include "core/ir/serialise.h"
#include "core/model/description_json.h"
#include "core/strategy/mapping.h"

#include <algorithm>
#include <array>

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

/// A model says nothing of where it runs: such a key is named for what it is instead of as merely unknown.
void refuse_placement(ObjectReader& from)
{
    static constexpr std::array words{"tp", "pp", "dp", "rank", "device", "kernel", "duration"};
    for (const char* word : words)
        if (from.has(word)) {
            from.ignore(word);
            from.fail("ir.model.forbidden", word, std::string("a model holds no ") + word);
        }
}

/// What readers of one file share. Every problem lands in one list; what could not be read keeps its default until the
/// caller sees that the list is not empty.
struct File {
    const JsonDocument& document;
    Diagnostics& problems;
    bool is_model = false;
};

/// Reads the fields of one object, by their type.
class Reader {
public:
    Reader(const File& file, const Json& value, const std::string& pointer)
        : m_file(file), m_from(file.document, value, pointer, file.problems)
    {
        if (m_file.is_model && m_from.valid())
            refuse_placement(m_from);
    }
    [[nodiscard]] bool valid() const { return m_from.valid(); }
    void finish() { m_from.finish(); }

    template <class T, class... Rest>
    void operator()(const char* key, T& out, Rest&&... rest)
    {
        read(key, out);
        if constexpr (sizeof...(rest) > 0)
            (*this)(rest...);
    }

    /// The content is that of another schema than the file says.
    void read_as(const std::string& schema)
    {
        m_from.fail("ir.schema.unknown", "schema", "what stands here is of schema " + schema);
    }
    void read(const std::string& key, const std::string_view&)
    {
        m_from.ignore(key);
    } // read before: it chose the reader
    void read(const std::string& key, std::string& out) { out = m_from.string(key).value_or(std::string()); }
    void read(const std::string& key, bool& out) { out = m_from.boolean(key).value_or(false); }
    /// A 64-bit integer: a byte count may pass 2^53.
    void read(const std::string& key, std::int64_t& out)
    {
        if (const Json* value = m_from.any(key))
            whole(key, *value, out, "must be a 64-bit integer");
    }
    void read(const std::string& key, Digest& out)
    {
        const auto hex = m_from.string(key);
        if (!hex)
            return;
        if (auto digest = Digest::from_hex(*hex))
            out = std::move(digest).value();
        else
            m_from.fail("digest.malformed", key, digest.diagnostics().front().message);
    }
    void read(const std::string& key, Quotient& out);
    void read(const std::string& key, WorkloadFacts& out)
    {
        nested(key, [&](Reader& parts) {
            parts("message_bytes", out.message_bytes, "operations", out.operations, "read_bytes", out.read_bytes,
                  "write_bytes", out.write_bytes);
            if (parts.m_from.has("launches"))
                parts("launches", out.launches);
        });
    }
    void read(const std::string& key, Primitive& out);
    void read(const std::string& key, strategy::Execution& out)
    {
        const Json* value = m_from.any(key);
        if (!value)
            return;
        auto read = strategy::execution_from_json(m_file.document, *value, m_from.pointer(key));
        if (read)
            out = std::move(read).value();
        else
            m_file.problems.insert(m_file.problems.end(), read.diagnostics().begin(), read.diagnostics().end());
    }
    template <class T>
    void read(const std::string& key, Extra<T>& out)
    {
        if (m_from.has(key))
            read(key, out.value.emplace());
    }
    void read(const std::string& key, model::Description& out)
    {
        const Json* value = m_from.any(key);
        if (!value)
            return;
        auto read = model::description_from_json(m_file.document, *value, m_from.pointer(key), "");
        if (read)
            out = std::move(read).value();
        else
            m_file.problems.insert(m_file.problems.end(), read.diagnostics().begin(), read.diagnostics().end());
    }
    template <class T>
    void read(const std::string& key, std::optional<T>& out)
    {
        const Json* value = m_from.any(key);
        if (value && !value->is_null())
            into(*value, m_from.pointer(key), out.emplace());
    }
    template <class T>
    void read(const std::string& key, std::vector<T>& out)
    {
        const Json* list = m_from.array(key);
        bool alike = true; // the first element of another type is said, and is enough
        for (std::size_t i = 0; list && i < list->size() && alike && !m_file.problems.full(); ++i) {
            const Json& value = (*list)[i];
            if constexpr (std::is_same_v<T, std::int64_t>) {
                alike = whole(key, value, out.emplace_back(), "holds 64-bit integers");
            } else if constexpr (std::is_same_v<T, std::string>) {
                alike = value.is_string();
                if (alike)
                    out.push_back(value.get<std::string>());
                else
                    m_from.fail("reader.type", key, "\"" + key + "\" holds strings, not " + shown(value));
            } else {
                into(value, m_from.pointer(key) + pointer_step(i), out.emplace_back());
            }
        }
    }
    template <class T>
    void read(const std::string& key, T& out)
    {
        if constexpr (std::is_enum_v<T>)
            named(key, out);
        else
            nested(key, [&](Reader& parts) { T::fields(out, parts); });
    }

private:
    template <class T>
    void into(const Json& value, const std::string& pointer, T& out)
    {
        Reader parts(m_file, value, pointer);
        if (!parts.valid())
            return;
        T::fields(out, parts);
        parts.finish();
    }
    template <class F>
    void nested(const std::string& key, F&& read)
    {
        const Json* value = m_from.object(key);
        if (!value)
            return;
        Reader parts(m_file, *value, m_from.pointer(key));
        read(parts);
        parts.finish();
    }
    bool whole(const std::string& key, const Json& value, std::int64_t& out, const char* what)
    {
        const auto n = exact(value);
        if (!n)
            m_from.fail("reader.type", key, "\"" + key + "\" " + what + ", not " + shown(value));
        out = n.value_or(0);
        return n.has_value();
    }
    /// One of a list of names; `at(i)` gives the i-th, empty past the last. Where it is none, what is allowed is said.
    template <class F>
    std::optional<std::size_t> one_of(const std::string& key, F&& at)
    {
        const auto text = m_from.string(key);
        if (!text)
            return std::nullopt;
        std::string list;
        for (std::size_t i = 0;; ++i) {
            const std::string_view name = at(i);
            if (name.empty())
                break;
            if (name == *text)
                return i;
            list += (list.empty() ? "\"" : ", \"") + std::string(name) + "\"";
        }
        m_from.fail("reader.choice", key, "\"" + key + "\" must be one of " + list + ", not " + shown(Json(*text)));
        return std::nullopt;
    }
    template <class Enum>
    void named(const std::string& key, Enum& out)
    {
        if (const auto index = one_of(key, [](std::size_t i) { return to_string(static_cast<Enum>(i)); }))
            out = static_cast<Enum>(*index);
    }
    const File& m_file;
    ObjectReader m_from;
};

void Reader::read(const std::string& key, Quotient& out)
{
    const Json* value = m_from.any(key);
    if (!value)
        return;
    if (const auto n = exact(*value)) {
        out = {*n, 1};
        return;
    }
    if (!value->is_object()) {
        m_from.fail("reader.type", key,
                    "\"" + key + "\" must be a 64-bit integer or {divisor, numerator}, not " + shown(*value));
        return;
    }
    nested(key, [&](Reader& parts) { parts("numerator", out.numerator, "divisor", out.divisor); });
    // A divisor of 1 is spelled as a plain integer, so that every quotient has one spelling.
    if (m_file.problems.empty() && out.divisor < 2)
        m_from.fail("reader.range", key, "\"" + key + "\" has a divisor of at least 2, or is a plain integer");
}

void Reader::read(const std::string& key, Primitive& out)
{
    nested(key, [&](Reader& parts) {
        const std::span<const Primitive> all = all_primitives();
        const auto type = [&](std::size_t i) { return i < all.size() ? primitive_name(all[i]) : std::string_view(); };
        if (const auto index = parts.one_of("type", type))
            out = all[*index];
        visit_fields(out, Overloaded{[&](const Extent& extent, std::int64_t& field) {
                                         parts.read(std::string(extent.key), field);
                                     },
                                     [&](std::string_view name, bool& field) { parts.read(std::string(name), field); },
                                     [&](std::string_view name, const auto& names, auto& field) {
                                         const auto at = [&](std::size_t i) {
                                             return i < names.size() ? names[i].second : std::string_view();
                                         };
                                         if (const auto index = parts.one_of(std::string(name), at))
                                             field = names[*index].first;
                                     }});
    });
}

template <class IR>
Result<AnyIR> read_whole(const File& file, const Json& value, const std::string& pointer)
{
    IR out;
    Reader from(file, value, pointer);
    IR::fields(out, from);
    from.finish();
    if (file.problems.empty() && value["schema"] != out.schema())
        from.read_as(std::string(out.schema()));
    if (!file.problems.empty())
        return file.problems;
    return AnyIR(std::move(out));
}

} // namespace

Result<AnyIR> ir_from_json(const JsonDocument& document, const Json& value, const std::string& pointer)
{
    Diagnostics problems;
    ObjectReader first(document, value, pointer, problems);
    if (!first.valid())
        return problems;
    const std::string schema = first.string("schema").value_or("");
    if (!problems.empty())
        return problems;
    if (schema == ModelIR::kSchema || schema == ModelIR::kExtendedSchema)
        return read_whole<ModelIR>({document, problems, true}, value, pointer);
    if (schema == DistributedTaskIR::kSchema || schema == DistributedTaskIR::kExtendedSchema)
        return read_whole<DistributedTaskIR>({document, problems}, value, pointer);
    if (schema == PortablePlanIR::kSchema || schema == PortablePlanIR::kExtendedSchema)
        return read_whole<PortablePlanIR>({document, problems}, value, pointer);
    const std::string known = std::string(ModelIR::kSchema) + ", " + std::string(DistributedTaskIR::kSchema) + " or " +
                              std::string(PortablePlanIR::kSchema);
    for (const std::string_view old : {"model.v0", "distributed_task.v0", "portable_plan.v0"})
        if (schema == old)
            return document.error("ir.schema.old", pointer + "/schema",
                                  "an earlier version wrote this IR, in schema " + schema + "; here the schema is " +
                                      known + ": compile the strategy again");
    return document.error("ir.schema.unknown", pointer + "/schema",
                          "the schema is " + known + ", not " + shown(Json(schema)));
}

} // namespace blueprinting::ir
