#pragma once
#include "core/strategy/mapping.h"
#include "ui/frame/views.h"
#include "ui/report/report.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/saving.h"
#include "ui/workspace/document.h"
#include "ui/workspace/session_file.h"
#include "ui/workspace/settings.h"

#include <QMainWindow>

class QActionGroup;
class QTabBar;
class QTimer;

namespace blueprinting::ui {

class CommandField;
class CommandPalette;
class KnownFiles;
class PassingNote;
struct PaletteEntry;
class MessageBar;
class SessionFilters;
class StatusLine;
class StrategyDock;
struct OpenedFile;
struct OpenedTogether;
struct ReadFile;

/// What a person wants done with changes that would be lost.
enum class UnsavedChoice { save, discard, cancel };

/// The window: menus, tools, the dock of strategies, one tab a view, messages over the view, the status line. It owns
/// no state of the session; it shows what the workspace says. GUI thread.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    struct Parts {
        Workspace& workspace;
        Settings& settings;
        ThemeController& theme;
    };
    MainWindow(Parts parts, std::vector<ViewEntry> views, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Size of a first window: what it starts on stands in it whole. No larger than a screen of this size has room for,
    /// with a frame around the window; without a screen it is what it is.
    [[nodiscard]] static QSize defaultSize(const std::optional<QSize>& screen = std::nullopt);

    /// What becomes of a session that a crash left: it is restored at once, or kept and offered beside files that were
    /// asked for.
    enum class Left { restored, offered };
    /// Keeps the session in this folder while the program runs, and says what a crash left behind.
    void startAutosave(const QString& folder, Left left = Left::restored);
    /// Says that a session which a crash left is kept, with ways to restore and to discard it, or that none could be
    /// read; nothing where there is none. After the files that were asked for are opened.
    void offerLeftSession();

    /// Opens any file that the program knows, by its content. A refused one changes nothing and is said in the message
    /// bar; the diagnostics are the same.
    Result<Done> openFile(const QString& path);
    /// Opens each for itself. A second model or system makes a strategy of its own and never overwrites the one before;
    /// one message says what became of each file. The diagnostics are of the first that was refused.
    Result<Done> openFiles(const QStringList& paths);
    /// Traces of a run, or an order, in the Schedule view.
    Result<Done> openInSchedule(const QStringList& paths);
    /// Saves where the session lives, or asks where; false where that was cancelled or failed.
    bool save();
    bool saveAs(const QString& path);
    /// The default asks in a dialog.
    void setUnsavedPrompt(std::function<UnsavedChoice(const QString& name)> prompt)
    {
        m_unsavedPrompt = std::move(prompt);
    }
    /// The default asks in a dialog; "" cancels.
    void setSavePathPrompt(std::function<QString()> prompt) { m_savePathPrompt = std::move(prompt); }

    [[nodiscard]] View* currentView() const;
    /// Makes the view where it was never shown.
    View* showView(const QString& id);
    [[nodiscard]] const std::vector<ViewEntry>& views() const { return m_entries; }
    /// Nothing under way that would still change what is on the screen.
    [[nodiscard]] bool settled() const;

    [[nodiscard]] Workspace& workspace() { return m_parts.workspace; }
    [[nodiscard]] SessionFile& sessionFile() { return *m_file; }
    [[nodiscard]] StrategyDock& dock() { return *m_dock; }
    [[nodiscard]] std::vector<PaletteEntry> paletteEntries();

    /// What a person can hand on of this session: the comparison, the view in front, and what else it is about. Of
    /// views that were never shown nothing but the comparison is in it.
    [[nodiscard]] Report report();
    /// By the ending, .html or .pdf: report.format.unknown for another, file.*.
    Result<Done> writeReport(const QString& path, const Replaceable& replaceable = std::nullopt);

    void showNotice(const Notice& notice);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    // main_window_recovery.cpp
    [[nodiscard]] QString whatElseWasLeft() const;
    void sayNothingRestored();

    // main_window.cpp
    void buildCentre();
    void restoreWindow();
    void connectWorkspace();
    void refreshAll();
    void adopt(View& view);
    void refreshView();
    void refreshStatus();
    void refreshLaws();
    void refreshTitle();
    View* makeView(const ViewEntry& entry);
    void refreshTab();
    void refreshTabTexts();
    void refreshDock();
    void setDockWanted(bool wanted);
    void nextArea(int direction);

    // main_window_actions.cpp
    QAction* makeAction(QMenu* menu, const char* name, const QString& text, const QKeySequence& keys,
                        std::function<void()> run, std::optional<Icon> mark = std::nullopt);
    QAction* makeAction(QMenu* menu, const char* name, const QString& text, const QKeySequence& keys,
                        void (MainWindow::*run)(), std::optional<Icon> mark = std::nullopt);
    void buildFileMenu();
    void buildEditMenu();
    void buildStrategyMenu();
    void buildViewMenu();
    void buildGoMenu();
    void buildHelpMenu();
    void buildToolBar();
    void refreshActions();
    void fillRecent();
    void openRecent(const QString& file);
    void fillPresets();
    void fillExports();
    void openPalette();
    void copyCommandLine();
    void exportPicture();

    // main_window_strategies.cpp
    void addStrategy();
    void addPreset(const strategy::Preset& preset);
    void duplicateStrategy();
    void removeStrategy();
    void moveStrategy(int rows);
    void stepStrategy(int rows);
    void setBaseline();
    void toggleVisible();
    void toggleRules();
    void backToLastLegal();
    [[nodiscard]] QString commandLine() const;

    // main_window_files.cpp
    void chooseFile(const QString& title);
    void chooseFiles();
    void rememberFolder(const QString& path);
    void newSession();
    bool saveWhereAsked(const QString& title);
    bool saveTo(const QString& path, const Replaceable& replaceable);
    void reloadSession();
    void sayNotSaved(const SaveOutcome& outcome, bool reloadable);
    void saySaved(const SaveOutcome& outcome);
    [[nodiscard]] bool mayLoseSession();

    // main_window_sharing.cpp
    void makeReport();
    void copyLink();
    void pasteLink();

    // main_window_opening.cpp
    [[nodiscard]] ReadFile readFile(const QString& path) const;
    Result<OpenedFile> takeFile(const ReadFile& file, OpenedTogether* together);
    Result<OpenedFile> openModel(const JsonDocument& document, const QString& path, const SessionStrategy& selected,
                                 OpenedTogether* together);
    Result<OpenedFile> openDocument(const JsonDocument& document, const ReadFile& file, OpenedTogether* together);
    Result<Done> openSession(const JsonDocument& document, const ReadFile& file, bool at_once);
    Result<OpenedFile> openInView(DocumentKind kind, const QString& path);
    OpenedFile addVariant(const std::string& file, const std::function<void(Session&, SessionStrategy&)>& give,
                          const QString& what);
    OpenedFile openList(std::vector<strategy::Preset> list, const QString& file);
    void addListed(const std::vector<strategy::Preset>& listed, const QString& file);
    void sayOpened(Notice notice, int before);
    void refuse(const QString& path, const Diagnostics& diagnostics, const QString& changed = {});

    Parts m_parts;
    std::vector<ViewEntry> m_entries;
    std::unique_ptr<SessionFile> m_file;
    std::function<UnsavedChoice(const QString&)> m_unsavedPrompt;
    std::function<QString()> m_savePathPrompt;
    bool m_dockWanted = true;
    std::optional<int> m_undoableStep; ///< of the notice that stands and offers to undo it

    QTabBar* m_tabs = nullptr;
    QTimer* m_staleTimer = nullptr; ///< work of a moment does not make the tabs flicker
    QStackedWidget* m_stack = nullptr;
    QWidget* m_centre = nullptr;
    std::map<QString, View*> m_views;
    std::map<QString, bool> m_outdated; ///< views behind that must refresh when they come to the front
    KnownFiles* m_known = nullptr;
    MessageBar* m_message = nullptr;
    PassingNote* m_passing = nullptr;
    bool m_saysNotSaved = false; ///< the message that stands, which goes once something was saved
    MessageBar* m_laws = nullptr;
    SessionFilters* m_filters = nullptr;
    StrategyDock* m_dock = nullptr;
    StatusLine* m_status = nullptr;
    CommandField* m_field = nullptr;
    CommandPalette* m_palette = nullptr;
    std::map<QString, QAction*> m_actions;
    QMenu* m_recentMenu = nullptr;
    QMenu* m_presetMenu = nullptr;
    QMenu* m_exportMenu = nullptr;
};

} // namespace blueprinting::ui
