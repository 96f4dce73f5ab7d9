#include "core/base/canonical_json.h"
#include "core/base/file.h"
#include "tests/support/readers.h"
#include "ui/workspace/autosave.h"
#include "ui/workspace/settings.h"

#include <QDir>
#include <QFile>

namespace blueprinting::testing {
namespace {

Diagnostics read_settings(const QString& file, const std::string& text)
{
    if (const auto written = write_file_atomically(file.toStdString(), text); !written)
        return written.diagnostics();
    if (const auto usable = ui::Settings::usable(file); !usable)
        return usable.diagnostics();
    const ui::Settings settings(file);
    static_cast<void>(settings.theme());
    static_cast<void>(settings.recentFiles());
    static_cast<void>(settings.lastFolder());
    static_cast<void>(settings.geometry());
    static_cast<void>(settings.windowState());
    static_cast<void>(settings.calculonPath());
    return settings.findings();
}

Diagnostics read_left_session(const QString& folder, const std::string& text)
{
    if (const auto written =
            write_file_atomically(QDir(folder).filePath(QStringLiteral("session-1.json")).toStdString(), text);
        !written)
        return written.diagnostics();
    ui::Autosave autosave(folder);
    Diagnostics out;
    if (!autosave.recover())
        for (const ui::Autosave::SetAside& each : autosave.setAside()) {
            out.push_back(each.reason);
            QFile::remove(each.file);
        }
    autosave.discard();
    return out;
}

} // namespace

void add_window_readers(std::vector<Reader>& readers, const std::string& folder)
{
    readers.push_back({"settings",
                       {},
                       {"[General]\ntheme=dark\nlastFolder=/tmp\nrecentFiles=/tmp/a.json, "
                        "/tmp/b.json\n\n[window]\ngeometry=@ByteArray(abc)\n"
                        "state=@ByteArray(\\0\\xff)\n\n[oracle]\ncalculonPath=/opt/calculon\n"},
                       // Another name each time: QSettings takes a file of the same size and time for the one it read.
                       [name = QString::fromStdString(folder) + QStringLiteral("/settings-%1.ini"),
                        count = 0](const std::string& text) mutable {
                           const QString file = name.arg(++count);
                           Diagnostics out = read_settings(file, text);
                           QFile::remove(file);
                           return out;
                       }});
    const auto session = ui::Autosave::bytes(ui::starting_session(), {QStringLiteral("/tmp/a.json"), {}, true});
    const QString left = QString::fromStdString(folder) + QStringLiteral("/left");
    readers.push_back({"what a crash left", {}, {*session}, [left](const std::string& text) {
                           QDir().mkpath(left);
                           return read_left_session(left, text);
                       }});
}

} // namespace blueprinting::testing
