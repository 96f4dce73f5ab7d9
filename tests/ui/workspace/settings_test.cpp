#include "tests/support/test_main.h"
#include "ui/workspace/settings.h"

#include <QTemporaryDir>

using namespace blueprinting::ui;

class SettingsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsWhatWasSet()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.ini"));
        {
            Settings settings(file);
            QCOMPARE(settings.theme(), ThemeChoice::follow_desktop);
            QVERIFY(settings.calculonPath().isEmpty());
            settings.setTheme(ThemeChoice::dark);
            settings.setCalculonPath(QStringLiteral("/opt/calculon"));
            settings.setWindow("g", "s");
        }
        const Settings again(file);
        QCOMPARE(again.theme(), ThemeChoice::dark);
        QCOMPARE(again.calculonPath(), QStringLiteral("/opt/calculon"));
        QCOMPARE(again.geometry(), QByteArray("g"));
        QCOMPARE(again.windowState(), QByteArray("s"));
    }

    void recentFilesAreNewestFirstAndAtMostTen()
    {
        QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("s.ini")));
        for (int i = 0; i < 12; ++i)
            settings.addRecentFile(QStringLiteral("/tmp/%1.json").arg(i));
        settings.addRecentFile(QStringLiteral("/tmp/5.json"));
        QStringList expected{QStringLiteral("/tmp/5.json")};
        for (int i : {11, 10, 9, 8, 7, 6, 4, 3, 2})
            expected << QStringLiteral("/tmp/%1.json").arg(i);
        QCOMPARE(settings.recentFiles(), expected);
        settings.removeRecentFile(QStringLiteral("/tmp/11.json"));
        QCOMPARE(settings.recentFiles().size(), 9);
        settings.clearRecentFiles();
        QVERIFY(settings.recentFiles().isEmpty());
    }
};

BLUEPRINTING_UI_TEST(SettingsTest)
#include "settings_test.moc"
