#include "core/base/file.h"
#include "core/model/read_description.h"
#include "core/model/read_model.h"
#include "core/search/found_file.h"
#include "core/strategy/derived.h"
#include "core/strategy/execution_list.h"
#include "ui/frame/command_palette.h"
#include "ui/frame/main_window.h"
#include "ui/frame/opened_file.h"
#include "ui/frame/strategy_facts.h"
#include "ui/schedule/open_files.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/excerpt.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/known_files.h"
#include "ui/workspace/findings.h"
#include "ui/workspace/problems_dialog.h"
#include "ui/workspace/refusal.h"
#include "ui/workspace/session_json.h"
#include "ui/workspace/strategy_names.h"

#include <QFile>
#include <QFileInfo>
#include <QPushButton>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

/// What is done with a file that is opened: by its content, one for itself or several that must not overwrite each
/// other.
namespace blueprinting::ui {
namespace {

/// What a config.json calls its family; empty for other files.
QString model_family(const JsonDocument& document)
{
    const Json& root = document.root();
    const auto at = root.is_object() ? root.find("model_type") : root.end();
    return root.is_object() && at != root.end() && at->is_string() ? name_in_sentence(shown(at->get<std::string>()), 24)
                                                                   : QString();
}

constexpr qint64 kLarge = 512 * 1024; ///< bytes: more are not read here where a part says what they are

/// Whether this is a file of runs too large to be read here: its first line says so, and its view reads it as a job.
bool is_large_runs(const QString& path)
{
    if (QFileInfo(path).size() <= kLarge || !check_file(path.toStdString()))
        return false;
    QFile file(path);
    const QByteArray head = file.open(QIODevice::ReadOnly) ? file.read(kLarge) : QByteArray();
    return head.contains('\n') && names_runs({head.constData(), static_cast<std::size_t>(head.size())});
}

/// Whether this is a certificate too large to be parsed here: its view reads it as a job, and says so where it is none.
bool is_large_certificate(const QString& path)
{
    if (QFileInfo(path).size() <= kLarge)
        return false;
    const Result<std::string> bytes = read_file(path.toStdString());
    return bytes && names_certificate(*bytes);
}

/// Where a complaint says no line, the line of the value that it is about, or of the file's one value.
Diagnostics placed(Diagnostics diagnostics, const JsonDocument& document)
{
    for (Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.location && diagnostic.location->line > 0)
            continue;
        SourceLocation place = document.locate(diagnostic.path);
        if (place.line == 0)
            place = document.locate("");
        diagnostic.location = std::move(place);
    }
    return diagnostics;
}

/// Which of several files goes first: what others are read against, or would be lost to.
int rank(DocumentKind kind)
{
    switch (kind) {
    case DocumentKind::session: return 0;
    case DocumentKind::calculon_model:
    case DocumentKind::description:
    case DocumentKind::hugging_face_config: return 1;
    case DocumentKind::system: return 2;
    case DocumentKind::execution:
    case DocumentKind::execution_list: return 3;
    case DocumentKind::certificate: return 4;
    case DocumentKind::manifest: return 5;
    case DocumentKind::report:
    case DocumentKind::checkpoint:
    case DocumentKind::runs:
    case DocumentKind::search: return 6;
    }
    return 6;
}

/// A list of so many executions comes whole; of a longer one it is chosen what to add.
constexpr std::size_t kFewExecutions = 8;
/// So many files are named each; a longer message would fill the window.
constexpr qsizetype kMostNamed = 6;

SessionStrategy strategy_of(const Session& session, const strategy::Preset& listed)
{
    const std::size_t slash = listed.name.find_last_of('/');
    const std::string name =
        slash == std::string::npos ? listed.name : listed.model + " " + listed.name.substr(slash + 1);
    SessionStrategy made{fresh_id(session), fresh_name(session, name), *model::find_preset(listed.model),
                         *system::find_preset(listed.system), listed.execution};
    forget_redundant_processors(made.execution);
    return made;
}

/// "2 findings: grouped-query attention has no counterpart here; …" of what reading a file told.
QString findings_text(const Diagnostics& findings)
{
    QStringList all;
    for (const Diagnostic& finding : findings)
        all << shown(finding.message);
    return MainWindow::tr("%1: %2").arg(findings_count(findings.size()), all.join(QStringLiteral("; ")));
}

} // namespace

