#include "core/base/format.h"
#include "core/program/module_cost.h"
#include "core/strategy/derived.h"
#include "core/strategy/even_layout.h"
#include "ui/frame/field_tips.h"
#include "ui/frame/form_row.h"
#include "ui/frame/integer_field.h"
#include "ui/frame/strategy_editor.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/choice_box.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"
#include "ui/workspace/field_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

/// The groups of fields that only models beyond six numbers have: built from the table of fields, folded one by one.
namespace blueprinting::ui {

using strategy::Field;

namespace {

const std::string kEditor = "editor"; ///< in the session's states

std::string& layout_of(strategy::Execution& execution)
{
    return std::visit([](auto& p) -> std::string& { return p.pipeline.layout; }, execution.parallelism);
}

/// What a layout is judged by: bytes of the fullest stage, and seconds of the slowest in a microbatch.
struct Extremes {
    double fullest = 0, slowest = 0;
};
Extremes extremes_of(const program::ProgramEstimate& estimate)
{
    Extremes out;
    for (const program::StageEstimate& each : estimate.stages) {
        out.fullest = std::max(out.fullest, each.memory.total());
        out.slowest = std::max(out.slowest, each.time.microbatch().total().value());
    }
    return out;
}

/// Whether neither the fullest nor the slowest stage is worse under the other layout, and one of the two is better.
/// Counts alone do not say so: a head weighs more than a block, and a stage with more microbatches in flight holds
/// more.
bool is_better(const Extremes& other, const Extremes& present)
{
    constexpr double kEqual = 1e-9;
    const auto worse = [](double a, double b) { return a > b * (1 + kEqual); };
    return !worse(other.fullest, present.fullest) && !worse(other.slowest, present.slowest) &&
           (worse(present.fullest, other.fullest) || worse(present.slowest, other.slowest));
}

/// A legal layout under which the stages are more even than they are. Where the present one cannot be laid, counts
/// alone decide.
std::optional<std::string> offered_layout(const SessionStrategy& strategy, const Workspace& workspace)
{
    const StrategyResult& result = workspace.result(strategy.id);
    const program::Evaluation* present = result.current ? result.program.get() : nullptr;
    const model::Description whole = strategy.model.whole();
    strategy::Execution changed = strategy.execution;
    const auto out = strategy::evener_layout(strategy::pipeline(changed).layout,
                                             {whole.blocks, whole.mtp_modules, strategy::pipeline_degree(changed),
                                              strategy::virtual_stages(changed), whole.vocabulary.has_value()});
    if (!out)
        return std::nullopt;
    layout_of(changed) = *out;
    if (!violations_of(strategy.model, strategy.system, changed, workspace.session().rules).empty())
        return std::nullopt;
    if (!present)
        return out;
    const auto other = program::evaluate(whole, strategy.system, changed);
    return other && is_better(extremes_of(other->evidence), extremes_of(present->evidence)) ? out : std::nullopt;
}

} // namespace

void StrategyEditor::buildModern(QVBoxLayout* form)
{
    for (FieldGroup& group : modern_groups()) {
        auto* head = new QWidget(this);
        auto* button = named(new QToolButton(head), (QByteArray(group.id) + "Fold").constData());
        button->setText(group.title);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setToolTip(tr("Folds the fields of %1 away, or shows them").arg(group.title));
        auto* summary = named(new ToneLabel({}, {.tone = Tone::secondary, .size = ToneLabel::Size::small}, head),
                              (QByteArray(group.id) + "Summary").constData());
        summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        summary->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        bare<QHBoxLayout>(head, 6, {button, {summary, 1}});
        form->addWidget(head);
        const QString id = QLatin1String(group.id);
        connect(button, &QToolButton::clicked, this, [this, id, at = m_groups.size()] {
            Json state = m_workspace.viewState(kEditor);
            state[id.toStdString()] = !folded(m_groups[at].group);
            m_workspace.setViewState(kEditor, std::move(state));
            refresh();
        });
        for (const Field field : group.fields) {
            if (field == Field::layout)
                buildLayout(form);
            else if (field == Field::recompute_modules)
                buildModules(form);
            else
                addOwnRow(form, field);
        }
        m_groups.push_back({std::move(group), head, button, summary});
    }
}

bool StrategyEditor::folded(const FieldGroup& group) const
{
    const Json state = m_workspace.viewState(kEditor);
    const auto at = state.is_object() ? state.find(group.id) : state.end();
    return state.is_object() && at != state.end() && at->is_boolean() ? at->get<bool>() : group.folded;
}

void StrategyEditor::buildLayout(QVBoxLayout* form)
{
    FormRow* row = addRow(form, QStringLiteral("layout"), field_title(Field::layout));
    auto* line = named(new QLineEdit(this), "layoutField", field_title(Field::layout));
    line->setPlaceholderText(tr("even"));
    line->setToolTip(plain_tooltip(
        field_tip(Field::layout).text() +
        tr("\nNothing: even; \"edges\"; or letters, E embedding, t block, m prediction module, L loss, | between "
           "chunks, x*n repeats: Et*7|(t*8|)*14t*7L")));
    place(Field::layout, row, line, 1);
    row->setBuddy(line);
    connect(line, &QLineEdit::editingFinished, this, [this, line] {
        const SessionStrategy* strategy = m_workspace.selected();
        const std::string typed = line->text().trimmed().toStdString();
        if (!strategy || strategy::pipeline(strategy->execution).layout == typed)
            return;
        changeExecution(typed.empty() ? tr("Lay the blocks evenly") : tr("Set the layout to %1").arg(shown(typed)),
                        [&](strategy::Execution& e) { layout_of(e) = typed; });
    });
    // Below the field, where it is wide enough for the layout that it offers.
    FormRow* offer = addRow(form, QStringLiteral("evenLayout"));
    m_evenLayout = named(new QToolButton(this), "evenLayoutButton");
    m_evenLayout->setAutoRaise(true);
    offer->addField(m_evenLayout);
    offer->addStretch();
    connect(m_evenLayout, &QToolButton::clicked, this, [this] {
        const SessionStrategy* strategy = m_workspace.selected();
        const auto even = strategy ? offered_layout(*strategy, m_workspace) : std::nullopt;
        if (even)
            changeExecution(tr("Even out the stages"), [&](strategy::Execution& e) { layout_of(e) = *even; });
    });
}

void StrategyEditor::offerLayout(const SessionStrategy& strategy)
{
    FormRow* row = m_rows[QStringLiteral("evenLayout")];
    const auto even =
        placed(Field::layout)->row->isVisibleTo(this) ? offered_layout(strategy, m_workspace) : std::nullopt;
    row->setVisible(even.has_value());
    if (!even)
        return;
    m_evenLayout->setText(tr("Even out the stages"));
    m_evenLayout->setToolTip(
        plain_tooltip(tr("Lays the blocks as %1: embedding, head and prediction modules count as a block each")
                          .arg(even->empty() ? tr("even") : shown(*even))));
}

void StrategyEditor::buildModules(QVBoxLayout* form)
{
    FormRow* row = addRow(form, QStringLiteral("modules"), tr("Modules"));
    auto* button = named(new QToolButton(this), "modulesField", field_title(Field::recompute_modules));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setToolTip(plain_tooltip(field_tip(Field::recompute_modules).text()));
    auto* menu = new QMenu(button);
    for (const strategy::Module module : strategy::kModules) {
        QAction* action = menu->addAction(module_label(module));
        action->setCheckable(true);
        action->setData(static_cast<int>(module));
        connect(action, &QAction::triggered, this, [this, module](bool on) {
            const SessionStrategy* strategy = m_workspace.selected();
            if (!strategy)
                return;
            const std::int64_t bit = std::int64_t{1} << static_cast<unsigned>(module);
            const std::int64_t now = strategy::modules(strategy->execution).bits();
            changeExecution(on ? tr("Recompute %1").arg(module_label(module)) : tr("Keep %1").arg(module_label(module)),
                            [value = on ? now | bit : now & ~bit](strategy::Execution& e) {
                                strategy::row(Field::recompute_modules).set(e, value);
                            });
        });
    }
    // Only when it is looked at: each entry is estimated with and without its module.
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { showModuleCosts(*menu); });
    button->setMenu(menu);
    place(Field::recompute_modules, row, button, 1);
    row->setBuddy(button);
}

