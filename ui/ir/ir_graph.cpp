#include "ui/ir/ir_graph.h"

#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace blueprinting::ui {
namespace {

/// Within a column: straight down to the next, in a bow past others. Between columns: a curve.
QPainterPath path_of(const GraphLayout& layout, const GraphEdge& edge)
{
    const QRectF& from = layout.nodes[edge.from].rect;
    const QRectF& to = layout.nodes[edge.to].rect;
    QPainterPath path;
    if (edge.across) {
        const bool rightwards = to.left() > from.left();
        const QPointF start(rightwards ? from.right() : from.left(), from.center().y());
        const QPointF end(rightwards ? to.left() : to.right(), to.center().y());
        const double bend = std::max(14.0, std::fabs(end.x() - start.x()) / 2) * (rightwards ? 1 : -1);
        path.moveTo(start);
        path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end);
        return path;
    }
    const bool down = to.top() > from.top();
    const double gap = down ? to.top() - from.bottom() : from.top() - to.bottom();
    if (gap < from.height()) {
        const double x = std::max(from.left(), to.left()) + 10;
        path.moveTo(x, down ? from.bottom() : from.top());
        path.lineTo(x, down ? to.top() : to.bottom());
        return path;
    }
    const double bow = std::min(16.0, 5 + gap / 40);
    const QPointF start(from.right(), from.center().y());
    const QPointF end(to.right(), to.center().y());
    path.moveTo(start);
    path.cubicTo(start + QPointF(bow, 0), end + QPointF(bow, 0), end);
    return path;
}

void paint_lanes(QPainter& painter, const GraphLayout& layout, const Theme& theme)
{
    for (const GraphLane& lane : layout.lanes) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.window);
        painter.drawRoundedRect(QRectF(lane.rect.left(), lane.rect.top() - 3, 18, lane.rect.height() + 6), metrics::kRadius, metrics::kRadius);
        painter.save();
        painter.translate(lane.rect.left() + 9, lane.rect.center().y());
        painter.rotate(-90);
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(-lane.rect.height() / 2, -9, lane.rect.height(), 18), Qt::AlignCenter, lane.title);
        painter.restore();
    }
}

} // namespace

IrGraph::IrGraph(QWidget* parent) : ChartWidget(QString(), parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Graph of the block's tasks"));
}

void IrGraph::setGraph(const IrSubject& subject, IrStage stage, const IrFilter& filter, const QString& picked)
{
    m_subject = subject;
    m_stage = stage;
    m_filter = filter;
    m_picked = picked;
    setTitle(tr("%1 of %2").arg(stage_title(stage), subject.name));
    std::vector<LegendItem> legend;
    for (const GraphColumn& column : graphLayout().columns)
        legend.push_back({column.title, phase_color(column.phase)});
    legend.push_back({tr("communicates"), ColorToken::component(static_cast<std::size_t>(cost::Component::tensor_parallel))});
    setLegend(std::move(legend));
    setMinimumHeight(minimumSizeHint().height());
    updateGeometry();
    update();
}

GraphLayout IrGraph::graphLayout() const
{
    return m_subject ? layout_graph(*m_subject, m_stage, m_filter, small_font(this), QSizeF(size())) : GraphLayout();
}

QSize IrGraph::sizeHint() const { return minimumSizeHint(); }

QSize IrGraph::minimumSizeHint() const
{
    const double height = m_subject ? graph_height(*m_subject, m_stage, small_font(this)) : 100;
    return {360, int(std::ceil(height))};
}

