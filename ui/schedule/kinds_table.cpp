#include "ui/schedule/kinds_table.h"

#include "core/schedule/from_estimate.h"
#include "ui/schedule/schedule_model.h"

#include "core/base/format.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/row_table.h"
#include "ui/widgets/tables/table_view.h"

#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {

namespace {

using schedule::TableQuestion;

const QString kJob = QStringLiteral("schedule.kinds");

std::vector<Column> columns()
{
    std::vector<Column> out{
        {.id = QStringLiteral("rank"), .header = QStringLiteral("#"), .kind = ColumnKind::number},
        {.id = QStringLiteral("kind"), .header = Words::tr("Schedule"), .stretch = true, .names = true}};
    const auto number = [&](const char* id, const QString& header, const QString& tip) {
        out.push_back(number_column(id, header, tip));
    };
    number("v", Words::tr("v"), Words::tr("Chunks of a device"));
    number("makespan", Words::tr("makespan"), Words::tr("Simulated"));
    number("iteration", Words::tr("iteration"), Words::tr("With what comes after the pipeline, where that is shown"));
    number("best", Words::tr("to the best"), Words::tr("Longer than the shortest of the table"));
    number("bubble", Words::tr("bubble %"), Words::tr("Of the makespan"));
    number("over", Words::tr("over bound %"), Words::tr("Over what no order of the same commands ends before"));
    out.push_back(
        {.id = QStringLiteral("by"), .header = Words::tr("bound by"), .tooltip = Words::tr("What makes the bound")});
    number("peak", Words::tr("peak"),
           Words::tr("Of the device that holds most, until the weight gradient: full stages, "
                     "or GiB where bytes are shown"));
    number("cap", Words::tr("of the cap %"), Words::tr("Peak over the cap"));
    number("weights", Words::tr("weights ×"), Words::tr("How often every weight is held"));
    number("transfers", Words::tr("transfers ×"), Words::tr("Over those of one chunk a device"));
    number("gathers", Words::tr("gathers"),
           Words::tr("Runs of one chunk on device 0: of sharded weights as many gathers"));
    out.push_back(
        {.id = QStringLiteral("split"),
         .header = Words::tr("splits B"),
         .tooltip = Words::tr("Splitting the backward is taken as free; with recomputation PyTorch’s does not "
                              "do that")});
    return out;
}

QString percent(double share) { return shown(format::fixed(100 * share, 1)); }

TableRow row_of(const schedule::TableRow& made, std::size_t rank, bool of_group, bool hidden, bool seconds)
{
    TableRow row;
    row.key = shown(schedule::to_string(made.request.kind)) + QLatin1Char('/') + QString::number(made.request.chunks);
    row.marked = of_group;
    const Tone tone = made.impossible.empty() ? Tone::text : Tone::secondary;
    Cell name = text_cell(shown(made.request.kind->short_name), tone);
    row.cells.push_back(made.impossible.empty()
                            ? number_cell(static_cast<double>(rank), QString::number(rank), Tone::secondary)
                            : text_cell(QString()));
    if (!made.impossible.empty()) {
        name.note = shown(made.impossible);
        name.tooltip = name.note;
    }
    row.cells.push_back(name);
    row.cells.push_back(
        number_cell(static_cast<double>(made.request.chunks), QString::number(made.request.chunks), tone));
    if (!made.impossible.empty() || hidden) {
        while (row.cells.size() < columns().size())
            row.cells.push_back(text_cell(hidden && made.impossible.empty() ? QStringLiteral("?") : QStringLiteral("–"),
                                          Tone::secondary));
        return row;
    }
    const auto time = [&](double value) { return seconds ? QString::number(value, 'f', 3) : brief(value); };
    row.cells.push_back(number_cell(made.makespan, time(made.makespan)));
    row.cells.push_back(number_cell(made.iteration, time(made.iteration)));
    row.cells.push_back(number_cell(made.to_the_best,
                                    made.to_the_best > 1e-9
                                        ? QLatin1Char('+') + percent(made.to_the_best) + QStringLiteral(" %")
                                        : QStringLiteral("0"),
                                    made.to_the_best > 1e-9 ? Tone::above : Tone::secondary));
    row.cells.push_back(number_cell(made.bubble_over_total, percent(made.bubble_over_total)));
    row.cells.push_back(number_cell(made.over_its_bound, percent(std::max(0.0, made.over_its_bound))));
    row.cells.push_back(text_cell(shown(made.bound_reason), Tone::secondary));
    const bool past = made.of_cap && *made.of_cap > 1 + 1e-9;
    const double peak = made.bytes.value_or(made.peak);
    row.cells.push_back(number_cell(peak, peak_text(peak), past ? Tone::bad : Tone::text));
    row.cells.push_back(made.of_cap ? number_cell(*made.of_cap, percent(*made.of_cap), past ? Tone::bad : Tone::text)
                                    : text_cell(QStringLiteral("–"), Tone::secondary));
    row.cells.push_back(
        number_cell(static_cast<double>(made.weights), QString::number(made.weights), Tone::text, made.weights > 1));
    row.cells.push_back(number_cell(static_cast<double>(made.transfers), QString::number(made.transfers)));
    row.cells.push_back(number_cell(static_cast<double>(made.gathers), QString::number(made.gathers)));
    row.cells.push_back(text_cell(made.splits_backward ? Words::tr("yes") : Words::tr("no")));
    return row;
}

} // namespace

