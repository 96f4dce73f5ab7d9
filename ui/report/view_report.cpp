#include "ui/report/view_report.h"

#include "ui/style/theme.h"
#include "ui/widgets/charts/chart_widget.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/view.h"

#include <QPainter>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr double kWidth = 1000; ///< of a chart, in pixels at 96 an inch: what a page has room for
constexpr double kHead = 60;    ///< title and legend
constexpr double kMostHeight = 620;

ReportTable table_of(const TableView& view)
{
    TableView::ShownRows shown = view.shownRows();
    ReportTable out{view.accessibleName(), std::move(shown.rows), std::move(shown.right_aligned), 0};
    if (out.rows.size() > kMostReportRows + 1) {
        out.left_out = out.rows.size() - kMostReportRows - 1;
        out.rows.resize(kMostReportRows + 1);
    }
    return out;
}

ReportDrawing drawing_of(const ChartWidget& chart)
{
    const Theme theme = light_theme();
    ReportDrawing out{chart.heading(), chart.encoded(FileFormat::svg, theme), QPicture(), {}};
    out.size = {kWidth, std::min(std::max(chart.sizeHint().height(), 240) + kHead, kMostHeight)};
    QPainter painter(&out.picture);
    chart.paintWhole(painter, QRectF(QPointF(0, 0), out.size), theme);
    painter.end();
    return out;
}

} // namespace

ReportPart part_of(const View& view)
{
    ReportPart out;
    out.title = view.title();
    out.facts = view.reportFacts();
    out.sign_off = view.wantsSignOff();
    if (const auto* answer = view.findChild<AnswerLine*>(); answer && answer->isVisibleTo(&view)) {
        out.headline = answer->headline();
        out.why = answer->why();
    }
    std::vector<const QWidget*> found;
    for (const QWidget* widget : view.findChildren<QWidget*>())
        if (widget->isVisibleTo(&view) &&
            (qobject_cast<const ChartWidget*>(widget) || qobject_cast<const TableView*>(widget)))
            found.push_back(widget);
    std::ranges::stable_sort(found, [&](const QWidget* a, const QWidget* b) {
        const QPoint left = a->mapTo(&view, QPoint());
        const QPoint right = b->mapTo(&view, QPoint());
        return std::pair(left.y(), left.x()) < std::pair(right.y(), right.x());
    });
    for (const QWidget* widget : found) {
        if (const auto* chart = qobject_cast<const ChartWidget*>(widget)) {
            if (chart->dataRows().size() > 1)
                out.shown.emplace_back(drawing_of(*chart));
        } else if (const auto* table = static_cast<const TableView*>(widget); table->filter()->rowCount() > 0) {
            out.shown.emplace_back(table_of(*table));
        }
    }
    return out;
}

} // namespace blueprinting::ui
