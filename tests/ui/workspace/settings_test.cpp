#include "tests/support/files.h"
#include "tests/support/test_main.h"
#include "ui/workspace/settings.h"

#include <QTemporaryDir>

#include <sys/stat.h>

using namespace blueprinting::ui;
using blueprinting::testing::bytes_of;

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

    void onlyAFileOfSettingsIsUsable_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        QTest::newRow("empty") << QByteArray("") << "";
        QTest::newRow("settings") << QByteArray("[General]\ntheme=dark\n\n[window]\ngeometry=@ByteArray(abc)\n") << "";
        QTest::newRow("a text") << QByteArray("Dear diary,\ntoday nothing happened\n") << "settings.format";
        QTest::newRow("JSON") << QByteArray("{\n  \"theme\": \"dark\"\n}\n") << "settings.format";
        QTest::newRow("bytes") << QByteArray("\x7f"
                                             "ELF\0\1\2\n\xff\xfe\n",
                                             11)
                               << "settings.format";
        QTest::newRow("more than there are settings for") << QByteArray(2 << 20, '\n') << "settings.too_large";
    }
    /// What is none is said, and stays as it is.
    void onlyAFileOfSettingsIsUsable()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, code);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.ini"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
        file.close();
        const auto usable = Settings::usable(path);
        QCOMPARE(usable.has_value(), code.isEmpty());
        if (!usable) {
            QCOMPARE(QString::fromStdString(usable.diagnostics().front().code), code);
            QCOMPARE(QString::fromStdString(usable.diagnostics().front().location->file), path);
        }
        QCOMPARE(bytes_of(path), text);
    }

    void whatIsNoFileIsNotUsable()
    {
        QTemporaryDir folder;
        const QString pipe = folder.filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        QCOMPARE(Settings::usable(pipe).diagnostics().front().code, std::string("file.special"));
        QCOMPARE(Settings::usable(folder.path()).diagnostics().front().code, std::string("file.folder"));
        QVERIFY(Settings::usable(folder.filePath(QStringLiteral("later.ini"))).has_value()); // it is made
    }

    /// Written by hand: another spelling, or a name without its folder, is no path that is offered.
    void aRecentFileThatIsNoWholePathIsFound()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.ini"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) &&
                file.write("[General]\nrecentFiles=/tmp/a.json, b.json, /tmp/a.json, /tmp/./c.json, /tmp/c.json\n") >
                    0);
        file.close();
        const Settings settings(path);
        QCOMPARE(settings.recentFiles(), (QStringList{QStringLiteral("/tmp/a.json"), QStringLiteral("/tmp/c.json")}));
        QCOMPARE(settings.findings().size(), std::size_t(1));
        QCOMPARE(blueprinting::to_line(settings.findings().front()),
                 path.toStdString() + ": recentFiles: recentFiles must be whole paths of files, and \"b.json\" is none "
                                      "[settings.value]");
    }

    void aThemeThatIsNoneIsFound()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.ini"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("[General]\ntheme=purple\n") > 0);
        file.close();
        const Settings settings(path);
        QCOMPARE(settings.theme(), ThemeChoice::follow_desktop);
        QCOMPARE(settings.findings().size(), std::size_t(1));
        QCOMPARE(blueprinting::to_line(settings.findings().front()),
                 path.toStdString() + ": theme: theme must be light, dark or desktop, not \"purple\" [settings.value]");
        const Settings fresh(folder.filePath(QStringLiteral("fresh.ini")));
        QVERIFY(fresh.findings().empty());
    }

    void whatIsNoSettingIsFound()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.ini"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) &&
                file.write("[General]\nanother=1\nlastFolder=/nowhere/at/all\n[window]\ncolour=3\n") > 0);
        file.close();
        const Settings settings(path);
        const std::string place = path.toStdString() + ": ";
        QCOMPARE(settings.findings().size(), std::size_t(2));
        QCOMPARE(blueprinting::to_line(settings.findings()[0]),
                 place + "there is no setting another, nor 1 more in this file; it is ignored "
                         "[settings.unknown]");
        QCOMPARE(blueprinting::to_line(settings.findings()[1]),
                 place + "lastFolder: lastFolder must be a folder, and there is none at \"/nowhere/at/all\" "
                         "[settings.value]");
        QCOMPARE(settings.lastFolder(), QDir::homePath());
        Settings fresh(folder.filePath(QStringLiteral("fresh.ini")));
        fresh.setLastFolder(folder.path());
        QCOMPARE(fresh.lastFolder(), folder.path());
        QVERIFY(fresh.findings().empty());
    }

    /// The place is told without a look at what stands there.
    void thePersonsOwnStandWhereQtKeepsThem()
    {
        const QSettings qt(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("blueprinting"),
                           QStringLiteral("explorer"));
        QCOMPARE(Settings::ownFile(), qt.fileName());
    }
};

BLUEPRINTING_UI_TEST(SettingsTest)
#include "settings_test.moc"
