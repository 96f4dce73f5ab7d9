#pragma once
#include "core/schedule/schedule.h"

#include <QTest>

/// Short ways to the values that the schedule tests are about; a failure to build one ends the program with its reason.
namespace blueprinting::schedule::testing {

template <class T>
T must(Result<T> result)
{
    if (!result) {
        for (const Diagnostic& d : result.diagnostics())
            qCritical("%s", to_line(d).c_str());
        std::abort();
    }
    return std::move(result).value();
}

inline Request request(Kind kind, int stages, int microbatches, int chunks = 1)
{
    Request out;
    out.kind = kind;
    out.stages = stages;
    out.microbatches = microbatches;
    out.chunks = chunks;
    return out;
}

inline Simulation simulated(const Request& request, const StageTimes& times = {})
{
    return must(simulate(must(build_graph(must(plan_by_hand(request, times))))));
}

/// F, I, W of a full stage.
inline StageTimes split_times(double forward, double input, double weight)
{
    StageTimes out;
    out.forward = forward;
    out.backward = input + weight;
    out.input_gradient = input;
    return out;
}

inline CommandId find(const CommandGraph& graph, CommandKind kind, std::uint32_t stage, std::uint32_t microbatch,
                      std::uint32_t chunk = 0)
{
    for (CommandId id = 0; id < graph.size(); ++id)
        if (graph.kind[id] == kind && graph.stage[id] == stage && graph.microbatch[id] == microbatch &&
            graph.chunk[id] == chunk)
            return id;
    return kNoCommand;
}

inline bool has_code(const Diagnostics& diagnostics, const std::string& code)
{
    for (const Diagnostic& d : diagnostics)
        if (d.code == code)
            return true;
    return false;
}

inline QString text(const Diagnostics& diagnostics)
{
    QString out;
    for (const Diagnostic& d : diagnostics)
        out += QString::fromStdString(d.code + ": " + d.message) + '\n';
    return out;
}

} // namespace blueprinting::schedule::testing
