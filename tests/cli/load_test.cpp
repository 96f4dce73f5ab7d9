#include "app/blueprinting/load.h"
#include "core/strategy/derived.h"
#include "tests/cli/program.h"
#include "tests/support/execution.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

using namespace blueprinting;
using namespace blueprinting::cli;
using blueprinting::testing::write_file;

/// Inputs as every subcommand takes them: a name, else a file.
class LoadTest : public QObject {
    Q_OBJECT
private slots:
    void names();
    void near_names_data();
    void near_names();
    void names_in_another_case();
    void files();
    void a_name_wins_over_a_file();
    void refuses_files_data();
    void refuses_files();
    void places_laws_data();
    void places_laws();

private:
    QTemporaryDir m_folder;
    [[nodiscard]] std::string file(const char* name, const QByteArray& bytes)
    {
        const QString path = m_folder.filePath(QString::fromUtf8(name));
        return write_file(path, bytes) ? path.toStdString() : std::string();
    }
};

void LoadTest::names()
{
    QCOMPARE(load_model("gpt3-175B")->hidden, std::int64_t{12288});
    QCOMPARE(load_system("a100_80g")->mem1.capacity_gib, 80.0);
    QCOMPARE(load_execution("seqsel-tab5/gpt3-175B/full", strategy::Rules::strict)->global_batch, std::int64_t{64});
}

void LoadTest::near_names_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("letter") << QByteArray("model") << QByteArray("gpt-175B") << QByteArray("near names: gpt3-175B");
    QTest::newRow("case") << QByteArray("execution") << QByteArray("SEQSEL-tab5/gpt3-175b/full")
                          << QByteArray("near names: seqsel-tab5/gpt3-175B/full");
    QTest::newRow("system") << QByteArray("system") << QByteArray("a100") << QByteArray("near names: a100_80");
    QTest::newRow("execution") << QByteArray("execution") << QByteArray("seqsel-tab5/gpt3-175B/seq")
                               << QByteArray("near names: seqsel-tab5/gpt3-175B/seqsel");
    QTest::newRow("nothing near") << QByteArray("model") << QByteArray("zzzzzzzzzzzz")
                                  << QByteArray("for example, megatron-126M");
    QTest::newRow("empty") << QByteArray("system") << QByteArray("") << QByteArray("\"\" is neither a built-in system");
}

void LoadTest::near_names()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, says);
    const std::string argument = name.toStdString();
    const Diagnostics found = kind == "model"    ? load_model(argument).diagnostics()
                              : kind == "system" ? load_system(argument).diagnostics()
                                                 : load_execution(argument, strategy::Rules::strict).diagnostics();
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].code, std::string("input.unknown_name"));
    QVERIFY2(found[0].message.find(says.toStdString()) != std::string::npos, found[0].message.c_str());
}

/// Names of models and systems differ by more than the case of letters.
void LoadTest::names_in_another_case()
{
    const auto model = load_model("GPT3-175b");
    QVERIFY(model);
    QCOMPARE(model->name, std::string("gpt3-175B"));
    QCOMPARE(model->hidden, 12288);
    const auto released = load_description("llama-3.1-8B", std::nullopt);
    QVERIFY(released);
    QCOMPARE(released->description.hidden, 4096);
    const auto system = load_system("H100_SXM");
    QVERIFY(system);
    QCOMPARE(system->name, std::string("h100_sxm"));
}

void LoadTest::files()
{
    const auto model = load_model(file("mine.json", R"({"hidden": 8, "feedforward": 32, "seq_size": 16, "attn_heads": 2,
        "attn_size": 4, "num_blocks": 3})"));
    QVERIFY(model.has_value());
    QCOMPARE(model->name, std::string("mine"));
    // A Hugging Face config is told apart by what it says, not by its name.
    const auto config = load_model(file("config.json", R"({"model_type": "opt", "hidden_size": 768, "ffn_dim": 3072,
        "num_attention_heads": 12, "num_hidden_layers": 12, "max_position_embeddings": 1024})"));
    QVERIFY(config.has_value());
    QCOMPARE(config->feedforward, std::int64_t{3072});
    // One that says more than six numbers (GPT-2: biases, learned positions, a tied head) is never cut down to them.
    const auto more = load_model(file("more.json", R"({"model_type": "gpt2", "n_embd": 768, "n_head": 12,
        "n_layer": 12, "n_positions": 1024, "vocab_size": 50257})"));
    QCOMPARE(more.diagnostics().front().code, std::string("model.not_plain"));
    // So is the typed form of an execution; any file may stand without the ending.
    const strategy::Execution execution = strategy::find_preset("seqsel-tab5/megatron-1T/seqsel")->execution;
    const auto flat = file("flat", QByteArray::fromStdString(strategy::to_calculon(execution).dump()));
    const auto typed = file("typed", QByteArray::fromStdString(strategy::to_json(execution).dump()));
    QVERIFY(*load_execution(flat, strategy::Rules::strict) == execution);
    QVERIFY(*load_execution(typed, strategy::Rules::strict) == execution);
    const auto system = load_system(
        file("s.json", QByteArray::fromStdString(system::to_calculon(*system::find_preset("h100_80g_nvl8")).dump())));
    QVERIFY(system.has_value());
    QCOMPARE(system->name, std::string("s"));
    QVERIFY(system::evidence_revision(*system) == system::evidence_revision(*system::find_preset("h100_80g_nvl8")));
}

