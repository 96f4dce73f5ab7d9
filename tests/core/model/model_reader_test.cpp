#include "core/model/read_model.h"
#include "tests/support/test_main.h"

#include <filesystem>

using namespace blueprinting;
using namespace blueprinting::model;

namespace {

const char* const kModel = R"({"hidden": 12288, "feedforward": 49152, "seq_size": 2048,
 "attn_heads": 96, "attn_size": 128, "num_blocks": 96})";

Result<TransformerModel> read(const std::string& text)
{
    const auto document = JsonDocument::parse(text, "m.json");
    if (!document)
        return document.failure_as<TransformerModel>();
    return read_calculon_model(*document, document->root(), "", "m");
}

} // namespace

class ModelReaderTest : public QObject {
    Q_OBJECT
private slots:
    void refuses_data();
    void refuses();
    void refuses_the_text_data();
    void refuses_the_text();
    void collects_everything();
    void every_number_has_bounds_data();
    void every_number_has_bounds();
    void integers_in_other_spellings();
    void byte_order_mark();
    void round_trip();
    void parameters_data();
    void parameters();
    void named_after_its_file();
};

void ModelReaderTest::named_after_its_file()
{
    QCOMPARE(model_name_of("/models/gpt3-175B.json"), std::string("gpt3-175B"));
    QCOMPARE(model_name_of("Llama-3.1-8B.json"), std::string("Llama-3.1-8B"));
    // Every Hugging Face model's file has the same name; its folder's tells it.
    QCOMPARE(model_name_of("/models/Llama-3.1-8B/config.json"), std::string("Llama-3.1-8B"));
    QCOMPARE(model_name_of("/models/x/../Qwen3-8B/./config.json"), std::string("Qwen3-8B"));
    QCOMPARE(model_name_of("config.json"), std::filesystem::current_path().filename().string());
    QCOMPARE(model_name_of("/config.json"), std::string("config"));
}

void ModelReaderTest::refuses_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value"); // JSON; empty: left out
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* key, const char* value, const char* code, const char* says) {
        QTest::newRow(name) << QByteArray(key) << QByteArray(value) << QByteArray(code) << QByteArray(says);
    };
    row("trap 13: a number as text", "hidden", "\"12288\"", "reader.type", "an integer of at most 2^53, not \"12288\"");
    row("trap 13: true for a number", "num_blocks", "true", "reader.type", "not true");
    row("trap 13: 4096.4", "hidden", "4096.4", "reader.type", "not 4096.4");
    row("trap 13: 2^63", "feedforward", "9223372036854775808", "reader.type", "2^53");
    row("trap 13: 1e30", "seq_size", "1e30", "reader.type", "2^53");
    row("trap 13: a comment", "comment", "\"mine\"", "reader.unknown_key", "exactly hidden, feedforward, seq_size");
    row("0", "attn_heads", "0", "strategy.degree.not_positive", "at least 1, not 0");
    row("-1", "attn_size", "-1", "strategy.degree.not_positive", "at least 1, not -1");
    row("null", "hidden", "null", "reader.type", "not null");
    row("list", "hidden", "[12288]", "reader.type", "not [12288]");
    row("missing", "num_blocks", "", "reader.missing", "\"num_blocks\" is missing");
    row("a name", "name", "\"gpt\"", "reader.unknown_key", "\"name\"");
}

void ModelReaderTest::refuses()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, says);
    Json file = Json::parse(kModel);
    if (value.isEmpty())
        file.erase(key.toStdString());
    else
        file[key.toStdString()] = Json::parse(value.toStdString());
    const auto model = read(file.dump(1));
    QVERIFY(!model);
    QCOMPARE(model.diagnostics().size(), std::size_t{1});
    const Diagnostic& d = model.diagnostics().front();
    QCOMPARE(QByteArray::fromStdString(d.code), code);
    QCOMPARE(QByteArray::fromStdString(d.path), "/" + key);
    QVERIFY2(d.message.find(says.toStdString()) != std::string::npos, d.message.c_str());
    QVERIFY(d.location && d.location->file == "m.json" && d.location->line >= 1);
}

void ModelReaderTest::refuses_the_text_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("trap 13: NaN") << QByteArray("{\"hidden\": NaN}") << QByteArray("json.syntax") << 1 << 12;
    QTest::newRow("trap 14: UTF-16") << QByteArray("\xFF\xFE{\0}\0", 6) << QByteArray("json.encoding") << 1 << 1;
    QTest::newRow("trap 14: empty") << QByteArray() << QByteArray("json.empty") << 1 << 1;
    QTest::newRow("trap 14: truncated") << QByteArray("{\"hidden\": 12288,\n\"feedforward\": ")
                                        << QByteArray("json.syntax") << 2 << 16;
    QTest::newRow("trap 14: trailing comma") << QByteArray("{\"hidden\": 1,\n}") << QByteArray("json.syntax") << 2 << 1;
    QTest::newRow("trap 14: comment") << QByteArray("{ /* h */ \"hidden\": 1}") << QByteArray("json.syntax") << 1 << 3;
    QTest::newRow("trap 14: single quotes") << QByteArray("{'hidden': 1}") << QByteArray("json.syntax") << 1 << 2;
    QTest::newRow("trap 14: a list") << QByteArray("[12288, 49152]") << QByteArray("reader.type") << 1 << 1;
    QTest::newRow("trap 14: 10 000 brackets") << QByteArray(10000, '[') << QByteArray("json.depth") << 1 << 257;
    QTest::newRow("trap 14: duplicate key")
        << QByteArray("{\"hidden\": 1,\n \"hidden\": 2}") << QByteArray("json.duplicate_key") << 2 << 2;
}

