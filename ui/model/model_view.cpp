#include "ui/model/model_view.h"

#include "ui/style/menu_text.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/held_splitter.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/letters.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace blueprinting::ui {
namespace {

constexpr int kUpright = 820; ///< narrower views have the stages below the block

ToneLabel* small_label(const char* name)
{
    return named(new ToneLabel({}, {.tone = Tone::secondary, .size = ToneLabel::Size::small, .wraps = true}), name);
}

} // namespace

ModelView::ModelView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("model"), tr("Model"), parent)
{
    m_export = new QMenu(this);
    m_answer = named(new AnswerLine, "answer");
    m_empty = named(new EmptyState, "modelEmpty");
    m_columns = new HeldSplitter(Qt::Horizontal);
    m_columns->setChildrenCollapsible(false);
    m_columns->addWidget(makeModel());
    m_columns->addWidget(makeStages());
    m_stack = new QStackedWidget;
    m_stack->addWidget(page_of(m_columns, "modelPage", tr("Block, parameters and stages")));
    m_stack->addWidget(m_empty);
    lay_page(this, m_answer, m_stack);
    offerExports();
    arrange();
}

QWidget* ModelView::makeModel()
{
    m_block_panel = named(new Panel(tr("The block")), "blockPanel");
    m_block = make_table("blockTable", block_columns(), tr("Rows of the block"));
    m_block->setHeightFollowsRows(true);
    m_block_layout = m_block_panel->body();
    m_block_layout->addWidget(m_block);
    connect(m_block, &TableView::keyPicked, this, [this](const QString& key) {
        if (key != QLatin1String("block"))
            this->workspace().select({{}, key.toStdString() + "/forward", -1});
    });
    m_parameter_panel = named(new Panel(tr("Parameters")), "parameterPanel");
    m_parameters = named(new StackedBars(tr("Parameters by part")), "parameterChart");
    m_parameter_legend = new Legend;
    m_parameter_legend->setAlignment(Qt::AlignLeft);
    m_counts = make_table("countTable", parameter_columns(), tr("Counts of the model"));
    m_counts->setHeightFollowsRows(true);
    lay_out(m_parameter_panel->body(), {m_parameters, m_parameter_legend, m_counts});
    auto* column = new QWidget;
    bare<QVBoxLayout>(column, metrics::kControlGap, {m_block_panel, m_parameter_panel, Laid::rest()});
    return column;
}

QWidget* ModelView::makeStages()
{
    m_stage_panel = named(new Panel(tr("Stages")), "stagePanel");
    m_part = named(
        new SegmentedSwitch({{QStringLiteral("stages"), tr("Stages")}, {QStringLiteral("placement"), tr("Placement")}}),
        "modelPart");
    m_part->setAccessibleName(tr("Stages or placement"));
    m_stage_panel->addHeaderWidget(m_part);
    connect(m_part, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        Json state = this->state();
        state["part"] = id.toStdString();
        setState(std::move(state));
        showStages();
    });
    auto* stages = new QWidget;
    m_memory_legend = new Legend;
    m_memory_legend->setAlignment(Qt::AlignLeft);
    m_memory = named(new StackedBars(tr("Memory of each stage")), "stageMemoryChart");
    m_time_tag = small_label("timeTag");
    m_time_legend = new Legend;
    m_time_legend->setAlignment(Qt::AlignLeft);
    m_time = named(new StackedBars(tr("Time of one microbatch on each stage")), "stageTimeChart");
    m_units_tag = small_label("unitsTag");
    m_units_legend = new Legend;
    m_units_legend->setAlignment(Qt::AlignLeft);
    m_units = named(new StackedBars(tr("Gathering behind the work")), "unitChart");
    m_units_words = small_label("unitsWords");
    m_stage_columns = named(new StageColumns(tr("Memory and time of each stage")), "stageColumns");
    bare<QVBoxLayout>(stages, metrics::kControlGap,
                      {m_memory_legend,
                       {m_memory, 1},
                       {m_stage_columns, 1},
                       m_time_tag,
                       m_time_legend,
                       {m_time, 1},
                       m_units_tag,
                       m_units_legend,
                       {m_units, 1},
                       m_units_words});
    connect(m_stage_columns, &StageColumns::segmentPicked, this, [this](const QString& key) {
        this->workspace().select({key.toStdString(), {}, -1});
    });
    auto* placement = new QWidget;
    auto* axes = new QWidget;
    m_axis_layout = bare<QHBoxLayout>(axes, metrics::kControlGap, {small_label("axisWord"), Laid::rest()});
    axes->findChild<ToneLabel*>(QStringLiteral("axisWord"))->setText(tr("groups of"));
    m_map = named(new PlacementMap(tr("Ranks on their machines")), "placementMap");
    connect(m_map, &PlacementMap::stageOpened, this, [this](qint64 stage) {
        Json state = this->state();
        state["stage"] = stage;
        setState(std::move(state));
        showPlacement();
    });
    m_message = named(new StackedBars(tr("One message of a rank")), "messageChart");
    m_placement_tag = small_label("placementTag");
    m_placement = make_table("placementTable", placement_columns(), tr("Who talks to whom"));
    m_placement->setHeightFollowsRows(true);
    m_placement_words = small_label("placementWords");
    connect(m_placement, &TableView::keyPicked, this, [this](const QString& key) {
        if (!m_axis_ids.contains(key))
            return;
        Json state = this->state();
        state["axis"] = key.toStdString();
        setState(std::move(state));
        showPlacement();
    });
    bare<QVBoxLayout>(placement, metrics::kControlGap,
                      {axes, {m_map, 1}, m_message, m_placement_words, m_placement, m_placement_tag});
    m_parts = new QStackedWidget;
    m_parts->addWidget(stages);
    m_parts->addWidget(placement);
    m_stage_panel->body()->addWidget(m_parts, 1);
    connect(m_memory, &StackedBars::segmentPicked, this, [this](const QString&, const QString& key) {
        this->workspace().select({key.toStdString(), {}, -1});
    });
    connect(m_time, &StackedBars::segmentPicked, this, [this](const QString&, const QString& key) {
        this->workspace().select({key.toStdString(), {}, -1});
    });
    return m_stage_panel;
}

