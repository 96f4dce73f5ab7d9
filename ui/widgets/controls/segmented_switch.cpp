#include "ui/widgets/controls/segmented_switch.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/page.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>

namespace blueprinting::ui {

namespace {

class SegmentButton : public QAbstractButton {
public:
    SegmentButton(const QString& text, QWidget* parent) : QAbstractButton(parent)
    {
        setText(line_text(text));
        setShortcut({}); // an ampersand in a name is no key
        setCheckable(true);
        setAutoExclusive(true);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        // As wide as the bold text, so that choosing moves nothing.
        const QFontMetrics bold(bold_font(this));
        return {bold.horizontalAdvance(text()) + 24, qMax(metrics::kControlHeight - 2, bold.height() + 6)};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = theme_of(this);
        QPainter painter(this);
        QColor fill = isChecked() ? theme.selection : theme.panel;
        if (!isChecked() && underMouse() && isEnabled())
            fill = mixed(theme.outline, fill, 0.15);
        QRectF shape = rect();
        // Neighbours share one line; only the ends of the row are round.
        const QWidget* row = parentWidget();
        const bool first = x() <= 0;
        const bool last = !row || geometry().right() >= row->width() - 1;
        painter.setClipRect(rect());
        style_paint::box(painter, shape.adjusted(first ? 0 : -6, 0, last ? 0 : 7, 0), fill, theme.outline);
        if (!first)
            painter.fillRect(QRectF(0, 1, 1, height() - 2), theme.outline);
        if (isChecked() || hasFocus())
            style_paint::box(painter, shape, Qt::transparent, theme.accent, hasFocus() ? 2 : 1);
        painter.setFont(isChecked() ? bold_font(this) : font());
        painter.setPen(!isEnabled() ? theme.disabled : theme.text);
        painter.drawText(rect(), Qt::AlignCenter, text());
    }
};

} // namespace

SegmentedSwitch::SegmentedSwitch(std::vector<Segment> segments, QWidget* parent)
    : QWidget(parent), m_segments(std::move(segments)), m_group(new QButtonGroup(this))
{
    auto* row = bare<QHBoxLayout>(this, 0);
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        auto* button = new SegmentButton(m_segments[i].text, this);
        button->setObjectName(QStringLiteral("segment_") + m_segments[i].id);
        button->setAccessibleName(button->text());
        m_group->addButton(button, static_cast<int>(i));
        row->addWidget(button);
        button->setChecked(i == 0);
    }
    connect(m_group, &QButtonGroup::idToggled, this, [this](int index, bool on) {
        if (!on)
            return;
        Q_EMIT currentChanged(m_segments[static_cast<std::size_t>(index)].id);
        partChanged();
    });
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QString SegmentedSwitch::current() const
{
    const int index = m_group->checkedId();
    return index < 0 ? QString() : m_segments[static_cast<std::size_t>(index)].id;
}

void SegmentedSwitch::setCurrent(const QString& id)
{
    for (std::size_t i = 0; i < m_segments.size(); ++i)
        if (m_segments[i].id == id) {
            const QSignalBlocker blocker(m_group);
            m_group->button(static_cast<int>(i))->setChecked(true);
        }
}

PartState SegmentedSwitch::partState() const
{
    PartState out;
    if (m_kept && m_group->checkedId() > 0)
        out.current = current().toStdString();
    return out;
}

void SegmentedSwitch::setPartState(const PartState& state)
{
    if (!m_kept)
        return;
    std::size_t at = 0; // an id that is none of the segments' is as none
    for (std::size_t i = 0; i < m_segments.size(); ++i)
        if (m_segments[i].id.toStdString() == state.current)
            at = i;
    m_group->button(static_cast<int>(at))->setChecked(true);
}

void SegmentedSwitch::setText(const QString& id, const QString& text)
{
    for (std::size_t i = 0; i < m_segments.size(); ++i)
        if (m_segments[i].id == id && m_segments[i].text != text) {
            m_segments[i].text = text;
            QAbstractButton* button = m_group->button(static_cast<int>(i));
            button->setText(line_text(text));
            button->setShortcut({});
            button->setAccessibleName(line_text(text));
            button->updateGeometry();
        }
}

} // namespace blueprinting::ui
