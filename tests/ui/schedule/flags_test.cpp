#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/schedule/megatron_flags.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QUndoStack>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// A group's order as Megatron-LM's arguments: written into a box, and read from it.
class ScheduleFlagsTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void written();
    void read_back();
    void a_layout();
    void refused_data();
    void refused();
    void pictures();

private:
    [[nodiscard]] QString text() const { return find<QPlainTextEdit>("schedule.megatron")->toPlainText(); }
    void take(const QString& flags) const
    {
        find<QPlainTextEdit>("schedule.megatron")->setPlainText(flags);
        find<QPushButton>("schedule.megatron.take")->click();
    }
    [[nodiscard]] QString note() const { return find<QLabel>("schedule.megatron.note")->text(); }
    void show_group(SceneGroup group, const UnevenStages& uneven = {}) const
    {
        Scene scene = starting_scene();
        scene.groups = {std::move(group)};
        scene.uneven = uneven;
        m_view->setScene(scene);
    }
};

void ScheduleFlagsTest::written()
{
    show_group({"", Kind::one_forward_one_backward, 4, 8, 1});
    QCOMPARE(text(), QStringLiteral("--pipeline-model-parallel-size 4\n"));
    SceneGroup groups{"", Kind::interleaved, 4, 10, 2};
    groups.parameters = {5, 2};
    show_group(groups);
    QCOMPARE(text(), QStringLiteral("--pipeline-model-parallel-size 4\n--num-virtual-stages-per-pipeline-rank 2\n"
                                    "--microbatch-group-size-per-vp-stage 5\n"));
    groups.parameters = {0, 1};
    groups.microbatches = 8;
    show_group(groups);
    QVERIFY2(text().endsWith(QStringLiteral("# there is no argument for the warm-up\n")), qPrintable(text()));
    // layers of each are a layout; times of each have no argument
    UnevenStages uneven;
    uneven.layers = {8, 8, 8, 6};
    show_group({"", Kind::one_forward_one_backward, 4, 8, 1}, uneven);
    QVERIFY2(text().contains(QStringLiteral("--pipeline-model-parallel-layout \"Et*8|t*8|t*8|t*6L\"\n")),
             qPrintable(text()));
    uneven = {};
    uneven.lists = "F:1,1,1,2 B:2";
    show_group({"", Kind::one_forward_one_backward, 4, 8, 1}, uneven);
    QVERIFY2(text().contains(QStringLiteral("# stages have times of their own")), qPrintable(text()));
    // Megatron-LM has two orders
    show_group({"", Kind::zero_bubble_v, 4, 8, 2});
    QVERIFY2(text().startsWith(QStringLiteral("# Megatron-LM has no arguments for ")), qPrintable(text()));
    QVERIFY(find<QPushButton>("schedule.megatron.take")->isEnabled());
    // a strategy has its own, which are written too
    show_group({m_workspace->session().strategies.front().id, std::nullopt, 1, 1, 1});
    QTRY_VERIFY(!m_view->busy() && group().simulation());
    QVERIFY2(text().startsWith(QStringLiteral("--pipeline-model-parallel-size %1\n").arg(group().request().stages)),
             qPrintable(text()));
    QVERIFY(!find<QPushButton>("schedule.megatron.take")->isEnabled());
}

