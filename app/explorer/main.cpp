#include "app/explorer/arguments.h"
#include "app/explorer/display_watch.h"
#include "app/explorer/logging.h"
#include "app/explorer/pictures.h"
#include "app/explorer/refuse.h"
#include "app/explorer/startup_clock.h"
#include "resources/resources.h"
#include "ui/frame/main_window.h"
#include "ui/frame/oracle_choice.h"
#include "ui/style/theme_controller.h"
#include "ui/workspace/session_json.h"

#include <QApplication>
#include <QFile>
#include <QHash>
#include <QScreen>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <system_error>

namespace {

using namespace blueprinting;

using explorer::refuse;

constexpr const char* kNoMemory = "there is not enough memory for this";

/// Pictures need no display; a window does: false where nothing says that there is one.
bool choose_platform(bool pictures)
{
    if (pictures)
        return qputenv("QT_QPA_PLATFORM", "offscreen");
    return !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") || !qEnvironmentVariableIsEmpty("DISPLAY") ||
           !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

/// There is only one, which is made where a display can be reached.
std::unique_ptr<QApplication> make_application(int& argc, char** argv)
{
    const explorer::DisplayWatch watch;
    return std::make_unique<QApplication>(argc, argv);
}

/// Where a job's thread, which no one catches for, finds no more memory.
[[noreturn]] void on_terminate()
{
    if (const std::exception_ptr thrown = std::current_exception()) {
        try {
            std::rethrow_exception(thrown);
        } catch (const std::bad_alloc&) {
            std::_Exit(refuse(kNoMemory));
        } catch (const std::system_error&) { // a thread that cannot be started
            std::_Exit(refuse(kNoMemory));
        } catch (...) {
        }
    }
    std::abort();
}

int show(QApplication& application, const explorer::Arguments& arguments)
{
    const bool pictures = arguments.unattended();
    QTemporaryDir scratch; // pictures and reports look the same whatever the person has set
    QString kept_in = arguments.settings.empty() ? ui::Settings::ownFile() : QString::fromStdString(arguments.settings);
    std::string not_kept; // why the person's own settings are not
    if (pictures) {
        kept_in = scratch.filePath(QStringLiteral("settings.ini"));
    } else if (const Result<Done> usable = ui::Settings::usable(kept_in); !usable) {
        if (!arguments.settings.empty())
            return refuse(to_line(usable.diagnostics().front()));
        not_kept = to_line(usable.diagnostics().front());
        kept_in = scratch.filePath(QStringLiteral("settings.ini"));
    }
    const auto settings = std::make_unique<ui::Settings>(kept_in);
    ui::ThemeController theme(application, arguments.theme == "light"  ? ui::ThemeChoice::light
                                           : arguments.theme == "dark" ? ui::ThemeChoice::dark
                                                                       : settings->theme());
    ui::Workspace workspace;
    ui::MainWindow window({workspace, *settings, theme}, ui::view_entries());
    if (arguments.size)
        window.resize(*arguments.size);
    else if (settings->geometry().isEmpty())
        window.resize(
            ui::MainWindow::defaultSize(pictures ? std::nullopt : std::optional(window.screen()->availableSize())));
    const bool asked_for = !arguments.session.empty() || !arguments.files.empty();
    QObject::connect(&window.sessionFile(), &ui::SessionFile::notKept, &window, [](const QString& why) {
        explorer::say("work is not saved against a crash: " + why.toStdString());
    });
    if (!pictures)
        window.startAutosave(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) +
                                 QStringLiteral("/autosave"),
                             asked_for ? ui::MainWindow::Left::offered : ui::MainWindow::Left::restored);

    if (!not_kept.empty())
        window.showNotice({ui::Tone::caution, ui::MainWindow::tr("Settings are neither read nor saved."),
                           QString::fromStdString(not_kept)});
    const auto refused = [](const Diagnostics& diagnostics) {
        const std::size_t more = diagnostics.size() - 1;
        return refuse(to_line(diagnostics.front()) + (more == 0 ? ""
                                                      : more == 1
                                                          ? " (and 1 more problem)"
                                                          : " (and " + std::to_string(more) + " more problems)"));
    };
    if (arguments.calculon) {
        auto* choice = window.findChild<ui::OracleChoice*>();
        if (const Result<Done> usable = choice->ask(QFile::decodeName(arguments.calculon->c_str())); !usable)
            return refused(usable.diagnostics());
    }
    if (!arguments.session.empty())
        if (const Result<Done> opened = window.sessionFile().open(QString::fromStdString(arguments.session)); !opened)
            return refused(opened.diagnostics());
    QStringList files;
    for (const std::string& file : arguments.files)
        files << QString::fromStdString(file);
    if (!files.isEmpty())
        if (const Result<Done> opened = window.openFiles(files); !opened && !opened.cancelled())
            return refused(opened.diagnostics());
    window.offerLeftSession();
    if (!arguments.view.empty()) {
        std::string known;
        bool found = false;
        for (const ui::ViewEntry& entry : window.views()) {
            known += (known.empty() ? "" : ", ") + entry.id.toStdString();
            found = found || entry.id.toStdString() == arguments.view;
        }
        if (!found)
            return refuse("--view must be one of " + known + ", not \"" + arguments.view + "\"");
        workspace.showView(arguments.view);
    }
    if (arguments.startup_time)
        new explorer::StartupClock(&window); // belongs to the window
    window.show();
    if (pictures) {
        const Result<Done> drawn = arguments.report.empty() ? explorer::draw_pictures(window, arguments.screenshot)
                                                            : explorer::write_report(window, arguments.report);
        return drawn ? 0 : refused(drawn.diagnostics());
    }
    return application.exec();
}

} // namespace

int main(int argc, char** argv)
{
    const auto parsed = explorer::parse_arguments(argc, argv);
    if (const int* code = std::get_if<int>(&parsed))
        return *code;
    const auto& arguments = std::get<explorer::Arguments>(parsed);
    explorer::start_logging(arguments.verbose);
    if (!choose_platform(arguments.unattended()))
        return refuse(explorer::no_display({}));
    if (arguments.scale != 0)
        qputenv("QT_SCALE_FACTOR", QByteArray::number(arguments.scale));
    // Qt writes the fonts of a PDF in the order of a hash table: by chance, and the same report would differ each run.
    QHashSeed::setDeterministicGlobalSeed();
    const std::unique_ptr<QApplication> application = make_application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("blueprinting"));
    QApplication::setApplicationName(QStringLiteral("explorer"));
    QApplication::setApplicationDisplayName(QStringLiteral("Blueprinting Explorer"));
    QApplication::setApplicationVersion(QStringLiteral(BLUEPRINTING_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("blueprinting-explorer"));
    blueprinting::load_resources();
    std::set_terminate(on_terminate);
    try {
        return show(*application, arguments);
    } catch (const std::bad_alloc&) {
        return refuse(kNoMemory);
    }
}
