#include "core/accounting/recipe.h"
#include "tests/support/test_main.h"

#include <random>

using namespace blueprinting;
using namespace blueprinting::accounting;

class RecipeTest : public QObject {
    Q_OBJECT
private slots:
    void partsOfEachOptimizer_data();
    void partsOfEachOptimizer();
    void modelRows_data();
    void modelRows();
    void widths_data();
    void widths();
    void names();
    void unknownNames_data();
    void unknownNames();
    void userParts();
    void userPartsRefused_data();
    void userPartsRefused();
    void optionsOnlyTakeAway();
};

namespace {

PerParameter kept(const char* optimizer, bool scales, bool release = false)
{
    return per_parameter(*optimizer_from(optimizer), {.group_scales = scales, .gradient_release = release});
}

} // namespace

// Table 1 of the paper with the parts behind each total, and the totals with the scales that it leaves out.
void RecipeTest::partsOfEachOptimizer_data()
{
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<double>("master");
    QTest::addColumn<double>("correction");
    QTest::addColumn<double>("gradient");
    QTest::addColumn<double>("m");
    QTest::addColumn<double>("v");
    QTest::addColumn<double>("total");
    QTest::addColumn<double>("withScales");
    QTest::addColumn<double>("released");
    QTest::addColumn<double>("releasedWithScales");
    const auto row = [](const char* name, double master, double correction, double gradient, double m, double v,
                        double total, double scales, double released, double releasedScales) {
        QTest::newRow(name) << name << master << correction << gradient << m << v << total << scales << released
                            << releasedScales;
    };
    row("SGD", 4, 0, 4, 4, 0, 12, 12, 8, 8);
    row("FlashSGD", 2, 1, 2, 1, 0, 6, 6.0625, 4, 4.0625);
    row("Lion", 4, 0, 4, 4, 0, 12, 12, 8, 8);
    row("FlashLion", 2, 1, 2, 1, 0, 6, 6.0625, 4, 4.0625);
    row("Adam", 4, 0, 4, 4, 4, 16, 16, 12, 12);
    row("FlashAdam", 2, 1, 2, 1, 1, 7, 7.125, 5, 5.125);
    row("AdamW", 4, 0, 4, 4, 4, 16, 16, 12, 12);
    row("FlashAdamW", 2, 1, 2, 1, 1, 7, 7.125, 5, 5.125);
    row("SGD weight split", 2, 1, 2, 4, 0, 9, 9, 7, 7);
    row("AdamW weight split", 2, 1, 2, 4, 4, 13, 13, 11, 11);
    row("SGD quantised", 4, 0, 4, 1, 0, 9, 9.0625, 5, 5.0625);
    row("AdamW quantised", 4, 0, 4, 1, 1, 10, 10.125, 6, 6.125);
}

void RecipeTest::partsOfEachOptimizer()
{
    QFETCH(QString, optimizer);
    const QByteArray name = optimizer.toUtf8();
    const PerParameter plain = kept(name, false);
    QTEST(plain[Role::master], "master");
    QTEST(plain[Role::correction], "correction");
    QTEST(plain[Role::gradient], "gradient");
    QTEST(plain[Role::first_moment], "m");
    QTEST(plain[Role::second_moment], "v");
    QCOMPARE(plain[Role::scales], 0.0);
    QCOMPARE(plain[Role::state], 0.0);
    QTEST(plain.total(), "total");
    QTEST(kept(name, true).total(), "withScales");
    QTEST(kept(name, false, true).total(), "released");
    QTEST(kept(name, true, true).total(), "releasedWithScales");
    QCOMPARE(kept(name, true, true)[Role::gradient], 0.0);
}

