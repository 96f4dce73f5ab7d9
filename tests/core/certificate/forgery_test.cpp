#include "tests/core/certificate/forger.h"
#include "tests/core/certificate/published.h"

#include "core/certificate/unbound.h"
#include "core/certificate/verdict.h"
#include "core/certificate/write.h"
#include "tests/support/test_main.h"

#include <QRegularExpression>

using namespace blueprinting;
using namespace blueprinting::certificate;
using namespace blueprinting::certificate::testing;

namespace {

constexpr const char* kExcluded = "cal-ellavox|Org/Model-A|L8|tp1|cp4|g2";

/// Features of a layout with segments of these lengths.
Json layout(const std::vector<int>& lengths, int depth)
{
    Json below = Json::array();
    for (int threshold = 64; threshold <= 8192; threshold *= 2)
        below.push_back(std::count_if(lengths.begin(), lengths.end(), [&](int length) { return length < threshold; }));
    int tokens = 0;
    for (const int length : lengths)
        tokens += length;
    return {
        {"packed_tokens", tokens}, {"segment_count", lengths.size()}, {"max_depth", depth}, {"segments_below", below}};
}

struct Model {
    const char* name;
    int layers;
    int gdn;
};
constexpr Model kA{"Org/Model-A", 8, 6};
constexpr Model kB{"Org/Model-B", 4, 0};
constexpr Model kC{"Org/Model-C", 6, 3};

Json cell(const std::string& workload, const Model& of, int tp, int cp, int group, int ep = 1)
{
    const int layers = of.layers;
    const std::string model = of.name;
    std::string key = workload + "|" + model + "|L" + std::to_string(layers) + "|tp" + std::to_string(tp) + "|cp" +
                      std::to_string(cp);
    Json facts = {{"tp", tp}, {"cp", cp}, {"layers", layers}, {"gdn_layers", of.gdn}, {"uses_gdn", of.gdn > 0 ? 1 : 0}};
    if (ep > 1) {
        key += "|ep" + std::to_string(ep) + "|etp2";
        facts["ep"] = ep;
        facts["etp"] = 2;
    }
    Json described = {{"kind", workload.substr(4)}};
    if (group >= 0) {
        key += "|g" + std::to_string(group);
        described["group"] = group;
    } else {
        described["seed"] = 7001;
    }
    Json candidates = Json::array();
    const int whole = 3000 + 700 * std::max(group, 0) + 113 * static_cast<int>(workload.size());
    const std::vector<std::pair<std::vector<int>, int>> layouts{{{whole, whole / 2}, 1},
                                                                {{whole, 200, 90}, 2},
                                                                {{whole - 300, 300, 100, 80, 60}, 3},
                                                                {{whole - 500, 100, 60, 50, 40, 30}, 4}};
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        const Json features = layout(layouts[i].first, layouts[i].second);
        // Microseconds by terms that are not the score's alone, so that it does not order every pair.
        const double tokens = features["packed_tokens"].get<double>();
        const double levels = layouts[i].second - 1;
        const double tiny = features["segments_below"][1].get<double>();
        const double us = 2.0 * tokens * layers / (tp * cp) + 90.0 * tiny * layers + levels * of.gdn * 350.0 +
                          levels * layers * ((cp - 1) * 60.0 + (tp - 1) * 240.0) + 0.8 * tokens * std::sqrt(levels + 1);
        const std::size_t odd = (i * 7 + workload.size() * 3 + static_cast<std::size_t>(cp + tp + group + 2) * 5) % 11;
        candidates.push_back({{"label", "layout_" + std::to_string(i)},
                              {"features", features},
                              {"median_ms", us / 1000 * (0.97 + 0.006 * static_cast<double>(odd))},
                              {"n", 8},
                              {"spread_pct", 0.5 + 0.25 * static_cast<double>(i)}});
    }
    const std::string requests =
        QCryptographicHash::hash(QByteArray::fromStdString(workload + model + std::to_string(group)),
                                 QCryptographicHash::Sha256)
            .toHex()
            .toStdString();
    return {{"cell", key},
            {"facts", facts},
            {"workload", described},
            {"device", "Device-1"},
            {"param_dtype", "torch.bfloat16"},
            {"hidden_size", 512},
            {"source", std::string(64, 'b')},
            {"requests_sha256", requests},
            {"candidates", candidates}};
}

