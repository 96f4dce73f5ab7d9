#include "core/strategy/mapping.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/schedule/kinds_table.h"
#include "ui/schedule/schedule_words.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/tables/table_view.h"

#include <cmath>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// Strategies whose stages are not alike, in the lanes with the times of what each stage holds.
class ScheduleStrategyTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void a_modern_model();
    void blocks_that_do_not_divide();

private:
    void show_strategy(const SessionStrategy& strategy, strategy::Rules rules) const
    {
        Session session;
        session.rules = rules;
        session.strategies = {strategy};
        session.selected = session.baseline = strategy.id;
        m_workspace->reset(session);
        Scene scene = starting_scene();
        scene.groups = {{strategy.id, std::nullopt, 1, 1, 1}};
        m_view->setScene(scene);
    }
    void settle() const { QTRY_VERIFY(!m_view->busy() && group().simulation()); }
};

/// Llama-3.1-8B on 4 stages: the first has the embedding, the last the head. Each device's memory is the case's.
void ScheduleStrategyTest::a_modern_model()
{
    const Json& all = blueprinting::testing::modern_cases()["cases"];
    const Json* found = nullptr;
    for (const Json& each : all)
        if (each["id"] == "stage_memory/Llama-3.1-8B/t1-p4")
            found = &each;
    QVERIFY(found);
    SessionStrategy strategy = starting_session().strategies.front();
    strategy.name = "Llama";
    strategy.model = SessionModel(blueprinting::testing::model_of(*found));
    const auto document = JsonDocument::parse((*found)["strategy"].dump(), "strategy.json");
    strategy.execution = strategy::execution_from_json(*document, document->root(), "").value();
    strategy.system = *system::find_preset("h100_sxm");
    show_strategy(strategy, strategy::Rules::strict);
    settle();
    const auto program = m_workspace->result(strategy.id).program;
    QVERIFY(program);
    const Plan plan = group().drawn->schedule.plan;
    QCOMPARE(plan.each.size(), std::size_t{4});
    QVERIFY(plan.each[3].forward > 1.1 * plan.each[1].forward); // the head
    double step = 0;
    for (const program::StageEstimate& stage : program->evidence.stages)
        step = std::max(step, stage.time.step.total().value());
    const double total = program->evidence.total.value();
    QVERIFY(std::fabs(group().drawn->schedule.makespan() + step - total) < 1e-9 * total);

    Scene scene = m_view->scene();
    scene.memory = MemoryShown::bytes;
    scene.end = Tail{{2}, 0, {1}, {0}};
    m_view->setScene(scene);
    settle();
    QVERIFY(group().bytes && group().iteration);
    for (std::size_t i = 0; i < 4; ++i)
        QVERIFY(std::fabs((*group().bytes)[i].peak * 1073741824.0 / (*found)["expect"][i]["total"].get<double>() - 1) <
                1e-9);
    QVERIFY(group().iteration->end <= total * (1 + 1e-9));

    // Laid over a V, embedding and head are on one device; the table of all kinds has its own times and bytes.
    scene.groups[0].kind = Kind::zero_bubble_v;
    m_view->setScene(scene);
    settle();
    QCOMPARE(group().drawn->schedule.plan.each.size(), std::size_t{8});
    QCOMPARE(group().simulation()->stages.size(), std::size_t{4});
    const std::vector<StageSummary>& stages = group().simulation()->stages;
    for (std::size_t i = 1; i < stages.size(); ++i)
        QVERIFY(stages[0].work > stages[i].work);
    // The bubble is the busiest device's, named.
    QVERIFY2(headline().startsWith(QStringLiteral("Device 0 of A, the busiest, idles ")), qPrintable(headline()));
    QVERIFY(group_summaries(group()).join(QLatin1Char('|')).contains(QStringLiteral(" on device 0: ")));
    find<SegmentedSwitch>("schedule.tables")->setCurrent(QStringLiteral("kinds"));
    testing::draw(*m_view, QSize(1600, 940));
    QTRY_VERIFY(!m_view->busy() && find<TableView>("schedule.kinds")->table()->rowCount() > 5);
    bool own = false;
    for (const schedule::TableRow& row : find<KindsTable>("schedule.kinds.page")->rows())
        if (row.impossible.empty() && row.request.kind == Kind::zero_bubble_v) {
            own = true;
            QVERIFY(std::fabs(row.makespan - group().drawn->schedule.makespan()) < 1e-9 * row.makespan);
            QVERIFY(std::fabs(*row.bytes - (*group().bytes)[group().fullest()].peak) < 1e-6);
            QVERIFY(std::fabs(row.iteration - group().iteration->end) < 1e-9 * row.iteration);
        }
    QVERIFY(own);
    testing::keep(testing::draw(*m_view, QSize(1600, 940)), QStringLiteral("schedule-modern"));
}

/// 10 blocks on 4 stages under Calculon's rules: 3, 3, 2, 2, and the view says so.
void ScheduleStrategyTest::blocks_that_do_not_divide()
{
    SessionStrategy strategy = starting_session().strategies.front();
    strategy.model = SessionModel(model::TransformerModel{"ten", 1024, 4096, 512, 16, 64, 10});
    strategy::TransformerTrainingParallelism parallelism;
    parallelism.pipeline = {4, strategy::OneForwardOneBackward{}};
    strategy.execution = {};
    strategy.execution.parallelism = parallelism;
    strategy.execution.global_batch = 8;
    strategy.execution.tiers = {0, 1, 1};
    strategy.system = *system::find_preset("a100_80g");
    show_strategy(strategy, strategy::Rules::calculon_compatible);
    settle();
    const Plan& plan = group().drawn->schedule.plan;
    QCOMPARE(plan.each.size(), std::size_t{4});
    QVERIFY(std::fabs(plan.each[0].forward / plan.each[3].forward - 1.5) < 1e-9);
    const QString why = find<AnswerLine>("schedule.answer")->why();
    QVERIFY2(why.contains(QStringLiteral("10 blocks on 4 devices")), qPrintable(why));
    testing::keep(testing::draw(*m_view, QSize(1240, 860)), QStringLiteral("schedule-uneven-strategy"));
}

BLUEPRINTING_UI_TEST(ScheduleStrategyTest)
#include "strategy_test.moc"
