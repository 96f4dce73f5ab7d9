#include "ui/search/search_rows.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/search/search_answer.h"
#include "ui/search/search_words.h"
#include "ui/search/words.h"
#include "ui/style/shown.h"
#include "ui/widgets/component_names.h"
#include "ui/workspace/field_words.h"

#include <algorithm>
#include <limits>
#include <map>

namespace blueprinting::ui {
namespace {

using strategy::Field;

constexpr int kBar = 56;

/// `saved`: its heading where it is copied and saved; a heading in sight must find room over the bar.
Column bar_column(const char* id, const QString& header, const QString& saved, int width = kBar)
{
    Column out{QString::fromLatin1(id), header, {}, ColumnKind::share};
    out.saved_as = saved;
    out.width = width;
    out.bar_range = 1;
    out.bar_track = true;
    return out;
}

Column text_column(const char* id, const QString& header, bool stretch = false)
{
    Column out{QString::fromLatin1(id), header};
    out.stretch = stretch;
    return out;
}

Cell bar_cell(double share, ColorToken color)
{
    Cell out;
    out.value = share;
    out.color = color;
    return out;
}

Cell count_cell(std::uint64_t count, Tone tone = Tone::text, bool bold = false)
{
    return number_cell(static_cast<double>(count), counted(count), tone, bold);
}

double share_of(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// "4 in nine, 2 in two"; of many values the first four.
QString spread_text(Field field, const search::Band& band)
{
    std::vector<search::Band::Value> values;
    for (const search::Band::Value& each : band.values)
        if (each.field == field)
            values.push_back(each);
    std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.count > b.count; });
    QStringList out;
    for (const search::Band::Value& each : values)
        if (out.size() < 4)
            out << SearchWords::tr("%1 in %2").arg(knob_value_text(field, each.value), count_word(each.count));
    return out.join(QStringLiteral(", ")) + (values.size() > 4 ? SearchWords::tr(", …") : QString());
}

/// The knobs that a table has columns for: the degrees, and what else differs in this space.
std::vector<Field> shown_knobs(const search::Layout& layout)
{
    std::vector<Field> out;
    for (const search::Layout::Knob& knob : layout.knobs())
        if (knob.values.size() > 1 || knob.field == Field::tensor_degree || knob.field == Field::pipeline_degree ||
            knob.field == Field::data_degree)
            out.push_back(knob.field);
    return out;
}

double behind(const SearchRun& run, const search::Found& found, const search::Found& best)
{
    const search::Judgement judgement = run.question.judgement();
    return 100 * (judgement.score(found) / judgement.score(best) - 1);
}

QString signed_gib(Bytes bytes) { return shown(format::with_sign(bytes.value() / kGibibyte, 1)); }

} // namespace

SearchTable funnel_table(const SearchRun& run, std::size_t count)
{
    const search::Exploration& found = run.found[count];
    const std::uint64_t counting = run.question.must_fit ? found.fitting : found.legal;
    SearchTable out{
        {text_column("line", SearchWords::tr("strategies"), true),
         number_column("share", SearchWords::tr("kept"), SearchWords::tr("Of the line above that it is of")),
         number_column("count", SearchWords::tr("count"), {}),
         bar_column("bar", {}, SearchWords::tr("share, as drawn"), 72)},
        {},
        SearchWords::tr("From all to as good"),
        {}};
    out.columns[1] = saved_as(out.columns[1], SearchWords::tr("share"));
    const auto add = [&](const char* key, const QString& text, std::uint64_t part, std::uint64_t whole, bool first) {
        const double share = share_of(part, whole);
        TableRow row{QString::fromLatin1(key),
                     {text_cell(text),
                      first || whole == 0 ? text_cell({})
                                          : number_cell(share, percent_text(100 * share, 1, false), Tone::secondary),
                      count_cell(part, Tone::text, true), bar_cell(first ? 1 : share, &Theme::held_out)}};
        out.rows.push_back(std::move(row));
    };
    add("all", SearchWords::tr("all"), found.strategies, found.strategies, true);
    add("legal", SearchWords::tr("legal"), found.legal, found.strategies, false);
    add("fit",
        SearchWords::tr("fit in %1 GiB")
            .arg(shown(format::shortest(run.question.judgement().limit.value() / kGibibyte))),
        found.fitting, found.legal, false);
    add("band", SearchWords::tr("within %1 %").arg(shown(format::shortest(run.question.band_percent))),
        found.band.count, counting, false);
    add("front", SearchWords::tr("on the front"), found.front.size(), counting, false);
    return out;
}

