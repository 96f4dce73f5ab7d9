#include "ui/frame/strategy_editor.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "core/strategy/law_blocks.h"
#include "ui/frame/choices.h"
#include "ui/frame/control_words.h"
#include "ui/frame/findings_mark.h"
#include "ui/frame/form_row.h"
#include "ui/frame/integer_field.h"
#include "ui/frame/strategy_facts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/choice_box.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/workspace/field_words.h"
#include "ui/workspace/figures.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>
#include <utility>

namespace blueprinting::ui {

using strategy::Field;

namespace {

/// The choices and, last, the way to a file.
template <class Value>
void fill_with_files(QComboBox* combo, const std::vector<Choice<Value>>& choices, const Value& present)
{
    BoxChoices all;
    int current = -1, place = 0;
    QString group;
    for (const Choice<Value>& choice : choices) {
        if (!choice.group.isEmpty() && std::exchange(group, choice.group) != choice.group)
            all.push_back(heading(choice.group));
        if (choice.value == present)
            current = place;
        all.emplace_back(choice.label, place++);
    }
    all.emplace_back(StrategyEditor::tr("Open file…"), place);
    fill_choices(combo, std::move(all), current);
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
    for (const Placed& placed : m_placed)
        if (auto* number = qobject_cast<IntegerField*>(placed.controls.front()))
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

void StrategyEditor::takeBackAllRefused()
{
    takeBackRefused(m_name);
    const auto numbers = findChildren<IntegerField*>();
    for (IntegerField* number : numbers)
        takeBackRefused(number);
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
    const auto broken = violations_of(strategy->model, strategy->system, tried, rules);
    for (const strategy::LawBlock& block : law_blocks_of(broken, strategy->model, strategy->system, tried, rules)) {
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

void StrategyEditor::valueChosen(Field field, std::int64_t value, const QString& label)
{
    const SessionStrategy* strategy = m_workspace.selected();
    if (!strategy)
        return;
    const strategy::FieldRow& row = strategy::row(field);
    const QString step = row.kind != strategy::Kind::flag ? tr("Set %1 to %2").arg(field_label(field), label)
                         : value != 0                     ? tr("Turn on %1").arg(field_label(field))
                                                          : tr("Turn off %1").arg(field_label(field));
    changeExecution(step, [&row, value, blocks = strategy->model.blocks](strategy::Execution& e) {
        if (value < 0) { // automatic
            switch (row.field) {
            case Field::tensor_tier: e.tiers.tensor.reset(); break;
            case Field::pipeline_tier: e.tiers.pipeline.reset(); break;
            case Field::data_tier: e.tiers.data.reset(); break;
            case Field::context_tier: e.tiers.context.reset(); break;
            default: e.tiers.expert.reset(); break;
            }
            return;
        }
        const bool same = row.get(e) == value;
        row.set(e, value);
        if (row.field == Field::schedule && !same && strategy::pipeline(e).schedule.index() == 2)
            set_number(e, Field::virtual_stages, strategy::least_chunks(blocks, strategy::pipeline_degree(e)));
    });
}

void StrategyEditor::fillChoice(Field field, QComboBox* combo, const SessionStrategy& strategy)
{
    const strategy::FieldRow& row = strategy::row(field);
    const bool automatic = row.kind == strategy::Kind::tier && is_modern(strategy.model, strategy.execution);
    const std::int64_t present = row.get(strategy.execution).value_or(automatic ? -1 : 0);
    std::vector<std::int64_t> offered;
    if (row.kind == strategy::Kind::choice) {
        offered = strategy::offered_words(row, strategy.execution, m_workspace.session().rules);
    } else {
        for (std::int64_t tier = 0; tier < std::ssize(strategy.system.networks); ++tier)
            offered.push_back(tier);
        if ((present < 0 && !automatic) || present >= std::ssize(offered)) // a tier that this system does not have
            offered.push_back(present);
    }
    BoxChoices choices;
    if (automatic)
        choices.emplace_back(QStringLiteral("–"), qint64{-1}); // automatic: the fact below says so
    for (const std::int64_t value : offered)
        choices.emplace_back(row.kind == strategy::Kind::choice ? offered_label(row, value) : QString::number(value),
                             static_cast<qint64>(value));
    fill_choices(combo, std::move(choices), static_cast<qint64>(present));
}

void StrategyEditor::fillField(const Placed& placed, const SessionStrategy& strategy, bool other)
{
    const strategy::FieldRow& row = strategy::row(placed.field);
    const auto value = row.get(strategy.execution);
    for (QWidget* control : placed.controls) {
        control->setEnabled(strategy::open(row, strategy.execution));
        if (auto* number = qobject_cast<IntegerField*>(control)) {
            if (other || !value)
                number->forget();
            number->setValue(value.value_or(1));
        } else if (auto* combo = qobject_cast<QComboBox*>(control)) {
            fillChoice(placed.field, combo, strategy);
        } else if (auto* box = qobject_cast<QCheckBox*>(control)) {
            box->setChecked(value == 1);
        } else if (auto* button = qobject_cast<QAbstractButton*>(control); button && button->group()) {
            button->setChecked(button->group()->id(button) == value);
            // Tab enters the group at what is chosen, arrow keys choose within it.
            button->setFocusPolicy(button->isChecked() ? Qt::StrongFocus : Qt::ClickFocus);
        }
    }
    const bool exists = strategy::exists(row, strategy.execution, m_workspace.session().rules);
    for (QWidget* widget : placed.shown)
        widget->setVisible(exists);
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
    fill_with_files(m_model, model_choices(m_workspace.session()), strategy->model);
    fill_with_files(m_system, system_choices(m_workspace.session()), strategy->system);
    for (const Placed& placed : m_placed)
        fillField(placed, *strategy, other);
    fillModern(*strategy);
    m_shardingNote->setVisible(!controlOf(Field::optimizer_sharding)->isEnabled());

    m_rows[QStringLiteral("name")]->setFact(name_fact(m_workspace.session(), *strategy));
    m_rows[QStringLiteral("model")]->setFact(model_fact(strategy->model));
    m_findings->refresh();
    m_rows[QStringLiteral("system")]->setFact(system_fact(strategy->system, execution.datatype));
    m_rows[QStringLiteral("system")]->setTag(is_bound(*strategy) ? bound_tag() : QString());
    m_rows[QStringLiteral("degrees")]->setFact(degrees_fact(execution));
    m_rows[QStringLiteral("schedule")]->setFact(schedule_fact(*strategy, m_workspace.session().rules));
    m_rows[QStringLiteral("batch")]->setFact(batch_fact(execution));
    m_rows[QStringLiteral("tiers")]->setFact(is_modern(strategy->model, execution)
                                                 ? tr("%1 · –: by the group's size").arg(tiers_fact(strategy->system))
                                                 : tiers_fact(strategy->system));
    showPurpose(execution);
    showLaws(*strategy, result);
    showRefusals();
    m_refreshing = false;
}

void StrategyEditor::showPurpose(const strategy::Execution& execution)
{
    const bool training = strategy::is_training(execution);
    m_purpose->setCurrent(training ? QStringLiteral("training") : QStringLiteral("inference"));
    // Replicas send each other nothing, but they have to fit on the tier that they stand on.
    m_dataTierWord->setText(training ? tr("DP") : tr("rep."));
}

const StrategyEditor::Placed* StrategyEditor::placed(Field field) const
{
    const auto at = std::ranges::find(m_placed, field, &Placed::field);
    return at == m_placed.end() ? nullptr : &*at;
}

std::vector<QWidget*> StrategyEditor::controlsOf(Field field) const
{
    if (field == Field::model)
        return {m_model};
    const Placed* its = placed(field);
    return its ? its->controls : std::vector<QWidget*>(); // the stated number of GPUs has no control of its own
}

FormRow* StrategyEditor::rowOf(Field field) const
{
    if (field == Field::model)
        return m_rows.at(QStringLiteral("model"));
    const Placed* its = placed(field);
    return its ? its->row : placed(strategy::row(field).opened_by)->row;
}

QWidget* StrategyEditor::fieldFor(Field field) const
{
    const SessionStrategy* strategy = m_workspace.selected();
    if (!strategy)
        return nullptr;
    QWidget* own = controlOf(field);
    if (own && own->isEnabled() && own->isVisibleTo(this))
        return own;
    const Field opener = field == Field::model ? field : strategy::row(field).opened_by;
    return controlOf(opener == field ? Field::tensor_degree : strategy::in_purpose(opener, strategy->execution));
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
    const auto text_of = [&](const strategy::FieldRow& row, const QWidget* control) {
        if (const auto* combo = qobject_cast<const QComboBox*>(control))
            return combo->currentText();
        const auto value = row.get(strategy->execution);
        if (row.kind == strategy::Kind::integer)
            return value ? QString::number(*value) : tr("off");
        return value_label(row, value.value_or(0));
    };
    add(tr("Name of the strategy"), shown(strategy->name), m_name);
    add(tr("Model of the strategy"), m_model->currentText(), m_model);
    add(tr("System of the strategy"), m_system->currentText(), m_system);
    for (const strategy::FieldRow* row : editor_rows()) {
        if (row->kind == strategy::Kind::text)
            continue; // it has no value in a word
        QWidget* control = row->field == Field::purpose ? m_purpose : controlOf(row->field);
        add(control_words(row->field, strategy->execution).place, text_of(*row, control), control,
            controlOf(strategy::in_purpose(row->opened_by, strategy->execution)));
    }
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
