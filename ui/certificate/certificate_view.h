#pragma once
#include "ui/certificate/holdout.h"
#include "ui/certificate/pair_matrix.h"
#include "ui/workspace/view.h"

#include <array>
#include <map>

class QBoxLayout;

namespace blueprinting::ui {

class GateList;
class HeatMap;
class HeldSplitter;
class HoldoutBuilder;
class PagedSwitch;
class SidePanel;
class XyPlot;

/// A layout-cost certificate under review (the published one where the session names none): gates and checks, regret
/// per cell, pairs in order, one cell's candidates, and a hold-out builder that refits live. What is open and picked is
/// kept in the session; reading large files and fitting leave the GUI thread.
class CertificateView : public View {
    Q_OBJECT
public:
    explicit CertificateView(Workspace& workspace, QWidget* parent = nullptr);
    ~CertificateView() override;

    void refresh() override;
    [[nodiscard]] bool busy() const override;
    [[nodiscard]] bool opens(const QString& kind) const override;
    /// A certificate or the manifest of the one that is open. Files past kReadAtOnce are read as a job; a refusal is
    /// then raised as a notice.
    Result<Done> open(const QString& path) override;
    [[nodiscard]] bool showsRefusals() const override { return !m_review; }
    [[nodiscard]] bool wantsDock() const override { return false; }
    [[nodiscard]] QList<QAction*> exportActions() override;
    [[nodiscard]] std::vector<std::pair<QString, QString>> reportFacts() const override;
    [[nodiscard]] bool belongsInReport() const override { return m_review && !m_example; }
    [[nodiscard]] bool wantsSignOff() const override { return m_review != nullptr; }
    [[nodiscard]] QString commandLine() const override;
    [[nodiscard]] QList<StatusItem> statusItems() const override;
    [[nodiscard]] QWidget* firstFocus() override;

    /// The certificate that the program carries.
    void openPublished();
    /// Null while none is open.
    [[nodiscard]] const Review* review() const { return m_review.get(); }

    static inline const QString kReadJob =
        QStringLiteral("certificate.read");           ///< another certificate, while this one stands
    static constexpr qint64 kReadAtOnce = 512 * 1024; ///< bytes

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeEmpty();
    QWidget* makeReview();
    void picksCells(StackedBars* chart); ///< the keys of its rows are those of cells
    Panel* makeRegret();
    Panel* makePairs();
    Panel* makeCandidates();

    Result<Done> openCertificate(const QString& path, const QString& manifest_path);
    Result<Done> openManifest(const QString& path);
    void chooseFile();
    struct Refused {
        bool notice = true;    ///< else whoever asked says it
        bool manifest = false; ///< it would have stood beside what is open, not in its place
    };
    void refused(const QString& path, const Diagnostics& diagnostics, Refused what);
    void readAsJob(const QString& path, const QString& manifest_path, bool keep_picks);
    void take(Review review, bool keep_picks);
    void sayOpened();
    void showExample();
    void close();
    void fitOwn();
    void fitHoldout();
    void pick(QString key); ///< by value: charts hand out what they are about to replace
    void remember();
    void restore();

    void showReview();
    void showChecks();
    void showGates();
    void showRegret();
    void showCell();
    void showEmpty();
    void arrange();
    void holdHeights(); ///< of what would scroll within the page that scrolls
    [[nodiscard]] std::optional<std::size_t> picked() const;

    std::shared_ptr<const Review> m_review;
    std::map<QString, std::size_t> m_places; ///< of the review's cells, by key
    QString m_cell;                          ///< key of the picked cell
    Holdout m_holdout;
    bool m_remembering = false;
    bool m_example = false;  ///< the published one is shown because the session names none
    bool m_declined = false; ///< a file was refused instead: nothing else is shown in its place
    QString m_reading;       ///< path of the file that a job reads
    QString m_refused;       ///< path that the session names and that cannot be opened; said once

    AnswerLine* m_answer;
    QStackedWidget* m_stack;
    EmptyState* m_empty = nullptr;
    QScrollArea* m_scroll = nullptr;
    HeldSplitter* m_page = nullptr;
    HeldSplitter* m_columns = nullptr;
    HeldSplitter* m_left = nullptr;
    HeldSplitter* m_right = nullptr;
    HeldSplitter* m_below = nullptr;
    std::optional<int> m_form; ///< columns of the page; nothing before the first layout
    Panel* m_gatePanel = nullptr;
    StaleMark* m_stale = nullptr;
    GateList* m_gates = nullptr;
    SidePanel* m_side = nullptr;
    Panel* m_regretPanel = nullptr;
    PagedSwitch* m_regretPages = nullptr;
    std::array<StackedBars*, 2> m_regret{}; ///< of held-out cells and of fitted ones, beside each other where wide
    QBoxLayout* m_regretSides = nullptr;
    QScrollArea* m_regretScroll = nullptr;
    StackedBars* m_bands = nullptr;
    XyPlot* m_distribution = nullptr;
    TableView* m_cellTable = nullptr;
    Panel* m_pairsPanel = nullptr;
    PairTable m_pairTable;
    HeatMap* m_pairs = nullptr;
    QScrollArea* m_pairsScroll = nullptr;
    QScrollArea* m_candidatesScroll = nullptr;
    Panel* m_candidatesPanel = nullptr;
    PagedSwitch* m_candidatesPages = nullptr;
    StackedBars* m_candidates = nullptr;
    Legend* m_candidatesLegend = nullptr;
    XyPlot* m_scatter = nullptr;
    SegmentedSwitch* m_misorderedScope = nullptr;
    TableView* m_misordered = nullptr;
    HoldoutBuilder* m_builder = nullptr;
    QMenu* m_export = nullptr;
};

} // namespace blueprinting::ui
