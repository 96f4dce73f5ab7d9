#include "ui/timing/timing_view.h"

#include "core/base/format.h"
#include "ui/style/metrics.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/named.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/filters.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

QToolButton* menu_button(const QString& text, Icon name, QMenu* menu, const char* object)
{
    auto* button = new QToolButton;
    button->setObjectName(QString::fromLatin1(object));
    button->setText(text);
    button->setIcon(icon(name));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    return button;
}

} // namespace

QWidget* TimingView::makeTasks()
{
    m_tasks_panel = named(new Panel, "tasksPanel");
    m_tasks_panel->installEventFilter(this);
    m_tasks_panel->setNote(tr("times in µs, one block and microbatch"));
    m_task_table = make_table("taskTable", task_columns(), tr("Tasks"));
    m_task_table->sortAtFirst(m_task_table->table()->columns().back().id, Qt::DescendingOrder);
    m_task_table->installEventFilter(this);
    connect(m_task_table, &TableView::keyPicked, this, &TimingView::pickTask);

    m_filter_menu = new QMenu(this);
    connect(m_filter_menu, &QMenu::aboutToShow, this, &TimingView::fillFilterMenu);
    m_count = named(new ToneLabel({}, Tone::secondary), "taskCount");
    m_find = named(new QLineEdit, "findTask", tr("Find a task"));
    m_find->setPlaceholderText(tr("Find"));
    m_find->setClearButtonEnabled(true);
    m_find->setMaximumWidth(140);
    m_task_table->setFindField(m_find);
    connect(m_find, &QLineEdit::textChanged, this, [this](const QString& text) {
        const std::string part = text.trimmed().toStdString();
        set_filter(this->workspace(), filter_field::task, part.empty() ? std::vector<std::string>() : std::vector{part},
                   true);
    });

    m_piece_box = named(new QComboBox, "taskPiece", tr("Kind of block, or what stands outside the blocks"));
    m_piece_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_piece_box->setMinimumContentsLength(16);
    m_piece_box->setVisible(false);
    connect(m_piece_box, &QComboBox::currentIndexChanged, this,
            [this] { pickPiece(m_piece_box->currentData().toString()); });
    auto* row = bare<QHBoxLayout>(
        nullptr, metrics::kControlGap,
        {{m_piece_box, 1},
         {m_count, 1},
         m_find,
         menu_button(tr("Filter"), Icon::filter, m_filter_menu, "filterButton"),
         menu_button(tr("Columns"), Icon::columns, m_task_table->makeColumnsMenu(this), "columnsButton")});
    lay_out(m_tasks_panel->body(), {row, {m_task_table, 1}});
    m_none = named(new EmptyState, "tasksNone");
    m_none->setVisible(false);
    QPushButton* clear = m_none->addAction(tr("Clear the filters"), icon(Icon::reset));
    clear->setObjectName(QStringLiteral("tasksClearFilters"));
    connect(clear, &QAbstractButton::clicked, this, [this] {
        this->workspace().edit(tr("Clear the filters"), [](Session& session) { set_filters(session, {}); });
    });
    m_tasks_panel->body()->addWidget(m_none, 1);
    return m_tasks_panel;
}

QWidget* TimingView::makeComponents()
{
    m_components_panel = named(new Panel, "componentsPanel");
    m_part_switch = named(new SegmentedSwitch({{QStringLiteral("components"), tr("Components")},
                                               {QStringLiteral("audit"), tr("Recompute")}}),
                          "partSwitch");
    connect(m_part_switch, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        m_audit = id == u"audit";
        keepState();
        showAudit();
    });
    m_components_panel->addHeaderWidget(m_part_switch);

    m_component_table = make_table("componentTable", {}, tr("Components against the references"));
    m_component_table->setHeightFollowsRows(true);
    m_component_table->installEventFilter(this);
    connect(m_component_table, &TableView::keyPicked, this, &TimingView::pickComponent);
    m_components_panel->body()->addWidget(m_component_table);

    m_audit_table = make_table("auditTable", audit_columns(1000), tr("Recompute counter audit"));
    m_audit_table->setHeightFollowsRows(true);
    m_audit_table->installEventFilter(this);
    connect(m_audit_table, &TableView::keyPicked, this,
            [this](const QString& id) { this->workspace().selectStrategy(id.toStdString()); });
    m_components_panel->body()->addWidget(m_audit_table);

    m_audit_note =
        named(new ToneLabel({}, {.tone = Tone::secondary, .size = ToneLabel::Size::small, .wraps = true}), "auditNote");
    m_audit_note->installEventFilter(this);
    lay_out(m_components_panel->body(), {m_audit_note, Laid::rest()});
    return m_components_panel;
}

