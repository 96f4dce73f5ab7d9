#include "core/accounting/estimate_share.h"
#include "core/model/released.h"
#include "core/passes/compile.h"
#include "core/program/evaluate.h"
#include "core/strategy/mapping.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::accounting;

class EstimateShareTest : public QObject {
    Q_OBJECT
private slots:
    void gpt175b_data();
    void gpt175b();
    void sharding();
    void widths_data();
    void widths();
    void inference();
    void theEstimateStays();
    void stages_data();
    void stages();
    void gatheredWeights();
};

namespace {

constexpr double kGiB = 1073741824.0;

cost::Estimate estimated(const char* model, const char* system, const strategy::Execution& execution)
{
    const auto compiled = passes::compile(*model::find_preset(model), execution, strategy::Rules::strict);
    const auto estimate = cost::estimate(compiled->plan(), *system::find_preset(system), cost::View::system_evidence,
                                         strategy::Rules::strict);
    return *estimate;
}

cost::Estimate estimated(const strategy::Execution& execution) { return estimated("gpt3-175B", "a100_80g", execution); }

strategy::Execution preset(const char* name) { return strategy::find_preset(name)->execution; }

program::Evaluation evaluated(const model::Description& model, const Json& typed)
{
    const auto document = JsonDocument::parse(typed.dump(), "case");
    const auto execution = strategy::execution_from_json(*document, document->root(), "");
    return program::evaluate(model, *system::find_preset("h100_sxm"), *execution).value();
}

QString gib(Bytes bytes) { return QString::number(bytes.value() / kGiB, 'f', 1); }

} // namespace

void EstimateShareTest::gpt175b_data()
{
    QTest::addColumn<QStringList>("totals"); // as modelled, SGD, FlashSGD, AdamW, FlashAdamW
    QTest::newRow("seqsel-tab5/gpt3-175B/full") << QStringList{"48.1", "37.6", "22.5", "47.7", "25.2"};
    QTest::newRow("seqsel-tab5/gpt3-175B/seqsel") << QStringList{"54.1", "43.5", "28.5", "53.7", "31.2"};
}

void EstimateShareTest::gpt175b()
{
    const strategy::Execution execution = preset(QTest::currentDataTag());
    const cost::Estimate estimate = estimated(execution);
    const auto share = share_of(estimate, execution);
    QVERIFY(share.has_value());
    // 12 blocks of 12·12288²/8 + 4·12288 weights; 64 samples, one a microbatch.
    QCOMPARE(share->parameters, 12 * (12 * 12288.0 * 12288.0 / 8 + 4 * 12288.0));
    QCOMPARE(share->blocks, std::int64_t{12});
    QCOMPARE(share->state_shards, std::int64_t{1});
    QCOMPARE(share->microbatches, std::int64_t{64});
    QStringList totals{gib(as_modelled(estimate).total())};
    for (const char* name : {"SGD", "FlashSGD", "AdamW", "FlashAdamW"})
        totals << gib(memory_under(per_parameter(*optimizer_from(name), {}), *share).total());
    QTEST(totals, "totals");

    // The workload's own: 2-byte weights and gradients, one block's gradients in 4 bytes, 12 bytes of state.
    const StrategyMemory modelled = as_modelled(estimate);
    QCOMPARE(modelled.weights.value(), 2 * share->parameters);
    QCOMPARE(modelled.gradients.value(), 2 * share->parameters + 2 * share->parameters / 12);
    QCOMPARE(modelled.state.value(), 12 * share->parameters);
    QCOMPARE(modelled.rest.value(), share->rest.value());
}

void EstimateShareTest::sharding()
{
    strategy::Execution execution = preset("seqsel-tab5/gpt3-175B/full");
    auto& training = std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
    training.data = {4, true};
    execution.num_procs.reset();
    execution.global_batch = 256;
    const cost::Estimate estimate = estimated(execution);
    const auto share = share_of(estimate, execution);
    QCOMPARE(share->state_shards, std::int64_t{4});
    // What a quarter of the workload's own state is, so is a quarter of AdamW's.
    QCOMPARE(as_modelled(estimate).state.value(), 12 * share->parameters / 4);
    QCOMPARE(memory_under(per_parameter(*optimizer_from("AdamW"), {}), *share).state.value(),
             8 * share->parameters / 4);
    training.data.optimizer_sharding = false;
    QCOMPARE(share_of(estimated(execution), execution)->state_shards, std::int64_t{1});
}

// The number of parameters does not depend on the width that the strategy trains in.
void EstimateShareTest::widths_data()
{
    QTest::addColumn<int>("datatype");
    QTest::newRow("float8") << static_cast<int>(Datatype::float8);
    QTest::newRow("float16") << static_cast<int>(Datatype::float16);
}

