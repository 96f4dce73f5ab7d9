#include "core/measured/prediction.h"

#include "core/base/canonical_json.h"
#include "core/cost/priced_block.h"
#include "core/model/description_json.h"
#include "core/passes/block_plan.h"
#include "core/program/estimate.h"
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
    std::array<std::optional<Seconds>, 2> seconds;
    Seconds block_forward;
    Seconds without_messages;
    bool fits = true;
};

/// What a strategy runs, and where. `key` tells one from another.
struct Subject {
    const model::TransformerModel* plain;
    const model::Description* modern; ///< one of the two
    const system::SystemProfile& system;
    std::string key;
    [[nodiscard]] std::int64_t blocks() const { return plain ? plain->blocks : modern->blocks; }
};

Subject subject_of(const Row& row)
{
    const system::SystemProfile* system = system::find_preset(*row.system); // the reader lets no other through
    const Json model = row.plain ? model::to_calculon(row.plain->model) : model::to_json(row.modern->model);
    return {row.plain ? &row.plain->model : nullptr, row.plain ? nullptr : &row.modern->model, *system,
            system->name + '/' + *canonical_json(model)};
}

/// Components that are messages.
constexpr std::array kMessages{program::Component::tensor_parallel,  program::Component::pipeline_parallel,
                               program::Component::data_parallel,    program::Component::recommunication,
                               program::Component::context_parallel, program::Component::expert_parallel,
                               program::Component::parameter_gather};

Seconds less_messages(Seconds total, std::span<const Seconds> components)
{
    for (const program::Component each : kMessages)
        if (const auto at = static_cast<std::size_t>(each); at < components.size())
            total = total - components[at];
    return total;
}

Result<Price> modern_price(const model::Description& model, const system::SystemProfile& system,
                           const Execution& execution)
{
    if (const auto broken = strategy::violations(model, system, execution, strategy::Rules::strict); !broken.empty())
        return strategy::as_diagnostics(broken);
    const auto program = program::compile_program(model, execution);
    if (!program)
        return program.failure_as<Price>();
    Price out;
    for (const View view : kViews) {
        if (view == View::system_evidence && !system::has_evidence(system))
            continue;
        const auto estimate = program::estimate(*program, system, view);
        if (!estimate)
            return estimate.failure_as<Price>();
        out.seconds[static_cast<std::size_t>(view)] = estimate->total;
        out.fits = estimate->fits();
        if (view == View::peak_only)
            out.without_messages = less_messages(estimate->total, estimate->breakdown.seconds);
    }
    return out;
}

/// Prices strategies and keeps the blocks: many rows share model and block.
class Pricer {
public:
    Result<Price> price(const Subject& subject, const Execution& execution)
    {
        if (subject.modern)
            return modern_price(*subject.modern, subject.system, execution);
        if (const auto broken =
                strategy::violations(*subject.plain, subject.system, execution, strategy::Rules::strict);
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
            if (view == View::peak_only || system::has_evidence(subject.system))
                out.seconds[static_cast<std::size_t>(view)] = iteration->total;
            if (view == View::peak_only)
                out.without_messages = less_messages(iteration->total, iteration->breakdown.seconds);
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
        const auto plan = passes::block_plan(*subject.plain, execution, strategy::Rules::strict);
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
std::vector<Execution> readings_of(const Row& row, const Subject& subject, std::vector<std::string>& open)
{
    const Execution& execution = *row.execution();
    std::vector<Execution> readings{execution};
    if (!strategy::is_training(execution))
        return readings;
    const std::int64_t p = strategy::pipeline_degree(execution);
    // A newer word for what is sharded says it; nothing is open then.
    if (is_open(row, kWidening[0]) && strategy::data_degree(execution) > 1 &&
        training(readings.front()).data.sharding == strategy::StateSharding::none) {
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
    const bool whole = p > 1 && subject.blocks() % p == 0 && strategy::microbatch_count(execution) % p == 0;
    if (is_open(row, kWidening[2]) && whole) {
        open.emplace_back(kWidening[2]);
        widen(readings, strategy::divisors(subject.blocks() / p), [](Execution& e, std::int64_t v) {
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
        const Seconds seconds = price->seconds[static_cast<std::size_t>(View::system_evidence)].value();
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
    const auto price = pricer.price(subject, *row.execution());
    if (!price) {
        out.refused = price.diagnostics();
        return out;
    }
    out.seconds = price->seconds;
    out.block_forward = price->block_forward;
    out.without_messages = price->without_messages;
    out.fits = price->fits;
    if (!out.in(View::system_evidence)) // what is open widens the evidence view, which a data sheet has none of
        return out;
    std::vector<std::string> open;
    const std::vector<Execution> readings = readings_of(row, subject, open);
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
    std::string out = subject.key + '/' + strategy::to_json(*row.execution()).dump();
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

Result<std::vector<Prediction>> predict(std::span<const Row> rows, Reach reach, const CancelToken& cancel)
{
    std::vector<Prediction> out;
    out.reserve(rows.size());
    Pricer pricer;
    std::unordered_map<std::string, std::size_t> known; // by case_key: the first row of the case
    for (const Row& row : rows) {
        if (cancel.cancelled())
            return Cancelled{};
        if (!row.plain && (reach == Reach::plain || !row.modern)) {
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
