#pragma once
#include "core/certificate/profile.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/part.h"

#include <QWidget>

#include <vector>

class QDoubleSpinBox;
class QFormLayout;
class QSpinBox;

namespace blueprinting::ui {

/// "Would the fitted table apply to …, and why not": the facts of a planning target, each with its verdict.
class ProfileForm : public QWidget, public Part {
    Q_OBJECT
public:
    explicit ProfileForm(QWidget* parent = nullptr);
    void setEnvelope(const certificate::Envelope& envelope);
    [[nodiscard]] certificate::PlanningTarget target() const;

    [[nodiscard]] PartState partState() const override;
    void setPartState(const PartState& state) override;

private:
    [[nodiscard]] std::map<std::string, std::string> fields() const;
    void decide();
    QWidget* withVerdict(QWidget* field);

    certificate::Envelope m_envelope;
    std::map<std::string, std::string> m_first; ///< what its fields say before a person changes them
    QCheckBox* m_gpu;
    QDoubleSpinBox* m_capability;
    QSpinBox* m_memory;
    QCheckBox* m_dense;
    QComboBox* m_dtype;
    QSpinBox* m_hidden;
    std::vector<IconLabel*> m_verdicts; ///< in the order of the decision's facts
    IconLabel* m_icon;
    ToneLabel* m_sentence;
};

} // namespace blueprinting::ui
