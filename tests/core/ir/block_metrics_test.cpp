#include "core/ir/block_metrics.h"
#include "core/strategy/derived.h"
#include "tests/core/ir/cases.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <cmath>

using namespace blueprinting;

/// The plan's sums against what Calculon printed for the same inputs (data/oracle and layers.json say which release).
class BlockMetricsTest : public QObject {
    Q_OBJECT
private slots:
    void recorded_data();
    void recorded();
    void layers_data();
    void layers();
    void messages_of_both_kinds_of_block_data();
    void messages_of_both_kinds_of_block();
    void recompute_audit_data();
    void recompute_audit();
    void published_audit();
    void names();
};

namespace {

struct Record {
    std::string id;
    Json stats;
    passes::Compilation compilation;
};

/// Compiles each input of a file's records; a record that does not compile fails the test that asked for it.
std::vector<Record> compiled(const JsonDocument& document, const Json& records, const std::string& pointer)
{
    std::vector<Record> out;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const Json& record = records[i];
        const auto execution =
            strategy::from_mapping(document, record["execution"], pointer + pointer_step(i) + "/execution",
                                   strategy::Rules::calculon_compatible);
        const model::TransformerModel* model = model::find_preset(record["model"].get<std::string>());
        if (!execution || !model)
            qFatal("%s: %s", record["id"].dump().c_str(), cases::first_line(execution.diagnostics()).c_str());
        auto compilation = passes::compile(*model, *execution, strategy::Rules::calculon_compatible);
        if (!compilation)
            qFatal("%s: %s", record["id"].dump().c_str(), cases::first_line(compilation.diagnostics()).c_str());
        out.push_back({record["id"].get<std::string>(), record["stats"], std::move(compilation).value()});
    }
    return out;
}

/// data/oracle: one record a line.
const std::vector<Record>& oracle_records()
{
    static const std::vector<Record> all = [] {
        std::vector<Record> out;
        for (const char* name : {"seqsel", "train", "uneven", "infer"}) {
            QFile file(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/oracle/%1.jsonl").arg(name));
            if (!file.open(QIODevice::ReadOnly))
                qFatal("%s", qPrintable(file.errorString()));
            const QByteArray lines = "[" + file.readAll().trimmed().replace("\n", ",") + "]";
            const auto document = JsonDocument::parse(lines.toStdString(), name);
            for (Record& record : compiled(*document, document->root(), ""))
                out.push_back(std::move(record));
        }
        return out;
    }();
    return all;
}

const std::vector<Record>& layer_records()
{
    static const std::vector<Record> all = [] {
        const auto document = JsonDocument::read(BLUEPRINTING_SOURCE_DIR "/tests/core/ir/layers.json");
        return compiled(*document, document->root()["records"], "/records");
    }();
    return all;
}

void rows_of(const std::vector<Record>& records, bool with_layers_only = false)
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < records.size(); ++i)
        if (!with_layers_only || records[i].stats.contains("layers"))
            QTest::newRow(records[i].id.c_str()) << int(i);
}

/// Calculon's names of the nineteen metrics, in their order.
constexpr std::array kCalculonNames{"block_fw_flops",
                                    "block_fw_mem_accessed",
                                    "block_agrad_flops",
                                    "block_agrad_mem_accessed",
                                    "block_wgrad_flops",
                                    "block_wgrad_mem_accessed",
                                    "block_optim_flops",
                                    "block_optim_mem_accessed",
                                    "baseblock_fw_tp_size",
                                    "baseblock_bw_tp_size",
                                    "baseblock_recomm_size",
                                    "block_weight_space",
                                    "block_act_working_space",
                                    "block_act_storage_space",
                                    "block_act_checkpoint_size",
                                    "block_weight_grad_space",
                                    "block_weight_grad_space_no_sharding",
                                    "block_act_grad_space",
                                    "block_optimizer_space"};

/// Equal but for the order in which shares are added up in double.
bool equal(double x, double reference)
{
    return x == reference || std::fabs(x - reference) <= 1e-14 * std::fabs(reference);
}

#define COMPARE_WITH(reference, x, name)                                                                               \
    QVERIFY2(equal(x, reference),                                                                                      \
             qPrintable(QString("%1: %2, recorded %3").arg(name).arg(x, 0, 'g', 17).arg(reference, 0, 'g', 17)))

double memory(const ir::WorkloadFacts& facts) { return facts.read_bytes.value() + facts.write_bytes.value(); }

} // namespace

void BlockMetricsTest::recorded_data() { rows_of(oracle_records()); }

void BlockMetricsTest::recorded()
{
    QFETCH(int, index);
    const Record& record = oracle_records()[std::size_t(index)];
    const ir::BlockMetrics metrics = ir::block_metrics(record.compilation.plan());
    for (std::size_t i = 0; i < ir::kBlockMetrics; ++i)
        COMPARE_WITH(record.stats[kCalculonNames[i]].get<double>(), metrics.values[i], kCalculonNames[i]);
}

void BlockMetricsTest::layers_data() { rows_of(layer_records(), true); }

