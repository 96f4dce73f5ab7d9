#include "core/base/object_reader.h"
#include "core/schedule/scene.h"
#include "core/schedule/written_order.h"

#include <algorithm>
#include <array>

/// A scene as a file keeps it.
namespace blueprinting::schedule {
namespace {

std::optional<double> optional_number(ObjectReader& reader, const char* key)
{
    return reader.has(key) ? reader.number(key) : std::nullopt;
}

bool optional_boolean(ObjectReader& reader, const char* key, bool otherwise)
{
    return reader.has(key) ? reader.boolean(key).value_or(otherwise) : otherwise;
}

/// One number, or a list of them.
std::vector<double> optional_numbers(ObjectReader& reader, const char* key, std::vector<double> otherwise)
{
    if (!reader.has(key))
        return otherwise;
    const Json* list = reader.array(key);
    if (!list)
        return otherwise;
    std::vector<double> out;
    for (const Json& each : *list) {
        if (!each.is_number()) {
            reader.fail("reader.type", key, std::string(key) + " must be a list of numbers");
            return otherwise;
        }
        out.push_back(each.get<double>());
    }
    return out;
}

void read_parameters(ObjectReader& reader, SceneGroup& group)
{
    if (!group.kind)
        return;
    const auto known = (*group.kind)->parameters;
    bool any = false;
    std::vector<double> values;
    for (const Parameter& each : known) {
        const std::string key(each.name);
        values.push_back(each.standard);
        if (!reader.has(key))
            continue;
        any = true;
        values.back() = reader.number(key).value_or(each.standard);
    }
    if (any)
        group.parameters = values;
}

void read_traces(ObjectReader& reader, const JsonDocument& document, Diagnostics& diagnostics, SceneGroup& group)
{
    const Json* value = reader.object("traces");
    if (!value)
        return;
    ObjectReader inner(document, *value, reader.pointer("traces"), diagnostics);
    TraceSource source;
    if (const Json* files = inner.array("files")) {
        for (const Json& each : *files)
            if (each.is_string())
                source.files.push_back(each.get<std::string>());
        if (source.files.empty() || source.files.size() != files->size())
            inner.fail("reader.type", "files", "files must be a list of at least one path");
    }
    if (inner.has("ranks"))
        if (const Json* ranks = inner.object("ranks"))
            for (const auto& [file, rank] : ranks->items()) {
                if (rank.is_number_unsigned())
                    source.options.ranks[file] = rank.get<std::int64_t>();
                else
                    inner.fail("reader.type", "ranks", "ranks must be whole numbers of at least 0");
            }
    if (inner.has("iteration"))
        source.options.iteration = inner.string("iteration");
    source.options.transfer = optional_number(inner, "transfer").value_or(0);
    if (!(source.options.transfer >= 0 && source.options.transfer <= 1e9))
        inner.fail("reader.range", "transfer", "transfer must be from 0 to 1e9 ms");
    if (inner.has("replica")) // counted from 1, as people read it
        source.options.replica = static_cast<std::size_t>(inner.integer("replica", 1).value_or(1) - 1);
    if (inner.has("patterns"))
        if (const Json* list = inner.array("patterns")) {
            auto read = patterns_from(document, *list);
            if (read)
                source.patterns = std::move(read).value();
            else
                inner.fail("trace.pattern", "patterns", read.diagnostics().front().message);
        }
    inner.finish();
    group.traces = std::move(source);
}

void read_group(ObjectReader& reader, const JsonDocument& document, Diagnostics& diagnostics, Scene& scene)
{
    if (!reader.valid())
        return;
    SceneGroup group;
    if (reader.has("traces")) {
        read_traces(reader, document, diagnostics, group);
    } else if (reader.has("order")) {
        const auto text = reader.string("order");
        auto read = group_of_order(text.value_or(""), "order");
        if (!read)
            reader.fail("schedule.order", "order", to_line(read.diagnostics().front()));
        else
            group = std::move(read).value();
        read_parameters(reader, group);
    } else {
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
            read_parameters(reader, group);
            group.even = optional_boolean(reader, "even", false);
        }
    }
    scene.groups.push_back(std::move(group));
}

void read_uneven(const JsonDocument& document, ObjectReader& reader, Diagnostics& diagnostics, Scene& scene)
{
    const Json* value = reader.has("uneven") ? reader.object("uneven") : nullptr;
    if (!value)
        return;
    ObjectReader inner(document, *value, reader.pointer("uneven"), diagnostics);
    UnevenStages& out = scene.uneven;
    out.layers = optional_numbers(inner, "layers", {});
    if (inner.has("layout"))
        out.layout = inner.string("layout").value_or("");
    if (inner.has("lists"))
        out.lists = inner.string("lists").value_or("");
    out.head_adds = optional_number(inner, "head_adds").value_or(0);
    out.embedding_adds = optional_number(inner, "embedding_adds").value_or(0);
    out.device_factor = optional_numbers(inner, "device_factor", {});
    inner.finish();
}

void read_end(const JsonDocument& document, ObjectReader& reader, Diagnostics& diagnostics, Scene& scene)
{
    const Json* value = reader.has("end") ? reader.object("end") : nullptr;
    if (!value)
        return;
    ObjectReader inner(document, *value, reader.pointer("end"), diagnostics);
    Tail out;
    out.reduce = optional_numbers(inner, "reduce", out.reduce);
    out.tied = optional_number(inner, "tied").value_or(0);
    out.step = optional_numbers(inner, "step", out.step);
    out.gather = optional_numbers(inner, "gather", out.gather);
    out.overlap = optional_boolean(inner, "overlap", true);
    if (inner.has("norm"))
        if (const auto norm = inner.choice("norm", {"global", "local"}))
            out.global_norm = *norm == "global";
    inner.finish();
    scene.end = out;
}

void read_held(const JsonDocument& document, ObjectReader& reader, Diagnostics& diagnostics, Scene& scene)
{
    if (reader.has("memory"))
        if (const auto shown = reader.choice("memory", {"off", "chunks", "bytes"}))
            scene.memory = *shown == "off"      ? MemoryShown::off
                           : *shown == "chunks" ? MemoryShown::chunks
                                                : MemoryShown::bytes;
    const Json* value = reader.has("held") ? reader.object("held") : nullptr;
    if (!value)
        return;
    ObjectReader inner(document, *value, reader.pointer("held"), diagnostics);
    HeldByHand& out = scene.held;
    const auto number = [&](const char* key, double& into, double most) {
        into = optional_number(inner, key).value_or(into);
        if (!(into >= 0 && into <= most))
            inner.fail("reader.range", key, std::string(key) + " must be from 0 to " + (most == 100 ? "100" : "1e9"));
    };
    number("constant", out.constant, 1e9);
    number("weights", out.weights, 1e9);
    number("microbatch", out.microbatch, 1e9);
    number("keep_percent", out.keep_percent, 100);
    number("temporary", out.temporary, 1e9);
    out.cap = optional_number(inner, "cap");
    if (out.cap && !(*out.cap > 0))
        inner.fail("reader.range", "cap", "cap must be above 0, in GiB");
    inner.finish();
}

Json group_json(const SceneGroup& group)
{
    Json out = Json::object();
    if (group.traces) {
        Json traces{{"files", group.traces->files}};
        if (!group.traces->options.ranks.empty())
            traces["ranks"] = group.traces->options.ranks;
        if (group.traces->options.iteration)
            traces["iteration"] = *group.traces->options.iteration;
        if (group.traces->options.transfer != 0)
            traces["transfer"] = group.traces->options.transfer;
        if (group.traces->options.replica > 0)
            traces["replica"] = group.traces->options.replica + 1;
        if (!group.traces->patterns.empty())
            traces["patterns"] = to_json(group.traces->patterns);
        out["traces"] = std::move(traces);
        return out;
    }
    if (!group.strategy.empty())
        out["strategy"] = group.strategy;
    if (!group.order.empty())
        out["order"] = group.order;
    else if (group.kind)
        out["kind"] = to_string(*group.kind);
    if (group.strategy.empty() && group.order.empty()) {
        out["stages"] = group.stages;
        out["microbatches"] = group.microbatches;
        out["chunks"] = group.chunks;
    }
    if (group.even)
        out["even"] = true;
    if (group.kind)
        for (std::size_t i = 0; i < std::min(group.parameters.size(), (*group.kind)->parameters.size()); ++i)
            if (const Parameter& each = (*group.kind)->parameters[i]; group.parameters[i] != each.standard)
                out[std::string(each.name)] = group.parameters[i];
    return out;
}

Json uneven_json(const UnevenStages& uneven)
{
    Json out = Json::object();
    if (!uneven.layers.empty())
        out["layers"] = uneven.layers;
    if (!uneven.layout.empty())
        out["layout"] = uneven.layout;
    if (!uneven.lists.empty())
        out["lists"] = uneven.lists;
    if (uneven.head_adds != 0)
        out["head_adds"] = uneven.head_adds;
    if (uneven.embedding_adds != 0)
        out["embedding_adds"] = uneven.embedding_adds;
    if (!uneven.device_factor.empty())
        out["device_factor"] = uneven.device_factor;
    return out;
}

Json held_json(const HeldByHand& held)
{
    Json out{{"constant", held.constant},
             {"weights", held.weights},
             {"microbatch", held.microbatch},
             {"keep_percent", held.keep_percent},
             {"temporary", held.temporary}};
    if (held.cap)
        out["cap"] = *held.cap;
    return out;
}

} // namespace

