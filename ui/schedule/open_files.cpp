#include "ui/schedule/open_files.h"

#include "core/base/file.h"
#include "core/schedule/scene.h"
#include "ui/schedule/schedule_words.h"

#include <QFile>
#include <QFileInfo>

namespace blueprinting::ui {
namespace {

using namespace schedule;

bool is_order(const QString& path)
{
    return path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) ||
           path.endsWith(QLatin1String(".txt"), Qt::CaseInsensitive);
}

/// A file that has "traceEvents" near its beginning; what else is in a trace may be long.
bool is_trace(const QString& path)
{
    constexpr qint64 looked_at = 256 * 1024;
    QFile file(path);
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) && file.open(QIODevice::ReadOnly) &&
           file.read(looked_at).contains("\"traceEvents\"");
}

/// What the session keeps of the view, without its lesson; the starting scene where that cannot be read.
Scene kept_scene(const Workspace& workspace)
{
    Json kept = workspace.viewState("schedule");
    if (kept.is_object())
        kept.erase("lesson");
    const auto document = JsonDocument::parse(kept.dump(), "session");
    if (document)
        if (auto scene = scene_from_json(*document, document->root(), ""))
            return std::move(scene).value();
    return starting_scene();
}

} // namespace

QStringList schedule_files(const QStringList& paths)
{
    QStringList out;
    for (const QString& path : paths)
        if (QFileInfo(path).isDir() || is_order(path) || is_trace(path))
            out << path;
    return out;
}

Result<Done> open_schedule_files(Workspace& workspace, const QStringList& paths)
{
    Scene scene = kept_scene(workspace);
    TraceSource run;
    for (const QString& path : paths) {
        if (!is_order(path)) {
            run.files.push_back(QFileInfo(path).absoluteFilePath().toStdString());
            continue;
        }
        const auto text = read_file(path.toStdString());
        if (!text)
            return text.failure_as<Done>();
        auto group = group_of_order(*text, path.toStdString());
        if (!group)
            return group.failure_as<Done>();
        scene.groups = {std::move(group).value()};
        scene.uneven = {};
    }
    const bool measured = !run.files.empty();
    if (measured) {
        SceneGroup group;
        group.traces = std::move(run);
        scene.groups = {std::move(group)};
    }
    scene.selected = 0;
    scene.range.reset();
    scene.time = 0;
    workspace.edit(edit_title(measured ? QStringLiteral("open_run") : QStringLiteral("open_order"), scene),
                   [&](Session& session) {
                       session.views["schedule"] = to_json(scene);
                       session.views.erase("schedule.sight");
                   });
    workspace.showView("schedule");
    return Done{};
}

} // namespace blueprinting::ui
