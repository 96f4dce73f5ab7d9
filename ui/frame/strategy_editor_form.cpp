#include "ui/frame/choices.h"
#include "ui/frame/control_words.h"
#include "ui/frame/field_tips.h"
#include "ui/frame/findings_mark.h"
#include "ui/frame/form_row.h"
#include "ui/frame/integer_field.h"
#include "ui/frame/strategy_editor.h"
#include "ui/frame/strategy_facts.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"
#include "ui/workspace/field_words.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QRadioButton>
#include <QUndoStack>
#include <QVBoxLayout>

#include <utility>

namespace blueprinting::ui {

using strategy::Field;

namespace {

void add_rule(QVBoxLayout* form, QWidget* parent)
{
    auto* rule = new QFrame(parent);
    rule->setFrameShape(QFrame::HLine);
    rule->setFixedHeight(1);
    lay_out(form, {Laid::space(2), rule, Laid::space(2)});
}

template <class WhichField>
QString tip_text(WhichField field)
{
    return plain_tooltip(field_tip(field).text());
}

QComboBox* make_plain_combo(const QString& name, const QString& accessible, const QString& tip, QWidget* parent)
{
    auto* combo = new QComboBox(parent);
    combo->setObjectName(name);
    combo->setAccessibleName(accessible);
    combo->setToolTip(tip);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(1);
    combo->setMinimumWidth(48); // else it asks for room for an icon that it never has
    combo->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    combo->setMaxVisibleItems(20);
    combo->setFocusPolicy(Qt::StrongFocus); // not by the wheel, which scrolls the form
    return combo;
}

} // namespace

StrategyEditor::StrategyEditor(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("strategyEditor"));
    setAccessibleName(tr("Strategy"));
    auto* form = new QVBoxLayout(this);
    form->setContentsMargins(0, 0, 0, metrics::kPanelPadding);
    form->setSpacing(metrics::kFormRowGap);

    m_title = named(new ToneLabel({}, {.bold = true}, this), "editorTitle");
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_titleIcon = new IconLabel(icon(Icon::error, Tone::bad), metrics::kRowIcon, this);
    m_titleLaws = named(new ToneLabel({}, Tone::bad, this), "editorLaws");
    auto* title = bare<QHBoxLayout>(nullptr, 4, {{m_title, 1}, m_titleIcon, m_titleLaws});
    form->addLayout(title);
    m_rules = named(new ToneLabel(rules_label(strategy::Rules::calculon_compatible),
                                  {.tone = Tone::caution, .size = ToneLabel::Size::small}, this),
                    "editorRules");
    m_rules->setToolTip(plain_tooltip(rules_meaning()));
    lay_out(form, {m_rules, Laid::space(2)});

    buildIdentity(form);
    add_rule(form, this);
    buildDegrees(form);
    add_rule(form, this);
    buildMemory(form);
    add_rule(form, this);
    buildTarget(form);
    buildModern(form);
    form->addStretch(1);

    const auto controls = findChildren<QWidget*>();
    for (QWidget* control : controls)
        if (control->focusPolicy() != Qt::NoFocus)
            control->installEventFilter(this);
    m_title->installEventFilter(this);
    connect(&m_workspace.undoStack(), &QUndoStack::indexChanged, this, [this, last = 0](int index) mutable {
        if (std::exchange(last, index) > index)
            takeBackAllRefused();
    });
    refresh();
}

FormRow* StrategyEditor::addRow(QVBoxLayout* form, const QString& name, const QString& label)
{
    auto* row = new FormRow(name, label, this);
    m_rows.emplace(name, row);
    form->addWidget(row);
    connect(&row->notes(), &LawNotes::fixChosen, this, [this](const QuickFix& fix, Field broken) {
        changeExecution(fix.step, fix.apply);
        // Not to whatever follows the button that is gone: that may be another fix, which the next Space would apply.
        focusField(broken);
    });
    connect(&row->notes(), &LawNotes::left, this, &StrategyEditor::focusField);
    return row;
}

IntegerField* StrategyEditor::makeNumber(Field field)
{
    const ControlWords words = control_words(field);
    auto* number = new IntegerField(this);
    number->setObjectName(words.name);
    number->setAccessibleName(words.accessible);
    number->setHelp(field_tip(field).text());
    connect(number, &IntegerField::valueEdited, this,
            [this, field](qint64 value, int typing) { numberEdited(field, value, typing); });
    connect(number, &IntegerField::nextRequested, this, [this, field](int direction) { nextLegal(field, direction); });
    connect(number, &IntegerField::refusalChanged, this, &StrategyEditor::showRefusals);
    return number;
}

QComboBox* StrategyEditor::makeCombo(Field field)
{
    const ControlWords words = control_words(field);
    QComboBox* combo = make_plain_combo(words.name, words.accessible, tip_text(field), this);
    connect(combo, &QComboBox::activated, this, [this, field, combo](int index) {
        valueChosen(field, combo->itemData(index).toLongLong(), combo->itemText(index));
    });
    return combo;
}

