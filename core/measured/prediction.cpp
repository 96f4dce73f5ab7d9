#include "core/measured/prediction.h"

#include "core/base/canonical_json.h"
#include "core/cost/priced_block.h"
#include "core/passes/block_plan.h"
#include "core/strategy/derived.h"
#include "core/strategy/divisors.h"
#include "core/strategy/laws.h"
#include "core/strategy/mapping.h"

#include <algorithm>
#include <map>

namespace blueprinting::measured {
namespace {

using cost::View;
using strategy::Execution;

constexpr std::array kViews{View::peak_only, View::system_evidence};

struct Price {
    std::array<Seconds, 2> seconds;
    Seconds block_forward;
    bool fits = true;
};

/// Prices strategies and keeps the blocks: many rows share model and block.
class Pricer {
public:
    Result<Price> price(const model::TransformerModel& model, const system::SystemProfile& system,
                        const Execution& execution)
    {
        if (const auto broken = strategy::violations(model, system, execution, strategy::Rules::strict);
            !broken.empty())
            return strategy::as_diagnostics(broken);
        Price out;
        for (const View view : kViews) {
            const auto& block = block_of(model, system, execution, view);
            if (!block)
                return block.failure_as<Price>();
            const auto step = cost::price_step(*block, execution, system, view);
            if (!step)
                return step.failure_as<Price>();
            const auto iteration = cost::iterate(*block, *step, execution, system, view, strategy::Rules::strict);
            if (!iteration)
                return iteration.failure_as<Price>();
            out.seconds[static_cast<std::size_t>(view)] = iteration->total;
            out.block_forward = iteration->block.inner(cost::Component::forward, ir::Phase::forward);
            out.fits = iteration->memory.total() <= system.capacity();
        }
        return out;
    }

private:
    const Result<cost::PricedBlock>& block_of(const model::TransformerModel& model, const system::SystemProfile& system,
                                              const Execution& execution, View view)
    {
        auto& kept = m_blocks[*canonical_json(model::to_calculon(model)) + '/' + system.name + '/' +
                              std::string(to_string(view))];
        const cost::BlockKey key = cost::block_key(execution);
        for (const auto& [each, block] : kept)
            if (each == key)
                return block;
        const auto plan = passes::block_plan(model, execution, strategy::Rules::strict);
        kept.emplace_back(key, plan ? cost::price_block(*plan, system, view) : plan.failure_as<cost::PricedBlock>());
        return kept.back().second;
    }

    std::map<std::string, std::vector<std::pair<cost::BlockKey, Result<cost::PricedBlock>>>> m_blocks;
};

bool is_open(const Row& row, std::string_view what)
{
    return std::find(row.open.begin(), row.open.end(), what) != row.open.end();
}

/// Every reading of one open field, laid over the readings so far.
template <class Values, class Set>
void widen(std::vector<Execution>& readings, const Values& values, Set set)
{
    std::vector<Execution> out;
    for (const Execution& each : readings)
        for (const auto& value : values) {
            out.push_back(each);
            set(out.back(), value);
        }
    readings = std::move(out);
}

strategy::TransformerTrainingParallelism& training(Execution& execution)
{
    return std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
}

/// What the source can mean, in field order, with the words that widened it.
std::vector<Execution> readings_of(const Row& row, std::vector<std::string>& open)
{
    std::vector<Execution> readings{row.plain->execution};
    if (!strategy::is_training(row.plain->execution))
        return readings;
    const std::int64_t p = strategy::pipeline_degree(row.plain->execution);
    if (is_open(row, kWidening[0]) && strategy::data_degree(row.plain->execution) > 1) {
        open.emplace_back(kWidening[0]);
        widen(readings, std::array{false, true},
              [](Execution& e, bool on) { training(e).data.optimizer_sharding = on; });
    }
    if (is_open(row, kWidening[1])) {
        open.emplace_back(kWidening[1]);
        widen(readings,
              std::array{strategy::RecomputePolicy::none, strategy::RecomputePolicy::attention_only,
                         strategy::RecomputePolicy::full},
              [](Execution& e, strategy::RecomputePolicy policy) { training(e).recompute = policy; });
    }
    const bool whole =
        p > 1 && row.plain->model.blocks % p == 0 && strategy::microbatch_count(row.plain->execution) % p == 0;
    if (is_open(row, kWidening[2]) && whole) {
        open.emplace_back(kWidening[2]);
        widen(readings, strategy::divisors(row.plain->model.blocks / p), [](Execution& e, std::int64_t v) {
            auto& schedule = training(e).pipeline.schedule;
            if (v == 1)
                schedule = strategy::OneForwardOneBackward{};
            else
                schedule = strategy::InterleavedOneForwardOneBackward{v};
        });
    }
    return readings;
}

std::optional<Interval> interval_of(const Row& row, const std::vector<Execution>& readings,
                                    const system::SystemProfile& system, Pricer& pricer)
{
    Interval out;
    out.combinations = readings.size();
    for (const Execution& each : readings) {
        const auto price = pricer.price(row.plain->model, system, each);
        if (!price)
            continue;
        const Seconds seconds = price->seconds[static_cast<std::size_t>(View::system_evidence)];
        out.low = out.legal == 0 ? seconds : std::min(out.low, seconds);
        out.high = std::max(out.high, seconds);
        ++out.legal;
    }
    if (out.legal == 0)
        return std::nullopt;
    if (const auto measured = row.seconds())
        out.inside = out.low.value() <= *measured && *measured <= out.high.value();
    return out;
}

Prediction predict_row(const Row& row, Pricer& pricer)
{
    Prediction out;
    const system::SystemProfile* system = system::find_preset(*row.system); // the reader lets no other through
    const auto price = pricer.price(row.plain->model, *system, row.plain->execution);
    if (!price) {
        out.refused = price.diagnostics();
        return out;
    }
    const bool evidence = system::has_evidence(*system);
    for (const View view : kViews)
        if (view == View::peak_only || evidence)
            out.seconds[static_cast<std::size_t>(view)] = price->seconds[static_cast<std::size_t>(view)];
    out.block_forward = price->block_forward;
    out.fits = price->fits;
    if (!evidence) // what is open widens the evidence view, which a data sheet has none of
        return out;
    std::vector<std::string> open;
    const std::vector<Execution> readings = readings_of(row, open);
    out.readings = open.empty() ? 0 : readings.size();
    if (out.readings > 0 && out.readings <= kMostReadings)
        out.interval = interval_of(row, readings, *system, pricer);
    if (out.interval)
        out.interval->open = std::move(open);
    return out;
}

} // namespace

std::optional<double> error_percent(const Row& row, const Prediction& prediction, View view)
{
    const auto measured = row.seconds();
    const auto& predicted = prediction.in(view);
    if (!measured || !predicted)
        return std::nullopt;
    return 100 * (predicted->value() / *measured - 1);
}

Result<std::vector<Prediction>> predict(std::span<const Row> rows, const CancelToken& cancel)
{
    std::vector<Prediction> out;
    out.reserve(rows.size());
    Pricer pricer;
    for (const Row& row : rows) {
        if (cancel.cancelled())
            return Cancelled{};
        out.push_back(row.plain ? predict_row(row, pricer) : Prediction{});
    }
    return out;
}

} // namespace blueprinting::measured
