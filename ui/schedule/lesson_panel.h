#pragma once
#include "core/schedule/lesson.h"
#include "ui/schedule/lane_group.h"
#include "ui/widgets/forward.h"

#include <QWidget>

class QButtonGroup;

namespace blueprinting::ui {

/// The lessons that the program carries, in order. Every problem of every file.
Result<std::vector<schedule::Lesson>> carried_lessons();

/// One lesson at a time: what a step says, its question or task, whether the answer was right, back and next. It asks
/// the view to show a step's scene, looks at the scene that is there to check a task, and touches nothing else.
class LessonPanel : public QWidget {
    Q_OBJECT
public:
    explicit LessonPanel(QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<schedule::Lesson>& lessons() const { return m_lessons; }
    [[nodiscard]] std::size_t lesson() const { return m_lesson; }
    [[nodiscard]] std::size_t step() const { return m_step; }
    /// Ignored where there is no such step. Asks for its scene.
    void go(std::size_t lesson, std::size_t step);
    /// What the step asks for as long as it is open: neither answered nor given up.
    [[nodiscard]] Asked asked() const;
    /// The step asks for something to be done in the view.
    [[nodiscard]] bool hasTask() const
    {
        return m_lesson < m_lessons.size() && m_lessons[m_lesson].steps[m_step].task.has_value();
    }
    /// The lesson's title and step while its question or task is open; then empty.
    [[nodiscard]] QString heading() const;
    /// The scene that is there now, for tasks.
    void setScene(const schedule::Scene& scene) { m_scene = scene; }
    /// The same, asking for nothing.
    void turnTo(std::size_t lesson, std::size_t step);
    [[nodiscard]] QSize sizeHint() const override { return {320, 240}; }

Q_SIGNALS:
    void sceneWanted(const schedule::Scene& scene);
    void answered(); ///< or given up
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLayout* makeHead();
    QWidget* makePage();
    QLayout* makeFoot();
    void show();
    void showQuestion(const schedule::Question& question);
    void check();
    void checkTask();
    void giveUp();
    void say(bool right, bool given, const QString& text);

    std::vector<schedule::Lesson> m_lessons;
    std::vector<schedule::Schedule> m_schedules; ///< of the step
    std::size_t m_lesson = 0;
    std::size_t m_step = 0;
    bool m_open = true; ///< the step's question or task
    schedule::Scene m_scene;

    QComboBox* m_choice;
    ToneLabel* m_place;
    ToneLabel* m_text;
    ToneLabel* m_ask;
    QVBoxLayout* m_answers;
    QWidget* m_answer_box = nullptr;
    QButtonGroup* m_options = nullptr;
    QLineEdit* m_number = nullptr;
    QPushButton* m_check;
    QPushButton* m_give_up;
    IconLabel* m_mark;
    ToneLabel* m_verdict;
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace blueprinting::ui
