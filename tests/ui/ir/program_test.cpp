#include "tests/support/modern_session.h"
#include "tests/support/pictures.h"
#include "tests/ui/ir/ir_fixture.h"
#include "ui/ir/task_panel.h"
#include "ui/widgets/controls/answer_line.h"

using namespace blueprinting;
using namespace blueprinting::ui;

/// The IR view over models of today: Llama-3.1-8B under TP 8, and DeepSeek-V3, which is selected.
class IrProgramTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }
    void init()
    {
        m_fixture = std::make_unique<IrFixture>();
        Session session = m_fixture->workspace.session();
        session.strategies = {testing::llama_tp8("s1"), testing::deepseek_ep64("s2")};
        session.strategies[1].letter = 1;
        session.selected = "s2";
        session.baseline = "s1";
        session.selection = {};
        session.views.erase("ir");
        m_fixture->workspace.reset(session);
    }
    void cleanup() { m_fixture.reset(); }

    void eachPieceIsACheckpoint()
    {
        auto* pieces = m_fixture->child<QComboBox>("irPiece");
        QVERIFY(pieces->isVisibleTo(&m_fixture->view));
        QCOMPARE(pieces->count(), 6);
        QSet<QString> commands;
        for (int i = 0; i < pieces->count(); ++i) {
            pieces->setCurrentIndex(i);
            QCOMPARE(m_fixture->child<ToneLabel>("verified")->text(), QString("Verified, 0 problems"));
            commands.insert(m_fixture->view.commandLine().section(" --model", 0, 0));
        }
        QCOMPARE(commands.size(), 6); // each says which piece
        pieces->setCurrentIndex(1);
        QVERIFY(has("moe.dispatch/forward") && !has("mlp.fc1/forward"));
        QVERIFY(m_fixture->child<AnswerLine>("answer")->headline().contains("DeepSeek-V3"));
    }

    /// q of one sequence of 8192 tokens on each of 8 ranks is 8192 × 4096 × 512.
    void shapesByHand()
    {
        m_fixture->workspace.selectStrategy("s1");
        m_fixture->pick("attn.q/forward");
        const auto* tree = m_fixture->child<TableView>("irTree");
        QString cells;
        for (int row = 0; row < tree->model()->rowCount(); ++row)
            if (tree->model()->index(row, 0).data(KeyRole).toString() == u"attn.q/forward")
                for (int column = 0; column < tree->model()->columnCount(); ++column)
                    cells += tree->model()->index(row, column).data().toString() + u'|';
        QVERIFY2(cells.contains("8192") && cells.contains("4096") && cells.contains("512"), qPrintable(cells));
    }

    /// A picked task shows the kind of block that has it.
    void aPickedTaskBringsItsPiece()
    {
        m_fixture->pick("moe.router/forward");
        QCOMPARE(m_fixture->child<QComboBox>("irPiece")->currentData().toString(), QString("3"));
        QVERIFY(has("moe.router/forward"));
    }

    void pictures()
    {
        m_fixture->child<QComboBox>("irPiece")->setCurrentIndex(1);
        testing::keep(testing::draw(m_fixture->view, QSize(1240, 830)), "ir-deepseek-v3");
    }

private:
    [[nodiscard]] bool has(const char* key) const
    {
        const auto* model = m_fixture->child<TableView>("irTree")->model();
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->index(row, 0).data(KeyRole).toString() == QLatin1String(key))
                return true;
        return false;
    }
    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<IrFixture> m_fixture;
};

BLUEPRINTING_UI_TEST(IrProgramTest)
#include "program_test.moc"
