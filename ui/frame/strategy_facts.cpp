#include "ui/frame/strategy_facts.h"

#include "ui/style/words.h"
#include "ui/workspace/figures.h"
#include "ui/workspace/strategy_fields.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/widgets/fit_words.h"
#include "ui/workspace/strategy_names.h"

#include <QStringList>

namespace blueprinting::ui {
namespace {

QString number(std::int64_t value) { return QString::fromStdString(format::integer(value)); }

/// A rate or size as its source writes it: no decimals where there are none.
QString figure(double value)
{
    if (value == static_cast<double>(static_cast<std::int64_t>(value)))
        return number(static_cast<std::int64_t>(value));
    return QString::fromStdString(format::significant(value, 4));
}

/// "64", or "64 / 3" where it does not divide.
QString quotient(std::int64_t dividend, std::int64_t divisor)
{
    if (divisor > 0 && dividend % divisor == 0)
        return number(dividend / divisor);
    return number(dividend) + QStringLiteral(" / ") + number(divisor);
}

QString short_name(Datatype type)
{
    switch (type) {
    case Datatype::float8: return QStringLiteral("fp8");
    case Datatype::float16: return QStringLiteral("fp16");
    case Datatype::bfloat16: return QStringLiteral("bf16");
    case Datatype::float32: return QStringLiteral("fp32");
    }
    return {};
}

/// Past this a capacity is a way of saying that memory shall not be a limit.
constexpr double kBoundlessGib = 1e6;
/// A tier that connects this many processors connects them all.
constexpr std::int64_t kBoundlessWidth = 4096;

/// Of a bound, the least that it can take.
StandingText timed(const Figures& figures, const QString& time)
{
    if (!figures.bound)
        return {time, false};
    return {QStringLiteral("≥ ") + time, false, Words::tr("at least %1: %2").arg(time, bound_tag()), true};
}

} // namespace

QString name_fact(const Session& session, const SessionStrategy& strategy)
{
    const QString other = other_model_named(session, strategy);
    return other.isEmpty() ? QString()
                           : Words::tr("The name says %1; the model is %2.")
                                 .arg(name_in_sentence(other, 24), name_in_sentence(shown(strategy.model.name), 24));
}

QString model_fact(const SessionModel& model)
{
    if (model.description && model.description->moe)
        return Words::tr("%1 blocks · hidden %2 · %3 experts · %4 tokens")
            .arg(number(model.blocks), number(model.hidden), number(model.description->moe->experts),
                 number(model.sequence));
    return Words::tr("%1 blocks · hidden %2 · %3 tokens")
        .arg(number(model.blocks), number(model.hidden), number(model.sequence));
}

QString system_fact(const system::SystemProfile& system, Datatype datatype)
{
    const system::EngineRate* rate = system.matrix_rate(datatype);
    const QString compute = !rate ? Words::tr("no %1 rate").arg(short_name(datatype))
                                  : Words::tr("%1 TFLOP/s %2").arg(figure(rate->tflops), short_name(datatype));
    const QString capacity = system.mem1.capacity_gib > kBoundlessGib
                                 ? Words::tr("boundless")
                                 : Words::tr("%1 GiB").arg(figure(system.mem1.capacity_gib));
    return Words::tr("%1 · %2 GB/s · %3").arg(compute, figure(system.mem1.bandwidth_gbps), capacity);
}

QString degrees_fact(const strategy::Execution& execution)
{
    const auto world = strategy::checked_world_size(execution);
    if (!world)
        return Words::tr("more GPUs than can be counted");
    QString text = *world == 1 ? Words::tr("= 1 GPU") : Words::tr("= %1 GPUs").arg(number(*world));
    if (execution.num_procs && *execution.num_procs != *world)
        text += Words::tr(" of %1 stated").arg(number(*execution.num_procs));
    const std::int64_t context = strategy::context(execution).degree;
    if (context > 1)
        text += Words::tr(" · gradient group %1").arg(number(context * strategy::data_degree(execution)));
    return text;
}

QString schedule_fact(const SessionStrategy& strategy, strategy::Rules rules)
{
    const std::int64_t blocks = strategy.model.blocks;
    const std::int64_t p = strategy::pipeline_degree(strategy.execution);
    if (p < 1)
        return {};
    if (!strategy::pipeline(strategy.execution).layout.empty())
        return Words::tr("the layout says the blocks of each stage");
    if (blocks % p != 0 && !strategy::stages_hold(blocks, p, rules))
        return Words::tr("%1 blocks per stage").arg(quotient(blocks, p));
    const std::int64_t n = strategy::most_on_a_stage(blocks, p);
    QString text = n == 1 ? Words::tr("1 block per stage") : Words::tr("%1 blocks per stage").arg(number(n));
    if (blocks % p != 0)
        text = Words::tr("up to %1").arg(text);
    const auto v = number_of(strategy.execution, strategy::Field::virtual_stages);
    if (v && *v != 1)
        text += Words::tr(" · %1 per chunk").arg(quotient(n, *v));
    return text;
}

QString batch_fact(const strategy::Execution& execution)
{
    const std::int64_t d = strategy::data_degree(execution);
    if (d < 1 || execution.microbatch_size < 1)
        return {};
    if (execution.global_batch % d != 0)
        return strategy::is_training(execution)
                   ? Words::tr("%1 samples per data-parallel group").arg(quotient(execution.global_batch, d))
                   : Words::tr("%1 samples per replica").arg(quotient(execution.global_batch, d));
    const std::int64_t local = execution.global_batch / d;
    if (local % execution.microbatch_size != 0)
        return Words::tr("%1 microbatches").arg(quotient(local, execution.microbatch_size));
    const std::int64_t m = local / execution.microbatch_size;
    return m == 1 ? Words::tr("= 1 microbatch") : Words::tr("= %1 microbatches").arg(number(m));
}

QString tiers_fact(const system::SystemProfile& system)
{
    QStringList tiers;
    for (std::size_t i = 0; i < system.networks.size(); ++i) {
        const system::Network& network = system.networks[i];
        QString text =
            Words::tr("%1: %2 GB/s").arg(number(static_cast<std::int64_t>(i)), figure(network.bandwidth_gbps));
        if (network.size < kBoundlessWidth)
            text += Words::tr(", %1 wide").arg(number(network.size));
        tiers << text;
    }
    return tiers.join(QStringLiteral(" · "));
}

QString laws_count(std::size_t laws) { return laws == 1 ? Words::tr("1 law") : Words::tr("%1 laws").arg(laws); }

QString findings_count(std::size_t findings)
{
    return findings == 1 ? Words::tr("1 finding") : Words::tr("%1 findings").arg(findings);
}

StandingText standing(const StrategyResult& result)
{
    if (!result.violations.empty())
        return {laws_count(result.violations.size()), true};
    const auto figures = figures_of(result);
    if (!result.current || !figures)
        return {Words::tr("refused"), true};
    // No time of what cannot run: among the others it would stand as the better one.
    if (const Need need(figures->needed, figures->capacity); !figures->fits)
        return {Words::tr("does not fit"), true,
                does_not_fit_first(need) + Words::tr("it needs %1").arg(needs_of(need))};
    return timed(*figures, QString::fromStdString(format::seconds(figures->total)));
}

StandingText standing_among(const StrategyResult& result, const Workspace& workspace)
{
    const auto seconds_of = [](const StrategyResult& one) -> std::optional<Figures> {
        const auto figures = figures_of(one);
        return one.violations.empty() && one.current && figures && figures->fits && figures->total.value() >= 1
                   ? figures
                   : std::nullopt;
    };
    const auto own = seconds_of(result);
    if (!own)
        return standing(result);
    format::Series times(4, 2); // two decimals at least: beside a very long one the short ones still differ
    for (const SessionStrategy& strategy : workspace.session().strategies)
        if (const auto other = seconds_of(workspace.result(strategy.id)))
            times.add(other->total.value());
    times.add(own->total.value());
    return timed(*own, Words::tr("%1 s").arg(QString::fromStdString(times.text(own->total.value()))));
}

QString rules_label(strategy::Rules rules)
{
    return rules == strategy::Rules::strict ? Words::tr("Strict rules") : Words::tr("Calculon-compatible rules");
}

QString rules_meaning()
{
    return Words::tr("Allows uneven stages and P2P + RS + AG, and checks sequence parallelism as Calculon does");
}

QString last_legal_values(const StrategyResult& result, const SessionStrategy& present)
{
    if (!result.evaluation && !result.program)
        return {};
    const LegalForm legal{result.evaluated.model, result.evaluated.system, result.evaluated.execution};
    const LegalForm now{present.model, present.system, present.execution};
    QStringList values;
    for (const FieldChange& change : changes_between(now, legal).fields) {
        // Not a field of the editor, unless a file stated it: it follows from the degrees.
        if (change.key == QLatin1String("num_procs") && !legal.execution.num_procs && !now.execution.num_procs)
            continue;
        QString title = change.title;
        if (title.size() > 1 && title[1].isLower())
            title[0] = title[0].toLower();
        values << title + QLatin1Char(' ') + change.after;
    }
    return values.join(QStringLiteral(", "));
}

} // namespace blueprinting::ui
