#include "tests/ui/frame/layout_faults.h"
#include "tests/ui/frame/whole_fixture.h"
#include "ui/frame/strategy_dock.h"
#include "ui/frame/strategy_list.h"
#include "ui/widgets/page_scroll.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QMenu>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

void fill_view_and_size_rows()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QSize>("size");
    for (const ViewEntry& entry : view_entries()) {
        QTest::addRow("%s 1600x1000", qPrintable(entry.id)) << entry.id << QSize(1600, 1000);
        QTest::addRow("%s 1024x700", qPrintable(entry.id)) << entry.id << QSize(1024, 700);
        QTest::addRow("%s 800x500, as 1600x1000 at 200 %%", qPrintable(entry.id)) << entry.id << QSize(800, 500);
    }
}

/// Of the picture, the largest rectangle of nothing but the colours of window and panel; in squares of 8 pixels.
double largest_empty_share(const QImage& image, const Theme& theme)
{
    constexpr int side = 8;
    const int columns = image.width() / side, rows = image.height() / side;
    const auto empty = [&](int column, int row) {
        for (int y = row * side; y < (row + 1) * side; ++y)
            for (int x = column * side; x < (column + 1) * side; ++x)
                if (const QRgb pixel = image.pixel(x, y); pixel != theme.panel.rgb() && pixel != theme.window.rgb())
                    return false;
        return true;
    };
    // How many empty squares stand on each other, row by row; then the widest stretch that is at least so high.
    std::vector<int> height(static_cast<std::size_t>(columns), 0);
    int largest = 0;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column)
            height[std::size_t(column)] = empty(column, row) ? height[std::size_t(column)] + 1 : 0;
        for (int from = 0; from < columns; ++from)
            for (int to = from, low = height[std::size_t(from)]; to < columns && low > 0; ++to) {
                low = std::min(low, height[std::size_t(to)]);
                largest = std::max(largest, low * (to - from + 1));
            }
    }
    return double(largest) / (double(columns) * rows);
}

} // namespace

/// The whole window with each view in front, at three sizes: nothing overlaps, nothing is cut off, every control has a
/// name.
class LayoutTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

    void resize(Whole& f, const QSize& size)
    {
        f.window.resize(size);
        f.settle();
        QCOMPARE(f.window.size(), size);
    }