SearchTable band_table(const SearchRun& run, std::size_t count)
{
    const search::Band& band = run.found[count].band;
    const search::Layout& layout = run.layout(count);
    SearchTable out{{text_column("what", SearchWords::tr("knob")), text_column("of", SearchWords::tr("values"), true)},
                    {},
                    band.count == 1 ? SearchWords::tr("As good: none but the best")
                                    : SearchWords::tr("As good: %1 strategies").arg(counted(band.count)),
                    {}};
    const auto add = [&](const char* key, const QString& what, const QString& text, bool bold = false) {
        Cell cell = text_cell(text, Tone::text, bold);
        cell.tooltip = text;
        out.rows.push_back({QString::fromLatin1(key), {text_cell(what, Tone::secondary), cell}});
    };
    if (band.members.empty())
        return out;
    const auto common = band.common(layout);
    QStringList shared;
    for (const search::Band::Value& each : common)
        if (strategy::row(each.field).kind != strategy::Kind::tier)
            shared << (each.field == Field::tensor_communication ? knob_value_text(each.field, each.value)
                                                                 : knob_text(each.field, each.value));
    if (band.count > 1 && !shared.isEmpty())
        add("shared", SearchWords::tr("all share"), shared.join(QStringLiteral(", ")));
    if (band.count > 1)
        for (const search::Layout::Knob& knob : layout.knobs()) {
            const bool same =
                std::any_of(common.begin(), common.end(), [&](const auto& each) { return each.field == knob.field; });
            if (!same && knob.values.size() > 1)
                add(std::string(strategy::path_of(knob.field)).c_str(), knob_head(knob.field),
                    spread_text(knob.field, band));
        }
    if (!band.leanest)
        return out;
    const search::Found& leanest = *band.leanest;
    const search::Found& best = band.members.front();
    add("leanest", SearchWords::tr("leanest"),
        SearchWords::tr("%1, %2, %3 GiB")
            .arg(seconds_text(leanest.total), percent_text(behind(run, leanest, best)), gib_text(leanest.memory)),
        true);
    add("leanestOf", {}, degrees_text(layout.at(leanest.number)));
    return out;
}

SearchTable laws_table(const SearchRun& run, std::size_t count)
{
    const search::Exploration& found = run.found[count];
    SearchTable out{
        {text_column("law", SearchWords::tr("law"), true),
         number_column("alone", SearchWords::tr("alone"), SearchWords::tr("Strategies that break no other law")),
         number_column("all", SearchWords::tr("all"),
                       SearchWords::tr("Strategies that break it; one can break several")),
         bar_column("bar", {}, SearchWords::tr("share of all"), 30)},
        {},
        SearchWords::tr("Refused by law"),
        SearchWords::tr("÷ does not divide")};
    for (const auto& [code, times] : found.refused) {
        const auto alone = found.refused_alone.find(code);
        const bool any = alone != found.refused_alone.end() && alone->second > 0;
        Cell law = text_cell(law_text(code));
        law.tooltip = shown(code);
        out.rows.push_back({shown(code),
                            {law, any ? count_cell(alone->second) : text_cell(SearchWords::tr("–"), Tone::secondary),
                             count_cell(times), bar_cell(share_of(times, found.strategies), &Theme::fitted)}});
    }
    std::stable_sort(out.rows.begin(), out.rows.end(), [](const TableRow& a, const TableRow& b) {
        return a.cells[2].value.toDouble() > b.cells[2].value.toDouble();
    });
    return out;
}

