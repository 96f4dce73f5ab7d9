#include "tests/cli/help.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

using namespace blueprinting::testing;

namespace {

const QString kTexts = QStringLiteral(BLUEPRINTING_TEXTS_DIR "/");

/// What gzip holds, by the system's own.
QByteArray unpacked(const QString& path)
{
    QProcess gzip;
    gzip.start("gzip", {"-dc", path});
    gzip.waitForFinished();
    return gzip.readAllStandardOutput();
}

/// A manual page as it is read: without the commands of roff, one blank between words.
QString read_page(const QString& name)
{
    QString text = QString::fromUtf8(unpacked(kTexts + "man/" + name + ".1.gz"));
    text.remove(QRegularExpression("\\\\f[BIR]")).remove("\\&");
    const std::pair<const char*, const char*> escapes[] = {
        {"\\(aq", "'"}, {"\\(ga", "`"}, {"\\(ha", "^"}, {"\\(ti", "~"}, {"\\(dq", "\""}, {"\\-", "-"}, {"\\e", "\\"}};
    for (const auto& [from, to] : escapes)
        text.replace(from, to);
    return text.simplified();
}

/// The texts of a help: its description, and what stands beside each argument, option and subcommand.
/// They begin at column 31, or on a line of their own.
QStringList texts_of(const QByteArray& help)
{
    const QStringList lines = QString::fromUtf8(help).split('\n');
    QStringList out{lines.value(0)};
    for (const QString& line : lines) {
        const bool begins = line.startsWith("  ") && line.size() > 30 && line[29] == ' ';
        static const QRegularExpression other(
            "^( |$|--|Excludes:|Needs:|REQUIRED)"); // of a long name with no room before
        if (begins && !other.match(line.mid(30)).hasMatch())
            out << line.mid(30);
    }
    return out;
}

/// Every (sub)command of both programs: program, and the words behind it.
QList<QStringList> commands()
{
    QList<QStringList> out{{"blueprinting-explorer"}, {"blueprinting"}};
    for (const QString& name : help_subcommands(run_program({"--help"}).out)) {
        out << QStringList{"blueprinting", name};
        for (const QString& below : help_subcommands(run_program({name, "--help"}).out))
            out << QStringList{"blueprinting", name, below};
    }
    return out;
}

QByteArray help_of(const QStringList& command)
{
    return run_program(command.mid(1) + QStringList{"--help"}, {}, {}, command.front()).out;
}

/// What bash offers where these words were typed and the next begins so.
QStringList offered(const QStringList& words, const QString& next)
{
    QProcess bash;
    QString script = QStringLiteral("source '%1completion/bash/%2'\nCOMP_WORDS=(").arg(kTexts, words.front());
    for (const QString& word : words + QStringList{next})
        script += '\'' + word + "' ";
    script += QStringLiteral(")\nCOMP_CWORD=%1\n_%2\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n")
                  .arg(words.size())
                  .arg(QString(words.front()).replace('-', '_'));
    bash.start("bash", {"--norc", "-c", script});
    bash.waitForFinished();
    return QString::fromUtf8(bash.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
}

} // namespace

/// Manual pages and completion are made of the tables of options that --help is made of, and say the same.
class TextsTest : public QObject {
    Q_OBJECT
private slots:
    void manual_pages_say_what_help_says();
    void bash_offers_what_help_names();
    void bash_offers_the_words_of_an_option();
    void every_shell_has_both_programs();
    void the_package_names_the_release();
};

void TextsTest::manual_pages_say_what_help_says()
{
    const QList<QStringList> all = commands();
    QVERIFY(all.size() > 15);
    for (const QStringList& command : all) {
        const QString page = read_page(command.join('-'));
        const QByteArray help = help_of(command);
        for (const HelpOption& option : help_options(help))
            QVERIFY2(page.contains(option.name), qPrintable(command.join(' ') + ": " + option.name));
        const QStringList texts = texts_of(help);
        QVERIFY2(texts.size() > 1, qPrintable(command.join(' ')));
        for (const QString& text : texts)
            QVERIFY2(page.contains(text.simplified()), qPrintable(command.join(' ') + ": " + text));
    }
}

void TextsTest::bash_offers_what_help_names()
{
    for (const QStringList& command : commands()) {
        const QByteArray help = help_of(command);
        QStringList named;
        for (const HelpOption& option : help_options(help))
            if (!option.is_positional())
                named << option.name;
        QStringList found = offered(command, "--");
        found.removeAll("--help");
        found.removeAll("--version");
        for (const QString& name : named)
            QVERIFY2(found.contains(name), qPrintable(command.join(' ') + " " + name));
        for (const QString& name : found) // another name of an option stands beside the first
            QVERIFY2(named.contains(name) || help.contains("," + name.toUtf8()) || help.contains(name.toUtf8() + ","),
                     qPrintable(command.join(' ') + " " + name));
        if (const QStringList below = help_subcommands(help); !below.isEmpty())
            QCOMPARE(offered(command, ""), below);
    }
}

void TextsTest::bash_offers_the_words_of_an_option()
{
    QCOMPARE(offered({"blueprinting", "measured", "--view"}, "p"), QStringList{"peak_only"});
    for (const QStringList& command : commands())
        for (const HelpOption& option : help_options(help_of(command)))
            if (!option.is_positional() && !option.words().isEmpty())
                QCOMPARE(offered(command + QStringList{option.name}, ""), option.words());
}

void TextsTest::every_shell_has_both_programs()
{
    for (const char* program : {"blueprinting", "blueprinting-explorer"})
        for (const QString& file :
             {QStringLiteral("bash/%1"), QStringLiteral("zsh/_%1"), QStringLiteral("fish/%1.fish")}) {
            const QByteArray text = bytes_of(kTexts + "completion/" + file.arg(program));
            for (const HelpOption& option : help_options(help_of({program})))
                if (!option.is_positional())
                    QVERIFY2(text.contains(option.name.mid(2).toUtf8()), qPrintable(file + " " + option.name));
        }
}

/// The metainfo and Debian's changelog name the newest release, on its day.
void TextsTest::the_package_names_the_release()
{
    const QString changelog = QString::fromUtf8(bytes_of(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/CHANGELOG.md")));
    const auto release =
        QRegularExpression("^## \\[(\\d+\\.\\d+\\.\\d+)\\] - (\\S+)$", QRegularExpression::MultilineOption)
            .match(changelog);
    QVERIFY(release.hasMatch());
    const QString metainfo = QString::fromUtf8(
        bytes_of(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/packaging/org.blueprinting.Explorer.metainfo.xml")));
    const auto first = QRegularExpression("<release version=\"([^\"]+)\" date=\"([^\"]+)\"").match(metainfo);
    QCOMPARE(first.captured(1), release.captured(1));
    QCOMPARE(first.captured(2), release.captured(2));
    const QByteArray debian = unpacked(kTexts + "papers/doc/changelog.Debian.gz");
    QVERIFY2(debian.startsWith("blueprinting-explorer (" + release.captured(1).toUtf8() + "-1) "), debian.constData());
}

BLUEPRINTING_CORE_TEST(TextsTest)
#include "texts_test.moc"
