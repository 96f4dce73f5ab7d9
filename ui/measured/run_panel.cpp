#include "ui/measured/run_panel.h"

#include "core/base/format.h"
#include "core/measured/report_json.h"
#include "core/strategy/derived.h"
#include "ui/measured/error_rows.h"
#include "ui/measured/words.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QDesktopServices>
#include <QFormLayout>
#include <QPushButton>
#include <QRegularExpression>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

QString joined(const std::vector<std::string>& words)
{
    QStringList out;
    for (const std::string& each : words)
        out << shown(each);
    return out.join(QStringLiteral("; "));
}

QString stated(const measured::Row& row)
{
    QStringList out{shown(row.model_name)};
    if (const strategy::Execution* execution = row.execution()) {
        const strategy::Execution& e = *execution;
        out << MeasuredWords::tr("TP %1 PP %2 DP %3")
                   .arg(strategy::tensor_degree(e))
                   .arg(strategy::pipeline_degree(e))
                   .arg(strategy::data_degree(e));
        if (strategy::virtual_stages(e) > 1)
            out << MeasuredWords::tr("v %1").arg(strategy::virtual_stages(e));
        out << MeasuredWords::tr("%1 recompute").arg(value_words(RunFact::recompute, fact_of(row, RunFact::recompute)));
    }
    if (const auto seconds = row.seconds())
        out << MeasuredWords::tr("%1 per iteration").arg(shown(format::seconds(Seconds(*seconds))));
    return out.join(QStringLiteral(", "));
}

QString interval_words(const measured::Prediction& prediction)
{
    if (prediction.readings > measured::kMostReadings)
        return MeasuredWords::tr("%1 readings, more than %2: none is made")
            .arg(prediction.readings)
            .arg(measured::kMostReadings);
    if (!prediction.interval)
        return {};
    const measured::Interval& interval = *prediction.interval;
    return MeasuredWords::tr("%1 … %2 s over %3 readings%4")
        .arg(shown(format::significant(interval.low.value())), shown(format::significant(interval.high.value())))
        .arg(interval.legal)
        .arg(!interval.inside.has_value() ? QString()
             : *interval.inside           ? MeasuredWords::tr("; the measured time lies inside")
                                          : MeasuredWords::tr("; the measured time lies outside"));
}

/// A value that is shown as the source has it: a number with its unit, a list in a phrase.
QString value_text(const Json& value)
{
    if (value.is_string())
        return shown(value.get<std::string>());
    if (value.is_number_float())
        return shown(format::significant(value.get<double>()));
    if (value.is_array()) {
        QStringList out;
        for (const Json& each : value)
            out << value_text(each);
        return out.join(QStringLiteral(", "));
    }
    if (value.is_object() && value.contains("value") && value.contains("unit"))
        return value_text(value.at("value")) + QLatin1Char(' ') + value_text(value.at("unit"));
    return shown(value.dump());
}

/// What is carried and not computed with: each key with its value; texts that say what they are stand alone.
QString carried_words(const Json& object, bool texts_alone, std::initializer_list<const char*> without = {})
{
    if (!object.is_object())
        return object.is_null() ? QString() : value_text(object);
    QStringList parts;
    for (const auto& [key, value] : object.items()) {
        if (value.is_null() || std::ranges::find(without, key) != without.end())
            continue;
        const QString name = shown(key).replace(QLatin1Char('_'), QLatin1Char(' '));
        parts << (texts_alone && value.is_string() ? value_text(value) : name + QLatin1Char(' ') + value_text(value));
    }
    return parts.join(QStringLiteral("; "));
}

QString machine_words(const measured::Row& row)
{
    if (row.machine.empty())
        return row.system ? shown(*row.system) : QString();
    return carried_words(row.json.value("system_note", Json()), true) +
           (row.system ? MeasuredWords::tr("; priced as %1").arg(shown(*row.system)) : QString());
}

