#include "core/base/canonical_json.h"
#include "core/base/digest.h"
#include "tests/support/test_main.h"

#include <clocale>
#include <limits>
#include <nlohmann/json.hpp>

using namespace blueprinting;

class DigestTest : public QObject {
    Q_OBJECT
private slots:
    void known_hashes();
    void canonical_spelling();
    void refuses_what_has_no_json_form();
    void ids_do_not_run_together();
    void another_locale_changes_nothing();
};

void DigestTest::known_hashes()
{
    // FIPS 180-2, appendix B.1.
    QCOMPARE(Digest::of_bytes("abc").hex(),
             std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    // domain, a zero byte, then the text: computed from those bytes.
    const auto digest = digest_json("d", nlohmann::json::parse("{}"));
    QVERIFY(digest.has_value());
    QCOMPARE(*digest, Digest::of_bytes(std::string_view("d\0{}", 4)));
    DigestStream pieces;
    pieces.add("a");
    pieces.add("");
    pieces.add("bc");
    QCOMPARE(pieces.finish(), Digest::of_bytes("abc"));
    QVERIFY(!Digest::from_hex("BA78"));
    QVERIFY(Digest::from_hex(digest->hex()).has_value());
}

void DigestTest::canonical_spelling()
{
    const auto value =
        nlohmann::json::parse(R"({"b": [1.0, 0.1, 1e5, -0.0, 1e22, 123456789012], "a": {"é": null, "z": true}})");
    QCOMPARE(*canonical_json(value),
             std::string(R"({"a":{"z":true,"é":null},"b":[1,0.1,100000,0,1e+22,123456789012]})"));
}

void DigestTest::refuses_what_has_no_json_form()
{
    QVERIFY(!canonical_json(nlohmann::json{{"x", std::numeric_limits<double>::quiet_NaN()}}));
    QVERIFY(!canonical_json(nlohmann::json{{"x", std::numeric_limits<double>::infinity()}}));
    QVERIFY(!canonical_json(nlohmann::json{{"x", "\xC3\x28"}}));
}

void DigestTest::ids_do_not_run_together()
{
    QCOMPARE(stable_id("node", {"ab", "c"}), stable_id("node", {"ab", "c"}));
    QVERIFY(stable_id("node", {"ab", "c"}) != stable_id("node", {"a", "bc"}));
    QCOMPARE(int(stable_id("node", {"x"}).size()), 5 + 32);
}

void DigestTest::another_locale_changes_nothing()
{
    const auto before = canonical_json(nlohmann::json{{"x", 1234.5}});
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    QCOMPARE(*canonical_json(nlohmann::json{{"x", 1234.5}}), *before);
    std::setlocale(LC_ALL, "C");
}

BLUEPRINTING_CORE_TEST(DigestTest)
#include "digest_test.moc"
