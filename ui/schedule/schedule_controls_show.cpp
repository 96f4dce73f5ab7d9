#include "ui/schedule/schedule_controls.h"

#include "core/strategy/derived.h"
#include "ui/schedule/schedule_fields.h"
#include "ui/style/explorer_style.h"
#include "ui/style/foreign_text.h"
#include "ui/style/menu_text.h"
#include "ui/style/shown.h"
#include "ui/widgets/controls/tone_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

#include <array>

/// What the controls show of a scene, and the menu of groups that can be added to it.
namespace blueprinting::ui {
namespace {

using namespace schedule;

/// Short enough for the row.
QString name_of(Kind kind) { return shown(kind->short_name); }

} // namespace

void ScheduleControls::fillGroupMenu()
{
    m_group_menu->clear();
    for (const Kind kind : kinds())
        m_group_menu->addAction(name_of(kind), this, [this, kind] {
            edit(QStringLiteral("add"), [&](Scene& scene) {
                const SceneGroup& like = scene.groups[scene.selected];
                const SceneGroup group = like.by_hand() ? like : SceneGroup{};
                scene.groups.push_back(with_kind(group, kind, m_last_chunks));
                scene.selected = scene.groups.size() - 1;
            });
        });
    m_group_menu->addSeparator();
    for (std::size_t place = 0; place < m_session.strategies.size(); ++place) {
        const SessionStrategy& strategy = m_session.strategies[place];
        m_group_menu->addAction(menu_text(tr("Strategy %1").arg(QString::fromStdString(strategy.name))), this,
                                [this, id = strategy.id] {
                                    edit(QStringLiteral("add"), [&](Scene& scene) {
                                        SceneGroup group{id, std::nullopt, 1, 1, 1};
                                        scene.groups.push_back(std::move(group));
                                        scene.selected = scene.groups.size() - 1;
                                    });
                                });
    }
    m_group_menu->addSeparator();
    QAction* remove = m_group_menu->addAction(icon(Icon::trash), tr("Remove the selected group"), this, [this] {
        edit(QStringLiteral("remove"), [](Scene& scene) {
            scene.groups.erase(scene.groups.begin() + static_cast<std::ptrdiff_t>(scene.selected));
            scene.selected = std::min(scene.selected, scene.groups.size() - 1);
        });
    });
    remove->setEnabled(scene().groups.size() > 1);
}

void ScheduleControls::showScene(const Scene& scene, const LaneChart& chart, const Session& session,
                                 const Diagnostics& problems)
{
    const Showing shows(*this, scene);
    m_session = session;
    const SceneGroup& group = scene.groups[scene.selected];
    const bool counted = group.by_hand() && group.order.empty();
    if (group.kind && takes_chunks(*group.kind) && (*group.kind)->chunks.least != (*group.kind)->chunks.most)
        m_last_chunks = group.chunks;

    m_kind->clear();
    if (!group.strategy.empty())
        m_kind->addItem(tr("Its own order"));
    if (!group.order.empty())
        m_kind->addItem(tr("Written order"));
    if (group.traces)
        m_kind->addItem(tr("Measured"));
    // Inference has no backward to order; a kind that was asked for before stays in sight.
    const SessionStrategy* strategy = group.strategy.empty() ? nullptr : session.find(group.strategy);
    const bool inference = strategy && !strategy::is_training(strategy->execution);
    for (const Kind kind : kinds())
        if (!group.traces && (!inference || !has_backward(kind) || kind == group.kind))
            m_kind->addItem(name_of(kind), shown(to_string(kind)));
    const int at = group.kind && group.order.empty() ? m_kind->findData(shown(to_string(*group.kind))) : 0;
    m_kind->setCurrentIndex(std::max(0, at));

    Request request = request_of(scene, group);
    if (!counted && chart.groups.size() > scene.selected && chart.groups[scene.selected].drawn)
        request = chart.groups[scene.selected].request();
    if (!group.strategy.empty())
        greyImpossible(request);
    const auto count = [&](QSpinBox* spin, std::int64_t value) {
        spin->setValue(static_cast<int>(std::min<std::int64_t>(value, 1000000)));
        spin->setEnabled(counted);
        fit_to_number(spin, kCountWidth);
    };
    count(m_stages, request.stages);
    count(m_microbatches, request.microbatches);
    count(m_chunks, request.chunks);
    m_chunks->setEnabled(counted && request.kind->chunks.least != request.kind->chunks.most);
    m_takes_chunks = takes_chunks(request.kind);
    measure();
    arrange();
    m_critical->setText(scene.end || scene.two_iterations ? tr("Critical path of the iteration") : tr("Critical path"));
    m_critical->setChecked(scene.critical_path);
    m_bound->setChecked(scene.bound);
    m_two->setChecked(scene.two_iterations);

    markInvalid(m_microbatches, problems, {"microbatches"});
    markInvalid(m_stages, problems, {"stages"});
    markInvalid(m_chunks, problems, {"chunks"});
}

void ScheduleControls::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    measure();
    arrange();
    updateGeometry(); // fewer parts take fewer lines
}

