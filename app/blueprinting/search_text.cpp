#include "app/blueprinting/search_text.h"

#include "app/blueprinting/estimate_text.h"
#include "app/blueprinting/table.h"
#include "core/base/foreign_text.h"
#include "core/base/format.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::cli {
namespace {

using Align = Table::Align;

std::string counted(std::uint64_t count) { return format::integer(static_cast<std::int64_t>(count)); }

std::string communication_word(const strategy::Execution& execution)
{
    const bool scattered =
        strategy::tensor(execution).communication == strategy::TensorCommunication::reduce_scatter_all_gather;
    return std::string(scattered ? "RS + AG" : "all-reduce") + (execution.all_gather_redo ? ", redo" : "");
}

std::string found_table(const search::Layout& layout, const search::Exploration& exploration,
                        const std::vector<std::size_t>& chosen)
{
    Table table({{"number", Align::right},
                 {"s", Align::right},
                 {"GiB", Align::right},
                 {"TP", Align::right},
                 {"PP", Align::right},
                 {"DP", Align::right},
                 {"v", Align::right},
                 {"microbatch", Align::right},
                 {"recompute"},
                 {"TP communication"},
                 {"optimizer"}});
    for (const std::size_t index : chosen) {
        const search::Found& found = exploration.legal[index];
        const strategy::Execution execution = layout.at(found.number);
        table.add(
            {counted(found.number), format::fixed(found.total.value(), 4),
             format::fixed(found.memory.value() / kGibibyte, 2), format::integer(strategy::tensor_degree(execution)),
             format::integer(strategy::pipeline_degree(execution)), format::integer(strategy::data_degree(execution)),
             format::integer(strategy::virtual_stages(execution)), format::integer(execution.microbatch_size),
             in_words(to_string(strategy::recompute(execution))), communication_word(execution),
             strategy::optimizer_sharding(execution) ? "sharded" : "whole"});
    }
    return table.text();
}

/// Nothing fits: by how little the smallest misses.
std::string smallest(const search::Question& question, const search::Exploration& exploration)
{
    if (exploration.legal.empty())
        return "";
    const auto least =
        std::min_element(exploration.legal.begin(), exploration.legal.end(),
                         [](const search::Found& a, const search::Found& b) { return a.memory < b.memory; });
    return "\nNone fits: the smallest needs " + format::gibibytes(least->memory, 2) + " of " +
           format::gibibytes(question.system.capacity(), 2) + ".\n";
}

} // namespace

std::string search_text(const search::Question& question, const search::Layout& layout,
                        const search::Exploration& exploration, std::size_t top, bool front, double seconds)
{
    std::string out =
        visible_line(question.model.name) + " on " + format::integer(question.space.devices) + " × " +
        visible_line(question.system.name) + ", batch " + format::integer(question.space.global_batch) +
        (question.shard.count > 1 ? ", shard " + counted(question.shard.index) + " of " + counted(question.shard.count)
                                  : "") +
        ": " + counted(exploration.strategies) + (exploration.strategies == 1 ? " strategy, " : " strategies, ") +
        counted(exploration.legal.size()) + " legal, " + counted(exploration.fitting) +
        (exploration.fitting == 1 ? " fits" : " fit") + "; " + format::seconds(Seconds(seconds)) + "\n";
    if (!exploration.refused.empty()) {
        Table table({{"refused by"}, {"strategies", Align::right}});
        for (const auto& [law, times] : exploration.refused)
            table.add({law, counted(times)});
        out += "\n" + table.text();
    }
    if (exploration.fitting == 0)
        return out + smallest(question, exploration);
    const auto chosen = front ? search::pareto_front(exploration.legal) : search::fastest(exploration.legal, top);
    const std::string view = question.view == cost::View::peak_only ? " (peak-only)" : " (evidence)";
    if (!chosen.empty())
        out += "\n" + std::string(front ? "Nothing that fits is both as fast and smaller" : "The fastest that fit") +
               view + ":\n" + found_table(layout, exploration, chosen);
    return out;
}

} // namespace blueprinting::cli
