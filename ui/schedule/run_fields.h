#pragma once
#include "ui/schedule/lane_group.h"
#include "ui/schedule/scene_fields.h"
#include "ui/widgets/forward.h"

class QComboBox;
class QPlainTextEdit;
class QPushButton;

namespace blueprinting::ui {

/// What a measured run leaves open: which of its steps and replicas is shown, and what its files do not say, their
/// ranks and what their spans are called. Hidden where nothing is.
class RunFields : public SceneFields {
    Q_OBJECT
public:
    explicit RunFields(QWidget* parent = nullptr);

    void showScene(const schedule::Scene& scene, const LaneGroup* group);
    /// The keyboard to the first question.
    void ask();

private:
    void showSteps(const schedule::MeasuredRun* run);
    void showQuestions(const LaneGroup& group);
    void say();

    QWidget *m_steps = nullptr, *m_questions = nullptr;
    QComboBox *m_step = nullptr, *m_replica = nullptr;
    ToneLabel *m_rank_words = nullptr, *m_pattern_words = nullptr, *m_note = nullptr;
    QPlainTextEdit *m_ranks = nullptr, *m_patterns = nullptr;
    QPushButton* m_say = nullptr;
    QString m_ranks_shown, m_patterns_shown;
};

} // namespace blueprinting::ui
