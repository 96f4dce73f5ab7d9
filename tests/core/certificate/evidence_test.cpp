#include "tests/core/certificate/published.h"

#include "core/certificate/build.h"
#include "core/certificate/write.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::certificate;
using namespace blueprinting::certificate::testing;

namespace {

/// A campaign of 2 workloads × TP1 CP1, TP1 CP2 with three layouts each, whose times are 3 µs a token and layer and
/// rank.
struct Campaign {
    std::vector<std::string> rows;

    static Json cell_fields(const std::string& cell, int cp)
    {
        return {{"cell", cell}, {"model", "Model-A"}, {"layers", 4},
                {"tp", 1},      {"cp", cp},           {"workload", {{"kind", cell}}}};
    }

    static Json cell_row(const std::string& cell, int cp)
    {
        Json row = cell_fields(cell, cp);
        row["record_type"] = "calibration_cell";
        row["gdn_layers"] = 0;
        row["uses_gdn"] = false;
        row["requests_sha256"] = std::string(64, 'a');
        row["source"] = std::string(64, 'b');
        row["device"] = "Device-1";
        row["param_dtype"] = "torch.bfloat16";
        row["hidden_size"] = 512;
        row["candidates"] = Json::array();
        for (int i = 0; i < 3; ++i)
            row["candidates"].push_back({{"label", label(i)}, {"features", features(i)}});
        row["candidates"].push_back({{"label", "automatic"}, {"features", features(0)}, {"matches", {label(0)}}});
        return row;
    }

    static std::string label(int i) { return "layout_" + std::to_string(i); }
    static int tokens(int i) { return 1000 * (i + 1); }
    /// Two segments of half the tokens each: 500, 1000 or 1500, none of them tiny.
    static Json features(int i)
    {
        Json below = Json::array();
        for (int threshold = 64; threshold <= 8192; threshold *= 2)
            below.push_back(tokens(i) / 2 < threshold ? 2 : 0);
        return {{"packed_tokens", tokens(i)}, {"segment_count", 2}, {"max_depth", 1}, {"segments_below", below}};
    }

    static Json sample_row(const std::string& cell, int cp, const std::string& candidate, double ms)
    {
        Json row = cell_fields(cell, cp);
        row["record_type"] = "calibration_sample";
        row["candidate_label"] = candidate;
        row["role"] = "measured";
        row["ms_max_rank"] = ms;
        row["admission_failed"] = false;
        row["subforward_count"] = 1;
        row["compile_statuses"] = {"none", "none"};
        return row;
    }

    void add(const Json& row) { rows.push_back(row.dump()); }

    /// All cells with three usable rows a candidate: the time, 1 % less, 2 % more.
    static Campaign whole()
    {
        Campaign out;
        for (const std::string cell : {"cal-one", "cal-two"}) {
            for (const int cp : {1, 2}) {
                out.add(cell_row(cell, cp));
                for (int i = 0; i < 3; ++i) {
                    const double ms = 3e-3 * tokens(i) * 4 / cp;
                    for (const double factor : {1.0, 0.99, 1.02})
                        out.add(sample_row(cell, cp, label(i), ms * factor));
                }
                for (int i = 0; i < 2; ++i)
                    out.add(sample_row(cell, cp, "automatic", 3e-3 * tokens(0) * 4 / cp));
            }
        }
        return out;
    }

    [[nodiscard]] std::string text() const
    {
        std::string out;
        for (const std::string& row : rows)
            out += row + "\n";
        return out;
    }
};

Manifest manifest_of(const std::vector<std::string>& keys)
{
    Manifest out;
    out.schema = kManifestSchema;
    out.file = "list.json";
    for (const std::string& key : keys)
        out.cells.push_back({key, "", key.substr(0, key.find('|')), "Model-A", 4, 1, key.ends_with("cp2") ? 2 : 1,
                             std::nullopt, Json::object()});
    return out;
}

const std::vector<std::string> kKeys{"cal-one|Model-A|L4|tp1|cp1", "cal-one|Model-A|L4|tp1|cp2",
                                     "cal-two|Model-A|L4|tp1|cp1", "cal-two|Model-A|L4|tp1|cp2"};

Result<Evidence> read(const std::string& text)
{
    const EvidenceFile file{"rows.jsonl", text};
    return read_evidence(std::span(&file, 1));
}

std::string codes(const Diagnostics& diagnostics)
{
    std::set<std::string> out;
    for (const Diagnostic& diagnostic : diagnostics)
        out.insert(diagnostic.code);
    std::string joined;
    for (const std::string& code : out)
        joined += (joined.empty() ? "" : " ") + code;
    return joined;
}

} // namespace

