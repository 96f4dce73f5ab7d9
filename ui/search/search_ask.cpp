#include "ui/search/search_ask.h"

#include "core/base/written_number.h"
#include "core/search/evaluate.h"
#include "core/strategy/derived.h"
#include "ui/style/shown.h"
#include "ui/workspace/command_line.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

using strategy::Field;
using strategy::FieldRow;
using strategy::Kind;
using strategy::Searched;

std::string path_text(const FieldRow& row) { return std::string(row.path); }

/// The word of a field that a search is told, as this strategy has it.
std::string told_word(const FieldRow& row, const strategy::Execution& execution)
{
    const auto words = search::words_of(row);
    const std::int64_t value = row.get(execution).value_or(0);
    return value >= 0 && value < std::ssize(words) ? words[static_cast<std::size_t>(value)] : words.front();
}

template <class Value, class Take>
void each_list(const Json& state, const char* key, const Take& take)
{
    const Json lists = state.is_object() ? state.value(key, Json()) : Json();
    if (!lists.is_object())
        return;
    for (const auto& [path, list] : lists.items()) {
        const FieldRow* row = strategy::row_of_path(path);
        if (!row || !list.is_array())
            continue;
        std::vector<Value> values;
        for (const Json& each : list) {
            if constexpr (std::is_same_v<Value, std::string>) {
                if (each.is_string())
                    values.push_back(each.get<std::string>());
            } else if (each.is_number_integer()) {
                values.push_back(each.get<Value>());
            }
        }
        take(*row, std::move(values));
    }
}

std::string joined_words(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& word : words)
        out += (out.empty() ? "" : ",") + word;
    return out;
}

/// A preset by its name, anything else as JSON in the command itself.
template <class Value>
std::string name_or_json(const Value& value, const Value* preset)
{
    return preset && *preset == value ? value.name : to_calculon(value).dump();
}

bool is_told(const SearchAsk& ask, Field field)
{
    const auto bound = ask.bounds.find(field);
    return (bound != ask.bounds.end() && !bound->second.empty()) || ask.words.contains(field);
}

/// What a search of these values is asked: "1,8", or their words.
void tell(SearchAsk& ask, const FieldRow& row, const std::vector<std::int64_t>& values)
{
    const auto known = search::words_of(row);
    std::vector<std::string> words;
    for (const std::int64_t each : values)
        if (row.kind == Kind::integer)
            words.push_back(std::to_string(each));
        else if (row.field == Field::recompute_modules)
            words.push_back(search::modules_word(each));
        else
            words.push_back(known[static_cast<std::size_t>(each)]);
    if (row.kind == Kind::integer)
        ask.bounds[row.field] = joined_words(words);
    else
        ask.words[row.field] = std::move(words);
}

/// The values of a further field that the command line begins with.
std::vector<std::int64_t> further_of_command(Field field, const SessionModel& model)
{
    search::SpaceParts parts;
    search::begin_with(parts, model.whole());
    if (search::Allowed* bound = parts.bound(field))
        return {bound->least()};
    // Without a word of its own it follows optimizer sharding.
    return parts[field == Field::sharding ? Field::optimizer_sharding : field].once();
}

/// The same with what it leaves out of kFurtherFields where the selected strategy has more than the command line begins
/// with.
SearchAsk with_further(SearchAsk ask, const SessionStrategy& strategy)
{
    if (!is_modern(strategy.model, strategy.execution))
        return ask;
    for (const Field field : search::kFurtherFields) {
        // The older word for sharding was used: then it is that word which says it.
        if (is_told(ask, field) || (field == Field::sharding && is_told(ask, Field::optimizer_sharding)))
            continue;
        const auto values = further_at_first(field, strategy);
        if (values != further_of_command(field, strategy.model))
            tell(ask, strategy::row(field), values);
    }
    return ask;
}

} // namespace

int SearchAsk::bounded() const
{
    int out = 0;
    for (const auto& [field, text] : bounds)
        out += text.empty() ? 0 : 1;
    return out + static_cast<int>(words.size() + tiers.size());
}

