#include "ui/frame/command_field.h"

#include "ui/style/fonts.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"

#include <QPainter>
#include <QStyleOption>

namespace blueprinting::ui {

CommandField::CommandField(const QString& hint, const QString& keys, QWidget* parent)
    : QAbstractButton(parent), m_keys(keys)
{
    setObjectName(QStringLiteral("commandField"));
    setText(hint);
    setAccessibleName(hint);
    setToolTip(hint + QStringLiteral(" (") + keys + QLatin1Char(')'));
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize CommandField::sizeHint() const { return {332, metrics::kControlHeight}; }

QSize CommandField::minimumSizeHint() const { return {140, metrics::kControlHeight}; }

void CommandField::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    const auto outline = style_paint::outline_of(theme, option, this, hasFocus());
    style_paint::box(painter, rect(), theme.field, outline.color, outline.width);
    const QRect mark(10, (height() - metrics::kRowIcon) / 2, metrics::kRowIcon, metrics::kRowIcon);
    ui::icon(Icon::search, Tone::secondary).paint(&painter, mark);
    painter.setPen(theme.secondary);
    painter.setFont(small_font(this));
    const int keys = painter.fontMetrics().horizontalAdvance(m_keys);
    const bool roomy = width() > keys + 160;
    if (roomy)
        painter.drawText(rect().adjusted(0, 0, -10, 0), Qt::AlignVCenter | Qt::AlignRight, m_keys);
    painter.setFont(body_font(this));
    const QRect text = rect().adjusted(mark.right() + 9, 0, roomy ? -keys - 18 : -8, 0);
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(this->text(), Qt::ElideRight, text.width()));
}

} // namespace blueprinting::ui
