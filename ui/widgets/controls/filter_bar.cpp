#include "ui/widgets/controls/filter_bar.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/controls/flow_layout.h"
#include "ui/widgets/controls/link_button.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/named.h"

#include <QAbstractButton>
#include <QKeyEvent>

#include <algorithm>

namespace blueprinting::ui {

namespace {

/// Accent outline, text, and a cross (or a lock) behind it. The whole chip is the button that removes it.
class ChipButton : public QAbstractButton {
public:
    ChipButton(const FilterChip& chip, QWidget* parent) : QAbstractButton(parent), m_locked(chip.locked)
    {
        setText(line_text(chip.text));
        setShortcut({}); // an ampersand in what is looked for is no key
        setFocusPolicy(m_locked ? Qt::NoFocus : Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        setObjectName(QStringLiteral("filter_") + chip.key);
        setAccessibleName(m_locked ? text() : FilterBar::tr("Remove filter %1").arg(text()));
        setToolTip(m_locked ? FilterBar::tr("Always on here") : FilterBar::tr("Remove this filter"));
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(text()) + 16 + metrics::kRowIcon + 4,
                qMax(metrics::kCompactHeight, fontMetrics().height() + 4)};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = theme_of(this);
        QPainter painter(this);
        const QColor ink = m_locked ? theme.secondary : theme.accent;
        const QColor fill = underMouse() && !m_locked ? theme.selection : theme.panel;
        style_paint::box(painter, rect(), fill, m_locked ? theme.outline : theme.accent, hasFocus() ? 2 : 1);
        const QRect mark(m_locked ? 7 : width() - metrics::kRowIcon - 5, (height() - metrics::kRowIcon) / 2,
                         metrics::kRowIcon, metrics::kRowIcon);
        ui::icon(m_locked ? Icon::lock : Icon::cross, m_locked ? Tone::secondary : Tone::accent)
            .paint(&painter, mark.adjusted(2, 2, -2, -2));
        painter.setPen(ink);
        painter.drawText(m_locked ? rect().adjusted(26, 0, -6, 0) : rect().adjusted(8, 0, -22, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, text());
    }
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Return ||
            event->key() == Qt::Key_Enter)
            click();
        else
            QAbstractButton::keyPressEvent(event);
    }

private:
    bool m_locked;
};

} // namespace

FilterBar::FilterBar(QWidget* parent)
    : QWidget(parent),
      m_flow(new FlowLayout(this, metrics::kControlGap, 4)),
      m_title(new ToneLabel(tr("Filters"), Tone::secondary, this)),
      m_clear(named(new LinkButton(tr("Clear all"), this), "clearFilters")),
      m_note(named(new ToneLabel({}, Tone::secondary, this), "filterNote"))
{
    setObjectName(QStringLiteral("filterBar"));
    setAccessibleName(tr("Active filters"));
    m_clear->setToolTip(tr("Remove every filter"));
    m_clear->hide();
    connect(m_clear, &QAbstractButton::clicked, this, &FilterBar::cleared);
    m_flow->addWidget(m_title);
    m_flow->addWidget(m_note);
    hide();
}

void FilterBar::setTitle(const QString& title)
{
    m_title->setText(title);
    m_title->setVisible(!title.isEmpty() && !m_filters.empty());
}

void FilterBar::focusFirst()
{
    for (QWidget* chip : m_chips)
        if (chip->focusPolicy() != Qt::NoFocus) {
            chip->setFocus(Qt::TabFocusReason);
            return;
        }
}

void FilterBar::setFilters(const std::vector<FilterChip>& filters, const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_title->setVisible(!filters.empty() && !m_title->text().isEmpty());
    if (filters != m_filters) {
        m_filters = filters;
        // The keyboard stays where it is: on the chip that takes the place of a removed one.
        qsizetype keyboard = -1;
        for (std::size_t i = 0; i < m_chips.size(); ++i)
            if (m_chips[i]->hasFocus())
                keyboard = static_cast<qsizetype>(i);
        std::vector<QWidget*> old;
        old.swap(m_chips);
        m_flow->removeWidget(m_clear);
        m_flow->removeWidget(m_note);
        for (const FilterChip& filter : m_filters) {
            auto* chip = new ChipButton(filter, this);
            if (!filter.locked)
                connect(chip, &QAbstractButton::clicked, this, [this, key = filter.key] { Q_EMIT removed(key); });
            m_flow->addWidget(chip);
            chip->show();
            m_chips.push_back(chip);
        }
        m_flow->addWidget(m_clear);
        m_flow->addWidget(m_note);
        const auto removable = std::ranges::count_if(m_filters, [](const FilterChip& f) { return !f.locked; });
        m_clear->setVisible(removable > 1);
        for (std::size_t i = 1; i < m_chips.size(); ++i)
            setTabOrder(m_chips[i - 1], m_chips[i]);
        if (!m_chips.empty())
            setTabOrder(m_chips.back(), m_clear);
        if (keyboard >= 0 && !m_chips.empty())
            m_chips[std::min(static_cast<std::size_t>(keyboard), m_chips.size() - 1)]->setFocus(Qt::TabFocusReason);
        for (QWidget* chip : old) {
            m_flow->removeWidget(chip);
            chip->setObjectName({}); // it is not found any more
            chip->hide();
            chip->deleteLater(); // a chip may be the sender of what brought us here
        }
    }
    setVisible(!m_filters.empty() || !note.isEmpty());
    updateGeometry();
}

} // namespace blueprinting::ui
