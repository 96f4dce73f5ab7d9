#include "ui/workspace/view.h"

#include "ui/workspace/stale_mark.h"

#include <algorithm>

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

StaleMark* View::addStaleMark(const QStringList& kinds, QWidget* parent)
{
    auto* mark = new StaleMark(m_workspace.jobs(), kinds, parent);
    connect(mark, &StaleMark::staleChanged, this, &View::staleChanged);
    return mark;
}

bool View::stale() const
{
    const auto marks = findChildren<StaleMark*>();
    return std::any_of(marks.begin(), marks.end(), [](const StaleMark* mark) { return mark->stale(); });
}

} // namespace blueprinting::ui
