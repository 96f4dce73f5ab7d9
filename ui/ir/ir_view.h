#pragma once
#include "ui/ir/diff_rows.h"
#include "ui/ir/ir_overview.h"
#include "ui/ir/task_details.h"
#include "ui/ir/task_rows.h"
#include "ui/workspace/view.h"

#include <optional>

class QComboBox;
class QLineEdit;
class QMenu;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace blueprinting::ui {

class AnswerLine;
class DigestLabel;
class EmptyState;
class IconLabel;
class IrGraph;
class IrText;
class Panel;
class PassChain;
class RowTable;
class SegmentedSwitch;
class TableView;
class TaskPanel;
class ToneLabel;

/// Where (the chain of passes), what (tree, text or graph of one checkpoint, and its differences from another strategy's)
/// and why (the formulas of the picked task). Opens, verifies and exports checkpoints.
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
    [[nodiscard]] QSize minimumSizeHint() const override { return {560, 420}; }
    /// Writes the checkpoint (as `inspect` does) or its text form, by the ending .txt.
    Result<Done> exportCheckpoint(const QString& path) const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What the view keeps in the session.
    struct State {
        QString shown = QStringLiteral("distributed"); ///< stage key, or "opened"
        QString mode = QStringLiteral("tree");
        std::string other; ///< id of the strategy to compare with; empty for the view's own choice
        DiffShown diff = DiffShown::all;
        QString opened; ///< path of the opened checkpoint
    };
    struct OpenedFile {
        QString path;
        IrSubject subject;
        IrStage stage = IrStage::portable;
    };

    QWidget* makePasses();
    QWidget* makeTree();
    QWidget* makeDiff();
    QWidget* makeTask();
    [[nodiscard]] State readState() const;
    void keep(const State& state);
    void readOpened();
    /// Subjects of the selected strategy and of the one that it is compared with.
    void findSubjects();
    [[nodiscard]] const IrSubject* shownSubject() const;
    [[nodiscard]] IrStage shownStage() const;
    void showPasses(const QString& picked);
    void showEntities(const QString& picked);
    void showFilters(const IrRows& rows);
    void showText(const QString& picked);
    void showDiff(const QString& picked);
    void pickTask(const QString& key);
    void follow(const TaskLink& link);
    void pickEntity(const QString& id);
    void chooseFile();
    void chooseExport();
    void arrange();
    [[nodiscard]] QString pickedTask() const;

    State m_state;
    IrFilter m_filter; ///< the session's
    std::optional<IrSubject> m_subject, m_other;
    std::optional<OpenedFile> m_opened;
    std::optional<bool> m_narrow;
    int m_lineage_room = -1;

    AnswerLine* m_answer;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QSplitter* m_columns;
    QSplitter* m_middle;
    Panel* m_passes_panel = nullptr;
    PassChain* m_chain = nullptr;
    ToneLabel* m_moved_title = nullptr;
    QVBoxLayout* m_moved = nullptr;
    QWidget* m_moved_rows = nullptr;
    QPushButton* m_open_button = nullptr;
    QPushButton* m_export_button = nullptr;
    IconLabel* m_verified_icon = nullptr;
    ToneLabel* m_verified = nullptr;
    Panel* m_tree_panel = nullptr;
    ToneLabel* m_sha = nullptr;
    DigestLabel* m_digest = nullptr;
    QLineEdit* m_search = nullptr;
    QComboBox* m_phase = nullptr;
    QComboBox* m_engine = nullptr;
    QComboBox* m_primitive = nullptr;
    ToneLabel* m_count = nullptr;
    SegmentedSwitch* m_mode = nullptr;
    QStackedWidget* m_modes = nullptr;
    RowTable* m_rows = nullptr;
    TableView* m_tree = nullptr;
    IrText* m_text = nullptr;
    IrGraph* m_graph = nullptr;
    QStackedWidget* m_below = nullptr;  ///< narrow: differences and task share the place under the tree
    SegmentedSwitch* m_below_switch = nullptr;
    Panel* m_diff_panel = nullptr;
    QComboBox* m_other_box = nullptr;
    QComboBox* m_diff_box = nullptr;
    ToneLabel* m_diff_count = nullptr;
    RowTable* m_diff_table = nullptr;
    TableView* m_diff = nullptr;
    ToneLabel* m_diff_note = nullptr;
    Panel* m_task_panel = nullptr;
    TaskPanel* m_task = nullptr;
    QMenu* m_export = nullptr;
};

} // namespace blueprinting::ui
