#include "ui/widgets/controls/tone_label.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"

#include <QApplication>
#include <QEvent>

namespace blueprinting::ui {

ToneLabel::ToneLabel(const QString& text, Tone tone, QWidget* parent) : QLabel(label_text(text), parent), m_tone(tone)
{
    setTextFormat(Qt::PlainText); // names come from files
    applyTone();
}

ToneLabel::ToneLabel(const QString& text, const Look& look, QWidget* parent) : ToneLabel(text, look.tone, parent)
{
    m_size = look.size;
    m_bold = look.bold;
    if (m_bold || m_size != Size::body)
        applyFont();
    setWordWrap(look.wraps);
    if (look.selectable)
        setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void ToneLabel::setText(const QString& text) { QLabel::setText(label_text(text)); }

void ToneLabel::setTone(Tone tone)
{
    if (tone == m_tone)
        return;
    m_tone = tone;
    applyTone();
}

void ToneLabel::setSize(Size size)
{
    m_size = size;
    applyFont();
}

void ToneLabel::setBold(bool bold)
{
    m_bold = bold;
    applyFont();
}

void ToneLabel::applyTone()
{
    const QColor color = color_of(theme_of(this), m_tone);
    if (palette().color(QPalette::Active, QPalette::WindowText) == color)
        return;
    QPalette own;
    own.setColor(QPalette::WindowText, color);
    setPalette(own);
}

void ToneLabel::applyFont()
{
    // Sizes derive from the parent's font, never from this label's own.
    m_applying = true;
    QFont font;
    switch (m_size) {
    case Size::body: font = body_font(parentWidget()); break;
    case Size::small: font = small_font(parentWidget()); break;
    case Size::headline: font = headline_font(parentWidget()); break;
    case Size::fixed: font = fixed_font(parentWidget()); break;
    }
    font.setBold(m_bold || m_size == Size::headline);
    setFont(font);
    m_applying = false;
}

void ToneLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange)
        applyTone();
    else if (event->type() == QEvent::ApplicationFontChange && !m_applying && (m_size != Size::body || m_bold))
        applyFont();
}

} // namespace blueprinting::ui
