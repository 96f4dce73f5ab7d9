#include "ui/measured/error_plot.h"
#include "ui/measured/measured_view.h"
#include "ui/style/theme_controller.h"
#include "ui/widgets/controls/segmented_switch.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QCheckBox>
#include <QFile>
#include <QMouseEvent>
#include <QTemporaryDir>

#include <memory>

using namespace blueprinting;
using namespace blueprinting::ui;

/// What 2 500 measured runs take: the carried rows that can be priced, plain and modern, repeated under other names.
namespace {

constexpr std::size_t kRuns = 2500;

std::string lines()
{
    const auto carried = *measured::carried_rows();
    std::string out;
    std::size_t count = 0;
    for (std::size_t round = 0; count < kRuns; ++round)
        for (const measured::Row& row : carried) {
            if (!row.execution() || count == kRuns)
                continue;
            Json again = row.json;
            again["id"] = row.id + "-again" + std::to_string(round);
            out += again.dump() + "\n";
            ++count;
        }
    return out;
}

void read_rows(benchmark::State& state)
{
    const std::string text = lines();
    for (auto _ : state)
        benchmark::DoNotOptimize(measured::read_runs(text, "runs.jsonl"));
}

void predict_rows(benchmark::State& state)
{
    const auto rows = *measured::read_runs(lines(), "runs.jsonl");
    for (auto _ : state)
        benchmark::DoNotOptimize(measured::Runs::of(rows, measured::Reach::any, CancelToken()));
}

/// From bytes to predictions in both views, as a window does it.
void read_and_predict(benchmark::State& state)
{
    const std::string text = lines();
    for (auto _ : state)
        benchmark::DoNotOptimize(
            measured::Runs::of(*measured::read_runs(text, "runs.jsonl"), measured::Reach::any, CancelToken()));
}

/// The view with so many runs in sight.
struct Shown {
    QTemporaryDir folder;
    Workspace workspace;
    MeasuredView view{workspace};

    Shown()
    {
        const QString path = folder.filePath(QStringLiteral("runs.jsonl"));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(lines()));
        file.close();
        view.resize(1240, 860);
        view.setVisible(true);
        view.refresh();
        settle();
        view.openOwn(path);
        settle();
    }
    void settle()
    {
        do
            QApplication::processEvents();
        while (view.busy());
        QApplication::processEvents();
    }
};

/// Made once: pricing so many runs takes longer than all that is asked of them. Gone before the application.
std::unique_ptr<Shown> the_view;
Shown& shown_view()
{
    if (!the_view)
        the_view = std::make_unique<Shown>();
    return *the_view;
}

void draw_view(benchmark::State& state)
{
    Shown& shown = shown_view();
    QImage picture(shown.view.size(), QImage::Format_ARGB32_Premultiplied);
    auto* plot = shown.view.findChild<ErrorPlot*>();
    const ErrorChart chart = plot->chart();
    for (auto _ : state) {
        plot->setChart({});
        plot->setChart(chart); // nothing of it is kept
        shown.view.render(&picture);
    }
    state.counters["marks"] = static_cast<double>(chart.marks.size());
}

void hover(benchmark::State& state)
{
    Shown& shown = shown_view();
    auto* plot = shown.view.findChild<ErrorPlot*>();
    QImage picture(plot->size(), QImage::Format_ARGB32_Premultiplied);
    const ErrorLayout& at = plot->places();
    std::size_t i = 0;
    for (auto _ : state) {
        const QPointF point = at.places[i++ % at.places.size()];
        QMouseEvent move(QEvent::MouseMove, point, plot->mapToGlobal(point), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(plot, &move);
        plot->render(&picture);
    }
}

/// What a click on a filter takes until all is laid out, and what the window then draws anew.
void filter(benchmark::State& state, const char* tab, bool draws)
{
    Shown& shown = shown_view();
    auto* tabs = shown.view.findChild<SegmentedSwitch*>(QStringLiteral("measuredTab"));
    tabs->setCurrent(QString::fromLatin1(tab));
    Q_EMIT tabs->currentChanged(tabs->current());
    auto* grade = shown.view.findChild<QCheckBox*>(QStringLiteral("gradeB"));
    QImage picture(shown.view.size(), QImage::Format_ARGB32_Premultiplied);
    for (auto _ : state) {
        grade->click();
        if (draws)
            shown.view.render(&picture);
    }
}

BENCHMARK(read_rows)->Unit(benchmark::kMillisecond);
BENCHMARK(predict_rows)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(read_and_predict)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(draw_view)->Unit(benchmark::kMillisecond);
BENCHMARK(hover)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(filter, alone, "like", false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(filter, drawn, "like", true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(filter, drawn_with_rows, "rows", true)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    ThemeController theme(application, ThemeChoice::light);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    the_view.reset();
    return 0;
}
