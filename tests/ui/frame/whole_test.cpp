#include "tests/support/gate.h"
#include "tests/ui/frame/whole_fixture.h"
#include "ui/frame/status_line.h"
#include "ui/frame/strategy_dock.h"
#include "ui/frame/strategy_list.h"
#include "ui/widgets/charts/heat_map.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/workspace/filters.h"

#include <QAbstractSpinBox>
#include <QLineEdit>
#include <QScrollBar>

#include <algorithm>
#include <functional>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

/// Answers with the microbatch size as its seconds; of microbatch 2 only once it is let go, whatever is cancelled
/// meanwhile.
class LateOracle final : public oracle::Oracle {
public:
    explicit LateOracle(std::function<void()> pass) : m_pass(std::move(pass)) {}
    [[nodiscard]] oracle::Identity identity() const override { return {"Late", "1", "", "", "live"}; }
    Result<oracle::Answer> ask(const oracle::Question& question, const CancelToken&) override
    {
        if (question.execution.microbatch_size == 2)
            m_pass();
        oracle::Answer answer = oracle::answer_of(oracle::State::not_covered);
        answer.total_seconds = oracle::Figure::of(static_cast<double>(question.execution.microbatch_size));
        answer.source = "test";
        return answer;
    }

private:
    std::function<void()> m_pass;
};

QImage part_of(Whole& f, const QImage& picture, const QWidget* widget, const QRect& place)
{
    return picture.copy(QRect(widget->mapTo(f.window.currentView(), place.topLeft()), place.size()));
}

/// Where the mark of what is picked must be: the row of a table, its parts in all bars, else all of what is drawn.
QList<std::pair<QWidget*, QRect>> places_of(Whole& f, const QString& name, const QString& key)
{
    QList<std::pair<QWidget*, QRect>> out;
    auto* widget = f.window.currentView()->findChild<QWidget*>(name); // two views have a memoryChart
    if (!widget)
        return out;
    if (auto* table = qobject_cast<TableView*>(widget); table && table->table()->rowOf(key) >= 0) {
        const QRect row =
            table->visualRect(table->filter()->mapFromSource(table->table()->index(table->table()->rowOf(key), 0)));
        if (table->viewport()->rect().contains(row))
            out.append({table->viewport(), row});
    } else if (auto* bars = qobject_cast<StackedBars*>(widget)) {
        const BarLayout places = bars->places();
        for (std::size_t r = 0; r < places.rows.size(); ++r)
            for (std::size_t i = 0; i < places.rows[r].segments.size(); ++i)
                if (bars->chart().rows[r].segments[i].key == key)
                    out.append({bars, places.rows[r].segments[i].rect.toAlignedRect().adjusted(-2, -2, 2, 2)});
    } else {
        out.append({widget, widget->rect()});
    }
    return out;
}

