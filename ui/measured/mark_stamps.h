#pragma once
#include "ui/measured/error_chart.h"

#include <QColor>
#include <QImage>

#include <cstdint>
#include <unordered_map>

class QPainter;

namespace blueprinting::ui {

/// One run's mark; the painter's antialiasing is on.
void draw_mark(QPainter& painter, const QPointF& at, RunMark shape, const QColor& color, const QColor& panel);

/// The same for thousands of marks on a screen: each kind is drawn once for a place within a pixel, to a quarter of it,
/// and then put where it belongs. GUI thread.
class MarkStamps {
public:
    /// `scale`: pixels a unit; `panel` fills rings.
    MarkStamps(double scale, QColor panel) : m_scale(scale), m_panel(std::move(panel)) {}

    /// `at` in pixels, in which the painter stands.
    void draw(QPainter& painter, const QPointF& at, RunMark shape, const QColor& color);

private:
    [[nodiscard]] QImage made(RunMark shape, const QColor& color, const QPointF& within) const;

    double m_scale;
    QColor m_panel;
    std::unordered_map<std::uint64_t, QImage> m_known;
};

} // namespace blueprinting::ui
