#include "core/search/batch.h"
#include "tests/support/execution.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using cost::View;
using strategy::Rules;

namespace {

const std::string kGood = R"("model": "gpt3-175B", "system": "a100_80g", "execution": "seqsel-tab5/gpt3-175B/full"})";

Json answer(const std::string& line, Rules rules = Rules::strict, View view = View::system_evidence)
{
    return search::evaluate_line(line, "jobs.jsonl", 7, rules, view);
}

/// The public config.json of Llama-3.1-8B, its keys that count.
constexpr auto kConfig = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
    "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
    "max_position_embeddings": 131072, "hidden_act": "silu", "rms_norm_eps": 1e-05, "rope_theta": 500000.0,
    "attention_bias": false, "mlp_bias": false, "tie_word_embeddings": false})";

/// A question with flash attention on one H100.
Json modern(const std::string& model, Rules rules = Rules::strict)
{
    return search::evaluate_line(R"({"id": 5, "model": )" + model + R"(, "system": "h100_sxm", "execution": {
        "parallelism": {"kind": "training", "tensor": {"degree": 1, "communication": "all_reduce"},
            "pipeline": {"degree": 1, "schedule": {"kind": "single_stage"}},
            "data": {"degree": 1, "optimizer_sharding": false}, "recompute": "none"},
        "global_batch": 1, "microbatch_size": 1, "datatype": "bfloat16", "attention_type": "multihead",
        "fused_activation": false, "fused_attention": true,
        "sequence_parallel_all_gather_redo": false, "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}}})",
                                 "jobs.jsonl", 7, rules, std::nullopt);
}

std::vector<Json> run(const std::string& text)
{
    std::vector<Json> out;
    const auto counts = search::evaluate_batch(
        text, "jobs.jsonl", Rules::strict, View::system_evidence,
        [&](const std::string& line) { out.push_back(Json::parse(line)); }, CancelToken());
    if (!counts)
        qFatal("the batch gave no counts");
    if (counts->lines != out.size())
        qFatal("%zu lines were counted, %zu given", std::size_t(counts->lines), out.size());
    return out;
}

} // namespace

class BatchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void goodLine()
    {
        const Json out = answer(R"({"id": "a", )" + kGood);
        QCOMPARE(out["id"], Json("a"));
        QCOMPARE(out["ok"], Json(true));
        // Calculon's own figures for this case.
        QVERIFY(std::abs(out["total_seconds"].get<double>() - 18.0287795485907) < 1e-11);
        QVERIFY(std::abs(out["timing_seconds"]["forward"].get<double>() - 3.648568878349474) < 1e-12);
        QCOMPARE(out["timing_seconds"]["data_parallel"].get<double>(), 0.0);
        QCOMPARE(out["timing_seconds"].size(), std::size_t{9});
        QCOMPARE(out["memory_bytes"]["total"].get<double>(), 51649806336.0);
        QCOMPARE(out["memory_bytes"]["weights"].get<double>(), 5436997632.0);
        QCOMPARE(out["memory_bytes"].size(), std::size_t{7});
        QCOMPARE(out["capacity_bytes"].get<double>(), 80.0 * 1024 * 1024 * 1024);
        QCOMPARE(out["fits"], Json(true));
        QCOMPARE(out["workload"].size(), std::size_t{19});
        QCOMPARE(out["workload"]["block_forward_operations"].get<double>(), 954483081216.0);
        for (const char* digest : {"model", "distributed", "portable"})
            QCOMPARE(out["digests"][digest].get<std::string>().size(), std::size_t{64});
        QVERIFY(std::abs(out["peak_only_total_seconds"].get<double>() - 15.4997) < 5e-5);

        const Json peak = answer(R"({"id": "a", )" + kGood, Rules::strict, View::peak_only);
        QCOMPARE(peak["view"], Json("peak_only"));
        QCOMPARE(peak["total_seconds"], out["peak_only_total_seconds"]);
    }

    void inlineObjects()
    {
        const std::string model =
            R"({"hidden": 12288, "feedforward": 49152, "seq_size": 2048, "attn_heads": 96, "attn_size": 128, "num_blocks": 96})";
        const std::string execution = testing::execution_text({{"tensor_par", 8},
                                                               {"pipeline_par", 8},
                                                               {"batch_size", 64},
                                                               {"activation_recompute", "full"},
                                                               {"pipeline_interleaving", 3}})
                                          .toStdString();
        const Json out =
            answer(R"({"id": 3, "model": )" + model + R"(, "system": "a100_80g", "execution": )" + execution + "}");
        QCOMPARE(out["ok"], Json(true));
        QCOMPARE(out["id"], Json(3));
        QVERIFY(std::abs(out["total_seconds"].get<double>() - 18.0287795485907) < 1e-11);
    }

    void refusedLines_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("path");
        const QString execution = R"("execution": "seqsel-tab5/gpt3-175B/full")";
        QTest::newRow("not JSON") << "{"
                                  << "json.syntax"
                                  << "";
        QTest::newRow("not an object") << "[1]"
                                       << "reader.type"
                                       << "";
        QTest::newRow("no id") << QString::fromStdString("{" + kGood) << "reader.missing"
                               << "/id";
        QTest::newRow("id is an object") << QString::fromStdString(R"({"id": {}, )" + kGood) << "reader.type"
                                         << "/id";
        QTest::newRow("no model") << R"({"id": "x", "system": "a100_80g", )" + execution + "}"
                                  << "reader.missing"
                                  << "/model";
        QTest::newRow("unknown model") << R"({"id": "x", "model": "gpt5", "system": "a100_80g", )" + execution + "}"
                                       << "model.unknown"
                                       << "/model";
        QTest::newRow("unknown system") << R"({"id": "x", "model": "gpt3-175B", "system": "b200", )" + execution + "}"
                                        << "system.unknown"
                                        << "/system";
        QTest::newRow("unknown execution")
            << R"({"id": "x", "model": "gpt3-175B", "system": "a100_80g", "execution": "fast"})"
            << "execution.unknown"
            << "/execution";
        QTest::newRow("model is a number") << R"({"id": "x", "model": 175, "system": "a100_80g", )" + execution + "}"
                                           << "reader.type"
                                           << "/model";
        QTest::newRow("unknown key") << R"({"id": "x", "modle": 1, "model": "gpt3-175B", "system": "a100_80g", )" +
                                            execution + "}"
                                     << "reader.unknown_key"
                                     << "/modle";
        QTest::newRow("a field of an inline model")
            << R"({"id": "x", "model": {"hidden": "12288", "feedforward": 1, "seq_size": 1, "attn_heads": 1, "attn_size": 1, "num_blocks": 1}, "system": "a100_80g", )" +
                   execution + "}"
            << "reader.type"
            << "/model/hidden";
        QTest::newRow("a broken law") << R"({"id": "x", "model": "gpt3-13B", "system": "a100_80g", )" + execution + "}"
                                      << "strategy.hidden.indivisible"
                                      << "tensor.degree";
    }
    void refusedLines()
    {
        QFETCH(QString, line);
        QFETCH(QString, code);
        QFETCH(QString, path);
        const Json out = answer(line.toStdString());
        QCOMPARE(out["ok"], Json(false));
        bool found = false;
        for (const Json& diagnostic : out["diagnostics"]) {
            QCOMPARE(diagnostic["severity"], Json("error"));
            QVERIFY(!diagnostic["message"].get<std::string>().empty());
            found = found || (diagnostic["code"] == code.toStdString() && diagnostic["path"] == path.toStdString());
        }
        QVERIFY2(found, out.dump().c_str());
    }

    /// 8 030 261 248 weights, the published count, of two bytes each on one GPU, in whichever form the line has them.
    void modelsBeyondSixNumbers_data()
    {
        QTest::addColumn<QString>("model");
        QTest::newRow("released") << R"("Llama-3.1-8B")";
        QTest::newRow("description") << R"({"hidden": 4096, "blocks": 32, "sequence": 8192,
            "vocabulary": {"size": 128256}, "norm": {"kind": "rms"},
            "attention": {"heads": 32, "kv_heads": 8, "head_size": 128, "rotary_dims": 128},
            "mlp": {"gated": true, "activation": "silu", "feedforward": 14336}})";
        QTest::newRow("config") << kConfig;
    }
    void modelsBeyondSixNumbers()
    {
        QFETCH(QString, model);
        const Json out = modern(model.toStdString());
        QVERIFY2(out["ok"] == true, out.dump().c_str());
        QCOMPARE(out["id"], Json(5));
        QCOMPARE(out["memory_bytes"]["weights"].get<double>(), 2.0 * 8030261248);
        QCOMPARE(out["calibration"], Json("datasheet"));
        QCOMPARE(out["stages"].size(), std::size_t{1});
        QVERIFY(!out.contains("workload"));
    }

    /// Flash attention alone makes a strategy of six numbers one that is priced as a program.
    void aStrategyBeyondSixNumbers()
    {
        const Json out = modern(R"("gpt3-13B")");
        QVERIFY2(out["ok"] == true, out.dump().c_str());
        QCOMPARE(out["stages"].size(), std::size_t{1});
    }

    /// What reading a model assumed stands in its answer, at its place in the line.
    void whatWasAssumedIsSaid()
    {
        const Json out = modern(kConfig);
        bool found = false;
        for (const Json& each : out["findings"])
            if (each["code"] == "model.hf.sequence_assumed") {
                found = true;
                QVERIFY(each["path"].get<std::string>().starts_with("/model"));
                QCOMPARE(each["line"], Json(9)); // of max_position_embeddings
            }
        QVERIFY2(found, out["findings"].dump().c_str());
    }

    void modelsBeyondSixNumbersAreRefused_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("compatible");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("path");
        QTest::newRow("by Calculon's rules") << R"("Llama-3.1-8B")" << true << "model.not_plain"
                                             << "/model";
        QTest::newRow("a family that is not known")
            << QString(kConfig).replace("llama", "lama") << false << "model.hf.unknown_family"
            << "/model/model_type";
        QTest::newRow("a key of a config") << QString(kConfig).replace("14336", R"("wide")") << false << "reader.type"
                                           << "/model/intermediate_size";
        QTest::newRow("a key of a description") << R"({"attention": {"heads": "many"}})" << false << "reader.type"
                                                << "/model/attention/heads";
    }
    void modelsBeyondSixNumbersAreRefused()
    {
        QFETCH(QString, model);
        QFETCH(bool, compatible);
        QFETCH(QString, code);
        QFETCH(QString, path);
        const Json out = modern(model.toStdString(), compatible ? Rules::calculon_compatible : Rules::strict);
        QCOMPARE(out["ok"], Json(false));
        bool found = false;
        for (const Json& each : out["diagnostics"]) {
            QCOMPARE(each["file"], Json("jobs.jsonl"));
            found = found || (each["code"] == code.toStdString() && each["path"] == path.toStdString() &&
                              each["line"].get<int>() >= 7 && each["column"].get<int>() > 1);
        }
        QVERIFY2(found, out.dump().c_str());
    }

    void unknownNamesComeWithNearOnes()
    {
        const auto says = [](const std::string& line) {
            return answer(line)["diagnostics"][0]["message"].get<std::string>();
        };
        QCOMPARE(
            says(R"({"id": 1, "model": "gpt-175b", "system": "a100_80g", "execution": "seqsel-tab5/gpt3-175B/full"})"),
            std::string("no preset model is named \"gpt-175b\"; near names: gpt3-175B, gpt3-13B (all: blueprinting "
                        "presets models)"));
        QVERIFY(
            says(R"({"id": 1, "model": "gpt3-175B", "system": "a100_80g", "execution": "seqsel-tab5/gpt3-175B/fulll"})")
                .starts_with("no preset execution is named \"seqsel-tab5/gpt3-175B/fulll\"; near names: "
                             "seqsel-tab5/gpt3-175B/full, "));
        QVERIFY(
            says(
                R"({"id": 1, "model": "gpt3-175B", "system": "zzzzzzzzzz", "execution": "seqsel-tab5/gpt3-175B/full"})")
                .find("; there are, for example, a100_80g, ") != std::string::npos);
    }

    void placesAreOfTheFile()
    {
        const Json out = answer(R"({"id": 1,})");
        QCOMPARE(out["diagnostics"][0]["file"], Json("jobs.jsonl"));
        QCOMPARE(out["diagnostics"][0]["line"], Json(7));
        QCOMPARE(out["diagnostics"][0]["column"], Json(10));
    }

    void severalProblemsAtOnce()
    {
        const Json out = answer(R"({"id": "x", "model": "gpt5", "system": "b200", "execution": 4})");
        QCOMPARE(out["diagnostics"].size(), std::size_t{3});
        QCOMPARE(out["id"], Json("x"));
    }

    void rulesAreAsked()
    {
        const std::string line =
            R"({"id": "u", "model": "gpt3-175B", "system": "a100_80g", "execution": )" +
            testing::execution_text(
                {{"tensor_par", 8}, {"pipeline_par", 5}, {"batch_size", 10}, {"tensor_par_comm_type", "p2p_rs_ag"}})
                .toStdString() +
            "}";
        const Json strict = answer(line);
        QCOMPARE(strict["ok"], Json(false));
        const Json relaxed = answer(line, Rules::calculon_compatible);
        QVERIFY2(relaxed["ok"] == true, relaxed.dump().c_str());
    }

    void orderAndBlankLines()
    {
        std::string text;
        for (int i = 0; i < 60; ++i)
            text += i % 7 == 3 ? "not json\n"
                               : R"({"id": )" + std::to_string(i) + ", " + kGood + (i % 5 == 0 ? "\r\n\n" : "\n");
        text.pop_back(); // the last line needs no line break
        const auto out = run(text);
        QCOMPARE(out.size(), std::size_t{60});
        for (std::size_t i = 0; i < 60; ++i) {
            QCOMPARE(out[i]["ok"], Json(i % 7 != 3));
            QCOMPARE(out[i]["id"], i % 7 == 3 ? Json() : Json(i));
        }
        QCOMPARE(run("").size(), std::size_t{0});
        QCOMPARE(run("\n \n\r\n").size(), std::size_t{0});
    }

    void bytesThatAreNoTextStopNothing()
    {
        const std::string good = R"({"id": "x", )" + kGood + "\n";
        // In a string, in a key, alone, and nul bytes.
        const auto out =
            run(good + "{\"id\": \"\xff\"}\n" + "{\"\xc3\": 1}\n" + "\xfe\n" + std::string(2, '\0') + "\n" + good);
        QCOMPARE(out.size(), std::size_t{6});
        for (std::size_t i = 0; i < 6; ++i)
            QCOMPARE(out[i]["ok"], Json(i == 0 || i == 5));
        QCOMPARE(out[1]["diagnostics"][0]["code"], Json("json.syntax"));
        QCOMPARE(out[1]["diagnostics"][0]["line"], Json(2));
        // A file's name need not be text either.
        std::vector<std::string> lines;
        const auto counts = search::evaluate_batch(
            "{\n" + good, "jobs\xff.jsonl", Rules::strict, View::system_evidence,
            [&](const std::string& line) { lines.push_back(line); }, CancelToken());
        QVERIFY(counts.has_value());
        QCOMPARE(lines.size(), std::size_t{2});
        QCOMPARE(Json::parse(lines[0])["diagnostics"][0]["file"], Json("jobs\xEF\xBF\xBD.jsonl"));
    }

    /// Ten thousand lines that are no questions, one behind the other, are no batch; fewer are mistakes in one.
    void whatIsNoBatchEnds()
    {
        const std::string good = R"({"id": "x", )" + kGood + "\n";
        const auto lines = [](int count) {
            std::string out;
            for (int i = 0; i < count; ++i)
                out += "1\n";
            return out;
        };
        const auto counts_of = [](const std::string& text) {
            std::size_t given = 0;
            const auto counts = search::evaluate_batch(
                text, "", Rules::strict, View::system_evidence, [&](const std::string&) { ++given; }, CancelToken());
            if (!counts || counts->lines != given)
                qFatal("lines are given that are not counted");
            return *counts;
        };
        const auto whole = counts_of(lines(9999) + good + lines(9999) + good);
        QCOMPARE(whole.lines, std::size_t{20000});
        QCOMPARE(whole.refused, std::size_t{19998});
        QCOMPARE(whole.ended_behind, std::size_t{0});
        const auto ended = counts_of(good + "\n" + lines(30000) + good);
        QCOMPARE(ended.lines, std::size_t{10001});
        QCOMPARE(ended.refused, std::size_t{10000});
        QCOMPARE(ended.ended_behind, std::size_t{10002}); // a good line, a blank one, and these
    }

    void cancelled()
    {
        CancelToken token;
        std::string text;
        for (int i = 0; i < 500; ++i)
            text += R"({"id": )" + std::to_string(i) + ", " + kGood + "\n";
        int seen = 0;
        const auto counts = search::evaluate_batch(
            text, "", Rules::strict, View::system_evidence,
            [&](const std::string&) {
                ++seen;
                token.cancel();
            },
            token);
        QVERIFY(counts.cancelled());
        QVERIFY(seen < 500);
    }
};

BLUEPRINTING_CORE_TEST(BatchTest)
#include "batch_test.moc"
