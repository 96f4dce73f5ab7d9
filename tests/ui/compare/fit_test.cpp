#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"
#include "ui/compare/compare_model.h"
#include "ui/compare/compare_summary.h"

#include <algorithm>
#include <cmath>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::ui::compare;

/// What a GPU cannot hold is never called faster or best: the answer begins with by how much it does not fit, names the
/// fastest that fits, and every chart, table and file marks it. As recorded, GPT-175B full keeps 48.10 GiB per GPU and
/// seqsel 54.07 GiB.
class CompareFitTest : public QObject {
    Q_OBJECT

    static SessionStrategy preset(const std::string& name, const std::string& id, const std::string& called,
                                  double gib = 80)
    {
        const strategy::Preset* found = strategy::find_preset("seqsel-" + name);
        if (!found)
            qFatal("no preset %s", name.c_str());
        SessionStrategy out{id, called, *model::find_preset(found->model), *system::find_preset("a100_80g"),
                            found->execution};
        out.system.mem1.capacity_gib = gib;
        strategy::forget_redundant_processors(out.execution);
        return out;
    }
    /// full and seqsel on GPUs of so many GiB.
    static Session two(double gib)
    {
        Session out;
        out.strategies = {preset("tab5/gpt3-175B/full", "s1", "GPT-175B full", gib),
                          preset("tab5/gpt3-175B/seqsel", "s2", "GPT-175B seqsel", gib)};
        out.baseline = "s1";
        out.selected = "s2";
        return out;
    }
    /// Six of one model on 64 GPUs of 80 GiB, some of which do not fit.
    static Session six()
    {
        Session out;
        for (const char* name : {"tab5/gpt3-175B/full", "tab5/gpt3-175B/seqsel", "fig7/gpt3-175B/sel",
                                 "fig7/gpt3-175B/seq", "fig7/gpt3-175B/none", "tab5/gpt3-175B/full"})
            out.strategies.push_back(preset(name, "s" + std::to_string(out.strategies.size() + 1),
                                            "run " + std::string(1, static_cast<char>('u' + out.strategies.size()))));
        out.strategies[4].execution.microbatch_size = 4;
        out.strategies[5].execution.microbatch_size = 2;
        out.baseline = "s1";
        out.selected = "s2";
        return out;
    }
    static Contest contest(Workspace& workspace)
    {
        return contest_of(workspace.session(), [&workspace](const std::string& id) -> const StrategyResult& {
            return workspace.result(id);
        });
    }
    static const Cell& cell(const TableContent& table, const char* key, std::size_t column)
    {
        for (const TableRow& row : table.rows)
            if (row.key == QLatin1String(key))
                return row.cells[column];
        qFatal("no row %s", key);
    }

private Q_SLOTS:
    void theLineBeginsWithWhatDoesNotFit_data()
    {
        QTest::addColumn<double>("gib");
        QTest::addColumn<QString>("selected");
        QTest::addColumn<QString>("baseline");
        QTest::addColumn<QString>("headline");
        QTest::addColumn<QString>("why");
        QTest::newRow("faster, but too large")
            << 50.0 << "s2"
            << "s1"
            << "Does not fit by 4.1 GiB: seqsel needs 54.1 of 50 GiB; full fits, with 18.03 s per iteration"
            << "An iteration of it would take 13.64 s against 18.03 s of full. seqsel keeps 6.0 GiB more than full: "
               "activations +12.1.";
        QTest::newRow("the baseline is too large")
            << 50.0 << "s1"
            << "s2"
            << "full takes 18.03 s per iteration; seqsel does not fit by 4.1 GiB"
            << "An iteration of seqsel would take 13.64 s. seqsel keeps 6.0 GiB more than full: activations +12.1.";
        QTest::newRow("the baseline is picked")
            << 50.0 << "s2"
            << "s2"
            << "full takes 18.03 s per iteration; seqsel does not fit by 4.1 GiB"
            << "An iteration of seqsel would take 13.64 s. seqsel keeps 6.0 GiB more than full: activations +12.1.";
        QTest::newRow("neither fits")
            << 40.0 << "s2"
            << "s1"
            << "Does not fit by 14.1 GiB: seqsel needs 54.1 of 40 GiB; full does not fit either"
            << "An iteration of it would take 13.64 s against 18.03 s of full. Neither fits in 40 GiB; seqsel keeps "
               "6.0 GiB more. full is nearest to fitting: it does not fit by 8.1 GiB.";
    }
    void theLineBeginsWithWhatDoesNotFit()
    {
        QFETCH(double, gib);
        QFETCH(QString, selected);
        QFETCH(QString, baseline);
        Session session = two(gib);
        session.selected = selected.toStdString();
        session.baseline = baseline.toStdString();
        Workspace workspace;
        workspace.reset(session);
        const Answer answer = answer_of(contest(workspace));
        QTEST(answer.headline, "headline");
        QTEST(answer.why, "why");
    }

