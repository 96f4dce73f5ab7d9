#include "core/strategy/derived.h"
#include "core/strategy/mapped_laws.h"
#include "core/strategy/mapping.h"
#include "core/system/system_profile.h"
#include "tests/core/strategy/cases.h"
#include "tests/support/execution.h"
#include "tests/support/test_main.h"

#include <map>

using namespace blueprinting;
using namespace blueprinting::testing;

namespace {

/// All 23 keys of a Calculon file.
const char* const kCalculon = R"({
  "num_procs": 128, "tensor_par": 8, "pipeline_par": 4, "data_par": 4,
  "tensor_par_net": 0, "pipeline_par_net": 1, "data_par_net": 1,
  "batch_size": 256, "microbatch_size": 2, "datatype": "bfloat16", "fused_activation": true,
  "attention_type": "multiquery", "activation_recompute": "attn_only", "pipeline_interleaving": 3,
  "optimizer_sharding": true, "tensor_par_comm_type": "rs_ag", "tensor_par_overlap": "none",
  "seq_par_ag_redo": true, "data_par_overlap": false, "weight_offload": false,
  "activations_offload": false, "optimizer_offload": false, "training": true
})";

/// The same strategy without what may be left out, by the canonical names.
const char* const kCanonical = R"({
  "tensor_parallel": 8, "pipeline_parallel": 4, "data_parallel": 4,
  "tensor_par_net": 0, "pipeline_par_net": 2, "data_par_net": 1,
  "batch_size": 256, "microbatch_size": 2, "datatype": "float8", "fused_activation": false,
  "attention_type": "multihead", "recompute": "none", "pipeline_interleaving": 1,
  "optimizer_sharding": false, "tensor_parallel_communication": "ar", "tensor_par_overlap": "none",
  "seq_par_ag_redo": false, "data_par_overlap": false, "weight_offload": false,
  "activations_offload": false, "optimizer_offload": false, "training": true
})";

JsonDocument document(const Json& value) { return *JsonDocument::parse(value.dump(1), "e.json"); }

Result<Execution> read(const Json& value, Rules rules = Rules::strict)
{
    const JsonDocument d = document(value);
    return from_mapping(d, d.root(), "", rules);
}

Json changed(const char* text, const char* key, const Json& value)
{
    Json out = Json::parse(text);
    if (value.is_discarded())
        out.erase(key);
    else
        out[key] = value;
    return out;
}

const Json kErase(Json::value_t::discarded);

} // namespace

class MappingTest : public QObject {
    Q_OBJECT
private slots:
    void reads_a_calculon_file();
    void canonical_names();
    void every_key_is_needed_data();
    void every_key_is_needed();
    void missing_keys_are_named_at_once();
    void schedules_data();
    void schedules();
    void refuses_data();
    void refuses();
    void collects_everything();
    void laws_beside_what_is_refused_data();
    void laws_beside_what_is_refused();
    void round_trip_data();
    void round_trip();
    void typed_round_trip_data();
    void typed_round_trip();
    void typed_refuses_data();
    void typed_refuses();
    void illegal_executions_keep_their_form();
    void every_number_has_bounds_data();
    void every_number_has_bounds();
    void places();
};

void MappingTest::reads_a_calculon_file()
{
    const auto e = read(Json::parse(kCalculon));
    QVERIFY(e.has_value());
    const TransformerTrainingParallelism expected{{8, TensorCommunication::reduce_scatter_all_gather},
                                                  {4, InterleavedOneForwardOneBackward{3}},
                                                  {4, true},
                                                  RecomputePolicy::attention_only};
    QVERIFY(e->parallelism == Parallelism(expected));
    QCOMPARE(e->global_batch, std::int64_t{256});
    QCOMPARE(e->microbatch_size, std::int64_t{2});
    QCOMPARE(e->datatype, Datatype::bfloat16);
    QCOMPARE(e->attention_type, AttentionType::multiquery);
    QVERIFY(e->fused_activation);
    QVERIFY(e->all_gather_redo);
    QVERIFY((e->tiers == NetworkTiers{0, 1, 1}));
    QCOMPARE(e->num_procs.value_or(0), std::int64_t{128});
}

