#include "tests/support/test_main.h"
#include "ui/schedule/row_fold.h"
#include "ui/schedule/schedule_layout.h"
#include "ui/schedule/schedule_model.h"
#include "ui/schedule/schedule_words.h"

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

namespace {

LaneGroup group_of(const Request& request, const StageTimes& times = {})
{
    LaneGroup out;
    out.drawn = std::make_shared<const DrawnSchedule>(draw_schedule(plan_by_hand(request, times).value(), {}).value());
    out.title = QString::fromStdString(title(request));
    return out;
}

LaneChart chart_of(std::vector<LaneGroup> groups)
{
    LaneChart out;
    out.groups = std::move(groups);
    out.axis_title = QStringLiteral("Time (units)");
    return out;
}

Request request(Kind kind, int stages, int microbatches, int chunks = 1)
{
    return {kind, stages, microbatches, chunks, TransferMode::charged, false};
}

LaneChart both()
{
    return chart_of(
        {group_of(request(Kind::one_forward_one_backward, 4, 8)), group_of(request(Kind::interleaved, 4, 8, 2))});
}

const LaneMetrics kMetrics{76, 17, 15};

} // namespace

/// Where things stand, and what is said of them: no widget, no painter.
class LayoutTest : public QObject {
    Q_OBJECT
private slots:
    void lanes_stand_on_one_axis();
    void lanes_get_lower_to_fit();
    void lanes_scroll_where_they_cannot_fit();
    void few_lanes_stay_readable_data();
    void few_lanes_stay_readable();
    void range_moves_the_window();
    void hits();
    void places();
    void strip_columns();
    void answers_data();
    void answers();
    void table();
    void legend();
    void narration();
    void summaries_get_shorter();
    void rows_fold_data();
    void rows_fold();
    void narrower_rows_are_never_lower();
};

void LayoutTest::lanes_stand_on_one_axis()
{
    const LaneLayout layout = layout_lanes(both(), QRectF(10, 0, 1000, 500), kMetrics, 0);
    QCOMPARE(layout.groups.size(), std::size_t{2});
    QCOMPARE(layout.groups[0].lanes.size(), std::size_t{4});
    // two lines of 17 + 6, a gap of 14, and 8 · (32 + 18 + 1) are 468 of the 473 above the axis; 33 and 18 would be 476
    QCOMPARE(layout.lane_height, 32.0);
    QCOMPARE(layout.groups[0].lanes[0].strip.height(), 18.0);
    QCOMPARE(layout.plot.left(), 10 + 76 + 8.0);
    // 33 units over the plot, the same for both groups
    QCOMPARE(layout.x(0), layout.plot.left());
    QCOMPARE(layout.x(33), layout.plot.right());
    QCOMPARE(layout.time(layout.x(28.5)), 28.5);
    // nothing overlaps: strips stand on their lanes, groups under each other, the axis below all
    double y = 0;
    for (const LaneGroupPlace& group : layout.groups) {
        QVERIFY(group.title.top() >= y);
        y = group.title.bottom();
        for (const LanePlace& lane : group.lanes) {
            QVERIFY(lane.strip.top() >= y);
            QCOMPARE(lane.strip.bottom(), lane.lane.top());
            y = lane.lane.bottom();
        }
    }
    QVERIFY(layout.axis.top() >= y);
    QCOMPARE(layout.max_scroll(), 0.0);
}

void LayoutTest::lanes_get_lower_to_fit()
{
    const LaneChart chart = chart_of({group_of(request(Kind::one_forward_one_backward, 16, 32))});
    const LaneLayout layout = layout_lanes(chart, QRectF(0, 0, 1000, 460), kMetrics, 0);
    QVERIFY(layout.lane_height < 30);
    QVERIFY(layout.lane_height >= 4);
    QVERIFY(layout.groups[0].lanes.back().lane.bottom() <= layout.viewport.bottom());
}

