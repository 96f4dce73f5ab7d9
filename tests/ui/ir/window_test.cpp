#include "tests/support/test_main.h"
#include "ui/frame/main_window.h"
#include "ui/frame/views.h"
#include "ui/ir/ir_view.h"
#include "ui/ir/pass_chain.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/filter_bar.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTimer>

using namespace blueprinting;
using namespace blueprinting::ui;

/// The IR view in the window: its filters in the window's bar, its files through the dialogs that a person sees.
class IrWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        if (!m_theme)
            m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath("settings.ini"));
        m_workspace = std::make_unique<Workspace>();
        m_window = std::make_unique<MainWindow>(MainWindow::Parts{*m_workspace, *m_settings, *m_theme}, view_entries());
        m_window->setUnsavedPrompt([](const QString&) { return UnsavedChoice::discard; });
        m_window->resize(1600, 1000);
        m_window->show();
        QApplication::setActiveWindow(m_window.get());
        m_workspace->selectStrategy(m_workspace->session().strategies[1].id);
        m_window->showView("ir");
        QVERIFY(m_workspace->waitForReferences());
        QTRY_VERIFY(m_window->settled());
    }
    void cleanup()
    {
        m_window.reset();
        m_workspace.reset();
        m_settings.reset();
    }

    void everyFilterStandsInTheBarAndCanBeRemoved()
    {
        // seqsel: 70 tasks in six phases.
        QCOMPARE(rows(), 70 + 6);
        choose("phaseFilter", "phase: forward");
        QCOMPARE(chips(), QStringList{"phase: forward"});
        QCOMPARE(rows(), 24 + 1);
        choose("engineFilter", "engine: matrix");
        QCOMPARE(rows(), 8 + 1); // q, k, v, qk, pv, out, fc1, fc2
        choose("primitiveFilter", "primitive: linear");
        QCOMPARE(rows(), 6 + 1);
        QTest::keyClicks(find<QLineEdit>("irSearch"), "mlp.");
        QCOMPARE(rows(), 2 + 1);
        QCOMPARE(chips().size(), 4);
        for (const auto& [chip, left] :
             {std::pair("filter_primitive=linear", 2 + 1), std::pair("filter_engine=matrix", 9 + 1),
              std::pair("filter_task=mlp.", 24 + 1), std::pair("filter_phase=forward", 70 + 6)}) {
            QTest::mouseClick(find<QAbstractButton>(chip), Qt::LeftButton);
            QCOMPARE(rows(), left);
        }
        QVERIFY(chips().isEmpty());
        QVERIFY(find<QLineEdit>("irSearch")->text().isEmpty());
        QCOMPARE(find<QComboBox>("primitiveFilter")->currentText(), QString("primitive: all"));
    }

    void aCheckpointGoesOutAndComesBack()
    {
        const QString path = m_folder->filePath("seqsel-distributed.json");
        answerDialog(path);
        QTest::mouseClick(find<QPushButton>("exportCheckpoint"), Qt::LeftButton);
        QVERIFY(QFile::exists(path));
        // Opened through the other button: read, verified and digested again.
        answerDialog(path);
        QTest::mouseClick(find<QPushButton>("openCheckpoint"), Qt::LeftButton);
        auto* card = find<PassCardBox>("card_opened");
        QVERIFY(card->isCurrent());
        QCOMPARE(card->card().digest, find<PassCardBox>("card_distributed")->card().digest);
        QCOMPARE(card->card().schema, QString("distributed_task.v1"));
        QCOMPARE(find<ToneLabel>("verified")->text(), QString("Verified, 0 problems"));
        QCOMPARE(answer(),
                 QString("seqsel-distributed.json is the DistributedTaskIR of GPT-175B seqsel, digit for digit"));
    }

    void anAlteredCheckpointIsRefusedInWords()
    {
        const QString path = m_folder->filePath("altered.json");
        auto* view = find<IrView>("");
        QVERIFY(view->exportCheckpoint(path).has_value());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        QVERIFY(bytes.contains("\"hidden\": 12288"));
        bytes.replace("\"hidden\": 12288", "\"hidden\": 12289");
        file.seek(0);
        file.write(bytes);
        file.close();
        const QString before = answer();
        answerDialog(path);
        QTest::mouseClick(find<QPushButton>("openCheckpoint"), Qt::LeftButton);
        QVERIFY(!m_window->findChild<PassCardBox*>("card_opened"));
        QCOMPARE(answer(), before);
        QString said;
        for (const auto* bar : m_window->findChildren<MessageBar*>())
            if (bar->isVisible())
                for (const auto* label : bar->findChildren<QLabel*>())
                    said += label->text() + ' ';
        // The file, what is wrong in it and where, and what became of the window.
        QVERIFY2(QRegularExpression("altered\\.json was refused\\.(</b>)? Line [1-9]\\d*, column [1-9]\\d*: .*digest.* "
                                    "Nothing was changed\\.")
                     .match(said)
                     .hasMatch(),
                 qPrintable(said));
    }

private:
    template <class T>
    T* find(const char* name)
    {
        T* found = *name ? m_window->findChild<T*>(QString::fromLatin1(name)) : m_window->findChild<T*>();
        if (!found)
            qFatal("there is no %s", name);
        return found;
    }
    int rows() { return find<TableView>("irTree")->model()->rowCount(); }
    QString answer() { return find<IrView>("")->findChild<AnswerLine*>("answer")->headline(); }
    QStringList chips()
    {
        QStringList out;
        for (const FilterChip& chip : find<FilterBar>("filterBar")->filters())
            out << chip.text;
        return out;
    }
    void choose(const char* box, const QString& text)
    {
        auto* combo = find<QComboBox>(box);
        const int index = combo->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        combo->setCurrentIndex(index);
    }
    /// Types the path into the file dialog that comes up, and accepts it.
    void answerDialog(const QString& path)
    {
        QTimer::singleShot(0, this, [path] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            auto* name = dialog->findChild<QLineEdit*>("fileNameEdit");
            QVERIFY(name);
            name->setText(path);
            QTest::keyClick(name, Qt::Key_Return);
        });
    }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

BLUEPRINTING_UI_TEST(IrWindowTest)
#include "window_test.moc"