class CertificateEvidenceTest : public QObject {
    Q_OBJECT
private slots:
    void mediansAndSpread();
    void usable_data();
    void usable();
    void tolerated();
    void refused_data();
    void refused();
    void twoFiles();
    void sameRunTwice_data();
    void sameRunTwice();
    void sameRowsTwice_data();
    void sameRowsTwice();
    void gaps();
    void built();
    void builtAgainstManifest_data();
    void builtAgainstManifest();
    void nothingToFit();
    void implausible_data();
    void implausible();
    void untrustedFit_data();
    void untrustedFit();
};

void CertificateEvidenceTest::mediansAndSpread()
{
    Campaign campaign = Campaign::whole();
    campaign.add(Campaign::sample_row("cal-one", 1, "layout_0", 12.06)); // a fourth row: 12, 11.88, 12.24, 12.06
    const auto evidence = read(campaign.text());
    QVERIFY(evidence.has_value());
    const Aggregate made = aggregate(*evidence, 3);
    QVERIFY(made.gaps.empty());
    QCOMPARE(made.cells.size(), std::size_t{4});
    const Cell& cell = made.cells[0];
    QCOMPARE(text(cell.key), text(kKeys[0]));
    QCOMPARE(cell.candidates.size(), std::size_t{3}); // without the automatic one
    QCOMPARE(cell.candidates[0].n, std::int64_t{4});
    QCOMPARE(cell.candidates[0].median_ms, (12.0 + 12.06) / 2);
    QCOMPARE(cell.candidates[0].spread_pct, (12.24 - 11.88) / 12.03 * 100);
    QCOMPARE(cell.candidates[1].n, std::int64_t{3});
    QCOMPARE(cell.candidates[1].median_ms, 24.0);
    QCOMPARE(cell.candidates[1].spread_pct, 3.0); // (24.48 − 23.76)/24
    // The production selection is reported: it takes what layout_0 takes.
    QCOMPARE(made.automatic.size(), std::size_t{4});
    QCOMPARE(made.automatic[1].matches, std::vector<std::string>{"layout_0"});
    QCOMPARE(made.automatic[1].median_ms, 6.0);
    QCOMPARE(made.automatic[1].regret_pct, 0.0);
}

void CertificateEvidenceTest::usable_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("value"); // JSON
    QTest::addColumn<bool>("counts");
    QTest::newRow("as it is") << "role"
                              << "\"measured\"" << true;
    QTest::newRow("warm-up") << "role"
                             << "\"warm-up\"" << false;
    QTest::newRow("not admitted") << "admission_failed"
                                  << "true" << false;
    QTest::newRow("split") << "subforward_count"
                           << "2" << false;
    QTest::newRow("compiled on one rank") << "compile_statuses"
                                          << "[\"none\",\"compiled\"]" << false;
    QTest::newRow("no statuses") << "compile_statuses"
                                 << "[]" << true;
    QTest::newRow("this planner") << "planner_variant"
                                  << "\"current\"" << true;
    QTest::newRow("an older planner") << "planner_variant"
                                      << "\"legacy\"" << false;
}

