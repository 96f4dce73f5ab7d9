#include "core/cost/shares.h"
#include "tests/core/cost/hand_made.h"
#include "tests/support/test_main.h"

#include <numeric>

using namespace blueprinting;
using cost::Component;

class SharesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void componentOf_data()
    {
        QTest::addColumn<int>("phase");
        QTest::addColumn<bool>("collective");
        QTest::addColumn<int>("component");
        using enum ir::Phase;
        QTest::newRow("forward") << int(forward) << false << int(Component::forward);
        QTest::newRow("forward collective") << int(forward) << true << int(Component::tensor_parallel);
        QTest::newRow("activation gradient") << int(activation_gradient) << false << int(Component::backward);
        QTest::newRow("backward collective") << int(activation_gradient) << true << int(Component::tensor_parallel);
        QTest::newRow("weight gradient") << int(weight_gradient) << false << int(Component::backward);
        QTest::newRow("recompute") << int(recompute) << false << int(Component::recompute);
        QTest::newRow("optimizer") << int(optimizer) << false << int(Component::optimizer);
        QTest::newRow("recommunication") << int(recommunication) << true << int(Component::recommunication);
    }
    void componentOf()
    {
        QFETCH(int, phase);
        QFETCH(bool, collective);
        QFETCH(int, component);
        const auto engine = collective ? ir::EngineClass::collective : ir::EngineClass::vector;
        QCOMPARE(int(cost::component_of(hand_made::task(ir::Phase(phase), engine, 1, 0, 0))), component);
    }

    /// Shares of a component add up to its part of the time that a stage is busy.
    void sharesAddUpToComponents_data()
    {
        QTest::addColumn<bool>("edge");
        QTest::newRow("every block alike") << false;
        QTest::newRow("other collectives at the edge") << true;
    }
    void sharesAddUpToComponents()
    {
        QFETCH(bool, edge);
        auto plan = hand_made::plan(hand_made::training(2, 4, 2, 1, 8, 1), 32);
        if (edge) {
            plan.tasks[1].scope = ir::BlockScope::inner;
            plan.tasks.push_back(hand_made::collective(ir::Phase::forward, ir::CollectiveKind::all_gather, 2,
                                                       10'000'000, ir::BlockScope::edge));
        }
        const auto estimate = cost::estimate(plan, hand_made::machine(), cost::View::system_evidence,
                                             strategy::Rules::calculon_compatible);
        QVERIFY(estimate);
        const auto shares = cost::task_shares(plan, *estimate);
        QVERIFY(std::abs(std::accumulate(shares.begin(), shares.end(), 0.0) - 1) < 1e-14);
        const cost::Breakdown& parts = estimate->breakdown;
        double busy = 0;
        for (const Component component : {Component::forward, Component::backward, Component::recompute,
                                          Component::optimizer, Component::tensor_parallel, Component::recommunication})
            busy += parts[component].value();
        std::array<double, cost::kComponents> sums{};
        for (std::size_t i = 0; i < plan.tasks.size(); ++i)
            sums[std::size_t(cost::component_of(plan.tasks[i]))] += shares[i];
        for (const Component component : {Component::forward, Component::backward, Component::recompute,
                                          Component::optimizer, Component::tensor_parallel, Component::recommunication})
            QVERIFY(std::abs(sums[std::size_t(component)] - parts[component].value() / busy) < 1e-14);
    }
};

BLUEPRINTING_CORE_TEST(SharesTest)
#include "shares_test.moc"
