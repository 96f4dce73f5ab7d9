#include "core/search/law_example.h"

#include "core/search/walk.h"
#include "core/strategy/law_set.h"

#include <algorithm>
#include <numeric>

namespace blueprinting::search {
namespace {

constexpr std::uint64_t kMostTried = 200'000; ///< strategies that are looked at one by one before pieces are counted
constexpr std::uint64_t kMostExamples = 200;  ///< enough to choose from
constexpr std::uint64_t kAsked = 1024;        ///< between two looks at the token

/// Of the pricing that goes with a walk nothing is wanted.
struct Nothing {
    void open(std::size_t) {}
    void begin(std::size_t) {}
    template <class Breakdown, class Memory>
    void take(const Found&, std::size_t, const Breakdown&, const Memory&)
    {
    }
    [[nodiscard]] bool needs(const Found&, std::size_t) const { return false; }
    void pass(const Found&, std::size_t) {}
    void end(std::size_t) {}
};

class Examples {
public:
    Examples(const Question& question, const Layout& layout, std::size_t bit, const strategy::Execution* near)
        : m_question(question), m_layout(layout), m_only(strategy::LawSet{1} << bit), m_near(near)
    {
        if (question.extended())
            m_check.emplace(std::make_shared<const model::Description>(question.described()), question.system,
                            strategy::Rules::strict);
    }

    void look(std::uint64_t number)
    {
        const strategy::Execution execution = m_layout.at(number);
        if (broken(execution) != m_only)
            return;
        ++m_seen;
        const std::size_t differs = m_near ? differences(execution) : 0;
        if (!m_best || std::pair(differs, number) < std::pair(m_differs, *m_best)) {
            m_best = number;
            m_differs = differs;
        }
    }
    [[nodiscard]] std::uint64_t seen() const { return m_seen; }
    [[nodiscard]] std::optional<std::uint64_t> best() const { return m_best; }

private:
    [[nodiscard]] strategy::LawSet broken(const strategy::Execution& execution) const
    {
        return m_check ? m_check->broken(execution)
                       : strategy::broken_laws(m_question.model, m_question.system, execution, strategy::Rules::strict);
    }
    [[nodiscard]] std::size_t differences(const strategy::Execution& execution) const
    {
        return static_cast<std::size_t>(std::ranges::count_if(m_layout.knobs(), [&](const Layout::Knob& knob) {
            return knob_value(knob.field, execution) != knob_value(knob.field, *m_near);
        }));
    }

    const Question& m_question;
    const Layout& m_layout;
    strategy::LawSet m_only;
    std::optional<strategy::LawCheck> m_check; ///< of an extended question
    const strategy::Execution* m_near;
    std::uint64_t m_seen = 0;
    std::optional<std::uint64_t> m_best;
    std::size_t m_differs = 0;
};

/// Some strategies from all over the space, each at most once: a step that has no divisor with their count meets every
/// one before it meets one again.
bool try_some(Examples& examples, std::uint64_t strategies, const CancelToken& cancel)
{
    std::uint64_t step = std::max<std::uint64_t>(1, strategies * 5 / 8);
    while (std::gcd(step, strategies) != 1)
        ++step;
    std::uint64_t at = 0;
    for (std::uint64_t i = 0; i < std::min(strategies, kMostTried); ++i, at = (at + step) % strategies) {
        if (i % kAsked == 0 && cancel.cancelled())
            return false;
        examples.look(at);
        if (examples.seen() == kMostExamples)
            break;
    }
    return true;
}

/// Those of the first piece that has any; pieces are counted by products, not strategy by strategy.
bool try_pieces(Examples& examples, const Searched& searched, std::size_t bit, const CancelToken& cancel)
{
    const Layout& layout = searched.layout;
    const detail::Pieces pieces(layout);
    detail::Walk walk(searched);
    Nothing nothing;
    for (std::uint64_t number = 0; number < pieces.count(); ++number) {
        const detail::Piece piece = pieces.at(number);
        walk.through(piece, nothing, cancel);
        if (cancel.cancelled())
            return false;
        if (walk.refused_alone[bit] == 0)
            continue;
        const Layout::Branch& branch = layout.branches()[piece.branch];
        const std::uint64_t family = piece.tier * layout.microbatches().size() + piece.microbatch;
        for (std::uint64_t choice = 0; choice < layout.choices(); ++choice) {
            const std::uint64_t first =
                branch.first + (family * layout.choices() + choice) * branch.rests + piece.first_rest;
            for (std::uint64_t rest = 0; rest < piece.rests && examples.seen() < kMostExamples; ++rest) {
                if (rest % kAsked == 0 && cancel.cancelled())
                    return false;
                examples.look(first + rest);
            }
        }
        return true;
    }
    return true;
}

} // namespace

Result<std::optional<LawExample>> law_example(const Question& question, const Layout& layout, std::string_view code,
                                              const strategy::Execution* near, const CancelToken& cancel)
{
    using Out = std::optional<LawExample>;
    const auto codes = strategy::law_codes();
    const auto place = std::ranges::find(codes, code);
    if (place == codes.end() || layout.strategies() == 0)
        return Out();
    const auto bit = static_cast<std::size_t>(place - codes.begin());
    Examples examples(question, layout, bit, near);
    if (!try_some(examples, layout.strategies(), cancel))
        return Cancelled{};
    const Searched searched{.model = question.model,
                            .system = question.system,
                            .layout = layout,
                            .view = question.view,
                            .judgement = question.judgement()};
    if (!examples.best() && layout.strategies() > kMostTried && !try_pieces(examples, searched, bit, cancel))
        return Cancelled{};
    if (!examples.best())
        return Out();
    LawExample out{*examples.best(), layout.at(*examples.best()), {}};
    for (strategy::Violation& each :
         question.extended()
             ? strategy::violations(question.described(), question.system, out.execution, strategy::Rules::strict)
             : strategy::violations(question.model, question.system, out.execution, strategy::Rules::strict))
        if (each.code == code) {
            out.broken = std::move(each);
            break;
        }
    return Out(std::move(out));
}

} // namespace blueprinting::search
