#include "ui/compare/compare_view.h"

#include "ui/style/metrics.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/segmented_switch.h"
#include "ui/widgets/stacked_bars.h"
#include "ui/widgets/table_view.h"

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
    const auto set = [&changed](auto now, auto wanted, const auto& apply) {
        if (now == wanted)
            return;
        apply();
        changed = true;
    };
    const bool upright = width() < kSideBySide;
    const Qt::Orientation orientation = upright ? Qt::Vertical : Qt::Horizontal;
    set(m_bottom->orientation(), orientation, [&] { m_bottom->setOrientation(orientation); });
    if (m_time_panel->isHidden())
        return false;
    const int row = m_difference_view->verticalHeader()->defaultSectionSize();
    const int header = m_difference_view->horizontalHeader()->sizeHint().height();
    const auto* across_bar = m_difference_view->horizontalScrollBar();
    const int bar = across_bar->maximum() > 0 ? across_bar->sizeHint().height() : 0;
    const int memory_rows = m_memory_difference_view->model()->rowCount();
    const int rows = m_both || m_what->current() != QLatin1String("memory") ? m_time_rows : memory_rows;
    const int full = header + rows * row + 2 + bar;
    // Both tables, the times and below them the memory, whichever of them the switch shows now.
    const int both = 2 * (header + 2 + bar) + (m_time_rows + memory_rows) * row + metrics::kControlGap;
    const int least = std::min(full, header + (kLeastRows - 1) * row);
    // Above each other the two panels are as high as what they hold.
    const int changes =
        upright ? m_changes_scroll->widget()->sizeHint().height() : m_changes_scroll->minimumSizeHint().height();
    set(m_changes_scroll->minimumHeight(), upright ? changes : 0,
        [&] { m_changes_scroll->setMinimumHeight(upright ? changes : 0); });
    const int around_table = m_difference_panel->heightAround(width());
    const int around_changes = m_changes_panel->heightAround(width());
    const int most = upright ? around_table + full : QWIDGETSIZE_MAX;
    set(m_difference_panel->maximumHeight(), most, [&] { m_difference_panel->setMaximumHeight(most); });

    const int whole = m_scroll->contentsRect().width();
    const int below = m_scroll->contentsRect().height();
    const std::array<Panel*, 2> panels{m_time_panel, m_memory_panel};
    const std::array<const StackedBars*, 2> charts{m_time, m_memory};
    align_legends({m_time_panel, m_memory_panel}, whole);
    struct Heights {
        std::array<int, 2> low{}, wanted{}, most{};
        int needed = 0; ///< of all, with the least charts
        [[nodiscard]] int wishes() const { return wanted[0] + wanted[1] - low[0] - low[1]; }
        [[nodiscard]] int could() const { return most[0] + most[1] - wanted[0] - wanted[1]; }
    };
    const auto heights_at = [&](int across) {
        Heights heights;
        heights.needed = m_answer->heightForWidth(across) + 3 * metrics::kPanelGap +
                         (upright ? around_table + full + m_bottom->handleWidth() + around_changes + changes
                                  : std::max(around_table + least, around_changes + changes));
        for (std::size_t i = 0; i < panels.size(); ++i) {
            const int around = panels[i]->heightAround(across);
            heights.low[i] = around + charts[i]->leastHeightAt(panels[i]->innerWidth(across));
            heights.wanted[i] = around + charts[i]->wantedHeightAt(panels[i]->innerWidth(across));
            heights.most[i] = around + charts[i]->mostHeightAt(panels[i]->innerWidth(across));
            heights.needed += heights.low[i];
        }
        return heights;
    };
    const Heights free = heights_at(whole);
    const bool scrolls = free.needed > below;
    const auto policy = scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff;
    set(m_scroll->verticalScrollBarPolicy(), policy, [&] { m_scroll->setVerticalScrollBarPolicy(policy); });
    const Heights heights = scrolls ? heights_at(whole - m_scroll->verticalScrollBar()->sizeHint().width()) : free;
    const int spare = below - heights.needed;
    // All rows of the table come before higher bars. Above each other, a page that scrolls has no need to be sparing.
    const int rows_first = upright ? 0 : full - least;
    // What is left then goes to the other table, to the fields that are equal, and to bars that are higher than they
    // need be.
    const int rest = scrolls || upright ? 0 : spare - rows_first - heights.wishes();
    const bool room_for_both = rest >= both - full;
    set(m_both, room_for_both, [&] {
        m_both = room_for_both;
        showTables();
    });
    const int after_tables = rest - (room_for_both ? both - full : 0);
    const int all_fields =
        2 * (header + 2) + (m_all_rows + m_rates_view->model()->rowCount()) * row + metrics::kControlGap;
    const int for_fields = std::max(0, around_changes + all_fields - around_table - (room_for_both ? both : full));
    const bool room_for_fields = !scrolls && !upright && after_tables >= for_fields;
    set(m_all_fields, room_for_fields, [&] {
        m_all_fields = room_for_fields;
        showTables();
    });
    const int left_for_bars = std::max(0, after_tables - (room_for_fields ? for_fields : 0));
    const double growth = heights.could() > 0 ? std::min(1.0, double(left_for_bars) / heights.could()) : 0;
    const double share = scrolls                 ? (upright ? 1 : 0)
                         : heights.wishes() <= 0 ? 1
                                                 : std::clamp(double(spare - rows_first) / heights.wishes(), 0.0, 1.0);
    int used = 0;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const int more = static_cast<int>(share * (heights.wanted[i] - heights.low[i])) +
                         static_cast<int>(growth * (heights.most[i] - heights.wanted[i]));
        used += more;
        const int height = heights.low[i] + more;
        set(panels[i]->minimumHeight() == height && panels[i]->maximumHeight() == height, true,
            [&] { panels[i]->setFixedHeight(height); });
    }
    const bool whole_table = scrolls || upright;
    const int table = whole_table || m_both ? full : least;
    set(m_difference_view->minimumHeight(), table, [&] { m_difference_view->setMinimumHeight(table); });
    // The last row in sight is a whole one.
    const int room = least + spare - used;
    const int table_most = m_both                        ? full
                           : whole_table || room >= full ? QWIDGETSIZE_MAX
                                                         : std::max(least, header + (room - header) / row * row);
    set(m_difference_view->maximumHeight(), table_most, [&] { m_difference_view->setMaximumHeight(table_most); });
    if (!upright && !m_split_by_hand) {
        // What changed has what it asks for, as far as the table leaves it.
        const auto wanted = [](const Panel* panel, int content) {
            return content + panel->width() - panel->innerWidth(panel->width()) + 2;
        };
        const int across =
            whole - (scrolls ? m_scroll->verticalScrollBar()->sizeHint().width() : 0) - m_bottom->handleWidth();
        const int left = wanted(m_difference_panel, m_difference_view->contentWidth());
        const int right = std::clamp(
            std::min(wanted(m_changes_panel, std::max(m_changes_view->contentWidth(), m_rates_view->contentWidth())),
                     across - left),
            across * 35 / 100, across / 2);
        const QList<int> sizes{across - right, right};
        set(m_bottom->sizes(), sizes, [&] { m_bottom->setSizes(sizes); });
    }
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
