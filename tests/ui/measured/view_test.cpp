#include "core/strategy/mapping.h"
#include "tests/support/modern_session.h"
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/measured/error_plot.h"
#include "ui/measured/error_rows.h"
#include "ui/measured/mark_stamps.h"
#include "ui/measured/measured_view.h"
#include "ui/measured/run_families.h"
#include "ui/measured/run_panel.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/measurements.h"
#include "ui/workspace/published_runs.h"
#include "ui/workspace/session_json.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QMenu>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

using namespace blueprinting;
using namespace blueprinting::ui;

/// The view over the carried runs. What it should say of them was computed apart from this program:
/// tests/core/measured/expected.json.
class MeasuredViewTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanupTestCase();
    void answersForRunsAndForTheSelectedStrategy();
    void everyRunThatCanBePriced();
    void plainRunsComeFirst();
    void stripsAreSortedAndRead();
    void marksLieWhereTheirErrorIs();
    void whatLiesPastAnEndIsCounted();
    void readingsAreBarsAndInNoCount();
    void likeMine();
    void aStrategyFarFromEveryRunSaysSo();
    void choices();
    void notExpressible();
    void gradesAreFilters();
    void filtersNarrowAndAreKept();
    void peakOnly();
    void aRunIsPickedByKeyboard();
    void aRunsPanel();
    void addAsStrategyBringsItsMeasurement();
    void diagonal();
    void ownRunsAreSavedByReferenceAndDigest();
    void refusedOwnRunsChangeNothing();
    void severalOwnFiles();
    void ownRunsAreInNoSentenceOfPublishedOnes();
    void aModernRunIsAddedWithItsMeasurement_data();
    void aModernRunIsAddedWithItsMeasurement();
    void likeMineOfAModernStrategy();
    void faultsComeFirst();
    void aYearThatIsNotStatedIsAValueOfTheFilter();
    void whatTheDistanceDoesNotReadIsTold();
    void ownRunsAreInNoPublishedCell();
    void ownRunsDoNotStretchTheAxis();
    void whatIsNotInFrontIsExportedToo();
    void aRunFarTooShortIsDrawn();
    void stampsAreTheMarks();
    void chipsStandOverTheAxis();
    void moreRowsThanAreShownAreRefused();
    void gradeCAmongTheNearest();
    void pictures_data();
    void pictures();

private:
    template <class T>
    T* child(const char* name) const
    {
        return m_view->findChild<T*>(QString::fromLatin1(name));
    }
    void settle() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->busy(), 60000);
        QVERIFY(m_workspace->waitForReferences());
        QApplication::processEvents();
    }
    [[nodiscard]] QString headline() const { return child<AnswerLine>("answer")->headline(); }
    [[nodiscard]] QString why() const { return child<AnswerLine>("answer")->why(); }
    [[nodiscard]] const ErrorChart& chart() const { return child<ErrorPlot>("runErrors")->chart(); }
    [[nodiscard]] const ErrorStrip& strip(const QString& label) const
    {
        for (const ErrorStrip& each : chart().strips)
            if (each.label == label)
                return each;
        qFatal("no strip %s", qPrintable(label));
    }
    void turn(const char* name, const QString& id) const
    {
        auto* turned = child<SegmentedSwitch>(name);
        turned->setCurrent(id);
        Q_EMIT turned->currentChanged(id);
    }
    void choose(const char* name, const QString& value) const
    {
        auto* box = child<QComboBox>(name);
        box->setCurrentIndex(box->findData(value));
        Q_EMIT box->activated(box->currentIndex());
    }
    [[nodiscard]] QString cell(const char* table, int row, const char* column) const
    {
        const TableView* view = child<TableView>(table);
        const auto& columns = view->table()->columns();
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (columns[i].id == QLatin1String(column))
                return view->table()->index(row, static_cast<int>(i)).data().toString();
        qFatal("no column %s", column);
    }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MeasuredView> m_view;
};

namespace {

const QString kMinus = QStringLiteral("−");

} // namespace

void MeasuredViewTest::initTestCase()
{
    m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
    m_workspace = std::make_unique<Workspace>();
    m_view = std::make_unique<MeasuredView>(*m_workspace);
    m_view->resize(1240, 860);
    connect(m_workspace.get(), &Workspace::sessionChanged, m_view.get(), &MeasuredView::refresh);
}

/// What keeps the view to the runs that the figures of expected.json are of.
const Json kPlain = {{"only", {{"form", "plain"}}}};

/// The session says all that the view shows: a fresh one is a fresh view, whose runs are priced once.
void MeasuredViewTest::init()
{
    Session session = starting_session();
    session.views["measured"] = kPlain;
    m_workspace->reset(std::move(session));
    m_workspace->selectStrategy("s2"); // GPT-175B seqsel
    settle();
}

void MeasuredViewTest::cleanupTestCase()
{
    m_view.reset();
    m_workspace.reset();
}

void MeasuredViewTest::answersForRunsAndForTheSelectedStrategy()
{
    QCOMPARE(headline(), QStringLiteral("Predicted times lie 16.8 % below 150 published runs (median), 4.2 % below the "
                                        "eight nearest to B: from −11.5 to +3.3 %"));
    QVERIFY2(why().contains("35 % within 10 %"), qPrintable(why()));
    QVERIFY2(why().contains("30.8 % below BLOOM"), qPrintable(why()));
    QVERIFY2(why().contains("No run beats peak-only."), qPrintable(why()));
    QVERIFY2(why().contains("The nearest to B are from three sources."), qPrintable(why()));
    QVERIFY2(why().contains("73 % of 767 pairs in the right order; the predicted best costs 2.8 % in the median, 48 % "
                            "at most"),
             qPrintable(why()));
}

/// Without a filter every run is there; each figure is worked out here from the errors of the runs.
void MeasuredViewTest::everyRunThatCanBePriced()
{
    m_workspace->reset(starting_session());
    m_workspace->selectStrategy("s2");
    settle();
    const auto rows = *measured::carried_rows();
    std::vector<double> errors;
    std::size_t derived = 0, calibrated = 0, expressible = 0, without = 0;
    const auto found = *measured::predict(rows, measured::Reach::any, CancelToken());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        expressible += rows[i].expressible_with.empty() ? 0 : 1;
        without += rows[i].expressible_with.empty() ? 1 : 0;
        if (!found[i].in(cost::View::system_evidence))
            continue;
        ++calibrated;
        if (const auto seconds = rows[i].seconds()) {
            if (rows[i].grade == measured::Grade::c)
                ++derived;
            else
                errors.push_back(100 * (found[i].in(cost::View::system_evidence)->value() / *seconds - 1));
        }
    }
    QCOMPARE(expressible, std::size_t{396 + 1182});
    std::sort(errors.begin(), errors.end());
    const double middle = (errors[(errors.size() - 1) / 2] + errors[errors.size() / 2]) / 2;
    QVERIFY2(headline().startsWith(QStringLiteral("Predicted times lie %1 % below %2 published runs (median)")
                                       .arg(-middle, 0, 'f', 1)
                                       .arg(errors.size())),
             qPrintable(headline()));
    QCOMPARE(m_view->evaluation().drawn.size(), errors.size() + derived);
    QCOMPARE(m_view->evaluation().not_expressible.size(), without);
    QCOMPARE(m_view->evaluation().not_calibrated.size(), expressible - calibrated);
    QCOMPARE(m_view->statusItems().front().text,
             QStringLiteral("Measured: %1 rows, %2 expressible, 322 not").arg(count_words(1900), count_words(1578)));
    QVERIFY2(!m_view->commandLine().contains("--plain"), qPrintable(m_view->commandLine()));
    // The tab of what is not there counts every such row once, each with a reason.
    turn("measuredTab", "why");
    std::size_t rows_without = 0;
    const TableView* table = child<TableView>("notExpressible");
    for (int row = 0; row < table->table()->rowCount(); ++row) {
        rows_without += table->table()->index(row, 1).data(ValueRole).toUInt();
        QVERIFY(!cell("notExpressible", row, "why").isEmpty());
    }
    QCOMPARE(rows_without, without + expressible - calibrated);
    // Modern runs have a place on every axis.
    for (const char* by : {"parameters", "gpus", "tensor", "microbatch", "forward"}) {
        choose("marksBy", by);
        for (const ErrorMark& mark : chart().marks)
            QVERIFY2(mark.up > 0, qPrintable(mark.key));
    }
    for (const char* by : {"tensor", "recompute"}) {
        choose("stripsBy", by);
        std::size_t of_strips = 0;
        for (const RunGroup& group : m_view->evaluation().groups) {
            QVERIFY(!group.value.empty());
            of_strips += group.of.size();
        }
        QCOMPARE(of_strips, errors.size());
    }
}

