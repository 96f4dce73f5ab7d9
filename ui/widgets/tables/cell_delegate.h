#pragma once
#include "ui/widgets/tables/row_table.h"

#include <QHash>
#include <QStyledItemDelegate>

namespace blueprinting::ui {

/// Paints what stands in CellRole: swatch, chip, icon, text in its tone, note; the background of selection and tint.
/// Works in any item view whose model has the roles of RowTable.
class CellDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Shows the whole text of a cell that is elided.
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

protected:
    void paintBackground(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintContents(QPainter* painter, const QRect& rect, const QStyleOptionViewItem& option,
                       const QModelIndex& index, const Cell& cell) const;

private:
    [[nodiscard]] int textWidth(const Cell& cell, ColumnKind kind, RowKind row, const QWidget* widget) const;
    [[nodiscard]] int advance(const QString& text, const Cell& cell, ColumnKind kind, RowKind row,
                              const QWidget* widget) const;

    /// Widths of texts in the fonts that they stand in: a table asks for all of them each time that it gets another
    /// size.
    mutable QHash<QString, int> m_widths;
    mutable QFont m_font; ///< of the widget that they were measured for
};

/// A bar from the zero line that the whole column shares: blue to the left, orange to the right, and dotted limits.
class DifferenceBarDelegate : public CellDelegate {
    Q_OBJECT
public:
    using CellDelegate::CellDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// A bar from the left, as long as the value's share of the column's largest (or of the column's range).
class ShareBarDelegate : public CellDelegate {
    Q_OBJECT
public:
    using CellDelegate::CellDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// Where a bar lies in its cell. `range` > 0 is the value of a full (half) bar; longer values are cut at it. A value
/// that is not zero is never shorter than a pixel.
QRectF difference_bar(const QRectF& cell, double value, double range);
QRectF share_bar(const QRectF& cell, double value, double range);

} // namespace blueprinting::ui
