#include "ui/compare/compare_model.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/compare/compare_pair.h"
#include "ui/compare/compare_text.h"
#include "ui/style/foreign_text.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/fit_words.h"
#include "ui/widgets/last_legal.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace blueprinting::ui::compare {

namespace {

/// Why both sides have none of a component.
QString nothing(cost::Component component, const Contender& left, const Contender& right)
{
    const auto& a = left.result->evaluated.execution;
    const auto& b = right.result->evaluated.execution;
    const auto both = [](std::int64_t x, std::int64_t y) { return x == 1 && y == 1; };
    switch (component) {
    case cost::Component::data_parallel:
        if (both(strategy::data_degree(a), strategy::data_degree(b)))
            return Words::tr("no DP");
        break;
    case cost::Component::pipeline_parallel:
    case cost::Component::pipeline_bubble:
        if (both(strategy::pipeline_degree(a), strategy::pipeline_degree(b)))
            return Words::tr("no PP");
        break;
    case cost::Component::tensor_parallel:
        if (both(strategy::tensor_degree(a), strategy::tensor_degree(b)))
            return Words::tr("no TP");
        break;
    default: break;
    }
    return Words::tr("none");
}

struct Part {
    QString key, name;
    ColorToken color;
    bool hatched = false;
    double left = 0, right = 0;
    QString none;                         ///< said where both are zero
    bool in_left = true, in_right = true; ///< inference has neither gradients nor what follows from them
};

/// How all figures of a table are written.
struct Format {
    double scale = 1;
    format::Series series;
    [[nodiscard]] QString number(double value) const { return shown(series.text(value * scale)); }
    [[nodiscard]] QString sign(double value) const { return shown(series.with_sign(value * scale)); }
};

/// Percent from which on a difference is coloured one step stronger: of the baseline's whole, and of the part itself.
constexpr std::array kOfWhole{1.0, 3.0, 10.0};
constexpr std::array kOfItself{5.0, 20.0, 50.0};

std::size_t step_of(double percent, const std::array<double, 3>& from)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(from, [percent](double edge) { return std::abs(percent) >= edge; }));
}

ColorToken shade(double difference, double share)
{
    return ColorToken(difference < 0 ? &Theme::below_fill : &Theme::above_fill).mixedWithPanel(share);
}

/// Both sides, difference, percent and bar of one part. Difference and bar are coloured by their share of `whole`, the
/// baseline's total, the percentage by itself.
std::vector<Cell> cells_of(const Part& part, const Format& how, double whole, const Pair& pair, bool total)
{
    constexpr std::array kGround{0.06, 0.12, 0.18, 0.25};
    constexpr std::array kBar{0.45, 0.65, 0.85, 1.0};
    const double difference = part.right - part.left;
    const bool both_zero = part.left == 0 && part.right == 0;
    const double share = part.left != 0 ? 100 * difference / part.left : 0;
    Tone tone = both_zero || (part.left != 0 && std::abs(share) <= 0.05) ? Tone::secondary : sign_tone(difference, 0);
    if (total && !pair.both_fit()) // of what cannot run less time is no gain
        tone = Tone::secondary;
    Cell name = text_cell(part.name);
    name.color = part.color;
    name.hatched = part.hatched;
    QString percent = shown(format::percent(share, 1));
    if (both_zero)
        percent = part.in_left && part.in_right ? part.none : QString();
    else if (!part.in_left || !part.in_right)
        percent = part.in_left ? Words::tr("training only") : Words::tr("new");
    else if (part.left == 0)
        percent = Words::tr("new");
    const QString change = both_zero ? QStringLiteral("0") : how.sign(difference);
    std::vector<Cell> cells{
        name,
        part.in_left ? number_cell(part.left * how.scale, how.number(part.left)) : inference_has_none(),
        part.in_right ? number_cell(part.right * how.scale, how.number(part.right)) : inference_has_none(),
        number_cell(difference * how.scale, change, tone),
        part.left == 0 && !both_zero ? number_cell(INFINITY, percent, tone) : number_cell(share, percent, tone),
        total ? Cell{} : number_cell(difference * how.scale, {})};
    if (total)
        for (const auto& [one, column] : {std::pair(pair.left, std::size_t{1}), std::pair(pair.right, std::size_t{2})})
            if (!one->fits())
                cells[column].tone = Tone::bad;
    const std::size_t step = step_of(whole > 0 ? 100 * difference / whole : 0, kOfWhole);
    if (tone != Tone::secondary) {
        cells[3].background = shade(difference, kGround[step]);
        cells[4].background = shade(difference, kGround[part.left == 0 ? 3 : step_of(share, kOfItself)]);
    }
    if (!total)
        cells[5].color = shade(difference, kBar[step]);
    if (!pair.left->current() || !pair.right->current())
        for (Cell& cell : cells)
            cell = last_legal(std::move(cell));
    return cells;
}

