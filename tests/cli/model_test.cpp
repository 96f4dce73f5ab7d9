#include "tests/cli/program.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>

using namespace blueprinting;
using blueprinting::testing::add_modern_cases;
using blueprinting::testing::is_near;
using blueprinting::testing::modern_case;
using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;

namespace {

const QString kConfigs = QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/modern/configs");

Json read(const QString& path) { return JsonDocument::read(path.toStdString()).value().root(); }

Json answer(const QStringList& arguments)
{
    const Outcome outcome = run_program(QStringList{"model"} + arguments + QStringList{"--json"});
    return outcome.code == 0 ? Json::parse(outcome.out.toStdString(), nullptr, false) : Json();
}

} // namespace

/// `model` against the acceptance values of tests/modern, whose cases each name their source.
class ModelCommandTest : public QObject {
    Q_OBJECT
private slots:
    void counts_data() { add_modern_cases({"parameters", "flops_per_token", "kv_bytes"}); }
    void counts();
    void one_count_data() { add_modern_cases({"active_parameters", "trap"}); }
    void one_count();
    void padded_data() { add_modern_cases({"padded_vocabulary"}); }
    void padded();
    void configs_data();
    void configs();
    void kinds_of_files();
    void published();
    void text();
    void refusals();
};

void ModelCommandTest::counts()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    QStringList arguments{QString::fromStdString(each["model"].get<std::string>())};
    const auto option = [&](const char* key, const char* name) {
        if (each.contains(key))
            arguments << name << QString::fromStdString(each[key].dump());
    };
    option("sequence", "--sequence");
    option("tensor_degree", "--tensor");
    option("element_bytes", "--element-bytes");
    const Json said = answer(arguments);
    QVERIFY2(said.is_object(), qPrintable(arguments.join(u' ')));
    const std::string kind = each["kind"];
    const Json& part = said[kind];
    for (const auto& [key, value] : each["expect"].items())
        QVERIFY2(part.contains(key) &&
                     is_near(part[key].get<double>(), value.get<double>(), each["tolerance"].get<double>()),
                 key.c_str());
    if (each["expect"].contains("total")) {
        std::int64_t sum = 0;
        for (const auto& [name, parameters] : said["parts"].items())
            sum += parameters.get<std::int64_t>();
        QCOMPARE(sum, each["expect"]["total"].get<std::int64_t>());
    }
}

void ModelCommandTest::one_count()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const Json said = answer({QString::fromStdString(each["model"].get<std::string>())});
    const Json expected = each.contains("count") ? Json{{each["count"], each["expect"]}} : each["expect"];
    for (const auto& [key, value] : expected.items()) {
        QVERIFY2(said["parameters"].contains(key), key.c_str());
        QCOMPARE(said["parameters"][key].get<std::int64_t>(), value.get<std::int64_t>());
    }
}

void ModelCommandTest::padded()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    // Any model has these rows: the smallest that there is.
    const Json model{{"hidden", 8},
                     {"blocks", 1},
                     {"sequence", 8},
                     {"vocabulary", each["vocabulary"]},
                     {"attention", {{"heads", 1}, {"head_size", 8}}},
                     {"mlp", {{"feedforward", 8}}}};
    const Json said = answer(
        {QString::fromStdString(model.dump()), "--tensor", QString::fromStdString(each["tensor_degree"].dump())});
    QVERIFY(said.is_object());
    QCOMPARE(said["padded_vocabulary"].get<std::int64_t>(), each["expect"].get<std::int64_t>());
}

void ModelCommandTest::configs_data()
{
    QTest::addColumn<QString>("folder");
    const QStringList folders = QDir(kConfigs).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString& folder : folders)
        QTest::newRow(qPrintable(folder)) << QDir(kConfigs).filePath(folder);
}

void ModelCommandTest::configs()
{
    QFETCH(QString, folder);
    const Json expected = read(folder + "/expected.json");
    QStringList arguments{"model", folder + "/config.json", "--json"};
    if (expected.contains("sequence_given") && expected["sequence_given"].is_number())
        arguments << "--sequence" << QString::fromStdString(expected["sequence_given"].dump());
    const Outcome outcome = run_program(arguments);
    if (expected.contains("refused")) {
        QCOMPARE(outcome.code, 2);
        QVERIFY(outcome.out.isEmpty());
        QCOMPARE(outcome.error_lines().size(), 1);
        const Json line = Json::parse(outcome.err.toStdString());
        QVERIFY2(line["code"] == expected["refused"]["code"] && line["path"] == expected["refused"]["path"],
                 outcome.err);
        return;
    }
    QVERIFY2(outcome.code == 0, outcome.err);
    const Json said = Json::parse(outcome.out.toStdString());
    for (const auto& [key, value] : expected["expect"].items())
        QVERIFY2(said["parameters"][key] == value, key.c_str());
    // With defaults filled in, they are the same.
    const auto wanted_model = testing::described(expected["description"]);
    QVERIFY(wanted_model && *wanted_model == testing::described(said["description"]).value());
    QSet<QString> codes, wanted;
    for (const Json& finding : said["findings"])
        codes << QString::fromStdString(finding["code"].get<std::string>());
    for (const Json& finding : expected["findings"])
        wanted << QString::fromStdString(finding.is_object() ? finding["code"].get<std::string>()
                                                             : finding.get<std::string>());
    QCOMPARE(codes, wanted);
    // The description that is printed is a model file itself, and counts the same.
    QTemporaryDir kept;
    const QString file = kept.filePath("model.json");
    QVERIFY(testing::write_file(file, QByteArray::fromStdString(said["description"].dump())));
    const Json again = answer({file});
    for (const char* key : {"description", "parameters", "flops_per_token", "kv_bytes"})
        QVERIFY2(again[key] == said[key], key);
}

