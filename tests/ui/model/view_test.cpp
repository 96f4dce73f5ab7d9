#include "core/strategy/mapping.h"
#include "tests/support/modern_cases.h"
#include "tests/support/modern_session.h"
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/model/model_view.h"
#include "ui/style/theme_controller.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/command_line.h"
#include "ui/workspace/session_json.h"

#include <QAbstractItemModelTester>

using namespace blueprinting;
using namespace blueprinting::ui;
using blueprinting::testing::add_modern_cases;
using blueprinting::testing::is_near;
using blueprinting::testing::modern_case;
using blueprinting::testing::modern_cases;

namespace {

SessionModel model_named(const char* name)
{
    model::Description whole = testing::described(modern_cases()["models"][name]).value();
    whole.name = name;
    return SessionModel(whole);
}

strategy::Execution execution_of(const Json& typed)
{
    const auto document = JsonDocument::parse(typed.dump(), "case");
    return strategy::execution_from_json(*document, document->root(), "").value();
}

/// The strategy of the case with this id, on H100s.
SessionStrategy of_case(const Json& each)
{
    SessionStrategy out = starting_session().strategies.front();
    out.id = "s1";
    out.name = "case";
    out.model = model_named(each["model"].get<std::string>().c_str());
    if (each.contains("sequence") && out.model.description)
        out.model.description->sequence = out.model.sequence = each["sequence"].get<std::int64_t>();
    out.system = *system::find_preset("h100_sxm");
    out.execution = execution_of(each["strategy"]);
    return out;
}

const Json& case_named(const char* id)
{
    for (const Json& each : modern_cases()["cases"])
        if (each["id"] == id)
            return each;
    qFatal("no case %s", id);
}

} // namespace

/// The Model view, and what a session makes of a model that says more than six numbers. What is expected stands in
/// tests/modern/cases.json, whose cases each name their source, or is worked out beside the check.
class ModelViewTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void stages_data() { add_modern_cases({"stage_memory"}); }
    void stages();
    void parameters_data() { add_modern_cases({"parameters"}); }
    void parameters();
    void aBlocksRows();
    void whoTalksToWhom();
    void whereRanksLie();
    void aMessageAndItsWays();
    void stagesStandSideBySide();
    void oneStageIsABarAStrategy();
    void aDataSheetSaysSoBesideEveryTime();
    void aMeasuredSystemSaysNothingNew();
    void aBrokenLawKeepsTheLastLegalFigures();
    void aSessionKeepsTheWholeModel();
    void theCommandLineSaysTheWholeModel();
    void kindsOfBlock();
    void pictures_data();
    void pictures();

private:
    template <class T>
    T* child(const char* name) const
    {
        return m_view->findChild<T*>(QString::fromLatin1(name));
    }
    void show(const SessionStrategy& strategy) const
    {
        Session session;
        session.strategies = {strategy};
        session.selected = session.baseline = strategy.id;
        m_workspace->reset(session);
        m_view->refresh();
    }
    [[nodiscard]] QStringList column(const char* table, int index) const
    {
        QStringList out;
        for (const TableRow& row : child<TableView>(table)->table()->rows())
            out << row.cells[static_cast<std::size_t>(index)].text;
        return out;
    }
    [[nodiscard]] const Cell& cell(const char* table, const char* key, int index) const
    {
        for (const TableRow& row : child<TableView>(table)->table()->rows())
            if (row.key == QLatin1String(key))
                return row.cells[static_cast<std::size_t>(index)];
        qFatal("no row %s", key);
    }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<ModelView> m_view;
    NoSubject m_why;
};

void ModelViewTest::initTestCase()
{
    m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
    m_workspace = std::make_unique<Workspace>();
    m_view = std::make_unique<ModelView>(*m_workspace);
    for (const char* name : {"blockTable", "countTable", "placementTable"})
        new QAbstractItemModelTester(child<TableView>(name)->table(),
                                     QAbstractItemModelTester::FailureReportingMode::Fatal, this);
}

