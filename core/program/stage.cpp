#include "core/program/stage.h"

#include "core/model/counts.h"
#include "core/strategy/derived.h"

namespace blueprinting::program {

double table_elements(const Program& program)
{
    if (!program.model.vocabulary)
        return 0;
    const std::int64_t t = strategy::tensor_degree(program.execution);
    return static_cast<double>(model::padded_vocabulary(*program.model.vocabulary, t).value_or(0) / t) *
           static_cast<double>(program.model.hidden);
}

Weights weights_of(const Program& program, const Laid& laid, const StageKind& stage)
{
    Weights out; // whole numbers below 2^53: their sums are exact in any order
    for (const std::size_t chunk : stage.chunks)
        for (const Portion& portion : laid.chunks[chunk]) {
            const Weights& each = program.numbers[portion.piece].weights;
            const auto count = static_cast<double>(portion.count);
            out += {count * each.all, count * each.routed, count * each.narrow, count * each.replicated};
        }
    if (stage.missing_tables > 0)
        out.all += static_cast<double>(stage.missing_tables) * table_elements(program);
    return out;
}

std::vector<StageContent> stage_contents(const Program& program)
{
    const Laid all = laid(program);
    std::vector<Weights> weights;
    for (const StageKind& stage : all.stages)
        weights.push_back(weights_of(program, all, stage));
    std::vector<StageContent> out(all.of_stage.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        const StageKind& kind = all.stages[all.of_stage[i]];
        StageContent& stage = out[i];
        stage.index = static_cast<std::int64_t>(i);
        for (std::size_t c = i; c < program.chunks.size(); c += out.size())
            stage.chunks.push_back(program.chunks[c]);
        stage.blocks = kind.blocks;
        stage.mtp_modules = kind.mtp_modules;
        stage.embedding = kind.embedding;
        stage.head = kind.head;
        stage.copied_tables = kind.copied_tables;
        stage.weights = weights[all.of_stage[i]];
    }
    return out;
}

} // namespace blueprinting::program