void ModelCommandTest::kinds_of_files()
{
    // Calculon's six numbers: blocks alone, as data/models has them; 4·h·a·k + 2·h·f weights a block and two norms of
    // 2·h, no other biases.
    const Json plain = answer({QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/models/megatron-22B.json")});
    const std::int64_t h = 6144, f = 24576;
    QCOMPARE(plain["parameters"]["first_block"].get<std::int64_t>(), 4 * h * h + 2 * h * f + 4 * h);
    QVERIFY(!plain.contains("padded_vocabulary"));
    QVERIFY(plain == [&] {
        Json named = answer({"megatron-22B"});
        return named;
    }());
    // A sequence is asked for with any of them.
    QCOMPARE(answer({"megatron-22B", "--sequence", "512"})["description"]["sequence"].get<int>(), 512);
    QCOMPARE(
        answer({kConfigs + "/Llama-3.1-8B/config.json", "--sequence", "512"})["description"]["sequence"].get<int>(),
        512);
    // 50257 tokens in rows of 128 times the tensor-parallel degree.
    QCOMPARE(answer({"GPT-2-124M", "--tensor", "8"})["padded_vocabulary"].get<int>(), 51200);
}

void ModelCommandTest::published()
{
    const Json llama = answer({"Llama-3.1-8B"});
    QCOMPARE(llama["published"]["parameters"].get<std::int64_t>(), std::int64_t{8030261248});
    QVERIFY(!answer({"GLM-4.5-Air"}).contains("published")); // nowhere stated exactly
    // A file has no publisher that we know.
    QVERIFY(!answer({kConfigs + "/Llama-3.1-8B/config.json"}).contains("published"));
}

void ModelCommandTest::text()
{
    const Outcome outcome = run_program({"model", "Mixtral-8x7B-v0.1"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.isEmpty());
    const QString out = QString::fromUtf8(outcome.out).replace(QChar(0x2009), QLatin1Char(' '));
    QVERIFY2(out.startsWith("Mixtral-8x7B-v0.1: 32 blocks, hidden 4096, 32 heads, sequence 4096\n"), qPrintable(out));
    for (const char* line : {"46 702 792 704", "routed experts", "router", "palm", "megatron window", "exact"})
        QVERIFY2(out.contains(line), line);
    // What was assumed of a file is said beside the figures.
    const Outcome file = run_program({"model", kConfigs + "/Llama-3.1-8B/config.json"});
    QCOMPARE(file.code, 0);
    QVERIFY2(file.err.contains("model.hf.sequence_assumed"), file.err);
}

void ModelCommandTest::refusals()
{
    const auto refused = [](const QStringList& arguments, const char* words) {
        const Outcome outcome = run_program(QStringList{"model"} + arguments);
        return outcome.code == 2 && outcome.out.isEmpty() && outcome.error_lines().size() == 1 &&
               outcome.err.contains(words);
    };
    QVERIFY(refused({"Llama-3.1-9B"}, "Llama-3.1-8B")); // the near names
    QVERIFY(refused({}, "required"));
    QVERIFY(refused({"Llama-3.1-8B", "--sequence", "0"}, "--sequence"));
    QVERIFY(refused({"Llama-3.1-8B", "--tensor", "0100"}, "--tensor"));
    // 128 · 2^53 rows are 2^60, and 1024 times as many past every integer.
    QVERIFY(refused({R"({"hidden": 8, "blocks": 1, "sequence": 8, "vocabulary": {"size": 9, "pad_multiple": 131072},
                         "attention": {"heads": 1, "head_size": 8}, "mlp": {"feedforward": 8}})",
                     "--tensor", "9007199254740991"},
                    "--tensor"));
    QVERIFY(refused({"Llama-3.1-8B", "--element-bytes", "0"}, "--element-bytes"));
    QVERIFY(refused(
        {R"({"schema": "blueprinting.model.v1", "blocks": 1, "sequence": 8, "attention": {"heads": 1, "head_size": 8},
                         "mlp": {"feedforward": 8}})"},
        "hidden"));
    QVERIFY(refused({R"({"hidden": 9007199254740991, "feedforward": 9007199254740991, "seq_size": 1, "attn_heads": 1,
                         "attn_size": 1, "num_blocks": 1000})"},
                    "2^63"));
}

BLUEPRINTING_CORE_TEST(ModelCommandTest)
#include "model_test.moc"
