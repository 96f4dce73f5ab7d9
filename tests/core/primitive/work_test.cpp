#include "core/primitive/primitive.h"
#include "tests/support/test_main.h"

#include <QSet>

using namespace blueprinting;
using namespace blueprinting::primitive;
using strategy::TensorCommunication;

Q_DECLARE_METATYPE(blueprinting::primitive::Primitive)
Q_DECLARE_METATYPE(blueprinting::primitive::Phase)

/// The table of primitives with small numbers put in by hand: e = 2, t = 4, z = 3.
class PrimitiveWorkTest : public QObject {
    Q_OBJECT
private slots:
    void work_data();
    void work();
    void footprint_data();
    void footprint();
    void optimizer_state_by_datatype_data();
    void optimizer_state_by_datatype();
    void boundary_data();
    void boundary();
    void overflow_data();
    void overflow();
    void a_record_of_two_parts();
    void names_and_fields();
};

namespace {

const WorkContext kContext{2, 4, 3, TensorCommunication::all_reduce};
const Linear kLinear{3, 5, 7};
const BatchMatmul kMatmul{2, 3, 5, 7};

} // namespace

void PrimitiveWorkTest::work_data()
{
    QTest::addColumn<Primitive>("primitive");
    QTest::addColumn<Phase>("phase");
    QTest::addColumn<qint64>("operations");
    QTest::addColumn<qint64>("read");
    QTest::addColumn<qint64>("write");
    const auto row = [](const char* name, const Primitive& p, Phase phase, qint64 operations, qint64 read,
                        qint64 write) { QTest::newRow(name) << p << phase << operations << read << write; };
    using enum Phase;
    row("linear forward", kLinear, forward, 2 * 3 * 5 * 7, (3 * 5 + 5 * 7) * 2, 3 * 7 * 2);
    row("linear again", kLinear, recompute, 2 * 3 * 5 * 7, (3 * 5 + 5 * 7) * 2, 3 * 7 * 2);
    row("linear dX", kLinear, activation_gradient, 2 * 3 * 5 * 7, (5 * 7 + 3 * 7) * 2, 3 * 5 * 2);
    row("linear dW", kLinear, weight_gradient, 2 * 3 * 5 * 7, (3 * 5 + 3 * 7) * 2, 5 * 7 * 2);
    row("matmul forward", kMatmul, forward, 2 * 2 * 3 * 5 * 7, 2 * (3 * 5 + 5 * 7) * 2, 2 * 3 * 7 * 2);
    row("matmul dX", kMatmul, activation_gradient, 4 * 2 * 3 * 5 * 7, 2 * (5 * 7 + 3 * 7) * 2, 2 * 3 * 5 * 2);
    row("matmul dW", kMatmul, weight_gradient, 0, 0, 0);
    row("norm forward", LayerNorm{24, 6}, forward, 9 * 24, (24 + 12) * 2, 24 * 2);
    row("norm dX", LayerNorm{24, 6}, activation_gradient, 14 * 24, (24 + 12) * 2, 24 * 2);
    row("norm dW", LayerNorm{24, 6}, weight_gradient, 7 * 24, 2 * 24 * 2, 12 * 2);
    row("softmax forward", Softmax{10}, forward, 50, 20, 20);
    row("softmax dX", Softmax{10}, activation_gradient, 80, 20, 20);
    row("dropout forward", Dropout{10}, forward, 10, 20, 20 + 10);
    row("dropout dX", Dropout{10}, activation_gradient, 10, 20 + 10, 20);
    row("gelu forward", Gelu{10, false}, forward, 80, 20, 20);
    row("fused gelu dX", Gelu{10, true}, activation_gradient, 130, 20, 20);
    row("residual forward", ResidualAdd{10}, forward, 10, 40, 20);
    row("residual dX", ResidualAdd{10}, activation_gradient, 20, 20, 40);
    row("fork forward", Fork{10, 3}, forward, 0, 0, 0);
    row("fork dX", Fork{10, 3}, activation_gradient, 30, 60, 20);
    row("linear step", kLinear, optimizer, 11 * 35, 35 * 6, 35 * 6);
    row("norm step", LayerNorm{24, 6}, optimizer, 11 * 12, 12 * 6, 12 * 6);
}

