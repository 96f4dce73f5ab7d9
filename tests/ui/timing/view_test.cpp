#include "core/strategy/mapping.h"
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/workspace/filters.h"
#include "ui/timing/timing_view.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/legend.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/tone_label.h"
#include "ui/widgets/xy_plot.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QToolButton>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

/// Says what it is told to of everything that it is asked.
class StubOracle : public oracle::Oracle {
public:
    explicit StubOracle(oracle::Answer answer) : m_answer(std::move(answer)) {}
    [[nodiscard]] oracle::Identity identity() const override { return {"Stub", "1", "here", "0", "recorded"}; }
    Result<oracle::Answer> ask(const oracle::Question&, const CancelToken&) override { return m_answer; }

private:
    oracle::Answer m_answer;
};

} // namespace

class TimingViewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        if (!m_theme)
            m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
        m_workspace = std::make_unique<Workspace>();
        QVERIFY(m_workspace->waitForReferences());
        m_view = std::make_unique<TimingView>(*m_workspace);
        // As the frame does while the view is in front.
        connect(m_workspace.get(), &Workspace::sessionChanged, m_view.get(), &TimingView::refresh);
        connect(m_workspace.get(), &Workspace::selectionChanged, m_view.get(), &TimingView::refresh);
        m_view->resize(1240, 830);
        m_view->refresh();
        for (const char* table : {"taskTable", "componentTable"})
            m_testers.push_back(std::make_unique<QAbstractItemModelTester>(child<TableView>(table)->model(),
                                                                           QAbstractItemModelTester::FailureReportingMode::QtTest));
    }
    void cleanup()
    {
        m_testers.clear();
        m_view.reset();
        m_workspace.reset();
    }

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

    void lastLegalFiguresAreGreyedAndMarkedEverywhere()
    {
        m_workspace->edit("break", [&](Session& session) { session.find(id(1))->execution.microbatch_size = 3; });
        const Theme theme = light_theme();
        const auto at_38_percent = [&](const QColor& color) { return mixed(color, theme.panel, 0.38); };
        for (const char* table : {"taskTable", "componentTable"})
            for (const TableRow& row : child<TableView>(table)->table()->rows())
                for (const Cell& cell : row.cells) {
                    QVERIFY2(cell.text.isEmpty() || cell.tone == Tone::secondary, qPrintable(row.key + ": " + cell.text));
                    QVERIFY(!cell.bold);
                }
        const TableRow& fc1 = child<TableView>("taskTable")->table()->rows().at(std::size_t(child<TableView>("taskTable")->table()->rowOf("mlp.fc1/forward")));
        QCOMPARE(fc1.cells[std::size_t(columnOf("task"))].color.in(theme), at_38_percent(theme.components[0]));
        QCOMPARE(fc1.cells[std::size_t(columnOf("share_bar"))].color.in(theme), at_38_percent(theme.components[0]));
        // Peak-only lies below Calculon: the bar has that colour, at 38 %.
        QCOMPARE(child<TableView>("componentTable")->table()->rows()[0].cells[6].color.in(theme), at_38_percent(theme.below_fill));
        for (const char* plot : {"roofline", "engineCurve", "memoryCurve"}) {
            const XyChart& chart = child<XyPlot>(plot)->chart();
            QVERIFY(!chart.marks.empty());
            for (const XyMark& mark : chart.marks) {
                QVERIFY(mark.faded && mark.label.isEmpty());
                QVERIFY(mark.hover.endsWith("last legal figures"));
            }
        }
        for (const char* panel : {"tasksPanel", "componentsPanel", "rooflinePanel", "curvesPanel"}) {
            auto* note = child<Panel>(panel)->findChild<ToneLabel*>("panelNote");
            QVERIFY2(note->text().startsWith("last legal figures"), panel);
            QCOMPARE(note->tone(), Tone::caution);
        }
        m_workspace->undoStack().undo();
        QVERIFY(!child<XyPlot>("roofline")->chart().marks[0].faded);
        QVERIFY(!child<Panel>("rooflinePanel")->findChild<ToneLabel*>("panelNote")->isVisibleTo(m_view.get()));
        QCOMPARE(child<TableView>("componentTable")->table()->rows()[0].cells[1].tone, Tone::text);
    }

    void recomputeCounterIsAudited()
    {
        // GPT-175B on 8 ranks: the forward operations of one block, in order, and which of them run again.
        const double tokens = 2048, hidden = 12288;
        const auto forward = [&](bool full) {
            const double a = tokens * hidden, x = full ? a : a / 8, p = 12.0 * 2048 * 2048;
            const double product = 2 * tokens * hidden * 1536, scores = 2 * 12.0 * 2048 * 128 * 2048, wide = 2 * tokens * hidden * 6144;
            const double reduced = a * 7 / 8; // what a row side adds up
            return std::vector<std::pair<double, bool>>{
                {0, full}, {9 * x, full}, {0, true}, {product, full}, {product, full}, {product, full}, {scores, true}, {5 * p, true},
                {p, true}, {scores, full}, {product, full}, {reduced, false}, {x, full}, {x, full}, {0, full}, {9 * x, full}, {wide, full},
                {8 * tokens * 49152 / 8, full}, {wide, full}, {reduced, false}, {x, full}, {x, full}};
        };
        const auto once = [](const std::vector<std::pair<double, bool>>& tasks) {
            double sum = 0;
            for (const auto& [operations, again] : tasks)
                sum += again ? operations : 0;
            return sum;
        };
        const auto prefixes = [](const std::vector<std::pair<double, bool>>& tasks) {
            double prefix = 0, sum = 0;
            for (const auto& [operations, again] : tasks) {
                prefix += operations;
                sum += again ? prefix : 0;
            }
            return sum;
        };
        auto* note = child<ToneLabel>("auditNote");
        QVERIFY2(note->text().startsWith("Recompute counter: 13.19 GFLOP run again; Calculon's block_re_flops says 735.1 GFLOP"), qPrintable(note->text()));
        press("partSwitch", "Recompute");
        auto* audit = child<TableView>("auditTable");
        QVERIFY(audit->isVisibleTo(m_view.get()) && !child<TableView>("componentTable")->isVisibleTo(m_view.get()));
        QCOMPARE(child<Panel>("componentsPanel")->title(), QString("Recompute counter audit"));
        QCOMPARE(audit->model()->rowCount(), 2);
        // block_re_flops of seqsel-tab5/gpt3-175B/full and …/seqsel in data/oracle/seqsel.jsonl.
        const std::array found{7290655604736.0, 735106301952.0};
        for (int row = 0; row < 2; ++row) {
            const auto tasks = forward(row == 0);
            const auto value = [&](int column) { return audit->model()->index(row, column).data(ValueRole).toDouble(); };
            QCOMPARE(value(2), once(tasks));
            QCOMPARE(value(3), prefixes(tasks));
            QCOMPARE(value(4), found[std::size_t(row)]);
            QCOMPARE(value(5), 100 * (prefixes(tasks) - found[std::size_t(row)]) / found[std::size_t(row)]);
            QCOMPARE(audit->model()->index(row, 5).data().toString(), QString("0.00"));
        }
        QCOMPARE(audit->model()->index(1, 1).data().toString(), QString("attention"));
        QVERIFY(note->text().contains("each counted once") && note->text().contains("block_re_flops adds, at every recomputed layer"));
        // Kept in the session, and a row picks its strategy.
        TimingView second(*m_workspace);
        second.refresh();
        QVERIFY(!second.findChild<TableView*>("auditTable")->isHidden());
        audit->setCurrentIndex(audit->model()->index(0, 0));
        QCOMPARE(m_workspace->session().selected, id(0));
    }

    void everyStateOfAReferenceIsToldApart()
    {
        using oracle::Figure;
        using oracle::State;
        // seqsel's own figures are 3.33348 s forward and no data parallelism.
        oracle::Answer calculon = oracle::answer_of(State::not_covered);
        calculon.source = "here";
        calculon.total_seconds = Figure::of(10);
        const auto set = [&](cost::Component component, Figure figure) { calculon.components[std::size_t(component)] = figure; };
        set(cost::Component::forward, Figure::of(2 * m_workspace->result(id(1)).evaluation->evidence.breakdown.seconds[0].value()));
        set(cost::Component::backward, Figure::of(0));                   // infinite: ours is not zero
        set(cost::Component::data_parallel, Figure::of(0));              // zero on both sides
        set(cost::Component::optimizer, {State::not_published, 0});
        set(cost::Component::tensor_parallel, {State::refused, 0});
        calculon.refusal = "Mem tier1 needs 81 GiB but only has 80 GiB";
        oracle::Answer paper = oracle::answer_of(State::not_published);
        paper.source = "a table";
        paper.total_seconds = Figure::of(13.75);
        m_workspace->setOracles([calculon] { return std::make_unique<StubOracle>(calculon); }, [paper] { return std::make_unique<StubOracle>(paper); });
        QVERIFY(m_workspace->waitForReferences());
        m_view->refresh();
        const auto* table = child<TableView>("componentTable")->table();
        const auto cell = [&](const char* key, std::size_t column) { return table->rows()[std::size_t(table->rowOf(key))].cells[column]; };
        const auto said = [&](const char* key) { return QStringList{cell(key, 2).text, cell(key, 3).text}; };
        QCOMPARE(said("forward"), (QStringList{"6.6670", "−50.00"}));
        QCOMPARE(said("backward"), (QStringList{"0", "+∞"}));
        QCOMPARE(said("data_parallel"), (QStringList{"0", "0"}));
        QCOMPARE(said("optimizer"), (QStringList{"not published", ""}));
        QCOMPARE(said("tensor_parallel"), (QStringList{"refused", ""}));
        QCOMPARE(said("pipeline_bubble"), (QStringList{"not covered", ""}));
        QCOMPARE(cell("tensor_parallel", 2).tooltip, QString::fromStdString(calculon.refusal));
        for (const char* key : {"optimizer", "tensor_parallel", "pipeline_bubble"})
            QVERIFY(!cell(key, 2).value.isValid() && !cell(key, 3).value.isValid()); // no number to sort or to copy
        QCOMPARE(cell("forward", 7).text, QString("not published"));
        QCOMPARE(cell("total", 7).text, QString("13.75"));
        QCOMPARE(cell("total", 8).tone, Tone::below); // 13.64 against 13.75
        QCOMPARE(cell("forward", 3).tone, Tone::below);
    }

    void statesOfTheCounter_data()
    {
        using oracle::Figure;
        using oracle::State;
        QTest::addColumn<int>("state");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("error");
        QTest::newRow("not covered") << int(State::not_covered) << 0.0 << "not covered" << "";
        QTest::newRow("not published") << int(State::not_published) << 0.0 << "not published" << "";
        QTest::newRow("refused") << int(State::refused) << 0.0 << "refused" << "";
        QTest::newRow("zero") << int(State::value) << 0.0 << "0" << "+∞";
        // Half of what the rule gives: 100 % too much.
        QTest::newRow("another value") << int(State::value) << 735106301952.0 / 2 << "367\u2009553\u2009150\u2009976" << "+100.00";
    }
    void statesOfTheCounter()
    {
        QFETCH(int, state);
        QFETCH(double, value);
        AuditedStrategy strategy;
        strategy.derived = {13186891776.0, 735106301952.0};
        oracle::Answer answer;
        answer.reference_recompute_counter = {static_cast<oracle::State>(state), value};
        strategy.calculon = &answer;
        const TableRow row = audit_rows({strategy}, 1000).front();
        QTEST(row.cells[4].text, "found");
        QTEST(row.cells[5].text, "error");
        QCOMPARE(row.cells[4].value.isValid(), state == int(oracle::State::value));
    }

    void inferenceHasNothingToAudit()
    {
        m_workspace->edit("inference", [&](Session& session) {
            auto& execution = session.find(id(1))->execution;
            const auto training = std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
            execution.parallelism = strategy::TransformerInferenceParallelism{training.tensor, {8, strategy::ForwardOnly{1}}, {1}};
            execution.all_gather_redo = false;
            execution.num_procs.reset();
        });
        QVERIFY(m_workspace->waitForReferences());
        m_view->refresh();
        QCOMPARE(rows(), 24);
        QVERIFY(child<ToneLabel>("auditNote")->text().startsWith("Recompute counter: nothing runs again"));
        press("partSwitch", "Recompute");
        const auto* audit = child<TableView>("auditTable");
        QCOMPARE(audit->model()->index(1, 1).data().toString(), QString("none, inference"));
        QCOMPARE(audit->model()->index(1, 2).data().toString(), QString("0"));
        press("partSwitch", "Components");
        // Names are whole where there is room.
        testing::draw(*m_view, QSize(1240, 830));
        const auto* tasks = child<TableView>("taskTable");
        const int name = columnOf("task");
        for (int row = 0; row < tasks->model()->rowCount(); ++row) {
            const QModelIndex index = tasks->model()->index(row, name);
            QVERIFY2(tasks->columnWidth(name) >= tasks->sizeHintForIndex(index).width(), qPrintable(index.data().toString()));
        }
    }

    void chartsSayWhatTheyAre()
    {
        for (const char* plot : {"roofline", "engineCurve", "memoryCurve"}) {
            auto* chart = child<XyPlot>(plot);
            QVERIFY(!chart->title().isEmpty());
            QVERIFY(chart->chart().x.logarithmic);
            QVERIFY(chart->chart().x.title.contains('(') && chart->chart().y.title.contains('('));
            QStringList names;
            for (const LegendItem& item : chart->legend())
                names << item.name;
            QVERIFY2(names.contains("forward") && names.contains("backward"), qPrintable(names.join('|')));
            testing::draw(*m_view, QSize(1240, 830));
            // Half way along a logarithmic axis stands the geometric mean, and ticks are a factor apart.
            const XyLayout at = chart->places();
            const auto value = [&](double pixel) { return at.x.value(pixel, at.plot.left(), at.plot.right()); };
            QVERIFY(std::fabs(value(at.plot.center().x()) / std::sqrt(at.x.low * at.x.high) - 1) < 1e-6);
            QVERIFY(at.x_ticks.size() >= 2);
            QVERIFY(value(at.x_ticks[1].at) / value(at.x_ticks[0].at) > 9);
            // Zoom by key, and back.
            const double low = chart->places().x.low;
            QTest::keyClick(chart, Qt::Key_Plus);
            QVERIFY(chart->places().x.low > low);
            QTest::keyClick(chart, Qt::Key_F);
            QCOMPARE(chart->places().x.low, low);
            // Files: the numbers are those of the marks.
            QTemporaryDir folder;
            for (const char* ending : {"png", "svg", "pdf", "csv"}) {
                const QString path = folder.filePath(QString("%1.%2").arg(plot, ending));
                QVERIFY(chart->exportTo(path).has_value());
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadOnly) && file.size() > 100);
                if (QString(ending) == "csv")
                    QCOMPARE(file.readAll().count('\n'), qsizetype(chart->dataRows().size()));
            }
        }
        QVERIFY(child<XyPlot>("roofline")->chart().y.logarithmic);
        QCOMPARE(child<Legend>("rooflineLegend")->items().size(), std::size_t{6}); // matrix, vector, forward, backward, recompute, optimizer
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

private:
    template <class T>
    T* child(const char* name) const
    {
        T* found = m_view->findChild<T*>(QString::fromLatin1(name));
        Q_ASSERT(found);
        return found;
    }
    void press(const char* segments, const QString& text)
    {
        for (auto* button : child<QWidget>(segments)->findChildren<QAbstractButton*>())
            if (button->text() == text)
                QTest::mouseClick(button, Qt::LeftButton);
    }
    [[nodiscard]] int rows() const { return child<TableView>("taskTable")->model()->rowCount(); }
    [[nodiscard]] int columnOf(const char* key) const
    {
        const auto& columns = child<TableView>("taskTable")->table()->columns();
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (columns[i].id == QLatin1String(key))
                return int(i);
        return -1;
    }
    [[nodiscard]] std::string id(std::size_t place) const { return m_workspace->session().strategies[place].id; }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<TimingView> m_view;
    std::vector<std::unique_ptr<QAbstractItemModelTester>> m_testers;
};

BLUEPRINTING_UI_TEST(TimingViewTest)
#include "view_test.moc"