bool ScheduleControls::wanted(const QWidget* widget) const
{
    if (m_compact)
        return widget == m_playback || widget == m_time || widget == m_critical || widget == m_lessons;
    return widget != m_chunks->parentWidget() || m_takes_chunks;
}

/// Of a strategy counts stay: what they have no order of says which would do.
void ScheduleControls::greyImpossible(const Request& of)
{
    auto* items = qobject_cast<QStandardItemModel*>(m_kind->model());
    for (int i = 0; items && i < m_kind->count(); ++i) {
        const auto kind = kind_from(m_kind->itemData(i).toString().toStdString());
        if (!kind)
            continue;
        const SceneGroup like{"", kind, of.stages, of.microbatches, of.chunks};
        const SceneGroup legal = with_kind(like, *kind, of.chunks);
        const bool can = legal.stages == of.stages && legal.microbatches == of.microbatches;
        items->item(i)->setEnabled(can);
        if (!can)
            items->item(i)->setToolTip(legal.stages != of.stages ? tr("needs p %1").arg(legal.stages)
                                                                 : tr("needs m ≥ %1").arg(legal.microbatches));
    }
}

/// The buttons that can be their icons alone, in both forms. They come back to the form they had.
void ScheduleControls::measureWords()
{
    const std::array words{std::pair(m_groups, tr("Lane group")), std::pair(m_lessons, tr("Lessons")),
                           std::pair(m_settings, tr("Settings"))};
    for (const auto& [button, text] : words)
        for (Part& part : m_parts)
            if (part.widget == button) {
                const QString now = button->text();
                button->setText(text);
                part.row.width = button->sizeHint().width();
                button->setText(QString());
                part.row.narrow = button->sizeHint().width();
                button->setText(now);
            }
}

/// Widths of what stands in the row; what is in the menu keeps the width that it had.
void ScheduleControls::measure()
{
    const std::vector<RowPart> before = row();
    const int line = m_line;
    m_line = 0;
    for (Part& part : m_parts) {
        const QWidget& widget = *part.widget;
        const QSize size = widget.sizeHint()
                               .expandedTo(widget.minimumSizeHint())
                               .boundedTo(widget.maximumSize())
                               .expandedTo(widget.minimumSize());
        if (widget.parentWidget() != this)
            continue;
        if (part.row.narrow == 0)
            part.row.width = size.width();
        m_line = std::max(m_line, size.height());
    }
    if (before != row() || line != m_line)
        updateGeometry();
}

std::vector<RowPart> ScheduleControls::row() const
{
    std::vector<RowPart> out;
    for (const Part& part : m_parts)
        if (wanted(part.widget))
            out.push_back(part.row);
    return out;
}