void ModelReaderTest::refuses_the_text()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    QFETCH(int, line);
    QFETCH(int, column);
    const auto model = read(text.toStdString());
    QVERIFY(!model);
    const Diagnostic& d = model.diagnostics().front();
    QCOMPARE(QByteArray::fromStdString(d.code), code);
    QVERIFY(d.location.has_value());
    QCOMPARE(int(d.location->line), line);
    QCOMPARE(int(d.location->column), column);
}

void ModelReaderTest::collects_everything()
{
    const auto model =
        read(R"({"hidden": 0, "feedforward": "a", "seq_size": 2048, "attn_heads": 1.5, "extra": 1, "num_blocks": 2})");
    QVERIFY(!model);
    QStringList paths;
    for (const Diagnostic& d : model.diagnostics())
        paths << QString::fromStdString(d.path);
    paths.sort();
    QCOMPARE(paths, (QStringList{"/attn_heads", "/attn_size", "/extra", "/feedforward", "/hidden"}));
}

void ModelReaderTest::every_number_has_bounds_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    const Json model = to_calculon(presets().front().model);
    QCOMPARE(model.size(), std::size_t{6});
    for (const auto& item : model.items())
        for (const char* value : {"0", "-1", "1e300", "9007199254740993", "-9007199254740993", "NaN", "0.5"})
            QTest::newRow((item.key() + " " + value).c_str())
                << QByteArray::fromStdString(item.key()) << QByteArray(value);
}

/// At least one of everything, and at most 2^53 of it, past which a double no longer tells whole numbers apart.
void ModelReaderTest::every_number_has_bounds()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    Json file = Json::parse(kModel);
    file[key.toStdString()] = "here";
    std::string text = file.dump(1);
    text.replace(text.find("\"here\""), 6, value.toStdString());
    const auto model = read(text);
    QVERIFY(!model);
    QCOMPARE(model.diagnostics().size(), std::size_t{1});
    const Diagnostic& d = model.diagnostics().front();
    QVERIFY(d.location && d.location->line > 1 && d.location->column > 1);
    if (value != "NaN") // no JSON, told by line and column alone
        QCOMPARE(QByteArray::fromStdString(d.path), "/" + key);
}

void ModelReaderTest::integers_in_other_spellings()
{
    // 8.0 and 5e8 are integers.
    const auto model = read(
        R"({"hidden": 8.0, "feedforward": 5e8, "seq_size": 2048, "attn_heads": 8, "attn_size": 1e0, "num_blocks": 9007199254740992})");
    QVERIFY(model.has_value());
    QCOMPARE(model->hidden, std::int64_t{8});
    QCOMPARE(model->feedforward, std::int64_t{500000000});
    QCOMPARE(model->head_size, std::int64_t{1});
    QCOMPARE(model->blocks, std::int64_t{9007199254740992});
}

void ModelReaderTest::byte_order_mark()
{
    const auto model = read("\xEF\xBB\xBF" + std::string(kModel));
    QVERIFY(model.has_value());
    QCOMPARE(model->hidden, std::int64_t{12288});
    QCOMPARE(model->name, std::string("m"));
}

void ModelReaderTest::round_trip()
{
    const auto model = read(kModel);
    QVERIFY(model.has_value());
    QCOMPARE(to_calculon(*model), Json::parse(kModel));
    const auto again = read(to_calculon(*model).dump());
    QVERIFY(again.has_value());
    QVERIFY(*again == *model);
}

void ModelReaderTest::parameters_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<double>("expected");
    // Linear weights 4·h·a·k + 2·h·f and two layer norms of 2h each, a block.
    QTest::newRow("megatron-22B") << QByteArray("megatron-22B")
                                  << 48.0 * (4.0 * 6144 * 6144 + 2.0 * 6144 * 24576 + 4.0 * 6144);
    // Attention width 48·256 = 12288, not the hidden size 18432.
    QTest::newRow("palm-540B") << QByteArray("palm-540B")
                               << 118.0 * (4.0 * 18432 * 12288 + 2.0 * 18432 * 73728 + 4.0 * 18432);
    QTest::newRow("lamda") << QByteArray("lamda") << 64.0 * (4.0 * 8192 * 16384 + 2.0 * 8192 * 65536 + 4.0 * 8192);
}

void ModelReaderTest::parameters()
{
    QFETCH(QByteArray, name);
    QFETCH(double, expected);
    const TransformerModel* model = find_preset(name.toStdString());
    QVERIFY(model);
    QCOMPARE(parameter_count(*model).value, expected);
    if (name == "megatron-22B") {
        const QString formula = QString::fromStdString(parameter_count(*model).formula).remove(QChar(0x2009));
        QCOMPARE(formula,
                 QString("L·(4·h·a·k + 2·h·f + 4·h) = 48·(4·6144·64·96 + 2·6144·24576 + 4·6144) = 21744451584"));
    }
}

BLUEPRINTING_CORE_TEST(ModelReaderTest)
#include "model_reader_test.moc"
