#pragma once
#include "core/schedule/kind.h"
#include "core/schedule/plan.h"

#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace blueprinting::program {

/// Seconds of a chunk's forward and backward command, by stage and chunk.
struct CommandTimes {
    std::vector<std::vector<double>> forward, backward;
};

/// From the first command to the last where every stage has times of its own, as the schedule's order runs them: a
/// stage never waits for an average. Where chunks have no order (interleaving of m with m mod p ≠ 0), every chunk is
/// taken to be as slow as the slowest. Errors as schedule::build_graph.
Result<double> makespan(schedule::Kind kind, const CommandTimes& times, std::int64_t microbatches);

/// Two lower bounds of a 1F1B makespan, exact where stages are equal; never an estimate: a stage's own work behind what
/// must come before it and what must follow; and the way there and back with the microbatches in flight.
struct Bounds {
    double queue = 0, way_back = 0;
};
Bounds makespan_bounds(const std::vector<double>& forward, const std::vector<double>& backward,
                       std::int64_t microbatches);

/// Makespans one after the other, of what was set last: the one formula of makespan(), on plain numbers, with its
/// memory kept between calls. One thread.
class Pipeline {
public:
    /// Of so many stages with so many chunks each, whose times then follow.
    void set(schedule::Kind kind, std::int64_t stages, std::int64_t chunks, std::int64_t microbatches);
    void time(std::size_t stage, std::size_t chunk, double forward, double backward)
    {
        m_forward[stage * m_v + chunk] = forward;
        m_backward[stage * m_v + chunk] = backward;
    }
    /// Where arithmetic tells it: of one stage, of equal ones, and where chunks have no order.
    [[nodiscard]] std::optional<double> closed() const;
    /// Why it cannot be simulated: schedule.too_large and the like.
    [[nodiscard]] const Diagnostics& refused();
    /// Not above what simulated() gives.
    [[nodiscard]] double least() const;
    /// As schedule::simulate() gives it, to the last bit. Not where refused().
    [[nodiscard]] double simulated();

private:
    bool run(std::size_t stage);
    void find_orders();

    schedule::Request m_request;
    std::size_t m_p = 1, m_v = 1, m_m = 1;
    bool m_backs = true;                       ///< there is a backward pass
    std::vector<double> m_forward, m_backward; ///< by stage, then chunk
    /// Of kind, stages, chunks and microbatches that have been asked for.
    std::map<std::tuple<std::string_view, std::size_t, std::size_t, std::size_t>, Diagnostics> m_refused;
    schedule::Orders m_orders;
    std::optional<schedule::Request> m_ordered; ///< what m_orders are of
    std::vector<double> m_ended;                ///< by virtual stage, pass and microbatch; below 0: not yet
    std::vector<std::size_t> m_next;            ///< of each stage's order
    std::vector<double> m_now;                  ///< of each stage
};

} // namespace blueprinting::program
