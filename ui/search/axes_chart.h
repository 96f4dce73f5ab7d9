#pragma once
#include "ui/search/axes_layout.h"
#include "ui/widgets/charts/chart_widget.h"

namespace blueprinting::ui {

/// Parallel axes with a brush on each. Dragging along an axis marks what to filter by, a click one value; dragging a
/// title moves its axis. By keyboard the arrows choose an axis and a value, Space filters by it, Shift with the arrows
/// moves the axis, Escape takes every filter off.
class AxesChart : public ChartWidget {
    Q_OBJECT
public:
    explicit AxesChart(const QString& title, QWidget* parent = nullptr);
    void setPicture(AxesPicture picture);
    [[nodiscard]] const AxesPicture& picture() const { return m_picture; }
    [[nodiscard]] AxesLayout places() const;
    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override { return {760, 180}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {560, 140}; }

Q_SIGNALS:
    /// Filter by these values of a knob; by none where there are none.
    void valuesMarked(const QString& key, const QList<qint64>& values);
    /// Filter by a stretch of a measure, in GiB or seconds; ends past those of the axis are infinite.
    void stretchMarked(const QString& key, double low, double high);
    void cleared(); ///< every filter is to go
    void ordered(const QStringList& keys);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] bool hasData() const override { return !m_picture.axes.empty(); }
    bool step(int down, int across) override;
    [[nodiscard]] bool hasCursor() const override { return cursor() != nullptr; }
    void pickCursor() override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    /// What the left button holds: an axis along which it marks, or a title.
    struct Held {
        std::size_t axis = 0;
        bool title = false;
        QPointF from, at;
        bool dragged = false;
    };
    [[nodiscard]] AxesLayout layoutIn(const QRectF& area) const;
    [[nodiscard]] const KnobAxis::Value* cursor() const;
    [[nodiscard]] QString valueText(const KnobAxis& axis, const KnobAxis::Value& value) const;
    [[nodiscard]] QString ribbonText(const QPointF& at) const;
    void mark(const KnobAxis& axis, double low, double high);
    void toggle(const KnobAxis& axis, std::size_t place);
    void move(std::size_t from, std::size_t to);

    void paintBands(QPainter& painter, const AxesLayout& layout, const Theme& theme) const;
    void paintLines(QPainter& painter, const AxesLayout& layout, const Theme& theme) const;
    void paintAxis(QPainter& painter, const AxesLayout& layout, const Theme& theme, std::size_t place) const;
    void paintLetters(QPainter& painter, const AxesLayout& layout, const Theme& theme) const;

    AxesPicture m_picture;
    std::optional<Held> m_held;
    std::size_t m_axis = 0, m_value = 0; ///< where the keyboard stands
    bool m_walked = false;
};

} // namespace blueprinting::ui
