#include "core/accounting/strategy_memory.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::accounting;

/// GPT-175B on 64 GPUs (t 8, p 8, v 3, microbatch 1), worked out by hand: 12 blocks a stage.
class StrategyMemoryTest : public QObject {
    Q_OBJECT
private slots:
    void gpt175b_data();
    void gpt175b();
    void parts();
    void sharding();
    void release();
};

namespace {

constexpr double kGiB = 1073741824.0;
constexpr double kHidden = 12288, kSequence = 2048, kBlocks = 12, kTensor = 8;

/// Weights of a block on one of eight ranks: 12·h²/8 in the linear layers and two layer norms of 2h.
constexpr double kParameters = kBlocks * (12 * kHidden * kHidden / kTensor + 4 * kHidden);

/// In flight: min(64, 8) microbatches, times 1 + 7/(3·8) for the chunks.
constexpr double kInFlight = 8.0 * (1.0 + 7.0 / 24.0);

double rest(bool full)
{
    // Block sums of the reference for the two strategies: working activations, activation gradients and storage.
    if (full)
        return 679477248.0 + 780140544.0 + kBlocks * kInFlight * kSequence * kHidden * 2;
    return 471859200.0 + 484442112.0 + 106954752.0 * (kBlocks * kInFlight - 1);
}

StrategyShare share(bool full)
{
    return {.parameters = kParameters, .blocks = 12, .state_shards = 1, .microbatches = 64, .rest = Bytes(rest(full))};
}

PerParameter kept(const char* optimizer, Options options = {})
{
    return per_parameter(*optimizer_from(optimizer), options);
}

} // namespace

void StrategyMemoryTest::gpt175b_data()
{
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<double>("bytes");
    QTest::addColumn<QString>("full");
    QTest::addColumn<QString>("fullFree");
    QTest::addColumn<QString>("seqsel");
    QTest::addColumn<QString>("seqselFree");
    QTest::newRow("SGD") << "SGD" << 12.0 << "37.6"
                         << "42.4"
                         << "43.5"
                         << "36.5";
    QTest::newRow("FlashSGD") << "FlashSGD" << 6.0625 << "22.5"
                              << "57.5"
                              << "28.5"
                              << "51.5";
    QTest::newRow("Adam") << "Adam" << 16.0 << "47.7"
                          << "32.3"
                          << "53.7"
                          << "26.3";
    QTest::newRow("AdamW") << "AdamW" << 16.0 << "47.7"
                           << "32.3"
                           << "53.7"
                           << "26.3";
    QTest::newRow("FlashAdamW") << "FlashAdamW" << 7.125 << "25.2"
                                << "54.8"
                                << "31.2"
                                << "48.8";
}

void StrategyMemoryTest::gpt175b()
{
    QFETCH(QString, optimizer);
    QFETCH(double, bytes);
    for (const bool full : {true, false}) {
        const StrategyMemory memory = memory_under(kept(optimizer.toUtf8()), share(full));
        QCOMPARE(memory.total().value(), kParameters * bytes + rest(full));
        const double total = memory.total().value() / kGiB;
        QFETCH(QString, fullFree);
        QFETCH(QString, seqselFree);
        const QString shown = QString::number(total, 'f', 1);
        const QString free = QString::number(80.0 - total, 'f', 1);
        if (full) {
            QTEST(shown, "full");
            QCOMPARE(free, fullFree);
        } else {
            QTEST(shown, "seqsel");
            QCOMPARE(free, seqselFree);
        }
    }
}

void StrategyMemoryTest::parts()
{
    QCOMPARE(kParameters, 2718498816.0);
    const StrategyMemory flash = memory_under(kept("FlashAdamW"), share(true));
    QCOMPARE(flash.weights.value(), 2 * kParameters);
    QCOMPARE(flash.gradients.value(), 2 * kParameters);
    QCOMPARE(flash.state.value(), 3.125 * kParameters);
    QCOMPARE(flash.rest.value(), rest(true));
    const StrategyMemory adam = memory_under(kept("AdamW"), share(true));
    QCOMPARE(adam.weights.value(), 4 * kParameters);
    QCOMPARE(adam.gradients.value(), 4 * kParameters);
    QCOMPARE(adam.state.value(), 8 * kParameters);
}

void StrategyMemoryTest::sharding()
{
    // Twelve blocks of 1000 weights over four ranks: state a quarter, one block's gradients whole and eleven quartered.
    const StrategyShare sharded{
        .parameters = 12000, .blocks = 12, .state_shards = 4, .microbatches = 1, .rest = Bytes(5)};
    const StrategyMemory memory = memory_under(kept("AdamW"), sharded);
    QCOMPARE(memory.weights.value(), 48000.0);
    QCOMPARE(memory.gradients.value(), 4.0 * (1000 + 11 * 250));
    QCOMPARE(memory.state.value(), 8.0 * 3000);
    QCOMPARE(memory.rest.value(), 5.0);
    QCOMPARE(memory.total().value(), 48000.0 + 15000 + 24000 + 5);
}

void StrategyMemoryTest::release()
{
    StrategyShare one = share(true);
    QVERIFY(!can_release_gradients(one));
    one.microbatches = 1;
    QVERIFY(can_release_gradients(one));
    const StrategyMemory memory = memory_under(kept("FlashAdamW", {.gradient_release = true}), one);
    QCOMPARE(memory.gradients.value(), 0.0);
    QCOMPARE(memory.total().value(), 5.125 * kParameters + rest(true));
}

BLUEPRINTING_CORE_TEST(StrategyMemoryTest)
#include "strategy_memory_test.moc"
