#pragma once
#include "tests/cli/program.h"

#include <QRegularExpression>

/// What the program's own help says that there is, so that a test can walk over all of it and meets what is new.
namespace blueprinting::testing {

struct HelpOption {
    QString name; ///< "--devices", or "left" of what stands without a name
    QString type; ///< "NUMBER", "TEXT", "TEXT:{csv,svg}"; "" of a flag
    [[nodiscard]] bool is_flag() const { return type.isEmpty(); }
    [[nodiscard]] bool is_positional() const { return !name.startsWith("--"); }
    /// Takes numbers, alone or as a part.
    [[nodiscard]] bool is_numeric() const { return type.contains("NUMBER") || type.contains("DECIMAL"); }
    /// What it may be, where that is a list of words.
    [[nodiscard]] QStringList words() const
    {
        const qsizetype from = type.indexOf('{');
        return from < 0 ? QStringList() : type.mid(from + 1, type.lastIndexOf('}') - from - 1).split(',');
    }
};

/// Those of a help, without --help and --version.
inline QList<HelpOption> help_options(const QByteArray& help)
{
    QList<HelpOption> out;
    static const QRegularExpression line("^  (?:-[a-zA-Z],)?([A-Za-z-]+)(?: ([A-Z][^ ]*))?(?: |$)");
    for (const QByteArray& each : help.split('\n')) {
        const auto match = line.match(QString::fromUtf8(each));
        if (!match.hasMatch() || match.captured(1) == "--help" || match.captured(1) == "--version")
            continue;
        // A flag's name is followed by what it needs and excludes, if anything.
        const QString type = match.captured(2).endsWith(':') ? QString() : match.captured(2);
        if (match.captured(1).startsWith("--") || !type.isEmpty())
            out.push_back({match.captured(1), type});
    }
    return out;
}

/// The names under "Subcommands:".
inline QStringList help_subcommands(const QByteArray& help)
{
    QStringList out;
    const qsizetype from = help.indexOf("\nSubcommands:\n");
    if (from < 0)
        return out;
    for (const QByteArray& line : help.mid(from).split('\n'))
        if (line.startsWith("  ") && line.size() > 2 && line[2] != ' ')
            out << QString::fromUtf8(line.mid(2).split(' ').first());
    return out;
}

/// Every subcommand that does something, with its own words: {"estimate"}, {"certificate", "build"}.
inline QList<QStringList> leaf_subcommands(const QStringList& above = {})
{
    QList<QStringList> out;
    const QStringList below = help_subcommands(run_program(above + QStringList{"--help"}).out);
    for (const QString& name : below)
        out += leaf_subcommands(above + QStringList{name});
    return below.isEmpty() ? QList<QStringList>{above} : out;
}

inline QList<HelpOption> options_of(const QStringList& subcommand)
{
    return help_options(run_program(subcommand + QStringList{"--help"}).out);
}

} // namespace blueprinting::testing