void ModelView::refresh()
{
    const SessionStrategy* strategy = workspace().selected();
    m_subject.reset();
    NoSubject why{tr("No strategy is selected"), tr("Add a strategy on the left to see its model here.")};
    if (strategy)
        m_subject = model_subject(*strategy, workspace().result(strategy->id), why);
    if (!m_subject)
        return showNothing(why);
    m_answer->setAnswer(model_answer(*m_subject));
    m_stack->setCurrentIndex(0);
    showBlock();
    showParameters();
    showStages();
    Q_EMIT statusChanged();
}

void ModelView::showNothing(const NoSubject& why)
{
    m_answer->setAnswer(why.headline, {});
    m_empty->setContent(Icon::columns, why.headline, why.why);
    m_stack->setCurrentWidget(m_empty);
    Q_EMIT statusChanged();
}

void ModelView::showBlock()
{
    const program::Program& program = m_subject->program->program;
    QStringList titles;
    for (std::size_t i = 0; i < program.kinds.size(); ++i)
        titles << kind_title(program, i);
    if (titles != m_kind_titles) {
        delete m_kinds;
        m_kinds = nullptr;
        m_kind = 0;
        m_kind_titles = titles;
        if (titles.size() > 1) {
            std::vector<SegmentedSwitch::Segment> segments;
            for (qsizetype i = 0; i < titles.size(); ++i)
                segments.push_back({QString::number(i), titles[i]});
            m_kinds = named(new SegmentedSwitch(std::move(segments)), "blockKinds");
            m_kinds->setAccessibleName(tr("Kinds of block"));
            m_block_layout->insertWidget(0, m_kinds, 0, Qt::AlignLeft);
            connect(m_kinds, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
                m_kind = static_cast<std::size_t>(id.toInt());
                showBlock();
            });
            m_kind = program.kinds.size() - 1; // the one that most blocks are of, as models are made
        }
    }
    if (m_kinds)
        m_kinds->setCurrent(QString::number(m_kind));
    ModelTable table = block_table(*m_subject, std::min(m_kind, program.kinds.size() - 1));
    m_block_panel->setTitle(titles.size() == 1 ? tr("The block, %1").arg(titles.front()) : tr("The block"));
    m_block_panel->setNote(tr("one microbatch of %1 tokens")
                               .arg(m_subject->model.sequence * m_subject->strategy.execution.microbatch_size));
    m_block->table()->setRows(std::move(table.rows));
    const std::string& task = workspace().session().selection.task;
    m_block->setCurrentKey(shown(task.substr(0, task.find('/'))));
}

void ModelView::showParameters()
{
    m_parameters->setChart(parameter_chart(*m_subject));
    m_parameter_legend->setItems(parameter_legend(*m_subject));
    const auto published = published_words(*m_subject);
    m_parameter_panel->setNote(published ? published->text : QString(), published ? published->tone : Tone::secondary,
                               published ? published->tip : QString());
    ModelTable counts = count_table(*m_subject);
    m_counts->table()->setRows(std::move(counts.rows));
}

