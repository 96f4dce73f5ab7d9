#include "core/recipe/recipe.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::recipe;
using strategy::Execution;
using strategy::RecomputePolicy;
using strategy::TensorCommunication;

namespace {

const Model kModel{"m", 48, 2048};

strategy::TransformerTrainingParallelism& training(Execution& execution)
{
    return std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
}

/// t p d, batch and microbatch; everything else as the framework has it without saying so.
Execution plain(std::int64_t t, std::int64_t p, std::int64_t d)
{
    Execution out;
    training(out).tensor.degree = t;
    training(out).pipeline = {p, strategy::SingleStage{}};
    if (p > 1)
        training(out).pipeline.schedule = strategy::OneForwardOneBackward{};
    training(out).data.degree = d;
    out.global_batch = 16 * d;
    out.microbatch_size = 2;
    out.datatype = Datatype::bfloat16;
    return out;
}

} // namespace

class RecipeTest : public QObject {
    Q_OBJECT
private slots:
    void comes_back_data();
    void comes_back();
    void says_what_it_cannot();
    void refuses_to_write();
    void hostile_names_stay_comments();
    void toml_as_others_write_it();
};

void RecipeTest::comes_back_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QByteArray>("typed");
    const auto row = [](const char* format, const char* name, const Execution& execution) {
        QTest::newRow(qPrintable(QStringLiteral("%1: %2").arg(format, name)))
            << QString(format) << QByteArray::fromStdString(strategy::to_json(execution).dump());
    };
    row("megatron", "one processor", plain(1, 1, 1));
    row("megatron", "all-reduce, stages and groups", plain(8, 4, 2));
    Execution all = plain(8, 4, 2);
    training(all).tensor.communication = TensorCommunication::reduce_scatter_all_gather;
    all.all_gather_redo = true;
    training(all).pipeline.schedule = strategy::InterleavedOneForwardOneBackward{3};
    training(all).data.optimizer_sharding = true;
    for (const RecomputePolicy policy : {RecomputePolicy::none, RecomputePolicy::attention_only, RecomputePolicy::full})
        for (const Datatype type : {Datatype::float16, Datatype::bfloat16, Datatype::float32}) {
            training(all).recompute = policy;
            all.datatype = type;
            row("megatron", (std::string(to_string(policy)) + " " + std::string(to_string(type))).c_str(), all);
        }
    row("torchtitan", "one processor", plain(1, 1, 1));
    Execution titan = plain(2, 1, 4);
    training(titan).tensor.communication = TensorCommunication::reduce_scatter_all_gather;
    training(titan).recompute = RecomputePolicy::full;
    row("torchtitan", "tensor and data", titan);
    titan.datatype = Datatype::float32;
    training(titan).pipeline = {4, strategy::OneForwardOneBackward{}};
    row("torchtitan", "stages", titan);
    training(titan).pipeline.schedule = strategy::InterleavedOneForwardOneBackward{6};
    row("torchtitan", "chunks", titan);
    row("deepspeed", "one processor", plain(1, 1, 1));
    Execution speed = plain(1, 1, 8);
    row("deepspeed", "groups", speed);
    training(speed).data.optimizer_sharding = true;
    speed.datatype = Datatype::float16;
    row("deepspeed", "stage 1", speed);
}

void RecipeTest::comes_back()
{
    QFETCH(QString, format);
    QFETCH(QByteArray, typed);
    const auto document = JsonDocument::parse(typed.toStdString(), "e");
    const Execution wanted = strategy::execution_from_json(*document, document->root(), "").value();
    for (const Format each : kFormats) {
        if (format != QLatin1String(to_string(each).data()))
            continue;
        const auto text = write(each, kModel, wanted);
        QVERIFY(text);
        const auto back = read(*text, "r", {{}, kModel.blocks});
        QVERIFY2(back, back ? "" : to_line(back.diagnostics().front()).c_str());
        QVERIFY(back->format == each);
        QVERIFY2(back->execution == wanted, text->c_str());
        // Written once more, it is the same text.
        QCOMPARE(write(each, kModel, back->execution).value(), *text);
        return;
    }
    QFAIL("no such format");
}

