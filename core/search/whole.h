#pragma once
#include "core/program/composition.h"
#include "core/program/plans.h"
#include "core/search/found.h"
#include "core/system/system_profile.h"

#include <map>
#include <memory>
#include <optional>

/// Inside the room: strategies that one block does not stand for, priced many at a time.
namespace blueprinting::search::detail {

/// The whole program of each block key is compiled and its pieces are priced once; each strategy is then put together
/// by the composition that the single estimate uses, so that its figures are the same to the last bit. One thread.
class Whole {
public:
    Whole(std::shared_ptr<const model::Description> model, const system::SystemProfile& system, cost::View view);
    /// Strategies with these choices follow, which break no law. Errors as program::estimate().
    std::optional<Diagnostics> open(const strategy::Execution& execution);
    /// One of them: all but how long its pipeline takes. Errors as open().
    std::optional<Diagnostics> put_together(const strategy::Execution& execution);
    [[nodiscard]] Bytes memory() const { return Bytes(m_composition.memory(m_composition.fullest()).total()); }
    /// Where arithmetic tells the time, or simulates it. Its errors as schedule::plan_in_seconds().
    [[nodiscard]] std::optional<double> closed() { return m_composition.pipeline().closed(); }
    [[nodiscard]] const Diagnostics& refused() { return m_composition.pipeline().refused(); }
    /// Not above the total that simulation would give.
    [[nodiscard]] Seconds least();
    [[nodiscard]] program::Breakdown breakdown(double span) const { return m_composition.breakdown(span); }
    [[nodiscard]] double simulated() { return m_composition.pipeline().simulated(); }
    [[nodiscard]] const program::Composition& composition() const { return m_composition; }
    /// The programs; what was learned of layouts and schedules stays.
    void forget();

private:
    /// Of one stage a tied head has no table of its own, which is another program.
    struct Variant {
        program::Program program;
        std::vector<program::PieceWork> work;
        /// Of the strategies under way: by DP, by the tier of the data and of the pipeline group.
        std::map<std::array<std::int64_t, 3>, program::Prices> prices;
    };
    struct Compiled {
        cost::BlockKey key;
        std::array<std::unique_ptr<Variant>, 2> variants;
    };
    [[nodiscard]] Result<std::unique_ptr<Variant>> compiled(const strategy::Execution& execution);
    Result<const program::Prices*> prices_of(Variant& variant, const strategy::Execution& execution) const;

    std::shared_ptr<const model::Description> m_model;
    const system::SystemProfile& m_system;
    cost::View m_view;
    program::Plans m_plans;
    std::pair<std::int64_t, std::int64_t> m_plans_of{1, 1}; ///< tensor and context degree
    std::vector<Compiled> m_programs;
    std::size_t m_open = 0;                                                ///< of them
    std::map<std::pair<std::int64_t, std::int64_t>, program::Laid> m_laid; ///< by stages and chunks
    program::Composition m_composition;
    std::optional<cost::Pricer> m_pricer;
};

} // namespace blueprinting::search::detail
