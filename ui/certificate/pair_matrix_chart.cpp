#include "ui/certificate/pair_matrix_chart.h"

#include "ui/certificate/measure.h"
#include "ui/certificate/review_text.h"
#include "ui/style/fonts.h"

#include <QCollator>
#include <QPainter>

#include <algorithm>
#include <map>
#include <numeric>

namespace blueprinting::ui {
namespace {

using Entry = certificate::PairMatrix::Entry;

constexpr double kLeastRow = 17;
constexpr double kMostRow = 22;
constexpr double kGroupGap = 6;
constexpr double kGap = 2;

double share_of(const Entry& entry)
{
    return entry.pairs == 0 ? 1.0 : static_cast<double>(entry.right) / static_cast<double>(entry.pairs);
}

QString figure_of(const Entry& entry)
{
    if (entry.pairs == 0)
        return PairMatrixChart::tr("no pair");
    return entry.misordered() == 0 ? QStringLiteral("100") : percent_figure(share_of(entry) * 100, 1);
}

/// Places of `names` in natural order: g8 before g16.
std::vector<std::size_t> natural_order(const std::vector<QString>& names)
{
    QCollator collator;
    collator.setNumericMode(true);
    std::vector<std::size_t> order(names.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
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
        if (std::find(models.begin(), models.end(), parts[0]) == models.end())
            models.push_back(parts[0]);
        rows.push_back({parts[0], parts[1]});
        const auto model = std::find(models.begin(), models.end(), parts[0]) - models.begin();
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

PairMatrixLayout layout_pairs(const PairTable& table, const QRectF& area, const QFont& body, const QFont& bold,
                              const QFont& number)
{
    PairMatrixLayout out;
    double model_width = advance(bold, PairMatrixChart::tr("all"));
    double shape_width = 0;
    std::size_t groups = 0;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        model_width = std::max(model_width, advance(bold, table.rows[i].model));
        shape_width = std::max(shape_width, advance(body, table.rows[i].shape));
        groups += i > 0 && table.rows[i].model != table.rows[i - 1].model ? 1 : 0;
    }
    const double columns = static_cast<double>(table.columns.size()) + 1;
    const double least = advance(number, QStringLiteral("00.0 000")) + 12;
    // Long names give way to the figures.
    const double room = std::max(90.0, area.width() - 28 - columns * (least + kGap));
    if (model_width + shape_width > room) {
        model_width = std::min(model_width, room * 0.4);
        shape_width = std::min(shape_width, room - model_width);
    }
    const double head = line_height(number) + 6;
    const double count = static_cast<double>(table.rows.size()) + 1;
    const double gaps = kGroupGap * static_cast<double>(groups + 1);
    out.row_height = std::clamp((area.height() - head - gaps) / count, kLeastRow, kMostRow);
    double left = area.left() + model_width + 14 + shape_width + 14;
    // Short names stand near their figures, long matrices take all the width.
    const double width = std::max(least, std::floor((area.right() - left) / columns) - kGap);
    const auto column_rect = [&](std::size_t column, double top, double height) {
        return QRectF(left + static_cast<double>(column) * (width + kGap), top, width, height);
    };
    for (std::size_t column = 0; column <= table.columns.size(); ++column)
        out.headers.push_back(column_rect(column, area.top(), line_height(number)));
    double y = area.top() + head;
    const auto add_row = [&] {
        auto& cells = out.cells.emplace_back();
        for (std::size_t column = 0; column <= table.columns.size(); ++column)
            cells.push_back(column_rect(column, y, out.row_height - kGap));
    };
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        const bool first = i == 0 || table.rows[i].model != table.rows[i - 1].model;
        if (first && i > 0)
            y += kGroupGap;
        out.models.push_back(first ? QRectF(area.left(), y, model_width + 2, out.row_height - kGap) : QRectF());
        out.shapes.push_back(QRectF(area.left() + model_width + 14, y, shape_width + 2, out.row_height - kGap));
        add_row();
        y += out.row_height;
    }
    y += kGroupGap;
    out.total_label = QRectF(area.left(), y, model_width + 2, out.row_height - kGap);
    add_row();
    return out;
}

PairMatrixChart::PairMatrixChart(QWidget* parent) : WalkedChart(tr("Pairs in order (%)"), parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PairMatrixChart::setTable(PairTable table)
{
    m_table = std::move(table);
    if (m_row > static_cast<int>(m_table.rows.size()) || m_column > static_cast<int>(m_table.columns.size()))
        m_row = m_column = -1;
    updateGeometry();
    update();
}

PairMatrixLayout PairMatrixChart::places() const
{
    return layout_pairs(m_table, rect(), body_font(this), bold_font(this), small_number_font(this));
}

QSize PairMatrixChart::sizeHint() const
{
    const double rows = static_cast<double>(m_table.rows.size()) + 1;
    return {460, static_cast<int>(line_height(small_number_font(this)) + 6 + rows * kMostRow + 3 * kGroupGap)};
}

QSize PairMatrixChart::minimumSizeHint() const
{
    std::size_t groups = 1;
    for (std::size_t i = 1; i < m_table.rows.size(); ++i)
        groups += m_table.rows[i].model != m_table.rows[i - 1].model ? 1 : 0;
    const double rows = static_cast<double>(m_table.rows.size()) + 1;
    const QFont number = small_number_font(this);
    double width = 110;
    width += (advance(number, QStringLiteral("00.0 000")) + 14) * static_cast<double>(m_table.columns.size() + 1);
    return {static_cast<int>(width),
            static_cast<int>(line_height(number) + 6 + rows * kLeastRow + kGroupGap * static_cast<double>(groups + 1))};
}

const Entry* PairMatrixChart::entryAt(int row, int column) const
{
    const int rows = static_cast<int>(m_table.rows.size());
    const int columns = static_cast<int>(m_table.columns.size());
    if (row < 0 || column < 0 || row > rows || column > columns || rows == 0)
        return nullptr;
    const auto r = static_cast<std::size_t>(row);
    const auto c = static_cast<std::size_t>(column);
    if (row == rows)
        return column == columns ? &m_table.total : &m_table.column_totals[c];
    if (column == columns)
        return &m_table.row_totals[r];
    return m_table.entries[r][c] ? &*m_table.entries[r][c] : nullptr;
}

void PairMatrixChart::paintMarks(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    const QFont body = body_font(this);
    const QFont bold = bold_font(this);
    const QFont number = small_number_font(this);
    QFont bold_number = number;
    bold_number.setBold(true);
    if (m_table.rows.empty()) {
        painter.setFont(body);
        painter.setPen(theme.secondary);
        painter.drawText(area, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         tr("No pair can be ordered without a score."));
        return;
    }
    const PairMatrixLayout layout = layout_pairs(m_table, area, body, bold, number);
    const auto text = [&](const QRectF& rect, int align, const QFont& font, const QColor& color, const QString& what) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(rect, align | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip,
                         QFontMetricsF(font).elidedText(what, Qt::ElideRight, rect.width() + 1));
    };
    for (std::size_t column = 0; column < layout.headers.size(); ++column) {
        const bool all = column == m_table.columns.size();
        text(layout.headers[column], Qt::AlignHCenter, all ? bold_number : number, all ? theme.text : theme.secondary,
             all ? tr("all") : m_table.columns[column]);
    }
    for (std::size_t row = 0; row < m_table.rows.size(); ++row) {
        if (!layout.models[row].isNull())
            text(layout.models[row], Qt::AlignLeft, bold, theme.text, m_table.rows[row].model);
        text(layout.shapes[row], Qt::AlignLeft, body, theme.text, m_table.rows[row].shape);
    }
    text(layout.total_label, Qt::AlignLeft, bold, theme.text, tr("all"));
    const double figure_width = advance(bold_number, QStringLiteral("99.9"));
    for (std::size_t row = 0; row < layout.cells.size(); ++row) {
        for (std::size_t column = 0; column < layout.cells[row].size(); ++column) {
            const QRectF& rect = layout.cells[row][column];
            const Entry* entry = entryAt(static_cast<int>(row), static_cast<int>(column));
            if (!entry) {
                text(rect, Qt::AlignHCenter, number, theme.secondary, QStringLiteral("–"));
                continue;
            }
            const double share = share_of(*entry);
            const bool below = share < 0.9;
            const bool sum = row == m_table.rows.size();
            if (entry->pairs == 0) {
                text(rect, Qt::AlignHCenter, number, theme.secondary, figure_of(*entry));
                continue;
            }
            const QColor fill = below ? mixed(theme.bad, theme.panel, 0.16)
                                : entry->misordered() == 0
                                    ? mixed(theme.equal_cell, theme.panel, 0.55)
                                    : mixed(theme.above_fill, theme.panel, 0.08 + (1 - share) * 1.2);
            painter.fillRect(rect, fill);
            // Figures end in one line down a column; the counts stand behind them.
            const double counts = advance(number, QStringLiteral("000")) + 4;
            const double from = rect.left() + std::max(4.0, (rect.width() - figure_width - counts) / 2);
            text(QRectF(from - 40, rect.top(), figure_width + 40, rect.height()), Qt::AlignRight,
                 below || sum ? bold_number : number, theme.text, figure_of(*entry));
            if (entry->misordered() > 0)
                text(QRectF(from + figure_width + 5, rect.top(), counts, rect.height()), Qt::AlignLeft, number,
                     below ? theme.bad : theme.above_text, count_figure(entry->misordered()));
        }
    }
    const auto frame = [&](int row, int column, double width) {
        if (row < 0 || column < 0 || row >= static_cast<int>(layout.cells.size()))
            return;
        painter.setPen(QPen(theme.accent, width));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(layout.cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)].adjusted(
            width / 2, width / 2, -width / 2, -width / 2));
    };
    if (on_screen) {
        frame(m_table.selected_row, m_table.selected_column, 1.5);
        if (showsCursor())
            frame(m_row, m_column, 2);
    }
}

