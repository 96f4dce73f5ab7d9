#include "ui/search/search_bar.h"

#include "ui/search/search_answer.h"
#include "ui/search/search_words.h"
#include "ui/style/explorer_style.h"
#include "ui/style/icon.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/flow_layout.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"
#include "ui/workspace/field_words.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>

namespace blueprinting::ui {
namespace {

using strategy::Field;
using strategy::FieldRow;
using strategy::Kind;

constexpr int kTextField = 84;

QWidget* with_label(const QString& text, QWidget* field, const QString& behind = {})
{
    auto* out = new QWidget;
    auto* row = bare<QHBoxLayout>(out, 6);
    row->addWidget(new ToneLabel(text, Tone::secondary));
    row->addWidget(field);
    if (!behind.isEmpty())
        row->addWidget(new ToneLabel(behind, Tone::secondary));
    if (field->accessibleName().isEmpty())
        field->setAccessibleName(text);
    return out;
}

/// A number with no more decimals than it has.
class PlainSpin : public QDoubleSpinBox {
public:
    using QDoubleSpinBox::QDoubleSpinBox;
    [[nodiscard]] QString textFromValue(double value) const override { return QLocale::c().toString(value, 'g', 12); }
};

/// The text of values in a field that a person writes: "1,8", "none,core_attn".
QString written_values(const FieldRow& row, const std::vector<std::int64_t>& values)
{
    QStringList out;
    for (const std::int64_t each : values)
        out << (row.kind == Kind::integer ? QString::number(each) : knob_value_text(row.field, each));
    return out.join(QLatin1Char(','));
}

/// What is asked of a field that a person writes.
QString written_text(Field field, const SearchAsk& ask)
{
    if (const auto bound = ask.bounds.find(field); bound != ask.bounds.end())
        return shown(bound->second);
    QStringList out;
    if (const auto words = ask.words.find(field); words != ask.words.end())
        for (const std::string& word : words->second)
            out << shown(word);
    return out.join(QLatin1Char(','));
}

/// The values that an ask names by words, of a field that has them. Sharding may be said by the older word.
std::optional<std::vector<std::int64_t>> named_values(const FieldRow& row, const SearchAsk& ask)
{
    auto words = ask.words.find(row.field);
    if (words == ask.words.end() && row.field == Field::sharding)
        words = ask.words.find(Field::optimizer_sharding); // whose off and on are the first two of its values
    if (words == ask.words.end())
        return std::nullopt;
    const auto known = search::words_of(strategy::row(words->first));
    std::vector<std::int64_t> out;
    for (const std::string& word : words->second)
        out.push_back(std::find(known.begin(), known.end(), word) - known.begin());
    return out;
}

/// What is refused of these fields, in one text.
QString refusals_text(const Diagnostics& refused, const std::vector<std::string_view>& paths)
{
    QStringList out;
    for (const std::string_view path : paths)
        if (const QString text = refusal_of(refused, path); !text.isEmpty())
            out << text + QLatin1Char('.');
    return out.join(QLatin1Char(' '));
}

} // namespace

SearchBar::SearchBar(QWidget* parent)
    : QWidget(parent), m_fields(new QWidget), m_refused(named(new ToneLabel({}, Tone::bad), "searchRefused"))
{
    m_refused->setWordWrap(true);
    m_refused->hide();
    bare<QVBoxLayout>(this, 6, {m_fields, m_refused});
    makeFields();
}

void SearchBar::edit(const QString& step, const char* field, const std::function<void(SearchAsk&)>& change)
{
    if (m_showing)
        return;
    SearchAsk ask = m_ask;
    change(ask);
    if (!(ask == m_ask))
        Q_EMIT askEdited(ask, step, QString::fromLatin1(field));
}

QDoubleSpinBox* SearchBar::spin(const char* name, const QString& title, double most)
{
    auto* out = named<QDoubleSpinBox>(new PlainSpin, name, title);
    out->setRange(0, most);
    out->setDecimals(2);
    out->setKeyboardTracking(false);
    out->setFixedWidth(78);
    return out;
}

void SearchBar::makeFields()
{
    auto* flow = new FlowLayout(m_fields, 12, 6);
    flow->setContentsMargins(0, 0, 0, 0);
    m_devices = named(new QLineEdit, "searchDevices", tr("Devices"));
    m_devices->setFixedWidth(kTextField);
    m_devices->setToolTip(
        tr("One number, a list as 64,96, or a stretch that doubles as 64..4096. Empty: as many as the "
           "selected strategy has"));
    connect(m_devices, &QLineEdit::editingFinished, this, [this] {
        if (!m_devices->isModified())
            return;
        m_devices->setModified(false);
        edit(tr("Devices of the search"), "devices", [this](SearchAsk& ask) {
            const QString text = m_devices->text().trimmed();
            ask.devices = text.isEmpty() ? std::nullopt : std::optional(text.toStdString());
        });
    });
    flow->addWidget(with_label(tr("Devices"), m_devices));
    m_batch = named(new QLineEdit, "searchBatch", tr("Global batch, in samples"));
    m_batch->setFixedWidth(kTextField - 16);
    m_batch->setToolTip(tr("Samples. Empty: as many as the selected strategy has"));
    connect(m_batch, &QLineEdit::editingFinished, this, [this] {
        if (!m_batch->isModified())
            return;
        m_batch->setModified(false);
        edit(tr("Batch of the search"), "batch", [this](SearchAsk& ask) {
            const QString text = m_batch->text().trimmed();
            ask.batch = text.isEmpty() ? std::nullopt : std::optional(text.toStdString());
        });
    });
    flow->addWidget(with_label(tr("batch"), m_batch));
    m_per_device = named(new SegmentedSwitch({{QStringLiteral("constant"), tr("constant")},
                                              {QStringLiteral("per_device"), tr("per GPU")}}),
                         "searchPerDevice", tr("Batch constant, or of each GPU"));
    connect(m_per_device, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        edit(tr("Batch of the search"), "per_device",
             [&](SearchAsk& ask) { ask.batch_per_device = id == u"per_device"; });
    });
    flow->addWidget(m_per_device);
    m_must_fit = named(new QCheckBox(tr("must fit, reserve")), "searchMustFit");
    m_must_fit->setToolTip(tr("Off: what does not fit into the first memory counts as well"));
    connect(m_must_fit, &QCheckBox::toggled, this,
            [this](bool on) { edit(tr("Must fit"), "must_fit", [&](SearchAsk& ask) { ask.must_fit = on; }); });
    m_reserve = spin("searchReserve", tr("Reserve of the first memory, GiB"), 1e6);
    connect(m_reserve, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        edit(tr("Reserve of the search"), "reserve", [&](SearchAsk& ask) { ask.reserve_gib = value; });
    });
    auto* fit = new QWidget;
    bare<QHBoxLayout>(fit, 6, {m_must_fit, m_reserve, new ToneLabel(tr("GiB"), Tone::secondary)});
    flow->addWidget(fit);
    m_rank = named(new QComboBox, "searchRank", tr("Rank by"));
    const QString titles[] = {tr("Iteration time"), tr("Tokens/s and GPU"), tr("Cost of tokens"), tr("Memory")};
    for (std::size_t i = 0; i < search::rank_words().size(); ++i)
        m_rank->addItem(titles[i], shown(search::rank_words()[i]));
    connect(m_rank, &QComboBox::activated, this, [this](int index) {
        edit(tr("Rank of the search"), "rank",
             [&](SearchAsk& ask) { ask.rank = m_rank->itemData(index).toString().toStdString(); });
    });
    flow->addWidget(with_label(tr("rank by"), m_rank));
    m_price = spin("searchPrice", tr("Price of a GPU for an hour"), 1e9);
    connect(m_price, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        edit(tr("Price of the search"), "price", [&](SearchAsk& ask) { ask.price = value; });
    });
    m_price_field = with_label(tr("at"), m_price, tr("a GPU and hour"));
    flow->addWidget(m_price_field);
    m_band = spin("searchBand", tr("As good within, percent"), 1000);
    connect(m_band, &QDoubleSpinBox::valueChanged, this, [this](double value) {
        edit(tr("Band of the search"), "band", [&](SearchAsk& ask) { ask.band_percent = value; });
    });
    flow->addWidget(with_label(tr("as good within"), m_band, tr("%")));
    m_view = named(new SegmentedSwitch({{QStringLiteral("system_evidence"), tr("evidence")},
                                        {QStringLiteral("peak_only"), tr("peak-only")}}),
                   "searchView", tr("What the times are of"));
    connect(m_view, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        edit(tr("View of the search"), "view", [&](SearchAsk& ask) {
            ask.view = id == u"peak_only" ? cost::View::peak_only : cost::View::system_evidence;
        });
    });
    flow->addWidget(m_view);
    m_bounds = named(new QToolButton, "searchBounds", tr("Bounds of the search"));
    m_bounds->setText(tr("Bounds"));
    m_bounds->setIcon(icon(Icon::filter));
    m_bounds->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_bounds->setCheckable(true);
    connect(m_bounds, &QToolButton::toggled, this, &SearchBar::boundsToggled);
    flow->addWidget(m_bounds);
}

