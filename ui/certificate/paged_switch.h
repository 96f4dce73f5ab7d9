#pragma once
#include "ui/widgets/controls/segmented_switch.h"

#include <QStackedWidget>

namespace blueprinting::ui {

/// Pages of which a segmented switch shows one. The switch stands where its owner puts it (a panel's header).
class PagedSwitch : public QStackedWidget {
    Q_OBJECT
public:
    explicit PagedSwitch(std::vector<SegmentedSwitch::Segment> segments, QWidget* parent = nullptr);
    /// In the order of the segments.
    void addPage(QWidget* page) { addWidget(page); }

    [[nodiscard]] SegmentedSwitch* control() const { return m_switch; }
    [[nodiscard]] QString current() const { return m_switch->current(); }
    /// Does not emit. Ignores an id that is none of the segments'.
    void turnTo(const QString& id);

Q_SIGNALS:
    void turned(const QString& id); ///< by the user

private:
    QStringList m_ids;
    SegmentedSwitch* m_switch;
};

} // namespace blueprinting::ui
