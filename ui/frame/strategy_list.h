#pragma once
#include "ui/workspace/workspace.h"

#include <QAbstractListModel>
#include <QListView>
#include <QStyledItemDelegate>

namespace blueprinting::ui {

/// The strategies of the session in their order. Roles beside the usual ones say what a row shows.
class StrategyListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        IdRole = Qt::UserRole,
        LetterRole,
        ChipRole,
        StandingRole,
        BadRole,
        BoundRole, ///< a time that nobody measured what it rests on
        BaselineRole,
        VisibleRole,
        StandingTipRole
    };

    explicit StrategyListModel(Workspace& workspace, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    /// Renames through the workspace.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// Follows the session; rows are told apart by id.
    void refresh();

private:
    Workspace& m_workspace;
    std::vector<std::string> m_ids;
};

/// Star (baseline), chip, name, eye, and between them the time, or what keeps it from running: broken laws, too little
/// memory.
class StrategyDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

    /// The parts of a row, for painting, clicking and tests.
    struct Parts {
        QRect star, chip, name, standing, eye;
    };
    [[nodiscard]] static Parts parts(const QRect& row, int standingWidth);
};

/// Moves a strategy to this place in the order, as one undo step; nothing where it stands there.
void move_strategy(Workspace& workspace, const std::string& id, std::ptrdiff_t to);

/// The list. A row that is dragged moves, one undo step; Escape drops it where it was. A click on the star makes a
/// baseline, one on the eye shows or hides, and neither moves the selection; Space shows and hides too; renaming,
/// moving and removing are actions of the window, which a row's menu offers.
class StrategyList : public QListView {
    Q_OBJECT
public:
    explicit StrategyList(Workspace& workspace, QWidget* parent = nullptr);

    void refresh();
    void renameSelected();
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// The menu of the selected row is wanted here, by the mouse or by the keyboard.
    void menuRequested(const QPoint& globalPosition);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    enum class Part { row, star, eye };
    struct Hit {
        QString id;
        Part part = Part::row;
        bool operator==(const Hit&) const = default;
    };
    [[nodiscard]] Hit hit(const QPoint& where) const;
    /// The gap between rows that is nearest, from 0 above the first.
    [[nodiscard]] int gapAt(int y) const;
    void endDrag();
    void makeBaseline(const QString& id);
    void toggleVisible(const QString& id);

    Workspace& m_workspace;
    StrategyListModel* m_model = nullptr;
    bool m_refreshing = false;
    Hit m_pressed;
    QPoint m_pressedAt;
    int m_gap = -1; ///< where the dragged row would go; -1 while none is dragged
};

} // namespace blueprinting::ui
