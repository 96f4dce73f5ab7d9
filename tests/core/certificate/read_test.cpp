#include "tests/core/certificate/published.h"

#include "core/certificate/ablation.h"
#include "core/certificate/cell_key.h"
#include "core/certificate/profile.h"
#include "core/certificate/write.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::certificate;
using namespace blueprinting::certificate::testing;

namespace {

Json published_json() { return Json::parse(published_certificate().bytes); }

Result<Certificate> read(const std::string& text_of)
{
    const auto document = JsonDocument::parse(text_of, "some.json");
    return document ? read_certificate(*document) : document.failure_as<Certificate>();
}

/// The published certificate with what later certificates of the same schema add.
Json later_json()
{
    Json root = published_json();
    const Json geometry{{"hidden_size", 2560}, {"moe_experts", 0}, {"num_attention_heads", 16}};
    for (Json& cell : root["cells"]) {
        cell["geometry"] = geometry;
        cell["device_capability"] = {9, 0};
        cell["device_memory_class"] = "hbm-141g";
        cell["shape"] = {cell["facts"]["tp"], cell["facts"]["cp"], 1, 1};
        cell["model"] = "some model";
        cell["facts"]["ep"] = 1.0;
        cell["facts"]["etp"] = 1.0;
        for (Json& candidate : cell["candidates"]) {
            candidate["fallback_work"] = 602166784;
            candidate["cp_plan"] = {{"wave_count", 0}, {"summary_ms", 0.0005159527063369751}};
        }
    }
    root["table_id"] = "dense-h2560";
    root["reranker"] = nullptr;
    root["admitted"] = {{"shapes", {{1, 1, 1, 1}, {1, 4, 1, 1}}}, {"geometries", {geometry}}};
    root["fit_arguments"]["incumbent"] = "depth_one";
    root["fit_arguments"]["shortlist_size"] = 3;
    root["fit_arguments"]["rerank_shapes"] = Json::array();
    root["metrics"]["by_model"] = {{"a", 1}};
    root["metrics"]["test"]["gate_problems"] = Json::array();
    return root;
}

} // namespace

/// Strict about what is known, tolerant of what is not.
class CertificateReadTest : public QObject {
    Q_OBJECT
private slots:
    void refused_data();
    void refused();
    void complaintsEnd();
    void wholeNumbers();
    void nullsStandForAbsence();
    void laterForm();
    void unknownTerms();
    void rerankedShapes();
    void keys_data();
    void keys();
    void exclusions();
    void kinds();
    void derivedAblations();
    void profile_data();
    void profile();
    void withoutDevice();
};

