#include "core/base/file.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <atomic>
#include <fcntl.h>
#include <fstream>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

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
    // The first half is there before the reader is. The second follows when the first is taken: in between the reader finds nothing.
    const int pipe = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    QVERIFY(pipe >= 0);
    QCOMPARE(::write(pipe, "one, ", 5), ssize_t{5});
    std::atomic<bool> ended = false;
    std::thread writer([&] {
        for (int left = 1; left > 0 && !ended;) {
            if (::ioctl(pipe, FIONREAD, &left) != 0)
                break;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        std::ofstream(path) << "two";
        ::close(pipe);
    });
    const auto bytes = read_file(path);
    ended = true;
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