void LayoutTest::lanes_scroll_where_they_cannot_fit()
{
    const LaneChart chart = chart_of({group_of(request(Kind::one_forward_one_backward, 64, 64))});
    const QRectF area(0, 0, 1000, 200);
    const LaneLayout layout = layout_lanes(chart, area, kMetrics, 0);
    QVERIFY(layout.max_scroll() > 0);
    QVERIFY(layout.lane_height >= 12);
    const LaneLayout end = layout_lanes(chart, area, kMetrics, 1e6);
    QVERIFY(end.groups[0].lanes.back().lane.bottom() <= end.viewport.bottom() + 2);
    QVERIFY(end.groups[0].lanes.front().lane.top() < 0);
}

void LayoutTest::few_lanes_stay_readable_data()
{
    QTest::addColumn<double>("height");
    QTest::addColumn<bool>("scrolls");
    // Two lines of 17 + 6, a gap of 14, and 8 · (16 + 9 + 1) are 268, with 27 for the axis 295.
    QTest::newRow("all of them just fit") << 295.0 << false;
    QTest::newRow("a little too low") << 294.0 << true;
    QTest::newRow("one group fits") << 170.0 << true;
}

/// Lanes and strips of eight stages do not become stripes: they scroll.
void LayoutTest::few_lanes_stay_readable()
{
    QFETCH(double, height);
    const LaneLayout layout = layout_lanes(both(), QRectF(0, 0, 640, height), kMetrics, 0);
    QCOMPARE(layout.lane_height, 16.0);
    QCOMPARE(layout.groups[0].lanes[3].strip.height(), 9.0);
    QVERIFY(layout.groups[0].lanes[3].lane.bottom() <= layout.viewport.bottom());
    QTEST(layout.max_scroll() > 0, "scrolls");
    const ReadableHeight readable = readable_height(both(), kMetrics);
    QCOMPARE(readable.all, 295.0);
    QCOMPARE(readable.one, 17 + 6 + 4 * 26 + 27.0);
}

void LayoutTest::range_moves_the_window()
{
    LaneChart chart = both();
    chart.range = std::pair(4.0, 10.0);
    const LaneLayout layout = layout_lanes(chart, QRectF(0, 0, 1000, 500), kMetrics, 0);
    QCOMPARE(layout.x(4), layout.plot.left());
    QCOMPARE(layout.x(10), layout.plot.right());
    // a group in another unit has its own window
    LaneGroup scaled = chart.groups[0];
    scaled.scale = 2;
    QCOMPARE(own_window(layout, scaled).begin, 2.0);
    QCOMPARE(own_window(layout, scaled).end, 5.0);
}

void LayoutTest::hits()
{
    const LaneChart chart = both();
    const LaneLayout layout = layout_lanes(chart, QRectF(0, 0, 1000, 500), kMetrics, 0);
    const double y = layout.groups[0].lanes[0].lane.center().y();
    LaneHit hit = hit_lanes(chart, layout, {layout.x(0.5), y});
    QCOMPARE(hit.group, 0);
    QCOMPARE(hit.stage, 0);
    QCOMPARE(hit.command, CommandId{0});
    hit = hit_lanes(chart, layout, {layout.x(7), y});
    QCOMPARE(hit.command, kNoCommand);
    QVERIFY(hit.idle);
    QCOMPARE(hit.idle->end, 10.0);
    QVERIFY(hit_lanes(chart, layout, {20, y}).label);
    QVERIFY(hit_lanes(chart, layout, {200, layout.axis.center().y()}).axis);
    QVERIFY(hit_lanes(chart, layout, layout.groups[1].title.center()).title);
    QCOMPARE(hit_lanes(chart, layout, layout.groups[1].title.center()).group, 1);
    // past the end of the shorter group there is neither
    hit = hit_lanes(chart, layout, {layout.x(31), layout.groups[1].lanes[2].lane.center().y()});
    QCOMPARE(hit.stage, 2);
    QVERIFY(!hit.idle);
    QCOMPARE(hit.command, kNoCommand);
    QCOMPARE(hit_lanes(chart, layout, {-5, -5}).group, -1);
}

