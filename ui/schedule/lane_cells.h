#pragma once
#include "core/schedule/placement.h"
#include "ui/schedule/lane_paint.h"

#include <QBrush>
#include <QFontMetricsF>

#include <array>
#include <map>
#include <optional>

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
    /// Bytes of one device, with cap, least possible and peak.
    void bytes(const LaneGroup& group, std::size_t device, const QRectF& strip, const schedule::TimeWindow& window);
    void links(const LaneGroup& group, const LanePlace& lane, const schedule::TimeWindow& window);
    /// The commands of a simulation alone, as those of `cells`.
    void row(const schedule::Simulation& simulation, std::uint32_t device, const QRectF& row,
             const schedule::TimeWindow& window, bool numbered, std::uint32_t first_number = 1);
    /// In which a device stands still, from the stop on: dashed, numbered, framed where it is one of the ring.
    void waiting(const LaneGroup& group, schedule::CommandId head, const QRectF& cell);
    /// Measured end less simulated end over each command, later above the middle and sooner below.
    void late_by(const LaneGroup& group, const LanePlace& lane, const schedule::TimeWindow& window, double most);
    /// The number of a cell; `whole` with its slice.
    [[nodiscard]] QString text_of(const schedule::CommandGraph& graph, schedule::CommandId id, bool whole);

private:
    /// Which kinds of a lane carry numbers: all cells of one, or none.
    struct Numbers {
        std::array<bool, schedule::kCommandKinds> whole{}; ///< with the slice
        std::array<bool, schedule::kCommandKinds> first{}; ///< of slices the first one's, without it
    };
    [[nodiscard]] Numbers numbers(const schedule::Simulation& simulation, const std::vector<schedule::LaneItem>& items,
                                  double height);
    void items(const schedule::Simulation& simulation, std::uint32_t resource, const QRectF& row,
               const schedule::TimeWindow& window, bool numbered);
    void run(const schedule::Simulation& simulation, const schedule::LaneItem& item, const QRectF& row,
             const schedule::TimeWindow& window);
    enum class Half { whole, upper, lower };
    [[nodiscard]] static Half half(const schedule::CommandGraph& graph, schedule::CommandId id);
    void narrow(double x0, double x1, std::uint32_t color, const QRectF& row, Half half);
    void label(const schedule::Simulation& simulation, schedule::CommandId id, const QRectF& cell, bool whole);
    void foot(const schedule::Simulation& simulation, schedule::CommandId id, const QRectF& cell);
    [[nodiscard]] const schedule::Placement& placement(const schedule::CommandGraph& graph);
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
    std::vector<std::uint32_t> m_low; ///< the same of the lower halves, where some commands run as one
    std::uint32_t m_first_number = 1;
    std::optional<schedule::Placement> m_placement;
    const schedule::CommandGraph* m_placed = nullptr; ///< whose placement that is
    QFontMetricsF m_small_numbers;
    QFont m_small_number;
    double m_most_bytes = 1;
};

} // namespace blueprinting::ui
