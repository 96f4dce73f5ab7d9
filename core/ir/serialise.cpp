#include "core/ir/serialise.h"

#include "core/base/canonical_json.h"
#include "core/base/overloaded.h"
#include "core/ir/canonical_writer.h"
#include "core/model/description_json.h"
#include "core/strategy/mapping.h"

#include <algorithm>
#include <array>

namespace blueprinting::ir {

void CanonicalWriter::value(std::string_view text)
{
    const bool plain =
        std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
    if (!plain) {
        // Invalid UTF-8 never gets here: it is refused where texts are read.
        m_text += Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
        return;
    }
    m_text += '"';
    m_text += text;
    m_text += '"';
}

namespace {

/// Writes values by their type; a struct by its fields.
class Writer {
public:
    explicit Writer(CanonicalWriter& out) : m_out(out) {}

    template <class T, class... Rest>
    void operator()(std::string_view key, const T& member, const Rest&... rest)
    {
        if constexpr (
            requires { member.value; } && requires { static_cast<bool>(member); }) {
            if (member) {
                m_out.key(key);
                write(*member);
            }
        } else {
            m_out.key(key);
            write(member);
        }
        if constexpr (sizeof...(rest) > 0)
            (*this)(rest...);
    }

    void write(std::string_view text) { m_out.value(text); }
    void write(const std::string& text) { m_out.value(text); }
    void write(std::int64_t number) { m_out.value(number); }
    void write(bool on) { m_out.boolean(on); }
    void write(const Digest& digest) { m_out.value(digest.hex()); }
    void write(const strategy::Execution& execution)
    {
        // An execution holds integers, booleans and names alone: there is nothing that could be refused.
        m_out.raw(canonical_json(strategy::to_json(execution)).value());
    }
    void write(const model::Description& description)
    {
        m_out.raw(canonical_json(model::to_json(description)).value());
    }
    /// A whole number where it is one by construction, else its numerator and divisor.
    void write(const Quotient& quotient)
    {
        if (quotient.divisor == 1)
            return write(quotient.numerator);
        m_out.object([&] { (*this)("divisor", quotient.divisor, "numerator", quotient.numerator); });
    }
    void write(const WorkloadFacts& facts)
    {
        m_out.object([&] {
            if (facts.launches != 1)
                (*this)("launches", facts.launches);
            (*this)("message_bytes", facts.message_bytes, "operations", facts.operations, "read_bytes",
                    facts.read_bytes, "write_bytes", facts.write_bytes);
        });
    }
    void write(const Primitive& primitive);
    template <class T>
    void write(const std::vector<T>& all)
    {
        m_out.array(all, [&](const T& each) { write(each); });
    }
    template <class T>
    void write(const std::optional<T>& value)
    {
        if (value)
            write(*value);
        else
            m_out.null();
    }
    template <class T>
    void write(const T& value)
    {
        if constexpr (std::is_enum_v<T>)
            write(to_string(value));
        else
            m_out.object([&] { T::fields(value, *this); });
    }

private:
    CanonicalWriter& m_out;
};

/// The fields of a primitive and its type, in the order of their keys.
void Writer::write(const Primitive& primitive)
{
    using Value = std::variant<std::int64_t, bool, std::string_view>;
    std::array<std::pair<std::string_view, Value>, 16> sorted;
    std::size_t count = 0;
    const auto add = [&](std::string_view name, Value value) {
        std::size_t at = count++;
        for (; at > 0 && name < sorted[at - 1].first; --at)
            sorted[at] = sorted[at - 1];
        sorted[at] = {name, value};
    };
    add("type", primitive_name(primitive));
    visit_fields(primitive, Overloaded{[&](const Extent& extent, std::int64_t value) { add(extent.key, value); },
                                       [&](std::string_view name, bool value) { add(name, value); },
                                       [&](std::string_view name, const auto& names, auto value) {
                                           add(name, name_in(names, value));
                                       }});
    m_out.object([&] {
        for (std::size_t i = 0; i < count; ++i)
            std::visit([&](auto value) { (*this)(sorted[i].first, value); }, sorted[i].second);
    });
}

template <class IR>
Digest digest_of(const IR& ir)
{
    DigestStream digest;
    digest.add("blueprinting.ir:");
    digest.add(ir.schema());
    digest.add(std::string_view("\0", 1));
    CanonicalWriter out(digest);
    Writer(out).write(ir);
    out.flush();
    return digest.finish();
}

} // namespace

std::string canonical_text(const AnyIR& ir)
{
    CanonicalWriter out;
    std::visit([&](const auto& one) { Writer(out).write(one); }, ir);
    return out.take();
}

Json to_json(const AnyIR& ir) { return Json::parse(canonical_text(ir)); }

Digest digest(const ModelIR& ir) { return digest_of(ir); }
Digest digest(const DistributedTaskIR& ir) { return digest_of(ir); }
Digest digest(const PortablePlanIR& ir) { return digest_of(ir); }
Digest digest(const AnyIR& ir)
{
    return std::visit([](const auto& one) { return digest_of(one); }, ir);
}

Digest strategy_fingerprint(const strategy::Execution& execution)
{
    return digest_json("blueprinting.strategy:v0", strategy::to_json(execution)).value();
}

std::string_view schema_of(const AnyIR& ir)
{
    return std::visit([](const auto& one) { return one.schema(); }, ir);
}

} // namespace blueprinting::ir
