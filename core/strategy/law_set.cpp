#include "core/strategy/law_set.h"

#include "core/strategy/facts.h"

#include <algorithm>
#include <cstdlib>

namespace blueprinting::strategy {
namespace {

/// The fields that decide what stands on a tier: a law of networks looks at all of them, though it names at one time
/// only those that share a tier.
constexpr FieldSet kPlaced =
    detail::bits({Field::tensor_degree, Field::pipeline_degree, Field::data_degree, Field::replicas, Field::tensor_tier,
                  Field::pipeline_tier, Field::data_tier});

struct Row {
    const detail::Law* law = nullptr;
    LawSet bit = 0;      ///< of its code
    FieldSet fields = 0; ///< that its verdict can depend on
    [[nodiscard]] bool is(const LawsThat& which) const
    {
        return (fields & which.touch) != 0 && (fields & which.also) != 0 && (fields & which.miss) == 0;
    }
};

struct Table {
    std::vector<std::string_view> codes;
    std::vector<Row> rows;
};

/// What a row says of its fields may depend on the rules, so that it is asked under both.
FieldSet weighed_by(const detail::Law& law)
{
    static const model::TransformerModel model{};
    static const system::SystemProfile system{};
    const Execution execution;
    FieldSet out = 0;
    for (const Rules rules : {Rules::strict, Rules::calculon_compatible})
        out |= law.involves(detail::Facts(model, system, execution, rules));
    return out;
}

/// Put together once and never changed.
const Table& table()
{
    static const Table all = [] {
        Table out;
        const auto networks = detail::network_laws();
        for (const detail::Law& law : detail::laws()) {
            if (out.codes.empty() || out.codes.back() != law.code)
                out.codes.push_back(law.code);
            if (out.codes.size() > 64)
                std::abort(); // more laws than a set holds
            const bool placed = std::any_of(networks.begin(), networks.end(),
                                            [&](const detail::Law& each) { return each.code == law.code; });
            out.rows.push_back({&law, LawSet{1} << (out.codes.size() - 1), weighed_by(law) | (placed ? kPlaced : 0)});
        }
        return out;
    }();
    return all;
}

} // namespace

std::span<const std::string_view> law_codes() { return table().codes; }

FieldSet fields_of(const LawsThat& which)
{
    FieldSet out = 0;
    for (const Row& row : table().rows)
        if (row.is(which))
            out |= row.fields;
    return out;
}

namespace {

LawSet broken_of(const detail::Facts& facts, const LawsThat& which)
{
    LawSet out = 0;
    for (const Row& row : table().rows)
        if ((row.bit & out) == 0 && row.is(which) && row.law->broken(facts))
            out |= row.bit;
    return out;
}

} // namespace

LawSet broken_laws(const model::TransformerModel& model, const system::SystemProfile& system,
                   const Execution& execution, Rules rules, const LawsThat& which)
{
    return broken_of(detail::Facts(model, system, execution, rules), which);
}

LawCheck::LawCheck(std::shared_ptr<const model::Description> model, const system::SystemProfile& system, Rules rules)
    : m_shape(detail::shape_of(*model)),
      m_model(std::move(model)),
      m_system(system),
      m_rules(rules),
      m_beyond(!model::plain_model(*m_model))
{
}

LawSet LawCheck::broken(const Execution& execution, const LawsThat& which) const
{
    return broken_of(detail::Facts(m_shape, m_system, execution, m_rules, m_model, m_beyond), which);
}

model::TransformerModel six_sizes(const model::Description& description) { return detail::shape_of(description); }

} // namespace blueprinting::strategy
