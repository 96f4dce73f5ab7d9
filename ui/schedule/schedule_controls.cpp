#include "ui/schedule/schedule_controls.h"

#include "ui/schedule/schedule_fields.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

namespace blueprinting::ui {

using namespace schedule;

namespace {

/// What leaves the row first where it is too narrow: what is set least often, and what stands elsewhere too.
constexpr int kTransfersLeave = 2, kTimeLeaves = 3, kCapLeaves = 4, kCriticalLeaves = 5, kWeightLeaves = 6,
              kBackwardLeaves = 7, kForwardLeaves = 8;

} // namespace

ScheduleControls::ScheduleControls(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("schedule.controls"));
    buildGroup();
    addSeparator();
    buildPlayback();
    addSeparator();
    buildTimes();
    buildMore();
    buildEnd();
    measureWords();
    measure();
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

ScheduleControls::Part& ScheduleControls::add(QWidget* widget, int leaves)
{
    Part part{widget, {}};
    part.row.leaves = leaves;
    m_parts.push_back(part);
    return m_parts.back();
}

void ScheduleControls::addSeparator()
{
    auto* line = new QFrame(this);
    line->setFrameShape(QFrame::VLine);
    line->setFixedHeight(28);
    Part& part = add(line, 1);
    part.row.separates = true;
    part.in_menu = false;
}

QSpinBox* ScheduleControls::addCount(const QString& label, const char* field, const QString& meaning,
                                     std::int64_t SceneGroup::*value)
{
    auto* spin = named(new QSpinBox(this), (std::string("schedule.") + field).c_str(), meaning);
    spin->setRange(1, 1000000);
    spin->setKeyboardTracking(false);
    spin->setToolTip(meaning);
    spin->setFixedWidth(kCountWidth);
    add(labelled(this, label, spin));
    connect(spin, &QSpinBox::valueChanged, this, [this, field, value](int now) {
        editGroup(QLatin1String(field), [&](SceneGroup& group) { group.*value = now; });
    });
    return spin;
}

QDoubleSpinBox* ScheduleControls::makeTime(QWidget* parent, const char* name, const QString& meaning,
                                           std::function<void(Scene&, double)> change)
{
    auto* spin = named(new TimeSpin(parent), (std::string("schedule.") + name).c_str(), meaning);
    spin->setRange(-1e12, 1e12);
    spin->setDecimals(4);
    spin->setSingleStep(0.25);
    spin->setKeyboardTracking(false);
    spin->setToolTip(meaning);
    connect(spin, &QDoubleSpinBox::valueChanged, this, [this, name, change = std::move(change)](double value) {
        edit(QLatin1String(name), [&](Scene& scene) { change(scene, value); });
    });
    return spin;
}

QDoubleSpinBox* ScheduleControls::addTime(const QString& label, const char* name, const QString& meaning, int leaves,
                                          std::function<void(Scene&, double)> change)
{
    QDoubleSpinBox* spin = makeTime(this, name, meaning, std::move(change));
    spin->setFixedWidth(kTimeWidth);
    add(labelled(this, label, spin), leaves);
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
    m_kind = named(new QComboBox(this), "schedule.kind", tr("Order of the selected group"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(9);
    m_kind->setFixedWidth(116);
    add(m_kind);
    connect(m_kind, &QComboBox::activated, this, [this](int index) {
        const QVariant picked = m_kind->itemData(index);
        editGroup(QStringLiteral("kind"), [&](SceneGroup& group) {
            group.kind = kind_from(picked.toString().toStdString()); // none: the strategy's own
            if (group.strategy.empty() && group.kind)
                group.chunks = nearest_chunks(*group.kind, group.chunks);
        });
    });
    m_stages = addCount(tr("p"), "stages", tr("Pipeline stages p"), &SceneGroup::stages);
    m_microbatches = addCount(tr("m"), "microbatches", tr("Microbatches m"), &SceneGroup::microbatches);
    m_chunks = addCount(tr("v"), "chunks", tr("Chunks per stage v"), &SceneGroup::chunks);
}

void ScheduleControls::buildPlayback()
{
    auto* box = new QWidget(this);
    m_back = tool_button(box, Icon::step_back, QStringLiteral("schedule.step_back"), tr("One event back (,)"));
    m_play = tool_button(box, Icon::play, QStringLiteral("schedule.play"), tr("Play (Space)"));
    m_forward_step = tool_button(box, Icon::step_forward, QStringLiteral("schedule.step"), tr("One event on (.)"));
    m_time = named(new ToneLabel(QString(), Tone::secondary, this), "schedule.time");
    m_time->setMinimumWidth(58);
    bare<QHBoxLayout>(box, 2, {m_back, m_play, m_forward_step});
    add(box);
    add(m_time, kTimeLeaves).in_menu = false; // it stands below the lanes too
    m_playback = box;
    connect(m_back, &QToolButton::clicked, this, [this] { Q_EMIT stepped(-1); });
    connect(m_forward_step, &QToolButton::clicked, this, [this] { Q_EMIT stepped(1); });
    connect(m_play, &QToolButton::clicked, this, &ScheduleControls::playToggled);
}

void ScheduleControls::buildTimes()
{
    m_forward = addTime(tr("F"), "forward", tr("Forward time of a full stage, units"), kForwardLeaves,
                        [](Scene& scene, double value) { scene.times.forward = value; });
    m_backward = addTime(tr("B"), "backward", tr("Time of the whole backward of a full stage, units"), kBackwardLeaves,
                         [](Scene& scene, double value) {
                             if (scene.times.input_gradient) // W stays
                                 scene.times.input_gradient =
                                     value - (scene.times.backward - *scene.times.input_gradient);
                             scene.times.backward = value;
                         });
    m_weight = addTime(tr("W"), "weight_gradient",
                       tr("The part of B that is the weight gradient; the rest is the input gradient I"), kWeightLeaves,
                       [](Scene& scene, double value) { scene.times.input_gradient = scene.times.backward - value; });
    m_transfers = named(new QComboBox(this), "schedule.transfers", tr("Transfers between stages"));
    m_transfers->addItem(tr("charged transfers"), static_cast<int>(TransferMode::charged));
    m_transfers->addItem(tr("linked transfers"), static_cast<int>(TransferMode::linked));
    m_transfers->setToolTip(
        tr("Charged: a transfer is part of the sender’s work. Linked: it occupies a link beside it"));
    m_transfers->setFixedWidth(146);
    add(m_transfers, kTransfersLeave);
    connect(m_transfers, &QComboBox::activated, this, [this] {
        edit(QStringLiteral("transfers"),
             [&](Scene& scene) { scene.transfers = static_cast<TransferMode>(m_transfers->currentData().toInt()); });
    });

    m_cap = addTime(tr("cap"), "cap", tr("Activations that a stage may hold, in full stages; 0 for none"), kCapLeaves,
                    [](Scene& scene, double value) { scene.cap = value > 0 ? std::optional(value) : std::nullopt; });
    m_cap->setRange(0, 1e6);
    m_cap->setSpecialValueText(tr("off"));
    m_cap->setSingleStep(1);
}

void ScheduleControls::buildMore()
{
    m_critical = named(new QCheckBox(tr("Critical path"), this), "schedule.critical_path");
    m_critical->setToolTip(
        tr("Fades the commands that could end later at the same makespan, and traces one critical path"));
    add(m_critical, kCriticalLeaves);
    connect(m_critical, &QCheckBox::toggled, this,
            [this](bool on) { edit(QStringLiteral("critical"), [&](Scene& scene) { scene.critical_path = on; }); });

    m_more = tool_button(this, Icon::more, QStringLiteral("schedule.more"), tr("Transfer and recompute times"));
    add(m_more).row.ends = true;
    auto* menu = named(new QMenu(m_more), "schedule.more.menu");
    connect(m_more, &QToolButton::clicked, this,
            [this, menu] { menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    auto* page = new QWidget(menu);
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(12, 10, 12, 10);
    const auto field = [&](int row, const QString& label, const char* name, const QString& meaning,
                           std::optional<double> StageTimes::*time) {
        QDoubleSpinBox* spin = makeTime(page, name, meaning, [time](Scene& scene, double value) {
            scene.times.*time = value > 0 ? std::optional(value) : std::nullopt;
        });
        spin->setRange(0, 1e12);
        spin->setSpecialValueText(tr("none"));
        auto* text = new ToneLabel(label, Tone::secondary, page);
        text->setBuddy(spin);
        grid->addWidget(text, row, 0);
        grid->addWidget(spin, row, 1);
        return spin;
    };
    m_transfer = field(0, tr("Transfer time"), "transfer", tr("One transfer between stages, units; 0 for none"),
                       &StageTimes::transfer);
    m_recompute = field(1, tr("Recompute, of B"), "recompute",
                        tr("The part of B that recomputes activations, units; 0 for none"), &StageTimes::recompute);
    m_apart = named(new QCheckBox(tr("Show recompute apart"), page), "schedule.recompute_apart");
    grid->addWidget(m_apart, 2, 0, 1, 2);
    m_fold = new QWidget(page);
    m_fold_column = new QVBoxLayout(m_fold);
    m_fold_column->setContentsMargins(0, 4, 0, 0);
    m_fold->hide();
    grid->addWidget(m_fold, 3, 0, 1, 2);
    m_more_page = new QWidgetAction(menu);
    m_more_page->setDefaultWidget(page);
    menu->addAction(m_more_page);
    connect(m_apart, &QCheckBox::toggled, this,
            [this](bool on) { edit(QStringLiteral("apart"), [&](Scene& scene) { scene.separate_recompute = on; }); });
}

void ScheduleControls::buildEnd()
{
    m_groups = named(new QPushButton(icon(Icon::plus), tr("Lane group"), this), "schedule.groups", tr("Lane group"));
    m_groups->setToolTip(tr("Add another schedule or a strategy on the same axis"));
    m_group_menu = named(new QMenu(m_groups), "schedule.groups.menu");
    connect(m_group_menu, &QMenu::aboutToShow, this, &ScheduleControls::fillGroupMenu);
    connect(m_groups, &QPushButton::clicked, this,
            [this] { m_group_menu->popup(m_groups->mapToGlobal(QPoint(0, m_groups->height()))); });
    add(m_groups).row.ends = true;

    m_lessons = named(new QPushButton(icon(Icon::book), tr("Lessons"), this), "schedule.lessons", tr("Lessons"));
    m_lessons->setCheckable(true);
    m_lessons->setToolTip(tr("Lessons: short guided sequences"));
    add(m_lessons).row.ends = true;
    connect(m_lessons, &QPushButton::toggled, this, [this](bool on) {
        if (!m_showing)
            Q_EMIT lessonsToggled(on);
    });
}

} // namespace blueprinting::ui
