#include "core/ir/verify.h"
#include "tests/core/ir/cases.h"
#include "tests/support/test_main.h"

#include <functional>
#include <regex>
#include <set>

#include <QDirIterator>
#include <QFile>

using namespace blueprinting;
using namespace blueprinting::ir;
using strategy::RecomputePolicy;
using strategy::TensorCommunication;

/// Each problem code, provoked by breaking one thing of a sound IR.
class VerifyTest : public QObject {
    Q_OBJECT
private slots:
    void sound();
    void model_data();
    void model();
    void distributed_data();
    void distributed();
    void portable_data();
    void portable();
    void lineage_data();
    void lineage();
    void all_problems_at_once();
    void every_code_is_provoked();
};

namespace {

const std::string kNowhere = "node:00000000000000000000000000000000";

struct Break {
    const char* code;
    const char* path; ///< where it must be reported
    std::function<void(ModelIR&)> model = {};
    std::function<void(DistributedTaskIR&)> distributed = {};
    std::function<void(PortablePlanIR&)> portable = {};
};

/// t 2, scattered, full recomputation: tasks 0–23 forward, then 24 restored ones (20 computed, 4 communicated), …
const passes::Compilation& sample()
{
    static const auto compiled =
        cases::compile_small(cases::small(TensorCommunication::reduce_scatter_all_gather, RecomputePolicy::full));
    return compiled;
}

std::vector<Break> model_breaks()
{
    using M = ModelIR;
    return {
        {"ir.id.malformed", "/values/0/id",
         [](M& m) {
             m.values[0].id = m.inputs[0] = m.operations[0].operands[0] = m.operations[0].effects[0].value =
                 "value:xyz";
         }},
        {"ir.id.duplicate", "/values/1/id", [](M& m) { m.values[1].id = m.values[0].id; }},
        {"ir.value.shape", "/values/0/shape/1", [](M& m) { m.values[0].shape[1] = 0; }},
        {"ir.ssa.undefined", "/operations/0/operands/0",
         [](M& m) { m.operations[0].operands[0] = "value:" + std::string(32, '0'); }},
        {"ir.ssa.use_before_definition", "/operations/0/operands/0", [](M& m) { m.inputs.erase(m.inputs.begin()); }},
        {"ir.ssa.use_before_definition", "/outputs/0", [](M& m) { m.operations[0].results.clear(); }},
        {"ir.ssa.redefinition", "/operations/0/results/0", [](M& m) { m.inputs.push_back(m.outputs[0]); }},
        {"ir.model.forbidden", "/values/0/name", [](M& m) { m.values[0].name = "tokens of rank 3"; }},
        {"ir.model.operation", "/operations/0/name", [](M& m) { m.operations[0].name = "transformer.encoder"; }},
        {"ir.model.operation", "/operations", [](M& m) { m.operations.clear(); }},
        {"ir.model.semantics", "/operations/0/semantics/heads", [](M& m) { m.operations[0].semantics.heads = 0; }},
        {"ir.lineage.sources", "/operations/0/lineage/sources",
         [](M& m) { m.operations[0].lineage.sources = {kNowhere}; }},
        {"ir.lineage.transform", "/values/0/lineage/transform", [](M& m) { m.values[0].lineage.transform.clear(); }},
    };
}

std::vector<Break> distributed_breaks()
{
    using D = DistributedTaskIR;
    const auto with = [](const char* code, const char* path, std::function<void(D&)> f) {
        return Break{code, path, {}, std::move(f), {}};
    };
    return {
        with("ir.source.missing", "/source", [](D& d) { d.source = {}; }),
        with("ir.program.not_positive", "/program/blocks", [](D& d) { d.program.blocks = 0; }),
        with("ir.program.pipeline_message", "/program/pipeline_message_bytes",
             [](D& d) { ++d.program.pipeline_message_bytes; }),
        with("ir.mesh.axis", "/mesh", [](D& d) { d.mesh.front().degree = 4; }),
        with("ir.mesh.axis", "/mesh", [](D& d) { d.mesh.front().axis = strategy::Axis::data; }),
        with("ir.mesh.axis", "/mesh", [](D& d) { d.mesh.pop_back(); }),
        with("ir.collective.axis", "/tasks/2", [](D& d) { d.tasks[2].collective->axis = strategy::Axis::data; }),
        with("ir.value.shape", "/values/2/shape",
             [](D& d) {
                 d.values[2].shape = {INT64_MAX, 3};
             }),
        with("ir.value.shape", "/values/2/shape", [](D& d) { d.values[2].element_bytes = 0; }),
        with("ir.ssa.undefined", "/tasks/1/operands/0", [](D& d) { d.tasks[1].operands[0] = kNowhere; }),
        with("ir.ssa.undefined", "/tasks/1/results/0", [](D& d) { d.tasks[1].results[0] = kNowhere; }),
        with("ir.ssa.redefinition", "/tasks/5/results/0", [](D& d) { d.tasks[5].results = d.tasks[4].results; }),
        with("ir.ssa.use_before_definition", "/tasks/0/operands/0",
             [](D& d) { d.tasks[0].operands[0] = d.tasks[9].results[0]; }),
        with("ir.tasks.order", "/tasks/0/dependencies/0", [](D& d) { d.tasks[0].dependencies = {d.tasks[3].id}; }),
        with("ir.tasks.order", "/tasks/3/dependencies/1",
             [](D& d) { d.tasks[3].dependencies.push_back(d.tasks[3].id); }),
        with("ir.tasks.unknown", "/tasks/3/dependencies/0", [](D& d) { d.tasks[3].dependencies[0] = kNowhere; }),
        with("ir.tasks.dependency", "/tasks/3/dependencies", [](D& d) { d.tasks[3].dependencies.clear(); }),
        with("ir.task.duplicate", "/tasks/6", [](D& d) { d.tasks[6].name = d.tasks[5].name; }),
        with("ir.task.part", "/tasks/4/part", [](D& d) { d.tasks[4].part = 7; }),
        with("ir.task.engine", "/tasks/4/engine", [](D& d) { d.tasks[4].engine = EngineClass::vector; }),
        with("ir.task.scope", "/tasks/4/scope", [](D& d) { d.tasks[4].scope = BlockScope::inner; }),
        with("ir.task.scope", "/tasks/2/scope", [](D& d) { d.tasks[2].scope = BlockScope::edge; }),
        with("ir.task.phase", "/tasks/8/phase", [](D& d) { d.tasks[8].phase = Phase::weight_gradient; }),
        with("ir.task.phase", "/tasks/8/phase", [](D& d) { d.tasks[8].phase = Phase::recommunication; }),
        with("ir.task.phase", "/tasks/2/phase", [](D& d) { d.tasks[2].phase = Phase::recompute; }),
        with("ir.primitive.shape", "/tasks/4/primitive", [](D& d) { std::get<Linear>(d.tasks[4].primitive).n = 0; }),
        with("ir.collective.kind", "/tasks/2", [](D& d) { d.tasks[2].collective->kind = CollectiveKind::all_reduce; }),
        with("ir.collective.kind", "/tasks/2", [](D& d) { d.tasks[2].collective.reset(); }),
        with("ir.collective.kind", "/tasks/4", [](D& d) { d.tasks[4].collective = Collective{}; }),
        with("ir.collective.participants", "/tasks/2", [](D& d) { d.tasks[2].collective->participants = 3; }),
        with("ir.collective.message", "/tasks/2", [](D& d) { ++d.tasks[2].collective->message_bytes; }),
        with("ir.collective.reduction", "/tasks/2", [](D& d) { d.tasks[2].collective->reduction = "max"; }),
        with("ir.collective.reduction", "/tasks/12", [](D& d) { d.tasks[12].collective->reduction.clear(); }),
        with("ir.lineage.sources", "/tasks/4/lineage/sources", [](D& d) { d.tasks[4].lineage.sources.clear(); }),
        with("ir.lineage.sources", "/tasks/24/lineage/sources",
             [](D& d) { d.tasks[24].lineage.sources.push_back(d.tasks[1].id); }),
        with("ir.lineage.clone", "/tasks/24/lineage/sources/0",
             [](D& d) { d.tasks[24].lineage.sources[0] = d.tasks[7].id; }),
        with("ir.lineage.clone", "/tasks/4/lineage/kind",
             [](D& d) {
                 d.tasks[4].lineage = {LineageKind::cloned, "x", {d.tasks[1].id}};
             }),
        with("ir.id.duplicate", "/tasks/1/id", [](D& d) { d.tasks[1].id = d.tasks[0].id; }),
    };
}

std::vector<Break> portable_breaks()
{
    using P = PortablePlanIR;
    const auto with = [](const char* code, const char* path, std::function<void(P&)> f) {
        return Break{code, path, {}, {}, std::move(f)};
    };
    return {
        with("ir.source.missing", "/source", [](P& p) { p.source = {}; }),
        with("ir.plan.fingerprint", "/strategy_fingerprint",
             [](P& p) { p.strategy_fingerprint = Digest::of_bytes("x"); }),
        with("ir.plan.forbidden", "/tasks/4/name", [](P& p) { p.tasks[4].name = "cublas gemm"; }),
        with("ir.plan.forbidden", "/buffers/4/name", [](P& p) { p.buffers[4].name = "on device 0"; }),
        with("ir.facts.range", "/tasks/4/facts", [](P& p) { p.tasks[4].facts.read_bytes.numerator = -1; }),
        with("ir.facts.range", "/tasks/4/facts", [](P& p) { p.tasks[4].facts.operations.divisor = 0; }),
        with("ir.facts.work", "/tasks/4/facts", [](P& p) { ++p.tasks[4].facts.write_bytes.numerator; }),
        with("ir.facts.message", "/tasks/4/facts/message_bytes", [](P& p) { p.tasks[4].facts.message_bytes = 8; }),
        with("ir.memory.facts", "/memory", [](P& p) { ++p.memory.activation_checkpoint; }),
        with("ir.memory.facts", "/memory", [](P& p) { p.tasks[4].storage.reused = false; }),
        with("ir.step.exchange", "/step", [](P& p) { p.step.clear(); }),
        with("ir.step.exchange", "/step", [](P& p) { ++p.step[0].collective.message_bytes; }),
        with("ir.id.malformed", "/step/0/id", [](P& p) { p.step[0].id = "step"; }),
        with("ir.lineage.transform", "/step/0/lineage/transform", [](P& p) { p.step[0].lineage.transform.clear(); }),
        with("ir.buffer.size", "/buffers/0/size_bytes", [](P& p) { p.buffers[0].size_bytes.numerator = 0; }),
        with("ir.buffer.producer", "/buffers/1/producer", [](P& p) { p.buffers[1].producer = kNowhere; }),
        with("ir.buffer.consumer", "/buffers/0/consumers/0", [](P& p) { p.buffers[0].consumers[0] = kNowhere; }),
        with("ir.buffer.consumer", "/tasks/3/reads/0", [](P& p) { p.tasks[3].reads[0] = p.buffers.back().id; }),
        with("ir.buffer.producer", "/tasks/3/writes/0", [](P& p) { p.tasks[3].writes[0] = p.tasks[4].writes[0]; }),
        with("ir.reference.unknown", "/tasks/3/reads/0", [](P& p) { p.tasks[3].reads[0] = kNowhere; }),
        with("ir.reference.unknown", "/tasks/3/writes/0", [](P& p) { p.tasks[3].writes[0] = kNowhere; }),
        with("ir.tasks.dependency", "/tasks/3/dependencies", [](P& p) { p.tasks[3].dependencies.clear(); }),
        with("ir.tasks.order", "/tasks/3/dependencies/0", [](P& p) { p.tasks[3].dependencies[0] = p.tasks[30].id; }),
        with("ir.program.not_positive", "/program/execution/microbatch_size",
             [](P& p) { p.program.execution.microbatch_size = 0; }),
        with("ir.id.malformed", "/buffers/0/id", [](P& p) { p.buffers[0].id = "buffer"; }),
    };
}

struct LineageBreak {
    const char* name;
    const char* code;
    const char* path;
    std::function<Diagnostics()> run;
};

std::vector<LineageBreak> lineage_breaks()
{
    return {
        {"task from nowhere", "ir.lineage.unknown_source", "/tasks/4/lineage/sources/0",
         [] {
             DistributedTaskIR d = sample().distributed_ir();
             d.tasks[4].lineage.sources[0] = kNowhere;
             return verify_lineage(d, sample().model_ir());
         }},
        {"weight from nowhere", "ir.lineage.unknown_source", "/values/0/lineage/sources/0",
         [] {
             DistributedTaskIR d = sample().distributed_ir();
             d.values[0].lineage.sources[0] = kNowhere;
             return verify_lineage(d, sample().model_ir());
         }},
        {"plan task from nowhere", "ir.lineage.unknown_source", "/tasks/4/lineage/sources/0",
         [] {
             PortablePlanIR p = sample().plan();
             p.tasks[4].lineage.sources[0] = kNowhere;
             return verify_lineage(p, sample().distributed_ir());
         }},
        {"buffer from nowhere", "ir.lineage.unknown_source", "/buffers/4/lineage/sources/0",
         [] {
             PortablePlanIR p = sample().plan();
             p.buffers[4].lineage.sources[0] = kNowhere;
             return verify_lineage(p, sample().distributed_ir());
         }},
        {"lowered from another task", "ir.lineage.changed", "/tasks/4",
         [] {
             PortablePlanIR p = sample().plan();
             p.tasks[4].lineage.sources[0] = p.tasks[7].lineage.sources[0];
             return verify_lineage(p, sample().distributed_ir());
         }},
        {"a task that is gone", "ir.lineage.lost", "/tasks",
         [] {
             PortablePlanIR p = sample().plan();
             p.tasks.pop_back();
             return verify_lineage(p, sample().distributed_ir());
         }},
    };
}

void rows(const std::vector<Break>& breaks)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < breaks.size(); ++i)
        QTest::addRow("%s at %s, %d", breaks[i].code, breaks[i].path, int(i)) << int(i);
}

