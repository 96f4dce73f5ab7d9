#include "ui/timing/recompute_audit.h"

#include "core/base/format.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/timing/component_rows.h"
#include "ui/widgets/last_legal.h"
#include "ui/workspace/letters.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using oracle::Figure;
using oracle::State;

constexpr int kWholeNumbers = 760; ///< narrower tables show GFLOP

QString recompute_words(const strategy::Execution& execution)
{
    const auto* training = std::get_if<strategy::TransformerTrainingParallelism>(&execution.parallelism);
    if (!training)
        return Words::tr("none, inference");
    switch (training->recompute) {
    case strategy::RecomputePolicy::none: return Words::tr("none");
    case strategy::RecomputePolicy::attention_only: return Words::tr("attention");
    case strategy::RecomputePolicy::full: return Words::tr("full");
    }
    return {};
}

QString whole(double operations)
{
    const double rounded = std::round(operations);
    return rounded == operations && std::fabs(operations) < 9e15
               ? shown(format::integer(static_cast<std::int64_t>(rounded)))
               : shown(format::significant(operations, 6));
}

QString giga(double operations) { return shown(format::significant(operations / 1e9, 4)); }

Cell operations_cell(double operations, bool wide)
{
    if (operations == 0)
        return number_cell(0, QStringLiteral("0"), Tone::secondary);
    Cell cell = number_cell(operations, wide ? whole(operations) : giga(operations));
    cell.tooltip =
        wide ? Words::tr("%1 GFLOP").arg(giga(operations)) : Words::tr("%1 operations").arg(whole(operations));
    return cell;
}

/// Whose counter it is.
QString reference() { return shown(oracle::sources().front().words.name); }

Figure counter_of(const AuditedStrategy& strategy)
{
    return strategy.reference ? strategy.reference->reference_recompute_counter : Figure{};
}

/// Why there is no figure, in a word; empty where there is one.
QString missing_words(const AuditedStrategy& strategy)
{
    return strategy.reference ? state_words(*strategy.reference, counter_of(strategy).state) : QStringLiteral("…");
}

Cell found_cell(const AuditedStrategy& strategy, bool wide)
{
    if (const Figure counter = counter_of(strategy); counter.has_value())
        return operations_cell(counter.value, wide);
    Cell cell = text_cell(missing_words(strategy), Tone::secondary);
    cell.value = {};
    if (strategy.reference)
        cell.tooltip = shown(strategy.reference->refusal);
    return cell;
}

Cell error_cell(const AuditedStrategy& strategy)
{
    const Figure counter = counter_of(strategy);
    if (!counter.has_value())
        return {};
    const double expected = strategy.derived.reference_prefix_counter;
    if (expected == 0 && counter.value == 0)
        return number_cell(0, QStringLiteral("0"), Tone::secondary);
    const double error = oracle::relative_error_percent(expected, counter.value);
    return number_cell(error, shown(format::with_sign(error, 2)),
                       std::fabs(error) <= kEqualPercent ? Tone::secondary : Tone::bad);
}

QString times_words(double counted, double once)
{
    return QStringLiteral("×") + shown(format::significant(counted / once, 3));
}

Cell ratio_cell(const AuditedStrategy& strategy)
{
    const ir::RecomputeAudit& derived = strategy.derived;
    if (!(derived.derived_explicit_operations > 0))
        return text_cell(QStringLiteral("–"), Tone::secondary);
    const double ratio = derived.reference_prefix_counter / derived.derived_explicit_operations;
    return number_cell(ratio, times_words(derived.reference_prefix_counter, derived.derived_explicit_operations),
                       Tone::secondary);
}

AuditedStrategy audited(const Workspace& workspace, const SessionStrategy& strategy, const QString& name)
{
    const StrategyResult& result = workspace.result(strategy.id);
    const ir::PortablePlanIR& plan = result.evaluation->compilation.plan();
    AuditedStrategy out;
    out.id = strategy.id;
    out.name = name;
    out.letter = workspace.letter(strategy.id);
    out.chip = chip_of(strategy);
    out.recompute = recompute_words(result.evaluated.execution);
    out.tasks =
        static_cast<std::size_t>(std::ranges::count(plan.tasks, ir::Phase::recompute, &ir::PortableTask::phase));
    out.derived = ir::recompute_audit(plan);
    out.reference = result.references.front().get();
    out.current = result.current;
    return out;
}

} // namespace

std::vector<AuditedStrategy> audited_strategies(const Workspace& workspace)
{
    const Session& session = workspace.session();
    std::vector<AuditedStrategy> out;
    for (const SessionStrategy& strategy : session.strategies)
        if ((strategy.visible || strategy.id == session.selected) && workspace.result(strategy.id).evaluation)
            out.push_back(audited(workspace, strategy, shown(strategy.name)));
    return out;
}

