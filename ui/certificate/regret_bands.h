#pragma once
#include "ui/certificate/review.h"
#include "ui/certificate/walked_chart.h"

#include <array>

class QBarCategoryAxis;
class QBarSeries;
class QChart;
class QGraphicsScene;
class QLineSeries;
class QValueAxis;

namespace blueprinting::ui {

/// How many cells of each split lose nothing, up to the first gate, from gate to gate, and past the last.
struct RegretBands {
    struct Part {
        std::size_t cells = 0;
        QString worst; ///< key of the cell that loses most, "" where there is none
        bool operator==(const Part&) const = default;
    };
    struct Band {
        QString name;  ///< "2–5"
        double to = 0; ///< percent, infinite for the last
        Part held_out;
        Part fitted;
        bool operator==(const Band&) const = default;
    };
    std::vector<Band> bands; ///< empty where nothing could be scored
    std::size_t held_out = 0;
    std::size_t fitted = 0;
    bool operator==(const RegretBands&) const = default;
};
RegretBands regret_bands(const Review& review);

/// The bands as bars, held out beside fitted, in percent of their split, the number of cells over each; the gates stand
/// between the bands. A click picks the cell of a bar that loses most. Drawn by Qt Charts, so that it lies in a scene
/// of its own which is rendered wherever the chart is painted.
class RegretBandsChart : public WalkedChart {
    Q_OBJECT
public:
    explicit RegretBandsChart(QWidget* parent = nullptr);
    ~RegretBandsChart() override;

    void setBands(RegretBands bands);
    [[nodiscard]] const RegretBands& bands() const { return m_bands; }
    /// A bar on the screen; `split` 0 is held out, 1 fitted.
    [[nodiscard]] QRectF bar(std::size_t band, int split) const;

    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override { return {420, 200}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {280, 130}; }

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
        int band = -1;
        int split = 0;
    };
    [[nodiscard]] Place placeAt(const QPointF& at) const;
    [[nodiscard]] const RegretBands::Part& part(const Place& place) const;
    [[nodiscard]] std::size_t cellsOf(int split) const { return split == 0 ? m_bands.held_out : m_bands.fitted; }
    [[nodiscard]] double share(const Place& place) const;
    [[nodiscard]] QString readOut(const Place& place) const;
    [[nodiscard]] QRectF barIn(std::size_t band, int split) const; ///< in the scene as it is laid out
    void lay(const QSizeF& size, const Theme& theme) const;
    void pick(const Place& place);

    RegretBands m_bands;
    std::unique_ptr<QGraphicsScene> m_scene; ///< owns the chart, which owns series and axes
    QChart* m_chart;
    QBarSeries* m_bars;
    QBarCategoryAxis* m_across;
    QValueAxis* m_up;
    std::vector<QLineSeries*> m_gates;
    int m_cursor = -1; ///< bars from left to right, held out before fitted
};

} // namespace blueprinting::ui