void CertificateEvidenceTest::usable()
{
    QFETCH(QString, field);
    QFETCH(QString, value);
    QFETCH(bool, counts);
    Json row = Campaign::sample_row("cal-one", 1, "layout_0", 12);
    row[field.toStdString()] = Json::parse(value.toStdString());
    const auto evidence = read(row.dump() + "\n");
    QVERIFY(evidence.has_value());
    const EvidenceSamples& samples = evidence->samples.at(kKeys[0]).at("layout_0");
    QCOMPARE(samples.milliseconds.size(), std::size_t{counts ? 1u : 0u});
    QCOMPARE(samples.refused + samples.split + samples.compiled + samples.warm_up + samples.other_planner,
             std::size_t{counts ? 0u : 1u});
}

void CertificateEvidenceTest::tolerated()
{
    Json row = Campaign::sample_row("cal-one", 1, "layout_0", 12);
    row["host"] = "node-3";
    const std::string text_of = row.dump() + "\n\n{\"record_type\":\"calibration_note\",\"x\":1}\n" + row.dump();
    const auto evidence = read(text_of);
    QVERIFY(evidence.has_value());
    QCOMPARE(evidence->rows, std::size_t{3});
    QCOMPARE(evidence->unterminated, std::size_t{1});
    QCOMPARE(evidence->unknown_types.at("calibration_note"), std::size_t{1});
    QCOMPARE(evidence->unknown_fields.at("calibration_sample/host"), std::size_t{2});
    QCOMPARE(evidence->samples.at(kKeys[0]).at("layout_0").milliseconds.size(), std::size_t{2});
    QCOMPARE(read(row.dump() + "\n")->unterminated, std::size_t{0});
    // Likewise at any depth, once a row.
    Json deep = Campaign::cell_row("cal-one", 1);
    deep["workload"]["seed"] = 7;
    for (Json& candidate : deep["candidates"]) {
        candidate["area"] = 3;
        candidate["features"]["work"] = 12;
    }
    const std::map<std::string, std::size_t> unknown{{"calibration_cell/candidates/*/area", 1},
                                                     {"calibration_cell/candidates/*/features/work", 1},
                                                     {"calibration_cell/workload/seed", 1}};
    QVERIFY(read(deep.dump())->unknown_fields == unknown);
    QCOMPARE(aggregate(*evidence, 2).unannounced, std::vector<std::string>{kKeys[0]});

    // A sample may repeat how its cell was executed, before and after the cell says it.
    Json repeating = Campaign::cell_row("cal-one", 1);
    repeating.erase("candidates");
    repeating.update(Campaign::sample_row("cal-one", 1, "layout_0", 12));
    const std::string around = repeating.dump() + "\n";
    const auto repeated = read(around + Campaign::cell_row("cal-one", 1).dump() + "\n" + around);
    QVERIFY(repeated.has_value());
    QVERIFY(repeated->unknown_fields.empty());
    QCOMPARE(repeated->samples.at(kKeys[0]).at("layout_0").milliseconds.size(), std::size_t{2});
}

