#include "ui/widgets/controls/icon_label.h"

#include <QPainter>

namespace blueprinting::ui {

IconLabel::IconLabel(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

IconLabel::IconLabel(const QIcon& icon, int side, QWidget* parent) : IconLabel(parent) { setIcon(icon, side); }

void IconLabel::setIcon(const QIcon& icon, int side, const QString& meaning)
{
    m_icon = icon;
    m_side = side;
    setAccessibleName(meaning);
    setToolTip(meaning);
    updateGeometry();
    update();
}

void IconLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    m_icon.paint(&painter, rect(), Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);
}

} // namespace blueprinting::ui