SearchAsk search_ask_of(const Json& state)
{
    SearchAsk out;
    if (!state.is_object())
        return out;
    const auto text = [&](const char* key, auto& into) {
        if (state.contains(key) && state.at(key).is_string())
            into = state.at(key).get<std::string>();
    };
    const auto flag = [&](const char* key, bool& into) {
        if (state.contains(key) && state.at(key).is_boolean())
            into = state.at(key).get<bool>();
    };
    const auto number = [&](const char* key, auto& into) {
        if (state.contains(key) && state.at(key).is_number())
            into = state.at(key).get<double>();
    };
    text("devices", out.devices);
    text("batch", out.batch);
    flag("batch_per_device", out.batch_per_device);
    flag("must_fit", out.must_fit);
    number("reserve_gib", out.reserve_gib);
    text("rank", out.rank);
    number("price", out.price);
    number("band_percent", out.band_percent);
    std::string view;
    text("view", view);
    if (view == to_string(cost::View::peak_only))
        out.view = cost::View::peak_only;
    if (const Json bounds = state.value("bounds", Json()); bounds.is_object())
        for (const auto& [path, bound] : bounds.items())
            if (const FieldRow* row = strategy::row_of_path(path); row && bound.is_string())
                out.bounds[row->field] = bound.get<std::string>();
    each_list<std::string>(state, "words", [&](const FieldRow& row, std::vector<std::string> values) {
        if ((row.listed() && row.kind != Kind::tier) || (search::is_further(row.field) && row.kind != Kind::integer))
            out.words[row.field] = std::move(values);
    });
    each_list<std::int64_t>(state, "tiers", [&](const FieldRow& row, std::vector<std::int64_t> values) {
        if (row.kind == Kind::tier)
            out.tiers[row.field] = std::move(values);
    });
    return out;
}

Json to_json(const SearchAsk& ask)
{
    const SearchAsk first;
    Json out = Json::object();
    const auto put = [&out](const char* key, const auto& value, const auto& at_first) {
        if (value != at_first)
            out[key] = value;
    };
    if (ask.devices)
        out["devices"] = *ask.devices;
    if (ask.batch)
        out["batch"] = *ask.batch;
    put("batch_per_device", ask.batch_per_device, first.batch_per_device);
    put("must_fit", ask.must_fit, first.must_fit);
    put("reserve_gib", ask.reserve_gib, first.reserve_gib);
    put("rank", ask.rank, first.rank);
    if (ask.price)
        out["price"] = *ask.price;
    put("band_percent", ask.band_percent, first.band_percent);
    put("view", std::string(to_string(ask.view)), std::string(to_string(first.view)));
    for (const auto& [field, text] : ask.bounds)
        if (!text.empty())
            out["bounds"][path_text(strategy::row(field))] = text;
    for (const auto& [field, words] : ask.words)
        out["words"][path_text(strategy::row(field))] = words;
    for (const auto& [field, tiers] : ask.tiers)
        out["tiers"][path_text(strategy::row(field))] = tiers;
    return out.empty() ? Json() : out;
}

std::string devices_text(const SearchAsk& ask, const SessionStrategy& strategy)
{
    return ask.devices.value_or(std::to_string(strategy::checked_world_size(strategy.execution).value_or(1)));
}

std::string batch_text(const SearchAsk& ask, const SessionStrategy& strategy)
{
    return ask.batch.value_or(std::to_string(strategy.execution.global_batch));
}

Result<search::Question> question_for(const SearchAsk& written, const SessionStrategy& strategy)
{
    const SearchAsk ask = with_further(written, strategy);
    search::Asked asked;
    const std::string batch = batch_text(ask, strategy);
    const auto samples = read_whole(batch, {});
    if (!samples)
        return Diagnostic{Severity::error, "search.range", "global_batch",
                          "\"" + batch + "\" is no batch; allowed are whole numbers from 1 to 2^53"};
    asked.devices = devices_text(ask, strategy);
    asked.batch = *samples;
    asked.batch_per_device = ask.batch_per_device;
    asked.bounds = ask.bounds;
    asked.words = ask.words;
    for (const FieldRow& row : strategy::field_rows())
        if (row.searched == Searched::told)
            asked.words[row.field] = {told_word(row, strategy.execution)};
    asked.tiers = ask.tiers;
    asked.must_fit = ask.must_fit;
    asked.reserve_gib = ask.reserve_gib;
    asked.rank = ask.rank;
    asked.price = ask.price;
    asked.band_percent = ask.band_percent;
    if (!is_modern(strategy.model, strategy.execution))
        return search::question_of(strategy.model, strategy.system, ask.view, asked);
    // Of a data sheet there is but the one view: the command line names it so, too.
    const cost::View view = system::has_evidence(strategy.system) ? ask.view : cost::View::peak_only;
    return search::question_of(strategy.model.whole(), strategy.system, view, asked);
}

