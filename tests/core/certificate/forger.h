#pragma once
#include "core/base/json_document.h"

#include <QCryptographicHash>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

/// What somebody does who alters a certificate and knows how one is made, but not the evidence: states the metrics anew
/// and makes the hash of the table anew. Written from the description of the format alone, on JSON; it shares nothing
/// with the code under test.
namespace blueprinting::certificate::testing {

/// SHA-256 of the table as JSON with sorted keys and the separators ", " and ": ".
inline std::string forged_hash(const Json& table)
{
    std::string text;
    for (const auto& item : table.items()) // sorted by key
        text += (text.empty() ? "{" : ", ") + Json(item.key()).dump() + ": " + item.value().dump();
    text += text.empty() ? "{}" : "}";
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex().toStdString();
}

class Forger {
public:
    /// Throws where the certificate is not of its form any more; nobody restates that.
    static void restate(Json& root)
    {
        root.at("integer_table_sha256") = forged_hash(root.at("integer_table_milli_us"));
        const Forger forger(root);
        Json& metrics = root.at("metrics");
        metrics["integer_all"] = forger.metrics_of([](bool) { return true; });
        metrics["test"] = forger.metrics_of([](bool held) { return held; });
        metrics["train"] = forger.metrics_of([](bool held) { return !held; });
    }

private:
    using Whole = __int128;

    struct Outcome {
        std::string key;
        bool held = false;
        double regret = 0;
        bool clear_miss = false;
        std::size_t pairs = 0;
        std::size_t right = 0;
    };

    explicit Forger(const Json& root) : m_table(root.at("integer_table_milli_us"))
    {
        std::vector<std::string> seen;
        for (const Json& cell : root.at("cells")) {
            const auto key = cell.at("cell").get<std::string>();
            if (std::find(seen.begin(), seen.end(), key) != seen.end())
                continue;
            seen.push_back(key);
            if (!reranked(root.at("fit_arguments"), cell.at("facts")))
                m_outcomes.push_back(outcome_of(cell, key, held_out(root.at("fit_arguments"), key)));
        }
    }

    static std::int64_t number(const Json& object, const char* key, std::int64_t least = 0)
    {
        const auto value = object.at(key).get<double>();
        if (!(value >= static_cast<double>(least) && value <= 9007199254740992.0))
            throw std::out_of_range(key);
        return std::llround(value);
    }

    static bool reranked(const Json& fit, const Json& facts)
    {
        std::string shape = "tp" + std::to_string(number(facts, "tp")) + "cp" + std::to_string(number(facts, "cp"));
        for (const char* more : {"ep", "etp"})
            if (facts.contains(more) && number(facts, more) > 1)
                shape += more + std::to_string(number(facts, more));
        const Json shapes = fit.value("rerank_shapes", Json::array());
        return std::find(shapes.begin(), shapes.end(), Json(shape)) != shapes.end();
    }

    static bool held_out(const Json& fit, const std::string& key)
    {
        const std::size_t group = key.rfind("|g");
        if (key.substr(0, key.find('|')).find("cal-ellavox") != std::string::npos && group != std::string::npos &&
            std::stoll(key.substr(group + 2)) % 2 == 1)
            return true;
        std::string rest = fit.at("holdout").get<std::string>() + ",";
        for (std::size_t comma = rest.find(','); comma != std::string::npos; comma = rest.find(',')) {
            std::string pattern = rest.substr(0, comma);
            rest.erase(0, comma + 1);
            pattern.erase(0, pattern.find_first_not_of(' '));
            pattern.erase(pattern.find_last_not_of(' ') + 1);
            if (!pattern.empty() && key.find(pattern) != std::string::npos)
                return true;
        }
        return false;
    }

