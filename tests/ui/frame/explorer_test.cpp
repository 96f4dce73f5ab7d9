#include "tests/support/test_main.h"
#include "ui/frame/views.h"
#include "ui/workspace/session_file.h"
#include "ui/workspace/session_json.h"

#include <QDirIterator>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>

#include <netinet/in.h>
#include <optional>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

struct Run {
    int code = -1;
    QString out, err;
};

/// The program itself, with a home of its own.
class Explorer {
public:
    QTemporaryDir home;

    QProcessEnvironment environment(bool display = true) const
    {
        QProcessEnvironment env = QProcessEnvironment::systemEnvironment();
        env.insert(QStringLiteral("XDG_CONFIG_HOME"), home.filePath(QStringLiteral("config")));
        env.insert(QStringLiteral("XDG_DATA_HOME"), home.filePath(QStringLiteral("data")));
        env.remove(QStringLiteral("DISPLAY"));
        env.remove(QStringLiteral("WAYLAND_DISPLAY"));
        if (!display)
            env.remove(QStringLiteral("QT_QPA_PLATFORM"));
        return env;
    }
    Run run(const QStringList& arguments, bool display = true) const { return run(arguments, environment(display)); }
    Run run(const QStringList& arguments, const QProcessEnvironment& surroundings) const
    {
        QProcess process;
        process.setProcessEnvironment(surroundings);
        process.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting-explorer"), arguments);
        Run out;
        if (process.waitForFinished(100000) && process.exitStatus() == QProcess::NormalExit)
            out.code = process.exitCode();
        out.out = QString::fromUtf8(process.readAllStandardOutput());
        out.err = QString::fromUtf8(process.readAllStandardError());
        return out;
    }
    QString write(const char* name, const QByteArray& text) const
    {
        QFile file(home.filePath(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        return file.fileName();
    }
};

} // namespace

class ExplorerTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder; ///< empty: neither a file nor a checkout

private Q_SLOTS:
    void everyViewIsDrawnWithoutADisplay()
    {
        Explorer explorer;
        const QString folder = explorer.home.filePath(QStringLiteral("pictures/new"));
        const Run run = explorer.run({QStringLiteral("--screenshot"), folder, QStringLiteral("--size"),
                                      QStringLiteral("1100x720"), QStringLiteral("--theme"), QStringLiteral("dark")},
                                     false);
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QVERIFY2(run.err.isEmpty(), qPrintable(run.err));
        std::size_t drawn = 0;
        for (const ViewEntry& entry : view_entries()) {
            const QImage picture(folder + QLatin1Char('/') + entry.id + QStringLiteral(".png"));
            QCOMPARE(picture.size(), QSize(1100, 720));
            QCOMPARE(picture.pixelColor(700, 14),
                     QColor(0x1E, 0x21, 0x26)); // the dark window, in the empty part of the menu bar
            ++drawn;
        }
        QCOMPARE(static_cast<std::size_t>(QDir(folder).entryList(QDir::Files).size()), std::max<std::size_t>(drawn, 1));
    }

    /// The same session gives the same file, and the file says which session it is of.
    void reportsAreWrittenWithoutADisplay()
    {
        Explorer explorer;
        const QString session = explorer.home.filePath(QStringLiteral("s.json"));
        Session named = starting_session();
        named.strategies[0].name = "of the <report>";
        named.views["report"] = {{"reviewer", "R. Viewer"}, {"date", "2026-03-04"}};
        QVERIFY(save_session(named, session.toStdString()));
        QProcess sum;
        sum.start(QStringLiteral("sha256sum"), {session});
        QVERIFY(sum.waitForFinished());
        const QString digest = QString::fromLatin1(sum.readAllStandardOutput().left(64));
        for (const char* ending : {"html", "pdf"}) {
            QList<QByteArray> files;
            for (const char* name : {"one", "two"}) {
                const QString path = explorer.home.filePath(
                    QStringLiteral("%1.%2").arg(QString::fromLatin1(name), QString::fromLatin1(ending)));
                const Run run =
                    explorer.run({QStringLiteral("--session"), session, QStringLiteral("--report"), path}, false);
                QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
                QFile file(path);
                QVERIFY(file.open(QIODevice::ReadOnly));
                files << file.readAll();
            }
            QVERIFY(files[0].size() > 20000);
            QVERIFY2(files[0] == files[1], ending);
            if (QLatin1String(ending) == QLatin1String("html"))
                for (const QString& wanted : {digest, QStringLiteral("R. Viewer"), QStringLiteral("2026-03-04"),
                                              QStringLiteral("of the &lt;report&gt;"), QStringLiteral("<svg")})
                    QVERIFY2(files[0].contains(wanted.toUtf8()), qPrintable(wanted));
        }
    }

