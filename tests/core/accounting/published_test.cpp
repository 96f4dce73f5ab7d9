#include "core/accounting/published.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::accounting;

class PublishedTest : public QObject {
    Q_OBJECT
private slots:
    void figures_data();
    void figures();
    void refusedFigures_data();
    void refusedFigures();
    void rounding_data();
    void rounding();
    void carriedFiles();
    void badFiles_data();
    void badFiles();
};

void PublishedTest::figures_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("decimals");
    QTest::newRow("0.10") << 0.1 << 2;
    QTest::newRow("0.1") << 0.1 << 1;
    QTest::newRow("1.04") << 1.04 << 2;
    QTest::newRow("29.9") << 29.9 << 1;
    QTest::newRow("12") << 12.0 << 0;
}

void PublishedTest::figures()
{
    const auto figure = printed_figure_from(QTest::currentDataTag());
    QVERIFY(figure.has_value());
    QCOMPARE(figure->text, std::string(QTest::currentDataTag()));
    QTEST(figure->value, "value");
    QTEST(figure->decimals, "decimals");
}

void PublishedTest::refusedFigures_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"", ".5", "5.", "1.2.3", "-1", "1e3", " 1", "1,2", "nan", "1234567890123456789012345678901"})
        QTest::newRow(qPrintable(QStringLiteral("'%1'").arg(QLatin1String(text)))) << QString::fromLatin1(text);
}

void PublishedTest::refusedFigures()
{
    QFETCH(QString, text);
    const auto figure = printed_figure_from(text.toStdString());
    QVERIFY(!figure);
    QCOMPARE(figure.diagnostics().front().code, std::string("accounting.figure.syntax"));
    QVERIFY(figure.diagnostics().front().message.find("\"" + text.toStdString() + "\"") != std::string::npos);
}

void PublishedTest::rounding_data()
{
    QTest::addColumn<QString>("printed");
    QTest::addColumn<double>("prediction");
    QTest::addColumn<bool>("agrees");
    QTest::newRow("rounds up to it") << "0.10" << 0.0952 << true;
    QTest::newRow("rounds down to it") << "29.9" << 29.9166 << true;
    QTest::newRow("one decimal less is easier") << "0.1" << 0.14 << true;
    QTest::newRow("two decimals are stricter") << "0.10" << 0.14 << false;
    QTest::newRow("just below") << "0.08" << 0.0749 << false;
    QTest::newRow("just at") << "0.08" << 0.0751 << true;
    QTest::newRow("whole") << "7" << 7.0 << true;
    QTest::newRow("other whole") << "7" << 8.0 << false;
}

void PublishedTest::rounding()
{
    QFETCH(QString, printed);
    QFETCH(double, prediction);
    QFETCH(bool, agrees);
    QCOMPARE(printed_figure_from(printed.toStdString())->agrees_with(prediction), agrees);
}

