#include "tests/ui/frame/window_fixture.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
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
        QCOMPARE(names(f.workspace), (std::vector<std::string>{"GPT-175B full", "GPT-175B full 2", "GPT-175B seqsel", "GPT-175B new"}));
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
        f.workspace.edit(QStringLiteral("model"), [](Session& s) { s.find("s2")->model = *model::find_preset("megatron-1T"); });
        f.find<QPushButton>("addStrategyButton")->click();
        QCOMPARE(f.workspace.selected()->name, std::string("megatron-1T new"));
        QCOMPARE(f.workspace.selected()->model.name, std::string("megatron-1T"));
        f.find<QPushButton>("addStrategyButton")->click();
        QCOMPARE(f.workspace.selected()->name, std::string("megatron-1T new 2"));
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
