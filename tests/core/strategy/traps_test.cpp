#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/core/strategy/cases.h"
#include "tests/support/execution.h"
#include "tests/support/test_main.h"

#include <functional>

using namespace blueprinting;
using namespace blueprinting::testing;

/// Strategies that people were told would run, and would not (or the other way round), each with what must be said of
/// it.
namespace {

struct Trap {
    const char* name;
    std::function<void(Case&)> set;
    const char* code; ///< "" where it is legal
    std::optional<std::int64_t> below = {}, above = {};
};

/// One device, one sample: legal for any model.
Case alone()
{
    Case c = legal_case();
    c.model = {"trap", 4096, 16384, 2048, 32, 128, 80};
    c.system.networks[0].size = c.system.networks[1].size = 65536;
    c.execution.parallelism = TransformerTrainingParallelism{};
    c.execution.global_batch = c.execution.microbatch_size = 1;
    c.execution.all_gather_redo = false;
    c.execution.tiers = {1, 1, 1};
    return c;
}

void pipeline_of(Case& c, std::int64_t p, std::int64_t v, std::int64_t m)
{
    c.training().pipeline = {p,
                             v > 1 ? PipelineSchedule(InterleavedOneForwardOneBackward{v}) : OneForwardOneBackward{}};
    c.execution.global_batch = m;
}

void heads_of(Case& c, std::int64_t heads, std::int64_t t)
{
    c.model.heads = heads;
    c.model.hidden = c.model.feedforward = heads * 8 * t;
    c.training().tensor.degree = t;
}

std::vector<Trap> traps()
{
    return {
        {"1: 80 blocks, p 16, v 2", [](Case& c) { pipeline_of(c, 16, 2, 16); }, "strategy.interleave.indivisible", 1,
         5},
        {"1: 80 blocks, p 16, v 5", [](Case& c) { pipeline_of(c, 16, 5, 16); }, ""},
        {"1: 80 blocks, p 16, plain 1F1B", [](Case& c) { pipeline_of(c, 16, 1, 16); }, ""},
        {"2: p 6, m 3, v 2 is an estimate without an order, not illegal",
         [](Case& c) { c.model.blocks = 12, pipeline_of(c, 6, 2, 3); }, ""},
        {"2: p 4, m 10, v 2 likewise", [](Case& c) { pipeline_of(c, 4, 2, 10); }, ""},
        {"3: m 1 on p 8", [](Case& c) { pipeline_of(c, 8, 1, 1); }, ""},
        {"3: m 4 on p 8", [](Case& c) { pipeline_of(c, 8, 1, 4); }, ""},
        {"4: 52 heads, t 8", [](Case& c) { heads_of(c, 52, 8); }, "strategy.heads.indivisible", 4, 13},
        {"4: 52 heads, t 13", [](Case& c) { heads_of(c, 52, 13); }, ""},
        {"4: 25 heads, t 4", [](Case& c) { heads_of(c, 25, 4); }, "strategy.heads.indivisible", 1, 5},
        {"4: 71 heads of hidden 4544, t 8",
         [](Case& c) {
             c.model.hidden = 4544, c.model.feedforward = 18176, c.model.heads = 71, c.training().tensor.degree = 8;
         },
         "strategy.heads.indivisible", 1, 71},
        {"4: 71 heads of hidden 4544, t 71",
         [](Case& c) {
             c.model.hidden = 4544, c.model.feedforward = 18176, c.model.heads = 71, c.training().tensor.degree = 71;
         },
         ""},
        {"5: 256 with d 7, microbatch 2",
         [](Case& c) { c.training().data.degree = 7, c.execution.global_batch = 256, c.execution.microbatch_size = 2; },
         "strategy.global_batch.indivisible", 252, 266},
        {"5: 63 with d 2", [](Case& c) { c.training().data.degree = 2, c.execution.global_batch = 63; },
         "strategy.global_batch.indivisible", 62, 64},
        {"5: 4 with d 8",
         [](Case& c) { c.training().data.degree = 8, c.execution.global_batch = 4; },
         "strategy.global_batch.indivisible",
         {},
         8},
        {"6: t 2, d 16 on 8 devices",
         [](Case& c) {
             c.training().tensor.degree = 2, c.training().data.degree = 16, c.execution.global_batch = 16;
             c.execution.num_procs = 8;
         },
         "strategy.world_size.mismatch",
         {},
         32},
        {"6: t 8 on 12 devices",
         [](Case& c) { c.training().tensor.degree = 8, c.execution.num_procs = 12; },
         "strategy.world_size.mismatch",
         8,
         {}},
        {"7: s 50341, t 4, RS+AG",
         [](Case& c) {
             c.model.sequence = 50341, c.training().tensor = {4, TensorCommunication::reduce_scatter_all_gather};
         },
         "strategy.sequence.indivisible",
         1,
         {}},
        {"7: s 50341, t 4, all-reduce",
         [](Case& c) {
             c.model.sequence = 50341, c.training().tensor = {4, TensorCommunication::all_reduce};
         },
         ""},
        {"7: s 2047, t 8, microbatch 8",
         [](Case& c) {
             c.model.sequence = 2047, c.training().tensor = {8, TensorCommunication::reduce_scatter_all_gather};
             c.execution.global_batch = c.execution.microbatch_size = 8;
         },
         "strategy.sequence.indivisible",
         1,
         {}},
        {"7: the same under the reference's check",
         [](Case& c) {
             c.model.sequence = 2047, c.training().tensor = {8, TensorCommunication::reduce_scatter_all_gather};
             c.execution.global_batch = c.execution.microbatch_size = 8;
             c.rules = Rules::calculon_compatible;
         },
         ""},
        {"7: t 1 with RS+AG",
         [](Case& c) {
             c.model.sequence = 50341, c.training().tensor = {1, TensorCommunication::reduce_scatter_all_gather};
             c.execution.all_gather_redo = true;
         },
         ""},
        {"8: 4 blocks, p 8",
         [](Case& c) { c.model.blocks = 4, pipeline_of(c, 8, 1, 8); },
         "strategy.pipeline.exceeds_blocks",
         4,
         {}},
        {"8: 96 blocks, p 8, v 13",
         [](Case& c) { c.model.blocks = 96, pipeline_of(c, 8, 13, 8); },
         "strategy.interleave.exceeds_stage",
         12,
         {}},
        {"8: 96 blocks, p 8, v 5", [](Case& c) { c.model.blocks = 96, pipeline_of(c, 8, 5, 8); },
         "strategy.interleave.indivisible", 4, 6},
    };
}

} // namespace

