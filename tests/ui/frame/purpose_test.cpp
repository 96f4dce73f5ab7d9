#include "tests/ui/frame/window_fixture.h"

#include "core/strategy/derived.h"
#include "ui/widgets/controls/segmented_switch.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>

using namespace blueprinting;
using namespace blueprinting::ui;

/// Training and inference in the editor: what one of them does not have is absent, not zero or greyed.
class PurposeTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

    static bool seen(WindowFixture& f, const char* name) { return f.find<QWidget>(name)->isVisible(); }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void keepsDegreesAndGivesUpWhatIsTrainings()
    {
        strategy::Execution execution = starting_session().strategies[1].execution;
        auto& training = std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
        training.data = {4, true};
        const strategy::TensorParallel tensor = training.tensor;
        set_training(execution, false);
        const auto& inference = std::get<strategy::TransformerInferenceParallelism>(execution.parallelism);
        QVERIFY(inference.tensor == tensor);
        QCOMPARE(inference.pipeline.degree, std::int64_t{8});
        QVERIFY(inference.pipeline.schedule == strategy::PipelineSchedule(strategy::ForwardOnly{1}));
        QCOMPARE(inference.replicas.replicas, std::int64_t{4});
        QVERIFY(!execution.all_gather_redo);
        const strategy::Execution served = execution;
        set_training(execution, false); // it is that already
        QVERIFY(execution == served);

        set_training(execution, true);
        const auto& back = std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
        QVERIFY(back.tensor == tensor);
        QVERIFY(back.pipeline.schedule == strategy::PipelineSchedule(strategy::OneForwardOneBackward{}));
        QCOMPARE(back.data.degree, std::int64_t{4});
        QVERIFY(!back.data.optimizer_sharding);
        QCOMPARE(back.recompute, strategy::RecomputePolicy::none);

        set_number(execution, strategy::Field::pipeline_degree, 1);
        set_training(execution, false);
        set_training(execution, true);
        QVERIFY(strategy::pipeline(execution).schedule == strategy::PipelineSchedule(strategy::SingleStage{}));
    }

    void showsTheFieldsOfEither()
    {
        WindowFixture f(*m_theme);
        const char* of_training[] = {"dpField", "recompute_full", "shardingField", "redoField", "virtualStagesField"};
        QCOMPARE(f.find<SegmentedSwitch>("purposeField")->current(), QStringLiteral("training"));
        for (const char* name : of_training)
            QVERIFY2(seen(f, name), name);
        QVERIFY(!seen(f, "replicasField"));

        f.workspace.selectStrategy("s1");
        f.find<QAbstractButton>("segment_inference")->click();
        QVERIFY(!strategy::is_training(f.strategy("s1").execution));
        for (const char* name : of_training)
            QVERIFY2(!seen(f, name), name);
        QVERIFY(seen(f, "replicasField"));
        QCOMPARE(f.find<QComboBox>("scheduleField")->currentText(), QStringLiteral("Forward only"));
        QCOMPARE(f.find<QComboBox>("scheduleField")->count(), 1);
        QVERIFY(f.workspace.result("s1").current);

        f.workspace.undoStack().undo();
        QVERIFY(strategy::is_training(f.strategy("s1").execution));
        QCOMPARE(f.find<SegmentedSwitch>("purposeField")->current(), QStringLiteral("training"));
        QCOMPARE(f.strategy("s1").execution, starting_session().strategies[0].execution);
    }

    void replicasMultiplyAndStandUnderTheirOwnLaws()
    {
        WindowFixture f(*m_theme);
        f.workspace.selectStrategy("s1");
        f.find<QAbstractButton>("segment_inference")->click();
        f.type("replicasField", QStringLiteral("4"));
        QCOMPARE(f.find<QLabel>("degreesFact")->text(), QStringLiteral("= 256 GPUs"));
        QCOMPARE(f.find<QLabel>("batchFact")->text(), QStringLiteral("= 16 microbatches"));
        QVERIFY(f.workspace.result("s1").violations.empty());
        // Nothing is synchronised between them, so that the components have no data parallelism at all.
        QCOMPARE(f.workspace.result("s1").evaluation->evidence.breakdown[cost::Component::data_parallel], Seconds());
        // 64 samples over 5 replicas do not divide; the batch keeps its value and says so.
        f.type("replicasField", QStringLiteral("5"));
        QCOMPARE(f.find<QLabel>("batchFact")->text(), QStringLiteral("64 / 5 samples per replica"));
        QCOMPARE(f.workspace.result("s1").violations.size(), std::size_t{1});
        QCOMPARE(f.workspace.result("s1").violations.front().code, std::string("strategy.global_batch.indivisible"));
    }

    void aRedoOfAFileStaysInSight()
    {
        WindowFixture f(*m_theme);
        f.workspace.edit(QStringLiteral("as a file says"), [](Session& session) {
            strategy::Execution& execution = session.find("s2")->execution;
            set_training(execution, false);
            execution.all_gather_redo = true;
        });
        QVERIFY(seen(f, "redoField"));
        f.find<QAbstractButton>("redoField")->click();
        QVERIFY(!seen(f, "redoField"));
    }
};

BLUEPRINTING_UI_TEST(PurposeTest)
#include "purpose_test.moc"
