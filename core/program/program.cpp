#include "core/program/program.h"

#include "core/passes/block_plan.h"
#include "core/strategy/derived.h"

namespace blueprinting::program {
namespace {

using block::PieceKind;

/// Whether two blocks of a model are alike.
bool alike(const model::Description& model, std::int64_t a, std::int64_t b)
{
    return model::has_experts(model, a) == model::has_experts(model, b) &&
           model::window_of(model, a) == model::window_of(model, b);
}

Result<std::vector<BlockKind>> block_kinds(const model::Description& model, const strategy::Execution& execution,
                                           const PlanOfPiece& plan_of, std::vector<std::size_t>& kind_of)
{
    std::vector<BlockKind> out;
    for (std::int64_t block = 0; block < model.blocks; ++block) {
        std::size_t at = 0;
        while (at < out.size() && !alike(model, out[at].first, block))
            ++at;
        if (at == out.size()) {
            auto plan = plan_of({PieceKind::block, block, false}, execution);
            if (!plan)
                return plan.failure_as<std::vector<BlockKind>>();
            out.push_back({block, 0, *std::move(plan), {}});
            if (strategy::full_method(execution) == strategy::FullRecompute::block) {
                strategy::Execution others = execution;
                std::get<strategy::TransformerTrainingParallelism>(others.parallelism).recompute =
                    strategy::RecomputePolicy::none;
                auto kept = plan_of({PieceKind::block, block, false}, others);
                if (!kept)
                    return kept.failure_as<std::vector<BlockKind>>();
                out.back().kept = *std::move(kept);
            }
        }
        ++out[at].count;
        kind_of.push_back(at);
    }
    return out;
}

/// Whether embedding and head lie on one stage, so that tied ones share a table.
bool on_one_stage(const std::vector<strategy::ChunkContent>& chunks, std::int64_t stages)
{
    std::int64_t embedding = 0, head = 0;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        if (chunks[i].embedding)
            embedding = static_cast<std::int64_t>(i) % stages;
        if (chunks[i].head)
            head = static_cast<std::int64_t>(i) % stages;
    }
    return embedding == head;
}

Result<Program> compiled(const model::Description& model, const strategy::Execution& execution,
                         std::vector<strategy::ChunkContent> chunks, const PlanOfPiece& plan_of)
{
    Program out;
    out.model = model;
    out.execution = execution;
    out.plain = model::plain_model(model).has_value();
    out.chunks = std::move(chunks);
    auto kinds = block_kinds(model, execution, plan_of, out.kind_of);
    if (!kinds)
        return kinds.failure_as<Program>();
    out.kinds = *std::move(kinds);
    std::vector<block::Piece> pieces;
    if (model.vocabulary) {
        pieces = {{PieceKind::embedding, 0, false},
                  {PieceKind::head, 0,
                   model.vocabulary->tied && on_one_stage(out.chunks, strategy::pipeline_degree(execution))}};
        if (model.mtp_modules > 0) {
            // Their tables are those of the embedding and the head, or copies that a stage keeps (stage.h).
            pieces.push_back({PieceKind::mtp_input, 0, true});
            pieces.push_back({PieceKind::mtp_head, 0, true});
        }
    }
    for (const block::Piece& piece : pieces) {
        auto plan = plan_of(piece, execution);
        if (!plan)
            return plan.failure_as<Program>();
        out.parts.push_back({piece.kind, *std::move(plan)});
    }
    out.pipeline_message_bytes = out.kinds.front().plan.program.pipeline_message_bytes;
    for (std::size_t piece = 0; piece < out.pieces(); ++piece) {
        const ir::PortablePlanIR* plan = out.plan(piece);
        out.numbers.push_back(plan ? numbers_of(*plan) : PieceNumbers{});
    }
    return out;
}

/// A single program asks for each of its pieces once.
PlanOfPiece each_by_itself(const model::Description& model)
{
    return [&model](const block::Piece& piece, const strategy::Execution& of) {
        auto plan = passes::piece_plan(model, piece, of);
        if (plan) {
            plan->program.execution = of; // its other fields are asked for, too
            plan->program.execution.num_procs.reset();
        }
        return plan;
    };
}

} // namespace

const Part* Program::part(PieceKind kind) const
{
    for (const Part& each : parts)
        if (each.kind == kind)
            return &each;
    return nullptr;
}

const ir::PortablePlanIR* Program::plan(std::size_t piece) const
{
    if (piece < kinds.size())
        return &kinds[piece].plan;
    if (piece < 2 * kinds.size()) {
        const auto& kept = kinds[piece - kinds.size()].kept;
        return kept ? &*kept : nullptr;
    }
    return &parts[piece - 2 * kinds.size()].plan;
}

Result<Program> compile_program(const model::Description& model, const strategy::Execution& execution)
{
    return compile_program(model, execution, each_by_itself(model));
}

Result<Program> compile_program(const model::Description& model, const strategy::Execution& execution,
                                std::vector<strategy::ChunkContent> chunks)
{
    return compiled(model, execution, std::move(chunks), each_by_itself(model));
}

Result<Program> compile_program(const model::Description& model, const strategy::Execution& execution,
                                const PlanOfPiece& plan_of)
{
    auto chunks = strategy::chunks_of(strategy::pipeline(execution).layout,
                                      {model.blocks, model.mtp_modules, strategy::pipeline_degree(execution),
                                       strategy::virtual_stages(execution), model.vocabulary.has_value()});
    return chunks ? compiled(model, execution, *std::move(chunks), plan_of) : chunks.failure_as<Program>();
}

} // namespace blueprinting::program
