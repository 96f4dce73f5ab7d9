#include "ui/frame/form_row.h"

#include "ui/style/metrics.h"
#include "ui/style/theme.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace blueprinting::ui {
namespace {

/// A word or two on a ground of its own.
class Tag : public ToneLabel {
public:
    explicit Tag(QWidget* parent) : ToneLabel({}, {.tone = Tone::secondary, .size = Size::small}, parent)
    {
        setContentsMargins(5, 1, 5, 1);
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme_of(this).track);
        painter.drawRoundedRect(rect(), 3, 3);
        ToneLabel::paintEvent(event);
    }
};

} // namespace

FormRow::FormRow(const QString& name, const QString& label, QWidget* parent)
    : QWidget(parent),
      m_label(new ToneLabel(label, Tone::secondary, this)),
      m_fields(new QHBoxLayout),
      m_fact(new ToneLabel({}, {.tone = Tone::secondary, .size = ToneLabel::Size::small, .wraps = true}, this)),
      m_tag(new Tag(this)),
      m_refusal(new ToneLabel({}, {.tone = Tone::bad, .size = ToneLabel::Size::small, .wraps = true}, this)),
      m_notes(new LawNotes(this))
{
    setObjectName(name + QStringLiteral("Row"));
    m_label->setFixedWidth(metrics::kFormLabel);
    m_label->setVisible(!label.isEmpty());
    m_fact->setObjectName(name + QStringLiteral("Fact"));
    m_fact->setContentsMargins(metrics::kFormLabel, 0, 0, 0);
    m_fact->setVisible(false);
    m_tag->setObjectName(name + QStringLiteral("Tag"));
    m_tag->setVisible(false);
    m_refusal->setObjectName(name + QStringLiteral("Refusal"));
    m_refusal->setContentsMargins(metrics::kFormLabel, 0, 0, 0);
    m_refusal->setVisible(false);
    m_notes->setObjectName(name + QStringLiteral("Laws"));

    m_fields->setContentsMargins(0, 0, 0, 0);
    m_fields->setSpacing(metrics::kControlGap);
    auto* line = bare<QHBoxLayout>(nullptr, 0, {m_label, {m_fields, 1}});
    line->setContentsMargins(label.isEmpty() ? metrics::kFormLabel : 0, 0, 0, 0);
    auto* below = bare<QVBoxLayout>(nullptr, -1, {m_notes});
    below->setContentsMargins(metrics::kFormLabel, 0, 0, 0);
    auto* tag = bare<QHBoxLayout>(nullptr, 0, {m_tag, Laid::rest()});
    tag->setContentsMargins(metrics::kFormLabel, 0, 0, 0);
    bare<QVBoxLayout>(this, 2, {line, m_refusal, m_fact, tag, below});
}

void FormRow::addField(QWidget* field, int stretch) { m_fields->addWidget(field, stretch); }

ToneLabel* FormRow::addLabelled(const QString& word, QWidget* field, int stretch)
{
    auto* label = new ToneLabel(word, Tone::secondary, this);
    label->setBuddy(field);
    label->setToolTip(field->toolTip());
    auto* pair = bare<QHBoxLayout>(nullptr, 4, {label, {field, 1}});
    m_fields->addLayout(pair, stretch);
    return label;
}

void FormRow::addStretch() { m_fields->addStretch(1); }

void FormRow::setBuddy(QWidget* field)
{
    m_label->setBuddy(field);
    m_label->setToolTip(field->toolTip());
}

void FormRow::setLabelTip(const QString& tip) { m_label->setToolTip(tip); }

void FormRow::setFact(const QString& fact)
{
    m_fact->setText(fact);
    m_fact->setVisible(!fact.isEmpty());
}

void FormRow::setTag(const QString& tag)
{
    m_tag->setText(tag);
    m_tag->setVisible(!tag.isEmpty());
}

void FormRow::setRefusal(const QString& why)
{
    m_refusal->setText(why);
    m_refusal->setVisible(!why.isEmpty());
}

} // namespace blueprinting::ui
