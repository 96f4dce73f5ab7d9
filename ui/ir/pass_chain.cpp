#include "ui/ir/pass_chain.h"

#include "ui/style/explorer_style.h"
#include "ui/style/foreign_text.h"
#include "ui/style/icon.h"
#include "ui/style/metrics.h"
#include "ui/style/style_paint.h"
#include "ui/widgets/controls/fitted_label.h"
#include "ui/widgets/controls/link_button.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>

namespace blueprinting::ui {
namespace {

/// "transformer-import" → "import": the whole name stands on the arrow or in the tooltip.
QString without_dialect(const QString& pass)
{
    const QString dialect = QStringLiteral("transformer-");
    return pass.startsWith(dialect) ? pass.mid(dialect.size()) : pass;
}

} // namespace

PassCardBox::PassCardBox(QWidget* parent)
    : QWidget(parent),
      m_title(named(new FittedLabel({}, Tone::text, this), "cardTitle")),
      m_digest(named(new ToneLabel({}, {.size = ToneLabel::Size::fixed}, this), "cardDigest")),
      m_copy(named(new QToolButton(this), "cardCopy")),
      m_close(named(new QToolButton(this), "cardClose")),
      m_counts(named(new FittedLabel({}, Tone::text, this), "cardCounts")),
      m_relation(named(new FittedLabel({}, Tone::secondary, this), "cardRelation")),
      m_schema(named(new ToneLabel({}, Tone::secondary, this), "cardSchema")),
      m_unchanged(named(new FittedLabel({}, Tone::secondary, this), "cardUnchanged")),
      m_link(named(new LinkButton({}, this), "cardLink"))
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    m_title->setBold(true);
    m_counts->setWordWrap(true);
    m_relation->setWordWrap(true);
    m_schema->setSize(ToneLabel::Size::small);
    m_unchanged->setWordWrap(true);
    m_unchanged->setSize(ToneLabel::Size::small);
    m_copy->setIcon(icon(Icon::copy, Tone::secondary));
    m_copy->setIconSize(QSize(metrics::kRowIcon, metrics::kRowIcon));
    m_copy->setAutoRaise(true);
    m_copy->setToolTip(tr("Copy the whole digest"));
    m_copy->setAccessibleName(m_copy->toolTip());
    set_compact(m_copy);
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_card.digest); });
    m_close->setIcon(icon(Icon::close, Tone::secondary));
    m_close->setIconSize(QSize(metrics::kRowIcon, metrics::kRowIcon));
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close the opened checkpoint"));
    m_close->setAccessibleName(m_close->toolTip());
    set_compact(m_close);

    auto* top = bare<QHBoxLayout>(nullptr, 4, {{m_title, 1}, {m_copy, 0, Qt::AlignTop}, {m_close, 0, Qt::AlignTop}});
    auto* second = bare<QHBoxLayout>(nullptr, 6, {m_digest, m_schema, Laid::rest()});
    auto* all = bare<QVBoxLayout>(this, 1, {top, second, m_counts, m_relation, m_unchanged, m_link});
    all->setContentsMargins(metrics::kPanelPadding - 2, 4, 4, 7);
    connect(m_link, &QAbstractButton::clicked, this, &PassCardBox::linkFollowed);
    connect(m_close, &QAbstractButton::clicked, this, &PassCardBox::closed);
}

void PassCardBox::setCard(const PassCard& card, bool current, bool closable)
{
    m_card = card;
    m_current = current;
    m_title->setWhole(card.title);
    m_digest->setText(card.digest.left(12));
    m_digest->setToolTip(plain_tooltip(card.digest));
    m_copy->setVisible(!card.digest.isEmpty());
    m_digest->setVisible(!card.digest.isEmpty());
    m_counts->setWhole(card.counts);
    m_counts->setVisible(!card.counts.isEmpty());
    m_relation->setWhole(card.relation);
    m_relation->setVisible(!card.relation.isEmpty());
    m_link->setText(card.link);
    m_link->setVisible(!card.link.isEmpty());
    m_close->setVisible(closable);
    m_schema->setText(card.schema.section(QLatin1Char('.'), -1)); // the title says the rest
    m_schema->setToolTip(plain_tooltip(card.schema));
    m_schema->setVisible(!card.schema.isEmpty());
    QStringList passes, reasons;
    for (const Unchanged& one : card.unchanged) {
        passes << one.by.split(QStringLiteral(", "));
        reasons << tr("%1: %2").arg(one.by, one.why);
    }
    const QString unchanged = passes.isEmpty()     ? QString()
                              : passes.size() == 1 ? tr("unchanged by %1").arg(without_dialect(passes.front()))
                                                   : tr("%1 passes unchanged").arg(passes.size());
    setToolTip(plain_tooltip(card.edited));
    setAccessibleDescription(label_text(card.edited));
    m_unchanged->setWhole(unchanged, reasons.join(QLatin1Char('\n')));
    m_unchanged->setVisible(!unchanged.isEmpty());
    for (ToneLabel* label : std::initializer_list<ToneLabel*>{m_title, m_digest, m_counts})
        label->setTone(card.stale ? Tone::secondary : Tone::text);
    QString spoken =
        QStringList{card.title, card.counts, card.relation,
                    passes.isEmpty() ? QString() : tr("unchanged by %1").arg(passes.join(QStringLiteral(", "))),
                    card.link}
            .join(QStringLiteral(", "));
    setAccessibleName(line_text(current ? tr("%1, shown").arg(spoken) : spoken));
    update();
}

