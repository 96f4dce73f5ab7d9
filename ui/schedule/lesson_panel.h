#pragma once
#include "core/schedule/lesson.h"
#include "ui/widgets/forward.h"

#include <QWidget>

class QButtonGroup;

namespace blueprinting::ui {

/// The lessons that the program carries, in order. Every problem of every file.
Result<std::vector<schedule::Lesson>> carried_lessons();

/// One lesson at a time: what a step says, its question, whether the answer was right, back and next. It asks the view
/// to show a step's scene and touches nothing else.
class LessonPanel : public QWidget {
    Q_OBJECT
public:
    explicit LessonPanel(QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<schedule::Lesson>& lessons() const { return m_lessons; }
    [[nodiscard]] std::size_t lesson() const { return m_lesson; }
    [[nodiscard]] std::size_t step() const { return m_step; }
    /// Ignored where there is no such step. Asks for its scene.
    void go(std::size_t lesson, std::size_t step);
    /// The same, asking for nothing.
    void turnTo(std::size_t lesson, std::size_t step);
    [[nodiscard]] QSize sizeHint() const override { return {320, 240}; }

Q_SIGNALS:
    void sceneWanted(const schedule::Scene& scene);
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

    std::vector<schedule::Lesson> m_lessons;
    std::vector<schedule::Schedule> m_schedules; ///< of the step
    std::size_t m_lesson = 0;
    std::size_t m_step = 0;

    QComboBox* m_choice;
    ToneLabel* m_place;
    ToneLabel* m_text;
    ToneLabel* m_ask;
    QVBoxLayout* m_answers;
    QWidget* m_answer_box = nullptr;
    QButtonGroup* m_options = nullptr;
    QLineEdit* m_number = nullptr;
    QPushButton* m_check;
    IconLabel* m_mark;
    ToneLabel* m_verdict;
    QPushButton* m_back;
    QPushButton* m_next;
};

} // namespace blueprinting::ui