QString not_described(const measured::Row& row)
{
    const Json model = row.json.value("model", Json());
    const Json said = model.is_object() ? model.value("not_described", Json()) : Json();
    if (said.is_null() || said == false)
        return {};
    return said == true ? MeasuredWords::tr("the source names the model and does not describe it") : value_text(said);
}

} // namespace

QString why_not_added(const measured::Runs& runs, std::size_t at)
{
    return runs.prediction(at).in(cost::View::peak_only) ? QString() : MeasuredWords::tr("this run cannot be priced");
}

std::vector<std::pair<QString, QString>> run_lines(const measured::Runs& runs, std::size_t at, cost::View view)
{
    const measured::Row& row = runs.row(at);
    const measured::Prediction& prediction = runs.prediction(at);
    std::vector<std::pair<QString, QString>> out;
    const auto add = [&](const QString& title, const QString& text) {
        if (!text.isEmpty())
            out.emplace_back(title, text);
    };
    add(MeasuredWords::tr("source"), shown(row.source));
    add(MeasuredWords::tr("stated"), stated(row));
    const cost::View priced = prediction.in(view) ? view : cost::View::peak_only;
    if (const auto error = runs.error_percent(at, priced))
        add(MeasuredWords::tr("predicted"),
            MeasuredWords::tr("%1 per iteration, error %2\u00a0%%3")
                .arg(shown(format::seconds(*prediction.in(priced))), error_words(*error),
                     priced == view ? QString() : MeasuredWords::tr(" in peak-only")));
    add(MeasuredWords::tr("printed"),
        carried_words(row.json.value("measured", Json()), false, {"seconds_per_iteration"}));
    add(MeasuredWords::tr("rate from"), shown(row.tokens_from));
    QStringList readings;
    for (const measured::Reading& each : row.candidates)
        readings << MeasuredWords::tr("%1 tokens/s as %2")
                        .arg(shown(format::significant(each.tokens_per_second_per_gpu)), shown(each.definition));
    add(MeasuredWords::tr("rate open"), readings.join(QStringLiteral("; ")));
    if (const auto peak = runs.error_percent(at, cost::View::peak_only); peak && *peak > 0)
        add(MeasuredWords::tr("fault"),
            MeasuredWords::tr("%1 by %2 %: %3")
                .arg(shown(std::string(measured::kFasterThanPeak)), shown(format::fixed(*peak, 1)),
                     shown(std::string(measured::faster_words(runs, at)))));
    if (!prediction.fits)
        add(MeasuredWords::tr("fault"), shown(std::string(measured::kDoesNotFit)));
    add(MeasuredWords::tr("assumed"), joined(row.assumed));
    add(MeasuredWords::tr("open"), joined(row.open));
    add(view == cost::View::peak_only ? MeasuredWords::tr("interval, evidence") : MeasuredWords::tr("interval"),
        interval_words(prediction));
    add(MeasuredWords::tr("machine"), machine_words(row));
    if (row.left_out > 0)
        add(MeasuredWords::tr("left out"),
            MeasuredWords::tr("%1 of the FLOPs").arg(shown(format::percent(100 * row.left_out, 1, false))));
    add(MeasuredWords::tr("not modelled"), joined(row.not_modelled));
    add(MeasuredWords::tr("inconsistent"), joined(row.inconsistent));
    add(MeasuredWords::tr("caveat"), shown(row.caveat));
    if (!row.execution()) // else its strategy says them
        add(MeasuredWords::tr("degrees"), carried_words(row.json.value("degrees", Json()), false));
    add(MeasuredWords::tr("straddles nodes"), carried_words(row.json.value("straddles", Json()), false));
    add(MeasuredWords::tr("FLOPs a token"), carried_words(row.json.value("flops_per_token", Json()), false));
    add(MeasuredWords::tr("achieved"), carried_words(row.json.value("achieved", Json()), false));
    add(MeasuredWords::tr("not described"), not_described(row));
    QStringList refused;
    for (const Diagnostic& each : prediction.refused)
        refused << shown(each.message);
    if (!prediction.in(view) && prediction.in(cost::View::peak_only))
        add(MeasuredWords::tr("evidence"),
            MeasuredWords::tr("none: of %1 only the data sheet is known; see peak-only").arg(shown(*row.system)));
    add(MeasuredWords::tr("not priced"), refused.isEmpty() ? shown(row.why_not) : refused.join(QStringLiteral("; ")));
    return out;
}

