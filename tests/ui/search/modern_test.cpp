#include "core/strategy/derived.h"
#include "tests/support/clicks.h"
#include "tests/support/modern_session.h"
#include "tests/support/test_main.h"
#include "ui/search/axes_chart.h"
#include "ui/search/search_bar.h"
#include "ui/search/search_export.h"
#include "ui/search/search_view.h"
#include "ui/search/search_words.h"
#include "ui/style/theme_controller.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/figures.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>

using namespace blueprinting;
using namespace blueprinting::ui;
using strategy::Field;

namespace {

/// Mixtral's experts over 8 ranks, on 64 GPUs.
SessionStrategy mixtral()
{
    return testing::released_strategy("s1", "Mixtral", "Mixtral-8x7B-v0.1",
                                      {{"kind", "training"},
                                       {"tensor", {{"degree", 2}, {"communication", "reduce_scatter_all_gather"}}},
                                       {"pipeline", {{"degree", 4}, {"schedule", {{"kind", "1f1b"}}}}},
                                       {"expert", {{"degree", 8}, {"tensor_degree", 1}}},
                                       {"data", {{"degree", 8}, {"sharding", {{"kind", "optimizer"}}}}},
                                       {"recompute", "none"}},
                                      256);
}

/// What the built program answers to a command that a person copied.
Json answered(const QString& command)
{
    QProcess shell;
    QProcessEnvironment env = QProcessEnvironment::systemEnvironment();
    env.insert(QStringLiteral("PATH"), QStringLiteral(BLUEPRINTING_BIN_DIR ":") + env.value(QStringLiteral("PATH")));
    shell.setProcessEnvironment(env);
    shell.start(QStringLiteral("bash"), {QStringLiteral("-c"), command + QStringLiteral(" --json --top 1")});
    if (!shell.waitForFinished(100000) || shell.exitCode() != 0)
        qFatal("%s: %s", qPrintable(command), shell.readAllStandardError().constData());
    return Json::parse(shell.readAllStandardOutput().toStdString());
}

} // namespace

/// The Search view for models that six numbers do not hold. What it finds is held to the estimate of that strategy by
/// itself, and to the answer of the command line.
class SearchModernTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }
    void cleanup()
    {
        m_view.reset();
        m_workspace.reset();
    }
    void theBestIsItsOwnEstimate_data();
    void theBestIsItsOwnEstimate();
    void theCommandAsksTheSame();
    void theSelectedStrategyLiesInItsSpace();
    void itsOwnIsNotAskedWhereAPersonSaysOther();
    void furtherBounds();
    void aPlainStrategyHasNoFurtherBounds();
    void whatCannotBeAskedShowsNoEmptyPanel();
    void whatLiesOutsideMayBeAhead();
    void aFileIsPricedWithTheWholeModel();

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
    void show(const SessionStrategy& strategy, const Json& ask = {})
    {
        Session session;
        session.strategies = {strategy};
        session.selected = session.baseline = strategy.id;
        if (!ask.is_null())
            session.views["search"] = ask;
        m_view.reset(); // it refers to the workspace
        m_workspace = std::make_unique<Workspace>();
        m_workspace->reset(session);
        m_view = std::make_unique<SearchView>(*m_workspace);
        m_view->setAttribute(Qt::WA_DontShowOnScreen);
        m_view->resize(1240, 860);
        m_view->show();
        connect(m_workspace.get(), &Workspace::sessionChanged, m_view.get(), &SearchView::refreshWhole);
        m_view->refreshWhole();
        settle();
    }
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
    [[nodiscard]] std::vector<std::int64_t> values(Field field) const
    {
        for (const search::Layout::Knob& knob : m_view->run()->layout(0).knobs())
            if (knob.field == field)
                return knob.values;
        return {};
    }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<SearchView> m_view;
};

void SearchModernTest::theBestIsItsOwnEstimate_data()
{
    QTest::addColumn<QString>("model");
    QTest::newRow("Llama-3.1-8B") << "llama";
    QTest::newRow("Mixtral") << "mixtral";
}

