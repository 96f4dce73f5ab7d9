#pragma once
#include <QColor>
#include <QPalette>

#include <array>
#include <cstddef>

class QWidget;

namespace blueprinting::ui {

enum class Appearance { light, dark };

/// Every colour of the program, as a plain value. Where an array stands for a family (components, memory, …) its order
/// is the order in which the family is stacked and listed everywhere.
struct Theme {
    Appearance appearance = Appearance::light;

    QColor window, panel, field;
    QColor text, secondary, disabled; ///< disabled is for controls only; stale figures use secondary
    QColor hairline, grid, outline;
    QColor accent; ///< selection, focus, links, primary button, playhead; nothing else
    QColor good, caution, bad;
    QColor selection;                                      ///< tint of a selected row; a 3 px accent bar goes with it
    QColor below_text, below_fill, above_text, above_fill; ///< signed errors and differences
    QColor caution_background, bad_background;
    QColor track, equal_cell;
    QColor strip, strip_past; ///< activations held, and below the cap where it is passed
    QColor held_out, fitted;  ///< regret of held-out and of fitted cells

    std::array<QColor, 4> chips;
    QColor chip_ink;

    std::array<QColor, 9> components; ///< in the order of cost::Component; the last (bubble) is hatched
    std::array<QColor, 4>
        further_components; ///< context, expert, parameter gather, embedding and head: program::kFurtherComponents
    std::array<QColor, 8> model_parts; ///< in the order of model::ModelPart
    std::array<QColor, 2> tiers;       ///< of networks: the first, and those beyond it
    std::array<QColor, 6>
        memory; ///< weights, weight gradients, optimizer, activations, checkpoints, activation gradients
    std::array<QColor, 6> optimizer_parts; ///< master, correction, gradient, m, v, scales
    std::array<QColor, 10> terms; ///< per rank, GDN per rank, CP exchange, attention CP, TP collective, tiny segments,
                                  ///< GDN levels, CP levels, TP levels, GDN TP levels

    /// Who measured a run: BLOOM, vTrain, Narayanan, Korthikanti, Vocabulary Parallelism, the next, all others, what is
    /// derived and not counted, one's own.
    std::array<QColor, 9> runs;

    /// Colour of the chip of the strategy with this letter, counted from 0; the colours repeat after four, the letters
    /// do not.
    [[nodiscard]] QColor chip(std::size_t place) const { return chips[place % chips.size()]; }
    bool operator==(const Theme&) const = default;
};

Theme light_theme();
Theme dark_theme();

/// The theme that this widget is drawn in (null: the application's). It stands in the application's ExplorerStyle;
/// under any other style it follows from the palette. The reference lives until the theme is switched.
const Theme& theme_of(const QWidget* widget = nullptr);

/// What a palette says of the desktop: dark where its window is darker than its text.
Appearance appearance_of(const QPalette& palette);
QPalette palette_of(const Theme& theme);

/// #FFFFFF where that gives 4.5:1 on this fill, else #000000.
QColor label_on(const QColor& fill);
/// WCAG 2.1 contrast ratio of two opaque colours, 1–21.
double contrast(const QColor& a, const QColor& b);
/// `share` of a and the rest of b, per sRGB channel.
QColor mixed(const QColor& a, const QColor& b, double share);
/// A stale fill: 38 % of the colour over what is under it.
QColor faded(const QColor& fill, const QColor& under);

} // namespace blueprinting::ui
