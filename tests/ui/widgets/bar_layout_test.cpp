#include "tests/support/test_main.h"
#include "ui/style/theme_controller.h"
#include "ui/widgets/charts/bar_layout.h"
#include "ui/widgets/charts/xy_layout.h"

#include <QFontMetricsF>
#include <QLineF>

#include <algorithm>
#include <cmath>

using namespace blueprinting::ui;

/// Where bars, marks, ticks and labels go.
class BarLayoutTest : public QObject {
    Q_OBJECT

    static BarChart chart()
    {
        BarChart chart;
        chart.axis_title = QStringLiteral("Time (s)");
        chart.axis_end = 20;
        chart.columns = {{QStringLiteral("evidence")}, {QStringLiteral("paper"), Glyph::upright, {}, 1}};
        BarRow row{.key = QStringLiteral("a"), .label = QStringLiteral("full"), .chip = QStringLiteral("A")};
        row.segments = {
            {.key = QStringLiteral("x"), .name = QStringLiteral("X"), .value = 10, .text = QStringLiteral("10")},
            {.key = QStringLiteral("y"), .name = QStringLiteral("Y"), .value = 0.39, .text = QStringLiteral("1")},
            {.key = QStringLiteral("z"), .name = QStringLiteral("Z"), .value = 0, .text = QStringLiteral("0")}};
        row.outline = row.segments;
        row.marks = {{Glyph::diamond, 10}, {Glyph::upright, 10}};
        row.read_outs = {{QStringLiteral("10.39")}, {QStringLiteral("10.00")}};
        chart.rows = {row};
        return chart;
    }

private Q_SLOTS:
    void ticks_are_round_data()
    {
        QTest::addColumn<double>("high");
        QTest::addColumn<double>("end");
        QTest::addColumn<int>("count");
        QTest::newRow("18.13 s") << 18.13 << 20.0 << 5;
        QTest::newRow("80 GiB") << 80.0 << 80.0 << 5;
        QTest::newRow("0.7") << 0.7 << 0.8 << 5;
        QTest::newRow("1400.6 ms") << 1400.6 << 1500.0 << 4;
    }
    void ticks_are_round()
    {
        QFETCH(double, high);
        QTEST(nice_end(high), "end");
        const auto ticks = nice_ticks(0, nice_end(high));
        QTEST(int(ticks.size()), "count");
        QVERIFY(ticks.size() <= 7);
        QCOMPARE(ticks.front(), 0.0);
    }

    /// No figure loses a digit to the line of a capacity: 121.5 must not read as 21.5.
    void labelsStandBesideTheCapacity()
    {
        const BarFonts fonts;
        const double width = QFontMetricsF(fonts.small_number).horizontalAdvance(QStringLiteral("121.5"));
        int aside = 0, gone = 0;
        for (double end = 60; end <= 160; end += 0.5) { // the segment's middle passes the capacity of 40
            BarChart bars = chart();
            bars.axis_end = 200;
            bars.capacity = 40;
            bars.rows[0].marks.clear();
            bars.rows[0].segments = {{.key = QStringLiteral("x"),
                                      .name = QStringLiteral("X"),
                                      .value = end,
                                      .text = QStringLiteral("121.5")}};
            const BarLayout layout = layout_bars(bars, QRectF(0, 0, 900, 120), fonts, natural_edges(bars, fonts, 900));
            const SegmentPlace& place = layout.rows[0].segments[0];
            if (place.text.isEmpty()) {
                ++gone;
                continue;
            }
            const double middle = place.label.center().x();
            QVERIFY2(std::abs(middle - layout.capacity_x) > width / 2, qPrintable(QString::number(end)));
            QVERIFY(place.rect.contains(QRectF(middle - width / 2, place.rect.top(), width, place.rect.height())));
            aside += place.label != place.rect ? 1 : 0;
        }
        QVERIFY2(aside > 3 && gone == 0, qPrintable(QStringLiteral("%1 %2").arg(aside).arg(gone)));
    }

