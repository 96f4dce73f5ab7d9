#include "core/program/stage.h"

#include "core/model/counts.h"
#include "core/program/plan_weights.h"
#include "core/strategy/derived.h"

namespace blueprinting::program {

std::vector<StageContent> stage_contents(const Program& program)
{
    const auto p = static_cast<std::size_t>(strategy::pipeline_degree(program.execution));
    std::vector<StageContent> out(p);
    const PlanWeights weights(program);
    for (std::size_t i = 0; i < program.chunks.size(); ++i) {
        StageContent& stage = out[i % p];
        const strategy::ChunkContent& chunk = program.chunks[i];
        stage.index = static_cast<std::int64_t>(i % p);
        stage.chunks.push_back(chunk);
        stage.blocks += chunk.blocks;
        stage.mtp_modules += chunk.mtp_modules;
        stage.embedding |= chunk.embedding;
        stage.head |= chunk.head;
        for_each_plan(program, chunk, [&](const ir::PortablePlanIR& plan, std::int64_t count, block::PieceKind) {
            const Weights& each = weights.of(plan);
            for (std::int64_t n = 0; n < count; ++n)
                stage.weights += each;
        });
    }
    if (!program.model.vocabulary)
        return out;
    const model::Vocabulary& vocabulary = *program.model.vocabulary;
    const std::int64_t t = strategy::tensor_degree(program.execution);
    const auto table = static_cast<double>(model::padded_vocabulary(vocabulary, t).value_or(0) / t) *
                       static_cast<double>(program.model.hidden);
    for (StageContent& stage : out) {
        // A module's tables: the embedding's where it is not here, the head's where that is not. Tied ones are one.
        std::int64_t missing = 0;
        if (stage.mtp_modules > 0 && !stage.embedding && !(vocabulary.tied && stage.head))
            ++missing;
        if (stage.mtp_modules > 0 && !stage.head && !vocabulary.tied)
            ++missing;
        stage.weights.all += static_cast<double>(missing) * table;
        const bool tied_head = vocabulary.tied && stage.head && !stage.embedding;
        stage.copied_tables = missing + (tied_head ? 1 : 0);
    }
    // Where a table is copied, the stage that it is a copy of takes part in the sum as well.
    bool embedding_copied = false, head_copied = false;
    for (const StageContent& stage : out) {
        embedding_copied |=
            (vocabulary.tied && stage.head && !stage.embedding) || (stage.mtp_modules > 0 && !stage.embedding);
        head_copied |= stage.mtp_modules > 0 && !stage.head && !vocabulary.tied;
    }
    for (StageContent& stage : out)
        stage.copied_tables += (stage.embedding && embedding_copied ? 1 : 0) + (stage.head && head_copied ? 1 : 0);
    return out;
}

} // namespace blueprinting::program
