#include "core/passes/checkpoint.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/support/palette.h"
#include "tests/ui/frame/save_dialog.h"
#include "tests/ui/frame/whole_fixture.h"
#include "ui/frame/command_palette.h"
#include "ui/frame/integer_field.h"
#include "ui/frame/strategy_dock.h"
#include "ui/frame/strategy_list.h"
#include "ui/measured/run_panel.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/answer_line.h"

#include <QAbstractSpinBox>
#include <QButtonGroup>
#include <QClipboard>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QProcess>
#include <QTimer>

#include <set>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

/// What a shell prints for a line, with our programs on its path.
QString shell(const QString& line)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"),
                       QStringLiteral(BLUEPRINTING_BIN_DIR ":") + environment.value(QStringLiteral("PATH")));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("sh"), {QStringLiteral("-c"), line});
    if (!process.waitForFinished(60000) || process.exitCode() != 0)
        qWarning("%s\n%s", qPrintable(line), process.readAllStandardError().constData());
    return QString::fromUtf8(process.readAllStandardOutput());
}

/// To whoever has the keyboard, as the window system would.
void press(int key, Qt::KeyboardModifiers modifiers = {})
{
    QWidget* focus = QApplication::focusWidget();
    if (!focus)
        focus = QApplication::activeModalWidget() ? QApplication::activeModalWidget() : QApplication::activeWindow();
    if (!focus)
        qFatal("no window has the keyboard");
    QTest::keyClick(focus, static_cast<Qt::Key>(key), modifiers);
}

/// Tab until the keyboard stands on the widget of this name; false after a round without meeting it.
bool tab_to(const char* name)
{
    for (int i = 0; i < 200; ++i) {
        if (QApplication::focusWidget() && QApplication::focusWidget()->objectName() == QLatin1String(name))
            return true;
        press(Qt::Key_Tab);
    }
    return false;
}

} // namespace

