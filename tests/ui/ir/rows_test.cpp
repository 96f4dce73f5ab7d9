#include "tests/support/test_main.h"
#include "ui/ir/diff_rows.h"
#include "ui/ir/graph_layout.h"
#include "ui/ir/ir_overview.h"
#include "ui/ir/ir_text.h"
#include "ui/ir/task_details.h"
#include "ui/ir/task_rows.h"
#include "ui/workspace/filters.h"

#include <algorithm>

using namespace blueprinting;
using namespace blueprinting::ui;

/// What the IR view shows, as plain rows: of GPT-175B full and seqsel on 64 GPUs, t 8, p 8, v 3, m 64.
class IrRowsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void treeOfTheDistributedTasks();
    void filters();
    void filtersOfTheSession();
    void twinsAreMarked();
    void tasksOfAComponentAreMarked();
    void rowsOfThePlan();
    void rowsOfTheModel();
    void cards();
    void movers();
    void moversOfAStage_data();
    void moversOfAStage();
    void verdicts();
    void answers();
    void answersOfOther_data();
    void answersOfOther();
    void differences();
    void differencesOfAKind();
    void details();
    void detailsOfACollective();
    void detailsOfAClone();
    void detailsOfInference();
    void textLines();
    void graph();
    void neighbours();

private:
    [[nodiscard]] IrSubject subjectOf(std::size_t place) const;
    /// The starting session with one change to the second strategy.
    void change(const std::function<void(SessionStrategy&)>& edit);
    std::unique_ptr<Workspace> m_workspace;
};

namespace {

const TableRow* find(const std::vector<TableRow>& rows, const QString& key)
{
    const auto at = std::find_if(rows.begin(), rows.end(), [&](const TableRow& row) { return row.key == key; });
    return at == rows.end() ? nullptr : &*at;
}

QStringList texts(const TableRow* row)
{
    QStringList out;
    if (row)
        for (const Cell& cell : row->cells)
            out << (cell.note.isEmpty() ? cell.text : cell.text + QStringLiteral(" | ") + cell.note);
    return out;
}

QString plain(QString text) { return text.remove(QChar(0x2009)); }

} // namespace

void IrRowsTest::initTestCase() { m_workspace = std::make_unique<Workspace>(); }

IrSubject IrRowsTest::subjectOf(std::size_t place) const
{
    const SessionStrategy& strategy = m_workspace->session().strategies[place];
    PieceEvaluations pieces;
    IrSubject out = *subject_of(strategy, m_workspace->result(strategy.id), pieces);
    out.short_name = out.name.section(QLatin1Char(' '), -1);
    return out;
}

void IrRowsTest::change(const std::function<void(SessionStrategy&)>& edit)
{
    m_workspace->reset(starting_session());
    m_workspace->edit(QStringLiteral("change"), [&](Session& session) { edit(session.strategies[1]); });
}

void IrRowsTest::treeOfTheDistributedTasks()
{
    const IrRows rows = ir_rows(subjectOf(1), IrStage::distributed, {}, {});
    QCOMPARE(rows.count(), QString("70 tasks"));
    QStringList groups;
    for (const TableRow& row : rows.rows)
        if (row.kind == RowKind::group)
            groups << row.cells[0].text + QLatin1Char(' ') + row.cells[0].note;
    QCOMPARE(groups, (QStringList{"forward 24", "recompute 4", "recommunication 2", "activation gradient 24",
                                  "weight gradient 8", "optimizer 8"}));
    QCOMPARE(texts(find(rows.rows, "attn.q/forward")),
             (QStringList{"attn.q", "linear", "2048 × 12288 × 1536", "decomposed", "4"}));
    QCOMPARE(texts(find(rows.rows, "attn.qk/recompute")),
             (QStringList{"attn.qk", "batch matmul", "12 × (2048 × 128 × 2048)", "cloned ◂ attn.qk", "26"}));
    QCOMPARE(texts(find(rows.rows, "attn.f/forward")).value(1), QString("all gather"));
    const IrRows full = ir_rows(subjectOf(0), IrStage::distributed, {}, {});
    QCOMPARE(full.count(), QString("86 tasks"));
    QCOMPARE(texts(find(full.rows, "attn.f/forward")).value(1), QString("identity"));
}

