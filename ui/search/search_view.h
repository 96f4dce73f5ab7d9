#pragma once
#include "ui/search/search_ask.h"
#include "ui/search/search_file.h"
#include "ui/search/search_look.h"
#include "ui/search/search_scatter.h"
#include "ui/workspace/view.h"

#include <mutex>

namespace blueprinting::ui {

class AxesChart;
class FilterBar;
class HeldSplitter;
class KnobChart;
class ScalingChart;
class SearchBar;
class SearchBounds;
class SearchPlot;
struct SearchTable;

/// The whole space of strategies for a model on devices: what is best, what is as good, and what one gives up. The
/// question belongs to the session and is undone; the search runs off the window's thread and shows what it has found
/// so far.
class SearchView : public View {
    Q_OBJECT
public:
    static inline const QString kJob = QStringLiteral("search");
    static inline const QString kCloudJob = QStringLiteral("search.points");
    static inline const QString kMineJob = QStringLiteral("search.mine");
    static inline const QString kNeighbourJob = QStringLiteral("search.neighbours");
    static inline const QString kLawJob = QStringLiteral("search.law");
    static inline const QString kExportJob = QStringLiteral("search.export");
    static inline const QString kFileJob = QStringLiteral("search.file");
    static inline const std::string kFile = "search.file"; ///< where the session keeps which file is opened
    static inline const std::string kLook = "search.look"; ///< where the session keeps how it is looked at

    explicit SearchView(Workspace& workspace, QWidget* parent = nullptr);

    void refresh() override;
    [[nodiscard]] bool busy() const override;
    [[nodiscard]] bool opens(const QString& kind) const override;
    Result<Done> open(const QString& path) override;
    [[nodiscard]] QList<QAction*> exportActions() override;
    [[nodiscard]] QString commandLine() const override;
    [[nodiscard]] QList<StatusItem> statusItems() const override;
    [[nodiscard]] QWidget* firstFocus() override;

    /// What is shown now; null before anything was found.
    [[nodiscard]] const SearchRunPtr& run() const { return m_run; }
    [[nodiscard]] const SearchLook& look() const { return m_look; }

    /// The strategy with this key, as a new one of the session, visible and not selected; false where there is none.
    bool addToCompare(const QString& key);
    /// Makes the selected strategy of the session equal to it.
    bool useAsCurrent(const QString& key);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// What a search is of: with the same, nothing is searched again.
    struct Wanted {
        search::Question question;
        std::vector<SessionStrategy> strategies;
        std::string selected;
        bool operator==(const Wanted&) const = default;
    };
    /// Where a job leaves what it has found so far.
    struct Box {
        std::mutex mutex;
        SearchRunPtr newest;
    };

    QWidget* makeLeft();
    QWidget* makeUpper();
    QWidget* makeAxes();
    QWidget* makeLower();
    void makeExports();
    void saveTable(bool front);

    void ask(const SearchAsk& ask, const QString& step, const QString& field);
    void setLook(const SearchLook& look);
    void start(Wanted wanted);
    void takePartial();
    void landed(const Result<SearchRunPtr>& run);
    void startDetails();
    void startNeighbours();
    void showLaw(const QString& code);
    void forgetDetails();

    void followFile();
    void readFile(const SearchFileRef& file);
    void fileLanded(const SearchFileRef& file, const Result<SearchFileRead>& read);
    void showFile();

    void showAll();
    void showUpper();
    void showAxes(std::size_t at);
    void showLower();
    void showAnswer();
    void showTable(TableView* view, SearchTable table);
    void pick(const QString& key);
    void lookAt(std::int64_t devices);
    void brushChanged(const SearchLook& look);
    void toggleValue(int field, qint64 value);
    void brushSight();
    void brushRange(const QRectF& range);
    void brushKnob(const QString& key, const QList<qint64>& values);
    void brushStretch(const QString& key, double low, double high);
    void unbrush(const QString& key);
    void arrange();
    void scrollLeft();
    void fitHeads();
    void updateActions();

