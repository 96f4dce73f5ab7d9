#include "ui/search/search_answer.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/search/search_words.h"
#include "ui/search/words.h"
#include "ui/style/shown.h"
#include "ui/workspace/field_words.h"
#include "ui/workspace/figures.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using strategy::Field;

/// "All 11 recompute attention and use RS+AG": what those as good share.
QString shared_text(const SearchRun& run, std::size_t count)
{
    const search::Band& band = run.found[count].band;
    if (band.count < 2)
        return {};
    QStringList out;
    for (const search::Band::Value& each : band.common(run.layout(count))) {
        const bool tier = strategy::row(each.field).kind == strategy::Kind::tier;
        if (!tier && out.size() < 4)
            out << (each.field == Field::tensor_communication ? knob_value_text(each.field, each.value)
                                                              : knob_text(each.field, each.value));
    }
    return out.isEmpty() ? QString()
                         : SearchWords::tr("All %1 share %2.").arg(counted(band.count), out.join(QStringLiteral(", ")));
}

/// What is said of every time that nobody measured.
QString bound_text(const SearchRun& run)
{
    return system::has_evidence(run.question.system) ? QString() : SearchWords::tr("Peak-only: %1.").arg(bound_tag());
}

QString counts_text(const SearchRun& run, std::size_t count)
{
    const search::Exploration& found = run.found[count];
    return SearchWords::tr("%1 strategies, %2 legal, %3 fit.")
        .arg(counted(found.strategies), counted(found.legal), counted(found.fitting));
}

/// "B ranks 225th, 17.4 % behind; TP 4 with PP 16 alone would bring it to 2.7 %."
QString mine_text(const SearchRun& run, std::size_t count, const search::Explanation* mine)
{
    const SearchSubject* subject = run.selected();
    if (!subject || subject->count != count || !mine || !mine->best)
        return {};
    const auto apart = [](double behind) {
        return (behind < 0 ? SearchWords::tr("%1 ahead") : SearchWords::tr("%1 behind"))
            .arg(percent_text(std::abs(behind), 1, false));
    };
    // What lies outside its bounds may be better than all that a search goes through.
    if (subject->rank && mine->behind_percent < 0)
        return SearchWords::tr("%1 lies outside the bounds and is %2.")
            .arg(subject->letter, apart(mine->behind_percent));
    QString out = subject->rank ? (*subject->rank == 1 ? SearchWords::tr("%1 is the best there is").arg(subject->letter)
                                                       : SearchWords::tr("%1 ranks %2, %3 behind")
                                                             .arg(subject->letter, ordinal(*subject->rank),
                                                                  percent_text(mine->behind_percent, 1, false)))
                                : SearchWords::tr("%1 does not fit and is not ranked").arg(subject->letter);
    if (mine->change)
        out += SearchWords::tr("; %1 alone would bring it to %2")
                   .arg(change_text(*mine->change), mine->change_behind_percent < 0
                                                        ? apart(mine->change_behind_percent)
                                                        : percent_text(mine->change_behind_percent, 1, false));
    return out + QLatin1Char('.');
}

Answer one_answer(const SearchRun& run, std::size_t count, const search::Explanation* mine)
{
    const search::Exploration& found = run.found[count];
    if (found.top.empty())
        return nothing_answer(run, count);
    const search::Layout& layout = run.layout(count);
    const search::Found& best = found.top.front();
    const bool by_memory = run.question.rank == search::RankBy::memory;
    Answer out;
    out.headline = (by_memory ? SearchWords::tr("The leanest takes %1 GiB: %2").arg(gib_text(best.memory))
                              : SearchWords::tr("The fastest takes %1: %2").arg(seconds_text(best.total)))
                       .arg(degrees_text(layout.at(best.number)));
    if (const search::Band& band = found.band; band.count > 1) {
        const std::uint64_t others = band.count - 1;
        QString more = count_word(others);
        more[0] = more[0].toUpper();
        out.headline +=
            others == 1 ? SearchWords::tr(". One more is as good") : SearchWords::tr(". %1 more are as good").arg(more);
        if (!by_memory && band.leanest && band.leanest->number != best.number)
            out.headline += SearchWords::tr(", the leanest in %1 instead of %2 GiB")
                                .arg(gib_text(band.leanest->memory), gib_text(best.memory));
    }
    QStringList why{bound_text(run), counts_text(run, count), shared_text(run, count), mine_text(run, count, mine)};
    why.removeAll(QString());
    out.why = why.join(QLatin1Char(' '));
    return out;
}

