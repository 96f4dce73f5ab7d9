#include "ui/widgets/answer_line.h"
#include "ui/style/metrics.h"
#include "ui/widgets/tone_label.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace blueprinting::ui {

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

void AnswerLine::addWidget(QWidget* widget) { m_row->addWidget(widget, 0, Qt::AlignVCenter); }

} // namespace blueprinting::ui
