#include "core/strategy/mapping.h"

#include "core/base/object_reader.h"
#include "core/base/overloaded.h"
#include "core/strategy/derived.h"

namespace blueprinting::strategy {
namespace {

/// A field under its canonical key or its alias; both may stand where they agree. The first key is what is asked for
/// where neither stands.
class FlatReader {
public:
    FlatReader(ObjectReader& reader, const Json& object) : m_reader(reader), m_object(object) {}

    std::optional<std::int64_t> integer(const std::string& key, const std::string& alias)
    {
        return either(key, alias, [this](const std::string& k) { return m_reader.integer(k); });
    }
    std::optional<std::string> choice(const std::string& key, const std::string& alias,
                                      std::initializer_list<std::string_view> allowed)
    {
        return either(key, alias, [&](const std::string& k) { return m_reader.choice(k, allowed); });
    }

private:
    template <class Read>
    auto either(const std::string& key, const std::string& alias, Read read) -> decltype(read(key))
    {
        // Aliases are what files in the field have; that is the name asked for where neither stands.
        if (!m_reader.has(key))
            return read(alias);
        const auto value = read(key);
        if (!m_reader.has(alias))
            return value;
        const auto other = read(alias);
        if (value && other && *value != *other)
            m_reader.fail("reader.alias_conflict", alias,
                          "\"" + alias + "\" is " + shown(m_object.at(alias)) + ", but \"" + key +
                              "\", which means the same, is " + shown(m_object.at(key)));
        return value;
    }