    /// Nor to a whisker, whose left end may lie within the last segments.
    void labelsStandBesideTheWhisker()
    {
        const BarFonts fonts;
        int aside = 0, whole = 0;
        for (double low = 60; low <= 150; low += 1) {
            BarChart bars = chart();
            bars.axis_end = 200;
            bars.rows[0].marks.clear();
            bars.rows[0].segments = {{.key = QStringLiteral("x"),
                                      .name = QStringLiteral("X"),
                                      .value = 140,
                                      .text = QStringLiteral("121.5")}};
            bars.rows[0].whisker = BarWhisker{low, 180, {}};
            const BarLayout layout = layout_bars(bars, QRectF(0, 0, 900, 120), fonts, natural_edges(bars, fonts, 900));
            const SegmentPlace& place = layout.rows[0].segments[0];
            QVERIFY2(place.text.endsWith(QStringLiteral("121.5")), qPrintable(place.text)); // with its name or without
            const double width = QFontMetricsF(fonts.small_number).horizontalAdvance(place.text);
            const double right = place.label.center().x() + width / 2;
            QVERIFY2(right < layout.rows[0].whisker.left(), qPrintable(QString::number(low)));
            (place.label == place.rect ? whole : aside) += 1;
        }
        QVERIFY2(aside > 3 && whole > 3, qPrintable(QStringLiteral("%1 %2").arg(aside).arg(whole)));
    }

    void log_ticks_are_powers()
    {
        const auto ticks = log_ticks(0.1, 1000);
        QCOMPARE(ticks.size(), std::size_t{5});
        for (std::size_t i = 0; i < ticks.size(); ++i)
            QVERIFY(std::abs(ticks[i] - std::pow(10.0, double(i) - 1)) < 1e-9 * ticks[i]);
        QVERIFY(log_ticks(1e-9, 1e9).size() <= 7);
    }

    void scales_map_both_ways()
    {
        for (const bool logarithmic : {false, true}) {
            const AxisScale scale{1, 100, logarithmic};
            QVERIFY(std::abs(scale.position(10, 0, 200) - (logarithmic ? 100 : 200.0 * 9 / 99)) < 1e-9);
            QVERIFY(std::abs(scale.value(scale.position(37, 0, 200), 0, 200) - 37) < 1e-9);
            const AxisScale near = scale.zoomed(2, 10);
            QVERIFY(std::abs(near.position(10, 0, 200) - scale.position(10, 0, 200)) < 1e-9);
        }
    }

    void bars_are_as_long_as_their_values()
    {
        const BarChart bars = chart();
        const BarFonts fonts = bar_fonts(nullptr);
        const QRectF area(0, 0, 900, 160);
        const BarLayout layout = layout_bars(bars, area, fonts, natural_edges(bars, fonts, 900));
        const RowPlace& row = layout.rows.front();
        // Half of the axis, less the pixel of panel that parts it from the next.
        QVERIFY(std::abs(row.segments[0].rect.width() + 1 - layout.plot.width() / 2) <= 1);
        QCOMPARE(row.segments[1].rect.left(), row.segments[0].rect.right() + 1);
        QCOMPARE(row.segments[2].rect.width(), 0.0);
        QVERIFY(row.segments[0].text.contains(QStringLiteral("10")));
        QVERIFY2(row.segments[1].text.isEmpty(), "0.39 of 10.39 is below 4 %");
        // Coinciding marks lie in different rows.
        QCOMPARE(row.marks[0].x(), row.marks[1].x());
        QVERIFY(row.outline.contains(row.marks[0]));
        QVERIFY(row.bar.contains(row.marks[1]));
        QVERIFY(row.outline.height() < row.bar.height());
        QVERIFY(layout.plot.right() <= layout.headers.front().left() + 1);
    }

    void columns_fold_where_room_is_short()
    {
        const BarChart bars = chart();
        const BarFonts fonts = bar_fonts(nullptr);
        QVERIFY(natural_edges(bars, fonts, 900).columns[1] > 0);
        const BarEdges narrow = natural_edges(bars, fonts, 400);
        QVERIFY(narrow.columns[0] > 0);
        QCOMPARE(narrow.columns[1], 0.0);
    }

