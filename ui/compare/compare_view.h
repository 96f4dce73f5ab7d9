#pragma once
#include "ui/compare/compare_model.h"
#include "ui/workspace/view.h"

#include <array>

namespace blueprinting::ui {

/// Strategies side by side: iteration time by component in both views against Calculon and the paper, memory by kind
/// against the capacity, one pair in a table, and what makes the pair differ.
class CompareView : public View {
    Q_OBJECT
public:
    explicit CompareView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh() override;
    [[nodiscard]] bool busy() const override;
    [[nodiscard]] QList<QAction*> exportActions() override;
    [[nodiscard]] bool belongsInReport() const override { return true; }
    [[nodiscard]] QString commandLine() const override;
    [[nodiscard]] QWidget* firstFocus() override;
    /// The comparison on one page; summary.format.unknown for an ending other than .html and .pdf, file.unwritable.
    Result<Done> writeSummary(const QString& path, const Replaceable& replaceable = std::nullopt) const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    QWidget* makeTables(QWidget* page);
    void connectParts();
    void buildActions();
    void pickComponent(const QString& key);
    [[nodiscard]] compare::Contest contest() const;
    [[nodiscard]] compare::Order order() const;
    void makeOrder();
    void makeNear();
    [[nodiscard]] bool showsNear() const;
    void keep(const char* key, const QString& value);
    void showTables();
    [[nodiscard]] static compare::Room roomIn(int width);
    void arrange();
    bool arrangeOnce();
    /// Heights that the tables below the charts ask for.
    struct Needs {
        bool upright = false; ///< the panels stand above each other
        int row = 0, header = 0;
        int full = 0, both = 0, least = 0; ///< of the table; of both; with few rows
        int changes = 0, around_table = 0, around_changes = 0;
    };
    /// And those of the charts' panels.
    struct Heights {
        std::array<int, 2> low{}, wanted{}, most{};
        int needed = 0; ///< of all, with the least charts
        [[nodiscard]] int wishes() const { return wanted[0] + wanted[1] - low[0] - low[1]; }
        [[nodiscard]] int could() const { return most[0] + most[1] - wanted[0] - wanted[1]; }
    };
    [[nodiscard]] Needs needs(bool upright) const;
    [[nodiscard]] Heights heightsAt(int across, const Needs& needs) const;
    bool shareHeights(const Needs& needs, const Heights& heights, bool scrolls);
    bool shareWidths(int whole);
    void saveSummary();

    QScrollArea* m_scroll = nullptr;
    QWidget* m_page = nullptr;
    AnswerLine* m_answer = nullptr;
    Panel* m_time_panel = nullptr;
    Panel* m_memory_panel = nullptr;
    StackedBars* m_time = nullptr;
    StackedBars* m_memory = nullptr;
    Legend* m_time_legend = nullptr;
    Legend* m_memory_legend = nullptr;
    QSplitter* m_bottom = nullptr;
    Panel* m_difference_panel = nullptr;
    SegmentedSwitch* m_what = nullptr;
    QToolButton* m_order = nullptr;
    QToolButton* m_near = nullptr; ///< the nearest published runs as whiskers
    TableView* m_difference_view = nullptr;
    TableView* m_memory_difference_view = nullptr;
    int m_time_rows = 0; ///< of the times' table
    int m_all_rows = 0;  ///< of the fields' table, equal ones too
    bool m_both = false;
    bool m_all_fields = false; ///< there is room for those that are equal
    Panel* m_changes_panel = nullptr;
    TableView* m_changes_view = nullptr;
    TableView* m_rates_view = nullptr;
    compare::CostFields* m_cost = nullptr;
    QToolButton* m_cost_shown = nullptr; ///< opens them where all models are plain
    EmptyState* m_empty = nullptr;
    QList<QAction*> m_actions;
    QScrollArea* m_changes_scroll = nullptr;
    bool m_arranging = false;
    bool m_split_by_hand = false;
};

} // namespace blueprinting::ui
