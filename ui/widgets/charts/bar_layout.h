#pragma once
#include "ui/widgets/charts/axis.h"
#include "ui/widgets/charts/bar_chart.h"

#include <QFont>
#include <QRectF>

namespace blueprinting::ui {

/// Fonts that a layout measures with.
struct BarFonts {
    QFont body, bold, small, number, small_number;
};
BarFonts bar_fonts(const QWidget* widget);

/// Widths left and right of the bars. Charts that stand above each other share one left and one right edge: lay each
/// out with the widest of all.
struct BarEdges {
    double label = 0;
    std::vector<double> columns; ///< 0 for a folded column
    bool compact = false;        ///< the columns are those of BarColumn::compact, with two lines a row
    double below = 0; ///< > 0: no columns; read-outs stand below each row, each behind its glyph, in this width
    bool operator==(const BarEdges&) const = default;
};
/// What this chart alone needs at this width. Long labels are cut (they elide); columns go into fewer ones or fold
/// until the bars have room.
BarEdges natural_edges(const BarChart& chart, const BarFonts& fonts, double width);
/// Edges that all these charts can share.
BarEdges shared_edges(const std::vector<const BarChart*>& charts, const BarFonts& fonts, double width);

struct SegmentPlace {
    QRectF rect;  ///< 1 px of panel parts it from the next
    QString text; ///< what is written on it; empty below 4 % of the bar or where it does not fit
    QRectF label; ///< in the middle of which: the rect, or what is left of it beside a capacity's line
};
struct RowPlace {
    QRectF band; ///< the whole row, for selection and the pointer
    QRectF chip, label, tag;
    QRectF bar, outline;
    std::vector<SegmentPlace> segments;
    std::vector<QRectF> outlined;
    std::vector<QPointF> marks;
    QRectF whisker;                ///< null where there is none in sight
    std::vector<QRectF> read_outs; ///< right-aligned in these
    QRectF below;                  ///< where they stand below the bars; null where they do not
    std::vector<QRectF> keys;      ///< below the bars: where the glyph or the header of each goes; null for none
    QRectF note;                   ///< null where it does not fit
    QString note_text;
    bool note_over_bar = false; ///< on a ground of its own
    double capacity_x = -1;     ///< of this row alone; −1 where there is none in sight
};
struct GroupPlace {
    QString text;
    bool bold = false;
    QRectF rect;
};
struct BarTick {
    double value = 0;
    double x = 0;
    QString text;
};

struct GatePlace {
    double x = -1; ///< −1 where it is out of sight
    QRectF label;  ///< null where it has no room
};

struct BarLayout {
    QRectF plot;
    AxisScale scale;
    std::vector<BarTick> ticks;
    std::vector<RowPlace> rows;
    std::vector<GroupPlace> groups;
    std::vector<QRectF> headers; ///< one a column, null where folded or written before each read-out
    QRectF axis_title;
    QRectF capacity_label;
    QRectF aside;           ///< right-aligned in this; null where there is none
    double capacity_x = -1; ///< −1 where there is none in sight
    std::vector<GatePlace> gates;
};

/// Where everything goes. Pure: the same inputs give the same places. `shown` is the value range in sight; by default
/// from zero to the axis' end.
BarLayout layout_bars(const BarChart& chart, const QRectF& area, const BarFonts& fonts, const BarEdges& edges,
                      std::optional<AxisScale> shown = std::nullopt);

/// Height that the chart wants, the least in which its rows can be read, and the most that it can use.
double wanted_height(const BarChart& chart, const BarFonts& fonts, const BarEdges& edges = {});
double least_height(const BarChart& chart, const BarFonts& fonts, const BarEdges& edges = {});
double most_height(const BarChart& chart, const BarFonts& fonts, const BarEdges& edges = {});

} // namespace blueprinting::ui
