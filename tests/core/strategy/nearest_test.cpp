#include "core/strategy/derived.h"
#include "core/strategy/divisors.h"
#include "tests/core/strategy/cases.h"
#include "tests/support/test_main.h"

#include <map>
#include <numeric>
#include <random>

using namespace blueprinting;
using namespace blueprinting::testing;

/// Nearest legal values against a search that tries every value: they break no law of their field, and none is nearer.
namespace {

/// The codes whose verdict depends on a field, but for those of networks and of the field's own sign, which are looked
/// at apart. World sizes past 2^53 do not come up with numbers as small as these.
const std::map<Field, std::vector<std::string>>& laws_of()
{
    static const std::map<Field, std::vector<std::string>> laws{
        {Field::tensor_degree,
         {"strategy.hidden.indivisible", "strategy.feedforward.indivisible", "strategy.heads.indivisible",
          "strategy.sequence.indivisible", "strategy.world_size.mismatch"}},
        {Field::pipeline_degree,
         {"strategy.single_stage.mismatch", "strategy.pipeline.exceeds_blocks", "strategy.blocks.indivisible",
          "strategy.interleave.exceeds_stage", "strategy.interleave.indivisible", "strategy.world_size.mismatch"}},
        {Field::virtual_stages,
         {"strategy.interleave.too_small", "strategy.forward_only.interleaved", "strategy.interleave.exceeds_stage",
          "strategy.interleave.indivisible"}},
        {Field::data_degree,
         {"strategy.optimizer_sharding.without_dp", "strategy.global_batch.indivisible",
          "strategy.microbatch.indivisible", "strategy.world_size.mismatch"}},
        {Field::replicas,
         {"strategy.global_batch.indivisible", "strategy.microbatch.indivisible", "strategy.world_size.mismatch"}},
        {Field::global_batch, {"strategy.global_batch.indivisible", "strategy.microbatch.indivisible"}},
        {Field::microbatch_size, {"strategy.microbatch.indivisible"}},
        {Field::tensor_tier, {}},
        {Field::pipeline_tier, {}},
        {Field::data_tier, {}},
    };
    return laws;
}

struct Group {
    std::int64_t degree, tier;
};

std::array<Group, 3> groups(const Execution& e)
{
    return {{{tensor_degree(e), e.tiers.tensor.value()},
             {pipeline_degree(e), e.tiers.pipeline.value()},
             {data_degree(e), e.tiers.data.value()}}};
}

int group_of(Field field)
{
    switch (field) {
    case Field::tensor_degree:
    case Field::tensor_tier: return 0;
    case Field::pipeline_degree:
    case Field::pipeline_tier: return 1;
    case Field::data_degree:
    case Field::replicas:
    case Field::data_tier: return 2;
    default: return -1;
    }
}

bool tier_exists(const Case& c, int group)
{
    const std::int64_t tier = groups(c.execution)[static_cast<std::size_t>(group)].tier;
    return tier >= 0 && tier < std::ssize(c.system.networks);
}

/// Whether the tier that this group is on can hold what is placed on it. A group of 1 is placed on none, and one that
/// does not exist asks nothing of a degree.
bool tier_holds(const Case& c, int group)
{
    const auto all = groups(c.execution);
    const Group mine = all[static_cast<std::size_t>(group)];
    if (mine.degree <= 1 || !tier_exists(c, group))
        return true;
    std::int64_t product = 1;
    for (const Group& each : all)
        if (each.degree > 1 && each.tier == mine.tier)
            product *= each.degree;
    const system::Network& network = c.system.networks[static_cast<std::size_t>(mine.tier)];
    return product <= network.size && (!network.must_be_filled || network.size % product == 0);
}

bool is_tier(Field field)
{
    return field == Field::tensor_tier || field == Field::pipeline_tier || field == Field::data_tier;
}

bool legal(const Case& c, Field field, std::int64_t value)
{
    if (!is_tier(field) && value < 1)
        return false;
    const Case tried = with(c, field, value);
    for (const std::string& code : laws_of().at(field))
        if (tried.breaks(code))
            return false;
    if (field == Field::microbatch_size && c.rules == Rules::calculon_compatible &&
        tried.breaks("strategy.sequence.indivisible"))
        return false;
    const int group = group_of(field);
    return group < 0 || ((!is_tier(field) || tier_exists(tried, group)) && tier_holds(tried, group));
}

std::int64_t number(const Execution& e, Field field)
{
    switch (field) {
    case Field::tensor_degree: return tensor_degree(e);
    case Field::pipeline_degree: return pipeline_degree(e);
    case Field::data_degree:
    case Field::replicas: return data_degree(e);
    case Field::virtual_stages: return virtual_stages(e);
    case Field::global_batch: return e.global_batch;
    case Field::microbatch_size: return e.microbatch_size;
    case Field::tensor_tier: return e.tiers.tensor.value();
    case Field::pipeline_tier: return e.tiers.pipeline.value();
    case Field::data_tier: return e.tiers.data.value();
    default: return 0;
    }
}

class Dice {
public:
    explicit Dice(unsigned seed) : m_engine(seed) {}
    std::int64_t between(std::int64_t least, std::int64_t most)
    {
        return least + static_cast<std::int64_t>(m_engine() % static_cast<unsigned long>(most - least + 1));
    }
    bool one_in(int n) { return between(1, n) == 1; }

private:
    std::mt19937 m_engine;
};

Case random_case(Dice& dice)
{
    Case c = legal_case();
    const std::int64_t unit = dice.between(1, 6);
    c.model = {"random",
               unit * dice.between(1, 12),
               unit * dice.between(1, 12),
               unit * dice.between(1, 12),
               unit * dice.between(1, 8),
               dice.between(1, 8),
               dice.between(1, 48)};
    c.system.networks[0].size = dice.between(1, 12);
    c.system.networks[0].must_be_filled = !dice.one_in(3);
    c.system.networks[1].size = dice.one_in(3) ? dice.between(1, 40) : 65536;
    c.rules = dice.one_in(2) ? Rules::strict : Rules::calculon_compatible;
    const auto degree = [&] { return dice.one_in(12) ? dice.between(-1, 0) : dice.between(1, 9); };
    const TensorParallel tensor{degree(), dice.one_in(2) ? TensorCommunication::all_reduce
                                                         : TensorCommunication::reduce_scatter_all_gather};
    if (dice.one_in(4)) {
        c.execution.parallelism =
            TransformerInferenceParallelism{tensor, {degree(), ForwardOnly{dice.between(0, 7)}}, {degree()}};
    } else {
        PipelineSchedule schedule = SingleStage{};
        if (!dice.one_in(4))
            schedule = dice.one_in(3) ? PipelineSchedule(OneForwardOneBackward{})
                                      : PipelineSchedule(InterleavedOneForwardOneBackward{dice.between(0, 9)});
        c.execution.parallelism = TransformerTrainingParallelism{
            tensor, {degree(), schedule}, {degree(), dice.one_in(3)}, RecomputePolicy::none};
    }
    c.execution.all_gather_redo = false;
    c.execution.global_batch = dice.one_in(20) ? dice.between(-2, 0) : dice.between(1, 120);
    c.execution.microbatch_size = degree();
    c.execution.tiers = {dice.between(-1, 2), dice.between(0, 2), dice.between(0, 2)};
    if (dice.one_in(6))
        c.execution.num_procs = dice.between(1, 100);
    return c;
}

} // namespace

