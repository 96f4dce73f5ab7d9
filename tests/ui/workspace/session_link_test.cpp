#include "tests/support/test_main.h"
#include "ui/workspace/session_json.h"
#include "ui/workspace/session_link.h"

#include <QProcess>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

std::string code_of(const Result<Session>& read) { return read ? "" : read.diagnostics().front().code; }

Session named(const std::string& name)
{
    Session session = starting_session();
    session.strategies[0].name = name;
    session.strategies[1].execution.microbatch_size = 3; // breaks a law, and may
    return session;
}

} // namespace

/// A session in one line of text.
class SessionLinkTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itComesBackAsItWas()
    {
        const Session session = named("séqsel – “B”\n\t<b>");
        const auto link = session_link(session);
        QVERIFY(link);
        QVERIFY(looks_like_link(*link));
        const auto read = session_from_link(*link);
        QVERIFY(read);
        QVERIFY(to_json(*read) == to_json(session));
        QVERIFY(*link == *session_link(*read)); // and the same session gives the same link
    }

    /// By a reader that is not ours: the file inside is the session's file, byte for byte.
    void pythonReadsIt()
    {
        const Session session = named("read by another");
        QProcess python;
        python.start(QStringLiteral("python3"), {QStringLiteral("-c"), QStringLiteral(R"(
import base64, hashlib, sys, zlib
scheme, version, digits, text = sys.stdin.read().strip().split(':')
assert (scheme, version) == ('blueprinting', '1')
data = base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))
assert hashlib.sha256(data).hexdigest()[:16] == digits
session = zlib.decompress(data[4:])
assert len(session) == int.from_bytes(data[:4], 'big')
sys.stdout.buffer.write(session)
)")});
        QVERIFY(python.waitForStarted());
        python.write(session_link(session)->toLatin1());
        python.closeWriteChannel();
        QVERIFY(python.waitForFinished(60000));
        QVERIFY2(python.exitCode() == 0, python.readAllStandardError());
        QCOMPARE(python.readAllStandardOutput().toStdString(), *session_text(session));
    }

    void mailMayBreakItsLines()
    {
        QString link = *session_link(named("broken"));
        for (qsizetype at = 60; at < link.size(); at += 62)
            link.insert(at, QStringLiteral("\r\n"));
        const auto read = session_from_link(QStringLiteral("  \n") + link + QStringLiteral("\n\n"));
        QVERIFY(read);
        QCOMPARE(read->strategies[0].name, std::string("broken"));
    }

    /// Each letter changed in turn, and each length cut off: refused, never another session.
    void damageIsRefused()
    {
        const QString link = *session_link(named("whole"));
        for (qsizetype at = 0; at < link.size(); at += at < 40 ? 1 : 7) {
            QString other = link;
            other[at] = other[at] == u'x' ? u'y' : u'x';
            const std::string code = code_of(session_from_link(other));
            QVERIFY2(code.starts_with("session.link."), qPrintable(QStringLiteral("letter %1").arg(at)));
            QVERIFY2(code_of(session_from_link(link.left(at))).starts_with("session.link."),
                     qPrintable(QStringLiteral("first %1").arg(at)));
        }
    }

    void otherTextsAreRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::newRow("nothing") << QString() << "session.link.malformed";
        QTest::newRow("prose") << "Dear all, see below."
                               << "session.link.malformed";
        QTest::newRow("scheme alone") << "blueprinting:"
                                      << "session.link.malformed";
        QTest::newRow("a later version") << "blueprinting:2:0123456789abcdef:AAAA"
                                         << "session.link.version";
        QTest::newRow("other letters") << "blueprinting:1:0123456789abcdef:A+/="
                                       << "session.link.malformed";
        QTest::newRow("other digits") << "blueprinting:1:0123456789abcdef:AAAA"
                                      << "session.link.damaged";
        // SHA-256 of nothing begins with e3b0c44298fc1c14.
        QTest::newRow("no bytes") << "blueprinting:1:e3b0c44298fc1c14:"
                                  << "session.link.too_large";
        QTest::newRow("too long") << "blueprinting:1:" + QString(500000, u'A') << "session.link.too_large";
    }
    void otherTextsAreRefused()
    {
        QFETCH(QString, text);
        QFETCH(QString, code);
        const auto read = session_from_link(text);
        QVERIFY(!read);
        QCOMPARE(code_of(read), code.toStdString());
        QVERIFY(read.diagnostics().front().message.size() < 400);
    }

    /// Names that cannot be packed: a link would be longer than it may be, and says so.
    void tooLargeASessionIsSaid()
    {
        Session session = starting_session();
        std::string name;
        unsigned state = 1;
        for (int i = 0; i < 400000; ++i) {
            state = state * 1664525U + 1013904223U;
            name += static_cast<char>('!' + (state >> 24U) % 90);
        }
        session.strategies[0].name = name;
        const auto link = session_link(session);
        QVERIFY(!link);
        QCOMPARE(link.diagnostics().front().code, std::string("session.link.too_large"));
    }
};

BLUEPRINTING_CORE_TEST(SessionLinkTest)
#include "session_link_test.moc"