class TrapsTest : public QObject {
    Q_OBJECT
private slots:
    void verdict_data();
    void verdict();
    void batch_stays_when_degrees_change();
    void a_trillion_parameters_on_3072_devices();
};

void TrapsTest::verdict_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Trap& trap : traps())
        QTest::newRow(trap.name) << index++;
}

void TrapsTest::verdict()
{
    QFETCH(int, index);
    const Trap trap = traps().at(static_cast<std::size_t>(index));
    Case c = alone();
    trap.set(c);
    const auto all = c.violations();
    if (*trap.code == '\0') {
        QVERIFY2(all.empty(), all.empty() ? "" : all.front().message.c_str());
        return;
    }
    QCOMPARE(all.size(), std::size_t{1});
    QCOMPARE(all[0].code, std::string(trap.code));
    QVERIFY(all[0].below == trap.below);
    QVERIFY(all[0].above == trap.above);
}

void TrapsTest::batch_stays_when_degrees_change()
{
    // The batch is what the optimizer sees: other degrees change the number of microbatches, never the batch.
    Case c = alone();
    c.execution.global_batch = 240;
    c.execution.microbatch_size = 4;
    QCOMPARE(microbatch_count(c.execution), std::int64_t{60});
    c.training().data.degree = 4;
    c.training().tensor.degree = 8;
    c.training().pipeline = {8, OneForwardOneBackward{}};
    QCOMPARE(c.execution.global_batch, std::int64_t{240});
    QCOMPARE(microbatch_count(c.execution), std::int64_t{15});
    QCOMPARE(world_size(c.execution), std::int64_t{256});
}

void TrapsTest::a_trillion_parameters_on_3072_devices()
{
    // 12: legal as it stands; whether it fits is another question.
    const QByteArray file = execution_text({{"num_procs", 3072},
                                            {"tensor_par", 4},
                                            {"pipeline_par", 64},
                                            {"data_par", 12},
                                            {"batch_size", 3072},
                                            {"microbatch_size", 4},
                                            {"activation_recompute", "full"},
                                            {"tensor_par_comm_type", "rs_ag"},
                                            {"optimizer_sharding", true},
                                            {"fused_activation", true}});
    const auto document = JsonDocument::parse(file.toStdString(), "e.json");
    QVERIFY(document.has_value());
    const auto execution = from_mapping(*document, document->root(), "", Rules::strict);
    QVERIFY(execution.has_value());
    const auto* model = model::find_preset("megatron-1T");
    const auto* system = system::find_preset("a100_80g");
    QVERIFY(model && system);
    QVERIFY(violations(*model, *system, *execution, Rules::strict).empty());
    QCOMPARE(microbatch_count(*execution), std::int64_t{64}); // 3072 / (12·4)
    QCOMPARE(blocks_per_stage(*execution, 128), std::int64_t{2});
}

BLUEPRINTING_CORE_TEST(TrapsTest)
#include "traps_test.moc"
