#include "core/cost/estimate.h"
#include "core/passes/compile.h"
#include "core/program/estimate.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::program;

namespace {

struct Whole {
    cost::Estimate block;
    ProgramEstimate whole;
};

/// The same strategy estimated as one block for all, and as a program whose every stage is put together by itself.
Whole both(const strategy::Preset& preset, const strategy::Execution& execution)
{
    const model::TransformerModel& model = *model::find_preset(preset.model);
    const system::SystemProfile& system = *system::find_preset(preset.system);
    const auto compiled = passes::compile(model, execution, strategy::Rules::strict);
    return {cost::estimate(compiled->plan(), system, cost::View::system_evidence, strategy::Rules::strict).value(),
            estimate(compile_program(model::describe(model), execution).value(), system, cost::View::system_evidence)
                .value()};
}

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

void presets()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const strategy::Preset& preset : strategy::presets())
        QTest::newRow(preset.name.c_str()) << index++;
}

} // namespace

/// A model of six numbers comes out of a program as it does out of its one block: time by component, and memory of the
/// first stage.
class PlainProgramTest : public QObject {
    Q_OBJECT
private slots:
    void components_data() { presets(); }
    void components()
    {
        QFETCH(int, index);
        const strategy::Preset& preset = strategy::presets()[static_cast<std::size_t>(index)];
        const auto [block, whole] = both(preset, preset.execution);
        for (std::size_t i = 0; i < cost::kComponents; ++i)
            QVERIFY2(is_near(whole.breakdown.seconds[i].value(), block.breakdown.seconds[i].value()),
                     std::string(cost::kComponentRows[i].key).c_str());
        for (const Component none : {Component::context_parallel, Component::expert_parallel,
                                     Component::parameter_gather, Component::embedding_head})
            QCOMPARE(whole.breakdown[none].value(), 0.0);
        QVERIFY(is_near(whole.total.value(), block.total.value()));
    }

    /// For interleaving the estimate takes a factor where a program counts.
    void memory_data() { presets(); }
    void memory()
    {
        QFETCH(int, index);
        const strategy::Preset& preset = strategy::presets()[static_cast<std::size_t>(index)];
        const auto [block, whole] = both(preset, preset.execution);
        if (strategy::virtual_stages(preset.execution) == 1)
            QCOMPARE(whole.stages.front().memory.total(), block.memory.total().value());
        else
            QVERIFY(std::abs(whole.stages.front().memory.total() / block.memory.total().value() - 1) < 0.05);
        QCOMPARE(whole.fullest, std::size_t(0));
    }
};

BLUEPRINTING_CORE_TEST(PlainProgramTest)
#include "plain_test.moc"
