#include "core/strategy/mapping.h"
#include "tests/ui/frame/whole_fixture.h"
#include "ui/certificate/certificate_view.h"
#include "ui/ir/pass_chain.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/message_bar.h"
#include "ui/workspace/session_json.h"

#include <QDropEvent>
#include <QMimeData>
#include <QProcess>
#include <QRegularExpression>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

QString data(const char* name) { return QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/") + QLatin1String(name); }

QByteArray bytes_of(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s cannot be written", qPrintable(path));
    return path;
}

/// A config as it is published for LLaMA 7B.
constexpr const char* kLlama = R"({
  "architectures": ["LlamaForCausalLM"],
  "bos_token_id": 0,
  "eos_token_id": 1,
  "hidden_act": "silu",
  "hidden_size": 4096,
  "initializer_range": 0.02,
  "intermediate_size": 11008,
  "max_sequence_length": 2048,
  "max_position_embeddings": 2048,
  "model_type": "llama",
  "num_attention_heads": 32,
  "num_hidden_layers": 32,
  "pad_token_id": -1,
  "rms_norm_eps": 1e-06,
  "torch_dtype": "float16",
  "transformers_version": "4.27.0.dev0",
  "use_cache": true,
  "vocab_size": 32000
})";

/// Makes one file of a kind in this folder: carried data, or what the program itself writes.
QString make(const QString& kind, const QString& folder)
{
    const auto in = [&](const char* name) { return folder + QLatin1Char('/') + QLatin1String(name); };
    const auto run = [](const QStringList& arguments) {
        QProcess process;
        process.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting"), arguments);
        if (!process.waitForFinished(60000) || process.exitCode() != 0)
            qFatal("%s", process.readAllStandardError().constData());
    };
    if (kind == QStringLiteral("model"))
        return data("models/megatron-22B.json");
    if (kind == QStringLiteral("system"))
        return data("systems/h100_80g_nvl8.json");
    if (kind == QStringLiteral("execution"))
        return write(in("mine.json"), QByteArray::fromStdString(strategy::to_calculon(strategy::find_preset("seqsel-tab5/megatron-22B/full")->execution).dump(2)));
    if (kind == QStringLiteral("config"))
        return write(in("config.json"), kLlama);
    if (kind == QStringLiteral("certificate"))
        return data("certificates/layout-cost-v2.json");
    if (kind == QStringLiteral("manifest"))
        return data("certificates/layout-cost-v2-manifest.json");
    if (kind == QStringLiteral("report")) {
        run({QStringLiteral("calibrate"), QStringLiteral("--output"), in("report.json")});
        return in("report.json");
    }
    if (kind == QStringLiteral("checkpoint")) {
        run({QStringLiteral("inspect"), QStringLiteral("--model"), QStringLiteral("megatron-22B"), QStringLiteral("--execution"),
             QStringLiteral("seqsel-tab5/megatron-22B/full"), QStringLiteral("--stage"), QStringLiteral("distributed"), QStringLiteral("--output"), in("distributed.json")});
        return in("distributed.json");
    }
    Session session = starting_session();
    session.strategies[0].name = "kept";
    session.view = "timing";
    return write(in("session.json"), QByteArray::fromStdString(to_json(session).dump(2)));
}

void drop(MainWindow& window, const QStringList& paths)
{
    QMimeData mime;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    mime.setUrls(urls);
    QDragEnterEvent enter(QPoint(500, 400), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(500, 400), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &event);
}

QString message(Whole& f)
{
    const auto* bar = f.find<MessageBar>("messageBar");
    return bar->isVisible() ? bar->text() : QString();
}

} // namespace

/// Every file that the program knows, opened by its content through the whole window; every other refused, with its place.
class OpeningTest : public QObject {
    Q_OBJECT
    std::unique_ptr<ThemeController> m_theme;
    QTemporaryDir m_files;
    std::map<QString, QString> m_made;

