#include "core/schedule/recognise.h"

#include "core/schedule/deadlock.h"
#include "core/schedule/orders.h"
#include "core/schedule/written_order.h"

namespace blueprinting::schedule {
namespace {

/// The kind with each value of its parameters that is worth a try.
std::vector<Request> candidates(Kind kind, const Request& shape)
{
    Request plain = shape;
    plain.kind = kind;
    plain.written.reset();
    plain.parameters.clear();
    std::vector<Request> out{plain};
    for (std::size_t i = 0; i < kind->parameters.size(); ++i) {
        const Parameter& each = kind->parameters[i];
        const bool many = each.name == kGroup;
        if (each.name == kSlices || each.name == kHidden)
            continue; // an order does not tell slices from microbatches, nor what is hidden
        const double most = many ? static_cast<double>(plain.microbatches) : each.most;
        for (std::size_t known = out.size(), k = 0; k < known; ++k)
            for (double value = each.least; value <= most; ++value) {
                if (value == each.standard)
                    continue;
                Request request = out[k];
                while (request.parameters.size() <= i)
                    request.parameters.push_back(kind->parameters[request.parameters.size()].standard);
                request.parameters[i] = value;
                out.push_back(std::move(request));
            }
    }
    return out;
}

std::string name_of(const Request& request)
{
    std::string out = std::string(request.kind->code) + " p" + std::to_string(request.stages) + " m" +
                      std::to_string(request.microbatches);
    if (request.kind->chunks.most == kAnyChunks)
        out += " v" + std::to_string(request.chunks);
    for (std::size_t i = 0; i < request.parameters.size(); ++i)
        if (request.parameters[i] != request.kind->parameters[i].standard)
            out += ' ' + std::string(request.kind->parameters[i].name) + ' ' +
                   std::to_string(static_cast<std::int64_t>(request.parameters[i]));
    return out;
}

/// Where two orders part.
struct Parting {
    std::size_t device = 0;
    std::size_t place = 0;
};
std::optional<Parting> parting(const WrittenOrder& a, const WrittenOrder& b)
{
    std::optional<Parting> out;
    for (std::size_t device = 0; device < a.orders.size(); ++device) {
        const auto& one = a.orders[device];
        const auto& other = b.orders[device];
        std::size_t place = 0;
        while (place < one.size() && place < other.size() && one[place] == other[place])
            ++place;
        if ((place < one.size() || place < other.size()) && (!out || place < out->place))
            out = Parting{device, place};
    }
    return out;
}

} // namespace

Recognised recognise(const WrittenOrder& order)
{
    const Request shape = request_of(order);
    std::optional<std::pair<Request, Parting>> nearest;
    for (const Kind kind : kinds()) {
        if (kind->paths > 1 || nearest_chunks(kind, shape.chunks) != shape.chunks)
            continue;
        for (const Request& each : candidates(kind, shape)) {
            if ((kind->refused && kind->refused(each)) || !has_executable_order(each))
                continue;
            const WrittenOrder known = written(each);
            if (known.virtual_stages != order.virtual_stages)
                continue;
            const auto parts = parting(order, known);
            if (!parts)
                return {each, name_of(each)};
            if (!nearest || parts->place > nearest->second.place)
                nearest = {each, *parts};
        }
    }
    if (!nearest)
        return {std::nullopt, "no known order has these stages on these devices"};
    return {std::nullopt, "no known order; " + name_of(nearest->first) + " until place " +
                              std::to_string(nearest->second.place + 1) + " of device " +
                              std::to_string(nearest->second.device)};
}

} // namespace blueprinting::schedule
