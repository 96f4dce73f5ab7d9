#pragma once
#include "core/schedule/plan.h"

namespace blueprinting::schedule {

/// The kind whose placement and order are the request's own, as someone wrote them down. It is not among kinds():
/// without an order it is nothing.
Kind written_kind();

/// The plan's own placement and orders as a written one, so that they can be changed. Of one path only.
WrittenOrder written(const Request& request);

/// p, v and m as the written order has them: p its devices, v the most chunks of one, m from its forwards.
Request request_of(WrittenOrder order);

} // namespace blueprinting::schedule
