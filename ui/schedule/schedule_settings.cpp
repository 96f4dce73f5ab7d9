#include "ui/schedule/schedule_settings.h"

#include "ui/schedule/schedule_fields.h"
#include "ui/style/explorer_style.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/style/theme.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

/// The folds and their fields.
namespace blueprinting::ui {

using namespace schedule;

namespace {

constexpr int kFieldWidth = 92;

/// A label and two fields that belong together take one line.
QWidget* beside(QWidget* parent, std::initializer_list<QWidget*> fields)
{
    auto* box = new QWidget(parent);
    auto* row = bare<QHBoxLayout>(box, 6);
    for (QWidget* field : fields)
        row->addWidget(field);
    row->addStretch(1);
    return box;
}

} // namespace

ScheduleSettings::ScheduleSettings(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("schedule.settings"));
    setFixedWidth(kWidth);
    auto* page = new QWidget;
    m_column = bare<QVBoxLayout>(page, 4);
    buildOrder();
    buildTimes();
    buildTransfers();
    buildEnd();
    buildMemory();
    buildOpen();
    m_column->addStretch(1);
    auto* close = named(new QToolButton(this), "schedule.settings.close", tr("Close the settings"));
    close->setIcon(icon(Icon::close));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close the settings (Escape)"));
    connect(close, &QToolButton::clicked, this, &ScheduleSettings::closed);
    auto* title = new ToneLabel(tr("Settings of the schedule"), {.bold = true}, this);
    const int pad = metrics::kPanelPadding;
    auto* column = bare<QVBoxLayout>(
        this, 6, {bare<QHBoxLayout>(nullptr, 6, {{title, 1}, close}), {scroll_of(page, "schedule.settings.page"), 1}});
    column->setContentsMargins(pad, pad / 2, 4, pad / 2);
}

ScheduleSettings::Fold& ScheduleSettings::addFold(const char* name, const QString& title)
{
    auto fold = std::make_unique<Fold>();
    fold->name = QLatin1String(name);
    fold->head = named(new QToolButton(this), (std::string("schedule.fold.") + name).c_str(), title);
    fold->head->setText(title);
    fold->head->setCheckable(true);
    fold->head->setChecked(true);
    fold->head->setAutoRaise(true);
    fold->head->setArrowType(Qt::DownArrow);
    fold->head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fold->body = new QWidget(this);
    fold->grid = new QGridLayout(fold->body);
    fold->grid->setContentsMargins(4, 0, 8, 6);
    fold->grid->setHorizontalSpacing(8);
    fold->grid->setVerticalSpacing(4);
    fold->grid->setColumnStretch(1, 1);
    m_column->addWidget(fold->head);
    m_column->addWidget(fold->body);
    Fold* made = fold.get();
    connect(fold->head, &QToolButton::toggled, this, [this, made](bool open) {
        made->head->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        made->body->setVisible(open);
        if (!m_showing)
            Q_EMIT foldsChanged();
    });
    m_folds.push_back(std::move(fold));
    return *m_folds.back();
}

QStringList ScheduleSettings::openFolds() const
{
    QStringList out;
    for (const auto& fold : m_folds)
        if (fold->head->isChecked())
            out << fold->name;
    return out;
}

void ScheduleSettings::setOpenFolds(const QStringList& folds)
{
    m_showing = true;
    for (const auto& fold : m_folds)
        fold->head->setChecked(folds.contains(fold->name));
    m_showing = false;
}

void ScheduleSettings::row(Fold& fold, const QString& label, QWidget* field)
{
    const int at = fold.grid->rowCount();
    auto* text = new ToneLabel(label, Tone::secondary, fold.body);
    text->setBuddy(field);
    fold.grid->addWidget(text, at, 0);
    fold.grid->addWidget(field, at, 1, Qt::AlignLeft);
}

QDoubleSpinBox* ScheduleSettings::number(Fold& fold, const QString& label, const char* name, const QString& meaning,
                                         double least, double most, const Change& change, const QString& behind)
{
    auto* spin = named(new TimeSpin(fold.body), (std::string("schedule.") + name).c_str(), meaning);
    spin->setRange(least, most);
    spin->setDecimals(4);
    spin->setSingleStep(0.25);
    spin->setKeyboardTracking(false);
    spin->setToolTip(meaning);
    spin->setFixedWidth(kFieldWidth);
    connect(spin, &QDoubleSpinBox::valueChanged, this, [this, field = QString::fromLatin1(name), change](double value) {
        edit(field, [&](Scene& scene) { change(scene, value); });
    });
    if (label.isEmpty())
        return spin;
    row(fold, label,
        behind.isEmpty() ? static_cast<QWidget*>(spin)
                         : beside(fold.body, {spin, new ToneLabel(behind, Tone::secondary, fold.body)}));
    return spin;
}

