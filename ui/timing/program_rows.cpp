#include "ui/timing/program_rows.h"

#include "core/base/format.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/fit_words.h"
#include "ui/widgets/last_legal.h"
#include "ui/workspace/figures.h"

#include <algorithm>
#include <array>

namespace blueprinting::ui {
namespace {

double of(const program::ProgramEstimate& estimate, std::optional<program::Component> component)
{
    return component ? estimate.breakdown[*component].value() : estimate.total.value();
}

QString percent(double share) { return shown(format::Series(0, 1).text(100 * share)); }

std::vector<Cell> cells_of(const ProgramTimes& times, std::optional<program::Component> component, Cell name,
                           const format::Series& how, bool bold)
{
    const double total = times.shown().total.value();
    const auto seconds = [&](double value) {
        return number_cell(value, shown(how.text(value)), value == 0 ? Tone::secondary : Tone::text, bold);
    };
    const double own = of(times.shown(), component), share = total > 0 ? own / total : 0;
    std::vector<Cell> out{std::move(name)};
    if (!times.bound)
        out.push_back(seconds(of(times.program->evidence, component)));
    out.push_back(seconds(of(times.program->peak_only, component)));
    Cell bar{.value = share};
    if (component)
        bar.color = component_color(*component);
    out.push_back(component ? bar : Cell{});
    out.push_back(number_cell(share, percent(share), Tone::text, bold));
    return out;
}

} // namespace

std::vector<Column> program_columns(const ProgramTimes& times)
{
    std::vector<Column> out{{QStringLiteral("component"), Words::tr("Component")}};
    if (!times.bound) {
        Column evidence = saved_as(
            number_column("evidence", Words::tr("evidence"), Words::tr("Priced with the system's efficiency curves")),
            Words::tr("evidence (s)"));
        evidence.glyph = Glyph::filled;
        out.push_back(std::move(evidence));
    }
    Column peak =
        saved_as(number_column("peak_only", Words::tr("peak-only"),
                               times.bound ? Words::tr("Every efficiency at 1, latencies kept: %1").arg(bound_tag())
                                           : Words::tr("Every efficiency at 1, latencies kept")),
                 times.bound ? Words::tr("peak-only (s, %1)").arg(bound_tag()) : Words::tr("peak-only (s)"));
    peak.glyph = Glyph::outlined;
    out.push_back(std::move(peak));
    Column share{QStringLiteral("share_bar"), Words::tr("share"), Words::tr("Part of the iteration")};
    share.kind = ColumnKind::share;
    share.width = share.least = 64;
    share.stretch = true;
    out.push_back(std::move(share));
    out.push_back(saved_as(number_column("share", Words::tr("%"), Words::tr("Part of the iteration in percent")),
                           Words::tr("share (%)"), 0.01));
    return out;
}

std::vector<TableRow> program_rows(const ProgramTimes& times)
{
    const double total = times.shown().total.value();
    const format::Series how(0, total >= 1 ? 4 : total >= 0.01 ? 6 : 8);
    std::vector<TableRow> rows;
    for (std::size_t i = 0; i < program::kComponents; ++i) {
        const auto component = static_cast<program::Component>(i);
        if (of(times.program->evidence, component) == 0 && of(times.program->peak_only, component) == 0)
            continue;
        Cell name = text_cell(component_title(component));
        name.color = component_color(component);
        name.hatched = component == program::Component::pipeline_bubble;
        rows.push_back({component_key(component), cells_of(times, component, std::move(name), how, false)});
    }
    rows.push_back({QStringLiteral("total"),
                    cells_of(times, std::nullopt, text_cell(Words::tr("Iteration"), Tone::text, true), how, true),
                    RowKind::total});
    if (!times.current)
        std::transform(rows.begin(), rows.end(), rows.begin(), [](const TableRow& row) { return last_legal(row); });
    return rows;
}

Answer program_answer(const ProgramTimes& times, const std::vector<TimedTask>& tasks, const QString& piece)
{
    const program::ProgramEstimate& estimate = times.shown();
    const QString seconds = shown(format::seconds(estimate.total));
    const QString what = times.bound ? Words::tr("Peak-only: at least %1, %2").arg(seconds, bound_tag())
                                     : Words::tr("Evidence: %1, peak-only %2")
                                           .arg(seconds, shown(format::seconds(times.program->peak_only.total)));
    Answer out;
    out.headline =
        estimate.fits() ? what : does_not_fit_first(Need(estimate.needed(), estimate.capacity)) + what.toLower();
    std::array<double, 3> shares{};
    std::array<int, 3> counts{};
    for (const TimedTask& task : tasks) {
        const QString key = engine_key(*task.task);
        const std::size_t at = key == u"matrix" ? 0 : key == u"network" ? 1 : 2;
        shares[at] += task.share;
        ++counts[at];
    }
    const auto whole = [](double share) { return shown(format::fixed(100 * share, 0)); };
    const QString subject = piece.isEmpty() ? Words::tr("the block") : piece;
    out.why = counts[1] == 0
                  ? Words::tr("Of %1, %2 matrix tasks make %3 % of the tasks' time, vector tasks the rest; nothing is "
                              "sent within it.")
                        .arg(subject)
                        .arg(counts[0])
                        .arg(whole(shares[0]))
                  : Words::tr("Of %1, %2 matrix tasks make %3 % of the tasks' time, collectives %4 %, vector tasks the "
                              "rest.")
                        .arg(subject)
                        .arg(counts[0])
                        .arg(whole(shares[0]), whole(shares[1]));
    out.why += Words::tr(" No reference covers this model.");
    return out;
}

} // namespace blueprinting::ui
