#include "core/base/canonical_json.h"
#include "core/system/system_profile.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::system;

namespace {

const char* const kSystem = R"({
  "matrix": {"float16": {"tflops": 312, "gflops_efficiency": [[128, 0.95], [1, 0.6], [0, 0.1]]}},
  "vector": {"float16": {"tflops": 78, "gflops_efficiency": [[0, 1.0]]}},
  "mem1": {"GiB": 80, "GBps": 2048.5, "MB_efficiency": [[100, 0.9], [0, 0.3]]},
  "mem2": {"GiB": 0, "GBps": 32, "MB_efficiency": [[0, 1]]},
  "processing_mode": "roofline",
  "networks": [
    {"bandwidth": 300, "efficiency": 0.65, "size": 8, "latency": 1e-5,
     "ops": {"p2p": [1.0, null], "reduce_scatter": [1.5, -1], "all_gather": [1.5, -1], "all_reduce": [2, -1]},
     "must_be_filled": true, "processor_usage": 0.15}
  ]
})";

Result<SystemProfile> read(const Json& value)
{
    const auto document = JsonDocument::parse(value.dump(1), "s.json");
    return read_calculon_system(*document, document->root(), "", "s");
}

Json changed(const std::string& pointer, const Json& value)
{
    Json out = Json::parse(kSystem);
    out[Json::json_pointer(pointer)] = value;
    return out;
}

Json without(const std::string& object, const char* key)
{
    Json out = Json::parse(kSystem);
    out[Json::json_pointer(object)].erase(key);
    return out;
}

/// The pointers of every number in a value.
void numbers_in(const Json& value, const std::string& pointer, std::vector<std::string>& out)
{
    if (value.is_number())
        out.push_back(pointer);
    else if (value.is_object())
        for (const auto& item : value.items())
            numbers_in(item.value(), pointer + pointer_step(item.key()), out);
    else if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i)
            numbers_in(value[i], pointer + pointer_step(i), out);
}

/// A whole system as it is written, so that a figure that comes to be written is walked over too.
Json whole_system() { return to_calculon(presets().back().system); }

/// Whether this is the threshold of the last step of its curve.
bool is_last_threshold(const std::string& threshold)
{
    const std::string step = threshold.substr(0, threshold.rfind('/'));
    const std::string curve = step.substr(0, step.rfind('/'));
    const std::size_t steps = whole_system()[Json::json_pointer(curve)].size();
    return step == curve + pointer_step(steps - 1);
}

} // namespace

class SystemReaderTest : public QObject {
    Q_OBJECT
private slots:
    void reads();
    void round_trip();
    void an_operation_that_may_be_absent();
    void refuses_data();
    void refuses();
    void collects_everything();
    void every_figure_has_bounds_data();
    void every_figure_has_bounds();
    void bounds_take_their_ends_data();
    void bounds_take_their_ends();
    void steps_data();
    void steps();
    void revision();
    void calibration_is_read_and_written();
    void calibration_is_strict_data();
    void calibration_is_strict();
};

void SystemReaderTest::reads()
{
    const auto s = read(Json::parse(kSystem));
    QVERIFY(s.has_value());
    QCOMPARE(s->processing_mode, ProcessingMode::roofline);
    QCOMPARE(s->mem1.bandwidth_gbps, 2048.5);
    QCOMPARE(s->matrix.at(Datatype::float16).tflops, 312.0);
    QVERIFY(s->supports(Datatype::float16));
    QVERIFY(!s->supports(Datatype::float32));
    const Network& network = s->networks.at(0);
    QVERIFY(!network.volume(NetworkOperation::p2p).offset.has_value());
    QVERIFY((network.volume(NetworkOperation::all_reduce) == VolumeModel{2, -1}));
    QVERIFY((network.volume(NetworkOperation::reduce_scatter) == VolumeModel{1.5, -1}));
}

