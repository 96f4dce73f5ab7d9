#include "core/base/file.h"
#include "tests/fuzz/rewrites.h"
#include "ui/workspace/autosave.h"
#include "ui/workspace/session_json.h"
#include "ui/workspace/settings.h"

#include <QDir>

#include <tuple>

namespace blueprinting::fuzz {
namespace {

/// What a crash left, as far as a person would notice: the session and what is known of its file.
RoundTrip left_rewritten(const QString& folder, const std::string& text)
{
    const auto read = [&folder](const std::string& bytes) -> std::optional<ui::Recovered> {
        QDir().mkpath(folder);
        const QString file = QDir(folder).filePath(QStringLiteral("session-1.json"));
        if (!write_file_atomically(file.toStdString(), bytes))
            return std::nullopt;
        ui::Autosave autosave(folder);
        auto found = autosave.recover();
        autosave.discard();
        QDir(folder).removeRecursively();
        return found;
    };
    const auto first = read(text);
    if (!first)
        return {};
    const auto written = ui::Autosave::bytes(first->session, first->file);
    if (!written)
        return {true, "what was read cannot be written: " + to_line(written.diagnostics().front())};
    const auto second = read(*written);
    if (!second)
        return {true, "what was written is refused: " + *written};
    if (!(second->session == first->session))
        return {true, "reading back gives another session: " + *written};
    const auto rewritten = ui::Autosave::bytes(second->session, second->file);
    return {true, rewritten && *rewritten == *written ? "" : "writing again gives another text: " + *written};
}

auto values_of(const ui::Settings& settings)
{
    return std::tuple(settings.theme(), settings.recentFiles(), settings.lastFolder(), settings.geometry(),
                      settings.windowState(), settings.calculonPath());
}

/// Every setting that was read, set anew in another file, is read from there.
RoundTrip settings_rewritten(const QString& folder, const std::string& text)
{
    QDir().mkpath(folder);
    const QString file = QDir(folder).filePath(QStringLiteral("read.ini"));
    const QString other = QDir(folder).filePath(QStringLiteral("written.ini"));
    if (!write_file_atomically(file.toStdString(), text) || !ui::Settings::usable(file))
        return {};
    const ui::Settings first(file);
    if (!first.findings().empty())
        return {};
    {
        ui::Settings set(other);
        set.setTheme(first.theme());
        const QStringList recent = first.recentFiles();
        for (auto each = recent.rbegin(); each != recent.rend(); ++each)
            set.addRecentFile(*each);
        set.setLastFolder(first.lastFolder());
        set.setWindow(first.geometry(), first.windowState());
        set.setCalculonPath(first.calculonPath());
    }
    const auto usable = ui::Settings::usable(other);
    if (!usable)
        return {true, "what was written is refused: " + to_line(usable.diagnostics().front())};
    const ui::Settings second(other);
    return {true, values_of(second) == values_of(first) ? "" : "reading back gives other settings"};
}

} // namespace

void add_window_rewrites(std::map<std::string, Rewrite>& rewrites, const std::string& folder)
{
    rewrites["session"] = [](const std::string& text) {
        const auto read = [](const JsonDocument& d) { return ui::session_from_json(d); };
        return round_trip(
            text, read, [](const ui::Session& value) { return ui::to_json(value); }, read);
    };
    rewrites["any file that is opened"] = nullptr; // each kind has its own
    const QString place = QString::fromStdString(folder);
    // Another folder each time: QSettings takes a file of the same size and time for the one it read.
    rewrites["settings"] = [name = place + QStringLiteral("/settings-%1"), count = 0](const std::string& text) mutable {
        const QString there = name.arg(++count);
        RoundTrip out = settings_rewritten(there, text);
        QDir(there).removeRecursively();
        return out;
    };
    rewrites["what a crash left"] = [place](const std::string& text) {
        return left_rewritten(place + QStringLiteral("/left"), text);
    };
}

} // namespace blueprinting::fuzz