// The two rows of a model's memory: Reference 4, 4k; FlashOptim 2, (1+2/32)k + 1; Weight Split 2, 4k + 1;
// Opt. Quant. 4, (1+2/32)k, with k moments.
void RecipeTest::modelRows_data()
{
    QTest::addColumn<int>("rule");
    QTest::addColumn<bool>("split");
    QTest::addColumn<bool>("quantised");
    QTest::addColumn<double>("weights");
    QTest::addColumn<double>("state");
    const double quantised = 1.0 + 2.0 / 32.0;
    const int k_of[] = {1, 2, 2, 1}; // SGD, Adam, AdamW, Lion
    for (int rule = 0; rule < 4; ++rule) {
        const double k = k_of[rule];
        QTest::addRow("%d reference", rule) << rule << false << false << 4.0 << 4 * k;
        QTest::addRow("%d flash", rule) << rule << true << true << 2.0 << quantised * k + 1;
        QTest::addRow("%d weight split", rule) << rule << true << false << 2.0 << 4 * k + 1;
        QTest::addRow("%d quantised", rule) << rule << false << true << 4.0 << quantised * k;
    }
}

void RecipeTest::modelRows()
{
    QFETCH(int, rule);
    QFETCH(bool, split);
    QFETCH(bool, quantised);
    const PerParameter bytes = per_parameter(StandardOptimizer{kUpdateRules[static_cast<std::size_t>(rule)],
                                                               {.weight_split = split, .quantised_moments = quantised}},
                                             {});
    QTEST(bytes.weights(), "weights");
    QTEST(bytes.state(), "state");
    QCOMPARE(bytes.gradient(), bytes.weights());
    QCOMPARE(bytes.checkpoint(), bytes.weights() + bytes.state());
}

void RecipeTest::widths_data()
{
    QTest::addColumn<double>("bytes");
    QTest::newRow("float32") << 4.0;
    QTest::newRow("float16") << 2.0;
    QTest::newRow("bfloat16") << 2.0;
    QTest::newRow("float8") << 1.0;
    QTest::newRow("int16") << 2.0;
    QTest::newRow("int8") << 1.0;
    QTest::newRow("int4") << 0.5;
}

void RecipeTest::widths()
{
    QFETCH(double, bytes);
    const auto type = storage_type_from(QTest::currentDataTag());
    QVERIFY(type.has_value());
    QCOMPARE(width(*type), bytes);
    QCOMPARE(std::string(to_string(*type)), std::string(QTest::currentDataTag()));
}

void RecipeTest::names()
{
    QCOMPARE(standard_optimizers().size(), std::size_t{16});
    for (const StandardOptimizer& optimizer : standard_optimizers())
        QVERIFY2(*optimizer_from(name(optimizer)) == optimizer, name(optimizer).c_str());
    QVERIFY(*optimizer_from("flash-adamw") == (StandardOptimizer{UpdateRule::adamw, kFlash}));
    QVERIFY(*optimizer_from("FLASH_SGD") == (StandardOptimizer{UpdateRule::sgd, kFlash}));
    QVERIFY(*optimizer_from("lion-weight-split") == (StandardOptimizer{UpdateRule::lion, {.weight_split = true}}));
}

void RecipeTest::unknownNames_data()
{
    QTest::addColumn<QString>("given");
    QTest::newRow("another optimizer") << "Adagrad";
    QTest::newRow("empty") << "";
    QTest::newRow("no letters") << "12";
    QTest::newRow("part of a name") << "Flash";
    QTest::newRow("more than a name") << "AdamWW";
}

void RecipeTest::unknownNames()
{
    QFETCH(QString, given);
    const auto optimizer = optimizer_from(given.toStdString());
    QVERIFY(!optimizer);
    const Diagnostic& problem = optimizer.diagnostics().front();
    QCOMPARE(problem.code, std::string("accounting.optimizer.unknown"));
    QVERIFY(problem.message.find("\"" + given.toStdString() + "\"") != std::string::npos);
    QVERIFY(problem.message.find("FlashAdamW") != std::string::npos);
}

void RecipeTest::userParts()
{
    std::vector<Part> parts;
    for (const char* text :
         {"master=bfloat16", "gradient=bfloat16", "m=int8/128", "preconditioner=int4/64", "ema=float32"}) {
        const auto part = part_from(text);
        QVERIFY2(part.has_value(), text);
        parts.push_back(*part);
    }
    const auto optimizer = make_user_optimizer("mine", parts);
    QVERIFY(optimizer.has_value());
    QCOMPARE(name(*optimizer), std::string("mine"));
    const PerParameter bytes = per_parameter(*optimizer, {});
    QCOMPARE(bytes[Role::master], 2.0);
    QCOMPARE(bytes[Role::gradient], 2.0);
    QCOMPARE(bytes[Role::first_moment], 1.0);
    QCOMPARE(bytes[Role::state], 0.5 + 4.0);
    QCOMPARE(bytes[Role::scales], 2.0 / 128 + 2.0 / 64);
    QCOMPARE(bytes.total(), 9.5 + 3.0 / 64);
    QCOMPARE(bytes.checkpoint(), 7.5 + 3.0 / 64);
}

