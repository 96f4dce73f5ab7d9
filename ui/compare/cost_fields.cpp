#include "ui/compare/cost_fields.h"

#include "core/base/written_number.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/named.h"

#include <QGridLayout>
#include <QLineEdit>
#include <QSignalBlocker>

#include <cmath>

namespace blueprinting::ui::compare {
namespace {

constexpr const char* kTokens = "tokens";
constexpr const char* kPrice = "price";
constexpr const char* kWatts = "watts";
constexpr const char* kPue = "pue";

/// A number above 0, or nothing.
std::optional<double> positive(const QString& text)
{
    const Result<double> value = read_real(text.trimmed().toStdString());
    return value && std::isfinite(*value) && *value > 0 ? std::optional(*value) : std::nullopt;
}

QString written(const std::optional<double>& value) { return value ? QString::number(*value, 'g', 12) : QString(); }

} // namespace

Json to_json(const CostInputs& inputs)
{
    Json out = Json::object();
    const auto add = [&](const char* key, const std::optional<double>& value) {
        if (value)
            out[key] = *value;
    };
    add(kTokens, inputs.tokens);
    add(kPrice, inputs.price);
    add(kWatts, inputs.watts);
    add(kPue, inputs.pue);
    return out;
}

CostInputs cost_inputs(const Json& kept)
{
    const auto at = [&](const char* key) -> std::optional<double> {
        const auto found = kept.is_object() ? kept.find(key) : kept.end();
        if (!kept.is_object() || found == kept.end() || !found->is_number())
            return std::nullopt;
        const double value = found->get<double>();
        return std::isfinite(value) && value > 0 ? std::optional(value) : std::nullopt;
    };
    return {at(kTokens), at(kPrice), at(kWatts), at(kPue)};
}

CostFields::CostFields(QWidget* parent) : QWidget(parent)
{
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 6, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(4);
    m_tokens = add(grid, "costTokens", tr("Tokens of a run"), tr("How many tokens the whole run trains on: 15e12"));
    m_price = add(grid, "costPrice", tr("Price of a GPU hour"), tr("In any currency; the cost is in the same"));
    m_watts = add(grid, "costWatts", tr("Watts of a GPU"), tr("What one GPU draws in the run"));
    m_pue = add(grid, "costPue", tr("PUE"), tr("The whole site's power over that of the GPUs: 1.2"));
    m_refused = named(new ToneLabel({}, {.tone = Tone::bad, .size = ToneLabel::Size::small, .wraps = true}, this),
                      "costRefused");
    m_refused->hide();
    grid->addWidget(m_refused, 2, 0, 1, 4);
}

QLineEdit* CostFields::add(QGridLayout* grid, const char* name, const QString& word, const QString& tip)
{
    const int at = grid->count() / 2;
    auto* label = new ToneLabel(word, {.tone = Tone::secondary, .size = ToneLabel::Size::small}, this);
    auto* line = named(new QLineEdit(this), name, word);
    line->setToolTip(plain_tooltip(tip));
    line->setMinimumWidth(50);
    label->setBuddy(line);
    grid->addWidget(label, at / 2, at % 2 * 2);
    grid->addWidget(line, at / 2, at % 2 * 2 + 1);
    grid->setColumnStretch(at % 2 * 2 + 1, 1);
    connect(line, &QLineEdit::editingFinished, this, &CostFields::read);
    return line;
}

void CostFields::setInputs(const CostInputs& inputs)
{
    const auto write = [](QLineEdit* line, const std::optional<double>& value) {
        if (!line->hasFocus() && positive(line->text()) != value)
            line->setText(written(value));
    };
    write(m_tokens, inputs.tokens);
    write(m_price, inputs.price);
    write(m_watts, inputs.watts);
    write(m_pue, inputs.pue);
}

void CostFields::read()
{
    QStringList wrong;
    for (const QLineEdit* line : {m_tokens, m_price, m_watts, m_pue})
        if (!line->text().trimmed().isEmpty() && !positive(line->text()))
            wrong << tr("%1: \u201c%2\u201d is no number above 0").arg(line->accessibleName(), line->text().trimmed());
    m_refused->setText(wrong.join(QLatin1Char('\n')));
    m_refused->setVisible(!wrong.isEmpty());
    if (wrong.isEmpty())
        Q_EMIT edited(to_json({positive(m_tokens->text()), positive(m_price->text()), positive(m_watts->text()),
                               positive(m_pue->text())}));
}

} // namespace blueprinting::ui::compare
