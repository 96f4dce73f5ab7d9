#include "core/base/file.h"
#include "core/schedule/order_text.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/schedule_controls.h"
#include "ui/schedule/schedule_settings.h"
#include "ui/schedule/schedule_view.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/message_bar.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
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

void ScheduleView::typedOrder(const QString& text)
{
    auto group = group_of_order(text.toStdString(), tr("the order").toStdString());
    if (!group) {
        m_message->setMessage(MessageBar::Kind::error, tr("This is no order."),
                              shown(to_line(group.diagnostics().front())));
        return;
    }
    Scene scene = m_scene;
    scene.groups[scene.selected] = std::move(group).value();
    editScene(scene, QStringLiteral("order"));
}

/// The order's text with one unit at another place of its line.
void ScheduleView::moveCell(int group, unsigned command, int place)
{
    const auto at = static_cast<std::size_t>(group);
    const CommandGraph& graph = m_chart.groups[at].shown().graph;
    const std::uint32_t device = graph.stage[command];
    int unit = 0;
    for (CommandId id = graph.queue_begin[device]; id < graph.unit(command).first; ++id)
        unit += !graph.is_second(id);
    const Slot slot{graph.kind[command], graph.chunk[command], graph.microbatch[command]};
    QStringList lines = QString::fromStdString(m_scene.groups[at].order).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    if (device >= static_cast<std::uint32_t>(lines.size()))
        return;
    static const QRegularExpression blanks(QStringLiteral("[,\\s]+"));
    QStringList units = lines[device].split(blanks, Qt::SkipEmptyParts);
    place = std::clamp(place, 0, static_cast<int>(units.size()));
    if (unit >= units.size() || place == unit || place == unit + 1)
        return;
    units.move(unit, place > unit ? place - 1 : place);
    lines[device] = units.join(QLatin1Char(' '));
    for (QString& line : lines) // one notation throughout
        line = line.split(blanks, Qt::SkipEmptyParts).join(QLatin1Char(' '));
    m_scene.selected = at;
    typedOrder(lines.join(QLatin1Char('\n')));
    m_canvas->follow(group, slot, device);
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
    const std::string& typed = m_scene.groups[m_scene.selected].order;
    const auto graph = build_graph(group->drawn->schedule.plan);
    const auto table = !typed.empty() ? Result<std::string>(typed)
                       : graph        ? pytorch_csv(*graph, false)
                                      : graph.failure_as<std::string>();
    if (!table) {
        m_message->setMessage(MessageBar::Kind::error, tr("The order cannot be saved."),
                              shown(to_line(table.diagnostics().front())));
        return;
    }
    saveWhereAsked({tr("Save the order"), QStringLiteral("order.csv"), {tr("PyTorch’s table (*.csv)")}},
                   [text = QByteArray::fromStdString(*table)](const QString& path, const Replaceable& replaceable,
                                                              const std::function<void(const Result<Done>&)>& said) {
                       said(write_whole_file(path, text, replaceable));
                   });
}

} // namespace blueprinting::ui