void MappingTest::canonical_names()
{
    const auto e = read(Json::parse(kCanonical));
    QVERIFY(e.has_value());
    QVERIFY(
        (e->parallelism ==
         Parallelism(TransformerTrainingParallelism{
             {8, TensorCommunication::all_reduce}, {4, OneForwardOneBackward{}}, {4, false}, RecomputePolicy::none})));
    QCOMPARE(e->datatype, Datatype::float8);
    QCOMPARE(e->attention_type, AttentionType::multihead);
    QVERIFY((e->tiers == NetworkTiers{0, 2, 1}));
    QVERIFY(!e->num_procs);
    // Written out, num_procs is t·p·d.
    QCOMPARE(to_calculon(*e).at("num_procs"), Json(8 * 4 * 4));
    QCOMPARE(to_calculon(*e).size(), std::size_t{23});
}

void MappingTest::every_key_is_needed_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("asked_for"); // where both names of a thing are missing, the one that files have
    const std::map<std::string, std::string> files_say{{"tensor_parallel", "tensor_par"},
                                                       {"pipeline_parallel", "pipeline_par"},
                                                       {"data_parallel", "data_par"},
                                                       {"tensor_parallel_communication", "tensor_par_comm_type"},
                                                       {"recompute", "activation_recompute"}};
    for (const char* file : {kCalculon, kCanonical}) {
        const Json whole = Json::parse(file);
        for (const auto& item : whole.items()) {
            const auto other = files_say.find(item.key());
            const std::string asked_for = other == files_say.end() ? item.key() : other->second;
            const char* form = file == kCalculon ? "Calculon's keys" : "canonical keys";
            QTest::newRow((item.key() + " of " + form).c_str())
                << QByteArray(file) << QByteArray::fromStdString(item.key()) << QByteArray::fromStdString(asked_for);
        }
    }
}

/// Nothing is guessed: num_procs alone may be left out, every other key is refused by its name where it is missing.
void MappingTest::every_key_is_needed()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, asked_for);
    const auto e = read(changed(file.constData(), key.constData(), kErase));
    if (key == "num_procs") {
        QVERIFY(e.has_value());
        QVERIFY(!e->num_procs);
        return;
    }
    QVERIFY(!e);
    QCOMPARE(e.diagnostics().size(), std::size_t{1});
    const Diagnostic& d = e.diagnostics().front();
    QCOMPARE(QByteArray::fromStdString(d.code), QByteArray("reader.missing"));
    QCOMPARE(QByteArray::fromStdString(d.path), "/" + asked_for);
    QCOMPARE(QByteArray::fromStdString(d.message), "the key \"" + asked_for + "\" is missing");
}

void MappingTest::missing_keys_are_named_at_once()
{
    // What people write who know the degrees alone: the thirteen other keys are asked for in one go.
    const auto e = read(Json::parse(R"({"tensor_par": 8, "pipeline_par": 4, "data_par": 4, "tensor_par_comm_type": "ar",
        "activation_recompute": "none", "pipeline_interleaving": 1, "optimizer_sharding": false, "batch_size": 256,
        "microbatch_size": 2})"));
    QVERIFY(!e);
    QStringList paths;
    for (const Diagnostic& d : e.diagnostics()) {
        QCOMPARE(d.code, std::string("reader.missing"));
        paths << QString::fromStdString(d.path);
    }
    paths.sort();
    QCOMPARE(paths,
             (QStringList{"/activations_offload", "/attention_type", "/data_par_net", "/data_par_overlap", "/datatype",
                          "/fused_activation", "/optimizer_offload", "/pipeline_par_net", "/seq_par_ag_redo",
                          "/tensor_par_net", "/tensor_par_overlap", "/training", "/weight_offload"}));
}