void fill_view_rows()
{
    QTest::addColumn<QString>("view");
    for (const ViewEntry& entry : view_entries())
        QTest::newRow(qPrintable(entry.id)) << entry.id;
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
        QCOMPARE(f.workspace.session().selected, std::string("s2"));
        testing::click(bars, QStringLiteral("s1"));
        QCOMPARE(f.workspace.session().selected, std::string("s1"));
        QCOMPARE(f.find<QLineEdit>("nameField")->text(), QStringLiteral("GPT-175B full"));
        // Escape picks nothing, whoever has the keyboard.
        bars->setFocus();
        QTest::keyClick(bars, Qt::Key_Escape);
        QVERIFY(f.workspace.session().selection == Selection{});
        QVERIFY(f.find<TableView>("differenceTable")->currentKey().isEmpty());
    }

    /// The keyboard that falls into a table when another view comes to the front picks nothing there.
    void aNewSessionHasNothingPicked()
    {
        Whole f(*m_theme);
        f.show("timing");
        pick(f.find<TableView>("taskTable"), QStringLiteral("attn.v/weight_gradient"));
        QCOMPARE(f.workspace.session().selection.task, std::string("attn.v/weight_gradient"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_N, Qt::ControlModifier);
        f.settle();
        QCOMPARE(f.workspace.session().view, std::string("compare"));
        QVERIFY2(f.workspace.session().selection == Selection{}, f.workspace.session().selection.component.c_str());
        // Nor does the keyboard that goes through every area and every control of every view.
        for (const ViewEntry& entry : view_entries()) {
            f.show(qPrintable(entry.id));
            for (int i = 0; i < 60; ++i)
                if (QWidget* focus = QApplication::focusWidget())
                    QTest::keyClick(focus, i % 6 == 0 ? Qt::Key_F6 : Qt::Key_Tab);
            f.settle();
            QVERIFY2(f.workspace.session().selection == Selection{}, qPrintable(entry.id));
        }
    }

    /// What was picked elsewhere is seen in every view that has it, where it stands there; picking nothing gives the
    /// same picture back.
    void everyViewMarksWhatIsPicked_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QString>("component");
        QTest::addColumn<QString>("task_of"); ///< the table whose second row it is
        QTest::addColumn<int>("stage");
        QTest::addColumn<QStringList>("marks"); ///< what has its mark: a table's row, the parts of bars, else all of it
        QTest::newRow("compare, a component") << "compare"
                                              << "tensor_parallel"
                                              << "" << -1 << QStringList{"differenceTable", "timeChart"};
        QTest::newRow("compare, a part of memory") << "compare"
                                                   << "memory.optimizer"
                                                   << "" << -1 << QStringList{"memoryChart"};
        QTest::newRow("timing, a component") << "timing"
                                             << "tensor_parallel"
                                             << "" << -1 << QStringList{"componentTable"};
        QTest::newRow("timing, a task") << "timing"
                                        << ""
                                        << "taskTable" << -1 << QStringList{"taskTable", "roofline"};
        QTest::newRow("ir, a task") << "ir"
                                    << ""
                                    << "irTree" << -1 << QStringList{"irTree"};
        QTest::newRow("ir, a component") << "ir"
                                         << "tensor_parallel"
                                         << "" << -1 << QStringList{"irTree"};
        QTest::newRow("schedule, a stage") << "schedule"
                                           << ""
                                           << "" << 1 << QStringList{"schedule.lanes"};
        QTest::newRow("calibration, a component") << "calibration"
                                                  << "tensor_parallel"
                                                  << "" << -1 << QStringList{"parity"};
        QTest::newRow("optimizers, a part of memory") << "optimizers"
                                                      << "memory.optimizer"
                                                      << "" << -1 << QStringList{"memoryChart"};
    }
    void everyViewMarksWhatIsPicked()
    {
        QFETCH(QString, view);
        QFETCH(QString, component);
        QFETCH(QString, task_of);
        QFETCH(int, stage);
        QFETCH(QStringList, marks);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        const QImage before = f.picture();
        const QString task =
            task_of.isEmpty() ? QString()
                              : f.find<TableView>(qPrintable(task_of))->model()->index(2, 0).data(KeyRole).toString();
        QVERIFY(task_of.isEmpty() != task.contains(QLatin1Char('/')));
        f.workspace.select({component.toStdString(), task.toStdString(), stage});
        const QImage marked = f.picture();
        testing::keep(marked, QTest::currentDataTag());
        for (const QString& name : marks) {
            const QList<std::pair<QWidget*, QRect>> places = places_of(f, name, task.isEmpty() ? component : task);
            QVERIFY2(!places.isEmpty(), qPrintable(name));
            for (const auto& [widget, place] : places)
                QVERIFY2(part_of(f, marked, widget, place) != part_of(f, before, widget, place), qPrintable(name));
        }
        QTest::keyClick(&f.window, Qt::Key_Escape);
        QVERIFY(f.workspace.session().selection == Selection{});
        if (view != QStringLiteral("ir")) // which keeps its last task open
            QVERIFY(f.picture() == before);
    }

    /// The strategy that is picked in the list is the one that each view is about.
    void everyViewIsAboutTheStrategyThatIsPicked_data()
    {
        QTest::addColumn<QString>("view");
        QTest::addColumn<QStringList>("marks");
        QTest::newRow("compare") << "compare"
                                 << QStringList{"compareAnswer", "differencePanel", "changesTable", "ratesTable"};
        QTest::newRow("ir") << "ir" << QStringList{"irTree", "shownDigest"};
        QTest::newRow("timing") << "timing" << QStringList{"componentTable", "taskTable", "roofline"};
    }
    void everyViewIsAboutTheStrategyThatIsPicked()
    {
        QFETCH(QString, view);
        QFETCH(QStringList, marks);
        Whole f(*m_theme);
        QTest::keyClick(&f.window, Qt::Key_D, Qt::ControlModifier);
        f.workspace.edit(QStringLiteral("other"), [](Session& s) {
            s.find("s3")->execution.microbatch_size = 2;
            s.find("s3")->name = "other";
        });
        f.show(qPrintable(view));
        auto& list = f.window.dock().list();
        const auto pick_row = [&](int row) {
            QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                              QPoint(120, list.visualRect(list.model()->index(row, 0)).center().y()));
        };
        pick_row(2);
        QCOMPARE(f.workspace.session().selected, std::string("s3"));
        const QImage third = f.picture();
        pick_row(1);
        QCOMPARE(f.workspace.session().selected, std::string("s2"));
        const QImage second = f.picture();
        for (const QString& name : marks) {
            const auto* widget = f.window.currentView()->findChild<QWidget*>(name);
            QVERIFY2(widget, qPrintable(name));
            QVERIFY2(part_of(f, second, widget, widget->rect()) != part_of(f, third, widget, widget->rect()),
                     qPrintable(name));
        }
        pick_row(2);
        QVERIFY(f.picture() == third);
    }

    /// A cell picked in one chart of the certificate is marked in the others.
    void aCellOfTheCertificateIsMarked()
    {
        Whole f(*m_theme);
        f.show("certificate");
        const QImage before = f.picture();
        auto* regret = f.find<StackedBars>("heldRegretChart");
        auto* matrix = f.find<HeatMap>("pairMatrix");
        const QRect row = regret->places().rows[1].band.toAlignedRect();
        const QString key = regret->chart().rows[1].key;
        QTest::mouseClick(regret, Qt::LeftButton, {}, row.center());
        QCOMPARE(std::count_if(regret->chart().rows.begin(), regret->chart().rows.end(),
                               [&](const BarRow& one) { return one.selected && one.key == key; }),
                 1);
        const QImage marked = f.picture();
        const HeatChart& table = matrix->chart();
        const auto index_of = [](const auto& items, const QString& wanted) {
            return static_cast<std::size_t>(
                std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.key == wanted; }) -
                items.begin());
        };
        QVERIFY(!table.selected_row.isEmpty() && !table.selected_column.isEmpty());
        const QRect cell = matrix->places()
                               .rows[index_of(table.rows, table.selected_row)]
                               .cells[index_of(table.columns, table.selected_column)]
                               .toAlignedRect()
                               .adjusted(-2, -2, 2, 2);
        auto* candidates = f.find<QWidget>("candidatesChart");
        for (const auto& [widget, place] :
             {std::pair<QWidget*, QRect>(regret, row), std::pair<QWidget*, QRect>(matrix, cell),
              std::pair<QWidget*, QRect>(candidates, candidates->rect())})
            QVERIFY2(part_of(f, marked, widget, place) != part_of(f, before, widget, place),
                     qPrintable(widget->objectName()));
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
        for (const ViewEntry& entry : view_entries()) {
            f.show(qPrintable(entry.id));
            again.show(qPrintable(entry.id));
            const QImage before = f.picture();
            const QImage after = again.picture();
            QCOMPARE(after.size(), before.size());
            if (after != before) {
                testing::keep(before, entry.id + QStringLiteral("-saved"));
                testing::keep(after, entry.id + QStringLiteral("-reopened"));
            }
            QVERIFY2(after == before, qPrintable(entry.id));
        }
    }

    /// In every view: a knob turned moves what is on the screen where that is of the strategies, and nothing where it
    /// is not; undone it is the same picture again, redone the one after turning it.
    void aKnobIsTurnedAndTakenBackInEveryView_data() { fill_view_rows(); }
    void aKnobIsTurnedAndTakenBackInEveryView()
    {
        QFETCH(QString, view);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        // The eight cases, a certificate and the lanes of a lesson are nobody's strategies.
        const bool of_strategies = view != QStringLiteral("certificate") && view != QStringLiteral("calibration") &&
                                   view != QStringLiteral("schedule");
        if (!f.window.dock().isVisible())
            f.find<QAction>("showStrategiesAction")->trigger();
        const QImage before = f.picture();
        QTest::mouseClick(f.find<QAbstractButton>("duplicateStrategyButton"), Qt::LeftButton);
        auto* field = f.find<QAbstractSpinBox>("microbatchField");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("2"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(f.workspace.selected()->execution.microbatch_size, std::int64_t{2});
        const QImage turned = f.picture();
        QCOMPARE(turned != before, of_strategies);
        const auto figures = f.workspace.result(f.workspace.selected()->id).evaluation;
        // An illegal knob, which stays in the field and takes no figure away.
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("3"));
        QTest::keyClick(field, Qt::Key_Return);
        f.settle();
        QVERIFY(!f.workspace.result(f.workspace.selected()->id).current);
        QCOMPARE(f.workspace.result(f.workspace.selected()->id).evaluation, figures);
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        f.settle();
        while (f.workspace.undoStack().canUndo())
            QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        const QImage undone = f.picture();
        if (undone != before) {
            testing::keep(before, view + QStringLiteral("-before"));
            testing::keep(undone, view + QStringLiteral("-undone"));
        }
        QVERIFY(undone == before);
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(f.workspace.selected()->execution.microbatch_size, std::int64_t{2});
        const QImage redone = f.picture();
        if (redone != turned) {
            testing::keep(turned, view + QStringLiteral("-turned"));
            testing::keep(redone, view + QStringLiteral("-redone"));
        }
        QVERIFY(redone == turned);
    }

    /// Each theme paints on its own window and panel colours and comes back to the same picture.
    void everyViewFollowsTheTheme_data() { fill_view_rows(); }
    void everyViewFollowsTheTheme()
    {
        QFETCH(QString, view);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        const auto share_of = [](const QImage& image, const std::vector<QColor>& colours) {
            int met = 0, all = 0;
            for (int y = 0; y < image.height(); y += 3)
                for (int x = 0; x < image.width(); x += 3) {
                    ++all;
                    met += std::find(colours.begin(), colours.end(), image.pixelColor(x, y)) != colours.end();
                }
            return static_cast<double>(met) / all;
        };
        const std::vector<QColor> light{QColor(0xF6, 0xF7, 0xF9), QColor(0xFF, 0xFF, 0xFF)};
        const std::vector<QColor> dark{QColor(0x1E, 0x21, 0x26), QColor(0x26, 0x2A, 0x31), QColor(0x1B, 0x1E, 0x23)};
        const QImage before = f.picture();
        QVERIFY2(share_of(before, light) > 0.4, qPrintable(QString::number(share_of(before, light))));
        QVERIFY(share_of(before, dark) < 0.05);
        m_theme->setChoice(ThemeChoice::dark);
        const QImage in_dark = f.picture();
        testing::keep(f.window.grab().toImage(), view + QStringLiteral("-dark"));
        m_theme->setChoice(ThemeChoice::light);
        const QImage after = f.picture();
        QVERIFY2(share_of(in_dark, dark) > 0.4, qPrintable(QString::number(share_of(in_dark, dark))));
        QVERIFY2(share_of(in_dark, {light[1]}) < 0.02, qPrintable(QString::number(share_of(in_dark, {light[1]}))));
        QVERIFY(after == before);
    }

    /// A slow answer about fields that have moved on lands nowhere; the newer one does, and the window says meanwhile
    /// that it waits.
    void aLateAnswerNeverLandsOverANewerOne()
    {
        Whole f(*m_theme);
        testing::Gate gate;
        f.workspace.setOracles({[pass = gate.pass()] { return std::make_unique<LateOracle>(pass); }});
        f.settle();
        const auto set = [&](std::int64_t size) {
            f.workspace.edit(QStringLiteral("set"),
                             [size](Session& s) { s.find("s2")->execution.microbatch_size = size; });
        };
        const auto calculon = [&] { return f.workspace.result("s2").answer("calculon"); };
        QCOMPARE(calculon()->total_seconds.value, 1.0);
        set(2);
        QTRY_VERIFY(gate.arrived());
        QVERIFY(gate.entered()); // being asked about 2
        QVERIFY(!calculon());
        QVERIFY2(f.find<StatusLine>("statusLine")->text().contains(QStringLiteral("being asked")),
                 qPrintable(f.find<StatusLine>("statusLine")->text()));
        set(4);
        gate.letThrough(); // the old answer comes now
        f.settle();
        QCOMPARE(calculon()->total_seconds.value, 4.0);
        QVERIFY(!f.find<StatusLine>("statusLine")->text().contains(QStringLiteral("being asked")));
        // Back at 2 it is asked anew: the late answer was kept by nobody.
        set(2);
        QTRY_VERIFY(gate.arrived());
        QVERIFY(gate.entered());
        QVERIFY(!calculon());
        gate.letThrough();
        f.settle();
        QCOMPARE(calculon()->total_seconds.value, 2.0);
    }

    void closingWhileAViewWorksNeitherCrashesNorHangs_data() { fill_view_rows(); }
    void closingWhileAViewWorksNeitherCrashesNorHangs()
    {
        QFETCH(QString, view);
        for (int moment = 0; moment < 3; ++moment) {
            Whole f(*m_theme);
            QVERIFY(f.window.showView(view)); // and whatever it starts is not waited for
            for (int i = 0; i < moment; ++i)
                QCoreApplication::processEvents();
            f.workspace.edit(QStringLiteral("knob"), [](Session& s) { s.find("s2")->execution.microbatch_size = 2; });
            QVERIFY(f.window.close());
            // What is told that its answer was cancelled may ask the paper once more, which is of a moment; no other
            // work goes on.
            for (const JobInfo& job : f.workspace.jobs().running())
                QCOMPARE(job.kind, QStringLiteral("references"));
            QTRY_VERIFY_WITH_TIMEOUT(f.workspace.jobs().idle(), 60000);
        }
        QCoreApplication::processEvents();
    }
};

BLUEPRINTING_UI_TEST(WholeTest)
#include "whole_test.moc"
