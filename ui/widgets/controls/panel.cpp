#include "ui/widgets/controls/panel.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>

namespace blueprinting::ui {

namespace {

constexpr int kLeastTitle = 140, kLeastNote = 90;

/// Words that give way to what stands beside it: it is cut in its middle then, and a tooltip has all of it.
class HeadLabel : public ToneLabel {
public:
    HeadLabel(const QString& text, Tone tone, int least, QWidget* parent)
        : ToneLabel(text, tone, parent), m_least(least)
    {
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        const QSize whole = ToneLabel::minimumSizeHint();
        return {std::min(whole.width(), m_least), whole.height()};
    }

    void setTip(const QString& tip)
    {
        m_tip = tip;
        setToolTip(plain_tooltip(tip)); // at once: nobody need have seen it
        setAccessibleDescription(tip);
        update();
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        const QString cut = fontMetrics().elidedText(text(), Qt::ElideMiddle, width());
        const QString tip = !m_tip.isEmpty() ? plain_tooltip(m_tip) : cut == text() ? QString() : plain_tooltip(text());
        if (toolTip() != tip)
            setToolTip(tip);
        if (cut == text())
            return ToneLabel::paintEvent(event);
        QPainter painter(this);
        painter.setFont(font());
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rect(), static_cast<int>(alignment()) | Qt::TextSingleLine, cut);
    }

private:
    int m_least;   ///< pixels that they keep
    QString m_tip; ///< whether they are cut or not
};

/// The title's line. A legend that would take more than two lines beside the title stands below it.
class PanelHeader : public QWidget {
public:
    using QWidget::QWidget;

    /// Whether the legend asks to stand below where the header is so wide.
    [[nodiscard]] bool wantsBelow(int width) const
    {
        const Legend* own = legend();
        if (!own)
            return false;
        const int line = own->heightForWidth(1000000);
        const int beside = own->heightForWidth(roomBeside(width));
        return line > 0 && beside > 3 * line && own->heightForWidth(width) < beside;
    }
    void setBelow(std::optional<bool> below)
    {
        m_below = below;
        arrange();
    }
    /// Of this width, whatever the present one is.
    [[nodiscard]] int heightAt(int width) const
    {
        const Legend* own = legend();
        int words = 0;
        for (int i = 0; i < layout()->count(); ++i)
            if (const QWidget* widget = layout()->itemAt(i)->widget(); widget && widget != own && !widget->isHidden())
                words = std::max({words, widget->sizeHint().height(), widget->minimumHeight()});
        if (!own)
            return words;
        return m_below.value_or(wantsBelow(width)) ? words + layout()->spacing() + own->heightForWidth(width)
                                                   : std::max(words, own->heightForWidth(roomBeside(width)));
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        arrange();
    }
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::LayoutRequest)
            arrange();
        return QWidget::event(event);
    }

private:
    [[nodiscard]] Legend* legend() const
    {
        Legend* out = layout() ? findChild<Legend*>(QString(), Qt::FindDirectChildrenOnly) : nullptr;
        const bool hidden =
            out && out->isHidden() && out->testAttribute(Qt::WA_WState_ExplicitShowHide); // not: not shown yet
        return hidden ? nullptr : out;
    }
    [[nodiscard]] int roomBeside(int width) const
    {
        const Legend* own = legend();
        int room = width;
        for (int i = 0; i < layout()->count(); ++i)
            if (const QWidget* widget = layout()->itemAt(i)->widget(); widget && widget != own && !widget->isHidden())
                room -= widget->sizeHint().width() + layout()->spacing();
        return std::max(1, room);
    }
    void arrange()
    {
        auto* own = legend();
        auto* lines = static_cast<QBoxLayout*>(layout());
        if (!lines)
            return;
        const bool below = own && m_below.value_or(wantsBelow(width()));
        const auto wanted = below ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
        if (lines->direction() == wanted)
            return;
        lines->setDirection(wanted);
        if (own)
            own->setAlignment(below ? Qt::AlignLeft : Qt::AlignRight);
    }

    std::optional<bool> m_below; ///< what panels that stand together have in common
};

} // namespace

