#include "ui/ir/ir_graph.h"

#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/last_legal.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kLeastWidth = 380; ///< of six columns whose names can be read
constexpr double kMostZoom = 4;

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
        painter.drawRoundedRect(QRectF(lane.rect.left(), lane.rect.top() - 3, 18, lane.rect.height() + 6),
                                metrics::kRadius, metrics::kRadius);
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
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Graph of the block's tasks"));
}

void IrGraph::setGraph(const IrSubject& subject, IrStage stage, const IrFilter& filter, const QString& picked)
{
    const bool elsewhere = picked != m_picked || stage != m_stage || !m_subject;
    m_subject = subject;
    m_stage = stage;
    m_filter = filter;
    m_picked = picked;
    setTitle(tr("%1 of %2").arg(stage_title(stage), subject.name) +
             (subject.current ? QString() : QStringLiteral(", ") + last_legal_words()));
    std::vector<LegendItem> legend;
    for (const GraphColumn& column : unscaled().columns)
        legend.push_back({phase_title(column.phase), phase_color(column.phase)});
    legend.push_back(
        {tr("communicates"), ColorToken::component(static_cast<std::size_t>(cost::Component::tensor_parallel))});
    setLegend(std::move(legend));
    place();
    if (elsewhere)
        reveal();
    update();
    dataCame();
}

QSizeF IrGraph::unscaledSize() const
{
    const double share = std::min(m_zoom, 1.0); // zoomed out, the tasks keep the whole width
    const double height = m_subject ? graph_height(*m_subject, m_stage, small_font(this)) : 0;
    return {std::max(width() / share, kLeastWidth), std::max(this->height() / share, height)};
}

GraphLayout IrGraph::unscaled() const
{
    return m_subject ? layout_graph(*m_subject, m_stage, m_filter, small_font(this), unscaledSize()) : GraphLayout();
}

GraphLayout IrGraph::graphLayout() const
{
    GraphLayout layout = unscaled();
    for (GraphNode& node : layout.nodes)
        node.rect = QRectF(node.rect.topLeft() * m_zoom - m_offset, node.rect.size() * m_zoom);
    for (GraphColumn& column : layout.columns) // they stay at the top
        column.head = QRectF(column.head.topLeft() * m_zoom - QPointF(m_offset.x(), 0), column.head.size() * m_zoom);
    for (GraphLane& lane : layout.lanes)
        lane.rect = QRectF(lane.rect.topLeft() * m_zoom - m_offset, lane.rect.size() * m_zoom);
    layout.size *= m_zoom;
    return layout;
}

double IrGraph::wholeZoom() const
{
    const double wanted = m_subject ? graph_height(*m_subject, m_stage, small_font(this)) : 0;
    return wanted > 0 ? std::min({1.0, height() / wanted, width() / kLeastWidth}) : 1;
}

bool IrGraph::isZoomed() const { return std::fabs(m_zoom - wholeZoom()) > 1e-9 || !m_offset.isNull(); }

void IrGraph::zoomBy(double factor, const QPointF& about)
{
    const QSizeF before = unscaledSize() * m_zoom;
    const QPointF at = about + m_offset;
    m_zoom = std::clamp(m_zoom * factor, wholeZoom(), kMostZoom);
    const QSizeF after = unscaledSize() * m_zoom;
    m_offset = QPointF(at.x() / before.width() * after.width(), at.y() / before.height() * after.height()) - about;
    keepInside();
    leave();
}

void IrGraph::panBy(const QPointF& pixels)
{
    m_offset -= pixels;
    keepInside();
    leave();
}

void IrGraph::showWhole()
{
    m_zoom = wholeZoom();
    m_offset = {};
    leave();
}

void IrGraph::leave()
{
    const QSizeF whole = unscaledSize() * m_zoom;
    m_left = Sight{m_offset.x() / whole.width(), m_offset.y() / whole.height(), m_zoom};
    if (m_left == Sight())
        m_left.reset();
    sightMoved();
}

void IrGraph::place()
{
    if (m_left) {
        m_zoom = std::max(m_left->zoom, std::min(1.0, wholeZoom()));
        const QSizeF whole = unscaledSize() * m_zoom;
        m_offset = QPointF(m_left->left * whole.width(), m_left->top * whole.height());
    }
    keepInside();
}

PartState IrGraph::inSight() const
{
    PartState out;
    out.sight = m_left;
    return out;
}