    void oneAloneThatDoesNotFit()
    {
        Session session = two(50);
        session.strategies.erase(session.strategies.begin());
        session.baseline = "s2";
        Workspace workspace;
        workspace.reset(session);
        const Answer answer = answer_of(contest(workspace));
        QCOMPARE(answer.headline, QString("Does not fit by 4.1 GiB: GPT-175B seqsel needs 54.1 of 50 GiB"));
        QVERIFY2(answer.why.startsWith("An iteration of it would take 13.64 s. Backward makes 6.35 s, "),
                 qPrintable(answer.why));
    }

    // Whichever is picked and whichever is the baseline, of six.
    void noneThatDoesNotFitIsRecommended()
    {
        Workspace workspace;
        workspace.reset(six());
        const auto estimate = [&workspace](const SessionStrategy& one) -> const cost::Estimate& {
            return workspace.result(one.id).evaluation->evidence;
        };
        const SessionStrategy* fastest = nullptr;
        int fitting = 0;
        bool faster_unfit = false;
        for (const SessionStrategy& one : workspace.session().strategies) {
            const double missing = (estimate(one).memory.total().value() / 1073741824.0) - 80;
            QCOMPARE(estimate(one).fits, missing <= 0);
            if (missing > 0)
                continue;
            ++fitting;
            if (!fastest || estimate(one).total < estimate(*fastest).total)
                fastest = &one;
        }
        QVERIFY(fastest && fitting == 4);
        for (const SessionStrategy& one : workspace.session().strategies)
            faster_unfit = faster_unfit || (!estimate(one).fits && estimate(one).total < estimate(*fastest).total);
        QVERIFY(faster_unfit); // else nothing is tested
        const QString best = QString::fromStdString(fastest->name).section(' ', -1);
        const QString time = QString::number(estimate(*fastest).total.value(), 'f', 2);
        for (const std::string baseline : {"s1", "s2", "s3", "s4", "s5", "s6"})
            for (const std::string selected : {"s1", "s2", "s3", "s4", "s5", "s6"}) {
                workspace.edit("pick", [&](Session& session) {
                    session.baseline = baseline;
                    session.selected = selected;
                });
                workspace.selectStrategy(selected);
                const Answer answer = answer_of(contest(workspace));
                const SessionStrategy& own = *workspace.session().find(selected);
                const bool about_own = selected != baseline;
                const QString missing =
                    QString::number(estimate(own).memory.total().value() / 1073741824.0 - 80, 'f', 1);
                QCOMPARE(answer.headline.startsWith("Does not fit by "), about_own && !estimate(own).fits);
                if (about_own && !estimate(own).fits)
                    QVERIFY2(answer.headline.startsWith("Does not fit by " + missing + " GiB: ") &&
                                 answer.headline.endsWith(
                                     QStringLiteral("; %1 is the fastest of the 4 that fit with %2 s per iteration")
                                         .arg(best, time)),
                             qPrintable(answer.headline));
                else if (!about_own || own.id != fastest->id)
                    QVERIFY2(answer.headline.contains(best) || !about_own, qPrintable(answer.headline));
                if (about_own && own.id == fastest->id)
                    QVERIFY2(answer.headline.contains(", the fastest of the 4 that fit"), qPrintable(answer.headline));
                // No time is held against one that cannot be had.
                const bool either =
                    (about_own && !estimate(own).fits) || !estimate(*workspace.session().find(baseline)).fits;
                QVERIFY2(!either || !answer.headline.contains(" % less"), qPrintable(answer.headline));
                QVERIFY2(!either || !answer.headline.contains(" % more"), qPrintable(answer.headline));
            }
    }

