#pragma once
#include "ui/widgets/chart_widget.h"

namespace blueprinting::ui {

/// What the charts of a certificate have in common: the arrows walk from mark to mark, Enter picks what they stand on,
/// a click what it is on. Zoomed, the whole chart is magnified; what the keyboard comes to is brought into sight. A
/// chart works in the coordinates of the whole, and does not see the zoom.
class WalkedChart : public ChartWidget {
    Q_OBJECT
public:
    using ChartWidget::ChartWidget;

    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const final;
    [[nodiscard]] bool canZoom() const final { return true; }
    [[nodiscard]] bool isZoomed() const final { return m_sight.zoom > 1; }
    void zoomBy(double factor, const QPointF& about) final;
    void panBy(const QPointF& pixels) final;
    void showWhole() final;
    /// Where a point of the whole chart is seen now.
    [[nodiscard]] QPointF seenAt(const QPointF& at) const { return origin() + at * m_sight.zoom; }

protected:
    virtual void paintMarks(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const = 0;
    virtual void walk(int down, int across) = 0;
    [[nodiscard]] virtual bool hasCursor() const = 0;
    [[nodiscard]] virtual QRectF cursorPlace() const = 0;
    virtual void pickCursor() = 0;
    virtual void pickAt(const QPointF& at) = 0;
    [[nodiscard]] virtual QString readOutAt(const QPointF& at) const = 0;
    [[nodiscard]] bool showsCursor() const { return hasFocus() && m_keyboard; }

    void clicked(const QPointF& at) final;
    void mousePressEvent(QMouseEvent* event) final;
    void keyPressEvent(QKeyEvent* event) final;
    void focusInEvent(QFocusEvent* event) final;
    void focusOutEvent(QFocusEvent* event) final;
    [[nodiscard]] PartState inSight() const final;
    void look(const PartState& state) final;
    [[nodiscard]] QString hoverText(const QPointF& at) const final { return readOutAt(wholeAt(at)); }

private:
    void move(int down, int across);
    void setSight(const Sight& sight);
    /// Where the whole chart's corner is seen.
    [[nodiscard]] QPointF origin() const
    {
        return QPointF(-m_sight.left * width(), -m_sight.top * height()) * m_sight.zoom;
    }
    /// The point of the whole chart that is seen there.
    [[nodiscard]] QPointF wholeAt(const QPointF& at) const { return (at - origin()) / m_sight.zoom; }

    Sight m_sight;
    bool m_keyboard = false;
};

} // namespace blueprinting::ui
