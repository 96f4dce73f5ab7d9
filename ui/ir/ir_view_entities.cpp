#include "ui/ir/ir_view.h"

#include "core/ir/text.h"
#include "ui/ir/ir_graph.h"
#include "ui/ir/ir_text.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/digest_label.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/last_legal.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/filters.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr const char* kSeveral = "*"; ///< more values than a box can show
constexpr int kBoxArrow = 36;         ///< beside a box's text

} // namespace

QWidget* IrView::makeTree()
{
    m_tree_panel = named(new Panel, "treePanel");
    m_sha = new ToneLabel(QStringLiteral("sha256"), Tone::secondary);
    m_sha->setMinimumHeight(metrics::kCompactHeight);
    m_sha->setAlignment(Qt::AlignVCenter | Qt::AlignRight);
    m_tree_panel->addHeaderWidget(m_sha);
    m_digest = named(new DigestLabel, "shownDigest");
    m_tree_panel->addHeaderWidget(m_digest);
    m_narrow_head = new QWidget;
    bare<QHBoxLayout>(m_narrow_head, metrics::kControlGap);
    m_narrow_head->setVisible(false);
    m_tree_panel->addHeaderWidget(m_narrow_head);

    m_search = named(new QLineEdit, "irSearch", tr("Search names and primitives"));
    m_search->setPlaceholderText(tr("Name or primitive"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(Icon::search, Tone::secondary), QLineEdit::LeadingPosition);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        const std::string part = text.trimmed().toStdString();
        set_filter(this->workspace(), filter_field::task, part.empty() ? std::vector<std::string>() : std::vector{part},
                   true);
    });
    const auto box = [this](const char* name, const QString& spoken, std::string_view field, const QString& all) {
        auto* out = new QComboBox;
        out->setObjectName(QString::fromLatin1(name));
        out->setAccessibleName(spoken);
        out->setMinimumContentsLength(int(all.size()));
        out->setMinimumWidth(out->fontMetrics().horizontalAdvance(all) +
                             kBoxArrow); // whole while it lets everything through
        out->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(out, &QComboBox::currentIndexChanged, this, [this, out, field] {
            const std::string key = out->currentData().toString().toStdString();
            if (key != kSeveral) // says what holds, and is no choice
                set_filter(this->workspace(), field, key.empty() ? std::vector<std::string>() : std::vector{key});
        });
        return out;
    };
    m_phase = box("phaseFilter", tr("Phase"), filter_field::phase, tr("phase: all"));
    m_engine = box("engineFilter", tr("Engine"), filter_field::engine, tr("engine: all"));
    m_primitive = box("primitiveFilter", tr("Primitive"), filter_field::primitive, tr("primitive: all"));
    m_piece_box = named(new QComboBox, "irPiece", tr("Kind of block, or what stands outside the blocks"));
    m_piece_box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_piece_box->setVisible(false);
    connect(m_piece_box, &QComboBox::currentIndexChanged, this,
            [this] { pickPiece(m_piece_box->currentData().toString()); });
    m_tree_panel->body()->addWidget(m_piece_box);
    m_search->setMinimumWidth(64);
    auto* first = bare<QHBoxLayout>(nullptr, metrics::kControlGap, {{m_search, 3}});
    for (QComboBox* each : {m_phase, m_engine, m_primitive})
        first->addWidget(each, 2);
    m_tree_panel->body()->addLayout(first);

    m_count = named(new ToneLabel({}, Tone::secondary), "irCount");
    m_mode = named(new SegmentedSwitch({{QStringLiteral("tree"), tr("Tree")},
                                        {QStringLiteral("text"), tr("Text")},
                                        {QStringLiteral("graph"), tr("Graph")}}),
                   "irMode");
    connect(m_mode, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        State state = m_state;
        state.mode = id;
        keep(state);
    });
    m_wide_head = new QWidget;
    bare<QHBoxLayout>(m_wide_head, metrics::kControlGap, {{m_count, 1}, {m_mode, 0, Qt::AlignTop}});
    m_tree_panel->body()->addWidget(m_wide_head);

    m_tree_panel->body()->addWidget(makeModes(), 1);
    return m_tree_panel;
}

