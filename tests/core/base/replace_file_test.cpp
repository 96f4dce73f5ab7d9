#include "core/base/file.h"
#include "core/base/replace_file.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QTemporaryDir>

#include <atomic>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace blueprinting;

namespace {

std::string bytes_of(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

void put(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

/// SHA-256 of "abc", as FIPS 180-2 prints it.
constexpr const char* kAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

} // namespace

class ReplaceFileTest : public QObject {
    Q_OBJECT
private slots:
    void saysWhatStandsThere();
    void replacesOnlyWhatWasKnown_data();
    void replacesOnlyWhatWasKnown();
    void aPipeHoldsNothingToLose();
    void ofTwoWhoComeAtOnceOneFindsTheOther();
};

void ReplaceFileTest::saysWhatStandsThere()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/a").toStdString();
    QVERIFY(content_digest(path).value().empty());
    QVERIFY(content_digest(path + "/below").value().empty());
    put(path, "abc");
    QCOMPARE(content_digest(path).value().hex(), std::string(kAbc));
    QVERIFY(content_digest(path + "/below").value().empty());
    QCOMPARE(content_digest(dir.path().toStdString()).diagnostics().front().code, std::string("file.folder"));
    // Larger than any one reading of it.
    put(path, std::string(3 << 20, 'a'));
    QCOMPARE(content_digest(path).value(), Digest::of_bytes(std::string(3 << 20, 'a')));
}

void ReplaceFileTest::replacesOnlyWhatWasKnown_data()
{
    QTest::addColumn<QString>("known"); // "-": there was no file
    QTest::addColumn<QString>("now");
    QTest::addColumn<bool>("replaced");
    QTest::newRow("as it was") << "one"
                               << "one" << true;
    QTest::newRow("changed") << "one"
                             << "other" << false;
    QTest::newRow("changed by one byte") << "one"
                                         << "onf" << false;
    QTest::newRow("emptied") << "one"
                             << "" << false;
    QTest::newRow("gone") << "one"
                          << "-" << true;
    QTest::newRow("none before, none now") << "-"
                                           << "-" << true;
    QTest::newRow("none before, one now") << "-"
                                          << "other" << false;
    QTest::newRow("none before, an empty one now") << "-"
                                                   << "" << false;
    QTest::newRow("the very bytes") << "one"
                                    << "mine" << true;
}
void ReplaceFileTest::replacesOnlyWhatWasKnown()
{
    QFETCH(QString, known);
    QFETCH(QString, now);
    QFETCH(bool, replaced);
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/a").toStdString();
    if (known != "-")
        put(path, known.toStdString());
    const Digest read = content_digest(path).value();
    QCOMPARE(read.empty(), known == "-");
    QFile::remove(QString::fromStdString(path));
    if (now != "-")
        put(path, now.toStdString());
    const Result<Done> done = replace_file(path, "mine", read);
    QCOMPARE(done.has_value(), replaced);
    if (!replaced) {
        QCOMPARE(done.diagnostics().front().code, std::string(kFileChanged));
        QCOMPARE(done.diagnostics().front().location->file, path);
    }
    QCOMPARE(bytes_of(path), replaced ? std::string("mine") : now.toStdString());
    QCOMPARE(QDir(dir.path()).entryList(QDir::Files).size(), 1); // nothing temporary is left
}

void ReplaceFileTest::aPipeHoldsNothingToLose()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/pipe").toStdString();
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
    QVERIFY(content_digest(path).value().empty());
    const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC); // nobody waits for one
    QVERIFY(reader >= 0);
    QVERIFY(replace_file(path, "mine", Digest()));
    char read[16] = {};
    QCOMPARE(::read(reader, read, sizeof read), ssize_t{4});
    ::close(reader);
    QCOMPARE(std::string(read), std::string("mine"));
}

/// Each holds the same file in its hands and wants to write its own: exactly one does.
void ReplaceFileTest::ofTwoWhoComeAtOnceOneFindsTheOther()
{
    QTemporaryDir dir;
    const std::string path = (dir.path() + "/a").toStdString();
    for (int round = 0; round < 40; ++round) {
        put(path, "start " + std::to_string(round));
        const Digest known = content_digest(path).value();
        std::atomic<int> ready = 0;
        std::atomic<int> wrote = 0;
        std::vector<std::thread> writers;
        for (int i = 0; i < 4; ++i)
            writers.emplace_back([&, i] {
                ++ready;
                while (ready < 4)
                    std::this_thread::yield();
                wrote += replace_file(path, "writer " + std::to_string(i), known).has_value() ? 1 : 0;
            });
        for (std::thread& writer : writers)
            writer.join();
        QCOMPARE(wrote.load(), 1);
        QVERIFY(bytes_of(path).starts_with("writer "));
    }
}

BLUEPRINTING_CORE_TEST(ReplaceFileTest)
#include "replace_file_test.moc"
