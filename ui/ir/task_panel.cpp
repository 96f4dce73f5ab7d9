#include "ui/ir/task_panel.h"

#include "ui/style/explorer_style.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/controls/flow_layout.h"
#include "ui/widgets/controls/link_button.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/last_legal.h"
#include "ui/widgets/page.h"

#include <QApplication>
#include <QClipboard>
#include <QFrame>
#include <QGridLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace blueprinting::ui {
namespace {

constexpr int kLabelColumn = 86; ///< of all its lists: values stand in one column

/// A quiet box that holds formulas in the fixed font.
class FormulaBox : public QWidget {
public:
    explicit FormulaBox(QWidget* parent = nullptr) : QWidget(parent) {}

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = theme_of(this);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        style_paint::box(painter, rect(), theme.window, theme.hairline, 1, metrics::kRadius);
    }
};

ToneLabel* fixed_label(const QString& text, bool bold = false, Tone tone = Tone::text)
{
    auto* label = new ToneLabel(text, {.tone = tone, .size = ToneLabel::Size::fixed, .selectable = true});
    label->setBold(bold);
    return label;
}

/// Lines may break behind an operator, not within a number.
QString breakable(QString text)
{
    for (const char16_t operation : {u'·', u'/'})
        text.replace(QChar(operation), QString(QChar(operation)) + QChar(0x200B));
    return text;
}

ToneLabel* heading(const QString& text)
{
    auto* label = new ToneLabel(text, {.bold = true});
    return label;
}

QFrame* line()
{
    auto* out = new QFrame;
    out->setFrameShape(QFrame::HLine);
    return out;
}

} // namespace

