#include "core/search/part_json.h"

#include "core/base/object_reader.h"

#include <algorithm>

namespace blueprinting::search {
namespace {

Json of_found(const Found& found)
{
    return Json::array({found.number, found.total.value(), found.memory.value(), found.fits});
}

Json of_all(const std::vector<Found>& found)
{
    Json out = Json::array();
    for (const Found& each : found)
        out.push_back(of_found(each));
    return out;
}

Json of_marginals(const std::vector<Marginal>& marginals)
{
    Json out = Json::array();
    for (const Marginal& each : marginals) {
        const auto or_null = [](double value) { return value < 1e300 ? Json(value) : Json(); };
        out.push_back({each.tally.legal, each.tally.fitting, or_null(each.tally.best_seconds),
                       or_null(each.tally.best_memory_bytes)});
    }
    return out;
}

/// Reads one number of devices. What it finds wrong is said once.
class Reader {
public:
    Reader(const JsonDocument& document, std::string pointer) : m_document(document), m_pointer(std::move(pointer)) {}

    Exploration read(const Json& value, const Layout& layout, double percent)
    {
        Exploration out;
        ObjectReader reader(m_document, value, m_pointer, problems);
        out.strategies = count(reader, "strategies");
        out.legal = count(reader, "legal");
        out.fitting = count(reader, "fitting");
        out.refused = counts(reader, "refused");
        out.refused_alone = counts(reader, "refused_alone");
        out.front = found(reader, "front", layout);
        out.top = found(reader, "top", layout);
        out.band.percent = percent;
        out.band.members = found(reader, "band", layout);
        out.band.count = count(reader, "band_count");
        if (const auto smallest = found(reader, "smallest", layout); !smallest.empty())
            out.smallest = smallest.front();
        const Json* marginals = reader.array("marginals");
        std::size_t place = 0;
        for (const Layout::Knob& knob : layout.knobs())
            for (const std::int64_t of : knob.values) {
                out.marginals.push_back({knob.field, of, tally(marginals, place)});
                ++place;
            }
        if (marginals && marginals->size() != place)
            wrong("/marginals", "does not hold one entry for each value of a knob");
        reader.finish();
        return out;
    }

