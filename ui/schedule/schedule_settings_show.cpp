#include "core/schedule/order_text.h"
#include "ui/schedule/schedule_fields.h"
#include "ui/schedule/schedule_settings.h"
#include "ui/style/explorer_style.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/tone_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>

/// What the settings show of a scene.
namespace blueprinting::ui {
namespace {

using namespace schedule;

bool has_parameter(Kind kind, std::string_view name)
{
    return std::ranges::any_of(kind->parameters, [&](const Parameter& each) { return each.name == name; });
}

/// "of Interleaved, ZB-V": the kinds that have it.
QString kinds_with(std::string_view name)
{
    QStringList out;
    for (const Kind kind : kinds())
        if (has_parameter(kind, name))
            out << shown(kind->short_name);
    return ScheduleSettings::tr("of %1").arg(out.join(QStringLiteral(", ")));
}

QString kinds_that_split()
{
    QStringList out;
    for (const Kind kind : kinds())
        if (splits_backward(kind))
            out << shown(kind->short_name);
    return ScheduleSettings::tr("of %1").arg(out.join(QStringLiteral(", ")));
}

/// A field that the schedule has no use for says for what it is.
void enable(QWidget* field, bool on, const QString& otherwise)
{
    const QVariant meaning = field->property("meaning");
    if (!meaning.isValid())
        field->setProperty("meaning", field->toolTip());
    field->setEnabled(on);
    const QString own = field->property("meaning").toString();
    field->setToolTip(on ? own : own + QStringLiteral(" – ") + otherwise);
}

void put(QDoubleSpinBox* spin, double value)
{
    if (!spin->hasFocus() || spin->value() != value)
        spin->setValue(value);
}

} // namespace

void ScheduleSettings::showScene(const Scene& scene, const LaneChart& chart, const Diagnostics& problems)
{
    const Showing shows(*this, scene);
    const SceneGroup& group = scene.groups[scene.selected];
    const bool by_hand = group.by_hand();
    const Request request = request_of(scene, group);
    const QString of_strategy = group.traces ? tr("a measured run has its own") : tr("a strategy has its own");
    for (const auto& [name, spin] : m_parameters) {
        const bool has = by_hand && group.kind && has_parameter(*group.kind, name);
        enable(spin, has, by_hand ? kinds_with(name) : of_strategy);
        put(spin, schedule::parameter(request, name).value_or(spin->minimum()));
    }
    const bool reverses = by_hand && group.kind && has_parameter(*group.kind, kReverse);
    enable(m_reverse, reverses, by_hand ? kinds_with(kReverse) : of_strategy);
    m_reverse->setChecked(schedule::parameter(request, kReverse).value_or(0) > 0);
    const bool groups = by_hand && group.kind && has_parameter(*group.kind, kGroup);
    m_balanced->setEnabled(groups);
    m_pytorch->setEnabled(groups &&
                          group.microbatches % std::max<std::int64_t>(1, group.microbatches / group.stages) == 0);
    showOrder(chart);

    put(m_forward, scene.times.forward);
    put(m_backward, scene.times.backward);
    put(m_weight, scene.times.backward - scene.times.input_gradient.value_or(scene.times.backward / 2));
    put(m_recompute, scene.times.recompute.value_or(0));
    put(m_transfer, group.traces ? group.traces->options.transfer : scene.times.transfer.value_or(0));
    const bool any_by_hand = std::ranges::any_of(scene.groups, &SceneGroup::by_hand);
    const bool lists = !scene.uneven.lists.empty() && !group.traces;
    for (QDoubleSpinBox* spin : {m_forward, m_backward, m_recompute, m_transfer})
        enable(spin, !lists && (any_by_hand || (spin == m_transfer && group.traces)),
               lists ? tr("times of each stage are given") : of_strategy);
    const bool splits = std::ranges::any_of(scene.groups, [](const SceneGroup& each) {
        return each.by_hand() && each.kind && splits_backward(*each.kind);
    });
    // A whole backward has its W as well: bytes, feet and the kinds that split it know it.
    enable(m_weight, splits && !lists, lists ? tr("times of each stage are given") : kinds_that_split());
    m_apart->setChecked(scene.separate_recompute);
    enable(m_apart, scene.times.recompute.has_value() || !any_by_hand, tr("of a backward that recomputes"));
    m_transfers->setCurrentIndex(static_cast<int>(scene.transfers));
    showStages();

    const bool end = scene.end.has_value();
    const Tail tail = scene.end.value_or(Tail{});
    m_end->setChecked(end);
    for (const auto& [spin, value] : {std::pair(m_reduce, tail.reduce.front()), std::pair(m_tied, tail.tied),
                                      std::pair(m_step, tail.step.front()), std::pair(m_gather, tail.gather.front())}) {
        put(spin, value);
        enable(spin, end, tr("where the end of the iteration is shown"));
    }
    m_overlap->setChecked(tail.overlap);
    m_norm->setCurrentIndex(tail.global_norm ? 0 : 1);
    enable(m_overlap, end, tr("where the end of the iteration is shown"));
    enable(m_norm, end, tr("where the end of the iteration is shown"));

    m_memory->setCurrentIndex(static_cast<int>(scene.memory));
    put(m_cap, scene.cap.value_or(0));
    enable(m_cap, scene.memory == MemoryShown::chunks, tr("where chunks are shown"));
    const bool bytes = scene.memory == MemoryShown::bytes;
    for (const auto& [spin, value] :
         {std::pair(m_cap_bytes, scene.held.cap.value_or(0)), std::pair(m_constant, scene.held.constant),
          std::pair(m_weights, scene.held.weights), std::pair(m_microbatch, scene.held.microbatch),
          std::pair(m_keep, scene.held.keep_percent), std::pair(m_temporary, scene.held.temporary)}) {
        put(spin, value);
        enable(spin, bytes, tr("where bytes are shown"));
    }
    m_memory_note->setText(!group.strategy.empty() && (bytes || end)
                               ? tr("A strategy’s bytes, its memory and its iteration’s end are its own.")
                               : QString());
    m_memory_note->setVisible(!m_memory_note->text().isEmpty());

    markInvalid(m_forward, problems, {"forward"});
    markInvalid(m_backward, problems, {"backward", "input_gradient", "recompute"});
    markInvalid(m_weight, problems, {"input_gradient"});
    markInvalid(m_transfer, problems, {"transfer"});
    markInvalid(m_recompute, problems, {"recompute"});
    markInvalid(m_layers, problems, {"layers", "layout", "times"});
    for (const auto& [name, spin] : m_parameters)
        markInvalid(spin, problems, {name});
}

void ScheduleSettings::showStages()
{
    const UnevenStages& uneven = scene().uneven;
    const SceneGroup& group = selected();
    const int index = !uneven.lists.empty()           ? 4
                      : !uneven.layout.empty()        ? 3
                      : !uneven.layers.empty()        ? 2
                      : !uneven.device_factor.empty() ? 1
                                                      : 0;
    m_stages->setCurrentIndex(index);
    const auto slow = std::ranges::find_if(uneven.device_factor, [](double x) { return x != 1; });
    const bool any = slow != uneven.device_factor.end();
    m_slow->setMaximum(static_cast<double>(std::max<std::int64_t>(1, group.stages) - 1));
    if (any)
        put(m_slow, static_cast<double>(slow - uneven.device_factor.begin()));
    else if (index != 1) // what another scene had goes; of a device that is as fast as the rest the scene says nothing
        put(m_slow, 0);
    put(m_factor, any ? *slow : 1);
    enable(m_slow, index == 1, tr("of a slow device"));
    enable(m_factor, index == 1, tr("of a slow device"));
    QStringList layers;
    for (const double each : uneven.layers)
        layers << QString::number(each);
    const QString text = index == 4   ? QString::fromStdString(uneven.lists)
                         : index == 3 ? QString::fromStdString(uneven.layout)
                                      : layers.join(QLatin1Char(','));
    if (!m_layers->hasFocus() || m_layers->text() != text)
        m_layers->setText(text);
    enable(m_layers, index >= 2, tr("of layers, of a layout and of times of each"));
    for (QDoubleSpinBox* spin : {m_head, m_embedding})
        enable(spin, index != 4, tr("times of each have it in them"));
    set_invalid(m_layers, false);
    put(m_head, uneven.head_adds);
    put(m_embedding, uneven.embedding_adds);
    m_stages_note->setText(index == 4 ? tr("Times of each of the %1 virtual stages, never divided.")
                                            .arg(virtual_stages(request_of(scene(), group)))
                           : index >= 2 ? tr("F and B are of one layer; there are %1 virtual stages.")
                                              .arg(virtual_stages(request_of(scene(), group)))
                                        : QString());
    m_stages_note->setVisible(index >= 2);
}

} // namespace blueprinting::ui
