#pragma once
#include "ui/style/color_token.h"
#include "ui/widgets/part.h"

#include <QFont>
#include <QRectF>
#include <QStringList>

#include <vector>

/// What a matrix of coloured cells shows, as a plain value; HeatMap draws it, layout_heat says where.
namespace blueprinting::ui {

struct HeatCell {
    double value = 0;       ///< raw, for the exported data
    QString text = {};      ///< in the cell, where it fits
    ColorToken fill = {};   ///< none: the panel shows
    bool hollow = false;    ///< outlined, not filled
    Tone tone = Tone::text; ///< of the text where there is no fill
    bool bold = false;
    QString count = {}; ///< a second figure behind the text
    Tone count_tone = Tone::secondary;
    QString hover = {};
    bool operator==(const HeatCell&) const = default;
};

struct HeatRow {
    QString key = {};
    QString label = {};
    QString group =
        {}; ///< written once beside (where narrow: over) neighbouring rows that share it; a gap parts groups
    ColorToken swatch = {};
    bool hatched = false;
    std::vector<HeatCell> cells = {}; ///< one a column
    bool operator==(const HeatRow&) const = default;
};

struct HeatColumn {
    QString key = {};
    QString header = {};
    QString group = {}; ///< bold, over neighbouring columns that share it; a gap parts groups
    QString brief = {}; ///< header where columns are narrow; empty: the header, cut
    bool bold = false;  ///< of totals
    bool operator==(const HeatColumn&) const = default;
};

struct HeatChart {
    std::vector<HeatColumn> columns = {};
    std::vector<HeatRow> rows = {};
    QString column_title = {};          ///< what the columns are: "Case"; stands before the topmost line of headers
    QString row_title = {};             ///< what the rows are: "Workload figure"; stands over their labels
    bool labels_right = true;           ///< next to the cells, else at the left behind their swatch
    double row_height = 19;             ///< as wanted; less where rows are many
    double most_row_height = 0;         ///< where there is room to spare; 0: no higher than wanted
    QString selected_row = {};          ///< key; its label is marked
    QString selected_column = {};       ///< key; its header is marked
    bool selects_cell = false;          ///< what is marked is the one cell in which both meet
    bool groups_bold = false;           ///< names of groups of rows lead the eye
    double least_cell = 0;              ///< width that cells keep: names are cut before they are narrower
    QString empty = {};                 ///< said where there are no rows
    std::vector<QStringList> data = {}; ///< what is saved, where a cell holds more than one number
    bool operator==(const HeatChart&) const = default;
};

struct HeatFonts {
    QFont body, body_bold, bold, small, small_number;
};

struct HeatPlace {
    QRectF label, swatch, group; ///< group empty but in the first row of one that is in sight
    std::vector<QRectF> cells;   ///< empty where out of sight
    bool operator==(const HeatPlace&) const = default;
};
struct HeatLayout {
    std::vector<QRectF> headers;       ///< one a column
    std::vector<QRectF> column_groups; ///< one a column, empty but in the first of a group
    std::vector<HeatPlace> rows;
    QRectF cells;                   ///< all that the cells may cover
    bool texts = true;              ///< every cell has room for its text; else none has one
    bool brief = false;             ///< columns have their brief headers: one of the others would not fit
    QRectF column_title, row_title; ///< empty where there is none
    double height = 0;              ///< that is used
};

/// Where everything goes. Pure.
HeatLayout layout_heat(const HeatChart& chart, const QRectF& area, const HeatFonts& fonts, const Sight& sight = {});
/// Height that the chart wants, and the least in which its rows can be told apart.
double wanted_height(const HeatChart& chart, const HeatFonts& fonts, double width = 640);
double least_height(const HeatChart& chart, const HeatFonts& fonts, double width = 640);

} // namespace blueprinting::ui