Answer scaling_answer(const SearchRun& run)
{
    if (!run.scaling || !run.scaling->reference)
        return {SearchWords::tr("No number of devices has a strategy that fits"), {}};
    const search::Scaling& scaling = *run.scaling;
    const std::int64_t reference = *scaling.reference;
    const search::ScalingPoint* best = nullptr;
    const search::ScalingPoint* last = nullptr;
    for (const search::ScalingPoint& each : scaling.points) {
        if (!each.best)
            continue;
        if (each.devices == reference)
            best = &each;
        last = &each;
    }
    const QString rate = shown(format::fixed(best->tokens_per_second_per_gpu, 1));
    Answer out;
    if (last == best)
        out.headline = SearchWords::tr("Each GPU does most on %1, the most that were asked: %2 tokens/s")
                           .arg(counted(static_cast<std::uint64_t>(reference)), rate);
    else
        out.headline = SearchWords::tr("Each GPU does most on %1: %2 tokens/s; %3 keep %4 of it")
                           .arg(counted(static_cast<std::uint64_t>(reference)), rate,
                                counted(static_cast<std::uint64_t>(last->devices)),
                                percent_text(100 * last->efficiency, 0, false)) +
                       (last->changes.empty() && last->grown && last->grown->efficiency == last->efficiency
                            ? QString()
                            : SearchWords::tr(", and only by changing strategy"));
    QStringList why{bound_text(run)};
    if (last != best && last->grown)
        why << SearchWords::tr("The best of %1 with DP alone would keep %2%3.")
                   .arg(counted(static_cast<std::uint64_t>(reference)),
                        percent_text(100 * last->grown->efficiency, 0, false),
                        last->grown->found.fits ? QString() : SearchWords::tr(" and would not fit"));
    for (const search::ScalingPoint& each : scaling.points)
        if (!each.best)
            why << SearchWords::tr("Nothing fits on %1.").arg(counted(static_cast<std::uint64_t>(each.devices)));
    why << (run.question.batch_per_device
                ? SearchWords::tr("Batch %1 a device.").arg(counted(static_cast<std::uint64_t>(run.question.batch)))
                : SearchWords::tr("Batch %1 on every count.")
                      .arg(counted(static_cast<std::uint64_t>(run.question.batch))));
    why.removeAll(QString());
    out.why = why.join(QLatin1Char(' '));
    return out;
}

/// As the window calls the fields of a question.
QString asked_field(const std::string& path)
{
    if (path == "devices")
        return SearchWords::tr("Devices");
    if (path == "global_batch")
        return SearchWords::tr("Batch");
    if (path == "reserve")
        return SearchWords::tr("Reserve");
    if (path == "rank" || path == "price")
        return SearchWords::tr("Price");
    if (path == "band")
        return SearchWords::tr("As good within");
    const strategy::FieldRow* row = strategy::row_of_path(path);
    return row ? field_title(row->field) : shown(path);
}

} // namespace

QString change_text(const search::Neighbour& change)
{
    QString out = knob_text(change.field, search::knob_value(change.field, change.to.execution));
    for (const Field partner : change.partners)
        out += (partner == change.partners.front() ? SearchWords::tr(" with %1") : SearchWords::tr(", %1"))
                   .arg(knob_text(partner, search::knob_value(partner, change.to.execution)));
    return out;
}

