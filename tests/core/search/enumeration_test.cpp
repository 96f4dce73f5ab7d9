#include "core/search/points.h"
#include "tests/core/search/plain_enumeration.h"
#include "tests/core/search/random_space.h"
#include "tests/support/test_main.h"

#include <oneapi/tbb/global_control.h>

#include <algorithm>

using namespace blueprinting;
using search::Found;
using search::Judgement;
using search::Layout;

/// Spaces gone through by branches and products are those gone through one by one.
class EnumerationTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsAreThoseOfThePlainWay_data() { spaces(200, 1); }
    void countsAreThoseOfThePlainWay();
    void numbersAreThoseOfThePlainWay_data() { spaces(20, 2); }
    void numbersAreThoseOfThePlainWay();
    void whatIsKeptIsWhatBruteForceFinds_data() { spaces(60, 3); }
    void whatIsKeptIsWhatBruteForceFinds();
    void brushesLeaveWhatBruteForceLeaves_data() { spaces(20, 5); }
    void brushesLeaveWhatBruteForceLeaves();
    void threadsChangeNothing_data() { spaces(10, 4); }
    void threadsChangeNothing();
    void aWideBandIsCountedInASecondPass();

private:
    static void spaces(int count, unsigned seed);
};

namespace {

struct Case {
    testing::RandomSpace of;
    std::optional<Layout> layout;
    Judgement judgement;
    [[nodiscard]] search::Searched searched() const
    {
        return {.model = of.model, .system = of.system, .layout = *layout, .judgement = judgement};
    }
};

Case case_of(unsigned seed)
{
    std::mt19937 random(seed);
    Case out{testing::random_space(random), {}, {}};
    if (auto layout = Layout::make(out.of.space, out.of.model.blocks))
        out.layout = *std::move(layout);
    out.judgement.must_fit = random() % 4 != 0;
    out.judgement.rank = random() % 4 == 0 ? search::RankBy::memory : search::RankBy::time;
    // Half of them into what a part of the strategies needs.
    out.judgement.limit = random() % 2 == 0 ? out.of.system.capacity() : Bytes(2e9);
    return out;
}

std::vector<Found> all_legal(const Case& of)
{
    std::vector<Found> out;
    const auto done = search::each_legal(
        of.searched(),
        [&](const Found& one) {
            out.push_back(one);
            return true;
        },
        CancelToken());
    if (!done)
        qFatal("cancelled");
    return out;
}

search::Exploration explored(const Case& of, const search::Wanted& wanted)
{
    auto out = search::explore(of.searched(), wanted, {}, CancelToken());
    if (!out)
        qFatal("cancelled");
    return *std::move(out);
}

bool before(const Judgement& judgement, const Found& a, const Found& b)
{
    const auto key = [&](const Found& one) {
        return judgement.rank == search::RankBy::memory ? std::tuple(one.memory.value(), one.total.value(), one.number)
                                                        : std::tuple(one.total.value(), one.memory.value(), one.number);
    };
    return key(a) < key(b);
}

} // namespace

void EnumerationTest::spaces(int count, unsigned seed)
{
    QTest::addColumn<unsigned>("seed");
    for (int i = 0, made = 0; made < count; ++i) {
        const unsigned of = seed * 10000 + unsigned(i);
        if (!case_of(of).layout)
            continue; // a bound that leaves nothing
        QTest::addRow("%u", of) << of;
        ++made;
    }
}

void EnumerationTest::countsAreThoseOfThePlainWay()
{
    QFETCH(unsigned, seed);
    const Case of = case_of(seed);
    const auto plain = testing::plain_counts(of.of.model, of.of.system, of.of.space);
    const auto found = explored(of, {});
    QCOMPARE(of.layout->strategies(), plain.strategies);
    QCOMPARE(found.strategies, plain.strategies);
    QCOMPARE(found.legal, plain.legal);
    QVERIFY(found.refused == plain.refused);
    QVERIFY(found.refused_alone == plain.refused_alone);
}

