#include "ui/model/model_words.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/component_names.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blueprinting::ui {
namespace {

QString whole_gib(Bytes bytes)
{
    const double value = bytes.value() / kGibibyte;
    return shown(value == std::floor(value) ? format::integer(static_cast<std::int64_t>(value))
                                            : format::fixed(value, 1));
}

/// Which stages reach into what is reserved on the system, and which wait for the slowest.
QString stages_why(const ModelSubject& subject)
{
    const program::ProgramEstimate& estimate = subject.estimate();
    const double reserve = subject.strategy.system.reserved_bytes.value_or(0);
    QStringList out;
    std::int64_t reaching = 0;
    for (const program::StageEstimate& stage : estimate.stages)
        reaching += stage.memory.total() + reserve > estimate.capacity.value() ? 1 : 0;
    if (reserve > 0 && reaching > 0 && estimate.fits())
        out << (reaching == 1 ? Words::tr("One stage reaches into the reserve of %1 GiB.").arg(gib_text(reserve))
                              : Words::tr("%1 stages reach into the reserve of %2 GiB.")
                                    .arg(count_text(reaching), gib_text(reserve)));
    double slowest = 0, fastest = 0;
    std::size_t at = 0;
    for (std::size_t i = 0; i < estimate.stages.size(); ++i) {
        const double seconds = estimate.stages[i].time.microbatch().total().value();
        if (i == 0 || seconds > slowest)
            slowest = seconds, at = i;
        fastest = i == 0 ? seconds : std::min(fastest, seconds);
    }
    if (estimate.stages.size() > 1)
        out << (slowest - fastest > 1e-3 * slowest
                    ? Words::tr("Stage %1 is the slowest, %2 in each microbatch; the fastest waits %3 of it.")
                          .arg(at)
                          .arg(shown(format::seconds(Seconds(slowest))),
                               shown(format::seconds(Seconds(slowest - fastest))))
                    : Words::tr("All stages take %1 in each microbatch.")
                          .arg(shown(format::seconds(Seconds(slowest)))));
    for (const program::AxisGroups& each : subject.groups)
        if (each.axis == "expert" && each.loads.size() > 1)
            out << Words::tr("EP %1 spans %2 machines: of %3 MiB a dispatch %4 go over tier %5.")
                       .arg(count_text(each.degree), count_text(each.terms.back().participants),
                            shown(format::fixed(each.message_bytes / kMebi, 0)),
                            shown(format::fixed(each.loads.back().bytes / kMebi, 0)),
                            count_text(each.loads.back().tier));
    if (subject.bound)
        out << Words::tr("Times are an upper bound of speed, not calibrated.");
    return out.join(QLatin1Char(' '));
}

} // namespace

QString gib_text(double bytes, int decimals) { return shown(format::fixed(bytes / kGibibyte, decimals)); }

QString count_text(std::int64_t value) { return shown(format::integer(value)); }

QString parameters_words(double parameters)
{
    if (parameters >= 1e12)
        return Words::tr("%1 trillion").arg(shown(format::significant(parameters / 1e12, 4)));
    if (parameters >= 1e9)
        return Words::tr("%1 billion").arg(shown(format::significant(parameters / 1e9, parameters >= 1e10 ? 4 : 3)));
    return Words::tr("%1 million").arg(shown(format::significant(parameters / 1e6, 3)));
}

Answer model_answer(const ModelSubject& subject)
{
    const program::ProgramEstimate& estimate = subject.estimate();
    const QString name = name_in_sentence(shown(subject.model.name));
    QString text =
        subject.counts
            ? Words::tr("%1 has %2 parameters").arg(name, parameters_words(static_cast<double>(subject.counts->total)))
            : name;
    if (subject.counts && subject.counts->active_with_embedding != subject.counts->total)
        text += Words::tr(" and uses %1 a token")
                    .arg(parameters_words(static_cast<double>(subject.counts->active_with_embedding)));
    const std::int64_t world = strategy::world_size(subject.strategy.execution);
    const QString where = world == 1 ? Words::tr("; on 1 GPU ") : Words::tr("; on %1 GPUs ").arg(count_text(world));
    const QString of = Words::tr("%1 of %2 GiB").arg(gib_text(estimate.needed().value()), whole_gib(estimate.capacity));
    text += where + (estimate.stages.size() > 1 ? Words::tr("stage %1 is the fullest: %2").arg(estimate.fullest).arg(of)
                                                : Words::tr("each needs %1").arg(of));
    if (!estimate.fits())
        text += Words::tr(", which does not fit");
    QString why = stages_why(subject);
    if (!subject.current)
        why.prepend(Words::tr("These are its last legal figures. "));
    return {text, why};
}

QString axis_title(std::string_view axis)
{
    static constexpr std::array<std::pair<std::string_view, const char*>, 7> kAxes{{{"tensor", "TP"},
                                                                                    {"context", "CP"},
                                                                                    {"expert", "EP"},
                                                                                    {"expert_tensor", "ETP"},
                                                                                    {"expert_data", "expert data"},
                                                                                    {"data", "DP"},
                                                                                    {"pipeline", "PP"}}};
    for (const auto& [known, title] : kAxes)
        if (known == axis)
            return Words::tr(title);
    return shown(axis);
}

