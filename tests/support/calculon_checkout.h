#pragma once
#include <QDir>
#include <QFile>
#include <QString>

/// Lays out checkouts of the stand-in for Calculon (tests/support/calculon), for tests of whoever asks one.
namespace blueprinting::testing {

inline bool write_text(const QString& path, const QByteArray& text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

/// What the stand-in does from now on: "answer", "memory", "assertion", … as it reads them.
inline bool set_mode(const QString& checkout, const QByteArray& mode) { return write_text(checkout + "/mode", mode); }

/// A checkout in this folder, which must not exist yet.
inline bool make_checkout(const QString& checkout, const QByteArray& mode = "answer")
{
    const QString from = QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/support/calculon");
    return QDir().mkpath(checkout + "/bin") && QDir().mkpath(checkout + "/calculon") &&
           QFile::copy(from + "/bin/calculon", checkout + "/bin/calculon") &&
           QFile::copy(from + "/calculon/__init__.py", checkout + "/calculon/__init__.py") &&
           write_text(checkout + "/records", BLUEPRINTING_SOURCE_DIR "/data") && set_mode(checkout, mode);
}

/// How often it has been run.
inline int runs_of(const QString& checkout)
{
    QFile file(checkout + ".runs");
    return file.open(QIODevice::ReadOnly) ? static_cast<int>(file.readAll().count('\n')) : 0;
}

} // namespace blueprinting::testing
