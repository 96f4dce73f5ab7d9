#pragma once
#include "ui/certificate/holdout.h"
#include "ui/widgets/controls/panel.h"

#include <functional>

namespace blueprinting::ui {

class FilterBar;

/// Withholds cells by topology, model, shape or pattern, drops terms, and shows what the refit makes of it: the metrics
/// of the withheld cells, shipped beside refitted, and the cells whose regret moved. It asks; the view fits.
class HoldoutBuilder : public Panel {
    Q_OBJECT
public:
    explicit HoldoutBuilder(QWidget* parent = nullptr);

    void setReview(std::shared_ptr<const Review> review);
    void setHoldout(const Holdout& holdout);
    /// Null while the fit is under way: what stands there is stale until it comes.
    void setRefit(std::shared_ptr<const certificate::Refit> refit);
    /// The fit was refused or stopped.
    void setProblem(const QString& text);
    void setSelected(const QString& key);
    void setNarrow(bool narrow); ///< parts below each other

    [[nodiscard]] const Holdout& holdout() const { return m_holdout; }
    [[nodiscard]] StackedBars* chart() const { return m_moved; }

Q_SIGNALS:
    void holdoutChanged(const Holdout& holdout);
    void cellPicked(const QString& key);

private:
    QPushButton* addMenu(const char* object, const QString& text,
                         std::function<std::vector<HoldoutChoice>(const Review&)> choices, bool terms);
    QWidget* makeChoices();
    QWidget* makeComparison();
    QWidget* makeMoved();
    void add(const std::string& pattern, bool term);
    void remove(const QString& key);
    void change(Holdout holdout);
    void show();
    void showMoved(); ///< nothing while there is no refit
    void showChips();
    void showFigures(bool shown); ///< what stands behind the hold-out itself

    std::shared_ptr<const Review> m_review;
    std::shared_ptr<const certificate::Refit> m_refit;
    Holdout m_holdout;
    Holdout m_shown; ///< what m_refit is of
    QString m_selected;
    bool m_stale = false;
    FilterBar* m_chips = nullptr;
    QLineEdit* m_pattern = nullptr;
    ToneLabel* m_note = nullptr;
    TableView* m_table = nullptr;
    StackedBars* m_moved = nullptr;
    QScrollArea* m_movedScroll = nullptr;
    ToneLabel* m_unmoved = nullptr;
    QSplitter* m_parts = nullptr;
    QPushButton* m_reset = nullptr;
    QMenu* m_reported = nullptr;
    QPushButton* m_reportedButton = nullptr;
};

} // namespace blueprinting::ui
