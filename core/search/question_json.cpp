#include "core/base/digest.h"
#include "core/base/object_reader.h"
#include "core/search/question.h"

namespace blueprinting::search {
namespace {

using strategy::Field;
using strategy::FieldRow;

/// The bounds by the path of their field: a number's as text, all others as their values.
struct Bound {
    Field field;
    Allowed SpaceParts::*allowed;
};
constexpr std::array kBounds{
    Bound{Field::tensor_degree, &SpaceParts::tensor}, Bound{Field::pipeline_degree, &SpaceParts::pipeline},
    Bound{Field::data_degree, &SpaceParts::data}, Bound{Field::microbatch_size, &SpaceParts::microbatch},
    Bound{Field::virtual_stages, &SpaceParts::virtual_stages}};

bool has_values(const FieldRow& row) { return row.listed() || row.searched == strategy::Searched::told; }

} // namespace

Json to_json(const Question& question)
{
    Json bounds = Json::object();
    for (const Bound& each : kBounds)
        bounds[std::string(strategy::path_of(each.field))] = (question.bounds.*each.allowed).text();
    for (const FieldRow& row : strategy::field_rows())
        if (has_values(row))
            bounds[std::string(row.path)] = question.bounds[row.field].once();
    return {{"model", model::to_calculon(question.model)},
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
    auto model = model::read_calculon_model(document, *model_value, pointer + "/model", *model_name);
    auto system = system::read_calculon_system(document, *system_value, pointer + "/system", *system_name);
    for (const Json& count : *devices)
        asked.devices += (asked.devices.empty() ? "" : ",") + count.dump();
    ObjectReader of_bounds(document, *bounds, pointer + "/bounds", problems);
    for (const Bound& each : kBounds)
        asked.bounds[each.field] = of_bounds.string(std::string(strategy::path_of(each.field))).value_or("");
    for (const FieldRow& row : strategy::field_rows()) {
        if (!has_values(row))
            continue;
        const std::string path(row.path);
        const Json* values = of_bounds.array(path);
        const auto words = words_of(row);
        for (std::size_t i = 0; values && i < values->size(); ++i) {
            const auto whole = as_integer((*values)[i]);
            const bool tier = row.kind == strategy::Kind::tier;
            if (!whole || *whole < 0 || (!tier && *whole >= std::ssize(words)))
                of_bounds.fail("reader.range", path, "is no list of values of this field");
            else if (tier)
                asked.tiers[row.field].push_back(*whole);
            else
                asked.words[row.field].push_back(words[static_cast<std::size_t>(*whole)]);
        }
    }
    of_bounds.finish();
    for (const Diagnostics& each : {model.diagnostics(), system.diagnostics()})
        problems.insert(problems.end(), each.begin(), each.end());
    if (!problems.empty())
        return problems;
    return question_of(*model, *system, *view == "peak_only" ? cost::View::peak_only : cost::View::system_evidence,
                       asked);
}

std::string question_digest(const Question& question)
{
    const auto digest = digest_json("blueprinting.search:v1", to_json(question));
    return digest ? digest->hex().substr(0, 16) : std::string();
}

} // namespace blueprinting::search
