#include "ui/certificate/side_panel.h"

#include "core/base/format.h"
#include "core/base/shortened.h"
#include "core/certificate/unbound.h"
#include "ui/certificate/paged_switch.h"
#include "ui/certificate/profile_form.h"
#include "ui/certificate/review_text.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/digest_label.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/widgets/verdict_word.h"

#include <QHeaderView>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

/// Fifteen checks are to be seen at once: lower rows than other tables have.
class CheckList final : public TableView {
public:
    explicit CheckList(RowTable* table) : TableView(table) { lower(); }

protected:
    void changeEvent(QEvent* event) override
    {
        TableView::changeEvent(event);
        lower();
    }

private:
    void lower()
    {
        const int height = fontMetrics().height() + 1;
        verticalHeader()->setMinimumSectionSize(height);
        verticalHeader()->setDefaultSectionSize(height);
    }
};

QString key_of(certificate::Check check)
{
    const auto name = certificate::to_string(check);
    return QString::fromLatin1(name.data(), static_cast<int>(name.size()));
}

QVBoxLayout* lines_of(QWidget* page)
{
    auto* lines = bare<QVBoxLayout>(page, metrics::kControlGap);
    return lines;
}

TableRow group_row(const QString& title)
{
    TableRow row{.key = title, .cells = {text_cell(title, Tone::text, true)}, .kind = RowKind::group};
    return row;
}

TableRow fact_row(const QString& name, const QString& value, const QString& tooltip = {})
{
    TableRow row;
    row.key = name + value;
    Cell shown = text_cell(value);
    shown.tooltip = tooltip.isEmpty() ? value : tooltip;
    Cell label = text_cell(name, Tone::secondary);
    label.tooltip = name;
    row.cells = {label, shown};
    return row;
}

void add_unused(std::vector<TableRow>& rows, const certificate::UnusedFields& fields)
{
    for (const certificate::UnusedField& field : fields) {
        QString value = shown(blueprinting::shown(field.example));
        if (field.count > 1)
            value = SidePanel::tr("%1 times, %2 %3; first %4")
                        .arg(count_figure(field.count))
                        .arg(field.distinct >= 64 ? SidePanel::tr("64 or more") : count_figure(field.distinct),
                             field.distinct == 1 ? SidePanel::tr("value") : SidePanel::tr("values"), value);
        // The place stands with the value: as a name it would leave no room for values.
        rows.push_back(fact_row(shown(field.path).section(u'/', -1), shown(field.path) + u' ' + value,
                                shown(field.path) + u'\n' + value));
    }
    if (fields.further > 0)
        rows.push_back(fact_row(QStringLiteral("–"), SidePanel::tr("%1 more").arg(count_figure(fields.further))));
}

} // namespace

SidePanel::SidePanel(QWidget* parent)
    : Panel({}, parent),
      m_pages(new PagedSwitch({{QStringLiteral("checks"), tr("Checks")},
                               {QStringLiteral("table"), tr("Table")},
                               {QStringLiteral("profile"), tr("Profile")},
                               {QStringLiteral("file"), tr("File")}})),
      m_count(named(new ToneLabel, "checksCount"))
{
    setObjectName(QStringLiteral("sidePanel"));
    setAccessibleName(tr("Checks, table, profile and file"));
    m_pages->control()->setObjectName(QStringLiteral("sideSwitch"));
    auto* head = bare<QHBoxLayout>(nullptr, metrics::kControlGap, {m_pages->control(), Laid::rest(), m_count});
    body()->addLayout(head);
    body()->addWidget(m_pages, 1);
    m_pages->addPage(makeChecks());
    m_pages->addPage(makeTable());
    m_profile = named(new ProfileForm, "profileForm");
    m_pages->addPage(scroll_of(m_profile, "", tr("Profile")));
    m_pages->addPage(makeFile());
    connect(m_pages, &PagedSwitch::turned, this, &SidePanel::pageChanged);
}

QWidget* SidePanel::makeChecks()
{
    auto* page = new QWidget;
    QVBoxLayout* lines = lines_of(page);
    Column check{.id = QStringLiteral("check"), .header = tr("check"), .stretch = true};
    Column verdict{QStringLiteral("verdict"), tr("verdict")}; // a mark on the screen
    Column reason{QStringLiteral("reason"), tr("reason")};    // under the list
    verdict.saved_only = reason.saved_only = true;
    m_checks = new RowTable({check, verdict, reason}, this);
    m_checkList = named(new CheckList(m_checks), "checkList", tr("Validation checks"));
    m_checkList->horizontalHeader()->hide();
    m_checkList->setShowGrid(false);
    m_reason = named(
        new ToneLabel({}, {.tone = Tone::secondary, .size = ToneLabel::Size::small, .wraps = true, .selectable = true}),
        "checkReason");
    lay_out(lines, {{m_checkList, 1}, m_reason});
    connect(m_checkList, &TableView::keyPicked, this, &SidePanel::showReason);
    return page;
}

