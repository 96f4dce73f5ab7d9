#include "core/schedule/from_program.h"

#include "core/program/estimate.h"
#include "core/program/laid.h"
#include "core/schedule/placement.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <numeric>

namespace blueprinting::schedule {
namespace {

using program::StageMemoryPart;
using strategy::ChunkContent;

ChunkContent part_of(const ChunkContent& chunk, std::int64_t part, std::int64_t parts)
{
    const std::int64_t first = chunk.blocks * part / parts, last = chunk.blocks * (part + 1) / parts;
    const bool ends = part + 1 == parts;
    return {chunk.embedding && part == 0, chunk.first_block + first, last - first, ends ? chunk.mtp_modules : 0,
            ends && chunk.head};
}

/// The typed schedule of so many chunks a stage, which tells how much is held where; orders are the request's.
strategy::PipelineSchedule typed_schedule(std::int64_t stages, std::int64_t chunks)
{
    if (chunks > 1)
        return strategy::InterleavedOneForwardOneBackward{chunks};
    if (stages > 1)
        return strategy::OneForwardOneBackward{};
    return strategy::SingleStage{};
}

StageSource::Facts facts_of(const program::Program& program, const system::SystemProfile& system)
{
    const strategy::Execution& execution = program.execution;
    StageSource::Facts out;
    out.own.kind = *kind_of_typed(strategy::schedule_name(strategy::pipeline(execution).schedule));
    out.own.stages = strategy::pipeline_degree(execution);
    out.own.microbatches = strategy::microbatch_count(execution);
    out.own.chunks = strategy::virtual_stages(execution);
    out.training = strategy::is_training(execution);
    out.recomputes = out.training && strategy::recompute(execution) != strategy::RecomputePolicy::none;
    out.capacity = system.capacity().value();
    out.layout = strategy::pipeline(execution).layout;
    return out;
}

/// The devices of a placement with what they hold.
struct Devices {
    std::vector<ChunkTimes> times; ///< by virtual stage
    ByteTerms bytes;
    std::vector<double> exchange, optimizer; ///< by device, once a step
};

class ProgramSource final : public StageSource {
public:
    ProgramSource(std::shared_ptr<const program::Program> program, const system::SystemProfile& system, cost::View view)
        : StageSource(facts_of(*program, system)), m_program(std::move(program)), m_system(system), m_view(view)
    {
    }

    [[nodiscard]] Result<Plan> plan(const Request& request) const override
    {
        if (auto problems = plan_in_seconds(request, ChunkTimes{}); !problems)
            return problems;
        const auto found = devices(request);
        if (!found)
            return found.failure_as<Plan>();
        const auto slices = static_cast<double>(parameter_or_one(request, kSlices));
        std::vector<ChunkTimes> each = found->times;
        for (ChunkTimes& times : each)
            for (double* part :
                 {&times.forward, &times.backward, &times.input_gradient, &times.weight_gradient, &times.recompute})
                *part /= slices;
        return plan_in_seconds(request, std::move(each));
    }

    [[nodiscard]] ByteTerms bytes(const Request& request) const override
    {
        const auto found = devices(request);
        ByteTerms out = found ? found->bytes : ByteTerms{};
        const auto slices = static_cast<double>(parameter_or_one(request, kSlices));
        for (std::vector<double>* list : {&out.activation, &out.keep})
            for (double& bytes : *list)
                bytes /= slices;
        return out;
    }

    [[nodiscard]] Tail tail(const Request& request) const override
    {
        const auto found = devices(request);
        Tail out;
        if (!found)
            return out;
        out.reduce = found->exchange;
        for (double& time : out.reduce)
            time /= static_cast<double>(request.chunks);
        out.step = found->optimizer;
        out.overlap = false;
        return out;
    }

    [[nodiscard]] Diagnostics findings(const Request&) const override { return {}; }

private:
    /// What stands where, by device and chunk: the number of its virtual stage.
    static std::vector<std::uint32_t> places_of(const Request& request)
    {
        const Placement placement(request);
        std::vector<std::uint32_t> out;
        for (std::uint32_t chunk = 0; chunk < static_cast<std::uint32_t>(request.chunks); ++chunk)
            for (std::uint32_t device = 0; device < static_cast<std::uint32_t>(request.stages); ++device)
                out.push_back(placement.place(device, chunk).virtual_stage);
        return out;
    }

    [[nodiscard]] Result<Devices> devices(const Request& request) const
    {
        const std::vector<std::uint32_t> places = places_of(request);
        const std::lock_guard lock(m_guard);
        const auto known = m_known.find(places);
        if (known != m_known.end())
            return known->second;
        return m_known.emplace(places, laid_out(request, places)).first->second;
    }