/// A certificate as its maker would sign it, and its campaign's manifest: training and held-out cells by group and by
/// pattern, degrees of every kind, a re-ranked shape, an exclusion with its reason, a field that is not known. `exact`:
/// times are 2 µs a token, layer and rank and nothing else, so that no search betters the least squares.
struct Honest {
    Json certificate;
    Manifest manifest;
};

Honest honest(bool exact = false)
{
    Json cells = Json::array();
    for (const int cp : {1, 2, 4})
        for (const int group : {0, 1, 2, 3})
            if (cp != 4 || group != 2)
                cells.push_back(cell("cal-ellavox", kA, 1, cp, group));
    for (const Model& model : {kA, kB}) {
        cells.push_back(cell("cal-grpo", model, 1, 1, -1));
        cells.push_back(cell("cal-grpo", model, 2, 1, -1));
        cells.push_back(cell("cal-grpo", model, 1, 4, -1));
    }
    cells.push_back(cell("cal-late", kC, 1, 2, -1));
    cells.push_back(cell("cal-grpo", kB, 2, 1, -1, 2));
    cells.push_back(cell("cal-grpo", kA, 4, 1, -1));
    if (exact)
        for (Json& each : cells)
            for (Json& candidate : each["candidates"])
                candidate["median_ms"] = 2e-3 * candidate["features"]["packed_tokens"].get<double>() *
                                         each["facts"]["layers"].get<double>() /
                                         (each["facts"]["tp"].get<double>() * each["facts"]["cp"].get<double>());
    Json expected = Json::array();
    for (const Json& each : cells)
        expected.push_back(each["cell"]);
    expected.push_back(kExcluded);
    const std::vector<std::string> terms{"token_per_rank",     "token_cp_exchange",           "token_tp_collective",
                                         "gdn_token_per_rank", "attention_token_cp_exchange", "tiny_segment_per_layer",
                                         "level_cp_per_layer", "level_tp_per_layer",          "gdn_level",
                                         "gdn_level_tp"};
    Json table = Json::object();
    for (const std::string& term : terms)
        table[term] = 1;
    Honest out;
    out.certificate = {
        {"schema", "art.dev.trainer_rank_cost_calibration_certificate.v1"},
        {"cells", cells},
        {"fit_arguments",
         {{"terms", terms},
          {"objective", "regret"},
          {"holdout", "cal-late"},
          {"exclude_cells", {"cp4|g2"}},
          {"require_complete", 8},
          {"rerank_shapes", {"tp4cp1"}}}},
        {"integer_table_milli_us", table},
        {"integer_table_sha256", ""},
        {"manifest", {{"path", "list.json"}, {"expected", expected}, {"excluded", {kExcluded}}}},
        {"measured_envelope",
         {{"device_names", {"Device-1"}}, {"param_dtypes", {"torch.bfloat16"}}, {"hidden_sizes", {512}}}},
        {"metrics", Json::object()}};
    Forger::restate(out.certificate);
    // The table is what the fit gives; who signs a certificate makes it so.
    const auto read = read_certificate(*JsonDocument::parse(out.certificate.dump(), ""));
    const auto fitted = refit(*read, measured_set(*read), {});
    out.certificate["integer_table_milli_us"] = fitted->table;
    Forger::restate(out.certificate);

    out.manifest.schema = kManifestSchema;
    out.manifest.file = "list.json";
    for (const Json& key : expected) {
        const auto text_of = key.get<std::string>();
        const auto number = [&](const char* part) {
            const auto found =
                QRegularExpression(QStringLiteral("\\|%1(\\d+)").arg(QLatin1String(part))).match(text(text_of));
            return found.hasMatch() ? std::optional<std::int64_t>(found.captured(1).toLongLong()) : std::nullopt;
        };
        out.manifest.cells.push_back({text_of, "", text_of.substr(0, text_of.find('|')),
                                      text(text_of).section(u'|', 1, 1).toStdString(), *number("L"), *number("tp"),
                                      *number("cp"), number("g"), Json::object()});
    }
    out.manifest.excluded.push_back({kExcluded, "hangs", Json::object()});
    return out;
}

/// What comes of a certificate, and what the review names of it beside the verdict.
struct Review {
    bool holds = false;
    std::set<std::string> named; ///< places that cannot be known, or that were kept and not used
    std::string says;
};

