#include "core/base/json_document.h"
#include "core/base/json_lines.h"
#include "core/certificate/read.h"
#include "core/certificate/report.h"
#include "tests/growth/declared.h"
#include "tests/growth/shapes.h"
#include "tests/support/counters.h"
#include "tests/support/readers.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <algorithm>
#include <set>

using namespace blueprinting;
using namespace blueprinting::testing;

/// No reader takes more than in proportion to what it reads, whatever stands there, of time (steps, counted) or of
/// memory (bytes allocated); and what it says of a text is no longer than anybody reads.
class ReadersTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::vector<Reader> m_readers;

    const Reader& reader(const QString& name) const
    {
        return *std::find_if(m_readers.begin(), m_readers.end(),
                             [&](const Reader& each) { return each.name == name.toStdString(); });
    }

private slots:
    void initTestCase();
    void every_declared_reader_is_here();
    void seeds_are_read_data();
    void seeds_are_read();
    void steps_are_counted();
    void twice_the_text_takes_at_most_twice_data();
    void twice_the_text_takes_at_most_twice();
    void twice_the_certificate_is_verified_in_twice_data();
    void twice_the_certificate_is_verified_in_twice();
};

namespace {

constexpr std::size_t kSize = 4000; ///< bytes: so many more than that what is counted in the thousands stands out
constexpr double kMostRatio = 2.2;
/// For each byte of the text. Not optimised, a parser takes some two hundred steps for a byte, and a value of two bytes
/// some forty bytes.
constexpr double kMostSteps = 1500;
constexpr double kMostBytes = 256;

Used used_by(const Reader& reader, const std::string& text, Diagnostics& said)
{
    const Used before = used();
    {
        Diagnostics found = reader.read(text);
        const Used after = used();
        said = std::move(found);
        return {after.bytes - before.bytes, after.steps - before.steps};
    }
}

std::string first_line(const std::string& seed)
{
    JsonLines lines(seed);
    const auto line = lines.next();
    return line ? std::string(line->text) : std::string();
}

/// The lines of the seed over and over, each time with other names.
std::string many_lines(const std::string& seed, std::size_t size)
{
    std::string out;
    for (std::size_t i = 0; out.size() < size; ++i) {
        JsonLines lines(seed);
        while (const auto line = lines.next()) {
            Json value = Json::parse(line->text);
            if (value.contains("cell"))
                value["cell"] = "c" + std::to_string(100000 + i);
            out += value.dump() + "\n";
        }
    }
    return out;
}

/// One cell with many candidates, or many runs of one that nobody announced.
std::string many_labels(const std::string& seed, std::size_t size)
{
    std::string out = seed;
    JsonLines lines(seed);
    while (const auto line = lines.next()) {
        const Json value = Json::parse(line->text);
        if (!value.contains("candidate_label"))
            continue;
        for (std::size_t i = 0; out.size() < seed.size() + size; ++i) {
            Json copy = value;
            copy["candidate_label"] = "l" + std::to_string(100000 + i);
            out += copy.dump() + "\n";
        }
    }
    return out;
}

std::vector<growth::Shape> shapes_of(const Reader& reader)
{
    if (!reader.lines)
        return growth::shapes();
    std::vector<growth::Shape> out;
    for (const growth::Shape& each : growth::shapes())
        out.push_back({each.name + " in a line", [make = each.make](const std::string& seed, std::size_t size) {
                           return make(first_line(seed), size);
                       }});
    out.push_back({"many lines", many_lines});
    out.push_back({"many labels", many_labels});
    return out;
}

} // namespace

void ReadersTest::initTestCase()
{
    m_readers = all_readers(m_folder.path().toStdString());
    QVERIFY(m_readers.size() > 20);
}