void IrGraph::look(const PartState& state)
{
    m_left = state.sight;
    m_zoom = 1;
    m_offset = {};
    if (m_left)
        m_left->zoom = std::min(m_left->zoom, kMostZoom);
    place();
    if (!m_left)
        reveal();
    update();
}

void IrGraph::keepInside()
{
    m_zoom = std::max(m_zoom, std::min(1.0, wholeZoom()));
    const QSizeF whole = unscaledSize() * m_zoom;
    m_offset.setX(std::clamp(m_offset.x(), 0.0, std::max(0.0, whole.width() - width())));
    m_offset.setY(std::clamp(m_offset.y(), 0.0, std::max(0.0, whole.height() - height())));
}

void IrGraph::reveal()
{
    const GraphLayout layout = graphLayout();
    const auto picked = layout.find(m_picked);
    if (!picked)
        return;
    const QRectF& node = layout.nodes[*picked].rect;
    const QRectF sight = QRectF(rect()).adjusted(0, layout.columns.front().head.height(), 0, 0);
    if (sight.contains(node))
        return;
    m_offset += node.center() - sight.center();
    keepInside();
    if (isVisible())
        leave();
}

void IrGraph::resizeEvent(QResizeEvent* event)
{
    ChartWidget::resizeEvent(event);
    place();
    if (!m_left)
        reveal();
}

std::vector<bool> IrGraph::related(const GraphLayout& layout) const
{
    std::vector<bool> out(layout.nodes.size(), false);
    const std::optional<std::size_t> picked = layout.find(m_picked);
    if (!picked)
        return out;
    for (const GraphEdge& edge : layout.edges)
        if (edge.from == *picked || edge.to == *picked)
            out[edge.from == *picked ? edge.to : edge.from] = true;
    const GraphNode& own = layout.nodes[*picked];
    for (std::size_t i = 0; i < layout.nodes.size(); ++i)
        if (layout.nodes[i].row == own.row && layout.nodes[i].phase != own.phase)
            out[i] = true;
    return out;
}

QStringList IrGraph::relatedTasks() const
{
    const GraphLayout layout = unscaled();
    const std::vector<bool> lit = related(layout);
    QStringList out;
    for (std::size_t i = 0; i < lit.size(); ++i)
        if (lit[i])
            out << layout.nodes[i].key;
    return out;
}

void IrGraph::paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const
{
    if (!m_subject)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(small_font(this));
    if (on_screen) {
        const GraphLayout layout = unscaled();
        if (layout.nodes.empty()) {
            painter.setPen(theme.secondary);
            painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap,
                             tr("A model is one operation: the graph begins with its distribution."));
        } else {
            painter.save();
            painter.translate(area.topLeft() - m_offset);
            painter.scale(m_zoom, m_zoom);
            paintGraph(painter, layout, theme, true);
            painter.restore();
            painter.save();
            painter.translate(area.left() - m_offset.x(), area.top());
            painter.scale(m_zoom, m_zoom);
            paintHeads(painter, layout, theme);
            painter.restore();
            paintSight(painter, theme);
        }
    } else {
        // A file shows the whole block.
        const double height = graph_height(*m_subject, m_stage, small_font(this));
        const double scale = height > 0 ? std::min({1.0, area.height() / height, area.width() / kLeastWidth}) : 1;
        const GraphLayout layout = layout_graph(*m_subject, m_stage, m_filter, small_font(this), area.size() / scale);
        painter.translate(area.topLeft());
        painter.scale(scale, scale);
        if (!layout.nodes.empty()) {
            paintGraph(painter, layout, theme, false);
            paintHeads(painter, layout, theme);
        }
    }
    painter.restore();
}

/// Column titles over what scrolls beneath them.
void IrGraph::paintHeads(QPainter& painter, const GraphLayout& layout, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    const bool stale = !m_subject->current;
    painter.fillRect(QRectF(0, 0, layout.columns.back().head.right() + 400, layout.columns.front().head.height() - 2),
                     theme.panel);
    for (const GraphColumn& column : layout.columns) {
        const QRectF swatch(column.head.left(), column.head.center().y() - 4, 8, 8);
        const QColor color = phase_color(column.phase).in(theme);
        painter.fillRect(swatch, stale ? faded(color, theme.panel) : color);
        painter.setPen(stale ? theme.secondary : theme.text);
        painter.drawText(column.head.adjusted(13, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, column.title);
    }
}

/// Where what is in sight stands in the whole, along the edges.
void IrGraph::paintSight(QPainter& painter, const Theme& theme) const
{
    const QSizeF whole = unscaledSize() * m_zoom;
    constexpr double kThick = 4;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.outline);
    const double right = width() - kThick, bottom = height() - kThick;
    if (whole.height() > height() + 1)
        painter.drawRoundedRect(
            QRectF(right, m_offset.y() / whole.height() * height(), kThick, height() / whole.height() * height()), 2,
            2);
    if (whole.width() > width() + 1)
        painter.drawRoundedRect(
            QRectF(m_offset.x() / whole.width() * width(), bottom, width() / whole.width() * width(), kThick), 2, 2);
}

