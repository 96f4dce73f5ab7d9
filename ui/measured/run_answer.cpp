#include "core/base/format.h"
#include "core/measured/facts.h"
#include "ui/measured/error_rows.h"
#include "ui/measured/run_families.h"
#include "ui/measured/words.h"
#include "ui/style/shown.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace blueprinting::ui {
namespace {

using measured::Judged;

/// "16.8 % below", of a median.
QString off_words(double percent)
{
    const QString size = shown(format::percent(std::fabs(percent), 1, false));
    return percent < 0 ? MeasuredWords::tr("%1 below").arg(size) : MeasuredWords::tr("%1 above").arg(size);
}

/// One's own runs, which are in no figure of published ones.
QString own_words(const RunEvaluation& runs)
{
    if (!runs.all_own)
        return {};
    const QString off = off_words(runs.all_own->median_percent);
    return runs.all_own->rows == 1
               ? MeasuredWords::tr("%1 one own run").arg(off)
               : MeasuredWords::tr("%1 %2 own runs (median)").arg(off, count_words(runs.all_own->rows));
}

/// The selected strategy beside its nearest runs, as the second half of the headline.
QString near_words(const RunSubject& subject, cost::View view, bool filtered)
{
    const measured::Likeness& found = subject.likeness;
    if (found.nearest.empty())
        return filtered ? MeasuredWords::tr("; no run that the filters leave is like %1").arg(subject.letter)
                        : MeasuredWords::tr("; no published run is like %1").arg(subject.letter);
    const std::size_t n = found.nearest.size();
    return MeasuredWords::tr(", %1 the %2 nearest to %3: from %4 to %5 %%6")
        .arg(off_words(found.median_percent), number_word(n), subject.letter, error_words(found.low_percent),
             error_words(found.high_percent), subject.view == view ? QString() : MeasuredWords::tr(" (peak-only)"));
}

/// From how many sources the nearest runs are: eight runs of one machine say less than eight of many.
QString near_source_words(const RunSubject& subject, cost::View view)
{
    const measured::Likeness& found = subject.likeness;
    if (found.nearest.empty())
        return {};
    const QString sources = found.sources == 1
                                ? MeasuredWords::tr(" The nearest to %1 are from one source").arg(subject.letter)
                                : MeasuredWords::tr(" The nearest to %1 are from %2 sources")
                                      .arg(subject.letter, number_word(found.sources));
    return sources + (subject.view == view
                          ? QStringLiteral(".")
                          : MeasuredWords::tr(", judged in peak-only: of its system only the data sheet is known."));
}

/// The family that is furthest off beside all others: two medians where one would hide the difference.
QString apart_words(const RunPicture& picture)
{
    std::map<std::string, std::vector<double>> errors;
    for (const Judged& each : picture.shown.counted)
        errors[picture.runs.row(each.row).family()].push_back(each.error_percent);
    constexpr std::size_t least = 5;
    std::string furthest;
    double most = 0;
    for (const auto& [family, theirs] : errors)
        if (theirs.size() >= least && std::fabs(measured::median(theirs)) > most) {
            most = std::fabs(measured::median(theirs));
            furthest = family;
        }
    std::vector<double> others;
    for (const auto& [family, theirs] : errors)
        if (family != furthest)
            others.insert(others.end(), theirs.begin(), theirs.end());
    if (furthest.empty() || others.empty())
        return {};
    return MeasuredWords::tr("; %1 %2, %3 all others")
        .arg(off_words(measured::median(errors[furthest])), shown(std::string(measured::family_title(furthest))),
             off_words(measured::median(others)));
}

QString choice_words(const certificate::Metrics& metrics)
{
    if (!metrics.pairwise_accuracy || !metrics.median_regret_pct)
        return {};
    return MeasuredWords::
        tr(" Choices: %1 % of %2 pairs in the right order; the predicted best costs %3 % in the median, %4 % at most.")
            .arg(shown(format::fixed(100 * *metrics.pairwise_accuracy, 0)), count_words(metrics.ordered_pairs),
                 shown(format::fixed(*metrics.median_regret_pct, 1)), shown(format::fixed(*metrics.max_regret_pct, 0)));
}

QString fault_words(const RunPicture& picture)
{
    const auto& faster = picture.shown.faults.faster_than_peak;
    const std::size_t unfit = picture.shown.faults.ran_but_predicted_not_to_fit.size();
    const measured::Faults& own = picture.shown.own_faults;
    QString out = faster.empty() ? MeasuredWords::tr(" No run beats peak-only.")
                  : faster.size() == 1
                      ? MeasuredWords::tr(" Faster than peak-only: %1.").arg(shown(picture.runs.row(faster.front()).id))
                      : MeasuredWords::tr(" %1 runs are faster than peak-only, first under Rows.")
                            .arg(count_words(faster.size()));
    if (unfit > 0)
        out += (unfit == 1 ? MeasuredWords::tr(" %1 that ran is predicted not to fit.")
                           : MeasuredWords::tr(" %1 that ran are predicted not to fit."))
                   .arg(count_words(unfit));
    if (!own.faster_than_peak.empty())
        out += MeasuredWords::tr(" Own runs faster than peak-only: %1.").arg(count_words(own.faster_than_peak.size()));
    if (!own.ran_but_predicted_not_to_fit.empty())
        out += MeasuredWords::tr(" Own runs that are predicted not to fit: %1.")
                   .arg(count_words(own.ran_but_predicted_not_to_fit.size()));
    return out;
}

} // namespace

