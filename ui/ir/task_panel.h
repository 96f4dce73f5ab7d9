#pragma once
#include "ui/ir/task_details.h"
#include "ui/widgets/forward.h"

#include <QWidget>

namespace blueprinting::ui {

/// Why: the formulas of the picked task with the numbers put in, its source and targets across the boundary, and what
/// stands around it.
class TaskPanel : public QWidget {
    Q_OBJECT
public:
    explicit TaskPanel(QWidget* parent = nullptr);
    void setDetails(const TaskDetails& details);
    [[nodiscard]] const TaskDetails& details() const { return m_details; }

Q_SIGNALS:
    void followed(const TaskLink& link);
    void timingAsked();

private:
    void showFormulas(QVBoxLayout* into);
    void showLinks(QVBoxLayout* into, const QString& heading, const std::vector<LinkRow>& rows, const QString& flags);
    void copyFormulas() const;

    TaskDetails m_details;
    bool m_filled = false;
    ToneLabel* m_title;
    ToneLabel* m_stale = nullptr;
    QToolButton* m_more;
    QWidget* m_content;
    QVBoxLayout* m_outer;
    QPushButton* m_timing;
};

} // namespace blueprinting::ui