Review review(const Json& root, const Manifest* manifest)
{
    const auto document = JsonDocument::parse(root.dump(), "forged.json");
    if (!document)
        return {};
    const auto certificate = read_certificate(*document);
    if (!certificate)
        return {};
    const Judgement judgement = judge_checks(checks_of(*certificate, manifest));
    Review out{judgement.verdict == Verdict::holds, {}, judgement.sentence};
    for (const UnboundField& field : unbound_fields())
        out.named.emplace(field.path);
    for (const UnusedField& field : unused_fields(*certificate))
        out.named.insert(field.path);
    return out;
}

/// Metrics and hash made anew, as far as what was altered still has metrics.
Json restated(Json root)
{
    try {
        Forger::restate(root);
    } catch (const std::exception&) {
    }
    return root;
}

/// What somebody does who can fit as well: the table is the fit's for what the altered certificate asks for.
Json refitted(Json root)
{
    const auto read = read_certificate(*JsonDocument::parse(root.dump(), ""));
    root["integer_table_milli_us"] = refit(*read, measured_set(*read), {})->table;
    return root;
}

/// "/cells/3/candidates/0/n" is "/cells/*/candidates/*/n".
std::string kind_of_place(const std::string& pointer)
{
    return text(pointer)
        .replace(QRegularExpression(QStringLiteral("/\\d+(?=/|$)")), QStringLiteral("/*"))
        .toStdString();
}

/// The certificate with its lists that are sets in one order: the order in which they are written says nothing.
Json with_sets_sorted(Json root)
{
    for (const char* list :
         {"/manifest/expected", "/manifest/excluded", "/fit_arguments/exclude_cells", "/fit_arguments/rerank_shapes",
          "/measured_envelope/device_names", "/measured_envelope/param_dtypes", "/measured_envelope/hidden_sizes"})
        if (const Json::json_pointer at(list); root.contains(at) && root[at].is_array())
            std::sort(root[at].begin(), root[at].end());
    return root;
}

struct Edit {
    std::string what;
    Json value;
};

/// Everything that one may put in the place of a value.
std::vector<Edit> edits_of(const Json& value)
{
    std::vector<Edit> out{{"null", nullptr},
                          {"a list of it", Json::array({value})},
                          {"another type", value.is_string() ? Json(7) : Json("7")}};
    if (value.is_number()) {
        const double x = value.get<double>();
        const bool whole = value.is_number_integer();
        for (const double each : {x + 1, x - 1, x * 2, -x - 1, 0.0, x * 1.0000001, 9007199254740992.0, 1e300})
            out.push_back({"another number", whole && std::floor(each) == each && std::fabs(each) < 1e16
                                                 ? Json(static_cast<std::int64_t>(each))
                                                 : Json(each)});
    } else if (value.is_string()) {
        const auto text_of = value.get<std::string>();
        std::string turned = text_of;
        if (!turned.empty())
            turned.back() = turned.back() == '1' ? '2' : '1';
        for (const std::string& each :
             {std::string(), std::string("zz"), text_of + "x", turned, std::string(100000, 'x'), std::string("lsq"),
              std::string("cal-late, cal-late"), std::string("|cp4|g2"), std::string("automatic"), std::string("a\nb")})
            out.push_back({"another text", each});
    } else if (value.is_array()) {
        out.push_back({"emptied", Json::array()});
        for (std::size_t i = 0; i < value.size() && i < 2; ++i) {
            Json less = value;
            less.erase(i);
            out.push_back({"one taken away", less});
        }
        if (!value.empty()) {
            Json more = value;
            more.push_back(value.back());
            out.push_back({"one twice", more});
        }
        if (value.size() > 1) {
            Json swapped = value;
            std::swap(swapped[0], swapped[1]);
            out.push_back({"two swapped", swapped});
            Json turned = value;
            std::reverse(turned.begin(), turned.end());
            out.push_back({"turned round", turned});
        }
    }
    return out;
}

void places_of(const Json& value, const std::string& at, std::vector<std::string>& out)
{
    out.push_back(at);
    if (value.is_object())
        for (const auto& item : value.items())
            places_of(item.value(), at + pointer_step(item.key()), out);
    else if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i)
            places_of(value[i], at + pointer_step(i), out);
}

