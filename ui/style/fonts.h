#pragma once
#include <QFont>

class QWidget;

namespace blueprinting::ui {

/// The few fonts of the program, each derived from the font of the widget that asks (null: the application's).
QFont body_font(const QWidget* widget = nullptr);
QFont bold_font(const QWidget* widget = nullptr);
QFont headline_font(const QWidget* widget = nullptr); ///< 1.3 times the body, bold: the one line that a view opens with
QFont small_font(const QWidget* widget = nullptr);    ///< one size down: axis text, legends, derived facts
QFont number_font(const QWidget* widget = nullptr);   ///< ten digits of equal advance
QFont small_number_font(const QWidget* widget = nullptr);
QFont fixed_font(const QWidget* widget = nullptr); ///< digests, ids, IR text

/// Whether the ten digits of this font have equal advance.
bool has_tabular_digits(const QFont& font);
/// The family for numbers beside this UI font: its own where its digits are tabular, else Noto Sans or DejaVu Sans.
QString number_family(const QFont& ui);

} // namespace blueprinting::ui
