#include "ui/widgets/charts/chart_text.h"

#include "ui/style/foreign_text.h"

#include <initializer_list>

namespace blueprinting::ui {
namespace {

void show(std::initializer_list<QString*> texts)
{
    for (QString* text : texts)
        *text = label_text(*text);
}

} // namespace

BarChart as_shown(BarChart chart)
{
    show({&chart.axis_title, &chart.capacity_label, &chart.empty});
    for (BarColumn& column : chart.columns)
        show({&column.header, &column.tooltip});
    for (BarRow& row : chart.rows) {
        show({&row.label, &row.chip, &row.tag, &row.group, &row.note, &row.short_note, &row.hover});
        for (auto* segments : {&row.segments, &row.outline})
            for (BarSegment& segment : *segments)
                show({&segment.name, &segment.text, &segment.hover});
        for (BarMark& mark : row.marks)
            show({&mark.hover});
        for (ReadOut& read_out : row.read_outs)
            show({&read_out.text});
    }
    return chart;
}

HeatChart as_shown(HeatChart chart)
{
    show({&chart.column_title, &chart.row_title});
    for (HeatColumn& column : chart.columns)
        show({&column.header, &column.group, &column.brief});
    for (HeatRow& row : chart.rows) {
        show({&row.label, &row.group});
        for (HeatCell& cell : row.cells)
            show({&cell.text, &cell.hover});
    }
    return chart;
}

XyChart as_shown(XyChart chart)
{
    show({&chart.x.title, &chart.y.title});
    for (XyMark& mark : chart.marks)
        show({&mark.label, &mark.hover});
    for (XyLine& line : chart.lines) {
        show({&line.label, &line.hover});
        for (QString& label : line.step_labels)
            show({&label});
    }
    return chart;
}

} // namespace blueprinting::ui
