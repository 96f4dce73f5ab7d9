#include "app/blueprinting/training_run.h"

#include "core/base/format.h"
#include "core/model/rates.h"
#include "core/strategy/derived.h"

namespace blueprinting::cli {

std::optional<TrainingRun> training_run(std::optional<double> tokens, const strategy::Execution& execution,
                                        std::int64_t sequence, Seconds iteration)
{
    if (!tokens)
        return std::nullopt;
    TrainingRun out;
    out.tokens = *tokens;
    out.gpus = strategy::world_size(execution);
    const auto gpus = static_cast<double>(out.gpus);
    const double batch = static_cast<double>(execution.global_batch) * static_cast<double>(sequence);
    out.gpu_hours = model::gpu_hours(*tokens, batch / iteration.value() / gpus);
    out.days = model::days(out.gpu_hours, gpus);
    return out;
}

Json to_json(const TrainingRun& run)
{
    return {{"tokens", run.tokens}, {"gpu_hours", run.gpu_hours}, {"days", run.days}, {"gpus", run.gpus}};
}

std::string run_words(const TrainingRun& run, bool bound)
{
    return "a run of " + format::significant(run.tokens) + " tokens: " + (bound ? "at least " : "") +
           format::significant(run.days) + " days on " + format::integer(run.gpus) +
           (run.gpus == 1 ? " GPU, " : " GPUs, ") + format::significant(run.gpu_hours) +
           " GPU-hours; checkpoints, restarts and evaluation are in no number\n";
}

Diagnostics no_training()
{
    return {{Severity::error, "usage", "", "--tokens goes with training: this strategy serves, and trains on none"}};
}

} // namespace blueprinting::cli
