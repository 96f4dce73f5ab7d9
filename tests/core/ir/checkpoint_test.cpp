#include "core/base/canonical_json.h"
#include "core/passes/transaction.h"
#include "tests/core/ir/cases.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::passes;
using strategy::RecomputePolicy;
using strategy::TensorCommunication;

/// Checkpoints on disk, and passes as transactions.
class CheckpointTest : public QObject {
    Q_OBJECT
private slots:
    void round_trip_data();
    void round_trip();
    void one_altered_byte_data();
    void one_altered_byte();
    void altered_spelling_data();
    void altered_spelling();
    void refusals_data();
    void refusals();
    void an_unsound_ir_with_a_right_digest_is_refused();
    void a_pass_reads_its_own_type();
    void a_pass_reads_what_the_digest_says();
    void a_failing_pass_publishes_nothing();
    void unsound_output_is_not_published();
    void output_of_another_source_is_not_published();
};

namespace {

const Compilation& sample()
{
    static const Compilation compiled = [] {
        strategy::Execution execution =
            cases::small(TensorCommunication::reduce_scatter_all_gather, RecomputePolicy::full);
        cases::training(execution).data.optimizer_sharding = true;
        return cases::compile_small(execution);
    }();
    return compiled;
}

const PassCheckpoint& checkpoint(int index)
{
    return index == 0 ? sample().model : index == 1 ? sample().distributed : sample().portable;
}

void stages()
{
    QTest::addColumn<int>("index");
    QTest::newRow("model") << 0;
    QTest::newRow("distributed") << 1;
    QTest::newRow("portable") << 2;
}

Result<PassCheckpoint> read(const std::string& text)
{
    const auto document = JsonDocument::parse(text, "checkpoint.json");
    return document ? checkpoint_from_json(*document) : document.failure_as<PassCheckpoint>();
}

} // namespace

void CheckpointTest::round_trip_data() { stages(); }

void CheckpointTest::round_trip()
{
    QFETCH(int, index);
    const PassCheckpoint& original = checkpoint(index);
    const auto again = read(*pretty_json(to_json(original)));
    QVERIFY2(again.has_value(), cases::first_line(again.diagnostics()).c_str());
    QCOMPARE(again->pass, original.pass);
    QCOMPARE(again->revision, original.revision);
    QCOMPARE(again->schema, original.schema);
    QCOMPARE(again->input, original.input);
    QCOMPARE(again->output, original.output);
    QVERIFY(*again->ir == *original.ir);
    QCOMPARE(ir::digest(*again->ir), original.output);
    QCOMPARE(*canonical_json(to_json(*again)), *canonical_json(to_json(original)));
}

void CheckpointTest::one_altered_byte_data() { stages(); }

/// Every 997th byte of the canonical spelling, and each of the first 300, altered in its lowest bit.
void CheckpointTest::one_altered_byte()
{
    QFETCH(int, index);
    const std::string text = *canonical_json(to_json(checkpoint(index)));
    QVERIFY(read(text).has_value());
    for (std::size_t at = 0; at < text.size(); at += at < 300 ? 1 : 997) {
        std::string altered = text;
        altered[at] = static_cast<char>(altered[at] ^ 1);
        const auto result = read(altered);
        QVERIFY2(
            !result.has_value(),
            qPrintable(
                QString("byte %1: %2").arg(at).arg(QString::fromStdString(altered.substr(at > 20 ? at - 20 : 0, 40)))));
        QVERIFY(!result.diagnostics().front().message.empty());
    }
}

void CheckpointTest::altered_spelling_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    // The text starts: {\n  "input": "", …
    QTest::newRow("a tab for a space") << QByteArray("{\n  ") << QByteArray("{\n\t ") << 2 << 1;
    QTest::newRow("a line break for a space") << QByteArray("\"input\": ") << QByteArray("\"input\":\n") << 2 << 11;
    QTest::newRow("a space for a line break") << QByteArray("{\n") << QByteArray("{ ") << 1 << 2;
    QTest::newRow("another spelling of a number")
        << QByteArray("\"revision\": 1") << QByteArray("\"revision\": 1.0") << -1 << -1;
    QTest::newRow("another spelling of a letter")
        << QByteArray("\"pass\": \"t") << QByteArray("\"pass\": \"\\u0074") << -1 << -1;
    QTest::newRow("a line more at the end") << QByteArray("}\n") << QByteArray("}\n\n") << -1 << -1;
}

/// What a parser would forgive is an altered file all the same.
void CheckpointTest::altered_spelling()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(int, line);
    QFETCH(int, column);
    const QByteArray text = QByteArray::fromStdString(*pretty_json(to_json(sample().model)));
    QVERIFY(read(text.toStdString()).has_value());
    QVERIFY(read(text.trimmed().toStdString()).has_value());
    const qsizetype at = before == "}\n" ? text.lastIndexOf(before) : text.indexOf(before);
    QVERIFY(at >= 0);
    QByteArray altered = text;
    altered.replace(at, before.size(), after);
    const auto result = read(altered.toStdString());
    QVERIFY(!result.has_value());
    QCOMPARE(result.diagnostics().size(), std::size_t(1));
    const Diagnostic& found = result.diagnostics().front();
    QCOMPARE(found.code, std::string("checkpoint.spelling"));
    QVERIFY(found.location && found.location->file == "checkpoint.json");
    if (line > 0) {
        QCOMPARE(int(found.location->line), line);
        QCOMPARE(int(found.location->column), column);
    }
}

