#include "core/model/description_json.h"
#include "core/model/model_laws.h"
#include "core/model/read_description.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::model;
using namespace blueprinting::testing;

class DescriptionTest : public QObject {
    Q_OBJECT
private slots:
    void written_and_read_again();
    void plain_models_round_trip();
    void every_field_unmakes_a_plain_model_data();
    void every_field_unmakes_a_plain_model();
    void refuses_data();
    void refuses();
    void sets_of_blocks_data();
    void sets_of_blocks();
    void plain_blocks_are_as_many_as_a_description_has_data();
    void plain_blocks_are_as_many_as_a_description_has();
};

namespace {

/// The least that is a model.
Json small()
{
    return Json::parse(R"({"hidden": 64, "blocks": 4, "sequence": 32, "attention": {"heads": 8, "head_size": 8},
                           "mlp": {"feedforward": 256}})");
}
/// The least that is a mixture.
Json mixture()
{
    Json out = small();
    out["moe"] = Json::parse(R"({"experts": 8, "top_k": 2, "feedforward": 32})");
    return out;
}
Json latent()
{
    Json out = small();
    out["attention"] = Json::parse(
        R"({"kind": "mla", "heads": 8, "mla": {"q_rank": null, "kv_rank": 16, "nope": 8, "rope": 4, "value": 8}})");
    return out;
}

Json patched(Json value, const char* patch)
{
    value.merge_patch(Json::parse(patch));
    return value;
}

} // namespace

void DescriptionTest::plain_blocks_are_as_many_as_a_description_has_data()
{
    QTest::addColumn<int>("blocks");
    QTest::addColumn<bool>("read");
    QTest::newRow("the most") << 1'000'000 << true;
    QTest::newRow("one more") << 1'000'001 << false;
}
/// A file of six numbers that is read as a description can be written as one.
void DescriptionTest::plain_blocks_are_as_many_as_a_description_has()
{
    QFETCH(int, blocks);
    QFETCH(bool, read);
    const Json plain{{"hidden", 64},    {"feedforward", 256}, {"seq_size", 32},
                     {"attn_heads", 8}, {"attn_size", 8},     {"num_blocks", blocks}};
    const auto reading = read_description(*JsonDocument::parse(plain.dump(), "plain.json"), "plain");
    QCOMPARE(reading.has_value(), read);
    if (!read) {
        QCOMPARE(reading.diagnostics().front().code, std::string("reader.range"));
        QCOMPARE(reading.diagnostics().front().path, std::string("/num_blocks"));
    } else {
        QVERIFY(described(to_json(reading->description)));
    }
}

void DescriptionTest::written_and_read_again()
{
    Json all = modern_cases()["models"];
    all["mixture"] = mixture();
    all["latent"] = latent();
    all["every"] = patched(mixture(), R"({"moe": {"layers": {"every": 2}, "capacity": 1.25, "imbalance": 1.5,
        "probabilities": "unpermute", "aux_loss": true}, "attention": {"window": 8, "window_layers": [1, 3], "causal": false},
        "norm": {"bias": false}, "dropout": true, "vocabulary": {"size": 100, "pad_multiple": 1}})");
    for (const auto& [name, value] : all.items()) {
        const auto first = described(value);
        QVERIFY2(first, name.c_str());
        const Json written = to_json(*first);
        const auto second = described(written);
        QVERIFY2(second, name.c_str());
        QVERIFY2(*first == *second, name.c_str());
        QVERIFY2(to_json(*second) == written, name.c_str());
        // Nothing that stands in the file is lost, but for what says no more than its default.
        for (const auto& [key, field] : value.items())
            QVERIFY2(!field.is_number() || written[key] == field, key.c_str());
    }
}

void DescriptionTest::plain_models_round_trip()
{
    for (const Preset& preset : presets()) {
        const auto back = plain_model(*described(to_json(describe(preset.model))));
        QVERIFY(back);
        TransformerModel expected = preset.model;
        expected.name.clear();
        QCOMPARE(*back, expected);
    }
}

