#include "tests/core/certificate/published.h"

#include "core/certificate/ablation.h"
#include "core/certificate/write.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace blueprinting;
using namespace blueprinting::certificate;
using namespace blueprinting::certificate::testing;

/// The published certificate: its own figures, to the last digit.
class PublishedCertificateTest : public QObject {
    Q_OBJECT
private slots:
    void counts();
    void tableHash();
    void metrics_data();
    void metrics();
    void refitGivesTheTable();
    void termByTerm();
    void ablations_data();
    void ablations();
    void writtenByOurWriter();
    void everyCheckPasses();
    void withoutManifestFile();
};

void PublishedCertificateTest::counts()
{
    const Certificate certificate = published();
    QCOMPARE(certificate.cells.size(), std::size_t{56});
    QCOMPARE(certificate.candidate_count(), std::size_t{429});
    const Manifest manifest = published_list();
    QCOMPARE(manifest.cells.size(), std::size_t{58});
    QCOMPARE(manifest.excluded.size(), std::size_t{2});
    const Assessment assessment = assess(certificate);
    std::size_t above_two = 0;
    std::size_t at_best = 0;
    for (const CellOutcome& outcome : assessment.evaluation->outcomes) {
        above_two += outcome.regret_pct > 2.0 ? 1 : 0;
        at_best += outcome.regret_pct == 0.0 ? 1 : 0;
    }
    QCOMPARE(above_two, std::size_t{4}); // "the four cells above 2 %"
    QCOMPARE(at_best, std::size_t{47});
    // 3844 pairs of which 0.98127 are right: 72 are not.
    QCOMPARE(assessment.misordered.size(), std::size_t{72});
    QVERIFY(all_pass(assessment.gates));
    for (std::size_t i = 1; i < assessment.misordered.size(); ++i)
        QVERIFY(assessment.misordered[i - 1].separation_pct >= assessment.misordered[i].separation_pct);
    const auto unused = unused_fields(certificate);
    QCOMPARE(unused.size(), std::size_t{2});
    QCOMPARE(text(unused[0].path), QString("/cells/*/workload/seed"));
    QCOMPARE(unused[0].count, std::size_t{34}); // every cell but the 22 of ellavox
    QCOMPARE(text(unused[1].path), QString("/cells/*/workload/shape"));
    QCOMPARE(unused[1].count, std::size_t{20}); // the grpo cells
    QCOMPARE(unused[1].distinct, std::size_t{4});
}

void PublishedCertificateTest::tableHash()
{
    Certificate certificate = published();
    QCOMPARE(text(certificate.table_sha256),
             QString("3624ae7dd985d92fed47b511e058f0e792559ead8919e11585dcb9860f3394ad"));
    QCOMPARE(text(table_hash(certificate.table)), text(certificate.table_sha256));
    certificate.table["gdn_level"] += 1;
    QVERIFY(table_hash(certificate.table) != certificate.table_sha256);
}

void PublishedCertificateTest::metrics_data()
{
    QTest::addColumn<int>("cells");
    QTest::addColumn<int>("pairs");
    QTest::addColumn<double>("accuracy");
    QTest::addColumn<double>("p95");
    QTest::addColumn<double>("largest");
    QTest::newRow("integer_all") << 56 << 3844 << 0.9812695109261186 << 2.87166214323753 << 4.215158034216835;
    QTest::newRow("test") << 11 << 884 << 0.9819004524886877 << 4.215158034216835 << 4.215158034216835;
    QTest::newRow("train") << 45 << 2960 << 0.981081081081081 << 1.916476268936646 << 4.028861954610052;
}