/// Each kind of place once among the training cells and once among those held out, in the first and the last candidate.
std::vector<std::string> places_to_edit(const Json& root)
{
    std::vector<std::string> all;
    places_of(root, "", all);
    std::set<std::string> seen;
    std::vector<std::string> out;
    for (const std::string& place : all) {
        const auto at = QRegularExpression(QStringLiteral("^/cells/(\\d+)(?:/candidates/(\\d+))?")).match(text(place));
        const int index = at.captured(1).isEmpty() ? -1 : at.captured(1).toInt();
        // Cell 0 is fitted, 1 is held out by its group, 17 by pattern; 18 has experts, 19 is re-ranked.
        if (index >= 0 && index != 0 && index != 1 && index < 17)
            continue;
        if (index >= 18 && !text(place).contains(QStringLiteral("/facts")))
            continue;
        const QString candidate = at.captured(2);
        if (!candidate.isEmpty() && candidate != (index == 1 ? QStringLiteral("3") : QStringLiteral("0")))
            continue;
        const bool list_entry =
            QRegularExpression(QStringLiteral("/segments_below/[1-6]$|/(expected|terms)/([2-9]|\\d\\d)$"))
                .match(text(place))
                .hasMatch();
        if (!place.empty() && !list_entry && seen.insert(place).second)
            out.push_back(place);
    }
    return out;
}

} // namespace

/// No certificate holds that was altered without its evidence, but in what the review says it cannot know.
class CertificateForgeryTest : public QObject {
    Q_OBJECT
private slots:
    void honestHolds();
    void publishedHolds();
    void everyField();
    void additions();
    void fitArguments();
    void fittedAnew_data();
    void fittedAnew();
    void together_data();
    void together();
    void whatCannotBeKnown();
    void tableWithUnknownObjective();
    void unchecked();

private:
    Honest m_honest = honest();
};

void CertificateForgeryTest::honestHolds()
{
    const auto certificate = read_certificate(*JsonDocument::parse(m_honest.certificate.dump(), ""));
    QVERIFY(certificate.has_value());
    for (const CheckResult& check : checks_of(*certificate, &m_honest.manifest))
        QVERIFY2(check.state == CheckState::passed, check.reason.c_str());
    // Misordered pairs and lost time are in it, so that restating has something to restate.
    const Json& metrics = m_honest.certificate["metrics"];
    QCOMPARE(metrics["test"]["cells"].get<int>(), 7);
    QCOMPARE(metrics["train"]["cells"].get<int>(), 12);
    const auto fine = read_certificate(*JsonDocument::parse(honest(true).certificate.dump(), ""));
    QCOMPARE(fine->table.at("token_per_rank"), std::int64_t{2000});
    QVERIFY(metrics["integer_all"]["pairwise_accuracy"].get<double>() < 1.0);
}

void CertificateForgeryTest::publishedHolds()
{
    // The forger states of the published certificate what it says of itself: he knows the rules.
    const Json published_root = Json::parse(published_certificate().bytes);
    QVERIFY(restated(published_root) == published_root);
}

void CertificateForgeryTest::everyField()
{
    const Json honest_sorted = with_sets_sorted(m_honest.certificate);
    int caught = 0;
    int named = 0;
    for (const std::string& place : places_to_edit(m_honest.certificate)) {
        const Json::json_pointer pointer(place);
        const Json original = m_honest.certificate[pointer];
        std::vector<Edit> edits = edits_of(original);
        edits.push_back({"taken away", Json::value_t::discarded});
        for (const Edit& edit : edits) {
            Json altered = m_honest.certificate;
            if (!edit.value.is_discarded())
                altered[pointer] = edit.value;
            else if (Json& parent = altered[pointer.parent_pointer()]; parent.is_object())
                parent.erase(pointer.back());
            else
                parent.erase(static_cast<std::size_t>(std::stoul(pointer.back())));
            if (altered == m_honest.certificate)
                continue;
            altered = restated(std::move(altered));
            if (with_sets_sorted(altered) ==
                honest_sorted) // the same, or a statement that the forger himself put right
                continue;
            const Review found = review(altered, &m_honest.manifest);
            if (!found.holds) {
                ++caught;
                continue;
            }
            ++named;
            const std::string kind = kind_of_place(place);
            const bool of_list = kind.ends_with("/*") && found.named.contains(kind.substr(0, kind.size() - 2));
            QVERIFY2(found.named.contains(kind) || of_list,
                     (place + ": " + edit.what + " " + shown(edit.value.is_discarded() ? Json() : edit.value) +
                      " holds, and the review does not say that it cannot know")
                         .c_str());
        }
    }
    QVERIFY2(caught > 1000, qPrintable(QString::number(caught)));
    QVERIFY2(named > 100, qPrintable(QString::number(named)));
}