/// A bar a stage with its memory by kind, and the fullest is named.
void ModelViewTest::stages()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    show(of_case(each));
    const BarChart& chart = child<StackedBars>("stageMemoryChart")->chart();
    const Json& expected = each["expect"];
    QCOMPARE(chart.rows.size(), expected.size());
    std::size_t fullest = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (expected[i]["total"].get<double>() > expected[fullest]["total"].get<double>())
            fullest = i;
        for (const char* part : {"weights", "gradients", "optimizer", "activations", "transient"}) {
            double shown = 0;
            for (const BarSegment& segment : chart.rows[i].segments)
                if (segment.key == QStringLiteral("memory.") + QLatin1String(part))
                    shown = segment.value;
            QVERIFY2(is_near(shown * 1073741824.0, expected[i][part].get<double>(), 1e-12), part);
        }
    }
    for (std::size_t i = 0; i < chart.rows.size(); ++i)
        QCOMPARE(!chart.rows[i].tag.isEmpty(), chart.rows.size() > 1 && i == fullest);
    const QString headline = child<AnswerLine>("answer")->headline();
    QVERIFY2(expected.size() == 1 || headline.contains(QStringLiteral("stage %1 is the fullest").arg(fullest)),
             qPrintable(headline));
    QCOMPARE(*chart.capacity, 80.0);
}

void ModelViewTest::parameters()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    SessionStrategy strategy = starting_session().strategies.front();
    strategy.model = model_named(each["model"].get<std::string>().c_str());
    // Whatever the model, one GPU can be asked of it: flash attention, as latent attention needs.
    strategy.execution = execution_of(case_named("stage_memory/Llama-3.1-8B/t2-cp4-all_gather")["strategy"]);
    auto& training = std::get<strategy::TransformerTrainingParallelism>(strategy.execution.parallelism);
    training.tensor.degree = training.context.degree = 1;
    training.tensor.communication = strategy::TensorCommunication::all_reduce;
    strategy.execution.all_gather_redo = false;
    strategy.execution.global_batch = 1;
    strategy.system = *system::find_preset("h100_sxm");
    show(strategy);
    QVERIFY2(m_workspace->result(strategy.id).current, qPrintable(child<AnswerLine>("answer")->headline()));
    if (!each["expect"].contains("total")) {
        QCOMPARE(cell("countTable", "mtp", 1).value.toDouble(), each["expect"]["mtp"].get<double>());
        return;
    }
    QCOMPARE(cell("countTable", "total", 1).value.toDouble(), each["expect"]["total"].get<double>());
    double parts = 0;
    for (const BarSegment& segment : child<StackedBars>("parameterChart")->chart().rows.front().segments)
        parts += segment.value * 1e9;
    QVERIFY(is_near(parts, each["expect"]["total"].get<double>(), 1e-12));
}

/// Llama-3.1-8B over TP 8: h 4096, 32 heads of 128 and 8 of keys and values, f 14336, 8192 tokens.
void ModelViewTest::aBlocksRows()
{
    SessionStrategy strategy = of_case(case_named("stage_memory/Llama-3.1-8B/t2-cp4-all_gather"));
    auto& training = std::get<strategy::TransformerTrainingParallelism>(strategy.execution.parallelism);
    training.tensor.degree = 8;
    training.context.degree = 1;
    show(strategy);
    QVERIFY(m_workspace->result("s1").current);
    // A GPU has 4 of the 32 heads and one of the 8 key and value heads.
    QCOMPARE(cell("blockTable", "attn.q", 2).value.toDouble(), 4096.0 * 4 * 128);
    QCOMPARE(cell("blockTable", "attn.k", 2).value.toDouble(), 4096.0 * 128);
    QCOMPARE(cell("blockTable", "mlp.fc1", 2).value.toDouble(), 2 * 4096.0 * 14336 / 8);
    QCOMPARE(cell("blockTable", "mlp.fc2", 2).value.toDouble(), 4096.0 * 14336 / 8);
    QCOMPARE(cell("blockTable", "attn.q", 1).text, QStringLiteral("4096 × 512"));
    QCOMPARE(cell("blockTable", "attn.q", 1).note, QStringLiteral("÷ TP"));
    QCOMPARE(cell("blockTable", "attn.norm", 1).text, QStringLiteral("1024 × 4096"));
    // A token is multiplied by all of a matrix, however it is cut: two operations a weight.
    QCOMPARE(cell("blockTable", "attn.q", 3).value.toDouble(), 2 * 4096.0 * 4096);
    QCOMPARE(cell("blockTable", "mlp.fc1", 3).value.toDouble(), 2 * 2 * 4096.0 * 14336);
    // Of two norms each GPU has an eighth of the tokens in two bytes, and all of the weights.
    QCOMPARE(cell("blockTable", "attn.norm", 4).value.toDouble(), 8192.0 / 8 * 4096 * 2);
    QCOMPARE(cell("blockTable", "block", 2).value.toDouble(),
             (2 * 4096.0 * 4096 + 2 * 4096 * 1024 + 3 * 4096.0 * 14336) / 8 + 2 * 4096);
    QStringList notes;
    for (const TableRow& row : child<TableView>("blockTable")->table()->rows())
        if (!row.cells.front().color.isNone())
            notes << row.cells[1].text;
    QCOMPARE(notes.size(), 4); // gathered before and scattered behind each half
    QCOMPARE(notes.front(), QStringLiteral("all-gather, 64.0 MiB on tier 0"));
    QCOMPARE(notes.back(), QStringLiteral("reduce-scatter, 64.0 MiB on tier 0"));
}