Panel::Panel(const QString& title, QWidget* parent)
    : QWidget(parent),
      m_header(new PanelHeader(this)),
      m_header_layout(new QHBoxLayout(m_header)),
      m_title(named(new HeadLabel(title, Tone::text, kLeastTitle, m_header), "panelTitle")),
      m_note(named(new HeadLabel({}, Tone::secondary, kLeastNote, m_header), "panelNote")),
      m_body(new QVBoxLayout)
{
    m_title->setBold(true);
    m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_note->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignTop);
    m_header_layout->setContentsMargins(0, 0, 0, 0);
    m_header_layout->setSpacing(metrics::kControlGap);
    m_header_layout->addWidget(m_title, 0, Qt::AlignTop);
    m_header_layout->addStretch(0);
    m_header_layout->addWidget(m_note, 0, Qt::AlignTop);
    m_body->setContentsMargins(0, 0, 0, 0);
    m_body->setSpacing(metrics::kControlGap);
    auto* all = bare<QVBoxLayout>(this, metrics::kControlGap, {m_header, {m_body, 1}});
    all->setContentsMargins(metrics::kPanelPadding, metrics::kPanelPadding, metrics::kPanelPadding,
                            metrics::kPanelPadding);
    setAccessibleName(m_title->text());
    showHeader();
}

void Panel::setTitle(const QString& title)
{
    m_title->setText(title);
    setAccessibleName(m_title->text());
    showHeader();
}

QString Panel::title() const { return m_title->text(); }

void Panel::setNote(const QString& note, Tone tone, const QString& tip)
{
    m_note->setTone(tone);
    m_note->setText(note);
    static_cast<HeadLabel*>(m_note)->setTip(tip);
    showHeader();
}

void Panel::addHeaderWidget(QWidget* widget)
{
    const bool expands = widget->sizePolicy().expandingDirections() & Qt::Horizontal;
    if (expands)
        m_header_layout->addWidget(widget, 1);
    else {
        m_header_layout->addWidget(widget, 0, Qt::AlignTop);
        // A control is higher than a line of text: the words beside it stand at its middle.
        for (auto* label : {m_title, m_note}) {
            label->setMinimumHeight(std::max(label->minimumHeight(), widget->sizeHint().height()));
            label->setAlignment((label == m_title ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        }
    }
    ++m_extras;
    showHeader();
}

void Panel::setLead(QWidget* lead)
{
    if (lead == m_lead)
        return;
    m_lead = lead;
    if (lead)
        m_header_layout->insertWidget(0, lead, 0, Qt::AlignTop);
    showHeader();
}

int Panel::heightAround(int width) const
{
    const QMargins margins = layout()->contentsMargins();
    const auto* header = static_cast<const PanelHeader*>(m_header);
    return margins.top() + margins.bottom() +
           (m_header->isHidden() ? 0 : header->heightAt(innerWidth(width)) + layout()->spacing());
}

int Panel::innerWidth(int width) const
{
    return width - layout()->contentsMargins().left() - layout()->contentsMargins().right();
}

void align_legends(const std::vector<Panel*>& panels, int width)
{
    const auto header = [](const Panel* panel) { return static_cast<PanelHeader*>(panel->m_header); };
    const bool below = std::ranges::any_of(
        panels, [&](const Panel* panel) { return header(panel)->wantsBelow(panel->innerWidth(width)); });
    for (Panel* panel : panels)
        header(panel)->setBelow(below);
}

void Panel::showHeader()
{
    m_title->setVisible(!m_lead && !m_title->text().isEmpty());
    m_note->setVisible(!m_note->text().isEmpty());
    m_header->setVisible(!m_title->text().isEmpty() || !m_note->text().isEmpty() || m_lead || m_extras > 0);
}

void Panel::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    style_paint::box(painter, rect(), theme.panel, theme.hairline);
}

} // namespace blueprinting::ui
