#include "ui/widgets/controls/answer_line.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/flow_layout.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/named.h"

#include <QEvent>
#include <QRegularExpression>
#include <QResizeEvent>

#include <algorithm>

namespace blueprinting::ui {
namespace {

/// Less room for the lines beside the buttons, in digits of the headline, and they wrap into a column of words.
constexpr int kLeastDigits = 36;
constexpr int kLineGap = 3;
/// Widths that are kept: a layout tries a few; a window that is dragged wider goes through hundreds.
constexpr int kWidths = 64;

} // namespace

AnswerLine::AnswerLine(QWidget* parent)
    : QWidget(parent),
      m_headline(named(new ToneLabel({}, {.size = ToneLabel::Size::headline}, this), "answer")),
      m_why(named(new ToneLabel({}, Tone::secondary, this), "answerWhy"))
{
    for (ToneLabel* label : {m_headline, m_why}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setFocusPolicy(Qt::NoFocus);
    }
    m_why->hide();
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void AnswerLine::setAnswer(const QString& headline, const QString& why)
{
    if (headline == m_headline_text && why == m_why_text)
        return;
    m_headline_text = headline;
    m_why_text = why;
    m_headline->setText(keep_units(headline));
    m_why->setText(keep_units(why));
    m_why->setVisible(!why.isEmpty());
    setAccessibleName(label_text(headline));
    setAccessibleDescription(label_text(why));
    changed();
}

void AnswerLine::addWidget(QWidget* widget)
{
    if (!m_buttons) {
        m_buttons = new QWidget(this);
        new FlowLayout(m_buttons, metrics::kControlGap);
        m_buttons->show();
    }
    m_buttons->layout()->addWidget(widget);
    changed();
}

AnswerLine::Places AnswerLine::places(int width) const
{
    auto known = m_places.constFind(width);
    if (known == m_places.constEnd()) {
        if (m_places.size() >= kWidths)
            m_places.clear();
        known = m_places.insert(width, placesOf(width));
    }
    return *known;
}

AnswerLine::Places AnswerLine::placesOf(int width) const
{
    Places out;
    const QSize wanted = m_buttons ? m_buttons->layout()->sizeHint() : QSize(0, 0);
    const bool any = !wanted.isEmpty();
    const bool below = any && width - wanted.width() < kLeastDigits * m_headline->fontMetrics().horizontalAdvance(u'0');
    const int room = std::max(1, below || !any ? width : width - wanted.width() - metrics::kControlGap);
    out.headline = QRect(0, 0, room, m_headline->heightForWidth(room));
    int bottom = out.headline.height();
    if (!m_why_text.isEmpty()) {
        out.why = QRect(0, bottom + kLineGap, room, m_why->heightForWidth(room));
        bottom = out.why.y() + out.why.height();
    }
    if (below) {
        out.buttons = QRect(0, bottom + metrics::kControlGap, width, m_buttons->layout()->heightForWidth(width));
        bottom = out.buttons.y() + out.buttons.height();
    } else if (any) {
        const int lines = bottom;
        bottom = std::max(lines, wanted.height());
        out.buttons =
            QRect(room + metrics::kControlGap, (bottom - wanted.height()) / 2, wanted.width(), wanted.height());
    }
    out.height = bottom;
    return out;
}

int AnswerLine::heightForWidth(int width) const { return places(width).height; }

QSize AnswerLine::sizeHint() const
{
    // As high as the lines are at this width: layouts that know no height for a width give it no more than this, and no
    // less.
    const int buttons = m_buttons ? m_buttons->layout()->sizeHint().width() : 0;
    return {std::max(m_headline->sizeHint().width(), m_why_text.isEmpty() ? 0 : m_why->sizeHint().width()) + buttons,
            places(std::max(1, width())).height};
}

QSize AnswerLine::minimumSizeHint() const
{
    // The arrangement with the buttons beside the lines must not keep the view from becoming so narrow that the other
    // one is chosen.
    return {m_buttons ? m_buttons->layout()->minimumSize().width() : 0, sizeHint().height()};
}

void AnswerLine::arrange()
{
    const Places now = places(width());
    m_headline->setGeometry(now.headline);
    if (!m_why_text.isEmpty())
        m_why->setGeometry(now.why);
    if (m_buttons)
        m_buttons->setGeometry(now.buttons);
}

void AnswerLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
    if (event->oldSize().width() != width())
        updateGeometry();
}

void AnswerLine::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    // While it is hidden no label tells it of another font.
    if (placesOf(width()) != places(width()))
        changed();
}

bool AnswerLine::event(QEvent* event)
{
    // A button that is shown, hidden or renamed, or another font, changes what there is room for.
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::FontChange ||
        event->type() == QEvent::ApplicationFontChange || event->type() == QEvent::StyleChange)
        changed();
    return QWidget::event(event);
}

void AnswerLine::changed()
{
    m_places.clear();
    arrange();
    updateGeometry();
}

QString keep_units(const QString& text)
{
    static const QRegularExpression parted(QStringLiteral("(?<=[0-9∞]) "
                                                          "(?=(?:%|s|ms|µs|μs|ns|min|h|days?|years?|bytes?|B|[kMGTPE]i?"
                                                          "B|[kMGTP]?FLOP|units?|GPUs?|px)(?![\\p{L}\\p{N}]))"));
    QString out = text;
    return out.replace(parted, QString(QChar(0x00A0)));
}

} // namespace blueprinting::ui