SearchTable best_table(const SearchRun& run, std::size_t count, const SearchCloud* cloud,
                       const std::vector<char>& within)
{
    const search::Exploration& found = run.found[count];
    const search::Layout& layout = run.layout(count);
    const double limit = run.question.judgement().limit.value();
    const auto knobs = shown_knobs(layout);
    SearchTable out;
    out.columns = {
        number_column("rank", SearchWords::tr("rank"), SearchWords::tr("In the whole space")),
        number_column("time", SearchWords::tr("time (s)"), {}),
        number_column("behind", SearchWords::tr("behind"), SearchWords::tr("The best, in percent")),
        number_column("memory", SearchWords::tr("GiB used"), {}),
        number_column("free", SearchWords::tr("free"), SearchWords::tr("GiB of the first memory, less the reserve")),
        bar_column("bar", SearchWords::tr("of %1").arg(shown(format::shortest(limit / kGibibyte))),
                   SearchWords::tr("used (share)"))};
    out.columns[0].names = true;
    out.columns[2] = saved_as(out.columns[2], SearchWords::tr("behind (%)"));
    out.columns[4] = saved_as(out.columns[4], SearchWords::tr("free (GiB)"));
    for (const Field field : knobs) {
        const bool number =
            strategy::row(field).kind == strategy::Kind::integer || strategy::row(field).kind == strategy::Kind::tier;
        const std::string id(strategy::path_of(field));
        out.columns.push_back(number ? number_column(id.c_str(), knob_head(field), field_title(field))
                                     : text_column(id.c_str(), knob_head(field)));
    }
    if (found.top.empty())
        return out;
    const search::Found& best = found.top.front();
    std::vector<std::pair<std::uint64_t, search::Found>> rows; // by rank
    if (cloud && cloud->whole() && !within.empty()) {
        std::uint64_t all = 0, good = 0;
        for (std::size_t i = 0; i < cloud->order().size(); ++i) {
            const std::uint32_t point = cloud->order()[i];
            if (within[point] == 0)
                continue;
            ++all;
            good += i < found.band.count ? 1 : 0;
            if (rows.size() < kSearchTop)
                rows.emplace_back(i + 1, cloud->points().all()[point]);
        }
        out.title = SearchWords::tr("Best within the filter");
        out.note = SearchWords::tr("%1 of %2; %3 of the %4 are as good")
                       .arg(counted(all), counted(cloud->order().size()), counted(good), counted(found.band.count));
    } else {
        for (std::size_t i = 0; i < found.top.size(); ++i)
            rows.emplace_back(i + 1, found.top[i]);
        out.title = SearchWords::tr("Best");
        out.note =
            found.band.count > rows.size()
                ? SearchWords::tr("the first %1; %2 are as good").arg(counted(rows.size()), counted(found.band.count))
                : SearchWords::tr("%1 are as good").arg(counted(found.band.count));
    }
    const search::Judgement judgement = run.question.judgement();
    for (const auto& [rank, one] : rows) {
        const bool good = judgement.score(one) <= found.band.limit;
        const Tone tone = good ? Tone::text : Tone::secondary;
        const double used = one.memory.value() / kGibibyte;
        const double left = (limit - one.memory.value()) / kGibibyte;
        TableRow row{found_key(one.number),
                     {number_cell(static_cast<double>(rank), counted(rank), tone),
                      number_cell(one.total.value(), shown(format::fixed(one.total.value(), 3)), tone, good),
                      number_cell(behind(run, one, best), percent_text(behind(run, one, best), 2), tone),
                      number_cell(used, shown(format::fixed(used, 1)), tone),
                      number_cell(left, shown(format::fixed(left, 1)), one.fits ? tone : Tone::bad),
                      bar_cell(std::min(1.0, one.memory.value() / limit),
                               good ? ColorToken(&Theme::held_out) : ColorToken(&Theme::fitted))}};
        const strategy::Execution execution = layout.at(one.number);
        for (const Field field : knobs) {
            const std::int64_t value = search::knob_value(field, execution);
            const QString text = knob_value_text(field, value);
            const bool number = strategy::row(field).kind == strategy::Kind::integer ||
                                strategy::row(field).kind == strategy::Kind::tier;
            row.cells.push_back(number ? number_cell(static_cast<double>(value), text, tone) : text_cell(text, tone));
        }
        out.rows.push_back(std::move(row));
    }
    return out;
}

std::vector<Column> neighbours_columns()
{
    std::vector<Column> out{text_column("knob", SearchWords::tr("Knob")), text_column("now", SearchWords::tr("now"))};
    for (const bool up : {false, true}) {
        const QByteArray end = up ? "Up" : "Down";
        const QString group = up ? SearchWords::tr("a step up") : SearchWords::tr("a step down");
        Column to = text_column(("to" + end).constData(), SearchWords::tr("to"), true);
        Column time = number_column(("time" + end).constData(), SearchWords::tr("time (%)"),
                                    SearchWords::tr("Against what it is now"));
        Column memory =
            number_column(("memory" + end).constData(), SearchWords::tr("GiB"), SearchWords::tr("More than now"));
        Column moves = text_column(("moves" + end).constData(), SearchWords::tr("what moves"));
        for (Column* column : {&to, &time, &memory, &moves}) {
            column->group = group;
            out.push_back(*column);
        }
    }
    return out;
}