void IrRowsTest::filters()
{
    IrFilter filter;
    filter.engines = {ir::EngineClass::matrix};
    filter.name = "ATTN.";
    const IrRows rows = ir_rows(subjectOf(1), IrStage::distributed, filter, {});
    // q, k, v, qk, pv, out forward and backward, qk again, and the weights of q, k, v, out.
    QCOMPARE(rows.count(), QString("17 of 70 tasks"));
    QCOMPARE(find(rows.rows, "phase/forward")->cells[0].note, QString("6 of 24"));
    QCOMPARE(find(rows.rows, "phase/recompute")->cells[0].note, QString("1 of 4"));
    QVERIFY(!find(rows.rows, "phase/optimizer"));
    filter.phases = {ir::Phase::weight_gradient};
    QCOMPARE(ir_rows(subjectOf(1), IrStage::portable, filter, {}).count(), QString("4 of 70 tasks"));
    filter = {};
    filter.primitives = {"boundary"};
    QCOMPARE(ir_rows(subjectOf(1), IrStage::distributed, filter, {}).count(), QString("10 of 70 tasks"));
    filter.phases = {ir::Phase::forward, ir::Phase::recommunication};
    // Both boundaries of attention and of the MLP forward, and the gathers that are done again.
    QCOMPARE(ir_rows(subjectOf(1), IrStage::distributed, filter, {}).count(), QString("6 of 70 tasks"));
}

void IrRowsTest::filtersOfTheSession()
{
    Session session;
    set_filters(session, {{"task", "qk"},
                          {"phase", "activation_gradient"},
                          {"engine", "vector"},
                          {"primitive", "softmax"},
                          {"phase", "forward"},
                          {"phase", "backward"},
                          {"share", "0.005"}});
    const IrFilter filter = filter_of(session);
    QCOMPARE(filter.name, QString("qk"));
    QVERIFY((filter.phases == std::set{ir::Phase::forward, ir::Phase::activation_gradient})); // "backward" is no phase
    QVERIFY(filter.engines == std::set{ir::EngineClass::vector});
    QVERIFY(filter.primitives == std::set{QString("softmax")});
    QVERIFY(filter_of(Session{}).empty());
}

void IrRowsTest::twinsAreMarked()
{
    const IrRows rows = ir_rows(subjectOf(1), IrStage::distributed, {}, "attn.q/forward");
    QStringList marked;
    for (const TableRow& row : rows.rows)
        if (row.marked)
            marked << row.key;
    QCOMPARE(marked, (QStringList{"attn.q/activation_gradient", "attn.q/weight_gradient", "attn.q/optimizer"}));
}

void IrRowsTest::tasksOfAComponentAreMarked()
{
    for (const IrStage stage : {IrStage::distributed, IrStage::portable}) {
        std::size_t marked = 0;
        for (const TableRow& row : ir_rows(subjectOf(1), stage, {}, "", "recompute").rows) {
            QCOMPARE(row.marked, row.kind != RowKind::group && row.key.endsWith("/recompute"));
            marked += row.marked ? 1 : 0;
        }
        QCOMPARE(marked, std::size_t{4}); // of seqsel: fork, qk, softmax and its dropout
    }
}

void IrRowsTest::rowsOfThePlan()
{
    const IrRows rows = ir_rows(subjectOf(1), IrStage::portable, {}, {});
    QStringList cells = texts(find(rows.rows, "attn.q/forward"));
    for (QString& cell : cells)
        cell = plain(cell);
    QCOMPARE(cells, (QStringList{"attn.q", "4", "linear", "matrix", "77309411328", "88080384", "6291456", "–"}));
    // A message of A·e = 2048·12288·2 bytes.
    QCOMPARE(plain(texts(find(rows.rows, "attn.f/forward")).last()), QString("50331648"));
    QCOMPARE(find(rows.rows, "attn.q/forward")->cells[4].value.toDouble(), 77309411328.0);
}

void IrRowsTest::rowsOfTheModel()
{
    const IrRows rows = ir_rows(subjectOf(1), IrStage::model, {}, {});
    QCOMPARE(rows.count(), QString("5 entities"));
    QCOMPARE(rows.rows[1].cells[0].text, QString("transformer.decoder_training"));
    QCOMPARE(rows.rows[1].cells[2].text, QString("96 blocks"));
    // 4·12288² + 2·12288·49152 + 4·12288 weights a block.
    QStringList shapes;
    for (const TableRow& row : rows.rows)
        shapes << (row.cells.size() > 2 ? row.cells[2].text : QString());
    QVERIFY(shapes.contains("96 × 1811988480"));
    QVERIFY(shapes.contains("96 × 3 × 1811988480"));
    IrFilter filter;
    filter.name = "weights";
    QCOMPARE(ir_rows(subjectOf(1), IrStage::model, filter, {}).count(), QString("1 of 5 entities"));
}