QString source_link(const std::string& source)
{
    const QString text = shown(source);
    static const QRegularExpression arxiv(QStringLiteral("arXiv:(\\d{4}\\.\\d{5})"));
    if (const auto match = arxiv.match(text); match.hasMatch())
        return QStringLiteral("https://arxiv.org/abs/") + match.captured(1);
    static const QRegularExpression repository(QStringLiteral("^([\\w.-]+/[\\w.-]+)(?: |$)"));
    if (const auto match = repository.match(text); match.hasMatch())
        return QStringLiteral("https://github.com/") + match.captured(1);
    return {};
}

RunPanel::RunPanel(QWidget* parent)
    : Panel({}, parent),
      m_lines(new QFormLayout),
      m_empty(new ToneLabel(tr("Pick a run in the chart or in a table."), Tone::secondary)),
      m_open(new QPushButton(icon(Icon::link), tr("Open source"))),
      m_add(new QPushButton(icon(Icon::plus, Tone::accent), tr("Add as strategy")))
{
    auto* content = new QWidget;
    auto* inside = bare<QVBoxLayout>(content, metrics::kControlGap);
    m_empty->setWordWrap(true);
    inside->addWidget(m_empty);
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_lines->setVerticalSpacing(3);
    m_lines->setHorizontalSpacing(10);
    m_lines->setRowWrapPolicy(QFormLayout::DontWrapRows);
    m_lines->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    inside->addLayout(m_lines);
    inside->addStretch(1);
    body()->addWidget(page_of(content, "runScroll", tr("What is known of the run")), 1);
    named(m_open, "openSource");
    named(m_add, "addRun");
    auto* buttons = bare<QHBoxLayout>(static_cast<QWidget*>(nullptr), metrics::kControlGap);
    buttons->addWidget(m_open);
    buttons->addStretch(1);
    buttons->addWidget(m_add);
    body()->addLayout(buttons);
    connect(m_add, &QPushButton::clicked, this, &RunPanel::addWanted);
    connect(m_open, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(QUrl(m_link)); });
    showNothing();
}

void RunPanel::showNothing()
{
    m_shown.reset();
    setTitle(tr("Run"));
    setNote({});
    while (m_lines->rowCount() > 0)
        m_lines->removeRow(0);
    m_empty->show();
    m_open->setEnabled(false);
    m_add->setEnabled(false);
}

void RunPanel::showRun(const measured::Runs& runs, std::size_t at, cost::View view)
{
    const std::tuple asked(&runs, at, view);
    if (m_shown == asked)
        return;
    m_shown = asked;
    const measured::Row& row = runs.row(at);
    setTitle(shown(row.id));
    setNote(tr("grade %1").arg(shown(to_string(row.grade))));
    m_empty->hide();
    while (m_lines->rowCount() > 0)
        m_lines->removeRow(0);
    for (const auto& [title, text] : run_lines(runs, at, view)) {
        auto* label = new ToneLabel(title, Tone::secondary);
        label->setSize(ToneLabel::Size::small);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        auto* words = new ToneLabel(text);
        words->setSize(ToneLabel::Size::small);
        words->setWordWrap(true);
        words->setTextInteractionFlags(Qt::TextSelectableByMouse);
        words->setAccessibleName(title);
        m_lines->addRow(label, words);
    }
    m_link = source_link(row.source);
    m_open->setEnabled(!m_link.isEmpty());
    m_open->setToolTip(m_link);
    const QString why_not = why_not_added(runs, at);
    m_add->setEnabled(why_not.isEmpty());
    m_add->setToolTip(why_not.isEmpty()
                          ? tr("Puts the run's strategy into the session, with its measurement as a reference")
                          : why_not);
}

} // namespace blueprinting::ui
