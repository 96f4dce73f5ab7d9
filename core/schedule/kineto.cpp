#include "core/schedule/kineto.h"

#include "core/base/foreign_text.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <regex>

namespace blueprinting::schedule {
namespace {

constexpr std::size_t kMostNames = 10000; ///< different annotations that are counted

/// One event of traceEvents, as far as it is looked at.
struct TraceEvent {
    std::string name, phase, category;
    std::optional<double> start, duration;
};

/// Takes the events of a file one by one.
class TraceEvents : public nlohmann::json_sax<Json> {
public:
    TraceEvents(TraceFile& out, const std::vector<SpanPattern>& patterns) : m_out(out), m_patterns(patterns)
    {
        for (const SpanPattern& each : patterns)
            m_expressions.emplace_back(each.name);
    }

    bool null() override { return no_number(); }
    bool boolean(bool) override { return no_number(); }
    bool number_integer(number_integer_t value) override { return whole(value); }
    bool number_unsigned(number_unsigned_t value) override
    {
        return value > INT64_MAX ? no_number() : whole(static_cast<std::int64_t>(value));
    }
    bool number_float(number_float_t value, const string_t&) override
    {
        number(value);
        return no_number();
    }
    bool string(string_t& value) override
    {
        no_number();
        if (m_depth == 3 && m_in_events) {
            if (m_key == "name")
                m_event.name = std::move(value);
            else if (m_key == "ph")
                m_event.phase = std::move(value);
            else if (m_key == "cat")
                m_event.category = std::move(value);
        }
        return true;
    }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override
    {
        ++m_depth;
        if (m_depth == 3 && m_in_events)
            m_event = {};
        if (m_depth == 2)
            m_in_distributed = m_key == "distributedInfo";
        return true;
    }
    bool end_object() override
    {
        if (m_depth == 3 && m_in_events)
            take(m_event);
        if (m_depth == 2)
            m_in_distributed = false;
        --m_depth;
        return true;
    }
    bool start_array(std::size_t) override
    {
        ++m_depth;
        if (m_depth == 2 && m_key == "traceEvents")
            m_in_events = m_any = true;
        return true;
    }
    bool end_array() override
    {
        if (m_depth == 2)
            m_in_events = false;
        --m_depth;
        return true;
    }
    bool key(string_t& value) override
    {
        if (m_depth <= 3)
            m_key = value;
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override
    {
        m_stopped_at = position;
        return false;
    }

    [[nodiscard]] bool any() const { return m_any; }
    [[nodiscard]] std::size_t stopped_at() const { return m_stopped_at; }
    [[nodiscard]] const std::string& bad_value() const { return m_bad_value; }
    [[nodiscard]] const std::string& bad_span() const { return m_bad_span; }

private:
    /// Where the value is one of those that a whole number from 0 must say.
    [[nodiscard]] bool at_base() const { return m_depth == 1 && m_key == "baseTimeNanoseconds"; }
    [[nodiscard]] bool at_rank() const { return m_depth == 2 && m_in_distributed && m_key == "rank"; }
    bool no_number()
    {
        if (at_base() || at_rank())
            m_bad_value = m_key;
        return true;
    }

    bool whole(std::int64_t value)
    {
        if (value < 0)
            no_number();
        if (at_base())
            m_out.base = value;
        if (at_rank())
            m_out.rank = value;
        number(static_cast<double>(value));
        return true;
    }
    void number(double value)
    {
        if (m_depth != 3 || !m_in_events)
            return;
        if (m_key == "ts")
            m_event.start = value;
        else if (m_key == "dur")
            m_event.duration = value;
    }

    void take(TraceEvent& event)
    {
        const bool device = event.category == "gpu_user_annotation";
        if (event.phase != "X" || (!device && event.category != "user_annotation"))
            return;
        const bool lasts = event.start && event.duration && *event.duration >= 0;
        constexpr std::string_view step = "ProfilerStep#";
        if (!device && event.name.starts_with(step)) {
            if (!lasts) {
                m_bad_span = event.name;
                return;
            }
            m_out.steps.push_back({event.name.substr(step.size()), *event.start, *event.duration});
            return;
        }
        auto cell = cell_of(event.name);
        if (cell && !lasts)
            m_bad_span = event.name;
        else if (cell)
            (device ? m_out.device : m_out.host).push_back({std::move(*cell), *event.start, *event.duration});
        else if (m_out.names.size() < kMostNames || m_out.names.contains(event.name))
            ++m_out.names[event.name];
    }

    std::optional<std::string> cell_of(const std::string& name)
    {
        constexpr std::string_view prefix = "PP:";
        if (name.starts_with(prefix)) {
            std::string cell = name.substr(prefix.size());
            // Posting a transfer and moving weights is no computing.
            for (const char* other : {"SEND_", "RECV_", "SHARD", "REDUCE_GRAD"})
                if (cell.find(other) != std::string::npos)
                    return std::nullopt;
            return cell;
        }
        std::smatch found;
        for (std::size_t i = 0; i < m_patterns.size(); ++i)
            if (std::regex_search(name, found, m_expressions[i]) && m_patterns[i].stage < found.size() &&
                m_patterns[i].microbatch < found.size())
                return found[m_patterns[i].stage].str() + m_patterns[i].kind + found[m_patterns[i].microbatch].str();
        for (const auto& [word, kind] : {std::pair<std::string_view, char>("Forward ", 'F'), {"Backward ", 'B'}})
            if (name.starts_with(word) && name.size() > word.size() &&
                std::all_of(name.begin() + static_cast<std::ptrdiff_t>(word.size()), name.end(),
                            [](char c) { return c >= '0' && c <= '9'; })) {
                m_out.stage_is_rank = true;
                return kind + name.substr(word.size());
            }
        return std::nullopt;
    }

    TraceFile& m_out;
    const std::vector<SpanPattern>& m_patterns;
    std::vector<std::regex> m_expressions;
    std::string m_key;
    TraceEvent m_event;
    std::size_t m_depth = 0;
    std::size_t m_stopped_at = 0;
    std::string m_bad_value, m_bad_span;
    bool m_in_events = false;
    bool m_in_distributed = false;
    bool m_any = false;
};

std::optional<std::int64_t> rank_in(const std::string& name)
{
    static const std::regex after("rank[^0-9]?([0-9]{1,9})", std::regex::icase);
    std::smatch found;
    return std::regex_search(name, found, after) ? std::optional(std::stoll(found[1].str())) : std::nullopt;
}

Diagnostic about(const std::filesystem::path& path, const char* code, std::string message)
{
    return {Severity::error, code, "", std::move(message), SourceLocation{path.string(), 0, 0}};
}

} // namespace

Result<TraceFile> read_trace(const std::filesystem::path& path, const std::vector<SpanPattern>& patterns)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return std::filesystem::exists(path, error) ? about(path, "file.special", "a regular file is expected")
                                                    : about(path, "file.missing", "there is no such file");
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return about(path, "file.unreadable", "cannot be read");
    char first[2] = {};
    if (in.read(first, 2) && first[0] == '\x1f' && first[1] == '\x8b')
        return about(path, "trace.compressed", "this is compressed: unpack it first");
    in.clear();
    in.seekg(0);
    TraceFile out;
    out.file = path.string();
    TraceEvents events(out, patterns);
    if (!Json::sax_parse(in, &events))
        return about(path, "trace.json", "this is no JSON from byte " + std::to_string(events.stopped_at()) + " on");
    if (!events.any())
        return about(path, "trace.empty", "there are no traceEvents in it");
    if (!events.bad_value().empty())
        return about(path, "trace.rank.value", events.bad_value() + " is no whole number from 0");
    if (!events.bad_span().empty())
        return about(path, "trace.span",
                     "the span " + visible_line(events.bad_span()) +
                         " has no start or length, or ends before it begins");
    if (!out.rank)
        out.rank = rank_in(path.filename().string());
    for (auto* spans : {&out.device, &out.host, &out.steps})
        std::stable_sort(spans->begin(), spans->end(),
                         [](const TraceSpan& a, const TraceSpan& b) { return a.start < b.start; });
    if (!out.device.empty() || !out.host.empty())
        out.names.clear();
    return out;
}

Result<std::vector<SpanPattern>> patterns_from(const JsonDocument& document, const Json& list)
{
    const auto refuse = [&](const std::string& why) {
        return document.error(
            "trace.pattern", "",
            why + R"(; a list of {"name": expression, "kind": "F", "stage": 1, "microbatch": 2} is expected)");
    };
    std::vector<SpanPattern> out;
    if (!list.is_array() || list.empty())
        return refuse("there is no list of patterns");
    for (const Json& each : list) {
        const bool whole = each.is_object() && each.contains("name") && each["name"].is_string() &&
                           each.contains("kind") && each["kind"].is_string() &&
                           each["kind"].get<std::string>().size() == 1 && each.contains("stage") &&
                           each["stage"].is_number_unsigned() && each.contains("microbatch") &&
                           each["microbatch"].is_number_unsigned();
        if (!whole || std::string_view("FBIW").find(each["kind"].get<std::string>()[0]) == std::string_view::npos)
            return refuse("entry " + std::to_string(out.size() + 1) + " is not one");
        out.push_back({each["name"], each["kind"].get<std::string>()[0], each["stage"], each["microbatch"]});
        try {
            const std::regex checked(out.back().name);
            for (const std::size_t group : {out.back().stage, out.back().microbatch})
                if (group < 1 || group > checked.mark_count())
                    return refuse("entry " + std::to_string(out.size()) + " asks for group " + std::to_string(group) +
                                  " of an expression with " + std::to_string(checked.mark_count()));
        } catch (const std::regex_error&) {
            return refuse("\"" + out.back().name + "\" is no regular expression");
        }
    }
    return out;
}

Json to_json(const std::vector<SpanPattern>& patterns)
{
    Json out = Json::array();
    for (const SpanPattern& each : patterns)
        out.push_back({{"name", each.name},
                       {"kind", std::string(1, each.kind)},
                       {"stage", each.stage},
                       {"microbatch", each.microbatch}});
    return out;
}

Result<std::vector<SpanPattern>> read_patterns(const std::filesystem::path& path)
{
    const auto document = JsonDocument::read(path);
    return document ? patterns_from(*document, document->root()) : document.failure_as<std::vector<SpanPattern>>();
}

} // namespace blueprinting::schedule
