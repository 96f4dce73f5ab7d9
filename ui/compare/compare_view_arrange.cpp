#include "ui/compare/compare_view.h"

#include "ui/style/metrics.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/tables/table_view.h"

#include <QEvent>
#include <QHeaderView>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace blueprinting::ui {

using namespace compare;

namespace {

/// Below this the two tables stand above each other.
constexpr int kSideBySide = 820;
/// Below these the comparison shortens its words, and leaves its bars out.
constexpr int kWideTable = 720;
constexpr int kMediumTable = 520;
constexpr int kLeastRows = 6; ///< of the table, with its header, before the page scrolls

/// Applies what is wanted where it is not so now.
template <class Value, class Apply>
void put(bool& changed, const Value& now, const Value& wanted, const Apply& apply)
{
    if (now == wanted)
        return;
    apply();
    changed = true;
}

} // namespace

/// Of the table in a view of this width.
Room CompareView::roomIn(int width)
{
    const int table = width >= kSideBySide ? width * 62 / 100 : width;
    return table < kMediumTable ? Room::narrow : table < kWideTable ? Room::medium : Room::wide;
}

/// Side by side where there is room for both, else above each other. The table scrolls within itself where that saves
/// the page from scrolling, and else stands at its full height: never one scroll bar within another. What the least
/// heights leave goes to the rows of the table and then to the charts. Every height follows from the size of the view
/// and from what is shown, never from how it was before: the same session in the same window is the same picture.
void CompareView::arrange()
{
    if (m_arranging)
        return;
    m_arranging = true;
    // Tables and buttons say what they want once they are laid out.
    for (int pass = 0; pass < 3 && arrangeOnce(); ++pass) {
        const int across = m_scroll->viewport()->width();
        m_page->resize(across, std::max(m_scroll->viewport()->height(), m_page->heightForWidth(across)));
        m_page->layout()->activate();
    }
    m_arranging = false;
}

/// Whether anything changed.
bool CompareView::arrangeOnce()
{
    bool changed = false;
    const bool upright = width() < kSideBySide;
    const Qt::Orientation orientation = upright ? Qt::Vertical : Qt::Horizontal;
    put(changed, m_bottom->orientation(), orientation, [&] { m_bottom->setOrientation(orientation); });
    if (m_time_panel->isHidden())
        return false;
    const Needs needs = this->needs(upright);
    // Above each other the two panels are as high as what they hold.
    const int changes = upright ? needs.changes : 0;
    put(changed, m_changes_scroll->minimumHeight(), changes, [&] { m_changes_scroll->setMinimumHeight(changes); });
    const int most = upright ? needs.around_table + needs.full : QWIDGETSIZE_MAX;
    put(changed, m_difference_panel->maximumHeight(), most, [&] { m_difference_panel->setMaximumHeight(most); });

    const int whole = m_scroll->contentsRect().width();
    align_legends({m_time_panel, m_memory_panel}, whole);
    Heights heights = heightsAt(whole, needs);
    const bool scrolls = heights.needed > m_scroll->contentsRect().height();
    const auto policy = scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff;
    put(changed, m_scroll->verticalScrollBarPolicy(), policy, [&] { m_scroll->setVerticalScrollBarPolicy(policy); });
    const int bar = scrolls ? m_scroll->verticalScrollBar()->sizeHint().width() : 0;
    if (scrolls)
        heights = heightsAt(whole - bar, needs);
    changed |= shareHeights(needs, heights, scrolls);
    if (!upright && !m_split_by_hand)
        changed |= shareWidths(whole - bar);
    return changed;
}

/// What the tables ask for.
CompareView::Needs CompareView::needs(bool upright) const
{
    Needs out;
    out.upright = upright;
    out.row = m_difference_view->verticalHeader()->defaultSectionSize();
    out.header = m_difference_view->horizontalHeader()->sizeHint().height();
    const auto* across_bar = m_difference_view->horizontalScrollBar();
    const int bar = across_bar->maximum() > 0 ? across_bar->sizeHint().height() : 0;
    const int memory_rows = m_memory_difference_view->model()->rowCount();
    const int rows = m_both || m_what->current() != QLatin1String("memory") ? m_time_rows : memory_rows;
    out.full = out.header + rows * out.row + 2 + bar;
    // Both tables, the times and below them the memory, whichever of them the switch shows now.
    out.both = 2 * (out.header + 2 + bar) + (m_time_rows + memory_rows) * out.row + metrics::kControlGap;
    out.least = std::min(out.full, out.header + (kLeastRows - 1) * out.row);
    out.changes =
        upright ? m_changes_scroll->widget()->sizeHint().height() : m_changes_scroll->minimumSizeHint().height();
    out.around_table = m_difference_panel->heightAround(width());
    out.around_changes = m_changes_panel->heightAround(width());
    return out;
}

