#pragma once
#include "core/cost/pricing.h"
#include "core/strategy/mesh.h"

#include <vector>

namespace blueprinting::program {

/// One network that a group's messages go over: so many participants, and the share of the message that they send.
struct NetworkTerm {
    const system::Network* network = nullptr;
    std::int64_t tier = 0;
    std::int64_t participants = 1;
    double share = 1;
};

/// Where the groups of the ranks lie. A named tier is one term. Without a name: on the first tier that a group of N
/// ranks, q apart, lies on (q·N ≤ its size); where the tier below it holds some of its ranks, in two terms, over N_in =
/// size/q ranks there and N/N_in ranks beyond with 1/N_in of the message.
class AxisCost {
public:
    /// system.missing_rate where a tier that is needed does not exist.
    static Result<AxisCost> make(const strategy::Execution& execution, const system::SystemProfile& system);

    [[nodiscard]] const std::vector<NetworkTerm>& terms(strategy::Axis axis) const
    {
        return m_terms[static_cast<std::size_t>(axis)];
    }
    /// The terms of any group of ranks on an axis' tier: the gradient group, a shard group, the experts' data group.
    [[nodiscard]] std::vector<NetworkTerm> group(strategy::Axis axis, std::int64_t degree, std::int64_t stride) const;

private:
    const system::SystemProfile* m_system = nullptr;
    strategy::Mesh m_mesh;
    std::array<std::vector<NetworkTerm>, strategy::kAxes.size()> m_terms;
};

/// A collective over a group; nothing for a group of one. system.network.no_all_to_all where the network lacks it.
Result<Seconds> collective_time(const cost::Pricer& pricer, const std::vector<NetworkTerm>& terms,
                                ir::CollectiveKind kind, double message);

} // namespace blueprinting::program
