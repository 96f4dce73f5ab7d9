#include "core/schedule/lesson.h"
#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

namespace {

Json good()
{
    return Json::parse(R"({
        "id": "try", "title": "Try", "about": "A try",
        "steps": [{
            "text": "Four stages.",
            "view": {"groups": [{"kind": "1f1b", "stages": 4, "microbatches": 8}, {"kind": "gpipe", "stages": 4, "microbatches": 8}]},
            "question": {"ask": "How long?", "answer": {"quantity": "bubble_time", "group": 0}, "unit": "units", "within": 0.1,
                         "right": "Yes, {answer}.", "wrong": "Look again."}
        }]
    })");
}

Result<Lesson> read(const Json& value) { return read_lesson(must(JsonDocument::parse(value.dump(2), "try.json"))); }

} // namespace

class LessonTest : public QObject {
    Q_OBJECT
private slots:
    void numbers();
    void choices();
    void refused_data();
    void refused();
    void carried_data();
    void carried();
    void carried_answers_data();
    void carried_answers();
    void task_starts_data();
    void task_starts();
    void tasks_that_are_none();
};

void LessonTest::numbers()
{
    const Lesson lesson = must(read(good()));
    QCOMPARE(lesson.title, std::string("Try"));
    const LessonStep& step = lesson.steps.front();
    const auto schedules = must(schedules_of(step.scene));
    QCOMPARE(right_answer(*step.question, schedules), 9.0);
    QCOMPARE(check_answer(*step.question, schedules, 9.0), (Verdict{true, "Yes, 9 units."}));
    QCOMPARE(check_answer(*step.question, schedules, 9.1), (Verdict{true, "Yes, 9 units."}));
    QCOMPARE(check_answer(*step.question, schedules, 9.2), (Verdict{false, "Look again."}));
    QCOMPARE(check_answer(*step.question, schedules, 33.0), (Verdict{false, "Look again."}));
}

void LessonTest::choices()
{
    Json value = good();
    Json& question = value["steps"][0]["question"];
    question.erase("unit");
    question.erase("within");
    question["choices"] = {"1F1B", "GPipe"};
    question["answer"] = {{"choice_of_most", "peak_activations"}, {"stage", 0}};
    Lesson lesson = must(read(value));
    auto schedules = must(schedules_of(lesson.steps.front().scene));
    QCOMPARE(check_answer(lesson.steps.front().question.value(), schedules, 1), (Verdict{true, "Yes, GPipe."}));
    QVERIFY(!check_answer(lesson.steps.front().question.value(), schedules, 0).right);
    question["answer"] = {{"choice_of_least", "peak_activations"}};
    lesson = must(read(value));
    QVERIFY(check_answer(lesson.steps.front().question.value(), schedules, 0).right);
    question["answer"] = {{"choice", 1}};
    lesson = must(read(value));
    QVERIFY(check_answer(lesson.steps.front().question.value(), schedules, 1).right);
    QVERIFY(!check_answer(lesson.steps.front().question.value(), schedules, 0).right);
}