void SearchModernTest::theBestIsItsOwnEstimate()
{
    QFETCH(QString, model);
    const SessionStrategy asked = model == u"llama" ? testing::llama_tp8() : mixtral();
    show(asked);
    QVERIFY(m_view->run() && m_view->run()->complete);
    QVERIFY(!m_view->run()->found[0].top.empty());
    const double best = m_view->run()->found[0].top.front().total.value();
    const auto* answer = child<AnswerLine>("answer");
    QVERIFY2(answer->headline().startsWith("The fastest takes "), qPrintable(answer->headline()));
    QVERIFY2(answer->why().contains("upper bound, not calibrated"), qPrintable(answer->why()));
    QVERIFY(m_view->statusItems().front().text.contains(QStringLiteral("upper bound, not calibrated")));
    auto* table = child<TableView>("searchBest");
    testing::pick(table, table->table()->rows()[0].key);
    child<QPushButton>("searchAdd")->click();
    settle();
    QCOMPARE(m_workspace->session().strategies.size(), std::size_t{2});
    const SessionStrategy& added = m_workspace->session().strategies.back();
    QVERIFY(!added.model.plain());
    QVERIFY(added.model == asked.model);
    const auto figures = figures_of(m_workspace->result(added.id));
    QVERIFY(figures && figures->fits);
    QCOMPARE(figures->total.value(), best);
    // The selected strategy becomes it, and then nothing is better.
    testing::pick(table, table->table()->rows()[0].key);
    child<QPushButton>("searchUse")->click();
    settle();
    QVERIFY(m_workspace->selected()->model == asked.model);
    QCOMPARE(figures_of(m_workspace->result(asked.id))->total.value(), best);
    QVERIFY2(answer->why().contains("is the best there is"), qPrintable(answer->why()));
}

void SearchModernTest::theCommandAsksTheSame()
{
    SearchAsk ask;
    ask.bounds[Field::context_degree] = "1,2";
    ask.words[Field::sharding] = {"optimizer", "full"};
    QCOMPARE(search_command(ask, testing::llama_fsdp()),
             QStringLiteral("blueprinting search --model Llama-3.1-8B --system h100_sxm --devices 64 --batch 64 "
                            "--cp 1,2 --sharding optimizer,full --datatype bfloat16"));
    SessionStrategy other = testing::llama_fsdp();
    other.model.description->blocks = other.model.blocks = 16; // no model that a name stands for
    for (const SessionStrategy& each : {testing::llama_fsdp(), mixtral(), other}) {
        show(each);
        const Json there = answered(m_view->commandLine());
        const search::Exploration& here = m_view->run()->found[0];
        QCOMPARE(there["strategies"].get<std::uint64_t>(), here.strategies);
        QCOMPARE(there["top"][0]["total_seconds"].get<double>(), here.top.front().total.value());
        QCOMPARE(there["fitting"].get<std::uint64_t>(), here.fitting);
    }
}

/// EP 8 and full sharding are not what a search begins with; the strategies that have them are searched all the same.
void SearchModernTest::theSelectedStrategyLiesInItsSpace()
{
    show(mixtral());
    QCOMPARE(values(Field::expert_degree), (std::vector<std::int64_t>{1, 8}));
    QCOMPARE(values(Field::context_degree), std::vector<std::int64_t>{1});
    QCOMPARE(m_view->run()->subjects.size(), std::size_t{1});
    show(testing::llama_fsdp());
    const auto shardings = values(Field::sharding);
    QVERIFY(std::ranges::find(shardings, static_cast<std::int64_t>(strategy::StateSharding::full)) != shardings.end());
    // With its groups on the tiers that are searched it has a number.
    SessionStrategy placed = testing::llama_fsdp();
    placed.execution.tiers.data = 1;
    show(placed);
    QVERIFY(m_view->run()->selected()->number);
}

void SearchModernTest::itsOwnIsNotAskedWhereAPersonSaysOther()
{
    show(mixtral(), {{"bounds", {{"expert.degree", "2,4"}}}});
    QCOMPARE(values(Field::expert_degree), (std::vector<std::int64_t>{2, 4}));
    QVERIFY(!m_view->run()->subjects.front().number);
}

void SearchModernTest::furtherBounds()
{
    show(mixtral());
    child<QToolButton>("searchBounds")->click();
    auto* ep = child<QLineEdit>("bound_expert.degree");
    QVERIFY(ep->isVisible());
    QCOMPARE(ep->placeholderText(), QStringLiteral("1,8"));
    type("bound_expert.degree", "4");
    QCOMPARE(values(Field::expert_degree), std::vector<std::int64_t>{4});
    type("bound_expert.degree", "");
    QCOMPARE(values(Field::expert_degree), (std::vector<std::int64_t>{1, 8}));
    type("bound_recompute.modules", "none, core_attn, moe_act+layernorm");
    QCOMPARE(values(Field::recompute_modules).size(), std::size_t{3});
    type("bound_recompute.modules", "nonsense");
    QVERIFY2(child<AnswerLine>("answer")->why().contains("nonsense"), qPrintable(child<AnswerLine>("answer")->why()));
    type("bound_recompute.modules", "");
    child<QCheckBox>("bound_data.sharding_full")->click();
    settle();
    QCOMPARE(values(Field::sharding).size(), std::size_t{3});
    QVERIFY(!child<QCheckBox>("bound_fused_attention_on")->isEnabled()); // the one value stays
    QVERIFY(m_view->commandLine().contains(QStringLiteral(" --sharding none,optimizer,full")));
    // It is kept with the session, and taken back.
    QVERIFY(search_ask_of(to_json(search_ask_of(m_view->state()))) == search_ask_of(m_view->state()));
    QCOMPARE(search_ask_of(m_view->state()).words.count(Field::sharding), std::size_t{1});
    m_workspace->undoStack().undo();
    settle();
    QCOMPARE(values(Field::sharding).size(), std::size_t{2});
}

