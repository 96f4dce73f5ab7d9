#include "core/oracle/oracle.h"

#include <cmath>
#include <limits>

namespace blueprinting::oracle {

std::string_view to_string(State state)
{
    switch (state) {
    case State::value: return "value";
    case State::not_covered: return "not covered";
    case State::not_published: return "not published";
    case State::refused: return "refused";
    }
    return "";
}

Answer answer_of(State state)
{
    const Figure figure{state, 0};
    Answer answer;
    answer.total_seconds = answer.memory_bytes = answer.reference_recompute_counter = figure;
    answer.components.fill(figure);
    answer.memory_parts.fill(figure);
    answer.metrics.fill(figure);
    answer.published_memory = {figure, figure, figure};
    return answer;
}

double relative_error_percent(double estimate, double reference)
{
    if (reference == 0)
        return estimate == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), estimate);
    return 100 * (estimate - reference) / reference;
}

} // namespace blueprinting::oracle