/// What is soonest priced is shown, and said to be a part, until the rest is there.
void MeasuredViewTest::plainRunsComeFirst()
{
    Workspace workspace;
    MeasuredView view(workspace);
    view.refresh();
    std::vector<std::size_t> drawn;
    QString said;
    connect(&PublishedRuns::of(workspace), &PublishedRuns::settled, &view, [&](bool landed) {
        QVERIFY(landed);
        drawn.push_back(view.evaluation().drawn.size());
        if (drawn.size() == 1) {
            QVERIFY(view.busy());
            said = view.statusItems().front().text;
        }
    });
    QTRY_VERIFY_WITH_TIMEOUT(drawn.size() == 2 && !view.busy(), 60000);
    QCOMPARE(drawn[0], std::size_t{392}); // of 396 plain rows four have two readings and no error
    QVERIFY(drawn[1] > drawn[0]);
    QCOMPARE(said, QStringLiteral("Measured: %1 rows, 396 of %2 expressible ones priced")
                       .arg(count_words(1900), count_words(1578)));
    // Stopped on the way, the first stay, and a button asks for the rest.
    Workspace other;
    MeasuredView stopped(other);
    bool first = true;
    connect(&PublishedRuns::of(other), &PublishedRuns::settled, &stopped, [&](bool) {
        if (std::exchange(first, false))
            other.jobs().cancel(PublishedRuns::kJob);
    });
    stopped.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(!first && !stopped.busy(), 60000);
    QCOMPARE(stopped.evaluation().drawn.size(), std::size_t{392});
    auto* rest = stopped.findChild<QPushButton*>(QStringLiteral("priceRest"));
    QVERIFY(!rest->isHidden());
    stopped.refresh(); // does not begin again by itself
    QVERIFY(!stopped.busy());
    rest->click();
    QTRY_VERIFY_WITH_TIMEOUT(!stopped.busy(), 60000);
    QCOMPARE(stopped.evaluation().drawn.size(), drawn[1]);
    QVERIFY(rest->isHidden());
}

void MeasuredViewTest::stripsAreSortedAndRead()
{
    const auto& strips = chart().strips;
    QCOMPARE(strips[0].label, QStringLiteral("All of grades A and B"));
    QCOMPARE(strips[0].runs, QStringLiteral("150"));
    QCOMPARE(strips[0].median_text, kMinus + "16.8");
    QCOMPARE(strips[0].range_text, QStringLiteral("−48.8 … +5.4"));
    QCOMPARE(strips[1].label, QStringLiteral("eight nearest to B"));
    QCOMPARE(strips[1].chip, QStringLiteral("B"));
    QCOMPARE(strips[2].chip, QStringLiteral("A"));
    QStringList sources;
    for (std::size_t i = 3; i < strips.size(); ++i)
        sources << strips[i].label;
    QCOMPARE(sources, (QStringList{"BLOOM log, prequel", "Korthikanti 2022, 530B on 2240", "Narayanan 2021, table 1",
                                   "Narayanan 2021, table 2", "vTrain 2023, multi-node", "Korthikanti 2022, table 5",
                                   "Vocabulary Parallelism 2024", "vTrain 2023, single node (C)"}));
    const ErrorStrip& bloom = strip("BLOOM log, prequel");
    QCOMPARE(bloom.runs, QStringLiteral("53"));
    QVERIFY(bloom.interval && bloom.rule);
    QVERIFY(!strip("Korthikanti 2022, 530B on 2240").interval);
    QCOMPARE(strip("Korthikanti 2022, 530B on 2240").note, QStringLiteral("no interval: fewer than 5 runs or 2 cells"));
    // Eight runs of four models: an interval over so few cells says little, and it is told.
    QCOMPARE(strip("Korthikanti 2022, table 5").note, QStringLiteral("its interval rests on 4 cells"));
    QVERIFY(strips[0].note.isEmpty());
    choose("stripsBy", "tensor");
    QVERIFY(chart().strips[3].label.startsWith("TP "));
    std::size_t of_strips = 0;
    for (std::size_t i = 3; i < chart().strips.size(); ++i)
        of_strips += chart().strips[i].quiet ? 0 : chart().strips[i].marks.size();
    QCOMPARE(of_strips, std::size_t{150});
}

void MeasuredViewTest::marksLieWhereTheirErrorIs()
{
    auto* plot = child<ErrorPlot>("runErrors");
    plot->resize(1100, 420);
    const ErrorLayout& at = plot->places();
    // Both halves share one axis: a run's mark stands over its dot.
    std::size_t held = 0;
    for (std::size_t s = 0; s < chart().strips.size(); ++s)
        for (std::size_t i = 0; i < at.dots[s].size(); ++i) {
            const std::size_t mark = chart().strips[s].marks[i];
            if (!at.inside[mark])
                continue;
            QCOMPARE(at.dots[s][i].x(), at.places[mark].x());
            QVERIFY(at.rows[s].contains(at.dots[s][i]));
            ++held;
        }
    QVERIFY(held > 100);
    const double low = at.error.position(-10, at.marks.left(), at.marks.right());
    const double zero = at.error.position(0, at.marks.left(), at.marks.right());
    QVERIFY(at.marks.left() < low && low < zero && zero < at.marks.right());
    for (std::size_t i = 0; i < at.places.size(); ++i)
        if (at.inside[i])
            QCOMPARE(at.places[i].x() < zero, chart().marks[i].error < 0);
    // The marks stand up by whatever is chosen; errors stay where they are.
    const std::vector<ErrorMark> before = chart().marks;
    for (const char* by : {"parameters", "gpus", "tensor", "microbatch", "forward"}) {
        choose("marksBy", by);
        for (std::size_t i = 0; i < before.size(); ++i) {
            QCOMPARE(chart().marks[i].error, before[i].error);
            QVERIFY2(chart().marks[i].up > 0, by);
        }
    }
}

