#include "ui/frame/choices.h"
#include "ui/frame/execution_edit.h"
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
#include "ui/widgets/icon_label.h"
#include "ui/widgets/segmented_switch.h"
#include "ui/widgets/tone_label.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QRadioButton>
#include <QVBoxLayout>

namespace blueprinting::ui {

using strategy::Field;

namespace {

void add_rule(QVBoxLayout* form, QWidget* parent)
{
    auto* rule = new QFrame(parent);
    rule->setFrameShape(QFrame::HLine);
    rule->setFixedHeight(1);
    form->addSpacing(2);
    form->addWidget(rule);
    form->addSpacing(2);
}

template <class WhichField>
QString tip_text(WhichField field)
{
    return plain_tooltip(field_tip(field).text());
}

template <class WhichField>
QComboBox* make_combo(const QString& name, const QString& accessible, WhichField field, QWidget* parent)
{
    auto* combo = new QComboBox(parent);
    combo->setObjectName(name);
    combo->setAccessibleName(accessible);
    combo->setToolTip(tip_text(field));
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

    m_title = new ToneLabel({}, Tone::text, this);
    m_title->setObjectName(QStringLiteral("editorTitle"));
    m_title->setBold(true);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_titleIcon = new IconLabel(icon(Icon::error, Tone::bad), metrics::kRowIcon, this);
    m_titleLaws = new ToneLabel({}, Tone::bad, this);
    m_titleLaws->setObjectName(QStringLiteral("editorLaws"));
    auto* title = new QHBoxLayout;
    title->setSpacing(4);
    title->addWidget(m_title, 1);
    title->addWidget(m_titleIcon);
    title->addWidget(m_titleLaws);
    form->addLayout(title);
    m_rules = new ToneLabel(rules_label(strategy::Rules::calculon_compatible), Tone::caution, this);
    m_rules->setObjectName(QStringLiteral("editorRules"));
    m_rules->setSize(ToneLabel::Size::small);
    m_rules->setToolTip(plain_tooltip(rules_meaning()));
    form->addWidget(m_rules);
    form->addSpacing(2);

    buildIdentity(form);
    add_rule(form, this);
    buildDegrees(form);
    add_rule(form, this);
    buildMemory(form);
    add_rule(form, this);
    buildTarget(form);
    form->addStretch(1);

    const auto controls = findChildren<QWidget*>();
    for (QWidget* control : controls)
        if (control->focusPolicy() != Qt::NoFocus)
            control->installEventFilter(this);
    m_title->installEventFilter(this);
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

IntegerField* StrategyEditor::addNumber(Field field, const QString& name, const QString& accessible)
{
    auto* number = new IntegerField(this);
    number->setObjectName(name);
    number->setAccessibleName(accessible);
    number->setHelp(field_tip(field).text());
    connect(number, &IntegerField::valueEdited, this,
            [this, field](qint64 value, int typing) { numberEdited(field, value, typing); });
    connect(number, &IntegerField::nextRequested, this, [this, field](int direction) { nextLegal(field, direction); });
    connect(number, &IntegerField::refusalChanged, this, &StrategyEditor::showRefusals);
    m_numbers.emplace_back(field, number);
    return number;
}

void StrategyEditor::buildIdentity(QVBoxLayout* form)
{
    FormRow* row = addRow(form, QStringLiteral("name"), tr("Name"));
    m_name = new QLineEdit(this);
    m_name->setObjectName(QStringLiteral("nameField"));
    m_name->setAccessibleName(tr("Name of the strategy"));
    m_name->setToolTip(tip_text(FreeField::name));
    row->addField(m_name, 1);
    row->setBuddy(m_name);
    connect(m_name, &QLineEdit::textEdited, this, &StrategyEditor::nameEdited);

    row = addRow(form, QStringLiteral("model"), tr("Model"));
    m_model = make_combo(QStringLiteral("modelField"), tr("Model"), Field::model, this);
    row->addField(m_model, 1);
    row->setBuddy(m_model);
    connect(m_model, &QComboBox::activated, this, [this](int index) {
        const auto choices = model_choices(m_workspace.session());
        if (index < static_cast<int>(choices.size()))
            change(tr("Set model to %1").arg(choices[static_cast<std::size_t>(index)].label),
                   [model = choices[static_cast<std::size_t>(index)].value](SessionStrategy& s) { s.model = model; });
        else
            Q_EMIT openModelRequested();
        refresh();
    });

    m_findings = new FindingsMark(m_workspace, this);
    form->addWidget(m_findings);

    row = addRow(form, QStringLiteral("system"), tr("System"));
    m_system = make_combo(QStringLiteral("systemField"), tr("System"), FreeField::system, this);
    row->addField(m_system, 1);
    row->setBuddy(m_system);
    connect(m_system, &QComboBox::activated, this, [this](int index) {
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
    m_purpose->setObjectName(QStringLiteral("purposeField"));
    m_purpose->setAccessibleName(tr("Purpose: training or inference"));
    m_purpose->setToolTip(tip_text(FreeField::purpose));
    row->addField(m_purpose);
    row->addStretch();
    row->setBuddy(m_purpose);
    connect(m_purpose, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        const bool training = id == QLatin1String("training");
        changeExecution(training ? tr("Switch to training") : tr("Switch to inference"),
                        [training](strategy::Execution& e) { set_training(e, training); });
    });

    row = addRow(form, QStringLiteral("degrees"), tr("Degrees"));
    row->addLabelled(tr("TP"), addNumber(Field::tensor_degree, QStringLiteral("tpField"), tr("Tensor-parallel degree")),
                     1);
    row->addLabelled(tr("PP"),
                     addNumber(Field::pipeline_degree, QStringLiteral("ppField"), tr("Pipeline-parallel degree")), 1);
    IntegerField* dp = addNumber(Field::data_degree, QStringLiteral("dpField"), tr("Data-parallel degree"));
    m_data = {dp, row->addLabelled(tr("DP"), dp, 1)};

    row = addRow(form, QStringLiteral("replicas"), tr("Replicas"));
    IntegerField* replicas = addNumber(Field::replicas, QStringLiteral("replicasField"), tr("Independent replicas"));
    replicas->setFixedWidth(86);
    row->addField(replicas);
    row->addStretch();
    row->setBuddy(replicas);
    row->setFact(tr("independent: nothing is synchronised"));

    row = addRow(form, QStringLiteral("schedule"), tr("Schedule"));
    m_schedule = make_combo(QStringLiteral("scheduleField"), tr("Pipeline schedule"), Field::schedule, this);
    row->addField(m_schedule, 1);
    row->setBuddy(m_schedule);
    IntegerField* v =
        addNumber(Field::virtual_stages, QStringLiteral("virtualStagesField"), tr("Virtual stages: chunks a stage"));
    v->setFixedWidth(62);
    m_chunks = {v, row->addLabelled(tr("v"), v)};
    connect(m_schedule, &QComboBox::activated, this, &StrategyEditor::scheduleChosen);

    row = addRow(form, QStringLiteral("batch"), tr("Batch"));
    IntegerField* batch = addNumber(Field::global_batch, QStringLiteral("batchField"), tr("Global batch in samples"));
    batch->setMinimumWidth(66);
    row->addField(batch, 1);
    row->setBuddy(batch);
    IntegerField* micro =
        addNumber(Field::microbatch_size, QStringLiteral("microbatchField"), tr("Microbatch in samples"));
    micro->setFixedWidth(62);
    row->addLabelled(tr("microbatch"), micro);
}

void StrategyEditor::buildMemory(QVBoxLayout* form)
{
    FormRow* row = addRow(form, QStringLiteral("recompute"), tr("Recompute"));
    row->setLabelTip(tip_text(Field::recompute));
    m_recompute = new QButtonGroup(this);
    for (const auto policy : {strategy::RecomputePolicy::none, strategy::RecomputePolicy::attention_only,
                              strategy::RecomputePolicy::full}) {
        auto* button = new QRadioButton(recompute_label(policy), this);
        button->setObjectName(QStringLiteral("recompute_%1").arg(QString::fromUtf8(to_string(policy))));
        button->setAccessibleName(tr("Recompute %1").arg(button->text()));
        button->setToolTip(plain_tooltip(recompute_tip(policy).text()));
        m_recompute->addButton(button, static_cast<int>(policy));
        row->addField(button);
    }
    row->addStretch();
    connect(m_recompute, &QButtonGroup::idClicked, this, [this](int id) {
        const auto policy = static_cast<strategy::RecomputePolicy>(id);
        changeExecution(tr("Set recompute to %1").arg(recompute_label(policy)),
                        [policy](strategy::Execution& e) { set_recompute(e, policy); });
    });

    row = addRow(form, QStringLiteral("communication"), tr("TP comm."));
    m_communication = make_combo(QStringLiteral("communicationField"), tr("Tensor-parallel communication"),
                                 Field::tensor_communication, this);
    row->addField(m_communication, 1);
    row->setBuddy(m_communication);
    connect(m_communication, &QComboBox::activated, this, [this](int index) {
        const auto chosen = static_cast<strategy::TensorCommunication>(m_communication->itemData(index).toInt());
        changeExecution(tr("Set TP communication to %1").arg(communication_label(chosen)),
                        [chosen](strategy::Execution& e) { set_tensor_communication(e, chosen); });
    });

    const auto check = [&](const QString& name, const QString& text, const QString& tip,
                           std::function<void(strategy::Execution&, bool)> set) {
        FormRow* line = addRow(form, name);
        auto* box = new QCheckBox(text, this);
        box->setObjectName(name + QStringLiteral("Field"));
        box->setToolTip(tip);
        box->setMaximumHeight(20); // a row of 26 with its gap: switches stand closer than fields
        line->addField(box, 1);
        connect(box, &QCheckBox::clicked, this, [this, text, set](bool on) {
            changeExecution((on ? tr("Turn on %1") : tr("Turn off %1")).arg(text.toLower()),
                            [set, on](strategy::Execution& e) { set(e, on); });
        });
        return box;
    };
    m_redo = check(QStringLiteral("redo"), tr("All-gather redo"), tip_text(Field::all_gather_redo),
                   [](strategy::Execution& e, bool on) { e.all_gather_redo = on; });
    m_fused = check(QStringLiteral("fused"), tr("Fused activation"), tip_text(FreeField::fused_activation),
                    [](strategy::Execution& e, bool on) { e.fused_activation = on; });
    m_sharding = check(QStringLiteral("sharding"), tr("Optimizer sharding"), tip_text(Field::optimizer_sharding),
                       [](strategy::Execution& e, bool on) { set_optimizer_sharding(e, on); });
    m_shardingNote = new ToneLabel(tr("needs DP > 1"), Tone::secondary, this);
    m_shardingNote->setObjectName(QStringLiteral("shardingNote"));
    m_shardingNote->setSize(ToneLabel::Size::small);
    m_shardingNote->setToolTip(m_sharding->toolTip());
    m_rows[QStringLiteral("sharding")]->addField(m_shardingNote);
}

void StrategyEditor::buildTarget(QVBoxLayout* form)
{
    FormRow* row = addRow(form, QStringLiteral("datatype"), tr("Datatype"));
    m_datatype = make_combo(QStringLiteral("datatypeField"), tr("Datatype"), Field::datatype, this);
    for (const Datatype type : kDatatypes)
        m_datatype->addItem(QString::fromUtf8(to_string(type)), static_cast<int>(type));
    row->addField(m_datatype, 1);
    row->setBuddy(m_datatype);
    connect(m_datatype, &QComboBox::activated, this, [this](int index) {
        const auto type = static_cast<Datatype>(m_datatype->itemData(index).toInt());
        changeExecution(tr("Set datatype to %1").arg(m_datatype->itemText(index)),
                        [type](strategy::Execution& e) { e.datatype = type; });
    });

    // Beside it, since few ever change either: a form that is lower scrolls later.
    m_attention = make_combo(QStringLiteral("attentionField"), tr("Attention type"), FreeField::attention_type, this);
    m_attention->addItem(tr("multihead"), static_cast<int>(strategy::AttentionType::multihead));
    m_attention->addItem(tr("multiquery"), static_cast<int>(strategy::AttentionType::multiquery));
    row->addField(m_attention, 1);
    connect(m_attention, &QComboBox::activated, this, [this](int index) {
        const auto type = static_cast<strategy::AttentionType>(m_attention->itemData(index).toInt());
        changeExecution(tr("Set attention to %1").arg(m_attention->itemText(index)),
                        [type](strategy::Execution& e) { e.attention_type = type; });
    });

    row = addRow(form, QStringLiteral("tiers"), tr("Tiers"));
    const std::tuple<Field, QString, QString, QString> tiers[] = {
        {Field::tensor_tier, tr("TP"), QStringLiteral("tpTierField"), tr("Network tier of tensor parallelism")},
        {Field::pipeline_tier, tr("PP"), QStringLiteral("ppTierField"), tr("Network tier of pipeline parallelism")},
        {Field::data_tier, tr("DP"), QStringLiteral("dpTierField"), tr("Network tier of data parallelism")},
    };
    for (const auto& [field, word, name, accessible] : tiers) {
        QComboBox* combo = make_combo(name, accessible, field, this);
        ToneLabel* label = row->addLabelled(word, combo, 1);
        if (field == Field::data_tier)
            m_dataTierWord = label;
        m_tiers.emplace_back(field, combo);
        connect(combo, &QComboBox::activated, this, [this, field = field, combo](int index) {
            const auto tier = static_cast<std::int64_t>(combo->itemData(index).toLongLong());
            changeExecution(tr("Set %1 to %2").arg(field_label(field)).arg(tier),
                            [field, tier](strategy::Execution& e) { set_number(e, field, tier); });
        });
    }
}

} // namespace blueprinting::ui