QWidget* IrView::makeModes()
{
    m_tree = make_table("irTree");
    m_tree->setMinimumWidth(160);
    m_tree->setFindField(m_search);
    connect(m_tree, &TableView::keyPicked, this, [this](const QString& key) {
        if (key.contains(QLatin1Char('/')) && !key.startsWith(QLatin1String("phase/")))
            pickTask(key);
    });
    m_text = named(new IrText, "irText");
    connect(m_text, &IrText::entityPicked, this, &IrView::pickEntity);
    m_graph = named(new IrGraph, "irGraph");
    connect(m_graph, &IrGraph::picked, this, &IrView::pickTask);
    m_modes = new QStackedWidget;
    m_modes->addWidget(m_tree);
    m_modes->addWidget(m_text);
    m_modes->addWidget(m_graph);
    m_none = named(new EmptyState, "irNone");
    auto* clear = m_none->addAction(tr("Clear the filters"), icon(Icon::reset));
    clear->setObjectName(QStringLiteral("irClearFilters"));
    connect(clear, &QAbstractButton::clicked, this, [this] {
        this->workspace().edit(tr("Clear the filters"), [](Session& session) { set_filters(session, {}); });
    });
    m_modes->addWidget(m_none);
    return m_modes;
}

void IrView::showFilters(const IrRows& rows)
{
    {
        const QSignalBlocker quiet(m_search);
        if (m_search->text().trimmed() != m_filter.name)
            m_search->setText(m_filter.name);
    }
    BoxChoices phases{{tr("phase: all"), QString()}};
    for (const ir::Phase phase : kIrPhases)
        phases.emplace_back(tr("phase: %1").arg(phase_title(phase)), shown(to_string(phase)));
    BoxChoices engines{{tr("engine: all"), QString()}};
    for (const ir::EngineClass engine : {ir::EngineClass::matrix, ir::EngineClass::vector, ir::EngineClass::collective})
        engines.emplace_back(tr("engine: %1").arg(engine_title(engine)), shown(to_string(engine)));
    BoxChoices primitives{{tr("primitive: all"), QString()}};
    for (const QString& primitive : rows.primitives)
        primitives.emplace_back(tr("primitive: %1").arg(primitive_title(primitive)), primitive);
    // One value is a choice of the box, several are only said by it.
    const auto fill_box = [](QComboBox* box, BoxChoices choices, const QString& field, const QStringList& values) {
        if (values.size() > 1)
            choices.emplace_back(tr("%1: %2 chosen").arg(field).arg(values.size()), QString::fromLatin1(kSeveral));
        choose(box, choices,
               values.isEmpty()    ? QString()
               : values.size() > 1 ? QString::fromLatin1(kSeveral)
                                   : values.front());
    };
    QStringList phase_values, engine_values, primitive_values;
    for (const ir::Phase phase : m_filter.phases)
        phase_values << shown(to_string(phase));
    for (const ir::EngineClass engine : m_filter.engines)
        engine_values << shown(to_string(engine));
    for (const QString& primitive : m_filter.primitives)
        primitive_values << primitive;
    fill_box(m_phase, phases, tr("phase"), phase_values);
    fill_box(m_engine, engines, tr("engine"), engine_values);
    fill_box(m_primitive, primitives, tr("primitive"), primitive_values);
    const bool tasks = shownStage() != IrStage::model;
    for (QComboBox* box : {m_phase, m_engine, m_primitive})
        box->setEnabled(tasks);
    m_count->setText(rows.count());
}

