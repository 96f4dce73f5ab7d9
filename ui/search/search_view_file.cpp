#include "ui/search/search_file.h"
#include "ui/search/search_view.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/refusal.h"

#include <QFileInfo>
#include <QStackedWidget>

/// A file that a search wrote, opened beside the search of the session.
namespace blueprinting::ui {

bool SearchView::opens(const QString& kind) const { return kind == u"search"; }

Result<Done> SearchView::open(const QString& path)
{
    Q_EMIT noticeCleared();
    readFile({path, ""});
    return Done{};
}

/// The session says which file is shown; it is read again where it, or what it is priced with, is another now.
void SearchView::followFile()
{
    const auto wanted = search_file_of(workspace().viewState(kFile));
    if (!wanted) {
        m_file.reset();
        m_file_of.reset();
        return;
    }
    const SessionStrategy* selected = workspace().selected();
    if (!selected)
        return;
    if (const FileOf now{*wanted, form_of(*selected), m_ask.view}; m_file_of != now) {
        m_file_of = now;
        readFile(*wanted);
    }
}

void SearchView::readFile(const SearchFileRef& file)
{
    const SessionStrategy* selected = workspace().selected();
    if (!selected)
        return;
    search::Question question;
    question.model = selected->model;
    question.description = selected->model.description;
    question.system = selected->system;
    question.view = m_ask.view;
    workspace().jobs().start(
        kFileJob, tr("Reading %1").arg(QFileInfo(file.path).fileName()),
        [file, question, execution = selected->execution](const JobContext& context) {
            return read_search_file(file, question, execution, context.token());
        },
        [this, file](const Result<SearchFileRead>& read) { fileLanded(file, read); });
}

void SearchView::fileLanded(const SearchFileRef& file, const Result<SearchFileRead>& read)
{
    const QString name = QFileInfo(file.path).fileName();
    if (!read) {
        if (!read.cancelled())
            Q_EMIT noticeRaised({Tone::bad, tr("%1 was refused.").arg(name),
                                 tr("%1 Nothing was changed.").arg(refusal_text(read.diagnostics()))});
        return;
    }
    if (!read->opened) {
        m_file.reset();
        Q_EMIT noticeRaised({Tone::caution, tr("%1 could not be opened again.").arg(name),
                             tr("The session names it by its content, and it is not there as it was.")});
        return showLower();
    }
    m_file = read->opened;
    if (file.digest.empty()) { // a person opened it: a step that can be taken back
        const SessionStrategy* selected = workspace().selected();
        m_file_of = FileOf{m_file->file, selected ? form_of(*selected) : LegalForm(), m_ask.view};
        SearchLook look = m_look;
        look.tab = "file";
        look.picked.clear();
        setLook(look);
        workspace().edit(tr("Open %1").arg(name),
                         [&](Session& session) { session.views[kFile] = to_json(m_file->file); });
    }
    m_tab->setCurrent(shown(m_look.tab));
    showLower();
}

void SearchView::showFile()
{
    if (!m_file) {
        m_lower_panel->setTitle(tr("A search's file"));
        m_nothing->setText(tr("Open a table or an answer that “blueprinting search” or this view wrote – CSV, JSONL or "
                              "JSON – to see its strategies here, beside what they take with the selected strategy's "
                              "model and system. File ▸ Open, or drop it on the window."));
        m_tables->setCurrentWidget(m_nothing);
        return;
    }
    SearchTable table = file_table(*m_file);
    m_lower_panel->setTitle(table.title);
    m_lower_note = table.note;
    showTable(m_file_table, std::move(table));
    m_file_table->setCurrentKey(shown(m_look.picked));
    m_tables->setCurrentWidget(m_file_table);
}

} // namespace blueprinting::ui
