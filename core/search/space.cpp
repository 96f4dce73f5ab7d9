#include "core/search/space.h"

#include <algorithm>

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

std::vector<std::int64_t> Values::once() const
{
    std::vector<std::int64_t> out;
    for (const std::int64_t each : m_values)
        if (std::find(out.begin(), out.end(), each) == out.end())
            out.push_back(each);
    return out;
}

SpaceParts::SpaceParts()
{
    for (const FieldRow& row : strategy::field_rows())
        if (row.listed() || row.searched == strategy::Searched::told)
            (*this)[row.field] = values_of(row);
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
