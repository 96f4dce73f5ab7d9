#include "ui/workspace/view.h"

namespace blueprinting::ui {

View::View(Workspace& workspace, const QString& id, const QString& title, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_id(id), m_title(title)
{
    setObjectName(id + QStringLiteral("View"));
    setAccessibleName(title);
}

bool View::opens(const QString&) const { return false; }

Result<Done> View::open(const QString& path)
{
    return Diagnostic{Severity::error, "view.opens_nothing", "",
                      "the " + m_title.toStdString() + " view opens no files", SourceLocation{path.toStdString()}};
}

} // namespace blueprinting::ui
