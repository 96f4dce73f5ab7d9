#include "ui/certificate/pair_matrix.h"

#include "ui/certificate/review_text.h"
#include "ui/style/words.h"

#include <QCollator>

#include <algorithm>
#include <map>
#include <numeric>

namespace blueprinting::ui {
namespace {

using Entry = certificate::PairMatrix::Entry;

double share_of(const Entry& entry)
{
    return entry.pairs == 0 ? 1.0 : static_cast<double>(entry.right) / static_cast<double>(entry.pairs);
}

QString figure_of(const Entry& entry)
{
    if (entry.pairs == 0)
        return Words::tr("no pair");
    return entry.misordered() == 0 ? QStringLiteral("100") : percent_figure(share_of(entry) * 100, 1);
}

/// Places of `names` in natural order: g8 before g16.
std::vector<std::size_t> natural_order(const std::vector<QString>& names)
{
    QCollator collator;
    collator.setNumericMode(true);
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return collator.compare(names[a], names[b]) < 0; });
    return order;
}

} // namespace

PairTable pair_table(const Review& review, const QString& selected)
{
    PairTable out;
    const certificate::Evaluation* evaluation = review.evaluation();
    if (!evaluation)
        return out;
    std::vector<std::string> row_of;
    std::vector<std::string> column_of;
    for (const CellNames& names : review.names) {
        row_of.push_back((names.model + QChar(0x1F) + names.family).toStdString());
        column_of.push_back(names.topology.toStdString());
    }
    const certificate::PairMatrix matrix = certificate::pair_matrix(evaluation->outcomes, row_of, column_of);
    // Rows by model in the order of the file, shapes in natural order; topologies likewise.
    std::vector<QString> models;
    std::vector<PairTable::Row> rows;
    std::vector<QString> sortable;
    for (const std::string& row : matrix.rows) {
        const QStringList parts = QString::fromStdString(row).split(QChar(0x1F));
        if (std::ranges::find(models, parts[0]) == models.end())
            models.push_back(parts[0]);
        rows.push_back({parts[0], parts[1]});
        const auto model = std::ranges::find(models, parts[0]) - models.begin();
        sortable.push_back(QString::number(model) + u' ' + parts[1]);
    }
    std::vector<QString> columns;
    for (const std::string& column : matrix.columns)
        columns.push_back(QString::fromStdString(column));
    const auto row_order = natural_order(sortable);
    const auto column_order = natural_order(columns);
    for (const std::size_t column : column_order) {
        out.columns.push_back(columns[column]);
        out.column_totals.push_back(matrix.column_totals[column]);
    }
    for (const std::size_t row : row_order) {
        out.rows.push_back(rows[row]);
        out.row_totals.push_back(matrix.row_totals[row]);
        auto& entries = out.entries.emplace_back();
        for (const std::size_t column : column_order)
            entries.push_back(matrix.entries[row][column]);
    }
    out.total = matrix.total;
    out.worst.assign(out.rows.size(), std::vector<QString>(out.columns.size()));
    std::vector<std::vector<std::size_t>> most(out.rows.size(), std::vector<std::size_t>(out.columns.size(), 0));
    // Looked up for every cell, so by name and not by search.
    std::map<std::pair<QString, QString>, std::size_t> row_at;
    std::map<QString, std::size_t> column_at;
    for (std::size_t row = 0; row < out.rows.size(); ++row)
        row_at.emplace(std::pair(out.rows[row].model, out.rows[row].shape), row);
    for (std::size_t column = 0; column < out.columns.size(); ++column)
        column_at.emplace(out.columns[column], column);
    for (std::size_t i = 0; i < review.names.size(); ++i) {
        const std::size_t row = row_at.at({review.names[i].model, review.names[i].family});
        const std::size_t column = column_at.at(review.names[i].topology);
        const std::size_t wrong = evaluation->outcomes[i].pairs - evaluation->outcomes[i].right;
        const QString key = QString::fromStdString(review.set().keys[i]);
        if (out.worst[row][column].isEmpty() || wrong > most[row][column]) {
            out.worst[row][column] = key;
            most[row][column] = wrong;
        }
        if (key == selected) {
            out.selected_row = static_cast<int>(row);
            out.selected_column = static_cast<int>(column);
        }
    }
    return out;
}

