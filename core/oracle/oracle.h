#pragma once
#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/cost/estimate.h"
#include "core/ir/block_metrics.h"
#include "core/model/transformer_model.h"

#include <array>
#include <string>

namespace blueprinting::oracle {

/// What an oracle says of one figure. Zero is a value.
enum class State { value, not_covered, not_published, refused };

struct Figure {
    State state = State::not_covered;
    double value = 0; ///< only where state is value
    bool operator==(const Figure&) const = default;
};

/// The question: whole inputs, no estimate.
struct Question {
    model::TransformerModel model;
    system::SystemProfile system;
    strategy::Execution execution;
};

/// An answer; every figure carries its own state. `refusal` holds the oracle's own words.
struct Answer {
    Figure total_seconds;
    std::array<Figure, cost::kComponents> components;
    Figure memory_bytes;
    std::array<Figure, 6> memory_parts; ///< in the order of cost::Memory
    std::array<Figure, ir::kBlockMetrics> metrics;
    Figure reference_recompute_counter; ///< block_re_flops
    std::string refusal;
    std::string source; ///< where the figures stand: a record's id, a table
    [[nodiscard]] bool covered() const { return total_seconds.state == State::value; }
};

struct Identity {
    std::string name, package_version, source_repository, source_digest, provider; ///< provider: recorded, live, paper
    bool operator==(const Identity&) const = default;
};

/// A reference to compare with, never to compute from: nothing that compiles or estimates links this room.
class Oracle {
public:
    virtual ~Oracle() = default;
    [[nodiscard]] virtual Identity identity() const = 0;
    /// May take long (live); any thread, not the GUI's. Not covered is an answer, not an error; a broken set-up is an error.
    virtual Result<Answer> ask(const Question& question, const CancelToken& cancel) = 0;
};

std::unique_ptr<Oracle> make_recorded_calculon();
/// Korthikanti et al., arXiv 2205.05198: Table 5 iteration totals.
std::unique_ptr<Oracle> make_paper();

/// Signed relative error in percent: 0 when both are zero, infinite when only the reference is.
double relative_error_percent(double estimate, double reference);

} // namespace blueprinting::oracle