void SearchModernTest::aPlainStrategyHasNoFurtherBounds()
{
    SessionStrategy plain = *starting_session().find("s2");
    show(plain);
    child<QToolButton>("searchBounds")->click();
    for (const char* further : {"bound_context.degree", "bound_expert.degree", "bound_recompute.modules"})
        QVERIFY(!child<QLineEdit>(further)->isVisible());
    QVERIFY(child<QLineEdit>("bound_tensor.degree")->isVisible());
    QVERIFY(child<QCheckBox>("bound_data.optimizer_sharding_on")->isVisible());
    QVERIFY(!m_view->run()->question.extended());
    QVERIFY(!child<AnswerLine>("answer")->why().contains("upper bound"));
}

void SearchModernTest::whatCannotBeAskedShowsNoEmptyPanel()
{
    show(mixtral(), {{"devices", "many"}});
    QVERIFY2(child<AnswerLine>("answer")->headline().startsWith("The question cannot be asked: Devices"),
             qPrintable(child<AnswerLine>("answer")->headline()));
    QVERIFY(child<QLineEdit>("searchDevices")->isVisible());
    for (const char* part : {"searchAxes", "searchPlot", "searchBest"})
        QVERIFY2(!child<QWidget>(part)->isVisible(), part);
    // 8 billion weights of 16 bytes and more do not fit into one GPU: there are no knobs of what fits.
    show(testing::llama_tp8(), {{"devices", "1"}});
    QCOMPARE(child<AnswerLine>("answer")->headline(), QStringLiteral("Nothing fits into 80.0 GiB on 1 devices"));
    QVERIFY(child<QWidget>("searchPlot")->isVisible());
    QVERIFY(!child<QWidget>("searchAxes")->isVisible());
}

/// Groups that lie where their ranks do use both networks; those that are searched use one.
void SearchModernTest::whatLiesOutsideMayBeAhead()
{
    show(testing::llama_fsdp());
    const SearchSubject* own = m_view->run()->selected();
    QVERIFY(own && !own->number);
    const auto figures = figures_of(m_workspace->result(own->id));
    QCOMPARE(own->single.found.total.value(), figures->total.value());
    QVERIFY(figures->total < m_view->run()->found[0].top.front().total);
    const QString why = child<AnswerLine>("answer")->why();
    QVERIFY2(why.contains(own->letter + QStringLiteral(" lies outside the bounds and is ")) && why.endsWith("ahead."),
             qPrintable(why));
}

void SearchModernTest::aFileIsPricedWithTheWholeModel()
{
    QTemporaryDir folder;
    show(mixtral(), {{"words", {{"recompute.modules", {"none", "core_attn+moe_act"}}}}});
    for (const char* name : {"found.csv", "found.jsonl"}) {
        const QString path = folder.filePath(QString::fromLatin1(name));
        const auto form = path.endsWith(u"csv") ? search::TableForm::csv : search::TableForm::jsonl;
        QVERIFY(write_search_table(m_view->run(), false, form, path, std::nullopt, CancelToken()));
        QVERIFY(m_view->open(path));
        settle();
        const RowTable* rows = child<TableView>("searchFile")->table();
        QCOMPARE(static_cast<std::size_t>(rows->rowCount()), kSearchTop);
        const auto column = std::ranges::find(rows->columns(), QStringLiteral("here"), &Column::id);
        QVERIFY(column != rows->columns().end());
        for (const TableRow& row : rows->rows())
            QCOMPARE(row.cells[static_cast<std::size_t>(column - rows->columns().begin())].text,
                     QStringLiteral("the same"));
    }
}

BLUEPRINTING_UI_TEST(SearchModernTest)
#include "modern_test.moc"
