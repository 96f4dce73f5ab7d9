#include "tests/ui/timing/timing_driver.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/tone_label.h"

#include <QMouseEvent>
#include <QTemporaryDir>
#include <QToolTip>

#include <cmath>

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

/// The audit of the recompute counter, the states of references, what charts say of themselves, and how last legal
/// figures look.
class TimingAuditTest : public TimingDriver {
    Q_OBJECT
private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void lastLegalFiguresAreGreyedAndMarkedEverywhere()
    {
        m_workspace->edit("break", [&](Session& session) { session.find(id(1))->execution.microbatch_size = 3; });
        const Theme theme = light_theme();
        const auto at_38_percent = [&](const QColor& color) { return mixed(color, theme.panel, 0.38); };
        for (const char* table : {"taskTable", "componentTable"})
            for (const TableRow& row : child<TableView>(table)->table()->rows())
                for (const Cell& cell : row.cells) {
                    QVERIFY2(cell.text.isEmpty() || cell.tone == Tone::secondary,
                             qPrintable(row.key + ": " + cell.text));
                    QVERIFY(!cell.bold);
                }
        const TableRow& fc1 = child<TableView>("taskTable")
                                  ->table()
                                  ->rows()
                                  .at(std::size_t(child<TableView>("taskTable")->table()->rowOf("mlp.fc1/forward")));
        QCOMPARE(fc1.cells[std::size_t(columnOf("task"))].color.in(theme), at_38_percent(theme.components[0]));
        QCOMPARE(fc1.cells[std::size_t(columnOf("share_bar"))].color.in(theme), at_38_percent(theme.components[0]));
        // Peak-only lies below Calculon: the bar has that colour, at 38 %.
        QCOMPARE(child<TableView>("componentTable")->table()->rows()[0].cells[6].color.in(theme),
                 at_38_percent(theme.below_fill));
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
            QVERIFY2(note->text().startsWith("last legal"), panel);
            QCOMPARE(note->tone(), Tone::caution);
        }
        m_workspace->undoStack().undo();
        QVERIFY(!child<XyPlot>("roofline")->chart().marks[0].faded);
        QVERIFY(!child<Panel>("rooflinePanel")->findChild<ToneLabel*>("panelNote")->text().contains("legal"));
        QCOMPARE(child<TableView>("componentTable")->table()->rows()[0].cells[1].tone, Tone::text);
    }

    void recomputeCounterIsAudited()
    {
        // GPT-175B on 8 ranks: the forward operations of one block, in order, and which of them run again.
        const double tokens = 2048, hidden = 12288;
        const auto forward = [&](bool full) {
            const double a = tokens * hidden, x = full ? a : a / 8, p = 12.0 * 2048 * 2048;
            const double product = 2 * tokens * hidden * 1536, scores = 2 * 12.0 * 2048 * 128 * 2048,
                         wide = 2 * tokens * hidden * 6144;
            const double reduced = a * 7 / 8; // what a row side adds up
            return std::vector<std::pair<double, bool>>{
                {0, full},       {9 * x, full},    {0, true},
                {product, full}, {product, full},  {product, full},
                {scores, true},  {5 * p, true},    {p, true},
                {scores, full},  {product, full},  {reduced, false},
                {x, full},       {x, full},        {0, full},
                {9 * x, full},   {wide, full},     {8 * tokens * 49152 / 8, full},
                {wide, full},    {reduced, false}, {x, full},
                {x, full}};
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
        QVERIFY2(note->text().startsWith(
                     "Recompute counter: 13.19 GFLOP run again; Calculon's block_re_flops says 735.1 GFLOP"),
                 qPrintable(note->text()));
        press("partSwitch", "Recompute");
        auto* audit = child<TableView>("auditTable");
        QVERIFY(audit->isVisibleTo(m_view.get()) && !child<TableView>("componentTable")->isVisibleTo(m_view.get()));
        QCOMPARE(child<Panel>("componentsPanel")->title(), QString("Recompute counter audit"));
        QCOMPARE(audit->model()->rowCount(), 2);
        // block_re_flops of seqsel-tab5/gpt3-175B/full and …/seqsel in data/oracle/seqsel.jsonl.
        const std::array found{7290655604736.0, 735106301952.0};
        for (int row = 0; row < 2; ++row) {
            const auto tasks = forward(row == 0);
            const auto value = [&](int column) {
                return audit->model()->index(row, column).data(ValueRole).toDouble();
            };
            QCOMPARE(value(2), once(tasks));
            QCOMPARE(value(3), prefixes(tasks));
            QCOMPARE(value(4), found[std::size_t(row)]);
            QCOMPARE(value(5), 100 * (prefixes(tasks) - found[std::size_t(row)]) / found[std::size_t(row)]);
            QCOMPARE(audit->model()->index(row, 5).data().toString(), QString("0.00"));
        }
        QCOMPARE(audit->model()->index(1, 1).data().toString(), QString("attention"));
        QVERIFY(note->text().contains("each counted once") &&
                note->text().contains("block_re_flops adds all forward operations"));
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
        const auto set = [&](cost::Component component, Figure figure) {
            calculon.components[std::size_t(component)] = figure;
        };
        set(cost::Component::forward,
            Figure::of(2 * m_workspace->result(id(1)).evaluation->evidence.breakdown.seconds[0].value()));
        set(cost::Component::backward, Figure::of(0));      // infinite: ours is not zero
        set(cost::Component::data_parallel, Figure::of(0)); // zero on both sides
        set(cost::Component::optimizer, {State::not_published, 0});
        set(cost::Component::tensor_parallel, {State::refused, 0});
        calculon.refusal = "Mem tier1 needs 81 GiB but only has 80 GiB";
        oracle::Answer paper = oracle::answer_of(State::not_published);
        paper.source = "a table";
        paper.total_seconds = Figure::of(13.75);
        m_workspace->setOracles({[calculon] { return std::make_unique<StubOracle>(calculon); },
                                 [paper] { return std::make_unique<StubOracle>(paper); }});
        QVERIFY(m_workspace->waitForReferences());
        m_view->refresh();
        const auto* table = child<TableView>("componentTable")->table();
        const auto cell = [&](const char* key, std::size_t column) {
            return table->rows()[std::size_t(table->rowOf(key))].cells[column];
        };
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
        QTest::newRow("not covered") << int(State::not_covered) << 0.0 << "not covered"
                                     << "";
        QTest::newRow("not published") << int(State::not_published) << 0.0 << "not published"
                                       << "";
        QTest::newRow("refused") << int(State::refused) << 0.0 << "refused"
                                 << "";
        QTest::newRow("zero") << int(State::value) << 0.0 << "0"
                              << "+∞";
        // Half of what the rule gives: 100 % too much.
        QTest::newRow("another value") << int(State::value) << 735106301952.0 / 2 << "367\u2009553\u2009150\u2009976"
                                       << "+100.00";
    }

    void statesOfTheCounter()
    {
        QFETCH(int, state);
        QFETCH(double, value);
        AuditedStrategy strategy;
        strategy.derived = {13186891776.0, 735106301952.0};
        oracle::Answer answer;
        answer.reference_recompute_counter = {static_cast<oracle::State>(state), value};
        strategy.reference = &answer;
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
            execution.parallelism =
                strategy::TransformerInferenceParallelism{training.tensor, {8, strategy::ForwardOnly{1}}, {1}};
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
            QVERIFY2(tasks->columnWidth(name) >= tasks->sizeHintForIndex(index).width(),
                     qPrintable(index.data().toString()));
        }
    }

    void narrowPanelsCutNoRow()
    {
        for (const QString part : {"Components", "Recompute"}) {
            press("partSwitch", part);
            testing::draw(*m_view, QSize(441, 390));
            const auto* table = child<TableView>(part == "Components" ? "componentTable" : "auditTable");
            QVERIFY2(table->height() >= table->sizeHint().height(), qPrintable(part));
            const auto* note = child<ToneLabel>("auditNote");
            QVERIFY(note->height() >= note->heightForWidth(note->width()));
        }
    }

    void marksReadOutUnderThePointer()
    {
        testing::draw(*m_view, QSize(1240, 830));
        for (const char* plot : {"roofline", "engineCurve"}) {
            auto* chart = child<XyPlot>(plot);
            const XyLayout places = chart->places();
            std::size_t at = 0; // the largest work of a block: 2·2048·12288·6144 operations
            while (chart->chart().marks[at].key != "mlp.fc1/forward")
                ++at;
            QMouseEvent move(QEvent::MouseMove, places.marks[at], chart->mapToGlobal(places.marks[at]), Qt::NoButton,
                             Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(chart, &move);
            QVERIFY2(QToolTip::text().contains("mlp.fc1, "), qPrintable(plot + QString(": ") + QToolTip::text()));
            QVERIFY2(!QToolTip::text().contains("attn.q"), plot);
            if (plot == QString("engineCurve"))
                QVERIFY2(QToolTip::text().startsWith("309 GFLOP reach 0.95"), qPrintable(QToolTip::text()));
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
                if (QString(ending) != "csv")
                    continue;
                const QStringList lines = QString::fromUtf8(file.readAll()).split('\n');
                const std::vector<XyMark>& marks = chart->chart().marks;
                QVERIFY(!marks.empty() && std::size_t(lines.size()) > marks.size());
                for (std::size_t i = 0; i < marks.size(); ++i) {
                    const QStringList fields = lines[int(i) + 1].trimmed().split(',');
                    QCOMPARE(fields.value(1), marks[i].key);
                    QCOMPARE(fields.value(2).toDouble(), marks[i].x);
                    QCOMPARE(fields.value(3).toDouble(), marks[i].y);
                }
            }
        }
        QVERIFY(child<XyPlot>("roofline")->chart().y.logarithmic);
        // One legend, of the shapes; colours are those of the tables. It stands in the title's line.
        QStringList shapes;
        for (const LegendItem& item : child<Legend>("rooflineLegend")->items())
            shapes << item.name;
        QCOMPARE(shapes, (QStringList{"matrix", "vector"}));
        QCOMPARE(child<XyPlot>("roofline")->legend().size(),
                 std::size_t{6}); // and forward, backward, recompute, optimizer
    }
};

BLUEPRINTING_UI_TEST(TimingAuditTest)
#include "audit_test.moc"
