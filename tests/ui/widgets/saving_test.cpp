#include "core/base/replace_file.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"
#include "ui/widgets/known_files.h"
#include "ui/widgets/saving.h"

#include <QDialog>
#include <QDir>
#include <QTemporaryDir>

using namespace blueprinting;
using namespace blueprinting::ui;
using blueprinting::testing::bytes_of;

namespace {

void put(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace

/// What a window knows of files, and what it replaces; the ways of a person to save are tried over the whole window.
class SavingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void knownByEveryWidgetOfTheWindowAndByEveryName()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.csv"));
        put(path, "one");
        QVERIFY(QFile::link(path, folder.filePath(QStringLiteral("link.csv"))));
        QWidget window;
        auto* known = new KnownFiles(&window);
        auto* inside = new QWidget(new QWidget(&window));
        QDialog dialog(inside); // a window of its own, over that one
        auto* in_dialog = new QWidget(&dialog);
        QCOMPARE(KnownFiles::of(inside), known);
        QCOMPARE(KnownFiles::of(in_dialog), known);
        QWidget stranger;
        QVERIFY(!KnownFiles::of(&stranger));
        QVERIFY(!known->content(path));
        known->remember(path, Digest::of_bytes("one"));
        for (const QString& name :
             {path, folder.filePath(QStringLiteral("link.csv")),
              folder.path() + QStringLiteral("/../") + QDir(folder.path()).dirName() + QStringLiteral("/a.csv")})
            QVERIFY2(known->content(name) == Digest::of_bytes("one"), qPrintable(name));
        QVERIFY(!known->content(folder.filePath(QStringLiteral("b.csv"))));
    }

    void agreedToLoseIsWhatWasKnown()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.csv"));
        QWidget window;
        auto* known = new KnownFiles(&window);
        QVERIFY(agreed_to_replace(&window, path).empty()); // there is none
        put(path, "theirs");
        QVERIFY(agreed_to_replace(&window, path) == Digest::of_bytes("theirs")); // never seen before: what stands there
        known->remember(path, Digest::of_bytes("as it was"));
        QVERIFY(agreed_to_replace(&window, path) == Digest::of_bytes("as it was"));
        const Result<Done> refused = write_whole_file(path, "mine", agreed_to_replace(&window, path));
        QVERIFY(!refused && refused.diagnostics().front().code == kFileChanged);
        QCOMPARE(bytes_of(path), QByteArray("theirs"));
        QVERIFY(write_whole_file(path, "mine", std::nullopt)); // whatever stands there
        QCOMPARE(bytes_of(path), QByteArray("mine"));
    }

    void theFolderIsNamed()
    {
        QTemporaryDir folder;
        const QString below = folder.filePath(QStringLiteral("no/such/a.csv"));
        const auto said = [](const QString& path) {
            return not_written_text(path, write_whole_file(path, "x").diagnostics());
        };
        QCOMPARE(said(below), QStringLiteral("There is no folder %1/no/such.").arg(folder.path()));
        QVERIFY(QDir().mkpath(below));
        QCOMPARE(said(below),
                 QStringLiteral("In the folder %1/no/such: this is a folder; a file is expected.").arg(folder.path()));
    }
};

BLUEPRINTING_UI_TEST(SavingTest)
#include "saving_test.moc"
