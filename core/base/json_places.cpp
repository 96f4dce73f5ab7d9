#include "core/base/json_places.h"

#include "core/base/fnv.h"
#include "core/base/json_document.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace blueprinting {
namespace {

constexpr std::size_t kStretch = 4096;
/// Further than this a place is not put, nor looked for: keys may be chosen so that all their hashes are one.
constexpr int kMostProbes = 512;

/// Spreads over all bits what the last bytes changed (the finaliser of MurmurHash3).
std::uint64_t spread(std::uint64_t hash)
{
    hash = (hash ^ (hash >> 33U)) * 0xff51afd7ed558ccdULL;
    hash = (hash ^ (hash >> 33U)) * 0xc4ceb9fe1a85ec53ULL;
    return hash ^ (hash >> 33U);
}

/// The hash of a pointer is that of its parent, taken further by one step. `raw` is the key as it is spelled, between
/// its quotes.
std::uint64_t hashed_key(std::uint64_t hash, std::string_view raw)
{
    if (raw.size() <= kLongestStep && raw.find_first_of("\\~/") == std::string_view::npos)
        return fnv(raw, fnv("/", hash));
    if (raw.find('\\') == std::string_view::npos)
        return fnv(pointer_step(raw), hash);
    const Json key = Json::parse('"' + std::string(raw) + '"');
    return fnv(pointer_step(key.get_ref<const std::string&>()), hash);
}

/// What a slot keeps of a hash: never 0.
std::uint32_t mark_of(std::uint64_t hash) { return std::max(static_cast<std::uint32_t>(hash), 1U); }

std::uint64_t hashed_index(std::uint64_t hash, std::size_t index)
{
    char step[24] = {'/'};
    const auto end = std::to_chars(step + 1, step + sizeof step, index).ptr;
    return fnv({step, static_cast<std::size_t>(end - step)}, hash);
}

/// Walks over a text that is known to be JSON and tells of each value the hash of its pointer and where it starts,
/// until told to stop.
template <class Visit>
class Walk {
public:
    Walk(std::string_view text, Visit visit) : m_text(text), m_visit(visit) {}

    void run()
    {
        for (m_at = 0; m_at < m_text.size() && !m_stop;) {
            switch (m_text[m_at]) {
            case ' ':
            case '\t':
            case '\r':
            case '\n':
            case ',': ++m_at; break;
            case ':':
                m_key_next = false;
                ++m_at;
                break;
            case '{':
            case '[': open(); break;
            case '}':
            case ']': close(); break;
            case '"': string(); break;
            default: value(); m_at = std::min(m_text.find_first_of(",]} \t\r\n", m_at), m_text.size());
            }
        }
    }

private:
    struct Open {
        std::uint64_t hash = 0;
        std::size_t index = 0;
        bool object = false;
    };

    /// A value starts here; the hash of its pointer.
    std::uint64_t value()
    {
        std::uint64_t hash = kFnvBegin;
        if (!m_open.empty()) {
            Open& around = m_open.back();
            hash = around.object ? m_key : hashed_index(around.hash, around.index++);
            m_key_next = around.object; // what follows this value is a key
        }
        m_stop = !m_visit(hash, m_at);
        return hash;
    }

    void open()
    {
        const bool object = m_text[m_at] == '{';
        m_open.push_back({value(), 0, object});
        m_key_next = object;
        ++m_at;
    }

    void close()
    {
        m_open.pop_back();
        m_key_next = !m_open.empty() && m_open.back().object;
        ++m_at;
    }

    void string()
    {
        std::size_t end = m_at + 1;
        while (m_text[end] != '"')
            end += m_text[end] == '\\' ? 2 : 1;
        if (m_key_next)
            m_key = hashed_key(m_open.back().hash, m_text.substr(m_at + 1, end - m_at - 1));
        else
            value();
        m_at = end + 1;
    }

