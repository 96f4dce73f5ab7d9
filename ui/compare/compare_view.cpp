#include "ui/compare/compare_view.h"

#include "core/base/json_document.h"
#include "ui/compare/compare_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/page_scroll.h"
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

#include <nlohmann/json.hpp>

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

/// Of the table in a view of this width.
Room room_in(int width)
{
    const int table = width >= kSideBySide ? width * 62 / 100 : width;
    return table < kMediumTable ? Room::narrow : table < kWideTable ? Room::medium : Room::wide;
}
constexpr int kLeastRows = 6; ///< of the table, with its header, before the page scrolls

/// Its charts and tables give way to their least height before the page scrolls. (A scroll area asks a layout whose height
/// follows its width for the wanted height, and would scroll at once.)
class Page : public QWidget {
public:
    [[nodiscard]] int heightForWidth(int width) const override { return layout() ? layout()->totalMinimumHeightForWidth(width) : -1; }
};

} // namespace

CompareView::CompareView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("compare"), tr("Compare"), parent)
{
    setObjectName(QStringLiteral("compareView"));
    build();
    buildActions();
}

void CompareView::build()
{
    m_page = new Page;
    auto* page = m_page;
    m_page->installEventFilter(this);
    auto* lines = new QVBoxLayout(page);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(metrics::kPanelGap);

    m_answer = new AnswerLine(page);
    m_answer->setObjectName(QStringLiteral("compareAnswer"));
    lines->addWidget(m_answer);

    m_time_panel = new Panel(tr("Iteration time by component"), page);
    m_time = new StackedBars(m_time_panel->title());
    m_time->setObjectName(QStringLiteral("timeChart"));
    m_time_legend = new Legend;
    m_time_panel->addHeaderWidget(m_time_legend);
    m_time_panel->body()->addWidget(m_time);
    lines->addWidget(m_time_panel);

    m_memory_panel = new Panel(tr("Memory by kind"), page);
    m_memory = new StackedBars(m_memory_panel->title());
    m_memory->setObjectName(QStringLiteral("memoryChart"));
    m_memory_legend = new Legend;
    m_memory_panel->addHeaderWidget(m_memory_legend);
    m_memory_panel->body()->addWidget(m_memory);
    lines->addWidget(m_memory_panel);
    share_edges({m_time, m_memory});

    m_difference_panel = new Panel({}, page);
    m_difference_panel->setObjectName(QStringLiteral("differencePanel"));
    m_what = new SegmentedSwitch({{QStringLiteral("time"), tr("Time")}, {QStringLiteral("memory"), tr("Memory")}});
    m_what->setObjectName(QStringLiteral("differenceSwitch"));
    m_difference_panel->addHeaderWidget(m_what);
    m_difference = new RowTable({}, this);
    m_difference_view = new TableView(m_difference);
    m_difference_view->setObjectName(QStringLiteral("differenceTable"));
    m_difference_view->setTotalsFirst(true);
    m_difference_panel->body()->addWidget(m_difference_view, 1000);
    m_difference_panel->body()->addStretch(1); // what is left where the table ends with a whole row

    m_changes_panel = new Panel(tr("What changed"), page);
    m_changes = new RowTable({}, this);
    m_changes_view = new TableView(m_changes);
    m_changes_view->setObjectName(QStringLiteral("changesTable"));
    m_changes_view->setAccessibleName(tr("Fields that differ"));
    m_changes_view->setHeightFollowsRows(true);
    m_rates = new RowTable({}, this);
    m_rates_view = new TableView(m_rates);
    m_rates_view->setObjectName(QStringLiteral("ratesTable"));
    m_rates_view->setAccessibleName(tr("Rates"));
    m_rates_view->setHeightFollowsRows(true);
    auto* changes_scroll = m_changes_scroll = new QScrollArea;
    auto* changes_page = new QWidget;
    changes_page->installEventFilter(this);
    auto* changes_lines = new QVBoxLayout(changes_page);
    changes_lines->setContentsMargins(0, 0, 0, 0);
    changes_lines->addWidget(m_changes_view);
    changes_lines->addWidget(m_rates_view);
    changes_lines->addStretch(1);
    changes_scroll->setWidget(changes_page);
    changes_scroll->setWidgetResizable(true);
    changes_scroll->setFrameShape(QFrame::NoFrame);
    changes_scroll->setFocusPolicy(Qt::NoFocus);
    changes_scroll->viewport()->setAutoFillBackground(false);
    changes_page->setAutoFillBackground(false);
    m_changes_panel->body()->addWidget(changes_scroll);

    m_bottom = new QSplitter(Qt::Horizontal, page);
    m_bottom->setObjectName(QStringLiteral("compareBottom"));
    m_bottom->setChildrenCollapsible(false);
    m_bottom->addWidget(m_difference_panel);
    m_bottom->addWidget(m_changes_panel);
    m_bottom->setStretchFactor(0, 65);
    m_bottom->setStretchFactor(1, 35);
    connect(m_bottom, &QSplitter::splitterMoved, this, [this] { m_split_by_hand = true; });
    for (TableView* table : {m_changes_view, m_rates_view})
        table->setFindsIn(m_difference_view);
    lines->addWidget(m_bottom, 1);

    m_empty = new EmptyState;
    m_empty->setContent(Icon::eye_off, tr("Nothing to draw"), {});
    lines->addWidget(m_empty, 1);

    m_scroll = new PageScroll(this);
    m_scroll->setObjectName(QStringLiteral("comparePage"));
    m_scroll->setWidget(page);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_scroll);

    connect(m_time, &StackedBars::segmentPicked, this, [this](const QString&, const QString& key) { pickComponent(key); });
    connect(m_memory, &StackedBars::segmentPicked, this, [this](const QString&, const QString& key) { pickComponent(key); });
    for (const StackedBars* chart : {m_time, m_memory})
        connect(chart, &StackedBars::rowPicked, this, [this](const QString& row) { workspace().selectStrategy(row.toStdString()); });
    connect(m_difference_view, &TableView::keyPicked, this, [this](const QString& key) {
        if (key != QStringLiteral("total") && shown(workspace().session().selection.component) != key)
            pickComponent(key);
    });
    connect(m_what, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        setState(Json{{"table", id.toStdString()}});
        refresh();
    });
}

