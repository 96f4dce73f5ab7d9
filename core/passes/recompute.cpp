#include "core/passes/recompute.h"

#include <algorithm>
#include <initializer_list>

namespace blueprinting::passes {
namespace {

using block::Region;

/// A set of regions.
class Regions {
public:
    constexpr Regions(std::initializer_list<Region> regions)
    {
        for (const Region region : regions)
            m_bits |= bit(region);
    }
    static constexpr Regions all()
    {
        Regions out{};
        out.m_bits = ~0U;
        return out;
    }
    [[nodiscard]] constexpr bool contains(Region region) const { return (m_bits & bit(region)) != 0; }

private:
    static constexpr unsigned bit(Region region) { return 1U << static_cast<unsigned>(region); }
    unsigned m_bits = 0;
};

Regions regions_of(strategy::RecomputePolicy policy)
{
    switch (policy) {
    case strategy::RecomputePolicy::none: return {};
    case strategy::RecomputePolicy::attention_only: return {Region::attention_input, Region::scores};
    case strategy::RecomputePolicy::full: return Regions::all();
    }
    return {};
}

/// Regions that keep their input and drop what they make, each by itself. (Of a whole block that is recomputed nothing
/// is stored but its input: block_memory.h.)
constexpr Regions kDropping{Region::scores};

const ir::Record& record(const ShardedOperation& operation) { return ir::record_of(operation.primitive, {}); }

bool needs_input(const ShardedOperation& operation)
{
    return record(operation).backward_reads == ir::BackwardReads::input || ir::has_weights(operation.primitive);
}

/// A gather can be had again from the parts.
bool gathers(const ShardedOperation& operation)
{
    const auto* boundary = std::get_if<ir::Boundary>(&operation.primitive);
    return boundary && boundary->gathers();
}

class Marks {
public:
    Marks(std::vector<ShardedOperation>& operations, Regions regions) : m_all(operations), m_regions(regions) {}

    void communicated_again(std::size_t index, bool gather_again)
    {
        ShardedOperation& operation = m_all[index];
        operation.communicates_again = m_regions.contains(operation.region) || (gather_again && gathers(operation));
    }

    void recomputed(std::size_t index)
    {
        ShardedOperation& operation = m_all[index];
        // What only hands on is handed on again with the gather before it.
        operation.recomputed =
            m_regions.contains(operation.region) || (record(operation).holds_for_readers && regathered(index));
    }

    void stored(std::size_t index)
    {
        ShardedOperation& operation = m_all[index];
        ir::StorageFlags& storage = operation.storage;
        const ir::BackwardReads reads = record(operation).backward_reads;
        const bool holder = record(operation).holds_for_readers;
        if (operation.collective())
            storage.activation_dropped = !gathers(operation); // no gradient reads a sum that was reduced
        else if (held_by_producer(index) || (!holder && !needs_input(operation) && reads == ir::BackwardReads::nothing))
            storage = {.reused = true, .activation_dropped = true, .output_dropped = false};
        else if (regathered(index) && (holder || needs_input(operation)))
            storage.activation_dropped = true;
        else if (operation.recomputed && kDropping.contains(operation.region))
            (reads == ir::BackwardReads::mask ? storage.activation_dropped : storage.output_dropped) = true;
    }

private:
    /// Also where the gather is over one rank and does not exist: the reference drops the input all the same.
    [[nodiscard]] bool regathered(std::size_t index) const
    {
        const std::size_t by = m_all[index].brought_by;
        return by != block::kBlockInput && gathers(m_all[by]) && m_all[by].communicates_again;
    }
    [[nodiscard]] bool held_by_producer(std::size_t index) const
    {
        const std::size_t input = m_all[index].inputs.front();
        return input != block::kBlockInput && needs_input(m_all[index]) && record(m_all[input]).holds_for_readers;
    }

    std::vector<ShardedOperation>& m_all;
    Regions m_regions;
};

} // namespace

void mark_recompute(std::vector<ShardedOperation>& operations, strategy::RecomputePolicy policy, bool gather_again)
{
    Marks marks(operations, regions_of(policy));
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (operations[i].collective())
            marks.communicated_again(i, gather_again);
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (!operations[i].collective())
            marks.recomputed(i);
    for (std::size_t i = 0; i < operations.size(); ++i)
        marks.stored(i);
}

} // namespace blueprinting::passes
