#include "tests/core/certificate/published.h"

#include "tests/support/test_main.h"

#include <functional>

using namespace blueprinting;
using namespace blueprinting::certificate;
using namespace blueprinting::certificate::testing;

namespace
{

constexpr const char* kFitted = "cal-grpo-g8|Qwen/Qwen3.5-4B|L32|tp1|cp4";     // of the training split
constexpr const char* kHeldOut = "cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp4|g3"; // odd group

/// A certificate and the manifest file beside it.
struct Evidence {
    Certificate certificate = published();
    Manifest manifest = published_list();
};

using Alter = std::function<void(Evidence&)>;

void erase_cell(Evidence& evidence, const std::string& key)
{
    std::erase_if(evidence.certificate.cells, [&](const Cell& cell) { return cell.key == key; });
}

} // namespace

Q_DECLARE_METATYPE(Alter)

/// Each check fails on a certificate altered so that it must, and no other fails that need not.
class CertificateChecksTest : public QObject
{
    Q_OBJECT
private slots:
    void altered_data();
    void altered();
    void metricsOfUnroundedCoefficients();
    void nothingNamesTheExpectedCells();
};

void CertificateChecksTest::altered_data()
{
    QTest::addColumn<Alter>("alter");
    QTest::addColumn<QString>("failing"); // names in alphabetical order
    QTest::addColumn<QString>("check");   // the one whose reason is looked at
    QTest::addColumn<QString>("reason");  // part of it

    QTest::newRow("coefficient") << Alter([](Evidence& e) { e.certificate.table["token_per_rank"] = 1002; })
                                 << "metrics refit table_hash"
                                 << "refit"
                                 << "token_per_rank is 1002 in the table and 2002 by the fit on 45 cells";
    QTest::newRow("hash") << Alter([](Evidence& e) { e.certificate.table_sha256[0] = '0'; }) << "table_hash"
                          << "table_hash"
                          << "the certificate says 0624ae7d";
    QTest::newRow("median of a held-out cell")
        << Alter([](Evidence& e) { cell_of(e.certificate, kHeldOut).candidates[0].median_ms *= 0.5; }) << "metrics"
        << "metrics"
        << "integer_all.max_regret_pct is stated as 4.215158034216835 and recomputed as";
    QTest::newRow("median of a fitted cell")
        << Alter([](Evidence& e) { cell_of(e.certificate, kFitted).candidates[0].median_ms *= 0.5; }) << "metrics refit"
        << "refit"
        << "by the fit on 45 cells";
    QTest::newRow("stated metric") << Alter([](Evidence& e) { e.certificate.metrics.test->max_regret_pct = 4.2; })
                                   << "metrics"
                                   << "metrics"
                                   << "test.max_regret_pct is stated as 4.2 and recomputed as 4.215158034216835";
    QTest::newRow("stated split left out")
        << Alter([](Evidence& e) { e.certificate.metrics.test.reset(); }) << "metrics"
        << "metrics"
        << "no metrics are stated for test, which has 11 cells";
    QTest::newRow("missing cell of the hold-out")
        << Alter([](Evidence& e) { erase_cell(e, kHeldOut); }) << "expected_cells metrics"
        << "expected_cells"
        << "tp1|cp4|g3 is expected by the manifest file and missing";
    QTest::newRow("missing fitted cell") << Alter([](Evidence& e) { erase_cell(e, kFitted); })
                                         << "expected_cells metrics refit"
                                         << "expected_cells"
                                         << "cal-grpo-g8|Qwen/Qwen3.5-4B|L32|tp1|cp4 is expected";
    QTest::newRow("unexpected cell") << Alter([](Evidence& e) {
        Cell cell = cell_of(e.certificate, kHeldOut);
        cell.key = "cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp4|g9";
        cell.group = 9;
        e.certificate.cells.push_back(cell);
    }) << "metrics unexpected_cells"
                                     << "unexpected_cells"
                                     << "|g9 is not expected by the manifest file";
    QTest::newRow("excluded and present") << Alter([](Evidence& e) {
        e.certificate.fit.exclude_cells.push_back("cp4|g3");
        e.certificate.manifest->excluded.push_back(kHeldOut);
        e.manifest.excluded.push_back({kHeldOut, "for a test", Json::object()});
    }) << "unexpected_cells"
                                          << "unexpected_cells"
                                          << "|g3 is excluded and present";
    QTest::newRow("unlisted exclusion") << Alter([](Evidence& e) {
        erase_cell(e, kHeldOut);
        e.certificate.fit.exclude_cells.push_back("cp4|g3");
        e.certificate.manifest->excluded.push_back(kHeldOut);
    }) << "exclusions manifests metrics"
                                        << "exclusions"
                                        << "|g3 is excluded and the manifest file does not list it";
    QTest::newRow("exclusion in the list alone")
        << Alter([](Evidence& e) { e.certificate.fit.exclude_cells = {"cp4|g1"}; }) << "exclusions"
        << "exclusions"
        << "|g4 is listed as excluded and no pattern of exclude_cells means it";
    QTest::newRow("exclusion that matches nothing")
        << Alter([](Evidence& e) { e.certificate.fit.exclude_cells.push_back("cp8"); }) << "exclusions"
        << "exclusions"
        << "the pattern \"cp8\" excludes no expected cell";
    QTest::newRow("exclusion without a reason")
        << Alter([](Evidence& e) { e.manifest.excluded[1].reason = " "; }) << "exclusions"
        << "exclusions"
        << "|g4 is excluded and the manifest file gives no reason";
    QTest::newRow("two fingerprints under one key") << Alter([](Evidence& e) {
        Cell cell = cell_of(e.certificate, kFitted);
        cell.fingerprint.source = std::string(64, '0');
        e.certificate.cells.push_back(cell);
    }) << "fingerprints"
                                                    << "fingerprints"
                                                    << "stands twice and was measured with a different source";
    QTest::newRow("one key twice") << Alter([](Evidence& e) {
        e.certificate.cells.push_back(cell_of(e.certificate, kFitted));
    }) << "fingerprints"
                                   << "fingerprints"
                                   << "stands twice; only the first entry is measured";
    QTest::newRow("fingerprint left out")
        << Alter([](Evidence& e) { cell_of(e.certificate, kFitted).fingerprint.requests_sha256.reset(); })
        << "fingerprints"
        << "fingerprints"
        << "has no requests_sha256";
    QTest::newRow("group against the key")
        << Alter([](Evidence& e) { cell_of(e.certificate, kHeldOut).group = 5; }) << "facts"
        << "facts"
        << "group is 3 by the key and 5 by the cell";
    QTest::newRow("layers against the key") << Alter([](Evidence& e) {
        // 34 layers for 32 of which 24 are GDN: the held-out cell's order of scores moves, no training row does.
        cell_of(e.certificate, "cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp1|g1").facts.layers = 34;
    }) << "facts"
                                            << "facts"
                                            << "layers is 32 by the key and 34 by the cell";
    QTest::newRow("GDN against its layers")
        << Alter([](Evidence& e) { cell_of(e.certificate, kFitted).facts.uses_gdn = false; }) << "facts"
        << "facts"
        << "uses_gdn is false with 24 GDN layers";
    QTest::newRow("candidate listed twice") << Alter([](Evidence& e) {
        Cell& cell = cell_of(e.certificate, kHeldOut);
        cell.candidates.push_back(cell.candidates.front());
    }) << "fingerprints metrics"
                                            << "fingerprints"
                                            << "|g3 lists the candidate \"depth_one\" twice";
    QTest::newRow("manifest file with a cell less")
        << Alter([](Evidence& e) {
               std::erase_if(e.manifest.cells, [](const ManifestCell& cell) { return cell.key == kHeldOut; });
           })
        << "manifests unexpected_cells"
        << "manifests"
        << "|g3 is expected in the certificate and not in the manifest file";
    QTest::newRow("manifest file with a cell more")
        << Alter([](Evidence& e) {
               ManifestCell cell = e.manifest.cells.front();
               cell.key = "cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp1|g8";
               cell.group = 8;
               e.manifest.cells.push_back(cell);
           })
        << "expected_cells manifests"
        << "manifests"
        << "|g8 is expected in the manifest file and not in the certificate";
    QTest::newRow("manifest file against its keys")
        << Alter([](Evidence& e) { e.manifest.cells.front().tp = 2; }) << "manifests"
        << "manifests"
        << "has tp 2";
    QTest::newRow("an expected cell listed twice")
        << Alter([](Evidence& e) { e.certificate.manifest->expected.push_back(kHeldOut); }) << "manifests"
        << "manifests"
        << "the certificate lists cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp4|g3 twice";
    QTest::newRow("manifest file of another schema")
        << Alter([](Evidence& e) { e.manifest.schema = "other.v1"; }) << "manifests"
        << "manifests"
        << "schema is \"other.v1\"";
    QTest::newRow("too few rows") << Alter([](Evidence& e) { cell_of(e.certificate, kFitted).candidates[2].n = 7; })
                                  << "rows"
                                  << "rows"
                                  << "has 7 rows of 8";
    QTest::newRow("more rows required") << Alter([](Evidence& e) { e.certificate.fit.require_complete = 9; }) << "rows"
                                        << "rows"
                                        << "and 426 more"; // of 429, three are named
    QTest::newRow("widened envelope") << Alter([](Evidence& e) { e.certificate.envelope.hidden_sizes.push_back(3072); })
                                      << "envelope"
                                      << "envelope"
                                      << "hidden_sizes names 3072, which no cell was measured with";
    QTest::newRow("narrowed envelope") << Alter([](Evidence& e) { e.certificate.envelope.device_names.clear(); })
                                       << "envelope"
                                       << "envelope"
                                       << "device_names lacks \"NVIDIA H200\"";
    QTest::newRow("unknown schema") << Alter([](Evidence& e) { e.certificate.schema += "2"; }) << "schema"
                                    << "schema"
                                    << "certificate.v12\"; known is";
    QTest::newRow("foreign term") << Alter([](Evidence& e) {
        e.certificate.table["segment_launch"] = 5;
        e.certificate.table_sha256 = table_hash(e.certificate.table);
    }) << "refit terms"
                                  << "terms"
                                  << "the table weighs \"segment_launch\", which is no term of the fit";
    QTest::newRow("foreign term of table and fit") << Alter([](Evidence& e) {
        e.certificate.table["segment_launch"] = 5;
        e.certificate.table_sha256 = table_hash(e.certificate.table);
        e.certificate.fit.terms.push_back("segment_launch");
    }) << "terms"
                                                   << "terms"
                                                   << "the table and the fit weigh \"segment_launch\", a term that is not known here";
    QTest::newRow("foreign term that weighs nothing") << Alter([](Evidence& e) {
        e.certificate.table["segment_launch"] = 0;
        e.certificate.table_sha256 = table_hash(e.certificate.table);
    }) << "refit terms"
                                                      << "refit"
                                                      << "segment_launch stands in the table and is no term of the fit";
    QTest::newRow("term left out of the fit")
        << Alter([](Evidence& e) { std::erase(e.certificate.fit.terms, "gdn_level"); }) << "refit terms"
        << "terms"
        << "the table weighs \"gdn_level\"";
    QTest::newRow("term of the fit listed twice")
        << Alter([](Evidence& e) { e.certificate.fit.terms.push_back("gdn_level"); }) << "terms"
        << "terms"
        << "the fit lists the term \"gdn_level\" twice";
    QTest::newRow("features past 64 bits in the score")
        << Alter([](Evidence& e) { cell_of(e.certificate, kFitted).candidates[0].features.packed_tokens = INT64_MAX; })
        << "metrics refit"
        << "metrics"
        << "is stated as";
    QTest::newRow("features past 128 bits in the score") << Alter([](Evidence& e) {
        Cell& cell = cell_of(e.certificate, kHeldOut);
        cell.candidates[0].features.packed_tokens = INT64_MAX;
        cell.facts.layers = INT64_MAX;
    }) << "facts metrics refit"
                                                         << "metrics"
                                                         << "does not fit 128 bits";
}

