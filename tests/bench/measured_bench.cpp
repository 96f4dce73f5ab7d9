#include "ui/measured/error_plot.h"
#include "ui/measured/measured_view.h"
#include "ui/style/theme_controller.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QCheckBox>
#include <QFile>
#include <QMouseEvent>
#include <QTemporaryDir>

using namespace blueprinting;
using namespace blueprinting::ui;

/// What 2 500 measured runs take: the carried plain rows, repeated under other names.
namespace {

constexpr std::size_t kRuns = 2500;

std::string lines()
{
    const auto carried = *measured::carried_rows();
    std::string out;
    std::size_t count = 0;
    for (std::size_t round = 0; count < kRuns; ++round)
        for (const measured::Row& row : carried) {
            if (!row.plain || count == kRuns)
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
        benchmark::DoNotOptimize(measured::Runs::of(rows, measured::Reach::plain, CancelToken()));
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

void draw_view(benchmark::State& state)
{
    Shown shown;
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
    Shown shown;
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

void filter(benchmark::State& state)
{
    Shown shown;
    auto* grade = shown.view.findChild<QCheckBox*>(QStringLiteral("gradeB"));
    QImage picture(shown.view.size(), QImage::Format_ARGB32_Premultiplied);
    for (auto _ : state) {
        grade->click();
        shown.view.render(&picture);
    }
}

BENCHMARK(read_rows)->Unit(benchmark::kMillisecond);
BENCHMARK(predict_rows)->Unit(benchmark::kMillisecond);
BENCHMARK(draw_view)->Unit(benchmark::kMillisecond);
BENCHMARK(hover)->Unit(benchmark::kMillisecond);
BENCHMARK(filter)->Unit(benchmark::kMillisecond);

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
