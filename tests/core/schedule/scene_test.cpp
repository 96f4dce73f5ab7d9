#include "core/schedule/lane_layout.h"
#include "core/schedule/scene.h"
#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

class SceneTest : public QObject {
    Q_OBJECT
private slots:
    void round_trip();
    void defaults();
    void refused_data();
    void refused();
    void critical_path_is_unbroken();
};

namespace {

Result<Scene> read(const char* text)
{
    const JsonDocument document = must(JsonDocument::parse(text, "scene.json"));
    return scene_from_json(document, document.root(), "");
}

} // namespace

void SceneTest::round_trip()
{
    Scene scene = starting_scene();
    scene.groups.push_back({"s2", std::nullopt, 4, 8, 1});
    scene.groups.push_back({"s1", Kind::zero_bubble_h1, 4, 8, 1});
    scene.selected = 3;
    scene.times = {1.5, 3, 1.25, 0.5, 0.125};
    scene.transfers = TransferMode::linked;
    scene.separate_recompute = true;
    scene.critical_path = true;
    scene.time = 7.25;
    scene.range = std::pair(2.0, 12.5);
    const JsonDocument document = must(JsonDocument::parse(to_json(scene).dump(), ""));
    QVERIFY(must(scene_from_json(document, document.root(), "")) == scene);
}

void SceneTest::defaults()
{
    const Scene scene = must(read(R"({"groups": [{"kind": "zb-h2", "stages": 4, "microbatches": 8}]})"));
    Scene expected;
    expected.groups.push_back({"", Kind::zero_bubble_h2, 4, 8, 1});
    QVERIFY(scene == expected);
}

void SceneTest::refused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("path");
    const auto row = [](const char* name, const char* text, const char* code, const char* path) {
        QTest::newRow(name) << QByteArray(text) << code << path;
    };
    row("no groups", R"({"groups": []})", "reader.range", "/groups");
    row("groups missing", R"({"cap": 4})", "reader.missing", "/groups");
    row("unknown key", R"({"groups": [{"kind": "1f1b", "stages": 4, "microbatches": 8}], "speed": 2})",
        "reader.unknown_key", "/speed");
    row("unknown kind", R"({"groups": [{"kind": "round-robin", "stages": 4, "microbatches": 8}]})", "reader.choice",
        "/groups/0/kind");
    row("no stages", R"({"groups": [{"kind": "1f1b", "stages": 0, "microbatches": 8}]})", "reader.range",
        "/groups/0/stages");
    row("text for a number", R"({"groups": [{"kind": "1f1b", "stages": "4", "microbatches": 8}]})", "reader.type",
        "/groups/0/stages");
    row("chunks of 1f1b", R"({"groups": [{"kind": "1f1b", "stages": 4, "microbatches": 8, "chunks": 2}]})",
        "schedule.chunks.range", "/groups/0");
    row("zero time", R"({"groups": [{"kind": "1f1b", "stages": 4, "microbatches": 8}], "forward": 0})",
        "schedule.time.range", "/groups/0");
    row("cap", R"({"groups": [{"kind": "1f1b", "stages": 4, "microbatches": 8}], "cap": 0})", "reader.range", "/cap");
    row("range", R"({"groups": [{"kind": "1f1b", "stages": 4, "microbatches": 8}], "range": [5, 5]})", "reader.range",
        "/range");
    row("selected", R"({"groups": [{"kind": "1f1b", "stages": 4, "microbatches": 8}], "selected": 1})", "reader.range",
        "/selected");
    row("a list", "[]", "reader.type", "");
}

void SceneTest::refused()
{
    QFETCH(QByteArray, text);
    const auto scene = read(text.constData());
    QVERIFY(!scene);
    QTEST(QString::fromStdString(scene.diagnostics().front().code), "code");
    QTEST(QString::fromStdString(scene.diagnostics().front().path), "path");
}

void SceneTest::critical_path_is_unbroken()
{
    const Simulation s = simulated(request(Kind::interleaved, 4, 8, 2));
    const auto path = critical_path(s);
    QCOMPARE(s.timeline.start[path.front()], 0.0);
    QCOMPARE(s.timeline.end[path.back()], 28.5);
    for (std::size_t i = 0; i < path.size(); ++i) {
        QVERIFY(s.critical(path[i]));
        if (i > 0)
            QCOMPARE(s.timeline.start[path[i]], s.timeline.end[path[i - 1]]);
    }
}

BLUEPRINTING_CORE_TEST(SceneTest)
#include "scene_test.moc"