void CertificateForgeryTest::additions()
{
    // A key that nobody knows is named, wherever it stands.
    for (const std::string& place : places_to_edit(m_honest.certificate)) {
        Json altered = m_honest.certificate;
        Json& object = altered[Json::json_pointer(place)];
        if (!object.is_object() || place == "/integer_table_milli_us")
            continue;
        object["surprise"] = 1;
        const Review found = review(altered, &m_honest.manifest);
        QVERIFY2(found.named.contains(kind_of_place(place) + "/surprise"), place.c_str());
    }
}

/// Everything of how the fit was asked for is bound by a check or named as what cannot be known; no field is neither.
void CertificateForgeryTest::fitArguments()
{
    const std::set<std::string> known{"terms",         "objective",     "holdout",
                                      "rerank_shapes", "exclude_cells", "require_complete"};
    std::set<std::string> named;
    for (const UnboundField& field : unbound_fields())
        named.emplace(field.path);
    for (const auto& item : m_honest.certificate["fit_arguments"].items()) {
        QVERIFY2(known.contains(item.key()), item.key().c_str()); // a new field is looked at here
        QVERIFY2(named.contains("/fit_arguments/" + item.key()), item.key().c_str());
    }
    const std::string says(unbound_sentence());
    for (const char* word : {"terms", "objective", "held-out cells", "re-ranked shapes"})
        QVERIFY2(says.find(word) != std::string::npos, word);
}

using Alter = std::function<void(Json&)>;
Q_DECLARE_METATYPE(Alter)

void CertificateForgeryTest::fittedAnew_data()
{
    QTest::addColumn<Alter>("alter");
    QTest::addColumn<QString>("fails"); // the check; "" where nothing can tell
    QTest::addColumn<QString>("says");  // in the check's reason or, where it holds, in the verdict
    const auto held_out = [](Json& fit) { fit["holdout"] = "cp4"; };
    // Cells of TP1 CP4 are 3 of cal-ellavox and 2 of cal-grpo; all are held out by the pattern.
    QTest::newRow("held-out cells hidden behind a re-ranker") << Alter([=](Json& root) {
        held_out(root["fit_arguments"]);
        root["fit_arguments"]["rerank_shapes"].push_back("tp1cp4");
    }) << "holdout"
                                                              << "\"tp1cp4\" belongs to held-out cells alone (5)";
    QTest::newRow("the same, with the other held-out cells") << Alter([=](Json& root) {
        held_out(root["fit_arguments"]);
        root["fit_arguments"]["rerank_shapes"] = {"tp1cp4", "tp4cp1"};
    }) << "holdout"
                                                             << "\"tp1cp4\" belongs to held-out cells alone (5)";
    QTest::newRow("a shape with cells that were fitted on")
        << Alter([](Json& root) { root["fit_arguments"]["rerank_shapes"].push_back("tp2cp1"); }) << ""
        << "; 3 of 20 cells are left to a re-ranker (/fit_arguments/rerank_shapes), and no gate judges them";
    QTest::newRow("nine of ten terms dropped")
        << Alter([](Json& root) { root["fit_arguments"]["terms"] = {"token_per_rank"}; }) << ""
        << "; 9 of the 10 known terms are not fitted (/fit_arguments/terms)";
    QTest::newRow("other cells held out")
        << Alter([](Json& root) { root["fit_arguments"]["holdout"] = "cal-late,tp2"; }) << ""
        << "holds: 15 of 15 checks pass";
}

/// Who fits anew as well: a check fails, or the verdict and the review say what is open.
void CertificateForgeryTest::fittedAnew()
{
    QFETCH(Alter, alter);
    QFETCH(QString, fails);
    QFETCH(QString, says);
    Json altered = m_honest.certificate;
    alter(altered);
    altered = restated(refitted(std::move(altered)));
    const auto certificate = read_certificate(*JsonDocument::parse(altered.dump(), ""));
    const auto checks = checks_of(*certificate, &m_honest.manifest);
    QCOMPARE(joined(in_state(checks, CheckState::failed)), fails);
    const Judgement judgement = judge_checks(checks);
    const QString words = text(fails.isEmpty() ? judgement.sentence : reason_of(checks, Check::holdout));
    QVERIFY2(words.contains(says), qPrintable(words));
}

