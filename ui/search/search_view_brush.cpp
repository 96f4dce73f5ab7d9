#include "core/strategy/field_table.h"
#include "ui/search/search_filters.h"
#include "ui/search/search_plot.h"
#include "ui/search/search_view.h"

#include <algorithm>
#include <tuple>

/// What a person filters by, wherever it is marked: in the scatter, along an axis, by a bar of a knob.
namespace blueprinting::ui {

void SearchView::toggleValue(int field, qint64 value)
{
    SearchLook look = m_look;
    const auto wanted = static_cast<strategy::Field>(field);
    auto& knobs = look.brush.knobs;
    auto at = std::find_if(knobs.begin(), knobs.end(), [&](const auto& each) { return each.field == wanted; });
    if (at == knobs.end())
        at = knobs.insert(knobs.end(), {wanted, {}});
    if (const auto has = std::find(at->values.begin(), at->values.end(), value); has != at->values.end())
        at->values.erase(has);
    else
        at->values.push_back(value);
    std::sort(at->values.begin(), at->values.end());
    if (at->values.empty())
        knobs.erase(at);
    brushChanged(look);
}

void SearchView::brushChanged(const SearchLook& look)
{
    setLook(look);
    m_within = m_cloud && m_look.brushed() ? m_cloud->within(m_look.brush) : std::vector<char>();
    showUpper();
    showLower();
}

void SearchView::brushRange(const QRectF& range)
{
    SearchLook look = m_look;
    look.brush.least_seconds = range.left();
    look.brush.most_seconds = range.left() + range.width();
    look.brush.least_bytes = range.top() * kGibibyte;
    look.brush.most_bytes = (range.top() + range.height()) * kGibibyte;
    brushChanged(look);
}

/// Values of a knob as its axis was marked; none take it off.
void SearchView::brushKnob(const QString& key, const QList<qint64>& values)
{
    const strategy::FieldRow* row = strategy::row_of_path(key.toStdString());
    if (!row)
        return;
    SearchLook look = m_look;
    look.brush = without_filter(std::move(look.brush), key);
    if (!values.isEmpty())
        look.brush.knobs.push_back({row->field, {values.begin(), values.end()}});
    brushChanged(look);
}

/// A stretch of an axis of numbers, in GiB or seconds; 0 and infinity are open ends.
void SearchView::brushStretch(const QString& key, double low, double high)
{
    SearchLook look = m_look;
    if (key == u"bytes")
        std::tie(look.brush.least_bytes, look.brush.most_bytes) = std::pair(low * kGibibyte, high * kGibibyte);
    else
        std::tie(look.brush.least_seconds, look.brush.most_seconds) = std::pair(low, high);
    brushChanged(look);
}

void SearchView::brushSight()
{
    const XyLayout places = m_plot->places();
    brushRange({places.x.low, places.y.low, places.x.high - places.x.low, places.y.high - places.y.low});
}

/// Takes one filter off by its key, all where it is empty.
void SearchView::unbrush(const QString& key)
{
    SearchLook look = m_look;
    look.brush = without_filter(std::move(look.brush), key);
    brushChanged(look);
}

} // namespace blueprinting::ui
