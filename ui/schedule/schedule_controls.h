#pragma once
#include "ui/schedule/lane_group.h"
#include "ui/workspace/workspace.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QMenu;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace blueprinting::ui {

class ToneLabel;

/// The row of fields above the lanes: the selected group's order and counts, play and step, hand-set times, transfers, cap.
/// Shows a scene and hands back changed ones; decides nothing.
class ScheduleControls : public QWidget {
    Q_OBJECT
public:
    explicit ScheduleControls(QWidget* parent = nullptr);

    /// `problems` mark the fields that they are about (by the diagnostic's path).
    void showScene(const schedule::Scene& scene, const LaneChart& chart, const Session& session, const Diagnostics& problems);
    void showTime(const QString& text);
    void setPlaying(bool playing);
    void setLessonsOpen(bool open);
    /// Playback, critical path and lessons alone: where there is little room and a lesson sets the rest.
    void setCompact(bool compact);

protected:
    void resizeEvent(QResizeEvent* event) override;

Q_SIGNALS:
    /// `field` is the same for changes that belong to one step.
    void sceneEdited(const schedule::Scene& scene, const QString& field);
    void playToggled();
    void stepped(int direction);
    void lessonsToggled(bool open);

private:
    static constexpr int kGap = 7;         ///< between the fields
    static constexpr int kCountWidth = 56; ///< of counts up to three digits, and more where there are more
    static constexpr int kTimeWidth = 58;

    QSpinBox* addCount(const QString& label, const QString& name, const QString& meaning);
    QDoubleSpinBox* addTime(const QString& label, const QString& name, const QString& meaning);
    void edit(const QString& field, const std::function<void(schedule::Scene&)>& change);
    void editGroup(const QString& field, const std::function<void(schedule::SceneGroup&)>& change);
    void buildGroup();
    void buildPlayback();
    void buildTimes();
    void buildMore();
    void fillGroupMenu();
    void addSeparator();
    void showFields();
    void showWords();

    schedule::Scene m_scene;
    Session m_session;
    bool m_showing = false;
    bool m_compact = false;
    bool m_takes_chunks = false; ///< the selected group has a field for v
    bool m_splits = false;       ///< some group has a field for W

    QComboBox* m_kind = nullptr;
    QSpinBox *m_stages = nullptr, *m_microbatches = nullptr, *m_chunks = nullptr;
    QToolButton *m_back = nullptr, *m_play = nullptr, *m_forward_step = nullptr, *m_more = nullptr;
    ToneLabel* m_time = nullptr;
    QWidget* m_playback = nullptr;
    QDoubleSpinBox *m_forward = nullptr, *m_backward = nullptr, *m_weight = nullptr, *m_transfer = nullptr, *m_recompute = nullptr,
                   *m_cap = nullptr;
    QComboBox* m_transfers = nullptr;
    QCheckBox *m_critical = nullptr, *m_apart = nullptr;
    QPushButton *m_groups = nullptr, *m_lessons = nullptr;
    QMenu* m_group_menu = nullptr;
};

} // namespace blueprinting::ui