class NearestTest : public QObject {
    Q_OBJECT
private slots:
    void against_every_value();
    void blocks_sum_to_the_model();
    void large_numbers();
    void divisors_of_data();
    void divisors_of();
};

void NearestTest::against_every_value()
{
    Dice dice(20220510);
    std::map<Field, int> seen;
    for (int round = 0; round < 6000; ++round) {
        const Case c = random_case(dice);
        for (const Violation& violation : c.violations()) {
            if (!laws_of().contains(violation.field)) {
                if (violation.field != Field::num_procs)
                    QVERIFY(!violation.below && !violation.above);
                continue;
            }
            ++seen[violation.field];
            const std::int64_t now = number(c.execution, violation.field);
            // Beyond the largest multiple of d·microbatch, the blocks, the batch and the tiers there is nothing to
            // find.
            std::optional<std::int64_t> below, above;
            for (std::int64_t value = now - 1; value >= 0 && !below; --value)
                if (legal(c, violation.field, value))
                    below = value;
            for (std::int64_t value = now + 1; value <= 250 && !above; ++value)
                if (legal(c, violation.field, value))
                    above = value;
            if (violation.field == Field::virtual_stages && now == 1 && is_training(c.execution))
                below = 1; // plain 1F1B
            const std::string where = violation.code + " in round " + std::to_string(round) + ": " + violation.message;
            QVERIFY2(violation.below == below, where.c_str());
            QVERIFY2(violation.above == above, where.c_str());
        }
    }
    // Every field came up often enough for this to mean something.
    for (const auto& [field, laws] : laws_of())
        QVERIFY2(seen[field] >= 20, std::string(path_of(field)).c_str());
}

