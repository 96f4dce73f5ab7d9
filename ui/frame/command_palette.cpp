#include "ui/frame/command_palette.h"

#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/style/theme.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace blueprinting::ui {
namespace {

constexpr int kGroupRole = Qt::UserRole;
constexpr int kDetailRole = Qt::UserRole + 1;
constexpr int kRows = 12;

class EntryDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = theme_of(option.widget);
        option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
        const QRect row = option.rect.adjusted(12, 0, -12, 0);
        painter->save();
        painter->setFont(small_font(option.widget));
        painter->setPen(theme.secondary);
        const QString detail = index.data(kDetailRole).toString();
        painter->drawText(row, Qt::AlignVCenter | Qt::AlignRight, detail);
        const int taken = detail.isEmpty() ? 0 : painter->fontMetrics().horizontalAdvance(detail) + 12;
        painter->drawText(row, Qt::AlignVCenter | Qt::AlignLeft, index.data(kGroupRole).toString());
        painter->setFont(body_font(option.widget));
        painter->setPen(theme.text);
        const QRect title = row.adjusted(92, 0, -taken, 0);
        painter->drawText(title, Qt::AlignVCenter | Qt::AlignLeft,
                          painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, title.width()));
        painter->restore();
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {100, metrics::kListRow};
    }
};

/// What a text answers with, the best first.
enum class Outcome { none, letters, starts, initials, words, whole };
constexpr int kPerAnswer = 1000; ///< more than letters can score

QStringList words_of(const QString& text)
{
    QStringList words;
    QString word;
    for (const QChar c : text) {
        if (c.isLetterOrNumber())
            word += c.toCaseFolded();
        else if (!word.isEmpty())
            words << std::exchange(word, {});
    }
    if (!word.isEmpty())
        words << word;
    return words;
}

/// Every letter in order: runs of letters and starts of words count more; 0 where one lacks.
int letters_score(const QString& typed, const QString& text)
{
    int score = 1;
    qsizetype at = 0;
    qsizetype last = -2;
    for (const QChar letter : typed) {
        if (letter.isSpace())
            continue;
        // The start of a word is preferred to the next occurrence.
        qsizetype found = -1;
        for (qsizetype i = at; i < text.size(); ++i) {
            if (text[i].toCaseFolded() != letter.toCaseFolded())
                continue;
            const bool start = i == 0 || !text[i - 1].isLetterOrNumber();
            if (found < 0)
                found = i;
            if (i == last + 1 || start) {
                found = i;
                break;
            }
        }
        if (found < 0)
            return 0;
        score += found == last + 1 ? 8 : (found == 0 || !text[found - 1].isLetterOrNumber()) ? 5 : 1;
        last = found;
        at = found + 1;
    }
    if (text.contains(typed, Qt::CaseInsensitive))
        score += 20;
    if (text.startsWith(typed, Qt::CaseInsensitive))
        score += 20;
    return std::min(score, kPerAnswer - 1);
}

Outcome answer_of(const QString& typed, const QString& text)
{
    const QStringList wanted = words_of(typed);
    const QStringList words = words_of(text);
    if (wanted.isEmpty())
        return Outcome::letters;
    if (wanted == words)
        return Outcome::whole;
    const auto run_at = [&](qsizetype at, const auto& fits) {
        for (qsizetype i = 0; i < wanted.size(); ++i)
            if (at + i >= words.size() || !fits(words[at + i], wanted[i]))
                return false;
        return true;
    };
    const auto anywhere = [&](const auto& fits) {
        for (qsizetype at = 0; at < words.size(); ++at)
            if (run_at(at, fits))
                return true;
        return false;
    };
    if (anywhere([](const QString& word, const QString& all) { return word == all; }))
        return Outcome::words;
    QString initials;
    for (const QString& word : words)
        initials += word.front();
    if (wanted.size() == 1 && wanted.front().size() > 1 && initials.startsWith(wanted.front()))
        return Outcome::initials;
    // In order, though others may stand between them.
    qsizetype next = 0;
    for (const QString& word : words)
        if (next < wanted.size() && word.startsWith(wanted[next]))
            ++next;
    return next == wanted.size() ? Outcome::starts : Outcome::letters;
}

} // namespace

int palette_score(const QString& typed, const QString& text)
{
    if (typed.isEmpty())
        return 1;
    const int letters = letters_score(typed, text);
    return letters == 0 ? 0 : static_cast<int>(answer_of(typed, text)) * kPerAnswer + letters;
}

class CommandPalette::Model : public QAbstractListModel {
public:
    using QAbstractListModel::QAbstractListModel;

