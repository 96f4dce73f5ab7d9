#include "ui/search/search_export.h"

namespace blueprinting::ui {
namespace {

struct NotMade {};

} // namespace

Result<Done> write_search_table(const SearchRunPtr& run, bool front, search::TableForm form, const QString& path,
                                const Replaceable& replaceable, const CancelToken& cancel)
{
    Result<Done> made = Done{};
    const auto make = [&](const TextSink& sink) {
        made = search::write_strategies(run->question, {}, form, front ? &run->found : nullptr, sink, cancel);
        if (!made)
            throw NotMade{}; // nothing of the file is left then
    };
    try {
        return write_whole_file(path, make, replaceable);
    } catch (const NotMade&) {
        return made;
    }
}

} // namespace blueprinting::ui
