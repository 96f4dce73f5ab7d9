#include "core/search/findings_json.h"

#include "core/base/delimited.h"
#include "core/search/batch.h"
#include "core/strategy/mapping.h"

#include <array>

namespace blueprinting::search {
namespace {

Result<Json> each(const Question& question, const Layout& layout, const Exploration& exploration,
                  const std::vector<std::size_t>& chosen)
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

/// The fields in which the strategies of a space differ, those of every space first.
std::vector<const strategy::FieldRow*> columns()
{
    using strategy::Field;
    auto out =
        strategy::rows_in({Field::tensor_degree, Field::pipeline_degree, Field::data_degree, Field::virtual_stages,
                           Field::microbatch_size, Field::recompute, Field::tensor_communication,
                           Field::all_gather_redo, Field::optimizer_sharding, Field::fused_activation});
    std::erase_if(out, [](const strategy::FieldRow* row) { return !row->varies(); });
    return out;
}

/// A flat value as a cell.
void put(DelimitedWriter& table, const Json& value)
{
    if (value.is_boolean())
        table.boolean(value.get<bool>());
    else if (value.is_number_integer())
        table.integer(value.get<std::int64_t>());
    else if (value.is_number())
        table.number(value.get<double>());
    else
        table.text(value.is_string() ? value.get<std::string>() : value.dump());
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

Result<Json> exploration_json(const Question& question, const Layout& layout, const Exploration& exploration,
                              std::size_t top, double seconds)
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
    const auto rows = columns();
    TextStream out(sink);
    DelimitedWriter table(out, DelimitedWriter::Separator::comma);
    table.text("number");
    for (const strategy::FieldRow* row : rows)
        table.text(std::string(row->key));
    for (const char* figure : {"total_seconds", "memory_bytes", "fits"})
        table.text(figure);
    table.end_row();
    for (const Found& one : found) {
        if (!out.good())
            return;
        const Json keys = strategy::to_calculon(layout.at(one.number));
        table.integer(static_cast<std::int64_t>(one.number));
        for (const strategy::FieldRow* row : rows)
            put(table, keys.at(std::string(row->key)));
        table.number(one.total.value());
        table.number(one.memory.value());
        table.boolean(one.fits);
        table.end_row();
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
