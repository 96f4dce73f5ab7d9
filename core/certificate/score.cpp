#include "core/certificate/score.h"

#include <algorithm>

namespace blueprinting::certificate {
namespace {

struct TermWords {
    std::string_view name, formula;
};
/// In the order of the enumeration.
constexpr std::array<TermWords, kTerms.size()> kTermWords{{
    {"token_per_rank", "T·ℓ·U / r"},
    {"gdn_token_per_rank", "T·g·U / r"},
    {"token_cp_exchange", "T·ℓ·(cp−1)·U / cp"},
    {"attention_token_cp_exchange", "T·(ℓ−g)·(cp−1)·U / cp"},
    {"token_tp_collective", "T·ℓ·(tp−1)·U / tp"},
    {"tiny_segment_per_layer", "below(128·cp)·ℓ·U"},
    {"gdn_level", "V·g·U"},
    {"level_cp_per_layer", "V·ℓ·(cp−1)·U"},
    {"level_tp_per_layer", "V·ℓ·(tp−1)·U"},
    {"gdn_level_tp", "V·g·(tp−1)·U"},
}};

/// Nothing where a step does not fit.
std::optional<Int128> product(std::initializer_list<Int128> factors, Int128 divisor = 1)
{
    Checked128 out(1);
    for (const Int128 factor : factors)
        out = out * factor;
    if (!out.ok())
        return std::nullopt;
    // Almost every value fits 64 bits, where a division costs a fraction.
    if (out.value() <= INT64_MAX && divisor <= INT64_MAX)
        return Int128{static_cast<std::int64_t>(out.value()) / static_cast<std::int64_t>(divisor)};
    return out.value() / divisor;
}

/// Segments shorter than the first threshold of 64, 128, …, 8192 that is at least `tokens`; the last where none is.
std::int64_t below(const Features& features, Int128 tokens)
{
    Int128 threshold = 64;
    for (std::size_t i = 0; i + 1 < features.segments_below.size(); ++i, threshold *= 2)
        if (threshold >= tokens)
            return features.segments_below[i];
    return features.segments_below.back();
}

} // namespace

std::string_view to_string(Term term) { return kTermWords[static_cast<std::size_t>(term)].name; }

std::string_view formula_of(Term term) { return kTermWords[static_cast<std::size_t>(term)].formula; }

std::optional<Term> term_from(std::string_view name)
{
    const auto at = std::find_if(kTerms.begin(), kTerms.end(), [&](Term term) { return to_string(term) == name; });
    return at == kTerms.end() ? std::nullopt : std::optional(*at);
}

std::optional<Int128> term_value(Term term, const Features& features, const Facts& facts)
{
    const Int128 unit = kWorkPerMicrosecond;
    const Int128 tokens = features.packed_tokens;
    const Int128 levels = std::max<std::int64_t>(0, features.max_depth - 1);
    const Int128 layers = facts.layers;
    const Int128 gdn = facts.gdn_layers;
    const Int128 cp = facts.cp;
    const Int128 tp = facts.tp;
    switch (term) {
    case Term::token_per_rank: return product({tokens, layers, unit}, tp * cp);
    case Term::gdn_token_per_rank: return product({tokens, gdn, unit}, tp * cp);
    case Term::token_cp_exchange: return product({tokens, layers, cp - 1, unit}, cp);
    case Term::attention_token_cp_exchange: return product({tokens, layers - gdn, cp - 1, unit}, cp);
    case Term::token_tp_collective: return product({tokens, layers, tp - 1, unit}, tp);
    case Term::tiny_segment_per_layer: return product({below(features, 128 * cp), layers, unit});
    case Term::gdn_level: return product({levels, gdn, unit});
    case Term::level_cp_per_layer: return product({levels, layers, cp - 1, unit});
    case Term::level_tp_per_layer: return product({levels, layers, tp - 1, unit});
    case Term::gdn_level_tp: return product({levels, gdn, tp - 1, unit});
    }
    return std::nullopt;
}

std::vector<std::string> foreign_terms(const IntegerTable& table)
{
    std::vector<std::string> out;
    for (const auto& [name, coefficient] : table)
        if (coefficient != 0 && !term_from(name))
            out.push_back(name);
    return out;
}

Result<Scorer> Scorer::of(const IntegerTable& table)
{
    Scorer out;
    for (const auto& [name, coefficient] : table) {
        if (const auto term = term_from(name))
            out.m_weights.emplace_back(*term, coefficient);
        else if (coefficient != 0)
            return Diagnostic{
                Severity::error, "certificate.foreign_term", "/integer_table_milli_us" + pointer_step(name),
                "the table weighs \"" + name + "\", a term that is not known here, so no score can be computed"};
    }
    return out;
}

Result<Score> Scorer::operator()(const Candidate& candidate, const Cell& cell) const
{
    Score out;
    for (const auto& [term, coefficient] : m_weights) {
        const auto value = term_value(term, candidate.features, cell.facts);
        const Checked128 part = Checked128(value.value_or(0)) * coefficient;
        const Checked128 total = out.total + part;
        if (!value || !total.ok())
            return Diagnostic{Severity::error, "certificate.overflow", "",
                              "the score of candidate \"" + candidate.label + "\" of cell " + cell.key +
                                  " does not fit 128 bits: " + std::string(to_string(term)) + " with packed_tokens " +
                                  std::to_string(candidate.features.packed_tokens) + ", max_depth " +
                                  std::to_string(candidate.features.max_depth) + ", layers " +
                                  std::to_string(cell.facts.layers)};
        out.parts[static_cast<std::size_t>(term)] = part.value();
        out.total = total.value();
    }
    return out;
}

} // namespace blueprinting::certificate
