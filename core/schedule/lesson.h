#pragma once
#include "core/schedule/scene.h"
#include "core/schedule/schedule.h"

#include <variant>

/// Short guided sequences, as data: each step sets the view, says one thing and asks one question. Pure; any thread.
namespace blueprinting::schedule {

/// Something that can be read off a step's own simulation.
enum class Measure {
    makespan,
    bubble_time,
    bubble_over_total_percent,
    bubble_over_ideal_percent,
    work,                       ///< of one stage
    peak_activations,           ///< of a stage, in full stages, until the gradient
    peak_until_weight_gradient, ///< the same until the weight gradient
    internal_idle,              ///< of a stage
    hand_overs,                 ///< of one microbatch between stages on its way forward: p·v − 1
    iteration,                  ///< makespan with the end of the iteration that the scene has
    bound_distance_percent,     ///< makespan over its own lower bound
    peak_bytes,                 ///< of a stage, as the scene says what is held, in GiB
    weights_factor,             ///< times that every weight is held
    device_bubble,              ///< makespan less the work of a stage
    held_alone ///< how long a stage holds one microbatch that is alone in the pipeline, in its chunks' times
};
std::string_view to_string(Measure measure);

struct Quantity {
    Measure measure = Measure::makespan;
    std::size_t group = 0;
    std::size_t stage = 0;
    std::optional<std::size_t> minus_group; ///< the difference to the same measure of another group
    std::optional<std::size_t> over_group;  ///< by how many percent it exceeds the same measure of another group
    bool largest = false;                   ///< over all stages
    bool operator==(const Quantity&) const = default;
};

/// A number that the reader gives.
struct NumberQuestion {
    Quantity quantity;
    double within = 0.01; ///< how far off still counts
    std::string unit;     ///< shown behind the field: "units", "%"
    bool operator==(const NumberQuestion&) const = default;
};

/// One of a few sentences. Which is right is given, or is the group with the least or most of a measure (choices stand
/// in the order of the groups then).
struct ChoiceQuestion {
    enum class By { given, least, most };
    std::vector<std::string> choices;
    By by = By::given;
    std::size_t given = 0;
    Quantity quantity;
    bool told_by_quantity = false; ///< the given answer can be read off this quantity
    bool operator==(const ChoiceQuestion&) const = default;
};

struct Question {
    std::string ask;
    std::variant<NumberQuestion, ChoiceQuestion> kind;
    std::string right; ///< said after the right answer; {answer} stands for it
    std::string wrong; ///< said after a wrong one: a hint, not the answer
    bool operator==(const Question&) const = default;
};

/// What a scene must come to.
struct Goal {
    enum class Way { at_most, at_least, equals };
    Quantity quantity;
    Way way = Way::at_most;
    double value = 0;
    bool operator==(const Goal&) const = default;
};

/// What may be changed until the goals hold, and what must stay as the step began: "microbatches" of each group,
/// "fi_order" of forwards and gradients on each device, "layer_sum".
struct Task {
    std::string ask;
    std::vector<std::string> may;
    std::vector<Goal> goals;
    std::vector<std::string> keep;
    Scene solution;
    std::string right;
    std::string wrong;
    bool operator==(const Task&) const = default;
};

/// It has a question or a task.
struct LessonStep {
    std::string text;
    Scene scene;
    std::optional<Question> question;
    std::optional<Task> task{};
    bool operator==(const LessonStep&) const = default;
};

struct Lesson {
    std::string id;
    std::string title;
    std::string about; ///< one line for the list
    std::vector<LessonStep> steps;
    bool operator==(const Lesson&) const = default;
};

/// A task that its start solves, or that its solution does not, is lesson.task.
/// Strict: every problem with file, line, column and pointer. Beside reader.* and schedule.*: lesson.empty,
/// lesson.group, lesson.stage, lesson.choice, lesson.strategy (lessons know no session), lesson.tie (least or most of
/// two is not one).
Result<Lesson> read_lesson(const JsonDocument& document);

/// The schedules of a step, one a group.
Result<std::vector<Schedule>> schedules_of(const Scene& scene);

/// What is right, from the schedules: a number, or an index into the choices.
double right_answer(const Question& question, std::span<const Schedule> schedules);
/// `scene` says what comes after the pipeline and what is held.
double measured(const Quantity& quantity, std::span<const Schedule> schedules, const Scene& scene = {});

struct Verdict {
    bool right = false;
    std::string text;
    bool operator==(const Verdict&) const = default;
};
/// Whether the scene solves the task of a step; the text of a wrong one says what is not yet so.
Verdict check_task(const LessonStep& step, const Scene& scene);

/// `given` is a number, or the index of the choice.
Verdict check_answer(const Question& question, std::span<const Schedule> schedules, double given);

} // namespace blueprinting::schedule