std::vector<Column> audit_columns(int width)
{
    const bool wide = width >= kWholeNumbers;
    const QString name = reference();
    const auto operations = [wide](const char* id, const QString& header, const QString& tooltip) {
        const QString giga = Words::tr("%1 (GFLOP)").arg(header);
        return saved_as(number_column(id, wide ? header : giga, tooltip),
                        wide ? Words::tr("%1 (FLOP)").arg(header) : giga, wide ? 1 : 1e9);
    };
    Column strategy{.id = QStringLiteral("strategy"), .header = Words::tr("Strategy"), .stretch = true, .least = 96};
    return {
        strategy,
        {QStringLiteral("recompute"), Words::tr("Recompute"),
         Words::tr("The strategy's field, and how many tasks run again")},
        operations("explicit", Words::tr("run again"),
                   Words::tr("Operations of the tasks that run again, each once: what recompute time is priced from")),
        operations(
            "expected", Words::tr("expected"),
            Words::tr("At every recomputed layer, all forward operations up to it: the rule of %1's block_re_flops")
                .arg(name)),
        operations("found", Words::tr("found"), Words::tr("block_re_flops as %1 prints it").arg(name)),
        saved_as(number_column("error", Words::tr("error %"), Words::tr("Expected against found")),
                 Words::tr("error of expected (%)")),
        saved_as(number_column("ratio", Words::tr("counted"),
                               Words::tr("How many times the counter counts what runs again")),
                 Words::tr("counted (times)"))};
}

std::vector<TableRow> audit_rows(const std::vector<AuditedStrategy>& strategies, int width)
{
    const bool wide = width >= kWholeNumbers;
    std::vector<TableRow> rows;
    for (const AuditedStrategy& strategy : strategies) {
        Cell name = text_cell(strategy.name);
        name.chip = strategy.letter;
        name.chip_place = strategy.chip;
        Cell recompute = text_cell(strategy.recompute);
        if (strategy.tasks > 0)
            recompute.note = strategy.tasks == 1 ? Words::tr("1 task") : Words::tr("%1 tasks").arg(strategy.tasks);
        if (!strategy.current)
            recompute.note = last_legal_words();
        TableRow row{QString::fromStdString(strategy.id),
                     {name, recompute, operations_cell(strategy.derived.derived_explicit_operations, wide),
                      operations_cell(strategy.derived.reference_prefix_counter, wide), found_cell(strategy, wide),
                      error_cell(strategy), ratio_cell(strategy)}};
        if (!strategy.current)
            row = last_legal(std::move(row));
        rows.push_back(std::move(row));
    }
    return rows;
}

QString audit_sentence(const AuditedStrategy& strategy)
{
    const double once = strategy.derived.derived_explicit_operations;
    const double expected = strategy.derived.reference_prefix_counter;
    const Figure counter = counter_of(strategy);
    if (once == 0 && expected == 0)
        return !counter.has_value() ? Words::tr("Recompute counter: nothing runs again.")
               : counter.value == 0
                   ? Words::tr("Recompute counter: nothing runs again, and %1's counter says 0.").arg(reference())
                   : Words::tr("Recompute counter: nothing runs again, yet %1's counter says %2 GFLOP.")
                         .arg(reference(), giga(counter.value));
    const QString again = Words::tr("Recompute counter: %1 GFLOP run again").arg(giga(once));
    const QString times = once > 0 ? Words::tr(" (%1)").arg(times_words(expected, once)) : QString();
    if (!counter.has_value()) {
        const QString state =
            !strategy.reference ? Words::tr("is being asked for") : Words::tr("is %1").arg(missing_words(strategy));
        return Words::tr("%1; %2's block_re_flops %3, by its rule it would be %4 GFLOP%5.")
            .arg(again, reference(), state, giga(expected), times);
    }
    const double error = oracle::relative_error_percent(expected, counter.value);
    if (std::fabs(error) <= kEqualPercent)
        return Words::tr("%1; %2's block_re_flops says %3 GFLOP%4, exactly what its way of counting gives.")
            .arg(again, reference(), giga(counter.value), times);
    return Words::tr("%1; %2's block_re_flops says %3 GFLOP, its way of counting gives %4.")
        .arg(again, reference(), giga(counter.value), giga(expected));
}

QString audit_explanation()
{
    return Words::tr(
               "Run again: the operations of the tasks that run a second time, each counted once. Recompute time is "
               "priced from them. Counter: at every recomputed layer, %1's block_re_flops adds all forward operations "
               "up to and including it. Its block_re_time does not, so the counter is checked and never used. All for "
               "one block, one microbatch, one rank.")
        .arg(reference());
}

} // namespace blueprinting::ui
