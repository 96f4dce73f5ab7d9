#pragma once
#include "core/certificate/evaluation.h"
#include "ui/certificate/review.h"
#include "ui/certificate/walked_chart.h"

namespace blueprinting::ui {

/// Pairs in order by model and shape against topology, rows grouped by model, totals last.
struct PairTable {
    struct Row {
        QString model;
        QString shape;
        bool operator==(const Row&) const = default;
    };
    std::vector<Row> rows;
    std::vector<QString> columns; ///< topologies
    /// [row][column]; absent where there is no cell.
    std::vector<std::vector<std::optional<certificate::PairMatrix::Entry>>> entries;
    std::vector<certificate::PairMatrix::Entry> row_totals;
    std::vector<certificate::PairMatrix::Entry> column_totals;
    certificate::PairMatrix::Entry total;
    /// Key of the cell with the most misordered pairs in each entry, "" where there is none.
    std::vector<std::vector<QString>> worst;
    int selected_row = -1; ///< of the cell that is picked
    int selected_column = -1;
};
PairTable pair_table(const Review& review, const QString& selected);

struct PairMatrixLayout {
    double row_height = 0;
    std::vector<QRectF> headers; ///< one a column and the total
    std::vector<QRectF> models;  ///< one a row; empty where the model is the row's above
    std::vector<QRectF> shapes;
    std::vector<std::vector<QRectF>> cells; ///< [row][column]; the last column and the last row are totals
    QRectF total_label;
};
PairMatrixLayout layout_pairs(const PairTable& table, const QRectF& area, const QFont& body, const QFont& bold,
                              const QFont& number);

/// The matrix: 100 is pale, what is misordered is warm, below 90 is red and bold; the second figure counts misordered
/// pairs. A click picks the worst cell of an entry.
class PairMatrixChart : public WalkedChart {
    Q_OBJECT
public:
    explicit PairMatrixChart(QWidget* parent = nullptr);
    void setTable(PairTable table);
    [[nodiscard]] const PairTable& table() const { return m_table; }
    [[nodiscard]] PairMatrixLayout places() const;

    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cellPicked(const QString& key);

protected:
    void paintMarks(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    bool step(int down, int across) override;
    [[nodiscard]] bool hasCursor() const override;
    [[nodiscard]] QRectF cursorPlace() const override;
    void pickCursor() override;
    void pickAt(const QPointF& at) override;
    [[nodiscard]] QString readOutAt(const QPointF& at) const override;

private:
    [[nodiscard]] std::pair<int, int> placeAt(const QPointF& at) const; ///< row and column, −1 for none
    [[nodiscard]] const certificate::PairMatrix::Entry* entryAt(int row, int column) const;
    [[nodiscard]] QString readOut(int row, int column) const;
    void pick(int row, int column);

    PairTable m_table;
    int m_row = -1;
    int m_column = -1;
};

} // namespace blueprinting::ui
