#include "ui/style/theme.h"
#include "ui/style/explorer_style.h"

#include <QApplication>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {

namespace {

QColor rgb(QRgb value) { return QColor(value | 0xFF000000u); }

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

Theme light_theme()
{
    Theme t;
    t.appearance = Appearance::light;
    t.window = rgb(0xF6F7F9);
    t.panel = rgb(0xFFFFFF);
    t.field = rgb(0xFFFFFF);
    t.text = rgb(0x1F2328);
    t.secondary = rgb(0x59636E);
    t.disabled = rgb(0x9AA4AF);
    t.hairline = rgb(0xD8DEE4);
    t.grid = rgb(0xEBEEF1);
    t.outline = rgb(0xB8C0C8);
    t.accent = rgb(0x0B62D6);
    t.good = rgb(0x1A7F37);
    t.caution = rgb(0x9A6700);
    t.bad = rgb(0xB42318);
    t.selection = rgb(0xEAF2FD);
    t.below_text = rgb(0x1B64A8);
    t.below_fill = rgb(0x4C8FCB);
    t.above_text = rgb(0xA8500B);
    t.above_fill = rgb(0xE08A3C);
    t.caution_background = rgb(0xFDF7E6);
    t.bad_background = rgb(0xFBEBE9);
    t.track = rgb(0xE3E7EC);
    t.equal_cell = rgb(0xCFE6D6);
    t.strip = rgb(0xB8C0C8);
    t.strip_past = rgb(0xE3A9A3);
    t.held_out = rgb(0x3D4A5C);
    t.fitted = rgb(0x9DAAB9);
    t.chips = {rgb(0x1D5FA8), rgb(0xB34E00), rgb(0x00735A), rgb(0x8E3F78)};
    t.chip_ink = rgb(0xFFFFFF);
    t.components = {rgb(0x88CCEE), rgb(0x332288), rgb(0x882255), rgb(0x999933), rgb(0x44AA99),
                    rgb(0x117733), rgb(0xDDCC77), rgb(0xAA4499), rgb(0xB8BEC6)};
    t.further_components = {rgb(0x7B6FD0), rgb(0xD55E00), rgb(0x663333), rgb(0xF4A582)};
    t.model_parts = {rgb(0x4F6D8F), rgb(0x8FA9C4), rgb(0x8FA9C4), rgb(0xC3D1E0),
                     rgb(0xA7B4B8), rgb(0x6F8B8A), rgb(0xC9A24B), rgb(0x7A3E2E)};
    t.tiers = {rgb(0xA9C8E4), rgb(0xF0C08E)};
    t.memory = {rgb(0x332288), rgb(0x88CCEE), rgb(0x999933), rgb(0xCC6677), rgb(0xAA4499), rgb(0x44AA99)};
    t.optimizer_parts = {rgb(0x332288), rgb(0x8C83E8), rgb(0x88CCEE), rgb(0x999933), rgb(0xC2C25E), rgb(0xDDCC77)};
    t.terms = {rgb(0x4F6D8F), rgb(0x8FA9C4), rgb(0xC3D1E0), rgb(0xA7B4B8), rgb(0x6F8B8A),
               rgb(0xC9A24B), rgb(0x8A5A83), rgb(0xB98CB2), rgb(0xD9BFD5), rgb(0x6B3F66)};
    // The grey of all others is as dark as it can be told from wine red, else whoever lacks a kind of cones takes it
    // for the teal.
    t.runs = {rgb(0x7A2E4E), rgb(0x2F7F86), rgb(0x8A6FB0), rgb(0xB8860B), rgb(0x6B7F3A),
              rgb(0x1F2F5C), rgb(0x575E68), rgb(0xA9B1BA), rgb(0xC7437F)};
    return t;
}

Theme dark_theme()
{
    Theme t = light_theme(); // optimizer parts and certificate terms are the same in both
    t.appearance = Appearance::dark;
    t.window = rgb(0x1E2126);
    t.panel = rgb(0x262A31);
    t.field = rgb(0x1B1E23);
    t.text = rgb(0xE6E8EB);
    t.secondary = rgb(0xA5AEB9);
    t.disabled = rgb(0x6B7480);
    t.hairline = rgb(0x3A4048);
    t.grid = rgb(0x31363E);
    t.outline = rgb(0x4D555F);
    t.accent = rgb(0x6AA9FF);
    t.good = rgb(0x4CC38A);
    t.caution = rgb(0xE0A63A);
    t.bad = rgb(0xFF7B72);
    t.selection = rgb(0x25395A);
    t.below_text = rgb(0x7DB7F2);
    t.below_fill = rgb(0x5C9AD6);
    t.above_text = rgb(0xF0A261);
    t.above_fill = rgb(0xD98A42);
    t.caution_background = rgb(0x3A3223);
    t.bad_background = rgb(0x40282A);
    t.track = rgb(0x3A4048);
    t.equal_cell = rgb(0x2C4A3A);
    t.strip = rgb(0x59616C);
    t.strip_past = rgb(0x8A4A47);
    t.held_out = rgb(0xC9D2DD);
    t.fitted = rgb(0x6F7B8A);
    t.chips = {rgb(0x79B4F2), rgb(0xF29B5F), rgb(0x4CC7A0), rgb(0xD893C4)};
    t.chip_ink = rgb(0x1E2126);
    t.components = {rgb(0x88CCEE), rgb(0x8C83E8), rgb(0xB5516F), rgb(0xC2C25E), rgb(0x4FC3B0),
                    rgb(0x4DB36B), rgb(0xE6D78A), rgb(0xCF7FC2), rgb(0x69727D)};
    t.further_components = {rgb(0xB3ABF2), rgb(0xF08A3C), rgb(0xA86A6A), rgb(0xF8C4AC)};
    t.memory = {rgb(0x8C83E8), rgb(0x88CCEE), rgb(0xC2C25E), rgb(0xE08A99), rgb(0xCF7FC2), rgb(0x4FC3B0)};
    t.runs = {rgb(0xE08A86), rgb(0x89C5D0), rgb(0xC0A2F1), rgb(0xDBAA43), rgb(0xBBC87B),
              rgb(0x4E72C6), rgb(0xE6E8EB), rgb(0x5A626D), rgb(0xF0569C)};
    // Master weights as weights are: the light theme's indigo is as dark as the panel. The correction beside them is a
    // lighter violet that is no gradient's blue to whoever lacks the green cones.
    t.optimizer_parts = {rgb(0x8C83E8), rgb(0xA99BF5), rgb(0x88CCEE), rgb(0x999933), rgb(0xC2C25E), rgb(0xE6D78A)};
    return t;
}

const Theme& theme_of(const QWidget* widget)
{
    const QStyle* style = widget ? widget->style() : QApplication::style();
    if (const auto* explorer = qobject_cast<const ExplorerStyle*>(style))
        return explorer->theme();
    static const Theme light = light_theme();
    static const Theme dark = dark_theme();
    return appearance_of(widget ? widget->palette() : QApplication::palette()) == Appearance::dark ? dark : light;
}

Appearance appearance_of(const QPalette& palette)
{
    return luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText))
               ? Appearance::dark
               : Appearance::light;
}

