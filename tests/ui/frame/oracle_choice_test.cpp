#include "tests/support/calculon_checkout.h"
#include "tests/ui/frame/whole_fixture.h"
#include "tests/ui/frame/window_fixture.h"
#include "ui/frame/command_palette.h"
#include "ui/frame/oracle_choice.h"
#include "ui/frame/status_items.h"
#include "ui/frame/status_line.h"
#include "ui/widgets/controls/message_bar.h"

#include <QAction>
#include <QToolButton>

#include <algorithm>

using namespace blueprinting;
using namespace blueprinting::ui;
using blueprinting::testing::make_checkout;
using blueprinting::testing::runs_of;
using blueprinting::testing::set_mode;

class OracleChoiceTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_checkout;
    std::unique_ptr<ThemeController> m_theme;
    static QString oracle_status(WindowFixture& f)
    {
        const QStringList parts = f.find<StatusLine>("statusLine")->text().split(QStringLiteral(" | "));
        const QStringList found = parts.filter(QStringLiteral("Reference"));
        return found.isEmpty() ? QString() : found.front();
    }
    void choose(WindowFixture& f, const QString& folder)
    {
        f.find<OracleChoice>("oracleChoice")->setPrompt([folder] { return folder; });
        f.action("chooseCalculonAction")->trigger();
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }
    void cleanupTestCase() { m_theme.reset(); }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_checkout = m_folder->filePath(QString::fromUtf8("mein Calculon ü"));
        QVERIFY(make_checkout(m_checkout));
    }

    /// The way out that a view offers where the chosen one gives no answer.
    void aViewAsksForTheRecordedOnes()
    {
        WindowFixture f(*m_theme);
        choose(f, m_checkout);
        QVERIFY(f.workspace.waitForReferences(100000));
        QCOMPARE(oracle_status(f), QStringLiteral("Reference: Calculon 0.0-stand-in, live"));
        Q_EMIT f.workspace.recordedCalculonWanted();
        QVERIFY(f.workspace.waitForReferences(100000));
        QCOMPARE(oracle_status(f), QStringLiteral("Reference: Calculon 0.1.0, recorded"));
        QVERIFY(f.settings.calculonPath().isEmpty());
    }

    void chosenShownKeptAndForgotten()
    {
        WindowFixture f(*m_theme);
        QCOMPARE(oracle_status(f), QStringLiteral("Reference: Calculon 0.1.0, recorded"));
        QVERIFY(!f.action("forgetCalculonAction")->isEnabled());
        QVERIFY(!f.action("askCalculonAction")->isEnabled()); // recorded figures have nothing new to say
        const auto recorded = f.workspace.result("s1").answer("calculon")->total_seconds;
        choose(f, m_checkout);
        QVERIFY(f.workspace.waitForReferences(100000));
        QCOMPARE(oracle_status(f), QStringLiteral("Reference: Calculon 0.0-stand-in, live"));
        QCOMPARE(f.workspace.result("s1").answer("calculon")->total_seconds,
                 recorded); // the stand-in answers from the same records
        QCOMPARE(runs_of(m_checkout), 2);
        QCOMPARE(f.settings.calculonPath(), m_checkout);
        QVERIFY(f.find<MessageBar>("passingNote")->text().contains(m_checkout));

        // Another window starts with it.
        {
            Workspace workspace;
            MainWindow again({workspace, f.settings, f.theme}, f.entries);
            QVERIFY(workspace.waitForReferences(100000));
            QCOMPARE(workspace.oracleIdentity("calculon").provider, std::string("live"));
        }
        QVERIFY(f.action("forgetCalculonAction")->isEnabled());
        QVERIFY(f.action("askCalculonAction")->isEnabled());
        f.action("forgetCalculonAction")->trigger();
        QVERIFY(f.workspace.waitForReferences());
        QCOMPARE(oracle_status(f), QStringLiteral("Reference: Calculon 0.1.0, recorded"));
        QCOMPARE(f.settings.calculonPath(), QString());
        QVERIFY(!f.action("forgetCalculonAction")->isEnabled());
    }

    /// Two of the eight cases are the session's own strategies: whatever view asks, each is asked about once.
    void noViewAsksWhatAnotherHasAsked()
    {
        Whole f(*m_theme);
        f.find<OracleChoice>("oracleChoice")->setPrompt([this] { return m_checkout; });
        f.find<QAction>("chooseCalculonAction")->trigger();
        QVERIFY(f.workspace.waitForReferences(200000));
        QCOMPARE(runs_of(m_checkout), 2);
        for (const char* view : {"calibration", "timing", "compare", "calibration"}) {
            QVERIFY(f.window.showView(QString::fromLatin1(view)));
            QTRY_VERIFY_WITH_TIMEOUT(f.window.settled() && f.workspace.jobs().idle(), 200000);
        }
        QVERIFY(f.find<QLabel>("oracleIdentity")->text().startsWith(QStringLiteral("Calculon 0.0-stand-in, live")));
        QCOMPARE(runs_of(m_checkout), 8);
    }

    void aFolderThatIsNoneChangesNothing()
    {
        WindowFixture f(*m_theme);
        choose(f, m_folder->path());
        QVERIFY(f.find<MessageBar>("messageBar")->text().contains(QStringLiteral("it has no bin/calculon")));
        QCOMPARE(f.settings.calculonPath(), QString());
        choose(f, {}); // the dialog was cancelled
        QCOMPARE(f.settings.calculonPath(), QString());
        QCOMPARE(oracle_status(f), QStringLiteral("Reference: Calculon 0.1.0, recorded"));
    }

    void askedInOneWindowAlone()
    {
        WindowFixture f(*m_theme);
        auto* choice = f.find<OracleChoice>("oracleChoice");
        QVERIFY(!choice->ask(QString())); // no folder, not the one that one stands in
        QVERIFY(!f.action("forgetCalculonAction")->isEnabled());
        QVERIFY(choice->ask(m_checkout));
        QVERIFY(f.workspace.waitForReferences(100000));
        QCOMPARE(oracle_status(f), QStringLiteral("Reference: Calculon 0.0-stand-in, live"));
        QVERIFY(f.action("forgetCalculonAction")->isEnabled());
        QCOMPARE(f.settings.calculonPath(), QString()); // not kept
    }

    void refusalsAreItsOwnWords()
    {
        QVERIFY(set_mode(m_checkout, "memory"));
        WindowFixture f(*m_theme);
        choose(f, m_checkout);
        QVERIFY(f.workspace.waitForReferences(100000));
        const QString name = QString::fromStdString(f.workspace.selected()->name);
        QCOMPARE(oracle_status(f), QStringLiteral("Reference: Calculon 0.0-stand-in, live; refuses ") + name);
        bool said = false;
        for (const StatusItem& item : session_status(f.workspace))
            said = said || item.tooltip.split(QLatin1Char('\n'))
                                   .filter(QStringLiteral("Mem tier1 needs 95.234 GiB but only has 80.000 GiB"))
                                   .size() == 1;
        QVERIFY(said);
    }

    void aFailureIsNoAnswerAndCanBeAskedAgain()
    {
        QVERIFY(set_mode(m_checkout, "exit 3"));
        WindowFixture f(*m_theme);
        choose(f, m_checkout);
        QVERIFY(f.workspace.waitForReferences(100000));
        const QString name = QString::fromStdString(f.workspace.selected()->name);
        QCOMPARE(oracle_status(f), QStringLiteral("Reference: no answer for ") + name);
        // Why is said in the message bar, and in the tooltip of what has no answer.
        const QString why = QString::fromStdString(
            f.workspace.selected() ? f.workspace.result(f.workspace.selected()->id).answer("calculon")->refusal
                                   : std::string());
        QVERIFY(!why.isEmpty());
        const QString said = f.find<MessageBar>("messageBar")->text();
        QVERIFY2(said.startsWith(QStringLiteral("Calculon gave no answer for ")) && said.contains(why),
                 qPrintable(said));
        const auto labels = f.find<StatusLine>("statusLine")->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [&](const QLabel* label) { return label->toolTip().contains(why); }));
        QVERIFY(set_mode(m_checkout, "answer"));
        f.action("askCalculonAction")->trigger();
        QVERIFY(f.workspace.waitForReferences(100000));
        QCOMPARE(oracle_status(f), QStringLiteral("Reference: Calculon 0.0-stand-in, live"));
    }

    void runsInTheBackgroundAndIsCancelled()
    {
        QVERIFY(set_mode(m_checkout, "sleep"));
        WindowFixture f(*m_theme);
        choose(f, m_checkout);
        auto* cancel = f.find<QToolButton>("jobCancel");
        QTRY_VERIFY_WITH_TIMEOUT(cancel->isVisible(), 60000);
        QVERIFY(f.find<QLabel>("jobText")->text().startsWith(QStringLiteral("Asking Calculon, 1 of 2")));
        QCOMPARE(oracle_status(f), QStringLiteral("Reference: being asked"));
        QVERIFY(f.workspace.result("s1").answer("calculon") == nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(runs_of(m_checkout), 1, 60000);
        cancel->click();
        QVERIFY(f.workspace.waitForReferences(100000));
        QVERIFY(!cancel->isVisible());
        QCOMPARE(f.workspace.result("s1").answer("calculon")->refusal, std::string("cancelled before it answered"));
        QCOMPARE(runs_of(m_checkout), 1);
    } // the window closes; nothing is left running

    void closingMidRunNeitherCrashesNorHangs()
    {
        QVERIFY(set_mode(m_checkout, "sleep"));
        {
            WindowFixture f(*m_theme);
            choose(f, m_checkout);
            QTRY_COMPARE_WITH_TIMEOUT(runs_of(m_checkout), 1, 60000);
            f.window.close();
        }
        // What was asked is stopped: it would sleep on for ten minutes.
        QFile runs(m_checkout + ".runs");
        QVERIFY(runs.open(QIODevice::ReadOnly));
        const QString process = QStringLiteral("/proc/") + QString::fromLatin1(runs.readAll().trimmed());
        QVERIFY(process.size() > 6);
        QTRY_VERIFY_WITH_TIMEOUT(!QFile::exists(process), 60000);
    }

    void paletteHasTheCommands()
    {
        WindowFixture f(*m_theme);
        QStringList titles;
        for (const PaletteEntry& entry : f.window.paletteEntries())
            titles << entry.title;
        QVERIFY(titles.contains(QString::fromUtf8("Choose Calculon checkout…")));
        QVERIFY(!titles.contains(QStringLiteral("Ask Calculon again"))); // recorded figures have nothing new to say
        QVERIFY(!titles.contains(QStringLiteral("Use the recorded Calculon figures"))); // they are in use
    }
};

BLUEPRINTING_UI_TEST(OracleChoiceTest)
#include "oracle_choice_test.moc"
