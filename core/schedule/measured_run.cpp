#include "core/schedule/measured_run.h"

#include "core/base/foreign_text.h"
#include "core/schedule/deadlock.h"
#include "core/schedule/measured_compare.h"
#include "core/schedule/order_text.h"
#include "core/schedule/written_order.h"

#include <algorithm>
#include <set>

namespace blueprinting::schedule {
namespace {

using detail::MeasuredDevice;

Diagnostic trace_problem(const char* code, std::string message, const std::string& file = {})
{
    Diagnostic out{Severity::error, code, "", std::move(message)};
    if (!file.empty())
        out.location = SourceLocation{file, 0, 0};
    return out;
}

/// The spans of one rank by iteration.
using Iterations = std::vector<std::pair<std::string, std::vector<TraceSpan>>>;

std::vector<TraceSpan>& place_of(Iterations& all, const std::string& name)
{
    for (auto& [key, spans] : all)
        if (key == name)
            return spans;
    all.emplace_back(name, std::vector<TraceSpan>{});
    return all.back().second;
}

/// Each span belongs to the step in which the host queued it; nothing where that cannot be told.
std::optional<Iterations> by_step(const TraceFile& file, bool host_time)
{
    const std::vector<TraceSpan>& spans = host_time ? file.host : file.device;
    if (file.steps.empty())
        return std::nullopt;
    std::map<std::string, std::vector<const TraceSpan*>> queued;
    for (const TraceSpan& each : file.host)
        queued[each.cell].push_back(&each);
    std::map<std::string, std::size_t> count;
    Iterations out;
    for (const TraceSpan& each : spans) {
        const auto& list = queued[each.cell];
        const std::size_t k = count[each.cell]++;
        if (k >= list.size())
            return std::nullopt;
        const double start = list[k]->start;
        const auto step = std::find_if(file.steps.begin(), file.steps.end(), [&](const TraceSpan& s) {
            return s.start <= start && start < s.start + s.duration;
        });
        if (step != file.steps.end())
            place_of(out, step->cell).push_back(each);
    }
    for (const auto& [cell, list] : queued)
        if (const auto it = count.find(cell); it == count.end() || it->second != list.size())
            return std::nullopt;
    return out;
}

/// A new one begins at the first action that the present one already has.
Iterations by_repetition(const std::vector<TraceSpan>& spans)
{
    Iterations out;
    std::set<std::string> seen;
    for (const TraceSpan& each : spans) {
        if (out.empty() || seen.contains(each.cell)) {
            out.emplace_back(std::to_string(out.size()), std::vector<TraceSpan>{});
            seen.clear();
        }
        seen.insert(each.cell);
        out.back().second.push_back(each);
    }
    return out;
}

/// "3" of "3F0", of a pair that of its forward.
std::uint64_t stage_of(const std::string& cell)
{
    std::uint64_t out = 0;
    for (std::size_t i = cell.starts_with('(') ? 1 : 0; i < cell.size() && cell[i] >= '0' && cell[i] <= '9'; ++i)
        out = out * 10 + static_cast<std::uint64_t>(cell[i] - '0');
    return out;
}

class Assembly {
public:
    Assembly(std::vector<TraceFile> files, const MeasuredOptions& options)
        : m_files(std::move(files)), m_options(options)
    {
    }

