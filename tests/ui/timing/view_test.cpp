#include "tests/ui/timing/timing_driver.h"
#include "core/strategy/mapping.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/tone_label.h"
#include "ui/workspace/filters.h"

#include <QLineEdit>
#include <QMenu>
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
        QCOMPARE(answer->headline(), QString("Evidence: 13.64 s, equal to Calculon in all nine components, 0.81 % below the paper"));
        m_workspace->selectStrategy(id(0));
        QCOMPARE(answer->headline(), QString("Evidence: 18.03 s, equal to Calculon in all nine components, 0.56 % below the paper"));
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
        QVERIFY(shown > 20 && shown < 70);
        QCOMPARE(child<ToneLabel>("taskCount")->text(), QString("%1 of 70 tasks").arg(shown));
        // Another view of the session shows the same.
        TimingView second(*m_workspace);
        second.refresh();
        QCOMPARE(second.findChild<TableView*>("taskTable")->model()->rowCount(), shown);
        m_workspace->undoStack().undo();
        QCOMPARE(rows(), 70);
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
        QVERIFY((filters_of(m_workspace->session()) == std::vector<Filter>{{"engine", "collective"}, {"phase", "recommunication"}}));
        trigger("filter_network");
        trigger("filter_recommunication");
        QCOMPARE(rows(), 70);
    }

    void find()
    {
        QTest::keyClicks(child<QLineEdit>("findTask"), "SOFTMAX");
        QVERIFY(rows() >= 1);
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
        QVERIFY(marked >= 1);
    }

    void enginesCurveIsChosen()
    {
        auto* curve = child<XyPlot>("engineCurve");
        QCOMPARE(curve->title(), QString("matrix, float16"));
        for (auto* button : child<QWidget>("engineSwitch")->findChildren<QAbstractButton*>())
            if (button->text() == "vector")
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(curve->title(), QString("vector, float16"));
        QCOMPARE(curve->chart().lines.front().points.size(), std::size_t{3});
        TimingView second(*m_workspace);
        second.refresh();
        QCOMPARE(second.findChild<XyPlot*>("engineCurve")->title(), QString("vector, float16"));
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
        QTest::newRow("timing-light") << QSize(1240, 830) << 1.0 << false;
        QTest::newRow("timing-dark") << QSize(1240, 830) << 1.0 << true;
        QTest::newRow("timing-small") << QSize(662, 560) << 1.0 << false;
        QTest::newRow("timing-double") << QSize(1240, 830) << 2.0 << false;
    }
    void pictures()
    {
        QFETCH(QSize, size);
        QFETCH(qreal, scale);
        QFETCH(bool, dark);
        m_theme->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
        Selection selection;
        selection.task = "mlp.fc1/forward";
        m_workspace->select(selection);
        m_view->refresh();
        const QImage image = testing::draw(*m_view, size, scale);
        testing::keep(image, QString::fromLatin1(QTest::currentDataTag()));
        const Theme theme = dark ? dark_theme() : light_theme();
        const auto ink = [&](std::size_t component) { return testing::count_pixels(image, theme.components[component]); };
        // Shares of forward, backward and collectives in the table, and the picked row's tint and accent bar.
        QVERIFY(ink(0) > 500 && ink(1) > 500 && ink(4) > 300);
        QVERIFY(testing::count_pixels(image, theme.selection) > 2000);
        QVERIFY(testing::count_pixels(image, theme.accent) > 50);
        if (size.width() > 1000)
            QVERIFY(testing::count_pixels(image, theme.below_fill) > 500); // peak-only below Calculon
        m_theme->setChoice(ThemeChoice::light);
    }
};

BLUEPRINTING_UI_TEST(TimingViewTest)
#include "view_test.moc"