private Q_SLOTS:
    // What the program starts on is seen whole in the window that it opens.
    void theFirstWindowShowsCompareWhole()
    {
        Whole f(*m_theme, MainWindow::defaultSize());
        f.show("compare");
        int bars = 0;
        for (const QScrollBar* bar : f.window.currentView()->findChildren<QScrollBar*>()) {
            QVERIFY2(bar->maximum() == bar->minimum(), qPrintable(bar->parentWidget()->parentWidget()->objectName()));
            ++bars;
        }
        QVERIFY(bars > 4);                                                       // of the page, and of each table
        QCOMPARE(f.find<TableView>("differenceTable")->model()->rowCount(), 10); // nine components and the iteration
    }
    // No larger than the screen leaves beside the window's frame.
    void theFirstWindowFitsItsScreen()
    {
        QCOMPARE(MainWindow::defaultSize(), QSize(1600, 1000));
        QCOMPARE(MainWindow::defaultSize(QSize(2560, 1440)), QSize(1600, 1000));
        const QSize small = MainWindow::defaultSize(QSize(1366, 768));
        QVERIFY(small.width() <= 1366 && small.height() < 768);
    }

    // At 2560 × 1440 no view leaves a wide field empty: the largest rectangle without any ink is a small part of it.
    void largeWindowsAreUsed_data()
    {
        QTest::addColumn<QString>("view");
        for (const char* view : {"compare", "ir", "timing", "schedule", "calibration", "optimizers"})
            QTest::newRow(view) << QString::fromLatin1(view);
    }
    void largeWindowsAreUsed()
    {
        QFETCH(QString, view);
        Whole f(*m_theme, QSize(2560, 1440));
        f.show(qPrintable(view));
        const QImage image = f.picture();
        const double share = largest_empty_share(image, light_theme());
        QVERIFY2(share < 0.1,
                 qPrintable(QStringLiteral("%1 % of the view is one empty rectangle").arg(100 * share, 0, 'f', 1)));
    }

    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void nothingOverlapsOrIsCutOff_data() { fill_view_and_size_rows(); }
    void nothingOverlapsOrIsCutOff()
    {
        QFETCH(QString, view);
        QFETCH(QSize, size);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        resize(f, size);
        testing::keep(f.window.grab().toImage(), QStringLiteral("layout-%1-%2").arg(view).arg(size.width()));
        const QStringList faults = testing::layout_faults(f.window);
        QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
    }

    /// What is drawn follows from the window and the session, not from when the figures came: views that were looked at
    /// once their jobs were done are as those that were only passed by.
    void aViewIsTheSameHoweverLateItsFiguresCame_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize& size : {QSize(1600, 1000), QSize(1366, 768), QSize(1024, 700), QSize(800, 500)})
            QTest::addRow("%dx%d", size.width(), size.height()) << size;
    }
    void aViewIsTheSameHoweverLateItsFiguresCame()
    {
        QFETCH(QSize, size);
        Whole waited(*m_theme, size);
        Whole passed(*m_theme, size);
        for (const ViewEntry& entry : view_entries()) {
            passed.window.showView(entry.id);
            QCoreApplication::processEvents();
        }
        for (const ViewEntry& entry : view_entries()) {
            waited.show(qPrintable(entry.id));
            const QImage picture = waited.picture();
            QVERIFY(!picture.isNull());
            passed.show(qPrintable(entry.id));
            const bool same = passed.picture() == picture;
            if (!same) {
                testing::keep(picture, QStringLiteral("late-%1-%2-waited").arg(entry.id).arg(size.width()));
                testing::keep(passed.window.currentView()->grab().toImage(),
                              QStringLiteral("late-%1-%2-passed").arg(entry.id).arg(size.width()));
            }
            QVERIFY2(same, qPrintable(entry.id));
            for (const QScrollArea* area : waited.window.currentView()->findChildren<QScrollArea*>())
                if (area->isVisible() && qobject_cast<const PageScroll*>(area))
                    QVERIFY2(area->horizontalScrollBar()->maximum() == 0,
                             qPrintable(entry.id + u' ' + area->objectName()));
        }
    }

    /// Columns are as wide as in any other window where a view is first shown after one that hides the strategies.
    void columnsAreSharedOutAfterAnyView_data() { aViewIsTheSameHoweverLateItsFiguresCame_data(); }
    void columnsAreSharedOutAfterAnyView()
    {
        QFETCH(QSize, size);
        Whole direct(*m_theme, size);
        Whole after(*m_theme, size);
        // Beside the page's own scroll bar: what is below the fold may be laid out a little later.
        const auto panels = [](const QImage& picture) {
            return picture.copy(0, 0, picture.width() - 14, picture.height());
        };
        for (const char* view : {"timing", "calibration"}) {
            direct.show(view);
            const QImage picture = panels(direct.picture());
            after.show("certificate");
            after.show(view);
            const QImage later = panels(after.picture());
            if (later != picture) {
                testing::keep(picture, QStringLiteral("direct-%1-%2").arg(QLatin1String(view)).arg(size.width()));
                testing::keep(later, QStringLiteral("after-%1-%2").arg(QLatin1String(view)).arg(size.width()));
            }
            QVERIFY2(later == picture, view);
        }
    }

    void nothingOverlapsWithLawsBroken_data() { fill_view_and_size_rows(); }
    void nothingOverlapsWithLawsBroken()
    {
        QFETCH(QString, view);
        QFETCH(QSize, size);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        resize(f, size);
        f.workspace.edit(QStringLiteral("break"), [](Session& s) {
            s.find("s2")->execution.microbatch_size = 3;
            s.find("s2")->execution.global_batch = 65;
            std::get<strategy::TransformerTrainingParallelism>(s.find("s2")->execution.parallelism).tensor.degree = 7;
        });
        f.settle();
        testing::keep(f.window.grab().toImage(), QStringLiteral("layout-%1-%2-laws").arg(view).arg(size.width()));
        const QStringList faults = testing::layout_faults(f.window);
        QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
    }

    /// Several strategies, one of a model whose file told something; a message with its ways out, a confirmation over
    /// the view.
    void messagesAndMarksHold_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("dark");
        for (const QSize& size : {QSize(1600, 1000), QSize(1024, 700)})
            for (const bool dark : {false, true})
                QTest::addRow("%dx%d %s", size.width(), size.height(), dark ? "dark" : "light") << size << dark;
    }
    void messagesAndMarksHold()
    {
        QFETCH(QSize, size);
        QFETCH(bool, dark);
        m_theme->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
        Whole f(*m_theme, size);
        const auto keep = [&](const QWidget& widget, const char* what) {
            testing::keep(const_cast<QWidget&>(widget).grab().toImage(),
                          QStringLiteral("messages-%1-%2-%3")
                              .arg(QLatin1String(what))
                              .arg(size.width())
                              .arg(dark ? QStringLiteral("dark") : QStringLiteral("light")));
        };
        const auto check = [&](const char* what) {
            f.settle();
            keep(f.window, what);
            const QStringList faults = testing::layout_faults(f.window);
            QVERIFY2(faults.isEmpty(),
                     qPrintable(QString::fromUtf8(what) + QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
        };
        for (const char* action : {"duplicateAction", "addAction", "moveUpAction", "moveUpAction"})
            f.find<QAction>(action)->trigger();
        f.workspace.edit(QStringLiteral("Rename"), [](Session& s) {
            s.find(s.selected)->name = "R&D & a name that is longer than the list has room for";
        });
        f.workspace.selectStrategy("s2");
        const QString path = config_file(f.folder.path());
        const auto write = [](const QString& file, const QByteArray& bytes) {
            QFile out(file);
            QVERIFY(out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size());
        };
        write(
            path,
            R"({"model_type": "mixtral", "hidden_size": 4096, "intermediate_size": 14336, "max_position_embeddings": 4096, "num_attention_heads": 32, )"
            R"("num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 8, "vocab_size": 32000})");
        QVERIFY(f.window.openFile(path));
        check("findings");
        const QString kept = f.folder.filePath(QStringLiteral("kept.json"));
        QVERIFY(f.window.saveAs(kept));
        f.workspace.edit(QStringLiteral("Rename"), [](Session& s) { s.find("s1")->name = "tonight's GPT-175B run"; });
        write(kept, "{}");
        QVERIFY(!f.window.save());
        f.window.showNotice(
            {Tone::good, QStringLiteral("Exported comparison.csv"), QStringLiteral("in /home/someone/reports.")});
        check("changed");
        f.window.showNotice(
            {Tone::bad, QStringLiteral("x.json was refused."),
             QStringLiteral(
                 "Line 23, column 5266: this string is never closed. 2 more problems. Nothing was changed.")});
        f.window.resize(size - QSize(40, 20)); // what lies over the view comes along
        check("refused");
        f.window.resize(size);
        auto* menu = f.find<QMenu>("strategyRowMenu");
        f.window.dock().list().setFocus();
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, QPoint(0, 0), QPoint(0, 0));
        QApplication::sendEvent(&f.window.dock().list(), &wanted);
        QVERIFY(menu->isVisible());
        keep(*menu, "menu");
        menu->close();
        m_theme->setChoice(ThemeChoice::light);
    }

    void everyControlHasANameAndStaysInTheWindow_data() { fill_view_and_size_rows(); }
    void everyControlHasANameAndStaysInTheWindow()
    {
        QFETCH(QString, view);
        QFETCH(QSize, size);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        resize(f, size);
        const auto controls = f.window.findChildren<QWidget*>();
        for (QWidget* control : controls) {
            if (!control->isVisible() || control->focusPolicy() == Qt::NoFocus ||
                control->objectName().startsWith(QStringLiteral("qt_")))
                continue;
            if (qobject_cast<const QLabel*>(control))
                continue; // its text is its name, and there may be none to say
            const QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(control);
            QVERIFY2(spoken && !spoken->text(QAccessible::Name).isEmpty(),
                     qPrintable(
                         QStringLiteral("%1 has no name").arg(testing::name_of(control) + testing::place_of(control))));
            // What scrolls may lie outside; what does not scroll may not.
            bool scrolls = false;
            for (const QWidget* above = control->parentWidget(); above; above = above->parentWidget())
                scrolls = scrolls || qobject_cast<const QAbstractScrollArea*>(above);
            if (!scrolls)
                QVERIFY2(f.window.rect().contains(QRect(control->mapTo(&f.window, QPoint(0, 0)), control->size())),
                         qPrintable(control->objectName()));
        }
    }

    /// Its edge stays where it is when another view comes to the front.
    void theDockIsAsWideInEveryView_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("broken");
        for (const QSize size : {QSize(800, 500), QSize(1024, 700), QSize(1600, 1000)})
            for (const bool broken : {false, true})
                QTest::addRow("%dx%d%s", size.width(), size.height(), broken ? ", with laws broken" : "")
                    << size << broken;
    }
    void theDockIsAsWideInEveryView()
    {
        QFETCH(QSize, size);
        QFETCH(bool, broken);
        Whole f(*m_theme);
        resize(f, size);
        if (broken)
            f.workspace.edit(QStringLiteral("break"), [](Session& s) {
                s.find("s2")->execution.microbatch_size = 3;
                s.find("s2")->model.blocks = 118;
            });
        f.settle();
        const int width = f.window.dock().width();
        for (const bool again : {false, true})
            for (const ViewEntry& entry : view_entries()) {
                f.show(qPrintable(entry.id));
                QCOMPARE(f.window.size(), size);
                if (f.window.dock().isVisible())
                    QVERIFY2(f.window.dock().width() == width,
                             qPrintable(QStringLiteral("%1: %2, not %3%4")
                                            .arg(entry.id)
                                            .arg(f.window.dock().width())
                                            .arg(width)
                                            .arg(again ? QStringLiteral(" (again)") : QString())));
            }
    }

    /// The dock leaves the view more than half of the window, and can be closed for the rest.
    void theDockLeavesTheViewItsRoom_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1024x700") << QSize(1024, 700);
        QTest::newRow("800x500") << QSize(800, 500);
    }
    void theDockLeavesTheViewItsRoom()
    {
        QFETCH(QSize, size);
        Whole f(*m_theme);
        resize(f, size);
        const QWidget* view = f.window.currentView();
        QVERIFY2(view->width() * 2 >= size.width(), qPrintable(QString::number(view->width())));
        QVERIFY2(view->height() * 2 >= size.height(), qPrintable(QString::number(view->height())));
        const int before = view->width();
        f.find<QAction>("showStrategiesAction")->trigger();
        f.settle();
        QVERIFY(!f.window.dock().isVisible());
        QVERIFY(view->width() > before + 200);
    }

    /// The walker itself: each kind of fault is found where there is one, and none where there is none.
    void theWalkerFindsWhatItShould()
    {
        QWidget window;
        window.resize(300, 200);
        auto* label = new QLabel(QStringLiteral("a text that is rather long"), &window);
        label->setObjectName(QStringLiteral("label"));
        label->setGeometry(0, 0, 290, 24);
        auto* button = new QPushButton(QStringLiteral("Press"), &window);
        button->setObjectName(QStringLiteral("button"));
        button->setGeometry(0, 40, 100, 28);
        window.show();
        QCOMPARE(testing::layout_faults(window), QStringList());
        label->resize(40, 24);
        QCOMPARE(testing::layout_faults(window).size(), 1);
        QVERIFY(testing::layout_faults(window)[0].startsWith(
            QStringLiteral("QLabel#label “a text that is rather long”: needs ")));
        label->setToolTip(label->text()); // cut with the whole in the tooltip
        QCOMPARE(testing::layout_faults(window), QStringList());
        button->move(0, 10);
        QCOMPARE(testing::layout_faults(window),
                 QStringList{QString::fromUtf8(
                     "QLabel#label “a text that is rather long” and QPushButton#button “Press” overlap by 40×14 px")});
        button->move(250, 40);
        QVERIFY(testing::layout_faults(window).value(0).contains(QStringLiteral("is cut off by QWidget")));
        button->setGeometry(0, 40, 20, 28);
        QVERIFY(testing::layout_faults(window).value(0).contains(QStringLiteral("“Press”: needs ")));
    }
};

BLUEPRINTING_UI_TEST(LayoutTest)
#include "layout_test.moc"
