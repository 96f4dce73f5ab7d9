#pragma once
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting {

/// `finding` is something true that a person should see but that refuses nothing (a plan that does not fit).
enum class Severity { error, warning, finding };

std::string_view to_string(Severity severity);

/// A place in a file. Line and column count from 1, the column in bytes; 0 means that it is not known.
struct SourceLocation {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    bool operator==(const SourceLocation&) const = default;
};

/// One thing to tell a person. `code` is stable and dotted, `path` names the field (a JSON pointer in files,
/// "" for the whole), `message` is one sentence with the value and what is allowed.
struct Diagnostic {
    Severity severity = Severity::error;
    std::string code;
    std::string path;
    std::string message;
    std::optional<SourceLocation> location = std::nullopt;
    /// Above 0 in the last entry of a long list alone: how many it stands for (code "more").
    std::size_t further = 0;
    bool operator==(const Diagnostic&) const = default;
};

/// All that one piece of work has to tell. A file can hold millions of mistakes, each with a name as long as the file:
/// the first kMost are kept, message and path cut where they are longer than anyone reads, and one more entry at the
/// end counts the others. Errors go before the rest: where the list is full, an error takes the place of the last
/// warning or finding.
class Diagnostics : private std::vector<Diagnostic> {
    using List = std::vector<Diagnostic>;

public:
    static constexpr std::size_t kMost = 100;
    static constexpr std::size_t kLongestMessage = 1000; ///< bytes, as below
    static constexpr std::size_t kLongestPath = 400;

    using List::const_iterator;
    using List::iterator;
    using List::value_type;

    Diagnostics() = default;
    Diagnostics(std::initializer_list<Diagnostic> all) { insert(end(), all.begin(), all.end()); }

    using List::at;
    using List::back;
    using List::begin;
    using List::cbegin;
    using List::cend;
    using List::empty;
    using List::end;
    using List::front;
    using List::size;
    using List::operator[];

    void push_back(Diagnostic diagnostic);
    /// One more that would not be kept, and is not even put into words.
    void leave_out(Severity severity = Severity::error) { count(1, severity); }
    /// No more errors are kept: who goes through a long list may stop, or leave_out() what would only be counted.
    [[nodiscard]] bool full() const { return m_errors >= kMost && size() >= kMost; }
    void clear()
    {
        List::clear();
        m_errors = 0;
    }
    /// As if each were put in at its place and the list were told anew from its beginning.
    template <class Iterator>
    void insert(const_iterator where, Iterator first, Iterator last)
    {
        const Diagnostics behind = taken_from(where);
        for (; first != last; ++first)
            push_back(*first);
        for (const Diagnostic& each : behind)
            push_back(each);
    }

    /// All that were told, counted or kept.
    [[nodiscard]] std::size_t told() const;

    friend bool operator==(const Diagnostics& a, const Diagnostics& b)
    {
        return static_cast<const List&>(a) == static_cast<const List&>(b);
    }

private:
    Diagnostics taken_from(const_iterator where);
    void count(std::size_t further, Severity severity);

    std::size_t m_errors = 0; ///< of what is kept, when it was put in
};

/// "file:line:column: /pointer: message [code]", leaving out what is not known. Never holds a line break.
std::string to_line(const Diagnostic& diagnostic);

} // namespace blueprinting
