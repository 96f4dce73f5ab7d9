#include "core/search/findings_json.h"

#include "core/base/format.h"
#include "core/search/batch.h"
#include "core/strategy/mapping.h"

namespace blueprinting::search {
namespace {

Result<Json> each(const Question& question, const Layout& layout, const Exploration& exploration, const std::vector<std::size_t>& chosen)
{
    Json out = Json::array();
    for (const std::size_t index : chosen) {
        auto one = found_json(question, layout, exploration.legal[index]);
        if (!one)
            return one;
        out.push_back(*std::move(one));
    }
    return out;
}

} // namespace

Result<Json> found_json(const Question& question, const Layout& layout, const Found& found)
{
    const Inputs inputs{question.model, question.system, layout.at(found.number)};
    const auto evaluation = evaluate(inputs.model, inputs.system, inputs.execution, strategy::Rules::strict);
    if (!evaluation)
        return evaluation.failure_as<Json>();
    Json out = estimate_json(found.number, inputs, *evaluation, question.view);
    out.erase("workload");
    out["execution"] = strategy::to_calculon(inputs.execution);
    return out;
}

Result<Json> exploration_json(const Question& question, const Layout& layout, const Exploration& exploration, std::size_t top,
                              double seconds)
{
    auto front = each(question, layout, exploration, pareto_front(exploration.legal));
    if (!front)
        return front;
    auto best = each(question, layout, exploration, fastest(exploration.legal, top));
    if (!best)
        return best;
    Json refused = Json::object();
    for (const auto& [law, times] : exploration.refused)
        refused[law] = times;
    return Json{{"model", question.model.name},
                {"system", question.system.name},
                {"devices", question.space.devices},
                {"global_batch", question.space.global_batch},
                {"view", to_string(question.view)},
                {"shard", std::to_string(question.shard.index) + "/" + std::to_string(question.shard.count)},
                {"strategies", exploration.strategies},
                {"legal", exploration.legal.size()},
                {"refused", std::move(refused)},
                {"fitting", exploration.fitting},
                {"seconds", seconds},
                {"rate_per_second", seconds > 0 ? Json(static_cast<double>(exploration.strategies) / seconds) : Json()},
                {"front", *std::move(front)},
                {"top", *std::move(best)}};
}

void found_csv(const Layout& layout, std::span<const Found> found, const TextSink& sink)
{
    TextStream out(sink);
    out << "number,tensor_par,pipeline_par,data_par,pipeline_interleaving,microbatch_size,activation_recompute,"
           "tensor_par_comm_type,seq_par_ag_redo,optimizer_sharding,fused_activation,tensor_par_net,pipeline_par_net,"
           "data_par_net,total_seconds,memory_bytes,fits\n";
    for (const Found& one : found) {
        if (!out.good())
            return;
        const Json keys = strategy::to_calculon(layout.at(one.number));
        out << one.number;
        for (const char* key : {"tensor_par", "pipeline_par", "data_par", "pipeline_interleaving", "microbatch_size", "activation_recompute",
                     "tensor_par_comm_type", "seq_par_ag_redo", "optimizer_sharding", "fused_activation", "tensor_par_net",
                                "pipeline_par_net", "data_par_net"}) {
            const Json& value = keys.at(key);
            out << ',' << (value.is_string() ? value.get<std::string>() : value.dump());
        }
        out << ',' << format::shortest(one.total.value()) << ',' << format::shortest(one.memory.value()) << (one.fits ? ",true\n" : ",false\n");
    }
}

void found_jsonl(const Layout& layout, std::span<const Found> found, const TextSink& sink)
{
    TextStream out(sink);
    for (const Found& one : found) {
        if (!out.good())
            return;
        out << Json{{"number", one.number},
                    {"execution", strategy::to_calculon(layout.at(one.number))},
                    {"total_seconds", one.total.value()},
                    {"memory_bytes", one.memory.value()},
                    {"fits", one.fits}}
                   .dump()
            << '\n';
    }
}

} // namespace blueprinting::search