    /// However many there are: the least height of a chart keeps its chips apart, and its groups clear of them.
    void chips_stand_apart()
    {
        BarChart bars;
        bars.labels_right = true;
        bars.bar_height = 25;
        for (int i = 0; i < 12; ++i) {
            BarRow row{.key = QString::number(i),
                       .chip = QString(QChar(u'A' + i % 6)),
                       .group = i < 6 ? QStringLiteral("as modelled") : QStringLiteral("SGD")};
            row.segments = {{.key = QStringLiteral("x"), .name = QStringLiteral("X"), .value = 10.0 + i}};
            bars.rows.push_back(row);
        }
        const BarFonts fonts = bar_fonts(nullptr);
        const BarEdges edges = natural_edges(bars, fonts, 600);
        const BarLayout layout =
            layout_bars(bars, QRectF(0, 0, 600, std::ceil(least_height(bars, fonts, edges))), fonts, edges);
        for (std::size_t i = 1; i < layout.rows.size(); ++i)
            QVERIFY(layout.rows[i].chip.top() - layout.rows[i - 1].chip.bottom() >=
                    2); // a chip is no higher than its place
        QVERIFY(layout.rows.back().chip.bottom() <= layout.plot.bottom());
        for (const GroupPlace& group : layout.groups)
            QCOMPARE(group.rect.right(), layout.rows.front().chip.left() - 8);
    }

    /// Bars are as high as wanted, and higher only where the chart says so and there is room for it.
    void bars_grow_into_room_that_is_left()
    {
        BarChart bars = chart();
        bars.bar_height = 30;
        const BarFonts fonts = bar_fonts(nullptr);
        const BarEdges edges = natural_edges(bars, fonts, 900);
        const auto height_in = [&](double room) {
            return layout_bars(bars, QRectF(0, 0, 900, room), fonts, edges).rows.front().bar.height();
        };
        QCOMPARE(height_in(1000), 30.0);
        QCOMPARE(most_height(bars, fonts, edges), wanted_height(bars, fonts, edges));
        bars.most_bar = 54;
        QCOMPARE(height_in(1000), 54.0);
        QCOMPARE(height_in(wanted_height(bars, fonts, edges)), 30.0);
        const double most = most_height(bars, fonts, edges);
        QVERIFY(most > wanted_height(bars, fonts, edges) + 24);
        QCOMPARE(height_in(most), 54.0);
        QVERIFY(height_in(most - 10) < 54);
    }

    /// What has no column is said over the end of the bars, and takes no room from them.
    void words_stand_over_the_end_of_the_bars()
    {
        BarChart bars = chart();
        const BarFonts fonts = bar_fonts(nullptr);
        const BarEdges edges = natural_edges(bars, fonts, 900);
        const QRectF area(0, 0, 900, 160);
        const BarLayout without = layout_bars(bars, area, fonts, edges);
        QVERIFY(without.aside.isNull());
        bars.aside = QStringLiteral("Calculon, paper: not covered");
        const BarLayout with = layout_bars(bars, area, fonts, edges);
        QCOMPARE(with.plot, without.plot);
        QCOMPARE(with.aside.right(), with.plot.right());
        QVERIFY(with.aside.bottom() <= with.plot.top() &&
                with.aside.width() >= QFontMetricsF(fonts.small).horizontalAdvance(bars.aside));
        // Below each other the read-outs leave no column; the words stand behind the keys of the glyphs.
        const BarEdges below{edges.label, {}, false, 900};
        const BarLayout narrow = layout_bars(bars, area, fonts, below);
        for (const QRectF& key : narrow.headers)
            QVERIFY(!narrow.aside.intersects(key));
        QVERIFY(area.contains(narrow.aside));
    }

    void decades_are_marked_where_their_labels_have_room()
    {
        XyChart chart;
        chart.x = {QString(), true, 0.07, 20000.0};
        chart.y = {QString(), true, 0.1, 1000.0};
        for (const auto& [width, ticks] :
             {std::pair(340.0, 6), std::pair(150.0, 3)}) { // 0.1 to 10 000; 0.1, 10 and 1000
            const XyLayout layout = layout_xy(chart, QRectF(0, 0, width, 300), {QFont(), QFont()});
            QCOMPARE(int(layout.x_ticks.size()), ticks);
        }
    }

