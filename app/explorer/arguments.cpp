#include "app/explorer/arguments.h"

#include "app/describe.h"
#include "app/explorer/refuse.h"
#include "app/number_option.h"
#include "app/version_text.h"
#include "core/calibration/report.h"
#include "core/certificate/certificate.h"
#include "core/model/description_json.h"
#include "ui/workspace/session_json.h"

#include <CLI/CLI.hpp>

namespace blueprinting::explorer {
namespace {

/// "1600x1000"; nothing where it is no size of a window.
std::optional<QSize> size_from(const std::string& text)
{
    const std::size_t cross = text.find('x');
    if (cross == std::string::npos)
        return std::nullopt;
    const auto width = read_whole(text.substr(0, cross), {320, 16384});
    const auto height = read_whole(text.substr(cross + 1), {240, 16384});
    if (!width || !height)
        return std::nullopt;
    return QSize(static_cast<int>(*width), static_cast<int>(*height));
}

} // namespace

std::variant<Arguments, int> parse_arguments(int argc, char** argv)
{
    Arguments out;
    std::string size;
    CLI::App app("Explorer of parallel strategies for Transformer training");
    app.name("blueprinting-explorer");
    app.set_version_flag("--version",
                         version_text({ui::kSessionSchema, model::kDescriptionSchema, calibration::Report::kSchema,
                                       certificate::kCertificateSchema, certificate::kManifestSchema}));
    app.add_option("FILE", out.files,
                   "Files to open: a session, a model, a system, an execution, … The content says which it is");
    app.add_option("--session", out.session, "The session to open");
    app.add_option("--view", out.view, "The view to show first (compare, ir, timing, …)");
    app.add_option("--theme", out.theme, "light or dark; default: as the desktop");
    app.add_option("--size", size, "Size of the window, such as 1600x1000")->type_name("NUMBERxNUMBER");
    add_real(app, "--scale", out.scale, "Scale of the window, 1 to 4", RealRange{1, 4});
    CLI::Option* screenshot =
        app.add_option("--screenshot", out.screenshot, "Draw every view to DIR/NAME.png without a display, and exit");
    CLI::Option* report = app.add_option("--report", out.report,
                                         "Write the session's report to this .html or .pdf without a display, and exit")
                              ->type_name("FILE")
                              ->excludes(screenshot);
    app.add_option("--calculon", out.calculon,
                   "Run this checkout of Calculon (with python3) instead of using the recorded figures")
        ->type_name("PATH");
    // Pictures look the same whatever a person has set.
    app.add_option("--settings", out.settings, "Keep settings in this file instead of the user's own")
        ->excludes(screenshot)
        ->excludes(report);
    app.add_flag("--startup-time", out.startup_time, "Print on standard error how long the first window took");
    app.add_flag("--verbose", out.verbose, "Log to standard error");
    app.footer(kNumberHelp);
    if (asks_for_description(argc, argv)) {
        std::cout << described(app).dump(2) << '\n' << std::flush;
        return 0;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& done) {
        return app.exit(done);
    } catch (const CLI::ParseError& error) {
        return refuse(std::string(error.what()) + " (see --help)");
    }
    if (!out.theme.empty() && out.theme != "light" && out.theme != "dark")
        return refuse("--theme must be light or dark, not \"" + out.theme + "\"");
    if (!out.report.empty() && !out.report.ends_with(".html") && !out.report.ends_with(".htm") &&
        !out.report.ends_with(".pdf"))
        return refuse("--report must end in .html, .htm or .pdf, not \"" + out.report + "\"");
    if (!size.empty()) {
        out.size = size_from(size);
        if (!out.size)
            return refuse("--size must be WIDTHxHEIGHT from 320x240 to 16384x16384, not \"" + size + "\"");
    }
    return out;
}

} // namespace blueprinting::explorer
