#include "core/search/points.h"
#include "tests/core/search/brute_force.h"
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

    testing::verify_kept(found, std::move(all), *of.layout, of.judgement, pinned, grid);
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
