#include "core/base/file.h"
#include "core/certificate/published.h"
#include "core/certificate/read.h"
#include "core/certificate/write.h"
#include "core/schedule/export.h"
#include "core/search/findings_json.h"
#include "tests/growth/declared.h"
#include "tests/support/counters.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

using namespace blueprinting;
using namespace blueprinting::testing;

namespace {

schedule::Schedule made(std::int64_t microbatches)
{
    schedule::Request request;
    request.kind = schedule::Kind::zero_bubble_h2;
    request.stages = 8;
    request.microbatches = microbatches;
    request.transfers = schedule::TransferMode::linked;
    schedule::StageTimes times;
    times.transfer = 0.25;
    return *schedule::make_schedule(*schedule::plan_by_hand(request, times));
}

search::Layout layout()
{
    const auto& system = *system::find_preset("a100_80g");
    const auto& model = *model::find_preset("gpt3-175B");
    return *search::Layout::make(search::Space::of(64, 64, system), model.blocks);
}

std::vector<search::Found> found(std::size_t count)
{
    std::vector<search::Found> out;
    for (std::size_t i = 0; i < count; ++i)
        out.push_back({i, Seconds(1.5), Bytes(1e9), true});
    return out;
}

certificate::Certificate certificate_of(std::size_t copies)
{
    const EmbeddedFile file = certificate::published_certificate();
    auto out = *certificate::read_certificate(*JsonDocument::parse(std::string(file.bytes), ""));
    const auto cells = out.cells;
    for (std::size_t i = 1; i < copies; ++i)
        out.cells.insert(out.cells.end(), cells.begin(), cells.end());
    return out;
}

/// What writes, the function of the headers that it is, and a thing `size` times as large to write.
struct Exporter {
    std::string name;
    std::function<TextMaker(std::size_t size)> of;
    bool streams = true; ///< false: small enough to be whole in memory
};

std::vector<Exporter> exporters()
{
    using namespace schedule;
    const auto of_schedule = [](void (*write)(const Schedule&, const TextSink&)) {
        return [write](std::size_t size) -> TextMaker {
            return [write, one = std::make_shared<Schedule>(made(static_cast<std::int64_t>(size)))](
                       const TextSink& sink) { write(*one, sink); };
        };
    };
    using Calibration = std::optional<system::CalibrationStatus>;
    const auto of_found =
        [](void (*write)(const search::Layout&, std::span<const search::Found>, const TextSink&, Calibration)) {
            return [write](std::size_t size) -> TextMaker {
                return [write, space = layout(), all = found(10 * size)](const TextSink& sink) {
                    write(space, all, sink, system::CalibrationStatus::datasheet);
                };
            };
        };
    return {{"chrome_trace",
             of_schedule([](const Schedule& one, const TextSink& sink) { chrome_trace(*one.simulation, sink); })},
            {"csv", of_schedule([](const Schedule& one, const TextSink& sink) { csv(*one.simulation, sink); })},
            {"svg", of_schedule([](const Schedule& one, const TextSink& sink) {
                 svg({&one, 1}, sink);
             })},
            {"found_csv", of_found(search::found_csv)},
            {"found_jsonl", of_found(search::found_jsonl)},
            {"write_certificate",
             [](std::size_t size) -> TextMaker {
                 return [one = certificate_of(size / 50)](const TextSink& sink) {
                     sink(*certificate::write_certificate(one));
                 };
             },
             false}};
}

} // namespace

/// What is written costs in proportion to what is written of, and what may be large is never whole in memory.
class ExportersTest : public QObject {
    Q_OBJECT
private slots:
    void every_declared_exporter_is_here();
    void twice_as_much_takes_at_most_twice_data();
    void twice_as_much_takes_at_most_twice();
    void nothing_is_gathered_data();
    void nothing_is_gathered();
    void a_full_disk_ends_the_writing_data();
    void a_full_disk_ends_the_writing();
};

void ExportersTest::every_declared_exporter_is_here()
{
    std::set<std::string> listed;
    for (const Exporter& each : exporters())
        listed.insert(each.name);
    const std::set<std::string> declared = growth::declared_exporters(BLUEPRINTING_SOURCE_DIR);
    QVERIFY(declared.contains("chrome_trace"));
    for (const std::string& name : declared)
        QVERIFY2(listed.contains(name), name.c_str());
}

void ExportersTest::twice_as_much_takes_at_most_twice_data()
{
    QTest::addColumn<int>("index");
    const auto all = exporters();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].name.c_str()) << int(i);
}

void ExportersTest::twice_as_much_takes_at_most_twice()
{
    QFETCH(int, index);
    const Exporter one = exporters()[std::size_t(index)];
    const auto used_for = [&](std::size_t size) {
        const TextMaker make = one.of(size);
        const Used before = used();
        std::size_t written = 0;
        make([&](std::string_view piece) {
            written += piece.size();
            return true;
        });
        const Used after = used();
        if (written < 1000)
            qFatal("%s writes nothing", one.name.c_str());
        return Used{after.bytes - before.bytes, after.steps - before.steps};
    };
    static_cast<void>(used_for(100)); // what is made once in a run is made here
    const Used first = used_for(200);
    const Used second = used_for(400);
    QVERIFY(first.steps > 1000);
    QVERIFY2(double(second.bytes) <= 2.2 * double(first.bytes),
             qPrintable(QStringLiteral("%1 bytes, then %2").arg(first.bytes).arg(second.bytes)));
    QVERIFY2(double(second.steps) <= 2.2 * double(first.steps),
             qPrintable(QStringLiteral("%1 steps, then %2").arg(first.steps).arg(second.steps)));
}

void ExportersTest::nothing_is_gathered_data() { twice_as_much_takes_at_most_twice_data(); }

/// The most that is held at once while megabytes are written into a file.
void ExportersTest::nothing_is_gathered()
{
    QFETCH(int, index);
    const Exporter one = exporters()[std::size_t(index)];
    if (!one.streams)
        return; // the test above holds of it
    QTemporaryDir folder;
    const std::string path = folder.filePath("out").toStdString();
    const TextMaker make = one.of(1500);
    begin_most_held();
    const std::int64_t before = most_held();
    QVERIFY(write_file_atomically(path, make));
    const std::int64_t held = most_held() - before;
    const auto size = static_cast<std::int64_t>(std::filesystem::file_size(path));
    QVERIFY(size > 800000);
    QVERIFY2(held < 200000, qPrintable(QStringLiteral("%1 bytes held of %2 written").arg(held).arg(size)));
}

void ExportersTest::a_full_disk_ends_the_writing_data() { twice_as_much_takes_at_most_twice_data(); }

void ExportersTest::a_full_disk_ends_the_writing()
{
    QFETCH(int, index);
    const Exporter one = exporters()[std::size_t(index)];
    const TextMaker make = one.of(1500);
    std::size_t pieces = 0;
    make([&](std::string_view) {
        ++pieces;
        return false;
    });
    QCOMPARE(pieces, std::size_t(1));
}

BLUEPRINTING_CORE_TEST(ExportersTest)
#include "exporters_test.moc"