ToneLabel* StrategyEditor::place(Field field, FormRow* row, QWidget* control, int stretch, const QString& word)
{
    ToneLabel* label = nullptr;
    if (word.isEmpty())
        row->addField(control, stretch);
    else
        label = row->addLabelled(word, control, stretch);
    control->setWhatsThis(whats_this(field));
    m_placed.push_back({field, {control}, row, {}});
    if (label)
        m_placed.back().shown = {control, label};
    else
        m_placed.back().shown = {row};
    return label;
}

FormRow* StrategyEditor::addOwnRow(QVBoxLayout* form, Field field)
{
    const QString name = control_words(field).name.chopped(5); // "Field"
    const strategy::FieldRow& its = strategy::row(field);
    if (its.kind == strategy::Kind::flag) {
        FormRow* row = addRow(form, name);
        auto* box = new QCheckBox(field_title(field), this);
        box->setObjectName(control_words(field).name);
        box->setToolTip(tip_text(field));
        box->setMaximumHeight(20); // a row of 26 with its gap: switches stand closer than fields
        place(field, row, box, 1);
        connect(box, &QCheckBox::clicked, this, [this, field](bool on) { valueChosen(field, on ? 1 : 0, {}); });
        return row;
    }
    FormRow* row = addRow(form, name, row_word(field));
    QWidget* control =
        its.kind == strategy::Kind::integer ? static_cast<QWidget*>(makeNumber(field)) : makeCombo(field);
    place(field, row, control, 1);
    row->setBuddy(control);
    return row;
}

void StrategyEditor::buildIdentity(QVBoxLayout* form)
{
    FormRow* row = addRow(form, QStringLiteral("name"), tr("Name"));
    m_name = named(new QLineEdit(this), "nameField", tr("Name of the strategy"));
    m_name->setToolTip(tip_text(FreeField::name));
    m_name->setWhatsThis(field_tip(FreeField::name).text());
    row->addField(m_name, 1);
    row->setBuddy(m_name);
    connect(m_name, &QLineEdit::textEdited, this, &StrategyEditor::nameEdited);

    row = addRow(form, QStringLiteral("model"), tr("Model"));
    m_model = make_plain_combo(QStringLiteral("modelField"), tr("Model"), tip_text(Field::model), this);
    m_model->setWhatsThis(whats_this(Field::model));
    row->addField(m_model, 1);
    row->setBuddy(m_model);
    connect(m_model, &QComboBox::activated, this, [this](int item) {
        const int index = m_model->itemData(item).toInt();
        const auto choices = model_choices(m_workspace.session());
        if (index < static_cast<int>(choices.size()))
            change(tr("Set model to %1").arg(choices[static_cast<std::size_t>(index)].label),
                   [model = choices[static_cast<std::size_t>(index)].value](SessionStrategy& s) { s.model = model; });
        else
            Q_EMIT openModelRequested();
        refresh();
    });

    row = addRow(form, QStringLiteral("sequence"), tr("Sequence"));
    m_sequence = new IntegerField(this);
    m_sequence->setObjectName(QStringLiteral("sequenceField"));
    m_sequence->setAccessibleName(tr("Tokens of a training sequence"));
    m_sequence->setHelp(tr("How many tokens a training sequence has. A model's file often says its longest alone.\n"
                           "Unit: tokens\nLaw: 1 or more; what cuts the sequence divides it"));
    row->addField(m_sequence, 1);
    row->setBuddy(m_sequence);
    connect(m_sequence, &IntegerField::valueEdited, this, [this](qint64 tokens, int typing) {
        change(
            tr("Set sequence to %1").arg(tokens),
            [tokens](SessionStrategy& s) {
                if (!s.model.description)
                    return;
                s.model.description->sequence = tokens;
                s.model = SessionModel(*s.model.description);
            },
            QStringLiteral("sequence"), typing);
    });
    connect(m_sequence, &IntegerField::refusalChanged, this, &StrategyEditor::showRefusals);

    m_findings = new FindingsMark(m_workspace, this);
    form->addWidget(m_findings);

    row = addRow(form, QStringLiteral("system"), tr("System"));
    m_system = make_plain_combo(QStringLiteral("systemField"), tr("System"), tip_text(FreeField::system), this);
    m_system->setWhatsThis(field_tip(FreeField::system).text());
    row->addField(m_system, 1);
    row->setBuddy(m_system);
    connect(m_system, &QComboBox::activated, this, [this](int item) {
        const int index = m_system->itemData(item).toInt();
        const auto choices = system_choices(m_workspace.session());
        if (index < static_cast<int>(choices.size()))
            change(
                tr("Set system to %1").arg(choices[static_cast<std::size_t>(index)].label),
                [system = choices[static_cast<std::size_t>(index)].value](SessionStrategy& s) { s.system = system; });
        else
            Q_EMIT openSystemRequested();
        refresh();
    });
}

