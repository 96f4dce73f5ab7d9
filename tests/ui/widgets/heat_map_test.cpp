#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/widgets/charts/heat_map.h"

#include <QAccessible>
#include <QSignalSpy>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

/// Two groups of columns and two of rows.
HeatChart chart()
{
    HeatChart out;
    out.columns = {{"a1", "full", "A"}, {"a2", "seqsel", "A"}, {"b1", "full", "B"}};
    const auto row = [](const QString& key, const QString& group, double first) {
        HeatRow made{key, key, group};
        for (int i = 0; i < 3; ++i) {
            HeatCell cell;
            cell.value = first + i;
            cell.text = QString::number(first + i);
            cell.fill = &Theme::equal_cell;
            cell.hover = QString("%1 %2").arg(key).arg(i);
            made.cells.push_back(cell);
        }
        return made;
    };
    out.rows = {row("one", "first", 1), row("two", "first", 4), row("three", "second", 7)};
    out.rows[1].cells[1].hollow = true;
    out.rows[2].cells[2].fill = Tone::bad;
    return out;
}

} // namespace

class HeatMapTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Rows are as high as wanted, and higher only where the chart says so and there is room for it.
    void rowsGrowIntoRoomThatIsLeft()
    {
        HeatMap map("Matrix");
        const HeatFonts fonts = heat_fonts(&map);
        HeatChart made = chart();
        made.row_height = 19;
        const auto pitch = [&] {
            const HeatLayout places = layout_heat(made, QRectF(0, 0, 480, 600), fonts);
            return places.rows[1].cells[0].top() - places.rows[0].cells[0].top();
        };
        QCOMPARE(pitch(), 19.0);
        made.most_row_height = 36;
        QCOMPARE(pitch(), 36.0);
    }

    void layout()
    {
        HeatMap map("Matrix");
        const HeatFonts fonts = heat_fonts(&map);
        const HeatLayout places = layout_heat(chart(), QRectF(0, 0, 480, 200), fonts);
        QCOMPARE(places.rows.size(), std::size_t{3});
        // Columns of one group are closer than columns of two; all end within the area.
        const auto& cells = places.rows[0].cells;
        QVERIFY(cells[2].left() - cells[1].right() > cells[1].left() - cells[0].right());
        QVERIFY(cells[2].right() <= 480 && cells[2].right() > 470);
        // So are rows.
        QVERIFY(places.rows[2].cells[0].top() - places.rows[1].cells[0].bottom() >
                places.rows[1].cells[0].top() - places.rows[0].cells[0].bottom());
        // A group is named once, over all its columns and in its first row.
        QVERIFY(!places.column_groups[0].isEmpty() && places.column_groups[1].isEmpty() &&
                !places.column_groups[2].isEmpty());
        QCOMPARE(places.column_groups[0].right(), cells[1].right());
        QVERIFY(!places.rows[0].group.isEmpty() && places.rows[1].group.isEmpty() && !places.rows[2].group.isEmpty());
        // Labels end left of the cells.
        for (const HeatPlace& place : places.rows)
            QVERIFY(place.label.right() < place.cells[0].left());
        QVERIFY(least_height(chart(), fonts) < wanted_height(chart(), fonts));
        QCOMPARE(places.height, wanted_height(chart(), fonts));
    }

    /// Where it is narrow a group is named over its rows, and headers are all brief if one does not fit.
    void narrow()
    {
        HeatMap map("Matrix");
        const HeatFonts fonts = heat_fonts(&map);
        HeatChart narrow = chart();
        narrow.columns[1].brief = "s";
        const HeatLayout wide = layout_heat(narrow, QRectF(0, 0, 480, 200), fonts);
        QVERIFY(!wide.brief && wide.texts);
        const HeatLayout places = layout_heat(narrow, QRectF(0, 0, 120, 200), fonts);
        QVERIFY(places.brief);
        for (const int first : {0, 2}) {
            const HeatPlace& place = places.rows[static_cast<std::size_t>(first)];
            QVERIFY(place.group.bottom() <= place.label.top());
            QVERIFY(place.group.height() >= QFontMetricsF(fonts.body).height());
        }
        QVERIFY(places.rows[2].group.top() >= places.rows[1].label.bottom());
        QVERIFY(places.height <= wanted_height(narrow, fonts, 120));
    }

    /// However low the map: labels do not touch, and no cell is without its text beside one that has it.
    void rowsAreNeverLowerThanTheirText()
    {
        HeatMap map("Matrix");
        const HeatFonts fonts = heat_fonts(&map);
        const QFontMetricsF body(fonts.body);
        const HeatLayout low = layout_heat(chart(), QRectF(0, 0, 480, 10), fonts);
        QVERIFY(low.rows[1].label.top() - low.rows[0].label.top() >= body.capHeight() + body.descent());
        QVERIFY(low.texts);
        HeatChart one_long = chart();
        one_long.rows[2].cells[0].text = "a text that is longer than the width of any of the three columns here";
        QVERIFY(!layout_heat(one_long, QRectF(0, 0, 480, 200), fonts).texts);
    }

    void picking()
    {
        HeatMap map("Matrix");
        map.setChart(chart());
        testing::draw(map, QSize(400, 200));
        QSignalSpy picked(&map, &HeatMap::cellPicked);
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.places().rows[1].cells[2].center().toPoint());
        QCOMPARE(picked.takeFirst(), (QVariantList{"two", "b1"}));
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.places().rows[1].label.center().toPoint());
        QVERIFY(picked.isEmpty());
    }

    void keyboard()
    {
        HeatMap map("Matrix");
        map.setChart(chart());
        QSignalSpy picked(&map, &HeatMap::cellPicked);
        QTest::keyClick(&map, Qt::Key_Return);
        QVERIFY(picked.isEmpty());
        for (const int key :
             {Qt::Key_Down, Qt::Key_Right, Qt::Key_Down, Qt::Key_Down, Qt::Key_Down}) // not past the last row
            QTest::keyClick(&map, Qt::Key(key));
        QCOMPARE(map.accessibleDescription(), QString("three 1"));
        QTest::keyClick(&map, Qt::Key_Return);
        QCOMPARE(picked.takeFirst(), (QVariantList{"three", "a2"}));
    }

    void exportedData()
    {
        HeatMap map("Matrix");
        map.setChart(chart());
        const std::vector<QStringList> rows = map.dataRows();
        QCOMPARE(rows[0], (QStringList{"group", "row", "A full", "A seqsel", "B full"}));
        QCOMPARE(rows[3], (QStringList{"second", "three", "7", "8", "9"}));
    }

    void picture()
    {
        ThemeController theme(*qApp, ThemeChoice::light);
        HeatMap map("Matrix");
        map.setChart(chart());
        const QImage image = testing::draw(map, QSize(400, 200));
        testing::keep(image, "heat-map");
        // Seven filled cells of nine, the hollow one only outlined, one bad.
        const QRectF cell = map.places().rows[0].cells[0];
        const double area = cell.width() * cell.height();
        const int equal = testing::count_pixels(image, light_theme().equal_cell);
        QVERIFY(equal > 6.5 * area && equal < 7.5 * area);
        QVERIFY(testing::count_pixels(image, light_theme().bad) > 0.8 * area);
    }
};

BLUEPRINTING_UI_TEST(HeatMapTest)
#include "heat_map_test.moc"