    [[nodiscard]] Result<Devices> laid_out(const Request& request, const std::vector<std::uint32_t>& places) const
    {
        const auto stages = static_cast<std::size_t>(virtual_stages(request));
        const std::vector<ChunkContent> path = recut(m_program->chunks, stages);
        std::vector<ChunkContent> chunks;
        for (const std::uint32_t virtual_stage : places)
            chunks.push_back(path[virtual_stage]);
        if (chunks == m_program->chunks)
            return measured(*m_program, places, stages);
        strategy::Execution execution = m_program->execution;
        if (auto* training = std::get_if<strategy::TransformerTrainingParallelism>(&execution.parallelism))
            training->pipeline.schedule = typed_schedule(request.stages, request.chunks);
        const auto other = program::compile_program(m_program->model, execution, std::move(chunks));
        return other ? measured(*other, places, stages) : other.failure_as<Devices>();
    }

    [[nodiscard]] Result<Devices> measured(const program::Program& program, const std::vector<std::uint32_t>& places,
                                           std::size_t virtual_stages) const
    {
        const auto stages = program::stage_estimates(program, m_system, m_view);
        if (!stages)
            return stages.failure_as<Devices>();
        const program::Laid laid = program::laid(program);
        const std::size_t p = stages->size();
        Devices out;
        out.times.resize(virtual_stages);
        out.bytes = {{}, std::vector<double>(virtual_stages, 0), {}, std::vector<double>(virtual_stages, 0)};
        for (std::size_t i = 0; i < p; ++i) {
            const program::StageEstimate& stage = (*stages)[i];
            const program::StageMemory& memory = stage.memory;
            out.bytes.constant.push_back(memory[StageMemoryPart::weights] + memory[StageMemoryPart::gradients] +
                                         memory[StageMemoryPart::optimizer]);
            out.optimizer.push_back(stage.time.step[program::Component::optimizer].value());
            out.exchange.push_back(stage.time.step.total().value() - out.optimizer.back());
            const program::StageKind& kind = laid.stages[laid.of_stage[i]];
            for (std::size_t c = 0; c < kind.chunks.size(); ++c) {
                const std::size_t g = places[c * p + i];
                out.times[g] = times_of(stage.time.chunks[c]);
                out.bytes.activation[g] =
                    facts().training ? program::held_bytes_of(program, laid.chunks[kind.chunks[c]]) : 0;
                out.bytes.temporary[g] = std::max(out.bytes.temporary[g], memory[StageMemoryPart::transient]);
            }
        }
        out.bytes.keep = out.bytes.activation;
        if (!facts().training) { // nothing is held for a gradient: what a block works with is there while it runs
            out.bytes.activation = out.bytes.temporary;
            out.bytes.keep = out.bytes.temporary = {0};
        }
        return out;
    }

    [[nodiscard]] static ChunkTimes times_of(const program::ChunkTime& time)
    {
        const auto without_transfer = [](program::Breakdown breakdown) {
            breakdown[program::Component::pipeline_parallel] = Seconds();
            return breakdown.total().value();
        };
        ChunkTimes out;
        out.forward = without_transfer(time.forward);
        out.backward = without_transfer(time.backward);
        out.weight_gradient = time.weight_gradient.value();
        out.input_gradient = std::max(0.0, out.backward - out.weight_gradient);
        out.recompute = time.recompute.value();
        out.send_forward = time.forward[program::Component::pipeline_parallel].value();
        out.send_backward = time.backward[program::Component::pipeline_parallel].value();
        return out;
    }

    std::shared_ptr<const program::Program> m_program;
    system::SystemProfile m_system;
    cost::View m_view;
    mutable std::mutex m_guard;
    mutable std::map<std::vector<std::uint32_t>, Result<Devices>> m_known; ///< by places_of()
};

} // namespace

std::vector<ChunkContent> recut(const std::vector<ChunkContent>& chunks, std::size_t count)
{
    const std::size_t common = std::gcd(chunks.size(), count);
    const std::size_t parts = count / common, together = chunks.size() / common;
    std::vector<ChunkContent> pieces, out;
    for (const ChunkContent& chunk : chunks)
        for (std::size_t part = 0; part < parts; ++part)
            pieces.push_back(part_of(chunk, static_cast<std::int64_t>(part), static_cast<std::int64_t>(parts)));
    for (std::size_t i = 0; i < pieces.size(); i += together) {
        ChunkContent whole = pieces[i];
        for (std::size_t k = i + 1; k < i + together; ++k) {
            whole.embedding |= pieces[k].embedding;
            whole.blocks += pieces[k].blocks;
            whole.mtp_modules += pieces[k].mtp_modules;
            whole.head |= pieces[k].head;
        }
        out.push_back(whole);
    }
    return out;
}

std::shared_ptr<const StageSource> stages_of(std::shared_ptr<const program::Program> program,
                                             const system::SystemProfile& system, cost::View view)
{
    return std::make_shared<const ProgramSource>(std::move(program), system, view);
}

} // namespace blueprinting::schedule
