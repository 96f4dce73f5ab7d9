#include "ui/ir/ir_view.h"

#include "core/base/canonical_json.h"
#include "core/ir/text.h"
#include "ui/widgets/saving.h"

#include <QFileInfo>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace blueprinting::ui {

bool IrView::opens(const QString& kind) const { return kind == QLatin1String("checkpoint"); }

QString IrView::openedKey(std::size_t place)
{
    return place == 0 ? QStringLiteral("opened") : QStringLiteral("opened%1").arg(place + 1);
}

/// Read, verified and digested again; what is not what its digest says is refused.
Result<IrView::OpenedFile> IrView::readFile(const QString& path) const
{
    const auto document = JsonDocument::read(path.toStdString());
    if (!document)
        return document.failure_as<OpenedFile>();
    const auto checkpoint = passes::checkpoint_from_json(*document);
    if (!checkpoint)
        return checkpoint.failure_as<OpenedFile>();
    return OpenedFile{path, subject_of(*checkpoint, QFileInfo(path).fileName()),
                      stage_of_schema(checkpoint->schema).value_or(IrStage::portable)};
}

Result<Done> IrView::open(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    auto file = readFile(absolute);
    if (!file)
        return file.failure_as<Done>();
    m_state = readState();
    readOpened(); // those that the session has already
    State state = m_state;
    const auto known = state.opened.indexOf(absolute);
    const auto place = static_cast<std::size_t>(known < 0 ? state.opened.size() : known);
    m_gone.removeAll(absolute);
    if (known < 0)
        state.opened << absolute;
    if (place < m_opened.size())
        m_opened[place] = *std::move(file);
    else
        m_opened.push_back(*std::move(file));
    state.shown = openedKey(place);
    keep(state);
    return Done{};
}

void IrView::closeFile(const QString& key)
{
    State state = m_state;
    for (std::size_t place = 0; place < m_opened.size(); ++place) {
        if (openedKey(place) != key)
            continue;
        if (state.other == std::string(kFile) + m_opened[place].path.toStdString())
            state.other.clear();
        state.opened.removeAll(m_opened[place].path);
        // The files behind it move up by one.
        for (std::size_t later = place; later < m_opened.size(); ++later)
            if (state.shown == openedKey(later)) {
                state.shown = later == place ? QStringLiteral("distributed") : openedKey(later - 1);
                break;
            }
        break;
    }
    keep(state);
}

/// The session may name files that this view has not read yet, or leave out some that it had.
void IrView::readOpened()
{
    std::vector<OpenedFile> kept;
    QStringList gone;
    for (const QString& path : std::as_const(m_state.opened)) {
        const auto known = std::ranges::find(m_opened, path, &OpenedFile::path);
        if (known != m_opened.end()) {
            kept.push_back(*known);
            continue;
        }
        if (m_gone.contains(path)) { // said already
            gone << path;
            continue;
        }
        auto file = readFile(path);
        if (file) {
            kept.push_back(*std::move(file));
            continue;
        }
        gone << path;
        m_gone << path;
        Q_EMIT noticeRaised({Tone::caution,
                             tr("%1 is no longer the checkpoint that was opened.").arg(QFileInfo(path).fileName()),
                             shown(file.diagnostics().front().message)});
    }
    m_opened = std::move(kept);
    for (const QString& path : std::as_const(gone))
        m_state.opened.removeAll(path);
    if (!stage_from(m_state.shown) && !shownFile())
        m_state.shown = QStringLiteral("distributed");
}

Result<Done> IrView::exportCheckpoint(const QString& path, const Replaceable& replaceable) const
{
    const IrSubject* subject = shownSubject();
    const passes::PassCheckpoint* checkpoint = subject ? subject->checkpoint(shownStage()) : nullptr;
    if (!checkpoint)
        return Diagnostic{Severity::error, "ir.nothing", "", "there is no checkpoint to write"};
    if (path.endsWith(QLatin1String(".txt"), Qt::CaseInsensitive))
        return write_whole_file(path, QByteArray::fromStdString(ir::text_form(*checkpoint->ir)), replaceable);
    const auto text = pretty_json(passes::to_json(*checkpoint));
    return text ? write_whole_file(path, QByteArray::fromStdString(*text), replaceable) : text.failure_as<Done>();
}

void IrView::chooseFile() { Q_EMIT openRequested(tr("Open a checkpoint")); }

void IrView::chooseExport()
{
    const IrSubject* subject = shownSubject();
    if (!subject)
        return;
    const QString suggested = QString(subject->name).replace(QLatin1Char(' '), QLatin1Char('-')) + QLatin1Char('-') +
                              stage_key(shownStage()) + QStringLiteral(".json");
    saveWhereAsked({tr("Export the checkpoint"), suggested, {tr("Checkpoint (*.json)"), tr("Text form (*.txt)")}},
                   at_once([this](const QString& path, const Replaceable& replaceable) {
                       return exportCheckpoint(path, replaceable);
                   }));
}

QList<QAction*> IrView::exportActions()
{
    delete m_export;
    m_export = new QMenu(this);
    connect(m_export->addAction(tr("Checkpoint…")), &QAction::triggered, this, &IrView::chooseExport);
    return m_export->actions();
}

} // namespace blueprinting::ui