bool asks_further(const SearchAsk& ask, const SessionStrategy& strategy)
{
    return is_modern(strategy.model, strategy.execution) ||
           std::ranges::any_of(search::kFurtherFields, [&](Field field) { return is_told(ask, field); });
}

std::vector<std::int64_t> further_at_first(Field field, const SessionStrategy& strategy)
{
    auto out = further_of_command(field, strategy.model);
    const std::int64_t own = search::knob_value(field, strategy.execution);
    if (std::ranges::find(out, own) == out.end())
        out.push_back(own);
    std::ranges::sort(out);
    return out;
}

std::vector<const FieldRow*> search_rows()
{
    auto out = search_rows(true);
    const auto sharding = std::ranges::find(out, Field::sharding, &FieldRow::field);
    out.insert(sharding, &strategy::row(Field::optimizer_sharding)); // whose place it takes
    return out;
}

std::vector<const FieldRow*> search_rows(bool further) { return search::knob_rows(further); }

bool is_written(const FieldRow& row) { return row.kind == Kind::integer || row.field == Field::recompute_modules; }

QString search_command(const SearchAsk& written_ask, const SessionStrategy& strategy)
{
    const SearchAsk ask = with_further(written_ask, strategy);
    QString out = QStringLiteral("blueprinting search");
    const auto add = [&out](std::string_view option, const std::string& value) {
        out += QLatin1Char(' ') + shown(option) + QLatin1Char(' ') + shell_quoted(shown(value));
    };
    if (strategy.model.plain())
        add("--model", name_or_json(strategy.model.numbers(), model::find_preset(strategy.model.name)));
    else
        out += QStringLiteral(" --model ") + model_argument(strategy.model);
    add("--system", name_or_json(strategy.system, system::find_preset(strategy.system.name)));
    add("--devices", devices_text(ask, strategy));
    add("--batch", batch_text(ask, strategy));
    if (ask.batch_per_device)
        out += QStringLiteral(" --batch-per-device");
    static constexpr std::pair<Field, const char*> kBounds[] = {
        {Field::tensor_degree, "--tp"},      {Field::pipeline_degree, "--pp"},
        {Field::data_degree, "--dp"},        {Field::microbatch_size, "--microbatch"},
        {Field::virtual_stages, "--chunks"}, {Field::context_degree, "--cp"},
        {Field::expert_degree, "--ep"},      {Field::expert_tensor_degree, "--etp"}};
    for (const auto& [field, option] : kBounds)
        if (const auto bound = ask.bounds.find(field); bound != ask.bounds.end() && !bound->second.empty())
            add(option, bound->second);
    for (const FieldRow* row : search_rows()) {
        if (const auto words = ask.words.find(row->field); words != ask.words.end())
            add(row->option, joined_words(words->second));
        if (const auto tiers = ask.tiers.find(row->field); tiers != ask.tiers.end()) {
            std::vector<std::string> texts;
            for (const std::int64_t tier : tiers->second)
                texts.push_back(std::to_string(tier));
            add(row->option, joined_words(texts));
        }
    }
    for (const FieldRow& row : strategy::field_rows())
        if (row.searched == Searched::told && told_word(row, strategy.execution) != told_word(row, {}))
            add(row.option, told_word(row, strategy.execution));
    if (ask.view == cost::View::peak_only)
        add("--view", std::string(to_string(ask.view)));
    if (!ask.must_fit)
        add("--must-fit", "off");
    if (ask.reserve_gib != 0)
        add("--reserve-gib", written(ask.reserve_gib));
    if (ask.rank != "time")
        add("--rank", ask.rank);
    if (ask.price)
        add("--price", written(*ask.price));
    if (ask.band_percent != 3)
        add("--band", written(ask.band_percent));
    return out;
}

} // namespace blueprinting::ui
