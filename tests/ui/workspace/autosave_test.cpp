#include "core/base/file.h"
#include "core/base/replace_file.h"
#include "tests/support/files.h"
#include "tests/support/gate.h"
#include "tests/support/test_main.h"
#include "ui/workspace/autosave.h"
#include "ui/workspace/session_file.h"
#include "ui/workspace/session_json.h"

#include <QLockFile>
#include <QTemporaryDir>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

QStringList files_of(const QTemporaryDir& folder)
{
    return QDir(folder.path())
        .entryList({QStringLiteral("*.json*")}, QDir::Files, QDir::Name)
        .filter(QRegularExpression(QStringLiteral("^(?!.*\\.lock$)")));
}

void write(const QString& path, const std::string& text) { QVERIFY(write_file_atomically(path.toStdString(), text)); }

/// Last written so many minutes ago.
void age(const QString& path, int minutes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(-60 * minutes), QFileDevice::FileModificationTime));
}

/// What a crash leaves: the file, and no lock that anyone holds.
QString leave_behind(const QTemporaryDir& folder, const Session& session, const OwnFile& file = {}, int number = 1)
{
    const QString path = folder.filePath(QStringLiteral("session-%1.json").arg(number));
    write(path, *Autosave::bytes(session, file));
    return path;
}

/// The starting session with its first strategy under this name.
Session named(const std::string& name)
{
    Session session = starting_session();
    session.strategies[0].name = name;
    return session;
}

void rename_first(Workspace& workspace, const std::string& name)
{
    workspace.edit(QStringLiteral("Rename"), [&](Session& s) { s.strategies[0].name = name; });
}

/// A clock that stands still until it is moved, and wakes as a timer does.
class MovedAlarm : public Alarm {
public:
    [[nodiscard]] qint64 now() const override { return m_now; }
    void set(qint64 at) override { m_at = at; }
    void stop() override { m_at.reset(); }
    void moveTo(qint64 to)
    {
        while (m_at && *m_at <= to) {
            m_now = std::max(m_now, *m_at);
            m_at.reset();
            Q_EMIT rang();
            QTRY_VERIFY(!writing || !writing()); // a write takes no time of this clock
        }
        m_now = to;
    }
    std::function<bool()> writing;

private:
    qint64 m_now = 0;
    std::optional<qint64> m_at;
};