Result<Done> MainWindow::openInSchedule(const QStringList& paths)
{
    Result<Done> done = open_schedule_files(m_parts.workspace, paths);
    if (!done)
        refuse(paths.front(), done.diagnostics());
    return done;
}

Result<Done> MainWindow::openFile(const QString& path)
{
    if (!schedule_files({path}).isEmpty())
        return openInSchedule({path});
    const int before = m_parts.workspace.undoStack().index();
    Result<OpenedFile> opened = takeFile(readFile(path), nullptr);
    if (!opened) {
        if (!opened.cancelled())
            refuse(path, opened.diagnostics());
        return opened.failure_as<Done>();
    }
    m_parts.settings.addRecentFile(path);
    if (opened->notice)
        sayOpened({opened->findings.empty() ? Tone::text : Tone::caution,
                   tr("Opened %1.").arg(QFileInfo(path).fileName()), tr("It %1.").arg(opened->became), opened->actions},
                  before);
    return Done{};
}

Result<Done> MainWindow::openFiles(const QStringList& paths)
{
    if (paths.size() == 1)
        return openFile(paths.front());
    // The traces of a run belong together; what else came with them is opened after them.
    if (const QStringList schedules = schedule_files(paths); !schedules.isEmpty()) {
        QStringList others = paths;
        for (const QString& each : schedules)
            others.removeAll(each);
        if (Result<Done> done = openInSchedule(schedules); !done || others.isEmpty())
            return done;
        return openFiles(others);
    }
    std::vector<ReadFile> files;
    for (const QString& path : paths)
        files.push_back(readFile(path));
    std::vector<std::size_t> order(files.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto place = [&](std::size_t i) { return files[i].kind ? rank(*files[i].kind) : 0; };
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return place(a) < place(b); });

    OpenedTogether together;
    std::vector<Result<OpenedFile>> results(files.size(), Result<OpenedFile>(Cancelled{}));
    int before = m_parts.workspace.undoStack().index();
    for (const std::size_t i : order) {
        results[i] = takeFile(files[i], &together);
        if (results[i])
            m_parts.settings.addRecentFile(files[i].path);
        if (files[i].kind && *files[i].kind == DocumentKind::session)
            before = m_parts.workspace.undoStack().index(); // another session begins another history
    }

    QStringList became;
    QList<Notice::Action> actions;
    std::vector<std::size_t> refused;
    qsizetype opened = 0;
    bool found = false;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const QString name = QFileInfo(files[i].path).fileName();
        if (results[i]) {
            ++opened;
            became << tr("%1 %2").arg(name, results[i]->became);
            found = found || !results[i]->findings.empty();
            actions << results[i]->actions;
        } else if (results[i].cancelled()) {
            became << tr("%1 was not opened").arg(name);
        } else if (refused.push_back(i); refused.size() > 1) {
            became << tr("%1 was refused, too: %2").arg(name, refusal_text(results[i].diagnostics()));
        }
    }
    if (became.size() > kMostNamed) {
        const qsizetype more = became.size() - kMostNamed;
        became = became.mid(0, kMostNamed);
        became << tr("and %1 more").arg(more);
    }
    const QString all = became.join(QStringLiteral("; ")) + QLatin1Char('.');
    if (refused.empty()) {
        const bool whole = opened == paths.size();
        sayOpened(
            {found ? Tone::caution : Tone::text,
             whole ? tr("Opened %1 files.").arg(opened) : tr("Opened %1 of %2 files.").arg(opened).arg(paths.size()),
             all, actions},
            before);
        return Done{};
    }
    const ReadFile& first = files[refused.front()];
    const Result<OpenedFile>& why = results[refused.front()];
    refuse(first.path, why.diagnostics(), became.isEmpty() ? QString() : tr("Of the others: %1").arg(all));
    return why.failure_as<Done>();
}

