#include "core/strategy/law_blocks.h"

#include "core/base/format.h"
#include "core/strategy/facts.h"

#include <algorithm>
#include <array>

namespace blueprinting::strategy {
namespace {

using detail::Facts;

/// The laws that one number breaks again and again: it does not divide a size. In few words, what it does not divide.
struct Cut {
    std::string_view code;
    std::string (*size)(const Facts&);
};
constexpr std::array kCuts{
    Cut{"strategy.hidden.indivisible", [](const Facts& f) { return "hidden " + format::integer(f.hidden); }},
    Cut{"strategy.feedforward.indivisible",
        [](const Facts& f) { return "feed-forward " + format::integer(f.feedforward); }},
    Cut{"strategy.heads.indivisible", [](const Facts& f) { return "heads " + format::integer(f.heads); }},
    Cut{"strategy.sequence.indivisible",
        [](const Facts& f) {
            const std::string sequence = format::integer(f.sequence);
            return f.compatible ? "microbatch times sequence " + format::integer(f.microbatch) + "·" + sequence
                                : "sequence " + sequence;
        }},
    Cut{"strategy.network.not_filled",
        [](const Facts& f) {
            const auto tier = static_cast<std::size_t>(f.tiers.front());
            return "the " + format::integer(f.system->networks[tier].size) + " processors of network tier " +
                   format::integer(f.tiers.front());
        }},
};

const Cut* cut_of(const Violation& law)
{
    // Said of the tensor-parallel group, the first of three, where it is the last on its tier: it stands there alone.
    if (law.code == "strategy.network.not_filled" && law.field != Field::tensor_tier)
        return nullptr;
    const auto at = std::find_if(kCuts.begin(), kCuts.end(), [&](const Cut& cut) { return cut.code == law.code; });
    return at == kCuts.end() ? nullptr : &*at;
}

/// "TP 7 does not divide hidden 12 288, heads 96"; of a single size the law's own words say more.
std::string cuts_text(const Facts& facts, const std::vector<Violation>& laws)
{
    std::string sizes;
    for (const Violation& law : laws)
        if (const Cut* cut = cut_of(law))
            sizes += (sizes.empty() ? "" : ", ") + cut->size(facts);
    return "TP " + format::integer(facts.t) + " does not divide " + sizes;
}

/// "12 blocks …" as a sentence of its own: a capital at the front, a full stop at the end.
std::string sentence(std::string words)
{
    if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    if (!words.ends_with('.'))
        words += '.';
    return words;
}

std::string text_of(const Facts& facts, const std::vector<Violation>& laws)
{
    const bool several = std::count_if(laws.begin(), laws.end(), [](const Violation& law) { return cut_of(law); }) > 1;
    bool said = false;
    std::string out;
    for (const Violation& law : laws) {
        const bool cut = several && cut_of(law);
        if (cut && std::exchange(said, true))
            continue;
        out += (out.empty() ? "" : " ") + sentence(cut ? cuts_text(facts, laws) : law.message);
    }
    return out;
}

using detail::kTierFields;

Field degree_field(const Facts& facts, std::size_t group)
{
    return group == 0 ? Field::tensor_degree : group == 1 ? Field::pipeline_degree : detail::data_field(facts);
}

std::optional<std::size_t> group_of_tier(Field field)
{
    const auto at = std::find(kTierFields.begin(), kTierFields.end(), field);
    return at == kTierFields.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - kTierFields.begin()));
}

void add_offers(std::vector<LawBlock::Offer>& offers, Field field, const detail::Nearest& nearest)
{
    for (const auto& value : {nearest.below, nearest.above})
        if (value)
            offers.push_back({field, *value});
}

bool mends(const detail::Nearest& nearest) { return nearest.below || nearest.above; }

/// Of the groups on a tier that cannot take them, the one that a person would change: one that a smaller degree would
/// mend rather than one that nothing mends, then the largest, then the outermost.
std::size_t group_to_blame(const Facts& facts, std::size_t on)
{
    std::size_t out = on;
    bool out_mends = mends(nearest(facts, degree_field(facts, on)));
    for (std::size_t group = on; group-- > 0;) {
        if (!facts.placed(group) || facts.tiers[group] != facts.tiers[on])
            continue;
        const bool its = mends(nearest(facts, degree_field(facts, group)));
        if (its != out_mends ? its : facts.degree(group) > facts.degree(out)) {
            out = group;
            out_mends = its;
        }
    }
    return out;
}

std::vector<LawBlock> blocks_of(const std::vector<Violation>& broken, const Facts& facts)
{
    std::vector<LawBlock> out;
    const auto block_at = [&](Field field) -> LawBlock& {
        const auto at =
            std::find_if(out.begin(), out.end(), [&](const LawBlock& block) { return block.field == field; });
        if (at != out.end())
            return *at;
        out.push_back({field, {}, {}, {}});
        return out.back();
    };
    std::vector<std::size_t> crowded; ///< groups that are said to be too much for their tier
    for (const Violation& law : broken) {
        const auto group = group_of_tier(law.field);
        if (group && law.code != "strategy.network.unknown_tier") {
            const std::size_t blamed = group_to_blame(facts, *group);
            block_at(degree_field(facts, blamed)).laws.push_back(law);
            crowded.push_back(blamed);
        } else {
            block_at(law.field).laws.push_back(law);
        }
    }
    for (LawBlock& block : out) {
        block.text = text_of(facts, block.laws);
        add_offers(block.offers, block.field, nearest(facts, block.field));
    }
    for (const std::size_t group : crowded) {
        LawBlock& block = block_at(degree_field(facts, group));
        if (std::all_of(block.laws.begin(), block.laws.end(),
                        [](const Violation& law) { return group_of_tier(law.field); }))
            add_offers(block.offers, kTierFields[group],
                       nearest(facts, kTierFields[group])); // else a tier mends but a part of it
    }
    return out;
}

} // namespace

std::vector<LawBlock> law_blocks(const std::vector<Violation>& broken, const model::TransformerModel& model,
                                 const system::SystemProfile& system, const Execution& execution, Rules rules)
{
    return blocks_of(broken, Facts(model, system, execution, rules));
}

std::vector<LawBlock> law_blocks(const std::vector<Violation>& broken, const model::Description& model,
                                 const system::SystemProfile& system, const Execution& execution, Rules rules)
{
    const model::TransformerModel shape = detail::shape_of(model);
    return blocks_of(broken, Facts(shape, system, execution, rules, std::make_shared<const model::Description>(model)));
}

} // namespace blueprinting::strategy
