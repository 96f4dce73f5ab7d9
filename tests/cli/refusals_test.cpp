#include "tests/cli/complete.h"
#include "tests/cli/help.h"
#include "tests/support/execution.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QSet>
#include <QTemporaryDir>

using namespace blueprinting::testing;

namespace {

const QString kPreset = "seqsel-tab5/gpt3-175B/full"; // TP 8, PP 8 on 64 processors, GPT-3 175B on a100_80g
const QString kFullOf22B = "seqsel-tab5/megatron-22B/full";

/// A use of the program that one thing is wrong with.
struct Refusal {
    QString name;
    QStringList subcommand;
    QStringList at_fault; ///< the options, or names of what stands without one, that it is about
    QStringList arguments;
    QStringList begins; ///< of the lines on standard error, behind "error: "; where there are fewer than lines, the
                        ///< last is for the rest
};

QByteArray model_text(int hidden)
{
    return "{\n \"hidden\": " + QByteArray::number(hidden) +
           ",\n \"feedforward\": 49152, \"seq_size\": 2048, \"attn_heads\": 96, \"attn_size\": 128, \"num_blocks\": "
           "96}";
}

/// A cell of two layouts, and three runs of each in times of many digits.
QByteArray evidence_of(const QByteArray& workload, const QByteArray& requests)
{
    const QByteArray cell =
        "\"cell\":\"" + workload + "\",\"model\":\"M\",\"layers\":2,\"tp\":1,\"cp\":1,\"workload\":{\"kind\":\"a\"}";
    QByteArray out = "{\"record_type\":\"calibration_cell\"," + cell +
                     ",\"gdn_layers\":0,\"uses_gdn\":false,\"requests_sha256\":\"" + requests + "\",\"source\":\"" +
                     QByteArray(40, 'b') + "\",\"device\":\"D\",\"param_dtype\":\"torch.bfloat16\",\"hidden_size\":64,";
    out +=
        "\"candidates\":[{\"label\":\"long\",\"features\":{\"packed_tokens\":2000,\"segment_count\":1,\"max_depth\":1,"
        "\"segments_below\":[0,0,0,0,0,1,1,1]}},{\"label\":\"short\",\"features\":{\"packed_tokens\":1000,"
        "\"segment_count\":1,\"max_depth\":1,\"segments_below\":[0,0,0,0,1,1,1,1]}}]}";
    out += '\n';
    for (const char* label : {"long", "short"})
        for (int i = 0; i < 3; ++i)
            out += "{\"record_type\":\"calibration_sample\"," + cell + ",\"candidate_label\":\"" + label +
                   "\",\"role\":\"measured\",\"ms_max_rank\":" + (label == QByteArray("long") ? "8.00" : "4.00") +
                   QByteArray::number(12345 + i) + "}\n";
    return out;
}

} // namespace

/// Every refusal of the command line names what it is about: file, line and column (or the value's pointer), or the
/// option. Over all subcommands, all their options, and all that an input can be: a preset, a file, text, nothing.
class RefusalsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void every_option_is_walked_over();
    void places_data();
    void places();
    void nearest_values_data();
    void nearest_values();
    void batch_lines_data();
    void batch_lines();

private:
    QTemporaryDir m_folder;
    [[nodiscard]] QList<Refusal> refusals() const;
    [[nodiscard]] QList<Refusal> of_inputs(const QStringList& subcommand, const QStringList& more,
                                           bool with_execution) const;
    [[nodiscard]] QString text_of(const char* file) const
    {
        return QString::fromUtf8(bytes_of(m_folder.filePath(file)));
    }
    /// ":11:24: " where the value of a key of the file begins.
    [[nodiscard]] QString place(const char* file, const QByteArray& key) const
    {
        const QByteArray text = bytes_of(m_folder.filePath(file));
        qsizetype at = text.indexOf('"' + key + "\":") + key.size() + 3;
        while (text[at] == ' ')
            ++at;
        return QString(":%1:%2: ").arg(text.left(at).count('\n') + 1).arg(at - text.lastIndexOf('\n', at - 1));
    }
};

