#pragma once
#include "core/base/object_reader.h"
#include "core/ir/distributed_ir.h"
#include "core/ir/model_ir.h"

#include <initializer_list>

/// What the strict readers of the three IRs share. Every problem lands in one list; what could not be read keeps its
/// default until the caller sees that the list is not empty. Not for use outside the readers.
namespace blueprinting::ir {

class PartReader {
public:
    PartReader(const JsonDocument& document, Diagnostics& problems) : m_document(document), m_problems(problems) {}

    [[nodiscard]] ObjectReader object(const Json& value, std::string pointer)
    {
        return {m_document, value, std::move(pointer), m_problems};
    }
    [[nodiscard]] bool sound() const { return m_problems.empty(); }
    [[nodiscard]] const Diagnostics& problems() const { return m_problems; }
    [[nodiscard]] const JsonDocument& document() const { return m_document; }

    /// A 64-bit integer: a byte count may pass 2^53.
    std::int64_t whole(ObjectReader& from, const std::string& key);
    std::string text(ObjectReader& from, const std::string& key);
    bool flag(ObjectReader& from, const std::string& key);
    Digest digest(ObjectReader& from, const std::string& key);
    std::vector<std::string> strings(ObjectReader& from, const std::string& key);
    std::vector<std::int64_t> integers(ObjectReader& from, const std::string& key);
    Quotient quotient(ObjectReader& from, const std::string& key);
    Lineage lineage(ObjectReader& from);
    Primitive primitive(ObjectReader& from);
    StorageFlags storage(ObjectReader& from);
    Collective collective(ObjectReader& from);
    ProgramSemantics program(ObjectReader& from);

    /// One of an enumeration's names.
    template <class Enum>
    Enum name(ObjectReader& from, const std::string& key, std::optional<Enum> (*parse)(std::string_view),
              std::string_view what)
    {
        const auto spelled = from.string(key);
        if (!spelled)
            return Enum{};
        const auto value = parse(*spelled);
        if (!value)
            from.fail("reader.choice", key, "\"" + *spelled + "\" is no " + std::string(what));
        return value.value_or(Enum{});
    }

    /// Calls read(element, pointer) for each element of a list, until there is enough to tell.
    template <class F>
    void each(ObjectReader& from, const std::string& key, F&& read)
    {
        if (const Json* list = from.array(key))
            for (std::size_t i = 0; i < list->size() && !m_problems.full(); ++i)
                read((*list)[i], from.pointer(key) + pointer_step(i));
    }

private:
    const JsonDocument& m_document;
    Diagnostics& m_problems;
};

} // namespace blueprinting::ir