void CertificateReadTest::refused_data()
{
    QTest::addColumn<QString>("from"); // part of the published text, its first appearance
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("message");
    const QString cell = "/cells/0";
    const QString candidate = cell + "/candidates/0";
    QTest::newRow("a median of zero") << "\"median_ms\":1171.2823486328125"
                                      << "\"median_ms\":0" << candidate + "/median_ms"
                                      << "\"median_ms\" must be above 0.0, not 0.0";
    QTest::newRow("a negative median") << "\"median_ms\":1171.2823486328125"
                                       << "\"median_ms\":-3" << candidate + "/median_ms"
                                       << "must be above 0.0, not -3.0";
    QTest::newRow("a median in words") << "\"median_ms\":1171.2823486328125"
                                       << "\"median_ms\":\"1171\"" << candidate + "/median_ms"
                                       << "\"median_ms\" must be a number, not \"1171\"";
    QTest::newRow("a median next to nothing") << "\"median_ms\":1171.2823486328125"
                                              << "\"median_ms\":1e-320" << cell + "/candidates"
                                              << "must be near enough for a regret in percent";
    QTest::newRow("half a token") << "\"packed_tokens\":12659"
                                  << "\"packed_tokens\":12659.5" << candidate + "/features/packed_tokens"
                                  << "must be a whole number of at most 2^53, not 12659.5";
    QTest::newRow("tokens past 2^53") << "\"packed_tokens\":12659"
                                      << "\"packed_tokens\":9007199254740993" << candidate + "/features/packed_tokens"
                                      << "not 9007199254740993";
    QTest::newRow("tokens of 1e30") << "\"packed_tokens\":12659"
                                    << "\"packed_tokens\":1e30" << candidate + "/features/packed_tokens"
                                    << "not 1e+30";
    QTest::newRow("a negative count") << "\"segments_below\":[1,3"
                                      << "\"segments_below\":[-1,3" << candidate + "/features/segments_below"
                                      << "entry 0 is -1";
    QTest::newRow("seven counts") << "\"segments_below\":[1,3"
                                  << "\"segments_below\":[3" << candidate + "/features/segments_below"
                                  << "must list 8 counts, not 7";
    QTest::newRow("no candidates") << "\"candidates\":"
                                   << "\"choices\":" << cell + "/candidates"
                                   << "the key \"candidates\" is missing";
    QTest::newRow("half a rank") << "\"cp\":1,\"gdn_layers\":24"
                                 << "\"cp\":1.5,\"gdn_layers\":24" << cell + "/facts/cp"
                                 << "not 1.5";
    QTest::newRow("no rank") << "\"cp\":1,\"gdn_layers\":24"
                             << "\"cp\":0,\"gdn_layers\":24" << cell + "/facts/cp"
                             << "at least 1, not 0";
    QTest::newRow("more GDN layers than layers") << "\"cp\":1,\"gdn_layers\":24"
                                                 << "\"cp\":1,\"gdn_layers\":33" << cell + "/facts/gdn_layers"
                                                 << "at most layers = 32, not 33";
    QTest::newRow("a coefficient with a fraction")
        << "\"gdn_level\":3336555"
        << "\"gdn_level\":3336555.5"
        << "/integer_table_milli_us"
        << "the coefficient of \"gdn_level\" must be a whole number of at most 2^53, not 3336555.5";
    QTest::newRow("a coefficient past 2^53") << "\"gdn_level\":3336555"
                                             << "\"gdn_level\":9007199254740993"
                                             << "/integer_table_milli_us"
                                             << "must be a whole number of at most 2^53, not 9007199254740993";
    QTest::newRow("terms in one text") << "\"terms\": [\"token_per_rank\","
                                       << "\"terms\": [1,"
                                       << "/fit_arguments/terms"
                                       << "must list texts; entry 0 is 1";
    QTest::newRow("no envelope") << "\"measured_envelope\""
                                 << "\"envelope\""
                                 << "/measured_envelope"
                                 << "is missing";
    QTest::newRow("a key that is no text") << "\"cell\":\"cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp1|g0\""
                                           << "\"cell\":7" << cell + "/cell"
                                           << "\"cell\" must be a string, not 7";
}

void CertificateReadTest::refused()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, path);
    QFETCH(QString, message);
    QString text_of =
        QString::fromUtf8(published_certificate().bytes.data(), static_cast<int>(published_certificate().bytes.size()));
    const qsizetype at = text_of.indexOf(from);
    QVERIFY(at >= 0);
    text_of.replace(at, from.size(), to);
    const auto certificate = read(text_of.toStdString());
    QVERIFY(!certificate.has_value());
    QCOMPARE(certificate.diagnostics().size(), std::size_t{1});
    const Diagnostic& only = certificate.diagnostics().front();
    QCOMPARE(text(only.path), path);
    QVERIFY2(text(only.message).contains(message), only.message.c_str());
    QCOMPARE(text(only.location->file), QString("some.json"));
    QVERIFY(only.location->line > 0);
    QVERIFY(only.location->column > 0);
    if (path.startsWith("/cells/0/candidates/0/median_ms")) {
        QCOMPARE(only.location->line, std::size_t{3}); // the first cell's line
        // The value starts behind the key and its colon, counted in bytes.
        const qsizetype line_start = text_of.lastIndexOf('\n', at) + 1;
        QCOMPARE(only.location->column,
                 static_cast<std::size_t>(at - line_start + QString("\"median_ms\":").size() + 1));
    }
}

void CertificateReadTest::complaintsEnd()
{
    QString text_of =
        QString::fromUtf8(published_certificate().bytes.data(), static_cast<int>(published_certificate().bytes.size()));
    text_of.replace("\"n\":8", "\"n\":\"8\"");
    const auto certificate = read(text_of.toStdString());
    QVERIFY(!certificate.has_value());
    QCOMPARE(certificate.diagnostics().size(), std::size_t{8});
    QCOMPARE(text(read("[]").diagnostics().front().message), QString("an object is expected, not []"));
}

