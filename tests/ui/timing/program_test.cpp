#include "tests/support/modern_session.h"
#include "tests/ui/timing/timing_driver.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/panel.h"
#include "ui/workspace/figures.h"

#include <QComboBox>

using namespace blueprinting;
using namespace blueprinting::ui;

/// The Timing view over models of today: Llama-3.1-8B under TP 8, and DeepSeek-V3, which is selected first.
class TimingProgramTest : public TimingDriver {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        open();
        Session session = m_workspace->session();
        session.strategies = {testing::llama_tp8("s1"), testing::deepseek_ep64("s2")};
        session.strategies[1].letter = 1;
        session.selected = "s2";
        session.baseline = "s1";
        session.selection = {};
        m_workspace->reset(session);
    }
    void cleanup() { close(); }

    void eachKindOfBlockHasItsTasks()
    {
        auto* pieces = child<QComboBox>("taskPiece");
        QVERIFY(pieces->isVisibleTo(m_view.get()));
        QCOMPARE(pieces->count(), 6); // dense, experts, embedding, head, and two of the prediction module
        QVERIFY(pieces->itemText(0).contains("dense ×3") && pieces->itemText(1).contains("experts ×58"));
        QVERIFY(find("mlp.fc1/forward") >= 0 && find("moe.dispatch/forward") < 0);
        pieces->setCurrentIndex(1);
        QVERIFY(find("mlp.fc1/forward") < 0 && find("moe.dispatch/forward") >= 0);
        pieces->setCurrentIndex(3);
        QVERIFY(find("head.logits/forward") >= 0);
    }

    /// Whoever picks a task elsewhere finds it: the kind of block that has it is shown.
    void aPickedTaskBringsItsPiece()
    {
        Selection selection;
        selection.task = "moe.router/forward";
        m_workspace->select(selection);
        QVERIFY(find("moe.router/forward") >= 0);
        QCOMPARE(child<QComboBox>("taskPiece")->currentData().toString(), QString("3"));
        QCOMPARE(child<TableView>("taskTable")->currentKey(), QString("moe.router/forward"));
        // Another kind is chosen by hand: what it lacks is picked no longer.
        child<QComboBox>("taskPiece")->setCurrentIndex(0);
        QVERIFY(m_workspace->session().selection.task.empty());
        QVERIFY(find("mlp.fc1/forward") >= 0);
    }

    /// q of one sequence of 8192 tokens on each of 8 ranks: 2·8192·4096·512 operations at 989 TFLOP/s.
    void timesByHand()
    {
        m_workspace->selectStrategy("s1");
        const int row = find("attn.q/forward");
        QVERIFY(row >= 0);
        const auto value = [&](const char* column) {
            return child<TableView>("taskTable")->model()->index(row, columnOf(column)).data(ValueRole).toDouble();
        };
        const double operations = 2.0 * 8192 * 4096 * 512;
        QVERIFY(std::fabs(value("operations") / operations - 1) < 1e-12);
        QVERIFY(std::fabs(value("compute") / (operations / 989e12) - 1) < 1e-12);
        // 989 TFLOP/s is what nobody measured: each number of a time says so in files, and the view in its lines.
        for (const Column& column : child<TableView>("taskTable")->table()->columns())
            if (column.id == u"compute" || column.id == u"total" || column.id == u"peak_only")
                QVERIFY2(column.saved_as.contains(bound_tag()), qPrintable(column.saved_as));
        QVERIFY(child<AnswerLine>("answer")->headline().contains(bound_tag()));
        QVERIFY(child<XyPlot>("roofline")->title().contains(bound_tag()));
        QVERIFY(child<XyPlot>("memoryCurve")->title().contains(bound_tag()));
    }

    /// The components are the estimate's, those that take time alone, and they sum to the iteration.
    void componentsSumToTheIteration()
    {
        const auto& rows = child<TableView>("componentTable")->table()->rows();
        double sum = 0, total = 0;
        QStringList keys;
        for (const TableRow& row : rows) {
            keys << row.key;
            (row.kind == RowKind::total ? total : sum) += row.cells[1].value.toDouble();
        }
        QVERIFY(keys.contains("expert_parallel") && keys.contains("embedding_head") && !keys.contains("recompute"));
        QVERIFY(std::fabs(sum / total - 1) < 1e-12);
        const auto program = m_workspace->result("s2").program;
        QCOMPARE(total, program->peak_only.total.value());
        QVERIFY(!child<QWidget>("partSwitch")->isVisibleTo(m_view.get()));
    }

    void plainAgain()
    {
        const Session start = starting_session();
        m_workspace->reset(start);
        QVERIFY(!child<QComboBox>("taskPiece")->isVisibleTo(m_view.get()));
        QVERIFY(child<QWidget>("partSwitch")->isVisibleTo(m_view.get()));
        QCOMPARE(rows(), 70);
        QVERIFY(!child<XyPlot>("roofline")->title().contains(bound_tag()));
    }

    void pictures()
    {
        child<QComboBox>("taskPiece")->setCurrentIndex(1);
        const QImage image = testing::draw(*m_view, QSize(1240, 830));
        testing::keep(image, "timing-deepseek-v3");
        QVERIFY(testing::count_pixels(image, m_theme->theme().further_components[1]) > 50); // experts
    }

private:
    /// The row of a task as the table stands; below 0 where it has none.
    [[nodiscard]] int find(const char* key) const
    {
        const auto* model = child<TableView>("taskTable")->model();
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->index(row, 0).data(KeyRole).toString() == QLatin1String(key))
                return row;
        return -1;
    }
};

BLUEPRINTING_UI_TEST(TimingProgramTest)
#include "program_test.moc"
