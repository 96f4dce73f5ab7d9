#pragma once
#include "core/calibration/gate.h"
#include "core/calibration/memory_figures.h"
#include "ui/calibration/case_rows.h"
#include "ui/workspace/view.h"

#include <optional>

namespace blueprinting::ui {

class HeatMap;
class HeldSplitter;
class OutputBox;

/// The eight published cases run against Calculon and the paper, held against the frozen contract; reports of earlier
/// runs are opened beside it and compared. Calculon is whoever the workspace asks; when that changes, all is asked
/// anew.
class CalibrationView : public View {
    Q_OBJECT
public:
    static inline const QString kJob = QStringLiteral("calibration");
    static inline const QString kFiguresJob = QStringLiteral("memory-figures");

    explicit CalibrationView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh() override;
    [[nodiscard]] bool busy() const override;
    [[nodiscard]] bool opens(const QString& kind) const override { return kind == u"report"; }
    Result<Done> open(const QString& name) override;
    [[nodiscard]] QList<QAction*> exportActions() override;
    [[nodiscard]] bool belongsInReport() const override { return m_run || !m_opened.empty(); }
    [[nodiscard]] QString commandLine() const override;
    [[nodiscard]] QWidget* firstFocus() override;
    /// Writes the report on the screen; the file is whole or not there.
    Result<Done> saveReport(const QString& path, const Replaceable& replaceable = std::nullopt) const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class Shown { run, opened, difference };

    void makeHead();
    QWidget* makeCases();
    QWidget* makeLower();
    QWidget* makeFigures();
    QWidget* makeGate();
    QWidget* makeParity();
    QWidget* makeProvenance();
    QWidget* makeDifference();
    void run();
    void cancelOrRun();
    void askAnew(); ///< what was asked of another oracle is forgotten
    void landed(Result<calibration::Report> result);
    void showReport();
    void showFailure(); ///< in the place of a report
    void nameReports();
    void closeReport();
    void showGate(const calibration::Report& report, const std::vector<calibration::Check>& checks);
    void showDifference();
    void showLower();
    void showFigures();
    void runFigures();
    void setLowerTitle(const QString& title);
    void showProgress();
    void showStale();
    void setShown(Shown shown);
    void pickCase(const QString& name);
    void restoreSides();
    void keepState();
    void restoreReports();
    void markShown();
    Result<Done> take(const QString& path); ///< reads a report into the list
    void chooseReportFile();
    void showAllProvenance();
    void arrange();
    void keepHeights();
    [[nodiscard]] bool running() const; ///< the eight cases
    [[nodiscard]] bool isWide() const;
    [[nodiscard]] CaseNames caseNames() const;
    [[nodiscard]] const calibration::Report* current() const;
    /// One side of the comparison: 0 is the run, then the opened ones. Null for a run that is not there.
    [[nodiscard]] const calibration::Report* side(int index) const;
    [[nodiscard]] QString sideName(int index) const;
    void fillSides();

    std::optional<calibration::Contract> m_contract;
    Diagnostics m_contract_problems;
    /// A report from a file.
    struct Opened {
        QString path, name;
        calibration::Report report;
    };
    std::optional<calibration::Report> m_run;
    std::vector<Opened> m_opened; ///< in the order opened
    std::size_t m_at = 0;         ///< which of them is shown
    Diagnostics m_failure;        ///< why the newest run gave no report
    QString m_outdated;           ///< why the run that stands here is not of the present Calculon; empty where it is
    bool m_cancelled = false;
    Shown m_shown = Shown::run;
    QString m_case; ///< picked
    std::optional<calibration::MemoryFigures> m_figures;
    Diagnostics m_figures_failure;
    QString m_strategy; ///< picked in a figure
    bool m_peak_parity = true;

    AnswerLine* m_answer;
    SegmentedSwitch* m_which = nullptr;
    QComboBox* m_reports = nullptr; ///< which opened report, where there are several
    QToolButton* m_close_report = nullptr;
    QPushButton* m_run_button;
    QStackedWidget* m_stack;
    Panel* m_empty_panel;
    EmptyState* m_empty;
    QPushButton* m_use_recorded = nullptr;
    OutputBox* m_output = nullptr; ///< what a Calculon that failed wrote
    QScrollArea* m_scroll = nullptr;
    HeldSplitter* m_columns = nullptr;
    std::optional<bool> m_wide; ///< two columns; nothing before the first layout
    bool m_tight = false;       ///< one, and that narrow
    bool m_whole_names = true;
    CaseRoom m_room = CaseRoom::all;
    TableView* m_cases = nullptr;
    StaleMark* m_stale = nullptr;
    Panel* m_lower_panel = nullptr;
    SegmentedSwitch* m_lower = nullptr; ///< what the lower left panel shows
    QStackedWidget* m_lower_stack = nullptr;
    QString m_workload_title;
    QWidget* m_workload_page = nullptr;
    Legend* m_workload_legend = nullptr;
    HeatMap* m_workload = nullptr;
    QWidget* m_figures_page = nullptr;
    ToneLabel* m_finding = nullptr;
    StackedBars* m_parameters = nullptr;  ///< Figure 1
    StackedBars* m_activations = nullptr; ///< Figure 7
    Panel* m_gate_panel = nullptr;
    IconLabel* m_gate_sign = nullptr;
    ToneLabel* m_gate_verdict = nullptr;
    TableView* m_gate = nullptr;
    QGridLayout* m_identities = nullptr;
    Panel* m_parity_panel = nullptr;
    SegmentedSwitch* m_parity_view = nullptr;
    HeatMap* m_parity = nullptr;
    ToneLabel* m_oracle = nullptr;
    ToneLabel* m_evidence = nullptr;
    Panel* m_difference_panel = nullptr;
    QComboBox* m_left_side = nullptr;
    QComboBox* m_right_side = nullptr;
    TableView* m_difference = nullptr;
    QMenu* m_export = nullptr;
    std::vector<QMenu*> m_figure_menus;
};

} // namespace blueprinting::ui