void CertificateReadTest::wholeNumbers()
{
    // Written as the source's writer does, with a fraction of zeros, and with an exponent.
    Json root = published_json();
    root["cells"][0]["candidates"][0]["n"] = 8.0;
    root["cells"][0]["candidates"][0]["features"]["packed_tokens"] = Json::parse("1.2659e4");
    QVERIFY(*read(root.dump()) == *read(published_json().dump()));
    // Scores pass 64 bits and print whole.
    QCOMPARE(text(to_string(Int128{INT64_MAX} * 1000)), QString("9223372036854775807000"));
    QCOMPARE(text(to_string(-Int128{INT64_MAX} - 1)), QString("-9223372036854775808"));
    QCOMPARE(text(to_string(Int128{0})), QString("0"));
}

void CertificateReadTest::nullsStandForAbsence()
{
    Json root = published_json();
    root["manifest"] = nullptr;
    root["metrics"]["test"] = nullptr;
    root["cells"][0]["device"] = nullptr;
    root["cells"][1].erase("workload");
    const auto certificate = read(root.dump());
    QVERIFY(certificate.has_value());
    QVERIFY(!certificate->manifest && !certificate->metrics.test && !certificate->cells[0].fingerprint.device);
    QVERIFY(!certificate->cells[1].has_workload);
    const auto again = read(*write_certificate(*certificate));
    QVERIFY(again.has_value());
    QVERIFY(*again == *certificate);
}

void CertificateReadTest::laterForm()
{
    const auto certificate = read(later_json().dump());
    QVERIFY(certificate.has_value());
    const Manifest manifest = published_list();
    for (const CheckResult& check : checks_of(*certificate, &manifest))
        QVERIFY2(check.state == CheckState::passed, check.reason.c_str());
    QStringList paths;
    for (const UnusedField& field : unused_fields(*certificate))
        paths << QString("%1 %2 %3").arg(text(field.path)).arg(field.count).arg(field.distinct);
    const QStringList expected{"/admitted 1 1",
                               "/cells/*/candidates/*/cp_plan 429 1",
                               "/cells/*/candidates/*/fallback_work 429 1",
                               "/cells/*/device_capability 56 1",
                               "/cells/*/device_memory_class 56 1",
                               "/cells/*/geometry 56 1",
                               "/cells/*/model 56 1",
                               "/cells/*/shape 56 4",
                               "/cells/*/workload/seed 34 7",
                               "/cells/*/workload/shape 20 4",
                               "/fit_arguments/incumbent 1 1",
                               "/fit_arguments/shortlist_size 1 1",
                               "/metrics/by_model 1 1",
                               "/metrics/test/gate_problems 1 1",
                               "/reranker 1 1",
                               "/table_id 1 1"};
    QCOMPARE(paths, expected);
    const auto again = read(*write_certificate(*certificate));
    QVERIFY(*again == *certificate);
}

void CertificateReadTest::unknownTerms()
{
    // A later term in table and fit: metrics and refit cannot be recomputed and are not blamed; the term is.
    Json root = published_json();
    root["integer_table_milli_us"]["moe_token"] = 12;
    root["fit_arguments"]["terms"].push_back("moe_token");
    auto certificate = read(root.dump());
    QVERIFY(certificate.has_value());
    certificate->table_sha256 = table_hash(certificate->table);
    const Manifest manifest = published_list();
    const auto checks = checks_of(*certificate, &manifest);
    QCOMPARE(joined(in_state(checks, CheckState::not_checked)), QString("metrics refit"));
    QCOMPARE(joined(in_state(checks, CheckState::failed)), QString("terms"));
    QVERIFY(reason_of(checks, Check::terms).find("\"moe_token\", a term that is not known here") != std::string::npos);
    QVERIFY(reason_of(checks, Check::metrics).find("\"moe_token\", a term that is not known here") !=
            std::string::npos);
    QCOMPARE(foreign_terms(certificate->table), std::vector<std::string>{"moe_token"});
    const Assessment assessment = assess(*certificate);
    QVERIFY(!assessment.evaluation);
    QCOMPARE(assessment.set.cells.size(), std::size_t{56});
}

