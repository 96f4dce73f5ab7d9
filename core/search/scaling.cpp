#include "core/search/scaling.h"

#include "core/strategy/derived.h"

namespace blueprinting::search {
namespace {

using strategy::Field;

std::vector<Field> changed(const Layout& layout, const strategy::Execution& from, const strategy::Execution& to)
{
    std::vector<Field> out;
    for (const Layout::Knob& knob : layout.knobs())
        if (knob_value(knob.field, from) != knob_value(knob.field, to))
            out.push_back(knob.field);
    return out;
}

} // namespace

std::optional<ScalingPoint::Grown> grown_by_data(const Question& question, const strategy::Execution& execution,
                                                 std::int64_t devices, std::int64_t wanted)
{
    const std::int64_t d = strategy::data_degree(execution);
    if (d > kMaxInteger / wanted || d * wanted % devices != 0)
        return std::nullopt;
    ScalingPoint::Grown out;
    out.execution = execution;
    strategy::set_number(out.execution, Field::data_degree, d * wanted / devices);
    out.execution.global_batch = question.global_batch(wanted);
    const auto priced = single(question, out.execution);
    if (!priced || !priced->legal())
        return std::nullopt;
    out.found = priced->found;
    out.tokens_per_second_per_gpu = tokens_per_second_per_gpu(question, out.execution, out.found.total);
    return out;
}

double days_for(double tokens, double tokens_per_second_per_gpu, std::int64_t devices)
{
    return tokens / (tokens_per_second_per_gpu * static_cast<double>(devices)) / 86400;
}

double cost_for(double tokens, double tokens_per_second_per_gpu, double price)
{
    return tokens / tokens_per_second_per_gpu / 3600 * price;
}

Scaling scaling_of(const Question& question, std::span<const Layout> layouts, std::span<const Exploration> found)
{
    Scaling out;
    std::optional<std::size_t> most, before;
    for (std::size_t i = 0; i < found.size(); ++i) {
        ScalingPoint point;
        point.devices = question.devices[i];
        if (!found[i].top.empty()) {
            point.best = found[i].top.front();
            point.execution = layouts[i].at(point.best->number);
            point.tokens_per_second_per_gpu = tokens_per_second_per_gpu(question, point.execution, point.best->total);
            if (before)
                point.changes = changed(layouts[i], out.points[*before].execution, point.execution);
            if (!most || point.tokens_per_second_per_gpu > out.points[*most].tokens_per_second_per_gpu)
                most = i;
            before = i;
        }
        out.points.push_back(std::move(point));
    }
    if (!most)
        return out;
    out.reference = out.points[*most].devices;
    const ScalingPoint reference = out.points[*most];
    for (ScalingPoint& point : out.points) {
        point.efficiency = point.tokens_per_second_per_gpu / reference.tokens_per_second_per_gpu;
        point.grown = grown_by_data(question, reference.execution, reference.devices, point.devices);
        if (point.grown)
            point.grown->efficiency = point.grown->tokens_per_second_per_gpu / reference.tokens_per_second_per_gpu;
    }
    return out;
}

} // namespace blueprinting::search