/// A network may have an all-to-all; where it says none, none is written and the revision is what it was.
void SystemReaderTest::an_operation_that_may_be_absent()
{
    const auto without_it = read(Json::parse(kSystem));
    QVERIFY(!without_it->networks.at(0).has(NetworkOperation::all_to_all));
    QVERIFY(!to_calculon(*without_it)["networks"][0]["ops"].contains("all_to_all"));
    const Json with_it = changed("/networks/0/ops/all_to_all", Json::array({1, -1}));
    const auto s = read(with_it);
    QVERIFY(s.has_value());
    QVERIFY((s->networks.at(0).volume(NetworkOperation::all_to_all) == VolumeModel{1, -1}));
    QCOMPARE(*canonical_json(to_calculon(*s)), *canonical_json(with_it));
    QVERIFY(evidence_revision(*s) != evidence_revision(*without_it));
    const auto refused = read(changed("/networks/0/ops/all_to_all", 1));
    QVERIFY(!refused);
    QCOMPARE(refused.diagnostics().front().path, std::string("/networks/0/ops/all_to_all"));
}

void SystemReaderTest::round_trip()
{
    const auto s = read(Json::parse(kSystem));
    QVERIFY(s.has_value());
    QVERIFY(read(changed("/networks/0/ops/all_reduce/1", -2)).has_value());
    const Json written = to_calculon(*s);
    QCOMPARE(*canonical_json(written), *canonical_json(Json::parse(kSystem)));
    const auto again = read(written);
    QVERIFY(again.has_value());
    QVERIFY(*again == *s);
    for (const Preset& preset : presets()) {
        const auto back = read(to_calculon(preset.system));
        QVERIFY(back.has_value());
        SystemProfile named = *back;
        named.name = preset.system.name;
        QVERIFY(named == preset.system);
    }
}

void SystemReaderTest::refuses_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("path");
    const auto row = [](const char* name, const Json& file, const char* code, const char* path) {
        QTest::newRow(name) << QByteArray::fromStdString(file.dump()) << QByteArray(code) << QByteArray(path);
    };
    const std::string steps = "/matrix/float16/gflops_efficiency";
    row("efficiency 0", changed(steps + "/0/1", 0), "system.efficiency.range", "/matrix/float16/gflops_efficiency/0/1");
    row("efficiency above 1", changed(steps + "/0/1", 1.0000001), "system.efficiency.range",
        "/matrix/float16/gflops_efficiency/0/1");
    row("efficiency of a network", changed("/networks/0/efficiency", 1.5), "system.efficiency.range",
        "/networks/0/efficiency");
    row("efficiency of a network 0", changed("/networks/0/efficiency", 0), "system.efficiency.range",
        "/networks/0/efficiency");
    row("equal thresholds", changed(steps + "/1/0", 128), "system.threshold.order",
        "/matrix/float16/gflops_efficiency/1/0");
    row("ascending thresholds", changed(steps + "/1/0", 129), "system.threshold.order",
        "/matrix/float16/gflops_efficiency/1/0");
    row("last threshold not 0", changed(steps + "/2/0", 0.5), "system.threshold.order",
        "/matrix/float16/gflops_efficiency/2/0");
    row("threshold below 0", changed(steps + "/2/0", -1), "system.threshold.order",
        "/matrix/float16/gflops_efficiency/2/0");
    row("no steps", changed(steps, Json::array()), "system.threshold.order", "/matrix/float16/gflops_efficiency");
    row("a step of three", changed(steps + "/0", Json::array({1, 1, 1})), "reader.type",
        "/matrix/float16/gflops_efficiency/0");
    row("rate 0", changed("/vector/float16/tflops", 0), "system.rate.not_positive", "/vector/float16/tflops");
    row("rate below 0", changed("/mem1/GBps", -1), "system.rate.not_positive", "/mem1/GBps");
    row("rate as text", changed("/mem1/GBps", "2048"), "reader.type", "/mem1/GBps");
    row("rate true", changed("/mem1/GBps", true), "reader.type", "/mem1/GBps");
    row("capacity below 0", changed("/mem1/GiB", -1), "reader.range", "/mem1/GiB");
    row("bandwidth 0", changed("/networks/0/bandwidth", 0), "system.rate.not_positive", "/networks/0/bandwidth");
    row("latency below 0", changed("/networks/0/latency", -1e-9), "reader.range", "/networks/0/latency");
    row("size 0", changed("/networks/0/size", 0), "system.network.size", "/networks/0/size");
    row("size 8.5", changed("/networks/0/size", 8.5), "reader.type", "/networks/0/size");
    row("usage above 1", changed("/networks/0/processor_usage", 1.01), "reader.range", "/networks/0/processor_usage");
    row("multiplier 0", changed("/networks/0/ops/p2p/0", 0), "system.rate.not_positive", "/networks/0/ops/p2p/0");
    row("offset as text", changed("/networks/0/ops/p2p/1", "none"), "reader.type", "/networks/0/ops/p2p");
    row("offset below -2", changed("/networks/0/ops/all_reduce/1", -2.0000001), "reader.range",
        "/networks/0/ops/all_reduce/1");
    row("an operation more", changed("/networks/0/ops/broadcast", Json::array({1, 0})), "reader.unknown_key",
        "/networks/0/ops/broadcast");
    row("an operation less", without("/networks/0/ops", "all_gather"), "reader.missing", "/networks/0/ops/all_gather");
    row("no networks", changed("/networks", Json::array()), "system.network.size", "/networks");
    row("filled as a number", changed("/networks/0/must_be_filled", 1), "reader.type", "/networks/0/must_be_filled");
    row("processing mode", changed("/processing_mode", "overlap"), "reader.choice", "/processing_mode");
    row("unknown datatype", changed("/matrix/int8", Json::object()), "reader.unknown_key", "/matrix/int8");
    row("a comment", changed("/comment", "mine"), "reader.unknown_key", "/comment");
    row("no mem2", without("", "mem2"), "reader.missing", "/mem2");
    row("no steps key", without("/mem1", "MB_efficiency"), "reader.missing", "/mem1/MB_efficiency");
    row("a list", Json::array(), "reader.type", "");
}