/// Qwen3-30B-A3B, EP 8 over 8 GPUs: one group of experts, and the ranks that share gradients.
void ModelViewTest::whoTalksToWhom()
{
    show(of_case(case_named("stage_memory/Qwen3-30B-A3B/ep8")));
    QCOMPARE(column("placementTable", 0), (QStringList{QStringLiteral("EP 8"), QStringLiteral("DP 8")}));
    QCOMPARE(column("placementTable", 1), (QStringList{QStringLiteral("1 of 8"), QStringLiteral("1 of 8")}));
    QCOMPARE(column("placementTable", 2), (QStringList{QStringLiteral("1"), QStringLiteral("1")}));
    QCOMPARE(column("placementTable", 3), (QStringList{QStringLiteral("tier 1"), QStringLiteral("tier 1")}));
}

/// DeepSeek-V3, EP 64 on machines of 8: 16 stages of 128 GPUs, which are 16 machines each.
void ModelViewTest::whereRanksLie()
{
    show(testing::deepseek_ep64());
    QVERIFY2(m_workspace->result("s1").current, qPrintable(child<AnswerLine>("answer")->headline()));
    PlacementPicture picture = child<PlacementMap>("placementMap")->picture();
    QCOMPARE(picture.axis, QStringLiteral("EP")); // where there are experts, theirs first
    QCOMPARE(picture.per_stage, std::int64_t{128});
    QCOMPARE(picture.machine, std::int64_t{8});
    picture.stage = 1;
    picture.rank = 147;
    QCOMPARE(picture.group_of(147), std::int64_t{2});
    QCOMPARE(picture.first_of_group(147), std::int64_t{128});
    QCOMPARE(picture.machine_of(147), std::int64_t{18});
    QVERIFY(picture.together(147, 191) && !picture.together(147, 192) && !picture.together(147, 127));
    const PlacementLayout layout = layout_placement(picture, QRectF(0, 0, 520, 300), 14);
    QCOMPARE(layout.stages.size(), std::size_t{16});
    QCOMPARE(layout.machines.size(), std::size_t{16});
    QCOMPARE(layout.left_out, std::int64_t{0});
    QCOMPARE(layout.machines.front().number, std::int64_t{16});
    std::int64_t rank = 128;
    for (const PlacementLayout::Machine& machine : layout.machines) {
        QCOMPARE(machine.ranks.size(), std::size_t{8});
        QVERIFY(QRectF(0, 0, 520, 300).contains(machine.box));
        for (const auto& [number, at] : machine.ranks) {
            QCOMPARE(number, rank++);
            QVERIFY(machine.box.contains(at));
        }
        for (const PlacementLayout::Machine& other : layout.machines)
            QVERIFY(&other == &machine || !other.box.intersects(machine.box));
    }
    // 4096 tokens to 8 experts each, which are 2048 wide.
    QCOMPARE(cell("blockTable", "moe.act", 1).text, QStringLiteral("32\u2009768 × 2048"));
    QCOMPARE(cell("blockTable", "moe.fc1", 1).text, QStringLiteral("4 · 7168 × 4096"));
    // The same weights lie on every 64th rank of a stage.
    picture = placement_picture(*model_subject(*m_workspace->selected(), m_workspace->result("s1"), m_why),
                                QStringLiteral("expert_data"), 0, 0);
    QCOMPARE(picture.degree, std::int64_t{2});
    QCOMPARE(picture.stride, std::int64_t{64});
    QVERIFY(picture.together(3, 67) && !picture.together(3, 4) && !picture.together(3, 131));
    // Thousands in one stage: the marked group stays in sight.
    picture = {16384, 16384, 1, 8, QStringLiteral("EP"), 64, 128, 0, 1, 0, 5};
    const PlacementLayout many = layout_placement(picture, QRectF(0, 0, 400, 200), 14);
    QVERIFY(many.left_out > 0);
    std::size_t marked = 0;
    for (const PlacementLayout::Machine& machine : many.machines)
        for (const auto& [number, at] : machine.ranks)
            marked += picture.together(number, 5) ? 1 : 0;
    QCOMPARE(marked, std::min(std::size_t{64}, many.machines.size()));
}

