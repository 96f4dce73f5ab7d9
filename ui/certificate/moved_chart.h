#pragma once
#include "ui/certificate/review.h"
#include "ui/certificate/walked_chart.h"

namespace blueprinting::ui {

/// Cells whose regret a refit changed.
struct MovedCell {
    QString key;
    QString name;
    double before = 0;
    double after = 0;
    bool clear_miss = false; ///< after the refit
    QString hover;
    bool operator==(const MovedCell&) const = default;
};

struct MovedCells {
    std::vector<MovedCell> rows; ///< the largest change first
    QString rest;                ///< "54 cells keep their choice"
    QString empty;               ///< said where nothing moved
    QString selected;            ///< key
    bool operator==(const MovedCells&) const = default;
};
MovedCells moved_cells(const Review& review, const certificate::Refit& refit, const QString& selected);

struct MovedLayout {
    QRectF plot;
    double axis_end = 1;
    std::vector<QRectF> bands;
    QRectF rest;
    QString rest_text;
    std::vector<double> ticks;
};
MovedLayout layout_moved(const MovedCells& cells, const QRectF& area, const QFont& body, const QFont& small);

/// Regret before and after a refit, a hollow and a filled mark on one line, the gates dashed.
class MovedChart : public WalkedChart {
    Q_OBJECT
public:
    explicit MovedChart(QWidget* parent = nullptr);
    void setCells(MovedCells cells);
    [[nodiscard]] const MovedCells& cells() const { return m_cells; }
    [[nodiscard]] MovedLayout places() const;

    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override { return {420, 150}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {280, 110}; }

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
    [[nodiscard]] int rowAt(const QPointF& at) const;

    MovedCells m_cells;
    int m_row = -1;
};

} // namespace blueprinting::ui
