#include "core/ir/verify_task.h"

#include "core/base/checked.h"
#include "core/base/overloaded.h"
#include "core/strategy/derived.h"

namespace blueprinting::ir {
namespace {

using strategy::TensorCommunication;

bool positive_shape(const Primitive& primitive)
{
    bool positive = true;
    visit_fields(primitive, Overloaded{[&](const Extent& extent, std::int64_t value) {
                                           positive = positive && value >= extent.least;
                                       },
                                       [](std::string_view, const auto&...) {}});
    return positive;
}

void check_phase(Findings& findings, const Task& task, const ProgramSemantics& program, std::size_t index)
{
    const auto wrong = [&](const std::string& why) {
        findings.add("ir.task.phase", path_to("tasks", index, "phase"),
                     task.name + " in phase " + std::string(to_string(task.phase)) + ": " + why);
    };
    const bool boundary = communicates(task.primitive);
    const bool weights = task.phase == Phase::weight_gradient || task.phase == Phase::optimizer;
    if (!strategy::is_training(program.execution) && task.phase != Phase::forward)
        wrong("inference has forward tasks only");
    if (weights && !has_weights(task.primitive))
        wrong("a " + std::string(primitive_name(task.primitive)) + " has no weights");
    if (task.phase == Phase::recommunication && !boundary)
        wrong("only a collective communicates again");
    if (task.phase == Phase::recompute && boundary)
        wrong("a collective is communicated again, not computed again");
}

void check_collective(Findings& findings, const Task& task, const ProgramSemantics& program, std::size_t index)
{
    if (!communicates(task.primitive)) {
        if (task.collective)
            findings.add("ir.collective.kind", path_to("tasks", index),
                         task.name + " is no boundary and communicates nothing");
        return;
    }
    const bool boundary = std::holds_alternative<Boundary>(task.primitive);
    const bool compatible =
        boundary && strategy::tensor(program.execution).communication == TensorCommunication::p2p_rs_ag;
    if (compatible == (task.scope == BlockScope::every))
        findings.add("ir.task.scope", path_to("tasks", index, "scope"),
                     compatible ? "under p2p_rs_ag a boundary is an inner or an edge one"
                                : "inner and edge boundaries exist under p2p_rs_ag alone");
    const bool scattered = compatible ? task.scope == BlockScope::edge
                                      : strategy::tensor(program.execution).communication ==
                                            TensorCommunication::reduce_scatter_all_gather;
    const auto wanted = collective_of(task.primitive, task.phase, scattered);
    if (wanted.has_value() != task.collective.has_value() || (wanted && *wanted != task.collective->kind)) {
        findings.add("ir.collective.kind", path_to("tasks", index),
                     task.name + " in phase " + std::string(to_string(task.phase)) + " is " +
                         (wanted ? std::string(to_string(*wanted)) : "the identity") + ", here " +
                         (task.collective ? std::string(to_string(task.collective->kind)) : "the identity"));
        return;
    }
    if (!task.collective)
        return;
    if (boundary && task.collective->axis != strategy::Axis::tensor)
        findings.add("ir.collective.axis", path_to("tasks", index),
                     task.name + " communicates over the tensor axis, not over " +
                         std::string(to_string(task.collective->axis)));
    const std::int64_t degree = strategy::mesh(program.execution)[task.collective->axis].degree;
    if (task.collective->participants != degree || degree < 2)
        findings.add("ir.collective.participants", path_to("tasks", index),
                     task.name + " has " + std::to_string(task.collective->participants) +
                         " participants, the degree of its axis is " + std::to_string(degree));
    if (message_of(task.primitive, task.phase, work_context(program.execution)) != task.collective->message_bytes)
        findings.add("ir.collective.message", path_to("tasks", index),
                     task.name + " sends " + std::to_string(task.collective->message_bytes) + " bytes for " +
                         extents(task.primitive) + " elements");
    const bool sums = reduces(task.collective->kind);
    if ((task.collective->reduction == "sum") != sums || (!sums && !task.collective->reduction.empty()))
        findings.add("ir.collective.reduction", path_to("tasks", index),
                     sums ? task.name + " reduces by sum" : task.name + " reduces nothing");
}

} // namespace

void check_task(Findings& findings, const Task& task, const ProgramSemantics& program, std::size_t index)
{
    if (!positive_shape(task.primitive))
        findings.add("ir.primitive.shape", path_to("tasks", index, "primitive"),
                     "every extent of " + task.name + " must be at least 1 (a fork has at least 2 users)");
    if (task.part_index() >= part_count(task.primitive)) {
        findings.add("ir.task.part", path_to("tasks", index, "part"),
                     "a " + std::string(primitive_name(task.primitive)) + " has no such part");
        return;
    }
    const EngineClass engine = engine_of(task.primitive, task.phase, task.part_index());
    if (task.engine != engine)
        findings.add("ir.task.engine", path_to("tasks", index, "engine"),
                     task.name + " in phase " + std::string(to_string(task.phase)) + " runs on the " +
                         std::string(to_string(engine)) + " engine, here " + std::string(to_string(task.engine)));
    if (!std::holds_alternative<Boundary>(task.primitive) && task.scope != BlockScope::every)
        findings.add("ir.task.scope", path_to("tasks", index, "scope"),
                     task.name + " is no boundary and runs in every block");
    check_phase(findings, task, program, index);
    check_collective(findings, task, program, index);
}

void check_program(Findings& findings, const ProgramSemantics& program)
{
    const auto positive = [&](std::string_view name, std::int64_t value) {
        if (value < 1)
            findings.add("ir.program.not_positive", "/program/" + std::string(name),
                         std::string(name) + " is " + std::to_string(value) + " and must be at least 1");
        return value >= 1;
    };
    const strategy::Execution& execution = program.execution;
    bool sound = true;
    sound &= positive("blocks", program.blocks);
    sound &= positive("hidden", program.hidden);
    sound &= positive("sequence", program.sequence);
    if (!program.description)
        sound &= positive("feedforward", program.feedforward);
    sound &= positive("heads", program.heads);
    if (!program.description)
        sound &= positive("head_size", program.head_size);
    sound &= positive("execution/microbatch_size", execution.microbatch_size);
    sound &= positive("execution/global_batch", execution.global_batch);
    sound &= positive("execution/parallelism/tensor/degree", strategy::tensor_degree(execution));
    sound &= positive("execution/parallelism/pipeline/degree", strategy::pipeline_degree(execution));
    sound &= positive("execution/parallelism/data/degree", strategy::data_degree(execution));
    if (!sound)
        return;
    const strategy::TensorParallel& tensor = strategy::tensor(execution);
    const Checked bytes =
        Checked(execution.microbatch_size) * program.sequence * program.hidden * bytes_per_element(execution.datatype);
    const std::int64_t shards = (tensor.communication == TensorCommunication::all_reduce ? 1 : tensor.degree) *
                                strategy::context(execution).degree;
    const Checked said = Checked(program.pipeline_message_bytes) * shards;
    if (!bytes.ok() || !said.ok() || bytes.value() != said.value())
        findings.add("ir.program.pipeline_message", "/program/pipeline_message_bytes",
                     "one boundary activation over " + std::to_string(shards) + " shards is not " +
                         std::to_string(program.pipeline_message_bytes) + " bytes");
}

void check_order(Findings& findings, const std::vector<EntityId>& dependencies, const IdTable& tasks, std::size_t index)
{
    for (std::size_t d = 0; d < dependencies.size(); ++d) {
        const std::size_t* at = tasks.find(dependencies[d]);
        if (!at)
            findings.add("ir.tasks.unknown", path_to("tasks", index, "dependencies", d),
                         "there is no task " + dependencies[d]);
        else if (*at >= index)
            findings.add("ir.tasks.order", path_to("tasks", index, "dependencies", d),
                         "task " + std::to_string(index) + " depends on task " + std::to_string(*at) +
                             ", which does not stand before it");
    }
}

} // namespace blueprinting::ir
