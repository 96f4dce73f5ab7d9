#include "core/base/file.h"
#include "core/base/shortened.h"
#include "core/schedule/deadlock.h"
#include "core/schedule/order_text.h"
#include "core/schedule/placement.h"
#include "core/schedule/written_order.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace blueprinting::schedule {
namespace {

enum class Verb { compute, send, receive, ignored };

struct Action {
    Verb verb = Verb::compute;
    CommandKind kind = CommandKind::forward; ///< of a transfer: forward or backward
    std::uint32_t stage = 0;
    std::uint32_t microbatch = 0;
    bool joined = false;
    bool aside = false;              ///< behind the bar of a typed line
    std::size_t row = 0, column = 0; ///< from 1
    std::string_view cell;
};

std::string_view trimmed(std::string_view text)
{
    const auto from = text.find_first_not_of(" \t\r");
    if (from == std::string_view::npos)
        return {};
    return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

bool take_number(std::string_view& text, std::uint32_t& out)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || end == text.data())
        return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
}

constexpr std::uint32_t kMostNumber = 10'000'000;

/// "12F3", "12SEND_B3", "12UNSHARD": false where it is none.
bool parse_action(std::string_view text, Action& out)
{
    if (!take_number(text, out.stage) || out.stage > kMostNumber)
        return false;
    for (const std::string_view word : {"UNSHARD", "RESHARD", "REDUCE_GRAD"})
        if (text.starts_with(word)) {
            out.verb = Verb::ignored;
            text.remove_prefix(word.size());
            return text.empty() || (take_number(text, out.microbatch) && text.empty());
        }
    for (const auto& [word, verb] : {std::pair("SEND_", Verb::send), std::pair("RECV_", Verb::receive)})
        if (text.starts_with(word)) {
            out.verb = verb;
            text.remove_prefix(5);
        }
    if (text.empty())
        return false;
    switch (text.front()) {
    case 'F': out.kind = CommandKind::forward; break;
    case 'B': out.kind = CommandKind::backward; break;
    case 'I': out.kind = CommandKind::input_gradient; break;
    case 'W': out.kind = CommandKind::weight_gradient; break;
    default: return false;
    }
    if (out.verb != Verb::compute && out.kind != CommandKind::forward && out.kind != CommandKind::backward)
        return false;
    text.remove_prefix(1);
    return take_number(text, out.microbatch) && text.empty() && out.microbatch <= kMostNumber;
}

class Reader {
public:
    explicit Reader(std::string file) : m_file(std::move(file)) {}

    Result<ReadOrder> read(std::string_view text)
    {
        const bool table = text.find(',') != std::string_view::npos;
        std::size_t row = 0;
        text = text.substr(0, text.find_last_not_of("\n \t\r") + 1); // blank lines at the end are no devices
        while (!text.empty()) {
            const auto end = text.find('\n');
            std::string_view line = text.substr(0, end);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
            ++row;
            m_rows.emplace_back();
            read_row(line, row, table ? ',' : ' ');
        }
        if (m_rows.empty() || m_actions == 0)
            return Diagnostic{Severity::error, "schedule.csv.action", "", "there is no action in it",
                              SourceLocation{m_file}};
        if (m_problems.empty())
            place();
        if (m_problems.empty())
            each_once();
        if (m_problems.empty() && table)
            complete();
        if (!m_problems.empty())
            return std::move(m_problems);
        ReadOrder out{assembled(), {}};
        if (m_transfers > 0)
            communication(out.order);
        if (!m_problems.empty())
            return std::move(m_problems);
        return out;
    }

private:
    void complain(const char* code, const Action& at, const std::string& what)
    {
        m_problems.push_back({Severity::error, std::string("schedule.csv.") + code,
                              "row " + std::to_string(at.row) + ", column " + std::to_string(at.column),
                              '"' + shortened(at.cell) + "\" " + what, SourceLocation{m_file, at.row, 0}});
    }