QDoubleSpinBox* ScheduleSettings::parameter(Fold& fold, const QString& label, std::string_view name,
                                            const QString& meaning, double least, double most, int decimals)
{
    QDoubleSpinBox* spin =
        number(fold, label, std::string(name).c_str(), meaning, least, most, [name](Scene& scene, double value) {
            SceneGroup& group = scene.groups[scene.selected];
            const auto known = (*group.kind)->parameters;
            group.parameters.resize(known.size());
            const Request before = request_of(scene, group);
            for (std::size_t i = 0; i < known.size(); ++i)
                if (known[i].name == name)
                    group.parameters[i] = value < known[i].least ? known[i].standard : value;
        });
    spin->setDecimals(decimals);
    spin->setSingleStep(decimals == 0 ? 1 : 0.05);
    m_parameters.emplace(std::string(name), spin);
    return spin;
}

QCheckBox* ScheduleSettings::check(Fold& fold, const QString& text, const char* name, const QString& meaning,
                                   const std::function<void(Scene&, bool)>& change)
{
    auto* out = named(new QCheckBox(text, fold.body), (std::string("schedule.") + name).c_str());
    out->setToolTip(meaning);
    fold.grid->addWidget(out, fold.grid->rowCount(), 0, 1, 2);
    connect(out, &QCheckBox::toggled, this,
            [this, name, change](bool on) { edit(QLatin1String(name), [&](Scene& scene) { change(scene, on); }); });
    return out;
}

QComboBox* ScheduleSettings::choice(Fold& fold, const QString& label, const char* name, const QString& meaning,
                                    const QStringList& choices, const std::function<void(Scene&, int)>& change)
{
    auto* out = named(new QComboBox(fold.body), (std::string("schedule.") + name).c_str(), meaning);
    out->addItems(choices);
    out->setToolTip(meaning);
    row(fold, label, out);
    connect(out, &QComboBox::activated, this, [this, name, change](int index) {
        edit(QLatin1String(name), [&](Scene& scene) { change(scene, index); });
    });
    return out;
}

QLineEdit* ScheduleSettings::text(Fold& fold, const QString& label, const char* name, const QString& meaning)
{
    auto* out = named(new QLineEdit(fold.body), (std::string("schedule.") + name).c_str(), meaning);
    out->setToolTip(meaning);
    const int at = fold.grid->rowCount();
    auto* words = new ToneLabel(label, Tone::secondary, fold.body);
    words->setBuddy(out);
    fold.grid->addWidget(words, at, 0);
    fold.grid->addWidget(out, at, 1);
    return out;
}

ToneLabel* ScheduleSettings::note(Fold& fold, const char* name)
{
    auto* out =
        new ToneLabel(QString(), {.tone = Tone::secondary, .size = ToneLabel::Size::small, .wraps = true}, fold.body);
    out->setObjectName(QLatin1String("schedule.") + QLatin1String(name));
    fold.grid->addWidget(out, fold.grid->rowCount(), 0, 1, 2);
    return out;
}