KindsTable::KindsTable(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("schedule.kinds.page"));
    m_table = make_table("schedule.kinds", columns(), tr("The same work in the order of every kind"));
    m_note =
        named(new ToneLabel(QString(), {.tone = Tone::secondary, .size = ToneLabel::Size::small, .wraps = true}, this),
              "schedule.kinds.note");
    bare<QVBoxLayout>(this, 4, {{m_table, 1}, m_note});
    setMinimumHeight(170);
    connect(m_table, &TableView::keyPicked, this, [this](const QString& key) {
        for (const schedule::TableRow& row : m_rows)
            if (row.impossible.empty() && key == shown(schedule::to_string(row.request.kind)) + QLatin1Char('/') +
                                                     QString::number(row.request.chunks)) {
                schedule::SceneGroup group = m_group;
                group.kind = row.request.kind;
                if (group.strategy.empty())
                    group.chunks = row.request.chunks;
                group.parameters = {};
                group.order.clear();
                group.written.reset();
                if (!(group == m_group))
                    Q_EMIT taken(group);
                return;
            }
    });
}

bool KindsTable::busy() const { return m_workspace && m_workspace->jobs().stale(kJob); }

void KindsTable::show(const schedule::Scene& scene, const LaneChart& chart, Workspace& workspace)
{
    m_workspace = &workspace;
    m_group = scene.groups[scene.selected];
    m_hidden = chart.asked.any;
    m_question.reset();
    if (m_group.by_hand() && m_group.order.empty()) {
        TableQuestion question;
        question.stages = m_group.stages;
        question.microbatches = m_group.microbatches;
        question.chunks = m_group.chunks;
        question.times = scene.times;
        question.uneven = scene.uneven;
        question.transfers = scene.transfers;
        question.end = scene.end;
        if (scene.memory == schedule::MemoryShown::bytes)
            question.held = scene.held;
        else
            question.cap = scene.cap;
        m_question = {question, {}};
    } else if (!m_group.strategy.empty()) {
        askOfStrategy(scene, chart, workspace);
    }
    ask();
}

/// The strategy's own stages in the order of every kind, with its own times and bytes against its own memory.
void KindsTable::askOfStrategy(const schedule::Scene& scene, const LaneChart& chart, Workspace& workspace)
{
    const StrategyEstimate estimate(workspace.result(m_group.strategy));
    const LaneGroup* group = chart.selected_group();
    if (!estimate || !estimate.training() || !group || !group->drawn)
        return;
    TableQuestion question;
    question.stages = group->request().stages;
    question.microbatches = group->request().microbatches;
    question.chunks = estimate.virtual_stages();
    question.transfers = scene.transfers;
    question.end = estimate.tail(group->request());
    question.held = schedule::HeldByHand{};
    question.held->cap = estimate.capacity().value() / kGibibyte;
    m_question = {question, estimate};
}

void KindsTable::setActive(bool active)
{
    m_active = active;
    if (active)
        ask();
}

void KindsTable::ask()
{
    if (!m_active || !m_workspace)
        return;
    if (!m_question || m_question == m_answered)
        return fill();
    m_workspace->jobs().start(
        kJob, tr("Comparing all kinds"),
        [question = *m_question](const JobContext& context) {
            if (!question.estimate)
                return std::pair(question, schedule::table_of_kinds(question.asked, context.token()));
            return std::pair(question,
                             schedule::table_of_kinds(
                                 question.asked, context.token(),
                                 [&](const schedule::Request& request) { return question.estimate.plan(request); },
                                 [&](const schedule::Request& request) { return question.estimate.bytes(request); }));
        },
        [this](const std::pair<Question, Result<std::vector<schedule::TableRow>>>& made) {
            m_answered = made.first;
            m_rows = made.second ? *made.second : std::vector<schedule::TableRow>{};
            fill();
        });
}

void KindsTable::fill()
{
    if (!m_question || m_question != m_answered) {
        m_table->table()->setRows({});
        m_note->setText(m_question ? QString()
                                   : tr("All kinds are compared for a group that is set by hand or has a strategy."));
        return;
    }
    std::vector<TableRow> rows;
    std::size_t rank = 0;
    for (const schedule::TableRow& row : m_rows) {
        rank += row.impossible.empty();
        const bool own = row.request.kind == m_group.kind && row.request.chunks == m_group.chunks;
        rows.push_back(row_of(row, rank, own, m_hidden, bool(m_question->estimate)));
    }
    m_table->table()->setRows(std::move(rows));
    m_note->setText(
        (m_question->estimate ? tr("Times in seconds. ") : QString()) +
        tr("For p %1, m %2: those under the cap first, then by iteration. A click takes a kind over. Splitting "
           "the backward is taken as free; with recomputation PyTorch’s does not do that.")
            .arg(m_question->asked.stages)
            .arg(m_question->asked.microbatches));
}

} // namespace blueprinting::ui
