#include "core/search/whole.h"

#include "core/cost/priced_block.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::search::detail {

Whole::Whole(std::shared_ptr<const model::Description> model, const system::SystemProfile& system, cost::View view)
    : m_model(std::move(model)), m_system(system), m_view(view), m_plans(*m_model)
{
}

void Whole::forget() { m_programs.clear(); }

std::optional<Diagnostics> Whole::open(const strategy::Execution& execution)
{
    auto pricer = cost::Pricer::make(m_system, execution.datatype, m_view);
    if (!pricer)
        return pricer.diagnostics();
    m_pricer.emplace(*pricer);
    // Of other degrees nothing is needed again soon.
    const std::pair degrees{strategy::tensor_degree(execution), strategy::context(execution).degree};
    if (degrees != m_plans_of) {
        m_plans.forget();
        m_plans_of = degrees;
    }
    // Its pieces are the same over all shards.
    strategy::Execution unshared = execution;
    strategy::row(strategy::Field::sharding).set(unshared, 0);
    const cost::BlockKey key = cost::block_key(unshared);
    const auto known =
        std::find_if(m_programs.begin(), m_programs.end(), [&](const auto& each) { return each.key == key; });
    m_open = static_cast<std::size_t>(known - m_programs.begin());
    if (known == m_programs.end())
        m_programs.push_back({key, {}});
    for (auto& variant : m_programs[m_open].variants)
        if (variant)
            variant->prices.clear();
    return std::nullopt;
}

Result<std::unique_ptr<Whole::Variant>> Whole::compiled(const strategy::Execution& execution)
{
    auto program =
        program::compile_program(*m_model, execution, [this](const block::Piece& piece, const strategy::Execution& of) {
            return m_plans.of(piece, of);
        });
    if (!program)
        return program.failure_as<std::unique_ptr<Variant>>();
    const auto axes = program::AxisCost::make(execution, m_system);
    if (!axes)
        return axes.failure_as<std::unique_ptr<Variant>>();
    auto work = program::piece_work(*program, *m_pricer, *axes);
    if (!work)
        return work.failure_as<std::unique_ptr<Variant>>();
    auto out = std::make_unique<Variant>(Variant{*std::move(program), *std::move(work), {}});
    // From here on their numbers and prices are enough.
    for (program::BlockKind& kind : out->program.kinds)
        kind.plan = {};
    for (program::Part& part : out->program.parts)
        part.plan = {};
    return out;
}

Result<const program::Prices*> Whole::prices_of(Variant& variant, const strategy::Execution& execution) const
{
    const std::int64_t none = -1;
    const std::array<std::int64_t, 3> key{
        strategy::data_degree(execution), execution.tiers.data.value_or(none),
        strategy::pipeline_degree(execution) > 1 ? execution.tiers.pipeline.value_or(none) : none - 1};
    if (const auto known = variant.prices.find(key); known != variant.prices.end())
        return &known->second;
    const auto axes = program::AxisCost::make(execution, m_system);
    if (!axes)
        return axes.failure_as<const program::Prices*>();
    return &variant.prices.emplace(key, program::prices_of(variant.program, variant.work, *m_pricer, *axes))
                .first->second;
}

std::optional<Diagnostics> Whole::put_together(const strategy::Execution& execution)
{
    const std::int64_t p = strategy::pipeline_degree(execution), v = strategy::virtual_stages(execution);
    const bool shared_table = p == 1 && m_model->vocabulary && m_model->vocabulary->tied;
    auto& variant = m_programs[m_open].variants[shared_table ? 1 : 0];
    if (!variant) {
        auto made = compiled(execution);
        if (!made)
            return made.diagnostics();
        variant = *std::move(made);
    }
    program::Program& program = variant->program;
    program.execution = execution;
    auto laid = m_laid.find({p, v});
    if (laid == m_laid.end()) {
        auto chunks =
            strategy::chunks_of(strategy::pipeline(execution).layout,
                                {m_model->blocks, m_model->mtp_modules, p, v, m_model->vocabulary.has_value()});
        if (!chunks)
            return chunks.diagnostics();
        program.chunks = *std::move(chunks);
        laid = m_laid.emplace(std::pair(p, v), program::laid(program)).first;
    }
    const auto prices = prices_of(*variant, execution);
    if (!prices)
        return prices.diagnostics();
    m_composition.put_together(program, laid->second, **prices);
    return std::nullopt;
}

Seconds Whole::least()
{
    // The bubble makes up for what the sums leave of the span, but for their rounding.
    return m_composition.breakdown(m_composition.pipeline().least()).total() * (1 - 1e-9);
}

} // namespace blueprinting::search::detail