    ObjectReader& m_reader;
    const Json& m_object;
};

/// Overlap and offload hide in a ratio what needs command dependencies, queues and buffers; only "off" is admitted.
void refuse_unless_off(ObjectReader& reader, const char* key, const char* code)
{
    if (reader.boolean(key) == true)
        reader.fail(code, key,
                    "\"" + std::string(key) +
                        "\" must be false: it needs commands, queues and buffers, which a portable plan does not have");
}

void read_unsupported(ObjectReader& reader)
{
    constexpr const char* overlap = "strategy.unsupported.overlap";
    constexpr const char* offload = "strategy.unsupported.offload";
    const auto kind = reader.choice("tensor_par_overlap", {"none", "ring", "pipe"});
    if (kind && *kind != "none")
        reader.fail(overlap, "tensor_par_overlap",
                    "\"tensor_par_overlap\" must be \"none\", not \"" + *kind +
                        "\": it needs commands, queues and buffers, which a portable plan does not have");
    refuse_unless_off(reader, "data_par_overlap", overlap);
    refuse_unless_off(reader, "weight_offload", offload);
    refuse_unless_off(reader, "activations_offload", offload);
    refuse_unless_off(reader, "optimizer_offload", offload);
}

PipelineSchedule training_schedule(std::int64_t p, std::int64_t interleaving)
{
    // An interleaving other than 1 is kept even at p = 1: dropping it would repair the file in silence.
    if (interleaving != 1)
        return InterleavedOneForwardOneBackward{interleaving};
    if (p == 1)
        return SingleStage{};
    return OneForwardOneBackward{};
}

TensorCommunication communication_from(const std::string& name)
{
    if (name == "ar")
        return TensorCommunication::all_reduce;
    return name == "rs_ag" ? TensorCommunication::reduce_scatter_all_gather : TensorCommunication::p2p_rs_ag;
}

RecomputePolicy recompute_from(const std::string& name)
{
    if (name == "none")
        return RecomputePolicy::none;
    return name == "full" ? RecomputePolicy::full : RecomputePolicy::attention_only;
}

const char* flat_name(TensorCommunication communication)
{
    switch (communication) {
    case TensorCommunication::all_reduce: return "ar";
    case TensorCommunication::reduce_scatter_all_gather: return "rs_ag";
    case TensorCommunication::p2p_rs_ag: return "p2p_rs_ag";
    }
    return "";
}

const char* flat_name(RecomputePolicy policy)
{
    switch (policy) {
    case RecomputePolicy::none: return "none";
    case RecomputePolicy::attention_only: return "attn_only";
    case RecomputePolicy::full: return "full";
    }
    return "";
}

/// The flat keys of a field, canonical first, by the dotted path that laws name it by.
std::vector<std::string> flat_keys(std::string_view path)
{
    if (path == "tensor.degree")
        return {"tensor_parallel", "tensor_par"};
    if (path == "tensor.communication")
        return {"tensor_parallel_communication", "tensor_par_comm_type"};
    if (path == "pipeline.degree")
        return {"pipeline_parallel", "pipeline_par"};
    if (path == "pipeline.schedule" || path == "pipeline.schedule.virtual_stages")
        return {"pipeline_interleaving"};
    if (path == "data.degree" || path == "replicas")
        return {"data_parallel", "data_par"};
    if (path == "data.optimizer_sharding")
        return {"optimizer_sharding"};
    if (path == "recompute")
        return {"recompute", "activation_recompute"};
    if (path == "global_batch")
        return {"batch_size"};
    if (path == "sequence_parallel_all_gather_redo")
        return {"seq_par_ag_redo"};
    if (path == "network_tiers.tensor")
        return {"tensor_par_net"};
    if (path == "network_tiers.pipeline")
        return {"pipeline_par_net"};
    if (path == "network_tiers.data")
        return {"data_par_net"};
    return {std::string(path)}; // microbatch_size, datatype, num_procs
}

/// "tensor.degree" as a pointer into the typed form.
std::string typed_pointer(std::string_view path)
{
    const auto first = path.substr(0, path.find('.'));
    const bool parallel =
        first == "tensor" || first == "pipeline" || first == "data" || first == "recompute" || first == "replicas";
    std::string out = parallel ? "/parallelism/" : "/";
    for (const char c : path)
        out += c == '.' ? '/' : c;
    return out;
}

} // namespace

std::optional<SourceLocation> locate_field(const JsonDocument& document, const std::string& pointer,
                                           std::string_view path)
{
    const auto found = [&](const std::string& step) -> std::optional<SourceLocation> {
        const SourceLocation where = document.locate(pointer + step);
        return where.line > 0 ? std::optional(where) : std::nullopt;
    };
    for (const std::string& key : flat_keys(path))
        if (const auto where = found(pointer_step(key)))
            return where;
    return found(typed_pointer(path));
}

Result<Execution> from_mapping(const JsonDocument& document, const Json& value, const std::string& pointer, Rules rules)
{
    Diagnostics problems;
    ObjectReader reader(document, value, pointer, problems);
    if (!reader.valid())
        return problems;
    FlatReader flat(reader, value);

    const auto t = flat.integer("tensor_parallel", "tensor_par");
    const auto p = flat.integer("pipeline_parallel", "pipeline_par");
    const auto d = flat.integer("data_parallel", "data_par");
    const auto communication =
        flat.choice("tensor_parallel_communication", "tensor_par_comm_type", {"ar", "rs_ag", "p2p_rs_ag"});
    const auto recompute = flat.choice("recompute", "activation_recompute", {"none", "attn_only", "full"});
    const auto interleaving = reader.integer("pipeline_interleaving");
    const auto sharding = reader.boolean("optimizer_sharding");
    const auto batch = reader.integer("batch_size");
    const auto microbatch = reader.integer("microbatch_size");

    const auto fused = reader.boolean("fused_activation");
    const auto redo = reader.boolean("seq_par_ag_redo");
    const auto training = reader.boolean("training");
    const auto attention = reader.choice("attention_type", {"multihead", "multiquery"});
    const auto datatype = reader.choice("datatype", {"float8", "float16", "bfloat16", "float32"});
    const auto tier = [&](const char* key) {
        const auto n = reader.integer(key);
        if (n && *n < 0)
            reader.fail("strategy.network.unknown_tier", key,
                        "\"" + std::string(key) + "\" names a network tier, counted from 0, not " + std::to_string(*n));
        return n;
    };
    const auto tensor_tier = tier("tensor_par_net");
    const auto pipeline_tier = tier("pipeline_par_net");
    const auto data_tier = tier("data_par_net");
    std::optional<std::int64_t> num_procs;
    if (reader.has("num_procs"))
        num_procs = reader.integer("num_procs");
    read_unsupported(reader);
    reader.finish();

    if (communication == "p2p_rs_ag" && rules == Rules::strict)
        reader.fail(
            "strategy.unsupported.communication",
            reader.has("tensor_parallel_communication") ? "tensor_parallel_communication" : "tensor_par_comm_type",
            "\"p2p_rs_ag\" is admitted only under the Calculon-compatible rules; otherwise \"ar\" or \"rs_ag\"");
    if (training == false && recompute && *recompute != "none")
        reader.fail("strategy.recompute.in_inference", reader.has("recompute") ? "recompute" : "activation_recompute",
                    "recompute belongs to training; with \"training\" false it must be \"none\", not \"" + *recompute +
                        "\"");
    if (training == false && sharding == true)
        reader.fail("strategy.optimizer_sharding.without_dp", "optimizer_sharding",
                    "with \"training\" false there is no optimizer to shard: \"optimizer_sharding\" must be false");
    if (!problems.empty())
        return problems;

    const TensorParallel tensor{*t, communication_from(*communication)};
    Execution out;
    if (*training)
        out.parallelism = TransformerTrainingParallelism{
            tensor, {*p, training_schedule(*p, *interleaving)}, {*d, *sharding}, recompute_from(*recompute)};
    else
        out.parallelism = TransformerInferenceParallelism{tensor, {*p, ForwardOnly{*interleaving}}, {*d}};
    out.global_batch = *batch;
    out.microbatch_size = *microbatch;
    out.datatype = datatype_from(*datatype).value();
    if (*attention == "multiquery")
        out.attention_type = AttentionType::multiquery;
    out.fused_activation = *fused;
    out.all_gather_redo = *redo;
    out.tiers = {*tensor_tier, *pipeline_tier, *data_tier};
    out.num_procs = num_procs;
    return out;
}

Json to_calculon(const Execution& execution)
{
    const auto product = checked_world_size(execution);
    Json out{{"tensor_par", tensor_degree(execution)},
             {"pipeline_par", pipeline_degree(execution)},
             {"data_par", data_degree(execution)},
             {"tensor_par_net", execution.tiers.tensor},
             {"pipeline_par_net", execution.tiers.pipeline},
             {"data_par_net", execution.tiers.data},
             {"batch_size", execution.global_batch},
             {"microbatch_size", execution.microbatch_size},
             {"datatype", to_string(execution.datatype)},
             {"fused_activation", execution.fused_activation},
             {"attention_type", to_string(execution.attention_type)},
             {"activation_recompute", flat_name(recompute(execution))},
             {"pipeline_interleaving", virtual_stages(execution)},
             {"optimizer_sharding", optimizer_sharding(execution)},
             {"tensor_par_comm_type", flat_name(tensor(execution).communication)},
             {"tensor_par_overlap", "none"},
             {"seq_par_ag_redo", execution.all_gather_redo},
             {"data_par_overlap", false},
             {"weight_offload", false},
             {"activations_offload", false},
             {"optimizer_offload", false},
             {"training", is_training(execution)}};
    // Only an execution that breaks a law states another count, or has a product past the range of integers.
    out["num_procs"] = execution.num_procs ? Json(*execution.num_procs) : product ? Json(*product) : Json(nullptr);
    return out;
}

} // namespace blueprinting::strategy
