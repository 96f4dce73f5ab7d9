#pragma once
#include "ui/workspace/jobs.h"
#include "ui/workspace/view.h"

#include <QStatusBar>

class QProgressBar;

namespace blueprinting::ui {

class IconLabel;

/// The line at the bottom: facts at the left, the longest-running job with its progress and a way to cancel it at the
/// right.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    explicit StatusLine(JobRunner& jobs, QWidget* parent = nullptr);

    void setItems(const QList<StatusItem>& items);
    [[nodiscard]] QString text() const; ///< everything at the left in full, for screen readers

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Fact {
        QWidget* group = nullptr;
        IconLabel* mark = nullptr; ///< where its tone has a sign
        ToneLabel* text = nullptr;
        ToneLabel* fixed = nullptr; ///< where it has a part in letters of one width
    };
    /// Facts with the same parts as those shown take over their widgets.
    [[nodiscard]] bool sameParts() const;
    void makeFacts();
    void fill(const Fact& fact, const StatusItem& item) const;
    /// Says facts in brief, from the last to the first, where the window is too narrow for all of them in full, then
    /// elides; none is ever left out, and a tooltip has the whole.
    void fit();
    void fitJob();
    void showJobs();

    JobRunner& m_jobs;
    QWidget* m_facts = nullptr;
    QHBoxLayout* m_layout = nullptr;
    QList<StatusItem> m_items;
    std::vector<Fact> m_shown; ///< one an item
    QWidget* m_job = nullptr;
    ToneLabel* m_jobText = nullptr;
    QProgressBar* m_progress = nullptr;
    QToolButton* m_cancel = nullptr;
    QString m_jobKind, m_jobWhole;
};

} // namespace blueprinting::ui
