#include "ui/certificate/paged_switch.h"

namespace blueprinting::ui {

PagedSwitch::PagedSwitch(std::vector<SegmentedSwitch::Segment> segments, QWidget* parent) : QStackedWidget(parent)
{
    for (const SegmentedSwitch::Segment& segment : segments)
        m_ids << segment.id;
    m_switch = new SegmentedSwitch(std::move(segments), this);
    connect(m_switch, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        turnTo(id);
        Q_EMIT turned(id);
    });
}

void PagedSwitch::turnTo(const QString& id)
{
    if (const qsizetype at = m_ids.indexOf(id); at >= 0) {
        m_switch->setCurrent(id);
        setCurrentIndex(static_cast<int>(at));
    }
}

} // namespace blueprinting::ui
