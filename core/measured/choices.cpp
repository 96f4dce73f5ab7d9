#include "core/measured/choices.h"

#include <algorithm>
#include <map>

namespace blueprinting::measured {
namespace {

constexpr double kMillisecondsASecond = 1000;

/// Places of rows by cell and then by strategy, both in the order of their first rows.
std::vector<std::vector<std::vector<std::size_t>>> grouped(std::span<const Row> rows, std::span<const Judged> of)
{
    std::vector<std::vector<std::vector<std::size_t>>> out;
    std::map<std::string, std::size_t> places;
    std::vector<std::map<std::string, std::size_t>> strategies;
    for (const Judged& each : of) {
        const Row& row = rows[each.row];
        const auto [cell, new_cell] = places.try_emplace(row.cell_key(), out.size());
        if (new_cell) {
            out.emplace_back();
            strategies.emplace_back();
        }
        auto& candidates = out[cell->second];
        const auto [at, new_strategy] = strategies[cell->second].try_emplace(row.strategy_key(), candidates.size());
        if (new_strategy)
            candidates.emplace_back();
        candidates[at->second].push_back(each.row);
    }
    return out;
}

} // namespace

std::vector<Cell> cells(std::span<const Row> rows, std::span<const Prediction> predictions, std::span<const Judged> of,
                        cost::View view)
{
    std::vector<Cell> out;
    for (auto& group : grouped(rows, of)) {
        if (group.size() < kLeastStrategies)
            continue;
        Cell cell;
        std::vector<certificate::Timing> timings;
        std::vector<double> scores;
        for (auto& same : group) {
            std::vector<double> times;
            for (const std::size_t row : same) {
                times.push_back(*rows[row].seconds());
                cell.grade = std::max(cell.grade, rows[row].grade);
            }
            const double predicted = predictions[same.front()].in(view)->value();
            cell.candidates.push_back({std::move(same), median(std::move(times)), predicted});
            timings.push_back({cell.candidates.back().measured_seconds * kMillisecondsASecond, 0});
            scores.push_back(predicted);
        }
        cell.outcome =
            certificate::judge(certificate::MeasuredCell(std::move(timings)), std::span<const double>(scores));
        out.push_back(std::move(cell));
    }
    return out;
}

certificate::Metrics metrics(std::span<const Row> rows, std::span<const Cell> cells, std::span<const Grade> grades)
{
    std::vector<certificate::CellOutcome> outcomes;
    std::vector<std::string> names;
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        outcomes.push_back(cells[i].outcome);
        names.push_back(rows[cells[i].candidates.front().rows.front()].id);
        if (std::find(grades.begin(), grades.end(), cells[i].grade) != grades.end())
            members.push_back(i);
    }
    return certificate::summarise(outcomes, names, members);
}

} // namespace blueprinting::measured