void RefusalsTest::initTestCase()
{
    const auto write = [&](const char* name, const QByteArray& text) {
        QVERIFY(write_file(m_folder.filePath(name), text));
    };
    write("model-of-text.json", "{\n \"hidden\": \"8\", \"feedforward\": 4, \"seq_size\": 4, \"attn_heads\": 4, "
                                "\"attn_size\": 4, \"num_blocks\": 4}");
    write("model-100.json", model_text(100));
    write("model-huge.json", QByteArray(model_text(12288)).replace("2048", "4503599627370496"));
    write("config.json",
          "{\"model_type\": \"gpt2\", \"n_embd\": 100, \"n_head\": 10, \"n_layer\": 96,\n \"n_positions\": 2048, "
          "\"vocab_size\": 50257}");
    QJsonObject system;
    for (const auto& each : run_program({"presets", "systems", "--json"}).json().array())
        if (each.toObject()["name"] == "a100_80g")
            system = each.toObject()["system"].toObject();
    QVERIFY(!system.isEmpty());
    write("system-without-end.json",
          QByteArray(QJsonDocument(system).toJson()).replace("\"GiB\": 80", "\"GiB\": 1e300"));
    QJsonArray networks = system["networks"].toArray();
    QJsonObject first = networks[0].toObject();
    first["size"] = 4;
    networks[0] = first;
    QJsonObject narrow = system;
    narrow["networks"] = networks;
    write("system-narrow.json", QJsonDocument(narrow).toJson());
    QJsonObject lone = system;
    lone["networks"] = QJsonArray{system["networks"].toArray()[0]};
    write("system-of-one-tier.json", QJsonDocument(lone).toJson());
    const QJsonObject plain = execution({{"tensor_par", 8}, {"pipeline_par", 8}, {"batch_size", 64}});
    QJsonObject untold = plain;
    untold.remove("training");
    write("execution.json", QJsonDocument(plain).toJson());
    write("execution-untold.json", QJsonDocument(untold).toJson());
    QJsonObject seven = plain;
    seven["microbatch_size"] = 7;
    write("execution-7.json", QJsonDocument(seven).toJson());
    QJsonObject ring = seven;
    ring["tensor_par_overlap"] = "ring";
    write("execution-ring.json", QJsonDocument(ring).toJson());
    write("cut.json", "{\"a\":\n");
    write("recipe.txt", "WORLD_SIZE=8 --micro-batch-size 1");
    QCOMPARE(run_program({"inspect", "--execution", kPreset, "--stage", "model", "--output", "checkpoint.json"}, {},
                         m_folder.path())
                 .code,
             0);
    QCOMPARE(run_program({"inspect", "--execution", kPreset, "--stage", "portable", "--output", "portable.json"}, {},
                         m_folder.path())
                 .code,
             0);
    QCOMPARE(run_program({"inspect", "--execution", kFullOf22B, "--stage", "distributed", "--output", "other.json"}, {},
                         m_folder.path())
                 .code,
             0);
    write("altered.json", bytes_of(m_folder.filePath("checkpoint.json")).replace("12288", "12289"));
    QVERIFY(QDir(m_folder.path()).mkdir("folder"));
    write("empty.jsonl", "{\"record_type\":\"note\"}\n");
    write("rows.jsonl", evidence_of("cal-a", QByteArray(64, 'a')) + evidence_of("cal-b", QByteArray(64, 'b')));
    write("again.jsonl", evidence_of("cal-b", QByteArray(64, 'b')).split('\n')[1] + '\n');
    write("implausible.jsonl", "{\"record_type\":\"note\"}\n" + evidence_of("cal-b", "zz"));
    const QByteArray certificate = bytes_of(BLUEPRINTING_SOURCE_DIR "/data/certificates/layout-cost-v2.json");
    QVERIFY(certificate.contains("\"objective\": \"regret\""));
    write("objective.json", QByteArray(certificate).replace("\"regret\"", "\"likelihood\""));
    write("foreign.json", QByteArray(certificate).replace("\"tiny_segment_per_layer\"", "\"no_term\""));
}