TaskPanel::TaskPanel(QWidget* parent)
    : QWidget(parent),
      m_title(named(new ToneLabel({}, {.bold = true, .wraps = true}, this), "taskTitle")),
      m_more(named(new QToolButton(this), "taskMore")),
      m_content(nullptr),
      m_outer(new QVBoxLayout),
      m_timing(named(new QPushButton(icon(Icon::link), tr("Show in Timing"), this), "showInTiming"))
{
    m_more->setIcon(icon(Icon::more, Tone::secondary));
    m_more->setIconSize(QSize(metrics::kRowIcon, metrics::kRowIcon));
    m_more->setAutoRaise(true);
    m_more->setToolTip(tr("Copy formulas or the id"));
    m_more->setAccessibleName(m_more->toolTip());
    set_compact(m_more);
    auto* menu = new QMenu(m_more);
    connect(menu->addAction(tr("Copy formulas")), &QAction::triggered, this, &TaskPanel::copyFormulas);
    connect(menu->addAction(tr("Copy id")), &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(m_details.id); });
    connect(m_more, &QToolButton::clicked, menu,
            [this, menu] { menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
    connect(m_timing, &QPushButton::clicked, this, &TaskPanel::timingAsked);

    m_stale = named(new ToneLabel(last_legal_words(), {.tone = Tone::caution, .size = ToneLabel::Size::small}, this),
                    "taskStale");
    m_stale->hide();
    auto* top = bare<QHBoxLayout>(nullptr, -1, {{m_title, 1}, {m_stale, 0, Qt::AlignTop}, {m_more, 0, Qt::AlignTop}});
    auto* holder = new QWidget;
    holder->setLayout(m_outer);
    m_outer->setContentsMargins(0, 0, 0, 0);
    QScrollArea* scroll = scroll_of(holder, "taskScroll");

    auto* no_time = new ToneLabel(tr("No time in the IR."), {.tone = Tone::secondary, .wraps = true});
    auto* bottom = bare<QHBoxLayout>(nullptr, -1, {{no_time, 1}, m_timing});
    bare<QVBoxLayout>(this, metrics::kControlGap, {top, {scroll, 1}, bottom});
}

void TaskPanel::setDetails(const TaskDetails& details)
{
    if (m_filled && details.key == m_details.key && details.plain == m_details.plain &&
        details.across == m_details.across && details.around == m_details.around && details.id == m_details.id &&
        details.flags == m_details.flags && details.stale == m_details.stale)
        return;
    m_details = details;
    m_filled = true;
    m_title->setText(details.key.isEmpty() ? tr("No task") : details.title);
    m_stale->setVisible(details.stale);
    m_more->setEnabled(!details.key.isEmpty());
    m_timing->setEnabled(!details.key.isEmpty() && !details.formulas.empty());
    if (m_content) { // one of its links may be what brought us here
        const QWidget* focused = QApplication::focusWidget();
        if (focused && m_content->isAncestorOf(focused))
            m_more->setFocus();
        m_content->hide();
        m_content->setParent(nullptr);
        m_content->deleteLater();
    }
    m_content = new QWidget;
    auto* all = bare<QVBoxLayout>(m_content, metrics::kControlGap);
    if (details.key.isEmpty()) {
        auto* hint = new ToneLabel(tr("Pick a task of a DistributedTaskIR or a PortablePlanIR."),
                                   {.tone = Tone::secondary, .wraps = true});
        all->addWidget(hint);
    } else {
        auto* headline =
            named(new ToneLabel(details.headline, {.tone = Tone::secondary, .wraps = true}), "taskHeadline");
        all->addWidget(headline);
        auto* id = fixed_label(details.id.left(17) + QStringLiteral("…"));
        id->setObjectName(QStringLiteral("taskId"));
        id->setToolTip(plain_tooltip(details.id));
        all->addWidget(id);
        showFormulas(all);
        showLinks(all, tr("Across the boundary"), details.across, {});
        showLinks(all, tr("Around it"), details.around, details.flags);
    }
    all->addStretch(1);
    m_outer->addWidget(m_content);
    m_title->setTone(details.stale ? Tone::secondary : Tone::text);
    if (details.stale)
        for (auto* label : m_content->findChildren<ToneLabel*>())
            label->setTone(Tone::secondary);
}

void TaskPanel::showFormulas(QVBoxLayout* into)
{
    if (m_details.formulas.empty())
        return;
    const FormulaText& operations = m_details.formulas.front();
    lay_out(into, {line(), heading(operations.quantity)});
    auto* box = named(new FormulaBox, "operationsBox");
    auto* lines = new QVBoxLayout(box);
    lines->setContentsMargins(10, 8, 10, 8);
    lines->setSpacing(3);
    const auto add = [&](const QString& text, bool bold, const char* name) {
        auto* label = fixed_label(breakable(text), bold);
        label->setObjectName(QString::fromLatin1(name));
        label->setWordWrap(true);
        lines->addWidget(label);
    };
    if (operations.nothing) {
        add(tr("none"), false, "operationsResult");
    } else {
        add(operations.symbols, false, "operationsSymbols");
        add(QStringLiteral("= ") + operations.numbers, false, "operationsNumbers");
        add(QStringLiteral("= ") + operations.result, true, "operationsResult");
    }
    into->addWidget(box);

    auto* symbols = new QGridLayout;
    symbols->setHorizontalSpacing(metrics::kPanelPadding);
    symbols->setVerticalSpacing(5);
    symbols->setColumnStretch(1, 1);
    symbols->setColumnMinimumWidth(0, kLabelColumn);
    int row = 0;
    for (const ir::SymbolBinding& symbol : m_details.symbols) {
        const bool named = symbol.symbol != symbol.meaning;
        auto* name = new ToneLabel(named ? shown(symbol.symbol) + QStringLiteral(" = ") + shown(symbol.meaning)
                                         : shown(symbol.symbol),
                                   {.wraps = true});
        name->setFixedWidth(kLabelColumn);
        auto* value = new ToneLabel(breakable(shown(symbol.numbers)), {.wraps = true});
        value->setFont(number_font(this));
        symbols->addWidget(name, row, 0, Qt::AlignTop);
        symbols->addWidget(value, row, 1, Qt::AlignTop);
        ++row;
    }
    into->addLayout(symbols);

    lay_out(into, {line(), heading(tr("Bytes"))});
    auto* bytes = named(new FormulaBox, "bytesBox");
    auto* grid = new QGridLayout(bytes);
    grid->setContentsMargins(10, 8, 10, 8);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    row = 0;
    for (std::size_t i = 1; i < m_details.formulas.size(); ++i) {
        const FormulaText& formula = m_details.formulas[i];
        grid->addWidget(fixed_label(formula.quantity, false, Tone::secondary), row, 0, Qt::AlignTop);
        auto* text = fixed_label(formula.nothing ? QString() : breakable(formula.symbols));
        text->setWordWrap(true);
        text->setToolTip(formula.nothing ? QString()
                                         : plain_tooltip(formula.symbols + QStringLiteral("\n= ") + formula.numbers));
        grid->addWidget(text, row, 1, Qt::AlignTop);
        auto* result = fixed_label(formula.nothing ? tr("none") : formula.result);
        result->setObjectName(QStringLiteral("result_") + QString::number(i));
        grid->addWidget(result, row, 2, Qt::AlignTop | Qt::AlignRight);
        ++row;
    }
    into->addWidget(bytes);
}

void TaskPanel::showLinks(QVBoxLayout* into, const QString& title, const std::vector<LinkRow>& rows,
                          const QString& flags)
{
    if (rows.empty() && flags.isEmpty())
        return;
    lay_out(into, {line(), heading(title)});
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(metrics::kPanelPadding);
    grid->setVerticalSpacing(5);
    grid->setColumnMinimumWidth(0, kLabelColumn);
    grid->setColumnStretch(1, 1);
    int at = 0;
    for (const LinkRow& row : rows) {
        grid->addWidget(new ToneLabel(row.label, Tone::secondary), at, 0, Qt::AlignTop);
        auto* holder = new QWidget;
        auto* flow = new FlowLayout(holder, 8, 3);
        flow->setContentsMargins(0, 0, 0, 0);
        for (const TaskLink& link : row.links) {
            auto* button = new LinkButton(link.text);
            button->setObjectName(QStringLiteral("link_") + stage_key(link.stage) + QLatin1Char('_') + link.task);
            button->setAccessibleName(line_text(tr("%1: %2").arg(row.label, link.text)));
            if (link.task.isEmpty()) // the longest of them, cut where a scroll bar takes its room
                button->setToolTip(plain_tooltip(link.text));
            connect(button, &QAbstractButton::clicked, this, [this, link] { Q_EMIT followed(link); });
            flow->addWidget(button);
        }
        if (row.links.empty()) {
            auto* generated = new ToneLabel(tr("nothing: the pass inserted it"), {.wraps = true});
            flow->addWidget(generated);
        }
        grid->addWidget(holder, at, 1);
        ++at;
    }
    if (!flags.isEmpty()) {
        grid->addWidget(new ToneLabel(tr("flags"), Tone::secondary), at, 0, Qt::AlignTop);
        auto* text = named(new ToneLabel(flags, {.wraps = true}), "taskFlags");
        grid->addWidget(text, at, 1);
    }
    into->addLayout(grid);
}

void TaskPanel::copyFormulas() const { QGuiApplication::clipboard()->setText(m_details.plain); }

} // namespace blueprinting::ui