void LayoutTest::places()
{
    const LaneChart chart = both();
    const LaneLayout layout = layout_lanes(chart, QRectF(0, 0, 1000, 500), kMetrics, 0);
    const Simulation& simulation = chart.groups[0].shown();
    const QRectF first = place_of_command(chart, layout, 0, 4); // backward 1 of stage 0, 10…12
    QCOMPARE(first.left(), layout.x(10));
    QCOMPARE(first.right(), layout.x(12));
    const QRectF gap = place_of_idle(chart, layout, 0, simulation.idle_of(0).front());
    QCOMPARE(gap.left(), layout.x(4));
    QCOMPARE(gap.right(), first.left());
    QVERIFY(place_of_command(chart, layout, 0, 100000).isEmpty());
}

void LayoutTest::strip_columns()
{
    const std::vector<Held> held{{1, 1}, {2, 2}, {5, 1}, {9, 0}};
    const auto columns = held_columns(held, {0, 10, 10});
    QCOMPARE(columns, (std::vector<std::uint32_t>{0, 1, 2, 2, 2, 1, 1, 1, 1, 0}));
    // a column of five units keeps the largest
    QCOMPARE(held_columns(held, {0, 10, 2}), (std::vector<std::uint32_t>{2, 1}));
    // from the middle on, what is held already counts
    QCOMPARE(held_columns(held, {3, 7, 4}), (std::vector<std::uint32_t>{2, 2, 1, 1}));
}

void LayoutTest::answers_data()
{
    QTest::addColumn<QString>("which");
    QTest::addColumn<QString>("headline");
    QTest::addColumn<QString>("why");
    QTest::newRow("chunks") << "chunks"
                            << "Two chunks per device halve the bubble at p 4, m 8, 9.0 to 4.5 units; device 0 holds "
                               "5.5 activations, not 4"
                            << "Closed form and simulation agree for both. Interleaved 1F1B exceeds the activation cap "
                               "of 5.0 on device 0 and doubles the transfers between devices.";
    QTest::newRow("both over the cap") << "both past"
                                       << "Two chunks per device halve the bubble at p 4, m 8, 9.0 to 4.5 units; "
                                          "device 0 holds 5.5 activations, not 4"
                                       << "Closed form and simulation agree for both. The activation cap of 3.0 is "
                                          "exceeded by 1F1B on device 0 and by Interleaved 1F1B on devices 0, 1 and "
                                          "2. Interleaved 1F1B doubles the transfers between devices.";
    QTest::newRow("three chunks")
        << "three"
        << "Three chunks per device cut the bubble to 1/3 at p 4, m 8, 9.0 to 3.0 units; device 0 holds 5 "
           "activations, not 4"
        << "Closed form and simulation agree for both. Interleaved 1F1B makes the transfers between devices 3-fold.";
    QTest::newRow("one")
        << "one"
        << "1F1B idles 9.0 of 33.0 units per device at p 4, m 8: 27.3 % of the total, 37.5 % of the ideal"
        << "Closed form and simulation agree.";
    QTest::newRow("orders")
        << "orders"
        << "GPipe and 1F1B idle alike at p 4, m 8, 9.0 units per device; a device holds 8 activations at most "
           "in the one and 4 in the other"
        << "Closed form and simulation agree for both.";
    QTest::newRow("zero bubble")
        << "zb"
        << "ZB-H1 ends 6.0 units sooner than 1F1B at p 4, m 8: it loses 11.1 % to the bubble against 27.3 "
           "%, and a device holds 4 activations at most in both"
        << "Closed form and simulation agree for both.";
    QTest::newRow("analytical")
        << "analytical"
        << "Interleaved 1F1B has no order for 10 microbatches on 4 devices: analytical only, 37.5 units"
        << "microbatches is 10, not a multiple of stages = 4: there is no interleaved order; "
           "nearest 8 and 12; analytical only";
    QTest::newRow("nothing") << "nothing"
                             << "Simulating 5 commands…"
                             << "";
}

