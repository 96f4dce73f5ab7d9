#include "core/base/diagnostic.h"
#include "core/base/diagnostic_json.h"
#include "core/base/near_names.h"
#include "core/base/shortened.h"
#include "tests/support/test_main.h"

using namespace blueprinting;

class DiagnosticTest : public QObject {
    Q_OBJECT
private slots:
    void of_many_the_first_are_kept_and_the_others_counted();
    void counts_are_added();
    void a_list_of_errors_alone_is_full();
    void an_error_is_never_left_out_for_a_finding();
    void what_is_put_in_front_stands_in_front();
    void long_ones_are_cut();
    void texts_are_cut_between_characters_data();
    void texts_are_cut_between_characters();
    void nothing_is_near_to_a_long_name();
};

namespace {

Diagnostic one(int number, Severity severity = Severity::error)
{
    return {severity, "c", "/p", "number " + std::to_string(number)};
}

Diagnostics many(int count, Severity severity = Severity::error)
{
    Diagnostics out;
    for (int i = 0; i < count; ++i)
        out.push_back(one(i, severity));
    return out;
}

} // namespace

void DiagnosticTest::of_many_the_first_are_kept_and_the_others_counted()
{
    QCOMPARE(many(100).size(), std::size_t(100));
    QCOMPARE(many(100).told(), std::size_t(100));
    const Diagnostics all = many(2500);
    QCOMPARE(all.size(), std::size_t(101));
    QCOMPARE(all.told(), std::size_t(2500));
    QCOMPARE(all[99].message, std::string("number 99"));
    QCOMPARE(to_line(all.back()), std::string("and 2400 more, which are not listed [more]"));
    QCOMPARE(to_json(all.back())["further"], Json(2400));
    QVERIFY(!to_json(all.front()).contains("further"));
}

void DiagnosticTest::counts_are_added()
{
    Diagnostics all = many(60);
    const Diagnostics more = many(150); // 100 and 50 counted
    all.insert(all.end(), more.begin(), more.end());
    QCOMPARE(all.size(), std::size_t(101));
    QCOMPARE(all.told(), std::size_t(210));
    QCOMPARE(all.back().further, std::size_t(110));
    all.push_back(one(1));
    QCOMPARE(all.told(), std::size_t(211));
}

/// Who goes through a long list may stop where nothing more would be kept.
void DiagnosticTest::a_list_of_errors_alone_is_full()
{
    Diagnostics all = many(99);
    QVERIFY(!all.full());
    all.push_back(one(99, Severity::finding));
    QVERIFY(!all.full()); // an error would take its place
    all.push_back(one(100));
    QVERIFY(all.full());
    all.leave_out();
    QCOMPARE(all.told(), std::size_t(102));
    QCOMPARE(all.back().message, std::string("and 2 more, which are not listed"));
    Diagnostics moved = std::move(all);
    all = many(100, Severity::warning);
    QVERIFY(moved.full() && !all.full());
    moved.clear();
    QVERIFY(!moved.full() && moved.empty());
}

void DiagnosticTest::an_error_is_never_left_out_for_a_finding()
{
    Diagnostics all = many(300, Severity::finding);
    all.push_back({Severity::error, "late", "", "the one that refuses"});
    QCOMPARE(all.told(), std::size_t(301));
    QCOMPARE(std::count_if(all.begin(), all.end(), [](const Diagnostic& each) { return each.code == "late"; }), 1);
    QCOMPARE(all.back().severity, Severity::finding);
    Diagnostics errors = many(100);
    errors.push_back(one(0, Severity::finding));
    QCOMPARE(errors.back().severity, Severity::finding);
    errors.push_back(one(0));
    QCOMPARE(errors.back().severity, Severity::error);
}

void DiagnosticTest::what_is_put_in_front_stands_in_front()
{
    Diagnostics all = many(3);
    const Diagnostics first{one(7), one(8)};
    all.insert(all.begin(), first.begin(), first.end());
    QCOMPARE(all.size(), std::size_t(5));
    QCOMPARE(all[0].message, std::string("number 7"));
    QCOMPARE(all[1].message, std::string("number 8"));
    QCOMPARE(all[4].message, std::string("number 2"));
}

void DiagnosticTest::long_ones_are_cut()
{
    const Diagnostics all{{Severity::error, "c", "/" + std::string(100000, 'p') + "/end", std::string(100000, 'm')}};
    QVERIFY(all.front().message.size() <= 1003);
    QVERIFY(all.front().message.ends_with("m…"));
    QVERIFY(all.front().path.size() <= 403);
    QVERIFY(all.front().path.starts_with("/pppp"));
    QVERIFY(all.front().path.ends_with("pppp/end"));
}

void DiagnosticTest::texts_are_cut_between_characters_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("most");
    QTest::addColumn<QByteArray>("end");
    QTest::addColumn<QByteArray>("middle");
    QTest::newRow("short") << QByteArray("abcdef") << 6 << QByteArray("abcdef") << QByteArray("abcdef");
    QTest::newRow("long") << QByteArray("abcdefgh") << 6 << QByteArray("abcdef…") << QByteArray("abc…fgh");
    QTest::newRow("two bytes") << QByteArray("éééé") << 5 << QByteArray("éé…") << QByteArray("é…é");
    QTest::newRow("an escape of a pointer")
        << QByteArray("/a~1bcdef") << 6 << QByteArray("/a~1bc…") << QByteArray("/a…def");
}

void DiagnosticTest::texts_are_cut_between_characters()
{
    QFETCH(QByteArray, text);
    QFETCH(int, most);
    QFETCH(QByteArray, end);
    QFETCH(QByteArray, middle);
    QCOMPARE(QByteArray::fromStdString(shortened(text.toStdString(), std::size_t(most))), end);
    QCOMPARE(QByteArray::fromStdString(shortened_in_the_middle(text.toStdString(), std::size_t(most))), middle);
}

void DiagnosticTest::nothing_is_near_to_a_long_name()
{
    const std::vector<std::string> known{"gpt3-175B", std::string(300, 'a')};
    QCOMPARE(near_names("gpt3-175b", known).size(), std::size_t(1));
    QVERIFY(near_names(std::string(5000000, 'a'), known).empty());
}

BLUEPRINTING_CORE_TEST(DiagnosticTest)
#include "diagnostic_test.moc"
