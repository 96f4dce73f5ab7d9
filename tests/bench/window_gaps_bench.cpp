#include "core/model/released.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/bench/gap_meter.h"
#include "ui/calibration/calibration_view.h"
#include "ui/frame/main_window.h"
#include "ui/ir/ir_view.h"
#include "ui/search/search_plot.h"
#include "ui/search/search_view.h"
#include "ui/widgets/charts/chart_widget.h"
#include "ui/workspace/session_json.h"

#include <QApplication>
#include <QEventLoop>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <utility>

/// How long the window cannot answer while a person does something: for each thing the longest stretch of the event
/// loop, in milliseconds by the clock and of processor time, each the least of several windows (the first figure is
/// what a busy machine makes longer).
namespace {

using namespace blueprinting;
using namespace blueprinting::ui;

constexpr int kWindows = 3;
constexpr int kStrategies[] = {2, 12, 40};

/// Strategies that differ from each other and from those of another `shift`: the published ones with other batches.
Session session_of(int count, int shift)
{
    std::vector<const strategy::Preset*> presets;
    for (const strategy::Preset& preset : strategy::presets())
        if (preset.name.starts_with("seqsel-tab5/"))
            presets.push_back(&preset);
    Session out;
    for (int i = 0; i < count; ++i) {
        const strategy::Preset& preset = *presets[static_cast<std::size_t>(i) % presets.size()];
        SessionStrategy one{"s" + std::to_string(i + 1), preset.name + " " + std::to_string(i + 1),
                            *model::find_preset(preset.model), *system::find_preset(preset.system), preset.execution};
        forget_redundant_processors(one.execution);
        const int batches = 1 + i / static_cast<int>(presets.size()) + 100 * shift;
        one.execution.global_batch += batches * one.execution.microbatch_size * strategy::data_degree(one.execution) *
                                      strategy::pipeline_degree(one.execution);
        out.strategies.push_back(std::move(one));
    }
    out.baseline = "s1";
    out.selected = "s2";
    return out;
}

/// One life of a window, thing by thing.
class Life {
public:
    explicit Life(ThemeController& theme) : m_theme(theme) { m_theme.setChoice(ThemeChoice::light); }

    /// Those parts of a session that are named, in their order; all where none is.
    void live(const QStringList& only)
    {
        m_meter.start();
        const auto first = GapMeter::now();
        m_window = std::make_unique<MainWindow>(MainWindow::Parts{m_workspace, m_settings, m_theme}, view_entries());
        m_window->setUnsavedPrompt([](const QString&) { return UnsavedChoice::discard; });
        m_window->resize(1600, 1000);
        m_window->show();
        QCoreApplication::processEvents();
        note("start, to the first picture", GapMeter::now() - first);
        measure("start, what follows", [] {});

        const std::pair<const char*, void (Life::*)()> parts[] = {
            {"views", &Life::views},          {"knobs", &Life::knobs},           {"looks", &Life::looks},
            {"search", &Life::search},        {"calibration", &Life::calibrate}, {"files", &Life::openFiles},
            {"exports", &Life::exportCharts}, {"sessions", &Life::openSessions}, {"modern", &Life::modernSession}};
        for (const auto& [name, part] : parts)
            if (only.isEmpty() || only.contains(QLatin1String(name)))
                (this->*part)();
    }

    [[nodiscard]] const std::vector<std::pair<std::string, Gap>>& found() const { return m_found; }

private:
    void views()
    {
        for (const char* round : {"first", "second"})
            for (const ViewEntry& entry : m_window->views())
                measure("view " + entry.id.toStdString() + ", " + round + " time", [&] {
                    if (m_window->currentView()->id() == entry.id)
                        m_window->showView(m_window->views().back().id); // it is the one in front
                    m_window->showView(entry.id);
                });
    }

    void knobs()
    {
        for (const ViewEntry& entry : m_window->views()) {
            m_window->showView(entry.id);
            settle();
            measure("knob in " + entry.id.toStdString(), [&] { turnKnob(); });
            measure("undo in " + entry.id.toStdString(), [&] { m_workspace.undoStack().undo(); });
        }
    }

    void looks()
    {
        for (const ViewEntry& entry : m_window->views()) {
            m_window->showView(entry.id);
            settle();
            measure("theme in " + entry.id.toStdString(), [&] { m_theme.setChoice(ThemeChoice::dark); });
            measure("resize in " + entry.id.toStdString(), [&] { m_window->resize(1280, 800); });
            m_theme.setChoice(ThemeChoice::light);
            m_window->resize(1600, 1000);
            settle();
        }
    }

    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    void note(const std::string& thing, Gap gap) { m_found.emplace_back(thing, gap); }

