#include "core/passes/block_plan.h"
#include "core/program/estimate.h"
#include "core/program/plans.h"
#include "core/search/explain.h"
#include "core/search/part_json.h"
#include "core/search/walk.h"
#include "core/strategy/derived.h"
#include "tests/core/search/brute_force.h"
#include "tests/core/search/modern_space.h"
#include "tests/support/test_main.h"

#include <oneapi/tbb/global_control.h>

using namespace blueprinting;
using search::Found;
using search::Judgement;
using search::Layout;
using strategy::Field;

namespace {

struct Alone {
    Seconds total;
    Bytes memory;
    program::Breakdown parts;
    std::vector<program::StageMemory> stages; ///< of a program
};

/// As the estimate of one strategy says: of its one block where that stands for all, else of its program.
std::optional<Alone> alone_if(const model::Description& model, const system::SystemProfile& system,
                              const strategy::Execution& execution, cost::View view)
{
    if (const auto plain = model::plain_model(model); plain && !strategy::has_new_switch(execution)) {
        const auto plan = passes::block_plan(*plain, execution, strategy::Rules::strict);
        const auto one = cost::estimate(*plan, system, view, strategy::Rules::strict).value();
        Alone out{one.total, one.memory.total(), {}, {}};
        std::copy(one.breakdown.seconds.begin(), one.breakdown.seconds.end(), out.parts.seconds.begin());
        return out;
    }
    const auto program = program::compile_program(model, execution);
    const auto one = program::estimate(program.value(), system, view);
    if (!one)
        return std::nullopt;
    Alone out{one->total, one->needed(), one->breakdown, {}};
    for (const program::StageEstimate& stage : one->stages)
        out.stages.push_back(stage.memory);
    return out;
}

Alone alone(const model::Description& model, const system::SystemProfile& system, const strategy::Execution& execution,
            cost::View view)
{
    return alone_if(model, system, execution, view).value();
}

struct Case {
    testing::ModernSpace of;
    std::optional<Layout> layout;
    Judgement judgement;
    cost::View view = cost::View::peak_only;
    model::TransformerModel sizes;
    [[nodiscard]] search::Searched searched() const
    {
        return {.model = sizes, .system = of.system, .layout = *layout, .view = view, .judgement = judgement};
    }
};

Case case_of(unsigned seed)
{
    std::mt19937 random(seed);
    Case out;
    out.of = testing::modern_space(random);
    if (auto layout = Layout::make(out.of.space, out.of.model))
        out.layout = *std::move(layout);
    out.judgement.must_fit = random() % 3 != 0;
    out.judgement.rank = random() % 4 == 0 ? search::RankBy::memory : search::RankBy::time;
    out.judgement.limit = random() % 2 == 0 ? out.of.system.capacity() : Bytes(6e9);
    out.sizes = strategy::six_sizes(*out.of.model);
    return out;
}

/// The legal strategies with the figures of their own estimates; without those that no network connects.
std::vector<Found> all_alone(const Case& of)
{
    std::vector<Found> out;
    std::uint64_t number = 0;
    testing::each_modern_execution(of.of.space, of.of.model->blocks, [&](const strategy::Execution& execution) {
        if (strategy::violations(*of.of.model, of.of.system, execution, strategy::Rules::strict).empty()) {
            if (const auto one = alone_if(*of.of.model, of.of.system, execution, of.view))
                out.push_back({number, one->total, one->memory, one->memory <= of.judgement.limit});
        }
        ++number;
    });
    return out;
}

/// Keeps some of what goes by.
struct Keeping {
    std::mt19937& random;
    std::uint64_t one_in = 20;
    struct Kept {
        Found found;
        program::Breakdown parts;
        std::vector<program::StageMemory> stages{};
    };
    std::vector<Kept> kept{};
    void open(std::size_t) {}
    void begin(std::size_t) {}
    void take(const Found& found, std::size_t, const program::Breakdown& parts, const program::Composition& whole)
    {
        if (random() % one_in != 0)
            return;
        Kept& one = kept.emplace_back(Kept{found, parts});
        for (std::size_t i = 0; i < whole.stages(); ++i)
            one.stages.push_back(whole.memory(i));
    }
    void take(const Found&, std::size_t, const cost::Breakdown&, const cost::Memory&) {}
    [[nodiscard]] bool needs(const Found&, std::size_t) const { return true; }
    void pass(const Found&, std::size_t) {}
    void end(std::size_t) {}
};

search::Question question_of(const char* model, std::int64_t blocks, const char* devices, std::int64_t batch,
                             search::Asked asked)
{
    model::Description of = model::find_released(model)->description;
    of.blocks = blocks;
    of.sequence = 1024;
    asked.devices = devices;
    asked.batch = batch;
    auto out = search::question_of(of, *system::find_preset("h100_sxm"), cost::View::peak_only, asked);
    if (!out)
        qFatal("%s", out.diagnostics().front().message.c_str());
    return *std::move(out);
}

} // namespace