void PrimitiveWorkTest::work()
{
    QFETCH(Primitive, primitive);
    QFETCH(Phase, phase);
    const auto facts = work_of(primitive, phase, kContext);
    QVERIFY(facts.has_value());
    QTEST(qint64(facts->operations.numerator), "operations");
    QTEST(qint64(facts->read_bytes.numerator), "read");
    QTEST(qint64(facts->write_bytes.numerator), "write");
    // Only an optimizer step is shared out, over z = 3.
    const std::int64_t divisor = phase == Phase::optimizer ? 3 : 1;
    QCOMPARE(facts->operations.divisor, divisor);
    QCOMPARE(facts->read_bytes.divisor, divisor);
    QCOMPARE(facts->write_bytes.divisor, divisor);
    QCOMPARE(facts->message_bytes, std::int64_t(0));
}

void PrimitiveWorkTest::footprint_data()
{
    QTest::addColumn<Primitive>("primitive");
    QTest::addColumn<qint64>("weights");
    QTest::addColumn<qint64>("held");
    QTest::addColumn<qint64>("gradient");
    QTest::newRow("linear") << Primitive(kLinear) << qint64(35) << qint64(30) << qint64(42);
    QTest::newRow("matmul") << Primitive(kMatmul) << qint64(0) << qint64(2 * (15 + 35) * 2) << qint64(2 * 21 * 2);
    QTest::newRow("norm") << Primitive(LayerNorm{24, 6}) << qint64(12) << qint64(48) << qint64(48);
    QTest::newRow("softmax") << Primitive(Softmax{10}) << qint64(0) << qint64(20) << qint64(20);
    QTest::newRow("dropout") << Primitive(Dropout{10}) << qint64(0) << qint64(10) << qint64(10);
    QTest::newRow("gelu") << Primitive(Gelu{10, false}) << qint64(0) << qint64(20) << qint64(20);
    QTest::newRow("fused gelu") << Primitive(Gelu{10, true}) << qint64(0) << qint64(0) << qint64(0);
    QTest::newRow("residual") << Primitive(ResidualAdd{10}) << qint64(0) << qint64(40) << qint64(20);
    QTest::newRow("fork") << Primitive(Fork{10, 2}) << qint64(0) << qint64(20) << qint64(0);
    QTest::newRow("column") << Primitive(Boundary{BoundarySide::column, 8}) << qint64(0) << qint64(0) << qint64(16);
    QTest::newRow("row") << Primitive(Boundary{BoundarySide::row, 8}) << qint64(0) << qint64(16) << qint64(0);
}

void PrimitiveWorkTest::footprint()
{
    QFETCH(Primitive, primitive);
    const auto kept = footprint_of(primitive, kContext);
    QVERIFY(kept.has_value());
    QTEST(qint64(kept->weights), "weights");
    QTEST(qint64(kept->held), "held");
    QTEST(qint64(kept->gradient), "gradient");
    QCOMPARE(kept->weight_gradient, (Quotient{kept->weights * 2, 3}));
    QCOMPARE(kept->weight_gradient_unsharded, kept->weights * 4);
    if (const auto* side = std::get_if<Boundary>(&primitive)) {
        WorkContext scattered = kContext;
        scattered.communication = TensorCommunication::reduce_scatter_all_gather;
        const auto sharded = footprint_of(*side, scattered);
        QCOMPARE(sharded->held, std::int64_t(8 * 2 / 4));
        QCOMPARE(sharded->gradient, std::int64_t(8 * 2 / 4));
    }
}

void PrimitiveWorkTest::optimizer_state_by_datatype_data()
{
    QTest::addColumn<int>("element_bytes");
    QTest::addColumn<int>("per_weight");
    QTest::newRow("float8: master and two moments") << 1 << 12;
    QTest::newRow("float16: master and two moments") << 2 << 12;
    QTest::newRow("float32: two moments") << 4 << 8;
}

