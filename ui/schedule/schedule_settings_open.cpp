#include "core/schedule/order_text.h"
#include "ui/schedule/megatron_flags.h"
#include "ui/schedule/run_fields.h"
#include "ui/schedule/schedule_fields.h"
#include "ui/schedule/schedule_settings.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QGridLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>

#include <algorithm>

/// The fold of what is opened and edited: orders, runs, and arguments of other programs.
namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr std::size_t kMostEdited = 4096; ///< commands; above that an order is not edited here

/// The order of a group as it can be typed; empty where that cannot be, and why.
QString order_of(const LaneGroup& group, const SceneGroup& asked, QString& why)
{
    if (!asked.order.empty())
        return QString::fromStdString(asked.order);
    if (!group.simulation() || group.measured)
        return {};
    if (group.shown().graph.size() > kMostEdited) {
        why = ScheduleSettings::tr("More than 4 096 commands: save the order, and open it again.");
        return {};
    }
    const auto graph = build_graph(group.drawn->schedule.plan);
    const auto table = graph ? pytorch_csv(*graph, false) : graph.failure_as<std::string>();
    if (!table) {
        why = group.still() ? shown(group.drawn->schedule.still->words) : shown(table.diagnostics().front().message);
        return {};
    }
    return QString::fromStdString(*table).replace(QLatin1Char(','), QLatin1Char(' ')).trimmed();
}

} // namespace

void ScheduleSettings::askOfRun()
{
    for (const auto& fold : m_folds)
        if (fold->body == m_run->parentWidget())
            fold->head->setChecked(true);
    m_run->ask();
    for (QWidget* each = m_run->parentWidget(); each != this; each = each->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(each))
            QTimer::singleShot(0, area, [this, area] { area->ensureWidgetVisible(m_run); }); // once it is laid out
}

void ScheduleSettings::buildOpen()
{
    Fold& fold = addFold("open", tr("Open and edit"));
    auto* open_order = named(new QPushButton(tr("Open an order…"), fold.body), "schedule.open_order");
    open_order->setToolTip(tr("PyTorch’s table (CSV), or typed actions, a line a device"));
    auto* open_run = named(new QPushButton(tr("Open a run…"), fold.body), "schedule.open_run");
    open_run->setToolTip(tr("Traces of PyTorch’s profiler, one file a rank, laid beside their simulation"));
    fold.grid->addWidget(beside(fold.body, {open_order, open_run}), fold.grid->rowCount(), 0, 1, 2);
    m_run = new RunFields(fold.body);
    fold.grid->addWidget(m_run, fold.grid->rowCount(), 0, 1, 2);
    m_order = named(new QPlainTextEdit(fold.body), "schedule.order", tr("The order, a line a device"));
    m_order->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_order->setTabChangesFocus(true);
    m_order->setMinimumHeight(110);
    m_order->setToolTip(tr("A line a device: 0F0 0F1 … with stage, F, B, I or W, and microbatch, all from 0. Behind a "
                           "bar | stands what is not placed yet"));
    fold.grid->addWidget(m_order, fold.grid->rowCount(), 0, 1, 2);
    m_apply = named(new QPushButton(tr("Run this order"), fold.body), "schedule.order.apply");
    m_save_order = named(new QPushButton(tr("Save…"), fold.body), "schedule.order.save");
    m_save_order->setToolTip(tr("Save the order as PyTorch’s table, or as typed text"));
    m_by_cells = named(new QPushButton(tr("Edit by cells"), fold.body), "schedule.order.cells");
    m_by_cells->setToolTip(tr("Makes this order one’s own: its cells can then be dragged along their lanes, put aside "
                              "with Delete, placed with Enter, and joined into pairs with J"));
    fold.grid->addWidget(beside(fold.body, {m_by_cells, m_save_order}), fold.grid->rowCount(), 0, 1, 2);
    fold.grid->addWidget(m_apply, fold.grid->rowCount(), 0, 1, 2, Qt::AlignLeft);
    m_order_note = note(fold, "order_note");
    m_flags = new MegatronFlags(fold.body);
    fold.grid->addWidget(m_flags, fold.grid->rowCount(), 0, 1, 2);
    for (SceneFields* each : {static_cast<SceneFields*>(m_run), static_cast<SceneFields*>(m_flags)})
        connect(each, &SceneFields::sceneEdited, this, &SceneFields::sceneEdited);
    connect(open_order, &QPushButton::clicked, this, &ScheduleSettings::openOrderWanted);
    connect(open_run, &QPushButton::clicked, this, &ScheduleSettings::openRunWanted);
    connect(m_save_order, &QPushButton::clicked, this, &ScheduleSettings::saveOrderWanted);
    connect(m_by_cells, &QPushButton::clicked, this, [this] { Q_EMIT orderTyped(m_order_shown); });
    connect(m_apply, &QPushButton::clicked, this, [this] { Q_EMIT orderTyped(m_order->toPlainText()); });
}

/// What a group of this size comes to, and the order as it can be typed.
void ScheduleSettings::showOrder(const LaneChart& chart)
{
    const SceneGroup& asked = selected();
    const LaneGroup* group = chart.selected_group();
    QString note;
    if (group && group->drawn && asked.by_hand() && asked.kind && has_parameter(*asked.kind, kGroup)) {
        const Schedule& s = group->drawn->schedule;
        note = group->still()                             ? tr("stands still")
               : s.analytical_only()                      ? tr("no order")
               : !s.closed.holds                          ? tr("runs; there is no form for it")
               : s.makespan_difference().value_or(0) != 0 ? tr("runs slower than the form")
                                                          : tr("runs as the form says");
    }
    m_group_note->setText(note);
    m_group_note->setVisible(!note.isEmpty());

    m_run->showScene(scene(), group);
    m_flags->showScene(scene(), group);

    QString why;
    const QString order = group ? order_of(*group, asked, why) : QString();
    if (group && group->still() && !asked.order.empty())
        why = tr("%1.").arg(shown(group->drawn->schedule.still->words));
    m_order_note->setText(why);
    m_order_note->setVisible(!why.isEmpty());
    const bool typed = m_order->toPlainText() != m_order_shown && m_order->hasFocus();
    if (!typed && order != m_order_shown) {
        m_order_shown = order;
        m_order->setPlainText(order);
    }
    m_by_cells->setEnabled(!order.isEmpty() && asked.order.empty());
    m_save_order->setEnabled(group && group->simulation() && !group->measured);
}

} // namespace blueprinting::ui