void IrRowsTest::cards()
{
    const IrSubject full = subjectOf(0);
    const IrSubject seqsel = subjectOf(1);
    const auto cards = pass_cards(seqsel, &full, IrStage::distributed, "attn.q/forward");
    QCOMPARE(cards.size(), std::size_t(4));
    QCOMPARE(cards[0].counts, QString("1 operation, 4 values"));
    QCOMPARE(cards[0].relation, QString("same digest in full"));
    QCOMPARE(cards[0].link, QString("source of attn.q"));
    QCOMPARE(cards[0].arrow, QString("transformer-distribute"));
    QVERIFY(cards[0].marked && !cards[1].marked && cards[2].marked);
    QCOMPARE(cards[1].counts, QString("70 tasks, 10 collectives"));
    QCOMPARE(cards[1].relation, QString("full has 86 tasks"));
    QCOMPARE(cards[1].digest, QString::fromStdString(seqsel.evaluation->compilation.distributed.output.hex()));
    QCOMPARE(cards[2].counts, QString("70 tasks with facts"));
    QCOMPARE(cards[2].relation, QString("differs from full"));
    QCOMPARE(cards[2].link, QString("attn.q is task 4"));
    // 8 stages · 3 chunks · 64 microbatches, forward and backward.
    QCOMPARE(plain(cards[3].counts), QString("3072 commands"));
    QCOMPARE(cards[3].relation, QString("p 8, m 64, v 3, charged"));
    QVERIFY(cards[3].digest.isEmpty() && cards[3].arrow.isEmpty());
    // A boundary is put in by the pass: no model operation is its source.
    QVERIFY(pass_cards(seqsel, nullptr, IrStage::distributed, "attn.f/forward")[0].link.isEmpty());
    QVERIFY(pass_cards(seqsel, nullptr, IrStage::distributed, {})[0].relation.isEmpty());
}

void IrRowsTest::movers()
{
    QStringList titles;
    for (const FieldChange& change : digest_movers(subjectOf(0), subjectOf(1), IrStage::portable))
        titles << change.title + QStringLiteral(": ") + change.before + QStringLiteral(" → ") + change.after;
    QCOMPARE(titles,
             (QStringList{"Recompute: full → attention", "TP communication: all-reduce → reduce-scatter + all-gather",
                          "All-gather redo: off → on"}));
}

void IrRowsTest::moversOfAStage_data()
{
    QTest::addColumn<int>("edit");
    QTest::addColumn<QStringList>("model");
    QTest::addColumn<QStringList>("plan");
    const QStringList three{"activation_recompute", "tensor_par_comm_type", "seq_par_ag_redo"};
    QTest::newRow("as it starts") << 0 << QStringList() << three;
    QTest::newRow("a system of the same name with another capacity") << 1 << QStringList() << three;
    QTest::newRow("that alone") << 2 << QStringList() << QStringList();
    QTest::newRow("another name of the model") << 3 << QStringList() << three;
    QTest::newRow("another model") << 4 << QStringList{"model"} << (QStringList{"model"} + three);
}

void IrRowsTest::moversOfAStage()
{
    QFETCH(int, edit);
    QFETCH(QStringList, model);
    QFETCH(QStringList, plan);
    change([&](SessionStrategy& second) {
        if (edit == 1 || edit == 2)
            second.system.mem1.bandwidth_gbps *= 2;
        if (edit == 2)
            second.execution = starting_session().strategies[0].execution;
        if (edit == 3)
            second.model.name = "another";
        if (edit == 4)
            second.model.blocks *= 2;
    });
    const auto keys = [&](IrStage stage) {
        QStringList out;
        for (const FieldChange& change : digest_movers(subjectOf(0), subjectOf(1), stage))
            out << change.key;
        return out;
    };
    // What the window calls a change of the system is there to be left out.
    bool system = false;
    for (const FieldChange& change : changes_between(*subjectOf(0).form, *subjectOf(1).form).fields)
        system = system || change.key.startsWith("system");
    QCOMPARE(system, edit == 1 || edit == 2);
    QCOMPARE(keys(IrStage::model), model);
    QCOMPARE(keys(IrStage::distributed), plan);
    QCOMPARE(keys(IrStage::portable), plan);
    m_workspace->reset(starting_session());
}