    void setEntries(std::vector<PaletteEntry> entries)
    {
        m_entries = std::move(entries);
        narrow({});
    }

    void narrow(const QString& typed)
    {
        std::vector<std::pair<int, std::size_t>> scored;
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            const PaletteEntry& entry = m_entries[i];
            const int own = palette_score(typed, entry.title);
            // With what it is in front a text may be found, though not before one that answers by itself.
            const int whole = std::min(palette_score(typed, entry.group + QLatin1Char(' ') + entry.title),
                                       static_cast<int>(Outcome::starts) * kPerAnswer);
            if (const int score = std::max(own, whole); score > 0)
                scored.emplace_back(typed.isEmpty() ? 0 : score, i);
        }
        std::ranges::stable_sort(scored, [](const auto& a, const auto& b) { return a.first > b.first; });
        beginResetModel();
        m_shown.clear();
        for (const auto& [score, i] : scored)
            m_shown.push_back(i);
        endResetModel();
    }

    [[nodiscard]] const PaletteEntry& entry(int row) const { return m_entries[m_shown[static_cast<std::size_t>(row)]]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
    }

    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override
    {
        if (!index.isValid())
            return {};
        const PaletteEntry& shown = entry(index.row());
        switch (role) {
        case Qt::DisplayRole: return line_text(shown.title);
        case Qt::AccessibleTextRole: return line_text(shown.group + QLatin1String(": ") + shown.title);
        case kGroupRole: return shown.group;
        case kDetailRole: return line_text(shown.detail);
        default: return {};
        }
    }

private:
    std::vector<PaletteEntry> m_entries;
    std::vector<std::size_t> m_shown;
};

CommandPalette::CommandPalette(QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      m_model(new Model(this)),
      m_input(named(new QLineEdit(this), "paletteInput")),
      m_list(named(new QListView(this), "paletteList", tr("What matches"))),
      m_nothing(named(new ToneLabel({}, {.tone = Tone::secondary, .wraps = true}, this), "paletteNothing"))
{
    setObjectName(QStringLiteral("commandPalette"));
    setAccessibleName(tr("Commands"));
    m_input->installEventFilter(this);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new EntryDelegate(this));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_nothing->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_nothing->setContentsMargins(12, 12, 12, 12);
    m_nothing->hide();
    auto* all = bare<QVBoxLayout>(this, 8, {m_input, {m_list, 1}, {m_nothing, 1}});
    all->setContentsMargins(8, 8, 8, 8);
    connect(m_input, &QLineEdit::textChanged, this, &CommandPalette::narrow);
    connect(m_list, &QListView::clicked, this, &CommandPalette::run);
}

void CommandPalette::popup(std::vector<PaletteEntry> entries, const QString& asks)
{
    m_input->setPlaceholderText(asks.isEmpty() ? tr("Command, field, strategy, view, component or task") : asks);
    m_input->setAccessibleName(m_input->placeholderText());
    m_model->setEntries(std::move(entries));
    m_input->clear();
    m_list->setCurrentIndex(m_model->index(0, 0));
    const QWidget* window = parentWidget()->window();
    const int width = std::min(620, window->width() - 48);
    const int height = std::min(kRows * metrics::kListRow + 60, window->height() - 96);
    resize(width, height);
    move(window->mapToGlobal(QPoint((window->width() - width) / 2, metrics::kMenuBar + metrics::kToolBar)));
    show();
    m_input->setFocus();
}

void CommandPalette::narrow(const QString& typed)
{
    m_model->narrow(typed);
    m_list->setCurrentIndex(m_model->index(0, 0));
    const bool nothing = m_model->rowCount() == 0;
    m_nothing->setText(nothing ? tr("Nothing matches “%1”.").arg(name_in_sentence(typed)) : QString());
    m_nothing->setVisible(nothing);
    m_list->setVisible(!nothing);
}

void CommandPalette::run()
{
    const QModelIndex chosen = m_list->currentIndex();
    if (!chosen.isValid())
        return;
    const std::function<void()> run = m_model->entry(chosen.row()).run;
    hide();
    if (run)
        run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_input && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const auto step = [&](int rows) {
            const int count = m_model->rowCount();
            if (count > 0)
                m_list->setCurrentIndex(
                    m_model->index(std::clamp(m_list->currentIndex().row() + rows, 0, count - 1), 0));
        };
        switch (key->key()) {
        case Qt::Key_Down: step(1); return true;
        case Qt::Key_Up: step(-1); return true;
        case Qt::Key_PageDown: step(kRows); return true;
        case Qt::Key_PageUp: step(-kRows); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter: run(); return true;
        default: break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace blueprinting::ui
