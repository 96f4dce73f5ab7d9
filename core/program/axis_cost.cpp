#include "core/program/axis_cost.h"

namespace blueprinting::program {

using strategy::Axis;

Result<AxisCost> AxisCost::make(const strategy::Execution& execution, const system::SystemProfile& system)
{
    AxisCost out;
    out.m_system = &system;
    out.m_mesh = strategy::mesh(execution);
    Diagnostics problems;
    for (const strategy::MeshAxis& axis : out.m_mesh) {
        if (axis.degree <= 1)
            continue;
        out.m_terms[static_cast<std::size_t>(axis.axis)] = out.group(axis.axis, axis.degree, axis.stride);
        if (out.terms(axis.axis).empty())
            problems.push_back({Severity::error, "system.missing_rate", "tiers." + std::string(to_string(axis.axis)),
                                "no network of the system connects the " + std::to_string(axis.degree) +
                                    " ranks of the " + std::string(to_string(axis.axis)) + " axis"});
    }
    if (!problems.empty())
        return problems;
    return out;
}

std::vector<NetworkTerm> AxisCost::group(Axis axis, std::int64_t degree, std::int64_t stride) const
{
    const std::vector<system::Network>& all = m_system->networks;
    const std::int64_t named = m_mesh[axis].tier;
    if (degree <= 1)
        return {};
    if (named >= 0) {
        if (named >= std::ssize(all))
            return {};
        return {{&all[static_cast<std::size_t>(named)], named, degree, 1}};
    }
    for (std::size_t tier = 0; tier < all.size(); ++tier) {
        if (all[tier].size < stride * degree)
            continue;
        const auto number = static_cast<std::int64_t>(tier);
        const std::int64_t inner = tier > 0 ? all[tier - 1].size / stride : 1;
        if (inner <= 1)
            return {{&all[tier], number, degree, 1}};
        const std::int64_t beyond = (degree + inner - 1) / inner;
        return {{&all[tier - 1], number - 1, inner, 1}, {&all[tier], number, beyond, 1.0 / static_cast<double>(inner)}};
    }
    return {};
}

Result<Seconds> collective_time(const cost::Pricer& pricer, const std::vector<NetworkTerm>& terms,
                                ir::CollectiveKind kind, double message)
{
    Seconds out;
    for (const NetworkTerm& term : terms) {
        const system::NetworkOperation operation = cost::operation_of(kind);
        if (!term.network->has(operation))
            return Diagnostic{
                Severity::error, "system.network.no_all_to_all", "networks." + std::to_string(term.tier),
                "network tier " + std::to_string(term.tier) +
                    " of the system has no all_to_all, which experts on several ranks and the exchange of "
                    "heads need"};
        // Rows that go to experts go to all ranks: beyond the tier as many as within (messages.h says the shares).
        const double share = kind == ir::CollectiveKind::all_to_all ? 1 : term.share;
        out += pricer.transfer(*term.network, operation, message * share, term.participants);
    }
    return out;
}

} // namespace blueprinting::program