/// The name that the first strategy of the session in this autosave has; "" where there is no such file.
std::string kept_name(const QString& file)
{
    const Result<JsonDocument> document = JsonDocument::read(file.toStdString());
    return document ? document->root().at("session").at("strategies").at(0).at("name").get<std::string>()
                    : std::string();
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
        QVERIFY(autosave.setAside().empty());
        QVERIFY(!autosave.file().isEmpty());
    }

    void whatACrashLeftComesBackOnce()
    {
        QTemporaryDir folder;
        Session session = starting_session();
        session.view = "timing";
        const Digest content = Digest::of_bytes("as it was");
        leave_behind(folder, session, {QStringLiteral("/home/x/my.json"), content, false});
        Autosave autosave(folder.path());
        const auto found = autosave.recover();
        QVERIFY(found);
        QVERIFY(found->session == session);
        QCOMPARE(found->file.path, QStringLiteral("/home/x/my.json"));
        QVERIFY(found->file.content == content && !found->file.modified);
        QVERIFY(!autosave.recover());
        QCOMPARE(autosave.others(), std::size_t{0});
    }

    /// As version 0.1 wrote it, which said of the person's file no more than its name.
    void whatAnOlderVersionLeftComesBack()
    {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/ui/workspace/saved/autosave-0.1.json"),
                            folder.filePath(QStringLiteral("session-1.json"))));
        Autosave autosave(folder.path());
        const auto found = autosave.recover();
        QVERIFY(found);
        QCOMPARE(found->file.path, QStringLiteral("/home/someone/mine.json"));
        QVERIFY(found->file.content.empty() && found->file.modified);
        QCOMPARE(found->session.strategies.size(), std::size_t{3});
        QCOMPARE(found->session.strategies[0].name, std::string("megatron-1T mine"));
    }

    /// What stands in the lock's file says nothing: it is locked or not.
    void noLockFileHidesWhatACrashLeft_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("garbled") << QByteArray("\x00\xff no process\n\n\n", 18);
        QTest::newRow("of a process that is alive and another's") << QByteArray("1\nblueprinting-explorer\nhere\n");
        QTest::newRow("of this process, which does not hold it")
            << QByteArray::number(QCoreApplication::applicationPid()) + "\ntest_ui_autosave\nhere\n";
    }
    void noLockFileHidesWhatACrashLeft()
    {
        QFETCH(QByteArray, text);
        QTemporaryDir folder;
        const QString left = leave_behind(folder, named("mine"));
        write(left + QStringLiteral(".lock"), text.toStdString());
        Autosave autosave(folder.path());
        const auto found = autosave.recover();
        QVERIFY(found);
        QVERIFY(found->session == named("mine"));
        QCOMPARE(autosave.file(), left);
    }

    /// A window of the version before holds a QLockFile.
    void aRunningWindowOfBeforeKeepsItsOwn()
    {
        QTemporaryDir folder;
        const QString left = leave_behind(folder, named("its own"));
        QLockFile held(left + QStringLiteral(".lock"));
        QVERIFY(held.tryLock(0));
        Autosave autosave(folder.path());
        QVERIFY(!autosave.recover());
        QVERIFY(!autosave.file().isEmpty() && autosave.file() != left);
        QCOMPARE(kept_name(left), std::string("its own"));
    }

    /// The newest cannot be read; the one before it comes back, and what was set aside is said and kept.
    void anUnreadableOneHidesNoOther()
    {
        QTemporaryDir folder;
        const QString newest = folder.filePath(QStringLiteral("session-3.json"));
        write(newest, "{\"schema\": \"blueprinting.autosave.v0\", ");
        age(newest, 1);
        age(leave_behind(folder, named("newer"), {}, 1), 2);
        age(leave_behind(folder, named("older"), {}, 2), 3);
        Autosave autosave(folder.path());
        const auto found = autosave.recover();
        QVERIFY(found);
        QCOMPARE(found->session.strategies[0].name, std::string("newer"));
        QCOMPARE(autosave.others(), std::size_t{1});
        QCOMPARE(autosave.setAside().size(), std::size_t{1});
        QVERIFY(autosave.setAside()[0].file.startsWith(newest + QStringLiteral(".unreadable-")));
        QCOMPARE(testing::bytes_of(autosave.setAside()[0].file),
                 QByteArray("{\"schema\": \"blueprinting.autosave.v0\", "));
        // The other waits for the next window.
        Autosave second(folder.path());
        const auto other = second.recover();
        QVERIFY(other);
        QCOMPARE(other->session.strategies[0].name, std::string("older"));
        QCOMPARE(second.others(), std::size_t{0});
        QVERIFY(second.setAside().empty());
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
        QCOMPARE(autosave.setAside().size(), std::size_t{1});
        const Autosave::SetAside& aside = autosave.setAside().front();
        QVERIFY(QFile::exists(aside.file)); // kept for whoever can mend it
        QVERIFY(aside.file.contains(QStringLiteral("unreadable")));
        QVERIFY(!aside.reason.message.empty());
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

    /// One that is offered stays where it is, over the end of a run that did not decide, until it is restored or
    /// discarded.
    void whatIsOfferedIsNotLost()
    {
        QTemporaryDir folder;
        Session session = starting_session();
        session.view = "timing";
        leave_behind(folder, session, {QStringLiteral("/home/x/my.json"), {}, true});
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

    /// Half a minute of an edit each second, without a pause: at no time is more lost than the last three seconds.
    void workWithoutAPauseIsKept_data()
    {
        QTest::addColumn<int>("every");
        QTest::newRow("an edit a second") << 1000;
        QTest::newRow("ten a second") << 100;
        QTest::newRow("as slow as the rest") << 1499;
    }
    void workWithoutAPauseIsKept()
    {
        QFETCH(int, every);
        QTemporaryDir folder;
        auto owned = std::make_unique<MovedAlarm>();
        MovedAlarm& clock = *owned;
        Workspace workspace;
        SessionFile file(workspace, std::move(owned));
        clock.writing = [&] { return file.keeping(); };
        file.startAutosave(folder.path());
        const QString kept = folder.filePath(QStringLiteral("session-1.json"));
        int last_edit = -1; // by now
        for (int now = 0; now <= 30000; now += 100) {
            clock.moveTo(now);
            if (now % every < 100 && now / every > last_edit) {
                last_edit = now / every;
                rename_first(workspace, std::to_string(now));
            }
            // The first change that is not on the disk was made less than three seconds ago.
            const std::string on_disk = kept_name(kept);
            const int written_at = on_disk.empty() ? -every : std::stoi(on_disk);
            QVERIFY2(now - (written_at + every) < 3000,
                     qPrintable(QStringLiteral("at %1 there stands %2").arg(now).arg(written_at)));
        }
        // At rest it is all there, and nothing is written again.
        clock.moveTo(33000);
        QCOMPARE(kept_name(kept), workspace.session().strategies[0].name);
        QVERIFY(QFile::remove(kept));
        clock.moveTo(90000);
        QVERIFY(!QFile::exists(kept));
    }

    /// Whatever else is computed: the autosave does not queue up behind it.
    void longWorkDoesNotKeepItWaiting()
    {
        QTemporaryDir folder;
        Workspace workspace;
        testing::Gate gate;
        for (int i = 0; i < 4 + 4 * QThread::idealThreadCount(); ++i)
            workspace.jobs().start(
                QStringLiteral("long work %1").arg(i), {},
                [pass = gate.pass()](const JobContext&) {
                    pass();
                    return 0;
                },
                [](int) {});
        auto owned = std::make_unique<MovedAlarm>();
        MovedAlarm& clock = *owned;
        SessionFile file(workspace, std::move(owned));
        clock.writing = [&] { return file.keeping(); };
        file.startAutosave(folder.path());
        rename_first(workspace, "kept");
        clock.moveTo(3000);
        QCOMPARE(kept_name(folder.filePath(QStringLiteral("session-1.json"))), std::string("kept"));
    }

    /// What was saved before a crash carries no star after it, unless its file is another one by now.
    void whatWasSavedIsSavedStill_data()
    {
        QTest::addColumn<QString>("then");
        QTest::addColumn<bool>("star");
        QTest::newRow("nothing") << "" << false;
        QTest::newRow("looked at another view") << "view" << false;
        QTest::newRow("changed") << "edit" << true;
        QTest::newRow("changed and undone") << "undo" << false;
        QTest::newRow("its file was changed by another") << "other" << true;
        QTest::newRow("its file was removed") << "removed" << true;
    }
    void whatWasSavedIsSavedStill()
    {
        QFETCH(QString, then);
        QFETCH(bool, star);
        QTemporaryDir folder;
        QTemporaryDir crashed; // a copy of the autosave as a crash would leave it
        const QString mine = folder.filePath(QStringLiteral("mine.json"));
        auto owned = std::make_unique<MovedAlarm>();
        MovedAlarm& clock = *owned;
        Workspace workspace;
        SessionFile file(workspace, std::move(owned));
        clock.writing = [&] { return file.keeping(); };
        file.startAutosave(folder.filePath(QStringLiteral("autosave")));
        rename_first(workspace, "mine");
        clock.moveTo(3000);
        QVERIFY(file.save(mine));
        clock.moveTo(3001); // saving is said to the autosave at once: no moment is left in between
        if (then == QStringLiteral("view"))
            workspace.showView("timing");
        if (then == QStringLiteral("edit") || then == QStringLiteral("undo"))
            rename_first(workspace, "changed");
        clock.moveTo(6000);
        if (then == QStringLiteral("undo"))
            workspace.undoStack().undo();
        clock.moveTo(9000);
        if (then == QStringLiteral("other"))
            write(mine, "theirs");
        if (then == QStringLiteral("removed"))
            QVERIFY(QFile::remove(mine));
        QVERIFY(QFile::copy(folder.filePath(QStringLiteral("autosave/session-1.json")),
                            crashed.filePath(QStringLiteral("session-1.json"))));

        Workspace again;
        SessionFile restored(again);
        restored.startAutosave(crashed.path());
        QVERIFY(restored.recovered());
        QVERIFY(again.session() == workspace.session());
        QCOMPARE(restored.path(), mine);
        QCOMPARE(restored.modified(), star);
        // What another wrote meanwhile is not lost to it.
        QCOMPARE(restored.save(mine).has_value(), then != QStringLiteral("other"));
        if (then == QStringLiteral("other"))
            QCOMPARE(testing::bytes_of(mine), QByteArray("theirs"));
    }

    /// Two windows on one file: the second to save finds that it is not what it read.
    void whatAnotherWindowSavedIsNotLost()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mine.json"));
        Workspace first, second;
        SessionFile one(first), two(second);
        QVERIFY(one.save(path));
        QVERIFY(two.open(path));
        rename_first(first, "of the first");
        rename_first(second, "of the second");
        QVERIFY(one.save(path));
        QVERIFY(one.save(path)); // its own is no change
        const QByteArray there = testing::bytes_of(path);
        const Result<Done> saved = two.save(path);
        QVERIFY(!saved);
        QCOMPARE(saved.diagnostics().front().code, std::string(kFileChanged));
        QCOMPARE(testing::bytes_of(path), there);
        QVERIFY(two.modified());
        QCOMPARE(two.path(), path);
        // Nor under a name that leads to the same file, nor to one that a person was not asked about.
        QVERIFY(QFile::link(path, folder.filePath(QStringLiteral("link.json"))));
        QVERIFY(!two.save(folder.filePath(QStringLiteral("link.json"))));
        write(folder.filePath(QStringLiteral("third.json")), "theirs");
        QVERIFY(!two.save(folder.filePath(QStringLiteral("third.json"))));
        QCOMPARE(testing::bytes_of(path), there);
        // What is read of it is what stands there now; what was on the screen comes back by undoing.
        const Result<JsonDocument> document = JsonDocument::read(path.toStdString());
        two.reload(*session_from_json(*document), *content_digest(path.toStdString()));
        QCOMPARE(second.session().strategies[0].name, std::string("of the first"));
        QVERIFY(!two.modified());
        second.undoStack().undo();
        QCOMPARE(second.session().strategies[0].name, std::string("of the second"));
        QVERIFY(two.modified());
        QVERIFY(two.save(path)); // and now it is agreed
        QVERIFY(!one.save(path));
        // Agreed to lose what stands there.
        QVERIFY(one.save(path, *content_digest(path.toStdString())));
        QVERIFY(!two.save(path));
        QVERIFY(one.save(folder.filePath(QStringLiteral("link.json")))); // its own file under another name
        QVERIFY(one.save(path));
        // A file that is gone is nobody's loss.
        QVERIFY(QFile::remove(path));
        QVERIFY(two.save(path));
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