/// Says what was opened, with a way to take back exactly that: it goes with the next change.
void MainWindow::sayOpened(Notice notice, int before)
{
    const int step = m_parts.workspace.undoStack().index();
    if (step != before) // else it was that already, and undoing would take back something else
        notice.actions << Notice::Action{tr("Undo"), Icon::undo,
                                         [this, before] { m_parts.workspace.undoStack().setIndex(before); }};
    showNotice(notice);
    if (step != before)
        m_undoableStep = step;
}

ReadFile MainWindow::readFile(const QString& path) const
{
    if (is_large_runs(path))
        return {path, std::nullopt, DocumentKind::runs};
    if (is_large_certificate(path))
        return {path, std::nullopt, DocumentKind::certificate};
    Result<std::string> bytes = read_file(path.toStdString());
    if (!bytes)
        return {path, bytes.failure_as<JsonDocument>(), std::nullopt};
    const Digest content = Digest::of_bytes(*bytes);
    m_known->remember(path, content);
    if (names_runs(*bytes)) // lines, of which its view reads each
        return {path, std::nullopt, DocumentKind::runs};
    if (search::names_found(*bytes))
        return {path, std::nullopt, DocumentKind::search};
    ReadFile file{path, JsonDocument::parse(std::move(*bytes), path.toStdString()), std::nullopt, content};
    if (*file.document)
        if (const Result<DocumentKind> kind = sniff(**file.document))
            file.kind = *kind;
    return file;
}

Result<OpenedFile> MainWindow::takeFile(const ReadFile& file, OpenedTogether* together)
{
    if (!file.document) // which its view reads
        return openInView(*file.kind, file.path);
    if (!*file.document)
        return file.document->failure_as<OpenedFile>();
    const JsonDocument& document = **file.document;
    Result<OpenedFile> opened =
        file.kind ? openDocument(document, file, together) : sniff(document).failure_as<OpenedFile>();
    if (!opened && !opened.cancelled())
        return placed(opened.diagnostics(), document);
    return opened;
}

Result<OpenedFile> MainWindow::openModel(const JsonDocument& document, const QString& path,
                                         const SessionStrategy& selected, OpenedTogether* together)
{
    Workspace& workspace = m_parts.workspace;
    const std::string name = model::model_name_of(path.toStdString());
    const Result<model::DescriptionReading> read = model::read_description(document, name);
    if (!read)
        return read.failure_as<OpenedFile>();
    const SessionModel model(read->description);
    const std::string found_in = QFileInfo(path).fileName().toStdString();
    const auto give = [&](Session& session, SessionStrategy& strategy) {
        strategy.model = model;
        keep_findings(session, model, found_in, read->findings);
    };
    OpenedFile out;
    if (together && std::exchange(together->model, true)) {
        out = addVariant(name, give, tr("model"));
    } else {
        workspace.edit(tr("Set model to %1").arg(shown(name)),
                       [&](Session& session) { give(session, *session.find(session.selected)); });
        const QString before = name_in_sentence(shown(selected.name));
        const QString now = name_in_sentence(shown(workspace.selected()->name));
        out.became = now == before ? tr("is now the model of %1").arg(before)
                                   : tr("is now the model of %1, now called %2").arg(before, now);
    }
    // What was read, where a family says what its keys mean.
    if (const QString read_as = model_family(document); !model.plain() && !read_as.isEmpty())
        out.became += tr(", read as %1: %2").arg(read_as, model_fact(model));
    out.findings = read->findings;
    if (!out.findings.empty())
        out.became = tr("%1, with %2").arg(out.became, findings_text(out.findings));
    return out;
}

