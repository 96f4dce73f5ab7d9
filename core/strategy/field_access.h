#pragma once
#include "core/strategy/derived.h"
#include "core/strategy/field_table.h"

#include <type_traits>

/// Inside the room: how the rows of fields reach the members of an execution.
namespace blueprinting::strategy::detail {

using Number = std::optional<std::int64_t>;

/// A member of the execution itself.
template <auto member>
constexpr Number get_own(const Execution& e)
{
    return static_cast<std::int64_t>(e.*member);
}
template <auto member>
constexpr void set_own(Execution& e, std::int64_t value)
{
    e.*member = static_cast<std::remove_reference_t<decltype(e.*member)>>(value);
}

template <auto member>
Number get_tier(const Execution& e)
{
    return e.tiers.*member;
}
template <auto member>
void set_tier(Execution& e, std::int64_t value)
{
    e.tiers.*member = value;
}

/// A value of derived.h.
template <auto read>
Number get_derived(const Execution& e)
{
    return static_cast<std::int64_t>(read(e));
}

inline TensorParallel& tensor_of(Execution& e)
{
    return std::visit([](auto& p) -> TensorParallel& { return p.tensor; }, e.parallelism);
}

inline PipelineParallel& pipeline_of(Execution& e)
{
    return std::visit([](auto& p) -> PipelineParallel& { return p.pipeline; }, e.parallelism);
}

inline void set_data_degree(Execution& e, std::int64_t value)
{
    if (auto* training = std::get_if<TransformerTrainingParallelism>(&e.parallelism))
        training->data.degree = value;
    else
        std::get<TransformerInferenceParallelism>(e.parallelism).replicas.replicas = value;
}

/// A member of what only training has.
template <class Set>
void set_in_training(Execution& e, Set set)
{
    if (auto* training = std::get_if<TransformerTrainingParallelism>(&e.parallelism))
        set(*training);
}

inline Number get_schedule(const Execution& e) { return static_cast<std::int64_t>(pipeline(e).schedule.index()); }

inline void set_schedule_kind(Execution& e, std::int64_t value)
{
    if (value == get_schedule(e))
        return; // its chunks stay
    switch (value) {
    case 1: pipeline_of(e).schedule = OneForwardOneBackward{}; return;
    case 2: pipeline_of(e).schedule = InterleavedOneForwardOneBackward{}; return;
    case 3: pipeline_of(e).schedule = ForwardOnly{}; return;
    default: pipeline_of(e).schedule = SingleStage{}; return;
    }
}

inline bool has_chunks(const Execution& e)
{
    const PipelineSchedule& schedule = pipeline(e).schedule;
    return std::holds_alternative<InterleavedOneForwardOneBackward>(schedule) ||
           std::holds_alternative<ForwardOnly>(schedule);
}

inline Number get_chunks(const Execution& e) { return has_chunks(e) ? Number(virtual_stages(e)) : std::nullopt; }

inline void set_chunks(Execution& e, std::int64_t value)
{
    PipelineSchedule& schedule = pipeline_of(e).schedule;
    const bool interleaved = std::holds_alternative<InterleavedOneForwardOneBackward>(schedule);
    if (value == 1 && (is_training(e) || interleaved))
        schedule = OneForwardOneBackward{};
    else if (std::holds_alternative<ForwardOnly>(schedule))
        schedule = ForwardOnly{value};
    else
        schedule = InterleavedOneForwardOneBackward{value};
}

inline bool never(const Execution&) { return false; }

} // namespace blueprinting::strategy::detail
