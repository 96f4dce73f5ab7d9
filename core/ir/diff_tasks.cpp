#include "core/ir/diff.h"
#include "core/primitive/primitive.h"

#include <map>
#include <tuple>

namespace blueprinting::ir {
namespace {

Json spelled(const std::optional<Collective>& collective)
{
    if (!collective)
        return nullptr;
    std::string name(to_string(collective->kind));
    for (char& c : name)
        if (c == '_')
            c = ' ';
    return name;
}

/// One number where the primitive has one, else its shape.
Json size_of(const Primitive& primitive)
{
    const std::string text = extents(primitive);
    if (text.find_first_not_of("0123456789") == std::string::npos)
        return Json::parse(text);
    return text;
}

std::string storage_text(const StorageFlags& flags)
{
    std::string out;
    const auto add = [&](bool on, const char* text) {
        if (on)
            out += (out.empty() ? "" : ", ") + std::string(text);
    };
    add(flags.reused, "reused");
    add(flags.activation_dropped, "not stored for backward");
    add(flags.output_dropped, "output not stored");
    return out.empty() ? "stored" : out;
}

Json participants(const Task& task) { return task.collective ? Json(task.collective->participants) : Json(); }

Json quotient_json(const Quotient& quotient)
{
    return quotient.divisor == 1 ? Json(quotient.numerator) : Json(quotient.value());
}

using Place = std::tuple<std::string_view, Phase, BlockScope>;

Place place_of(const Task& task) { return {task.name, task.phase, task.scope}; }

template <class Task>
TaskDifference one_sided(const Task& task, std::size_t index, bool left)
{
    TaskDifference out;
    out.change = left ? TaskChange::only_left : TaskChange::only_right;
    out.name = task.name;
    out.phase = task.phase;
    out.scope = task.scope;
    (left ? out.left : out.right) = index;
    for (const TaskField& field : task_fields(task))
        out.fields.push_back({field.name, left ? field.value : Json(), left ? Json() : field.value});
    return out;
}

template <class IR>
TaskDiff compare(const IR& left, const IR& right)
{
    std::map<Place, std::size_t> on_right, on_left;
    for (std::size_t i = 0; i < right.tasks.size(); ++i)
        on_right.emplace(place_of(right.tasks[i]), i);
    for (std::size_t i = 0; i < left.tasks.size(); ++i)
        on_left.emplace(place_of(left.tasks[i]), i);

    TaskDiff out;
    std::size_t next = 0; // first right task not yet passed
    const auto pass_right_only = [&](std::size_t end) {
        for (; next < end; ++next)
            if (!on_left.contains(place_of(right.tasks[next]))) {
                out.all.push_back(one_sided(right.tasks[next], next, false));
                ++out.only_right;
            }
    };
    for (std::size_t i = 0; i < left.tasks.size(); ++i) {
        const auto& task = left.tasks[i];
        const auto other = on_right.find(place_of(task));
        if (other == on_right.end()) {
            out.all.push_back(one_sided(task, i, true));
            ++out.only_left;
            continue;
        }
        if (other->second >= next)
            pass_right_only(other->second + 1);
        TaskDifference found;
        const auto ours = task_fields(task);
        const auto theirs = task_fields(right.tasks[other->second]);
        for (const TaskField& field : ours)
            for (const TaskField& twin : theirs)
                if (field.name == twin.name && field.value != twin.value)
                    found.fields.push_back({field.name, field.value, twin.value});
        if (found.fields.empty()) {
            ++out.same;
            continue;
        }
        found.name = task.name;
        found.phase = task.phase;
        found.scope = task.scope;
        found.left = i;
        found.right = other->second;
        out.all.push_back(std::move(found));
        ++out.changed;
    }
    pass_right_only(right.tasks.size());
    return out;
}

} // namespace

std::vector<TaskField> task_fields(const DistributedTask& task)
{
    return {{"collective", spelled(task.collective)},
            {"size", size_of(task.primitive)},
            {"message", task.collective ? Json(task.collective->message_bytes) : Json()},
            {"participants", participants(task)},
            {"storage", storage_text(task.storage)},
            {"engine", to_string(task.engine)}};
}

std::vector<TaskField> task_fields(const PortableTask& task)
{
    return {{"collective", spelled(task.collective)},
            {"operations", quotient_json(task.facts.operations)},
            {"read", quotient_json(task.facts.read_bytes)},
            {"write", quotient_json(task.facts.write_bytes)},
            {"message", task.collective ? Json(task.facts.message_bytes) : Json()},
            {"size", size_of(task.primitive)},
            {"participants", participants(task)},
            {"storage", storage_text(task.storage)},
            {"engine", to_string(task.engine)}};
}

TaskDiff compare_tasks(const DistributedTaskIR& left, const DistributedTaskIR& right) { return compare(left, right); }
TaskDiff compare_tasks(const PortablePlanIR& left, const PortablePlanIR& right) { return compare(left, right); }

} // namespace blueprinting::ir