void LoadTest::a_name_wins_over_a_file()
{
    const QString before = QDir::currentPath();
    QVERIFY(!file("gpt3-175B", "{}").empty());
    QVERIFY(QDir::setCurrent(m_folder.path()));
    const auto model = load_model("gpt3-175B");
    QVERIFY(QDir::setCurrent(before));
    QVERIFY(model.has_value());
}

void LoadTest::refuses_files_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("line");
    // file:line:column: pointer: sentence [code]
    QTest::newRow("empty") << QByteArray() << QByteArray(":1:1: the file is empty");
    QTest::newRow("truncated") << QByteArray("{\"hidden\": 8,\n") << QByteArray(":2:1: ");
    QTest::newRow("wrong type") << QByteArray("{\"hidden\": \"8\"}")
                                << QByteArray(":1:12: /hidden: \"hidden\" must be an integer");
    QTest::newRow("list") << QByteArray("[1]") << QByteArray(":1:1: an object is expected, not [1]");
    QTest::newRow("2^63") << QByteArray("{\"hidden\":\n9223372036854775808}") << QByteArray(":2:1: /hidden: ");
}

void LoadTest::refuses_files()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, line);
    const std::string path = file("bad.json", text);
    const auto model = load_model(path);
    QVERIFY(!model);
    const std::string first = to_line(model.diagnostics().front());
    QVERIFY2(first.starts_with(path + line.toStdString()), first.c_str());
    QCOMPARE(load_model(m_folder.filePath("none.json").toStdString()).diagnostics()[0].code,
             std::string("file.missing"));
    QCOMPARE(load_model(m_folder.path().toStdString()).diagnostics()[0].code, std::string("file.folder"));
}

/// 8 does not divide 100: with the execution a file, a preset or text, and the model a file or a preset.
void LoadTest::places_laws_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("execution");
    QTest::addColumn<QString>("begins"); // %1 is the folder
    QTest::addColumn<QString>("ends");
    const QString ours = "{\n \"hidden\": 100, \"feedforward\": 49152, \"seq_size\": 2048, \"attn_heads\": 96, "
                         "\"attn_size\": 128, \"num_blocks\": 96}";
    QVERIFY(!file("m.json", ours.toUtf8()).empty());
    const QByteArray execution = blueprinting::testing::execution_text({{"tensor_par", 8}});
    QVERIFY(!file("e.json", "\n" + execution).empty());
    const QString law =
        "tensor.degree: the tensor-parallel degree 8 does not divide the hidden size 100; nearest legal value";
    // Of the 64 processors that the preset states, 8·8 stages are left: other degrees want another number.
    QTest::newRow("a model file and a preset execution")
        << m_folder.filePath("m.json") << "seqsel-tab5/gpt3-175B/full"
        << "--execution seqsel-tab5/gpt3-175B/full: " + law + " 4, with num_procs to match; the model is %1/m.json:2:12"
        << "";
    QTest::newRow("a model file and a file") << m_folder.filePath("m.json") << m_folder.filePath("e.json")
                                             << "%1/e.json:2:" << law + " 4; the model is %1/m.json:2:12";
    QTest::newRow("a model file and text") << m_folder.filePath("m.json") << QString::fromUtf8(execution)
                                           << "--execution:1:" << law + " 4; the model is %1/m.json:2:12";
    QTest::newRow("text and a preset execution")
        << ours << "seqsel-tab5/gpt3-175B/full"
        << "--execution seqsel-tab5/gpt3-175B/full: " << law + " 4, with num_procs to match; the model is --model:2:12";
    QTest::newRow("two presets that do not belong together")
        << "gpt3-13B"
        << "seqsel-tab5/gpt3-175B/full"
        << "--execution seqsel-tab5/gpt3-175B/full: tensor.degree: the tensor-parallel degree 8 does not divide the "
           "hidden size 5140; "
           "nearest legal value 4, with num_procs to match; the model is gpt3-13B"
        << "";
}

void LoadTest::places_laws()
{
    QFETCH(QString, model);
    QFETCH(QString, execution);
    QFETCH(QString, begins);
    QFETCH(QString, ends);
    const auto loaded =
        load_inputs({model.toStdString(), "a100_80g", execution.toStdString()}, strategy::Rules::strict);
    QVERIFY(loaded.has_value());
    const auto refused = search::evaluate(loaded->inputs, loaded->origins, strategy::Rules::strict);
    QVERIFY(!refused);
    const QString line = QString::fromStdString(to_line(refused.diagnostics().front()));
    const auto told = [&](QString text) { return text.replace("%1", m_folder.path()); };
    QVERIFY2(line.startsWith(told(begins)), qPrintable(line));
    QVERIFY2(line.contains(told(ends)), qPrintable(line));
}

BLUEPRINTING_CORE_TEST(LoadTest)
#include "load_test.moc"