QWidget* TimingView::makeRoofline()
{
    auto* panel = named(new Panel(tr("Roofline")), "rooflinePanel");
    m_roofline_panel = panel;
    m_roofline_legend = named(new Legend, "rooflineLegend");
    panel->addHeaderWidget(m_roofline_legend);
    m_roofline = named(new XyPlot(tr("Roofline")), "roofline");
    connect(m_roofline, &XyPlot::markPicked, this,
            [this](const QString& key) { pickTask(m_roofline_chart.next(key, selectedTask())); });
    panel->body()->addWidget(m_roofline, 1);
    return panel;
}

QWidget* TimingView::makeCurves()
{
    auto* panel = named(new Panel(tr("Efficiency curves")), "curvesPanel");
    m_curves_panel = panel;
    m_engine_switch =
        named(new SegmentedSwitch({{QStringLiteral("matrix"), tr("matrix")}, {QStringLiteral("vector"), tr("vector")}}),
              "engineSwitch");
    connect(m_engine_switch, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        m_engine = id == u"vector" ? CurveOf::vector : CurveOf::matrix;
        keepState();
        showCharts();
    });
    panel->addHeaderWidget(m_engine_switch);

    auto* row = new QHBoxLayout;
    row->setSpacing(metrics::kPanelGap);
    const auto plot = [&](XyPlot*& into, const QString& title, const char* object, const TaskChart& chart) {
        auto* name = new ToneLabel(title, {.size = ToneLabel::Size::small, .bold = true});
        name->setObjectName(QString::fromLatin1(object) + QStringLiteral("Title"));
        into = new XyPlot(title);
        into->setObjectName(QString::fromLatin1(object));
        connect(into, &XyPlot::markPicked, this,
                [this, &chart](const QString& key) { pickTask(chart.next(key, selectedTask())); });
        auto* box = bare<QVBoxLayout>(nullptr, -1, {name, {into, 1}});
        row->addLayout(box, 1);
    };
    plot(m_engine_curve, tr("matrix"), "engineCurve", m_engine_chart);
    plot(m_memory_curve, tr("memory"), "memoryCurve", m_memory_chart);
    panel->body()->addLayout(row, 1);
    return panel;
}

void TimingView::fillFilterMenu()
{
    m_filter_menu->clear();
    // Each entry adds a value to what is let through, or takes it away.
    const auto add = [this](const QString& text, const QString& object, std::string_view field,
                            const std::string& value) {
        const std::vector<std::string> values = filter_values(workspace().session(), field);
        const auto at = std::ranges::find(values, value);
        QAction* action = m_filter_menu->addAction(text);
        action->setObjectName(object);
        action->setCheckable(true);
        action->setChecked(at != values.end());
        connect(action, &QAction::triggered, this, [this, field, value](bool checked) {
            std::vector<std::string> wanted = filter_values(workspace().session(), field);
            std::erase(wanted, value);
            if (checked)
                wanted.push_back(value);
            set_filter(workspace(), field, wanted);
        });
    };
    add(tr("Share of at least 0.5 %"), QStringLiteral("filterSmall"), filter_field::share,
        format::shortest(kSmallShare));
    m_filter_menu->addSection(tr("Engine"));
    for (const auto& [key, value] :
         {std::pair("matrix", "matrix"), std::pair("vector", "vector"), std::pair("network", "collective")})
        add(engine_words(QString::fromLatin1(key)), QStringLiteral("filter_") + QString::fromLatin1(key),
            filter_field::engine, value);
    m_filter_menu->addSection(tr("Phase"));
    for (const ir::Phase phase : kPhases)
        add(phase_words(phase), QStringLiteral("filter_") + phase_key(phase), filter_field::phase,
            std::string(to_string(phase)));
}

} // namespace blueprinting::ui