void PublishedCertificateTest::metrics()
{
    QFETCH(int, cells);
    QFETCH(int, pairs);
    QFETCH(double, accuracy);
    QFETCH(double, p95);
    QFETCH(double, largest);
    const Assessment assessment = assess(published());
    const QString split = QTest::currentDataTag();
    const Metrics& metrics = split == "integer_all" ? assessment.evaluation->all
                             : split == "test"      ? assessment.evaluation->test
                                                    : assessment.evaluation->train;
    // operator== and not QCOMPARE, which lets the last digits pass.
    QCOMPARE(metrics.cells, static_cast<std::size_t>(cells));
    QCOMPARE(metrics.ordered_pairs, static_cast<std::size_t>(pairs));
    QVERIFY(metrics.pairwise_accuracy == accuracy);
    QVERIFY(metrics.median_regret_pct == 0.0);
    QVERIFY(metrics.p95_regret_pct == p95);
    QVERIFY(metrics.max_regret_pct == largest);
    QVERIFY(metrics.clear_misses.empty());
}

void PublishedCertificateTest::refitGivesTheTable()
{
    const Certificate certificate = published();
    const auto fitted = refit(certificate, measured_set(certificate), {});
    QVERIFY(fitted.has_value());
    const IntegerTable expected{
        {"attention_token_cp_exchange", 27}, {"gdn_level", 3336555},         {"gdn_level_tp", 1194872},
        {"gdn_token_per_rank", 594},         {"level_cp_per_layer", 187255}, {"level_tp_per_layer", 684798},
        {"tiny_segment_per_layer", 219288},  {"token_cp_exchange", 39},      {"token_per_rank", 2002},
        {"token_tp_collective", 221}};
    QVERIFY(fitted->table == expected);
    QVERIFY(fitted->repaired == expected); // rounding costs no ranking here
    QVERIFY(certificate.table == expected);
}

void PublishedCertificateTest::termByTerm()
{
    // Layout "depth_one" of group 3 on TP1 CP4: T 47253, depth 2, six segments, none shorter than 512; 32 layers of
    // which 24 are GDN, so V = 1, r = 4, 128·cp = 512.
    Features features;
    features.packed_tokens = 47253;
    features.segment_count = 6;
    features.max_depth = 2;
    features.segments_below = {0, 0, 0, 1, 1, 1, 1, 3};
    Facts facts;
    facts.cp = 4;
    facts.layers = 32;
    facts.gdn_layers = 24;
    const auto value = [&](Term term) { return *term_value(term, features, facts); };
    QVERIFY(value(Term::token_per_rank) == Int128{47253LL * 32 * 1024 / 4});
    QVERIFY(value(Term::gdn_token_per_rank) == Int128{47253LL * 24 * 1024 / 4});
    QVERIFY(value(Term::token_cp_exchange) == Int128{47253LL * 32 * 3 * 1024 / 4});
    QVERIFY(value(Term::attention_token_cp_exchange) == Int128{47253LL * 8 * 3 * 1024 / 4});
    QVERIFY(value(Term::token_tp_collective) == 0);
    QVERIFY(value(Term::tiny_segment_per_layer) == Int128{1LL * 32 * 1024}); // below(512): the fourth count
    QVERIFY(value(Term::gdn_level) == Int128{1LL * 24 * 1024});
    QVERIFY(value(Term::level_cp_per_layer) == Int128{1LL * 32 * 3 * 1024});
    QVERIFY(value(Term::level_tp_per_layer) == 0);
    QVERIFY(value(Term::gdn_level_tp) == 0);
    // Divisions round down after scaling, whatever the rank count.
    features.packed_tokens = 7;
    facts.cp = 3;
    facts.layers = 1;
    facts.gdn_layers = 1;
    QVERIFY(value(Term::token_per_rank) == 2389); // 7168/3
    // Past the last threshold the last count stands: 128·128 = 16384 > 8192.
    facts.cp = 128;
    QVERIFY(value(Term::tiny_segment_per_layer) == Int128{3LL * 1024});
    features.max_depth = 0;
    QVERIFY(value(Term::gdn_level) == 0);
}