void expect(const Diagnostics& found, const char* code, const char* path)
{
    QStringList all;
    for (const Diagnostic& each : found) {
        if (each.code == code && each.path == path && !each.message.empty())
            return;
        all << QString::fromStdString(to_line(each));
    }
    QFAIL(qPrintable("not reported; reported were: " + all.join(" | ")));
}

} // namespace

void VerifyTest::sound()
{
    QCOMPARE(cases::first_line(verify(sample().model_ir())), std::string());
    QCOMPARE(cases::first_line(verify(sample().distributed_ir())), std::string());
    QCOMPARE(cases::first_line(verify(sample().plan())), std::string());
    QCOMPARE(cases::first_line(verify_lineage(sample().distributed_ir(), sample().model_ir())), std::string());
    QCOMPARE(cases::first_line(verify_lineage(sample().plan(), sample().distributed_ir())), std::string());
}

void VerifyTest::model_data() { rows(model_breaks()); }

void VerifyTest::model()
{
    QFETCH(int, index);
    const Break broken = model_breaks()[std::size_t(index)];
    ModelIR ir = sample().model_ir();
    broken.model(ir);
    expect(verify(ir), broken.code, broken.path);
}

void VerifyTest::distributed_data() { rows(distributed_breaks()); }

void VerifyTest::distributed()
{
    QFETCH(int, index);
    const Break broken = distributed_breaks()[std::size_t(index)];
    DistributedTaskIR ir = sample().distributed_ir();
    broken.distributed(ir);
    expect(verify(ir), broken.code, broken.path);
}

