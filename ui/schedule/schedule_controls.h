#pragma once
#include "ui/schedule/lane_group.h"
#include "ui/schedule/row_fold.h"
#include "ui/schedule/scene_fields.h"
#include "ui/widgets/forward.h"
#include "ui/workspace/workspace.h"

class QLabel;
class QSpinBox;
class QWidgetAction;

namespace blueprinting::ui {

/// The row of fields above the lanes: the selected group's order and counts, play and step, what is drawn beside,
/// groups, lessons, and the button of the settings, which have all else. Shows a scene and hands back changed ones;
/// decides nothing. What has no room in the row stands in the menu at its end.
class ScheduleControls : public SceneFields {
    Q_OBJECT
public:
    explicit ScheduleControls(QWidget* parent = nullptr);

    /// `problems` mark the fields that they are about (by the diagnostic's path).
    void showScene(const schedule::Scene& scene, const LaneChart& chart, const Session& session,
                   const Diagnostics& problems);
    void showTime(const QString& text);
    void setPlaying(bool playing);
    void setLessonsOpen(bool open);
    void setSettingsOpen(bool open);
    /// Playback, critical path and lessons alone: where there is little room and a lesson sets the rest.
    void setCompact(bool compact);

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

Q_SIGNALS:
    void playToggled();
    void stepped(int direction);
    void lessonsToggled(bool open);
    void settingsToggled(bool open);

private:
    /// One of the row, in its order.
    struct Part {
        QWidget* widget;
        RowPart row;         ///< as measured when it last stood in the row
        bool in_menu = true; ///< where it goes when it leaves; else what it says stands elsewhere too
    };

    static constexpr int kGap = 7; ///< between the fields
    static constexpr int kLineGap = 6;
    static constexpr int kCountWidth = 56; ///< of counts up to three digits, and more where there are more

    Part& add(QWidget* widget, int leaves = 0);
    QSpinBox* addCount(const QString& label, const char* field, const QString& meaning,
                       std::int64_t schedule::SceneGroup::*value);
    QCheckBox* addCheck(const QString& text, const char* name, const QString& field, const QString& meaning, int leaves,
                        bool schedule::Scene::*value);
    void buildGroup();
    void buildPlayback();
    void buildChecks();
    void buildMore();
    void buildEnd();
    void fillGroupMenu();
    void greyImpossible(const schedule::Request& of);
    void addSeparator();
    [[nodiscard]] bool wanted(const QWidget* widget) const; ///< by the kinds of the groups and the room for a lesson
    void measureWords();
    void measure();
    void arrange();
    void fillMenu(const std::vector<QWidget*>& folded);
    void keepOrder();
    [[nodiscard]] std::vector<RowPart> row() const;

    Session m_session;
    bool m_compact = false;
    bool m_takes_chunks = false;    ///< the selected group has a field for v
    std::int64_t m_last_chunks = 2; ///< of the last kind that takes several

    QComboBox* m_kind = nullptr;
    QSpinBox *m_stages = nullptr, *m_microbatches = nullptr, *m_chunks = nullptr;
    QToolButton *m_back = nullptr, *m_play = nullptr, *m_forward_step = nullptr, *m_more = nullptr;
    ToneLabel* m_time = nullptr;
    QWidget* m_playback = nullptr;
    std::vector<Part> m_parts;
    std::vector<QWidget*> m_folded; ///< in the menu
    QWidget* m_fold = nullptr;      ///< of the menu: what has left the row
    QVBoxLayout* m_fold_column = nullptr;
    QWidgetAction* m_more_page = nullptr;
    int m_line = 28; ///< height of the highest part
    QCheckBox *m_critical = nullptr, *m_bound = nullptr, *m_two = nullptr;
    QPushButton *m_groups = nullptr, *m_lessons = nullptr, *m_settings = nullptr;
    QMenu* m_group_menu = nullptr;
};

} // namespace blueprinting::ui
