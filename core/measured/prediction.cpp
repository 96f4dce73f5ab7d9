#include "core/measured/prediction.h"

#include "core/base/canonical_json.h"
#include "core/cost/priced_block.h"
#include "core/model/description_json.h"
#include "core/passes/block_plan.h"
#include "core/program/estimate.h"
#include "core/program/plans.h"
#include "core/strategy/derived.h"
#include "core/strategy/divisors.h"
#include "core/strategy/laws.h"
#include "core/strategy/mapping.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
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

/// What a strategy runs, and where.
struct Subject {
    const model::TransformerModel* plain;
    const model::Description* modern; ///< one of the two
    const system::SystemProfile& system;
    [[nodiscard]] std::int64_t blocks() const { return plain ? plain->blocks : modern->blocks; }
};

Subject subject_of(const Row& row)
{
    return {row.plain ? &row.plain->model : nullptr, row.plain ? nullptr : &row.modern->model,
            *system::find_preset(*row.system)}; // the reader lets no other through
}

/// Tells one subject from another.
std::string subject_key(const Row& row)
{
    const Json model = row.plain ? model::to_calculon(row.plain->model) : model::to_json(row.modern->model);
    return *row.system + '/' + *canonical_json(model);
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

/// Of a block the mean over those of the model, without its messages.
Seconds block_forward(const program::ProgramEstimate& estimate)
{
    Seconds all;
    std::int64_t blocks = 0;
    for (const program::StageEstimate& stage : estimate.stages) {
        for (const program::ChunkTime& chunk : stage.time.chunks)
            all += chunk.forward[program::Component::forward];
        blocks += stage.content.blocks + stage.content.mtp_modules;
    }
    return blocks > 0 ? all / static_cast<double>(blocks) : Seconds();
}

/// Prices strategies of one subject, and keeps what they share: most rows that run one model share its pieces.
class Pricer {
public:
    explicit Pricer(const Subject& subject) : m_subject(subject)
    {
        if (subject.modern)
            m_plans.emplace(*subject.modern);
    }

    Result<Price> price(const Execution& execution)
    {
        return m_subject.modern ? modern_price(execution) : plain_price(execution);
    }

private:
    using Blocks = std::vector<Result<cost::PricedBlock>>; ///< by View, of one plan

    Result<Price> modern_price(const Execution& execution)
    {
        const model::Description& model = *m_subject.modern;
        const system::SystemProfile& system = m_subject.system;
        if (const auto broken = strategy::violations(model, system, execution, strategy::Rules::strict);
            !broken.empty())
            return strategy::as_diagnostics(broken);
        const auto program = program::compile_program(
            model, execution,
            [this](const block::Piece& piece, const strategy::Execution& of) { return m_plans->of(piece, of); });
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
            out.block_forward = block_forward(*estimate);
            out.fits = estimate->fits();
            if (view == View::peak_only)
                out.without_messages = less_messages(estimate->total, estimate->breakdown.seconds);
        }
        return out;
    }

    Result<Price> plain_price(const Execution& execution)
    {
        const system::SystemProfile& system = m_subject.system;
        if (const auto broken = strategy::violations(*m_subject.plain, system, execution, strategy::Rules::strict);
            !broken.empty())
            return strategy::as_diagnostics(broken);
        const auto& blocks = blocks_of(execution);
        Price out;
        for (const View view : kViews) {
            const auto& block = blocks[static_cast<std::size_t>(view)];
            if (!block)
                return block.failure_as<Price>();
            const auto step = cost::price_step(*block, execution, system, view);
            if (!step)
                return step.failure_as<Price>();
            const auto iteration = cost::iterate(*block, *step, execution, system, view, strategy::Rules::strict);
            if (!iteration)
                return iteration.failure_as<Price>();
            if (view == View::peak_only || system::has_evidence(system))
                out.seconds[static_cast<std::size_t>(view)] = iteration->total;
            if (view == View::peak_only)
                out.without_messages = less_messages(iteration->total, iteration->breakdown.seconds);
            out.block_forward = iteration->block.inner(cost::Component::forward, ir::Phase::forward);
            out.fits = iteration->memory.total() <= system.capacity();
        }
        return out;
    }

    const Blocks& blocks_of(const Execution& execution)
    {
        const cost::BlockKey key = cost::block_key(execution);
        if (const auto known = m_blocks.find(key); known != m_blocks.end())
            return known->second;
        // The plan, which is most of the work, says nothing of a view.
        const auto plan = passes::block_plan(*m_subject.plain, execution, strategy::Rules::strict);
        Blocks blocks;
        for (const View view : kViews)
            blocks.push_back(plan ? cost::price_block(*plan, m_subject.system, view)
                                  : plan.failure_as<cost::PricedBlock>());
        return m_blocks.emplace(key, std::move(blocks)).first->second;
    }

    Subject m_subject;
    std::map<cost::BlockKey, Blocks> m_blocks; ///< of a plain model
    std::optional<program::Plans> m_plans;     ///< of a modern one
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

std::optional<Interval> interval_of(const std::vector<Execution>& readings, Pricer& pricer)
{
    Interval out;
    out.combinations = readings.size();
    for (const Execution& each : readings) {
        const auto price = pricer.price(each);
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
    const auto price = pricer.price(*row.execution());
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
        out.interval = interval_of(readings, pricer);
    if (out.interval)
        out.interval->open = std::move(open);
    return out;
}

/// What a prediction follows from: rows that say the same of it, a run repeated among them, are priced once.
struct CaseKey {
    std::string subject, rest;
};

CaseKey case_key(const Row& row)
{
    CaseKey out{subject_key(row), strategy::to_json(*row.execution()).dump()};
    for (const std::string_view what : kWidening)
        out.rest += is_open(row, what) ? '?' : '.';
    return out;
}

/// Rows that run one subject, each for all that say the same: one thread's work, since they share what is made of it.
struct Group {
    std::vector<std::size_t> rows;
};

/// Calls `one` for every place below `count`, in parallel, one at a time as threads come free.
template <class One>
void for_each(std::size_t count, One&& one)
{
    namespace tbb = oneapi::tbb;
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
            for (std::size_t i = range.begin(); i != range.end(); ++i)
                one(i);
        },
        tbb::simple_partitioner());
}

