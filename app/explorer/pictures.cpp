#include "app/explorer/pictures.h"

#include "ui/frame/main_window.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QImage>
#include <QPixmap>
#include <QStringList>

#include <utility>

namespace blueprinting::explorer {
namespace {

constexpr int kPatience = 60000;

Diagnostic failure(const char* code, const QString& path, const char* message)
{
    return {Severity::error, code, "", message, SourceLocation{path.toStdString()}};
}

/// The window once nothing is at work in it and two pictures on end are the same: one layout can ask for another, so
/// that what is drawn right after the work may still move. Null where that does not come about.
QImage settled_picture(ui::MainWindow& window)
{
    QElapsedTimer timer;
    timer.start();
    QImage before;
    while (timer.elapsed() < kPatience) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        if (!window.settled()) {
            before = {};
            continue;
        }
        const QImage now = window.grab().toImage();
        if (now == before)
            return now;
        before = now;
    }
    return {};
}

} // namespace

Result<Done> draw_pictures(ui::MainWindow& window, const std::string& folder)
{
    const QDir dir(QString::fromStdString(folder));
    if (!dir.mkpath(QStringLiteral(".")))
        return failure("picture.folder", dir.path(), "this folder cannot be made");
    QStringList names;
    for (const ui::ViewEntry& entry : window.views())
        names << entry.id;
    if (names.empty())
        names << QStringLiteral("window");
    for (const QString& name : std::as_const(names)) {
        if (!window.views().empty())
            window.showView(name);
        const QString file = dir.filePath(name + QStringLiteral(".png"));
        const QImage picture = settled_picture(window);
        if (picture.isNull())
            return failure("picture.unsettled", file, "the view is still at work after a minute");
        if (!picture.save(file, "PNG"))
            return failure("picture.unwritable", file, "the picture cannot be written");
    }
    return Done{};
}

Result<Done> write_report(ui::MainWindow& window, const std::string& file)
{
    const QString path = QString::fromStdString(file);
    const QString front = QString::fromStdString(window.workspace().session().view);
    QStringList order;
    for (const ui::ViewEntry& entry : window.views())
        order << entry.id;
    order << front;
    for (const QString& name : std::as_const(order)) {
        window.showView(name);
        if (settled_picture(window).isNull())
            return failure("picture.unsettled", path, "a view is still at work after a minute");
    }
    return window.writeReport(path);
}

} // namespace blueprinting::explorer
