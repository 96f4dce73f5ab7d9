#pragma once
#include "core/block/operation.h"
#include "core/block/setting.h"

/// Inside the room: what the files that write the operations of a piece share.
namespace blueprinting::block {

class Rows {
public:
    explicit Rows(const Setting& setting);

    const Setting& s;
    Expression tokens;        ///< B, of one rank's part of the sequences
    Expression stream_tokens; ///< T: of them those between attention and feed-forward part
    Expression whole;         ///< A = B·h
    Expression elements;      ///< X = T·h
    Expression heads;         ///< a/t
    Expression kv_heads;      ///< g/t, at least one; all of them where they are shared
    Layouts stream, shared, partial, by_head, columns, rows;

    void add(Operation operation) { m_out.operations.push_back(std::move(operation)); }
    /// Elementwise work on what goes from block to block.
    void on_stream(const char* name, primitive::Primitive primitive, std::vector<Expression> extents,
                   std::vector<Input> inputs, Keeping keeping, Region region = Region::stream);
    /// The model's norm of that, with norm(h) weights.
    void norm_of_stream(const char* name, Input input, Keeping keeping);
    [[nodiscard]] Input of_stream(std::string name, Keeping brought = {}, std::string as = {}) const
    {
        return {std::move(name), stream, brought, std::move(as)};
    }
    /// [m,n]·[n,k] with weights, in groups or as one, of the execution's precision; `biases` weights beside them.
    void add_linear(std::string name, std::vector<Expression> sizes, std::vector<Input> inputs, Region region,
                    Layouts gives, Layouts weights, Keeping keeping, bool bias = false);
    void add_grouped(std::string name, std::vector<Expression> sizes, std::vector<Input> inputs, Keeping keeping,
                     const Expression& biases);
    /// Weights of a norm over `size` elements.
    [[nodiscard]] Expression norm_weights(const Expression& size) const;
    [[nodiscard]] primitive::NormRule norm_rule() const;

    [[nodiscard]] Block& block() { return m_out; }
    Block take() { return std::move(m_out); }

private:
    Block m_out;
};

/// The pieces of a block, each in a file of its own. `norm` and `fork` are the operations that give the part its input:
/// they stand before it.
void add_attention(Rows& rows, const std::string& input);
void add_latent_attention(Rows& rows, const std::string& input);
void add_feed_forward(Rows& rows, const std::string& input);
void add_experts(Rows& rows, const std::string& input);
/// Before and behind a core over a part of the sequence: what brings it the keys and values of the others. `inputs` are
/// what the core reads; nothing where the sequence is whole.
void add_context_before(Rows& rows, std::vector<Input>& inputs, const Expression& key_size,
                        const Expression& value_size, const Expression& kv_heads);
/// The operation that gives what the core has made; its own name where nothing stands behind it.
std::string add_context_behind(Rows& rows, const Expression& value_size);
/// Fused core of keys of size d_k and values of size d_v in so many heads; reads what is named.
struct CoreShape {
    Expression key_size, value_size, kv_heads;
    bool keeps_inputs = true, keeps_sums = true;
    bool sinks = false;
};
std::string add_fused_core(Rows& rows, std::vector<Input> inputs, const CoreShape& shape);

} // namespace blueprinting::block