void SearchBar::setBoundsShown(bool shown)
{
    const QSignalBlocker quiet(m_bounds);
    m_bounds->setChecked(shown);
}

void SearchBar::showAsk(const SearchAsk& ask, const SessionStrategy& strategy, const Diagnostics& refused)
{
    m_ask = ask;
    m_showing = true;
    const auto text = [&](QLineEdit* field, const std::string& now, std::string_view path) {
        if (const QString wanted = shown(now); !field->isModified() && field->text() != wanted)
            field->setText(wanted);
        set_invalid(field, !refusal_of(refused, path).isEmpty());
    };
    text(m_devices, devices_text(ask, strategy), "devices");
    text(m_batch, batch_text(ask, strategy), "global_batch");
    const bool several = devices_text(ask, strategy).find_first_of(",.") != std::string::npos;
    m_per_device->setVisible(several || ask.batch_per_device);
    m_per_device->setCurrent(ask.batch_per_device ? QStringLiteral("per_device") : QStringLiteral("constant"));
    m_must_fit->setChecked(ask.must_fit);
    m_reserve->setValue(ask.reserve_gib);
    set_invalid(m_reserve, !refusal_of(refused, "reserve").isEmpty());
    m_rank->setCurrentIndex(std::max(0, m_rank->findData(shown(ask.rank))));
    m_price_field->setVisible(ask.rank == "cost");
    m_price->setValue(ask.price.value_or(0));
    m_band->setValue(ask.band_percent);
    m_view->setCurrent(shown(to_string(ask.view)));
    const int bounded = ask.bounded();
    m_bounds->setText(bounded > 0 ? tr("Bounds (%1)").arg(bounded) : tr("Bounds"));
    const QString said = refusals_text(refused, {"devices", "global_batch", "reserve", "rank", "price", "band"});
    m_refused->setText(said);
    m_refused->setVisible(!said.isEmpty());
    m_showing = false;
    fitHeight();
}

