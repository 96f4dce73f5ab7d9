#include "ui/widgets/controls/fitted_label.h"
#include "ui/style/foreign_text.h"

#include <QEvent>

namespace blueprinting::ui {

FittedLabel::FittedLabel(const QString& text, Tone tone, QWidget* parent)
    : ToneLabel(text, tone, parent), m_whole(label_text(text))
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void FittedLabel::setWhole(const QString& text, const QString& tooltip)
{
    m_whole = label_text(text);
    m_tooltip = label_text(tooltip);
    fit();
}

void FittedLabel::fit()
{
    const int room = contentsRect().width();
    QString cut = m_whole;
    if (m_sized && !wordWrap()) {
        cut = fontMetrics().elidedText(m_whole, Qt::ElideMiddle, room);
    } else if (m_sized) {
        QStringList words = m_whole.split(u' ');
        for (QString& word : words)
            word = fontMetrics().elidedText(word, Qt::ElideMiddle, room);
        cut = words.join(u' ');
    }
    if (cut != text())
        setText(cut);
    QStringList tip;
    if (cut != m_whole)
        tip << m_whole;
    if (!m_tooltip.isEmpty() && m_tooltip != m_whole)
        tip << m_tooltip;
    const QString shown = plain_tooltip(tip.join(u'\n'));
    if (toolTip() != shown)
        setToolTip(shown);
}

void FittedLabel::resizeEvent(QResizeEvent* event)
{
    ToneLabel::resizeEvent(event);
    m_sized = true; // until then the width is nobody's
    fit();
}

void FittedLabel::changeEvent(QEvent* event)
{
    ToneLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fit();
}

} // namespace blueprinting::ui