void CheckpointTest::refusals_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char* name, const char* pointer, const char* value, const char* code) {
        QTest::newRow(name) << QString(pointer) << QByteArray(value) << QByteArray(code);
    };
    row("content", "/ir/tasks/4/facts/operations", "1", "checkpoint.digest_mismatch");
    row("another pass", "/pass", "\"transformer-guess\"", "checkpoint.pass");
    row("another revision", "/revision", "7", "checkpoint.revision");
    row("a revision past 32 bits", "/revision", "4294967297", "checkpoint.revision");
    row("schema of another", "/schema", "\"model.v1\"", "checkpoint.schema");
    row("pass of another schema", "/pass", "\"transformer-import\"", "checkpoint.schema");
    row("another input", "/input", "\"0000000000000000000000000000000000000000000000000000000000000000\"",
        "checkpoint.input");
    row("malformed digest", "/output", "\"12\"", "digest.malformed");
    row("wrong type", "/ir/tasks", "{}", "reader.type");
    row("unknown phase", "/ir/tasks/0/phase", "\"backward\"", "reader.choice");
    row("unknown key", "/note", "1", "reader.unknown_key");
    row("fraction", "/ir/memory/weight", "1.5", "reader.type");
    row("past 64 bits", "/ir/memory/weight", "9223372036854775808", "reader.type");
}

void CheckpointTest::refusals()
{
    QFETCH(QString, pointer);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, code);
    Json tree = to_json(sample().portable);
    tree[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
    const auto result = read(tree.dump());
    QVERIFY(!result.has_value());
    QVERIFY2(cases::has_code(result.diagnostics(), code.toStdString()),
             cases::first_line(result.diagnostics()).c_str());
    for (const Diagnostic& each : result.diagnostics())
        QVERIFY(each.location && each.location->file == "checkpoint.json");
}

/// Someone who knows the digest's rule can make one for anything; the verifier still has its say, about every problem.
void CheckpointTest::an_unsound_ir_with_a_right_digest_is_refused()
{
    ir::AnyIR any = *sample().portable.ir;
    auto& plan = std::get<ir::PortablePlanIR>(any);
    plan.tasks[4].facts.operations.numerator += 1;
    plan.memory.weight += 1;
    PassCheckpoint forged = sample().portable;
    forged.output = ir::digest(any);
    forged.ir = std::make_shared<const ir::AnyIR>(any);
    const auto result = read(to_json(forged).dump());
    QVERIFY(!result.has_value());
    QCOMPARE(result.diagnostics().size(), std::size_t(2));
    QVERIFY(cases::has_code(result.diagnostics(), "ir.facts.work"));
    QVERIFY(cases::has_code(result.diagnostics(), "ir.memory.facts"));
    QCOMPARE(result.diagnostics().front().path, std::string("/ir/tasks/4/facts"));
}

void CheckpointTest::a_pass_reads_its_own_type()
{
    bool ran = false;
    const auto result = run_pass<ir::DistributedTaskIR, ir::PortablePlanIR>(
        {"transformer-plan-work", 1}, sample().model,
        [&](const ir::DistributedTaskIR&, const Digest&) -> Result<ir::PortablePlanIR> {
            ran = true;
            return ir::PortablePlanIR{};
        });
    QVERIFY(!result.has_value());
    QCOMPARE(result.diagnostics().front().code, std::string("pass.input.type"));
    QVERIFY(!ran);
}

void CheckpointTest::a_pass_reads_what_the_digest_says()
{
    PassCheckpoint swapped = sample().model;
    swapped.output = sample().portable.output;
    const auto result = run_pass<ir::ModelIR, ir::DistributedTaskIR>(
        {"transformer-distribute", 1}, swapped,
        [](const ir::ModelIR&, const Digest&) -> Result<ir::DistributedTaskIR> { return ir::DistributedTaskIR{}; });
    QCOMPARE(result.diagnostics().front().code, std::string("pass.input.digest"));
}

void CheckpointTest::a_failing_pass_publishes_nothing()
{
    const auto result = run_pass<ir::ModelIR, ir::DistributedTaskIR>(
        {"transformer-distribute", 1}, sample().model,
        [](const ir::ModelIR&, const Digest&) -> Result<ir::DistributedTaskIR> {
            return Diagnostic{Severity::error, "workload.overflow", "attn.q", "does not fit"};
        });
    QVERIFY(!result.has_value());
    QCOMPARE(result.diagnostics().front().code, std::string("workload.overflow"));
}

void CheckpointTest::unsound_output_is_not_published()
{
    const auto result = run_pass<ir::ModelIR, ir::DistributedTaskIR>(
        {"transformer-distribute", 1}, sample().model,
        [](const ir::ModelIR&, const Digest&) -> Result<ir::DistributedTaskIR> {
            ir::DistributedTaskIR broken = sample().distributed_ir();
            std::swap(broken.tasks[3], broken.tasks[4]);
            broken.tasks[7].lineage.sources = {"node:00000000000000000000000000000000"};
            return broken;
        });
    QVERIFY(!result.has_value());
    QVERIFY(cases::has_code(result.diagnostics(), "ir.tasks.order"));
    QVERIFY(cases::has_code(result.diagnostics(), "ir.lineage.unknown_source"));
}

void CheckpointTest::output_of_another_source_is_not_published()
{
    const auto result = run_pass<ir::ModelIR, ir::DistributedTaskIR>(
        {"transformer-distribute", 1}, sample().model,
        [](const ir::ModelIR&, const Digest&) -> Result<ir::DistributedTaskIR> {
            ir::DistributedTaskIR other = sample().distributed_ir();
            other.source = Digest::of_bytes("another model");
            return other;
        });
    QVERIFY(!result.has_value());
    QCOMPARE(result.diagnostics().front().code, std::string("ir.source.digest"));
}

BLUEPRINTING_CORE_TEST(CheckpointTest)
#include "checkpoint_test.moc"
