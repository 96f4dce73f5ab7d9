#include "core/base/canonical_json.h"
#include "core/strategy/mapping.h"
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/ir/ir_graph.h"
#include "ui/ir/ir_text.h"
#include "ui/ir/ir_view.h"
#include "ui/ir/pass_chain.h"
#include "ui/ir/task_panel.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/digest_label.h"
#include "ui/widgets/controls/link_button.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/filters.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>

using namespace blueprinting;
using namespace blueprinting::ui;

/// The IR view as a person drives it: by its widgets.
class IrViewTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void opensOnTheComparison();
    void digestsAreThoseOfTheContract_data();
    void digestsAreThoseOfTheContract();
    void cardsChooseTheStage();
    void cardsAreWholeAtRest_data();
    void cardsAreWholeAtRest();
    void filtersNarrowTheTree();
    void filtersAreTheSessionsAndUndone();
    void pickingATaskSelectsItEverywhere();
    void selectionOfAnotherViewIsFollowed();
    void linksLeadAcrossTheBoundary();
    void aLinkToAHiddenTaskClearsTheFilter();
    void textForm();
    void textIsFoldedAndCopied();
    void aBrokenIrIsSaidToBe();
    void searchMeansTheSameEverywhere_data();
    void searchMeansTheSameEverywhere();
    void nothingPassesTheFilters();
    void longNamesAreCutInTheMiddle();
    void graphByMouseAndKeyboard();
    void diffWithAnother();
    void oneStrategyAlone();
    void illegalStrategies();
    void checkpointOnDisk();
    void alteredCheckpointIsRefused();
    void anOpenedFileThatIsGone();
    void digestIsCopiedWhole();
    void stateBelongsToTheSession();
    void commandGraphLeadsToTheSchedule();
    void commandLine();
    void narrow();
    void pictures_data();
    void pictures();

private:
    template <class T>
    T* child(const char* name) const
    {
        T* found = m_view->findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qFatal("no %s", name);
        return found;
    }
    [[nodiscard]] std::string id(std::size_t place) const { return m_workspace->session().strategies[place].id; }
    [[nodiscard]] QString selectedTask() const { return QString::fromStdString(m_workspace->session().selection.task); }
    void choose(const char* box, const QString& text)
    {
        auto* combo = child<QComboBox>(box);
        const int index = combo->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        combo->setCurrentIndex(index);
    }
    void press(const char* segments, const QString& text)
    {
        for (auto* button : child<QWidget>(segments)->findChildren<QAbstractButton*>())
            if (button->text() == text)
                return QTest::mouseClick(button, Qt::LeftButton);
        QFAIL(qPrintable(text));
    }
    void click(QWidget* widget) { QTest::mouseClick(widget, Qt::LeftButton); }
    [[nodiscard]] int visibleRows(const char* table) const { return child<TableView>(table)->model()->rowCount(); }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<IrView> m_view;
};

void IrViewTest::init()
{
    if (!m_theme)
        m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
    m_workspace = std::make_unique<Workspace>();
    m_workspace->selectStrategy(id(1));
    m_view = std::make_unique<IrView>(*m_workspace);
    m_view->setAttribute(Qt::WA_DontShowOnScreen);
    m_view->resize(1240, 830);
    m_view->show();
    m_view->refresh();
    // As the frame does while the view is in front.
    connect(m_workspace.get(), &Workspace::sessionChanged, m_view.get(), &IrView::refresh);
}

void IrViewTest::cleanup()
{
    m_view.reset();
    m_workspace.reset();
}

void IrViewTest::opensOnTheComparison()
{
    QCOMPARE(child<AnswerLine>("answer")->headline(),
             QString("full and seqsel share ModelIR and differ from transformer-distribute on"));
    QCOMPARE(child<PassCardBox>("card_distributed")->isCurrent(), true);
    QCOMPARE(child<DigestLabel>("shownDigest")->digest(),
             QString::fromStdString(m_workspace->result(id(1)).evaluation->compilation.distributed.output.hex()));
    QCOMPARE(child<ToneLabel>("taskTitle")->text(), QString("attn.q, forward"));
    QCOMPARE(child<ToneLabel>("operationsNumbers")->text().remove(QChar(0x200B)), QString("= 2·2048·12288·1536"));
    QCOMPARE(child<ToneLabel>("verified")->text(), QString("Verified, 0 problems"));
    QCOMPARE(visibleRows("irTree"), 70 + 6);
    // What is only looked at is no selection.
    QVERIFY(selectedTask().isEmpty());
}

