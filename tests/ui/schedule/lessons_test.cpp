#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/schedule/schedule_words.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/tables/table_view.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QStyleOptionComboBox>
#include <QToolButton>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// Lessons: their steps, open questions, and tasks that are solved in the view itself.
class ScheduleLessonsTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void lessons();
    void lesson_titles_and_forms_are_whole();
    void open_questions_hide_answers();
    void tasks();
};

void ScheduleLessonsTest::lessons()
{
    const Scene mine = m_view->scene();
    auto* panel = find<LessonPanel>("schedule.lesson");
    QCOMPARE(panel->lessons().size(), std::size_t{13});
    auto* open = find<QPushButton>("schedule.lessons");
    open->click();
    QVERIFY(panel->isVisibleTo(m_view.get()));
    // each step sets what it says
    for (std::size_t lesson = 0; lesson < panel->lessons().size(); ++lesson)
        for (std::size_t step = 0; step < panel->lessons()[lesson].steps.size(); ++step) {
            panel->go(lesson, step);
            QVERIFY(m_view->scene() == panel->lessons()[lesson].steps[step].scene);
            QCOMPARE(m_view->chart().groups.size(), m_view->scene().groups.size());
            for (const LaneGroup& group : m_view->chart().groups)
                QVERIFY(group.simulation() && !group.stale);
        }

    // a number: the bubble of the second step is 9
    panel->go(0, 1);
    auto* verdict = find<QLabel>("schedule.lesson.verdict");
    auto* check = find<QPushButton>("schedule.lesson.check");
    check->click();
    QVERIFY(verdict->text().startsWith("Type a number"));
    find<QLineEdit>("schedule.lesson.number")->setText("12");
    check->click();
    QVERIFY(verdict->text().startsWith("Not quite. "));
    find<QLineEdit>("schedule.lesson.number")->setText("9 units");
    check->click();
    QVERIFY(verdict->text().startsWith("Yes: 9 units"));
    find<QPushButton>("schedule.lesson.next")->click();
    QCOMPARE(panel->step(), std::size_t{2});
    QVERIFY(verdict->text().isEmpty());
    find<QPushButton>("schedule.lesson.back")->click();
    QCOMPARE(panel->step(), std::size_t{1});

    // a choice: neither of GPipe and 1F1B ends sooner
    panel->go(2, 0);
    check->click();
    QVERIFY(verdict->text().startsWith("Pick one"));
    find<QRadioButton>("schedule.lesson.choice0")->click();
    check->click();
    QVERIFY(verdict->text().startsWith("Not quite. "));
    find<QRadioButton>("schedule.lesson.choice2")->click();
    check->click();
    QVERIFY(verdict->text().startsWith("Yes: both take 33 units"));

    // the last step of a lesson leads to the next lesson
    panel->go(0, 3);
    find<QPushButton>("schedule.lesson.next")->click();
    QCOMPARE(panel->lesson(), std::size_t{1});
    // closing gives back what was there
    find<QToolButton>("schedule.lesson.close")->click();
    QVERIFY(!panel->isVisibleTo(m_view.get()));
    QVERIFY(!open->isChecked());
    QVERIFY(m_view->scene() == mine);
}

void ScheduleLessonsTest::lesson_titles_and_forms_are_whole()
{
    find<QPushButton>("schedule.lessons")->click();
    auto* panel = find<LessonPanel>("schedule.lesson");
    panel->go(1, 1); // its text is about the closed form in the table
    testing::draw(*m_view, QSize(1240, 860));
    auto* choice = find<QComboBox>("schedule.lesson.list");
    QStyleOptionComboBox option;
    option.initFrom(choice);
    const QRect room =
        choice->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, choice);
    QCOMPARE(choice->count(), 13);
    for (int i = 0; i < choice->count(); ++i)
        QVERIFY2(choice->fontMetrics().horizontalAdvance(choice->itemText(i)) <= room.width(),
                 qPrintable(choice->itemText(i)));
    auto* table = find<TableView>("schedule.table");
    QTRY_VERIFY(table->columnWidth(1) >=
                table->fontMetrics().horizontalAdvance(QString::fromUtf8("(m + p − 1)·(F + B)")));
}

