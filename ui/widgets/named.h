#pragma once
#include <QObject>

namespace blueprinting::ui {

/// What a new object is found by, and a widget is called by a screen reader:
/// `m_table = named(new TableView(rows), "taskTable", tr("Tasks"))`.
template <class T>
T* named(T* object, const char* name)
{
    object->setObjectName(QLatin1String(name));
    return object;
}
template <class T>
T* named(T* object, const char* name, const QString& accessible)
{
    object->setAccessibleName(accessible);
    return named(object, name);
}

} // namespace blueprinting::ui
