#include "tests/ui/frame/window_fixture.h"

#include "core/strategy/derived.h"
#include "ui/frame/command_palette.h"
#include "ui/frame/status_line.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

using namespace blueprinting;
using namespace blueprinting::ui;

class ListTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

    static std::vector<std::string> names(const Workspace& workspace)
    {
        std::vector<std::string> out;
        for (const SessionStrategy& strategy : workspace.session().strategies)
            out.push_back(strategy.name);
        return out;
    }
    static QModelIndex row(StrategyList& list, int n) { return list.model()->index(n, 0); }
    static StrategyDelegate::Parts parts(StrategyList& list, int n)
    {
        return StrategyDelegate::parts(list.visualRect(row(list, n)), 60);
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void rowsSayWhatStrategiesAre()
    {
        WindowFixture f(*m_theme);
        StrategyList& list = f.window.dock().list();
        QAbstractItemModelTester tester(list.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(list.model()->rowCount(), 2);
        QCOMPARE(row(list, 0).data().toString(), QStringLiteral("GPT-175B full"));
        QCOMPARE(row(list, 0).data(StrategyListModel::LetterRole).toString(), QStringLiteral("A"));
        QCOMPARE(row(list, 0).data(StrategyListModel::StandingRole).toString(), QStringLiteral("18.03 s"));
        QCOMPARE(row(list, 1).data(StrategyListModel::StandingRole).toString(), QStringLiteral("13.64 s"));
        QCOMPARE(list.currentIndex().row(), 1);
        QVERIFY(row(list, 0).data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("baseline")));
        f.workspace.edit(QStringLiteral("break"), [](Session& s) { s.find("s2")->execution.microbatch_size = 3; });
        QCOMPARE(row(list, 1).data(StrategyListModel::StandingRole).toString(), QStringLiteral("1 law"));
        QVERIFY(row(list, 1).data(StrategyListModel::BadRole).toBool());
        f.find<QPushButton>("duplicateStrategyButton")->click();
        f.action("undoAction")->trigger();
    }

    // 54.07 GiB are used, as recorded: on 50 there is no time to set beside the others.
    void whatDoesNotFitIsMarkedLikeABrokenLaw()
    {
        WindowFixture f(*m_theme);
        StrategyList& list = f.window.dock().list();
        f.workspace.edit(QStringLiteral("less memory"),
                         [](Session& s) { s.find("s2")->system.mem1.capacity_gib = 50; });
        QCOMPARE(row(list, 0).data(StrategyListModel::StandingRole).toString(), QStringLiteral("18.03 s"));
        QVERIFY(!row(list, 0).data(StrategyListModel::BadRole).toBool());
        QCOMPARE(row(list, 1).data(StrategyListModel::StandingRole).toString(), QStringLiteral("does not fit"));
        QVERIFY(row(list, 1).data(StrategyListModel::BadRole).toBool());
        const QString detail = QStringLiteral("Does not fit by 4.1 GiB: it needs 54.1 of 50 GiB");
        QCOMPARE(row(list, 1).data(StrategyListModel::StandingTipRole).toString(), detail);
        QVERIFY(row(list, 1).data(Qt::AccessibleTextRole).toString().contains(detail));
        QVERIFY(f.find<StatusLine>("statusLine")
                    ->text()
                    .startsWith(QStringLiteral("Does not fit by 4.1 GiB: 54.1 of 50 GiB | ")));
    }

    void clickSelects()
    {
        WindowFixture f(*m_theme);
        StrategyList& list = f.window.dock().list();
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, parts(list, 0).name.center());
        QCOMPARE(f.workspace.session().selected, std::string("s1"));
        QVERIFY(!f.workspace.undoStack().canUndo());
    }

    void starAndEyeActWithoutMovingTheSelection()
    {
        WindowFixture f(*m_theme);
        StrategyList& list = f.window.dock().list();
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, parts(list, 0).eye.center());
        QVERIFY(!f.strategy("s1").visible);
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, parts(list, 0).eye.center());
        QVERIFY(f.strategy("s1").visible);
        f.workspace.selectStrategy("s1");
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, parts(list, 1).star.center());
        QCOMPARE(f.workspace.session().baseline, std::string("s2"));
        QCOMPARE(f.workspace.session().selected, std::string("s1"));
        // Pressed on the star, let go elsewhere: nothing.
        QTest::mousePress(list.viewport(), Qt::LeftButton, {}, parts(list, 0).star.center());
        QTest::mouseRelease(list.viewport(), Qt::LeftButton, {}, parts(list, 1).name.center());
        QCOMPARE(f.workspace.session().baseline, std::string("s2"));
    }

    void addDuplicateRemove()
    {
        WindowFixture f(*m_theme);
        f.find<QPushButton>("addStrategyButton")->click();
        QCOMPARE(names(f.workspace), (std::vector<std::string>{"GPT-175B full", "GPT-175B seqsel", "GPT-175B new"}));
        QCOMPARE(f.workspace.selected()->name, std::string("GPT-175B new"));
        QVERIFY(f.workspace.result(f.workspace.session().selected).current); // a legal start
        f.workspace.selectStrategy("s1");
        f.find<QPushButton>("duplicateStrategyButton")->click();
        QCOMPARE(names(f.workspace),
                 (std::vector<std::string>{"GPT-175B full", "GPT-175B full 2", "GPT-175B seqsel", "GPT-175B new"}));
        f.find<QPushButton>("removeStrategyButton")->click();
        QCOMPARE(f.workspace.selected()->name, std::string("GPT-175B seqsel"));
        for (int i = 0; i < 5; ++i)
            f.find<QPushButton>("removeStrategyButton")->click();
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{1}); // the last one stays
        QVERIFY(!f.find<QPushButton>("removeStrategyButton")->isEnabled());
        QVERIFY(!f.action("removeAction")->isEnabled());
        while (f.workspace.undoStack().canUndo())
            f.workspace.undoStack().undo();
        QVERIFY(f.workspace.session().strategies == starting_session().strategies);
    }

    /// Named after its own model, not after the strategy beside it.
    void addedAfterAnotherModelIsNamedAfterIt()
    {
        WindowFixture f(*m_theme);
        f.workspace.edit(QStringLiteral("model"),
                         [](Session& s) { s.find("s2")->model = *model::find_preset("megatron-1T"); });
        f.find<QPushButton>("addStrategyButton")->click();
        QCOMPARE(f.workspace.selected()->name, std::string("megatron-1T new"));
        QCOMPARE(f.workspace.selected()->model.name, std::string("megatron-1T"));
        f.find<QPushButton>("addStrategyButton")->click();
        QCOMPARE(f.workspace.selected()->name, std::string("megatron-1T new 2"));
    }

    /// What is added is plain, and is not called as what it was added beside.
    void whatIsAddedIsNamedForWhatItIs_data()
    {
        QTest::addColumn<QString>("beside");
        QTest::addColumn<QString>("added");
        QTest::newRow("as at first") << "GPT-175B seqsel"
                                     << "GPT-175B new";
        QTest::newRow("a copy") << "GPT-175B seqsel 2"
                                << "GPT-175B new";
        QTest::newRow("of several words") << "GPT-175B seqsel without redo"
                                          << "GPT-175B new";
        QTest::newRow("the model's own name") << "gpt3-175B seqsel 3"
                                              << "gpt3-175B new";
        QTest::newRow("a name of its own") << "tonight's run"
                                           << "gpt3-175B new";
    }
    void whatIsAddedIsNamedForWhatItIs()
    {
        QFETCH(QString, beside);
        QFETCH(QString, added);
        WindowFixture f(*m_theme);
        f.workspace.edit(QStringLiteral("name"), [&](Session& s) { s.find("s2")->name = beside.toStdString(); });
        f.find<QPushButton>("addStrategyButton")->click();
        QCOMPARE(QString::fromStdString(f.workspace.selected()->name), added);
        QVERIFY(strategy::recompute(f.workspace.selected()->execution) == strategy::RecomputePolicy::none);
    }

    /// A name that begins with its model follows it; one that a person chose stays, and where it speaks of another
    /// model that is said.
    void namesFollowTheirModel_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("then");
        QTest::addColumn<QString>("said");
        const QString speaks = QStringLiteral("The name says gpt3-175B; the model is megatron-1T.");
        QTest::newRow("as at first") << "GPT-175B seqsel"
                                     << "megatron-1T seqsel"
                                     << "";
        QTest::newRow("the model's own name") << "gpt3-175B"
                                              << "megatron-1T"
                                              << "";
        QTest::newRow("taken") << "GPT-175B full"
                               << "megatron-1T full 2"
                               << "";
        QTest::newRow("chosen") << "tonight's run"
                                << "tonight's run"
                                << "";
        QTest::newRow("chosen, of the model") << "tonight's GPT-175B run"
                                              << "tonight's GPT-175B run" << speaks;
        QTest::newRow("no word of its own") << "1175B run"
                                            << "1175B run"
                                            << "";
    }
    void namesFollowTheirModel()
    {
        QFETCH(QString, name);
        QFETCH(QString, then);
        QFETCH(QString, said);
        WindowFixture f(*m_theme);
        f.workspace.edit(QStringLiteral("name"), [&](Session& s) {
            s.find("s1")->name = "megatron-1T full";
            s.find("s2")->name = name.toStdString();
        });
        auto* models = f.find<QComboBox>("modelField");
        models->setCurrentIndex(models->findText(QStringLiteral("megatron-1T")));
        Q_EMIT models->activated(models->currentIndex());
        QCOMPARE(QString::fromStdString(f.strategy("s2").name), then);
        QCOMPARE(f.find<QLabel>("nameFact")->text(), said);
        QCOMPARE(f.find<QLabel>("nameFact")->isVisible(), !said.isEmpty());
        f.action("undoAction")->trigger(); // in one step
        QCOMPARE(QString::fromStdString(f.strategy("s2").name), name);
        QCOMPARE(f.strategy("s2").model.name, std::string("gpt3-175B"));
    }

    /// Chip and colour go with the strategy: in the list, and in the file.
    void lettersAndColoursStayWithTheirStrategy()
    {
        WindowFixture f(*m_theme);
        StrategyList& list = f.window.dock().list();
        f.find<QPushButton>("duplicateStrategyButton")->click(); // of s2, behind it
        const auto chips = [&] {
            QString out;
            for (int i = 0; i < list.model()->rowCount(); ++i)
                out += row(list, i).data(StrategyListModel::IdRole).toString() +
                       row(list, i).data(StrategyListModel::LetterRole).toString() +
                       QString::number(row(list, i).data(StrategyListModel::ChipRole).toULongLong()) + QLatin1Char(' ');
            return out.trimmed();
        };
        QCOMPARE(chips(), QStringLiteral("s1A0 s2B1 s3C2"));
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_Up, Qt::ControlModifier);
        QTest::keyClick(&list, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(chips(), QStringLiteral("s3C2 s1A0 s2B1"));
        f.workspace.selectStrategy("s1");
        QTest::keyClick(&list, Qt::Key_Delete);
        QCOMPARE(chips(), QStringLiteral("s3C2 s2B1"));
        QVERIFY(f.window.saveAs(f.path("kept.json")));
        WindowFixture again(*m_theme);
        QVERIFY(again.window.openFile(f.path("kept.json")));
        QCOMPARE(again.workspace.letter("s3"), QStringLiteral("C"));
        QCOMPARE(again.workspace.letter("s2"), QStringLiteral("B"));
        again.find<QPushButton>("addStrategyButton")->click();
        QCOMPARE(again.workspace.letter(again.workspace.session().selected), QStringLiteral("A"));
    }

    /// What can be done with a strategy, beside its row: by the mouse on a row that was not selected, by the key on the
    /// one that is.
    void aRowHasAMenu_data()
    {
        QTest::addColumn<bool>("by_key");
        QTest::newRow("mouse") << false;
        QTest::newRow("key") << true;
    }
    void aRowHasAMenu()
    {
        QFETCH(bool, by_key);
        WindowFixture f(*m_theme);
        StrategyList& list = f.window.dock().list();
        auto* menu = f.find<QMenu>("strategyRowMenu");
        if (by_key) {
            list.setFocus();
            QTest::keyClick(&list, Qt::Key_Up);
            QContextMenuEvent wanted(QContextMenuEvent::Keyboard, QPoint(0, 0),
                                     list.viewport()->mapToGlobal(QPoint(0, 0)));
            QApplication::sendEvent(&list, &wanted);
        } else {
            const QPoint at = parts(list, 0).name.center();
            QTest::mouseClick(list.viewport(), Qt::RightButton, {}, at);
            QContextMenuEvent wanted(QContextMenuEvent::Mouse, at, list.viewport()->mapToGlobal(at));
            QApplication::sendEvent(list.viewport(), &wanted);
        }
        QCOMPARE(f.workspace.session().selected, std::string("s1"));
        QVERIFY(menu->isVisible());
        QStringList offered;
        for (const QAction* action : menu->actions())
            if (!action->isSeparator() && action->isEnabled())
                offered << action->objectName();
        // The first row is the baseline already, and cannot go further up.
        QCOMPARE(offered, (QStringList{QStringLiteral("renameAction"), QStringLiteral("duplicateAction"),
                                       QStringLiteral("removeAction"), QStringLiteral("moveDownAction"),
                                       QStringLiteral("visibleAction")}));
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(names(f.workspace), (std::vector<std::string>{"GPT-175B full", "GPT-175B full 2", "GPT-175B seqsel"}));
        QVERIFY(!menu->isVisible());
    }

    /// An ampersand in a name is a letter of it, in every menu and in the search for commands.
    void ampersandsOfNamesSurviveMenus()
    {
        WindowFixture f(*m_theme);
        f.workspace.edit(QStringLiteral("Rename to R&D && more"),
                         [](Session& s) { s.find("s2")->name = "R&D && more"; });
        QAction* undo = f.action("undoAction");
        QCOMPARE(undo->text(), QStringLiteral("&Undo Rename to R&&D &&&& more"));
        QCOMPARE(f.workspace.undoStack().text(0), QStringLiteral("Rename to R&D && more"));
        f.workspace.edit(
            QStringLiteral("one"), [](Session& s) { s.find("s2")->name = "one"; }, QStringLiteral("key"));
        f.workspace.edit(
            QStringLiteral("Q&A"), [](Session& s) { s.find("s2")->name = "Q&A"; },
            QStringLiteral("key")); // one step with it
        QCOMPARE(undo->text(), QStringLiteral("&Undo Q&&A"));
        QStringList titles;
        for (const PaletteEntry& entry : f.window.paletteEntries())
            titles << entry.title;
        QVERIFY2(titles.contains(QStringLiteral("Undo Q&A")), qPrintable(titles.join(QLatin1Char('|'))));
        QVERIFY(titles.contains(QStringLiteral("Q&A")));
    }

    void rowsAreDraggedToAnotherPlace()
    {
        WindowFixture f(*m_theme);
        f.workspace.edit(QStringLiteral("third"), [](Session& s) {
            s.strategies.push_back(s.strategies[0]);
            s.strategies.back().id = "s3";
            s.strategies.back().name = "third";
        });
        StrategyList& list = f.window.dock().list();
        QCoreApplication::processEvents();
        const int steps = f.workspace.undoStack().count();
        const auto middle = [&](int row) { return parts(list, row).name.center(); };
        const auto drag = [&](int from, const QPoint& to) {
            QTest::mousePress(list.viewport(), Qt::LeftButton, {}, middle(from));
            QTest::mouseMove(list.viewport(), (middle(from) + to) / 2);
            QTest::mouseMove(list.viewport(), to);
        };
        drag(0, middle(2) + QPoint(0, 4)); // below the middle of the last
        QTest::mouseRelease(list.viewport(), Qt::LeftButton, {}, middle(2) + QPoint(0, 4));
        QCOMPARE(names(f.workspace), (std::vector<std::string>{"GPT-175B seqsel", "third", "GPT-175B full"}));
        QCOMPARE(f.workspace.session().selected, std::string("s1")); // what was dragged
        QCOMPARE(list.currentIndex().row(), 2);
        QCOMPARE(f.workspace.undoStack().count(), steps + 1);
        QCOMPARE(f.workspace.undoStack().undoText(), QStringLiteral("Move GPT-175B full"));
        drag(2, middle(0) - QPoint(0, 4));
        QTest::mouseRelease(list.viewport(), Qt::LeftButton, {}, middle(0) - QPoint(0, 4));
        QCOMPARE(names(f.workspace), (std::vector<std::string>{"GPT-175B full", "GPT-175B seqsel", "third"}));
        f.action("undoAction")->trigger();
        QCOMPARE(names(f.workspace), (std::vector<std::string>{"GPT-175B seqsel", "third", "GPT-175B full"}));
        // Escape leaves it where it was, and so does letting go at its own place.
        const int before = f.workspace.undoStack().index();
        drag(0, middle(2) + QPoint(0, 4));
        QTest::keyClick(&list, Qt::Key_Escape);
        QTest::mouseRelease(list.viewport(), Qt::LeftButton, {}, middle(2) + QPoint(0, 4));
        drag(1, middle(1) + QPoint(0, 5));
        QTest::mouseRelease(list.viewport(), Qt::LeftButton, {}, middle(1) + QPoint(0, 5));
        QCOMPARE(f.workspace.undoStack().index(), before);
        QCOMPARE(names(f.workspace), (std::vector<std::string>{"GPT-175B seqsel", "third", "GPT-175B full"}));
    }

    void keysOfTheList()
    {
        WindowFixture f(*m_theme);
        StrategyList& list = f.window.dock().list();
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_Up);
        QCOMPARE(f.workspace.session().selected, std::string("s1"));
        QTest::keyClick(&list, Qt::Key_Space);
        QVERIFY(!f.strategy("s1").visible);
        QTest::keyClick(&list, Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE(names(f.workspace), (std::vector<std::string>{"GPT-175B seqsel", "GPT-175B full"}));
        QCOMPARE(list.currentIndex().row(), 1);
        QTest::keyClick(&list, Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(names(f.workspace), (std::vector<std::string>{"GPT-175B full", "GPT-175B seqsel"}));

        QTest::keyClick(&list, Qt::Key_F2);
        auto* rename = list.findChild<QLineEdit*>(QStringLiteral("renameField"));
        QVERIFY(rename);
        rename->selectAll();
        QTest::keyClicks(rename, QStringLiteral("first"));
        QTest::keyClick(rename, Qt::Key_Return);
        QTRY_COMPARE(f.strategy("s1").name, std::string("first")); // a delegate commits from the event queue
        QTRY_COMPARE(QApplication::focusWidget(), &list);
        QTest::keyClick(&list, Qt::Key_Delete);
        QCOMPARE(names(f.workspace), (std::vector<std::string>{"GPT-175B seqsel"}));
    }

    void deleteInAFieldDeletesText()
    {
        WindowFixture f(*m_theme);
        auto* name = f.find<QLineEdit>("nameField");
        name->setFocus();
        name->setCursorPosition(0);
        QTest::keyClick(name, Qt::Key_Delete);
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{2});
        QCOMPARE(f.strategy("s2").name, std::string("PT-175B seqsel"));
    }

    void menuKeysActOnTheSelected()
    {
        WindowFixture f(*m_theme);
        QTest::keyClick(&f.window, Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(f.workspace.session().selected, std::string("s1"));
        f.workspace.selectStrategy("s2");
        QTest::keyClick(&f.window, Qt::Key_B, Qt::ControlModifier);
        QCOMPARE(f.workspace.session().baseline, std::string("s2"));
        QTest::keyClick(&f.window, Qt::Key_H, Qt::ControlModifier);
        QVERIFY(!f.strategy("s2").visible);
        QTest::keyClick(&f.window, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{2});
        QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
    }
};

BLUEPRINTING_UI_TEST(ListTest)
#include "list_test.moc"
