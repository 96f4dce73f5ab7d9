#include "core/certificate/plausible.h"

#include "core/base/foreign_text.h"
#include "core/base/format.h"
#include "core/certificate/evidence.h"
#include "core/certificate/int128.h"

#include <algorithm>

namespace blueprinting::certificate {
namespace {

using Clauses = std::vector<std::string>;

std::string figure(double value) { return format::significant(value); }

void look_at_text(Clauses& out, const std::string& what, const std::string& text, std::size_t longest)
{
    if (text.size() > longest) {
        out.push_back(what + " has " + std::to_string(text.size()) + " bytes, more than " + std::to_string(longest));
    } else if (shows_nothing(text)) {
        out.push_back(what + " is empty");
    } else if (const char32_t unseen = first_unseen(text); unseen != 0 && unseen < 0xA0) {
        out.push_back(what + " holds a control character");
    } else if (unseen != 0) {
        out.push_back(what + " holds the unseen character " + spelled_out(unseen));
    }
}

bool is_hexadecimal(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    });
}

void look_at_size(Clauses& out, const char* what, std::int64_t value, std::int64_t most)
{
    if (value > most)
        out.push_back(std::string(what) + " is " + std::to_string(value) + ", more than " + std::to_string(most));
}

/// "below 64": the thresholds are 64, 128, …, 8192 tokens.
std::int64_t threshold(std::size_t place) { return std::int64_t{64} << place; }

/// How many tokens segments of these lengths have together. Only for counts that rise and stay within the segments.
void look_at_lengths(Clauses& out, const Features& features)
{
    Int128 least = 0;
    Int128 most = 0;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < features.segments_below.size(); ++i) {
        const std::int64_t here = features.segments_below[i] - before;
        least += Int128{here} * (i == 0 ? 1 : threshold(i - 1));
        most += Int128{here} * (threshold(i) - 1);
        before = features.segments_below[i];
    }
    const std::int64_t longer = features.segment_count - before;
    least += Int128{longer} * threshold(features.segments_below.size() - 1);
    const std::string tokens = std::to_string(features.packed_tokens) + " packed tokens are ";
    if (features.packed_tokens < least)
        out.push_back(tokens + "fewer than the " + to_string(least) + " that segments of these lengths hold at least");
    else if (longer == 0 && features.packed_tokens > most)
        out.push_back(tokens + "more than the " + to_string(most) + " that segments of these lengths hold at most");
}

} // namespace

std::vector<std::string> implausible_layout(const Features& features)
{
    Clauses out;
    const auto& below = features.segments_below;
    const std::string segments = std::to_string(features.segment_count) + " segments";
    if (features.segment_count < 1) {
        out.push_back("no segment holds its " + std::to_string(features.packed_tokens) + " packed tokens");
        return out;
    }
    bool counts_agree = true;
    for (std::size_t i = 1; i < below.size() && counts_agree; ++i)
        if (below[i] < below[i - 1]) {
            counts_agree = false;
            out.push_back(std::to_string(below[i]) + " segments are below " + std::to_string(threshold(i)) +
                          " tokens and " + std::to_string(below[i - 1]) + " below " + std::to_string(threshold(i - 1)));
        }
    if (const std::int64_t counted = *std::max_element(below.begin(), below.end()); counted > features.segment_count) {
        counts_agree = false;
        out.push_back("segments_below counts " + std::to_string(counted) + " of " + segments);
    }
    if (features.max_depth < 1 || features.max_depth > features.segment_count)
        out.push_back("its depth is " + std::to_string(features.max_depth) + " with " + segments);
    if (counts_agree)
        look_at_lengths(out, features);
    return out;
}

