#pragma once
#include "core/calibration/memory_figures.h"
#include "ui/widgets/charts/bar_chart.h"

namespace blueprinting::ui {

/// Figure 1: what a GPU holds, parameters with optimizer and activations, of each model without and with sequence
/// parallelism and selective recomputation. Filled is ours, the diamond Calculon's sum, uprights are where the paper's
/// two parts end.
BarChart parameter_chart(const calibration::MemoryFigures& figures, const QString& selected);
/// Figure 7: activation memory in percent of the model's "none".
BarChart activation_chart(const calibration::MemoryFigures& figures, const QString& selected);

/// "Figure 7 against Calculon: 16 of 16 equal" and "the paper is up to 30.4 % off, megatron-22B full; so is Calculon".
struct MemoryFinding {
    QString title, note;
};
/// Whether ours equals the reference, and how far both are from what is printed.
MemoryFinding memory_finding(const calibration::MemoryFigures& figures, const std::string& figure);

/// "seqsel-fig7/megatron-22B/full" → "megatron-22B full"
QString strategy_title(const std::string& preset);

} // namespace blueprinting::ui
