#include "ui/ir/ir_text.h"

#include "ui/ir/ir_subject.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStandardItemModel>

namespace blueprinting::ui {
namespace {

constexpr int kEntityRole = Qt::UserRole + 1;

QString indented(const QModelIndex& index, int depth)
{
    QString out = QString(2 * depth, QLatin1Char(' ')) + index.data().toString() + QLatin1Char('\n');
    for (int row = 0; row < index.model()->rowCount(index); ++row)
        out += indented(index.model()->index(row, 0, index), depth + 1);
    return out;
}

} // namespace

std::vector<ir::TextLine> filtered_lines(const std::vector<ir::TextLine>& lines, const QString& search,
                                         const QSet<QString>* entities)
{
    if (search.isEmpty() && !entities)
        return lines;
    std::vector<bool> kept(lines.size(), false);
    std::vector<std::size_t> above;    // the line that stands open at each depth
    std::size_t inside = lines.size(); // a line that fits, while what folds under it passes
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto depth = static_cast<std::size_t>(lines[i].depth);
        above.resize(depth);
        if (inside < lines.size() && lines[i].depth <= lines[inside].depth)
            inside = lines.size();
        const bool entity_fits = !entities || (!lines[i].entity.empty() && entities->contains(shown(lines[i].entity)));
        const bool fits =
            inside < lines.size() ||
            (entity_fits && (search.isEmpty() || shown(lines[i].text).contains(search, Qt::CaseInsensitive)));
        if (fits) {
            kept[i] = true;
            for (const std::size_t ancestor : above)
                kept[ancestor] = true;
            if (inside == lines.size())
                inside = i;
        }
        above.push_back(i);
    }
    std::vector<ir::TextLine> out;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (kept[i])
            out.push_back(lines[i]);
    return out;
}

IrText::IrText(QWidget* parent) : QTreeView(parent), m_model(new QStandardItemModel(this))
{
    setModel(m_model);
    setHeaderHidden(true);
    setUniformRowHeights(true);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setIndentation(14);
    setFont(fixed_font(this));
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Text form of the IR"));
}

void IrText::setLines(const std::vector<ir::TextLine>& lines, bool unfolded)
{
    if (lines == m_lines && m_model->rowCount() > 0)
        return;
    m_lines = lines;
    m_quiet = true;
    m_model->clear();
    std::vector<QStandardItem*> above;
    for (const ir::TextLine& line : lines) {
        auto* item = new QStandardItem(shown(line.text));
        item->setData(shown(line.entity), kEntityRole);
        above.resize(static_cast<std::size_t>(line.depth));
        (above.empty() ? m_model->invisibleRootItem() : above.back())->appendRow(item);
        above.push_back(item);
    }
    if (unfolded)
        expandAll();
    else
        expandToDepth(0);
    m_quiet = false;
}

void IrText::setCurrentEntity(const QString& id)
{
    if (id.isEmpty() || currentIndex().data(kEntityRole).toString() == id)
        return;
    const QModelIndexList found =
        m_model->match(m_model->index(0, 0), kEntityRole, id, 1, Qt::MatchExactly | Qt::MatchRecursive);
    m_quiet = true;
    if (!found.isEmpty()) {
        setCurrentIndex(found.front());
        scrollTo(found.front());
    }
    m_quiet = false;
}

void IrText::setStale(bool stale)
{
    m_stale = stale;
    viewport()->update();
}

void IrText::setRelated(const QSet<QString>& ids)
{
    m_related = ids;
    viewport()->update();
}

void IrText::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QTreeView::drawRow(painter, option, index);
    const QString id = index.data(kEntityRole).toString();
    // What folds under an entity belongs to it; one bar says enough.
    const bool first = index.parent().data(kEntityRole).toString() != id;
    if (!id.isEmpty() && first && m_related.contains(id))
        painter->fillRect(0, option.rect.top(), metrics::kAccentBar, option.rect.height() - 1, theme_of(this).accent);
}

void IrText::initViewItemOption(QStyleOptionViewItem* option) const
{
    QTreeView::initViewItemOption(option);
    if (m_stale)
        for (const QPalette::ColorRole role : {QPalette::Text, QPalette::HighlightedText})
            option->palette.setColor(role, theme_of(this).secondary);
}

QString IrText::text() const
{
    QString out;
    for (const ir::TextLine& line : m_lines)
        out += QString(2 * line.depth, QLatin1Char(' ')) + shown(line.text) + QLatin1Char('\n');
    return out;
}

void IrText::copyLine() const
{
    if (currentIndex().isValid())
        QGuiApplication::clipboard()->setText(indented(currentIndex(), 0));
}

void IrText::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copyLine();
    else
        QTreeView::keyPressEvent(event);
}

/// Where nothing is picked Qt makes the first line current; that the keyboard came here picks nothing.
void IrText::focusInEvent(QFocusEvent* event)
{
    m_quiet = true;
    QTreeView::focusInEvent(event);
    m_quiet = false;
}

void IrText::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    connect(menu.addAction(tr("Copy with its folded lines")), &QAction::triggered, this, &IrText::copyLine);
    connect(menu.addAction(tr("Copy all")), &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(text()); });
    menu.addSeparator();
    connect(menu.addAction(tr("Unfold all")), &QAction::triggered, this, &QTreeView::expandAll);
    connect(menu.addAction(tr("Fold all")), &QAction::triggered, this, [this] { expandToDepth(0); });
    menu.exec(event->globalPos());
}

void IrText::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    const QString id = current.data(kEntityRole).toString();
    if (!m_quiet && !id.isEmpty() && id != previous.data(kEntityRole).toString())
        Q_EMIT entityPicked(id);
}

} // namespace blueprinting::ui
