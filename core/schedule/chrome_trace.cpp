#include "core/schedule/export.h"
#include "core/schedule/iteration.h"
#include "core/schedule/order_text.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::schedule {
namespace {

constexpr std::uint32_t kCompute = 1; ///< thread 0 would be read as the process
constexpr std::uint32_t kCollectives = 2;

class Trace {
public:
    Trace(const Simulation& simulation, const TextSink& sink, const TraceOptions& options)
        : m_simulation(simulation),
          m_graph(simulation.graph),
          m_options(options),
          m_scale(m_graph.plan.unit == TimeUnit::units ? 1e3 : 1e6),
          m_threads(m_graph.resources(), kCompute),
          m_out(sink)
    {
        // A command that lasts must be seen to last.
        for (int times = 0; times < 2 && vanishes(); ++times) {
            m_scale *= 1000;
            m_stretched *= 1000;
        }
    }

    void write()
    {
        const Request& request = m_graph.plan.request;
        m_out << R"({"displayTimeUnit":"ms","executable":false,"otherData":{"executable":false,"schedule":")"
              << title(request);
        m_out << R"(","transfers":")" << to_string(request.transfers) << R"(","time":")";
        m_out << (m_graph.plan.unit == TimeUnit::units ? "1 unit = 1 millisecond" : "simulated seconds");
        if (m_stretched > 1)
            m_out << ", everything stretched " << m_stretched << " times so that the shortest command is seen";
        m_out << R"(","makespan":)" << m_simulation.timeline.makespan;
        m_out << R"(,"numbering":"devices from 0, chunks and microbatches from 1"},"traceEvents":[)";
        names();
        for (CommandId id = 0; id < m_graph.size() && m_out.good(); ++id)
            if (!m_graph.is_second(id) && ran(id))
                complete(id);
        if (m_options.end)
            tail();
        const bool arrows = m_options.arrows.value_or(m_graph.size() <= kMostArrows);
        std::uint64_t flow = 0;
        for (CommandId id = 0; arrows && id < m_graph.size() && m_out.good(); ++id)
            for (const CommandId d : m_graph.dependencies(id))
                if (ran(id))
                    arrow(d, id, ++flow);
        for (std::size_t stage = 0; stage < m_graph.stages() && m_out.good(); ++stage)
            counters(stage);
        m_out << "]}\n";
    }

