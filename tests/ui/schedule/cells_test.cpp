#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/schedule/end_difference.h"
#include "ui/schedule/schedule_words.h"

#include <QLabel>
#include <QTemporaryDir>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// How lanes and cells are drawn and hit, whatever the kind.
class ScheduleCellsTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void halves_of_a_pair();
    void directions_and_stages();
    void shades_of_chunks();
    void standing_still();
    void overview();
    void lanes_as_high_as_wanted();
    void tip_and_measure();
    void tip_and_end_difference();
};

void ScheduleCellsTest::halves_of_a_pair()
{
    Request request{Kind::dual_pipe, 4, 8, 2};
    show(request, split(1, 1, 1));
    const Simulation& simulation = group().shown();
    CommandId first = 0;
    while (first < simulation.graph.size() && simulation.graph.joined[first] == 0)
        ++first;
    QVERIFY(first + 1 < simulation.graph.size());
    const LaneLayout layout = canvas()->places();
    const auto stage = simulation.graph.stage[first];
    const QRectF& lane = layout.groups[0].lanes[stage].lane;
    const double x = layout.x((simulation.timeline.start[first] + simulation.timeline.end[first]) / 2);
    const LaneHit upper = hit_lanes(m_view->chart(), layout, {x, lane.top() + 2});
    const LaneHit lower = hit_lanes(m_view->chart(), layout, {x, lane.bottom() - 2});
    QCOMPARE(upper.command, first);
    QCOMPARE(lower.command, first + 1);
    QCOMPARE(simulation.graph.kind[upper.command], CommandKind::forward);
    QCOMPARE(simulation.graph.kind[lower.command], CommandKind::backward);
    const auto words = words_of_hit(group(), upper);
    QVERIFY2(QString::fromStdString(words.title).contains(", at once"), words.title.c_str());
    // both halves in their own colour, the weight gradient's along the lower edge of the backward
    const QImage image = testing::draw(*canvas(), canvas()->size());
    const auto at = [&](double y) { return QColor(image.pixel(QPointF(x - 6, y).toPoint())); };
    QVERIFY(at(lane.top() + 3) != at(lane.bottom() - 8));
    testing::keep(image, QStringLiteral("schedule-dualpipe"));
    // the two of a pair have their lane's height between them
    const QRectF cell = place_of_command(m_view->chart(), layout, 0, first);
    QVERIFY(half_of(cell, true).bottom() < half_of(cell, false).top());
    QCOMPARE(half_of(cell, false).bottom(), cell.bottom());
}

void ScheduleCellsTest::directions_and_stages()
{
    const Request two{Kind::dual_pipe, 4, 8, 2};
    QCOMPARE(stages_text(two, 0), QString::fromUtf8("1 → · 4 ←"));
    QCOMPARE(stages_text(two, 3), QString::fromUtf8("4 → · 1 ←"));
    const Request fold{Kind::zero_bubble_v, 4, 8, 2};
    QCOMPARE(stages_text(fold, 0), QString::fromUtf8("1 · 8"));
    QCOMPARE(stages_text(fold, 3), QString::fromUtf8("4 · 5"));
    QCOMPARE(stages_text({Kind::interleaved, 4, 8, 3}, 1), QString::fromUtf8("2 · 6 · 10"));
    QCOMPARE(stages_text({Kind::one_forward_one_backward, 4, 8, 1}, 1), QString());
    show(two, split(1, 1, 1));
    const Simulation& simulation = group().shown();
    bool there = false;
    for (CommandId id = 0; id < simulation.graph.size(); ++id)
        if (simulation.graph.chunk[id] == 1) {
            QVERIFY(describe(simulation.graph, id).find("←") != std::string::npos);
            there = true;
        }
    QVERIFY(there);
}

