#include "core/recipe/toml.h"

#include <algorithm>

namespace blueprinting::recipe {
namespace {

/// Goes over one text from its beginning to its end.
class Reader {
public:
    Reader(const std::string& text, const std::string& place) : m_text(text), m_place(place) {}

    Result<std::vector<Setting>> read()
    {
        std::string section;
        while (skip_to_next()) {
            if (peek() == '[') {
                if (!read_section(section))
                    return *m_problem;
            } else if (!read_setting(section)) {
                return *m_problem;
            }
            if (!at_line_end())
                return fail("a line break is expected behind a value");
        }
        return std::move(m_out);
    }

private:
    [[nodiscard]] bool done() const { return m_at >= m_text.size(); }
    [[nodiscard]] char peek() const { return done() ? '\n' : m_text[m_at]; }
    void next()
    {
        if (peek() == '\n' && !done()) {
            ++m_line;
            m_line_begins = m_at + 1;
        }
        ++m_at;
    }
    [[nodiscard]] SourceLocation here() const { return {m_place, m_line, m_at - m_line_begins + 1}; }

    Diagnostic fail(const std::string& message)
    {
        m_problem = Diagnostic{Severity::error, "recipe.malformed", "", message, here()};
        return *m_problem;
    }
    bool failed(const std::string& message)
    {
        fail(message);
        return false;
    }

    void skip_blanks(bool over_lines)
    {
        for (; !done(); next()) {
            if (peek() == '#')
                while (!done() && peek() != '\n')
                    next();
            const bool blank = peek() == ' ' || peek() == '\t' || peek() == '\r' || (over_lines && peek() == '\n');
            if (done() || !blank)
                return;
        }
    }
    bool skip_to_next()
    {
        skip_blanks(true);
        return !done();
    }
    bool at_line_end()
    {
        skip_blanks(false);
        return done() || peek() == '\n';
    }

    static bool is_bare(char c)
    {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    /// a.b."c d"
    bool read_name(std::string& out)
    {
        for (;;) {
            skip_blanks(false);
            if (peek() == '"' || peek() == '\'') {
                if (!read_text(out))
                    return false;
            } else if (is_bare(peek())) {
                for (; is_bare(peek()); next())
                    out += peek();
            } else {
                return failed("a name is expected: letters, digits, _ and -");
            }
            skip_blanks(false);
            if (peek() != '.')
                return true;
            out += '.';
            next();
        }
    }

    bool read_section(std::string& section)
    {
        next();
        section.clear();
        if (peek() == '[')
            return failed("a list of tables says nothing of a strategy and is not read");
        if (!read_name(section))
            return false;
        if (peek() != ']')
            return failed("\"]\" is expected behind the name of a section");
        next();
        return true;
    }

    bool read_setting(const std::string& section)
    {
        Setting made;
        made.where = [place = here()] { return place; };
        made.name = section.empty() ? "" : section + ".";
        if (!read_name(made.name))
            return false;
        if (peek() != '=')
            return failed("\"=\" is expected behind the name of a setting");
        next();
        skip_blanks(false);
        if (!read_value(made.words))
            return false;
        m_out.push_back(std::move(made));
        return true;
    }

    /// Appends what stands between quotes, escapes as they are but for a quote and a backslash.
    bool read_text(std::string& out)
    {
        const char quote = peek();
        next();
        if (peek() == quote && m_at + 1 < m_text.size() && m_text[m_at + 1] == quote)
            return failed("a text over several lines says nothing of a strategy and is not read");
        for (; peek() != quote; next()) {
            if (done() || peek() == '\n')
                return failed("the text has no end on its line");
            if (quote == '"' && peek() == '\\') {
                next();
                if (peek() != '"' && peek() != '\\')
                    out += '\\';
                if (done() || peek() == '\n')
                    return failed("the text has no end on its line");
            }
            out += peek();
        }
        next();
        return true;
    }

    bool read_value(std::vector<std::string>& words)
    {
        if (peek() == '[')
            return read_list(words);
        if (peek() == '{')
            return read_table(words);
        std::string word;
        if (peek() == '"' || peek() == '\'') {
            if (!read_text(word))
                return false;
        } else {
            for (; !done() && std::string_view(" \t\r\n#,]").find(peek()) == std::string_view::npos; next())
                if (peek() != '_') // within numbers
                    word += peek();
            if (word.empty())
                return failed("a value is expected");
        }
        words.push_back(std::move(word));
        return true;
    }

    /// Lists within lists say nothing of a strategy; they may be as deep as a file is long, so that no call is made for
    /// each.
    bool read_list(std::vector<std::string>& words)
    {
        std::size_t depth = 0;
        do {
            if (peek() == '[') {
                ++depth;
                next();
            } else if (peek() == ']') {
                --depth;
                next();
            } else if (peek() == ',') {
                next();
            } else if (peek() == '{' ? !read_table(words) : !read_value(words)) {
                return false;
            }
            if (depth > 0)
                skip_blanks(true);
            if (depth > 0 && done())
                return failed("the list has no end");
        } while (depth > 0);
        return true;
    }

    bool read_table(std::vector<std::string>& words)
    {
        const std::size_t begin = m_at;
        std::size_t depth = 0;
        do {
            if (done() || peek() == '\n')
                return failed("the table has no end on its line");
            if (peek() == '"' || peek() == '\'') {
                std::string ignored;
                if (!read_text(ignored))
                    return false;
                continue;
            }
            depth += peek() == '{' ? 1 : 0;
            depth -= peek() == '}' ? 1 : 0;
            next();
        } while (depth > 0);
        words.push_back(m_text.substr(begin, m_at - begin));
        return true;
    }

    const std::string& m_text;
    const std::string& m_place;
    std::size_t m_at = 0, m_line = 1, m_line_begins = 0;
    std::vector<Setting> m_out;
    std::optional<Diagnostic> m_problem;
};

} // namespace

Result<std::vector<Setting>> read_toml(const std::string& text, const std::string& place)
{
    return Reader(text, place).read();
}

} // namespace blueprinting::recipe
