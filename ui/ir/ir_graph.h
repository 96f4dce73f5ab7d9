#pragma once
#include "ui/ir/graph_layout.h"
#include "ui/widgets/charts/chart_widget.h"

namespace blueprinting::ui {

/// The block drawn: every task in its phase and row, what it needs, what needs it and its twins in other phases when it
/// is picked. Arrow keys walk from task to task; it zooms as every chart does, and 0 shows all of it, too.
class IrGraph : public ChartWidget {
    Q_OBJECT
public:
    explicit IrGraph(QWidget* parent = nullptr);
    void setGraph(const IrSubject& subject, IrStage stage, const IrFilter& filter, const QString& picked);
    [[nodiscard]] GraphLayout graphLayout() const; ///< as it lies in the widget now; parts may be out of sight
    /// Keys of the tasks that light up with the picked one: before it, behind it, and the same one in other phases.
    [[nodiscard]] QStringList relatedTasks() const;
    [[nodiscard]] double zoom() const { return m_zoom; } ///< 1: names have their usual size

    [[nodiscard]] bool canZoom() const override { return true; }
    [[nodiscard]] bool isZoomed() const override;
    void zoomBy(double factor, const QPointF& about) override;
    void panBy(const QPointF& pixels) override;
    void showWhole() override;

    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override { return {480, 360}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 160}; }

Q_SIGNALS:
    void picked(const QString& key);

protected:
    [[nodiscard]] PartState inSight() const override;
    void look(const PartState& state) override;
    [[nodiscard]] bool hasData() const override { return m_subject.has_value(); }
    void clicked(const QPointF& at) override;
    [[nodiscard]] bool canDrag() const override { return true; }
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    [[nodiscard]] GraphLayout unscaled() const; ///< at zoom 1, from the top left
    [[nodiscard]] QSizeF unscaledSize() const;
    [[nodiscard]] double wholeZoom() const; ///< at which all of it is in sight
    [[nodiscard]] std::vector<bool> related(const GraphLayout& layout) const;
    void paintGraph(QPainter& painter, const GraphLayout& layout, const Theme& theme, bool on_screen) const;
    void paintHeads(QPainter& painter, const GraphLayout& layout, const Theme& theme) const;
    void paintSight(QPainter& painter, const Theme& theme) const;
    void keepInside();
    void place();  ///< as it was left, as far as the present size has room for that
    void leave();  ///< as it stands now
    void reveal(); ///< the picked task, where it is out of sight

    std::optional<IrSubject> m_subject;
    IrStage m_stage = IrStage::distributed;
    IrFilter m_filter;
    QString m_picked;
    double m_zoom = 1;
    QPointF m_offset;            ///< what lies at the widget's top left, in zoomed pixels
    std::optional<Sight> m_left; ///< as a person left it, or what was picked had it moved to; none: as at first
};

} // namespace blueprinting::ui