/// What goes wrong with model, system and execution wherever they are given.
QList<Refusal> RefusalsTest::of_inputs(const QStringList& subcommand, const QStringList& more,
                                       bool with_execution) const
{
    QList<Refusal> out;
    const auto row = [&](const QString& name, const QStringList& at_fault, const QString& model, const QString& system,
                         const QString& execution, const QStringList& begins) {
        QStringList arguments = subcommand + more;
        if (!model.isEmpty())
            arguments << "--model" << model;
        if (!system.isEmpty() && subcommand != QStringList{"inspect"})
            arguments << "--system" << system;
        if (!execution.isEmpty() && with_execution)
            arguments << "--execution" << execution;
        out.push_back({name, subcommand, at_fault, arguments, begins});
    };
    const QString gpt = "gpt3-175B", a100 = "a100_80g";
    row("unknown model", {"--model"}, "gpt3-175", a100, kPreset,
        {"--model: \"gpt3-175\" is neither a built-in model nor a file"});
    row("no model file", {"--model"}, "none.json", a100, kPreset, {"none.json: there is no such file"});
    row("a folder for a model", {"--model"}, "folder", a100, kPreset, {"folder: this is a folder"});
    row("model file with a wrong value", {"--model"}, "model-of-text.json", a100, kPreset,
        {"model-of-text.json:2:12: /hidden: "});
    row("model text with a wrong value", {"--model"}, text_of("model-of-text.json"), a100, kPreset,
        {"--model:2:12: /hidden: "});
    row("model file cut short", {"--model"}, "cut.json", a100, kPreset, {"cut.json:2:1: "});
    if (subcommand != QStringList{"inspect"}) {
        row("unknown system", {"--system"}, gpt, "h200", kPreset,
            {"--system: \"h200\" is neither a built-in system nor a file"});
        row("no system file", {"--system"}, gpt, "none.json", kPreset, {"none.json: there is no such file"});
        row("system file with a wrong value", {"--system"}, gpt, "system-without-end.json", kPreset,
            {"system-without-end.json:"});
        row("system text with a wrong value", {"--system"}, gpt, text_of("system-without-end.json"), kPreset,
            {"--system:"});
    }
    if (!with_execution)
        return out;
    row("unknown execution", {"--execution"}, gpt, a100, "seqsel",
        {"--execution: \"seqsel\" is neither a built-in execution nor a file"});
    row("no execution file", {"--execution"}, gpt, a100, "none.json", {"none.json: there is no such file"});
    row("execution file that does not say all", {"--execution"}, gpt, a100, "execution-untold.json",
        {"execution-untold.json:1:1: /training: "});
    row("execution text that does not say all", {"--execution"}, gpt, a100, text_of("execution-untold.json"),
        {"--execution:1:1: /training: "});
    row("execution file that breaks a law", {"--execution"}, gpt, a100, "execution-7.json",
        {"execution-7.json" + place("execution-7.json", "microbatch_size") + "microbatch_size: "});
    row("execution text that breaks a law", {"--execution"}, gpt, a100, text_of("execution-7.json"),
        {"--execution" + place("execution-7.json", "microbatch_size") + "microbatch_size: "});
    row("model file and a preset execution that it breaks a law of", {"--model", "--execution"}, "model-100.json", a100,
        kPreset, {"--execution " + kPreset + ": tensor.degree: "});
    row("two presets that do not belong together", {"--model", "--execution"}, "gpt3-13B", a100, kPreset,
        {"--execution " + kPreset + ": "});
    row("sizes past an integer", {"--model"}, "model-huge.json", a100, kPreset, {"model-huge.json:1:1: "});
    if (subcommand == QStringList{"inspect"})
        return out;
    row("what no type holds, and a law", {"--execution"}, gpt, a100, "execution-ring.json",
        {"execution-ring.json" + place("execution-ring.json", "tensor_par_overlap") + "/tensor_par_overlap: ",
         "execution-ring.json" + place("execution-ring.json", "microbatch_size") + "microbatch_size: "});
    row("the same as text", {"--execution"}, gpt, a100, text_of("execution-ring.json"),
        {"--execution" + place("execution-ring.json", "tensor_par_overlap") + "/tensor_par_overlap: ",
         "--execution" + place("execution-ring.json", "microbatch_size") + "microbatch_size: "});
    row("system file that is too narrow for a preset execution", {"--system", "--execution"}, gpt, "system-narrow.json",
        kPreset, {"--execution " + kPreset + ": network_tiers.tensor: "});
    row("system of one tier, and a preset that names two", {"--system", "--execution"}, gpt, "system-of-one-tier.json",
        kPreset, {"--execution " + kPreset + ": network_tiers."});
    return out;
}

