#include "ui/widgets/panel.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/legend.h"
#include "ui/widgets/tone_label.h"

#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {

namespace {

constexpr int kLeastTitle = 260;

/// A title that gives way to what stands beside it: it is cut in its middle then, and a tooltip has all of it.
class TitleLabel : public ToneLabel {
public:
    using ToneLabel::ToneLabel;
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        const QSize whole = ToneLabel::minimumSizeHint();
        return {std::min(whole.width(), kLeastTitle), whole.height()};
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        const QString cut = fontMetrics().elidedText(text(), Qt::ElideMiddle, width());
        const QString tip = cut == text() ? QString() : plain_tooltip(text());
        if (toolTip() != tip)
            setToolTip(tip);
        if (cut == text())
            return ToneLabel::paintEvent(event);
        QPainter painter(this);
        painter.setFont(font());
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(rect(), static_cast<int>(alignment()) | Qt::TextSingleLine, cut);
    }
};

/// The title's line. A legend that would take more than two lines beside the title stands below it.
class Header : public QWidget {
public:
    using QWidget::QWidget;

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
    void arrange()
    {
        auto* legend = findChild<Legend*>(QString(), Qt::FindDirectChildrenOnly);
        auto* lines = static_cast<QBoxLayout*>(layout());
        if (!legend || !lines)
            return;
        int room = width();
        for (int i = 0; i < lines->count(); ++i)
            if (const QWidget* widget = lines->itemAt(i)->widget(); widget && widget != legend && !widget->isHidden())
                room -= widget->sizeHint().width() + lines->spacing();
        const int line = legend->heightForWidth(1000000);
        const bool below = line > 0 && legend->heightForWidth(std::max(1, room)) > 3 * line && legend->heightForWidth(width()) < legend->heightForWidth(std::max(1, room));
        const auto wanted = below ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
        if (lines->direction() == wanted)
            return;
        lines->setDirection(wanted);
        legend->setAlignment(below ? Qt::AlignLeft : Qt::AlignRight);
    }
};

} // namespace

Panel::Panel(const QString& title, QWidget* parent)
    : QWidget(parent), m_header(new Header(this)), m_header_layout(new QHBoxLayout(m_header)),
      m_title(new TitleLabel(title, Tone::text, m_header)), m_note(new ToneLabel({}, Tone::secondary, m_header)),
      m_body(new QVBoxLayout)
{
    m_title->setBold(true);
    m_title->setObjectName(QStringLiteral("panelTitle"));
    m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_note->setObjectName(QStringLiteral("panelNote"));
    m_note->setAlignment(Qt::AlignRight | Qt::AlignTop);
    m_header_layout->setContentsMargins(0, 0, 0, 0);
    m_header_layout->setSpacing(metrics::kControlGap);
    m_header_layout->addWidget(m_title, 0, Qt::AlignTop);
    m_header_layout->addStretch(0);
    m_header_layout->addWidget(m_note, 0, Qt::AlignTop);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(metrics::kPanelPadding, metrics::kPanelPadding, metrics::kPanelPadding, metrics::kPanelPadding);
    all->setSpacing(metrics::kControlGap);
    all->addWidget(m_header);
    m_body->setContentsMargins(0, 0, 0, 0);
    m_body->setSpacing(metrics::kControlGap);
    all->addLayout(m_body, 1);
    setAccessibleName(title);
    showHeader();
}

void Panel::setTitle(const QString& title)
{
    m_title->setText(title);
    setAccessibleName(title);
    showHeader();
}

QString Panel::title() const { return m_title->text(); }

void Panel::setNote(const QString& note, Tone tone)
{
    m_note->setTone(tone);
    m_note->setText(note);
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

void Panel::showHeader()
{
    m_title->setVisible(!m_title->text().isEmpty());
    m_note->setVisible(!m_note->text().isEmpty());
    m_header->setVisible(!m_title->text().isEmpty() || !m_note->text().isEmpty() || m_extras > 0);
}

void Panel::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    style_paint::box(painter, rect(), theme.panel, theme.hairline);
}

} // namespace blueprinting::ui
