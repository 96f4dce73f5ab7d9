#include "core/passes/checkpoint.h"
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/workspace/filters.h"
#include "ui/frame/command_palette.h"
#include "ui/frame/main_window.h"
#include "ui/frame/strategy_dock.h"
#include "ui/frame/strategy_list.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/filter_bar.h"
#include "ui/widgets/stacked_bars.h"
#include "ui/widgets/table_view.h"
#include "ui/workspace/session_json.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <algorithm>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

/// The window with all its views, as the program makes it.
struct Whole {
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    Workspace workspace;
    MainWindow window;

    explicit Whole(ThemeController& theme) : window({workspace, settings, theme}, view_entries())
    {
        window.setUnsavedPrompt([](const QString&) { return UnsavedChoice::discard; });
        window.resize(1600, 1000);
        window.show();
        QApplication::setActiveWindow(&window);
        settle();
    }
    void settle()
    {
        QVERIFY(workspace.waitForReferences());
        QTRY_VERIFY(window.settled());
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
    void show(const char* view)
    {
        QVERIFY2(window.showView(QString::fromLatin1(view)), view);
        settle();
    }
    template <class Widget>
    Widget* find(const char* name)
    {
        auto* widget = window.findChild<Widget*>(QString::fromLatin1(name));
        if (!widget)
            qFatal("there is no %s", name);
        return widget;
    }
    int rows(const char* table) { return find<TableView>(table)->model()->rowCount(); }
    QStringList chips()
    {
        QStringList out;
        for (const FilterChip& chip : find<FilterBar>("filterBar")->filters())
            out << chip.text;
        return out;
    }
    QAbstractButton* chip(const char* key) { return find<QAbstractButton>(key); }
};

void choose(QComboBox* box, const QString& text)
{
    const int index = box->findText(text);
    QVERIFY2(index >= 0, qPrintable(text));
    box->setCurrentIndex(index);
}

/// Puts the keyboard on the row and picks it as a person does.
void pick(TableView* table, const QString& key)
{
    const QModelIndex index = table->filter()->mapFromSource(table->table()->index(table->table()->rowOf(key), 0));
    QVERIFY2(index.isValid(), qPrintable(key));
    table->scrollTo(index);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
}

/// The views that every strategy has from the start.
std::vector<ViewEntry> strategy_views()
{
    std::vector<ViewEntry> out;
    for (const ViewEntry& entry : view_entries())
        if (entry.id == QStringLiteral("compare") || entry.id == QStringLiteral("ir") || entry.id == QStringLiteral("timing"))
            out.push_back(entry);
    return out;
}

/// What a shell prints for a line, with our programs on its path.
QString shell(const QString& line)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"), QStringLiteral(BLUEPRINTING_BIN_DIR ":") + environment.value(QStringLiteral("PATH")));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("sh"), {QStringLiteral("-c"), line});
    if (!process.waitForFinished(60000) || process.exitCode() != 0)
        qWarning("%s\n%s", qPrintable(line), process.readAllStandardError().constData());
    return QString::fromUtf8(process.readAllStandardOutput());
}

} // namespace

