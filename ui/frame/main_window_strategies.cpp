#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "ui/frame/main_window.h"
#include "ui/frame/strategy_dock.h"
#include "ui/frame/strategy_editor.h"
#include "ui/frame/strategy_list.h"
#include "ui/style/shown.h"
#include "ui/workspace/command_line.h"
#include "ui/workspace/evaluations.h"
#include "ui/workspace/strategy_names.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

/// A training strategy on the same processors with nothing chosen: 1F1B, all-reduce, no recomputation.
strategy::Execution plain(const strategy::Execution& like)
{
    strategy::Execution out;
    out.global_batch = like.global_batch;
    out.microbatch_size = like.microbatch_size;
    out.datatype = like.datatype;
    out.attention_type = like.attention_type;
    out.tiers = like.tiers;
    strategy::TransformerTrainingParallelism parallelism;
    parallelism.tensor.degree = strategy::tensor_degree(like);
    parallelism.pipeline.degree = strategy::pipeline_degree(like);
    if (parallelism.pipeline.degree > 1)
        parallelism.pipeline.schedule = strategy::OneForwardOneBackward{};
    parallelism.data.degree = strategy::data_degree(like);
    out.parallelism = parallelism;
    return out;
}

} // namespace

void MainWindow::addStrategy()
{
    const SessionStrategy* selected = m_parts.workspace.selected();
    if (!selected)
        return;
    SessionStrategy added{fresh_id(m_parts.workspace.session()),
                          fresh_name(m_parts.workspace.session(), name_beside(*selected).toStdString()),
                          selected->model, selected->system, plain(selected->execution)};
    m_parts.workspace.edit(tr("Add %1").arg(shown(added.name)), [&](Session& session) {
        session.strategies.push_back(added);
        session.selected = added.id;
    });
}

void MainWindow::addPreset(const strategy::Preset& preset)
{
    const model::TransformerModel* model = model::find_preset(preset.model);
    const system::SystemProfile* system = system::find_preset(preset.system);
    if (!model || !system)
        return;
    const std::string kind = preset.name.substr(preset.name.find_last_of('/') + 1);
    SessionStrategy added{fresh_id(m_parts.workspace.session()),
                          fresh_name(m_parts.workspace.session(), preset.model + " " + kind), *model, *system,
                          preset.execution};
    forget_redundant_processors(added.execution);
    m_parts.workspace.edit(tr("Add %1").arg(shown(added.name)), [&](Session& session) {
        session.strategies.push_back(added);
        session.selected = added.id;
    });
}

void MainWindow::duplicateStrategy()
{
    const SessionStrategy* selected = m_parts.workspace.selected();
    if (!selected)
        return;
    SessionStrategy copy = *selected;
    copy.id = fresh_id(m_parts.workspace.session());
    copy.name = fresh_name(m_parts.workspace.session(), selected->name);
    copy.visible = true;
    m_parts.workspace.edit(tr("Duplicate %1").arg(shown(selected->name)), [&](Session& session) {
        const std::ptrdiff_t place = place_of(session, session.selected);
        session.strategies.insert(session.strategies.begin() + place + 1, copy);
        session.selected = copy.id;
    });
}

void MainWindow::removeStrategy()
{
    const SessionStrategy* selected = m_parts.workspace.selected();
    if (!selected || m_parts.workspace.session().strategies.size() < 2)
        return;
    m_parts.workspace.edit(tr("Remove %1").arg(shown(selected->name)), [](Session& session) {
        std::erase_if(session.strategies, [&](const SessionStrategy& s) { return s.id == session.selected; });
    });
}

void MainWindow::moveStrategy(int rows)
{
    const Session& now = m_parts.workspace.session();
    const std::ptrdiff_t from = place_of(now, now.selected);
    const std::ptrdiff_t to = from + rows;
    if (from < 0 || to < 0 || to >= static_cast<std::ptrdiff_t>(now.strategies.size()))
        return;
    move_strategy(m_parts.workspace, now.selected, to);
}

void MainWindow::stepStrategy(int rows)
{
    const Session& now = m_parts.workspace.session();
    const std::ptrdiff_t to = place_of(now, now.selected) + rows;
    if (to >= 0 && to < static_cast<std::ptrdiff_t>(now.strategies.size()))
        m_parts.workspace.selectStrategy(now.strategies[static_cast<std::size_t>(to)].id);
}

void MainWindow::setBaseline()
{
    m_parts.workspace.edit(tr("Change the baseline"), [](Session& session) { session.baseline = session.selected; });
}

void MainWindow::toggleVisible()
{
    const SessionStrategy* selected = m_parts.workspace.selected();
    if (!selected)
        return;
    m_parts.workspace.edit((selected->visible ? tr("Hide %1") : tr("Show %1")).arg(shown(selected->name)),
                           [](Session& session) {
                               SessionStrategy* strategy = session.find(session.selected);
                               strategy->visible = !strategy->visible;
                           });
}

void MainWindow::toggleRules()
{
    const bool strict = m_parts.workspace.session().rules == strategy::Rules::strict;
    m_parts.workspace.edit(strict ? tr("Follow Calculon's rules") : tr("Follow strict rules"), [&](Session& session) {
        session.rules = strict ? strategy::Rules::calculon_compatible : strategy::Rules::strict;
    });
}

void MainWindow::backToLastLegal()
{
    const SessionStrategy* selected = m_parts.workspace.selected();
    if (!selected || !selected->last_legal)
        return;
    m_dock->editor().takeBackAllRefused();
    m_parts.workspace.edit(tr("Back to the last legal values"), [](Session& session) {
        SessionStrategy* strategy = session.find(session.selected);
        const LegalForm legal = *strategy->last_legal;
        strategy->model = legal.model;
        strategy->system = legal.system;
        strategy->execution = legal.execution;
    });
}

QString MainWindow::commandLine() const
{
    if (const View* view = currentView(); view && !view->commandLine().isEmpty())
        return view->commandLine();
    const SessionStrategy* selected = m_parts.workspace.selected();
    if (!selected)
        return {};
    // Where the fields are illegal, the figures on the screen are of what they last were.
    const StrategyResult& result = m_parts.workspace.result(selected->id);
    return QStringLiteral("blueprinting estimate") +
           strategy_arguments(form_of(result.evaluation || result.program ? result.evaluated : *selected),
                              m_parts.workspace.session().rules);
}

} // namespace blueprinting::ui
