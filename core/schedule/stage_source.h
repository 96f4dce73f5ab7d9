#pragma once
#include "core/schedule/bytes.h"
#include "core/schedule/iteration.h"
#include "core/schedule/plan.h"

namespace blueprinting::schedule {

/// What the stages of a strategy bring to a schedule of any kind: their times, what they hold, and what comes after the
/// pipeline. A strategy's own schedule stays its own; other kinds are laid over the same blocks. Immutable; any thread.
class StageSource {
public:
    struct Facts {
        Request own; ///< the strategy's own order; transfers charged
        bool training = true;
        bool recomputes = false;
        double capacity = 0;  ///< bytes of a device
        std::string layout{}; ///< as the strategy says it: of its blocks over virtual stages
    };

    virtual ~StageSource() = default;
    StageSource(const StageSource&) = delete;
    StageSource& operator=(const StageSource&) = delete;

    [[nodiscard]] const Facts& facts() const { return m_facts; }
    /// In seconds. Errors: those of plan_in_seconds(), and of laying the blocks otherwise.
    [[nodiscard]] virtual Result<Plan> plan(const Request& request) const = 0;
    /// Of a request that has a plan, in bytes.
    [[nodiscard]] virtual ByteTerms bytes(const Request& request) const = 0;
    [[nodiscard]] virtual Tail tail(const Request& request) const = 0;
    /// What is true of such a plan and refuses nothing.
    [[nodiscard]] virtual Diagnostics findings(const Request& request) const = 0;

protected:
    explicit StageSource(Facts facts) : m_facts(std::move(facts)) {}

private:
    Facts m_facts;
};

/// How a strategy's schedule is asked for.
struct SourceOptions {
    std::optional<Kind> kind; ///< another order for the same blocks; none: the strategy's own
    TransferMode transfers = TransferMode::charged;
    bool separate_recompute = false;
};

struct SourcePlan {
    Plan plan;
    Diagnostics findings;
};

/// A kind without chunks has all blocks of a stage in one. Errors: those of StageSource::plan(), and
/// schedule.kind.inference where the kind has a backward and the strategy has none. Pure; any thread.
Result<SourcePlan> plan_of(const StageSource& source, const SourceOptions& options = {});

} // namespace blueprinting::schedule
