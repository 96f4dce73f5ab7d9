#include "core/schedule/placement.h"

namespace blueprinting::schedule {

Placement::Placement(const Request& request)
    : m_chunks(static_cast<std::size_t>(request.chunks)),
      m_items(static_cast<std::uint64_t>(schedule::items(request))),
      m_paths(static_cast<std::uint64_t>(request.kind->paths)),
      m_length(virtual_stages(request))
{
    const auto devices = static_cast<std::uint32_t>(request.stages);
    m_sites.resize(static_cast<std::size_t>(m_length) * m_paths);
    for (std::uint32_t stage = 0; stage < devices; ++stage)
        for (std::uint32_t chunk = 0; chunk < m_chunks; ++chunk) {
            m_places.push_back(request.kind->placement(request, stage, chunk));
            if (exists(stage, chunk))
                m_sites[m_places.back().path * static_cast<std::size_t>(m_length) + m_places.back().virtual_stage] = {
                    stage, chunk};
        }
}

ChunkTimes Placement::queue_times(const Plan& plan, std::uint32_t stage, std::uint32_t chunk) const
{
    ChunkTimes out = plan.at(place(stage, chunk).virtual_stage);
    const Request& request = plan.request;
    if (request.transfers != TransferMode::charged || request.stages == 1)
        return out;
    const bool all = request.kind->every_stage_pays;
    if (all || leaves(stage, chunk, true))
        out.forward += out.send_forward;
    if (all || leaves(stage, chunk, false)) {
        out.backward += out.send_backward;
        out.input_gradient += out.send_backward;
    }
    return out;
}

} // namespace blueprinting::schedule
