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

/// Part of a block that an operation belongs to, as people speak of it.
enum class Region { stream, norm, attention_input, projection, scores, context, feed_forward, experts, vocabulary };

/// What becomes of an operation until its gradient: whether it runs (a collective: communicates) again before it, and
/// how what it holds is counted. A block writes it beside each of its operations, since what may be dropped is what
/// somebody else can give back.
struct Keeping {
    bool again = false;
    bool reused = false;         ///< it holds what its producer holds already
    bool dropped = false;        ///< its input is not stored
    bool output_dropped = false; ///< its output is not stored
    bool operator==(const Keeping&) const = default;
};

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
    std::string name;                    ///< of an operation before it, or kInput
    Layouts reads;                       ///< as the operation wants it
    Keeping brought{};                   ///< of the collective that brings it so, where one does
    std::string brought_as{};            ///< its name; empty: the reader's section with f or g
    std::optional<Expression> carried{}; ///< its elements, where more goes with the value than the reader reads
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
    Keeping keeping{};
    std::optional<strategy::Axis> over{}; ///< of a collective that is an operation of the block, its axis
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
    /// How the last operation's value leaves; nothing: as it lies.
    std::optional<Input> output{};
};

} // namespace blueprinting::block
