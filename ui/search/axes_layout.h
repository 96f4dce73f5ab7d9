#pragma once
#include "ui/search/axes_picture.h"

#include <QPainterPath>
#include <QRectF>

namespace blueprinting::ui {

/// Where parallel axes and what lies between them go. Pure.
struct AxesLayout {
    /// A ribbon: from the middle of its left end to the middle of its right one, as wide as its count all along.
    struct Band {
        static constexpr double kLeastDrawn = 0.7; ///< pixels: a single strategy is seen, too
        QPointF from, to;
        double width = 1;
        [[nodiscard]] QPainterPath path() const;
        /// How far above or below its middle a point lies; nothing beside it.
        [[nodiscard]] std::optional<double> distance(const QPointF& at) const;
    };
    QRectF plot;           ///< the axes' length
    std::vector<double> x; ///< of each axis
    std::vector<QRectF> titles;
    double spacing = 0;                         ///< between neighbours
    double scale = 0;                           ///< pixels a strategy
    std::vector<std::vector<Band>> all, within; ///< as the picture's ribbons

    [[nodiscard]] double y(double share) const { return plot.bottom() - share * plot.height(); }
    [[nodiscard]] double share(double y) const { return (plot.bottom() - y) / plot.height(); }
    /// The axis that a point is at; −1 between them.
    [[nodiscard]] int axisAt(const QPointF& at) const;
};

AxesLayout layout_axes(const AxesPicture& picture, const QRectF& area, double line);

/// The line of a strategy through its places.
QPainterPath line_path(const AxesLayout& layout, const std::vector<double>& at);

} // namespace blueprinting::ui
