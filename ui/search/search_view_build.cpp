#include "ui/search/axes_chart.h"
#include "ui/search/knob_chart.h"
#include "ui/search/scaling_chart.h"
#include "ui/search/search_bar.h"
#include "ui/search/search_export.h"
#include "ui/search/search_plot.h"
#include "ui/search/search_rows.h"
#include "ui/search/search_view.h"
#include "ui/style/explorer_style.h"
#include "ui/style/menu_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/filter_bar.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/held_splitter.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/stale_mark.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr int kLeftColumn = 336;
constexpr int kLeastLower = 160, kLeastUpper = 200;
constexpr int kScrollBar = 14;      ///< pixels that a bar across takes at most
constexpr int kBesideColumns = 880; ///< narrower views have the left column below the rest
constexpr int kNoteRoom = 760;      ///< narrower panels have no room for notes and legends behind their title
constexpr int kControlRoom = 640;   ///< narrower ones have some of their controls on a line of their own

/// At once, from what changed up to what it stands in: a layout that is at work hears nothing of it, and one that waits
/// for its turn is a page drawn wrong meanwhile.
void lay_out_above(QWidget* changed, const QWidget* end)
{
    for (QWidget* each = changed; each && each != end; each = each->parentWidget()) {
        QEvent request(QEvent::LayoutRequest);
        QCoreApplication::sendEvent(each, &request);
    }
}

Panel* panel_with(const QString& title, QWidget* body)
{
    auto* out = new Panel(title);
    out->body()->addWidget(body);
    return out;
}

} // namespace

QWidget* SearchView::makeLeft()
{
    m_bounds = named(new SearchBounds, "searchBoundsForm");
    m_bounds_panel = panel_with(tr("Bounds"), m_bounds);
    m_bounds_panel->hide();
    connect(m_bounds, &SearchBounds::askEdited, this, &SearchView::ask);
    const auto table = [this](const char* id, const QString& title) {
        TableView* out = make_table(id, {}, title);
        out->setHeightFollowsRows(true);
        connect(out, &TableView::saved, this, &View::saved);
        return out;
    };
    m_funnel = table("searchFunnel", tr("From all to as good"));
    m_band = table("searchAsGood", tr("As good"));
    m_laws = table("searchLaws", tr("Refused by law"));
    m_funnel_panel = panel_with(tr("From all to as good"), m_funnel);
    m_funnel_panel->addHeaderWidget(addStaleMark({kJob}, m_funnel_panel));
    m_band_panel = panel_with(tr("As good"), m_band);
    m_laws_panel = panel_with(tr("Refused by law"), m_laws);
    m_laws->setToolTip(tr("Pick a law to see a strategy that it alone refuses"));
    connect(m_laws, &TableView::keyPicked, this, &SearchView::showLaw);
    m_law_note = named(new ToneLabel({}, Tone::secondary), "searchLawExample");
    m_law_note->setWordWrap(true);
    m_law_note->hide();
    m_laws_panel->body()->addWidget(m_law_note);
    m_left = new QWidget;
    bare<QVBoxLayout>(m_left, metrics::kPanelGap,
                      {m_bounds_panel, m_funnel_panel, m_band_panel, m_laws_panel, Laid::rest()});
    m_left_scroll = scroll_of(m_left, "searchLeft");
    m_left_scroll->setMinimumWidth(kLeftColumn);
    m_left_scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_left_scroll->installEventFilter(this);
    m_left->installEventFilter(this);
    return m_left_scroll;
}

