#include "core/model/rates.h"

#include <cmath>

namespace blueprinting::model {

constexpr double kSecondsAnHour = 3600;
constexpr double kHoursADay = 24;

double tokens_per_second(double model_flops_per_second, double flops_a_token)
{
    return model_flops_per_second / flops_a_token;
}

double model_flops_per_second(double tokens_per_second, double flops_a_token)
{
    return tokens_per_second * flops_a_token;
}

double utilisation(double model_flops_per_second, double peak_flops_per_second)
{
    return model_flops_per_second / peak_flops_per_second;
}

double gpu_hours(double tokens, double tokens_per_second_per_gpu)
{
    return tokens / tokens_per_second_per_gpu / kSecondsAnHour;
}

double days(double gpu_hours, double gpus) { return gpu_hours / (kHoursADay * gpus); }

double cost(double gpu_hours, double price_per_gpu_hour) { return gpu_hours * price_per_gpu_hour; }

double energy(double gpu_hours, double watts_per_gpu, double pue)
{
    return gpu_hours * kSecondsAnHour * watts_per_gpu * pue;
}

FlopDefinition closest_definition(const Description& model, std::int64_t tensor_degree,
                                  double tokens_per_second_per_gpu, double printed_flops_per_second)
{
    FlopDefinition closest = kFlopDefinitions.front();
    double least = INFINITY;
    for (const FlopDefinition each : kFlopDefinitions) {
        const double rate =
            model_flops_per_second(tokens_per_second_per_gpu, flops_per_token(model, each, tensor_degree));
        const double error = std::abs(rate - printed_flops_per_second);
        if (error < least) {
            least = error;
            closest = each;
        }
    }
    return closest;
}

} // namespace blueprinting::model