    /// A name is nearest to the mark that it is of, or stands nowhere.
    void labels_stand_by_their_own_marks()
    {
        XyChart chart;
        chart.x = {QString(), false, 0.0, 100.0};
        chart.y = {QString(), false, 0.0, 100.0};
        chart.marks = {{.key = QStringLiteral("named"), .x = 20, .y = 20, .label = QStringLiteral("prob_dropout")},
                       {.key = QStringLiteral("above"), .x = 21.5, .y = 22.5},
                       {.key = QStringLiteral("free"), .x = 60, .y = 60, .label = QStringLiteral("softmax")}};
        const XyLayout layout = layout_xy(chart, QRectF(0, 0, 400, 300), {QFont(), QFont()});
        const auto away = [](const XyLayout& of, std::size_t label, std::size_t mark) {
            return QLineF(of.marks[mark], nearest_in(of.labels[label], of.marks[mark])).length();
        };
        QVERIFY(!layout.labels[0].isNull() && !layout.labels[2].isNull());
        QVERIFY(away(layout, 0, 0) + 1 < away(layout, 0, 1));
        QVERIFY(layout.labels[2].left() > layout.marks[2].x()); // with room on all sides at the right, as before
        // Marks on four sides: it stands off, and a line between them leads to it. On eight: it is told by hovering
        // alone.
        for (const QPointF& beside : {QPointF(-2, 0), QPointF(2, 0), QPointF(0, 3), QPointF(0, -3)})
            chart.marks.push_back({.key = QStringLiteral("beside"), .x = 60 + beside.x(), .y = 60 + beside.y()});
        const XyLayout off = layout_xy(chart, QRectF(0, 0, 400, 300), {QFont(), QFont()});
        QVERIFY(!off.labels[2].isNull() && away(off, 2, 2) - off.radii[2] > kLed);
        for (std::size_t mark = 3; mark < chart.marks.size(); ++mark)
            QVERIFY(away(off, 2, mark) > off.radii[mark]);
        for (const QPointF& beside : {QPointF(-2, -3), QPointF(2, 3), QPointF(-2, 3), QPointF(2, -3)})
            chart.marks.push_back({.key = QStringLiteral("beside"), .x = 60 + beside.x(), .y = 60 + beside.y()});
        QVERIFY(layout_xy(chart, QRectF(0, 0, 400, 300), {QFont(), QFont()}).labels[2].isNull());
    }

    void a_step_curve_holds_each_value_to_the_next_threshold()
    {
        XyChart steps;
        steps.x = {QString(), true, 0.1, 1000.0};
        steps.y = {QString(), false, 0.0, 1.0};
        steps.lines.push_back({.points = {{0, 0.1}, {1, 0.6}, {16, 0.9}}, .kind = LineKind::steps});
        steps.marks.push_back({.key = QStringLiteral("m"), .x = 4, .y = 0.6});
        const XyLayout layout = layout_xy(steps, QRectF(0, 0, 400, 300), {QFont(), QFont()});
        QCOMPARE(layout.lines[0].strokes.size(), std::size_t{3});
        QCOMPARE(layout.lines[0].connectors.size(), std::size_t{2});
        QCOMPARE(layout.marks[0].y(), layout.lines[0].strokes[1][0].y());
        QVERIFY(layout.marks[0].x() > layout.lines[0].strokes[1][0].x() &&
                layout.marks[0].x() < layout.lines[0].strokes[1][1].x());
    }
};

int main(int argc, char** argv)
{
    qInstallMessageHandler(blueprinting::testing::message_handler);
    QApplication application(argc, argv);
    new ThemeController(application, ThemeChoice::light);
    BarLayoutTest test;
    const int failures = QTest::qExec(&test, argc, argv);
    return failures != 0 ? failures : blueprinting::testing::unexpected_messages() > 0;
}
#include "bar_layout_test.moc"
