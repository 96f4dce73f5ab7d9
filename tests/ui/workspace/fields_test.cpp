#include "core/strategy/field_table.h"
#include "tests/support/test_main.h"
#include "ui/workspace/strategy_fields.h"

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

using Change = std::function<void(LegalForm&)>;

strategy::TransformerTrainingParallelism& training(LegalForm& form)
{
    return std::get<strategy::TransformerTrainingParallelism>(form.execution.parallelism);
}

LegalForm seqsel() // GPT-175B on 64 A100: t 8, p 8, v 3, d 1, batch 64, microbatch 1
{
    const SessionStrategy strategy = starting_session().strategies[1];
    return {strategy.model, strategy.system, strategy.execution};
}

QString said(const StrategyChanges& changes)
{
    QStringList out;
    for (const FieldChange& change : changes.fields)
        out << QStringLiteral("%1: %2 > %3").arg(change.title, change.before, change.after);
    return out.join(QStringLiteral("; "));
}

} // namespace

/// Every field in which two strategies can differ is named, and only those.
class FieldsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFieldThatCanDifferIsNamed_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("equal");
        const auto row = [](const char* name, const Change& change, const QString& says, int equal = 22) {
            QTest::newRow(name) << change << says << equal;
        };
        row(
            "nothing", [](LegalForm&) {}, {}, 23);
        row(
            "TP", [](LegalForm& f) { training(f).tensor.degree = 4; }, QStringLiteral("GPUs: 64 > 32; TP: 8 > 4"), 21);
        row(
            "TP communication",
            [](LegalForm& f) { training(f).tensor.communication = strategy::TensorCommunication::all_reduce; },
            QStringLiteral("TP communication: reduce-scatter + all-gather > all-reduce"));
        row(
            "PP", [](LegalForm& f) { training(f).pipeline.degree = 4; }, QStringLiteral("GPUs: 64 > 32; PP: 8 > 4"),
            21);
        row(
            "virtual stages",
            [](LegalForm& f) { training(f).pipeline.schedule = strategy::InterleavedOneForwardOneBackward{2}; },
            QStringLiteral("Virtual stages: 3 > 2"));
        row(
            "schedule", [](LegalForm& f) { training(f).pipeline.schedule = strategy::OneForwardOneBackward{}; },
            QStringLiteral("Schedule: interleaved 1F1B > 1F1B; Virtual stages: 3 > 1"));
        row(
            "single stage",
            [](LegalForm& f) {
                training(f).pipeline = {1, strategy::SingleStage{}};
            },
            QStringLiteral("GPUs: 64 > 8; PP: 8 > 1; Schedule: interleaved 1F1B > single stage; Virtual stages: 3 > 1"),
            20);
        row(
            "DP", [](LegalForm& f) { training(f).data.degree = 2; }, QStringLiteral("GPUs: 64 > 128; DP: 1 > 2"), 21);
        row(
            "optimizer sharding", [](LegalForm& f) { training(f).data.optimizer_sharding = true; },
            QStringLiteral("Optimizer sharding: off > on"));
        row(
            "recompute", [](LegalForm& f) { training(f).recompute = strategy::RecomputePolicy::none; },
            QStringLiteral("Recompute: attention > none"));
        row(
            "batch", [](LegalForm& f) { f.execution.global_batch = 65; }, QStringLiteral("Batch: 64 > 65"));
        row(
            "microbatch", [](LegalForm& f) { f.execution.microbatch_size = 2; }, QStringLiteral("Microbatch: 1 > 2"));
        row(
            "redo", [](LegalForm& f) { f.execution.all_gather_redo = !f.execution.all_gather_redo; },
            seqsel().execution.all_gather_redo ? QStringLiteral("All-gather redo: on > off")
                                               : QStringLiteral("All-gather redo: off > on"));
        row(
            "fused", [](LegalForm& f) { f.execution.fused_activation = !f.execution.fused_activation; },
            seqsel().execution.fused_activation ? QStringLiteral("Fused activation: on > off")
                                                : QStringLiteral("Fused activation: off > on"));
        row(
            "datatype", [](LegalForm& f) { f.execution.datatype = Datatype::float32; },
            QStringLiteral("Datatype: float16 > float32"));
        row(
            "attention", [](LegalForm& f) { f.execution.attention_type = strategy::AttentionType::multiquery; },
            QStringLiteral("Attention: multihead > multiquery"));
        row(
            "TP tier", [](LegalForm& f) { f.execution.tiers.tensor = 1; }, QStringLiteral("TP tier: 0 > 1"));
        row(
            "PP tier", [](LegalForm& f) { f.execution.tiers.pipeline = 0; }, QStringLiteral("PP tier: 1 > 0"));
        row(
            "DP tier", [](LegalForm& f) { f.execution.tiers.data = 0; }, QStringLiteral("DP tier: 1 > 0"));
        row(
            "processors stated", [](LegalForm& f) { f.execution.num_procs = 32; }, QStringLiteral("GPUs: 64 > 32"));
        row(
            "processors stated as they are", [](LegalForm& f) { f.execution.num_procs = 64; }, {}, 23);
        row(
            "inference",
            [](LegalForm& f) {
                const auto trained = training(f);
                f.execution.parallelism =
                    strategy::TransformerInferenceParallelism{trained.tensor, {8, strategy::ForwardOnly{1}}, {1}};
            },
            QString::fromUtf8("Purpose: training > inference; Schedule: interleaved 1F1B > forward only; Virtual "
                              "stages: 3 > 1; Recompute: attention > –"),
            20);
        row(
            "model by name", [](LegalForm& f) { f.model = *model::find_preset("megatron-1T"); },
            QStringLiteral("Model: gpt3-175B > megatron-1T"), 23);
        row(
            "model by shape",
            [](LegalForm& f) {
                f.model.blocks = 48;
                f.model.sequence = 1024;
            },
            QStringLiteral("Model: gpt3-175B s 2048 L 96 > gpt3-175B s 1024 L 48"), 23);
        row(
            "system by name",
            [](LegalForm& f) {
                f.system.name = "other";
                f.system.mem1.capacity_gib = 40;
            },
            QStringLiteral("System: a100_80g > other"), 23);
        row(
            "system by value",
            [](LegalForm& f) {
                f.system.mem1.capacity_gib = 40;
                f.system.networks[1].bandwidth_gbps = 50;
            },
            QStringLiteral("System mem1.GiB: 80.0 > 40.0; System networks.1.bandwidth: 25.0 > 50.0"), 23);
    }
    void everyFieldThatCanDifferIsNamed()
    {
        QFETCH(Change, change);
        QFETCH(QString, says);
        QFETCH(int, equal);
        LegalForm after = seqsel();
        change(after);
        const StrategyChanges changes = changes_between(seqsel(), after);
        QCOMPARE(said(changes), says);
        QCOMPARE(changes.equal_fields, equal);
        // Said nowhere only where nothing differs.
        LegalForm counted = after;
        if (counted.execution.num_procs == 64)
            counted.execution.num_procs = seqsel().execution.num_procs;
        QCOMPARE(changes.fields.empty(), counted == seqsel());
    }

    /// A field that the table gains is noticed here without a line of its own.
    void everyRowOfTheTableIsNoticed()
    {
        for (const strategy::FieldRow& row : strategy::field_rows()) {
            LegalForm after = seqsel();
            if (row.purpose == strategy::Purpose::inference)
                strategy::set_training(after.execution, false);
            const LegalForm before = after;
            const auto now = row.get(after.execution);
            row.set(after.execution, row.kind == strategy::Kind::integer ? now.value_or(1) * 2 : now == 0 ? 1 : 0);
            const StrategyChanges changes = changes_between(before, after);
            QVERIFY2(!changes.fields.empty(), std::string(row.path).c_str());
            QVERIFY(std::any_of(changes.fields.begin(), changes.fields.end(), [&](const FieldChange& change) {
                return change.title.startsWith(QString::fromUtf8(row.title.data(), qsizetype(row.title.size()))) ||
                       row.field == strategy::Field::data_tier;
            }));
        }
    }

    void systemsOfOneNameThatDifferInMuchShowTheirRevisions()
    {
        LegalForm after = seqsel();
        after.system = *system::find_preset("h100_80g_nvl8");
        after.system.name = seqsel().system.name;
        const StrategyChanges changes = changes_between(seqsel(), after);
        QCOMPARE(changes.fields.size(), std::size_t{1});
        QCOMPARE(changes.fields[0].before,
                 QStringLiteral("a100_80g ") +
                     QString::fromStdString(system::evidence_revision(seqsel().system).short_hex()));
        QVERIFY(changes.fields[0].before != changes.fields[0].after);
    }
};

BLUEPRINTING_UI_TEST(FieldsTest)
#include "fields_test.moc"