void MeasuredViewTest::whatLiesPastAnEndIsCounted()
{
    const ErrorLayout& at = child<ErrorPlot>("runErrors")->places();
    // Of the derived runs, which set no scale: those below the left end.
    std::size_t below = 0;
    for (const ErrorMark& mark : chart().marks)
        below += mark.error < at.error.low ? 1 : 0;
    QVERIFY(below > 0);
    QCOMPARE(at.marks_before, below);
    QCOMPARE(at.before.back(), below); // the strip of grade C
    QCOMPARE(at.before.front(), std::size_t{0});
    for (const ErrorMark& mark : chart().marks)
        if (mark.shape != RunMark::small)
            QVERIFY(mark.error >= at.error.low && mark.error <= at.error.high);
}

void MeasuredViewTest::readingsAreBarsAndInNoCount()
{
    const ErrorStrip& readings = strip("Vocabulary Parallelism 2024");
    QVERIFY(readings.quiet && readings.marks.empty());
    QCOMPARE(readings.bars.size(), std::size_t{4});
    // vocabpar24-t5-8gpu-s2048-v32k-baseline: 5815.9 and 6114.1 tokens/s, 128·2048/(8·4.556922392133441 s) predicted.
    const double predicted = 128.0 * 2048 / (8 * 4.556922392133441);
    const auto bar = std::find_if(readings.bars.begin(), readings.bars.end(), [](const ErrorBar& each) {
        return each.key == "vocabpar24-t5-8gpu-s2048-v32k-baseline";
    });
    QVERIFY(bar != readings.bars.end());
    QVERIFY(std::abs(bar->low - 100 * (5815.9 / predicted - 1)) < 1e-6);
    QVERIFY(std::abs(bar->high - 100 * (6114.1 / predicted - 1)) < 1e-6);
}

void MeasuredViewTest::likeMine()
{
    const TableView* table = child<TableView>("runsLikeMine");
    QCOMPARE(table->table()->rowCount(), 8);
    QCOMPARE(cell("runsLikeMine", 0, "run"), QStringLiteral("korthikanti22-t5-175B-selective-sp"));
    QCOMPARE(cell("runsLikeMine", 0, "distance"), QStringLiteral("0.00"));
    QCOMPARE(cell("runsLikeMine", 0, "differs"), QStringLiteral("nothing"));
    QCOMPARE(cell("runsLikeMine", 1, "differs"), QStringLiteral("sizes only"));
    QCOMPARE(cell("runsLikeMine", 3, "differs"), QStringLiteral("recompute, TP comm."));
    QCOMPARE(cell("runsLikeMine", 5, "run"), QStringLiteral("korthikanti22-530B-2240gpu"));
    QCOMPARE(cell("runsLikeMine", 5, "error"), kMinus + "11.5");
    m_workspace->selectStrategy("s1");
    QVERIFY2(headline().contains("nearest to A"), qPrintable(headline()));
}

void MeasuredViewTest::aStrategyFarFromEveryRunSaysSo()
{
    m_workspace->edit("Small", [](Session& session) {
        SessionStrategy& one = *session.find("s2");
        one.model = *model::find_preset("megatron-126M");
        one.execution = strategy::Execution{};
    });
    // Among plain runs; and, once no filter is on, among all.
    QVERIFY2(headline().endsWith("; no run that the filters leave is like B"), qPrintable(headline()));
    QVERIFY(child<ToneLabel>("likeEmpty")->text().contains("No run that the filters leave is like B"));
    m_workspace->edit("no filter", [](Session& session) {
        session.views.erase("measured");
        session.find("s2")->system = *system::find_preset("h100_80g_nvl8"); // whose curves no run is of
    });
    settle();
    QVERIFY2(headline().endsWith("; no published run is like B"), qPrintable(headline()));
    QVERIFY(child<ToneLabel>("likeEmpty")->text().contains("No published run is like B"));
}

void MeasuredViewTest::choices()
{
    turn("measuredTab", "choices");
    QCOMPARE(child<TableView>("runChoices")->table()->rowCount(), 8 + 25);
    const BarChart& bars = child<StackedBars>("choiceRegret")->chart();
    QCOMPARE(bars.rows.front().group, QStringLiteral("A and B, 8 cells"));
    QVERIFY(std::abs(bars.rows.front().segments.front().value - 48.40244869734995) < 1e-9);
    QCOMPARE(bars.rows.front().key, QStringLiteral("vtrain24-multi-0042"));
    // Every cell has a row, or is counted among those that lose nothing.
    const auto of_both = std::count_if(bars.rows.begin(), bars.rows.end(),
                                       [](const BarRow& row) { return row.group.startsWith("A and B"); });
    QVERIFY2(bars.aside.contains(QStringLiteral("%1 of A and B").arg(8 - of_both)), qPrintable(bars.aside));
    QCOMPARE(bars.rows.back().group, QStringLiteral("C, 25 cells"));
    QVERIFY(m_view->commandLine().endsWith("--choices"));
}

void MeasuredViewTest::notExpressible()
{
    turn("measuredTab", "why");
    const TableView* table = child<TableView>("notExpressible");
    QCOMPARE(table->table()->rowCount(), 0); // every plain row has a price
    m_workspace->reset(starting_session());
    settle();
    turn("measuredTab", "why");
    // 1900 rows, of which 396 and 1182 can be expressed.
    int rows = 0, not_calibrated = 0;
    for (int row = 0; row < table->table()->rowCount(); ++row) {
        const int each = table->table()->index(row, 1).data(ValueRole).toInt();
        (cell("notExpressible", row, "why").contains("data sheet") ? not_calibrated : rows) += each;
    }
    QCOMPARE(rows, 1900 - 396 - 1182);
    QCOMPARE(not_calibrated, int(m_view->evaluation().not_calibrated.size()));
}

void MeasuredViewTest::gradesAreFilters()
{
    child<QCheckBox>("gradeB")->click();
    QVERIFY2(headline().contains(" 130 published runs"), qPrintable(headline()));
    child<QCheckBox>("gradeA")->click();
    QCOMPARE(headline(), QStringLiteral("No run of grades A and B is left by these filters"));
    child<QCheckBox>("gradeC")->click();
    QCOMPARE(headline(), QStringLiteral("No run is left by these filters"));
    QVERIFY(chart().marks.empty());
    m_view->refresh(); // the session says the same
    QCOMPARE(headline(), QStringLiteral("No run is left by these filters"));
}

void MeasuredViewTest::filtersNarrowAndAreKept()
{
    choose("filterSource", "Korthikanti et al. arXiv:2205.05198 Tables 3, 5");
    QVERIFY2(headline().startsWith("Predicted times lie 1.3 % below 8 published runs (median)"),
             qPrintable(headline()));
    const Json kept = m_view->state();
    QCOMPARE(kept["only"]["source"], Json("Korthikanti et al. arXiv:2205.05198 Tables 3, 5"));
    MeasuredView other(*m_workspace);
    other.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(!other.busy(), 60000);
    QCOMPARE(other.evaluation().counted.size(), std::size_t{8});
    choose("filterSource", "");
    choose("filterYear", "2021");
    QCOMPARE(m_view->evaluation().counted.size(), std::size_t{11}); // Narayanan: 7 and 4
    // Of years without a run like it, the filters are why.
    choose("filterYear", "2024");
    QVERIFY2(!headline().contains("no published run"), qPrintable(headline()));
    choose("filterYear", "");
    QCOMPARE(m_view->state(), kPlain);
}

