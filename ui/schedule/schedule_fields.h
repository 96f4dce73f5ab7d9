#pragma once
#include "ui/style/icon.h"

#include <QDoubleSpinBox>

#include <initializer_list>

class QToolButton;

/// Small parts of the controls and the settings.
namespace blueprinting::ui {

/// Shows a time with the decimals that it has, and takes what is typed as it is: what a time must be is for the plan to
/// say.
class TimeSpin : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    [[nodiscard]] QString textFromValue(double value) const override;
};

/// As wide as its number needs, and no narrower than `least`: no digit is hidden.
void fit_to_number(QAbstractSpinBox* spin, int least);

/// A label and its field, which stay together where a row wraps.
QWidget* labelled(QWidget* parent, const QString& label, QWidget* field);

/// Fields that belong together, in one line.
QWidget* beside(QWidget* parent, std::initializer_list<QWidget*> fields);

/// A flat button with an icon; `meaning` is its tooltip and accessible name.
QToolButton* tool_button(QWidget* parent, Icon name, const QString& object, const QString& meaning);

} // namespace blueprinting::ui