    void scaleMultipliesThePixels()
    {
        Explorer explorer;
        const QString folder = explorer.home.filePath(QStringLiteral("p"));
        const Run run = explorer.run({QStringLiteral("--screenshot"), folder, QStringLiteral("--size"),
                                      QStringLiteral("800x500"), QStringLiteral("--scale"), QStringLiteral("2")});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QFileInfoList pictures = QDir(folder).entryInfoList(QDir::Files);
        QVERIFY(!pictures.isEmpty());
        QCOMPARE(QImage(pictures.first().filePath()).size(), QSize(1600, 1000));
    }

    void badUseIsOneLineAndCode2_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown option") << QStringList{QStringLiteral("--nonsense")} << "--nonsense";
        QTest::newRow("unknown theme") << QStringList{QStringLiteral("--theme"), QStringLiteral("pink")}
                                       << "light or dark";
        QTest::newRow("no size") << QStringList{QStringLiteral("--size"), QStringLiteral("big")} << "WIDTHxHEIGHT";
        QTest::newRow("size too small") << QStringList{QStringLiteral("--size"), QStringLiteral("319x240")}
                                        << "320x240";
        QTest::newRow("size in octal elsewhere")
            << QStringList{QStringLiteral("--size"), QStringLiteral("01000x0700")} << "\"01000x0700\"";
        QTest::newRow("scale in octal elsewhere")
            << QStringList{QStringLiteral("--scale"), QStringLiteral("02")} << "--scale: \"02\" begins with a zero";
        QTest::newRow("settings of pictures")
            << QStringList{QStringLiteral("--screenshot"), m_folder.path(), QStringLiteral("--settings"),
                           m_folder.filePath(QStringLiteral("own.ini"))}
            << "--settings";
        QTest::newRow("report of another kind")
            << QStringList{QStringLiteral("--report"), m_folder.filePath(QStringLiteral("r.docx"))}
            << "--report must end in .html, .htm or .pdf";
        QTest::newRow("report and pictures")
            << QStringList{QStringLiteral("--report"), m_folder.filePath(QStringLiteral("r.html")),
                           QStringLiteral("--screenshot"), m_folder.path()}
            << "--report";
        QTest::newRow("unwritable report")
            << QStringList{QStringLiteral("--report"), QStringLiteral("/proc/none/r.html")} << "/proc/none";
        QTest::newRow("scale too large") << QStringList{QStringLiteral("--scale"), QStringLiteral("5")}
                                         << "from 1 to 4";
        QTest::newRow("unknown view") << QStringList{QStringLiteral("--view"), QStringLiteral("nowhere")}
                                      << "--view must be one of";
        QTest::newRow("missing file") << QStringList{QStringLiteral("/no/such/file.json")}
                                      << "/no/such/file.json: there is no such file";
        QTest::newRow("missing session") << QStringList{QStringLiteral("--session"), QStringLiteral("/no/such.json")}
                                         << "/no/such.json: there is no such file";
        QTest::newRow("a folder") << QStringList{m_folder.path()}
                                  << m_folder.path() + QStringLiteral(": this is a folder");
        QTest::newRow("missing checkout")
            << QStringList{QStringLiteral("--calculon"), QStringLiteral("/no/such")} << "[oracle.checkout.missing]";
        QTest::newRow("empty checkout") << QStringList{QStringLiteral("--calculon"), QString()}
                                        << "[oracle.checkout.missing]";
        QTest::newRow("no checkout") << QStringList{QStringLiteral("--calculon"), m_folder.path()}
                                     << "[oracle.checkout.no_program]";
        QTest::newRow("unwritable pictures")
            << QStringList{QStringLiteral("--screenshot"), QStringLiteral("/proc/none")} << "/proc/none: ";
    }
    void badUseIsOneLineAndCode2()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const Run run = Explorer().run(arguments);
        QCOMPARE(run.code, 2);
        QCOMPARE(run.err.count(QLatin1Char('\n')), 1);
        QVERIFY2(run.err.contains(says), qPrintable(run.err));
        QVERIFY(run.out.isEmpty());
    }

    void badFilesAreOneLineWithTheirPlace()
    {
        Explorer explorer;
        const QString cut = explorer.write("cut.json", "{\"schema\": \"blueprinting.session.v0\",\n \"strat");
        const QString wrong = explorer.write("model.json", "{\"hidden\": 8, \"feedforward\": 32,\n \"seq_size\": true, "
                                                           "\"attn_heads\": 2, \"attn_size\": 4, \"num_blocks\": 2}");
        for (const auto& [arguments, place] :
             {std::pair(QStringList{cut}, cut + QStringLiteral(":2:")),
              std::pair(QStringList{QStringLiteral("--session"), cut}, cut + QStringLiteral(":2:")),
              std::pair(QStringList{wrong}, wrong + QStringLiteral(":2:"))}) {
            const Run run = explorer.run(arguments);
            QCOMPARE(run.code, 2);
            QCOMPARE(run.err.count(QLatin1Char('\n')), 1);
            QVERIFY2(run.err.contains(place), qPrintable(run.err));
        }
    }

    /// Whatever stands in the place of a file: nobody is waited for, and nothing is overwritten.
    void whatIsNoFileIsOneLine()
    {
        Explorer explorer;
        const QString pipe = explorer.home.filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        const QByteArray diary = "Dear diary,\ntoday nothing happened\n";
        const QString notes = explorer.write("notes.txt", diary);
        for (const auto& [arguments, says] :
             {std::pair(QStringList{pipe}, pipe + QStringLiteral(": this is a pipe; a regular file is expected")),
              std::pair(QStringList{QStringLiteral("--session"), pipe}, pipe + QStringLiteral(": this is a pipe")),
              std::pair(QStringList{QStringLiteral("--settings"), pipe}, pipe + QStringLiteral(": this is a pipe")),
              std::pair(QStringList{QStringLiteral("--settings"), QStringLiteral("/dev/zero")},
                        QStringLiteral("/dev/zero: this is a device")),
              std::pair(QStringList{QStringLiteral("--settings"), notes},
                        notes + QStringLiteral(": this is not a settings file"))}) {
            const Run run = explorer.run(arguments);
            QCOMPARE(run.code, 2);
            QCOMPARE(run.err.count(QLatin1Char('\n')), 1);
            QVERIFY2(run.err.contains(says), qPrintable(run.err));
        }
        QFile file(notes);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), diary);
    }