/// As high as its width asks for: a page that follows its width in height would be as high as all in it would like to
/// be.
void SearchBar::fitHeight()
{
    if (const int wanted = m_fields->layout()->heightForWidth(width()); wanted > 0 && wanted != m_fields->height())
        m_fields->setFixedHeight(wanted);
}

void SearchBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeight();
}

SearchBounds::SearchBounds(QWidget* parent)
    : QWidget(parent), m_grid(nullptr), m_refused(named(new ToneLabel({}, Tone::bad), "boundsRefused"))
{
    auto* grid = new QWidget;
    m_grid = new QGridLayout(grid);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(6);
    m_grid->setColumnStretch(1, 1);
    for (const FieldRow* row : search_rows())
        addRow(*row);
    m_refused->setWordWrap(true);
    m_refused->hide();
    bare<QVBoxLayout>(this, 6, {grid, m_refused});
}

void SearchBounds::addRow(const FieldRow& row)
{
    const int line = m_grid->rowCount();
    auto* head = new ToneLabel(knob_head(row.field), Tone::secondary);
    m_grid->addWidget(head, line, 0, Qt::AlignTop);
    const Field field = row.field;
    m_lines[field].push_back(head);
    if (is_written(row)) {
        auto* text = new QLineEdit;
        m_lines[field].push_back(text);
        text->setObjectName(QStringLiteral("bound_") + shown(row.path));
        text->setAccessibleName(tr("Bound of %1").arg(field_title(field)));
        text->setPlaceholderText(tr("all"));
        text->setToolTip(
            field == Field::recompute_modules
                ? tr("Sets of modules, each joined by +, as none,core_attn,mlp+moe_act. There are %1. Empty: none and "
                     "what the selected strategy recomputes")
                      .arg(shown(search::module_names()))
            : search::is_further(field)
                ? tr("Numbers and stretches, as 8, 1,2,8 and 1.. for all. Empty: 1 and what the selected strategy has")
                : tr("Numbers and stretches, as 8, 1,2,8, 4..16, 16.. and ..8. Empty: all"));
        connect(text, &QLineEdit::editingFinished, this, [this, text, field] {
            if (!text->isModified())
                return;
            text->setModified(false);
            SearchAsk ask = m_ask;
            const QString given = text->text().trimmed();
            ask.bounds.erase(field);
            ask.words.erase(field);
            if (!given.isEmpty() && field == Field::recompute_modules)
                for (const QString& word : given.split(QLatin1Char(',')))
                    ask.words[field].push_back(word.trimmed().toStdString());
            else if (!given.isEmpty())
                ask.bounds[field] = given.toStdString();
            if (!(ask == m_ask))
                Q_EMIT askEdited(ask, tr("Bound of %1").arg(knob_head(field)), {});
        });
        m_numbers[field] = text;
        m_grid->addWidget(text, line, 1);
        if (field == Field::tensor_degree) {
            m_within_tier = named(new QPushButton, "boundTensorToTier");
            m_within_tier->setToolTip(tr("No tensor group beyond the first network tier"));
            set_compact(m_within_tier);
            connect(m_within_tier, &QPushButton::clicked, this, [this] {
                SearchAsk ask = m_ask;
                ask.bounds[Field::tensor_degree] = ".." + std::to_string(m_first_tier);
                Q_EMIT askEdited(ask, tr("Bound of %1").arg(knob_head(Field::tensor_degree)), {});
            });
            m_grid->addWidget(m_within_tier, line, 2);
        }
        return;
    }
    auto* box = new QWidget;
    auto* flow = new FlowLayout(box, 10, 2);
    flow->setContentsMargins(0, 0, 0, 0);
    m_boxes[field] = box;
    m_lines[field].push_back(box);
    m_grid->addWidget(box, line, 1, 1, 2);
    if (row.kind == Kind::tier)
        return; // once the system is known
    const auto words = search::words_of(row);
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto value = static_cast<std::int64_t>(i);
        auto* each = new QCheckBox(knob_value_text(field, value));
        each->setObjectName(QStringLiteral("bound_%1_%2").arg(shown(row.path), shown(words[i])));
        each->setAccessibleName(tr("Allow %1").arg(knob_text(field, value)));
        connect(each, &QCheckBox::toggled, this, [this, field] { turn(field); });
        m_values[field].push_back(each);
        flow->addWidget(each);
    }
}

