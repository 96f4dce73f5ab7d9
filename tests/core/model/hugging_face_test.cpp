#include "core/model/transformer_model.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::model;

class HuggingFaceTest : public QObject {
    Q_OBJECT
private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void findings_data();
    void findings();
};

void HuggingFaceTest::reads_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QList<qint64>>("shape"); // hidden, feed-forward, sequence, heads, head size, blocks
    const auto row = [](const char* name, const char* config, std::initializer_list<qint64> shape) {
        QTest::newRow(name) << QByteArray(config) << QList<qint64>(shape);
    };
    // The shape keys as each family's published config.json spells them.
    row("gpt2: 4·hidden by its own default",
        R"({"model_type": "gpt2", "n_ctx": 1024, "n_embd": 768, "n_head": 12, "n_layer": 12, "n_positions": 1024, "n_inner": null,
            "vocab_size": 50257})",
        {768, 3072, 1024, 12, 64, 12});
    row("gpt2 with n_inner", R"({"n_embd": 768, "n_inner": 1000, "n_head": 12, "n_layer": 12, "n_positions": 1024})",
        {768, 1000, 1024, 12, 64, 12});
    row("llama",
        R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "max_position_embeddings": 4096,
            "num_attention_heads": 32, "num_hidden_layers": 32, "rope_scaling": null})",
        {4096, 11008, 4096, 32, 128, 32});
    row("opt",
        R"({"model_type": "opt", "hidden_size": 12288, "ffn_dim": 49152, "max_position_embeddings": 2048,
            "num_attention_heads": 96, "num_hidden_layers": 96})",
        {12288, 49152, 2048, 96, 128, 96});
    row("head_dim that is not hidden / heads",
        R"({"model_type": "gemma", "hidden_size": 3072, "intermediate_size": 24576, "max_position_embeddings": 8192,
            "num_attention_heads": 16, "head_dim": 256, "num_hidden_layers": 28})",
        {3072, 24576, 8192, 16, 256, 28});
    row("mpt",
        R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "n_layers": 32, "max_seq_len": 2048, "expansion_ratio": 4})",
        {4096, 16384, 2048, 32, 128, 32});
    row("bloom", R"({"model_type": "bloom", "n_embed": 14336, "n_head": 112, "n_layer": 70, "seq_length": 2048})",
        {14336, 57344, 2048, 112, 128, 70});
    row("falcon",
        R"({"model_type": "falcon", "hidden_size": 4544, "num_attention_heads": 71, "num_hidden_layers": 32,
            "max_position_embeddings": 2048})",
        {4544, 18176, 2048, 71, 64, 32});
}

void HuggingFaceTest::reads()
{
    QFETCH(QByteArray, config);
    QFETCH(QList<qint64>, shape);
    const auto document = JsonDocument::parse(config.toStdString(), "config.json");
    QVERIFY(document.has_value());
    const auto m = read_hugging_face_config(*document, "config");
    QVERIFY2(m.has_value(), m ? "" : to_line(m.diagnostics().front()).c_str());
    QCOMPARE((QList<qint64>{m->hidden, m->feedforward, m->sequence, m->heads, m->head_size, m->blocks}), shape);
    QCOMPARE(m->name, std::string("config"));
}

void HuggingFaceTest::refuses_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("path");
    const auto row = [](const char* name, const char* config, const char* code, const char* path) {
        QTest::newRow(name) << QByteArray(config) << QByteArray(code) << QByteArray(path);
    };
    row("no feed-forward size and no default for it",
        R"({"model_type": "llama", "hidden_size": 64, "max_position_embeddings": 64, "num_attention_heads": 4, "num_hidden_layers": 2})",
        "reader.missing", "/intermediate_size");
    row("no positions", R"({"n_embd": 64, "n_head": 4, "n_layer": 2})", "reader.missing", "/max_position_embeddings");
    row("hidden that does not divide by the heads", R"({"n_embd": 65, "n_head": 4, "n_layer": 2, "n_positions": 8})",
        "model.head_size.fraction", "/head_dim");
    row("names that disagree", R"({"n_embd": 64, "n_head": 4, "n_layer": 2, "n_positions": 8, "n_ctx": 16})",
        "reader.alias_conflict", "/n_ctx");
    row("encoder and decoder", R"({"is_encoder_decoder": true, "d_model": 512})", "model.encoder_decoder",
        "/is_encoder_decoder");
    row("a wrong type", R"({"n_embd": "64", "n_head": 4, "n_layer": 2, "n_positions": 8})", "reader.type", "/n_embd");
    row("0", R"({"n_embd": 64, "n_head": 0, "n_layer": 2, "n_positions": 8})", "reader.range", "/n_head");
    row("4·hidden past 2^53", R"({"n_embd": 9007199254740992, "n_head": 1, "n_layer": 2, "n_positions": 8})",
        "reader.range", "/hidden_size");
    row("a list", "[]", "reader.type", "");
}

void HuggingFaceTest::refuses()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, path);
    const auto document = JsonDocument::parse(config.toStdString(), "config.json");
    QVERIFY(document.has_value());
    const auto m = read_hugging_face_config(*document, "config");
    QVERIFY(!m);
    QCOMPARE(m.diagnostics().size(), std::size_t{1});
    QCOMPARE(QByteArray::fromStdString(m.diagnostics().front().code), code);
    QCOMPARE(QByteArray::fromStdString(m.diagnostics().front().path), path);
}

void HuggingFaceTest::findings_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QStringList>("codes");
    QTest::newRow("nothing to say") << QByteArray(R"({"n_embd": 64, "n_head": 4})") << QStringList{};
    QTest::newRow("full key-value heads")
        << QByteArray(R"({"num_attention_heads": 4, "num_key_value_heads": 4})") << QStringList{};
    QTest::newRow("one key-value head") << QByteArray(R"({"num_attention_heads": 4, "num_key_value_heads": 1})")
                                        << QStringList{"model.multiquery"};
    QTest::newRow("grouped, gated, experts")
        << QByteArray(
               R"({"model_type": "mixtral", "num_attention_heads": 32, "num_key_value_heads": 8, "num_local_experts": 8})")
        << QStringList{"model.grouped_query", "model.experts", "model.gated"};
}

void HuggingFaceTest::findings()
{
    QFETCH(QByteArray, config);
    QFETCH(QStringList, codes);
    const auto document = JsonDocument::parse(config.toStdString(), "config.json");
    QVERIFY(document.has_value());
    QStringList found;
    for (const Diagnostic& d : hugging_face_findings(*document)) {
        QCOMPARE(d.severity, Severity::finding);
        found << QString::fromStdString(d.code);
    }
    QCOMPARE(found, codes);
}

BLUEPRINTING_CORE_TEST(HuggingFaceTest)
#include "hugging_face_test.moc"
