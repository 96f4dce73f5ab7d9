#include "core/base/preset_index.h"
#include "tests/support/test_main.h"

#include <vector>

using namespace blueprinting;

class PresetIndexTest : public QObject {
    Q_OBJECT
private slots:
    void keeps_the_order();
    void refuses_data();
    void refuses();
};

void PresetIndexTest::keeps_the_order()
{
    const std::vector<EmbeddedFile> files{
        {"m/a.json", "1"},
        {"m/b.json", "2"},
        {"m/SOURCES.json", R"({"files": [{"name": "b", "source": "there"}, {"name": "a", "source": "here"}]})"}};
    const auto entries = preset_index(files, "m");
    QVERIFY(entries.has_value());
    QCOMPARE(entries->size(), std::size_t{2});
    QCOMPARE(entries->at(0).name, std::string("b"));
    QCOMPARE(entries->at(0).source, std::string("there"));
    QCOMPARE(entries->at(0).document.root(), Json(2));
    QCOMPARE(entries->at(1).name, std::string("a"));
}

void PresetIndexTest::refuses_data()
{
    QTest::addColumn<QByteArray>("index");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("a file that is not there")
        << QByteArray(R"({"files": [{"name": "c", "source": "s"}]})") << QByteArray("preset.missing");
    QTest::newRow("no source") << QByteArray(R"({"files": [{"name": "a"}]})") << QByteArray("reader.missing");
    QTest::newRow("an unknown key") << QByteArray(R"({"files": [], "more": 1})") << QByteArray("reader.unknown_key");
    QTest::newRow("no JSON") << QByteArray("{") << QByteArray("json.syntax");
    QTest::newRow("a file that is no JSON")
        << QByteArray(R"({"files": [{"name": "bad", "source": "s"}]})") << QByteArray("json.syntax");
}

void PresetIndexTest::refuses()
{
    QFETCH(QByteArray, index);
    QFETCH(QByteArray, code);
    const std::vector<EmbeddedFile> files{
        {"m/a.json", "1"},
        {"m/bad.json", "["},
        {"m/SOURCES.json", std::string_view(index.constData(), static_cast<std::size_t>(index.size()))}};
    const auto entries = preset_index(files, "m");
    QVERIFY(!entries);
    QCOMPARE(QByteArray::fromStdString(entries.diagnostics().front().code), code);
    QCOMPARE(preset_index(files, "n").diagnostics().front().code, std::string("preset.index"));
}

BLUEPRINTING_CORE_TEST(PresetIndexTest)
#include "preset_index_test.moc"