QWidget* SidePanel::makeTable()
{
    auto* page = new QWidget;
    QVBoxLayout* lines = lines_of(page);
    Column term{.id = QStringLiteral("term"), .header = tr("term"), .stretch = true};
    Column shipped{QStringLiteral("shipped"), tr("shipped"), tr("10⁻³ µs per feature unit"), ColumnKind::number};
    Column refitted{QStringLiteral("refitted"), tr("refitted"), tr("By the hold-out builder's fit"),
                    ColumnKind::number};
    shipped.saved_as = tr("shipped (10⁻³ µs per feature unit)");
    refitted.saved_as = tr("refitted (10⁻³ µs per feature unit)");
    m_terms = new RowTable({term, shipped, refitted}, this);
    auto* table = named(new TableView(m_terms), "termTable", tr("Coefficients"));
    m_tableNote = new ToneLabel(tr("Coefficients in 10⁻³ µs per feature unit"),
                                {.tone = Tone::secondary, .size = ToneLabel::Size::small, .wraps = true});
    m_hash = named(new DigestLabel, "tableHash");
    lay_out(lines, {m_tableNote, {table, 1}, m_hash});
    return page;
}

QWidget* SidePanel::makeFile()
{
    Column name{QStringLiteral("name"), tr("field")};
    Column value{.id = QStringLiteral("value"), .header = tr("value"), .stretch = true};
    m_file = new RowTable({name, value}, this);
    auto* table = named(new TableView(m_file), "fileTable", tr("What the file holds"));
    table->horizontalHeader()->hide();
    return table;
}

QString SidePanel::page() const { return m_pages->current(); }

void SidePanel::setPage(const QString& id) { m_pages->turnTo(id); }

void SidePanel::setReview(const Review& review)
{
    const ChecksCount count = checks_count(review);
    m_count->setText(count.text);
    m_count->setTone(count.tone);
    m_count->setToolTip(shown(certificate::unbound_sentence()));
    m_results = review.checks;
    std::vector<TableRow> rows;
    QString first_failed;
    QString first_open;
    for (const certificate::CheckResult& check : review.checks) {
        TableRow row;
        row.key = key_of(check.check);
        Cell cell = text_cell(check_title(check, *review.certificate));
        cell.tooltip = check_reason(check);
        switch (check.state) {
        case certificate::CheckState::passed:
            cell.icon = Icon::check;
            cell.icon_tone = Tone::good;
            break;
        case certificate::CheckState::failed:
            cell.icon = Icon::cross;
            cell.icon_tone = Tone::bad;
            cell.tone = Tone::bad;
            cell.bold = true;
            row.tint = RowTint::bad;
            if (first_failed.isEmpty())
                first_failed = row.key;
            break;
        case certificate::CheckState::not_checked:
            // Until the refit is there it is awaited; from then on it is missing.
            cell.icon = is_being_checked(review) ? Icon::minus : Icon::warning;
            cell.icon_tone = is_being_checked(review) ? Tone::secondary : Tone::caution;
            cell.tone = Tone::secondary;
            cell.note = is_being_checked(review) ? tr("not yet") : verdict_word(std::nullopt);
            if (first_open.isEmpty() && !is_being_checked(review))
                first_open = row.key;
            break;
        }
        row.cells = {cell, text_cell(verdict_word(certificate::verdict_of(check.state))),
                     text_cell(check_reason(check))};
        rows.push_back(std::move(row));
    }
    m_checks->setRows(std::move(rows));
    // What speaks against it is told at once.
    m_checkList->pickAtFirst(first_failed.isEmpty() ? first_open : first_failed);
    showReason(m_checkList->currentKey());
    m_shipped = review.certificate->table;
    m_hash->setDigest(shown(certificate::table_hash(m_shipped)));
    showTable();
    m_profile->setEnvelope(review.certificate->envelope);
    showFile(review);
}

void SidePanel::showReason(const QString& check)
{
    for (const certificate::CheckResult& each : m_results)
        if (key_of(each.check) == check) {
            m_reason->setTone(each.state == certificate::CheckState::failed ? Tone::bad : Tone::secondary);
            // Keys are long words: they may break behind their bars.
            m_reason->setText(check_reason(each).replace(u'|', QStringLiteral("|\u200B")));
            m_reason->show();
            return;
        }
    m_reason->hide();
}

void SidePanel::setRefit(const certificate::Refit* refit)
{
    m_refitted = refit ? std::optional(refit->table) : std::nullopt;
    showTable();
}

