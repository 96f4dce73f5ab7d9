#pragma once
#include "core/primitive/layout.h"
#include "core/primitive/primitive.h"
#include "core/strategy/mesh.h"

#include <string>
#include <vector>

/// A block of a model as a list of named operations: what each reads, how large it is in symbols, and how its values
/// lie over the ranks. No numbers, no collectives, no recomputation: those follow (collectives.h, passes/).
namespace blueprinting::block {

using primitive::Expression;
using primitive::Layout;
using primitive::Sharding;

/// Symbols of the model and the strategy in which extents are said.
struct Symbols {
    static constexpr primitive::Symbol a{"a"}; ///< heads
    static constexpr primitive::Symbol b{"b"}; ///< samples of a microbatch
    static constexpr primitive::Symbol f{"f"}; ///< feed-forward
    static constexpr primitive::Symbol h{"h"}; ///< hidden
    static constexpr primitive::Symbol k{"k"}; ///< head size
    static constexpr primitive::Symbol s{"s"}; ///< sequence
    static constexpr primitive::Symbol t{"t"}; ///< degree of the tensor axis
};
/// What they stand for.
struct Sizes {
    std::int64_t heads = 0, microbatch = 0, feedforward = 0, hidden = 0, head_size = 0, sequence = 0, tensor_degree = 1;
};
primitive::Bindings bindings_of(const Sizes& sizes);

/// Part of a block that is recomputed together. What a gathered input feeds is a region of its own: it can be gathered
/// again while the rest is kept.
enum class Region { stream, norm, attention_input, projection, scores, context, feed_forward };

/// How a tensor and its gradient lie over each axis; whole where nothing is said.
struct Layouts {
    std::array<Layout, strategy::kAxes.size()> over{};
    [[nodiscard]] constexpr const Layout& operator[](strategy::Axis axis) const
    {
        return over[static_cast<std::size_t>(axis)];
    }
    bool operator==(const Layouts&) const = default;
};
constexpr Layouts over_tensor(Layout layout)
{
    Layouts out;
    out.over[static_cast<std::size_t>(strategy::Axis::tensor)] = layout;
    return out;
}

/// The input of a block, by which its first operations name it.
inline constexpr std::string_view kInput = "input";

struct Input {
    std::string name; ///< of an operation before it, or kInput
    Layouts reads;    ///< as the operation wants it
};

struct Operation {
    std::string name;                ///< "attn.q": its section and its own name
    primitive::Primitive primitive;  ///< without extents
    std::vector<Expression> extents; ///< of the primitive, in the order of its fields, on one rank
    std::vector<Input> inputs;
    Region region = Region::stream;
    Layouts gives;
    Layouts weights{};
    std::vector<Expression> shape{}; ///< of elementwise work; of all else, the primitive knows it
};

std::vector<Expression> input_shape(const Operation& operation);
std::vector<Expression> output_shape(const Operation& operation);
std::vector<Expression> weight_shape(const Operation& operation); ///< empty where it has none
Expression product(const std::vector<Expression>& shape);

struct Block {
    std::vector<Operation> operations;
    std::vector<Expression> stream; ///< shape of what goes from block to block, on one rank
    Layouts stream_layout;
    std::vector<Expression>
        activations; ///< elements of what many operations read: too many are refused once, for the block
    /// What the tensor axis must divide, as a refusal calls it.
    std::vector<std::pair<std::string, Expression>> divided;
};

} // namespace blueprinting::block