void ModelView::showStages()
{
    if (!m_subject)
        return;
    const bool placement = keptText("part") == u"placement";
    m_part->setCurrent(placement ? QStringLiteral("placement") : QStringLiteral("stages"));
    m_parts->setCurrentIndex(placement ? 1 : 0);
    m_stage_panel->setTitle(placement ? tr("Placement") : tr("Stages"));
    const QString tag = m_subject->bound ? bound_tag() : QString();
    const bool several = m_subject->estimate().stages.size() > 1;
    m_memory_legend->setItems(stage_memory_legend());
    const std::vector<OneOfMany> others = several ? std::vector<OneOfMany>() : alike();
    m_memory->setChart(others.size() > 1 ? strategy_memory_chart(*m_subject, others) : stage_memory_chart(*m_subject));
    m_time_tag->setText(tag.isEmpty() ? tr("Time of one microbatch") : tr("Time of one microbatch: %1").arg(tag));
    m_time_legend->setItems(stage_time_legend(*m_subject));
    m_time->setChart(stage_time_chart(*m_subject));
    m_units_tag->setText(tag.isEmpty() ? tr("Gathering behind the work")
                                       : tr("Gathering behind the work: %1").arg(tag));
    m_units_legend->setItems(unit_legend());
    m_units->setChart(unit_chart(*m_subject));
    m_units_words->setText(unit_words(*m_subject));
    for (QWidget* of_units : std::initializer_list<QWidget*>{m_units_tag, m_units_legend, m_units, m_units_words})
        of_units->setVisible(m_subject->units.has_value());
    m_stage_columns->setPicture(several ? stage_picture(*m_subject) : StagePicture());
    m_stage_columns->setVisible(several);
    for (QWidget* bars : std::initializer_list<QWidget*>{m_memory, m_time, m_time_tag})
        bars->setVisible(!several);
    showPlacement();
    m_placement_tag->setText(tag);
    m_placement_tag->setVisible(!tag.isEmpty());
}

/// The strategies that can stand beside the selected one: visible, priced as it is, on GPUs as large.
std::vector<OneOfMany> ModelView::alike() const
{
    std::vector<OneOfMany> out;
    for (const SessionStrategy& each : workspace().session().strategies) {
        const bool selected = each.id == workspace().session().selected;
        const StrategyResult& result = workspace().result(each.id);
        if ((!each.visible && !selected) || !result.program ||
            result.program->peak_only.capacity != m_subject->estimate().capacity)
            continue;
        out.push_back({shown(each.name), shown(letters_of(each.letter)), chip_of(each), result.current, selected,
                       result.program});
    }
    return out;
}

QString ModelView::axis() const
{
    const QString kept = keptText("axis");
    if (m_axis_ids.contains(kept))
        return kept;
    return m_axis_ids.contains(QStringLiteral("expert")) ? QStringLiteral("expert") : m_axis_ids.value(0);
}

void ModelView::showPlacement()
{
    if (!m_subject)
        return;
    QStringList ids;
    std::vector<SegmentedSwitch::Segment> segments;
    for (const program::AxisGroups& each : m_subject->groups) {
        ids << shown(each.axis);
        segments.push_back({ids.back(), axis_title(each.axis)});
    }
    if (ids != m_axis_ids || (!m_axes && !ids.isEmpty())) {
        delete m_axes;
        m_axes = nullptr;
        m_axis_ids = ids;
        if (!ids.isEmpty()) {
            m_axes = named(new SegmentedSwitch(std::move(segments)), "placementAxis");
            m_axes->setAccessibleName(tr("Axis whose groups are shown"));
            m_axis_layout->insertWidget(1, m_axes);
            connect(m_axes, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
                Json state = this->state();
                state["axis"] = id.toStdString();
                setState(std::move(state));
                showPlacement();
            });
        }
    }
    const QString shown_axis = axis();
    if (m_axes)
        m_axes->setCurrent(shown_axis);
    const Json kept = state();
    const auto stage = kept.is_object() ? kept.find("stage") : kept.end();
    const std::int64_t opened =
        kept.is_object() && stage != kept.end() && stage->is_number_integer() ? stage->get<std::int64_t>() : 0;
    m_map->setPicture(placement_picture(*m_subject, shown_axis, opened, m_map->picture().rank));
    m_message->setChart(message_chart(*m_subject, shown_axis));
    m_message->setVisible(m_axes);
    m_placement_words->setText(message_words(*m_subject, shown_axis));
    ModelTable table = placement_table(*m_subject);
    m_placement->table()->setRows(std::move(table.rows));
    m_placement->setCurrentKey(shown_axis);
}

void ModelView::arrange()
{
    const Qt::Orientation wanted = width() < kUpright ? Qt::Vertical : Qt::Horizontal;
    if (m_columns->orientation() == wanted)
        return;
    m_columns->setOrientation(wanted);
}

void ModelView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrange();
}

void ModelView::offerExports()
{
    for (ChartWidget* chart :
         std::initializer_list<ChartWidget*>{m_parameters, m_memory, m_time, m_units, m_stage_columns, m_map}) {
        chart->addExportActions(m_export->addMenu(menu_text(chart->title())));
        connect(chart, &ChartWidget::saved, this, &View::saved);
    }
    m_export->addSeparator();
    for (TableView* table : {m_block, m_counts, m_placement}) {
        table->addExportActions(m_export->addMenu(menu_text(table->accessibleName())));
        connect(table, &TableView::saved, this, &View::saved);
    }
}

QList<QAction*> ModelView::exportActions() { return m_export->actions(); }

QWidget* ModelView::firstFocus() { return m_block; }

} // namespace blueprinting::ui