void CertificateEvidenceTest::refused_data()
{
    QTest::addColumn<QString>("line"); // the third of the file
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("path");
    const auto sample = [](const char* field, const Json& value) {
        Json row = Campaign::sample_row("cal-one", 1, "layout_0", 12);
        row[field] = value;
        return QString::fromStdString(row.dump());
    };
    QTest::newRow("cut") << R"({"record_type":"calibration_sample","ce)"
                         << "json.syntax" << 40 << "";
    QTest::newRow("not an object") << "[1]"
                                   << "reader.type" << 1 << "";
    QTest::newRow("no record type") << "{}"
                                    << "reader.missing" << 1 << "/record_type";
    QTest::newRow("a time of zero") << sample("ms_max_rank", 0) << "reader.range" << -1 << "/ms_max_rank";
    QTest::newRow("a time in words") << sample("ms_max_rank", "12") << "reader.type" << -1 << "/ms_max_rank";
    QTest::newRow("a degree of zero") << sample("cp", 0) << "reader.range" << -1 << "/cp";
    QTest::newRow("half a layer") << sample("layers", 0.5) << "reader.type" << -1 << "/layers";
    Json other = Campaign::cell_row("cal-one", 1);
    other["device"] = "Device-2";
    QTest::newRow("another fingerprint") << QString::fromStdString(other.dump()) << "evidence.fingerprint" << -1
                                         << "/device";
    other = Campaign::cell_row("cal-one", 1);
    other.erase("source");
    QTest::newRow("a fingerprint with less")
        << QString::fromStdString(other.dump()) << "evidence.fingerprint" << -1 << "/source";
    QTest::newRow("a sample of another source")
        << sample("source", std::string(64, 'c')) << "evidence.fingerprint" << -1 << "/source";
    QTest::newRow("a sample of other requests")
        << sample("requests_sha256", std::string(64, 'c')) << "evidence.fingerprint" << -1 << "/requests_sha256";
    QTest::newRow("a sample of another device")
        << sample("device", "Device-2") << "evidence.fingerprint" << -1 << "/device";
    QTest::newRow("a sample of another datatype")
        << sample("param_dtype", "torch.float16") << "evidence.fingerprint" << -1 << "/param_dtype";
    QTest::newRow("a sample of another width")
        << sample("hidden_size", 1024) << "evidence.fingerprint" << -1 << "/hidden_size";
    QTest::newRow("a sample with GDN layers") << sample("gdn_layers", 1) << "evidence.layout" << -1 << "/gdn_layers";
    QTest::newRow("a sample that uses GDN") << sample("uses_gdn", true) << "evidence.layout" << -1 << "/uses_gdn";
    other = Campaign::cell_row("cal-one", 1);
    other["candidates"][0]["features"]["packed_tokens"] = 5;
    QTest::newRow("another layout") << QString::fromStdString(other.dump()) << "evidence.layout" << -1 << "/candidates";
    other = Campaign::cell_row("cal-three", 1);
    other["candidates"].push_back(other["candidates"][0]);
    QTest::newRow("a label announced twice")
        << QString::fromStdString(other.dump()) << "evidence.layout" << -1 << "/candidates";
}

void CertificateEvidenceTest::refused()
{
    QFETCH(QString, line);
    QFETCH(QString, code);
    QFETCH(int, column);
    QFETCH(QString, path);
    const std::string cell = Campaign::cell_row("cal-one", 1).dump();
    const auto evidence = read(cell + "\n" + cell + "\n" + line.toStdString() + "\n" + cell + "\n");
    QVERIFY(!evidence.has_value());
    const Diagnostic& first = evidence.diagnostics().front();
    QCOMPARE(text(first.code), code);
    QCOMPARE(text(first.path), path);
    QCOMPARE(first.location->line, std::size_t{3});
    QCOMPARE(text(first.location->file), QString("rows.jsonl"));
    if (column > 0)
        QCOMPARE(first.location->column, static_cast<std::size_t>(column));
}

void CertificateEvidenceTest::twoFiles()
{
    const std::string cell = Campaign::cell_row("cal-one", 1).dump() + "\n";
    const std::vector<EvidenceFile> files{{"a.jsonl", cell}, {"b.jsonl", "{\n"}};
    const auto evidence = read_evidence(files);
    QVERIFY(!evidence.has_value());
    QCOMPARE(text(evidence.diagnostics().front().location->file), QString("b.jsonl"));
    QCOMPARE(evidence.diagnostics().front().location->line, std::size_t{1});
}

void CertificateEvidenceTest::sameRunTwice_data()
{
    QTest::addColumn<QStringList>("files"); // "a" to "c" are runs of one candidate, "C" its announcement
    QTest::addColumn<QString>("places");    // of the run that stands twice, and of its first; "" for none
    QTest::addColumn<int>("equal");
    // a and b have times of few digits, x one of many, which no two runs share.
    QTest::newRow("honest runs of equal time") << QStringList{"Caab"} << "" << 1;
    QTest::newRow("runs that a field tells apart") << QStringList{"Cnm"} << "" << 0;
    QTest::newRow("runs that only a field tells apart, twice") << QStringList{"Cnm", "m"} << "2:1 1:3" << 0;
    QTest::newRow("another file with more") << QStringList{"Cab", "ac"} << "2:1 1:2" << 0;
    QTest::newRow("another order") << QStringList{"Cab", "baC"} << "2:1 1:3" << 0;
    QTest::newRow("written with other blanks and order of keys") << QStringList{"Cab", "CA"} << "2:2 1:2" << 0;
    QTest::newRow("a part of it") << QStringList{"Cabx", "b"} << "2:1 1:3" << 0;
    QTest::newRow("a file behind itself") << QStringList{"CabCab"} << "1:5 1:2" << 0;
    QTest::newRow("a file behind itself, announced last") << QStringList{"CabbaC"} << "1:5 1:2" << 0;
    QTest::newRow("many digits, in one file") << QStringList{"Cxabx"} << "1:5 1:2" << 0;
    QTest::newRow("another candidate, another cell") << QStringList{"Cal", "o"} << "" << 0;
    QTest::newRow("rows that count for nothing") << QStringList{"Cw", "w"} << "" << 0;
}

