#pragma once
#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QList>

/// What runs on this machine, as /proc says it, for tests of whoever starts other programs.
namespace blueprinting::testing {

/// The fields of /proc/PID/stat behind the name: state, parent, group, …; none where there is no such process.
inline QList<QByteArray> stat_of(const QByteArray& pid)
{
    QFile file("/proc/" + pid + "/stat");
    if (pid.isEmpty() || !file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray stat = file.readAll();
    return stat.mid(stat.lastIndexOf(')') + 2).split(' ');
}

/// Whether a process of this number does anything any more.
inline bool alive(const QByteArray& pid)
{
    const auto stat = stat_of(pid);
    return stat.size() > 2 && stat[0] != "Z";
}

/// The numbers of all processes that are alive and have this in field `at` of their stat.
inline QList<QByteArray> processes_with(qsizetype at, const QByteArray& value)
{
    QList<QByteArray> out;
    const auto processes = QDir("/proc").entryList(QDir::Dirs);
    for (const QString& each : processes)
        if (const auto stat = stat_of(each[0].isDigit() ? each.toLatin1() : QByteArray());
            stat.size() > at && stat[0] != "Z" && stat[at] == value)
            out << each.toLatin1();
    return out;
}

inline QList<QByteArray> children_of(qint64 parent) { return processes_with(1, QByteArray::number(parent)); }

/// Process groups die with their leader: nobody of this group is left.
inline bool group_gone(const QByteArray& leader) { return processes_with(2, leader).isEmpty(); }

} // namespace blueprinting::testing
