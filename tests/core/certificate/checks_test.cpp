#include "tests/core/certificate/published.h"

#include "core/certificate/write.h"
#include "tests/support/test_main.h"

#include <functional>

using namespace blueprinting;
using namespace blueprinting::certificate;
using namespace blueprinting::certificate::testing;

namespace {

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
Q_DECLARE_METATYPE(std::function<void(Cell&)>)

/// Each check fails on a certificate altered so that it must, and no other fails that need not.
class CertificateChecksTest : public QObject {
    Q_OBJECT
private slots:
    void altered_data();
    void altered();
    void implausible_data();
    void implausible();
    void implausibleManifest();
    void candidatesOfACell();
    void holdout_data();
    void holdout();
    void untrustedFit();
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
                          << "the table's SHA-256 is 3624ae7dd985…, the certificate says 0624ae7dd985…";
    QTest::newRow("hash that differs at its end")
        << Alter([](Evidence& e) { e.certificate.table_sha256.back() = '0'; }) << "table_hash"
        << "table_hash"
        << "9860f3394ad, the certificate says 3624ae7dd985d92fed47b511e058f0e792559ead8919e11585dcb9860f3394a0";
    QTest::newRow("median of a held-out cell")
        << Alter([](Evidence& e) { cell_of(e.certificate, kHeldOut).candidates[0].median_ms *= 0.5; }) << "metrics"
        << "metrics"
        << "all cells: the largest regret is stated as 4.22 % and recomputed as ";
    QTest::newRow("median of a fitted cell")
        << Alter([](Evidence& e) { cell_of(e.certificate, kFitted).candidates[0].median_ms *= 0.5; }) << "metrics refit"
        << "refit"
        << "by the fit on 45 cells";
    QTest::newRow("stated metric") << Alter([](Evidence& e) { e.certificate.metrics.test->max_regret_pct = 4.2; })
                                   << "metrics"
                                   << "metrics"
                                   << "held out: the largest regret is stated as 4.20 % and recomputed as 4.22 %";
    QTest::newRow("stated metric that differs far behind the point")
        << Alter([](Evidence& e) { e.certificate.metrics.test->pairwise_accuracy = 0.9819004; }) << "metrics"
        << "metrics"
        << "held out: the pairs in order are stated as 98.19004 % and recomputed as 98.19005 %";
    QTest::newRow("stated clear miss")
        << Alter([](Evidence& e) {
               e.certificate.metrics.all->clear_misses = {"a", "b", "c"};
           })
        << "metrics"
        << "metrics"
        << "all cells: the clear misses are stated as a, b and 1 more and recomputed as none";
    QTest::newRow("stated split left out")
        << Alter([](Evidence& e) { e.certificate.metrics.test.reset(); }) << "metrics"
        << "metrics"
        << "held out: no metrics are stated of its 11 cells";
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
                                        << "|g3 is excluded, but the manifest file does not list it";
    QTest::newRow("exclusion in the list alone")
        << Alter([](Evidence& e) { e.certificate.fit.exclude_cells = {"cp4|g1"}; }) << "exclusions"
        << "exclusions"
        << "|g4 is listed as excluded, but no pattern of exclude_cells matches it";
    QTest::newRow("exclusion that matches nothing")
        << Alter([](Evidence& e) { e.certificate.fit.exclude_cells.push_back("cp8"); }) << "exclusions"
        << "exclusions"
        << "the pattern \"cp8\" excludes no expected cell";
    QTest::newRow("exclusion without a reason")
        << Alter([](Evidence& e) { e.manifest.excluded[1].reason = " "; }) << "exclusions"
        << "exclusions"
        << "|g4 is excluded, but the manifest file gives no reason";
    QTest::newRow("two fingerprints under one key") << Alter([](Evidence& e) {
        Cell cell = cell_of(e.certificate, kFitted);
        cell.fingerprint.source = std::string(64, '0');
        e.certificate.cells.push_back(cell);
    }) << "fingerprints"
                                                    << "fingerprints"
                                                    << "is listed twice, measured with a different source";
    QTest::newRow("one key twice") << Alter([](Evidence& e) {
        e.certificate.cells.push_back(cell_of(e.certificate, kFitted));
    }) << "fingerprints"
                                   << "fingerprints"
                                   << "is listed twice; only the first entry is measured";
    QTest::newRow("fingerprint left out")
        << Alter([](Evidence& e) { cell_of(e.certificate, kFitted).fingerprint.requests_sha256.reset(); })
        << "fingerprints"
        << "fingerprints"
        << "has no requests_sha256";
    QTest::newRow("group against the key")
        << Alter([](Evidence& e) { cell_of(e.certificate, kHeldOut).group = 5; }) << "facts"
        << "facts"
        << "group is 3 by the key and 5 by the cell";
    QTest::newRow("a model of two shapes")
        << Alter([](Evidence& e) { cell_of(e.certificate, kHeldOut).facts.gdn_layers = 23; }) << "facts"
        << "facts"
        << "|tp1|cp4|g3 has 23 GDN layers and cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp1|g0 has 24 GDN layers";
    QTest::newRow("a model of two widths")
        << Alter([](Evidence& e) {
               cell_of(e.certificate, kHeldOut).fingerprint.hidden_size = 2048;
               e.certificate.envelope.hidden_sizes.push_back(2048);
           })
        << "facts"
        << "facts"
        << "|g3 has the hidden size 2048 and cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp1|g0 has the hidden size 2560";
    QTest::newRow("a workload of two requests") << Alter([](Evidence& e) {
        cell_of(e.certificate, kHeldOut).fingerprint.requests_sha256 = std::string(64, '7');
    }) << "facts"
                                                << "facts"
                                                << "|tp1|cp4|g3 has the requests 777777777777… and "
                                                   "cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp1|g3 has the requests ";
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
    QTest::newRow("one row is none, whatever is required") << Alter([](Evidence& e) {
        e.certificate.fit.require_complete = 0;
        cell_of(e.certificate, kFitted).candidates[2].n = 1;
        cell_of(e.certificate, kFitted).candidates[2].spread_pct = 0;
    }) << "rows"
                                                           << "rows"
                                                           << "has 1 rows of 2";
    QTest::newRow("a device named twice")
        << Alter([](Evidence& e) { e.certificate.envelope.device_names.push_back("NVIDIA H200"); }) << "envelope"
        << "envelope"
        << "device_names names \"NVIDIA H200\" twice";
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
    QTest::newRow("foreign term of table and fit")
        << Alter([](Evidence& e) {
               e.certificate.table["segment_launch"] = 5;
               e.certificate.table_sha256 = table_hash(e.certificate.table);
               e.certificate.fit.terms.push_back("segment_launch");
           })
        << "terms"
        << "terms"
        << "the table and the fit weigh \"segment_launch\", a term that is not known here";
    QTest::newRow("foreign term that weighs nothing") << Alter([](Evidence& e) {
        e.certificate.table["segment_launch"] = 0;
        e.certificate.table_sha256 = table_hash(e.certificate.table);
    }) << "refit terms"
                                                      << "refit"
                                                      << "segment_launch is in the table, but is no term of the fit";
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
        << "metrics plausible refit"
        << "metrics"
        << "stated as";
    QTest::newRow("features past 128 bits in the score") << Alter([](Evidence& e) {
        Cell& cell = cell_of(e.certificate, kHeldOut);
        cell.candidates[0].features.packed_tokens = INT64_MAX;
        cell.facts.layers = INT64_MAX;
    }) << "facts metrics plausible refit"
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

void CertificateChecksTest::implausible_data()
{
    using Of = std::function<void(Cell&)>; // alters a held-out cell
    QTest::addColumn<Of>("alter");
    QTest::addColumn<QString>("says"); // part of the reason; empty where it is plausible
    const auto features = [](void (*alter)(Features&)) {
        return Of([alter](Cell& cell) { alter(cell.candidates[0].features); });
    };
    const auto candidate = [](void (*alter)(Candidate&)) {
        return Of([alter](Cell& cell) { alter(cell.candidates[0]); });
    };
    const auto label = [](const char* name, const char* value, const char* says) {
        QTest::newRow(name) << Of([value](Cell& cell) { cell.candidates[0].label = value; }) << says;
    };
    label("a label of no-break spaces", "\u00a0\u00a0", "its label is empty");
    label("a label of no width", "\u200b\u2060\ufeff", "its label is empty");
    label("a label of an override", "\u202e", "its label is empty");
    label("a label of control characters", "\u0085 \u0007", "its label is empty");
    label("a label with an override", "a\u202eb", "its label holds the unseen character \\u202e");
    label("a label with a control character of the second set", "a\u009bb", "its label holds a control character");
    label("a label of other letters", "Größe\u00a0計", "");
    // The first candidate: 47 253 tokens in 6 segments, one of them below 512 tokens.
    QTest::newRow("as it is") << Of([](Cell&) {}) << "";
    QTest::newRow("counts that fall") << features([](Features& f) { f.segments_below = {0, 1, 2, 1, 3, 3, 4, 4}; })
                                      << "1 segments are below 512 tokens and 2 below 256";
    QTest::newRow("counts above the count")
        << features([](Features& f) { f.segments_below = {0, 0, 0, 0, 0, 0, 0, 9}; })
        << "segments_below counts 9 of 6 segments";
    QTest::newRow("no segment") << features([](Features& f) {
        f.segment_count = 0;
        f.segments_below = {};
        f.max_depth = 0;
    }) << "no segment holds its ";
    QTest::newRow("fewer tokens than segments") << features([](Features& f) {
        f.packed_tokens = 5;
        f.segments_below.fill(6);
    }) << "5 packed tokens are fewer than the 6 that segments of these lengths hold at least";
    QTest::newRow("no token") << features([](Features& f) { f.packed_tokens = 0; })
                              << "0 packed tokens are fewer than the ";
    // Six segments below 64 tokens hold at most 6·63.
    QTest::newRow("as many tokens as short segments hold") << features([](Features& f) {
        f.packed_tokens = 378;
        f.segments_below.fill(6);
    }) << "";
    QTest::newRow("more tokens than short segments hold") << features([](Features& f) {
        f.packed_tokens = 379;
        f.segments_below.fill(6);
    }) << "379 packed tokens are more than the 378 that segments of these lengths hold at most";
    // Five below 64 and one of at least 8192: 5·1 + 8192.
    QTest::newRow("as few tokens as a long segment holds") << features([](Features& f) {
        f.packed_tokens = 8197;
        f.segments_below.fill(5);
    }) << "";
    QTest::newRow("fewer tokens than a long segment holds") << features([](Features& f) {
        f.packed_tokens = 8196;
        f.segments_below.fill(5);
    }) << "8196 packed tokens are fewer than the 8197 ";
    QTest::newRow("no depth") << features([](Features& f) { f.max_depth = 0; }) << "its depth is 0 with 6 segments";
    QTest::newRow("as deep as there are segments") << features([](Features& f) { f.max_depth = 6; }) << "";
    QTest::newRow("deeper than there are segments")
        << features([](Features& f) { f.max_depth = 7; }) << "its depth is 7 with 6 segments";
    QTest::newRow("tokens that nothing could move") << features([](Features& f) {
        f.packed_tokens = std::int64_t{1} << 53;
        f.segments_below = {};
    }) << "bytes per second and rank through the layers, more than 1";
    QTest::newRow("an empty label") << candidate([](Candidate& c) { c.label.clear(); }) << "its label is empty";
    QTest::newRow("a label of blanks") << candidate([](Candidate& c) { c.label = " \t"; }) << "its label is empty";
    QTest::newRow("a label of 100 kB") << candidate([](Candidate& c) { c.label.assign(102400, 'x'); })
                                       << "its label has 102400 bytes, more than 200";
    QTest::newRow("a label of two lines")
        << candidate([](Candidate& c) { c.label = "a\nb"; }) << "its label holds a control character";
    QTest::newRow("the production selection") << candidate([](Candidate& c) { c.label = "automatic"; })
                                              << "its label is that of the production selection, which is never fitted";
    QTest::newRow("rows of a year") << candidate([](Candidate& c) { c.n = std::int64_t{1} << 53; })
                                    << "9007199254740992 rows of ";
    QTest::newRow("many rows") << candidate([](Candidate& c) { c.n = 100000; }) << "";
    QTest::newRow("a spread of a year") << candidate([](Candidate& c) { c.spread_pct = 1e12; })
                                        << " % take longer than a year";
    QTest::newRow("a wide spread") << candidate([](Candidate& c) { c.spread_pct = 216; }) << "";
    QTest::newRow("a spread that two rows cannot have") << candidate([](Candidate& c) {
        c.n = 2;
        c.spread_pct = 216;
    }) << "two times cannot lie 216.0 % of their median apart";
    QTest::newRow("a spread of one row") << candidate([](Candidate& c) {
        c.n = 1;
        c.spread_pct = 1;
    }) << "one row has a spread of 1.000 %";
    QTest::newRow("a time shorter than a clock tells") << Of([](Cell& cell) {
        for (Candidate& each : cell.candidates) {
            each.median_ms = 1e-7;
            each.features.packed_tokens = each.features.segment_count;
            each.features.segments_below.fill(each.features.segment_count);
        }
    }) << "ms, shorter than a nanosecond";
    QTest::newRow("requests without a digest") << Of([](Cell& cell) { cell.fingerprint.requests_sha256 = "zz"; })
                                               << "its requests_sha256 \"zz\" is no digest of 64 hexadecimal digits";
    QTest::newRow("requests with a commit")
        << Of([](Cell& cell) { cell.fingerprint.requests_sha256 = std::string(40, 'a'); })
        << "is no digest of 64 hexadecimal digits";
    QTest::newRow("a source of 64 other letters")
        << Of([](Cell& cell) { cell.fingerprint.source = std::string(64, 'g'); })
        << "is no digest of 64 or 40 hexadecimal digits";
    QTest::newRow("a source that is a commit")
        << Of([](Cell& cell) { cell.fingerprint.source = std::string(40, 'a'); }) << "";
    QTest::newRow("a device of 201 letters") << Of([](Cell& cell) { cell.fingerprint.device = std::string(201, 'd'); })
                                             << "its device has 201 bytes, more than 200";
    QTest::newRow("a datatype of blanks")
        << Of([](Cell& cell) { cell.fingerprint.param_dtype = " "; }) << "its param_dtype is empty";
    QTest::newRow("a width past any model")
        << Of([](Cell& cell) { cell.fingerprint.hidden_size = (std::int64_t{1} << 24) + 1; })
        << "hidden_size is 16777217, more than 16777216";
    QTest::newRow("layers past any model")
        << Of([](Cell& cell) { cell.facts.layers = 65537; }) << "layers is 65537, more than 65536";
    QTest::newRow("ranks past any machine") << Of([](Cell& cell) {
        cell.facts.tp = 1024;
        cell.facts.cp = 1025;
    }) << "tp 1024 · cp 1025 are more than 1048576 ranks";
    QTest::newRow("ranks past 64 bits") << Of([](Cell& cell) {
        cell.facts.tp = std::int64_t{1} << 53;
        cell.facts.cp = std::int64_t{1} << 53;
    }) << "are more than 1048576 ranks";
    QTest::newRow("experts past any machine")
        << Of([](Cell& cell) { cell.facts.ep = 1048577; }) << "ep is 1048577, more than 1048576";
    QTest::newRow("expert tensors past any machine")
        << Of([](Cell& cell) { cell.facts.etp = 1048577; }) << "etp is 1048577, more than 1048576";
    QTest::newRow("a group past counting")
        << Of([](Cell& cell) { cell.group = std::int64_t{1} << 53; }) << "group is 9007199254740992, more than ";
    QTest::newRow("an empty kind") << Of([](Cell& cell) { cell.workload_kind = ""; }) << "its workload's kind is empty";
    QTest::newRow("a key of 100 kB") << Of([](Cell& cell) {
        cell.key = std::string(102400, 'k') + "|m|L32|tp1|cp4|g3";
    }) << "its key has 102417 bytes, more than 500";
}

void CertificateChecksTest::implausible()
{
    QFETCH(std::function<void(Cell&)>, alter);
    QFETCH(QString, says);
    Certificate certificate = published();
    Cell& cell = cell_of(certificate, kHeldOut);
    QCOMPARE(cell.candidates[0].features.segment_count, std::int64_t{6});
    alter(cell);
    const auto checks = checks_of(certificate, nullptr);
    QCOMPARE(in_state(checks, CheckState::failed).contains("plausible"), !says.isEmpty());
    const std::string reason = reason_of(checks, Check::plausible);
    QVERIFY2(text(reason).contains(says), reason.c_str());
    // Whatever is said of it, a long name does not make the reason long.
    for (const CheckResult& each : checks)
        QVERIFY2(each.reason.size() < 1000, each.reason.c_str());
}

void CertificateChecksTest::implausibleManifest()
{
    // No system opens a path of more than 4096 bytes.
    for (const auto& [path, passes] :
         {std::pair(std::string(4096, 'p'), true), std::pair(std::string(4097, 'p'), false),
          std::pair(std::string(1 << 20, 'p'), false), std::pair(std::string(), true)}) {
        Certificate certificate = published();
        certificate.manifest->path = path;
        const auto checks = checks_of(certificate, nullptr);
        QCOMPARE(in_state(checks, CheckState::failed).contains("plausible"), !passes);
    }
}

/// Every pair of a cell is compared, so that there is an end to how many candidates one may have.
void CertificateChecksTest::candidatesOfACell()
{
    for (const auto& [count, read] : {std::pair(100, true), std::pair(101, false), std::pair(20000, false)}) {
        Certificate certificate = published();
        certificate.cells[0].candidates.resize(1);
        certificate.cells[0].candidates.resize(std::size_t(count), certificate.cells[0].candidates[0]);
        const auto again = read_certificate(*JsonDocument::parse(*write_certificate(certificate), "it.json"));
        QCOMPARE(again.has_value(), read);
        if (!read)
            QVERIFY(again.diagnostics().front().message.find("must list at most 100 candidates of a cell, not " +
                                                             std::to_string(count)) != std::string::npos);
    }
}

void CertificateChecksTest::holdout_data()
{
    QTest::addColumn<QString>("holdout");
    QTest::addColumn<QStringList>("rerank");
    QTest::addColumn<QString>("says");
    QTest::addColumn<bool>("passes");
    QTest::newRow("none") << "" << QStringList{} << "the built-in rule alone" << true;
    QTest::newRow("two that mean cells") << "tp2, cp2|g1" << QStringList{} << "the built-in rule and 2 patterns"
                                         << true;
    QTest::newRow("one that means an excluded cell") << "cp4|g4" << QStringList{} << "and 1 patterns" << true;
    QTest::newRow("one that means nothing")
        << "tp2,tp8" << QStringList{} << "the hold-out pattern \"tp8\" matches no cell" << false;
    QTest::newRow("a comma alone") << " , " << QStringList{} << "the hold-out \" , \" names nothing" << false;
    QTest::newRow("a re-ranked shape") << "" << QStringList{"tp1cp4"} << "the built-in rule alone" << true;
    QTest::newRow("a re-ranked shape of no cell")
        << "" << QStringList{"tp9cp9"} << "the re-ranked shape \"tp9cp9\" belongs to no cell" << false;
    // The 11 held-out cells of the published certificate are of these three, each of which has fitted cells, too.
    QTest::newRow("re-ranked shapes that hide every held-out cell together")
        << "" << QStringList{"tp1cp1", "tp1cp2", "tp1cp4"} << "cover all 11 held-out cells" << false;
    QTest::newRow("a re-ranked shape twice")
        << "" << QStringList{"tp1cp4", "tp1cp4"} << "\"tp1cp4\" is listed twice" << false;
}

void CertificateChecksTest::holdout()
{
    QFETCH(QString, holdout);
    QFETCH(QStringList, rerank);
    QFETCH(QString, says);
    QFETCH(bool, passes);
    Certificate certificate = published();
    certificate.fit.holdout = holdout.toStdString();
    for (const QString& shape : rerank)
        certificate.fit.rerank_shapes.push_back(shape.toStdString());
    const auto checks = checks_of(certificate, nullptr);
    QCOMPARE(!in_state(checks, CheckState::failed).contains("holdout"), passes);
    QVERIFY2(text(reason_of(checks, Check::holdout)).contains(says), reason_of(checks, Check::holdout).c_str());
}

void CertificateChecksTest::untrustedFit()
{
    // A table may be what its fit gives and yet say nothing: the check of the refit fails with the reason.
    const auto reason = [](const Certificate& altered) {
        Certificate certificate = altered;
        const Assessment assessment = assess(certificate);
        const auto fitted = refit(certificate, assessment.set, {});
        certificate.table = fitted->table;
        const auto checks = run_checks(certificate, nullptr, assessment, &fitted);
        return in_state(checks, CheckState::failed).contains("refit") ? text(reason_of(checks, Check::refit))
                                                                      : QString();
    };
    QCOMPARE(reason(published()), QString());
    Certificate held = published();
    held.fit.holdout = "cal-";
    QVERIFY(reason(held).contains(
        "cannot be trusted: every cell is held out, so nothing was fitted and every coefficient is 0"));
    Certificate alone = published();
    for (Cell& cell : alone.cells)
        cell.candidates.resize(1);
    QVERIFY(reason(alone).contains("no cell that was fitted on has two candidates, so nothing was compared"));
    Certificate no_term = published();
    no_term.fit.terms.clear();
    QVERIFY(reason(no_term).contains("the fit has no term"));
    Certificate backwards = published();
    for (Cell& cell : backwards.cells)
        for (Candidate& candidate : cell.candidates)
            candidate.median_ms = 1e6 / candidate.median_ms;
    backwards.fit.terms = {"token_per_rank"};
    QVERIFY(reason(backwards).contains("every coefficient is 0, so every layout scores the same"));
    // Times past any clock: the coefficient has no place in a table, and nothing wraps.
    Certificate endless = published();
    for (Cell& cell : endless.cells)
        for (Candidate& candidate : cell.candidates)
            candidate.median_ms *= 1e200;
    const auto fitted = refit(endless, measured_set(endless), {});
    QVERIFY(!fitted.has_value());
    QCOMPARE(text(fitted.diagnostics().front().code), QString("certificate.fit_range"));
    const auto checks = run_checks(endless, nullptr, assess(endless), &fitted);
    QVERIFY(in_state(checks, CheckState::failed).contains("refit"));
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