/// Models beyond six numbers, and switches beyond those: counts, figures and what is kept.
class ModernSearchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void spacesAreThoseOfThePlainWay_data() { spaces(120, 1); }
    void spacesAreThoseOfThePlainWay();
    void whatIsKeptIsWhatBruteForceFinds_data() { spaces(24, 2); }
    void whatIsKeptIsWhatBruteForceFinds();
    void pricedAsAlone_data();
    void pricedAsAlone();
    void fewPipelinesAreSimulated();
    void piecesAreCompiledOnce();
    void threadsChangeNothing();
    void shardsMakeOneWhole();
    void questionsComeBack();
    void wordsForShardingExcludeEachOther();
    void besideOthers();

private:
    static void spaces(int count, unsigned seed);
};

void ModernSearchTest::spaces(int count, unsigned seed)
{
    QTest::addColumn<unsigned>("seed");
    for (int i = 0, made = 0; made < count; ++i) {
        const unsigned of = seed * 10000 + unsigned(i);
        const Case one = case_of(of);
        if (!one.layout || one.layout->strategies() > 3000)
            continue;
        QTest::addRow("%u %s", of, one.of.model->name.c_str()) << of;
        ++made;
    }
}

void ModernSearchTest::spacesAreThoseOfThePlainWay()
{
    QFETCH(unsigned, seed);
    const Case of = case_of(seed);
    testing::PlainCounts plain;
    testing::each_modern_execution(of.of.space, of.of.model->blocks, [&](const strategy::Execution& execution) {
        const std::uint64_t number = plain.strategies++;
        if (!(of.layout->at(number) == execution) || of.layout->number_of(execution) != number)
            qFatal("strategy %llu is another one", static_cast<unsigned long long>(number));
        std::set<std::string> codes;
        for (const auto& law : strategy::violations(*of.of.model, of.of.system, execution, strategy::Rules::strict))
            codes.insert(law.code);
        for (const std::string& code : codes)
            ++plain.refused[code];
        if (codes.size() == 1)
            ++plain.refused_alone[*codes.begin()];
        plain.legal += codes.empty() ? 1 : 0;
    });
    const auto found = search::explore(of.searched(), {}, {}, CancelToken());
    QVERIFY(found);
    QCOMPARE(of.layout->strategies(), plain.strategies);
    QCOMPARE(found->strategies, plain.strategies);
    // What the laws allow and no network connects is refused as its estimate is.
    auto refused = found->refused;
    const std::uint64_t unconnected = refused["system.missing_rate"];
    auto refused_alone = found->refused_alone;
    for (auto* counts : {&refused, &refused_alone})
        counts->erase("system.missing_rate");
    QCOMPARE(found->legal + unconnected, plain.legal);
    QVERIFY(refused == plain.refused);
    QVERIFY(refused_alone == plain.refused_alone);
}

