#include "core/strategy/mesh.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::strategy;

/// The axes of an execution, and where their groups lie among the ranks.
class MeshTest : public QObject {
    Q_OBJECT
private slots:
    void of_training();
    void of_inference();
    void every_rank_once();
    void names();
};

void MeshTest::of_training()
{
    Execution execution;
    TransformerTrainingParallelism parallelism;
    parallelism.tensor.degree = 8;
    parallelism.pipeline.degree = 4;
    parallelism.data.degree = 3;
    execution.parallelism = parallelism;
    execution.tiers = {0, 2, 1};
    const Mesh mesh = strategy::mesh(execution);
    QVERIFY((mesh[Axis::tensor] == MeshAxis{Axis::tensor, 8, 0, 1}));
    QVERIFY((mesh[Axis::data] == MeshAxis{Axis::data, 3, 1, 8}));
    QVERIFY((mesh[Axis::pipeline] == MeshAxis{Axis::pipeline, 4, 2, 24}));
}

void MeshTest::of_inference()
{
    Execution execution;
    execution.parallelism = TransformerInferenceParallelism{{2, TensorCommunication::all_reduce}, {}, {5}};
    const Mesh mesh = strategy::mesh(execution);
    QVERIFY((mesh[Axis::data] == MeshAxis{Axis::data, 5, 0, 2}));
    QVERIFY((mesh[Axis::pipeline] == MeshAxis{Axis::pipeline, 1, 0, 10}));
}

/// Degrees and strides count each of the t·p·d ranks once.
void MeshTest::every_rank_once()
{
    Execution execution;
    TransformerTrainingParallelism parallelism;
    parallelism.tensor.degree = 2;
    parallelism.pipeline.degree = 3;
    parallelism.data.degree = 5;
    execution.parallelism = parallelism;
    const Mesh mesh = strategy::mesh(execution);
    std::vector<int> times(2 * 3 * 5);
    for (std::int64_t t = 0; t < 2; ++t)
        for (std::int64_t p = 0; p < 3; ++p)
            for (std::int64_t d = 0; d < 5; ++d)
                ++times[std::size_t(t * mesh[Axis::tensor].stride + p * mesh[Axis::pipeline].stride +
                                    d * mesh[Axis::data].stride)];
    QCOMPARE(times, std::vector<int>(30, 1));
}

void MeshTest::names()
{
    QCOMPARE(axis_from("pipeline"), std::optional(Axis::pipeline));
    QVERIFY(!axis_from("tp"));
    for (const Axis axis : kAxes)
        QCOMPARE(axis_from(to_string(axis)), std::optional(axis));
}

BLUEPRINTING_CORE_TEST(MeshTest)
#include "mesh_test.moc"