    std::string_view m_text;
    Visit m_visit;
    std::vector<Open> m_open;
    std::uint64_t m_key = 0; ///< hash of the pointer that the key last read makes
    bool m_key_next = false; ///< the next string is a key
    bool m_stop = false;
    std::size_t m_at = 0;
};

template <class Visit>
void walk(std::string_view text, Visit visit)
{
    Walk<Visit>(text, visit).run();
}

/// How many values there are; more only where lists and objects are empty.
std::size_t most_values(std::string_view text)
{
    std::size_t count = 1;
    bool string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (string && c == '\\')
            ++i;
        else if (c == '"')
            string = !string;
        else if (!string)
            count += c == ',' || c == '[' || c == '{' ? 1 : 0;
    }
    return count;
}

} // namespace

std::optional<std::size_t> find_json_value(std::string_view text, std::string_view pointer)
{
    const std::uint64_t wanted = fnv(pointer);
    std::optional<std::size_t> found;
    walk(text, [&](std::uint64_t hash, std::size_t offset) {
        if (hash == wanted)
            found = offset;
        return !found.has_value();
    });
    return found;
}

JsonPlaces::JsonPlaces(std::string_view text)
{
    if (text.size() > std::numeric_limits<std::uint32_t>::max())
        return;
    const std::size_t most = most_values(text);
    m_slots.resize(most + most / 2 + 1);
    walk(text, [&](std::uint64_t hash, std::size_t offset) {
        put(hash, offset);
        return true;
    });
}

std::size_t JsonPlaces::first_slot(std::uint64_t hash) const
{
    // The upper half chooses, however many slots there are; fewer than 2^32, or the text were too long.
    return static_cast<std::size_t>(((hash >> 32U) * m_slots.size()) >> 32U);
}

void JsonPlaces::put(std::uint64_t pointer_hash, std::size_t offset)
{
    const std::uint64_t hash = spread(pointer_hash);
    std::size_t slot = first_slot(hash);
    for (int probe = 0; probe < kMostProbes; ++probe, slot = slot + 1 == m_slots.size() ? 0 : slot + 1) {
        if (m_slots[slot].mark != 0)
            continue;
        m_slots[slot] = {mark_of(hash), static_cast<std::uint32_t>(offset)};
        return;
    }
}

std::optional<std::size_t> JsonPlaces::find(std::string_view pointer) const
{
    if (m_slots.empty())
        return std::nullopt;
    const std::uint64_t hash = spread(fnv(pointer));
    std::size_t slot = first_slot(hash);
    for (int probe = 0; probe < kMostProbes && m_slots[slot].mark != 0;
         ++probe, slot = slot + 1 == m_slots.size() ? 0 : slot + 1)
        if (m_slots[slot].mark == mark_of(hash))
            return m_slots[slot].offset;
    return std::nullopt;
}

LinePlaces::LinePlaces(std::string_view text)
{
    m_stretches.reserve(text.size() / kStretch + 1);
    Stretch next;
    for (std::size_t begin = 0; begin <= text.size(); begin += kStretch) {
        m_stretches.push_back(next);
        const std::string_view own = text.substr(begin, kStretch);
        next.lines += static_cast<std::size_t>(std::count(own.begin(), own.end(), '\n'));
        if (const std::size_t last = own.rfind('\n'); last != std::string_view::npos)
            next.line_begin = begin + last + 1;
    }
}

LinePlaces::Place LinePlaces::find(std::string_view text, std::size_t offset) const
{
    offset = std::min(offset, text.size());
    const Stretch& stretch = m_stretches[offset / kStretch];
    const std::size_t begin = offset / kStretch * kStretch;
    const std::string_view before = text.substr(begin, offset - begin);
    const std::size_t last = before.rfind('\n');
    const std::size_t line_begin = last == std::string_view::npos ? stretch.line_begin : begin + last + 1;
    return {stretch.lines + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1,
            offset - line_begin + 1};
}

} // namespace blueprinting
