#pragma once
#include "ui/search/search_run.h"
#include "ui/widgets/charts/axis.h"
#include "ui/widgets/charts/chart_widget.h"

namespace blueprinting::ui {

/// What more devices give: a curve of tokens a second and GPU, and under each number of devices, in the same column,
/// the strategy with what changes boxed.
struct ScalingCell {
    QString text;
    bool boxed = false; ///< another value than the number before has
    bool operator==(const ScalingCell&) const = default;
};
struct ScalingRow {
    QString title;
    std::vector<ScalingCell> cells; ///< by number of devices
    bool separates = false;         ///< a rule stands above it
    QString aside;                  ///< behind the last column
    bool operator==(const ScalingRow&) const = default;
};
struct ScalingLine {
    QString name;                              ///< "best of each count", "A, DP alone"
    std::vector<std::optional<double>> values; ///< tokens a second and GPU
    std::vector<char> fits;
    ColorToken color;
    bool dashed = false, bold = false;
    bool operator==(const ScalingLine&) const = default;
};
struct ScalingPicture {
    std::vector<std::int64_t> devices;
    std::vector<ScalingLine> lines; ///< the best first
    std::vector<ScalingRow> rows;
    double most = 0; ///< tokens a second and GPU that are 100 %
    std::optional<std::size_t> opened;
    bool operator==(const ScalingPicture&) const = default;
};

/// Only of a run that is complete and has several numbers of devices.
ScalingPicture scaling_picture(const SearchRun& run, std::optional<std::size_t> opened);

/// Where everything goes. Pure.
struct ScalingLayout {
    QRectF plot;
    AxisScale y;
    std::vector<double> columns; ///< their middles
    double column_width = 0;
    std::vector<double> rows; ///< upper edges; the devices' own first
    double line = 0;          ///< height of one
};
ScalingLayout layout_scaling(const ScalingPicture& picture, const QRectF& area, double line);

/// A click on a column, or Return, opens it.
class ScalingChart : public ChartWidget {
    Q_OBJECT
public:
    explicit ScalingChart(const QString& title, QWidget* parent = nullptr);
    void setPicture(ScalingPicture picture);
    [[nodiscard]] const ScalingPicture& picture() const { return m_picture; }
    [[nodiscard]] ScalingLayout places() const;
    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint(); }
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void devicesPicked(qint64 devices);

protected:
    [[nodiscard]] bool hasData() const override { return !m_picture.devices.empty(); }
    void clicked(const QPointF& at) override;
    bool step(int down, int across) override;
    [[nodiscard]] bool hasCursor() const override { return m_cursor >= 0; }
    void pickCursor() override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    [[nodiscard]] int columnAt(const QPointF& at) const;
    [[nodiscard]] QString readOut(int column) const;
    [[nodiscard]] ScalingLayout layoutIn(const QRectF& area) const;

    ScalingPicture m_picture;
    int m_cursor = -1;
};

} // namespace blueprinting::ui