namespace {

QString read_out(const QString& who, const QString& where, const Entry* entry)
{
    if (!entry)
        return Words::tr("%1, %2: no cell was measured").arg(who, where);
    if (entry->pairs == 0)
        return Words::tr("%1, %2: %3 cells, no two candidates more than 3 % apart")
            .arg(who, where, count_figure(entry->cells));
    return Words::tr("%1, %2: %3 % of %4 pairs in order, %5 misordered; %6 cells")
        .arg(who, where, percent_figure(share_of(*entry) * 100), count_figure(entry->pairs),
             count_figure(entry->misordered()), count_figure(entry->cells));
}

HeatCell cell_of(const Entry* entry, const QString& who, const QString& where, bool sum)
{
    HeatCell cell{.text = entry ? figure_of(*entry) : QStringLiteral("–"),
                  .tone = Tone::secondary,
                  .hover = read_out(who, where, entry)};
    if (!entry || entry->pairs == 0)
        return cell;
    const double share = share_of(*entry);
    const bool below = share < 0.9;
    cell.value = share * 100;
    cell.tone = Tone::text;
    cell.bold = below || sum;
    cell.fill = below                      ? ColorToken(Tone::bad).mixedWithPanel(0.16)
                : entry->misordered() == 0 ? ColorToken(&Theme::equal_cell).mixedWithPanel(0.55)
                                           : ColorToken(&Theme::above_fill).mixedWithPanel(0.08 + (1 - share) * 1.2);
    if (entry->misordered() > 0)
        cell.count = count_figure(entry->misordered());
    cell.count_tone = below ? Tone::bad : Tone::above;
    return cell;
}

/// Every entry with its counts, totals last.
std::vector<QStringList> data_of(const PairTable& table)
{
    std::vector<QStringList> rows{{Words::tr("model"), Words::tr("shape"), Words::tr("topology"), Words::tr("cells"),
                                   Words::tr("pairs"), Words::tr("misordered")}};
    const auto add = [&](const QString& model, const QString& shape, const QString& topology, const Entry& entry) {
        rows.push_back({model, shape, topology, QString::number(entry.cells), QString::number(entry.pairs),
                        QString::number(entry.misordered())});
    };
    const QString all = Words::tr("all");
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        for (std::size_t column = 0; column < table.columns.size(); ++column)
            if (table.entries[row][column])
                add(table.rows[row].model, table.rows[row].shape, table.columns[column], *table.entries[row][column]);
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        add(all, all, table.columns[column], table.column_totals[column]);
    add(all, all, all, table.total);
    return rows;
}

} // namespace

HeatChart pair_chart(const PairTable& table, const QFont& number)
{
    const QString all = Words::tr("all");
    const QString every = Words::tr("every topology");
    HeatChart chart{.labels_right = false,
                    .row_height = 17,
                    .most_row_height = 22,
                    .selects_cell = true,
                    .groups_bold = true,
                    .least_cell = QFontMetricsF(number).horizontalAdvance(QStringLiteral("00.0 000")) + 12,
                    .empty = Words::tr("No pair can be ordered without a score."),
                    .data = data_of(table)};
    if (table.rows.empty())
        return chart;
    for (const QString& column : table.columns)
        chart.columns.push_back({.key = column, .header = column});
    chart.columns.push_back({.key = all, .header = all, .bold = true});
    for (std::size_t r = 0; r <= table.rows.size(); ++r) {
        const bool sum = r == table.rows.size();
        HeatRow row{sum ? all : table.rows[r].key(), sum ? QString() : table.rows[r].shape,
                    sum ? all : table.rows[r].model};
        const QString who =
            sum ? Words::tr("all cells") : QStringLiteral("%1, %2").arg(table.rows[r].shape, table.rows[r].model);
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            const Entry* entry = sum ? &table.column_totals[c] : table.entries[r][c] ? &*table.entries[r][c] : nullptr;
            row.cells.push_back(cell_of(entry, who, table.columns[c], sum));
        }
        row.cells.push_back(cell_of(sum ? &table.total : &table.row_totals[r], who, every, sum));
        chart.rows.push_back(std::move(row));
    }
    if (table.selected_row >= 0) {
        chart.selected_row = table.rows[static_cast<std::size_t>(table.selected_row)].key();
        chart.selected_column = table.columns[static_cast<std::size_t>(table.selected_column)];
    }
    return chart;
}

QString worst_cell(const PairTable& table, const QString& row, const QString& column)
{
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            if (table.rows[r].key() == row && table.columns[c] == column)
                return table.worst[r][c];
    return {};
}

} // namespace blueprinting::ui
