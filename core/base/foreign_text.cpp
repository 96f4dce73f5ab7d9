#include "core/base/foreign_text.h"

#include <algorithm>
#include <cstdint>

namespace blueprinting {
namespace {

struct Decoded {
    char32_t character = 0;
    std::size_t bytes = 0; ///< 0: no UTF-8 here
};

/// The character that begins here; strict: neither surrogates, nor longer forms than needed, nor past U+10FFFF.
Decoded decode(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80)
        return {lead, 1};
    const std::size_t bytes = lead >= 0xC2 && lead < 0xE0   ? 2
                              : lead >= 0xE0 && lead < 0xF0 ? 3
                              : lead >= 0xF0 && lead < 0xF5 ? 4
                                                            : 0;
    if (bytes == 0 || text.size() < bytes)
        return {};
    char32_t out = lead & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U)
            return {};
        out = (out << 6U) | (byte(i) & 0x3FU);
    }
    const bool too_long = (bytes == 3 && out < 0x800) || (bytes == 4 && out < 0x10000);
    if (too_long || (out >= 0xD800 && out < 0xE000) || out > 0x10FFFF)
        return {};
    return {out, bytes};
}

std::string hex(std::uint32_t value, int digits)
{
    std::string out;
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        out += "0123456789abcdef"[(value >> static_cast<unsigned>(shift)) & 0xFU];
    return out;
}

/// Replaces characters by what `spell` says of them, where it says something; bytes that are no UTF-8 by what `stray`
/// says.
template <class Spell, class Stray>
std::string replaced(std::string_view text, Spell spell, Stray stray)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const Decoded next = decode(text);
        const std::size_t bytes = std::max<std::size_t>(next.bytes, 1);
        const std::string other = next.bytes == 0 ? stray(static_cast<unsigned char>(text[0])) : spell(next.character);
        if (other.empty())
            out += text.substr(0, bytes);
        else
            out += other;
        text.remove_prefix(bytes);
    }
    return out;
}

std::string stray_byte(unsigned char byte) { return "\\x" + hex(byte, 2); }

} // namespace

bool is_unseen(char32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x206F) || c == 0xFEFF ||
           (c >= 0xFFF9 && c <= 0xFFFB) || c == 0xFFFE || c == 0xFFFF || (c >= 0xE0000 && c <= 0xE007F);
}

namespace {

/// Blanks, fillers and what has no width: seen by nobody where they stand alone.
bool is_blank(char32_t c)
{
    return c == 0x20 || c == 0xA0 || c == 0xAD || c == 0x034F || c == 0x115F || c == 0x1160 || c == 0x1680 ||
           c == 0x180E || (c >= 0x2000 && c <= 0x200D) || c == 0x202F || (c >= 0x205F && c <= 0x2065) || c == 0x2800 ||
           c == 0x3000 || c == 0x3164 || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFFA0;
}

/// The first character that is so; 0 for none. Bytes that are no UTF-8 are none.
template <class Wanted>
char32_t first_that(std::string_view text, Wanted wanted)
{
    while (!text.empty()) {
        const Decoded next = decode(text);
        if (next.bytes > 0 && wanted(next.character))
            return next.character;
        text.remove_prefix(std::max<std::size_t>(next.bytes, 1));
    }
    return 0;
}

} // namespace

char32_t first_unseen(std::string_view text) { return first_that(text, is_unseen); }

bool shows_nothing(std::string_view text)
{
    return first_that(text, [](char32_t c) { return !is_unseen(c) && !is_blank(c); }) == 0;
}

bool is_plain(std::string_view text)
{
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; });
}

std::string spelled_out(char32_t c) { return c > 0xFFFF ? "\\U" + hex(c, 8) : "\\u" + hex(c, 4); }

std::string visible(std::string_view text)
{
    if (is_plain(text))
        return std::string(text);
    return replaced(
        text, [](char32_t c) { return is_unseen(c) && c != '\n' && c != '\t' ? spelled_out(c) : std::string(); },
        stray_byte);
}

std::string visible_line(std::string_view text)
{
    return replaced(
        text,
        [](char32_t c) {
            const bool blank = c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f' || c == 0x2028 ||
                               c == 0x2029 || c == 0x85;
            return blank ? std::string(" ") : is_unseen(c) ? spelled_out(c) : std::string();
        },
        stray_byte);
}

std::string markup_text(std::string_view text)
{
    std::string out;
    for (const char c : visible(text))
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c;
        }
    return out;
}

std::string visible_json(std::string_view json)
{
    if (is_plain(json))
        return std::string(json);
    // Between its tokens JSON has only blanks, which stay; within strings it has escaped line breaks and tabs already.
    const auto spell = [](char32_t c) {
        if (!is_unseen(c) || c == '\n' || c == '\r' || c == '\t')
            return std::string();
        if (c <= 0xFFFF)
            return spelled_out(c);
        const auto above = static_cast<std::uint32_t>(c) - 0x10000U;
        return "\\u" + hex(0xD800U + (above >> 10U), 4) + "\\u" + hex(0xDC00U + (above & 0x3FFU), 4);
    };
    return replaced(json, spell, [](unsigned char) { return std::string("\\ufffd"); });
}

} // namespace blueprinting
