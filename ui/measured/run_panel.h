#pragma once
#include "core/measured/runs.h"
#include "ui/widgets/controls/panel.h"

#include <tuple>

class QFormLayout;
class QPushButton;

namespace blueprinting::ui {

class ToneLabel;

/// All that is known of one run, and what can be done with it.
class RunPanel : public Panel {
    Q_OBJECT
public:
    explicit RunPanel(QWidget* parent = nullptr);

    /// What is shown already is not made again; the runs stay where they are until others are shown.
    void showRun(const measured::Runs& runs, std::size_t row, cost::View view);
    void showNothing();

Q_SIGNALS:
    void addWanted();

private:
    QFormLayout* m_lines;
    ToneLabel* m_empty;
    QPushButton* m_open;
    QPushButton* m_add;
    QString m_link;
    std::optional<std::tuple<const measured::Runs*, std::size_t, cost::View>> m_shown;
};

/// What stands in it: title and text of each line, in order.
std::vector<std::pair<QString, QString>> run_lines(const measured::Runs& runs, std::size_t row, cost::View view);
/// Why a run's strategy cannot be added to a session; empty where it can.
QString why_not_added(const measured::Runs& runs, std::size_t row);
/// Where the source stands: a paper on arXiv, a repository; empty where its words name none.
QString source_link(const std::string& source);

} // namespace blueprinting::ui