QList<Refusal> RefusalsTest::refusals() const
{
    QList<Refusal> out;
    const auto row = [&](const QString& name, const QStringList& subcommand, const QStringList& at_fault,
                         const QStringList& arguments, const QStringList& begins) {
        out.push_back({name, subcommand, at_fault, subcommand + arguments, begins});
    };
    const QStringList layout{"--devices", "64", "--batch", "64", "--tp", "8", "--pp", "8"};
    out += of_inputs({"estimate"}, {}, true);
    row("nothing given", {"estimate"}, {}, {}, {"--model is missing", "--system is missing", "--execution is missing"});
    row("no batch file", {"estimate"}, {"--batch"}, {"--batch", "none.jsonl"},
        {R"({"code":"file.missing","file":"none.jsonl")"});
    out += of_inputs({"schedule"}, {}, true);
    row("no --kind", {"schedule"}, {"--kind"}, {"--stages", "4", "--microbatches", "8"},
        {"a schedule set by hand needs --kind"});
    row("a time of 0", {"schedule"}, {"--forward"},
        {"--kind", "1f1b", "--stages", "4", "--microbatches", "8", "--forward", "0"}, {"--forward: "});
    row("a part longer than the whole", {"schedule"}, {"--input-gradient"},
        {"--kind", "zb-h1", "--stages", "4", "--microbatches", "8", "--input-gradient", "3"}, {"--input-gradient: "});
    row("more commands than are simulated", {"schedule"}, {"--microbatches"},
        {"--kind", "gpipe", "--stages", "512", "--microbatches", "10000"}, {"--microbatches: "});
    row("no order to write", {"schedule"}, {"--microbatches"},
        {"--kind", "interleaved", "--stages", "4", "--microbatches", "10", "--chunks", "2", "--format", "csv"},
        {"--microbatches: "});
    row("a kind that the strategy cannot run", {"schedule"}, {"--kind"},
        {"--model", "megatron-22B", "--system", "a100_80g", "--execution", kFullOf22B, "--kind", "interleaved"},
        {"--kind: "});
    const QStringList four{"--kind", "1f1b", "--stages", "4", "--microbatches", "8"};
    row("a layout of other stages", {"schedule"}, {"--layout"}, four + QStringList{"--layout", "Et|tL"},
        {"--layout: layout has 2 virtual stages; this schedule has 4"});
    row("a layout's letter", {"schedule"}, {"--layout"}, four + QStringList{"--layout", "Etx"},
        {"--layout: layout, place 3: 'x' is none of"});
    row("layers of other stages", {"schedule"}, {"--layers"}, four + QStringList{"--layers", "8,8"},
        {"--layers: layers has 2 virtual stages; this schedule has 4"});
    row("a slow device that is none", {"schedule"}, {"--slow"}, four + QStringList{"--slow", "4:2"},
        {"--slow: \"4:2\""});
    row("a factor of 0", {"schedule"}, {"--slow"}, four + QStringList{"--slow", "1:0"}, {"--slow: device_factor is 0"});
    row("a head of less than nothing", {"schedule"}, {"--head-adds"}, four + QStringList{"--head-adds", "-1"},
        {"--head-adds: head_adds is -1"});
    row("an embedding of less than nothing", {"schedule"}, {"--embedding-adds"},
        four + QStringList{"--embedding-adds", "-1"}, {"--embedding-adds: embedding_adds is -1"});
    out += of_inputs({"schedule", "compare"}, {"--table"}, true);
    out += of_inputs({"search"}, layout, false);
    row("a bound that nothing meets", {"search"}, {"--microbatch"},
        {"--model", "gpt3-175B", "--system", "a100_80g", "--devices", "64", "--batch", "64", "--microbatch", "7"},
        {"--microbatch: "});
    row("degrees that do not make the devices", {"search"}, {"--tp", "--pp", "--dp"},
        {"--model", "gpt3-175B", "--system", "a100_80g", "--devices", "64", "--batch", "64", "--tp", "5"},
        {"--devices, --tp, --pp, --dp: "});
    row("chunks that do not divide the blocks", {"search"}, {"--chunks"},
        {"--model", "gpt3-175B", "--system", "a100_80g", "--devices", "64", "--batch", "64", "--chunks", "7"},
        {"--chunks: "});
    row("a tier that is none", {"search"}, {"--tensor-tier"},
        {"--model", "gpt3-175B", "--system", "a100_80g", "--devices", "64", "--batch", "64", "--tensor-tier", "2"},
        {"--tensor-tier: "});
    for (const char* option : {"--cp", "--ep", "--etp"})
        row(QString("a bound that no devices meet, ") + option, {"search"}, {option},
            {"--model", "gpt3-175B", "--system", "a100_80g", "--devices", "64", "--batch", "64", option, "6"},
            {QString(option) + ": no degree within 6 divides the 64 devices; nearest are 4 and 8"});
    row("modules that are none", {"search"}, {"--modules"},
        {"--model", "gpt3-175B", "--system", "a100_80g", "--devices", "64", "--batch", "64", "--modules", "mlp+heads"},
        {"--modules: \"mlp+heads\" is neither none nor modules joined by +; there are core_attn, mlp, moe"});
    row("two words for sharding", {"search"}, {"--sharding", "--optimizer-sharding"},
        {"--model", "gpt3-175B", "--system", "a100_80g", "--devices", "64", "--batch", "64", "--sharding", "full",
         "--optimizer-sharding", "on"},
        {"--sharding: says what optimizer sharding says: leave one of them out"});
    for (const char* option : {"--explain", "--neighbours"})
        row(QString("no strategy to ") + option, {"search"}, {option},
            {"--model", "gpt3-175B", "--system", "a100_80g", "--devices", "64", "--batch", "64", option, "nosuch"},
            {QString(option) + ": \"nosuch\" is neither a built-in execution nor a file"});
    row("no shard to merge", {"search"}, {"--merge"}, {"--merge", "none.csv"}, {"none.csv: cannot be opened"});
    row("a comparison of schedules in no form", {"schedule", "compare"}, {"--table"},
        {"--stages", "4", "--microbatches", "8"}, {"--table is required"});
    const QString clean = BLUEPRINTING_SOURCE_DIR "/tests/core/schedule/traces/clean";
    row("no trace", {"trace"}, {"traces"}, {"none"}, {"none: there is no such file"});
    row("a rank of no file", {"trace"}, {"--rank"}, {clean, "--rank", "x"}, {"--rank: \"x\" is not FILE=r"});
    row("a rank of a file that is not there", {"trace"}, {"--rank"}, {clean, "--rank", "zz.json=1"},
        {"zz.json: no file of this name is among the traces"});
    row("a replica that is none", {"trace"}, {"--replica"}, {clean, "--replica", "2"},
        {"--replica: replica is 2; these traces have 1"});
    row("no patterns", {"trace"}, {"--patterns"}, {clean, "--patterns", "none.json"},
        {"none.json: there is no such file"});
    row("a step that is none", {"trace"}, {"--iteration"}, {clean, "--iteration", "x"}, {"there is no iteration x"});
    row("no measured runs", {"measured"}, {"FILE"}, {"none.jsonl"}, {"none.jsonl: there is no such file"});
    row("a model that is none", {"model"}, {"model"}, {"nosuch"},
        {"model: \"nosuch\" is neither a built-in model nor a file"});
    row("rates of no model", {"rates"}, {"--model"}, {"--model", "nosuch", "--tokens-per-second-per-gpu", "1"},
        {"--model: \"nosuch\" is neither a built-in model nor a file"});
    row("rates of no strategy", {"rates"}, {"--execution"},
        {"--model", "gpt3-175B", "--execution", "nosuch", "--tokens-per-second-per-gpu", "1"},
        {"--execution: \"nosuch\" is neither a built-in execution nor a file"});
    const QStringList recipe{"recipe", "export"};
    row("a recipe of no strategy", recipe, {"--execution"},
        {"--to", "megatron", "--model", "gpt3-175B", "--execution", "nosuch"},
        {"--execution: \"nosuch\" is neither a built-in execution nor a file"});
    row("a recipe for no model", recipe, {"--model"}, {"--to", "megatron", "--execution", kPreset, "--model", "nosuch"},
        {"--model: \"nosuch\" is neither a built-in model nor a file"});
    row("no recipe", {"recipe", "import"}, {"file"}, {"none.txt"}, {"none.txt: there is no such file"});
    row("a source of no row", {"measured"}, {"--source"}, {"--source", "nosuch"}, {"--source: no row has \"nosuch\""});
    row("a GPU of no row", {"measured"}, {"--gpu"}, {"--gpu", "nosuch"}, {"--gpu: no row has \"nosuch\""});
    const QString seqsel = "seqsel-tab5/gpt3-175B/seqsel";
    row("like no strategy", {"measured"}, {"--like"},
        {"--like", "nosuch", "--model", "gpt3-175B", "--system", "a100_80g"},
        {"--like: \"nosuch\" is neither a built-in execution nor a file"});
    row("like a strategy of no model", {"measured"}, {"--model"}, {"--like", seqsel, "--model", "nosuch"},
        {"--model: \"nosuch\" is neither a built-in model nor a file"});
    row("like a strategy on no system", {"measured"}, {"--system"}, {"--like", seqsel, "--system", "nosuch"},
        {"--system: \"nosuch\" is neither a built-in system nor a file"});
    row("an output of no kind", {"search"}, {"--output"},
        {"--model", "gpt3-175B", "--system", "a100_80g", "--devices", "64", "--batch", "64", "--output", "all.txt"},
        {"--output all.txt must end in"});
    out += of_inputs({"inspect"}, {"--stage", "portable"}, true);
    row("a piece of a model whose blocks are alike", {"inspect"}, {"--piece"},
        {"--execution", kPreset, "--stage", "model", "--piece", "0"}, {"--piece chooses among the kinds of block"});
    for (const char* side : {"left", "right"}) {
        const auto with = [&](const QString& bad) {
            return QByteArray(side) == "left" ? QStringList{bad, kPreset} : QStringList{kPreset, bad};
        };
        row(QString("unknown ") + side, {"diff"}, {side}, with("seqsel"),
            {QString(side) + ": \"seqsel\" is neither a built-in execution nor a file"});
        row(QString("no file on the ") + side, {"diff"}, {side}, with("none.json"),
            {"none.json: there is no such file"});
        row(QString("a file that does not say all on the ") + side, {"diff"}, {side}, with("execution-untold.json"),
            {"execution-untold.json:1:1: /training: "});
        row(QString("text that does not say all on the ") + side, {"diff"}, {side},
            with(text_of("execution-untold.json")), {QString(side) + ":1:1: /training: "});
        row(QString("an altered checkpoint on the ") + side, {"diff"}, {side}, with("altered.json"), {"altered.json:"});
    }
    row("two kinds", {"diff"}, {"right"}, {"checkpoint.json", kPreset},
        {"right: compare a checkpoint with a checkpoint"});
    row("no checkpoint", {"verify"}, {"checkpoint"}, {"none.json"}, {"none.json: there is no such file"});
    row("a checkpoint cut short", {"verify"}, {"checkpoint"}, {"cut.json"}, {"cut.json:2:1: "});
    row("an altered checkpoint", {"verify"}, {"checkpoint"}, {"altered.json"}, {"altered.json:"});
    row("no source", {"verify"}, {"--source"}, {"portable.json", "--source", "none.json"},
        {"none.json: there is no such file"});
    row("another source", {"verify"}, {"--source"}, {"portable.json", "--source", "other.json"}, {"portable.json:"});
    row("no contract", {"gate"}, {"--contract"}, {"--contract", "none.json"}, {"none.json: there is no such file"});
    row("a contract of another kind", {"gate"}, {"--contract"}, {"--contract", "model-100.json"}, {"model-100.json:"});
    row("a contract that exists", {"gate"}, {"--write-first-contract"}, {"--write-first-contract", "cut.json"},
        {"--write-first-contract: cut.json exists"});
    row("no checkout", {"calibrate"}, {"--calculon"}, {"--calculon", "none"}, {"none: --calculon: "});
    row("unknown optimizer", {"accounting"}, {"--optimizer"}, {"--optimizer", "Adagrad"}, {"--optimizer: "});
    row("a part without a datatype", {"accounting"}, {"--part"}, {"--part", "m"}, {"--part: "});
    row("too many bytes", {"accounting"}, {"--params"}, {"--optimizer", "AdamW", "--params", "9007199254740992"},
        {"--params: "});
    for (const char* action : {"verify", "metrics", "refit", "ablate"}) {
        const QStringList certificate{"certificate", action};
        row("no certificate", certificate, {"file"}, {"none.json"}, {"none.json: there is no such file"});
        row("a certificate of another kind", certificate, {"file"}, {"model-100.json"}, {"model-100.json:"});
        row("no manifest", certificate, {"--manifest"}, {"published", "--manifest", "none.json"},
            {"none.json: there is no such file"});
        row("a hold-out of nothing", certificate, {"--holdout"}, {"published", "--holdout", ","}, {"--holdout: "});
    }
    row("a term that is none", {"certificate", "refit"}, {"--drop"}, {"published", "--drop", "no_term"},
        {"--drop \"no_term\" is no term"});
    row("no evidence", {"certificate", "build"}, {"evidence"}, {"none.jsonl"}, {"none.jsonl: there is no such file"});
    row("no evidence in a file", {"certificate", "build"}, {"evidence"}, {"cut.json"}, {"cut.json:"});
    row("exclude nothing", {"certificate", "build"}, {"--exclude"}, {"none.jsonl", "--exclude", ","}, {"--exclude: "});
    row("hold out nothing", {"certificate", "build"}, {"--holdout"}, {"none.jsonl", "--holdout", ","}, {"--holdout: "});

    const QStringList build{"certificate", "build"};
    row("evidence of no cell", build, {"evidence"}, {"empty.jsonl"},
        {"empty.jsonl: the evidence has no calibration_cell row"});
    row("exclude what is not there", build, {"--exclude"}, {"rows.jsonl", "--exclude", "nosuch"},
        {"--exclude: the pattern \"nosuch\" excludes no cell"});
    row("exclude everything", build, {"--exclude"}, {"rows.jsonl", "--exclude", "cal-"},
        {"--exclude: every cell of the evidence is excluded"});
    row("hold out what is not there", build, {"--holdout"}, {"rows.jsonl", "--holdout", "nosuch"},
        {"--holdout: the hold-out pattern \"nosuch\" matches no cell"});
    row("nothing left to fit on", build, {"evidence"}, {"rows.jsonl", "--holdout", "cal-"},
        {"rows.jsonl: no cell is left to fit on"});
    row("too few rows", build, {"--require-complete"}, {"rows.jsonl", "--require-complete", "9"},
        {"rows.jsonl:1: cal-a", "rows.jsonl:1: cal-a", "rows.jsonl:8: cal-b"});
    row("what cannot be", build, {"evidence"}, {"implausible.jsonl"}, {"implausible.jsonl:2: cal-b|M|L2|tp1|cp1: "});
    row("a run that stands twice", build, {"evidence"}, {"rows.jsonl", "again.jsonl"}, {"again.jsonl:1:"});
    for (const char* action : {"refit", "ablate"})
        row("an objective that is none", {"certificate", action}, {"file"}, {"objective.json"},
            {"objective.json" + place("objective.json", "objective") + "/fit_arguments/objective: "});
    row("a term that is not known in the table", {"certificate", "metrics"}, {"file"}, {"foreign.json"},
        {"foreign.json" + place("foreign.json", "no_term")});
    row("a term that is not known in the fit", {"certificate", "refit"}, {"file"}, {"foreign.json"},
        {"foreign.json" + place("foreign.json", "terms")});

    // What every subcommand has more of: numbers, words of a list, files to write.
    for (const QStringList& subcommand : leaf_subcommands())
        for (const HelpOption& option : options_of(subcommand)) {
            auto use = complete_use(subcommand);
            if (!use)
                continue; // every_option_is_walked_over says so
            const auto bad = [&](const QString& what, const QString& value, const QString& begins) {
                if (option.is_positional())
                    use->positionals = {value};
                else
                    use->options[option.name] = value;
                out.push_back(
                    {what + " of " + option.name, subcommand, {option.name}, use->arguments(subcommand), {begins}});
            };
            if (option.is_numeric())
                bad("no number", option.type == "NAME=DATATYPE[/NUMBER]" ? "m=int8/x" : "x", option.name + ": ");
            else if (!option.words().isEmpty())
                bad("no word", "no-such-word", option.name + ": ");
            else if ((option.name == "--output" || option.name == "--write-first-contract") &&
                     subcommand.last() != "build")
                bad("a folder that is not there", "/nowhere/x.csv", "/nowhere/x.csv: ");
        }
    return out;
}