/// Beside a model of more than six numbers, what neither has is left out.
bool is_row(cost::Component component, const Contender& left, const Contender& right)
{
    return (left.plain() && right.plain()) || left.evidence().breakdown[component].value() > 0 ||
           right.evidence().breakdown[component].value() > 0;
}

std::vector<Part> parts_of(const Pair& pair, Difference what)
{
    const Contender& left = pair.left ? *pair.left : *pair.right;
    const Contender& right = *pair.right;
    std::vector<Part> parts;
    const auto add = [&](Part part, bool in_left, bool in_right) {
        part.in_left = in_left;
        part.in_right = in_right;
        if (in_left || in_right)
            parts.push_back(std::move(part));
    };
    if (what == Difference::time) {
        for (const cost::Component component : kAllComponents)
            add({component_key(component), component_title(component), component_color(component),
                 component_hatched(component), left.evidence().breakdown[component].value(),
                 right.evidence().breakdown[component].value(), nothing(component, left, right)},
                is_row(component, left, right) && cost::exists(component, left.training()),
                is_row(component, left, right) && cost::exists(component, right.training()));
        for (std::size_t i = 0; i < program::kFurtherComponents.size(); ++i) {
            const auto component = static_cast<program::Component>(cost::kComponents + i);
            const double a = left.further_in(cost::View::system_evidence, i).value();
            const double b = right.further_in(cost::View::system_evidence, i).value();
            if (a > 0 || b > 0)
                add({component_key(component), component_title(component), component_color(component), false, a, b,
                     Words::tr("none")},
                    true, true);
        }
    } else {
        for (const cost::MemoryPart part : kMemoryStack)
            add({memory_key(part), memory_title(part), memory_color(part), false, left.evidence().memory[part].value(),
                 right.evidence().memory[part].value(), Words::tr("none")},
                cost::exists(part, left.training()), cost::exists(part, right.training()));
    }
    return parts;
}

Part total_of(const Pair& pair, Difference what)
{
    if (what == Difference::time)
        return {QStringLiteral("total"),
                Words::tr("Iteration"),
                {},
                false,
                pair.left ? pair.left->evidence().total.value() : 0,
                pair.right->evidence().total.value(),
                {}};
    return {QStringLiteral("total"),
            Words::tr("Memory per GPU"),
            {},
            false,
            pair.left ? pair.left->evidence().memory.total().value() : 0,
            pair.right->evidence().memory.total().value(),
            {}};
}

Format format_of(const Pair& pair, Difference what)
{
    const Part total = total_of(pair, what);
    Format how{1 / kGibibyte, format::Series(4, 3)};
    if (what == Difference::time) {
        const double largest = std::max(total.left, total.right);
        const TimeUnit unit = time_unit(largest);
        how = {unit.per_second,
               format::Series(largest * unit.per_second >= 10 ? 5 : 4)}; // parts have a digit more than the whole needs
    }
    how.series.against(total.left * how.scale, total.right * how.scale);
    for (const Part& part : parts_of(pair, what))
        how.series.against(part.left * how.scale, part.right * how.scale);
    return how;
}

QString unit_name(const Pair& pair, Difference what)
{
    if (what == Difference::memory)
        return QStringLiteral("GiB");
    return time_unit(
               std::max(pair.left ? pair.left->evidence().total.value() : 0, pair.right->evidence().total.value()))
        .name;
}

