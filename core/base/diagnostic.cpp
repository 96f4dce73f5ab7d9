#include "core/base/diagnostic.h"

#include "core/base/foreign_text.h"
#include "core/base/shortened.h"

#include <algorithm>
#include <utility>

namespace blueprinting {

std::string_view to_string(Severity severity)
{
    switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::finding: return "finding";
    }
    return "error";
}

void Diagnostics::push_back(Diagnostic diagnostic)
{
    if (diagnostic.further > 0)
        return count(diagnostic.further, diagnostic.severity);
    if (diagnostic.message.size() > kLongestMessage)
        diagnostic.message = shortened(diagnostic.message, kLongestMessage);
    if (diagnostic.path.size() > kLongestPath)
        diagnostic.path = shortened_in_the_middle(diagnostic.path, kLongestPath);
    if (empty())
        m_errors = 0; // it was moved from
    const bool error = diagnostic.severity == Severity::error;
    const bool counting = !empty() && back().further > 0;
    const std::size_t kept = size() - (counting ? 1 : 0);
    if (kept < kMost) {
        m_errors += error ? 1 : 0;
        List::insert(begin() + static_cast<std::ptrdiff_t>(kept), std::move(diagnostic));
        return;
    }
    if (error && !full()) {
        const auto lesser = std::find_if(rbegin() + (counting ? 1 : 0), rend(),
                                         [](const Diagnostic& each) { return each.severity != Severity::error; });
        if (lesser != rend())
            std::swap(*lesser, diagnostic);
        m_errors = lesser != rend() ? m_errors + 1 : kMost;
    }
    count(1, diagnostic.severity);
}

void Diagnostics::count(std::size_t further, Severity severity)
{
    if (empty() || back().further == 0)
        List::push_back({severity, "more", "", "", std::nullopt, 0});
    Diagnostic& more = back();
    more.further += further;
    more.severity = std::min(more.severity, severity); // the gravest
    more.message = "and " + std::to_string(more.further) + " more, which are not listed";
}

Diagnostics Diagnostics::taken_from(const_iterator where)
{
    Diagnostics out;
    for (auto each = where; each != cend(); ++each)
        out.List::push_back(*each);
    erase(where, cend());
    m_errors = static_cast<std::size_t>(
        std::count_if(begin(), end(), [](const Diagnostic& each) { return each.severity == Severity::error; }));
    return out;
}

std::size_t Diagnostics::told() const { return empty() || back().further == 0 ? size() : size() - 1 + back().further; }

std::string to_line(const Diagnostic& diagnostic)
{
    std::string line;
    if (diagnostic.location && !diagnostic.location->file.empty()) {
        line += diagnostic.location->file;
        if (diagnostic.location->line > 0) {
            line += ":" + std::to_string(diagnostic.location->line);
            if (diagnostic.location->column > 0)
                line += ":" + std::to_string(diagnostic.location->column);
        }
        line += ": ";
    }
    if (!diagnostic.path.empty())
        line += diagnostic.path + ": ";
    line += diagnostic.message + " [" + diagnostic.code + "]";
    return visible_line(line); // a value quoted from a file may hold anything
}

} // namespace blueprinting