void MeasuredViewTest::peakOnly()
{
    turn("measuredView", "peak_only");
    QCOMPARE(m_view->evaluation().view, cost::View::peak_only);
    for (const measured::Judged& each : m_view->evaluation().counted)
        QVERIFY(each.error_percent < 0); // no machine is faster than its peak
    QVERIFY(m_view->commandLine().endsWith("--view peak_only"));
}

void MeasuredViewTest::aRunIsPickedByKeyboard()
{
    auto* plot = child<ErrorPlot>("runErrors");
    QTest::keyClick(plot, Qt::Key_Right); // the leftmost
    QTest::keyClick(plot, Qt::Key_Return);
    const auto least = std::min_element(chart().marks.begin(), chart().marks.end(),
                                        [](const ErrorMark& a, const ErrorMark& b) { return a.error < b.error; });
    QCOMPARE(chart().selected, least->key);
    QCOMPARE(child<RunPanel>("runPanel")->title(), least->key);
    QCOMPARE(m_view->state()["run"], Json(least->key.toStdString()));
    const QPointF at = plot->places().places[0];
    QTest::mouseClick(plot, Qt::LeftButton, {}, at.toPoint());
    QVERIFY(chart().selected != least->key);
}

void MeasuredViewTest::aRunsPanel()
{
    const auto rows = *measured::carried_rows();
    const measured::Runs runs = *measured::Runs::of(rows, measured::Reach::plain, CancelToken());
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs.row(i).id != "bloom-prequel-L582")
            continue;
        std::map<QString, QString> lines;
        for (const auto& [title, text] : run_lines(runs, i, cost::View::system_evidence))
            lines[title] = text;
        QCOMPARE(lines["source"], QStringLiteral("bigscience-workshop/bigscience tr11-176B-ml/chronicles-prequel.md"));
        QVERIFY2(lines["predicted"].contains("error −47.3"), qPrintable(lines["predicted"]));
        QVERIFY2(lines["machine"].endsWith("priced as a100_80g"), qPrintable(lines["machine"]));
        QVERIFY(lines["left out"].endsWith("% of the FLOPs"));
        QVERIFY(!lines["assumed"].isEmpty() && !lines["open"].isEmpty());
        // What is carried and not computed with stands there, too.
        QVERIFY2(lines["printed"].contains("tflops per gpu"), qPrintable(lines["printed"]));
        QVERIFY2(lines["FLOPs a token"].contains("megatron"), qPrintable(lines["FLOPs a token"]));
        QVERIFY2(lines["achieved"].contains("of peak"), qPrintable(lines["achieved"]));
    }
    // And of what could not be priced: degrees that are stated, groups that straddle nodes, a model that is only named.
    const auto lines_of = [&](const char* id) {
        std::map<QString, QString> out;
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (runs.row(i).id == id)
                for (const auto& [title, text] : run_lines(runs, i, cost::View::system_evidence))
                    out[title] = text;
        return out;
    };
    const auto glm = lines_of("glm-130b");
    for (const char* degree : {"tensor 4", "pipeline 8", "data 24", "context 1"})
        QVERIFY2(glm.at("degrees").contains(degree), qPrintable(glm.at("degrees")));
    QVERIFY(!glm.at("degrees").contains("microbatch")); // it is not stated
    QCOMPARE(glm.at("not described"), QStringLiteral("the source names the model and does not describe it"));
    QCOMPARE(lines_of("zb24-t4-28.3B-m128-1F1B-I").at("straddles nodes"), QStringLiteral("pipeline"));
    const auto seqsel = lines_of("korthikanti22-t5-175B-selective-sp"); // its strategy says the degrees
    QVERIFY(!seqsel.contains("degrees") && !seqsel.contains("not described"));
    QCOMPARE(source_link("Korthikanti et al. arXiv:2205.05198 Tables 3, 5"),
             QStringLiteral("https://arxiv.org/abs/2205.05198"));
    QCOMPARE(source_link("bigscience-workshop/bigscience tr11"),
             QStringLiteral("https://github.com/bigscience-workshop/bigscience"));
    QCOMPARE(source_link("own.csv"), QString());
}

void MeasuredViewTest::addAsStrategyBringsItsMeasurement()
{
    child<TableView>("runsLikeMine")->setCurrentKey({});
    Q_EMIT child<TableView>("runsLikeMine")->keyPicked("korthikanti22-530B-2240gpu");
    child<QPushButton>("addRun")->click();
    settle();
    const Session& session = m_workspace->session();
    QCOMPARE(session.strategies.size(), std::size_t{3});
    QCOMPARE(session.strategies.back().name, std::string("korthikanti22-530B-2240gpu"));
    QCOMPARE(session.selected, session.strategies.back().id);
    const auto answer = m_workspace->result(session.selected).answer("measured");
    QVERIFY(answer && answer->total_seconds.has_value());
    // 11.5 % below what was measured, as the table says of the run.
    const double predicted = m_workspace->result(session.selected).evaluation->evidence.total.value();
    QVERIFY(std::abs(100 * (predicted / answer->total_seconds.value - 1) + 11.518138712539482) < 1e-6);
    QVERIFY(session_text(session)->find("korthikanti22-530B-2240gpu") != std::string::npos);
    QCOMPARE(cell("runsLikeMine", 0, "distance"), QStringLiteral("0.00")); // it is its own nearest run
    m_workspace->undoStack().undo();
    QCOMPARE(m_workspace->session().strategies.size(), std::size_t{2});
    QVERIFY(measurements_of(m_workspace->session()).empty());
}

void MeasuredViewTest::diagonal()
{
    turn("errorForm", "diagonal");
    const XyChart& shown_chart = child<XyPlot>("runDiagonal")->chart();
    QCOMPARE(shown_chart.marks.size(), chart().marks.size());
    QVERIFY(shown_chart.x.logarithmic && shown_chart.y.logarithmic);
    for (const XyMark& mark : shown_chart.marks) // a time that is predicted too short is a rate too high
        QCOMPARE(mark.y > mark.x, std::find_if(chart().marks.begin(), chart().marks.end(), [&](const ErrorMark& each) {
                                      return each.key == mark.key;
                                  })->error < 0);
}

void MeasuredViewTest::ownRunsAreSavedByReferenceAndDigest()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("mine.csv");
    const QByteArray header = "model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,"
                              "seconds_per_iteration\n";
    const auto write = [&](const QByteArray& text) {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(write(header + "gpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,20.5\n"));
    m_view->openOwn(path);
    settle();
    QVERIFY2(headline().contains(" 150 published runs"), qPrintable(headline()));
    const auto own = std::find_if(chart().marks.begin(), chart().marks.end(),
                                  [](const ErrorMark& mark) { return mark.key == "mine-L2"; });
    QVERIFY(own != chart().marks.end());
    QCOMPARE(own->family, kOwnFamily);
    const Json kept = m_view->state();
    QCOMPARE(kept["own"][0]["path"], Json(path.toStdString()));
    QCOMPARE(kept["own"][0]["sha256"].get<std::string>().size(), std::size_t{64});
    // Another window with the session reads it again.
    MeasuredView other(*m_workspace);
    other.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(!other.busy(), 60000);
    QCOMPARE(other.evaluation().counted.size(), std::size_t{150});
    QCOMPARE(other.evaluation().own.size(), std::size_t{1});
    // Changed since, it is not what the session means.
    QVERIFY(write(header + "gpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,21.5\n"));
    MeasuredView third(*m_workspace);
    QSignalSpy notices(&third, &View::noticeRaised);
    third.refresh();
    QTRY_VERIFY_WITH_TIMEOUT(!third.busy(), 60000);
    QCOMPARE(notices.size(), 1);
    QVERIFY(notices.at(0).at(0).value<Notice>().subject.contains("it was changed since"));
    QCOMPARE(third.evaluation().counted.size(), std::size_t{150});
    QVERIFY(third.evaluation().own.empty());
    // It is said once, and what is filtered then does not make the session forget the file.
    third.refresh();
    third.findChild<QCheckBox*>(QStringLiteral("gradeC"))->click();
    QVERIFY(!third.busy());
    QCOMPARE(notices.size(), 1);
    QCOMPARE(third.state()["own"], kept["own"]);
}

