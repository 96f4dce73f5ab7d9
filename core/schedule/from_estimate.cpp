#include "core/schedule/from_estimate.h"

#include "core/base/format.h"
#include "core/schedule/placement.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::schedule {
namespace {

using cost::Component;
using cost::MemoryPart;
using ir::Phase;

StageSource::Facts facts_of(const ir::PortablePlanIR& plan, const cost::Estimate& estimate)
{
    const strategy::Execution& execution = plan.program.execution;
    StageSource::Facts out;
    out.own.kind = *kind_of_typed(strategy::schedule_name(strategy::pipeline(execution).schedule));
    out.own.stages = strategy::pipeline_degree(execution);
    out.own.microbatches = estimate.shape.microbatches;
    out.own.chunks = estimate.shape.virtual_stages;
    out.training = estimate.training;
    out.recomputes = estimate.block.inner(Component::recompute, Phase::recompute).value() > 0;
    out.capacity = estimate.capacity.value();
    return out;
}

class BlocksSource final : public StageSource {
public:
    BlocksSource(std::shared_ptr<const ir::PortablePlanIR> plan, std::shared_ptr<const cost::Estimate> estimate)
        : StageSource(facts_of(*plan, *estimate)), m_plan(std::move(plan)), m_estimate(std::move(estimate))
    {
    }

    [[nodiscard]] Result<Plan> plan(const Request& request) const override
    {
        // What the request is refused for comes first: its stages are counted below.
        if (auto problems = plan_in_seconds(request, ChunkTimes{}); !problems)
            return problems;
        std::vector<ChunkTimes> each;
        for (const double blocks : blocks_of(request))
            each.push_back(times_of(request, blocks));
        return plan_in_seconds(request, each);
    }

    [[nodiscard]] ByteTerms bytes(const Request& request) const override
    {
        const cost::Memory& memory = m_estimate->memory;
        const ir::BlockMemoryFacts& block = m_plan->memory;
        const auto working = static_cast<double>(block.activation_working);
        const std::vector<double> blocks = blocks_of(request);
        ByteTerms out{{}, {}, {0}, {0}};
        const bool training = m_estimate->training;
        for (const double held : blocks_of_devices(request, blocks)) {
            const double share = held / most_blocks();
            out.constant.push_back(share * memory[MemoryPart::weights].value() +
                                   (training ? gradients(held) + share * memory[MemoryPart::optimizer].value() /
                                                                     static_cast<double>(request.kind->paths)
                                             : 0));
        }
        if (!training) {
            out.activation = {working};
            return out;
        }
        const bool full = strategy::recompute(m_plan->program.execution) == strategy::RecomputePolicy::full;
        const double stored = full ? 0 : static_cast<double>(block.activation_storage);
        for (const double each : blocks)
            out.activation.push_back(each * (stored + static_cast<double>(block.activation_checkpoint)));
        out.keep = out.activation;
        out.temporary = {std::max(0.0, working - stored) + memory[MemoryPart::activation_gradients].value()};
        return out;
    }

    [[nodiscard]] Tail tail(const Request& request) const override
    {
        const double exchange = m_estimate->breakdown[Component::data_parallel].value();
        Tail out;
        out.reduce = {exchange / static_cast<double>(request.chunks)};
        out.step = {m_estimate->breakdown[Component::optimizer].value()};
        out.overlap = false;
        return out;
    }

    [[nodiscard]] Diagnostics findings(const Request& request) const override
    {
        const std::vector<double> blocks = blocks_of(request);
        const auto fewer = std::count_if(blocks.begin(), blocks.end(), [&](double b) { return b != blocks.front(); });
        if (fewer == 0)
            return {};
        return {{Severity::finding, "schedule.uneven_stages", "",
                 "stages are uneven: " + std::to_string(m_plan->program.blocks) + " blocks on " +
                     std::to_string(facts().own.stages) + " devices. The last " + std::to_string(fewer) + " of " +
                     std::to_string(blocks.size()) +
                     " virtual stages have fewer, and are simulated with what they have; the estimate takes each "
                     "device for "
                     "as full as the fullest, and " +
                     format::seconds(m_estimate->shape.imbalance) + " off its bubble"}};
    }

private:
    [[nodiscard]] double most_blocks() const { return static_cast<double>(m_estimate->shape.blocks_per_stage); }

