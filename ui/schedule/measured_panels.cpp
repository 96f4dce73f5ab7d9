#include "ui/schedule/measured_panels.h"

#include "core/schedule/deadlock.h"
#include "core/schedule/placement.h"
#include "ui/schedule/schedule_colors.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/row_table.h"
#include "ui/widgets/tables/table_view.h"

#include <QGridLayout>

#include <algorithm>
#include <cmath>
#include <map>

namespace blueprinting::ui {
namespace {

using namespace schedule;

QString ms(double value) { return QString::number(value, 'f', 2); }

Column words(const char* id, const QString& header, bool stretch = false)
{
    Column out{.id = QLatin1String(id), .header = header};
    out.stretch = stretch;
    return out;
}

/// "input gradient 4, stage 3", with the colour of its cells.
Cell command_cell(const CommandGraph& graph, const Placement& placement, CommandId id)
{
    static const std::array<const char*, kCommandKinds> kinds{"forward",         "backward",  "input gradient",
                                                              "weight gradient", "recompute", "transfer"};
    const Place place = placement.place(graph.stage[id], graph.chunk[id]);
    Cell out = text_cell(Words::tr("%1 %2, stage %3")
                             .arg(Words::tr(kinds[static_cast<std::size_t>(graph.kind[id])]))
                             .arg(graph.microbatch[id] + 1)
                             .arg(place.virtual_stage + 1));
    out.color = shade_token(shade_of(graph, id));
    return out;
}

Cell signed_cell(double value)
{
    const QString text = value > 0 ? QLatin1Char('+') + ms(value) : QString(QChar(0x2212)) + ms(-value);
    return std::fabs(value) < 0.005 ? number_cell(0, QStringLiteral("0"), Tone::secondary)
                                    : number_cell(value, text, sign_tone(value, 0));
}

std::vector<TableRow> stragglers(const MeasuredRun& run, const Placement& placement)
{
    std::vector<TableRow> out;
    for (const Straggler& each : run.stragglers) {
        TableRow row{.key = QString::number(each.command)};
        row.cells = {command_cell(run.graph, placement, each.command),
                     number_cell(run.graph.stage[each.command], QString::number(run.graph.stage[each.command])),
                     number_cell(each.time, ms(each.time), Tone::text, true),
                     number_cell(each.median, ms(each.median), Tone::secondary),
                     number_cell(each.time / each.median, ms(each.time / each.median), Tone::above),
                     number_cell(each.costs, each.costs > 0 ? ms(each.costs) : QStringLiteral("0"),
                                 each.costs > 0 ? Tone::above : Tone::secondary)};
        out.push_back(std::move(row));
    }
    std::ranges::stable_sort(out, [](const TableRow& a, const TableRow& b) {
        return a.cells[5].value.toDouble() > b.cells[5].value.toDouble();
    });
    return out;
}

/// By kind and stage what the simulation takes, shaded by how much it is over the least of its kind.
void medians(const MeasuredRun& run, const Placement& placement, TableView& table)
{
    std::map<std::pair<std::size_t, std::uint32_t>, double> known; // kind and stage
    std::map<std::uint32_t, std::uint32_t> device;
    for (CommandId id = 0; id < run.simulated.end.size() && id < run.graph.queue_begin[run.graph.stages()]; ++id) {
        if (run.graph.unit(id).first != run.graph.unit(id).second)
            continue;
        const std::uint32_t g = placement.place(run.graph.stage[id], run.graph.chunk[id]).virtual_stage;
        known[{static_cast<std::size_t>(run.graph.kind[id]), g}] = run.simulated.end[id] - run.simulated.start[id];
        device[g] = run.graph.stage[id];
    }
    std::vector<Column> columns{words("kind", Words::tr("Stage (device)"), true)};
    for (const auto& [g, of] : device)
        columns.push_back(number_column(("g" + std::to_string(g)).c_str(), QStringLiteral("%1 (%2)").arg(g + 1).arg(of),
                                        Words::tr("Stage %1, on device %2").arg(g + 1).arg(of)));
    table.table()->setColumns(columns);
    std::vector<TableRow> rows;
    static const std::array<const char*, kCommandKinds> names{"forward",         "backward",  "input gradient",
                                                              "weight gradient", "recompute", "transfer"};
    for (std::size_t kind = 0; kind < kCommandKinds; ++kind) {
        double least = 0;
        double most = 0;
        for (const auto& [of, time] : known)
            if (of.first == kind) {
                least = least == 0 ? time : std::min(least, time);
                most = std::max(most, time);
            }
        if (most == 0)
            continue;
        TableRow row{.key = QString::number(kind)};
        Cell name = text_cell(Words::tr(names[kind]));
        name.color = shade_token(shade_of(static_cast<CommandKind>(kind), 0));
        row.cells.push_back(name);
        for (const auto& [g, of] : device) {
            const auto it = known.find({kind, g});
            Cell cell = it == known.end() ? text_cell(QStringLiteral("–"), Tone::secondary)
                                          : number_cell(it->second, ms(it->second));
            if (it != known.end() && it->second > 1.05 * least)
                cell.background =
                    ColorToken(&Theme::above_fill).mixedWithPanel(std::min(0.5, 0.15 + (it->second / least - 1)));
            row.cells.push_back(cell);
        }
        rows.push_back(std::move(row));
    }
    table.table()->setRows(std::move(rows));
}

std::vector<TableRow> causes(const MeasuredRun& run)
{
    std::vector<TableRow> out;
    for (std::size_t device = 0; device < run.waits.size(); ++device) {
        double before = 0, waiting = 0, handing = 0, own = 0;
        for (const Wait& wait : run.waits[device]) {
            if (wait.next == run.graph.queue_begin[device])
                before += wait.until_its_end + wait.after_it;
            else if (wait.waits_for == kNoCommand)
                own += wait.until_its_end + wait.after_it;
            else {
                waiting += wait.until_its_end;
                handing += wait.after_it;
            }
        }
        TableRow row{.key = QString::number(device)};
        row.cells.push_back(text_cell(Words::tr("device %1").arg(device)));
        for (const double each : {before, waiting, handing, own, run.after_the_last[device]})
            row.cells.push_back(number_cell(each, each > 0.0005 ? ms(each) : QStringLiteral("–"),
                                            each > 0.0005 ? Tone::text : Tone::secondary));
        row.cells.push_back(number_cell(run.bubble[device], ms(run.bubble[device]), Tone::text, true));
        row.cells.push_back(
            number_cell(run.simulated_bubble[device], ms(run.simulated_bubble[device]), Tone::secondary));
        row.cells.push_back(signed_cell(run.bubble[device] - run.simulated_bubble[device]));
        out.push_back(std::move(row));
    }
    return out;
}

std::vector<TableRow> waits(const MeasuredRun& run, const Placement& placement)
{
    constexpr std::size_t most = 12;
    struct Long {
        std::size_t device;
        const Wait* wait;
        double time;
    };
    std::vector<Long> all;
    for (std::size_t device = 0; device < run.waits.size(); ++device)
        for (const Wait& wait : run.waits[device])
            if (wait.next != run.graph.queue_begin[device])
                all.push_back({device, &wait, wait.until_its_end + wait.after_it});
    std::ranges::stable_sort(all, [](const Long& a, const Long& b) { return a.time > b.time; });
    all.resize(std::min(all.size(), most));
    std::vector<TableRow> out;
    for (const Long& each : all) {
        const double start = run.measured.start[each.wait->next];
        TableRow row{.key = QString::number(each.wait->next)};
        row.cells = {text_cell(Words::tr("device %1").arg(each.device)),
                     number_cell(start - each.time, ms(start - each.time), Tone::secondary),
                     number_cell(each.time, ms(each.time), Tone::text, true)};
        if (each.wait->waits_for == kNoCommand) {
            row.cells.push_back(text_cell(Words::tr("its own queue"), Tone::secondary));
            row.cells.push_back(text_cell(QStringLiteral("–"), Tone::secondary));
            row.cells.push_back(text_cell(QStringLiteral("–"), Tone::secondary));
        } else {
            const CommandId awaited = each.wait->waits_for;
            row.cells.push_back(command_cell(run.graph, placement, awaited));
            row.cells.push_back(number_cell(run.graph.stage[awaited], QString::number(run.graph.stage[awaited])));
            row.cells.push_back(signed_cell(run.late_by(awaited)));
        }
        out.push_back(std::move(row));
    }
    return out;
}

} // namespace

MeasuredPanels::MeasuredPanels(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("schedule.measured"));
    const auto number = [](const char* id, const QString& header, const QString& tip) {
        return number_column(id, header, tip);
    };
    m_stragglers = make_table(
        "schedule.stragglers",
        {words("command", Words::tr("Straggler"), true), number("device", Words::tr("device"), {}),
         number("ms", Words::tr("ms"), Words::tr("Measured")),
         number("median", Words::tr("median"), Words::tr("Of its stage and kind")),
         number("times", QStringLiteral("×"), Words::tr("Over 1.5 medians and 3 median absolute deviations")),
         number("costs", Words::tr("costs the step"),
                Words::tr("Measured length less the length with this command at its median, all else kept"))},
        tr("Stragglers and what each costs"));
    m_medians =
        make_table("schedule.medians", {words("kind", Words::tr("Stage (device)"), true)}, tr("Median by stage, ms"));
    m_causes = make_table(
        "schedule.causes",
        {words("device", Words::tr("Bubble (ms)"), true),
         number("before", Words::tr("before"), Words::tr("Until its first command")),
         number("waits", Words::tr("waits"), Words::tr("Until the command of another device ended that it needs")),
         number("hand_over", Words::tr("hand-over"), Words::tr("From there to its own start")),
         number("own", Words::tr("own"), Words::tr("Gaps before commands that need no other device")),
         number("after", Words::tr("after"), Words::tr("Until the run ended")),
         number("all", Words::tr("bubble"), Words::tr("All of it")),
         number("simulated", Words::tr("simulated"), Words::tr("In the simulation with medians")),
         number("more", Words::tr("more"), Words::tr("Measured less simulated"))},
        tr("Where the bubble comes from"));
    m_waits = make_table("schedule.waits",
                         {words("device", Words::tr("Longest waits")), number("from", Words::tr("from"), {}),
                          number("ms", Words::tr("ms"), {}), words("for", Words::tr("waits for"), true),
                          number("of", Words::tr("of device"), {}),
                          number("late", Words::tr("which ended late by"), Words::tr("Than in the simulation"))},
                         tr("The longest waits"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(10);
    grid->addWidget(m_stragglers, 0, 0);
    grid->addWidget(m_medians, 1, 0);
    grid->addWidget(m_causes, 0, 1);
    grid->addWidget(m_waits, 1, 1);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    for (TableView* table : {m_stragglers, m_medians, m_causes, m_waits})
        table->setMinimumHeight(148); // four rows
}

void MeasuredPanels::show(const LaneGroup* group)
{
    const auto run = group ? group->measured : nullptr;
    if (run == m_shown)
        return;
    m_shown = run;
    if (!run)
        return;
    const Placement placement(run->graph.plan.request);
    m_stragglers->table()->setRows(stragglers(*run, placement));
    medians(*run, placement, *m_medians);
    m_causes->table()->setRows(causes(*run));
    m_waits->table()->setRows(waits(*run, placement));
}

} // namespace blueprinting::ui
