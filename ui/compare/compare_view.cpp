#include "ui/compare/compare_view.h"

#include "core/base/json_document.h"
#include "ui/compare/compare_ranking.h"
#include "ui/compare/compare_text.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/page.h"
#include "ui/widgets/page_scroll.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/published_runs.h"

#include <QActionGroup>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

#include <utility>

namespace blueprinting::ui {

using namespace compare;

namespace {

/// Its charts and tables give way to their least height before the page scrolls. (A scroll area asks a layout whose
/// height follows its width for the wanted height, and would scroll at once.)
class Page : public QWidget {
public:
    [[nodiscard]] int heightForWidth(int width) const override
    {
        return layout() ? layout()->totalMinimumHeightForWidth(width) : -1;
    }
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

    m_answer = named(new AnswerLine(page), "compareAnswer");
    makeNear();
    makeOrder();

    m_time_panel = new Panel(tr("Iteration time by component"), page);
    m_time = named(new StackedBars(m_time_panel->title()), "timeChart");
    m_time_legend = new Legend;
    m_time_panel->addHeaderWidget(m_time_legend);
    m_time_panel->body()->addWidget(m_time);

    m_memory_panel = new Panel(tr("Memory by kind"), page);
    m_memory = named(new StackedBars(m_memory_panel->title()), "memoryChart");
    m_memory_legend = new Legend;
    m_memory_panel->addHeaderWidget(m_memory_legend);
    m_memory_panel->body()->addWidget(m_memory);
    share_edges({m_time, m_memory});

    m_empty = new EmptyState;
    m_empty->setContent(Icon::eye_off, tr("Nothing to draw"), {});
    bare<QVBoxLayout>(page, metrics::kPanelGap,
                      {m_answer, m_time_panel, m_memory_panel, {makeTables(page), 1}, {m_empty, 1}});

    m_scroll = page_of(page, "comparePage");
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    bare<QVBoxLayout>(this, -1, {m_scroll});

