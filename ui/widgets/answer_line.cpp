#include "ui/widgets/answer_line.h"
#include "ui/style/metrics.h"
#include "ui/widgets/tone_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace blueprinting::ui {

namespace {

constexpr int kLeastText = 320; ///< what stands beside the lines goes below them before

/// Sets what stands beside the lines below them where the lines would be too narrow.
class Fit : public QObject {
public:
    explicit Fit(QWidget* line) : QObject(line), m_line(line) { line->installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == m_line && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
            fit();
        return QObject::eventFilter(watched, event);
    }

private:
    void fit()
    {
        auto* row = static_cast<QBoxLayout*>(m_line->layout());
        int beside = 0;
        for (int i = 1; i < row->count(); ++i)
            beside += row->itemAt(i)->sizeHint().width() + row->spacing();
        const bool below = beside > 0 && m_line->width() - beside < kLeastText;
        const auto direction = below ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
        if (row->direction() != direction)
            row->setDirection(direction);
    }

    QWidget* m_line;
};

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
    new Fit(this);
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

void AnswerLine::addWidget(QWidget* widget) { m_row->addWidget(widget, 0, Qt::AlignLeft | Qt::AlignVCenter); }

} // namespace blueprinting::ui
