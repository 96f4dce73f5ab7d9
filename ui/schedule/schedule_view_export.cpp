#include "core/schedule/export.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/schedule_view.h"
#include "ui/widgets/save_choice.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/tables/table_view.h"

#include <QAction>
#include <QFileInfo>

/// What leaves the view: files, and the command that makes the same schedule.
namespace blueprinting::ui {

using namespace schedule;

void ScheduleView::buildExports()
{
    const auto action = [&](const char* name, const QString& title, const QString& filter, const QString& ending) {
        auto* out = new QAction(title, this);
        out->setObjectName(QLatin1String(name));
        connect(out, &QAction::triggered, this, [this, filter, ending] { saveAs(filter, ending); });
        m_exports.push_back(out);
    };
    action("schedule.export.png", tr("Lanes as PNG…"), tr("PNG (*.png)"), QStringLiteral(".png"));
    action("schedule.export.svg", tr("Lanes as SVG…"), tr("SVG (*.svg)"), QStringLiteral(".svg"));
    action("schedule.export.pdf", tr("Lanes as PDF…"), tr("PDF (*.pdf)"), QStringLiteral(".pdf"));
    action("schedule.export.csv", tr("Commands as CSV…"), tr("Commands (*.csv)"), QStringLiteral(".csv"));
    action("schedule.export.trace", tr("Selected group as Chrome trace…"), tr("Chrome trace (*.json)"),
           QStringLiteral(".json"));
}

QList<QAction*> ScheduleView::exportActions() { return m_exports; }

QString ScheduleView::commandLine() const
{
    const SceneGroup& group = m_scene.groups[m_scene.selected];
    if (!group.by_hand() || !group.order.empty()) // what a file says is said by its name
        return {};
    QString out = QStringLiteral("blueprinting schedule --kind %1 --stages %2 --microbatches %3")
                      .arg(QString::fromStdString(std::string(to_string(*group.kind))))
                      .arg(group.stages)
                      .arg(group.microbatches);
    const auto put = [&](const char* option, double value) {
        out += QStringLiteral(" %1 %2").arg(QLatin1String(option), QString::number(value, 'g', 10));
    };
    if (group.chunks > 1)
        out += QStringLiteral(" --chunks %1").arg(group.chunks);
    const auto known = (*group.kind)->parameters;
    for (std::size_t i = 0; i < std::min(known.size(), group.parameters.size()); ++i) {
        if (group.parameters[i] == known[i].standard)
            continue;
        const QString option =
            QStringLiteral("--") + QString::fromUtf8(known[i].name.data(), static_cast<qsizetype>(known[i].name.size()))
                                       .replace(QLatin1Char('_'), QLatin1Char('-'));
        if (known[i].name == kReverse)
            out += QLatin1Char(' ') + option;
        else
            put(option.toLatin1().constData(), group.parameters[i]);
    }
    const UnevenStages uneven = group.even ? UnevenStages{} : m_scene.uneven;
    if (!uneven.lists.empty()) { // they have all times
        for (const QString& list : QString::fromStdString(uneven.lists).split(QLatin1Char(' '), Qt::SkipEmptyParts))
            out += (list[0].isLower() ? QStringLiteral(" --transfer-times ") : QStringLiteral(" --times ")) + list;
        if (m_scene.transfers != TransferMode::charged)
            out += QStringLiteral(" --transfers %1")
                       .arg(QString::fromStdString(std::string(to_string(m_scene.transfers))));
        return out;
    }
    put("--forward", m_scene.times.forward);
    put("--backward", m_scene.times.backward);
    if (m_scene.times.input_gradient && splits_backward(*group.kind))
        put("--input-gradient", *m_scene.times.input_gradient);
    if (m_scene.times.recompute)
        put("--recompute", *m_scene.times.recompute);
    if (m_scene.times.transfer)
        put("--transfer", *m_scene.times.transfer);
    if (m_scene.transfers != TransferMode::charged && m_scene.times.transfer)
        out += QStringLiteral(" --transfers %1").arg(QString::fromStdString(std::string(to_string(m_scene.transfers))));
    QStringList layers;
    for (const double each : uneven.layers)
        layers << QString::number(each, 'g', 10);
    if (!layers.isEmpty())
        out += QStringLiteral(" --layers ") + layers.join(QLatin1Char(','));
    if (!uneven.layout.empty())
        out += QStringLiteral(" --layout '%1'").arg(QString::fromStdString(uneven.layout));
    for (std::size_t device = 0; device < uneven.device_factor.size(); ++device)
        if (uneven.device_factor[device] != 1)
            out += QStringLiteral(" --slow %1:%2").arg(device).arg(uneven.device_factor[device]);
    if (uneven.head_adds != 0)
        put("--head-adds", uneven.head_adds);
    if (uneven.embedding_adds != 0)
        put("--embedding-adds", uneven.embedding_adds);
    return out;
}

std::function<Result<Done>()> ScheduleView::dataWriter(const QString& path, const Replaceable& replaceable,
                                                       std::optional<bool> arrows) const
{
    const LaneGroup* group = m_chart.selected_group();
    const auto drawn = group && group->simulation() ? group->drawn : nullptr;
    if (path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) {
        if (!drawn)
            return [] {
                return Result<Done>(
                    Diagnostic{Severity::error, "schedule.nothing", "", "the selected group has no commands to write"});
            };
        return [path, replaceable, ran = drawn->stopped ? drawn->stopped : drawn->schedule.simulation,
                end = group->iteration, arrows] {
            TraceOptions options;
            options.end = end.get();
            options.arrows = arrows;
            return write_whole_file(
                path, [&](const TextSink& sink) { chrome_trace(*ran, sink, options); }, replaceable);
        };
    }
    if (!path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return {};
    if (m_chart.groups.size() == 1 && drawn && !drawn->stopped && !group->measured)
        return [path, replaceable, drawn] {
            return write_whole_file(
                path, [&](const TextSink& sink) { csv(*drawn->schedule.simulation, sink); }, replaceable);
        };
    return [path, replaceable, chart = m_chart] {
        return write_whole_file(
            path,
            [&](const TextSink& sink) {
                TextStream out(sink);
                each_command_row(chart, [&](const QStringList& row) {
                    out << rows_to_csv({row}).toStdString();
                    return out.good();
                });
            },
            replaceable);
    };
}

Result<Done> ScheduleView::exportTo(const QString& path) const
{
    const auto writer = dataWriter(path, std::nullopt);
    return writer ? writer() : m_canvas->exportTo(path);
}

void ScheduleView::startExport(const QString& path, const Replaceable& replaceable,
                               const std::function<void(const Result<Done>&)>& said)
{
    const QVariant chosen = property(kSaveChosen);
    const auto writer = dataWriter(path, replaceable, chosen.isValid() ? std::optional(chosen.toBool()) : std::nullopt);
    if (!writer)
        return said(m_canvas->exportTo(path, replaceable));
    // one kind a file: a second export does not silence the first
    workspace().jobs().start(
        QStringLiteral("schedule.export:") + path, tr("Writing %1").arg(QFileInfo(path).fileName()),
        [writer](const JobContext&) { return writer(); }, said);
}

void ScheduleView::saveAs(const QString& filter, const QString& ending)
{
    const LaneGroup* group = m_chart.selected_group();
    const bool trace = ending == QLatin1String(".json");
    setProperty(kSaveChoice, trace ? tr("Arrows from each command to those that need it") : QString());
    setProperty(kSaveChosen, !group || !group->simulation() || group->shown().graph.size() <= kMostArrows);
    saveWhereAsked(
        {tr("Save schedule"), QStringLiteral("schedule") + ending, {filter}},
        [this](const QString& path, const Replaceable& replaceable,
               const std::function<void(const Result<Done>&)>& said) { startExport(path, replaceable, said); });
}

} // namespace blueprinting::ui