    /// The number of devices that is opened; nothing where all of several are shown together.
    [[nodiscard]] std::optional<std::size_t> opened() const;
    /// The one that the left column and the tables speak of; nothing where there is no figure of it yet.
    [[nodiscard]] std::optional<std::size_t> count() const;
    [[nodiscard]] std::optional<strategy::Execution> executionOf(const QString& key) const;
    /// The strategy whose neighbours are shown: the picked one, else the session's.
    struct About {
        strategy::Execution execution;
        QString name;
        bool operator==(const About&) const = default;
    };
    [[nodiscard]] std::optional<About> about() const;
    [[nodiscard]] search::BinGrid sight() const;

    SearchAsk m_ask;
    SearchLook m_look;
    struct Asked {
        SearchAsk ask;
        LegalForm form;
        Result<search::Question> question;
    };
    std::optional<Asked> m_asked; ///< the question that was put together last
    std::optional<Wanted> m_wanted;
    std::shared_ptr<Box> m_box;
    SearchRunPtr m_run;
    Diagnostics m_failure;
    bool m_cancelled = false;
    bool m_other = false; ///< the session asks something else than what is shown
    std::shared_ptr<const SearchCloud> m_cloud;
    std::vector<char> m_within; ///< of the cloud's points; empty without a brush
    std::optional<search::Explanation> m_mine;
    std::string m_law; ///< code of the one whose example is shown
    std::optional<About> m_about;
    std::vector<search::Neighbour> m_neighbours;
    Diagnostics m_no_neighbours;
    std::vector<search::Bins::Bin> m_cells;
    std::optional<search::Bins> m_all_bins; ///< of the cloud, in the grid that was in sight last
    SearchFilePtr m_file;
    /// The file that was asked for last, and what its strategies are priced with.
    struct FileOf {
        SearchFileRef file;
        LegalForm form;
        cost::View view = cost::View::system_evidence;
        bool operator==(const FileOf&) const = default;
    };
    std::optional<FileOf> m_file_of;

    AnswerLine* m_answer;
    SearchBar* m_bar = nullptr;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    HeldSplitter* m_columns = nullptr;
    HeldSplitter* m_rows = nullptr;
    QWidget* m_left = nullptr;
    QScrollArea* m_left_scroll = nullptr;
    Panel* m_bounds_panel = nullptr;
    SearchBounds* m_bounds = nullptr;
    Panel* m_funnel_panel = nullptr;
    Panel* m_band_panel = nullptr;
    Panel* m_laws_panel = nullptr;
    TableView* m_funnel = nullptr;
    TableView* m_band = nullptr;
    TableView* m_laws = nullptr;
    ToneLabel* m_law_note = nullptr; ///< an example of the law that was picked
    Panel* m_upper_panel = nullptr;
    QWidget* m_upper_head = nullptr; ///< where controls stand in a heading, and below it where that is narrow
    QWidget* m_upper_line = nullptr;
    QString m_upper_note;               ///< seen where there is room
    SegmentedSwitch* m_which = nullptr; ///< all numbers of devices, or the one that is opened
    QStackedWidget* m_pictures = nullptr;
    SearchPlot* m_plot = nullptr;
    ScalingChart* m_scaling = nullptr;
    Legend* m_legend = nullptr;
    SegmentedSwitch* m_scale = nullptr;
    QToolButton* m_brush_sight = nullptr;
    Panel* m_axes_panel = nullptr;
    QWidget* m_axes_head = nullptr;
    QWidget* m_axes_line = nullptr;
    FilterBar* m_filters = nullptr;
    AxesChart* m_axes = nullptr;
    Panel* m_lower_panel = nullptr;
    QWidget* m_lower_head = nullptr;
    QWidget* m_lower_line = nullptr;
    QString m_lower_note;
    SegmentedSwitch* m_tab = nullptr;
    QStackedWidget* m_tables = nullptr;
    TableView* m_best = nullptr;
    TableView* m_neighbour_table = nullptr;
    KnobChart* m_knobs = nullptr;
    TableView* m_held = nullptr;
    TableView* m_file_table = nullptr;
    ToneLabel* m_nothing = nullptr;
    QPushButton* m_again = nullptr; ///< after a cancelled search
    QPushButton* m_add = nullptr;
    QPushButton* m_use = nullptr;
    QMenu* m_export = nullptr;
    QAction* m_file_export = nullptr; ///< the menu of m_file_table
    std::optional<bool> m_beside;     ///< the left column stands beside the rest
    int m_left_height = 0;
};

} // namespace blueprinting::ui