void MeasuredViewTest::refusedOwnRunsChangeNothing()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("mine.csv");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,"
               "seconds_per_iteration\ngpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,20\ngpt5,a100_80g,64,8,8,1,1,64,2048,"
               "full,20\ngpt3-175B,a100_80g,64,8,8,1,1,64,2048,some,20\n");
    file.close();
    QSignalSpy notices(m_view.get(), &View::noticeRaised);
    m_view->openOwn(path);
    settle();
    QCOMPARE(notices.size(), 1);
    const Notice notice = notices.at(0).at(0).value<Notice>();
    QCOMPARE(notice.subject, QStringLiteral("mine.csv was refused."));
    QVERIFY2(notice.text.contains("ine 3") && notice.text.contains("gpt5") &&
                 notice.text.endsWith("Nothing was changed."),
             qPrintable(notice.text));
    // Each refused line can be read.
    QCOMPARE(notice.actions.size(), 1);
    QCOMPARE(notice.actions.front().text, QStringLiteral("All 2 problems…"));
    notice.actions.front().run();
    auto* dialog = m_view->findChild<QDialog*>(QStringLiteral("problemsDialog"));
    QVERIFY(dialog);
    const QString all = dialog->findChild<QPlainTextEdit*>(QStringLiteral("problems"))->toPlainText();
    QVERIFY2(all.contains("Line 3") && all.contains("Line 4") && all.contains("some"), qPrintable(all));
    dialog->close();
    QCOMPARE(m_view->state(), kPlain);
    QVERIFY2(headline().contains(" 150 published runs"), qPrintable(headline()));
}

/// Files that are opened at once are read one after the other; one that is refused stops none.
void MeasuredViewTest::severalOwnFiles()
{
    QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& line) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("cannot write");
        file.write("model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,"
                   "seconds_per_iteration\n" +
                   line);
        return file.fileName();
    };
    QSignalSpy notices(m_view.get(), &View::noticeRaised);
    m_view->openOwn(write("one.csv", "gpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,20.5\n"));
    m_view->openOwn(write("bad.csv", "gpt5,a100_80g,64,8,8,1,1,64,2048,full,20.5\n"));
    m_view->openOwn(write("two.csv", "gpt3-175B,a100_80g,64,8,8,1,1,64,2048,none,19\n"));
    settle();
    QCOMPARE(notices.size(), 1);
    QCOMPARE(notices.at(0).at(0).value<Notice>().subject, QStringLiteral("bad.csv was refused."));
    QVERIFY2(headline().contains(" 150 published runs"), qPrintable(headline()));
    QCOMPARE(m_view->evaluation().own.size(), std::size_t{2});
    QCOMPARE(m_view->state()["own"].size(), std::size_t{2});
}

/// They have a strip, a key, a colour and a sentence of their own; what is said of published runs stays.
void MeasuredViewTest::ownRunsAreInNoSentenceOfPublishedOnes()
{
    const QString before = headline(), reasons = why();
    const ErrorStrip all = chart().strips.front();
    QTemporaryDir folder;
    QFile file(folder.filePath("mine.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,virtual_stages,"
               "tensor_par_comm_type,seq_par_ag_redo,seconds_per_iteration\n");
    // The strategy on the screen, measured at half and at twice its predicted time, and at that.
    const double predicted = m_workspace->result("s2").evaluation->evidence.total.value();
    for (const double factor : {0.5, 1.0, 2.0})
        file.write(QStringLiteral("gpt3-175B,a100_80g,64,8,8,1,1,64,2048,attn_only,3,rs_ag,true,%1\n")
                       .arg(predicted * factor, 0, 'f', 6)
                       .toUtf8());
    file.close();
    m_view->openOwn(file.fileName());
    settle();
    QCOMPARE(headline(), before);
    for (const QString& sentence : reasons.split(QStringLiteral(". ")))
        QVERIFY2(why().contains(sentence), qPrintable(why()));
    QVERIFY2(why().startsWith("Predicted times lie 0.0 % above 3 own runs (median). "), qPrintable(why()));
    QVERIFY2(why().contains("Own runs faster than peak-only: 1."), qPrintable(why()));
    QCOMPARE(chart().strips.front(), all);
    const ErrorStrip& own = strip("Own: mine.csv");
    QCOMPARE(own.runs, QStringLiteral("3"));
    QCOMPARE(own.family, std::optional(kOwnFamily));
    QVERIFY(std::ranges::any_of(chart().keys, [](const ErrorKey& key) { return key.own && key.count == u"3"; }));
    // Among the nearest they stand where that is asked for, and the sentence still is about published ones.
    const auto listed = [&] {
        int out = 0;
        for (int row = 0; row < child<TableView>("runsLikeMine")->table()->rowCount(); ++row)
            out += cell("runsLikeMine", row, "grade").contains("own") ? 1 : 0;
        return out;
    };
    QCOMPARE(listed(), 0);
    QVERIFY(!child<QCheckBox>("likeOwn")->isHidden());
    child<QCheckBox>("likeOwn")->click();
    QCOMPARE(listed(), 1); // one strategy, run three times
    QCOMPARE(headline(), before);
    QCOMPARE(m_view->state()["like_own"], Json(true));
}

void MeasuredViewTest::aModernRunIsAddedWithItsMeasurement_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<double>("seconds");
    // As its source prints it, and as batch · sequence / (tokens a second · GPUs).
    QTest::newRow("of a data sheet") << "dgxc-v25.04.02-llama3.1-8b-h100-bf16-64" << 12.33;
    QTest::newRow("of a calibrated system") << "zb24-t4-28.3B-m128-1F1B-I" << 128.0 * 1024 / (870.4 * 32);
    QTest::newRow("of 405 billion parameters") << "megatron-lm-examples-llama-405B" << 512.0 * 8192 / (315.0 * 1024);
}