CompareView::Heights CompareView::heightsAt(int across, const Needs& needs) const
{
    Heights heights;
    heights.needed = m_answer->heightForWidth(across) + 3 * metrics::kPanelGap +
                     (needs.upright ? needs.around_table + needs.full + m_bottom->handleWidth() + needs.around_changes +
                                          needs.changes
                                    : std::max(needs.around_table + needs.least, needs.around_changes + needs.changes));
    const std::array<std::pair<const Panel*, const StackedBars*>, 2> charts{
        {{m_time_panel, m_time}, {m_memory_panel, m_memory}}};
    for (std::size_t i = 0; i < charts.size(); ++i) {
        const auto& [panel, chart] = charts[i];
        const int around = panel->heightAround(across);
        const int inner = panel->innerWidth(across);
        heights.low[i] = around + chart->leastHeightAt(inner);
        heights.wanted[i] = around + chart->wantedHeightAt(inner);
        heights.most[i] = around + chart->mostHeightAt(inner);
        heights.needed += heights.low[i];
    }
    return heights;
}

/// All rows of the table come before higher bars; then the other table, the fields that are equal, and bars that are
/// higher than they need be. Above each other, a page that scrolls has no need to be sparing.
bool CompareView::shareHeights(const Needs& needs, const Heights& heights, bool scrolls)
{
    bool changed = false;
    const int spare = m_scroll->contentsRect().height() - heights.needed;
    const int rows_first = needs.upright ? 0 : needs.full - needs.least;
    const int rest = scrolls || needs.upright ? 0 : spare - rows_first - heights.wishes();
    const bool room_for_both = rest >= needs.both - needs.full;
    put(changed, m_both, room_for_both, [&] {
        m_both = room_for_both;
        showTables();
    });
    const int tables = room_for_both ? needs.both : needs.full;
    const int after_tables = rest - (tables - needs.full);
    const int all_fields =
        2 * (needs.header + 2) + (m_all_rows + m_rates_view->model()->rowCount()) * needs.row + metrics::kControlGap;
    const int for_fields = std::max(0, needs.around_changes + all_fields - needs.around_table - tables);
    const bool room_for_fields = !scrolls && !needs.upright && after_tables >= for_fields;
    put(changed, m_all_fields, room_for_fields, [&] {
        m_all_fields = room_for_fields;
        showTables();
    });
    const int left_for_bars = std::max(0, after_tables - (room_for_fields ? for_fields : 0));
    const double growth = heights.could() > 0 ? std::min(1.0, double(left_for_bars) / heights.could()) : 0;
    const double share = scrolls                 ? (needs.upright ? 1 : 0)
                         : heights.wishes() <= 0 ? 1
                                                 : std::clamp(double(spare - rows_first) / heights.wishes(), 0.0, 1.0);
    int used = 0;
    const std::array<Panel*, 2> panels{m_time_panel, m_memory_panel};
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const int more = static_cast<int>(share * (heights.wanted[i] - heights.low[i])) +
                         static_cast<int>(growth * (heights.most[i] - heights.wanted[i]));
        used += more;
        const int height = heights.low[i] + more;
        put(changed, panels[i]->minimumHeight() == height && panels[i]->maximumHeight() == height, true,
            [&] { panels[i]->setFixedHeight(height); });
    }
    const bool whole_table = scrolls || needs.upright;
    const int table = whole_table || m_both ? needs.full : needs.least;
    put(changed, m_difference_view->minimumHeight(), table, [&] { m_difference_view->setMinimumHeight(table); });
    // The last row in sight is a whole one.
    const int room = needs.least + spare - used;
    const int whole_rows = needs.header + (room - needs.header) / needs.row * needs.row;
    const int most = m_both                              ? needs.full
                     : whole_table || room >= needs.full ? QWIDGETSIZE_MAX
                                                         : std::max(needs.least, whole_rows);
    put(changed, m_difference_view->maximumHeight(), most, [&] { m_difference_view->setMaximumHeight(most); });
    return changed;
}

/// What changed has what it asks for, as far as the table leaves it.
bool CompareView::shareWidths(int whole)
{
    const auto wanted = [](const Panel* panel, int content) {
        return content + panel->width() - panel->innerWidth(panel->width()) + 2;
    };
    const int across = whole - m_bottom->handleWidth();
    const int left = wanted(m_difference_panel, m_difference_view->contentWidth());
    const int right = std::clamp(
        std::min(wanted(m_changes_panel, std::max(m_changes_view->contentWidth(), m_rates_view->contentWidth())),
                 across - left),
        across * 35 / 100, across / 2);
    bool changed = false;
    const QList<int> sizes{across - right, right};
    put(changed, m_bottom->sizes(), sizes, [&] { m_bottom->setSizes(sizes); });
    return changed;
}

/// Charts that need another height (other rows, their read-outs in two lines) say so to the page.
bool CompareView::eventFilter(QObject* watched, QEvent* event)
{
    if ((watched == m_page || (m_changes_scroll && watched == m_changes_scroll->widget())) &&
        event->type() == QEvent::LayoutRequest)
        arrange();
    return View::eventFilter(watched, event);
}

void CompareView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    if (roomIn(event->oldSize().width()) != roomIn(width()) && !m_time_panel->isHidden())
        refresh();
    arrange();
}

} // namespace blueprinting::ui
