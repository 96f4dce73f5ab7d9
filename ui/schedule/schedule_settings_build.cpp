#include "core/base/format.h"
#include "ui/schedule/schedule_fields.h"
#include "ui/schedule/schedule_settings.h"
#include "ui/style/explorer_style.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

/// What stands in each fold.
namespace blueprinting::ui {

using namespace schedule;

namespace {

/// The times that are set, as lists of one number: what is typed then begins where the fields left off.
std::string times_as_typed(const Request& request, const StageTimes& times)
{
    const StageTimeLists lists = lists_of(request, times);
    std::string out;
    for (const auto& [name, list] :
         {std::pair("F", &lists.forward), std::pair("B", &lists.backward), std::pair("I", &lists.input_gradient),
          std::pair("W", &lists.weight_gradient), std::pair("forward", &lists.transfer_forward),
          std::pair("backward", &lists.transfer_backward)})
        for (std::size_t i = 0; i < list->size(); ++i)
            out += i > 0 ? "," + format::shortest((*list)[i])
                         : (out.empty() ? "" : " ") + std::string(name) + ":" + format::shortest((*list)[i]);
    return out;
}

} // namespace

void ScheduleSettings::groupOf(std::int64_t group)
{
    if (const auto it = m_parameters.find(kGroup); it != m_parameters.end())
        it->second->setValue(static_cast<double>(group));
}

void ScheduleSettings::buildOrder()
{
    Fold& fold = addFold("order", tr("Order"));
    QDoubleSpinBox* group = parameter(fold, tr("Group n"), kGroup,
                                      tr("Microbatches that go through the chunks of a device together"), 0, 1e6, 0);
    group->setSpecialValueText(tr("none"));
    m_balanced = named(new QPushButton(tr("balanced"), fold.body), "schedule.balanced");
    m_balanced->setToolTip(tr("Groups as equal as they can be, none smaller than p"));
    m_pytorch = named(new QPushButton(tr("PyTorch’s"), fold.body), "schedule.pytorch");
    m_pytorch->setToolTip(tr("m over as many rounds of at least p as there can be"));
    fold.grid->addWidget(beside(fold.body, {m_balanced, m_pytorch}), fold.grid->rowCount(), 0, 1, 2);
    connect(m_balanced, &QPushButton::clicked, this, [this] {
        const SceneGroup& g = selected();
        const std::int64_t rounds = std::max<std::int64_t>(1, g.microbatches / g.stages);
        groupOf((g.microbatches + rounds - 1) / rounds);
    });
    connect(m_pytorch, &QPushButton::clicked, this, [this] {
        const SceneGroup& g = selected();
        groupOf(g.microbatches / std::max<std::int64_t>(1, g.microbatches / g.stages));
    });
    m_group_note = note(fold, "group_note");
    parameter(fold, tr("Warm-up ×"), kWarmUp, tr("Forwards ahead for each device behind: 1 or 2"), 1, 2, 0);
    parameter(fold, tr("Slices"), kSlices, tr("Pieces of the sequence that go through the devices one by one"), 1, 64,
              0);
    m_reverse = check(fold, tr("Backwards reversed"), "reverse",
                      tr("Backwards of a chunk from the last microbatch to the first, as PyTorch runs them"),
                      [](Scene& scene, bool on) { scene.groups[scene.selected].parameters = {on ? 1.0 : 0.0}; });
    parameter(fold, tr("Pair hides"), kHidden,
              tr("Share of the shorter of a joined forward and backward that the longer one hides"), 0, 1, 2);
}

void ScheduleSettings::buildTimes()
{
    Fold& fold = addFold("times", tr("Times"));
    constexpr double most = 1e12;
    m_forward = number(
        fold, tr("F"), "forward", tr("Forward time of a full stage, units"), -most, most,
        [](Scene& scene, double value) { scene.times.forward = value; }, tr("units"));
    m_backward = number(
        fold, tr("B"), "backward", tr("Time of the whole backward of a full stage: I and W, units"), -most, most,
        [](Scene& scene, double value) {
            if (scene.times.input_gradient) // W stays
                scene.times.input_gradient = value - (scene.times.backward - *scene.times.input_gradient);
            scene.times.backward = value;
        },
        tr("units"));
    m_weight = number(
        fold, tr("W, of B"), "weight_gradient",
        tr("The part of B that is the weight gradient; the rest is the input gradient I"), -most, most,
        [](Scene& scene, double value) { scene.times.input_gradient = scene.times.backward - value; }, tr("units"));
    m_recompute = number(
        fold, tr("Recompute, of B"), "recompute", tr("The part of B that recomputes activations, units; 0 for none"), 0,
        most,
        [](Scene& scene, double value) { scene.times.recompute = value > 0 ? std::optional(value) : std::nullopt; },
        tr("units"));
    m_recompute->setSpecialValueText(tr("none"));
    m_apart = check(fold, tr("Show recompute apart"), "recompute_apart",
                    tr("Recompute is a command of its own before its backward"),
                    [](Scene& scene, bool on) { scene.separate_recompute = on; });
    m_stages = choice(
        fold, tr("Stages"), "stages_differ", tr("How stages differ from each other"),
        {tr("all equal"), tr("a slow device"), tr("layers of each"), tr("Megatron’s layout"), tr("times of each")},
        [this](Scene& scene, int index) {
            const SceneGroup& group = scene.groups[scene.selected];
            const auto stages = static_cast<std::size_t>(virtual_stages(request_of(scene, group)));
            scene.uneven.device_factor.clear();
            scene.uneven.layers.clear();
            scene.uneven.layout.clear();
            scene.uneven.lists.clear();
            if (index == 1) {
                scene.uneven.device_factor.assign(static_cast<std::size_t>(group.stages), 1);
                scene.uneven.device_factor[std::min<std::size_t>(1, scene.uneven.device_factor.size() - 1)] = 1.25;
            } else if (index == 2) {
                scene.uneven.layers.assign(stages, 1);
            } else if (index == 3) {
                std::string layout = "Et";
                for (std::size_t g = 1; g < stages; ++g)
                    layout += "|t";
                scene.uneven.layout = layout + "L";
            } else if (index == 4) {
                scene.uneven.lists = times_as_typed(request_of(scene, group), scene.times);
            }
        });
    const auto slow = [](Scene& scene, double device, double factor) {
        auto& list = scene.uneven.device_factor;
        const auto count = static_cast<std::size_t>(scene.groups[scene.selected].stages);
        list.assign(count, 1);
        list[std::min(static_cast<std::size_t>(device), count - 1)] = factor;
    };
    m_slow = number(fold, QString(), "slow_device", tr("Which device is slow"), 0, 1023,
                    [this, slow](Scene& scene, double device) { slow(scene, device, m_factor->value()); });
    m_slow->setDecimals(0);
    m_slow->setSingleStep(1);
    m_slow->setFixedWidth(48);
    m_factor = number(fold, QString(), "slow_factor", tr("How many times as long its commands take"), 0.1, 10,
                      [this, slow](Scene& scene, double factor) { slow(scene, m_slow->value(), factor); });
    m_factor->setFixedWidth(56);
    row(fold, tr("Device"),
        beside(fold.body, {m_slow, new ToneLabel(tr("is ×"), Tone::secondary, fold.body), m_factor}));
    m_layers =
        text(fold, tr("Layers"), "layers",
             tr("Layers of each virtual stage, like 8,8,8,6, or Megatron’s layout, like Et*8|t*8|t*8|t*6L, or times of "
                "each, like F:1,1,1,2 B:2, with I:…, W:…, and forward:…, backward:… for transfers both ways"));
    connect(m_layers, &QLineEdit::editingFinished, this, &ScheduleSettings::typedLayers);
    m_head = number(
        fold, tr("Head adds"), "head_adds", tr("Layers’ worth of work that the head adds to the last stage"), 0, 100,
        [](Scene& scene, double value) { scene.uneven.head_adds = value; }, tr("layers"));
    m_embedding = number(
        fold, tr("Embedding adds"), "embedding_adds",
        tr("Layers’ worth of work that the embedding adds to the first stage"), 0, 100,
        [](Scene& scene, double value) { scene.uneven.embedding_adds = value; }, tr("layers"));
    m_stages_note = note(fold, "stages_note");
}

void ScheduleSettings::typedLayers()
{
    const std::string typed = m_layers->text().trimmed().toStdString();
    const int what = m_stages->currentIndex();
    const auto layers = what == 2 ? read_layers(typed) : Result<std::vector<double>>(std::vector<double>{});
    const auto lists = what == 4 ? read_time_lists(typed) : Result<StageTimeLists>(StageTimeLists{});
    set_invalid(m_layers, !layers || !lists);
    if (!layers || !lists) {
        const Diagnostics& problems = layers ? lists.diagnostics() : layers.diagnostics();
        m_stages_note->setText(QString::fromStdString(problems.front().message));
        m_stages_note->setVisible(true);
        return;
    }
    edit(QStringLiteral("layers"), [&](Scene& scene) {
        if (what == 3)
            scene.uneven.layout = typed;
        else if (what == 4)
            scene.uneven.lists = typed;
        else
            scene.uneven.layers = *layers;
    });
}

void ScheduleSettings::buildTransfers()
{
    Fold& fold = addFold("transfers", tr("Transfers"));
    m_transfers =
        choice(fold, tr("Mode"), "transfers",
               tr("Charged: part of the sender’s work. Linked: on a link beside it. Ordered: on links, each "
                  "device’s one after another in PyTorch’s order; the pessimistic end, not held against a run"),
               {tr("charged"), tr("linked"), tr("ordered")},
               [](Scene& scene, int index) { scene.transfers = static_cast<TransferMode>(index); });
    m_transfer = number(
        fold, tr("Time"), "transfer", tr("One transfer between devices, units; 0 for none"), 0, 1e9,
        [](Scene& scene, double value) {
            // Traces do not show how long a transfer takes: of a measured run it is its simulation's.
            if (auto& traces = scene.groups[scene.selected].traces)
                traces->options.transfer = value;
            else
                scene.times.transfer = value > 0 ? std::optional(value) : std::nullopt;
        },
        tr("units each way"));
    m_transfer->setSpecialValueText(tr("none"));
}

void ScheduleSettings::buildEnd()
{
    Fold& fold = addFold("end", tr("End of the iteration"));
    m_end = check(fold, tr("Shown"), "end", tr("What comes after the pipeline: reduce, step, gather"),
                  [](Scene& scene, bool on) {
                      if (on)
                          scene.end = Tail{{2}, 0, {1}, {0}};
                      else
                          scene.end.reset();
                  });
    const auto of_tail = [&](const QString& label, const char* name, const QString& meaning,
                             const std::function<void(Tail&, double)>& change) {
        return number(
            fold, label, name, meaning, 0, 1e9,
            [change](Scene& scene, double value) {
                if (scene.end)
                    change(*scene.end, value);
            },
            tr("units"));
    };
    m_reduce = of_tail(tr("Reduce"), "reduce", tr("Reducing a chunk’s gradients over the replicas, units"),
                       [](Tail& tail, double value) { tail.reduce = {value}; });
    m_tied = of_tail(tr("Tied"), "tied", tr("Exchange of tied embeddings between first and last stage, units"),
                     [](Tail& tail, double value) { tail.tied = value; });
    m_step = of_tail(tr("Step"), "step_time", tr("The optimizer’s step of a device, units"),
                     [](Tail& tail, double value) { tail.step = {value}; });
    m_gather = of_tail(tr("Gather"), "gather", tr("Gathering sharded weights after the step, units"),
                       [](Tail& tail, double value) { tail.gather = {value}; });
    m_overlap = check(fold, tr("Reduce beside work"), "overlap",
                      tr("A chunk is reduced when its last gradient is there; else after the device’s last command"),
                      [](Scene& scene, bool on) {
                          if (scene.end)
                              scene.end->overlap = on;
                      });
    m_norm =
        choice(fold, tr("Norm"), "norm", tr("Global: no step before every device has reduced. Local: each for itself"),
               {tr("global"), tr("local")}, [](Scene& scene, int index) {
                   if (scene.end)
                       scene.end->global_norm = index == 0;
               });
}

void ScheduleSettings::buildMemory()
{
    Fold& fold = addFold("memory", tr("Memory"));
    m_memory = choice(fold, tr("Shown"), "memory", tr("What the strips over the lanes show"),
                      {tr("off"), tr("chunks"), tr("bytes")},
                      [](Scene& scene, int index) { scene.memory = static_cast<MemoryShown>(index); });
    m_cap = number(
        fold, tr("Cap"), "cap", tr("Activations that a device may hold, in full stages; 0 for none"), 0, 1e6,
        [](Scene& scene, double value) { scene.cap = value > 0 ? std::optional(value) : std::nullopt; },
        tr("full stages"));
    m_cap->setSpecialValueText(tr("off"));
    m_cap->setSingleStep(1);
    const auto of_bytes = [&](const QString& label, const char* name, const QString& meaning,
                              const std::function<void(HeldByHand&, double)>& change, const QString& unit) {
        return number(
            fold, label, name, meaning, 0, 1e6, [change](Scene& scene, double value) { change(scene.held, value); },
            unit);
    };
    m_cap_bytes = of_bytes(
        tr("Cap in bytes"), "cap_bytes", tr("Bytes that a device has; 0 for none"),
        [](HeldByHand& held, double value) { held.cap = value > 0 ? std::optional(value) : std::nullopt; }, tr("GiB"));
    m_cap_bytes->setSpecialValueText(tr("off"));
    m_constant = of_bytes(
        tr("Constant"), "constant", tr("Optimizer and whatever else a device always holds"),
        [](HeldByHand& held, double value) { held.constant = value; }, tr("GiB"));
    m_weights = of_bytes(
        tr("Weights"), "weights", tr("Weights and gradients of a device; held twice where there are two directions"),
        [](HeldByHand& held, double value) { held.weights = value; }, tr("GiB"));
    m_microbatch = of_bytes(
        tr("A microbatch"), "microbatch", tr("Activations of one microbatch on a full stage"),
        [](HeldByHand& held, double value) { held.microbatch = value; }, tr("GiB"));
    m_keep = of_bytes(
        tr("Kept to W"), "keep", tr("The part of them that is kept until the weight gradient"),
        [](HeldByHand& held, double value) { held.keep_percent = value; }, tr("%"));
    m_keep->setRange(0, 100);
    m_keep->setSingleStep(10);
    m_temporary = of_bytes(
        tr("Temporary"), "temporary", tr("While a backward or input gradient runs"),
        [](HeldByHand& held, double value) { held.temporary = value; }, tr("GiB"));
    m_memory_note = note(fold, "memory_note");
}

} // namespace blueprinting::ui
