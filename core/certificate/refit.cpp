#include "core/certificate/refit.h"

#include "core/base/units.h"
#include "core/certificate/fit.h"

#include <algorithm>
#include <set>

namespace blueprinting::certificate {

CertificateSet measured_set(const Certificate& certificate)
{
    CertificateSet out;
    std::set<std::string> seen;
    const std::set<std::string> reranked(certificate.fit.rerank_shapes.begin(), certificate.fit.rerank_shapes.end());
    for (std::size_t i = 0; i < certificate.cells.size(); ++i) {
        const Cell& cell = certificate.cells[i];
        if (!seen.insert(cell.key).second) {
            out.repeated.push_back(i);
            continue;
        }
        if (!reranked.empty() && reranked.contains(fit_shape(cell.facts))) {
            out.reranked.push_back(i);
            continue;
        }
        std::vector<Timing> timings;
        timings.reserve(cell.candidates.size());
        for (const Candidate& candidate : cell.candidates)
            timings.push_back({candidate.median_ms, candidate.spread_pct});
        out.keys.push_back(cell.key);
        out.cells.emplace_back(std::move(timings));
        out.place.push_back(i);
    }
    return out;
}

Result<std::vector<std::vector<Score>>> score_set(const IntegerTable& table, const Certificate& certificate,
                                                  const CertificateSet& set)
{
    const auto scorer = Scorer::of(table);
    if (!scorer)
        return scorer.failure_as<std::vector<std::vector<Score>>>();
    std::vector<std::vector<Score>> out;
    out.reserve(set.place.size());
    for (const std::size_t place : set.place) {
        const Cell& cell = certificate.cells[place];
        std::vector<Score>& scores = out.emplace_back();
        scores.reserve(cell.candidates.size());
        for (const Candidate& candidate : cell.candidates) {
            auto scored = (*scorer)(candidate, cell);
            if (!scored)
                return scored.failure_as<std::vector<std::vector<Score>>>();
            scores.push_back(*scored);
        }
    }
    return out;
}

std::vector<std::vector<Int128>> totals(const std::vector<std::vector<Score>>& scores)
{
    std::vector<std::vector<Int128>> out;
    out.reserve(scores.size());
    for (const auto& cell : scores) {
        std::vector<Int128>& sums = out.emplace_back();
        sums.reserve(cell.size());
        for (const Score& scored : cell)
            sums.push_back(scored.total);
    }
    return out;
}

Splits split_of(const Certificate& certificate, const CertificateSet& set, const std::vector<std::string>& further)
{
    std::vector<std::string> patterns = split_patterns(certificate.fit.holdout);
    patterns.insert(patterns.end(), further.begin(), further.end());
    return split(set.keys, patterns);
}

namespace {

Result<std::vector<FitCell>> fit_cells(const Certificate& certificate, const CertificateSet& set,
                                       const std::vector<std::size_t>& members, const std::vector<Term>& terms)
{
    std::vector<FitCell> out;
    out.reserve(members.size());
    for (const std::size_t member : members) {
        const Cell& cell = certificate.cells[set.place[member]];
        Eigen::MatrixXd values(static_cast<Eigen::Index>(cell.candidates.size()),
                               static_cast<Eigen::Index>(terms.size()));
        for (std::size_t i = 0; i < cell.candidates.size(); ++i) {
            for (std::size_t j = 0; j < terms.size(); ++j) {
                const auto value = term_value(terms[j], cell.candidates[i].features, cell.facts);
                if (!value)
                    return Diagnostic{Severity::error, "certificate.overflow", "",
                                      "the term " + std::string(to_string(terms[j])) + " of candidate \"" +
                                          cell.candidates[i].label + "\" of cell " + cell.key +
                                          " does not fit 128 bits"};
                values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                    static_cast<double>(*value) / static_cast<double>(kWorkPerMicrosecond);
            }
        }
        out.push_back({set.cells[member], std::move(values)});
    }
    return out;
}

IntegerTable as_table(const std::vector<std::string>& names, const std::vector<std::int64_t>& values)
{
    IntegerTable out;
    for (std::size_t j = 0; j < names.size(); ++j)
        out[names[j]] = values[j];
    return out;
}

/// What speaks against a fit on these cells, before it is rounded.
std::vector<std::string> doubts_of_fit(const std::vector<FitCell>& training, const Fit& fitted)
{
    if (training.empty())
        return {"every cell is held out, so nothing was fitted and every coefficient is 0"};
    if (std::all_of(training.begin(), training.end(),
                    [](const FitCell& cell) { return cell.measured.timings.size() < 2; }))
        return {"no cell that was fitted on has two candidates, so nothing was compared"};
    if (!fitted.converged)
        return {"the least squares did not come to an end"};
    if (fitted.coefficients.size() == 0)
        return {"the fit has no term"};
    return {};
}

/// Why a table of this fit orders nothing; "" where it does, or where the fit itself says why not.
std::string doubt_of_table(const Eigen::VectorXd& fitted, const std::vector<std::int64_t>& table)
{
    if (std::any_of(table.begin(), table.end(), [](std::int64_t coefficient) { return coefficient != 0; }))
        return {};
    return (fitted.array() == 0).all()
               ? "every coefficient is 0, so every layout scores the same"
               : "every coefficient rounds to 0 thousandths of a microsecond, so every layout scores the same";
}

/// Nothing where every coefficient has a place in a table.
std::optional<Diagnostic> past_tables(const std::vector<std::string>& terms, const Eigen::VectorXd& coefficients)
{
    for (std::size_t j = 0; j < terms.size(); ++j) {
        const double value = coefficients(static_cast<Eigen::Index>(j)) * 1000.0;
        if (!(value <= static_cast<double>(kMaxInteger)))
            return Diagnostic{Severity::error, "certificate.fit_range", "",
                              "the fit gives " + terms[j] + " " + Json(value).dump() +
                                  " thousandths of a microsecond, past the 2^53 that a table holds: the times or the "
                                  "features of the fitted cells cannot be right"};
    }
    return std::nullopt;
}

} // namespace

std::vector<std::string> doubts_of(const Refit& refit, const IntegerTable& table)
{
    std::vector<std::string> out = refit.doubts;
    const std::string& more = table == refit.table ? refit.table_doubt : refit.repaired_doubt;
    if (out.empty() && !more.empty())
        out.push_back(more);
    return out;
}

Result<Refit> refit(const Certificate& certificate, const CertificateSet& set, const RefitRequest& request)
{
    Refit out;
    std::vector<Term> terms;
    const std::set<std::string> dropped(request.dropped.begin(), request.dropped.end());
    for (const std::string& name : certificate.fit.terms) {
        if (dropped.contains(name))
            continue;
        const auto term = term_from(name);
        if (!term)
            return Diagnostic{Severity::error, "certificate.foreign_term", "/fit_arguments/terms",
                              "the fit uses \"" + name + "\", a term that is not known here, so it cannot be repeated"};
        if (std::find(terms.begin(), terms.end(), *term) != terms.end())
            continue;
        terms.push_back(*term);
        out.terms.push_back(name);
    }
    FitOptions options;
    options.cancel = request.cancel;
    options.progress = request.progress;
    if (certificate.fit.objective == "lsq")
        options.objective = Objective::least_squares;
    else if (certificate.fit.objective != "regret")
        return Diagnostic{Severity::error, "certificate.objective", "/fit_arguments/objective",
                          "the fit's objective is \"" + certificate.fit.objective +
                              "\"; known are \"regret\" and \"lsq\""};

    const Splits splits = split_of(certificate, set, request.patterns);
    auto everything = fit_cells(certificate, set, splits.all, terms);
    if (!everything)
        return everything.failure_as<Refit>();
    std::vector<FitCell> training;
    training.reserve(splits.train.size());
    for (const std::size_t member : splits.train)
        training.push_back((*everything)[member]);
    const auto fitted = fit(training, static_cast<Eigen::Index>(terms.size()), options);
    if (!fitted)
        return fitted.failure_as<Refit>();
    out.coefficients.assign(fitted->coefficients.begin(), fitted->coefficients.end());
    out.loss = fitted->loss;
    if (auto past = past_tables(out.terms, fitted->coefficients))
        return *past;
    const std::vector<std::int64_t> rounded = integerise(fitted->coefficients);
    const std::vector<std::int64_t> repaired = integerise_and_repair(training, fitted->coefficients);
    out.table = as_table(out.terms, rounded);
    out.repaired = as_table(out.terms, repaired);
    out.doubts = doubts_of_fit(training, *fitted);
    out.table_doubt = doubt_of_table(fitted->coefficients, rounded);
    out.repaired_doubt = doubt_of_table(fitted->coefficients, repaired);

    std::vector<std::vector<double>> predicted;
    predicted.reserve(everything->size());
    for (const FitCell& cell : *everything) {
        const Eigen::VectorXd scores = cell.terms * fitted->coefficients;
        predicted.emplace_back(scores.begin(), scores.end());
    }
    out.unrounded = evaluate(set, predicted, splits);
    const auto scores = score_set(out.table, certificate, set);
    if (!scores)
        return scores.failure_as<Refit>();
    out.evaluation = evaluate(set, totals(*scores), splits);
    return out;
}

} // namespace blueprinting::certificate
