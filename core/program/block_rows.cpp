#include "core/program/block_rows.h"

#include "core/base/format.h"
#include "core/program/messages.h"
#include "core/program/stage.h"
#include "core/program/stage_memory.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace blueprinting::program {
namespace {

using strategy::Axis;

/// Bytes that a forward task holds for the backward pass, as the memory of a block counts them (core/ir/block_memory).
double held_of(const ir::PortableTask& task, const ir::Footprint& kept)
{
    if (task.storage.activation_dropped)
        return 0;
    return static_cast<double>(kept.held - (task.storage.output_dropped ? kept.output : 0));
}

/// The task that a plan has in a phase, by name.
bool has_phase(const ir::PortablePlanIR& plan, std::string_view task, ir::Phase phase)
{
    return std::ranges::any_of(plan.tasks,
                               [&](const ir::PortableTask& each) { return each.phase == phase && each.name == task; });
}

/// What a row works on: tokens that all tensor ranks see, a shard of them, heads or columns of its own, its experts.
enum class Place { whole, shard, columns, experts };

Place place_of(const ir::PortableTask& task)
{
    const std::string_view name = task.name;
    if (task.collective)
        return Place::whole;
    if (name.starts_with("moe.fc") || name == "moe.act")
        return Place::experts;
    for (const std::string_view each : {"attn.q",      "attn.k",     "attn.v",       "attn.qk_norm",
                                        "attn.rotary", "attn.qk",    "attn.softmax", "attn.prob_dropout",
                                        "attn.pv",     "attn.out",   "attn.q_up",    "attn.kv_up",
                                        "attn.core",   "mlp.fc1",    "mlp.act",      "mlp.gelu",
                                        "mlp.fc2",     "shared.fc1", "shared.act",   "shared.fc2"})
        if (name == each)
            return Place::columns;
    return Place::shard;
}

std::vector<strategy::Axis> cuts_of(const ir::PortableTask& task, const strategy::Mesh& mesh, bool sharded)
{
    std::vector<strategy::Axis> out;
    const auto add = [&](Axis axis) {
        if (mesh[axis].degree > 1)
            out.push_back(axis);
    };
    switch (place_of(task)) {
    case Place::whole: return {};
    case Place::experts:
        add(Axis::expert);
        add(Axis::expert_tensor);
        return out;
    case Place::columns: add(Axis::tensor); break;
    case Place::shard:
        if (sharded)
            add(Axis::tensor);
        break;
    }
    add(Axis::context);
    return out;
}

/// "4096 × 14336" of a product with weights, "4 · 7168 × 4096" of one for each of four experts; empty of others.
template <class P>
std::string weights_shape(const P& product)
{
    if constexpr (requires { product.rows, product.groups, product.n, product.k; }) {
        const std::string each = format::integer(product.n) + " × " + format::integer(product.k);
        return product.groups > 1 ? format::integer(product.groups) + " · " + each : each;
    } else if constexpr (requires { product.m, product.n, product.k; }) {
        return format::integer(product.n) + " × " + format::integer(product.k);
    } else {
        return {};
    }
}

/// "4096 × 11 008" of "4096 × 11008".
std::string grouped_digits(const std::string& text)
{
    std::string out, digits;
    const auto flush = [&] {
        if (!digits.empty())
            out += digits.size() < 16 ? format::integer(std::stoll(digits)) : digits;
        digits.clear();
    };
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            digits += c;
            continue;
        }
        flush();
        out += c;
    }
    flush();
    return out;
}

/// "2048 × 4096": elements as rows of tokens where they are whole ones.
std::string shape_of(const ir::PortableTask& task, const Program& program, std::int64_t tokens)
{
    const strategy::Execution& execution = program.execution;
    const std::int64_t t = strategy::tensor_degree(execution);
    if (std::holds_alternative<primitive::FusedCore>(task.primitive)) {
        const auto& core = std::get<primitive::FusedCore>(task.primitive);
        const auto* heads = std::get_if<model::MultiHeadAttention>(&program.model.attention.kind);
        const std::int64_t own = program.model.attention.heads / t;
        const std::string sizes = core.key_size == core.value_size
                                      ? format::integer(core.key_size)
                                      : format::integer(core.key_size) + " and " + format::integer(core.value_size);
        return format::integer(own) + (own == 1 ? " head on " : " heads on ") +
               format::integer(heads ? std::max<std::int64_t>(heads->kv_heads / t, 1) : own) + ", " + sizes;
    }
    // Of a product with weights, the weights: its rows are the tokens, or what is dispatched.
    if (ir::owns_weights(task.primitive))
        if (const std::string weights = std::visit([](const auto& p) { return weights_shape(p); }, task.primitive);
            !weights.empty())
            return weights;
    if (const auto* permute = std::get_if<primitive::Permute>(&task.primitive))
        return format::integer(permute->tokens) + ", " + format::integer(permute->rows) + " rows";
    const std::string text = ir::extents(task.primitive);
    std::int64_t elements = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), elements);
    if (error != std::errc() || end != text.data() + text.size())
        return grouped_digits(text);
    const std::int64_t rows =
        place_of(task) == Place::shard && strategy::sequence_parallel(execution) ? tokens / t : tokens;
    // An expert's activations are as wide as its share of the expert.
    if (const auto& moe = program.model.moe; moe && place_of(task) == Place::experts) {
        const std::int64_t width =
            moe->feedforward / std::max<std::int64_t>(1, strategy::expert(execution).tensor_degree);
        if (width > 0 && elements % width == 0)
            return format::integer(elements / width) + " × " + format::integer(width);
    }
    if (rows < 1 || elements % rows != 0)
        return format::integer(elements);
    return format::integer(rows) + " × " + format::integer(elements / rows);
}

