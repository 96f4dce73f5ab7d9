#include "tests/support/read_formats.h"
#include "tests/ui/frame/foreign_fixture.h"
#include "ui/widgets/charts/chart_widget.h"
#include "ui/workspace/session_json.h"

#include <QClipboard>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QRegularExpression>
#include <QTimer>

#include <functional>
#include <set>

using namespace blueprinting;
using namespace blueprinting::ui;
using testing::FormatReader;

namespace {

/// Answers the next dialog that asks where to save: with this name, or with none while it is only to say what it
/// offers.
class WhereToSave {
public:
    explicit WhereToSave(const QString& path = {})
    {
        m_timer.setInterval(1);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this, path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isVisible())
                return;
            m_timer.stop();
            static const QRegularExpression pattern(QStringLiteral("\\*\\.([\\w.]+)"));
            for (const QString& filter : dialog->nameFilters())
                for (auto found = pattern.globalMatch(filter); found.hasNext();)
                    m_endings << found.next().captured(1);
            if (path.isEmpty())
                return dialog->reject();
            QApplication::setActiveWindow(dialog);
            auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            name->setFocus();
            name->setText(path);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        m_timer.start();
    }
    [[nodiscard]] const QStringList& endings() const { return m_endings; } ///< empty where nobody asked

private:
    QTimer m_timer;
    QStringList m_endings;
};

/// What a copying action leaves in the clipboard; nothing for one that is not known.
std::optional<FileFormat> copied_format(const QAction& action)
{
    const QString name = action.objectName();
    if (name == QStringLiteral("copyTsv") || name == QStringLiteral("copyData"))
        return FileFormat::tsv;
    if (name == QStringLiteral("copyMarkdown"))
        return FileFormat::markdown;
    return std::nullopt;
}

} // namespace