void VerifyTest::portable_data() { rows(portable_breaks()); }

void VerifyTest::portable()
{
    QFETCH(int, index);
    const Break broken = portable_breaks()[std::size_t(index)];
    PortablePlanIR ir = sample().plan();
    broken.portable(ir);
    expect(verify(ir), broken.code, broken.path);
}

void VerifyTest::lineage_data()
{
    QTest::addColumn<int>("index");
    const auto breaks = lineage_breaks();
    for (std::size_t i = 0; i < breaks.size(); ++i)
        QTest::newRow(breaks[i].name) << int(i);
}

void VerifyTest::lineage()
{
    QFETCH(int, index);
    const LineageBreak broken = lineage_breaks()[std::size_t(index)];
    expect(broken.run(), broken.code, broken.path);
}

void VerifyTest::all_problems_at_once()
{
    PortablePlanIR ir = sample().plan();
    ++ir.tasks[4].facts.operations.numerator;
    ++ir.tasks[5].facts.operations.numerator;
    ++ir.memory.weight;
    ir.source = {};
    QCOMPARE(verify(ir).size(), std::size_t(4));
}

/// A code in the verifiers that no row above provokes is a check that nobody has seen work.
void VerifyTest::every_code_is_provoked()
{
    std::set<std::string> provoked;
    for (const auto& list : {model_breaks(), distributed_breaks(), portable_breaks()})
        for (const Break& each : list)
            provoked.insert(each.code);
    for (const LineageBreak& each : lineage_breaks())
        provoked.insert(each.code);
    int seen = 0;
    QDirIterator files(BLUEPRINTING_SOURCE_DIR "/core/ir", {"verify*.cpp"}, QDir::Files);
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string text = file.readAll().toStdString();
        const std::regex code("findings\\.add\\(\\s*\"([a-z_.]+)\"");
        for (auto at = std::sregex_iterator(text.begin(), text.end(), code); at != std::sregex_iterator(); ++at) {
            ++seen;
            QVERIFY2(provoked.contains((*at)[1]), (*at)[1].str().c_str());
        }
    }
    QVERIFY(seen > 30);
}

BLUEPRINTING_CORE_TEST(VerifyTest)
#include "verify_test.moc"
