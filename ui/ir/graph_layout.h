#pragma once
#include "ui/ir/ir_subject.h"
#include "ui/ir/task_rows.h"

#include <QFont>
#include <QPointF>
#include <QRectF>

#include <vector>

/// The block as a layered drawing: phases are columns, rows of the block run downwards, the two subsystems are lanes.
/// Pure.
namespace blueprinting::ui {

struct GraphNode {
    QString key;
    QString name; ///< without its subsystem: "q"
    QString hover;
    ir::Phase phase = ir::Phase::forward;
    std::int64_t row = 0;
    bool communicates = false;
    bool muted = false; ///< filtered out
    QRectF rect;
};
struct GraphEdge {
    std::size_t from = 0, to = 0; ///< nodes
    bool across = false;          ///< from one column to another
};
struct GraphColumn {
    ir::Phase phase = ir::Phase::forward;
    QString title;
    QRectF head;
};
struct GraphLane {
    QString title;
    QRectF rect;
};
struct GraphLayout {
    std::vector<GraphColumn> columns;
    std::vector<GraphLane> lanes;
    std::vector<GraphNode> nodes;
    std::vector<GraphEdge> edges;
    QSizeF size;
    [[nodiscard]] std::optional<std::size_t> find(const QString& key) const;
    [[nodiscard]] std::optional<std::size_t> at(const QPointF& point) const;
};

/// Height that the drawing wants whatever its width.
double graph_height(const IrSubject& subject, IrStage stage, const QFont& font);
/// Of the tasks of this stage (none of a model). Nodes share the width; rows share the height where there is more than
/// needed.
GraphLayout layout_graph(const IrSubject& subject, IrStage stage, const IrFilter& filter, const QFont& font,
                         const QSizeF& area);

/// The node beside, above or below; the same where there is none.
std::size_t neighbour(const GraphLayout& layout, std::size_t from, int columns, int rows);

} // namespace blueprinting::ui
