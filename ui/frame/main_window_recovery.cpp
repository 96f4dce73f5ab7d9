#include "ui/frame/main_window.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/workspace/refusal.h"

/// What a crash left behind, and that work is kept against the next one.
namespace blueprinting::ui {

void MainWindow::startAutosave(const QString& folder, Left left)
{
    connect(m_file.get(), &SessionFile::notKept, this, [this](const QString& why) {
        showNotice(
            {Tone::caution, tr("Work is not saved against a crash."), tr("%1 Save the session to keep it.").arg(why)});
    });
    m_file->startAutosave(folder, left == Left::offered);
    // All in one message: a second one would take the place of the first.
    const QString more = whatElseWasLeft();
    if (m_file->recovered())
        showNotice({Tone::caution,
                    tr("The last session was restored."),
                    (tr("The program did not close in the usual way; this was on the screen. ") + more).trimmed(),
                    {{tr("Start afresh"), Icon::new_file, [this] {
                          if (!mayLoseSession())
                              return;
                          m_message->clear();
                          m_file->startAnew();
                      }}}});
    else
        sayNothingRestored();
}

/// Where all that a crash left could not be read.
void MainWindow::sayNothingRestored()
{
    if (!m_file->recovered() && !m_file->offered() && !m_file->setAside().empty())
        showNotice({Tone::caution, tr("The last session could not be restored."), whatElseWasLeft()});
}

/// Beside the session that was restored, or is offered: what could not be read, and what waits.
QString MainWindow::whatElseWasLeft() const
{
    QStringList words;
    for (const Autosave::SetAside& aside : m_file->setAside())
        words << tr("%1 It was set aside as %2.").arg(refusal_text({aside.reason}), aside.file);
    if (const std::size_t others = m_file->othersLeft(); others == 1)
        words << tr("One more session is kept, for the next window.");
    else if (others > 1)
        words << tr("%1 more sessions are kept, for the next windows.").arg(others);
    return words.join(QLatin1Char(' '));
}

void MainWindow::offerLeftSession()
{
    if (!m_file->offered()) {
        sayNothingRestored(); // whatever was opened since
        return;
    }
    showNotice({Tone::caution,
                tr("The last session was not closed in the usual way."),
                (tr("It is kept until you restore or discard it; closing this message keeps it for the next start. ") +
                 whatElseWasLeft())
                    .trimmed(),
                {{tr("Restore it"), Icon::undo,
                  [this] {
                      if (!mayLoseSession())
                          return;
                      m_message->clear();
                      m_file->restoreOffered();
                  }},
                 {tr("Discard it"), Icon::cross, [this] {
                      m_message->clear();
                      m_file->discardOffered();
                  }}}});
}

} // namespace blueprinting::ui
