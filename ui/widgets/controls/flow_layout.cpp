#include "ui/widgets/controls/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace blueprinting::ui {

FlowLayout::FlowLayout(QWidget* parent, int horizontal_gap, int vertical_gap)
    : QLayout(parent), m_horizontal_gap(horizontal_gap), m_vertical_gap(vertical_gap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    for (QLayoutItem* item : m_items)
        delete item;
}

void FlowLayout::addItem(QLayoutItem* item) { m_items.push_back(item); }

int FlowLayout::count() const { return static_cast<int>(m_items.size()); }

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const { return arrange(QRect(0, 0, width, 0), false); }

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    int height = 0;
    for (const QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        width += item->sizeHint().width() + (width > 0 ? m_horizontal_gap : 0);
        height = std::max(height, item->sizeHint().height());
    }
    return {width, height};
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    return size;
}

int FlowLayout::arrange(const QRect& rect, bool apply) const
{
    int y = rect.top();
    std::size_t first = 0;
    while (first < m_items.size()) {
        int width = 0;
        int height = 0;
        std::size_t last = first;
        for (; last < m_items.size(); ++last) {
            if (m_items[last]->isEmpty())
                continue;
            const QSize hint = m_items[last]->sizeHint();
            const int wanted = width + (width > 0 ? m_horizontal_gap : 0) + hint.width();
            if (wanted > rect.width() && width > 0)
                break;
            width = wanted;
            height = std::max(height, hint.height());
        }
        int x = rect.left();
        for (std::size_t i = first; i < last; ++i) {
            if (m_items[i]->isEmpty())
                continue;
            const QSize hint = m_items[i]->sizeHint();
            if (apply)
                m_items[i]->setGeometry(
                    QRect(x, y + (height - hint.height()) / 2, std::min(hint.width(), rect.width()), hint.height()));
            x += hint.width() + m_horizontal_gap;
        }
        if (height > 0)
            y += height + m_vertical_gap;
        first = last;
    }
    return std::max(0, y - rect.top() - m_vertical_gap);
}

} // namespace blueprinting::ui
