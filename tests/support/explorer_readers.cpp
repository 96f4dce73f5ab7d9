#include "core/base/canonical_json.h"
#include "core/base/json_document.h"
#include "tests/support/readers.h"
#include "ui/workspace/document.h"
#include "ui/workspace/session_json.h"

namespace blueprinting::testing {
namespace {

std::string session()
{
    ui::Session session = ui::starting_session();
    // Something in each place that a session has for what views remember.
    ui::PartState part;
    part.sorted = "time";
    part.hidden = {"memory"};
    part.widths = {{"time", 80}};
    part.x = ui::Span{0, 2};
    session.parts["compare"]["table"] = part;
    session.views["schedule"] = {{"note", "kept"}};
    return *pretty_json(ui::to_json(session));
}

} // namespace

void add_explorer_readers(std::vector<Reader>& readers)
{
    std::vector<std::string> kinds;
    for (const Reader& each : readers)
        if (!each.lines)
            kinds.push_back(each.seeds.front());
    readers.push_back({"session", {"session_from_json", "read_parts"}, {session()}, [](const std::string& text) {
                           const auto document = JsonDocument::parse(text, "input");
                           return document ? ui::session_from_json(*document).diagnostics() : document.diagnostics();
                       }});
    readers.push_back({"any file that is opened", {"sniff"}, std::move(kinds), [](const std::string& text) {
                           static_cast<void>(ui::names_certificate(text));
                           const auto document = JsonDocument::parse(text, "input");
                           return document ? ui::sniff(*document).diagnostics() : document.diagnostics();
                       }});
}

} // namespace blueprinting::testing
