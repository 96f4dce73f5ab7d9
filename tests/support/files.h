#pragma once
#include <QByteArray>
#include <QFile>
#include <QString>

namespace blueprinting::testing {

/// All of a file; empty where it cannot be read.
inline QByteArray bytes_of(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace blueprinting::testing
