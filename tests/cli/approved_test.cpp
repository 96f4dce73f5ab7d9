#include "tests/cli/help.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>

using namespace blueprinting::testing;

namespace {

const QString kFolder = QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/approved/");

bool approving() { return qEnvironmentVariableIsSet("BLUEPRINTING_APPROVE"); }

/// The commands of a transcript: its lines after "$ ".
QStringList commands_in(const QByteArray& transcript)
{
    QStringList out;
    for (const QString& line : QString::fromUtf8(transcript).split('\n'))
        if (line.startsWith("$ "))
            out << line.mid(2);
    return out;
}

/// How long a search took is no text of the program.
QByteArray without_elapsed_time(const QByteArray& text)
{
    static const QRegularExpression elapsed("(: [0-9 ]+ strategies, .*; )[0-9.]+ (?:µs|ms|s)\n");
    return QString::fromUtf8(text).replace(elapsed, "\\1(time taken)\n").toUtf8();
}

/// What a person sees of the commands, run one after another in a folder of their own: what is written and said, and
/// the exit code where it is not 0. The folder holds a copy of tests/approved/inputs; "cat FILE" shows a file of it.
QByteArray transcript_of(const QStringList& commands)
{
    const QTemporaryDir folder;
    for (const QString& name : QDir(kFolder + "inputs").entryList(QDir::Files))
        QFile::copy(kFolder + "inputs/" + name, folder.filePath(name));
    QByteArray out;
    for (const QString& command : commands) {
        QStringList words = QProcess::splitCommand(command);
        const QString program = words.takeFirst();
        out += "$ " + command.toUtf8() + '\n';
        if (program == "cat") {
            out += bytes_of(folder.filePath(words.value(0)));
            continue;
        }
        const Outcome run = run_program(words, {}, folder.path(), program);
        out += without_elapsed_time(run.out) + run.err;
        if (!out.endsWith('\n'))
            out += "\n(no line end)\n";
        if (run.code != 0)
            out += "(exit " + QByteArray::number(run.code) + ")\n";
    }
    return out;
}

/// Name of the transcript of a subcommand's help, and the command.
QString help_name(const QStringList& subcommand) { return (QStringList{"help"} + subcommand).join('_'); }

QStringList help_commands(const QString& program, const QStringList& subcommand)
{
    return {(QStringList{program} + subcommand + QStringList{"--help"}).join(' ')};
}

void add_helps(QMap<QString, QStringList>& out, const QStringList& subcommand)
{
    out[help_name(subcommand)] = help_commands("blueprinting", subcommand);
    for (const QString& below : help_subcommands(run_program(subcommand + QStringList{"--help"}).out))
        add_helps(out, subcommand + QStringList{below});
}

/// Of two texts as diff says it.
QByteArray difference(const QString& approved, const QByteArray& now)
{
    QProcess diff;
    diff.start("diff", {"-u", "--label", "approved", "--label", "now", approved, "-"});
    diff.write(now);
    diff.closeWriteChannel();
    return diff.waitForFinished() ? diff.readAllStandardOutput() : QByteArray("diff cannot be run");
}

} // namespace

/// Whole texts of the programs, as they were read and approved: each file of tests/approved is a transcript, commands
/// after "$ " and what they write. packaging/approve writes anew what differs.
class ApprovedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyTextIsApproved();
    void transcripts_data();
    void transcripts();
};

/// Every text and every table for programs that the command line lists has its file, named after it, and so has the
/// help of every subcommand (which transcripts() asks for).
void ApprovedTest::everyTextIsApproved()
{
    enum Format { text, csv, json, jsonl, svg };
    const std::pair<QString, Format> outputs[] = {
#define BLUEPRINTING_OUTPUT(name, format) {#name, format},
#include "app/blueprinting/outputs.def"
#undef BLUEPRINTING_OUTPUT
    };
    for (const auto& [name, format] : outputs)
        if (format == text || format == csv)
            QVERIFY2(QFile::exists(kFolder + name + ".txt"), qPrintable(name));
}

void ApprovedTest::transcripts_data()
{
    QTest::addColumn<QStringList>("commands");
    QMap<QString, QStringList> all;
    for (const QString& name : QDir(kFolder).entryList({"*.txt"}))
        all[name.chopped(4)] = commands_in(bytes_of(kFolder + name));
    add_helps(all, {});
#ifdef BLUEPRINTING_WITH_EXPLORER
    all["explorer_help"] = help_commands("blueprinting-explorer", {});
#else
    all.remove("explorer_help");
#endif
    for (auto each = all.cbegin(); each != all.cend(); ++each)
        QTest::newRow(qPrintable(each.key())) << each.value();
}

void ApprovedTest::transcripts()
{
    QFETCH(QStringList, commands);
    QVERIFY(!commands.isEmpty());
    const QString approved = kFolder + QTest::currentDataTag() + ".txt";
    const QByteArray now = transcript_of(commands);
    if (approving() && bytes_of(approved) != now)
        QVERIFY(write_file(approved, now));
    // No place of this machine is in them.
    QVERIFY(!now.contains(QDir::tempPath().toUtf8() + '/') && !now.contains(BLUEPRINTING_SOURCE_DIR));
    if (bytes_of(approved) != now)
        QFAIL((difference(approved, now) + "(where this is as it should be: packaging/approve)").constData());
}

BLUEPRINTING_CORE_TEST(ApprovedTest)
#include "approved_test.moc"