void SidePanel::showTable()
{
    std::vector<TableRow> rows;
    const auto figure = [](const certificate::IntegerTable& table, const std::string& name) {
        const auto at = table.find(name);
        return at == table.end() ? text_cell(QStringLiteral("–"), Tone::secondary)
                                 : number_cell(static_cast<double>(at->second), shown(format::integer(at->second)));
    };
    const auto add = [&](const std::string& name, const QString& label, ColorToken color, const QString& tooltip) {
        TableRow row;
        row.key = shown(name);
        Cell term = text_cell(label);
        term.color = color;
        term.tooltip = tooltip;
        Cell refitted = m_refitted ? figure(*m_refitted, name) : text_cell(QStringLiteral("–"), Tone::secondary);
        Cell shipped = figure(m_shipped, name);
        if (m_refitted && refitted.value != shipped.value)
            refitted.tone = Tone::above;
        row.cells = {term, shipped, refitted};
        rows.push_back(std::move(row));
    };
    for (const certificate::Term term : certificate::kTerms) {
        const std::string name(certificate::to_string(term));
        if (m_shipped.contains(name))
            add(name, term_name(term), ColorToken::term(static_cast<std::size_t>(term)),
                tr("%1 = %2").arg(shown(name), shown(std::string(certificate::formula_of(term)))));
    }
    for (const auto& [name, coefficient] : m_shipped)
        if (!certificate::term_from(name))
            add(name, shown(name), {}, tr("%1: not known here").arg(shown(name)));
    m_terms->setRows(std::move(rows));
}

void SidePanel::showFile(const Review& review)
{
    const certificate::Certificate& held = *review.certificate;
    std::vector<TableRow> rows;
    rows.push_back(group_row(tr("Certificate")));
    rows.push_back(fact_row(tr("file"), review.file, review.path));
    rows.push_back(fact_row(tr("schema"), shown(held.schema)));
    rows.push_back(
        fact_row(tr("cells"),
                 tr("%1, %2 candidates").arg(count_figure(held.cells.size()), count_figure(held.candidate_count()))));
    rows.push_back(fact_row(tr("objective"), shown(held.fit.objective)));
    rows.push_back(
        fact_row(tr("hold-out"), held.fit.holdout.empty() ? tr("the built-in rule alone") : shown(held.fit.holdout)));
    rows.push_back(fact_row(tr("rows asked for"), QString::number(held.fit.require_complete)));
    rows.push_back(group_row(tr("Manifest")));
    if (review.manifest) {
        rows.push_back(fact_row(tr("file"), review.manifest_file, review.manifest_path));
        if (!review.manifest->description.empty())
            rows.push_back(fact_row(tr("description"), shown(review.manifest->description)));
        rows.push_back(fact_row(tr("expected"), tr("%1 cells").arg(count_figure(review.manifest->cells.size()))));
        for (const certificate::Exclusion& exclusion : review.manifest->excluded)
            rows.push_back(fact_row(tr("excluded"),
                                    cell_names(exclusion.key).whole() + QStringLiteral(": ") +
                                        (exclusion.reason.empty() ? tr("no reason given") : shown(exclusion.reason)),
                                    shown(exclusion.key + "\n" + exclusion.reason)));
    } else {
        rows.push_back(fact_row(tr("file"), tr("none is open; open one, or put it in the certificate's folder")));
        if (held.manifest)
            rows.push_back(fact_row(tr("inside"), tr("%1 expected, %2 excluded")
                                                      .arg(held.manifest->expected.size())
                                                      .arg(held.manifest->excluded.size())));
    }
    if (!review.set().reranked.empty())
        rows.push_back(
            fact_row(tr("re-ranked"), tr("%1 cells of %2, in none of the figures")
                                          .arg(count_figure(review.set().reranked.size()),
                                               shown(shortened(certificate::join_patterns(held.fit.rerank_shapes))))));
    rows.push_back(group_row(tr("Kept but not used, %1 fields").arg(review.unused.told())));
    add_unused(rows, review.unused);
    if (review.unused.empty())
        rows.push_back(fact_row(QStringLiteral("–"), tr("every field was used")));
    if (!review.manifest_unused.empty()) {
        rows.push_back(
            group_row(tr("Of the manifest, kept but not used, %1 fields").arg(review.manifest_unused.told())));
        add_unused(rows, review.manifest_unused);
    }
    rows.push_back(group_row(tr("What only the evidence can show")));
    for (const certificate::UnboundField& field : certificate::unbound_fields())
        rows.push_back(fact_row(shown(field.path).section(u'/', -1), shown(field.what),
                                shown(field.path) + u'\n' + shown(field.what)));
    m_file->setRows(std::move(rows));
}

} // namespace blueprinting::ui
