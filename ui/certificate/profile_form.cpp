#include "ui/certificate/profile_form.h"

#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <cmath>

namespace blueprinting::ui {

ProfileForm::ProfileForm(QWidget* parent)
    : QWidget(parent),
      m_gpu(named(new QCheckBox(tr("Planning with a GPU")), "profileGpu")),
      m_capability(named(new QDoubleSpinBox, "profileCapability", tr("Compute capability"))),
      m_memory(named(new QSpinBox, "profileMemory", tr("Device memory"))),
      m_dense(named(new QCheckBox(tr("Dense model")), "profileDense")),
      m_dtype(named(new QComboBox, "profileDtype", tr("Parameter datatype"))),
      m_hidden(named(new QSpinBox, "profileHidden", tr("Hidden size"))),
      m_icon(new IconLabel),
      m_sentence(named(new ToneLabel({}, {.wraps = true}), "profileSentence"))
{
    const certificate::PlanningTarget start;
    m_gpu->setChecked(true);
    m_capability->setDecimals(1);
    m_capability->setSingleStep(0.1);
    m_capability->setRange(1, 99.9);
    m_capability->setLocale(QLocale::c());
    m_capability->setValue(start.device->capability_major + start.device->capability_minor / 10.0);
    m_memory->setRange(1, 9999);
    m_memory->setSuffix(tr(" GiB"));
    m_memory->setValue(static_cast<int>(start.device->memory_gib));
    m_dense->setChecked(true);
    m_dtype->addItems({QStringLiteral("bfloat16"), QStringLiteral("float16"), QStringLiteral("float32")});
    m_hidden->setRange(1, 1 << 20);
    m_hidden->setValue(static_cast<int>(start.hidden_size));
    m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);

    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setHorizontalSpacing(metrics::kControlGap);
    form->setVerticalSpacing(metrics::kFormRowGap);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(m_gpu);
    // The order of the decision's facts.
    form->addRow(tr("Capability"), withVerdict(m_capability));
    form->addRow(tr("Memory"), withVerdict(m_memory));
    form->addRow(tr("Model"), withVerdict(m_dense));
    form->addRow(tr("Datatype"), withVerdict(m_dtype));
    form->addRow(tr("Hidden size"), withVerdict(m_hidden));
    auto* answer = bare<QHBoxLayout>(nullptr, metrics::kControlGap, {{m_icon, 0, Qt::AlignTop}, {m_sentence, 1}});
    bare<QVBoxLayout>(this, metrics::kControlGap, {form, answer, Laid::rest()});

    connect(m_gpu, &QCheckBox::toggled, this, &ProfileForm::decide);
    connect(m_capability, &QDoubleSpinBox::valueChanged, this, &ProfileForm::decide);
    connect(m_memory, &QSpinBox::valueChanged, this, &ProfileForm::decide);
    connect(m_dense, &QCheckBox::toggled, this, &ProfileForm::decide);
    connect(m_dtype, &QComboBox::currentIndexChanged, this, &ProfileForm::decide);
    connect(m_hidden, &QSpinBox::valueChanged, this, &ProfileForm::decide);
    m_first = fields();
    decide();
}

std::map<std::string, std::string> ProfileForm::fields() const
{
    const auto said = [](const QCheckBox* box) { return std::string(box->isChecked() ? "yes" : "no"); };
    return {{"gpu", said(m_gpu)},
            {"capability", QString::number(m_capability->value(), 'f', 1).toStdString()},
            {"memory", std::to_string(m_memory->value())},
            {"dense", said(m_dense)},
            {"datatype", m_dtype->currentText().toStdString()},
            {"hidden", std::to_string(m_hidden->value())}};
}

PartState ProfileForm::partState() const
{
    PartState out;
    for (const auto& [field, value] : fields())
        if (value != m_first.at(field))
            out.fields[field] = value;
    return out;
}

void ProfileForm::setPartState(const PartState& state)
{
    const auto text = [&](const char* field) {
        const auto at = state.fields.find(field);
        return QString::fromStdString(at == state.fields.end() ? m_first.at(field) : at->second);
    };
    // What a field could not say it does not take.
    const auto number = [&](auto* field, const char* name) {
        bool is_one = false;
        const double value = text(name).toDouble(&is_one);
        if (is_one && value >= field->minimum() && value <= field->maximum())
            field->setValue(static_cast<decltype(field->value())>(value));
    };
    m_gpu->setChecked(text("gpu") == QLatin1String("yes"));
    number(m_capability, "capability");
    number(m_memory, "memory");
    m_dense->setChecked(text("dense") == QLatin1String("yes"));
    if (const int at = m_dtype->findText(text("datatype")); at >= 0)
        m_dtype->setCurrentIndex(at);
    number(m_hidden, "hidden");
}

QWidget* ProfileForm::withVerdict(QWidget* field)
{
    auto* holder = new QWidget;
    m_verdicts.push_back(new IconLabel(holder));
    bare<QHBoxLayout>(holder, metrics::kControlGap, {{field, 1}, m_verdicts.back()});
    return holder;
}

void ProfileForm::setEnvelope(const certificate::Envelope& envelope)
{
    m_envelope = envelope;
    decide();
}

certificate::PlanningTarget ProfileForm::target() const
{
    certificate::PlanningTarget out;
    const int tenths = static_cast<int>(std::lround(m_capability->value() * 10));
    out.device = certificate::PlanningTarget::Device{tenths / 10, tenths % 10, static_cast<double>(m_memory->value())};
    if (!m_gpu->isChecked())
        out.device.reset();
    out.param_dtype = m_dtype->currentText().toStdString();
    out.hidden_size = m_hidden->value();
    out.dense = m_dense->isChecked();
    return out;
}

void ProfileForm::decide()
{
    const certificate::ProfileDecision decision = certificate::decide(m_envelope, target());
    for (QWidget* field : std::initializer_list<QWidget*>{m_capability, m_memory, m_dense, m_dtype, m_hidden})
        field->setEnabled(m_gpu->isChecked());
    for (std::size_t i = 0; i < m_verdicts.size(); ++i) {
        const bool looked_at = i < decision.facts.size();
        const bool inside = looked_at && decision.facts[i].inside;
        m_verdicts[i]->setIcon(
            looked_at ? icon(inside ? Icon::check : Icon::cross, inside ? Tone::good : Tone::bad) : QIcon(),
            metrics::kRowIcon,
            looked_at ? (inside ? tr("inside")
                                : tr("outside: %1 is allowed").arg(QString::fromStdString(decision.facts[i].admitted)))
                      : QString());
        m_verdicts[i]->setToolTip(looked_at ? tr("admitted: %1").arg(QString::fromStdString(decision.facts[i].admitted))
                                            : QString());
    }
    m_icon->setIcon(icon(decision.fitted ? Icon::check : Icon::warning, decision.fitted ? Tone::good : Tone::caution),
                    metrics::kRowIcon);
    m_sentence->setText(QString::fromStdString(decision.sentence));
    partChanged();
}

} // namespace blueprinting::ui
