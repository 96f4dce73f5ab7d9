#include "core/schedule/export.h"

namespace blueprinting::schedule {
namespace {

class Trace {
public:
    Trace(const Simulation& simulation, const TextSink& sink)
        : m_simulation(simulation),
          m_graph(simulation.graph),
          m_scale(m_graph.plan.unit == TimeUnit::units ? 1 : 1e6),
          m_threads(m_graph.resources()),
          m_out(sink)
    {
    }

    void write()
    {
        const Request& request = m_graph.plan.request;
        m_out << R"({"displayTimeUnit":"ms","executable":false,"otherData":{"executable":false,"schedule":")"
              << title(request);
        m_out << R"(","transfers":")" << to_string(request.transfers);
        m_out << (m_graph.plan.unit == TimeUnit::units ? R"(","time":"1 unit = 1 microsecond","makespan":)"
                                                       : R"(","time":"simulated seconds as microseconds","makespan":)");
        m_out << m_simulation.timeline.makespan * m_scale;
        m_out << R"(,"numbering":"stages from 0, chunks and microbatches from 1"},"traceEvents":[)";
        names();
        for (CommandId id = 0; id < m_graph.size() && m_out.good(); ++id)
            complete(id);
        std::uint64_t flow = 0;
        for (CommandId id = 0; id < m_graph.size() && m_out.good(); ++id)
            for (const CommandId d : m_graph.dependencies(id))
                arrow(d, id, ++flow);
        for (std::size_t stage = 0; stage < m_graph.stages() && m_out.good(); ++stage)
            counters(stage);
        m_out << "]}\n";
    }

private:
    void open()
    {
        if (m_any)
            m_out << ',';
        m_any = true;
        m_out << '\n';
    }
    void place(std::uint32_t stage, std::uint32_t thread, double time)
    {
        m_out << R"("pid":)" << stage << R"(,"tid":)" << thread << R"(,"ts":)" << time * m_scale;
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
            meta("process_name", stage, 0, "name", "\"stage " + std::to_string(stage) + '"');
            meta("process_sort_index", stage, 0, "sort_index", std::to_string(stage));
            meta("thread_name", stage, 0, "name", "\"compute\"");
        }
        std::vector<std::uint32_t> links(m_graph.stages());
        for (std::size_t i = 0; i < m_graph.links.size(); ++i) {
            const Link link = m_graph.links[i];
            const std::uint32_t thread = ++links[link.from];
            m_threads[m_graph.stages() + i] = thread;
            meta("thread_name", link.from, thread, "name", "\"link to stage " + std::to_string(link.to) + '"');
        }
    }

    void complete(CommandId id)
    {
        open();
        m_out << R"({"ph":"X","cat":")" << to_string(m_graph.kind[id]) << R"(","name":")"
              << describe_short(m_graph, id);
        m_out << R"(",)";
        const double start = m_simulation.timeline.start[id];
        place(m_graph.stage[id], m_threads[m_graph.resource[id]], start);
        m_out << R"(,"dur":)" << m_graph.duration(id) * m_scale << R"(,"args":{"command":)" << id << R"(,"chunk":)";
        m_out << m_graph.chunk[id] + 1U << R"(,"microbatch":)" << m_graph.microbatch[id] + 1U << R"(,"slack":)";
        m_out << m_simulation.slack[id] * m_scale;
        m_out << (m_simulation.critical(id) ? R"(,"critical":true}})" : R"(,"critical":false}})");
    }

    // A flow event binds to the slice that encloses its time: the middle of the producer, the start of the consumer.
    void arrow(CommandId from, CommandId to, std::uint64_t id)
    {
        end_of_arrow("s", from, id, (m_simulation.timeline.start[from] + m_simulation.timeline.end[from]) / 2);
        end_of_arrow("f", to, id, m_simulation.timeline.start[to]);
    }
    void end_of_arrow(const char* phase, CommandId at, std::uint64_t id, double time)
    {
        open();
        m_out << R"({"ph":")" << phase << R"(","cat":"dependency","name":"needs","id":)" << id << ',';
        place(m_graph.stage[at], m_threads[m_graph.resource[at]], time);
        m_out << (*phase == 'f' ? R"(,"bp":"e"})" : "}");
    }

    void counters(std::size_t stage)
    {
        const double chunks = static_cast<double>(m_graph.plan.request.chunks);
        for (const Held& held : activations(m_simulation, stage, HeldUntil::gradient)) {
            open();
            m_out << R"({"ph":"C","name":"activations held, full stages",)";
            place(static_cast<std::uint32_t>(stage), 0, held.time);
            m_out << R"(,"args":{"held":)" << held.count / chunks << "}}";
        }
    }

    const Simulation& m_simulation;
    const CommandGraph& m_graph;
    double m_scale;
    std::vector<std::uint32_t> m_threads; ///< by resource
    TextStream m_out;
    bool m_any = false;
};

} // namespace

void chrome_trace(const Simulation& simulation, const TextSink& sink) { Trace(simulation, sink).write(); }

} // namespace blueprinting::schedule
