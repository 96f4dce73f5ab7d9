#include "ui/schedule/schedule_settings.h"

#include "ui/schedule/schedule_fields.h"
#include "ui/style/explorer_style.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/style/theme.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

/// The folds and their fields.
namespace blueprinting::ui {

using namespace schedule;

namespace {

constexpr int kFieldWidth = 92;

} // namespace

ScheduleSettings::ScheduleSettings(QWidget* parent) : SceneFields(parent)
{
    setObjectName(QStringLiteral("schedule.settings"));
    setFixedWidth(kWidth);
    auto* page = new QWidget;
    m_column = bare<QVBoxLayout>(page, 4);
    buildOrder();
    buildTimes();
    buildTransfers();
    buildEnd();
    buildMemory();
    buildOpen();
    m_column->addStretch(1);
    auto* close = named(new QToolButton(this), "schedule.settings.close", tr("Close the settings"));
    close->setIcon(icon(Icon::close));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close the settings (Escape)"));
    connect(close, &QToolButton::clicked, this, &ScheduleSettings::closed);
    auto* title = new ToneLabel(tr("Settings of the schedule"), {.bold = true}, this);
    const int pad = metrics::kPanelPadding;
    auto* column = bare<QVBoxLayout>(
        this, 6, {bare<QHBoxLayout>(nullptr, 6, {{title, 1}, close}), {scroll_of(page, "schedule.settings.page"), 1}});
    column->setContentsMargins(pad, pad / 2, 4, pad / 2);
    guardFields();
}

ScheduleSettings::Fold& ScheduleSettings::addFold(const char* name, const QString& title)
{
    auto fold = std::make_unique<Fold>();
    fold->name = QLatin1String(name);
    fold->head = named(new QToolButton(this), (std::string("schedule.fold.") + name).c_str(), title);
    fold->head->setText(title);
    fold->head->setCheckable(true);
    fold->head->setChecked(true);
    fold->head->setAutoRaise(true);
    fold->head->setArrowType(Qt::DownArrow);
    fold->head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fold->body = new QWidget(this);
    fold->grid = new QGridLayout(fold->body);
    fold->grid->setContentsMargins(4, 0, 8, 6);
    fold->grid->setHorizontalSpacing(8);
    fold->grid->setVerticalSpacing(4);
    fold->grid->setColumnStretch(1, 1);
    m_column->addWidget(fold->head);
    m_column->addWidget(fold->body);
    Fold* made = fold.get();
    connect(fold->head, &QToolButton::toggled, this, [this, made](bool open) {
        made->head->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        made->body->setVisible(open);
        if (!showing())
            Q_EMIT foldsChanged();
    });
    m_folds.push_back(std::move(fold));
    return *m_folds.back();
}

QStringList ScheduleSettings::openFolds() const
{
    QStringList out;
    for (const auto& fold : m_folds)
        if (fold->head->isChecked())
            out << fold->name;
    return out;
}

void ScheduleSettings::setOpenFolds(const QStringList& folds)
{
    const Showing shows(*this, scene()); // what is open is no edit
    for (const auto& fold : m_folds)
        fold->head->setChecked(folds.contains(fold->name));
}

void ScheduleSettings::row(Fold& fold, const QString& label, QWidget* field)
{
    const int at = fold.grid->rowCount();
    auto* text = new ToneLabel(label, Tone::secondary, fold.body);
    text->setBuddy(field);
    fold.grid->addWidget(text, at, 0);
    fold.grid->addWidget(field, at, 1, Qt::AlignLeft);
}

QDoubleSpinBox* ScheduleSettings::number(Fold& fold, const QString& label, const char* name, const QString& meaning,
                                         double least, double most, const Change& change, const QString& behind)
{
    auto* spin = named(new TimeSpin(fold.body), (std::string("schedule.") + name).c_str(), meaning);
    spin->setRange(least, most);
    spin->setDecimals(4);
    spin->setSingleStep(0.25);
    spin->setKeyboardTracking(false);
    spin->setToolTip(meaning);
    spin->setFixedWidth(kFieldWidth);
    connect(spin, &QDoubleSpinBox::valueChanged, this, [this, field = QString::fromLatin1(name), change](double value) {
        edit(field, [&](Scene& scene) { change(scene, value); });
    });
    if (label.isEmpty())
        return spin;
    row(fold, label,
        behind.isEmpty() ? static_cast<QWidget*>(spin)
                         : beside(fold.body, {spin, new ToneLabel(behind, Tone::secondary, fold.body)}));
    return spin;
}

QDoubleSpinBox* ScheduleSettings::parameter(Fold& fold, const QString& label, std::string_view name,
                                            const QString& meaning, double least, double most, int decimals)
{
    QDoubleSpinBox* spin =
        number(fold, label, std::string(name).c_str(), meaning, least, most, [name](Scene& scene, double value) {
            SceneGroup& group = scene.groups[scene.selected];
            const auto known = (*group.kind)->parameters;
            group.parameters.resize(known.size());
            const Request before = request_of(scene, group);
            for (std::size_t i = 0; i < known.size(); ++i)
                if (known[i].name == name)
                    group.parameters[i] = value < known[i].least ? known[i].standard : value;
        });
    spin->setDecimals(decimals);
    spin->setSingleStep(decimals == 0 ? 1 : 0.05);
    m_parameters.emplace(std::string(name), spin);
    return spin;
}

QCheckBox* ScheduleSettings::check(Fold& fold, const QString& text, const char* name, const QString& meaning,
                                   const std::function<void(Scene&, bool)>& change)
{
    auto* out = named(new QCheckBox(text, fold.body), (std::string("schedule.") + name).c_str());
    out->setToolTip(meaning);
    fold.grid->addWidget(out, fold.grid->rowCount(), 0, 1, 2);
    connect(out, &QCheckBox::toggled, this,
            [this, name, change](bool on) { edit(QLatin1String(name), [&](Scene& scene) { change(scene, on); }); });
    return out;
}

QComboBox* ScheduleSettings::choice(Fold& fold, const QString& label, const char* name, const QString& meaning,
                                    const QStringList& choices, const std::function<void(Scene&, int)>& change)
{
    auto* out = named(new QComboBox(fold.body), (std::string("schedule.") + name).c_str(), meaning);
    out->addItems(choices);
    out->setToolTip(meaning);
    row(fold, label, out);
    connect(out, &QComboBox::activated, this, [this, name, change](int index) {
        edit(QLatin1String(name), [&](Scene& scene) { change(scene, index); });
    });
    return out;
}

QLineEdit* ScheduleSettings::text(Fold& fold, const QString& label, const char* name, const QString& meaning)
{
    auto* out = named(new QLineEdit(fold.body), (std::string("schedule.") + name).c_str(), meaning);
    out->setToolTip(meaning);
    const int at = fold.grid->rowCount();
    auto* words = new ToneLabel(label, Tone::secondary, fold.body);
    words->setBuddy(out);
    fold.grid->addWidget(words, at, 0);
    fold.grid->addWidget(out, at, 1);
    return out;
}

ToneLabel* ScheduleSettings::note(Fold& fold, const char* name)
{
    auto* out =
        new ToneLabel(QString(), {.tone = Tone::secondary, .size = ToneLabel::Size::small, .wraps = true}, fold.body);
    out->setObjectName(QLatin1String("schedule.") + QLatin1String(name));
    fold.grid->addWidget(out, fold.grid->rowCount(), 0, 1, 2);
    return out;
}

void ScheduleSettings::setOverPage(bool over)
{
    m_over = over;
    update();
}

void ScheduleSettings::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = theme_of(this);
    style_paint::box(painter, QRectF(rect()), theme.panel, m_over ? theme.outline : theme.hairline, 1,
                     metrics::kRadius);
}

void ScheduleSettings::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closed();
    else
        SceneFields::keyPressEvent(event);
}

} // namespace blueprinting::ui