void SearchBounds::fillTiers(std::size_t count)
{
    if (count == m_tiers)
        return;
    m_tiers = count;
    for (const FieldRow* row : search_rows()) {
        if (row->kind != Kind::tier)
            continue;
        const Field field = row->field;
        auto& boxes = m_values[field];
        for (QCheckBox* each : boxes)
            delete each;
        boxes.clear();
        for (std::size_t i = 0; i < count; ++i) {
            const auto value = static_cast<std::int64_t>(i);
            auto* each = new QCheckBox(knob_value_text(field, value));
            each->setObjectName(QStringLiteral("bound_%1_%2").arg(shown(row->path)).arg(value));
            each->setAccessibleName(tr("Allow %1").arg(knob_text(field, value)));
            connect(each, &QCheckBox::toggled, this, [this, field] { turn(field); });
            boxes.push_back(each);
            m_boxes[field]->layout()->addWidget(each);
        }
    }
}

/// What a field may take where nobody bounds it.
std::vector<std::int64_t> SearchBounds::valuesAtFirst(const FieldRow& row) const
{
    if (const auto further = m_first.find(row.field); further != m_first.end())
        return further->second;
    system::SystemProfile system;
    system.networks.resize(std::max<std::size_t>(1, m_tiers));
    return search::Space::of(1, 1, system)[row.field].once();
}

