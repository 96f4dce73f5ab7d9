#pragma once
#include "core/base/json_document.h"

#include <QWidget>

#include <optional>

class QGridLayout;
class QLineEdit;

namespace blueprinting::ui {
class ToneLabel;
}

namespace blueprinting::ui::compare {

/// What a run costs follows from these and a speed; nothing of it has a default.
struct CostInputs {
    std::optional<double> tokens; ///< of the whole run
    std::optional<double> price;  ///< of a GPU and hour
    std::optional<double> watts;  ///< of a GPU
    std::optional<double> pue;    ///< power usage effectiveness: the site's power over the GPUs'
    bool operator==(const CostInputs&) const = default;
};
/// As a session keeps them; what is no positive number is left out.
Json to_json(const CostInputs& inputs);
CostInputs cost_inputs(const Json& kept);

/// Four fields; each may be empty. What is no positive number is marked, and changes nothing.
class CostFields : public QWidget {
    Q_OBJECT
public:
    explicit CostFields(QWidget* parent = nullptr);
    void setInputs(const CostInputs& inputs);

Q_SIGNALS:
    void edited(const Json& inputs);

private:
    QLineEdit* add(QGridLayout* grid, const char* name, const QString& word, const QString& tip);
    void read();

    QLineEdit *m_tokens, *m_price, *m_watts, *m_pue;
    ToneLabel* m_refused;
};

} // namespace blueprinting::ui::compare