void IrGraph::paintGraph(QPainter& painter, const GraphLayout& layout, const Theme& theme, bool on_screen) const
{
    const QFontMetricsF metrics(painter.font());
    const bool stale = !m_subject->current;
    paint_lanes(painter, layout, theme);
    const std::optional<std::size_t> picked = layout.find(m_picked);
    painter.setBrush(Qt::NoBrush);
    for (const GraphEdge& edge : layout.edges)
        if (!edge.across) {
            painter.setPen(QPen(stale ? theme.hairline : theme.outline, 1));
            painter.drawPath(path_of(layout, edge));
        }
    if (picked)
        for (const GraphEdge& edge : layout.edges)
            if (edge.from == *picked || edge.to == *picked) {
                painter.setPen(QPen(theme.accent, 1.5));
                painter.drawPath(path_of(layout, edge));
            }
    const std::vector<bool> lit = related(layout);
    const QColor communication =
        ColorToken::component(static_cast<std::size_t>(cost::Component::tensor_parallel)).in(theme);
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        const GraphNode& node = layout.nodes[i];
        const bool is_picked = picked == i;
        QColor fill = node.communicates ? mixed(communication, theme.panel, stale ? 0.3 * 0.38 : 0.3) : theme.panel;
        if (is_picked)
            fill = theme.selection;
        QColor outline = is_picked || lit[i] ? theme.accent : stale ? theme.hairline : theme.outline;
        if (node.muted && !is_picked) {
            fill = theme.panel;
            outline = lit[i] ? outline : theme.hairline;
        }
        style_paint::box(painter, node.rect, fill, outline, is_picked ? 1.5 : 1, 3);
        QColor strip = phase_color(node.phase).in(theme);
        if (node.muted || stale)
            strip = faded(strip, theme.panel);
        QRectF bar(node.rect.left() + 1, node.rect.top() + 1, metrics::kAccentBar, node.rect.height() - 2);
        if (is_picked) { // beside the phase's colour, not over it
            painter.fillRect(bar, theme.accent);
            bar.translate(metrics::kAccentBar + 1, 0);
        }
        painter.fillRect(bar, strip);
        painter.setPen(node.muted && !is_picked ? theme.disabled : stale ? theme.secondary : theme.text);
        const QRectF text = node.rect.adjusted(is_picked ? 12 : 8, 0, -3, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(node.name, Qt::ElideRight, text.width()));
    }
    if (on_screen && hasFocus() && picked) {
        painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(layout.nodes[*picked].rect.adjusted(-2.5, -2.5, 2.5, 2.5), 4, 4);
    }
}

std::vector<QStringList> IrGraph::dataRows() const
{
    std::vector<QStringList> out{{tr("task"), tr("phase"), tr("row"), tr("needs")}};
    const GraphLayout layout = unscaled();
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

void IrGraph::clicked(const QPointF& at)
{
    const GraphLayout layout = graphLayout();
    if (layout.columns.empty() || at.y() < layout.columns.front().head.bottom())
        return;
    if (const auto node = layout.at(at))
        Q_EMIT picked(layout.nodes[*node].key);
}

void IrGraph::keyPressEvent(QKeyEvent* event)
{
    const bool moves = event->modifiers() & Qt::ShiftModifier;
    const int columns = moves ? 0 : event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int rows = moves ? 0 : event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const GraphLayout layout = unscaled();
    if (event->key() == Qt::Key_0) {
        showWhole();
        return;
    }
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
    for (const GraphColumn& column : layout.columns)
        if (column.head.contains(at))
            return phase_title(column.phase);
    const auto node = layout.at(at);
    const QString text = node ? layout.nodes[*node].hover : QString();
    return text.isEmpty() || m_subject->current ? text : text + QLatin1Char('\n') + last_legal_words();
}

} // namespace blueprinting::ui
