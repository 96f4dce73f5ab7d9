#pragma once
#include "core/search/explore.h"

#include <QTest>

#include <algorithm>
#include <tuple>

/// What a search keeps, against sorting and counting all of its legal strategies.
namespace blueprinting::testing {

inline bool before(const search::Judgement& judgement, const search::Found& a, const search::Found& b)
{
    const auto key = [&](const search::Found& one) {
        return judgement.rank == search::RankBy::memory ? std::tuple(one.memory.value(), one.total.value(), one.number)
                                                        : std::tuple(one.total.value(), one.memory.value(), one.number);
    };
    return key(a) < key(b);
}

/// `found` was asked for 7 of the first, a band of 20 %, one pinned and a grid of 7 × 5 bins from 0.
inline void verify_kept(const search::Exploration& found, std::vector<search::Found> all, const search::Layout& layout,
                        const search::Judgement& judgement, const search::Found& pinned, const search::BinGrid& grid)
{
    using search::Found;
    // Marginals and bins are of all.
    for (const search::Marginal& each : found.marginals) {
        search::Tally tally;
        for (const Found& one : all) {
            const auto execution = layout.at(one.number);
            if (search::knob_value(each.field, execution) != each.value)
                continue;
            ++tally.legal;
            tally.fitting += one.fits ? 1 : 0;
            tally.best_memory_bytes = std::min(tally.best_memory_bytes, one.memory.value());
            if (judgement.counts(one))
                tally.best_seconds = std::min(tally.best_seconds, one.total.value());
        }
        QVERIFY2(each.tally == tally, strategy::label_of(each.field).c_str());
    }
    std::uint64_t in_bins = found.bins->slower + found.bins->outside;
    for (std::size_t i = 0; i < found.bins->cells.size(); ++i) {
        std::uint64_t count = 0;
        for (const Found& one : all) {
            const double x = one.total.value() / grid.to_seconds * 7, y = one.memory.value() / grid.to_bytes * 5;
            const bool within = x <= 7 && y <= 5;
            const auto column = std::min<std::size_t>(std::size_t(x), 6),
                       row = std::min<std::size_t>(std::size_t(y), 4);
            count += within && column + row * 7 == i ? 1 : 0;
        }
        QCOMPARE(found.bins->cells[i].count, count);
        in_bins += count;
    }
    QCOMPARE(in_bins, std::uint64_t(all.size()));
    if (!all.empty())
        QCOMPARE(found.smallest->memory.value(),
                 std::min_element(all.begin(), all.end(), [](const Found& a, const Found& b) {
                     return a.memory < b.memory;
                 })->memory.value());

    std::erase_if(all, [&](const Found& one) { return !judgement.counts(one); });
    std::sort(all.begin(), all.end(), [&](const Found& a, const Found& b) { return before(judgement, a, b); });
    const std::vector<Found> top(all.begin(), all.begin() + std::ptrdiff_t(std::min<std::size_t>(7, all.size())));
    QVERIFY(found.top == top);
    QCOMPARE(found.ahead.front(), std::uint64_t(std::count_if(all.begin(), all.end(), [&](const Found& one) {
                 return before(judgement, one, pinned);
             })));

    std::vector<Found> front;
    for (const Found& one : all) {
        const bool beaten = std::any_of(all.begin(), all.end(), [&](const Found& other) {
            const bool no_worse = other.total <= one.total && other.memory <= one.memory;
            const bool better = other.total < one.total || other.memory < one.memory || other.number < one.number;
            return no_worse && better;
        });
        if (!beaten)
            front.push_back(one);
    }
    std::sort(front.begin(), front.end(), [](const Found& a, const Found& b) { return a.total < b.total; });
    QVERIFY(found.front == front);

    std::vector<Found> band;
    for (const Found& one : all)
        if (judgement.score(one) <= judgement.score(all.front()) * 1.2)
            band.push_back(one);
    QCOMPARE(found.band.count, std::uint64_t(band.size()));
    QVERIFY(found.band.members.size() == std::min<std::size_t>(band.size(), 1000));
    QVERIFY(std::equal(found.band.members.begin(), found.band.members.end(), band.begin()));
    if (band.empty())
        return;
    double least = band.front().memory.value();
    for (const Found& one : band)
        least = std::min(least, one.memory.value());
    QCOMPARE(found.band.leanest->memory.value(), least);
    for (const search::Band::Value& each : found.band.values)
        QCOMPARE(each.count, std::uint64_t(std::count_if(band.begin(), band.end(), [&](const Found& one) {
                     return search::knob_value(each.field, layout.at(one.number)) == each.value;
                 })));
    for (const search::Band::Value& each : found.band.common(layout))
        QCOMPARE(each.count, std::uint64_t(band.size()));
}

} // namespace blueprinting::testing