void DescriptionTest::every_field_unmakes_a_plain_model_data()
{
    QTest::addColumn<QByteArray>("patch");
    for (const char* patch : {R"({"vocabulary": {"size": 100}})",
                              R"({"attention": {"kv_heads": 4}})",
                              R"({"attention": {"qkv_bias": true}})",
                              R"({"attention": {"out_bias": true}})",
                              R"({"attention": {"qk_norm": "head"}})",
                              R"({"attention": {"rotary_dims": 8}})",
                              R"({"attention": {"window": 8, "window_layers": "all"}})",
                              R"({"attention": {"sinks": true}})",
                              R"({"attention": {"soft_cap": true}})",
                              R"({"attention": {"causal": false}})",
                              R"({"mlp": {"activation": "silu"}})",
                              R"({"mlp": {"gated": true}})",
                              R"({"mlp": {"bias": true}})",
                              R"({"norm": {"kind": "rms"}})",
                              R"({"norm": {"bias": false}})",
                              R"({"norm": {"placement": "post"}})",
                              R"({"layout": "parallel"})",
                              R"({"dropout": false})",
                              R"({"moe": {"experts": 2, "top_k": 1, "feedforward": 8}})",
                              R"({"mtp": {"modules": 1}, "vocabulary": {"size": 10}})"})
        QTest::newRow(patch) << QByteArray(patch);
}

void DescriptionTest::every_field_unmakes_a_plain_model()
{
    QFETCH(QByteArray, patch);
    const Json plain = patched(small(), R"({"dropout": true})");
    QVERIFY(plain_model(*described(plain)));
    const auto changed = described(patched(plain, patch));
    QVERIFY(changed);
    QVERIFY(!plain_model(*changed));
}

void DescriptionTest::refuses_data()
{
    QTest::addColumn<QByteArray>("base");
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("path");
    const auto row = [](const char* name, const char* base, const char* patch, const char* code, const char* path) {
        QTest::newRow(name) << QByteArray(base) << QByteArray(patch) << QByteArray(code) << QByteArray(path);
    };
    row("unknown key", "small", R"({"hiden": 3})", "reader.unknown_key", "/hiden");
    row("unknown key inside", "small", R"({"attention": {"headsize": 3}})", "reader.unknown_key",
        "/attention/headsize");
    row("missing", "small", R"({"attention": null})", "reader.type", "/attention");
    row("fraction", "small", R"({"hidden": 64.5})", "reader.type", "/hidden");
    row("zero", "small", R"({"blocks": 0})", "reader.range", "/blocks");
    row("too many blocks", "small", R"({"blocks": 1000001})", "reader.range", "/blocks");
    row("boolean for a number", "small", R"({"sequence": true})", "reader.type", "/sequence");
    row("choice", "small", R"({"norm": {"placement": "behind"}})", "reader.choice", "/norm/placement");
    row("set of blocks", "small", R"({"attention": {"window": 4, "window_layers": "odd"}})", "reader.choice",
        "/attention/window_layers");
    row("schema", "small", R"({"schema": "blueprinting.model.v2"})", "reader.choice", "/schema");
    row("key-value heads", "small", R"({"attention": {"kv_heads": 3}})", "model.kv_heads.indivisible",
        "/attention/kv_heads");
    row("rotary", "small", R"({"attention": {"rotary_dims": 9}})", "model.rotary.too_wide", "/attention/rotary_dims");
    row("window of nobody", "small", R"({"attention": {"window": 9}})", "model.window.without_layers",
        "/attention/window");
    row("window of no size", "small", R"({"attention": {"window_layers": "all"}})", "model.window.without_size",
        "/attention/window_layers");
    row("block past the last", "small", R"({"attention": {"window": 4, "window_layers": [1, 4]}})", "model.block_list",
        "/attention/window_layers");
    row("block twice", "mixture", R"({"moe": {"layers": [1, 1]}})", "model.block_list", "/moe/layers");
    row("bias of an RMS norm", "small", R"({"norm": {"kind": "rms", "bias": true}})", "model.norm.rms_bias",
        "/norm/bias");
    row("parallel with norms behind", "small", R"({"layout": "parallel", "norm": {"placement": "post"}})",
        "model.layout.parallel", "/layout");
    row("parallel mixture", "mixture", R"({"layout": "parallel"})", "model.layout.parallel", "/layout");
    row("one norm of two parts", "small", R"({"norm": {"placement": "shared"}})", "model.norm.shared",
        "/norm/placement");
    row("dense without width", "mixture", R"({"mlp": {"feedforward": 0}, "moe": {"layers": {"first_dense": 1}}})",
        "model.feedforward.missing", "/mlp/feedforward");
    row("groups", "mixture", R"({"moe": {"groups": 3}})", "model.moe.groups", "/moe/groups");
    row("groups of a token", "mixture", R"({"moe": {"groups": 4, "group_top": 5}})", "model.moe.groups",
        "/moe/group_top");
    row("experts of a token", "mixture", R"({"moe": {"groups": 4, "group_top": 1, "top_k": 3}})", "model.moe.groups",
        "/moe/top_k");
    row("gate of nothing", "mixture", R"({"moe": {"shared_gate": true}})", "model.moe.shared_gate", "/moe/shared_gate");
    row("imbalance", "mixture", R"({"moe": {"imbalance": 0.5}})", "reader.range", "/moe/imbalance");
    row("prediction without words", "small", R"({"mtp": {"modules": 1}})", "model.mtp.without_vocabulary",
        "/mtp/modules");
    for (const char* field : {"qkv_bias", "out_bias", "qk_norm", "sinks", "rotary_dims"})
        row(field, "latent", QByteArray(R"({"attention": {")").append(field).append(R"(": true}})").constData(),
            "model.mla.unused_field", QByteArray("/attention/").append(field).constData());
}