    connectParts();
}

/// The pair in tables, and what makes it differ.
QWidget* CompareView::makeTables(QWidget* page)
{
    m_difference_panel = named(new Panel({}, page), "differencePanel");
    m_what =
        named(new SegmentedSwitch({{QStringLiteral("time"), tr("Time")}, {QStringLiteral("memory"), tr("Memory")}}),
              "differenceSwitch");
    m_difference_panel->addHeaderWidget(m_what);
    m_difference_view = make_table("differenceTable");
    m_difference_view->setTotalsFirst(true);
    m_difference_panel->body()->addWidget(m_difference_view, 1000);
    m_memory_difference_view = make_table("memoryDifferenceTable");
    m_memory_difference_view->setTotalsFirst(true);
    m_memory_difference_view->setHeightFollowsRows(true);
    m_memory_difference_view->hide();
    m_difference_panel->body()->addWidget(m_memory_difference_view);
    m_difference_panel->body()->addStretch(1); // what is left where the table ends with a whole row

    m_changes_panel = new Panel(tr("What changed"), page);
    m_changes_view = make_table("changesTable", {}, tr("Fields that differ"));
    m_changes_view->setHeightFollowsRows(true);
    m_rates_view = make_table("ratesTable", {}, tr("Rates"));
    m_rates_view->setHeightFollowsRows(true);
    m_cost = named(new CostFields, "costFields");
    connect(m_cost, &CostFields::edited, this, [this](const Json& inputs) {
        Json kept = state();
        kept["cost"] = inputs;
        setState(std::move(kept));
        showTables();
        arrange();
    });
    m_cost_shown = named(new QToolButton, "showCost", tr("Days of a run"));
    m_cost_shown->setText(tr("Days of a run"));
    m_cost_shown->setCheckable(true);
    m_cost_shown->setToolTip(tr("How many days and GPU hours a run of so many tokens takes, and what it costs"));
    connect(m_cost_shown, &QToolButton::clicked, this, [this](bool on) {
        keep("cost_fields", on ? QStringLiteral("shown") : QStringLiteral("hidden"));
        if (on) // once they have their place
            QMetaObject::invokeMethod(
                this, [this] { m_changes_scroll->ensureWidgetVisible(m_cost); }, Qt::QueuedConnection);
    });
    m_changes_panel->addHeaderWidget(m_cost_shown);
    auto* changes_page = new QWidget;
    changes_page->installEventFilter(this);
    bare<QVBoxLayout>(changes_page, -1, {m_changes_view, m_rates_view, m_cost, Laid::rest()});
    m_changes_scroll = scroll_of(changes_page, "", {}, true);
    m_changes_panel->body()->addWidget(m_changes_scroll);

    m_bottom = named(new QSplitter(Qt::Horizontal, page), "compareBottom");
    m_bottom->setChildrenCollapsible(false);
    m_bottom->addWidget(m_difference_panel);
    m_bottom->addWidget(m_changes_panel);
    m_bottom->setStretchFactor(0, 65);
    m_bottom->setStretchFactor(1, 35);
    connect(m_bottom, &QSplitter::splitterMoved, this, [this] { m_split_by_hand = true; });
    for (TableView* table : {m_changes_view, m_rates_view})
        table->setFindsIn(m_difference_view);
    return m_bottom;
}

void CompareView::connectParts()
{
    connect(m_time, &StackedBars::segmentPicked, this,
            [this](const QString&, const QString& key) { pickComponent(key); });
    connect(m_memory, &StackedBars::segmentPicked, this,
            [this](const QString&, const QString& key) { pickComponent(key); });
    for (const StackedBars* chart : {m_time, m_memory})
        connect(chart, &StackedBars::rowPicked, this,
                [this](const QString& row) { workspace().selectStrategy(row.toStdString()); });
    for (const TableView* table : {m_difference_view, m_memory_difference_view})
        connect(table, &TableView::keyPicked, this, [this](const QString& key) {
            if (key != QStringLiteral("total") && shown(workspace().session().selection.component) != key)
                pickComponent(key);
        });
    connect(m_what, &SegmentedSwitch::currentChanged, this, [this](const QString& id) { keep("table", id); });
}

/// A button that says by what the bars are ordered; its menu has the orders.
void CompareView::makeOrder()
{
    m_order = named(new QToolButton, "barOrder", tr("Order of the bars"));
    m_order->setToolTip(tr("Order of the bars. By time or memory: the least first, and last those that do not fit"));
    m_order->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_order);
    auto* group = new QActionGroup(menu);
    for (const auto& [order, text] :
         {std::pair(Order::list, tr("As in the list")), std::pair(Order::time, tr("By time")),
          std::pair(Order::memory, tr("By memory"))}) {
        QAction* action = menu->addAction(text);
        action->setObjectName(QStringLiteral("barOrder_") + key_of(order));
        action->setData(key_of(order));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, order = order] { keep("order", key_of(order)); });
    }
    m_order->setMenu(menu);
    m_answer->addWidget(m_order);
}

/// A switch: whiskers at the ends of the bars, by the published runs that are like the strategies.
void CompareView::makeNear()
{
    m_near = named(new QToolButton, "nearestRuns", tr("Nearest runs"));
    m_near->setText(tr("Nearest runs"));
    m_near->setCheckable(true);
    m_near->setToolTip(tr("At each bar's end a whisker: how long the iteration takes if the prediction is off as the "
                          "nearest published runs are. The bar stays the prediction"));
    connect(m_near, &QToolButton::clicked, this,
            [this](bool on) { keep("near", on ? QStringLiteral("on") : QString()); });
    connect(&PublishedRuns::of(workspace()), &PublishedRuns::settled, this, [this](bool landed) {
        if (landed && isVisible() && showsNear())
            refresh();
    });
    m_answer->addWidget(m_near);
}

bool CompareView::showsNear() const { return keptText("near") == u"on"; }

bool CompareView::busy() const { return showsNear() && workspace().jobs().stale(PublishedRuns::kJob); }

/// One value of the view's own state; the others stay. None takes it away.
void CompareView::keep(const char* key, const QString& value)
{
    Json state = this->state();
    if (!state.is_object())
        state = Json::object();
    if (value.isEmpty())
        state.erase(key);
    else
        state[key] = value.toStdString();
    setState(std::move(state));
    refresh();
}

Order CompareView::order() const { return order_of(keptText("order").toStdString()); }

