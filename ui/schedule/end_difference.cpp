#include "ui/schedule/end_difference.h"

#include "core/base/format.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kLeastUnderWords = 20; ///< height of lanes that words may cover: of lower ones they would cover all

bool ends(const LaneGroup& group)
{
    return group.simulation() && !group.stale && !group.still() && !group.asked.makespan && !group.measured &&
           !group.second;
}

} // namespace

std::optional<EndDifference> end_difference(const LaneChart& chart, const LaneLayout& layout, std::size_t index,
                                            const LaneFonts& fonts)
{
    const LaneGroup& group = chart.groups[index];
    if (!ends(group) || !group.unfit.isEmpty())
        return std::nullopt;
    double longest = 0;
    for (const LaneGroup& other : chart.groups)
        if (ends(other) && group.sameWork(other))
            longest = std::max(longest, other.pipeline_end());
    if (longest - group.pipeline_end() < 1e-9 * longest || longest < chart.end() * (1 - 1e-9))
        return std::nullopt;
    const double x0 = layout.x(group.pipeline_end()) + 3;
    const double x1 = layout.x(longest) - 2;
    if (x0 > layout.plot.right() || x1 < layout.plot.left() || x1 - x0 < 8)
        return std::nullopt;
    const QRectF& body = layout.groups[index].body;
    const double y = std::round(body.top() + 0.55 * body.height()) + 0.5;
    EndDifference out{QLineF(x0, y, x1, y), {}, {}};
    const double shorter = longest - group.pipeline_end();
    const QString length = chart.axis_unit.isEmpty()
                               ? shown(format::fixed(shorter, std::max(group.decimals, decimals_of(shorter))))
                               : brief(shorter);
    const QString text = Words::tr("%1 shorter").arg(length + chart.axis_unit);
    const QFontMetricsF metrics(fonts.small_bold);
    const double width = metrics.horizontalAdvance(text);
    if (x1 - x0 < width && layout.lane_height < kLeastUnderWords)
        return out;
    const double left = std::min((x0 + x1 - width) / 2, layout.plot.right() - width);
    out.label = QRectF(left - 3, y - metrics.height() - 3, width + 6, metrics.height());
    out.text = text;
    return out;
}

} // namespace blueprinting::ui
