#include "ui/widgets/answer_line.h"
#include "ui/style/metrics.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/tone_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QResizeEvent>
#include <QVBoxLayout>

namespace blueprinting::ui {
namespace {

/// Less room for the lines beside the buttons, in digits of the headline, and they wrap into a column of words.
constexpr int kLeastDigits = 36;

} // namespace

AnswerLine::AnswerLine(QWidget* parent)
    : QWidget(parent), m_headline(new ToneLabel({}, Tone::text, this)), m_why(new ToneLabel({}, Tone::secondary, this)),
      m_row(new QHBoxLayout(this))
{
    m_headline->setObjectName(QStringLiteral("answer"));
    m_why->setObjectName(QStringLiteral("answerWhy"));
    m_headline->setSize(ToneLabel::Size::headline);
    for (ToneLabel* label : {m_headline, m_why}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setFocusPolicy(Qt::NoFocus);
    }
    auto* lines = new QVBoxLayout;
    lines->setSpacing(3);
    lines->addWidget(m_headline);
    lines->addWidget(m_why);
    lines->addStretch(1);
    m_row->setContentsMargins(0, 0, 0, 0);
    m_row->setSpacing(metrics::kControlGap);
    m_row->addLayout(lines, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void AnswerLine::setAnswer(const QString& headline, const QString& why)
{
    m_headline->setText(headline);
    m_why->setText(why);
    m_why->setVisible(!why.isEmpty());
    setAccessibleName(headline);
    setAccessibleDescription(why);
}

QString AnswerLine::headline() const { return m_headline->text(); }

QString AnswerLine::why() const { return m_why->text(); }

void AnswerLine::addWidget(QWidget* widget)
{
    if (!m_buttons) {
        m_buttons = new QWidget(this);
        (new FlowLayout(m_buttons, metrics::kControlGap))->setContentsMargins(0, 0, 0, 0);
        m_row->addWidget(m_buttons, 0, Qt::AlignVCenter);
    }
    m_buttons->layout()->addWidget(widget);
    arrange();
}

QSize AnswerLine::sizeHint() const
{
    // As high as the lines are at this width: it is given no more than this, and no less.
    const QSize hint = QWidget::sizeHint();
    return {hint.width(), width() > 0 ? layout()->totalHeightForWidth(width()) : hint.height()};
}

QSize AnswerLine::minimumSizeHint() const
{
    // The arrangement with the buttons beside the lines must not keep the view from becoming so narrow that the other one is chosen.
    return {m_buttons ? m_buttons->minimumSizeHint().width() : 0, sizeHint().height()};
}

void AnswerLine::arrange()
{
    if (!m_buttons)
        return;
    const int least = kLeastDigits * m_headline->fontMetrics().horizontalAdvance(u'0');
    const bool below = width() - m_buttons->sizeHint().width() < least;
    const auto wanted = below ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (m_row->direction() == wanted)
        return;
    m_row->setDirection(wanted);
    m_row->setAlignment(m_buttons, below ? Qt::Alignment() : Qt::AlignVCenter);
    updateGeometry();
}

void AnswerLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
    if (event->oldSize().width() != width())
        updateGeometry();
}

bool AnswerLine::event(QEvent* event)
{
    // A button that is shown, hidden or renamed changes what there is room for.
    if (event->type() == QEvent::LayoutRequest)
        arrange();
    return QWidget::event(event);
}

} // namespace blueprinting::ui
