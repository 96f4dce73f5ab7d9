#include "core/cost/estimate.h"
#include "core/passes/block_plan.h"
#include "core/search/explain.h"
#include "core/search/law_example.h"
#include "core/search/scaling.h"
#include "core/strategy/derived.h"
#include "core/strategy/divisors.h"
#include "tests/core/search/plain_enumeration.h"
#include "tests/core/search/random_space.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <random>

using namespace blueprinting;
using search::Question;
using strategy::Field;

namespace {

const system::SystemProfile& a100() { return *system::find_preset("a100_80g"); }

Question question_of(const char* model, const char* devices, std::int64_t batch)
{
    search::Asked asked;
    asked.devices = devices;
    asked.batch = batch;
    auto out = search::question_of(*model::find_preset(model), a100(), cost::View::system_evidence, asked);
    if (!out)
        qFatal("%s", out.diagnostics().front().message.c_str());
    return *std::move(out);
}

struct Alone {
    double seconds = 0, bytes = 0;
    bool legal = false, fits = false;
    cost::Breakdown breakdown;
};

/// As the estimate of one strategy says.
Alone alone(const Question& question, const strategy::Execution& execution)
{
    if (!strategy::violated_codes(question.model, question.system, execution, strategy::Rules::strict).empty())
        return {};
    const auto plan = passes::block_plan(question.model, execution, strategy::Rules::strict);
    const auto one = cost::estimate(*plan, question.system, question.view, strategy::Rules::strict);
    if (!one)
        qFatal("a legal strategy has no estimate");
    return {one->total.value(), one->memory.total().value(), true, one->fits, one->breakdown};
}

std::vector<std::pair<std::uint64_t, Alone>> all_alone(const Question& question, const search::Layout& layout)
{
    std::vector<std::pair<std::uint64_t, Alone>> out;
    for (std::uint64_t number = 0; number < layout.strategies(); ++number)
        if (const Alone one = alone(question, layout.at(number)); one.legal)
            out.emplace_back(number, one);
    return out;
}

} // namespace

/// What one strategy is among others, against brute force over small spaces.
class BesideTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void explained();
    void changesStayWithinTheBounds_data();
    void changesStayWithinTheBounds();
    void examplesOfLaws();
    void examplesOfALargeSpace();
    void refusedByLaws();
    void questionsOfOthersAreRefused();
    void neighboursAreTheNearest_data();
    void neighboursAreTheNearest();
    void partnersAreNamed();
    void scaledOverDevices();
};

void BesideTest::explained()
{
    Question question = question_of("megatron-22B", "8", 4);
    question.bounds.virtual_stages = *search::Allowed::parse("1..2", "");
    question.bounds.microbatch = *search::Allowed::parse("1..2", "");
    const auto layout = search::layouts_of(question)->front();
    auto all = all_alone(question, layout);
    std::erase_if(all, [](const auto& one) { return !one.second.fits; });
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return std::tuple(a.second.seconds, a.second.bytes, a.first) <
               std::tuple(b.second.seconds, b.second.bytes, b.first);
    });
    QVERIFY(all.size() > 100);
    for (const std::size_t rank : {std::size_t(0), std::size_t(1), all.size() / 2, all.size() - 1}) {
        const auto execution = layout.at(all[rank].first);
        const auto found = search::explain(question, execution, CancelToken());
        QVERIFY(found);
        QCOMPARE(found->rank.value_or(0), std::uint64_t(rank + 1));
        QCOMPARE(found->counting, std::uint64_t(all.size()));
        QCOMPARE(found->number.value_or(0), all[rank].first);
        QCOMPARE(found->best->number, all.front().first);
        QVERIFY(std::abs(found->behind_percent - 100 * (all[rank].second.seconds / all.front().second.seconds - 1)) <
                1e-9);
        for (const auto& held : found->held) {
            double best = std::numeric_limits<double>::infinity();
            for (const auto& [number, one] : all)
                if (search::knob_value(held.field, layout.at(number)) == held.value)
                    best = std::min(best, one.seconds);
            QVERIFY(held.best_seconds && *held.best_seconds == best);
            QVERIFY(std::abs(held.cost_percent - 100 * (best / all.front().second.seconds - 1)) < 1e-9);
        }
        QCOMPARE(found->held.size(), std::size_t(9)); // all but fused activation and tiers, which have one value
        // The best of the neighbours within the bounds, where one is better.
        const auto moves = search::neighbours(question, execution);
        double nearest = all[rank].second.seconds;
        for (const auto& each : *moves)
            if (each.to.found.fits && layout.number_of(each.to.execution))
                nearest = std::min(nearest, each.to.found.total.value());
        QCOMPARE(found->change.has_value(), nearest < all[rank].second.seconds);
        if (found->change)
            QCOMPARE(found->change->to.found.total.value(), nearest);
    }
    // One that does not fit has no rank, and is told what fits.
    Question small = question;
    const auto big = layout.at(all.front().first);
    const double bytes = all.front().second.bytes;
    QVERIFY(std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.second.bytes < bytes; }));
    small.reserve_gib = 80 - bytes / 1024 / 1024 / 1024 + 1e-6; // the memory of the GPU is 80 GiB
    const auto found = search::explain(small, big, CancelToken());
    QVERIFY(found && !found->mine.found.fits && !found->rank && found->best);
    // One that a bound leaves out is ranked all the same.
    Question bounded = question;
    bounded.bounds.tensor = *search::Allowed::parse(strategy::tensor_degree(big) == 8 ? "1..7" : "8", "");
    const auto outside = search::explain(bounded, big, CancelToken());
    QVERIFY(outside && !outside->number);
    QCOMPARE(outside->rank.value_or(0), std::uint64_t(1));
}