/// Whatever leaves the window as a file or a copy, with foreign names in it, read by Python.
class FormatsTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;
    std::set<std::string> m_met; ///< formats

    void openAll(Foreign& f)
    {
        f.openSession();
        f.show("calibration");
        for (const QString& file : f.files()) {
            QVERIFY2(f.window.openFile(file), qPrintable(file));
            f.settle();
        }
    }
    static void fillViews()
    {
        QTest::addColumn<QString>("view");
        for (const ViewEntry& entry : view_entries())
            QTest::newRow(qPrintable(entry.id)) << entry.id;
    }
    /// Brings each page of each switch of the view in front to the front.
    void forEachPage(Foreign& f, const std::function<void()>& look)
    {
        look();
        const auto buttons = f.window.currentView()->findChildren<QAbstractButton*>();
        for (const QPointer<QAbstractButton>& button :
             std::vector<QPointer<QAbstractButton>>(buttons.begin(), buttons.end()))
            if (button && button->isCheckable() && !button->isChecked() && button->isVisible() && button->isEnabled()) {
                button->click();
                f.settle();
                look();
            }
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    /// Every command of File ▸ Export: each ending that its dialog offers is written and read, each copy is read.
    void everyExportIsRead_data() { fillViews(); }
    void everyExportIsRead()
    {
        QFETCH(QString, view);
        Foreign f(*m_theme);
        openAll(f);
        f.show(qPrintable(view));
        FormatReader reader;
        auto* exports = f.find<QMenu>("exportMenu");
        const std::function<std::vector<QStringList>(QMenu*, QStringList)> gather = [&](QMenu* menu, QStringList way) {
            std::vector<QStringList> out;
            for (int i = 0; i < menu->actions().size(); ++i) {
                QAction* action = menu->actions()[i];
                const QStringList to = way + QStringList{QString::number(i)};
                if (action->menu()) {
                    const auto inner = gather(action->menu(), to);
                    out.insert(out.end(), inner.begin(), inner.end());
                } else if (!action->isSeparator() && action->isEnabled()) {
                    out.push_back(to);
                }
            }
            return out;
        };
        // The menu is made anew whenever it opens.
        const auto at = [&](const QStringList& way) {
            Q_EMIT exports->aboutToShow();
            QMenu* menu = exports;
            for (qsizetype i = 0; i + 1 < way.size(); ++i)
                menu = menu->actions().value(way[i].toInt())->menu();
            return menu->actions().value(way.last().toInt());
        };
        Q_EMIT exports->aboutToShow();
        const auto ways = gather(exports, {});
        QVERIFY(ways.size() > 2);
        int number = 0;
        for (const QStringList& way : ways) {
            QApplication::clipboard()->setText(QStringLiteral("nothing was copied"));
            const WhereToSave asked;
            QAction* action = at(way);
            const QString name = action->objectName() + u' ' + action->text();
            action->trigger();
            f.settle();
            if (asked.endings().isEmpty()) {
                if (action->objectName() == QStringLiteral("copyPicture"))
                    continue;
                const auto format = copied_format(*action);
                QVERIFY2(format, qPrintable(name + QStringLiteral(" is no command that this test knows")));
                reader.add(name, *format, QApplication::clipboard()->text().toUtf8());
                m_met.insert(std::string(to_string(*format)));
                continue;
            }
            for (const QString& ending : asked.endings()) {
                const QString path = f.folder.filePath(QStringLiteral("e%1.%2").arg(number++).arg(ending));
                const auto format = format_of(path.toStdString());
                QVERIFY2(format, qPrintable(name + QStringLiteral(" writes .") + ending));
                const WhereToSave saved(path);
                at(way)->trigger();
                f.settle();
                QTRY_VERIFY2(QFileInfo::exists(path), qPrintable(path));
                reader.add(name + QStringLiteral(" as .") + ending, *format, testing::bytes_of(path));
                m_met.insert(std::string(to_string(*format)));
            }
        }
        const QString faults = reader.faults();
        QVERIFY2(faults.isEmpty(), qPrintable(faults));
    }

    /// Every table with all its columns, every chart, also of pages behind switches.
    void everyTableAndChartIsRead_data() { fillViews(); }
    void everyTableAndChartIsRead()
    {
        QFETCH(QString, view);
        Foreign f(*m_theme);
        openAll(f);
        f.show(qPrintable(view));
        FormatReader reader;
        forEachPage(f, [&] {
            const QWidget* front = f.window.currentView();
            for (TableView* table : front->findChildren<TableView*>()) {
                if (table->table()->columns().empty() || !table->isVisibleTo(front))
                    continue;
                for (const Column& column : std::vector<Column>(table->table()->columns()))
                    table->setColumnShown(column.id, true);
                const QString name = table->objectName();
                reader.add(name, FileFormat::tsv, table->toTsv().toUtf8());
                reader.add(name, FileFormat::markdown, table->toMarkdown().toUtf8());
                const QString path = f.folder.filePath(name + QStringLiteral(".csv"));
                QVERIFY(table->exportTo(path));
                reader.add(name, FileFormat::csv, testing::bytes_of(path));
            }
            for (const ChartWidget* chart : front->findChildren<ChartWidget*>()) {
                if (!chart->isVisibleTo(front))
                    continue;
                reader.add(chart->objectName(), FileFormat::csv, chart->encoded(FileFormat::csv, light_theme()));
                reader.add(chart->objectName(), FileFormat::svg, chart->encoded(FileFormat::svg, light_theme()));
                reader.add(chart->objectName(), FileFormat::tsv, rows_to_tsv(chart->dataRows()).toUtf8());
            }
        });
        QVERIFY(reader.size() > 3);
        const QString faults = reader.faults();
        QVERIFY2(faults.isEmpty(), qPrintable(faults));
    }

    /// The exact names, in every format that can hold them, and visible ones where people read.
    void namesStand()
    {
        Foreign f(*m_theme);
        openAll(f);
        f.show("compare");
        QStringList exact;
        for (const std::string& name : Foreign::names())
            exact << Foreign::text_of(name);
        FormatReader reader;
        const auto* time = f.find<ChartWidget>("timeChart");
        reader.add(QStringLiteral("numbers"), FileFormat::csv, time->encoded(FileFormat::csv, light_theme()), exact);
        reader.add(QStringLiteral("numbers"), FileFormat::tsv, rows_to_tsv(time->dataRows()).toUtf8(), exact);
        const QString session = f.folder.filePath(QStringLiteral("session.json"));
        QVERIFY(f.window.saveAs(session));
        reader.add(QStringLiteral("session"), FileFormat::json, testing::bytes_of(session), exact);
        const QString page = f.folder.filePath(QStringLiteral("page.html"));
        {
            Q_EMIT f.find<QMenu>("exportMenu")->aboutToShow();
            const WhereToSave saved(page);
            f.find<QAction>("saveSummary")->trigger();
        }
        reader.add(QStringLiteral("summary"), FileFormat::html, testing::bytes_of(page), Foreign::seen());
        const QString faults = reader.faults();
        QVERIFY2(faults.isEmpty(), qPrintable(faults));
        // Read back, it is the same session.
        const auto document = JsonDocument::read(session.toStdString());
        QVERIFY(document);
        const auto read = session_from_json(*document);
        QVERIFY(read);
        QCOMPARE(read->strategies[3].name, Foreign::names()[3]);
        QCOMPARE(read->strategies[1].model.name, Foreign::names()[2]);
    }

    /// A command that is pasted into a terminal is a line that holds nothing that one obeys, and gives the same
    /// strategy.
    void theCommandLineIsPasted()
    {
        Foreign f(*m_theme);
        openAll(f);
        for (const ViewEntry& entry : view_entries()) {
            f.show(qPrintable(entry.id));
            QApplication::clipboard()->setText(QString());
            auto* copy = f.window.findChild<QAction*>(QStringLiteral("copyCommandAction"));
            QVERIFY(copy);
            if (!copy->isEnabled())
                continue;
            copy->trigger();
            const QString command = QApplication::clipboard()->text();
            QVERIFY2(!command.contains(u'\n') && !command.contains(QChar(0x1b)) && !command.contains(QChar(0x9b)) &&
                         !command.contains(QChar(0x202e)) && !command.contains(QChar(0)),
                     qPrintable(command));
            if (command.isEmpty() || !command.contains(QStringLiteral(" estimate ")))
                continue;
            QProcess shell;
            QProcessEnvironment env = QProcessEnvironment::systemEnvironment();
            env.insert(QStringLiteral("PATH"),
                       QStringLiteral(BLUEPRINTING_BIN_DIR ":") + env.value(QStringLiteral("PATH")));
            shell.setProcessEnvironment(env);
            shell.start(QStringLiteral("bash"), {QStringLiteral("-c"), command});
            QVERIFY(shell.waitForFinished(100000));
            QVERIFY2(shell.exitCode() == 0, qPrintable(command + QString::fromUtf8(shell.readAllStandardError())));
        }
    }

    /// The last: what the rows above have met is every format that the window writes.
    void everyFormatWasMet()
    {
        for (const char* format : {"csv", "tsv", "markdown", "html", "svg", "json", "png", "pdf", "text"})
            QVERIFY2(m_met.contains(format), format);
    }
};

BLUEPRINTING_UI_TEST(FormatsTest)
#include "formats_test.moc"