/// The frozen contract holds the plan's digest of each case.
void IrViewTest::digestsAreThoseOfTheContract_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("digest");
    QFile file(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/contracts/baseline.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Json contract = Json::parse(file.readAll().toStdString());
    QCOMPARE(contract.at("cases").size(), std::size_t{8});
    for (const Json& each : contract.at("cases")) {
        const QString name = QString::fromStdString(each.at("case").get<std::string>());
        QTest::newRow(qPrintable(name)) << name
                                        << QString::fromStdString(each.at("portable_digest").get<std::string>());
    }
}

void IrViewTest::digestsAreThoseOfTheContract()
{
    QFETCH(QString, name);
    QFETCH(QString, digest);
    m_workspace->edit("case", [&](Session& session) {
        SessionStrategy& strategy = *session.find(id(1));
        strategy.model = *model::find_preset(name.section('/', 0, 0).toStdString());
        strategy.system = *system::find_preset("a100_80g");
        strategy.execution = strategy::find_preset("seqsel-tab5/" + name.toStdString())->execution;
    });
    QCOMPARE(child<PassCardBox>("card_portable")->card().digest, digest);
    QCOMPARE(child<PassCardBox>("card_portable")->findChild<ToneLabel*>("cardDigest")->text(), digest.left(12));
    click(child<PassCardBox>("card_portable"));
    QCOMPARE(child<DigestLabel>("shownDigest")->digest(), digest);
}

void IrViewTest::cardsAreWholeAtRest_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1600x1000") << QSize(1238, 848);
    QTest::newRow("1440x900") << QSize(1078, 748);
    QTest::newRow("1280x800") << QSize(918, 648);
}

/// Where the chain scrolls, it ends between two cards.
void IrViewTest::cardsAreWholeAtRest()
{
    QFETCH(QSize, size);
    for (int i = 0; i < 3; ++i)
        blueprinting::testing::draw(*m_view, size);
    const auto* scroll = child<QScrollArea>("passScroll");
    int seen = 0;
    for (const auto* card : child<PassChain>("passChain")->findChildren<PassCardBox*>()) {
        const int top = card->mapTo(scroll->viewport(), QPoint(0, 0)).y();
        QVERIFY2(top >= scroll->viewport()->height() || top + card->height() <= scroll->viewport()->height(),
                 qPrintable(card->objectName()));
        seen += top < scroll->viewport()->height();
    }
    QVERIFY(seen >= 2);
}

void IrViewTest::cardsChooseTheStage()
{
    click(child<PassCardBox>("card_portable"));
    QCOMPARE(child<PassCardBox>("card_portable")->isCurrent(), true);
    QCOMPARE(child<TableView>("irTree")->table()->columns()[4].id, QString("operations"));
    child<PassCardBox>("card_model")->setFocus();
    QTest::keyClick(child<PassCardBox>("card_model"), Qt::Key_Return);
    QCOMPARE(child<PassCardBox>("card_model")->isCurrent(), true);
    QCOMPARE(visibleRows("irTree"), 5 + 2);
    QCOMPARE(child<QComboBox>("engineFilter")->isEnabled(), false);
    QVERIFY(child<ToneLabel>("diffNote")->text().startsWith("Both have the same ModelIR"));
}

