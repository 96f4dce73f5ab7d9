#include "ui/widgets/tables/table_header.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/widgets/tables/row_table.h"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace blueprinting::ui {

namespace {

Column column_of(const QAbstractItemModel* model, int section)
{
    return model ? model->headerData(section, Qt::Horizontal, ColumnRole).value<Column>() : Column{};
}

constexpr int kPad = 8;
constexpr int kGlyph = 18;

} // namespace

TableHeader::TableHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent)
{
    setHighlightSections(false);
    setSectionsClickable(true);
    setSectionsMovable(false);
    setSortIndicatorClearable(true);
    setStretchLastSection(false);
    setMinimumSectionSize(24);
    setTextElideMode(Qt::ElideRight);
    setContextMenuPolicy(Qt::CustomContextMenu);
}

bool TableHeader::grouped() const
{
    for (int section = 0; section < count(); ++section)
        if (!isSectionHidden(section) && !column_of(model(), section).group.isEmpty())
            return true;
    return false;
}

int TableHeader::lineHeight() const
{
    return std::max(metrics::kControlHeight, QFontMetrics(bold_font(this)).height() + 8);
}

QSize TableHeader::sizeHint() const
{
    return {QHeaderView::sizeHint().width(),
            grouped() ? lineHeight() + QFontMetrics(bold_font(this)).height() + 4 : lineHeight()};
}

int TableHeader::wantedWidth(int section) const
{
    const Column column = column_of(model(), section);
    const QFontMetrics metrics(bold_font(this));
    const int arrow =
        section == sortIndicatorSection() ? style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, this) : 0;
    if (column.kind == ColumnKind::difference) {
        // The widest word on either side of the zero line decides, since the line stands in the middle.
        int widest = 0;
        const QStringList words = column.header.split(QLatin1Char('|'));
        for (const QString& word : words)
            widest = std::max(widest, metrics.horizontalAdvance(word));
        return 2 * (widest + 6) + 2 * kPad + (words.size() == 3 ? 0 : 2 * arrow);
    }
    const int own =
        arrow + metrics.horizontalAdvance(column.header) + (column.glyph == Glyph::none ? 0 : kGlyph) + 2 * kPad + 2;
    if (column.group.isEmpty())
        return own;
    // Its columns together hold the group's name, which keeps clear of the next one's.
    int sharing = 0;
    for (int other = 0; other < count(); ++other)
        sharing += !isSectionHidden(other) && column_of(model(), other).group == column.group ? 1 : 0;
    return std::max(own, (metrics.horizontalAdvance(column.group) + 2 * kPad) / std::max(1, sharing) + 1);
}

void TableHeader::setKeyboardSection(int section)
{
    if (section == m_keyboard)
        return;
    m_keyboard = section;
    viewport()->update();
}

void TableHeader::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    const Theme& theme = theme_of(this);
    const Column column = column_of(model(), section);
    const QRect line(rect.left(), rect.bottom() + 1 - std::min(rect.height(), lineHeight()), rect.width(),
                     std::min(rect.height(), lineHeight()));
    painter->fillRect(rect, theme.panel);
    if (column.kind != ColumnKind::difference) {
        QHeaderView::paintSection(painter, line, section);
        return;
    }
    const QStringList words = column.header.split(QLatin1Char('|'));
    const QRect area = line.adjusted(kPad, 0, -kPad, -1);
    const int zero = qRound(QRectF(area).center().x());
    painter->save();
    painter->setFont(words.size() == 3 ? small_number_font(this) : bold_font(this));
    painter->setPen(theme.secondary);
    const auto put = [&](const QRect& place, Qt::Alignment align, const QString& word) {
        painter->drawText(place, align | Qt::AlignVCenter | Qt::TextSingleLine, word);
    };
    if (words.size() == 3) {
        put(QRect(area.left() - kPad, area.top(), area.width(), area.height()), Qt::AlignLeft, words[0]);
        put(QRect(zero - 20, area.top(), 40, area.height()), Qt::AlignHCenter, words[1]);
        put(QRect(area.left(), area.top(), area.width() + kPad, area.height()), Qt::AlignRight, words[2]);
    } else {
        put(QRect(area.left(), area.top(), zero - 6 - area.left(), area.height()), Qt::AlignRight, words.value(0));
        put(QRect(zero + 6, area.top(), area.right() - zero - 6, area.height()), Qt::AlignLeft, words.value(1));
    }
    painter->restore();
    if (section == sortIndicatorSection()) {
        // Behind the right word; of a scale, between zero and its end.
        const int size = style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, this);
        const int behind =
            words.size() == 3 ? zero + 5 : zero + 8 + QFontMetrics(bold_font(this)).horizontalAdvance(words.value(1));
        QStyleOptionHeader arrow;
        arrow.initFrom(this);
        arrow.rect =
            QRect(std::min(behind, line.right() + 1 - size), line.top() + (line.height() - size) / 2, size, size);
        arrow.sortIndicator =
            sortIndicatorOrder() == Qt::AscendingOrder ? QStyleOptionHeader::SortDown : QStyleOptionHeader::SortUp;
        style()->drawPrimitive(QStyle::PE_IndicatorHeaderArrow, &arrow, painter, this);
    }
    painter->fillRect(line.left(), line.bottom(), line.width(), 1, theme.hairline);
}

void TableHeader::paintEvent(QPaintEvent* event)
{
    QHeaderView::paintEvent(event);
    const Theme& theme = theme_of(this);
    QPainter painter(viewport());
    // Past the last column.
    const int end = sectionViewportPosition(logicalIndex(count() - 1)) + sectionSize(logicalIndex(count() - 1));
    if (count() > 0 && end < viewport()->width()) {
        painter.fillRect(end, 0, viewport()->width() - end, height(), theme.panel);
        painter.fillRect(end, height() - 1, viewport()->width() - end, 1, theme.hairline);
    }
    if (m_keyboard >= 0 && m_keyboard < count() && !isSectionHidden(m_keyboard)) {
        const int line = std::min(height(), lineHeight());
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRect(
            QRect(sectionViewportPosition(m_keyboard), height() - line, sectionSize(m_keyboard) - 1, line - 2));
    }
    if (!grouped())
        return;
    painter.setFont(bold_font(this));
    painter.setPen(theme.secondary);
    for (int visual = 0; visual < count();) {
        const int section = logicalIndex(visual);
        const QString group = isSectionHidden(section) ? QString() : column_of(model(), section).group;
        int right = sectionViewportPosition(section) + sectionSize(section);
        const int left = sectionViewportPosition(section);
        int next = visual + 1;
        for (; next < count() && !group.isEmpty(); ++next) {
            const int other = logicalIndex(next);
            if (isSectionHidden(other))
                continue;
            if (column_of(model(), other).group != group)
                break;
            right = sectionViewportPosition(other) + sectionSize(other);
        }
        if (!group.isEmpty()) {
            const QRect over(left + kPad, 0, right - left - 2 * kPad, height() - lineHeight());
            painter.drawText(over, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip, group);
            painter.fillRect(over.left(), over.bottom(), over.width(), 1, theme.hairline);
        }
        visual = next;
    }
}

} // namespace blueprinting::ui
