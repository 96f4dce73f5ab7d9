#include "ui/style/foreign_text.h"

#include "core/base/foreign_text.h"

#include <algorithm>
#include <vector>

namespace blueprinting::ui {
namespace {

constexpr char32_t kIsolate = 0x2068; ///< first strong isolate
constexpr char32_t kEnd = 0x2069;     ///< of an isolate

/// Which of these characters are the two ends of isolates that close: what lies between them turns nothing outside.
std::vector<bool> ends_of_isolates(const QList<uint>& text)
{
    std::vector<bool> out(static_cast<std::size_t>(text.size()));
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const char32_t c = text[static_cast<qsizetype>(i)];
        if (c == kIsolate)
            open.push_back(i);
        if (c != kEnd || open.empty())
            continue;
        out[i] = out[open.back()] = true;
        open.pop_back();
    }
    return out;
}

bool needs_care(QChar c)
{
    const bool printable_ascii = c >= u' ' && c <= u'~'; // nearly all text; asked of each cell that is drawn
    return !printable_ascii && (c.isSurrogate() || is_unseen(c.unicode()));
}

QString spelled(const QString& text, bool breaks_stay)
{
    if (std::none_of(text.cbegin(), text.cend(), needs_care))
        return text;
    const QList<uint> characters = text.toUcs4(); // a lone surrogate becomes U+FFFD
    const std::vector<bool> isolates = ends_of_isolates(characters);
    QString out;
    for (qsizetype i = 0; i < characters.size(); ++i) {
        const char32_t c = characters[i];
        const bool blank =
            c == '\n' || c == '\t' || (!breaks_stay && (c == '\r' || c == 0x2028 || c == 0x2029 || c == 0x85));
        if (blank && !breaks_stay)
            out += u' ';
        else if (!is_unseen(c) || blank || isolates[static_cast<std::size_t>(i)])
            out += QString::fromUcs4(&c, 1);
        else
            out += QString::fromStdString(spelled_out(c));
    }
    return out;
}

} // namespace

QString label_text(const QString& text) { return spelled(text, true); }

QString line_text(const QString& text) { return spelled(text, false); }

QString plain_tooltip(const QString& text) { return spelled(text, true); }

QString markup_text(const QString& text)
{
    return spelled(text, false).toHtmlEscaped().replace(u'\'', QStringLiteral("&#39;"));
}

QString name_in_sentence(const QString& name, qsizetype most)
{
    // Its own isolates are spelled out, too: an end of one would end ours.
    QString out;
    for (const uint c : name.simplified().toUcs4()) {
        const char32_t character = c;
        out += is_unseen(character) ? QString::fromStdString(spelled_out(character)) : QString::fromUcs4(&character, 1);
    }
    if (out.size() > most) {
        qsizetype head = most / 2;
        qsizetype tail = most - head - 1;
        head -= out[head - 1].isHighSurrogate() ? 1 : 0;
        tail -= out[out.size() - tail].isLowSurrogate() ? 1 : 0;
        out = out.left(head).trimmed() + QChar(u'\u2026') + out.right(tail).trimmed();
    }
    const bool turns = std::any_of(out.cbegin(), out.cend(), [](QChar c) {
        return c.direction() == QChar::DirR || c.direction() == QChar::DirAL;
    });
    return turns ? QChar(u'\u2068') + out + QChar(u'\u2069') : out;
}

} // namespace blueprinting::ui