/// While a question is open nothing that is read on the screen says what it asks for.
void ScheduleLessonsTest::open_questions_hide_answers()
{
    find<QPushButton>("schedule.lessons")->click();
    auto* panel = find<LessonPanel>("schedule.lesson");
    QCOMPARE(m_workspace->undoStack().count(), 1); // opening is a step
    int hidden = 0;
    for (std::size_t lesson = 0; lesson < panel->lessons().size(); ++lesson)
        for (std::size_t step = 0; step < panel->lessons()[lesson].steps.size(); ++step) {
            panel->go(lesson, step);
            const auto& asked = panel->lessons()[lesson].steps[step].question;
            if (!asked)
                continue;
            QVERIFY(panel->asked().any);
            // the headline is the lesson’s, and below it what is on the screen, without figures
            QStringList titles;
            for (const LaneGroup& each : m_view->chart().groups)
                titles << each.title;
            QCOMPARE(headline(), QString("%1: step %2 of %3")
                                     .arg(QString::fromStdString(panel->lessons()[lesson].title))
                                     .arg(step + 1)
                                     .arg(panel->lessons()[lesson].steps.size()));
            QCOMPARE(find<AnswerLine>("schedule.answer")->why(), titles.join(" and ") + ".");
            QVERIFY(narration().isEmpty() || group().still());
            const auto* number = std::get_if<NumberQuestion>(&asked->kind);
            if (!number)
                continue;
            const LaneGroup& of = m_view->chart().groups[number->quantity.group];
            const QString summary = group_summaries(of).front();
            switch (number->quantity.measure) {
            case Measure::makespan:
                QVERIFY2(summary.startsWith("makespan ?") && summary.contains("bubble ?"), qPrintable(summary));
                ++hidden;
                break;
            case Measure::bubble_time:
            case Measure::bubble_over_total_percent:
            case Measure::bubble_over_ideal_percent:
                QVERIFY2(summary.contains("bubble ?: ? of total, ? of ideal"), qPrintable(summary));
                ++hidden;
                break;
            case Measure::peak_activations:
            case Measure::peak_until_weight_gradient: {
                const auto rows = comparison_rows(m_view->chart());
                QCOMPARE(rows[number->quantity.group].cells[9].text, QString("?"));
                ++hidden;
                break;
            }
            default: break;
            }
        }
    QVERIFY(hidden > 12);
    QCOMPARE(m_workspace->undoStack().count(), 1); // turning pages is none
    // answered, all is there again; given up as well
    panel->go(0, 1);
    find<QLineEdit>("schedule.lesson.number")->setText("9");
    find<QPushButton>("schedule.lesson.check")->click();
    QVERIFY(group_summaries(group()).front().contains("bubble 9.0"));
    panel->go(3, 0);
    QVERIFY(group_summaries(group(1)).front().contains("bubble ?"));
    find<QPushButton>("schedule.lesson.give_up")->click();
    QVERIFY(group_summaries(group(1)).front().contains("bubble 4.5"));
}

/// A task is solved in the view itself, with its fields.
void ScheduleLessonsTest::tasks()
{
    find<QPushButton>("schedule.lessons")->click();
    auto* panel = find<LessonPanel>("schedule.lesson");
    auto* verdict = find<QLabel>("schedule.lesson.verdict");
    auto* check = find<QPushButton>("schedule.lesson.check");
    panel->go(11, 1); // at most 5 stages' activations until W
    check->click();
    QVERIFY2(verdict->text().contains("at most 5 is asked"), qPrintable(verdict->text()));
    pick("schedule.kind", "V-Half");
    check->click();
    QVERIFY2(verdict->text().startsWith("Yes, V-Half"), qPrintable(verdict->text()));
    panel->go(7, 1);
    type("schedule.group", 6);
    check->click();
    QVERIFY(verdict->text().contains("peak activations is 6.5"));
    find<QPushButton>("schedule.balanced")->click();
    QCOMPARE(m_view->scene().groups[0].parameters.front(), 5.0);
    check->click();
    QVERIFY(verdict->text().startsWith("Yes: two groups of five"));
    panel->go(10, 2);
    // in a task m changes in all groups at once
    QCOMPARE(m_view->scene().groups.size(), std::size_t{2});
    find<QSpinBox>("schedule.microbatches")->setValue(22);
    for (const SceneGroup& each : m_view->scene().groups)
        QCOMPARE(each.microbatches, std::int64_t{22});
    check->click();
    QVERIFY2(verdict->text().startsWith("Yes: the more microbatches"), qPrintable(verdict->text()));
}

BLUEPRINTING_UI_TEST(ScheduleLessonsTest)
#include "lessons_test.moc"
