#include "core/model/counts.h"
#include "core/model/hugging_face.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <algorithm>

using namespace blueprinting;
using namespace blueprinting::model;
using namespace blueprinting::testing;

/// Released configs beside what they mean: tests/modern/configs/NAME/{config,expected}.json. Counts are those of the
/// released checkpoints.
class FamiliesTest : public QObject {
    Q_OBJECT
private slots:
    void released_data() { add(false); }
    void released();
    void refused_data() { add(true); }
    void refused();
    void lengths_data();
    void lengths();
    void details_data();
    void details();
    void refusals_data();
    void refusals();

private:
    static void add(bool refusals);
};

namespace {

const QString kConfigs = QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/modern/configs");

Json file(const QString& name, const char* which)
{
    return JsonDocument::read(
               (kConfigs + QLatin1Char('/') + name + QLatin1Char('/') + QLatin1String(which)).toStdString())
        .value()
        .root();
}

Result<HuggingFaceModel> read(const Json& config, std::optional<std::int64_t> sequence = std::nullopt)
{
    return read_hugging_face(*JsonDocument::parse(config.dump(), "config.json"), "", sequence);
}

QStringList codes(const Diagnostics& all)
{
    QStringList out;
    for (const Diagnostic& each : all)
        out << QString::fromStdString(each.code);
    out.sort();
    return out;
}

/// Llama-3.1-8B's file with other keys laid over it; a null takes a key out.
Json llama(const char* patch)
{
    Json out = file(QStringLiteral("Llama-3.1-8B"), "config.json");
    out.merge_patch(Json::parse(patch));
    return out;
}

} // namespace

void FamiliesTest::add(bool refusals)
{
    QTest::addColumn<QString>("name");
    int rows = 0;
    for (const QString& name : QDir(kConfigs).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        if (file(name, "expected.json").contains("refused") == refusals) {
            QTest::newRow(qPrintable(name)) << name;
            ++rows;
        }
    QVERIFY(rows > 0);
}

void FamiliesTest::released()
{
    QFETCH(QString, name);
    const Json expected = file(name, "expected.json");
    const Json& given = expected["sequence_given"];
    const auto model =
        read(file(name, "config.json"), given.is_null() ? std::nullopt : std::optional(given.get<std::int64_t>()));
    QVERIFY2(model, model ? "" : to_line(model.diagnostics().front()).c_str());
    // Compared with defaults filled in: what one of them leaves out, the other may state.
    const auto wanted = described(expected["description"]);
    QVERIFY(wanted);
    if (!(model->description == *wanted))
        QCOMPARE(QString::fromStdString(to_json(model->description).dump()),
                 QString::fromStdString(to_json(*wanted).dump()));
    QVERIFY(model->description == *wanted);
    QStringList findings;
    for (const Json& code : expected["findings"])
        findings << QString::fromStdString(code.get<std::string>());
    findings.sort();
    QCOMPARE(codes(model->findings), findings);
    const auto counts = count_parameters(model->description);
    QCOMPARE(counts->total, expected["expect"]["total"].get<std::int64_t>());
    QCOMPARE(counts->active_with_embedding, expected["expect"]["active_with_embedding"].get<std::int64_t>());
    QCOMPARE(counts->active_without_lookup, expected["expect"]["active_without_lookup"].get<std::int64_t>());
    QCOMPARE(counts->mtp, expected["expect"]["mtp"].get<std::int64_t>());
}

void FamiliesTest::refused()
{
    QFETCH(QString, name);
    const Json expected = file(name, "expected.json")["refused"];
    const auto model = read(file(name, "config.json"));
    QVERIFY(!model);
    QCOMPARE(model.diagnostics().size(), std::size_t{1});
    QCOMPARE(model.diagnostics()[0].code, expected["code"].get<std::string>());
    QCOMPARE(model.diagnostics()[0].path, expected["path"].get<std::string>());
}

void FamiliesTest::lengths_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<int>("asked"); // 0: nothing
    QTest::addColumn<int>("sequence");
    QTest::addColumn<QStringList>("findings");
    const QString assumed = QStringLiteral("model.hf.sequence_assumed");
    const QString stated = QStringLiteral("model.hf.sequence_from_seq_length");
    const QString past = QStringLiteral("model.hf.sequence_past_limit");
    const auto row = [](const char* name, const char* patch, int asked, int sequence, const QStringList& findings) {
        QTest::newRow(name) << QByteArray(patch) << asked << sequence << findings;
    };
    row("the lesser of limit and 8192", "{}", 0, 8192, {assumed});
    row("a short limit", R"({"max_position_embeddings": 2048})", 0, 2048, {assumed});
    row("asked for", "{}", 4096, 4096, {});
    row("asked for past the limit", R"({"max_position_embeddings": 2048})", 4096, 4096, {past});
    row("at the limit", R"({"max_position_embeddings": 4096})", 4096, 4096, {});
    row("trained length", R"({"seq_length": 1024})", 0, 1024, {stated});
    row("trained length past the limit", R"({"seq_length": 4096, "max_position_embeddings": 2048})", 0, 4096,
        {stated, past});
    row("asked for beats the trained length", R"({"seq_length": 1024})", 512, 512, {});
    row("neither in the file: the class's limit", R"({"max_position_embeddings": null})", 0, 2048, {assumed});
}

