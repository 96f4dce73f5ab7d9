#pragma once
#include "core/cost/composition.h"
#include "core/search/blocks.h"
#include "core/search/explore.h"
#include "core/search/whole.h"
#include "core/strategy/law_set.h"

#include <array>
#include <bit>
#include <cmath>
#include <map>

/// Inside the room: how a search goes through a space. Everyone else reads explore.h.
namespace blueprinting::search::detail {

/// A piece of a space that one thread works through: the strategies of one tensor degree, its tier and a microbatch
/// size, with a stretch of what is left to choose below them.
struct Piece {
    std::size_t branch = 0, tier = 0, microbatch = 0;
    std::uint64_t first_rest = 0, rests = 0;
};

/// The pieces of a layout by number.
class Pieces {
public:
    explicit Pieces(const Layout& layout);
    [[nodiscard]] std::uint64_t count() const { return m_first.back(); }
    [[nodiscard]] Piece at(std::uint64_t number) const;

    static constexpr std::uint64_t kMostRests = 65536;

private:
    const Layout& m_layout;
    std::vector<std::uint64_t> m_first; ///< piece of each branch, and of one past the last
};

/// Goes through one piece after the other. `Visitor` has
///   open(rests): so many rests of the piece can be legal
///   begin(choice), take(found, rest, breakdown, memory), end(choice)
/// for the legal strategies. Where one block does not stand for a strategy, breakdown and memory are its program's, and
///   needs(least, rest)
/// is asked with a total that is not above the strategy's; where it says no, pass(least, rest) is all there is of it,
/// and its pipeline is not simulated. One thread; reused, so that a piece allocates nothing once the first have been
/// seen.
///
/// What breaks a law is counted by products. The rows of the table of laws fall into those that no rest enters (held
/// against each choice once), those that only a rest and what is above it enters (once for each rest, whatever the
/// microbatch size), and those that weigh a rest against a microbatch size or a choice: these are held against each
/// value of the fields of a rest that they look at (today DP alone), not against each rest.
class Walk {
public:
    explicit Walk(const Searched& searched);

    /// How many strategies break each law, by bit, and how many that one alone.
    std::array<std::uint64_t, 64> refused{}, refused_alone{};
    Counts failed; ///< codes of what is legal and cannot be computed
    std::uint64_t strategies = 0;
    std::uint64_t simulated = 0; ///< whose pipeline took more than arithmetic

    [[nodiscard]] bool extended() const { return m_whole.has_value(); }
    [[nodiscard]] const Layout::Rest& rest(std::size_t index) const { return m_open[index].rest; }

    template <class Visitor>
    void through(const Piece& piece, Visitor& visitor, const CancelToken& cancel)
    {
        begin(piece);
        visitor.open(m_open.size());
        for (std::size_t choice = 0; choice < m_layout.choices(); ++choice) {
            if (!m_searched.shard.has(m_first_group + choice))
                continue;
            if (cancel.cancelled())
                return;
            strategies += piece.rests;
            const Class& legal = count_refused(choice, piece.rests);
            if (m_broken_by_choice[choice] != 0 || legal.legal.empty())
                continue;
            if (m_whole && whole_program(choice)) {
                through_whole(choice, legal, visitor, cancel);
                continue;
            }
            if (!price_choice(choice, legal))
                continue;
            visitor.begin(choice);
            const std::uint64_t first = m_first_number + choice * m_branch_rests;
            for (const std::uint32_t rest : legal.legal) {
                const Numbers& numbers = m_numbers[rest];
                const cost::AddedWork& added = m_added[numbers.added];
                const Seconds edge = cost::edge_block_of(m_work, added.there, added.back);
                const Seconds chunk = cost::chunk_of(m_work, numbers.times, edge);
                const cost::Breakdown breakdown = cost::compose(m_work, added, numbers.times, chunk, Seconds());
                const cost::Memory memory = cost::training_memory(m_bytes[numbers.added], numbers.times);
                const Seconds total = cost::total_of(breakdown);
                const Bytes bytes = cost::total_of(memory);
                if (!std::isfinite(total.value())) {
                    ++failed["cost.not_finite"];
                    continue;
                }
                visitor.take({first + m_open[rest].offset, total, bytes, bytes <= m_searched.judgement.limit}, rest,
                             breakdown, memory);
            }
            visitor.end(choice);
        }
    }

private:
    /// Choices that no law tells apart below a rest: what they refuse, and the rests that are legal.
    struct Class {
        std::size_t choice = 0;           ///< one of them
        std::vector<std::uint32_t> legal; ///< indices into m_open
        std::array<std::uint64_t, 64> refused{}, alone{};
        strategy::LawSet any = 0;
    };
    /// A rest that its own laws leave open.
    struct Open {
        Layout::Rest rest;
        std::uint32_t offset = 0; ///< from the piece's first
        std::uint32_t key = 0;    ///< index into m_keys
    };
    /// What of a rest is the same for all choices of a piece.
    struct Numbers {
        cost::Repetitions times;
        std::uint32_t added = 0; ///< index into m_combinations
    };
    /// What a strategy adds to its block depends on this alone.
    struct Combination {
        std::int64_t data = 1, data_tier = 0, pipeline_tier = -1; ///< −1: one stage
        auto operator<=>(const Combination&) const = default;
    };
    using Key = std::vector<std::int64_t>; ///< values of the fields in m_key_fields