    void allThatFitAreRankedInTheLine()
    {
        Session session = six();
        session.strategies.erase(session.strategies.begin() + 3,
                                 session.strategies.begin() + 5); // the ones that do not fit
        Workspace workspace;
        workspace.reset(session);
        // Of the four the test finds the fastest itself.
        std::string fastest = session.strategies[0].id;
        const auto seconds = [&workspace](const std::string& id) {
            return workspace.result(id).evaluation->evidence.total.value();
        };
        for (const SessionStrategy& one : session.strategies)
            if (seconds(one.id) < seconds(fastest))
                fastest = one.id;
        QCOMPARE(fastest, std::string("s2"));
        QCOMPARE(answer_of(contest(workspace)).headline,
                 QString("v takes 13.64 s per iteration, the fastest of 4, 24.4 % less than u (18.03 s)"));
        workspace.selectStrategy("s6");
        const QString own = QString::number(seconds("s6"), 'f', 2),
                      less = QString::number(100 * (1 - seconds("s6") / seconds("s1")), 'f', 1);
        QCOMPARE(answer_of(contest(workspace)).headline,
                 QStringLiteral("z takes %1 s per iteration, %2 % less than u (18.03 s); v is the fastest of 4 with "
                                "13.64 s per iteration")
                     .arg(own, less));
        // Another model's is no rival.
        workspace.edit("other",
                       [](Session& s) { s.strategies.push_back(preset("tab5/megatron-22B/full", "s9", "run small")); });
        workspace.selectStrategy("s2");
        QVERIFY2(
            answer_of(contest(workspace)).headline.contains(" per iteration, the fastest of the 4 with its model, "),
            qPrintable(answer_of(contest(workspace)).headline));
    }

    void equalOnesAreNotRankedApart()
    {
        Session session = two(80);
        for (int i = 3; i <= 4; ++i) {
            session.strategies.push_back(session.strategies[1]);
            session.strategies.back().id = "s" + std::to_string(i);
            session.strategies.back().name = "GPT-175B copy " + std::to_string(i);
        }
        Workspace workspace;
        workspace.reset(session);
        QVERIFY2(answer_of(contest(workspace)).headline.contains(" per iteration, as fast as any of 4, "),
                 qPrintable(answer_of(contest(workspace)).headline));
    }

    void otherSizesAreRankedByGpu()
    {
        Session session = two(80);
        session.strategies.push_back(session.strategies[0]);
        session.strategies[2].id = "s3";
        session.strategies[2].name = "GPT-175B twice";
        std::get<strategy::TransformerTrainingParallelism>(session.strategies[2].execution.parallelism).data.degree = 2;
        session.strategies[2].execution.global_batch = 128;
        Workspace workspace;
        workspace.reset(session);
        QVERIFY(workspace.result("s3").current);
        QVERIFY2(answer_of(contest(workspace)).headline.contains(" per iteration, the fastest per GPU of 3, "),
                 qPrintable(answer_of(contest(workspace)).headline));
    }