Contest CompareView::contest() const
{
    Contest out = contest_of(workspace().session(),
                             [this](const std::string& id) -> const StrategyResult& { return workspace().result(id); });
    if (const auto& published = PublishedRuns::of(workspace()).runs(); published && showsNear())
        find_near(out, *published);
    return out;
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
    if (showsNear())
        PublishedRuns::of(workspace()).want();
    m_near->setChecked(showsNear());
    const Contest contest = this->contest();
    const Answer answer = answer_of(contest);
    m_answer->setAnswer(answer);
    const bool any = !contest.contenders.empty();
    for (QWidget* part :
         {static_cast<QWidget*>(m_time_panel), static_cast<QWidget*>(m_memory_panel), static_cast<QWidget*>(m_bottom)})
        part->setVisible(any);
    m_empty->setVisible(!any);
    m_order->setVisible(contest.contenders.size() > 1);
    if (!any) {
        m_empty->setContent(Icon::eye_off, answer.headline, answer.why);
        return;
    }
    const Order order = this->order();
    for (QAction* action : m_order->menu()->actions())
        if (action->data().toString() == key_of(order)) {
            action->setChecked(true);
            m_order->setText(tr("Order: %1").arg(action->text().toLower()));
        }
    const PublishedRuns& published = PublishedRuns::of(workspace());
    m_time_panel->setNote(!showsNear()                   ? QString()
                          : !published.failure().empty() ? tr("the published runs could not be read")
                          : !published.runs()            ? tr("reading the published runs…")
                                                         : whisker_words(contest));
    m_time->setChart(time_chart(contest, session.selection, order));
    m_time->setLegend(time_legend(contest));
    m_time_legend->setItems(time_legend(contest));
    m_memory->setChart(memory_chart(contest, session.selection, order));
    m_memory->setLegend(memory_legend(contest));
    m_memory_legend->setItems(memory_legend(contest));
    m_what->setCurrent(keptText("table") == u"memory" ? QStringLiteral("memory") : QStringLiteral("time"));
    showTables();
    arrange();
}

void CompareView::showTables()
{
    const Contest contest = this->contest();
    const Room room = roomIn(width());
    const TableContent times = difference_table(contest, Difference::time, room);
    const TableContent memory = difference_table(contest, Difference::memory, room);
    m_time_rows = static_cast<int>(times.rows.size());
    const TableContent& difference = !m_both && m_what->current() == QStringLiteral("memory") ? memory : times;
    m_what->setVisible(!m_both);
    m_memory_difference_view->setVisible(m_both);
    m_memory_difference_view->setAccessibleName(memory.title);
    m_memory_difference_view->table()->setColumns(memory.columns);
    m_memory_difference_view->table()->setRows(memory.rows);
    m_memory_difference_view->setCurrentKey(shown(workspace().session().selection.component));
    m_difference_panel->setTitle(difference.title);
    m_difference_panel->setNote(difference.note, difference.note_tone);
    m_difference_view->setAccessibleName(line_text(difference.title));
    m_difference_view->table()->setColumns(difference.columns);
    m_difference_view->table()->setRows(difference.rows);
    m_difference_view->setCurrentKey(shown(workspace().session().selection.component));
    m_all_rows = static_cast<int>(changes_table(contest, true).rows.size());
    const TableContent changes = changes_table(contest, m_all_fields);
    m_changes_view->table()->setColumns(changes.columns);
    m_changes_view->table()->setRows(changes.rows);
    const Json kept = state();
    const CostInputs cost = cost_inputs(kept.is_object() && kept.contains("cost") ? kept["cost"] : Json());
    m_cost->setInputs(cost);
    // Beside plain models they are there when somebody opens them, or gave tokens before.
    const bool plain = std::ranges::all_of(contest.contenders, &Contender::plain);
    const QString said = keptText("cost_fields");
    const bool asked = said.isEmpty() ? cost.tokens.has_value() : said == u"shown";
    m_cost_shown->setVisible(plain && std::ranges::any_of(contest.contenders, &Contender::training));
    m_cost_shown->setChecked(asked);
    m_cost->setVisible(plain ? asked && !m_cost_shown->isHidden() : true);
    const TableContent rates = rates_table(contest, cost);
    m_rates_view->table()->setColumns(rates.columns);
    m_rates_view->table()->setRows(rates.rows);
}

QWidget* CompareView::firstFocus() { return m_time; }

} // namespace blueprinting::ui