void IrRowsTest::verdicts()
{
    const ir::DistributedTaskIR sound = *subjectOf(1).distributed();
    QVERIFY(verdict_of(ir::AnyIR(sound)) == (IrVerdict{"Verified, 0 problems", {}, true}));
    ir::DistributedTaskIR broken = sound;
    broken.tasks[5].id = broken.tasks[4].id;
    const IrVerdict verdict = verdict_of(ir::AnyIR(broken));
    QVERIFY(!verdict.sound && verdict.words != "Verified, 0 problems");
    QVERIFY2(verdict.details.contains("/tasks/5"), qPrintable(verdict.details));
}

void IrRowsTest::answers()
{
    const IrSubject full = subjectOf(0);
    const Answer answer = ir_answer(subjectOf(1), &full);
    QCOMPARE(answer.headline, QString("full and seqsel share ModelIR and differ from transformer-distribute on"));
    QVERIFY2(answer.why.startsWith("Of 86 and 70 tasks, "), qPrintable(answer.why));
    QVERIFY2(answer.why.contains(" differ, 18 are only in full and 2 are only in seqsel. "), qPrintable(answer.why));
    QVERIFY2(answer.why.endsWith("Three fields changed the digest: recompute, TP communication, all-gather redo."),
             qPrintable(answer.why));
    const Answer alone = ir_answer(subjectOf(1), nullptr);
    QCOMPARE(alone.headline,
             QString("GPT-175B seqsel compiles to 70 tasks for one block, one rank and one microbatch"));
    QCOMPARE(alone.why, QString("10 collectives run over the 8 ranks of the tensor-parallel group."));
}

void IrRowsTest::answersOfOther_data()
{
    QTest::addColumn<int>("edit");
    QTest::addColumn<QString>("headline");
    QTest::addColumn<QString>("why");
    QTest::newRow("the same") << 0 << "full and seqsel compile to the same plan"
                              << "All three digests are equal: the fields that differ are no part of a plan.";
    QTest::newRow("another system") << 1 << "full and seqsel compile to the same plan"
                                    << "All three digests are equal: the fields that differ are no part of a plan.";
    QTest::newRow("no task differs") << 2 << "full and seqsel share ModelIR and differ from transformer-distribute on"
                                     << "All 86 tasks are the same. One field changed the digest: virtual stages.";
    QTest::newRow("another model") << 3
                                   << "full and seqsel differ from transformer-import on: they are not the same ModelIR"
                                   << "";
}

void IrRowsTest::answersOfOther()
{
    QFETCH(int, edit);
    QFETCH(QString, headline);
    QFETCH(QString, why);
    change([&](SessionStrategy& second) {
        second.execution = starting_session().strategies[0].execution;
        if (edit == 1)
            second.system.mem1.bandwidth_gbps *= 2;
        if (edit == 2)
            std::get<strategy::TransformerTrainingParallelism>(second.execution.parallelism).pipeline.schedule =
                strategy::InterleavedOneForwardOneBackward{2};
        if (edit == 3)
            second.model.blocks *= 2;
    });
    const IrSubject full = subjectOf(0);
    const Answer answer = ir_answer(subjectOf(1), &full);
    QCOMPARE(answer.headline, headline);
    if (!why.isEmpty())
        QCOMPARE(answer.why, why);
    m_workspace->reset(starting_session());
}

void IrRowsTest::differences()
{
    const DiffRows rows = diff_rows(subjectOf(0), subjectOf(1), IrStage::distributed, DiffShown::all);
    const auto line = [&](const char* key) {
        QStringList out = texts(find(rows.rows, key));
        for (QString& cell : out)
            cell = plain(cell).section(" | ", 0, 0);
        return out;
    };
    QCOMPARE(line("attn.norm/forward"),
             (QStringList{"changed", "attn.norm", "forward", "size", "25165824", "3145728"}));
    QCOMPARE(line("attn.f/forward"), (QStringList{"changed", "attn.f", "forward", "collective", "none", "all gather"}));
    QCOMPARE(line("attn.g/forward"),
             (QStringList{"changed", "attn.g", "forward", "collective", "all reduce", "reduce scatter"}));
    QCOMPARE(line("attn.q/recompute"),
             (QStringList{"only in full", "attn.q", "recompute", "operations", "77309411328", "–"}));
    QCOMPARE(line("attn.f/recommunication"),
             (QStringList{"only in seqsel", "attn.f", "recommunication", "message", "–", "50331648"}));
    QCOMPARE(rows.rows.size(), rows.all);
    QVERIFY(diff_rows(subjectOf(0), subjectOf(1), IrStage::model, DiffShown::all).rows.empty());
}

