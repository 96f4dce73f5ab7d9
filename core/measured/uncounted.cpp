#include "core/measured/like.h"
#include "core/strategy/derived.h"
#include "core/strategy/field_table.h"

#include <algorithm>
#include <array>

namespace blueprinting::measured {
namespace {

using strategy::Execution;
using strategy::Field;

/// What the distance reads, and what follows from that or from the machine.
constexpr std::array kRead{Field::tensor_degree, Field::pipeline_degree, Field::data_degree,        Field::replicas,
                           Field::global_batch,  Field::microbatch_size, Field::recompute,          Field::purpose,
                           Field::num_procs,     Field::fused_attention, Field::optimizer_sharding, Field::tensor_tier,
                           Field::pipeline_tier, Field::data_tier,       Field::context_tier,       Field::expert_tier};

/// The value where it means something.
std::optional<std::int64_t> value_of(const strategy::FieldRow& row, const Execution& execution)
{
    return strategy::held(row, execution) && strategy::open(row, execution) ? row.get(execution) : std::nullopt;
}

bool differs(const strategy::FieldRow& row, const Execution& mine, const Execution& theirs)
{
    if (std::ranges::find(kRead, row.field) != kRead.end())
        return false;
    // Of these it reads whether there is any.
    if ((row.field == Field::tensor_communication || row.field == Field::all_gather_redo) &&
        strategy::sequence_parallel(mine) != strategy::sequence_parallel(theirs))
        return false;
    if (row.field == Field::sharding) {
        const auto none = strategy::StateSharding::none;
        const strategy::StateSharding left = strategy::sharding(mine), right = strategy::sharding(theirs);
        return left != none && right != none && left != right;
    }
    // A stage more or less is told by PP, chunks by their number.
    if (row.field == Field::schedule &&
        (strategy::pipeline_degree(mine) == 1 || strategy::pipeline_degree(theirs) == 1 ||
         strategy::virtual_stages(mine) != strategy::virtual_stages(theirs)))
        return false;
    return value_of(row, mine) != value_of(row, theirs);
}

/// Whether they are other models though no size that is compared says so; of a plain and a modern form it is not known.
bool other_model(const Row& mine, const Row& theirs)
{
    if (mine.plain && theirs.plain) {
        model::TransformerModel same = theirs.plain->model;
        same.name = mine.plain->model.name;
        return same != mine.plain->model;
    }
    if (mine.modern && theirs.modern) {
        model::Description same = theirs.modern->model;
        same.name = mine.modern->model.name;
        return !(same == mine.modern->model);
    }
    return false;
}

} // namespace

std::vector<std::string> uncounted_differences(const Row& mine, const Row& theirs)
{
    std::vector<std::string> out;
    const Traits left = traits(mine), right = traits(theirs);
    if (std::equal(left.sizes.begin(), left.sizes.begin() + 3, right.sizes.begin()) && other_model(mine, theirs))
        out.emplace_back("model");
    for (const strategy::FieldRow& row : strategy::field_rows())
        if (differs(row, *mine.execution(), *theirs.execution()))
            out.push_back(strategy::label_of(row.field));
    return out;
}

void tell_uncounted(Likeness& likeness, const Runs& runs, const Row& mine)
{
    for (Nearest& each : likeness.nearest)
        each.uncounted = uncounted_differences(mine, runs.row(each.rows.front()));
}

} // namespace blueprinting::measured
