#pragma once
#include "core/strategy/laws.h"

namespace blueprinting::strategy {

/// What a person mends in one place: all broken laws of one field, said together. A number that does not divide four
/// sizes is one block, and a tier that is too small for its groups is said at the degree that is too large for it,
/// since the degree is what one has just changed. Diagnostics stay one for each law (as_diagnostics); this is for
/// whoever shows laws beside fields.
struct LawBlock {
    Field field = Field::model; ///< where it is said
    /// Whole sentences: "TP 7 does not divide hidden 12 288, feed-forward 49 152, heads 96, sequence 2048."
    std::string text;
    std::vector<Violation> laws; ///< at least one, in the order of violations()

    /// A value that mends it, all other fields as they are: it keeps every law on the field it is for.
    struct Offer {
        Field field;
        std::int64_t value;
        bool operator==(const Offer&) const = default;
    };
    /// The nearest values of `field` below and above; behind them, where all that is wrong is that a tier does not suit
    /// the degree, the nearest tiers that do. Empty where no number mends it.
    std::vector<Offer> offers;
    bool operator==(const LawBlock&) const = default;
};

/// The broken laws of violations() as blocks, each field once, in the order of the first law of each. Pure; any thread.
std::vector<LawBlock> law_blocks(const std::vector<Violation>& broken, const model::TransformerModel& model,
                                 const system::SystemProfile& system, const Execution& execution, Rules rules);
/// The same of any model.
std::vector<LawBlock> law_blocks(const std::vector<Violation>& broken, const model::Description& model,
                                 const system::SystemProfile& system, const Execution& execution, Rules rules);

} // namespace blueprinting::strategy