    /// The same for strategies that one block does not stand for.
    template <class Visitor>
    void through_whole(std::size_t choice, const Class& legal, Visitor& visitor, const CancelToken& cancel)
    {
        const auto refuse = [this](const Diagnostics& why, std::size_t times) { failed[why.front().code] += times; };
        if (const auto problem = m_whole->open(m_shared)) {
            refuse(*problem, legal.legal.size());
            return;
        }
        visitor.begin(choice);
        const std::uint64_t first = m_first_number + choice * m_branch_rests;
        for (const std::uint32_t rest : legal.legal) {
            if (cancel.cancelled())
                break;
            Layout::apply(m_shared, m_open[rest].rest);
            if (const auto problem = m_whole->put_together(m_shared)) {
                refuse(*problem, 1);
                continue;
            }
            const Bytes bytes = m_whole->memory();
            Found found{first + m_open[rest].offset, {}, bytes, bytes <= m_searched.judgement.limit};
            auto span = m_whole->closed();
            if (!span) {
                if (const Diagnostics& problem = m_whole->refused(); !problem.empty()) {
                    refuse(problem, 1);
                    continue;
                }
                found.total = m_whole->least();
                if (found.total.value() < 1e300 && !visitor.needs(found, rest)) {
                    visitor.pass(found, rest);
                    continue;
                }
                span = m_whole->simulated();
                ++simulated;
            }
            const program::Breakdown breakdown = m_whole->breakdown(*span);
            found.total = breakdown.total();
            if (!std::isfinite(found.total.value()))
                ++failed["cost.not_finite"];
            else
                visitor.take(found, rest, breakdown, m_whole->composition());
        }
        visitor.end(choice);
    }
    /// Whether one block does not stand for the strategies of a choice, whose values are then in m_shared.
    bool whole_program(std::size_t choice);

    void begin(const Piece& piece);
    void find_open(const Piece& piece);
    void find_classes();
    void find_numbers();
    const Class& count_refused(std::size_t choice, std::uint64_t rests);
    bool price_choice(std::size_t choice, const Class& legal);
    [[nodiscard]] strategy::LawSet broken(const strategy::Execution& execution, const strategy::LawsThat& which) const;

    const Searched& m_searched;
    const Layout& m_layout;
    Blocks m_blocks;
    std::optional<Whole> m_whole;              ///< of an extended layout, and
    std::optional<strategy::LawCheck> m_check; ///< its model held against the laws
    bool m_beyond = false;                     ///< the model is none of six numbers
    strategy::LawsThat m_above, m_below, m_about_size, m_about_choice;
    std::vector<strategy::Field> m_key_fields; ///< of a rest, that the last two look at
    std::vector<std::size_t> m_class_of;       ///< by choice
    std::vector<Class> m_classes;

    // Of the branch, its tier and the stretch:
    std::optional<std::array<std::uint64_t, 3>> m_stretch;
    std::vector<Open> m_open;
    std::map<Key, std::uint32_t> m_key_index;
    std::vector<Layout::Rest> m_keys;                                               ///< a rest of each
    std::map<std::pair<strategy::LawSet, std::uint32_t>, std::uint64_t> m_rests_by; ///< laws broken and key → how many
    std::vector<std::uint32_t> m_combination_of;                                    ///< of each open rest
    std::map<Combination, std::uint32_t> m_combination_index;
    std::vector<Combination> m_combinations;

    // Of the piece:
    std::uint64_t m_first_group = 0, m_first_number = 0, m_branch_rests = 0;
    strategy::Execution m_shared;
    std::optional<std::array<std::size_t, 3>> m_family; ///< branch, tier and microbatch of the blocks that are kept
    std::vector<Numbers> m_numbers;                     ///< of each open rest that some choice leaves legal
    std::vector<strategy::LawSet> m_broken_by_choice, m_broken_by_key;

    // Of the choice:
    cost::RepeatedWork m_work;
    std::vector<cost::AddedWork> m_added;
    std::vector<cost::BlockBytes> m_bytes;
};

} // namespace blueprinting::search::detail