/// One strategy alone: its parts and their shares.
TableContent lone_table(const Contender& one, Difference what)
{
    const Pair pair{nullptr, &one};
    const Format how = format_of(pair, what);
    TableContent table;
    table.title = what == Difference::time ? Words::tr("Components of %1").arg(name_in_sentence(one.name))
                                           : Words::tr("Memory of %1").arg(name_in_sentence(one.name));
    if (!one.current())
        table.note = last_legal_words();
    else if (!one.fits())
        table.note = does_not_fit(one.evidence());
    table.note_tone = one.fits() ? Tone::secondary : Tone::bad;
    table.columns = {{QStringLiteral("part"), what == Difference::time ? Words::tr("Component") : Words::tr("Kind")},
                     {QStringLiteral("value"), QStringLiteral("%1 (%2)").arg(column_name(one), unit_name(pair, what)),
                      column_tip(one), ColumnKind::number},
                     {QStringLiteral("share"), Words::tr("share (%)"), {}, ColumnKind::number},
                     {QStringLiteral("bar"), QString(), Words::tr("Share"), ColumnKind::share, Glyph::none, {}, true}};
    table.columns[1].saved_as = saved_name(one, unit_name(pair, what));
    const Part total = total_of(pair, what);
    const Tone tone = one.current() ? Tone::text : Tone::secondary;
    const Tone total_tone = one.current() && !one.fits() ? Tone::bad : tone;
    for (const Part& part : parts_of(pair, what)) {
        const double share = total.right > 0 ? 100 * part.right / total.right : 0;
        Cell name = text_cell(part.name, tone);
        name.color = part.color;
        name.hatched = part.hatched;
        Cell bar = number_cell(part.right * how.scale, {});
        bar.color = part.color;
        bar.hatched = part.hatched;
        table.rows.push_back({part.key,
                              {name, number_cell(part.right * how.scale, how.number(part.right), tone),
                               number_cell(share, part.right == 0 ? part.none : shown(format::percent(share, 1, false)),
                                           part.right == 0 ? Tone::secondary : tone),
                               bar}});
    }
    table.rows.push_back({total.key,
                          {text_cell(total.name),
                           number_cell(total.right * how.scale, how.number(total.right), total_tone), Cell{}, Cell{}},
                          RowKind::total});
    return table;
}

} // namespace

TableContent difference_table(const Contest& contest, Difference what, Room room)
{
    const Pair pair = pair_of(contest);
    if (!pair.right)
        return {};
    if (!pair.left)
        return lone_table(*pair.right, what);
    const bool stale = !pair.left->current() || !pair.right->current();
    TableContent table;
    table.title = Words::tr("%1 against %2").arg(name_in_sentence(pair.right->name), name_in_sentence(pair.left->name));
    // A long title says it already.
    table.note = stale                                  ? last_legal_words()
                 : pair.left->name.size() > kMostHeader ? QString()
                                                        : Words::tr("baseline: %1").arg(pair.left->name);
    if (!contest.picked_without.isEmpty())
        table.note =
            Words::tr("%1 has no legal figures yet").arg(name_in_sentence(contest.picked_without, kMostHeader));
    else if (!stale && !pair.both_fit())
        table.note = unfit_note(pair);
    table.note_tone = stale || !pair.both_fit() ? Tone::bad : Tone::secondary;
    const QString unit = unit_name(pair, what);
    // In few words, the panel's note alone says that figures are the last legal ones, and long names are their letters.
    const auto over_column = [room](const Contender& one) {
        if (room == Room::narrow)
            return header_name(one, kFewLetters);
        return room == Room::medium && one.current() ? header_name(one, kFewLetters) : column_name(one);
    };
    const auto header = [](const QString& name, const QString& in) { return QStringLiteral("%1 (%2)").arg(name, in); };
    table.columns = {
        {QStringLiteral("part"), what == Difference::time ? Words::tr("Component") : Words::tr("Kind")},
        {QStringLiteral("left"), header(over_column(*pair.left), unit), column_tip(*pair.left), ColumnKind::number},
        {QStringLiteral("right"), header(over_column(*pair.right), unit), column_tip(*pair.right), ColumnKind::number},
        {QStringLiteral("difference"), header(room != Room::wide ? QStringLiteral("Δ") : Words::tr("difference"), unit),
         Words::tr(
             "Blue: less than %1, orange: more, grey: within 0.05 %; stronger colours from 1, 3 and 10 % of its total")
             .arg(pair.left->name),
         ColumnKind::number},
        {QStringLiteral("percent"), QStringLiteral("(%)"),
         Words::tr("Difference in percent of %1; stronger colours from 5, 20 and 50 %").arg(pair.left->name),
         ColumnKind::number},
        {QStringLiteral("bar"),
         room != Room::wide         ? QStringLiteral("−|+")
         : what == Difference::time ? Words::tr("shorter|longer")
                                    : Words::tr("less|more"),
         Words::tr("Difference"),
         ColumnKind::difference,
         Glyph::none,
         {},
         true}};
    if (room == Room::narrow) {
        table.columns.front().stretch = true;
        table.columns.front().least = 96;
        table.columns.back().hidden = true;
    }
    table.columns[1].saved_as = saved_name(*pair.left, unit);
    table.columns[2].saved_as = saved_name(*pair.right, unit);
    table.columns[3].saved_as = header(Words::tr("difference"), unit);
    table.columns[4].saved_as = Words::tr("difference (%)");
    const Format how = format_of(pair, what);
    const Part total = total_of(pair, what);
    for (const Part& part : parts_of(pair, what))
        table.rows.push_back({part.key, cells_of(part, how, total.left, pair, false)});
    table.rows.push_back({total.key, cells_of(total, how, total.left, pair, true), RowKind::total});
    return table;
}