Result<OpenedFile> MainWindow::openDocument(const JsonDocument& document, const ReadFile& file,
                                            OpenedTogether* together)
{
    const DocumentKind kind = *file.kind;
    const QString& path = file.path;
    Workspace& workspace = m_parts.workspace;
    const std::string name = QFileInfo(path).completeBaseName().toStdString();
    const SessionStrategy selected = *workspace.selected(); // a copy: an edit puts others in its place
    switch (kind) {
    case DocumentKind::session: {
        if (together && std::exchange(together->session, true))
            return Cancelled{}; // there is one session at a time
        const Result<Done> opened =
            openSession(document, file, together != nullptr); // what follows is for this session
        if (!opened)
            return opened.failure_as<OpenedFile>();
        return OpenedFile{tr("is the session now"), {}, false};
    }
    case DocumentKind::calculon_model:
    case DocumentKind::description:
    case DocumentKind::hugging_face_config: return openModel(document, path, selected, together);
    case DocumentKind::system: {
        const Result<system::SystemProfile> system = system::read_calculon_system(document, document.root(), "", name);
        if (!system)
            return system.failure_as<OpenedFile>();
        const auto give = [&](Session&, SessionStrategy& strategy) { strategy.system = *system; };
        if (together && std::exchange(together->system, true))
            return addVariant(name, give, tr("system"));
        workspace.edit(tr("Set system to %1").arg(shown(name)),
                       [&](Session& session) { give(session, *session.find(session.selected)); });
        return OpenedFile{tr("is now the system of %1").arg(name_in_sentence(shown(selected.name)))};
    }
    case DocumentKind::execution: {
        const Result<strategy::Execution> execution =
            document.root().contains("parallelism")
                ? strategy::execution_from_json(document, document.root(), "")
                : strategy::from_mapping(document, document.root(), "", workspace.session().rules);
        if (!execution)
            return execution.failure_as<OpenedFile>();
        SessionStrategy added{fresh_id(workspace.session()), fresh_name(workspace.session(), name), selected.model,
                              selected.system, *execution};
        forget_redundant_processors(added.execution);
        workspace.edit(tr("Add %1").arg(shown(added.name)), [&](Session& session) {
            session.strategies.push_back(added);
            session.selected = added.id;
        });
        return OpenedFile{tr("was added as a strategy, with the model and system of the selected one")};
    }
    case DocumentKind::execution_list: {
        Result<std::vector<strategy::Preset>> list = strategy::read_execution_list(document, workspace.session().rules);
        if (!list)
            return list.failure_as<OpenedFile>();
        return openList(std::move(*list), QFileInfo(path).fileName());
    }
    case DocumentKind::certificate:
    case DocumentKind::manifest:
    case DocumentKind::report:
    case DocumentKind::checkpoint:
    case DocumentKind::runs:
    case DocumentKind::search: return openInView(kind, path);
    }
    return OpenedFile{};
}

/// A second model or system of files opened together: what was opened before it stays, on the strategy that it went to.
OpenedFile MainWindow::addVariant(const std::string& file, const std::function<void(Session&, SessionStrategy&)>& give,
                                  const QString& what)
{
    const SessionStrategy selected = *m_parts.workspace.selected();
    SessionStrategy added = selected;
    added.id = fresh_id(m_parts.workspace.session());
    added.visible = true;
    added.last_legal.reset();
    Session session = m_parts.workspace.session();
    give(session, added);
    added.name = fresh_name(
        session, name_for_model(selected.name, selected.model, added.model).value_or(selected.name + " " + file));
    session.strategies.push_back(added);
    m_parts.workspace.edit(tr("Add %1").arg(shown(added.name)), [&](Session& now) { now = session; });
    return {tr("is the %1 of a new strategy, %2").arg(what, name_in_sentence(shown(added.name)))};
}

OpenedFile MainWindow::openList(std::vector<strategy::Preset> list, const QString& file)
{
    const auto listed = std::make_shared<const std::vector<strategy::Preset>>(std::move(list));
    const auto count = static_cast<qsizetype>(listed->size());
    const auto add = [this, listed, file] { addListed(*listed, file); };
    if (listed->size() <= kFewExecutions) {
        add();
        return {count == 1 ? tr("lists 1 execution, which was added as a strategy")
                           : tr("lists %1 executions, each added as a strategy").arg(count)};
    }
    const auto choose = [this, listed, file, add] {
        std::vector<PaletteEntry> entries;
        for (const strategy::Preset& each : *listed)
            entries.push_back({shown(each.name), tr("Execution"),
                               tr("%1 on %2").arg(shown(each.model), shown(each.system)),
                               [this, listed, file, one = &each] { addListed({*one}, file); }});
        entries.push_back({tr("All %1").arg(listed->size()), tr("Execution"), tr("adds each as a strategy"), add});
        m_palette->popup(std::move(entries), tr("Which execution of %1 to add").arg(file));
    };
    return {tr("lists %1 executions: choose what to add").arg(count),
            {{tr("Choose…"), Icon::search, choose}, {tr("Add all %1").arg(count), Icon::plus, add}}};
}