void SystemReaderTest::refuses()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, path);
    const auto s = read(Json::parse(file.toStdString()));
    QVERIFY(!s);
    QCOMPARE(s.diagnostics().size(), std::size_t{1});
    QCOMPARE(QByteArray::fromStdString(s.diagnostics().front().code), code);
    QCOMPARE(QByteArray::fromStdString(s.diagnostics().front().path), path);
    QVERIFY(s.diagnostics().front().location.has_value());
}

void SystemReaderTest::collects_everything()
{
    Json file = changed("/matrix/float16/tflops", 0);
    file["mem1"]["GBps"] = "fast";
    file["networks"][0]["size"] = 0;
    file["note"] = 1;
    const auto s = read(file);
    QVERIFY(!s);
    QCOMPARE(s.diagnostics().size(), std::size_t{4});
}

void SystemReaderTest::every_figure_has_bounds_data()
{
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("value"); // as text
    QTest::addColumn<bool>("legal");
    const Json system = whole_system();
    std::vector<std::string> pointers;
    numbers_in(system, "", pointers);
    // 0 stands for none or no delay; the last threshold is 0, and an offset may be below it.
    const auto legal = [](const std::string& pointer, const char* value) {
        const bool zero = QByteArray(value) == "0";
        const bool curve = pointer.find("_efficiency/") != std::string::npos;
        if (curve)
            return zero && pointer.ends_with("/0") && is_last_threshold(pointer);
        if (pointer.find("/ops/") != std::string::npos)
            return pointer.ends_with("/1") && (zero || QByteArray(value) == "-1");
        return zero &&
               (pointer == "/mem2/GiB" || pointer.ends_with("/latency") || pointer.ends_with("/processor_usage"));
    };
    for (const std::string& pointer : pointers)
        for (const char* value : {"0", "-1", "1e300", "9007199254740993", "NaN"})
            QTest::newRow((pointer + " " + value).c_str())
                << QByteArray::fromStdString(pointer) << QByteArray(value) << legal(pointer, value);
    QVERIFY(pointers.size() > 60);
}

