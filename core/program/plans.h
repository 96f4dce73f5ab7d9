#pragma once
#include "core/passes/block_plan.h"
#include "core/strategy/field_table.h"

#include <map>
#include <tuple>

namespace blueprinting::program {

/// The plans of one model's pieces, for many of its strategies: a piece is planned once for all that differ only in
/// what has no part in it (degrees of pipeline and data, the schedule, the batch). One thread.
class Plans {
public:
    /// The model must outlive it.
    explicit Plans(const model::Description& model) : m_model(model) {}
    /// What passes::piece_plan() gives, but for what a program does not read of it: the fingerprint of the strategy and
    /// what is exchanged once a step.
    Result<ir::PortablePlanIR> of(const block::Piece& piece, const strategy::Execution& execution);
    /// How many were made.
    [[nodiscard]] std::size_t made() const { return m_known.size(); }

private:
    /// Piece, fields of the strategy that it depends on, ranks that share out its states.
    using Key = std::tuple<block::PieceKind, std::int64_t, bool, strategy::BlockValues, std::int64_t>;

    const model::Description& m_model;
    std::map<Key, ir::PortablePlanIR> m_known;
};

} // namespace blueprinting::program
