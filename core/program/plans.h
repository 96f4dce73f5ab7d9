#pragma once
#include "core/cost/priced_block.h"
#include "core/ir/model_ir.h"
#include "core/model/description.h"
#include "core/passes/shard.h"

#include <memory>
#include <optional>
#include <vector>

namespace blueprinting::program {

/// Plans of a model's pieces for many strategies; what a piece has no part in (degrees of pipeline and data, the
/// schedule, the batch) makes no other plan. Those that differ in the microbatch size and in the degrees of groups
/// larger than one have the same tasks in the same order: these are compiled once, and further sizes put other numbers
/// into them. What comes of it has the numbers of the plan's own compilation; where that is not so (which is seen once
/// for each list of tasks), each is compiled. Tasks have neither ids nor dependencies. One thread.
class Plans {
public:
    /// The model must outlive it.
    explicit Plans(const model::Description& model) : m_model(model) {}
    /// Of a legal strategy. Errors as passes::piece_plan().
    Result<ir::PortablePlanIR> of(const block::Piece& piece, const strategy::Execution& execution);
    /// The numbers; lists of tasks stay.
    void forget();
    /// How many pieces were compiled; the others are such lists with other numbers.
    [[nodiscard]] std::size_t compiled() const { return m_compiled; }

private:
    struct Key {
        block::Piece piece;
        cost::BlockKey of;
        bool operator==(const Key&) const = default;
    };
    /// The tasks of a piece, and of each the operation that it is of.
    struct Shape {
        Key key;
        ir::PortablePlanIR plan;
        std::vector<std::pair<std::size_t, std::size_t>> operations; ///< with the kind of primitive of each
        bool shared = false;                                         ///< other numbers can be put in
    };
    /// The operations of a piece with their numbers.
    struct Numbers {
        Key key;
        std::optional<passes::ShardedBlock> block;
    };
    [[nodiscard]] std::unique_ptr<Shape> shape_of(Key key, const ir::PortablePlanIR& plan, const Numbers& numbers,
                                                  const strategy::Execution& execution);
    Numbers& numbers_of(const block::Piece& piece, const strategy::Execution& execution);
    std::optional<ir::PortablePlanIR> filled(const Shape& shape, const Numbers& numbers,
                                             const strategy::Execution& execution);

    const model::Description& m_model;
    std::size_t m_compiled = 0;
    std::optional<ir::DecoderSemantics> m_imported;
    std::vector<std::unique_ptr<Shape>> m_shapes;
    std::vector<std::unique_ptr<Numbers>> m_numbers;
};

} // namespace blueprinting::program