void PrimitiveWorkTest::optimizer_state_by_datatype()
{
    QFETCH(int, element_bytes);
    QFETCH(int, per_weight);
    WorkContext context = kContext;
    context.element_bytes = element_bytes;
    QCOMPARE(footprint_of(kLinear, context)->optimizer, (Quotient{35 * per_weight, 3}));
    const auto step = work_of(kLinear, Phase::optimizer, context);
    QCOMPARE(step->read_bytes.numerator + step->write_bytes.numerator, std::int64_t(35 * per_weight));
}

void PrimitiveWorkTest::boundary_data()
{
    QTest::addColumn<bool>("row_side");
    QTest::addColumn<bool>("scattered");
    QTest::addColumn<Phase>("phase");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("computes");
    const auto row = [](const char* name, bool side, bool scattered, Phase phase, const char* kind, bool computes) {
        QTest::newRow(name) << side << scattered << phase << QString(kind) << computes;
    };
    using enum Phase;
    row("f, all-reduce, forward", false, false, forward, "", false);
    row("f, all-reduce, backward", false, false, activation_gradient, "all_reduce", true);
    row("g, all-reduce, forward", true, false, forward, "all_reduce", true);
    row("g, all-reduce, backward", true, false, activation_gradient, "", false);
    row("g, all-reduce, again", true, false, recommunication, "all_reduce", false);
    row("f, all-reduce, again", false, false, recommunication, "", false);
    row("f, scattered, forward", false, true, forward, "all_gather", false);
    row("f, scattered, backward", false, true, activation_gradient, "reduce_scatter", true);
    row("g, scattered, forward", true, true, forward, "reduce_scatter", true);
    row("g, scattered, backward", true, true, activation_gradient, "all_gather", false);
    row("f, scattered, again", false, true, recommunication, "all_gather", false);
    row("g, scattered, again", true, true, recommunication, "reduce_scatter", false);
}

void PrimitiveWorkTest::boundary()
{
    QFETCH(bool, row_side);
    QFETCH(bool, scattered);
    QFETCH(Phase, phase);
    QFETCH(QString, kind);
    QFETCH(bool, computes);
    const BoundarySide side = row_side ? BoundarySide::row : BoundarySide::column;
    const auto collective = boundary_collective(side, phase, scattered);
    QCOMPARE(collective ? QString::fromUtf8(to_string(*collective).data()) : QString(), kind);
    WorkContext context = kContext;
    context.communication =
        scattered ? TensorCommunication::reduce_scatter_all_gather : TensorCommunication::all_reduce;
    const auto facts = work_of(Boundary{side, 8}, phase, context);
    // A·(t−1)/t operations where it reduces, 2A·e of traffic wherever something moves; nothing rides on what is
    // repeated.
    const bool moves = !kind.isEmpty() && phase != Phase::recommunication;
    QCOMPARE(facts->operations, computes ? (Quotient{8 * 3, 4}) : Quotient{});
    QCOMPARE(facts->read_bytes.numerator, std::int64_t(moves ? 16 : 0));
    QCOMPARE(facts->write_bytes.numerator, std::int64_t(moves ? 16 : 0));
}

void PrimitiveWorkTest::overflow_data()
{
    QTest::addColumn<Primitive>("primitive");
    QTest::addColumn<Phase>("phase");
    const std::int64_t big = std::int64_t(1) << 31;
    QTest::newRow("linear operations") << Primitive(Linear{big, big, 1}) << Phase::forward; // 2·2^62
    QTest::newRow("matmul gradient") << Primitive(BatchMatmul{big, big / 2, 1, 1})
                                     << Phase::activation_gradient;                       // 4·2^61
    QTest::newRow("optimizer") << Primitive(Linear{1, big, big / 4}) << Phase::optimizer; // 11·2^60
    QTest::newRow("fork") << Primitive(Fork{INT64_MAX / 2, 3}) << Phase::activation_gradient;
}

