#include "ui/model/model_rows.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

QString mebibytes(double bytes) { return shown(format::fixed(bytes / kMebi, bytes < 10 * kMebi ? 1 : 0)); }

std::vector<std::int64_t> tiers_of(const std::vector<program::NetworkTerm>& terms)
{
    std::vector<std::int64_t> out;
    for (const program::NetworkTerm& term : terms)
        out.push_back(term.tier);
    return out;
}

/// "56 ranks over tier 1: 392 MiB, 8.2 ms".
QString load_words(const program::TierLoad& load)
{
    return Words::tr("%1 to %2 ranks over tier %3, charged %4 ms")
        .arg(Words::tr("%1 MiB").arg(mebibytes(load.bytes)), count_text(load.ranks), count_text(load.tier),
             shown(format::significant(load.seconds.value() * 1e3, 2)));
}

} // namespace

std::vector<Column> placement_columns()
{
    return {{.id = QStringLiteral("axis"), .header = Words::tr("Axis"), .names = true},
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
}

ModelTable placement_table(const ModelSubject& subject)
{
    ModelTable out;
    out.columns = placement_columns();
    for (const program::AxisGroups& each : subject.groups) {
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

PlacementPicture placement_picture(const ModelSubject& subject, const QString& axis, std::int64_t stage,
                                   std::int64_t rank)
{
    const strategy::Execution& execution = subject.strategy.execution;
    PlacementPicture out;
    out.world = strategy::world_size(execution);
    out.stages = strategy::pipeline_degree(execution);
    out.per_stage = std::max<std::int64_t>(1, out.world / std::max<std::int64_t>(1, out.stages));
    out.machine = subject.system->networks.empty() ? out.world : subject.system->networks.front().size;
    out.machine = std::clamp<std::int64_t>(out.machine, 1, out.world);
    out.axis = axis_title(axis.toStdString());
    for (const program::AxisGroups& each : subject.groups)
        if (shown(each.axis) == axis) {
            out.degree = each.degree;
            out.stride = each.stride;
            if (!each.terms.empty()) {
                out.inner_tier = each.terms.front().tier;
                out.outer_tier = each.terms.back().tier;
            }
        }
    out.stage = std::clamp<std::int64_t>(stage, 0, out.stages - 1);
    out.rank = std::clamp<std::int64_t>(rank, 0, out.world - 1);
    if (out.rank / out.per_stage != out.stage)
        out.rank = out.stage * out.per_stage + out.rank % out.per_stage;
    return out;
}

BarChart message_chart(const ModelSubject& subject, const QString& axis)
{
    BarChart chart{.columns = {{Words::tr("MiB"), Glyph::none, Words::tr("Of one message of a rank")}},
                   .axis_title = Words::tr("One message of a rank (MiB)"),
                   .names = SegmentNames::none,
                   .bar_height = 20};
    for (const program::AxisGroups& each : subject.groups) {
        if (shown(each.axis) != axis)
            continue;
        BarRow row{.key = axis, .label = axis_title(each.axis), .bold = false};
        if (each.stays > 0)
            row.segments.push_back({.key = QStringLiteral("stays"),
                                    .name = Words::tr("stays"),
                                    .value = each.stays / kMebi,
                                    .color = ColorToken(Tone::text),
                                    .text = mebibytes(each.stays),
                                    .hover = Words::tr("%1 MiB stay on the rank").arg(mebibytes(each.stays))});
        for (const program::TierLoad& load : each.loads)
            row.segments.push_back({.key = QStringLiteral("tier%1").arg(load.tier),
                                    .name = Words::tr("tier %1").arg(load.tier),
                                    .value = load.bytes / kMebi,
                                    .color = ColorToken::tier(load.tier > 0 ? 1 : 0),
                                    .text = Words::tr("%1 MiB over tier %2").arg(mebibytes(load.bytes)).arg(load.tier),
                                    .hover = load_words(load)});
        row.read_outs = {{mebibytes(each.message_bytes), Tone::text, true}};
        chart.rows.push_back(std::move(row));
    }
    return chart;
}

QString message_words(const ModelSubject& subject, const QString& axis)
{
    for (const program::AxisGroups& each : subject.groups) {
        if (shown(each.axis) != axis)
            continue;
        QStringList out;
        if (each.stays > 0)
            out << Words::tr("%1 MiB stay").arg(mebibytes(each.stays));
        for (const program::TierLoad& load : each.loads)
            out << load_words(load);
        QString words = Words::tr("Of one message of %1 MiB: ").arg(mebibytes(each.message_bytes)) +
                        out.join(QStringLiteral("; ")) + QLatin1Char('.');
        if (each.deduplicated_bytes && !each.loads.empty())
            words += Words::tr(" With deduplication, each row once a machine%1, %2 MiB would cross tier %3 instead of "
                               "%4.")
                         .arg(subject.model.moe && subject.model.moe->groups > 1
                                  ? Words::tr(" and %1 machines a token at most")
                                        .arg(count_text(subject.model.moe->group_top))
                                  : QString(),
                              mebibytes(*each.deduplicated_bytes), count_text(each.loads.back().tier),
                              mebibytes(each.loads.back().bytes));
        return words;
    }
    return Words::tr("One rank in each group: it sends nothing.");
}

} // namespace blueprinting::ui