void EstimateShareTest::widths()
{
    QFETCH(int, datatype);
    strategy::Execution execution = preset("seqsel-tab5/gpt3-175B/full");
    execution.datatype = static_cast<Datatype>(datatype);
    QCOMPARE(share_of(estimated("gpt3-175B", "h100_80g_nvl8", execution), execution)->parameters, 2718498816.0);
}

void EstimateShareTest::inference()
{
    strategy::Execution execution = preset("seqsel-tab5/gpt3-175B/full");
    execution.parallelism = strategy::TransformerInferenceParallelism{{8, {}}, {8, strategy::ForwardOnly{}}, {1}};
    const cost::Estimate estimate = estimated(execution);
    QVERIFY(!share_of(estimate, execution));
}

// Trying optimizers leaves the estimate as it was: 48.10 and 54.07 GiB, 12 bytes of state.
void EstimateShareTest::theEstimateStays()
{
    const strategy::Execution execution = preset("seqsel-tab5/gpt3-175B/full");
    const cost::Estimate estimate = estimated(execution);
    const cost::Memory before = estimate.memory;
    const auto share = share_of(estimate, execution);
    for (const StandardOptimizer& optimizer : standard_optimizers())
        QVERIFY(memory_under(per_parameter(optimizer, {}), *share).total().value() > 0);
    QVERIFY(estimate.memory == before);
    QCOMPARE(before[cost::MemoryPart::optimizer].value(), 12.0 * 2718498816);
}

void EstimateShareTest::stages_data() { testing::add_modern_cases({"stage_memory"}); }

// A stage's weights in 2 bytes are half of AdamW's 4 byte master, its 12 bytes of state are AdamW's 8 of moments and
// that copy, and its gradients are summed up in 4; the cases say the bytes.
void EstimateShareTest::stages()
{
    QFETCH(int, index);
    const Json& each = testing::modern_case(index);
    const program::Evaluation evaluation = evaluated(testing::model_of(each), each["strategy"]);
    const auto& stages = evaluation.peak_only.stages;
    QCOMPARE(stages.size(), each["expect"].size());
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const auto bytes = [&](const char* part) { return each["expect"][i][part].get<double>(); };
        QCOMPARE(as_modelled(stages[i]).total().value(), bytes("total"));
        const auto share = share_of(evaluation.program, stages[i]);
        const StrategyMemory memory = memory_under(per_parameter(*optimizer_from("AdamW"), {}), *share);
        QCOMPARE(memory.weights.value(), bytes("weights") * 2);
        QCOMPARE(memory.state.value(), bytes("optimizer") * 8 / 12);
        QCOMPARE(memory.gradients.value(),
                 evaluation.program.plain ? bytes("weights") * 2 : bytes("gradients")); // float16 in plain ones
        QCOMPARE(memory.rest.value(), bytes("activations") + bytes("transient"));
    }
}

// Llama-3.1-8B, fully sharded over 8: an eighth of everything stays, and what is gathered for a while is in the rest,
// whatever the optimizer. The embedding's gradient is whole until it is scattered.
void EstimateShareTest::gatheredWeights()
{
    Json strategy;
    for (const Json& each : testing::modern_cases()["cases"])
        if (each["id"] == "stage_memory/Llama-3.1-8B/t2-cp4-all_gather")
            strategy = each["strategy"];
    strategy["parallelism"].erase("context");
    strategy["parallelism"]["tensor"] = {{"degree", 1}, {"communication", "all_reduce"}};
    strategy["parallelism"]["data"] = {{"degree", 8}, {"sharding", {{"kind", "full"}}}};
    strategy["global_batch"] = 8;
    const program::Evaluation evaluation = evaluated(model::find_released("Llama-3.1-8B")->description, strategy);
    const program::StageEstimate& stage = evaluation.peak_only.stages.front();
    const auto share = share_of(evaluation.program, stage);
    constexpr double kWeights = 8030261248, kEmbedding = 128256.0 * 4096;
    const StrategyMemory adam = memory_under(per_parameter(*optimizer_from("AdamW"), {}), *share);
    QCOMPARE(adam.weights.value(), 4 * kWeights / 8);
    QCOMPARE(adam.state.value(), 8 * kWeights / 8);
    QVERIFY(adam.gradients.value() >= 4 * (kWeights / 8 + kEmbedding));
    QVERIFY(adam.gradients.value() <= 4 * (kWeights / 8 + kEmbedding + 4096)); // with the last norm
    const StrategyMemory modelled = as_modelled(stage);
    QCOMPARE(adam.rest.value(), modelled.rest.value() + modelled.weights.value() - 2 * kWeights / 8);
    QVERIFY(modelled.weights.value() > 2 * kWeights / 8);
}

BLUEPRINTING_CORE_TEST(EstimateShareTest)
#include "estimate_share_test.moc"
