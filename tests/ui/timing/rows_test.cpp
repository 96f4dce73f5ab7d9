#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"
#include "ui/timing/component_rows.h"
#include "ui/timing/timing_charts.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/filters.h"

#include <QSet>

#include <algorithm>
#include <cmath>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

search::Evaluation evaluated(const strategy::Execution& execution, strategy::Rules rules = strategy::Rules::strict)
{
    auto result =
        search::evaluate(*model::find_preset("gpt3-175B"), *system::find_preset("a100_80g"), execution, rules);
    if (!result)
        qFatal("the case does not compile");
    return *std::move(result);
}

strategy::Execution seqsel() { return strategy::find_preset("seqsel-tab5/gpt3-175B/seqsel")->execution; }

oracle::Answer ask(oracle::Oracle& oracle, const strategy::Execution& execution)
{
    return *oracle.ask({*model::find_preset("gpt3-175B"), *system::find_preset("a100_80g"), execution}, CancelToken());
}

const TimedTask& task(const std::vector<TimedTask>& tasks, const char* key)
{
    const auto at =
        std::find_if(tasks.begin(), tasks.end(), [&](const TimedTask& one) { return one.key == QLatin1String(key); });
    if (at == tasks.end())
        qFatal("no task %s", key);
    return *at;
}

QStringList texts(const TableRow& row)
{
    QStringList out;
    for (const Cell& cell : row.cells)
        out << cell.text;
    return out;
}

const TableRow& row(const std::vector<TableRow>& rows, const char* key)
{
    const auto at =
        std::find_if(rows.begin(), rows.end(), [&](const TableRow& one) { return one.key == QLatin1String(key); });
    if (at == rows.end())
        qFatal("no row %s", key);
    return *at;
}

/// Beside what the two references said; null while one is being asked.
ReferenceComparison against(const search::Evaluation& evaluation, const oracle::Answer* calculon,
                            const oracle::Answer* paper)
{
    ReferenceComparison out;
    out.evaluation = {std::shared_ptr<void>(), &evaluation};                                // which outlives it
    out.answers.assign(oracle::sources().size(), std::make_shared<const oracle::Answer>()); // all else is silent
    for (const auto& [key, answer] : {std::pair("calculon", calculon), std::pair("paper", paper)})
        out.answers[oracle::place_of(key)] = answer ? std::make_shared<const oracle::Answer>(*answer) : nullptr;
    return out;
}

} // namespace

class TimingRowsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tasksOfGpt3()
    {
        const auto evaluation = evaluated(seqsel());
        const auto tasks = timed_tasks(evaluation);
        QCOMPARE(tasks.size(), evaluation.compilation.plan().tasks.size());
        // fc1 forward: 2·2048·12288·6144 operations, (2048·12288 + 12288·6144 + 2048·6144)·2 bytes; 0.95 of 312
        // TFLOP/s, 0.9 of 2048 GB/s.
        const TimedTask& fc1 = task(tasks, "mlp.fc1/forward");
        const double compute = 2.0 * 2048 * 12288 * 6144 / (312e12 * 0.95);
        const double memory = (2048.0 * 12288 + 12288.0 * 6144 + 2048.0 * 6144) * 2 / (2048e9 * 0.9);
        QVERIFY(std::fabs(fc1.evidence->total.value() - (compute + memory)) < 1e-15);
        // Of 16.984 ms a block and microbatch: 13.0225 s of tasks over 64 · 12, and a 64th of the optimizer.
        QVERIFY(std::fabs(fc1.share - (compute + memory) / (13.04405 / 768)) < 1e-5);
        QCOMPARE(fc1.component, program::Component::forward);
        double sum = 0;
        for (const TimedTask& one : tasks)
            sum += one.share;
        QVERIFY(std::fabs(sum - 1) < 1e-12);
        QCOMPARE(engine_key(*task(tasks, "mlp.fc1/optimizer").task), QString("vector"));
        QCOMPARE(engine_key(*task(tasks, "attn.g/forward").task), QString("network"));
    }

    /// Each number stands in the unit that its heading names, with all digits.
    void savedTasks()
    {
        const auto evaluation = evaluated(seqsel());
        RowTable table(task_columns(true));
        table.setRows(task_rows(timed_tasks(evaluation), {}));
        TableView view(&table);
        for (const Column& column : table.columns())
            view.setColumnShown(column.id, true);
        const QStringList lines = view.toTsv().split(u'\n');
        const QStringList headings = lines.front().split(u'\t');
        QCOMPARE(headings.join(u'|'),
                 QString::fromUtf8("Task|Phase|operations (GFLOP)|read and written (MB)|sent (MB)|Engine, step|"
                                   "compute (µs)|memory (µs)|network (µs)|"
                                   "total (µs)|peak-only (µs)|memory step (efficiency)|share (%)"));
        const auto row_of = [&](const QString& task) {
            const auto at = std::find_if(lines.begin(), lines.end(), [&](const QString& line) {
                return line.startsWith(task + QStringLiteral("\tforward\t"));
            });
            return at == lines.end() ? QStringList() : at->split(u'\t');
        };
        const auto is = [&](const QStringList& row, const char* heading, double expected) {
            bool number = false;
            const double value = row.value(headings.indexOf(QString::fromUtf8(heading))).toDouble(&number);
            return number && std::fabs(value - expected) <= 1e-9 * expected;
        };
        // fc1: 2·2048·12288·6144 operations at 0.95 of 312 TFLOP/s; three matrices of two bytes an element at 0.9 of
        // 2048 GB/s.
        const double operations = 2.0 * 2048 * 12288 * 6144,
                     bytes = (2048.0 * 12288 + 12288.0 * 6144 + 2048.0 * 6144) * 2;
        const double compute = operations / (312e12 * 0.95), memory = bytes / (2048e9 * 0.9);
        const QStringList fc1 = row_of(QStringLiteral("mlp.fc1"));
        QVERIFY(is(fc1, "operations (GFLOP)", operations / 1e9));
        QVERIFY(is(fc1, "read and written (MB)", bytes / 1e6));
        QVERIFY(is(fc1, "compute (µs)", 1e6 * compute));
        QVERIFY(is(fc1, "memory (µs)", 1e6 * memory));
        QVERIFY(is(fc1, "total (µs)", 1e6 * (compute + memory)));
        QVERIFY(is(fc1, "peak-only (µs)", 1e6 * (operations / 312e12 + bytes / 2048e9)));
        QVERIFY(is(fc1, "memory step (efficiency)", 0.9));
        QCOMPARE(fc1.value(headings.indexOf(QString("sent (MB)"))), QString());
        // Half a gigaflop and more keeps its digits: 309 237.645312 of 10⁶.
        QCOMPARE(fc1.value(2), QString("309.237645312"));
        double shares = 0;
        for (const QString& line : lines.mid(1))
            shares += line.section(u'\t', -1).toDouble();
        QVERIFY(std::fabs(shares - 100) < 1e-9);
    }

    void taskCells()
    {
        const auto evaluation = evaluated(seqsel());
        const auto tasks = timed_tasks(evaluation);
        const auto rows = task_rows(tasks, "tensor_parallel");
        QCOMPARE(texts(row(rows, "mlp.fc1/forward")),
                 (QStringList{"mlp.fc1", "forward", "309.24", "226.5", "–", "matrix 0.95", "1043", "123", "–", "1166",
                              "1102", "0.90", "", "6.9"}));
        const TableRow& g = row(rows, "attn.g/forward");
        QCOMPARE(g.cells[4].text, QString("50.33")); // 2048·12288·2 bytes
        QCOMPARE(g.cells[5].text, QString("network 0.65"));
        QCOMPARE(g.cells[8].text, QString("349"));
        QVERIFY(g.marked);
        QVERIFY(!row(rows, "mlp.fc1/forward").marked);
        // A gather does no local operations: none, not zero.
        QCOMPARE(row(rows, "attn.f/forward").cells[2].text, QString("–"));
        QVERIFY(!row(rows, "attn.f/forward").cells[2].value.isValid());
    }

    void filters()
    {
        const auto evaluation = evaluated(seqsel());
        const auto tasks = timed_tasks(evaluation);
        const auto left = [&](const TaskFilters& filters) {
            return std::count_if(tasks.begin(), tasks.end(),
                                 [&](const TimedTask& one) { return lets_through(filters, one); });
        };
        QCOMPARE(left({}), std::ptrdiff_t(tasks.size()));
        QCOMPARE(left({{}, 0, {"network"}, {}}),
                 std::ptrdiff_t{4 + 4 + 2}); // each side each way, and two gathers repeated
        QCOMPARE(left({{}, 0, {"network"}, {"recommunication"}}), std::ptrdiff_t{2});
        QCOMPARE(left({{}, 0, {"matrix"}, {"weight_gradient"}}), std::ptrdiff_t{6}); // q, k, v, out, fc1, fc2
        QCOMPARE(left({"MLP.fc", 0, {"matrix"}, {}}),
                 std::ptrdiff_t{2 * 3}); // two products, each forward and to both gradients
        for (const TimedTask& one : tasks)
            QCOMPARE(lets_through({{}, 0.005, {}, {}}, one), one.share >= 0.005);
        Session session;
        QCOMPARE(task_filters_of(session), TaskFilters{});
        set_filters(session, {{"engine", "collective"},
                              {"phase", "forward"},
                              {"engine", "matrix"},
                              {"share", "0.005"},
                              {"task", "q"},
                              {"phase", "backward"},
                              {"primitive", "softmax"},
                              {"engine", "x"}});
        QCOMPARE(task_filters_of(session), (TaskFilters{"q", 0.005, {"network", "matrix"}, {"forward"}}));
    }

    void componentsAgainstCalculonAndPaper()
    {
        const auto evaluation = evaluated(seqsel());
        const auto calculon = ask(*oracle::make_recorded_calculon(), seqsel());
        const auto paper = ask(*oracle::make_paper(), seqsel());
        const ReferenceComparison comparison = against(evaluation, &calculon, &paper);
        const auto rows = component_rows(comparison);
        QCOMPARE(rows.size(), std::size_t{10});
        QCOMPARE(texts(row(rows, "forward")), (QStringList{"Forward", "3.3335", "3.3335", "0.00", "2.9722", "−10.84",
                                                           "", "not published", "", "not covered", ""}));
        QCOMPARE(texts(row(rows, "tensor_parallel")),
                 (QStringList{"Tensor parallel", "2.4871", "2.4871", "0.00", "1.7172", "−30.95", "", "not published",
                              "", "not covered", ""}));
        QCOMPARE(texts(row(rows, "data_parallel")),
                 (QStringList{"Data parallel", "0", "0", "0", "0", "0", "", "not published", "", "not covered", ""}));
        QCOMPARE(texts(rows.back()), (QStringList{"Iteration", "13.6381", "13.6381", "0.00", "11.5500", "−15.31", "",
                                                  "13.75", "−0.81", "not covered", ""}));
        QCOMPARE(rows.back().kind, RowKind::total);
        QVERIFY(!row(rows, "forward").cells[7].value.isValid()); // not published is no number
        const Answer answer = timing_answer(comparison);
        QCOMPARE(answer.headline,
                 QString("Evidence: 13.64 s, equal to Calculon in all nine components, 0.81 % below the paper"));
        QCOMPARE(answer.why, QString("Peak-only is 15.3 % below Calculon. The 23 matrix tasks make 69 % of the tasks' "
                                     "time, collectives 23 %, "
                                     "vector tasks the rest."));
    }

    /// Where there is little room a name is one word that no other begins with; the whole one is in its tooltip and
    /// what is copied.
    void componentsInOneWord()
    {
        const auto evaluation = evaluated(seqsel());
        const ReferenceComparison comparison = against(evaluation, nullptr, nullptr);
        QStringList words, whole;
        for (const TableRow& one : component_rows(comparison, true)) {
            const Cell& name = one.cells.front();
            words << name.text;
            whole << (name.tooltip.isEmpty() ? name.text : name.tooltip);
            QCOMPARE(name.value.toString(), whole.back());
        }
        QCOMPARE(words, (QStringList{"Forward", "Backward", "Recompute", "Optimizer", "Tensor", "Pipeline", "Data",
                                     "Recomm.", "Bubble", "Iteration"}));
        QCOMPARE(whole,
                 (QStringList{"Forward", "Backward", "Recompute", "Optimizer", "Tensor parallel", "Pipeline parallel",
                              "Data parallel", "Recommunication", "Pipeline bubble", "Iteration"}));
    }

    void referencesThatSayNothing_data()
    {
        QTest::addColumn<int>("state"); // -1: still being asked
        QTest::addColumn<QString>("refusal");
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QString>("headline");
        QTest::newRow("being asked") << -1 << ""
                                     << "…"
                                     << "Evidence: 13.64 s, Calculon is being asked";
        QTest::newRow("not covered") << int(oracle::State::not_covered) << ""
                                     << "not covered"
                                     << "Evidence: 13.64 s, Calculon has no recorded figures for it";
        QTest::newRow("no answer") << int(oracle::State::not_covered) << "it was stopped"
                                   << "no answer"
                                   << "Evidence: 13.64 s, Calculon gave no answer";
        QTest::newRow("refused") << int(oracle::State::refused) << "Mem tier1 needs 100 but only has 80"
                                 << "refused"
                                 << "Evidence: 13.64 s, Calculon refuses it";
    }
    void referencesThatSayNothing()
    {
        QFETCH(int, state);
        QFETCH(QString, refusal);
        QFETCH(QString, cell);
        QFETCH(QString, headline);
        const auto evaluation = evaluated(seqsel());
        oracle::Answer silent = oracle::answer_of(state < 0 ? oracle::State::not_covered : oracle::State(state));
        silent.refusal = refusal.toStdString();
        const ReferenceComparison comparison = against(evaluation, state < 0 ? nullptr : &silent, nullptr);
        const auto rows = component_rows(comparison);
        const TableRow& forward = row(rows, "forward");
        QCOMPARE(forward.cells[2].text, cell);
        QCOMPARE(forward.cells[3].text, QString());
        // Peak-only then stands against the evidence view, and its header says so.
        QCOMPARE(forward.cells[5].text, QString("−10.84"));
        QVERIFY(component_columns(comparison)[5].tooltip.contains("evidence view"));
        // Why there is nothing: in the words of who says so, else what can be done about it; and then it needs no
        // column.
        const bool not_covered = cell == "not covered";
        QCOMPARE(forward.cells[2].tooltip.contains("Choose Calculon checkout"), not_covered);
        if (!not_covered)
            QCOMPARE(forward.cells[2].tooltip, refusal);
        QCOMPARE(component_columns(comparison)[2].hidden, not_covered);
        QCOMPARE(component_columns(comparison)[3].hidden, not_covered);
        QCOMPARE(left_out_of(comparison).words, not_covered ? QString("Calculon: not covered") : QString());
        QCOMPARE(timing_answer(comparison).headline, headline);
        // The reason stands in the second line, whole.
        QCOMPARE(timing_answer(comparison).why.startsWith("Calculon: " + refusal + ". "), !refusal.isEmpty());
    }

    void thePaperNeedsNoColumnWhereItIsSilent()
    {
        const auto evaluation = evaluated(seqsel());
        const oracle::Answer silent = oracle::answer_of(oracle::State::not_covered);
        const ReferenceComparison comparison = against(evaluation, &silent, &silent);
        QStringList shown;
        for (const Column& column : component_columns(comparison))
            if (!column.hidden)
                shown << column.id;
        QCOMPARE(shown, (QStringList{"component", "evidence", "peak_only", "peak_error", "peak_bar"}));
        QCOMPARE(left_out_of(comparison).words, QString("Calculon, paper: not covered"));
        QVERIFY(left_out_of(comparison).why.contains("Table 5 of arXiv 2205.05198"));
        QVERIFY(row(component_rows(comparison), "total").cells[7].tooltip.contains("Add a published strategy"));
    }

    // What reads the same and differs has more decimals, and all of the table with it.
    void figuresReadApartWhereTheyDiffer()
    {
        auto evaluation = evaluated(seqsel());
        const auto optimizer = std::size_t(cost::Component::optimizer);
        evaluation.evidence.breakdown.seconds[optimizer] = Seconds(0.00006);
        evaluation.peak_only.breakdown.seconds[optimizer] = Seconds(0.0000322); // 46.33 % less
        const auto rows = component_rows(against(evaluation, nullptr, nullptr));
        const QStringList said = texts(row(rows, "optimizer"));
        QCOMPARE(said[1], QString("0.00006"));
        QCOMPARE(said[4], QString("0.00003"));
        QCOMPARE(said[5], QString("−46.33"));
        for (const TableRow& one : rows)
            for (const std::size_t column : {std::size_t{1}, std::size_t{4}})
                QVERIFY2(one.cells[column].text == "0" || one.cells[column].text.section('.', 1).size() == 5,
                         qPrintable(one.cells[column].text));
    }

    void decimalsAreEqualDownEachColumn()
    {
        const auto evaluation = evaluated(seqsel());
        const auto rows = task_rows(timed_tasks(evaluation), {});
        const std::vector<Column> columns = task_columns(true);
        for (std::size_t column = 0; column < columns.size(); ++column) {
            if (columns[column].kind != ColumnKind::number)
                continue;
            QSet<qsizetype> decimals;
            for (const TableRow& one : rows)
                if (QString text = one.cells[column].text;
                    text != QString("–") && text != "0") // nothing has no decimals
                    decimals << text.section('.', 1).size();
            QVERIFY2(decimals.size() == 1, qPrintable(columns[column].id));
        }
    }

    void whatDoesNotFitIsSaidFirst()
    {
        auto system = *system::find_preset("a100_80g");
        system.mem1.capacity_gib = 50; // of which seqsel keeps 54.07, as recorded
        const auto result =
            search::evaluate(*model::find_preset("gpt3-175B"), system, seqsel(), strategy::Rules::strict);
        QVERIFY(result);
        const auto calculon = ask(*oracle::make_recorded_calculon(), seqsel());
        QCOMPARE(timing_answer(against(*result, &calculon, nullptr)).headline,
                 QString("Does not fit by 4.1 GiB: evidence 13.64 s, equal to Calculon in all nine components"));
    }

    void errorsAreGreyWithinTheSameBoundAsElsewhere_data()
    {
        QTest::addColumn<double>("percent");
        QTest::addColumn<int>("tone");
        QTest::newRow("0.02 % above") << 0.02 << int(Tone::secondary);
        QTest::newRow("0.04 % below") << -0.04 << int(Tone::secondary);
        QTest::newRow("0.2 % above") << 0.2 << int(Tone::above);
        QTest::newRow("0.2 % below") << -0.2 << int(Tone::below);
    }
    void errorsAreGreyWithinTheSameBoundAsElsewhere()
    {
        QFETCH(double, percent);
        QFETCH(int, tone);
        const auto evaluation = evaluated(seqsel());
        auto calculon = ask(*oracle::make_recorded_calculon(), seqsel());
        const double forward = evaluation.evidence.breakdown.seconds[std::size_t(cost::Component::forward)].value();
        calculon.components[std::size_t(cost::Component::forward)] = oracle::Figure::of(forward / (1 + percent / 100));
        const auto rows = component_rows(against(evaluation, &calculon, nullptr));
        QCOMPARE(int(row(rows, "forward").cells[3].tone), tone);
    }

    void columnsGiveWayInTheirOrder_data()
    {
        QTest::addColumn<int>("room");
        QTest::addColumn<QString>("shown");
        // Each column takes 50 px, of the share 64 px at least.
        QTest::newRow("all") << 564
                             << "task phase operations bytes message engine compute memory network share_bar share";
        QTest::newRow("without the message")
            << 563 << "task phase operations bytes engine compute memory network share_bar share";
        QTest::newRow("one time for three") << 513 << "task phase operations bytes engine total share_bar share";
        QTest::newRow("no operations") << 413 << "task phase bytes engine total share_bar share";
        QTest::newRow("no bytes") << 363 << "task phase engine total share_bar share";
        QTest::newRow("no engine") << 313 << "task phase total share_bar share";
        QTest::newRow("no phase") << 263 << "task total share_bar share";
        QTest::newRow("the rest stays") << 100 << "task total share_bar share";
    }
    void columnsGiveWayInTheirOrder()
    {
        QFETCH(int, room);
        QFETCH(QString, shown);
        const std::vector<Column> columns = task_columns();
        std::vector<int> widths(columns.size(), 50);
        widths[columns.size() - 2] = 64;
        QStringList left;
        for (const Column& column : fitted(columns, widths, room, task_columns_that_give_way()))
            if (!column.hidden)
                left << column.id;
        QCOMPARE(left.join(' '), shown);
    }

    void infiniteErrorsAreSaid()
    {
        const auto evaluation = evaluated(seqsel());
        auto calculon = ask(*oracle::make_recorded_calculon(), seqsel());
        calculon.components[std::size_t(cost::Component::recompute)] = oracle::Figure::of(0);
        const ReferenceComparison comparison = against(evaluation, &calculon, nullptr);
        const auto rows = component_rows(comparison);
        QCOMPARE(row(rows, "recompute").cells[3].text, QString("+∞"));
        QVERIFY(timing_answer(comparison).headline.contains("one component differs"));
    }

    void inferenceHasFewerComponents()
    {
        strategy::Execution execution = seqsel();
        strategy::TransformerInferenceParallelism parallelism;
        parallelism.tensor.degree = 8;
        parallelism.pipeline.degree = 8;
        execution.parallelism = parallelism;
        execution.all_gather_redo = false;
        const auto evaluation = evaluated(execution);
        const oracle::Answer none = oracle::answer_of(oracle::State::not_covered);
        const auto rows = component_rows(against(evaluation, &none, &none));
        QStringList keys;
        for (const TableRow& one : rows)
            keys << one.key;
        QCOMPARE(keys, (QStringList{"forward", "tensor_parallel", "pipeline_parallel", "pipeline_bubble", "total"}));
        for (const TableRow& one : rows)
            QVERIFY2(one.cells[1].value.toDouble() > 0, qPrintable(one.key));
    }

    void lastLegalFiguresAreQuiet()
    {
        const auto evaluation = evaluated(seqsel());
        const auto rows = [&] {
            ReferenceComparison legal_before = against(evaluation, nullptr, nullptr);
            legal_before.current = false;
            return component_rows(legal_before);
        }();
        QCOMPARE(rows.back().cells[1].tone, Tone::secondary);
        QCOMPARE(component_rows(against(evaluation, nullptr, nullptr)).back().cells[1].tone, Tone::text);
    }

    void roofline()
    {
        const auto evaluation = evaluated(seqsel());
        const auto tasks = timed_tasks(evaluation);
        const auto& system = *system::find_preset("a100_80g");
        const TaskChart roofs = roofline_chart(tasks, system, Datatype::float16, "mlp.fc2/forward");
        // fc1 and fc2 do the same work on the same bytes: one mark, the sum of their shares, named together.
        const auto fc = std::find_if(roofs.chart.marks.begin(), roofs.chart.marks.end(),
                                     [](const XyMark& mark) { return mark.key == "mlp.fc1/forward"; });
        QVERIFY(fc != roofs.chart.marks.end());
        QCOMPARE(fc->x, 309237645312.0 / 226492416.0);
        const double seconds = 309237645312.0 / (312e12 * 0.95) + 226492416.0 / (2048e9 * 0.9);
        QVERIFY(std::fabs(fc->y - 309237645312.0 / seconds / 1e12) < 1e-9);
        QCOMPARE(fc->shape, MarkShape::circle);
        QCOMPARE(roofs.tasks.at("mlp.fc1/forward"), (std::vector<QString>{"mlp.fc1/forward", "mlp.fc2/forward"}));
        QCOMPARE(roofs.chart.selected, std::vector<QString>{"mlp.fc1/forward"});
        QStringList labels;
        for (const XyMark& mark : roofs.chart.marks)
            if (!mark.label.isEmpty())
                labels << mark.label;
        QVERIFY2(labels.contains("fc1, fc2") && labels.contains("q, k, v, out"), qPrintable(labels.join('|')));
        QCOMPARE(labels.filter("fc1").size(), 1);
        // Collectives are not under these roofs.
        for (const XyMark& mark : roofs.chart.marks)
            QVERIFY(!mark.key.startsWith("attn.g/") && !mark.key.startsWith("mlp.f/"));
        // Where memory's slope meets the matrix engine's peak: 312 TFLOP/s over 2048 GB/s.
        const XyLine& slope = roofs.chart.lines.back();
        QCOMPARE(slope.points[1].x(), 312 / 2.048);
        QCOMPARE(slope.points[1].y(), 312.0);
        // Picking a mark again walks through its tasks.
        QCOMPARE(roofs.next("mlp.fc1/forward", ""), QString("mlp.fc1/forward"));
        QCOMPARE(roofs.next("mlp.fc1/forward", "mlp.fc1/forward"), QString("mlp.fc2/forward"));
        QCOMPARE(roofs.next("mlp.fc1/forward", "mlp.fc2/forward"), QString("mlp.fc1/forward"));
    }

    /// Every task at a place, by component where several stand there; a long list ends in how many more there are.
    void hoverNamesAllTasksOfAPlace()
    {
        const auto evaluation = evaluated(seqsel());
        const auto tasks = timed_tasks(evaluation);
        const auto& system = *system::find_preset("a100_80g");
        const TaskChart roofs = roofline_chart(tasks, system, Datatype::float16, "");
        const auto near = [](double a, double b) {
            return std::fabs(a - b) <= 0.01 * std::max(std::fabs(a), std::fabs(b));
        };
        int shared = 0, bounded = 0;
        for (const XyMark& mark : roofs.chart.marks) {
            std::size_t expected = 0, listed = 0, components = 0;
            for (const XyMark& other : roofs.chart.marks)
                if (near(mark.x, other.x) && near(mark.y, other.y)) {
                    expected += roofs.tasks.at(other.key).size();
                    ++components;
                }
            shared += components > 1;
            const QStringList lines = mark.hover.split(u'\n');
            for (const QString& line : lines)
                listed += line.contains(QStringLiteral(" %")) && line.contains(QStringLiteral(": "));
            QCOMPARE(listed, std::min<std::size_t>(expected, 8));
            const QString more = QStringLiteral("and %1 more").arg(expected - listed);
            QCOMPARE(lines.back() == more, expected > 8);
            bounded += expected > 8;
        }
        QVERIFY(shared > 0 && bounded > 0);
    }

    /// Marks go with the rows of the table, axes and roofs stay.
    void filtersLeaveOutMarks()
    {
        const auto evaluation = evaluated(seqsel());
        const auto tasks = timed_tasks(evaluation);
        const auto& system = *system::find_preset("a100_80g");
        TaskFilters filters;
        filters.name = QStringLiteral("mlp.fc1");
        const auto check = [](const TaskChart& all, const TaskChart& some, const std::vector<QString>& keys) {
            std::vector<QString> found;
            for (const auto& [mark, of] : some.tasks)
                found.insert(found.end(), of.begin(), of.end());
            std::sort(found.begin(), found.end());
            QCOMPARE(found, keys);
            QVERIFY(all.chart.x == some.chart.x && all.chart.y == some.chart.y && all.chart.lines == some.chart.lines);
        };
        const std::vector<QString> fc1{"mlp.fc1/activation_gradient", "mlp.fc1/forward", "mlp.fc1/optimizer",
                                       "mlp.fc1/weight_gradient"};
        check(roofline_chart(tasks, system, Datatype::float16, ""),
              roofline_chart(tasks, system, Datatype::float16, "", {}, filters), fc1);
        check(efficiency_chart(tasks, system, Datatype::float16, CurveOf::matrix, ""),
              efficiency_chart(tasks, system, Datatype::float16, CurveOf::matrix, "", {}, filters),
              {fc1[0], fc1[1], fc1[3]});
        filters.name = QStringLiteral("no such task");
        check(roofline_chart(tasks, system, Datatype::float16, ""),
              roofline_chart(tasks, system, Datatype::float16, "", {}, filters), {});
    }

    void efficiencyCurves()
    {
        const auto evaluation = evaluated(seqsel());
        const auto tasks = timed_tasks(evaluation);
        const auto& system = *system::find_preset("a100_80g");
        const TaskChart matrix = efficiency_chart(tasks, system, Datatype::float16, CurveOf::matrix, "");
        const XyLine& curve = matrix.chart.lines.front();
        QCOMPARE(curve.kind, LineKind::steps);
        QCOMPARE(curve.points, (std::vector<QPointF>{{0, 0.1}, {1, 0.6}, {16, 0.9}, {128, 0.95}}));
        QCOMPARE(curve.step_labels, (std::vector<QString>{"0.10", "0.60", "0.90", "0.95"}));
        // Every mark stands on its step.
        for (const XyMark& mark : matrix.chart.marks)
            QCOMPARE(mark.y, mark.x >= 128 ? 0.95 : mark.x >= 16 ? 0.9 : mark.x >= 1 ? 0.6 : 0.1);
        std::size_t shown = 0;
        for (const auto& [mark, keys] : matrix.tasks)
            shown += keys.size();
        QCOMPARE(shown, std::size_t{23}); // all matrix tasks
        const TaskChart memory = efficiency_chart(tasks, system, Datatype::float16, CurveOf::memory, "");
        for (const XyMark& mark : memory.chart.marks)
            QCOMPARE(mark.y, mark.x >= 100 ? 0.9 : mark.x >= 10 ? 0.75 : mark.x >= 1 ? 0.6 : 0.3);
        const TaskChart vector = efficiency_chart(tasks, system, Datatype::float16, CurveOf::vector, "");
        QVERIFY(!vector.chart.marks.empty());
        for (const XyMark& mark : vector.chart.marks)
            QVERIFY(mark.shape == MarkShape::square);
    }

    void edgeBlocksHaveTheirOwnRows()
    {
        strategy::Execution execution = seqsel();
        auto& parallelism = std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
        parallelism.tensor.communication = strategy::TensorCommunication::p2p_rs_ag;
        execution.all_gather_redo = false;
        const auto evaluation = evaluated(execution, strategy::Rules::calculon_compatible);
        const auto tasks = timed_tasks(evaluation);
        QCOMPARE(task(tasks, "attn.g/forward/edge").name, QString("attn.g (edge block)"));
        // Three blocks of four are inner ones.
        QVERIFY(task(tasks, "attn.g/forward").share > 2.5 * task(tasks, "attn.g/forward/edge").share);
    }
};

BLUEPRINTING_UI_TEST(TimingRowsTest)
#include "rows_test.moc"
