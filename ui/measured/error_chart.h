#pragma once
#include "ui/widgets/charts/axis.h"

#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QFont;

/// What the panel of errors shows, as a plain value: marks above and strips below, over one error axis. ErrorPlot draws
/// it; layout_errors says where.
namespace blueprinting::ui {

enum class RunMark { filled, ring, small };

struct ErrorMark {
    QString key;      ///< id of the run
    double error = 0; ///< percent
    double up = 0;    ///< on the axis of the marks
    RunMark shape = RunMark::filled;
    std::size_t family = 0; ///< place of its colour among the families (run_families.h)
    bool near = false;      ///< one of the nearest to the selected strategy
    bool operator==(const ErrorMark&) const = default;
};

/// A strategy of the session at its own prediction, on the zero line.
struct ErrorChip {
    QString letter;
    std::size_t chip = 0;
    double up = 0;
    QString text;
    bool operator==(const ErrorChip&) const = default;
};

/// Two readings of one rate: no error, a bar between them.
struct ErrorBar {
    QString key;
    double low = 0, high = 0;
    QString hover;
    bool operator==(const ErrorBar&) const = default;
};

struct ErrorStrip {
    QString label;
    std::optional<std::size_t> family = {}; ///< swatch before the label
    QString chip = {};                      ///< or the letter of a strategy
    std::size_t chip_place = 0;
    std::vector<std::size_t> marks = {}; ///< places among the chart's marks
    std::vector<ErrorBar> bars = {};
    std::optional<double> median = {};
    std::optional<std::pair<double, double>> interval = {};
    bool range = false; ///< a line through all its marks
    bool bold = false;
    bool quiet = false; ///< not counted
    bool rule = false;  ///< above it
    QString runs, median_text, range_text, within_text;
    QString note = {}; ///< what is said beside the figures: how much an interval rests on
    bool operator==(const ErrorStrip&) const = default;
};

struct ErrorFamily {
    QString name;
    std::size_t family = 0;
    bool operator==(const ErrorFamily&) const = default;
};

struct ErrorKey {
    RunMark shape = RunMark::filled;
    bool ring = false, box = false, bar = false;
    bool own = false; ///< in the colour of one's own runs
    QString text, count;
    bool operator==(const ErrorKey&) const = default;
};

struct ErrorChart {
    std::vector<ErrorMark> marks;
    std::vector<ErrorStrip> strips;
    std::vector<ErrorChip> chips;
    std::vector<ErrorFamily> families; ///< named at their marks
    std::vector<ErrorKey> keys;        ///< what the marks mean, with counts
    /// Runs of one strategy, the yardstick: their places among the marks.
    std::vector<std::size_t> repeated;
    QString repeated_text;
    QString up_title;
    bool up_logarithmic = true;
    QString selected;
    bool operator==(const ErrorChart&) const = default;
};

/// How the panel is divided and what stands where, in pixels.
struct ErrorLayout {
    QRectF marks;  ///< plot of the marks
    QRectF strips; ///< the strips' part of the same axis
    AxisScale error, up;
    std::vector<double> error_ticks, up_ticks;
    std::vector<QPointF> places;                    ///< of the marks in the upper plot
    std::vector<bool> inside;                       ///< whether a mark lies within both axes there
    std::vector<QRectF> rows;                       ///< of the strips, whole width
    std::vector<std::vector<QPointF>> dots;         ///< of each strip's marks; empty where it is a histogram
    std::vector<std::vector<double>> bins;          ///< share of the highest of each, from the left end of the axis
    std::vector<std::size_t> before, behind;        ///< of each strip: how many lie past the ends
    std::size_t marks_before = 0, marks_behind = 0; ///< past the ends of the upper plot
    double label_left = 0, label_width = 0;
    struct Columns {
        double runs = 0, median = 0, range = 0, within = 0; ///< right edges; 0: no room
    } columns;
    double keys_left = 0; ///< 0: no room for them
};

inline constexpr double kErrorBin = 1.5;      ///< percent a bin
inline constexpr std::size_t kMostDots = 120; ///< more are a histogram
inline constexpr double kStripRow = 18;
inline constexpr double kChipPitch = 18;

/// The axis that holds what is counted, whatever else is drawn.
AxisScale natural_error_scale(const ErrorChart& chart);
AxisScale natural_up_scale(const ErrorChart& chart);
/// Pure.
ErrorLayout layout_errors(const ErrorChart& chart, const QRectF& area, const QFont& body, const QFont& small,
                          std::optional<AxisScale> error = std::nullopt, std::optional<AxisScale> up = std::nullopt);
/// Middles of the session's chips, from the one that stands highest on: at their values, or a chip's height apart, and
/// none over the axis below.
std::vector<double> chip_heights(const ErrorLayout& layout, const std::vector<ErrorChip>& chips);
/// Height that the strips and axes take beside the marks.
double height_of_strips(const ErrorChart& chart, const QFont& small);

} // namespace blueprinting::ui
