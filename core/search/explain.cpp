#include "core/search/explain.h"

#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::search {
namespace {

double percent_behind(double score, double best) { return best > 0 ? 100 * (score / best - 1) : 0; }

std::optional<Diagnostic> not_of_question(const Question& question, const strategy::Execution& execution)
{
    if (!strategy::is_training(execution))
        return Diagnostic{Severity::error, "search.not_training", "parallelism.kind",
                          "a search is over strategies of training; this one is of inference"};
    const auto devices = strategy::checked_world_size(execution).value_or(0);
    if (std::find(question.devices.begin(), question.devices.end(), devices) == question.devices.end())
        return Diagnostic{Severity::error, "search.other_devices", "devices",
                          "the strategy runs on " + std::to_string(devices) +
                              " devices, which are not among those of the question"};
    if (const std::int64_t batch = question.global_batch(devices); execution.global_batch != batch)
        return Diagnostic{Severity::error, "search.other_batch", "global_batch",
                          "the strategy has a batch of " + std::to_string(execution.global_batch) +
                              ", the question one of " + std::to_string(batch)};
    return std::nullopt;
}

/// Whether the question's bounds let in all that a move changes. What the strategy has besides may lie outside: that is
/// no matter of the move.
bool within_bounds(const Layout& layout, const Neighbour& move)
{
    const auto allowed = [&](strategy::Field field) {
        const auto knob = std::ranges::find(layout.knobs(), field, &Layout::Knob::field);
        return knob == layout.knobs().end() ||
               std::ranges::find(knob->values, knob_value(field, move.to.execution)) != knob->values.end();
    };
    return allowed(move.field) && std::ranges::all_of(move.partners, allowed);
}

void add_held(Explanation& out, const Layout& layout, const Exploration& found)
{
    for (const Layout::Knob& knob : layout.knobs()) {
        if (knob.values.size() < 2)
            continue;
        const std::int64_t value = knob_value(knob.field, out.mine.execution);
        for (const Marginal& each : found.marginals) {
            if (each.field != knob.field || each.value != value)
                continue;
            Explanation::Held held{knob.field, value, std::nullopt, 0};
            if (each.tally.best_seconds < std::numeric_limits<double>::infinity()) {
                held.best_seconds = each.tally.best_seconds;
                double fastest = std::numeric_limits<double>::infinity();
                for (const Marginal& other : found.marginals)
                    if (other.field == knob.field)
                        fastest = std::min(fastest, other.tally.best_seconds);
                held.cost_percent = percent_behind(each.tally.best_seconds, fastest);
            }
            out.held.push_back(held);
        }
    }
}

} // namespace

Result<Explanation> explain(const Question& question, const strategy::Execution& execution, const CancelToken& cancel)
{
    if (auto problem = not_of_question(question, execution))
        return *std::move(problem);
    strategy::Execution own = execution;
    strategy::forget_redundant_processors(own);
    if (question.extended())
        say_sharding(own);
    auto mine = single(question, own);
    if (!mine)
        return mine.failure_as<Explanation>();
    Explanation out;
    out.mine = *std::move(mine);
    if (!out.mine.legal())
        return out;
    const auto layout = question.layout(strategy::world_size(execution));
    if (!layout)
        return layout.failure_as<Explanation>();
    const Judgement judgement = question.judgement();
    out.number = layout->number_of(own);
    // One that a bound leaves out stands behind those that are equal to it.
    out.mine.found.number = out.number.value_or(layout->strategies());
    const Wanted wanted{.top = 1, .band_percent = 0, .pinned = {out.mine.found}};
    const auto found = explore({.model = question.model,
                                .system = question.system,
                                .layout = *layout,
                                .view = question.view,
                                .judgement = judgement},
                               wanted, {}, cancel);
    if (!found)
        return found.failure_as<Explanation>();
    out.counting = question.must_fit ? found->fitting : found->legal;
    if (judgement.counts(out.mine.found))
        out.rank = found->ahead.front() + 1;
    add_held(out, *layout, *found);
    if (found->top.empty())
        return out;
    out.best = found->top.front();
    out.best_execution = layout->at(out.best->number);
    const double best = judgement.score(*out.best);
    out.behind_percent = percent_behind(judgement.score(out.mine.found), best);
    auto moves = neighbours(question, own);
    if (!moves)
        return moves.failure_as<Explanation>();
    for (Neighbour& each : *moves) {
        if (!judgement.counts(each.to.found) || !within_bounds(*layout, each))
            continue;
        const Found& stay = out.change ? out.change->to.found : out.mine.found;
        const bool better = judgement.score(each.to.found) < judgement.score(stay);
        if (better || (!out.change && !judgement.counts(out.mine.found)))
            out.change = std::move(each);
    }
    if (out.change)
        out.change_behind_percent = percent_behind(judgement.score(out.change->to.found), best);
    return out;
}

} // namespace blueprinting::search
