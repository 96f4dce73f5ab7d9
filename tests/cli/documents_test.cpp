#include "tests/cli/program.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

#include <QDate>
#include <QFileInfo>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace blueprinting::testing;

namespace {

QStringList lines_of(const char* document)
{
    return QString::fromUtf8(bytes_of(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/") + document)).split('\n');
}

/// The commands of README.md: its indented lines that run the command line, each with the line that a pipe joins to it.
QStringList readme_commands()
{
    QStringList out;
    bool piped = false;
    for (const QString& line : lines_of("README.md")) {
        const QString command = line.trimmed();
        if (piped)
            out.last() += ' ' + command;
        else if (line.startsWith("    ") && (command.startsWith("blueprinting ") || command.startsWith("echo ")))
            out << command;
        else
            continue;
        piped = command.endsWith('|');
    }
    return out;
}

} // namespace

/// What README.md and CHANGELOG.md say of the program is so.
class DocumentsTest : public QObject {
    Q_OBJECT
private slots:
    void commands_of_the_readme_run_as_written();
    void changelog_has_the_form_and_the_version();
    void places_that_contributing_names_exist();
};

void DocumentsTest::commands_of_the_readme_run_as_written()
{
    const QStringList commands = readme_commands();
    QVERIFY2(commands.size() >= 10, qPrintable(commands.join('\n')));
    const QTemporaryDir folder;
    for (const QString& command : commands) {
        QProcess shell;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", QStringLiteral(BLUEPRINTING_BIN_DIR ":") + environment.value("PATH"));
        shell.setProcessEnvironment(environment);
        shell.setWorkingDirectory(folder.path());
        shell.start("bash", {"-o", "pipefail", "-c", command});
        QVERIFY2(shell.waitForFinished(110000), qPrintable(command));
        QVERIFY2(shell.exitStatus() == QProcess::NormalExit && shell.exitCode() == 0,
                 qPrintable(command + "\n" + QString::fromUtf8(shell.readAllStandardError())));
        QVERIFY2(!shell.readAllStandardOutput().isEmpty(), qPrintable(command));
    }
}

/// Keep a Changelog 1.1: what is not released first, then the releases, the newest of which is this program.
void DocumentsTest::changelog_has_the_form_and_the_version()
{
    static const QRegularExpression release("^## \\[(\\d+\\.\\d+\\.\\d+)\\] - (\\d{4}-\\d{2}-\\d{2})$");
    const QSet<QString> kinds{"### Added", "### Changed", "### Deprecated", "### Removed", "### Fixed", "### Security"};
    QStringList headings;
    for (const QString& line : lines_of("CHANGELOG.md")) {
        QVERIFY2(line.size() <= 100, qPrintable(line));
        if (line.startsWith("## "))
            headings << line;
        if (line.startsWith("### "))
            QVERIFY2(kinds.contains(line), qPrintable(line));
    }
    QVERIFY(headings.size() >= 2);
    QCOMPARE(headings[0], QString("## [Unreleased]"));
    for (const QString& heading : headings.mid(1)) {
        const auto match = release.match(heading);
        QVERIFY2(match.hasMatch(), qPrintable(heading));
        QVERIFY2(QDate::fromString(match.captured(2), Qt::ISODate).isValid(), qPrintable(heading));
    }
    // And --version says the commit and the schemas, which the files name that it writes.
    const QStringList said = QString::fromUtf8(run_program({"--version"}).out).split('\n');
    QCOMPARE(said.value(0), release.match(headings[1]).captured(1));
    static const QRegularExpression commit("^commit ([0-9a-f]{40}(-dirty)?|not known)$");
    QVERIFY2(commit.match(said.value(1)).hasMatch(), qPrintable(said.value(1)));
    QVERIFY(said.contains("  " + run_program({"inspect", "--model", "megatron-22B", "--execution",
                                              "seqsel-tab5/megatron-22B/full", "--stage", "portable"})
                                     .json()["schema"]
                                     .toString()));
    QVERIFY(said.contains("  " + run_program({"calibrate", "--json"}).json()["schema"].toString()));
}

/// The files and folders that packaging/CONTRIBUTING.md sends people to.
void DocumentsTest::places_that_contributing_names_exist()
{
    static const QRegularExpression place("`((?:app|core|data|packaging|tests|ui)/[A-Za-z0-9_./-]+)`");
    int count = 0;
    for (auto at = place.globalMatch(lines_of("packaging/CONTRIBUTING.md").join('\n')); at.hasNext();) {
        const QString path = at.next().captured(1);
        if (path.contains("NAME"))
            continue;
        QVERIFY2(QFileInfo::exists(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/") + path), qPrintable(path));
        ++count;
    }
    QVERIFY(count > 25);
}

BLUEPRINTING_CORE_TEST(DocumentsTest)
#include "documents_test.moc"
