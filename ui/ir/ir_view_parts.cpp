#include "core/ir/text.h"
#include "ui/ir/ir_graph.h"
#include "ui/ir/ir_text.h"
#include "ui/ir/ir_view.h"
#include "ui/ir/pass_chain.h"
#include "ui/ir/task_panel.h"
#include "ui/style/explorer_style.h"
#include "ui/style/metrics.h"
#include "ui/widgets/digest_label.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/segmented_switch.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/tone_label.h"
#include "ui/workspace/filters.h"

#include <QComboBox>
#include <QFrame>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace blueprinting::ui {
namespace {

constexpr const char* kSeveral = "*"; ///< more values than a box can show

QScrollArea* scrolling(QWidget* content, Qt::ScrollBarPolicy horizontal)
{
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // what is in it takes the keyboard
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(horizontal);
    scroll->setWidget(content);
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return scroll;
}

/// Fills a box of choices; the first is "all". Keeps quiet.
void fill(QComboBox* box, const std::vector<std::pair<QString, QString>>& choices, const QString& current)
{
    const QSignalBlocker quiet(box);
    bool same = box->count() == int(choices.size());
    for (int i = 0; same && i < box->count(); ++i)
        same = box->itemText(i) == choices[std::size_t(i)].first && box->itemData(i).toString() == choices[std::size_t(i)].second;
    if (!same) {
        box->clear();
        for (const auto& [text, key] : choices)
            box->addItem(text, key);
    }
    box->setCurrentIndex(std::max(0, box->findData(current)));
    box->setToolTip(box->currentText()); // may be elided
}

} // namespace

QWidget* IrView::makePasses()
{
    m_passes_panel = new Panel(tr("Passes"));
    m_passes_panel->setObjectName(QStringLiteral("passesPanel"));
    m_passes_panel->setMinimumWidth(198);
    m_chain = new PassChain;
    m_chain->setObjectName(QStringLiteral("passChain"));
    connect(m_chain, &PassChain::picked, this, [this](const QString& key) {
        if (key == QLatin1String("commands")) {
            this->workspace().showView("schedule");
            return;
        }
        State state = m_state;
        state.shown = key;
        keep(state);
    });
    connect(m_chain, &PassChain::linkFollowed, this, [this](const QString& key) {
        if (const auto stage = stage_from(key))
            follow({QString(), *stage, *stage == IrStage::model ? QString() : pickedTask()});
    });
    connect(m_chain, &PassChain::closed, this, [this](const QString&) {
        State state = m_state;
        state.opened.clear();
        state.shown = QStringLiteral("distributed");
        keep(state);
    });

    auto* content = new QWidget;
    auto* all = new QVBoxLayout(content);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(metrics::kControlGap);
    all->addWidget(m_chain);
    auto* line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    all->addSpacing(4);
    all->addWidget(line);
    m_moved_title = new ToneLabel(tr("What moved the digest"));
    m_moved_title->setBold(true);
    all->addWidget(m_moved_title);
    m_moved = new QVBoxLayout;
    all->addLayout(m_moved);
    all->addStretch(1);
    auto* scroll = scrolling(content, Qt::ScrollBarAlwaysOff);
    scroll->setObjectName(QStringLiteral("passScroll"));
    m_passes_panel->body()->addWidget(scroll, 1);

    auto* verified = new QHBoxLayout;
    verified->setSpacing(6);
    m_verified_icon = new IconLabel(icon(Icon::check, Tone::good), metrics::kRowIcon);
    m_verified = new ToneLabel({}, Tone::good);
    m_verified->setObjectName(QStringLiteral("verified"));
    m_verified->setWordWrap(true);
    verified->addWidget(m_verified_icon, 0, Qt::AlignTop);
    verified->addWidget(m_verified, 1);
    m_passes_panel->body()->addLayout(verified);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kControlGap);
    auto* open_button = new QPushButton(icon(Icon::open), tr("Open…"));
    open_button->setObjectName(QStringLiteral("openCheckpoint"));
    open_button->setToolTip(tr("Open a checkpoint: it is read, verified and digested again"));
    connect(open_button, &QPushButton::clicked, this, &IrView::chooseFile);
    auto* export_button = new QPushButton(icon(Icon::export_file), tr("Export…"));
    export_button->setObjectName(QStringLiteral("exportCheckpoint"));
    export_button->setToolTip(tr("Write the checkpoint that is shown, or its text form"));
    connect(export_button, &QPushButton::clicked, this, &IrView::chooseExport);
    m_open_button = open_button;
    m_export_button = export_button;
    for (QPushButton* button : {open_button, export_button}) {
        button->setMinimumWidth(60);
        buttons->addWidget(button, 1);
    }
    m_passes_panel->body()->addLayout(buttons);
    return m_passes_panel;
}