void CertificateReadTest::rerankedShapes()
{
    Certificate certificate = published();
    std::size_t on_cp4 = 0;
    for (const Cell& cell : certificate.cells)
        on_cp4 += cell.facts.cp == 4 ? 1 : 0;
    certificate.fit.rerank_shapes = {"tp1cp4"};
    const CertificateSet set = measured_set(certificate);
    QCOMPARE(set.reranked.size(), on_cp4);
    QCOMPARE(set.cells.size(), 56 - on_cp4);
    for (const std::size_t place : set.place)
        QVERIFY(certificate.cells[place].facts.cp != 4);
}

void CertificateReadTest::keys_data()
{
    QTest::addColumn<QString>("topology");
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<int>("group"); // -1: none
    QTest::newRow("cal-ellavox|Qwen/Qwen3.5-4B|L32|tp1|cp4|g3") << "TP1 CP4"
                                                                << "3.5-4B"
                                                                << "ellavox" << 3;
    QTest::newRow("cal-grpo-g8-long|Qwen/Qwen3-4B|L2|tp2|cp1") << "TP2 CP1"
                                                               << "3-4B"
                                                               << "g8-long" << -1;
    QTest::newRow("cal-hetero|other/Model-1|L48|tp2|cp1|ep2|etp2|g0") << "TP2 CP1 EP2 ETP2"
                                                                      << "Model-1"
                                                                      << "hetero" << 0;
    QTest::newRow("own-shape|Qwen|L1|tp1|cp1") << "TP1 CP1"
                                               << "Qwen"
                                               << "own-shape" << -1;
}

void CertificateReadTest::keys()
{
    QFETCH(QString, topology);
    QFETCH(QString, model);
    QFETCH(QString, shape);
    QFETCH(int, group);
    const std::string key = QTest::currentDataTag();
    const CellKey parts = parse_cell_key(key);
    QCOMPARE(text(to_string(parts)), text(key));
    QCOMPARE(text(topology_label(parts)), topology);
    QCOMPARE(text(model_label(parts)), model);
    QCOMPARE(text(shape_label(parts)), shape);
    QCOMPARE(static_cast<int>(parts.group.value_or(-1)), group);
    QVERIFY(parts.unknown.empty());
    QCOMPARE(parse_cell_key(key + "|pp2").unknown, std::vector<std::string>{"pp2"});
    QVERIFY(!parse_cell_key("a|b|Lx|tp|cp-1").tp);
}

void CertificateReadTest::exclusions()
{
    // A pattern that is a whole key means that key alone, although it is part of others.
    const std::vector<std::string> expected{"a|m|L1|tp1|cp4", "a|m|L1|tp1|cp4|ep2", "a|m|L1|tp1|cp4|g1"};
    QCOMPARE(resolve_exclusions(expected, {"a|m|L1|tp1|cp4"}).keys, (std::vector<std::string>{expected[0]}));
    QCOMPARE(resolve_exclusions(expected, {"cp4|"}).keys, (std::vector<std::string>{expected[1], expected[2]}));
    const auto none = resolve_exclusions(expected, {"cp4|g1", "cp8"});
    QCOMPARE(none.keys, (std::vector<std::string>{expected[2]}));
    QCOMPARE(none.unmatched, (std::vector<std::string>{"cp8"}));
}

void CertificateReadTest::kinds()
{
    QVERIFY(kind_of(published_json()) == Kind::certificate);
    QVERIFY(kind_of(Json::parse(published_manifest().bytes)) == Kind::manifest);
    Json other = published_json();
    other["schema"] = "else";
    QVERIFY(kind_of(other) == Kind::certificate); // by its shape
    QVERIFY(kind_of(Json::parse("{\"cells\":[],\"excluded\":[]}")) == Kind::manifest);
    const auto manifest = read(std::string(published_manifest().bytes));
    QCOMPARE(text(manifest.diagnostics().front().message),
             QString("this is the manifest of a campaign, not a layout-cost certificate"));
    QCOMPARE(manifest.diagnostics().front().location->line, std::size_t{1});
    const auto model = read("{\"hidden\": 12288}");
    QCOMPARE(model.diagnostics().size(), std::size_t{1});
    QVERIFY(text(model.diagnostics().front().message).startsWith("this is not a layout-cost certificate"));
    const auto document = JsonDocument::parse(std::string(published_certificate().bytes), "");
    QCOMPARE(text(read_manifest(*document).diagnostics().front().code), QString("certificate.kind"));
    QVERIFY(kind_of(Json::array()) == Kind::other);
    QVERIFY(kind_of(Json::parse("{\"schema\":7}")) == Kind::other);
}