void MappingTest::schedules_data()
{
    QTest::addColumn<int>("p");
    QTest::addColumn<int>("interleaving");
    QTest::addColumn<bool>("training");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("v");
    QTest::newRow("one stage") << 1 << 1 << true << QByteArray("single_stage") << 1;
    QTest::newRow("four stages") << 4 << 1 << true << QByteArray("1f1b") << 1;
    QTest::newRow("four stages, interleaved") << 4 << 2 << true << QByteArray("interleaved_1f1b") << 2;
    QTest::newRow("one stage, interleaved: kept for the law to refuse")
        << 1 << 2 << true << QByteArray("interleaved_1f1b") << 2;
    QTest::newRow("inference, one stage") << 1 << 1 << false << QByteArray("forward_only") << 1;
    QTest::newRow("inference, four stages") << 4 << 1 << false << QByteArray("forward_only") << 1;
    QTest::newRow("inference, chunks") << 4 << 3 << false << QByteArray("forward_only") << 3;
}

void MappingTest::schedules()
{
    QFETCH(int, p);
    QFETCH(int, interleaving);
    QFETCH(bool, training);
    QFETCH(QByteArray, name);
    QFETCH(int, v);
    Json value = Json::parse(kCanonical);
    value["pipeline_parallel"] = p;
    value["pipeline_interleaving"] = interleaving;
    value["training"] = training;
    const auto e = read(value);
    QVERIFY(e.has_value());
    QCOMPARE(is_training(*e), training);
    QCOMPARE(QByteArray(schedule_name(pipeline(*e).schedule).data()), name);
    QCOMPARE(virtual_stages(*e), std::int64_t{v});
    QCOMPARE(data_degree(*e), std::int64_t{4});
    if (!training)
        QCOMPARE(std::get<TransformerInferenceParallelism>(e->parallelism).replicas.replicas, std::int64_t{4});
}

void MappingTest::refuses_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value"); // JSON; empty: the key is left out
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("says"); // a piece of the message
    const auto row = [](const char* name, const QByteArray& file, const char* key, const char* value, const char* code,
                        const char* says) {
        QTest::newRow(name) << file << QByteArray(key) << QByteArray(value) << QByteArray(code) << QByteArray(says);
    };
    row("trap 13: a number as text", kCalculon, "tensor_par", "\"8\"", "reader.type",
        "an integer of at most 2^53, not \"8\"");
    row("trap 13: true for a number", kCalculon, "tensor_par", "true", "reader.type", "not true");
    row("trap 13: a flag as text", kCalculon, "fused_activation", "\"false\"", "reader.type",
        "true or false, not \"false\"");
    row("trap 13: a flag as a number", kCalculon, "training", "1", "reader.type", "true or false, not 1");
    row("trap 13: tier -1", kCalculon, "data_par_net", "-1", "strategy.network.unknown_tier", "counted from 0, not -1");
    row("trap 13: selective", kCalculon, "activation_recompute", "\"selective\"", "reader.choice",
        "\"none\", \"attn_only\", \"full\", not \"selective\"");
    row("trap 13: a comment", kCalculon, "comment", "\"mine\"", "reader.unknown_key", "\"comment\"");
    row("trap 13: a fraction", kCalculon, "batch_size", "4096.4", "reader.type", "not 4096.4");
    row("trap 13: 2^63", kCalculon, "batch_size", "9223372036854775808", "reader.type", "2^53");
    row("trap 13: 2^53 + 1", kCalculon, "batch_size", "9007199254740993", "reader.type", "2^53");
    row("trap 13: 1e30", kCalculon, "batch_size", "1e30", "reader.type", "2^53");
    row("null", kCalculon, "microbatch_size", "null", "reader.type", "not null");
    row("unknown datatype", kCalculon, "datatype", "\"fp16\"", "reader.choice", "\"float16\"");
    row("unknown attention", kCalculon, "attention_type", "\"grouped\"", "reader.choice", "\"multiquery\"");
    row("unknown communication", kCalculon, "tensor_par_comm_type", "\"allreduce\"", "reader.choice", "\"rs_ag\"");
    row("p2p_rs_ag under strict rules", kCalculon, "tensor_par_comm_type", "\"p2p_rs_ag\"",
        "strategy.unsupported.communication", "Calculon-compatible");
    row("ring overlap", kCalculon, "tensor_par_overlap", "\"ring\"", "strategy.unsupported.overlap", "not \"ring\"");
    row("pipe overlap", kCalculon, "tensor_par_overlap", "\"pipe\"", "strategy.unsupported.overlap", "not \"pipe\"");
    row("unknown overlap", kCalculon, "tensor_par_overlap", "\"full\"", "reader.choice", "\"none\"");
    row("data overlap", kCalculon, "data_par_overlap", "true", "strategy.unsupported.overlap", "must be false");
    row("weight offload", kCalculon, "weight_offload", "true", "strategy.unsupported.offload", "must be false");
    row("activation offload", kCalculon, "activations_offload", "true", "strategy.unsupported.offload",
        "must be false");
    row("optimizer offload", kCalculon, "optimizer_offload", "true", "strategy.unsupported.offload", "must be false");
    row("offload of a wrong type", kCalculon, "optimizer_offload", "0", "reader.type", "true or false");
    row("alias that disagrees", kCalculon, "tensor_parallel", "4", "reader.alias_conflict",
        "\"tensor_par\" is 8, but \"tensor_parallel\"");
    row("recompute alias that disagrees", kCalculon, "recompute", "\"full\"", "reader.alias_conflict",
        "\"activation_recompute\"");
    const QByteArray inference = execution_text({{"training", false}});
    row("recompute in inference", inference, "activation_recompute", "\"full\"", "strategy.recompute.in_inference",
        "not \"full\"");
    row("sharding in inference", inference, "optimizer_sharding", "true", "strategy.optimizer_sharding.without_dp",
        "must be false");
}

