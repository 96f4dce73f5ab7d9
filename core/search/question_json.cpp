#include "core/base/digest.h"
#include "core/base/object_reader.h"
#include "core/model/description_json.h"
#include "core/search/question.h"

#include <set>

namespace blueprinting::search {
namespace {

using strategy::Field;
using strategy::FieldRow;

/// Fields that are written as their values; of numbers the bound is written as text.
bool has_values(const FieldRow& row)
{
    return row.listed() || row.searched == strategy::Searched::told ||
           (is_further(row.field) && row.kind != strategy::Kind::integer);
}

} // namespace

Json to_json(const Question& question)
{
    Json bounds = Json::object();
    // Of a question that needs them: one of a model of six numbers stays as it was.
    const auto written = [&](Field field) { return question.extended() || !is_further(field); };
    for (const Field field : kBoundFields)
        if (written(field))
            bounds[std::string(strategy::path_of(field))] = question.bounds.bound(field)->text();
    for (const FieldRow& row : strategy::field_rows())
        if (has_values(row) && written(row.field))
            bounds[std::string(row.path)] = question.bounds[row.field].once();
    return {
        {"model", question.description ? model::to_json(*question.description) : model::to_calculon(question.model)},
        {"model_name", question.model.name},
        {"system", system::to_calculon(question.system)},
        {"system_name", question.system.name},
        {"view", to_string(question.view)},
        {"devices", question.devices},
        {"batch", question.batch},
        {"batch_per_device", question.batch_per_device},
        {"bounds", std::move(bounds)},
        {"must_fit", question.must_fit},
        {"reserve_gib", question.reserve_gib},
        {"rank", rank_words()[static_cast<std::size_t>(question.rank)]},
        {"price", question.price ? Json(*question.price) : Json()},
        {"band_percent", question.band_percent}};
}

Result<Question> question_from_json(const JsonDocument& document, const Json& value, const std::string& pointer)
{
    Diagnostics problems;
    ObjectReader reader(document, value, pointer, problems);
    const Json* model_value = reader.object("model");
    const Json* system_value = reader.object("system");
    const auto model_name = reader.string("model_name");
    const auto system_name = reader.string("system_name");
    const auto view = reader.choice("view", {"peak_only", "system_evidence"});
    const Json* devices = reader.array("devices");
    const Json* bounds = reader.object("bounds");
    Asked asked;
    asked.batch = reader.integer("batch", 1).value_or(1);
    asked.batch_per_device = reader.boolean("batch_per_device").value_or(false);
    asked.must_fit = reader.boolean("must_fit").value_or(true);
    asked.reserve_gib = reader.number("reserve_gib").value_or(0);
    asked.rank = reader.string("rank").value_or("time");
    if (const Json* price = reader.any("price"); price && !price->is_null()) {
        if (price->is_number())
            asked.price = price->get<double>();
        else
            reader.fail("reader.type", "price", "must be a number or null, not " + shown(*price));
    }
    asked.band_percent = reader.number("band_percent").value_or(3);
    reader.finish("a question of a search has the keys that a shard of it carries");
    if (!problems.empty())
        return problems;
    const bool described = model::looks_like_description(*model_value);
    const auto model = described ? Result<model::TransformerModel>(model::TransformerModel{})
                                 : model::read_calculon_model(document, *model_value, pointer + "/model", *model_name);
    const auto description = described
                                 ? model::description_from_json(document, *model_value, pointer + "/model", *model_name)
                                 : Result<model::Description>(model::Description{});
    auto system = system::read_calculon_system(document, *system_value, pointer + "/system", *system_name);
    for (const Json& count : *devices)
        asked.devices += (asked.devices.empty() ? "" : ",") + count.dump();
    ObjectReader of_bounds(document, *bounds, pointer + "/bounds", problems);
    for (const Field field : kBoundFields) {
        const std::string path(strategy::path_of(field));
        if (!is_further(field) || of_bounds.has(path))
            asked.bounds[field] = of_bounds.string(path).value_or("");
    }
    for (const FieldRow& row : strategy::field_rows()) {
        const std::string path(row.path);
        if (!has_values(row) || (is_further(row.field) && !of_bounds.has(path)))
            continue;
        if (row.field == Field::recompute_modules) {
            const Json* sets = of_bounds.array(path);
            for (std::size_t i = 0; sets && i < sets->size(); ++i)
                asked.words[row.field].push_back(modules_word(as_integer((*sets)[i]).value_or(0)));
            continue;
        }
        const Json* values = of_bounds.array(path);
        const auto words = words_of(row);
        std::set<std::int64_t> met;
        for (std::size_t i = 0; values && i < values->size(); ++i) {
            const auto whole = as_integer((*values)[i]);
            const bool tier = row.kind == strategy::Kind::tier;
            if (!whole || *whole < 0 || (!tier && *whole >= std::ssize(words)))
                of_bounds.fail("reader.range", path, "is no list of values of this field");
            else if (!met.insert(*whole).second) {
                of_bounds.fail("reader.range", path, "names " + std::to_string(*whole) + " twice");
                break; // one of them is enough to say
            } else if (tier)
                asked.tiers[row.field].push_back(*whole);
            else
                asked.words[row.field].push_back(words[static_cast<std::size_t>(*whole)]);
        }
    }
    of_bounds.finish();
    for (const Diagnostics& each : {model.diagnostics(), description.diagnostics(), system.diagnostics()})
        problems.insert(problems.end(), each.begin(), each.end());
    if (!problems.empty())
        return problems;
    const cost::View of = *view == "peak_only" ? cost::View::peak_only : cost::View::system_evidence;
    // Both words for sharding stand there; the newer one, where it says something, is what was asked.
    if (const auto sharding = asked.words.find(Field::sharding); sharding != asked.words.end())
        asked.words.erase(sharding->second == std::vector{words_of(strategy::row(Field::sharding)).front()}
                              ? Field::sharding
                              : Field::optimizer_sharding);
    return described ? question_of(*description, *system, of, asked) : question_of(*model, *system, of, asked);
}

std::string question_digest(const Question& question)
{
    const auto digest = digest_json("blueprinting.search:v1", to_json(question));
    return digest ? digest->hex().substr(0, 16) : std::string();
}

} // namespace blueprinting::search
