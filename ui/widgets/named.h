#pragma once
#include <QObject>

namespace blueprinting::ui {

/// What a new object is found by: `m_table = named(new TableView(rows), "taskTable")`.
template <class T>
T* named(T* object, const char* name)
{
    object->setObjectName(QLatin1String(name));
    return object;
}

} // namespace blueprinting::ui