void CertificateEvidenceTest::sameRunTwice()
{
    QFETCH(QStringList, files);
    QFETCH(QString, places);
    QFETCH(int, equal);
    const auto with = [](Json row, const char* key, const Json& value) {
        row[key] = value;
        return row.dump();
    };
    const Json a = Campaign::sample_row("cal-one", 1, "layout_0", 12.5);
    std::string spaced = "{ \"ms_max_rank\" : 1.25e1";
    for (const auto& item : a.items())
        if (item.key() != "ms_max_rank")
            spaced += " , \"" + item.key() + "\" :  " + item.value().dump();
    const std::map<QChar, std::string> rows{
        {'C', Campaign::cell_row("cal-one", 1).dump()},
        {'a', a.dump()},
        {'A', spaced + " }"},
        {'b', with(a, "ms_max_rank", 12.75)},
        {'c', with(a, "ms_max_rank", 13.0)},
        {'x', with(a, "ms_max_rank", 12.3456789)},
        {'n', with(a, "run", 1)},
        {'m', with(a, "run", 2)},
        {'l', with(a, "candidate_label", "layout_1")},
        {'o', Campaign::sample_row("cal-two", 1, "layout_0", 12.5).dump()},
        {'w', with(a, "role", "warm-up")},
    };
    std::vector<EvidenceFile> given;
    for (const QString& file : files) {
        std::string all;
        for (const QChar row : file)
            all += rows.at(row) + "\n";
        given.push_back({std::to_string(given.size() + 1), all});
    }
    const auto evidence = read_evidence(given);
    QCOMPARE(evidence.has_value(), places.isEmpty());
    if (evidence) {
        QCOMPARE(int(evidence->equal_rows), equal);
        return;
    }
    QCOMPARE(text(codes(evidence.diagnostics())), QString("evidence.repeated"));
    const Diagnostic& refused = evidence.diagnostics().front();
    const QString said = text(to_line(refused));
    if (files.first() == QLatin1String("CabbaC")) { // what was taken for equal is a copy, as the cell's rows begin anew
        QVERIFY2(said.startsWith("1:6:") && said.contains("the row at line 4 is that at line 3"), qPrintable(said));
        return;
    }
    QVERIFY2(said.startsWith(places.section(' ', 0, 0) + ":") &&
                 said.contains("was already given at " + places.section(' ', 1) + ":"),
             qPrintable(said));
}

void CertificateEvidenceTest::sameRowsTwice_data()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::addColumn<bool>("refused");
    const QString a = QString::fromStdString(Campaign::sample_row("cal-one", 1, "layout_0", 12).dump());
    const QString b = QString::fromStdString(Campaign::sample_row("cal-one", 1, "layout_0", 13).dump());
    QTest::newRow("the same bytes") << a + "\n" + b + "\n" << a + "\n" + b + "\n" << true;
    QTest::newRow("without the last newline") << a + "\n" + b + "\n" << a + "\n" + b << true;
    QTest::newRow("with other line ends and blank lines") << a + "\n" + b + "\n"
                                                          << "\r\n" + a + "\r\n\n" + b + "\r\n"
                                                          << true;
    QTest::newRow("other rows") << a + "\n" << b + "\n" << false;
    QTest::newRow("two empty files") << ""
                                     << "\n"
                                     << false;
}

