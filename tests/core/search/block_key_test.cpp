#include "core/cost/priced_block.h"
#include "core/passes/block_plan.h"
#include "core/strategy/derived.h"
#include "core/strategy/laws.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::strategy;

namespace {

/// Legal ones of GPT-175B on A100s that differ in much; each field of each is changed in turn.
std::vector<Execution> bases()
{
    Execution sharded;
    sharded.parallelism = TransformerTrainingParallelism{{8, TensorCommunication::reduce_scatter_all_gather},
                                                         {8, InterleavedOneForwardOneBackward{3}},
                                                         {4, true},
                                                         RecomputePolicy::attention_only};
    sharded.global_batch = 64;
    sharded.all_gather_redo = true;
    sharded.tiers = {0, 1, 1};
    Execution plain = sharded;
    plain.parallelism = TransformerTrainingParallelism{
        {4, TensorCommunication::all_reduce}, {4, OneForwardOneBackward{}}, {2, false}, RecomputePolicy::none};
    plain.all_gather_redo = false;
    plain.microbatch_size = 2;
    Execution inference = plain;
    inference.parallelism =
        TransformerInferenceParallelism{{8, TensorCommunication::all_reduce}, {4, ForwardOnly{}}, {2}};
    return {sharded, plain, inference};
}

/// Other values that a field may take: twice and half a number, each word, each tier.
std::vector<std::int64_t> others(const FieldRow& row, const Execution& execution)
{
    const auto now = row.get(execution);
    std::vector<std::int64_t> out;
    if (row.kind == Kind::integer && now)
        out = {*now * 2, *now / 2, 1};
    else if (row.kind == Kind::choice)
        for (std::int64_t i = 0; i < std::ssize(row.words); ++i)
            out.push_back(i);
    else
        out = {0, 1};
    std::erase_if(out, [&](std::int64_t value) { return now == value || value < 0; });
    return out;
}

Result<cost::PricedBlock> priced(const Execution& execution)
{
    const auto& model = *model::find_preset("gpt3-175B");
    const auto& system = *system::find_preset("a100_80g");
    if (const auto broken = violations(model, system, execution, Rules::strict); !broken.empty())
        return as_diagnostics(broken);
    const auto plan = passes::block_plan(model, execution, Rules::strict);
    if (!plan)
        return plan.failure_as<cost::PricedBlock>();
    return cost::price_block(*plan, system, cost::View::system_evidence);
}

/// The iteration of a strategy, made of a block that may have been priced for another.
Result<cost::Iteration> iterated(const cost::PricedBlock& block, const Execution& execution)
{
    const auto& system = *system::find_preset("a100_80g");
    const auto step = cost::price_step(block, execution, system, cost::View::system_evidence);
    if (!step)
        return step.failure_as<cost::Iteration>();
    return cost::iterate(block, *step, execution, system, cost::View::system_evidence, Rules::strict);
}

} // namespace

/// Strategies with one key have one block: nobody is priced by another's.
class BlockKeyTest : public QObject {
    Q_OBJECT
private slots:
    void one_key_gives_one_iteration()
    {
        int equal = 0;
        int unlike = 0;
        for (const Execution& base : bases()) {
            const auto of_base = priced(base);
            QVERIFY(of_base);
            for (const FieldRow& row : field_rows())
                for (const std::int64_t value : others(row, base)) {
                    Execution changed = base;
                    row.set(changed, value);
                    const auto block = priced(changed);
                    if (changed == base || !block)
                        continue;
                    const auto own = iterated(*block, changed);
                    const auto borrowed = iterated(*of_base, changed);
                    if (!own || !borrowed) // a tier that the other's block never asked for
                        continue;
                    const bool same = own->block == borrowed->block && own->total.value() == borrowed->total.value() &&
                                      own->memory == borrowed->memory;
                    const bool one_key = cost::block_key(changed) == cost::block_key(base);
                    QVERIFY2(same || !one_key, std::string(row.path).c_str());
                    equal += one_key ? 1 : 0;
                    unlike += same ? 0 : 1;
                }
        }
        QVERIFY2(equal >= 15 && unlike >= 15, qPrintable(QStringLiteral("%1 %2").arg(equal).arg(unlike)));
    }
};

BLUEPRINTING_CORE_TEST(BlockKeyTest)
#include "block_key_test.moc"
