#include "core/cost/pricing.h"

#include <algorithm>

namespace blueprinting::cost {
namespace {

/// The efficiency of a curve at some work, and which step said so.
double efficiency(const system::EfficiencyCurve& curve, double work, View view, std::optional<HitStep>& hit)
{
    if (view == View::peak_only)
        return 1.0;
    const system::EfficiencyStep& step = curve.steps[curve.step_at(work)];
    hit = HitStep{step.threshold, step.efficiency};
    return step.efficiency;
}

/// Shares over the same ranks are added before they are divided, so that a whole sum stays whole.
double sum(const ir::Quotient& a, const ir::Quotient& b)
{
    if (a.divisor != b.divisor)
        return a.value() + b.value();
    return (static_cast<double>(a.numerator) + static_cast<double>(b.numerator)) / static_cast<double>(a.divisor);
}

} // namespace

system::NetworkOperation operation_of(ir::CollectiveKind kind)
{
    switch (kind) {
    case ir::CollectiveKind::all_reduce: return system::NetworkOperation::all_reduce;
    case ir::CollectiveKind::reduce_scatter: return system::NetworkOperation::reduce_scatter;
    case ir::CollectiveKind::all_gather: return system::NetworkOperation::all_gather;
    case ir::CollectiveKind::all_to_all: return system::NetworkOperation::all_to_all;
    case ir::CollectiveKind::ring: return system::NetworkOperation::p2p;
    }
    return system::NetworkOperation::all_reduce;
}

Result<Pricer> Pricer::make(const system::SystemProfile& system, Datatype datatype, View view)
{
    const system::EngineRate* matrix = system.matrix_rate(datatype);
    const system::EngineRate* vector = system.vector_rate(datatype);
    if (!matrix || !vector)
        return Diagnostic{Severity::error, "system.missing_rate", "datatype",
                          "the system has no " + std::string(matrix ? "vector" : "matrix") + " rate for " +
                              std::string(to_string(datatype))};
    Pricer out(system, *matrix, *vector, view);
    if (const auto narrow = system.matrix.find(Datatype::float8); narrow != system.matrix.end())
        out.m_narrow = &narrow->second;
    return out;
}

Seconds Pricer::compute(double operations, bool matrix, std::optional<HitStep>& hit, bool narrow) const
{
    if (operations == 0)
        return {};
    const system::EngineRate& rate = narrow && m_narrow ? *m_narrow : matrix ? *m_matrix : *m_vector;
    const double reached = efficiency(rate.efficiency, operations / 1e9, m_view, hit);
    return Seconds(operations / (rate.tflops * 1e12 * reached));
}

Seconds Pricer::memory(double bytes, std::optional<HitStep>& hit) const
{
    if (bytes == 0)
        return {};
    const double reached = efficiency(m_system->mem1.efficiency, bytes / kMegabyte, m_view, hit);
    return Seconds(bytes / (m_system->mem1.bandwidth_gbps * kGigabyte * reached));
}

Seconds Pricer::transfer(const system::Network& network, system::NetworkOperation operation, double message_bytes,
                         std::int64_t participants) const
{
    const system::VolumeModel& volume = network.volume(operation);
    double adjusted = message_bytes * volume.multiplier;
    if (volume.offset)
        adjusted += adjusted / static_cast<double>(participants) * *volume.offset;
    const double reached = m_view == View::peak_only ? 1.0 : network.efficiency;
    return Seconds(network.latency + adjusted / (network.bandwidth_gbps * kGigabyte * reached));
}

Seconds Pricer::collective(const system::Network& network, const ir::Collective& collective) const
{
    return transfer(network, operation_of(collective.kind), static_cast<double>(collective.message_bytes),
                    collective.participants);
}

TaskCost Pricer::local(const ir::WorkloadFacts& facts, bool matrix, bool narrow) const
{
    TaskCost cost;
    // Many small launches are slow: an efficiency is that of one of them.
    const auto launches = static_cast<double>(facts.launches);
    cost.compute = compute(facts.operations.value() / launches, matrix, cost.engine_step, narrow) * launches;
    cost.memory = memory(sum(facts.read_bytes, facts.write_bytes), cost.memory_step);
    cost.local = m_system->processing_mode == system::ProcessingMode::roofline ? std::max(cost.compute, cost.memory)
                                                                               : cost.compute + cost.memory;
    cost.total = cost.local;
    return cost;
}

TaskCost Pricer::price(const ir::PortableTask& task, std::size_t index, const system::Network* network) const
{
    TaskCost cost = local(task.facts, task.engine == ir::EngineClass::matrix && task.phase != ir::Phase::optimizer,
                          ir::is_narrow(task.primitive, task.phase, task.part_index()));
    cost.task = index;
    if (task.collective && network) {
        cost.network = collective(*network, *task.collective);
        if (m_view == View::system_evidence)
            cost.network_efficiency = network->efficiency;
    }
    cost.total = cost.local + cost.network;
    return cost;
}

} // namespace blueprinting::cost
