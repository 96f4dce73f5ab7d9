#include "core/schedule/scene.h"

#include "core/schedule/order_text.h"
#include "core/schedule/written_order.h"

#include <algorithm>
#include <array>

namespace blueprinting::schedule {
namespace {

constexpr std::array<std::string_view, 3> kMemory{"off", "chunks", "bytes"};

/// The request can be, its order among it.
bool can_be(const Request& request)
{
    return !(request.kind->refused && request.kind->refused(request)) && has_executable_order(request);
}

} // namespace

std::string_view to_string(MemoryShown shown) { return kMemory[static_cast<std::size_t>(shown)]; }

bool SceneGroup::operator==(const SceneGroup& other) const
{
    // What is written follows from its text.
    return strategy == other.strategy && kind == other.kind && stages == other.stages &&
           microbatches == other.microbatches && chunks == other.chunks && parameters == other.parameters &&
           order == other.order && traces == other.traces && even == other.even;
}

ByteTerms byte_terms(const HeldByHand& held, const Request& request)
{
    const double parts = parts_of_a_stage(request);
    const double activation = held.microbatch / parts;
    return {{held.constant + held.weights * static_cast<double>(request.kind->paths)},
            {activation},
            {activation * held.keep_percent / 100},
            {held.temporary}};
}

Scene starting_scene()
{
    Scene scene;
    scene.groups.push_back({"", Kind::one_forward_one_backward, 4, 8, 1});
    scene.groups.push_back({"", Kind::interleaved, 4, 8, 2});
    scene.cap = 5;
    scene.time = 10;
    return scene;
}

Request request_of(const Scene& scene, const SceneGroup& group)
{
    Request out;
    if (group.written)
        out = request_of(*group.written);
    else
        out = {group.kind.value_or(Kind::one_forward_one_backward), group.stages, group.microbatches, group.chunks};
    out.transfers = scene.transfers;
    out.separate_recompute = scene.separate_recompute && scene.times.recompute.has_value();
    out.parameters = group.parameters;
    return out;
}

Result<Plan> plan_of(const Scene& scene, const SceneGroup& group)
{
    return plan_uneven(request_of(scene, group), scene.times, group.even ? UnevenStages{} : scene.uneven);
}

Result<SceneGroup> group_of_order(const std::string& text, const std::string& name)
{
    auto read = parse_order(text, name);
    if (!read)
        return read.failure_as<SceneGroup>();
    const Request request = request_of(read->order);
    SceneGroup out{"", written_kind(), request.stages, request.microbatches, request.chunks};
    out.order = text;
    out.written = std::make_shared<const WrittenOrder>(std::move(read->order));
    return out;
}

SceneGroup with_kind(SceneGroup group, Kind kind, std::int64_t last_chunks)
{
    group.kind = kind;
    group.order.clear();
    group.written.reset();
    group.parameters.clear();
    group.chunks = nearest_chunks(kind, takes_chunks(kind) ? std::max<std::int64_t>(2, last_chunks) : 1);
    Request request{kind, group.stages, group.microbatches, group.chunks};
    // The nearest above: more microbatches first, an even count of stages where none helps.
    const std::int64_t most = 4 * (request.stages + 1);
    for (int more_stages = 0; more_stages < 2; ++more_stages) {
        for (std::int64_t more = 0; more <= most; ++more) {
            request.microbatches = group.microbatches + more;
            if (can_be(request)) {
                group.stages = request.stages;
                group.microbatches = request.microbatches;
                return group;
            }
        }
        ++request.stages;
    }
    return group;
}

} // namespace blueprinting::schedule
