#pragma once
#include "ui/style/icon.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/saving.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QList>
#include <QWidget>

namespace blueprinting::ui {

class StaleMark;

/// One item of the status line: an icon by its tone, text, and a short word in the fixed font behind it (a digest).
struct StatusItem {
    Tone tone = Tone::text; ///< good, caution and bad have an icon of their own; text has none
    QString text;
    QString fixed = {};
    QString tooltip = {};
    QString brief = {}; ///< the same in fewer words, for a narrow window; where empty the text is elided at need
};

/// A message over the view until it is closed or replaced: what happened, why, and what can be done.
struct Notice {
    struct Action {
        QString text;
        std::optional<Icon> icon;
        std::function<void()> run;
    };
    Tone tone = Tone::text; ///< text, good, caution or bad
    QString subject;        ///< bold: "certificate-cut.json was refused."
    QString text;           ///< "Line 23, column 5266: this string is never closed. Nothing was changed."
    QList<Action> actions = {};
};

/// One tab of the centre. A view reads the workspace, never computes a model quantity, and refreshes only while it is
/// in front (refresh() is called when it comes to the front and at each change while it is there: of the session, the
/// selection, the references and the theme; a view connects to none of them itself). The frame leaves 12 px around a
/// view; a view has no margin of its own.
class View : public QWidget {
    Q_OBJECT
public:
    View(Workspace& workspace, const QString& id, const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] QString id() const { return m_id; }       ///< "compare": the name of its picture and of --view
    [[nodiscard]] QString title() const { return m_title; } ///< "Compare": the tab
    [[nodiscard]] Workspace& workspace() const { return m_workspace; }

    virtual void refresh() = 0;
    /// refresh(), and its parts (see Part) as the session says they were left; from then on the session says how they
    /// are. This is what the frame calls.
    void refreshWhole();
    /// Long work under way: a picture is taken only once this is false.
    [[nodiscard]] virtual bool busy() const { return false; }
    /// Whether dropping or opening this file belongs to this view ("certificate", "manifest", "report", "checkpoint"),
    /// and taking it. A refused file changes nothing; the diagnostics say why.
    [[nodiscard]] virtual bool opens(const QString& kind) const;
    virtual Result<Done> open(const QString& path);
    /// Whether this view itself shows the line of a file that it refused; else the message bar does.
    [[nodiscard]] virtual bool showsRefusals() const { return false; }
    /// The strategy dock is closed while this view is in front (a certificate has no strategy).
    [[nodiscard]] virtual bool wantsDock() const { return true; }

    /// What the Export button and File ▸ Export offer of this view (pictures, CSV, tables); the caller owns nothing.
    [[nodiscard]] virtual QList<QAction*> exportActions() { return {}; }
    /// The command of `blueprinting` that prints what this view shows; empty for the estimate of the selected strategy.
    [[nodiscard]] virtual QString commandLine() const { return {}; }
    /// What a report says of the view before what it shows: files with their digests, revisions.
    [[nodiscard]] virtual std::vector<std::pair<QString, QString>> reportFacts() const { return {}; }
    /// Whether a report has it though another view is in front: it holds what the session is about.
    [[nodiscard]] virtual bool belongsInReport() const { return false; }
    /// Whether a report ends its part with a line for a name, a date and a signature.
    [[nodiscard]] virtual bool wantsSignOff() const { return false; }
    /// The status line while this view is in front; empty for the frame's own (fit, evidence, oracle, compile time).
    [[nodiscard]] virtual QList<StatusItem> statusItems() const { return {}; }
    /// Where the keyboard goes when the view is entered (F6); the first focusable child where null.
    [[nodiscard]] virtual QWidget* firstFocus() { return nullptr; }

    /// Asks where, has it written and says by saved() what became of it.
    void saveWhereAsked(const SaveWords& words, const SaveWriter& writer);

    /// The word "stale" beside what a job of these kinds gives this view (see StaleMark); the frame marks the tab by
    /// it. `parent` is the panel that it stands in; the caller puts it into a layout.
    StaleMark* addStaleMark(const QStringList& kinds, QWidget* parent);
    /// Whether one of its marks holds.
    [[nodiscard]] bool stale() const;

    /// What this view keeps of its own in the session.
    [[nodiscard]] Json state() const { return m_workspace.viewState(m_id.toStdString()); }
    /// A text and a list of texts in it; what is no text there is as if it were not kept.
    [[nodiscard]] QString keptText(const char* key, const QString& otherwise = {}) const;
    [[nodiscard]] QStringList keptTexts(const char* key) const;
    void setState(Json state) { m_workspace.setViewState(m_id.toStdString(), std::move(state)); }

Q_SIGNALS:
    void staleChanged();                     ///< stale() may say something else
    void statusChanged();                    ///< statusItems() or commandLine() say something else
    void noticeRaised(const Notice& notice); ///< shown over the view; replaces the one before it
    void noticeCleared();
    void saved(const SaveOutcome& outcome); ///< a file was written, or was not
    /// Asks the window for its Open dialog under this title: what is chosen opens by its content, in whatever view it
    /// belongs to.
    void openRequested(const QString& title);

private:
    /// What the session said of a part when it was last asked, and what the part made of it: data that has come since
    /// may not let a chart be as it was left, and that is no reason to forget it.
    struct Kept {
        PartState given, own;
    };
    void keepPart(const std::string& name, const Part& part);

    Workspace& m_workspace;
    std::map<std::string, Kept> m_kept;
    bool m_giving = false; ///< what changes now is not a person's doing
    QString m_id;
    QString m_title;
};

} // namespace blueprinting::ui