QWidget* IrView::makeTree()
{
    m_tree_panel = new Panel;
    m_tree_panel->setObjectName(QStringLiteral("treePanel"));
    m_tree_panel->setMinimumHeight(200);
    m_sha = new ToneLabel(QStringLiteral("sha256"), Tone::secondary);
    m_sha->setMinimumHeight(metrics::kCompactHeight);
    m_sha->setAlignment(Qt::AlignVCenter | Qt::AlignRight);
    m_tree_panel->addHeaderWidget(m_sha);
    m_digest = new DigestLabel;
    m_digest->setObjectName(QStringLiteral("shownDigest"));
    m_tree_panel->addHeaderWidget(m_digest);

    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("irSearch"));
    m_search->setPlaceholderText(tr("Search names"));
    m_search->setAccessibleName(tr("Search names"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(Icon::search, Tone::secondary), QLineEdit::LeadingPosition);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        const std::string part = text.trimmed().toStdString();
        set_filter(this->workspace(), filter_field::task, part.empty() ? std::vector<std::string>() : std::vector{part}, true);
    });
    const auto box = [this](const char* name, const QString& spoken, std::string_view field) {
        auto* out = new QComboBox;
        out->setObjectName(QString::fromLatin1(name));
        out->setAccessibleName(spoken);
        out->setMinimumContentsLength(6);
        out->setMinimumWidth(90);
        out->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(out, &QComboBox::currentIndexChanged, this, [this, out, field] {
            const std::string key = out->currentData().toString().toStdString();
            if (key != kSeveral) // says what holds, and is no choice
                set_filter(this->workspace(), field, key.empty() ? std::vector<std::string>() : std::vector{key});
        });
        return out;
    };
    m_phase = box("phaseFilter", tr("Phase"), filter_field::phase);
    m_engine = box("engineFilter", tr("Engine"), filter_field::engine);
    m_primitive = box("primitiveFilter", tr("Primitive"), filter_field::primitive);
    m_search->setMinimumWidth(80);
    auto* boxes = new QHBoxLayout;
    boxes->setSpacing(metrics::kControlGap);
    for (QComboBox* each : {m_phase, m_engine, m_primitive})
        boxes->addWidget(each, 1);
    auto* first = new QHBoxLayout;
    first->setSpacing(metrics::kControlGap);
    first->addWidget(m_search, 1);
    first->addLayout(boxes, 2);
    m_tree_panel->body()->addLayout(first);

    m_count = new ToneLabel({}, Tone::secondary);
    m_count->setObjectName(QStringLiteral("irCount"));
    m_mode = new SegmentedSwitch({{QStringLiteral("tree"), tr("Tree")}, {QStringLiteral("text"), tr("Text")}, {QStringLiteral("graph"), tr("Graph")}});
    m_mode->setObjectName(QStringLiteral("irMode"));
    connect(m_mode, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        State state = m_state;
        state.mode = id;
        keep(state);
    });
    auto* second = new QHBoxLayout;
    second->setSpacing(metrics::kControlGap);
    second->addWidget(m_count, 1);
    second->addWidget(m_mode, 0, Qt::AlignTop);
    m_tree_panel->body()->addLayout(second);

    m_rows = new RowTable({}, this);
    m_tree = new TableView(m_rows);
    m_tree->setObjectName(QStringLiteral("irTree"));
    m_tree->setMinimumWidth(160);
    m_tree->setFindField(m_search);
    connect(m_tree, &TableView::keyPicked, this, [this](const QString& key) {
        if (key.contains(QLatin1Char('/')) && !key.startsWith(QLatin1String("phase/")))
            pickTask(key);
    });
    m_text = new IrText;
    m_text->setObjectName(QStringLiteral("irText"));
    connect(m_text, &IrText::entityPicked, this, &IrView::pickEntity);
    m_graph = new IrGraph;
    m_graph->setObjectName(QStringLiteral("irGraph"));
    connect(m_graph, &IrGraph::picked, this, &IrView::pickTask);
    m_modes = new QStackedWidget;
    m_modes->addWidget(m_tree);
    m_modes->addWidget(m_text);
    auto* graph = scrolling(m_graph, Qt::ScrollBarAsNeeded);
    graph->setObjectName(QStringLiteral("irGraphScroll"));
    m_modes->addWidget(graph);
    m_tree_panel->body()->addWidget(m_modes, 1);
    return m_tree_panel;
}