void CertificateForgeryTest::together_data()
{
    QTest::addColumn<Alter>("alter");
    QTest::addColumn<QStringList>("unknowable"); // where it holds: the places that were altered
    const auto every_cell = [](const char* key, const Json& value) {
        return [key, value](Json& root) {
            for (Json& each : root["cells"])
                each[key] = value;
        };
    };
    const auto with_envelope = [&](const char* key, const char* list, const Json& value) {
        return Alter([=](Json& root) {
            every_cell(key, value)(root);
            root["measured_envelope"][list] = Json::array({value});
        });
    };
    QTest::newRow("another device everywhere")
        << with_envelope("device", "device_names", "Device-2") << QStringList{"/cells/*/device"};
    QTest::newRow("another datatype everywhere")
        << with_envelope("param_dtype", "param_dtypes", "torch.float16") << QStringList{"/cells/*/param_dtype"};
    QTest::newRow("another width everywhere")
        << with_envelope("hidden_size", "hidden_sizes", 1024) << QStringList{"/cells/*/hidden_size"};
    QTest::newRow("another source everywhere")
        << Alter(every_cell("source", std::string(64, 'c'))) << QStringList{"/cells/*/source"};
    QTest::newRow("other requests of one workload") << Alter([](Json& root) {
        for (Json& each : root["cells"])
            if (each["cell"].get<std::string>().ends_with("|g3"))
                each["requests_sha256"] = std::string(64, 'd');
    }) << QStringList{"/cells/*/requests_sha256"};
    QTest::newRow("every coefficient 2x + 1") << Alter([](Json& root) {
        for (auto& item : root["integer_table_milli_us"].items())
            item.value() = 2 * item.value().get<std::int64_t>() + 1;
    }) << QStringList{};
    QTest::newRow("every coefficient 0") << Alter([](Json& root) {
        for (auto& item : root["integer_table_milli_us"].items())
            item.value() = 0;
    }) << QStringList{};
    QTest::newRow("everything held out, and every coefficient 0") << Alter([](Json& root) {
        root["fit_arguments"]["holdout"] = "cal-";
        for (auto& item : root["integer_table_milli_us"].items())
            item.value() = 0;
    }) << QStringList{};
    QTest::newRow("no term at all") << Alter([](Json& root) {
        root["fit_arguments"]["terms"] = Json::array();
        root["integer_table_milli_us"] = Json::object();
    }) << QStringList{};
    QTest::newRow("a foreign term in both") << Alter([](Json& root) {
        root["fit_arguments"]["terms"].push_back("segment_launch");
        root["integer_table_milli_us"]["segment_launch"] = 5;
    }) << QStringList{};
    QTest::newRow("one candidate a cell, and every coefficient 0") << Alter([](Json& root) {
        for (Json& each : root["cells"])
            each["candidates"] = Json::array({each["candidates"][0]});
        for (auto& item : root["integer_table_milli_us"].items())
            item.value() = 0;
    }) << QStringList{};
    QTest::newRow("a cell less, in its list as well") << Alter([](Json& root) {
        root["cells"].erase(1);
        root["manifest"]["expected"].erase(1);
    }) << QStringList{};
    QTest::newRow("a cell less, excluded") << Alter([](Json& root) {
        root["manifest"]["excluded"].push_back(root["cells"][1]["cell"]);
        root["fit_arguments"]["exclude_cells"].push_back(root["cells"][1]["cell"]);
        root["cells"].erase(1);
    }) << QStringList{};
    QTest::newRow("another key, in its list as well") << Alter([](Json& root) {
        root["cells"][1]["cell"] = "cal-ellavox|Org/Model-A|L8|tp1|cp1|g5";
        root["cells"][1]["workload"]["group"] = 5;
        root["manifest"]["expected"][1] = "cal-ellavox|Org/Model-A|L8|tp1|cp1|g5";
    }) << QStringList{};
    QTest::newRow("the manifest taken out") << Alter([](Json& root) { root["manifest"] = nullptr; }) << QStringList{};
    QTest::newRow("shapes re-ranked that are held out")
        << Alter([](Json& root) { root["fit_arguments"]["rerank_shapes"].push_back("tp1cp2"); }) << QStringList{};
    QTest::newRow("the lengths of a model") << Alter([](Json& root) {
        for (Json& each : root["cells"])
            each["facts"]["layers"] = each["facts"]["layers"].get<int>() * 2;
    }) << QStringList{};
    QTest::newRow("the slowest layout of a held-out cell left out")
        << Alter([](Json& root) { root["cells"][1]["candidates"].erase(3); }) << QStringList{"/cells/*/candidates"};
}

