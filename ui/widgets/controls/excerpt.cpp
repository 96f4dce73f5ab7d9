#include "ui/widgets/controls/excerpt.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {

namespace {

/// The box with the line; paints what its owner holds.
class CodeLine : public QWidget {
public:
    CodeLine(const ExcerptText& text, QWidget* parent) : QWidget(parent), m_text(text)
    {
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    }
    [[nodiscard]] QSize sizeHint() const override
    {
        const QFontMetrics metrics(fixed_font(this));
        return {metrics.horizontalAdvance(line()) + 24, metrics.height() * 2 + 20};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Theme& theme = theme_of(this);
        QPainter painter(this);
        style_paint::box(painter, rect(), theme.window, theme.hairline);
        const QFont font = fixed_font(this);
        const QFontMetricsF metrics(font);
        painter.setFont(font);
        painter.setPen(theme.text);
        painter.drawText(QPointF(12, 8 + metrics.ascent()), line());
        if (m_text.caret >= 0) {
            const QString before = line().left(prefix().size() + m_text.caret);
            painter.setPen(theme.bad);
            painter.drawText(QPointF(12 + metrics.horizontalAdvance(before), 10 + metrics.height() + metrics.ascent()),
                             QStringLiteral("^"));
        }
    }

private:
    [[nodiscard]] QString prefix() const
    {
        return m_text.line > 0 ? QStringLiteral("%1  ").arg(m_text.line) : QString();
    }
    [[nodiscard]] QString line() const { return prefix() + m_text.text; }

    const ExcerptText& m_text;
};

} // namespace

Excerpt::Excerpt(QWidget* parent)
    : QWidget(parent),
      m_title(new ToneLabel({}, {.bold = true}, this)),
      m_explanation(new ToneLabel({}, {.tone = Tone::secondary, .wraps = true}, this)),
      m_code(new CodeLine(m_text, this))
{
    auto* copy = new ToneLabel(QStringLiteral("<a href=\"copy\">%1</a>").arg(tr("Copy")), Tone::accent, this);
    copy->setTextFormat(Qt::RichText);
    copy->setTextInteractionFlags(Qt::LinksAccessibleByKeyboard | Qt::LinksAccessibleByMouse);
    copy->setAccessibleName(tr("Copy the excerpt"));
    connect(copy, &QLabel::linkActivated, this, [this] {
        QString text =
            m_text.title + QLatin1Char('\n') + QString::number(m_text.line) + QStringLiteral("  ") + m_text.text;
        if (!m_text.explanation.isEmpty())
            text += QLatin1Char('\n') + m_text.explanation;
        QGuiApplication::clipboard()->setText(text);
    });
    auto* head = bare<QHBoxLayout>(nullptr, -1, {{m_title, 1}, copy});
    bare<QVBoxLayout>(this, metrics::kControlGap, {head, m_code, m_explanation});
}

void Excerpt::setExcerpt(const ExcerptText& excerpt)
{
    m_text = excerpt;
    const QString before = line_text(excerpt.text.left(std::max(0, excerpt.caret)));
    m_text.text = before + line_text(excerpt.text.mid(std::max(0, excerpt.caret)));
    m_text.caret = excerpt.caret < 0 ? -1 : static_cast<int>(before.size());
    m_title->setText(excerpt.title);
    m_explanation->setText(excerpt.explanation);
    m_explanation->setVisible(!excerpt.explanation.isEmpty());
    m_code->setAccessibleName(tr("Line %1: %2").arg(excerpt.line).arg(m_text.text));
    m_code->updateGeometry();
    m_code->update();
}

ExcerptText excerpt_of(const QString& title, std::size_t line, const QString& whole_line, int column, int width)
{
    ExcerptText excerpt;
    excerpt.title = title;
    excerpt.line = line;
    const int length = static_cast<int>(whole_line.size());
    const int at = std::clamp(column, 0, length);
    const int first = std::max(0, std::min(at - width * 3 / 4, length - width));
    const int last = std::min(length, first + width);
    excerpt.text = whole_line.mid(first, last - first);
    excerpt.caret = at - first;
    if (first > 0) {
        excerpt.text.prepend(QChar(0x2026));
        ++excerpt.caret;
    }
    if (last < length)
        excerpt.text.append(QChar(0x2026));
    return excerpt;
}

} // namespace blueprinting::ui
