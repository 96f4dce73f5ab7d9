#include "core/base/canonical_json.h"
#include "core/model/read_description.h"
#include "core/passes/checkpoint.h"
#include "core/strategy/mapping.h"
#include "tests/support/files.h"
#include "tests/support/palette.h"
#include "tests/ui/frame/whole_fixture.h"
#include "ui/certificate/certificate_view.h"
#include "ui/frame/command_palette.h"
#include "ui/ir/pass_chain.h"
#include "ui/measured/measured_view.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/workspace/session_json.h"

#include <QDialog>
#include <QDropEvent>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>

using namespace blueprinting;
using namespace blueprinting::ui;
using blueprinting::testing::bytes_of;

namespace {

QString data(const char* name) { return QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/") + QLatin1String(name); }

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
        return write(
            in("mine.json"),
            QByteArray::fromStdString(
                strategy::to_calculon(strategy::find_preset("seqsel-tab5/megatron-22B/full")->execution).dump(2)));
    if (kind == QStringLiteral("config"))
        return write(config_file(folder), kLlama);
    if (kind == QStringLiteral("certificate"))
        return data("certificates/layout-cost-v2.json");
    if (kind == QStringLiteral("manifest"))
        return data("certificates/layout-cost-v2-manifest.json");
    if (kind == QStringLiteral("report")) {
        run({QStringLiteral("calibrate"), QStringLiteral("--output"), in("report.json")});
        return in("report.json");
    }
    if (kind == QStringLiteral("checkpoint")) {
        run({QStringLiteral("inspect"), QStringLiteral("--model"), QStringLiteral("megatron-22B"),
             QStringLiteral("--execution"), QStringLiteral("seqsel-tab5/megatron-22B/full"), QStringLiteral("--stage"),
             QStringLiteral("distributed"), QStringLiteral("--output"), in("distributed.json")});
        return in("distributed.json");
    }
    if (kind == QStringLiteral("runs"))
        return write(in("mine.csv"),
                     "model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,"
                     "seconds_per_iteration\n"
                     "gpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,20.5\n");
    if (kind == QStringLiteral("search")) {
        run({QStringLiteral("search"), QStringLiteral("--model"), QStringLiteral("megatron-22B"),
             QStringLiteral("--system"), QStringLiteral("a100_80g"), QStringLiteral("--devices"), QStringLiteral("8"),
             QStringLiteral("--batch"), QStringLiteral("4"), QStringLiteral("--output"), in("found.csv")});
        return in("found.csv");
    }
    if (kind == QStringLiteral("rows"))
        return data("measured/korthikanti22.jsonl");
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

/// A list of Megatron 22B's execution under these names, each on a line of its own from the third on.
QByteArray list(const QList<QByteArray>& names)
{
    const std::string execution =
        strategy::to_calculon(strategy::find_preset("seqsel-tab5/megatron-22B/full")->execution).dump();
    QByteArray out = "{\"source\": \"made here\",\n\"executions\": [\n";
    for (const QByteArray& name : names)
        out += (name == names.front() ? "" : ",\n") +
               ("{\"id\": \"" + name + "\", \"model\": \"megatron-22B\", \"system\": \"a100_80g\", \"execution\": ") +
               QByteArray::fromStdString(execution) + "}";
    return out + "\n]}\n";
}

/// The button of the message over the view.
QPushButton* button(Whole& f, const char* text)
{
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // those of the message before
    QCoreApplication::processEvents();
    const auto buttons = f.find<MessageBar>("messageBar")->findChildren<QPushButton*>();
    for (QPushButton* one : buttons)
        if (one->text() == QString::fromUtf8(text) && one->isVisible())
            return one;
    qFatal("there is no button %s", text);
}

QString message(Whole& f)
{
    const auto* bar = f.find<MessageBar>("messageBar");
    return bar->isVisible() ? bar->text() : QString();
}

} // namespace

/// Every file that the program knows, opened by its content through the whole window; every other refused, with its
/// place.
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
            const auto row = [dropped](const char* kind, const char* view) {
                QTest::addRow("%s %s", kind, dropped ? "dropped" : "opened") << kind << view << dropped;
            };
            row("session", "timing");
            row("model", "compare");
            row("system", "compare");
            row("execution", "compare");
            row("config", "compare");
            row("certificate", "certificate");
            row("report", "calibration");
            row("checkpoint", "ir");
            row("runs", "measured");
            row("search", "search");
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
            QCOMPARE(selected.system.matrix.at(Datatype::float16).tflops,
                     system::find_preset("h100_80g_nvl8")->matrix.at(Datatype::float16).tflops);
        else if (kind == QStringLiteral("execution"))
            QCOMPARE(f.workspace.session().strategies.size(), std::size_t{3});
        else if (kind == QStringLiteral("checkpoint"))
            QCOMPARE(f.find<PassCardBox>("card_opened")->card().title, QStringLiteral("some file"));
        else if (kind == QStringLiteral("report"))
            QVERIFY(f.find<QWidget>("whichReport")->isVisible() &&
                    f.find<QWidget>("whichReport")->toolTip().contains(blind));
        else if (kind == QStringLiteral("runs")) // beside the published ones
            QCOMPARE(static_cast<MeasuredView*>(f.window.currentView())->evaluation().own.size(), std::size_t{1});
        else if (kind == QStringLiteral("search"))
            QVERIFY(f.find<TableView>("searchFile")->table()->rowCount() > 100);
        else if (kind == QStringLiteral("certificate"))
            QVERIFY(static_cast<CertificateView*>(f.window.currentView())->review());
        // Where the session was edited it is one step, and is taken back.
        while (f.workspace.undoStack().canUndo())
            f.workspace.undoStack().undo();
        if (kind != QStringLiteral("session"))
            QVERIFY(f.workspace.session().strategies == starting_session().strategies);
    }

    /// Rows that the program carries already are lines of runs as well: refused, since their ids stand twice.
    void rowsThatAreCarriedAreRefused()
    {
        Whole f(*m_theme);
        drop(f.window, {made(QStringLiteral("rows"))});
        f.settle();
        QCOMPARE(f.workspace.session().view, std::string("measured"));
        QVERIFY2(message(f).startsWith(QStringLiteral("korthikanti22.jsonl was refused. ")) &&
                     message(f).contains(QStringLiteral("korthikanti22")) &&
                     message(f).endsWith(QStringLiteral(" Nothing was changed.")),
                 qPrintable(message(f)));
        const RunEvaluation& shown = static_cast<MeasuredView*>(f.window.currentView())->evaluation();
        QVERIFY(shown.own.empty() && shown.counted.size() > 150); // the published ones, 150 of plain models among them
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
        for (const char* kind :
             {"session", "model", "system", "execution", "config", "certificate", "manifest", "report", "checkpoint"}) {
            const QByteArray whole = bytes_of(made(QString::fromLatin1(kind)));
            QVERIFY2(whole.size() > 50, kind);
            QTest::addRow("%s cut short", kind) << whole.left(whole.size() / 2) << "";
            // A value of a type that no field has: the first number becomes a word.
            QByteArray wrong = whole;
            const auto number =
                QRegularExpression(QStringLiteral(":\\s*(\\d[\\d.eE+-]*)")).match(QString::fromUtf8(whole));
            if (number.hasMatch() && QString::fromLatin1(kind) != QStringLiteral("config")) {
                wrong.replace(number.capturedStart(1), number.capturedLength(1), "\"a word\"");
                QTest::addRow("%s with a word for a number", kind) << wrong << "a word";
            }
        }
        QByteArray unknown = bytes_of(data("models/megatron-22B.json"));
        unknown.replace(unknown.lastIndexOf('}'), 1, ", \"colour\": 3}");
        QTest::newRow("a model with an unknown key") << unknown << "colour";
        QByteArray misspelt = bytes_of(made(QStringLiteral("execution")));
        misspelt.replace("\"microbatch_size\"", "\"microbatch_sise\"");
        QTest::newRow("an execution with a key misspelt") << misspelt << "microbatch_size";
        QTest::newRow("an array") << QByteArray("[1, 2]") << "not an object";
        QTest::newRow("a number") << QByteArray("17") << "not an object";
        QTest::newRow("unknown keys") << QByteArray("{\n  \"a\": 1, \"b\": 2}") << "\"a\", \"b\"";
        QTest::newRow("unknown schema") << QByteArray("{\n  \"schema\": \"other.v1\"}") << "other.v1";
        QTest::newRow("a contract, which opens nowhere") << bytes_of(data("contracts/baseline.json")) << "";
        QTest::newRow("binary") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) << "";
        QTest::newRow("UTF-16") << QByteArray("\xff\xfe{\0}\0", 6) << "UTF-16";
        QTest::newRow("empty") << QByteArray() << "empty";
    }
    void refusedWithItsPlace()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        Whole f(*m_theme);
        // A view in front that takes none of these, in a state of its own.
        f.show("timing");
        pick(f.find<TableView>("taskTable"), QStringLiteral("mlp.fc1/forward"));
        const Session before = f.workspace.session();
        const QWidget* front = f.window.currentView();
        const Result<Done> done = f.window.openFile(write(f.folder.filePath(QStringLiteral("bad.json")), bytes));
        f.settle();
        QVERIFY(!done && !done.cancelled());
        // A certificate that can be read and does not hold is listed reason by reason, in its own view; else the view
        // in front stays.
        if (QByteArray(QTest::currentDataTag()) == "certificate with a word for a number") {
            QCOMPARE(f.workspace.session().view, std::string("certificate"));
            f.show("timing");
        }
        QVERIFY(f.workspace.session() == before);
        QCOMPARE(f.window.currentView(), front);
        QVERIFY(!f.workspace.undoStack().canUndo());
        const QString said = message(f);
        QVERIFY2(said.startsWith(QStringLiteral("bad.json was refused. ")) &&
                     said.endsWith(QStringLiteral(" Nothing was changed.")),
                 qPrintable(said));
        QVERIFY2(said.contains(says), qPrintable(said));
        QVERIFY2(QRegularExpression(QStringLiteral("^bad.json was refused. Line [1-9]\\d*, column [1-9]\\d*: .{10,}"))
                     .match(said)
                     .hasMatch(),
                 qPrintable(said));
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
        QVERIFY2(QRegularExpression(
                     QStringLiteral("^foreign.json was refused. Line \\d+, column \\d+: none of its \\d+ cells .*open "
                                    "the certificate that it belongs to, with the cell x-.*, first"))
                     .match(said)
                     .hasMatch(),
                 qPrintable(said));
        QVERIFY2(f.window.openFile(made(QStringLiteral("manifest"))), qPrintable(message(f)));
        f.settle();
        QCOMPARE(f.workspace.session().view, std::string("certificate"));
        const auto* view = static_cast<CertificateView*>(f.window.currentView());
        QVERIFY(view->review() && view->review()->manifest);
    }

    /// Of a checkpoint that was altered more is wrong than one line says: all of it can be read, that it was altered
    /// first.
    void allProblemsCanBeRead()
    {
        Whole f(*m_theme);
        const auto plan = f.workspace.result(f.workspace.session().selected).evaluation->compilation.portable;
        QByteArray bytes = QByteArray::fromStdString(*pretty_json(passes::to_json(plan)));
        QVERIFY(bytes.contains("77309411328"));
        bytes.replace("77309411328", "77309411329");
        const Result<Done> done = f.window.openFile(write(f.folder.filePath(QStringLiteral("altered.json")), bytes));
        QVERIFY(!done && done.diagnostics().size() > 1);
        const auto* button = f.window.findChild<QPushButton*>(QStringLiteral("allProblems"));
        QVERIFY(button);
        QCOMPARE(button->text(), QStringLiteral("All %1 problems…").arg(done.diagnostics().size()));
        QTest::mouseClick(const_cast<QPushButton*>(button), Qt::LeftButton);
        const auto* dialog = f.window.findChild<QDialog*>(QStringLiteral("problemsDialog"));
        QVERIFY(dialog && dialog->isVisible());
        const QStringList lines =
            dialog->findChild<QPlainTextEdit*>(QStringLiteral("problems"))->toPlainText().split(QStringLiteral("\n\n"));
        QCOMPARE(static_cast<std::size_t>(lines.size()), done.diagnostics().size());
        QVERIFY2(lines.front().startsWith(QStringLiteral("1. Line ")) &&
                     lines.front().contains(QStringLiteral("it was altered or is damaged")),
                 qPrintable(lines.front()));
        for (qsizetype i = 0; i < lines.size(); ++i)
            QVERIFY2(lines[i].contains(QString::fromStdString(done.diagnostics()[static_cast<std::size_t>(i)].message)),
                     qPrintable(lines[i]));
        QTest::keyClick(const_cast<QDialog*>(dialog), Qt::Key_Escape);
        QTRY_VERIFY(!f.window.findChild<QDialog*>(QStringLiteral("problemsDialog")));
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
        drop(f.window,
             {made(QStringLiteral("model")), made(QStringLiteral("system")), made(QStringLiteral("execution"))});
        f.settle();
        QVERIFY2(f.workspace.session().strategies.size() == 3, qPrintable(message(f)));
        QCOMPARE(f.workspace.selected()->model.hidden, std::int64_t{6144});
        QCOMPARE(f.workspace.undoStack().count(), 3);
    }

    /// A second model or system does not take the place of the first: it makes a strategy of its own; one message says
    /// what became of each, and its Undo takes all of it back.
    void filesOfOneKindDoNotOverwriteEachOther()
    {
        Whole f(*m_theme);
        drop(f.window,
             {data("systems/h100_80g_nvl8.json"), data("models/megatron-22B.json"), data("models/megatron-1T.json"),
              made(QStringLiteral("config")), data("systems/a100_80e.json")});
        f.settle();
        const auto& strategies = f.workspace.session().strategies;
        const auto hidden = [&](std::size_t i) { return strategies[i].model.hidden; };
        QCOMPARE(strategies.size(), std::size_t{5});
        QCOMPARE(f.workspace.session().selected, std::string("s2"));
        // Megatron 22B is of hidden 6144, Megatron 1T of 25600, LLaMA 7B of 4096; GPT-175B full was not selected.
        QCOMPARE(hidden(0), std::int64_t{12288});
        QCOMPARE(hidden(1), std::int64_t{6144});
        QCOMPARE(hidden(2), std::int64_t{25600});
        QCOMPARE(hidden(3), std::int64_t{4096});
        QCOMPARE(hidden(4), std::int64_t{6144});
        QCOMPARE(strategies[1].system.name, std::string("h100_80g_nvl8"));
        QCOMPARE(strategies[1].name, std::string("megatron-22B seqsel")); // its name follows its model
        QCOMPARE(strategies[2].name, std::string("megatron-1T seqsel"));
        QVERIFY(strategies[2].execution == strategies[1].execution);
        QCOMPARE(strategies[4].system.name, std::string("a100_80e"));
        QCOMPARE(
            message(f),
            QStringLiteral("Opened 5 files. h100_80g_nvl8.json is now the system of megatron-22B seqsel; "
                           "megatron-22B.json is now the model of GPT-175B seqsel, now called megatron-22B seqsel; "
                           "megatron-1T.json is the model of a new strategy, megatron-1T seqsel; "
                           "config.json is the model of a new strategy, config seqsel, "
                           "read as llama: 32 blocks · hidden 4096 · 2048 tokens, with 1 finding: "
                           "the file names no training sequence: 2048 tokens are assumed; "
                           "a100_80e.json is the system of a new strategy, megatron-22B seqsel a100_80e."));
        button(f, "Undo")->click();
        QVERIFY(strategies == starting_session().strategies);
        QVERIFY(!f.workspace.undoStack().canUndo());
        QVERIFY(message(f).isEmpty());
    }

    /// What reading a model's file told is told by the window, and stands beside the model.
    void findingsStandBesideTheModel_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QStringList>("findings"); // their codes
        const auto config = [](const QByteArray& more) {
            return QByteArray(
                       R"({"model_type": "mistral", "hidden_size": 4096, "intermediate_size": 14336, "max_position_embeddings": 4096, )"
                       R"("num_attention_heads": 32, "num_hidden_layers": 32, "vocab_size": 32000)") +
                   more + "}";
        };
        QTest::newRow("a length that nobody says") << config("") << QStringList{"model.hf.sequence_assumed"};
        QTest::newRow("experts and what is quantised")
            << config(R"(, "num_key_value_heads": 8, "quantization_config": {"bits": 8})")
            << QStringList{"model.hf.sequence_assumed", "model.hf.quantization_ignored"};
        QTest::newRow("six numbers") << config("").replace("mistral", "opt") << QStringList{"model.hf.six_numbers"};
        QTest::newRow("none, of Calculon") << bytes_of(data("models/megatron-22B.json")) << QStringList();
    }
    void findingsStandBesideTheModel()
    {
        QFETCH(QByteArray, config);
        QFETCH(QStringList, findings);
        Whole f(*m_theme);
        const QString path = write(config_file(f.folder.path()), config);
        const auto document = JsonDocument::read(path.toStdString());
        const auto read = model::read_description(*document, "config");
        QVERIFY(read.has_value());
        QStringList codes, messages;
        for (const Diagnostic& each : read->findings) {
            messages << QString::fromStdString(each.message);
            codes << QString::fromStdString(each.code);
        }
        QCOMPARE(codes, findings);

        QVERIFY(f.window.openFile(path));
        f.settle();
        QString told;
        if (findings.size() == 1)
            told = QStringLiteral(", with 1 finding: ") + messages.join(QStringLiteral("; "));
        else if (!findings.isEmpty())
            told = QStringLiteral(", with %1 findings: ").arg(findings.size()) + messages.join(QStringLiteral("; "));
        if (config.contains("mistral")) // a family whose keys are read, and not six numbers alone
            told.prepend(QStringLiteral(", read as mistral: 32 blocks · hidden 4096 · 4096 tokens"));
        QCOMPARE(
            message(f),
            QStringLiteral("Opened config.json. It is now the model of GPT-175B seqsel, now called config seqsel%1.")
                .arg(told));
        QCOMPARE(f.find<MessageBar>("messageBar")->kind(),
                 findings.isEmpty() ? MessageBar::Kind::info : MessageBar::Kind::caution);
        // The mark stays when the message goes, and shows all of them.
        f.find<QAbstractButton>("messageClose")->click();
        auto* mark = f.find<QWidget>("modelFindings");
        QCOMPARE(mark->isVisible(), !findings.isEmpty());
        if (findings.isEmpty())
            return;
        QCOMPARE(f.find<QLabel>("modelFindingsText")->text(),
                 QStringLiteral("%1 in config.json")
                     .arg(findings.size() == 1 ? QStringLiteral("1 finding")
                                               : QStringLiteral("%1 findings").arg(findings.size())));
        f.find<QAbstractButton>("showFindings")->click();
        const auto* dialog = f.find<QDialog>("problemsDialog");
        const QStringList shown = f.find<QPlainTextEdit>("problems")->toPlainText().split(QStringLiteral("\n\n"));
        QCOMPARE(shown.size(), findings.size());
        for (qsizetype i = 0; i < shown.size(); ++i) {
            const QString sentence = messages[i].left(1).toUpper() + messages[i].mid(1) + QLatin1Char('.');
            QCOMPARE(shown[i], QStringLiteral("%1. %2").arg(i + 1).arg(sentence));
        }
        QTest::keyClick(const_cast<QDialog*>(dialog), Qt::Key_Escape);
    }

    /// The mark goes with the model: to a copy, into the session's file and back; until it is dismissed or has no
    /// model any more.
    void findingsStayUntilDismissed()
    {
        const QByteArray config =
            R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 11008, "max_position_embeddings": 2048, "num_attention_heads": 32, "num_hidden_layers": 32, "vocab_size": 32000})";
        QTemporaryDir folder;
        const QString kept = folder.filePath(QStringLiteral("kept.json"));
        {
            Whole f(*m_theme);
            QVERIFY(f.window.openFile(write(config_file(f.folder.path()), config)));
            auto* mark = f.find<QWidget>("modelFindings");
            QVERIFY(mark->isVisible());
            f.workspace.selectStrategy("s1");
            QVERIFY(!mark->isVisible());
            f.workspace.selectStrategy("s2");
            f.find<QAction>("duplicateAction")->trigger();
            QCOMPARE(f.workspace.session().selected, std::string("s3"));
            QVERIFY(mark->isVisible());
            QVERIFY(f.window.saveAs(kept));
        }
        Whole f(*m_theme);
        QVERIFY(f.window.openFile(kept));
        f.settle();
        auto* mark = f.find<QWidget>("modelFindings");
        QVERIFY(mark->isVisible());
        QCOMPARE(f.find<QLabel>("modelFindingsText")->text(), QStringLiteral("1 finding in config.json"));
        f.find<QAbstractButton>("dismissFindings")->click();
        QVERIFY(!mark->isVisible());
        f.workspace.selectStrategy("s2"); // of the same model
        QVERIFY(!mark->isVisible());
        f.find<QAction>("undoAction")->trigger();
        QVERIFY(mark->isVisible());
        // Another model has nothing to tell; the file's own, chosen again in the list, has.
        auto* models = f.find<QComboBox>("modelField");
        const auto choose_model = [&](const char* name) {
            choose(models, QString::fromUtf8(name));
            Q_EMIT models->activated(models->currentIndex());
        };
        choose_model("megatron-22B");
        QVERIFY(!mark->isVisible());
        choose_model("config");
        QVERIFY(mark->isVisible());
    }

    /// A session goes first, whatever was dropped before it, and a second one is left closed.
    void aSessionAmongManyComesFirst()
    {
        Whole f(*m_theme);
        const QString second = f.folder.filePath(QStringLiteral("second.json"));
        QVERIFY(QFile::copy(made(QStringLiteral("session")), second));
        drop(f.window, {made(QStringLiteral("model")), made(QStringLiteral("session")), second});
        f.settle();
        QCOMPARE(f.workspace.session().strategies[0].name, std::string("kept"));
        QCOMPARE(f.workspace.selected()->model.hidden, std::int64_t{6144});
        QCOMPARE(f.window.sessionFile().name(), QStringLiteral("session.json"));
        QVERIFY2(message(f).startsWith(QStringLiteral("Opened 2 of 3 files. ")) &&
                     message(f).contains(QStringLiteral("second.json was not opened")),
                 qPrintable(message(f)));
        button(f, "Undo")->click(); // of the model alone
        QCOMPARE(f.workspace.selected()->model.hidden, std::int64_t{12288});
        QCOMPARE(f.workspace.session().strategies[0].name, std::string("kept"));
    }

    /// A short list comes whole, as one step.
    void aShortListOfExecutionsIsOpened()
    {
        Whole f(*m_theme);
        QVERIFY(f.window.openFile(
            write(f.folder.filePath(QStringLiteral("mine.json")), list({"mine/megatron-22B/full", "sixteen"}))));
        f.settle();
        const auto& strategies = f.workspace.session().strategies;
        QCOMPARE(strategies.size(), std::size_t{4});
        QCOMPARE(strategies[2].name, std::string("megatron-22B full"));
        QCOMPARE(strategies[3].name, std::string("sixteen"));
        QCOMPARE(strategies[3].model.hidden, std::int64_t{6144});
        QCOMPARE(strategies[3].system.name, std::string("a100_80g"));
        QCOMPARE(f.workspace.session().selected, strategies[2].id);
        QVERIFY(f.workspace.result(strategies[3].id).current);
        QCOMPARE(message(f), QStringLiteral("Opened mine.json. It lists 2 executions, each added as a strategy."));
        QCOMPARE(f.workspace.undoStack().count(), 1);
        button(f, "Undo")->click();
        QVERIFY(strategies == starting_session().strategies);
    }

    /// Of a long one it is chosen what to add: by the keyboard, or all at once.
    void aLongListOfExecutionsIsChosenFrom()
    {
        Whole f(*m_theme);
        QVERIFY(f.window.openFile(data("executions/seqsel.json")));
        f.settle();
        const auto& strategies = f.workspace.session().strategies;
        QCOMPARE(strategies.size(), std::size_t{2});
        QCOMPARE(message(f), QStringLiteral("Opened seqsel.json. It lists 36 executions: choose what to add."));
        button(f, "Choose…")->click();
        auto* palette = f.find<CommandPalette>("commandPalette");
        QVERIFY(palette->isVisible());
        QCOMPARE(testing::shown_titles(palette).size(), 37);
        auto* input = palette->findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        QCOMPARE(input->placeholderText(), QStringLiteral("Which execution of seqsel.json to add"));
        QTest::keyClicks(input, QStringLiteral("1T full"));
        QCOMPARE(testing::shown_titles(palette).value(0), QStringLiteral("seqsel-tab5/megatron-1T/full"));
        QTest::keyClick(input, Qt::Key_Return);
        QCOMPARE(strategies.size(), std::size_t{3});
        QCOMPARE(strategies[2].name, std::string("megatron-1T full"));
        QCOMPARE(strategies[2].model.hidden, std::int64_t{25600});
        button(f, "Add all 36")->click();
        QTRY_COMPARE_WITH_TIMEOUT(strategies.size(), std::size_t{39}, 60000);
        QCOMPARE(f.workspace.undoStack().count(), 2);
        // The palette of the window is what it was.
        f.find<QAction>("paletteAction")->trigger();
        QVERIFY(testing::shown_titles(palette).contains(QStringLiteral("Duplicate")));
        QVERIFY(input->placeholderText().startsWith(QStringLiteral("Command")));
        palette->hide();
    }

    void aWrongListOfExecutionsIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        const QByteArray whole = list({"one", "two"});
        const auto with = [&whole](const char* old, const char* wrong) {
            return QByteArray(whole).replace(old, wrong);
        };
        QTest::newRow("no list") << QByteArray("{\"source\": \"me\",\n\"executions\": 3}")
                                 << "Line 2, column 15: \"executions\" must be a list, not 3";
        QTest::newRow("empty") << QByteArray("{\"source\": \"me\",\n\"executions\": []}")
                               << "Line 2, column 15: the list holds no execution";
        QTest::newRow("no source") << QByteArray("{\"executions\": []}") << "source";
        QTest::newRow("unknown model") << with("\"model\": \"megatron-22B\"", "\"model\": \"megatron-23B\"")
                                       << "Line 3, column 24: there is no model megatron-23B; known are ";
        QTest::newRow("unknown system") << with("\"system\": \"a100_80g\"", "\"system\": \"tpu\"")
                                        << "there is no system tpu; known are ";
        QTest::newRow("unknown key") << with("\"system\":", "\"node\": 1, \"system\":") << "node";
        QTest::newRow("an execution with a word for a number")
            << with("\"microbatch_size\":4", "\"microbatch_size\":\"four\"") << "four";
        QTest::newRow("the executions of Calculon's file by mistake") << QByteArray("{\"executions\": [1]}") << "";
    }
    void aWrongListOfExecutionsIsRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        Whole f(*m_theme);
        QVERIFY(!f.window.openFile(write(f.folder.filePath(QStringLiteral("bad.json")), bytes)));
        const QString said = message(f);
        QVERIFY2(QRegularExpression(QStringLiteral("^bad.json was refused. Line [1-9]\\d*, column [1-9]\\d*: .{10,}"))
                     .match(said)
                     .hasMatch(),
                 qPrintable(said));
        QVERIFY2(said.contains(says), qPrintable(said));
        QVERIFY(f.workspace.session().strategies == starting_session().strategies);
    }

    /// What was refused among them is said in the end, whatever was opened after it.
    void aRefusedFileAmongManyIsSaid()
    {
        Whole f(*m_theme);
        drop(f.window, {write(f.folder.filePath(QStringLiteral("bad.json")), "{"), made(QStringLiteral("model"))});
        f.settle();
        QCOMPARE(f.workspace.selected()->model.hidden, std::int64_t{6144});
        QVERIFY2(message(f).startsWith(QStringLiteral("bad.json was refused. Line 1, column ")),
                 qPrintable(message(f)));
        QVERIFY2(message(f).endsWith(QStringLiteral(" Of the others: megatron-22B.json is now the model of GPT-175B "
                                                    "seqsel, now called megatron-22B seqsel.")),
                 qPrintable(message(f)));
    }
};

BLUEPRINTING_UI_TEST(OpeningTest)
#include "opening_test.moc"