void FamiliesTest::lengths()
{
    QFETCH(QByteArray, patch);
    QFETCH(int, asked);
    QFETCH(int, sequence);
    QFETCH(QStringList, findings);
    const auto model = read(llama(patch.constData()), asked > 0 ? std::optional<std::int64_t>(asked) : std::nullopt);
    QVERIFY(model);
    QCOMPARE(model->description.sequence, std::int64_t{sequence});
    QCOMPARE(codes(model->findings), findings);
}

void FamiliesTest::details_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("path"); // into the description
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* name, const char* config, const char* path, const char* value) {
        QTest::newRow(name) << QByteArray(config) << QByteArray(path) << QByteArray(value);
    };
    const auto shape = [](const char* type, const char* more) {
        static QList<QByteArray> kept;
        kept << QByteArray(
                    R"({"hidden_size": 512, "num_hidden_layers": 8, "num_attention_heads": 8, "intermediate_size": 1024,
                               "vocab_size": 1000, "max_position_embeddings": 4096, "model_type": ")")
                    .append(type)
                    .append("\"")
                    .append(more)
                    .append("}");
        return kept.last().constData();
    };
    row("mistral: no key is a window of 4096", shape("mistral", ""), "/attention/window", "4096");
    row("mistral: null is none", shape("mistral", R"(, "sliding_window": null)"), "/attention/window", "null");
    row("mistral: 8 key-value heads", shape("mistral", R"(, "num_attention_heads": 16)"), "/attention/kv_heads", "8");
    row("qwen2: a bias that no key states", shape("qwen2", R"(, "num_key_value_heads": 4)"), "/attention/qkv_bias",
        "true");
    row("qwen2: window from the 28th block on",
        shape("qwen2", R"(, "num_key_value_heads": 4, "num_hidden_layers": 30, "use_sliding_window": true)"),
        "/attention/window_layers", "[28, 29]");
    row("qwen2: the switch is off", shape("qwen2", R"(, "num_key_value_heads": 4, "sliding_window": 64)"),
        "/attention/window", "null");
    row("qwen2_moe: every second block", shape("qwen2_moe", R"(, "num_key_value_heads": 8, "decoder_sparse_step": 2)"),
        "/moe/layers", R"({"every": 2})");
    row("qwen2_moe: without the blocks named",
        shape("qwen2_moe", R"(, "num_key_value_heads": 8, "mlp_only_layers": [0, 7])"), "/moe/layers",
        "[1, 2, 3, 4, 5, 6]");
    row("qwen3_moe: the other name of its experts",
        shape("qwen3_moe", R"(, "num_key_value_heads": 4, "num_local_experts": 16)"), "/moe/experts", "16");
    row("mixtral: the auxiliary loss is asked for", shape("mixtral", R"(, "output_router_logits": true)"),
        "/moe/aux_loss", "true");
    row("mixtral: a coefficient of 0 is none",
        shape("mixtral", R"(, "output_router_logits": true, "router_aux_loss_coef": 0)"), "/moe/aux_loss", "null");
    row("gemma: tied by the class", shape("gemma", R"(, "num_key_value_heads": 8, "hidden_act": "gelu")"),
        "/vocabulary/tied", "true");
    row("gemma: heads of 256", shape("gemma", R"(, "num_key_value_heads": 8)"), "/attention/head_size", "256");
    row("llama: null key-value heads are all heads", shape("llama", R"(, "num_key_value_heads": null)"),
        "/attention/kv_heads", "null");
    row("llama: part of a head is turned", shape("llama", R"(, "rope_parameters": {"partial_rotary_factor": 0.25})"),
        "/attention/rotary_dims", "16");
    row("internlm2: biases by the class", shape("internlm2", ""), "/attention/out_bias", "true");
    row("deepseek_v3: the last part of a head is not its size",
        shape("deepseek_v3", R"(, "head_dim": 64, "first_k_dense_replace": 1)"), "/attention/mla/nope", "128");
    row("deepseek_v3: one full query projection", shape("deepseek_v3", R"(, "q_lora_rank": null)"),
        "/attention/mla/q_rank", "null");
    row("llama4: experts in every second block", shape("llama4_text", R"(, "interleave_moe_layer_step": 2)"),
        "/mlp/feedforward", "16384");
    row("falcon of 11 billion: one norm",
        R"({"model_type": "falcon", "hidden_size": 512, "num_hidden_layers": 2, "num_attention_heads": 8, "vocab_size": 100,
            "new_decoder_architecture": true, "num_kv_heads": 2, "num_ln_in_parallel_attn": 1})",
        "/norm/placement", R"("shared")");
    row("falcon of 40 billion: two norms",
        R"({"model_type": "RefinedWeb", "n_embed": 512, "n_layer": 2, "n_head": 8, "vocab_size": 100, "n_head_kv": 2})",
        "/attention/kv_heads", "2");
    row("chatglm: an absent bias is one",
        R"({"model_type": "chatglm", "hidden_size": 512, "num_layers": 2, "num_attention_heads": 4, "ffn_hidden_size": 64,
            "padded_vocab_size": 100, "multi_query_attention": true, "multi_query_group_num": 2})",
        "/attention/qkv_bias", "true");
    row("gpt2: dropout of the class",
        R"({"model_type": "gpt2", "n_embd": 64, "n_layer": 2, "n_head": 4, "vocab_size": 100})", "/dropout", "true");
    row("gpt2: dropout switched off",
        R"({"model_type": "gpt2", "n_embd": 64, "n_layer": 2, "n_head": 4, "vocab_size": 100, "attn_pdrop": 0, "resid_pdrop": 0})",
        "/dropout", "null");
    row("gpt_bigcode: one key-value head",
        R"({"model_type": "gpt_bigcode", "n_embd": 64, "n_layer": 2, "n_head": 4, "vocab_size": 100})",
        "/attention/kv_heads", "1");
    row("opt: six numbers",
        R"({"model_type": "opt", "hidden_size": 64, "ffn_dim": 256, "num_hidden_layers": 2, "num_attention_heads": 4,
            "max_position_embeddings": 2048})",
        "/vocabulary", "null");
}

