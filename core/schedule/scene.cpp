#include "core/schedule/scene.h"

#include "core/base/object_reader.h"

#include <cmath>

namespace blueprinting::schedule {
namespace {

void read_group(ObjectReader& reader, Scene& scene)
{
    if (!reader.valid())
        return;
    SceneGroup group;
    if (reader.has("strategy"))
        group.strategy = reader.string("strategy").value_or("");
    if (group.strategy.empty() || reader.has("kind"))
        if (const auto kind = reader.choice("kind", kind_codes()))
            group.kind = kind_from(*kind);
    if (group.strategy.empty()) {
        group.stages = reader.integer("stages", 1).value_or(1);
        group.microbatches = reader.integer("microbatches", 1).value_or(1);
        if (reader.has("chunks"))
            group.chunks = reader.integer("chunks", 1).value_or(1);
    }
    scene.groups.push_back(group);
}

std::optional<double> optional_number(ObjectReader& reader, const std::string& key)
{
    return reader.has(key) ? reader.number(key) : std::nullopt;
}

} // namespace

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
    return {group.kind.value_or(Kind::one_forward_one_backward),
            group.stages,
            group.microbatches,
            group.chunks,
            scene.transfers,
            scene.separate_recompute && scene.times.recompute.has_value()};
}

Json to_json(const Scene& scene)
{
    Json groups = Json::array();
    for (const SceneGroup& group : scene.groups) {
        Json out = Json::object();
        if (!group.strategy.empty())
            out["strategy"] = group.strategy;
        if (group.kind)
            out["kind"] = to_string(*group.kind);
        if (group.strategy.empty()) {
            out["stages"] = group.stages;
            out["microbatches"] = group.microbatches;
            out["chunks"] = group.chunks;
        }
        groups.push_back(std::move(out));
    }
    Json out{{"groups", std::move(groups)},
             {"selected", scene.selected},
             {"forward", scene.times.forward},
             {"backward", scene.times.backward},
             {"transfers", to_string(scene.transfers)},
             {"separate_recompute", scene.separate_recompute},
             {"critical_path", scene.critical_path},
             {"time", scene.time}};
    const auto put = [&](const char* key, const std::optional<double>& value) {
        if (value)
            out[key] = *value;
    };
    put("input_gradient", scene.times.input_gradient);
    put("recompute", scene.times.recompute);
    put("transfer", scene.times.transfer);
    put("cap", scene.cap);
    if (scene.range)
        out["range"] = {scene.range->first, scene.range->second};
    return out;
}

Result<Scene> scene_from_json(const JsonDocument& document, const Json& value, const std::string& pointer)
{
    Diagnostics diagnostics;
    Scene scene;
    ObjectReader reader(document, value, pointer, diagnostics);
    if (!reader.valid())
        return diagnostics;
    const Json* groups = reader.each("groups", [&](ObjectReader& group) { read_group(group, scene); });
    if (groups && groups->empty())
        reader.fail("reader.range", "groups", "groups is empty; at least one group of lanes is shown");
    if (reader.has("selected")) {
        const auto selected = reader.integer("selected", 0);
        if (selected && static_cast<std::size_t>(*selected) >= scene.groups.size())
            reader.fail("reader.range", "selected",
                        "selected is " + std::to_string(*selected) + "; there are " +
                            std::to_string(scene.groups.size()) + " groups");
        scene.selected = static_cast<std::size_t>(selected.value_or(0));
    }
    scene.times.forward = optional_number(reader, "forward").value_or(1);
    scene.times.backward = optional_number(reader, "backward").value_or(2);
    scene.times.input_gradient = optional_number(reader, "input_gradient");
    scene.times.recompute = optional_number(reader, "recompute");
    scene.times.transfer = optional_number(reader, "transfer");
    if (reader.has("transfers"))
        if (const auto mode = reader.choice("transfers", {"charged", "linked"}))
            scene.transfers = *transfer_mode_from(*mode);
    if (reader.has("separate_recompute"))
        scene.separate_recompute = reader.boolean("separate_recompute").value_or(false);
    if (reader.has("critical_path"))
        scene.critical_path = reader.boolean("critical_path").value_or(false);
    scene.cap = optional_number(reader, "cap");
    if (scene.cap && !(*scene.cap > 0))
        reader.fail("reader.range", "cap", "cap must be above 0, in activations of a full stage");
    scene.time = optional_number(reader, "time").value_or(0);
    if (scene.time < 0)
        reader.fail("reader.range", "time", "time must not be negative");
    if (const Json* range = reader.has("range") ? reader.array("range") : nullptr) {
        const bool pair = range->size() == 2 && (*range)[0].is_number() && (*range)[1].is_number();
        if (pair && (*range)[0].get<double>() < (*range)[1].get<double>())
            scene.range = std::pair((*range)[0].get<double>(), (*range)[1].get<double>());
        else
            reader.fail("reader.range", "range", "range must be [begin, end] with begin < end");
    }
    reader.finish();
    // A schedule that cannot be is no scene: its own complaints, at the group.
    for (std::size_t i = 0; diagnostics.empty() && i < scene.groups.size(); ++i) {
        if (!scene.groups[i].strategy.empty())
            continue;
        const auto plan = plan_by_hand(request_of(scene, scene.groups[i]), scene.times);
        for (const Diagnostic& problem : plan.diagnostics())
            diagnostics.push_back(
                document.error(problem.code, reader.pointer("groups") + pointer_step(i), problem.message));
    }
    if (!diagnostics.empty())
        return diagnostics;
    return scene;
}

} // namespace blueprinting::schedule
