#include "core/passes/block_table.h"

#include "core/base/checked.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::passes {
namespace {

using ir::Sharding;
using strategy::RecomputePolicy;

/// Shapes of the block in the symbols of the specification.
class Table {
public:
    Table(const ir::DecoderSemantics& model, const strategy::Execution& execution)
        : m_model(model),
          m_t(strategy::tensor_degree(execution)),
          m_b(execution.microbatch_size),
          m_fused(execution.fused_activation),
          m_redo(execution.all_gather_redo),
          m_full(strategy::recompute(execution) == RecomputePolicy::full),
          m_attention(strategy::recompute(execution) != RecomputePolicy::none),
          m_scattered(strategy::sequence_parallel(execution))
    {
    }

    Result<std::vector<BlockRow>> rows()
    {
        divide("heads", m_model.heads);
        divide("feedforward", m_model.feedforward);
        const std::int64_t tokens = fit("block", Checked(m_b) * m_model.sequence); // B
        if (m_scattered)
            divide("microbatch tokens", tokens);
        if (!m_problems.empty())
            return m_problems;

        const std::int64_t h = m_model.hidden, s = m_model.sequence, k = m_model.head_size;
        const std::int64_t local_tokens = m_scattered ? tokens / m_t : tokens;
        const std::int64_t all = fit("block", Checked(tokens) * h);            // A
        const std::int64_t boundary = fit("block", Checked(local_tokens) * h); // X
        const std::int64_t local_heads = m_model.heads / m_t;
        const std::int64_t width = fit("attn.q", Checked(local_heads) * k); // a·k/t
        const std::int64_t c = fit("attn.qk", Checked(m_b) * local_heads);
        const std::int64_t probabilities = fit("attn.softmax", Checked(c) * s * s); // P
        const std::int64_t inner = m_model.feedforward / m_t;                       // f/t
        const std::int64_t gelu = fit("mlp.gelu", Checked(inner) * tokens);
        const bool shared_kv = m_model.attention_type == strategy::AttentionType::multiquery;
        const std::int64_t kv = shared_kv ? k : width;
        const Sharding kv_sharding = shared_kv ? Sharding::replicated : Sharding::heads;
        const Sharding kv_weight = shared_kv ? Sharding::replicated : Sharding::columns;
        if (!m_problems.empty())
            return m_problems;

        const std::vector<std::int64_t> x{local_tokens, h};
        const std::vector<std::int64_t> a{tokens, h};
        const Sharding x_sharding = m_scattered ? Sharding::sequence : Sharding::replicated;
        const bool attn_or_redo = m_attention || m_redo;
        const bool full_or_redo = m_full || m_redo;
        const ir::StorageFlags reused{.reused = true, .activation_dropped = true, .output_dropped = false};

        add({1, "attn.fork", ir::Fork{boundary, 2}, {0}, x, x_sharding, {}, {}, m_full, false, {}});
        add({2, "attn.norm", ir::LayerNorm{boundary, h}, {1}, x, x_sharding, {2, h}, {}, m_full, false, reused});
        add({3,
             "attn.f",
             ir::Boundary{ir::BoundarySide::column, all},
             {2},
             a,
             Sharding::replicated,
             {},
             {},
             false,
             attn_or_redo,
             {}});
        add({4,
             "attn.qkv_fork",
             ir::Fork{all, 3},
             {3},
             a,
             Sharding::replicated,
             {},
             {},
             attn_or_redo,
             false,
             dropped(attn_or_redo)});
        add({5,
             "attn.q",
             ir::Linear{tokens, h, width},
             {4},
             {tokens, width},
             Sharding::heads,
             {h, width},
             Sharding::columns,
             m_full,
             false,
             reused});
        add({6,
             "attn.k",
             ir::Linear{tokens, h, kv},
             {4},
             {tokens, kv},
             kv_sharding,
             {h, kv},
             kv_weight,
             m_full,
             false,
             reused});
        add({7,
             "attn.v",
             ir::Linear{tokens, h, kv},
             {4},
             {tokens, kv},
             kv_sharding,
             {h, kv},
             kv_weight,
             m_full,
             false,
             reused});
        add({8,
             "attn.qk",
             ir::BatchMatmul{c, s, k, s},
             {5, 6},
             {c, s, s},
             Sharding::heads,
             {},
             {},
             m_attention,
             false,
             output_dropped(m_attention)});
        add({9,
             "attn.softmax",
             ir::Softmax{probabilities},
             {8},
             {c, s, s},
             Sharding::heads,
             {},
             {},
             m_attention,
             false,
             output_dropped(m_attention)});
        add({10,
             "attn.prob_dropout",
             ir::Dropout{probabilities},
             {9},
             {c, s, s},
             Sharding::heads,
             {},
             {},
             m_attention,
             false,
             dropped(m_attention)});
        add({11,
             "attn.pv",
             ir::BatchMatmul{c, s, s, k},
             {10, 7},
             {c, s, k},
             Sharding::heads,
             {},
             {},
             m_full,
             false,
             {}});
        add({12,
             "attn.out",
             ir::Linear{tokens, width, h},
             {11},
             a,
             partial(),
             {width, h},
             Sharding::rows,
             m_full,
             false,
             {}});
        add({13,
             "attn.g",
             ir::Boundary{ir::BoundarySide::row, all},
             {12},
             x,
             x_sharding,
             {},
             {},
             false,
             m_full,
             dropped(true)});
        add({14, "attn.dropout", ir::Dropout{boundary}, {13}, x, x_sharding, {}, {}, m_full, false, {}});
        add({15, "attn.residual", ir::ResidualAdd{boundary}, {14, 1}, x, x_sharding, {}, {}, m_full, false, reused});
        add({16, "mlp.fork", ir::Fork{boundary, 2}, {15}, x, x_sharding, {}, {}, m_full, false, {}});
        add({17, "mlp.norm", ir::LayerNorm{boundary, h}, {16}, x, x_sharding, {2, h}, {}, m_full, false, reused});
        add({18,
             "mlp.f",
             ir::Boundary{ir::BoundarySide::column, all},
             {17},
             a,
             Sharding::replicated,
             {},
             {},
             false,
             full_or_redo,
             {}});
        add({19,
             "mlp.fc1",
             ir::Linear{tokens, h, inner},
             {18},
             {tokens, inner},
             Sharding::columns,
             {h, inner},
             Sharding::columns,
             m_full,
             false,
             dropped(full_or_redo)});
        add({20,
             "mlp.gelu",
             ir::Gelu{gelu, m_fused},
             {19},
             {tokens, inner},
             Sharding::columns,
             {},
             {},
             m_full,
             false,
             {}});
        add({21,
             "mlp.fc2",
             ir::Linear{tokens, inner, h},
             {20},
             a,
             partial(),
             {inner, h},
             Sharding::rows,
             m_full,
             false,
             {}});
        add({22,
             "mlp.g",
             ir::Boundary{ir::BoundarySide::row, all},
             {21},
             x,
             x_sharding,
             {},
             {},
             false,
             m_full,
             dropped(true)});
        add({23, "mlp.dropout", ir::Dropout{boundary}, {22}, x, x_sharding, {}, {}, m_full, false, {}});
        add({24, "mlp.residual", ir::ResidualAdd{boundary}, {23, 16}, x, x_sharding, {}, {}, m_full, false, reused});
        return std::move(m_rows);
    }

private:
    static ir::StorageFlags dropped(bool on)
    {
        return {.reused = false, .activation_dropped = on, .output_dropped = false};
    }
    static ir::StorageFlags output_dropped(bool on)
    {
        return {.reused = false, .activation_dropped = false, .output_dropped = on};
    }
    [[nodiscard]] Sharding partial() const { return m_t > 1 ? Sharding::partial : Sharding::replicated; }