void ModernSearchTest::whatIsKeptIsWhatBruteForceFinds()
{
    QFETCH(unsigned, seed);
    const Case of = case_of(seed);
    const auto all = all_alone(of);
    double slowest = 0.01, most = 1e9;
    for (const Found& one : all) {
        slowest = std::max(slowest, one.total.value());
        most = std::max(most, one.memory.value());
    }
    const search::BinGrid grid{0, slowest / 2, 0, most, 7, 5, false};
    const Found pinned{~std::uint64_t{0}, Seconds(slowest / 3), Bytes(1e9), true};
    const auto found = search::explore(of.searched(), {.top = 7, .band_percent = 20, .bins = grid, .pinned = {pinned}},
                                       {}, CancelToken());
    QVERIFY(found);
    QCOMPARE(found->legal, std::uint64_t(all.size()));
    testing::verify_kept(*found, all, *of.layout, of.judgement, pinned, grid);
    // Without bins much less is simulated, and the same is kept.
    const auto less = search::explore(of.searched(), {.top = 7, .band_percent = 20}, {}, CancelToken());
    QVERIFY(less->front == found->front && less->top == found->top && less->band == found->band);
    QVERIFY(less->marginals == found->marginals && less->smallest == found->smallest);
    std::vector<Found> listed;
    const auto done = search::each_legal(
        of.searched(),
        [&](const Found& one) {
            listed.push_back(one);
            return true;
        },
        CancelToken());
    QVERIFY(done && listed == all);
}

void ModernSearchTest::pricedAsAlone_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("system");
    for (const model::ReleasedModel& model : model::released_models())
        for (const system::Preset& system : system::released_systems())
            QTest::addRow("%s on %s", model.description.name.c_str(), system.system.name.c_str())
                << QString::fromStdString(model.description.name) << QString::fromStdString(system.system.name);
}

/// Time by component and the memory of every stage, to the last bit.
void ModernSearchTest::pricedAsAlone()
{
    QFETCH(QString, model);
    QFETCH(QString, system);
    const auto of = std::make_shared<const model::Description>(model::find_released(model.toStdString())->description);
    const system::SystemProfile& on = *system::find_preset(system.toStdString());
    std::mt19937 random(qHash(model + system, 1));
    search::Space space = search::Space::of(of->blocks * 16, of->blocks * 8, on);
    search::begin_with(space, *of);
    space.context = *search::Allowed::parse("..4", "");
    space.expert = *search::Allowed::parse("1,2,8", "");
    space.tensor = *search::Allowed::parse("..8", "");
    space.microbatch = *search::Allowed::parse("..4", "");
    space[Field::sharding] = {0, 1, 2, 3};
    space[Field::recompute_modules] = {std::int64_t{0}, testing::bits({strategy::Module::core_attn})};
    const auto layout = Layout::make(space, of);
    QVERIFY(layout);
    const model::TransformerModel sizes = strategy::six_sizes(*of);
    const search::Searched searched{
        .model = sizes, .system = on, .layout = *layout, .view = cost::View::peak_only, .judgement = {on.capacity()}};
    const search::detail::Pieces pieces(*layout);
    search::detail::Walk walk(searched);
    Keeping keeping{random};
    for (int i = 0; i < 400 && keeping.kept.size() < 12; ++i) {
        const std::size_t before = keeping.kept.size();
        walk.through(pieces.at(random() % pieces.count()), keeping, CancelToken());
        if (keeping.kept.size() > before + 3) { // not all of one piece
            std::shuffle(keeping.kept.begin() + std::ptrdiff_t(before), keeping.kept.end(), random);
            keeping.kept.resize(before + 3);
        }
    }
    QVERIFY(!keeping.kept.empty());
    for (const Keeping::Kept& one : keeping.kept) {
        const Alone its = alone(*of, on, layout->at(one.found.number), searched.view);
        QVERIFY2(one.found.total == its.total && one.found.memory == its.memory,
                 qPrintable(QString::number(one.found.number)));
        QVERIFY(one.parts.seconds == its.parts.seconds);
        QCOMPARE(one.stages.size(), its.stages.size());
        for (std::size_t i = 0; i < one.stages.size(); ++i)
            QVERIFY(one.stages[i].bytes == its.stages[i].bytes);
    }
}