void CertificateReadTest::derivedAblations()
{
    // Another table than the published one: the source says nothing, the cases follow from the cells.
    Certificate certificate = published();
    certificate.table["gdn_level"] += 1;
    const auto cases = ablation_cases(certificate, measured_set(certificate));
    QVERIFY(cases.has_value());
    QStringList names;
    for (const AblationCase& each : *cases) {
        names << text(each.name);
        QVERIFY(!each.source);
    }
    QCOMPARE(names.mid(0, 5), (QStringList{"every TP2 cell", "every CP2 cell", "every CP4 cell",
                                           "the model Qwen/Qwen3.5-4B", "the model Qwen/Qwen3-4B"}));
    QCOMPARE(names.size(), 5 + 8); // eight workloads
    QVERIFY(ablation_note(certificate).empty());
    QVERIFY(!ablation_note(published()).empty());
}

void CertificateReadTest::profile_data()
{
    QTest::addColumn<double>("memory");
    QTest::addColumn<int>("major");
    QTest::addColumn<int>("minor");
    QTest::addColumn<QString>("dtype");
    QTest::addColumn<int>("hidden");
    QTest::addColumn<bool>("dense");
    QTest::addColumn<QString>("because"); // "": it applies
    QTest::newRow("H200, bf16, 2560") << 141.0 << 9 << 0 << "bf16" << 2560 << true << "";
    QTest::newRow("just enough memory") << 120.0 << 9 << 0 << "torch.bfloat16" << 2560 << true << "";
    QTest::newRow("80 GB of the same capability")
        << 80.0 << 9 << 0 << "bfloat16" << 2560 << true << "device memory is 80 GiB, not at least 120 GiB";
    QTest::newRow("Ampere") << 141.0 << 8 << 0 << "bf16" << 2560 << true << "compute capability is 8.0, not 9.0";
    QTest::newRow("a later one") << 180.0 << 10 << 0 << "bf16" << 2560 << true << "compute capability is 10.0, not 9.0";
    QTest::newRow("fp16") << 141.0 << 9 << 0 << "fp16" << 2560 << true << "parameter datatype is float16, not bfloat16";
    QTest::newRow("a neighbouring width")
        << 141.0 << 9 << 0 << "bf16" << 3072 << true << "hidden size is 3072, not 2560";
    QTest::newRow("experts") << 141.0 << 9 << 0 << "bf16" << 2560 << false << "model is mixture of experts, not dense";
    QTest::newRow("two facts") << 80.0 << 9 << 0 << "bf16" << 2048 << true
                               << "device memory is 80 GiB, not at least 120 GiB; hidden size is 2048, not 2560";
}

void CertificateReadTest::profile()
{
    QFETCH(double, memory);
    QFETCH(int, major);
    QFETCH(int, minor);
    QFETCH(QString, dtype);
    QFETCH(int, hidden);
    QFETCH(bool, dense);
    QFETCH(QString, because);
    const PlanningTarget target{PlanningTarget::Device{major, minor, memory}, dtype.toStdString(), hidden, dense};
    const ProfileDecision decision = decide(published().envelope, target);
    QCOMPARE(decision.fitted, because.isEmpty());
    QCOMPARE(text(decision.sentence), because.isEmpty()
                                          ? QString("The fitted table applies: every fact is inside what was measured.")
                                          : "Falls back to version 1, because " + because + ".");
    QCOMPARE(decision.facts.size(), std::size_t{5});
}

void CertificateReadTest::withoutDevice()
{
    PlanningTarget target;
    target.device.reset();
    target.hidden_size = 64;
    QVERIFY(decide(published().envelope, target).fitted);
}

BLUEPRINTING_CORE_TEST(CertificateReadTest)
#include "read_test.moc"