void IrRowsTest::differencesOfAKind()
{
    const auto count = [&](DiffShown shown) {
        return diff_rows(subjectOf(0), subjectOf(1), IrStage::portable, shown).rows.size();
    };
    QCOMPARE(count(DiffShown::only_left), std::size_t(18));
    QCOMPARE(count(DiffShown::only_right), std::size_t(2));
    QCOMPARE(count(DiffShown::all), count(DiffShown::changed) + 20);
    for (const DiffShown shown : {DiffShown::all, DiffShown::changed, DiffShown::only_left, DiffShown::only_right})
        QVERIFY(diff_from(diff_key(shown)) == shown);
    const DiffRows some = diff_rows(subjectOf(0), subjectOf(1), IrStage::portable, DiffShown::only_right);
    QCOMPARE(some.count(), QString("2 of %1 changes").arg(count(DiffShown::all)));
}

void IrRowsTest::details()
{
    const TaskDetails q = task_details(subjectOf(1), IrStage::distributed, "attn.q/forward");
    QCOMPARE(q.title, QString("attn.q, forward"));
    QCOMPARE(q.headline, QString("linear [M,N]·[N,K], matrix engine, float16"));
    QVERIFY(q.id.startsWith("node:"));
    QCOMPARE(q.formulas[0].symbols, QString("2·M·N·K"));
    QCOMPARE(q.formulas[0].numbers, QString("2·2048·12288·1536"));
    QCOMPARE(plain(q.formulas[0].result), QString("77309411328"));
    QCOMPARE(q.formulas.back().result, QString("none")); // message
    QStringList across;
    for (const LinkRow& row : q.across)
        for (const TaskLink& link : row.links)
            across << row.label + QStringLiteral(": ") + link.text;
    QCOMPARE(across, (QStringList{"from ModelIR: transformer.decoder_training", "to plan: task 4, matrix",
                                  "gradients: task 49", "gradients: task 60", "optimizer: task 63"}));
    QCOMPARE(q.around[0].links[0].text, QString("attn.qkv_fork"));
    QCOMPARE(q.around[1].links[0].text, QString("attn.qk"));
    QCOMPARE(q.flags, QString("reused, not stored for backward"));
    QVERIFY(q.plain.contains("operations = 2·M·N·K = 2·2048·12288·1536 = "));
    QVERIFY(task_details(subjectOf(1), IrStage::distributed, "attn.x/forward").key.isEmpty());
    QCOMPARE(default_task(subjectOf(1)), QString("attn.q/forward"));
}

void IrRowsTest::detailsOfACollective()
{
    const TaskDetails f = task_details(subjectOf(1), IrStage::portable, "attn.f/forward");
    QCOMPARE(f.headline, QString("TP boundary f, column side, all gather over 8 ranks, float16"));
    QVERIFY(f.formulas[0].nothing);
    QCOMPARE(f.formulas.back().symbols, QString("A·e"));
    QCOMPARE(plain(f.formulas.back().result), QString("50331648"));
    QCOMPARE(f.across[0].label, QString("from ModelIR"));
    QVERIFY(f.across[0].links.empty());
}

void IrRowsTest::detailsOfAClone()
{
    const TaskDetails clone = task_details(subjectOf(1), IrStage::distributed, "attn.qk/recompute");
    QStringList labels;
    for (const LinkRow& row : clone.across)
        labels << row.label;
    QCOMPARE(labels, (QStringList{"to plan", "forward", "gradients"}));
    QCOMPARE(clone.around[0].links[0].text, QString("attn.q forward"));
}

// No backward follows that anything could be stored for.
void IrRowsTest::detailsOfInference()
{
    change([](SessionStrategy& s) {
        s.execution.all_gather_redo = false;
        s.execution.parallelism = strategy::TransformerInferenceParallelism{
            {8, strategy::TensorCommunication::reduce_scatter_all_gather}, {8, strategy::ForwardOnly{}}, {1}};
    });
    const TaskDetails q = task_details(subjectOf(1), IrStage::distributed, "attn.q/forward");
    QCOMPARE(q.flags, QString("reused"));
    QStringList across;
    for (const LinkRow& row : q.across)
        for (const TaskLink& link : row.links)
            across << link.text;
    QCOMPARE(across, (QStringList{"transformer.decoder_inference", "task 4, matrix"}));
    QCOMPARE(ir_rows(subjectOf(1), IrStage::distributed, {}, {}).count(), QString("24 tasks"));
    m_workspace->reset(starting_session());
}

