#include "tests/cli/program.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;
using blueprinting::testing::write_file;

/// What stands in a file's place and is none, or is too much: one line that names it, exit code 2, nothing on standard
/// output, and nobody is waited for.
class FilesTest : public QObject {
    Q_OBJECT
private slots:
    void what_is_no_file_is_refused_data();
    void what_is_no_file_is_refused();
    void a_batch_may_come_from_standard_input();
    void much_to_complain_of_is_cut_short();
    void a_sealed_checkpoint_has_no_mark();
    void a_link_as_output_stays();
#ifndef __SANITIZE_ADDRESS__ // it takes more room for itself than is left here
    void want_of_memory_is_one_line_data();
    void want_of_memory_is_one_line();
    void want_of_threads_is_want_of_memory();
#endif
};

namespace {

const QStringList kModel{"--model", "gpt3-175B"};
const QStringList kSystem{"--system", "a100_80g"};
const QStringList kExecution{"--execution", "seqsel-tab5/gpt3-175B/full"};

/// Every argument that names a file to read; FILE stands in its place.
const std::vector<QStringList>& arguments_with_files()
{
    static const std::vector<QStringList> all{
        QStringList{"estimate", "--model", "FILE"} + kSystem + kExecution,
        QStringList{"estimate", "--system", "FILE"} + kModel + kExecution,
        QStringList{"estimate", "--execution", "FILE"} + kModel + kSystem,
        {"estimate", "--batch", "FILE"},
        QStringList{"schedule", "--model", "FILE"} + kSystem + kExecution,
        QStringList{"schedule", "--system", "FILE"} + kModel + kExecution,
        QStringList{"schedule", "--execution", "FILE"} + kModel + kSystem,
        QStringList{"inspect", "--stage", "model", "--model", "FILE"} + kExecution,
        QStringList{"inspect", "--stage", "model", "--execution", "FILE"} + kModel,
        QStringList{"search", "--devices", "64", "--batch", "64", "--model", "FILE"} + kSystem,
        QStringList{"search", "--devices", "64", "--batch", "64", "--system", "FILE"} + kModel,
        {"verify", "FILE"},
        {"diff", "FILE", "seqsel-tab5/gpt3-175B/full"},
        {"diff", "seqsel-tab5/gpt3-175B/full", "FILE"},
        {"gate", "--contract", "FILE"},
        {"certificate", "verify", "FILE"},
        {"certificate", "verify", "published", "--manifest", "FILE"},
        {"certificate", "build", "FILE"},
    };
    return all;
}

Outcome run_limited(const QStringList& arguments, const QString& folder, rlim_t bytes)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.setChildProcessModifier([bytes] {
        const rlimit limit{bytes, bytes};
        ::setrlimit(RLIMIT_AS, &limit);
    });
    process.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting"), arguments);
    if (!process.waitForFinished(110000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

} // namespace

void FilesTest::what_is_no_file_is_refused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("words");
    for (const QStringList& arguments : arguments_with_files())
        for (const auto& [kind, words] : {std::pair("pipe", "this is a pipe; a regular file is expected"),
                                          std::pair("device", "this is a device; a regular file is expected"),
                                          std::pair("folder", "this is a folder; a file is expected"),
                                          std::pair("large", "this is larger than 256 MiB, the most that is read")})
            QTest::addRow("%s of %s", kind, qPrintable(arguments.join(QLatin1Char(' '))))
                << arguments << kind << QByteArray(words);
}

void FilesTest::what_is_no_file_is_refused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, kind);
    QFETCH(QByteArray, words);
    QTemporaryDir folder;
    const QString path = folder.filePath("it.json");
    if (kind == "pipe") {
        QCOMPARE(::mkfifo(path.toLocal8Bit().constData(), 0600), 0);
    } else if (kind == "device") {
        QVERIFY(QFile::link("/dev/zero", path));
    } else if (kind == "folder") {
        QVERIFY(QDir(folder.path()).mkdir("it.json"));
    } else {
        QVERIFY(write_file(path, {}));
        QCOMPARE(::truncate(path.toLocal8Bit().constData(), 268435457), 0); // of which the disk holds nothing
    }
    arguments.replaceInStrings("FILE", "it.json");
    const Outcome outcome = run_program(arguments, {}, folder.path());
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.out, QByteArray());
    QCOMPARE(outcome.error_lines().size(), 1);
    QVERIFY2(outcome.err.contains("it.json") && outcome.err.contains(words), outcome.err.constData());
}

void FilesTest::a_batch_may_come_from_standard_input()
{
    const QByteArray line =
        R"({"id": 1, "model": "gpt3-175B", "system": "a100_80g", "execution": "seqsel-tab5/gpt3-175B/full"})";
    const Outcome outcome = run_program({"estimate", "--batch", "-"}, line + "\n");
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out.count('\n'), 1);
}

