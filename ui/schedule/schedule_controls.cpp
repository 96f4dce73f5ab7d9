#include "ui/schedule/schedule_controls.h"

#include "core/strategy/derived.h"
#include "ui/style/explorer_style.h"
#include "ui/style/icon.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/tone_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QWidgetAction>

#include <array>

namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr std::array kAllKinds{Kind::gpipe,          Kind::one_forward_one_backward, Kind::interleaved,
                               Kind::zero_bubble_h1, Kind::zero_bubble_h2,           Kind::forward_only};

/// Short enough for the row.
QString name_of(Kind kind)
{
    return kind == Kind::interleaved ? ScheduleControls::tr("Interleaved") : QString::fromStdString(std::string(display_name(kind)));
}

/// Shows a time with the decimals that it has, and takes what is typed as it is: what a time must be is for the plan to say.
class TimeSpin : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    [[nodiscard]] QString textFromValue(double value) const override
    {
        if (value == minimum() && !specialValueText().isEmpty())
            return specialValueText();
        QString text = QString::number(value, 'f', decimals());
        while (text.contains(QLatin1Char('.')) && text.endsWith(QLatin1Char('0')) && !text.endsWith(QLatin1String(".0")))
            text.chop(1);
        return text;
    }
};

QToolButton* tool(QWidget* parent, Icon name, const QString& object, const QString& meaning)
{
    auto* out = new QToolButton(parent);
    out->setObjectName(object);
    out->setIcon(icon(name));
    out->setAutoRaise(true);
    out->setToolTip(meaning);
    out->setAccessibleName(meaning);
    return out;
}

bool any_by_hand(const Scene& scene)
{
    for (const SceneGroup& group : scene.groups)
        if (group.strategy.empty())
            return true;
    return false;
}

} // namespace

ScheduleControls::ScheduleControls(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("schedule.controls"));
    new FlowLayout(this, 7, 6);
    buildGroup();
    addSeparator();
    buildPlayback();
    addSeparator();
    buildTimes();
    buildMore();
}

void ScheduleControls::addSeparator()
{
    auto* line = new QFrame(this);
    line->setFrameShape(QFrame::VLine);
    line->setFixedHeight(28);
    layout()->addWidget(line);
}

/// A label and its field stay together where the row wraps.
static QWidget* labelled(QWidget* parent, const QString& label, QWidget* field)
{
    auto* pair = new QWidget(parent);
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(5);
    auto* text = new ToneLabel(label, Tone::secondary, pair);
    text->setBuddy(field);
    row->addWidget(text);
    row->addWidget(field);
    return pair;
}

QSpinBox* ScheduleControls::addCount(const QString& label, const QString& name, const QString& meaning)
{
    auto* spin = new QSpinBox(this);
    spin->setObjectName(name);
    spin->setRange(1, 1000000);
    spin->setKeyboardTracking(false);
    spin->setAccessibleName(meaning);
    spin->setToolTip(meaning);
    spin->setFixedWidth(56);
    layout()->addWidget(labelled(this, label, spin));
    return spin;
}

QDoubleSpinBox* ScheduleControls::addTime(const QString& label, const QString& name, const QString& meaning)
{
    auto* spin = new TimeSpin(this);
    spin->setObjectName(name);
    spin->setRange(-1e12, 1e12);
    spin->setDecimals(4);
    spin->setSingleStep(0.25);
    spin->setKeyboardTracking(false);
    spin->setAccessibleName(meaning);
    spin->setToolTip(meaning);
    spin->setFixedWidth(58);
    layout()->addWidget(labelled(this, label, spin));
    return spin;
}

void ScheduleControls::edit(const QString& field, const std::function<void(Scene&)>& change)
{
    if (m_showing)
        return;
    Scene scene = m_scene;
    change(scene);
    if (!(scene == m_scene))
        Q_EMIT sceneEdited(scene, field);
}

void ScheduleControls::editGroup(const QString& field, const std::function<void(SceneGroup&)>& change)
{
    edit(field, [&](Scene& scene) { change(scene.groups[scene.selected]); });
}

