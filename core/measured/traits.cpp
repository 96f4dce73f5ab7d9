#include "core/measured/traits.h"

#include "core/model/counts.h"
#include "core/strategy/derived.h"

namespace blueprinting::measured {
namespace {

/// GPUs of one generation, by the head of the preset's name; an unknown one is a generation of its own.
std::string generation_of(const std::string& system)
{
    const std::string head = system.substr(0, system.find('_'));
    if (head == "a100")
        return "Ampere";
    if (head == "h100" || head == "h200")
        return "Hopper";
    if (head == "b200" || head == "gb200")
        return "Blackwell";
    return system;
}

/// Of a model.
struct Sizes {
    double parameters; ///< weights of the blocks
    std::int64_t hidden, sequence;
};

Traits traits_of(const Sizes& model, const std::string& system, const strategy::Execution& execution)
{
    const auto number = [](std::int64_t value) { return static_cast<double>(value); };
    Traits out;
    out.sizes = {model.parameters,
                 number(model.hidden),
                 number(model.sequence),
                 number(strategy::world_size(execution)),
                 number(strategy::tensor_degree(execution)),
                 number(strategy::pipeline_degree(execution)),
                 number(strategy::data_degree(execution)),
                 number(execution.microbatch_size),
                 number(execution.global_batch) * number(model.sequence)};
    out.recompute = strategy::recompute(execution);
    out.sequence_parallel = strategy::sequence_parallel(execution);
    out.flash = execution.fused_attention;
    out.sharding = strategy::sharding(execution) != strategy::StateSharding::none;
    out.generation = generation_of(system);
    return out;
}

} // namespace

Traits traits(const model::TransformerModel& model, const std::string& system, const strategy::Execution& execution)
{
    return traits_of({model::parameter_count(model).value, model.hidden, model.sequence}, system, execution);
}

Traits traits(const model::Description& model, const std::string& system, const strategy::Execution& execution)
{
    // Blocks with experts are alike in their weights, and so are those without.
    std::array<std::optional<double>, 2> known;
    double parameters = 0;
    for (std::int64_t block = 0; block < model.blocks; ++block) {
        std::optional<double>& each = known[model::has_experts(model, block) ? 1 : 0];
        if (!each)
            each = static_cast<double>(model::block_parameters(model, block).value_or(0));
        parameters += *each;
    }
    return traits_of({parameters, model.hidden, model.sequence}, system, execution);
}

Traits traits(const Row& row)
{
    return row.plain ? traits(row.plain->model, *row.system, row.plain->execution)
                     : traits(row.modern->model, *row.system, row.modern->execution);
}

} // namespace blueprinting::measured
