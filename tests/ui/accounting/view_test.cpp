#include "core/strategy/mapping.h"
#include "tests/support/clicks.h"
#include "tests/support/modern_session.h"
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/accounting/optimizers_view.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>

using namespace blueprinting;
using namespace blueprinting::ui;

class OptimizersViewTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void answers();
    void memoryOfTheStartingSession();
    void switchesChangeWhatIsShown();
    void switchesBelongToTheSession();
    void releaseIsCautioned();
    void hiddenStrategiesAreLeftOut();
    void inferenceHasNoOptimizer();
    void illegalStrategiesFade();
    void modernStrategiesHaveFigures();
    void pickingASegmentSelects();
    void sortingRepeatsGroups();
    void aTallColumnHasNoHoleAboveItsTable();
    void pictures_data();
    void pictures();

private:
    template <class T>
    T* child(const char* name) const
    {
        return m_view->findChild<T*>(QString::fromLatin1(name));
    }
    [[nodiscard]] QStringList totals(int column = 0) const;
    [[nodiscard]] std::string id(std::size_t place) const { return m_workspace->session().strategies[place].id; }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<OptimizersView> m_view;
};

void OptimizersViewTest::init()
{
    if (!m_theme)
        m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
    m_workspace = std::make_unique<Workspace>();
    m_view = std::make_unique<OptimizersView>(*m_workspace);
    m_view->resize(1240, 830);
    m_view->refresh();
}

void OptimizersViewTest::cleanup()
{
    m_view.reset();
    m_workspace.reset();
}

QStringList OptimizersViewTest::totals(int column) const
{
    QStringList out;
    for (const BarRow& row : child<StackedBars>("memoryChart")->chart().rows)
        out << row.read_outs[static_cast<std::size_t>(column)].text;
    return out;
}

void OptimizersViewTest::answers()
{
    auto* answer = child<AnswerLine>("answer");
    QCOMPARE(answer->headline(),
             QString("FlashAdam keeps 7.125 bytes per parameter, Adam keeps 16; 19 of 20 published rows match"));
    QCOMPARE(answer->why(),
             QString("The one deviation: ResNet-50 AdamW, FlashOptim, paper 0.05 / 0.08 against 0.048 / 0.074 GiB, "
                     "7.0 %. A deviation is a finding, not a failure. "
                     "GPT-175B seqsel would hold 31.2 GiB per GPU instead of 54.1."));
    m_workspace->selectStrategy(id(0));
    m_view->refresh();
    QVERIFY(answer->why().endsWith("GPT-175B full would hold 25.2 GiB per GPU instead of 48.1."));
}

// 12 blocks of GPT-175B on one of 64 GPUs, under 80 GiB: parameters times bytes, and what no optimizer changes.
void OptimizersViewTest::memoryOfTheStartingSession()
{
    QCOMPARE(totals(), (QStringList{"48.1", "54.1", "37.6", "43.5", "22.5", "28.5", "47.7", "53.7", "25.2", "31.2"}));
    QCOMPARE(totals(1), (QStringList{"31.9", "25.9", "42.4", "36.5", "57.5", "51.5", "32.3", "26.3", "54.8", "48.8"}));
    const BarChart& chart = child<StackedBars>("memoryChart")->chart();
    QCOMPARE(chart.capacity, std::optional(80.0));
    QCOMPARE(chart.capacity_label, QString("capacity 80 GiB"));
    QCOMPARE(chart.rows[0].group, QString("as modelled"));
    QVERIFY(chart.rows[0].group_bold);
    QCOMPARE(chart.rows[1].chip, QString("B"));
    // FlashAdam(W) of the first strategy: 2, 2 and 3.125 bytes times 2 718 498 816 parameters.
    const double gib = 2718498816.0 / 1073741824.0;
    const BarRow& flash = chart.rows[8];
    QCOMPARE(flash.segments[0].value, 2 * gib);
    QCOMPARE(flash.segments[1].value, 2 * gib);
    QCOMPARE(flash.segments[2].value, 3.125 * gib);
    for (const BarRow& row : chart.rows)
        QVERIFY(!row.faded);
}

void OptimizersViewTest::switchesChangeWhatIsShown()
{
    child<QCheckBox>("quantisedMoments")->click();
    QCOMPARE(child<AnswerLine>("answer")->headline(),
             QString("Adam weight split keeps 13 bytes per parameter, Adam keeps 16; 19 of 20 published rows match"));
    QVERIFY(!child<QCheckBox>("groupScales")->isEnabled());
    // 9 and 13 bytes a parameter instead of 6.0625 and 7.125.
    QCOMPARE(totals(), (QStringList{"48.1", "54.1", "37.6", "43.5", "30.0", "35.9", "47.7", "53.7", "40.1", "46.1"}));
    child<QCheckBox>("weightSplit")->click();
    QCOMPARE(child<AnswerLine>("answer")->headline(),
             QString("Adam keeps 16 bytes per parameter, SGD 12; 19 of 20 published rows match"));
    QCOMPARE(child<StackedBars>("bytesChart")->chart().rows.size(), std::size_t{2});
    QCOMPARE(totals().size(), 6);
}

