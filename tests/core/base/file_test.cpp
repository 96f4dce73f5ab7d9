#include "core/base/file.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <fstream>
#include <sys/stat.h>
#include <thread>

using namespace blueprinting;

class FileTest : public QObject {
    Q_OBJECT
private slots:
    void refuses_what_is_no_file();
    void reads_a_pipe_to_its_end();
    void refuses_a_pipe_without_a_writer();
    void replaces_whole_files_only();
};

void FileTest::refuses_what_is_no_file()
{
    QTemporaryDir dir;
    QCOMPARE(read_file(dir.path().toStdString()).diagnostics().front().code, std::string("file.folder"));
    QCOMPARE(read_file((dir.path() + "/none").toStdString()).diagnostics().front().code, std::string("file.missing"));
    QCOMPARE(write_file_atomically((dir.path() + "/no/where").toStdString(), "x").diagnostics().front().code,
             std::string("file.unwritable"));
    QCOMPARE(write_file_atomically(dir.path().toStdString(), "x").diagnostics().front().code, std::string("file.folder"));
}

void FileTest::reads_a_pipe_to_its_end()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/pipe").toStdString();
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    // Opening waits for the reader; between the two halves the reader finds nothing.
    std::thread writer([&] {
        std::ofstream out(path);
        out << "one, " << std::flush;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        out << "two";
    });
    const auto bytes = read_file(path);
    writer.join();
    QVERIFY(bytes.has_value());
    QCOMPARE(*bytes, std::string("one, two"));
}

void FileTest::refuses_a_pipe_without_a_writer()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/pipe").toStdString();
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    const auto bytes = read_file(path);
    QVERIFY(!bytes.has_value());
    QCOMPARE(bytes.diagnostics().front().code, std::string("file.unreadable"));
    QCOMPARE(bytes.diagnostics().front().location->file, path);
}

void FileTest::replaces_whole_files_only()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/out.json").toStdString();
    QVERIFY(write_file_atomically(path, "one").has_value());
    QVERIFY(write_file_atomically(path, "two").has_value());
    QCOMPARE(*read_file(path), std::string("two"));
    // Nothing is left beside it.
    QCOMPARE(int(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden).size()), 1);
}

BLUEPRINTING_CORE_TEST(FileTest)
#include "file_test.moc"