/// One step of undo, and what the arguments do not say stays.
void ScheduleFlagsTest::read_back()
{
    show_group({"", Kind::zero_bubble_h1, 4, 12, 1});
    const Scene before = m_view->scene();
    take(QStringLiteral("torchrun pretrain.py --tensor-model-parallel-size 8 --num-layers 36 \\\n"
                        "--pipeline-model-parallel-size 6 --num-layers-per-virtual-pipeline-stage 2"));
    const SceneGroup& group = m_view->scene().groups.front();
    QVERIFY(group.kind == Kind::interleaved);
    QCOMPARE(group.stages, std::int64_t{6});
    QCOMPARE(group.chunks, std::int64_t{3}); // 36 layers on 6 stages are 6 each, three chunks of 2
    QCOMPARE(group.microbatches, std::int64_t{12});
    QVERIFY2(note().contains(QStringLiteral("tensor-model-parallel-size")) &&
                 note().contains(QStringLiteral("torchrun")),
             qPrintable(note()));
    QCOMPARE(m_workspace->undoStack().count(), 1);
    QCOMPARE(m_workspace->undoStack().undoText().section('\n', 0, 0), QStringLiteral("Use Megatron’s arguments"));
    m_workspace->undoStack().undo();
    m_view->refresh();
    QVERIFY(m_view->scene().groups == before.groups);
    // what it writes it reads: nothing changes then
    m_workspace->undoStack().redo();
    m_view->refresh();
    const Scene after = m_view->scene();
    take(text());
    QVERIFY(m_view->scene() == after);
}

void ScheduleFlagsTest::a_layout()
{
    show_group({"", Kind::one_forward_one_backward, 4, 8, 1});
    take(QStringLiteral("--pipeline-model-parallel-size 2 --microbatch-group-size-per-vp-stage 4 "
                        "--pipeline-model-parallel-layout 'Et*3|t*4|t*4|t*2L'"));
    const SceneGroup& group = m_view->scene().groups.front();
    QVERIFY(group.kind == Kind::interleaved);
    QCOMPARE(group.chunks, std::int64_t{2}); // 4 virtual stages on 2 devices
    QCOMPARE(*parameter(request_of(m_view->scene(), group), kGroup), 4.0);
    QCOMPARE(m_view->scene().uneven.layout, std::string("Et*3|t*4|t*4|t*2L"));
    // F 1 a layer: virtual stages take 3, 4, 4 and 2
    const Plan& plan = ScheduleFlagsTest::group().drawn->schedule.plan;
    QCOMPARE(plan.each.size(), std::size_t{4});
    QCOMPARE(plan.each[3].forward / plan.each[0].forward, 2.0 / 3);
    QVERIFY2(text().contains(QStringLiteral("\"Et*3|t*4|t*4|t*2L\"")), qPrintable(text()));
}

void ScheduleFlagsTest::refused_data()
{
    QTest::addColumn<QString>("flags");
    QTest::addColumn<QString>("said");
    QTest::newRow("no argument") << QStringLiteral("p 4") << QStringLiteral("no argument of Megatron-LM");
    QTest::newRow("no number") << QStringLiteral("--pipeline-model-parallel-size many") << QStringLiteral("\"many\"");
    QTest::newRow("a layout of another count")
        << QStringLiteral("--pipeline-model-parallel-size 4 --pipeline-model-parallel-layout Et|t|tL")
        << QStringLiteral("3 virtual stages");
    QTest::newRow("a letter that is none")
        << QStringLiteral("--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout Et|xL")
        << QStringLiteral("layout, place 4");
}

void ScheduleFlagsTest::refused()
{
    QFETCH(QString, flags);
    QFETCH(QString, said);
    const Scene before = m_view->scene();
    take(flags);
    QVERIFY2(note().contains(said), qPrintable(note()));
    QVERIFY(m_view->scene() == before);
    QCOMPARE(m_workspace->undoStack().count(), 0);
    QCOMPARE(text(), flags); // to be mended
}

void ScheduleFlagsTest::pictures()
{
    UnevenStages uneven;
    uneven.layers = {8, 8, 8, 6};
    show_group({"", Kind::one_forward_one_backward, 4, 8, 1}, uneven);
    take(text() + QStringLiteral("--bf16\n"));
    auto* box = find<QPlainTextEdit>("schedule.megatron");
    auto* panel = box->parentWidget();
    panel->resize(273, panel->sizeHint().height());
    testing::keep(testing::draw(*panel, panel->size()), QStringLiteral("schedule-megatron"));
    QVERIFY(box->height() >= 80);
}

BLUEPRINTING_UI_TEST(ScheduleFlagsTest)
#include "flags_test.moc"
