#pragma once
#include "core/model/flops.h"

#include <optional>

/// What a speed means: FLOP/s and utilisation by each definition, and what a number of tokens costs. Only from what is
/// given; nothing has a default. "Goodput" is whole: checkpoints, restarts and evaluation are in no number. Pure; any
/// thread.
namespace blueprinting::model {

/// Tokens a second and GPU that `flops` a second and GPU are; and the reverse.
double tokens_per_second(double model_flops_per_second, double flops_a_token);
double model_flops_per_second(double tokens_per_second, double flops_a_token);
/// Model FLOP/s over the peak of the same GPU (MFU), by the definition that the FLOPs were counted with.
double utilisation(double model_flops_per_second, double peak_flops_per_second);

/// Of training on `tokens` tokens at a speed per GPU.
double gpu_hours(double tokens, double tokens_per_second_per_gpu);
double days(double gpu_hours, double gpus);               ///< of 24 h, on all GPUs
double cost(double gpu_hours, double price_per_gpu_hour); ///< in the price's currency
/// Joules; `pue`, power usage effectiveness, is the whole site's power over the GPUs'.
double energy(double gpu_hours, double watts_per_gpu, double pue);

/// The definition by which a printed rate comes closest to the speed it was measured with.
FlopDefinition closest_definition(const Description& model, std::int64_t tensor_degree,
                                  double tokens_per_second_per_gpu, double printed_flops_per_second);

} // namespace blueprinting::model