    void settle()
    {
        QEventLoop loop;
        QTimer poll;
        int quiet = 0; // what settles may still have something to paint
        QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
            quiet = m_window->settled() ? quiet + 1 : 0;
            if (quiet > 10)
                loop.quit();
        });
        poll.start(5);
        loop.exec();
    }

    template <class Thing>
    void measure(const std::string& name, Thing thing)
    {
        settle();
        m_meter.start();
        QTimer::singleShot(0, m_window.get(), thing);
        QCoreApplication::processEvents();
        settle();
        note(name, m_meter.stop());
    }

    void turnKnob()
    {
        m_workspace.edit(QStringLiteral("batch"), [](Session& session) {
            strategy::Execution& execution = session.find(session.selected)->execution;
            execution.global_batch += execution.microbatch_size * strategy::data_degree(execution);
        });
    }

    void open(const std::string& thing, const QString& file)
    {
        measure(thing, [&] {
            if (const Result<Done> opened = m_window->openFile(file); !opened)
                std::fprintf(stderr, "%s: %s\n", thing.c_str(), to_line(opened.diagnostics().front()).c_str());
        });
    }

    /// A large space: asked, looked at nearer, and narrowed.
    void search()
    {
        auto* view = static_cast<SearchView*>(m_window->showView(QStringLiteral("search")));
        settle();
        measure("search, another question", [&] {
            m_workspace.edit(QStringLiteral("devices"), [](Session& session) {
                session.views["search"] = {{"devices", "4096"}, {"batch", "4096"}, {"must_fit", false}};
            });
        });
        measure("search, many devices", [&] {
            m_workspace.edit(QStringLiteral("devices"), [](Session& session) {
                session.views["search"] = {{"devices", "64..4096"}, {"batch", "4096"}};
            });
        });
        m_workspace.undoStack().undo();
        settle();
        const auto look = [&](const Json& kept) {
            m_workspace.setViewState(SearchView::kLook, kept);
            view->refresh();
        };
        measure("search, a filter", [&] { look({{"brush", {{"knobs", {{"microbatch_size", {1, 2}}}}}}}); });
        measure("search, filter and knobs", [&] { look({{"tab", "knobs"}, {"brush", {{"bytes", {0, 6e10}}}}}); });
        measure("search, zoom", [&] { view->findChild<SearchPlot*>()->zoomBy(2, {300, 150}); });
        look({});
        m_workspace.undoStack().undo();
        settle();
        manyStrategies(look);
    }

    /// Nearly a million legal strategies: each is kept, counted and brushed.
    template <class Look>
    void manyStrategies(const Look& look)
    {
        auto* view = static_cast<SearchView*>(m_window->currentView());
        measure("search, a million strategies", [&] {
            m_workspace.edit(QStringLiteral("devices"), [](Session& session) {
                SessionStrategy& one = *session.find(session.selected);
                one.model.name = "many blocks";
                one.model.blocks = 55440;
                session.views["search"] = {{"devices", "443520"},
                                           {"batch", "3548160"},
                                           {"must_fit", false},
                                           {"bounds", {{"tensor.degree", "4,8"}, {"microbatch_size", "..64"}}}};
            });
        });
        std::fprintf(stderr, "%llu legal\n",
                     static_cast<unsigned long long>(view->run() ? view->run()->found[0].legal : 0));
        measure("search, a million, a filter", [&] { look({{"brush", {{"knobs", {{"microbatch_size", {1, 2}}}}}}}); });
        measure("search, a million, a stretch", [&] { look({{"brush", {{"bytes", {0, 6e11}}}}}); });
        measure("search, a million, another order", [&] { look({{"axes", {"seconds", "bytes"}}}); });
        measure("search, a million, zoom", [&] { view->findChild<SearchPlot*>()->zoomBy(2, {300, 150}); });
        measure("search, a million, cancelled", [&] {
            m_workspace.edit(QStringLiteral("batch"),
                             [](Session& session) { session.views["search"]["reserve_gib"] = 1; });
            QTimer::singleShot(20, m_window.get(), [&] { m_workspace.jobs().cancelAll(); });
        });
        look({});
        m_workspace.undoStack().undo();
        m_workspace.undoStack().undo();
        settle();
    }

    void calibrate()
    {
        auto* view = static_cast<CalibrationView*>(m_window->showView(QStringLiteral("calibration")));
        settle();
        measure("run of the eight cases", [&] { view->findChild<QPushButton*>(QStringLiteral("runCases"))->click(); });
        if (!view->saveReport(path(QStringLiteral("report.json"))))
            std::fprintf(stderr, "no report\n");
    }

    void openFiles()
    {
        auto* ir = static_cast<IrView*>(m_window->showView(QStringLiteral("ir")));
        settle();
        if (!ir->exportCheckpoint(path(QStringLiteral("checkpoint.json"))))
            std::fprintf(stderr, "no checkpoint\n");
        m_window->showView(QStringLiteral("compare"));
        open("open a certificate", QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/certificates/layout-cost-v2.json"));
        open("open a report", path(QStringLiteral("report.json")));
        open("open a checkpoint", path(QStringLiteral("checkpoint.json")));
    }

    void exportCharts()
    {
        for (const ViewEntry& entry : m_window->views()) {
            View* view = m_window->showView(entry.id);
            settle();
            const auto charts = view->findChildren<ChartWidget*>();
            for (const char* ending : {"png", "svg", "pdf"})
                measure("export from " + entry.id.toStdString() + ", " + ending, [&] {
                    for (const ChartWidget* chart : charts)
                        if (chart->isVisible()) {
                            (void)chart->exportTo(path(QStringLiteral("chart.") + QLatin1String(ending)));
                            return;
                        }
                });
        }
    }

    void openSessions()
    {
        int shift = 0;
        for (const int count : kStrategies)
            for (const char* view : {"compare", "timing", "schedule", "optimizers"}) {
                Session session = session_of(count, ++shift);
                session.view = view;
                const QString file = path(QStringLiteral("session.json"));
                if (!save_session(session, file.toStdString()))
                    std::fprintf(stderr, "no session\n");
                open("open " + std::to_string(count) + " strategies in " + view, file);
            }
    }

    /// Llama-3.1-405B over TP 8, PP 16, DP 8: an edit of a model beyond six numbers, until it is on the screen.
    void modernSession()
    {
        m_workspace.edit(QStringLiteral("405B"), [](Session& session) {
            SessionStrategy& one = *session.find(session.selected);
            one.model = SessionModel(model::find_released("Llama-3.1-405B")->description);
            one.system = *system::find_preset("h100_sxm");
            one.execution.datatype = Datatype::bfloat16;
            one.execution.fused_attention = true;
            one.execution.tiers = {std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt};
            one.execution.global_batch = 512;
            one.execution.microbatch_size = 1;
            auto& training = std::get<strategy::TransformerTrainingParallelism>(one.execution.parallelism);
            training.tensor.degree = 8;
            training.tensor.communication = strategy::TensorCommunication::reduce_scatter_all_gather;
            training.pipeline.degree = 16;
            training.pipeline.schedule = strategy::InterleavedOneForwardOneBackward{8};
            training.pipeline.layout = "edges";
            training.data.degree = 8;
        });
        if (!m_workspace.result(m_workspace.session().selected).program)
            std::fprintf(stderr, "the large model breaks a law\n");
        for (const char* view : {"compare", "model"}) {
            m_window->showView(QLatin1String(view));
            settle();
            for (int i = 0; i < 5; ++i)
                measure(std::string("knob of 405B in ") + view + ", " + std::to_string(i + 1), [&] { turnKnob(); });
        }
    }

    ThemeController& m_theme;
    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath(QStringLiteral("settings.ini"))};
    Workspace m_workspace;
    GapMeter m_meter;
    std::unique_ptr<MainWindow> m_window;
    std::vector<std::pair<std::string, Gap>> m_found;
};

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    ThemeController theme(application, ThemeChoice::light);
    std::vector<std::pair<std::string, Gap>> least;
    for (int i = 0; i < kWindows; ++i) {
        Life life(theme);
        life.live(QApplication::arguments().mid(1));
        if (least.empty())
            least = life.found();
        for (std::size_t at = 0; at < least.size(); ++at)
            least[at].second = least_of(least[at].second, life.found()[at].second);
    }
    std::printf("%-36s %9s %9s\n", "longest stretch (ms)", "clock", "processor");
    for (const auto& [thing, gap] : least)
        std::printf("%-36s %9.1f %9.1f%s\n", thing.c_str(), gap.clock, gap.processor, gap.processor > 50 ? "  *" : "");
    return 0;
}