void DescriptionTest::refuses()
{
    QFETCH(QByteArray, base);
    QFETCH(QByteArray, patch);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, path);
    const Json from = base == "small" ? small() : base == "mixture" ? mixture() : latent();
    QVERIFY(described(from));
    Json value = patched(from, patch);
    if (patch.contains("null")) // a merge patch takes the key out; what is meant is a null
        value["attention"] = nullptr;
    const auto model = described(value);
    QVERIFY(!model);
    QCOMPARE(model.diagnostics().size(), std::size_t{1});
    QCOMPARE(model.diagnostics()[0].code, code.toStdString());
    QCOMPARE(model.diagnostics()[0].path, path.toStdString());
}

void DescriptionTest::sets_of_blocks_data()
{
    QTest::addColumn<QByteArray>("set");
    QTest::addColumn<QList<qint64>>("blocks"); // of 7
    QTest::newRow("all") << QByteArray(R"("all")") << QList<qint64>{0, 1, 2, 3, 4, 5, 6};
    QTest::newRow("first_dense") << QByteArray(R"({"first_dense": 3})") << QList<qint64>{3, 4, 5, 6};
    QTest::newRow("first_dense past the end") << QByteArray(R"({"first_dense": 9})") << QList<qint64>{};
    QTest::newRow("every") << QByteArray(R"({"every": 3})") << QList<qint64>{2, 5};
    QTest::newRow("list") << QByteArray("[0, 2, 5]") << QList<qint64>{0, 2, 5};
}

void DescriptionTest::sets_of_blocks()
{
    QFETCH(QByteArray, set);
    QFETCH(QList<qint64>, blocks);
    Json value = mixture();
    value["blocks"] = 7;
    value["moe"]["layers"] = Json::parse(set.toStdString());
    const auto model = described(value);
    QVERIFY(model);
    for (qint64 i = 0; i < 7; ++i)
        QCOMPARE(has_experts(*model, i), blocks.contains(i));
    QCOMPARE(count_in(model->moe->layers, 7), std::int64_t{blocks.size()});
}

BLUEPRINTING_CORE_TEST(DescriptionTest)
#include "description_test.moc"