void CertificateEvidenceTest::sameRowsTwice()
{
    QFETCH(QString, first);
    QFETCH(QString, second);
    QFETCH(bool, refused);
    const std::vector<EvidenceFile> files{{"a.jsonl", first.toStdString()},
                                          {"other.jsonl", "{\"record_type\":\"note\"}\n"},
                                          {"b.jsonl", second.toStdString()}};
    const auto evidence = read_evidence(files);
    QCOMPARE(evidence.has_value(), !refused);
    if (!refused)
        return;
    QCOMPARE(text(codes(evidence.diagnostics())), QString("evidence.repeated"));
    QCOMPARE(text(evidence.diagnostics().front().location->file), QString("b.jsonl"));
    QVERIFY(evidence.diagnostics().front().message.find("a.jsonl, which was given already") != std::string::npos);
}

void CertificateEvidenceTest::gaps()
{
    Campaign campaign = Campaign::whole();
    Json refused = Campaign::sample_row("cal-one", 2, "layout_1", 1);
    refused["admission_failed"] = true;
    refused.erase("ms_max_rank");
    campaign.add(refused);
    Json compiled = Campaign::sample_row("cal-two", 1, "layout_2", 36);
    compiled["compile_statuses"] = {"compiled"};
    campaign.add(compiled);
    campaign.add(Campaign::sample_row("cal-two", 1, "layout_1", 24));
    const auto evidence = read(campaign.text());
    QVERIFY(evidence.has_value());
    // Four rows are asked for: only layout_1 of cal-two on CP1 has them.
    const auto made = aggregate(*evidence, 4);
    QCOMPARE(made.gaps.size(), std::size_t{11});
    QCOMPARE(text(made.gaps[4].reason), QString("layout_1 was refused admission"));
    QCOMPARE(text(made.gaps[7].cell), text(kKeys[2]));
    QCOMPARE(text(made.gaps[7].reason), QString("layout_2 has 3 usable rows of 4, 1 compiled"));
    QCOMPARE(aggregate(*evidence, 0).gaps.size(), std::size_t{1}); // two rows are always needed; the refused one stays
    // Samples of a candidate that nobody announced are not dropped in silence.
    campaign.add(Campaign::sample_row("cal-two", 2, "layout_9", 1));
    const Aggregate strayed = aggregate(*read(campaign.text()), 0);
    QCOMPARE(strayed.gaps.size(), std::size_t{2});
    QCOMPARE(text(strayed.gaps[1].reason), QString("layout_9 has samples and is none of the announced candidates"));
}

void CertificateEvidenceTest::built()
{
    const auto evidence = read(Campaign::whole().text());
    const Manifest manifest = manifest_of(kKeys);
    BuildRequest request;
    request.require_complete = 3;
    request.holdout = "cal-two|Model-A|L4|tp1|cp2";
    request.manifest = &manifest;
    const auto built = build_certificate(*evidence, request);
    QVERIFY(built.has_value());
    // Times are exactly 3 µs a token, layer and rank, so the fit has nothing else to find.
    for (const auto& [term, coefficient] : built->table)
        QCOMPARE(coefficient, std::int64_t{term == "token_per_rank" ? 3000 : 0});
    QCOMPARE(built->table.size(), std::size_t{10});
    QCOMPARE(built->metrics.train->cells, std::size_t{3});
    QCOMPARE(built->metrics.test->cells, std::size_t{1});
    QVERIFY(built->metrics.all->pairwise_accuracy == 1.0);
    QCOMPARE(built->envelope.hidden_sizes, std::vector<std::int64_t>{512});
    const auto checks = checks_of(*built, &manifest);
    for (const CheckResult& check : checks)
        QVERIFY2(check.state == CheckState::passed, check.reason.c_str());
    const auto written = write_certificate(*built);
    const auto document = JsonDocument::parse(*written, "");
    QVERIFY(*read_certificate(*document) == *built);
}

