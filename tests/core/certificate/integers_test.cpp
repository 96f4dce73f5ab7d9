#include "tests/core/certificate/published.h"

#include "core/certificate/ablation.h"
#include "core/certificate/cell_key.h"
#include "core/certificate/evidence.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

using namespace blueprinting;
using namespace blueprinting::certificate;
using namespace blueprinting::certificate::testing;

namespace {

/// A document of one of the room's readers, with every integer that the reader knows.
struct Sample {
    const char* name;
    Json value;
    std::function<Diagnostics(const JsonDocument&)> read;
};

Json certificate_sample()
{
    Json root = Json::parse(published_certificate().bytes);
    root["cells"] = Json::array({root["cells"][0]});
    root["cells"][0]["candidates"] = Json::array({root["cells"][0]["candidates"][0]});
    root["cells"][0]["facts"]["ep"] = 1;
    root["cells"][0]["facts"]["etp"] = 1;
    root["fit_arguments"]["rerank_shapes"] = Json::array();
    return root;
}

Json manifest_sample()
{
    Json root = Json::parse(published_manifest().bytes);
    root["cells"] = Json::array({root["cells"][0]});
    return root;
}

Json ablations_sample()
{
    Json root = Json::parse(published_ablations().bytes);
    root["ablations"] = Json::array({root["ablations"][0]});
    return root;
}

Json row_sample(const char* type)
{
    Json row = {{"record_type", type},
                {"cell", "cal-one"},
                {"model", "M"},
                {"layers", 4},
                {"gdn_layers", 0},
                {"tp", 1},
                {"cp", 1},
                {"ep", 1},
                {"etp", 1},
                {"uses_gdn", 0},
                {"hidden_size", 512},
                {"source", std::string(64, 'b')},
                {"device", "D"},
                {"param_dtype", "bf16"},
                {"workload", {{"kind", "one"}, {"group", 2}}}};
    row["requests_sha256"] = std::string(64, 'a');
    return row;
}

Json cell_row_sample()
{
    Json row = row_sample("calibration_cell");
    row["candidates"] = Json::array({{{"label", "layout"},
                                      {"features",
                                       {{"packed_tokens", 1000},
                                        {"segment_count", 1},
                                        {"max_depth", 1},
                                        {"segments_below", {0, 0, 0, 0, 1, 1, 1, 1}}}}}});
    return row;
}

Json sample_row_sample()
{
    Json row = row_sample("calibration_sample");
    row.update({{"candidate_label", "layout"},
                {"role", "measured"},
                {"ms_max_rank", 12.5},
                {"admission_failed", 0},
                {"subforward_count", 1},
                {"compile_statuses", {"none"}}});
    return row;
}

std::vector<Sample> samples()
{
    const auto evidence = [](const JsonDocument& document) {
        const EvidenceFile file{"rows.jsonl", document.root().dump() + "\n"};
        return read_evidence(std::span(&file, 1)).diagnostics();
    };
    return {
        {"certificate", certificate_sample(),
         [](const JsonDocument& document) { return read_certificate(document).diagnostics(); }},
        {"manifest", manifest_sample(),
         [](const JsonDocument& document) { return read_manifest(document).diagnostics(); }},
        {"ablations", ablations_sample(),
         [](const JsonDocument& document) { return read_ablations(document).diagnostics(); }},
        {"calibration_cell", cell_row_sample(), evidence},
        {"calibration_sample", sample_row_sample(), evidence},
    };
}

/// Whole-valued numbers that are no integers of the format: reals, and what is kept and not read.
bool is_no_integer(const std::string& pointer)
{
    static const QRegularExpression real(QStringLiteral(
        "/(median_ms|spread_pct|ms_max_rank|pairwise_accuracy|[a-z0-9_]*_pct)$|/workload/(seed|shape)\\b"));
    return real.match(text(pointer)).hasMatch();
}

/// Pointers of all integers below a value.
void integers_of(const Json& value, const std::string& at, std::vector<std::string>& out)
{
    if (value.is_structured())
        for (const auto& item : value.items())
            integers_of(item.value(), at + "/" + item.key(), out);
    else if (value.is_number_integer() && !is_no_integer(at))
        out.push_back(at);
}

/// All keys of all objects in a value.
void keys_of(const Json& value, QSet<QString>& out)
{
    if (!value.is_structured())
        return;
    for (const auto& item : value.items()) {
        if (value.is_object())
            out.insert(text(item.key()));
        keys_of(item.value(), out);
    }
}

QString last_word(const std::string& pointer)
{
    // An entry of a list goes by the list's name.
    static const QRegularExpression word(QStringLiteral("([a-z][a-z0-9_]*)(/\\d+)?$"));
    return word.match(text(pointer)).captured(1);
}

/// All source text of the room, by file.
QMap<QString, QString> sources()
{
    QMap<QString, QString> out;
    const QDir room(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/core/certificate"));
    for (const QString& name : room.entryList({"*.cpp", "*.h"})) {
        QFile file(room.filePath(name));
        if (file.open(QIODevice::ReadOnly))
            out[name] = QString::fromUtf8(file.readAll());
    }
    return out;
}

} // namespace

/// Integers past 2^53 are refused by every reader of the room, whatever field they stand in.
class CertificateIntegersTest : public QObject {
    Q_OBJECT
private slots:
    void everyField_data();
    void everyField();
    void noFieldIsForgotten();
    void keys();
};

void CertificateIntegersTest::everyField_data()
{
    QTest::addColumn<int>("sample");
    QTest::addColumn<QString>("pointer");
    const auto all = samples();
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::vector<std::string> pointers;
        integers_of(all[i].value, "", pointers);
        for (const std::string& pointer : pointers)
            QTest::newRow((all[i].name + pointer).c_str()) << static_cast<int>(i) << text(pointer);
    }
}

