#pragma once
#include <QByteArray>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QStringList>

/// Runs the built command line as a person would.
namespace blueprinting::testing {

struct Outcome {
    int code = -1; ///< exit code; -1 where it crashed or did not start
    QByteArray out;
    QByteArray err;

    /// Lines on standard error, without the last line's end.
    [[nodiscard]] QList<QByteArray> error_lines() const
    {
        return err.isEmpty() ? QList<QByteArray>() : err.trimmed().split('\n');
    }
    /// Standard output as JSON; null where it is none.
    [[nodiscard]] QJsonDocument json() const { return QJsonDocument::fromJson(out); }
};

inline Outcome run_program(const QStringList& arguments, const QByteArray& input = {}, const QString& folder = {},
                           const QString& program = QStringLiteral("blueprinting"))
{
    QProcess process;
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/") + program, arguments);
    if (!process.waitForStarted())
        return {};
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(110000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

/// Writes a file that a test hands to the program; false where that failed.
inline bool write_file(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

} // namespace blueprinting::testing
