#include "ui/search/search_plot.h"

#include "ui/style/fonts.h"

#include <QMouseEvent>
#include <QPainter>

namespace blueprinting::ui {
namespace {

constexpr double kLeastMarked = 4; ///< pixels: less is a click

} // namespace

void SearchPlot::setLetters(std::map<QString, QString> letters)
{
    m_letters = std::move(letters);
    update();
}

void SearchPlot::paintLetters(QPainter& painter, const XyLayout& layout, const Theme& theme) const
{
    painter.save();
    painter.setFont(bold_font(this));
    painter.setPen(theme.chip_ink);
    for (const XyMark& mark : chart().marks) {
        const auto letter = m_letters.find(mark.key);
        const QPointF at(layout.x.position(mark.x, layout.plot.left(), layout.plot.right()),
                         layout.y.position(mark.y, layout.plot.bottom(), layout.plot.top()));
        if (letter != m_letters.end() && layout.plot.contains(at))
            painter.drawText(QRectF(at - QPointF(12, 12), QSizeF(24, 24)), Qt::AlignCenter, letter->second);
    }
    painter.restore();
}

void SearchPlot::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    XyPlot::paintChart(painter, area, theme, on_screen);
    const XyLayout seen = places();
    paintLetters(painter, layout_xy(chart(), area, xy_fonts(this), seen.x, seen.y), theme);
}

void SearchPlot::paintEvent(QPaintEvent* event)
{
    XyPlot::paintEvent(event);
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    paintLetters(painter, places(), theme);
    if (!m_from || !m_to)
        return;
    QColor fill = theme.accent;
    fill.setAlphaF(0.12F);
    painter.fillRect(QRectF(*m_from, *m_to).normalized(), fill);
    painter.setPen(QPen(theme.accent, 1));
    painter.drawRect(QRectF(*m_from, *m_to).normalized());
}

void SearchPlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier) {
        m_from = event->position();
        m_to = m_from;
        return;
    }
    XyPlot::mousePressEvent(event);
}

void SearchPlot::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_from)
        return XyPlot::mouseMoveEvent(event);
    m_to = event->position();
    update();
}

void SearchPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_from)
        return XyPlot::mouseReleaseEvent(event);
    const XyLayout layout = places();
    const QRectF marked = QRectF(*m_from, event->position()).normalized() & layout.plot;
    m_from.reset();
    m_to.reset();
    update();
    if (marked.width() < kLeastMarked || marked.height() < kLeastMarked)
        return;
    const QRectF& plot = layout.plot;
    const double left = layout.x.value(marked.left(), plot.left(), plot.right());
    const double right = layout.x.value(marked.right(), plot.left(), plot.right());
    const double low = layout.y.value(marked.bottom(), plot.bottom(), plot.top());
    const double high = layout.y.value(marked.top(), plot.bottom(), plot.top());
    Q_EMIT rangeMarked({left, low, right - left, high - low});
}

} // namespace blueprinting::ui
