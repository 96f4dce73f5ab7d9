#include "tests/support/palette.h"
#include "tests/ui/frame/window_fixture.h"

#include "ui/frame/command_palette.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/workspace/session_json.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QScrollBar>
#include <QSemaphore>
#include <QStackedWidget>
#include <QTabBar>
#include <QTextEdit>
#include <QToolButton>
#include <QTreeWidget>

using namespace blueprinting;
using namespace blueprinting::ui;

class WindowTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void tabsFollowTheSessionAndKeys()
    {
        WindowFixture f(*m_theme);
        auto* tabs = f.find<QTabBar>("viewTabs");
        QCOMPARE(tabs->count(), 2);
        QCOMPARE(f.workspace.session().view, std::string("one")); // the session named a view that is not here
        QTest::keyClick(&f.window, Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(f.workspace.session().view, std::string("two"));
        QCOMPARE(tabs->currentIndex(), 1);
        tabs->setCurrentIndex(0);
        QCOMPARE(f.workspace.session().view, std::string("one"));
        QCOMPARE(f.find<QStackedWidget>("viewStack")->currentWidget(), f.window.currentView());
    }

    /// What is kept of the last run and cannot be used is said in the window.
    void settingsThatCannotBeUsedAreSaid_data()
    {
        QTest::addColumn<QByteArray>("kept");
        QTest::addColumn<QString>("says");
        QTest::newRow("theme") << QByteArray("[General]\ntheme=purple\n")
                               << "theme must be light, dark or desktop, not \"purple\"";
        QTest::newRow("geometry") << QByteArray("[window]\ngeometry=garbage\n")
                                  << "The saved window/geometry is not the state of a window";
        QTest::newRow("state") << QByteArray("[window]\nstate=garbage\n")
                               << "The saved window/state is not the state of a window";
        QTest::newRow("all is well") << QByteArray("[General]\ntheme=dark\n") << "";
    }
    void settingsThatCannotBeUsedAreSaid()
    {
        QFETCH(QByteArray, kept);
        QFETCH(QString, says);
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("settings.ini")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kept) == kept.size());
        file.close();
        Settings settings(file.fileName());
        Workspace workspace;
        MainWindow window({workspace, settings, *m_theme}, {});
        auto* bar = window.findChild<MessageBar*>(QStringLiteral("messageBar"));
        QCOMPARE(bar->isVisibleTo(&window), !says.isEmpty());
        QVERIFY2(says.isEmpty() || bar->text().contains(says, Qt::CaseInsensitive), qPrintable(bar->text()));
        QVERIFY(workspace.waitForReferences());
    }

    void onlyTheViewInFrontRefreshes()
    {
        WindowFixture f(*m_theme);
        PlainView* two = f.view("two");
        PlainView* one = f.view("one");
        const int behind = two->refreshed;
        const int front = one->refreshed;
        f.workspace.edit(QStringLiteral("rename"), [](Session& s) { s.strategies[0].name = "x"; });
        f.workspace.select({"forward", "", -1});
        QCOMPARE(one->refreshed, front + 2);
        QCOMPARE(two->refreshed, behind);
        f.view("two");
        QCOMPARE(two->refreshed, behind + 1); // catches up once
        f.view("one");
        QCOMPARE(one->refreshed, front + 2); // nothing happened meanwhile
    }

    void paletteFindsAndRuns()
    {
        WindowFixture f(*m_theme);
        QTest::keyClick(&f.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* palette = f.find<CommandPalette>("commandPalette");
        QVERIFY(palette->isVisible());
        auto* input = palette->findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        const QStringList all = testing::shown_titles(palette);
        for (const char* wanted :
             {"Duplicate", "Quit", "Two", "GPT-175B full", "Tensor parallel", "Dark", "seqsel-tab5/megatron-1T/full"})
            QVERIFY2(all.contains(QString::fromLatin1(wanted)), wanted);
        QTest::keyClicks(input, QStringLiteral("dup"));
        QCOMPARE(testing::shown_titles(palette).first(), QStringLiteral("Duplicate"));
        QTest::keyClick(input, Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});

        f.action("paletteAction")->trigger();
        QTest::keyClicks(input, QStringLiteral("175b full"));
        QCOMPARE(testing::shown_titles(palette).first(), QStringLiteral("GPT-175B full"));
        QTest::keyClick(input, Qt::Key_Return);
        QCOMPARE(f.workspace.session().selected, std::string("s1"));

        f.action("paletteAction")->trigger();
        QTest::keyClicks(input, QStringLiteral("recompute"));
        QTest::keyClick(input, Qt::Key_Return);
        QCOMPARE(f.workspace.session().selection.component, std::string("recompute"));

        f.action("paletteAction")->trigger();
        QTest::keyClicks(input, QStringLiteral("attn.q, forward"));
        QTest::keyClick(input, Qt::Key_Return);
        QCOMPARE(f.workspace.session().selection.task, std::string("attn.q/forward"));

        f.action("paletteAction")->trigger();
        QTest::keyClicks(input, QStringLiteral("zzzz"));
        QVERIFY(testing::shown_titles(palette).isEmpty());
        const auto* nothing = palette->findChild<QLabel*>(QStringLiteral("paletteNothing"));
        QVERIFY(nothing->isVisible());
        QCOMPARE(nothing->text(), QString::fromUtf8("Nothing matches “zzzz”."));
        QTest::keyClick(input, Qt::Key_Return); // nothing to run
        input->clear();
        QVERIFY(!nothing->isVisible() && palette->findChild<QWidget*>(QStringLiteral("paletteList"))->isVisible());
        QTest::keyClick(input, Qt::Key_Escape);
        QVERIFY(!palette->isVisible());
    }

    void escapePicksNothing()
    {
        WindowFixture f(*m_theme);
        f.workspace.select({"recompute", "attn.q/forward", 2});
        QTest::keyClick(&f.window, Qt::Key_Escape);
        QVERIFY(f.workspace.session().selection == Selection{});
    }

    void paletteScores_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse");
        QTest::newRow("start before middle") << "sa"
                                             << "Save"
                                             << "Use as baseline";
        QTest::newRow("initials") << "sa"
                                  << "Save as"
                                  << "Phase";
        QTest::newRow("run before scatter") << "open"
                                            << "Open"
                                            << "Option pen";
        QTest::newRow("a word before initials") << "tp"
                                                << "Degree TP of the strategy"
                                                << "Tensor parallel";
        QTest::newRow("initials before starts of words") << "sh"
                                                         << "Select home"
                                                         << "Show in the charts";
        QTest::newRow("the whole before a word") << "recompute"
                                                 << "Recompute"
                                                 << "Recompute policy";
        QTest::newRow("starts of words before letters") << "act fu"
                                                        << "Active fuse of it"
                                                        << "Lactose fungus";
    }
    void paletteScores()
    {
        QFETCH(QString, typed);
        QFETCH(QString, better);
        QFETCH(QString, worse);
        QVERIFY(palette_score(typed, better) > palette_score(typed, worse));
        QCOMPARE(palette_score(QStringLiteral("xyz"), better), 0);
        QVERIFY(palette_score({}, better) > 0);
    }

    void dockClosesAndComesBack()
    {
        WindowFixture f(*m_theme);
        f.find<QToolButton>("closeDockButton")->click();
        QVERIFY(!f.window.dock().isVisible());
        QVERIFY(!f.action("showStrategiesAction")->isChecked());
        f.action("showStrategiesAction")->trigger();
        QVERIFY(f.window.dock().isVisible());
        PlainView* two = f.view("two");
        two->dock = false;
        f.view("one");
        f.view("two");
        QVERIFY(!f.window.dock().isVisible()); // this view does without
        f.view("one");
        QVERIFY(f.window.dock().isVisible());
    }

    void areasAreVisitedInTurn()
    {
        WindowFixture f(*m_theme);
        f.window.dock().list().setFocus();
        QTest::keyClick(&f.window, Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget(), f.find<QWidget>("nameField"));
        QTest::keyClick(&f.window, Qt::Key_F6);
        QCOMPARE(QApplication::focusWidget(), f.find<QWidget>("viewTabs"));
        QTest::keyClick(&f.window, Qt::Key_F6, Qt::ShiftModifier);
        QTest::keyClick(&f.window, Qt::Key_F6, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget(), &f.window.dock().list());
    }

    /// A message over the view is an area, too: its buttons come first, then the cross.
    void aMessageIsReachedByKeys()
    {
        WindowFixture f(*m_theme);
        int run = 0;
        f.window.showNotice(
            {Tone::text,
             QStringLiteral("Something"),
             QStringLiteral("happened."),
             {{QStringLiteral("First"), {}, [&] { ++run; }}, {QStringLiteral("Second"), {}, [&] { run += 10; }}}});
        QCoreApplication::processEvents();
        f.find<QTabBar>("viewTabs")->setFocus();
        QTest::keyClick(&f.window, Qt::Key_F6);
        const auto text = [] { return qobject_cast<QAbstractButton*>(QApplication::focusWidget())->text(); };
        QCOMPARE(text(), QStringLiteral("First"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(text(), QStringLiteral("Second"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(run, 10);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), f.find<QWidget>("messageClose"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(!f.find<MessageBar>("messageBar")->isVisible());
    }

    /// Every field of the editor is found by its name and gets the keyboard, with the dock open.
    void paletteFindsFields_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* typed, const char* title, const char* field) {
            QTest::newRow(typed) << typed << title << field;
        };
        row("tp", "TP (tensor-parallel degree)", "tpField");
        row("TP", "TP (tensor-parallel degree)", "tpField");
        row("pp", "PP (pipeline-parallel degree)", "ppField");
        row("dp", "DP (data-parallel degree)", "dpField");
        row("v", "v (virtual stages: chunks per stage)", "virtualStagesField");
        row("name", "Name of the strategy", "nameField");
        row("model", "Model of the strategy", "modelField");
        row("system", "System of the strategy", "systemField");
        row("purpose", "Purpose (training or inference)", "segment_training");
        row("schedule", "Schedule of the pipeline", "scheduleField");
        row("batch", "Batch (global, in samples)", "batchField");
        row("microb", "Microbatch (in samples)", "microbatchField");
        row("recompute pol", "Recompute policy", "recompute_attention_only");
        row("tp comm", "TP communication", "communicationField");
        row("all-gather", "All-gather redo", "redoField");
        row("fa", "Fused activation", "fusedField");
        row("optimizer sh", "Optimizer sharding", "dpField"); // shut off while DP is 1
        row("datatype", "Datatype", "datatypeField");
        row("attention type", "Attention type", "attentionField");
        row("tp tier", "TP tier (network)", "tpTierField");
        row("pp tier", "PP tier (network)", "ppTierField");
        row("dp tier", "DP tier (network)", "dpField"); // a group of one communicates with nobody
    }
    void paletteFindsFields()
    {
        QFETCH(QString, typed);
        QFETCH(QString, title);
        QFETCH(QString, field);
        WindowFixture f(*m_theme);
        f.window.resize(800, 500); // where the form scrolls
        f.action("showStrategiesAction")->trigger();
        QVERIFY(!f.window.dock().isVisible());
        QTest::keyClick(&f.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* palette = f.find<CommandPalette>("commandPalette");
        auto* list = palette->findChild<QListView*>(QStringLiteral("paletteList"));
        auto* input = palette->findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        QTest::keyClicks(input, typed);
        QCOMPARE(list->currentIndex().data(Qt::AccessibleTextRole).toString(), QStringLiteral("Field: ") + title);
        QTest::keyClick(input, Qt::Key_Return);
        QVERIFY(f.window.dock().isVisible());
        QCOMPARE(QApplication::focusWidget(), f.find<QWidget>(qPrintable(field)));
        QCoreApplication::processEvents();
        const QWidget* scroll = f.find<QWidget>("editorScroll");
        const QWidget* control = f.find<QWidget>(qPrintable(field));
        QVERIFY(scroll->rect().contains(QRect(control->mapTo(scroll, QPoint(0, 0)), control->size())));
    }

    void paletteFieldsFollowThePurpose()
    {
        WindowFixture f(*m_theme);
        const auto fields = [&] {
            QStringList out;
            for (const PaletteEntry& entry : f.window.paletteEntries())
                if (entry.group == QStringLiteral("Field"))
                    out << entry.title + QLatin1Char('=') + entry.detail;
            return out;
        };
        QVERIFY2(fields().contains(QStringLiteral("TP (tensor-parallel degree)=8")),
                 qPrintable(fields().join(QLatin1Char('\n'))));
        QVERIFY(fields().contains(QStringLiteral("DP (data-parallel degree)=1")));
        QVERIFY(fields().contains(QStringLiteral("Recompute policy=attention")));
        QCOMPARE(fields().size(), 21);
        f.find<QAbstractButton>("segment_inference")->click();
        QVERIFY(fields().contains(QStringLiteral("Replicas (independent)=1")));
        QVERIFY(!fields().join(QLatin1Char('\n')).contains(QStringLiteral("Recompute")));
        QVERIFY(!fields().join(QLatin1Char('\n')).contains(QStringLiteral("DP (")));
    }

    void brokenFieldGetsTheKeyboard()
    {
        WindowFixture f(*m_theme);
        f.workspace.edit(QStringLiteral("break"), [](Session& s) { s.find("s2")->execution.microbatch_size = 3; });
        QTest::keyClick(&f.window, Qt::Key_F8);
        QCOMPARE(QApplication::focusWidget(), f.find<QWidget>("microbatchField"));
    }

    void keysAreListedAndHelpOpens()
    {
        WindowFixture f(*m_theme);
        QTest::keyClick(&f.window, Qt::Key_Question);
        auto* tree = f.find<QTreeWidget>("keyTree");
        QStringList keys;
        for (QTreeWidgetItemIterator it(tree); *it; ++it)
            keys << (*it)->text(0) + QLatin1Char('|') + (*it)->text(1);
        for (const char* wanted :
             {"New session|Ctrl+N", "Save|Ctrl+S", "Two|Ctrl+2", "Guide|F1", "Redo|Ctrl+Shift+Z or Ctrl+Y"})
            QVERIFY2(keys.contains(QString::fromLatin1(wanted)), qPrintable(keys.join(QLatin1Char('\n'))));
        f.action("helpAction")->trigger();
        QVERIFY(f.find<QTextEdit>("helpText")->toPlainText().contains(QStringLiteral("not covered")));
    }

    void themeIsChosenAndKept()
    {
        WindowFixture f(*m_theme);
        f.action("themeDarkAction")->trigger();
        QCOMPARE(f.settings.theme(), ThemeChoice::dark);
        QCOMPARE(theme_of(&f.window).appearance, Appearance::dark);
        f.action("themeLightAction")->trigger();
        QCOMPARE(theme_of(&f.window).appearance, Appearance::light);
    }

    void commandLineIsCopied()
    {
        WindowFixture f(*m_theme);
        f.action("copyCommandAction")->trigger();
        QCOMPARE(
            QApplication::clipboard()->text(),
            QStringLiteral(
                "blueprinting estimate --model gpt3-175B --system a100_80g --execution seqsel-tab5/gpt3-175B/seqsel"));
        f.type("microbatchField", QStringLiteral("2"));
        f.action("copyCommandAction")->trigger();
        const QString command = QApplication::clipboard()->text();
        QVERIFY2(command.startsWith(
                     QStringLiteral("blueprinting estimate --model gpt3-175B --system a100_80g --execution '{")),
                 qPrintable(command));
        QVERIFY(command.contains(QStringLiteral("\"microbatch_size\":2")));
    }

    void progressIsShownAndCancelled()
    {
        QSemaphore entered, open; // of the work, which ends with the window
        bool landed = false;
        WindowFixture f(*m_theme);
        auto* cancel = f.find<QToolButton>("jobCancel");
        QVERIFY(!cancel->isVisible());
        f.workspace.jobs().start(
            QStringLiteral("slow"), QStringLiteral("Counting"),
            [&](const JobContext& context) {
                entered.release();
                while (!context.cancelled())
                    QThread::msleep(1);
                open.release();
                return 1;
            },
            [&](int) { landed = true; });
        QVERIFY(cancel->isVisible());
        QVERIFY(!f.window.settled());
        QVERIFY(entered.tryAcquire(1, 60000));
        cancel->click();
        QVERIFY(!cancel->isVisible());
        QVERIFY(open.tryAcquire(1, 60000));
        QCoreApplication::processEvents();
        QVERIFY(!landed);
        QVERIFY(f.window.settled());
    }

    void closingMidJobNeitherCrashesNorHangs()
    {
        bool landed = false;
        {
            WindowFixture f(*m_theme);
            f.workspace.jobs().start(
                QStringLiteral("slow"), QStringLiteral("Counting"),
                [&](const JobContext& context) {
                    while (!context.cancelled())
                        QThread::msleep(1);
                    return 1;
                },
                [&](int) { landed = true; });
            QVERIFY(f.window.close());
        }
        QCoreApplication::processEvents();
        QVERIFY(!landed);
    }

    void whatACrashLeftIsRestored()
    {
        QTemporaryDir folder;
        {
            WindowFixture f(*m_theme);
            f.window.startAutosave(folder.path());
            f.type("tpField", QStringLiteral("4"));
            QTRY_VERIFY(QFile::exists(folder.filePath(QStringLiteral("session-1.json"))));
            QFile::copy(folder.filePath(QStringLiteral("session-1.json")), folder.filePath(QStringLiteral("copy")));
            QVERIFY(f.window.close());
            QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("session-1.json"))));
        }
        QFile::rename(folder.filePath(QStringLiteral("copy")), folder.filePath(QStringLiteral("session-1.json")));
        WindowFixture f(*m_theme);
        f.window.startAutosave(folder.path());
        QCOMPARE(f.find<IntegerField>("tpField")->value(), 4);
        QVERIFY(f.window.isWindowModified());
        auto* bar = f.find<MessageBar>("messageBar");
        QVERIFY(bar->text().startsWith(QStringLiteral("The last session was restored.")));
        bar->findChild<QPushButton*>()->click(); // start afresh
        QCOMPARE(f.find<IntegerField>("tpField")->value(), 8);
        QVERIFY(!bar->isVisible());
    }

    /// One message for all that a crash left: what came back, what could not be read, what waits.
    void allThatACrashLeftIsSaid()
    {
        QTemporaryDir folder;
        const auto leave = [&](const char* name, const std::string& text, int minutes_ago) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(text)) > 0);
            QVERIFY(file.flush() && file.setFileTime(QDateTime::currentDateTime().addSecs(-60 * minutes_ago),
                                                     QFileDevice::FileModificationTime));
        };
        const auto named = [](const std::string& name) {
            Session session = starting_session();
            session.strategies[1].name = name;
            return *Autosave::bytes(session, {});
        };
        leave("session-1.json", named("older"), 3);
        leave("session-2.json", named("newer"), 2);
        leave("session-3.json", "{", 1);
        for (const bool beside : {false, true}) {
            WindowFixture f(*m_theme);
            f.window.startAutosave(folder.path(), beside ? MainWindow::Left::offered : MainWindow::Left::restored);
            f.window.offerLeftSession();
            const QString said = f.find<MessageBar>("messageBar")->text();
            if (!beside) {
                QCOMPARE(f.workspace.selected()->name, std::string("newer"));
                QVERIFY2(said.startsWith(QStringLiteral("The last session was restored. ")), qPrintable(said));
                QVERIFY2(said.contains(QStringLiteral("Line 1, column ")) &&
                             said.contains(QStringLiteral(" It was set aside as ")),
                         qPrintable(said));
                QVERIFY2(said.endsWith(QStringLiteral(" One more session is kept, for the next window.")),
                         qPrintable(said));
                QVERIFY(f.window.close()); // the one that came back is given up; the other stays
                continue;
            }
            QVERIFY2(said.startsWith(QStringLiteral("The last session was not closed in the usual way. ")),
                     qPrintable(said));
            f.find<MessageBar>("messageBar")->findChild<QPushButton*>()->click(); // restore
            QCOMPARE(f.workspace.selected()->name, std::string("older"));
        }
    }

    /// Beside a file that was asked for, what a crash left is offered; nobody is asked about it before there is a
    /// window.
    void whatACrashLeftIsOfferedBesideAFile()
    {
        QTemporaryDir folder;
        Session left = starting_session();
        left.strategies[1].name = "left";
        {
            QFile kept(folder.filePath(QStringLiteral("session-1.json")));
            QVERIFY(kept.open(QIODevice::WriteOnly));
            QVERIFY(kept.write(QByteArray::fromStdString(*Autosave::bytes(left, {}))) > 0);
        }
        WindowFixture f(*m_theme);
        int asked = 0;
        f.window.setUnsavedPrompt([&](const QString&) {
            ++asked;
            return UnsavedChoice::cancel;
        });
        Session mine = starting_session();
        mine.strategies[1].name = "mine";
        const QString path = f.path("mine.json");
        QVERIFY(save_session(mine, path.toStdString()));
        f.window.startAutosave(folder.path(), MainWindow::Left::offered);
        QVERIFY(f.window.openFiles({path}));
        f.window.offerLeftSession();
        QCOMPARE(asked, 0);
        QCOMPARE(f.workspace.selected()->name, std::string("mine"));
        auto* bar = f.find<MessageBar>("messageBar");
        QVERIFY2(bar->text().startsWith(QStringLiteral("The last session was not closed in the usual way.")),
                 qPrintable(bar->text()));
        bar->findChild<QPushButton*>()->click(); // restore
        QCOMPARE(f.workspace.selected()->name, std::string("left"));
        QVERIFY(f.window.isWindowModified() && !bar->isVisible());
        QCOMPARE(asked, 0); // the file that was open had no changes
        f.window.setUnsavedPrompt([](const QString&) { return UnsavedChoice::discard; });
    }

    void workThatIsNotKeptIsSaid()
    {
        WindowFixture f(*m_theme);
        const QString blocked = f.write("blocked", "x");
        f.window.startAutosave(blocked);
        const QString said = f.find<MessageBar>("messageBar")->text();
        QVERIFY2(said.startsWith(QStringLiteral("Work is not saved against a crash.")) && said.contains(blocked),
                 qPrintable(said));
    }

    /// The list of keys is no larger than the screen, and scrolls.
    void theKeyListFitsTheScreen()
    {
        WindowFixture f(*m_theme);
        f.action("keysAction")->trigger();
        auto* keys = f.find<QDialog>("keyList");
        const QSize room = keys->screen()->availableSize();
        QVERIFY(keys->height() < room.height() && keys->width() < room.width());
        // On a screen of half the height it still may be.
        QVERIFY2(keys->minimumSizeHint().height() < 300 && keys->minimumHeight() < 300,
                 qPrintable(QString::number(keys->minimumSizeHint().height())));
        keys->resize(400, 240);
        QCoreApplication::processEvents();
        const auto* tree = keys->findChild<QAbstractScrollArea*>(QStringLiteral("keyTree"));
        QVERIFY(tree->verticalScrollBar()->maximum() > 0);
        keys->close();
    }

    void anUnreadableAutosaveIsSaidAndNotInTheWay()
    {
        QTemporaryDir folder;
        QFile left(folder.filePath(QStringLiteral("session-1.json")));
        QVERIFY(left.open(QIODevice::WriteOnly) && left.write("{\"schema\": \"blueprinting.session.v0\", \"strat") > 0);
        left.close();
        WindowFixture f(*m_theme);
        f.window.startAutosave(folder.path());
        QVERIFY(f.workspace.session().strategies == starting_session().strategies);
        const QString said = f.find<MessageBar>("messageBar")->text();
        QVERIFY2(said.startsWith(QStringLiteral("The last session could not be restored. Line 1, column ")),
                 qPrintable(said));
        QVERIFY2(said.contains(QStringLiteral("It was set aside as ")) && said.contains(QStringLiteral("unreadable")),
                 qPrintable(said));
        // It is there for whoever can mend it, and this session is kept from now on.
        QCOMPARE(QDir(folder.path()).entryList({QStringLiteral("*unreadable*")}).size(), 1);
        f.type("tpField", QStringLiteral("4"));
        QTRY_VERIFY(!QDir(folder.path()).entryList({QStringLiteral("session-?.json")}).isEmpty());
        QVERIFY(f.window.close());
    }

    void layoutsHold_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1600x1000") << QSize(1600, 1000);
        QTest::newRow("1024x700") << QSize(1024, 700);
        QTest::newRow("800x500, as 1600x1000 at 200 %") << QSize(800, 500);
    }
    void layoutsHold()
    {
        QFETCH(QSize, size);
        WindowFixture f(*m_theme);
        f.type("virtualStagesField", QStringLiteral("5"));
        f.window.resize(size);
        QCoreApplication::processEvents();
        QCOMPARE(f.window.size(), size);
        // Every control of the editor lies whole within the width of the dock.
        const QWidget* editor = f.find<QWidget>("strategyEditor");
        const int right = f.window.dock().width();
        const auto controls = editor->findChildren<QWidget*>();
        for (const QWidget* control : controls)
            if (control->isVisible() && control->focusPolicy() != Qt::NoFocus &&
                !control->objectName().startsWith(QStringLiteral("qt_")))
                QVERIFY2(control->mapTo(&f.window.dock(), control->rect().topRight()).x() < right,
                         qPrintable(control->objectName()));
    }
};

BLUEPRINTING_UI_TEST(WindowTest)
#include "window_test.moc"