/// Its price is that of the run, its measurement goes with it and is kept, and the run is no way from it.
void MeasuredViewTest::aModernRunIsAddedWithItsMeasurement()
{
    QFETCH(QString, id);
    QFETCH(double, seconds);
    m_workspace->reset(starting_session());
    settle();
    Q_EMIT child<TableView>("runsLikeMine")->keyPicked(id);
    auto* add = child<QPushButton>("addRun");
    QVERIFY2(add->isEnabled(), qPrintable(add->toolTip()));
    add->click();
    settle();
    const Session& session = m_workspace->session();
    QCOMPARE(session.strategies.size(), std::size_t{3});
    const SessionStrategy& added = session.strategies.back();
    QCOMPARE(added.name, id.toStdString());
    QVERIFY(!added.model.plain());
    const StrategyResult& result = m_workspace->result(added.id);
    QVERIFY(result.current && result.program);
    const measured::Runs& runs = *PublishedRuns::of(*m_workspace).runs();
    std::size_t at = 0;
    while (runs.row(at).id != added.name)
        ++at;
    for (const cost::View view : {cost::View::peak_only, cost::View::system_evidence})
        if (const auto& priced = runs.prediction(at).in(view))
            QCOMPARE(result.program->in(view).total.value(), priced->value());
    const auto answer = result.answer("measured");
    QVERIFY(answer && answer->total_seconds.has_value());
    QVERIFY2(std::abs(answer->total_seconds.value / seconds - 1) < 1e-5, qPrintable(QString::number(seconds)));
    QVERIFY(answer->source.starts_with(id.toStdString() + ", "));
    QVERIFY(!m_workspace->result("s1").answer("measured")->covered());
    bool own = false; // runs that differ in what the distance does not read stand beside it
    for (int row = 0; row < child<TableView>("runsLikeMine")->table()->rowCount(); ++row)
        own = own || (cell("runsLikeMine", row, "run") == id && cell("runsLikeMine", row, "distance") == u"0.00");
    QVERIFY(own);
    // The session file keeps it, and another strategy is not what was run.
    Workspace other;
    other.reset(*session_from_json(*JsonDocument::parse(*session_text(session), "session")));
    QVERIFY(other.waitForReferences());
    QCOMPARE(other.result(added.id).answer("measured")->total_seconds, answer->total_seconds);
    other.edit("twice", [&](Session& edited) { edited.find(added.id)->execution.global_batch *= 2; });
    QVERIFY(other.waitForReferences());
    QVERIFY(other.result(added.id).current && !other.result(added.id).answer("measured")->covered());
    m_workspace->undoStack().undo();
    QCOMPARE(m_workspace->session().strategies.size(), std::size_t{2});
    QVERIFY(measurements_of(m_workspace->session()).empty());
}

/// Of a data sheet the runs are judged in peak-only, whatever view is on the screen, as on the command line. All of the
/// list are with flash and without recomputation, states sharded, h 4096, and six of the same model: each distance is
/// the powers of two between sequence, GPUs, DP, microbatch and batch, by nine. Its 32 blocks have 218 112 000 weights
/// each, those of Llama-2-7B 4h² + 3hf + 2h (f 11008), the 24 of GPT3-5B with their biases 4h² + 2hf + f + 9h (f
/// 16384).
void MeasuredViewTest::likeMineOfAModernStrategy()
{
    Session session = starting_session();
    session.strategies.push_back(testing::llama_fsdp("s3"));
    session.selected = "s3";
    m_workspace->reset(std::move(session));
    settle();
    const double two = std::log(2.0);
    const std::vector<std::pair<QString, double>> distances{
        {"dgxc-v25.04.02-llama3.1-8b-h100-bf16-64", 5 * two / 9},
        {"dgxc-v25.04.02-llama3.1-8b-h100-fp8-64", 5 * two / 9},
        {"dgxc-v25.04.02-llama3.1-8b-h100-bf16-128", 6 * two / 9},
        {"dgxc-v25.04.02-llama3.1-8b-h100-bf16-32", 6 * two / 9},
        {"dgxc-v25.04.02-llama3.1-8b-h100-bf16-16", 7 * two / 9},
        {"dgxc-v25.04.02-llama3.1-8b-h100-fp8-16", 7 * two / 9},
        {"nemo24.05-llama2-7b-8", (7 * two + std::log(218112000.0 / 202383360.0)) / 9},
        {"nemo24.07-gpt3-5b-64", (7 * two + std::log(32 * 218112000.0 / (24 * 201379840.0))) / 9}};
    const measured::Runs& runs = *PublishedRuns::of(*m_workspace).runs();
    const SessionStrategy& mine = *m_workspace->selected();
    const auto of = measured::judged(runs, measured::kHeadlineGrades, cost::View::peak_only);
    const measured::Likeness found = measured::like(
        measured::traits(*mine.model.description, "h100_sxm", mine.execution), runs, of, cost::View::peak_only);
    for (const char* view : {"system_evidence", "peak_only"}) {
        turn("measuredView", view);
        QCOMPARE(child<TableView>("runsLikeMine")->table()->rowCount(), int(distances.size()));
        QCOMPARE(found.nearest.size(), distances.size());
        for (int row = 0; row < int(distances.size()); ++row) {
            const auto& [id, distance] = distances[static_cast<std::size_t>(row)];
            const measured::Nearest& each = found.nearest[static_cast<std::size_t>(row)];
            QCOMPARE(cell("runsLikeMine", row, "run"), id);
            QCOMPARE(runs.row(each.rows.front()).id, id.toStdString());
            QVERIFY(std::abs(each.distance - distance) < 1e-12);
            QCOMPARE(cell("runsLikeMine", row, "distance"), QString::number(distance, 'f', 2));
            QCOMPARE(cell("runsLikeMine", row, "error"), error_words(each.error_percent));
        }
        QVERIFY2(headline().contains(QStringLiteral("the eight nearest to C: from %1 to %2 %")
                                         .arg(error_words(found.low_percent), error_words(found.high_percent))),
                 qPrintable(headline()));
        const bool said = headline().endsWith(QStringLiteral(" (peak-only)"));
        QCOMPARE(said, view == std::string("system_evidence"));
        QCOMPARE(why().contains("of its system only the data sheet is known"), said);
        QVERIFY2(m_view->commandLine().contains(" --like ") && m_view->commandLine().contains(" --model Llama-3.1-8B"),
                 qPrintable(m_view->commandLine()));
        // Its strip has their figures; marks only where those stand at the same errors.
        const ErrorStrip& near =
            strip(said ? QStringLiteral("eight nearest to C (peak-only)") : QStringLiteral("eight nearest to C"));
        QCOMPARE(near.marks.size(), said ? std::size_t{0} : std::size_t{8});
        QCOMPARE(near.median_text, error_words(found.median_percent));
        testing::keep(testing::draw(*m_view, QSize(1240, 860), 1), QStringLiteral("measured-modern-%1").arg(view));
    }
    turn("measuredView", "system_evidence");
}

/// A run faster than peak-only, then one that is predicted not to fit though it ran, then the others.
void MeasuredViewTest::faultsComeFirst()
{
    m_workspace->reset(starting_session());
    settle();
    turn("measuredView", "peak_only");
    turn("measuredTab", "rows");
    const TableView* table = child<TableView>("runRows");
    std::array<int, 3> found{};
    std::size_t last = 0;
    for (int row = 0; row < table->table()->rowCount(); ++row) {
        const bool faster = cell("runRows", row, "error").startsWith('+');
        const bool fault = !cell("runRows", row, "fault").isEmpty();
        QVERIFY(fault || !faster);
        const std::size_t rank = faster ? 0 : fault ? 1 : 2;
        QVERIFY2(rank >= last, qPrintable(QString::number(row)));
        last = rank;
        ++found[rank];
    }
    QVERIFY(found[0] > 0 && found[1] > 0 && found[2] > 1000);
    QVERIFY2(why().contains(QStringLiteral("%1 runs are faster than peak-only, first under Rows").arg(found[0])),
             qPrintable(why()));
}

