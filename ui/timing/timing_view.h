#pragma once
#include "ui/timing/component_rows.h"
#include "ui/timing/program_rows.h"
#include "ui/timing/recompute_audit.h"
#include "ui/timing/timing_charts.h"
#include "ui/workspace/view.h"

#include <optional>

namespace blueprinting::ui {

class HeldSplitter;
class XyPlot;

/// Where the time of the selected strategy goes: every task priced, its place under the roofs and on the efficiency
/// curves, and the components beside the references, or what recomputation counts beside a reference's counter of it.
class TimingView : public View {
    Q_OBJECT
public:
    explicit TimingView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh() override;
    [[nodiscard]] QWidget* firstFocus() override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeTasks();
    QWidget* makeRoofline();
    QWidget* makeComponents();
    QWidget* makeCurves();
    void fillFilterMenu();
    void fitColumns();
    void showTasks();
    void showComponents(const ReferenceComparison& comparison);
    void showAudit();
    void keepState();
    void showCharts();
    void nameRoofline();
    void showNothing();
    /// False where the piece could not be made.
    bool showProgram(const SessionStrategy& strategy, const StrategyResult& result);
    void showProgramComponents();
    void pickPiece(const QString& key);
    void setTraining(bool training, bool bound);
    /// Something is shown, of whichever kind of strategy.
    [[nodiscard]] bool shows() const { return m_evaluation || m_program.program; }
    [[nodiscard]] QString lastLegalHeadline(const SessionStrategy& strategy, const StrategyResult& result) const;
    void pickTask(const QString& key);
    void pickComponent(const QString& key);
    void arrange();
    [[nodiscard]] QString selectedTask() const;
    [[nodiscard]] QString selectedComponent() const;

    TaskFilters m_filters;
    CurveOf m_engine = CurveOf::matrix; ///< which engine's curve is shown
    bool m_audit = false;               ///< the audit of the recompute counter stands in the components' place
    bool m_current = true;              ///< false: last legal figures
    bool m_training = true;
    bool m_bound = false;                                   ///< nobody measured what the times rest on
    std::shared_ptr<const search::Evaluation> m_evaluation; ///< that m_tasks point into
    PieceEvaluations m_pieces;
    QString m_piece;                                                    ///< that is shown of a program
    std::shared_ptr<const program::PieceEvaluation> m_piece_evaluation; ///< that m_tasks point into, of a program
    ProgramTimes m_program;                                             ///< null for all else
    bool m_narrow_rates = false;                                        ///< linear layers run in float8
    system::SystemProfile m_system;
    Datatype m_datatype = Datatype::float16;
    std::vector<TimedTask> m_tasks;
    TaskChart m_roofline_chart, m_engine_chart, m_memory_chart;

    AnswerLine* m_answer;
    QStackedWidget* m_stack;
    EmptyState* m_none = nullptr; ///< in the table's place where no task passes the filters
    EmptyState* m_empty = nullptr;
    QScrollArea* m_scroll = nullptr;
    HeldSplitter* m_columns = nullptr;
    HeldSplitter* m_left = nullptr;
    HeldSplitter* m_right = nullptr;
    bool m_narrow = false;            ///< heads of panels say less
    QString m_unsaid;                 ///< what the components' cells leave to the line below them
    ReferenceComparison m_comparison; ///< of the strategy that is shown
    std::optional<bool> m_wide;       ///< two columns; nothing before the first layout
    Panel* m_tasks_panel = nullptr;
    QComboBox* m_piece_box = nullptr;
    QLineEdit* m_find = nullptr;
    QMenu* m_filter_menu = nullptr;
    ToneLabel* m_count = nullptr;
    TableView* m_task_table = nullptr;
    XyPlot* m_roofline = nullptr;
    Panel* m_components_panel = nullptr;
    TableView* m_component_table = nullptr;
    SegmentedSwitch* m_part_switch = nullptr;
    TableView* m_audit_table = nullptr;
    ToneLabel* m_audit_note = nullptr; ///< one sentence on the selected strategy, or what the audit counts
    Panel* m_roofline_panel = nullptr;
    Legend* m_roofline_legend = nullptr;
    Panel* m_curves_panel = nullptr;
    SegmentedSwitch* m_engine_switch = nullptr;
    XyPlot* m_engine_curve = nullptr;
    XyPlot* m_memory_curve = nullptr;
};

} // namespace blueprinting::ui
