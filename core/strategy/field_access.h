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

template <auto member>
Number get_precision(const Execution& e)
{
    return static_cast<std::int64_t>(e.precision.*member);
}
template <auto member>
void set_precision(Execution& e, std::int64_t value)
{
    e.precision.*member = static_cast<std::remove_reference_t<decltype(e.precision.*member)>>(value);
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

/// What only training has, by members one in the other; of an inference what says nothing.
template <auto outer, auto member>
Number get_training(const Execution& e)
{
    static const TransformerTrainingParallelism none;
    const auto* training = std::get_if<TransformerTrainingParallelism>(&e.parallelism);
    const auto& value = (training ? *training : none).*outer.*member;
    if constexpr (requires { value.has_value(); })
        return value;
    else
        return static_cast<std::int64_t>(value);
}
template <auto outer, auto member>
void set_training_member(Execution& e, std::int64_t value)
{
    set_in_training(e, [value](TransformerTrainingParallelism& p) {
        auto& its = p.*outer.*member;
        if constexpr (requires { its.has_value(); })
            its = value;
        else
            its = static_cast<std::remove_reference_t<decltype(its)>>(value);
    });
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

/// 0 even, 1 edges, 2 a layout that is written down.
inline Number get_layout(const Execution& e)
{
    const std::string& layout = pipeline(e).layout;
    return layout.empty() ? 0 : layout == "edges" ? 1 : 2;
}
inline void set_layout(Execution& e, std::int64_t value)
{
    if (value < 2)
        pipeline_of(e).layout = value == 1 ? "edges" : "";
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
