#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/schedule/kinds_table.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/schedule/schedule_settings.h"
#include "ui/schedule/schedule_words.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QUndoStack>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// Every kind of schedule in the view: its fields, how it is drawn and hit, what is said of it, and undo.
class ScheduleKindsTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void fields_are_those_of_the_kind();
    void a_picked_kind_moves_the_counts();
    void each_edit_is_one_step_data();
    void each_edit_is_one_step();
    void looking_is_no_step();
    void unequal_work_is_no_gain();
    void halves_of_a_pair();
    void directions_and_stages();
    void shades_of_chunks();
    void standing_still();
    void overview();
    void lanes_as_high_as_wanted();
    void tip_and_measure();
    void end_of_the_iteration();
    void two_iterations_follow();
    void bound();
    void table_of_all_kinds();
    void open_questions_hide_answers();
    void tasks();
    void orders_from_files();
    void typed_orders();
    void cells_are_moved();
    void session_keeps_all_of_it();

private:
    void show(const Request& request, const StageTimes& times = {})
    {
        Scene scene = starting_scene();
        scene.groups = {{"", request.kind, request.stages, request.microbatches, request.chunks, request.parameters}};
        scene.times = times;
        scene.cap.reset();
        m_view->setScene(scene);
        testing::draw(*m_view, QSize(1240, 860));
    }
};

namespace {

int count(const QImage& image, const QColor& color)
{
    int out = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            out += image.pixel(x, y) == color.rgb();
    return out;
}

} // namespace

/// As the papers of the kinds have them.
void ScheduleKindsTest::fields_are_those_of_the_kind()
{
    const std::map<std::string, QStringList> expected{{"schedule.group", {"interleaved", "interleaved-zb"}},
                                                      {"schedule.warm_up", {"1f1b", "interleaved"}},
                                                      {"schedule.slices", {"terapipe", "seq1f1b"}},
                                                      {"schedule.hidden", {"dualpipe", "dualpipev"}}};
    for (const Kind kind : kinds()) {
        pick("schedule.kind", QString::fromStdString(std::string(kind->short_name)));
        QCOMPARE(m_view->scene().groups[0].kind, std::optional(kind));
        const QString code = QString::fromStdString(std::string(kind->code));
        for (const auto& [field, of] : expected) {
            auto* spin = find<QDoubleSpinBox>(field.c_str());
            QVERIFY2(spin->isEnabled() == of.contains(code), qPrintable(code + field.c_str()));
            if (!spin->isEnabled()) // and says for what it is
                QVERIFY2(spin->toolTip().contains(" – of "), qPrintable(spin->toolTip()));
        }
        QCOMPARE(find<QCheckBox>("schedule.reverse")->isEnabled(), code == "bfs");
        QVERIFY2(group().simulation(), qPrintable(code));
    }
}

void ScheduleKindsTest::a_picked_kind_moves_the_counts()
{
    find<QSpinBox>("schedule.stages")->setValue(5);
    pick("schedule.kind", "DualPipe");
    // an even count of devices, and an even count of microbatches of at least twice as many
    QCOMPARE(group().title, QString("DualPipe, p 6, m 12, v 2"));
    QCOMPARE(group().changed, QString::fromUtf8("p 5 → 6, m 8 → 12 for DualPipe"));
    m_workspace->undoStack().undo();
    m_view->refresh();
    QCOMPARE(group().title, QString("1F1B, p 5, m 8"));
    QVERIFY(group().changed.isEmpty());
    // interleaving takes the chunks that it last had
    pick("schedule.kind", "Interleaved");
    QCOMPARE(m_view->scene().groups[0].microbatches, std::int64_t{10});
    find<QSpinBox>("schedule.chunks")->setValue(3);
    pick("schedule.kind", "ZB-V");
    QCOMPARE(m_view->scene().groups[0].chunks, std::int64_t{2});
    pick("schedule.kind", "Interleaved");
    QCOMPARE(m_view->scene().groups[0].chunks, std::int64_t{3});
}

