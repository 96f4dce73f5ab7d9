#include "core/search/question.h"

#include "core/base/written_number.h"
#include "core/strategy/law_set.h"

#include <algorithm>
#include <set>

namespace blueprinting::search {
namespace {

using strategy::Field;
using strategy::FieldRow;
using strategy::Kind;
using strategy::Searched;

constexpr std::size_t kMostNumbers = 64; ///< of devices, asked together

std::optional<std::int64_t> whole(std::string_view text)
{
    const auto read = read_whole(text, {});
    return read ? std::optional(*read) : std::nullopt;
}

/// The values that a part of a list of devices means; empty where it is none.
std::vector<std::int64_t> devices_of(std::string_view part)
{
    const std::size_t dots = part.find("..");
    const auto first = whole(part.substr(0, dots));
    if (dots == std::string_view::npos)
        return first ? std::vector{*first} : std::vector<std::int64_t>{};
    const auto last = whole(part.substr(dots + 2));
    std::vector<std::int64_t> out;
    if (first && last)
        for (std::int64_t each = *first; each <= *last; each *= 2)
            out.push_back(each);
    return out;
}

class Builder {
public:
    Builder(const Asked& asked, const system::SystemProfile& system) : m_asked(asked), m_system(system) {}

    void devices(Question& into)
    {
        auto read = devices_from(m_asked.devices);
        keep(read);
        if (read)
            into.devices = *std::move(read);
    }

    void bounds(SpaceParts& into)
    {
        for (const Field field : kBoundFields) {
            const auto given = m_asked.bounds.find(field);
            if (given == m_asked.bounds.end() || given->second.empty())
                continue;
            const auto parsed = Allowed::parse(given->second, std::string(strategy::path_of(field)));
            keep(parsed);
            if (parsed)
                *into.bound(field) = *parsed;
        }
    }

    void words(SpaceParts& into)
    {
        const auto said = [&](Field field) {
            const auto at = m_asked.words.find(field);
            return at != m_asked.words.end() && !at->second.empty();
        };
        if (said(Field::sharding) && said(Field::optimizer_sharding))
            fail("search.word.conflict", std::string(strategy::path_of(Field::sharding)),
                 "says what optimizer sharding says: leave one of them out");
        for (const auto& [field, words] : m_asked.words) {
            const FieldRow& row = strategy::row(field);
            if (field == Field::recompute_modules) {
                modules(words, into);
                continue;
            }
            const auto known = words_of(row);
            std::vector<std::int64_t> values;
            for (const std::string& word : words) {
                const auto at = std::find(known.begin(), known.end(), word);
                if (at != known.end()) {
                    values.push_back(at - known.begin());
                    continue;
                }
                std::string list;
                for (const std::string& each : known)
                    list += (list.empty() ? "" : ", ") + each;
                fail("search.word.unknown", std::string(row.path), "\"" + word + "\" is none of " + list);
            }
            if (!words.empty())
                into[field] = Values(std::move(values));
        }
    }

    void modules(const std::vector<std::string>& words, SpaceParts& into)
    {
        std::vector<std::int64_t> values;
        for (const std::string& word : words) {
            if (const auto set = modules_from(word))
                values.push_back(*set);
            else
                fail("search.word.unknown", std::string(strategy::path_of(Field::recompute_modules)),
                     "\"" + word + "\" is neither none nor modules joined by +; there are " + module_names());
        }
        if (!words.empty())
            into[Field::recompute_modules] = Values(std::move(values));
    }

    void tiers(SpaceParts& into)
    {
        const auto count = static_cast<std::int64_t>(m_system.networks.size());
        for (const auto& [field, tiers] : m_asked.tiers) {
            for (const std::int64_t tier : tiers)
                if (tier < 0 || tier >= count)
                    fail("search.tier.unknown", std::string(strategy::path_of(field)),
                         "the system has no network tier " + std::to_string(tier) + "; it has 0 to " +
                             std::to_string(count - 1));
            if (!tiers.empty())
                into[field] = Values(tiers);
        }
    }

