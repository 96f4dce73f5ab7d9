#pragma once
#include "ui/schedule/lane_group.h"
#include "ui/widgets/forward.h"

#include <QWidget>

namespace blueprinting::ui {

/// Under the lanes of a measured run: stragglers with what each costs, medians by stage, the bubble by device and cause
/// over the simulated one, the longest waits.
class MeasuredPanels : public QWidget {
    Q_OBJECT
public:
    explicit MeasuredPanels(QWidget* parent = nullptr);
    void show(const LaneGroup* group);

private:
    TableView *m_stragglers, *m_medians, *m_causes, *m_waits;
    std::shared_ptr<const schedule::MeasuredRun> m_shown;
};

} // namespace blueprinting::ui