// Every printed figure, as printed.
void PublishedTest::carriedFiles()
{
    const auto publication = flashoptim();
    QVERIFY(publication.has_value());
    QString printed;
    for (const PublishedTotal& total : publication->totals)
        printed += QStringLiteral("%1 %2 %3\n")
                       .arg(QString::fromStdString(total.optimizer), QString::fromStdString(total.total.text),
                            total.gradient_release ? QString::fromStdString(total.gradient_release->text)
                                                   : QStringLiteral("-"));
    for (const PublishedGroup& group : publication->groups) {
        printed += QStringLiteral("%1 %2 %3:")
                       .arg(QString::fromStdString(group.table), QString::fromStdString(group.model),
                            QString::fromStdString(group.optimizer));
        for (const PublishedRow& row : group.rows)
            printed += QStringLiteral(" %1 %2/%3,")
                           .arg(QString::fromStdString(row.variant), QString::fromStdString(row.parameters.text),
                                QString::fromStdString(row.optimizer_state.text));
        printed += u'\n';
        QVERIFY(group.source.find("2602.23349") != std::string::npos);
    }
    QCOMPARE(printed, QStringLiteral("SGD 12 -\nFlashSGD 6 4\nAdam 16 -\nFlashAdam 7 5\n"
                                     "4 Llama-3.1-8B AdamW: Reference 29.9/59.8, FlashOptim 15.0/23.4, Weight Split "
                                     "15.0/67.3, Opt. Quant. 29.9/15.9,\n"
                                     "6 ResNet-50 SGD: Reference 0.10/0.10, FlashOptim 0.05/0.05, Weight Split "
                                     "0.05/0.12, Opt. Quant. 0.10/0.03,\n"
                                     "6 ResNet-50 AdamW: Reference 0.10/0.19, FlashOptim 0.05/0.08, Weight Split "
                                     "0.05/0.21, Opt. Quant. 0.10/0.05,\n"
                                     "8 GPT-2 124M AdamW: Reference 0.46/0.93, FlashOptim 0.23/0.36, Weight Split "
                                     "0.23/1.04, Opt. Quant. 0.46/0.25,\n"
                                     "8 GPT-2 124M Lion: Reference 0.46/0.46, FlashOptim 0.23/0.24, Weight Split "
                                     "0.23/0.58, Opt. Quant. 0.46/0.12,\n"));
    QCOMPARE(publication->checkpoint.reference_gibibytes.text, std::string("84"));
    QCOMPARE(publication->checkpoint.flash_gibibytes.text, std::string("35"));
    QCOMPARE(publication->checkpoint.reference_bytes.text, std::string("12"));
    QCOMPARE(publication->checkpoint.flash_bytes.text, std::string("5"));
    const std::vector<ArchitectureCount> counts{
        {"Llama-3.1-8B", 8030261248}, {"ResNet-50", 25557032}, {"GPT-2 124M", 124439808}};
    QVERIFY(publication->architectures == counts);
}

void PublishedTest::badFiles_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("reason");
    const QString row = QStringLiteral(R"({"variant": "Reference", "parameters": %1, "optimizer_state": "0.10"%2})");
    const QString file = QStringLiteral(
        R"({"source": "s", "unit": "GiB", "table": "4", "groups": [{"model": "m", "optimizer": "SGD", "rows": [%1]}]})");
    const QString at = QStringLiteral("/groups/0/rows/0");
    QTest::newRow("number for text") << file.arg(row.arg("0.10", "")) << at + "/parameters"
                                     << "must be a string";
    QTest::newRow("not digits") << file.arg(row.arg("\"~0.1\"", "")) << at + "/parameters"
                                << "~0.1";
    QTest::newRow("unknown key") << file.arg(row.arg("\"0.10\"", ", \"ours\": 1")) << at + "/ours"
                                 << "not known";
    QTest::newRow("unknown variant") << file.arg(R"({"variant": "Half", "parameters": "1", "optimizer_state": "1"})")
                                     << at + "/variant"
                                     << "Opt. Quant.";
    QTest::newRow("no rows") << file.arg("") << "/groups/0/rows"
                             << "empty";
    QTest::newRow("not an object") << file.arg("3") << at << "an object";
    QTest::newRow("missing") << file.arg(R"({"variant": "Reference", "parameters": "1"})") << at + "/optimizer_state"
                             << "missing";
    QTest::newRow("a list at the top") << "[]"
                                       << ""
                                       << "an object";
}

void PublishedTest::badFiles()
{
    QFETCH(QString, text);
    QFETCH(QString, path);
    QFETCH(QString, reason);
    const auto document = JsonDocument::parse(text.toStdString(), "figures.json");
    QVERIFY(document.has_value());
    const auto groups = read_groups(*document);
    QVERIFY(!groups);
    const Diagnostic& problem = groups.diagnostics().front();
    QCOMPARE(QString::fromStdString(problem.path), path);
    QVERIFY2(QString::fromStdString(problem.message).contains(reason), problem.message.c_str());
    QCOMPARE(problem.location->file, std::string("figures.json"));
}

BLUEPRINTING_CORE_TEST(PublishedTest)
#include "published_test.moc"
