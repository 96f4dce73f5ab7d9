#pragma once
#include "core/primitive/context.h"
#include "core/primitive/expression.h"

#include <span>

/// What a primitive says of itself. Its file holds one struct: its name, its fields, and this record of formulas over
/// its own symbols and those below. Everything else (work, footprint, engine, text, reading and writing) follows from
/// it. Sources: Shoeybi et al., arXiv 1909.08053 (tensor parallelism); Korthikanti et al., arXiv 2205.05198 (sequence
/// parallelism, what is stored); operation counts per element as Calculon 0.1.0 declares them.
namespace blueprinting::primitive {

// Symbols that every primitive may use besides its own. A width stands for a role: where all operands have the width of
// the datatype, both read as e.
inline constexpr Symbol kElementBytes{"e"};
inline constexpr Symbol kOperandBytes{"e_in"}; ///< of what a matrix product reads, weights and activations
inline constexpr Symbol kParticipants{"t"};
inline constexpr Symbol kWeights{"w"};
inline constexpr Symbol kShards{"z"};

/// What a primitive does in one phase. Read and write follow from the dependences: forward reads inputs and weights and
/// writes outputs; the activation gradient reads weights (or the other operand) and dY and writes dX; the weight
/// gradient reads X and dY and writes dW.
struct Work {
    Expression operations, read, write;
};

/// One task of a primitive in each phase. Most have one; a fused attention core has a matrix and a vector part.
struct Part {
    std::string_view suffix = {}; ///< behind the name of its tasks, of all but the first part
    EngineClass engine = EngineClass::vector;
    Work forward = {}, activation_gradient = {}, weight_gradient = {};
    Expression launches = 1; ///< equal launches that share the work: an efficiency is looked up for one of them
    bool narrow = false;     ///< a matrix product at the rate of float8, whatever the datatype
};

/// What of its forward pass the activation gradient needs. Where there are weights, their gradient needs the input.
enum class BackwardReads { nothing, input, output, mask };

struct Record {
    std::span<const Part> parts = {};
    /// Of its (first) input, its output and its weights. Elementwise work has the shape of what it is applied to.
    std::span<const Expression> input_shape = {}, output_shape = {}, weight_shape = {};
    Expression weights = 0;          ///< elements
    Expression held = 0;             ///< bytes of activation held for the backward pass
    Expression gradient = 0;         ///< bytes of activation gradient
    Expression output = 0;           ///< bytes of the output, as it would be stored
    Expression message = 0;          ///< bytes that it sends where it communicates, before any volume model
    Expression backward_message = 0; ///< in the backward pass, where it is not the same
    BackwardReads backward_reads = BackwardReads::nothing;
    /// It holds its input for all that read its output, which then hold nothing of their own.
    bool holds_for_readers = false;
};

/// A field that is an extent of the shape. A primitive's fields(self, visit) calls visit for each of its fields:
/// visit(Extent, number), visit(key, flag) or visit(key, names, choice).
struct Extent {
    std::string_view key; ///< in files
    Symbol symbol;        ///< in formulas
    std::int64_t least = 1;
};

/// What a record does in a phase. An optimizer step updates its state in place: each byte of state counts once, half of
/// them as read; it is the same for all weights. What is communicated again carries no local work.
const Work& work_in(const Record& record, std::size_t part, Phase phase, const WorkContext& context);
/// What the formulas come to. Nothing where an integer does not fit.
std::optional<WorkloadFacts> facts_of(const Work& work, const Expression& launches, const Bindings& bindings);

} // namespace blueprinting::primitive