void StrategyEditor::showModuleCosts(QMenu& menu)
{
    const SessionStrategy* strategy = m_workspace.selected();
    if (!strategy)
        return;
    const auto actions = menu.actions();
    for (QAction* action : actions) {
        const auto module = static_cast<strategy::Module>(action->data().toInt());
        const QString title = module_label(module);
        if (!action->isVisible())
            continue;
        const auto cost = program::module_cost(strategy->model.whole(), strategy->system, strategy->execution, module);
        action->setText(cost ? tr("%1\tfrees %2 GiB, adds %3 %")
                                   .arg(title, shown(format::fixed(cost->freed / kGibibyte, 2)),
                                        shown(format::fixed(100 * cost->added, 1)))
                             : title);
    }
}

void StrategyEditor::fillModern(const SessionStrategy& strategy)
{
    const bool modern = is_modern(strategy.model, strategy.execution);
    m_rows[QStringLiteral("sequence")]->setVisible(!strategy.model.plain());
    m_sequence->setValue(strategy.model.sequence);
    const auto fill = [&](const Placed& its) {
        const QString why = why_fixed(its.field, strategy);
        for (QWidget* control : its.controls) {
            control->setEnabled(why.isEmpty() ||
                                strategy::row(its.field).get(strategy.execution) != strategy::row(its.field).silent());
            fillModernField(its.field, control, strategy, why);
        }
    };
    for (const Field degree : modern_degrees()) {
        for (QWidget* widget : placed(degree)->shown)
            widget->setVisible(modern);
        placed(degree)->row->setVisible(modern);
        fill(*placed(degree));
    }
    for (const Group& each : m_groups) {
        const bool any = std::ranges::any_of(
            each.group.fields, [&](Field field) { return means_something(field, strategy) || blockOf(field); });
        const bool open = modern && !folded(each.group);
        each.head->setVisible(modern && any);
        each.button->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        each.button->setAccessibleDescription(open ? tr("unfolded") : tr("folded"));
        each.summary->setText(open ? QString() : group_summary(each.group, strategy));
        each.summary->setToolTip(plain_tooltip(group_summary(each.group, strategy)));
        for (const Field field : each.group.fields) {
            const Placed* its = placed(field);
            // What breaks a law is in sight, whatever is folded.
            const bool broken = blockOf(field) != nullptr;
            its->row->setVisible((open && means_something(field, strategy)) || (modern && broken));
            fill(*its);
        }
    }
    offerLayout(strategy);
    if (!modern)
        return;
    for (const Placed& each : m_placed)
        if (replaced_by_modern(each.field))
            for (QWidget* widget : each.shown) // optimizer sharding follows from what is sharded
                widget->setVisible(
                    blockOf(each.field) != nullptr ||
                    (each.field != Field::optimizer_sharding &&
                     strategy::row(each.field).get(strategy.execution) != strategy::row(each.field).silent()));
}