QString row_title(std::string_view task, const model::FeedForward& mlp)
{
    const bool gated = mlp.gated;
    static constexpr std::array<std::pair<std::string_view, const char*>, 44> kTitles{
        {{"attn.norm", "norm"},
         {"attn.q", "q"},
         {"attn.k", "k"},
         {"attn.v", "v"},
         {"attn.qk_norm", "q, k norm"},
         {"attn.rotary", "rotary"},
         {"attn.core", "core, flash"},
         {"attn.qk", "scores"},
         {"attn.softmax", "softmax"},
         {"attn.prob_dropout", "dropout of scores"},
         {"attn.pv", "scores · values"},
         {"attn.out", "out"},
         {"attn.q_down", "q down"},
         {"attn.q_norm", "q norm"},
         {"attn.q_up", "q up"},
         {"attn.kv_down", "kv down"},
         {"attn.kv_norm", "kv norm"},
         {"attn.kv_up", "kv up"},
         {"attn.residual", "residual"},
         {"attn.f", "boundary"},
         {"attn.f_q", "boundary of q"},
         {"attn.f_kv", "boundary of kv"},
         {"attn.g", "boundary"},
         {"attn.into", "heads in"},
         {"attn.out_of", "heads out"},
         {"attn.ring", "ring"},
         {"attn.kv_gather", "gather of kv"},
         {"mlp.f", "boundary"},
         {"mlp.g", "boundary"},
         {"mlp.norm", "norm"},
         {"mlp.gelu", "gelu"},
         {"mlp.fc2", "down"},
         {"mlp.residual", "residual"},
         {"moe.router", "router"},
         {"moe.score", "router's scores"},
         {"moe.top_k", "choice of experts"},
         {"moe.balance", "balance loss"},
         {"moe.permute", "permute"},
         {"moe.dispatch", "dispatch"},
         {"moe.fc2", "expert down"},
         {"moe.combine", "combine"},
         {"moe.unpermute", "unpermute"},
         {"shared.fc2", "shared down"},
         {"shared.gate", "shared gate"}}};
    for (const auto& [known, title] : kTitles)
        if (known == task)
            return Words::tr(title);
    const QString whose = task.starts_with("moe")      ? Words::tr("expert %1")
                          : task.starts_with("shared") ? Words::tr("shared %1")
                                                       : QStringLiteral("%1");
    if (task.ends_with(".fc1"))
        return whose.arg(gated ? Words::tr("gate, up") : Words::tr("up"));
    if (task.ends_with(".act"))
        return whose.arg(mlp.activation == model::Activation::silu    ? Words::tr("silu")
                         : mlp.activation == model::Activation::relu2 ? Words::tr("relu²")
                                                                      : Words::tr("gelu"));
    return shown(task);
}

QString collective_words(ir::CollectiveKind kind)
{
    switch (kind) {
    case ir::CollectiveKind::all_reduce: return Words::tr("all-reduce");
    case ir::CollectiveKind::reduce_scatter: return Words::tr("reduce-scatter");
    case ir::CollectiveKind::all_gather: return Words::tr("all-gather");
    case ir::CollectiveKind::all_to_all: return Words::tr("all-to-all");
    case ir::CollectiveKind::ring: return Words::tr("ring");
    }
    return {};
}

QString tiers_words(const std::vector<std::int64_t>& tiers)
{
    QStringList all;
    for (const std::int64_t tier : tiers)
        all << QString::number(tier);
    if (all.isEmpty())
        return {};
    return all.size() == 1 ? Words::tr("tier %1").arg(all.front())
                           : Words::tr("tiers %1").arg(all.join(Words::tr(" and ")));
}

QString part_title(model::ModelPart part)
{
    QString out = shown(to_string(part)).replace(QLatin1Char('_'), QLatin1Char(' '));
    return out == QLatin1String("feed forward") ? Words::tr("feed-forward") : out;
}

QString stage_memory_title(program::StageMemoryPart part)
{
    switch (part) {
    case program::StageMemoryPart::weights: return Words::tr("Weights");
    case program::StageMemoryPart::gradients: return Words::tr("Weight gradients");
    case program::StageMemoryPart::optimizer: return Words::tr("Optimizer");
    case program::StageMemoryPart::activations: return Words::tr("Activations");
    case program::StageMemoryPart::transient: return Words::tr("Working");
    }
    return {};
}

ColorToken stage_memory_color(program::StageMemoryPart part)
{
    switch (part) {
    case program::StageMemoryPart::weights: return memory_color(cost::MemoryPart::weights);
    case program::StageMemoryPart::gradients: return memory_color(cost::MemoryPart::weight_gradients);
    case program::StageMemoryPart::optimizer: return memory_color(cost::MemoryPart::optimizer);
    case program::StageMemoryPart::activations: return memory_color(cost::MemoryPart::activations);
    case program::StageMemoryPart::transient: return memory_color(cost::MemoryPart::activation_gradients);
    }
    return {};
}

} // namespace blueprinting::ui