void ScheduleCellsTest::shades_of_chunks()
{
    const auto mixes = [](std::int64_t chunks) {
        std::vector<double> out;
        for (std::uint32_t chunk = 0; chunk < static_cast<std::uint32_t>(chunks); ++chunk)
            out.push_back(kTints[tint_of(chunks, chunk)]);
        return out;
    };
    QCOMPARE(mixes(1), (std::vector<double>{0}));
    QCOMPARE(mixes(2), (std::vector<double>{0, 0.5}));
    QCOMPARE(mixes(3), (std::vector<double>{0, 1.0 / 3, 2.0 / 3}));
    QCOMPARE(mixes(4), (std::vector<double>{0, 0.25, 0.5, 0.75}));
    QCOMPARE(mixes(6), (std::vector<double>{0, 0.25, 0.5, 0.75, 0, 0.25}));
}

void ScheduleCellsTest::standing_still()
{
    // groups of two on four devices: device 0 waits for device 3, and device 3 for device 0
    Request request{Kind::interleaved, 4, 8, 2};
    request.parameters = {2, 2};
    show(request);
    QVERIFY(group().still());
    QVERIFY2(headline().contains("stands still at"), qPrintable(headline()));
    QVERIFY(group_summaries(group()).front().startsWith("stands still at"));
    QVERIFY(!group_summaries(group()).front().contains("makespan"));
    const DrawnSchedule& drawn = *group().drawn;
    QCOMPARE(drawn.ring.size(), std::size_t{2});
    QCOMPARE(drawn.stopped->graph.stage[drawn.ring[0]], 0U);
    QCOMPARE(drawn.stopped->graph.stage[drawn.ring[1]], 3U);
    // Every head that waits has its way: those of the ring to each other, the two between to the ring.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ways;
    for (const auto& [head, other] : drawn.waits)
        ways.emplace_back(drawn.stopped->graph.stage[head], drawn.stopped->graph.stage[other]);
    QCOMPARE(ways.size(), std::size_t{4});
    QVERIFY(ways.front() == std::pair(0U, 3U) && ways.back() == std::pair(3U, 0U));
    QCOMPARE(find<QLabel>("schedule.group_note")->text(), QString("stands still"));
    // the head is where it stands still, and says what it waits for
    const LaneLayout layout = canvas()->places();
    const QRectF head = place_of_command(m_view->chart(), layout, 0, drawn.ring[0]);
    QVERIFY(!head.isEmpty());
    const LaneHit hit = hit_lanes(m_view->chart(), layout, head.center());
    QCOMPARE(hit.command, drawn.ring[0]);
    QVERIFY(words_of_hit(group(), hit).title.starts_with("Device 0 waits in forward 4"));
    const QImage image = testing::draw(*canvas(), canvas()->size());
    testing::keep(image, QStringLiteral("schedule-stands-still"));
    QVERIFY(pixels(image, light_theme().bad) > 20);
    // in files: no times for what never ran
    QTemporaryDir folder;
    QVERIFY(m_view->exportTo(folder.filePath("s.csv")).has_value());
    QVERIFY(m_view->exportTo(folder.filePath("s.json")).has_value());
    QFile trace(folder.filePath("s.json"));
    QVERIFY(trace.open(QIODevice::ReadOnly));
    QVERIFY(!trace.readAll().contains("inf"));
}

void ScheduleCellsTest::overview()
{
    show({Kind::one_forward_one_backward, 4, 8, 1});
    QVERIFY(canvas()->places().overview.isEmpty()); // all is seen
    canvas()->zoom(2, 16.5);
    const LaneLayout zoomed = canvas()->places();
    QCOMPARE(zoomed.overview.height(), 12.0); // 3 px a lane
    QVERIFY(zoomed.overview.bottom() < zoomed.groups[0].title.top());
    QCOMPARE(zoomed.window.end - zoomed.window.begin, 16.5);
    const auto at = [&](double time) {
        return QPointF(zoomed.overview.left() + time * zoomed.overview.width() / 33, zoomed.overview.center().y());
    };
    // dragging inside moves the window along
    press(at(16));
    move_to(at(12), Qt::LeftButton);
    release(at(12));
    QVERIFY(std::abs(canvas()->places().window.begin - (8.25 - 4)) < 0.1);
    // a click outside centres it there
    press(at(30));
    release(at(30));
    QVERIFY(std::abs(canvas()->places().window.end - 33) < 0.1);
    // its edge changes it
    press(at(16.5));
    move_to(at(22), Qt::LeftButton);
    release(at(22));
    QVERIFY(std::abs(canvas()->places().window.begin - 22) < 0.2);
    testing::keep(testing::draw(*canvas(), canvas()->size()), QStringLiteral("schedule-overview"));
    // not in exported pictures
    QVERIFY(layout_lanes(m_view->chart(), QRectF(0, 0, 900, 400), {}, 0, false).overview.isEmpty());
}

