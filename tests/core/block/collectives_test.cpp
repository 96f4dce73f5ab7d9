#include "core/block/collectives.h"
#include "core/block/decoder.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::block;
using primitive::cut;
using primitive::kPartial;
using primitive::kShared;
using primitive::kWhole;
using strategy::Axis;

/// Blocks as lists of operations, and the collectives that follow from how their values lie.
class CollectivesTest : public QObject {
    Q_OBJECT
private slots:
    void of_the_decoder_data();
    void of_the_decoder();
    void elements_are_those_of_the_shape_data();
    void elements_are_those_of_the_shape();
    void readers_share_one();
    void over_another_axis();
    void between_layouts_data();
    void between_layouts();
};

namespace {

QByteArray bytes(std::string_view text) { return {text.data(), qsizetype(text.size())}; }

QByteArrayList names(const std::vector<Step>& steps)
{
    QByteArrayList out;
    for (const Step& step : steps)
        out << bytes(step.operation.name);
    return out;
}

/// Work of 8 elements; a layout over the tensor axis.
Operation operation(const char* name, std::vector<Input> inputs, const Layouts& gives)
{
    return {name, primitive::Softmax{}, {8}, std::move(inputs), Region::stream, gives, {}, {2, 4}};
}

/// h 8, f 32, s 4, a 4, k 2, b 2, t 2.
Setting setting(bool shared_key_values, bool cut_along_sequence)
{
    Setting out;
    out.model = model::describe({"", 8, 32, 4, 4, 2, 1});
    out.microbatch = 2;
    out.t = 2;
    out.scattered = cut_along_sequence;
    out.shared_key_values = shared_key_values;
    return out;
}

void variants()
{
    QTest::addColumn<bool>("cut_along_sequence");
    QTest::addColumn<bool>("shared_key_values");
    QTest::newRow("all-reduce") << false << false;
    QTest::newRow("scattered") << true << false;
    QTest::newRow("multiquery") << false << true;
}

} // namespace

void CollectivesTest::of_the_decoder_data() { variants(); }

/// f before the queries and before fc1, g behind the two sums; nothing between heads, whether keys are shared or not.
void CollectivesTest::of_the_decoder()
{
    QFETCH(bool, cut_along_sequence);
    QFETCH(bool, shared_key_values);
    const auto steps = with_collectives(decoder(setting(shared_key_values, cut_along_sequence)));
    QCOMPARE(names(steps),
             (QByteArrayList{"attn.fork", "attn.norm", "attn.f",      "attn.qkv_fork", "attn.q",
                             "attn.k",    "attn.v",    "attn.qk",     "attn.softmax",  "attn.prob_dropout",
                             "attn.pv",   "attn.out",  "attn.g",      "attn.dropout",  "attn.residual",
                             "mlp.fork",  "mlp.norm",  "mlp.f",       "mlp.fc1",       "mlp.gelu",
                             "mlp.fc2",   "mlp.g",     "mlp.dropout", "mlp.residual"}));
    QByteArrayList gathers, reads;
    for (const Step& step : steps) {
        QCOMPARE(step.over.has_value(), std::holds_alternative<primitive::Boundary>(step.operation.primitive));
        if (step.over)
            QVERIFY(*step.over == Axis::tensor);
        const auto* boundary = std::get_if<primitive::Boundary>(&step.operation.primitive);
        if (boundary && boundary->gathers())
            gathers << bytes(step.operation.name);
        if (step.operation.name == "attn.residual" || step.operation.name == "attn.qkv_fork")
            for (const std::size_t input : step.inputs)
                reads << bytes(steps[input].operation.name);
    }
    QCOMPARE(gathers, (QByteArrayList{"attn.f", "mlp.f"}));
    QCOMPARE(reads, (QByteArrayList{"attn.f", "attn.dropout", "attn.fork"}));
}

void CollectivesTest::elements_are_those_of_the_shape_data() { variants(); }

/// Elementwise work says its elements and its shape, which must agree.
void CollectivesTest::elements_are_those_of_the_shape()
{
    QFETCH(bool, cut_along_sequence);
    QFETCH(bool, shared_key_values);
    const primitive::Bindings sizes = bindings_of(setting(shared_key_values, cut_along_sequence));
    int elementwise = 0;
    for (const Step& step : with_collectives(decoder(setting(shared_key_values, cut_along_sequence)))) {
        if (step.operation.shape.empty() || step.over)
            continue;
        ++elementwise;
        QCOMPARE(step.operation.extents.front().whole(sizes), product(output_shape(step.operation)).whole(sizes));
        QVERIFY(step.operation.extents.front().whole(sizes).has_value());
    }
    QCOMPARE(elementwise, 12);
}

/// What two operations read gathered is gathered once; a third that reads it cut reads what stood before.
void CollectivesTest::readers_share_one()
{
    const Layouts along = over_tensor(cut(Sharding::sequence)), shared = over_tensor(kShared);
    Block block;
    block.stream_layout = along;
    block.operations = {
        operation("x.first", {{"input", along}}, along), operation("x.left", {{"x.first", shared}}, shared),
        operation("x.right", {{"x.first", shared}}, shared), operation("x.cut", {{"x.first", along}}, along)};
    const auto steps = with_collectives(block);
    QCOMPARE(names(steps), (QByteArrayList{"x.first", "x.f", "x.left", "x.right", "x.cut"}));
    QCOMPARE(steps[0].inputs, std::vector<std::size_t>{kBlockInput});
    QCOMPARE(steps[2].inputs, std::vector<std::size_t>{1});
    QCOMPARE(steps[3].inputs, std::vector<std::size_t>{1});
    QCOMPARE(steps[4].inputs, std::vector<std::size_t>{0});
}

void CollectivesTest::over_another_axis()
{
    Layouts partial;
    partial.over[std::size_t(Axis::data)] = kPartial;
    Block block;
    block.operations = {operation("y.sum", {{"input", {}}}, partial), operation("y.read", {{"y.sum", {}}}, {})};
    const auto steps = with_collectives(block);
    QCOMPARE(names(steps), (QByteArrayList{"y.sum", "y.g", "y.read"}));
    QVERIFY(steps[1].over == Axis::data);
    QCOMPARE(steps[1].operation.extents.front().whole({}), std::optional<std::int64_t>(8));
}

void CollectivesTest::between_layouts_data()
{
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<QByteArray>("kind");
    using enum primitive::Sharding;
    const auto row = [](const char* name, primitive::Sharding from, primitive::Sharding to, const char* kind) {
        QTest::newRow(name) << int(from) << int(to) << QByteArray(kind);
    };
    row("alike", sequence, sequence, "");
    row("a whole value is cut by everyone alone", replicated, heads, "");
    row("a sum for all", partial, replicated, "all_reduce");
    row("a sum in parts", partial, sequence, "reduce_scatter");
    row("parts for all", sequence, replicated, "all_gather");
    row("parts along another dimension", sequence, heads, "all_to_all");
}

void CollectivesTest::between_layouts()
{
    QFETCH(int, from);
    QFETCH(int, to);
    const auto kind = primitive::collective_between(primitive::Sharding(from), primitive::Sharding(to));
    QTEST(kind ? bytes(to_string(*kind)) : QByteArray(), "kind");
}

BLUEPRINTING_CORE_TEST(CollectivesTest)
#include "collectives_test.moc"
