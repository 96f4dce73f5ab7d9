#pragma once
#include "core/base/diagnostic.h"
#include "core/ir/lineage.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// What the three verifiers share. Not for use outside them.
namespace blueprinting::ir {

/// Collects problems; paths are JSON pointers into the IR's serialised form.
class Findings {
public:
    void add(std::string_view code, std::string path, std::string message)
    {
        m_all.push_back({Severity::error, std::string(code), std::move(path), std::move(message)});
    }
    Diagnostics take() { return std::move(m_all); }

private:
    Diagnostics m_all;
};

/// "/tasks/3", or "/tasks/3/operands/0" with more steps behind it. Built only where something is wrong.
std::string path_to(std::string_view list, std::size_t index);
std::string path_to(std::string_view list, std::size_t index, std::string_view member);
std::string path_to(std::string_view list, std::size_t index, std::string_view member, std::size_t item);

/// The ids of one IR and where each was given: malformed and duplicate ids are reported as they are added.
class IdTable {
public:
    explicit IdTable(Findings& findings) : m_findings(findings) {}
    /// `prefix` without its colon: "node", "value", "buffer".
    void add(std::string_view prefix, const EntityId& id, std::string_view list, std::size_t index);
    [[nodiscard]] bool contains(std::string_view id) const { return m_index.contains(id); }
    /// Index in its own list, nothing where unknown.
    [[nodiscard]] const std::size_t* find(std::string_view id) const;

private:
    Findings& m_findings;
    std::unordered_map<std::string_view, std::size_t> m_index;
};

/// That the number of sources fits the kind and that a transform is named.
void check_lineage(Findings& findings, const Lineage& lineage, std::string_view list, std::size_t index);

/// The first of `words` that stands in `text` as a whole word (between anything but letters and digits).
std::string_view forbidden_word(std::string_view text, std::initializer_list<std::string_view> words);

} // namespace blueprinting::ir
