#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/schedule_model.h"
#include "ui/style/theme_controller.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QPainter>

/// Frames a second of the drawn lanes, offscreen.
namespace {

using namespace blueprinting;
using namespace blueprinting::ui;

LaneChart chart_of(schedule::Kind kind, std::int64_t stages, std::int64_t microbatches, std::int64_t chunks)
{
    schedule::Request request;
    request.kind = kind;
    request.stages = stages;
    request.microbatches = microbatches;
    request.chunks = chunks;
    const auto plan = schedule::plan_by_hand(request, {});
    LaneGroup group;
    group.drawn = std::make_shared<const DrawnSchedule>(draw_schedule(plan.value(), {}).value());
    LaneChart chart;
    chart.groups.push_back(group);
    chart.axis_title = QStringLiteral("Time (units)");
    return chart;
}

/// A chart on a canvas of usual size, drawn whole each time.
void draw(benchmark::State& state, LaneChart chart)
{
    LaneCanvas canvas;
    canvas.setAttribute(Qt::WA_DontShowOnScreen);
    canvas.resize(1216, 460);
    canvas.setChart(std::move(chart));
    canvas.show();
    QApplication::processEvents();
    QImage image(canvas.size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    for ([[maybe_unused]] auto _ : state) {
        QPainter painter(&image);
        canvas.paintChart(painter, canvas.rect(), theme_of(&canvas), true);
    }
    state.counters["frames/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

/// p 64, m 512, v 3. The argument is the share of the time that is shown, in percent.
void frame(benchmark::State& state)
{
    LaneChart chart = chart_of(schedule::Kind::interleaved, 64, 512, 3);
    if (state.range(0) < 100)
        chart.range = std::pair(400.0, 400.0 + 15.99 * static_cast<double>(state.range(0)));
    draw(state, std::move(chart));
}
BENCHMARK(frame)->ArgName("percent")->Arg(100)->Arg(25)->Arg(2)->Unit(benchmark::kMillisecond);

/// p 64, m 512 of each kind, v 2 where it takes that many: all cells, the overview of all lanes beside them.
void frame_of_kind(benchmark::State& state)
{
    const schedule::Kind kind = schedule::kinds()[static_cast<std::size_t>(state.range(0))];
    LaneChart chart = chart_of(kind, 64, 512, schedule::nearest_chunks(kind, 2));
    chart.range = std::pair(0.0, 0.98 * chart.end());
    draw(state, std::move(chart));
    state.SetLabel(std::string(kind->code));
}
BENCHMARK(frame_of_kind)->DenseRange(0, static_cast<int>(schedule::kinds().size()) - 1)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    ThemeController theme(application, ThemeChoice::light);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