void ScheduleKindsTest::each_edit_is_one_step_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("title");
    QTest::newRow("m") << "schedule.microbatches" << 10.0 << "Set m to 10";
    QTest::newRow("p") << "schedule.stages" << 6.0 << "Set p to 6";
    QTest::newRow("F") << "schedule.forward" << 1.5 << "Set F to 1.5";
    QTest::newRow("B") << "schedule.backward" << 3.0 << "Set B to 3";
    QTest::newRow("warm-up") << "schedule.warm_up" << 2.0 << QString::fromUtf8("Set warm-up to × 2");
    QTest::newRow("cap") << "schedule.cap" << 3.0 << "Set the cap to 3";
    QTest::newRow("transfer") << "schedule.transfer" << 0.5 << "Change the schedule: transfer";
    QTest::newRow("head") << "schedule.head_adds" << 1.0 << "Change the schedule: head adds";
    QTest::newRow("critical path") << "schedule.critical_path" << 1.0 << "Show the critical path";
    QTest::newRow("bound") << "schedule.bound" << 1.0 << "Show the bound";
    QTest::newRow("end") << "schedule.end" << 1.0 << "Change the schedule: end";
    QTest::newRow("two iterations") << "schedule.two_iterations" << 1.0 << "Change the schedule: two iterations";
    QTest::newRow("kind") << "schedule.kind" << -1.0 << "Set the order to ZB-H2";
    QTest::newRow("memory") << "schedule.memory" << -1.0 << "Change the schedule: memory";
    QTest::newRow("mode") << "schedule.transfers" << -1.0 << "Set transfers to linked";
}

void ScheduleKindsTest::each_edit_is_one_step()
{
    QFETCH(QString, field);
    QFETCH(double, value);
    QFETCH(QString, title);
    const Scene before = m_view->scene();
    QUndoStack& stack = m_workspace->undoStack();
    QCOMPARE(stack.count(), 0);
    const QByteArray name = field.toUtf8();
    if (auto* spin = m_view->findChild<QSpinBox*>(field))
        spin->setValue(static_cast<int>(value));
    else if (auto* decimal = m_view->findChild<QDoubleSpinBox*>(field))
        decimal->setValue(value);
    else if (auto* check = m_view->findChild<QCheckBox*>(field))
        check->click();
    else if (field == "schedule.kind")
        pick("schedule.kind", "ZB-H2");
    else
        pick(name.constData(), field == "schedule.memory" ? "bytes" : "linked");
    QVERIFY(!(m_view->scene() == before));
    const Scene after = m_view->scene();
    QCOMPARE(stack.count(), 1);
    QCOMPARE(stack.undoText().section('\n', 0, 0), title);
    stack.undo();
    m_view->refresh();
    QVERIFY(m_view->scene() == before);
    stack.redo();
    m_view->refresh();
    QVERIFY(m_view->scene() == after);
}

void ScheduleKindsTest::looking_is_no_step()
{
    QTest::keyClick(canvas(), Qt::Key_Period);
    QTest::keyClick(canvas(), Qt::Key_PageUp);
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, canvas()->places().groups[1].title.center().toPoint());
    QCOMPARE(m_workspace->undoStack().count(), 0);
    QCOMPARE(m_view->scene().time, 11.0);
    // and undoing an edit leaves it alone
    find<QSpinBox>("schedule.microbatches")->setValue(12);
    QTest::keyClick(canvas(), Qt::Key_Period);
    const double time = m_view->scene().time;
    m_workspace->undoStack().undo();
    m_view->refresh();
    QCOMPARE(m_view->scene().groups[1].microbatches, std::int64_t{8});
    QCOMPARE(m_view->scene().time, time);
    QCOMPARE(m_view->scene().selected, std::size_t{1});
}

void ScheduleKindsTest::unequal_work_is_no_gain()
{
    const QColor good = light_theme().good;
    const auto draw = [&] { return testing::draw(*canvas(), canvas()->size()); };
    testing::draw(*m_view, QSize(1240, 860));
    QVERIFY(count(draw(), good) > 20); // "4.5 shorter"
    Scene scene = m_view->scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 4, 8, 1}, {"", Kind::one_forward_one_backward, 4, 16, 1}};
    m_view->setScene(scene);
    // 9 of 33 and 9 of 57
    QCOMPARE(headline(), QString("1F1B loses 27.3 % to the bubble at p 4, m 8, and 15.8 % at p 4, m 16"));
    QCOMPARE(count(draw(), good), 0);
    // the same work in another order compares again
    scene.groups[1] = {"", Kind::zero_bubble_h1, 4, 8, 1};
    m_view->setScene(scene);
    QVERIFY2(headline().startsWith("ZB-H1 ends 6.0 units sooner than 1F1B at p 4, m 8"), qPrintable(headline()));
}

void ScheduleKindsTest::halves_of_a_pair()
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

void ScheduleKindsTest::directions_and_stages()
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