void NearestTest::blocks_sum_to_the_model()
{
    Dice dice(7);
    int accepted = 0;
    for (int round = 0; round < 8000; ++round) {
        Case c = legal_case();
        c.model.blocks = dice.between(1, 96);
        const std::int64_t p = dice.between(2, 8);
        const std::int64_t v = dice.between(1, 6);
        const std::int64_t d = dice.between(1, 4);
        c.training().pipeline = {p, v == 1 ? PipelineSchedule(OneForwardOneBackward{})
                                           : InterleavedOneForwardOneBackward{v}};
        c.training().data.degree = d;
        c.execution.microbatch_size = dice.between(1, 4);
        c.execution.global_batch = dice.between(1, 60);
        if (!c.codes().empty())
            continue;
        ++accepted;
        const Execution& e = c.execution;
        QCOMPARE(pipeline_degree(e) * virtual_stages(e) * blocks_per_chunk(e, c.model.blocks), c.model.blocks);
        QCOMPARE(data_degree(e) * microbatch_count(e) * e.microbatch_size, e.global_batch);
    }
    QVERIFY2(accepted >= 100, std::to_string(accepted).c_str());
}

void NearestTest::large_numbers()
{
    constexpr std::int64_t two_to_53 = std::int64_t{1} << 53;
    Case c = legal_case();
    c.execution.all_gather_redo = false;
    const auto only = [&](std::string_view code) -> Violation {
        for (const Violation& violation : c.violations())
            if (violation.code == code)
                return violation;
        return {};
    };
    // A batch with two large prime factors: 94906249 · 94906247 (both prime, just below 2^26.5).
    c.training() = {{1, TensorCommunication::all_reduce}, {1, SingleStage{}}, {1, false}, RecomputePolicy::none};
    c.execution.tiers = {1, 1, 1};
    c.execution.global_batch = std::int64_t{94906249} * 94906247;
    c.execution.microbatch_size = 94906248;
    Violation found = only("strategy.microbatch.indivisible");
    QCOMPARE(found.below.value_or(0), std::int64_t{94906247});
    QCOMPARE(found.above.value_or(0), std::int64_t{94906249});
    // Blocks near 2^53, uneven stages, chunks: the nearest p around 1000 with 7 | ⌈L/p⌉, found by trying.
    c = legal_case();
    c.rules = Rules::calculon_compatible;
    c.execution.all_gather_redo = false;
    c.model.blocks = two_to_53 - 111;
    c.system.networks[1].size = two_to_53 - 1;
    c.training().data.degree = 1;
    c.training().pipeline = {0, InterleavedOneForwardOneBackward{7}};
    const auto per_stage = [&](std::int64_t p) { return (c.model.blocks + p - 1) / p; };
    std::int64_t first = 2;
    while (per_stage(first) % 7 != 0)
        ++first;
    found = only("strategy.degree.not_positive");
    QCOMPARE(found.above.value_or(0), first);
    // A batch of 2^53 with microbatches of 3 on 5 groups: the largest multiple of 15 below.
    c = legal_case();
    c.training().data.degree = 5;
    c.execution.microbatch_size = 3;
    c.execution.global_batch = two_to_53;
    QCOMPARE(only("strategy.world_size.overflow").below.value_or(0), (two_to_53 - 1) / 15 * 15);
}

void NearestTest::divisors_of_data()
{
    QTest::addColumn<qint64>("n");
    QTest::addColumn<QList<qint64>>("expected");
    QTest::newRow("0") << qint64{0} << QList<qint64>{};
    QTest::newRow("1") << qint64{1} << QList<qint64>{1};
    QTest::newRow("52") << qint64{52} << QList<qint64>{1, 2, 4, 13, 26, 52};
    QTest::newRow("71") << qint64{71} << QList<qint64>{1, 71};
    QTest::newRow("square of a large prime")
        << qint64{94906249} * 94906249 << QList<qint64>{1, 94906249, qint64{94906249} * 94906249};
    QTest::newRow("two large primes") << qint64{94906249} * 94906247
                                      << QList<qint64>{1, 94906247, 94906249, qint64{94906249} * 94906247};
    QTest::newRow("2^53 - 111, a prime") << qint64{9007199254740881} << QList<qint64>{1, 9007199254740881};
}

void NearestTest::divisors_of()
{
    QFETCH(qint64, n);
    QFETCH(QList<qint64>, expected);
    const auto found = divisors(n);
    QCOMPARE(QList<qint64>(found.begin(), found.end()), expected);
    // And against trial over small numbers.
    for (std::int64_t small = 1; small <= 3000; ++small) {
        std::vector<std::int64_t> tried;
        for (std::int64_t value = 1; value <= small; ++value)
            if (small % value == 0)
                tried.push_back(value);
        QVERIFY(divisors(small) == tried);
    }
}

BLUEPRINTING_CORE_TEST(NearestTest)
#include "nearest_test.moc"