void LayoutTest::answers()
{
    QFETCH(QString, which);
    const LaneGroup plain = group_of(request(Kind::one_forward_one_backward, 4, 8));
    LaneChart chart = chart_of({plain});
    if (which == "chunks") {
        chart = both();
        chart.cap = 5;
    } else if (which == "both past") {
        chart = both();
        chart.cap = 3;
    } else if (which == "three") {
        chart.groups.push_back(group_of(request(Kind::interleaved, 4, 8, 3)));
    } else if (which == "orders") {
        chart.groups.insert(chart.groups.begin(), group_of(request(Kind::gpipe, 4, 8)));
    } else if (which == "zb") {
        chart.groups.push_back(group_of(request(Kind::zero_bubble_h1, 4, 8)));
    } else if (which == "analytical") {
        chart.groups = {group_of(request(Kind::interleaved, 4, 10, 2))};
        chart.groups[0].message = QString::fromStdString(chart.groups[0].drawn->schedule.findings.front().message);
    } else if (which == "nothing") {
        chart.groups = {LaneGroup{}};
        chart.groups[0].message = QStringLiteral("Simulating 5 commands…");
    }
    QTEST(answer_of(chart).headline, "headline");
    QTEST(answer_of(chart).why, "why");
}

void LayoutTest::table()
{
    const auto rows = comparison_rows(both());
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].cells.size(), comparison_columns().size());
    QStringList texts;
    for (const Cell& cell : rows[1].cells)
        texts << cell.text;
    QCOMPARE(texts, (QStringList{"Interleaved 1F1B", "(m + (p − 1)/v)·(F + B)", "28.5", "28.5", "0", "4.5", "18.8 %",
                                 "15.8 %", "15.8  11.1  5.9  0.0", "5.5  4.5  3.5  2.5", "5.5 on device 0"}));
    // m = p: the peak's form is not the simulation's, and the table says so
    const auto differs = comparison_rows(chart_of({group_of(request(Kind::interleaved, 4, 4, 2))}));
    QCOMPARE(differs[0].cells[9].text, QString("4  4  4  4"));
    QCOMPARE(differs[0].cells[10].tone, Tone::above);
    QVERIFY(differs[0].cells[10].tooltip.contains("m = p"));
    const auto analytical = comparison_rows(chart_of({group_of(request(Kind::interleaved, 4, 10, 2))}));
    QCOMPARE(analytical[0].cells[3].text, QString("analytical only"));
    // many stages are cut in the cell and whole in its tooltip
    const auto many = comparison_rows(chart_of({group_of(request(Kind::one_forward_one_backward, 16, 32))}));
    QCOMPARE(many[0].cells[9].text, QString("16  15  14  …  1"));
    QCOMPARE(many[0].cells[9].tooltip.split("  ").size(), 16);
}

void LayoutTest::legend()
{
    QStringList names;
    LaneChart chart = both();
    chart.cap = 5;
    for (const LegendItem& item : legend_of(chart))
        names << item.name;
    QCOMPARE(names,
             (QStringList{"forward", "backward", "chunk 2: F", "B", "idle", "activations held", "over the cap"}));
    names.clear();
    for (const LegendItem& item : legend_of(chart_of({group_of(request(Kind::zero_bubble_h1, 4, 8))})))
        names << item.name;
    QCOMPARE(names, (QStringList{"forward", "input gradient", "weight gradient", "idle", "activations held"}));
}

