#pragma once
#include "ui/style/color_token.h"
#include "ui/style/icon.h"

#include <QWidget>

#include <vector>

namespace blueprinting::ui {

struct LegendItem {
    QString name = {};
    ColorToken color = {};
    bool hatched = false;
    Glyph glyph = Glyph::none; ///< where set, drawn instead of the square
    bool circle = false;       ///< a round mark, as in scatters
    bool operator==(const LegendItem&) const = default;
};

/// What the colours of a chart mean, in stack order, wrapping at the right. One size smaller than the body, quiet.
class Legend : public QWidget {
    Q_OBJECT
public:
    explicit Legend(QWidget* parent = nullptr);
    void setItems(std::vector<LegendItem> items);
    [[nodiscard]] const std::vector<LegendItem>& items() const { return m_items; }
    void setAlignment(Qt::AlignmentFlag alignment); ///< AlignRight (default) or AlignLeft

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] std::vector<QRectF> placesIn(double width, Qt::AlignmentFlag alignment) const;

    std::vector<LegendItem> m_items;
    /// The items' widths in `m_font`: layouts ask for several widths in a row.
    mutable std::vector<double> m_measured;
    mutable QFont m_font;
    Qt::AlignmentFlag m_alignment = Qt::AlignRight;
};

/// Where each item stands; pure, for painting (also into exports) and for tests.
std::vector<QRectF> layout_legend(const std::vector<LegendItem>& items, const QFontMetricsF& metrics, double width,
                                  Qt::AlignmentFlag alignment);
void draw_legend(QPainter& painter, const std::vector<LegendItem>& items, const std::vector<QRectF>& places,
                 const Theme& theme, const QFont& font);
/// A swatch: filled, or hatched with an outline as the bubble is.
void draw_swatch(QPainter& painter, const QRectF& rect, const QColor& color, bool hatched, const QColor& under);
/// The bubble's fill: 6 px pitch, 1.4 px lines, 1 px outline.
void draw_hatch(QPainter& painter, const QRectF& rect, const QColor& color, const QColor& under);

} // namespace blueprinting::ui
