#include "ui/schedule/schedule_controls.h"

#include "core/strategy/derived.h"
#include "ui/schedule/schedule_fields.h"
#include "ui/style/explorer_style.h"
#include "ui/widgets/tone_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLayout>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

#include <array>

/// What the controls show of a scene, and the menu of groups that can be added to it.
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

bool any_by_hand(const Scene& scene)
{
    for (const SceneGroup& group : scene.groups)
        if (group.strategy.empty())
            return true;
    return false;
}

} // namespace

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
        fit_to_number(spin, kCountWidth);
    };
    count(m_stages, shown.stages);
    count(m_microbatches, shown.microbatches);
    count(m_chunks, shown.chunks);
    m_takes_chunks = takes_chunks(shown.kind);

    const auto number = [](QDoubleSpinBox* spin, double value) {
        if (!spin->hasFocus() || spin->value() != value)
            spin->setValue(value);
        fit_to_number(spin, kTimeWidth);
    };
    number(m_forward, scene.times.forward);
    number(m_backward, scene.times.backward);
    number(m_weight, scene.times.backward - scene.times.input_gradient.value_or(scene.times.backward / 2));
    number(m_transfer, scene.times.transfer.value_or(0));
    number(m_recompute, scene.times.recompute.value_or(0));
    number(m_cap, scene.cap.value_or(0));
    m_splits = false;
    for (const SceneGroup& each : scene.groups)
        m_splits = m_splits || (each.strategy.empty() && each.kind && splits_backward(*each.kind));
    showFields();
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

void ScheduleControls::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    showFields();
}

void ScheduleControls::showFields()
{
    for (int i = 0; i < layout()->count(); ++i) {
        QWidget* each = layout()->itemAt(i)->widget();
        const bool stays = each == m_playback || each == m_critical || each == m_lessons;
        const bool wanted = each == m_chunks->parentWidget() ? m_takes_chunks : each == m_weight->parentWidget() ? m_splits : true;
        each->setVisible(wanted && (stays || !m_compact));
    }
    showWords();
}

void ScheduleControls::showWords()
{
    // Where v or W make the row a little too long for one line, the two buttons at its end are their icons alone.
    const auto line_of_all = [&](bool words) {
        m_groups->setText(words ? tr("Lane group") : QString());
        m_lessons->setText(words ? tr("Lessons") : QString());
        int sum = -kGap;
        for (int i = 0; i < layout()->count(); ++i)
            if (const QLayoutItem* item = layout()->itemAt(i); !item->isEmpty())
                sum += item->sizeHint().width() + kGap;
        return sum;
    };
    if (line_of_all(true) > width() && line_of_all(false) > width())
        (void)line_of_all(true); // more than one line either way
}

void ScheduleControls::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showWords();
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

} // namespace blueprinting::ui
