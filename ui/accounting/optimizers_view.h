#pragma once
#include "core/accounting/comparison.h"
#include "ui/accounting/memory_groups.h"
#include "ui/workspace/view.h"

#include <optional>

namespace blueprinting::ui {

/// What each optimizer keeps per parameter, what that makes of a GPU of the visible strategies, and whether a paper's
/// tables follow from the same arithmetic. The optimizer is chosen here: a strategy has none.
class OptimizersView : public View {
    Q_OBJECT
public:
    explicit OptimizersView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh() override;
    [[nodiscard]] QString commandLine() const override;
    [[nodiscard]] QWidget* firstFocus() override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeBytes();
    QWidget* makeMemory();
    QWidget* makePaper();
    QWidget* makeCheckpoint();
    QWidget* makeCounts();
    QCheckBox* makeSwitch(const char* object, const QString& text, const QString& tooltip,
                          bool OptimizerSwitches::*flag);
    void showPaper();
    void showMemory(const MemoryUnderOptimizers& memory);
    void showAnswer(const std::vector<OptimizerRow>& rows, const MemoryUnderOptimizers& memory);
    void arrange();
    void holdMemoryHeight();
    void share();

    OptimizerSwitches m_switches;
    std::optional<accounting::Report> m_report; ///< of the publication that the program carries
    AnswerLine* m_answer;
    QScrollArea* m_scroll;
    QSplitter* m_columns;
    std::optional<bool> m_wide; ///< two columns; nothing before the first layout
    std::vector<std::pair<QCheckBox*, bool OptimizerSwitches::*>> m_boxes;
    Legend* m_bytes_legend = nullptr;
    StackedBars* m_bytes = nullptr;
    QStackedWidget* m_memory_stack = nullptr;
    Legend* m_memory_legend = nullptr;
    StackedBars* m_memory = nullptr;
    EmptyState* m_memory_empty = nullptr;
    ToneLabel* m_caution = nullptr;
    TableView* m_paper = nullptr;
    Panel* m_paper_panel = nullptr;
    Panel* m_bytes_panel = nullptr;
    Panel* m_memory_panel = nullptr;
    Panel* m_checkpoint_panel = nullptr;
    Panel* m_counts_panel = nullptr; ///< where there is room for it
    TableView* m_counts = nullptr;
    QSplitter* m_left = nullptr;
    QSplitter* m_right = nullptr;
    bool m_by_hand = false; ///< a person moved a splitter
    TableView* m_checkpoint = nullptr;
};

} // namespace blueprinting::ui