void LayoutTest::narration()
{
    LaneChart chart = both();
    chart.time = 10;
    QVERIFY(
        narration_of(chart).startsWith("Device 1 ends backward 1 and hands its gradient to device 0, which has idled "
                                       "since 4.0 and now starts backward 1."));
    chart.selected = 1;
    QVERIFY(!narration_of(chart).startsWith("Stage 1 ends backward 1 and"));
}

void LayoutTest::summaries_get_shorter()
{
    QCOMPARE(group_summaries(both().groups[0]),
             (QStringList{"makespan 33.0    bubble 9.0: 27.3 % of total, 37.5 % of ideal",
                          "makespan 33.0    bubble 9.0: 27.3 % of total", "makespan 33.0    bubble 9.0",
                          "bubble 9.0 of 33.0"}));
}

namespace {

RowPart part(int width, int leaves = 0) { return {width, 0, leaves, false, false}; }

/// Kind, count, a separator, play, time, transfers, and at the end a menu and a button of 100 that is 30 as its icon:
/// 572 with words, and seven gaps of 10.
std::vector<RowPart> row_of_parts()
{
    return {part(100),   part(50),     {2, 0, 1, false, true},  part(90),
            part(60, 3), part(140, 2), {30, 0, 0, true, false}, {100, 30, 0, true, false}};
}

} // namespace

void LayoutTest::rows_fold_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<int>("lines");
    QTest::addColumn<bool>("words");
    QTest::addColumn<QVector<int>>("left"); // of those that have left the row: −1
    QTest::newRow("more than all") << 700 << 1 << true << QVector<int>{0, 110, 170, 182, 282, 352, 560, 600};
    QTest::newRow("all") << 642 << 1 << true << QVector<int>{0, 110, 170, 182, 282, 352, 502, 542};
    QTest::newRow("icons") << 641 << 1 << false << QVector<int>{0, 110, 170, 182, 282, 352, 571, 611};
    QTest::newRow("icons, just") << 572 << 1 << false << QVector<int>{0, 110, 170, 182, 282, 352, 502, 542};
    QTest::newRow("no separator") << 571 << 1 << false << QVector<int>{0, 110, -1, 170, 270, 340, 501, 541};
    QTest::newRow("one in the menu") << 559 << 1 << false << QVector<int>{0, 110, -1, 170, 270, -1, 489, 529};
    QTest::newRow("two in the menu") << 409 << 1 << false << QVector<int>{0, 110, -1, 170, -1, -1, 339, 379};
    QTest::newRow("two in the menu, just") << 340 << 1 << false << QVector<int>{0, 110, -1, 170, -1, -1, 270, 310};
    QTest::newRow("two lines of all") << 339 << 2 << true << QVector<int>{0, 110, -1, 170, 270, 0, 199, 239};
    QTest::newRow("two lines, as their icons") << 260 << 2 << false << QVector<int>{0, 110, -1, 170, 0, -1, 190, 230};
}

void LayoutTest::rows_fold()
{
    QFETCH(int, width);
    const RowFold fold = fold_row(row_of_parts(), width, 10);
    QTEST(fold.lines, "lines");
    QTEST(fold.words, "words");
    QVector<int> left;
    for (std::size_t i = 0; i < fold.in_row.size(); ++i)
        left << (fold.in_row[i] ? fold.left[i] : -1);
    QTEST(left, "left");
}

/// A scroll bar that a higher row brings takes width: were the row lower then, it would come and go for ever.
void LayoutTest::narrower_rows_are_never_lower()
{
    int lines = 1;
    for (int width = 700; width >= 100; --width) {
        const RowFold fold = fold_row(row_of_parts(), width, 10);
        QVERIFY2(fold.lines >= lines, qPrintable(QString::number(width)));
        lines = fold.lines;
        QVERIFY(fold.in_row[0] && fold.in_row[1] && fold.in_row[3] && fold.in_row[6] &&
                fold.in_row[7]); // what never leaves
    }
    QVERIFY(lines > 2);
}

BLUEPRINTING_UI_TEST(LayoutTest)
#include "layout_test.moc"