/// No figure is taken that makes nothing, less than nothing or infinitely much of what is computed with it.
void SystemReaderTest::every_figure_has_bounds()
{
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, value);
    QFETCH(bool, legal);
    Json file = whole_system();
    file[Json::json_pointer(pointer.toStdString())] = "here";
    std::string text = file.dump(1);
    text.replace(text.find("\"here\""), 6, value.toStdString());
    const auto document = JsonDocument::parse(text, "s.json");
    const Diagnostics found =
        document ? read_calculon_system(*document, document->root(), "", "s").diagnostics() : document.diagnostics();
    QCOMPARE(found.empty(), legal);
    if (legal)
        return;
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY(found[0].location && found[0].location->line > 1 && found[0].location->column > 1);
    if (value == "NaN")
        return; // no JSON, told by line and column alone
    // That thresholds do not descend is told of the one behind.
    const QByteArray list = pointer.left(pointer.indexOf("_efficiency/") + 12);
    const QByteArray path = QByteArray::fromStdString(found[0].path);
    QVERIFY2(path == pointer ||
                 (found[0].code == "system.threshold.order" && path.startsWith(list) && path.endsWith("/0")),
             path);
}

void SystemReaderTest::bounds_take_their_ends_data()
{
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<double>("inside");
    QTest::addColumn<double>("outside");
    const auto row = [](const char* pointer, double inside, double outside) {
        QTest::newRow((QByteArray(pointer) + " " + QByteArray::number(outside)).constData())
            << QByteArray(pointer) << inside << outside;
    };
    for (const char* rate :
         {"/matrix/float16/tflops", "/vector/float16/tflops", "/mem1/GBps", "/mem2/GBps", "/networks/0/bandwidth"}) {
        row(rate, 1e-6, 9.9e-7);
        row(rate, 1e9, 1.1e9);
    }
    row("/mem1/GiB", 1e-9, 9.9e-10);
    row("/mem1/GiB", 1e12, 1.1e12);
    row("/mem2/GiB", 1e12, 1.1e12);
    row("/mem1/MB_efficiency/0/1", 1e-6, 9.9e-7);
    row("/mem1/MB_efficiency/0/0", 1e12, 1.1e12);
    row("/networks/0/efficiency", 1e-6, 9.9e-7);
    row("/networks/0/latency", 1000, 1001);
    row("/networks/0/ops/p2p/0", 1e-6, 9.9e-7);
    row("/networks/0/ops/p2p/0", 1e6, 1.1e6);
    row("/networks/0/ops/all_reduce/1", 1e6, 1.1e6);
    row("/networks/0/ops/all_reduce/1", -2, -2.1);
    row("/networks/0/processor_usage", 1, 1.1);
}

void SystemReaderTest::bounds_take_their_ends()
{
    QFETCH(QByteArray, pointer);
    QFETCH(double, inside);
    QFETCH(double, outside);
    QVERIFY(read(changed(pointer.toStdString(), inside)).has_value());
    QVERIFY(!read(changed(pointer.toStdString(), outside)));
}

void SystemReaderTest::steps_data()
{
    QTest::addColumn<double>("work");
    QTest::addColumn<int>("step");
    QTest::newRow("at the first threshold") << 128.0 << 0;
    QTest::newRow("just below it") << 127.99999999 << 1;
    QTest::newRow("far above") << 1e30 << 0;
    QTest::newRow("between") << 16.0 << 1;
    QTest::newRow("at the second") << 1.0 << 1;
    QTest::newRow("below it") << 0.5 << 2;
    QTest::newRow("nothing") << 0.0 << 2;
}

void SystemReaderTest::steps()
{
    QFETCH(double, work);
    QFETCH(int, step);
    const EfficiencyCurve curve{{{128, 0.95}, {1, 0.6}, {0, 0.1}}};
    QCOMPARE(int(curve.step_at(work)), step);
}