void IrView::showEntities(const QString& picked)
{
    const IrSubject& subject = *shownSubject();
    const IrStage stage = shownStage();
    m_tree_panel->setTitle(m_narrow.value_or(false) ? stage_title(stage)
                                                    : tr("%1 of %2").arg(stage_title(stage), subject.name));
    // A narrow head has no room for a note beside the count, and the filter bar counts, too.
    const bool narrow = m_narrow.value_or(false);
    m_tree_panel->setNote(subject.current || narrow ? QString() : last_legal_words(), Tone::caution);
    const passes::PassCheckpoint* checkpoint = subject.checkpoint(stage);
    m_digest->setTone(!checkpoint || shownSubject()->current ? Tone::text : Tone::secondary);
    m_digest->setDigest(checkpoint ? shown(checkpoint->output.hex()) : QString());
    m_mode->setCurrent(m_state.mode);

    IrRows rows = ir_rows(subject, stage, m_filter, picked, shown(workspace().session().selection.component));
    const bool none = rows.shown == 0 && rows.all > 0;
    m_modes->setCurrentIndex(none                                     ? 3
                             : m_state.mode == QLatin1String("text")  ? 1
                             : m_state.mode == QLatin1String("graph") ? 2
                                                                      : 0);
    if (none)
        m_none->setContent(Icon::search,
                           stage == IrStage::model ? tr("No entity passes the filters")
                                                   : tr("No task passes the filters"),
                           tr("%1 of %2 has %3 without them.")
                               .arg(stage_title(stage), name_in_sentence(subject.name),
                                    QStringLiteral("%1 %2").arg(whole_number(std::int64_t(rows.all)), rows.entity)));
    showFilters(rows);
    if (narrow && !subject.current)
        m_count->setText(m_column.value_or(false) ? tr("last legal") : last_legal_words());
    m_count->setTone(narrow && !subject.current ? Tone::caution : Tone::secondary);
    if (m_tree->table()->columns() != rows.columns) {
        m_tree->table()->setRows({});
        m_tree->table()->setColumns(std::move(rows.columns));
    }
    if (!subject.current)
        std::transform(rows.rows.begin(), rows.rows.end(), rows.rows.begin(),
                       [](const TableRow& row) { return last_legal(row); });
    m_tree->table()->setRows(std::move(rows.rows));
    m_tree->setAccessibleName(line_text(tr("%1 of %2").arg(stage_title(stage), subject.name)));
    m_tree->setCurrentKey(picked);
    if (m_state.mode == QLatin1String("text"))
        showText(picked);
    if (m_state.mode == QLatin1String("graph"))
        m_graph->setGraph(subject, stage, m_filter, picked);
}

void IrView::showText(const QString& picked)
{
    const IrSubject& subject = *shownSubject();
    const IrStage stage = shownStage();
    const passes::PassCheckpoint* checkpoint = subject.checkpoint(stage);
    if (!checkpoint)
        return;
    QSet<QString> entities, related;
    QString current;
    const QString name = picked.section(QLatin1Char('/'), 0, 0);
    const auto collect = [&](const auto& of) {
        for (const auto& task : of.tasks) {
            if (matches(m_filter, task))
                entities.insert(shown(task.id));
            if (task_key(task) == picked)
                current = shown(task.id);
            else if (shown(task.name) == name) // in another phase, or for other blocks
                related.insert(shown(task.id));
        }
    };
    if (stage == IrStage::distributed && subject.distributed())
        collect(*subject.distributed());
    if (stage == IrStage::portable && subject.plan())
        collect(*subject.plan());
    if (const ir::ModelIR* model = stage == IrStage::model ? subject.model() : nullptr) {
        const auto collect_named = [&](const auto& all) {
            for (const auto& one : all)
                if (shown(one.name).contains(m_filter.name, Qt::CaseInsensitive))
                    entities.insert(shown(one.id));
        };
        collect_named(model->operations);
        collect_named(model->values);
    }
    // The tree's entities, whatever else the name is written in.
    const bool choosing = stage == IrStage::model ? !m_filter.name.isEmpty() : !m_filter.empty();
    m_text->setStale(!subject.current);
    m_text->setLines(filtered_lines(ir::text_lines(*checkpoint->ir), {}, choosing ? &entities : nullptr),
                     !m_filter.name.isEmpty());
    m_text->setRelated(related);
    m_text->setCurrentEntity(current);
}

} // namespace blueprinting::ui