void PublishedCertificateTest::ablations_data()
{
    QTest::addColumn<int>("cells");
    QTest::addColumn<QString>("source");     // pairwise, p95, max as the source prints them
    QTest::addColumn<QString>("recomputed"); // the same with the certificate's ten terms
    QTest::addColumn<QString>("misses");
    const QString miss = "cal-grpo-g8|Qwen/Qwen3-4B|L36|tp1|cp4";
    QTest::newRow("tp2") << 18 << "98.3 4.2 4.2"
                         << "98.27 4.22 4.22"
                         << "";
    QTest::newRow("cp2") << 22 << "96.9 2.0 4.2"
                         << "97.37 2.03 4.22"
                         << "";
    QTest::newRow("Qwen3-4B") << 19 << "97.9 4.2 4.2"
                              << "97.97 13.25 13.25" << miss;
    QTest::newRow("cal-hetero") << 25 << "97.2 4.2 9.5"
                                << "97.84 3.92 4.22"
                                << "";
    QTest::newRow("cp4") << 24 << "94.8 13.3 25.0"
                         << "95.23 11.42 13.25" << miss;
}

void PublishedCertificateTest::ablations()
{
    QFETCH(int, cells);
    QFETCH(QString, source);
    QFETCH(QString, recomputed);
    QFETCH(QString, misses);
    const Certificate certificate = published();
    const CertificateSet set = measured_set(certificate);
    const auto cases = ablation_cases(certificate, set);
    QVERIFY(cases.has_value());
    QCOMPARE(cases->size(), std::size_t{5});
    const auto at = std::find_if(cases->begin(), cases->end(), [](const AblationCase& each) {
        return each.patterns == std::vector<std::string>{QTest::currentDataTag()};
    });
    QVERIFY(at != cases->end());
    QVERIFY(at->source.has_value());
    QCOMPARE(at->source->cells, static_cast<std::size_t>(cells));
    QCOMPARE(QString("%1 %2 %3")
                 .arg(at->source->pairwise_pct, 0, 'f', 1)
                 .arg(at->source->p95_regret_pct, 0, 'f', 1)
                 .arg(at->source->max_regret_pct, 0, 'f', 1),
             source);
    const auto done = ablate(certificate, set, {*at}, {});
    QVERIFY(done.has_value());
    const Metrics& withheld = done->front().refit.evaluation.test;
    QCOMPARE(withheld.cells, static_cast<std::size_t>(cells));
    QCOMPARE(QString("%1 %2 %3")
                 .arg(*withheld.pairwise_accuracy * 100, 0, 'f', 2)
                 .arg(*withheld.p95_regret_pct, 0, 'f', 2)
                 .arg(*withheld.max_regret_pct, 0, 'f', 2),
             recomputed);
    QCOMPARE(withheld.clear_misses,
             misses.isEmpty() ? std::vector<std::string>{} : std::vector<std::string>{misses.toStdString()});
}

void PublishedCertificateTest::writtenByOurWriter()
{
    const auto text_of = write_certificate(published());
    QVERIFY(text_of.has_value());
    QVERIFY(*text_of == published_certificate().bytes);
    QCOMPARE(std::count(text_of->begin(), text_of->end(), '\n'), std::ptrdiff_t{81});
    const auto list = write_manifest(published_list());
    QVERIFY(list.has_value());
    QVERIFY(*list == published_manifest().bytes);
}

void PublishedCertificateTest::everyCheckPasses()
{
    const Manifest manifest = published_list();
    const auto checks = checks_of(published(), &manifest);
    QCOMPARE(checks.size(), std::size_t{15});
    for (const CheckResult& check : checks)
        QVERIFY2(check.state == CheckState::passed, check.reason.c_str());
}

void PublishedCertificateTest::withoutManifestFile()
{
    const auto checks = checks_of(published(), nullptr);
    QCOMPARE(joined(in_state(checks, CheckState::not_checked)), QString("exclusions manifests"));
    QCOMPARE(joined(in_state(checks, CheckState::failed)), QString());
    QVERIFY(reason_of(checks, Check::manifests).find("no manifest file") != std::string::npos);
}

BLUEPRINTING_CORE_TEST(PublishedCertificateTest)
#include "published_test.moc"