void MeasuredViewTest::aYearThatIsNotStatedIsAValueOfTheFilter()
{
    QTemporaryDir folder;
    QFile file(folder.filePath("mine.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,"
               "seconds_per_iteration\ngpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,20.5\n");
    file.close();
    m_view->openOwn(file.fileName());
    settle();
    const auto* box = child<QComboBox>("filterYear");
    const int at = box->findData(QStringLiteral("not stated"));
    QVERIFY(at >= 0);
    QCOMPARE(box->itemText(at), QStringLiteral("year not stated"));
    choose("filterYear", QStringLiteral("not stated"));
    QCOMPARE(m_view->evaluation().drawn.size(), std::size_t{1});
    QCOMPARE(m_view->evaluation().own.size(), std::size_t{1});
    QVERIFY2(headline().endsWith("one own run"), qPrintable(headline()));
    QCOMPARE(m_view->state()["only"]["year"], Json("not stated"));
}

/// What the distance does not read is told: the strategy of a published run with other chunks is not that run.
void MeasuredViewTest::whatTheDistanceDoesNotReadIsTold()
{
    const auto note = [this] {
        QString out;
        for (const auto* label : child<QWidget>("lowerPanel")->findChildren<ToneLabel*>())
            out += label->text().startsWith("tokens/s per GPU") ? label->text() : QString();
        return out;
    };
    QVERIFY2(note().endsWith("B itself is one of them"), qPrintable(note()));
    m_workspace->edit("no chunks", [](Session& session) {
        strategy::Execution& execution = session.find("s2")->execution;
        strategy::set_schedule(execution, strategy::OneForwardOneBackward{});
        execution.fused_activation = true;
    });
    settle();
    QCOMPARE(cell("runsLikeMine", 0, "run"), QStringLiteral("korthikanti22-t5-175B-selective-sp"));
    QCOMPARE(cell("runsLikeMine", 0, "distance"), QStringLiteral("0.00"));
    QCOMPARE(cell("runsLikeMine", 0, "differs"), QStringLiteral("not counted: v, fused activation"));
    QVERIFY2(!note().contains("itself"), qPrintable(note()));
    m_workspace->undoStack().undo();
}

/// Own runs of a published thing, two of them beside two that are published: no cell mixes them, and no figure of
/// published choices moves.
void MeasuredViewTest::ownRunsAreInNoPublishedCell()
{
    turn("measuredTab", "choices");
    const auto figures = [this] {
        const auto& it = m_view->evaluation().choices;
        return std::tuple(it.cells, it.ordered_pairs, it.pairwise_accuracy, it.max_regret_pct);
    };
    const auto before = figures();
    const std::size_t cells = m_view->evaluation().cells.size();
    const measured::Runs& runs = *PublishedRuns::of(*m_workspace).runs();
    const measured::Cell& published = m_view->evaluation().cells.front();
    QTemporaryDir folder;
    QFile file(folder.filePath("mine.jsonl"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (std::size_t i = 0; i < 3; ++i) { // as fast as nothing published
        Json row = runs.row(published.candidates[i].rows.front()).json;
        row["id"] = "mine-" + std::to_string(i);
        row["measured"]["seconds_per_iteration"] = 1000.0 * static_cast<double>(i + 1);
        file.write(QByteArray::fromStdString(row.dump()) + "\n");
    }
    file.close();
    m_view->openOwn(file.fileName());
    settle();
    QVERIFY(figures() == before);
    const auto& now = m_view->evaluation().cells;
    QCOMPARE(now.size(), cells + 1);
    QCOMPARE(std::ranges::count_if(now, &RunCell::own), std::ptrdiff_t{1});
    QCOMPARE(std::ranges::find_if(now, &RunCell::own)->candidates.size(), std::size_t{3});
    // Closed again, they are neither in the view nor in the session.
    auto* close = child<QToolButton>("closeOwnRuns");
    QVERIFY(!close->isHidden());
    Q_EMIT close->menu()->aboutToShow();
    QCOMPARE(close->menu()->actions().size(), 1);
    QCOMPARE(close->menu()->actions().front()->text(), QStringLiteral("mine.jsonl"));
    close->menu()->actions().front()->trigger();
    settle();
    QVERIFY(m_view->evaluation().own.empty() && !m_view->state().contains("own") && close->isHidden());
    QVERIFY(figures() == before);
}

/// Runs of one's own that are far off leave the published ones their room: they are counted at the axis' ends.
void MeasuredViewTest::ownRunsDoNotStretchTheAxis()
{
    const AxisScale before = natural_error_scale(chart());
    QTemporaryDir folder;
    QFile file(folder.filePath("mine.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,"
               "seconds_per_iteration\ngpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,0.5\n"
               "gpt3-175B,a100_80g,64,8,8,1,1,64,2048,none,1000\n");
    file.close();
    m_view->openOwn(file.fileName());
    settle();
    const ErrorLayout& at = child<ErrorPlot>("runErrors")->places();
    const double span = before.high - before.low;
    QVERIFY(at.error.low >= before.low - span / 2 && at.error.high <= before.high + span / 2);
    QCOMPARE(at.marks_behind, std::size_t{1});
    QCOMPARE(at.behind[static_cast<std::size_t>(&strip("Own: mine.csv") - chart().strips.data())], std::size_t{1});
    // The key that came with them is one more, and all are said.
    QVERIFY(std::ranges::any_of(chart().keys, [](const ErrorKey& key) { return key.own; }));
    QVERIFY(std::ranges::any_of(chart().keys, [](const ErrorKey& key) { return key.bar; }));
    testing::keep(testing::draw(*m_view, QSize(1240, 860), 1), QStringLiteral("measured-own"));
}

/// What is saved is what is asked for now, of every table, whichever is in front; and it says of which view.
void MeasuredViewTest::whatIsNotInFrontIsExportedToo()
{
    turn("measuredTab", "rows");
    turn("measuredTab", "like");
    turn("measuredView", "peak_only");
    QVERIFY(!m_view->exportActions().isEmpty()); // as a menu asks for them
    const auto lines = [this](const char* name) {
        return child<TableView>(name)->toTsv().split('\n', Qt::SkipEmptyParts);
    };
    const QStringList rows = lines("runRows");
    QCOMPARE(rows.size(), qsizetype(1 + 396)); // the plain rows that are priced; four have no error
    QVERIFY2(rows.front().contains("predicted, peak-only (tokens/s per GPU)") &&
                 rows.front().contains("error, peak-only (%)"),
             qPrintable(rows.front()));
    const qsizetype error = rows.front().split('\t').indexOf("error, peak-only (%)");
    std::size_t found = 0;
    for (const measured::Judged& each : m_view->evaluation().counted)
        for (const QString& line : rows)
            if (const QStringList cells = line.split('\t');
                cells.front() == QString::fromStdString(PublishedRuns::of(*m_workspace).runs()->row(each.row).id)) {
                QVERIFY(std::abs(cells[error].toDouble() - each.error_percent) < 1e-3);
                ++found;
            }
    QCOMPARE(found, m_view->evaluation().counted.size());
    QCOMPARE(lines("runChoices").size(), qsizetype(1 + m_view->evaluation().cells.size()));
    QCOMPARE(lines("runsLikeMine").size(), qsizetype(1 + 8));
    QCOMPARE(child<XyPlot>("runDiagonal")->chart().marks.size(), chart().marks.size());
}

/// However short a time is that somebody wrote, the picture is drawn.
void MeasuredViewTest::aRunFarTooShortIsDrawn()
{
    QTemporaryDir folder;
    QFile file(folder.filePath("tiny.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,"
               "seconds_per_iteration\ngpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,1e-9\n");
    file.close();
    m_view->openOwn(file.fileName());
    settle();
    choose("filterYear", QStringLiteral("not stated")); // it stands alone
    QCOMPARE(chart().marks.size(), std::size_t{1});
    const ErrorLayout& at = child<ErrorPlot>("runErrors")->places();
    QVERIFY(at.error.high <= 300 && at.marks_behind == 1);
    QVERIFY(!testing::draw(*m_view, QSize(1240, 860), 1).isNull());
}

/// A stamp is the mark: of each kind, anywhere within a pixel, each pixel's ink differs from the drawn ellipse's by
/// what an eighth of a pixel can move.
void MeasuredViewTest::stampsAreTheMarks()
{
    const QColor color(0x2F, 0x7F, 0x86), panel(Qt::white);
    for (const double scale : {1.0, 2.0}) {
        MarkStamps stamps(scale, panel);
        for (const RunMark shape : {RunMark::filled, RunMark::ring, RunMark::small})
            for (const QPointF at :
                 {QPointF(20, 20), QPointF(20.13, 19.9), QPointF(19.5, 20.37), QPointF(20.26, 20.62)}) {
                std::array<double, 2> ink{};
                std::array<QImage, 2> images;
                for (const std::size_t way : {0, 1}) {
                    images[way] = QImage(QSize(40, 40) * scale, QImage::Format_ARGB32_Premultiplied);
                    images[way].fill(Qt::white);
                    QPainter painter(&images[way]);
                    painter.setRenderHint(QPainter::Antialiasing);
                    if (way == 0) {
                        painter.scale(scale, scale);
                        draw_mark(painter, at, shape, color, panel);
                    } else {
                        stamps.draw(painter, at * scale, shape, color);
                    }
                    painter.end();
                    for (int y = 0; y < images[way].height(); ++y)
                        for (int x = 0; x < images[way].width(); ++x)
                            ink[way] += 255 - qGray(images[way].pixel(x, y));
                }
                QVERIFY(ink[0] > 500 && std::abs(ink[1] / ink[0] - 1) < 0.05);
                for (int y = 0; y < images[0].height(); ++y)
                    for (int x = 0; x < images[0].width(); ++x)
                        QVERIFY(std::abs(qGray(images[0].pixel(x, y)) - qGray(images[1].pixel(x, y))) < 60);
            }
    }
}

/// A chip as low as the axis stands above it, and pushes those above it up.
void MeasuredViewTest::chipsStandOverTheAxis()
{
    ErrorLayout layout;
    layout.marks = QRectF(0, 0, 100, 100);
    layout.up = {0, 100, false};
    const auto heights = [&](std::initializer_list<double> values) {
        std::vector<ErrorChip> chips;
        for (const double value : values)
            chips.push_back({QStringLiteral("A"), 0, value, {}});
        return chip_heights(layout, chips);
    };
    QCOMPARE(heights({80, 40}), (std::vector<double>{20, 60}));
    QCOMPARE(heights({80, 78}), (std::vector<double>{20, 38}));
    QCOMPARE(heights({80, 0}), (std::vector<double>{20, 91}));
    QCOMPARE(heights({12, 2, 0}), (std::vector<double>{55, 73, 91}));
}

/// A file that is too long is refused before any of its lines is read, in words that say the bound and the way round.
void MeasuredViewTest::moreRowsThanAreShownAreRefused()
{
    QTemporaryDir folder;
    QFile file(folder.filePath("long.csv"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,"
               "seconds_per_iteration\n");
    QByteArray lines;
    for (int i = 0; i < 250000; ++i)
        lines += "gpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,20.5\n";
    file.write(lines);
    file.close();
    QSignalSpy notices(m_view.get(), &View::noticeRaised);
    m_view->openOwn(file.fileName());
    settle();
    QCOMPARE(notices.size(), 1);
    const Notice notice = notices.at(0).at(0).value<Notice>();
    QCOMPARE(notice.subject, QStringLiteral("long.csv was refused."));
    QVERIFY2(notice.text.contains(count_words(kMostOwnRuns)) && notice.text.contains(count_words(250001)) &&
                 notice.text.contains("blueprinting measured FILE"),
             qPrintable(notice.text));
    QCOMPARE(m_view->state(), kPlain);
}

/// On demand runs of grade C stand among the nearest; what is said of the eight does not move.
void MeasuredViewTest::gradeCAmongTheNearest()
{
    const QString before = headline();
    const ErrorStrip strip_before = chart().strips[1];
    m_workspace->edit("one node", [](Session& session) { // as vTrain's single-node runs: 8 GPUs
        SessionStrategy& one = *session.find("s2");
        one.model = *model::find_preset("megatron-22B");
        one.execution = strategy::find_preset("seqsel-tab5/megatron-22B/seqsel")->execution;
    });
    const QString of_one_node = headline();
    const auto grades = [&] {
        QStringList out;
        for (int row = 0; row < child<TableView>("runsLikeMine")->table()->rowCount(); ++row)
            out << cell("runsLikeMine", row, "grade");
        return out;
    };
    QVERIFY(!grades().isEmpty() && !grades().contains("C"));
    auto* derived = child<QCheckBox>("likeDerived");
    derived->click();
    QVERIFY2(grades().contains("C"), qPrintable(grades().join(' ')));
    QCOMPARE(headline(), of_one_node);
    QCOMPARE(m_view->state()["like_derived"], Json(true));
    QVERIFY2(m_view->commandLine().contains(" --grade A,B,C --model "), qPrintable(m_view->commandLine()));
    derived->click();
    QVERIFY(!grades().contains("C"));
    m_workspace->undoStack().undo();
    QCOMPARE(headline(), before);
    QVERIFY(chart().strips[1] == strip_before);
}

void MeasuredViewTest::pictures_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<qreal>("scale");
    QTest::newRow("light") << QSize(1240, 860) << false << 1.0;
    QTest::newRow("dark") << QSize(1240, 860) << true << 1.0;
    QTest::newRow("small") << QSize(676, 560) << false << 1.0;
    QTest::newRow("twice") << QSize(676, 560) << false << 2.0;
}

void MeasuredViewTest::pictures()
{
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    QFETCH(qreal, scale);
    m_theme->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
    const QImage image = testing::draw(*m_view, size, scale);
    testing::keep(image, QStringLiteral("measured-%1").arg(QString::fromLatin1(QTest::currentDataTag())));
    const Theme theme = dark ? dark_theme() : light_theme();
    // Marks of BLOOM and of vTrain are there, in their colours.
    QVERIFY(testing::count_pixels(image, theme.runs[0]) > 100);
    QVERIFY(testing::count_pixels(image, theme.runs[1]) > 100);
    m_theme->setChoice(ThemeChoice::light);
}

BLUEPRINTING_UI_TEST(MeasuredViewTest)
#include "view_test.moc"
