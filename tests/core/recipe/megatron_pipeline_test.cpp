#include "core/recipe/megatron_pipeline.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::recipe;

/// A pipeline's arguments alone, there and back.
class MegatronPipelineTest : public QObject {
    Q_OBJECT
private slots:
    void written();
    void comes_back();
    void of_a_launch_script();
    void refused_data();
    void refused();
};

void MegatronPipelineTest::written()
{
    QCOMPARE(QString::fromStdString(write_pipeline({4, {}, {}, ""})),
             QStringLiteral("--pipeline-model-parallel-size 4\n"));
    QCOMPARE(QString::fromStdString(write_pipeline({4, 2, 5, "Et|t|(t|)*5tL"}, {"warm-up has none"})),
             QStringLiteral("--pipeline-model-parallel-size 4\n"
                            "--num-virtual-stages-per-pipeline-rank 2\n"
                            "--microbatch-group-size-per-vp-stage 5\n"
                            "--pipeline-model-parallel-layout \"Et|t|(t|)*5tL\"\n"
                            "# warm-up has none\n"));
}

void MegatronPipelineTest::comes_back()
{
    for (const MegatronPipeline& each :
         {MegatronPipeline{4, {}, {}, ""}, MegatronPipeline{8, 3, {}, ""}, MegatronPipeline{4, 2, 10, ""},
          MegatronPipeline{2, 2, 3, "Et*3|t*4|t*4|t*3L"}, MegatronPipeline{1, {}, {}, ""}}) {
        const auto back = read_pipeline(write_pipeline(each, {"said"}), "flags");
        QVERIFY2(back, back ? "" : back.diagnostics().front().message.c_str());
        QVERIFY(back->pipeline == each);
        QVERIFY(back->not_used.empty());
    }
}

void MegatronPipelineTest::of_a_launch_script()
{
    const auto read = read_pipeline("torchrun pretrain_gpt.py \\\n  --tensor-model-parallel-size 8 --num-layers=48 \\\n"
                                    "  --pipeline-model-parallel-size 4 # of 32\n"
                                    "  --num-layers-per-virtual-pipeline-stage 6 --bf16\n",
                                    "flags");
    QVERIFY(read);
    // 48 blocks on 4 stages are 12 each: two chunks of 6
    QVERIFY((read->pipeline == MegatronPipeline{4, 2, {}, ""}));
    QCOMPARE(read->not_used,
             (std::vector<std::string>{"torchrun", "pretrain_gpt.py", "tensor-model-parallel-size", "bf16"}));
    // the number of virtual stages is the layout's own where no argument says it
    const auto laid = read_pipeline("--pipeline-model-parallel-size 2 --pipeline-model-parallel-layout='Et|t|t|tL' "
                                    "--microbatch-group-size-per-vp-stage 4",
                                    "flags");
    QVERIFY(laid);
    QVERIFY((laid->pipeline == MegatronPipeline{2, {}, 4, "Et|t|t|tL"}));
}

void MegatronPipelineTest::refused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("no argument") << QByteArray("p 4, v 2") << QByteArray("recipe.malformed") << QByteArray();
    QTest::newRow("of other things") << QByteArray("--tensor-model-parallel-size 8") << QByteArray("recipe.missing")
                                     << QByteArray();
    QTest::newRow("no number") << QByteArray("--pipeline-model-parallel-size four") << QByteArray("recipe.value")
                               << QByteArray("pipeline-model-parallel-size");
    QTest::newRow("none") << QByteArray("--pipeline-model-parallel-size 0") << QByteArray("recipe.value")
                          << QByteArray("pipeline-model-parallel-size");
    QTest::newRow("length of nothing") << QByteArray("--pipeline-model-parallel-size 4 "
                                                     "--num-layers-per-virtual-pipeline-stage 6")
                                       << QByteArray("recipe.missing")
                                       << QByteArray("num-layers-per-virtual-pipeline-stage");
    QTest::newRow("does not divide") << QByteArray("--pipeline-model-parallel-size 4 --num-layers 50 "
                                                   "--num-layers-per-virtual-pipeline-stage 6")
                                     << QByteArray("recipe.indivisible")
                                     << QByteArray("num-layers-per-virtual-pipeline-stage");
    QTest::newRow("groups of one chunk") << QByteArray("--pipeline-model-parallel-size 4 "
                                                       "--microbatch-group-size-per-vp-stage 4")
                                         << QByteArray("recipe.unsupported")
                                         << QByteArray("microbatch-group-size-per-vp-stage");
}

void MegatronPipelineTest::refused()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, path);
    const auto read = read_pipeline(text.toStdString(), "flags");
    QVERIFY(!read);
    QCOMPARE(QByteArray::fromStdString(read.diagnostics().front().code), code);
    QCOMPARE(QByteArray::fromStdString(read.diagnostics().front().path), path);
    QVERIFY(read.diagnostics().front().location.has_value());
    QCOMPARE(read.diagnostics().front().location->file, std::string("flags"));
}

BLUEPRINTING_CORE_TEST(MegatronPipelineTest)
#include "megatron_pipeline_test.moc"
