#pragma once
#include "ui/measured/error_chart.h"
#include "ui/widgets/charts/chart_widget.h"

#include <QPixmap>

#include <functional>

namespace blueprinting::ui {

class MarkStamps;

/// Runs over one error axis: marks above, strips below. A click picks the nearest run; the arrows walk along the errors
/// (left, right) and up the marks' axis (up, down), Return picks. Both axes zoom.
class ErrorPlot : public ChartWidget {
    Q_OBJECT
public:
    explicit ErrorPlot(const QString& title, QWidget* parent = nullptr);

    void setChart(ErrorChart chart);
    [[nodiscard]] const ErrorChart& chart() const { return m_chart; }
    [[nodiscard]] const ErrorLayout& places() const;
    /// Controls that say what the axes are of: beside the marks, and over the strips' labels.
    void setControls(QWidget* up, QWidget* strips);
    /// What is said of a run, by its key; asked for when it is pointed at.
    void setReadOut(std::function<QString(const QString& key)> read_out) { m_read_out = std::move(read_out); }
    /// Rings this run; nothing else is drawn anew.
    void setSelected(const QString& key);

    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void runPicked(const QString& key);

protected:
    [[nodiscard]] ZoomAxes zoomAxes() const override;
    void sightChanged() override { forget(); }
    [[nodiscard]] bool hasData() const override { return !m_chart.marks.empty(); }
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void clicked(const QPointF& at) override;
    bool step(int down, int across) override;
    [[nodiscard]] bool hasCursor() const override { return m_cursor >= 0; }
    void pickCursor() override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    [[nodiscard]] ErrorLayout layoutIn(const QRectF& area) const;
    [[nodiscard]] QString readOut(int mark) const;
    [[nodiscard]] int markAt(const QPointF& at) const;
    void forget();
    void arrange();

    ErrorChart m_chart;
    int m_cursor = -1;
    QWidget* m_up = nullptr;
    QWidget* m_by = nullptr;
    mutable std::optional<ErrorLayout> m_places; ///< of the present size and sight
    std::function<QString(const QString& key)> m_read_out;
    QPixmap m_drawn; ///< all but rings: thousands of marks are not drawn again for each move of the pointer
};

/// Everything but the rings of selection, nearness and keyboard. With stamps the painter's device has one pixel a
/// pixel: its scale is the painter's own.
void paint_errors(QPainter& painter, const ErrorChart& chart, const ErrorLayout& layout, const QWidget* widget,
                  const Theme& theme, MarkStamps* stamps = nullptr);
void paint_error_rings(QPainter& painter, const ErrorChart& chart, const ErrorLayout& layout, const Theme& theme);

} // namespace blueprinting::ui
