#pragma once
#include "core/cost/priced_block.h"
#include "core/ir/model_ir.h"
#include "core/model/transformer_model.h"
#include "core/passes/shard.h"
#include "core/system/system_profile.h"

#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace blueprinting::search {

/// The priced blocks of a search, each once a block key. Blocks that differ in their sizes alone have the same tasks in
/// the same order: these are compiled once, and a further microbatch size puts other numbers into them, which tasks
/// that several blocks have share. What comes of it is what cost::price_block() gives of the block's own plan, to the
/// last bit; where that cannot be had so (which is seen once for each list of tasks), the plan is compiled. One thread.
class Blocks {
public:
    Blocks(const model::TransformerModel& model, const system::SystemProfile& system, cost::View view);
    ~Blocks();
    /// Of a legal strategy. Errors as cost::estimate(). Stands until forget().
    const Result<cost::PricedBlock>& of(const strategy::Execution& execution);
    /// The optimizer's time for a block over some shards.
    Seconds step(const cost::PricedBlock& block, const strategy::Execution& execution, std::int64_t shards);
    /// The blocks; lists of tasks stay.
    void forget();

private:
    struct Shape;
    struct Numbers;
    struct Steps;

    [[nodiscard]] Result<cost::PricedBlock> compiled(const strategy::Execution& execution) const;
    Result<cost::PricedBlock> priced(const strategy::Execution& execution);
    Shape& shape_of(const strategy::Execution& execution);
    Numbers& numbers_of(const strategy::Execution& execution);
    /// The block of a shape with some numbers; nothing where they do not go together.
    [[nodiscard]] std::optional<cost::PricedBlock> filled(Shape& shape, Numbers& numbers,
                                                          const strategy::Execution& execution) const;

    const model::TransformerModel& m_model;
    const system::SystemProfile& m_system;
    cost::View m_view;
    std::deque<std::pair<cost::BlockKey, Result<cost::PricedBlock>>> m_blocks; ///< newest last
    std::vector<std::unique_ptr<Shape>> m_shapes;
    std::vector<std::unique_ptr<Numbers>> m_numbers;
    std::vector<std::unique_ptr<Steps>> m_steps;
};

} // namespace blueprinting::search