void CertificateForgeryTest::together()
{
    QFETCH(Alter, alter);
    QFETCH(QStringList, unknowable);
    Json altered = m_honest.certificate;
    alter(altered);
    QVERIFY(altered != m_honest.certificate);
    const Review found = review(restated(std::move(altered)), &m_honest.manifest);
    QVERIFY2(found.holds == !unknowable.isEmpty(), found.says.c_str());
    for (const QString& place : unknowable)
        QVERIFY(found.named.contains(place.toStdString()));
}

/// The other way round: what the review says it cannot know can be altered, so that it says no more than is true.
void CertificateForgeryTest::whatCannotBeKnown()
{
    const auto pick = [](Json& root, const char* key) -> Json& { return root["cells"][1]["candidates"][3][key]; };
    const std::map<std::string, Alter> alterations{
        {"/cells", [](Json& root) { std::swap(root["cells"][1], root["cells"][3]); }},
        {"/cells/*/candidates", [](Json& root) { root["cells"][1]["candidates"].erase(3); }},
        {"/cells/*/candidates/*/label", [&](Json& root) { pick(root, "label") = "layout_9"; }},
        {"/cells/*/candidates/*/features/packed_tokens",
         [&](Json& root) { pick(root, "features")["packed_tokens"] = 4200; }},
        {"/cells/*/candidates/*/features/segment_count",
         [&](Json& root) {
             pick(root, "features")["segment_count"] = 7;
             pick(root, "features")["segments_below"] = {5, 6, 6, 6, 6, 6, 6, 7};
         }},
        {"/cells/*/candidates/*/features/max_depth", [&](Json& root) { pick(root, "features")["max_depth"] = 5; }},
        {"/cells/*/candidates/*/features/segments_below",
         [&](Json& root) { pick(root, "features")["segments_below"][0] = 3; }},
        {"/cells/*/candidates/*/median_ms", [&](Json& root) { pick(root, "median_ms") = 60.0; }},
        {"/cells/*/candidates/*/n", [&](Json& root) { pick(root, "n") = 80; }},
        {"/cells/*/candidates/*/spread_pct", [&](Json& root) { pick(root, "spread_pct") = 0.1; }},
        {"/cells/*/facts/gdn_layers", [](Json& root) { root["cells"][17]["facts"]["gdn_layers"] = 4; }},
        {"/cells/*/device",
         [](Json& root) {
             root["cells"][1]["device"] = "Device-2";
             root["measured_envelope"]["device_names"].push_back("Device-2");
         }},
        {"/cells/*/param_dtype",
         [](Json& root) {
             root["cells"][1]["param_dtype"] = "fp8";
             root["measured_envelope"]["param_dtypes"].push_back("fp8");
         }},
        {"/cells/*/hidden_size",
         [](Json& root) {
             for (Json& each : root["cells"])
                 each["hidden_size"] = 256;
             root["measured_envelope"]["hidden_sizes"] = {256};
         }},
        {"/cells/*/source", [](Json& root) { root["cells"][1]["source"] = std::string(40, 'e'); }},
        {"/cells/*/requests_sha256", [](Json& root) { root["cells"][17]["requests_sha256"] = std::string(64, 'e'); }},
        {"/cells/*/workload", [](Json& root) { root["cells"][17].erase("workload"); }},
        {"/cells/*/workload/kind", [](Json& root) { root["cells"][1]["workload"]["kind"] = "other"; }},
        {"/fit_arguments/require_complete", [](Json& root) { root["fit_arguments"]["require_complete"] = 2; }},
        {"/fit_arguments/terms",
         [](Json& root) { std::swap(root["fit_arguments"]["terms"][8], root["fit_arguments"]["terms"][9]); }},
        {"/fit_arguments/objective", [](Json& root) { root["fit_arguments"]["objective"] = "lsq"; }},
        {"/fit_arguments/holdout", [](Json& root) { root["fit_arguments"]["holdout"] = "cal-late|"; }},
        {"/fit_arguments/rerank_shapes",
         [](Json& root) {
             root["fit_arguments"]["rerank_shapes"] = {"tp2cp1"};
             root = refitted(std::move(root));
         }},
        {"/fit_arguments/exclude_cells", [](Json& root) { root["fit_arguments"]["exclude_cells"] = {"|cp4|g2"}; }},
        {"/manifest/path", [](Json& root) { root["manifest"]["path"] = "elsewhere.json"; }},
    };
    for (const UnboundField& field : unbound_fields()) {
        QVERIFY(!field.what.empty());
        const auto alter = alterations.find(std::string(field.path));
        QVERIFY2(alter != alterations.end(), std::string(field.path).c_str());
        const Honest before = field.path == "/fit_arguments/objective" ? honest(true) : m_honest;
        Json altered = before.certificate;
        alter->second(altered);
        QVERIFY2(altered != before.certificate, std::string(field.path).c_str());
        const Review found = review(restated(std::move(altered)), &before.manifest);
        QVERIFY2(found.holds, (std::string(field.path) + ": " + found.says).c_str());
    }
}

