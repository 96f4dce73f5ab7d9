#include "core/base/file.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>

#include <array>
#include <fcntl.h>
#include <fstream>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace blueprinting;

class FileTest : public QObject {
    Q_OBJECT
private slots:
    void refuses_what_is_no_file();
    void refuses_what_is_no_regular_file_data();
    void refuses_what_is_no_regular_file();
    void the_largest_file_is_read_and_none_larger();
    void replaces_whole_files_only();
    void a_link_stays_and_its_file_is_written();
    void a_link_to_nothing_makes_the_file();
    void links_in_a_circle_are_refused();
    void a_pipe_that_nobody_reads_is_refused();
    void a_pipe_is_written_to();
    void pieces_are_one_file();
    void nothing_is_left_of_a_text_that_fails();
};

namespace {

std::string code_of(const Diagnostics& diagnostics) { return diagnostics.empty() ? "" : diagnostics.front().code; }

int files_in(const QTemporaryDir& dir)
{
    return int(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden | QDir::System).size());
}

std::string content(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

void FileTest::refuses_what_is_no_file()
{
    QTemporaryDir dir;
    QCOMPARE(code_of(read_file(dir.path().toStdString()).diagnostics()), std::string("file.folder"));
    QCOMPARE(code_of(read_file((dir.path() + "/none").toStdString()).diagnostics()), std::string("file.missing"));
    QCOMPARE(code_of(write_file_atomically((dir.path() + "/no/where").toStdString(), "x").diagnostics()),
             std::string("file.unwritable"));
    QCOMPARE(code_of(write_file_atomically(dir.path().toStdString(), "x").diagnostics()), std::string("file.folder"));
}

void FileTest::refuses_what_is_no_regular_file_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("words");
    QTest::newRow("a pipe that nobody writes to") << "pipe"
                                                  << "this is a pipe; a regular file is expected";
    QTest::newRow("a link to it") << "link"
                                  << "this is a pipe; a regular file is expected";
    QTest::newRow("a pipe that holds something") << "full pipe"
                                                 << "this is a pipe; a regular file is expected";
    QTest::newRow("a device that never ends") << "/dev/zero"
                                              << "this is a device; a regular file is expected";
    QTest::newRow("an empty device") << "/dev/null"
                                     << "this is a device; a regular file is expected";
    QTest::newRow("a socket") << "socket"
                              << "this is a socket; a regular file is expected";
}

/// None of them is waited for: there is nobody at the other end.
void FileTest::refuses_what_is_no_regular_file()
{
    QFETCH(QString, kind);
    QFETCH(QString, words);
    QTemporaryDir dir;
    std::string path = (dir.path() + "/it").toStdString();
    int other = -1;
    if (kind.startsWith("/dev"))
        path = kind.toStdString();
    else if (kind == "socket") {
        other = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        QVERIFY(path.size() < sizeof address.sun_path);
        std::copy(path.begin(), path.end(), address.sun_path);
        QCOMPARE(::bind(other, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    } else {
        QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    }
    if (kind == "full pipe") {
        other = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
        QCOMPARE(::write(other, "{}", 2), ssize_t{2});
    }
    if (kind == "link") {
        QVERIFY(QFile::link(QString::fromStdString(path), dir.path() + "/link"));
        path = (dir.path() + "/link").toStdString();
    }
    for (const Diagnostics& said : {read_file(path).diagnostics(), check_file(path).diagnostics()}) {
        QCOMPARE(code_of(said), std::string("file.special"));
        QCOMPARE(said.size(), std::size_t(1));
        QCOMPARE(said.front().message, words.toStdString());
        QCOMPARE(said.front().location->file, path);
    }
    if (other >= 0)
        ::close(other);
}

void FileTest::the_largest_file_is_read_and_none_larger()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/large").toStdString();
    std::ofstream(path).close();
    constexpr off_t most = 268435456; // 256 MiB, of which the disk holds nothing
    QCOMPARE(::truncate(path.c_str(), most), 0);
    QVERIFY(check_file(path).has_value());
    QCOMPARE(::truncate(path.c_str(), most + 1), 0);
    QCOMPARE(code_of(check_file(path).diagnostics()), std::string("file.too_large"));
    QCOMPARE(code_of(read_file(path).diagnostics()), std::string("file.too_large"));
}

void FileTest::replaces_whole_files_only()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/out.json").toStdString();
    QVERIFY(write_file_atomically(path, "one").has_value());
    QCOMPARE(::chmod(path.c_str(), 0640), 0);
    QVERIFY(write_file_atomically(path, "two").has_value());
    QCOMPARE(content(path), std::string("two"));
    struct stat facts {};
    QCOMPARE(::stat(path.c_str(), &facts), 0);
    QCOMPARE(int(facts.st_mode & 0777), 0640);
    // Nothing is left beside it.
    QCOMPARE(files_in(dir), 1);
}

