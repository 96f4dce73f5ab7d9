#include "core/strategy/derived.h"
#include "tests/support/test_main.h"
#include "ui/frame/choices.h"
#include "ui/frame/quick_fix.h"
#include "ui/frame/strategy_facts.h"
#include "ui/workspace/refusal.h"

using namespace blueprinting;
using namespace blueprinting::ui;
using strategy::Field;

namespace {

SessionStrategy seqsel() { return starting_session().strategies[1]; }

QString u8(const char* text) { return QString::fromUtf8(text); }

} // namespace

class FactsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyNumericFieldIsReadAndSet_data()
    {
        QTest::addColumn<int>("field");
        QTest::addColumn<int>("before"); // of GPT-175B seqsel
        QTest::newRow("TP") << static_cast<int>(Field::tensor_degree) << 8;
        QTest::newRow("PP") << static_cast<int>(Field::pipeline_degree) << 8;
        QTest::newRow("DP") << static_cast<int>(Field::data_degree) << 1;
        QTest::newRow("v") << static_cast<int>(Field::virtual_stages) << 3;
        QTest::newRow("batch") << static_cast<int>(Field::global_batch) << 64;
        QTest::newRow("microbatch") << static_cast<int>(Field::microbatch_size) << 1;
        QTest::newRow("TP tier") << static_cast<int>(Field::tensor_tier) << 0;
        QTest::newRow("PP tier") << static_cast<int>(Field::pipeline_tier) << 1;
        QTest::newRow("DP tier") << static_cast<int>(Field::data_tier) << 1;
    }
    void everyNumericFieldIsReadAndSet()
    {
        QFETCH(int, field);
        QFETCH(int, before);
        strategy::Execution execution = seqsel().execution;
        QCOMPARE(*number_of(execution, static_cast<Field>(field)), std::int64_t{before});
        strategy::Execution other = execution;
        set_number(other, static_cast<Field>(field), 5);
        QCOMPARE(*number_of(other, static_cast<Field>(field)), std::int64_t{5});
        set_number(other, static_cast<Field>(field), before);
        QVERIFY(other == execution); // and nothing else moved
    }

    void oneVirtualStageIsPlain1F1B()
    {
        strategy::Execution execution = seqsel().execution;
        set_number(execution, Field::virtual_stages, 1);
        QVERIFY(std::holds_alternative<strategy::OneForwardOneBackward>(strategy::pipeline(execution).schedule));
        QVERIFY(!number_of(execution, Field::virtual_stages));
    }

    void quotientsThatAreNotWholeAreWrittenAsSuch()
    {
        SessionStrategy s = seqsel();
        QCOMPARE(schedule_fact(s, strategy::Rules::strict), u8("12 blocks per stage · 4 per chunk"));
        set_number(s.execution, Field::pipeline_degree, 5);
        QCOMPARE(schedule_fact(s, strategy::Rules::strict), u8("96 / 5 blocks per stage"));
        QCOMPARE(schedule_fact(s, strategy::Rules::calculon_compatible),
                 u8("up to 20 blocks per stage · 20 / 3 per chunk")); // ⌈96/5⌉
        set_number(s.execution, Field::pipeline_degree, 96);
        QCOMPARE(schedule_fact(s, strategy::Rules::strict), u8("1 block per stage · 1 / 3 per chunk"));
        set_number(s.execution, Field::data_degree, 5);
        QCOMPARE(batch_fact(s.execution), u8("64 / 5 samples per data-parallel group"));
        set_number(s.execution, Field::data_degree, 64);
        QCOMPARE(batch_fact(s.execution), u8("= 1 microbatch"));
    }

    void worldsPastCountingAreSaid()
    {
        strategy::Execution execution = seqsel().execution;
        for (const Field field : {Field::tensor_degree, Field::pipeline_degree, Field::data_degree})
            set_number(execution, field, kMaxInteger);
        QCOMPARE(degrees_fact(execution), u8("more GPUs than can be counted"));
    }

    void systemsSayWhatTheyLack()
    {
        system::SystemProfile system = *system::find_preset("a100_80g");
        QCOMPARE(system_fact(system, Datatype::float8), u8("no fp8 rate · 2048 GB/s · 80 GiB"));
        QCOMPARE(system_fact(*system::find_preset("a100_80e"), Datatype::float16),
                 u8("312 TFLOP/s fp16 · 2048 GB/s · boundless"));
        QCOMPARE(system_fact(*system::find_preset("h100_80g_nvl8"), Datatype::float8),
                 u8("2000 TFLOP/s fp8 · 3072 GB/s · 80 GiB"));
        system.mem1.capacity_gib = 79.5;
        QCOMPARE(system_fact(system, Datatype::float16), u8("312 TFLOP/s fp16 · 2048 GB/s · 79.50 GiB"));
    }

    void choicesHoldTheSessionsOwnFirst()
    {
        Session session = starting_session();
        QCOMPARE(model_choices(session).size(), std::size_t{13 + 34}); // those of the references, and the released ones
        session.strategies[0].model.name = "mine";
        session.strategies[0].model.blocks = 95;
        session.strategies[1].model.blocks = 90; // still called gpt3-175B
        const auto choices = model_choices(session);
        QCOMPARE(choices.size(), std::size_t{15 + 34});
        QCOMPARE(choices[0].label, u8("mine"));
        QVERIFY(choices[0].own);
        QVERIFY2(choices[1].label.startsWith(u8("gpt3-175B (90 blocks")), qPrintable(choices[1].label));
        QCOMPARE(system_choices(session).size(), std::size_t{3 + 4});
    }

    void fixesAreWaysOut_data()
    {
        QTest::addColumn<int>("pipeline");
        QTest::addColumn<int>("v"); // 0: single stage, 1: 1F1B
        QTest::addColumn<QStringList>("labels");
        QTest::newRow("v 5 of 12 blocks") << 8 << 5 << QStringList{u8("4"), u8("6")};
        QTest::newRow("v 13 of 12 blocks") << 8 << 13 << QStringList{u8("12")};
        QTest::newRow("single stage over 8") << 8 << 0 << QStringList{u8("1F1B")};
        QTest::newRow("1F1B over one") << 1 << 1 << QStringList{u8("Single stage")};
    }
    void fixesAreWaysOut()
    {
        QFETCH(int, pipeline);
        QFETCH(int, v);
        QFETCH(QStringList, labels);
        SessionStrategy s = seqsel();
        set_number(s.execution, Field::pipeline_degree, pipeline);
        if (v == 0)
            set_schedule(s.execution, strategy::SingleStage{});
        else
            set_number(s.execution, Field::virtual_stages, v);
        const auto broken = strategy::violations(s.model, s.system, s.execution, strategy::Rules::strict);
        QCOMPARE(broken.size(), std::size_t{1});
        const auto blocks = strategy::law_blocks(broken, s.model, s.system, s.execution, strategy::Rules::strict);
        QCOMPARE(blocks.size(), std::size_t{1});
        QStringList offered;
        for (const QuickFix& fix : quick_fixes(s, blocks[0], strategy::Rules::strict)) {
            offered << fix.label;
            SessionStrategy mended = s;
            fix.apply(mended.execution);
            QVERIFY(
                strategy::violations(mended.model, mended.system, mended.execution, strategy::Rules::strict).empty());
        }
        QCOMPARE(offered, labels);
    }

    void refusalsNameTheirPlace()
    {
        const Diagnostic first{Severity::error, "json.syntax", "", "this string is never closed",
                               SourceLocation{"x.json", 23, 5266}};
        const Diagnostic plain{Severity::error, "file.missing", "", "there is no such file",
                               SourceLocation{"x.json", 0, 0}};
        QCOMPARE(refusal_text({first}), u8("Line 23, column 5266: this string is never closed."));
        QCOMPARE(refusal_text({plain}), u8("There is no such file."));
        QCOMPARE(refusal_text({first, plain}),
                 u8("Line 23, column 5266: this string is never closed. 1 more problem."));
        QCOMPARE(refusal_text({first, plain, plain}),
                 u8("Line 23, column 5266: this string is never closed. 2 more problems."));
    }

    void theRefusedLineIsFoundInCharacters()
    {
        const std::string bytes = "{\n \"é\": x,\n}";
        // Columns count bytes: é takes two, so x stands in byte column 8 and character 6.
        const Diagnostic at{Severity::error, "json.syntax", "", "", SourceLocation{"x.json", 2, 8}};
        const RefusedLine line = refused_line(bytes, at);
        QCOMPARE(line.line, std::size_t{2});
        QCOMPARE(line.text, u8(" \"é\": x,"));
        QCOMPARE(line.column, 6);
        QCOMPARE(line.text.at(line.column), QLatin1Char('x'));
        QCOMPARE(refused_line(bytes, {Severity::error, "", "", "", SourceLocation{"x.json", 9, 1}}).line,
                 std::size_t{0});
        QCOMPARE(refused_line(bytes, {Severity::error, "", "", "", std::nullopt}).column, -1);
    }
};

BLUEPRINTING_UI_TEST(FactsTest)
#include "facts_test.moc"