    void judged(Question& into)
    {
        const auto& ranks = rank_words();
        const auto rank = std::find(ranks.begin(), ranks.end(), m_asked.rank);
        if (rank == ranks.end())
            fail("search.word.unknown", "rank", "\"" + m_asked.rank + "\" is none of time, tokens, cost, memory");
        else
            into.rank = static_cast<RankBy>(rank - ranks.begin());
        into.must_fit = m_asked.must_fit;
        into.price = m_asked.price;
        into.reserve_gib = m_asked.reserve_gib;
        into.band_percent = m_asked.band_percent;
        if (into.rank == RankBy::cost && !into.price)
            fail("search.rank.without_price", "rank", "a rank by cost needs the price of a GPU for an hour");
        if (into.price && !(*into.price >= 0 && *into.price <= 1e9))
            fail("search.range", "price", written(*into.price) + " is no price; allowed are numbers from 0 to 1e9");
        const double capacity = m_system.mem1.capacity_gib;
        if (!(into.reserve_gib >= 0 && into.reserve_gib < capacity))
            fail("search.range", "reserve",
                 written(into.reserve_gib) + " GiB cannot be kept free; allowed are 0 to less than the " +
                     written(capacity) + " GiB of the first memory");
        if (!(into.band_percent >= 0 && into.band_percent <= 1000))
            fail("search.range", "band",
                 written(into.band_percent) + " % is no band; allowed are numbers from 0 to 1000");
    }

    Diagnostics take() { return std::move(m_problems); }

private:
    template <class T>
    void keep(const Result<T>& result)
    {
        m_problems.insert(m_problems.end(), result.diagnostics().begin(), result.diagnostics().end());
    }
    void fail(const char* code, std::string path, std::string message)
    {
        m_problems.push_back({Severity::error, code, std::move(path), std::move(message)});
    }
    const Asked& m_asked;
    const system::SystemProfile& m_system;
    Diagnostics m_problems;
};

/// How many devices the networks that may be used connect, all of them together; a double, since tiers multiply.
double connected(const Question& question, const SpaceParts& bounds)
{
    std::set<std::int64_t> tiers;
    for (const Field field : {Field::tensor_tier, Field::pipeline_tier, Field::data_tier})
        for (const std::int64_t tier : bounds[field].once())
            tiers.insert(tier);
    double out = 1;
    for (const std::int64_t tier : tiers)
        if (tier >= 0 && tier < std::ssize(question.system.networks))
            out *= static_cast<double>(question.system.networks[static_cast<std::size_t>(tier)].size);
    return out;
}

bool some_divides(const Layout& layout, const Space& space)
{
    for (const Layout::Knob& knob : layout.knobs())
        if (knob.field == Field::data_degree)
            for (const std::int64_t d : knob.values)
                for (const std::int64_t b : layout.microbatches())
                    if (space.global_batch % d == 0 && space.global_batch / d % b == 0)
                        return true;
    return false;
}

} // namespace

Space Question::space(std::int64_t count) const
{
    Space out;
    static_cast<SpaceParts&>(out) = bounds;
    out.devices = count;
    out.global_batch = global_batch(count);
    return out;
}

Result<Layout> Question::layout(std::int64_t count) const
{
    return extended() ? Layout::make(space(count), std::make_shared<const model::Description>(described()))
                      : Layout::make(space(count), model.blocks);
}

model::Description Question::described() const { return description ? *description : model::describe(model); }

Judgement Question::judgement() const { return {system.capacity() - Bytes(reserve_gib * kGibibyte), must_fit, rank}; }

std::vector<std::string> words_of(const FieldRow& row)
{
    if (row.kind == Kind::flag)
        return {"off", "on"};
    std::vector<std::string> out;
    for (const strategy::Word& word : row.words)
        if (word.strict)
            out.emplace_back(word.key);
    return out;
}

std::optional<std::int64_t> modules_from(std::string_view text)
{
    if (text == "none")
        return 0;
    strategy::ModuleSet out;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t plus = std::min(text.find('+', from), text.size());
        const auto at = std::find_if(strategy::kModules.begin(), strategy::kModules.end(), [&](strategy::Module each) {
            return text.substr(from, plus - from) == to_string(each);
        });
        if (at == strategy::kModules.end())
            return std::nullopt;
        out.add(*at);
        from = plus + 1;
    }
    return out.bits();
}

std::string modules_word(std::int64_t modules)
{
    std::string out;
    for (const strategy::Module each : strategy::kModules)
        if (strategy::ModuleSet::of_bits(modules).has(each))
            out += (out.empty() ? "" : "+") + std::string(to_string(each));
    return out.empty() ? "none" : out;
}