    void read_row(std::string_view line, std::size_t row, char between)
    {
        std::size_t column = 0;
        bool aside = false;
        while (!line.empty()) {
            if (between == ' ')
                line = trimmed(line);
            const auto end = line.find(between);
            const std::string_view cell = trimmed(line.substr(0, end));
            line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
            ++column;
            if (between == ' ' && cell == "|")
                aside = true;
            else if (!cell.empty())
                read_cell({Verb::compute, CommandKind::forward, 0, 0, false, aside, row, column, cell});
        }
    }

    void read_cell(Action at)
    {
        ++m_actions;
        const std::string_view cell = at.cell;
        if (cell.front() != '(') {
            if (parse_action(cell, at))
                return keep(at);
            return complain("action", at,
                            cell.front() == 'F' || cell.front() == 'B'
                                ? "is an older notation: it does not say which stage acts; write "
                                  "<stage><kind><microbatch>, like 0F4"
                                : "is no action: <stage><kind><microbatch>, like 0F4, 3B0, 2SEND_F1");
        }
        constexpr std::string_view end = ")OVERLAP_F_B";
        const auto middle = cell.find(';');
        Action second = at;
        const bool whole = cell.ends_with(end) && middle != std::string_view::npos &&
                           parse_action(cell.substr(1, middle - 1), at) &&
                           parse_action(cell.substr(middle + 1, cell.size() - end.size() - middle - 1), second);
        if (!whole || at.kind != CommandKind::forward || second.kind != CommandKind::backward ||
            at.verb != Verb::compute || second.verb != Verb::compute)
            return complain("action", at, "is no pair: (<forward>;<backward>)OVERLAP_F_B, like (0F4;7B0)OVERLAP_F_B");
        at.joined = true;
        keep(at);
        keep(second);
    }

    void keep(const Action& action)
    {
        if (action.verb == Verb::ignored)
            return;
        if (action.aside && (action.joined || action.verb != Verb::compute))
            return complain("action", action, "stands behind the bar, where single commands are put aside");
        m_transfers += action.verb != Verb::compute;
        m_rows.back().push_back(action);
    }

    /// Where each virtual stage stands, from its computing.
    void place()
    {
        for (std::size_t device = 0; device < m_rows.size(); ++device)
            for (const Action& each : m_rows[device]) {
                if (each.verb != Verb::compute)
                    continue;
                const auto [it, is_new] = m_device.emplace(each.stage, device);
                if (!is_new && it->second != device)
                    return complain("stage_on_two_ranks", each,
                                    "is of stage " + std::to_string(each.stage) + ", which row " +
                                        std::to_string(it->second + 1) + " has too");
                if (each.kind == CommandKind::forward)
                    m_microbatches = std::max(m_microbatches, each.microbatch + 1);
            }
        std::uint32_t next = 0;
        for (const auto& [stage, device] : m_device)
            if (stage != next++) {
                m_problems.push_back({Severity::error, "schedule.csv.missing", "",
                                      "stage " + std::to_string(next - 1) + " stands in no row; the highest is " +
                                          std::to_string(m_device.rbegin()->first),
                                      SourceLocation{m_file}});
                return;
            }
        for (std::size_t device = 0; device < m_rows.size(); ++device)
            for (const Action& each : m_rows[device])
                if (!m_device.contains(each.stage))
                    return complain("communication", each, "is of a stage that computes nothing");
    }