TableContent changes_table(const Contest& contest, bool all)
{
    TableContent table;
    table.title = Words::tr("What changed");
    const Pair pair = pair_of(contest);
    if (!pair.left || !pair.right) {
        table.columns = {{QStringLiteral("field"), Words::tr("Field")}};
        table.rows.push_back(
            {QStringLiteral("none"),
             {text_cell(Words::tr("Nothing to compare with: show or add a second strategy."), Tone::secondary)},
             RowKind::note});
        return table;
    }
    table.columns = {{QStringLiteral("field"), Words::tr("Field")},
                     {QStringLiteral("left"), header_name(*pair.left, kMostHeader), column_tip(*pair.left)},
                     {QStringLiteral("right"),
                      header_name(*pair.right, kMostHeader),
                      column_tip(*pair.right),
                      ColumnKind::text,
                      Glyph::none,
                      {},
                      true}};
    table.columns[1].saved_as = saved_name(*pair.left);
    table.columns[2].saved_as = saved_name(*pair.right);
    const StrategyChanges changes = changes_between(form_of(*pair.left->strategy), form_of(*pair.right->strategy));
    // Where a side breaks laws its present value is not what the figures are of.
    const auto stale_by_key = [](const Contender& one) {
        return one.current() ? StrategyChanges{}
                             : changes_between(form_of(one.result->evaluated), form_of(*one.strategy));
    };
    const StrategyChanges stale_left = stale_by_key(*pair.left);
    const StrategyChanges stale_right = stale_by_key(*pair.right);
    const auto side = [](const QString& value, const QString& key, const StrategyChanges& stale, Tone tone) {
        Cell cell = text_cell(value, tone);
        for (const FieldChange& change : stale.fields)
            if (change.key == key) {
                cell.tone = Tone::bad;
                cell.bold = true;
                cell.note = Words::tr("last legal %1").arg(change.before);
            }
        return cell;
    };
    for (const FieldChange& change : changes.fields)
        table.rows.push_back({change.key,
                              {text_cell(change.title), side(change.before, change.key, stale_left, Tone::secondary),
                               side(change.after, change.key, stale_right, Tone::text)}});
    const QString equal = changes.fields.empty()      ? Words::tr("All fields are equal.")
                          : changes.equal_fields == 1 ? Words::tr("The other field is equal.")
                          : all ? Words::tr("The other %1 fields are equal, among them:").arg(changes.equal_fields)
                                : Words::tr("The other %1 fields are equal.").arg(changes.equal_fields);
    table.rows.push_back({QStringLiteral("equal"), {text_cell(equal, Tone::secondary)}, RowKind::note});
    if (all)
        for (const FieldChange& same : changes.equal)
            table.rows.push_back({same.key,
                                  {text_cell(same.title, Tone::secondary), text_cell(same.before, Tone::secondary),
                                   text_cell(same.after, Tone::secondary)}});
    return table;
}

} // namespace blueprinting::ui::compare
