#include "ui/ir/graph_layout.h"
#include "ui/style/words.h"

#include "core/primitive/primitive.h"
#include "ui/style/foreign_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <map>

namespace blueprinting::ui {
namespace {

constexpr double kGutter = 26; ///< lane titles
constexpr double kColumnGap = 22;
constexpr double kRowGap = 5;
constexpr double kLaneGap = 14;
constexpr double kLeastNode = 36;
constexpr double kHeadSwatch = 15; ///< a head's colour before its title

/// What the drawing needs of a task of either IR.
struct Drawn {
    QString key, section, name, hover;
    ir::Phase phase;
    std::int64_t row;
    ir::BlockScope scope;
    bool communicates;
    bool muted;
    const std::string& id;
    const std::vector<ir::EntityId>& dependencies;
};

template <class IR>
std::vector<Drawn> drawn_tasks(const IR& of, const IrFilter& filter)
{
    std::vector<Drawn> out;
    std::map<std::string_view, std::int64_t> rows; // an operation has one row in all phases
    for (const auto& task : of.tasks) {
        const auto row = rows.emplace(task.name, std::int64_t(rows.size()) + 1).first->second;
        const QString name = shown(task.name);
        QString hover = QStringLiteral("%1, %2\n%3 %4")
                            .arg(name, phase_title(task.phase), shown(ir::title(task.primitive)),
                                 shown(ir::extents(task.primitive)));
        if (task.collective)
            hover += QStringLiteral("\n%1, %2 bytes")
                         .arg(collective_title(task.collective), whole_number(task.collective->message_bytes));
        if constexpr (std::is_same_v<IR, ir::PortablePlanIR>)
            if (!task.facts.operations.zero())
                hover += Words::tr("\n%1 operations").arg(quotient_text(task.facts.operations));
        QString short_name = name.section(QLatin1Char('.'), 1);
        if (task.scope == ir::BlockScope::edge)
            short_name += Words::tr(" (edge)");
        out.push_back({task_key(task), name.section(QLatin1Char('.'), 0, 0), short_name.isEmpty() ? name : short_name,
                       hover, task.phase, row, task.scope, task.collective.has_value(), !matches(filter, task), task.id,
                       task.dependencies});
    }
    return out;
}

std::vector<Drawn> drawn_tasks(const IrSubject& subject, IrStage stage, const IrFilter& filter)
{
    if (stage == IrStage::distributed && subject.distributed())
        return drawn_tasks(*subject.distributed(), filter);
    if (stage == IrStage::portable && subject.plan())
        return drawn_tasks(*subject.plan(), filter);
    return {};
}

double head_height(const QFontMetricsF& metrics) { return std::ceil(metrics.height()) + 10; }
double row_height(const QFontMetricsF& metrics) { return std::ceil(metrics.height()) + 6; }

/// Each row with its section of the block, which is a lane: "attn" of "attn.q".
std::map<std::int64_t, QString> rows_of(const std::vector<Drawn>& tasks)
{
    std::map<std::int64_t, QString> out;
    for (const Drawn& task : tasks)
        out[task.row] = task.section;
    return out;
}

QString lane_title(const QString& section)
{
    if (section == QLatin1String("attn"))
        return Words::tr("attention");
    return section == QLatin1String("mlp") ? Words::tr("MLP") : line_text(section);
}

/// A phase in fewer letters, where its column is narrow: no two cut to the same.
QStringList titles_of(ir::Phase phase)
{
    switch (phase) {
    case ir::Phase::forward: return {phase_title(phase), Words::tr("fwd")};
    case ir::Phase::recompute: return {phase_title(phase), Words::tr("rec.")};
    case ir::Phase::recommunication: return {phase_title(phase), Words::tr("recomm."), Words::tr("comm.")};
    case ir::Phase::activation_gradient: return {phase_title(phase), Words::tr("act. gradient"), Words::tr("act. g.")};
    case ir::Phase::weight_gradient: return {phase_title(phase), Words::tr("wgt. gradient"), Words::tr("wgt. g.")};
    case ir::Phase::optimizer: return {phase_title(phase), Words::tr("opt.")};
    }
    return {};
}

/// The longest that has room; the shortest where none has.
QString title_within(ir::Phase phase, double room, const QFontMetricsF& metrics)
{
    const QStringList titles = titles_of(phase);
    for (const QString& title : titles)
        if (metrics.horizontalAdvance(title) <= room)
            return title;
    return titles.back();
}

} // namespace

std::optional<std::size_t> GraphLayout::find(const QString& key) const
{
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].key == key)
            return i;
    return std::nullopt;
}