void IrGraph::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    if (!m_subject)
        return;
    const GraphLayout layout = layout_graph(*m_subject, m_stage, m_filter, small_font(this), area.size());
    painter.save();
    painter.translate(area.topLeft());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(small_font(this));
    const QFontMetricsF metrics(painter.font());
    if (layout.nodes.empty()) {
        painter.setPen(theme.secondary);
        painter.drawText(QRectF(QPointF(0, 0), area.size()), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("A model is one operation: the graph begins with its distribution."));
        painter.restore();
        return;
    }
    paint_lanes(painter, layout, theme);
    for (const GraphColumn& column : layout.columns) {
        const QRectF swatch(column.head.left(), column.head.center().y() - 4, 8, 8);
        painter.fillRect(swatch, phase_color(column.phase).in(theme));
        painter.setPen(theme.text);
        const QRectF text = column.head.adjusted(13, 0, 0, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(column.title, Qt::ElideRight, text.width()));
    }
    const std::optional<std::size_t> picked = layout.find(m_picked);
    painter.setBrush(Qt::NoBrush);
    for (const GraphEdge& edge : layout.edges)
        if (!edge.across) {
            painter.setPen(QPen(theme.outline, 1));
            painter.drawPath(path_of(layout, edge));
        }
    std::vector<bool> related(layout.nodes.size(), false);
    if (picked)
        for (const GraphEdge& edge : layout.edges)
            if (edge.from == *picked || edge.to == *picked) {
                related[edge.from == *picked ? edge.to : edge.from] = true;
                painter.setPen(QPen(theme.accent, 1.5));
                painter.drawPath(path_of(layout, edge));
            }
    const QColor communication = ColorToken::component(static_cast<std::size_t>(cost::Component::tensor_parallel)).in(theme);
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        const GraphNode& node = layout.nodes[i];
        const bool is_picked = picked == i;
        QColor fill = node.communicates ? mixed(communication, theme.panel, 0.3) : theme.panel;
        if (is_picked)
            fill = theme.selection;
        QColor outline = is_picked || related[i] ? theme.accent : theme.outline;
        if (node.muted && !is_picked) {
            fill = theme.panel;
            outline = related[i] ? outline : theme.hairline;
        }
        style_paint::box(painter, node.rect, fill, outline, is_picked ? 1.5 : 1, 3);
        QColor strip = phase_color(node.phase).in(theme);
        if (node.muted)
            strip = faded(strip, theme.panel);
        painter.fillRect(QRectF(node.rect.left() + 1, node.rect.top() + 1, metrics::kAccentBar, node.rect.height() - 2),
                         is_picked ? theme.accent : strip);
        painter.setPen(node.muted && !is_picked ? theme.disabled : theme.text);
        const QRectF text = node.rect.adjusted(8, 0, -3, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(node.name, Qt::ElideRight, text.width()));
    }
    if (on_screen && hasFocus() && picked) {
        painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(layout.nodes[*picked].rect.adjusted(-2.5, -2.5, 2.5, 2.5), 4, 4);
    }
    painter.restore();
}

std::vector<QStringList> IrGraph::dataRows() const
{
    std::vector<QStringList> out{{tr("task"), tr("phase"), tr("row"), tr("needs")}};
    const GraphLayout layout = graphLayout();
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        QStringList needs;
        for (const GraphEdge& edge : layout.edges)
            if (edge.to == i)
                needs << layout.nodes[edge.from].key;
        out.push_back({layout.nodes[i].key.section(QLatin1Char('/'), 0, 0), phase_title(layout.nodes[i].phase),
                       QString::number(layout.nodes[i].row), needs.join(QLatin1Char(' '))});
    }
    return out;
}

void IrGraph::mousePressEvent(QMouseEvent* event)
{
    const GraphLayout layout = graphLayout();
    if (const auto node = layout.at(event->position()); node && event->button() == Qt::LeftButton)
        Q_EMIT picked(layout.nodes[*node].key);
    ChartWidget::mousePressEvent(event);
}

void IrGraph::keyPressEvent(QKeyEvent* event)
{
    const int columns = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int rows = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const GraphLayout layout = graphLayout();
    if ((columns == 0 && rows == 0) || layout.nodes.empty()) {
        ChartWidget::keyPressEvent(event);
        return;
    }
    const auto from = layout.find(m_picked);
    const std::size_t to = from ? neighbour(layout, *from, columns, rows) : 0;
    announce(layout.nodes[to].hover);
    Q_EMIT picked(layout.nodes[to].key);
}

QString IrGraph::hoverText(const QPointF& at) const
{
    const GraphLayout layout = graphLayout();
    const auto node = layout.at(at);
    return node ? layout.nodes[*node].hover : QString();
}

} // namespace blueprinting::ui
