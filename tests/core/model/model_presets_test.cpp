#include "core/model/transformer_model.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::model;

class ModelPresetsTest : public QObject {
    Q_OBJECT
private slots:
    void shape_data();
    void shape();
    void order_and_sources();
    void unknown_name();
};

void ModelPresetsTest::shape_data()
{
    QTest::addColumn<qint64>("hidden");
    QTest::addColumn<qint64>("feedforward");
    QTest::addColumn<qint64>("sequence");
    QTest::addColumn<qint64>("heads");
    QTest::addColumn<qint64>("head_size");
    QTest::addColumn<qint64>("blocks");
    const auto row = [](const char* name, qint64 h, qint64 f, qint64 s, qint64 a, qint64 k, qint64 blocks) {
        QTest::newRow(name) << h << f << s << a << k << blocks;
    };
    row("megatron-126M", 768, 3072, 2048, 16, 48, 12);
    row("megatron-5B", 4096, 16384, 2048, 32, 128, 24);
    row("megatron-22B", 6144, 24576, 2048, 64, 96, 48);
    row("megatron-40B", 8192, 32768, 2048, 64, 128, 48);
    row("megatron-1T", 25600, 102400, 2048, 160, 160, 128);
    row("gpt3-13B", 5140, 20560, 2048, 40, 128, 40);
    row("gpt3-175B", 12288, 49152, 2048, 96, 128, 96);
    row("turing-530B", 20480, 81920, 2048, 128, 160, 105);
    row("anthropic-52B", 8192, 32768, 8192, 64, 128, 64);
    row("chinchilla", 8192, 32768, 2048, 64, 128, 80);
    row("gopher-280B", 16384, 65536, 2048, 128, 128, 80);
    row("lamda", 8192, 65536, 2048, 128, 128, 64);
    row("palm-540B", 18432, 73728, 2048, 48, 256, 118);
}

void ModelPresetsTest::shape()
{
    const TransformerModel* model = find_preset(QTest::currentDataTag());
    QVERIFY(model);
    QFETCH(qint64, hidden);
    QFETCH(qint64, feedforward);
    QFETCH(qint64, sequence);
    QFETCH(qint64, heads);
    QFETCH(qint64, head_size);
    QFETCH(qint64, blocks);
    QCOMPARE(qint64(model->hidden), hidden);
    QCOMPARE(qint64(model->feedforward), feedforward);
    QCOMPARE(qint64(model->sequence), sequence);
    QCOMPARE(qint64(model->heads), heads);
    QCOMPARE(qint64(model->head_size), head_size);
    QCOMPARE(qint64(model->blocks), blocks);
}

void ModelPresetsTest::order_and_sources()
{
    QCOMPARE(presets().size(), std::size_t{13});
    QCOMPARE(presets().front().model.name, std::string("megatron-126M"));
    QCOMPARE(presets().back().model.name, std::string("palm-540B"));
    for (const Preset& preset : presets())
        QVERIFY2(preset.source.find("Calculon 0.1.0") != std::string::npos, preset.model.name.c_str());
}

void ModelPresetsTest::unknown_name()
{
    QCOMPARE(find_preset("gpt3-176B"), nullptr);
    QCOMPARE(find_preset(""), nullptr);
}

BLUEPRINTING_CORE_TEST(ModelPresetsTest)
#include "model_presets_test.moc"
