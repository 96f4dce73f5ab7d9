#include "ui/compare/compare_ranking.h"

#include "core/search/evaluate.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <numeric>

namespace blueprinting::ui::compare {

double tokens_per_gpu(const Contender& one)
{
    const SessionStrategy& form = one.result->evaluated;
    if (one.plain())
        return search::rates(*one.result->evaluation, form.system).tokens_per_second_per_gpu;
    const auto tokens = static_cast<double>(form.execution.global_batch) * static_cast<double>(form.model.sequence);
    return tokens / one.evidence().total.value() / static_cast<double>(strategy::world_size(form.execution));
}

bool same_work(const Contender& a, const Contender& b)
{
    return a.training() == b.training() && a.result->evaluated.model == b.result->evaluated.model;
}

bool same_size(const Contender& a, const Contender& b)
{
    const strategy::Execution& left = a.result->evaluated.execution;
    const strategy::Execution& right = b.result->evaluated.execution;
    return strategy::world_size(left) == strategy::world_size(right) && left.global_batch == right.global_batch;
}

double Ranking::speed(const Contender& one) const
{
    return per_gpu ? tokens_per_gpu(one) : 1 / one.evidence().total.value();
}

bool Ranking::leads(const Contender& one) const
{
    return !running.empty() && one.fits() && speed(one) >= speed(*running.front()) * (1 - kSame);
}

Ranking ranking_of(const Contest& contest, const Contender& subject)
{
    Ranking ranking;
    for (const Contender& one : contest.contenders) {
        if (!one.current())
            continue;
        if (!same_work(one, subject)) {
            ranking.all = false;
            continue;
        }
        ++ranking.peers;
        if (one.fits()) {
            ranking.running.push_back(&one);
            ranking.per_gpu = ranking.per_gpu || !same_size(one, *ranking.running.front());
        } else if (!ranking.nearest || one.evidence().excess() < ranking.nearest->evidence().excess()) {
            ranking.nearest = &one;
        }
    }
    std::ranges::stable_sort(ranking.running, [&ranking](const Contender* a, const Contender* b) {
        return ranking.speed(*a) > ranking.speed(*b);
    });
    return ranking;
}

QString key_of(Order order)
{
    switch (order) {
    case Order::list: return QStringLiteral("list");
    case Order::time: return QStringLiteral("time");
    case Order::memory: return QStringLiteral("memory");
    }
    return {};
}

Order order_of(const std::string& key)
{
    for (const Order order : {Order::time, Order::memory})
        if (key_of(order).toStdString() == key)
            return order;
    return Order::list;
}

std::vector<std::size_t> ordered(const Contest& contest, Order order)
{
    std::vector<std::size_t> places(contest.contenders.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (order == Order::list)
        return places;
    const auto rank = [&contest](std::size_t at) {
        const Contender& one = contest.contenders[at];
        return !one.current() ? 2 : one.fits() ? 0 : 1;
    };
    const auto size = [&contest, order](std::size_t at) {
        const cost::Estimate& estimate = contest.contenders[at].evidence();
        return order == Order::time ? estimate.total.value() : estimate.memory.total().value();
    };
    std::ranges::stable_sort(places, [&](std::size_t a, std::size_t b) {
        return rank(a) != rank(b) ? rank(a) < rank(b) : size(a) < size(b);
    });
    return places;
}

} // namespace blueprinting::ui::compare
