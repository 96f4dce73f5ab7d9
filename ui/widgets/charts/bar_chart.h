#pragma once
#include "ui/style/color_token.h"
#include "ui/style/icon.h"

#include <QString>

#include <optional>
#include <vector>

/// What a chart of stacked bars shows, as a plain value; StackedBars draws it, layout_bars says where.
namespace blueprinting::ui {

struct BarSegment {
    QString key = {};  ///< what is picked and linked: "recompute"
    QString name = {}; ///< "Recompute"
    double value = 0;
    ColorToken color = {};
    bool hatched = false;
    QString text = {};  ///< on the bar: "3.65"
    QString hover = {}; ///< read-out: "Recompute of full: 3.649 s, 20.2 % of 18.03 s"
    bool operator==(const BarSegment&) const = default;
};

/// A reference beside the bar. Diamonds lie in the outline's row, uprights stand across the filled bar, so that marks
/// that coincide never cover each other.
struct BarMark {
    Glyph glyph = Glyph::diamond;
    double value = 0;
    QString hover = {};
    bool operator==(const BarMark&) const = default;
};

/// From where to where the bar's end may lie: a line with two ends across the filled bar, never the bar.
struct BarWhisker {
    double low = 0, high = 0;
    QString hover = {};
    bool operator==(const BarWhisker&) const = default;
};

struct ReadOut {
    QString text;
    Tone tone = Tone::text;
    bool bold = false;
    QString tooltip = {}; ///< of this figure; else its column's
    bool operator==(const ReadOut&) const = default;
};

struct BarRow {
    QString key = {};
    QString label = {};
    bool bold = true;
    QString chip = {}; ///< letter, at `chip_place`
    std::size_t chip_place = 0;
    QString tag = {}; ///< behind the label: "fastest"
    Tone tag_tone = Tone::secondary;
    QString group = {}; ///< neighbouring rows with the same group stand close together under one label
    bool group_bold = false;
    std::vector<BarSegment> segments = {};
    std::vector<BarSegment> outline = {}; ///< the same segments in another view, outlined in a thinner row below
    std::vector<BarMark> marks = {};
    std::optional<BarWhisker> whisker = std::nullopt;
    std::vector<ReadOut> read_outs = {}; ///< one a column; may be empty
    QString note = {};                   ///< between the bar's end and the capacity or the axis' end
    QString short_note = {};             ///< in its stead where that is too long
    Tone note_tone = Tone::secondary;
    bool note_stays = false;                       ///< where neither fits beside the bar, it lies over the bar
    std::optional<double> capacity = std::nullopt; ///< of this row alone, where rows differ
    bool faded = false;                            ///< last legal figures: 38 %, no labels, secondary text
    QString hover = {};                            ///< read-out of the row as a whole; empty: its label
    QString state = {}; ///< in saved data, where it is not simply legal: "does not fit by 151.9 GiB"
    bool selected = false;
    bool operator==(const BarRow&) const = default;
};

/// Where a column stands once room is short: in fewer columns with two lines a row. The upper line lies beside the
/// filled bar, the lower one beside the outlined.
struct CompactPlace {
    std::size_t column = 0;
    bool lower = false;
    bool operator==(const CompactPlace&) const = default;
};

/// A column of read-outs beside the bars; its glyph is the legend of that reference.
struct BarColumn {
    QString header;
    Glyph glyph = Glyph::none;
    QString tooltip = {};
    int fold = 0; ///< where room is short, columns with the greatest go first; 0 never goes
    std::optional<CompactPlace> compact = std::nullopt; ///< of all columns or of none; then none folds away
    bool operator==(const BarColumn&) const = default;
};

/// A value that a bar should not pass: a dashed line across the bars, with its name over it where there is room.
struct BarGate {
    double value = 0;
    QString name;
    bool operator==(const BarGate&) const = default;
};

enum class SegmentNames { none, first_row, every_row };

struct BarChart {
    std::vector<BarRow> rows = {};
    std::vector<BarColumn> columns = {};
    QString axis_title = {}; ///< with its unit: "Iteration time (s)"
    double axis_end = 0;     ///< 0: the round value past the longest bar
    double tick_step = 0;    ///< of the whole axis; 0: round values (bytes come in fours)
    std::optional<double> capacity = std::nullopt;
    QString capacity_label = {};
    std::vector<BarGate> gates = {}; ///< from the least on
    QString whisker_name = {};       ///< what the whiskers are, in saved data
    QString aside = {};              ///< quiet, over the end of the bars: what has no column here, and why
    QString aside_tip = {};
    QString selected_segment = {};
    QString empty = {};                 ///< said where there are no rows
    std::vector<QStringList> data = {}; ///< what is saved in the rows' stead
    SegmentNames names = SegmentNames::first_row;
    bool labels_right = false; ///< row labels next to the bars instead of at the left edge
    double bar_height = 30;    ///< as wanted; less where rows are many
    double most_bar = 0;       ///< where there is room to spare; 0: no higher than wanted
    double outline_height = 13;
    double row_gap = 9;
    bool operator==(const BarChart&) const = default;
};

/// Largest of bars, outlines, marks, whiskers and capacity.
double extent_of(const BarChart& chart);

} // namespace blueprinting::ui
