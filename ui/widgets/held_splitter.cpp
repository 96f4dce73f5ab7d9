#include "ui/widgets/held_splitter.h"

#include <algorithm>

namespace blueprinting::ui {

HeldSplitter::HeldSplitter(Qt::Orientation orientation, QWidget* parent) : QSplitter(orientation, parent)
{
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_dragged = true; });
}

void HeldSplitter::share(Share share)
{
    m_share = std::move(share);
    place();
}

void HeldSplitter::hold(int part, int size)
{
    m_dragged = false;
    if (size <= 0)
        return share({});
    share([this, part, size](int room) {
        const int least = along(widget(part)->minimumSizeHint()), other = along(widget(1 - part)->minimumSizeHint());
        const int held = std::min(std::max(size, least), std::max(0, room - other));
        return part == 0 ? QList<int>{held, room - held} : QList<int>{room - held, held};
    });
}

int HeldSplitter::along(const QSize& size) const
{
    return orientation() == Qt::Vertical ? size.height() : size.width();
}

void HeldSplitter::resizeEvent(QResizeEvent* event)
{
    QSplitter::resizeEvent(event);
    place();
}

/// A part may ask for more than it did.
bool HeldSplitter::event(QEvent* event)
{
    const bool out = QSplitter::event(event);
    if (event->type() == QEvent::LayoutRequest)
        place();
    return out;
}

void HeldSplitter::place()
{
    if (!m_share || m_dragged)
        return;
    int parts = 0;
    for (int i = 0; i < count(); ++i)
        parts += widget(i)->isHidden() ? 0 : 1;
    if (const QList<int> wanted = m_share(along(size()) - std::max(0, parts - 1) * handleWidth()); wanted != sizes())
        setSizes(wanted);
}

} // namespace blueprinting::ui
