#include "core/base/digest.h"
#include "core/base/file.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/support/clicks.h"
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/search/axes_chart.h"
#include "ui/search/knob_chart.h"
#include "ui/search/scaling_chart.h"
#include "ui/search/search_bar.h"
#include "ui/search/search_export.h"
#include "ui/search/search_plot.h"
#include "ui/search/search_view.h"
#include "ui/search/search_words.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/filter_bar.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/session_json.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

using namespace blueprinting;
using namespace blueprinting::ui;
using strategy::Field;

/// The view as a person uses it. Its figures were written down for GPT-175B on A100s before the view was.
class SearchViewTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void answersAtOnce();
    void theBestOf1024();
    void aQuestionIsAskedAndUndone();
    void whatIsRefusedStandsBesideItsField();
    void nothingFits();
    void anIllegalOneIsToldWhy();
    void boundsNarrow();
    void aKnobFilters();
    void aRangeFilters();
    void anAxisFilters();
    void aLawShowsAnExample();
    void aSearchsFileIsOpened();
    void aFileThatIsRefused();
    void pickingIsLinked();
    void intoCompareAndIntoTheSession();
    void neighboursOfTheSessionsStrategy();
    void severalNumbersOfDevices();
    void cancelKeepsWhatIsThere();
    void theSessionKeepsIt();
    void byKeyboardAlone();
    void everyControlHasAName();
    void pictures_data();
    void pictures();

private:
    template <class T>
    T* child(const char* name) const
    {
        auto* out = m_view->findChild<T*>(QString::fromLatin1(name));
        if (!out)
            qFatal("no %s", name);
        return out;
    }
    void settle() const
    {
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->busy(), 120000);
        QApplication::processEvents();
    }
    [[nodiscard]] QString headline() const { return child<AnswerLine>("answer")->headline(); }
    [[nodiscard]] QString why() const { return child<AnswerLine>("answer")->why(); }
    void type(const char* name, const QString& text) const
    {
        auto* field = child<QLineEdit>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        settle();
    }
    void turn(const char* name, const QString& id) const
    {
        auto* turned = child<SegmentedSwitch>(name);
        turned->setCurrent(id);
        Q_EMIT turned->currentChanged(id);
        settle();
    }
    [[nodiscard]] QString cell(const char* table, int row, const char* column) const
    {
        const RowTable* rows = child<TableView>(table)->table();
        for (std::size_t i = 0; i < rows->columns().size(); ++i)
            if (rows->columns()[i].id == QLatin1String(column))
                return rows->index(row, static_cast<int>(i)).data().toString();
        qFatal("no column %s", column);
    }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<SearchView> m_view;
};

void SearchViewTest::initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

void SearchViewTest::init()
{
    m_workspace = std::make_unique<Workspace>();
    m_view = std::make_unique<SearchView>(*m_workspace);
    m_view->setAttribute(Qt::WA_DontShowOnScreen);
    m_view->resize(1240, 860);
    m_view->show();
    connect(m_workspace.get(), &Workspace::sessionChanged, m_view.get(), &SearchView::refreshWhole);
    m_workspace->selectStrategy("s2"); // GPT-175B seqsel: TP 8, PP 8, DP 1, batch 64
    m_view->refreshWhole();
    settle();
}

void SearchViewTest::cleanup()
{
    m_view.reset();
    m_workspace.reset();
}

void SearchViewTest::answersAtOnce()
{
    QVERIFY2(headline().startsWith("The fastest takes 11.58 s: TP 4, PP 16, DP 1, v 6."), qPrintable(headline()));
    QVERIFY2(why().contains("B ranks "), qPrintable(why()));
    QCOMPARE(child<QLineEdit>("searchDevices")->text(), QStringLiteral("64"));
    QCOMPARE(child<QLineEdit>("searchBatch")->text(), QStringLiteral("64"));
    QCOMPARE(cell("searchBest", 0, "rank"), QStringLiteral("1"));
    QVERIFY(m_view->state().is_null());
    QVERIFY(m_workspace->undoStack().count() == 0);
    const QAbstractItemModelTester tester(child<TableView>("searchBest")->table());
    QVERIFY(m_view->commandLine().startsWith("blueprinting search --model gpt3-175B --system a100_80g --devices 64"));
}