    Result<MeasuredRun> make()
    {
        if (auto problem = ranked())
            return *problem;
        cut();
        if (auto problem = choose())
            return *problem;
        m_run.recognised = recognise(m_order);
        if (!m_run.recognised.request)
            m_run.findings.push_back({Severity::finding, "trace.order", "", m_run.recognised.text});
        if (m_run.host_time) {
            m_run.findings.push_back(
                {Severity::finding, "trace.host_time", "",
                 "host time: when work was queued, not when it ran; no bubble is computed from it"});
            return std::move(m_run);
        }
        return detail::compare(std::move(m_run), std::move(m_order), std::move(m_devices), m_options.transfer);
    }

private:
    std::optional<Diagnostics> ranked()
    {
        Diagnostics unsaid;
        std::set<std::string> named;
        for (TraceFile& file : m_files) {
            for (const auto& [name, rank] : m_options.ranks)
                if (name == file.file || std::filesystem::path(file.file).filename() == name) {
                    file.rank = rank;
                    named.insert(name);
                }
            if (!file.rank)
                unsaid.push_back(trace_problem("trace.rank", "nothing says which rank this is", file.file));
        }
        for (const auto& [name, rank] : m_options.ranks)
            if (!named.contains(name))
                unsaid.push_back(trace_problem("trace.rank.file", "no file of this name is among the traces", name));
        if (!unsaid.empty())
            return unsaid;
        std::sort(m_files.begin(), m_files.end(), [](const auto& a, const auto& b) { return *a.rank < *b.rank; });
        for (std::size_t i = 1; i < m_files.size(); ++i)
            if (m_files[i].rank == m_files[i - 1].rank)
                return Diagnostics{trace_problem("trace.rank.twice",
                                                 "rank " + std::to_string(*m_files[i].rank) + " is that of " +
                                                     m_files[i - 1].file + " too",
                                                 m_files[i].file)};
        bool device = false;
        bool host = false;
        for (const TraceFile& file : m_files) {
            device = device || !file.device.empty();
            host = host || !file.host.empty();
        }
        if (!device && !host)
            return Diagnostics{no_spans()};
        m_run.host_time = !device;
        for (const TraceFile& file : m_files)
            if ((device ? file.device : file.host).empty())
                return Diagnostics{trace_problem("trace.no_spans",
                                                 std::string("there are no spans of the pipeline in it") +
                                                     (device ? " in device time, and in others there are" : ""),
                                                 file.file)};
        return std::nullopt;
    }

    [[nodiscard]] Diagnostic no_spans() const
    {
        std::map<std::string, std::size_t> names;
        for (const TraceFile& file : m_files)
            for (const auto& [name, count] : file.names)
                names[name] += count;
        std::vector<std::pair<std::string, std::size_t>> commonest(names.begin(), names.end());
        std::stable_sort(commonest.begin(), commonest.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
        std::string text;
        for (std::size_t i = 0; i < std::min<std::size_t>(10, commonest.size()); ++i)
            text += (text.empty() ? "" : ", ") + visible_line(commonest[i].first) + " (" +
                    std::to_string(commonest[i].second) + ')';
        return trace_problem("trace.no_spans",
                             "no span of a pipeline is in these traces (PP:0F0, Forward 0); the commonest "
                             "annotations are: " +
                                 (text.empty() ? "none" : text));
    }

    void cut()
    {
        bool steps = true;
        for (const TraceFile& file : m_files) {
            auto found = by_step(file, m_run.host_time);
            steps = steps && found.has_value();
            if (found)
                m_iterations.push_back(std::move(*found));
        }
        m_steps = steps;
        if (!steps) {
            m_iterations.clear();
            for (const TraceFile& file : m_files)
                m_iterations.push_back(by_repetition(m_run.host_time ? file.host : file.device));
        }
        for (std::size_t i = 0; i < m_files.size(); ++i)
            if (m_files[i].stage_is_rank) {
                for (auto& [name, spans] : m_iterations[i])
                    for (TraceSpan& each : spans)
                        each.cell = std::to_string(i) + each.cell;
                m_run.findings.push_back({Severity::finding, "trace.stage_is_rank", "",
                                          "rank " + std::to_string(*m_files[i].rank) + " is taken for stage " +
                                              std::to_string(i) + ": its spans do not say theirs"});
            }
        replicas();
        for (const auto& rank : m_iterations)
            for (const auto& [name, spans] : rank)
                if (std::find(m_run.iterations.begin(), m_run.iterations.end(), name) == m_run.iterations.end())
                    m_run.iterations.push_back(name);
    }

    /// Of several ranks with the same stages one is looked at; devices go by their lowest stage.
    void replicas()
    {
        std::map<std::set<std::uint64_t>, std::vector<std::size_t>> alike;
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            std::set<std::uint64_t> stages;
            for (const auto& [name, spans] : m_iterations[i])
                for (const TraceSpan& each : spans)
                    stages.insert(stage_of(each.cell));
            alike[stages].push_back(i);
        }
        std::vector<std::pair<std::uint64_t, std::size_t>> order;
        for (const auto& [stages, files] : alike) {
            const std::size_t shown = files[std::min(m_options.replica, files.size() - 1)];
            m_run.replicas = std::max(m_run.replicas, files.size());
            for (const std::size_t i : files)
                if (i != shown)
                    m_run.findings.push_back({Severity::finding, "trace.replica", "",
                                              "rank " + std::to_string(*m_files[i].rank) + " has the stages of rank " +
                                                  std::to_string(*m_files[shown].rank) + ", which is shown"});
            order.emplace_back(stages.empty() ? 0 : *stages.begin(), shown);
        }
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<TraceFile> files;
        std::vector<Iterations> iterations;
        for (const auto& [stage, i] : order) {
            files.push_back(std::move(m_files[i]));
            iterations.push_back(std::move(m_iterations[i]));
            m_run.ranks.push_back(*files.back().rank);
            m_run.files.push_back(files.back().file);
        }
        m_files = std::move(files);
        m_iterations = std::move(iterations);
    }

