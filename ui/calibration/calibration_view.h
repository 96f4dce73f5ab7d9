#pragma once
#include "core/calibration/gate.h"
#include "ui/calibration/case_rows.h"
#include "ui/workspace/view.h"

#include <optional>

class QGridLayout;
class QMenu;
class QPushButton;
class QScrollArea;
class QSplitter;
class QStackedWidget;

namespace blueprinting::ui {

class AnswerLine;
class EmptyState;
class HeatMap;
class Legend;
class Panel;
class RowTable;
class SegmentedSwitch;
class TableView;
class ToneLabel;

/// The eight published cases run against Calculon and the paper, held against the frozen contract; reports of earlier runs
/// are opened beside it and compared.
class CalibrationView : public View {
    Q_OBJECT
public:
    static inline const QString kJob = QStringLiteral("calibration");

    explicit CalibrationView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh() override;
    [[nodiscard]] bool busy() const override;
    [[nodiscard]] bool opens(const QString& kind) const override { return kind == u"report"; }
    Result<Done> open(const QString& path) override;
    [[nodiscard]] QList<QAction*> exportActions() override;
    [[nodiscard]] QString commandLine() const override { return QStringLiteral("blueprinting gate"); }
    [[nodiscard]] QWidget* firstFocus() override;
    /// Writes the report on the screen; the file is whole or not there.
    Result<Done> saveReport(const QString& path) const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class Shown { run, opened, difference };

    QWidget* makeCases();
    QWidget* makeWorkload();
    QWidget* makeGate();
    QWidget* makeParity();
    QWidget* makeProvenance();
    QWidget* makeDifference();
    void run();
    void cancelOrRun();
    void landed(Result<calibration::Report> result);
    void showReport();
    void showGate(const calibration::Report& report, const std::vector<calibration::Check>& checks);
    void showDifference();
    void showProgress();
    void setShown(Shown shown);
    void pickCase(const QString& name);
    void chooseReport();
    void chooseReportFile();
    void showAllProvenance();
    void arrange();
    void keepHeights();
    [[nodiscard]] bool isWide() const;
    [[nodiscard]] CaseNames caseNames() const;
    [[nodiscard]] const calibration::Report* current() const;

    std::optional<calibration::Contract> m_contract;
    Diagnostics m_contract_problems;
    std::optional<calibration::Report> m_run, m_opened;
    Diagnostics m_failure; ///< why the run gave no report
    bool m_cancelled = false;
    QString m_opened_name;
    Shown m_shown = Shown::run;
    QString m_case; ///< picked
    bool m_peak_parity = true;

    AnswerLine* m_answer;
    SegmentedSwitch* m_which = nullptr;
    QPushButton* m_run_button;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QScrollArea* m_scroll;
    QSplitter* m_columns;
    QSplitter* m_left;
    QSplitter* m_right;
    std::optional<bool> m_wide; ///< two columns; nothing before the first layout
    RowTable* m_case_rows = nullptr;
    TableView* m_cases = nullptr;
    Panel* m_workload_panel = nullptr;
    Legend* m_workload_legend = nullptr;
    HeatMap* m_workload = nullptr;
    Panel* m_gate_panel = nullptr;
    RowTable* m_gate_rows = nullptr;
    TableView* m_gate = nullptr;
    QGridLayout* m_identities = nullptr;
    Panel* m_parity_panel = nullptr;
    HeatMap* m_parity = nullptr;
    ToneLabel* m_oracle = nullptr;
    ToneLabel* m_evidence = nullptr;
    Panel* m_difference_panel = nullptr;
    RowTable* m_difference_rows = nullptr;
    TableView* m_difference = nullptr;
    QMenu* m_export = nullptr;
};

} // namespace blueprinting::ui
