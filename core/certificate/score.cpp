#include "core/certificate/score.h"

#include <algorithm>

namespace blueprinting::certificate {
namespace {

/// A product, or nothing once a step did not fit.
class Product {
public:
    Product(Int128 value) : m_value(value) {}
    Product& operator*=(Int128 factor)
    {
        if (m_value)
            m_value = checked_multiply(*m_value, factor);
        return *this;
    }
    [[nodiscard]] std::optional<Int128> over(Int128 divisor) const
    {
        if (!m_value)
            return std::nullopt;
        // Almost every value fits 64 bits, where a division costs a fraction.
        if (*m_value <= INT64_MAX && divisor <= INT64_MAX)
            return Int128{static_cast<std::int64_t>(*m_value) / static_cast<std::int64_t>(divisor)};
        return *m_value / divisor;
    }

private:
    std::optional<Int128> m_value;
};

std::optional<Int128> product(std::initializer_list<Int128> factors, Int128 divisor = 1)
{
    Product out(1);
    for (const Int128 factor : factors)
        out *= factor;
    return out.over(divisor);
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

std::string_view to_string(Term term)
{
    switch (term) {
    case Term::token_per_rank: return "token_per_rank";
    case Term::gdn_token_per_rank: return "gdn_token_per_rank";
    case Term::token_cp_exchange: return "token_cp_exchange";
    case Term::attention_token_cp_exchange: return "attention_token_cp_exchange";
    case Term::token_tp_collective: return "token_tp_collective";
    case Term::tiny_segment_per_layer: return "tiny_segment_per_layer";
    case Term::gdn_level: return "gdn_level";
    case Term::level_cp_per_layer: return "level_cp_per_layer";
    case Term::level_tp_per_layer: return "level_tp_per_layer";
    case Term::gdn_level_tp: return "gdn_level_tp";
    }
    return "";
}

std::optional<Term> term_from(std::string_view name)
{
    const auto at = std::find_if(kTerms.begin(), kTerms.end(), [&](Term term) { return to_string(term) == name; });
    return at == kTerms.end() ? std::nullopt : std::optional(*at);
}

std::string_view formula_of(Term term)
{
    switch (term) {
    case Term::token_per_rank: return "T·ℓ·U / r";
    case Term::gdn_token_per_rank: return "T·g·U / r";
    case Term::token_cp_exchange: return "T·ℓ·(cp−1)·U / cp";
    case Term::attention_token_cp_exchange: return "T·(ℓ−g)·(cp−1)·U / cp";
    case Term::token_tp_collective: return "T·ℓ·(tp−1)·U / tp";
    case Term::tiny_segment_per_layer: return "below(128·cp)·ℓ·U";
    case Term::gdn_level: return "V·g·U";
    case Term::level_cp_per_layer: return "V·ℓ·(cp−1)·U";
    case Term::level_tp_per_layer: return "V·ℓ·(tp−1)·U";
    case Term::gdn_level_tp: return "V·g·(tp−1)·U";
    }
    return "";
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
        const auto part = value ? checked_multiply(*value, coefficient) : std::nullopt;
        const auto total = part ? checked_add(out.total, *part) : std::nullopt;
        if (!total)
            return Diagnostic{Severity::error, "certificate.overflow", "",
                              "the score of candidate \"" + candidate.label + "\" of cell " + cell.key +
                                  " does not fit 128 bits: " + std::string(to_string(term)) + " with packed_tokens " +
                                  std::to_string(candidate.features.packed_tokens) + ", max_depth " +
                                  std::to_string(candidate.features.max_depth) + ", layers " +
                                  std::to_string(cell.facts.layers)};
        out.parts[static_cast<std::size_t>(term)] = *part;
        out.total = *total;
    }
    return out;
}

} // namespace blueprinting::certificate
