#pragma once
#include "ui/ir/ir_overview.h"
#include "ui/widgets/forward.h"

#include <QPointer>
#include <QScrollArea>

#include <vector>

namespace blueprinting::ui {

class FittedLabel;

/// One checkpoint as a box to pick: title, schema, digest with a copy button, counts, how it stands to the other's,
/// what left it unchanged, a link to the picked task. An accent bar marks where the picked task comes from and goes to.
class PassCardBox : public QWidget {
    Q_OBJECT
public:
    explicit PassCardBox(QWidget* parent = nullptr);
    void setCard(const PassCard& card, bool current, bool closable);
    [[nodiscard]] const PassCard& card() const { return m_card; }
    [[nodiscard]] bool isCurrent() const { return m_current; }

Q_SIGNALS:
    void picked();
    void linkFollowed();
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    PassCard m_card;
    bool m_current = false;
    FittedLabel* m_title;
    ToneLabel* m_digest;
    QToolButton* m_copy;
    QToolButton* m_close;
    FittedLabel* m_counts;
    FittedLabel* m_relation;
    ToneLabel* m_schema;
    FittedLabel* m_unchanged;
    LinkButton* m_link;
};

/// The checkpoints in the order in which they are made, the pass that leads on between them.
class PassChain : public QWidget {
    Q_OBJECT
public:
    explicit PassChain(QWidget* parent = nullptr);
    void setCards(const std::vector<PassCard>& cards, const QString& current);
    [[nodiscard]] PassCardBox* box(const QString& key) const; ///< null where there is none

Q_SIGNALS:
    void picked(const QString& key);
    void linkFollowed(const QString& key);
    void closed(const QString& key);

private:
    struct Row {
        PassCardBox* box;
        ToneLabel* arrow;
    };
    QVBoxLayout* m_layout;
    std::vector<Row> m_rows;
};

/// Scrolls a chain. As long as it is not scrolled it ends where a card or an arrow does: no card is cut at rest.
class PassScroll : public QScrollArea {
public:
    explicit PassScroll(PassChain* chain, QWidget* content);
    /// Scrolls to this card as soon as it is laid out; it stays in sight until a person scrolls.
    void reveal(QWidget* card);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void endAtCard();

    PassChain* m_chain;
    QPointer<QWidget> m_revealed;
};

} // namespace blueprinting::ui