    void divide(const std::string& what, std::int64_t value)
    {
        if (value % m_t != 0)
            m_problems.push_back({Severity::error, "workload.indivisible", "tensor.degree",
                                  "tensor parallel degree " + std::to_string(m_t) + " does not divide " + what + " " +
                                      std::to_string(value)});
    }

    std::int64_t fit(const std::string& task, Checked value)
    {
        if (value.ok())
            return value.value();
        Diagnostic problem{Severity::error, "workload.overflow", task,
                           "the shape of " + task + " does not fit 64-bit integers"};
        if (std::find(m_problems.begin(), m_problems.end(), problem) == m_problems.end()) // one line, not one a product
            m_problems.push_back(std::move(problem));
        return 0;
    }

    /// Without tensor parallelism a boundary is nothing at all: whoever read it reads what it read.
    void add(BlockRow row)
    {
        for (std::int64_t& input : row.inputs)
            if (m_t == 1 && (input == 3 || input == 13 || input == 18 || input == 22))
                --input;
        if (m_t == 1 && std::holds_alternative<ir::Boundary>(row.primitive))
            return;
        m_rows.push_back(std::move(row));
    }

    const ir::DecoderSemantics& m_model;
    std::int64_t m_t;
    std::int64_t m_b;
    bool m_fused, m_redo, m_full, m_attention, m_scattered;
    std::vector<BlockRow> m_rows;
    Diagnostics m_problems;
};

} // namespace

Result<std::vector<BlockRow>> block_rows(const ir::DecoderSemantics& model, const strategy::Execution& execution)
{
    return Table(model, execution).rows();
}

} // namespace blueprinting::passes
