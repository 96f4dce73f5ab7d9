#include "core/ir/diff.h"

#include "core/model/description_json.h"
#include "core/strategy/mapping.h"

#include <map>

namespace blueprinting::ir {
namespace {

void walk(const Json& left, const Json& right, const std::string& path, std::vector<FieldChange>& out)
{
    if (left == right)
        return;
    if (left.is_object() && right.is_object()) {
        for (const auto& [key, value] : left.items()) {
            const auto other = right.find(key);
            if (other == right.end())
                out.push_back({path + pointer_step(key), value, nullptr});
            else
                walk(value, *other, path + pointer_step(key), out);
        }
        for (const auto& [key, value] : right.items())
            if (!left.contains(key))
                out.push_back({path + pointer_step(key), nullptr, value});
        return;
    }
    if (left.is_array() && right.is_array() && left.size() == right.size() && !left.empty()) {
        for (std::size_t i = 0; i < left.size(); ++i)
            walk(left[i], right[i], path + pointer_step(i), out);
        return;
    }
    out.push_back({path, left, right});
}

/// Names of entities within one tree, from their serialised form.
class EntityNames {
public:
    explicit EntityNames(const Json& tree)
    {
        for (const char* list : {"operations", "values", "buffers", "tasks", "step"})
            if (const auto at = tree.find(list); at != tree.end())
                for (const Json& entity : *at)
                    m_names.emplace(entity["id"].get<std::string>(), name_of(entity));
    }

    static std::string name_of(const Json& entity)
    {
        std::string out = entity["name"].get<std::string>();
        if (const auto phase = entity.find("phase"); phase != entity.end())
            out += " " + phase->get<std::string>();
        if (const auto scope = entity.find("scope"); scope != entity.end() && *scope != "every")
            out += " " + scope->get<std::string>();
        return out;
    }

    /// Replaces ids by names, everywhere below `value`.
    void resolve(Json& value) const
    {
        if (value.is_string()) {
            const auto at = m_names.find(value.get_ref<const std::string&>());
            if (at != m_names.end())
                value = at->second;
        } else if (value.is_structured()) {
            for (Json& child : value)
                resolve(child);
        }
    }

private:
    std::map<std::string, std::string> m_names;
};

} // namespace

std::vector<FieldChange> differences(const Json& left, const Json& right)
{
    std::vector<FieldChange> out;
    walk(left, right, "", out);
    return out;
}

Json named_form(const AnyIR& ir)
{
    Json out = to_json(ir);
    const EntityNames names(out);
    for (const char* list : {"operations", "values", "buffers", "tasks", "step"}) {
        const auto at = out.find(list);
        if (at == out.end())
            continue;
        Json by_name = Json::object();
        for (Json& entity : *at) {
            const std::string name = EntityNames::name_of(entity);
            // Ids follow from what an entity is made of, and sources are ids of another IR: both only repeat other
            // changes.
            entity.erase("id");
            entity["lineage"].erase("sources");
            by_name[name] = std::move(entity);
        }
        *at = std::move(by_name);
    }
    names.resolve(out);
    return out;
}

std::vector<FieldChange> differences(const AnyIR& left, const AnyIR& right)
{
    if (schema_of(left) != schema_of(right))
        return {{"/schema", schema_of(left), schema_of(right)}};
    if (left == right)
        return {};
    auto out = differences(named_form(left), named_form(right));
    if (out.empty()) // lists in another order, or ids that follow from nothing
        out = differences(to_json(left), to_json(right));
    return out;
}

std::vector<FieldChange> moving_fields(const DecoderSemantics& left_model, const strategy::Execution& left,
                                       const DecoderSemantics& right_model, const strategy::Execution& right)
{
    const auto tree = [](const DecoderSemantics& m, strategy::Execution execution) {
        execution.num_procs.reset();
        Json out{{"model",
                  {{"hidden", m.hidden},
                   {"feedforward", m.feedforward},
                   {"sequence", m.sequence},
                   {"heads", m.heads},
                   {"head_size", m.head_size},
                   {"blocks", m.blocks}}},
                 {"strategy", strategy::to_json(execution)}};
        if (m.description) {
            out["model"]["description"] = model::to_json(*m.description);
            out["model"]["description"].erase("name"); // no part of a digest
        }
        return out;
    };
    return differences(tree(left_model, left), tree(right_model, right));
}

} // namespace blueprinting::ir
