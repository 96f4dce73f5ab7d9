#include "core/schedule/written_order.h"

#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"
#include "core/schedule/placement.h"

namespace blueprinting::schedule {
namespace {

constexpr std::array kWrittenParameters{Parameter{kHidden, 0, 1, 0, false}};

constexpr KindRow kWritten{
    .code = "custom",
    .name = "Written order",
    .short_name = "Written",
    .commands = kEitherBackward,
    .chunks = {1, kAnyChunks},
    .parameters = kWrittenParameters,
    .placement =
        [](const Request& r, std::int64_t device, std::int64_t chunk) {
            const auto& here = r.written->virtual_stages[static_cast<std::size_t>(device)];
            const auto c = static_cast<std::size_t>(chunk);
            return Place{0, c < here.size() ? here[c] : UINT32_MAX};
        },
    .all_orders = [](const Request& r) { return r.written->orders; },
    .form =
        [](const FormTerms&, ClosedForm& out) {
            out.source = "a table";
            out.stands_only_for(false, "there is no form for a written order");
        },
};

} // namespace

Kind written_kind() { return Kind(kWritten); }

WrittenOrder written(const Request& request)
{
    WrittenOrder out;
    const Placement placement(request);
    out.orders = orders(request);
    for (std::uint32_t device = 0; device < request.stages; ++device) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> stages; // virtual stage, chunk
        for (std::uint32_t chunk = 0; chunk < request.chunks; ++chunk)
            if (placement.exists(device, chunk))
                stages.emplace_back(placement.place(device, chunk).virtual_stage, chunk);
        std::sort(stages.begin(), stages.end());
        std::vector<std::uint32_t> now(static_cast<std::size_t>(request.chunks));
        out.virtual_stages.emplace_back();
        for (std::uint32_t i = 0; i < stages.size(); ++i) {
            out.virtual_stages.back().push_back(stages[i].first);
            now[stages[i].second] = i;
        }
        for (Slot& slot : out.orders[device])
            slot.chunk = now[slot.chunk];
    }
    return out;
}

Request request_of(WrittenOrder order)
{
    Request out;
    out.kind = written_kind();
    out.stages = static_cast<std::int64_t>(order.virtual_stages.size());
    out.chunks = 1;
    for (const auto& device : order.virtual_stages)
        out.chunks = std::max(out.chunks, static_cast<std::int64_t>(device.size()));
    std::uint32_t most = 0;
    for (const Orders* orders : {&order.orders, &order.aside})
        for (const auto& device : *orders)
            for (const Slot& slot : device)
                most = std::max(most, slot.microbatch);
    out.microbatches = std::int64_t{most} + 1;
    out.written = std::make_shared<const WrittenOrder>(std::move(order));
    return out;
}

} // namespace blueprinting::schedule