/// A knob that the framework lacks is lost on the way back, so that it must stand in a comment.
void RecipeTest::says_what_it_cannot()
{
    const auto loses = [](Format format, const Execution& execution, const char* word) {
        const std::string text = write(format, kModel, execution).value();
        return read(text, "r", {{}, kModel.blocks})->execution != execution && text.find(word) != std::string::npos;
    };
    Execution e = plain(2, 1, 2);
    e.tiers.data = 1;
    for (const Format each : kFormats)
        QVERIFY(loses(each, e, "tiers"));
    e = plain(1, 1, 2);
    e.datatype = Datatype::float8;
    for (const Format each : kFormats)
        QVERIFY(loses(each, e, "float8"));
    e = plain(1, 1, 2);
    e.fused_activation = true;
    for (const Format each : kFormats)
        QVERIFY(loses(each, e, "fused_activation"));
    e = plain(2, 1, 2);
    training(e).tensor.communication = TensorCommunication::reduce_scatter_all_gather;
    QVERIFY(loses(Format::megatron, e, "redo"));
    e = plain(1, 1, 2);
    training(e).data.optimizer_sharding = true;
    QVERIFY(loses(Format::torchtitan, e, "optimizer_sharding"));
    training(e).recompute = RecomputePolicy::full;
    QVERIFY(loses(Format::deepspeed, e, "recompute full"));
}

void RecipeTest::refuses_to_write()
{
    const auto code = [](const Execution& execution) {
        const auto text = write(Format::megatron, kModel, execution);
        return text ? std::string() : text.diagnostics().front().code;
    };
    Execution e = plain(1, 1, 2);
    e.global_batch = 7;
    QCOMPARE(code(e), std::string("recipe.indivisible"));
    e = plain(1, 4, 1);
    training(e).pipeline.schedule = strategy::InterleavedOneForwardOneBackward{5};
    QCOMPARE(code(e), std::string("recipe.indivisible")); // 48 blocks, 20 chunks
    e.parallelism = strategy::TransformerInferenceParallelism{};
    QCOMPARE(code(e), std::string("recipe.unsupported"));
}

/// A model's name can end no comment and begin no setting.
void RecipeTest::hostile_names_stay_comments()
{
    for (const Format each : kFormats) {
        const std::string text =
            write(each, {"x\n--tensor-model-parallel-size 64\n[parallelism]\n\"}", 48, 2048}, plain(1, 1, 2)).value();
        const auto back = read(text, "r", {{}, 48});
        QVERIFY(back);
        QVERIFY(back->execution == plain(1, 1, 2));
        QVERIFY(back->not_used.empty() || each != Format::deepspeed);
    }
}

void RecipeTest::toml_as_others_write_it()
{
    const auto back = read(R"(
# comment
title = 'a # b'   # behind
[ training ]
"local_batch_size" = 4
global_batch_size = 1_6
steps = 10
[parallelism]
data_parallel_replicate_degree = 4
data_parallel_shard_degree = 1
[activation_checkpoint]
mode = "full"
[model]
converters = [
  "quantize.nothing", # a list over lines
]
[[experimental.lists]]
)",
                           "t.toml", {});
    QVERIFY(!back);
    QCOMPARE(back.diagnostics().front().code, std::string("recipe.malformed"));
    QCOMPARE(back.diagnostics().front().location->line, std::size_t{17});
    const auto whole = read("[parallelism]\ndata_parallel_replicate_degree=4\ndata_parallel_shard_degree=1\n"
                            "[activation_checkpoint]\nmode='full'\n[training]\nlocal_batch_size = 1_6 # each\n"
                            "[model]\nconverters = [ [1,2], {a = \"]}\"},\n \"x\" ]\n",
                            "t.toml", {});
    QVERIFY2(whole, whole ? "" : to_line(whole.diagnostics().front()).c_str());
    QCOMPARE(whole->execution.global_batch, std::int64_t{64});
    QCOMPARE(whole->execution.microbatch_size, std::int64_t{16});
    QVERIFY(strategy::to_json(whole->execution)["parallelism"]["recompute"] == "full");
}

BLUEPRINTING_CORE_TEST(RecipeTest)
#include "recipe_test.moc"
