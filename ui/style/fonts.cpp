#include "ui/style/fonts.h"
#include "ui/style/explorer_style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

namespace {

/// One size is one pixel at 96 dpi, 0.75 pt; text never gets smaller than 7.5 pt.
constexpr double kOneSize = 0.75;
constexpr double kSmallest = 7.5;

QFont resized(QFont font, double factor, double step)
{
    if (font.pixelSize() > 0)
        font.setPixelSize(std::max(10, static_cast<int>(std::lround(font.pixelSize() * factor - step / kOneSize))));
    else
        font.setPointSizeF(std::max(kSmallest, font.pointSizeF() * factor - step));
    return font;
}

QFont with_number_family(QFont font)
{
    if (const auto* style = qobject_cast<const ExplorerStyle*>(QApplication::style()))
        font.setFamilies({style->numberFamily()});
    else
        font.setFamilies({number_family(font)});
    return font;
}

} // namespace

QFont body_font(const QWidget* widget) { return widget ? widget->font() : QApplication::font(); }

QFont bold_font(const QWidget* widget)
{
    QFont font = body_font(widget);
    font.setBold(true);
    return font;
}

QFont headline_font(const QWidget* widget) { return resized(bold_font(widget), 1.3, 0); }

QFont small_font(const QWidget* widget) { return resized(body_font(widget), 1, kOneSize); }

QFont number_font(const QWidget* widget) { return with_number_family(body_font(widget)); }

QFont small_number_font(const QWidget* widget) { return with_number_family(small_font(widget)); }

QFont fixed_font(const QWidget* widget)
{
    QFont font = small_font(widget);
    font.setFamilies({QFontDatabase::systemFont(QFontDatabase::FixedFont).family()});
    font.setStyleHint(QFont::Monospace);
    return font;
}

bool has_tabular_digits(const QFont& font)
{
    const QFontMetricsF metrics(font);
    const double zero = metrics.horizontalAdvance(QLatin1Char('0'));
    for (char digit = '1'; digit <= '9'; ++digit)
        if (std::abs(metrics.horizontalAdvance(QLatin1Char(digit)) - zero) > 0.01)
            return false;
    return true;
}

QString number_family(const QFont& ui)
{
    if (has_tabular_digits(ui))
        return ui.family();
    for (const char* name : {"Noto Sans", "DejaVu Sans"}) {
        const QString family = QString::fromLatin1(name);
        if (QFontDatabase::hasFamily(family) && has_tabular_digits(QFont(family)))
            return family;
    }
    return ui.family();
}

} // namespace blueprinting::ui