    /// Blocks of each virtual stage (of slices: of one of them). The last ones go without those that are missing.
    [[nodiscard]] std::vector<double> blocks_of(const Request& request) const
    {
        const auto slices = static_cast<double>(parameter_or_one(request, kSlices));
        const double chunk = most_blocks() * slices / parts_of_a_stage(request);
        std::vector<double> out(static_cast<std::size_t>(virtual_stages(request)), chunk);
        double missing = static_cast<double>(request.stages) * most_blocks() -
                         static_cast<double>(std::max<std::int64_t>(m_plan->program.blocks, 1));
        for (auto each = out.rbegin(); each != out.rend() && missing > 0; ++each) {
            const double without = std::min({1.0, *each, missing});
            *each -= without;
            missing -= without;
        }
        for (double& each : out)
            each /= slices;
        return out;
    }

    /// Of all chunks of a device; copies count.
    [[nodiscard]] static std::vector<double> blocks_of_devices(const Request& request,
                                                               const std::vector<double>& blocks)
    {
        const Placement placement(request);
        const auto slices = static_cast<double>(parameter_or_one(request, kSlices));
        std::vector<double> out(static_cast<std::size_t>(request.stages), 0);
        for (std::uint32_t device = 0; device < out.size(); ++device)
            for (std::uint32_t chunk = 0; chunk < static_cast<std::uint32_t>(request.chunks); ++chunk)
                out[device] += slices * blocks[placement.place(device, chunk).virtual_stage];
        return out;
    }

    /// Of a device with so many blocks: one block's are summed up unsharded.
    [[nodiscard]] double gradients(double held) const
    {
        const double all = m_estimate->memory[MemoryPart::weight_gradients].value();
        const auto one = static_cast<double>(m_plan->memory.weight_gradient_unsharded);
        if (held == most_blocks() || most_blocks() <= 1)
            return all * held / most_blocks();
        const double each = (all - one) / (most_blocks() - 1);
        const double copies = std::max(1.0, std::round(held / most_blocks()));
        return held > 0 ? copies * all - (copies * most_blocks() - held) * each : 0;
    }

    [[nodiscard]] ChunkTimes times_of(const Request& request, double blocks) const
    {
        const cost::BlockTimes& block = m_estimate->block;
        ChunkTimes times;
        const auto all = [&](Component component, Phase phase) {
            return (blocks * block.inner(component, phase)).value();
        };
        // The last block of a chunk may communicate otherwise (p2p_rs_ag); everywhere else both are equal.
        const auto with_edge = [&](Component component, Phase phase) {
            return ((blocks - 1) * block.inner(component, phase) + block.edge(component, phase)).value();
        };
        if (blocks > 0) {
            times.forward =
                all(Component::forward, Phase::forward) + with_edge(Component::tensor_parallel, Phase::forward);
            if (m_estimate->training) {
                times.recompute = all(Component::recompute, Phase::recompute) +
                                  with_edge(Component::recommunication, Phase::recommunication);
                times.input_gradient = times.recompute + all(Component::backward, Phase::activation_gradient) +
                                       with_edge(Component::tensor_parallel, Phase::activation_gradient);
                times.weight_gradient = all(Component::backward, Phase::weight_gradient);
                times.backward = times.input_gradient + times.weight_gradient;
            }
        }
        if (request.stages > 1) {
            times.send_forward = block.inner(Component::pipeline_parallel, Phase::forward).value();
            times.send_backward = m_estimate->training
                                      ? block.inner(Component::pipeline_parallel, Phase::activation_gradient).value()
                                      : 0;
        }
        return times;
    }

    std::shared_ptr<const ir::PortablePlanIR> m_plan;
    std::shared_ptr<const cost::Estimate> m_estimate;
};

} // namespace

std::shared_ptr<const StageSource> stages_of(std::shared_ptr<const ir::PortablePlanIR> plan,
                                             std::shared_ptr<const cost::Estimate> estimate)
{
    return std::make_shared<const BlocksSource>(std::move(plan), std::move(estimate));
}

} // namespace blueprinting::schedule
