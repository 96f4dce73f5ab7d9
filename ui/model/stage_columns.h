#pragma once
#include "ui/widgets/charts/bar_chart.h"
#include "ui/widgets/charts/chart_widget.h"

namespace blueprinting::ui {

/// The stages of a pipeline side by side, counted from 0: memory stacked by kind against the capacity, and below on the
/// same columns the time of a microbatch.
struct StagePicture {
    BarChart memory, time;              ///< a row a stage, both in the same order
    std::vector<QString> blocks;        ///< of each stage: "7"
    std::optional<std::size_t> fullest; ///< the column that is named
    bool operator==(const StagePicture&) const = default;
};

/// Where everything goes. Pure.
struct StageLayout {
    QRectF memory, time;         ///< the two plots, as wide as each other
    std::vector<QRectF> columns; ///< of each stage: from the top of the one to below the other
    std::vector<double> middle;  ///< of each column
    double bar = 0;              ///< its width
    double memory_end = 1, time_end = 1;
    std::size_t every = 1; ///< so many stages have one label
};
StageLayout layout_stages(const StagePicture& picture, const QRectF& area, double line, double figure);

/// A click on a part of a column, or Return, picks what it is of.
class StageColumns : public ChartWidget {
    Q_OBJECT
public:
    explicit StageColumns(const QString& title, QWidget* parent = nullptr);
    void setPicture(StagePicture picture);
    [[nodiscard]] const StagePicture& picture() const { return m_picture; }
    [[nodiscard]] StageLayout places() const { return layoutIn(rect()); }
    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override { return {520, 520}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {300, 380}; }

Q_SIGNALS:
    void segmentPicked(const QString& key);

protected:
    [[nodiscard]] bool hasData() const override { return !m_picture.memory.rows.empty(); }
    void clicked(const QPointF& at) override;
    bool step(int down, int across) override;
    [[nodiscard]] bool hasCursor() const override { return m_stage >= 0; }
    void pickCursor() override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    [[nodiscard]] StageLayout layoutIn(const QRectF& area) const;
    /// The part under a point, or what the keyboard stands on.
    [[nodiscard]] const BarSegment* segmentAt(const QPointF& at) const;
    [[nodiscard]] const BarSegment* segmentOf(int stage, int part) const;

    StagePicture m_picture;
    int m_stage = -1, m_part = 0; ///< where the keyboard stands: over memory, then over time
};

} // namespace blueprinting::ui
