#pragma once
#include "ui/workspace/workspace.h"

#include <QWidget>

namespace blueprinting::ui {

/// One tab of the centre. A view reads the workspace, never computes a model quantity, and refreshes only while it is in
/// front (refresh() is called when it comes to the front and at each change while it is there).
class View : public QWidget {
    Q_OBJECT
public:
    View(Workspace& workspace, const QString& id, const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] QString id() const { return m_id; }       ///< "compare": the name of its picture and of --view
    [[nodiscard]] QString title() const { return m_title; } ///< "Compare": the tab
    [[nodiscard]] Workspace& workspace() const { return m_workspace; }

    virtual void refresh() = 0;
    /// Long work under way: a picture is taken only once this is false.
    [[nodiscard]] virtual bool busy() const { return false; }
    /// Whether dropping or opening this file belongs to this view ("certificate", "manifest", "report", "checkpoint"), and
    /// taking it. A refused file changes nothing; the diagnostics say why.
    [[nodiscard]] virtual bool opens(const QString& kind) const;
    virtual Result<Done> open(const QString& path);
    /// The strategy dock is closed while this view is in front (a certificate has no strategy).
    [[nodiscard]] virtual bool wantsDock() const { return true; }

private:
    Workspace& m_workspace;
    QString m_id;
    QString m_title;
};

} // namespace blueprinting::ui