#ifndef __SANITIZE_ADDRESS__ // it takes more room for itself than is left here
    void wantOfMemoryIsOneLine()
    {
        Explorer explorer;
        const QString zeros = explorer.write("zeros.json", "[" + QByteArray("0,").repeated(40000000) + "0]");
        QProcess process;
        process.setProcessEnvironment(explorer.environment());
        process.setChildProcessModifier([] {
            const rlimit limit{rlim_t{1200} << 20U, rlim_t{1200} << 20U};
            ::setrlimit(RLIMIT_AS, &limit);
        });
        process.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting-explorer"), {zeros});
        QVERIFY(process.waitForFinished(100000));
        const QByteArray said = process.readAllStandardError();
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 2);
        QVERIFY2(said.contains("there is not enough memory"), said.constData());
        QCOMPARE(said.count('\n'), 1);
    }
#endif

    /// What is no file at the place of the person's own settings is not waited at.
    void settingsThatArePipesAreNotWaitedAt()
    {
        Explorer explorer;
        QVERIFY(QDir().mkpath(explorer.home.filePath(QStringLiteral("config/blueprinting"))));
        const QString place = explorer.home.filePath(QStringLiteral("config/blueprinting/explorer.ini"));
        QCOMPARE(::mkfifo(place.toLocal8Bit().constData(), 0600), 0);
        QProcess process;
        process.setProcessEnvironment(explorer.environment());
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting-explorer"),
                      {QStringLiteral("--startup-time")});
        // With a window that works: the time to its first picture is told.
        const bool told = process.waitForReadyRead(60000);
        process.kill();
        process.waitForFinished();
        QVERIFY(told);
        QVERIFY(!QFileInfo(place).isFile());
    }

    /// Whatever listens there and never says a word.
    void aDisplayThatNeverAnswersIsOneLineAndCode2()
    {
        const int silent = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in place{};
        place.sin_family = AF_INET;
        place.sin_addr.s_addr = htonl(INADDR_LOOPBACK); // any port that is free
        socklen_t size = sizeof place;
        QCOMPARE(::bind(silent, reinterpret_cast<sockaddr*>(&place), size), 0);
        QCOMPARE(::listen(silent, 5), 0);
        QCOMPARE(::getsockname(silent, reinterpret_cast<sockaddr*>(&place), &size), 0);
        const int display = ntohs(place.sin_port) - 6000; // X counts displays from there
        QVERIFY(display > 0);
        Explorer explorer;
        QProcessEnvironment env = explorer.environment(false);
        env.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
        env.insert(QStringLiteral("DISPLAY"), QStringLiteral("127.0.0.1:%1").arg(display));
        const Run run = explorer.run({}, env);
        ::close(silent);
        QCOMPARE(run.code, 2);
        QVERIFY2(
            run.err.startsWith(QStringLiteral(
                "blueprinting-explorer: there is no display to open a window on (it has not answered for 8 seconds)")),
            qPrintable(run.err));
        QCOMPARE(run.err.count(QLatin1Char('\n')), 1);
    }

    void withoutADisplayItSaysSo()
    {
        const Run run = Explorer().run({}, false);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains(QStringLiteral("there is no display")), qPrintable(run.err));
        QCOMPARE(run.err.count(QLatin1Char('\n')), 1);
    }

    /// Qt would abort, with six lines.
    void anUnreachableDisplayIsOneLineAndCode2_data()
    {
        QTest::addColumn<QStringList>("surroundings");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QStringList& surroundings, const char* says) {
            QTest::newRow(name) << surroundings << QString::fromLatin1(says);
        };
        row("X, not there", {QStringLiteral("DISPLAY=:99")}, "connect to display :99");
        row("X as told, not there", {QStringLiteral("QT_QPA_PLATFORM=xcb"), QStringLiteral("DISPLAY=:99")},
            "connect to display :99");
        row("X as told, none named", {QStringLiteral("QT_QPA_PLATFORM=xcb")}, "connect to display");
        row("X, no display of that kind", {QStringLiteral("DISPLAY=nonsense")}, "connect to display nonsense");
        row("a name that a terminal obeys", {QStringLiteral("DISPLAY=\x1b[31m")}, "connect to display \\u001b[31m");
        row("Wayland, not there", {QStringLiteral("WAYLAND_DISPLAY=nowhere")}, "");
        row("Wayland's session, not there",
            {QStringLiteral("WAYLAND_DISPLAY=nowhere"), QStringLiteral("XDG_SESSION_TYPE=wayland")}, "");
        row("Wayland as told", {QStringLiteral("QT_QPA_PLATFORM=wayland"), QStringLiteral("WAYLAND_DISPLAY=nowhere")},
            "");
        row("a platform that is none", {QStringLiteral("QT_QPA_PLATFORM=nonsense")}, "\"nonsense\"");
        row("empty names", {QStringLiteral("DISPLAY="), QStringLiteral("WAYLAND_DISPLAY=")},
            "there is no display to open a window on;");
    }
    void anUnreachableDisplayIsOneLineAndCode2()
    {
        QFETCH(QStringList, surroundings);
        QFETCH(QString, says);
        Explorer explorer;
        QProcessEnvironment env = explorer.environment(false);
        env.remove(QStringLiteral("XDG_SESSION_TYPE"));
        for (const QString& each : surroundings)
            env.insert(each.section(u'=', 0, 0), each.section(u'=', 1));
        const Run run = explorer.run({}, env);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.startsWith(QStringLiteral("blueprinting-explorer: there is no display to open a window on")) &&
                     run.err.contains(says),
                 qPrintable(run.err));
        QCOMPARE(run.err.count(QLatin1Char('\n')), 1);
        QVERIFY(run.out.isEmpty());
    }

    void helpAndVersion()
    {
        const Run help = Explorer().run({QStringLiteral("--help")}, false);
        QCOMPARE(help.code, 0);
        QVERIFY(help.out.contains(QStringLiteral("--screenshot")));
        QCOMPARE(Explorer().run({QStringLiteral("--version")}, false).code, 0);
    }

    void aSessionIsDrawnAsItWasSaved()
    {
        Explorer explorer;
        // All but the status line, which says how long compiling took.
        const auto drawn = [&](const char* name, const std::optional<Session>& session) {
            const QString folder = explorer.home.filePath(QString::fromLatin1(name));
            QStringList arguments{QStringLiteral("--view"), QStringLiteral("compare"), QStringLiteral("--screenshot"),
                                  folder};
            if (session) {
                const QString file = folder + QStringLiteral(".json");
                if (!save_session(*session, file.toStdString()))
                    qFatal("%s was not written", qPrintable(file));
                arguments << QStringLiteral("--session") << file;
            }
            const Run run = explorer.run(arguments);
            if (run.code != 0)
                qFatal("%s", qPrintable(run.err));
            const QImage whole(folder + QStringLiteral("/compare.png"));
            return whole.copy(0, 0, whole.width(), whole.height() - 40);
        };
        Session renamed = starting_session();
        renamed.strategies[0].name = "renamed";
        const QImage of_program = drawn("program", std::nullopt);
        const QImage of_renamed = drawn("renamed", renamed);
        QVERIFY(!of_program.isNull());
        QVERIFY(of_renamed != of_program);
        QVERIFY(drawn("again", renamed) == of_renamed);
        QVERIFY(drawn("start", starting_session()) == of_program);
    }

    /// A folder in which nothing can be kept is said where the program was started.
    void workThatIsNotKeptIsSaid()
    {
        Explorer explorer;
        explorer.write("data", "no folder");
        QProcess process;
        process.setProcessEnvironment(explorer.environment());
        process.setReadChannel(QProcess::StandardError);
        process.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting-explorer"), {});
        QVERIFY(process.waitForReadyRead(60000));
        const QByteArray said = process.readLine();
        QVERIFY2(said.startsWith("blueprinting-explorer: work is not saved against a crash: "), said.constData());
        process.kill();
        QVERIFY(process.waitForFinished(60000));
    }

    void firstWindowIsTimed()
    {
        Explorer explorer;
        QProcess process;
        process.setProcessEnvironment(explorer.environment());
        process.setReadChannel(QProcess::StandardError);
        process.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting-explorer"),
                      {QStringLiteral("--startup-time")});
        QVERIFY(process.waitForReadyRead(60000));
        QVERIFY(process.readAll().startsWith("first window drawn after "));
        process.kill();
        QVERIFY(process.waitForFinished(60000));
    }

    /// The next start is not held up by what was left, and loses none of it: nor does one that is killed before
    /// anything was done in it.
    void aKillLosesNothingThatWasAutosaved()
    {
        Explorer explorer;
        const auto left = [&explorer] {
            QDirIterator files(explorer.home.filePath(QStringLiteral("data")), {QStringLiteral("session-?.json")},
                               QDir::Files, QDirIterator::Subdirectories);
            return files.hasNext() ? files.next() : QString();
        };
        // A model that is opened is an edit of the session.
        for (const QStringList& opened :
             {QStringList{QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/models/megatron-22B.json")}, QStringList{}}) {
            QProcess process;
            process.setProcessEnvironment(explorer.environment());
            process.setReadChannel(QProcess::StandardError);
            process.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting-explorer"),
                          QStringList{QStringLiteral("--startup-time")} + opened);
            QVERIFY(process.waitForReadyRead(60000));
            const QByteArray said = process.readAll();
            QVERIFY2(said.startsWith("first window drawn after "), said.constData());
            QTRY_VERIFY_WITH_TIMEOUT(!left().isEmpty(), 60000);
            process.kill();
            QVERIFY(process.waitForFinished(60000));
        }
        Workspace workspace;
        SessionFile file(workspace);
        file.startAutosave(QFileInfo(left()).path());
        QVERIFY(file.recovered() && file.modified());
        QCOMPARE(workspace.selected()->model.hidden, std::int64_t{6144}); // Megatron 22B: h 6144
        file.close();
    }
};

BLUEPRINTING_UI_TEST(ExplorerTest)
#include "explorer_test.moc"