QWidget* IrView::makeDiff()
{
    m_diff_panel = new Panel;
    m_diff_panel->setObjectName(QStringLiteral("diffPanel"));
    m_other_box = new QComboBox;
    m_other_box->setObjectName(QStringLiteral("diffWith"));
    m_other_box->setAccessibleName(tr("Strategy to compare with"));
    m_other_box->setMinimumContentsLength(12);
    m_other_box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_other_box, &QComboBox::currentIndexChanged, this, [this] {
        State state = m_state;
        state.other = m_other_box->currentData().toString().toStdString();
        keep(state);
    });
    m_diff_box = new QComboBox;
    m_diff_box->setObjectName(QStringLiteral("diffShown"));
    m_diff_box->setAccessibleName(tr("Changes to show"));
    m_diff_box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_diff_box, &QComboBox::currentIndexChanged, this, [this] {
        State state = m_state;
        state.diff = diff_from(m_diff_box->currentData().toString());
        keep(state);
    });
    auto* title = new ToneLabel(tr("Diff with"));
    title->setBold(true);
    m_diff_count = new ToneLabel({}, Tone::secondary);
    m_diff_count->setObjectName(QStringLiteral("diffCount"));
    auto* top = new QHBoxLayout;
    top->setSpacing(metrics::kControlGap);
    top->addWidget(title);
    top->addWidget(m_other_box);
    top->addStretch(1);
    top->addWidget(m_diff_count);
    top->addWidget(m_diff_box);
    m_diff_panel->body()->addLayout(top);
    m_diff_table = new RowTable({}, this);
    m_diff = new TableView(m_diff_table);
    m_diff->setObjectName(QStringLiteral("diffTable"));
    m_diff->setMinimumWidth(160);
    m_diff->setAccessibleName(tr("Differences"));
    connect(m_diff, &TableView::keyPicked, this, [this](const QString& key) {
        if (shownStage() != IrStage::model)
            pickTask(key);
    });
    m_diff_panel->body()->addWidget(m_diff, 1);
    m_diff_note = new ToneLabel({}, Tone::secondary);
    m_diff_note->setObjectName(QStringLiteral("diffNote"));
    m_diff_note->setWordWrap(true);
    m_diff_note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_diff_panel->body()->addWidget(m_diff_note, 1);

    auto* holder = new QWidget;
    auto* all = new QVBoxLayout(holder);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(metrics::kControlGap);
    m_below_switch = new SegmentedSwitch({{QStringLiteral("diff"), tr("Differences")}, {QStringLiteral("task"), tr("Task")}});
    m_below_switch->setObjectName(QStringLiteral("belowSwitch"));
    connect(m_below_switch, &SegmentedSwitch::currentChanged, this,
            [this](const QString& id) { m_below->setCurrentIndex(id == QLatin1String("task") ? 1 : 0); });
    m_below_switch->setVisible(false);
    m_below = new QStackedWidget;
    m_below->addWidget(m_diff_panel);
    all->addWidget(m_below_switch, 0, Qt::AlignLeft);
    all->addWidget(m_below, 1);
    return holder;
}

