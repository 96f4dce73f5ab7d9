#include "core/strategy/derived.h"
#include "tests/support/test_main.h"
#include "ui/workspace/filters.h"
#include "ui/workspace/measurements.h"
#include "ui/workspace/session_json.h"
#include "ui/workspace/workspace.h"

#include <QSemaphore>
#include <QSignalSpy>

#include <mutex>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

strategy::TransformerTrainingParallelism& training(SessionStrategy& strategy)
{
    return std::get<strategy::TransformerTrainingParallelism>(strategy.execution.parallelism);
}

void set_tensor(Session& session, const std::string& id, std::int64_t degree)
{
    training(*session.find(id)).tensor.degree = degree;
}

/// Adds so many legal strategies, "m0" and on, each with a batch of its own.
void many(Session& session, int count)
{
    for (int i = 0; i < count; ++i) {
        SessionStrategy one = *session.find("s2");
        one.id = "m" + std::to_string(i);
        one.name = one.id;
        one.execution.global_batch += (i + 1) * one.execution.microbatch_size * strategy::data_degree(one.execution) *
                                      strategy::pipeline_degree(one.execution);
        session.strategies.push_back(std::move(one));
    }
}

std::int64_t tensor_of(const Workspace& workspace, const std::string& id)
{
    return strategy::tensor_degree(workspace.session().find(id)->execution);
}

/// Answers only once it is cancelled.
class SlowOracle final : public oracle::Oracle {
public:
    explicit SlowOracle(std::shared_ptr<std::atomic<int>> started) : m_started(std::move(started)) {}
    [[nodiscard]] oracle::Identity identity() const override { return {"Slow", "1", "", "", "live"}; }
    Result<oracle::Answer> ask(const oracle::Question&, const CancelToken& cancel) override
    {
        ++*m_started;
        while (!cancel.cancelled())
            QThread::msleep(5);
        return Cancelled{};
    }

private:
    std::shared_ptr<std::atomic<int>> m_started;
};

/// Answers with its own name and keeps what it was asked.
class RecordingOracle : public oracle::Oracle {
public:
    struct Log {
        std::mutex mutex;
        std::vector<strategy::Execution> asked;
        QThread* thread = nullptr;
    };
    explicit RecordingOracle(std::shared_ptr<Log> log) : m_log(std::move(log)) {}
    oracle::Identity identity() const override { return {"Recorder", "1", "", "", "test"}; }
    Result<oracle::Answer> ask(const oracle::Question& question, const CancelToken&) override
    {
        const std::lock_guard lock(m_log->mutex);
        m_log->asked.push_back(question.execution);
        m_log->thread = QThread::currentThread();
        oracle::Answer answer = oracle::answer_of(oracle::State::not_covered);
        answer.total_seconds = oracle::Figure::of(7);
        answer.source = "test";
        return answer;
    }

private:
    std::shared_ptr<Log> m_log;
};

/// Live; answers with how manieth question it was, once it is let.
class GatedOracle final : public oracle::Oracle {
public:
    struct Gate {
        QSemaphore open;
        std::atomic<int> asked = 0;
    };
    explicit GatedOracle(std::shared_ptr<Gate> gate) : m_gate(std::move(gate)) {}
    [[nodiscard]] oracle::Identity identity() const override { return {"Gated", "1", "", "", "live"}; }
    Result<oracle::Answer> ask(const oracle::Question&, const CancelToken& cancel) override
    {
        const int number = ++m_gate->asked;
        while (!m_gate->open.tryAcquire(1, 5))
            if (cancel.cancelled())
                return Cancelled{};
        oracle::Answer answer = oracle::answer_of(oracle::State::not_covered);
        answer.total_seconds = oracle::Figure::of(number);
        return answer;
    }

private:
    std::shared_ptr<Gate> m_gate;
};

class BrokenOracle : public oracle::Oracle {
public:
    oracle::Identity identity() const override { return {"Broken", "1", "", "", "test"}; }
    Result<oracle::Answer> ask(const oracle::Question&, const CancelToken&) override
    {
        return Diagnostic{Severity::error, "oracle.missing", "", "the checkout is gone"};
    }
};

} // namespace

class WorkspaceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresAreThereFromTheStart()
    {
        const Workspace workspace;
        // Iteration times of GPT-175B on 64 A100s, as recorded: 18.03 s and 13.64 s.
        const auto& full = workspace.result("s1");
        QVERIFY(full.current);
        QCOMPARE(std::round(full.evaluation->evidence.total.value() * 100), 1803.0);
        QCOMPARE(std::round(workspace.result("s2").evaluation->evidence.total.value() * 100), 1364.0);
        QVERIFY(!workspace.result("nobody").evaluation);
    }

    void editIsOneStepAndUndone()
    {
        Workspace workspace;
        QSignalSpy changed(&workspace, &Workspace::sessionChanged);
        const Session before = workspace.session();
        workspace.edit(QStringLiteral("Set TP to 4"), [](Session& s) { set_tensor(s, "s2", 4); });
        QCOMPARE(changed.count(), 1);
        QCOMPARE(workspace.undoStack().count(), 1);
        QCOMPARE(workspace.undoStack().undoText(), QStringLiteral("Set TP to 4"));
        const Session after = workspace.session();
        workspace.undoStack().undo();
        QVERIFY(workspace.session() == before);
        workspace.undoStack().redo();
        QVERIFY(workspace.session() == after);
        QCOMPARE(changed.count(), 3);
    }

    void nothingChangedIsNoStep()
    {
        Workspace workspace;
        QSignalSpy changed(&workspace, &Workspace::sessionChanged);
        workspace.edit(QStringLiteral("nothing"), [](Session& s) { set_tensor(s, "s2", 8); });
        QCOMPARE(workspace.undoStack().count(), 0);
        QCOMPARE(changed.count(), 0);
    }

    void stepsOfOneKeyMerge()
    {
        Workspace workspace;
        const Session before = workspace.session();
        workspace.edit(
            QStringLiteral("Set TP to 1"), [](Session& s) { set_tensor(s, "s2", 1); }, QStringLiteral("tp"));
        workspace.showView("timing"); // looking elsewhere in between is not part of the step
        workspace.edit(
            QStringLiteral("Set TP to 16"), [](Session& s) { set_tensor(s, "s2", 16); }, QStringLiteral("tp"));
        QCOMPARE(workspace.undoStack().count(), 1);
        QCOMPARE(workspace.undoStack().undoText(), QStringLiteral("Set TP to 16"));
        workspace.edit(
            QStringLiteral("Set PP to 4"), [](Session& s) { training(*s.find("s2")).pipeline.degree = 4; },
            QStringLiteral("pp"));
        QCOMPARE(workspace.undoStack().count(), 2);
        workspace.undoStack().undo();
        workspace.undoStack().undo();
        QVERIFY(workspace.session().strategies == before.strategies);
        QCOMPARE(workspace.session().view, std::string("timing"));
    }

    void mergedStepsThatCancelOutVanish()
    {
        Workspace workspace;
        workspace.edit(
            QStringLiteral("Set TP to 4"), [](Session& s) { set_tensor(s, "s2", 4); }, QStringLiteral("tp"));
        workspace.edit(
            QStringLiteral("Set TP to 8"), [](Session& s) { set_tensor(s, "s2", 8); }, QStringLiteral("tp"));
        QCOMPARE(workspace.undoStack().count(), 0);
        QVERIFY(workspace.undoStack().isClean());
    }

    void undoLeavesAloneWhatWasMerelyPicked()
    {
        Workspace workspace;
        workspace.edit(QStringLiteral("Set TP to 4"), [](Session& s) { set_tensor(s, "s2", 4); });
        workspace.showView("ir");
        workspace.select({"forward", "", -1});
        workspace.setViewState("ir", {{"filter", "attn"}});
        workspace.selectStrategy("s1");
        workspace.undoStack().undo();
        QCOMPARE(tensor_of(workspace, "s2"), std::int64_t{8});
        QCOMPARE(workspace.session().view, std::string("ir"));
        QCOMPARE(workspace.session().selection.component, std::string("forward"));
        QCOMPARE(workspace.viewState("ir"), Json({{"filter", "attn"}}));
        QCOMPARE(workspace.session().selected, std::string("s2")); // what changed is shown
    }

    void viewStateChangedByAnEditIsUndone()
    {
        Workspace workspace;
        workspace.setViewState("schedule", {{"p", 4}});
        workspace.edit(QStringLiteral("Set p"), [](Session& s) { s.views["schedule"]["p"] = 8; });
        workspace.undoStack().undo();
        QCOMPARE(workspace.viewState("schedule"), Json({{"p", 4}}));
        workspace.setViewState("schedule", Json());
        QVERIFY(workspace.session().views.empty());
    }

    void filtersAreSetByFieldAndUndone()
    {
        Workspace workspace;
        const Session before = workspace.session();
        set_filter(workspace, "phase", {"recompute"});
        set_filter(workspace, "task", {"a"}, true);
        set_filter(workspace, "task", {"attn"}, true);
        set_filter(workspace, "phase", {"forward", "recompute"});
        // A value that stays keeps its place; one that takes the place of another stands where that stood.
        QVERIFY((filters_of(workspace.session()) ==
                 std::vector<Filter>{{"phase", "recompute"}, {"task", "attn"}, {"phase", "forward"}}));
        QCOMPARE(filter_values(workspace.session(), "phase"), (std::vector<std::string>{"recompute", "forward"}));
        QCOMPARE(workspace.undoStack().count(), 3); // what was typed is one step
        workspace.undoStack().undo();
        workspace.undoStack().undo();
        QVERIFY((filters_of(workspace.session()) == std::vector<Filter>{{"phase", "recompute"}}));
        set_filter(workspace, "phase", {});
        QVERIFY(workspace.session() == before); // no trace is left
        // They are part of the session file; what is no filter there counts as not set.
        Session session = before;
        set_filters(session, {{"task", "é “x”"}, {"share", "0.005"}});
        const auto document = JsonDocument::parse(to_json(session).dump(), "s.json");
        QVERIFY(document && session_from_json(*document));
        QVERIFY(filters_of(*session_from_json(*document)) == filters_of(session));
        session.views["filters"] = Json::parse(R"([["a", "b"], ["a"], 3, {"x": "y"}, ["a", 1], ["a", "b"]])");
        QVERIFY((filters_of(session) == std::vector<Filter>{{"a", "b"}}));
        session.views["filters"] = "phase";
        QVERIFY(filters_of(session).empty());
    }

    void filtersAreSaidInWords_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("says");
        QTest::newRow("phase") << "phase"
                               << "weight_gradient"
                               << "phase: weight gradient";
        QTest::newRow("engine") << "engine"
                                << "collective"
                                << "engine: collective";
        QTest::newRow("primitive") << "primitive"
                                   << "boundary"
                                   << "primitive: TP boundary";
        QTest::newRow("task") << "task"
                              << "attn_q"
                              << "task: attn_q"; // as typed
        QTest::newRow("share") << "share"
                               << "0.005" << QString::fromUtf8("share ≥ 0.5 %");
        QTest::newRow("table") << "table.compare.ratesTable"
                               << "MFU" << QString::fromUtf8("rows with “MFU”");
        QTest::newRow("of a view alone") << "certificate.held_out"
                                         << "yes"
                                         << "held out: yes";
    }
    void filtersAreSaidInWords()
    {
        QFETCH(QString, field);
        QFETCH(QString, value);
        QTEST(filter_text({field.toStdString(), value.toStdString()}), "says");
    }

    void onlyWhatChangedIsEvaluatedAgain()
    {
        Workspace workspace;
        const auto full = workspace.result("s1").evaluation;
        const auto seqsel = workspace.result("s2").evaluation;
        workspace.edit(QStringLiteral("TP"), [](Session& s) { set_tensor(s, "s2", 4); });
        QCOMPARE(workspace.result("s1").evaluation, full);
        QVERIFY(workspace.result("s2").evaluation != seqsel);
        workspace.undoStack().undo();
        QCOMPARE(workspace.result("s2").evaluation, seqsel); // remembered
        workspace.edit(QStringLiteral("rename"), [](Session& s) { s.find("s2")->name = "x"; });
        QCOMPARE(workspace.result("s2").evaluation, seqsel); // a name is no input
    }

    /// However many there are, what is on the screen is never compiled twice.
    void aLargeSessionIsCompiledOnce()
    {
        Workspace workspace;
        workspace.edit(QStringLiteral("many"), [](Session& s) { many(s, 70); });
        QCOMPARE(workspace.lastCompile().strategies, std::size_t{70});
        workspace.edit(QStringLiteral("rename"), [](Session& s) { s.find("s2")->name = "x"; });
        const auto first = workspace.result("m0").evaluation;
        workspace.edit(QStringLiteral("TP"), [](Session& s) { set_tensor(s, "s2", 4); });
        QCOMPARE(workspace.lastCompile().strategies, std::size_t{1});
        QCOMPARE(workspace.result("m0").evaluation, first);
    }

    void manyAreCompiledByAJob()
    {
        Workspace workspace;
        Session few = workspace.session(), large = few;
        many(few, 3);
        many(large, 12);
        int ready = 0;
        workspace.prepare(few, [&] { ++ready; });
        QCOMPARE(ready, 1); // at once
        workspace.prepare(large, [&] { ++ready; });
        QCOMPARE(ready, 1);
        const auto running = workspace.jobs().running();
        QVERIFY(std::any_of(running.begin(), running.end(), [](const JobInfo& job) {
            return job.kind == Workspace::kCompileJob && job.title == QStringLiteral("Compiling 12 strategies");
        }));
        QTRY_COMPARE_WITH_TIMEOUT(ready, 2, 60000);
        workspace.reset(large);
        QCOMPARE(workspace.lastCompile().strategies, std::size_t{12}); // all by the job
        workspace.prepare(large, [&] { ++ready; });
        QCOMPARE(ready, 3); // they are known
    }

    void anotherSessionOvertakesTheOneThatIsCompiled()
    {
        Workspace workspace;
        Session large = workspace.session();
        many(large, 12);
        int ready = 0;
        for (const bool cancelled : {false, true}) {
            workspace.prepare(large, [&] { ++ready; });
            if (cancelled)
                workspace.jobs().cancel(Workspace::kCompileJob);
            else
                workspace.reset(starting_session());
            QVERIFY(!workspace.jobs().stale(Workspace::kCompileJob));
        }
        QVERIFY(workspace.waitForReferences());
        QCoreApplication::processEvents();
        QCOMPARE(ready, 0);
        QVERIFY(workspace.session() == starting_session());
    }

    void illegalKeepsItsLastLegalFigures()
    {
        Workspace workspace;
        const auto legal = workspace.result("s2").evaluation;
        const SessionStrategy before = *workspace.session().find("s2");
        workspace.edit(QStringLiteral("v"), [](Session& s) {
            training(*s.find("s2")).pipeline.schedule = strategy::InterleavedOneForwardOneBackward{5};
        });
        workspace.edit(QStringLiteral("microbatch"), [](Session& s) { s.find("s2")->execution.microbatch_size = 3; });
        const StrategyResult& result = workspace.result("s2");
        QVERIFY(!result.current);
        QCOMPARE(result.violations.size(), std::size_t{2}); // 12 blocks in 5 chunks, 64 samples in threes
        QCOMPARE(result.evaluation, legal);
        QVERIFY(result.evaluated == before);
        QVERIFY(workspace.session().find("s2")->last_legal);
        workspace.edit(QStringLiteral("mend"), [&](Session& s) { s.find("s2")->execution = before.execution; });
        QVERIFY(workspace.result("s2").current);
        QVERIFY(!workspace.session().find("s2")->last_legal);
    }

    void aDuplicateOfAnIllegalOneKeepsTheFigures()
    {
        Workspace workspace;
        const auto legal = workspace.result("s2").evaluation;
        workspace.edit(QStringLiteral("v"), [](Session& s) { s.find("s2")->execution.microbatch_size = 3; });
        workspace.edit(QStringLiteral("copy"), [](Session& s) {
            SessionStrategy copy = *s.find("s2");
            copy.id = fresh_id(s);
            s.strategies.push_back(copy);
        });
        QCOMPARE(workspace.result("s3").evaluation, legal);
        QVERIFY(!workspace.result("s3").current);
    }

    void neverLegalHasNoFigures()
    {
        Session session = starting_session();
        session.strategies[1].execution.microbatch_size = 3;
        Workspace workspace;
        workspace.reset(session);
        QVERIFY(!workspace.result("s2").evaluation);
        QCOMPARE(workspace.result("s2").violations.size(), std::size_t{1});
        QVERIFY(!workspace.session().find("s2")->last_legal);
    }

    void removalMovesSelectionAndBaseline()
    {
        Workspace workspace;
        workspace.edit(QStringLiteral("add"), [](Session& s) {
            SessionStrategy third = s.strategies[0];
            third.id = "s3";
            s.strategies.push_back(third);
            s.selected = "s2";
        });
        workspace.edit(QStringLiteral("remove"), [](Session& s) { s.strategies.erase(s.strategies.begin() + 1); });
        QCOMPARE(workspace.session().selected, std::string("s3")); // the one that took its place
        workspace.edit(QStringLiteral("remove"), [](Session& s) { s.strategies.erase(s.strategies.begin()); });
        QCOMPARE(workspace.session().baseline, std::string("s3"));
        QCOMPARE(workspace.letter("s3"), QStringLiteral("C")); // whoever went before it
        workspace.undoStack().undo();
        workspace.undoStack().undo();
        QCOMPARE(workspace.session().baseline, std::string("s1"));
        QCOMPARE(workspace.session().selected, std::string("s2"));
        QCOMPARE(workspace.session().strategies.size(), std::size_t{3});
    }

    /// A letter is a strategy's own, whatever its place and whoever comes and goes; undoing brings it back, too.
    void lettersBelongToStrategies()
    {
        Workspace workspace;
        const auto letters = [&] {
            QString out;
            for (const SessionStrategy& strategy : workspace.session().strategies)
                out += QString::fromStdString(strategy.id) + workspace.letter(strategy.id) + QLatin1Char(' ');
            return out.trimmed();
        };
        const auto add = [&](const std::string& id, const std::string& like, std::ptrdiff_t place) {
            workspace.edit(QStringLiteral("add"), [&](Session& s) {
                SessionStrategy added = *s.find(like); // a copy brings the other's letter along
                added.id = id;
                s.strategies.insert(s.strategies.begin() + place, added);
            });
        };
        QCOMPARE(letters(), QStringLiteral("s1A s2B"));
        add("s3", "s1", 0);
        add("s4", "s2", 1);
        QCOMPARE(letters(), QStringLiteral("s3C s4D s1A s2B"));
        workspace.edit(QStringLiteral("order"),
                       [](Session& s) { std::reverse(s.strategies.begin(), s.strategies.end()); });
        QCOMPARE(letters(), QStringLiteral("s2B s1A s4D s3C"));
        workspace.edit(QStringLiteral("remove"), [](Session& s) { s.strategies.erase(s.strategies.begin()); });
        QCOMPARE(letters(), QStringLiteral("s1A s4D s3C"));
        add("s5", "s4", 3); // the first letter that is free
        QCOMPARE(letters(), QStringLiteral("s1A s4D s3C s5B"));
        workspace.undoStack().undo();
        workspace.undoStack().undo();
        QCOMPARE(letters(), QStringLiteral("s2B s1A s4D s3C"));
        QCOMPARE(workspace.letter("no such"), QString());
    }

    void lettersGoOnPastZ()
    {
        Session session = starting_session();
        for (int i = 0; i < 26; ++i) {
            session.strategies.push_back(session.strategies[0]);
            session.strategies.back().id = "x" + std::to_string(i);
        }
        Workspace workspace;
        workspace.reset(session);
        QCOMPARE(workspace.letter("s1"), QStringLiteral("A"));
        QCOMPARE(workspace.letter("x23"), QStringLiteral("Z")); // the 26th
        QCOMPARE(workspace.letter("x24"), QStringLiteral("AA"));
        QCOMPARE(workspace.letter("x25"), QStringLiteral("AB"));
    }

    void pickingIsNoEdit()
    {
        Workspace workspace;
        QSignalSpy session(&workspace, &Workspace::sessionChanged);
        QSignalSpy selection(&workspace, &Workspace::selectionChanged);
        QSignalSpy view(&workspace, &Workspace::viewChanged);
        workspace.select({"recompute", "", 2});
        workspace.select({"recompute", "", 2});
        workspace.showView("ir");
        QCOMPARE(selection.count(), 1);
        QCOMPARE(view.count(), 1);
        QCOMPARE(session.count(), 0);
        workspace.selectStrategy("s1");
        workspace.selectStrategy("nobody");
        QCOMPARE(session.count(), 1);
        QCOMPARE(workspace.session().selected, std::string("s1"));
        QVERIFY(workspace.undoStack().isClean());
    }

    void referencesAreRecordedFigures()
    {
        Workspace workspace;
        QVERIFY(workspace.waitForReferences());
        const StrategyResult& full = workspace.result("s1");
        QVERIFY(full.answer("calculon") && full.answer("paper"));
        QCOMPARE(workspace.oracleIdentity("calculon").package_version, std::string("0.1.0"));
        QVERIFY(full.answer("calculon")->total_seconds.has_value());
        QVERIFY(std::abs(oracle::relative_error_percent(full.evaluation->evidence.total.value(),
                                                        full.answer("calculon")->total_seconds.value)) < 1e-9);
        QCOMPARE(full.answer("paper")->total_seconds.value, 18.13); // Table 5
        QCOMPARE(workspace.result("s2").answer("paper")->total_seconds.value, 13.75);
        QCOMPARE(full.answer("paper")->components[0].state, oracle::State::not_published);
    }

    void oraclesAreAskedOffTheGuiThreadOnceAValueAndOnlyWhereThereIsAnEstimate()
    {
        auto log = std::make_shared<RecordingOracle::Log>();
        Workspace workspace;
        QVERIFY(workspace.waitForReferences());
        QSignalSpy others(&workspace, &Workspace::oraclesChanged);
        workspace.setOracles({[log] { return std::make_unique<RecordingOracle>(log); }});
        QCOMPARE(others.size(), 1);
        QCOMPARE(workspace.oracleFactory("calculon")()->identity().name,
                 std::string("Recorder")); // of its own for who asks more
        QVERIFY(workspace.waitForReferences());
        QCOMPARE(log->asked.size(), std::size_t{2});
        QVERIFY(log->thread != thread());
        QCOMPARE(workspace.result("s1").answer("calculon")->total_seconds.value, 7.0);
        QCOMPARE(workspace.oracleIdentity("calculon").name, std::string("Recorder"));

        workspace.edit(QStringLiteral("illegal"), [](Session& s) { s.find("s2")->execution.microbatch_size = 3; });
        QVERIFY(workspace.waitForReferences());
        QCOMPARE(log->asked.size(), std::size_t{2});
        workspace.edit(QStringLiteral("legal"), [](Session& s) { s.find("s2")->execution.microbatch_size = 2; });
        QVERIFY(workspace.waitForReferences());
        QCOMPARE(log->asked.size(), std::size_t{3});
        QCOMPARE(log->asked[2].microbatch_size, std::int64_t{2});
        workspace.undoStack().undo();
        workspace.undoStack().undo();
        QVERIFY(workspace.waitForReferences());
        QCOMPARE(log->asked.size(), std::size_t{3}); // remembered
    }

    void aMeasuredRunIsAReferenceOfItsStrategyAlone()
    {
        Workspace workspace;
        QVERIFY(workspace.waitForReferences());
        QVERIFY(!workspace.result("s2").answer("measured")->covered());
        const auto add = [](Session& session) {
            const SessionStrategy& s2 = *session.find("s2");
            add_measurement(session, {oracle::form_key({s2.model, s2.system, s2.execution}), 13.75, "run", "Table 5"});
        };
        workspace.edit("Add", add);
        QVERIFY(workspace.waitForReferences());
        QCOMPARE(workspace.result("s2").answer("measured")->total_seconds, oracle::Figure::of(13.75));
        QVERIFY(!workspace.result("s1").answer("measured")->covered());
        QVERIFY(workspace.result("s2").answer("calculon")->total_seconds.has_value()); // the others stay
        // Another strategy is not what was run, and the same one again is.
        workspace.edit("Edit", [](Session& session) { set_tensor(session, "s2", 4); });
        QVERIFY(workspace.waitForReferences());
        QVERIFY(!workspace.result("s2").answer("measured")->covered());
        workspace.undoStack().undo();
        QVERIFY(workspace.waitForReferences());
        QVERIFY(workspace.result("s2").answer("measured")->covered());
        // The session file keeps it.
        const std::string text = *session_text(workspace.session());
        Workspace other;
        other.reset(*session_from_json(*JsonDocument::parse(text, "session")));
        QVERIFY(other.waitForReferences());
        QCOMPARE(other.result("s2").answer("measured")->total_seconds, oracle::Figure::of(13.75));
        workspace.undoStack().undo();
        QVERIFY(workspace.waitForReferences());
        QVERIFY(!workspace.result("s2").answer("measured")->covered());
    }

    void whatIsNoMeasurementInAFileCountsAsNotThere()
    {
        Session session = starting_session();
        session.views["measurements"] = Json::parse(
            R"([1, {"form": "a", "seconds": -1, "run": "r"}, {"form": "a", "seconds": 2, "run": "r", "source": "s"},
                {"form": "a", "seconds": 3, "run": "q"}, {"seconds": 1}])");
        const auto found = measurements_of(session);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found.front(), (oracle::Measurement{"a", 2, "r", "s"}));
    }

    void brokenOracleIsSaidAndNotAskedAgain()
    {
        Workspace workspace;
        workspace.setOracles({[] { return std::make_unique<BrokenOracle>(); }});
        QVERIFY(workspace.waitForReferences());
        QCOMPARE(workspace.result("s1").answer("calculon")->total_seconds.state, oracle::State::not_covered);
        QCOMPARE(workspace.result("s1").answer("calculon")->refusal, std::string("the checkout is gone"));
        QVERIFY(workspace.jobs().idle());
    }

    void cancelledAskingIsSaidAndNotAskedAgain()
    {
        Workspace workspace;
        auto started = std::make_shared<std::atomic<int>>(0);
        workspace.setOracles(
            {[started] { return std::make_unique<SlowOracle>(started); }, [] { return oracle::make_paper(); }});
        QTRY_VERIFY_WITH_TIMEOUT(*started == 1, 60000);
        QVERIFY(workspace.result("s1").answer("calculon") == nullptr); // being asked
        workspace.jobs().cancel(QStringLiteral("references"));
        QVERIFY(workspace.waitForReferences());
        for (const char* id : {"s1", "s2"}) {
            QCOMPARE(workspace.result(id).answer("calculon")->refusal, std::string("cancelled before it answered"));
            QVERIFY(!workspace.result(id).answer("calculon")->covered());
            QVERIFY(workspace.result(id).answer("paper")->covered()); // its figures cost no waiting
        }
        workspace.jobs().cancel(QStringLiteral("references")); // twice is once
        QVERIFY(workspace.waitForReferences());
        QCOMPARE(started->load(), 1);
    }

    /// The paper's answers stay while another Calculon is asked, and a live one's land one by one.
    void anotherCalculonLeavesThePaperAndAnswersOneByOne()
    {
        Workspace workspace;
        QVERIFY(workspace.waitForReferences());
        const auto paper = workspace.result("s1").answer("paper");
        QCOMPARE(paper->total_seconds.value, 18.13); // Table 5
        auto gate = std::make_shared<GatedOracle::Gate>();
        workspace.setOracle("calculon", [gate] { return std::make_unique<GatedOracle>(gate); });
        QTRY_COMPARE(gate->asked.load(), 1); // being asked about the first
        QVERIFY(!workspace.result("s1").answer("calculon"));
        QCOMPARE(workspace.result("s1").answer("paper"), paper);
        QVERIFY(workspace.result("s2").answer("paper"));
        QTRY_COMPARE(workspace.jobs().running().at(0).text, QStringLiteral("Asking Calculon, 1 of 2"));
        gate->open.release();
        QTRY_VERIFY(workspace.result("s1").answer("calculon"));
        QTRY_COMPARE(gate->asked.load(), 2); // about the second
        QCOMPARE(workspace.result("s1").answer("calculon")->total_seconds.value, 1.0);
        QVERIFY(!workspace.result("s2").answer("calculon"));
        QTRY_COMPARE(workspace.jobs().running().at(0).text, QStringLiteral("Asking Calculon, 2 of 2"));
        // A third is waited for behind it; its paper's answer too, but what is under way is not begun again.
        workspace.edit(QStringLiteral("add"), [](Session& s) {
            s.strategies.push_back(s.strategies[1]);
            s.strategies[2].id = "s3";
            s.strategies[2].execution.microbatch_size = 2;
        });
        gate->open.release(2);
        QVERIFY(workspace.waitForReferences());
        QCOMPARE(workspace.result("s2").answer("calculon")->total_seconds.value, 2.0);
        QCOMPARE(workspace.result("s3").answer("calculon")->total_seconds.value, 3.0);
        QVERIFY(workspace.result("s3").answer("paper"));
        QCOMPARE(gate->asked.load(), 3);
    }

    /// What a value passes through while it is typed is nobody's last legal form; a value that stood is.
    void typingPassesThroughNoLastLegalForm()
    {
        Workspace workspace;
        const auto set = [&](std::int64_t size, const QString& typing) {
            workspace.edit(
                QStringLiteral("knob"), [size](Session& s) { s.find("s2")->execution.microbatch_size = size; },
                QStringLiteral("key"), typing);
        };
        const auto last_legal = [&] { return workspace.result("s2").evaluated.execution.microbatch_size; };
        set(4, QStringLiteral("one"));
        set(48, QStringLiteral("one")); // 48 does not divide 64; 4 was on its way
        QCOMPARE(last_legal(), 1);
        set(2, QStringLiteral("two")); // stands
        set(3, QStringLiteral("three"));
        QCOMPARE(last_legal(), 2);
        QCOMPARE(workspace.undoStack().count(), 1); // one visit is one step nevertheless
        workspace.undoStack().undo();
        QCOMPARE(last_legal(), 1);
        set(8, {});
        set(5, {});
        QCOMPARE(last_legal(), 8);
    }

    /// The last compile is that of what the last change compiled, not of all that is shown.
    void lastCompileIsOfTheLastChange()
    {
        Workspace workspace;
        const auto took = [&](const char* id) { return workspace.result(id).compile_milliseconds; };
        QCOMPARE(workspace.lastCompile().strategies, std::size_t{2});
        QCOMPARE(workspace.lastCompile().milliseconds, took("s1") + took("s2"));
        const auto set = [&](std::int64_t size) {
            workspace.edit(QStringLiteral("knob"),
                           [size](Session& s) { s.find("s2")->execution.microbatch_size = size; });
        };
        set(2);
        const double second = took("s2");
        QCOMPARE(workspace.lastCompile().strategies, std::size_t{1});
        QCOMPARE(workspace.lastCompile().milliseconds, second);
        set(3);                       // illegal: nothing is compiled
        workspace.undoStack().undo(); // known already
        workspace.undoStack().undo();
        QCOMPARE(workspace.lastCompile().strategies, std::size_t{1});
        QCOMPARE(workspace.lastCompile().milliseconds, second);
    }

    void closingWhileAskingNeitherCrashesNorHangs()
    {
        auto log = std::make_shared<RecordingOracle::Log>();
        for (int i = 0; i < 5; ++i) {
            Workspace workspace;
            workspace.setOracles({[log] { return std::make_unique<RecordingOracle>(log); }});
        }
        QCoreApplication::processEvents();
    }
};

BLUEPRINTING_UI_TEST(WorkspaceTest)
#include "workspace_test.moc"
