#include "ui/schedule/schedule_controls.h"

#include "ui/schedule/schedule_fields.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFrame>
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
constexpr int kTwoLeave = 2, kTimeLeaves = 3, kCriticalLeaves = 4, kBoundLeaves = 5;

} // namespace

ScheduleControls::ScheduleControls(QWidget* parent) : SceneFields(parent)
{
    setObjectName(QStringLiteral("schedule.controls"));
    buildGroup();
    addSeparator();
    buildPlayback();
    addSeparator();
    buildChecks();
    buildMore();
    buildEnd();
    guardFields();
    measureWords();
    measure();
    // Not Maximum: that holds it to the height for the width it had before.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
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

QCheckBox* ScheduleControls::addCheck(const QString& text, const char* name, const QString& field,
                                      const QString& meaning, int leaves, bool Scene::*value)
{
    auto* out = named(new QCheckBox(text, this), name);
    out->setToolTip(meaning);
    add(out, leaves);
    connect(out, &QCheckBox::toggled, this,
            [this, field, value](bool on) { edit(field, [&](Scene& scene) { scene.*value = on; }); });
    return out;
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
            const auto kind =
                kind_from(picked.toString().toStdString()); // none: the strategy's own, or a written order
            if (group.strategy.empty() && kind)
                group = with_kind(group, *kind, m_last_chunks);
            else if (!group.strategy.empty())
                group.kind = kind;
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

void ScheduleControls::buildChecks()
{
    m_critical =
        addCheck(tr("Critical path"), "schedule.critical_path", QStringLiteral("critical"),
                 tr("Fades the commands that could end later at the same makespan, and traces one critical path"),
                 kCriticalLeaves, &Scene::critical_path);
    m_bound = addCheck(tr("Bound"), "schedule.bound", QStringLiteral("bound"),
                       tr("No order of these commands ends before it, and what binds it"), kBoundLeaves, &Scene::bound);
    m_two = addCheck(tr("Two iterations"), "schedule.two_iterations", QStringLiteral("two_iterations"),
                     tr("A second iteration behind the first, each device as soon as it is free"), kTwoLeave,
                     &Scene::two_iterations);
}

void ScheduleControls::buildMore()
{
    m_more = tool_button(this, Icon::more, QStringLiteral("schedule.more"), tr("More fields"));
    add(m_more).row.ends = true;
    auto* menu = named(new QMenu(m_more), "schedule.more.menu");
    connect(m_more, &QToolButton::clicked, this,
            [this, menu] { menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    m_fold = new QWidget(menu);
    m_fold_column = new QVBoxLayout(m_fold);
    m_fold_column->setContentsMargins(12, 10, 12, 10);
    m_more_page = new QWidgetAction(menu);
    m_more_page->setDefaultWidget(m_fold);
    menu->addAction(m_more_page);
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
        if (!showing())
            Q_EMIT lessonsToggled(on);
    });

    m_settings =
        named(new QPushButton(icon(Icon::columns), tr("Settings"), this), "schedule.settings.toggle", tr("Settings"));
    m_settings->setCheckable(true);
    m_settings->setToolTip(tr("Groups, times, transfers, end of the iteration, memory, files"));
    add(m_settings).row.ends = true;
    connect(m_settings, &QPushButton::toggled, this, [this](bool on) {
        if (!showing())
            Q_EMIT settingsToggled(on);
    });
}

} // namespace blueprinting::ui
