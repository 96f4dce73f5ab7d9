#include "ui/schedule/megatron_flags.h"

#include "core/base/format.h"
#include "core/recipe/megatron_pipeline.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using namespace schedule;

bool is_megatrons(Kind kind) { return kind == Kind::one_forward_one_backward || kind == Kind::interleaved; }

/// Whole layers of each virtual stage as a layout; empty where some are parts.
std::string layout_of(const std::vector<double>& layers)
{
    std::string out = "E";
    for (std::size_t g = 0; g < layers.size(); ++g) {
        if (layers[g] != std::floor(layers[g]))
            return {};
        out += g > 0 ? "|" : "";
        if (layers[g] > 0)
            out += "t*" + format::shortest(layers[g]);
    }
    return out + "L";
}

/// The stages of a group by hand, as far as there is an argument for how they differ.
std::string layout_by_hand(const Scene& scene, std::vector<std::string>& comments)
{
    const UnevenStages& uneven = scene.uneven;
    std::string out = uneven.layout.empty() && !uneven.layers.empty() ? layout_of(uneven.layers) : uneven.layout;
    if (!uneven.lists.empty() || (!uneven.layers.empty() && out.empty()) || !uneven.device_factor.empty())
        comments.emplace_back("stages have times of their own; there is no argument for times");
    if (uneven.head_adds != 0 || uneven.embedding_adds != 0)
        comments.emplace_back("what head and embedding add is a time; there is no argument for it");
    return out;
}

} // namespace

std::string megatron_flags(const Scene& scene, const LaneGroup& group)
{
    const SceneGroup& asked = scene.groups[scene.selected];
    const Request request = group.drawn ? group.request() : request_of(scene, asked);
    if (!is_megatrons(request.kind))
        return "# Megatron-LM has no arguments for " + std::string(request.kind->name) +
               ": its orders are 1F1B and interleaved 1F1B\n";
    std::vector<std::string> comments;
    recipe::MegatronPipeline out;
    out.stages = request.stages;
    if (request.chunks > 1)
        out.chunks = request.chunks;
    if (const auto size = parameter(request, kGroup); size && *size > 0)
        out.group = static_cast<std::int64_t>(*size);
    if (parameter_or_one(request, kWarmUp) != (request.kind == Kind::interleaved ? 2 : 1))
        comments.emplace_back("there is no argument for the warm-up");
    if (asked.by_hand() && !asked.even)
        out.layout = layout_by_hand(scene, comments);
    else if (group.source && group.source->facts().layout == "edges")
        comments.emplace_back("the first and the last stage hold one block less: "
                              "account-for-embedding-in-pipeline-split and account-for-loss-in-pipeline-split");
    else if (group.source)
        out.layout = group.source->facts().layout;
    return recipe::write_pipeline(out, comments);
}

