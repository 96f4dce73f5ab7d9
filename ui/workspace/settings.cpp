#include "ui/workspace/settings.h"

#include "core/base/file.h"
#include "core/base/shortened.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr int kRecentFiles = 10;
constexpr QLatin1String kTheme("theme");
constexpr QLatin1String kRecent("recentFiles");
constexpr QLatin1String kFolder("lastFolder");
constexpr QLatin1String kGeometry("window/geometry");
constexpr QLatin1String kState("window/state");
constexpr QLatin1String kCalculon("oracle/calculonPath");

constexpr qint64 kMostBytes = 1 << 20; ///< ours are a few hundred

Diagnostic failure(std::string code, const QString& file, std::string message)
{
    return {Severity::error, std::move(code), "", std::move(message), SourceLocation{file.toStdString(), 0, 0}};
}

/// As addRecentFile() writes them: another spelling of one file would stand there twice.
bool isRecentFile(const QString& path)
{
    return QFileInfo(path).isAbsolute() && QDir::cleanPath(path) == path && !path.contains(QChar(u'\0'));
}

/// No folder has a zero byte in its name, and Qt warns of one.
bool isFolder(const QString& path) { return !path.contains(QChar(u'\0')) && QFileInfo(path).isDir(); }

} // namespace

Settings::Settings() : Settings(ownFile()) {}

Settings::Settings(const QString& file) : m_settings(std::make_unique<QSettings>(file, QSettings::IniFormat)) {}

Settings::~Settings() = default;

/// Where QSettings keeps them. Asked for the place, it would read the file at once, and wait for ever where that is a
/// pipe.
QString Settings::ownFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/blueprinting/explorer.ini");
}

Result<Done> Settings::usable(const QString& file)
{
    if (const Result<Done> readable = check_file(file.toStdString()); !readable) {
        if (readable.diagnostics().front().code == "file.missing")
            return Done{};
        return readable;
    }
    if (QFileInfo(file).size() > kMostBytes)
        return failure("settings.too_large", file, "a file of settings is at most 1 MiB; this is something else");
    const QSettings read(file, QSettings::IniFormat);
    static_cast<void>(read.allKeys()); // until then nothing of it is parsed
    if (read.status() != QSettings::NoError)
        return failure("settings.format", file,
                       "this is not a settings file, which has lines such as theme=dark below [General]");
    return Done{};
}

Diagnostics Settings::findings() const
{
    Diagnostics out;
    const SourceLocation place{m_settings->fileName().toStdString(), 0, 0};
    QStringList unknown = m_settings->allKeys();
    for (const QLatin1String& known : {kTheme, kRecent, kFolder, kGeometry, kState, kCalculon})
        unknown.removeAll(known);
    if (!unknown.isEmpty())
        out.push_back({Severity::warning, "settings.unknown", "",
                       "there is no setting " + shortened(unknown.first().toStdString()) +
                           (unknown.size() > 1 ? ", nor " + std::to_string(unknown.size() - 1) + " more in this file"
                                               : std::string()) +
                           "; it is ignored",
                       place});
    if (const QString folder = m_settings->value(kFolder).toString(); !folder.isEmpty() && !isFolder(folder))
        out.push_back({Severity::warning, "settings.value", "lastFolder",
                       "lastFolder must be a folder, and there is none at \"" + shortened(folder.toStdString()) + "\"",
                       place});
    const QStringList recent = m_settings->value(kRecent).toStringList();
    const auto strange = std::find_if_not(recent.begin(), recent.end(), isRecentFile);
    if (strange != recent.end())
        out.push_back(
            {Severity::warning, "settings.value", "recentFiles",
             "recentFiles must be whole paths of files, and \"" + shortened(strange->toStdString()) + "\" is none",
             place});
    const QString theme = m_settings->value(kTheme, QStringLiteral("desktop")).toString();
    if (theme != QLatin1String("light") && theme != QLatin1String("dark") && theme != QLatin1String("desktop"))
        out.push_back({Severity::warning, "settings.value", "theme",
                       "theme must be light, dark or desktop, not \"" + shortened(theme.toStdString()) + "\"", place});
    return out;
}

ThemeChoice Settings::theme() const
{
    const QString value = m_settings->value(kTheme).toString();
    if (value == QLatin1String("light"))
        return ThemeChoice::light;
    return value == QLatin1String("dark") ? ThemeChoice::dark : ThemeChoice::follow_desktop;
}

void Settings::setTheme(ThemeChoice choice)
{
    m_settings->setValue(kTheme, choice == ThemeChoice::light  ? QStringLiteral("light")
                                 : choice == ThemeChoice::dark ? QStringLiteral("dark")
                                                               : QStringLiteral("desktop"));
}

QStringList Settings::recentFiles() const
{
    QStringList out;
    for (const QString& each : m_settings->value(kRecent).toStringList())
        if (isRecentFile(each) && !out.contains(each))
            out.push_back(each);
    return out.mid(0, kRecentFiles);
}

void Settings::addRecentFile(const QString& path)
{
    const QString absolute = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    m_settings->setValue(kRecent, files.mid(0, kRecentFiles));
}

void Settings::removeRecentFile(const QString& path)
{
    QStringList files = recentFiles();
    files.removeAll(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
    m_settings->setValue(kRecent, files);
}

void Settings::clearRecentFiles() { m_settings->remove(kRecent); }

QString Settings::lastFolder() const
{
    const QString kept = m_settings->value(kFolder).toString();
    return isFolder(kept) ? kept : QDir::homePath();
}

void Settings::setLastFolder(const QString& folder) { m_settings->setValue(kFolder, folder); }

QByteArray Settings::geometry() const { return m_settings->value(kGeometry).toByteArray(); }
QByteArray Settings::windowState() const { return m_settings->value(kState).toByteArray(); }

void Settings::setWindow(const QByteArray& geometry, const QByteArray& state)
{
    m_settings->setValue(kGeometry, geometry);
    m_settings->setValue(kState, state);
}

QString Settings::calculonPath() const { return m_settings->value(kCalculon).toString(); }
void Settings::setCalculonPath(const QString& path) { m_settings->setValue(kCalculon, path); }

} // namespace blueprinting::ui
