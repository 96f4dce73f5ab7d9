#pragma once
#include "ui/search/search_ask.h"
#include "ui/widgets/forward.h"

#include <QWidget>

#include <functional>

class QDoubleSpinBox;

namespace blueprinting::ui {

/// What a search is asked, as fields in lines that wrap. What is refused is said below them, its field framed.
class SearchBar : public QWidget {
    Q_OBJECT
public:
    explicit SearchBar(QWidget* parent = nullptr);

    /// What stands in the fields; `refused` is what the question says of them.
    void showAsk(const SearchAsk& ask, const SessionStrategy& strategy, const Diagnostics& refused);
    [[nodiscard]] bool hasHeightForWidth() const override { return false; }
    [[nodiscard]] QLineEdit* devices() const { return m_devices; }

Q_SIGNALS:
    /// By the person. Edits of one `field` in a row are one step where it is a number that turns.
    void askEdited(const blueprinting::ui::SearchAsk& ask, const QString& step, const QString& field);
    void boundsToggled(bool shown);

public:
    void setBoundsShown(bool shown);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeFields();
    void edit(const QString& step, const char* field, const std::function<void(SearchAsk&)>& change);
    QDoubleSpinBox* spin(const char* name, const QString& title, double most);
    void fitHeight();

    SearchAsk m_ask;
    bool m_showing = false;
    QWidget* m_fields;
    ToneLabel* m_refused;
    QLineEdit* m_devices = nullptr;
    QLineEdit* m_batch = nullptr;
    SegmentedSwitch* m_per_device = nullptr;
    QCheckBox* m_must_fit = nullptr;
    QDoubleSpinBox* m_reserve = nullptr;
    QComboBox* m_rank = nullptr;
    QWidget* m_price_field = nullptr;
    QDoubleSpinBox* m_price = nullptr;
    QDoubleSpinBox* m_band = nullptr;
    SegmentedSwitch* m_view = nullptr;
    QToolButton* m_bounds = nullptr;
};

/// Which values each knob may take.
class SearchBounds : public QWidget {
    Q_OBJECT
public:
    explicit SearchBounds(QWidget* parent = nullptr);
    void showAsk(const SearchAsk& ask, const SessionStrategy& strategy, const Diagnostics& refused);

Q_SIGNALS:
    void askEdited(const blueprinting::ui::SearchAsk& ask, const QString& step, const QString& field);

private:
    void addRow(const strategy::FieldRow& row);
    void turn(strategy::Field field);
    [[nodiscard]] std::vector<std::int64_t> valuesAtFirst(const strategy::FieldRow& row) const;
    void fillTiers(std::size_t count);

    SearchAsk m_ask;
    std::size_t m_tiers = 0; ///< that the system has
    QGridLayout* m_grid;
    std::map<strategy::Field, std::vector<QWidget*>> m_lines;     ///< all that stands in the line of a field
    std::map<strategy::Field, std::vector<std::int64_t>> m_first; ///< of what further_at_first() answers
    std::map<strategy::Field, QLineEdit*> m_numbers;
    std::map<strategy::Field, std::vector<QCheckBox*>> m_values; ///< by value
    std::map<strategy::Field, QWidget*> m_boxes;                 ///< that these stand in
    QPushButton* m_within_tier = nullptr;
    ToneLabel* m_refused;
    std::int64_t m_first_tier = 0; ///< its size
};

} // namespace blueprinting::ui