/// The largest message that one kind of block sends over an axis in its forward pass, and how many of them.
struct Sent {
    double bytes = 0;
    std::size_t times = 0;
    ir::CollectiveKind kind = ir::CollectiveKind::all_reduce;
    const ir::PortablePlanIR* plan = nullptr;
};
Sent sent_over(const Program& program, Axis axis)
{
    Sent out;
    for (const BlockKind& kind : program.kinds) {
        std::size_t times = 0;
        for (const ir::PortableTask& task : kind.plan.tasks)
            if (task.phase == ir::Phase::forward && task.scope != ir::BlockScope::edge && task.collective &&
                task.collective->axis == axis) {
                ++times;
                if (const auto bytes = static_cast<double>(task.facts.message_bytes); bytes > out.bytes)
                    out = {bytes, out.times, task.collective->kind, &kind.plan};
            }
        out.times = std::max(out.times, times);
    }
    return out;
}

/// What each network carries of an exchange between experts: by where the rows go. The inner one hands on what comes
/// from other nodes as well, and is charged for it (messages.h).
void spread_exchange(AxisGroups& group, const Sent& sent, const cost::Pricer& pricer)
{
    const auto degree = static_cast<double>(group.degree);
    group.stays = sent.bytes / degree;
    const std::int64_t nodes = group.terms.size() > 1 ? group.terms.back().participants : 1;
    const double share = sent.plan ? outer_share(*sent.plan, nodes) : 1;
    for (std::size_t i = 0; i < group.terms.size(); ++i) {
        const NetworkTerm& term = group.terms[i];
        const bool beyond = group.terms.size() > 1 && i + 1 == group.terms.size();
        const auto inside = static_cast<double>(group.terms.front().participants);
        TierLoad load{term.tier,
                      beyond ? group.degree - group.terms.front().participants : term.participants - 1,
                      beyond ? sent.bytes * share * (degree - inside) / degree : sent.bytes * (inside - 1) / degree,
                      {}};
        load.seconds = pricer.transfer(*term.network, system::NetworkOperation::all_to_all,
                                       beyond ? sent.bytes * share : sent.bytes, term.participants);
        if (beyond && sent.plan && share == 1)
            group.deduplicated_bytes = sent.bytes * deduplicated_share(*sent.plan, nodes) * (degree - inside) / degree;
        group.loads.push_back(load);
    }
}

/// Of any other collective: what a rank sends over each network.
void spread_collective(AxisGroups& group, ir::CollectiveKind kind, const cost::Pricer& pricer)
{
    const bool passes = kind == ir::CollectiveKind::ring;
    for (const NetworkTerm& term : group.terms) {
        const auto participants = static_cast<double>(term.participants);
        const double message = group.message_bytes * (kind == ir::CollectiveKind::all_to_all ? 1 : term.share);
        const double times = kind == ir::CollectiveKind::all_reduce ? 2 : 1;
        group.loads.push_back(
            {term.tier, term.participants - 1, passes ? message : times * message * (participants - 1) / participants,
             pricer.transfer(*term.network, passes ? system::NetworkOperation::p2p : cost::operation_of(kind), message,
                             passes ? 2 : term.participants)});
    }
}

} // namespace

