#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/schedule/kinds_table.h"
#include "ui/schedule/schedule_words.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/tables/table_view.h"

#include <cmath>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// What devices hold, in bytes: by hand and of a strategy, over the lanes and at its peak.
class ScheduleBytesTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void bytes();
    void peak_of_bytes();
    void bytes_of_a_strategy();
};

void ScheduleBytesTest::bytes()
{
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::zero_bubble_h1, 4, 8, 1}};
    scene.times = split(1, 1, 1);
    scene.memory = MemoryShown::bytes;
    scene.held = {10, 0, 4, 50, 0, 25};
    m_view->setScene(scene);
    // constant 10, 4 until I, 2 of it until W
    QVERIFY(group().bytes);
    std::vector<double> peaks;
    for (const DeviceBytes& each : *group().bytes)
        peaks.push_back(each.peak);
    QCOMPARE(peaks, (std::vector<double>{26, 24, 22, 20}));
    QCOMPARE(group().fullest(), std::size_t{0});
    const QString why = find<AnswerLine>("schedule.answer")->why();
    QVERIFY2(why.contains("is first over the cap of 25.0 GiB on device 0, at ") && why.contains("with 26.0 GiB"),
             qPrintable(why));
    testing::draw(*m_view, QSize(1240, 860));
    testing::keep(testing::draw(*canvas(), canvas()->size()), QStringLiteral("schedule-bytes"));
    // lanes that are low share one strip: the selected device's, else the fullest's
    canvas()->setLaneHeight(20);
    LaneLayout low = canvas()->places();
    QCOMPARE(low.groups[0].strip.height(), 42.0);
    QCOMPARE(low.groups[0].strip_device, 0);
    QVERIFY(low.groups[0].lanes[0].strip.height() == 0);
    canvas()->setPicked({}, 2);
    QCOMPARE(canvas()->places().groups[0].strip_device, 2);
    // two directions hold their weights twice
    scene.groups = {{"", Kind::dual_pipe, 4, 8, 2}};
    scene.held = {1, 5, 0, 100, 0, std::nullopt};
    m_view->setScene(scene);
    QCOMPARE(group().bytes->front().peak, 11.0);
}

/// A click on the ring goes to the command that brings the peak, which stays marked with all that is alive then.
void ScheduleBytesTest::peak_of_bytes()
{
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 4, 8, 1}};
    scene.times = {};
    scene.time = 0;
    scene.memory = MemoryShown::bytes;
    scene.held = {14, 0, 2, 100, 5, std::nullopt};
    m_view->setScene(scene);
    for (const double lane : {30.0, 20.0}) { // each device's own strip, and the one above low lanes
        canvas()->setLaneHeight(lane);
        testing::draw(*m_view, QSize(1240, 860));
        m_view->setScene(scene);
        // constant 14, four microbatches of 2 and 5 while the first backward runs from 10 on
        const DeviceBytes& held = *group().bytesOf(0);
        QCOMPARE(held.peak, 27.0);
        QCOMPARE(held.peak_time, 10.0);
        const LaneLayout layout = canvas()->places();
        const QRectF strip =
            layout.groups[0].strip.isEmpty() ? layout.groups[0].lanes[0].strip : layout.groups[0].strip;
        const QPointF ring(layout.x(10), strip.center().y());
        const Explanation words = words_of_hit(group(), hit_lanes(m_view->chart(), layout, ring));
        QCOMPARE(words.title, std::string("Peak of device 0: 27.0 GiB at 10.0"));
        QStringList lines;
        for (const std::string& line : words.lines)
            lines << QString::fromStdString(line);
        QCOMPARE(
            lines.join(" | "),
            QString("backward 1 brings it | 14.0 GiB constant | microbatches 2–4: 2.0 GiB each | microbatch 1: 7.0 "
                    "GiB"));
        press(ring);
        release(ring);
        QCOMPARE(m_view->scene().time, 10.0);
        const LaneHit marked = canvas()->focused();
        QVERIFY(marked.peak);
        const CommandGraph& graph = group().shown().graph;
        QCOMPARE(graph.kind[marked.command], CommandKind::backward);
        QCOMPARE(graph.microbatch[marked.command], std::uint32_t{0});
        QCOMPARE(graph.stage[marked.command], std::uint32_t{0});
        QCOMPARE(m_workspace->session().selection.stage, 0);
        // all four, and the one that brings it
        const OverlayPlaces over = overlay_places(m_view->chart(), layout, {marked, ring, std::nullopt, 0},
                                                  lane_fonts(canvas()), QRectF(canvas()->rect()));
        QCOMPARE(over.framed.size(), std::size_t{5});
        if (lane == 20)
            testing::keep(testing::draw(*canvas(), canvas()->size()), QStringLiteral("schedule-peak"));
    }
    // by the keyboard
    m_view->setScene(scene);
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_Escape);
    QTest::keyClick(canvas(), Qt::Key_P);
    QVERIFY(canvas()->focused().peak);
    QCOMPARE(m_view->scene().time, 10.0);
}

/// A strategy brings its own bytes and its own memory, which are those of its estimate.
void ScheduleBytesTest::bytes_of_a_strategy()
{
    Scene scene = m_view->scene();
    scene.groups = {{m_workspace->session().strategies.front().id, std::nullopt, 1, 1, 1}};
    scene.selected = 0;
    scene.memory = MemoryShown::bytes;
    scene.end = Tail{{2}, 0, {1}, {0}};
    m_view->setScene(scene);
    QTRY_VERIFY(!m_view->busy() && group().simulation());
    const auto evaluation = m_workspace->result(scene.groups[0].strategy).evaluation;
    const double gib = 1024.0 * 1024 * 1024;
    QVERIFY(group().bytes);
    QVERIFY2(std::fabs(group().bytes->front().peak - evaluation->evidence.memory.total().value() / gib) < 1e-6,
             qPrintable(QString::number(group().bytes->front().peak)));
    QCOMPARE(group().bytes_cap.value_or(0), evaluation->evidence.capacity.value() / gib);
    QVERIFY(group().iteration);
    QVERIFY(std::fabs(group().iteration->end - evaluation->evidence.total.value()) <
            1e-9 * evaluation->evidence.total.value());
    // and so has the table of all kinds its own times: nobody sets them
    find<SegmentedSwitch>("schedule.tables")->setCurrent(QStringLiteral("kinds"));
    testing::draw(*m_view, QSize(1600, 940));
    QTRY_VERIFY(!m_view->busy() && find<TableView>("schedule.kinds")->table()->rowCount() > 5);
    bool own = false;
    for (const schedule::TableRow& row : find<KindsTable>("schedule.kinds.page")->rows())
        if (row.impossible.empty() && row.request.kind == group().request().kind &&
            row.request.chunks == group().request().chunks) {
            own = true;
            QVERIFY(std::fabs(row.iteration - evaluation->evidence.total.value()) < 1e-9 * row.iteration);
            QVERIFY(std::fabs(*row.bytes - group().bytes->front().peak) < 1e-6);
        }
    QVERIFY(own);
    testing::keep(testing::draw(*m_view, QSize(1600, 940)), QStringLiteral("schedule-strategy-bytes"));
}

BLUEPRINTING_UI_TEST(ScheduleBytesTest)
#include "bytes_test.moc"