QPalette palette_of(const Theme& t)
{
    QPalette p;
    const auto set = [&p](QPalette::ColorRole role, const QColor& color, const QColor& off) {
        p.setColor(QPalette::Active, role, color);
        p.setColor(QPalette::Inactive, role, color);
        p.setColor(QPalette::Disabled, role, off);
    };
    set(QPalette::Window, t.window, t.window);
    set(QPalette::WindowText, t.text, t.disabled);
    set(QPalette::Base, t.field, t.window);
    set(QPalette::AlternateBase, t.window, t.window);
    set(QPalette::Text, t.text, t.disabled);
    set(QPalette::PlaceholderText, t.secondary, t.disabled);
    set(QPalette::Button, t.appearance == Appearance::dark ? t.grid : t.panel, t.window);
    set(QPalette::ButtonText, t.text, t.disabled);
    set(QPalette::BrightText, t.bad, t.bad);
    set(QPalette::ToolTipBase, t.panel, t.panel);
    set(QPalette::ToolTipText, t.text, t.text);
    // Selected text keeps its colour, so that signed numbers stay readable under the tint.
    set(QPalette::Highlight, t.selection, t.selection);
    set(QPalette::HighlightedText, t.text, t.disabled);
    set(QPalette::Link, t.accent, t.disabled);
    set(QPalette::LinkVisited, t.accent, t.disabled);
    set(QPalette::Light, t.panel, t.panel);
    set(QPalette::Midlight, t.grid, t.grid);
    set(QPalette::Mid, t.hairline, t.hairline);
    set(QPalette::Dark, t.outline, t.outline);
    set(QPalette::Shadow, t.outline, t.outline);
    return p;
}

QColor label_on(const QColor& fill)
{
    const QColor white(Qt::white);
    return contrast(white, fill) >= 4.5 ? white : QColor(Qt::black);
}

double contrast(const QColor& a, const QColor& b)
{
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto mix = [share](int x, int y) { return static_cast<int>(std::lround(x * share + y * (1 - share))); };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

QColor faded(const QColor& fill, const QColor& under) { return mixed(fill, under, 0.38); }

} // namespace blueprinting::ui
