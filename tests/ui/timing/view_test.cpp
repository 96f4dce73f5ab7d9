#include "core/strategy/mapping.h"
#include "tests/ui/timing/timing_driver.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/workspace/filters.h"

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

using namespace blueprinting;
using namespace blueprinting::ui;

class TimingViewTest : public TimingDriver {
    Q_OBJECT
private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void answersForTheSelectedStrategy()
    {
        auto* answer = child<AnswerLine>("answer");
        QCOMPARE(answer->headline(),
                 QString("Evidence: 13.64 s, equal to Calculon in all nine components, 0.81 % below the paper"));
        m_workspace->selectStrategy(id(0));
        QCOMPARE(answer->headline(),
                 QString("Evidence: 18.03 s, equal to Calculon in all nine components, 0.56 % below the paper"));
        QVERIFY(answer->why().startsWith("Peak-only is 14.0 % below Calculon. "));
        QCOMPARE(child<Panel>("tasksPanel")->title(), QString("Tasks of GPT-175B full"));
    }

    void tasksAreSortedByShare()
    {
        const auto* table = child<TableView>("taskTable");
        const QModelIndex first = table->model()->index(0, 0);
        QVERIFY(first.data(KeyRole).toString().startsWith("mlp.fc"));
        const int share = columnOf("share");
        double before = 1;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const double value = table->model()->index(row, share).data(ValueRole).toDouble();
            QVERIFY(value <= before);
            before = value;
        }
    }

    void filtersBelongToTheSession()
    {
        QCOMPARE(rows(), 70);
        QCOMPARE(child<ToneLabel>("taskCount")->text(), QString("70 tasks"));
        set_filter(*m_workspace, "share", {"0.005"});
        const int shown = rows();
        QCOMPARE(shown, 40);
        QCOMPARE(child<ToneLabel>("taskCount")->text(), QString("%1 of 70 tasks").arg(shown));
        // Another view of the session shows the same.
        TimingView second(*m_workspace);
        second.refresh();
        QCOMPARE(second.findChild<TableView*>("taskTable")->model()->rowCount(), shown);
        m_workspace->undoStack().undo();
        QCOMPARE(rows(), 70);
    }

    void nothingPassesTheFilters()
    {
        set_filter(*m_workspace, "task", {"no such task"});
        QCOMPARE(child<ToneLabel>("taskCount")->text(), QString("0 of 70 tasks"));
        auto* none = child<QWidget>("tasksNone");
        QVERIFY(none->isVisibleTo(m_view.get()) && !child<TableView>("taskTable")->isVisibleTo(m_view.get()));
        QVERIFY(child<XyPlot>("roofline")->chart().marks.empty());
        testing::keep(testing::draw(*m_view, QSize(1600, 860)), "timing-filtered-to-nothing");
        QTest::mouseClick(child<QAbstractButton>("tasksClearFilters"), Qt::LeftButton);
        QVERIFY(filters_of(m_workspace->session()).empty());
        QVERIFY(!none->isVisibleTo(m_view.get()) && child<TableView>("taskTable")->isVisibleTo(m_view.get()));
        QCOMPARE(rows(), 70);
        m_workspace->undoStack().undo();
        QCOMPARE(rows(), 0);
    }

    /// On paper nothing else says so.
    void chartsSayWhatTheyAreOf()
    {
        QCOMPARE(child<XyPlot>("roofline")->title(), QString("Roofline of GPT-175B seqsel on a100_80g"));
        QCOMPARE(child<XyPlot>("engineCurve")->title(),
                 QString("Efficiency, matrix, float16, of GPT-175B seqsel on a100_80g"));
        QCOMPARE(child<XyPlot>("memoryCurve")->title(), QString("Efficiency, memory, of GPT-175B seqsel on a100_80g"));
    }

    void filterMenu()
    {
        QMenu* menu = child<QToolButton>("filterButton")->menu();
        const auto trigger = [&](const char* name) {
            Q_EMIT menu->aboutToShow();
            auto* action = menu->findChild<QAction*>(QString::fromLatin1(name));
            QVERIFY2(action, name);
            action->trigger();
        };
        trigger("filterSmall");
        QVERIFY((filters_of(m_workspace->session()) == std::vector<Filter>{{"share", "0.005"}}));
        trigger("filterSmall");
        trigger("filter_network");
        QCOMPARE(rows(), 10);
        trigger("filter_recommunication");
        QCOMPARE(rows(), 2);
        QVERIFY((filters_of(m_workspace->session()) ==
                 std::vector<Filter>{{"engine", "collective"}, {"phase", "recommunication"}}));
        trigger("filter_network");
        trigger("filter_recommunication");
        QCOMPARE(rows(), 70);
    }

    void find()
    {
        QTest::keyClicks(child<QLineEdit>("findTask"), "SOFTMAX");
        QCOMPARE(rows(), 3); // forward, again, and its gradient
        const auto* table = child<TableView>("taskTable");
        for (int row = 0; row < rows(); ++row)
            QCOMPARE(table->model()->index(row, 0).data().toString(), QString("attn.softmax"));
    }

    void pickingATaskMarksItEverywhere()
    {
        auto* table = child<TableView>("taskTable");
        table->setCurrentIndex(table->model()->index(0, 0));
        const std::string key = m_workspace->session().selection.task;
        QVERIFY(key == "mlp.fc1/forward" || key == "mlp.fc2/forward");
        QCOMPARE(child<XyPlot>("roofline")->chart().selected, std::vector<QString>{"mlp.fc1/forward"});
        QCOMPARE(child<XyPlot>("engineCurve")->chart().selected.size(), std::size_t{1});
        QCOMPARE(child<XyPlot>("memoryCurve")->chart().selected.size(), std::size_t{1});
        // And from the session to the table.
        Selection selection;
        selection.task = "attn.g/forward";
        m_workspace->select(selection);
        QCOMPARE(table->currentKey(), QString("attn.g/forward"));
        QVERIFY(child<XyPlot>("roofline")->chart().selected.empty());
    }

    void pickingAMarkPicksItsTasksInTurn()
    {
        auto* roofline = child<XyPlot>("roofline");
        testing::draw(*m_view, QSize(1240, 830));
        const XyLayout places = roofline->places();
        std::size_t at = 0;
        while (roofline->chart().marks[at].key != "mlp.fc1/forward")
            ++at;
        for (const char* key : {"mlp.fc1/forward", "mlp.fc2/forward", "mlp.fc1/forward"}) {
            QTest::mouseClick(roofline, Qt::LeftButton, {}, places.marks[at].toPoint());
            QCOMPARE(m_workspace->session().selection.task, std::string(key));
        }
    }

    void pickingAComponentMarksItsTasks()
    {
        auto* components = child<TableView>("componentTable");
        for (int row = 0; row < components->model()->rowCount(); ++row)
            if (components->model()->index(row, 0).data(KeyRole) == "recompute")
                components->setCurrentIndex(components->model()->index(row, 0));
        QCOMPARE(m_workspace->session().selection.component, std::string("recompute"));
        const auto* tasks = child<TableView>("taskTable");
        int marked = 0;
        for (int row = 0; row < tasks->model()->rowCount(); ++row) {
            const QModelIndex index = tasks->model()->index(row, 0);
            QCOMPARE(index.data(MarkedRole).toBool(), index.data(KeyRole).toString().endsWith("/recompute"));
            marked += index.data(MarkedRole).toBool() ? 1 : 0;
        }
        QCOMPARE(marked, 4); // fork, qk, softmax and its dropout
        const XyChart& roofs = child<XyPlot>("roofline")->chart();
        QVERIFY(!roofs.selected.empty());
        for (const QString& key : roofs.selected)
            QVERIFY2(key.endsWith("/recompute"), qPrintable(key));
    }

    void enginesCurveIsChosen()
    {
        auto* curve = child<XyPlot>("engineCurve");
        QCOMPARE(child<ToneLabel>("engineCurveTitle")->text(), QString("matrix, float16"));
        for (auto* button : child<QWidget>("engineSwitch")->findChildren<QAbstractButton*>())
            if (button->text() == "vector")
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(child<ToneLabel>("engineCurveTitle")->text(), QString("vector, float16"));
        QCOMPARE(curve->chart().lines.front().points.size(), std::size_t{3});
        TimingView second(*m_workspace);
        second.refresh();
        QCOMPARE(second.findChild<ToneLabel*>("engineCurveTitle")->text(), QString("vector, float16"));
    }

    void lastLegalFiguresStay()
    {
        m_workspace->edit("break", [&](Session& session) { session.find(id(1))->execution.microbatch_size = 3; });
        auto* answer = child<AnswerLine>("answer");
        QVERIFY2(answer->headline().endsWith("these are its last legal figures"), qPrintable(answer->headline()));
        QCOMPARE(rows() > 0, true);
        const auto* components = child<TableView>("componentTable");
        const Cell cell = components->model()->index(0, 1).data(CellRole).value<Cell>();
        QCOMPARE(cell.text, QString("3.3335"));
        QCOMPARE(cell.tone, Tone::secondary);
    }

    void columnsStayWithinTheirPanels_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("legal");
        QTest::addColumn<std::size_t>("strategy");
        // What a window of this width leaves to the view beside its dock.
        for (const auto& [window, width] : {std::pair(2560, 2200), std::pair(1600, 1240), std::pair(1480, 1120),
                                            std::pair(1440, 1080), std::pair(1421, 1061), std::pair(1366, 1006),
                                            std::pair(1280, 920), std::pair(1024, 662), std::pair(800, 441)})
            for (const bool legal : {true, false})
                for (const std::size_t strategy : {0, 1})
                    QTest::addRow("%d, %s, %s", window, legal ? "legal" : "last legal",
                                  strategy == 0 ? "full" : "seqsel")
                        << width << legal << strategy;
    }
    void columnsStayWithinTheirPanels()
    {
        QFETCH(int, width);
        QFETCH(bool, legal);
        QFETCH(std::size_t, strategy);
        m_workspace->selectStrategy(id(strategy));
        testing::draw(*m_view, QSize(width, 830));
        const auto panel_widths = [&] {
            QList<int> out;
            for (const char* panel : {"tasksPanel", "componentsPanel", "rooflinePanel", "curvesPanel"})
                out << child<Panel>(panel)->width();
            return out;
        };
        const QList<int> before = panel_widths();
        if (!legal)
            m_workspace->edit("break",
                              [&](Session& session) { session.find(id(strategy))->execution.microbatch_size = 3; });
        testing::draw(*m_view, QSize(width, 830));
        QCOMPARE(panel_widths(), before); // what says so moves nothing
        for (const char* name : {"taskTable", "componentTable"}) {
            const auto* table = child<TableView>(name);
            const int all = int(table->table()->columns().size());
            int right = 0;
            QStringList shown;
            for (int at = 0; at < all; ++at)
                if (!table->isColumnHidden(at)) {
                    right = std::max(right, table->columnViewportPosition(at) + table->columnWidth(at));
                    shown << table->table()->columns()[std::size_t(at)].id;
                }
            QVERIFY2(right <= table->viewport()->width(), qPrintable(QString("%1: %2 of %3, %4")
                                                                         .arg(name)
                                                                         .arg(right)
                                                                         .arg(table->viewport()->width())
                                                                         .arg(shown.join(' '))));
            QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
            const QStringList stay =
                name == QString("taskTable")
                    ? QStringList{"task", "share_bar", "share"}
                    : QStringList{"component", "evidence", "calculon", "calculon_error", "paper", "paper_error"};
            for (const QString& id : stay)
                QVERIFY2(shown.contains(id), qPrintable(id + " of " + shown.join(' ')));
            if (name == QString("taskTable"))
                QVERIFY(shown.contains("total") ||
                        (shown.contains("compute") && shown.contains("memory") && shown.contains("network")));
            // A component's name can be told from the others'.
            if (name == QString("componentTable"))
                QVERIFY2(table->columnWidth(0) >= 90, qPrintable(QString::number(table->columnWidth(0))));
            // No word of a phase is cut, nor a task's name unless the phase has gone.
            if (name == QString("taskTable"))
                for (const int at : {0, 1})
                    if (!table->isColumnHidden(at) && (at == 1 || !table->isColumnHidden(1)))
                        QVERIFY2(static_cast<const QAbstractItemView*>(table)->sizeHintForColumn(at) <=
                                     table->columnWidth(at),
                                 qPrintable(shown.join(' ')));
        }
    }

    // A batch that neither reference knows: the columns are gone, and what stands for them moves nothing and says why.
    void whatIsNotCoveredHasNoColumns_data()
    {
        QTest::addColumn<int>("width");
        for (const int width : {2200, 1240, 1061, 1006, 662, 441})
            QTest::addRow("%d", width) << width;
    }
    void whatIsNotCoveredHasNoColumns()
    {
        QFETCH(int, width);
        m_workspace->edit("batch", [&](Session& session) { session.find(id(1))->execution.global_batch = 128; });
        QVERIFY(m_workspace->waitForReferences());
        m_view->refresh();
        testing::draw(*m_view, QSize(width, 830));
        const auto* table = child<TableView>("componentTable");
        for (const char* column : {"calculon", "calculon_error", "paper", "paper_error"})
            QVERIFY2(!table->isColumnShown(column), column);
        QVERIFY(table->isColumnShown("evidence") && table->isColumnShown("peak_only"));
        QCOMPARE(child<QScrollArea>("timingScroll")->horizontalScrollBar()->maximum(), 0);
        const auto* panel = child<Panel>("componentsPanel");
        const auto* title = panel->findChild<QLabel*>("panelTitle");
        const auto* note = panel->findChild<QLabel*>("panelNote");
        for (const QLabel* label : {title, note})
            QVERIFY2(label->fontMetrics().horizontalAdvance(label->text()) <= label->width() + 1,
                     qPrintable(label->text()));
        QVERIFY2(note->text().contains("not covered") && note->toolTip().contains("Choose Calculon checkout") &&
                     note->toolTip().contains("Add a published strategy"),
                 qPrintable(note->toolTip()));
    }

    void neverLegal()
    {
        Session session = m_workspace->session();
        session.strategies.resize(1);
        session.strategies[0].execution.microbatch_size = 3;
        session.selected = session.baseline = session.strategies[0].id;
        m_workspace->reset(session);
        QCOMPARE(child<AnswerLine>("answer")->headline(), QString("GPT-175B full has no figures yet"));
        QVERIFY(!child<QWidget>("timingEmpty")->isHidden());
        QVERIFY(child<QWidget>("timingScroll")->isHidden());
    }

    void pictures_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<qreal>("scale");
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("legal");
        QTest::newRow("timing-light") << QSize(1240, 830) << 1.0 << false << true;
        QTest::newRow("timing-dark") << QSize(1240, 830) << 1.0 << true << true;
        QTest::newRow("timing-last-legal") << QSize(1240, 830) << 1.0 << false << false;
        QTest::newRow("timing-1080-dark-last-legal") << QSize(1080, 740) << 1.0 << true << false;
        QTest::newRow("timing-1080") << QSize(1080, 740) << 1.0 << false << true;
        QTest::newRow("timing-920") << QSize(920, 640) << 1.0 << true << true;
        QTest::newRow("timing-small") << QSize(662, 560) << 1.0 << false << true;
        QTest::newRow("timing-441-double") << QSize(441, 1400) << 2.0 << false << true;
        QTest::newRow("timing-double") << QSize(1240, 830) << 2.0 << false << true;
    }
    void pictures()
    {
        QFETCH(QSize, size);
        QFETCH(qreal, scale);
        QFETCH(bool, dark);
        QFETCH(bool, legal);
        if (!legal)
            m_workspace->edit("break", [&](Session& session) { session.find(id(1))->execution.microbatch_size = 3; });
        m_theme->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
        Selection selection;
        selection.task = "mlp.fc1/forward";
        m_workspace->select(selection);
        m_view->refresh();
        const QImage image = testing::draw(*m_view, size, scale);
        testing::keep(image, QString::fromLatin1(QTest::currentDataTag()));
        const Theme theme = dark ? dark_theme() : light_theme();
        const auto ink = [&](std::size_t component) {
            return testing::count_pixels(image, theme.components[component]);
        };
        const auto leave = qScopeGuard([this] { m_theme->setChoice(ThemeChoice::light); });
        if (!legal) { // colours at 38 % over the panel
            QCOMPARE(ink(0), 0);
            return;
        }
        // Shares of forward, backward and collectives in the table, and the picked row's tint and accent bar.
        QVERIFY(ink(0) > 500 && ink(1) > 500 && ink(4) > 300);
        QVERIFY(testing::count_pixels(image, theme.selection) > 2000);
        QVERIFY(testing::count_pixels(image, theme.accent) > 50);
        if (size.width() > 1200)
            QVERIFY(testing::count_pixels(image, theme.below_fill) > 500); // peak-only below Calculon
    }
};

BLUEPRINTING_UI_TEST(TimingViewTest)
#include "view_test.moc"
