#include "app/explorer/display_watch.h"

#include "app/explorer/refuse.h"

#include <QString>
#include <QtGlobal>

#include <cstdlib>
#include <cstring>

namespace blueprinting::explorer {
namespace {

/// A handler of messages is a plain function: what it remembers has to lie beside it.
struct Seen {
    QtMessageHandler before = nullptr;
    QString reason;     ///< of the platform itself
    QString of_loading; ///< of loading it
};
Seen& seen()
{
    static Seen one;
    return one;
}

void on_message(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    Seen& so_far = seen();
    if (type == QtFatalMsg) {
        // The application is half made: neither its destructors nor those of what it has loaded may run.
        std::_Exit(refuse(no_display((so_far.reason.isEmpty() ? so_far.of_loading : so_far.reason).toStdString())));
    }
    const char* category = context.category ? context.category : "";
    if (std::strncmp(category, "qt.qpa.", 7) == 0) {
        QString& kept = std::strcmp(category, "qt.qpa.plugin") == 0 ? so_far.of_loading : so_far.reason;
        if (kept.isEmpty())
            kept = text.trimmed();
    }
    if (so_far.before)
        so_far.before(type, context, text);
}

} // namespace

DisplayWatch::DisplayWatch()
{
    seen() = {};
    seen().before = qInstallMessageHandler(on_message);
}

DisplayWatch::~DisplayWatch() { qInstallMessageHandler(seen().before); }

std::string no_display(const std::string& reason)
{
    return "there is no display to open a window on" + (reason.empty() ? "" : " (" + reason + ")") +
           "; --screenshot DIR draws without one";
}

} // namespace blueprinting::explorer
