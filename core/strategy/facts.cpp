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

Facts::Facts(const model::TransformerModel& model, const system::SystemProfile& profile, const Execution& execution,
             Rules rules)
    : hidden(model.hidden),
      feedforward(model.feedforward),
      sequence(model.sequence),
      heads(model.heads),
      head_size(model.head_size),
      blocks(model.blocks),
      t(tensor_degree(execution)),
      p(pipeline_degree(execution)),
      d(data_degree(execution)),
      v(virtual_stages(execution)),
      batch(execution.global_batch),
      microbatch(execution.microbatch_size),
      tiers{execution.tiers.tensor, execution.tiers.pipeline, execution.tiers.data},
      num_procs(execution.num_procs),
      schedule(kind_of(pipeline(execution).schedule)),
      communication(tensor(execution).communication),
      recompute(strategy::recompute(execution)),
      datatype(execution.datatype),
      training(is_training(execution)),
      sharding(optimizer_sharding(execution)),
      redo(execution.all_gather_redo),
      compatible(rules == Rules::calculon_compatible),
      system(&profile)
{
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

std::optional<std::int64_t> get(const Facts& facts, Field field)
{
    switch (field) {
    case Field::tensor_degree: return facts.t;
    case Field::pipeline_degree: return facts.p;
    case Field::data_degree:
    case Field::replicas: return facts.d;
    case Field::virtual_stages: return facts.v;
    case Field::global_batch: return facts.batch;
    case Field::microbatch_size: return facts.microbatch;
    case Field::tensor_tier: return facts.tiers[0];
    case Field::pipeline_tier: return facts.tiers[1];
    case Field::data_tier: return facts.tiers[2];
    case Field::num_procs: return facts.num_procs;
    case Field::tensor_communication:
    case Field::schedule:
    case Field::optimizer_sharding:
    case Field::recompute:
    case Field::datatype:
    case Field::all_gather_redo:
    case Field::model: break;
    }
    return std::nullopt;
}

void set(Facts& facts, Field field, std::int64_t value)
{
    switch (field) {
    case Field::tensor_degree: facts.t = value; break;
    case Field::pipeline_degree: facts.p = value; break;
    case Field::data_degree:
    case Field::replicas: facts.d = value; break;
    case Field::virtual_stages:
        facts.v = value;
        if (value == 1 && facts.schedule == Schedule::interleaved)
            facts.schedule = Schedule::one_forward_one_backward;
        break;
    case Field::global_batch: facts.batch = value; break;
    case Field::microbatch_size: facts.microbatch = value; break;
    case Field::tensor_tier: facts.tiers[0] = value; break;
    case Field::pipeline_tier: facts.tiers[1] = value; break;
    case Field::data_tier: facts.tiers[2] = value; break;
    case Field::num_procs: facts.num_procs = value; break;
    case Field::tensor_communication:
    case Field::schedule:
    case Field::optimizer_sharding:
    case Field::recompute:
    case Field::datatype:
    case Field::all_gather_redo:
    case Field::model: break;
    }
}

} // namespace blueprinting::strategy::detail
