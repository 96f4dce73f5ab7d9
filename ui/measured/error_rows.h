#pragma once
#include "ui/measured/error_chart.h"
#include "ui/measured/evaluation.h"
#include "ui/widgets/charts/bar_chart.h"
#include "ui/widgets/charts/xy_chart.h"
#include "ui/widgets/controls/answer.h"
#include "ui/widgets/tables/row_table.h"

#include <memory>

namespace blueprinting::ui {

/// What the marks stand up by.
enum class RunUp { tokens, parameters, gpus, tensor, microbatch, forward };
inline constexpr std::array kRunUps{RunUp::tokens, RunUp::parameters, RunUp::gpus,
                                    RunUp::tensor, RunUp::microbatch, RunUp::forward};
std::string_view key_of(RunUp up);
QString title_of(RunUp up);
QString title_of(RunFact fact);
/// A value of a fact as people read it: a source in a few words, "none" of a recompute policy.
QString value_words(RunFact fact, const std::string& value);
/// "−16.8": one decimal and the true minus.
QString error_words(double percent);
/// A small count within a sentence: "eight".
QString number_word(std::size_t value);

/// Place of a run's colour among the families (run_families.h).
std::size_t family_place(const RunSet& set, std::size_t row, const std::string& next);
/// The family that has a colour beside those that always have one: that with the most runs.
std::string next_family(const measured::Runs& runs);

QString count_words(std::size_t value);

/// What a mark shows of each run whatever is asked: its key, shape and family. Made once for all that is shown of them.
std::vector<ErrorMark> run_faces(const RunSet& set, const std::string& next);

/// What the views below are made of.
struct RunPicture {
    RunSet set;
    const RunEvaluation& shown;
    RunUp up = RunUp::tokens;
    RunFact by = RunFact::source;
    std::string selected;                ///< id of a run
    std::string next;                    ///< the family that has a colour beside those that always have one
    std::size_t strips;                  ///< lines that there is room for; what is greatest is shown, the rest counted
    const std::vector<ErrorMark>& faces; ///< by run
    const measured::Runs& runs = set.runs;
};

ErrorChart error_chart(const RunPicture& picture);
/// Predicted against measured tokens a second and GPU.
/// `words` holds what is said of a run, by row; what is missing is put there.
XyChart diagonal_chart(const RunPicture& picture, std::vector<QString>& words);
Answer run_answer(const RunPicture& picture);

/// What is said of a run under the pointer.
QString run_words(const measured::Runs& runs, std::size_t row, cost::View view);

std::vector<Column> run_columns(cost::View view);
/// The table's lines of all runs in one view, each made when a table first asks for it: there can be thousands, and
/// filters leave them as they are. GUI thread.
class RunLines {
public:
    RunLines(std::shared_ptr<const measured::Runs> runs, cost::View view)
        : m_runs(std::move(runs)), m_view(view), m_lines(m_runs->size())
    {
    }
    [[nodiscard]] const measured::Runs& runs() const { return *m_runs; }
    [[nodiscard]] cost::View view() const { return m_view; }
    const std::vector<Cell>& of(std::size_t row);

private:
    std::shared_ptr<const measured::Runs> m_runs;
    cost::View m_view;
    std::vector<std::vector<Cell>> m_lines;
};
/// Every run that is shown.
void show_runs(RowTable& table, std::shared_ptr<RunLines> lines, const RunEvaluation& shown);
std::vector<Column> like_columns(cost::View view);
std::vector<TableRow> like_rows(const RunPicture& picture);
std::vector<Column> choice_columns();
std::vector<TableRow> choice_rows(const RunPicture& picture);
/// What cells lose by the prediction's choice, those of grade C apart: as a certificate's are drawn.
BarChart choice_chart(const RunPicture& picture);
std::vector<Column> why_not_columns();
std::vector<TableRow> why_not_rows(const RunPicture& picture);

} // namespace blueprinting::ui