void MappingTest::refuses()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, says);
    const auto e =
        read(changed(file.constData(), key.constData(), value.isEmpty() ? kErase : Json::parse(value.toStdString())));
    QVERIFY(!e);
    QCOMPARE(e.diagnostics().size(), std::size_t{1});
    const Diagnostic& d = e.diagnostics().front();
    QCOMPARE(QByteArray::fromStdString(d.code), code);
    QVERIFY2(d.message.find(says.toStdString()) != std::string::npos, d.message.c_str());
    QVERIFY2(d.message.find('\n') == std::string::npos, d.message.c_str());
    QVERIFY(d.location && d.location->file == "e.json" && d.location->line >= 1);
    QVERIFY(!d.path.empty() && d.path.front() == '/');
}

void MappingTest::collects_everything()
{
    Json value = Json::parse(kCalculon);
    value["tensor_par"] = "8";
    value["batch_size"] = 0.5;
    value["note"] = 1;
    value["optimizer_offload"] = true;
    value.erase("microbatch_size");
    const auto e = read(value);
    QVERIFY(!e);
    QStringList paths;
    for (const Diagnostic& d : e.diagnostics())
        paths << QString::fromStdString(d.path);
    paths.sort();
    QCOMPARE(paths, (QStringList{"/batch_size", "/microbatch_size", "/note", "/optimizer_offload", "/tensor_par"}));
    QCOMPARE(read(Json::array()).diagnostics().front().code, std::string("reader.type"));
}