/// Puts every part where this width has room for it: the same for the same width, whatever was before.
void ScheduleControls::arrange()
{
    const RowFold fold = fold_row(row(), width(), kGap);
    m_groups->setText(fold.words ? tr("Lane group") : QString());
    m_lessons->setText(fold.words ? tr("Lessons") : QString());
    m_settings->setText(fold.words ? tr("Settings") : QString());
    std::vector<QWidget*> folded;
    bool back = false;
    std::size_t at = 0;
    for (Part& part : m_parts) {
        QWidget* widget = part.widget;
        const bool takes_part = wanted(widget);
        const bool in_row = takes_part && fold.in_row[at];
        if (takes_part && !in_row && part.in_menu)
            folded.push_back(widget);
        if (in_row && widget->parentWidget() != this) {
            widget->setParent(this);
            back = true;
        }
        if (in_row) {
            const int wide = !fold.words && part.row.narrow > 0 ? part.row.narrow : part.row.width;
            const int high = part.row.separates ? widget->minimumHeight() : widget->sizeHint().height();
            widget->setGeometry(fold.left[at], fold.line[at] * (m_line + kLineGap) + (m_line - high) / 2,
                                std::min(wide, width()), high);
        }
        if (widget->isHidden() == in_row && (in_row || folded.empty() || folded.back() != widget))
            widget->setVisible(in_row);
        at += takes_part;
    }
    if (folded != m_folded)
        fillMenu(folded);
    if (back) {
        keepOrder();
        measure(); // what came back may have changed since
    }
}

void ScheduleControls::fillMenu(const std::vector<QWidget*>& folded)
{
    m_folded = folded;
    while (QLayoutItem* item = m_fold_column->takeAt(0))
        delete item;
    for (QWidget* each : folded) {
        m_fold_column->addWidget(each, 0, Qt::AlignLeft);
        each->show();
    }
    // The menu measures its page anew.
    m_more_page->setVisible(false);
    m_more_page->setVisible(true);
}

/// Tab goes through the row as it stands: a part that comes back would be the last.
void ScheduleControls::keepOrder()
{
    QWidget* last = nullptr;
    for (const Part& part : m_parts) {
        QList<QWidget*> fields = part.widget->findChildren<QWidget*>();
        fields.prepend(part.widget);
        for (QWidget* field : fields) {
            if (field->window() != window() || !(field->focusPolicy() & Qt::TabFocus) || field->focusProxy())
                continue;
            if (last)
                setTabOrder(last, field);
            last = field;
        }
    }
}

int ScheduleControls::heightForWidth(int width) const
{
    const int lines = fold_row(row(), width, kGap).lines;
    return lines * m_line + (lines - 1) * kLineGap;
}

QSize ScheduleControls::sizeHint() const { return {1000, heightForWidth(std::max(1, width()))}; }

QSize ScheduleControls::minimumSizeHint() const
{
    return {m_kind->maximumWidth(), heightForWidth(std::max(1, width()))};
}

void ScheduleControls::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != width()) {
        arrange();
        updateGeometry();
    }
}

bool ScheduleControls::event(QEvent* event)
{
    const bool other_font =
        event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange || event->type() == QEvent::Polish;
    const bool done = QWidget::event(event);
    if (other_font)
        measureWords();
    if (other_font || event->type() == QEvent::LayoutRequest) {
        measure();
        arrange();
    }
    return done;
}

void ScheduleControls::showTime(const QString& text)
{
    m_time->setText(text);
    // It grows and does not shrink: nothing beside it moves while time runs.
    m_time->setMinimumWidth(std::max(m_time->minimumWidth(), m_time->sizeHint().width()));
}

void ScheduleControls::setPlaying(bool playing)
{
    m_play->setIcon(icon(playing ? Icon::pause : Icon::play));
    const QString meaning = playing ? tr("Pause (Space)") : tr("Play (Space)");
    m_play->setToolTip(meaning);
    m_play->setAccessibleName(meaning);
}

void ScheduleControls::setSettingsOpen(bool open)
{
    const Showing shows(*this, scene());
    m_settings->setChecked(open);
}

void ScheduleControls::setLessonsOpen(bool open)
{
    const Showing shows(*this, scene());
    m_lessons->setChecked(open);
}

} // namespace blueprinting::ui