void OptimizersViewTest::switchesBelongToTheSession()
{
    child<QCheckBox>("weightSplit")->click();
    OptimizersView second(*m_workspace);
    second.refresh();
    QVERIFY(!second.findChild<QCheckBox*>("weightSplit")->isChecked());
    QVERIFY(second.findChild<QCheckBox*>("quantisedMoments")->isChecked());
}

void OptimizersViewTest::releaseIsCautioned()
{
    auto* caution = child<ToneLabel>("releaseCaution");
    QVERIFY(caution->isHidden());
    child<QCheckBox>("gradientRelease")->click();
    QVERIFY(!caution->isHidden());
    QVERIFY(caution->text().startsWith("A and B accumulate"));
    QCOMPARE(child<AnswerLine>("answer")->headline(),
             QString("FlashAdam keeps 5.125 bytes per parameter, Adam keeps 16; 19 of 20 published rows match"));
    // One microbatch a step has nothing to accumulate.
    m_workspace->edit("one microbatch", [](Session& session) {
        for (SessionStrategy& strategy : session.strategies)
            strategy.execution.global_batch = 1;
    });
    m_view->refresh();
    QVERIFY(caution->isHidden());
}

void OptimizersViewTest::hiddenStrategiesAreLeftOut()
{
    m_workspace->edit("hide", [&](Session& session) { session.find(id(1))->visible = false; });
    m_view->refresh();
    QCOMPARE(totals(), (QStringList{"48.1", "37.6", "22.5", "47.7", "25.2"}));
    QVERIFY(!child<AnswerLine>("answer")->why().contains("would hold")); // the picked one is hidden
    m_workspace->edit("hide", [&](Session& session) { session.find(id(0))->visible = false; });
    m_view->refresh();
    QVERIFY(child<QWidget>("memoryEmpty")->isVisibleTo(m_view.get()));
}

void OptimizersViewTest::inferenceHasNoOptimizer()
{
    const auto serve = [](SessionStrategy& strategy) {
        strategy.execution.parallelism =
            strategy::TransformerInferenceParallelism{{8, {}}, {8, strategy::ForwardOnly{}}, {1}};
        strategy.execution.all_gather_redo = false;
    };
    m_workspace->edit("serve", [&](Session& session) { serve(*session.find(id(1))); });
    m_view->refresh();
    QCOMPARE(totals(), (QStringList{"48.1", "37.6", "22.5", "47.7", "25.2"}));
    QVERIFY(child<AnswerLine>("answer")->why().endsWith("GPT-175B seqsel serves inference and keeps no optimizer."));
    m_workspace->edit("serve", [&](Session& session) { serve(*session.find(id(0))); });
    m_view->refresh();
    QVERIFY(child<QWidget>("memoryEmpty")->isVisibleTo(m_view.get()));
    QStringList said;
    for (const QLabel* label : child<QWidget>("memoryEmpty")->findChildren<QLabel*>())
        said << label->text();
    QVERIFY2(said.join(QLatin1Char('\n')).contains("A and B serve inference: they keep"),
             qPrintable(said.join(QLatin1Char('\n'))));
}

void OptimizersViewTest::illegalStrategiesFade()
{
    m_workspace->edit("break", [&](Session& session) { session.find(id(0))->execution.microbatch_size = 5; });
    m_view->refresh();
    const BarChart& chart = child<StackedBars>("memoryChart")->chart();
    QVERIFY(chart.rows[0].faded);
    QCOMPARE(chart.rows[0].note, QString("last legal figures"));
    QVERIFY(!chart.rows[1].faded);
    QCOMPARE(totals().first(), QString("48.1"));
}

/// Llama-3.1-8B on one of 8 tensor-parallel GPUs: an eighth of the matrices, and the 65 norms of 4096 whole.
void OptimizersViewTest::modernStrategiesHaveFigures()
{
    m_workspace->edit("open", [](Session& session) {
        session.strategies = {testing::llama_tp8("s1"), testing::llama_fsdp("s2")};
        session.selected = "s1";
    });
    m_view->refresh();
    QVERIFY(child<QWidget>("memoryChart")->isVisibleTo(m_view.get()));
    const BarChart& chart = child<StackedBars>("memoryChart")->chart();
    QCOMPARE(chart.rows.size(), std::size_t{10}); // as modelled, and four optimizers
    QCOMPARE(chart.capacity, std::optional(80.0));
    const double norms = 65 * 4096;
    // Over 8 GPUs the vocabulary of 128 256 is filled up to 129 024, a multiple of 8 · 128, in both tables.
    const double filled = 8030261248 + 2.0 * (129024 - 128256) * 4096;
    const double gib = ((filled - norms) / 8 + norms) / 1073741824.0;
    const auto part = [&](std::size_t row, std::size_t segment) { return chart.rows[row].segments[segment].value; };
    QCOMPARE(part(0, 0), 2 * gib);
    QCOMPARE(part(0, 1), 4 * gib);
    QCOMPARE(part(0, 2), 12 * gib);
    QCOMPARE(part(6, 0), 4 * gib); // Adam(W)
    QCOMPARE(part(6, 2), 8 * gib);
    QCOMPARE(part(6, 3), part(0, 3));
    QCOMPARE(part(8, 2), 3.125 * gib); // FlashAdam(W)
    // Sharded over 64, the master and both moments are 12 bytes of a 64th.
    QCOMPARE(part(7, 0) + part(7, 2), 12 * 8030261248 / 64 / 1073741824.0);
    QVERIFY(chart.rows[0].segments[3].hover.contains("Stage 0 needs most here"));
}