void EnumerationTest::numbersAreThoseOfThePlainWay()
{
    QFETCH(unsigned, seed);
    const Case of = case_of(seed);
    std::uint64_t number = 0;
    std::vector<std::uint64_t> legal;
    testing::each_execution(of.of.space, of.of.model.blocks, [&](const strategy::Execution& execution) {
        if (!(of.layout->at(number) == execution) || of.layout->number_of(execution) != number)
            qFatal("strategy %llu is another one", static_cast<unsigned long long>(number));
        if (strategy::violated_codes(of.of.model, of.of.system, execution, strategy::Rules::strict).empty())
            legal.push_back(number);
        ++number;
    });
    const auto found = all_legal(of);
    QCOMPARE(found.size(), legal.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        QCOMPARE(found[i].number, legal[i]);
}

void EnumerationTest::whatIsKeptIsWhatBruteForceFinds()
{
    QFETCH(unsigned, seed);
    const Case of = case_of(seed);
    auto all = all_legal(of);
    const search::BinGrid grid{0, 1, 0, 4e9, 7, 5, false};
    const Found pinned{~std::uint64_t{0}, Seconds(0.5), Bytes(1e9), true};
    const auto found = explored(of, {.top = 7, .band_percent = 20, .bins = grid, .pinned = {pinned}});

    // Marginals and bins are of all.
    for (const search::Marginal& each : found.marginals) {
        search::Tally tally;
        for (const Found& one : all) {
            const auto execution = of.layout->at(one.number);
            if (search::knob_value(each.field, execution) != each.value)
                continue;
            ++tally.legal;
            tally.fitting += one.fits ? 1 : 0;
            tally.best_memory_bytes = std::min(tally.best_memory_bytes, one.memory.value());
            if (of.judgement.counts(one))
                tally.best_seconds = std::min(tally.best_seconds, one.total.value());
        }
        QVERIFY2(each.tally == tally, strategy::label_of(each.field).c_str());
    }
    std::uint64_t in_bins = found.bins->slower + found.bins->outside;
    for (std::size_t i = 0; i < found.bins->cells.size(); ++i) {
        std::uint64_t count = 0;
        for (const Found& one : all) {
            const double x = one.total.value() * 7, y = one.memory.value() / 4e9 * 5;
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

    std::erase_if(all, [&](const Found& one) { return !of.judgement.counts(one); });
    std::sort(all.begin(), all.end(), [&](const Found& a, const Found& b) { return before(of.judgement, a, b); });
    const std::vector<Found> top(all.begin(), all.begin() + std::ptrdiff_t(std::min<std::size_t>(7, all.size())));
    QVERIFY(found.top == top);
    QCOMPARE(found.ahead.front(), std::uint64_t(std::count_if(all.begin(), all.end(), [&](const Found& one) {
                 return before(of.judgement, one, pinned);
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
        if (of.judgement.score(one) <= of.judgement.score(all.front()) * 1.2)
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
                     return search::knob_value(each.field, of.layout->at(one.number)) == each.value;
                 })));
    for (const search::Band::Value& each : found.band.common(*of.layout))
        QCOMPARE(each.count, std::uint64_t(band.size()));
}

void EnumerationTest::brushesLeaveWhatBruteForceLeaves()
{
    QFETCH(unsigned, seed);
    const Case of = case_of(seed);
    auto all = all_legal(of);
    std::erase_if(all, [&](const Found& one) { return !of.judgement.counts(one); });
    const auto points = search::Points::collect(of.searched(), CancelToken());
    QVERIFY(points);
    QVERIFY(std::equal(all.begin(), all.end(), points->all().begin(), points->all().end()));
    if (all.empty())
        return;
    QCOMPARE(search::Points::collect(of.searched(), CancelToken(), all.size() - 1).diagnostics().front().code,
             std::string("search.too_many"));
    search::Brush brush;
    brush.most_seconds = all[all.size() / 2].total.value();
    brush.least_bytes = all[all.size() / 3].memory.value() / 2;
    const auto value = [&](strategy::Field field, const Found& one) {
        return search::knob_value(field, of.layout->at(one.number));
    };
    for (const strategy::Field field : {strategy::Field::pipeline_degree, strategy::Field::recompute})
        brush.knobs.push_back({field, {value(field, all.front()), value(field, all.back())}});
    std::vector<Found> left;
    for (const Found& one : all) {
        bool in = one.total.value() <= brush.most_seconds && one.memory.value() >= brush.least_bytes;
        for (const search::Brush::Knob& knob : brush.knobs)
            in = in && (value(knob.field, one) == knob.values[0] || value(knob.field, one) == knob.values[1]);
        if (in)
            left.push_back(one);
    }
    const auto within = points->within(brush);
    QCOMPARE(within.size(), left.size());
    for (std::size_t i = 0; i < left.size(); ++i)
        QCOMPARE(points->all()[within[i]], left[i]);
    for (std::size_t knob = 0; knob + 1 < points->knobs().size(); ++knob) {
        const auto& first = points->knobs()[knob];
        const auto& second = points->knobs()[knob + 1];
        const auto ribbons = points->ribbons(within, knob, knob + 1);
        for (std::size_t i = 0; i < ribbons.size(); ++i)
            QCOMPARE(ribbons[i], std::uint64_t(std::count_if(left.begin(), left.end(), [&](const Found& one) {
                         return value(first.field, one) == first.values[i / second.values.size()] &&
                                value(second.field, one) == second.values[i % second.values.size()];
                     })));
    }
}

void EnumerationTest::threadsChangeNothing()
{
    QFETCH(unsigned, seed);
    const Case of = case_of(seed);
    const search::Wanted wanted{.top = 20, .band_percent = 5};
    const auto many = explored(of, wanted);
    const oneapi::tbb::global_control one_thread(oneapi::tbb::global_control::max_allowed_parallelism, 1);
    const auto one = explored(of, wanted);
    QVERIFY(many.front == one.front && many.top == one.top && many.band == one.band);
    QVERIFY(many.marginals == one.marginals && many.refused == one.refused && many.smallest == one.smallest);
}

/// More members than are kept while the best is looked for: they are counted once it is known.
void EnumerationTest::aWideBandIsCountedInASecondPass()
{
    // So many blocks that they can be cut in hundreds of ways.
    auto model = *model::find_preset("gpt3-175B");
    model.blocks = 55440;
    const auto& system = *system::find_preset("a100_80g");
    Case of{{model, system, search::Space::of(443520, 3548160, system)}, {}, {}};
    of.of.space.tensor = *search::Allowed::parse("8", "");
    of.of.space.microbatch = *search::Allowed::parse("..32", "");
    of.layout = *Layout::make(of.of.space, model.blocks);
    of.judgement = {system.capacity(), false, search::RankBy::time};
    const auto found = explored(of, {.top = 1, .band_percent = 100000});
    QVERIFY(found.legal > search::BandGathering::kMost);
    QCOMPARE(found.band.count, found.legal); // all are within a thousand times the best
    QCOMPARE(found.band.members.size(), search::Band::kMostMembers);
    QCOMPARE(found.band.members.front(), found.top.front());
    QCOMPARE(found.band.leanest->memory.value(), found.smallest->memory.value());
    std::uint64_t sharded_or_not = 0;
    for (const search::Band::Value& each : found.band.values)
        sharded_or_not += each.field == strategy::Field::optimizer_sharding ? each.count : 0;
    QCOMPARE(sharded_or_not, found.legal);
}

BLUEPRINTING_CORE_TEST(EnumerationTest)
#include "enumeration_test.moc"