void SearchBounds::turn(Field field)
{
    const FieldRow& row = strategy::row(field);
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < m_values[field].size(); ++i)
        if (m_values[field][i]->isChecked())
            values.push_back(static_cast<std::int64_t>(i));
    SearchAsk ask = m_ask;
    auto first = valuesAtFirst(row);
    std::sort(first.begin(), first.end());
    ask.words.erase(field);
    if (field == Field::sharding)
        ask.words.erase(Field::optimizer_sharding); // the older word for it, of a plain strategy's question
    ask.tiers.erase(field);
    if (values != first) {
        if (row.kind == Kind::tier) {
            ask.tiers[field] = values;
        } else {
            const auto words = search::words_of(row);
            for (const std::int64_t each : values)
                ask.words[field].push_back(words[static_cast<std::size_t>(each)]);
        }
    }
    if (!(ask == m_ask))
        Q_EMIT askEdited(ask, tr("Bound of %1").arg(knob_head(field)), {});
}

void SearchBounds::showAsk(const SearchAsk& ask, const SessionStrategy& strategy, const Diagnostics& refused)
{
    m_ask = ask;
    fillTiers(strategy.system.networks.size());
    m_first_tier = strategy.system.networks.empty() ? 0 : strategy.system.networks.front().size;
    m_within_tier->setText(tr("≤ %1").arg(counted(static_cast<std::uint64_t>(m_first_tier))));
    m_within_tier->setVisible(m_first_tier > 0);
    for (const Field field : search::kFurtherFields)
        m_first[field] = further_at_first(field, strategy);
    const auto rows = search_rows(asks_further(ask, strategy));
    std::vector<std::string_view> paths;
    for (const FieldRow* row : search_rows()) {
        const bool asked = std::find(rows.begin(), rows.end(), row) != rows.end();
        for (QWidget* part : m_lines[row->field])
            part->setVisible(asked);
        if (!asked)
            continue;
        paths.push_back(row->path);
        if (const auto at = m_numbers.find(row->field); at != m_numbers.end()) {
            const QString wanted = written_text(row->field, ask);
            if (search::is_further(row->field))
                at->second->setPlaceholderText(written_values(*row, m_first[row->field]));
            if (!at->second->isModified() && at->second->text() != wanted)
                at->second->setText(wanted);
            set_invalid(at->second, !refusal_of(refused, row->path).isEmpty());
            continue;
        }
        std::vector<std::int64_t> values;
        if (auto named = named_values(*row, ask)) {
            values = *std::move(named);
        } else if (const auto tiers = ask.tiers.find(row->field); tiers != ask.tiers.end()) {
            values = tiers->second;
        } else {
            values = valuesAtFirst(*row);
        }
        auto& boxes = m_values[row->field];
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const bool on = std::find(values.begin(), values.end(), static_cast<std::int64_t>(i)) != values.end();
            const QSignalBlocker quiet(boxes[i]);
            boxes[i]->setChecked(on);
            // A knob has some value: the last one stays.
            boxes[i]->setEnabled(!on || values.size() > 1);
            boxes[i]->setToolTip(boxes[i]->isEnabled() ? QString() : tr("At least one value stays"));
        }
    }
    const QString said = refusals_text(refused, paths);
    m_refused->setText(said);
    m_refused->setVisible(!said.isEmpty());
}

} // namespace blueprinting::ui