void OptimizersViewTest::pickingASegmentSelects()
{
    auto* chart = child<StackedBars>("memoryChart");
    QVERIFY(m_workspace->session().selected == id(1));
    testing::draw(*m_view, m_view->size());
    testing::click(chart, chart->chart().rows[0].key, chart->chart().rows[0].segments[0].key);
    QCOMPARE(m_workspace->session().selected, id(0));
    QCOMPARE(m_workspace->session().selection.component, std::string("memory.weights"));
    m_view->refresh();
    QCOMPARE(chart->chart().selected_segment, QString("memory.weights"));
}

void OptimizersViewTest::sortingRepeatsGroups()
{
    auto* table = child<TableView>("paperTable");
    const QAbstractItemModelTester tester(table->table(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(table->model()->index(1, 0).data().toString(), QString());
    table->sortByColumn(7, Qt::DescendingOrder);
    QCOMPARE(table->model()->index(0, 0).data().toString(), QString("6  ResNet-50, SGD"));
    QCOMPARE(table->model()->index(0, 7).data().toString(), QString("15.7"));
    QCOMPARE(table->model()->index(1, 0).data().toString(), QString("6  ResNet-50, AdamW"));
    QCOMPARE(table->model()->index(1, 7).data().toString(), QString("7.0"));
    table->sortByColumn(-1, Qt::AscendingOrder);
    QCOMPARE(table->model()->index(1, 0).data().toString(), QString());
}

/// In one column of a tall window what is left over stands below the table.
void OptimizersViewTest::aTallColumnHasNoHoleAboveItsTable()
{
    testing::keep(testing::draw(*m_view, QSize(668, 2200)), QStringLiteral("optimizers-tall"));
    const auto* table = child<TableView>("paperTable");
    const auto* panel = child<QWidget>("paperPanel");
    const auto* title = panel->findChild<QLabel*>("panelTitle");
    QVERIFY(table && panel && title);
    const int hole = table->mapTo(panel, QPoint(0, 0)).y() - title->mapTo(panel, QPoint(0, title->height())).y();
    QVERIFY2(hole >= 0 && hole < 24, qPrintable(QString::number(hole)));
}

void OptimizersViewTest::pictures_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<qreal>("scale");
    QTest::addColumn<bool>("dark");
    // The centre of a window of 1600×1000 and of 1024×700, beside the dock.
    QTest::newRow("optimizers-light") << QSize(1240, 850) << 1.0 << false;
    QTest::newRow("optimizers-dark") << QSize(1240, 850) << 1.0 << true;
    QTest::newRow("optimizers-small-light") << QSize(668, 560) << 1.0 << false;
    QTest::newRow("optimizers-small-dark") << QSize(668, 560) << 1.0 << true;
    QTest::newRow("optimizers-200-light") << QSize(1240, 850) << 2.0 << false;
}

void OptimizersViewTest::pictures()
{
    QFETCH(QSize, size);
    QFETCH(qreal, scale);
    QFETCH(bool, dark);
    m_theme->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
    m_view->refresh();
    const QImage image = testing::draw(*m_view, size, scale);
    testing::keep(image, QString::fromLatin1(QTest::currentDataTag()));
    const Theme theme = dark ? dark_theme() : light_theme();
    // Each part has ink in its colour, and the one deviation its tint. The small view scrolls: the table is below.
    for (std::size_t part = 0; part < 5; ++part)
        QVERIFY2(testing::count_pixels(image, theme.optimizer_parts[part]) > 200, qPrintable(QString::number(part)));
    if (size.width() > 1000) {
        QVERIFY(testing::count_pixels(image, theme.caution_background) > 5000);
        for (const std::size_t kind : {0U, 1U, 2U, 3U})
            QVERIFY(testing::count_pixels(image, theme.memory[kind]) > 1000);
        QVERIFY(testing::count_pixels(image, theme.bad) > 50); // the capacity line
    }
    m_theme->setChoice(ThemeChoice::light);
}

BLUEPRINTING_UI_TEST(OptimizersViewTest)
#include "view_test.moc"
