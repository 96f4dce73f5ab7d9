#pragma once
#include "core/certificate/profile.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QSpinBox;

namespace blueprinting::ui {

class IconLabel;
class ToneLabel;

/// "Would the fitted table apply to …, and why not": the facts of a planning target, each with its verdict.
class ProfileForm : public QWidget {
    Q_OBJECT
public:
    explicit ProfileForm(QWidget* parent = nullptr);
    void setEnvelope(const certificate::Envelope& envelope);
    [[nodiscard]] certificate::PlanningTarget target() const;

private:
    void decide();
    QWidget* withVerdict(QWidget* field);

    certificate::Envelope m_envelope;
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
