#pragma once
#include "core/base/result.h"
#include "ui/style/theme_controller.h"

#include <QByteArray>
#include <QSettings>
#include <QStringList>

#include <memory>

namespace blueprinting::ui {

/// What the program keeps from one run to the next and what belongs to the person, not to the session. The only place
/// that knows QSettings. GUI thread.
class Settings {
public:
    /// The person's own.
    Settings();
    /// In this file and nowhere else (--settings, tests, --screenshot). Only a usable() one: another is overwritten by
    /// the first setting.
    explicit Settings(const QString& file);
    ~Settings();

    /// Where the person's own are.
    static QString ownFile();
    /// That settings may be kept in this file: it holds settings, or does not exist yet. Codes of check_file;
    /// settings.too_large above 1 MiB, settings.format for a text that is none of ours.
    static Result<Done> usable(const QString& file);
    /// The settings in the file whose value is not one of theirs, as settings.value; the default stands in their place.
    /// Keys that are no settings are counted in one settings.unknown. A window's place and docks are the window's to
    /// judge.
    [[nodiscard]] Diagnostics findings() const;

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);

    /// Newest first, at most ten, absolute, no file twice.
    [[nodiscard]] QStringList recentFiles() const;
    void addRecentFile(const QString& path);
    void removeRecentFile(const QString& path);
    void clearRecentFiles();

    /// Where the last file dialog was.
    [[nodiscard]] QString lastFolder() const;
    void setLastFolder(const QString& folder);

    /// The window's place and its docks; empty where nothing was kept.
    [[nodiscard]] QByteArray geometry() const;
    [[nodiscard]] QByteArray windowState() const;
    void setWindow(const QByteArray& geometry, const QByteArray& state);

    /// A checkout of Calculon to ask live; empty for the recorded figures.
    [[nodiscard]] QString calculonPath() const;
    void setCalculonPath(const QString& path);

private:
    std::unique_ptr<QSettings> m_settings;
};

} // namespace blueprinting::ui
