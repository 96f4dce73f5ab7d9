#include "core/search/question.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using search::Asked;
using search::Question;
using strategy::Field;

namespace {

const model::TransformerModel& gpt3() { return *model::find_preset("gpt3-175B"); }
const system::SystemProfile& a100() { return *system::find_preset("a100_80g"); }

Asked plain()
{
    Asked out;
    out.devices = "64";
    out.batch = 64;
    return out;
}

Result<Question> asked(const Asked& of) { return search::question_of(gpt3(), a100(), cost::View::system_evidence, of); }

} // namespace

class QuestionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void devices_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<qint64>>("means"); // empty where it is refused
        QTest::newRow("one") << "64" << QList<qint64>{64};
        QTest::newRow("a list, unordered and twice") << "128,64,128" << QList<qint64>{64, 128};
        QTest::newRow("a stretch doubles") << "64..4096" << QList<qint64>{64, 128, 256, 512, 1024, 2048, 4096};
        QTest::newRow("up to what is no double") << "48..200" << QList<qint64>{48, 96, 192};
        QTest::newRow("both") << "8,64..128" << QList<qint64>{8, 64, 128};
        QTest::newRow("a stretch of one") << "64..64" << QList<qint64>{64};
        QTest::newRow("to the largest") << "9007199254740992..9007199254740992" << QList<qint64>{9007199254740992};
        for (const char* bad :
             {"", "0", "-8", "64..", "..64", "128..64", "64,,8", "1e3", "064", "6 4", "9007199254740993"})
            QTest::newRow(bad) << bad << QList<qint64>{};
    }
    void devices()
    {
        QFETCH(QString, text);
        QFETCH(QList<qint64>, means);
        const auto read = search::devices_from(text.toStdString());
        QCOMPARE(read.has_value(), !means.isEmpty());
        if (!read) {
            QCOMPARE(read.diagnostics().front().code, std::string("search.devices.malformed"));
            QCOMPARE(read.diagnostics().front().path, std::string("devices"));
            return;
        }
        QCOMPARE(QList<qint64>(read->begin(), read->end()), means);
    }

    void refused_data()
    {
        QTest::addColumn<Asked>("of");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* code, const char* path, const char* says, auto change) {
            Asked of = plain();
            change(of);
            QTest::newRow(name) << of << code << path << says;
        };
        row("no device", "search.devices.malformed", "devices", "\"0\"", [](Asked& a) { a.devices = "0"; });
        // Tier 0 connects 8, tier 1 65 536.
        row("more devices than the networks connect", "search.devices.too_many", "devices", "524288",
            [](Asked& a) { a.devices = "1099511627776"; });
        row("a crossed bound", "search.bound.malformed", "tensor.degree", "\"8..4\"",
            [](Asked& a) { a.bounds[Field::tensor_degree] = "8..4"; });
        row("an empty bound", "search.bound.empty", "microbatch", "within 5",
            [](Asked& a) { a.bounds[Field::microbatch_size] = "5"; });
        row("degrees that make no devices", "search.bound.empty", "degrees", "64 devices",
            [](Asked& a) { a.bounds[Field::data_degree] = "3"; });
        row("a batch that no DP and microbatch divide", "search.batch.indivisible", "global_batch", "batch of 64",
            [](Asked& a) {
                a.bounds[Field::data_degree] = "8";
                a.bounds[Field::microbatch_size] = "16..";
            });
        row("which of several devices", "search.batch.indivisible", "global_batch", "(128 devices)", [](Asked& a) {
            a.devices = "64,128";
            a.bounds[Field::data_degree] = "64..";
            a.bounds[Field::microbatch_size] = "1";
            a.batch = 64;
            a.bounds[Field::tensor_degree] = "1";
            a.bounds[Field::pipeline_degree] = "1";
        });
        row("an unknown tier", "search.tier.unknown", "network_tiers.data", "it has 0 to 1",
            [](Asked& a) { a.tiers[Field::data_tier] = {2}; });
        row("an unknown word", "search.word.unknown", "recompute", "\"some\"",
            [](Asked& a) { a.words[Field::recompute] = {"some"}; });
        row("an unknown rank", "search.word.unknown", "rank", "\"beauty\"", [](Asked& a) { a.rank = "beauty"; });
        row("cost without a price", "search.rank.without_price", "rank", "price", [](Asked& a) { a.rank = "cost"; });
        row("a reserve as large as the memory", "search.range", "reserve", "80 GiB",
            [](Asked& a) { a.reserve_gib = 80; });
        row("a reserve below 0", "search.range", "reserve", "-1", [](Asked& a) { a.reserve_gib = -1; });
        row("a band below 0", "search.range", "band", "-3", [](Asked& a) { a.band_percent = -3; });
        row("a price below 0", "search.range", "price", "-2", [](Asked& a) { a.price = -2; });
        row("more numbers of devices than one asks for", "search.range", "devices", "more than 64", [](Asked& a) {
            for (int i = 2; i <= 65; ++i)
                a.devices += "," + std::to_string(i);
            a.devices += ",1";
        });
        row("a batch past 2^53", "search.range", "global_batch", "past 2^53", [](Asked& a) {
            a.batch = 9007199254740992;
            a.batch_per_device = true;
        });
    }
    void refused()
    {
        QFETCH(Asked, of);
        QFETCH(QString, code);
        QFETCH(QString, path);
        QFETCH(QString, says);
        const auto question = asked(of);
        QVERIFY(!question);
        QCOMPARE(question.diagnostics().size(), std::size_t(1));
        const Diagnostic& one = question.diagnostics().front();
        QCOMPARE(QString::fromStdString(one.code), code);
        QCOMPARE(QString::fromStdString(one.path), path);
        QVERIFY2(QString::fromStdString(one.message).contains(says), one.message.c_str());
    }

    void allProblemsAtOnce()
    {
        Asked of = plain();
        of.devices = "x";
        of.rank = "beauty";
        of.bounds[Field::pipeline_degree] = "0";
        of.tiers[Field::tensor_tier] = {7, 8};
        QCOMPARE(asked(of).diagnostics().size(), std::size_t(5));
    }

    void whatIsAskedIsSearched()
    {
        Asked of = plain();
        of.devices = "32..64";
        of.batch = 2;
        of.batch_per_device = true;
        of.reserve_gib = 4;
        of.bounds[Field::tensor_degree] = "8";
        of.words[Field::recompute] = {"full", "none"};
        const auto question = asked(of);
        QVERIFY(question);
        QCOMPARE(question->global_batch(32), std::int64_t(64));
        QCOMPARE(question->global_batch(64), std::int64_t(128));
        // 80 − 4 GiB, and what needs more does not count.
        QCOMPARE(question->judgement().limit.value(), 76.0 * 1024 * 1024 * 1024);
        const auto layouts = search::layouts_of(*question);
        QVERIFY(layouts && layouts->size() == 2);
        for (const search::Layout& layout : *layouts)
            for (std::uint64_t number = 0; number < layout.strategies(); number += 97) {
                const auto execution = layout.at(number);
                QCOMPARE(search::knob_value(Field::tensor_degree, execution), std::int64_t(8));
            }
    }

    void comesBackFromJson()
    {
        Asked of = plain();
        of.devices = "64..256";
        of.batch_per_device = true;
        of.bounds[Field::tensor_degree] = "1,4..8";
        of.bounds[Field::virtual_stages] = "..6";
        of.words[Field::all_gather_redo] = {"on"};
        of.tiers[Field::data_tier] = {1, 0};
        of.must_fit = false;
        of.reserve_gib = 3.25;
        of.rank = "cost";
        of.price = 2.5;
        of.band_percent = 0.5;
        of.words[Field::datatype] = {"float8"};
        const auto question = asked(of);
        QVERIFY(question);
        const auto document = JsonDocument::parse(search::to_json(*question).dump(), "question.json");
        QVERIFY(document);
        const auto again = search::question_from_json(*document, document->root(), "");
        QVERIFY2(again.has_value(), again ? "" : again.diagnostics().front().message.c_str());
        QVERIFY(*again == *question);
        QCOMPARE(search::question_digest(*again), search::question_digest(*question));
        of.band_percent = 1;
        QVERIFY(search::question_digest(*asked(of)) != search::question_digest(*question));
    }

    void brokenJsonIsRefused()
    {
        const Json good = search::to_json(*asked(plain()));
        const auto broken = [&](auto change) {
            Json changed = good;
            change(changed);
            const auto document = JsonDocument::parse(changed.dump(), "question.json");
            return search::question_from_json(*document, document->root(), "").diagnostics();
        };
        QVERIFY(broken([](Json&) {}).empty());
        for (const auto& [key, value] : good.items())
            QVERIFY2(!broken([key = key](Json& json) { json.erase(key); }).empty(), key.c_str());
        QVERIFY(!broken([](Json& json) { json["bounds"]["recompute"] = {7}; }).empty());
        QVERIFY(!broken([](Json& json) { json["bounds"]["network_tiers.data"] = {-1}; }).empty());
        const auto twice = broken([](Json& json) { json["bounds"]["recompute"] = {1, 1}; });
        QCOMPARE(twice.size(), std::size_t(1));
        QCOMPARE(twice.front().path, std::string("/bounds/recompute"));
        QVERIFY(!broken([](Json& json) { json["more"] = 1; }).empty());
        QVERIFY(!broken([](Json& json) { json["devices"] = Json::array(); }).empty());
        QVERIFY(!broken([](Json& json) { json["devices"] = {"64"}; }).empty());
    }
};

Q_DECLARE_METATYPE(Asked)
BLUEPRINTING_CORE_TEST(QuestionTest)
#include "question_test.moc"
