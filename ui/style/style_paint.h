#pragma once
#include "ui/style/theme.h"

#include <QPainter>
#include <QStyleOption>

/// The shapes that the style is drawn from.
namespace blueprinting::ui::style_paint {

/// Rounded box with an outline inside of its edge.
void box(QPainter& painter, const QRectF& rect, const QColor& fill, const QColor& outline, double width = 1,
         double radius = 4);
enum class Direction { up, down, left, right };
/// Small filled triangle (fields) and open chevron (trees), centred in the rectangle.
void triangle(QPainter& painter, const QRectF& rect, Direction direction, const QColor& color, double half = 4);
void chevron(QPainter& painter, const QRectF& rect, Direction direction, const QColor& color);
void check_mark(QPainter& painter, const QRectF& rect, const QColor& color);
/// Two lines of dots along the middle of a splitter's handle.
void grip(QPainter& painter, const QRectF& rect, Qt::Orientation handle, const QColor& color);
/// Outline of a control: bad where invalid, accent where focused or primary, else the control outline.
struct Outline {
    QColor color;
    double width;
};
Outline outline_of(const Theme& theme, const QStyleOption& option, const QWidget* widget, bool focused);

/// Where the word of a table's header stands within the room for it, its mark included.
QRect header_word(const QStyleOptionHeader& header, const QRect& room, const QFont& font);
inline constexpr int kHeaderGlyph = 14, kHeaderGlyphRoom = kHeaderGlyph + 4;

/// Whether a tool button shows a word and opens a menu at once: its arrow needs room behind the word.
bool opens_menu(const QStyleOptionToolButton& button);
inline constexpr int kMenuArrow = 16;

bool is_invalid(const QWidget* widget);
bool is_primary(const QWidget* widget);
bool is_compact(const QWidget* widget);

} // namespace blueprinting::ui::style_paint
