#pragma once
#include "ui/workspace/jobs.h"
#include "ui/workspace/view.h"

#include <QStatusBar>

class QHBoxLayout;
class QProgressBar;
class QToolButton;

namespace blueprinting::ui {

class ToneLabel;

/// The line at the bottom: facts at the left, the longest-running job with its progress and a way to cancel it at the right.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    explicit StatusLine(JobRunner& jobs, QWidget* parent = nullptr);

    void setItems(const QList<StatusItem>& items);
    [[nodiscard]] QString text() const; ///< everything at the left, for tests and screen readers

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Leaves out the last facts where the window is too narrow for all; the tooltip has them.
    void fit();
    void showJobs();

    JobRunner& m_jobs;
    QWidget* m_facts = nullptr;
    QHBoxLayout* m_layout = nullptr;
    QList<StatusItem> m_items;
    std::vector<QWidget*> m_groups; ///< one an item
    QWidget* m_job = nullptr;
    ToneLabel* m_jobText = nullptr;
    QProgressBar* m_progress = nullptr;
    QToolButton* m_cancel = nullptr;
    QString m_jobKind;
};

} // namespace blueprinting::ui
