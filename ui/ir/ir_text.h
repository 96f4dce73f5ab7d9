#pragma once
#include "core/ir/text.h"

#include <QSet>
#include <QTreeView>

class QStandardItemModel;

namespace blueprinting::ui {

/// The lines that stand for a search and for the entities that a filter leaves: what fits, what it stands under, and
/// what folds under it. Pure.
std::vector<ir::TextLine> filtered_lines(const std::vector<ir::TextLine>& lines, const QString& search,
                                         const QSet<QString>* entities);

/// The text form of an IR, folded, in the fixed font. Ctrl+C copies the line with all that folds under it.
class IrText : public QTreeView {
    Q_OBJECT
public:
    explicit IrText(QWidget* parent = nullptr);
    /// `unfolded`: every line that others fold under stands open (while a search is on).
    void setLines(const std::vector<ir::TextLine>& lines, bool unfolded);
    /// Marks the first line of this entity; does not emit.
    void setCurrentEntity(const QString& id);
    [[nodiscard]] QString text() const; ///< all lines, indented
    void setStale(bool stale);          ///< of the last legal form: in secondary
    /// Entities that light up with the current one: an accent bar at the left of their first lines.
    void setRelated(const QSet<QString>& ids);
    [[nodiscard]] const QSet<QString>& related() const { return m_related; }

Q_SIGNALS:
    void entityPicked(const QString& id); ///< by the user

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void initViewItemOption(QStyleOptionViewItem* option) const override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void copyLine() const;

    QStandardItemModel* m_model;
    std::vector<ir::TextLine> m_lines;
    bool m_quiet = false;
    bool m_stale = false;
    QSet<QString> m_related;
};

} // namespace blueprinting::ui
