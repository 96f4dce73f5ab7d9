#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "ui/frame/main_window.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QTemporaryDir>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

/// From a turned knob to the drawn view: one of the published strategies in the window, its batch changed to a value
/// that it never had, everything computed anew and the window painted.
void turn_a_knob(benchmark::State& state, ThemeController& theme, const std::string& view,
                 const strategy::Preset& preset)
{
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Workspace workspace;
    Session session = starting_session();
    session.strategies[1] = {"s2", preset.name, *model::find_preset(preset.model), *system::find_preset(preset.system),
                             preset.execution};
    forget_redundant_processors(session.strategies[1].execution);
    session.selected = "s2";
    session.view = view;
    workspace.reset(session);
    MainWindow window({workspace, settings, theme}, view_entries());
    window.resize(1600, 1000);
    window.show();
    workspace.waitForReferences();
    QCoreApplication::processEvents();
    QImage picture(window.size(), QImage::Format_ARGB32_Premultiplied);
    const std::int64_t step = preset.execution.microbatch_size * strategy::data_degree(preset.execution);
    for (auto _ : state) {
        workspace.edit(QStringLiteral("batch"), [step](Session& s) { s.find("s2")->execution.global_batch += step; });
        window.render(&picture);
    }
    state.SetLabel(workspace.result("s2").current ? "" : "not legal");
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    ThemeController theme(application, ThemeChoice::light);
    for (const ViewEntry& entry : view_entries())
        for (const strategy::Preset& preset : strategy::presets())
            if (preset.name.starts_with("seqsel-tab5/"))
                benchmark::RegisterBenchmark((entry.id.toStdString() + "/" + preset.name.substr(12)).c_str(),
                                             [&theme, id = entry.id.toStdString(), &preset](benchmark::State& state) {
                                                 turn_a_knob(state, theme, id, preset);
                                             })
                    ->Unit(benchmark::kMillisecond);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