/// The bounds leave few to be simulated: counted, not timed.
void ModernSearchTest::fewPipelinesAreSimulated()
{
    const search::Question question = question_of("Llama-3.1-8B", 32, "256", 512, {});
    const auto layout = search::layouts_of(question)->front();
    const oneapi::tbb::global_control one_thread(oneapi::tbb::global_control::max_allowed_parallelism, 1);
    const auto found = search::explore({.model = question.model,
                                        .system = question.system,
                                        .layout = layout,
                                        .view = question.view,
                                        .judgement = question.judgement()},
                                       {}, {}, CancelToken());
    QVERIFY(found && found->legal > 5000 && found->simulated > 0);
    QVERIFY2(found->simulated * 10 < found->legal, qPrintable(QString::number(found->simulated)));
}

/// What is computed again makes another list of tasks, what only changes sizes none; and what comes of it is the plan's
/// own work.
void ModernSearchTest::piecesAreCompiledOnce()
{
    for (const char* name : {"Llama-3.1-8B", "DeepSeek-V3", "gpt-oss-120b"}) {
        const model::Description& model = model::find_released(name)->description;
        program::Plans plans(model);
        const block::Piece piece{block::PieceKind::block, 0, false};
        for (const auto policy : {strategy::RecomputePolicy::none, strategy::RecomputePolicy::attention_only,
                                  strategy::RecomputePolicy::full})
            for (const std::int64_t t : {2, 4})
                for (const std::int64_t microbatch : {1, 2, 4}) {
                    strategy::Execution execution;
                    execution.fused_attention = true;
                    strategy::set_number(execution, Field::tensor_degree, t);
                    strategy::set_number(execution, Field::microbatch_size, microbatch);
                    execution.global_batch = microbatch;
                    strategy::row(Field::recompute).set(execution, static_cast<std::int64_t>(policy));
                    strategy::row(Field::tensor_communication).set(execution, 1);
                    const auto plan = plans.of(piece, execution);
                    const auto own = passes::piece_plan(model, piece, execution);
                    QVERIFY(plan && own);
                    QVERIFY(plan->memory == own->memory);
                    QCOMPARE(plan->tasks.size(), own->tasks.size());
                    for (std::size_t i = 0; i < own->tasks.size(); ++i)
                        QVERIFY(plan->tasks[i].facts == own->tasks[i].facts &&
                                plan->tasks[i].primitive == own->tasks[i].primitive &&
                                plan->tasks[i].collective == own->tasks[i].collective);
                }
        QCOMPARE(plans.compiled(), std::size_t(3)); // by what is computed again
    }
}

void ModernSearchTest::threadsChangeNothing()
{
    search::Asked asked;
    asked.bounds[Field::context_degree] = "1,2";
    asked.bounds[Field::expert_degree] = "1,2,8";
    asked.words[Field::sharding] = {"none", "optimizer", "full"};
    const search::Question question = question_of("Mixtral-8x7B-v0.1", 8, "16", 16, asked);
    const auto layout = search::layouts_of(question)->front();
    const search::Searched searched{.model = question.model,
                                    .system = question.system,
                                    .layout = layout,
                                    .view = question.view,
                                    .judgement = question.judgement()};
    const search::Wanted wanted{.top = 20, .band_percent = 5};
    const auto many = search::explore(searched, wanted, {}, CancelToken());
    const oneapi::tbb::global_control one_thread(oneapi::tbb::global_control::max_allowed_parallelism, 1);
    const auto one = search::explore(searched, wanted, {}, CancelToken());
    QVERIFY(!one->top.empty());
    QVERIFY(many->front == one->front && many->top == one->top && many->band == one->band);
    QVERIFY(many->marginals == one->marginals && many->refused == one->refused && many->smallest == one->smallest);
}

