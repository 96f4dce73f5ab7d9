#include "app/blueprinting/common.h"
#include "app/blueprinting/subcommands.h"
#include "app/describe.h"
#include "app/version_text.h"
#include "core/calibration/gate.h"
#include "core/calibration/memory_figures.h"
#include "core/calibration/report.h"
#include "core/certificate/certificate.h"
#include "core/ir/distributed_ir.h"
#include "core/ir/model_ir.h"
#include "core/ir/portable_ir.h"
#include "core/model/description_json.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

using namespace blueprinting;
using namespace blueprinting::cli;

/// One line, whatever was wrong with the arguments.
int usage_error(const CLI::App& program, const CLI::ParseError& error, const std::string& first)
{
    const auto chosen = program.get_subcommands();
    if (chosen.empty() && !first.empty() && first.front() != '-') {
        std::string names;
        for (const CLI::App* each : program.get_subcommands([](const CLI::App*) { return true; }))
            names += (names.empty() ? "" : ", ") + each->get_name();
        return report({{Severity::error, "usage", "", "there is no subcommand \"" + first + "\"; there are " + names}});
    }
    std::string help = "blueprinting ";
    for (auto below = chosen; !below.empty(); below = below.front()->get_subcommands())
        help += below.front()->get_name() + " ";
    help += "--help";
    return report({{Severity::error, "usage", "", std::string(error.what()) + " (see " + help + ")"}});
}

/// An option given with an empty value – a shell variable that was never set – would be taken for one not given: no
/// report written, the carried contract for the one meant.
Diagnostics empty_values(const CLI::App& parsed)
{
    Diagnostics out;
    for (const CLI::Option* option : parsed.get_options())
        for (const std::string& value : option->results())
            if (value.empty())
                out.push_back({Severity::error, "usage", "", option->get_name() + " is empty; a value is expected"});
    for (const CLI::App* chosen : parsed.get_subcommands()) {
        const Diagnostics more = empty_values(*chosen);
        out.insert(out.end(), more.begin(), more.end());
    }
    return out;
}

/// "--name=" gives an empty value; CLI11 would take the argument after it instead. In the order that it parses vectors
/// in.
std::vector<std::string> reversed_arguments(int argc, char** argv)
{
    std::vector<std::string> out;
    for (int i = 1; i < argc; ++i) {
        std::string each(argv[i]);
        const bool empty = each.starts_with("--") && each.find('=') == each.size() - 1;
        if (empty)
            each.pop_back();
        out.push_back(std::move(each));
        if (empty)
            out.emplace_back();
    }
    std::reverse(out.begin(), out.end());
    return out;
}

int run(int argc, char** argv)
{
    CLI::App program(
        "Parallel strategies for Transformer training: estimate them, explain them, compare them with references",
        "blueprinting");
    program.set_version_flag(
        "--version",
        version_text({model::kDescriptionSchema, ir::ModelIR::kSchema, ir::ModelIR::kExtendedSchema,
                      ir::DistributedTaskIR::kSchema, ir::DistributedTaskIR::kExtendedSchema,
                      ir::PortablePlanIR::kSchema, ir::PortablePlanIR::kExtendedSchema, calibration::Report::kSchema,
                      calibration::Contract::kSchema, calibration::MemoryFigures::kSchema,
                      certificate::kCertificateSchema, certificate::kManifestSchema}));
    program.require_subcommand(1);
    const std::vector<Subcommand> subcommands{
#define BLUEPRINTING_SUBCOMMAND(name) add_##name(program),
#include "app/blueprinting/subcommands.def"
#undef BLUEPRINTING_SUBCOMMAND
    };
    if (asks_for_description(argc, argv)) {
        std::cout << described(program).dump(2) << '\n' << std::flush;
        return kOk;
    }
    try {
        program.parse(reversed_arguments(argc, argv));
    } catch (const CLI::Success& answer) { // --help and --version
        program.exit(answer);
        return finish_output(kOk);
    } catch (const CLI::ParseError& error) {
        return usage_error(program, error, argc > 1 ? argv[1] : "");
    }
    if (const Diagnostics empty = empty_values(program); !empty.empty())
        return report(empty);
    for (const Subcommand& subcommand : subcommands)
        if (subcommand.parser->parsed())
            return finish_output(subcommand.run());
    return kBadInput;
}

/// Without a word that would need more memory.
int no_memory()
{
    std::fputs("error: there is not enough memory for this [memory.exhausted]\n", stderr);
    return kBadInput;
}

/// The system gives no memory for one thread more. oneTBB says so in words alone.
bool wants_memory(const std::exception& error)
{
    if (const auto* of_system = dynamic_cast<const std::system_error*>(&error))
        return of_system->code() == std::errc::resource_unavailable_try_again ||
               of_system->code() == std::errc::not_enough_memory;
    return dynamic_cast<const std::bad_alloc*>(&error) || std::string_view(error.what()).starts_with("pthread_");
}

/// Where a thread, which no one catches for, finds no more memory.
[[noreturn]] void on_terminate()
{
    if (const std::exception_ptr thrown = std::current_exception()) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::exception& error) {
            if (wants_memory(error))
                std::_Exit(no_memory());
        } catch (...) {
        }
    }
    std::abort();
}

} // namespace

int main(int argc, char** argv)
{
    std::set_terminate(on_terminate);
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        if (wants_memory(error))
            return no_memory();
        return report(
            {{Severity::error, "internal", "", std::string("this should not have happened: ") + error.what()}});
    }
}