QWidget* IrView::makeTask()
{
    m_task_panel = new Panel;
    m_task_panel->setObjectName(QStringLiteral("taskPanel"));
    m_task_panel->setMinimumWidth(240);
    m_task = new TaskPanel;
    m_task->setObjectName(QStringLiteral("task"));
    connect(m_task, &TaskPanel::followed, this, &IrView::follow);
    connect(m_task, &TaskPanel::timingAsked, this, [this] {
        pickTask(pickedTask());
        this->workspace().showView("timing");
    });
    m_task_panel->body()->addWidget(m_task, 1);
    return m_task_panel;
}

void IrView::showPasses(const QString& picked)
{
    std::vector<PassCard> cards;
    if (m_subject)
        cards = pass_cards(*m_subject, m_other ? &*m_other : nullptr, shownStage(), picked);
    if (m_opened)
        cards.push_back(opened_card(m_opened->subject, m_subject ? &*m_subject : nullptr));
    m_chain->setCards(cards, m_state.shown);

    delete m_moved_rows;
    m_moved_rows = new QWidget;
    auto* rows = new QVBoxLayout(m_moved_rows);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(2);
    const std::vector<FieldChange> movers = m_subject && m_other ? digest_movers(*m_other, *m_subject) : std::vector<FieldChange>();
    m_moved_title->setVisible(m_other.has_value());
    for (const FieldChange& mover : movers) {
        rows->addWidget(new ToneLabel(mover.title));
        auto* change = new ToneLabel(mover.before + QStringLiteral(" → ") + mover.after, Tone::secondary);
        change->setObjectName(QStringLiteral("moved_") + mover.key);
        change->setWordWrap(true);
        rows->addWidget(change);
        rows->addSpacing(4);
    }
    if (movers.empty() && m_other) {
        auto* none = new ToneLabel(tr("Nothing: both have the same fields."), Tone::secondary);
        none->setWordWrap(true);
        rows->addWidget(none);
    }
    m_moved->addWidget(m_moved_rows);
    // Whatever is shown was verified before it was published, or when it was read.
    m_verified->setText(tr("Verified, 0 problems"));
}