    [[nodiscard]] Whole score(const Json& features, const Json& facts) const
    {
        const Whole unit = 1024;
        const Whole tokens = number(features, "packed_tokens");
        const Whole levels = std::max<std::int64_t>(0, number(features, "max_depth") - 1);
        const Whole layers = number(facts, "layers", 1);
        const Whole gdn = number(facts, "gdn_layers");
        const Whole tp = number(facts, "tp", 1);
        const Whole cp = number(facts, "cp", 1);
        std::size_t place = 0;
        while (place < 7 && (Whole{64} << place) < 128 * cp)
            ++place;
        const Whole below = std::llround(features.at("segments_below").at(place).get<double>());
        Whole sum = 0;
        for (const auto& item : m_table.items()) {
            const std::string& term = item.key();
            Whole value = 0;
            if (term == "token_per_rank")
                value = tokens * layers * unit / (tp * cp);
            else if (term == "token_cp_exchange")
                value = tokens * layers * (cp - 1) * unit / cp;
            else if (term == "token_tp_collective")
                value = tokens * layers * (tp - 1) * unit / tp;
            else if (term == "gdn_token_per_rank")
                value = tokens * gdn * unit / (tp * cp);
            else if (term == "attention_token_cp_exchange")
                value = tokens * (layers - gdn) * (cp - 1) * unit / cp;
            else if (term == "tiny_segment_per_layer")
                value = below * layers * unit;
            else if (term == "level_cp_per_layer")
                value = levels * layers * (cp - 1) * unit;
            else if (term == "level_tp_per_layer")
                value = levels * layers * (tp - 1) * unit;
            else if (term == "gdn_level")
                value = levels * gdn * unit;
            else if (term == "gdn_level_tp")
                value = levels * gdn * (tp - 1) * unit;
            sum += value * item.value().get<std::int64_t>();
        }
        return sum;
    }

    [[nodiscard]] Outcome outcome_of(const Json& cell, const std::string& key, bool held) const
    {
        Outcome out{key, held};
        const Json& candidates = cell.at("candidates");
        std::vector<double> ms;
        std::vector<Whole> scores;
        for (const Json& candidate : candidates) {
            ms.push_back(candidate.at("median_ms").get<double>());
            scores.push_back(score(candidate.at("features"), cell.at("facts")));
        }
        const auto best = static_cast<std::size_t>(std::min_element(ms.begin(), ms.end()) - ms.begin());
        const auto chosen = static_cast<std::size_t>(std::min_element(scores.begin(), scores.end()) - scores.begin());
        out.regret = (ms.at(chosen) - ms[best]) / ms[best] * 100.0;
        double second = 0;
        for (std::size_t i = 0; i < ms.size(); ++i)
            if (i != best && (second == 0 || ms[i] < second))
                second = ms[i];
        const double lead = second > 0 ? (second - ms[best]) / ms[best] * 100.0 : 0;
        out.clear_miss = lead > std::max(candidates.at(best).at("spread_pct").get<double>(), 3.0) && out.regret > 5.0;
        for (std::size_t i = 0; i < ms.size(); ++i)
            for (std::size_t j = i + 1; j < ms.size(); ++j)
                if (std::fabs(ms[i] - ms[j]) / std::min(ms[i], ms[j]) * 100.0 > 3.0) {
                    ++out.pairs;
                    out.right += (ms[i] < ms[j]) == (scores[i] < scores[j]) ? 1 : 0;
                }
        return out;
    }

    template <class Wanted>
    [[nodiscard]] Json metrics_of(Wanted wanted) const
    {
        std::vector<double> regrets;
        std::size_t pairs = 0;
        std::size_t right = 0;
        Json misses = Json::array();
        for (const Outcome& outcome : m_outcomes) {
            if (!wanted(outcome.held))
                continue;
            regrets.push_back(outcome.regret);
            pairs += outcome.pairs;
            right += outcome.right;
            if (outcome.clear_miss)
                misses.push_back(outcome.key);
        }
        std::sort(regrets.begin(), regrets.end());
        const std::size_t n = regrets.size();
        Json out = {{"cells", n},
                    {"ordered_pairs", pairs},
                    {"pairwise_accuracy", nullptr},
                    {"median_regret_pct", nullptr},
                    {"p95_regret_pct", nullptr},
                    {"max_regret_pct", nullptr},
                    {"clear_misses", misses}};
        if (pairs > 0)
            out["pairwise_accuracy"] = static_cast<double>(right) / static_cast<double>(pairs);
        if (n > 0) {
            out["median_regret_pct"] = n % 2 == 1 ? regrets[n / 2] : (regrets[n / 2 - 1] + regrets[n / 2]) / 2.0;
            out["p95_regret_pct"] = regrets[std::min(n - 1, static_cast<std::size_t>(0.95 * static_cast<double>(n)))];
            out["max_regret_pct"] = regrets.back();
        }
        return out;
    }

    const Json& m_table;
    std::vector<Outcome> m_outcomes;
};

} // namespace blueprinting::certificate::testing