void CertificateChecksTest::altered()
{
    QFETCH(Alter, alter);
    QFETCH(QString, failing);
    QFETCH(QString, check);
    QFETCH(QString, reason);
    Evidence evidence;
    alter(evidence);
    const auto checks = checks_of(evidence.certificate, &evidence.manifest);
    QCOMPARE(joined(in_state(checks, CheckState::failed)), failing);
    const auto at = std::find_if(checks.begin(), checks.end(), [&](const CheckResult& each) {
        return QString::fromLatin1(to_string(each.check).data(), static_cast<int>(to_string(each.check).size())) ==
               check;
    });
    QVERIFY(at != checks.end());
    QVERIFY2(text(at->reason).contains(reason), at->reason.c_str());
}

void CertificateChecksTest::metricsOfUnroundedCoefficients()
{
    // Where rounding moves a figure of the hold-out, the statement may be of the unrounded coefficients: right if the
    // refit says the same and gives the shipped table.
    const Certificate certificate = published();
    const Manifest manifest = published_list();
    const Assessment assessment = assess(certificate);
    auto fitted = refit(certificate, assessment.set, {});
    QVERIFY(fitted.has_value());
    Certificate stated = certificate;
    stated.metrics.test->pairwise_accuracy = 0.5;
    QVERIFY(in_state(run_checks(stated, &manifest, assessment, &fitted), CheckState::failed).contains("metrics"));
    fitted->unrounded.test.pairwise_accuracy = 0.5;
    const auto agreeing = run_checks(stated, &manifest, assessment, &fitted);
    QVERIFY(in_state(agreeing, CheckState::failed).empty());
    QVERIFY(reason_of(agreeing, Check::metrics).find("before rounding") != std::string::npos);
    fitted->table["gdn_level"] += 1;
    fitted->repaired["gdn_level"] += 1;
    QCOMPARE(joined(in_state(run_checks(stated, &manifest, assessment, &fitted), CheckState::failed)),
             QString("metrics refit"));
    // Before the refit is there, nobody can tell.
    const auto early = run_checks(stated, &manifest, assessment, nullptr);
    QCOMPARE(joined(in_state(early, CheckState::not_checked)), QString("metrics refit"));
}

void CertificateChecksTest::nothingNamesTheExpectedCells()
{
    Certificate certificate = published();
    certificate.manifest.reset();
    const auto checks = checks_of(certificate, nullptr);
    QCOMPARE(joined(in_state(checks, CheckState::not_checked)),
             QString("exclusions expected_cells manifests unexpected_cells"));
    QVERIFY(in_state(checks, CheckState::failed).empty());
    const Manifest manifest = published_list();
    const auto with_file = checks_of(certificate, &manifest);
    QCOMPARE(joined(in_state(with_file, CheckState::not_checked)), QString("manifests"));
    QVERIFY(in_state(with_file, CheckState::failed).empty());
}

BLUEPRINTING_CORE_TEST(CertificateChecksTest)
#include "checks_test.moc"