void IrView::showFilters(const IrRows& rows)
{
    {
        const QSignalBlocker quiet(m_search);
        if (m_search->text().trimmed() != m_filter.name)
            m_search->setText(m_filter.name);
    }
    std::vector<std::pair<QString, QString>> phases{{tr("phase: all"), QString()}};
    for (const ir::Phase phase : {ir::Phase::forward, ir::Phase::recompute, ir::Phase::recommunication, ir::Phase::activation_gradient,
                                  ir::Phase::weight_gradient, ir::Phase::optimizer})
        phases.emplace_back(tr("phase: %1").arg(phase_title(phase)), shown(to_string(phase)));
    std::vector<std::pair<QString, QString>> engines{{tr("engine: all"), QString()}};
    for (const ir::EngineClass engine : {ir::EngineClass::matrix, ir::EngineClass::vector, ir::EngineClass::collective})
        engines.emplace_back(tr("engine: %1").arg(engine_title(engine)), shown(to_string(engine)));
    std::vector<std::pair<QString, QString>> primitives{{tr("primitive: all"), QString()}};
    for (const QString& primitive : rows.primitives)
        primitives.emplace_back(tr("primitive: %1").arg(primitive_title(primitive)), primitive);
    // One value is a choice of the box, several are only said by it.
    const auto fill_box = [](QComboBox* box, std::vector<std::pair<QString, QString>> choices, const QString& field, const QStringList& values) {
        if (values.size() > 1)
            choices.emplace_back(tr("%1: %2 chosen").arg(field).arg(values.size()), QString::fromLatin1(kSeveral));
        fill(box, choices, values.isEmpty() ? QString() : values.size() > 1 ? QString::fromLatin1(kSeveral) : values.front());
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
    m_tree_panel->setTitle(tr("%1 of %2").arg(stage_title(stage), subject.name));
    const passes::PassCheckpoint* checkpoint = subject.checkpoint(stage);
    m_digest->setDigest(checkpoint ? shown(checkpoint->output.hex()) : QString());
    m_mode->setCurrent(m_state.mode);
    m_modes->setCurrentIndex(m_state.mode == QLatin1String("text") ? 1 : m_state.mode == QLatin1String("graph") ? 2 : 0);

    IrRows rows = ir_rows(subject, stage, m_filter, picked);
    showFilters(rows);
    if (m_rows->columns() != rows.columns) {
        m_rows->setRows({});
        m_rows->setColumns(std::move(rows.columns));
        m_lineage_room = -1;
    }
    m_rows->setRows(std::move(rows.rows));
    m_tree->setAccessibleName(m_tree_panel->title());
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
    QSet<QString> entities;
    QString current;
    const auto collect = [&](const auto& of) {
        for (const auto& task : of.tasks) {
            if (matches(m_filter, task))
                entities.insert(shown(task.id));
            if (task_key(task) == picked)
                current = shown(task.id);
        }
    };
    if (stage == IrStage::distributed && subject.distributed())
        collect(*subject.distributed());
    if (stage == IrStage::portable && subject.plan())
        collect(*subject.plan());
    // Phase, engine and primitive choose tasks; a name is searched in every line.
    IrFilter others = m_filter;
    others.name.clear();
    const bool choosing = !others.empty() && stage != IrStage::model;
    m_text->setLines(filtered_lines(ir::text_lines(*checkpoint->ir), choosing ? QString() : m_filter.name, choosing ? &entities : nullptr),
                     !m_filter.name.isEmpty() && !choosing);
    m_text->setCurrentEntity(current);
}

void IrView::showDiff(const QString& picked)
{
    const bool opened = m_opened && m_state.shown == QLatin1String("opened");
    std::vector<std::pair<QString, QString>> others;
    if (opened && m_subject)
        others.emplace_back(m_subject->name, QString::fromStdString(workspace().session().selected));
    for (const SessionStrategy& each : workspace().session().strategies)
        if (!opened && each.id != workspace().session().selected && workspace().result(each.id).evaluation)
            others.emplace_back(shown(each.name), shown(each.id));
    const IrSubject* left = opened ? (m_subject ? &*m_subject : nullptr) : m_other ? &*m_other : nullptr;
    QString current;
    for (const auto& [name, id] : others)
        if (left && name == left->name)
            current = id;
    fill(m_other_box, others, current);
    const bool any = left != nullptr;
    m_other_box->setVisible(any);
    m_diff_box->setVisible(any);
    m_diff_count->setVisible(any);
    if (!any) {
        m_diff->setVisible(false);
        m_diff_note->setVisible(true);
        m_diff_note->setText(tr("There is no other strategy to compare with. Add or duplicate one in the list."));
        return;
    }
    const IrSubject& right = *shownSubject();
    fill(m_diff_box,
         {{tr("all changes"), diff_key(DiffShown::all)}, {tr("changed"), diff_key(DiffShown::changed)},
          {tr("only in %1").arg(left->short_name), diff_key(DiffShown::only_left)},
          {tr("only in %1").arg(right.short_name), diff_key(DiffShown::only_right)}},
         diff_key(m_state.diff));
    DiffRows rows = diff_rows(*left, right, shownStage(), m_state.diff, m_narrow.value_or(false));
    m_diff_count->setText(rows.count());
    const bool empty = rows.rows.empty();
    m_diff->setVisible(!empty);
    m_diff_note->setVisible(empty);
    if (empty)
        m_diff_note->setText(rows.all > 0                        ? tr("No change of this kind.")
                             : shownStage() == IrStage::model ? tr("Both have the same ModelIR: nothing of a strategy is in it.")
                                                              : tr("Every task is the same in both."));
    if (m_diff_table->columns() != rows.columns) {
        m_diff_table->setRows({});
        m_diff_table->setColumns(std::move(rows.columns));
    }
    m_diff_table->setRows(std::move(rows.rows));
    m_diff->setCurrentKey(m_diff_table->rowOf(picked) >= 0 ? picked : QString());
}

} // namespace blueprinting::ui