    void chartsAndFilesMarkIt()
    {
        Workspace workspace;
        workspace.reset(two(50));
        QVERIFY(workspace.waitForReferences());
        const Contest now = contest(workspace);
        const BarChart time = time_chart(now, {});
        QCOMPARE(time.rows[0].note, QString());
        QCOMPARE(time.rows[1].note, QString("does not fit by 4.1 GiB"));
        QCOMPARE(time.rows[1].note_tone, Tone::bad);
        QVERIFY(time.rows[1].note_stays); // whatever room there is
        QCOMPARE(time.rows[0].read_outs[0].tone, Tone::text);
        QCOMPARE(time.rows[1].read_outs[0].tone, Tone::bad);
        for (const BarSegment& segment : time.rows[1].segments)
            QVERIFY2(segment.hover.endsWith("; does not fit by 4.1 GiB"), qPrintable(segment.hover));
        QCOMPARE(memory_chart(now, {}).rows[1].note, QString("does not fit by 4.1 GiB"));
        for (const BarChart& chart : {time, memory_chart(now, {})}) {
            QCOMPARE(chart.rows[0].state, QString());
            QCOMPARE(chart.rows[1].state, QString("does not fit by 4.1 GiB"));
        }
        const TableContent table = difference_table(now, Difference::time);
        QCOMPARE(table.note, QString("seqsel does not fit by 4.1 GiB"));
        QCOMPARE(table.note_tone, Tone::bad);
        QCOMPARE(cell(table, "total", 2).tone, Tone::bad);
        QCOMPARE(cell(table, "total", 4).tone, Tone::secondary); // 24.4 % less is no gain
        QCOMPARE(table.columns[2].saved_as, QString("B seqsel, does not fit by 4.1 GiB (s)"));
        QCOMPARE(cell(rates_table(now), "samples", 3).tone, Tone::secondary);
        const QString page = summary_html(summary_of(now, {}), {}, {});
        QVERIFY(page.contains("<h1>Does not fit by 4.1 GiB: "));
        QCOMPARE(page.count("does not fit by 4.1 GiB"),
                 1); // beside its name; the bars and columns have notes of their own
    }

    // Faster is blue in the rates as it is in the times; of recomputed operations more is neither.
    void betterRatesHaveTheColourOfShorterTimes()
    {
        Workspace workspace;
        workspace.reset(two(80));
        const Contest now = contest(workspace);
        const TableContent times = difference_table(now, Difference::time);
        const TableContent rates = rates_table(now);
        QCOMPARE(cell(times, "total", 4).tone, Tone::below);
        for (const char* rate : {"samples", "tokens", "mfu"}) {
            QVERIFY(cell(rates, rate, 3).text.startsWith('+'));
            QCOMPARE(cell(rates, rate, 3).tone, cell(times, "total", 4).tone);
        }
        QCOMPARE(cell(rates, "hfu", 3).tone, Tone::secondary);
        workspace.edit("other way", [](Session& s) { s.baseline = "s2"; });
        workspace.selectStrategy("s1");
        QCOMPARE(cell(rates_table(contest(workspace)), "samples", 3).tone, Tone::above);
    }

    void figuresReadApartWhereTheyDiffer()
    {
        // Recompute of 20 µs more on one side of 13.6 s: the same at three decimals, and 0.6 % apart.
        Workspace workspace;
        workspace.reset(two(80));
        StrategyResult left = workspace.result("s2"), right = workspace.result("s2");
        auto changed = std::make_shared<search::Evaluation>(*right.evaluation);
        changed->evidence.breakdown[cost::Component::recompute] = Seconds(0.00342);
        right.evaluation = changed;
        changed = std::make_shared<search::Evaluation>(*left.evaluation);
        changed->evidence.breakdown[cost::Component::recompute] = Seconds(0.0034);
        left.evaluation = changed;
        const Contest now = contest_of(workspace.session(), [&](const std::string& id) -> const StrategyResult& {
            return id == "s1" ? left : right;
        });
        const TableContent table = difference_table(now, Difference::time);
        QCOMPARE(cell(table, "recompute", 1).text, QString("0.00340"));
        QCOMPARE(cell(table, "recompute", 2).text, QString("0.00342"));
        QCOMPARE(cell(table, "recompute", 3).text, QString("+0.00002"));
        // All of the table with as many decimals; nothing at all is 0.
        for (const TableRow& row : table.rows)
            for (const std::size_t column : {std::size_t{1}, std::size_t{2}})
                QVERIFY2(row.cells[column].text == "0" || row.cells[column].text.section('.', 1).size() == 5,
                         qPrintable(row.cells[column].text));
    }
};

BLUEPRINTING_UI_TEST(CompareFitTest)
#include "fit_test.moc"
