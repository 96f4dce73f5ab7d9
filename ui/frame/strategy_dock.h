#pragma once
#include "ui/widgets/forward.h"
#include "ui/workspace/workspace.h"

#include <QDockWidget>

namespace blueprinting::ui {

class StrategyEditor;
class StrategyList;

/// The left dock: the list of strategies with Add, Duplicate and Remove, and below it the editor of the selected one.
class StrategyDock : public QDockWidget {
    Q_OBJECT
public:
    explicit StrategyDock(Workspace& workspace, QWidget* parent = nullptr);

    void refresh();
    [[nodiscard]] StrategyList& list() { return *m_list; }
    [[nodiscard]] StrategyEditor& editor() { return *m_editor; }
    /// Scrolls to the first field that breaks a law and gives it the keyboard.
    void showBrokenField();
    /// Scrolls to this control of the editor and gives it the keyboard, with what stands in it selected.
    void focusField(QWidget* field);

Q_SIGNALS:
    void addRequested();
    void duplicateRequested();
    void removeRequested();
    void closeRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeTitle();
    void fitForm();

    Workspace& m_workspace;
    StrategyList* m_list = nullptr;
    StrategyEditor* m_editor = nullptr;
    QScrollArea* m_scroll = nullptr;
    QPushButton* m_remove = nullptr;
};

} // namespace blueprinting::ui