std::vector<std::string> implausible_candidate(const Candidate& candidate, const Cell& cell)
{
    Clauses out;
    look_at_text(out, "its label", candidate.label, kLongestName);
    if (candidate.label == kAutomatic)
        out.push_back("its label is that of the production selection, which is never fitted");
    const Clauses layout = implausible_layout(candidate.features);
    out.insert(out.end(), layout.begin(), layout.end());

    const double ms = candidate.median_ms;
    const double slowest = ms + ms * candidate.spread_pct / 100.0;
    if (ms < kLeastMs)
        out.push_back("its median is " + figure(ms) + " ms, shorter than a nanosecond");
    if (!(static_cast<double>(candidate.n) * ms + slowest <= kMostMeasuringMs))
        out.push_back(std::to_string(candidate.n) + " rows of " + figure(ms) + " ms with a spread of " +
                      figure(candidate.spread_pct) + " % take longer than a year");
    if (candidate.n == 1 && candidate.spread_pct > 0)
        out.push_back("one row has a spread of " + figure(candidate.spread_pct) + " %");
    if (candidate.n == 2 && candidate.spread_pct >= 200)
        out.push_back("two times cannot lie " + figure(candidate.spread_pct) + " % of their median apart");

    const double ranks = static_cast<double>(cell.facts.tp) * static_cast<double>(cell.facts.cp);
    const double bytes = static_cast<double>(candidate.features.packed_tokens) *
                         static_cast<double>(cell.facts.layers) *
                         static_cast<double>(cell.fingerprint.hidden_size.value_or(1));
    if (!(bytes / ranks <= kMostBytesPerSecond * ms / 1000.0))
        out.push_back(std::to_string(candidate.features.packed_tokens) + " packed tokens in " + figure(ms) +
                      " ms are " + figure(bytes / ranks / (ms / 1000.0)) +
                      " bytes per second and rank through the layers, more than " + figure(kMostBytesPerSecond));
    return out;
}

std::vector<std::string> implausible_manifest(const EmbeddedManifest& manifest)
{
    Clauses out;
    if (!manifest.path.empty())
        look_at_text(out, "its path", manifest.path, kLongestPath);
    return out;
}

std::vector<std::string> implausible_cell(const Cell& cell)
{
    Clauses out;
    look_at_text(out, "its key", cell.key, kLongestKey);
    const Facts& facts = cell.facts;
    if (Int128{facts.tp} * facts.cp > kMostRanks)
        out.push_back("tp " + std::to_string(facts.tp) + " · cp " + std::to_string(facts.cp) + " are more than " +
                      std::to_string(kMostRanks) + " ranks");
    look_at_size(out, "ep", facts.ep.value_or(1), kMostRanks);
    look_at_size(out, "etp", facts.etp.value_or(1), kMostRanks);
    look_at_size(out, "layers", facts.layers, kMostLayers);
    look_at_size(out, "hidden_size", cell.fingerprint.hidden_size.value_or(1), kMostHidden);
    look_at_size(out, "group", cell.group.value_or(0), kMostGroup);
    if (cell.workload_kind)
        look_at_text(out, "its workload's kind", *cell.workload_kind, kLongestName);

    const Fingerprint& fingerprint = cell.fingerprint;
    const auto name = [&](const char* what, const std::optional<std::string>& text) {
        if (text && !text->empty())
            look_at_text(out, std::string("its ") + what, *text, kLongestName);
    };
    name("device", fingerprint.device);
    name("param_dtype", fingerprint.param_dtype);
    const auto digest = [&](const char* what, const std::optional<std::string>& text, bool commits) {
        if (!text || text->empty() ||
            (is_hexadecimal(*text) && (text->size() == 64 || (commits && text->size() == 40))))
            return;
        out.push_back(std::string("its ") + what + " " + shown(Json(*text)) + " is no digest of " +
                      (commits ? "64 or 40" : "64") + " hexadecimal digits");
    };
    digest("source", fingerprint.source, true); // a SHA-256 of the sources, or a commit
    digest("requests_sha256", fingerprint.requests_sha256, false);
    return out;
}

} // namespace blueprinting::certificate