void FileTest::a_link_stays_and_its_file_is_written()
{
    QTemporaryDir dir;
    QVERIFY(QDir(dir.path()).mkdir("below"));
    const std::string file = (dir.path() + "/below/out.json").toStdString();
    std::ofstream(file) << "old";
    // Relative, as people make them, and one that leads to it.
    QCOMPARE(::symlink("below/out.json", (dir.path() + "/first").toStdString().c_str()), 0);
    QCOMPARE(::symlink("first", (dir.path() + "/second").toStdString().c_str()), 0);
    QVERIFY(write_file_atomically((dir.path() + "/second").toStdString(), "new").has_value());
    QCOMPARE(content(file), std::string("new"));
    for (const char* link : {"/first", "/second"})
        QVERIFY(QFileInfo(dir.path() + link).isSymLink());
    QCOMPARE(int(QDir(dir.path() + "/below").entryList(QDir::Files | QDir::Hidden).size()), 1);
}

void FileTest::a_link_to_nothing_makes_the_file()
{
    QTemporaryDir dir;
    const std::string link = (dir.path() + "/link").toStdString();
    QCOMPARE(::symlink("later.json", link.c_str()), 0);
    QVERIFY(write_file_atomically(link, "new").has_value());
    QVERIFY(QFileInfo(dir.path() + "/link").isSymLink());
    QCOMPARE(content((dir.path() + "/later.json").toStdString()), std::string("new"));
    // Where its folder does not exist either, the link that was named is what is told of.
    const std::string nowhere = (dir.path() + "/nowhere").toStdString();
    QCOMPARE(::symlink("no/such/folder.json", nowhere.c_str()), 0);
    const auto refused = write_file_atomically(nowhere, "new");
    QCOMPARE(code_of(refused.diagnostics()), std::string("file.unwritable"));
    QCOMPARE(refused.diagnostics().front().location->file, nowhere);
    QVERIFY(QFileInfo(dir.path() + "/nowhere").isSymLink());
}

void FileTest::links_in_a_circle_are_refused()
{
    QTemporaryDir dir;
    const std::string a = (dir.path() + "/a").toStdString();
    QCOMPARE(::symlink("b", a.c_str()), 0);
    QCOMPARE(::symlink("a", (dir.path() + "/b").toStdString().c_str()), 0);
    QCOMPARE(code_of(write_file_atomically(a, "x").diagnostics()), std::string("file.unwritable"));
    QCOMPARE(code_of(read_file(a).diagnostics()), std::string("file.unreadable"));
    QVERIFY(QFileInfo(dir.path() + "/a").isSymLink());
}

void FileTest::a_pipe_that_nobody_reads_is_refused()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/pipe").toStdString();
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    QCOMPARE(code_of(write_file_atomically(path, "x").diagnostics()), std::string("file.unwritable"));
}

void FileTest::a_pipe_is_written_to()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/pipe").toStdString();
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    const int pipe = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    QVERIFY(pipe >= 0);
    // More than a pipe holds, so that the writer waits for the reader.
    const std::string text(300000, 'x');
    std::string read;
    std::thread reader([&] {
        std::array<char, 4096> buffer{};
        while (read.size() < text.size()) {
            const ssize_t n = ::read(pipe, buffer.data(), buffer.size());
            if (n <= 0)
                return;
            read.append(buffer.data(), static_cast<std::size_t>(n));
        }
    });
    const auto written = write_file_atomically(path, text);
    if (!written)
        ::close(pipe);
    reader.join();
    ::close(pipe);
    QVERIFY(written.has_value());
    QVERIFY(read == text);
    QCOMPARE(files_in(dir), 1); // the pipe, which is still one
}

void FileTest::pieces_are_one_file()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/out").toStdString();
    std::string expected;
    const auto written = write_file_atomically(path, [&](const TextSink& sink) {
        TextStream out(sink);
        for (int i = 0; i < 50000; ++i) {
            out << i << ',' << 0.5 << ';';
            expected += std::to_string(i) + ",0.5;";
        }
        const std::string large(200000, 'y');
        out << large;
        expected += large;
    });
    QVERIFY(written.has_value());
    QVERIFY(content(path) == expected);
}

void FileTest::nothing_is_left_of_a_text_that_fails()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/out").toStdString();
    std::ofstream(path) << "old";
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(write_file_atomically(path,
                                                                     [](const TextSink& sink) {
                                                                         sink("half");
                                                                         throw std::runtime_error("no more");
                                                                     })),
                             std::runtime_error);
    QCOMPARE(content(path), std::string("old"));
    QCOMPARE(files_in(dir), 1);
}

BLUEPRINTING_CORE_TEST(FileTest)
#include "file_test.moc"