void FamiliesTest::details()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, value);
    const auto model = read(Json::parse(config.toStdString()));
    QVERIFY2(model, model ? "" : to_line(model.diagnostics().front()).c_str());
    const Json written = to_json(model->description);
    const Json::json_pointer pointer(path.toStdString());
    QCOMPARE(QByteArray::fromStdString((written.contains(pointer) ? written[pointer] : Json()).dump()),
             QByteArray::fromStdString(Json::parse(value.toStdString()).dump()));
}

void FamiliesTest::refusals_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("path");
    const auto row = [](const char* name, const Json& config, const char* code, const char* path) {
        QTest::newRow(name) << QByteArray::fromStdString(config.dump()) << QByteArray(code) << QByteArray(path);
    };
    row("another activation", llama(R"({"hidden_act": "relu"})"), "model.hf.meaning", "/hidden_act");
    row("groups that do not divide", llama(R"({"num_key_value_heads": 5})"), "model.kv_heads.indivisible",
        "/num_key_value_heads");
    row("no groups at all", llama(R"({"num_key_value_heads": 0})"), "model.kv_heads.indivisible",
        "/num_key_value_heads");
    row("heads that do not divide", llama(R"({"num_attention_heads": 24})"), "model.head_size.fraction", "/head_dim");
    row("linear attention", llama(R"({"layer_types": ["full_attention", "linear_attention"]})"), "model.hf.hybrid",
        "/layer_types");
    row("a list of sizes", llama(R"({"intermediate_size": [1, 2]})"), "model.hf.per_block_sizes", "/intermediate_size");
    row("sparse attention in a known family", llama(R"({"index_topk": 2048})"), "model.hf.sparse_attention",
        "/index_topk");
    row("encoder and decoder", llama(R"({"is_encoder_decoder": true})"), "model.encoder_decoder",
        "/is_encoder_decoder");
    row("no family at all", llama(R"({"model_type": null})"), "model.hf.unknown_family", "/model_type");
    row("a family of six numbers with groups", llama(R"({"model_type": "starcoder2", "hidden_act": "gelu_new"})"),
        "model.hf.meaning", "/num_key_value_heads");
    row("too many blocks", llama(R"({"num_hidden_layers": 9007199254740992})"), "reader.range", "/num_hidden_layers");
    row("no vocabulary", llama(R"({"vocab_size": null})"), "reader.missing", "/vocab_size");
    Json deepseek = file(QStringLiteral("DeepSeek-V3"), "config.json");
    Json ungrouped = deepseek;
    ungrouped["n_group"] = 0;
    row("experts in no groups", ungrouped, "model.moe.groups", "/n_group");
    // What a description cannot say could be kept in a session, and not be opened again.
    Json unturned = deepseek;
    unturned["qk_rope_head_dim"] = 0;
    row("no rotary width", unturned, "reader.range", "/qk_rope_head_dim");
    Json narrow = deepseek;
    narrow["moe_intermediate_size"] = 0;
    narrow["n_shared_experts"] = 0;
    row("experts of no width", narrow, "reader.range", "/moe_intermediate_size");
    deepseek["moe_layer_freq"] = 2;
    row("experts in every second block", deepseek, "model.hf.meaning", "/moe_layer_freq");
}

void FamiliesTest::refusals()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, path);
    const auto model = read(Json::parse(config.toStdString()));
    QVERIFY(!model);
    QCOMPARE(QByteArray::fromStdString(model.diagnostics()[0].code), code);
    QCOMPARE(QByteArray::fromStdString(model.diagnostics()[0].path), path);
    QCOMPARE(model.diagnostics().size(), std::size_t{1});
}

BLUEPRINTING_CORE_TEST(FamiliesTest)
#include "families_test.moc"
