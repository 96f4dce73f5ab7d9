#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/style/foreign_text.h"
#include "ui/widgets/charts/heat_map.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/tables/row_table.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTextDocument>
#include <QTimer>
#include <QToolTip>
#include <QWheelEvent>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

void wheel(QWidget& chart, const QPointF& at, int delta, Qt::KeyboardModifiers modifiers = Qt::ControlModifier)
{
    QWheelEvent event(at, chart.mapToGlobal(at), {}, QPoint(0, delta), Qt::NoButton, modifiers, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&chart, &event);
}

void move(QWidget& chart, const QPointF& at, Qt::MouseButtons buttons = Qt::NoButton)
{
    QMouseEvent event(QEvent::MouseMove, at, chart.mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
    QApplication::sendEvent(&chart, &event);
}

/// Press, move in two steps, release.
void drag(QWidget& chart, const QPoint& from, const QPoint& by)
{
    QTest::mousePress(&chart, Qt::LeftButton, {}, from);
    move(chart, from + by / 2, Qt::LeftButton);
    move(chart, from + by, Qt::LeftButton);
    QTest::mouseRelease(&chart, Qt::LeftButton, {}, from + by);
}

BarChart bar_chart()
{
    BarChart chart;
    chart.axis_title = QStringLiteral("Time (s)");
    chart.axis_end = 20;
    BarRow row{.key = QStringLiteral("a"), .label = QStringLiteral("full")};
    row.segments = {{.key = QStringLiteral("x"),
                     .name = QStringLiteral("X"),
                     .value = 10,
                     .hover = QStringLiteral("X of full: 10 s")},
                    {.key = QStringLiteral("y"),
                     .name = QStringLiteral("Y"),
                     .value = 5,
                     .hover = QStringLiteral("Y of full: 5 s")}};
    chart.rows = {row};
    return chart;
}

XyChart xy_chart()
{
    XyChart chart;
    chart.x = {QStringLiteral("Intensity (FLOP/byte)"), true, 1.0, 10000.0};
    chart.y = {QStringLiteral("Achieved (TFLOP/s)"), false, 0.0, 400.0};
    chart.marks = {
        {.key = QStringLiteral("fc1"), .x = 100, .y = 200, .hover = QStringLiteral("fc1: 200 TFLOP/s")},
        {.key = QStringLiteral("softmax"), .x = 10, .y = 100, .hover = QStringLiteral("softmax: 100 TFLOP/s")}};
    chart.lines.push_back({.points = {{1, 300}, {10000, 300}}, .hover = QStringLiteral("peak: 300 TFLOP/s")});
    return chart;
}

HeatChart heat_chart()
{
    HeatChart chart;
    chart.column_title = QStringLiteral("Case");
    chart.row_title = QStringLiteral("Figure");
    for (int column = 0; column < 4; ++column)
        chart.columns.push_back({QStringLiteral("c%1").arg(column), QString::number(column)});
    for (int row = 0; row < 6; ++row) {
        HeatRow made{QStringLiteral("r%1").arg(row), QStringLiteral("row %1").arg(row)};
        for (int column = 0; column < 4; ++column)
            made.cells.push_back({.value = double(row),
                                  .text = QString::number(row),
                                  .fill = &Theme::equal_cell,
                                  .hover = QStringLiteral("%1 of %2").arg(row).arg(column)});
        chart.rows.push_back(made);
    }
    return chart;
}

} // namespace

/// Every kind of chart under mouse, wheel and keyboard: zoomed where the pointer is, moved, shown whole again, read
/// out.
class ZoomTest : public QObject {
    Q_OBJECT

    template <class Chart>
    static void show(Chart& chart, const QSize& size = {600, 300})
    {
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(size);
        chart.show();
        QApplication::setActiveWindow(&chart);
        chart.setFocus(Qt::TabFocusReason);
    }

