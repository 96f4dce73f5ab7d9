#include "ui/widgets/last_legal.h"

#include <QCoreApplication>

namespace blueprinting::ui {

namespace {

constexpr double kShare = 0.38; ///< as faded() has it

} // namespace

QString last_legal_words() { return QCoreApplication::translate("blueprinting::ui::LastLegal", "last legal figures"); }

ColorToken last_legal(const ColorToken& color) { return color.isNone() ? color : color.mixedWithPanel(kShare); }

Cell last_legal(Cell cell)
{
    cell.tone = Tone::secondary;
    cell.icon_tone = Tone::secondary;
    cell.bold = false;
    cell.color = last_legal(cell.color);
    cell.background = {};
    return cell;
}

TableRow last_legal(TableRow row)
{
    for (Cell& cell : row.cells)
        cell = last_legal(std::move(cell));
    row.tint = RowTint::none;
    return row;
}

} // namespace blueprinting::ui