void StrategyEditor::fillModernField(Field field, QWidget* control, const SessionStrategy& strategy, const QString& why)
{
    const strategy::Execution& execution = strategy.execution;
    if (auto* line = qobject_cast<QLineEdit*>(control)) {
        if (const QString text = shown(strategy::pipeline(execution).layout); line->text() != text && !line->hasFocus())
            line->setText(text);
    } else if (auto* button = qobject_cast<QToolButton*>(control)) {
        QStringList chosen;
        const model::Description whole = strategy.model.whole();
        const auto actions = button->menu()->actions();
        for (QAction* action : actions) {
            const auto module = static_cast<strategy::Module>(action->data().toInt());
            const bool on = strategy::modules(execution).has(module);
            action->setChecked(on);
            action->setVisible(on || has_module(whole, module));
            if (on)
                chosen << module_label(module);
        }
        button->setText(chosen.isEmpty()     ? tr("none")
                        : chosen.size() == 1 ? chosen.front()
                                             : tr("%1 modules").arg(chosen.size()));
        button->setAccessibleDescription(chosen.join(QStringLiteral(", ")));
    } else if (auto* number = qobject_cast<IntegerField*>(control)) {
        // What is not said follows from other fields.
        if (!strategy::row(field).get(execution))
            number->setValue(field == Field::sharding_group ? strategy::gradient_group(execution) : 4);
        number->setHelp(field_tip(field).text() + (why.isEmpty() ? QString() : QLatin1Char('\n') + why));
    } else if (auto* combo = qobject_cast<QComboBox*>(control);
               combo && strategy::row(field).kind == strategy::Kind::tier) {
        BoxChoices choices;
        if (field == Field::prefetch) {
            for (const qint64 units : {0, 1, 2})
                choices.emplace_back(units == 1 ? tr("1 unit") : tr("%1 units").arg(units), units);
        } else {
            choices.emplace_back(tr("automatic"), qint64{-1});
            for (qint64 tier = 0; tier < std::ssize(strategy.system.networks); ++tier)
                choices.emplace_back(QString::number(tier), tier);
        }
        fill_choices(combo, std::move(choices), static_cast<qint64>(strategy::row(field).get(execution).value_or(-1)));
    }
}

} // namespace blueprinting::ui
