#include "tests/support/pictures.h"
#include "tests/ui/ir/ir_fixture.h"
#include "ui/ir/ir_graph.h"
#include "ui/ir/ir_text.h"
#include "ui/ir/pass_chain.h"
#include "ui/ir/task_panel.h"
#include "ui/style/fonts.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/panel.h"

#include <QHeaderView>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

QString plain(QString text) { return text.remove(QChar(0x200B)).remove(QChar(0x2009)); }

QString unchanged(const IrFixture& fixture, const char* card)
{
    auto* label = fixture.child<PassCardBox>(card)->findChild<ToneLabel*>("cardUnchanged");
    return label->isHidden() ? QString() : label->text();
}

void wheel(QWidget* widget, const QPointF& at, int steps)
{
    QWheelEvent event(at, widget->mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

} // namespace

/// What passes and edits leave unchanged, what lights up with a picked task and why it does what it does, files against
/// strategies, the graph under wheel and keys, and how all of it looks while the strategy is illegal.
class IrTraceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        if (!m_theme)
            m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
        m = std::make_unique<IrFixture>();
    }
    void cleanup() { m.reset(); }

    void passesThatLeaveACheckpointUnchanged()
    {
        QCOMPARE(m->child<PassCardBox>("card_model")->findChild<ToneLabel*>("cardSchema")->toolTip(),
                 QString("model.v1"));
        QCOMPARE(m->child<PassCardBox>("card_portable")->findChild<ToneLabel*>("cardSchema")->toolTip(),
                 QString("portable_plan.v1"));
        // full and seqsel differ in recompute, communication and redo; none of them reaches ModelIR.
        QCOMPARE(unchanged(*m, "card_model"), QString("unchanged by import"));
        QVERIFY(m->child<PassCardBox>("card_model")
                    ->findChild<ToneLabel*>("cardUnchanged")
                    ->toolTip()
                    .startsWith("transformer-import: "));
        QCOMPARE(unchanged(*m, "card_distributed"), QString());
        m->setRecompute(strategy::RecomputePolicy::none);
        // Nothing to recompute, and without the redo nothing to send again: steps of the pass that add no task.
        QCOMPARE(unchanged(*m, "card_distributed"), QString("2 passes unchanged"));
        const QString why =
            m->child<PassCardBox>("card_distributed")->findChild<ToneLabel*>("cardUnchanged")->toolTip();
        QVERIFY2(why.contains("recompute, recommunication: Steps of transformer-distribute"), qPrintable(why));
    }

    void theLastEditLeavesDigestsUnchanged()
    {
        const auto told = [this](const char* card) { return m->child<PassCardBox>(card)->toolTip(); };
        QCOMPARE(told("card_model"), QString());
        m->setTensor(4);
        QCOMPARE(told("card_model"), QString("Unchanged by the last edit: TP 8 → 4"));
        QCOMPARE(told("card_distributed"), QString("Changed by the last edit: TP 8 → 4"));
        QCOMPARE(told("card_portable"), QString("Changed by the last edit: TP 8 → 4"));
        m->workspace.undoStack().undo();
        QCOMPARE(told("card_model"), QString("Unchanged by the last edit: TP 4 → 8"));
        // Another machine reaches no IR at all.
        m->workspace.edit("system",
                          [&](Session& session) { session.find(m->id(1))->system = *system::find_preset("a100_80e"); });
        for (const char* card : {"card_model", "card_distributed", "card_portable"})
            QVERIFY2(told(card).startsWith("Unchanged by the last edit: system a100_80g → a100_80e"),
                     qPrintable(told(card)));
        // An edit that breaks a law compiles nothing: what the edit before it did stays.
        m->setTensor(7);
        QVERIFY(told("card_model").startsWith("Unchanged by the last edit: system"));
    }

    void twoStrategiesThatAreTheSame()
    {
        m->workspace.edit(
            "same", [&](Session& session) { session.find(m->id(1))->execution = session.find(m->id(0))->execution; });
        QVERIFY(unchanged(*m, "card_distributed").startsWith("unchanged by distribute"));
        QVERIFY(unchanged(*m, "card_portable").startsWith("unchanged by plan-work"));
        QStringList arrows;
        for (const auto* label :
             m->child<QWidget>("passChain")->findChildren<ToneLabel*>(QString(), Qt::FindDirectChildrenOnly))
            if (!label->text().isEmpty())
                arrows << label->text();
        QVERIFY2(arrows.contains("↓  transformer-distribute: unchanged"), qPrintable(arrows.join('|')));
        // Whole, in as many lines as it takes.
        testing::draw(m->view, QSize(1240, 830));
        for (const auto* label :
             m->child<QWidget>("passChain")->findChildren<ToneLabel*>(QString(), Qt::FindDirectChildrenOnly))
            if (label->isVisible()) {
                int widest = 0;
                for (const QString& word : label->text().split(u' '))
                    widest = std::max(widest, label->fontMetrics().horizontalAdvance(word));
                QVERIFY2(widest <= label->width() && label->heightForWidth(label->width()) <= label->height(),
                         qPrintable(label->text()));
            }
        // Nothing moved what is equal.
        QCOMPARE(m->child<ToneLabel>("movedNothing")->text(), QString("Nothing: both have the same digest."));
    }

    void namesAreShownAsTheyAreWritten()
    {
        m->workspace.edit("name", [&](Session& session) { session.find(m->id(0))->name = "<b>bold</b>"; });
        const auto* label = m->child<PassCardBox>("card_model")->findChild<ToneLabel*>("cardRelation");
        QVERIFY2(label->text().contains("<b>bold</b>") && label->textFormat() == Qt::PlainText,
                 qPrintable(label->text()));
        QVERIFY(m->child<PassCardBox>("card_model")
                    ->findChild<ToneLabel*>("cardUnchanged")
                    ->toolTip()
                    .contains("<b>bold</b>"));
    }

    void pickedTasksLightUpAndExplainThemselves_data()
    {
        QTest::addColumn<QString>("task");
        QTest::addColumn<double>("operations");
        QTest::addColumn<double>("message");
        QTest::addColumn<QStringList>("twins"); ///< the same task in other phases
        QTest::addColumn<QString>("before");    ///< one that it needs
        QTest::addColumn<bool>("generated");    ///< by the pass: nothing in ModelIR stands for it
        // seqsel: s 2048, h 12288, a/t 12, k 128, f/t 6144, X = s·h/8, P = 12·s².
        const double s = 2048, h = 12288, x = s * h / 8, p = 12 * s * s;
        using L = QStringList;
        QTest::newRow("linear") << "attn.q/forward" << 2 * s * h * 1536 << 0.0
                                << L{"attn.q/activation_gradient", "attn.q/weight_gradient", "attn.q/optimizer"}
                                << "attn.qkv_fork/forward" << false;
        QTest::newRow("weight gradient") << "mlp.fc1/weight_gradient" << 2 * s * h * 6144 << 0.0
                                         << L{"mlp.fc1/forward", "mlp.fc1/activation_gradient", "mlp.fc1/optimizer"}
                                         << "" << false;
        QTest::newRow("attention") << "attn.qk/forward" << 2 * 12 * s * 128 * s << 0.0
                                   << L{"attn.qk/recompute", "attn.qk/activation_gradient"} << "attn.q/forward"
                                   << false;
        QTest::newRow("attention's gradient")
            << "attn.qk/activation_gradient" << 4 * 12 * s * 128 * s << 0.0 << L{"attn.qk/forward", "attn.qk/recompute"}
            << "attn.softmax/activation_gradient" << false;
        QTest::newRow("softmax again") << "attn.softmax/recompute" << 5 * p << 0.0
                                       << L{"attn.softmax/forward", "attn.softmax/activation_gradient"}
                                       << "attn.qk/recompute" << false;
        QTest::newRow("norm") << "attn.norm/forward" << 9 * x << 0.0
                              << L{"attn.norm/activation_gradient", "attn.norm/weight_gradient", "attn.norm/optimizer"}
                              << "attn.fork/forward" << false;
        QTest::newRow("reduce-scatter") << "attn.g/forward" << s * h * 7 / 8 << 2 * s * h
                                        << L{"attn.g/activation_gradient"} << "attn.out/forward" << true;
        QTest::newRow("gather again") << "attn.f/recommunication" << 0.0 << 2 * s * h
                                      << L{"attn.f/forward", "attn.f/activation_gradient"} << "" << true;
        QTest::newRow("optimizer step") << "mlp.fc1/optimizer" << 11 * h * 6144 << 0.0
                                        << L{"mlp.fc1/forward", "mlp.fc1/activation_gradient",
                                             "mlp.fc1/weight_gradient"}
                                        << "mlp.fc1/weight_gradient" << false;
    }
    void pickedTasksLightUpAndExplainThemselves()
    {
        QFETCH(QString, task);
        QFETCH(double, operations);
        QFETCH(double, message);
        QFETCH(QStringList, twins);
        QFETCH(QString, before);
        QFETCH(bool, generated);
        m->pick(task);
        // The formula: symbols, numbers put in, result.
        const auto line = [&](const char* name) { return plain(m->child<ToneLabel>(name)->text()); };
        if (operations == 0) {
            QCOMPARE(line("operationsResult"), QString("none"));
        } else {
            QCOMPARE(line("operationsResult"), "= " + QString::number(operations, 'f', 0));
            double product = 1;
            QString numbers = line("operationsNumbers").mid(2);
            const auto ranks = QRegularExpression("\\((\\d+) − 1\\)").match(numbers); // what a ring leaves out of t
            if (ranks.hasMatch())
                numbers.replace(ranks.captured(0), QString::number(ranks.captured(1).toInt() - 1));
            for (const QString& factor : numbers.split(u'·')) { // each a number, or one over another
                bool whole = false;
                product *= factor.section(u'/', 0, 0).toDouble(&whole) /
                           (factor.contains(u'/') ? factor.section(u'/', 1).toDouble() : 1);
                QVERIFY2(whole, qPrintable(numbers));
            }
            QCOMPARE(product, operations);
        }
        const QString sent = plain(m->child<QWidget>("bytesBox")->findChild<QLabel*>("result_3")->text());
        QCOMPARE(sent, message == 0 ? QString("none") : QString::number(message, 'f', 0));

        // Across the boundary: where it comes from, where it goes.
        const PassCard model = m->child<PassCardBox>("card_model")->card();
        const PassCard plan = m->child<PassCardBox>("card_portable")->card();
        QCOMPARE(model.marked, !generated);
        QVERIFY(plan.marked && plan.link.startsWith(task.section('/', 0, 0) + " is task "));
        QVERIFY(m->view.findChild<QWidget*>("link_portable_" + task));

        // Tree, text and graph mark the same task in its other phases.
        const auto sorted = [](QStringList list) {
            list.sort();
            return list;
        };
        QStringList marked;
        for (const TableRow& row : m->child<TableView>("irTree")->table()->rows())
            if (row.marked)
                marked << row.key;
        QCOMPARE(sorted(marked), sorted(twins));
        m->press("irMode", "Text");
        const ir::DistributedTaskIR& block = m->workspace.result(m->id(1)).evaluation->compilation.distributed_ir();
        QStringList ids;
        for (const ir::DistributedTask& each : block.tasks)
            if (twins.contains(task_key(each)))
                ids << QString::fromStdString(each.id);
        QCOMPARE(sorted(m->child<IrText>("irText")->related().values()), sorted(ids));
        QVERIFY(m->child<IrText>("irText")->currentIndex().data().toString().contains(task.section('/', 0, 0)));
        m->press("irMode", "Graph");
        const QStringList lit = m->child<IrGraph>("irGraph")->relatedTasks();
        for (const QString& twin : twins)
            QVERIFY2(lit.contains(twin), qPrintable(twin + " in " + lit.join(' ')));
        if (!before.isEmpty())
            QVERIFY2(lit.contains(before), qPrintable(lit.join(' ')));
    }

    void graphZoomsAtThePointerPansAndFits()
    {
        m->press("irMode", "Graph");
        auto* graph = m->child<IrGraph>("irGraph");
        testing::draw(m->view, QSize(1240, 830));
        const auto node = [&](const char* key) {
            const GraphLayout layout = graph->graphLayout();
            return layout.nodes[*layout.find(key)].rect;
        };
        // The picked task is in sight though the block is higher than its place.
        m->pick("mlp.residual/forward");
        QVERIFY(graph->rect().contains(node("mlp.residual/forward").toRect()));
        QVERIFY(!graph->rect().contains(node("attn.fork/forward").toRect()));
        const double before = graph->zoom();
        const QPointF at = node("mlp.residual/forward").center();
        wheel(graph, at, 1);
        QVERIFY(graph->zoom() > before);
        QVERIFY((node("mlp.residual/forward").center() - at).manhattanLength() < 12); // stays under the pointer
        // Dragging moves what is in sight.
        const QPointF there = node("mlp.fc1/forward").center();
        const QPoint middle = graph->rect().center();
        QTest::mousePress(graph, Qt::LeftButton, {}, middle);
        QMouseEvent move(QEvent::MouseMove, middle + QPointF(0, 40), graph->mapToGlobal(middle + QPointF(0, 40)),
                         Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(graph, &move);
        QTest::mouseRelease(graph, Qt::LeftButton, {}, middle + QPoint(0, 40));
        QCOMPARE(node("mlp.fc1/forward").center().y(), there.y() + 40);
        QCOMPARE(m->selectedTask(), QString("mlp.residual/forward")); // a drag picks nothing
        // All of it.
        for (const Qt::Key key : {Qt::Key_F, Qt::Key_0}) {
            QTest::keyClick(graph, Qt::Key_Plus);
            QVERIFY(graph->isZoomed());
            QTest::keyClick(graph, key);
            QVERIFY(!graph->isZoomed());
            for (const GraphNode& each : graph->graphLayout().nodes)
                QVERIFY2(QRectF(graph->rect()).adjusted(-1, -1, 1, 1).contains(each.rect), qPrintable(each.key));
        }
        QTest::keyClick(graph, Qt::Key_Minus); // further out there is nothing to see
        QVERIFY(!graph->isZoomed());
        // Keys walk, and what they reach comes into sight.
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(graph, Qt::Key_Plus);
        for (int i = 0; i < 23; ++i)
            QTest::keyClick(graph, Qt::Key_Up);
        QCOMPARE(m->selectedTask(), QString("attn.fork/forward"));
        QVERIFY(graph->rect().adjusted(-2, -2, 2, 2).contains(node("attn.fork/forward").toRect()));
    }

    void theGraphReadsOutUnderThePointer()
    {
        m->press("irMode", "Graph");
        auto* graph = m->child<IrGraph>("irGraph");
        testing::draw(m->view, QSize(1240, 830));
        m->pick("attn.q/forward"); // comes into sight
        const GraphLayout layout = graph->graphLayout();
        const QPointF at = layout.nodes[*layout.find("attn.q/forward")].rect.center();
        QMouseEvent move(QEvent::MouseMove, at, graph->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(graph, &move);
        QVERIFY2(QToolTip::text().contains("attn.q") && QToolTip::text().contains("linear"),
                 qPrintable(QToolTip::text()));
    }

    void graphHeadsStayApart()
    {
        m->press("irMode", "Graph");
        auto* graph = m->child<IrGraph>("irGraph");
        for (const int width : {430, 560, 700, 1240}) {
            graph->resize(width, 400);
            QStringList titles;
            for (const GraphColumn& column : graph->graphLayout().columns)
                titles << column.title;
            QCOMPARE(titles.size(), 6);
            QCOMPARE(QSet<QString>(titles.begin(), titles.end()).size(), 6);
            const QFontMetricsF metrics(small_font(graph));
            for (const GraphColumn& column : graph->graphLayout().columns)
                QVERIFY2(metrics.horizontalAdvance(column.title) <= column.head.width() - 13, qPrintable(column.title));
        }
    }

    void checkpointsAgainstStrategiesAndEachOther()
    {
        QTemporaryDir folder;
        const QString seqsel = folder.filePath("seqsel.json"), full = folder.filePath("full.json"),
                      plan = folder.filePath("plan.json");
        QVERIFY(m->view.exportCheckpoint(seqsel).has_value());
        m->workspace.selectStrategy(m->id(0));
        QVERIFY(m->view.exportCheckpoint(full).has_value());
        QTest::mouseClick(m->child<PassCardBox>("card_portable"), Qt::LeftButton);
        QVERIFY(m->view.exportCheckpoint(plan).has_value());
        QTest::mouseClick(m->child<PassCardBox>("card_distributed"), Qt::LeftButton);

        // A file against the strategy that it came from, and against the other one.
        QVERIFY(m->view.open(full).has_value());
        QCOMPARE(m->child<QComboBox>("diffWith")->currentText(), QString("GPT-175B full"));
        QCOMPARE(m->child<ToneLabel>("diffNote")->text(), QString("Every task is the same in both."));
        m->choose("diffWith", "GPT-175B seqsel");
        QCOMPARE(m->child<AnswerLine>("answer")->headline(),
                 QString("full.json differs from the DistributedTaskIR of GPT-175B seqsel"));
        // The fields that the digests differ by are in the file itself.
        QCOMPARE(m->child<ToneLabel>("moved_activation_recompute")->text(), QString("attention → full"));
        QVERIFY(m->view.findChild<ToneLabel*>("moved_tensor_par_comm_type") &&
                m->view.findChild<ToneLabel*>("moved_seq_par_ag_redo"));
        QVERIFY(!m->view.findChild<ToneLabel*>("moved_model") && !m->view.findChild<ToneLabel*>("moved_system"));
        const QString changes = m->child<ToneLabel>("diffCount")->text();

        // Two files: the same changes as between the strategies that they came from.
        QVERIFY(m->view.open(seqsel).has_value());
        QCOMPARE(m->child<PassCardBox>("card_opened2")->card().title, QString("seqsel.json"));
        m->choose("diffWith", "full.json");
        QCOMPARE(m->child<ToneLabel>("diffCount")->text(), changes);
        QCOMPARE(m->child<ToneLabel>("moved_activation_recompute")->text(), QString("full → attention"));
        // A plan has nothing to be held against a block's tasks, and is not offered.
        QVERIFY(m->view.open(plan).has_value());
        QCOMPARE(m->child<QComboBox>("diffWith")->findText("full.json"), -1);
        // A strategy against a file of the stage that is shown.
        QTest::mouseClick(m->child<PassCardBox>("card_distributed"), Qt::LeftButton);
        m->choose("diffWith", "seqsel.json");
        QCOMPARE(m->child<ToneLabel>("diffCount")->text(), changes);

        // They belong to the session; closing one leaves the others.
        IrView second(m->workspace);
        second.refresh();
        QVERIFY(second.findChild<PassCardBox*>("card_opened3"));
        QTest::mouseClick(m->child<PassCardBox>("card_opened")->findChild<QToolButton*>("cardClose"), Qt::LeftButton);
        QCOMPARE(m->child<PassCardBox>("card_opened")->card().title, QString("seqsel.json"));
        QCOMPARE(m->child<PassCardBox>("card_opened2")->card().title, QString("plan.json"));
        QVERIFY(!m->view.findChild<PassCardBox*>("card_opened3"));
    }

    void lastLegalFiguresAreGreyedAndMarked()
    {
        m->pick("attn.q/forward");
        m->setTensor(7);
        const Theme theme = light_theme();
        const auto note = [&](const char* panel) {
            return m->child<Panel>(panel)->findChild<ToneLabel*>("panelNote")->text();
        };
        for (const char* panel : {"passesPanel", "treePanel"})
            QCOMPARE(note(panel), QString("last legal figures"));
        // Beside the title, which does not sink under it.
        const auto* mark = m->child<ToneLabel>("taskStale");
        QVERIFY(mark->isVisible() && mark->text() == "last legal figures" &&
                mark->y() == m->child<ToneLabel>("taskTitle")->y());
        QVERIFY(m->child<ToneLabel>("diffCount")->text().endsWith(", last legal figures"));
        for (const char* table : {"irTree", "diffTable"})
            for (const TableRow& row : m->child<TableView>(table)->table()->rows())
                for (const Cell& cell : row.cells)
                    QVERIFY2(cell.tone == Tone::secondary && !cell.bold, qPrintable(row.key));
        QCOMPARE(m->child<TableView>("irTree")->table()->rows()[0].cells[0].color.in(theme),
                 mixed(theme.components[0], theme.panel, 0.38));
        QCoreApplication::processEvents(); // what is new is shown then
        // Whatever the passes' panel and the tree's head say, the panels' own names aside.
        for (const char* panel : {"passesPanel", "treePanel"})
            for (const auto* label : m->child<Panel>(panel)->findChildren<ToneLabel*>())
                if (label->objectName() != "panelTitle" && label->objectName() != "panelNote" && label->isVisible())
                    QVERIFY2(label->tone() == Tone::secondary, qPrintable(label->objectName() + u' ' + label->text()));
        QVERIFY(m->child<ToneLabel>("verified")->isVisible() &&
                m->child<ToneLabel>("moved_activation_recompute")->isVisible());
        QVERIFY2(m->child<AnswerLine>("answer")->headline().endsWith("(last legal figures)"),
                 qPrintable(m->child<AnswerLine>("answer")->headline()));
        for (const auto* label : m->child<TaskPanel>("task")->findChildren<ToneLabel*>())
            QCOMPARE(label->tone(), label == mark ? Tone::caution : Tone::secondary);
        // Text in secondary, none in the text colour; the graph's strips at 38 %.
        m->press("irMode", "Text");
        QImage image = testing::draw(*m->child<IrText>("irText"), QSize(600, 300));
        QVERIFY(testing::count_pixels(image, theme.text) == 0 && testing::count_pixels(image, theme.secondary) > 100);
        m->press("irMode", "Graph");
        image = testing::draw(*m->child<IrGraph>("irGraph"), QSize(600, 400));
        QVERIFY(testing::count_pixels(image, theme.text) == 0 &&
                testing::count_pixels(image, theme.components[1]) == 0);
        QVERIFY(testing::count_pixels(image, mixed(theme.components[1], theme.panel, 0.38)) > 50);
        m->workspace.undoStack().undo();
        for (const char* panel : {"passesPanel", "treePanel"})
            QVERIFY(note(panel).isEmpty());
        QVERIFY(!mark->isVisible());
        QCOMPARE(m->child<TableView>("irTree")->table()->rows()[0].cells[0].tone, Tone::text);
    }

    void bothSidesOfADifferenceAreInSight_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<bool>("legal");
        // What a window of this width leaves to the view beside its dock.
        for (const auto& [window, size] :
             {std::pair("1600x1000", QSize(1240, 830)), std::pair("1480x900", QSize(1120, 740)),
              std::pair("1440x900", QSize(1080, 740)), std::pair("1366x768", QSize(1006, 610)),
              std::pair("1280x800", QSize(920, 640)), std::pair("1024x700", QSize(662, 560)),
              std::pair("800x500", QSize(441, 390))})
            for (const bool legal : {true, false})
                QTest::addRow("%s, %s", window, legal ? "legal" : "last legal") << size << legal;
    }
    void bothSidesOfADifferenceAreInSight()
    {
        QFETCH(QSize, size);
        QFETCH(bool, legal);
        if (!legal)
            m->setTensor(7);
        testing::draw(m->view, size);
        QCoreApplication::processEvents();
        const auto* table = m->child<TableView>("diffTable");
        for (const char* id : {"left", "right"}) {
            int at = 0;
            while (table->table()->columns()[std::size_t(at)].id != id)
                ++at;
            QVERIFY2(!table->isColumnHidden(at), id);
            QVERIFY2(table->columnViewportPosition(at) >= 0 &&
                         table->columnViewportPosition(at) + table->columnWidth(at) <= table->viewport()->width(),
                     qPrintable(QString("%1: %2 + %3 of %4")
                                    .arg(id)
                                    .arg(table->columnViewportPosition(at))
                                    .arg(table->columnWidth(at))
                                    .arg(table->viewport()->width())));
            if (size.width() > 700) // whole
                QVERIFY2(static_cast<const QAbstractItemView*>(table)->sizeHintForColumn(at) <= table->columnWidth(at),
                         id);
        }
        QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
        testing::keep(testing::draw(m->view, size),
                      QString("ir-diff-%1-%2").arg(size.width()).arg(legal ? "legal" : "last-legal"));
        // What changed the digest stays in sight, whatever the passes say.
        auto* moved = m->child<ToneLabel>("movedTitle");
        auto* panel = m->child<Panel>("passesPanel");
        QVERIFY(moved->isVisible() && panel->rect().contains(QRect(moved->mapTo(panel, QPoint()), moved->size())));
        QVERIFY(m->child<ToneLabel>("moved_activation_recompute")->isVisible());
    }

    void aStrategyWithoutATaskThatDiffersTellsItsFields()
    {
        m->workspace.edit("chunks", [&](Session& session) {
            auto& execution = session.find(m->id(1))->execution;
            execution = session.find(m->id(0))->execution;
            std::get<strategy::TransformerTrainingParallelism>(execution.parallelism).pipeline.schedule =
                strategy::InterleavedOneForwardOneBackward{2};
        });
        QCOMPARE(m->child<ToneLabel>("diffNote")->text(),
                 QString("Every task is the same in both.\nWhat changed the digest:\nVirtual stages: 3 → 2"));
    }

    void neverLegal()
    {
        Session session = m->workspace.session();
        session.strategies.resize(1);
        session.strategies[0].execution.microbatch_size = 3;
        session.selected = session.baseline = session.strategies[0].id;
        m->workspace.reset(session);
        QCOMPARE(m->child<AnswerLine>("answer")->headline(), QString("GPT-175B full has no figures yet"));
        QVERIFY(m->child<AnswerLine>("answer")->isVisible() && !m->child<QWidget>("irEmpty")->isHidden());
        QVERIFY(m->child<QWidget>("openInstead")->isEnabled());
    }

    void smallPlacesKeepEverythingApart_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("800x500 with its dock") << QSize(441, 390);
        QTest::newRow("1024x700 with its dock") << QSize(662, 560);
        QTest::newRow("wide and low") << QSize(1240, 420);
    }
    void smallPlacesKeepEverythingApart()
    {
        QFETCH(QSize, size);
        m->setTensor(7); // the words that say so take room, too
        testing::draw(m->view, size);
        const auto place = [&](const QString& name) {
            auto* widget = m->child<QWidget>(name);
            return QRect(widget->mapTo(&m->view, QPoint()), widget->size());
        };
        const std::array boxes{place("irSearch"), place("phaseFilter"), place("engineFilter"),
                               place("primitiveFilter")};
        for (std::size_t i = 1; i < boxes.size(); ++i)
            QVERIFY(boxes[i].left() > boxes[i - 1].right());
        QVERIFY(boxes.back().right() <= place("treePanel").right());
        QVERIFY(!place("treePanel").intersects(place("diffPanel")) &&
                !place("treePanel").intersects(place("passesPanel")));
        QVERIFY(!place("diffPanel").intersects(place("passesPanel")));
        for (const char* table : {"irTree", "diffTable"}) {
            const auto* view = m->child<TableView>(table);
            QVERIFY2(view->viewport()->height() >= 2 * view->verticalHeader()->defaultSectionSize(), table);
        }
    }

private:
    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<IrFixture> m;
};

BLUEPRINTING_UI_TEST(IrTraceTest)
#include "trace_test.moc"