/// 4096 tokens go to 8 experts each, 7168 numbers of 2 bytes: 448 MiB a dispatch, of which a 64th stays, 7/64 go to the
/// machine's own, 56/64 beyond it, over 50 GB/s. Four of eight machines a token: half of that.
void ModelViewTest::aMessageAndItsWays()
{
    show(testing::deepseek_ep64());
    m_view->setState(Json{{"part", "placement"}, {"axis", "expert"}});
    m_view->refresh();
    const BarRow& row = child<StackedBars>("messageChart")->chart().rows.front();
    QCOMPARE(row.segments.size(), std::size_t{3});
    QCOMPARE(row.segments[0].value, 7.0);
    QCOMPARE(row.segments[1].value, 49.0);
    QCOMPARE(row.segments[2].value, 392.0);
    const QString words = child<ToneLabel>("placementWords")->text();
    QVERIFY2(words.contains(QStringLiteral("392 MiB to 56 ranks over tier 1, charged 8.2 ms")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("4 machines a token at most, 196 MiB would cross tier 1 instead of 392")),
             qPrintable(words));
    const QString why = child<AnswerLine>("answer")->why();
    QVERIFY2(why.contains(QStringLiteral("EP 64 spans 8 machines: of 448 MiB a dispatch 392 go over tier 1")),
             qPrintable(why));
    QVERIFY(column("placementTable", 0).contains(QStringLiteral("expert data 2")));
}

void ModelViewTest::stagesStandSideBySide()
{
    show(testing::deepseek_ep64());
    m_view->setState(Json{{"part", "stages"}});
    m_view->refresh();
    const auto* columns = child<StageColumns>("stageColumns");
    const StagePicture& picture = columns->picture();
    QCOMPARE(picture.memory.rows.size(), std::size_t{16});
    // As the layout has it: four blocks on each of fifteen stages, one on the last.
    QCOMPARE(picture.blocks.front(), QStringLiteral("4"));
    QCOMPARE(picture.blocks.back(), QStringLiteral("1"));
    const StageLayout layout = layout_stages(picture, QRectF(0, 0, 600, 600), 14, 20);
    QCOMPARE(layout.columns.size(), std::size_t{16});
    QVERIFY(layout.memory.bottom() < layout.time.top());
    for (std::size_t i = 0; i < 16; ++i) {
        QVERIFY(std::abs(layout.columns[i].width() - layout.memory.width() / 16) < 1e-9);
        QVERIFY(layout.columns[i].contains(layout.middle[i], layout.memory.center().y()));
        QVERIFY(layout.columns[i].contains(layout.middle[i], layout.time.center().y()));
    }
    QVERIFY(layout.memory_end > 80); // the capacity is in sight
    // A stage's parts and what it waits make the slowest stage's time.
    const auto sum = [](const BarRow& row) {
        double out = 0;
        for (const BarSegment& each : row.segments)
            out += each.value;
        return out;
    };
    double slowest = 0;
    for (const BarRow& row : picture.time.rows)
        slowest = std::max(slowest, sum(row));
    for (const BarRow& row : picture.time.rows)
        QVERIFY(std::abs(sum(row) / slowest - 1) < 2e-3);
    QVERIFY(picture.time.rows.front().segments.back().hatched);
}

