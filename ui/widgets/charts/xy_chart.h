#pragma once
#include "ui/style/color_token.h"

#include <QPointF>
#include <QString>

#include <optional>
#include <vector>

/// What a chart of marks and lines over two value axes shows (scatter, roofline, efficiency curve), as a plain value;
/// XyPlot draws it, layout_xy says where.
namespace blueprinting::ui {

struct XyAxis {
    QString title; ///< with its unit: "Achieved (TFLOP/s)"
    bool logarithmic = false;
    std::optional<double> low =
        std::nullopt; ///< else zero, or the round value below what is shown on a logarithmic axis
    std::optional<double> high = std::nullopt;
    bool operator==(const XyAxis&) const = default;
};

enum class MarkShape { circle, square };

struct XyMark {
    QString key = {};
    double x = 0;
    double y = 0;
    MarkShape shape = MarkShape::circle;
    ColorToken color = {};
    double area = 28; ///< square pixels; larger marks are drawn first, so that smaller ones lie on top
    bool hollow = false;
    bool faded = false;
    QString label = {}; ///< written beside the mark where there is room
    QString hover = {};
    bool operator==(const XyMark&) const = default;
};

enum class LineKind {
    solid,
    dashed,
    dotted,
    stairs, ///< steps with their risers: a share that grows
    steps   ///< points are (threshold, value) ascending: each value holds to the next threshold, the last to the axis'
            ///< end
};

struct XyLine {
    std::vector<QPointF> points = {};
    LineKind kind = LineKind::solid;
    ColorToken color = Tone::text;
    double width = 1.5;
    QString label = {};    ///< on the line; slanted with it
    double label_at = 0.5; ///< share of the line's length (pixels) at which the label stands
    bool label_below = false;
    std::vector<QString> step_labels = {}; ///< steps: one a step
    QString hover = {};
    bool operator==(const XyLine&) const = default;
};

/// A filled rectangle between values, below lines and marks: a stretch of an axis, or a cell of a density that stands
/// for more marks than could be drawn. One with a key is picked as a mark is.
struct XyArea {
    QString key = {};
    QPointF low, high; ///< corners
    ColorToken color = {};
    bool operator==(const XyArea&) const = default;
};

struct XyChart {
    XyAxis x, y;
    std::vector<XyArea> areas = {};
    std::vector<XyMark> marks = {};
    std::vector<XyLine> lines = {};
    std::vector<QString> selected = {}; ///< keys of ringed marks
    bool grid = true;                   ///< across the value (y) axis
    bool operator==(const XyChart&) const = default;
};

} // namespace blueprinting::ui