/// Picking what is picked already lets it go.
void CompareView::pickComponent(const QString& key)
{
    Selection selection = workspace().session().selection;
    const std::string wanted = key.toStdString();
    selection.component = selection.component == wanted ? std::string() : wanted;
    workspace().select(selection);
}

void CompareView::refresh()
{
    const Session& session = workspace().session();
    const Contest contest = contest_of(session, [this](const std::string& id) -> const StrategyResult& { return workspace().result(id); });
    const Answer answer = answer_of(contest);
    m_answer->setAnswer(answer.headline, answer.why);
    const bool any = !contest.contenders.empty();
    for (QWidget* part : {static_cast<QWidget*>(m_time_panel), static_cast<QWidget*>(m_memory_panel), static_cast<QWidget*>(m_bottom)})
        part->setVisible(any);
    m_empty->setVisible(!any);
    if (!any) {
        m_empty->setContent(Icon::eye_off, answer.headline, answer.why);
        return;
    }
    m_time->setChart(time_chart(contest, session.selection));
    m_time->setLegend(time_legend(contest));
    m_time_legend->setItems(time_legend(contest));
    m_memory->setChart(memory_chart(contest, session.selection));
    m_memory->setLegend(memory_legend(contest));
    m_memory_legend->setItems(memory_legend(contest));
    const Json state = this->state();
    const bool memory = state.is_object() && state.value("table", Json()) == "memory";
    m_what->setCurrent(memory ? QStringLiteral("memory") : QStringLiteral("time"));
    showTables(contest);
    arrange();
}