/// GPT-175B on 1024 A100s with TP 8, PP 8 and v 3 is best helped by TP 4 with PP 16. Where the bounds leave that out,
/// something else is named, or nothing.
void BesideTest::changesStayWithinTheBounds_data()
{
    QTest::addColumn<QString>("tensor");
    QTest::addColumn<QString>("pipeline");
    QTest::addColumn<QString>("chunks");
    QTest::addColumn<int>("helped_by"); ///< a TP; 0: another change, or none
    QTest::newRow("no bounds") << ""
                               << ""
                               << "" << 4;
    QTest::newRow("TP held") << "8"
                             << ""
                             << "" << 0;
    QTest::newRow("PP held") << ""
                             << "8"
                             << "" << 0;
    QTest::newRow("v held") << ""
                            << ""
                            << "3" << 4;
    QTest::newRow("all three held") << "8"
                                    << "8"
                                    << "3" << 0;
    QTest::newRow("its own TP left out") << "..4"
                                         << ""
                                         << "" << 4;
}

void BesideTest::changesStayWithinTheBounds()
{
    QFETCH(QString, tensor);
    QFETCH(QString, pipeline);
    QFETCH(QString, chunks);
    QFETCH(int, helped_by);
    Question question = question_of("gpt3-175B", "1024", 4096);
    const auto bound = [](const QString& text) {
        return text.isEmpty() ? search::Allowed() : *search::Allowed::parse(text.toStdString(), "");
    };
    question.bounds.tensor = bound(tensor);
    question.bounds.pipeline = bound(pipeline);
    question.bounds.virtual_stages = bound(chunks);
    strategy::Execution mine = search::layouts_of(question_of("gpt3-175B", "1024", 4096))->front().at(0);
    const std::pair<Field, std::int64_t> kValues[] = {
        {Field::tensor_degree, 8},
        {Field::pipeline_degree, 8},
        {Field::data_degree, 16},
        {Field::microbatch_size, 1},
        {Field::recompute, static_cast<std::int64_t>(strategy::RecomputePolicy::attention_only)},
        {Field::tensor_communication,
         static_cast<std::int64_t>(strategy::TensorCommunication::reduce_scatter_all_gather)},
        {Field::all_gather_redo, 1},
        {Field::tensor_tier, 0},
        {Field::pipeline_tier, 1},
        {Field::data_tier, 1}};
    for (const auto& [field, value] : kValues)
        strategy::row(field).set(mine, value);
    strategy::set_schedule(mine, strategy::training_schedule(8, 3));
    const auto found = search::explain(question, mine, CancelToken());
    QVERIFY2(found, found ? "" : found.diagnostics().front().message.c_str());
    QVERIFY(found->mine.legal());
    if (helped_by > 0)
        QVERIFY(found->change && strategy::tensor_degree(found->change->to.execution) == helped_by);
    if (!found->change)
        return;
    const strategy::Execution& to = found->change->to.execution;
    const auto kept_or_within = [&](Field field, const QString& text) {
        const std::int64_t value = search::knob_value(field, to);
        return value == search::knob_value(field, mine) || bound(text).contains(value);
    };
    QVERIFY(kept_or_within(Field::tensor_degree, tensor));
    QVERIFY(kept_or_within(Field::pipeline_degree, pipeline));
    QVERIFY(kept_or_within(Field::virtual_stages, chunks));
}