void CertificateForgeryTest::tableWithUnknownObjective()
{
    // The refit cannot be made, so nothing says that the table is another one; and so nothing lets it hold.
    Json altered = m_honest.certificate;
    altered["fit_arguments"]["objective"] = "likelihood";
    for (auto& item : altered["integer_table_milli_us"].items())
        item.value() = 2 * item.value().get<std::int64_t>() + 1;
    const auto certificate = read_certificate(*JsonDocument::parse(restated(altered).dump(), ""));
    const auto checks = checks_of(*certificate, &m_honest.manifest);
    const Judgement judgement = judge_checks(checks);
    QVERIFY(judgement.verdict == Verdict::not_all_made);
    QCOMPARE(text(judgement.sentence),
             QString("holds, but 1 check could not be made (refit gives the table); 1 of 20 cells is left to a "
                     "re-ranker (/fit_arguments/rerank_shapes), and no gate judges it"));
    QVERIFY(reason_of(checks, Check::refit).find("\"likelihood\"; known are") != std::string::npos);
    // Who says so by name takes it as it is; no other name does.
    QVERIFY(judge_checks(checks, {"refit"}).verdict == Verdict::holds);
    QVERIFY(judge_checks(checks, {"manifest", "metrics"}).verdict == Verdict::not_all_made);
}

void CertificateForgeryTest::unchecked()
{
    // Every check has a name by which it may be left out, and a check that fails is never left out.
    const std::vector<std::string> names = allowable_names();
    const auto certificate = read_certificate(*JsonDocument::parse(m_honest.certificate.dump(), ""));
    for (const CheckResult& check : checks_of(*certificate, nullptr)) {
        const std::string name(to_string(check.check));
        QVERIFY(std::find(names.begin(), names.end(), name) != names.end());
        QVERIFY(judge_checks({{check.check, CheckState::not_checked, "r"}}).verdict == Verdict::not_all_made);
        QVERIFY(judge_checks({{check.check, CheckState::not_checked, "r"}}, {name}).verdict == Verdict::holds);
        QVERIFY(judge_checks({{check.check, CheckState::failed, "r"}}, names).verdict == Verdict::does_not_hold);
    }
    // Without the manifest file, one name stands for the checks that need it, and for no other.
    const auto without = checks_of(*certificate, nullptr);
    QCOMPARE(joined(in_state(without, CheckState::not_checked)), QString("exclusions manifests"));
    QVERIFY(judge_checks(without).verdict == Verdict::not_all_made);
    QVERIFY(judge_checks(without, {"manifest"}).verdict == Verdict::holds);
    QVERIFY(judge_checks(without, {"exclusions"}).verdict == Verdict::not_all_made);
    QVERIFY(judge_checks(without, {"exclusions", "manifests"}).verdict == Verdict::holds);
    Certificate unlisted = *certificate;
    unlisted.manifest.reset();
    QVERIFY(judge_checks(checks_of(unlisted, nullptr), {"manifest"}).verdict == Verdict::holds);
    QVERIFY(judge_checks(checks_of(unlisted, &m_honest.manifest), {"manifest"}).verdict == Verdict::not_all_made);
    QVERIFY(judge_checks(checks_of(unlisted, &m_honest.manifest), {"manifests"}).verdict == Verdict::holds);
    unlisted.fit.objective = "likelihood";
    unlisted.table["gdn_level"] += 1;
    QCOMPARE(text(judge_checks(checks_of(unlisted, nullptr)).sentence),
             QString("does not hold: 1 of 15 checks fails (table hash), and 5 checks could not be made "
                     "(refit gives the table, expected cells present, no unexpected cell and 2 more)"));
}

BLUEPRINTING_CORE_TEST(CertificateForgeryTest)
#include "forgery_test.moc"