/// The rows to price by subject, the most first, so that none is left to the last thread; `first_of` gets for each row
/// the one whose prediction is also its own.
std::vector<Group> groups_of(std::span<const Row> rows, const std::vector<CaseKey>& keys,
                             std::vector<std::size_t>& first_of)
{
    std::vector<Group> out;
    std::unordered_map<std::string_view, std::size_t> subjects;
    std::unordered_map<std::string, std::size_t> cases;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        first_of.push_back(i);
        if (keys[i].subject.empty())
            continue;
        const auto [group, is_new_subject] = subjects.try_emplace(keys[i].subject, out.size());
        if (is_new_subject)
            out.emplace_back();
        const auto [first, is_new] = cases.try_emplace(std::to_string(group->second) + '/' + keys[i].rest, i);
        if (is_new)
            out[group->second].rows.push_back(i);
        first_of[i] = first->second;
    }
    std::ranges::stable_sort(out, [](const Group& a, const Group& b) { return a.rows.size() > b.rows.size(); });
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

Result<std::vector<Prediction>> predict(std::span<const Row> rows, Reach reach, const CancelToken& cancel,
                                        const Progress& progress)
{
    std::vector<CaseKey> keys(rows.size()); // empty: out of reach
    for_each(rows.size(), [&](std::size_t i) {
        const bool wanted = (rows[i].plain && reach != Reach::modern) || (rows[i].modern && reach != Reach::plain);
        if (wanted && !cancel.cancelled())
            keys[i] = case_key(rows[i]);
    });
    if (cancel.cancelled())
        return Cancelled{};
    std::vector<std::size_t> first_of;
    const std::vector<Group> groups = groups_of(rows, keys, first_of);
    std::size_t all = 0;
    for (const Group& group : groups)
        all += group.rows.size();
    std::vector<Prediction> out(rows.size());
    std::atomic<std::size_t> done = 0;
    for_each(groups.size(), [&](std::size_t i) {
        const Subject subject = subject_of(rows[groups[i].rows.front()]);
        Pricer pricer(subject);
        for (const std::size_t row : groups[i].rows) {
            if (cancel.cancelled())
                return;
            out[row] = predict_row(rows[row], subject, pricer);
            if (progress)
                progress(++done, all);
        }
    });
    if (cancel.cancelled())
        return Cancelled{};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (first_of[i] != i)
            out[i] = out[first_of[i]];
        if (!out[i].interval)
            continue;
        std::optional<bool>& inside = out[i].interval->inside;
        inside.reset();
        if (const auto measured = rows[i].seconds())
            inside = out[i].interval->low.value() <= *measured && *measured <= out[i].interval->high.value();
    }
    return out;
}

} // namespace blueprinting::measured