/// Each law that some strategy breaks alone has an example that breaks it and nothing else; no other law has one.
void BesideTest::examplesOfLaws()
{
    std::mt19937 random(20260731);
    int examples = 0, none = 0;
    for (int round = 0; round < 40; ++round) {
        const testing::RandomSpace small = testing::random_space(random);
        Question question;
        question.model = small.model;
        question.system = small.system;
        const auto layout = search::Layout::make(small.space, small.model.blocks);
        if (!layout || layout->strategies() > 40000)
            continue;
        std::map<std::string, std::uint64_t> alone;
        for (std::uint64_t number = 0; number < layout->strategies(); ++number) {
            const auto codes =
                strategy::violated_codes(small.model, small.system, layout->at(number), strategy::Rules::strict);
            for (const std::string_view code : codes)
                alone[std::string(code)] += codes.size() == 1 ? 1 : 0;
        }
        const strategy::Execution near = layout->at(0);
        for (const auto& [code, count] : alone) {
            const auto found = search::law_example(question, *layout, code, &near, CancelToken());
            QVERIFY(found);
            QCOMPARE(found->has_value(), count > 0);
            ++(count > 0 ? examples : none);
            if (count == 0)
                continue;
            const search::LawExample& one = **found;
            const auto codes =
                strategy::violated_codes(small.model, small.system, one.execution, strategy::Rules::strict);
            QCOMPARE(codes.size(), std::size_t(1));
            QCOMPARE(std::string(codes.front()), code);
            QCOMPARE(one.broken.code, code);
            QVERIFY(layout->at(one.number) == one.execution);
        }
    }
    QVERIFY(examples > 50 && none > 5);
}

/// Of more strategies than are looked at one by one: where the first pass finds none, pieces are counted.
void BesideTest::examplesOfALargeSpace()
{
    const Question question = question_of("gpt3-175B", "4096", 4096);
    const auto layout = search::layouts_of(question)->front();
    const auto found =
        search::explore({.model = question.model, .system = question.system, .layout = layout}, {}, {}, CancelToken());
    QVERIFY(found && layout.strategies() > 200000);
    for (const auto& [code, count] : found->refused) {
        const auto alone = found->refused_alone.find(code);
        const bool any = alone != found->refused_alone.end() && alone->second > 0;
        const auto example = search::law_example(question, layout, code, nullptr, CancelToken());
        QVERIFY(example);
        QCOMPARE(example->has_value(), any);
    }
    const CancelToken cancelled;
    cancelled.cancel();
    QVERIFY(search::law_example(question, layout, found->refused.begin()->first, nullptr, cancelled).cancelled());
}

void BesideTest::refusedByLaws()
{
    const Question question = question_of("megatron-22B", "8", 4);
    const auto layout = search::layouts_of(question)->front();
    std::uint64_t number = 0;
    while (!alone(question, layout.at(number)).legal)
        ++number;
    strategy::Execution execution = layout.at(number);
    execution.microbatch_size = 3;
    const auto found = search::explain(question, execution, CancelToken());
    QVERIFY(found && !found->mine.legal());
    QCOMPARE(found->mine.broken.front().code, std::string("strategy.microbatch.indivisible"));
    QCOMPARE(search::neighbours(question, execution).diagnostics().front().code,
             std::string("strategy.microbatch.indivisible"));
}