    void each_once()
    {
        for (const auto& row : m_rows)
            for (const Action& each : row) {
                if (each.microbatch >= m_microbatches)
                    complain("microbatches", each,
                             "is of microbatch " + std::to_string(each.microbatch) + "; the forwards are of " +
                                 std::to_string(m_microbatches));
                if (each.verb != Verb::compute)
                    continue;
                if (!m_seen.emplace(each.stage, each.kind, each.microbatch).second)
                    complain("double", each, "is there twice");
                const bool split = each.kind != CommandKind::backward;
                if (each.kind != CommandKind::forward &&
                    (split ? has(each.stage, CommandKind::backward, each.microbatch)
                           : has(each.stage, CommandKind::input_gradient, each.microbatch) ||
                                 has(each.stage, CommandKind::weight_gradient, each.microbatch)))
                    complain("double", each, "is there, and so is the other kind of backward");
            }
    }
    [[nodiscard]] bool has(std::uint32_t stage, CommandKind kind, std::uint32_t mb) const
    {
        return m_seen.contains({stage, kind, mb});
    }

    /// Of a table every stage has every microbatch: forward, and backward or both gradients.
    void complete()
    {
        const auto missing = [&](std::uint32_t stage, const char* what, std::uint32_t mb) {
            m_problems.push_back({Severity::error, "schedule.csv.missing", "row " + std::to_string(m_device[stage] + 1),
                                  std::to_string(stage) + what + std::to_string(mb) + " is missing",
                                  SourceLocation{m_file, m_device[stage] + 1, 0}});
        };
        const auto stages = static_cast<std::uint32_t>(m_device.size());
        if (std::size_t{stages} * m_microbatches > m_seen.size()) { // so many cannot be named one by one
            for (std::uint32_t mb = 0; mb < m_microbatches && !m_problems.full(); ++mb)
                for (std::uint32_t g = 0; g < stages && !m_problems.full(); ++g)
                    if (!has(g, CommandKind::forward, mb))
                        missing(g, "F", mb);
            if (!m_problems.empty())
                return;
        }
        for (std::uint32_t g = 0; g < stages; ++g)
            for (std::uint32_t mb = 0; mb < m_microbatches; ++mb) {
                if (!has(g, CommandKind::forward, mb))
                    missing(g, "F", mb);
                if (has(g, CommandKind::backward, mb))
                    continue;
                const bool input = has(g, CommandKind::input_gradient, mb);
                const bool weight = has(g, CommandKind::weight_gradient, mb);
                if (!input)
                    missing(g, weight ? "I" : "B", mb);
                else if (!weight)
                    missing(g, "W", mb);
            }
    }

    [[nodiscard]] WrittenOrder assembled()
    {
        WrittenOrder out;
        out.virtual_stages.resize(m_rows.size());
        for (const auto& [stage, device] : m_device)
            out.virtual_stages[device].push_back(stage);
        const auto chunk_of = [&](const Action& each) {
            const auto& here = out.virtual_stages[m_device[each.stage]];
            return static_cast<std::uint32_t>(std::find(here.begin(), here.end(), each.stage) - here.begin());
        };
        if (m_transfers > 0)
            out.transfers.resize(m_rows.size());
        for (std::size_t device = 0; device < m_rows.size(); ++device) {
            out.orders.emplace_back();
            for (const Action& each : m_rows[device]) {
                if (each.aside) {
                    out.aside.resize(m_rows.size());
                    out.aside[device].push_back({each.kind, chunk_of(each), each.microbatch, false});
                } else if (each.verb == Verb::compute)
                    out.orders.back().push_back({each.kind, chunk_of(each), each.microbatch, each.joined});
                else
                    out.transfers[device].push_back(
                        {each.verb == Verb::send, each.kind == CommandKind::backward, chunk_of(each), each.microbatch});
            }
        }
        return out;
    }