Json to_json(const Scene& scene)
{
    Json groups = Json::array();
    for (const SceneGroup& group : scene.groups)
        groups.push_back(group_json(group));
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
    if (!scene.uneven.even())
        out["uneven"] = uneven_json(scene.uneven);
    if (scene.end)
        out["end"] = {{"reduce", scene.end->reduce},   {"tied", scene.end->tied},
                      {"step", scene.end->step},       {"gather", scene.end->gather},
                      {"overlap", scene.end->overlap}, {"norm", scene.end->global_norm ? "global" : "local"}};
    if (scene.two_iterations)
        out["two_iterations"] = true;
    if (scene.bound)
        out["bound"] = true;
    if (scene.memory != MemoryShown::chunks)
        out["memory"] = to_string(scene.memory);
    if (!(scene.held == HeldByHand{}))
        out["held"] = held_json(scene.held);
    return out;
}

Result<Scene> scene_from_json(const JsonDocument& document, const Json& value, const std::string& pointer)
{
    Diagnostics diagnostics;
    Scene scene;
    ObjectReader reader(document, value, pointer, diagnostics);
    if (!reader.valid())
        return diagnostics;
    const Json* groups =
        reader.each("groups", [&](ObjectReader& group) { read_group(group, document, diagnostics, scene); });
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
        if (const auto mode = reader.choice("transfers", {"charged", "linked", "ordered"}))
            scene.transfers = *transfer_mode_from(*mode);
    scene.separate_recompute = optional_boolean(reader, "separate_recompute", false);
    scene.critical_path = optional_boolean(reader, "critical_path", false);
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
    read_uneven(document, reader, diagnostics, scene);
    read_end(document, reader, diagnostics, scene);
    scene.two_iterations = optional_boolean(reader, "two_iterations", false);
    scene.bound = optional_boolean(reader, "bound", false);
    read_held(document, reader, diagnostics, scene);
    reader.finish();
    // A schedule that cannot be is no scene: its own complaints, at the group.
    for (std::size_t i = 0; diagnostics.empty() && i < scene.groups.size(); ++i) {
        if (!scene.groups[i].by_hand())
            continue;
        const auto plan = plan_of(scene, scene.groups[i]);
        for (const Diagnostic& problem : plan.diagnostics())
            diagnostics.push_back(
                document.error(problem.code, reader.pointer("groups") + pointer_step(i), problem.message));
    }
    if (!diagnostics.empty())
        return diagnostics;
    return scene;
}

} // namespace blueprinting::schedule
