#pragma once
#include "ui/ir/diff_rows.h"
#include "ui/ir/edit_trace.h"
#include "ui/ir/ir_overview.h"
#include "ui/ir/task_details.h"
#include "ui/ir/task_rows.h"
#include "ui/widgets/controls/choice_box.h"
#include "ui/workspace/view.h"

#include <optional>

namespace blueprinting::ui {

class DigestLabel;
class IrGraph;
class IrText;
class PassChain;
class PassScroll;
class TaskPanel;

/// Where (the chain of passes), what (tree, text or graph of one checkpoint, and its differences from another
/// strategy's) and why (the formulas of the picked task). Opens, verifies and exports checkpoints.
class IrView : public View {
    Q_OBJECT
public:
    explicit IrView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh() override;
    [[nodiscard]] bool opens(const QString& kind) const override;
    Result<Done> open(const QString& path) override;
    [[nodiscard]] QList<QAction*> exportActions() override;
    [[nodiscard]] QString commandLine() const override;
    [[nodiscard]] QWidget* firstFocus() override;
    /// Of the narrow arrangement, whatever the present one needs: a window may shrink until it comes.
    [[nodiscard]] QSize minimumSizeHint() const override { return {400, 300}; }
    /// Writes the checkpoint (as `inspect` does) or its text form, by the ending .txt.
    Result<Done> exportCheckpoint(const QString& path, const Replaceable& replaceable = std::nullopt) const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The first of the choices where none has this key.
    static void choose(QComboBox* box, const BoxChoices& choices, const QString& current);
    /// What the view keeps in the session.
    struct State {
        QString shown = QStringLiteral("distributed"); ///< stage key, or that of an opened file
        QString mode = QStringLiteral("tree");
        std::string
            other; ///< what to compare with: a strategy's id, or kFile and a path; empty for the view's own choice
        DiffShown diff = DiffShown::all;
        QString piece;      ///< of a program; empty for its first
        QStringList opened; ///< paths of the opened checkpoints
    };
    struct OpenedFile {
        QString path;
        IrSubject subject;
        IrStage stage = IrStage::portable;
    };
    /// What the one that is shown can be compared with.
    struct Candidate {
        QString name;
        std::string key;
        IrSubject subject;
    };
    static constexpr std::string_view kFile = "file:";

    QWidget* makePasses();
    QWidget* makeTree();
    QWidget* makeModes();
    QWidget* makeDiff();
    QWidget* makeTask();
    [[nodiscard]] State readState() const;
    void keep(const State& state);
    void readOpened();
    Result<OpenedFile> readFile(const QString& path) const;
    void closeFile(const QString& key);
    /// "opened" of the first file, "opened2" of the second, …
    [[nodiscard]] static QString openedKey(std::size_t place);
    /// The file that is shown; null where a strategy's checkpoint is.
    [[nodiscard]] const OpenedFile* shownFile() const;
    /// Subjects of what is shown and of what it is compared with.
    void findSubjects();
    [[nodiscard]] std::vector<Candidate> candidates() const;
    [[nodiscard]] const IrSubject* shownSubject() const;
    [[nodiscard]] IrStage shownStage() const;
    void showPasses(const QString& picked);
    void showMovers();
    void showVerdict();
    void showEntities(const QString& picked);
    void showFilters(const IrRows& rows);
    void showText(const QString& picked);
    void showDiff(const QString& picked);
    void pickTask(const QString& key);
    void follow(const TaskLink& link);
    void pickEntity(const QString& id);
    void pickPiece(const QString& key);
    void showPieces();
    void chooseFile();
    void chooseExport();
    void arrange();
    [[nodiscard]] QString pickedTask() const;

    State m_state;
    IrFilter m_filter; ///< the session's
    mutable PieceEvaluations m_pieces;
    QString m_piece;                    ///< that is shown of a program
    std::optional<IrSubject> m_subject; ///< of the selected strategy
    std::optional<IrSubject> m_other;
    std::string m_other_key;
    std::vector<OpenedFile> m_opened;
    QStringList m_gone; ///< files of the session that could not be read, once that was said
    EditTrace m_trace;
    std::optional<bool> m_narrow; ///< the task shares the place of the differences
    std::optional<bool> m_column; ///< everything in one column

    AnswerLine* m_answer;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QScrollArea* m_scroll;
    QSplitter* m_columns;
    QSplitter* m_middle;
    Panel* m_passes_panel = nullptr;
    PassChain* m_chain = nullptr;
    PassScroll* m_pass_scroll = nullptr;
    QString m_seen_card; ///< that was scrolled to
    ToneLabel* m_moved_title = nullptr;
    QVBoxLayout* m_moved = nullptr;
    QWidget* m_moved_rows = nullptr;
    QPushButton* m_open_button = nullptr;
    QPushButton* m_export_button = nullptr;
    IconLabel* m_verified_icon = nullptr;
    ToneLabel* m_verified = nullptr;
    std::shared_ptr<const ir::AnyIR> m_verdict_of; ///< the IR that m_verdict is of: verified once
    IrVerdict m_verdict;
    Panel* m_tree_panel = nullptr;
    ToneLabel* m_sha = nullptr;
    DigestLabel* m_digest = nullptr;
    QLineEdit* m_search = nullptr;
    QComboBox* m_piece_box = nullptr;
    QComboBox* m_phase = nullptr;
    QComboBox* m_engine = nullptr;
    QComboBox* m_primitive = nullptr;
    ToneLabel* m_count = nullptr;
    SegmentedSwitch* m_mode = nullptr;
    QWidget* m_wide_head = nullptr;   ///< count and switch under the filters
    QWidget* m_narrow_head = nullptr; ///< or in the digest's place
    QStackedWidget* m_modes = nullptr;
    EmptyState* m_none = nullptr; ///< where no task passes the filters
    TableView* m_tree = nullptr;
    IrText* m_text = nullptr;
    IrGraph* m_graph = nullptr;
    QStackedWidget* m_below = nullptr; ///< narrow: differences and task share the place under the tree
    SegmentedSwitch* m_below_switch = nullptr;
    Panel* m_diff_panel = nullptr;
    QComboBox* m_other_box = nullptr;
    QComboBox* m_diff_box = nullptr;
    ToneLabel* m_diff_count = nullptr;
    TableView* m_diff = nullptr;
    ToneLabel* m_diff_note = nullptr;
    Panel* m_task_panel = nullptr;
    TaskPanel* m_task = nullptr;
    QMenu* m_export = nullptr;
};

} // namespace blueprinting::ui