void ScheduleControls::buildGroup()
{
    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("schedule.kind"));
    m_kind->setAccessibleName(tr("Order of the selected group"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(9);
    m_kind->setFixedWidth(116);
    layout()->addWidget(m_kind);
    connect(m_kind, &QComboBox::activated, this, [this](int index) {
        const QVariant picked = m_kind->itemData(index);
        editGroup(QStringLiteral("kind"), [&](SceneGroup& group) {
            group.kind = picked.isValid() ? std::optional(static_cast<Kind>(picked.toInt())) : std::nullopt;
            if (!group.strategy.empty() || !group.kind)
                return;
            if (!takes_chunks(*group.kind))
                group.chunks = 1;
            else if (*group.kind == Kind::interleaved && group.chunks < 2)
                group.chunks = 2;
        });
    });
    m_stages = addCount(tr("p"), QStringLiteral("schedule.stages"), tr("Pipeline stages p"));
    m_microbatches = addCount(tr("m"), QStringLiteral("schedule.microbatches"), tr("Microbatches m"));
    m_chunks = addCount(tr("v"), QStringLiteral("schedule.chunks"), tr("Chunks per stage v"));
    connect(m_stages, &QSpinBox::valueChanged, this,
            [this](int value) { editGroup(QStringLiteral("stages"), [&](SceneGroup& group) { group.stages = value; }); });
    connect(m_microbatches, &QSpinBox::valueChanged, this,
            [this](int value) { editGroup(QStringLiteral("microbatches"), [&](SceneGroup& group) { group.microbatches = value; }); });
    connect(m_chunks, &QSpinBox::valueChanged, this,
            [this](int value) { editGroup(QStringLiteral("chunks"), [&](SceneGroup& group) { group.chunks = value; }); });
}

void ScheduleControls::buildPlayback()
{
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2);
    m_back = tool(box, Icon::step_back, QStringLiteral("schedule.step_back"), tr("One event back (,)"));
    m_play = tool(box, Icon::play, QStringLiteral("schedule.play"), tr("Play (Space)"));
    m_forward_step = tool(box, Icon::step_forward, QStringLiteral("schedule.step"), tr("One event on (.)"));
    m_time = new ToneLabel(QString(), Tone::secondary, box);
    m_time->setObjectName(QStringLiteral("schedule.time"));
    m_time->setMinimumWidth(58);
    row->addWidget(m_back);
    row->addWidget(m_play);
    row->addWidget(m_forward_step);
    row->addSpacing(4);
    row->addWidget(m_time);
    layout()->addWidget(box);
    connect(m_back, &QToolButton::clicked, this, [this] { Q_EMIT stepped(-1); });
    connect(m_forward_step, &QToolButton::clicked, this, [this] { Q_EMIT stepped(1); });
    connect(m_play, &QToolButton::clicked, this, &ScheduleControls::playToggled);
}

void ScheduleControls::buildTimes()
{
    m_forward = addTime(tr("F"), QStringLiteral("schedule.forward"), tr("Forward time of a full stage, units"));
    m_backward = addTime(tr("B"), QStringLiteral("schedule.backward"), tr("Time of the whole backward of a full stage, units"));
    m_weight = addTime(tr("W"), QStringLiteral("schedule.weight_gradient"),
                       tr("The part of B that is the weight gradient; the rest is the input gradient I"));
    connect(m_forward, &QDoubleSpinBox::valueChanged, this,
            [this](double value) { edit(QStringLiteral("forward"), [&](Scene& scene) { scene.times.forward = value; }); });
    connect(m_backward, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        edit(QStringLiteral("backward"), [&](Scene& scene) {
            if (scene.times.input_gradient) // W stays
                scene.times.input_gradient = value - (scene.times.backward - *scene.times.input_gradient);
            scene.times.backward = value;
        });
    });
    connect(m_weight, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        edit(QStringLiteral("weight"), [&](Scene& scene) { scene.times.input_gradient = scene.times.backward - value; });
    });

    m_transfers = new QComboBox(this);
    m_transfers->setObjectName(QStringLiteral("schedule.transfers"));
    m_transfers->addItem(tr("charged transfers"), static_cast<int>(TransferMode::charged));
    m_transfers->addItem(tr("linked transfers"), static_cast<int>(TransferMode::linked));
    m_transfers->setAccessibleName(tr("Transfers between stages"));
    m_transfers->setToolTip(tr("Charged: a transfer is part of the sender’s work. Linked: it occupies a link beside it"));
    m_transfers->setFixedWidth(146);
    layout()->addWidget(m_transfers);
    connect(m_transfers, &QComboBox::activated, this, [this] {
        edit(QStringLiteral("transfers"), [&](Scene& scene) { scene.transfers = static_cast<TransferMode>(m_transfers->currentData().toInt()); });
    });

    m_cap = addTime(tr("cap"), QStringLiteral("schedule.cap"), tr("Activations that a stage may hold, in full stages; 0 for none"));
    m_cap->setRange(0, 1e6);
    m_cap->setSpecialValueText(tr("off"));
    m_cap->setSingleStep(1);
    connect(m_cap, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        edit(QStringLiteral("cap"), [&](Scene& scene) { scene.cap = value > 0 ? std::optional(value) : std::nullopt; });
    });
}