void ScheduleKindsTest::shades_of_chunks()
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

void ScheduleKindsTest::standing_still()
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
    QVERIFY(count(image, light_theme().bad) > 20);
    // in files: no times for what never ran
    QTemporaryDir folder;
    QVERIFY(m_view->exportTo(folder.filePath("s.csv")).has_value());
    QVERIFY(m_view->exportTo(folder.filePath("s.json")).has_value());
    QFile trace(folder.filePath("s.json"));
    QVERIFY(trace.open(QIODevice::ReadOnly));
    QVERIFY(!trace.readAll().contains("inf"));
}

void ScheduleKindsTest::overview()
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

void ScheduleKindsTest::lanes_as_high_as_wanted()
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
void ScheduleKindsTest::tip_and_measure()
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

void ScheduleKindsTest::end_of_the_iteration()
{
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 4, 8, 1}};
    scene.end = Tail{{2}, 0, {1}, {0}};
    m_view->setScene(scene);
    // 33, two more to reduce and one to step
    QCOMPARE(group().iteration->end, 36.0);
    QVERIFY2(group_summaries(group()).front().contains(QString::fromUtf8("makespan 33.0 · iteration 36.0")),
             qPrintable(group_summaries(group()).front()));
    QCOMPARE(m_view->chart().end(), 36.0);
    scene.end = Tail{{2}, 3, {1}, {1}};
    m_view->setScene(scene);
    QCOMPARE(group().iteration->end, 40.0);
    testing::draw(*m_view, QSize(1240, 860));
    const QImage image = testing::draw(*canvas(), canvas()->size());
    testing::keep(image, QStringLiteral("schedule-end"));
    // the step of device 1 is hit on its lane and says itself
    const LaneLayout layout = canvas()->places();
    const auto step = std::ranges::find_if(group().iteration->lanes, [](const TailStep& each) {
        return each.what == TailStep::What::step && each.device == 1;
    });
    QVERIFY(step != group().iteration->lanes.end());
    const LaneHit hit = hit_lanes(m_view->chart(), layout, place_of_tail(m_view->chart(), layout, 0, *step).center());
    QCOMPARE(hit.tail, static_cast<int>(step - group().iteration->lanes.begin()));
    QVERIFY(words_of_hit(group(), hit).title.starts_with("Optimizer step of device 1"));
    // interleaved, 57: reduced beside work 60, after it 62
    scene.groups = {{"", Kind::interleaved, 4, 8, 2}};
    scene.times.forward = 2;
    scene.times.backward = 4;
    scene.end = Tail{{2}, 0, {1}, {0}};
    m_view->setScene(scene);
    QCOMPARE(group().iteration->end, 60.0);
    find<QCheckBox>("schedule.overlap")->click();
    QCOMPARE(group().iteration->end, 62.0);
}

void ScheduleKindsTest::two_iterations_follow()
{
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::zero_bubble_h2, 4, 8, 1}};
    scene.times = split(1, 1, 1);
    scene.end = Tail{{0}, 0, {0}, {0}, true, false};
    scene.two_iterations = true;
    m_view->setScene(scene);
    QVERIFY(group().second);
    QCOMPARE(group().second_end, 51.0);
    QCOMPARE(group().iteration->device_free, (std::vector<double>{24, 25, 26, 27}));
    testing::draw(*m_view, QSize(1240, 860));
    testing::keep(testing::draw(*canvas(), canvas()->size()), QStringLiteral("schedule-two-iterations"));
    pick("schedule.norm", "global");
    QCOMPARE(group().second_end, 54.0);
    // makespan and bubble stay the pipeline's
    QVERIFY(group_summaries(group()).front().startsWith("makespan 27.0"));
}

void ScheduleKindsTest::bound()
{
    show({Kind::zero_bubble_h1, 4, 8, 1}, split(1, 1, 1));
    QCOMPARE(group().drawn->bound.time, std::optional(27.0)); // met
    find<QCheckBox>("schedule.bound")->click();
    QVERIFY2(group_summaries(group()).front().contains("over its bound of 27.0"),
             qPrintable(group_summaries(group()).front()));
    testing::draw(*m_view, QSize(1240, 860));
    const QImage image = testing::draw(*canvas(), canvas()->size());
    testing::keep(image, QStringLiteral("schedule-bound"));
    QVERIFY(count(image, light_theme().good) > 10);
}