/// What spans views: one selection, one bar of filters, one session.
class WholeTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void filtersOfAllViewsStandInOneBar()
    {
        Whole f(*m_theme);
        auto* bar = f.find<FilterBar>("filterBar");
        QVERIFY(!bar->isVisible());
        f.show("ir");
        choose(f.find<QComboBox>("phaseFilter"), QStringLiteral("phase: recompute"));
        QTest::keyClicks(f.find<QLineEdit>("irSearch"), QStringLiteral("softmax"));
        QVERIFY(bar->isVisible());
        QCOMPARE(f.chips(), (QStringList{"phase: recompute", "task: softmax"}));
        QCOMPARE(f.rows("irTree"), 1 + 1); // the phase, and softmax in it
        // The same filters hold in the table of timed tasks; its own joins them.
        f.show("timing");
        QCOMPARE(f.rows("taskTable"), 1);
        QCOMPARE(f.find<QLineEdit>("findTask")->text(), QStringLiteral("softmax"));
        set_filter(f.workspace, "share", {"0.5"});
        QCOMPARE(f.rows("taskTable"), 0);
        // They are seen, and removed, from a view that none of them concerns.
        f.show("compare");
        QCOMPARE(f.chips(), (QStringList{"phase: recompute", "task: softmax", "share ≥ 50 %"}));
        QTest::mouseClick(f.chip("filter_share=0.5"), Qt::LeftButton);
        QCOMPARE(f.chips(), (QStringList{"phase: recompute", "task: softmax"}));
        f.show("timing");
        QCOMPARE(f.rows("taskTable"), 1);
        // Each removal is an edit.
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.chips().size(), 3);
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(f.chips().size(), 2);
    }

    void filtersAreRemovedByKeyboard()
    {
        Whole f(*m_theme);
        f.show("ir");
        set_filter(f.workspace, "phase", {"forward"});
        set_filter(f.workspace, "engine", {"matrix"});
        set_filter(f.workspace, "task", {"attn"});
        f.settle();
        // F6 leads into the bar, Tab from chip to chip, Delete takes one away and the keyboard stays in the bar.
        f.window.dock().list().setFocus();
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget(), f.chip("filter_phase=forward"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), f.chip("filter_engine=matrix"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Delete);
        QCOMPARE(f.chips(), (QStringList{"phase: forward", "task: attn"}));
        QCOMPARE(QApplication::focusWidget(), f.chip("filter_task=attn"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), f.find<QWidget>("clearFilters"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(filters_of(f.workspace.session()).empty());
        QVERIFY(!f.find<FilterBar>("filterBar")->isVisible());
        QVERIFY(QApplication::focusWidget() && f.window.currentView()->isAncestorOf(QApplication::focusWidget()));
        QCOMPARE(f.rows("irTree"), 70 + 6);
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.chips(), (QStringList{"phase: forward", "task: attn"}));
        f.find<QAction>("clearFiltersAction")->trigger();
        QVERIFY(f.chips().isEmpty());
    }

    void anyTableIsFiltered()
    {
        Whole f(*m_theme);
        auto* table = f.find<TableView>("differenceTable");
        QCOMPARE(f.rows("differenceTable"), 9 + 1); // nine components and the iteration
        table->setFocus();
        QTest::keyClick(&f.window, Qt::Key_F, Qt::ControlModifier);
        auto* field = f.find<QLineEdit>("tableFind");
        QCOMPARE(QApplication::focusWidget(), field);
        QTest::keyClicks(field, QStringLiteral("PARALLEL"));
        QCOMPARE(f.rows("differenceTable"), 3 + 1); // tensor, pipeline, data; the total stays
        QCOMPARE(f.chips(), QStringList{"rows with “PARALLEL”"});
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
        QCOMPARE(QApplication::focusWidget(), table);
        // Other rows come in: the filter holds.
        f.workspace.edit(QStringLiteral("x"), [](Session& s) { s.find("s2")->name = "other"; });
        QCOMPARE(f.rows("differenceTable"), 4);
        QTest::mouseClick(f.chip("filter_table.compare.differenceTable=PARALLEL"), Qt::LeftButton);
        QCOMPARE(f.rows("differenceTable"), 10);
        // Where a view has a field of its own, that is where the text goes.
        f.show("timing");
        f.find<TableView>("taskTable")->setFocus();
        QTest::keyClick(&f.window, Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), f.find<QLineEdit>("findTask"));
    }

    void whatIsPickedInOneViewIsMarkedInAll()
    {
        Whole f(*m_theme);
        // A component: picked in the table of Compare, outlined in its chart, marked in Timing.
        pick(f.find<TableView>("differenceTable"), QStringLiteral("recompute"));
        QCOMPARE(f.workspace.session().selection.component, std::string("recompute"));
        f.show("timing");
        QCOMPARE(f.find<TableView>("componentTable")->currentKey(), QStringLiteral("recompute"));
        // A task: picked in Timing, current in the IR.
        pick(f.find<TableView>("taskTable"), QStringLiteral("mlp.fc1/forward"));
        f.show("ir");
        QCOMPARE(f.find<TableView>("irTree")->currentKey(), QStringLiteral("mlp.fc1/forward"));
        // A strategy: picked in a chart of Compare, selected in the list and in every view.
        f.show("compare");
        auto* bars = f.find<StackedBars>("timeChart");
        Q_EMIT bars->rowPicked(QStringLiteral("s1"));
        QCOMPARE(f.workspace.session().selected, std::string("s1"));
        QCOMPARE(f.find<QLineEdit>("nameField")->text(), QStringLiteral("GPT-175B full"));
        // Escape picks nothing, whoever has the keyboard.
        bars->setFocus();
        QTest::keyClick(bars, Qt::Key_Escape);
        QVERIFY(f.workspace.session().selection == Selection{});
        QVERIFY(f.find<TableView>("differenceTable")->currentKey().isEmpty());
    }

    void aReopenedSessionIsTheSameToTheLastPixel()
    {
        Whole f(*m_theme);
        QTest::keyClick(&f.window, Qt::Key_D, Qt::ControlModifier); // a duplicate
        f.workspace.edit(QStringLiteral("edit"), [](Session& s) {
            s.find("s3")->execution.microbatch_size = 2;
            s.find("s3")->name = "trial";
            s.strategies[0].visible = false;
            std::swap(s.strategies[1], s.strategies[2]);
            s.baseline = "s3";
        });
        f.workspace.edit(QStringLiteral("break"), [](Session& s) { s.find("s2")->execution.microbatch_size = 3; });
        set_filter(f.workspace, "phase", {"recompute"});
        f.workspace.select({"recompute", "attn.softmax/recompute", 1});
        f.show("ir");
        const QString path = f.folder.filePath(QStringLiteral("mine.json"));
        QVERIFY(f.window.saveAs(path));
        Whole again(*m_theme);
        QVERIFY(again.window.openFile(path));
        again.settle();
        QVERIFY(again.workspace.session() == f.workspace.session());
        for (const ViewEntry& entry : strategy_views()) {
            f.show(qPrintable(entry.id));
            again.show(qPrintable(entry.id));
            // Nothing has the keyboard in either.
            for (Whole* one : {&f, &again}) {
                if (QWidget* focus = one->window.focusWidget())
                    focus->clearFocus();
                one->settle();
            }
            const QImage before = f.window.currentView()->grab().toImage();
            const QImage after = again.window.currentView()->grab().toImage();
            QCOMPARE(after.size(), before.size());
            if (after != before) {
                testing::keep(before, entry.id + QStringLiteral("-saved"));
                testing::keep(after, entry.id + QStringLiteral("-reopened"));
            }
            QVERIFY2(after == before, qPrintable(entry.id));
        }
    }

    void everyChartAndTableOfAViewIsExported_data()
    {
        QTest::addColumn<QString>("view");
        for (const ViewEntry& entry : strategy_views())
            QTest::newRow(qPrintable(entry.id)) << entry.id;
    }
    void everyChartAndTableOfAViewIsExported()
    {
        QFETCH(QString, view);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        auto* exports = f.find<QMenu>("exportMenu");
        Q_EMIT exports->aboutToShow();
        const QWidget* front = f.window.currentView();
        for (const ChartWidget* chart : front->findChildren<ChartWidget*>()) {
            if (!chart->isVisibleTo(front))
                continue;
            QVERIFY2(!chart->objectName().isEmpty() && !chart->title().isEmpty(), qPrintable(chart->objectName()));
            const QList<QAction*> offered = exports->actions();
            QVERIFY2(std::any_of(offered.begin(), offered.end(),
                                 [&](const QAction* action) {
                                     return action->text() == chart->title() && action->menu() && action->menu()->findChild<QAction*>(QStringLiteral("saveChart"));
                                 }),
                     qPrintable(chart->title()));
            // Each file is what its ending says.
            for (const auto& [ending, start] : {std::pair(".png", "\x89PNG"), std::pair(".svg", "<?xml"), std::pair(".pdf", "%PDF-")}) {
                const QString path = f.folder.filePath(chart->objectName() + QLatin1String(ending));
                QVERIFY2(chart->exportTo(path), qPrintable(path));
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadOnly));
                QVERIFY2(file.readAll().startsWith(start), qPrintable(path));
            }
            QVERIFY(!QImage(f.folder.filePath(chart->objectName() + QStringLiteral(".png"))).isNull());
            QVERIFY(QSvgRenderer(f.folder.filePath(chart->objectName() + QStringLiteral(".svg"))).isValid());
            const auto rows = chart->dataRows();
            QVERIFY2(rows.size() > 1, qPrintable(chart->objectName())); // a header, and something below it
            for (const QStringList& row : rows)
                QCOMPARE(row.size(), rows.front().size());
        }
        for (const TableView* table : front->findChildren<TableView*>()) {
            if (!table->isVisibleTo(front))
                continue;
            QVERIFY2(!table->objectName().isEmpty() && !table->accessibleName().isEmpty(), qPrintable(table->objectName()));
            QMenu* menu = exports->findChild<QMenu*>(QStringLiteral("export_") + table->objectName());
            QVERIFY2(menu, qPrintable(table->objectName()));
            menu->findChild<QAction*>(QStringLiteral("copyTsv"))->trigger();
            QCOMPARE(QApplication::clipboard()->text().count(QLatin1Char('\n')), table->model()->rowCount() + 1);
            menu->findChild<QAction*>(QStringLiteral("copyMarkdown"))->trigger();
            QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("| ")));
        }
    }

    /// Nothing read beforehand: which component makes seqsel faster, why TP 4 is no better, and the chart of it.
    void aNewcomerFindsTheWay()
    {
        Whole f(*m_theme);
        const auto* answer = f.find<AnswerLine>("compareAnswer");
        QCOMPARE(answer->headline(), QString::fromUtf8("seqsel takes 13.64 s an iteration, 24.4 % less than full (18.03 s)"));
        QVERIFY2(answer->why().startsWith(QString::fromUtf8("Recompute makes −3.33 of −4.39 s; ")), qPrintable(answer->why()));
        // The buttons under the list, then the field.
        QTest::mouseClick(f.find<QAbstractButton>("duplicateStrategyButton"), Qt::LeftButton);
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
        auto* field = f.find<QAbstractSpinBox>("tpField");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("4"));
        f.settle();
        testing::keep(f.window.grab().toImage(), QStringLiteral("newcomer-tp4"));
        QVERIFY2(answer->headline().contains(QStringLiteral("more than full")), qPrintable(answer->headline()));
        // It fits no more, by how much, and because of what.
        QVERIFY2(answer->why().contains(QStringLiteral("seqsel 2 does not fit: 28.0 GiB past 80 GiB; it keeps 59.8 GiB more than full: optimizer +30.4, activations +")),
                 qPrintable(answer->why()));
        // Half the processors for the same batch, which is why it is slower.
        const auto& changes = f.find<TableView>("changesTable")->table()->rows();
        QCOMPARE(changes[0].cells[0].text, QStringLiteral("GPUs"));
        QCOMPARE(changes[0].cells[1].text, QStringLiteral("64"));
        QCOMPARE(changes[0].cells[2].text, QStringLiteral("32"));
        // The chart, by the button that says Export, and by typing the word.
        QTest::mouseClick(f.find<QAbstractButton>("exportTool"), Qt::LeftButton);
        auto* exports = f.find<QMenu>("exportMenu");
        QTRY_VERIFY(exports->isVisible());
        testing::keep(exports->grab().toImage(), QStringLiteral("newcomer-export"));
        QStringList titles;
        for (const QAction* action : exports->actions())
            titles << action->text();
        QVERIFY2(titles.contains(QStringLiteral("Iteration time by component")), qPrintable(titles.join(QLatin1Char('|'))));
        exports->hide();
        QTest::keyClick(&f.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* palette = f.find<CommandPalette>("commandPalette");
        QTest::keyClicks(palette->findChild<QLineEdit*>(QStringLiteral("paletteInput")), QStringLiteral("export"));
        testing::keep(palette->grab().toImage(), QStringLiteral("newcomer-palette"));
        QVERIFY2(palette->shownTitles().mid(0, 12).contains(QString::fromUtf8("Iteration time by component: Save chart as…")),
                 qPrintable(palette->shownTitles().mid(0, 12).join(QLatin1Char('|'))));
        palette->hide();
    }

    void theCopiedCommandGivesTheSameFigures()
    {
        Whole f(*m_theme);
        const auto copied = [&] {
            f.find<QAction>("copyCommandAction")->trigger();
            return QApplication::clipboard()->text();
        };
        // Both bars of Compare, as published and with values of their own.
        const QString both = copied();
        QCOMPARE(both.count(QStringLiteral("blueprinting estimate ")), 2);
        QString printed = shell(both);
        QVERIFY2(printed.contains(QStringLiteral("18.03 s")) && printed.contains(QStringLiteral("13.64 s")), qPrintable(printed));
        f.workspace.edit(QStringLiteral("own values"), [](Session& s) {
            SessionStrategy& own = *s.find("s2");
            own.execution.microbatch_size = 2;
            own.model.name = "it's mine";
            own.model.blocks = 48;
            own.system.name = "faster \"A100\"";
            own.system.mem1.bandwidth_gbps *= 2;
            s.find("s1")->visible = false;
        });
        f.settle();
        const search::Evaluation& evaluation = *f.workspace.result("s2").evaluation;
        const Json line = Json::parse(shell(copied() + QStringLiteral(" --json")).toStdString());
        QCOMPARE(line.at("total_seconds").get<double>(), evaluation.evidence.total.value());
        QCOMPARE(line.at("peak_only_total_seconds").get<double>(), evaluation.peak_only.total.value());
        QCOMPARE(line.at("digests").at("portable").get<std::string>(), evaluation.compilation.portable.output.hex());
        // The checkpoint that the IR view shows, byte for byte.
        f.show("ir");
        const Json checkpoint = Json::parse(shell(copied()).toStdString());
        QCOMPARE(QString::fromStdString(checkpoint.dump()), QString::fromStdString(passes::to_json(evaluation.compilation.distributed).dump()));
        // Where fields are illegal, the figures are of what they last were, and so is the command.
        f.show("timing");
        f.workspace.edit(QStringLiteral("break"), [](Session& s) { s.find("s2")->execution.microbatch_size = 3; });
        QVERIFY(!f.workspace.result("s2").current);
        QCOMPARE(Json::parse(shell(copied() + QStringLiteral(" --json")).toStdString()).at("total_seconds").get<double>(),
                 f.workspace.result("s2").evaluation->evidence.total.value());
        // Under the rules of Calculon the command says so.
        f.workspace.edit(QStringLiteral("rules"), [](Session& s) { s.rules = strategy::Rules::calculon_compatible; });
        QVERIFY(copied().endsWith(QStringLiteral(" --calculon-compatible")));
    }

    void everyControlHasANameAndStaysInTheWindow_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QSize>("size");
        for (const ViewEntry& entry : strategy_views()) {
            QTest::addRow("%s 1600x1000", qPrintable(entry.id)) << entry.id << QSize(1600, 1000);
            QTest::addRow("%s 1024x700", qPrintable(entry.id)) << entry.id << QSize(1024, 700);
        }
    }
    void everyControlHasANameAndStaysInTheWindow()
    {
        QFETCH(QString, view);
        QFETCH(QSize, size);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        f.window.resize(size);
        f.settle();
        QCOMPARE(f.window.size(), size);
        const auto controls = f.window.findChildren<QWidget*>();
        for (QWidget* control : controls) {
            if (!control->isVisible() || control->focusPolicy() == Qt::NoFocus || control->objectName().startsWith(QStringLiteral("qt_")))
                continue;
            if (qobject_cast<const QLabel*>(control))
                continue; // its text is its name, and there may be none to say
            const QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(control);
            QVERIFY2(spoken && !spoken->text(QAccessible::Name).isEmpty(),
                     qPrintable(QStringLiteral("%1 %2 has no name").arg(QString::fromLatin1(control->metaObject()->className()), control->objectName())));
            // What scrolls may lie outside; what does not scroll may not.
            bool scrolls = false;
            for (const QWidget* above = control->parentWidget(); above; above = above->parentWidget())
                scrolls = scrolls || qobject_cast<const QAbstractScrollArea*>(above);
            if (!scrolls)
                QVERIFY2(f.window.rect().contains(QRect(control->mapTo(&f.window, QPoint(0, 0)), control->size())), qPrintable(control->objectName()));
        }
    }
};

BLUEPRINTING_UI_TEST(WholeTest)
#include "whole_test.moc"
