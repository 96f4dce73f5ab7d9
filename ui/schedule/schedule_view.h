#pragma once
#include "ui/schedule/measured_group.h"
#include "ui/schedule/schedule_model.h"
#include "ui/workspace/view.h"

#include <QElapsedTimer>
#include <QTimer>

#include <functional>

class QBoxLayout;

namespace blueprinting::ui {

class LaneCanvas;
class LessonPanel;
class KindsTable;
class MessageBar;
class MeasuredPanels;
class ScheduleControls;
class ScheduleSettings;

/// Pipeline schedules: lanes of a few groups on one axis, play and step, closed form against simulated, lessons.
/// Everything that can be set is one Scene, kept in the session.
class ScheduleView : public View {
    Q_OBJECT
public:
    explicit ScheduleView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh() override;
    [[nodiscard]] bool busy() const override;
    [[nodiscard]] QList<QAction*> exportActions() override;
    [[nodiscard]] QString commandLine() const override;
    [[nodiscard]] QWidget* firstFocus() override;

    [[nodiscard]] const schedule::Scene& scene() const { return m_scene; }
    void setScene(const schedule::Scene& scene);
    /// The same as one step of undo; `field` names it, and is the same for changes that belong to one step while they
    /// are typed.
    void editScene(const schedule::Scene& scene, const QString& field);
    /// Traces, one file a rank or their folders, and an order as a file: each a group of its own.
    [[nodiscard]] bool opens(const QString& kind) const override;
    Result<Done> open(const QString& path) override;
    void openRun(const QStringList& paths);
    Result<Done> openOrder(const QString& path);
    [[nodiscard]] const LaneChart& chart() const { return m_chart; }
    /// Writes what is shown: .png, .svg, .pdf of the lanes, .csv of their commands, .json as Chrome trace of the
    /// selected group.
    Result<Done> exportTo(const QString& path) const;
    /// The same; commands and traces, which may be large, off the GUI thread. `said` hears how it went.
    void startExport(const QString& path, const Replaceable& replaceable,
                     const std::function<void(const Result<Done>&)>& said);

protected:
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    static constexpr const char* kSight = "schedule.sight";

    void build();
    void buildPanels(QWidget* page);
    void buildExports();
    void connectAll();
    void arrange(); ///< what fits: both panels, or one of them with a switch; lessons beside or above
    void showAnswer();
    void keepLanes();  ///< as high as they must be to be read; the legend beside the panel's title, or below the lanes
    void keepTable();  ///< no higher than its rows, until a person moves the handle
    void showNote();   ///< of the table: as much as there is room for
    void fitColumns(); ///< of the table: what has no room gives way
    void showEmpty();  ///< why there are no lanes, and what to do
    void readScene();
    void keepScene(); ///< what is no step of undo: a lesson's page
    void keepSight(); ///< playhead, range, selected group, height of lanes, which settings are open
    [[nodiscard]] Json sceneState() const;
    [[nodiscard]] Json sightState() const;
    void readSight();
    bool takeScene(const schedule::Scene& scene); ///< false where its times make no plan
    void openSettings(bool open);
    void placeSettings();
    void readRuns();
    void typedOrder(const QString& text, const QString& field);
    void editedOrder(int group, const QString& order, const QString& field);
    void askOrder();
    void askRun();
    void saveOrder();
    struct OpenLesson {
        std::size_t lesson = 0, step = 0;
        std::optional<schedule::Scene> before; ///< what closing it goes back to
    };
    [[nodiscard]] std::optional<OpenLesson> readLesson(const JsonDocument& document);
    void reopenLesson(const std::optional<OpenLesson>& lesson);
    void showChart(bool times_only);
    void showProblems();
    void simulateMissing(const std::vector<PlannedGroup>& planned);
    void step(int direction);
    void setPlaying(bool playing);
    void tick();
    void setTime(double time);
    void openLessons(bool open);
    /// Writes commands or a trace, wherever it is called; nothing where the ending asks for a drawing.
    /// `arrows` are those of a trace; not said: by the count of commands.
    [[nodiscard]] std::function<Result<Done>()> dataWriter(const QString& path, const Replaceable& replaceable,
                                                           std::optional<bool> arrows = std::nullopt) const;
    void saveAs(const QString& filter, const QString& ending);

    schedule::Scene m_scene;
    LaneChart m_chart;
    ScheduleCache m_cache;
    SourceCache m_sources;
    RunCache m_runs;
    Diagnostics m_problems;       ///< of groups set by hand
    Diagnostics m_state_problems; ///< of what the session had kept
    bool m_was_kept = false;      ///< the scene is one that a session kept
    bool m_editing = false;       ///< this view is changing the session itself
    QString m_changed;            ///< what the last edit changed beside what was asked for

    QTimer m_timer;
    QElapsedTimer m_clock;

    AnswerLine* m_answer = nullptr;
    ScheduleControls* m_controls = nullptr;
    MessageBar* m_message = nullptr;
    LaneCanvas* m_canvas = nullptr;
    Legend* m_legend = nullptr;
    Legend* m_low_legend = nullptr; ///< below the lanes, where it has no room beside the title
    TableView* m_table = nullptr;
    QScrollArea* m_area = nullptr;
    QBoxLayout* m_column = nullptr;      ///< of the page
    QSplitter* m_down = nullptr;         ///< lanes and table
    QSplitter* m_across = nullptr;       ///< lanes and table, and the lesson
    SegmentedSwitch* m_switch = nullptr; ///< lanes or table, where both do not fit
    QStackedWidget* m_lanes_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QToolButton* m_fit = nullptr;
    Panel* m_lanes_panel = nullptr;
    Panel* m_table_panel = nullptr;
    LessonPanel* m_lesson = nullptr;
    ScheduleSettings* m_settings = nullptr;
    KindsTable* m_kinds = nullptr;
    MeasuredPanels* m_measured = nullptr;
    SegmentedSwitch* m_tables = nullptr; ///< closed forms, or all kinds
    bool m_settings_open = false;
    QBoxLayout* m_outer = nullptr; ///< page and settings
    ToneLabel* m_narration_time = nullptr;
    ToneLabel* m_narration = nullptr;
    ToneLabel* m_why = nullptr; ///< of the answer, below the lanes where they come first
    QList<QAction*> m_exports;
    std::optional<schedule::Scene> m_before_lesson;
    int m_lesson_width = 0;
    bool m_split_by_hand = false;
    bool m_tiny = false; ///< lanes come before all that explains them
};

} // namespace blueprinting::ui