SearchTable neighbours_table(const search::Single& from, const std::vector<search::Neighbour>& neighbours)
{
    SearchTable out;
    out.columns = neighbours_columns();
    const double now = from.found.total.value();
    std::map<Field, std::array<const search::Neighbour*, 2>> by_knob;
    std::vector<Field> order;
    for (const search::Neighbour& each : neighbours) {
        const auto [at, is_new] = by_knob.try_emplace(each.field);
        if (is_new)
            order.push_back(each.field);
        at->second[each.direction < 0 ? 0 : 1] = &each;
    }
    // What gains most and fits stands first.
    const auto gain = [&](Field field) {
        double best = std::numeric_limits<double>::infinity();
        for (const search::Neighbour* each : by_knob[field])
            if (each && each->to.found.fits)
                best = std::min(best, each->seconds.value());
        return best;
    };
    std::stable_sort(order.begin(), order.end(), [&](Field a, Field b) { return gain(a) < gain(b); });
    for (const Field field : order) {
        TableRow row{shown(strategy::path_of(field)),
                     {text_cell(knob_head(field)),
                      text_cell(knob_value_text(field, search::knob_value(field, from.execution)))}};
        for (const search::Neighbour* each : by_knob[field]) {
            if (!each) {
                row.cells.push_back(text_cell(SearchWords::tr("–"), Tone::secondary));
                for (int i = 0; i < 3; ++i)
                    row.cells.push_back(text_cell({}));
                continue;
            }
            const double percent = 100 * each->seconds.value() / now;
            const double gib = each->bytes.value() / kGibibyte;
            QStringList to;
            const bool degree = !each->partners.empty();
            to << (degree ? knob_text(field, search::knob_value(field, each->to.execution))
                          : knob_value_text(field, search::knob_value(field, each->to.execution)));
            for (const Field partner : each->partners)
                to << knob_text(partner, search::knob_value(partner, each->to.execution));
            row.cells.push_back(text_cell(to.join(QStringLiteral(", "))));
            row.cells.push_back(number_cell(percent, shown(format::with_sign(percent, 1)), sign_tone(percent)));
            row.cells.push_back(number_cell(gib, signed_gib(each->bytes), sign_tone(gib)));
            Cell moves;
            if (!each->to.found.fits) {
                moves = text_cell(SearchWords::tr("does not fit"), Tone::bad);
                moves.icon = Icon::error;
                moves.icon_tone = Tone::bad;
            } else if (each->moved_most) {
                moves = text_cell(component_title(*each->moved_most), Tone::secondary);
                moves.color = component_color(*each->moved_most);
                moves.hatched = component_hatched(*each->moved_most);
            } else {
                moves = text_cell({});
            }
            row.cells.push_back(moves);
        }
        out.rows.push_back(std::move(row));
    }
    out.note = SearchWords::tr("%1, %2 GiB; one knob a time, its partner named")
                   .arg(seconds_text(from.found.total), gib_text(from.found.memory));
    return out;
}

std::vector<Column> held_columns()
{
    std::vector<Column> out{
        text_column("knob", SearchWords::tr("its value"), true),
        number_column("best", SearchWords::tr("best with it (s)"), {}),
        number_column("cost", SearchWords::tr("costs"),
                      SearchWords::tr("The best that fits with this value, behind the best of all"))};
    out[2] = saved_as(out[2], SearchWords::tr("costs (%)"));
    return out;
}

SearchTable held_table(const search::Explanation& mine, const QString& name)
{
    SearchTable out{held_columns(), {}, SearchWords::tr("What each value of %1 costs").arg(name), {}};
    for (const search::Explanation::Held& each : mine.held) {
        TableRow row{shown(strategy::path_of(each.field)),
                     {text_cell(knob_head(each.field) + QLatin1Char(' ') + knob_value_text(each.field, each.value))}};
        if (each.best_seconds) {
            row.cells.push_back(number_cell(*each.best_seconds, shown(format::fixed(*each.best_seconds, 3))));
            row.cells.push_back(number_cell(each.cost_percent, percent_text(each.cost_percent),
                                            each.cost_percent > 0 ? Tone::above : Tone::secondary));
        } else {
            row.cells.push_back(text_cell(SearchWords::tr("none fits"), Tone::bad));
            row.cells.push_back(text_cell(SearchWords::tr("–"), Tone::secondary));
        }
        out.rows.push_back(std::move(row));
    }
    return out;
}

} // namespace blueprinting::ui