Answer run_answer(const RunPicture& picture)
{
    const RunEvaluation& runs = picture.shown;
    const RunSubject* subject = runs.selected();
    const QString own = own_words(runs);
    if (!runs.all) {
        if (runs.all_own)
            return {MeasuredWords::tr("Predicted times lie %1").arg(own),
                    MeasuredWords::tr("%1 % within 10 %. No published run of grades A and B is left by these filters.")
                        .arg(shown(format::fixed(runs.all_own->within_10_percent, 0)))};
        if (!runs.drawn.empty())
            return {MeasuredWords::tr("No run of grades A and B is left by these filters"),
                    MeasuredWords::tr("%1 of grade C are drawn; they are derived or second-hand and are never counted.")
                        .arg(count_words(runs.drawn.size()))};
        return {MeasuredWords::tr("No run is left by these filters"),
                runs.not_calibrated.empty()
                    ? MeasuredWords::tr("%1 rows that they let through cannot be priced.")
                          .arg(count_words(runs.not_expressible.size()))
                    : MeasuredWords::tr("%1 rows that they let through are priced in the peak-only view alone: their "
                                        "system is not calibrated.")
                          .arg(count_words(runs.not_calibrated.size()))};
    }
    Answer out;
    out.headline = (runs.all->rows == 1 ? MeasuredWords::tr("Predicted times lie %1 %2 published run")
                                        : MeasuredWords::tr("Predicted times lie %1 %2 published runs (median)"))
                       .arg(off_words(runs.all->median_percent), count_words(runs.all->rows));
    if (subject)
        out.headline += near_words(*subject, runs.view, runs.filtered);
    out.why = MeasuredWords::tr("%1%2 % within 10 %%3.%4%5%6")
                  .arg(own.isEmpty() ? QString() : MeasuredWords::tr("Predicted times lie %1. ").arg(own),
                       shown(format::fixed(runs.all->within_10_percent, 0)), apart_words(picture),
                       subject ? near_source_words(*subject, runs.view) : QString(), fault_words(picture),
                       choice_words(runs.choices));
    return out;
}

XyChart diagonal_chart(const RunPicture& picture, std::vector<QString>& words)
{
    words.resize(picture.runs.size());
    XyChart chart;
    chart.x = {MeasuredWords::tr("Measured (tokens/s per GPU)"), true};
    chart.y = {MeasuredWords::tr("Predicted (tokens/s per GPU)"), true};
    double low = 1e300, high = 0;
    for (const Judged& each : picture.shown.drawn) {
        const measured::Row& row = picture.runs.row(each.row);
        const auto measured_rate = measured::tokens_per_second_per_gpu(row);
        const double predicted = picture.runs.prediction(each.row).in(picture.shown.view)->value();
        const auto predicted_rate = measured::tokens_per_second_per_gpu(row, predicted);
        if (!measured_rate || !predicted_rate)
            continue;
        low = std::min({low, *measured_rate, *predicted_rate});
        high = std::max({high, *measured_rate, *predicted_rate});
        XyMark mark;
        mark.key = shown(row.id);
        mark.x = *measured_rate;
        mark.y = *predicted_rate;
        const bool derived = row.grade == measured::Grade::c;
        mark.area = derived ? 8 : 26;
        mark.hollow = row.grade == measured::Grade::b;
        mark.color = derived ? &Theme::outline : &Theme::held_out;
        if (words[each.row].isEmpty())
            words[each.row] = run_words(picture.runs, each.row, picture.shown.view);
        mark.hover = words[each.row];
        chart.marks.push_back(std::move(mark));
    }
    if (high <= 0)
        return chart;
    const auto line = [&](double factor, LineKind kind, const QString& label) {
        XyLine out;
        out.points = {{low, low * factor}, {high, high * factor}};
        out.kind = kind;
        out.color = kind == LineKind::solid ? ColorToken(Tone::secondary) : ColorToken(&Theme::disabled);
        out.width = 1;
        out.label = label;
        out.label_at = 0.06;
        chart.lines.push_back(std::move(out));
    };
    line(1, LineKind::solid, {});
    // Times 10 % longer and shorter than measured.
    line(1 / 1.1, LineKind::dotted, {});
    line(1 / 0.9, LineKind::dotted, MeasuredWords::tr("time 10 % less"));
    if (!picture.selected.empty())
        chart.selected = {shown(picture.selected)};
    return chart;
}

} // namespace blueprinting::ui
