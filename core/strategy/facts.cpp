#include "core/strategy/facts.h"

#include "core/base/checked.h"
#include "core/base/overloaded.h"
#include "core/strategy/derived.h"

namespace blueprinting::strategy::detail {
namespace {

Schedule kind_of(const PipelineSchedule& schedule)
{
    return std::visit(Overloaded{[](const SingleStage&) { return Schedule::single_stage; },
                                 [](const OneForwardOneBackward&) { return Schedule::one_forward_one_backward; },
                                 [](const InterleavedOneForwardOneBackward&) { return Schedule::interleaved; },
                                 [](const ForwardOnly&) { return Schedule::forward_only; }},
                      schedule);
}

} // namespace

Facts::Facts(const model::TransformerModel& described, const system::SystemProfile& profile, const Execution& form,
             Rules given, std::shared_ptr<const model::Description> whole, std::optional<bool> known_beyond)
    : hidden(described.hidden),
      feedforward(described.feedforward),
      sequence(described.sequence),
      heads(described.heads),
      head_size(described.head_size),
      blocks(described.blocks),
      t(tensor_degree(form)),
      p(pipeline_degree(form)),
      d(data_degree(form)),
      v(virtual_stages(form)),
      batch(form.global_batch),
      microbatch(form.microbatch_size),
      tiers{form.tiers.tensor.value_or(-1), form.tiers.pipeline.value_or(-1), form.tiers.data.value_or(-1)},
      unnamed{!form.tiers.tensor, !form.tiers.pipeline, !form.tiers.data},
      num_procs(form.num_procs),
      schedule(kind_of(pipeline(form).schedule)),
      communication(tensor(form).communication),
      recompute(strategy::recompute(form)),
      datatype(form.datatype),
      training(is_training(form)),
      redo(form.all_gather_redo),
      compatible(given == Rules::calculon_compatible),
      sharding(strategy::data(form).optimizer_sharding && strategy::data(form).sharding == StateSharding::none),
      cp(context(form).degree),
      ep(expert(form).degree),
      etp(expert(form).tensor_degree),
      model(&described),
      system(&profile),
      execution(&form),
      rules(given),
      description(std::move(whole))
{
    if (!description && has_new_switch(form))
        description = std::make_shared<const model::Description>(model::describe(described));
    beyond = description && (known_beyond ? *known_beyond : !model::plain_model(*description));
}

model::TransformerModel shape_of(const model::Description& description)
{
    const auto* heads = std::get_if<model::MultiHeadAttention>(&description.attention.kind);
    return {description.name,     description.hidden,          description.mlp.feedforward,
            description.sequence, description.attention.heads, heads ? heads->head_size : 0,
            description.blocks};
}

bool Facts::placed(std::size_t group) const
{
    return degree(group) > 1 && tiers[group] >= 0 && tiers[group] < std::ssize(system->networks);
}

std::optional<std::int64_t> Facts::processors_on(std::int64_t tier) const
{
    Checked product(1);
    for (std::size_t group = 0; group < tiers.size(); ++group)
        if (placed(group) && tiers[group] == tier)
            product = product * Checked(degree(group));
    return product.get();
}

} // namespace blueprinting::strategy::detail