std::vector<QStringList> PairMatrixChart::dataRows() const
{
    std::vector<QStringList> rows{
        {tr("model"), tr("shape"), tr("topology"), tr("cells"), tr("pairs"), tr("misordered")}};
    const auto add = [&](const QString& model, const QString& shape, const QString& topology, const Entry& entry) {
        rows.push_back({model, shape, topology, QString::number(entry.cells), QString::number(entry.pairs),
                        QString::number(entry.misordered())});
    };
    for (std::size_t row = 0; row < m_table.rows.size(); ++row)
        for (std::size_t column = 0; column < m_table.columns.size(); ++column)
            if (m_table.entries[row][column])
                add(m_table.rows[row].model, m_table.rows[row].shape, m_table.columns[column],
                    *m_table.entries[row][column]);
    for (std::size_t column = 0; column < m_table.columns.size(); ++column)
        add(tr("all"), tr("all"), m_table.columns[column], m_table.column_totals[column]);
    add(tr("all"), tr("all"), tr("all"), m_table.total);
    return rows;
}

QString PairMatrixChart::readOut(int row, int column) const
{
    const int rows = static_cast<int>(m_table.rows.size());
    if (row < 0 || column < 0 || rows == 0)
        return {};
    const auto r = static_cast<std::size_t>(row);
    const QString who =
        row == rows ? tr("all cells") : QStringLiteral("%1, %2").arg(m_table.rows[r].shape, m_table.rows[r].model);
    const QString where = column == static_cast<int>(m_table.columns.size())
                              ? tr("every topology")
                              : m_table.columns[static_cast<std::size_t>(column)];
    const Entry* entry = entryAt(row, column);
    if (!entry)
        return tr("%1, %2: no cell was measured").arg(who, where);
    if (entry->pairs == 0)
        return tr("%1, %2: %3 cells, no two candidates more than 3 % apart")
            .arg(who, where, count_figure(entry->cells));
    return tr("%1, %2: %3 % of %4 pairs in order, %5 misordered; %6 cells")
        .arg(who, where, percent_figure(share_of(*entry) * 100), count_figure(entry->pairs),
             count_figure(entry->misordered()), count_figure(entry->cells));
}