std::optional<std::size_t> GraphLayout::at(const QPointF& point) const
{
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].rect.adjusted(-1, -2, 1, 2).contains(point))
            return i;
    return std::nullopt;
}

double graph_height(const IrSubject& subject, IrStage stage, const QFont& font)
{
    const QFontMetricsF metrics(font);
    const auto rows = static_cast<double>(rows_of(drawn_tasks(subject, stage, {})).size());
    return rows == 0 ? 0 : head_height(metrics) + rows * (row_height(metrics) + kRowGap) + kLaneGap;
}

GraphLayout layout_graph(const IrSubject& subject, IrStage stage, const IrFilter& filter, const QFont& font,
                         const QSizeF& area)
{
    GraphLayout out;
    const std::vector<Drawn> tasks = drawn_tasks(subject, stage, filter);
    if (tasks.empty())
        return out;
    const QFontMetricsF metrics(font);
    const double head = head_height(metrics);

    std::map<ir::Phase, double> left;
    std::vector<ir::Phase> present;
    for (const ir::Phase phase : kIrPhases)
        if (std::ranges::any_of(tasks, [&](const Drawn& task) { return task.phase == phase; }))
            present.push_back(phase);
    const auto count = static_cast<double>(present.size());
    const double width = std::max(kLeastNode, (area.width() - kGutter - kColumnGap * count) / count);
    for (std::size_t i = 0; i < present.size(); ++i) {
        left[present[i]] = kGutter + static_cast<double>(i) * (width + kColumnGap);
        const QRectF place(left[present[i]], 0, width + kColumnGap - 4, head);
        out.columns.push_back({present[i], title_within(present[i], place.width() - kHeadSwatch, metrics), place});
    }

    const std::map<std::int64_t, QString> rows = rows_of(tasks);
    const double pitch = std::max(
        row_height(metrics) + kRowGap,
        std::min((area.height() - head - kLaneGap) / static_cast<double>(rows.size()), 1.5 * row_height(metrics)));
    std::map<std::int64_t, double> top;
    double y = head;
    double lane_top = y;
    QString lane = rows.begin()->second;
    const auto end_lane = [&] {
        out.lanes.push_back(
            {lane_title(lane), QRectF(0, lane_top, out.columns.back().head.right(), y - lane_top - kRowGap)});
    };
    for (const auto& [row, section] : rows) {
        if (section != lane) {
            end_lane();
            y += kLaneGap;
            lane_top = y;
            lane = section;
        }
        top[row] = y;
        y += pitch;
    }
    end_lane();
    out.size = QSizeF(kGutter + count * (width + kColumnGap), y);

    std::map<std::string, std::size_t> places;
    for (const Drawn& task : tasks) {
        QRectF rect(left[task.phase], top[task.row], width, pitch - kRowGap);
        // The two faces of a boundary share its place.
        if (task.scope == ir::BlockScope::inner)
            rect.setWidth(width / 2 - 1);
        if (task.scope == ir::BlockScope::edge)
            rect.setLeft(rect.left() + width / 2 + 1);
        places[task.id] = out.nodes.size();
        out.nodes.push_back(
            {task.key, task.name, task.hover, task.phase, task.row, task.communicates, task.muted, rect});
    }
    for (const Drawn& task : tasks)
        for (const ir::EntityId& dependency : task.dependencies)
            if (const auto from = places.find(dependency); from != places.end()) {
                const std::size_t to = places.at(task.id);
                out.edges.push_back({from->second, to, out.nodes[from->second].phase != task.phase});
            }
    return out;
}

std::size_t neighbour(const GraphLayout& layout, std::size_t from, int columns, int rows)
{
    const QPointF here = layout.nodes[from].rect.center();
    std::size_t best = from;
    double least = 1e18;
    for (std::size_t i = 0; i < layout.nodes.size(); ++i) {
        const QPointF offset = layout.nodes[i].rect.center() - here;
        const bool other_column = layout.nodes[i].phase != layout.nodes[from].phase;
        if (i == from || (columns != 0) != other_column)
            continue;
        if ((columns != 0 && offset.x() * columns <= 0) || (rows != 0 && offset.y() * rows <= 0))
            continue;
        const double distance =
            columns != 0 ? std::fabs(offset.x()) * 4 + std::fabs(offset.y()) : std::fabs(offset.y());
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

} // namespace blueprinting::ui