Answer nothing_answer(const SearchRun& run, std::size_t count)
{
    const search::Exploration& found = run.found[count];
    if (!found.top.empty())
        return {};
    const QString devices = counted(static_cast<std::uint64_t>(run.devices(count)));
    if (found.smallest) {
        const Bytes limit = run.question.judgement().limit;
        return {SearchWords::tr("Nothing fits into %1 GiB on %2 devices").arg(gib_text(limit), devices),
                SearchWords::tr("%1 The least memory of any legal strategy is %2 GiB, at %3: more devices, a larger "
                                "memory or a smaller reserve would open it.")
                    .arg(counts_text(run, count), gib_text(found.smallest->memory),
                         degrees_text(run.layout(count).at(found.smallest->number)))};
    }
    const auto more = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto most = std::max_element(found.refused.begin(), found.refused.end(), more);
    if (most == found.refused.end())
        return {SearchWords::tr("No strategy on %1 devices").arg(devices), {}};
    const auto alone = std::max_element(found.refused_alone.begin(), found.refused_alone.end(), more);
    return {SearchWords::tr("None of %1 strategies on %2 devices is legal").arg(counted(found.strategies), devices),
            SearchWords::tr("“%1” refuses %2 of them").arg(law_text(most->first), counted(most->second)) +
                (alone == found.refused_alone.end() || alone->second == 0
                     ? SearchWords::tr("; no law refuses one alone.")
                     : SearchWords::tr("; most would be opened by “%1”, which alone refuses %2.")
                           .arg(law_text(alone->first), counted(alone->second)))};
}

QString not_ranked_text(const search::Question& question, const SessionStrategy& strategy, const QString& letter)
{
    const auto one = search::single(question, strategy.execution);
    if (!strategy::is_training(strategy.execution))
        return SearchWords::tr("%1 is of inference and has no rank.").arg(letter);
    if (one && !one->legal()) {
        const std::size_t more = one->broken.size() - 1;
        return SearchWords::tr("%1 has no rank: %2%3.")
            .arg(letter, shown(one->broken.front().message),
                 more == 0   ? QString()
                 : more == 1 ? SearchWords::tr(", and one more law refuses it")
                             : SearchWords::tr(", and %1 more laws refuse it").arg(more));
    }
    const std::int64_t devices = strategy::checked_world_size(strategy.execution).value_or(0);
    if (std::find(question.devices.begin(), question.devices.end(), devices) == question.devices.end())
        return SearchWords::tr("%1 has no rank: it runs on %2 devices.")
            .arg(letter, counted(static_cast<std::uint64_t>(devices)));
    if (strategy.execution.global_batch != question.global_batch(devices))
        return SearchWords::tr("%1 has no rank: its batch is %2.")
            .arg(letter, counted(static_cast<std::uint64_t>(strategy.execution.global_batch)));
    return {};
}

Answer search_answer(const SearchRun& run, std::optional<std::size_t> count, const search::Explanation* mine)
{
    if (!count && run.question.devices.size() > 1)
        return run.complete ? scaling_answer(run) : Answer{SearchWords::tr("Searching…"), {}};
    const std::size_t at = count.value_or(0);
    if (at >= run.found.size())
        return {SearchWords::tr("Searching…"), {}};
    Answer out = one_answer(run, at, mine);
    if (!run.complete && run.found[at].top.empty())
        out = {SearchWords::tr("Searching…"), counts_text(run, at)};
    return out;
}

Answer refused_answer(const Diagnostics& diagnostics)
{
    const Diagnostic& first = diagnostics.front();
    const QString more = diagnostics.size() > 1
                             ? SearchWords::tr(" %1 more fields are refused.").arg(diagnostics.size() - 1)
                             : QString();
    return {SearchWords::tr("The question cannot be asked: %1").arg(asked_field(first.path)),
            QString(shown(first.message)) + QLatin1Char('.') + more};
}

QString refusal_of(const Diagnostics& diagnostics, std::string_view path)
{
    for (const Diagnostic& each : diagnostics)
        if (each.path == path)
            return shown(each.message);
    return {};
}

} // namespace blueprinting::ui
