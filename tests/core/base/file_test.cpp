#include "core/base/file.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

using namespace blueprinting;

class FileTest : public QObject {
    Q_OBJECT
private slots:
    void refuses_what_is_no_file();
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
