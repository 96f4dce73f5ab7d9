#include "core/search/space.h"

#include "core/strategy/derived.h"

#include <algorithm>
#include <utility>

namespace blueprinting::search {
namespace {

using strategy::FieldRow;

Values values_of(const FieldRow& row)
{
    if (row.searched != strategy::Searched::all)
        return Values({row.silent().value_or(0)});
    if (row.kind == strategy::Kind::flag)
        return {false, true};
    std::vector<std::int64_t> out;
    for (std::int64_t i = 0; i < std::ssize(row.words); ++i)
        if (row.words[static_cast<std::size_t>(i)].strict)
            out.push_back(i);
    return Values(std::move(out));
}

} // namespace

using strategy::Field;

std::vector<std::int64_t> Values::once() const
{
    std::vector<std::int64_t> out;
    for (const std::int64_t each : m_values)
        if (std::find(out.begin(), out.end(), each) == out.end())
            out.push_back(each);
    return out;
}

bool is_further(Field field)
{
    return std::find(kFurtherFields.begin(), kFurtherFields.end(), field) != kFurtherFields.end();
}

std::vector<const FieldRow*> knob_rows(bool extended)
{
    auto out = strategy::rows_in(
        {Field::tensor_degree, Field::pipeline_degree, Field::data_degree, Field::context_degree, Field::expert_degree,
         Field::expert_tensor_degree, Field::virtual_stages, Field::microbatch_size, Field::recompute,
         Field::recompute_modules, Field::tensor_communication, Field::all_gather_redo, Field::optimizer_sharding,
         Field::sharding, Field::fused_attention, Field::fused_activation});
    std::erase_if(out, [&](const FieldRow* row) {
        return is_further(row->field) ? !extended
                                      : !row->varies() || (extended && row->field == Field::optimizer_sharding);
    });
    return out;
}

void begin_with(SpaceParts& parts, const model::Description& model)
{
    if (!model::plain_model(model))
        parts[Field::fused_attention] = {true};
}

void say_sharding(strategy::Execution& execution)
{
    if (strategy::is_training(execution))
        strategy::row(Field::sharding).set(execution, static_cast<std::int64_t>(strategy::sharding(execution)));
}

SpaceParts::SpaceParts()
{
    for (const Field field : kFurtherFields)
        (*this)[field] = {strategy::row(field).silent().value_or(0)};
    for (const FieldRow& row : strategy::field_rows())
        if (row.listed() || row.searched == strategy::Searched::told)
            (*this)[row.field] = values_of(row);
}

Allowed* SpaceParts::bound(Field field) { return const_cast<Allowed*>(std::as_const(*this).bound(field)); }

const Allowed* SpaceParts::bound(Field field) const
{
    switch (field) {
    case Field::tensor_degree: return &tensor;
    case Field::pipeline_degree: return &pipeline;
    case Field::data_degree: return &data;
    case Field::microbatch_size: return &microbatch;
    case Field::virtual_stages: return &virtual_stages;
    case Field::context_degree: return &context;
    case Field::expert_degree: return &expert;
    case Field::expert_tensor_degree: return &expert_tensor;
    default: return nullptr;
    }
}

bool SpaceParts::extended() const
{
    const SpaceParts silent;
    return std::any_of(kFurtherFields.begin(), kFurtherFields.end(), [&](Field field) {
        const Allowed* allowed = bound(field);
        return allowed ? !(*allowed == *silent.bound(field)) : !((*this)[field] == silent[field]);
    });
}

Space Space::of(std::int64_t devices, std::int64_t global_batch, const system::SystemProfile& system)
{
    Space out;
    out.devices = devices;
    out.global_batch = global_batch;
    const std::int64_t last = system.networks.empty() ? 0 : static_cast<std::int64_t>(system.networks.size()) - 1;
    out.pipeline_tiers = {last};
    out.data_tiers = {last};
    return out;
}

} // namespace blueprinting::search
