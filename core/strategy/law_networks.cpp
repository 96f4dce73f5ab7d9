#include "core/strategy/facts.h"

/// What the groups ask of the network tiers that they are placed on. A group of 1 communicates with nobody and fills no
/// tier, but the tier that it names must exist all the same.
namespace blueprinting::strategy::detail {
namespace {

constexpr std::array kDegreeFields{bit(Field::tensor_degree), bit(Field::pipeline_degree),
                                   bits({Field::data_degree, Field::replicas})};

std::string group_name(const F& f, std::size_t group)
{
    switch (group) {
    case 0: return "tensor parallelism";
    case 1: return "pipeline parallelism";
    default: return f.training ? "data parallelism" : "replication";
    }
}

bool shares_tier(const F& f, std::size_t group, std::size_t other)
{
    return f.placed(group) && f.placed(other) && f.tiers[other] == f.tiers[group];
}

/// The laws of a tier are reported once, under the last group that is placed on it.
bool last_on_tier(const F& f, std::size_t group)
{
    for (std::size_t later = group + 1; later < f.tiers.size(); ++later)
        if (shares_tier(f, group, later))
            return false;
    return f.placed(group);
}

std::uint64_t fields_on_tier(const F& f, std::size_t group)
{
    std::uint64_t out = 0;
    for (std::size_t each = 0; each < f.tiers.size(); ++each)
        if (shares_tier(f, group, each))
            out |= kDegreeFields[each] | bit(kTierFields[each]);
    return out;
}

const system::Network& network(const F& f, std::size_t group)
{
    return f.system->networks[static_cast<std::size_t>(f.tiers[group])];
}

bool too_small(const F& f, std::size_t group)
{
    if (f.beyond || !last_on_tier(f, group))
        return false; // beyond six numbers where the ranks stand decides (law_modern.cpp)
    const auto product = f.processors_on(f.tiers[group]);
    return !product || *product > network(f, group).size;
}

bool not_filled(const F& f, std::size_t group)
{
    if (!last_on_tier(f, group) || too_small(f, group) || !network(f, group).must_be_filled)
        return false;
    return network(f, group).size % f.processors_on(f.tiers[group]).value_or(1) != 0;
}

/// "tensor parallelism of 4 and data parallelism of 16 on network tier 0, together 64 processors,"
std::string placement(const F& f, std::size_t group)
{
    std::string groups;
    int count = 0;
    for (std::size_t each = 0; each < f.tiers.size(); ++each)
        if (shares_tier(f, group, each)) {
            groups += (groups.empty() ? "" : " and ") + group_name(f, each) + " of " + n(f.degree(each));
            ++count;
        }
    groups += " on network tier " + n(f.tiers[group]);
    if (count == 1)
        return groups;
    const auto product = f.processors_on(f.tiers[group]);
    return groups + ", together " + (product ? n(*product) : "more than 2^63") + " processors,";
}

template <std::size_t group>
constexpr Law unknown_tier_row{
    "strategy.network.unknown_tier",
    about<kTierFields[group]>,
    involving<kTierFields[group]>,
    [](const F& f) {
        return f.unnamed[group] ? !f.description
                                : f.tiers[group] < 0 || f.tiers[group] >= std::ssize(f.system->networks);
    },
    [](const F& f) {
        if (f.unnamed[group])
            return group_name(f, group) + " has no network tier; only with a model or a switch beyond the older form "
                                          "may a strategy leave it to where the ranks lie";
        if (f.tiers[group] < 0)
            return group_name(f, group) + " is placed on network tier " + n(f.tiers[group]) +
                   ", but tiers are counted from 0";
        const auto last = std::ssize(f.system->networks) - 1;
        return group_name(f, group) + " is placed on network tier " + n(f.tiers[group]) + ", but the system has " +
               (last < 0    ? "none"
                : last == 0 ? "tier 0 alone"
                            : "tiers 0 to " + n(last));
    },
    {},
    {},
    [](const F&) { return std::string("/networks"); }};

template <std::size_t group>
constexpr Law too_small_row{"strategy.network.too_small",
                            about<kTierFields[group]>,
                            [](const F& f) { return fields_on_tier(f, group); },
                            [](const F& f) { return too_small(f, group); },
                            [](const F& f) {
                                return placement(f, group) + " needs more than the " + n(network(f, group).size) +
                                       " processors that the tier connects";
                            },
                            {},
                            {},
                            [](const F& f) { return "/networks/" + n(f.tiers[group]) + "/size"; }};

template <std::size_t group>
constexpr Law not_filled_row{"strategy.network.not_filled",
                             about<kTierFields[group]>,
                             [](const F& f) { return fields_on_tier(f, group); },
                             [](const F& f) { return not_filled(f, group); },
                             [](const F& f) {
                                 return placement(f, group) +
                                        " leaves part of the tier unused, which must be filled: its size " +
                                        n(network(f, group).size) + " is not a multiple of " +
                                        n(f.processors_on(f.tiers[group]).value_or(0));
                             },
                             {},
                             {},
                             [](const F& f) { return "/networks/" + n(f.tiers[group]) + "/size"; }};

constexpr std::array kNetworkRows{unknown_tier_row<0>, unknown_tier_row<1>, unknown_tier_row<2>,
                                  too_small_row<0>,    too_small_row<1>,    too_small_row<2>,
                                  not_filled_row<0>,   not_filled_row<1>,   not_filled_row<2>};

} // namespace

std::span<const Law> network_laws() { return kNetworkRows; }

} // namespace blueprinting::strategy::detail