void CertificateEvidenceTest::builtAgainstManifest_data()
{
    QTest::addColumn<QStringList>("expected");
    QTest::addColumn<QStringList>("listed"); // exclusions of the manifest
    QTest::addColumn<QStringList>("exclude");
    QTest::addColumn<bool>("gap"); // one row less in cal-two on CP2
    QTest::addColumn<QString>("codes");
    const QStringList all{kKeys[0].c_str(), kKeys[1].c_str(), kKeys[2].c_str(), kKeys[3].c_str()};
    const QString last = all[3];
    QTest::newRow("all there") << all << QStringList{} << QStringList{} << false << "";
    QTest::newRow("a gap") << all << QStringList{} << QStringList{} << true << "evidence.incomplete";
    QTest::newRow("a gap excluded by name") << all << QStringList{last} << QStringList{last} << true << "";
    QTest::newRow("excluded by pattern") << all << QStringList{last} << QStringList{"two|Model-A|L4|tp1|cp2"} << true
                                         << "";
    QTest::newRow("excluded and not listed") << all << QStringList{} << QStringList{last} << true << "evidence.exclude";
    QTest::newRow("a pattern for nothing") << all << QStringList{} << QStringList{"cp8"} << false << "evidence.exclude";
    QTest::newRow("a cell missing") << all + QStringList{"cal-six|Model-A|L4|tp1|cp1"} << QStringList{} << QStringList{}
                                    << false << "evidence.manifest";
    QTest::newRow("a cell unexpected") << all.mid(0, 3) << QStringList{} << QStringList{} << false
                                       << "evidence.manifest";
}

void CertificateEvidenceTest::builtAgainstManifest()
{
    QFETCH(QStringList, expected);
    QFETCH(QStringList, listed);
    QFETCH(QStringList, exclude);
    QFETCH(bool, gap);
    QFETCH(QString, codes);
    Campaign campaign = Campaign::whole();
    if (gap) { // the rows end with two automatic ones; before them stands the last of layout_2
        campaign.rows.erase(campaign.rows.end() - 3);
    }
    std::vector<std::string> keys;
    for (const QString& key : expected)
        keys.push_back(key.toStdString());
    Manifest manifest = manifest_of(keys);
    for (const QString& key : listed)
        manifest.excluded.push_back({key.toStdString(), "a reason", Json::object()});
    BuildRequest request;
    request.require_complete = 3;
    request.manifest = &manifest;
    for (const QString& key : exclude)
        request.exclude.push_back(key.toStdString());
    const auto built = build_certificate(*read(campaign.text()), request);
    QCOMPARE(text(::codes(built.diagnostics())), codes);
    if (built) {
        QCOMPARE(built->cells.size(), std::size_t{exclude.isEmpty() ? 4u : 3u});
        QVERIFY(in_state(checks_of(*built, &manifest), CheckState::failed).empty());
    }
}

void CertificateEvidenceTest::nothingToFit()
{
    BuildRequest request;
    request.holdout = "cal-";
    QCOMPARE(text(::codes(build_certificate(*read(Campaign::whole().text()), request).diagnostics())),
             QString("evidence.empty"));
    request = {};
    QCOMPARE(text(build_certificate(*read(""), request).diagnostics().front().message),
             QString("the evidence has no calibration_cell row"));
    request.exclude = {"cal-"};
    QCOMPARE(text(build_certificate(*read(Campaign::whole().text()), request).diagnostics().front().message),
             QString("every cell of the evidence is excluded"));
    request = {};
    request.terms = {"segment_launch"};
    QCOMPARE(text(::codes(build_certificate(*read(Campaign::whole().text()), request).diagnostics())),
             QString("certificate.foreign_term"));
}