void LessonTest::refused_data()
{
    QTest::addColumn<QByteArray>("patch"); // merged into the good lesson
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("path");
    const auto row = [](const char* name, const char* patch, const char* code, const char* path) {
        QTest::newRow(name) << QByteArray(patch) << code << path;
    };
    row("no title", R"([{"op": "remove", "path": "/title"}])", "reader.missing", "/title");
    row("empty title", R"([{"op": "replace", "path": "/title", "value": ""}])", "lesson.empty", "/title");
    row("no steps", R"([{"op": "replace", "path": "/steps", "value": []}])", "lesson.empty", "/steps");
    row("unknown key", R"([{"op": "add", "path": "/author", "value": "x"}])", "reader.unknown_key", "/author");
    row("no question", R"([{"op": "remove", "path": "/steps/0/question"}])", "reader.missing", "/steps/0/question");
    row("unknown measure", R"([{"op": "replace", "path": "/steps/0/question/answer/quantity", "value": "speed"}])",
        "reader.choice", "/steps/0/question/answer/quantity");
    row("no such group", R"([{"op": "replace", "path": "/steps/0/question/answer/group", "value": 2}])", "lesson.group",
        "/steps/0/question/answer");
    row("no such stage", R"([{"op": "add", "path": "/steps/0/question/answer/stage", "value": 4}])", "lesson.stage",
        "/steps/0/question/answer/stage");
    row("within", R"([{"op": "replace", "path": "/steps/0/question/within", "value": 0}])", "reader.range",
        "/steps/0/question/within");
    row("view", R"([{"op": "replace", "path": "/steps/0/view/groups/0/stages", "value": 0}])", "reader.range",
        "/steps/0/view/groups/0/stages");
    row("strategy", R"([{"op": "replace", "path": "/steps/0/view/groups/0", "value": {"strategy": "s1"}}])",
        "lesson.strategy", "/steps/0/view/groups");
    row("no order",
        R"([{"op": "replace", "path": "/steps/0/view/groups/0", "value": {"kind": "interleaved", "stages": 4, "microbatches": 6, "chunks": 2}}])",
        "lesson.group", "/steps/0/view/groups");
    row("one choice", R"([{"op": "add", "path": "/steps/0/question/choices", "value": ["a"]},
                          {"op": "remove", "path": "/steps/0/question/unit"}, {"op": "remove", "path": "/steps/0/question/within"},
                          {"op": "replace", "path": "/steps/0/question/answer", "value": {"choice": 0}}])",
        "lesson.choice", "/steps/0/question/choices");
    row("tie", R"([{"op": "add", "path": "/steps/0/question/choices", "value": ["a", "b"]},
                   {"op": "remove", "path": "/steps/0/question/unit"}, {"op": "remove", "path": "/steps/0/question/within"},
                   {"op": "replace", "path": "/steps/0/question/answer", "value": {"choice_of_least": "makespan"}}])",
        "lesson.tie", "/steps/0/question/answer");
}

void LessonTest::refused()
{
    QFETCH(QByteArray, patch);
    const auto lesson = read(good().patch(Json::parse(patch.constData())));
    QVERIFY(!lesson);
    QTEST(QString::fromStdString(lesson.diagnostics().front().code), "code");
    QTEST(QString::fromStdString(lesson.diagnostics().front().path), "path");
    QVERIFY(lesson.diagnostics().front().location.has_value());
    QVERIFY(lesson.diagnostics().front().location->line > 0);
}

