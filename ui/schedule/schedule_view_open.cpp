#include "core/base/file.h"
#include "core/schedule/hand_order.h"
#include "core/schedule/order_text.h"
#include "core/schedule/written_order.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/schedule_controls.h"
#include "ui/schedule/schedule_settings.h"
#include "ui/schedule/schedule_view.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/message_bar.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QFileInfo>
#include <QResizeEvent>
#include <QScrollArea>

#include <algorithm>

/// What comes into the view from files and from the order's field, and where the settings stand.
namespace blueprinting::ui {

using namespace schedule;

namespace {

constexpr int kBesideFrom = 1280; ///< width of the window from which the settings stand beside the page

} // namespace

void ScheduleView::openSettings(bool open)
{
    m_controls->setSettingsOpen(open);
    if (open == m_settings_open)
        return;
    m_settings_open = open;
    placeSettings();
    keepSight();
    if (open)
        m_settings->setFocus();
    else
        m_canvas->setFocus();
}

void ScheduleView::placeSettings()
{
    const bool beside = window()->width() >= kBesideFrom;
    const bool laid = m_outer->indexOf(m_settings) >= 0;
    m_settings->setOverPage(!beside);
    if (m_settings_open && beside) {
        if (!laid)
            m_outer->addWidget(m_settings);
    } else if (laid) {
        m_outer->removeWidget(m_settings);
    }
    m_settings->setVisible(m_settings_open);
    if (!m_settings_open || beside)
        return;
    m_settings->setGeometry(width() - m_settings->width(), 0, m_settings->width(), height());
    m_settings->raise();
}

void ScheduleView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    placeSettings();
}

bool ScheduleView::opens(const QString& kind) const
{
    return kind == QLatin1String("order") || kind == QLatin1String("trace");
}

Result<Done> ScheduleView::open(const QString& path)
{
    if (QFileInfo(path).isDir() || path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) {
        openRun({path});
        return Done{};
    }
    return openOrder(path);
}

void ScheduleView::openRun(const QStringList& paths)
{
    if (paths.isEmpty())
        return;
    TraceSource source;
    for (const QString& path : paths)
        source.files.push_back(QFileInfo(path).absoluteFilePath().toStdString());
    Scene scene = m_scene;
    SceneGroup group;
    group.traces = std::move(source);
    // One run at a time, and alone on its axis: its times are milliseconds.
    scene.groups = {std::move(group)};
    scene.selected = 0;
    scene.range.reset();
    scene.time = 0;
    editScene(scene, QStringLiteral("open_run"));
}

Result<Done> ScheduleView::openOrder(const QString& path)
{
    const auto text = read_file(path.toStdString());
    if (!text)
        return text.failure_as<Done>();
    auto group = group_of_order(*text, QFileInfo(path).fileName().toStdString());
    if (!group)
        return group.failure_as<Done>();
    Scene scene = m_scene;
    if (scene.groups[scene.selected].by_hand())
        scene.groups[scene.selected] = std::move(group).value();
    else
        scene.groups = {std::move(group).value()};
    scene.selected = std::min(scene.selected, scene.groups.size() - 1);
    scene.uneven = {};
    editScene(scene, QStringLiteral("open_order"));
    return Done{};
}

void ScheduleView::typedOrder(const QString& text, const QString& field)
{
    auto group = group_of_order(text.toStdString(), tr("the order").toStdString());
    if (!group) {
        m_message->setMessage(MessageBar::Kind::error, tr("This is no order."),
                              shown(to_line(group.diagnostics().front())));
        return;
    }
    Scene scene = m_scene;
    scene.groups[scene.selected] = std::move(group).value();
    editScene(scene, field);
}

void ScheduleView::editedOrder(int group, const QString& order, const QString& field)
{
    m_scene.selected = static_cast<std::size_t>(group);
    typedOrder(order, field);
}

void ScheduleView::askOrder()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open an order"), {}, tr("Orders (*.csv *.txt);;All files (*)"));
    if (path.isEmpty())
        return;
    if (const auto done = openOrder(path); !done)
        m_message->setMessage(MessageBar::Kind::error, tr("%1 was refused.").arg(QFileInfo(path).fileName()),
                              shown(to_line(done.diagnostics().front())));
}

void ScheduleView::askRun()
{
    openRun(QFileDialog::getOpenFileNames(this, tr("Open the traces of a run, one file a rank"), {},
                                          tr("Traces (*.json);;All files (*)")));
}

void ScheduleView::saveOrder()
{
    const LaneGroup* group = m_chart.selected_group();
    if (!group || !group->simulation())
        return;
    const auto text = [plan = group->drawn->schedule.plan](bool table) -> Result<std::string> {
        if (!table && plan.request.kind->paths > 1)
            return Diagnostic{Severity::error, "schedule.csv.two_paths", "",
                              "a stage would stand in two lines: typed orders have no place for two paths"};
        if (!table)
            return typed_text(plan.request.written ? *plan.request.written : written(plan.request));
        if (const auto lacks = unplaced(plan.request); !lacks.empty())
            return Diagnostic{Severity::error, "schedule.csv.missing", "",
                              std::to_string(lacks.size()) +
                                  " commands are not placed; PyTorch’s table has all of them: save it as text"};
        const auto graph = build_graph(plan);
        return graph ? pytorch_csv(*graph, false) : graph.failure_as<std::string>();
    };
    saveWhereAsked(
        {tr("Save the order"), QStringLiteral("order.csv"), {tr("PyTorch’s table (*.csv)"), tr("Typed text (*.txt)")}},
        at_once([text](const QString& path, const Replaceable& replaceable) -> Result<Done> {
            const auto made = text(!path.endsWith(QLatin1String(".txt"), Qt::CaseInsensitive));
            return made ? write_whole_file(path, QByteArray::fromStdString(*made), replaceable)
                        : made.failure_as<Done>();
        }));
}

} // namespace blueprinting::ui