void MappingTest::laws_beside_what_is_refused_data()
{
    QTest::addColumn<QByteArray>("changes"); // merged into a legal file
    QTest::addColumn<QStringList>("refused");
    QTest::addColumn<QStringList>("beside");
    const QString overlap = "strategy.unsupported.overlap";
    QTest::newRow("overlap and offload alone")
        << QByteArray(R"({"tensor_par_overlap": "ring", "weight_offload": true})")
        << QStringList{overlap, "strategy.unsupported.offload"} << QStringList{};
    QTest::newRow("overlap and a batch") << QByteArray(R"({"data_par_overlap": true, "microbatch_size": 3})")
                                         << QStringList{overlap} << QStringList{"strategy.microbatch.indivisible"};
    QTest::newRow("p2p_rs_ag and stages")
        << QByteArray(R"({"tensor_par_comm_type": "p2p_rs_ag", "pipeline_interleaving": 5})")
        << QStringList{"strategy.unsupported.communication"} << QStringList{"strategy.interleave.indivisible"};
    QTest::newRow("recompute in inference and a batch")
        << QByteArray(
               R"({"training": false, "activation_recompute": "full", "pipeline_interleaving": 1, "batch_size": 63, "microbatch_size": 2})")
        << QStringList{"strategy.recompute.in_inference"} << QStringList{"strategy.microbatch.indivisible"};
    // What its groups ask of a tier that does not exist stays open.
    QTest::newRow("a tier below 0 and stages")
        << QByteArray(R"({"tensor_par_net": -1, "pipeline_interleaving": 5})")
        << QStringList{"strategy.network.unknown_tier"} << QStringList{"strategy.interleave.indivisible"};
    QTest::newRow("a field that could not be read")
        << QByteArray(R"({"tensor_par_overlap": "ring", "batch_size": "64", "microbatch_size": 3})")
        << QStringList{"reader.type", overlap} << QStringList{};
}

/// All broken laws are said at once, those too that the reader refuses because the types cannot hold them.
void MappingTest::laws_beside_what_is_refused()
{
    QFETCH(QByteArray, changes);
    QFETCH(QStringList, refused);
    QFETCH(QStringList, beside);
    Json file = Json::parse(execution_text({{"num_procs", 64},
                                            {"tensor_par", 8},
                                            {"pipeline_par", 8},
                                            {"batch_size", 64},
                                            {"pipeline_interleaving", 3}})
                                .toStdString());
    file.update(Json::parse(changes.toStdString()));
    const auto document = JsonDocument::parse(file.dump(1), "e.json");
    QVERIFY(document.has_value());
    const auto execution = from_mapping(*document, document->root(), "", Rules::strict);
    QVERIFY(!execution);
    const auto codes = [](const Diagnostics& all) {
        QStringList out;
        for (const Diagnostic& each : all)
            out << QString::fromStdString(each.code);
        return out;
    };
    QCOMPARE(codes(execution.diagnostics()), refused);
    const auto others = laws_beside(execution.diagnostics(), *document, document->root(), "",
                                    *model::find_preset("gpt3-175B"), *system::find_preset("a100_80g"), Rules::strict);
    QCOMPARE(codes(as_diagnostics(others)), beside);
    for (const Violation& each : others)
        QVERIFY(locate_field(*document, "", each.path)->line > 1);
}

void MappingTest::round_trip_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("compatible");
    QTest::newRow("calculon") << QByteArray(kCalculon) << false;
    QTest::newRow("agreeing aliases and 8.0 for 8") << QByteArray::fromStdString([] {
        Json value = Json::parse(kCalculon);
        value["tensor_parallel"] = 8.0;
        value["batch_size"] = 2.56e2;
        return value.dump();
    }()) << false;
    QTest::newRow("p2p_rs_ag") << QByteArray::fromStdString([] {
        Json value = Json::parse(kCalculon);
        value["tensor_par_comm_type"] = "p2p_rs_ag";
        return value.dump();
    }()) << true;
    QTest::newRow("inference") << QByteArray::fromStdString([] {
        Json value = Json::parse(kCalculon);
        value["training"] = false;
        value["activation_recompute"] = "none";
        value["optimizer_sharding"] = false;
        return value.dump();
    }()) << false;
}

