#include "ui/schedule/open_files.h"

#include "core/base/file.h"
#include "core/schedule/scene.h"
#include "ui/schedule/schedule_words.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>

namespace blueprinting::ui {
namespace {

using namespace schedule;

/// A table or a text whose first action is one of PyTorch's.
bool is_order(const QString& path)
{
    constexpr qint64 looked_at = 4096;
    static const QRegularExpression action(
        QStringLiteral("^[\\s,]*\\(?\\d+(F|B|I|W|SEND|RECV|UNSHARD|RESHARD|REDUCE)"));
    const bool text = path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) ||
                      path.endsWith(QLatin1String(".txt"), Qt::CaseInsensitive);
    QFile file(path);
    return text && file.open(QIODevice::ReadOnly) && action.match(QString::fromUtf8(file.read(looked_at))).hasMatch();
}

/// A file that has "traceEvents" near its beginning; what else is in a trace may be long.
bool is_trace(const QString& path)
{
    constexpr qint64 looked_at = 256 * 1024;
    QFile file(path);
    return path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive) && file.open(QIODevice::ReadOnly) &&
           file.read(looked_at).contains("\"traceEvents\"");
}

bool has_traces(const QString& folder)
{
    const QFileInfoList files = QDir(folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files);
    return std::ranges::any_of(files, [](const QFileInfo& each) { return is_trace(each.filePath()); });
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
        if (QFileInfo(path).isDir() ? has_traces(path) : is_order(path) || is_trace(path))
            out << path;
    return out;
}

Result<Done> open_schedule_files(Workspace& workspace, const QStringList& paths)
{
    Scene scene = kept_scene(workspace);
    TraceSource run;
    for (const QString& path : paths) {
        if (QFileInfo(path).isDir() || !is_order(path)) {
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
