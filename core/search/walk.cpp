#include "core/search/walk.h"

#include "core/cost/iteration.h"
#include "core/strategy/derived.h"

namespace blueprinting::search::detail {
namespace {

using strategy::Field;
using strategy::FieldSet;
using strategy::LawSet;
using strategy::Rules;

/// The fields that a rest decides.
constexpr FieldSet kRestFields = strategy::only(Field::pipeline_degree) | strategy::only(Field::data_degree) |
                                 strategy::only(Field::schedule) | strategy::only(Field::virtual_stages) |
                                 strategy::only(Field::pipeline_tier) | strategy::only(Field::data_tier);

/// Calls `each` with the number of each bit that is set.
template <class Each>
void each_bit(LawSet set, const Each& each)
{
    for (; set != 0; set &= set - 1)
        each(static_cast<std::size_t>(std::countr_zero(set)));
}

} // namespace

Pieces::Pieces(const Layout& layout) : m_layout(layout), m_first{0}
{
    for (const Layout::Branch& branch : layout.branches()) {
        const std::uint64_t families = branch.tiers.size() * layout.microbatches().size();
        m_first.push_back(m_first.back() + families * ((branch.rests + kMostRests - 1) / kMostRests));
    }
}

Piece Pieces::at(std::uint64_t number) const
{
    const auto after = std::upper_bound(m_first.begin(), m_first.end(), number);
    Piece out;
    out.branch = static_cast<std::size_t>(after - m_first.begin()) - 1;
    const Layout::Branch& branch = m_layout.branches()[out.branch];
    const std::uint64_t stretches = (branch.rests + kMostRests - 1) / kMostRests;
    const std::uint64_t within = number - m_first[out.branch];
    const std::uint64_t family = within / stretches;
    out.tier = family / m_layout.microbatches().size();
    out.microbatch = family % m_layout.microbatches().size();
    out.first_rest = within % stretches * kMostRests;
    out.rests = std::min(kMostRests, branch.rests - out.first_rest);
    return out;
}

Walk::Walk(const Searched& searched)
    : m_searched(searched), m_layout(searched.layout), m_blocks(searched.model, searched.system, searched.view)
{
    if (m_layout.extended()) {
        const auto model = m_layout.model()
                               ? m_layout.model()
                               : std::make_shared<const model::Description>(model::describe(searched.model));
        m_beyond = !model::plain_model(*model);
        m_check.emplace(model, searched.system, Rules::strict);
        m_whole.emplace(model, searched.system, searched.view);
    }
    FieldSet both = 0; // choices that a law weighs against a rest
    for (const Field field : m_layout.chosen_fields())
        if (m_layout.several(field) && strategy::fields_of({.touch = strategy::only(field), .also = kRestFields}) != 0)
            both |= strategy::only(field);
    constexpr FieldSet size = strategy::only(Field::microbatch_size);
    m_above = {.miss = kRestFields};
    m_below = {.touch = kRestFields, .miss = size | both};
    m_about_size = {.touch = kRestFields, .also = size, .miss = both};
    m_about_choice = {.touch = kRestFields, .also = both};
    const FieldSet looked_at = (strategy::fields_of(m_about_size) | strategy::fields_of(m_about_choice)) & kRestFields;
    for (const strategy::FieldRow& row : strategy::field_rows())
        if ((looked_at & strategy::only(row.field)) != 0)
            m_key_fields.push_back(row.field);
    std::map<std::vector<std::int64_t>, std::size_t> classes;
    for (std::size_t choice = 0; choice < m_layout.choices(); ++choice) {
        strategy::Execution execution;
        m_layout.choose(execution, choice);
        std::vector<std::int64_t> values;
        for (const Field field : m_layout.chosen_fields())
            if ((both & strategy::only(field)) != 0)
                values.push_back(strategy::row(field).get(execution).value_or(0));
        const auto [at, is_new] = classes.emplace(values, m_classes.size());
        if (is_new)
            m_classes.emplace_back().choice = choice;
        m_class_of.push_back(at->second);
    }
}

LawSet Walk::broken(const strategy::Execution& execution, const strategy::LawsThat& which) const
{
    if (m_check)
        return m_check->broken(execution, which);
    return strategy::broken_laws(m_searched.model, m_searched.system, execution, Rules::strict, which);
}

void Walk::begin(const Piece& piece)
{
    const Layout::Branch& branch = m_layout.branches()[piece.branch];
    const std::uint64_t family = piece.tier * m_layout.microbatches().size() + piece.microbatch;
    m_first_group = branch.first_group + family * m_layout.choices();
    m_branch_rests = branch.rests;
    m_first_number = branch.first + family * m_layout.choices() * branch.rests + piece.first_rest;
    m_shared = m_layout.shared(branch, piece.tier, piece.microbatch);
    if (const std::array now{piece.branch, piece.tier, piece.microbatch}; m_family != now) {
        m_blocks.forget();
        if (m_whole)
            m_whole->forget();
        m_family = now;
    }
    m_broken_by_choice.resize(m_layout.choices());
    for (std::size_t choice = 0; choice < m_layout.choices(); ++choice) {
        m_layout.choose(m_shared, choice);
        m_broken_by_choice[choice] = broken(m_shared, m_above);
    }
    if (const std::array<std::uint64_t, 3> now{piece.branch, piece.tier, piece.first_rest}; m_stretch != now) {
        find_open(piece);
        m_stretch = now;
    }
    find_classes();
    find_numbers();
}

void Walk::find_open(const Piece& piece)
{
    constexpr std::uint64_t kAtOnce = 1024;
    m_open.clear();
    m_key_index.clear();
    m_keys.clear();
    m_rests_by.clear();
    m_combination_of.clear();
    m_combination_index.clear();
    m_combinations.clear();
    strategy::Execution execution = m_shared;
    std::vector<Layout::Rest> some;
    Key key(m_key_fields.size());
    for (std::uint64_t from = 0; from < piece.rests; from += kAtOnce) {
        some.clear();
        m_layout.rests(m_layout.branches()[piece.branch], piece.first_rest + from,
                       std::min(kAtOnce, piece.rests - from), some);
        for (std::size_t i = 0; i < some.size(); ++i) {
            Layout::apply(execution, some[i]);
            for (std::size_t field = 0; field < key.size(); ++field)
                key[field] = strategy::row(m_key_fields[field]).get(execution).value_or(0);
            const auto [at, is_new] = m_key_index.emplace(key, static_cast<std::uint32_t>(m_keys.size()));
            if (is_new)
                m_keys.push_back(some[i]);
            const LawSet laws = broken(execution, m_below);
            ++m_rests_by[{laws, at->second}];
            if (laws != 0)
                continue;
            m_open.push_back({some[i], static_cast<std::uint32_t>(from + i), at->second});
            const Combination its{some[i].data, some[i].data > 1 ? some[i].data_tier : 0,
                                  some[i].pipeline > 1 ? some[i].pipeline_tier : -1};
            const auto [combination, is_new_one] =
                m_combination_index.emplace(its, static_cast<std::uint32_t>(m_combinations.size()));
            if (is_new_one)
                m_combinations.push_back(its);
            m_combination_of.push_back(combination->second);
        }
    }
}

void Walk::find_classes()
{
    strategy::Execution execution = m_shared;
    m_broken_by_key.resize(m_keys.size());
    for (Class& it : m_classes) {
        m_layout.choose(execution, it.choice);
        for (std::size_t key = 0; key < m_keys.size(); ++key) {
            Layout::apply(execution, m_keys[key]);
            m_broken_by_key[key] = broken(execution, m_about_size) | broken(execution, m_about_choice);
        }
        it.refused = it.alone = {};
        it.any = 0;
        for (const auto& [below, count] : m_rests_by) {
            const LawSet laws = below.first | m_broken_by_key[below.second];
            it.any |= laws;
            each_bit(laws, [&, times = count](std::size_t law) { it.refused[law] += times; });
            if (std::has_single_bit(laws))
                it.alone[static_cast<std::size_t>(std::countr_zero(laws))] += count;
        }
        it.legal.clear();
        for (std::size_t i = 0; i < m_open.size(); ++i)
            if (m_broken_by_key[m_open[i].key] == 0)
                it.legal.push_back(static_cast<std::uint32_t>(i));
    }
}

void Walk::find_numbers()
{
    m_numbers.resize(m_open.size());
    for (std::size_t i = 0; i < m_open.size(); ++i) {
        const Layout::Rest& rest = m_open[i].rest;
        const std::int64_t samples = m_shared.global_batch / rest.data;
        if (samples < m_shared.microbatch_size)
            continue; // it is legal for no choice
        m_numbers[i].times = cost::repetitions(rest.pipeline, rest.virtual_stages,
                                               strategy::most_on_a_stage(m_searched.model.blocks, rest.pipeline),
                                               samples / m_shared.microbatch_size);
        m_numbers[i].added = m_combination_of[i];
    }
}

const Walk::Class& Walk::count_refused(std::size_t choice, std::uint64_t rests)
{
    const Class& it = m_classes[m_class_of[choice]];
    const LawSet laws = m_broken_by_choice[choice];
    each_bit(it.any & ~laws, [&](std::size_t law) { refused[law] += it.refused[law]; });
    each_bit(laws, [&](std::size_t law) { refused[law] += rests; });
    if (laws == 0) {
        each_bit(it.any, [&](std::size_t law) { refused_alone[law] += it.alone[law]; });
    } else if (std::has_single_bit(laws)) {
        // Also where the same law refuses the rest.
        const auto law = static_cast<std::size_t>(std::countr_zero(laws));
        refused_alone[law] += it.legal.size() + it.alone[law];
    }
    return it;
}

bool Walk::whole_program(std::size_t choice)
{
    m_layout.choose(m_shared, choice);
    return m_beyond || strategy::has_new_switch(m_shared);
}

bool Walk::price_choice(std::size_t choice, const Class& legal)
{
    m_layout.choose(m_shared, choice);
    Layout::apply(m_shared, m_open[legal.legal.front()].rest);
    strategy::Execution execution = m_shared;
    // Its block is the same over all shards of the optimizer.
    strategy::row(Field::optimizer_sharding).set(execution, 0);
    const Result<cost::PricedBlock>& block = m_blocks.of(execution);
    if (!block) {
        failed[block.diagnostics().front().code] += legal.legal.size();
        return false;
    }
    const auto pricer = cost::Pricer::make(m_searched.system, execution.datatype, m_searched.view);
    if (!pricer) {
        failed[pricer.diagnostics().front().code] += legal.legal.size();
        return false;
    }
    const auto network = [&](std::int64_t tier) { return &m_searched.system.networks[static_cast<std::size_t>(tier)]; };
    const bool full = strategy::recompute(execution) == strategy::RecomputePolicy::full;
    m_work = cost::repeated_work(block->times);
    m_added.resize(m_combinations.size());
    m_bytes.resize(m_combinations.size());
    for (std::size_t i = 0; i < m_combinations.size(); ++i) {
        const Combination& its = m_combinations[i];
        strategy::set_number(m_shared, Field::data_degree, its.data);
        const std::int64_t shards = strategy::optimizer_shards(m_shared);
        const Seconds transfer = cost::transfer_time(block->program.pipeline_message_bytes, *pricer,
                                                     its.pipeline_tier < 0 ? nullptr : network(its.pipeline_tier));
        m_added[i] = {m_blocks.step(*block, m_shared, shards),
                      cost::exchange_time(m_shared, block->memory.weight, *pricer,
                                          its.data > 1 ? network(its.data_tier) : nullptr),
                      transfer, transfer};
        m_bytes[i] = cost::block_bytes(block->memory, shards, full);
    }
    return true;
}

} // namespace blueprinting::search::detail
