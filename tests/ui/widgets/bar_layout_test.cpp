#include "tests/support/test_main.h"
#include "ui/style/theme_controller.h"
#include "ui/widgets/bar_layout.h"
#include "ui/widgets/xy_layout.h"

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
        row.segments = {{.key = QStringLiteral("x"), .name = QStringLiteral("X"), .value = 10, .text = QStringLiteral("10")},
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
        QVERIFY(layout.marks[0].x() > layout.lines[0].strokes[1][0].x() && layout.marks[0].x() < layout.lines[0].strokes[1][1].x());
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
