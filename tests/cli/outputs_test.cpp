#include "core/base/json_document.h"
#include "tests/cli/program.h"
#include "tests/support/calculon_checkout.h"
#include "tests/support/files.h"
#include "tests/support/hostile_names.h"
#include "tests/support/read_formats.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>

#include <map>
#include <set>

using namespace blueprinting;
using namespace blueprinting::testing;

namespace {

/// A run that writes one result, and what stands in it.
struct Ask {
    QStringList arguments;
    QString file = {};      ///< empty: on standard output
    QStringList texts = {}; ///< exactly, or made visible where it is for people
    int code = 0;
};

struct Listed {
    const char* name;
    FileFormat format;
};
const Listed kOutputs[] = {
#define BLUEPRINTING_OUTPUT(name, format) {#name, FileFormat::format},
#include "app/blueprinting/outputs.def"
#undef BLUEPRINTING_OUTPUT
};

QString text_of(const std::string& text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

/// Within the quotes of a JSON string.
QByteArray escaped(const std::string& text)
{
    const std::string quoted = Json(text).dump();
    return QByteArray::fromStdString(quoted.substr(1, quoted.size() - 2));
}

// As a person reads the two below: written by hand.
const QString kFileSeen = QStringLiteral(R"(=<b>x<b>\u001b[31m\u009b1m\u202e\u2067|"',;    &amp;)");
/// A part of a cell's key, whose parts are parted by '|'.
const std::string kPart = "=<b>x\x1b[31m\u009b\u202e\"\r\n\t&";
const QString kPartSeen = QStringLiteral(R"(=<b>x\u001b[31m\u009b\u202e"   &)");

QByteArray bytes_of(const char* in_data)
{
    return testing::bytes_of(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/") + QLatin1String(in_data));
}

/// Two cells of two candidates, three rows each, of a model whose name is foreign.
/// A name for markup and spreadsheets; the key of a cell may not hold what a terminal obeys.
const std::string kCell = "=<b>x</b> &";

QByteArray evidence()
{
    const QByteArray digest(64, 'a');
    QByteArray out;
    for (const char* cp : {"1", "2"}) {
        const QByteArray cell = QByteArray("\"cell\":\"cal-a\",\"model\":\"") + escaped(kCell) +
                                "\",\"layers\":2,\"tp\":1,\"cp\":" + cp + ",\"workload\":{\"kind\":\"a\"}";
        const auto layout = [](const QByteArray& label, const QByteArray& tokens) {
            return "{\"label\":\"" + label + "\",\"features\":{\"packed_tokens\":" + tokens +
                   ",\"segment_count\":1,\"max_depth\":1,\"segments_below\":[0,0,0,0," +
                   (tokens == "1000" ? "1" : "0") + ",1,1,1]}}";
        };
        out += "{\"record_type\":\"calibration_cell\"," + cell +
               ",\"gdn_layers\":0,\"uses_gdn\":false,\"requests_sha256\":\"" + digest + "\",\"source\":\"" + digest +
               "\",\"device\":\"D\",\"param_dtype\":\"torch.bfloat16\",\"hidden_size\":64,\"candidates\":[" +
               layout("long", "2000") + "," + layout("short", "1000") + "]}\n";
        for (const auto& [label, ms] : {std::pair("long", "8.0"), std::pair("short", "4.0")})
            for (int i = 0; i < 3; ++i)
                out += "{\"record_type\":\"calibration_sample\"," + cell + ",\"candidate_label\":\"" + label +
                       "\",\"role\":\"measured\",\"ms_max_rank\":" + ms +
                       ",\"admission_failed\":false,\"subforward_count\":1,\"compile_statuses\":[\"none\"]}\n";
    }
    return out;
}

/// Nothing on standard error is obeyed, and each problem is one line.
void check_said(FormatReader& reader, const QString& what, const Outcome& run)
{
    reader.add(what + QStringLiteral(", said"), FileFormat::text, run.err);
    QVERIFY2(run.code >= 0, qPrintable(what));
    for (const QByteArray& line : run.error_lines())
        QVERIFY2(line.startsWith("error: ") || line.startsWith("finding: ") || line.startsWith("warning: ") ||
                     line.startsWith('{'),
                 qPrintable(what + QStringLiteral(": ") + run.err));
}

} // namespace

/// Every result of the command line, read by Python; and foreign names in each, which no console obeys and no program
/// loses.
class OutputsTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_model, m_system, m_execution, m_certificate, m_manifest, m_contract, m_checkout;
    std::map<QString, std::vector<Ask>> m_asks;

    QString write(const QString& name, const QByteArray& bytes)
    {
        const QString path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        if (!write_file(path, bytes))
            qFatal("%s cannot be written", qPrintable(path));
        return path;
    }
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    void writeInputs()
    {
        const QString name = text_of(hostile_file_name());
        m_model = write(QStringLiteral("m/") + name + QStringLiteral(".json"), bytes_of("models/megatron-22B.json"));
        m_system = write(QStringLiteral("s/") + name + QStringLiteral(".json"), bytes_of("systems/a100_80g.json"));
        Json execution;
        for (const Json& each : Json::parse(run_program({"presets", "executions", "--json"}).out.toStdString()))
            if (each.at("name") == "seqsel-tab5/megatron-22B/seqsel")
                execution = each.at("execution");
        m_execution =
            write(QStringLiteral("e/") + name + QStringLiteral(".json"), QByteArray::fromStdString(execution.dump()));
        write(QStringLiteral("batch.jsonl"), [&] {
            QByteArray lines;
            for (const std::string& id : hostile_names())
                lines += QByteArray::fromStdString(Json{
                             {"id", id},
                             {"model", "megatron-22B"},
                             {"system", "a100_80g"},
                             {"execution", execution}}.dump()) +
                         '\n';
            for (const std::string& unknown : hostile_names())
                lines +=
                    QByteArray::fromStdString(Json{
                        {"id", 1}, {"model", unknown}, {"system", "a100_80g"}, {"execution", execution}, {unknown, 1}}
                                                  .dump()) +
                    '\n';
            return lines;
        }());
        const auto renamed = [](QByteArray text) {
            return text.replace("Qwen/Qwen3.5-4B", escaped(kPart)).replace("depth_one", escaped(kPart));
        };
        m_certificate = write(QStringLiteral("c.json"), renamed(bytes_of("certificates/layout-cost-v2.json")));
        m_manifest =
            write(QStringLiteral("manifest.json"), renamed(bytes_of("certificates/layout-cost-v2-manifest.json")));
        m_contract = write(QStringLiteral("contract.json"),
                           bytes_of("contracts/baseline.json").replace("megatron-22B/full", escaped(kPart)));
        write(QStringLiteral("rows.jsonl"), evidence());
        // Of one row both the name and the source are foreign.
        Json run = Json::parse(bytes_of("measured/korthikanti22-t5.jsonl").split('\n').first().toStdString());
        run["id"] = run["source"] = hostile_file_name();
        write(QStringLiteral("runs.jsonl"), QByteArray::fromStdString(run.dump()));
        write(QStringLiteral("recipe.txt"), "WORLD_SIZE=8 --micro-batch-size 1 --lr 1e-4");
        m_checkout = path("calculon");
        QVERIFY(make_checkout(m_checkout, "words"));
        QVERIFY(write_text(m_checkout + QStringLiteral("/words"), QByteArray::fromStdString(hostile_name())));
        QCOMPARE(run_program({"inspect", "--execution", "seqsel-tab5/megatron-22B/seqsel", "--stage", "portable",
                              "--output", path("plan.json")})
                     .code,
                 0);
    }

    void listAsks()
    {
        const QString exact = text_of(hostile_file_name());
        const QString part = text_of(kPart);
        const QStringList strategy{"--model", m_model, "--system", m_system, "--execution", m_execution};
        const QStringList space{"search", "--model", m_model, "--system", m_system, "--devices", "8", "--batch", "8"};
        const QStringList pipeline{"schedule", "--kind",   "interleaved", "--stages",   "4",  "--microbatches",
                                   "8",        "--chunks", "2",           "--transfer", "0.1"};
        const QStringList certificate{m_certificate, "--manifest", m_manifest};
        const QStringList user{"accounting",
                               "--optimizer",
                               exact,
                               "--part",
                               QStringLiteral("master=float32"),
                               "--part",
                               part.mid(1) + QStringLiteral("=int8/32"),
                               "--params",
                               "7e9"};
        const QStringList rates{"rates", "--model", m_model, "--tokens-per-second-per-gpu", "1000"};
        const QStringList recipe{"recipe", "export", "--model", m_model, "--execution", m_execution, "--to"};
        const QStringList text{"--text"};
        const QStringList json{"--json"};
        const auto cert = [&](const char* verb) { return QStringList{"certificate", verb} + certificate; };
        m_asks = {
            {"accounting_check_table", {{{"accounting", "--check"}}}},
            {"accounting_check", {{{"accounting", "--check", "--json"}}}},
            {"accounting_table",
             {{{"accounting"}}, {{"accounting", "--params", "7e9"}}, {user, {}, {kFileSeen, kPartSeen.mid(1)}}}},
            {"accounting_footprints", {{{"accounting", "--json"}}, {user + json, {}, {exact, part.mid(1)}}}},
            {"calibration_tables", {{{"calibrate"}}, {{"calibrate", "--calculon", m_checkout}}}},
            {"calibration_report",
             {{{"calibrate", "--json"}},
              {{"calibrate", "--output", path("report.json")}, path("report.json")},
              {{"calibrate", "--json", "--calculon", m_checkout}}}},
            {"calibration_figure_tables", {{{"calibrate", "--figures"}}}},
            {"calibration_figures", {{{"calibrate", "--figures", "--json"}}}},
            {"certificate_checks_table", {{cert("verify") + text, {}, {}, -1}}},
            {"certificate_checks", {{cert("verify"), {}, {}, -1}}},
            {"certificate_metrics_table", {{cert("metrics") + text}}},
            {"certificate_metrics", {{cert("metrics") + QStringList{"--cells"}, {}, {part}}}},
            {"certificate_refit_table", {{cert("refit") + text}}},
            {"certificate_refit", {{cert("refit")}}},
            {"certificate_ablations_table", {{cert("ablate") + text}}},
            {"certificate_ablations", {{cert("ablate")}}},
            {"certificate",
             {{{"certificate", "build", path("rows.jsonl"), "--require-complete", "3"}, {}, {text_of(kCell)}},
              {{"certificate", "build", path("rows.jsonl"), "--require-complete", "3", "--output", path("made.json")},
               path("made.json"),
               {text_of(kCell)}}}},
            {"differences", {{{"diff", m_execution, "seqsel-tab5/megatron-22B/full"}, {}, {exact}}}},
            {"estimate_tables",
             {{QStringList{"estimate"} + strategy, {}, {kFileSeen + QStringLiteral(" on ") + kFileSeen}}}},
            {"estimate",
             {{QStringList{"estimate"} + strategy + json, {}, {exact}},
              {{"estimate", "--batch", path("batch.jsonl")},
               {},
               [] {
                   QStringList ids;
                   for (const std::string& id : hostile_names())
                       ids << text_of(id);
                   return ids;
               }(),
               2}}},
            {"gate_checks_text", {{{"gate"}}, {{"gate", "--contract", m_contract}, {}, {kPartSeen}, 1}}},
            {"gate_checks", {{{"gate", "--json"}}, {{"gate", "--contract", m_contract, "--json"}, {}, {part}, 1}}},
            {"gate_contract", {{{"gate", "--write-first-contract", path("first.json")}, path("first.json")}}},
            {"checkpoint_digest",
             {{{"inspect", "--execution", "seqsel-tab5/megatron-22B/seqsel", "--stage", "model", "--digest"}}}},
            {"checkpoint_text",
             {{{"inspect", "--execution", "seqsel-tab5/megatron-22B/seqsel", "--stage", "portable", "--text"}}}},
            {"checkpoint",
             {{QStringList{"inspect", "--model", m_model, "--execution", m_execution, "--stage", "distributed"}},
              {{"inspect", "--execution", "seqsel-tab5/megatron-22B/seqsel", "--stage", "model", "--output",
                path("model.json")},
               path("model.json")}}},
            {"checkpoint_verdict", {{{"verify", path("plan.json")}}}},
            {"measured_table", {{{"measured"}}, {{"measured", path("runs.jsonl")}, {}, {kFileSeen}}}},
            {"measured", {{{"measured", "--json"}}, {{"measured", path("runs.jsonl"), "--json"}, {}, {exact}}}},
            {"measured_rows_table", {{{"measured", path("runs.jsonl"), "--rows"}, {}, {kFileSeen}}}},
            {"measured_rows", {{{"measured", path("runs.jsonl"), "--rows", "--json"}, {}, {exact}}}},
            {"measured_choices_table", {{{"measured", "--choices"}}}},
            {"measured_choices", {{{"measured", "--choices", "--json"}}}},
            {"measured_like_table", {{{"measured", path("runs.jsonl"), "--like", "seqsel-tab5/gpt3-175B/full"}}}},
            {"measured_like",
             {{{"measured", path("runs.jsonl"), "--like", "seqsel-tab5/gpt3-175B/full", "--json"}, {}, {exact}}}},
            {"model_tables",
             {{{"model", "Llama-3.1-8B"}},
              {{"model", "DeepSeek-V3", "--tensor", "8"}},
              {{"model", m_model}, {}, {kFileSeen}}}},
            {"model",
             {{{"model", "Llama-3.1-8B", "--json"}},
              {{"model", m_model, "--json"}, {}, {exact}},
              {{"model", "DeepSeek-V3", "--json", "--output", path("counts.json")}, path("counts.json")}}},
            {"presets_table", {{{"presets", "models"}}, {{"presets", "systems"}}, {{"presets", "executions"}}}},
            {"presets",
             {{{"presets", "models", "--json"}},
              {{"presets", "systems", "--json"}},
              {{"presets", "executions", "--json"}}}},
            {"rates_tables", {{rates}, {rates + QStringList{"--gpus", "8", "--peak", "1e15"}}}},
            {"rates", {{rates + json, {}, {exact}}}},
            {"recipe_arguments", {{recipe + QStringList{"megatron"}, {}, {kFileSeen}}}},
            {"recipe_sections", {{recipe + QStringList{"torchtitan"}, {}, {kFileSeen}}}},
            {"recipe_json", {{recipe + QStringList{"deepspeed"}}}},
            {"recipe_strategy",
             {{{"recipe", "import", path("recipe.txt")}}, {{"recipe", "import", path("recipe.txt"), "--json"}}}},
            {"schedule_summary", {{pipeline}, {QStringList{"schedule"} + strategy}}},
            {"schedule", {{pipeline + QStringList{"--format", "json"}}}},
            {"schedule_commands",
             {{pipeline + QStringList{"--format", "csv"}},
              {pipeline + QStringList{"--format", "csv", "--transfers", "linked", "--output", path("s.csv")},
               path("s.csv")},
              {QStringList{"schedule", "--format", "csv"} + strategy}}},
            {"schedule_drawing",
             {{pipeline + QStringList{"--format", "svg"}}, {QStringList{"schedule", "--format", "svg"} + strategy}}},
            {"schedule_trace",
             {{pipeline + QStringList{"--format", "chrome-trace"}},
              {QStringList{"schedule", "--format", "chrome-trace"} + strategy}}},
            {"schedule_table",
             {{QStringList{"schedule", "--kind", "gpipe", "--stages", "2", "--microbatches", "2", "--format",
                           "pytorch-csv"}}}},
            {"schedule_kinds_table",
             {{QStringList{"schedule", "compare", "--table", "--stages", "2", "--microbatches", "4"}}}},
            {"schedule_kinds",
             {{QStringList{"schedule", "compare", "--table", "--stages", "2", "--microbatches", "4"} +
               QStringList{"--format", "json"}}}},
            {"measured_run_summary",
             {{QStringList{"trace", BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean"}}}},
            {"measured_run",
             {{QStringList{"trace", BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean", "--format", "json"}}}},
            {"search_text", {{space, {}, {kFileSeen}}, {space + QStringList{"--pareto"}}}},
            {"search", {{space + json, {}, {exact}}}},
            {"search_strategies",
             {{space + QStringList{"--output", path("all.csv")}, path("all.csv")},
              {space + QStringList{"--pareto", "--output", path("front.csv")}, path("front.csv")}}},
            {"search_strategy_lines", {{space + QStringList{"--output", path("all.jsonl")}, path("all.jsonl")}}},
        };
    }

private Q_SLOTS:
    void initTestCase()
    {
        writeInputs();
        listAsks();
    }

    void everyOutputIsAsked()
    {
        std::set<QString> listed;
        for (const Listed& each : kOutputs) {
            listed.insert(QLatin1String(each.name));
            QVERIFY2(m_asks.contains(QLatin1String(each.name)), each.name);
        }
        for (const auto& [name, asks] : m_asks)
            QVERIFY2(listed.contains(name) && !asks.empty(), qPrintable(name));
    }

    void everyOutputIsRead_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("format");
        for (const Listed& each : kOutputs)
            QTest::newRow(each.name) << QString::fromLatin1(each.name) << static_cast<int>(each.format);
    }
    void everyOutputIsRead()
    {
        QFETCH(QString, name);
        QFETCH(int, format);
        FormatReader reader;
        for (const Ask& ask : m_asks.at(name)) {
            const Outcome run = run_program(ask.arguments);
            const QString what = name + QStringLiteral(" by ") + ask.arguments.join(u' ').toHtmlEscaped();
            QVERIFY2(ask.code < 0 ? run.code <= 1 : run.code == ask.code || ask.arguments.contains(m_checkout),
                     qPrintable(QString::number(run.code) + what + run.err));
            reader.add(what, static_cast<FileFormat>(format),
                       ask.file.isEmpty() ? run.out : testing::bytes_of(ask.file), ask.texts);
            check_said(reader, what, run);
        }
        QCOMPARE(reader.faults(), QString());
    }

    /// A line of a table stays a line, and a sentence a sentence, whatever the names in it.
    void namesAddNoLines()
    {
        const auto lines = [](const QStringList& arguments) { return run_program(arguments).out.count('\n'); };
        const QStringList tame{"--model",  "megatron-22B", "--system",
                               "a100_80g", "--execution",  "seqsel-tab5/megatron-22B/seqsel"};
        const QStringList foreign{"--model", m_model, "--system", m_system, "--execution", m_execution};
        QCOMPARE(lines(QStringList{"estimate"} + foreign), lines(QStringList{"estimate"} + tame));
        QCOMPARE(lines(QStringList{"search", "--devices", "8", "--batch", "8"} + foreign.mid(0, 4)),
                 lines(QStringList{"search", "--devices", "8", "--batch", "8"} + tame.mid(0, 4)));
        QCOMPARE(lines({"accounting", "--optimizer", text_of(kPart), "--part", text_of(kPart).mid(1) + "=float32"}),
                 lines({"accounting", "--optimizer", "x", "--part", "y=float32"}));
        for (const char* verb : {"verify", "metrics", "refit", "ablate"})
            QCOMPARE(lines({"certificate", verb, m_certificate, "--text"}),
                     lines({"certificate", verb, BLUEPRINTING_SOURCE_DIR "/data/certificates/layout-cost-v2.json",
                            "--text"}));
    }

    /// What a person typed, in every place where it is told back.
    void argumentsAreToldBack_data()
    {
        QTest::addColumn<QStringList>("before");
        QTest::newRow("subcommand") << QStringList{};
        QTest::newRow("option") << QStringList{"estimate", "--"};
        for (const char* option : {"--model", "--system", "--execution", "--batch", "--view"})
            QTest::newRow(option) << QStringList{"estimate", option};
        QTest::newRow("estimate --json") << QStringList{
            "estimate", "--json", "--system", "a100_80g", "--execution", "seqsel-tab5/megatron-22B/seqsel", "--model"};
        for (const char* option : {"--tp", "--devices", "--output", "--shard", "--recompute", "--tensor-tier", "--top"})
            QTest::newRow(qPrintable(QStringLiteral("search ") + option))
                << QStringList{"search", "--model", "megatron-22B", "--system", "a100_80g"} +
                       (QLatin1String(option) == QLatin1String("--devices") ? QStringList{}
                                                                            : QStringList{"--devices", "8"}) +
                       QStringList{"--batch", "8", option};
        QTest::newRow("search --json") << QStringList{"search", "--json",   "--devices", "8",      "--batch",
                                                      "8",      "--system", "a100_80g",  "--model"};
        QTest::newRow("schedule") << QStringList{"schedule", "--stages", "2", "--microbatches", "2", "--kind"};
        QTest::newRow("calibrate") << QStringList{"calibrate", "--calculon"};
        QTest::newRow("gate") << QStringList{"gate", "--contract"};
        QTest::newRow("optimizer") << QStringList{"accounting", "--optimizer"};
        QTest::newRow("part") << QStringList{"accounting", "--part"};
        QTest::newRow("parameters") << QStringList{"accounting", "--params"};
        QTest::newRow("certificate") << QStringList{"certificate", "verify"};
        QTest::newRow("certificate verb") << QStringList{"certificate"};
        QTest::newRow("holdout") << QStringList{"certificate", "metrics", "published", "--holdout"};
        QTest::newRow("drop") << QStringList{"certificate", "refit", "published", "--drop"};
        QTest::newRow("evidence") << QStringList{"certificate", "build"};
        QTest::newRow("diff") << QStringList{"diff", "seqsel-tab5/megatron-22B/full"};
        QTest::newRow("inspect") << QStringList{"inspect", "--stage", "model", "--execution"};
        QTest::newRow("verify") << QStringList{"verify"};
        QTest::newRow("model") << QStringList{"model"};
        QTest::newRow("rates") << QStringList{"rates", "--tokens-per-second-per-gpu", "1000", "--model"};
        QTest::newRow("recipe") << QStringList{"recipe", "import"};
        QTest::newRow("presets") << QStringList{"presets"};
        QTest::newRow("unwritable") << QStringList{
            "inspect", "--stage", "model", "--execution", "seqsel-tab5/megatron-22B/full", "--output"};
    }
    void argumentsAreToldBack()
    {
        QFETCH(QStringList, before);
        FormatReader reader;
        for (const std::string& name : {hostile_name(),
                                        std::string("\x9b"
                                                    "31m\xff"),
                                        std::string("{\"\x1b\u202e\": \u009b}"), "/nowhere/" + hostile_file_name()}) {
            // As bytes: an argument need not be UTF-8.
            QStringList arguments = before;
            if (!arguments.isEmpty() && arguments.last() == QStringLiteral("--"))
                arguments.last() += QFile::decodeName(QByteArray::fromStdString(name));
            else
                arguments << QFile::decodeName(QByteArray::fromStdString(name));
            const Outcome run = run_program(arguments);
            QVERIFY2(run.code >= 0, run.err.constData());
            QVERIFY2(!run.err.isEmpty() || run.code == 0, qPrintable(arguments.join(u' ')));
            check_said(reader, before.join(u' '), run);
        }
        QCOMPARE(reader.faults(), QString());
    }

    /// Every text and every key of every kind of file.
    void filesAreToldBack_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QList<QStringList>>("runs"); ///< "FILE" is the file
        const QStringList whole{"--system", "a100_80g", "--execution", "seqsel-tab5/megatron-22B/seqsel"};
        QTest::newRow("model") << "f.json" << bytes_of("models/megatron-22B.json")
                               << QList<QStringList>{QStringList{"estimate", "--model", "FILE"} + whole,
                                                     QStringList{"estimate", "--json", "--model", "FILE"} + whole};
        QTest::newRow("config")
            << "f.json"
            << QByteArray(
                   R"({"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024, "activation_function": "gelu"})")
            << QList<QStringList>{QStringList{"estimate", "--model", "FILE"} + whole, {"model", "FILE"}};
        QTest::newRow("description") << "f.json" << bytes_of("released-models/DeepSeek-V3.json")
                                     << QList<QStringList>{{"model", "FILE"}, {"model", "FILE", "--json"}};
        QTest::newRow("system") << "f.json" << bytes_of("systems/a100_80g.json")
                                << QList<QStringList>{{"estimate", "--model", "megatron-22B", "--system", "FILE",
                                                       "--execution", "seqsel-tab5/megatron-22B/seqsel"}};
        QTest::newRow("execution") << "f.json" << testing::bytes_of(m_execution)
                                   << QList<QStringList>{{"estimate", "--model", "megatron-22B", "--system", "a100_80g",
                                                          "--execution", "FILE"},
                                                         {"diff", "FILE", "seqsel-tab5/megatron-22B/full"},
                                                         {"inspect", "--model", "megatron-22B", "--execution", "FILE",
                                                          "--stage", "portable", "--text"}};
        QTest::newRow("certificate") << "f.json" << bytes_of("certificates/layout-cost-v2.json")
                                     << QList<QStringList>{{"certificate", "verify", "FILE", "--text"},
                                                           {"certificate", "verify", "FILE"}};
        QTest::newRow("manifest") << "f.json" << bytes_of("certificates/layout-cost-v2-manifest.json")
                                  << QList<QStringList>{
                                         {"certificate", "verify", "published", "--manifest", "FILE", "--text"}};
        QTest::newRow("contract") << "f.json" << bytes_of("contracts/baseline.json")
                                  << QList<QStringList>{{"gate", "--contract", "FILE"}};
        QTest::newRow("checkpoint") << "f.json" << testing::bytes_of(path("plan.json"))
                                    << QList<QStringList>{{"verify", "FILE"}};
        const QByteArray row = evidence().split('\n').first();
        QTest::newRow("evidence") << "f.jsonl" << row << QList<QStringList>{{"certificate", "build", "FILE"}};
        QTest::newRow("batch") << "f.jsonl" << testing::bytes_of(path("batch.jsonl")).split('\n').first()
                               << QList<QStringList>{{"estimate", "--batch", "FILE"}};
    }
    void filesAreToldBack()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        QFETCH(QList<QStringList>, runs);
        const QString file = path(qPrintable(name));
        FormatReader reader;
        int tried = 0;
        const auto ask = [&](const Json& spoilt, const QString& where) {
            write(name, QByteArray::fromStdString(spoilt.dump()) + '\n');
            for (QStringList arguments : runs) {
                arguments.replaceInStrings(QStringLiteral("FILE"), file);
                const Outcome run = run_program(arguments);
                const QString what = where + QStringLiteral(" of ") + arguments.join(u' ');
                check_said(reader, what, run);
                reader.add(what, FileFormat::text, run.out);
                ++tried;
            }
        };
        Json root = Json::parse(bytes.toStdString());
        const std::string foreign = hostile_name() + std::string(1, '\0');
        // All texts and figures of one object at once, then all its keys: readers tell every problem of one. Of a list
        // the first entry stands for all.
        const std::function<void(Json&, const QString&)> spoil = [&](Json& value, const QString& where) {
            if (value.is_array() && !value.empty())
                spoil(value.front(), where + QStringLiteral("/0"));
            if (!value.is_object())
                return;
            for (const auto& item : value.items())
                spoil(item.value(), where + u'/' + QString::fromStdString(item.key()));
            const Json kept = value;
            int keys = 0;
            for (const auto& item : kept.items()) {
                if (!item.value().is_structured())
                    value[item.key()] = foreign;
                else if (item.value().is_array() && !item.value().empty() && !item.value().front().is_structured())
                    value[item.key()].front() = foreign;
            }
            ask(root, QStringLiteral("values of ") + where);
            value = Json::object();
            for (const auto& item : kept.items())
                value[foreign + std::to_string(keys++)] = item.value();
            ask(root, QStringLiteral("keys of ") + where);
            value = kept;
        };
        spoil(root, {});
        QVERIFY(tried >= 2);
        QCOMPARE(reader.faults(), QString());
    }

    /// Calculon's refusal, in its own words but not in its colours.
    void whatCalculonSaysIsToldBack()
    {
        FormatReader reader;
        for (const QStringList& arguments : {QStringList{"calibrate", "--calculon", m_checkout},
                                             QStringList{"calibrate", "--json", "--calculon", m_checkout}}) {
            const Outcome run = run_program(arguments);
            QVERIFY2(run.err.contains("x</b>"), run.err.constData());
            check_said(reader, arguments.join(u' '), run);
        }
        QCOMPARE(reader.faults(), QString());
    }
};

BLUEPRINTING_CORE_TEST(OutputsTest)
#include "outputs_test.moc"
