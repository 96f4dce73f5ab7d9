#include "core/passes/block_plan.h"
#include "core/search/evaluate.h"
#include "core/search/walk.h"
#include "tests/support/test_main.h"

#include <random>

using namespace blueprinting;

namespace {

constexpr int kSamples = 10000;

/// Keeps some of what goes by.
struct Keeping {
    std::mt19937& random;
    std::uint64_t one_in;
    struct Kept {
        search::Found found;
        cost::Breakdown breakdown;
        cost::Memory memory;
    };
    std::vector<Kept> kept;
    void open(std::size_t) {}
    void begin(std::size_t) {}
    void take(const search::Found& found, std::size_t, const cost::Breakdown& breakdown, const cost::Memory& memory)
    {
        if (random() % one_in == 0)
            kept.push_back({found, breakdown, memory});
    }
    template <class Breakdown, class Whole>
    void take(const search::Found&, std::size_t, const Breakdown&, const Whole&)
    {
        qFatal("no strategy of a model of six numbers needs a program");
    }
    [[nodiscard]] bool needs(const search::Found&, std::size_t) const { return true; }
    void pass(const search::Found&, std::size_t) {}
    void end(std::size_t) {}
};

} // namespace

/// What the search prices is the strategy's own estimate, to the last bit.
class SampleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pricedAsAlone_data();
    void pricedAsAlone();
};

void SampleTest::pricedAsAlone_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("system");
    for (const auto& model : model::presets())
        for (const auto& system : system::presets())
            QTest::addRow("%s on %s", model.model.name.c_str(), system.system.name.c_str())
                << QString::fromStdString(model.model.name) << QString::fromStdString(system.system.name);
}

void SampleTest::pricedAsAlone()
{
    QFETCH(QString, model);
    QFETCH(QString, system);
    const auto& of = *model::find_preset(model.toStdString());
    const auto& on = *system::find_preset(system.toStdString());
    const int wanted = kSamples / int(model::presets().size() * system::presets().size()) + 1;
    std::mt19937 random(qHash(model + system, 1));
    const int blocks = int(of.blocks);
    search::Space space = search::Space::of(blocks * 64, blocks * 16, on);
    std::vector<std::int64_t> tiers;
    for (std::size_t i = 0; i < on.networks.size(); ++i)
        tiers.push_back(std::int64_t(i));
    space.tensor_tiers = space.pipeline_tiers = space.data_tiers = search::Values(tiers);
    space.fused_activation = {false, true};
    for (const cost::View view : {cost::View::system_evidence, cost::View::peak_only}) {
        space[strategy::Field::attention_type] = {view == cost::View::peak_only ? 1 : 0};
        const auto layout = search::Layout::make(space, of.blocks);
        QVERIFY(layout);
        const search::Searched searched{.model = of, .system = on, .layout = *layout, .view = view};
        const search::detail::Pieces pieces(*layout);
        search::detail::Walk walk(searched);
        Keeping keeping{random, 40, {}};
        while (int(keeping.kept.size()) < wanted / 2 + 1) {
            const std::size_t before = keeping.kept.size();
            walk.through(pieces.at(random() % pieces.count()), keeping, CancelToken());
            if (keeping.kept.size() > before + 6) // not all of one piece
                keeping.kept.resize(before + 6);
        }
        int place = 0;
        for (const auto& [found, breakdown, memory] : keeping.kept) {
            const strategy::Execution execution = layout->at(found.number);
            const auto plan = passes::block_plan(of, execution, strategy::Rules::strict);
            QVERIFY(plan);
            const auto estimate = cost::estimate(*plan, on, view, strategy::Rules::strict);
            QVERIFY(estimate);
            QVERIFY2(found.total == estimate->total && found.memory == estimate->memory.total(),
                     qPrintable(QString::number(found.number)));
            QVERIFY(breakdown == estimate->breakdown && memory == estimate->memory);
            if (++place % 40 != 0)
                continue;
            // The same compiled whole, with all that a person sees of it.
            const auto alone = search::evaluate(of, on, execution, strategy::Rules::strict);
            QVERIFY(alone && alone->in(view).breakdown == breakdown && alone->in(view).memory == memory);
        }
    }
}

BLUEPRINTING_CORE_TEST(SampleTest)
#include "sample_test.moc"
