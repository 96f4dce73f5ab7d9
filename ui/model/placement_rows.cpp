#include "ui/model/model_rows.h"

#include "core/base/format.h"
#include "core/program/messages.h"
#include "core/strategy/derived.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

namespace blueprinting::ui {
namespace {

QString mebibytes(double bytes) { return shown(format::fixed(bytes / kMebi, bytes < 10 * kMebi ? 1 : 0)); }

QString axis_title(const std::string& axis)
{
    if (axis == "tensor")
        return Words::tr("TP");
    if (axis == "context")
        return Words::tr("CP");
    if (axis == "expert")
        return Words::tr("EP");
    if (axis == "expert_tensor")
        return Words::tr("ETP");
    if (axis == "expert_data")
        return Words::tr("expert data");
    if (axis == "data")
        return Words::tr("gradients (DP · CP)");
    return Words::tr("PP");
}

std::vector<std::int64_t> tiers_of(const std::vector<program::NetworkTerm>& terms)
{
    std::vector<std::int64_t> out;
    for (const program::NetworkTerm& term : terms)
        out.push_back(term.tier);
    return out;
}

} // namespace

ModelTable placement_table(const ModelSubject& subject)
{
    ModelTable out;
    out.columns = {{.id = QStringLiteral("axis"), .header = Words::tr("Axis"), .names = true},
                   {.id = QStringLiteral("groups"),
                    .header = Words::tr("groups"),
                    .tooltip = Words::tr("How many groups of how many GPUs"),
                    .kind = ColumnKind::number},
                   {.id = QStringLiteral("stride"),
                    .header = Words::tr("stride"),
                    .tooltip = Words::tr("GPUs of a group stand so far apart"),
                    .kind = ColumnKind::number},
                   {.id = QStringLiteral("tier"),
                    .header = Words::tr("network"),
                    .tooltip = Words::tr("Tiers of the system that the messages go over")},
                   {.id = QStringLiteral("message"),
                    .header = Words::tr("message (MiB)"),
                    .tooltip = Words::tr("What a GPU sends, before what a collective makes of it"),
                    .kind = ColumnKind::number,
                    .saved_unit = kMebi},
                   {.id = QStringLiteral("when"), .header = Words::tr("when"), .stretch = true, .least = 80}};
    for (const program::AxisGroups& each : program::axis_groups(subject.program->program, subject.axes)) {
        const auto tiers = tiers_of(each.terms);
        Cell tier{.value = tiers_words(tiers), .text = tiers_words(tiers)};
        if (!tiers.empty())
            tier.color = ColorToken::tier(static_cast<std::size_t>(tiers.back()));
        out.rows.push_back(
            {shown(each.axis),
             {{.value = shown(each.axis),
               .text = Words::tr("%1 %2").arg(axis_title(each.axis), count_text(each.degree))},
              {.value = static_cast<double>(each.groups),
               .text = Words::tr("%1 of %2").arg(count_text(each.groups), count_text(each.degree))},
              {.value = static_cast<double>(each.stride), .text = count_text(each.stride)},
              std::move(tier),
              {.value = each.message_bytes, .text = mebibytes(each.message_bytes)},
              {.value = shown(each.when), .text = Words::tr(each.when.c_str()), .tone = Tone::secondary}}});
    }
    if (out.rows.empty())
        out.rows.push_back({QStringLiteral("none"),
                            {{.text = Words::tr("One GPU alone: nobody talks to anybody")}, {}, {}, {}, {}, {}},
                            RowKind::note});
    return out;
}

QString placement_words(const ModelSubject& subject)
{
    const program::Program& program = subject.program->program;
    const strategy::ExpertParallel& expert = strategy::expert(program.execution);
    if (!program.model.moe || expert.degree <= 1)
        return {};
    const auto& terms = subject.axes.terms(strategy::Axis::expert);
    const std::int64_t nodes = terms.size() > 1                           ? terms.back().participants
                               : !terms.empty() && terms.front().tier > 0 ? terms.front().participants
                                                                          : 1;
    for (const program::BlockKind& kind : program.kinds) {
        const auto messages = program::expert_messages(kind.plan, nodes);
        if (!messages)
            continue;
        if (nodes == 1)
            return Words::tr("EP %1 stays within one node: %2 MiB a dispatch.")
                .arg(count_text(expert.degree), mebibytes(messages->dispatch_forward));
        return Words::tr(
                   "EP %1 spans %2 nodes: of %3 MiB a dispatch, %4 MiB leave the node%5. A token's experts lie on "
                   "%6 nodes on average.")
            .arg(count_text(expert.degree), count_text(nodes), mebibytes(messages->dispatch_forward),
                 mebibytes(messages->outer_dispatch),
                 expert.deduplicate ? Words::tr(", each row once a node") : QString(),
                 shown(format::significant(messages->expected_distinct_nodes, 3)));
    }
    return {};
}

} // namespace blueprinting::ui