/// What a shard writes is read back, and eight of them make what one run says.
void ModernSearchTest::shardsMakeOneWhole()
{
    search::Asked asked;
    asked.bounds[Field::context_degree] = "1,2";
    asked.words[Field::sharding] = {"optimizer", "full"};
    asked.words[Field::recompute_modules] = {"none", "core_attn", "mlp+layernorm"};
    const search::Question question = question_of("Llama-3.2-1B", 4, "4,8", 8, asked);
    const auto whole = search::answer(question, {}, 5, {}, CancelToken());
    QVERIFY(whole && !whole->found.front().top.empty());
    std::vector<search::Answers> parts;
    std::vector<std::string> names;
    for (std::uint64_t i = 1; i <= 8; ++i) {
        const auto part = search::answer(question, {i, 8}, 5, {}, CancelToken());
        const auto document = JsonDocument::parse(search::answers_json(*part)->dump(), "part");
        auto read = search::read_part(*document);
        if (!read)
            qFatal("%s", read.diagnostics().front().message.c_str());
        QVERIFY(read->question == question);
        parts.push_back(*std::move(read));
        names.push_back("part " + std::to_string(i));
    }
    const auto joined = search::joined(std::move(parts), names, CancelToken());
    QVERIFY(joined);
    const auto of_time = [](Json value) {
        value.erase("seconds");
        value.erase("rate_per_second");
        return value;
    };
    QVERIFY(of_time(*search::answers_json(*joined)) == of_time(*search::answers_json(*whole)));
}

void ModernSearchTest::questionsComeBack()
{
    const auto back = [](const search::Question& question) {
        const auto document = JsonDocument::parse(search::to_json(question).dump(), "question");
        return search::question_from_json(*document, document->root(), "");
    };
    search::Asked asked;
    asked.bounds[Field::context_degree] = "1,2";
    asked.bounds[Field::expert_degree] = "2..4";
    for (const auto& [field, words] :
         std::map<Field, std::vector<std::string>>{{Field::sharding, {"gradients", "full"}},
                                                   {Field::optimizer_sharding, {"on"}},
                                                   {Field::fused_attention, {"off"}},
                                                   {Field::recompute_modules, {"none", "moe+moe_act"}}}) {
        search::Asked one = asked;
        one.words[field] = words;
        for (const search::Question& question :
             {question_of("Mixtral-8x7B-v0.1", 8, "16", 16, one), question_of("Mixtral-8x7B-v0.1", 8, "16,32", 16, {})})
            QVERIFY(back(question).value() == question);
    }
    // A model of six numbers says nothing of further fields until it is asked for one.
    search::Asked plain;
    plain.devices = "8";
    plain.batch = 8;
    const auto& model = *model::find_preset("megatron-22B");
    const auto& system = *system::find_preset("a100_80g");
    const auto before = search::question_of(model, system, cost::View::system_evidence, plain);
    QVERIFY(!before->extended() && !search::to_json(*before)["bounds"].contains("context.degree"));
    plain.bounds[Field::context_degree] = "1,2";
    const auto after = search::question_of(model, system, cost::View::system_evidence, plain);
    QVERIFY(after->extended() && back(*after).value() == *after);
}

void ModernSearchTest::wordsForShardingExcludeEachOther()
{
    search::Asked asked;
    asked.devices = "8";
    asked.batch = 8;
    asked.words[Field::sharding] = {"full"};
    asked.words[Field::optimizer_sharding] = {"on"};
    asked.words[Field::recompute_modules] = {"mlp", "mlp+heads"};
    const auto refused = search::question_of(model::find_released("Llama-3.1-8B")->description,
                                             *system::find_preset("h100_sxm"), cost::View::peak_only, asked);
    QVERIFY(!refused);
    QCOMPARE(refused.diagnostics().size(), std::size_t(2));
    QCOMPARE(refused.diagnostics()[0].code, std::string("search.word.conflict"));
    QCOMPARE(refused.diagnostics()[1].code, std::string("search.word.unknown"));
    QVERIFY(refused.diagnostics()[1].message.find("mlp+heads") != std::string::npos);
}

