#pragma once
#include "core/passes/block_table.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace blueprinting::passes {

/// Writes the block's tasks and values into a DistributedTaskIR, phase by phase, in an order in which they can run. The
/// member functions are called once each, in the order in which they stand here. Not for use outside the pass.
class BlockBuilder {
public:
    BlockBuilder(const ir::ModelIR& model, const strategy::Execution& execution, std::vector<BlockRow> rows,
                 ir::DistributedTaskIR& out);

    void forward();
    void restore(); ///< recomputation and recommunication
    void activation_gradients();
    void weight_gradients();
    void optimizer();
    [[nodiscard]] const Diagnostics& problems() const { return m_problems; }

private:
    /// A value in each of its alternatives: one, or an inner and an edge one behind a boundary under p2p_rs_ag.
    using Values = std::vector<ir::EntityId>;
    /// The alternatives of a boundary task: how it moves data, for which blocks.
    struct Face {
        ir::BlockScope scope = ir::BlockScope::every;
        std::optional<ir::CollectiveKind> collective;
    };
    struct NewTask {
        ir::Phase phase = ir::Phase::forward;
        ir::BlockScope scope = ir::BlockScope::every;
        ir::TaskKind kind = ir::LocalCompute{};
        std::vector<ir::EntityId> operands;
        std::vector<ir::EntityId> results;
        ir::Lineage lineage;
    };

    [[nodiscard]] const BlockRow* find(std::int64_t row) const;
    [[nodiscard]] std::vector<Face> faces(const ir::Boundary& boundary, ir::Phase phase) const;
    [[nodiscard]] Values saved(std::int64_t row) const;
    ir::EntityId value(const std::string& name, std::vector<std::int64_t> shape, std::int64_t element_bytes,
                       ir::BufferRole role, ir::Sharding sharding, ir::Lineage lineage);
    ir::EntityId task(const BlockRow& row, NewTask task);
    void boundary(const BlockRow& row, const ir::Boundary& primitive, ir::Phase phase, const Values& operands,
                  Values& results);
    [[nodiscard]] ir::Lineage from_operation(ir::LineageKind kind) const;
    [[nodiscard]] Values gradient_of(std::int64_t row) const;

    const ir::ModelIR& m_model;
    const strategy::Execution& m_execution;
    std::vector<BlockRow> m_rows;
    ir::DistributedTaskIR& m_out;
    std::int64_t m_bytes = 2;
    std::int64_t m_degree = 1;

    std::map<ir::EntityId, ir::EntityId> m_producer; ///< value → task
    std::map<std::int64_t, Values> m_forward;        ///< row → its output; 0 the block's input
    std::map<std::int64_t, Values> m_restored;       ///< row → its output computed or gathered again
    std::map<std::int64_t, ir::EntityId> m_mask, m_restored_mask;
    std::map<std::int64_t, ir::EntityId> m_weight, m_weight_gradient;
    std::map<std::pair<std::int64_t, ir::BlockScope>, ir::EntityId> m_forward_task;
    std::map<std::pair<std::int64_t, std::size_t>, Values> m_gradient; ///< (row, which of its inputs) → dX
    Values m_output_gradient;
    Diagnostics m_problems;
};

} // namespace blueprinting::passes
