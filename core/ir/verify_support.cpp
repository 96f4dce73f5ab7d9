#include "core/ir/verify_support.h"

#include <algorithm>

namespace blueprinting::ir {
namespace {

bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); }
bool is_word(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool well_formed(std::string_view prefix, std::string_view id)
{
    return id.size() == prefix.size() + 33 && id.starts_with(prefix) && id[prefix.size()] == ':' &&
           std::all_of(id.begin() + static_cast<std::ptrdiff_t>(prefix.size()) + 1, id.end(), is_hex);
}

} // namespace

std::string path_to(std::string_view list, std::size_t index)
{
    return "/" + std::string(list) + "/" + std::to_string(index);
}

std::string path_to(std::string_view list, std::size_t index, std::string_view member)
{
    return path_to(list, index) + "/" + std::string(member);
}

std::string path_to(std::string_view list, std::size_t index, std::string_view member, std::size_t item)
{
    return path_to(list, index, member) + "/" + std::to_string(item);
}

void IdTable::add(std::string_view prefix, const EntityId& id, std::string_view list, std::size_t index)
{
    if (!well_formed(prefix, id))
        m_findings.add("ir.id.malformed", path_to(list, index, "id"),
                       "an id here is \"" + std::string(prefix) + ":\" and 32 hexadecimal digits, not \"" + id + "\"");
    if (!m_index.emplace(id, index).second)
        m_findings.add("ir.id.duplicate", path_to(list, index, "id"), "the id " + id + " is given twice");
}

const std::size_t* IdTable::find(std::string_view id) const
{
    const auto at = m_index.find(id);
    return at == m_index.end() ? nullptr : &at->second;
}

void check_lineage(Findings& findings, const Lineage& lineage, std::string_view list, std::size_t index)
{
    const std::size_t count = lineage.sources.size();
    const std::string kind(to_string(lineage.kind));
    const auto wrong = [&](std::string_view wanted) {
        findings.add("ir.lineage.sources", path_to(list, index, "lineage/sources"),
                     "lineage " + kind + " has " + std::string(wanted) + ", here " + std::to_string(count));
    };
    switch (lineage.kind) {
    case LineageKind::root:
    case LineageKind::generated:
        if (count != 0)
            wrong("no source");
        break;
    case LineageKind::cloned:
        if (count != 1)
            wrong("exactly one source");
        break;
    case LineageKind::preserved:
    case LineageKind::decomposed:
    case LineageKind::lowered:
        if (count == 0)
            wrong("at least one source");
        break;
    }
    if (lineage.transform.empty())
        findings.add("ir.lineage.transform", path_to(list, index, "lineage/transform"),
                     "the pass that made it is not named");
}

std::string_view forbidden_word(std::string_view text, std::initializer_list<std::string_view> words)
{
    for (const std::string_view word : words)
        for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
            const bool starts = at == 0 || !is_word(text[at - 1]);
            const std::size_t end = at + word.size();
            if (starts && (end == text.size() || !is_word(text[end])))
                return word;
        }
    return {};
}

} // namespace blueprinting::ir