void BesideTest::questionsOfOthersAreRefused()
{
    const auto execution = search::layouts_of(question_of("megatron-22B", "8", 4))->front().at(0);
    const auto code = [&](const Question& question, const strategy::Execution& of) {
        const auto found = search::explain(question, of, CancelToken());
        return found ? std::string() : found.diagnostics().front().code;
    };
    QCOMPARE(code(question_of("megatron-22B", "16,32", 4), execution), std::string("search.other_devices"));
    QCOMPARE(code(question_of("megatron-22B", "8", 8), execution), std::string("search.other_batch"));
    strategy::Execution inference = execution;
    strategy::set_training(inference, false);
    QCOMPARE(code(question_of("megatron-22B", "8", 4), inference), std::string("search.not_training"));
}

void BesideTest::neighboursAreTheNearest_data()
{
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 0; seed < 8; ++seed)
        QTest::addRow("%llu", seed) << seed;
}

/// Against all strategies of the space that differ in the knob and, for a degree, in one other and v.
void BesideTest::neighboursAreTheNearest()
{
    QFETCH(quint64, seed);
    const Question question = question_of("megatron-5B", "12", 6);
    const auto layout = search::layouts_of(question)->front();
    std::mt19937_64 random(seed);
    strategy::Execution from;
    do {
        from = layout.at(random() % layout.strategies());
    } while (!alone(question, from).legal);
    const Alone mine = alone(question, from);
    const auto found = search::neighbours(question, from);
    QVERIFY(found);
    const std::vector<Field> degrees{Field::tensor_degree, Field::pipeline_degree, Field::data_degree};
    const auto is_degree = [&](Field field) {
        return std::find(degrees.begin(), degrees.end(), field) != degrees.end();
    };
    for (const search::Layout::Knob& knob : layout.knobs()) {
        if (strategy::row(knob.field).kind == strategy::Kind::tier || knob.field == Field::fused_activation)
            continue; // the space holds one value of them
        for (const int direction : {-1, 1}) {
            // All executions of the space that could be meant.
            std::map<std::int64_t, std::vector<strategy::Execution>> by_distance;
            for (std::uint64_t number = 0; number < layout.strategies(); ++number) {
                const auto to = layout.at(number);
                const std::int64_t value = search::knob_value(knob.field, to);
                const std::int64_t moved = value - search::knob_value(knob.field, from);
                if (moved * direction <= 0)
                    continue;
                bool meant = true;
                for (const search::Layout::Knob& other : layout.knobs()) {
                    if (other.field == knob.field || (is_degree(knob.field) && is_degree(other.field)))
                        continue;
                    const bool same = search::knob_value(other.field, to) == search::knob_value(other.field, from);
                    const bool moved_stages = strategy::pipeline_degree(to) != strategy::pipeline_degree(from);
                    meant = meant && (same || (other.field == Field::virtual_stages && moved_stages) ||
                                      strategy::row(other.field).kind == strategy::Kind::tier);
                }
                int changed = 0;
                for (const Field degree : degrees)
                    changed += search::knob_value(degree, to) != search::knob_value(degree, from) ? 1 : 0;
                meant = meant && changed == (is_degree(knob.field) ? 2 : 0);
                if (strategy::pipeline_degree(to) != strategy::pipeline_degree(from)) {
                    // v is the nearest that is legal.
                    const std::int64_t p = strategy::pipeline_degree(to);
                    std::int64_t nearest = 1;
                    if (p > 1 && question.model.blocks % p == 0)
                        for (const std::int64_t v : strategy::divisors(question.model.blocks / p))
                            if (std::abs(v - strategy::virtual_stages(from)) <
                                std::abs(nearest - strategy::virtual_stages(from)))
                                nearest = v;
                    meant = meant && strategy::virtual_stages(to) == nearest;
                }
                if (meant)
                    by_distance[std::abs(moved)].push_back(to);
            }
            std::optional<Alone> best;
            std::int64_t distance = 0;
            for (const auto& [far, candidates] : by_distance) {
                for (const auto& to : candidates) {
                    const Alone one = alone(question, to);
                    if (one.legal && (!best || (one.fits != best->fits ? one.fits : one.seconds < best->seconds)))
                        best = one;
                }
                if (best) {
                    distance = far;
                    break;
                }
            }
            const auto said = std::find_if(found->begin(), found->end(), [&](const search::Neighbour& each) {
                return each.field == knob.field && each.direction == direction;
            });
            const std::string what = strategy::label_of(knob.field) + (direction < 0 ? " down" : " up");
            QVERIFY2((said != found->end()) == best.has_value(), what.c_str());
            if (!best)
                continue;
            QVERIFY2(std::abs(search::knob_value(knob.field, said->to.execution) -
                              search::knob_value(knob.field, from)) == distance,
                     what.c_str());
            QVERIFY2(said->to.found.total.value() == best->seconds, what.c_str());
            QCOMPARE(said->seconds.value(), best->seconds - mine.seconds);
            QCOMPARE(said->bytes.value(), best->bytes - mine.bytes);
            // Nothing where only memory moves.
            QCOMPARE(said->moved_most.has_value(), !(best->breakdown == mine.breakdown));
            for (std::size_t i = 0; said->moved_most && i < cost::kComponents; ++i)
                QVERIFY(std::abs((best->breakdown.seconds[i] - mine.breakdown.seconds[i]).value()) <=
                        std::abs((said->to.breakdown[*said->moved_most] - mine.breakdown[*said->moved_most]).value()));
        }
    }
}