void CompareView::showTables(const Contest& contest)
{
    const TableContent difference = difference_table(contest, m_what->current() == QStringLiteral("memory") ? Difference::memory : Difference::time, room_in(width()));
    m_difference_panel->setTitle(difference.title);
    m_difference_panel->setNote(difference.note, difference.note_tone);
    m_difference_view->setAccessibleName(difference.title);
    m_difference->setColumns(difference.columns);
    m_difference->setRows(difference.rows);
    m_difference_view->setCurrentKey(shown(workspace().session().selection.component));
    const TableContent changes = changes_table(contest);
    m_changes->setColumns(changes.columns);
    m_changes->setRows(changes.rows);
    const TableContent rates = rates_table(contest);
    m_rates->setColumns(rates.columns);
    m_rates->setRows(rates.rows);
}

/// Side by side where there is room for both, else above each other. The table scrolls within itself where that saves the page
/// from scrolling, and else stands at its full height: never one scroll bar within another. What the least heights leave goes
/// to the rows of the table and then to the charts. Every height follows from the size of the view and from what is shown, never
/// from how it was before: the same session in the same window is the same picture.
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
    const int full = header + m_difference_view->model()->rowCount() * row + 2 + (across_bar->maximum() > 0 ? across_bar->sizeHint().height() : 0);
    const int least = std::min(full, header + (kLeastRows - 1) * row);
    // Above each other the two panels are as high as what they hold.
    const int changes = upright ? m_changes_scroll->widget()->sizeHint().height() : m_changes_scroll->minimumSizeHint().height();
    set(m_changes_scroll->minimumHeight(), upright ? changes : 0, [&] { m_changes_scroll->setMinimumHeight(upright ? changes : 0); });
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
        std::array<int, 2> low{}, wanted{};
        int needed = 0; ///< of all, with the least charts
        [[nodiscard]] int wishes() const { return wanted[0] + wanted[1] - low[0] - low[1]; }
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
    const double share = scrolls ? (upright ? 1 : 0) : heights.wishes() <= 0 ? 1 : std::clamp(double(spare - rows_first) / heights.wishes(), 0.0, 1.0);
    int used = 0;
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const int more = static_cast<int>(share * (heights.wanted[i] - heights.low[i]));
        used += more;
        const int height = heights.low[i] + more;
        set(panels[i]->minimumHeight() == height && panels[i]->maximumHeight() == height, true, [&] { panels[i]->setFixedHeight(height); });
    }
    const bool whole_table = scrolls || upright;
    const int table = whole_table ? full : least;
    set(m_difference_view->minimumHeight(), table, [&] { m_difference_view->setMinimumHeight(table); });
    // The last row in sight is a whole one.
    const int room = least + spare - used;
    const int table_most = whole_table || room >= full ? QWIDGETSIZE_MAX : std::max(least, header + (room - header) / row * row);
    set(m_difference_view->maximumHeight(), table_most, [&] { m_difference_view->setMaximumHeight(table_most); });
    if (!upright && !m_split_by_hand) {
        // What changed has what it asks for, as far as the table leaves it.
        const auto wanted = [](const Panel* panel, int content) { return content + panel->width() - panel->innerWidth(panel->width()) + 2; };
        const int across = whole - (scrolls ? m_scroll->verticalScrollBar()->sizeHint().width() : 0) - m_bottom->handleWidth();
        const int left = wanted(m_difference_panel, m_difference_view->contentWidth());
        const int right = std::clamp(std::min(wanted(m_changes_panel, std::max(m_changes_view->contentWidth(), m_rates_view->contentWidth())), across - left),
                                     across * 35 / 100, across / 2);
        const QList<int> sizes{across - right, right};
        set(m_bottom->sizes(), sizes, [&] { m_bottom->setSizes(sizes); });
    }
    return changed;
}

/// Charts that need another height (other rows, their read-outs in two lines) say so to the page.
bool CompareView::eventFilter(QObject* watched, QEvent* event)
{
    if ((watched == m_page || (m_changes_scroll && watched == m_changes_scroll->widget())) && event->type() == QEvent::LayoutRequest)
        arrange();
    return View::eventFilter(watched, event);
}

void CompareView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    if (room_in(event->oldSize().width()) != room_in(width()) && !m_time_panel->isHidden())
        refresh();
    arrange();
}

QWidget* CompareView::firstFocus() { return m_time; }

} // namespace blueprinting::ui