/// A subcommand or an option that is new is to be refused somewhere above.
void RefusalsTest::every_option_is_walked_over()
{
    QSet<QString> walked;
    for (const Refusal& each : refusals())
        for (const QString& option : each.at_fault)
            walked << each.subcommand.join(' ') + " " + option;
    // Its evidence and the manifest's cells are those of another test, which writes and reads whole ones.
    walked << "certificate build --output"
           << "certificate build --manifest";
    QStringList missing;
    for (const QStringList& subcommand : leaf_subcommands()) {
        QVERIFY2(complete_use(subcommand), qPrintable(subcommand.join(' ') + " is not known to the tests"));
        for (const HelpOption& option : options_of(subcommand))
            if (!option.is_flag() && !walked.contains(subcommand.join(' ') + " " + option.name))
                missing << subcommand.join(' ') + " " + option.name;
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(", ")));
}

void RefusalsTest::places_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("begins");
    for (const Refusal& each : refusals())
        QTest::newRow(qPrintable(each.subcommand.join(' ') + ": " + each.name)) << each.arguments << each.begins;
}

void RefusalsTest::places()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, begins);
    const Outcome outcome = run_program(arguments, {}, m_folder.path());
    // Evidence that reads well and falls short fails, as a check does.
    const bool fails = arguments[0] == "verify" || arguments.mid(0, 2) == QStringList{"certificate", "build"};
    QVERIFY2(outcome.code == 2 || (fails && outcome.code == 1), outcome.err);
    QList<QByteArray> lines = outcome.error_lines();
    lines.removeIf([](const QByteArray& line) { return line.startsWith("finding: "); }); // they refuse nothing
    QVERIFY2(lines.size() >= begins.size(), outcome.err);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString& wanted = begins[std::min(i, begins.size() - 1)];
        // A batch's own words are JSON, as its answers are.
        const QByteArray begin = wanted.startsWith('{') ? wanted.toUtf8() : "error: " + wanted.toUtf8();
        QVERIFY2(lines[i].startsWith(begin), lines[i] + "\nwanted: " + begin);
    }
}

