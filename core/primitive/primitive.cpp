#include "core/primitive/primitive.h"

#include "core/base/checked.h"
#include "core/base/overloaded.h"

namespace blueprinting::primitive {
namespace {

template <std::size_t... Index>
constexpr auto one_of_each(std::index_sequence<Index...>)
{
    return std::array{Primitive(std::in_place_index<Index>)...};
}
constexpr auto kAll = one_of_each(std::make_index_sequence<std::variant_size_v<Primitive>>());

constexpr Work kNoWork{};

/// Two float32 moments for each weight, and a float32 master copy where the weights are narrower.
constexpr std::int64_t state_bytes(const WorkContext& context) { return context.element_bytes < 4 ? 12 : 8; }
constexpr Work optimizer_step(std::int64_t state)
{
    const Expression half = over(state * kWeights / 2, kShards);
    return {over(11 * kWeights, kShards), half, half};
}
constexpr Work kStep = optimizer_step(12), kStepOfFloat32 = optimizer_step(8);

/// What no strategy changes of a record is read in any context.
const Record& record_anywhere(const Primitive& primitive) { return record_of(primitive, {}); }

} // namespace

std::span<const Primitive> all_primitives() { return kAll; }

std::string_view primitive_name(const Primitive& primitive)
{
    return std::visit([](const auto& p) { return p.name; }, primitive);
}

std::string title(const Primitive& primitive)
{
    return std::visit([](const auto& p) { return std::string(p.title); }, primitive);
}

std::string signature(const Primitive& primitive)
{
    return std::visit([](const auto& p) { return p.signature(); }, primitive);
}

std::string extents(const Primitive& primitive)
{
    return std::visit(
        [](const auto& p) {
            if constexpr (requires { p.extents(); })
                return p.extents();
            else
                return std::to_string(p.elements);
        },
        primitive);
}

const Record& record_of(const Primitive& primitive, const WorkContext& context)
{
    return std::visit(
        [&]<class P>(const P& p) -> const Record& {
            if constexpr (requires { P::record; })
                return P::record;
            else
                return p.record_in(context);
        },
        primitive);
}

Bindings bindings_of(const Primitive& primitive, const WorkContext& context)
{
    Bindings out;
    visit_fields(primitive,
                 Overloaded{[&](const Extent& extent, std::int64_t value) { out.bind(extent.symbol, value); },
                            [](std::string_view, const auto&...) {}});
    out.bind(kParticipants, context.participants);
    out.bind(kShards, context.optimizer_shards);
    out.bind(kElementBytes, context.element_bytes);
    out.bind_as(kOperandBytes, kElementBytes, context.element_bytes);
    const Record& record = record_of(primitive, context);
    if (const auto weights = record.weights.zero() ? std::nullopt : record.weights.whole(out))
        out.bind(kWeights, *weights);
    return out;
}

const Work& work_in(const Record& record, std::size_t part, Phase phase, const WorkContext& context)
{
    switch (phase) {
    case Phase::forward:
    case Phase::recompute: return record.parts[part].forward;
    case Phase::activation_gradient: return record.parts[part].activation_gradient;
    case Phase::weight_gradient: return record.parts[part].weight_gradient;
    case Phase::optimizer: return context.element_bytes < 4 ? kStep : kStepOfFloat32;
    case Phase::recommunication: return kNoWork;
    }
    return kNoWork;
}

std::optional<WorkloadFacts> facts_of(const Work& work, const Expression& launches, const Bindings& bindings)
{
    const auto operations = work.operations.value(bindings);
    const auto read = work.read.value(bindings);
    const auto write = work.write.value(bindings);
    const auto count = launches.whole(bindings);
    // A sum of read and write is what gets priced, so that it must fit too.
    if (!operations || !read || !write || !count || !(Checked(read->numerator) + write->numerator).ok())
        return std::nullopt;
    return WorkloadFacts{*operations, *read, *write, 0, *count};
}

std::optional<WorkloadFacts> work_of(const Primitive& primitive, Phase phase, const WorkContext& context,
                                     std::size_t part)
{
    const Record& record = record_of(primitive, context);
    return facts_of(work_in(record, part, phase, context), record.parts[part].launches,
                    bindings_of(primitive, context));
}

std::optional<Footprint> footprint_of(const Primitive& primitive, const WorkContext& context)
{
    const Record& record = record_of(primitive, context);
    const Bindings bindings = bindings_of(primitive, context);
    const auto weights = record.weights.whole(bindings);
    const auto held = record.held.whole(bindings);
    const auto gradient = record.gradient.whole(bindings);
    const auto output = record.output.whole(bindings);
    if (!weights || !held || !gradient || !output)
        return std::nullopt;
    const Checked w = *weights;
    const Checked weight_gradient = w * context.element_bytes;
    const Checked unsharded = w * 4;
    const Checked state = w * state_bytes(context);
    if (!weight_gradient.ok() || !unsharded.ok() || !state.ok())
        return std::nullopt;
    return Footprint{*weights,
                     *held,
                     *gradient,
                     *output,
                     {weight_gradient.value(), context.optimizer_shards},
                     unsharded.value(),
                     {state.value(), context.optimizer_shards}};
}

std::optional<std::int64_t> message_of(const Primitive& primitive, Phase phase, const WorkContext& context)
{
    const Record& record = record_of(primitive, context);
    const bool back = phase == Phase::activation_gradient && !record.backward_message.zero();
    return (back ? record.backward_message : record.message).whole(bindings_of(primitive, context));
}

bool communicates(const Primitive& primitive)
{
    return record_anywhere(primitive).parts.front().engine == EngineClass::collective;
}

std::optional<CollectiveKind> collective_of(const Primitive& primitive, Phase phase, bool scattered)
{
    return std::visit(
        [&](const auto& p) -> std::optional<CollectiveKind> {
            if constexpr (requires { p.collective_in(phase); })
                return p.collective_in(phase);
            else if constexpr (requires { p.gathers(); })
                return boundary_collective(p.side, phase, scattered);
            else
                return std::nullopt;
        },
        primitive);
}

std::size_t part_count(const Primitive& primitive) { return record_anywhere(primitive).parts.size(); }

std::string_view part_suffix(const Primitive& primitive, std::size_t part)
{
    return record_anywhere(primitive).parts[part].suffix;
}

bool has_weights(const Primitive& primitive) { return !record_anywhere(primitive).weight_shape.empty(); }
bool owns_weights(const Primitive& primitive) { return !record_anywhere(primitive).weights.zero(); }

EngineClass engine_of(const Primitive& primitive, Phase phase, std::size_t part)
{
    return phase == Phase::optimizer ? EngineClass::vector : record_anywhere(primitive).parts[part].engine;
}

bool is_narrow(const Primitive& primitive, Phase phase, std::size_t part)
{
    return phase != Phase::optimizer && record_anywhere(primitive).parts[part].narrow;
}

std::optional<CollectiveKind> boundary_collective(BoundarySide side, Phase phase, bool reduce_scatter_all_gather)
{
    const Layout stream = reduce_scatter_all_gather ? cut(Sharding::sequence) : kWhole;
    const Layout from = side == BoundarySide::column ? stream : kPartial;
    const Layout to = side == BoundarySide::column ? kShared : stream;
    return phase == Phase::activation_gradient ? collective_between(to.gradient, from.gradient)
                                               : collective_between(from.value, to.value);
}

} // namespace blueprinting::primitive