void RecipeTest::userPartsRefused_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("named");
    QTest::newRow("m") << "accounting.part.syntax"
                       << "\"m\"";
    QTest::newRow("=int8") << "accounting.part.syntax"
                           << "\"=int8\"";
    QTest::newRow("m=") << "accounting.datatype.unknown"
                        << "\"\"";
    QTest::newRow("m=float64") << "accounting.datatype.unknown"
                               << "\"float64\"";
    QTest::newRow("m=FLOAT32") << "accounting.datatype.unknown"
                               << "\"FLOAT32\"";
    QTest::newRow("m=int8/0") << "accounting.part.group"
                              << "\"0\"";
    QTest::newRow("m=int8/-32") << "accounting.part.group"
                                << "\"-32\"";
    QTest::newRow("m=int8/") << "accounting.part.group"
                             << "\"\"";
    QTest::newRow("m=int8/32.5") << "accounting.part.group"
                                 << "\"32.5\"";
    QTest::newRow("m=int8/99999999999999999999") << "accounting.part.group"
                                                 << "\"99999999999999999999\"";
}

void RecipeTest::userPartsRefused()
{
    QFETCH(QString, code);
    QFETCH(QString, named);
    const auto part = part_from(QTest::currentDataTag());
    QVERIFY(!part);
    QCOMPARE(QString::fromStdString(part.diagnostics().front().code), code);
    QVERIFY(QString::fromStdString(part.diagnostics().front().message).contains(named));

    QCOMPARE(make_user_optimizer("none", {}).diagnostics().front().code, std::string("accounting.part.missing"));
    const Part twice = *part_from("m=int8");
    QCOMPARE(make_user_optimizer("two", {twice, twice}).diagnostics().front().code,
             std::string("accounting.part.duplicate"));
}

// Over random optimizers: leaving out scales or the gradient takes away exactly that and nothing else.
void RecipeTest::optionsOnlyTakeAway()
{
    std::mt19937 random(7);
    for (int i = 0; i < 2000; ++i) {
        std::vector<Part> parts;
        double gradient = 0, scales = 0, sum = 0;
        const int count = 1 + static_cast<int>(random() % 8);
        for (int j = 0; j < count; ++j) {
            Part part{static_cast<Role>(random() % 6), std::to_string(j),
                      kStorageTypes[random() % kStorageTypes.size()].type};
            sum += width(part.type);
            if (part.role == Role::gradient)
                gradient += width(part.type);
            if (random() % 2) {
                part.scale = GroupScale{.elements = std::int64_t{1} << (random() % 9)};
                const double scale = 2.0 / static_cast<double>(part.scale->elements);
                sum += scale;
                scales += scale;
            }
            parts.push_back(part);
        }
        // A gradient is never quantised in groups here: the two options then touch different bytes.
        for (Part& part : parts)
            if (part.role == Role::gradient && part.scale) {
                const double scale = 2.0 / static_cast<double>(part.scale->elements);
                sum -= scale;
                scales -= scale;
                part.scale.reset();
            }
        const Optimizer optimizer = *make_user_optimizer("random", parts);
        QCOMPARE(per_parameter(optimizer, {}).total(), sum);
        QCOMPARE(per_parameter(optimizer, {.group_scales = false}).total(), sum - scales);
        QCOMPARE(per_parameter(optimizer, {.gradient_release = true}).total(), sum - gradient);
        QCOMPARE(per_parameter(optimizer, {.group_scales = false, .gradient_release = true}).total(),
                 sum - scales - gradient);
        const PerParameter bytes = per_parameter(optimizer, {});
        QCOMPARE(bytes.weights() + bytes.gradient() + bytes.state(), sum);
    }
}

BLUEPRINTING_CORE_TEST(RecipeTest)
#include "recipe_test.moc"
