#include "ui/frame/strategy_editor.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "core/strategy/law_blocks.h"
#include "ui/frame/choices.h"
#include "ui/frame/execution_edit.h"
#include "ui/frame/findings_mark.h"
#include "ui/frame/form_row.h"
#include "ui/frame/integer_field.h"
#include "ui/frame/strategy_facts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/widgets/segmented_switch.h"
#include "ui/widgets/tone_label.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>

#include <utility>

namespace blueprinting::ui {

using strategy::Field;

namespace {

/// Items as they should be, without disturbing a box that already has them.
void fill(QComboBox* combo, QStringList labels, const QVariantList& data, int current)
{
    for (QString& label : labels)
        label = line_text(label);
    bool same = combo->count() == labels.size();
    for (int i = 0; same && i < combo->count(); ++i)
        same = combo->itemText(i) == labels[i] && (data.isEmpty() || combo->itemData(i) == data[i]);
    if (!same) {
        combo->clear();
        for (int i = 0; i < labels.size(); ++i)
            combo->addItem(labels[i], data.isEmpty() ? QVariant() : data[i]);
    }
    combo->setCurrentIndex(current);
}

std::vector<QAbstractButton*> buttons_of(const QButtonGroup* group)
{
    const auto list = group->buttons();
    return {list.begin(), list.end()};
}

} // namespace

bool StrategyEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn) {
        ++m_visit;
        showKey(watched);
    }
    if (event->type() == QEvent::FocusOut)
        showKey(nullptr);
    if (event->type() == QEvent::Resize && watched == m_title)
        showTitle();
    // Undoing is the session's: a field's own history would leave a step behind that changes nothing. What was refused
    // never came into the session, and is taken back first.
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        const bool z = key->key() == Qt::Key_Z && (key->modifiers() & ~Qt::ShiftModifier) == Qt::ControlModifier;
        if (z || (key->key() == Qt::Key_Y && key->modifiers() == Qt::ControlModifier)) {
            commit();
            const bool own = event->type() == QEvent::ShortcutOverride && key->modifiers() == Qt::ControlModifier &&
                             key->key() == Qt::Key_Z && takeBackRefused(watched);
            event->setAccepted(own); // accepted, no command runs
            return true;             // nor does the field hear of it
        }
        if (watched == m_name && event->type() == QEvent::KeyPress && key->key() == Qt::Key_Escape &&
            takeBackRefused(m_name))
            return true;
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && (key->modifiers() & ~Qt::KeypadModifier) == Qt::AltModifier) {
            event->accept(); // of a shortcut, that no command takes the key
            if (event->type() == QEvent::KeyPress)
                enterOffers(watched);
            return true;
        }
    }
    // The wheel scrolls the form; it changes what it comes over only where that was entered first.
    if (event->type() == QEvent::Wheel) {
        const auto* control = qobject_cast<QWidget*>(watched);
        if (control && !control->hasFocus()) {
            event->ignore();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void StrategyEditor::change(const QString& step, const std::function<void(SessionStrategy&)>& change,
                            const QString& mergeKey, int typing)
{
    if (m_refreshing)
        return;
    const std::string id = m_workspace.session().selected;
    const QString key = mergeKey.isEmpty()
                            ? QString()
                            : QStringLiteral("%1/%2/%3").arg(mergeKey, QString::fromStdString(id)).arg(m_visit);
    m_workspace.edit(
        step,
        [&](Session& session) {
            if (SessionStrategy* strategy = session.find(id))
                change(*strategy);
        },
        key, typing > 0 ? QStringLiteral("%1/%2").arg(key).arg(typing) : QString());
}

void StrategyEditor::changeExecution(const QString& step, const std::function<void(strategy::Execution&)>& change)
{
    this->change(step, [&](SessionStrategy& strategy) { change(strategy.execution); });
}

void StrategyEditor::nameEdited(const QString& text)
{
    m_nameRefused = text.trimmed().isEmpty();
    if (m_nameRefused) {
        showRefusals();
        return;
    }
    change(
        tr("Rename to %1").arg(text), [name = text.toStdString()](SessionStrategy& s) { s.name = name; },
        QStringLiteral("name"));
    showRefusals();
    // The field keeps no history beside the session's: one of the two would take back what the other had.
    const int cursor = m_name->cursorPosition();
    m_name->setText(text);
    m_name->setCursorPosition(cursor);
}

void StrategyEditor::numberEdited(Field field, qint64 value, int typing)
{
    change(
        tr("Set %1 to %2").arg(field_label(field), QString::fromStdString(format::integer(value))),
        [field, value](SessionStrategy& strategy) { set_number(strategy.execution, field, value); },
        QString::fromUtf8(strategy::path_of(field)), typing);
}

void StrategyEditor::commit()
{
    for (const auto& [field, number] : m_numbers)
        number->commit();
}

bool StrategyEditor::takeBackRefused(QObject* control)
{
    if (control == m_name && m_nameRefused) {
        m_nameRefused = false;
        refresh();
        return true;
    }
    auto* number = qobject_cast<IntegerField*>(control);
    if (!number || !number->refused())
        return false;
    number->forget();
    return true;
}

void StrategyEditor::nextLegal(Field field, int direction)
{
    const SessionStrategy* strategy = m_workspace.selected();
    const auto now = strategy ? number_of(strategy->execution, field) : std::nullopt;
    if (!now || *now + direction < 1)
        return;
    strategy::Execution tried = strategy->execution;
    set_number(tried, field, *now + direction);
    std::int64_t next = *now + direction;
    bool found = true;
    const strategy::Rules rules = m_workspace.session().rules;
    const auto broken = strategy::violations(strategy->model, strategy->system, tried, rules);
    for (const strategy::LawBlock& block :
         strategy::law_blocks(broken, strategy->model, strategy->system, tried, rules)) {
        if (block.field != field)
            continue;
        found = false;
        for (const strategy::LawBlock::Offer& offer : block.offers)
            if (offer.field == field && (direction > 0 ? offer.value > *now : offer.value < *now) &&
                !std::exchange(found, true))
                next = offer.value;
    }
    if (found)
        numberEdited(field, next);
}

void StrategyEditor::scheduleChosen(int index)
{
    const SessionStrategy* strategy = m_workspace.selected();
    if (!strategy)
        return;
    strategy::PipelineSchedule schedule = strategy::SingleStage{};
    switch (m_schedule->itemData(index).toInt()) {
    case 1: schedule = strategy::OneForwardOneBackward{}; break;
    case 2: {
        // The fewest chunks that divide the stage; 2, with the law said, where none does.
        std::int64_t v = 2;
        const std::int64_t p = strategy::pipeline_degree(strategy->execution);
        if (p >= 1 && strategy->model.blocks % p == 0)
            for (std::int64_t tried = 2; tried <= strategy->model.blocks / p; ++tried)
                if (strategy->model.blocks / p % tried == 0) {
                    v = tried;
                    break;
                }
        if (const auto kept = std::get_if<strategy::InterleavedOneForwardOneBackward>(
                &strategy::pipeline(strategy->execution).schedule))
            v = kept->virtual_stages;
        schedule = strategy::InterleavedOneForwardOneBackward{v};
        break;
    }
    case 3: schedule = strategy::ForwardOnly{}; break;
    default: break;
    }
    changeExecution(tr("Set schedule to %1").arg(schedule_label(schedule)),
                    [schedule](strategy::Execution& e) { set_schedule(e, schedule); });
}

void StrategyEditor::fillModels()
{
    QStringList labels;
    int current = -1;
    for (const auto& choice : model_choices(m_workspace.session())) {
        if (choice.value == m_workspace.selected()->model)
            current = static_cast<int>(labels.size());
        labels << choice.label;
    }
    fill(m_model, labels << tr("Open file…"), {}, current);
}

void StrategyEditor::fillSystems()
{
    QStringList labels;
    int current = -1;
    for (const auto& choice : system_choices(m_workspace.session())) {
        if (choice.value == m_workspace.selected()->system)
            current = static_cast<int>(labels.size());
        labels << choice.label;
    }
    fill(m_system, labels << tr("Open file…"), {}, current);
}

void StrategyEditor::fillSchedules(const strategy::Execution& execution)
{
    const strategy::PipelineSchedule& schedule = strategy::pipeline(execution).schedule;
    QStringList labels;
    QVariantList values;
    const auto offer = [&](const strategy::PipelineSchedule& kind) {
        labels << schedule_label(kind);
        values << static_cast<int>(kind.index());
    };
    const bool training = strategy::is_training(execution);
    if (training) {
        offer(strategy::SingleStage{});
        offer(strategy::OneForwardOneBackward{});
        offer(strategy::InterleavedOneForwardOneBackward{});
    }
    if (!training || std::holds_alternative<strategy::ForwardOnly>(schedule))
        offer(strategy::ForwardOnly{});
    if (!values.contains(static_cast<int>(schedule.index())))
        offer(schedule);
    fill(m_schedule, labels, values, static_cast<int>(values.indexOf(static_cast<int>(schedule.index()))));
}

void StrategyEditor::fillCommunications(const strategy::Execution& execution)
{
    const strategy::TensorCommunication present = strategy::tensor(execution).communication;
    std::vector<strategy::TensorCommunication> offered{strategy::TensorCommunication::all_reduce,
                                                       strategy::TensorCommunication::reduce_scatter_all_gather};
    if (present == strategy::TensorCommunication::p2p_rs_ag ||
        m_workspace.session().rules == strategy::Rules::calculon_compatible)
        offered.push_back(strategy::TensorCommunication::p2p_rs_ag);
    QStringList labels;
    QVariantList values;
    for (const auto communication : offered) {
        labels << communication_label(communication);
        values << static_cast<int>(communication);
    }
    fill(m_communication, labels, values, static_cast<int>(values.indexOf(static_cast<int>(present))));
}

void StrategyEditor::fillTiers(const SessionStrategy& strategy)
{
    const std::int64_t degrees[] = {strategy::tensor_degree(strategy.execution),
                                    strategy::pipeline_degree(strategy.execution),
                                    strategy::data_degree(strategy.execution)};
    for (std::size_t i = 0; i < m_tiers.size(); ++i) {
        const std::int64_t present = number_of(strategy.execution, m_tiers[i].first).value_or(0);
        QStringList labels;
        QVariantList values;
        for (std::size_t tier = 0; tier < strategy.system.networks.size(); ++tier) {
            labels << QString::number(tier);
            values << static_cast<qint64>(tier);
        }
        if (!values.contains(static_cast<qint64>(present))) { // a tier that this system does not have
            labels << QString::number(present);
            values << static_cast<qint64>(present);
        }
        fill(m_tiers[i].second, labels, values, static_cast<int>(values.indexOf(static_cast<qint64>(present))));
        // A group of one communicates with nobody.
        m_tiers[i].second->setEnabled(degrees[i] > 1);
    }
}

void StrategyEditor::showTitle()
{
    const SessionStrategy* strategy = m_workspace.selected();
    const QString name = strategy ? shown(strategy->name).simplified() : QString();
    m_title->setText(m_title->width() > 0 ? m_title->fontMetrics().elidedText(name, Qt::ElideMiddle, m_title->width())
                                          : name);
    m_title->setAccessibleName(line_text(name));
}

void StrategyEditor::refresh()
{
    const SessionStrategy* strategy = m_workspace.selected();
    setEnabled(strategy != nullptr);
    if (!strategy)
        return;
    m_refreshing = true;
    const strategy::Execution& execution = strategy->execution;
    const StrategyResult& result = m_workspace.result(strategy->id);

    const QString name = QString::fromStdString(strategy->name);
    showTitle();
    m_title->setToolTip(plain_tooltip(name));
    const bool other = std::exchange(m_shown, strategy->id) != strategy->id;
    if (std::exchange(m_nameShown, strategy->name) != strategy->name || other)
        m_nameRefused = false; // what was refused was refused of the one before
    if (m_name->text() != name && !m_nameRefused) {
        m_name->setText(name);
        if (!m_name->hasFocus())
            m_name->setCursorPosition(0); // the start of a long name, not its end
    }
    fillModels();
    fillSystems();
    for (const auto& [field, control] : m_numbers) {
        const auto value = number_of(execution, field);
        control->setEnabled(value.has_value());
        if (other || !value)
            control->forget();
        control->setValue(value.value_or(1));
    }
    fillSchedules(execution);
    for (QAbstractButton* button : buttons_of(m_recompute)) {
        button->setChecked(m_recompute->id(button) == static_cast<int>(strategy::recompute(execution)));
        // Tab enters the group at what is chosen, arrow keys choose within it.
        button->setFocusPolicy(button->isChecked() ? Qt::StrongFocus : Qt::ClickFocus);
    }
    fillCommunications(execution);
    m_redo->setChecked(execution.all_gather_redo);
    m_fused->setChecked(execution.fused_activation);
    const bool sharding = strategy::optimizer_sharding(execution);
    m_sharding->setChecked(sharding);
    // One that is on stays operable, so that a broken law can be mended here.
    m_sharding->setEnabled(strategy::data_degree(execution) > 1 || sharding);
    m_shardingNote->setVisible(!m_sharding->isEnabled());
    m_datatype->setCurrentIndex(m_datatype->findData(static_cast<int>(execution.datatype)));
    m_attention->setCurrentIndex(m_attention->findData(static_cast<int>(execution.attention_type)));
    fillTiers(*strategy);

    m_rows[QStringLiteral("name")]->setFact(name_fact(m_workspace.session(), *strategy));
    m_rows[QStringLiteral("model")]->setFact(model_fact(strategy->model));
    m_findings->refresh();
    m_rows[QStringLiteral("system")]->setFact(system_fact(strategy->system, execution.datatype));
    m_rows[QStringLiteral("degrees")]->setFact(degrees_fact(execution));
    m_rows[QStringLiteral("schedule")]->setFact(schedule_fact(*strategy, m_workspace.session().rules));
    m_rows[QStringLiteral("batch")]->setFact(batch_fact(execution));
    m_rows[QStringLiteral("tiers")]->setFact(tiers_fact(strategy->system));
    showPurpose(execution);
    showLaws(*strategy, result);
    showRefusals();
    m_refreshing = false;
}

void StrategyEditor::showPurpose(const strategy::Execution& execution)
{
    const bool training = strategy::is_training(execution);
    m_purpose->setCurrent(training ? QStringLiteral("training") : QStringLiteral("inference"));
    for (const char* row : {"recompute", "sharding"})
        m_rows[QString::fromLatin1(row)]->setVisible(training);
    for (QWidget* widget : m_data)
        widget->setVisible(training);
    m_rows[QStringLiteral("replicas")]->setVisible(!training);
    // Replicas send each other nothing, but they have to fit on the tier that they stand on.
    m_dataTierWord->setText(training ? tr("DP") : tr("rep."));
    // Nothing is redone without a backward pass; what a file says stays in sight.
    m_rows[QStringLiteral("redo")]->setVisible(training || execution.all_gather_redo);
    const bool chunks = training || m_workspace.session().rules == strategy::Rules::calculon_compatible ||
                        strategy::virtual_stages(execution) != 1;
    for (QWidget* widget : m_chunks)
        widget->setVisible(chunks);
}

std::vector<QWidget*> StrategyEditor::controlsOf(Field field) const
{
    for (const auto& [known, control] : m_numbers)
        if (known == field)
            return {control};
    for (const auto& [known, control] : m_tiers)
        if (known == field)
            return {control};
    switch (field) {
    case Field::tensor_communication: return {m_communication};
    case Field::schedule: return {m_schedule};
    case Field::optimizer_sharding: return {m_sharding};
    case Field::recompute: {
        std::vector<QWidget*> out;
        for (QAbstractButton* button : buttons_of(m_recompute))
            out.push_back(button);
        return out;
    }
    case Field::datatype: return {m_datatype};
    case Field::all_gather_redo: return {m_redo};
    case Field::model: return {m_model};
    default: return {}; // the stated number of GPUs has no control of its own
    }
}

FormRow* StrategyEditor::rowOf(Field field) const
{
    const auto row = [&](const char* name) { return m_rows.at(QString::fromLatin1(name)); };
    switch (field) {
    case Field::tensor_degree:
    case Field::pipeline_degree:
    case Field::data_degree:
    case Field::num_procs: return row("degrees");
    case Field::replicas: return row("replicas");
    case Field::schedule:
    case Field::virtual_stages: return row("schedule");
    case Field::global_batch:
    case Field::microbatch_size: return row("batch");
    case Field::recompute: return row("recompute");
    case Field::tensor_communication: return row("communication");
    case Field::all_gather_redo: return row("redo");
    case Field::optimizer_sharding: return row("sharding");
    case Field::datatype: return row("datatype");
    case Field::tensor_tier:
    case Field::pipeline_tier:
    case Field::data_tier: return row("tiers");
    case Field::model: return row("model");
    }
    return row("model");
}

QWidget* StrategyEditor::fieldFor(Field field) const
{
    const auto opener = [&]() -> QWidget* {
        switch (field) {
        case Field::virtual_stages: return m_schedule;
        case Field::optimizer_sharding:
        case Field::data_tier:
            return controlOf(strategy::is_training(m_workspace.selected()->execution) ? Field::data_degree
                                                                                      : Field::replicas);
        case Field::pipeline_tier: return controlOf(Field::pipeline_degree);
        default: return controlOf(Field::tensor_degree); // the number of GPUs follows from the degrees
        }
    };
    if (!m_workspace.selected())
        return nullptr;
    QWidget* own = controlOf(field);
    return own && own->isEnabled() && own->isVisibleTo(this) ? own : opener();
}

QWidget* StrategyEditor::controlOf(Field field) const
{
    const std::vector<QWidget*> controls = controlsOf(field);
    for (QWidget* control : controls)
        if (const auto* button = qobject_cast<const QAbstractButton*>(control); button && button->isChecked())
            return control; // of a group, what is chosen
    return controls.empty() ? nullptr : controls.front();
}

std::vector<StrategyEditor::Place> StrategyEditor::places() const
{
    std::vector<Place> out;
    const SessionStrategy* strategy = m_workspace.selected();
    if (!strategy)
        return out;
    const auto add = [&](const QString& title, const QString& value, QWidget* control, QWidget* instead = nullptr) {
        if (control && control->isVisibleTo(this))
            out.push_back({title, value, control->isEnabled() || !instead ? control : instead});
    };
    const auto number = [&](const QString& title, Field field, Field instead) {
        const auto value = number_of(strategy->execution, field);
        add(title, value ? QString::number(*value) : tr("off"), controlOf(field), controlOf(instead));
    };
    const auto box = [&](const QString& title, QComboBox* chosen) { add(title, chosen->currentText(), chosen); };
    const auto flag = [&](const QString& title, QCheckBox* on, QWidget* instead = nullptr) {
        add(title, on->isChecked() ? tr("on") : tr("off"), on, instead);
    };
    const bool training = strategy::is_training(strategy->execution);
    add(tr("Name of the strategy"), shown(strategy->name), m_name);
    box(tr("Model of the strategy"), m_model);
    box(tr("System of the strategy"), m_system);
    add(tr("Purpose (training or inference)"), training ? tr("training") : tr("inference"), m_purpose);
    number(tr("TP (tensor-parallel degree)"), Field::tensor_degree, Field::tensor_degree);
    number(tr("PP (pipeline-parallel degree)"), Field::pipeline_degree, Field::pipeline_degree);
    number(tr("DP (data-parallel degree)"), Field::data_degree, Field::data_degree);
    number(tr("Replicas (independent)"), Field::replicas, Field::replicas);
    box(tr("Schedule of the pipeline"), m_schedule);
    number(tr("v (virtual stages: chunks a stage)"), Field::virtual_stages, Field::schedule);
    number(tr("Batch (global, in samples)"), Field::global_batch, Field::global_batch);
    number(tr("Microbatch (in samples)"), Field::microbatch_size, Field::microbatch_size);
    add(tr("Recompute policy"), recompute_label(strategy::recompute(strategy->execution)), controlOf(Field::recompute));
    box(tr("TP communication"), m_communication);
    flag(tr("All-gather redo"), m_redo);
    flag(tr("Fused activation"), m_fused);
    flag(tr("Optimizer sharding"), m_sharding, controlOf(Field::data_degree));
    box(tr("Datatype"), m_datatype);
    box(tr("Attention type"), m_attention);
    number(tr("TP tier (network)"), Field::tensor_tier, Field::tensor_degree);
    number(tr("PP tier (network)"), Field::pipeline_tier, Field::pipeline_degree);
    number(training ? tr("DP tier (network)") : tr("Tier of the replicas (network)"), Field::data_tier,
           training ? Field::data_degree : Field::replicas);
    return out;
}

QWidget* StrategyEditor::firstFocus() const
{
    if (const SessionStrategy* strategy = m_workspace.selected())
        for (const strategy::LawBlock& block : m_workspace.result(strategy->id).blocks)
            for (QWidget* control : controlsOf(block.field))
                return control;
    return m_name;
}

} // namespace blueprinting::ui
