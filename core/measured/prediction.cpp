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
#include <unordered_map>

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

/// What a strategy runs, and where. `key` tells one from another.
struct Subject {
    const model::TransformerModel& model;
    const system::SystemProfile& system;
    std::string key;
};

Subject subject_of(const Row& row)
{
    const system::SystemProfile* system = system::find_preset(*row.system); // the reader lets no other through
    return {row.plain->model, *system, system->name + '/' + *canonical_json(model::to_calculon(row.plain->model))};
}

/// Prices strategies and keeps the blocks: many rows share model and block.
class Pricer {
public:
    Result<Price> price(const Subject& subject, const Execution& execution)
    {
        if (const auto broken = strategy::violations(subject.model, subject.system, execution, strategy::Rules::strict);
            !broken.empty())
            return strategy::as_diagnostics(broken);
        const auto& blocks = blocks_of(subject, execution);
        Price out;
        for (const View view : kViews) {
            const auto& block = blocks[static_cast<std::size_t>(view)];
            if (!block)
                return block.failure_as<Price>();
            const auto step = cost::price_step(*block, execution, subject.system, view);
            if (!step)
                return step.failure_as<Price>();
            const auto iteration =
                cost::iterate(*block, *step, execution, subject.system, view, strategy::Rules::strict);
            if (!iteration)
                return iteration.failure_as<Price>();
            out.seconds[static_cast<std::size_t>(view)] = iteration->total;
            out.block_forward = iteration->block.inner(cost::Component::forward, ir::Phase::forward);
            out.fits = iteration->memory.total() <= subject.system.capacity();
        }
        return out;
    }

private:
    using Blocks = std::vector<Result<cost::PricedBlock>>; ///< by View, of one plan

    const Blocks& blocks_of(const Subject& subject, const Execution& execution)
    {
        auto& kept = m_blocks[subject.key];
        const cost::BlockKey key = cost::block_key(execution);
        if (const auto known = kept.find(key); known != kept.end())
            return known->second;
        // The plan, which is most of the work, says nothing of a view.
        const auto plan = passes::block_plan(subject.model, execution, strategy::Rules::strict);
        Blocks blocks;
        for (const View view : {View::peak_only, View::system_evidence})
            blocks.push_back(plan ? cost::price_block(*plan, subject.system, view)
                                  : plan.failure_as<cost::PricedBlock>());
        return kept.emplace(key, std::move(blocks)).first->second;
    }

    std::map<std::string, std::map<cost::BlockKey, Blocks>> m_blocks;
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

std::optional<Interval> interval_of(const Subject& subject, const std::vector<Execution>& readings, Pricer& pricer)
{
    Interval out;
    out.combinations = readings.size();
    for (const Execution& each : readings) {
        const auto price = pricer.price(subject, each);
        if (!price)
            continue;
        const Seconds seconds = price->seconds[static_cast<std::size_t>(View::system_evidence)];
        out.low = out.legal == 0 ? seconds : std::min(out.low, seconds);
        out.high = std::max(out.high, seconds);
        ++out.legal;
    }
    return out.legal == 0 ? std::nullopt : std::optional(out);
}

/// All but what the measured time has a part in.
Prediction predict_row(const Row& row, const Subject& subject, Pricer& pricer)
{
    Prediction out;
    const auto price = pricer.price(subject, row.plain->execution);
    if (!price) {
        out.refused = price.diagnostics();
        return out;
    }
    const bool evidence = system::has_evidence(subject.system);
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
        out.interval = interval_of(subject, readings, pricer);
    if (out.interval)
        out.interval->open = std::move(open);
    return out;
}

/// What a prediction follows from: rows that say the same of it, a run repeated among them, are priced once.
std::string case_key(const Row& row, const Subject& subject)
{
    std::string out = subject.key + '/' + strategy::to_json(row.plain->execution).dump();
    for (const std::string_view what : kWidening)
        out += is_open(row, what) ? '?' : '.';
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
    std::unordered_map<std::string, std::size_t> known; // by case_key: the first row of the case
    for (const Row& row : rows) {
        if (cancel.cancelled())
            return Cancelled{};
        if (!row.plain) {
            out.emplace_back();
            continue;
        }
        const Subject subject = subject_of(row);
        const auto [first, is_new] = known.try_emplace(case_key(row, subject), out.size());
        Prediction each = is_new ? predict_row(row, subject, pricer) : out[first->second];
        if (each.interval) {
            const auto measured = row.seconds();
            each.interval->inside.reset();
            if (measured)
                each.interval->inside =
                    each.interval->low.value() <= *measured && *measured <= each.interval->high.value();
        }
        out.push_back(std::move(each));
    }
    return out;
}

} // namespace blueprinting::measured
