#include "core/strategy/parallelism.h"

#include "core/base/overloaded.h"

namespace blueprinting::strategy {

std::string_view to_string(TensorCommunication communication)
{
    switch (communication) {
    case TensorCommunication::all_reduce: return "all_reduce";
    case TensorCommunication::reduce_scatter_all_gather: return "reduce_scatter_all_gather";
    case TensorCommunication::p2p_rs_ag: return "p2p_rs_ag";
    }
    return "";
}

std::string_view to_string(RecomputePolicy policy)
{
    switch (policy) {
    case RecomputePolicy::none: return "none";
    case RecomputePolicy::attention_only: return "attention_only";
    case RecomputePolicy::full: return "full";
    }
    return "";
}

std::string_view to_string(AttentionType type)
{
    switch (type) {
    case AttentionType::multihead: return "multihead";
    case AttentionType::multiquery: return "multiquery";
    }
    return "";
}

std::string_view schedule_name(const PipelineSchedule& schedule)
{
    return std::visit(
        Overloaded{[](const SingleStage&) -> std::string_view { return "single_stage"; },
                   [](const OneForwardOneBackward&) -> std::string_view { return "1f1b"; },
                   [](const InterleavedOneForwardOneBackward&) -> std::string_view { return "interleaved_1f1b"; },
                   [](const ForwardOnly&) -> std::string_view { return "forward_only"; }},
        schedule);
}

} // namespace blueprinting::strategy
