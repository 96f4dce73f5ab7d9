#include "core/oracle/measured.h"
#include "core/oracle/source.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"

#include <set>

using namespace blueprinting;

/// What everything above knows of the references: who they are, and in what order.
class SourceTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void referencesStandInTheirOrder()
    {
        QStringList said;
        for (const oracle::Source& source : oracle::sources())
            said << QString("%1 %2 %3").arg(source.key.c_str(), source.words.header.c_str()).arg(int(source.kind));
        QCOMPARE(said, (QStringList{QString("calculon Calculon %1").arg(int(oracle::Kind::recorded)),
                                    QString("paper paper %1").arg(int(oracle::Kind::paper)),
                                    QString("measured measured %1").arg(int(oracle::Kind::measured))}));
        QCOMPARE(oracle::place_of("paper"), std::size_t{1});
        QCOMPARE(oracle::place_of("nobody"), oracle::sources().size());
    }

    void eachSaysWhoItIs()
    {
        std::set<std::string> keys;
        for (const oracle::Source& source : oracle::sources()) {
            QVERIFY2(keys.insert(source.key).second, source.key.c_str());
            const auto oracle = source.make();
            QVERIFY(oracle && !oracle->identity().name.empty());
            QCOMPARE(oracle->identity().provider, std::string(to_string(source.kind)));
            for (const std::string& words :
                 {source.words.name, source.words.in_sentence, source.words.header, source.words.total,
                  source.words.components, source.words.memory, source.words.not_covered})
                QVERIFY2(!words.empty(), source.key.c_str());
        }
    }

    void aMeasuredRunAnswersForItsInputsAlone()
    {
        const strategy::Preset& preset = *strategy::find_preset("seqsel-tab5/gpt3-175B/full");
        oracle::Question question{*model::find_preset(preset.model), *system::find_preset(preset.system),
                                  preset.execution};
        const auto oracle = oracle::make_measured({{oracle::form_key(question), 18.13, "run", "Table 5"}});
        question.model.name = question.system.name = "called otherwise";
        question.execution.num_procs.reset(); // 64, as its degrees say
        const auto answer = oracle->ask(question, CancelToken());
        QCOMPARE(answer->total_seconds, oracle::Figure::of(18.13));
        QCOMPARE(answer->components.front().state, oracle::State::not_published);
        QCOMPARE(answer->memory_bytes.state, oracle::State::not_published);
        QCOMPARE(answer->source, std::string("run, Table 5"));
        question.execution.global_batch *= 2;
        QVERIFY(!oracle->ask(question, CancelToken())->covered());
        question.execution.global_batch /= 2;
        question.model.blocks *= 2;
        QVERIFY(!oracle->ask(question, CancelToken())->covered());
    }
};

BLUEPRINTING_CORE_TEST(SourceTest)
#include "source_test.moc"