void CertificateEvidenceTest::implausible_data()
{
    QTest::addColumn<QString>("field"); // of every calibration_cell row, a JSON pointer
    QTest::addColumn<QString>("value"); // JSON
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("says");
    const QString features = "/candidates/0/features";
    QTest::newRow("as it is") << "/hidden_size"
                              << "512"
                              << ""
                              << "";
    QTest::newRow("counts that fall") << features + "/segments_below"
                                      << "[1,0,0,2,2,2,2,2]"
                                      << "evidence.implausible"
                                      << "0 segments are below 128 tokens and 1 below 64";
    QTest::newRow("no segment") << features + "/segment_count"
                                << "0"
                                << "evidence.implausible"
                                << "no segment holds its 1000 packed tokens";
    QTest::newRow("a digest that is none") << "/requests_sha256"
                                           << "\"zz\""
                                           << "evidence.implausible"
                                           << "its requests_sha256 \"zz\" is no digest of 64 hexadecimal digits";
    QTest::newRow("a source that is none") << "/source"
                                           << "\"main\""
                                           << "evidence.implausible"
                                           << "its source \"main\" is no digest";
    QTest::newRow("tokens of 2^53") << features + "/packed_tokens"
                                    << "9007199254740992"
                                    << "evidence.implausible"
                                    << "9007199254740992 packed tokens are more than the 1022 ";
    QTest::newRow("a fingerprint left out") << "/device"
                                            << "null"
                                            << "evidence.implausible"
                                            << "has no device";
    QTest::newRow("a hold-out for nothing") << ""
                                            << "cp8"
                                            << "evidence.holdout"
                                            << "the hold-out pattern \"cp8\" matches no cell";
}

void CertificateEvidenceTest::implausible()
{
    QFETCH(QString, field);
    QFETCH(QString, value);
    QFETCH(QString, code);
    QFETCH(QString, says);
    Campaign campaign = Campaign::whole();
    BuildRequest request;
    request.require_complete = 3;
    if (field.isEmpty())
        request.holdout = value.toStdString();
    else
        for (std::string& row : campaign.rows)
            if (Json read = Json::parse(row); read["record_type"] == "calibration_cell") {
                read[Json::json_pointer(field.toStdString())] = Json::parse(value.toStdString());
                row = read.dump();
            }
    const auto evidence = read(campaign.text());
    QVERIFY(evidence.has_value());
    const auto built = build_certificate(*evidence, request);
    QCOMPARE(text(::codes(built.diagnostics())), code);
    if (!code.isEmpty())
        QVERIFY2(text(built.diagnostics().front().message).contains(says), built.diagnostics().front().message.c_str());
}

void CertificateEvidenceTest::untrustedFit_data()
{
    QTest::addColumn<QStringList>("times"); // of the three layouts, in milliseconds, whatever the rank
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("says");
    QTest::newRow("more tokens take longer") << QStringList{"12", "24", "36"} << ""
                                             << "";
    // No coefficient of at least 0 makes more tokens faster.
    QTest::newRow("more tokens take less time") << QStringList{"36", "24", "12"} << "evidence.untrusted_fit"
                                                << "every coefficient is 0, so every layout scores the same";
    // 0.1 ns for 4000 token layers: 2.5e-8 µs each, of which no thousandth is left.
    QTest::newRow("no time at all") << QStringList{"0.000010", "0.000011", "0.000012"} << "evidence.untrusted_fit"
                                    << "every coefficient rounds to 0 thousandths of a microsecond";
}

void CertificateEvidenceTest::untrustedFit()
{
    QFETCH(QStringList, times);
    QFETCH(QString, code);
    QFETCH(QString, says);
    Campaign campaign;
    for (const std::string cell : {"cal-one", "cal-two"}) {
        campaign.add(Campaign::cell_row(cell, 1));
        for (int i = 0; i < 3; ++i)
            for (int run = 0; run < 2; ++run)
                campaign.add(Campaign::sample_row(cell, 1, Campaign::label(i), times[i].toDouble()));
    }
    const auto built = build_certificate(*read(campaign.text()), {});
    QCOMPARE(text(::codes(built.diagnostics())), code);
    if (!code.isEmpty())
        QVERIFY2(text(built.diagnostics().front().message).contains(says), built.diagnostics().front().message.c_str());
}

BLUEPRINTING_CORE_TEST(CertificateEvidenceTest)
#include "evidence_test.moc"