void SystemReaderTest::revision()
{
    auto s = *read(Json::parse(kSystem));
    const Digest before = evidence_revision(s);
    QCOMPARE(before.hex().size(), std::size_t{64});
    s.name = "another name";
    QVERIFY(evidence_revision(s) == before);
    // Spelling does not matter, any figure does.
    Json spelled = Json::parse(kSystem);
    spelled["matrix"]["float16"]["tflops"] = 312.0;
    spelled["networks"][0]["size"] = 8.0;
    QVERIFY(evidence_revision(*read(spelled)) == before);
    const std::vector<std::pair<std::string, Json>> changes{{"/matrix/float16/tflops", 313},
                                                            {"/matrix/float16/gflops_efficiency/0/1", 0.94},
                                                            {"/mem1/GiB", 81},
                                                            {"/mem2/GBps", 33},
                                                            {"/processing_mode", "no_overlap"},
                                                            {"/networks/0/latency", 2e-5},
                                                            {"/networks/0/ops/all_reduce/1", nullptr},
                                                            {"/networks/0/must_be_filled", false},
                                                            {"/networks/0/processor_usage", 0.16}};
    for (const auto& [pointer, value] : changes)
        QVERIFY2(evidence_revision(*read(changed(pointer, value))) != before, pointer.c_str());
    // SHA-256 of the domain, a zero byte and the canonical JSON.
    const std::string bytes = std::string("blueprinting.system:v0") + '\0' + *canonical_json(Json::parse(kSystem));
    QVERIFY(before == Digest::of_bytes(bytes));
}

namespace {

const Json kMeasured{{"status", "measured"}, {"source", "our own runs"}, {"date", "2025-03"}, {"points", 12}};

} // namespace

void SystemReaderTest::calibration_is_read_and_written()
{
    Json file = changed("/matrix/float16/calibration", kMeasured);
    file["networks"][0]["calibration"] = {{"status", "inherited"}, {"source", "a100_80g"}};
    file["reserved_bytes"] = 1.5e9;
    file["power_watts"] = 700;
    const auto s = read(file);
    QVERIFY(s.has_value());
    const auto& curve = s->matrix.at(Datatype::float16).efficiency.calibration;
    QVERIFY((curve == Calibration{CalibrationStatus::measured, "our own runs", "2025-03", 12}));
    QVERIFY(!s->vector.at(Datatype::float16).efficiency.calibration);
    QVERIFY(s->networks[0].calibration->status == CalibrationStatus::inherited);
    QCOMPARE(s->reserved_bytes.value_or(0), 1.5e9);
    QCOMPARE(*canonical_json(to_calculon(*s)), *canonical_json(file));
    // It is evidence, and part of its revision.
    QVERIFY(evidence_revision(*s) != evidence_revision(*read(Json::parse(kSystem))));
    // A flat curve may be a sheet's; then the whole has no evidence.
    Json sheet = file;
    sheet["vector"]["float16"]["calibration"] = {{"status", "datasheet"}, {"source", "a sheet"}};
    QVERIFY(evidence_revision(*read(sheet)).empty());
}

void SystemReaderTest::calibration_is_strict_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("path");
    const std::string at = "/matrix/float16/calibration";
    const auto row = [&](const char* name, const std::string& pointer, const Json& value, const char* code,
                         const std::string& path) {
        Json file = changed(at, kMeasured);
        file[Json::json_pointer(pointer)] = value;
        QTest::newRow(name) << QByteArray::fromStdString(file.dump()) << QByteArray(code)
                            << QByteArray::fromStdString(path);
    };
    row("status", at + "/status", "guessed", "reader.choice", at + "/status");
    row("source as a number", at + "/source", 1, "reader.type", at + "/source");
    row("no points", at + "/points", 0, "reader.range", at + "/points");
    row("a key more", at + "/by", "me", "reader.unknown_key", at + "/by");
    row("a word", at, "measured", "reader.type", at);
    row("a sheet with steps", at + "/status", "datasheet", "system.calibration.not_flat", at);
    row("a slow sheet", "/networks/0/calibration", {{"status", "datasheet"}, {"source", "s"}},
        "system.calibration.not_flat", "/networks/0/calibration");
    row("reserve below 0", "/reserved_bytes", -1, "reader.range", "/reserved_bytes");
    row("power of 0", "/power_watts", 0, "reader.range", "/power_watts");
    row("power as text", "/power_watts", "700", "reader.type", "/power_watts");
}

void SystemReaderTest::calibration_is_strict() { refuses(); }

BLUEPRINTING_CORE_TEST(SystemReaderTest)
#include "system_reader_test.moc"