void MappingTest::round_trip()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, compatible);
    const Rules rules = compatible ? Rules::calculon_compatible : Rules::strict;
    Json expected = Json::parse(text.toStdString());
    const auto e = read(expected, rules);
    QVERIFY(e.has_value());
    const Json written = to_calculon(*e);
    expected.erase("tensor_parallel");
    QCOMPARE(QByteArray::fromStdString(written.dump()), QByteArray::fromStdString([&] {
                 expected["batch_size"] = 256;
                 return expected.dump();
             }()));
    const auto again = read(written, rules);
    QVERIFY(again.has_value());
    QVERIFY(*again == *e);
}

void MappingTest::typed_round_trip_data()
{
    QTest::addColumn<int>("index");
    const std::array names{"interleaved",
                           "single stage",
                           "1F1B",
                           "inference",
                           "inference, single stage",
                           "p2p, no num_procs",
                           "illegal: forward-only in training",
                           "illegal: everything negative"};
    for (int i = 0; i < static_cast<int>(names.size()); ++i)
        QTest::newRow(names[static_cast<std::size_t>(i)]) << i;
}

void MappingTest::typed_round_trip()
{
    QFETCH(int, index);
    Case c = index == 3 || index == 4 ? legal_inference() : legal_case();
    c.execution.num_procs = 256;
    switch (index) {
    case 1: c.training().pipeline = {1, SingleStage{}}; break;
    case 2: c.training().pipeline = {8, OneForwardOneBackward{}}; break;
    case 4: c.inference().pipeline = {1, SingleStage{}}; break;
    case 5:
        c.training().tensor.communication = TensorCommunication::p2p_rs_ag;
        c.training().recompute = RecomputePolicy::full;
        c.execution.num_procs.reset();
        c.execution.fused_activation = true;
        c.execution.attention_type = AttentionType::multiquery;
        c.execution.datatype = Datatype::float8;
        break;
    case 6: c.training().pipeline.schedule = ForwardOnly{3}; break;
    case 7:
        c.training() = {{-1, TensorCommunication::all_reduce},
                        {0, InterleavedOneForwardOneBackward{-5}},
                        {-2, true},
                        RecomputePolicy::none};
        c.execution.global_batch = -7;
        c.execution.tiers = {-1, -2, 99};
        break;
    default: break;
    }
    const JsonDocument d = document(to_json(c.execution));
    const auto again = execution_from_json(d, d.root(), "");
    QVERIFY(again.has_value());
    QVERIFY(*again == c.execution);
    QCOMPARE(to_json(*again).dump(), to_json(c.execution).dump());
}

void MappingTest::typed_refuses_data()
{
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("kind") << QByteArray("/parallelism/kind") << QByteArray("\"serving\"")
                          << QByteArray("reader.choice");
    QTest::newRow("degree") << QByteArray("/parallelism/tensor/degree") << QByteArray("1.5")
                            << QByteArray("reader.type");
    QTest::newRow("communication") << QByteArray("/parallelism/tensor/communication") << QByteArray("\"ar\"")
                                   << QByteArray("reader.choice");
    QTest::newRow("schedule") << QByteArray("/parallelism/pipeline/schedule/kind") << QByteArray("\"gpipe\"")
                              << QByteArray("reader.choice");
    QTest::newRow("v of 1F1B") << QByteArray("/parallelism/pipeline/schedule")
                               << QByteArray(R"({"kind": "1f1b", "virtual_stages": 1})")
                               << QByteArray("reader.unknown_key");
    QTest::newRow("recompute") << QByteArray("/parallelism/recompute") << QByteArray("true")
                               << QByteArray("reader.type");
    QTest::newRow("tiers") << QByteArray("/network_tiers") << QByteArray("[0, 1, 1]") << QByteArray("reader.type");
    QTest::newRow("unknown") << QByteArray("/note") << QByteArray("0") << QByteArray("reader.unknown_key");
    QTest::newRow("list") << QByteArray("") << QByteArray("[]") << QByteArray("reader.type");
}

