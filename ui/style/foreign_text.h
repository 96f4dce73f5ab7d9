#pragma once
#include <QString>
#include <QTextDocument>

#include <algorithm>

namespace blueprinting::ui {

/// A text that people or files wrote (a name, a path, a refusal), as a tooltip that shows it letter by letter: a tooltip takes for HTML
/// what looks like it. Any other text is left as it is. Labels take Qt::PlainText instead.
inline QString plain_tooltip(const QString& text)
{
    return Qt::mightBeRichText(text) ? QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(text.toHtmlEscaped()) : text;
}

/// A name as it stands in a sentence: cut in its middle where it is longer than `most` characters, its line breaks as spaces, and kept
/// by itself (first strong isolate) where it is written from right to left, so that it does not turn the sentence around.
inline QString name_in_sentence(const QString& name, qsizetype most = 48)
{
    QString out = name.simplified();
    if (out.size() > most) {
        qsizetype head = most / 2;
        qsizetype tail = most - head - 1;
        head -= out[head - 1].isHighSurrogate() ? 1 : 0;
        tail -= out[out.size() - tail].isLowSurrogate() ? 1 : 0;
        out = out.left(head).trimmed() + QChar(u'\u2026') + out.right(tail).trimmed();
    }
    const bool turns = std::any_of(out.cbegin(), out.cend(), [](QChar c) {
        switch (c.direction()) {
        case QChar::DirR:
        case QChar::DirAL:
        case QChar::DirRLE:
        case QChar::DirRLO:
        case QChar::DirLRO:
        case QChar::DirRLI: return true;
        default: return false;
        }
    });
    return turns ? QChar(u'\u2068') + out + QChar(u'\u2069') : out;
}

} // namespace blueprinting::ui