    std::optional<Diagnostics> choose()
    {
        if (m_options.replica >= m_run.replicas)
            return Diagnostics{
                trace_problem("trace.replica.range", "replica is " + std::to_string(m_options.replica + 1) +
                                                         "; these traces have " + std::to_string(m_run.replicas))};
        if (m_options.iteration &&
            std::find(m_run.iterations.begin(), m_run.iterations.end(), *m_options.iteration) == m_run.iterations.end())
            return Diagnostics{trace_problem("trace.iteration", "there is no iteration " + *m_options.iteration)};
        std::optional<Diagnostics> first;
        for (const std::string& name : m_run.iterations) {
            if (m_options.iteration && name != *m_options.iteration)
                continue;
            auto read = order_of(name);
            if (!read) {
                if (!first)
                    first = read.diagnostics();
                continue;
            }
            m_run.iteration = name;
            m_order = std::move(read).value();
            gather(name);
            return std::nullopt;
        }
        Diagnostics out{trace_problem("trace.incomplete", "no iteration is complete")};
        if (first)
            out.push_back(first->front());
        return out;
    }

    /// The order of an iteration that has all of its commands, and whose order can run.
    Result<WrittenOrder> order_of(const std::string& name)
    {
        std::string table;
        std::set<std::uint64_t> stages;
        for (const Iterations& rank : m_iterations) {
            for (const auto& [key, spans] : rank)
                for (const TraceSpan& each : spans)
                    if (key == name) {
                        table += each.cell + ',';
                        stages.insert(stage_of(each.cell));
                    }
            table += ",\n";
        }
        const std::string iteration =
            "iteration " + name + (m_steps ? "" : " (counted from 0: the files have no steps that fit)");
        std::uint64_t next = 0;
        for (const std::uint64_t stage : stages)
            if (stage != next++)
                return trace_problem("trace.incomplete", iteration + ": no file has stage " + std::to_string(next - 1) +
                                                             "; the highest is " + std::to_string(*stages.rbegin()));
        auto read = parse_order(table, iteration);
        if (!read) {
            // A row of this table is a rank's file.
            Diagnostics problems = read.diagnostics();
            for (Diagnostic& each : problems) {
                each.message = iteration + ": " + each.message;
                each.path.clear();
                const std::size_t row = each.location ? each.location->line : 0;
                each.location.reset();
                if (row >= 1 && row <= m_files.size())
                    each.location = SourceLocation{m_files[row - 1].file, 0, 0};
            }
            return problems;
        }
        const auto plan = plan_by_lists(schedule::request_of(read->order), {});
        const auto graph = plan ? build_graph(*plan) : plan.failure_as<CommandGraph>();
        if (graph)
            if (const auto still = find_deadlock(*graph))
                return trace_problem("trace.incomplete",
                                     iteration + ": its commands stand in an order that cannot run: " + still->words);
        return std::move(read->order);
    }

    void gather(const std::string& name)
    {
        const bool based =
            std::all_of(m_files.begin(), m_files.end(), [](const auto& file) { return file.base.has_value(); });
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            MeasuredDevice device;
            // Nanoseconds since 1970 are too many for a double: only their difference is one.
            const double base = based ? static_cast<double>(*m_files[i].base - *m_files[0].base) / 1e6 : 0;
            for (const TraceSpan& each : place_of(m_iterations[i], name)) {
                device.start.push_back(base + each.start / 1e3);
                device.end.push_back(base + (each.start + each.duration) / 1e3);
            }
            m_devices.push_back(std::move(device));
        }
    }

    std::vector<TraceFile> m_files; ///< by device, once they are known
    const MeasuredOptions& m_options;
    std::vector<Iterations> m_iterations;
    std::vector<MeasuredDevice> m_devices;
    WrittenOrder m_order;
    bool m_steps = true; ///< iterations are the profiler's steps
    MeasuredRun m_run;
};

} // namespace

Result<MeasuredRun> measured_run(std::vector<TraceFile> files, const MeasuredOptions& options)
{
    if (files.empty())
        return trace_problem("trace.no_spans", "there is no trace");
    return Assembly(std::move(files), options).make();
}

} // namespace blueprinting::schedule