void ScheduleSettings::edit(const QString& field, const std::function<void(Scene&)>& change)
{
    if (m_showing)
        return;
    Scene scene = m_scene;
    change(scene);
    if (!(scene == m_scene))
        Q_EMIT sceneEdited(scene, field);
}

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
        const SceneGroup& g = m_scene.groups[m_scene.selected];
        const std::int64_t rounds = std::max<std::int64_t>(1, g.microbatches / g.stages);
        groupOf((g.microbatches + rounds - 1) / rounds);
    });
    connect(m_pytorch, &QPushButton::clicked, this, [this] {
        const SceneGroup& g = m_scene.groups[m_scene.selected];
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
    m_forward = number(fold, tr("F"), "forward", tr("Forward time of a full stage, units"), -most, most,
                       [](Scene& scene, double value) { scene.times.forward = value; });
    m_backward = number(fold, tr("B"), "backward", tr("Time of the whole backward of a full stage: I and W, units"),
                        -most, most, [](Scene& scene, double value) {
                            if (scene.times.input_gradient) // W stays
                                scene.times.input_gradient =
                                    value - (scene.times.backward - *scene.times.input_gradient);
                            scene.times.backward = value;
                        });
    m_weight = number(fold, tr("W, of B"), "weight_gradient",
                      tr("The part of B that is the weight gradient; the rest is the input gradient I"), -most, most,
                      [](Scene& scene, double value) { scene.times.input_gradient = scene.times.backward - value; });
    m_recompute = number(
        fold, tr("Recompute, of B"), "recompute", tr("The part of B that recomputes activations, units; 0 for none"), 0,
        most,
        [](Scene& scene, double value) { scene.times.recompute = value > 0 ? std::optional(value) : std::nullopt; });
    m_recompute->setSpecialValueText(tr("none"));
    m_apart = check(fold, tr("Show recompute apart"), "recompute_apart",
                    tr("Recompute is a command of its own before its backward"),
                    [](Scene& scene, bool on) { scene.separate_recompute = on; });
    m_stages =
        choice(fold, tr("Stages"), "stages_differ", tr("How stages differ from each other"),
               {tr("all equal"), tr("a slow device"), tr("layers of each"), tr("Megatron’s layout")},
               [this](Scene& scene, int index) {
                   const SceneGroup& group = scene.groups[scene.selected];
                   const auto stages = static_cast<std::size_t>(virtual_stages(request_of(scene, group)));
                   scene.uneven.device_factor.clear();
                   scene.uneven.layers.clear();
                   scene.uneven.layout.clear();
                   if (index == 1) {
                       scene.uneven.device_factor.assign(static_cast<std::size_t>(group.stages), 1);
                       scene.uneven.device_factor[std::min<std::size_t>(1, scene.uneven.device_factor.size() - 1)] =
                           1.25;
                   } else if (index == 2) {
                       scene.uneven.layers.assign(stages, 1);
                   } else if (index == 3) {
                       std::string layout = "Et";
                       for (std::size_t g = 1; g < stages; ++g)
                           layout += "|t";
                       scene.uneven.layout = layout + "L";
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
    m_slow->setFixedWidth(58);
    m_factor = number(fold, QString(), "slow_factor", tr("How many times as long its commands take"), 0.1, 10,
                      [this, slow](Scene& scene, double factor) { slow(scene, m_slow->value(), factor); });
    m_factor->setFixedWidth(64);
    row(fold, tr("Device"),
        beside(fold.body, {m_slow, new ToneLabel(tr("is ×"), Tone::secondary, fold.body), m_factor}));
    m_layers = text(fold, tr("Layers"), "layers",
                    tr("Layers of each virtual stage, like 8,8,8,6, or Megatron’s layout, like Et*8|t*8|t*8|t*6L"));
    connect(m_layers, &QLineEdit::editingFinished, this, &ScheduleSettings::typedLayers);
    m_head = number(
        fold, tr("Head adds"), "head_adds", tr("Layers’ worth of work that the head adds to the last stage"), 0, 100,
        [](Scene& scene, double value) { scene.uneven.head_adds = value; }, tr("× F of a layer"));
    m_embedding = number(
        fold, tr("Embedding adds"), "embedding_adds",
        tr("Layers’ worth of work that the embedding adds to the first stage"), 0, 100,
        [](Scene& scene, double value) { scene.uneven.embedding_adds = value; }, tr("layers"));
    m_stages_note = note(fold, "stages_note");
}

void ScheduleSettings::typedLayers()
{
    const std::string typed = m_layers->text().trimmed().toStdString();
    const bool layout = m_stages->currentIndex() == 3;
    const auto layers = layout ? Result<std::vector<double>>(std::vector<double>{}) : read_layers(typed);
    set_invalid(m_layers, !layers);
    if (!layers) {
        m_stages_note->setText(QString::fromStdString(layers.diagnostics().front().message));
        return;
    }
    edit(QStringLiteral("layers"), [&](Scene& scene) {
        if (layout)
            scene.uneven.layout = typed;
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
        tr("each way"));
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
        return number(fold, label, name, meaning, 0, 1e9, [change](Scene& scene, double value) {
            if (scene.end)
                change(*scene.end, value);
        });
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

void ScheduleSettings::buildOpen()
{
    Fold& fold = addFold("open", tr("Open and edit"));
    auto* open_order = named(new QPushButton(tr("Open an order…"), fold.body), "schedule.open_order");
    open_order->setToolTip(tr("PyTorch’s table (CSV), or typed actions, a line a device"));
    auto* open_run = named(new QPushButton(tr("Open a run…"), fold.body), "schedule.open_run");
    open_run->setToolTip(tr("Traces of PyTorch’s profiler, one file a rank, laid beside their simulation"));
    fold.grid->addWidget(beside(fold.body, {open_order, open_run}), fold.grid->rowCount(), 0, 1, 2);
    m_order = named(new QPlainTextEdit(fold.body), "schedule.order", tr("The order, a line a device"));
    m_order->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_order->setTabChangesFocus(true);
    m_order->setMinimumHeight(110);
    m_order->setToolTip(tr("A line a device: 0F0 0F1 … with stage, F, B, I or W, and microbatch, all from 0"));
    fold.grid->addWidget(m_order, fold.grid->rowCount(), 0, 1, 2);
    m_apply = named(new QPushButton(tr("Run this order"), fold.body), "schedule.order.apply");
    m_save_order = named(new QPushButton(tr("Save…"), fold.body), "schedule.order.save");
    m_save_order->setToolTip(tr("Save the order as PyTorch’s table"));
    fold.grid->addWidget(beside(fold.body, {m_apply, m_save_order}), fold.grid->rowCount(), 0, 1, 2);
    m_order_note = note(fold, "order_note");
    connect(open_order, &QPushButton::clicked, this, &ScheduleSettings::openOrderWanted);
    connect(open_run, &QPushButton::clicked, this, &ScheduleSettings::openRunWanted);
    connect(m_save_order, &QPushButton::clicked, this, &ScheduleSettings::saveOrderWanted);
    connect(m_apply, &QPushButton::clicked, this, [this] { Q_EMIT orderTyped(m_order->toPlainText()); });
}

void ScheduleSettings::setOverPage(bool over)
{
    m_over = over;
    update();
}

void ScheduleSettings::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(this);
    style_paint::box(painter, QRectF(rect()), theme.panel, m_over ? theme.outline : theme.hairline, 1,
                     metrics::kRadius);
}

void ScheduleSettings::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closed();
    else
        QWidget::keyPressEvent(event);
}

} // namespace blueprinting::ui
