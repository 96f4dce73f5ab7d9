#pragma once
#include "ui/style/theme.h"

#include <QProxyStyle>

class QAbstractButton;

namespace blueprinting::ui {

/// The one style of the program: Fusion, with fields, buttons, tabs, bars, separators and item views drawn from the
/// theme's tokens. It holds the theme; theme_of() finds it here. Labels, tooltips among them, are plain text unless
/// made for rich text.
class ExplorerStyle : public QProxyStyle {
    Q_OBJECT
public:
    explicit ExplorerStyle(const Theme& theme);

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    /// Switches the theme of a style that the application already has: palette and every widget follow.
    void setTheme(const Theme& theme);
    /// Family for numbers, found once for the application's font.
    [[nodiscard]] QString numberFamily() const { return m_number_family; }

    void polish(QWidget* widget) override;
    void unpolish(QWidget* widget) override;
    using QProxyStyle::polish;
    using QProxyStyle::unpolish;
    [[nodiscard]] QPalette standardPalette() const override;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    [[nodiscard]] QRect subElementRect(SubElement element, const QStyleOption* option,
                                       const QWidget* widget) const override;
    [[nodiscard]] QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl sub,
                                       const QWidget* widget) const override;
    [[nodiscard]] QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                         const QWidget* widget) const override;
    [[nodiscard]] int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    [[nodiscard]] int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                                QStyleHintReturn* returned) const override;
    [[nodiscard]] QIcon standardIcon(StandardPixmap which, const QStyleOption* option,
                                     const QWidget* widget) const override;

private:
    void applyClassPalettes() const;
    bool drawBar(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
    bool drawTab(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
    bool drawHeader(ControlElement element, const QStyleOption* option, QPainter* painter) const;

    Theme m_theme;
    QString m_number_family;
};

/// A field whose value breaks a law: framed in the bad colour, 1.5 px.
void set_invalid(QWidget* widget, bool invalid);
/// The one button of a group that is meant: accent outline and text. Also used for small buttons that offer a value.
void set_primary(QAbstractButton* button, bool primary = true);
/// 24 instead of 28 px high: controls inside tables and messages.
void set_compact(QWidget* widget, bool compact = true);

} // namespace blueprinting::ui