QWidget* SearchView::makeUpper()
{
    m_upper_panel = new Panel(tr("Time and memory"));
    m_upper_panel->addHeaderWidget(addStaleMark({kJob, kCloudJob}, m_upper_panel));
    m_legend = new Legend;
    m_upper_panel->addHeaderWidget(m_legend);
    m_brush_sight = named(new QToolButton, "searchBrushSight", tr("Filter to what is in sight"));
    m_brush_sight->setIcon(icon(Icon::filter));
    m_brush_sight->setToolTip(tr("Filter to what is in sight; or drag over a range with Shift"));
    connect(m_brush_sight, &QToolButton::clicked, this, &SearchView::brushSight);
    m_upper_panel->addHeaderWidget(m_brush_sight);
    m_scale = named(new SegmentedSwitch({{QStringLiteral("linear"), tr("linear")}, {QStringLiteral("log"), tr("log")}}),
                    "searchScale", tr("Scale of the axes"));
    connect(m_scale, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        SearchLook look = m_look;
        look.logarithmic = id == u"log";
        setLook(look);
        showUpper();
    });
    m_upper_panel->addHeaderWidget(m_scale);
    m_which = named(new SegmentedSwitch({{QStringLiteral("all"), tr("All counts")}, {QStringLiteral("one"), {}}}),
                    "searchWhich", tr("All numbers of devices, or one"));
    connect(m_which, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        SearchLook look = m_look;
        look.one = id == u"one";
        setLook(look);
        showAll();
    });
    m_upper_head = named(new QWidget, "searchUpperHead");
    bare<QHBoxLayout>(m_upper_head, metrics::kControlGap, {m_which});
    m_upper_panel->addHeaderWidget(m_upper_head);
    m_upper_line = new QWidget;
    bare<QHBoxLayout>(m_upper_line, metrics::kControlGap)->setAlignment(Qt::AlignLeft);
    m_upper_panel->body()->addWidget(m_upper_line);
    m_upper_panel->installEventFilter(this);
    m_plot = named(new SearchPlot(tr("Time and memory of every legal strategy")), "searchPlot");
    m_plot->setAreaReadOut([this](const QString& key) {
        const std::size_t cell = key.mid(1).toULongLong();
        const auto at = count();
        return at && cell < m_cells.size() ? cell_text(*m_run, *at, m_cells[cell]) : QString();
    });
    connect(m_plot, &XyPlot::markPicked, this, [this](const QString& key) {
        if (!key.startsWith(QLatin1Char('c')))
            return pick(key);
        const std::size_t cell = key.mid(1).toULongLong(); // the best in it
        if (cell < m_cells.size())
            pick(QLatin1Char('n') + QString::number(m_cells[cell].best.number));
    });
    connect(m_plot, &XyPlot::placesChanged, this,
            [this] { QMetaObject::invokeMethod(this, &SearchView::showUpper, Qt::QueuedConnection); });
    connect(m_plot, &SearchPlot::rangeMarked, this, &SearchView::brushRange);
    connect(m_plot, &ChartWidget::saved, this, &View::saved);
    m_scaling = named(new ScalingChart(tr("The best of each number of devices")), "searchScaling");
    connect(m_scaling, &ScalingChart::devicesPicked, this, [this](qint64 devices) { lookAt(devices); });
    connect(m_scaling, &ChartWidget::saved, this, &View::saved);
    m_pictures = new QStackedWidget;
    m_pictures->addWidget(m_plot);
    m_pictures->addWidget(scroll_of(m_scaling, "searchScalingScroll", {}, true)); // a narrow page shows part of it
    m_upper_panel->body()->addWidget(m_pictures, 1);
    m_pictures->setMinimumHeight(kLeastUpper);
    return m_upper_panel;
}

