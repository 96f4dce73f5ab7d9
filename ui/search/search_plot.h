#pragma once
#include "ui/widgets/charts/xy_plot.h"

#include <map>

namespace blueprinting::ui {

/// The picture of time against memory: an XyPlot over which dragging with Shift marks a range to filter by, and whose
/// marks may carry a letter.
class SearchPlot : public XyPlot {
    Q_OBJECT
public:
    using XyPlot::XyPlot;
    /// Written into the marks with these keys.
    void setLetters(std::map<QString, QString> letters);
    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;

Q_SIGNALS:
    void rangeMarked(const QRectF& range); ///< in values: x, y of its low corner, width and height

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void paintLetters(QPainter& painter, const XyLayout& layout, const Theme& theme) const;

    std::optional<QPointF> m_from, m_to;
    std::map<QString, QString> m_letters;
};

} // namespace blueprinting::ui
