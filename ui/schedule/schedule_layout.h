#pragma once
#include "core/schedule/lane_layout.h"
#include "ui/schedule/lane_group.h"

#include <QRectF>

/// Where everything of a lane chart stands. Pure: tests call it, and painting draws nothing that is not in it.
namespace blueprinting::ui {

struct LaneMetrics {
    double label_width = 76;  ///< "peak 5.5", "stage 63"
    double line_height = 17;  ///< of the body font
    double small_height = 15; ///< of axis text and peaks
};

struct LanePlace {
    int stage = 0;
    QRectF strip; ///< activations; empty where lanes are too low for one
    QRectF lane;
    QRectF beside; ///< of a measured run: its simulation
    QRectF link;   ///< transfers that leave the stage, and collectives; empty where there are none
};

struct LaneGroupPlace {
    QRectF title; ///< the line with title and summary
    QRectF strip; ///< bytes of one device, where lanes have no strip of their own; else empty
    int strip_device = -1;
    QRectF body; ///< all lanes, or the message where there are none
    std::vector<LanePlace> lanes;
    QRectF tray;                  ///< commands that are not placed yet; empty where there are none
    std::vector<QRectF> unplaced; ///< of those that there is room for, from the first on
};

struct LaneLayout {
    QRectF plot;               ///< time runs from its left to its right edge
    QRectF viewport;           ///< what of `content` is seen: above the axis
    double content_height = 0; ///< of all groups; more than the viewport's height where it scrolls
    QRectF axis;
    QRectF overview;                    ///< all lanes and all time, where not all of both is seen; else empty
    std::vector<LaneGroupPlace> groups; ///< already moved by the scroll
    schedule::TimeWindow window;        ///< in units of the axis
    double lane_height = 30;
    bool numbered = true; ///< lanes are high enough for microbatch numbers

    [[nodiscard]] double x(double time) const { return plot.left() + window.x(time); }
    [[nodiscard]] double time(double x_position) const { return window.time(x_position - plot.left()); }
    [[nodiscard]] double max_scroll() const { return std::max(0.0, content_height - viewport.height()); }
};

/// A rectangle's part for one of a joined pair: forwards above, backwards below, a pixel between them.
QRectF half_of(const QRectF& cell, bool upper);

/// Lanes are 30 px high with strips of 17 px where all just fit, up to 64 where there is more room, and lower where
/// there is less: a few of them no lower than can be read, many down to 4 (or to what the chart says). Below that they
/// scroll.
/// A person's own height comes before all that; lanes with pairs are half as high again where the others are low. With
/// `overview` all of it stands small above what is seen.
LaneLayout layout_lanes(const LaneChart& chart, const QRectF& area, const LaneMetrics& metrics, double scroll,
                        bool overview = true);
inline constexpr double kLowestLane = 4, kHighestLane = 48; ///< of a person's own height

/// Height of a chart with its axis in which every lane can be read and has its strip with the peak beside it: of all
/// groups, and of the highest one.
struct ReadableHeight {
    double all = 0, one = 0;
};
ReadableHeight readable_height(const LaneChart& chart, const LaneMetrics& metrics);

/// Part of the time axis that is shown: the chart's range, or all of it.
std::pair<double, double> shown_range(const LaneChart& chart);

/// The window in a group's own time.
schedule::TimeWindow own_window(const LaneLayout& layout, const LaneGroup& group);

/// What is at a point.
struct LaneHit {
    int group = -1;
    int stage = -1;
    schedule::CommandId command = schedule::kNoCommand; ///< of the lane, or of a link under it
    const schedule::Idle* idle = nullptr;
    int tail = -1;       ///< of what comes after the pipeline
    int unplaced = -1;   ///< of the commands in the tray
    bool peak = false;   ///< of the stage's bytes; `command` brings it
    bool second = false; ///< of the second iteration
    bool label = false;  ///< on the stage's name
    bool title = false;  ///< on a group's title line
    bool axis = false;
    bool operator==(const LaneHit&) const = default;
};
LaneHit hit_lanes(const LaneChart& chart, const LaneLayout& layout, const QPointF& at);

/// Lays the tray out in its rectangle: device after device, as many as there is room for.
std::vector<QRectF> tray_cells(const LaneGroup& group, const QRectF& tray);

/// Where the peak of a device's bytes stands on its strip, by its time; nothing where it has none in sight.
std::optional<double> peak_x(const LaneLayout& layout, const LaneGroup& group, std::size_t device);

/// Rectangle of a command or an idle interval, not clipped; empty where it is not in the layout.
QRectF place_of_command(const LaneChart& chart, const LaneLayout& layout, int group, schedule::CommandId id);
QRectF place_of_tail(const LaneChart& chart, const LaneLayout& layout, int group, const schedule::TailStep& step);
QRectF place_of_idle(const LaneChart& chart, const LaneLayout& layout, int group, const schedule::Idle& idle);

/// Height of the strip per pixel column of what a stage holds: the largest value in the column's time, in chunks.
std::vector<std::uint32_t> held_columns(const std::vector<schedule::Held>& held, const schedule::TimeWindow& window);
/// The same of bytes.
std::vector<double> byte_columns(const std::vector<schedule::DeviceBytes::Level>& levels, double end,
                                 const schedule::TimeWindow& window);

} // namespace blueprinting::ui
