#include "ui/widgets/controls/message_bar.h"
#include "ui/style/explorer_style.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/controls/excerpt.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace blueprinting::ui {

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent),
      m_icon(new IconLabel(this)),
      m_label(named(new QLabel(this), "messageText")),
      m_actions(new QHBoxLayout),
      m_close(named(new QToolButton(this), "messageClose", tr("Close this message"))),
      m_excerpt(new Excerpt(this))
{
    setObjectName(QStringLiteral("messageBar"));
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::RichText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_close->setIcon(icon(Icon::close));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close this message"));
    set_compact(m_close);
    connect(m_close, &QToolButton::clicked, this, [this] {
        clear();
        Q_EMIT closed();
    });
    m_actions->setSpacing(metrics::kControlGap);
    auto* row = bare<QHBoxLayout>(nullptr, metrics::kControlGap, {m_icon, {m_label, 1}, m_actions, m_close});
    auto* all = bare<QVBoxLayout>(this, -1, {row, m_excerpt});
    all->setContentsMargins(metrics::kPanelPadding, 8, metrics::kPanelPadding, 8);
    m_excerpt->hide();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

void MessageBar::setMessage(Kind kind, const QString& lead, const QString& text)
{
    m_kind = kind;
    m_plain = lead.isEmpty() ? text : text.isEmpty() ? lead : lead + QLatin1Char(' ') + text;
    while (QLayoutItem* item = m_actions->takeAt(0)) {
        if (QWidget* button = item->widget()) {
            button->hide(); // it may be the one that was pressed, and lives until that is done
            button->deleteLater();
        }
        delete item;
    }
    m_excerpt->hide();
    const auto [name, tone] = kind == Kind::error     ? std::pair(Icon::error, Tone::bad)
                              : kind == Kind::caution ? std::pair(Icon::warning, Tone::caution)
                                                      : std::pair(Icon::info, Tone::accent);
    m_icon->setIcon(icon(name, tone), metrics::kIcon);
    m_label->setText(QStringLiteral("<b>%1</b> %2").arg(markup_text(lead), markup_text(text)));
    setAccessibleName(label_text(m_plain));
    update();
    show();
}

QPushButton* MessageBar::addAction(const QString& text, const QIcon& icon)
{
    auto* button = new QPushButton(icon, text, this);
    // Tab comes to it where it stands: behind the ones before, before the cross.
    const QLayoutItem* before = m_actions->count() > 0 ? m_actions->itemAt(m_actions->count() - 1) : nullptr;
    setTabOrder(before ? before->widget() : m_label, button);
    m_actions->addWidget(button);
    return button;
}

void MessageBar::setExcerpt(const ExcerptText& excerpt)
{
    m_excerpt->setExcerpt(excerpt);
    m_excerpt->show();
}

void MessageBar::setClosable(bool closable) { m_close->setVisible(closable); }

void MessageBar::clear()
{
    m_plain.clear();
    hide();
}

QWidget* MessageBar::firstFocus() const
{
    const QLayoutItem* first = m_actions->itemAt(0);
    return first ? first->widget() : m_close;
}

QString MessageBar::text() const { return m_plain; }

void MessageBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    switch (m_kind) {
    case Kind::error: style_paint::box(painter, rect(), theme.bad_background, theme.bad); break;
    case Kind::caution: style_paint::box(painter, rect(), theme.caution_background, theme.caution); break;
    case Kind::info: style_paint::box(painter, rect(), theme.panel, theme.outline); break;
    }
}

} // namespace blueprinting::ui