void StrategyEditor::buildDegrees(QVBoxLayout* form)
{
    FormRow* row = addRow(form, QStringLiteral("purpose"), tr("Purpose"));
    m_purpose = new SegmentedSwitch(
        {{QStringLiteral("training"), tr("Training")}, {QStringLiteral("inference"), tr("Inference")}}, this);
    m_purpose->setObjectName(control_words(Field::purpose).name);
    m_purpose->setAccessibleName(control_words(Field::purpose).accessible);
    m_purpose->setToolTip(tip_text(Field::purpose));
    m_purpose->setWhatsThis(whats_this(Field::purpose));
    row->addField(m_purpose);
    row->addStretch();
    row->setBuddy(m_purpose);
    connect(m_purpose, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        const bool training = id == QLatin1String("training");
        changeExecution(training ? tr("Switch to training") : tr("Switch to inference"),
                        [training](strategy::Execution& e) { strategy::set_training(e, training); });
    });

    row = addRow(form, QStringLiteral("degrees"), tr("Degrees"));
    for (const Field degree : {Field::tensor_degree, Field::pipeline_degree, Field::data_degree})
        place(degree, row, makeNumber(degree), 1, field_title(degree));
    row = addRow(form, QStringLiteral("moreDegrees"));
    for (const Field degree : modern_degrees())
        place(degree, row, makeNumber(degree), 1, field_title(degree));

    row = addRow(form, QStringLiteral("replicas"), tr("Replicas"));
    IntegerField* replicas = makeNumber(Field::replicas);
    replicas->setFixedWidth(86);
    place(Field::replicas, row, replicas);
    row->addStretch();
    row->setBuddy(replicas);
    row->setFact(tr("independent: nothing is synchronised"));

    row = addOwnRow(form, Field::schedule);
    IntegerField* v = makeNumber(Field::virtual_stages);
    v->setFixedWidth(62);
    place(Field::virtual_stages, row, v, 0, tr("v"));

    row = addRow(form, QStringLiteral("batch"), tr("Batch"));
    IntegerField* batch = makeNumber(Field::global_batch);
    batch->setMinimumWidth(66);
    place(Field::global_batch, row, batch, 1);
    row->setBuddy(batch);
    IntegerField* micro = makeNumber(Field::microbatch_size);
    micro->setFixedWidth(62);
    place(Field::microbatch_size, row, micro, 0, tr("microbatch"));
}

void StrategyEditor::buildRecompute(QVBoxLayout* form)
{
    FormRow* row = addRow(form, QStringLiteral("recompute"), tr("Recompute"));
    row->setLabelTip(tip_text(Field::recompute));
    auto* group = new QButtonGroup(this);
    const strategy::FieldRow& its = strategy::row(Field::recompute);
    m_placed.push_back({Field::recompute, {}, row, {row}});
    for (int value = 0; value < std::ssize(its.words); ++value) {
        auto* button = new QRadioButton(offered_label(its, value), this);
        button->setObjectName(QStringLiteral("recompute_") + shown(its.words[static_cast<std::size_t>(value)].key));
        button->setAccessibleName(tr("Recompute %1").arg(button->text()));
        button->setToolTip(plain_tooltip(word_tip(Field::recompute, value).text()));
        group->addButton(button, value);
        row->addField(button);
        m_placed.back().controls.push_back(button);
    }
    row->addStretch();
    connect(group, &QButtonGroup::idClicked, this,
            [this, group](int id) { valueChosen(Field::recompute, id, group->button(id)->text()); });
}

void StrategyEditor::buildMemory(QVBoxLayout* form)
{
    buildRecompute(form);
    FormRow* row = addRow(form, QStringLiteral("communication"), tr("TP comm."));
    QComboBox* communication = makeCombo(Field::tensor_communication);
    place(Field::tensor_communication, row, communication, 1);
    row->setBuddy(communication);

    addOwnRow(form, Field::all_gather_redo);
    addOwnRow(form, Field::fused_activation);
    row = addOwnRow(form, Field::optimizer_sharding);
    m_shardingNote =
        named(new ToneLabel(tr("needs DP > 1"), {.tone = Tone::secondary, .size = ToneLabel::Size::small}, this),
              "shardingNote");
    m_shardingNote->setToolTip(tip_text(Field::optimizer_sharding));
    row->addField(m_shardingNote);
}

void StrategyEditor::buildTarget(QVBoxLayout* form)
{
    // Side by side, since few ever change either: a form that is lower scrolls later.
    FormRow* row = addOwnRow(form, Field::datatype);
    place(Field::attention_type, row, makeCombo(Field::attention_type), 1);

    row = addRow(form, QStringLiteral("tiers"), tr("Tiers"));
    place(Field::tensor_tier, row, makeCombo(Field::tensor_tier), 1, tr("TP"));
    place(Field::pipeline_tier, row, makeCombo(Field::pipeline_tier), 1, tr("PP"));
    m_dataTierWord = place(Field::data_tier, row, makeCombo(Field::data_tier), 1, tr("DP"));

    // What has no place of its own yet. What only models beyond six numbers use stands in groups
    // of its own.
    for (const strategy::FieldRow* its : editor_rows())
        if (!its->quiet && its->field != Field::purpose && its->field != Field::num_procs && !placed(its->field))
            addOwnRow(form, its->field);
}

} // namespace blueprinting::ui
