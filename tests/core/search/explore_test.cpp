#include "core/search/evaluate.h"
#include "core/search/findings_json.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace blueprinting;
using search::Allowed;
using search::Found;
using search::Layout;
using search::Shard;
using search::Space;

namespace {

const model::TransformerModel& model_named(const char* name)
{
    const auto* found = model::find_preset(name);
    if (!found)
        qFatal("no model %s", name);
    return *found;
}

const system::SystemProfile& a100() { return *system::find_preset("a100_80g"); }

Layout laid_out(const Space& space, std::int64_t blocks)
{
    auto layout = Layout::make(space, blocks);
    if (!layout)
        qFatal("%s", layout.diagnostics().front().message.c_str());
    return *std::move(layout);
}

struct Explored : search::Exploration {
    std::vector<Found> all; ///< legal ones, by number
};

Explored explored(const model::TransformerModel& model, const Layout& layout, const Shard& shard = {},
                  cost::View view = cost::View::system_evidence, const system::SystemProfile& system = a100())
{
    const search::Searched searched{.model = model,
                                    .system = system,
                                    .layout = layout,
                                    .shard = shard,
                                    .view = view,
                                    .judgement = {system.capacity()}};
    Explored out;
    auto found = search::explore(searched, {}, {}, CancelToken());
    const auto done = search::each_legal(
        searched,
        [&](const Found& one) {
            out.all.push_back(one);
            return true;
        },
        CancelToken());
    if (!found || !done)
        qFatal("the search failed");
    static_cast<search::Exploration&>(out) = *std::move(found);
    return out;
}

Allowed only(std::int64_t value) { return *Allowed::parse(std::to_string(value), "bound"); }

} // namespace

class ExploreTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bounds_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("normal"); // "" where it is refused
        QTest::addColumn<QString>("within");
        QTest::addColumn<QString>("outside");
        QTest::newRow("one number") << "8"
                                    << "8"
                                    << "8"
                                    << "7 9";
        QTest::newRow("a list, unordered, twice") << "8,1,8,2"
                                                  << "1..2,8"
                                                  << "1 2 8"
                                                  << "3 7 9";
        QTest::newRow("a stretch") << "4..16"
                                   << "4..16"
                                   << "4 10 16"
                                   << "3 17";
        QTest::newRow("from") << "16.."
                              << "16.."
                              << "16 9007199254740992"
                              << "15";
        QTest::newRow("up to") << "..8"
                               << "1..8"
                               << "1 8"
                               << "9";
        QTest::newRow("stretches that meet") << "1..4,3..6,7"
                                             << "1..7"
                                             << "1 7"
                                             << "8";
        QTest::newRow("stretches apart, one without end") << "2,5..,9"
                                                          << "2,5.."
                                                          << "2 5 9 100"
                                                          << "1 3 4";
        for (const char* bad : {"", "0", "-1", "1.5", "8,", ",8", "5..4", "..", "a", "1...3", "1..2..3", " 8",
                                "9007199254740993", "99999999999999999999"})
            QTest::newRow(bad) << bad << ""
                               << ""
                               << "";
    }
    void bounds()
    {
        QFETCH(QString, written);
        QFETCH(QString, normal);
        const auto allowed = Allowed::parse(written.toStdString(), "--tp");
        if (normal.isEmpty()) {
            QVERIFY(!allowed);
            QCOMPARE(allowed.diagnostics().front().code, std::string("search.bound.malformed"));
            QCOMPARE(allowed.diagnostics().front().path, std::string("--tp"));
            return;
        }
        QVERIFY(allowed);
        QCOMPARE(QString::fromStdString(allowed->text()), normal);
        QFETCH(QString, within);
        for (const QString& each : within.split(' '))
            QVERIFY2(allowed->contains(each.toLongLong()), qPrintable(each));
        QFETCH(QString, outside);
        for (const QString& each : outside.split(' '))
            QVERIFY2(!allowed->contains(each.toLongLong()), qPrintable(each));
        QVERIFY(Allowed().contains(1) && Allowed().text().empty());
    }

    void everyStrategyOfASpaceOnce()
    {
        // Four devices, 96 blocks with 12 divisors: TP 1 leaves PP·DP of 1·4, 2·2, 4·1 with 1, 12, 12 schedules, TP 2
        // leaves 1·2 and 2·1 with 1 and 12, TP 4 leaves one. Times 3 microbatch sizes of a batch of 4, 2
        // communications, 3 policies, redo and sharding.
        const Layout layout = laid_out(Space::of(4, 4, a100()), 96);
        QCOMPARE(layout.strategies(), std::uint64_t((25 + 13 + 1) * 3 * 2 * 3 * 2 * 2));
        QCOMPARE(layout.groups(), std::uint64_t(3 * 72));
        std::set<std::string> seen;
        for (std::uint64_t number = 0; number < layout.strategies(); ++number) {
            const strategy::Execution execution = layout.at(number);
            const auto& parallel = std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
            QCOMPARE(parallel.tensor.degree * parallel.pipeline.degree * parallel.data.degree, std::int64_t(4));
            QCOMPARE(std::holds_alternative<strategy::SingleStage>(parallel.pipeline.schedule),
                     parallel.pipeline.degree == 1);
            seen.insert(strategy::to_json(execution).dump());
        }
        QCOMPARE(seen.size(), std::size_t(layout.strategies()));
    }

    void boundsCutASpace()
    {
        Space space = Space::of(64, 64, a100());
        space.tensor = only(8);
        space.pipeline = *Allowed::parse("4..8", "pp");
        space.microbatch = *Allowed::parse("1,2", "microbatch");
        space.virtual_stages = only(3);
        space.recompute = {strategy::RecomputePolicy::full, strategy::RecomputePolicy::full};
        space.communication = {strategy::TensorCommunication::all_reduce};
        space.all_gather_redo = {false};
        space.optimizer_sharding = {false};
        const Layout layout = laid_out(space, 96); // 8·4·2 and 8·8·1, each with two microbatch sizes
        QCOMPARE(layout.strategies(), std::uint64_t(4));
        space.data = only(1);
        QCOMPARE(laid_out(space, 96).strategies(), std::uint64_t(2));
        // A tier is a choice of groups larger than one alone.
        space.data_tiers = {0, 1};
        QCOMPARE(laid_out(space, 96).strategies(), std::uint64_t(2));
        space.pipeline_tiers = {0, 1, 1};
        QCOMPARE(laid_out(space, 96).strategies(), std::uint64_t(4));
    }

    /// What the table of fields says that a search goes over, a search goes over; nothing else differs.
    void everySearchedFieldIsGoneOver()
    {
        Space space = Space::of(8, 4, a100());
        for (const strategy::FieldRow& row : strategy::field_rows())
            if (row.listed())
                space[row.field] = {0, 1};
        const Layout layout = laid_out(space, 6);
        std::map<strategy::Field, std::set<std::int64_t>> values;
        std::set<std::string> seen;
        for (std::uint64_t number = 0; number < layout.strategies(); ++number) {
            const strategy::Execution execution = layout.at(number);
            for (const strategy::FieldRow& row : strategy::field_rows())
                values[row.field].insert(row.get(execution).value_or(-1));
            seen.insert(strategy::to_json(execution).dump());
        }
        QCOMPARE(seen.size(), std::size_t(layout.strategies()));
        std::string csv;
        search::found_csv(layout, {}, [&](std::string_view text) {
            csv += text;
            return true;
        });
        for (const strategy::FieldRow& row : strategy::field_rows()) {
            const bool follows = row.field == strategy::Field::schedule || row.field == strategy::Field::replicas;
            QVERIFY2(follows || (values[row.field].size() > 1) == row.varies(), std::string(row.path).c_str());
            QCOMPARE(csv.find(',' + std::string(row.key) + ',') != std::string::npos,
                     (row.varies() || row.field == strategy::Field::replicas) && !row.key.empty());
        }
    }

    void emptySpaces_data()
    {
        QTest::addColumn<Space>("space");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("path");
        const auto row = [](const char* name, const char* code, const char* path, auto change) {
            Space space = Space::of(64, 64, a100());
            change(space);
            QTest::newRow(name) << space << code << path;
        };
        row("no device", "search.not_positive", "devices", [](Space& s) { s.devices = 0; });
        row("no batch", "search.not_positive", "global_batch", [](Space& s) { s.global_batch = -1; });
        row("no microbatch size", "search.bound.empty", "microbatch", [](Space& s) { s.microbatch = only(3); });
        row("no v", "search.bound.empty", "virtual_stages", [](Space& s) { s.virtual_stages = only(5); });
        row("no degrees", "search.bound.empty", "degrees", [](Space& s) { s.tensor = only(3); });
        row("no policy", "search.bound.empty", "recompute", [](Space& s) { s.recompute.clear(); });
        row("no tier", "search.bound.empty", "network_tiers.data", [](Space& s) { s.data_tiers.clear(); });
    }
    void emptySpaces()
    {
        QFETCH(Space, space);
        const auto layout = Layout::make(space, 96);
        QVERIFY(!layout);
        QFETCH(QString, code);
        QFETCH(QString, path);
        QCOMPARE(QString::fromStdString(layout.diagnostics().front().code), code);
        QCOMPARE(QString::fromStdString(layout.diagnostics().front().path), path);
    }

    void theCasesOfTable5AreFound_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("pipeline");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("microbatch");
        QTest::addColumn<int>("chunks");
        QTest::addColumn<bool>("full");
        QTest::addColumn<double>("peakOnly"); // seconds, as published with the calibration experiment
        QTest::addColumn<double>("evidence");
        const auto row = [](const char* model, int pipeline, int batch, int microbatch, int chunks, bool full,
                            double peak, double evidence) {
            QTest::addRow("%s %s", model, full ? "full" : "seqsel")
                << model << pipeline << batch << microbatch << chunks << full << peak << evidence;
        };
        row("megatron-22B", 1, 4, 4, 1, true, 1.1691, 1.3956);
        row("megatron-22B", 1, 4, 4, 1, false, 0.9351, 1.1367);
        row("gpt3-175B", 8, 64, 1, 3, true, 15.4997, 18.0288);
        row("gpt3-175B", 8, 64, 1, 3, false, 11.5500, 13.6381);
        row("turing-530B", 35, 280, 1, 3, true, 44.8563, 49.8926);
        row("turing-530B", 35, 280, 1, 3, false, 30.6678, 34.4728);
        row("megatron-1T", 64, 512, 1, 1, true, 81.6511, 90.0809);
        row("megatron-1T", 64, 512, 1, 1, false, 59.3347, 66.0407);
    }
    void theCasesOfTable5AreFound()
    {
        QFETCH(QString, model);
        QFETCH(int, pipeline);
        QFETCH(int, batch);
        QFETCH(int, microbatch);
        QFETCH(int, chunks);
        QFETCH(bool, full);
        Space space = Space::of(8 * pipeline, batch, a100());
        space.tensor = only(8);
        space.pipeline = only(pipeline);
        space.microbatch = only(microbatch);
        space.virtual_stages = only(chunks);
        space.recompute = {full ? strategy::RecomputePolicy::full : strategy::RecomputePolicy::attention_only};
        space.communication = {full ? strategy::TensorCommunication::all_reduce
                                    : strategy::TensorCommunication::reduce_scatter_all_gather};
        space.all_gather_redo = {!full};
        space.optimizer_sharding = {false};
        const auto& of = model_named(qPrintable(model));
        const Layout layout = laid_out(space, of.blocks);
        QCOMPARE(layout.strategies(), std::uint64_t(1));
        const auto evidence = explored(of, layout);
        QCOMPARE(evidence.legal, std::uint64_t(1));
        QVERIFY(evidence.refused.empty());
        QFETCH(double, peakOnly);
        QTEST(std::round(evidence.all.front().total.value() * 1e4) / 1e4, "evidence");
        QCOMPARE(std::round(explored(of, layout, {}, cost::View::peak_only).all.front().total.value() * 1e4) / 1e4,
                 peakOnly);
    }

    /// Each strategy alone, by the laws and the compiler that the window uses.
    void aSearchSaysWhatEachStrategyAloneSays()
    {
        const auto& model = model_named("megatron-22B");
        Space space = Space::of(16, 8, a100());
        space.virtual_stages = *Allowed::parse("1..4", "v");
        const Layout layout = laid_out(space, model.blocks);
        const auto found = explored(model, layout);
        QCOMPARE(found.strategies, layout.strategies());
        std::map<std::string, std::uint64_t, std::less<>> refused;
        std::size_t legal = 0;
        std::uint64_t fitting = 0;
        for (std::uint64_t number = 0; number < layout.strategies(); ++number) {
            const strategy::Execution execution = layout.at(number);
            std::set<std::string> codes;
            for (const auto& broken : strategy::violations(model, a100(), execution, strategy::Rules::strict))
                codes.insert(broken.code);
            for (const std::string& code : codes)
                ++refused[code];
            if (!codes.empty())
                continue;
            QVERIFY(legal < found.all.size());
            const Found& one = found.all[legal++];
            QCOMPARE(one.number, number);
            const auto alone = search::evaluate(model, a100(), execution, strategy::Rules::strict);
            QVERIFY(alone);
            QCOMPARE(one.total.value(), alone->evidence.total.value());
            QVERIFY(one.total == alone->evidence.total && one.memory == alone->evidence.memory.total());
            QCOMPARE(one.fits, alone->evidence.fits);
            fitting += alone->evidence.fits ? 1 : 0;
        }
        QCOMPARE(found.all.size(), legal);
        QCOMPARE(found.legal, std::uint64_t(legal));
        QCOMPARE(found.fitting, fitting);
        QVERIFY(legal > 100 && fitting > 0 && fitting < legal);
        QVERIFY(found.refused == refused);
    }

    void shardsMakeTheWhole_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("2") << 2;
        QTest::newRow("5") << 5;
        QTest::newRow("more than groups") << 1000;
    }
    void shardsMakeTheWhole()
    {
        QFETCH(int, count);
        const auto& model = model_named("megatron-22B");
        Space space = Space::of(8, 4, a100());
        space.virtual_stages = only(1);
        const Layout layout = laid_out(space, model.blocks);
        const auto whole = explored(model, layout);
        Explored joined;
        for (int i = 1; i <= count; ++i) {
            const Shard shard{std::uint64_t(i), std::uint64_t(count)};
            const auto part = explored(model, layout, shard);
            QCOMPARE(part.strategies, search::strategies_of(layout, shard));
            joined.strategies += part.strategies;
            joined.fitting += part.fitting;
            for (const auto& [law, times] : part.refused)
                joined.refused[law] += times;
            joined.legal += part.legal;
            joined.all.insert(joined.all.end(), part.all.begin(), part.all.end());
        }
        std::sort(joined.all.begin(), joined.all.end(),
                  [](const Found& a, const Found& b) { return a.number < b.number; });
        QCOMPARE(joined.strategies, whole.strategies);
        QCOMPARE(joined.fitting, whole.fitting);
        QVERIFY(joined.refused == whole.refused);
        QCOMPARE(joined.legal, whole.legal);
        QVERIFY(joined.all == whole.all && !whole.all.empty());
    }

    void shardsAreRead()
    {
        const auto shard = Shard::parse("2/8");
        QVERIFY(shard && *shard == (Shard{2, 8}));
        for (const char* bad : {"", "2", "0/8", "9/8", "1/0", "1/2/3", "a/b", "-1/2", "1 /2"})
            QVERIFY2(!Shard::parse(bad), bad);
    }

    void theFrontIsWhatNothingBeats()
    {
        // (seconds, bytes); the second of two equals, what is slower and larger, and what does not fit are not on it.
        const std::vector<Found> found{
            {0, Seconds(5), Bytes(10), true}, {1, Seconds(4), Bytes(30), true}, {2, Seconds(1), Bytes(99), false},
            {3, Seconds(4), Bytes(20), true}, {4, Seconds(4), Bytes(20), true}, {5, Seconds(3), Bytes(40), true},
            {6, Seconds(6), Bytes(10), true}, {7, Seconds(9), Bytes(1), true},  {8, Seconds(7), Bytes(9), true},
            {9, Seconds(8), Bytes(9), true},  {10, Seconds(3), Bytes(50), true}};
        // The same in whatever order they come, and in two parts.
        const auto numbers = [](const std::vector<Found>& of) {
            std::vector<std::uint64_t> out;
            for (const Found& one : of)
                out.push_back(one.number);
            return out;
        };
        std::vector<Found> order = found;
        std::erase_if(order, [](const Found& one) { return !one.fits; });
        const auto by_number = [](const Found& a, const Found& b) { return a.number < b.number; };
        for (int turn = 0; turn < 500; ++turn) {
            search::Front all, other;
            search::Best best({}, 4), rest({}, 4);
            for (std::size_t i = 0; i < order.size(); ++i) {
                (int(i) < turn % 11 ? all : other).offer(order[i]);
                (int(i) < turn % 11 ? best : rest).offer(order[i]);
            }
            all.join(other);
            best.join(rest);
            QCOMPARE(numbers(all.steps()), (std::vector<std::uint64_t>{5, 3, 0, 8, 7}));
            QCOMPARE(numbers(best.sorted()), (std::vector<std::uint64_t>{5, 10, 3, 4}));
            std::next_permutation(order.begin(), order.end(), by_number);
        }
        search::Best none({}, 0);
        none.offer(found.front());
        QVERIFY(search::Front().steps().empty() && none.sorted().empty());
    }

    void cancelledAndTold()
    {
        const auto& model = model_named("megatron-22B");
        const Layout layout = laid_out(Space::of(8, 4, a100()), model.blocks);
        const search::Searched searched{.model = model, .system = a100(), .layout = layout};
        std::vector<std::uint64_t> told;
        const auto whole = search::explore(
            searched, {}, [&](std::uint64_t done) { told.push_back(done); }, CancelToken());
        QVERIFY(whole);
        QVERIFY(told.size() > 4);
        QVERIFY(std::is_sorted(told.begin(), told.end()));
        QCOMPARE(told.back(), layout.strategies());

        const CancelToken cancel;
        std::size_t calls = 0;
        const auto stopped = search::explore(
            searched, {},
            [&](std::uint64_t) {
                ++calls;
                cancel.cancel();
            },
            cancel);
        QVERIFY(!stopped && stopped.cancelled());
        QVERIFY(calls < told.size());
    }

    /// What is told in between is of a part of the space, and never more than the whole.
    void partsAreToldWhileItRuns()
    {
        const auto& model = model_named("gpt3-175B");
        const Layout layout = laid_out(Space::of(64, 64, a100()), model.blocks);
        const search::Searched searched{
            .model = model, .system = a100(), .layout = layout, .judgement = {a100().capacity()}};
        std::vector<search::Exploration> told;
        search::Wanted wanted;
        wanted.between = std::chrono::milliseconds(0);
        wanted.partial = [&](const search::Exploration& part) { told.push_back(part); };
        const auto whole = search::explore(searched, wanted, {}, CancelToken());
        const auto silent = search::explore(searched, {}, {}, CancelToken());
        QVERIFY(whole && silent);
        QVERIFY(whole->front == silent->front && whole->band == silent->band && whole->refused == silent->refused);
        QVERIFY(told.size() > 10);
        std::uint64_t before = 0;
        for (const search::Exploration& part : told) {
            QVERIFY(part.strategies > before && part.strategies <= whole->strategies);
            before = part.strategies;
            QVERIFY(part.legal <= whole->legal && part.fitting <= whole->fitting);
            for (const auto& [law, times] : part.refused)
                QVERIFY(times <= whole->refused.at(law));
            if (!part.top.empty())
                QVERIFY(part.top.front().total >= whole->top.front().total);
        }
    }

    /// Between a cancel and its being seen lie at most the strategies of one choice of a piece, whatever the space.
    void aCancelIsSeenSoon()
    {
        const auto& model = model_named("gpt3-175B");
        const Layout layout = laid_out(Space::of(4096, 4096, a100()), model.blocks);
        const search::Searched searched{.model = model, .system = a100(), .layout = layout};
        const CancelToken cancel;
        std::uint64_t after = 0;
        const auto done = search::each_legal(
            searched,
            [&](const Found&) {
                cancel.cancel();
                ++after;
                return true;
            },
            cancel);
        QVERIFY(!done && done.cancelled());
        QVERIFY(after > 0 && after < 10000);
    }

    /// Ten thousand million are searched, more are refused with the bound that would cut them most.
    void tooManyAreRefused()
    {
        // 24 300 triples of degrees, and 2304 microbatch sizes.
        Space space = Space::of(10810800, 6983776800, a100());
        const auto refused = Layout::make(space, 96);
        QVERIFY(!refused);
        const Diagnostic& one = refused.diagnostics().front();
        QCOMPARE(one.code, std::string("search.too_many"));
        // No other knob has so many values that leave so little.
        QCOMPARE(one.path, std::string("microbatch_size"));
        space.microbatch = only(1);
        QVERIFY(Layout::make(space, 96));
    }

    /// A system whose figures drive times past the range of double refuses what it cannot price, by code.
    void whatCannotBeComputedIsCounted()
    {
        const auto& model = model_named("megatron-22B");
        system::SystemProfile slow = a100();
        slow.mem1.bandwidth_gbps = 1e-320;
        Space space = Space::of(8, 4, slow);
        space.tensor = only(8);
        const Layout layout = laid_out(space, model.blocks);
        const auto found = explored(model, layout, {}, cost::View::peak_only, slow);
        QVERIFY(found.all.empty());
        QCOMPARE(found.legal, std::uint64_t(0));
        QVERIFY(found.refused.at("cost.not_finite") > 0);
        QVERIFY(found.refused_alone.at("cost.not_finite") == found.refused.at("cost.not_finite"));
    }
};

Q_DECLARE_METATYPE(Space)
BLUEPRINTING_CORE_TEST(ExploreTest)
#include "explore_test.moc"
