#include "core/system/system_profile.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::system;

namespace {

using Steps = std::vector<EfficiencyStep>;

const Steps kMatrix95{{128, .95}, {16, .9}, {1, .6}, {0, .1}};
const Steps kMatrix99{{128, .99}, {16, .9}, {1, .6}, {0, .1}};
const Steps kVector{{16, .95}, {1, .5}, {0, .1}};
const Steps kMem1{{100, .90}, {10, .75}, {1, .6}, {0, .3}};
const Steps kMem1NoLimit{{100, .95}, {10, .90}, {1, .7}, {0, .3}};
const Steps kMem2{{100, .95}, {10, .9}, {1, .7}, {0, .3}};

struct Expected {
    const char* name;
    std::map<Datatype, EngineRate> matrix, vector;
    MemoryTier mem1, mem2;
    std::vector<Network> networks;
};

Network network(double bandwidth, double efficiency, std::int64_t size, double latency, bool filled, double usage,
                VolumeModel scatter, VolumeModel gather, VolumeModel reduce)
{
    return {bandwidth,    efficiency, size, latency, {VolumeModel{1, std::nullopt}, scatter, gather, reduce},
            std::nullopt, filled,     usage};
}

std::vector<Expected> expected()
{
    const std::vector<Network> a100{network(300, .65, 8, 1e-5, true, .15, {1.5, -1}, {1.5, -1}, {2, -1}),
                                    network(25, .9, 65536, 2e-5, false, .02, {1, 0}, {1, 0}, {1, 0})};
    const std::vector<Network> h100{network(450, .65, 8, 1e-5, true, .15, {1, 0}, {1, 0}, {1, 1}),
                                    network(50, .9, 65536, 2e-5, false, .02, {1, 0}, {1, 0}, {1, 0})};
    return {
        {"a100_80g",
         {{Datatype::float16, {312, {kMatrix95}}}},
         {{Datatype::float16, {78, {kVector}}}},
         {80, 2048, {kMem1}},
         {512, 32, {kMem2}},
         a100},
        {"a100_80e",
         {{Datatype::float16, {312, {kMatrix99}}}},
         {{Datatype::float16, {78, {kVector}}}},
         {80e9, 2048, {kMem1NoLimit}},
         {512, 32, {kMem2}},
         a100},
        {"h100_80g_nvl8",
         {{Datatype::float16, {1000, {kMatrix95}}}, {Datatype::float8, {2000, {kMatrix95}}}},
         {{Datatype::float16, {120, {kVector}}}, {Datatype::float8, {120, {kVector}}}},
         {80, 3072, {kMem1}},
         {512, 450, {kMem2}},
         h100},
    };
}

} // namespace

class SystemPresetsTest : public QObject {
    Q_OBJECT
private slots:
    void figures_data();
    void figures();
    void order_and_sources();
    void capacity();
};

void SystemPresetsTest::figures_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Expected& each : expected())
        QTest::newRow(each.name) << index++;
}

void SystemPresetsTest::figures()
{
    QFETCH(int, index);
    const Expected want = expected().at(static_cast<std::size_t>(index));
    const SystemProfile* system = find_preset(want.name);
    QVERIFY(system);
    QVERIFY(system->matrix == want.matrix);
    QVERIFY(system->vector == want.vector);
    QVERIFY(system->mem1 == want.mem1);
    QVERIFY(system->mem2 == want.mem2);
    QCOMPARE(system->processing_mode, ProcessingMode::no_overlap);
    QCOMPARE(system->networks.size(), want.networks.size());
    QVERIFY(system->networks == want.networks);
}

void SystemPresetsTest::order_and_sources()
{
    QCOMPARE(presets().size(), std::size_t{3});
    QCOMPARE(presets()[0].system.name, std::string("a100_80g"));
    QCOMPARE(presets()[1].system.name, std::string("a100_80e"));
    QCOMPARE(presets()[2].system.name, std::string("h100_80g_nvl8"));
    for (const Preset& preset : presets())
        QVERIFY(preset.source.find("Calculon 0.1.0") != std::string::npos);
}

void SystemPresetsTest::capacity()
{
    // 80 · 2^30, and 8e10 GiB without an overflow.
    QCOMPARE(find_preset("a100_80g")->capacity().value(), 85899345920.0);
    QCOMPARE(find_preset("a100_80e")->capacity().value(), 8e10 * 1073741824.0);
}

BLUEPRINTING_CORE_TEST(SystemPresetsTest)
#include "system_presets_test.moc"