/// What one reaches by hand takes 20.1 s.
void SearchViewTest::theBestOf1024()
{
    type("searchDevices", "1024");
    type("searchBatch", "1536");
    QVERIFY(m_view->run()->found[0].top.front().total.value() <= 17.05);
    QVERIFY2(headline().startsWith("The fastest takes 1"), qPrintable(headline()));
    QVERIFY(child<SearchPlot>("searchPlot")->chart().areas.size() > 100);
}

void SearchViewTest::aQuestionIsAskedAndUndone()
{
    const QString before = headline();
    type("searchDevices", "128");
    QCOMPARE(m_view->run()->question.devices, std::vector<std::int64_t>{128});
    QCOMPARE(m_view->state()["devices"], Json("128"));
    QVERIFY(headline() != before);
    auto* fit = child<QCheckBox>("searchMustFit");
    fit->click();
    settle();
    QVERIFY(!m_view->run()->question.must_fit);
    child<QDoubleSpinBox>("searchBand")->setValue(10);
    settle();
    QCOMPARE(m_view->run()->question.band_percent, 10.0);
    auto* rank = child<QComboBox>("searchRank");
    rank->setCurrentIndex(rank->findData(QStringLiteral("memory")));
    Q_EMIT rank->activated(rank->currentIndex());
    settle();
    QVERIFY2(headline().startsWith("The leanest takes "), qPrintable(headline()));
    QCOMPARE(m_workspace->undoStack().count(), 4);
    while (m_workspace->undoStack().canUndo())
        m_workspace->undoStack().undo();
    settle();
    QCOMPARE(headline(), before);
    QVERIFY(m_view->state().is_null());
    QCOMPARE(child<QLineEdit>("searchDevices")->text(), QStringLiteral("64"));
    QVERIFY(fit->isChecked());
    m_workspace->undoStack().redo();
    settle();
    QCOMPARE(m_view->run()->question.devices, std::vector<std::int64_t>{128});
}

void SearchViewTest::whatIsRefusedStandsBesideItsField()
{
    const SearchRunPtr before = m_view->run();
    type("searchDevices", "many");
    QVERIFY2(headline().startsWith("The question cannot be asked: Devices"), qPrintable(headline()));
    QVERIFY(child<ToneLabel>("searchRefused")->isVisible());
    QVERIFY2(child<ToneLabel>("searchRefused")->text().startsWith("\"many\" is no number of devices"),
             qPrintable(child<ToneLabel>("searchRefused")->text()));
    QVERIFY(child<QLineEdit>("searchDevices")->property("blueprintingInvalid").toBool());
    QCOMPARE(m_view->run(), before); // nothing is lost
    type("searchDevices", "");
    QVERIFY(!child<ToneLabel>("searchRefused")->isVisible());
    QVERIFY(!child<QLineEdit>("searchDevices")->property("blueprintingInvalid").toBool());
    QCOMPARE(m_view->run()->question.devices, std::vector<std::int64_t>{64});
}

void SearchViewTest::nothingFits()
{
    type("searchDevices", "8");
    QCOMPARE(headline(), QStringLiteral("Nothing fits into 80.0 GiB on 8 devices"));
    QVERIFY(child<ToneLabel>("searchNothing")->isVisible());
    QVERIFY(child<TableView>("searchLaws")->isVisible());
}

/// Twelve blocks a stage are not cut into five: the answer says which law refuses the strategy.
void SearchViewTest::anIllegalOneIsToldWhy()
{
    m_workspace->edit("v", [](Session& session) {
        strategy::set_schedule(session.find("s2")->execution, strategy::training_schedule(8, 5));
    });
    settle();
    QVERIFY2(why().contains("B has no rank: ") && why().contains("5"), qPrintable(why()));
    m_workspace->undoStack().undo();
    settle();
    QVERIFY2(why().contains("B ranks "), qPrintable(why()));
    type("searchBatch", "128");
    QVERIFY2(why().endsWith("B has no rank: its batch is 64."), qPrintable(why()));
}

