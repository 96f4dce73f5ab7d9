#include "ui/certificate/held_splitter.h"

#include <algorithm>

namespace blueprinting::ui {

HeldSplitter::HeldSplitter(Qt::Orientation orientation, QWidget* parent) : QSplitter(orientation, parent)
{
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] { m_dragged = true; });
}

void HeldSplitter::hold(int part, int size)
{
    m_part = part;
    m_size = size;
    m_dragged = false;
    place();
}

void HeldSplitter::resizeEvent(QResizeEvent* event)
{
    QSplitter::resizeEvent(event);
    place();
}

void HeldSplitter::place()
{
    if (m_size <= 0 || m_dragged || count() != 2)
        return;
    const bool upright = orientation() == Qt::Vertical;
    const auto least = [&](int part) {
        return upright ? widget(part)->minimumSizeHint().height() : widget(part)->minimumSizeHint().width();
    };
    const int all = (upright ? height() : width()) - handleWidth();
    const int held = std::min(std::max(m_size, least(m_part)), std::max(0, all - least(1 - m_part)));
    setSizes(m_part == 0 ? QList<int>{held, all - held} : QList<int>{all - held, held});
}

} // namespace blueprinting::ui