void ScheduleKindsTest::table_of_all_kinds()
{
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 8, 24, 1}};
    scene.times = split(1, 1, 1);
    scene.times.transfer = 0.0625;
    scene.transfers = TransferMode::linked;
    scene.cap.reset();
    m_view->setScene(scene);
    testing::draw(*m_view, QSize(1240, 860));
    for (auto* button : find<SegmentedSwitch>("schedule.tables")->findChildren<QAbstractButton*>())
        if (button->text() == "Best schedule of all kinds")
            button->click();
    auto* kinds_table = find<KindsTable>("schedule.kinds.page");
    QTRY_VERIFY(!kinds_table->rows().empty() && !m_view->busy());
    // Published: zb-v 77.6, interleaved-zb 77.8, ZB-H2 79.4, ZB-H1 80.8, 1F1B 96.4
    const auto of = [&](Kind kind, std::int64_t chunks) {
        for (std::size_t i = 0; i < kinds_table->rows().size(); ++i)
            if (kinds_table->rows()[i].request.kind == kind && kinds_table->rows()[i].request.chunks == chunks)
                return std::pair(i, kinds_table->rows()[i].makespan);
        return std::pair(std::size_t{99}, 0.0);
    };
    const auto near = [](double a, double b) { return std::abs(a - b) < 0.051; };
    QCOMPARE(of(Kind::zero_bubble_v, 2).first, std::size_t{0});
    QVERIFY(near(of(Kind::zero_bubble_v, 2).second, 77.6));
    QVERIFY(near(of(Kind::interleaved_zero_bubble, 2).second, 77.8));
    QVERIFY(near(of(Kind::zero_bubble_h2, 1).second, 79.4));
    QVERIFY(near(of(Kind::zero_bubble_h1, 1).second, 80.8));
    QVERIFY(near(of(Kind::one_forward_one_backward, 1).second, 96.4));
    testing::keep(testing::draw(*m_view, QSize(1240, 860)), QStringLiteral("schedule-all-kinds"));
    // a click takes it over, as one step
    auto* table = find<TableView>("schedule.kinds");
    Q_EMIT table->keyPicked(QStringLiteral("zb-v/2"));
    QCOMPARE(group().title, QString("ZB-V, p 8, m 24, v 2"));
    QCOMPARE(m_workspace->undoStack().count(), 1);
}

/// While a question is open nothing that is read on the screen says what it asks for.
void ScheduleKindsTest::open_questions_hide_answers()
{
    find<QPushButton>("schedule.lessons")->click();
    auto* panel = find<LessonPanel>("schedule.lesson");
    QCOMPARE(m_workspace->undoStack().count(), 1); // opening is a step
    int hidden = 0;
    for (std::size_t lesson = 0; lesson < panel->lessons().size(); ++lesson)
        for (std::size_t step = 0; step < panel->lessons()[lesson].steps.size(); ++step) {
            panel->go(lesson, step);
            const auto& asked = panel->lessons()[lesson].steps[step].question;
            if (!asked)
                continue;
            QVERIFY(panel->asked().any);
            // the headline is the lesson’s, and below it what is on the screen, without figures
            QStringList titles;
            for (const LaneGroup& each : m_view->chart().groups)
                titles << each.title;
            QCOMPARE(headline(), QString("%1: step %2 of %3")
                                     .arg(QString::fromStdString(panel->lessons()[lesson].title))
                                     .arg(step + 1)
                                     .arg(panel->lessons()[lesson].steps.size()));
            QCOMPARE(find<AnswerLine>("schedule.answer")->why(), titles.join(" and ") + ".");
            QVERIFY(narration().isEmpty() || group().still());
            const auto* number = std::get_if<NumberQuestion>(&asked->kind);
            if (!number)
                continue;
            const LaneGroup& of = m_view->chart().groups[number->quantity.group];
            const QString summary = group_summaries(of).front();
            switch (number->quantity.measure) {
            case Measure::makespan:
                QVERIFY2(summary.startsWith("makespan ?") && summary.contains("bubble ?"), qPrintable(summary));
                ++hidden;
                break;
            case Measure::bubble_time:
            case Measure::bubble_over_total_percent:
            case Measure::bubble_over_ideal_percent:
                QVERIFY2(summary.contains("bubble ?: ? of total, ? of ideal"), qPrintable(summary));
                ++hidden;
                break;
            case Measure::peak_activations:
            case Measure::peak_until_weight_gradient: {
                const auto rows = comparison_rows(m_view->chart());
                QCOMPARE(rows[number->quantity.group].cells[9].text, QString("?"));
                ++hidden;
                break;
            }
            default: break;
            }
        }
    QVERIFY(hidden > 12);
    QCOMPARE(m_workspace->undoStack().count(), 1); // turning pages is none
    // answered, all is there again; given up as well
    panel->go(0, 1);
    find<QLineEdit>("schedule.lesson.number")->setText("9");
    find<QPushButton>("schedule.lesson.check")->click();
    QVERIFY(group_summaries(group()).front().contains("bubble 9.0"));
    panel->go(3, 0);
    QVERIFY(group_summaries(group(1)).front().contains("bubble ?"));
    find<QPushButton>("schedule.lesson.give_up")->click();
    QVERIFY(group_summaries(group(1)).front().contains("bubble 4.5"));
}

