#pragma once
#include <string>
#include <vector>

namespace blueprinting::cli {

/// A plain table for a terminal: a header, a rule, rows; columns two spaces apart, the last one ragged.
/// Width is counted in code points, so that "µ" and "·" do not push a column.
class Table {
public:
    enum class Align { left, right };
    struct Column {
        std::string title;
        Align align = Align::left;
    };

    explicit Table(std::vector<Column> columns);
    /// One cell a column. What people and files wrote is made visible, on one line.
    void add(std::vector<std::string> cells);
    [[nodiscard]] std::string text() const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace blueprinting::cli
