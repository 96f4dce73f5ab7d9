#pragma once
#include "ui/measured/error_rows.h"
#include "ui/measured/own_runs.h"
#include "ui/workspace/published_runs.h"
#include "ui/workspace/view.h"

class QCheckBox;
class QComboBox;
class QMenu;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace blueprinting::ui {

class AnswerLine;
class EmptyState;
class ErrorPlot;
class Legend;
class Panel;
class RunPanel;
class SegmentedSwitch;
class StackedBars;
class StaleMark;
class TableView;
class ToneLabel;
class XyPlot;

/// Measured runs beside what the program predicts for them: how far off by source and for runs like the selected
/// strategy, how good the program's choices are, and what is known of one run. Nothing is fitted.
class MeasuredView : public View {
    Q_OBJECT
public:
    static inline const QString kJob = QStringLiteral("measured");

    explicit MeasuredView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh() override;
    [[nodiscard]] bool busy() const override
    {
        return workspace().jobs().stale(kJob) || workspace().jobs().stale(PublishedRuns::kJob);
    }
    [[nodiscard]] QList<QAction*> exportActions() override;
    [[nodiscard]] QString commandLine() const override;
    [[nodiscard]] QList<StatusItem> statusItems() const override;
    [[nodiscard]] QWidget* firstFocus() override;

    /// Own runs, JSONL or CSV: read by a job beside those that are there. Each refused line is named, and nothing
    /// changes then.
    void openOwn(const QString& path);
    [[nodiscard]] bool opens(const QString& kind) const override;
    Result<Done> open(const QString& path) override;
    /// What is shown now; empty before the runs were read.
    [[nodiscard]] const RunEvaluation& evaluation() const { return m_shown; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeErrors();
    QWidget* makeLower();
    void makeMore();
    void load();
    void landed(Result<AllRuns> runs);
    void show(AllRuns all);
    void refuseOwn(const Diagnostics& why);
    void sayNotRead(const QString& headline, const QString& why);
    bool restore();
    void keep();
    void fillFilters();
    void narrow(RunFact fact, const std::string& value);
    void evaluate();
    void showAll();
    void showPicked();
    void showLower();
    void showLike();
    void fillLower(const QString& tab);
    void fillAll();
    void pick(const QString& id);
    void addPicked();
    void chooseOwn();
    void makeClosing();
    void closeOwn(const QString& path);
    void arrange();
    void share();
    void noteLower(const QString& note);
    [[nodiscard]] RunPicture picture() const;
    /// Strips that stand beside tables of a good height.
    [[nodiscard]] std::size_t stripRoom() const;
    /// The run that a person picked, else the nearest to the selected strategy.
    [[nodiscard]] std::string picked() const;
    [[nodiscard]] std::optional<std::size_t> rowOf(const std::string& id) const;

    [[nodiscard]] RunSet set() const { return {*m_runs, m_published}; }

    std::shared_ptr<const measured::Runs> m_runs; ///< null until they were read
    std::size_t m_published = 0;                  ///< so many of them are published, and before one's own
    const measured::Runs* m_source = nullptr;     ///< the published ones that these were made from
    Diagnostics m_failure;
    std::vector<RunsFile> m_files;             ///< of one's own, as the session names them
    OwnFiles m_own;                            ///< those of them that were read
    QStringList m_asked;                       ///< files that are being opened, one after another
    std::map<std::string, std::size_t> m_rows; ///< by id
    RunFilter m_filter;
    cost::View m_view = cost::View::system_evidence;
    RunUp m_up = RunUp::tokens;
    RunFact m_by = RunFact::source;
    std::string m_picked;
    RunEvaluation m_shown;
    std::string m_next_family;      ///< that has a colour of its own
    std::vector<ErrorMark> m_faces; ///< by run
    std::shared_ptr<RunLines> m_lines;
    std::array<std::vector<QString>, 2> m_words; ///< of runs, by view: what the diagonal says of them

    AnswerLine* m_answer;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    std::map<RunFact, QComboBox*> m_combos; ///< in the bar
    std::array<QCheckBox*, 3> m_grades{};
    QToolButton* m_more = nullptr;
    QToolButton* m_close_own = nullptr; ///< its menu names the files of own runs
    SegmentedSwitch* m_which_view = nullptr;
    Panel* m_errors_panel = nullptr;
    StaleMark* m_stale = nullptr;
    Legend* m_legend = nullptr;
    SegmentedSwitch* m_form = nullptr; ///< error or diagonal
    QStackedWidget* m_forms = nullptr;
    ErrorPlot* m_errors = nullptr;
    XyPlot* m_diagonal = nullptr;
    QComboBox* m_up_box = nullptr;
    QComboBox* m_by_box = nullptr;
    QSplitter* m_columns = nullptr;
    QSplitter* m_lower_split = nullptr;
    Panel* m_lower_panel = nullptr;
    SegmentedSwitch* m_tab = nullptr;
    QStackedWidget* m_tables = nullptr;
    TableView* m_rows_table = nullptr;
    TableView* m_like_table = nullptr;
    TableView* m_choice_table = nullptr;
    TableView* m_why_table = nullptr;
    StackedBars* m_regret = nullptr;
    ToneLabel* m_like_empty = nullptr;
    QWidget* m_like_more = nullptr; ///< the two below
    QCheckBox* m_like_c = nullptr;
    QCheckBox* m_like_mine = nullptr;
    RunPanel* m_run = nullptr;
    ToneLabel* m_no_runs = nullptr;
    QPushButton* m_again = nullptr;
    QPushButton* m_rest = nullptr; ///< prices the rows that are not, once that was cancelled
    bool m_cancelled = false;
    bool m_narrow = false;
    std::size_t m_strips = 0; ///< that there was room for when the chart was made
    bool m_split_by_hand = false;
    bool m_like_derived = false; ///< grade C stands among the nearest, too
    bool m_like_own = false;     ///< and one's own runs
    QMenu* m_export = nullptr;
};

} // namespace blueprinting::ui
