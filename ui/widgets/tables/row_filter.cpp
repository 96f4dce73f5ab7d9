#include "ui/widgets/tables/row_filter.h"
#include "ui/widgets/tables/row_table.h"

#include <cmath>

namespace blueprinting::ui {

namespace {

RowKind kind_of(const QAbstractItemModel& model, int row)
{
    return static_cast<RowKind>(model.index(row, 0).data(RowKindRole).toInt());
}

bool empty(const QVariant& value)
{
    return !value.isValid() || (value.typeId() == QMetaType::Double && std::isnan(value.toDouble()));
}

/// Negative, zero, positive; what has no value is greater than everything.
int compare(const QVariant& a, const QVariant& b)
{
    if (empty(a) || empty(b))
        return static_cast<int>(empty(a)) - static_cast<int>(empty(b));
    if (a.typeId() == QMetaType::QString || b.typeId() == QMetaType::QString)
        return QString::localeAwareCompare(a.toString(), b.toString());
    const double x = a.toDouble();
    const double y = b.toDouble();
    return x < y ? -1 : x > y ? 1 : 0;
}

} // namespace

RowFilter::RowFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    setSortRole(ValueRole);
    setDynamicSortFilter(true);
}

void RowFilter::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    invalidateFilter();
}

void RowFilter::setCondition(std::function<bool(int)> condition)
{
    m_condition = std::move(condition);
    invalidateFilter();
}

void RowFilter::setTotalsFirst(bool first)
{
    if (first == m_totals_first)
        return;
    m_totals_first = first;
    if (m_given)
        sort(-1);
    else
        invalidate();
}

void RowFilter::sort(int column, Qt::SortOrder order)
{
    m_given = column < 0;
    // Unsorted, the proxy would never ask where a total belongs.
    if (m_given)
        QSortFilterProxyModel::sort(m_totals_first ? 0 : -1);
    else
        QSortFilterProxyModel::sort(column, order);
    if (m_given && m_totals_first)
        invalidate(); // the column may be the one it was sorted by
}

void RowFilter::setCollapsed(const QString& group_key, bool collapsed)
{
    if (collapsed == m_collapsed.contains(group_key))
        return;
    if (collapsed)
        m_collapsed.insert(group_key);
    else
        m_collapsed.remove(group_key);
    invalidateFilter();
    if (const auto found = match(index(0, 0), KeyRole, group_key, 1, Qt::MatchExactly); !found.isEmpty())
        Q_EMIT dataChanged(found.first(), found.first(), {CollapsedRole});
}

QVariant RowFilter::data(const QModelIndex& index, int role) const
{
    if (role == CollapsedRole)
        return m_collapsed.contains(QSortFilterProxyModel::data(index, KeyRole).toString());
    return QSortFilterProxyModel::data(index, role);
}

bool RowFilter::accepts(int row) const
{
    if (m_condition && !m_condition(row))
        return false;
    if (m_text.isEmpty())
        return true;
    for (int column = 0; column < sourceModel()->columnCount(); ++column)
        if (sourceModel()->index(row, column).data().toString().contains(m_text, Qt::CaseInsensitive))
            return true;
    return false;
}

bool RowFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QAbstractItemModel* source = sourceModel();
    if (parent.isValid() || !source)
        return true;
    switch (kind_of(*source, row)) {
    case RowKind::total:
    case RowKind::note: return true;
    case RowKind::group:
        for (int below = row + 1; below < source->rowCount() && source->index(below, 0).data(GroupRole).toInt() == row;
             ++below)
            if (accepts(below))
                return true;
        return false;
    case RowKind::plain: break;
    }
    const int group = source->index(row, 0).data(GroupRole).toInt();
    if (group >= 0 && !m_collapsed.isEmpty() && m_collapsed.contains(source->index(group, 0).data(KeyRole).toString()))
        return false;
    return accepts(row);
}

bool RowFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    // Where a row stands regardless of values: totals first or last, notes last, each row within its group. The proxy
    // turns the comparison round for descending order; these must not turn with it.
    const bool descending = !m_given && sortOrder() == Qt::DescendingOrder;
    const auto rank = [this](const QModelIndex& index) {
        switch (kind_of(*sourceModel(), index.row())) {
        case RowKind::total: return m_totals_first ? -1 : 1;
        case RowKind::note: return 2;
        default: return 0;
        }
    };
    const auto fixed = [descending](int a, int b) { return descending ? a > b : a < b; };
    const int left_rank = rank(left);
    const int right_rank = rank(right);
    if (left_rank != right_rank)
        return fixed(left_rank, right_rank);
    if (left_rank != 0 || m_given)
        return fixed(left.row(), right.row());
    const int left_group = left.data(GroupRole).toInt();
    const int right_group = right.data(GroupRole).toInt();
    if (left_group != right_group)
        return fixed(left_group, right_group);
    if (left_group >= 0 && (left.row() == left_group || right.row() == right_group))
        return fixed(left.row(), right.row());
    const QVariant a = left.data(ValueRole);
    const QVariant b = right.data(ValueRole);
    const int order = compare(a, b);
    if (order != 0 && (empty(a) || empty(b)))
        return fixed(order, 0);
    if (order != 0)
        return order < 0;
    return fixed(left.row(), right.row());
}

} // namespace blueprinting::ui