QWidget* SearchView::makeAxes()
{
    m_axes_panel = new Panel(tr("Knobs of what fits"));
    m_axes_panel->addHeaderWidget(addStaleMark({kJob, kCloudJob}, m_axes_panel));
    m_filters = named(new FilterBar, "searchFilters");
    m_filters->setTitle({});
    connect(m_filters, &FilterBar::removed, this, &SearchView::unbrush);
    connect(m_filters, &FilterBar::cleared, this, [this] { unbrush({}); });
    m_axes_head = new QWidget;
    bare<QHBoxLayout>(m_axes_head, 0);
    m_axes_head->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_axes_panel->addHeaderWidget(m_axes_head);
    m_axes_line = new QWidget;
    bare<QHBoxLayout>(m_axes_line, 0);
    m_axes_panel->body()->addWidget(m_axes_line);
    m_axes_panel->installEventFilter(this);
    m_axes = named(new AxesChart(tr("Knobs of what fits")), "searchAxes");
    connect(m_axes, &AxesChart::valuesMarked, this, &SearchView::brushKnob);
    connect(m_axes, &AxesChart::stretchMarked, this, &SearchView::brushStretch);
    connect(m_axes, &AxesChart::cleared, this, [this] { unbrush({}); });
    connect(m_axes, &AxesChart::ordered, this, [this](const QStringList& keys) {
        SearchLook look = m_look;
        look.axes.clear();
        for (const QString& key : keys)
            look.axes.push_back(key.toStdString());
        setLook(look);
        showUpper();
    });
    connect(m_axes, &ChartWidget::saved, this, &View::saved);
    QScrollArea* const scroll = scroll_of(m_axes, "searchAxesScroll", {}, true);
    scroll->setMinimumHeight(m_axes->minimumSizeHint().height() + kScrollBar);
    m_axes_panel->body()->addWidget(scroll, 1);
    return m_axes_panel;
}

QWidget* SearchView::makeLower()
{
    m_lower_panel = new Panel(tr("Best"));
    m_add = named(new QPushButton(icon(Icon::plus), tr("Compare")), "searchAdd");
    m_add->setToolTip(tr("Puts the picked strategy into Compare as a new one (Space in the table)"));
    set_compact(m_add);
    connect(m_add, &QPushButton::clicked, this, [this] { addToCompare(QString::fromStdString(m_look.picked)); });
    m_use = named(new QPushButton(tr("Use as current")), "searchUse");
    m_use->setToolTip(tr("Makes the selected strategy of the session equal to the picked one (Enter in the table)"));
    set_compact(m_use);
    connect(m_use, &QPushButton::clicked, this, [this] { useAsCurrent(QString::fromStdString(m_look.picked)); });
    m_lower_head = named(new QWidget, "searchLowerHead");
    bare<QHBoxLayout>(m_lower_head, metrics::kControlGap, {m_add, m_use});
    m_lower_panel->addHeaderWidget(m_lower_head);
    m_lower_line = new QWidget;
    bare<QHBoxLayout>(m_lower_line, metrics::kControlGap)->setAlignment(Qt::AlignLeft);
    m_lower_panel->body()->addWidget(m_lower_line);
    m_lower_panel->installEventFilter(this);
    m_tab = named(new SegmentedSwitch({{QStringLiteral("best"), tr("Best")},
                                       {QStringLiteral("neighbours"), tr("Neighbours")},
                                       {QStringLiteral("knobs"), tr("Knobs")},
                                       {QStringLiteral("file"), tr("File")}}),
                  "searchTab", tr("What the lower panel shows"));
    connect(m_tab, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        SearchLook look = m_look;
        look.tab = id.toStdString();
        setLook(look);
        showLower();
    });
    m_lower_panel->addHeaderWidget(m_tab);
    m_best = make_table("searchBest", {}, tr("Best strategies"));
    connect(m_best, &TableView::keyPicked, this, &SearchView::pick);
    connect(m_best, &TableView::keyActivated, this, &SearchView::useAsCurrent);
    m_best->installEventFilter(this);
    m_file_table = make_table("searchFile", {}, tr("Strategies of the opened file"));
    connect(m_file_table, &TableView::keyPicked, this, &SearchView::pick);
    connect(m_file_table, &TableView::keyActivated, this, &SearchView::useAsCurrent);
    m_file_table->installEventFilter(this);
    m_neighbour_table = make_table("searchNeighbours", neighbours_columns(), tr("Neighbours"));
    m_held = make_table("searchHeld", held_columns(), tr("What each value costs"));
    m_knobs = named(new KnobChart(tr("What each value of each knob can reach")), "searchKnobs");
    connect(m_knobs, &KnobChart::valuePicked, this, &SearchView::toggleValue);
    connect(m_knobs, &ChartWidget::saved, this, &View::saved);
    for (TableView* table : {m_best, m_neighbour_table, m_held, m_file_table})
        connect(table, &TableView::saved, this, &View::saved);
    m_nothing = named(new ToneLabel({}, Tone::secondary), "searchNothing");
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_tables = new QStackedWidget;
    m_tables->addWidget(m_best);
    m_tables->addWidget(m_neighbour_table);
    auto* knobs = new HeldSplitter(Qt::Horizontal);
    knobs->addWidget(m_knobs);
    knobs->addWidget(m_held);
    knobs->hold(1, 250);
    m_tables->addWidget(scroll_of(knobs, "searchKnobsScroll", {}, true)); // as the picture above
    m_tables->addWidget(m_nothing);
    m_tables->addWidget(m_file_table);
    m_lower_panel->body()->addWidget(m_tables, 1);
    m_tables->setMinimumHeight(kLeastLower);
    return m_lower_panel;
}