void CertificateIntegersTest::everyField()
{
    QFETCH(int, sample);
    QFETCH(QString, pointer);
    const Sample with = samples()[static_cast<std::size_t>(sample)];
    const auto complaints = [&](const char* number) {
        Json value = with.value;
        if (number)
            value[Json::json_pointer(pointer.toStdString())] = Json::parse(number);
        const auto document = JsonDocument::parse(value.dump(), "some.json");
        return with.read(*document);
    };
    QVERIFY(complaints(nullptr).empty());
    for (const char* number :
         {"9007199254740993", "9223372036854775807", "18446744073709551615", "1e16", "-9007199254740993"}) {
        const Diagnostics found = complaints(number);
        QVERIFY2(!found.empty(), number);
        const std::string name = last_word(pointer.toStdString()).toStdString();
        QVERIFY2(text(found.front().message).contains(text(name)), found.front().message.c_str());
        QVERIFY2(found.front().message.find("2^53") != std::string::npos ||
                     found.front().message.find("true, false, 1 or 0") != std::string::npos,
                 found.front().message.c_str());
    }
    // 2^53 itself may be out of a field's own range, but is an integer.
    for (const Diagnostic& each : complaints("9007199254740992"))
        QVERIFY2(each.message.find("2^53") == std::string::npos, each.message.c_str());
}

/// Every field that the lists of fields name stands in the samples above, and nothing asks for an integer in another
/// way: a field that is added without the one or by the other fails here.
void CertificateIntegersTest::noFieldIsForgotten()
{
    QSet<QString> walked;
    for (const Sample& sample : samples())
        keys_of(sample.value, walked);
    const QRegularExpression asked(
        QStringLiteral("\\b(?:visit(?:\\.\\w+)?|optional_wholes?|wholes?|flag|integer)\\(\\s*\"([^\"]+)\""));
    const QRegularExpression otherwise(
        QStringLiteral("get<\\s*(?:std::)?(?:u?int\\w*|unsigned|long|size_t)[^>]*>|get_to\\("));
    int fields = 0;
    const auto room = sources();
    QVERIFY(room.size() > 20);
    for (auto file = room.begin(); file != room.end(); ++file) {
        for (auto found = asked.globalMatch(file.value()); found.hasNext(); ++fields) {
            const QString field = found.next().captured(1);
            QVERIFY2(walked.contains(field),
                     qPrintable(file.key() + " reads \"" + field + "\", which no sample holds"));
        }
        QVERIFY2(!otherwise.match(file.value()).hasMatch(), qPrintable(file.key() + " reads an integer of its own"));
    }
    QVERIFY(fields >= 50);
}

void CertificateIntegersTest::keys()
{
    // A key holds numbers, too: one past 2^53 is no part of any known form.
    for (const std::string part : {"L", "tp", "cp", "ep", "etp", "g"}) {
        QVERIFY(parse_cell_key("a|b|" + part + "9007199254740992").unknown.empty());
        QCOMPARE(parse_cell_key("a|b|" + part + "9007199254740993").unknown,
                 std::vector<std::string>{part + "9007199254740993"});
    }
}

BLUEPRINTING_CORE_TEST(CertificateIntegersTest)
#include "integers_test.moc"
