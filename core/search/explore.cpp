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

/// A group's blocks, by key, which is one where the table of fields knows it; and the optimizer's step over each number
/// of shards.
class Blocks {
public:
    Blocks(const model::TransformerModel& model, const system::SystemProfile& system, cost::View view)
        : m_model(model), m_system(system), m_view(view)
    {
    }

    Result<cost::Iteration> iterate(const strategy::Execution& execution)
    {
        const cost::BlockKey key = cost::block_key(execution);
        if (!m_block || m_block->first != key) {
            m_block.emplace(key, priced(execution));
            m_steps.clear();
        }
        const Result<cost::PricedBlock>& block = m_block->second;
        if (!block)
            return block.failure_as<cost::Iteration>();
        const std::int64_t shards = strategy::optimizer_shards(execution);
        auto step = m_steps.find(shards);
        if (step == m_steps.end())
            step = m_steps.emplace(shards, cost::price_step(*block, execution, m_system, m_view)).first;
        if (!step->second)
            return step->second.failure_as<cost::Iteration>();
        return cost::iterate(*block, *step->second, execution, m_system, m_view, Rules::strict);
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
    std::optional<std::pair<cost::BlockKey, Result<cost::PricedBlock>>> m_block; ///< of the last strategy
    std::map<std::int64_t, Result<Seconds>> m_steps;                             ///< of that block
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
            const auto iteration = blocks.iterate(execution);
            if (!iteration) {
                ++into.failed[iteration.diagnostics().front().code];
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
