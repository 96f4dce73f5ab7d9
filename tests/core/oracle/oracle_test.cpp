#include "core/oracle/records.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace blueprinting;
using oracle::State;

namespace {

oracle::Question question(const char* execution)
{
    const strategy::Preset* preset = strategy::find_preset(execution);
    if (!preset)
        qFatal("there is no preset %s", execution);
    return {*model::find_preset(preset->model), *system::find_preset(preset->system), preset->execution};
}

oracle::Answer ask(oracle::Oracle& oracle, const oracle::Question& question)
{
    auto answer = oracle.ask(question, CancelToken());
    if (!answer)
        qFatal("%s", to_line(answer.diagnostics().front()).c_str());
    return *std::move(answer);
}

double component(const oracle::Answer& answer, cost::Component which)
{
    return answer.components[std::size_t(which)].value;
}

} // namespace

class OracleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void recordedFigures()
    {
        const auto recorded = oracle::make_recorded_calculon();
        const auto answer = ask(*recorded, question("seqsel-tab5/gpt3-175B/full"));
        // As printed by Calculon 0.1.0 for this case.
        QCOMPARE(answer.source, std::string("seqsel-tab5/gpt3-175B/full"));
        QCOMPARE(answer.total_seconds, oracle::Figure::of(18.0287795485907));
        QCOMPARE(component(answer, cost::Component::forward), 3.648568878349474);
        QCOMPARE(component(answer, cost::Component::backward), 6.906075908214845);
        QCOMPARE(component(answer, cost::Component::recompute), 3.648568878349474);
        QCOMPARE(component(answer, cost::Component::optimizer), 0.02154002038153846);
        QCOMPARE(component(answer, cost::Component::tensor_parallel), 1.5947695088246152);
        QCOMPARE(component(answer, cost::Component::pipeline_parallel), 0.8666734592);
        QCOMPARE(component(answer, cost::Component::recommunication), 0.7091624093538462);
        QCOMPARE(component(answer, cost::Component::pipeline_bubble), 0.633420485916905);
        // Zero is a figure, not a gap.
        QCOMPARE(answer.components[std::size_t(cost::Component::data_parallel)], oracle::Figure::of(0));
        QCOMPARE(answer.memory_bytes, oracle::Figure::of(51649806336.0));
        QCOMPARE(answer.memory_parts[std::size_t(cost::MemoryPart::activation_checkpoints)],
                 oracle::Figure::of(6241124352.0));
        QCOMPARE(answer.metrics[std::size_t(ir::BlockMetric::forward_operations)], oracle::Figure::of(954483081216.0));
        QCOMPARE(answer.reference_recompute_counter, oracle::Figure::of(7290655604736.0));
        QCOMPARE(answer.published_memory.activation_bytes.state, State::not_published);
    }

    void matchedByContent_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("covered");
        QTest::newRow("as it is") << "" << true;
        QTest::newRow("other names") << "names" << true;
        QTest::newRow("the tier of a group of one") << "data tier" << true;
        QTest::newRow("no processor count stated") << "num_procs" << true;
        QTest::newRow("one more block") << "blocks" << false;
        QTest::newRow("another latency") << "latency" << false;
        QTest::newRow("another batch") << "batch" << false;
        QTest::newRow("the tier of a used group") << "tensor tier" << false;
    }
    void matchedByContent()
    {
        QFETCH(QString, change);
        QFETCH(bool, covered);
        auto asked = question("seqsel-tab5/turing-530B/seqsel");
        if (change == "names")
            asked.model.name = asked.system.name = "something else";
        if (change == "data tier")
            asked.execution.tiers.data = 0;
        if (change == "num_procs")
            asked.execution.num_procs.reset();
        if (change == "blocks")
            asked.model.blocks += 1;
        if (change == "latency")
            asked.system.networks[0].latency *= 1.0000001;
        if (change == "batch")
            asked.execution.global_batch *= 2;
        if (change == "tensor tier")
            asked.execution.tiers.tensor = 1;
        const auto recorded = oracle::make_recorded_calculon();
        const auto answer = ask(*recorded, asked);
        QCOMPARE(answer.covered(), covered);
        QCOMPARE(answer.total_seconds.state, covered ? State::value : State::not_covered);
        QCOMPARE(answer.components[0].state, covered ? State::value : State::not_covered);
        const auto paper = oracle::make_paper();
        QCOMPARE(ask(*paper, asked).covered(), covered);
    }

    void everyRecordIsReadAndFoundAgain()
    {
        const auto records = oracle::read_records();
        QVERIFY(records);
        QCOMPARE(records->size(), std::size_t{36 + 50 + 24 + 16});
        const auto recorded = oracle::make_recorded_calculon();
        for (const oracle::Record& record : *records) {
            const auto answer = ask(*recorded, record.question);
            QCOMPARE(answer.total_seconds, record.answer.total_seconds);
            // Figures 1 and 7 share some inputs; then both records say the same.
            if (!QString::fromStdString(record.id).startsWith("seqsel-fig7"))
                QCOMPARE(answer.source, record.id);
        }
    }

    void paperTable5_data()
    {
        QTest::addColumn<QString>("execution");
        QTest::addColumn<double>("seconds");
        QTest::newRow("22B full") << "megatron-22B/full" << 1.42;
        QTest::newRow("22B seqsel") << "megatron-22B/seqsel" << 1.10;
        QTest::newRow("175B full") << "gpt3-175B/full" << 18.13;
        QTest::newRow("175B seqsel") << "gpt3-175B/seqsel" << 13.75;
        QTest::newRow("530B full") << "turing-530B/full" << 49.05;
        QTest::newRow("530B seqsel") << "turing-530B/seqsel" << 37.83;
        QTest::newRow("1T full") << "megatron-1T/full" << 94.42;
        QTest::newRow("1T seqsel") << "megatron-1T/seqsel" << 71.49;
    }
    void paperTable5()
    {
        QFETCH(QString, execution);
        QFETCH(double, seconds);
        const auto paper = oracle::make_paper();
        const auto answer = ask(*paper, question(("seqsel-tab5/" + execution).toUtf8().constData()));
        QCOMPARE(answer.source, std::string("Table 5"));
        QCOMPARE(answer.total_seconds, oracle::Figure::of(seconds));
        // A table of totals says nothing of components; that is not a zero.
        for (const oracle::Figure& figure : answer.components)
            QCOMPARE(figure.state, State::not_published);
        QCOMPARE(answer.memory_bytes.state, State::not_published);
        QCOMPARE(answer.published_memory.activation_bytes.state, State::not_published);
    }

    void paperMemory()
    {
        const auto paper = oracle::make_paper();
        // Figure 1's seqsel inputs are Figure 7's too: one answer holds both.
        const auto both = ask(*paper, question("seqsel-fig1/turing-530B/seqsel"));
        QCOMPARE(both.source, std::string("Figure 1, Figure 7"));
        QCOMPARE(both.total_seconds.state, State::not_published);
        QCOMPARE(both.published_memory.parameters_and_optimizer_bytes,
                 oracle::Figure::of(31.640625 * 1024 * 1024 * 1024));
        QCOMPARE(both.published_memory.activation_bytes, oracle::Figure::of(23.076171875 * 1024 * 1024 * 1024));
        QCOMPARE(both.published_memory.activation_percent_of_none, oracle::Figure::of(20.27));
        const auto alone = ask(*paper, question("seqsel-fig7/megatron-22B/full"));
        QCOMPARE(alone.published_memory.activation_percent_of_none, oracle::Figure::of(7.64));
        QCOMPARE(alone.published_memory.activation_bytes.state, State::not_published);
    }

    void identities()
    {
        const auto recorded = oracle::make_recorded_calculon()->identity();
        QCOMPARE(recorded.name, std::string("Calculon"));
        QCOMPARE(recorded.package_version, std::string("0.1.0"));
        QCOMPARE(recorded.source_digest, std::string("caa4b11f8fe1fee3ba57adaacb7590d7deabd053"));
        QCOMPARE(recorded.provider, std::string("recorded"));
        QCOMPARE(oracle::make_paper()->identity().provider, std::string("paper"));
    }

    void cancelledIsNeitherAnswerNorError()
    {
        CancelToken token;
        token.cancel();
        QVERIFY(oracle::make_recorded_calculon()->ask(question("seqsel-tab5/gpt3-175B/full"), token).cancelled());
        QVERIFY(oracle::make_paper()->ask(question("seqsel-tab5/gpt3-175B/full"), token).cancelled());
    }

    void relativeErrors_data()
    {
        QTest::addColumn<double>("estimate");
        QTest::addColumn<double>("reference");
        QTest::addColumn<double>("percent");
        QTest::newRow("above") << 11.0 << 10.0 << 10.0;
        QTest::newRow("below") << 9.0 << 10.0 << -10.0;
        QTest::newRow("equal") << 10.0 << 10.0 << 0.0;
        QTest::newRow("both zero") << 0.0 << 0.0 << 0.0;
        QTest::newRow("zero against something") << 0.0 << 4.0 << -100.0;
        QTest::newRow("something against zero") << 4.0 << 0.0 << double(INFINITY);
        QTest::newRow("something negative against zero") << -4.0 << 0.0 << -double(INFINITY);
    }
    void relativeErrors()
    {
        QFETCH(double, estimate);
        QFETCH(double, reference);
        QFETCH(double, percent);
        const double error = oracle::relative_error_percent(estimate, reference);
        QVERIFY(error == percent);
    }
};

BLUEPRINTING_CORE_TEST(OracleTest)
#include "oracle_test.moc"
