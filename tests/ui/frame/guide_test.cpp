#include "tests/ui/frame/window_fixture.h"
#include "ui/frame/field_tips.h"
#include "ui/frame/guide.h"
#include "ui/workspace/session_json.h"
#include "ui/workspace/session_link.h"

#include <QClipboard>
#include <QDialog>
#include <QDir>
#include <QListWidget>
#include <QTextBrowser>

#include <map>
#include <set>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

std::vector<QString> view_ids()
{
    std::vector<QString> out;
    for (const ViewEntry& entry : view_entries())
        out.push_back(entry.id);
    return out;
}

} // namespace

/// The guide, "What is this?" and links.
class GuideTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void everyViewHasAPage()
    {
        std::set<QString> found;
        for (const GuidePage& page : guide_pages(view_ids())) {
            QVERIFY2(!page.title.isEmpty(), qPrintable(page.id));
            QVERIFY2(found.insert(page.id).second, qPrintable(page.id));
            if (page.id == QStringLiteral("window") || page.id == QStringLiteral("fields"))
                continue;
            for (const char* part : {"## What it answers\n", "## How to read it\n", "## Where the numbers come from\n"})
                QVERIFY2(page.text.contains(QString::fromLatin1(part)),
                         qPrintable(page.id + QLatin1Char(' ') + QString::fromLatin1(part)));
        }
        QVERIFY(found.contains(QStringLiteral("window")) && found.contains(QStringLiteral("fields")));
        for (const ViewEntry& entry : view_entries())
            QVERIFY2(found.contains(entry.id), qPrintable(entry.id));
        // And no page is left over that nobody can open.
        const QStringList carried = QDir(QStringLiteral(":/guide")).entryList();
        for (const QString& file : carried)
            QVERIFY2(found.contains(QString(file).remove(QStringLiteral(".md"))), qPrintable(file));
    }

    /// The page is called as the tab is.
    void pagesAreCalledAsTheViews()
    {
        std::map<QString, QString> titles;
        for (const GuidePage& page : guide_pages(view_ids()))
            titles[page.id] = page.title;
        for (const ViewEntry& entry : view_entries())
            QCOMPARE(titles[entry.id], entry.title);
    }

    void theKeyOpensThePageOfTheViewInFront()
    {
        QWidget parent;
        show_guide(&parent, view_ids(), QStringLiteral("timing"));
        auto* dialog = parent.findChild<QDialog*>(QStringLiteral("helpWindow"));
        QVERIFY(dialog);
        auto* browser = dialog->findChild<QTextBrowser*>(QStringLiteral("helpText"));
        auto* contents = dialog->findChild<QListWidget*>(QStringLiteral("guideContents"));
        QVERIFY(browser->toPlainText().startsWith(QStringLiteral("Timing")));
        QTest::keyClick(contents, Qt::Key_Home);
        QVERIFY(browser->toPlainText().startsWith(QStringLiteral("Blueprinting Explorer")));
        show_guide(&parent, view_ids(), QStringLiteral("schedule"));
        QCOMPARE(parent.findChildren<QDialog*>(QStringLiteral("helpWindow")).size(), 1);
        QVERIFY(browser->toPlainText().startsWith(QStringLiteral("Schedule")));
        show_guide(&parent, view_ids(), QStringLiteral("none of the views"));
        QVERIFY(browser->toPlainText().startsWith(QStringLiteral("Blueprinting Explorer")));
        // No line is as wide as to be cut off.
        QVERIFY(contents->sizeHintForColumn(0) <= contents->viewport()->width());
    }

    void everyFieldSaysWhatItIs()
    {
        WindowFixture f(*m_theme);
        for (const char* name :
             {"nameField", "modelField", "systemField", "tpField", "batchField", "microbatchField"}) {
            const QString says = f.find<QWidget>(name)->whatsThis();
            for (const char* part : {"Unit: ", "Law: "})
                QVERIFY2(says.contains(QString::fromLatin1(part)), qPrintable(QString::fromLatin1(name) + says));
        }
        const QString batch = whats_this(strategy::Field::global_batch);
        QVERIFY2(batch.contains(QStringLiteral("batch_size in Calculon's file")), qPrintable(batch));
    }

    void aLinkMovesASessionToAnotherWindow()
    {
        WindowFixture from(*m_theme);
        from.workspace.edit(QStringLiteral("name it"), [](Session& s) { s.strategies[0].name = "moved by a link"; });
        from.action("copyLinkAction")->trigger();
        const QString link = QApplication::clipboard()->text();
        QVERIFY2(looks_like_link(link), qPrintable(link.left(40)));

        WindowFixture to(*m_theme);
        to.action("pasteLinkAction")->trigger();
        QVERIFY(to_json(to.workspace.session()) == to_json(from.workspace.session()));
        QVERIFY(to.window.sessionFile().modified()); // it is in no file yet
        QCOMPARE(to.window.sessionFile().path(), QString());
    }

    void aDamagedLinkChangesNothing()
    {
        WindowFixture f(*m_theme);
        const Json before = to_json(f.workspace.session());
        f.action("copyLinkAction")->trigger();
        QApplication::clipboard()->setText(QApplication::clipboard()->text().chopped(5));
        bool asked = false;
        f.window.setUnsavedPrompt([&](const QString&) {
            asked = true;
            return UnsavedChoice::discard;
        });
        f.action("pasteLinkAction")->trigger();
        QVERIFY(!asked);
        QVERIFY(to_json(f.workspace.session()) == before);
        QVERIFY(f.find<QLabel>("messageText")->text().contains(QStringLiteral("not whole")));
    }
};

BLUEPRINTING_UI_TEST(GuideTest)
#include "guide_test.moc"