/// FSDP and TP 8 of one model beside each other, each with its letter.
void ModelViewTest::oneStageIsABarAStrategy()
{
    Session session;
    session.strategies = {testing::llama_tp8(), testing::llama_fsdp()};
    session.strategies[0].letter = 0;
    session.strategies[1].letter = 1;
    session.selected = session.baseline = "s2";
    m_workspace->reset(session);
    m_view->refresh();
    const BarChart& chart = child<StackedBars>("stageMemoryChart")->chart();
    QCOMPARE(chart.rows.size(), std::size_t{2});
    QCOMPARE(chart.rows[0].chip, QStringLiteral("A"));
    QCOMPARE(chart.rows[1].label, QStringLiteral("8B FSDP"));
    QVERIFY(chart.rows[1].bold && !chart.rows[0].bold);
    // TP 8 keeps an eighth of 8.03 billion weights on a GPU, in two bytes, and two norms a block and one more whole.
    const double norms = 65 * 4096.0;
    QVERIFY(is_near(chart.rows[0].segments.front().value * 1073741824.0,
                    2 * ((8030261248.0 - norms + 768 * 4096.0 * 2) / 8 + norms), 1e-12));
}

void ModelViewTest::aDataSheetSaysSoBesideEveryTime()
{
    show(of_case(case_named("stage_memory/Llama-3.1-8B/t1-p4")));
    QVERIFY(child<ToneLabel>("timeTag")->text().contains(QStringLiteral("upper bound, not calibrated")));
    QVERIFY(child<AnswerLine>("answer")->why().contains(QStringLiteral("upper bound of speed, not calibrated")));
    QCOMPARE(child<ToneLabel>("placementTag")->text(), QStringLiteral("upper bound, not calibrated"));
}

void ModelViewTest::aMeasuredSystemSaysNothingNew()
{
    m_workspace->reset(starting_session());
    m_view->refresh();
    QVERIFY(!child<ToneLabel>("timeTag")->text().contains(QStringLiteral("calibrated")));
    QVERIFY(!child<AnswerLine>("answer")->why().contains(QStringLiteral("calibrated")));
    // GPT-3: 96 blocks of (4 h² + 2 h f) with h 12288 and f 4 h, and two layer norms with bias; without a vocabulary
    // there is no head, and no norm before it.
    QCOMPARE(cell("countTable", "total", 1).value.toDouble(), 96.0 * (12.0 * 12288 * 12288 + 4.0 * 12288));
}

void ModelViewTest::aBrokenLawKeepsTheLastLegalFigures()
{
    show(of_case(case_named("stage_memory/Llama-3.1-8B/t1-p4")));
    const double before = child<StackedBars>("stageMemoryChart")->chart().rows.front().segments.front().value;
    m_workspace->edit(QStringLiteral("Set PP to 5"), [](Session& session) {
        strategy::set_number(session.strategies.front().execution, strategy::Field::pipeline_degree, 5);
    });
    m_view->refresh();
    const StrategyResult& result = m_workspace->result("s1");
    QVERIFY(!result.current && result.program && !result.evaluation);
    QCOMPARE(result.blocks.front().field, strategy::Field::pipeline_degree);
    const BarRow& row = child<StackedBars>("stageMemoryChart")->chart().rows.front();
    QVERIFY(row.faded);
    QCOMPARE(row.segments.front().value, before);
    QVERIFY(child<AnswerLine>("answer")->why().startsWith(QStringLiteral("These are its last legal figures")));
}

