#include "ui/frame/strategy_editor.h"

#include "ui/frame/form_row.h"
#include "ui/frame/integer_field.h"
#include "ui/frame/strategy_facts.h"
#include "ui/style/explorer_style.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/workspace/field_words.h"

#include <QComboBox>
#include <QLineEdit>
#include <QStringList>

#include <algorithm>

/// What the editor says of broken laws and refused texts, and how one comes from a field to what is offered under it.
namespace blueprinting::ui {

using strategy::Field;

namespace {

/// Why what stands in the field is not taken; empty where it is.
QString refusal_of(Field field, const IntegerField& number)
{
    if (!number.refused() || !number.isEnabled())
        return {};
    return StrategyEditor::tr("%1 takes a whole number from 1 to 2^53; it stays %2.")
        .arg(field_label(field), QString::number(number.value()));
}

} // namespace

void StrategyEditor::showLaws(const SessionStrategy& strategy, const StrategyResult& result)
{
    std::map<FormRow*, std::vector<LawNotes::Note>> notes;
    QStringList said;
    m_broken.clear();
    for (const strategy::LawBlock& block : result.blocks) {
        LawNotes::Note note{block, quick_fixes(strategy, block, m_workspace.session().rules)};
        if (note.fixes.empty()) {
            PairedFixes paired = paired_fixes(strategy, block.field, m_workspace.session().rules);
            note.why = paired.why;
            note.fixes = std::move(paired.fixes);
        }
        notes[rowOf(block.field)].push_back(std::move(note));
        said << QString::fromStdString(block.text);
        for (QWidget* control : controlsOf(block.field))
            m_broken.push_back(control);
    }
    const auto last_control = [this](Field field) -> QWidget* {
        if (const auto controls = controlsOf(field); !controls.empty())
            return controls.back();
        QWidget* last = nullptr; // of its row, where the field has no control of its own
        for (const Placed& placed : m_placed)
            if (placed.row == rowOf(field))
                for (QWidget* control : placed.controls)
                    last = control->isVisibleTo(this) ? control : last;
        return last;
    };
    for (const auto& [name, row] : m_rows)
        row->notes().show(std::move(notes[row]), last_control);
    // A tier or switch that breaks a law must be operable to mend it.
    for (QWidget* control : m_broken)
        control->setEnabled(true);

    const StandingText standing = ui::standing(result);
    m_titleIcon->setVisible(standing.bad);
    m_titleLaws->setVisible(standing.bad);
    m_titleLaws->setText(standing.text);
    if (!standing.detail.isEmpty())
        said << standing.detail;
    for (const Diagnostic& diagnostic : result.diagnostics)
        said << shown(diagnostic.message);
    m_titleLaws->setToolTip(plain_tooltip(said.join(QLatin1Char('\n'))));
    m_rules->setVisible(m_workspace.session().rules == strategy::Rules::calculon_compatible);
}

void StrategyEditor::showRefusals()
{
    const SessionStrategy* strategy = m_workspace.selected();
    if (!strategy)
        return;
    std::map<FormRow*, QString> said;
    for (const Placed& placed : m_placed) {
        const auto* number = qobject_cast<const IntegerField*>(placed.controls.front());
        if (!number)
            continue;
        const QString why = refusal_of(placed.field, *number);
        QString& row = said[placed.row];
        row += (row.isEmpty() || why.isEmpty() ? QString() : QStringLiteral(" ")) + why;
    }
    for (const auto& [row, why] : said)
        row->setRefusal(why);
    m_rows[QStringLiteral("name")]->setRefusal(
        m_nameRefused ? tr("A strategy needs a name; it stays %1.").arg(name_in_sentence(shown(strategy->name)))
                      : QString());
    mark();
}

void StrategyEditor::mark()
{
    const auto mark_field = [this](Field field) {
        const strategy::LawBlock* block = blockOf(field);
        const QString law = block ? QString::fromStdString(block->text) + QLatin1Char(' ') +
                                        tr("%1 goes to the quick fixes.").arg(LawNotes::key())
                                  : QString();
        for (QWidget* control : controlsOf(field)) {
            const auto* number = qobject_cast<const IntegerField*>(control);
            const QString refused = number ? refusal_of(field, *number) : QString();
            control->setAccessibleDescription(refused.isEmpty() ? law : refused);
            set_invalid(control,
                        std::ranges::find(m_broken, control) != m_broken.end() || (number && number->refused()));
        }
    };
    for (const Placed& placed : m_placed)
        mark_field(placed.field);
    mark_field(Field::model);
    set_invalid(m_name, m_nameRefused);
}

std::optional<Field> StrategyEditor::fieldOf(const QObject* control) const
{
    for (const Placed& placed : m_placed)
        if (std::ranges::find(placed.controls, control) != placed.controls.end())
            return placed.field;
    return control == m_model ? std::optional(Field::model) : std::nullopt;
}

const strategy::LawBlock* StrategyEditor::blockOf(Field field) const
{
    const SessionStrategy* strategy = m_workspace.selected();
    if (!strategy)
        return nullptr;
    const auto& blocks = m_workspace.result(strategy->id).blocks;
    auto at = std::ranges::find(blocks, field, &strategy::LawBlock::field);
    if (at == blocks.end()) // a tier that would do, where the degree does not
        at = std::ranges::find_if(blocks, [&](const auto& block) {
            return std::ranges::any_of(block.offers, [&](const auto& offer) { return offer.field == field; });
        });
    if (at == blocks.end()) // what has no control of its own stands under those that it follows from
        at = std::ranges::find_if(blocks, [&](const auto& block) {
            return controlsOf(block.field).empty() && rowOf(block.field) == rowOf(field);
        });
    return at == blocks.end() ? nullptr : &*at;
}

void StrategyEditor::enterOffers(const QObject* control)
{
    commit(); // what is typed may be what breaks the law
    if (const auto field = fieldOf(control))
        if (const strategy::LawBlock* block = blockOf(*field))
            rowOf(block->field)->notes().enter(block->field);
}

void StrategyEditor::showKey(const QObject* control)
{
    std::optional<Field> field = control ? fieldOf(control) : std::nullopt;
    if (const strategy::LawBlock* block = field ? blockOf(*field) : nullptr)
        field = block->field;
    for (const auto& [name, row] : m_rows)
        row->notes().hint(field);
}

void StrategyEditor::focusField(Field field)
{
    if (QWidget* control = fieldFor(field))
        control->setFocus(Qt::OtherFocusReason);
}

} // namespace blueprinting::ui
