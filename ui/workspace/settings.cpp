#include "ui/workspace/settings.h"

#include <QDir>
#include <QFileInfo>

namespace blueprinting::ui {
namespace {

constexpr int kRecentFiles = 10;
constexpr QLatin1String kTheme("theme");
constexpr QLatin1String kRecent("recentFiles");
constexpr QLatin1String kFolder("lastFolder");
constexpr QLatin1String kGeometry("window/geometry");
constexpr QLatin1String kState("window/state");
constexpr QLatin1String kCalculon("oracle/calculonPath");

} // namespace

Settings::Settings()
    : m_settings(std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("blueprinting"),
                                             QStringLiteral("explorer")))
{
}

Settings::Settings(const QString& file) : m_settings(std::make_unique<QSettings>(file, QSettings::IniFormat)) {}

Settings::~Settings() = default;

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

QStringList Settings::recentFiles() const { return m_settings->value(kRecent).toStringList().mid(0, kRecentFiles); }

void Settings::addRecentFile(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    m_settings->setValue(kRecent, files.mid(0, kRecentFiles));
}

void Settings::removeRecentFile(const QString& path)
{
    QStringList files = recentFiles();
    files.removeAll(QFileInfo(path).absoluteFilePath());
    m_settings->setValue(kRecent, files);
}

void Settings::clearRecentFiles() { m_settings->remove(kRecent); }

QString Settings::lastFolder() const { return m_settings->value(kFolder, QDir::homePath()).toString(); }
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
