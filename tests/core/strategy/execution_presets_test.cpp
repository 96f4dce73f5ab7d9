#include "core/strategy/derived.h"
#include "core/strategy/execution_list.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::strategy;

class ExecutionPresetsTest : public QObject {
    Q_OBJECT
private slots:
    void carried_data();
    void carried();
    void all_of_them();
    void of_a_file();
};

void ExecutionPresetsTest::carried_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("system");
    QTest::addColumn<QString>("variant");
    QTest::addColumn<qint64>("p");
    QTest::addColumn<qint64>("batch");
    QTest::addColumn<qint64>("microbatch");
    QTest::addColumn<qint64>("v");
    struct Case {
        const char* model;
        qint64 p, batch, microbatch, v;
    };
    const std::vector<Case> cases{{"megatron-22B", 1, 4, 4, 1},
                                  {"gpt3-175B", 8, 64, 1, 3},
                                  {"turing-530B", 35, 280, 1, 3},
                                  {"megatron-1T", 64, 512, 1, 1}};
    const auto add = [&](const char* study, const char* system, std::initializer_list<const char*> variants) {
        for (const Case& each : cases)
            for (const char* variant : variants)
                QTest::newRow((std::string(study) + "/" + each.model + "/" + variant).c_str())
                    << each.model << system << variant << each.p << each.batch << each.microbatch << each.v;
    };
    // Table 5 has memory to hold to; the figures show what would not fit.
    add("seqsel-tab5", "a100_80g", {"full", "seqsel"});
    add("seqsel-fig1", "a100_80e", {"none", "seqsel"});
    add("seqsel-fig7", "a100_80e", {"none", "seq", "sel", "seqsel", "full"});
}

void ExecutionPresetsTest::carried()
{
    const Preset* preset = find_preset(QTest::currentDataTag());
    QVERIFY(preset);
    QFETCH(QString, model);
    QFETCH(QString, system);
    QFETCH(QString, variant);
    QFETCH(qint64, p);
    QFETCH(qint64, batch);
    QFETCH(qint64, microbatch);
    QFETCH(qint64, v);
    QCOMPARE(QString::fromStdString(preset->model), model);
    QCOMPARE(QString::fromStdString(preset->system), system);
    QVERIFY(preset->source.find("arXiv 2205.05198, as configured in Calculon 0.1.0") != std::string::npos);

    const bool parallel_sequence = variant.startsWith("seq");
    TransformerTrainingParallelism wanted;
    wanted.tensor = {8, parallel_sequence ? TensorCommunication::reduce_scatter_all_gather
                                          : TensorCommunication::all_reduce};
    wanted.pipeline.degree = p;
    if (v > 1)
        wanted.pipeline.schedule = InterleavedOneForwardOneBackward{v};
    else if (p > 1)
        wanted.pipeline.schedule = OneForwardOneBackward{};
    wanted.recompute = variant == "full"         ? RecomputePolicy::full
                       : variant.endsWith("sel") ? RecomputePolicy::attention_only
                                                 : RecomputePolicy::none;
    QVERIFY(preset->execution.parallelism == Parallelism(wanted));
    QCOMPARE(qint64(preset->execution.global_batch), batch);
    QCOMPARE(qint64(preset->execution.microbatch_size), microbatch);
    QCOMPARE(preset->execution.all_gather_redo, parallel_sequence);
    QCOMPARE(preset->execution.datatype, Datatype::float16);
    QCOMPARE(preset->execution.attention_type, AttentionType::multihead);
    QVERIFY(!preset->execution.fused_activation);
    QVERIFY((preset->execution.tiers == NetworkTiers{0, 1, 1}));
    QCOMPARE(qint64(preset->execution.num_procs.value_or(0)), 8 * p);
}

void ExecutionPresetsTest::all_of_them()
{
    // 4 models · (2 of Table 5 + 2 of Figure 1 + 5 of Figure 7).
    QCOMPARE(presets().size(), std::size_t{36});
    QCOMPARE(find_preset("seqsel-tab5/gpt3-175B"), nullptr);
}

/// All that is wrong with a list at once, each with its pointer; rules decide what an execution may say.
void ExecutionPresetsTest::of_a_file()
{
    const auto read = [](const std::string& text, Rules rules) {
        const auto document = JsonDocument::parse(text, "mine.json");
        return document ? read_execution_list(*document, rules) : document.failure_as<std::vector<Preset>>();
    };
    Json execution = to_calculon(find_preset("seqsel-tab5/megatron-22B/full")->execution);
    const auto item = [&](const char* id, const char* model, const char* system) {
        return Json{{"id", id}, {"model", model}, {"system", system}, {"execution", execution}};
    };
    const auto two =
        read(Json{{"source", "s"},
                  {"executions", {item("a", "gpt3-13B", "a100_80g"), item("b", "megatron-22B", "h100_80g_nvl8")}}}
                 .dump(),
             Rules::strict);
    QVERIFY(two);
    QCOMPARE(two->size(), std::size_t{2});
    QCOMPARE((*two)[1].name, std::string("b"));
    QCOMPARE((*two)[1].system, std::string("h100_80g_nvl8"));
    QVERIFY((*two)[0].execution == find_preset("seqsel-tab5/megatron-22B/full")->execution);
    const auto wrong = read(
        Json{{"source", "s"}, {"executions", {item("a", "gpt9", "a100_80g"), item("b", "gpt3-13B", "tpu"), 3}}}.dump(),
        Rules::strict);
    QVERIFY(!wrong);
    QStringList said;
    for (const Diagnostic& each : wrong.diagnostics())
        said << QString::fromStdString(each.code + " " + each.path);
    QCOMPARE(said, (QStringList{"strategy.list.unknown_model /executions/0/model",
                                "strategy.list.unknown_system /executions/1/system", "reader.type /executions/2"}));
    QVERIFY(!read(R"({"source": "s", "executions": []})", Rules::strict));
    execution["tensor_par_comm_type"] = "p2p_rs_ag";
    const std::string peculiar =
        Json{{"source", "s"}, {"executions", {item("a", "gpt3-13B", "a100_80g"), item("b", "gpt3-13B", "a100_80g")}}}
            .dump();
    QVERIFY(!read(peculiar, Rules::strict));
    QVERIFY(read(peculiar, Rules::calculon_compatible));
}

BLUEPRINTING_CORE_TEST(ExecutionPresetsTest)
#include "execution_presets_test.moc"
