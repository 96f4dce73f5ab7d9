#pragma once
#include "ui/style/tone.h"

#include <QIcon>
#include <QRectF>

class QPainter;

namespace blueprinting::ui {

/// The project's own line-drawn set; each is resources/icons/NAME.svg.
enum class Icon {
    book,
    cancel,
    chart,
    check,
    close,
    columns,
    console,
    copy,
    cross,
    dock,
    document,
    duplicate,
    error,
    export_file,
    eye,
    eye_off,
    filter,
    fit,
    help,
    info,
    link,
    lock,
    minus,
    more,
    new_file,
    open,
    pause,
    play,
    plus,
    redo,
    reset,
    save,
    search,
    star,
    star_filled,
    step_back,
    step_forward,
    table,
    trash,
    undo,
    warning
};
inline constexpr int kIcons = static_cast<int>(Icon::warning) + 1;

/// Drawn in the tone's colour of the theme that the application has when it paints, disabled ones in the disabled
/// colour; strokes are 1.5 px at every size and scale. A switch of the theme needs no new icon.
QIcon icon(Icon name, Tone tone = Tone::text);

/// The mark of a strategy's figure in headers and legends: filled square (evidence), outlined square (peak-only),
/// diamond (Calculon), upright bar (paper). Drawn, not loaded, by the same painters that charts use.
enum class Glyph { none, filled, outlined, diamond, upright, ring };
QIcon glyph_icon(Glyph glyph, Tone tone = Tone::secondary);
/// Centred in `rect`. A diamond is filled with `under`, so that lines do not show through it.
void draw_glyph(QPainter& painter, Glyph glyph, const QRectF& rect, const QColor& color,
                const QColor& under = Qt::transparent);

QIcon application_icon();

} // namespace blueprinting::ui