Result<FlagsRead> with_megatron_flags(const Scene& scene, const std::string& text)
{
    auto read = recipe::read_pipeline(text, "arguments");
    if (!read)
        return read.failure_as<FlagsRead>();
    const recipe::MegatronPipeline& pipeline = read->pipeline;
    std::int64_t chunks = pipeline.chunks.value_or(1);
    if (!pipeline.layout.empty()) {
        const auto laid = read_layout(pipeline.layout);
        if (!laid)
            return laid.failure_as<FlagsRead>();
        const std::int64_t stages = std::ssize(*laid);
        if (stages % pipeline.stages != 0 ||
            stages / pipeline.stages != pipeline.chunks.value_or(stages / pipeline.stages))
            return Diagnostic{Severity::error, "schedule.layers.count", "layout",
                              "the layout has " + std::to_string(stages) + " virtual stages; the arguments have " +
                                  std::to_string(pipeline.stages) + " stages" +
                                  (pipeline.chunks ? " of " + std::to_string(chunks) : std::string())};
        chunks = stages / pipeline.stages;
    }
    FlagsRead out{scene, std::move(read->not_used)};
    SceneGroup& group = out.scene.groups[out.scene.selected];
    const Kind kind = chunks > 1 ? Kind::interleaved : Kind::one_forward_one_backward;
    // Counts that the arguments do not say stay, and so do parameters that they have no word for.
    if (group.kind != kind || group.written)
        group.parameters.clear();
    group.kind = kind;
    group.order.clear();
    group.written.reset();
    group.stages = pipeline.stages;
    group.chunks = chunks;
    if (kind == Kind::interleaved) {
        std::vector<double> parameters;
        for (std::size_t i = 0; i < kind->parameters.size(); ++i) {
            const bool is_group = kind->parameters[i].name == kGroup;
            const double own = i < group.parameters.size() ? group.parameters[i] : kind->parameters[i].standard;
            parameters.push_back(is_group ? static_cast<double>(pipeline.group.value_or(0)) : own);
        }
        const bool standard = std::ranges::equal(parameters, kind->parameters, {}, {}, &Parameter::standard);
        group.parameters = standard ? std::vector<double>{} : parameters;
    }
    UnevenStages& uneven = out.scene.uneven;
    uneven.layout = pipeline.layout;
    uneven.layers.clear();
    uneven.lists.clear();
    if (uneven.device_factor.size() != static_cast<std::size_t>(pipeline.stages))
        uneven.device_factor.clear();
    return out;
}

MegatronFlags::MegatronFlags(QWidget* parent) : SceneFields(parent)
{
    auto* words = new ToneLabel(tr("Megatron-LM’s arguments"), Tone::secondary, this);
    m_text = named(new QPlainTextEdit(this), "schedule.megatron", tr("The order as arguments of Megatron-LM"));
    m_text->setToolTip(tr("Copy them, or paste a launch script’s: pipeline-model-parallel-size, "
                          "num-virtual-stages-per-pipeline-rank, microbatch-group-size-per-vp-stage and "
                          "pipeline-model-parallel-layout are read"));
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFixedHeight(84);
    words->setBuddy(m_text);
    m_take = named(new QPushButton(tr("Use these arguments"), this), "schedule.megatron.take");
    m_note =
        named(new ToneLabel(QString(), {.tone = Tone::secondary, .size = ToneLabel::Size::small, .wraps = true}, this),
              "schedule.megatron.note");
    bare<QVBoxLayout>(this, 4, {words, m_text, {m_take, 0, Qt::AlignLeft}, m_note});
    connect(m_take, &QPushButton::clicked, this, &MegatronFlags::take);
    note({});
}

void MegatronFlags::showScene(const Scene& scene, const LaneGroup* group)
{
    const Showing shows(*this, scene);
    const bool by_hand = selected().by_hand();
    m_take->setEnabled(by_hand);
    m_take->setToolTip(by_hand             ? QString()
                       : selected().traces ? tr("A measured run has its own order")
                                           : tr("A strategy has its own stages"));
    const QString text =
        group && !selected().traces ? QString::fromStdString(megatron_flags(scene, *group)) : QString();
    if (text == m_shown || (m_text->hasFocus() && m_text->toPlainText() != m_shown))
        return;
    m_shown = text;
    m_text->setPlainText(text);
}

void MegatronFlags::take()
{
    const auto read = with_megatron_flags(scene(), m_text->toPlainText().toStdString());
    if (!read) {
        note(shown(to_line(read.diagnostics().front())));
        return;
    }
    QStringList other;
    for (const std::string& each : read->not_used)
        other << shown(each);
    note(other.isEmpty() ? QString()
                         : tr("Not of a pipeline, and not read: %1.").arg(other.join(QStringLiteral(", "))));
    edit(QStringLiteral("megatron"), [&](Scene& edited) { edited = read->scene; });
}

void MegatronFlags::note(const QString& text)
{
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty());
}

} // namespace blueprinting::ui
