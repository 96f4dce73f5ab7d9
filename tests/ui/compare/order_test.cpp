#include "tests/ui/compare/compare_bench.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/panel.h"
#include "ui/workspace/session_json.h"

#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QToolTip>

#include <nlohmann/json.hpp>

#include <algorithm>

using namespace blueprinting;
using namespace blueprinting::ui;

/// How the Compare view spends its room: the order of its bars, columns that would only say "not covered", and large
/// windows.
class CompareOrderTest : public testing::CompareBench {
    Q_OBJECT

    /// Of which the fourth and the fifth do not fit in 80 GiB, and the third breaks a law.
    static Session mixed()
    {
        Session out = six(false);
        for (SessionStrategy& strategy : out.strategies)
            strategy.system = *system::find_preset("a100_80g");
        out.strategies[4].execution.microbatch_size = 4;
        out.strategies[5].execution.microbatch_size = 2;
        return out;
    }
    static QStringList rows(const StackedBars& chart)
    {
        QStringList out;
        for (const BarRow& row : chart.chart().rows)
            out << row.key;
        return out;
    }
    void choose(const char* action)
    {
        auto* found = m_view->findChild<QAction*>(QString::fromLatin1(action));
        if (!found)
            qFatal("no %s", action);
        found->trigger();
        settle();
    }
    [[nodiscard]] const cost::Estimate& estimate(const QString& id) const
    {
        return m_workspace->result(id.toStdString()).evaluation->evidence;
    }
    /// Ascending in `size`, what does not fit last.
    template <class Size>
    QStringList expected(const Size& size) const
    {
        QStringList ids;
        for (const SessionStrategy& strategy : m_workspace->session().strategies)
            ids << QString::fromStdString(strategy.id);
        std::stable_sort(ids.begin(), ids.end(), [&](const QString& a, const QString& b) {
            return estimate(a).fits != estimate(b).fits ? estimate(a).fits : size(a) < size(b);
        });
        return ids;
    }

private Q_SLOTS:
    void cleanup()
    {
        QToolTip::hideText();
        close();
    }

    void barsStandByTimeOrMemory()
    {
        open(mixed());
        const auto* time = child<StackedBars>("timeChart");
        const auto* memory = child<StackedBars>("memoryChart");
        const QStringList list{"s1", "s2", "s3", "s4", "s5", "s6"};
        QCOMPARE(rows(*time), list);
        const QStringList by_time = expected([this](const QString& id) { return estimate(id).total.value(); });
        const QStringList by_memory =
            expected([this](const QString& id) { return estimate(id).memory.total().value(); });
        QVERIFY(by_time != list && by_memory != list && by_time != by_memory);
        choose("barOrder_time");
        QCOMPARE(rows(*time), by_time);
        QCOMPARE(rows(*memory), by_time); // one order for both
        QCOMPARE(child<QToolButton>("barOrder")->text(), QString("Order: by time"));
        choose("barOrder_memory");
        QCOMPARE(rows(*time), by_memory);
        // Letters and colours stay with their strategies.
        for (const BarRow& row : time->chart().rows) {
            const std::string id = row.key.toStdString();
            QCOMPARE(row.chip, m_workspace->letter(id));
            QCOMPARE(std::ptrdiff_t(row.chip_place), place_of(m_workspace->session(), id));
        }
        choose("barOrder_list");
        QCOMPARE(rows(*time), list);
    }

    void theSessionKeepsTheOrder()
    {
        open(mixed());
        const auto* time = child<StackedBars>("timeChart");
        choose("barOrder_time");
        const QStringList sorted = rows(*time);
        // Other things of the view that are kept stay.
        for (auto* button : child<QWidget>("differenceSwitch")->findChildren<QAbstractButton*>())
            if (button->text() == "Memory")
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(rows(*time), sorted);
        QCOMPARE(m_workspace->viewState("compare").value("table", ""), std::string("memory"));
        // Undoing an edit leaves it; a file brings it back.
        QVERIFY(!m_workspace->undoStack().canUndo());
        m_workspace->edit("name", [](Session& s) { s.strategies[0].name = "other"; });
        m_workspace->undoStack().undo();
        settle();
        QCOMPARE(rows(*time), sorted);
        const std::string text = to_json(m_workspace->session()).dump();
        const auto document = JsonDocument::parse(text, "session.json");
        QVERIFY(document);
        const auto again = session_from_json(*document);
        QVERIFY(again);
        close();
        open(*again);
        QCOMPARE(rows(*child<StackedBars>("timeChart")), sorted);
        QVERIFY(m_view->findChild<QAction*>("barOrder_time")->isChecked());
    }

    void whatHasNoFiguresStandsLast()
    {
        Session session = mixed();
        session.strategies[0].execution.microbatch_size = 3; // 64 is no multiple, and it never was legal
        session.selected = "s2";
        open(session);
        choose("barOrder_time");
        QCOMPARE(rows(*child<StackedBars>("timeChart")).back(), QString("s1"));
        QVERIFY(child<StackedBars>("timeChart")->chart().rows.back().segments.empty());
        // One alone has no order.
        m_workspace->edit("hide", [](Session& s) {
            for (std::size_t i = 0; i < s.strategies.size(); ++i)
                s.strategies[i].visible = i == 1;
        });
        QVERIFY(child<QToolButton>("barOrder")->isHidden());
    }