void SearchView::makeExports()
{
    m_export = new QMenu(this);
    m_export->addAction(tr("Every legal strategy as CSV or JSONL…"), this, [this] { saveTable(false); })
        ->setObjectName(QStringLiteral("exportLegal"));
    m_export->addAction(tr("The front as CSV or JSONL…"), this, [this] { saveTable(true); })
        ->setObjectName(QStringLiteral("exportFront"));
    m_export->addSeparator();
    for (TableView* table : {m_best, m_neighbour_table, m_held, m_file_table, m_laws, m_funnel, m_band}) {
        QMenu* menu = m_export->addMenu(menu_text(table->accessibleName()));
        table->addExportActions(menu);
        if (table == m_file_table)
            m_file_export = menu->menuAction();
    }
    for (ChartWidget* chart : std::initializer_list<ChartWidget*>{m_plot, m_axes, m_scaling, m_knobs})
        chart->addExportActions(m_export->addMenu(menu_text(chart->title())));
}

void SearchView::saveTable(bool front)
{
    if (!m_run || !m_run->complete)
        return;
    saveWhereAsked(
        {front ? tr("Save the front") : tr("Save every legal strategy"),
         front ? tr("front.csv") : tr("strategies.csv"),
         {tr("CSV (*.csv)"), tr("JSONL (*.jsonl)")}},
        [this, front, run = m_run](const QString& path, const Replaceable& replaceable,
                                   const std::function<void(const Result<Done>&)>& done) {
            if (!path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) &&
                !path.endsWith(QLatin1String(".jsonl"), Qt::CaseInsensitive))
                return done(Diagnostic{Severity::error, "table.format.unknown", "",
                                       unknown_ending(path, QStringLiteral(".csv and .jsonl")).toStdString()});
            const auto form = path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) ? search::TableForm::csv
                                                                                        : search::TableForm::jsonl;
            workspace().jobs().start(
                kExportJob, tr("Writing strategies"),
                [=](const JobContext& context) {
                    return write_search_table(run, front, form, path, replaceable, context.token());
                },
                [done](const Result<Done>& written) { done(written); });
        });
}

/// Beside the rest the left column scrolls by itself; below it, it is as high as all in it.
void SearchView::arrange()
{
    const bool beside = width() >= kBesideColumns;
    const int height = beside ? 0 : m_left->sizeHint().height();
    if (m_beside != beside || m_left_height != height) { // else what a person dragged stays
        m_beside = beside;
        m_left_height = height;
        m_columns->setOrientation(beside ? Qt::Horizontal : Qt::Vertical);
        m_columns->insertWidget(beside ? 0 : 1, m_left_scroll);
        m_left_scroll->setMinimumHeight(beside ? kLeastLower : height);
        m_columns->hold(beside ? 0 : 1, beside ? kLeftColumn : height);
    }
    scrollLeft();
}

