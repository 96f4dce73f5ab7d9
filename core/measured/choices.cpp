#include "core/measured/choices.h"

#include <algorithm>

namespace blueprinting::measured {
namespace {

constexpr double kMillisecondsASecond = 1000;

} // namespace

std::vector<Cell> cells(const Runs& runs, std::span<const Judged> of, cost::View view)
{
    const Groups strategies = by_strategy(runs, of);
    const Parts parts = runs.parted_by_cell(of);
    std::vector<std::vector<std::size_t>> of_cells(parts.sizes.size()); // places among the strategies
    for (std::size_t i = 0; i < strategies.size(); ++i)
        of_cells[parts.place[strategies[i].front()]].push_back(i);
    std::vector<Cell> out;
    for (const auto& theirs : of_cells) {
        if (theirs.size() < kLeastStrategies)
            continue;
        Cell cell;
        std::vector<certificate::Timing> timings;
        std::vector<double> scores;
        for (const std::size_t strategy : theirs) {
            Candidate candidate;
            std::vector<double> times;
            for (const std::size_t at : strategies[strategy]) {
                const Row& row = runs.row(of[at].row);
                candidate.rows.push_back(of[at].row);
                times.push_back(*row.seconds());
                cell.grade = std::max(cell.grade, row.grade);
            }
            candidate.measured_seconds = median(std::move(times));
            candidate.predicted_seconds = runs.prediction(candidate.rows.front()).in(view)->value();
            timings.push_back({candidate.measured_seconds * kMillisecondsASecond, 0});
            scores.push_back(candidate.predicted_seconds);
            cell.candidates.push_back(std::move(candidate));
        }
        cell.outcome =
            certificate::judge(certificate::MeasuredCell(std::move(timings)), std::span<const double>(scores));
        out.push_back(std::move(cell));
    }
    return out;
}

certificate::Metrics metrics(const Runs& runs, std::span<const Cell> cells, std::span<const Grade> grades)
{
    std::vector<certificate::CellOutcome> outcomes;
    std::vector<std::string> names;
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        outcomes.push_back(cells[i].outcome);
        names.push_back(runs.row(cells[i].candidates.front().rows.front()).id);
        if (std::find(grades.begin(), grades.end(), cells[i].grade) != grades.end())
            members.push_back(i);
    }
    return certificate::summarise(outcomes, names, members);
}

} // namespace blueprinting::measured