/// A reader that somebody adds stands in the list, or this fails.
void ReadersTest::every_declared_reader_is_here()
{
    std::set<std::string> listed;
    for (const Reader& each : m_readers)
        listed.insert(each.functions.begin(), each.functions.end());
    const std::set<std::string> declared = growth::declared_readers(BLUEPRINTING_SOURCE_DIR);
    QVERIFY(declared.size() > 15); // the search itself finds something
    QVERIFY(declared.contains("read_certificate") && declared.contains("read_evidence"));
    for (const std::string& name : declared)
        QVERIFY2(
            listed.contains(name),
            qPrintable(QStringLiteral("tests/support/readers.cpp does not know %1").arg(QString::fromStdString(name))));
}

void ReadersTest::seeds_are_read_data()
{
    QTest::addColumn<QString>("name");
    for (const Reader& each : m_readers)
        QTest::newRow(each.name.c_str()) << QString::fromStdString(each.name);
}

/// Else what grows below would be refused at its first word.
void ReadersTest::seeds_are_read()
{
    QFETCH(QString, name);
    const Reader& one = reader(name);
    QVERIFY(!one.seeds.empty());
    std::string said;
    int read = 0;
    for (const std::string& seed : one.seeds) {
        const Diagnostics found = one.read(seed);
        read += found.empty() ? 1 : 0;
        if (!found.empty())
            said = to_line(found.front());
    }
    QVERIFY2(read > 0, said.c_str());
}

/// Without the steps the half of what is asked below would hold of itself.
void ReadersTest::steps_are_counted()
{
    Diagnostics said;
    const Reader& json = m_readers.front();
    const Used small = used_by(json, "[" + std::string(1000, ' ') + "]", said);
    const Used large = used_by(json, "[" + std::string(9000, ' ') + "]", said);
    QVERIFY(small.steps > 1000);
    QVERIFY(large.steps > small.steps + 8000);
}

void ReadersTest::twice_the_text_takes_at_most_twice_data() { seeds_are_read_data(); }

void ReadersTest::twice_the_text_takes_at_most_twice()
{
    QFETCH(QString, name);
    const Reader& one = reader(name);
    int tried = 0;
    for (const growth::Shape& shape : shapes_of(one)) {
        const std::string& seed = one.seeds.front();
        const std::string text = shape.make(seed, kSize);
        const std::string twice = shape.make(seed, 2 * kSize);
        if (text.empty() || twice.size() < text.size() + kSize / 4)
            continue; // the shape cannot be made of this seed
        ++tried;
        Diagnostics said;
        if (tried == 1)
            static_cast<void>(used_by(one, text, said)); // what is made once in a run is made here
        const Used first = used_by(one, text, said);
        const Used second = used_by(one, twice, said);
        const auto in_proportion = [&](const char* what, std::uint64_t a, std::uint64_t b) {
            const bool holds = static_cast<double>(b) <= kMostRatio * static_cast<double>(a);
            if (!holds)
                qInfo("%s: %s: %llu %s, of twice the text %llu", one.name.c_str(), shape.name.c_str(),
                      static_cast<unsigned long long>(a), what, static_cast<unsigned long long>(b));
            return holds;
        };
        const bool bytes = in_proportion("bytes", first.bytes, second.bytes);
        const bool steps = in_proportion("steps", first.steps, second.steps);
        QVERIFY2(bytes && steps, qPrintable(QString::fromStdString(shape.name)));
        // In proportion is not enough where each byte costs a thousand times what reading it takes.
        const double more = static_cast<double>(twice.size() - text.size());
        const auto grown = [more](std::uint64_t a, std::uint64_t b) { // what is refused early may take less
            return (static_cast<double>(b) - static_cast<double>(a)) / more;
        };
        const double steps_a_byte = grown(first.steps, second.steps);
        const double bytes_a_byte = grown(first.bytes, second.bytes);
        if (std::getenv("GROWTH_PRINT"))
            printf("R %s|%s|%.1f|%.1f\n", one.name.c_str(), shape.name.c_str(), steps_a_byte, bytes_a_byte);
        QVERIFY2(one.works || (steps_a_byte < kMostSteps && bytes_a_byte < kMostBytes),
                 qPrintable(QStringLiteral("%1: %2 steps and %3 bytes for each byte more")
                                .arg(QString::fromStdString(shape.name))
                                .arg(steps_a_byte)
                                .arg(bytes_a_byte)));
        QVERIFY2(said.size() <= Diagnostics::kMost + 1, qPrintable(QString::fromStdString(shape.name)));
        for (const Diagnostic& each : said)
            QVERIFY2(to_line(each).size() < 2000, qPrintable(QString::fromStdString(shape.name)));
    }
    QVERIFY(tried > 10);
}