void ScheduleCellsTest::lanes_as_high_as_wanted()
{
    show({Kind::one_forward_one_backward, 4, 8, 1});
    const double fits = canvas()->places().lane_height;
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(canvas(), Qt::Key_PageDown);
    QCOMPARE(canvas()->places().lane_height, 4.0);
    for (int i = 0; i < 20; ++i)
        QTest::keyClick(canvas(), Qt::Key_PageUp);
    QCOMPARE(canvas()->places().lane_height, 48.0);
    QTest::keyClick(canvas(), Qt::Key_F, Qt::ShiftModifier);
    QCOMPARE(canvas()->places().lane_height, fits);
}

/// Wherever a measure stands, no tip covers its label or its line.
void ScheduleCellsTest::tip_and_measure()
{
    show({Kind::one_forward_one_backward, 4, 8, 1});
    const LaneChart& chart = m_view->chart();
    const LaneFonts fonts = lane_fonts(canvas());
    const QRectF area(canvas()->rect());
    const LaneLayout layout = canvas()->places();
    int tips = 0;
    for (double y = layout.viewport.top() + 10; y < layout.viewport.bottom() - 4; y += 17)
        for (double x = layout.plot.left() + 5; x < layout.plot.right(); x += 61) {
            LaneOverlay overlay;
            overlay.pointer = {x, y};
            overlay.hit = hit_lanes(chart, layout, overlay.pointer);
            overlay.measured = std::pair(layout.time(x) - 6, layout.time(x) + 6);
            overlay.measured_y = y;
            const OverlayPlaces places = overlay_places(chart, layout, overlay, fonts, area);
            QCOMPARE(places.measure.size(), std::size_t{2});
            if (!places.tip)
                continue;
            ++tips;
            for (const QRectF& measure : places.measure)
                QVERIFY(!places.tip->intersects(measure));
        }
    QVERIFY(tips > 20);
}

/// Nor what says how much sooner one of two groups ends.
void ScheduleCellsTest::tip_and_end_difference()
{
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 4, 8, 1, {}}, {"", Kind::zero_bubble_h1, 4, 8, 1, {}}};
    scene.cap.reset();
    m_view->setScene(scene);
    testing::draw(*m_view, QSize(1240, 860));
    const LaneChart& chart = m_view->chart();
    const LaneFonts fonts = lane_fonts(canvas());
    const LaneLayout layout = canvas()->places();
    QVERIFY(!end_difference(chart, layout, 0, fonts)); // 1F1B is the longer
    const auto measure = end_difference(chart, layout, 1, fonts);
    QVERIFY(measure && !measure->label.isEmpty());
    int tips = 0;
    for (double y = layout.viewport.top() + 10; y < layout.viewport.bottom() - 4; y += 11)
        for (double x = measure->line.x1() - 120; x < layout.plot.right(); x += 13) {
            LaneOverlay overlay;
            overlay.pointer = {x, y};
            overlay.hit = hit_lanes(chart, layout, overlay.pointer);
            const OverlayPlaces places = overlay_places(chart, layout, overlay, fonts, QRectF(canvas()->rect()));
            if (!places.tip)
                continue;
            ++tips;
            QVERIFY(!places.tip->intersects(measure->label));
        }
    QVERIFY(tips > 20);
}

BLUEPRINTING_UI_TEST(ScheduleCellsTest)
#include "cells_test.moc"
