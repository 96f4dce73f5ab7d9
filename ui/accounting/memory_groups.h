#pragma once
#include "core/accounting/strategy_memory.h"
#include "ui/accounting/optimizer_rows.h"
#include "ui/workspace/workspace.h"

namespace blueprinting::ui {

/// One GPU of one strategy under one optimizer.
struct MemoryBar {
    std::string strategy; ///< id
    QString letter, name;
    std::size_t chip = 0; ///< colour of its chip
    bool current = true;  ///< false: of the last legal form of the strategy
    accounting::StrategyMemory memory;
    std::optional<std::size_t> stage{}; ///< that needs most, where stages differ; counted from 0
    Bytes capacity{};
    [[nodiscard]] Bytes free() const { return capacity - memory.total(); }
    bool operator==(const MemoryBar&) const = default;
};

struct MemoryGroup {
    QString key; ///< "as_modelled", or an optimizer row's key
    QString name;
    bool reference = false; ///< as modelled
    std::vector<MemoryBar> bars;
    bool operator==(const MemoryGroup&) const = default;
};

struct MemoryUnderOptimizers {
    std::vector<MemoryGroup> groups; ///< "as modelled" first; empty where no visible strategy trains
    std::optional<Bytes> capacity;   ///< where all shown strategies have the same
    QStringList inference;           ///< letters of visible strategies that train nothing
    QStringList never_legal;         ///< letters of visible strategies that have no figures yet
    QStringList accumulating;        ///< letters of shown strategies whose gradients cannot be released
    bool operator==(const MemoryUnderOptimizers&) const = default;
};

/// The visible strategies of the session, as modelled and under each row.
MemoryUnderOptimizers memory_under_optimizers(const Workspace& workspace, const std::vector<OptimizerRow>& rows);

} // namespace blueprinting::ui