void PrimitiveWorkTest::overflow()
{
    QFETCH(Primitive, primitive);
    QFETCH(Phase, phase);
    QVERIFY(!work_of(primitive, phase, kContext));
}

/// A fused attention core as a record would say it: a product in g equal launches, and vector work behind it.
void PrimitiveWorkTest::a_record_of_two_parts()
{
    constexpr Symbol n{"n"}, g{"g"};
    static constexpr Part parts[]{
        {.engine = EngineClass::matrix, .forward = {2 * n, n * kOperandBytes, n * kElementBytes}, .launches = g},
        {.engine = EngineClass::vector, .forward = {5 * n, 0, 0}}};
    const Record record{.parts = parts, .weights = 0, .held = 0, .gradient = 0, .output = 0};
    Bindings bindings;
    bindings.bind(n, 10);
    bindings.bind(g, 4);
    bindings.bind(kElementBytes, 2);
    bindings.bind(kOperandBytes, 1); // narrower than what is written
    const auto product = facts_of(work_in(record, 0, Phase::forward, kContext), record.parts[0].launches, bindings);
    QCOMPARE(*product, (WorkloadFacts{{20, 1}, {10, 1}, {20, 1}, 0, 4}));
    const auto vector = facts_of(work_in(record, 1, Phase::recompute, kContext), record.parts[1].launches, bindings);
    QCOMPARE(*vector, (WorkloadFacts{{50, 1}, {0, 1}, {0, 1}, 0, 1}));
}

/// What files and people call them, and that no two are called alike.
void PrimitiveWorkTest::names_and_fields()
{
    QByteArrayList names, titles, fields;
    for (const Primitive& each : all_primitives()) {
        names << QByteArray::fromStdString(std::string(primitive_name(each)));
        titles << QByteArray::fromStdString(title(each));
        QByteArray own;
        visit_fields(each, [&]<class Key>(const Key& key, const auto&...) {
            if constexpr (std::is_same_v<Key, Extent>)
                own +=
                    key.key.data() + QByteArray("=") + QByteArray::fromStdString(std::string(key.symbol.name())) + " ";
            else
                own += key + QByteArray(" ");
        });
        fields << own.trimmed();
    }
    QCOMPARE(names, (QByteArrayList{"linear",
                                    "batch_matmul",
                                    "layer_norm",
                                    "softmax",
                                    "dropout",
                                    "gelu",
                                    "residual_add",
                                    "fork",
                                    "boundary",
                                    "norm",
                                    "rotary",
                                    "add",
                                    "activation",
                                    "gated_activation",
                                    "grouped_batch_matmul",
                                    "fused_core",
                                    "score_softmax",
                                    "biased_linear",
                                    "borrowed_linear",
                                    "embedding",
                                    "positions",
                                    "scale",
                                    "gate_scale",
                                    "loss",
                                    "rank_sum",
                                    "router",
                                    "router_score",
                                    "top_k",
                                    "balance_loss",
                                    "permute",
                                    "grouped_linear",
                                    "exchange",
                                    "expert_boundary",
                                    "context_gather",
                                    "ring_pass",
                                    "narrow_linear"}));
    for (const QByteArrayList& all : {names, titles})
        QCOMPARE(QSet<QByteArray>(all.begin(), all.end()).size(), all.size());
    // Of models of six numbers: a file that names one of them is read as it was written.
    QCOMPARE(titles.mid(0, 9), (QByteArrayList{"linear", "batch matmul", "layer norm", "softmax", "dropout", "GeLU",
                                               "residual add", "fork", "TP boundary"}));
    QCOMPARE(fields.mid(0, 9),
             (QByteArrayList{"m=M n=N k=K", "batch=c m=M n=N k=K", "elements=n hidden=h", "elements=n", "elements=n",
                             "elements=n fused", "elements=n", "elements=n users=u", "side elements=A"}));
}

BLUEPRINTING_CORE_TEST(PrimitiveWorkTest)
#include "work_test.moc"