void LessonTest::carried_data()
{
    QTest::addColumn<QString>("file");
    const QDir folder(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/resources/lessons"));
    const QStringList files = folder.entryList({"*.json"});
    QCOMPARE(files.size(), 13);
    for (const QString& file : files)
        QTest::newRow(qPrintable(file)) << folder.filePath(file);
}

void LessonTest::carried()
{
    QFETCH(QString, file);
    const auto lesson = read_lesson(must(JsonDocument::read(file.toStdString())));
    QVERIFY2(lesson.has_value(), qPrintable(text(lesson.diagnostics())));
    QVERIFY(lesson->steps.size() >= 2);
    for (const LessonStep& step : lesson->steps) {
        QVERIFY(step.text.size() > 40);
        QVERIFY(step.question.has_value() != step.task.has_value());
        if (step.task) {
            // The stored solution solves it, the start does not, and what is said of the start is no answer.
            QVERIFY(check_task(step, step.task->solution).right);
            QVERIFY(!check_task(step, step.scene).right);
            QVERIFY(!step.task->may.empty() && !step.task->goals.empty() && !step.task->right.empty());
            continue;
        }
        QVERIFY(!step.question->right.empty() && !step.question->wrong.empty());
        const auto schedules = must(schedules_of(step.scene));
        const double right = right_answer(*step.question, schedules);
        QVERIFY(std::isfinite(right));
        QVERIFY(check_answer(*step.question, schedules, right).right);
        QCOMPARE(QString::fromStdString(check_answer(*step.question, schedules, right).text).indexOf("{answer}"), -1);
        if (const auto* choice = std::get_if<ChoiceQuestion>(&step.question->kind)) {
            for (std::size_t i = 0; i < choice->choices.size(); ++i)
                QCOMPARE(check_answer(*step.question, schedules, double(i)).right, double(i) == right);
        } else {
            QVERIFY(!check_answer(*step.question, schedules, right + 1).right);
            QVERIFY(!check_answer(*step.question, schedules, right - 1).right);
        }
        // a hint is no answer
        QCOMPARE(check_answer(*step.question, schedules, right + 1).text, step.question->wrong);
    }
}

void LessonTest::carried_answers_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("answers"); // by step, worked out by hand; for a choice its place
    // p 4, m 1: 12 units, 3 of work; m 4: (4 + 3)·3 = 21, bubble 9, 9/21
    QTest::newRow("bubble") << "01-bubble"
                            << "3 9 9 42.857";
    // larger share with 4; 3/8 of ideal; 9 of (32 + 3)·3; halves
    QTest::newRow("microbatches") << "02-microbatches"
                                  << "0 37.5 8.571 0";
    QTest::newRow("gpipe and 1f1b") << "03-gpipe-1f1b"
                                    << "2 8 4 1";
    // 9/2; (11 chunks)/2; 4·2 − 1 borders; a multiple of four
    QTest::newRow("interleaving") << "04-interleaving"
                                  << "4.5 5.5 7 1";
    // 11·3, 11·4, as many, 11·3.1
    QTest::newRow("recompute") << "05-recompute"
                               << "33 44 1 34.1";
    // 3·(1 + 1 − 1); every stage 4; 2·4 − 1; both 27
    QTest::newRow("zero bubble") << "06-zero-bubble"
                                 << "3 4 7 1";
    // I is sent before W: 33 − 3; then a task (-)
    QTest::newRow("fill w") << "07-fill-w"
                            << "30 -";
    // 39.5 − 30; task; stands still
    QTest::newRow("groups") << "08-groups"
                            << "9.5 - 1";
    // every weight twice; p + 1; task
    QTest::newRow("two ways") << "09-two-ways"
                              << "2 5 -";
    // 312 − 192 against 312 − 240; task
    QTest::newRow("last stage") << "10-last-stage"
                                << "0 -";
    // 37.5 − 33; none hides it; task
    QTest::newRow("straggler") << "11-straggler"
                               << "4.5 3 -";
    // 8·(1 + 1); two tasks
    QTest::newRow("v memory") << "12-v-memory"
                              << "16 - -";
    // 57 − 57; two tasks
    QTest::newRow("warm-up") << "13-warm-up"
                             << "0 - -";
}

void LessonTest::task_starts_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<std::size_t>("step");
    QTest::addColumn<double>("start");
    QTest::addColumn<double>("solved");
    // Makespans of the case file's orders, by hand or by the reference simulation.
    QTest::newRow("fill w") << "07-fill-w" << std::size_t{1} << 30.0 << 27.0;
    QTest::newRow("groups") << "08-groups" << std::size_t{1} << 39.5 << 34.5;
    QTest::newRow("two ways") << "09-two-ways" << std::size_t{2} << 26.0 << 25.5;
    QTest::newRow("last stage") << "10-last-stage" << std::size_t{1} << 312.0 << 285.0;
    QTest::newRow("straggler") << "11-straggler" << std::size_t{2} << 37.5 << 0.0;
    QTest::newRow("v-half") << "12-v-memory" << std::size_t{1} << 93.0 << 80.5;
    QTest::newRow("v-min") << "12-v-memory" << std::size_t{2} << 80.5 << 85.5;
    QTest::newRow("warm-up once") << "13-warm-up" << std::size_t{1} << 57.0 << 57.0;
    QTest::newRow("warm-up twice") << "13-warm-up" << std::size_t{2} << 72.0 << 64.0;
}

