#include "tests/ui/frame/window_fixture.h"

#include "core/strategy/mapping.h"
#include "ui/frame/command_palette.h"
#include "ui/frame/status_line.h"
#include "ui/widgets/message_bar.h"
#include "ui/workspace/session_json.h"

#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
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

    void statusSaysWhatHoldsOfTheSelected()
    {
        WindowFixture f(*m_theme);
        auto* status = f.find<StatusLine>("statusLine");
        // 54.07 GiB of 80: as recorded for GPT-175B seqsel.
        QVERIFY2(status->text().startsWith(QStringLiteral("Fits: 54.1 of 80 GiB, 25.9 GiB free | Evidence ")), qPrintable(status->text()));
        QVERIFY(status->text().contains(QStringLiteral("Oracle: Calculon 0.1.0, recorded")));
        QVERIFY(status->text().contains(QStringLiteral("2 strategies compiled in ")));
        f.type("microbatchField", QStringLiteral("3"));
        QVERIFY2(status->text().startsWith(QStringLiteral("GPT-175B seqsel: 1 law broken")), qPrintable(status->text()));
        QVERIFY(status->text().contains(QStringLiteral("1 of 2 strategies compiled")));
        PlainView* view = f.view("two");
        view->status = {{Tone::good, QStringLiteral("Certificate: 13 of 13 checks")}};
        Q_EMIT view->statusChanged();
        QCOMPARE(status->text(), QStringLiteral("Certificate: 13 of 13 checks"));
    }

    void brokenLawsStandInAMessage()
    {
        WindowFixture f(*m_theme);
        auto* bar = f.find<MessageBar>("lawsBar");
        QVERIFY(!bar->isVisible());
        f.type("virtualStagesField", QStringLiteral("4"));
        f.type("microbatchField", QStringLiteral("2"));
        f.type("virtualStagesField", QStringLiteral("5"));
        f.type("microbatchField", QStringLiteral("3"));
        QVERIFY(bar->isVisible());
        QCOMPARE(bar->text(), QStringLiteral("GPT-175B seqsel breaks 2 laws. Its last legal figures stay, greyed: v 4, microbatch 2."));
        f.workspace.selectStrategy("s1");
        QVERIFY(!bar->isVisible());
    }

    void refusedFilesChangeNothing_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("cut short") << QByteArray("{\"schema\": \"blueprinting.session.v0\",\n \"strategies\": [") << "Line 2, column ";
        QTest::newRow("empty") << QByteArray() << "empty";
        QTest::newRow("unknown") << QByteArray("{\"a\": 1}") << "Line 1, column 1: an object with the keys \"a\"";
        QTest::newRow("model with a bad value")
            << QByteArray("{\"hidden\": 8, \"feedforward\": 32,\n\"seq_size\": true, \"attn_heads\": 2, \"attn_size\": 4, \"num_blocks\": 2}") << "Line 2, column ";
        QTest::newRow("session without strategies")
            << QByteArray("{\"schema\": \"blueprinting.session.v0\"}") << "is missing";
        QTest::newRow("execution with overlap") << QByteArray(R"({"tensor_par": 8, "pipeline_par": 8, "data_par": 1, "batch_size": 64, "microbatch_size": 1, "tensor_par_comm_type": "ar", "activation_recompute": "none", "pipeline_interleaving": 1, "optimizer_sharding": false, "tensor_par_overlap": "ring"})") << "tensor_par_overlap";
        QTest::newRow("report without a view here") << QByteArray(R"({"schema": "blueprinting.calculon-calibration-experiment.v0"})") << "no view";
    }
    void refusedFilesChangeNothing()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        WindowFixture f(*m_theme);
        const Session before = f.workspace.session();
        const QString path = f.write("bad.json", text.toStdString());
        QVERIFY(!f.window.openFile(path));
        QVERIFY(f.workspace.session() == before);
        QVERIFY(!f.workspace.undoStack().canUndo());
        auto* bar = f.find<MessageBar>("messageBar");
        QVERIFY(bar->isVisible());
        QVERIFY2(bar->text().startsWith(QStringLiteral("bad.json was refused. ")), qPrintable(bar->text()));
        QVERIFY2(bar->text().contains(says), qPrintable(bar->text()));
        QVERIFY(bar->text().endsWith(QStringLiteral("Nothing was changed.")));
        QVERIFY(f.settings.recentFiles().isEmpty());
        f.find<QToolButton>("messageClose")->click();
        QVERIFY(!bar->isVisible());
    }

    void missingFileIsRefused()
    {
        WindowFixture f(*m_theme);
        QVERIFY(!f.window.openFile(f.path("nowhere.json")));
        QVERIFY(f.find<MessageBar>("messageBar")->text().contains(QStringLiteral("There is no such file")));
        QVERIFY(!f.window.openFile(f.folder.path())); // a folder
    }

    void filesDoTheRightThingByContent()
    {
        WindowFixture f(*m_theme);
        // A model becomes the selected strategy's.
        QVERIFY(f.window.openFile(f.write("small.txt", R"({"hidden": 1024, "feedforward": 4096, "seq_size": 2048, "attn_heads": 16, "attn_size": 64, "num_blocks": 24})")));
        QCOMPARE(f.strategy("s2").model.name, std::string("small"));
        QCOMPARE(f.strategy("s2").model.blocks, 24);
        QCOMPARE(f.find<QComboBox>("modelField")->currentText(), QStringLiteral("small"));
        // So does a Hugging Face config.
        QVERIFY(f.window.openFile(f.write("config.json", R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "max_position_embeddings": 4096, "num_attention_heads": 32, "num_hidden_layers": 32})")));
        QCOMPARE(f.strategy("s2").model.hidden, 4096);
        // A system becomes the selected strategy's.
        Json system = system::to_calculon(*system::find_preset("a100_80g"));
        system["mem1"]["GiB"] = 40;
        QVERIFY(f.window.openFile(f.write("a100_40g.json", system.dump())));
        QCOMPARE(f.strategy("s2").system.mem1.capacity_gib, 40.0);
        // An execution is a strategy of its own.
        const auto* preset = strategy::find_preset("seqsel-tab5/megatron-22B/full");
        QVERIFY(f.window.openFile(f.write("mine.json", strategy::to_calculon(preset->execution).dump())));
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
        QCOMPARE(f.workspace.selected()->name, std::string("mine"));
        // A certificate goes to the view that takes it.
        QVERIFY(f.window.openFile(f.write("c.json", R"({"schema": "art.dev.trainer_rank_cost_calibration_certificate.v1"})")));
        QCOMPARE(f.workspace.session().view, std::string("two"));
        QCOMPARE(static_cast<PlainView*>(f.window.currentView())->opened, f.path("c.json"));
        QCOMPARE(f.settings.recentFiles().size(), 5);
        QCOMPARE(f.workspace.undoStack().count(), 4);
        while (f.workspace.undoStack().canUndo())
            f.workspace.undoStack().undo();
        QVERIFY(f.workspace.session().strategies == starting_session().strategies);
    }

    void aViewThatRefusesSaysWhy()
    {
        WindowFixture f(*m_theme);
        f.view("two")->refuses = true;
        QVERIFY(!f.window.openFile(f.write("c.json", R"({"schema": "art.dev.trainer_rank_cost_calibration_certificate.v1"})")));
        QCOMPARE(f.find<MessageBar>("messageBar")->text(),
                 QStringLiteral("c.json was refused. Line 1, column 2: it is not to my liking. Nothing was changed."));
    }

    void aLargeCertificateIsLeftToItsView()
    {
        WindowFixture f(*m_theme);
        // It is not parsed here at all: even one that is cut short gets to the view.
        const std::string cut = R"({"schema": "art.dev.trainer_rank_cost_calibration_certificate.v1", "cells": [)" + std::string(600000, ' ');
        QVERIFY(f.window.openFile(f.write("large.json", cut)));
        QCOMPARE(static_cast<PlainView*>(f.window.currentView())->opened, f.path("large.json"));
        QCOMPARE(f.settings.recentFiles().size(), 1);
        // A large file of another kind is refused here, with its place.
        QVERIFY(!f.window.openFile(f.write("other.json", "{\"a\": [" + std::string(600000, ' '))));
        QCOMPARE(f.settings.recentFiles().size(), 1);
    }

    void sessionRoundTrip()
    {
        WindowFixture f(*m_theme);
        f.type("tpField", QStringLiteral("4"));
        f.type("microbatchField", QStringLiteral("3"));
        f.workspace.select({"recompute", "attn.q/forward", 1});
        f.view("two");
        f.workspace.setViewState("two", {{"sorted", "share"}});
        QVERIFY(f.window.saveAs(f.path("mine.json")));
        QVERIFY(!f.window.isWindowModified());
        const Session saved = f.workspace.session();
        const QImage dock = f.window.dock().grab().toImage();

        WindowFixture again(*m_theme);
        QVERIFY(again.window.openFile(f.path("mine.json")));
        QVERIFY(again.workspace.waitForReferences());
        QVERIFY(again.workspace.session() == saved);
        QCOMPARE(again.find<QTabBar>("viewTabs")->currentIndex(), 1);
        QCOMPARE(again.window.windowTitle(), QString::fromUtf8("mine.json[*] – Blueprinting Explorer"));
        QApplication::setActiveWindow(nullptr);
        f.find<QLineEdit>("nameField")->setFocus();
        again.find<QLineEdit>("nameField")->setFocus();
        f.find<QLineEdit>("nameField")->clearFocus();
        again.find<QLineEdit>("nameField")->clearFocus();
        QCoreApplication::processEvents();
        QCOMPARE(again.window.dock().grab().toImage(), f.window.dock().grab().toImage());
        QVERIFY(!dock.isNull());
    }

    void unsavedChangesAreAskedAbout()
    {
        WindowFixture f(*m_theme);
        int asked = 0;
        UnsavedChoice answer = UnsavedChoice::cancel;
        f.window.setUnsavedPrompt([&](const QString& name) {
            ++asked;
            return name == QStringLiteral("Untitled") ? answer : UnsavedChoice::discard;
        });
        f.action("newAction")->trigger();
        QCOMPARE(asked, 0); // nothing to lose
        f.type("tpField", QStringLiteral("4"));
        f.action("newAction")->trigger();
        QCOMPARE(asked, 1);
        QCOMPARE(f.find<IntegerField>("tpField")->value(), 4);
        QVERIFY(!f.window.close());
        QCOMPARE(asked, 2);
        answer = UnsavedChoice::save;
        f.window.setSavePathPrompt([&] { return QString(); }); // and no place is chosen
        f.action("newAction")->trigger();
        QCOMPARE(f.find<IntegerField>("tpField")->value(), 4);
        f.window.setSavePathPrompt([&] { return f.path("kept.json"); });
        f.action("newAction")->trigger();
        QVERIFY(QFile::exists(f.path("kept.json")));
        QVERIFY(f.workspace.session().strategies == starting_session().strategies);
        answer = UnsavedChoice::discard;
        f.type("tpField", QStringLiteral("2"));
        QVERIFY(f.window.close());
    }

    void savingWhereItCannotBeSavedIsSaid()
    {
        WindowFixture f(*m_theme);
        QVERIFY(!f.window.saveAs(f.path("no/such/folder/x.json")));
        QVERIFY(f.find<MessageBar>("messageBar")->text().startsWith(QStringLiteral("x.json was not saved.")));
    }

    void filesAreDropped()
    {
        WindowFixture f(*m_theme);
        const QString path = f.write("small.json", R"({"hidden": 1024, "feedforward": 4096, "seq_size": 2048, "attn_heads": 16, "attn_size": 64, "num_blocks": 24})");
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(500, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&f.window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(500, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&f.window, &drop);
        QCOMPARE(f.strategy("s2").model.blocks, 24);
        QMimeData text;
        text.setText(QStringLiteral("hello"));
        QDragEnterEvent other(QPoint(500, 400), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&f.window, &other);
        QVERIFY(!other.isAccepted());
    }

    void recentFilesReopen()
    {
        WindowFixture f(*m_theme);
        const QString path = f.write("small.json", R"({"hidden": 1024, "feedforward": 4096, "seq_size": 2048, "attn_heads": 16, "attn_size": 64, "num_blocks": 24})");
        QVERIFY(f.window.openFile(path));
        f.workspace.undoStack().undo();
        auto* menu = f.find<QMenu>("recentMenu");
        Q_EMIT menu->aboutToShow();
        QVERIFY(menu->actions().first()->text().startsWith(QStringLiteral("small.json")));
        menu->actions().first()->trigger();
        QCOMPARE(f.strategy("s2").model.blocks, 24);
        QFile::remove(path);
        Q_EMIT menu->aboutToShow();
        menu->actions().first()->trigger(); // gone: said, and forgotten
        QVERIFY(f.settings.recentFiles().isEmpty());
        QVERIFY(f.find<MessageBar>("messageBar")->isVisible());
    }

    void paletteFindsAndRuns()
    {
        WindowFixture f(*m_theme);
        QTest::keyClick(&f.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* palette = f.find<CommandPalette>("commandPalette");
        QVERIFY(palette->isVisible());
        auto* input = palette->findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        const QStringList all = palette->shownTitles();
        for (const char* wanted : {"Duplicate", "Quit", "Two", "GPT-175B full", "Tensor parallel", "Dark", "seqsel-tab5/megatron-1T/full"})
            QVERIFY2(all.contains(QString::fromLatin1(wanted)), wanted);
        QTest::keyClicks(input, QStringLiteral("dup"));
        QCOMPARE(palette->shownTitles().first(), QStringLiteral("Duplicate"));
        QTest::keyClick(input, Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});

        f.action("paletteAction")->trigger();
        QTest::keyClicks(input, QStringLiteral("175b full"));
        QCOMPARE(palette->shownTitles().first(), QStringLiteral("GPT-175B full"));
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
        QVERIFY(palette->shownTitles().isEmpty());
        QTest::keyClick(input, Qt::Key_Return); // nothing to run
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
        QTest::newRow("start before middle") << "sa" << "Save" << "Use as baseline";
        QTest::newRow("initials") << "sa" << "Save as" << "Phase";
        QTest::newRow("run before scatter") << "open" << "Open" << "Option pen";
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
        for (const char* wanted : {"New session|Ctrl+N", "Save|Ctrl+S", "Two|Ctrl+2", "Help|F1", "Redo|Ctrl+Shift+Z or Ctrl+Y"})
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
        QCOMPARE(QApplication::clipboard()->text(),
                 QStringLiteral("blueprinting estimate --model gpt3-175B --system a100_80g --execution seqsel-tab5/gpt3-175B/seqsel"));
        f.type("microbatchField", QStringLiteral("2"));
        f.action("copyCommandAction")->trigger();
        const QString command = QApplication::clipboard()->text();
        QVERIFY2(command.startsWith(QStringLiteral("blueprinting estimate --model gpt3-175B --system a100_80g --execution '{")), qPrintable(command));
        QVERIFY(command.contains(QStringLiteral("\"microbatch_size\":2")));
    }

    void progressIsShownAndCancelled()
    {
        WindowFixture f(*m_theme);
        auto* cancel = f.find<QToolButton>("jobCancel");
        QVERIFY(!cancel->isVisible());
        QSemaphore entered, open;
        bool landed = false;
        f.workspace.jobs().start(QStringLiteral("slow"), QStringLiteral("Counting"), [&](const JobContext& context) {
                entered.release();
                while (!context.cancelled())
                    QThread::msleep(1);
                open.release();
                return 1; }, [&](int) { landed = true; });
        QVERIFY(cancel->isVisible());
        QVERIFY(!f.window.settled());
        entered.acquire();
        cancel->click();
        QVERIFY(!cancel->isVisible());
        open.acquire();
        QCoreApplication::processEvents();
        QVERIFY(!landed);
        QVERIFY(f.window.settled());
    }

    void closingMidJobNeitherCrashesNorHangs()
    {
        bool landed = false;
        {
            WindowFixture f(*m_theme);
            f.workspace.jobs().start(QStringLiteral("slow"), QStringLiteral("Counting"), [&](const JobContext& context) {
                    while (!context.cancelled())
                        QThread::msleep(1);
                    return 1; }, [&](int) { landed = true; });
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
            if (control->isVisible() && control->focusPolicy() != Qt::NoFocus && !control->objectName().startsWith(QStringLiteral("qt_")))
                QVERIFY2(control->mapTo(&f.window.dock(), control->rect().topRight()).x() < right, qPrintable(control->objectName()));
    }
};

BLUEPRINTING_UI_TEST(WindowTest)
#include "window_test.moc"
