#include "ui/frame/law_notes.h"

#include "ui/style/explorer_style.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {
namespace {

bool same(const std::vector<LawNotes::Note>& a, const std::vector<LawNotes::Note>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.block == y.block && x.why == y.why &&
               std::equal(x.fixes.begin(), x.fixes.end(), y.fixes.begin(), y.fixes.end(),
                          [](const QuickFix& f, const QuickFix& g) { return f.label == g.label && f.step == g.step; });
    });
}

ToneLabel* small_label(const QString& text, Tone tone, QWidget* parent)
{
    auto* label = new ToneLabel(text, {.tone = tone, .size = ToneLabel::Size::small}, parent);
    return label;
}

/// On the screen at once where the notes are: a layout shows what it is given only when events are next handled, and
/// Tab may come before.
void stand(QWidget* row, QVBoxLayout* layout)
{
    layout->addWidget(row);
    row->show();
}

} // namespace

/// The key in whatever room the buttons leave: whole or not at all, and it asks for none.
class LawNotes::KeyHint : public ToneLabel {
public:
    explicit KeyHint(QWidget* parent) : ToneLabel({}, Tone::secondary, parent)
    {
        setObjectName(QStringLiteral("lawKey"));
        setSize(Size::small);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    void setKey(const QString& key)
    {
        m_key = key;
        fit();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        ToneLabel::resizeEvent(event);
        fit();
    }

private:
    void fit() { setText(fontMetrics().horizontalAdvance(m_key) <= contentsRect().width() ? m_key : QString()); }

    QString m_key;
};

LawNotes::LawNotes(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    setVisible(false);
}

QString LawNotes::key() { return tr("Alt+Enter"); }

void LawNotes::show(std::vector<Note> notes, const std::function<QWidget*(strategy::Field)>& control)
{
    if (same(m_notes, notes))
        return;
    m_notes = std::move(notes);
    rebuild();
    setVisible(!m_notes.empty());
    std::optional<strategy::Field> field;
    QWidget* before = nullptr;
    for (const Offer& offer : m_offers) {
        if (std::exchange(field, offer.broken) != offer.broken)
            before = control(offer.broken);
        if (before)
            setTabOrder(before, offer.button);
        before = offer.button;
    }
}

bool LawNotes::enter(strategy::Field field)
{
    const auto at = std::ranges::find(m_offers, field, &Offer::broken);
    if (at == m_offers.end())
        return false;
    at->button->setFocus(Qt::ShortcutFocusReason);
    return true;
}

void LawNotes::hint(std::optional<strategy::Field> field)
{
    m_hinted = field;
    for (const auto& [its, label] : m_hints)
        label->setKey(field == its ? key() : QString());
}

bool LawNotes::eventFilter(QObject* watched, QEvent* event)
{
    const auto at = std::ranges::find(m_offers, watched, &Offer::button);
    if (event->type() != QEvent::KeyPress || at == m_offers.end())
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<const QKeyEvent*>(event);
    if ((key->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier)
        return QWidget::eventFilter(watched, event);
    switch (key->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        if (at != m_offers.begin())
            std::prev(at)->button->setFocus(Qt::OtherFocusReason);
        return true;
    case Qt::Key_Right:
    case Qt::Key_Down:
        if (std::next(at) != m_offers.end())
            std::next(at)->button->setFocus(Qt::OtherFocusReason);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: at->button->click(); return true;
    case Qt::Key_Escape: Q_EMIT left(at->broken); return true;
    default: return QWidget::eventFilter(watched, event);
    }
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
    m_offers.clear();
    m_hints.clear();
    for (std::size_t i = 0; i < m_notes.size(); ++i)
        add(m_notes[i], i);
    hint(m_hinted);
}

void LawNotes::add(const Note& note, std::size_t number)
{
    auto* row = new QWidget(this);
    row->setObjectName(objectName() + QStringLiteral("Law%1").arg(number));
    auto* mark = new IconLabel(icon(Icon::error, Tone::bad), metrics::kRowIcon, row);
    auto* text = small_label(QString::fromStdString(note.block.text), Tone::bad, row);
    text->setWordWrap(true);
    text->setObjectName(QStringLiteral("lawText"));
    QStringList codes;
    for (const strategy::Violation& law : note.block.laws)
        codes << QString::fromStdString(law.code);
    text->setToolTip(codes.join(QLatin1Char('\n')));
    bare<QHBoxLayout>(row, 6, {{mark, 0, Qt::AlignTop}, {text, 1}});
    stand(row, m_layout);
    if (!note.why.isEmpty()) {
        auto* why = small_label(note.why, Tone::secondary, this);
        why->setObjectName(QStringLiteral("lawWhy"));
        why->setWordWrap(true);
        stand(why, m_layout);
    }
    if (!note.fixes.empty())
        addOffers(note);
}

void LawNotes::addOffers(const Note& note)
{
    auto* offers = new QWidget(this);
    auto* buttons = new QHBoxLayout(offers);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(metrics::kControlGap);
    if (note.why.isEmpty()) // a pair needs the room, and says what it is
        buttons->addWidget(
            small_label(note.block.offers.empty() ? tr("choose") : tr("nearest"), Tone::secondary, offers));
    bool own = false;
    for (const QuickFix& fix : note.fixes) {
        if (fix.elsewhere && std::exchange(own, false))
            buttons->addWidget(small_label(tr("or"), Tone::secondary, offers));
        own = own || !fix.elsewhere;
        auto* button = new QPushButton(fix.label, offers);
        button->setObjectName(objectName() + QStringLiteral("Fix") + fix.label);
        button->setAccessibleName(line_text(fix.step));
        button->setToolTip(plain_tooltip(tr("%1 (%2 from its field)").arg(fix.step, key())));
        button->setFont(small_font(this));
        button->setFocusPolicy(Qt::StrongFocus);
        button->installEventFilter(this);
        set_primary(button);
        set_compact(button);
        connect(button, &QPushButton::clicked, this,
                [this, fix, broken = note.block.field] { Q_EMIT fixChosen(fix, broken); });
        buttons->addWidget(button);
        m_offers.push_back({button, note.block.field});
    }
    auto* hint = new KeyHint(offers);
    buttons->addWidget(hint, 1);
    m_hints.emplace_back(note.block.field, hint);
    stand(offers, m_layout);
}

} // namespace blueprinting::ui