    void columnsThatWouldSayNotCoveredAreLeftOut_data()
    {
        QTest::addColumn<std::vector<int>>("batches"); // 64 is recorded and published, 128 is neither
        QTest::addColumn<int>("columns");
        QTest::addColumn<QString>("aside");
        QTest::newRow("both covered") << std::vector<int>{64, 64} << 6 << "";
        QTest::newRow("one covered") << std::vector<int>{64, 128} << 6 << "";
        QTest::newRow("neither covered") << std::vector<int>{128, 128} << 2 << "Calculon, paper: not covered";
    }
    void columnsThatWouldSayNotCoveredAreLeftOut()
    {
        QFETCH(std::vector<int>, batches);
        QFETCH(int, columns);
        QFETCH(QString, aside);
        Session session = two();
        for (std::size_t i = 0; i < 2; ++i)
            session.strategies[i].execution.global_batch = batches[i];
        open(session, {662, 553}); // what a window of 1024 × 700 leaves
        const auto* time = child<StackedBars>("timeChart");
        for (const char* name : {"timeChart", "memoryChart"}) {
            QCOMPARE(child<StackedBars>(name)->chart().columns.size(), std::size_t(columns));
            for (const BarRow& row : child<StackedBars>(name)->chart().rows)
                QCOMPARE(row.read_outs.size(), std::size_t(columns));
        }
        QCOMPARE(time->chart().aside, aside);
        const BarLayout places = time->places();
        if (columns == 2) {
            // The bars have two thirds of the chart and more, and pointing at the words says why and what to do.
            QVERIFY2(places.plot.width() >= 0.66 * time->width(),
                     qPrintable(QString::number(places.plot.width() / time->width())));
            QVERIFY(QRectF(time->rect()).contains(places.aside));
            QMouseEvent move(QEvent::MouseMove, places.aside.center(), time->mapToGlobal(places.aside.center()),
                             Qt::NoButton, Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(const_cast<StackedBars*>(time), &move);
            for (const char* words :
                 {"Calculon: the recorded figures are of other strategies", "Choose Calculon checkout",
                  "Table 5 of arXiv 2205.05198", "Add a published strategy"})
                QVERIFY2(QToolTip::text().contains(words), qPrintable(QToolTip::text()));
            return;
        }
        QVERIFY(places.aside.isNull());
        for (std::size_t i = 0; i < 2; ++i)
            for (const std::size_t column : {std::size_t{3}, std::size_t{5}}) {
                const ReadOut& read_out = time->chart().rows[i].read_outs[column];
                QCOMPARE(read_out.text == "not covered", batches[i] == 128);
                QCOMPARE(
                    read_out.tooltip.contains(column == 3 ? "Choose Calculon checkout" : "Add a published strategy"),
                    batches[i] == 128);
            }
    }

    // Both tables, all fields and higher bars: nothing of the large window is left to a wide empty field.
    void aLargeWindowIsUsed()
    {
        open(two(), {2198, 1293}); // what a window of 2560 × 1440 leaves
        QVERIFY(child<TableView>("differenceTable")->isVisible());
        QVERIFY(child<TableView>("memoryDifferenceTable")->isVisible());
        QVERIFY(!child<QWidget>("differenceSwitch")->isVisible());
        QCOMPARE(child<TableView>("memoryDifferenceTable")->table()->rows().size(),
                 std::size_t{7}); // six kinds and their sum
        QCOMPARE(child<TableView>("differenceTable")->table()->rows().size(), std::size_t{10});
        QVERIFY(child<TableView>("changesTable")->table()->rowOf("datatype") >=
                0); // equal, and there is room to say so
        QCOMPARE(child<QScrollArea>("comparePage")->verticalScrollBar()->maximum(), 0);
        // Below the last row of the tables there is less than a fifth of the view.
        const auto* memory = child<TableView>("memoryDifferenceTable");
        const auto* changes = child<TableView>("ratesTable");
        for (const TableView* last : {memory, changes}) {
            const int bottom = last->mapTo(m_view.get(), QPoint(0, last->height())).y();
            QVERIFY2(m_view->height() - bottom < m_view->height() / 5,
                     qPrintable(QString::number(m_view->height() - bottom)));
        }
        QVERIFY(child<StackedBars>("timeChart")->places().rows[0].bar.height() > 30);
        // Less room, and the switch is back.
        m_view->resize(1238, 853);
        settle();
        QVERIFY(!child<TableView>("memoryDifferenceTable")->isVisible());
        QVERIFY(child<QWidget>("differenceSwitch")->isVisible());
        QVERIFY(child<TableView>("changesTable")->table()->rowOf("datatype") < 0);
    }
};

BLUEPRINTING_UI_TEST(CompareOrderTest)
#include "order_test.moc"