    QString made(const QString& kind)
    {
        QString& path = m_made[kind];
        if (path.isEmpty())
            path = make(kind, m_files.path());
        return path;
    }

private Q_SLOTS:
    void initTestCase() { m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light); }

    void eachKindLandsInItsView_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("view");
        QTest::addColumn<bool>("dropped");
        for (const bool dropped : {false, true}) {
            const auto row = [dropped](const char* kind, const char* view) { QTest::addRow("%s %s", kind, dropped ? "dropped" : "opened") << kind << view << dropped; };
            row("session", "timing");
            row("model", "compare");
            row("system", "compare");
            row("execution", "compare");
            row("config", "compare");
            row("certificate", "certificate");
            row("report", "calibration");
            row("checkpoint", "ir");
        }
    }
    void eachKindLandsInItsView()
    {
        QFETCH(QString, kind);
        QFETCH(QString, view);
        QFETCH(bool, dropped);
        Whole f(*m_theme);
        const QString path = made(kind);
        // What it is called says nothing of what it is.
        const QString blind = f.folder.filePath(QStringLiteral("some file"));
        QVERIFY(QFile::copy(path, blind));
        if (dropped)
            drop(f.window, {blind});
        else
            QVERIFY(f.window.openFile(blind));
        f.settle();
        QVERIFY2(!message(f).contains(QStringLiteral("refused")), qPrintable(message(f)));
        QCOMPARE(f.workspace.session().view, view.toStdString());
        QCOMPARE(f.settings.recentFiles(), QStringList{blind});
        const SessionStrategy& selected = *f.workspace.selected();
        if (kind == QStringLiteral("session"))
            QCOMPARE(f.workspace.session().strategies[0].name, std::string("kept"));
        else if (kind == QStringLiteral("model"))
            QCOMPARE(selected.model.hidden, std::int64_t{6144}); // Megatron 22B: h 6144, 64 heads, 48 blocks
        else if (kind == QStringLiteral("config"))
            QCOMPARE(selected.model.feedforward, std::int64_t{11008});
        else if (kind == QStringLiteral("system"))
            QCOMPARE(selected.system.matrix.at(Datatype::float16).tflops, system::find_preset("h100_80g_nvl8")->matrix.at(Datatype::float16).tflops);
        else if (kind == QStringLiteral("execution"))
            QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
        else if (kind == QStringLiteral("checkpoint"))
            QCOMPARE(f.find<PassCardBox>("card_opened")->card().title, QStringLiteral("some file"));
        else if (kind == QStringLiteral("report"))
            QVERIFY(f.find<QWidget>("whichReport")->isVisible() && f.find<QWidget>("whichReport")->toolTip().contains(blind));
        else if (kind == QStringLiteral("certificate"))
            QVERIFY(static_cast<CertificateView*>(f.window.currentView())->review());
        // Where the session was edited it is one step, and is taken back.
        while (f.workspace.undoStack().canUndo())
            f.workspace.undoStack().undo();
        if (kind != QStringLiteral("session"))
            QVERIFY(f.workspace.session().strategies == starting_session().strategies);
    }

    void aManifestJoinsItsCertificate()
    {
        Whole f(*m_theme);
        const QString alone = f.folder.filePath(QStringLiteral("c.json")); // no manifest lies beside it
        QVERIFY(QFile::copy(made(QStringLiteral("certificate")), alone));
        QVERIFY(f.window.openFile(alone));
        f.settle();
        const auto* view = static_cast<CertificateView*>(f.window.currentView());
        QVERIFY(view->review() && !view->review()->manifest);
        f.show("compare");
        QVERIFY2(f.window.openFile(made(QStringLiteral("manifest"))), qPrintable(message(f)));
        f.settle();
        QCOMPARE(f.workspace.session().view, std::string("certificate"));
        QVERIFY(view->review()->manifest);
    }

    void refusedWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        QTest::addColumn<bool>("placed");
        for (const char* kind : {"session", "model", "system", "execution", "config", "certificate", "manifest", "report", "checkpoint"}) {
            const QByteArray whole = bytes_of(made(QString::fromLatin1(kind)));
            QVERIFY2(whole.size() > 50, kind);
            QTest::addRow("%s cut short", kind) << whole.left(whole.size() / 2) << "" << true;
            // A value of a type that no field has: the first number becomes a word.
            QByteArray wrong = whole;
            const auto number = QRegularExpression(QStringLiteral(":\\s*(\\d[\\d.eE+-]*)")).match(QString::fromUtf8(whole));
            if (number.hasMatch() && QString::fromLatin1(kind) != QStringLiteral("config")) {
                wrong.replace(number.capturedStart(1), number.capturedLength(1), "\"a word\"");
                QTest::addRow("%s with a word for a number", kind) << wrong << "a word" << true;
            }
        }
        QByteArray unknown = bytes_of(data("models/megatron-22B.json"));
        unknown.replace(unknown.lastIndexOf('}'), 1, ", \"colour\": 3}");
        QTest::newRow("a model with an unknown key") << unknown << "colour" << true;
        QByteArray misspelt = bytes_of(made(QStringLiteral("execution")));
        misspelt.replace("\"microbatch_size\"", "\"microbatch_sise\"");
        QTest::newRow("an execution with a key misspelt") << misspelt << "microbatch_size" << true;
        QTest::newRow("an array") << QByteArray("[1, 2]") << "not an object" << true;
        QTest::newRow("a number") << QByteArray("17") << "not an object" << true;
        QTest::newRow("unknown keys") << QByteArray("{\n  \"a\": 1, \"b\": 2}") << "\"a\", \"b\"" << true;
        QTest::newRow("unknown schema") << QByteArray("{\n  \"schema\": \"other.v1\"}") << "other.v1" << true;
        QTest::newRow("a contract, which opens nowhere") << bytes_of(data("contracts/baseline.json")) << "" << true;
        QTest::newRow("binary") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) << "" << true;
        QTest::newRow("UTF-16") << QByteArray("\xff\xfe{\0}\0", 6) << "UTF-16" << false;
        QTest::newRow("empty") << QByteArray() << "empty" << false;
    }
    void refusedWithItsPlace()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        QFETCH(bool, placed);
        Whole f(*m_theme);
        const Session before = f.workspace.session();
        const Result<Done> done = f.window.openFile(write(f.folder.filePath(QStringLiteral("bad.json")), bytes));
        f.settle();
        QVERIFY(!done && !done.cancelled());
        QVERIFY(f.workspace.session().strategies == before.strategies);
        QVERIFY(!f.workspace.undoStack().canUndo());
        const QString said = message(f);
        QVERIFY2(said.startsWith(QStringLiteral("bad.json was refused. ")) && said.endsWith(QStringLiteral(" Nothing was changed.")), qPrintable(said));
        QVERIFY2(said.contains(says), qPrintable(said));
        if (placed)
            QVERIFY2(QRegularExpression(QStringLiteral("^bad.json was refused. Line [1-9]\\d*, column [1-9]\\d*: .{10,}")).match(said).hasMatch(), qPrintable(said));
        QVERIFY(f.settings.recentFiles().isEmpty());
    }

    /// Alone it is held against the published certificate where it is of that one; else it says what it needs.
    void aManifestAloneFindsOrAsksForItsCertificate()
    {
        Whole f(*m_theme);
        QByteArray foreign = bytes_of(made(QStringLiteral("manifest")));
        foreign.replace("\"cell\":\"", "\"cell\":\"x-").replace("\"key\":\"", "\"key\":\"x-");
        QVERIFY(!f.window.openFile(write(f.folder.filePath(QStringLiteral("foreign.json")), foreign)));
        const QString said = message(f);
        QVERIFY2(QRegularExpression(QStringLiteral("^foreign.json was refused. Line \\d+, column \\d+: none of its \\d+ cells .*open the certificate that it belongs to, with the cell x-.*, first")).match(said).hasMatch(), qPrintable(said));
        QVERIFY2(f.window.openFile(made(QStringLiteral("manifest"))), qPrintable(message(f)));
        f.settle();
        QCOMPARE(f.workspace.session().view, std::string("certificate"));
        const auto* view = static_cast<CertificateView*>(f.window.currentView());
        QVERIFY(view->review() && view->review()->manifest);
    }

    void whatIsNoFileIsRefused()
    {
        Whole f(*m_theme);
        QVERIFY(!f.window.openFile(f.folder.path()));
        QVERIFY2(message(f).contains(QStringLiteral("his is a folder")), qPrintable(message(f)));
        QVERIFY(!f.window.openFile(f.folder.filePath(QStringLiteral("nowhere.json"))));
        QVERIFY2(message(f).contains(QStringLiteral("here is no such file")), qPrintable(message(f)));
        // A file that is there and cannot be read, whoever runs this.
        QVERIFY(!f.window.openFile(QStringLiteral("/proc/self/mem")));
        QVERIFY2(message(f).startsWith(QStringLiteral("mem was refused. ")), qPrintable(message(f)));
        QVERIFY(f.workspace.session().strategies == starting_session().strategies);
        QVERIFY(f.settings.recentFiles().isEmpty());
    }

    /// Of several files dropped at once each is taken for itself.
    void manyFilesAreDroppedAtOnce()
    {
        Whole f(*m_theme);
        drop(f.window, {made(QStringLiteral("model")), made(QStringLiteral("system")), made(QStringLiteral("execution"))});
        f.settle();
        QVERIFY2(f.workspace.session().strategies.size() == 3, qPrintable(message(f)));
        QCOMPARE(f.workspace.selected()->model.hidden, std::int64_t{6144});
        QCOMPARE(f.workspace.undoStack().count(), 3);
    }

    /// What was refused among them is said in the end, whatever was opened after it.
    void aRefusedFileAmongManyIsSaid()
    {
        Whole f(*m_theme);
        drop(f.window, {write(f.folder.filePath(QStringLiteral("bad.json")), "{"), made(QStringLiteral("model"))});
        f.settle();
        QCOMPARE(f.workspace.selected()->model.hidden, std::int64_t{6144});
        QVERIFY2(message(f).startsWith(QStringLiteral("bad.json was refused. Line 1, column ")), qPrintable(message(f)));
        QVERIFY2(message(f).endsWith(QStringLiteral("The other file was opened.")), qPrintable(message(f)));
    }
};

BLUEPRINTING_UI_TEST(OpeningTest)
#include "opening_test.moc"
