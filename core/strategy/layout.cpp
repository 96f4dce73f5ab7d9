#include "core/strategy/layout.h"

#include <algorithm>
#include <optional>

namespace blueprinting::strategy {
namespace {

Diagnostic wrong(std::string message)
{
    return {Severity::error, "strategy.pipeline.layout", "pipeline.layout", std::move(message)};
}

std::string n(std::int64_t value) { return std::to_string(value); }

/// A layout of more letters than this is no layout of a model.
constexpr std::size_t kMostLetters = 1'000'000;

/// The letters of a layout with all repetitions written out, "|" among them.
class Letters {
public:
    explicit Letters(std::string_view text) : m_text(text) {}

    Result<std::string> read()
    {
        std::string out = sequence(0);
        if (!m_problem && m_at < m_text.size())
            fail("\")\" at place " + n(std::int64_t(m_at) + 1) + " closes nothing");
        if (m_problem)
            return *m_problem;
        return out;
    }

private:
    std::string sequence(int depth)
    {
        std::string out;
        while (m_at < m_text.size() && m_text[m_at] != ')' && !m_problem) {
            const char c = m_text[m_at++];
            if (c == ',' || c == ' ')
                continue;
            std::string unit;
            if (c == '(') {
                if (depth > 16) {
                    fail("too many brackets stand in each other");
                    break;
                }
                unit = sequence(depth + 1);
                if (m_at == m_text.size())
                    fail("a bracket is not closed");
                else
                    ++m_at;
            } else if (c == 'E' || c == 't' || c == 'm' || c == 'L' || c == '|') {
                unit = c;
            } else {
                fail("\"" + std::string(1, c) + "\" at place " + n(std::int64_t(m_at)) +
                     " is no letter of a layout: E embedding, t block, m prediction module, L loss, | between chunks");
            }
            append(out, unit, times());
        }
        return out;
    }

    /// The number behind a "*", 1 where there is none.
    std::size_t times()
    {
        if (m_at == m_text.size() || m_text[m_at] != '*')
            return 1;
        std::size_t count = 0, digits = 0;
        for (++m_at; m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9'; ++m_at, ++digits)
            count = std::min(count * 10 + static_cast<std::size_t>(m_text[m_at] - '0'), kMostLetters + 1);
        if (digits == 0 || count == 0)
            fail("behind \"*\" stands how often, from 1");
        return count;
    }

    void append(std::string& out, const std::string& unit, std::size_t count)
    {
        if (unit.size() * count + out.size() > kMostLetters)
            return fail("the layout has more than " + n(kMostLetters) + " letters");
        for (std::size_t i = 0; i < count; ++i)
            out += unit;
    }

    void fail(std::string message)
    {
        if (!m_problem)
            m_problem = wrong(std::move(message));
        m_at = m_text.size();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::optional<Diagnostic> m_problem;
};

/// `blocks` in equal chunks, the embedding in the first, modules and head in the last.
std::vector<ChunkContent> in_chunks(const LayoutShape& shape, std::int64_t each, std::int64_t less_at_the_ends)
{
    const std::int64_t count = shape.stages * shape.virtual_stages;
    std::vector<ChunkContent> out(static_cast<std::size_t>(count));
    std::int64_t next = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t less = (i == 0 ? less_at_the_ends : 0) + (i + 1 == count ? less_at_the_ends : 0);
        out[static_cast<std::size_t>(i)] = {false, next, each - less, 0, false};
        next += each - less;
    }
    out.front().embedding = out.back().head = shape.vocabulary;
    out.back().mtp_modules = shape.mtp_modules;
    return out;
}

Result<std::vector<ChunkContent>> written_down(std::string_view layout, const LayoutShape& shape)
{
    const auto letters = Letters(layout).read();
    if (!letters)
        return letters.failure_as<std::vector<ChunkContent>>();
    std::vector<ChunkContent> out(1);
    std::int64_t blocks = 0, embeddings = 0, heads = 0, modules = 0, with_modules = 0;
    char before = 0;
    for (const char c : *letters) {
        ChunkContent& chunk = out.back();
        const auto behind = [&](std::string_view those) { return before == 0 || those.find(before) != those.npos; };
        switch (c) {
        case '|': out.push_back({false, blocks, 0, 0, false}); continue;
        case 'E':
            if (before != 0)
                return wrong("the embedding E stands first");
            chunk.embedding = true;
            ++embeddings;
            break;
        case 't':
            if (!behind("Et"))
                return wrong("a block t stands behind m or L");
            ++chunk.blocks;
            ++blocks;
            break;
        case 'm':
            if (!behind("Etm"))
                return wrong("a module m stands behind L");
            with_modules += chunk.mtp_modules == 0 ? 1 : 0;
            ++chunk.mtp_modules;
            ++modules;
            break;
        default: chunk.head = true; ++heads;
        }
        before = c;
    }
    const std::int64_t wanted = shape.vocabulary ? 1 : 0;
    if (embeddings != wanted || heads != wanted)
        return wrong("the layout has " + n(embeddings) + " E and " + n(heads) + " L, and the model " +
                     (shape.vocabulary ? "one embedding and one head" : "no vocabulary"));
    if (blocks != shape.blocks)
        return wrong("the layout has " + n(blocks) + " blocks t, and the model " + n(shape.blocks));
    if (modules != shape.mtp_modules || with_modules > 1)
        return wrong("the layout has " + n(modules) + " m in " + n(with_modules) + " chunks, and the model has " +
                     n(shape.mtp_modules) + " prediction modules, which stand in one chunk");
    if (std::ssize(out) != shape.stages * shape.virtual_stages)
        return wrong("the layout has " + n(std::ssize(out)) + " chunks, not " + n(shape.stages) + "·" +
                     n(shape.virtual_stages) + " = " + n(shape.stages * shape.virtual_stages));
    return out;
}

} // namespace

Result<std::vector<ChunkContent>> chunks_of(std::string_view layout, const LayoutShape& shape)
{
    const std::int64_t chunks = shape.stages * shape.virtual_stages;
    if (!layout.empty() && layout != "edges")
        return written_down(layout, shape);
    if (layout.empty() || chunks == 1) {
        if (chunks < 1 || shape.blocks % chunks != 0)
            return wrong(n(chunks) + " chunks do not divide the " + n(shape.blocks) + " blocks");
        return in_chunks(shape, shape.blocks / chunks, 0);
    }
    if ((shape.blocks + 2) % chunks != 0)
        return wrong("with edges " + n(shape.stages) + "·" + n(shape.virtual_stages) + " = " + n(chunks) +
                     " chunks must divide the blocks and 2, " + n(shape.blocks + 2));
    return in_chunks(shape, (shape.blocks + 2) / chunks, 1);
}

} // namespace blueprinting::strategy
