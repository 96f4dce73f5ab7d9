#pragma once
#include "core/cost/estimate.h"

namespace blueprinting::cost {

system::NetworkOperation operation_of(ir::CollectiveKind kind);

/// Prices single tasks and transfers of one plan on one system:
///   compute = operations / (peak × efficiency(operations)), memory = bytes / (bandwidth × efficiency(bytes)),
///   network = latency + adjusted / (bandwidth × efficiency), adjusted = message × multiplier (+ message × multiplier /
///   participants × offset).
/// Collective and optimizer tasks do their local work on the vector engine. Refers to the system; any thread.
class Pricer {
public:
    /// system.missing_rate where the system has no rates for the datatype.
    static Result<Pricer> make(const system::SystemProfile& system, Datatype datatype, View view);

    /// `network` is that of the task's axis, null for a group of one.
    [[nodiscard]] TaskCost price(const ir::PortableTask& task, std::size_t index, const system::Network* network) const;
    /// Work that communicates nothing.
    [[nodiscard]] TaskCost local(const ir::WorkloadFacts& facts, bool matrix, bool narrow = false) const;
    [[nodiscard]] Seconds collective(const system::Network& network, const ir::Collective& collective) const;
    /// `narrow`: at the matrix engine's float8 rate, which the system must have.
    [[nodiscard]] Seconds compute(double operations, bool matrix, std::optional<HitStep>& hit,
                                  bool narrow = false) const;
    [[nodiscard]] bool has_narrow() const { return m_narrow != nullptr; }
    [[nodiscard]] Seconds memory(double bytes, std::optional<HitStep>& hit) const;
    /// One collective or transfer, latency included; the network has the operation.
    [[nodiscard]] Seconds transfer(const system::Network& network, system::NetworkOperation operation,
                                   double message_bytes, std::int64_t participants) const;
    [[nodiscard]] View view() const { return m_view; }

private:
    Pricer(const system::SystemProfile& system, const system::EngineRate& matrix, const system::EngineRate& vector,
           View view)
        : m_system(&system), m_matrix(&matrix), m_vector(&vector), m_view(view)
    {
    }

    const system::SystemProfile* m_system;
    const system::EngineRate* m_matrix;
    const system::EngineRate* m_vector;
    const system::EngineRate* m_narrow = nullptr;
    View m_view;
};

} // namespace blueprinting::cost
