#include "tests/cli/program.h"
#include "tests/support/calculon_checkout.h"
#include "tests/support/processes.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using blueprinting::testing::alive;
using blueprinting::testing::children_of;
using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;
using blueprinting::testing::write_file;

class CalibrateCommandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
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

    void memoryFigures()
    {
        const Outcome out = run_program({"calibrate", "--figures"});
        QCOMPARE(out.code, 0); // far off is a finding
        QVERIFY(out.err.isEmpty());
        const QString text = QString::fromUtf8(out.out).replace(QRegularExpression(" +"), " ");
        // (5438177280 + 5551472640 + 32629063680) / 2^30 = 40.62 against 45.5625 printed, and 9.96 against 7.64 %.
        QVERIFY2(
            text.contains("\nmegatron-22B none parameters + optimizer, GiB 40.62 40.62 45.56 0.00 −10.84 −10.84\n"),
            out.out);
        QVERIFY2(text.contains("\nmegatron-22B full activations, % of none 9.96 9.96 7.64 0.00 +30.41 +30.41\n"),
                 out.out);
        QVERIFY2(
            text.contains(
                "\nFigure 7, Calculon against the paper: 8.36 % on average, 30.41 % at most (megatron-22B full)\n"),
            out.out);

        QTemporaryDir folder;
        const QString path = folder.filePath("figures.json");
        const Outcome written = run_program({"calibrate", "--figures", "--json", "--output", path});
        QCOMPARE(written.code, 0);
        QVERIFY(written.out.isEmpty());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject figures = QJsonDocument::fromJson(file.readAll()).object();
        QCOMPARE(figures["schema"].toString(), QString("blueprinting.memory-figures.v0"));
        QCOMPARE(figures["rows"].toArray().size(), 32);
        QCOMPARE(figures["summary"].toArray()[1].toObject()["calculon_vs_paper"].toObject()["largest"].toString(),
                 QString("seqsel-fig7/megatron-22B/full"));
    }

    void liveOracle()
    {
        QTemporaryDir folder;
        QVERIFY(blueprinting::testing::make_checkout(folder.filePath("a checkout ü")));
        // A relative path; the stand-in answers what is recorded, so that all but the oracle's identity is the same
        // report.
        const Outcome out =
            run_program({"calibrate", "--json", "--calculon", QString::fromUtf8("a checkout ü")}, {}, folder.path());
        QCOMPARE(out.code, 0);
        QVERIFY2(out.err.isEmpty(), out.err.constData());
        QJsonObject live = out.json().object();
        QJsonObject recorded = run_program({"calibrate", "--json"}).json().object();
        const QJsonObject oracle = live.take("oracle").toObject();
        recorded.remove("oracle");
        QCOMPARE(live, recorded);
        QCOMPARE(oracle["provider"].toString(), QString("live"));
        QCOMPARE(oracle["package_version"].toString(), QString("0.0-stand-in"));
        QCOMPARE(oracle["source_digest"].toString().size(), 64);
        QCOMPARE(oracle["source_repository"].toString(),
                 QFileInfo(folder.filePath("a checkout ü")).canonicalFilePath());
    }

    void liveRefusalIsAFinding()
    {
        QTemporaryDir folder;
        const QString checkout = folder.filePath("checkout");
        QVERIFY(blueprinting::testing::make_checkout(checkout, "memory"));
        const Outcome out = run_program({"calibrate", "--calculon", checkout});
        QCOMPARE(out.code, 0);
        QCOMPARE(out.error_lines().size(), 8);
        QCOMPARE(out.error_lines()[0],
                 QByteArray("finding: megatron-22B/full: Calculon refuses it: "
                            "Mem tier1 needs 95.234 GiB but only has 80.000 GiB [oracle.refused]"));
        QVERIFY(out.out.contains("refused"));
        QVERIFY(out.out.contains("\nCalculon gives figures for 0 of the 8 cases\n"));
        QVERIFY(!out.out.contains("against Calculon: ")); // nothing was compared: no zero stands for that
        const QJsonObject report = run_program({"calibrate", "--json", "--calculon", checkout}).json().object();
        const QJsonObject first = report["cases"].toArray()[0].toObject();
        QCOMPARE(first["calculon_refusal"].toString(), QString("Mem tier1 needs 95.234 GiB but only has 80.000 GiB"));
        QCOMPARE(first["timing_seconds"].toObject()["calculon"].toString(), QString("refused"));
        const QJsonObject summary = report["summary"].toObject();
        QCOMPARE(summary["workload_max_absolute_error_percent"].toString(), QString("refused"));
        QCOMPARE(summary["breakdown_error"].toObject()["forward"].toObject()["max_absolute_error_seconds"].toString(),
                 QString("refused"));
        QVERIFY(
            summary["system_evidence_vs_paper_mean_absolute_error_percent"].isDouble()); // the paper prints all eight
    }

    /// The other seven are compared and written; that one was not is an error, and the summary says how many were.
    void oneCaseFails()
    {
        QTemporaryDir folder;
        const QString checkout = folder.filePath("checkout");
        QVERIFY(blueprinting::testing::make_checkout(checkout, "fails at 105")); // the 530B model has 105 blocks
        const QString path = folder.filePath("report.json");
        const Outcome out = run_program({"calibrate", "--calculon", checkout, "--output", path});
        QCOMPARE(out.code, 2);
        QCOMPARE(out.error_lines(), (QList<QByteArray>{"error: turing-530B/full: Calculon stopped with exit code 1: "
                                                       "ZeroDivisionError: float division by zero [oracle.failed]",
                                                       "error: turing-530B/seqsel: Calculon stopped with exit code 1: "
                                                       "ZeroDivisionError: float division by zero [oracle.failed]"}));
        QVERIFY(out.out.contains("\nCalculon gives figures for 6 of the 8 cases\n"));
        QVERIFY(out.out.contains("no answer"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray cases = QJsonDocument::fromJson(file.readAll()).object()["cases"].toArray();
        QCOMPARE(cases.size(), 8);
        QCOMPARE(cases[4].toObject()["calculon_failure"].toString(),
                 QString("Calculon stopped with exit code 1: ZeroDivisionError: float division by zero"));
        QCOMPARE(cases[4].toObject()["timing_seconds"].toObject()["calculon"].toString(), QString("not covered"));
        QVERIFY(cases[7].toObject()["timing_seconds"].toObject()["calculon"].isDouble());
    }

    void oneFigureFails()
    {
        QTemporaryDir folder;
        const QString checkout = folder.filePath("checkout");
        QVERIFY(blueprinting::testing::make_checkout(checkout, "fails at 128")); // the 1T model
        const Outcome out = run_program({"calibrate", "--figures", "--json", "--calculon", checkout});
        QCOMPARE(out.code, 2);
        QCOMPARE(out.error_lines().size(), 7); // two of Figure 1 and five of Figure 7
        const QJsonObject figures = out.json().object();
        QCOMPARE(figures["calculon_failures"].toObject().size(), 7);
        QCOMPARE(figures["rows"].toArray().size(), 32);
        const QJsonObject summary = figures["summary"].toArray()[0].toObject()["estimated_vs_calculon"].toObject();
        QCOMPARE(summary["rows"].toInt(), 12); // of 16
    }

    /// kill -9 of the program is kill -9 of Calculon, and of what that has started.
    void diesWithTheProgram()
    {
        QTemporaryDir folder;
        const QString checkout = folder.filePath("checkout");
        QVERIFY(blueprinting::testing::make_checkout(checkout, "sleep and fork"));
        QProcess program;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TMPDIR", folder.path()); // what is killed cannot clean up
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting"), {"calibrate", "--calculon", checkout});
        QVERIFY(program.waitForStarted());
        const auto pid_in = [&](const QString& name) {
            QFile file(checkout + name);
            return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
        };
        QTRY_VERIFY_WITH_TIMEOUT(!pid_in(".child").isEmpty(), 60000);
        const QByteArray calculon = pid_in(".runs");
        const QByteArray child = pid_in(".child");
        QVERIFY(alive(calculon) && alive(child));
        const QList<QByteArray> started = children_of(program.processId());
        QCOMPARE(started.size(), 2); // Calculon, and who looks after its group
        QVERIFY(started.contains(calculon));
        program.kill();
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);
        QTRY_VERIFY_WITH_TIMEOUT(!alive(calculon) && !alive(child), 60000);
        for (const QByteArray& one : started)
            QTRY_VERIFY_WITH_TIMEOUT(!alive(one), 60000);
    }

    /// On a terminal it is said who is waited for, and about what, before the wait.
    void whoIsWaitedForIsSaid()
    {
        QTemporaryDir folder;
        const QString checkout = folder.filePath("checkout");
        QVERIFY(blueprinting::testing::make_checkout(checkout));
        const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        QVERIFY(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0 &&
                ::fcntl(terminal, F_SETFL, O_NONBLOCK) == 0);
        QProcess program;
        program.setStandardErrorFile(QString::fromLocal8Bit(::ptsname(terminal)), QIODevice::Append);
        program.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting"), {"calibrate", "--calculon", checkout});
        QVERIFY(program.waitForFinished(110000));
        QCOMPARE(program.exitCode(), 0);
        QByteArray said(1 << 16, '\0');
        said.resize(std::max<qsizetype>(0, ::read(terminal, said.data(), static_cast<std::size_t>(said.size()))));
        ::close(terminal);
        QCOMPARE(
            QString(said).remove('\r').split('\n', Qt::SkipEmptyParts),
            (QStringList{
                "megatron-22B/full: waiting for Calculon, 1 of 8", "megatron-22B/seqsel: waiting for Calculon, 2 of 8",
                "gpt3-175B/full: waiting for Calculon, 3 of 8", "gpt3-175B/seqsel: waiting for Calculon, 4 of 8",
                "turing-530B/full: waiting for Calculon, 5 of 8", "turing-530B/seqsel: waiting for Calculon, 6 of 8",
                "megatron-1T/full: waiting for Calculon, 7 of 8", "megatron-1T/seqsel: waiting for Calculon, 8 of 8"}));
    }

    void badCheckout_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("missing") << "nowhere" << QByteArray("[oracle.checkout.missing]");
        QTest::newRow("empty") << "" << QByteArray("[usage]");
        QTest::newRow("a file") << "mode" << QByteArray("[oracle.checkout.not_a_folder]");
        QTest::newRow("no bin/calculon") << "bin" << QByteArray("[oracle.checkout.no_program]");
        QTest::newRow("it fails") << "." << QByteArray("[oracle.live.crashed]");
    }
    void badCheckout()
    {
        QFETCH(QString, path);
        QFETCH(QByteArray, code);
        QTemporaryDir folder;
        QVERIFY(blueprinting::testing::make_checkout(folder.filePath("checkout"), "exit 3"));
        const Outcome out = run_program({"calibrate", "--calculon", path}, {}, folder.filePath("checkout"));
        QCOMPARE(out.code, 2);
        QVERIFY(out.out.isEmpty());
        QVERIFY2(out.error_lines()[0].endsWith(code), out.err.constData());
    }

    void gatePasses()
    {
        const Outcome text = run_program({"gate"});
        QCOMPARE(text.code, 0);
        QVERIFY(text.out.endsWith("gate passed: 60 checks\n"));
        QVERIFY(text.out.contains("passed  memory: expected ≤ 1 B; actual 0 B\n"));
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
        QVERIFY(out.out.contains(
            "\nFAILED  golden peak-only MAPE: expected 12.993831306682473 ±1e-12; actual 12.9938313065824"));
        QVERIFY(out.out.contains("\nFAILED  paper maximum: expected ≤ 8.8 %; actual 8.874452316395821 %\n"));
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

    /// Not the contract that the program carries, and nothing else either.
    void anEmptyNameIsNoContract()
    {
        for (const char* option : {"--contract", "--write-first-contract"}) {
            const Outcome out = run_program({"gate", option, ""});
            QCOMPARE(out.code, 2);
            QVERIFY(out.out.isEmpty());
            QVERIFY(out.err.contains(QByteArray(option) + " is empty"));
        }
    }

    void everyFailureIsSaid()
    {
        QTemporaryDir folder;
        QFile carried(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/contracts/baseline.json"));
        QVERIFY(carried.open(QIODevice::ReadOnly));
        QJsonObject contract = QJsonDocument::fromJson(carried.readAll()).object();
        contract["evidence_revision"] = QString(64, u'0');
        QJsonArray cases = contract["cases"].toArray();
        for (int i = 0; i < cases.size(); ++i) {
            QJsonObject one = cases[i].toObject();
            one["portable_digest"] = QString(64, u'a');
            cases[i] = one;
        }
        contract["cases"] = cases;
        const QString path = folder.filePath("contract.json");
        QVERIFY(write_file(path, QJsonDocument(contract).toJson()));
        const Outcome out = run_program({"gate", "--contract", path});
        QCOMPARE(out.code, 1);
        QCOMPARE(out.out.count("FAILED  "), 9); // the revision and eight plans
        QCOMPARE(out.out.count("FAILED  portable_digest "), 8);
        QCOMPARE(out.out.count("\npassed  "), 51 - 1); // the first line has no line before it
        QVERIFY(out.out.endsWith("gate failed: 9 of 60 checks\n"));
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
