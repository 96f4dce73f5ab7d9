#pragma once
#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/cost/estimate.h"
#include "core/ir/block_metrics.h"
#include "core/model/transformer_model.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace blueprinting::oracle {

/// What an oracle says of one figure. Zero is a value.
enum class State { value, not_covered, not_published, refused };
std::string_view to_string(State state); ///< "value", "not covered", "not published", "refused"

struct Figure {
    State state = State::not_covered;
    double value = 0; ///< only where state is value
    static Figure of(double value) { return {State::value, value}; }
    [[nodiscard]] bool has_value() const { return state == State::value; }
    bool operator==(const Figure&) const = default;
};

/// The question: whole inputs, no estimate.
struct Question {
    model::TransformerModel model;
    system::SystemProfile system;
    strategy::Execution execution;
};

/// Memory as a paper prints it, in the paper's own cuts.
struct PublishedMemory {
    Figure parameters_and_optimizer_bytes; ///< a GPU; what we call weights, weight gradients and optimizer
    Figure activation_bytes;               ///< a GPU
    /// Activations and checkpoints in percent of the same model with neither recomputation nor sequence parallelism.
    Figure activation_percent_of_none;
    bool operator==(const PublishedMemory&) const = default;
};

/// An answer; every figure carries its own state. `refusal` holds the oracle's own words.
struct Answer {
    Figure total_seconds;
    std::array<Figure, cost::kComponents> components; ///< by cost::Component
    Figure memory_bytes;
    std::array<Figure, cost::kMemoryParts> memory_parts; ///< by cost::MemoryPart
    std::array<Figure, ir::kBlockMetrics> metrics;       ///< by ir::BlockMetric
    Figure reference_recompute_counter;                  ///< block_re_flops
    PublishedMemory published_memory;
    std::string refusal;
    std::string source; ///< where the figures stand: a record's id, a table
    /// Whether the oracle knows this question at all.
    [[nodiscard]] bool covered() const { return !source.empty(); }
    bool operator==(const Answer&) const = default;
};

/// Every figure in one state; of an oracle that has no figures for the question.
Answer answer_of(State state);

struct Identity {
    std::string name, package_version, source_repository, source_digest, provider; ///< provider: recorded, live, paper
    bool operator==(const Identity&) const = default;
};

/// A reference to compare with, never to compute from: nothing that compiles or estimates links this room.
class Oracle {
public:
    virtual ~Oracle() = default;
    [[nodiscard]] virtual Identity identity() const = 0;
    /// May take long (live); any thread, not the GUI's. Not covered is an answer, not an error; a broken set-up is an
    /// error.
    virtual Result<Answer> ask(const Question& question, const CancelToken& cancel) = 0;
    /// A run of many questions begins. Until it has answered one of them, all of them together have the time of one: a
    /// reference that hangs is waited for once, and not once a question. One that answers at once has no limit. Not
    /// while it is asked.
    virtual void begin_run() {}
};

/// What Calculon 0.1.0 printed for the inputs of data/oracle/*.jsonl. A question is matched by what its model, system
/// and execution say, never by their names; network tiers that no group uses do not count.
std::unique_ptr<Oracle> make_recorded_calculon();
/// Korthikanti et al., arXiv 2205.05198: iteration times of Table 5, memory of Figures 1 and 7.
std::unique_ptr<Oracle> make_paper();

/// Signed relative error in percent, 100·(x − r)/r: 0 when both are zero, infinite when only the reference is.
double relative_error_percent(double estimate, double reference);

} // namespace blueprinting::oracle