void ModelViewTest::aSessionKeepsTheWholeModel()
{
    Session session;
    session.strategies = {of_case(case_named("stage_memory/Mixtral-8x7B-v0.1/t2-p2-ep4"))};
    session.strategies.front().letter = 0;
    session.strategies.front().last_legal = form_of(session.strategies.front());
    session.selected = session.baseline = "s1";
    session.findings = {
        {session.strategies.front().model, "config.json", {{Severity::finding, "model.hf.x", "/a", "b"}}}};
    const Json json = to_json(session);
    const Json& kept = json["strategies"][0]["model"];
    QVERIFY(!kept.contains("shape"));
    QCOMPARE(kept["description"]["moe"]["experts"].get<int>(), 8);
    const auto document = JsonDocument::parse(json.dump(), "session");
    const auto again = session_from_json(*document);
    QVERIFY(again.has_value());
    QVERIFY(*again == session);
    // One whose description six numbers say is a plain model.
    QVERIFY(SessionModel(model::describe(*model::find_preset("gpt3-175B"))) == *model::find_preset("gpt3-175B"));
}

void ModelViewTest::theCommandLineSaysTheWholeModel()
{
    SessionStrategy strategy = of_case(case_named("stage_memory/Llama-3.1-8B/t1-p4"));
    QVERIFY(strategy_arguments(form_of(strategy), strategy::Rules::strict, true)
                .startsWith(QStringLiteral(" --model Llama-3.1-8B --system h100_sxm --execution ")));
    strategy.model.description->hidden = strategy.model.hidden = 8192;
    QVERIFY(strategy_arguments(form_of(strategy), strategy::Rules::strict, true)
                .startsWith(QStringLiteral(" --model '{\"attention\":{")));
}

/// DeepSeek-V3's first three blocks are dense, the other 58 are of experts.
void ModelViewTest::kindsOfBlock()
{
    SessionStrategy strategy = of_case(case_named("stage_memory/Qwen3-30B-A3B/ep8"));
    strategy.model = model_named("DeepSeek-V3");
    show(strategy);
    QVERIFY2(m_workspace->result("s1").current, qPrintable(child<AnswerLine>("answer")->headline()));
    auto* kinds = child<SegmentedSwitch>("blockKinds");
    QVERIFY(kinds);
    QCOMPARE(kinds->current(), QStringLiteral("1"));
    QCOMPARE(cell("blockTable", "block", 1).text, QStringLiteral("58 of 61"));
    QVERIFY(column("blockTable", 0).contains(QStringLiteral("router")));
    kinds->setCurrent(QStringLiteral("0"));
    Q_EMIT kinds->currentChanged(QStringLiteral("0"));
    QCOMPARE(cell("blockTable", "block", 1).text, QStringLiteral("3 of 61"));
    QVERIFY(!column("blockTable", 0).contains(QStringLiteral("router")));
}

void ModelViewTest::pictures_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("part");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    const QString dense = QStringLiteral("stage_memory/Llama-3.1-70B/t8-p8"),
                  experts = QStringLiteral("stage_memory/Mixtral-8x7B-v0.1/t2-p2-ep4");
    QTest::newRow("stages-light") << dense << QStringLiteral("stages") << QSize(1240, 860) << false;
    QTest::newRow("stages-dark") << dense << QStringLiteral("stages") << QSize(1240, 860) << true;
    QTest::newRow("placement-light") << experts << QStringLiteral("placement") << QSize(1240, 860) << false;
    QTest::newRow("small") << experts << QStringLiteral("stages") << QSize(676, 560) << false;
}

void ModelViewTest::pictures()
{
    QFETCH(QString, id);
    QFETCH(QString, part);
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    m_theme->setChoice(dark ? ThemeChoice::dark : ThemeChoice::light);
    show(of_case(case_named(id.toUtf8().constData())));
    m_view->setState(Json{{"part", part.toStdString()}});
    m_view->refresh();
    const QImage image = testing::draw(*m_view, size);
    testing::keep(image, QStringLiteral("model-%1").arg(QString::fromLatin1(QTest::currentDataTag())));
    const Theme theme = dark ? dark_theme() : light_theme();
    // Parts of the parameters are there, and memory where the stages are shown in the window's height.
    // In a low window the block comes first.
    QVERIFY(testing::count_pixels(image, theme.model_parts[0]) + testing::count_pixels(image, theme.tiers[1]) +
                testing::count_pixels(image, theme.memory[3]) + testing::count_pixels(image, theme.components[4]) >
            200);
    m_theme->setChoice(ThemeChoice::light);
}

BLUEPRINTING_UI_TEST(ModelViewTest)
#include "view_test.moc"