void IrViewTest::filtersNarrowTheTree()
{
    const QAbstractItemModelTester tester(child<TableView>("irTree")->table(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    choose("engineFilter", "engine: matrix");
    QTest::keyClicks(child<QLineEdit>("irSearch"), "attn.");
    QVERIFY((filters_of(m_workspace->session()) == std::vector<Filter>{{"engine", "matrix"}, {"task", "attn."}}));
    QCOMPARE(child<ToneLabel>("irCount")->text(), QString("17 of 70 tasks"));
    QCOMPARE(visibleRows("irTree"), 17 + 4);
    choose("phaseFilter", "phase: recompute");
    QCOMPARE(visibleRows("irTree"), 1 + 1);
    choose("primitiveFilter", "primitive: softmax");
    QCOMPARE(visibleRows("irTree"), 0);
    QCOMPARE(child<QLineEdit>("irSearch")->text(), QString("attn."));
}

void IrViewTest::filtersAreTheSessionsAndUndone()
{
    choose("engineFilter", "engine: vector");
    QTest::keyClicks(child<QLineEdit>("irSearch"), "mlp");
    m_workspace->undoStack().undo(); // what was typed is one step
    QVERIFY(child<QLineEdit>("irSearch")->text().isEmpty());
    m_workspace->undoStack().redo();
    QCOMPARE(child<QLineEdit>("irSearch")->text(), QString("mlp"));
    set_filter(*m_workspace, filter_field::engine, {});
    QCOMPARE(child<QComboBox>("engineFilter")->currentText(), QString("engine: all"));
    set_filter(*m_workspace, filter_field::task, {});
    QVERIFY(child<QLineEdit>("irSearch")->text().isEmpty());
    QCOMPARE(visibleRows("irTree"), 76);
    // Another view may let two phases through; the box says so, and choosing it changes nothing.
    set_filter(*m_workspace, filter_field::phase, {"forward", "recompute"});
    QCOMPARE(child<QComboBox>("phaseFilter")->currentText(), QString("phase: 2 chosen"));
    QCOMPARE(visibleRows("irTree"), 24 + 4 + 2);
    choose("phaseFilter", "phase: forward");
    QCOMPARE(visibleRows("irTree"), 24 + 1);
    QCOMPARE(child<QComboBox>("phaseFilter")->count(), 7);
}

void IrViewTest::pickingATaskSelectsItEverywhere()
{
    auto* tree = child<TableView>("irTree");
    const int row = tree->table()->rowOf("mlp.fc1/forward");
    const QModelIndex index = tree->filter()->mapFromSource(tree->table()->index(row, 0));
    tree->scrollTo(index);
    QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(index).center());
    QCOMPARE(selectedTask(), QString("mlp.fc1/forward"));
    QCOMPARE(child<ToneLabel>("taskTitle")->text(), QString("mlp.fc1, forward"));
    QCOMPARE(child<PassCardBox>("card_model")->card().link, QString("source of mlp.fc1"));
    QTest::keyClick(tree, Qt::Key_Down);
    QCOMPARE(selectedTask(), QString("mlp.gelu/forward"));
}

void IrViewTest::selectionOfAnotherViewIsFollowed()
{
    Selection selection;
    selection.task = "attn.softmax/activation_gradient";
    m_workspace->select(selection);
    m_view->refresh();
    QCOMPARE(child<TableView>("irTree")->currentKey(), QString("attn.softmax/activation_gradient"));
    QCOMPARE(child<ToneLabel>("taskTitle")->text(), QString("attn.softmax, activation gradient"));
    selection.task = "attn.g/recommunication"; // of the other strategy alone
    m_workspace->select(selection);
    m_view->refresh();
    QCOMPARE(child<ToneLabel>("taskTitle")->text(), QString("attn.q, forward"));
    QCOMPARE(selectedTask(), QString("attn.g/recommunication"));
}

void IrViewTest::linksLeadAcrossTheBoundary()
{
    click(child<LinkButton>("link_portable_attn.q/weight_gradient"));
    QCOMPARE(selectedTask(), QString("attn.q/weight_gradient"));
    QCOMPARE(child<PassCardBox>("card_portable")->isCurrent(), true);
    QCOMPARE(child<ToneLabel>("taskTitle")->text(), QString("attn.q, weight gradient"));
    // The card of the model leads to where the task comes from.
    QCOMPARE(child<PassCardBox>("card_distributed")->card().link, QString("attn.q is task 60"));
    click(child<PassCardBox>("card_distributed")->findChild<LinkButton*>("cardLink"));
    QCOMPARE(child<PassCardBox>("card_distributed")->isCurrent(), true);
    QCOMPARE(selectedTask(), QString("attn.q/weight_gradient"));
    auto* link = child<LinkButton>("link_model_");
    link->setFocus();
    QTest::keyClick(link, Qt::Key_Return);
    QCOMPARE(child<PassCardBox>("card_model")->isCurrent(), true);
}

void IrViewTest::aLinkToAHiddenTaskClearsTheFilter()
{
    choose("phaseFilter", "phase: forward");
    click(child<LinkButton>("link_portable_attn.q/optimizer"));
    QCOMPARE(child<QComboBox>("phaseFilter")->currentText(), QString("phase: all"));
    QCOMPARE(child<TableView>("irTree")->currentKey(), QString("attn.q/optimizer"));
}

void IrViewTest::textForm()
{
    press("irMode", "Text");
    auto* text = child<IrText>("irText");
    const QAbstractItemModelTester tester(text->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(text->isVisible());
    QCOMPARE(text->text(),
             QString::fromStdString(ir::text_form(*m_workspace->result(id(1)).evaluation->compilation.distributed.ir)));
    // The picked task is where the text stands.
    QVERIFY(text->currentIndex().data().toString().startsWith("4 attn.q: linear"));
    choose("phaseFilter", "phase: recompute");
    QCOMPARE(text->model()->rowCount(), 1); // the fork, qk, softmax and its dropout stand between the two gathers
    QCOMPARE(text->model()->index(0, 0).data().toString(), QString("recompute, 4 tasks"));
    choose("phaseFilter", "phase: all");
    QTest::keyClicks(child<QLineEdit>("irSearch"), "softmax.mask");
    QCOMPARE(text->model()->rowCount(), 0);
    child<QLineEdit>("irSearch")->setText("prob_dropout");
    QVERIFY(text->model()->rowCount() > 0);
    QTest::keyClick(text, Qt::Key_End);
    QTest::keyClick(text, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(!QGuiApplication::clipboard()->text().isEmpty());
}

/// By its own words: as the file that is exported says them, folded by mouse and key, copied with what folds under a
/// line.
void IrViewTest::textIsFoldedAndCopied()
{
    press("irMode", "Text");
    testing::draw(*m_view, m_view->size());
    auto* text = child<IrText>("irText");
    QTemporaryDir folder;
    QVERIFY(m_view->exportCheckpoint(folder.filePath("plan.txt")).has_value());
    QFile file(folder.filePath("plan.txt"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(file.readAll()).split('\n');
    // 1536 = 12288 / 8 of the columns of a query weight: each rank's share.
    const QModelIndex query = text->currentIndex();
    QVERIFY(query.data().toString().startsWith("4 attn.q: linear"));
    QVERIFY(query.parent().isValid());
    text->setFocus();
    const bool open = text->isExpanded(query);
    QTest::keyClick(text, open ? Qt::Key_Left : Qt::Key_Right);
    QCOMPARE(text->isExpanded(query), !open);
    // By mouse at the mark before the line.
    const QRect place = text->visualRect(query);
    QTest::mouseClick(text->viewport(), Qt::LeftButton, {}, QPoint(place.left() - 7, place.center().y()));
    QCOMPARE(text->isExpanded(query), open);
    text->setCurrentIndex(query);
    QTest::keyClick(text, Qt::Key_C, Qt::ControlModifier);
    const QStringList copied = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(copied.size(), 1 + text->model()->rowCount(query));
    QVERIFY(copied.size() > 2);
    QCOMPARE(copied.front(), query.data().toString());
    QVERIFY2(copied.join(' ').contains("1536"), qPrintable(copied.join('|')));
    // The same lines stand together in the exported file, however deep.
    int at = -1;
    for (int i = 0; i < lines.size() && at < 0; ++i)
        if (lines[i].trimmed() == copied.front().trimmed())
            at = i;
    QVERIFY(at >= 0);
    for (int i = 0; i < copied.size(); ++i)
        QCOMPARE(lines.value(at + i).trimmed(), copied[i].trimmed());
}

/// What compiles is sound; what is not is said in the tone of what is wrong, with its place.
void IrViewTest::aBrokenIrIsSaidToBe()
{
    const auto evaluation = m_workspace->result(id(1)).evaluation;
    ir::DistributedTaskIR broken = evaluation->compilation.distributed_ir();
    broken.tasks[5].id = broken.tasks[4].id;
    // Nothing that can be opened or compiled is broken: it is put in the place of the one that is shown.
    const_cast<search::Evaluation&>(*evaluation).compilation.distributed.ir = std::make_shared<const ir::AnyIR>(broken);
    m_view->refresh();
    const auto* verdict = child<ToneLabel>("verified");
    QVERIFY2(QRegularExpression("^Verified, [1-9]\\d* problems?$").match(verdict->text()).hasMatch(),
             qPrintable(verdict->text()));
    QCOMPARE(verdict->tone(), Tone::bad);
    QVERIFY2(verdict->toolTip().contains("/tasks/5"), qPrintable(verdict->toolTip()));
    testing::draw(*m_view, m_view->size());
    const Theme theme = light_theme();
    auto* box = verdict->parentWidget();
    const QImage drawn = box->grab(verdict->geometry().adjusted(-30, -4, 0, 4)).toImage();
    QVERIFY(testing::count_pixels(drawn, theme.bad) > 10);
    QCOMPARE(testing::count_pixels(drawn, theme.good), 0);
}

void IrViewTest::searchMeansTheSameEverywhere_data()
{
    QTest::addColumn<QString>("stage");
    QTest::addColumn<QString>("word");
    for (const char* stage : {"distributed", "portable"})
        for (const char* word : {"linear", "attn.q", "reduce scatter", "softmax", "batch"})
            QTest::addRow("%s, %s", stage, word) << QString(stage) << QString(word);
}

/// A name or a primitive, in tree, text and graph alike, and as many as the count says.
void IrViewTest::searchMeansTheSameEverywhere()
{
    QFETCH(QString, stage);
    QFETCH(QString, word);
    click(m_view->findChild<PassCardBox*>("card_" + stage));
    child<QLineEdit>("irSearch")->setText(word);
    // What the tree's columns say of all tasks decides.
    const auto& compilation = m_workspace->result(id(1)).evaluation->compilation;
    PieceEvaluations pieces;
    IrSubject subject = *subject_of(*m_workspace->selected(), m_workspace->result(id(1)), pieces);
    const IrRows all = ir_rows(subject, *stage_from(stage), {}, {}, {});
    const auto column =
        std::find_if(all.columns.begin(), all.columns.end(), [](const Column& one) { return one.id == "primitive"; }) -
        all.columns.begin();
    QStringList expected;
    for (const TableRow& row : all.rows)
        if (row.kind == RowKind::plain &&
            (row.cells[0].text.contains(word) || row.cells[std::size_t(column)].text.contains(word)))
            expected << row.key;
    QVERIFY(!expected.isEmpty() && expected.size() < 70);
    QCOMPARE(compilation.plan().tasks.size(), std::size_t{70});
    QCOMPARE(child<ToneLabel>("irCount")->text(), QString("%1 of 70 tasks").arg(expected.size()));
    QStringList tree;
    auto* model = child<TableView>("irTree")->model();
    for (int row = 0; row < model->rowCount(); ++row)
        if (model->index(row, 0).data(RowKindRole).toInt() == int(RowKind::plain))
            tree << model->index(row, 0).data(KeyRole).toString();
    QCOMPARE(tree, expected);
    press("irMode", "Graph");
    qsizetype bright = 0;
    for (const GraphNode& node : child<IrGraph>("irGraph")->graphLayout().nodes)
        bright += !node.muted;
    QCOMPARE(bright, expected.size());
    press("irMode", "Text");
    const QStringList lines = child<IrText>("irText")->text().split('\n');
    const qsizetype tasks = lines.filter(QRegularExpression("^  \\d+ ")).size();
    QCOMPARE(tasks, expected.size());
}

void IrViewTest::nothingPassesTheFilters()
{
    for (const char* mode : {"Tree", "Text", "Graph"}) {
        press("irMode", mode);
        child<QLineEdit>("irSearch")->setText("no such task");
        QCOMPARE(child<ToneLabel>("irCount")->text(), QString("0 of 70 tasks"));
        QVERIFY(child<QWidget>("irNone")->isVisible());
        testing::keep(m_view->grab().toImage(), "ir-filtered-to-nothing");
        click(child<QAbstractButton>("irClearFilters"));
        QVERIFY(!child<QWidget>("irNone")->isVisible());
        QVERIFY(filters_of(m_workspace->session()).empty() && child<QLineEdit>("irSearch")->text().isEmpty());
    }
}

/// Cards stay within their column, the buttons in reach, and the whole name is in the tooltip.
void IrViewTest::longNamesAreCutInTheMiddle()
{
    QTemporaryDir folder;
    const QString name = "GPT-175B-seqsel-distributed-of-another-campaign.json";
    const QString longest = "an_unbreakable_name_of_a_strategy_that_is_long";
    m_workspace->edit("name", [&](Session& session) { session.find(id(0))->name = longest.toStdString(); });
    m_view->resize(1000, 600);
    QVERIFY(m_view->exportCheckpoint(folder.filePath(name)).has_value());
    QVERIFY(m_view->open(folder.filePath(name)).has_value());
    auto* card = child<PassCardBox>("card_opened");
    auto* scroll = child<QScrollArea>("passScroll");
    QTRY_VERIFY(card->isVisible() && card->width() <= scroll->viewport()->width());
    const auto within = [&] {
        for (const PassCardBox* each : m_view->findChildren<PassCardBox*>()) {
            if (each->geometry().right() >= scroll->viewport()->width())
                return false;
            for (const QToolButton* button : each->findChildren<QToolButton*>())
                if (button->isVisible() && button->geometry().right() >= each->width())
                    return false;
            for (const QLabel* label : each->findChildren<QLabel*>())
                for (const QString& word : label->text().split(' '))
                    if (label->isVisible() && label->fontMetrics().horizontalAdvance(word) > label->width())
                        return false;
        }
        return true;
    };
    const auto* title = card->findChild<QLabel*>("cardTitle");
    QTRY_VERIFY2(title->text().contains(QChar(0x2026)) && title->text().startsWith("GPT") &&
                     title->text().endsWith(".json"),
                 qPrintable(title->text()));
    QTRY_VERIFY(within());
    QVERIFY(title->toolTip().contains(name));
    // What was opened is seen.
    QTRY_VERIFY(scroll->viewport()->rect().contains(QRect(card->mapTo(scroll->viewport(), QPoint()), card->size())));
    testing::keep(m_view->grab().toImage(), "ir-long-file");
    // And where a long name is what is compared with.
    click(card->findChild<QToolButton*>("cardClose"));
    QTRY_VERIFY(within());
    const auto* relation = child<PassCardBox>("card_distributed")->findChild<QLabel*>("cardRelation");
    QTRY_VERIFY(relation->text().contains(QChar(0x2026)));
    QVERIFY2(relation->toolTip().contains(longest), qPrintable(relation->toolTip()));
    for (const auto* mover : m_view->findChildren<QLabel*>(QRegularExpression("^moved_")))
        QTRY_VERIFY2(mover->isVisible() && mover->width() > 100, qPrintable(mover->text()));
    testing::keep(m_view->grab().toImage(), "ir-long-name");
}

void IrViewTest::graphByMouseAndKeyboard()
{
    press("irMode", "Graph");
    auto* graph = child<IrGraph>("irGraph");
    QVERIFY(graph->isVisible());
    const GraphLayout layout = graph->graphLayout();
    const QPoint place = layout.nodes[*layout.find("mlp.gelu/forward")].rect.center().toPoint();
    QTest::mouseClick(graph, Qt::LeftButton, {}, place);
    QCOMPARE(selectedTask(), QString("mlp.gelu/forward"));
    QTest::keyClick(graph, Qt::Key_Down);
    QCOMPARE(selectedTask(), QString("mlp.fc2/forward"));
    QTest::keyClick(graph, Qt::Key_Right);
    QCOMPARE(selectedTask(), QString("attn.prob_dropout/recompute")); // the nearest of the next column
    QCOMPARE(graph->dataRows().size(), std::size_t(71));
}

void IrViewTest::diffWithAnother()
{
    m_workspace->edit("add", [](Session& session) {
        SessionStrategy third = session.strategies[1];
        third.id = fresh_id(session);
        third.name = "GPT-175B half";
        std::get<strategy::TransformerTrainingParallelism>(third.execution.parallelism).tensor.degree = 4;
        third.execution.num_procs.reset();
        session.strategies.push_back(third);
    });
    m_view->refresh();
    QCOMPARE(child<QComboBox>("diffWith")->currentText(), QString("GPT-175B full"));
    choose("diffWith", "GPT-175B half");
    QVERIFY(child<AnswerLine>("answer")->headline().startsWith("half and seqsel share ModelIR"));
    QVERIFY(child<AnswerLine>("answer")->why().contains("One field changed the digest: TP."));
    const int all = visibleRows("diffTable");
    choose("diffShown", "only in half");
    QCOMPARE(child<ToneLabel>("diffNote")->text(), QString("No change of this kind."));
    choose("diffShown", "changed");
    QCOMPARE(visibleRows("diffTable"), all);
    QCOMPARE(child<ToneLabel>("moved_tensor_par")->text(), QString("4 → 8"));
}

void IrViewTest::oneStrategyAlone()
{
    m_workspace->edit("remove", [](Session& session) { session.strategies.erase(session.strategies.begin()); });
    m_view->refresh();
    QVERIFY(child<AnswerLine>("answer")->headline().startsWith("GPT-175B seqsel compiles to 70 tasks"));
    QVERIFY(child<ToneLabel>("diffNote")->text().startsWith("There is no other strategy"));
    QVERIFY(!child<QComboBox>("diffWith")->isVisible());
}

void IrViewTest::illegalStrategies()
{
    m_workspace->edit("break", [this](Session& session) {
        std::get<strategy::TransformerTrainingParallelism>(session.find(id(1))->execution.parallelism).tensor.degree =
            7;
    });
    m_view->refresh();
    QVERIFY(child<AnswerLine>("answer")->why().endsWith("These are the last legal figures of seqsel."));
    // The command prints what is shown.
    QCOMPARE(
        m_view->commandLine(),
        QString("blueprinting inspect --stage distributed --model gpt3-175B --execution seqsel-tab5/gpt3-175B/seqsel"));
    QCOMPARE(visibleRows("irTree"), 76);
}

void IrViewTest::checkpointOnDisk()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("plan.json");
    click(child<PassCardBox>("card_portable"));
    QVERIFY(m_view->exportCheckpoint(path).has_value());
    QVERIFY(m_view->opens("checkpoint") && !m_view->opens("certificate"));

    m_workspace->selectStrategy(id(0));
    QVERIFY(m_view->open(path).has_value());
    QCOMPARE(child<PassCardBox>("card_opened")->card().title, QString("plan.json"));
    QCOMPARE(child<PassCardBox>("card_opened")->isCurrent(), true);
    QCOMPARE(child<AnswerLine>("answer")->headline(),
             QString("plan.json differs from the PortablePlanIR of GPT-175B full"));
    QCOMPARE(visibleRows("irTree"), 76);
    QCOMPARE(child<DigestLabel>("shownDigest")->digest(),
             QString::fromStdString(m_workspace->result(id(1)).evaluation->compilation.portable.output.hex()));
    QCOMPARE(child<ToneLabel>("taskTitle")->text(), QString("attn.q, forward"));
    m_workspace->selectStrategy(id(1));
    m_view->refresh();
    QCOMPARE(child<AnswerLine>("answer")->headline(),
             QString("plan.json is the PortablePlanIR of GPT-175B seqsel, digit for digit"));
    click(child<PassCardBox>("card_opened")->findChild<QToolButton*>("cardClose"));
    QVERIFY(!m_view->findChild<PassCardBox*>("card_opened"));
    QCOMPARE(child<PassCardBox>("card_distributed")->isCurrent(), true);

    const QString text = folder.filePath("plan.txt");
    QVERIFY(m_view->exportCheckpoint(text).has_value());
    QFile file(text);
    QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().startsWith("schema distributed_task.v1\n"));
}

void IrViewTest::alteredCheckpointIsRefused()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("altered.json");
    QVERIFY(m_view->exportCheckpoint(path).has_value());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray bytes = file.readAll();
    bytes.replace("\"k\": 1536", "\"k\": 1537");
    file.seek(0);
    file.write(bytes);
    file.close();
    const auto opened = m_view->open(path);
    QVERIFY(!opened.has_value());
    QCOMPARE(opened.diagnostics().front().code, std::string("checkpoint.digest_mismatch"));
    QVERIFY(!m_view->findChild<PassCardBox*>("card_opened"));
    QCOMPARE(child<PassCardBox>("card_distributed")->isCurrent(), true);
}

void IrViewTest::anOpenedFileThatIsGone()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("soon-gone.json");
    QVERIFY(m_view->exportCheckpoint(path).has_value());
    QVERIFY(m_view->open(path).has_value());
    QVERIFY(QFile::remove(path));
    // The session reopened by another window.
    IrView other(*m_workspace);
    const QSignalSpy notices(&other, &View::noticeRaised);
    other.refresh();
    QCOMPARE(notices.size(), 1);
    QCOMPARE(other.findChild<PassCardBox*>("card_distributed")->isCurrent(), true);
}

void IrViewTest::digestIsCopiedWhole()
{
    click(child<PassCardBox>("card_model")->findChild<QToolButton*>("cardCopy"));
    QCOMPARE(QGuiApplication::clipboard()->text(),
             QString::fromStdString(m_workspace->result(id(1)).evaluation->compilation.model.output.hex()));
    QCOMPARE(child<PassCardBox>("card_distributed")->isCurrent(), true); // copying picks nothing
}

void IrViewTest::stateBelongsToTheSession()
{
    click(child<PassCardBox>("card_portable"));
    choose("engineFilter", "engine: vector");
    press("irMode", "Graph");
    IrView other(*m_workspace);
    other.refresh();
    QCOMPARE(other.findChild<PassCardBox*>("card_portable")->isCurrent(), true);
    QCOMPARE(other.findChild<QComboBox*>("engineFilter")->currentText(), QString("engine: vector"));
    QCOMPARE(other.findChild<SegmentedSwitch*>("irMode")->current(), QString("graph"));
}

void IrViewTest::commandGraphLeadsToTheSchedule()
{
    click(child<PassCardBox>("card_commands"));
    QCOMPARE(m_workspace->session().view, std::string("schedule"));
    click(child<QPushButton>("showInTiming"));
    QCOMPARE(m_workspace->session().view, std::string("timing"));
    QCOMPARE(selectedTask(), QString("attn.q/forward"));
}

void IrViewTest::commandLine()
{
    QCOMPARE(
        m_view->commandLine(),
        QString("blueprinting inspect --stage distributed --model gpt3-175B --execution seqsel-tab5/gpt3-175B/seqsel"));
}

void IrViewTest::narrow()
{
    m_view->resize(660, 560);
    QCoreApplication::processEvents();
    auto* task = child<QWidget>("taskPanel");
    QVERIFY(child<SegmentedSwitch>("belowSwitch")->isVisible());
    QVERIFY(!task->isVisible());
    press("belowSwitch", "Task");
    QVERIFY(task->isVisible());
    QVERIFY(!child<TableView>("irTree")->isColumnShown("lineage"));
    m_view->resize(1240, 830);
    QCoreApplication::processEvents();
    QVERIFY(task->isVisible());
    QVERIFY(!child<SegmentedSwitch>("belowSwitch")->isVisible());
    QVERIFY(child<TableView>("irTree")->isColumnShown("lineage"));
}

void IrViewTest::pictures_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("mode");
    for (const char* mode : {"tree", "text", "graph"})
        for (const bool dark : {false, true}) {
            QTest::addRow("%s, %s", mode, dark ? "dark" : "light") << dark << QSize(1240, 830) << QString(mode);
            QTest::addRow("%s, %s, small", mode, dark ? "dark" : "light") << dark << QSize(668, 552) << QString(mode);
        }
}

void IrViewTest::pictures()
{
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    QFETCH(QString, mode);
    m_theme->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
    press("irMode", mode.left(1).toUpper() + mode.mid(1));
    m_view->refresh();
    const QImage image = blueprinting::testing::draw(*m_view, size);
    blueprinting::testing::keep(image,
                                QStringLiteral("ir-%1-%2-%3").arg(mode, dark ? "dark" : "light").arg(size.width()));
    const Theme& theme = m_theme->theme();
    // The picked task's tint, the accent of links and bars.
    QVERIFY(blueprinting::testing::count_pixels(image, theme.selection) > 500);
    QVERIFY(blueprinting::testing::count_pixels(image, theme.accent) > 200);
    if (mode == "tree" && size.width() > 1000) // of a low tree the picked row is in sight, not the head of its group
        QVERIFY(blueprinting::testing::count_pixels(image, phase_color(ir::Phase::forward).in(theme)) > 40);
    m_theme->setChoice(ThemeChoice::light);
}

BLUEPRINTING_UI_TEST(IrViewTest)
#include "view_test.moc"