/// What a task begins with and what solves it, as other programs have them.
void LessonTest::task_starts()
{
    QFETCH(QString, file);
    QFETCH(std::size_t, step);
    QFETCH(double, start);
    QFETCH(double, solved);
    const Lesson lesson = must(read_lesson(must(JsonDocument::read(
        (QStringLiteral(BLUEPRINTING_SOURCE_DIR "/resources/lessons/") + file + ".json").toStdString()))));
    const LessonStep& asked = lesson.steps[step];
    QCOMPARE(must(schedules_of(asked.scene)).front().makespan(), start);
    const double end = must(schedules_of(asked.task->solution)).front().makespan();
    if (solved > 0)
        QVERIFY2(end <= solved + 1e-9, qPrintable(QString::number(end)));
}

/// A start that solves its task, or a solution that does not, is refused with the place.
void LessonTest::tasks_that_are_none()
{
    const Json scene{{"groups", {{{"kind", "1f1b"}, {"stages", 4}, {"microbatches", 8}}}}};
    const Json better{{"groups", {{{"kind", "zb-h1"}, {"stages", 4}, {"microbatches", 8}}}}};
    const auto lesson_of = [&](const Json& start, const Json& solution) {
        return Json{{"id", "t"},
                    {"title", "T"},
                    {"about", "A"},
                    {"steps",
                     {{{"text", "text"},
                       {"view", start},
                       {"task",
                        {{"ask", "faster"},
                         {"may", {"kind"}},
                         {"keep", {"microbatches"}},
                         {"goal", {{{"quantity", "makespan"}, {"at_most", 27}}}},
                         {"solution", solution},
                         {"right", "yes"},
                         {"wrong", "no"}}}}}}};
    };
    QVERIFY(read(lesson_of(scene, better)).has_value());
    for (const auto& [start, solution, place] :
         {std::tuple(better, better, "/steps/0/task/goal"), std::tuple(scene, scene, "/steps/0/task/solution")}) {
        const auto refused = read(lesson_of(start, solution));
        QVERIFY(!refused.has_value());
        QCOMPARE(refused.diagnostics().front().code, std::string("lesson.task"));
        QCOMPARE(refused.diagnostics().front().path, std::string(place));
    }
    // What must stay is held to: more microbatches are no answer.
    const Lesson lesson = must(read(lesson_of(scene, better)));
    Scene other = lesson.steps[0].task->solution;
    other.groups[0].microbatches = 4;
    QVERIFY(!check_task(lesson.steps[0], other).right);
    QVERIFY(check_task(lesson.steps[0], other).text.find("m is 4") == 0);
    // A start that never ends has no order that could be kept: the first device waits for what it sends later.
    Json stuck =
        lesson_of({{"groups", {{{"order", "0F0 0B0\n1B0 1F0"}}}}}, {{"groups", {{{"order", "0F0 0B0\n1F0 1B0"}}}}});
    stuck["steps"][0]["task"]["keep"] = {"fi_order"};
    const auto refused = read(stuck);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.diagnostics().front().path, std::string("/steps/0/task/solution"));
    QVERIFY(refused.diagnostics().front().message.find("stands still") != std::string::npos);
}

void LessonTest::carried_answers()
{
    QFETCH(QString, file);
    QFETCH(QString, answers);
    const Lesson lesson = must(read_lesson(must(JsonDocument::read(
        (QStringLiteral(BLUEPRINTING_SOURCE_DIR "/resources/lessons/") + file + ".json").toStdString()))));
    const QStringList expected = answers.split(' ');
    QCOMPARE(lesson.steps.size(), static_cast<std::size_t>(expected.size()));
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        QCOMPARE(lesson.steps[i].question.has_value(), expected[static_cast<qsizetype>(i)] != QString("-"));
        if (!lesson.steps[i].question)
            continue;
        const auto schedules = must(schedules_of(lesson.steps[i].scene));
        const double got = right_answer(*lesson.steps[i].question, schedules);
        QVERIFY2(std::abs(got - expected[static_cast<qsizetype>(i)].toDouble()) < 1e-3,
                 qPrintable(QString("step %1: %2").arg(i + 1).arg(got)));
    }
}

BLUEPRINTING_CORE_TEST(LessonTest)
#include "lesson_test.moc"
