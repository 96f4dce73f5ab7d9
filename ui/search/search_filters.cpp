#include "ui/search/search_filters.h"

#include "core/base/format.h"
#include "ui/search/search_words.h"
#include "ui/search/words.h"
#include "ui/style/shown.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace blueprinting::ui {
namespace {

/// "12.1–14.0", "≤ 64.0" or "≥ 12.1": an end that is open is not said.
QString stretch_text(double low, double high, double unit, int decimals)
{
    const auto number = [&](double value) { return QString(shown(format::fixed(value / unit, decimals))); };
    if (low <= 0)
        return SearchWords::tr("≤ %1").arg(number(high));
    if (!std::isfinite(high))
        return SearchWords::tr("≥ %1").arg(number(low));
    return SearchWords::tr("%1–%2").arg(number(low), number(high));
}

} // namespace

std::vector<FilterChip> filter_chips(const search::Brush& brush)
{
    std::vector<FilterChip> out;
    const search::Brush none;
    if (brush.least_seconds != none.least_seconds || brush.most_seconds != none.most_seconds)
        out.push_back({QStringLiteral("seconds"),
                       SearchWords::tr("time %1 s").arg(stretch_text(brush.least_seconds, brush.most_seconds, 1, 2))});
    if (brush.least_bytes != none.least_bytes || brush.most_bytes != none.most_bytes)
        out.push_back(
            {QStringLiteral("bytes"),
             SearchWords::tr("memory %1 GiB").arg(stretch_text(brush.least_bytes, brush.most_bytes, kGibibyte, 1))});
    for (const search::Brush::Knob& knob : brush.knobs) {
        QStringList values;
        for (const std::int64_t value : knob.values)
            values << knob_value_text(knob.field, value);
        out.push_back({shown(strategy::path_of(knob.field)),
                       knob_head(knob.field) + QLatin1Char(' ') + values.join(QStringLiteral(", "))});
    }
    return out;
}

search::Brush without_filter(search::Brush brush, const QString& key)
{
    const search::Brush none;
    if (key.isEmpty())
        return none;
    if (key == u"seconds")
        std::tie(brush.least_seconds, brush.most_seconds) = std::pair(none.least_seconds, none.most_seconds);
    else if (key == u"bytes")
        std::tie(brush.least_bytes, brush.most_bytes) = std::pair(none.least_bytes, none.most_bytes);
    else
        std::erase_if(brush.knobs, [&](const auto& each) { return shown(strategy::path_of(each.field)) == key; });
    return brush;
}

} // namespace blueprinting::ui
