#include "core/model/transformer_model.h"

#include "core/base/format.h"
#include "core/base/object_reader.h"

#include <cmath>

namespace blueprinting::model {
namespace {

/// The six keys of a Calculon model file, each with its member.
struct Key {
    const char* name;
    std::int64_t TransformerModel::*member;
};
constexpr std::array<Key, 6> kKeys{{{"hidden", &TransformerModel::hidden},
                                    {"feedforward", &TransformerModel::feedforward},
                                    {"seq_size", &TransformerModel::sequence},
                                    {"attn_heads", &TransformerModel::heads},
                                    {"attn_size", &TransformerModel::head_size},
                                    {"num_blocks", &TransformerModel::blocks}}};

std::string whole(double value)
{
    return std::fabs(value) <= static_cast<double>(kMaxInteger) ? format::integer(static_cast<std::int64_t>(value))
                                                                : format::significant(value, 6);
}

} // namespace

Result<TransformerModel> read_calculon_model(const JsonDocument& document, const Json& value,
                                             const std::string& pointer, std::string name)
{
    Diagnostics problems;
    ObjectReader reader(document, value, pointer, problems);
    TransformerModel model;
    model.name = std::move(name);
    if (reader.valid()) {
        for (const Key& key : kKeys) {
            const auto n = reader.integer(key.name);
            if (!n)
                continue;
            if (*n < 1)
                reader.fail("strategy.degree.not_positive", key.name,
                            "\"" + std::string(key.name) + "\" must be at least 1, not " + std::to_string(*n));
            model.*key.member = *n;
        }
        reader.finish("a model file has exactly hidden, feedforward, seq_size, attn_heads, attn_size and num_blocks");
    }
    if (!problems.empty())
        return problems;
    return model;
}

Json to_calculon(const TransformerModel& model)
{
    Json out = Json::object();
    for (const Key& key : kKeys)
        out[key.name] = model.*key.member;
    return out;
}

ParameterCount parameter_count(const TransformerModel& model)
{
    const double h = static_cast<double>(model.hidden);
    const double f = static_cast<double>(model.feedforward);
    const double a = static_cast<double>(model.heads);
    const double k = static_cast<double>(model.head_size);
    const double blocks = static_cast<double>(model.blocks);
    // q, k and v are h × a·k each, the output a·k × h; fc1 and fc2 are h × f and f × h; a layer norm has 2h.
    ParameterCount count;
    count.value = blocks * (4 * h * a * k + 2 * h * f + 2 * (2 * h));
    count.formula = "L·(4·h·a·k + 2·h·f + 4·h) = " + whole(blocks) + "·(4·" + whole(h) + "·" + whole(a) + "·" +
                    whole(k) + " + 2·" + whole(h) + "·" + whole(f) + " + 4·" + whole(h) + ") = " + whole(count.value);
    return count;
}

} // namespace blueprinting::model
