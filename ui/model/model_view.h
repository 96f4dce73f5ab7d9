#pragma once
#include "ui/model/model_rows.h"
#include "ui/workspace/view.h"

class QHBoxLayout;
class QMenu;
class QStackedWidget;
class QVBoxLayout;

namespace blueprinting::ui {

class HeldSplitter;

/// The model of the selected strategy as it is trained: the rows of its blocks, its parameters by part, memory and time
/// of each stage, and who talks to whom.
class ModelView : public View {
    Q_OBJECT
public:
    explicit ModelView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh() override;
    [[nodiscard]] QList<QAction*> exportActions() override;
    [[nodiscard]] QWidget* firstFocus() override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeModel();
    QWidget* makeStages();
    void showNothing(const NoSubject& why);
    void showBlock();
    void showParameters();
    void showStages();
    void showPlacement();
    [[nodiscard]] std::vector<OneOfMany> alike() const;
    [[nodiscard]] QString axis() const; ///< whose groups are shown
    void arrange();
    void offerExports();

    std::optional<ModelSubject> m_subject;
    QMenu* m_export;
    AnswerLine* m_answer;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    HeldSplitter* m_columns = nullptr;
    Panel* m_block_panel = nullptr;
    QVBoxLayout* m_block_layout = nullptr;
    SegmentedSwitch* m_kinds = nullptr; ///< made anew for another model
    QStringList m_kind_titles;
    std::size_t m_kind = 0;
    TableView* m_block = nullptr;
    Panel* m_parameter_panel = nullptr;
    StackedBars* m_parameters = nullptr;
    Legend* m_parameter_legend = nullptr;
    TableView* m_counts = nullptr;
    Panel* m_stage_panel = nullptr;
    SegmentedSwitch* m_part = nullptr;
    QStackedWidget* m_parts = nullptr;
    Legend* m_memory_legend = nullptr;
    StackedBars* m_memory = nullptr;
    Legend* m_time_legend = nullptr;
    StackedBars* m_time = nullptr;
    ToneLabel* m_units_tag = nullptr;
    Legend* m_units_legend = nullptr;
    StackedBars* m_units = nullptr; ///< under full sharding of one stage
    ToneLabel* m_units_words = nullptr;
    ToneLabel* m_time_tag = nullptr;
    StageColumns* m_stage_columns = nullptr; ///< of several stages; of one there are bars
    SegmentedSwitch* m_axes = nullptr;       ///< made anew for other axes
    QStringList m_axis_ids;
    QHBoxLayout* m_axis_layout = nullptr;
    PlacementMap* m_map = nullptr;
    StackedBars* m_message = nullptr;
    TableView* m_placement = nullptr;
    ToneLabel* m_placement_words = nullptr;
    ToneLabel* m_placement_tag = nullptr;
};

} // namespace blueprinting::ui
