#pragma once
#include "core/ir/serialise.h"

#include <optional>
#include <string>
#include <vector>

/// What differs between two IRs, between two strategies, between any two JSON values.
namespace blueprinting::ir {

/// One place that differs; null where it is on one side alone.
struct FieldChange {
    std::string path; ///< JSON pointer
    Json left, right;
    bool operator==(const FieldChange&) const = default;
};

/// Every leaf (or whole missing member) that differs, in the order of the paths' keys.
std::vector<FieldChange> differences(const Json& left, const Json& right);

/// The IR as a tree that two IRs can be compared by: tasks, values, buffers and operations under their names instead of
/// in lists ("/tasks/attn.q recompute/…"), references by name instead of by id.
Json named_form(const AnyIR& ir);
/// The differences of the named forms; of two schemas, that alone. Where the digests are equal there is none, and where
/// they differ there is one.
std::vector<FieldChange> differences(const AnyIR& left, const AnyIR& right);

/// What moved the digests: the fields of model and strategy that differ, as "/model/hidden" or
/// "/strategy/parallelism/tensor/degree". What a file states twice (num_procs) is no field.
std::vector<FieldChange> moving_fields(const DecoderSemantics& left_model, const strategy::Execution& left,
                                       const DecoderSemantics& right_model, const strategy::Execution& right);

/// A property of a task as people compare it, e.g. {"collective", "all gather"} or {"operations", 77309411328}.
struct TaskField {
    std::string name;
    Json value; ///< a number, a string, or null for none
    bool operator==(const TaskField&) const = default;
};
struct TaskFieldChange {
    std::string name;
    Json left, right;
};

enum class TaskChange { changed, only_left, only_right };

/// A task that differs, or that one side lacks. Tasks are the same where row, phase and scope are.
struct TaskDifference {
    TaskChange change = TaskChange::changed;
    std::string name;
    Phase phase = Phase::forward;
    BlockScope scope = BlockScope::every;
    std::optional<std::size_t> left, right; ///< index in its IR's tasks
    std::vector<TaskFieldChange> fields;    ///< most telling first; all of them where one side lacks the task
};
struct TaskDiff {
    std::vector<TaskDifference> all; ///< in the order of the left tasks, what only the right has where it stands there
    std::size_t same = 0, changed = 0, only_left = 0, only_right = 0;
};

/// Most telling first: collective, size, operations, read, write, message, participants, storage, engine.
std::vector<TaskField> task_fields(const DistributedTask& task);
std::vector<TaskField> task_fields(const PortableTask& task);
TaskDiff compare_tasks(const DistributedTaskIR& left, const DistributedTaskIR& right);
TaskDiff compare_tasks(const PortablePlanIR& left, const PortablePlanIR& right);

} // namespace blueprinting::ir
