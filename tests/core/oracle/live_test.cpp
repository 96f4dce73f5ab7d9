#include "core/oracle/checkout.h"
#include "core/oracle/live.h"
#include "core/oracle/records.h"
#include "core/oracle/reply.h"
#include "core/strategy/mapping.h"
#include "tests/support/calculon_checkout.h"
#include "tests/support/processes.h"
#include "tests/support/test_main.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QDirIterator>
#include <QTemporaryDir>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

using namespace blueprinting;
using namespace std::chrono_literals;
using blueprinting::testing::alive;
using blueprinting::testing::group_gone;
using blueprinting::testing::make_checkout;
using blueprinting::testing::runs_of;
using blueprinting::testing::set_mode;
using blueprinting::testing::write_text;
using oracle::State;

namespace {

oracle::Question question(const char* execution)
{
    const strategy::Preset* preset = strategy::find_preset(execution);
    if (!preset)
        qFatal("there is no preset %s", execution);
    return {*model::find_preset(preset->model), *system::find_preset(preset->system), preset->execution};
}

oracle::LiveOptions at(const QString& checkout, std::chrono::milliseconds limit = 100s)
{
    return {checkout.toStdString(), limit};
}

/// "code: message" of every diagnostic, a line each.
QString said(const Diagnostics& diagnostics)
{
    QString out;
    for (const Diagnostic& each : diagnostics)
        out += QString::fromStdString(each.code + ": " + each.message + "\n");
    return out;
}

QByteArray text_of(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

/// Whoever started a process has to see to its end: no zombie is left, and no keeper.
bool no_child_left() { return ::waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD; }

constexpr const char* kCase = "seqsel-tab5/gpt3-175B/full";

} // namespace

class LiveTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_checkout;
    [[nodiscard]] QString scratch() const { return m_folder->filePath("scratch"); }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_checkout = m_folder->filePath(QString::fromUtf8("a checkout: Größe, \"計\" & $(x)"));
        QVERIFY(make_checkout(m_checkout));
        QVERIFY(QDir().mkpath(scratch()));
        qputenv("TMPDIR", QFile::encodeName(scratch()));
    }
    void cleanup()
    {
        // Nothing is left behind, however the run ended.
        QCOMPARE(QDir(scratch()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
        QVERIFY(!QDir(m_checkout + "/calculon/__pycache__").exists());
        qunsetenv("TMPDIR");
    }

    void answersAsRecorded_data()
    {
        QTest::addColumn<QString>("id");
        // The stand-in answers only where model, execution and system files say exactly what the record's inputs say.
        QTest::newRow("training") << "seqsel-tab5/gpt3-175B/full";
        QTest::newRow("interleaved") << "seqsel-tab5/megatron-1T/seqsel";
        QTest::newRow("float8") << "train-public-0001";
        QTest::newRow("uneven stages") << "train-p2p-uneven-public-0000";
        QTest::newRow("inference") << "infer-public-0000";
    }
    void answersAsRecorded()
    {
        QFETCH(QString, id);
        const auto records = oracle::read_records();
        QVERIFY(records);
        const auto record = std::find_if(records->begin(), records->end(),
                                         [&](const auto& r) { return QString::fromStdString(r.id).startsWith(id); });
        QVERIFY(record != records->end());
        const auto live = oracle::make_live_calculon(at(m_checkout));
        const auto answer = live->ask(record->question, {});
        QVERIFY2(answer.has_value(), qPrintable(said(answer.diagnostics())));
        oracle::Answer expected = record->answer;
        expected.source = answer->source; // the checkout, not the record
        QVERIFY(*answer == expected);
        QVERIFY(answer->covered());
    }

    void identity()
    {
        const auto identity = oracle::make_live_calculon(at(m_checkout))->identity();
        QCOMPARE(identity.name, std::string("Calculon"));
        QCOMPARE(identity.package_version, std::string("0.0-stand-in"));
        QCOMPARE(identity.provider, std::string("live"));
        QCOMPARE(QString::fromStdString(identity.source_repository), QFileInfo(m_checkout).canonicalFilePath());
        QCOMPARE(identity.source_digest.size(), std::size_t{64});
        // Another place with the same sources is the same Calculon; a changed source is another, a changed note is not.
        const QString copy = m_folder->filePath("copy");
        QVERIFY(make_checkout(copy, "memory"));
        QCOMPARE(oracle::make_live_calculon(at(copy))->identity().source_digest, identity.source_digest);
        QVERIFY(write_text(copy + "/calculon/layers.py", "# more\n"));
        QVERIFY(oracle::make_live_calculon(at(copy))->identity().source_digest != identity.source_digest);
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("mode");
        QTest::addColumn<QString>("words");
        QTest::newRow("memory") << QByteArray("memory") << "Mem tier1 needs 95.234 GiB but only has 80.000 GiB";
        QTest::newRow("assertion without words")
            << QByteArray("assertion") << "a failed assertion: assert execution['batch_size'] % 7 == 8";
        QTest::newRow("assertion with words")
            << QByteArray("assertion with words") << "a failed assertion: tensor_par must divide attn_heads";
    }
    void refusals()
    {
        QFETCH(QByteArray, mode);
        QFETCH(QString, words);
        QVERIFY(set_mode(m_checkout, mode));
        const auto live = oracle::make_live_calculon(at(m_checkout));
        const auto answer = live->ask(question(kCase), {});
        QVERIFY2(answer.has_value(), qPrintable(said(answer.diagnostics())));
        QCOMPARE(QString::fromStdString(answer->refusal), words);
        QCOMPARE(answer->total_seconds.state, State::refused);
        QCOMPARE(answer->components[0].state, State::refused);
        QCOMPARE(answer->memory_bytes.state, State::refused);
        QCOMPARE(answer->metrics[0].state, State::refused);
    }

    void failures_data()
    {
        QTest::addColumn<QByteArray>("mode");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* mode, const char* code, const char* part) {
            QTest::newRow(mode) << QByteArray(mode) << QString::fromLatin1(code) << QString::fromUtf8(part);
        };
        row("exit 3", "oracle.live.crashed", "exit code 3: the tables are missing\n");
        row("exception", "oracle.live.crashed", "exit code 1: KeyError: 'no such datatype'\n");
        row("no module", "oracle.live.no_module",
            "Calculon needs the Python module a_module_of_nowhere, and python3 has none");
        row("old", "oracle.live.no_llm", "this Calculon has no command llm");
        row("crash", "oracle.live.crashed", "killed by signal 11");
        row("nothing", "oracle.live.no_output", "wrote no answer");
        row("garbage", "oracle.live.output", "cannot be read");
        row("list", "oracle.live.output", "an object is expected");
        row("not finite", "oracle.live.not_finite", "Infinity");
        row("missing", "oracle.live.output", "/bubble_time");
        row("not a number", "oracle.live.output", "/bw_time");
        // What stands where the answer should is looked at first: no link, no pipe, nothing that is large.
        row("link", "oracle.live.output",
            "Calculon's answer cannot be read: it is a symbolic link, and not a regular file");
        row("folder", "oracle.live.output", "Calculon's answer cannot be read: it is a folder, and not a regular file");
        row("large answer", "oracle.live.output", "bytes, and at most 1\u2009048\u2009576 are read");
        row("swapped folder", "oracle.live.no_output", "wrote no answer");
        row("endless", "oracle.live.too_much", "printed more than 64 MiB on one of its streams and was stopped");
        row("endless output", "oracle.live.too_much", "printed more than 64 MiB on one of its streams and was stopped");
        row("large file", "oracle.live.too_much", "tried to write a file of more than 64 MiB");
        row("many files", "oracle.live.too_much",
            "wrote more than 256 MiB or 1000 files into its temporary folder and was stopped");
        row("many files, large in sum", "oracle.live.too_much",
            "wrote more than 256 MiB or 1000 files into its temporary folder and was stopped");
        row("much elsewhere", "oracle.live.too_much", "wrote more than 384 MiB in all and was stopped");
        row("large file, by the signal", "oracle.live.too_much", "tried to write a file of more than 64 MiB");
    }
    void failures()
    {
        QFETCH(QByteArray, mode);
        QFETCH(QString, code);
        QFETCH(QString, part);
        QVERIFY(set_mode(m_checkout, mode));
        const auto live = oracle::make_live_calculon(at(m_checkout));
        const auto answer = live->ask(question(kCase), {});
        QVERIFY(!answer.has_value() && !answer.cancelled());
        QCOMPARE(QString::fromStdString(answer.diagnostics().front().code), code);
        QVERIFY2(said(answer.diagnostics()).contains(part), qPrintable(said(answer.diagnostics())));
        if (mode.startsWith("large file"))
            QCOMPARE(QFileInfo(m_checkout + ".large").size(), qint64{64} << 20);
        QVERIFY(no_child_left());
        // What failed is asked again; it may have been mended.
        QVERIFY(set_mode(m_checkout, "answer"));
        QVERIFY(live->ask(question(kCase), {}).has_value());
    }

    /// What a killed program leaves goes with the next question; what somebody holds, or may just have made, stays.
    void leftFoldersAreRemoved()
    {
        const auto folder = [&](const char* name, bool old) {
            const QString path = scratch() + u'/' + QLatin1String(name);
            if (!QDir().mkpath(path + "/below") || !blueprinting::testing::write_text(path + "/below/model.json", "{}"))
                qFatal("%s cannot be made", name);
            const timespec hour_ago{::time(nullptr) - 3600, 0};
            const timespec times[2]{hour_ago, hour_ago};
            if (old && ::utimensat(AT_FDCWD, path.toLocal8Bit().constData(), times, 0) != 0)
                qFatal("%s stays young", name);
            return path;
        };
        const QString left = folder("blueprinting-calculon-a1b2c3", true);
        const QString held = folder("blueprinting-calculon-d4e5f6", true);
        const QString young = folder("blueprinting-calculon-g7h8i9", false);
        const QString foreign = folder("another-calculon-a1b2c3", true);
        const QString elsewhere = m_folder->filePath("elsewhere");
        QVERIFY(QDir().mkpath(elsewhere));
        const QString link = scratch() + "/blueprinting-calculon-link00";
        QVERIFY(QFile::link(elsewhere, link));
        const int holds = ::open(held.toLocal8Bit().constData(), O_RDONLY | O_DIRECTORY);
        QCOMPARE(::flock(holds, LOCK_EX), 0);
        QVERIFY(oracle::make_live_calculon(at(m_checkout))->ask(question(kCase), {}).has_value());
        QVERIFY(!QDir(left).exists());
        for (const QString& stays : {held, young, foreign, elsewhere})
            QVERIFY2(QDir(stays).exists(), qPrintable(stays));
        ::close(holds);
        for (const QString& each : {held, young, foreign})
            QVERIFY(QDir(each).removeRecursively());
        QVERIFY(QFile::remove(link));
    }

    void aCheckoutWithoutItsPackage()
    {
        QVERIFY(QDir(m_checkout + "/calculon").removeRecursively());
        const auto answer = oracle::make_live_calculon(at(m_checkout))->ask(question(kCase), {});
        QVERIFY(!answer.has_value());
        QCOMPARE(answer.diagnostics().front().code, std::string("oracle.live.incomplete"));
        QCOMPARE(QString::fromStdString(answer.diagnostics().front().message),
                 QString("this checkout of Calculon is incomplete: it has no module calculon"));
    }

    void standardErrorIsKept()
    {
        QVERIFY(set_mode(m_checkout, "exception"));
        const auto answer = oracle::make_live_calculon(at(m_checkout))->ask(question(kCase), {});
        QCOMPARE(answer.diagnostics().size(), std::size_t{2});
        QCOMPARE(answer.diagnostics()[1].code, std::string("oracle.live.standard_error"));
        QVERIFY(answer.diagnostics()[1].severity == Severity::finding);
        QVERIFY(said(answer.diagnostics()).contains("raise KeyError('no such datatype')"));
    }

    void muchOnBothStreamsIsNoTrouble()
    {
        QVERIFY(set_mode(m_checkout, "spew"));
        const auto answer = oracle::make_live_calculon(at(m_checkout))->ask(question(kCase), {});
        QVERIFY2(answer.has_value(), qPrintable(said(answer.diagnostics())));
        QCOMPARE(answer->total_seconds, oracle::Figure::of(18.0287795485907)); // as recorded
    }

    /// A pipe where the answer should stand is not waited at, though whoever holds it open never writes: the time limit
    /// is a second longer than any test waits.
    void aPipeIsNoAnswer()
    {
        QVERIFY(set_mode(m_checkout, "pipe"));
        const auto answer = oracle::make_live_calculon(at(m_checkout, 3600s))->ask(question(kCase), {});
        const QByteArray child = text_of(m_checkout + ".child");
        QVERIFY(!child.isEmpty());
        const bool held = alive(child);
        ::kill(child.toInt(), SIGKILL);
        QVERIFY(held);
        QVERIFY(!answer.has_value());
        QCOMPARE(answer.diagnostics().front().code, std::string("oracle.live.output"));
        QCOMPARE(QString::fromStdString(answer.diagnostics().front().message),
                 QString("Calculon's answer cannot be read: it is a pipe, and not a regular file"));
    }

    void whatItLeavesRunningIsStopped()
    {
        QVERIFY(set_mode(m_checkout, "child"));
        const auto answer = oracle::make_live_calculon(at(m_checkout))->ask(question(kCase), {});
        QVERIFY(answer.has_value()); // and did not wait for the child, which sleeps ten minutes with the streams open
        const QByteArray child = text_of(m_checkout + ".child");
        QVERIFY(!child.isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(!alive(child), 60000);
    }

    void whatLeavesTheGroupIsNotWaitedFor_data()
    {
        QTest::addColumn<QByteArray>("mode");
        QTest::addColumn<QString>("code"); ///< empty: it answers
        QTest::newRow("answered") << QByteArray("escape") << "";
        QTest::newRow("stopped") << QByteArray("escape and wait") << "oracle.live.timed_out";
    }
    void whatLeavesTheGroupIsNotWaitedFor()
    {
        QFETCH(QByteArray, mode);
        QFETCH(QString, code);
        QVERIFY(set_mode(m_checkout, mode));
        const auto open_descriptors = [] {
            return QDir("/proc/self/fd").entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot);
        };
        const QStringList before = open_descriptors();
        QVERIFY(before.size() >= 3);
        // Where the machine is busy it may be stopped before it has begun: then it is given longer.
        auto answer = oracle::make_live_calculon(at(m_checkout, code.isEmpty() ? 100s : 10s))->ask(question(kCase), {});
        if (!code.isEmpty() && text_of(m_checkout + ".child").isEmpty())
            answer = oracle::make_live_calculon(at(m_checkout, 60s))->ask(question(kCase), {});
        // It sleeps ten minutes in a session of its own, with both streams open.
        const QByteArray child = text_of(m_checkout + ".child");
        QVERIFY(!child.isEmpty());
        const bool ran_on = alive(child);
        ::kill(child.toInt(), SIGKILL);
        QVERIFY(ran_on);
        QCOMPARE(answer.has_value() ? QString() : QString::fromStdString(answer.diagnostics().front().code), code);
        QCOMPARE(open_descriptors(), before);
    }

    void tooLong_data()
    {
        QTest::addColumn<QByteArray>("mode");
        QTest::newRow("says nothing") << QByteArray("sleep");
        QTest::newRow("talks on") << QByteArray("mutter");
    }
    void tooLong()
    {
        QFETCH(QByteArray, mode);
        QVERIFY(set_mode(m_checkout, mode));
        QByteArray leader;
        // Where the machine is busy it may be stopped before it has begun: then it is given longer.
        for (const int seconds : {2, 15, 60}) {
            const auto live = oracle::make_live_calculon(at(m_checkout, std::chrono::seconds(seconds)));
            const auto answer = live->ask(question(kCase), {});
            QVERIFY(!answer.has_value() && !answer.cancelled());
            QCOMPARE(answer.diagnostics().front().code, std::string("oracle.live.timed_out"));
            QCOMPARE(QString::fromStdString(answer.diagnostics().front().message),
                     QString("Calculon gave no answer within %1 s and was stopped")
                         .arg(QString::number(seconds, 'f', seconds < 10 ? 1 : 0)));
            leader = text_of(m_checkout + ".runs");
            if (!leader.isEmpty())
                break;
        }
        QVERIFY(!leader.isEmpty());
        QTRY_VERIFY_WITH_TIMEOUT(group_gone(leader), 60000);
        QVERIFY(no_child_left());
    }

    /// In a run of many questions one that hangs is waited for once: the next ones have what it left, which is nothing.
    void aRunWaitsOnceForTheFirstAnswer()
    {
        QVERIFY(set_mode(m_checkout, "sleep"));
        const auto live = oracle::make_live_calculon(at(m_checkout, 4s));
        live->begin_run();
        const auto first = live->ask(question(kCase), {});
        QVERIFY(!first.has_value());
        QCOMPARE(QString::fromStdString(first.diagnostics().front().message),
                 QString("Calculon gave no answer within 4.0 s and was stopped"));
        const int runs = runs_of(m_checkout); // none where the machine was too busy even to begin
        const auto second = live->ask(question("seqsel-tab5/gpt3-175B/seqsel"), {});
        QVERIFY(!second.has_value());
        QCOMPARE(second.diagnostics().front().code, std::string("oracle.live.timed_out"));
        QCOMPARE(
            QString::fromStdString(second.diagnostics().front().message),
            QString(
                "Calculon was not asked: it has answered nothing yet, and the earlier questions used up its 4.0 s"));
        QCOMPARE(runs_of(m_checkout), runs);
    }

    /// One that has answered has its whole time for every question, whatever became of those before.
    void whoeverAnsweredHasTimeForEveryQuestion()
    {
        const auto live = oracle::make_live_calculon(at(m_checkout, 12s));
        live->begin_run();
        if (!live->ask(question(kCase), {}).has_value())
            live->begin_run(); // a busy machine: once more
        QVERIFY(live->ask(question("seqsel-tab5/gpt3-175B/seqsel"), {}).has_value());
        QVERIFY(set_mode(m_checkout, "sleep"));
        QVERIFY(!live->ask(question("seqsel-tab5/megatron-1T/seqsel"), {}).has_value());
        QVERIFY(set_mode(m_checkout, "memory"));
        const auto after = live->ask(question("seqsel-tab5/megatron-1T/seqsel"), {});
        QVERIFY2(after.has_value(), qPrintable(said(after.diagnostics())));
        QCOMPARE(after->total_seconds.state, State::refused);
    }

    void cancelled()
    {
        QVERIFY(set_mode(m_checkout, "sleep"));
        const auto live = oracle::make_live_calculon(at(m_checkout));
        const CancelToken cancel;
        bool was_cancelled = false;
        std::thread asking([&] { was_cancelled = live->ask(question(kCase), cancel).cancelled(); });
        const QDeadlineTimer patience(60000);
        while (runs_of(m_checkout) == 0 && !patience.hasExpired())
            std::this_thread::sleep_for(10ms);
        const int ran = runs_of(m_checkout);
        cancel.cancel();
        cancel.cancel(); // twice is once
        asking.join();
        QCOMPARE(ran, 1);
        QVERIFY(was_cancelled);
        QTRY_VERIFY_WITH_TIMEOUT(group_gone(text_of(m_checkout + ".runs")), 60000);
        // Before it starts: nothing is run.
        QVERIFY(live->ask(question(kCase), cancel).cancelled());
        QCOMPARE(runs_of(m_checkout), 1);
    }

    void severalAtOnce()
    {
        const auto live = oracle::make_live_calculon(at(m_checkout));
        oracle::Figure full, seqsel;
        std::thread one([&] { full = live->ask(question("seqsel-tab5/gpt3-175B/full"), {}).value().total_seconds; });
        std::thread two(
            [&] { seqsel = live->ask(question("seqsel-tab5/gpt3-175B/seqsel"), {}).value().total_seconds; });
        one.join();
        two.join();
        const auto recorded = oracle::make_recorded_calculon();
        QCOMPARE(full, recorded->ask(question("seqsel-tab5/gpt3-175B/full"), {})->total_seconds);
        QCOMPARE(seqsel, recorded->ask(question("seqsel-tab5/gpt3-175B/seqsel"), {})->total_seconds);
    }

    void askedOnceAQuestion()
    {
        const auto live = oracle::make_live_calculon(at(m_checkout));
        QVERIFY(live->ask(question(kCase), {}).has_value());
        oracle::Question renamed = question(kCase);
        renamed.model.name = renamed.system.name = "something else"; // a name reaches no file
        QVERIFY(live->ask(renamed, {}).has_value());
        QCOMPARE(runs_of(m_checkout), 1);
        QVERIFY(live->ask(question("seqsel-tab5/gpt3-175B/seqsel"), {}).has_value());
        QCOMPARE(runs_of(m_checkout), 2);
        // Whatever lies in the checkout may matter: changed, it is asked again. A refusal is remembered like any
        // answer.
        QVERIFY(set_mode(m_checkout, "memory"));
        for (int i = 0; i < 2; ++i)
            QCOMPARE(live->ask(question(kCase), {})->total_seconds.state, State::refused);
        QCOMPARE(runs_of(m_checkout), 3);
    }

    /// Oracles that share a store ask no question twice between them; each without one asks for itself.
    void askedOnceBetweenOracles()
    {
        oracle::LiveOptions options = at(m_checkout);
        QVERIFY(oracle::make_live_calculon(options)->ask(question(kCase), {}).has_value());
        QVERIFY(oracle::make_live_calculon(options)->ask(question(kCase), {}).has_value());
        QCOMPARE(runs_of(m_checkout), 2);
        options.answers = std::make_shared<oracle::AnswerStore>();
        const auto first = oracle::make_live_calculon(options)->ask(question(kCase), {});
        const auto second = oracle::make_live_calculon(options)->ask(question(kCase), {});
        QVERIFY(first.has_value() && second.has_value());
        QVERIFY(*first == *second);
        QCOMPARE(runs_of(m_checkout), 3);
        // The same sources elsewhere are another checkout, and a changed one is asked anew: no answer of before stands
        // for it.
        const QString copy = m_folder->filePath("copy");
        QVERIFY(make_checkout(copy));
        oracle::LiveOptions elsewhere = at(copy);
        elsewhere.answers = options.answers;
        QVERIFY(oracle::make_live_calculon(elsewhere)->ask(question(kCase), {}).has_value());
        QCOMPARE(runs_of(copy), 1);
        QVERIFY(write_text(m_checkout + "/calculon/layers.py", "# more\n"));
        QVERIFY(oracle::make_live_calculon(options)->ask(question(kCase), {}).has_value());
        QCOMPARE(runs_of(m_checkout), 4);
    }

    /// A module that lies where the person's own PYTHONPATH says is found, as numpy may; the checkout's own come first.
    void ownModulesAreFound()
    {
        const QString own = m_folder->filePath("modules of mine");
        QVERIFY(QDir().mkpath(own));
        QVERIFY(write_text(own + "/a_module_of_nowhere.py", ""));
        QVERIFY(write_text(own + "/calculon.py", "raise ImportError('not this one')\n"));
        QVERIFY(set_mode(m_checkout, "no module"));
        qputenv("PYTHONPATH", QFile::encodeName(own));
        const auto answer = oracle::make_live_calculon(at(m_checkout))->ask(question(kCase), {});
        qunsetenv("PYTHONPATH");
        QVERIFY2(answer.has_value(), qPrintable(said(answer.diagnostics())));
    }

    /// Nothing is written into the checkout, so that one that may not be written to is as good.
    void nothingIsWrittenThere()
    {
        const auto listing = [&] {
            QStringList out;
            QDirIterator files(m_checkout, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot,
                               QDirIterator::Subdirectories);
            while (files.hasNext())
                out << files.next() + files.fileInfo().lastModified().toString(Qt::ISODateWithMs);
            out.sort();
            return out;
        };
        const QStringList before = listing();
        QVERIFY(before.size() >= 6);
        QVERIFY(oracle::make_live_calculon(at(m_checkout))->ask(question(kCase), {}).has_value());
        QCOMPARE(listing(), before);
    }

    void noSuchCheckout_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("code");
        QTest::newRow("no such folder") << "nowhere"
                                        << "oracle.checkout.missing";
        QTest::newRow("empty") << ""
                               << "oracle.checkout.missing";
        QTest::newRow("a file") << "file"
                                << "oracle.checkout.not_a_folder";
        QTest::newRow("no bin/calculon") << "scratch"
                                         << "oracle.checkout.no_program";
        QTest::newRow("bin/calculon is a folder") << "odd"
                                                  << "oracle.checkout.no_program";
    }
    void noSuchCheckout()
    {
        QFETCH(QString, path);
        QFETCH(QString, code);
        QVERIFY(write_text(m_folder->filePath("file"), "x"));
        QVERIFY(QDir().mkpath(m_folder->filePath("odd/bin/calculon")));
        const auto options = at(path.isEmpty() ? QString() : m_folder->filePath(path));
        const auto checked = oracle::check_live(options);
        QVERIFY(!checked);
        QCOMPARE(QString::fromStdString(checked.diagnostics().front().code), code);
        const auto live = oracle::make_live_calculon(options);
        const auto answer = live->ask(question(kCase), {});
        QVERIFY(!answer.has_value());
        QCOMPARE(QString::fromStdString(answer.diagnostics().front().code), code);
        QCOMPARE(live->identity().source_digest, std::string());
    }

    void relativePath()
    {
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_folder->path()));
        const auto live = oracle::make_live_calculon(at(QFileInfo(m_checkout).fileName()));
        QVERIFY(QDir::setCurrent(before)); // it stays the folder that was meant
        QVERIFY(live->ask(question(kCase), {}).has_value());
    }

    void noPython()
    {
        oracle::LiveOptions options = at(m_checkout);
        options.python = "python3-of-nowhere";
        QCOMPARE(oracle::check_live(options).diagnostics().front().code, std::string("oracle.live.no_python"));
        const auto answer = oracle::make_live_calculon(options)->ask(question(kCase), {});
        QCOMPARE(answer.diagnostics().front().code, std::string("oracle.live.no_python"));
        QVERIFY(write_text(m_folder->filePath("python"), "not a program"));
        options.python = m_folder->filePath("python").toStdString();
        QVERIFY(!oracle::check_live(options)); // there, but not executable
        QVERIFY(QFile::setPermissions(m_folder->filePath("python"), QFile::ReadOwner | QFile::ExeOwner));
        const auto broken = oracle::make_live_calculon(options)->ask(question(kCase), {});
        QCOMPARE(broken.diagnostics().front().code, std::string("process.not_started"));
    }

    void noTemporaryFolder()
    {
        qputenv("TMPDIR", QFile::encodeName(m_folder->filePath("not there")));
        const auto answer = oracle::make_live_calculon(at(m_checkout))->ask(question(kCase), {});
        QCOMPARE(answer.diagnostics().front().code, std::string("oracle.live.temporary"));
        QVERIFY(said(answer.diagnostics()).contains("TMPDIR"));
    }

    void refusalWords_data()
    {
        QTest::addColumn<QString>("out");
        QTest::addColumn<QString>("err");
        QTest::addColumn<QString>("words"); ///< empty: no refusal
        QTest::newRow("nothing said") << ""
                                      << ""
                                      << "";
        QTest::newRow("on standard output") << "INFO: compiling\nERROR: Mem tier1 needs 2 but only has 1\n"
                                            << ""
                                            << "Mem tier1 needs 2 but only has 1";
        QTest::newRow("on standard error") << ""
                                           << "ERROR: Mem tier2 needs 2 but only has 1\n"
                                           << "Mem tier2 needs 2 but only has 1";
        QTest::newRow("as an exception")
            << ""
            << "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    raise self.Error(x)\n"
               "calculon.llm.llm.Llm.Error: Mem tier1 needs 2 but only has 1\n"
            << "Mem tier1 needs 2 but only has 1";
        QTest::newRow("assertion, marked code")
            << ""
            << "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    f()\n"
               "  File \"b.py\", line 9, in f\n    assert self.x > 0\n           ^^^^^^^^^^\nAssertionError\n"
            << "a failed assertion: assert self.x > 0";
        QTest::newRow("without end") << "ERROR: " + QString(5000, QChar(u'é')) << ""
                                     << QString(200, QChar(u'é')) + QChar(u'…'); // 400 bytes
        QTest::newRow("another exception")
            << ""
            << "Traceback (most recent call last):\nModuleNotFoundError: No module named 'numpy'\n"
            << "";
        QTest::newRow("an assertion that was handled") << ""
                                                       << "AssertionError\nall is well\n"
                                                       << "";
    }
    void refusalWords()
    {
        QFETCH(QString, out);
        QFETCH(QString, err);
        QFETCH(QString, words);
        QCOMPARE(QString::fromStdString(oracle::refusal_in(out.toStdString(), err.toStdString()).value_or("")), words);
    }
};

BLUEPRINTING_CORE_TEST(LiveTest)
#include "live_test.moc"
