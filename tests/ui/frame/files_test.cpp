#include "tests/support/execution.h"
#include "tests/support/files.h"
#include "tests/support/modern_session.h"
#include "tests/support/pictures.h"
#include "tests/ui/frame/save_dialog.h"
#include "tests/ui/frame/window_fixture.h"

#include "core/strategy/mapping.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/workspace/session_json.h"

#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

/// The visible button of this bar with this text.
QPushButton* button(const QWidget* bar, const char* text)
{
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // those of the message before
    QCoreApplication::processEvents();
    const auto buttons = bar->findChildren<QPushButton*>();
    for (QPushButton* one : buttons)
        if (one->text() == QString::fromUtf8(text) && one->isVisible())
            return one;
    qFatal("there is no button %s", text);
}

} // namespace

/// Files in and out of the window: opened by content, refused, dropped, saved, found again. Over two plain views.
class FilesTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void refusedFilesChangeNothing_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("cut short") << QByteArray("{\"schema\": \"blueprinting.session.v0\",\n \"strategies\": [")
                                   << "Line 2, column ";
        QTest::newRow("empty") << QByteArray() << "empty";
        QTest::newRow("unknown") << QByteArray("{\"a\": 1}") << "Line 1, column 1: an object with the keys \"a\"";
        QTest::newRow("model with a bad value")
            << QByteArray("{\"hidden\": 8, \"feedforward\": 32,\n\"seq_size\": true, \"attn_heads\": 2, \"attn_size\": "
                          "4, \"num_blocks\": 2}")
            << "Line 2, column ";
        QTest::newRow("session without strategies")
            << QByteArray("{\"schema\": \"blueprinting.session.v0\"}") << "is missing";
        QTest::newRow("execution with overlap")
            << blueprinting::testing::execution_text(
                   {{"tensor_par", 8}, {"pipeline_par", 8}, {"batch_size", 64}, {"tensor_par_overlap", "ring"}})
            << "tensor_par_overlap";
        QJsonObject untold =
            blueprinting::testing::execution({{"tensor_par", 8}, {"pipeline_par", 8}, {"batch_size", 64}});
        untold.remove("training");
        QTest::newRow("execution that does not say what it is for")
            << QJsonDocument(untold).toJson() << "the key \"training\" is missing";
        QTest::newRow("report without a view here")
            << QByteArray(R"({"schema": "blueprinting.calculon-calibration-experiment.v0"})") << "no view";
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
        QVERIFY(f.window.openFile(f.write(
            "small.txt",
            R"({"hidden": 1024, "feedforward": 4096, "seq_size": 2048, "attn_heads": 16, "attn_size": 64, "num_blocks": 24})")));
        QCOMPARE(f.strategy("s2").model.name, std::string("small"));
        QCOMPARE(f.strategy("s2").model.blocks, 24);
        QCOMPARE(f.find<QComboBox>("modelField")->currentText(), QStringLiteral("small"));
        // So does a Hugging Face config.
        QVERIFY(f.window.openFile(f.write(
            "config.json",
            R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "max_position_embeddings": 4096, "num_attention_heads": 32, "num_hidden_layers": 32, "vocab_size": 32000})")));
        QCOMPARE(f.strategy("s2").model.hidden, 4096);
        // Whole, with the third matrix of its feed-forward part: never as six numbers alone.
        QVERIFY(f.strategy("s2").model.description && f.strategy("s2").model.description->mlp.gated);
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
        QVERIFY(f.window.openFile(
            f.write("c.json", R"({"schema": "art.dev.trainer_rank_cost_calibration_certificate.v1"})")));
        QCOMPARE(f.workspace.session().view, std::string("two"));
        QCOMPARE(static_cast<PlainView*>(f.window.currentView())->opened, f.path("c.json"));
        QCOMPARE(f.settings.recentFiles().size(), 5);
        QCOMPARE(f.workspace.undoStack().count(), 4);
        // An execution also in the typed form, which alone can say what strategies of today have.
        const SessionStrategy fsdp = blueprinting::testing::llama_fsdp();
        QVERIFY(f.window.openFile(f.write("typed.json", strategy::to_json(fsdp.execution).dump())));
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{4});
        QVERIFY(f.workspace.selected()->execution == fsdp.execution);
        while (f.workspace.undoStack().canUndo())
            f.workspace.undoStack().undo();
        QVERIFY(f.workspace.session().strategies == starting_session().strategies);
    }

    void aViewThatRefusesSaysWhy()
    {
        WindowFixture f(*m_theme);
        f.view("two")->refuses = true;
        f.view("one");
        const Session before = f.workspace.session();
        QVERIFY(!f.window.openFile(
            f.write("c.json", R"({"schema": "art.dev.trainer_rank_cost_calibration_certificate.v1"})")));
        QCOMPARE(f.find<MessageBar>("messageBar")->text(),
                 QStringLiteral("c.json was refused. Line 1, column 2: it is not to my liking. Nothing was changed."));
        QVERIFY(f.workspace.session() == before); // the view in front too
        QCOMPARE(f.find<QTabBar>("viewTabs")->currentIndex(), 0);
    }

    /// A view that wants a file has the window ask for it: any kind is taken, and goes where it belongs.
    void aViewAsksForAFileThroughTheWindow()
    {
        WindowFixture f(*m_theme);
        PlainView* view = f.view("two");
        const QString path = f.write(
            "small.json",
            R"({"hidden": 1024, "feedforward": 4096, "seq_size": 2048, "attn_heads": 16, "attn_size": 64, "num_blocks": 24})");
        testing::SaveDialog dialog(path);
        Q_EMIT view->openRequested(QStringLiteral("Open a checkpoint"));
        QVERIFY(dialog.answered());
        QCOMPARE(f.strategy("s2").model.blocks, 24);
        QCOMPARE(f.settings.recentFiles(), QStringList{path});
        QCOMPARE(f.settings.lastFolder(), f.folder.path());
    }

    /// The notice's Undo is of what was opened: it goes with the next edit, and is not there where nothing was changed.
    void theNoticeUndoesWhatWasOpenedAlone()
    {
        WindowFixture f(*m_theme);
        auto* bar = f.find<MessageBar>("messageBar");
        const auto undo = [&]() -> QPushButton* {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // those of the notice before
            QCoreApplication::processEvents();
            for (auto* button : bar->findChildren<QPushButton*>())
                if (button->text() == QStringLiteral("Undo") && button->isVisible())
                    return button;
            return nullptr;
        };
        const QString path = f.write(
            "small.json",
            R"({"hidden": 1024, "feedforward": 4096, "seq_size": 2048, "attn_heads": 16, "attn_size": 64, "num_blocks": 24})");
        QVERIFY(f.window.openFile(path));
        QVERIFY(undo());
        QTest::mouseClick(undo(), Qt::LeftButton);
        QCOMPARE(f.strategy("s2").model.blocks, 96);
        QVERIFY(!bar->isVisible());
        QVERIFY(f.window.openFile(path));
        QVERIFY(undo());
        f.type("microbatchField", QStringLiteral("2"));
        QVERIFY(!bar->isVisible());
        QCOMPARE(f.strategy("s2").model.blocks, 24);
        QVERIFY(f.window.openFile(path)); // it is that model already: nothing is offered, and what says so passes
        QVERIFY(f.find<MessageBar>("passingNote")
                    ->text()
                    .startsWith(QStringLiteral("Opened small.json. It is now the model of ")));
        QVERIFY(!undo());
    }

    /// Saved, closed and reopened as a person does, by keys and dialogs.
    void savedClosedAndReopenedByKeys()
    {
        QTemporaryDir folder;
        const QString mine = folder.filePath(QStringLiteral("mine.json"));
        const QString other = folder.filePath(QStringLiteral("other.json"));
        Session saved;
        {
            WindowFixture f(*m_theme);
            f.type("microbatchField", QStringLiteral("2"));
            QVERIFY(f.window.isWindowModified());
            {
                testing::SaveDialog dialog(mine);
                QTest::keyClick(&f.window, Qt::Key_S, Qt::ControlModifier);
                QVERIFY(dialog.answered());
            }
            QVERIFY(!f.window.isWindowModified());
            QCOMPARE(f.window.sessionFile().path(), mine);
            // From now on it knows where. (The dialog took the keyboard with it; a window manager gives it back.)
            QApplication::setActiveWindow(&f.window);
            f.type("batchField", QStringLiteral("128"));
            {
                testing::SaveDialog dialog(other);
                QTest::keyClick(&f.window, Qt::Key_S, Qt::ControlModifier);
                QVERIFY(!dialog.answered());
            }
            QVERIFY(!f.window.isWindowModified() && !QFile::exists(other));
            saved = f.workspace.session();
            QApplication::setActiveWindow(&f.window);
            {
                testing::SaveDialog dialog(other);
                QTest::keyClick(&f.window, Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
                QVERIFY(dialog.answered());
            }
            QCOMPARE(f.window.sessionFile().path(), other);
            QVERIFY(QFile::exists(other));
            QApplication::setActiveWindow(&f.window);
            QTest::keyClick(&f.window, Qt::Key_N, Qt::ControlModifier);
            QVERIFY(f.workspace.session().strategies == starting_session().strategies);
            QVERIFY(f.window.sessionFile().path().isEmpty());
            QVERIFY(f.window.close());
        }
        for (const QString& path : {mine, other}) {
            WindowFixture again(*m_theme);
            testing::SaveDialog dialog(path);
            QTest::keyClick(&again.window, Qt::Key_O, Qt::ControlModifier);
            QVERIFY(dialog.answered());
            QVERIFY(again.workspace.session() == saved);
            QCOMPARE(again.find<IntegerField>("batchField")->value(), 128);
        }
    }

    /// The dialog proposes a name with its ending, and a name typed without one gets it: what is written can be found
    /// again.
    void theEndingOfASessionIsAdded_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("written");
        QTest::newRow("as proposed") << ""
                                     << "Untitled.blueprinting.json";
        QTest::newRow("no ending") << "bare"
                                   << "bare.blueprinting.json";
        QTest::newRow("a point in the name") << "run 1.5"
                                             << "run 1.5.blueprinting.json";
        QTest::newRow("another ending") << "notes.txt"
                                        << "notes.txt.blueprinting.json";
        QTest::newRow("its own") << "mine.json"
                                 << "mine.json";
        QTest::newRow("its own, in capitals") << "MINE.JSON"
                                              << "MINE.JSON";
    }
    void theEndingOfASessionIsAdded()
    {
        QFETCH(QString, typed);
        QFETCH(QString, written);
        for (const char* action : {"saveAction", "saveAsAction"}) {
            WindowFixture f(*m_theme);
            f.settings.setLastFolder(f.folder.path());
            QString proposed;
            testing::SaveDialog dialog(typed.isEmpty() ? QString() : f.folder.filePath(typed), &proposed);
            f.action(action)->trigger();
            QVERIFY(dialog.answered());
            QCOMPARE(proposed, QStringLiteral("Untitled.blueprinting.json"));
            QVERIFY2(QFile::exists(f.folder.filePath(written)),
                     qPrintable(QDir(f.folder.path()).entryList(QDir::Files).join(QLatin1Char(' '))));
            QCOMPARE(f.window.sessionFile().path(), f.folder.filePath(written));
            QCOMPARE(f.find<MessageBar>("passingNote")->text(),
                     QStringLiteral("Saved %1 in %2.").arg(written, f.folder.path()));
            QVERIFY(f.window.windowTitle().startsWith(written));
        }
    }

    void aSavedSessionIsProposedUnderItsName()
    {
        WindowFixture f(*m_theme);
        QVERIFY(f.window.saveAs(f.path("mine.json")));
        QString proposed;
        testing::SaveDialog dialog(f.path("other"), &proposed);
        f.action("saveAsAction")->trigger();
        QVERIFY(dialog.answered());
        QCOMPARE(proposed, QStringLiteral("mine.json"));
        QVERIFY(QFile::exists(f.path("other.blueprinting.json")) && !QFile::exists(f.path("other")));
    }

    /// Several files chosen in the dialog are opened together.
    void severalFilesAreChosenAtOnce()
    {
        WindowFixture f(*m_theme);
        const auto model = [](int blocks) {
            return R"({"hidden": 1024, "feedforward": 4096, "seq_size": 2048, "attn_heads": 16, "attn_size": 64, "num_blocks": )" +
                   std::to_string(blocks) + "}";
        };
        const QString small = f.write("small.json", model(24));
        const QString large = f.write("large.json", model(48));
        testing::SaveDialog dialog(QStringLiteral("\"%1\" \"%2\"").arg(small, large));
        f.action("openAction")->trigger();
        QVERIFY(dialog.answered());
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
        QCOMPARE(f.strategy("s2").model.blocks, 24);
        QCOMPARE(f.workspace.session().strategies[2].model.blocks, 48);
        QCOMPARE(f.settings.lastFolder(), f.folder.path());
    }

    void aLargeCertificateIsLeftToItsView()
    {
        WindowFixture f(*m_theme);
        // It is not parsed here at all: even one that is cut short gets to the view.
        const std::string cut = R"({"schema": "art.dev.trainer_rank_cost_calibration_certificate.v1", "cells": [)" +
                                std::string(600000, ' ');
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
        f.find<IntegerField>("microbatchField")
            ->findChild<QLineEdit*>()
            ->deselect(); // what was typed last stays selected
        again.find<QLineEdit>("nameField")->clearFocus();
        const QImage dock = testing::picture_at_rest(f.window.dock(), [&] { return f.window.settled(); });
        QVERIFY(!dock.isNull());
        const QImage reopened = testing::picture_at_rest(again.window.dock(), [&] { return again.window.settled(); });
        QCOMPARE(reopened, dock);
    }

    /// The window answers while the strategies of a large one are compiled; what is done meanwhile is asked about.
    void aLargeSessionIsOpenedOnceItIsCompiled()
    {
        WindowFixture f(*m_theme);
        Session large = starting_session();
        for (int i = 0; i < 12; ++i) {
            SessionStrategy one = large.strategies[1];
            one.id = "m" + std::to_string(i);
            one.name = one.id;
            one.letter = -1; // that of s2 is not its own
            one.execution.global_batch += 8 * (i + 1);
            large.strategies.push_back(std::move(one));
        }
        QVERIFY(save_session(large, f.path("large.json").toStdString()));
        // Something is changed before it is there, and is not to be lost.
        bool lose = false;
        f.window.setUnsavedPrompt(
            [&](const QString&) { return lose ? UnsavedChoice::discard : UnsavedChoice::cancel; });
        QVERIFY(f.window.openFile(f.path("large.json")));
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{2});
        f.type("tpField", QStringLiteral("4"));
        QTRY_VERIFY_WITH_TIMEOUT(!f.workspace.jobs().stale(Workspace::kCompileJob), 60000);
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{2});
        QCOMPARE(f.find<IntegerField>("tpField")->value(), 4);
        lose = true;
        QVERIFY(f.window.openFile(f.path("large.json")));
        QTRY_COMPARE_WITH_TIMEOUT(f.workspace.session().strategies.size(), std::size_t{14}, 60000);
        QCOMPARE(f.window.windowTitle(), QString::fromUtf8("large.json[*] – Blueprinting Explorer"));
        QVERIFY(!f.window.isWindowModified());
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

    /// The folder is named and another place offered; once it is saved, nobody reads any more that it was not.
    void savingWhereItCannotBeSavedIsSaid()
    {
        WindowFixture f(*m_theme);
        f.type("tpField", QStringLiteral("4"));
        const QString nowhere = f.path("no/such/folder/x.json");
        QVERIFY(!f.window.saveAs(nowhere));
        auto* bar = f.find<MessageBar>("messageBar");
        QCOMPARE(bar->text(),
                 QStringLiteral("x.json was not saved. There is no folder %1.").arg(QFileInfo(nowhere).absolutePath()));
        // A folder of the name stands there.
        QVERIFY(QDir().mkpath(f.path("folder.json")));
        QVERIFY(!f.window.saveAs(f.path("folder.json")));
        QCOMPARE(bar->text(),
                 QStringLiteral("folder.json was not saved. In the folder %1: this is a folder; a file is expected.")
                     .arg(f.folder.path()));
        QVERIFY(f.window.isWindowModified());
        {
            testing::SaveDialog dialog(f.path("x.json"));
            button(bar, "Save as…")->click();
            QVERIFY(dialog.answered());
        }
        QVERIFY(QFile::exists(f.path("x.json")) && !f.window.isWindowModified());
        QVERIFY(!bar->isVisible());
    }

    /// Two windows on one file: the second to save is told, and chooses.
    void whatAnotherWindowSavedIsNotReplacedUnasked_data()
    {
        QTest::addColumn<QString>("choice");
        for (const char* choice : {"Reload", "Save as…", "Overwrite", "close the window"})
            QTest::newRow(choice) << QString::fromUtf8(choice);
    }
    void whatAnotherWindowSavedIsNotReplacedUnasked()
    {
        QFETCH(QString, choice);
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mine.json"));
        WindowFixture first(*m_theme);
        QVERIFY(first.window.saveAs(path));
        WindowFixture second(*m_theme);
        QVERIFY(second.window.openFile(path));
        QApplication::setActiveWindow(&first.window);
        first.type("tpField", QStringLiteral("4"));
        QVERIFY(first.window.save());
        QVERIFY(first.window.save()); // its own file is no surprise to it
        const QByteArray of_first = testing::bytes_of(path);
        QApplication::setActiveWindow(&second.window);
        second.type("microbatchField", QStringLiteral("2"));
        auto* bar = second.find<MessageBar>("messageBar");
        if (choice == QStringLiteral("close the window")) {
            second.window.setUnsavedPrompt([](const QString&) { return UnsavedChoice::save; });
            QVERIFY(!second.window.close());
        } else {
            QTest::keyClick(&second.window, Qt::Key_S, Qt::ControlModifier);
        }
        QCOMPARE(testing::bytes_of(path), of_first);
        QCOMPARE(bar->text(), QStringLiteral("mine.json was changed on disk. Another window or program wrote to it in "
                                             "the folder %1. Nothing was replaced.")
                                  .arg(folder.path()));
        QVERIFY(second.window.isWindowModified());
        if (choice == QStringLiteral("Reload")) {
            button(bar, "Reload")->click();
            QCOMPARE(second.find<IntegerField>("tpField")->value(), 4);
            QCOMPARE(second.find<IntegerField>("microbatchField")->value(), 1);
            QVERIFY(!second.window.isWindowModified());
            button(bar, "Undo")->click(); // what was there before is not lost
            QCOMPARE(second.find<IntegerField>("tpField")->value(), 8);
            QCOMPARE(second.find<IntegerField>("microbatchField")->value(), 2);
            QVERIFY(second.window.isWindowModified());
            QVERIFY(second.window.save());
        } else if (choice == QStringLiteral("Save as…")) {
            const QString other = folder.filePath(QStringLiteral("other.json"));
            testing::SaveDialog dialog(other);
            button(bar, "Save as…")->click();
            QVERIFY(dialog.answered());
            QCOMPARE(testing::bytes_of(path), of_first);
            QCOMPARE(second.window.sessionFile().path(), other);
            QVERIFY(!second.window.isWindowModified() && !bar->isVisible());
        } else if (choice == QStringLiteral("Overwrite")) {
            button(bar, "Overwrite")->click();
            QVERIFY(testing::bytes_of(path) != of_first);
            QVERIFY(!second.window.isWindowModified() && !bar->isVisible());
            // Now it is the first one's turn to be told.
            QApplication::setActiveWindow(&first.window);
            first.type("tpField", QStringLiteral("2"));
            QVERIFY(!first.window.save());
        }
        second.window.setUnsavedPrompt([](const QString&) { return UnsavedChoice::discard; });
    }

    /// What confirms moves nothing, does not take the place of what needs an answer, and leaves by itself; what needs
    /// one stays.
    void confirmationsPassAndMoveNothing()
    {
        WindowFixture f(*m_theme);
        QVERIFY(!f.window.openFile(f.path("nowhere.json")));
        auto* bar = f.find<MessageBar>("messageBar");
        auto* note = f.find<MessageBar>("passingNote");
        QVERIFY(bar->isVisible() && !note->isVisible());
        QCoreApplication::processEvents();
        const QWidget* view = f.window.currentView();
        const QRect place(view->mapTo(&f.window, QPoint(0, 0)), view->size());
        f.find<IntegerField>("tpField")->setFocus();
        {
            testing::SaveDialog dialog(f.path("mine.json"));
            f.action("saveAction")->trigger();
            QVERIFY(dialog.answered());
        }
        QApplication::setActiveWindow(&f.window);
        QCoreApplication::processEvents();
        QVERIFY(note->isVisible() && bar->isVisible());
        QCOMPARE(note->text(), QStringLiteral("Saved mine.json in %1.").arg(f.folder.path()));
        QCOMPARE(QRect(view->mapTo(&f.window, QPoint(0, 0)), view->size()), place);
        // Whole within the window, over the view's lower edge, and no stop of the keyboard.
        const QRect covers(note->mapTo(&f.window, QPoint(0, 0)), note->size());
        QVERIFY(f.window.rect().contains(covers) && place.intersects(covers));
        const auto inside = note->findChildren<QWidget*>();
        for (const QWidget* one : inside)
            QVERIFY2(!(one->focusPolicy() & Qt::TabFocus), qPrintable(one->objectName()));
        f.window.resize(1024, 700);
        QCoreApplication::processEvents();
        QVERIFY(f.window.rect().contains(QRect(note->mapTo(&f.window, QPoint(0, 0)), note->size())));
        // Its time is up.
        auto* timer = note->findChild<QTimer*>(QStringLiteral("leave"));
        QVERIFY(timer && timer->isActive() && timer->isSingleShot());
        timer->start(0);
        QTRY_VERIFY(!note->isVisible());
        QVERIFY(bar->isVisible());
    }

    void filesAreDropped()
    {
        WindowFixture f(*m_theme);
        const QString path = f.write(
            "small.json",
            R"({"hidden": 1024, "feedforward": 4096, "seq_size": 2048, "attn_heads": 16, "attn_size": 64, "num_blocks": 24})");
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

    /// An ampersand in a file's name is no key of the menu.
    void recentFilesAreNamedAsTheyAre()
    {
        WindowFixture f(*m_theme);
        const QString path = f.write(
            "R&D.json",
            R"({"hidden": 1024, "feedforward": 4096, "seq_size": 2048, "attn_heads": 16, "attn_size": 64, "num_blocks": 24})");
        QVERIFY(f.window.openFile(path));
        auto* menu = f.find<QMenu>("recentMenu");
        Q_EMIT menu->aboutToShow();
        QVERIFY2(menu->actions().first()->text().startsWith(QStringLiteral("R&&D.json")),
                 qPrintable(menu->actions().first()->text()));
    }

    void recentFilesReopen()
    {
        WindowFixture f(*m_theme);
        const QString path = f.write(
            "small.json",
            R"({"hidden": 1024, "feedforward": 4096, "seq_size": 2048, "attn_heads": 16, "attn_size": 64, "num_blocks": 24})");
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
};

BLUEPRINTING_UI_TEST(FilesTest)
#include "files_test.moc"
