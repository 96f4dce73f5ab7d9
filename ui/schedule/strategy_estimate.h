#pragma once
#include "core/schedule/bytes.h"
#include "core/schedule/from_estimate.h"
#include "core/schedule/iteration.h"
#include "ui/workspace/workspace.h"

namespace blueprinting::ui {

/// The estimate of a strategy of any model as a schedule reads it: times of its chunks, bytes of its devices, and what
/// comes behind the pipeline. Of a program each stage has its own. Pure; any thread.
class StrategyEstimate {
public:
    StrategyEstimate() = default;
    /// Empty where the strategy never was legal.
    explicit StrategyEstimate(const StrategyResult& result);

    explicit operator bool() const { return m_plain || m_program; }
    bool operator==(const StrategyEstimate& other) const
    {
        return m_plain == other.m_plain && m_program == other.m_program;
    }
    [[nodiscard]] bool training() const;
    [[nodiscard]] std::int64_t virtual_stages() const;
    [[nodiscard]] Bytes needed() const;
    [[nodiscard]] Bytes capacity() const;

    [[nodiscard]] Result<schedule::EstimatedPlan> plan(const schedule::EstimateOptions& options) const;
    [[nodiscard]] Result<schedule::Plan> plan(const schedule::Request& request) const;
    /// In GiB.
    [[nodiscard]] schedule::ByteTerms bytes(const schedule::Request& request) const;
    [[nodiscard]] schedule::Tail tail(const schedule::Request& request) const;

private:
    std::shared_ptr<const search::Evaluation> m_plain;
    std::shared_ptr<const program::Evaluation> m_program;
    strategy::Execution m_execution;
    std::shared_ptr<const system::SystemProfile> m_system;
};

} // namespace blueprinting::ui
