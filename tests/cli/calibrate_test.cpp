#include "tests/cli/program.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;
using blueprinting::testing::write_file;

class CalibrateCommandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void table()
    {
        const Outcome out = run_program({"calibrate"});
        QCOMPARE(out.code, 0);
        QVERIFY(out.err.isEmpty());
        QVERIFY(QString::fromUtf8(out.out).replace(QRegularExpression(" +"), " ").contains(
            "\nturing-530B/seqsel 30.6678 −11.04 34.4728 34.4728 0.00 37.83 −8.87\n"));
        QVERIFY(out.out.contains("\npeak-only against Calculon: 12.9938 % on average\n"));
        QVERIFY(out.out.contains("\nevidence against the paper: 3.6544 % on average, 8.8745 % at most\n"));
    }

    void reportFile()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("report.json");
        const Outcome out = run_program({"calibrate", "--output", path});
        QCOMPARE(out.code, 0);
        QVERIFY(!out.out.isEmpty()); // the tables too
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray written = file.readAll();
        const QJsonObject report = QJsonDocument::fromJson(written).object();
        QCOMPARE(report["schema"].toString(), QString("blueprinting.calculon-calibration-experiment.v0"));
        QCOMPARE(report["cases"].toArray().size(), 8);
        // The same figures every time.
        QCOMPARE(run_program({"calibrate", "--json"}).out, written);

        const Outcome nowhere = run_program({"calibrate", "--output", folder.filePath("no/such/folder.json")});
        QCOMPARE(nowhere.code, 2);
        QVERIFY(nowhere.err.contains("[file.unwritable]"));
    }

    void gatePasses()
    {
        const Outcome text = run_program({"gate"});
        QCOMPARE(text.code, 0);
        QVERIFY(text.out.endsWith("gate passed: 60 checks\n"));
        QVERIFY(text.out.contains("pass  memory: expected ≤ 1 B; actual 0 B\n"));
        const QJsonObject answer = run_program({"gate", "--json"}).json().object();
        QCOMPARE(answer["ok"], QJsonValue(true));
        QCOMPARE(answer["checks"].toArray().size(), 60);
        const QJsonObject first = answer["checks"].toArray()[0].toObject();
        QCOMPARE(first["name"].toString(), QString("report_schema"));
        QCOMPARE(first["passed"], QJsonValue(true));
        QCOMPARE(first["expected"], first["actual"]);
    }

    void gateFails()
    {
        QTemporaryDir folder;
        QFile carried(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/contracts/baseline.json"));
        QVERIFY(carried.open(QIODevice::ReadOnly));
        QByteArray contract = carried.readAll();
        QVERIFY(contract.contains("12.993831306582473"));
        contract.replace("12.993831306582473", "12.993831306682473");
        contract.replace("\"paper_max_percent\": 8.9", "\"paper_max_percent\": 8.8");
        const QString path = folder.filePath("contract.json");
        QVERIFY(write_file(path, contract));
        const Outcome out = run_program({"gate", "--contract", path});
        QCOMPARE(out.code, 1);
        QVERIFY(out.out.contains("\nFAIL  golden peak-only MAPE: expected 12.993831306682473 ±1e-12; actual 12.9938313065824"));
        QVERIFY(out.out.contains("\nFAIL  paper maximum: expected ≤ 8.8 %; actual 8.874452316395821 %\n"));
        QVERIFY(out.out.endsWith("gate failed: 2 of 60 checks\n"));
        QCOMPARE(run_program({"gate", "--contract", path, "--json"}).json().object()["ok"], QJsonValue(false));
    }

    void badContract()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("contract.json");
        QVERIFY(write_file(path, "{\"schema\": \"something\"}"));
        const Outcome out = run_program({"gate", "--contract", path});
        QCOMPARE(out.code, 2);
        QVERIFY(out.err.contains("[contract.schema]"));
        QVERIFY(out.out.isEmpty());
    }

    void firstContractIsNeverWrittenOver()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("contract.json");
        QCOMPARE(run_program({"gate", "--write-first-contract", path}).code, 0);
        QFile written(path);
        QFile carried(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/contracts/baseline.json"));
        QVERIFY(written.open(QIODevice::ReadOnly) && carried.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll(), carried.readAll());

        const Outcome again = run_program({"gate", "--write-first-contract", path});
        QCOMPARE(again.code, 2);
        QVERIFY(again.err.contains("[contract.exists]"));
    }
};

BLUEPRINTING_CORE_TEST(CalibrateCommandTest)
#include "calibrate_test.moc"
