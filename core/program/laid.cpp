#include "core/program/laid.h"

#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::program {
namespace {

using block::PieceKind;

std::vector<Portion> portions_of(const Program& program, const strategy::ChunkContent& chunk)
{
    std::vector<Portion> out;
    if (chunk.embedding)
        out.push_back({program.piece_of_part(PieceKind::embedding), 1, PieceKind::embedding});
    // The first blocks of a chunk may be recomputed while the others are kept.
    std::vector<std::int64_t> counts(program.kinds.size(), 0), kept(program.kinds.size(), 0);
    for (std::int64_t i = 0; i < chunk.blocks; ++i) {
        const std::size_t kind = program.kind_of[static_cast<std::size_t>(chunk.first_block + i)];
        ++(program.kinds[kind].kept && i >= strategy::full_layers(program.execution) ? kept : counts)[kind];
    }
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        if (counts[kind] > 0)
            out.push_back({kind, counts[kind], PieceKind::block});
        if (kept[kind] > 0)
            out.push_back({program.piece_of_kept(kind), kept[kind], PieceKind::block});
    }
    if (chunk.mtp_modules > 0) {
        out.push_back({program.piece_of_part(PieceKind::mtp_input), chunk.mtp_modules, PieceKind::mtp_input});
        out.push_back({program.mtp_kind(), chunk.mtp_modules, PieceKind::block});
        out.push_back({program.piece_of_part(PieceKind::mtp_head), chunk.mtp_modules, PieceKind::mtp_head});
    }
    if (chunk.head)
        out.push_back({program.piece_of_part(PieceKind::head), 1, PieceKind::head});
    return out;
}

template <class T>
std::size_t place_of(std::vector<T>& all, T one)
{
    const auto at = std::find(all.begin(), all.end(), one);
    if (at != all.end())
        return static_cast<std::size_t>(at - all.begin());
    all.push_back(std::move(one));
    return all.size() - 1;
}

/// A module's tables: the embedding's where it is not on the stage, the head's where that is not. Tied ones are one.
void find_tables(Laid& out, bool tied)
{
    // Where a table is copied, the stage that it is a copy of takes part in the sum as well.
    bool embedding_copied = false, head_copied = false;
    for (StageKind& stage : out.stages) {
        if (stage.mtp_modules > 0 && !stage.embedding && !(tied && stage.head))
            ++stage.missing_tables;
        if (stage.mtp_modules > 0 && !stage.head && !tied)
            ++stage.missing_tables;
        const bool tied_head = tied && stage.head && !stage.embedding;
        stage.copied_tables = stage.missing_tables + (tied_head ? 1 : 0);
        embedding_copied |= tied_head || (stage.mtp_modules > 0 && !stage.embedding);
        head_copied |= stage.mtp_modules > 0 && !stage.head && !tied;
    }
    for (StageKind& stage : out.stages)
        stage.copied_tables += (stage.embedding && embedding_copied ? 1 : 0) + (stage.head && head_copied ? 1 : 0);
}

} // namespace

Laid laid(const Program& program)
{
    const auto p = static_cast<std::size_t>(strategy::pipeline_degree(program.execution));
    Laid out;
    std::vector<std::vector<std::size_t>> chunks_of(p), kinds;
    for (std::size_t i = 0; i < program.chunks.size(); ++i)
        chunks_of[i % p].push_back(place_of(out.chunks, portions_of(program, program.chunks[i])));
    for (std::size_t i = 0; i < p; ++i) {
        const std::size_t kind = place_of(kinds, chunks_of[i]);
        out.of_stage.push_back(kind);
        if (kind < out.stages.size())
            continue;
        StageKind& stage = out.stages.emplace_back();
        stage.chunks = chunks_of[i];
        for (std::size_t c = i; c < program.chunks.size(); c += p) {
            stage.blocks += program.chunks[c].blocks;
            stage.mtp_modules += program.chunks[c].mtp_modules;
            stage.embedding |= program.chunks[c].embedding;
            stage.head |= program.chunks[c].head;
        }
    }
    if (program.model.vocabulary)
        find_tables(out, program.model.vocabulary->tied);
    return out;
}

} // namespace blueprinting::program
