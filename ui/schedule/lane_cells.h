#pragma once
#include "ui/schedule/lane_paint.h"

#include <QBrush>
#include <QFontMetricsF>

#include <array>

namespace blueprinting::ui {

/// Fills rectangles with the bubble's hatch: a texture on pixels, lines in vector files.
class Hatch {
public:
    Hatch(QPainter& painter, const QColor& color, const QColor& under);
    void fill(const QRectF& rect);
    [[nodiscard]] bool onPixels() const { return m_raster; }

private:
    QPainter& m_painter;
    QColor m_color;
    QColor m_under;
    QBrush m_brush;
    bool m_raster = false;
};

/// What stands in a lane: commands and gaps on it, activations over it, transfers under it. On pixels every cell that
/// is too narrow for a number is written into one row of colours, drawn once a lane: a frame then costs lanes, not
/// commands.
class LaneCells {
public:
    LaneCells(QPainter& painter, const LaneChart& chart, const LaneLook& look);

    void cells(const LaneGroup& group, const LanePlace& lane, const schedule::TimeWindow& window, bool numbered);
    void strip(const LaneGroup& group, const LanePlace& lane, const schedule::TimeWindow& window);
    void links(const LaneGroup& group, const LanePlace& lane, const schedule::TimeWindow& window);

private:
    void items(const schedule::Simulation& simulation, std::uint32_t resource, const QRectF& row,
               const schedule::TimeWindow& window, bool numbered);
    void run(const schedule::Simulation& simulation, const schedule::LaneItem& item, const QRectF& row,
             const schedule::TimeWindow& window);
    void narrow(double x0, double x1, std::uint32_t color, const QRectF& row);
    void label(const schedule::Simulation& simulation, schedule::CommandId id, const QRectF& cell);
    void draw(const std::vector<std::uint32_t>& colors, int first_x, const QRectF& row, bool with_gaps);
    const QString& number(std::uint32_t value);

    QPainter& m_painter;
    const LaneChart& m_chart;
    const LaneLook& m_look;
    Hatch m_hatch;
    QFontMetricsF m_numbers;
    double m_most = 1; ///< activations that the strip's height stands for
    std::array<QColor, schedule::kShades> m_ink, m_off_ink;
    std::vector<QString> m_labels;
    std::vector<std::uint32_t> m_row; ///< colours of a lane's narrow cells; 0 where there is none
};

} // namespace blueprinting::ui
