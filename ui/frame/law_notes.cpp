#include "ui/frame/law_notes.h"

#include "ui/style/explorer_style.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/tone_label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

bool same(const std::vector<LawNotes::Note>& a, const std::vector<LawNotes::Note>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.violation == y.violation && x.why == y.why &&
               std::equal(x.fixes.begin(), x.fixes.end(), y.fixes.begin(), y.fixes.end(),
                          [](const QuickFix& f, const QuickFix& g) { return f.label == g.label && f.step == g.step; });
    });
}

/// "12 blocks …" reads as a sentence of its own: capital at the front, full stop at the end.
QString sentence(const std::string& message)
{
    QString text = QString::fromStdString(message);
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    if (!text.endsWith(QLatin1Char('.')))
        text += QLatin1Char('.');
    return text;
}

ToneLabel* small_label(const QString& text, Tone tone, QWidget* parent)
{
    auto* label = new ToneLabel(text, tone, parent);
    label->setSize(ToneLabel::Size::small);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

LawNotes::LawNotes(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    setVisible(false);
}

void LawNotes::show(std::vector<Note> notes)
{
    if (same(m_notes, notes))
        return;
    m_notes = std::move(notes);
    rebuild();
    setVisible(!m_notes.empty());
}

void LawNotes::rebuild()
{
    // Not deleted at once: a click on one of these buttons may be what led here.
    const auto old = findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    for (QWidget* widget : old) {
        widget->hide();
        widget->setObjectName({});
        widget->deleteLater();
    }
    while (QLayoutItem* item = m_layout->takeAt(0))
        delete item;

    for (std::size_t i = 0; i < m_notes.size(); ++i) {
        const Note& note = m_notes[i];
        auto* row = new QWidget(this);
        row->setObjectName(objectName() + QStringLiteral("Law%1").arg(i));
        auto* line = new QHBoxLayout(row);
        line->setContentsMargins(0, 0, 0, 0);
        line->setSpacing(6);
        auto* mark = new IconLabel(icon(Icon::error, Tone::bad), metrics::kRowIcon, row);
        auto* text = small_label(sentence(note.violation.message), Tone::bad, row);
        text->setWordWrap(true);
        text->setObjectName(QStringLiteral("lawText"));
        text->setToolTip(QString::fromStdString(note.violation.code));
        line->addWidget(mark, 0, Qt::AlignTop);
        line->addWidget(text, 1);
        m_layout->addWidget(row);
        if (!note.why.isEmpty()) {
            auto* why = small_label(note.why, Tone::secondary, this);
            why->setObjectName(QStringLiteral("lawWhy"));
            why->setWordWrap(true);
            m_layout->addWidget(why);
        }
        if (note.fixes.empty())
            continue;
        auto* offers = new QWidget(this);
        auto* buttons = new QHBoxLayout(offers);
        buttons->setContentsMargins(0, 0, 0, 0);
        buttons->setSpacing(metrics::kControlGap);
        const bool nearest = note.violation.below || note.violation.above;
        if (note.why.isEmpty()) // a pair needs the room, and says what it is
            buttons->addWidget(small_label(nearest ? tr("nearest") : tr("choose"), Tone::secondary, offers));
        for (const QuickFix& fix : note.fixes) {
            auto* button = new QPushButton(fix.label, offers);
            button->setObjectName(objectName() + QStringLiteral("Fix") + fix.label);
            button->setAccessibleName(fix.step);
            button->setToolTip(plain_tooltip(fix.step));
            button->setFont(small_font(this));
            set_primary(button);
            set_compact(button);
            connect(button, &QPushButton::clicked, this, [this, fix, broken = note.violation.field] { Q_EMIT fixChosen(fix, broken); });
            buttons->addWidget(button);
        }
        buttons->addStretch(1);
        m_layout->addWidget(offers);
    }
}

} // namespace blueprinting::ui
