#pragma once
#include "core/oracle/source.h"
#include "core/program/evaluate.h"
#include "core/search/evaluate.h"
#include "core/strategy/law_blocks.h"
#include "ui/workspace/session.h"

#include <list>
#include <memory>

namespace blueprinting::ui {

/// What each reference said, in the order of oracle::sources(); null until it was asked.
using ReferenceAnswers = std::vector<std::shared_ptr<const oracle::Answer>>;

/// What is known of one value of a strategy's fields, and of the references to it once they have been asked.
struct Known {
    LegalForm form; ///< legal or not: the fields that this is about
    strategy::Rules rules = strategy::Rules::strict;
    /// Null where a law is broken or the work overflows. A strategy is priced as one or the other (is_modern).
    std::shared_ptr<const search::Evaluation> evaluation;
    std::shared_ptr<const program::Evaluation> program;
    std::vector<strategy::Violation> violations;
    std::vector<strategy::LawBlock> blocks; ///< the same, a field at a time
    Diagnostics diagnostics;                ///< where no law is broken and it still cannot be evaluated
    double milliseconds = 0;
    ReferenceAnswers references; ///< null where one has not been asked yet
    [[nodiscard]] bool legal() const { return evaluation != nullptr || program != nullptr; }
};

/// Remembers evaluations by value, so that only what changed is evaluated again and undoing is free. GUI thread.
class Evaluations {
public:
    std::shared_ptr<Known> of(const LegalForm& form, strategy::Rules rules);
    [[nodiscard]] bool knows(const LegalForm& form, strategy::Rules rules) const;
    /// Remembers what was evaluated elsewhere.
    void adopt(std::shared_ptr<Known> known);
    /// Remembers so many at least: what a session shows at once is never evaluated twice.
    void remember(std::size_t least);
    /// How many were compiled since this was last asked, and how long that took in all.
    struct Spent {
        std::size_t strategies = 0;
        double milliseconds = 0;
    };
    Spent take_spent();
    /// Forgets what this reference said.
    void forget_reference(std::size_t reference);

private:
    void put(std::shared_ptr<Known> known);

    std::list<std::shared_ptr<Known>> m_known; ///< last used first
    std::size_t m_most = 64;
    Spent m_spent;
};

LegalForm form_of(const SessionStrategy& strategy);
/// Compiled and priced, or what it breaks; any thread.
std::shared_ptr<Known> evaluated(const LegalForm& form, strategy::Rules rules);

} // namespace blueprinting::ui