void PassCardBox::paintEvent(QPaintEvent*)
{
    const Theme& theme = theme_of(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool ringed = hasFocus() || m_current;
    style_paint::box(painter, rect(), m_current ? theme.selection : theme.panel, ringed ? theme.accent : theme.hairline,
                     hasFocus() ? 1.5 : 1, metrics::kRadius);
    if (m_card.marked)
        painter.fillRect(QRectF(0, 1, metrics::kAccentBar, height() - 2), theme.accent);
}

void PassCardBox::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        Q_EMIT picked();
    QWidget::mousePressEvent(event);
}

void PassCardBox::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space)
        Q_EMIT picked();
    else if (event->key() == Qt::Key_Down)
        focusNextChild();
    else if (event->key() == Qt::Key_Up)
        focusPreviousChild();
    else
        QWidget::keyPressEvent(event);
}

void PassCardBox::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void PassCardBox::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

PassChain::PassChain(QWidget* parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(3);
}

void PassChain::setCards(const std::vector<PassCard>& cards, const QString& current)
{
    while (m_rows.size() > cards.size()) {
        // Its own close button may be what brought us here.
        m_rows.back().box->hide();
        m_rows.back().box->setParent(nullptr);
        m_rows.back().box->deleteLater();
        delete m_rows.back().arrow;
        m_rows.pop_back();
    }
    while (m_rows.size() < cards.size()) {
        Row row{new PassCardBox(this), new ToneLabel({}, Tone::secondary, this)};
        row.arrow->setAlignment(Qt::AlignCenter);
        row.arrow->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        row.arrow->setSize(ToneLabel::Size::small);
        row.arrow->setWordWrap(true);
        m_layout->addWidget(row.box);
        m_layout->addWidget(row.arrow);
        connect(row.box, &PassCardBox::picked, this, [this, box = row.box] { Q_EMIT picked(box->card().key); });
        connect(row.box, &PassCardBox::linkFollowed, this,
                [this, box = row.box] { Q_EMIT linkFollowed(box->card().key); });
        connect(row.box, &PassCardBox::closed, this, [this, box = row.box] { Q_EMIT closed(box->card().key); });
        m_rows.push_back(row);
    }
    for (std::size_t i = 0; i < cards.size(); ++i) {
        m_rows[i].box->setObjectName(QStringLiteral("card_") + cards[i].key);
        m_rows[i].box->setCard(cards[i], cards[i].key == current, cards[i].key.startsWith(QLatin1String("opened")));
        const QString pass = QStringLiteral("↓  ") + cards[i].arrow;
        m_rows[i].arrow->setText(cards[i].arrow.isEmpty()   ? QString()
                                 : cards[i].arrow_unchanged ? tr("%1: unchanged").arg(pass)
                                                            : pass);
        m_rows[i].arrow->setToolTip(
            cards[i].arrow_unchanged
                ? plain_tooltip(tr("%1: its result has the same digest in both strategies").arg(cards[i].arrow))
                : QString());
        m_rows[i].arrow->setVisible(!cards[i].arrow.isEmpty());
    }
}

PassCardBox* PassChain::box(const QString& key) const
{
    for (const Row& row : m_rows)
        if (row.box->card().key == key)
            return row.box;
    return nullptr;
}

PassScroll::PassScroll(PassChain* chain, QWidget* content) : m_chain(chain)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus); // what is in it takes the keyboard
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(content);
    viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    chain->installEventFilter(this);
    // Who scrolls wants to see something else.
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_revealed = nullptr; });
}

void PassScroll::reveal(QWidget* card)
{
    m_revealed = card;
    QMetaObject::invokeMethod(
        this, [this] { endAtCard(); }, Qt::QueuedConnection); // it has no place yet
}

void PassScroll::endAtCard()
{
    int end = 0;
    int last = 0;
    for (const QWidget* part : m_chain->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (part->isHidden())
            continue;
        const int bottom = part->mapTo(widget(), QPoint(0, part->height())).y();
        last = std::max(last, bottom);
        if (bottom <= height())
            end = std::max(end, bottom);
    }
    // Where not even the first one has room, it is cut.
    const int spare = end == 0 || last <= height() ? 0 : height() - end;
    if (viewportMargins().bottom() != spare)
        setViewportMargins(0, 0, 0, spare);
    if (m_revealed && m_revealed->isVisibleTo(this))
        ensureWidgetVisible(m_revealed, 0, 2);
}

void PassScroll::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    endAtCard();
}

void PassScroll::wheelEvent(QWheelEvent* event)
{
    m_revealed = nullptr;
    QScrollArea::wheelEvent(event);
}

bool PassScroll::eventFilter(QObject* watched, QEvent* event)
{
    // The cards have their places once the chain has laid them out.
    if (watched == m_chain && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        QMetaObject::invokeMethod(
            this, [this] { endAtCard(); }, Qt::QueuedConnection);
    return QScrollArea::eventFilter(watched, event);
}

} // namespace blueprinting::ui
