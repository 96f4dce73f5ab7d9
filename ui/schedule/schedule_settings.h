#pragma once
#include "ui/schedule/lane_group.h"
#include "ui/schedule/scene_fields.h"
#include "ui/widgets/forward.h"

#include <functional>
#include <map>

class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QPlainTextEdit;
class QSpinBox;

namespace blueprinting::ui {

class MegatronFlags;
class RunFields;

/// The panel at the right: all that a schedule takes beside its counts, in five folds. What the selected group's kind
/// has no use for is disabled and says for what it is. Shows a scene and hands back changed ones; decides nothing.
class ScheduleSettings : public SceneFields {
    Q_OBJECT
public:
    static constexpr int kWidth = 289;

    explicit ScheduleSettings(QWidget* parent = nullptr);

    /// `problems` mark the fields that they are about (by the diagnostic's path).
    void showScene(const schedule::Scene& scene, const LaneChart& chart, const Diagnostics& problems);
    /// Which folds are open, by name; all at first.
    [[nodiscard]] QStringList openFolds() const;
    void setOpenFolds(const QStringList& folds);
    /// Goes to what a measured run does not say.
    void askOfRun();
    /// As wide as it is where it stands in the page; over the page it has a border.
    void setOverPage(bool over);
    [[nodiscard]] QSize sizeHint() const override { return {kWidth, 600}; }

Q_SIGNALS:
    void foldsChanged();
    void openOrderWanted();
    void openRunWanted();
    void saveOrderWanted();
    void orderTyped(const QString& text);
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Fold {
        QString name;
        QToolButton* head;
        QWidget* body;
        QGridLayout* grid;
    };
    Fold& addFold(const char* name, const QString& title);
    using Change = std::function<void(schedule::Scene&, double)>;
    QDoubleSpinBox* number(Fold& fold, const QString& label, const char* name, const QString& meaning, double least,
                           double most, const Change& change, const QString& behind = {});
    QDoubleSpinBox* parameter(Fold& fold, const QString& label, std::string_view name, const QString& meaning,
                              double least, double most, int decimals);
    QCheckBox* check(Fold& fold, const QString& text, const char* name, const QString& meaning,
                     const std::function<void(schedule::Scene&, bool)>& change);
    QComboBox* choice(Fold& fold, const QString& label, const char* name, const QString& meaning,
                      const QStringList& choices, const std::function<void(schedule::Scene&, int)>& change);
    QLineEdit* text(Fold& fold, const QString& label, const char* name, const QString& meaning);
    ToneLabel* note(Fold& fold, const char* name);
    void row(Fold& fold, const QString& label, QWidget* field);
    void buildOrder();
    void buildTimes();
    void buildTransfers();
    void buildEnd();
    void buildMemory();
    void buildOpen();
    void showOrder(const LaneChart& chart);
    void showStages();
    void typedLayers();
    void groupOf(std::int64_t group);

    bool m_over = false;
    QVBoxLayout* m_column = nullptr;
    std::vector<std::unique_ptr<Fold>> m_folds;
    std::map<std::string, QDoubleSpinBox*, std::less<>> m_parameters;
    ToneLabel *m_group_note = nullptr, *m_stages_note = nullptr, *m_memory_note = nullptr, *m_order_note = nullptr;
    QPushButton *m_balanced = nullptr, *m_pytorch = nullptr, *m_save_order = nullptr;
    QCheckBox* m_reverse = nullptr;
    QDoubleSpinBox *m_forward = nullptr, *m_backward = nullptr, *m_weight = nullptr, *m_recompute = nullptr,
                   *m_transfer = nullptr, *m_cap = nullptr;
    QCheckBox* m_apart = nullptr;
    QComboBox *m_stages = nullptr, *m_transfers = nullptr, *m_norm = nullptr, *m_memory = nullptr;
    QDoubleSpinBox *m_slow = nullptr, *m_factor = nullptr, *m_head = nullptr, *m_embedding = nullptr;
    QLineEdit* m_layers = nullptr;
    QCheckBox *m_end = nullptr, *m_overlap = nullptr;
    QDoubleSpinBox *m_reduce = nullptr, *m_tied = nullptr, *m_step = nullptr, *m_gather = nullptr;
    QDoubleSpinBox *m_cap_bytes = nullptr, *m_constant = nullptr, *m_weights = nullptr, *m_microbatch = nullptr,
                   *m_keep = nullptr, *m_temporary = nullptr;
    RunFields* m_run = nullptr;
    MegatronFlags* m_flags = nullptr;
    QPlainTextEdit* m_order = nullptr;
    QPushButton *m_apply = nullptr, *m_by_cells = nullptr;
    QString m_order_shown;
};

} // namespace blueprinting::ui
