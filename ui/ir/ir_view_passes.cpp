#include "ui/ir/ir_view.h"

#include "ui/ir/pass_chain.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/widgets/controls/fitted_label.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/last_legal.h"
#include "ui/widgets/page.h"

#include <QFrame>
#include <QPushButton>
#include <QVBoxLayout>

namespace blueprinting::ui {
namespace {

constexpr int kLowView = 640; ///< lower views list fewer fields, so that the passes keep their room

} // namespace

QWidget* IrView::makePasses()
{
    m_passes_panel = named(new Panel(tr("Passes")), "passesPanel");
    m_passes_panel->setMinimumWidth(198);
    m_chain = named(new PassChain, "passChain");
    connect(m_chain, &PassChain::picked, this, [this](const QString& key) {
        if (key == QLatin1String("commands")) {
            this->workspace().showView("schedule");
            return;
        }
        State state = m_state;
        state.shown = key;
        keep(state);
    });
    connect(m_chain, &PassChain::linkFollowed, this, [this](const QString& key) {
        if (const auto stage = stage_from(key))
            follow({QString(), *stage, *stage == IrStage::model ? QString() : pickedTask()});
    });
    connect(m_chain, &PassChain::closed, this, &IrView::closeFile);

    auto* content = new QWidget;
    auto* line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    bare<QVBoxLayout>(content, metrics::kControlGap, {m_chain, Laid::rest()});
    m_pass_scroll = named(new PassScroll(m_chain, content), "passScroll");
    m_passes_panel->body()->addWidget(m_pass_scroll, 1);
    // Below what scrolls: it stays in sight at every height.
    m_passes_panel->body()->addWidget(line);
    m_moved_title = named(new ToneLabel(tr("What changed the digest"), {.bold = true}), "movedTitle");
    m_passes_panel->body()->addWidget(m_moved_title);
    m_moved = new QVBoxLayout;
    m_passes_panel->body()->addLayout(m_moved);

    auto* verified = new QHBoxLayout;
    verified->setSpacing(6);
    m_verified_icon = new IconLabel(icon(Icon::check, Tone::good), metrics::kRowIcon);
    m_verified = named(new ToneLabel({}, {.tone = Tone::good, .wraps = true}), "verified");
    lay_out(verified, {{m_verified_icon, 0, Qt::AlignTop}, {m_verified, 1}});
    m_passes_panel->body()->addLayout(verified);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(metrics::kControlGap);
    auto* open_button = named(new QPushButton(icon(Icon::open), tr("Open…")), "openCheckpoint");
    open_button->setToolTip(tr("Open a checkpoint: it is read and verified"));
    connect(open_button, &QPushButton::clicked, this, &IrView::chooseFile);
    auto* export_button = named(new QPushButton(icon(Icon::export_file), tr("Export…")), "exportCheckpoint");
    export_button->setToolTip(tr("Write the checkpoint that is shown, or its text form"));
    connect(export_button, &QPushButton::clicked, this, &IrView::chooseExport);
    m_open_button = open_button;
    m_export_button = export_button;
    for (QPushButton* button : {open_button, export_button}) {
        button->setMinimumWidth(60);
        buttons->addWidget(button, 1);
    }
    m_passes_panel->body()->addLayout(buttons);
    return m_passes_panel;
}

void IrView::showPasses(const QString& picked)
{
    std::vector<PassCard> cards;
    const IrSubject* other = m_other ? &*m_other : nullptr;
    if (m_subject) {
        const SessionStrategy* selected = workspace().selected();
        const std::optional<IrSubject> before = selected ? m_trace.before(*selected, m_pieces, m_piece) : std::nullopt;
        cards =
            pass_cards(*m_subject, shownFile() ? nullptr : other, shownStage(), picked, before ? &*before : nullptr);
    }
    for (std::size_t place = 0; place < m_opened.size(); ++place) {
        // A file is held against what it is compared with, or against the strategy.
        const bool is_shown = &m_opened[place] == shownFile();
        cards.push_back(opened_card(m_opened[place].subject, is_shown ? other : m_subject ? &*m_subject : nullptr));
        cards.back().key = openedKey(place);
    }
    const IrSubject* subject = shownSubject();
    m_passes_panel->setNote(subject && !subject->current ? last_legal_words() : QString(), Tone::caution);
    m_chain->setCards(cards, m_state.shown);
    // A file that was opened has its card at the end.
    const QString shown_card = shownFile() ? m_state.shown + shownFile()->path : m_state.shown;
    if (PassCardBox* box = m_chain->box(m_state.shown); box && m_seen_card != shown_card) {
        if (!m_seen_card.isEmpty() || shownFile())
            m_pass_scroll->reveal(box);
        m_seen_card = shown_card;
    }
    showMovers();
    showVerdict();
}

void IrView::showMovers()
{
    const IrSubject* subject = shownSubject();
    delete m_moved_rows;
    m_moved_rows = new QWidget;
    auto* rows = bare<QVBoxLayout>(m_moved_rows, 2);
    const bool comparable = subject && m_other && subject->form && m_other->form;
    const std::vector<FieldChange> movers =
        comparable ? digest_movers(*m_other, *subject, shownStage()) : std::vector<FieldChange>();
    const bool stale = comparable && (!subject->current || !m_other->current);
    m_moved_title->setVisible(comparable);
    m_moved_title->setTone(stale ? Tone::secondary : Tone::text);
    // Where there is no room for all of them, the others are told by hovering.
    const std::size_t most = height() < kLowView ? 3 : 5;
    QStringList hidden;
    for (std::size_t at = 0; at < movers.size(); ++at) {
        const FieldChange& mover = movers[at];
        if (at >= most) {
            hidden << QStringLiteral("%1: %2 → %3").arg(mover.title, mover.before, mover.after);
            continue;
        }
        rows->addWidget(new FittedLabel(mover.title, stale ? Tone::secondary : Tone::text));
        auto* change = new FittedLabel(mover.before + QStringLiteral(" → ") + mover.after, Tone::secondary);
        change->setObjectName(QStringLiteral("moved_") + mover.key);
        change->setWordWrap(true);
        rows->addWidget(change);
    }
    if (!hidden.isEmpty()) {
        auto* more = named(new ToneLabel(tr("and %1 more").arg(hidden.size()), Tone::secondary), "movedMore");
        more->setToolTip(plain_tooltip(hidden.join(QLatin1Char('\n'))));
        rows->addWidget(more);
    }
    if (movers.empty() && comparable) {
        auto* none =
            named(new ToneLabel(tr("Nothing: both have the same digest."), {.tone = Tone::secondary, .wraps = true}),
                  "movedNothing");
        rows->addWidget(none);
    }
    m_moved->addWidget(m_moved_rows);
}

/// An IR is immutable: what was said of it holds until another is shown.
void IrView::showVerdict()
{
    const IrSubject* subject = shownSubject();
    const passes::PassCheckpoint* checkpoint = subject ? subject->checkpoint(shownStage()) : nullptr;
    m_verified->setVisible(checkpoint != nullptr);
    m_verified_icon->setVisible(checkpoint != nullptr);
    if (!checkpoint)
        return;
    if (checkpoint->ir != m_verdict_of) {
        m_verdict_of = checkpoint->ir;
        m_verdict = verdict_of(*checkpoint->ir);
    }
    const Tone tone = !m_verdict.sound ? Tone::bad : subject->current ? Tone::good : Tone::secondary;
    m_verified->setText(m_verdict.words);
    m_verified->setTone(tone);
    m_verified->setToolTip(plain_tooltip(m_verdict.details));
    m_verified_icon->setIcon(icon(m_verdict.sound ? Icon::check : Icon::cross, tone), metrics::kRowIcon);
}

} // namespace blueprinting::ui
