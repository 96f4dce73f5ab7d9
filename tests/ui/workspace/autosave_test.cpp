#include "core/base/file.h"
#include "tests/support/test_main.h"
#include "ui/workspace/autosave.h"
#include "ui/workspace/session_file.h"
#include "ui/workspace/session_json.h"

#include <QProcess>
#include <QTemporaryDir>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

QStringList files_of(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList({QStringLiteral("*.json*")}, QDir::Files, QDir::Name).filter(
        QRegularExpression(QStringLiteral("^(?!.*\\.lock$)")));
}

void write(const QString& path, const std::string& text) { QVERIFY(write_file_atomically(path.toStdString(), text)); }

/// What a crash leaves: the file, and no lock that anyone holds.
void leave_behind(const QTemporaryDir& folder, const Session& session, const QString& file, int number = 1)
{
    write(folder.filePath(QStringLiteral("session-%1.json").arg(number)), *Autosave::bytes(session, file));
}

} // namespace

class AutosaveTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingLeftNothingRecovered()
    {
        QTemporaryDir folder;
        Autosave autosave(folder.filePath(QStringLiteral("new/folder")));
        QVERIFY(!autosave.recover());
        QVERIFY(!autosave.setAside());
        QVERIFY(!autosave.file().isEmpty());
    }

    void whatACrashLeftComesBackOnce()
    {
        QTemporaryDir folder;
        Session session = starting_session();
        session.view = "timing";
        leave_behind(folder, session, QStringLiteral("/home/x/my.json"));
        Autosave autosave(folder.path());
        const auto found = autosave.recover();
        QVERIFY(found);
        QVERIFY(found->session == session);
        QCOMPARE(found->file, QStringLiteral("/home/x/my.json"));
        QVERIFY(!autosave.recover());
    }

    void aRunningWindowKeepsItsOwn()
    {
        QTemporaryDir folder;
        Autosave first(folder.path());
        write(first.file(), *Autosave::bytes(starting_session(), {}));
        Autosave second(folder.path());
        QVERIFY(second.file() != first.file());
        QVERIFY(!second.recover());
    }

    void endingWellLeavesNothing()
    {
        QTemporaryDir folder;
        {
            Autosave autosave(folder.path());
            write(autosave.file(), *Autosave::bytes(starting_session(), {}));
            autosave.discard();
        }
        QVERIFY(files_of(folder).isEmpty());
        QVERIFY(!Autosave(folder.path()).recover());
    }

    void unreadableIsSetAsideAndNeverInTheWay_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("cut short") << QString::fromStdString(Autosave::bytes(starting_session(), {})->substr(0, 400));
        QTest::newRow("empty") << "";
        QTest::newRow("another schema") << R"({"schema": "x", "file": "", "session": {}})";
        QTest::newRow("no session") << R"({"schema": "blueprinting.autosave.v0", "file": ""})";
        QTest::newRow("not JSON") << "hello";
    }
    void unreadableIsSetAsideAndNeverInTheWay()
    {
        QFETCH(QString, text);
        QTemporaryDir folder;
        write(folder.filePath(QStringLiteral("session-1.json")), text.toStdString());
        Autosave autosave(folder.path());
        QVERIFY(!autosave.recover());
        QVERIFY(autosave.setAside());
        QVERIFY(QFile::exists(autosave.setAside()->file)); // kept for whoever can mend it
        QVERIFY(autosave.setAside()->file.contains(QStringLiteral("unreadable")));
        QVERIFY(!autosave.setAside()->reason.message.empty());
        QVERIFY(!QFile::exists(autosave.file()));
        QVERIFY(!Autosave(folder.path()).recover()); // and the next start does not stumble over it
    }

    void unusableFolderIsNoHindrance()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("file"));
        write(file, "x");
        Autosave autosave(file + QStringLiteral("/below"));
        QVERIFY(autosave.file().isEmpty());
        QVERIFY(!autosave.recover());
        autosave.discard();
    }

    void changesAreKeptAfterAMoment()
    {
        QTemporaryDir folder;
        QTemporaryDir crashed; // a copy of the folder as a crash would leave it
        Workspace workspace;
        SessionFile file(workspace);
        file.startAutosave(folder.path());
        QVERIFY(files_of(folder).isEmpty()); // nothing to lose yet
        workspace.edit(QStringLiteral("Rename"), [](Session& s) { s.strategies[0].name = "renamed"; });
        // The file appears whole under its name; beside it there may be, for a moment, the one that it is made of.
        const QString kept = folder.filePath(QStringLiteral("session-1.json"));
        QTRY_VERIFY(QFile::exists(kept));
        QVERIFY(QFile::copy(kept, crashed.filePath(QStringLiteral("session-1.json"))));

        Workspace again;
        SessionFile recovered(again);
        recovered.startAutosave(crashed.path());
        QVERIFY(recovered.recovered());
        QVERIFY(recovered.modified()); // it is in no file of the person's
        QVERIFY(again.session() == workspace.session());
        file.close();
        QVERIFY(files_of(folder).isEmpty());
    }

    /// One that is offered stays where it is, over the end of a run that did not decide, until it is restored or discarded.
    void whatIsOfferedIsNotLost()
    {
        QTemporaryDir folder;
        Session session = starting_session();
        session.view = "timing";
        leave_behind(folder, session, QStringLiteral("/home/x/my.json"));
        {
            Workspace workspace;
            SessionFile file(workspace);
            file.startAutosave(folder.path(), true);
            QVERIFY(file.offered() && !file.recovered() && !file.modified());
            QVERIFY(workspace.session() == starting_session());
            workspace.edit(QStringLiteral("Rename"), [](Session& s) { s.strategies[0].name = "renamed"; });
            QTRY_COMPARE(files_of(folder).size(), 2); // this run has its own
            file.close();
        }
        QCOMPARE(files_of(folder), QStringList{QStringLiteral("session-1.json")});
        {
            Workspace workspace;
            SessionFile file(workspace);
            file.startAutosave(folder.path(), true);
            QVERIFY(file.offered());
            file.restoreOffered();
            QVERIFY(!file.offered() && file.recovered() && file.modified());
            QVERIFY(workspace.session() == session);
            QCOMPARE(file.path(), QStringLiteral("/home/x/my.json"));
        } // crashed again
        Workspace workspace;
        SessionFile file(workspace);
        file.startAutosave(folder.path(), true);
        QVERIFY(file.offered());
        file.discardOffered();
        QVERIFY(files_of(folder).isEmpty() && !file.offered());
    }

    /// Where nothing can be kept it is said, once.
    void whatCannotBeKeptIsSaid()
    {
        QTemporaryDir folder;
        const QString blocked = folder.filePath(QStringLiteral("file"));
        write(blocked, "x");
        Workspace workspace;
        SessionFile file(workspace);
        QStringList said;
        connect(&file, &SessionFile::notKept, this, [&](const QString& why) { said << why; });
        file.startAutosave(blocked + QStringLiteral("/below"));
        QCOMPARE(said.size(), 1);
        QVERIFY2(said.front().contains(blocked), qPrintable(said.front()));
        // A file that cannot be written while the program runs.
        const QString kept = folder.filePath(QStringLiteral("kept"));
        Workspace other;
        SessionFile later(other);
        connect(&later, &SessionFile::notKept, this, [&](const QString& why) { said << why; });
        later.startAutosave(kept);
        QCOMPARE(said.size(), 1);
        QVERIFY(QDir().mkpath(kept + QStringLiteral("/session-1.json"))); // a folder stands in its place
        other.edit(QStringLiteral("Rename"), [](Session& s) { s.strategies[0].name = "renamed"; });
        QTRY_COMPARE(said.size(), 2);
    }

    void savingAndOpeningFollowTheFile()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mine.json"));
        Workspace workspace;
        SessionFile file(workspace);
        QCOMPARE(file.name(), QStringLiteral("Untitled"));
        QVERIFY(!file.modified());
        workspace.edit(QStringLiteral("Rename"), [](Session& s) { s.strategies[0].name = "renamed"; });
        QVERIFY(file.modified());
        QVERIFY(file.save(path));
        QVERIFY(!file.modified());
        QCOMPARE(file.name(), QStringLiteral("mine.json"));
        workspace.undoStack().undo();
        QVERIFY(file.modified());
        const Session unsaved = workspace.session();

        write(folder.filePath(QStringLiteral("bad.json")), "{\"schema\": 1}");
        QVERIFY(!file.open(folder.filePath(QStringLiteral("bad.json"))));
        QVERIFY(workspace.session() == unsaved); // a refused file changes nothing
        QCOMPARE(file.name(), QStringLiteral("mine.json"));

        QVERIFY(file.open(path));
        QVERIFY(!file.modified());
        QCOMPARE(workspace.session().strategies[0].name, std::string("renamed"));
        QVERIFY(!file.save(folder.filePath(QStringLiteral("no/such/folder.json"))));
        QCOMPARE(file.name(), QStringLiteral("mine.json"));
        file.startAnew();
        QVERIFY(workspace.session() == starting_session());
        QCOMPARE(file.name(), QStringLiteral("Untitled"));
    }
};

BLUEPRINTING_UI_TEST(AutosaveTest)
#include "autosave_test.moc"