/// A task is solved in the view itself, with its fields.
void ScheduleKindsTest::tasks()
{
    find<QPushButton>("schedule.lessons")->click();
    auto* panel = find<LessonPanel>("schedule.lesson");
    auto* verdict = find<QLabel>("schedule.lesson.verdict");
    auto* check = find<QPushButton>("schedule.lesson.check");
    panel->go(11, 1); // at most 5 stages' activations until W
    check->click();
    QVERIFY2(verdict->text().contains("at most 5 is asked"), qPrintable(verdict->text()));
    pick("schedule.kind", "V-Half");
    check->click();
    QVERIFY2(verdict->text().startsWith("Yes, V-Half"), qPrintable(verdict->text()));
    panel->go(7, 1);
    type("schedule.group", 6);
    check->click();
    QVERIFY(verdict->text().contains("peak activations is 6.5"));
    find<QPushButton>("schedule.balanced")->click();
    QCOMPARE(m_view->scene().groups[0].parameters.front(), 5.0);
    check->click();
    QVERIFY(verdict->text().startsWith("Yes: two groups of five"));
    panel->go(10, 2);
    // in a task m changes in all groups at once
    QCOMPARE(m_view->scene().groups.size(), std::size_t{2});
    find<QSpinBox>("schedule.microbatches")->setValue(22);
    for (const SceneGroup& each : m_view->scene().groups)
        QCOMPARE(each.microbatches, std::int64_t{22});
    check->click();
    QVERIFY2(verdict->text().startsWith("Yes: the more microbatches"), qPrintable(verdict->text()));
}

void ScheduleKindsTest::orders_from_files()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("order.csv");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("0F0,0F1,,,0B0,0B1\n,1F0,1B0,1F1,1B1\n");
    file.close();
    QVERIFY(m_view->opens("order"));
    QVERIFY(m_view->open(path).has_value());
    QCOMPARE(group().title, QString("Written order, p 2, m 2"));
    QCOMPARE(group().shown().graph.size(), std::size_t{8});
    QCOMPARE(m_workspace->undoStack().undoText().section('\n', 0, 0), QString("Open an order"));
    QVERIFY(find<QPlainTextEdit>("schedule.order")->toPlainText().startsWith("0F0,0F1"));
    // a wrong one is refused with its place, and nothing changes
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("0F0,0X1\n");
    file.close();
    const Scene before = m_view->scene();
    const auto refused = m_view->open(path);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.diagnostics().front().code, std::string("schedule.csv.action"));
    QVERIFY(m_view->scene() == before);
    m_workspace->undoStack().undo();
    m_view->refresh();
    QCOMPARE(group().title, QString("1F1B, p 4, m 8"));
}

void ScheduleKindsTest::typed_orders()
{
    show({Kind::one_forward_one_backward, 2, 2, 1});
    auto* text = find<QPlainTextEdit>("schedule.order");
    QCOMPARE(text->toPlainText(), QString("0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1"));
    // device 0 sends its backwards before what they wait for: a ring
    text->setPlainText("0F0 0B0 0F1 0B1\n1F0 1F1 1B0 1B1");
    find<QPushButton>("schedule.order.apply")->click();
    QVERIFY(group().still());
    QVERIFY2(find<QLabel>("schedule.order_note")->text().contains("stands still"),
             qPrintable(find<QLabel>("schedule.order_note")->text()));
    QCOMPARE(m_workspace->undoStack().undoText().section('\n', 0, 0), QString("Edit the order"));
    // and one that runs
    text->setPlainText("0F0 0F1 0B1 0B0\n1F0 1F1 1B1 1B0");
    find<QPushButton>("schedule.order.apply")->click();
    QVERIFY(!group().still());
    QCOMPARE(group().end(), 9.0); // 1 + 2 forwards, 2 backwards of 2, and one more
    m_workspace->undoStack().undo();
    m_view->refresh();
    QVERIFY(group().still());
}