namespace {

/// A certificate of `count` cells of two candidates each, with lists of the fit's arguments as long.
Json certificate_of(const std::string& seed, std::size_t count, const QString& shape)
{
    Json root = Json::parse(seed);
    Json model = root["cells"][0];
    model["candidates"].erase(model["candidates"].begin() + 2, model["candidates"].end());
    Json& fit = root["fit_arguments"];
    fit["objective"] = "lsq"; // the search takes thousands of times what all else takes, and would hide it
    root["cells"] = Json::array();
    root["manifest"]["expected"] = Json::array();
    std::string patterns;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string number = std::to_string(100000 + i);
        Json cell = model;
        cell["cell"] = "c" + number + "|m|L32|tp1|cp1";
        if (shape == "re-ranked shapes") {
            cell["facts"]["cp"] = 100000 + i;
            fit["rerank_shapes"].push_back("tp1cp" + number);
        }
        if (shape == "excluded cells")
            fit["exclude_cells"].push_back("d" + number);
        patterns += (i == 0 ? "c" : ",c") + number;
        root["manifest"]["expected"].push_back(cell["cell"]);
        root["cells"].push_back(std::move(cell));
    }
    if (shape == "hold-out patterns")
        fit["holdout"] = patterns;
    return root;
}

} // namespace

void ReadersTest::twice_the_certificate_is_verified_in_twice_data()
{
    QTest::addColumn<QString>("shape");
    for (const char* shape : {"cells", "re-ranked shapes", "hold-out patterns", "excluded cells"})
        QTest::newRow(shape) << shape;
}

/// With the fit, all checks and their report.
void ReadersTest::twice_the_certificate_is_verified_in_twice()
{
    QFETCH(QString, shape);
    namespace cert = certificate;
    const auto used_for = [&](std::size_t count) {
        const auto read = cert::read_certificate(
            *JsonDocument::parse(certificate_of(reader("certificate").seeds.front(), count, shape).dump(), "input"));
        const Used before = used();
        const cert::Assessment assessment = cert::assess(*read);
        const auto fitted = cert::refit(*read, assessment.set, {});
        const auto checks = cert::run_checks(*read, nullptr, assessment, &fitted);
        const Json said = cert::verify_json(*read, nullptr, checks, cert::judge_checks(checks));
        const Used after = used();
        if (said.dump().size() > 20000)
            qFatal("what is said is as long as the file");
        return Used{after.bytes - before.bytes, after.steps - before.steps};
    };
    static_cast<void>(used_for(100)); // what is made once in a run is made here
    const Used first = used_for(500);
    const Used second = used_for(1000);
    QVERIFY(first.steps > 100000);
    QVERIFY2(double(second.bytes) <= kMostRatio * double(first.bytes),
             qPrintable(QStringLiteral("%1 bytes, then %2").arg(first.bytes).arg(second.bytes)));
    QVERIFY2(double(second.steps) <= kMostRatio * double(first.steps),
             qPrintable(QStringLiteral("%1 steps, then %2").arg(first.steps).arg(second.steps)));
}

BLUEPRINTING_CORE_TEST(ReadersTest)
#include "readers_test.moc"
