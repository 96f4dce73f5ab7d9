#pragma once
#include <QSet>
#include <QSortFilterProxyModel>

#include <functional>

namespace blueprinting::ui {

/// Sorts by raw value and filters a RowTable (or any model with its roles). Groups keep their order and hold their
/// rows; totals and notes stay where they belong in either direction; what has no value comes last.
class RowFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RowFilter(QObject* parent = nullptr);

    /// Rows of which some text holds this, whatever its case.
    void setText(const QString& text);
    [[nodiscard]] QString text() const { return m_text; }
    /// A condition on source rows besides the text; null for none.
    void setCondition(std::function<bool(int source_row)> condition);
    void setTotalsFirst(bool first);
    /// No column (-1): the given order, totals where they belong.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
    void setCollapsed(const QString& group_key, bool collapsed);
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] const QSet<QString>& collapsed() const { return m_collapsed; }
    [[nodiscard]] bool isCollapsed(const QString& group_key) const { return m_collapsed.contains(group_key); }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    [[nodiscard]] bool accepts(int row) const;

    QString m_text;
    std::function<bool(int)> m_condition;
    QSet<QString> m_collapsed;
    bool m_totals_first = false;
    bool m_given = true; ///< the rows stand in the order in which they were given
};

} // namespace blueprinting::ui
