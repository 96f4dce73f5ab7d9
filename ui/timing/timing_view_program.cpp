#include "core/base/format.h"
#include "ui/style/shown.h"
#include "ui/timing/timing_view.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/choice_box.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/last_legal.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/figures.h"

#include <QComboBox>
#include <QScrollArea>
#include <QStackedWidget>

/// What the Timing view shows of a strategy that is priced as a program: the tasks of one piece at a time, and the
/// components of its iteration.
namespace blueprinting::ui {

bool TimingView::showProgram(const SessionStrategy& strategy, const StrategyResult& result)
{
    const program::Program& program = result.program->program;
    m_piece = shown_piece(program, keptText("piece"), selectedTask());
    const auto evaluated = m_pieces.of(result, m_piece);
    if (!evaluated)
        return false;
    m_evaluation.reset();
    m_piece_evaluation = evaluated;
    m_program = {result.program, is_bound(result.evaluated), result.current};
    m_tasks = timed_tasks(*evaluated);
    setTraining(result.program->evidence.training, m_program.bound);
    BoxChoices choices;
    for (const PieceChoice& each : piece_choices(program))
        choices.emplace_back(each.title, each.key);
    const bool several = choices.size() > 1;
    m_piece_box->setVisible(several);
    fill_choices(m_piece_box, std::move(choices), m_piece);
    Answer answer = program_answer(m_program, m_tasks, several ? piece_title(program, m_piece) : QString());
    if (!result.current)
        answer.headline = lastLegalHeadline(strategy, result);
    m_answer->setAnswer(answer);
    m_tasks_panel->setTitle(tr("Tasks of %1").arg(shown(strategy.name)));
    showTasks();
    showProgramComponents();
    showAudit();
    showCharts();
    m_stack->setCurrentWidget(m_scroll);
    return true;
}

void TimingView::showProgramComponents()
{
    m_unsaid.clear();
    std::vector<Column> columns = program_columns(m_program);
    if (m_component_table->table()->columns() != columns) {
        m_component_table->table()->setRows({});
        m_component_table->table()->setColumns(std::move(columns));
    }
    m_component_table->table()->setRows(program_rows(m_program));
    fitColumns();
    m_component_table->setCurrentKey(selectedComponent());
}

/// What is picked stays picked where the piece has it, and else no task is.
void TimingView::pickPiece(const QString& key)
{
    if (!m_program.program || key == m_piece)
        return;
    Json kept = state();
    if (!kept.is_object())
        kept = Json::object();
    kept["piece"] = key.toStdString();
    setState(std::move(kept));
    Selection selection = workspace().session().selection;
    if (!has_task(m_program.program->program, key, shown(selection.task)))
        selection.task.clear();
    workspace().select(selection);
    refresh();
}

} // namespace blueprinting::ui