void BesideTest::partnersAreNamed()
{
    const Question question = question_of("gpt3-175B", "64", 64);
    const auto* preset = strategy::find_preset("seqsel-tab5/gpt3-175B/seqsel"); // TP 8, PP 8, DP 1, v 3
    const auto found = search::neighbours(question, preset->execution);
    QVERIFY(found);
    const auto down = std::find_if(found->begin(), found->end(), [](const search::Neighbour& each) {
        return each.field == Field::tensor_degree && each.direction < 0;
    });
    QVERIFY(down != found->end());
    QCOMPARE(strategy::tensor_degree(down->to.execution), std::int64_t(4));
    QVERIFY(!down->partners.empty());
    QVERIFY(down->partners.front() == Field::pipeline_degree || down->partners.front() == Field::data_degree);
    QCOMPARE(strategy::world_size(down->to.execution), std::int64_t(64));
}

/// GPT-175B with a batch of 4096: the best of 64 devices is slower a GPU than the best of 128, and at 4096 the strategy
/// of 128 grown by data parallelism keeps 65 % where a new search keeps 84 %.
void BesideTest::scaledOverDevices()
{
    const Question question = question_of("gpt3-175B", "64,128,4096", 4096);
    const auto layouts = search::layouts_of(question);
    std::vector<search::Exploration> found;
    for (const search::Layout& layout : *layouts)
        found.push_back(*search::explore(
            {.model = question.model, .system = question.system, .layout = layout, .judgement = question.judgement()},
            {}, {}, CancelToken()));
    const search::Scaling scaling = search::scaling_of(question, *layouts, found);
    QCOMPARE(scaling.points.size(), std::size_t(3));
    QCOMPARE(scaling.reference.value_or(0), std::int64_t(128));
    const auto rounded = [](double value) { return std::round(value * 10) / 10; };
    QCOMPARE(rounded(scaling.points[0].tokens_per_second_per_gpu), 190.8);
    QCOMPARE(rounded(scaling.points[1].tokens_per_second_per_gpu), 205.6);
    QCOMPARE(scaling.points[1].efficiency, 1.0);
    QCOMPARE(std::round(100 * scaling.points[2].efficiency), 84.0);
    QCOMPARE(std::round(100 * scaling.points[2].grown->efficiency), 65.0);
    QCOMPARE(strategy::data_degree(scaling.points[2].grown->execution),
             32 * strategy::data_degree(scaling.points[1].execution));
    QVERIFY(scaling.points[1].grown->found.total == scaling.points[1].best->total);
    for (std::size_t i = 1; i < 3; ++i)
        for (const search::Layout::Knob& knob : layouts->front().knobs())
            QCOMPARE(std::count(scaling.points[i].changes.begin(), scaling.points[i].changes.end(), knob.field) > 0,
                     search::knob_value(knob.field, scaling.points[i].execution) !=
                         search::knob_value(knob.field, scaling.points[i - 1].execution));
}

BLUEPRINTING_CORE_TEST(BesideTest)
#include "beside_test.moc"