/// Notes, legends and controls stand where their panel has room for them, however wide it was when they came.
void SearchView::fitHeads()
{
    const auto place = [](QWidget* part, QWidget* where) {
        if (part->parentWidget() != where)
            where->layout()->addWidget(part);
    };
    const int upper = m_upper_panel->width(), lower = m_lower_panel->width();
    const bool scaling = m_pictures->currentIndex() == 1;
    // The figures below the curves are part of that picture: all of its height is in sight.
    m_pictures->setMinimumHeight(scaling ? std::max(kLeastUpper, m_scaling->minimumSizeHint().height() + kScrollBar)
                                         : kLeastUpper);
    m_upper_panel->setNote(upper >= kNoteRoom ? m_upper_note : QString());
    m_legend->setVisible(!scaling && upper >= kNoteRoom);
    QWidget* const which_in = upper >= kControlRoom ? m_upper_head : m_upper_line;
    place(m_which, which_in);
    const bool several = m_run && m_run->question.devices.size() > 1;
    m_which->setVisible(several);
    m_upper_head->setVisible(several && which_in == m_upper_head);
    m_upper_line->setVisible(several && which_in == m_upper_line);
    QWidget* const filters_in = m_axes_panel->width() >= kControlRoom ? m_axes_head : m_axes_line;
    place(m_filters, filters_in);
    const bool filtered = !m_filters->filters().empty();
    m_axes_head->setVisible(filtered && filters_in == m_axes_head);
    m_axes_line->setVisible(filtered && filters_in == m_axes_line);
    m_lower_panel->setNote(lower >= kNoteRoom ? m_lower_note : QString());
    QWidget* const actions_in = lower >= kControlRoom ? m_lower_head : m_lower_line;
    for (QWidget* action : {m_add, m_use}) {
        place(action, actions_in);
        action->show();
    }
    m_lower_head->setVisible(actions_in == m_lower_head);
    m_lower_line->setVisible(actions_in == m_lower_line);
}

/// Its bar comes and goes by our word: tables as high as their rows change with their width, and a bar that comes where
/// there is no room changes that.
void SearchView::scrollLeft()
{
    const bool room = m_left->sizeHint().height() <= m_left_scroll->height();
    const auto wanted = room || !m_beside.value_or(true) ? Qt::ScrollBarAlwaysOff : Qt::ScrollBarAlwaysOn;
    if (m_left_scroll->verticalScrollBarPolicy() != wanted)
        m_left_scroll->setVerticalScrollBarPolicy(wanted);
}

void SearchView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrange();
    fitHeads();
    // Narrower headings first, then the page, then the fields: each is as wide as what it stands in leaves it.
    for (QWidget* changed : std::initializer_list<QWidget*>{m_upper_head, m_axes_head, m_lower_head, m_bar})
        lay_out_above(changed, this);
}

/// Space in a table of strategies puts the row into Compare.
bool SearchView::eventFilter(QObject* watched, QEvent* event)
{
    for (const TableView* table : {m_best, m_file_table})
        if (watched == table && event->type() == QEvent::KeyPress &&
            static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space && !table->currentKey().isEmpty()) {
            addToCompare(table->currentKey());
            return true;
        }
    if ((watched == m_upper_panel || watched == m_axes_panel || watched == m_lower_panel) &&
        event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &SearchView::fitHeads,
                                  Qt::QueuedConnection); // a layout hears nothing meanwhile
    const bool other_room = event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest;
    if ((watched == m_left_scroll || watched == m_left) && other_room)
        QMetaObject::invokeMethod(this, &SearchView::arrange, Qt::QueuedConnection); // once it is laid out
    return View::eventFilter(watched, event);
}

QList<QAction*> SearchView::exportActions()
{
    QList<QAction*> out = m_export->actions();
    if (m_file_table->table()->columns().empty()) // no file is open
        out.removeOne(m_file_export);
    return out;
}

QWidget* SearchView::firstFocus() { return m_best; }

} // namespace blueprinting::ui
