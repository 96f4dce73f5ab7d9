#pragma once
#include "core/certificate/certificate.h"
#include "core/certificate/int128.h"

#include <array>

/// The layout score: Σ coefficient·term, whole numbers, the same on every machine. One unit is 1/(1024·1000) µs.
/// Source: the term functions of coefficient version 2 of the TrainerRank layout planner.
namespace blueprinting::certificate {

inline constexpr std::int64_t kWorkPerMicrosecond = 1024;
inline constexpr double kScorePerMillisecond = 1024.0 * 1000.0 * 1000.0;

enum class Term {
    token_per_rank,
    gdn_token_per_rank,
    token_cp_exchange,
    attention_token_cp_exchange,
    token_tp_collective,
    tiny_segment_per_layer,
    gdn_level,
    level_cp_per_layer,
    level_tp_per_layer,
    gdn_level_tp,
};

/// In the order in which they are stacked and listed.
inline constexpr std::array<Term, 10> kTerms{Term::token_per_rank,      Term::gdn_token_per_rank,
                                             Term::token_cp_exchange,   Term::attention_token_cp_exchange,
                                             Term::token_tp_collective, Term::tiny_segment_per_layer,
                                             Term::gdn_level,           Term::level_cp_per_layer,
                                             Term::level_tp_per_layer,  Term::gdn_level_tp};

std::string_view to_string(Term term);
std::optional<Term> term_from(std::string_view name);
/// The formula in the symbols of the documentation: "T·ℓ·U / r".
std::string_view formula_of(Term term);

/// Value of a term, at least 0, or nothing where it does not fit 128 bits. Divisions round down, after scaling.
std::optional<Int128> term_value(Term term, const Features& features, const Facts& facts);

/// A candidate's score and what each term gives to it, in kTerms order (0 for a term that the table lacks).
struct Score {
    Int128 total = 0;
    std::array<Int128, kTerms.size()> parts{};
    bool operator==(const Score&) const = default;
};

/// A table made ready to score many candidates.
class Scorer {
public:
    /// certificate.foreign_term where the table weighs a term that is not known (one with the coefficient 0 weighs
    /// nothing and is passed over).
    static Result<Scorer> of(const IntegerTable& table);
    /// certificate.overflow, with the value that is too large named.
    [[nodiscard]] Result<Score> operator()(const Candidate& candidate, const Cell& cell) const;

private:
    std::vector<std::pair<Term, Int128>> m_weights;
};

/// Terms of the table that are not known and not 0.
std::vector<std::string> foreign_terms(const IntegerTable& table);

} // namespace blueprinting::certificate