std::vector<BlockRow> block_rows(const Program& program, const ir::PortablePlanIR& plan, const AxisCost& axes)
{
    const strategy::Execution& execution = program.execution;
    const ir::WorkContext context = ir::work_context(execution);
    const strategy::Mesh mesh = strategy::mesh(execution);
    const bool sharded = strategy::sequence_parallel(execution);
    const bool whole = strategy::recompute(execution) == strategy::RecomputePolicy::full;
    const std::int64_t degree = strategy::context(execution).degree;
    // The ranks of a tensor and context group work on the same tokens.
    const double ranks = static_cast<double>(strategy::tensor_degree(execution) * degree);
    const std::int64_t tokens = execution.microbatch_size * program.model.sequence;
    std::vector<BlockRow> out;
    double shared = 0; // held by a fork, until somebody reads it
    for (const ir::PortableTask& task : plan.tasks) {
        if (task.phase != ir::Phase::forward || task.scope == ir::BlockScope::edge || task.part_index() > 0)
            continue;
        BlockRow row;
        row.task = task.name;
        row.shape = shape_of(task, program, tokens / degree);
        row.cut = cuts_of(task, mesh, sharded);
        row.operations_per_token = task.facts.operations.value() * ranks / static_cast<double>(tokens);
        if (const auto kept = ir::footprint_of(task.primitive, context)) {
            row.weights = ir::owns_weights(task.primitive) ? static_cast<double>(kept->weights) : 0;
            row.held_bytes = whole ? 0 : held_of(task, *kept);
        }
        if (std::holds_alternative<primitive::Fork>(task.primitive)) {
            shared += row.held_bytes;
            continue;
        }
        row.held_bytes += std::exchange(shared, 0);
        row.reruns = has_phase(plan, task.name, ir::Phase::recompute);
        if (task.collective && task.facts.message_bytes > 0) {
            row.message = RowMessage{task.collective->kind,
                                     task.collective->axis,
                                     task.collective->participants,
                                     static_cast<double>(task.facts.message_bytes),
                                     {}};
            for (const NetworkTerm& term : axes.terms(task.collective->axis))
                row.message->tiers.push_back(term.tier);
        }
        if (row.weights > 0 || row.operations_per_token > 0 || row.held_bytes > 0 || row.reruns || row.message)
            out.push_back(std::move(row));
    }
    return out;
}

std::vector<AxisGroups> axis_groups(const Program& program, const AxisCost& axes, const cost::Pricer& pricer)
{
    const strategy::Execution& execution = program.execution;
    const std::int64_t world = strategy::world_size(execution);
    const strategy::Mesh mesh = strategy::mesh(execution);
    std::vector<AxisGroups> out;
    const auto add = [&](std::string name, std::int64_t degree, std::int64_t stride, std::vector<NetworkTerm> terms,
                         double bytes, std::string when) -> AxisGroups* {
        if (degree <= 1)
            return nullptr;
        AxisGroups group;
        group.axis = std::move(name);
        group.degree = degree;
        group.groups = world / degree;
        group.stride = stride;
        group.terms = std::move(terms);
        group.message_bytes = bytes;
        group.when = std::move(when);
        out.push_back(std::move(group));
        return &out.back();
    };
    for (const Axis axis : {Axis::tensor, Axis::context, Axis::expert_tensor, Axis::expert}) {
        const Sent sent = sent_over(program, axis);
        AxisGroups* group = add(std::string(to_string(axis)), mesh[axis].degree, mesh[axis].stride, axes.terms(axis),
                                sent.bytes, std::to_string(sent.times) + " in a block, forward");
        if (group && axis == Axis::expert)
            spread_exchange(*group, sent, pricer);
        else if (group)
            spread_collective(*group, sent.kind, pricer);
    }
    double dense = 0, routed = 0;
    for (const StageContent& stage : stage_contents(program)) {
        dense = std::max(dense, stage.weights.all - stage.weights.routed);
        routed = std::max(routed, stage.weights.routed);
    }
    const auto width = static_cast<double>(gradient_bytes(program));
    const std::int64_t expert_ranks = mesh[Axis::expert].degree * mesh[Axis::expert_tensor].degree;
    if (strategy::is_training(execution)) {
        const ir::CollectiveKind kind = strategy::sharding(execution) == strategy::StateSharding::none
                                            ? ir::CollectiveKind::all_reduce
                                            : ir::CollectiveKind::reduce_scatter;
        if (routed > 0)
            if (AxisGroups* group = add("expert_data", strategy::expert_data_degree(execution), expert_ranks,
                                        axes.group(Axis::data, strategy::expert_data_degree(execution), expert_ranks),
                                        routed * width, "gradients, once a step"))
                spread_collective(*group, kind, pricer);
        const std::int64_t all = strategy::gradient_group(execution);
        if (AxisGroups* group =
                add("data", all, mesh[Axis::tensor].degree, axes.group(Axis::data, all, mesh[Axis::tensor].degree),
                    dense * width, "gradients, once a step"))
            spread_collective(*group, kind, pricer);
    }
    const double between =
        program.kinds.empty() ? 0 : static_cast<double>(program.kinds.front().plan.program.pipeline_message_bytes);
    if (AxisGroups* group = add("pipeline", mesh[Axis::pipeline].degree, mesh[Axis::pipeline].stride,
                                axes.terms(Axis::pipeline), between, "between stages, each microbatch and way"))
        spread_collective(*group, ir::CollectiveKind::ring, pricer);
    return out;
}

} // namespace blueprinting::program
