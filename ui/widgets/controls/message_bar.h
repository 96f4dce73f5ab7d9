#pragma once
#include "ui/widgets/forward.h"

#include <QWidget>

class QAbstractButton;
class QLabel;

namespace blueprinting::ui {

class Excerpt;
struct ExcerptText;

/// One thing that a person should know about a view: an error, a caution or a fact, with what can be done about it.
/// Hidden until a message is set; closing hides it again.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    enum class Kind { error, caution, info };

    explicit MessageBar(QWidget* parent = nullptr);

    /// `lead` is bold ("certificate-cut.json was refused."), `text` follows it. Removes the actions and the excerpt of
    /// the message before.
    void setMessage(Kind kind, const QString& lead, const QString& text);
    /// A button of this message; connect to its clicked().
    QPushButton* addAction(const QString& text, const QIcon& icon = {});
    void setExcerpt(const ExcerptText& excerpt);
    void setClosable(bool closable);
    void clear();                              ///< hides it
    [[nodiscard]] QWidget* firstFocus() const; ///< where the keyboard goes when it is led here
    [[nodiscard]] QString text() const;        ///< lead and text, plain
    [[nodiscard]] Kind kind() const { return m_kind; }

Q_SIGNALS:
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Kind m_kind = Kind::info;
    QString m_plain;
    IconLabel* m_icon;
    QLabel* m_label;
    QHBoxLayout* m_actions;
    QToolButton* m_close;
    Excerpt* m_excerpt;
};

} // namespace blueprinting::ui
