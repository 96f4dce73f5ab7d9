#include "core/search/neighbours.h"

#include "core/strategy/derived.h"
#include "core/strategy/divisors.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::search {
namespace {

using strategy::Execution;
using strategy::Field;
using strategy::FieldRow;
using strategy::Kind;

constexpr std::array kDegrees{Field::tensor_degree, Field::pipeline_degree, Field::data_degree, Field::context_degree};

/// The values beyond one in a direction, the nearest first.
std::vector<std::int64_t> beyond(std::vector<std::int64_t> values, std::int64_t value, int direction)
{
    std::erase_if(values, [&](std::int64_t each) { return direction < 0 ? each >= value : each <= value; });
    std::sort(values.begin(), values.end());
    if (direction < 0)
        std::reverse(values.begin(), values.end());
    return values;
}

/// v, or where it is not legal below p stages the nearest that is; of two the smaller.
std::int64_t nearest_chunks(std::int64_t blocks, std::int64_t p, std::int64_t v)
{
    if (p == 1 || blocks % p != 0)
        return 1;
    const auto legal = strategy::divisors(blocks / p);
    return *std::min_element(legal.begin(), legal.end(), [v](std::int64_t a, std::int64_t b) {
        const std::int64_t of_a = std::abs(a - v);
        const std::int64_t of_b = std::abs(b - v);
        return of_a != of_b ? of_a < of_b : a < b;
    });
}

class Moves {
public:
    Moves(const Question& question, const Single& from)
        : m_question(question),
          m_from(from),
          m_rows(knob_rows(question.extended() || strategy::has_new_switch(from.execution)))
    {
    }
    [[nodiscard]] const std::vector<const FieldRow*>& rows() const { return m_rows; }

    std::optional<Neighbour> next(const FieldRow& row, int direction) const
    {
        const std::int64_t value = knob_value(row.field, m_from.execution);
        for (const std::int64_t to : beyond(values_of(row), value, direction)) {
            std::optional<Neighbour> best;
            for (const Execution& candidate : with(row, to)) {
                auto one = single(m_question, candidate);
                if (one && one->legal() && (!best || better(*one, best->to)))
                    best = made(row.field, direction, *std::move(one));
            }
            if (best)
                return best;
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] static bool better(const Single& a, const Single& b)
    {
        return a.found.fits != b.found.fits ? a.found.fits : a.found.total < b.found.total;
    }

    [[nodiscard]] std::vector<std::int64_t> values_of(const FieldRow& row) const
    {
        const Execution& from = m_from.execution;
        if (std::find(kDegrees.begin(), kDegrees.end(), row.field) != kDegrees.end())
            return strategy::divisors(strategy::world_size(from));
        if (row.field == Field::microbatch_size)
            return strategy::divisors(strategy::local_batch(from));
        if (row.field == Field::virtual_stages)
            return strategy::pipeline_degree(from) > 1
                       ? strategy::divisors(strategy::blocks_per_stage(from, m_question.model.blocks))
                       : std::vector<std::int64_t>{};
        if (row.field == Field::expert_degree || row.field == Field::expert_tensor_degree)
            return strategy::divisors(strategy::tensor_degree(from) * strategy::gradient_group(from));
        if (row.field == Field::recompute_modules) {
            std::vector<std::int64_t> out{0};
            for (const strategy::Module module : strategy::kModules) {
                strategy::ModuleSet one;
                one.add(module);
                out.push_back(one.bits());
            }
            return out;
        }
        if (row.kind == Kind::tier && !strategy::open(row, from))
            return {};
        const std::size_t count =
            row.kind == Kind::tier ? m_question.system.networks.size() : search::words_of(row).size();
        std::vector<std::int64_t> out(count);
        for (std::size_t i = 0; i < count; ++i)
            out[i] = static_cast<std::int64_t>(i);
        return out;
    }

    /// The strategies that have this value and otherwise differ as little as they can.
    [[nodiscard]] std::vector<Execution> with(const FieldRow& row, std::int64_t to) const
    {
        const Execution& from = m_from.execution;
        if (std::find(kDegrees.begin(), kDegrees.end(), row.field) == kDegrees.end()) {
            Execution one = from;
            row.set(one, to);
            return {one};
        }
        std::vector<Execution> out;
        for (const Field partner : kDegrees) {
            const bool is_knob =
                std::any_of(m_rows.begin(), m_rows.end(), [&](const FieldRow* each) { return each->field == partner; });
            if (partner == row.field || !is_knob)
                continue;
            const std::int64_t both = knob_value(row.field, from) * knob_value(partner, from);
            if (both % to != 0)
                continue;
            Execution one = from;
            row.set(one, to);
            strategy::row(partner).set(one, both / to);
            if (const std::int64_t p = strategy::pipeline_degree(one); p != strategy::pipeline_degree(from))
                strategy::set_schedule(one,
                                       strategy::training_schedule(p, nearest_chunks(m_question.model.blocks, p,
                                                                                     strategy::virtual_stages(from))));
            out.push_back(one);
        }
        return out;
    }

    [[nodiscard]] Neighbour made(Field field, int direction, Single to) const
    {
        Neighbour out{field, direction, {}, {}, {}, {}, {}, {}};
        for (const FieldRow& row : strategy::field_rows()) {
            const bool is_knob = std::find(m_rows.begin(), m_rows.end(), &row) != m_rows.end();
            if (is_knob && row.field != field &&
                knob_value(row.field, to.execution) != knob_value(row.field, m_from.execution))
                out.partners.push_back(row.field);
        }
        out.seconds = to.found.total - m_from.found.total;
        out.bytes = to.found.memory - m_from.found.memory;
        double most = 0;
        for (std::size_t i = 0; i < program::kComponents; ++i) {
            const double moved = std::abs((to.parts.seconds[i] - m_from.parts.seconds[i]).value());
            if (moved > most) {
                most = moved;
                out.moved_part = static_cast<program::Component>(i);
            }
        }
        if (out.moved_part && static_cast<std::size_t>(*out.moved_part) < cost::kComponents)
            out.moved_most = static_cast<cost::Component>(*out.moved_part);
        out.to = std::move(to);
        return out;
    }

    const Question& m_question;
    const Single& m_from;
    std::vector<const FieldRow*> m_rows;
};

} // namespace

Result<std::vector<Neighbour>> neighbours(const Question& question, const Execution& execution)
{
    if (!strategy::is_training(execution))
        return Diagnostic{Severity::error, "search.not_training", "parallelism.kind",
                          "a search is over strategies of training; this one is of inference"};
    Execution own = execution;
    strategy::forget_redundant_processors(own);
    if (question.extended())
        say_sharding(own);
    const auto from = single(question, own);
    if (!from)
        return from.failure_as<std::vector<Neighbour>>();
    if (!from->legal())
        return strategy::as_diagnostics(from->broken);
    const Moves moves(question, *from);
    std::vector<Neighbour> out;
    for (const FieldRow* row : moves.rows())
        for (const int direction : {-1, 1})
            if (auto next = moves.next(*row, direction))
                out.push_back(*std::move(next));
    return out;
}

} // namespace blueprinting::search
