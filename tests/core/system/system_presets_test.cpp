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
    void data_sheets_data();
    void data_sheets();
    void calibration_states();
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

namespace {

/// The printed figures of one processor; where sheets differ, the lower.
struct Sheet {
    const char* name;
    double bfloat16, float8, vector16, vector32; ///< dense, TFLOP/s
    double gib, gbps, watts;
    double inside, outside; ///< GB/s each way
    std::int64_t size;
};

const std::vector<Sheet> kSheets{{"h100_sxm", 989, 1979, 133.8, 66.9, 80, 3350, 700, 450, 50, 8},
                                 {"h200_sxm", 989, 1979, 133.8, 66.9, 141, 4800, 700, 450, 50, 8},
                                 {"b200_hgx", 2250, 4500, 80, 80, 180, 7700, 1000, 900, 50, 8},
                                 {"gb200_nvl72", 2250, 5000, 90, 90, 186, 8000, 1200, 900, 50, 72}};

} // namespace

void SystemPresetsTest::data_sheets_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Sheet& each : kSheets)
        QTest::newRow(each.name) << index++;
}

void SystemPresetsTest::data_sheets()
{
    QFETCH(int, index);
    const Sheet& want = kSheets.at(static_cast<std::size_t>(index));
    QCOMPARE(released_systems().size(), kSheets.size());
    QCOMPARE(released_systems()[static_cast<std::size_t>(index)].system.name, std::string(want.name));
    const SystemProfile& s = *find_preset(want.name);
    QCOMPARE(s.matrix.at(Datatype::bfloat16).tflops, want.bfloat16);
    QCOMPARE(s.matrix.at(Datatype::float16).tflops, want.bfloat16);
    QCOMPARE(s.matrix.at(Datatype::float8).tflops, want.float8);
    QCOMPARE(s.matrix.at(Datatype::float32).tflops, want.vector32);
    QCOMPARE(s.vector.at(Datatype::bfloat16).tflops, want.vector16);
    QCOMPARE(s.vector.at(Datatype::float16).tflops, want.vector16);
    QCOMPARE(s.vector.at(Datatype::float32).tflops, want.vector32);
    QVERIFY(!bfloat16_as_float16(s));
    QCOMPARE(s.mem1.capacity_gib, want.gib);
    QCOMPARE(s.mem1.bandwidth_gbps, want.gbps);
    QVERIFY(s.mem2.capacity_gib == 0 && s.mem2.efficiency.steps == kMem2);
    QCOMPARE(s.processing_mode, ProcessingMode::roofline);
    QCOMPARE(s.power_watts.value_or(0), want.watts);
    QCOMPARE(s.reserved_bytes.value_or(-1), 0.0);
    QCOMPARE(s.networks.size(), std::size_t{2});
    QCOMPARE(s.networks[0].bandwidth_gbps, want.inside);
    QCOMPARE(s.networks[1].bandwidth_gbps, want.outside);
    QCOMPARE(s.networks[0].size, want.size);
    QCOMPARE(s.networks[1].size, std::int64_t{65536});
    for (const Network& each : s.networks) {
        QVERIFY(each.latency == 0 && each.efficiency == 1 && each.processor_usage == 0 && !each.must_be_filled);
        QVERIFY((each.operations ==
                 decltype(each.operations){VolumeModel{1, std::nullopt}, {1, -1}, {1, -1}, VolumeModel{2, -1}}));
        QVERIFY((each.all_to_all == VolumeModel{1, -1}));
    }
    // Nothing of it was measured, so that there is no evidence to have a revision.
    QVERIFY(calibration(s) == CalibrationStatus::datasheet);
    QVERIFY(!has_evidence(s) && evidence_revision(s).empty());
    for (const auto* engine : {&s.matrix, &s.vector})
        for (const auto& [type, rate] : *engine)
            QVERIFY((rate.efficiency.steps == Steps{{0, 1}}));
    QVERIFY((s.mem1.efficiency.steps == Steps{{0, 1}}));
}

/// What rests on several curves is as weak as the weakest of them, and profiles of before state nothing.
void SystemPresetsTest::calibration_states()
{
    for (const Preset& preset : presets()) {
        QVERIFY(!calibration(preset.system) && has_evidence(preset.system));
        QVERIFY(!preset.system.reserved_bytes && !preset.system.power_watts);
        QVERIFY(bfloat16_as_float16(preset.system)); // they have no rates of it
        QVERIFY(preset.system.supports(Datatype::bfloat16) && !preset.system.supports(Datatype::float32));
    }
    // As Calculon's files have always been digested here.
    QCOMPARE(evidence_revision(*find_preset("a100_80g")).short_hex(), std::string("c96196fb33b5"));
    QCOMPARE(evidence_revision(*find_preset("h100_80g_nvl8")).short_hex(), std::string("2b360cba274a"));
    SystemProfile mixed = *find_preset("a100_80g");
    mixed.matrix.at(Datatype::float16).efficiency.calibration =
        Calibration{CalibrationStatus::measured, "a run", {}, 7};
    const std::vector<std::int64_t> inside{0}, outside{0, 1};
    QVERIFY(calibration(mixed, Datatype::float16, outside) == CalibrationStatus::measured);
    mixed.networks[1].calibration = Calibration{CalibrationStatus::datasheet, "a sheet", {}, {}};
    QVERIFY(calibration(mixed, Datatype::float16, inside) == CalibrationStatus::measured);
    QVERIFY(calibration(mixed, Datatype::float16, outside) == CalibrationStatus::datasheet);
    QVERIFY(calibration(mixed) == CalibrationStatus::datasheet);
    mixed.networks[1].calibration->status = CalibrationStatus::inherited;
    QVERIFY(calibration(mixed, Datatype::float16, outside) == CalibrationStatus::inherited);
    // bfloat16 reads the curve of float16, which it is priced with.
    QVERIFY(calibration(mixed, Datatype::bfloat16, inside) == CalibrationStatus::measured);
    QVERIFY(!calibration(mixed, Datatype::float32, inside));
}

BLUEPRINTING_CORE_TEST(SystemPresetsTest)
#include "system_presets_test.moc"