void ScheduleControls::buildMore()
{
    m_critical = new QCheckBox(tr("Critical path"), this);
    m_critical->setObjectName(QStringLiteral("schedule.critical_path"));
    m_critical->setToolTip(tr("Fades what could end later without a longer makespan, and traces one critical path"));
    layout()->addWidget(m_critical);
    connect(m_critical, &QCheckBox::toggled, this,
            [this](bool on) { edit(QStringLiteral("critical"), [&](Scene& scene) { scene.critical_path = on; }); });

    m_more = tool(this, Icon::more, QStringLiteral("schedule.more"), tr("Transfer and recompute times"));
    layout()->addWidget(m_more);
    auto* menu = new QMenu(m_more);
    menu->setObjectName(QStringLiteral("schedule.more.menu"));
    connect(m_more, &QToolButton::clicked, this, [this, menu] { menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    auto* page = new QWidget(menu);
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(12, 10, 12, 10);
    const auto field = [&](int row, const QString& label, const QString& object, const QString& meaning) {
        auto* spin = new TimeSpin(page);
        spin->setObjectName(object);
        spin->setRange(0, 1e12);
        spin->setDecimals(4);
        spin->setSingleStep(0.25);
        spin->setSpecialValueText(tr("none"));
        spin->setKeyboardTracking(false);
        spin->setAccessibleName(meaning);
        spin->setToolTip(meaning);
        auto* text = new ToneLabel(label, Tone::secondary, page);
        text->setBuddy(spin);
        grid->addWidget(text, row, 0);
        grid->addWidget(spin, row, 1);
        return spin;
    };
    m_transfer = field(0, tr("Transfer time"), QStringLiteral("schedule.transfer"), tr("One transfer between stages, units; 0 for none"));
    m_recompute = field(1, tr("Recompute, of B"), QStringLiteral("schedule.recompute"),
                        tr("The part of B that recomputes activations, units; 0 for none"));
    m_apart = new QCheckBox(tr("Show recompute apart"), page);
    m_apart->setObjectName(QStringLiteral("schedule.recompute_apart"));
    grid->addWidget(m_apart, 2, 0, 1, 2);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(page);
    menu->addAction(action);
    const auto optional = [](double value) { return value > 0 ? std::optional(value) : std::nullopt; };
    connect(m_transfer, &QDoubleSpinBox::valueChanged, this, [this, optional](double value) {
        edit(QStringLiteral("transfer"), [&](Scene& scene) { scene.times.transfer = optional(value); });
    });
    connect(m_recompute, &QDoubleSpinBox::valueChanged, this, [this, optional](double value) {
        edit(QStringLiteral("recompute"), [&](Scene& scene) { scene.times.recompute = optional(value); });
    });
    connect(m_apart, &QCheckBox::toggled, this,
            [this](bool on) { edit(QStringLiteral("apart"), [&](Scene& scene) { scene.separate_recompute = on; }); });

    m_groups = new QPushButton(icon(Icon::plus), tr("Lane group"), this);
    m_groups->setObjectName(QStringLiteral("schedule.groups"));
    m_groups->setToolTip(tr("Add another schedule or a strategy on the same axis"));
    m_group_menu = new QMenu(m_groups);
    m_group_menu->setObjectName(QStringLiteral("schedule.groups.menu"));
    connect(m_group_menu, &QMenu::aboutToShow, this, &ScheduleControls::fillGroupMenu);
    connect(m_groups, &QPushButton::clicked, this,
            [this] { m_group_menu->popup(m_groups->mapToGlobal(QPoint(0, m_groups->height()))); });
    layout()->addWidget(m_groups);

    m_lessons = new QPushButton(icon(Icon::book), tr("Lessons"), this);
    m_lessons->setObjectName(QStringLiteral("schedule.lessons"));
    m_lessons->setCheckable(true);
    layout()->addWidget(m_lessons);
    connect(m_lessons, &QPushButton::toggled, this, [this](bool on) {
        if (!m_showing)
            Q_EMIT lessonsToggled(on);
    });
}

void ScheduleControls::fillGroupMenu()
{
    m_group_menu->clear();
    for (const Kind kind : kAllKinds)
        m_group_menu->addAction(name_of(kind), this, [this, kind] {
            edit(QStringLiteral("add"), [&](Scene& scene) {
                const SceneGroup& like = scene.groups[scene.selected];
                SceneGroup group = like.strategy.empty() ? like : SceneGroup{};
                group.kind = kind;
                group.chunks = kind == Kind::interleaved ? std::max<std::int64_t>(2, group.chunks) : 1;
                scene.groups.push_back(group);
                scene.selected = scene.groups.size() - 1;
            });
        });
    m_group_menu->addSeparator();
    for (std::size_t place = 0; place < m_session.strategies.size(); ++place) {
        const SessionStrategy& strategy = m_session.strategies[place];
        m_group_menu->addAction(tr("Strategy %1").arg(QString::fromStdString(strategy.name)), this, [this, id = strategy.id] {
            edit(QStringLiteral("add"), [&](Scene& scene) {
                scene.groups.push_back({id, std::nullopt, 1, 1, 1});
                scene.selected = scene.groups.size() - 1;
            });
        });
    }
    m_group_menu->addSeparator();
    QAction* remove = m_group_menu->addAction(icon(Icon::trash), tr("Remove the selected group"), this, [this] {
        edit(QStringLiteral("remove"), [](Scene& scene) {
            scene.groups.erase(scene.groups.begin() + static_cast<std::ptrdiff_t>(scene.selected));
            scene.selected = std::min(scene.selected, scene.groups.size() - 1);
        });
    });
    remove->setEnabled(m_scene.groups.size() > 1);
}

void ScheduleControls::showScene(const Scene& scene, const LaneChart& chart, const Session& session, const Diagnostics& problems)
{
    m_showing = true;
    m_scene = scene;
    m_session = session;
    const SceneGroup& group = scene.groups[scene.selected];
    const bool by_hand = group.strategy.empty();

    m_kind->clear();
    if (!by_hand)
        m_kind->addItem(tr("Its own order"));
    // Inference has no backward to order; a kind that was asked for before stays in sight.
    const SessionStrategy* strategy = by_hand ? nullptr : session.find(group.strategy);
    const bool inference = strategy && !strategy::is_training(strategy->execution);
    for (const Kind kind : kAllKinds)
        if (!inference || kind == Kind::forward_only || kind == group.kind)
            m_kind->addItem(name_of(kind), static_cast<int>(kind));
    m_kind->setCurrentIndex(group.kind ? m_kind->findData(static_cast<int>(*group.kind)) : 0);

    Request shown = request_of(scene, group);
    if (!by_hand && chart.groups.size() > scene.selected && chart.groups[scene.selected].drawn)
        shown = chart.groups[scene.selected].request();
    const auto count = [&](QSpinBox* spin, std::int64_t value) {
        spin->setValue(static_cast<int>(std::min<std::int64_t>(value, 1000000)));
        spin->setEnabled(by_hand);
    };
    count(m_stages, shown.stages);
    count(m_microbatches, shown.microbatches);
    count(m_chunks, shown.chunks);
    m_chunks->parentWidget()->setVisible(takes_chunks(shown.kind));

    const auto number = [](QDoubleSpinBox* spin, double value) {
        if (!spin->hasFocus() || spin->value() != value)
            spin->setValue(value);
    };
    number(m_forward, scene.times.forward);
    number(m_backward, scene.times.backward);
    number(m_weight, scene.times.backward - scene.times.input_gradient.value_or(scene.times.backward / 2));
    number(m_transfer, scene.times.transfer.value_or(0));
    number(m_recompute, scene.times.recompute.value_or(0));
    number(m_cap, scene.cap.value_or(0));
    bool splits = false;
    for (const SceneGroup& each : scene.groups)
        splits = splits || (each.strategy.empty() && each.kind && splits_backward(*each.kind));
    m_weight->parentWidget()->setVisible(splits);
    for (QDoubleSpinBox* spin : {m_forward, m_backward, m_weight, m_transfer, m_recompute})
        spin->setEnabled(any_by_hand(scene));
    m_transfers->setCurrentIndex(m_transfers->findData(static_cast<int>(scene.transfers)));
    m_critical->setChecked(scene.critical_path);
    m_apart->setChecked(scene.separate_recompute);

    const auto complained = [&](const char* path) {
        for (const Diagnostic& problem : problems)
            if (problem.path == path)
                return true;
        return false;
    };
    set_invalid(m_forward, complained("forward"));
    set_invalid(m_backward, complained("backward") || complained("input_gradient") || complained("recompute"));
    set_invalid(m_weight, complained("input_gradient"));
    set_invalid(m_transfer, complained("transfer"));
    set_invalid(m_recompute, complained("recompute"));
    set_invalid(m_microbatches, complained("microbatches"));
    set_invalid(m_stages, complained("stages"));
    set_invalid(m_chunks, complained("chunks"));
    m_showing = false;
}

void ScheduleControls::showTime(const QString& text) { m_time->setText(text); }

void ScheduleControls::setPlaying(bool playing)
{
    m_play->setIcon(icon(playing ? Icon::pause : Icon::play));
    const QString meaning = playing ? tr("Pause (Space)") : tr("Play (Space)");
    m_play->setToolTip(meaning);
    m_play->setAccessibleName(meaning);
}

void ScheduleControls::setLessonsOpen(bool open)
{
    m_showing = true;
    m_lessons->setChecked(open);
    m_showing = false;
}

QWidget* ScheduleControls::firstField() const { return m_kind; }

} // namespace blueprinting::ui