std::string module_names()
{
    std::string out;
    for (const strategy::Module each : strategy::kModules)
        out += (out.empty() ? "" : ", ") + std::string(to_string(each));
    return out;
}

const std::vector<std::string>& rank_words()
{
    static const std::vector<std::string> words{"time", "tokens", "cost", "memory"};
    return words;
}

Result<std::vector<std::int64_t>> devices_from(std::string_view text)
{
    std::set<std::int64_t> out;
    std::string_view rest = text;
    while (true) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view part = rest.substr(0, comma);
        const auto values = devices_of(part);
        if (values.empty())
            return Diagnostic{Severity::error, "search.devices.malformed", "devices",
                              "\"" + std::string(part) +
                                  "\" is no number of devices; allowed are whole numbers from 1 to 2^53, lists of them "
                                  "and stretches that double, as 64, 64,96 and 64..4096"};
        out.insert(values.begin(), values.end());
        if (out.size() > kMostNumbers)
            return Diagnostic{Severity::error, "search.range", "devices",
                              "more than " + std::to_string(kMostNumbers) +
                                  " numbers of devices; ask for fewer at a time"};
        if (comma == rest.size())
            break;
        rest.remove_prefix(comma + 1);
    }
    return std::vector<std::int64_t>(out.begin(), out.end());
}

Diagnostics impossible(const Question& question)
{
    Diagnostics out;
    for (const std::int64_t count : question.devices) {
        const std::string where = question.devices.size() > 1 ? " (" + std::to_string(count) + " devices)" : "";
        const Space space = question.space(count);
        if (const double most = connected(question, space); static_cast<double>(count) > most) {
            out.push_back({Severity::error, "search.devices.too_many", "devices",
                           std::to_string(count) + " devices are more than the " + written(most) +
                               " that the networks within the bounds connect"});
            continue;
        }
        if (question.batch_per_device && question.batch > kMaxInteger / count) {
            out.push_back({Severity::error, "search.range", "global_batch",
                           std::to_string(question.batch) + " samples a device on " + std::to_string(count) +
                               " devices are past 2^53"});
            continue;
        }
        const auto layout = question.layout(count);
        for (Diagnostic each : layout.diagnostics()) {
            each.message += where;
            out.push_back(std::move(each));
        }
        if (layout && !some_divides(*layout, space))
            out.push_back({Severity::error, "search.batch.indivisible", "global_batch",
                           "no DP × microbatch within the bounds divides the batch of " +
                               std::to_string(space.global_batch) + where});
    }
    return out;
}

namespace {

/// The same, the model in it.
Result<Question> completed(Question out, const Asked& asked)
{
    out.batch = asked.batch;
    out.batch_per_device = asked.batch_per_device;
    static_cast<SpaceParts&>(out.bounds) = Space::of(1, 1, out.system);
    if (out.description)
        begin_with(out.bounds, *out.description);
    Builder builder(asked, out.system);
    builder.devices(out);
    builder.bounds(out.bounds);
    builder.words(out.bounds);
    builder.tiers(out.bounds);
    builder.judged(out);
    if (auto problems = builder.take(); !problems.empty())
        return problems;
    if (auto problems = impossible(out); !problems.empty())
        return problems;
    return out;
}

} // namespace

Result<Question> question_of(const model::TransformerModel& model, const system::SystemProfile& system, cost::View view,
                             const Asked& asked)
{
    Question out;
    out.model = model;
    out.system = system;
    out.view = view;
    return completed(std::move(out), asked);
}

Result<Question> question_of(const model::Description& model, const system::SystemProfile& system, cost::View view,
                             const Asked& asked)
{
    if (const auto plain = model::plain_model(model))
        return question_of(*plain, system, view, asked);
    Question out;
    out.model = strategy::six_sizes(model);
    out.description = model;
    out.system = system;
    out.view = view;
    return completed(std::move(out), asked);
}

Result<std::vector<Layout>> layouts_of(const Question& question)
{
    std::vector<Layout> out;
    for (const std::int64_t count : question.devices) {
        auto layout = question.layout(count);
        if (!layout)
            return layout.failure_as<std::vector<Layout>>();
        out.push_back(*std::move(layout));
    }
    return out;
}

} // namespace blueprinting::search
