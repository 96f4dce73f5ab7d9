#pragma once
#include "core/measured/prediction.h"
#include "core/measured/traits.h"

#include <cstdint>
#include <memory>

namespace blueprinting::measured {

/// A row that has an error, by its place among the rows.
struct Judged {
    std::size_t row = 0;
    double error_percent = 0;
};

/// Which of some rows share a number: parts in the order of their first rows.
struct Parts {
    std::vector<std::uint32_t> place; ///< of each row, its part's
    std::vector<std::size_t> sizes;   ///< rows of each part
};

/// Rows beside their predictions, and which of them belong together. Built once, then only read; any thread.
class Runs {
public:
    Runs() = default;
    /// One prediction a row.
    Runs(std::vector<Row> rows, std::vector<Prediction> predictions);
    Runs(std::shared_ptr<const std::vector<Row>> rows, std::vector<Prediction> predictions);
    /// Predicts them; cancelled between rows.
    static Result<Runs> of(std::vector<Row> rows, Reach reach, const CancelToken& cancel,
                           const Progress& progress = {});
    /// Runs of which the plain rows alone are priced, with the others priced, too. They share their rows.
    static Result<Runs> completed(const Runs& plain, const CancelToken& cancel, const Progress& progress = {});
    /// The rows of both, those of the first before those of the second; nothing is priced again. They are told apart:
    /// no cell and no run repeated has rows of both, so that one's own are in no figure of published ones.
    static Runs joined(const Runs& first, const Runs& second);

    [[nodiscard]] std::size_t size() const { return m_rows->size(); }
    [[nodiscard]] const std::vector<Row>& rows() const { return *m_rows; }
    [[nodiscard]] const Row& row(std::size_t at) const { return (*m_rows)[at]; }
    [[nodiscard]] const Prediction& prediction(std::size_t at) const { return m_predictions[at]; }
    /// What the row is compared by; none where it cannot be priced.
    [[nodiscard]] const std::optional<Traits>& traits(std::size_t at) const { return m_traits[at]; }
    /// None without both times.
    [[nodiscard]] std::optional<double> error_percent(std::size_t at, cost::View view) const
    {
        return measured::error_percent(row(at), m_predictions[at], view);
    }

    /// Number of a row's cell, in the order of the cells' first rows: equal for strategies of one thing.
    [[nodiscard]] std::uint32_t cell(std::size_t at) const { return m_cells[at]; }
    /// The same of cell and strategy: equal for one run repeated.
    [[nodiscard]] std::uint32_t strategy(std::size_t at) const { return m_strategies[at]; }
    /// The strategies of one thing together; a run and its repeats together. Linear in all rows.
    [[nodiscard]] Parts parted_by_cell(std::span<const Judged> of) const;
    [[nodiscard]] Parts parted_by_strategy(std::span<const Judged> of) const;

private:
    std::shared_ptr<const std::vector<Row>> m_rows = std::make_shared<const std::vector<Row>>();
    std::vector<Prediction> m_predictions;
    std::vector<std::optional<Traits>> m_traits;
    std::vector<std::uint32_t> m_cells, m_strategies;
};

/// The rows with an error, of the grades and in the view that are asked for, in their order.
std::vector<Judged> judged(const Runs& runs, std::span<const Grade> grades, cost::View view);

/// The rows of one strategy, a run and its repeats, as places among `of`; in the order of their first.
using Groups = std::vector<std::vector<std::size_t>>;
Groups by_strategy(const Runs& runs, std::span<const Judged> of);

} // namespace blueprinting::measured