void SearchViewTest::boundsNarrow()
{
    child<QToolButton>("searchBounds")->click();
    QVERIFY(child<SearchBounds>("searchBoundsForm")->isVisible());
    const std::uint64_t all = m_view->run()->found[0].strategies;
    child<QCheckBox>("bound_recompute_full")->click();
    settle();
    // Of three policies two are left.
    QCOMPARE(m_view->run()->found[0].strategies * 3, all * 2);
    QCOMPARE(child<QToolButton>("searchBounds")->text(), QStringLiteral("Bounds (1)"));
    child<QCheckBox>("bound_recompute_none")->click();
    settle();
    QCOMPARE(m_view->run()->found[0].strategies * 3, all);
    QVERIFY(!child<QCheckBox>("bound_recompute_attention_only")->isEnabled()); // some value stays
    type("bound_tensor.degree", "x");
    QVERIFY(child<ToneLabel>("boundsRefused")->isVisible());
    type("bound_tensor.degree", "");
    child<QPushButton>("boundTensorToTier")->click();
    settle();
    QCOMPARE(child<QLineEdit>("bound_tensor.degree")->text(), QStringLiteral("..8"));
    for (const search::Layout::Branch& branch : m_view->run()->layout(0).branches())
        QVERIFY(branch.tensor <= 8);
}

void SearchViewTest::aKnobFilters()
{
    turn("searchTab", "knobs");
    auto* knobs = child<KnobChart>("searchKnobs");
    const KnobLayout layout = knobs->places();
    // TP is the first knob; its last value.
    const std::vector<KnobBar> bars = knobs->picture().groups[0].bars;
    QTest::mouseClick(knobs, Qt::LeftButton, {}, layout.places[0].back().center().toPoint());
    QCOMPARE(m_view->look().brush.knobs.size(), std::size_t{1});
    QCOMPARE(m_view->look().brush.knobs[0].values, std::vector<std::int64_t>{bars.back().value});
    QCOMPARE(child<FilterBar>("searchFilters")->filters().size(), std::size_t{1});
    turn("searchTab", "best");
    for (int row = 0; row < child<TableView>("searchBest")->table()->rowCount(); ++row)
        QCOMPARE(cell("searchBest", row, "tensor.degree"), QString::number(bars.back().value));
    Q_EMIT child<FilterBar>("searchFilters")->cleared();
    QVERIFY(!m_view->look().brushed());
    QCOMPARE(cell("searchBest", 0, "tensor.degree"), QStringLiteral("4"));
    QCOMPARE(m_workspace->undoStack().count(), 0); // to look at something is no edit
}

void SearchViewTest::aRangeFilters()
{
    auto* plot = child<SearchPlot>("searchPlot");
    const XyLayout places = plot->places();
    const QPoint from = places.plot.topLeft().toPoint() + QPoint(5, 5);
    const QPoint to = places.plot.center().toPoint();
    QTest::mousePress(plot, Qt::LeftButton, Qt::ShiftModifier, from);
    QTest::mouseMove(plot, to);
    QTest::mouseRelease(plot, Qt::LeftButton, Qt::ShiftModifier, to);
    const search::Brush& brush = m_view->look().brush;
    QVERIFY(brush.least_seconds > 0 && brush.most_seconds < 1e9);
    const double most = places.x.value(to.x(), places.plot.left(), places.plot.right());
    QVERIFY(std::abs(brush.most_seconds - most) < 0.05);
    for (const TableRow& row : child<TableView>("searchBest")->table()->rows()) {
        QVERIFY(row.cells[1].value.toDouble() <= brush.most_seconds);
        QVERIFY(row.cells[3].value.toDouble() * 1024 * 1024 * 1024 >= brush.least_bytes * 0.999999);
    }
    QCOMPARE(child<FilterBar>("searchFilters")->filters().size(), std::size_t{2});
    Q_EMIT child<FilterBar>("searchFilters")->removed(QStringLiteral("bytes"));
    QCOMPARE(child<FilterBar>("searchFilters")->filters().size(), std::size_t{1});
    Q_EMIT child<FilterBar>("searchFilters")->cleared();
    // By keyboard: zoomed, and filtered to what is in sight.
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Plus);
    QTest::keyClick(plot, Qt::Key_Plus);
    QVERIFY(plot->isZoomed());
    QApplication::processEvents();
    child<QToolButton>("searchBrushSight")->click();
    QVERIFY(m_view->look().brushed());
    QCOMPARE(m_view->look().brush.most_seconds, plot->places().x.high);
    // Zoomed in, the cells are smaller than they were.
    const XyArea& cell_now = plot->chart().areas.back();
    QVERIFY(cell_now.high.x() - cell_now.low.x() < (places.x.high - places.x.low) / 100);
}

