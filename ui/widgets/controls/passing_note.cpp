#include "ui/widgets/controls/passing_note.h"

#include "ui/style/metrics.h"
#include "ui/widgets/named.h"

#include <QAccessible>
#include <QEvent>
#include <QLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr int kFromEdge = 16;

} // namespace

PassingNote::PassingNote(QWidget* over) : MessageBar(over), m_leave(named(new QTimer(this), "leave"))
{
    setObjectName(QStringLiteral("passingNote"));
    for (auto* inside : findChildren<QWidget*>())
        inside->setFocusPolicy(Qt::NoFocus); // what has the keyboard would take it along when it leaves
    m_leave->setSingleShot(true);
    m_leave->setInterval(kStay);
    connect(m_leave, &QTimer::timeout, this, [this] {
        if (underMouse())
            m_leave->start(); // it is being read
        else
            clear();
    });
    over->installEventFilter(this);
}

void PassingNote::say(const QString& lead, const QString& text)
{
    setMessage(Kind::info, lead, text);
    place();
    raise();
    m_leave->start(kStay);
    QAccessibleEvent said(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&said);
}

bool PassingNote::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parent() && event->type() == QEvent::Resize && isVisible())
        place();
    return MessageBar::eventFilter(watched, event);
}

void PassingNote::place()
{
    const QRect room = parentWidget()->rect().adjusted(kFromEdge, kFromEdge, -kFromEdge, -kFromEdge);
    // As wide as its one line, where there is room for that: icon, gaps and cross beside it.
    QFont bold = font();
    bold.setBold(true);
    const int around = 2 * metrics::kPanelPadding + 4 * metrics::kControlGap + 2 * metrics::kIcon + 12;
    const int width = std::min(room.width(), QFontMetrics(bold).horizontalAdvance(MessageBar::text()) + around);
    layout()->activate();
    const int height = layout()->hasHeightForWidth() ? layout()->heightForWidth(width) : layout()->sizeHint().height();
    setGeometry(room.left() + (room.width() - width) / 2, room.bottom() + 1 - height, width, height);
}

} // namespace blueprinting::ui