    Diagnostics problems;

private:
    void wrong(const std::string& key, const std::string& message)
    {
        problems.push_back(m_document.error("reader.type", m_pointer + key, message));
    }
    static std::uint64_t count(ObjectReader& reader, const char* key)
    {
        return static_cast<std::uint64_t>(reader.integer(key, 0).value_or(0));
    }
    Counts counts(ObjectReader& reader, const char* key)
    {
        Counts out;
        if (const Json* all = reader.object(key))
            for (const auto& [law, times] : all->items()) {
                const auto whole = as_integer(times);
                if (whole && *whole >= 0)
                    out[law] = static_cast<std::uint64_t>(*whole);
                else
                    wrong("/" + std::string(key), "holds what is no count");
            }
        return out;
    }
    std::vector<Found> found(ObjectReader& reader, const char* key, const Layout& layout)
    {
        std::vector<Found> out;
        const Json* all = reader.array(key);
        for (std::size_t i = 0; all && i < all->size(); ++i) {
            const Json& one = (*all)[i];
            const auto number = one.is_array() && one.size() == 4 ? as_integer(one[0]) : std::nullopt;
            const bool good = number && *number >= 0 && static_cast<std::uint64_t>(*number) < layout.strategies() &&
                              one[1].is_number() && one[2].is_number() && one[3].is_boolean();
            if (good)
                out.push_back({static_cast<std::uint64_t>(*number), Seconds(one[1].get<double>()),
                               Bytes(one[2].get<double>()), one[3].get<bool>()});
            else
                wrong("/" + std::string(key) + "/" + std::to_string(i),
                      "must be [number, seconds, bytes, fits] of a strategy of the question");
        }
        return out;
    }
    Tally tally(const Json* all, std::size_t place)
    {
        Tally out;
        if (!all || place >= all->size())
            return out;
        const Json& one = (*all)[place];
        const auto legal = one.is_array() && one.size() == 4 ? as_integer(one[0]) : std::nullopt;
        const auto fitting = legal ? as_integer(one[1]) : std::nullopt;
        const auto figure = [](const Json& value) { return value.is_number() || value.is_null(); };
        if (!fitting || *legal < 0 || *fitting < 0 || !figure(one[2]) || !figure(one[3])) {
            wrong("/marginals/" + std::to_string(place), "must be [legal, fitting, seconds, bytes]");
            return out;
        }
        out.legal = static_cast<std::uint64_t>(*legal);
        out.fitting = static_cast<std::uint64_t>(*fitting);
        if (one[2].is_number())
            out.best_seconds = one[2].get<double>();
        if (one[3].is_number())
            out.best_memory_bytes = one[3].get<double>();
        return out;
    }
    const JsonDocument& m_document;
    std::string m_pointer;
};

void add(Counts& to, const Counts& from)
{
    for (const auto& [law, times] : from)
        to[law] += times;
}

std::string place(const Shard& shard) { return std::to_string(shard.index) + "/" + std::to_string(shard.count); }

/// The findings of all shards about one number of devices.
Result<Exploration> joined_count(const std::vector<Answers>& parts, std::size_t index, const CancelToken& cancel)
{
    const Question& question = parts.front().question;
    const Layout& layout = parts.front().layouts[index];
    const Judgement judgement = question.judgement();
    Exploration out;
    Front front;
    Best top(judgement, std::max<std::size_t>(parts.front().top, 1));
    BandGathering band(judgement, question.band_percent);
    bool all_members = true;
    for (const Answers& part : parts) {
        const Exploration& found = part.found[index];
        out.strategies += found.strategies;
        out.legal += found.legal;
        out.fitting += found.fitting;
        add(out.refused, found.refused);
        add(out.refused_alone, found.refused_alone);
        for (const Found& each : found.front)
            front.offer(each);
        for (const Found& each : found.top)
            top.offer(each);
        for (const Found& each : found.band.members)
            band.offer(each);
        all_members = all_members && found.band.count == found.band.members.size();
        if (out.marginals.empty())
            out.marginals = found.marginals;
        else
            for (std::size_t i = 0; i < out.marginals.size(); ++i)
                out.marginals[i].tally.add(found.marginals[i].tally);
        const auto leaner = [](const Found& a, const Found& b) {
            if (a.memory != b.memory)
                return a.memory < b.memory;
            return a.total != b.total ? a.total < b.total : a.number < b.number;
        };
        if (found.smallest && (!out.smallest || leaner(*found.smallest, *out.smallest)))
            out.smallest = found.smallest;
    }
    out.front = front.steps();
    out.top = top.sorted();
    if (all_members && !band.full()) {
        out.band = band_of(layout, band.take(), question.band_percent, band.limit());
        return out;
    }
    const auto again = explore({.model = question.model,
                                .system = question.system,
                                .layout = layout,
                                .view = question.view,
                                .judgement = judgement},
                               {.top = 1, .band_percent = question.band_percent, .marginals = false}, {}, cancel);
    if (!again)
        return again.failure_as<Exploration>();
    out.band = again->band;
    return out;
}

} // namespace

Json part_json(const Answers& answers)
{
    Json counts = Json::array();
    for (const Exploration& found : answers.found)
        counts.push_back({{"strategies", found.strategies},
                          {"legal", found.legal},
                          {"fitting", found.fitting},
                          {"refused", found.refused},
                          {"refused_alone", found.refused_alone},
                          {"front", of_all(found.front)},
                          {"top", of_all(found.top)},
                          {"band", of_all(found.band.members)},
                          {"band_count", found.band.count},
                          {"smallest", found.smallest ? of_all({*found.smallest}) : Json::array()},
                          {"marginals", of_marginals(found.marginals)}});
    return {{"question", to_json(answers.question)},
            {"digest", question_digest(answers.question)},
            {"top", answers.top},
            {"counts", std::move(counts)}};
}

Result<Answers> read_part(const JsonDocument& document)
{
    const Json& root = document.root();
    if (!root.is_object() || !root.contains("part"))
        return document.error("search.merge.no_shard", "",
                              "is no answer of a shard, as search --shard i/n --json writes it");
    Diagnostics problems;
    ObjectReader of_part(document, root.at("part"), "/part", problems);
    const Json* question = of_part.object("question");
    const Json* counts = of_part.array("counts");
    const auto top = of_part.integer("top", 0);
    const auto digest = of_part.string("digest");
    of_part.finish();
    const auto shard = root.contains("shard") && root["shard"].is_string()
                           ? Shard::parse(root["shard"].get<std::string>())
                           : Shard::parse("");
    if (!shard)
        problems.push_back(document.error("search.merge.no_shard", "/shard", "does not say which shard it is"));
    if (!problems.empty())
        return problems;
    auto asked = question_from_json(document, *question, "/part/question");
    if (!asked)
        return asked.failure_as<Answers>();
    if (question_digest(*asked) != *digest)
        return document.error("search.merge.different", "/part/digest", "is not that of the question beside it");
    Answers out{*std::move(asked), *shard, static_cast<std::size_t>(*top), {}, {}, 0};
    auto layouts = layouts_of(out.question);
    if (!layouts)
        return layouts.failure_as<Answers>();
    out.layouts = *std::move(layouts);
    if (counts->size() != out.layouts.size())
        return document.error("reader.type", "/part/counts", "does not hold one entry for each number of devices");
    for (std::size_t i = 0; i < counts->size(); ++i) {
        Reader reader(document, "/part/counts/" + std::to_string(i));
        out.found.push_back(reader.read((*counts)[i], out.layouts[i], out.question.band_percent));
        if (!reader.problems.empty())
            return reader.problems;
    }
    if (root.contains("seconds") && root["seconds"].is_number())
        out.seconds = root["seconds"].get<double>();
    return out;
}

Diagnostics not_one_whole(const std::vector<ShardOf>& shards)
{
    Diagnostics out;
    const ShardOf& first = shards.front();
    std::map<std::uint64_t, std::string> seen;
    for (const ShardOf& each : shards) {
        const auto fail = [&](const char* code, const std::string& message) {
            out.push_back({Severity::error, code, each.name, message});
        };
        if (each.question != first.question)
            fail("search.merge.different",
                 "is of another question (" + each.question + ") than " + first.name + " (" + first.question + ")");
        else if (each.shard.count != first.shard.count)
            fail("search.merge.different",
                 "is shard " + place(each.shard) + ", but " + first.name + " is " + place(first.shard));
        else if (const auto [at, is_new] = seen.emplace(each.shard.index, each.name); !is_new)
            fail("search.merge.doubled", "is shard " + place(each.shard) + ", which " + at->second + " is too");
    }
    if (!out.empty())
        return out;
    std::string missing;
    std::size_t count = 0;
    for (std::uint64_t index = 1; index <= first.shard.count && count < 20; ++index)
        if (!seen.contains(index)) {
            missing += (missing.empty() ? "" : ", ") + place({index, first.shard.count});
            ++count;
        }
    if (count > 0)
        out.push_back({Severity::error, "search.merge.missing", "",
                       (count == 1 ? "shard " : "shards ") + missing + (count == 20 ? " and more" : "") +
                           (count == 1 ? " is missing" : " are missing")});
    return out;
}

Result<Answers> joined(std::vector<Answers> parts, const std::vector<std::string>& names, const CancelToken& cancel)
{
    std::vector<ShardOf> shards;
    for (std::size_t i = 0; i < parts.size(); ++i)
        shards.push_back({names[i], question_digest(parts[i].question) + " with --top " + std::to_string(parts[i].top),
                          parts[i].shard});
    if (auto problems = not_one_whole(shards); !problems.empty())
        return problems;
    Answers out{parts.front().question, {}, parts.front().top, parts.front().layouts, {}, 0};
    for (std::size_t i = 0; i < out.layouts.size(); ++i) {
        auto one = joined_count(parts, i, cancel);
        if (!one)
            return one.failure_as<Answers>();
        out.found.push_back(*std::move(one));
    }
    for (const Answers& part : parts)
        out.seconds += part.seconds;
    return out;
}

} // namespace blueprinting::search