void SearchViewTest::anAxisFilters()
{
    auto* axes = child<AxesChart>("searchAxes");
    QVERIFY(axes->isVisible());
    const AxesLayout places = axes->places();
    const AxesPicture before = axes->picture();
    QCOMPARE(before.total, m_view->run()->found[0].fitting);
    // TP is the first axis; its largest value stands on top.
    const KnobAxis& tensor = before.axes.front();
    const QPointF top(places.x.front(), places.y(tensor.share(tensor.values.size() - 1)));
    QTest::mouseClick(axes, Qt::LeftButton, {}, top.toPoint());
    const std::int64_t value = tensor.values.back().value;
    QCOMPARE(m_view->look().brush.knobs.front().values, std::vector<std::int64_t>{value});
    const RowTable* best = child<TableView>("searchBest")->table();
    QVERIFY(best->rowCount() > 0);
    for (int row = 0; row < best->rowCount(); ++row)
        QCOMPARE(cell("searchBest", row, "tensor.degree"), QString::number(value));
    // Memory along its axis: both hold together, and the bar says how many are left.
    const std::size_t bytes = axes->picture().axes.size() - 2;
    QTest::mousePress(axes, Qt::LeftButton, {}, QPointF(places.x[bytes], places.plot.bottom() - 1).toPoint());
    const QPoint half = QPointF(places.x[bytes], places.plot.center().y()).toPoint();
    QTest::mouseMove(axes, half);
    QTest::mouseRelease(axes, Qt::LeftButton, {}, half);
    const search::Brush& brush = m_view->look().brush;
    QVERIFY(brush.most_bytes < 80.0 * 1024 * 1024 * 1024);
    std::uint64_t inside = 0;
    const auto done = search::each_legal(
        m_view->run()->searched(0),
        [&](const search::Found& one) {
            inside += one.fits && one.memory.value() <= brush.most_bytes && one.memory.value() >= brush.least_bytes &&
                              strategy::tensor_degree(m_view->run()->layout(0).at(one.number)) == value
                          ? 1
                          : 0;
            return true;
        },
        CancelToken());
    QVERIFY(done);
    QCOMPARE(axes->picture().inside, inside);
    QCOMPARE(child<FilterBar>("searchFilters")->filters().size(), std::size_t{2});
    axes->setFocus();
    QTest::keyClick(axes, Qt::Key_Escape);
    QVERIFY(!m_view->look().brushed());
    // The order belongs to the session.
    Q_EMIT axes->ordered({QStringLiteral("seconds")});
    QCOMPARE(axes->picture().axes.front().key, QStringLiteral("seconds"));
    QCOMPARE(m_workspace->undoStack().count(), 0);
    type("searchDevices", "64,128"); // all counts: the axes go, and come back with one
    QVERIFY(!axes->isVisible());
    turn("searchWhich", "one");
    QVERIFY(axes->isVisible());
}

void SearchViewTest::aLawShowsAnExample()
{
    auto* note = child<ToneLabel>("searchLawExample");
    QVERIFY(!note->isVisible());
    testing::pick(child<TableView>("searchLaws"), "strategy.redo.without_sequence_parallel");
    settle();
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().startsWith("Only “redo without RS+AG” refuses TP "), qPrintable(note->text()));
    // The note made its panel higher: the table is clicked where it stands once it is laid out.
    QApplication::processEvents();
    QTest::qWait(QApplication::doubleClickInterval()); // nor is this the second half of a double click
    testing::pick(child<TableView>("searchLaws"), "strategy.heads.indivisible");
    settle();
    QTRY_VERIFY2(note->text().startsWith("No strategy breaks “heads ÷ TP” alone"), qPrintable(note->text()));
}