/// Rank, cost of each value and neighbours of one strategy, by its own estimates.
void ModernSearchTest::besideOthers()
{
    search::Asked asked;
    asked.bounds[Field::context_degree] = "1,2";
    asked.bounds[Field::expert_degree] = "1,2,4";
    asked.bounds[Field::virtual_stages] = "1,2";
    asked.words[Field::sharding] = {"none", "optimizer", "full"};
    asked.words[Field::tensor_communication] = {"reduce_scatter_all_gather"};
    asked.words[Field::all_gather_redo] = {"off"};
    const search::Question question = question_of("Mixtral-8x7B-v0.1", 4, "16", 16, asked);
    const auto layout = search::layouts_of(question)->front();
    std::vector<Found> all;
    for (std::uint64_t number = 0; number < layout.strategies(); ++number) {
        const auto execution = layout.at(number);
        if (!strategy::violations(*question.description, question.system, execution, strategy::Rules::strict).empty())
            continue;
        const Alone one = alone(*question.description, question.system, execution, question.view);
        if (one.memory <= question.judgement().limit)
            all.push_back({number, one.total, one.memory, true});
    }
    std::sort(all.begin(), all.end(),
              [&](const Found& a, const Found& b) { return testing::before(question.judgement(), a, b); });
    QVERIFY(all.size() > 50);
    for (const std::size_t rank : {std::size_t(0), all.size() / 2, all.size() - 1}) {
        auto execution = layout.at(all[rank].number);
        const auto found = search::explain(question, execution, CancelToken());
        QVERIFY(found);
        QCOMPARE(found->rank.value_or(0), std::uint64_t(rank + 1));
        QCOMPARE(found->counting, std::uint64_t(all.size()));
        QCOMPARE(found->best->number, all.front().number);
        for (const auto& held : found->held) {
            double best = std::numeric_limits<double>::infinity();
            for (const Found& one : all)
                if (search::knob_value(held.field, layout.at(one.number)) == held.value)
                    best = std::min(best, one.total.value());
            QVERIFY2(held.best_seconds && *held.best_seconds == best, strategy::label_of(held.field).c_str());
        }
        // Every neighbour is legal, has its own estimate's figures and as many devices; the knobs that moved are named.
        const auto moves = search::neighbours(question, execution);
        QVERIFY(moves);
        std::set<Field> moved;
        for (const search::Neighbour& each : *moves) {
            const auto& to = each.to.execution;
            QVERIFY(strategy::violations(*question.description, question.system, to, strategy::Rules::strict).empty());
            QCOMPARE(strategy::world_size(to), std::int64_t(16));
            const Alone its = alone(*question.description, question.system, to, question.view);
            QVERIFY(each.to.found.total == its.total && each.to.found.memory == its.memory);
            moved.insert(each.field);
            for (const Layout::Knob& knob : layout.knobs()) {
                const bool named = knob.field == each.field || std::find(each.partners.begin(), each.partners.end(),
                                                                         knob.field) != each.partners.end();
                QCOMPARE(search::knob_value(knob.field, to) != search::knob_value(knob.field, execution), named);
            }
        }
        for (const Field field : {Field::context_degree, Field::expert_degree, Field::sharding})
            if (field != Field::sharding || strategy::gradient_group(execution) > 1)
                QVERIFY2(moved.contains(field), strategy::label_of(field).c_str());
    }
}

BLUEPRINTING_CORE_TEST(ModernSearchTest)
#include "modern_test.moc"
