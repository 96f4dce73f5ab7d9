#include "ui/compare/compare_view.h"

#include "core/base/json_document.h"
#include "ui/compare/compare_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/empty_state.h"
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
    m_difference_panel->body()->addWidget(m_difference_view);

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
    auto* changes_scroll = new QScrollArea;
    auto* changes_page = new QWidget;
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
    lines->addWidget(m_bottom, 1);

    m_empty = new EmptyState;
    m_empty->setContent(Icon::eye_off, tr("Nothing to draw"), {});
    lines->addWidget(m_empty, 1);

    m_scroll = new QScrollArea(this);
    m_scroll->setObjectName(QStringLiteral("comparePage"));
    m_scroll->setWidget(page);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
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
    const bool memory = state.is_object() && state.value("table", "time") == "memory";
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
/// to the rows of the table and then to the charts; a page that scrolls has no need to be sparing.
void CompareView::arrange()
{
    if (m_arranging)
        return;
    m_arranging = true;
    // A chart's height follows from its width, which it has once the page is laid out.
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
    const Qt::Orientation wanted = width() >= kSideBySide ? Qt::Horizontal : Qt::Vertical;
    if (m_bottom->orientation() != wanted) {
        m_bottom->setOrientation(wanted);
        changed = true;
    }
    if (m_time_panel->isHidden())
        return false;
    const bool upright = wanted == Qt::Vertical;
    const int row = m_difference_view->verticalHeader()->defaultSectionSize();
    const auto* across_bar = m_difference_view->horizontalScrollBar();
    const int full = m_difference_view->horizontalHeader()->sizeHint().height() + m_difference_view->model()->rowCount() * row + 2 +
                     (across_bar->maximum() > 0 ? across_bar->sizeHint().height() : 0);
    const int least = std::min(full, kLeastRows * row);
    // Above each other the two panels are as high as what they hold.
    auto* changes = m_changes_panel->findChild<QScrollArea*>();
    const int changes_height = upright ? changes->widget()->sizeHint().height() : 0;
    if (changes->minimumHeight() != changes_height) {
        changes->setMinimumHeight(changes_height);
        changed = true;
    }
    const int most = upright ? m_difference_panel->layout()->totalMinimumSize().height() - m_difference_view->minimumHeight() + full : QWIDGETSIZE_MAX;
    if (m_difference_panel->maximumHeight() != most) {
        m_difference_panel->setMaximumHeight(most);
        changed = true;
    }
    const int across = m_scroll->viewport()->width();
    const std::array panels{m_time_panel, m_memory_panel};
    int wishes = 0; // of panels, beyond their least
    int needed = std::max(m_answer->heightForWidth(across), m_answer->minimumSizeHint().height()) + 3 * metrics::kPanelGap + m_bottom->minimumSizeHint().height() - m_difference_view->minimumHeight() + least;
    for (const Panel* panel : panels) {
        needed += panel->layout()->totalMinimumHeightForWidth(across);
        wishes += panel->layout()->totalHeightForWidth(across) - panel->layout()->totalMinimumHeightForWidth(across);
    }
    const int spare = m_scroll->viewport()->height() - needed;
    const bool scrolls = upright || spare < 0;
    // All rows of the table come before higher bars.
    const double share = scrolls || wishes <= 0 ? 1 : std::clamp(double(spare - (full - least)) / wishes, 0.0, 1.0);
    for (Panel* panel : panels) {
        const int low = panel->layout()->totalMinimumHeightForWidth(across);
        const int height = low + static_cast<int>(share * (panel->layout()->totalHeightForWidth(across) - low));
        if (panel->minimumHeight() != height || panel->maximumHeight() != height) {
            panel->setFixedHeight(height);
            changed = true;
        }
    }
    const int table = scrolls ? full : least;
    if (m_difference_view->minimumHeight() != table) {
        m_difference_view->setMinimumHeight(table);
        changed = true;
    }
    return changed;
}

/// Charts that need another height (other rows, their read-outs in two lines) say so to the page.
bool CompareView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_page && event->type() == QEvent::LayoutRequest)
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