/// What this view wrote comes back: the same figures, and it belongs to the session by its content.
void SearchViewTest::aSearchsFileIsOpened()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("some strategies.csv"));
    QVERIFY(write_search_table(m_view->run(), false, search::TableForm::csv, path, std::nullopt, CancelToken()));
    QVERIFY(m_view->opens(QStringLiteral("search")));
    QVERIFY(m_view->open(path));
    settle();
    auto* table = child<TableView>("searchFile");
    QVERIFY(table->isVisible());
    QCOMPARE(m_workspace->undoStack().count(), 1);
    // Every legal strategy stands in the file, so its fastest is the fastest that is legal, whether it fits or not.
    double fastest = std::numeric_limits<double>::infinity();
    const auto done = search::each_legal(
        m_view->run()->searched(0),
        [&](const search::Found& one) {
            fastest = std::min(fastest, one.total.value());
            return true;
        },
        CancelToken());
    QVERIFY(done);
    QCOMPARE(table->table()->rows()[0].cells[1].value.toDouble(), fastest);
    for (int row = 0; row < table->table()->rowCount(); ++row)
        QCOMPARE(cell("searchFile", row, "here"), QStringLiteral("the same"));
    // Into Compare by Space; it is that strategy to the last bit.
    testing::pick(table, table->table()->rows()[0].key);
    QTest::keyClick(table, Qt::Key_Space);
    settle();
    const std::string added = m_workspace->session().strategies.back().id;
    QCOMPARE(m_workspace->result(added).evaluation->evidence.total.value(), fastest);
    m_workspace->undoStack().undo();
    // The session names it by path and content.
    const Json kept = m_workspace->viewState(SearchView::kFile);
    QCOMPARE(kept["path"], Json(path.toStdString()));
    const auto bytes = read_file(path.toStdString());
    QCOMPARE(kept["sha256"], Json(Digest::of_bytes(*bytes).hex()));
    const auto again = session_from_json(*JsonDocument::parse(*session_text(m_workspace->session()), "session.json"));
    QVERIFY(again);
    for (const bool changed : {false, true}) {
        if (changed) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::Append));
            file.write("\n");
        }
        Workspace other;
        other.reset(*again);
        SearchView view(other);
        QSignalSpy notices(&view, &View::noticeRaised);
        view.refreshWhole();
        QTRY_VERIFY(!view.busy());
        QCOMPARE(notices.size(), changed ? 1 : 0);
        QCOMPARE(view.findChild<TableView*>("searchFile")->table()->rowCount() > 0, !changed);
    }
    // To have opened it is a step.
    m_workspace->undoStack().undo();
    settle();
    QVERIFY(m_workspace->viewState(SearchView::kFile).is_null());
    QVERIFY(child<ToneLabel>("searchNothing")->isVisible());
}

void SearchViewTest::aFileThatIsRefused()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("cut.csv"));
    QVERIFY(write_file_atomically(path.toStdString(),
                                  "number,tensor_par,pipeline_par,data_par,microbatch_size,total_seconds,memory_bytes,"
                                  "fits\r\n1,8,8,1,1,11.5,6e10,true\r\n2,8,eight,1,1,11.5,6e10,true\r\n"));
    QSignalSpy notices(m_view.get(), &View::noticeRaised);
    QVERIFY(m_view->open(path));
    settle();
    QCOMPARE(notices.size(), 1);
    const auto notice = notices[0][0].value<Notice>();
    QCOMPARE(notice.subject, QStringLiteral("cut.csv was refused."));
    QVERIFY2(notice.text.startsWith("Line 3") && notice.text.contains("\"pipeline_par\"") &&
                 notice.text.endsWith("Nothing was changed."),
             qPrintable(notice.text));
    QCOMPARE(m_workspace->undoStack().count(), 0);
    QVERIFY(m_workspace->viewState(SearchView::kFile).is_null());
}

void SearchViewTest::pickingIsLinked()
{
    auto* table = child<TableView>("searchBest");
    const QString key = table->table()->rows()[2].key;
    testing::pick(table, key);
    settle();
    QCOMPARE(QString::fromStdString(m_view->look().picked), key);
    QCOMPARE(child<SearchPlot>("searchPlot")->chart().selected, std::vector<QString>{key});
    Q_EMIT child<SearchPlot>("searchPlot")->markPicked(table->table()->rows()[0].key);
    settle();
    QCOMPARE(table->currentKey(), table->table()->rows()[0].key);
    // The best in a cell.
    Q_EMIT child<SearchPlot>("searchPlot")->markPicked(QStringLiteral("c0"));
    QVERIFY(m_view->look().picked.starts_with("n"));
}