/// As one step, in the order of the list, once they are compiled; the first of them is selected.
void MainWindow::addListed(const std::vector<strategy::Preset>& listed, const QString& file)
{
    const QString step =
        listed.size() == 1 ? tr("Add %1").arg(shown(listed.front().name)) : tr("Add the executions of %1").arg(file);
    const auto add = [listed](Session& session) {
        std::string first;
        for (const strategy::Preset& each : listed) {
            session.strategies.push_back(strategy_of(session, each));
            first = first.empty() ? session.strategies.back().id : first;
        }
        session.selected = first;
    };
    if (listed.size() <= kFewExecutions) {
        m_parts.workspace.edit(step, add);
        return;
    }
    Session wanted = m_parts.workspace.session();
    add(wanted);
    m_parts.workspace.prepare(wanted, [this, step, add] { m_parts.workspace.edit(step, add); });
}

Result<Done> MainWindow::openSession(const JsonDocument& document, const ReadFile& file, bool at_once)
{
    // Whether it is sound is found out before anyone is asked about the present one.
    Result<Session> session = session_from_json(document);
    if (!session)
        return session.failure_as<Done>();
    if (!mayLoseSession())
        return Cancelled{};
    m_message->clear();
    const auto show = [this, session = *session, path = file.path, content = file.content] {
        m_file->show(session, path, content);
        refreshTab();
    };
    if (at_once || !isVisible()) { // nobody waits yet
        show();
        return Done{};
    }
    const auto compiled = [this, show, before = m_parts.workspace.session().strategies] {
        // What was done meanwhile is lost no more than what was there before.
        if (m_parts.workspace.session().strategies == before || mayLoseSession())
            show();
    };
    m_parts.workspace.prepare(*session, compiled);
    return Done{};
}

Result<OpenedFile> MainWindow::openInView(DocumentKind kind, const QString& path)
{
    const QString name = QString::fromUtf8(to_string(kind));
    for (const ViewEntry& entry : m_entries) {
        if (std::ranges::find(entry.opens, name) == entry.opens.end())
            continue;
        // It comes to the front once it took the file, or where it shows itself what it refused.
        View* view = makeView(entry);
        m_message->clear();
        const Result<Done> opened = view->open(path);
        if (opened || view->showsRefusals())
            showView(entry.id);
        if (!opened)
            return opened.failure_as<OpenedFile>();
        return OpenedFile{tr("is in %1").arg(entry.title), {}, false};
    }
    return Diagnostic{Severity::error, "document.no_view", "",
                      "this is " + std::string(described(kind)) + ", which no view shows", std::nullopt};
}

void MainWindow::refuse(const QString& path, const Diagnostics& diagnostics, const QString& changed)
{
    const QString file = QFileInfo(path).fileName();
    showNotice(
        {Tone::bad,
         tr("%1 was refused.").arg(file.isEmpty() ? path : file),
         refusal_text(diagnostics) + QLatin1Char(' ') + (changed.isEmpty() ? tr("Nothing was changed.") : changed),
         {{tr("Open another…"), Icon::open, [this] { chooseFiles(); }}}});
    if (diagnostics.size() > 1) {
        QPushButton* all = m_message->addAction(tr("All %1 problems…").arg(diagnostics.told()));
        all->setObjectName(QStringLiteral("allProblems"));
        connect(all, &QPushButton::clicked, this,
                [this, file, diagnostics] { show_problems(this, tr("%1 was refused").arg(file), diagnostics); });
    }
    const View* view = currentView();
    if (view && view->showsRefusals())
        return;
    if (diagnostics.front().location && diagnostics.front().location->line > 0)
        if (const Result<std::string> bytes = read_file(path.toStdString())) {
            const RefusedLine line = refused_line(*bytes, diagnostics.front());
            if (line.line > 0 && line.column >= 0)
                m_message->setExcerpt(
                    excerpt_of(tr("Where %1 was refused").arg(file), line.line, line.text, line.column));
        }
}

} // namespace blueprinting::ui
