#pragma once
#include "core/schedule/scene.h"
#include "core/schedule/table_of_kinds.h"
#include "ui/schedule/lane_group.h"
#include "ui/schedule/strategy_estimate.h"
#include "ui/widgets/forward.h"
#include "ui/workspace/workspace.h"

#include <QWidget>

namespace blueprinting::ui {

/// The same work in the order of every kind, best first; a picked row is taken over by the selected group. Made beside,
/// and only while it is in sight.
class KindsTable : public QWidget {
    Q_OBJECT
public:
    explicit KindsTable(QWidget* parent = nullptr);

    void show(const schedule::Scene& scene, const LaneChart& chart, Workspace& workspace);
    void setActive(bool active);
    [[nodiscard]] bool busy() const;
    [[nodiscard]] const std::vector<schedule::TableRow>& rows() const { return m_rows; }

Q_SIGNALS:
    void taken(const schedule::SceneGroup& group);

private:
    void ask();
    void askOfStrategy(const schedule::Scene& scene, const LaneChart& chart, Workspace& workspace);
    void fill();

    Workspace* m_workspace = nullptr;
    struct Question {
        schedule::TableQuestion asked;
        StrategyEstimate estimate; ///< of a strategy: its times and bytes
        bool operator==(const Question&) const = default;
    };
    std::optional<Question> m_question; ///< of the selected group; none: there is nothing to compare
    std::optional<Question> m_answered;
    schedule::SceneGroup m_group;
    bool m_active = false;
    bool m_hidden = false; ///< a question is open that it would answer
    std::vector<schedule::TableRow> m_rows;
    TableView* m_table;
    ToneLabel* m_note;
};

} // namespace blueprinting::ui