void IrRowsTest::textLines()
{
    const std::vector<ir::TextLine> lines{{0, "forward, 2 tasks", ""},     {1, "attn.q: linear", "node:1"},
                                          {2, "operands x", "node:1"},     {1, "attn.k: linear", "node:2"},
                                          {2, "operands x", "node:2"},     {0, "values, 1", ""},
                                          {1, "attn.q: weight", "value:1"}};
    const auto shown_lines = [&](const QString& search, const QSet<QString>* entities) {
        QStringList out;
        for (const ir::TextLine& line : filtered_lines(lines, search, entities))
            out << QString::fromStdString(line.text);
        return out;
    };
    QCOMPARE(int(shown_lines({}, nullptr).size()), 7);
    QCOMPARE(shown_lines("attn.q", nullptr),
             (QStringList{"forward, 2 tasks", "attn.q: linear", "operands x", "values, 1", "attn.q: weight"}));
    QCOMPARE(shown_lines("OPERANDS", nullptr),
             (QStringList{"forward, 2 tasks", "attn.q: linear", "operands x", "attn.k: linear", "operands x"}));
    const QSet<QString> second{"node:2"};
    QCOMPARE(shown_lines({}, &second), (QStringList{"forward, 2 tasks", "attn.k: linear", "operands x"}));
    QVERIFY(shown_lines("nothing like it", nullptr).isEmpty());
}

void IrRowsTest::graph()
{
    IrFilter filter;
    filter.engines = {ir::EngineClass::matrix};
    const QFont font;
    const GraphLayout layout = layout_graph(subjectOf(1), IrStage::distributed, filter, font, QSizeF(700, 600));
    QCOMPARE(layout.nodes.size(), std::size_t(70));
    QCOMPARE(layout.columns.size(), std::size_t(6));
    QCOMPARE(layout.lanes.size(), std::size_t(2));
    QVERIFY(layout.size.width() <= 700);
    const auto node = [&](const char* key) { return layout.nodes[*layout.find(key)]; };
    QCOMPARE(node("attn.q/forward").name, QString("q"));
    QVERIFY(!node("attn.q/forward").muted && node("attn.softmax/forward").muted);
    QVERIFY(node("attn.f/forward").communicates && !node("attn.q/forward").communicates);
    // One row of the block, one height; one phase, one column.
    QCOMPARE(node("attn.q/forward").rect.top(), node("attn.q/optimizer").rect.top());
    QCOMPARE(node("attn.q/forward").rect.left(), node("mlp.fc1/forward").rect.left());
    QVERIFY(node("attn.q/forward").rect.right() < node("attn.qk/recompute").rect.left());
    QVERIFY(layout.lanes[0].rect.bottom() < layout.lanes[1].rect.top());
    for (std::size_t i = 0; i < layout.nodes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(!layout.nodes[i].rect.intersects(layout.nodes[j].rect));
    QCOMPARE(layout.at(node("attn.q/forward").rect.center()), layout.find("attn.q/forward"));
    std::size_t dependencies = 0;
    for (const ir::DistributedTask& task : subjectOf(1).distributed()->tasks)
        dependencies += task.dependencies.size();
    QCOMPARE(layout.edges.size(), dependencies);
    QVERIFY(layout_graph(subjectOf(1), IrStage::model, {}, font, QSizeF(700, 600)).nodes.empty());
}

void IrRowsTest::neighbours()
{
    const GraphLayout layout = layout_graph(subjectOf(1), IrStage::distributed, {}, QFont(), QSizeF(700, 600));
    const auto from = [&](const char* key, int columns, int rows) {
        return layout.nodes[neighbour(layout, *layout.find(key), columns, rows)].key;
    };
    QCOMPARE(from("attn.q/forward", 0, 1), QString("attn.k/forward"));
    QCOMPARE(from("attn.q/forward", 0, -1), QString("attn.qkv_fork/forward"));
    QCOMPARE(from("attn.fork/forward", 0, -1), QString("attn.fork/forward"));
    QCOMPARE(from("attn.qk/forward", 1, 0), QString("attn.qk/recompute"));
    QCOMPARE(from("attn.q/forward", -1, 0), QString("attn.q/forward"));
}

BLUEPRINTING_UI_TEST(IrRowsTest)
#include "rows_test.moc"