std::pair<int, int> PairMatrixChart::placeAt(const QPointF& at) const
{
    const PairMatrixLayout layout = places();
    for (std::size_t row = 0; row < layout.cells.size(); ++row)
        for (std::size_t column = 0; column < layout.cells[row].size(); ++column)
            if (layout.cells[row][column].adjusted(-1, -1, 1, 1).contains(at))
                return {static_cast<int>(row), static_cast<int>(column)};
    return {-1, -1};
}

QString PairMatrixChart::readOutAt(const QPointF& at) const
{
    const auto [row, column] = placeAt(at);
    return readOut(row, column);
}

void PairMatrixChart::pick(int row, int column)
{
    if (row < 0 || column < 0 || row >= static_cast<int>(m_table.rows.size()) ||
        column >= static_cast<int>(m_table.columns.size()))
        return;
    if (const QString& key = m_table.worst[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
        !key.isEmpty())
        Q_EMIT cellPicked(key);
}

bool PairMatrixChart::step(int down, int across)
{
    if (m_table.rows.empty())
        return true;
    m_row = std::clamp(m_row + down, 0, static_cast<int>(m_table.rows.size()));
    m_column = std::clamp(m_column + across, 0, static_cast<int>(m_table.columns.size()));
    announce(readOut(m_row, m_column));
    return true;
}

bool PairMatrixChart::hasCursor() const { return m_row >= 0 && !m_table.rows.empty(); }

QRectF PairMatrixChart::cursorPlace() const
{
    return places().cells[static_cast<std::size_t>(m_row)][static_cast<std::size_t>(m_column)];
}

void PairMatrixChart::pickCursor() { pick(m_row, m_column); }

void PairMatrixChart::pickAt(const QPointF& at)
{
    const auto [row, column] = placeAt(at);
    pick(row, column);
}

} // namespace blueprinting::ui
