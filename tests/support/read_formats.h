#pragma once
#include "core/base/file_format.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

/// What the programs write, read by Python (tests/support/read_formats.py).
namespace blueprinting::testing {

class FormatReader {
public:
    /// Something that was written, what it is in words, and texts that must stand in it: exactly, or as they are made
    /// visible where the format is for people.
    void add(const QString& what, FileFormat format, const QByteArray& bytes, const QStringList& texts = {})
    {
        const QString path = m_folder.filePath(QString::number(m_list.size()));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s cannot be written", qPrintable(path));
        const std::string_view name = to_string(format);
        m_list.append(
            QJsonObject{{QStringLiteral("what"), what},
                        {QStringLiteral("format"), QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))},
                        {QStringLiteral("path"), path},
                        {QStringLiteral("texts"), QJsonArray::fromStringList(texts)}});
    }
    [[nodiscard]] qsizetype size() const { return m_list.size(); }

    /// The faults that Python finds, a line each; empty for none.
    [[nodiscard]] QString faults() const
    {
        const QString path = m_folder.filePath(QStringLiteral("list"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(m_list).toJson()) < 0)
            qFatal("%s cannot be written", qPrintable(path));
        file.close();
        QProcess python;
        python.start(QStringLiteral("python3"),
                     {QStringLiteral("-X"), QStringLiteral("utf8"),
                      QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/support/read_formats.py"), path});
        if (!python.waitForFinished(110000) || python.exitStatus() != QProcess::NormalExit)
            return QStringLiteral("python3 does not run");
        const QString said = QString::fromUtf8(python.readAllStandardOutput() + python.readAllStandardError());
        return said.isEmpty() && python.exitCode() != 0 ? QStringLiteral("nothing was read") : said;
    }

private:
    QTemporaryDir m_folder;
    QJsonArray m_list;
};

} // namespace blueprinting::testing
