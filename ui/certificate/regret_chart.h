#pragma once
#include "ui/certificate/review.h"
#include "ui/certificate/walked_chart.h"
#include "ui/style/color_token.h"

namespace blueprinting::ui {

struct RegretRow {
    QString key; ///< of the cell
    CellNames names;
    double regret_pct = 0;
    bool clear_miss = false;
    QString hover;
    bool operator==(const RegretRow&) const = default;
};

/// One split: cells that lose something, the most first, and how many lose nothing.
struct RegretSide {
    QString title; ///< "held out, 11 cells"
    ColorToken color = {};
    std::vector<RegretRow> rows;
    std::size_t zeros = 0;
    bool operator==(const RegretSide&) const = default;
};

struct RegretBars {
    std::vector<RegretSide> sides;
    QString selected; ///< key
    bool operator==(const RegretBars&) const = default;
};

RegretBars regret_bars(const Review& review, const QString& selected);

struct RegretRowPlace {
    QRectF band, name, model, topology, bar;
};
struct RegretSidePlace {
    QRectF area, swatch, title, plot;
    std::vector<RegretRowPlace> rows; ///< as many as fit, from the top
    QRectF rest;                      ///< the line below them
    QString rest_text;                ///< "12 more below 0.31 %, 7 at 0 %"
    std::vector<double> ticks;
};
struct RegretLayout {
    std::vector<RegretSidePlace> sides;
    double axis_end = 1; ///< percent; the same on both sides
};
/// Pure. Sides stand beside each other where there is room, else below each other.
RegretLayout layout_regret(const RegretBars& bars, const QRectF& area, const QFont& body, const QFont& small);

/// Regret per cell as named rows, the gates as dashed lines; cells that lose nothing in one line. Click or arrows and
/// Enter pick a cell.
class RegretChart : public WalkedChart {
    Q_OBJECT
public:
    explicit RegretChart(QWidget* parent = nullptr);
    void setBars(RegretBars bars);
    [[nodiscard]] const RegretBars& bars() const { return m_bars; }
    [[nodiscard]] RegretLayout places() const;

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
    struct Place {
        int side = -1;
        int row = -1;
        bool operator==(const Place&) const = default;
    };
    [[nodiscard]] Place placeAt(const QPointF& at) const;
    [[nodiscard]] const RegretRow* rowAt(const Place& place) const;

    RegretBars m_bars;
    Place m_cursor;
};

} // namespace blueprinting::ui