/// Hundreds of mistakes below keys as long as lines: few short lines, each with its place.
void FilesTest::much_to_complain_of_is_cut_short()
{
    QByteArray model =
        R"({"hidden": 1, "feedforward": 1, "seq_size": 1, "attn_heads": 1, "attn_size": 1, "num_blocks": 1)";
    for (int i = 0; i < 3000; ++i)
        model += ",\n\"k" + QByteArray::number(10000 + i) + QByteArray(500, 'x') + "\": 0";
    QTemporaryDir folder;
    QVERIFY(write_file(folder.filePath("m.json"), model + "}"));
    const Outcome outcome =
        run_program(QStringList{"estimate", "--model", "m.json"} + kSystem + kExecution, {}, folder.path());
    QCOMPARE(outcome.code, 2);
    const auto lines = outcome.error_lines();
    QVERIFY(lines.size() <= 101);
    for (const QByteArray& line : lines)
        QVERIFY2(line.size() < 500, line.constData());
    QVERIFY2(lines.front().startsWith("error: m.json:2:"), lines.front().constData());
    QVERIFY2(lines.back().contains("2981 more keys of this object are not known here"), lines.back().constData());
}

void FilesTest::a_sealed_checkpoint_has_no_mark()
{
    QTemporaryDir folder;
    const Outcome made = run_program(
        QStringList{"inspect", "--stage", "model", "--output", "c.json"} + kModel + kExecution, {}, folder.path());
    QVERIFY2(made.code == 0, made.err.constData());
    QCOMPARE(run_program({"verify", "c.json"}, {}, folder.path()).code, 0);
    QFile file(folder.filePath("c.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(write_file(folder.filePath("marked.json"), "\xEF\xBB\xBF" + text));
    const Outcome marked = run_program({"verify", "marked.json"}, {}, folder.path());
    QVERIFY(marked.code != 0);
    QVERIFY2((marked.out + marked.err).contains("a byte-order mark was added in front of it"),
             (marked.out + marked.err).constData());
    QVERIFY(write_file(folder.filePath("twice.json"), "\xEF\xBB\xBF\xEF\xBB\xBF" + text));
    QVERIFY(run_program({"verify", "twice.json"}, {}, folder.path()).code == 2);
}

void FilesTest::a_link_as_output_stays()
{
    QTemporaryDir folder;
    QCOMPARE(::symlink("later.csv", folder.filePath("link.csv").toLocal8Bit().constData()), 0);
    const QStringList arguments{"schedule", "--kind",   "1f1b", "--stages", "2",       "--microbatches",
                                "2",        "--format", "csv",  "--output", "link.csv"};
    for (int time = 0; time < 2; ++time) { // where the link leads to nothing, and where it leads to a file
        QCOMPARE(run_program(arguments, {}, folder.path()).code, 0);
        QVERIFY(QFileInfo(folder.filePath("link.csv")).isSymLink());
        QVERIFY(QFileInfo(folder.filePath("later.csv")).size() > 100);
    }
}

#ifndef __SANITIZE_ADDRESS__
void FilesTest::want_of_memory_is_one_line_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("place");
    QTest::newRow("a file") << (QStringList{"estimate", "--model", "zeros.json"} + kSystem + kExecution)
                            << QByteArray("zeros.json: ");
    QTest::newRow("a batch") << QStringList{"estimate", "--batch", "zeros.json"} << QByteArray("zeros.json");
    QTest::newRow("a schedule") << QStringList{"schedule",       "--kind", "zb-h2",    "--stages",    "1000",
                                               "--microbatches", "1333",   "--format", "chrome-trace"}
                                << QByteArray();
}

void FilesTest::want_of_memory_is_one_line()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, place);
    QTemporaryDir folder;
    QVERIFY(write_file(folder.filePath("zeros.json"), "[" + QByteArray("0,").repeated(8000000) + "0]"));
    const Outcome outcome = run_limited(arguments, folder.path(), rlim_t{220} << 20U);
    const bool batch = arguments.contains("--batch"); // which answers the line
    const QByteArray said = batch ? outcome.out : outcome.err;
    QVERIFY2(said.contains("not enough memory") && said.contains(place), (outcome.err + outcome.out).constData());
    QCOMPARE(said.count('\n'), 1);
    if (!batch)
        QCOMPARE(outcome.code, 2);
}
#endif

#ifndef __SANITIZE_ADDRESS__
/// However little there is, down to where the program itself can no longer be loaded: a thread that cannot be started
/// is want of memory as well.
void FilesTest::want_of_threads_is_want_of_memory()
{
    QTemporaryDir folder;
    const QStringList arguments =
        QStringList{"search", "--devices", "64", "--batch", "64", "--output", "found.csv"} + kModel + kSystem;
    int told = 0;
    for (rlim_t mebibytes = 24; mebibytes <= 120; mebibytes += 8) {
        const Outcome outcome = run_limited(arguments, folder.path(), mebibytes << 20U);
        QVERIFY2(!outcome.err.contains("should not have happened"), outcome.err.constData());
        if (outcome.err.contains("memory.exhausted")) {
            ++told;
            QCOMPARE(outcome.code, 2);
            QCOMPARE(outcome.error_lines().size(), 1);
        }
    }
    QVERIFY(told > 0);
}
#endif

BLUEPRINTING_CORE_TEST(FilesTest)
#include "files_test.moc"