    /// Where any transfer is listed all must be, each send behind its producer and each receive before its consumer.
    void communication(const WrittenOrder& order)
    {
        std::map<std::tuple<bool, bool, std::uint32_t, std::uint32_t>, const Action*>
            listed; // send, backward, stage, mb
        for (std::size_t device = 0; device < m_rows.size(); ++device) {
            std::set<std::tuple<bool, std::uint32_t, std::uint32_t>> done, used; // backward, stage, microbatch
            for (const Action& each : m_rows[device]) {
                const bool backward = each.kind != CommandKind::forward;
                const std::tuple key(backward, each.stage, each.microbatch);
                if (each.verb == Verb::compute) {
                    if (each.kind != CommandKind::weight_gradient) {
                        done.insert(key);
                        used.insert(key);
                    }
                    continue;
                }
                const bool send = each.verb == Verb::send;
                if (m_device[each.stage] != device)
                    return complain("communication", each, "is of a stage that stands in another row");
                const bool to_higher = send != backward;
                const std::int64_t other = std::int64_t{each.stage} + (to_higher ? 1 : -1);
                if (other < 0 || !m_device.contains(static_cast<std::uint32_t>(other)) ||
                    m_device[static_cast<std::uint32_t>(other)] == device)
                    return complain("communication", each, "has no stage of another row to go to or to come from");
                if (send && !done.contains(key))
                    return complain("communication", each, "stands before what it sends");
                if (!send && used.contains(key))
                    return complain("communication", each, "stands behind what needs it");
                if (!listed.emplace(std::tuple(send, backward, each.stage, each.microbatch), &each).second)
                    return complain("communication", each, "is there twice");
            }
        }
        for (std::size_t device = 0; device < m_rows.size(); ++device)
            for (const Action& each : m_rows[device]) {
                if (each.verb != Verb::compute || each.kind == CommandKind::weight_gradient)
                    continue;
                const bool backward = each.kind != CommandKind::forward;
                const std::int64_t to = std::int64_t{each.stage} + (backward ? -1 : 1);
                const auto stage = static_cast<std::uint32_t>(to);
                if (to < 0 || !m_device.contains(stage) || m_device[stage] == device)
                    continue;
                const char letter = backward ? 'B' : 'F';
                if (!listed.contains({true, backward, each.stage, each.microbatch}))
                    return complain("communication", each,
                                    "has no " + std::to_string(each.stage) + "SEND_" + letter +
                                        std::to_string(each.microbatch) + " behind it");
                if (!listed.contains({false, backward, stage, each.microbatch}))
                    return complain("communication", each,
                                    "is received nowhere: " + std::to_string(stage) + "RECV_" + letter +
                                        std::to_string(each.microbatch) + " is missing");
            }
        runs_in_order(order);
    }

    /// With transfers made one by one in the order of the rows.
    void runs_in_order(const WrittenOrder& order)
    {
        Request request = request_of(order);
        request.transfers = TransferMode::ordered;
        StageTimeLists times;
        times.transfer_forward = times.transfer_backward = {1};
        const auto plan = plan_by_lists(request, times);
        if (!plan) {
            for (const Diagnostic& problem : plan.diagnostics())
                m_problems.push_back(problem);
            return;
        }
        const auto graph = build_graph(*plan);
        if (!graph)
            return m_problems.push_back(graph.diagnostics().front());
        if (const auto still = find_deadlock(*graph))
            m_problems.push_back(
                {Severity::error, "schedule.csv.communication", "", still->words, SourceLocation{m_file}});
    }

    std::string m_file;
    std::vector<std::vector<Action>> m_rows;
    std::map<std::uint32_t, std::size_t> m_device; ///< by virtual stage
    std::set<std::tuple<std::uint32_t, CommandKind, std::uint32_t>> m_seen;
    std::uint32_t m_microbatches = 0;
    std::size_t m_actions = 0;
    std::size_t m_transfers = 0;
    Diagnostics m_problems;
};

} // namespace

Result<ReadOrder> parse_order(std::string_view text, const std::string& file) { return Reader(file).read(text); }

Result<ReadOrder> read_order(const std::filesystem::path& path)
{
    const auto text = read_file(path);
    if (!text)
        return text.failure_as<ReadOrder>();
    return parse_order(*text, path.string());
}

} // namespace blueprinting::schedule