private:
    [[nodiscard]] std::int64_t rounded(double time) const { return std::llround(time * m_scale); }
    /// Of an order that stands still what never ran is not in the trace.
    [[nodiscard]] bool ran(CommandId id) const { return std::isfinite(m_simulation.timeline.end[id]); }
    [[nodiscard]] bool vanishes() const
    {
        const auto lost = [&](double start, double end) { return end > start && rounded(end) == rounded(start); };
        for (CommandId id = 0; id < m_graph.size(); ++id)
            if (ran(id) && lost(m_simulation.timeline.start[id], m_simulation.timeline.end[id]))
                return true;
        return m_options.end && std::ranges::any_of(m_options.end->lanes,
                                                    [&](const TailStep& each) { return lost(each.begin, each.end); });
    }

    void open()
    {
        if (m_any)
            m_out << ',';
        m_any = true;
        m_out << '\n';
    }
    void place(std::uint32_t stage, std::uint32_t thread, std::int64_t time)
    {
        m_out << R"("pid":)" << stage + 1 << R"(,"tid":)" << thread << R"(,"ts":)" << time;
    }
    void meta(const char* what, std::uint32_t stage, std::uint32_t thread, const char* key, const std::string& value)
    {
        open();
        m_out << R"({"ph":"M","name":")" << what << R"(",)";
        place(stage, thread, 0);
        m_out << R"(,"args":{")" << key << R"(":)" << value << "}}";
    }

    void names()
    {
        for (std::uint32_t stage = 0; stage < m_graph.stages(); ++stage) {
            meta("process_name", stage, kCompute, "name", "\"device " + std::to_string(stage) + '"');
            meta("process_sort_index", stage, kCompute, "sort_index", std::to_string(stage));
            meta("thread_name", stage, kCompute, "name", "\"compute\"");
            if (m_options.end)
                meta("thread_name", stage, kCollectives, "name", "\"collectives\"");
        }
        std::vector<std::uint32_t> links(m_graph.stages(), kCollectives);
        for (std::size_t i = 0; i < m_graph.links.size(); ++i) {
            const Link link = m_graph.links[i];
            const std::uint32_t thread = ++links[link.from];
            m_threads[m_graph.stages() + i] = thread;
            meta("thread_name", link.from, thread, "name", "\"link to device " + std::to_string(link.to) + '"');
        }
    }

    /// The start rounded, and to the end rounded: neighbours never overlap.
    void span(std::uint32_t device, std::uint32_t thread, double start, double end)
    {
        place(device, thread, rounded(start));
        m_out << R"(,"dur":)" << rounded(end) - rounded(start) << R"(,"args":{"start":)" << start << R"(,"end":)"
              << end;
    }

    [[nodiscard]] std::string name_of(CommandId id) const
    {
        const auto [first, last] = m_graph.unit(id);
        const Request& request = m_graph.plan.request;
        return first == last ? describe_short(m_graph, id)
                             : "F " + item_text(request, m_graph.microbatch[first]) + " & B " +
                                   item_text(request, m_graph.microbatch[last]);
    }

    void complete(CommandId id)
    {
        open();
        const bool pair = m_graph.unit(id).second != id;
        m_out << R"({"ph":"X","cat":")" << (pair ? "pair" : to_string(m_graph.kind[id])) << R"(","name":")"
              << name_of(id) << R"(",)";
        span(m_graph.stage[id], m_threads[m_graph.resource[id]], m_simulation.timeline.start[id],
             m_simulation.timeline.end[id]);
        m_out << R"(,"command":)" << id << R"(,"chunk":)" << m_graph.chunk[id] + 1U << R"(,"microbatch":)"
              << m_graph.microbatch[id] + 1U << R"(,"slack":)" << m_simulation.slack[id];
        m_out << (m_simulation.critical(id) ? R"(,"critical":true}})" : R"(,"critical":false}})");
    }

    void tail()
    {
        for (const TailStep& each : m_options.end->lanes) {
            if (!(each.end > each.begin)) // a step or a gather that takes no time is nothing
                continue;
            const bool both = each.what == TailStep::What::tied;
            for (const std::uint32_t device : {each.device, each.other}) {
                open();
                m_out << R"({"ph":"X","cat":"end of the iteration","name":")" << to_string(each.what);
                if (each.what == TailStep::What::reduce)
                    m_out << ", chunk " << each.other + 1U;
                m_out << R"(",)";
                span(device, each.what == TailStep::What::step ? kCompute : kCollectives, each.begin, each.end);
                m_out << "}}";
                if (!both)
                    break;
            }
        }
    }

    // A flow event binds to the slice that encloses its time: the middle of the producer, the start of the consumer.
    void arrow(CommandId from, CommandId to, std::uint64_t id)
    {
        const std::int64_t begin = rounded(m_simulation.timeline.start[from]);
        end_of_arrow("s", from, id, begin + (rounded(m_simulation.timeline.end[from]) - begin) / 2);
        end_of_arrow("f", to, id, rounded(m_simulation.timeline.start[to]));
    }
    void end_of_arrow(const char* phase, CommandId at, std::uint64_t id, std::int64_t time)
    {
        open();
        m_out << R"({"ph":")" << phase << R"(","cat":"dependency","name":"needs","id":)" << id << ',';
        place(m_graph.stage[at], m_threads[m_graph.resource[at]], time);
        m_out << (*phase == 'f' ? R"(,"bp":"e"})" : "}");
    }

    void counters(std::size_t stage)
    {
        const double parts = parts_of_a_stage(m_graph.plan.request);
        for (const Held& held : activations(m_simulation, stage, HeldUntil::gradient)) {
            open();
            m_out << R"({"ph":"C","name":"activations held, full stages",)";
            place(static_cast<std::uint32_t>(stage), kCompute, rounded(held.time));
            m_out << R"(,"args":{"held":)" << held.count / parts << "}}";
        }
    }

    const Simulation& m_simulation;
    const CommandGraph& m_graph;
    const TraceOptions& m_options;
    double m_scale;
    std::int64_t m_stretched = 1;
    std::vector<std::uint32_t> m_threads; ///< by resource
    TextStream m_out;
    bool m_any = false;
};

} // namespace

void chrome_trace(const Simulation& simulation, const TextSink& sink, const TraceOptions& options)
{
    Trace(simulation, sink, options).write();
}

} // namespace blueprinting::schedule