    /// What of a chart is in sight, in the terms of its data, is what it keeps; another chart takes it, at another size
    /// and before its data.
    template <class Chart, class Data>
    void keeps(const Data& data, const Data& others)
    {
        Chart chart(QStringLiteral("chart"));
        chart.setChart(data);
        show(chart);
        QVERIFY(chart.partState() == PartState());
        int changes = 0;
        chart.setPartListener([&] { ++changes; });
        QTest::keyClick(&chart, Qt::Key_Plus);
        QTest::keyClick(&chart, Qt::Key_Plus);
        QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
        const PartState left = chart.partState();
        QVERIFY(left != PartState());
        QCOMPARE(changes, 3);
        Chart again(QStringLiteral("again"));
        show(again);
        again.setPartState(left);
        QVERIFY(again.partState() == left); // waits for data
        again.setChart(data);
        QVERIFY(again.partState() == left);
        QVERIFY(again.isZoomed());
        QCOMPARE(again.grab().toImage(), chart.grab().toImage());
        again.resize(431, 277);
        QVERIFY(again.partState() == left);
        // Other data that cannot be looked at so are seen whole, and it says so.
        again.setPartListener([&] { ++changes; });
        again.setChart(others);
        QVERIFY(again.partState() == PartState());
        QCOMPARE(changes, 4);
        again.setPartState({});
        QVERIFY(!again.isZoomed());
        QCOMPARE(changes, 4); // it was asked to
    }

private Q_SLOTS:
    void barsKeepWhatIsInSight()
    {
        BarChart others = bar_chart();
        others.axis_title = QStringLiteral("Memory (GiB)");
        keeps<StackedBars>(bar_chart(), others);
    }
    void plotsKeepWhatIsInSight()
    {
        XyChart others = xy_chart();
        others.x.title = QStringLiteral("Bytes");
        keeps<XyPlot>(xy_chart(), others);
    }
    void heatMapsKeepWhatIsInSight()
    {
        HeatChart others = heat_chart();
        others.rows[0].key = QStringLiteral("another");
        keeps<HeatMap>(heat_chart(), others);
    }
    void aSightThatCannotBeIsNotTaken_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("before a logarithm's beginning") << 0.0 << 100.0;
        QTest::newRow("past the data") << 20000.0 << 30000.0;
        QTest::newRow("before the data") << 0.001 << 0.5;
        QTest::newRow("of a hair's breadth") << 100.0 << 100.0000001;
    }
    void aSightThatCannotBeIsNotTaken()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        XyPlot plot(QStringLiteral("plot"));
        plot.setChart(xy_chart());
        PartState state;
        state.x = Span{low, high};
        plot.setPartState(state);
        QVERIFY(!plot.isZoomed());
    }

    // A name is what it is called, not a page to be laid out.
    void hoverTakesNoNameForHtml()
    {
        const QString name = QStringLiteral("<b>x</b><img src=x> & 1 < 2");
        StackedBars chart(QStringLiteral("Time"));
        BarChart content = bar_chart();
        content.rows[0].segments[0].hover = name;
        chart.setChart(content);
        chart.setAttribute(Qt::WA_DontShowOnScreen);
        chart.resize(600, 200);
        chart.show();
        move(chart, chart.places().rows[0].segments[0].rect.center());
        QVERIFY(QToolTip::text().contains(name)); // letter by letter: the style lets no tool tip take markup
        QToolTip::hideText();
        RowTable table({{QStringLiteral("a"), QStringLiteral("A"), name}});
        Cell cell = text_cell(QStringLiteral("a"));
        cell.tooltip = name;
        table.setRows({{QStringLiteral("a"), {cell}}});
        for (const QString& text : {table.index(0, 0).data(Qt::ToolTipRole).toString(),
                                    table.headerData(0, Qt::Horizontal, Qt::ToolTipRole).toString()}) {
            QCOMPARE(text, name);
        }
        QCOMPARE(plain_tooltip(QStringLiteral("full: 18.03 s, 1 < 2")), QStringLiteral("full: 18.03 s, 1 < 2"));
        QCOMPARE(ToneLabel(name).textFormat(), Qt::PlainText);
    }

    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }
    void cleanup() { QToolTip::hideText(); }

    void barsZoomAtThePointer()
    {
        StackedBars chart("Bars");
        chart.setChart(bar_chart());
        show(chart);
        const QRectF plot = chart.places().plot;
        const QPointF at(plot.left() + plot.width() / 4, plot.center().y()); // 5 of 20
        wheel(chart, at, 120);
        AxisScale shown = chart.places().scale;
        // 1.25 times as large about 5: 5 − 5 / 1.25 … 5 + 15 / 1.25.
        QVERIFY2(std::abs(shown.low - 1) < 0.1 && std::abs(shown.high - 17) < 0.1,
                 qPrintable(QString("%1 %2").arg(shown.low).arg(shown.high)));
        wheel(chart, at, -120);
        QVERIFY(!chart.isZoomed()); // never past the whole
        wheel(chart, at, -1200);
        QVERIFY(!chart.isZoomed());
    }

    void barsMoveAndKeepWhatIsPicked()
    {
        StackedBars chart("Bars");
        chart.setChart(bar_chart());
        show(chart);
        QSignalSpy picked(&chart, &StackedBars::segmentPicked);
        const QRectF plot = chart.places().plot;
        wheel(chart, plot.center(), 480); // × 1.25⁴ about 10: 8.19 units in sight
        const AxisScale before = chart.places().scale;
        drag(chart, plot.center().toPoint(), QPoint(-60, 0));
        const AxisScale after = chart.places().scale;
        QVERIFY(std::abs((after.low - before.low) - 60 * (before.high - before.low) / plot.width()) < 0.05);
        QVERIFY(picked.isEmpty()); // a drag picks nothing
        drag(chart, plot.center().toPoint(), QPoint(5000, 0));
        QCOMPARE(chart.places().scale.low, 0.0);
        QTest::keyClick(&chart, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(chart.places().scale.low > 0);
        QTest::keyClick(&chart, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(chart.places().scale.low, 0.0);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.places().rows[0].segments[0].rect.center().toPoint());
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked[0], (QVariantList{"a", "x"}));
    }

    void barsHover()
    {
        StackedBars chart("Bars");
        chart.setChart(bar_chart());
        show(chart);
        move(chart, chart.places().rows[0].segments[1].rect.center());
        QCOMPARE(QToolTip::text(), QString("Y of full: 5 s"));
        wheel(chart, chart.places().plot.topLeft() + QPointF(1, 40), 960); // only X is in sight
        move(chart, chart.places().plot.center() + QPointF(0, -40));
        move(chart, chart.places().rows[0].segments[0].rect.center());
        QCOMPARE(QToolTip::text(), QString("X of full: 10 s"));
        QCOMPARE(chart.places().rows[0].segments[1].rect.width(), 0.0);
    }

    void plotsZoomAtThePointer()
    {
        XyPlot plot("Roofline");
        plot.setChart(xy_chart());
        show(plot);
        // The mark under the pointer stays under it, on a logarithmic and on a linear axis.
        const QPointF mark = plot.places().marks[0];
        wheel(plot, mark, 360);
        const XyLayout zoomed = plot.places();
        QVERIFY(std::abs(zoomed.marks[0].x() - mark.x()) < 0.5 && std::abs(zoomed.marks[0].y() - mark.y()) < 0.5);
        // 1.25³ = 1.953: 400 becomes 204.8 in sight, four decades 2.048.
        QVERIFY(std::abs(zoomed.y.high - zoomed.y.low - 204.8) < 1e-6);
        QVERIFY(std::abs(std::log10(zoomed.x.high / zoomed.x.low) - 2.048) < 1e-9);
        QTest::keyClick(&plot, Qt::Key_F);
        QCOMPARE(plot.places().x, (AxisScale{1, 10000, true}));
        QTest::keyClick(&plot, Qt::Key_Plus);
        QTest::keyClick(&plot, Qt::Key_Plus);
        QVERIFY(std::abs(plot.places().y.high - plot.places().y.low - 256) < 1e-6); // 400 / 1.25²
        QTest::keyClick(&plot, Qt::Key_Minus);
        QVERIFY(std::abs(plot.places().y.high - plot.places().y.low - 320) < 1e-6);
        QTest::mouseDClick(&plot, Qt::LeftButton, {}, plot.places().plot.center().toPoint());
        QVERIFY(!plot.isZoomed());
        for (int i = 0; i < 200; ++i)
            wheel(plot, mark, 120); // ends before numbers meet
        QVERIFY(plot.places().y.high > plot.places().y.low && plot.places().x.high > plot.places().x.low);
    }

    void plotsMoveAndPick()
    {
        XyPlot plot("Roofline");
        plot.setChart(xy_chart());
        show(plot);
        QSignalSpy picked(&plot, &XyPlot::markPicked);
        const QPointF before = plot.places().marks[0];
        drag(plot, plot.places().plot.center().toPoint(), QPoint(40, 24));
        const QPointF after = plot.places().marks[0];
        QVERIFY(std::abs(after.x() - before.x() - 40) < 1 && std::abs(after.y() - before.y() - 24) < 1);
        QVERIFY(picked.isEmpty());
        QTest::keyClick(&plot, Qt::Key_Up, Qt::ShiftModifier); // looks further up: what is shown moves down
        QVERIFY(plot.places().marks[0].y() > after.y());
        QTest::keyClick(&plot, Qt::Key_F);
        QTest::mouseClick(&plot, Qt::LeftButton, {}, plot.places().marks[1].toPoint());
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked[0][0].toString(), QString("softmax"));
        QTest::keyClick(&plot, Qt::Key_Right); // from mark to mark along x
        QCOMPARE(plot.accessibleDescription(), QString("fc1: 200 TFLOP/s"));
        QTest::keyClick(&plot, Qt::Key_Return);
        QCOMPARE(picked[1][0].toString(), QString("fc1"));
    }

    void plotsHover()
    {
        XyPlot plot("Roofline");
        plot.setChart(xy_chart());
        show(plot);
        move(plot, plot.places().marks[0] + QPointF(3, 2));
        QCOMPARE(QToolTip::text(), QString("fc1: 200 TFLOP/s"));
        const QPolygonF peak = plot.places().lines[0].strokes[0];
        move(plot, (peak[0] + peak[1]) / 2 + QPointF(0, 2));
        QCOMPARE(QToolTip::text(), QString("peak: 300 TFLOP/s"));
    }

    void mapsZoomAtThePointer()
    {
        HeatMap map("Matrix");
        map.setChart(heat_chart());
        show(map);
        const HeatLayout whole = map.places();
        const QPointF at = whole.rows[1].cells[2].center();
        wheel(map, at, 360);
        const HeatLayout zoomed = map.places();
        // The cell under the pointer is still there, about twice (1.25³) as wide and high; labels and headers stay at
        // the edges.
        QVERIFY(zoomed.rows[1].cells[2].contains(at));
        QVERIFY(std::abs(zoomed.rows[1].cells[2].height() / whole.rows[1].cells[2].height() - 1.95) < 0.25);
        QVERIFY(std::abs(zoomed.rows[1].cells[2].width() / whole.rows[1].cells[2].width() - 1.95) < 0.1);
        QCOMPARE(zoomed.rows[1].label.left(), whole.rows[1].label.left());
        QCOMPARE(zoomed.headers[2].top(), whole.headers[2].top());
        QCOMPARE(zoomed.headers[2].center().x(), zoomed.rows[1].cells[2].center().x());
        for (const HeatPlace& row : zoomed.rows)
            for (const QRectF& cell : row.cells)
                QVERIFY(cell.isEmpty() || zoomed.cells.contains(cell));
        move(map, at);
        QCOMPARE(QToolTip::text(), QString("1 of 2"));
        QTest::keyClick(&map, Qt::Key_F);
        QCOMPARE(map.places().rows[1].cells, whole.rows[1].cells);
    }

    void mapsMoveWithMouseAndKeyboard()
    {
        HeatMap map("Matrix");
        map.setChart(heat_chart());
        show(map);
        QSignalSpy picked(&map, &HeatMap::cellPicked);
        wheel(map, map.places().cells.topLeft(), 720); // the upper left corner stays
        QVERIFY(map.places().rows[5].cells[3].isEmpty());
        const QRectF cell = map.places().rows[0].cells[0];
        drag(map, cell.center().toPoint(), QPoint(-30, 0));
        QVERIFY(map.places().rows[0].cells[0].width() < cell.width()); // its left part is out of sight
        QVERIFY(picked.isEmpty());
        QTest::keyClick(&map, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(map.places().rows[0].cells[0], cell);
        // What the keyboard stands on comes into sight.
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(&map, Qt::Key_Down);
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(&map, Qt::Key_Right);
        QVERIFY(!map.places().rows[5].cells[3].isEmpty());
        QCOMPARE(map.accessibleDescription(), QString("5 of 3"));
        QTest::mouseClick(&map, Qt::LeftButton, {}, map.places().rows[5].cells[3].center().toPoint());
        QCOMPARE(picked[0], (QVariantList{"r5", "c3"}));
        // Other numbers of the same cells leave it where it is; other cells show all.
        HeatChart other = heat_chart();
        other.rows[0].cells[0].value = 42;
        map.setChart(other);
        QVERIFY(map.isZoomed());
        other.rows.pop_back();
        map.setChart(other);
        QVERIFY(!map.isZoomed());
    }

    void mapsHaveAxisTitles()
    {
        HeatMap map("Matrix");
        map.setChart(heat_chart());
        show(map);
        const HeatLayout places = map.places();
        QVERIFY(!places.column_title.isEmpty() && !places.row_title.isEmpty());
        QVERIFY(!places.column_title.intersects(places.row_title));
        const QFontMetricsF metrics(heat_fonts(&map).small); // whole, with their arrows
        QVERIFY(places.column_title.width() >= metrics.horizontalAdvance("Case →") &&
                places.row_title.width() >= metrics.horizontalAdvance("Figure ↓"));
        for (const QRectF& header : places.headers)
            QVERIFY(!header.intersects(places.column_title) && !header.intersects(places.row_title));
        const QImage image = testing::draw(map, {600, 300}, 2);
        testing::keep(image, "heat-map-titles");
        for (const QRectF& title : {places.column_title, places.row_title}) {
            const QImage part = image.copy(QRectF(title.topLeft() * 2, title.size() * 2).toRect());
            QVERIFY(testing::count_pixels(part, light_theme().secondary) > 10);
        }
        wheel(map, places.cells.center(), 480);
        testing::keep(testing::draw(map, {600, 300}), "heat-map-zoomed");
    }

    // The wheel alone scrolls the page where there is one to scroll, else it zooms.
    void theWheelAloneScrollsAPage()
    {
        QScrollArea page;
        auto* tall = new QWidget;
        tall->setMinimumSize(400, 1000);
        auto* chart = new StackedBars("Bars", tall);
        chart->setChart(bar_chart());
        chart->setGeometry(0, 0, 400, 160);
        page.setWidget(tall);
        page.setAttribute(Qt::WA_DontShowOnScreen);
        page.resize(420, 300);
        page.show();
        wheel(*chart, {200, 80}, -120, Qt::NoModifier);
        QVERIFY(!chart->isZoomed());
        wheel(*chart, {200, 80}, 120, Qt::ControlModifier);
        QVERIFY(chart->isZoomed());
        chart->showWhole();
        page.resize(420, 1100);
        QCoreApplication::processEvents();
        wheel(*chart, {200, 80}, 120, Qt::NoModifier);
        QVERIFY(chart->isZoomed());
    }

    void theMenuShowsAllAgain()
    {
        XyPlot plot("Roofline");
        plot.setChart(xy_chart());
        show(plot);
        QTest::keyClick(&plot, Qt::Key_Plus);
        bool found = false;
        QTimer::singleShot(0, &plot, [&] {
            QWidget* popup = QApplication::activePopupWidget();
            QVERIFY(popup);
            for (QAction* action : popup->actions())
                if (action->objectName() == "showWhole") {
                    found = action->isEnabled();
                    action->trigger();
                }
            popup->close();
        });
        QContextMenuEvent menu(QContextMenuEvent::Keyboard, plot.rect().center(),
                               plot.mapToGlobal(plot.rect().center()));
        QApplication::sendEvent(&plot, &menu);
        QVERIFY(found);
        QVERIFY(!plot.isZoomed());
    }

    void aNameWithoutEndingGetsThatOfTheChosenFormat_data()
    {
        QTest::addColumn<int>("format"); // how far down the list
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("written");
        QTest::addColumn<QByteArray>("begins");
        QTest::newRow("picture") << 0 << "chart"
                                 << "chart.png" << QByteArray("\x89PNG");
        QTest::newRow("drawing") << 1 << "chart"
                                 << "chart.svg" << QByteArray("<?xml");
        QTest::newRow("page") << 2 << "chart"
                              << "chart.pdf" << QByteArray("%PDF-");
        QTest::newRow("numbers") << 3 << "chart"
                                 << "chart.csv" << QByteArray("row,bar,part,Time (s)");
        QTest::newRow("an ending of its own") << 0 << "chart.svg"
                                              << "chart.svg" << QByteArray("<?xml");
    }
    void aNameWithoutEndingGetsThatOfTheChosenFormat()
    {
        QFETCH(int, format);
        QFETCH(QString, typed);
        QFETCH(QString, written);
        QFETCH(QByteArray, begins);
        QTemporaryDir folder;
        StackedBars chart("Bars");
        chart.setChart(bar_chart());
        show(chart);
        QSignalSpy exported(&chart, &ChartWidget::saved);
        QTimer::singleShot(0, &chart, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->setDirectory(folder.path());
            auto* formats = dialog->findChild<QComboBox*>("fileTypeCombo");
            auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
            QVERIFY(formats && name);
            for (int i = 0; i < format; ++i)
                QTest::keyClick(formats, Qt::Key_Down);
            name->setText(typed);
            QTest::keyClick(name, Qt::Key_Return);
            if (dialog->isVisible())
                dialog->reject();
        });
        chart.saveAs();
        QCOMPARE(exported.count(), 1);
        QVERIFY(exported.first().first().value<SaveOutcome>().written());
        QFile file(folder.filePath(written));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(QDir(folder.path()).entryList(QDir::Files).join(' ')));
        QVERIFY(file.readAll().startsWith(begins));
        // The next one begins where this one was, in another widget of the window too.
        QString begun;
        QTimer::singleShot(0, &chart, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            begun = dialog->directory().absolutePath();
            dialog->reject();
        });
        QWidget other(&chart);
        QVERIFY(ask_where_to_save(&other, "Save table", "table.tsv", {"Tab-separated values (*.tsv)"}).isEmpty());
        QCOMPARE(begun, QDir(folder.path()).absolutePath());
    }

    // However far it is zoomed out or dragged away, marks stay in sight.
    void aPlotIsNotLostOutOfSight()
    {
        XyPlot plot("Roofline");
        plot.setChart(xy_chart());
        show(plot);
        const AxisScale x = plot.places().x;
        const auto length = [](const AxisScale& scale) {
            return scale.logarithmic ? std::log(scale.high / scale.low) : scale.high - scale.low;
        };
        for (int i = 0; i < 12; ++i)
            wheel(plot, plot.places().plot.center(), -360);
        QVERIFY(length(plot.places().x) <= 2.0001 * length(x) && length(plot.places().x) > 1.9 * length(x));
        QVERIFY(plot.places().x.low <= x.low && plot.places().x.high >= x.high);
        QTest::keyClick(&plot, Qt::Key_F);
        QCOMPARE(plot.places().x, x);
        for (int i = 0; i < 6; ++i)
            drag(plot, plot.places().plot.center().toPoint(), QPoint(5000, 5000));
        const AxisScale moved = plot.places().x;
        QVERIFY(moved.high > x.low && moved.low < x.high); // half of it is still in sight
        QVERIFY(std::abs(length({std::max(moved.low, x.low), std::min(moved.high, x.high), x.logarithmic}) / length(x) -
                         0.5) < 0.01);
    }

    void anUnknownEndingIsNamedWithTheKnownOnes()
    {
        QTemporaryDir folder;
        StackedBars chart("Bars");
        chart.setChart(bar_chart());
        const auto refused = [&](const char* name) {
            const auto done = chart.exportTo(QString::fromLatin1(name));
            return done ? QString() : QString::fromStdString(done.diagnostics().front().message);
        };
        QCOMPARE(refused("c.jpg"), QString("c.jpg ends in .jpg; allowed are .png, .svg, .pdf and .csv"));
        QCOMPARE(refused("c"), QString("c has no file ending; allowed are .png, .svg, .pdf and .csv"));
        QTimer::singleShot(0, &chart, [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->setDirectory(folder.path());
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText("c.jpg");
            QTest::keyClick(dialog->findChild<QLineEdit*>("fileNameEdit"), Qt::Key_Return);
            if (dialog->isVisible())
                dialog->reject();
        });
        QSignalSpy failed(&chart, &ChartWidget::saved);
        chart.saveAs();
        QCOMPARE(failed.count(), 1);
        // A person reads no code in brackets.
        const auto outcome = failed.first().first().value<SaveOutcome>();
        const QString said = not_written_text(outcome.path, outcome.problems);
        QVERIFY2(!said.contains('[') && said.endsWith(".png, .svg, .pdf and .csv."), qPrintable(said));
    }

private:
    std::unique_ptr<ThemeController> m_theme;
};

BLUEPRINTING_UI_TEST(ZoomTest)
#include "zoom_test.moc"
