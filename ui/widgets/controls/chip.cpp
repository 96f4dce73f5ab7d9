#include "ui/widgets/controls/chip.h"
#include "ui/style/fonts.h"
#include "ui/style/style_paint.h"

#include <algorithm>

namespace blueprinting::ui {

void draw_chip(QPainter& painter, const QRectF& rect, const QString& letter, const QColor& color, const QColor& ink)
{
    const double side = std::min<double>(kChipSide, rect.height()); // beside thin bars they keep apart
    QRectF square(0, 0, side, side);
    square.moveCenter(rect.center());
    style_paint::box(painter, square, color, Qt::transparent, 0, 4);
    painter.save();
    QFont font = small_font();
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(square, Qt::AlignCenter, letter);
    painter.restore();
}

ChipLabel::ChipLabel(const QString& letter, std::size_t place, QWidget* parent) : QWidget(parent), m_place(place)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setChip(letter, place);
}

void ChipLabel::setChip(const QString& letter, std::size_t place)
{
    m_letter = letter;
    m_place = place;
    setAccessibleName(tr("Strategy %1").arg(letter));
    update();
}

void ChipLabel::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    draw_chip(painter, rect(), m_letter, theme.chip(m_place), theme.chip_ink);
}

} // namespace blueprinting::ui
