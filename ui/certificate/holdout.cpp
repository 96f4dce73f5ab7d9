#include "ui/certificate/holdout.h"

#include "core/certificate/cell_key.h"
#include "ui/certificate/review_text.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <algorithm>
#include <map>

namespace blueprinting::ui {
namespace {

namespace cert = certificate;

std::size_t cells_of(const Review& review, const std::string& pattern)
{
    const auto& keys = review.set().keys;
    return static_cast<std::size_t>(
        std::ranges::count_if(keys, [&](const std::string& key) { return key.find(pattern) != std::string::npos; }));
}

HoldoutChoice choice(const Review& review, const QString& text, const std::string& pattern)
{
    return {Words::tr("%1, %2 cells").arg(text, count_figure(cells_of(review, pattern))), pattern};
}

void read_texts(const Json& value, const char* key, std::vector<std::string>& out)
{
    if (!value.is_object() || !value.contains(key) || !value.at(key).is_array())
        return;
    for (const Json& each : value.at(key))
        if (each.is_string())
            out.push_back(each.get<std::string>());
}

/// "every TP2 cell" of the reported cases whose only pattern this is.
QString reported_name(const Review& review, const std::string& pattern)
{
    for (const cert::AblationCase& each : review.cases)
        if (each.source && each.patterns == std::vector<std::string>{pattern})
            return shown(each.name);
    return {};
}

} // namespace

Json to_json(const Holdout& holdout) { return {{"patterns", holdout.patterns}, {"dropped", holdout.dropped}}; }

Holdout holdout_from(const Json& value)
{
    Holdout out;
    read_texts(value, "patterns", out.patterns);
    read_texts(value, "dropped", out.dropped);
    return out;
}

std::vector<HoldoutChoice> topology_choices(const Review& review)
{
    std::map<std::int64_t, std::string> tps;
    std::map<std::int64_t, std::string> cps;
    std::vector<std::string> both;
    for (const std::string& key : review.set().keys) {
        const cert::CellKey parts = cert::parse_cell_key(key);
        const std::string tp = "tp" + std::to_string(parts.tp.value_or(1));
        const std::string cp = "cp" + std::to_string(parts.cp.value_or(1));
        if (parts.tp.value_or(1) > 1)
            tps[*parts.tp] = tp;
        if (parts.cp.value_or(1) > 1)
            cps[*parts.cp] = cp;
        if (std::ranges::find(both, tp + "|" + cp) == both.end())
            both.push_back(tp + "|" + cp);
    }
    std::vector<HoldoutChoice> out;
    for (const auto& [degree, pattern] : tps)
        out.push_back(choice(review, Words::tr("every TP%1 cell").arg(degree), pattern));
    for (const auto& [degree, pattern] : cps)
        out.push_back(choice(review, Words::tr("every CP%1 cell").arg(degree), pattern));
    std::ranges::sort(both);
    for (const std::string& pattern : both)
        out.push_back(choice(review, pattern_text(review, pattern), pattern));
    return out;
}

std::vector<HoldoutChoice> model_choices(const Review& review)
{
    std::vector<HoldoutChoice> out;
    for (const std::string& key : review.set().keys) {
        const std::string model = cert::parse_cell_key(key).model;
        // What the source calls it where its case withholds this model alone.
        const std::size_t slash = model.rfind('/');
        const std::string pattern = slash == std::string::npos ? model : model.substr(slash + 1);
        if (std::ranges::none_of(out, [&](const HoldoutChoice& each) { return each.pattern == pattern; }))
            out.push_back(choice(review, shown(pattern), pattern));
    }
    return out;
}

std::vector<HoldoutChoice> shape_choices(const Review& review)
{
    std::vector<HoldoutChoice> out;
    for (const std::string& key : review.set().keys) {
        const cert::CellKey parts = cert::parse_cell_key(key);
        const std::string pattern = parts.cell + "|";
        if (std::ranges::none_of(out, [&](const HoldoutChoice& each) { return each.pattern == pattern; }))
            out.push_back(choice(review, shown(cert::shape_label(parts)), pattern));
    }
    // Reported cases that withhold several shapes at once.
    for (const cert::AblationCase& each : review.cases)
        if (each.source && each.patterns.size() == 1 && each.patterns.front().starts_with("cal-"))
            out.push_back(choice(review, shown(each.name), each.patterns.front()));
    return out;
}

std::vector<HoldoutChoice> term_choices(const Review& review)
{
    std::vector<HoldoutChoice> out;
    for (const std::string& name : review.certificate->fit.terms)
        if (const auto term = cert::term_from(name))
            out.push_back({QStringLiteral("%1 (%2)").arg(term_name(*term), shown(name)), name});
    return out;
}

QString pattern_text(const Review& review, const std::string& pattern)
{
    if (const QString name = reported_name(review, pattern); !name.isEmpty() && !pattern.starts_with("Qwen"))
        return name;
    const auto degrees = QString::fromStdString(pattern).split(u'|');
    if (degrees.size() == 2 && degrees[0].startsWith(QLatin1String("tp")) && degrees[1].startsWith(QLatin1String("cp")))
        return degrees.join(u' ').toUpper();
    if (pattern.ends_with('|') && pattern.find('|') == pattern.size() - 1)
        return shown(cert::shape_label(cert::parse_cell_key(pattern.substr(0, pattern.size() - 1))));
    if ((pattern.starts_with("tp") || pattern.starts_with("cp")) &&
        pattern.find_first_not_of("0123456789", 2) == std::string::npos && pattern.size() > 2)
        return Words::tr("every %1 cell").arg(shown(pattern).toUpper());
    return shown(pattern);
}

QString holdout_title(const Review& review, const Holdout& holdout)
{
    QStringList parts;
    if (!holdout.patterns.empty()) {
        QStringList names;
        if (const cert::AblationCase* reported = reported_case(review, holdout); reported && reported->source)
            names << shown(reported->name);
        else
            for (const std::string& pattern : holdout.patterns)
                names << pattern_text(review, pattern);
        parts << Words::tr("withhold %1").arg(names.join(Words::tr(" and ")));
    }
    if (!holdout.dropped.empty()) {
        QStringList names;
        for (const std::string& name : holdout.dropped) {
            const auto term = cert::term_from(name);
            names << (term ? term_name(*term) : shown(name));
        }
        parts << Words::tr("drop %1").arg(names.join(Words::tr(" and ")));
    }
    return parts.join(QStringLiteral(", "));
}

const cert::AblationCase* reported_case(const Review& review, const Holdout& holdout)
{
    if (holdout.patterns.empty() || !holdout.dropped.empty())
        return nullptr;
    const auto held = cert::split_of(*review.certificate, review.set(), holdout.patterns).held_out;
    for (const cert::AblationCase& each : review.cases)
        if (cert::split_of(*review.certificate, review.set(), each.patterns).held_out == held)
            return &each;
    return nullptr;
}

std::vector<HoldoutRow> holdout_rows(const Review& review, const Holdout& holdout, const cert::Refit& refit)
{
    const auto& evaluation = *review.evaluation();
    const cert::Metrics shipped =
        cert::summarise(evaluation.outcomes, review.set().keys, refit.evaluation.splits.held_out);
    const auto before = cert::judge_gates(shipped);
    const auto after = cert::judge_gates(refit.evaluation.test);
    const cert::AblationCase* reported = reported_case(review, holdout);
    std::vector<HoldoutRow> out;
    for (std::size_t i = 0; i < after.size(); ++i) {
        HoldoutRow row{after[i].gate, before[i].value, after[i].value,
                       std::nullopt,  after[i].passed, after[i].value.has_value()};
        if (reported && reported->source) {
            if (row.gate == cert::Gate::pairs_in_order)
                row.source = reported->source->pairwise_pct;
            else if (row.gate == cert::Gate::p95_regret)
                row.source = reported->source->p95_regret_pct;
            else if (row.gate == cert::Gate::max_regret)
                row.source = reported->source->max_regret_pct;
        }
        out.push_back(row);
    }
    return out;
}

} // namespace blueprinting::ui