void SearchViewTest::intoCompareAndIntoTheSession()
{
    QSignalSpy notices(m_view.get(), &View::noticeRaised);
    auto* table = child<TableView>("searchBest");
    const QString best = table->table()->rows()[0].key;
    QVERIFY(!child<QPushButton>("searchAdd")->isEnabled());
    testing::pick(table, best);
    const double seconds = m_view->run()->found[0].top.front().total.value();
    child<QPushButton>("searchAdd")->click();
    settle();
    const Session& session = m_workspace->session();
    QCOMPARE(session.strategies.size(), std::size_t{3});
    QCOMPARE(session.selected, std::string("s2")); // the question stays
    QCOMPARE(QString::fromStdString(session.strategies[2].name), QStringLiteral("gpt3-175B TP 4, PP 16, DP 1, v 6"));
    // It is that strategy to the last bit.
    QCOMPARE(m_workspace->result(session.strategies[2].id).evaluation->evidence.total.value(), seconds);
    QCOMPARE(notices.size(), 1);
    // A second one by Space; then Enter makes the selected one equal to it.
    testing::pick(table, table->table()->rows()[1].key);
    QTest::keyClick(table, Qt::Key_Space);
    settle();
    QCOMPARE(m_workspace->session().strategies.size(), std::size_t{4});
    testing::pick(table, best);
    QTest::keyClick(table, Qt::Key_Return);
    settle();
    QCOMPARE(m_workspace->result("s2").evaluation->evidence.total.value(), seconds);
    QVERIFY2(why().contains("B is the best there is"), qPrintable(why()));
    m_workspace->undoStack().undo();
    settle();
    QCOMPARE(strategy::tensor_degree(m_workspace->session().find("s2")->execution), std::int64_t{8});
}

void SearchViewTest::neighboursOfTheSessionsStrategy()
{
    m_workspace->edit("grow", [](Session& session) {
        for (SessionStrategy& each : session.strategies) {
            strategy::set_number(each.execution, Field::data_degree, 16);
            each.execution.global_batch = 4096;
        }
    });
    settle();
    turn("searchTab", "neighbours");
    // 1024 GPUs, 53.29 s: TP 4 with PP 16 takes 15.2 % less and 13.8 GiB more.
    const RowTable* rows = child<TableView>("searchNeighbours")->table();
    const int tensor = rows->rowOf(QStringLiteral("tensor.degree"));
    QVERIFY(tensor >= 0);
    QCOMPARE(cell("searchNeighbours", tensor, "toDown"), QStringLiteral("TP 4, PP 16"));
    QCOMPARE(cell("searchNeighbours", tensor, "timeDown"), QStringLiteral("−15.2"));
    QCOMPARE(cell("searchNeighbours", tensor, "memoryDown"), QStringLiteral("+13.8"));
    QCOMPARE(tensor, 0); // what gains most stands first
    const int recompute = rows->rowOf(QStringLiteral("recompute"));
    QCOMPARE(cell("searchNeighbours", recompute, "movesDown"), QStringLiteral("does not fit"));
}

void SearchViewTest::severalNumbersOfDevices()
{
    type("searchDevices", "64..256");
    QVERIFY(child<ScalingChart>("searchScaling")->isVisible());
    QVERIFY2(headline().startsWith("Each GPU does most on "), qPrintable(headline()));
    auto* chart = child<ScalingChart>("searchScaling");
    QTest::mouseClick(chart, Qt::LeftButton, {}, QPoint(static_cast<int>(chart->places().columns[1]), 60));
    settle();
    QCOMPARE(m_view->look().devices, std::optional<std::int64_t>(128));
    QVERIFY(chart->isVisible());
    turn("searchWhich", "one");
    QVERIFY(child<SearchPlot>("searchPlot")->isVisible());
    QVERIFY2(headline().startsWith("The fastest takes "), qPrintable(headline()));
    turn("searchWhich", "all");
    QVERIFY(chart->isVisible());
}

