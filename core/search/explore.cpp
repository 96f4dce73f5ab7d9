#include "core/search/explore.h"

#include "core/base/written_number.h"
#include "core/cost/priced_block.h"
#include "core/passes/block_plan.h"
#include "core/strategy/derived.h"
#include "core/strategy/laws.h"

#include <oneapi/tbb/parallel_for.h>

#include <mutex>
#include <optional>

namespace blueprinting::search {
namespace {

using strategy::Rules;

/// What one group adds.
struct GroupFindings {
    std::uint64_t fitting = 0;
    std::map<std::string_view, std::uint64_t> broken; ///< laws, whose codes live as long as the program
    std::map<std::string, std::uint64_t> failed;      ///< codes of what could not be computed
    std::vector<Found> legal;
};

/// A group's blocks: one, or under optimizer sharding one for each data-parallel degree.
class Blocks {
public:
    Blocks(const model::TransformerModel& model, const system::SystemProfile& system, cost::View view)
        : m_model(model), m_system(system), m_view(view)
    {
    }
    const Result<cost::PricedBlock>& of(const strategy::Execution& execution)
    {
        const std::int64_t shards = cost::block_key(execution).optimizer_shards;
        auto at = m_blocks.find(shards);
        if (at == m_blocks.end())
            at = m_blocks.emplace(shards, priced(execution)).first;
        return at->second;
    }

private:
    [[nodiscard]] Result<cost::PricedBlock> priced(const strategy::Execution& execution) const
    {
        const auto plan = passes::block_plan(m_model, execution, Rules::strict);
        if (!plan)
            return plan.failure_as<cost::PricedBlock>();
        return cost::price_block(*plan, m_system, m_view);
    }

    const model::TransformerModel& m_model;
    const system::SystemProfile& m_system;
    cost::View m_view;
    std::map<std::int64_t, Result<cost::PricedBlock>> m_blocks;
};

std::optional<std::uint64_t> count(std::string_view text)
{
    const auto read = read_whole(text, {});
    return read ? std::optional(static_cast<std::uint64_t>(*read)) : std::nullopt;
}

} // namespace

Result<Shard> Shard::parse(std::string_view text)
{
    const std::size_t slash = text.find('/');
    if (slash != std::string_view::npos) {
        const auto index = search::count(text.substr(0, slash));
        const auto count = search::count(text.substr(slash + 1));
        if (index && count && *index <= *count)
            return Shard{*index, *count};
    }
    return Diagnostic{Severity::error, "search.shard.malformed", "shard",
                      "\"" + std::string(text) + "\" is no shard; allowed is i/n with 1 ≤ i ≤ n, as 2/8"};
}

std::uint64_t strategies_of(const Layout& layout, const Shard& shard)
{
    std::uint64_t sum = 0;
    for (std::uint64_t group = shard.index - 1; group < layout.groups(); group += shard.count)
        sum += layout.first(group + 1) - layout.first(group);
    return sum;
}

Result<Exploration> explore(const model::TransformerModel& model, const system::SystemProfile& system,
                            const Layout& layout, const Shard& shard, cost::View view,
                            const std::function<void(std::uint64_t)>& progress, const CancelToken& cancel)
{
    std::vector<std::size_t> groups;
    for (std::uint64_t group = shard.index - 1; group < layout.groups(); group += shard.count)
        groups.push_back(group);
    std::vector<GroupFindings> found(groups.size());
    const Bytes capacity = system.capacity();
    std::mutex telling;
    std::uint64_t done = 0;

    const auto one = [&](std::size_t i) {
        GroupFindings& into = found[i];
        const std::size_t group = groups[i];
        const std::uint64_t first = layout.first(group);
        const std::uint64_t size = layout.first(group + 1) - first;
        Blocks blocks(model, system, view);
        for (std::uint64_t offset = 0; offset < size; ++offset) {
            const strategy::Execution execution = layout.at(group, offset);
            if (const auto broken = strategy::violated_codes(model, system, execution, Rules::strict);
                !broken.empty()) {
                for (const std::string_view law : broken)
                    ++into.broken[law];
                continue;
            }
            const auto fail = [&](const Diagnostics& diagnostics) { ++into.failed[diagnostics.front().code]; };
            const auto& block = blocks.of(execution);
            if (!block) {
                fail(block.diagnostics());
                continue;
            }
            const auto iteration = cost::iterate(*block, execution, system, view, Rules::strict);
            if (!iteration) {
                fail(iteration.diagnostics());
                continue;
            }
            const Bytes memory = iteration->memory.total();
            into.fitting += memory <= capacity ? 1 : 0;
            into.legal.push_back({first + offset, iteration->total, memory, memory <= capacity});
        }
        const std::lock_guard lock(telling);
        done += size;
        if (progress)
            progress(done);
    };
    oneapi::tbb::parallel_for(std::size_t{0}, groups.size(), [&](std::size_t i) {
        if (!cancel.cancelled())
            one(i);
    });
    if (cancel.cancelled())
        return Cancelled{};

    Exploration out;
    std::size_t legal = 0;
    for (const GroupFindings& each : found)
        legal += each.legal.size();
    out.strategies = done;
    out.legal.reserve(legal);
    for (const GroupFindings& each : found) {
        out.fitting += each.fitting;
        for (const auto& [law, times] : each.broken)
            out.refused[std::string(law)] += times;
        for (const auto& [code, times] : each.failed)
            out.refused[code] += times;
        out.legal.insert(out.legal.end(), each.legal.begin(), each.legal.end());
    }
    return out;
}

} // namespace blueprinting::search
