#pragma once
#include "ui/ir/graph_layout.h"
#include "ui/widgets/chart_widget.h"

namespace blueprinting::ui {

/// The block drawn: every task in its phase and row, what it needs and what needs it when it is picked. Arrow keys move.
class IrGraph : public ChartWidget {
    Q_OBJECT
public:
    explicit IrGraph(QWidget* parent = nullptr);
    void setGraph(const IrSubject& subject, IrStage stage, const IrFilter& filter, const QString& picked);
    [[nodiscard]] GraphLayout graphLayout() const; ///< at its present size

    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void picked(const QString& key);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    std::optional<IrSubject> m_subject;
    IrStage m_stage = IrStage::distributed;
    IrFilter m_filter;
    QString m_picked;
};

} // namespace blueprinting::ui