void SearchViewTest::cancelKeepsWhatIsThere()
{
    const SearchRunPtr before = m_view->run();
    m_workspace->edit("ask", [](Session& session) {
        session.views["search"] = {{"devices", "4096"}, {"batch", "4096"}};
    });
    m_workspace->jobs().cancelAll();
    QVERIFY(!m_view->busy());
    QVERIFY2(headline().contains("cancelled"), qPrintable(headline()));
    QVERIFY(child<QPushButton>("searchAgain")->isVisible());
    m_workspace->undoStack().undo();
    settle();
    QVERIFY(m_view->run() && m_view->run()->complete);
    QCOMPARE(m_view->run()->question, before->question);
    QVERIFY(!child<QPushButton>("searchAgain")->isVisible());
}

void SearchViewTest::theSessionKeepsIt()
{
    type("searchDevices", "128");
    turn("searchTab", "knobs");
    turn("searchScale", "log");
    testing::pick(child<TableView>("searchFunnel"), "legal");
    const auto text = session_text(m_workspace->session());
    QVERIFY(text);
    const auto document = JsonDocument::parse(*text, "session.json");
    const auto again = session_from_json(*document);
    QVERIFY(again);
    Workspace other;
    other.reset(*again);
    SearchView view(other);
    view.resize(1240, 860);
    view.refreshWhole();
    QTRY_VERIFY(!view.busy());
    QCOMPARE(view.look(), m_view->look());
    QCOMPARE(view.run()->question, m_view->run()->question);
    QCOMPARE(view.findChild<AnswerLine*>("answer")->headline(), headline());
}

void SearchViewTest::byKeyboardAlone()
{
    turn("searchTab", "knobs");
    auto* knobs = child<KnobChart>("searchKnobs");
    knobs->setFocus();
    QTest::keyClick(knobs, Qt::Key_Right);
    QVERIFY(!knobs->accessibleDescription().isEmpty());
    QTest::keyClick(knobs, Qt::Key_Return);
    QVERIFY(m_view->look().brushed());
    auto* plot = child<SearchPlot>("searchPlot");
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Right);
    QTest::keyClick(plot, Qt::Key_Return);
    QVERIFY(!m_view->look().picked.empty());
}

void SearchViewTest::everyControlHasAName()
{
    child<QToolButton>("searchBounds")->click();
    type("searchDevices", "64,128");
    for (const QWidget* widget : m_view->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus ||
            widget->objectName().startsWith(QLatin1String("qt_")))
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                 qPrintable(QString::fromLatin1(widget->metaObject()->className()) + widget->objectName()));
    }
}

void SearchViewTest::pictures_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<qreal>("scale");
    QTest::addColumn<QString>("tab");
    QTest::addColumn<QString>("devices");
    QTest::newRow("light") << QSize(1240, 860) << false << 1.0 << "best"
                           << "";
    QTest::newRow("dark") << QSize(1240, 860) << true << 1.0 << "knobs"
                          << "";
    QTest::newRow("scaling") << QSize(1240, 860) << false << 1.0 << "neighbours"
                             << "64..512";
    QTest::newRow("small") << QSize(676, 560) << false << 1.0 << "best"
                           << "";
    QTest::newRow("twice") << QSize(676, 560) << true << 2.0 << "best"
                           << "";
}

void SearchViewTest::pictures()
{
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    QFETCH(qreal, scale);
    QFETCH(QString, tab);
    QFETCH(QString, devices);
    m_theme->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
    if (!devices.isEmpty())
        type("searchDevices", devices);
    turn("searchTab", tab);
    m_view->resize(size);
    QApplication::processEvents();
    settle();
    const QImage image = testing::draw(*m_view, size, scale);
    testing::keep(image, QStringLiteral("search-%1").arg(QString::fromLatin1(QTest::currentDataTag())));
    const Theme theme = dark ? dark_theme() : light_theme();
    if (devices.isEmpty()) {
        QVERIFY(testing::count_pixels(image, theme.equal_cell) > 200); // the band
        for (const std::size_t chip : {0, 1})                          // A and B
            QVERIFY(testing::count_pixels(image, theme.chip(chip)) > 5);
    } else {
        QVERIFY(testing::count_pixels(image, theme.selection) > 200); // the column that the tables speak of
    }
    m_theme->setChoice(ThemeChoice::light);
}

BLUEPRINTING_UI_TEST(SearchViewTest)
#include "view_test.moc"
