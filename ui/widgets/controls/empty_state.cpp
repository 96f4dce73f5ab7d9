#include "ui/widgets/controls/empty_state.h"
#include "ui/style/explorer_style.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace blueprinting::ui {

EmptyState::EmptyState(QWidget* parent)
    : QWidget(parent),
      m_icon(new IconLabel(this)),
      m_title(named(new ToneLabel({}, {.bold = true}, this), "emptyTitle")),
      m_text(named(new ToneLabel({}, Tone::secondary, this), "emptyText")),
      m_actions(new QHBoxLayout),
      m_hint(new ToneLabel({}, Tone::secondary, this)),
      m_extra(new QVBoxLayout)
{
    setObjectName(QStringLiteral("emptyState"));
    for (ToneLabel* label : {m_title, m_text, m_hint}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(true);
    }
    m_actions->setSpacing(metrics::kControlGap);
    m_actions->addStretch(1);
    m_actions->addStretch(1);
    auto* column = new QWidget(this);
    column->setMaximumWidth(640);
    column->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bare<QVBoxLayout>(column, 12,
                      {Laid::rest(2),
                       {m_icon, 0, Qt::AlignHCenter},
                       m_title,
                       m_text,
                       Laid::space(4),
                       m_actions,
                       m_hint,
                       Laid::space(16),
                       m_extra,
                       Laid::rest(3)});
    auto* all = new QHBoxLayout(this);
    lay_out(all, {Laid::rest(), {column, 100}, Laid::rest()});
    m_hint->hide();
}

void EmptyState::setContent(Icon name, const QString& title, const QString& text)
{
    m_icon->setIcon(icon(name, Tone::secondary), 40);
    m_title->setText(title);
    m_text->setText(text);
    setAccessibleName(label_text(title));
    setAccessibleDescription(label_text(text));
}

QPushButton* EmptyState::addAction(const QString& text, const QIcon& icon, bool primary)
{
    auto* button = new QPushButton(icon, text, this);
    set_primary(button, primary);
    m_actions->insertWidget(m_actions->count() - 1, button);
    return button;
}

void EmptyState::setHint(const QString& hint)
{
    m_hint->setText(hint);
    m_hint->setVisible(!hint.isEmpty());
}

void EmptyState::setExtra(QWidget* extra)
{
    while (QLayoutItem* item = m_extra->takeAt(0)) {
        if (item->widget())
            item->widget()->deleteLater();
        delete item;
    }
    if (extra)
        m_extra->addWidget(extra);
}

} // namespace blueprinting::ui