/// By hand: a cell is dragged along its own lane, or moved with Alt and the arrows; each is one step.
void ScheduleKindsTest::cells_are_moved()
{
    Scene scene = starting_scene();
    auto made = group_of_order("0F0 0F1 0I0 0W0 0I1 0W1\n1F0 1I0 1W0 1F1 1I1 1W1\n", "typed");
    QVERIFY(made.has_value());
    scene.groups = {*made};
    scene.selected = 0;
    scene.cap.reset();
    scene.times = split(1, 1, 1);
    m_view->setScene(scene);
    testing::draw(*m_view, QSize(1240, 860));
    const auto find_command = [&](CommandKind kind, std::uint32_t stage, std::uint32_t microbatch) {
        const CommandGraph& graph = group().shown().graph;
        CommandId id = 0;
        while (graph.kind[id] != kind || graph.stage[id] != stage || graph.microbatch[id] != microbatch)
            ++id;
        return id;
    };
    const auto center = [&](CommandId id) {
        return place_of_command(m_view->chart(), canvas()->places(), 0, id).center();
    };
    const double before = group().end();
    // W 1 of device 1 behind its F 2
    const QPointF from = center(find_command(CommandKind::weight_gradient, 1, 0));
    const QPointF to = center(find_command(CommandKind::forward, 1, 1)) + QPointF(4, 0);
    press(from);
    move_to((from + to) / 2, Qt::LeftButton);
    move_to(to, Qt::LeftButton);
    testing::keep(testing::draw(*canvas(), canvas()->size()), QStringLiteral("schedule-cell-dragged"));
    release(to);
    QCOMPARE(QString::fromStdString(m_view->scene().groups[0].order).section('\n', 1, 1),
             QString("1F0 1I0 1F1 1W0 1I1 1W1"));
    QVERIFY(group().end() < before + 1e-9);
    QCOMPARE(m_workspace->undoStack().count(), 1);
    // on another device it is refused with the reason
    const QPointF there = center(find_command(CommandKind::forward, 0, 1));
    const QPointF own = center(find_command(CommandKind::weight_gradient, 1, 0));
    press(own);
    move_to((own + there) / 2, Qt::LeftButton);
    move_to(there, Qt::LeftButton);
    release(there);
    QVERIFY2(find<MessageBar>("schedule.message")->text().contains("belongs to device 1"),
             qPrintable(find<MessageBar>("schedule.message")->text()));
    QCOMPARE(m_workspace->undoStack().count(), 1);
    // the keyboard: from the first cell of device 0 to its second, which goes one place to the left
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_Right);
    QTest::keyClick(canvas(), Qt::Key_Right);
    QTest::keyClick(canvas(), Qt::Key_Left, Qt::AltModifier);
    QVERIFY(QString::fromStdString(m_view->scene().groups[0].order).startsWith("0F1 0F0 0I0"));
    QTest::keyClick(canvas(), Qt::Key_Right, Qt::AltModifier); // it stays picked
    QVERIFY(QString::fromStdString(m_view->scene().groups[0].order).startsWith("0F0 0F1 0I0"));
    m_workspace->undoStack().undo();
    m_view->refresh();
    QVERIFY(QString::fromStdString(m_view->scene().groups[0].order).startsWith("0F1 0F0 0I0"));
}

void ScheduleKindsTest::session_keeps_all_of_it()
{
    pick("schedule.kind", "ZB-V");
    find<QCheckBox>("schedule.end")->click();
    pick("schedule.memory", "bytes");
    type("schedule.constant", 3);
    QTest::keyClick(canvas(), Qt::Key_PageUp);
    find<QPushButton>("schedule.settings.toggle")->click();
    const Scene kept = m_view->scene();
    const double lane = canvas()->places().lane_height;
    ScheduleView other(*m_workspace);
    other.refresh();
    testing::draw(other, QSize(1240, 860));
    QVERIFY(other.scene() == kept);
    QCOMPARE(other.findChild<LaneCanvas*>("schedule.lanes")->places().lane_height, lane);
    QVERIFY(other.findChild<ScheduleSettings*>("schedule.settings")->isVisibleTo(&other));
}

BLUEPRINTING_UI_TEST(ScheduleKindsTest)
#include "kinds_test.moc"