/// Ways through the program from start to end, as a person goes them: with the mouse and unread manual, with the
/// keyboard alone, and out to a shell.
class WaysTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    /// Nothing read beforehand: which component makes seqsel faster, why TP 4 is no better, and the chart of it.
    void aNewcomerFindsTheWay()
    {
        Whole f(*m_theme);
        const auto* answer = f.find<AnswerLine>("compareAnswer");
        QCOMPARE(answer->headline(),
                 QString::fromUtf8("seqsel takes 13.64 s per iteration, 24.4 % less than full (18.03 s)"));
        QVERIFY2(answer->why().startsWith(QString::fromUtf8("Recompute makes −3.33 of −4.39 s; ")),
                 qPrintable(answer->why()));
        // The buttons under the list, then the field.
        QTest::mouseClick(f.find<QAbstractButton>("duplicateStrategyButton"), Qt::LeftButton);
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
        auto* field = f.find<QAbstractSpinBox>("tpField");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("4"));
        QTest::keyClick(field, Qt::Key_Return);
        f.settle();
        testing::keep(f.window.grab().toImage(), QStringLiteral("newcomer-tp4"));
        // It fits no more, by how much, because of what, and what there is instead.
        QVERIFY2(answer->headline().startsWith(
                     QStringLiteral("Does not fit by 28.0 GiB: seqsel 2 needs 108.0 of 80 GiB; seqsel is the fastest")),
                 qPrintable(answer->headline()));
        QVERIFY2(answer->why().contains(
                     QStringLiteral("seqsel 2 keeps 59.8 GiB more than full: optimizer +30.4, activations +")),
                 qPrintable(answer->why()));
        // Half the processors for the same batch, which is why it is slower.
        const auto& changes = f.find<TableView>("changesTable")->table()->rows();
        QCOMPARE(changes[0].cells[0].text, QStringLiteral("GPUs"));
        QCOMPARE(changes[0].cells[1].text, QStringLiteral("64"));
        QCOMPARE(changes[0].cells[2].text, QStringLiteral("32"));
        // The chart, by the button that says Export, and by typing the word.
        QTest::mouseClick(f.find<QAbstractButton>("exportTool"), Qt::LeftButton);
        auto* exports = f.find<QMenu>("exportMenu");
        QTRY_VERIFY(exports->isVisible());
        testing::keep(exports->grab().toImage(), QStringLiteral("newcomer-export"));
        QStringList titles;
        for (const QAction* action : exports->actions())
            titles << action->text();
        QVERIFY2(titles.contains(QStringLiteral("Iteration time by component")),
                 qPrintable(titles.join(QLatin1Char('|'))));
        // Its entry, and in that the one that saves: by clicks, into the dialog that comes.
        const auto click_in = [](QMenu* menu, QAction* action) {
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
        };
        QAction* chart = exports->actions().at(titles.indexOf(QStringLiteral("Iteration time by component")));
        click_in(exports, chart);
        QTRY_VERIFY_WITH_TIMEOUT(chart->menu()->isVisible(), 60000);
        const QString path = f.folder.filePath(QStringLiteral("by-mouse.svg"));
        {
            const testing::SaveDialog dialog(path);
            click_in(chart->menu(), chart->menu()->findChild<QAction*>(QStringLiteral("saveChart")));
            QTRY_VERIFY_WITH_TIMEOUT(dialog.answered(), 60000);
        }
        QFile drawing(path);
        QVERIFY(drawing.open(QIODevice::ReadOnly));
        QVERIFY(drawing.readAll().contains("seqsel 2"));
        exports->hide();
        QApplication::setActiveWindow(&f.window); // as a window manager does when a dialog goes
        QTest::keyClick(&f.window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* palette = f.find<CommandPalette>("commandPalette");
        QTest::keyClicks(palette->findChild<QLineEdit*>(QStringLiteral("paletteInput")), QStringLiteral("export"));
        testing::keep(palette->grab().toImage(), QStringLiteral("newcomer-palette"));
        QVERIFY2(testing::shown_titles(palette).mid(0, 12).contains(
                     QString::fromUtf8("Iteration time by component: Save chart as…")),
                 qPrintable(testing::shown_titles(palette).mid(0, 12).join(QLatin1Char('|'))));
        palette->hide();
    }

    /// Adds a strategy, sets TP 4, looks at another view, picks a component and exports a chart: key events and nothing
    /// else.
    void theKeyboardAloneIsEnough()
    {
        Whole f(*m_theme);
        press(Qt::Key_T, Qt::ControlModifier);
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
        const std::string added = f.workspace.session().selected;
        QVERIFY(added != "s1" && added != "s2");
        QVERIFY(tab_to("tpField"));
        press(Qt::Key_A, Qt::ControlModifier);
        press(Qt::Key_4);
        press(Qt::Key_Return);
        f.settle();
        QCOMPARE(strategy::tensor_degree(f.workspace.session().find(added)->execution), std::int64_t{4});

        press(Qt::Key_4, Qt::ControlModifier);
        f.settle();
        QCOMPARE(f.workspace.session().view, std::string("timing"));
        QVERIFY(tab_to("componentTable"));
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        QVERIFY(!f.workspace.session().selection.component.empty());
        QCOMPARE(f.find<TableView>("componentTable")->currentKey().toStdString(),
                 f.workspace.session().selection.component);

        press(Qt::Key_1, Qt::ControlModifier);
        f.settle();
        QCOMPARE(f.find<TableView>("differenceTable")->currentKey().toStdString(),
                 f.workspace.session().selection.component);
        press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto* palette = f.find<CommandPalette>("commandPalette");
        QVERIFY(palette->isVisible());
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("iteration time save chart"));
        QVERIFY2(testing::shown_titles(palette).value(0).contains(QString::fromUtf8("Save chart as…")),
                 qPrintable(testing::shown_titles(palette).value(0)));
        const QString path = f.folder.filePath(QStringLiteral("by-keys.svg"));
        // The dialog that comes has the keyboard in its name field.
        QTimer typist;
        QObject::connect(&typist, &QTimer::timeout, &typist, [&] {
            QWidget* dialog = QApplication::activeModalWidget();
            if (!dialog || !dialog->isVisible() || !qobject_cast<QLineEdit*>(QApplication::focusWidget()))
                return;
            typist.stop();
            press(Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(QApplication::focusWidget(), path);
            press(Qt::Key_Return);
        });
        typist.start(5);
        press(Qt::Key_Return);
        QTRY_VERIFY(QFile::exists(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().contains("Iteration time by component"));
        QApplication::setActiveWindow(&f.window); // as a window manager does when a dialog goes
        // And back: every step of it is undone by a key.
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(strategy::tensor_degree(f.workspace.session().find(added)->execution), std::int64_t{8});
        press(Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{2});
    }

    /// "This plan says 16 days on 4096 A100s: believe it?" Keys and nothing else, fewer than two minutes have seconds.
    /// What is said of the plan was computed apart from this program: tests/core/measured/expected.json, "like", of
    /// TP 4, PP 16, DP 64 without sharding.
    void aReviewerAsksHowFarToBelieveAPlan()
    {
        Whole f(*m_theme);
        int acts = 0;
        const auto act = [&](int key, Qt::KeyboardModifiers modifiers = {}) {
            press(key, modifiers);
            ++acts;
        };
        const auto walk_to = [&](const char* name) {
            for (int i = 0; i < 100; ++i) {
                if (QApplication::focusWidget() && QApplication::focusWidget()->objectName() == QLatin1String(name))
                    return true;
                act(Qt::Key_Tab);
            }
            return false;
        };
        const QString path = f.folder.filePath(QStringLiteral("plan.json"));
        QFile plan(path);
        QVERIFY(plan.open(QIODevice::WriteOnly));
        Json written = strategy::to_calculon(strategy::find_preset("seqsel-tab5/gpt3-175B/seqsel")->execution);
        written.update({{"num_procs", 4096},
                        {"tensor_par", 4},
                        {"pipeline_par", 16},
                        {"data_par", 64},
                        {"pipeline_interleaving", 6},
                        {"batch_size", 4096}});
        plan.write(QByteArray::fromStdString(written.dump()));
        plan.close();
        {
            const testing::SaveDialog dialog(path); // types its name
            act(Qt::Key_O, Qt::ControlModifier);
            QVERIFY(dialog.answered());
        }
        QApplication::setActiveWindow(&f.window); // as a window manager does when a dialog goes
        f.settle();
        QCOMPARE(strategy::world_size(f.workspace.selected()->execution), std::int64_t{4096});
        act(Qt::Key_8, Qt::ControlModifier);
        f.settle();
        QCOMPARE(f.workspace.session().view, std::string("measured"));
        const View* view = f.window.currentView();
        const auto* answer = view->findChild<AnswerLine*>(QStringLiteral("answer"));
        QVERIFY2(
            answer->headline().endsWith(QString::fromUtf8("8.8 % below the eight nearest to C: from −12.4 to −0.8 %")),
            qPrintable(answer->headline()));
        QVERIFY2(answer->why().contains(QStringLiteral("The nearest to C are from four sources.")),
                 qPrintable(answer->why()));
        QCOMPARE(acts, 2); // the answer is there; the runs behind it:
        testing::keep(f.window.grab().toImage(), QStringLiteral("reviewer-answer"));
        QVERIFY(walk_to("runsLikeMine"));
        act(Qt::Key_Down);
        act(Qt::Key_Up);
        const auto* run = view->findChild<RunPanel*>(QStringLiteral("runPanel"));
        QCOMPARE(run->title(), QStringLiteral("korthikanti22-530B-2240gpu"));
        QVERIFY(walk_to("addRun"));
        act(Qt::Key_Space);
        f.settle();
        QCOMPARE(f.workspace.session().strategies.size(), std::size_t{4});
        testing::keep(f.window.grab().toImage(), QStringLiteral("reviewer-run"));
        act(Qt::Key_1, Qt::ControlModifier);
        f.settle();
        QVERIFY(walk_to("nearestRuns"));
        act(Qt::Key_Space);
        f.settle();
        const auto& rows = f.find<StackedBars>("timeChart")->chart().rows;
        const auto row = [&rows](const char* chip) {
            return std::find_if(rows.begin(), rows.end(), [&](const BarRow& each) { return each.chip == chip; });
        };
        const auto length = [](const BarRow& of) {
            double out = 0;
            for (const BarSegment& segment : of.segments)
                out += segment.value;
            return out;
        };
        // The plan's time, off as the nearest runs were; and the nearest run's own, 11.5 % longer than predicted.
        QVERIFY(row("C") != rows.end() && row("C")->whisker && row("D") != rows.end());
        const double predicted = length(*row("C"));
        QVERIFY(std::abs(row("C")->whisker->low / (predicted / (1 - 0.008140777867814419)) - 1) < 1e-6);
        QVERIFY(std::abs(row("C")->whisker->high / (predicted / (1 - 0.1240479168852675)) - 1) < 1e-6);
        QCOMPARE(row("D")->marks.size(), std::size_t{1});
        QVERIFY(std::abs(length(*row("D")) / row("D")->marks[0].value - (1 - 0.11518138712539482)) < 1e-6);
        testing::keep(f.window.grab().toImage(), QStringLiteral("reviewer-compare"));
        QVERIFY2(acts < 120, qPrintable(QString::number(acts)));
    }

    void tabReachesEveryControl_data()
    {
        QTest::addColumn<QString>("view");
        for (const ViewEntry& entry : view_entries())
            QTest::newRow(qPrintable(entry.id)) << entry.id;
    }
    void tabReachesEveryControl()
    {
        QFETCH(QString, view);
        Whole f(*m_theme);
        f.show(qPrintable(view));
        std::vector<QPointer<QWidget>> wanted;
        for (QWidget* widget : f.window.findChildren<QWidget*>()) {
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            // Of a group one is reached; arrows lead to the others. A field inside a field shares its focus.
            if (!widget->isVisible() || !widget->isEnabled() || (widget->focusPolicy() & Qt::TabFocus) == 0 ||
                widget->focusProxy() ||
                (button && button->isCheckable() &&
                 (button->autoExclusive() || (button->group() && button->group()->exclusive()))) ||
                qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) ||
                qobject_cast<const QComboBox*>(widget->parentWidget()))
                continue;
            wanted.emplace_back(widget);
        }
        QVERIFY(wanted.size() > 5);
        std::set<const QWidget*> met;
        for (std::size_t i = 0; i < 2 * wanted.size() + 60; ++i) {
            press(Qt::Key_Tab);
            met.insert(QApplication::focusWidget());
        }
        for (const auto& widget : wanted)
            if (widget && widget->isVisible()) // a panel may have been filled anew meanwhile
                QVERIFY2(met.contains(widget),
                         qPrintable(QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ') +
                                    widget->objectName() + QLatin1Char(' ') + widget->accessibleName()));
    }

    void theCopiedCommandGivesTheSameFigures()
    {
        Whole f(*m_theme);
        const auto copied = [&] {
            f.find<QAction>("copyCommandAction")->trigger();
            return QApplication::clipboard()->text();
        };
        // Both bars of Compare, as published and with values of their own.
        const QString both = copied();
        QCOMPARE(both.count(QStringLiteral("blueprinting estimate ")), 2);
        QString printed = shell(both);
        QVERIFY2(printed.contains(QStringLiteral("18.03 s")) && printed.contains(QStringLiteral("13.64 s")),
                 qPrintable(printed));
        f.workspace.edit(QStringLiteral("own values"), [](Session& s) {
            SessionStrategy& own = *s.find("s2");
            own.execution.microbatch_size = 2;
            own.model.name = "it's mine";
            own.model.blocks = 48;
            own.system.name = "faster \"A100\"";
            own.system.mem1.bandwidth_gbps *= 2;
            s.find("s1")->visible = false;
        });
        f.settle();
        const search::Evaluation& evaluation = *f.workspace.result("s2").evaluation;
        const Json line = Json::parse(shell(copied() + QStringLiteral(" --json")).toStdString());
        QCOMPARE(line.at("total_seconds").get<double>(), evaluation.evidence.total.value());
        QCOMPARE(line.at("peak_only_total_seconds").get<double>(), evaluation.peak_only.total.value());
        QCOMPARE(line.at("digests").at("portable").get<std::string>(), evaluation.compilation.portable.output.hex());
        // The checkpoint that the IR view shows, byte for byte.
        f.show("ir");
        const Json checkpoint = Json::parse(shell(copied()).toStdString());
        QCOMPARE(QString::fromStdString(checkpoint.dump()),
                 QString::fromStdString(passes::to_json(evaluation.compilation.distributed).dump()));
        // Where fields are illegal, the figures are of what they last were, and so is the command.
        f.show("timing");
        f.workspace.edit(QStringLiteral("break"), [](Session& s) { s.find("s2")->execution.microbatch_size = 3; });
        QVERIFY(!f.workspace.result("s2").current);
        QCOMPARE(
            Json::parse(shell(copied() + QStringLiteral(" --json")).toStdString()).at("total_seconds").get<double>(),
            f.workspace.result("s2").evaluation->evidence.total.value());
        // The calibration: its checks, or its figures; the row of 530B seqsel and the largest error are what Table 5
        // gives.
        f.show("calibration");
        printed = shell(copied());
        QVERIFY2(printed.contains(QStringLiteral("golden")) || printed.contains(QString::fromUtf8("−8.87")),
                 qPrintable(printed));
        auto* lower = f.find<QWidget>("lowerPanel");
        for (auto* button : lower->findChildren<QAbstractButton*>())
            if (button->text() == QStringLiteral("Figure 1"))
                QTest::mouseClick(button, Qt::LeftButton);
        f.settle();
        printed = shell(copied());
        // 43 618 713 600 bytes; the paper's 45.5625 GiB are 10.84 % more.
        QVERIFY2(printed.contains(QStringLiteral("40.62")) && printed.contains(QString::fromUtf8("−10.84")),
                 qPrintable(printed));
        f.show("timing");
        // Under the rules of Calculon the command says so.
        f.workspace.edit(QStringLiteral("rules"), [](Session& s) { s.rules = strategy::Rules::calculon_compatible; });
        QVERIFY(copied().endsWith(QStringLiteral(" --calculon-compatible")));
    }
};

BLUEPRINTING_UI_TEST(WaysTest)
#include "ways_test.moc"