void MappingTest::typed_refuses()
{
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, code);
    Json json = to_json(legal_case().execution);
    json[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
    const JsonDocument d = document(json);
    const auto e = execution_from_json(d, d.root(), "");
    QVERIFY(!e);
    QCOMPARE(QByteArray::fromStdString(e.diagnostics().front().code), code);
    QVERIFY(QByteArray::fromStdString(e.diagnostics().front().path).startsWith(pointer));
}

void MappingTest::illegal_executions_keep_their_form()
{
    // What breaks a law is read all the same: the laws speak of it, with all the others.
    Json value = Json::parse(kCalculon);
    value["tensor_par"] = 0;
    value["data_par"] = -3;
    value["pipeline_interleaving"] = 0;
    value["num_procs"] = 7;
    const auto e = read(value);
    QVERIFY(e.has_value());
    QCOMPARE(tensor_degree(*e), std::int64_t{0});
    QCOMPARE(data_degree(*e), std::int64_t{-3});
    QCOMPARE(virtual_stages(*e), std::int64_t{0});
    QCOMPARE(e->num_procs.value_or(0), std::int64_t{7});
}

void MappingTest::every_number_has_bounds_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("legal");
    const Json file = Json::parse(kCalculon);
    int numbers = 0;
    for (const auto& item : file.items()) {
        if (!item.value().is_number())
            continue;
        ++numbers;
        const bool tier = item.key().ends_with("_net");
        for (const char* value : {"0", "-1", "1e300", "9007199254740993", "NaN"})
            QTest::newRow((item.key() + " " + value).c_str())
                << QByteArray::fromStdString(item.key()) << QByteArray(value) << (tier && QByteArray(value) == "0");
    }
    QCOMPARE(numbers, 10);
}

/// What the reader lets through, since a law speaks of it with all the others, a law refuses; either names the key's
/// place.
void MappingTest::every_number_has_bounds()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, value);
    QFETCH(bool, legal);
    Json file = changed(kCalculon, key.constData(), "here");
    std::string text = file.dump(1);
    text.replace(text.find("\"here\""), 6, value.toStdString());
    const auto d = JsonDocument::parse(text, "e.json");
    Diagnostics found = d.diagnostics();
    if (d) {
        const auto e = from_mapping(*d, d->root(), "", Rules::strict);
        found = e.diagnostics();
        Case c = legal_case(); // 8·4·4 of it, 96 blocks in 4·3 chunks, all tiers wide enough
        c.system.networks[0].size = c.system.networks[1].size = 1 << 20;
        c.system.networks[0].must_be_filled = false;
        if (e)
            for (const Violation& law : violations(c.model, c.system, *e, Rules::strict)) {
                if (law.field == Field::datatype)
                    continue; // the file's bfloat16, which this system has no rate for
                found.push_back({Severity::error, law.code, law.path, law.message, locate_field(*d, "", law.path)});
            }
    }
    QCOMPARE(found.empty(), legal);
    if (legal)
        return;
    QCOMPARE(found.size(), std::size_t{1});
    const SourceLocation wanted = d ? d->locate("/" + key.toStdString()) : *found[0].location;
    QVERIFY(found[0].location == std::optional(wanted));
    QVERIFY(wanted.line > 1 && wanted.column > 1);
}

void MappingTest::places()
{
    const auto d = JsonDocument::parse("{\n  \"tensor_par\": 7,\n  \"batch_size\": 9}", "e.json");
    QVERIFY(d.has_value());
    QVERIFY((locate_field(*d, "", "tensor.degree") == SourceLocation{"e.json", 2, 17}));
    QVERIFY((locate_field(*d, "", "global_batch") == SourceLocation{"e.json", 3, 17}));
    QVERIFY(!locate_field(*d, "", "microbatch_size"));
    const auto typed = JsonDocument::parse("{\"parallelism\": {\"tensor\":\n {\"degree\": 7}}}", "t.json");
    QVERIFY(typed.has_value());
    QVERIFY((locate_field(*typed, "", "tensor.degree") == SourceLocation{"t.json", 2, 13}));
}

BLUEPRINTING_CORE_TEST(MappingTest)
#include "mapping_test.moc"
