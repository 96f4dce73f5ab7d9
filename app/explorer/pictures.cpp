#include "app/explorer/pictures.h"

#include "ui/frame/main_window.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QPixmap>

namespace blueprinting::explorer {
namespace {

constexpr int kPatience = 60000;

Diagnostic failure(const char* code, const QString& path, const char* message)
{
    return {Severity::error, code, "", message, SourceLocation{path.toStdString()}};
}

bool settle(ui::MainWindow& window)
{
    QElapsedTimer timer;
    timer.start();
    do {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        if (timer.elapsed() > kPatience)
            return false;
    } while (!window.settled());
    // What settled asked to be laid out and drawn once more.
    QCoreApplication::processEvents();
    return true;
}

} // namespace

Result<Done> draw_pictures(ui::MainWindow& window, const std::string& folder)
{
    const QDir dir(QString::fromStdString(folder));
    if (!dir.mkpath(QStringLiteral(".")))
        return failure("picture.folder", dir.path(), "this folder cannot be made");
    for (const ui::ViewEntry& entry : window.views()) {
        window.showView(entry.id);
        const QString file = dir.filePath(entry.id + QStringLiteral(".png"));
        if (!settle(window))
            return failure("picture.unsettled", file, "the view is still at work after a minute");
        if (!window.grab().save(file, "PNG"))
            return failure("picture.unwritable", file, "the picture cannot be written");
    }
    if (window.views().empty()) {
        const QString file = dir.filePath(QStringLiteral("window.png"));
        if (!settle(window) || !window.grab().save(file, "PNG"))
            return failure("picture.unwritable", file, "the picture cannot be written");
    }
    return Done{};
}

} // namespace blueprinting::explorer