void BlockMetricsTest::layers()
{
    QFETCH(int, index);
    const Record& record = layer_records()[std::size_t(index)];
    const ir::PortablePlanIR& plan = record.compilation.plan();
    const ir::WorkContext context = ir::work_context(plan.program.execution);
    // In the order of the reference's layers.
    constexpr std::array names{"attn.fork", "attn.norm", "attn.f",      "attn.qkv_fork", "attn.q",
                               "attn.k",    "attn.v",    "attn.qk",     "attn.softmax",  "attn.prob_dropout",
                               "attn.pv",   "attn.out",  "attn.g",      "attn.dropout",  "attn.residual",
                               "mlp.fork",  "mlp.norm",  "mlp.f",       "mlp.fc1",       "mlp.gelu",
                               "mlp.fc2",   "mlp.g",     "mlp.dropout", "mlp.residual"};
    QCOMPARE(record.stats["layers"].size(), names.size());
    for (std::size_t place = 0; place < names.size(); ++place) {
        std::map<std::string, double> ours;
        for (const ir::PortableTask& task : plan.tasks) {
            if (task.name != names[place] || task.scope == ir::BlockScope::edge)
                continue;
            const auto add = [&](const std::string& prefix) {
                ours[prefix + "_flops"] += task.facts.operations.value();
                ours[prefix + "_mem_accessed"] += memory(task.facts);
            };
            const auto message = double(task.facts.message_bytes);
            switch (task.phase) {
            case ir::Phase::forward: {
                add("fw");
                ours["baseblock_fw_tp_comm_size"] += message;
                const auto kept = ir::footprint_of(task.primitive, context);
                ours["weight"] = double(kept->weights * context.element_bytes);
                ours["activation"] = double(kept->held);
                ours["activation_grad"] = double(kept->gradient);
                ours["weight_grad"] = kept->weight_gradient.value();
                ours["optimizer"] = kept->optimizer.value();
                break;
            }
            case ir::Phase::activation_gradient:
                add("agrad");
                ours["baseblock_bw_tp_comm_size"] += message;
                break;
            case ir::Phase::weight_gradient: add("wgrad"); break;
            case ir::Phase::optimizer: add("optim"); break;
            case ir::Phase::recommunication: ours["baseblock_recomm_size"] += message; break;
            case ir::Phase::recompute: break;
            }
        }
        const Json& layer = record.stats["layers"][place];
        for (const auto& [name, value] : layer.items())
            if (value.is_number())
                COMPARE_WITH(value.get<double>(), ours[name],
                             QString::fromStdString(layer["name"].get<std::string>() + " " + name));
    }
}

void BlockMetricsTest::messages_of_both_kinds_of_block_data() { rows_of(layer_records()); }

void BlockMetricsTest::messages_of_both_kinds_of_block()
{
    QFETCH(int, index);
    const Record& record = layer_records()[std::size_t(index)];
    const ir::PortablePlanIR& plan = record.compilation.plan();
    std::map<std::string, double> ours;
    for (const ir::PortableTask& task : plan.tasks) {
        const std::string direction = task.phase == ir::Phase::forward           ? "fw_tp"
                                      : task.phase == ir::Phase::recommunication ? "recomm"
                                                                                 : "bw_tp";
        if (task.scope != ir::BlockScope::edge)
            ours["baseblock_" + direction + "_size"] += double(task.facts.message_bytes);
        if (task.scope != ir::BlockScope::inner)
            ours["edgeblock_" + direction + "_size"] += double(task.facts.message_bytes);
    }
    for (const auto& [name, value] : record.stats.items())
        if (QString::fromStdString(name).endsWith("_size") && name != "block_fw_pp_size")
            COMPARE_WITH(value.get<double>(), ours[name], QString::fromStdString(name));
    if (strategy::pipeline(plan.program.execution).degree > 1)
        QCOMPARE(double(plan.program.pipeline_message_bytes), record.stats["block_fw_pp_size"].get<double>());
}

void BlockMetricsTest::recompute_audit_data() { rows_of(layer_records()); }

void BlockMetricsTest::recompute_audit()
{
    QFETCH(int, index);
    const Record& record = layer_records()[std::size_t(index)];
    COMPARE_WITH(record.stats["block_re_flops"].get<double>(),
                 ir::recompute_audit(record.compilation.plan()).reference_prefix_counter, "block_re_flops");
}

void BlockMetricsTest::published_audit()
{
    const auto record = std::find_if(layer_records().begin(), layer_records().end(),
                                     [](const Record& r) { return r.id == "seqsel-tab5/megatron-22B/full"; });
    QVERIFY(record != layer_records().end());
    const ir::RecomputeAudit audit = ir::recompute_audit(record->compilation.plan());
    QCOMPARE(audit.derived_explicit_operations, 981366472704.0);
    QCOMPARE(audit.reference_prefix_counter, 7626047881216.0);
}

void BlockMetricsTest::names()
{
    QCOMPARE(ir::name_of(ir::BlockMetric::forward_operations), std::string_view("block_forward_operations"));
    QCOMPARE(ir::name_of(ir::BlockMetric::optimizer_bytes), std::string_view("block_optimizer_bytes"));
}

BLUEPRINTING_CORE_TEST(BlockMetricsTest)
#include "block_metrics_test.moc"
