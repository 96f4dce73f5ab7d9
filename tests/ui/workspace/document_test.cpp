#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"
#include "ui/workspace/document.h"
#include "ui/workspace/session_json.h"

using namespace blueprinting;
using namespace blueprinting::ui;

class DocumentTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void kindFollowsFromContent_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("kind");
        const auto row = [](const char* name, const std::string& text, const char* kind) {
            QTest::newRow(name) << QString::fromStdString(text) << kind;
        };
        const Session session = starting_session();
        const SessionStrategy& first = session.strategies[0];
        row("session", to_json(session).dump(), "session");
        row("model", model::to_calculon(first.model).dump(), "model");
        row("model without a key", R"({"hidden": 8, "feedforward": 32, "attn_heads": 2})", "model");
        row("system", system::to_calculon(first.system).dump(), "system");
        row("execution", strategy::to_calculon(first.execution).dump(), "execution");
        row("execution in canonical keys",
            R"({"tensor_parallel": 8, "pipeline_parallel": 8, "data_parallel": 1, "batch_size": 64, "microbatch_size": 1})",
            "execution");
        row("answer of a search", R"({"model": "m", "strategies": 8, "refused": {}, "front": [], "top": []})",
            "search");
        row("answer of a search over devices", R"({"model": "m", "counts": [], "devices": [8, 16], "scaling": []})",
            "search");
        row("list of executions",
            R"({"source": "x", "executions": [{"id": "a", "model": "m", "system": "s", "execution": {}}]})",
            "executions");
        row("Llama config",
            R"({"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008})",
            "config");
        row("GPT-2 config", R"({"model_type": "gpt2", "n_embd": 768, "n_layer": 12, "n_head": 12})", "config");
        row("certificate", R"({"schema": "art.dev.trainer_rank_cost_calibration_certificate.v1", "cells": []})",
            "certificate");
        row("later certificate", R"({"schema": "art.dev.trainer_rank_cost_calibration_certificate.v2", "cells": []})",
            "certificate");
        row("manifest", R"({"schema": "art.dev.trainer_rank_cost_calibration_manifest.v1", "cells": []})", "manifest");
        row("report", R"({"schema": "blueprinting.calculon-calibration-experiment.v0", "cases": []})", "report");
        row("checkpoint",
            R"({"pass": "transformer-import", "revision": 0, "schema": "model.v0", "input": "", "output": "", "ir": {}})",
            "checkpoint");
        row("checkpoint without a schema", R"({"pass": "transformer-import", "revision": 0, "output": "", "ir": {}})",
            "checkpoint");
    }
    void kindFollowsFromContent()
    {
        QFETCH(QString, text);
        QFETCH(QString, kind);
        const Result<JsonDocument> document = JsonDocument::parse(text.toStdString(), "whatever.txt");
        QVERIFY(document);
        const Result<DocumentKind> found = sniff(*document);
        QVERIFY2(found, found.diagnostics().empty() ? "" : to_line(found.diagnostics().front()).c_str());
        QCOMPARE(QString::fromUtf8(to_string(*found)), kind);
    }

    /// Only the schema that the file itself is of makes a certificate of it; the words may stand anywhere.
    void certificatesAreToldByTheirOwnSchema_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("is");
        QTest::newRow("first")
            << "{\"schema\": \"art.dev.trainer_rank_cost_calibration_certificate.v1\", \"cells\": []}" << true;
        QTest::newRow("last") << "{\"cells\": [{\"schema\": \"x\", \"a\": \"}]{[\\\"\"}], \"note\": \"a: \\\"b\\\", "
                                 "{\", \"schema\" : \"art.dev.trainer_rank_cost_calibration_certificate.v2\"}"
                              << true;
        QTest::newRow("a strategy's name") << "{\"schema\": \"blueprinting.session.v0\", \"strategies\": [{\"name\": "
                                              "\"art.dev.trainer_rank_cost_calibration_certificate.v1\"}]}"
                                           << false;
        QTest::newRow("deeper inside")
            << "{\"inner\": {\"schema\": \"art.dev.trainer_rank_cost_calibration_certificate.v1\"}, \"schema\": \"x\"}"
            << false;
        QTest::newRow("in a list") << "[{\"schema\": \"art.dev.trainer_rank_cost_calibration_certificate.v1\"}]"
                                   << false;
        QTest::newRow("under another key")
            << "{\"x\": \"schema\", \"y\": \"art.dev.trainer_rank_cost_calibration_certificate.v1\"}" << false;
        QTest::newRow("quoted within a text")
            << "{\"x\": \"\\\"schema\\\": \\\"art.dev.trainer_rank_cost_calibration_certificate.v1\\\"\", \"schema\": "
               "\"y\"}"
            << false;
        QTest::newRow("cut short") << "{\"x\": \"art.dev.trainer_rank_cost_calibration_certificate." << false;
        QTest::newRow("nothing") << "" << false;
    }
    void certificatesAreToldByTheirOwnSchema()
    {
        QFETCH(QString, text);
        QFETCH(bool, is);
        QCOMPARE(names_certificate(text.toStdString()), is);
    }

    /// By the first line: a row, or the names of columns.
    void runsAreKnownByTheirFirstLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("is");
        const QByteArray row = R"({"id": "a-1", "grade": "A", "measured": {}, "expressible": false, "source": "mine"})";
        QTest::newRow("a row") << row << true;
        QTest::newRow("rows, blank lines first") << "\n\r\n  " + row + "\r\n{" << true;
        QTest::newRow("columns") << QByteArray("id,gpus,system,model\n") << true;
        QTest::newRow("columns of a spreadsheet") << QByteArray("\xef\xbb\xbfmodel,system,gpus\r\n1") << true;
        QTest::newRow("a row without its grade")
            << QByteArray(R"({"id": 1, "measured": {}, "expressible": true})") << false;
        QTest::newRow("a row over lines") << QByteArray(row).replace(", ", ",\n") << false;
        QTest::newRow("columns of something else") << QByteArray("model,system,count\n") << false;
        QTest::newRow("columns below the first line") << QByteArray("a\nmodel,system,gpus\n") << false;
        QTest::newRow("nothing") << QByteArray() << false;
        QTest::newRow("blank") << QByteArray(" \n\n") << false;
    }
    void runsAreKnownByTheirFirstLine()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, is);
        QCOMPARE(names_runs(text.toStdString()), is);
    }

    void anythingElseIsRefusedWithItsPlace_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::addColumn<int>("line");
        QTest::newRow("list") << "\n[1, 2]"
                              << "[1,2]" << 2;
        QTest::newRow("number") << "17"
                                << "17" << 1;
        QTest::newRow("string") << "\"hello\""
                                << "hello" << 1;
        QTest::newRow("empty object") << "{}"
                                      << "empty object" << 1;
        QTest::newRow("unknown keys") << R"({"name": "app", "version": "1.0"})"
                                      << "\"name\", \"version\"" << 1;
        QTest::newRow("unknown schema") << "{\n\n  \"schema\": \"com.example.v1\"}"
                                        << "com.example.v1" << 3;
        QTest::newRow("one key in common") << R"({"hidden": true, "name": 1})"
                                           << "\"hidden\"" << 1;
    }
    void anythingElseIsRefusedWithItsPlace()
    {
        QFETCH(QString, text);
        QFETCH(QString, says);
        QFETCH(int, line);
        const Result<JsonDocument> document = JsonDocument::parse(text.toStdString(), "other.json");
        QVERIFY(document);
        const Result<DocumentKind> found = sniff(*document);
        QVERIFY(!found);
        const Diagnostic& refused = found.diagnostics().front();
        QCOMPARE(refused.code, std::string("document.unknown"));
        QVERIFY2(QString::fromStdString(refused.message).contains(says), refused.message.c_str());
        QVERIFY(QString::fromStdString(refused.message).contains(QStringLiteral("a layout-cost certificate")));
        QVERIFY(refused.location);
        QCOMPARE(refused.location->file, std::string("other.json"));
        QCOMPARE(static_cast<int>(refused.location->line), line);
    }
};

BLUEPRINTING_UI_TEST(DocumentTest)
#include "document_test.moc"