/// A law that two inputs break together names both, and the values of the field that would hold.
void RefusalsTest::nearest_values_data()
{
    QTest::addColumn<QStringList>("inputs");
    QTest::addColumn<QByteArray>("line"); // the first on standard error
    const QByteArray preset = "error: --execution " + kPreset.toUtf8() + ": ";
    // 100 has the divisors 1, 2, 4, 5, …; 96 heads and 49152 leave 1, 2 and 4.
    QTest::newRow("model file and preset")
        << QStringList{"--model", "model-100.json", "--execution", kPreset}
        << preset + "tensor.degree: the tensor-parallel degree 8 does not divide the hidden size 100; nearest legal "
                    "value 4, with num_procs to match; "
                    "the model is model-100.json:2:12 [strategy.hidden.indivisible]";
    QTest::newRow("model text and preset")
        << QStringList{"--model", QString::fromUtf8(model_text(100)), "--execution", kPreset}
        << preset + "tensor.degree: the tensor-parallel degree 8 does not divide the hidden size 100; nearest legal "
                    "value 4, with num_procs to match; "
                    "the model is --model:2:12 [strategy.hidden.indivisible]";
    QTest::newRow("model file and execution file")
        << QStringList{"--model", "model-100.json", "--system", "a100_80g", "--execution", "execution.json"}
        << "error: execution.json" + place("execution.json", "tensor_par").toUtf8() +
               QByteArray(
                   "tensor.degree: the tensor-parallel degree 8 does not divide the hidden size 100; nearest legal "
                   "value 4; the model is model-100.json:2:12 [strategy.hidden.indivisible]");
    // 10 heads of 10; 400 in the feed-forward part: 1, 2, 5 and 10 divide 100, 400 and 10, and 8 are on the tier that
    // must be filled.
    QTest::newRow("config and preset") << QStringList{"--model", "config.json", "--execution", kPreset}
                                       << preset + "tensor.degree: the tensor-parallel degree 8 does not divide the "
                                                   "hidden size 100; nearest legal value 2, with num_procs to match; "
                                                   "the model is config.json:1:34 [strategy.hidden.indivisible]";
    QTest::newRow("presets that do not belong together")
        << QStringList{"--model", "gpt3-13B", "--execution", kPreset}
        << preset + "tensor.degree: the tensor-parallel degree 8 does not divide the hidden size 5140; nearest legal "
                    "value 4, with num_procs to match; "
                    "the model is gpt3-13B [strategy.hidden.indivisible]";
}

