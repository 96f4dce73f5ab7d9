#include "core/base/object_reader.h"
#include "core/base/overloaded.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"

/// The canonical typed form: the shape of the types themselves, so that an illegal strategy is kept as it is.
namespace blueprinting::strategy {
namespace {

Json to_json(const TensorParallel& tensor)
{
    return {{"degree", tensor.degree}, {"communication", to_string(tensor.communication)}};
}

Json to_json(const PipelineParallel& pipeline)
{
    Json schedule{{"kind", schedule_name(pipeline.schedule)}};
    std::visit(
        Overloaded{[](const SingleStage&) {}, [](const OneForwardOneBackward&) {},
                   [&](const InterleavedOneForwardOneBackward& s) { schedule["virtual_stages"] = s.virtual_stages; },
                   [&](const ForwardOnly& s) { schedule["virtual_stages"] = s.virtual_stages; }},
        pipeline.schedule);
    return {{"degree", pipeline.degree}, {"schedule", std::move(schedule)}};
}

Json to_json(const Parallelism& parallelism)
{
    return std::visit(
        Overloaded{[](const TransformerTrainingParallelism& p) -> Json {
                       return {{"kind", "training"},
                               {"tensor", to_json(p.tensor)},
                               {"pipeline", to_json(p.pipeline)},
                               {"data", {{"degree", p.data.degree}, {"optimizer_sharding", p.data.optimizer_sharding}}},
                               {"recompute", to_string(p.recompute)}};
                   },
                   [](const TransformerInferenceParallelism& p) -> Json {
                       return {{"kind", "inference"},
                               {"tensor", to_json(p.tensor)},
                               {"pipeline", to_json(p.pipeline)},
                               {"replicas", p.replicas.replicas}};
                   }},
        parallelism);
}

/// Reads the typed form; every problem lands in one list, and what could not be read keeps its default until the
/// caller sees that the list is not empty.
class Reader {
public:
    Reader(const JsonDocument& document, Diagnostics& problems) : m_document(document), m_problems(problems) {}

    Parallelism parallelism(const Json& value, const std::string& pointer)
    {
        ObjectReader reader(m_document, value, pointer, m_problems);
        const auto kind = reader.valid() ? reader.choice("kind", {"training", "inference"}) : std::nullopt;
        if (!kind)
            return {};
        const TensorParallel tensor = this->tensor(reader);
        const PipelineParallel pipeline = this->pipeline(reader);
        if (*kind == "inference") {
            TransformerInferenceParallelism out{tensor, pipeline, {reader.integer("replicas").value_or(1)}};
            reader.finish();
            return out;
        }
        TransformerTrainingParallelism out{tensor, pipeline, data(reader), RecomputePolicy::none};
        const auto policy = reader.choice("recompute", {"none", "attention_only", "full"});
        for (const RecomputePolicy each : {RecomputePolicy::attention_only, RecomputePolicy::full})
            if (policy && *policy == to_string(each))
                out.recompute = each;
        reader.finish();
        return out;
    }

    NetworkTiers tiers(ObjectReader& reader)
    {
        NetworkTiers out;
        if (const Json* object = reader.object("network_tiers")) {
            ObjectReader each(m_document, *object, reader.pointer("network_tiers"), m_problems);
            out.tensor = each.integer("tensor").value_or(0);
            out.pipeline = each.integer("pipeline").value_or(0);
            out.data = each.integer("data").value_or(0);
            each.finish();
        }
        return out;
    }

private:
    TensorParallel tensor(ObjectReader& reader)
    {
        TensorParallel out;
        if (const Json* object = reader.object("tensor")) {
            ObjectReader each(m_document, *object, reader.pointer("tensor"), m_problems);
            out.degree = each.integer("degree").value_or(1);
            const auto name = each.choice("communication", {"all_reduce", "reduce_scatter_all_gather", "p2p_rs_ag"});
            for (const auto kind : {TensorCommunication::reduce_scatter_all_gather, TensorCommunication::p2p_rs_ag})
                if (name && *name == to_string(kind))
                    out.communication = kind;
            each.finish();
        }
        return out;
    }

    PipelineParallel pipeline(ObjectReader& reader)
    {
        PipelineParallel out;
        if (const Json* object = reader.object("pipeline")) {
            ObjectReader each(m_document, *object, reader.pointer("pipeline"), m_problems);
            out.degree = each.integer("degree").value_or(1);
            if (const Json* inner = each.object("schedule")) {
                ObjectReader schedule(m_document, *inner, each.pointer("schedule"), m_problems);
                const auto kind = schedule.choice("kind", {"single_stage", "1f1b", "interleaved_1f1b", "forward_only"});
                if (kind == "1f1b")
                    out.schedule = OneForwardOneBackward{};
                else if (kind == "interleaved_1f1b")
                    out.schedule = InterleavedOneForwardOneBackward{schedule.integer("virtual_stages").value_or(2)};
                else if (kind == "forward_only")
                    out.schedule = ForwardOnly{schedule.integer("virtual_stages").value_or(1)};
                schedule.finish();
            }
            each.finish();
        }
        return out;
    }

    DataParallel data(ObjectReader& reader)
    {
        DataParallel out;
        if (const Json* object = reader.object("data")) {
            ObjectReader each(m_document, *object, reader.pointer("data"), m_problems);
            out.degree = each.integer("degree").value_or(1);
            out.optimizer_sharding = each.boolean("optimizer_sharding").value_or(false);
            each.finish();
        }
        return out;
    }

    const JsonDocument& m_document;
    Diagnostics& m_problems;
};

} // namespace

Json to_json(const Execution& execution)
{
    Json out{
        {"parallelism", to_json(execution.parallelism)},
        {"global_batch", execution.global_batch},
        {"microbatch_size", execution.microbatch_size},
        {"datatype", to_string(execution.datatype)},
        {"attention_type", to_string(execution.attention_type)},
        {"fused_activation", execution.fused_activation},
        {"sequence_parallel_all_gather_redo", execution.all_gather_redo},
        {"network_tiers",
         {{"tensor", execution.tiers.tensor}, {"pipeline", execution.tiers.pipeline}, {"data", execution.tiers.data}}}};
    if (execution.num_procs)
        out["num_procs"] = *execution.num_procs;
    return out;
}

Result<Execution> execution_from_json(const JsonDocument& document, const Json& value, const std::string& pointer)
{
    Diagnostics problems;
    ObjectReader reader(document, value, pointer, problems);
    if (!reader.valid())
        return problems;
    Reader parts(document, problems);
    Execution out;
    if (const Json* object = reader.object("parallelism"))
        out.parallelism = parts.parallelism(*object, reader.pointer("parallelism"));
    out.global_batch = reader.integer("global_batch").value_or(1);
    out.microbatch_size = reader.integer("microbatch_size").value_or(1);
    const auto type = reader.choice("datatype", {"float8", "float16", "bfloat16", "float32"});
    out.datatype = type ? datatype_from(*type).value_or(Datatype::float16) : Datatype::float16;
    if (reader.choice("attention_type", {"multihead", "multiquery"}) == "multiquery")
        out.attention_type = AttentionType::multiquery;
    out.fused_activation = reader.boolean("fused_activation").value_or(false);
    out.all_gather_redo = reader.boolean("sequence_parallel_all_gather_redo").value_or(false);
    out.tiers = parts.tiers(reader);
    if (reader.has("num_procs"))
        out.num_procs = reader.integer("num_procs");
    reader.finish();
    if (!problems.empty())
        return problems;
    return out;
}

} // namespace blueprinting::strategy