void RefusalsTest::nearest_values()
{
    QFETCH(QStringList, inputs);
    QFETCH(QByteArray, line);
    for (const char* subcommand : {"estimate", "schedule"}) {
        QStringList arguments = QStringList{subcommand} + inputs;
        if (!arguments.contains("--system"))
            arguments << "--system"
                      << "a100_80g";
        const Outcome outcome = run_program(arguments, {}, m_folder.path());
        QCOMPARE(outcome.code, 2);
        QList<QByteArray> lines = outcome.error_lines();
        lines.removeIf([](const QByteArray& each) { return each.startsWith("finding: "); }); // they refuse nothing
        QCOMPARE(lines.first(), line);
    }
}

void RefusalsTest::batch_lines_data()
{
    QTest::addColumn<QByteArray>("line"); // the third of the file
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("says");
    const QByteArray begin = R"({"id": 1, "model": )";
    const QByteArray rest = R"(, "system": "a100_80g", "execution": ")" + kPreset.toUtf8() + "\"}";
    const auto model = [&](int hidden) { return model_text(hidden).replace('\n', ' '); };
    QTest::newRow("unknown preset") << begin + "\"gpt5\"" + rest << "/model" << 20 << "no preset model is named";
    QTest::newRow("wrong value") << begin + model(100).replace("100", "true") + rest << "/model/hidden"
                                 << int((begin + model(100)).indexOf("100") + 1) << "not true";
    QTest::newRow("a law of two presets")
        << begin + "\"gpt3-13B\"" + rest << "tensor.degree" << 67 << "the model is gpt3-13B";
    QTest::newRow("a law of a model spelled out")
        << begin + model(100) + rest << "tensor.degree"
        << int(begin.size() + model(100).size() + rest.indexOf("\"seqsel") + 1)
        << "nearest legal value 4, with num_procs to match; the model is b.jsonl:3:" +
               QString::number((begin + model(100)).indexOf("100") + 1);
    QTest::newRow("a law of an execution spelled out")
        << R"({"id": 1, "model": "gpt3-175B", "system": "a100_80g", "execution": )" +
               execution_text({{"batch_size", 7}, {"data_par", 2}}) + "}"
        << "global_batch" << -1 << "does not divide the global batch 7; nearest legal values 6 and 8";
    QTest::newRow("sizes past an integer")
        << begin + model(12288).replace("2048", "4503599627370496") + rest << "" << 20 << "64-bit integers";
}

void RefusalsTest::batch_lines()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, path);
    QFETCH(int, column);
    QFETCH(QString, says);
    QVERIFY(write_file(m_folder.filePath("b.jsonl"), "\n\n" + line + "\n"));
    const Outcome outcome = run_program({"estimate", "--batch", "b.jsonl"}, {}, m_folder.path());
    QCOMPARE(outcome.code, 2);
    const QJsonArray problems = outcome.json()["diagnostics"].toArray();
    QVERIFY(!problems.isEmpty());
    const QJsonObject first = problems[0].toObject();
    QCOMPARE(first["file"].toString(), QString("b.jsonl"));
    QCOMPARE(first["line"].toInt(), 3);
    if (column > 0)
        QCOMPARE(first["column"].toInt(), column);
    else
        QVERIFY(first["column"].toInt() > 60);
    if (!path.isEmpty())
        QCOMPARE(first["path"].toString(), path);
    QVERIFY2(first["message"].toString().contains(says), outcome.out);
    for (const auto& each : problems)
        QCOMPARE(each.toObject()["line"].toInt(), 3);
}

BLUEPRINTING_CORE_TEST(RefusalsTest)
#include "refusals_test.moc"
