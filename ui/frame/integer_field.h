#pragma once
#include <QAbstractSpinBox>
#include <QTimer>

namespace blueprinting::ui {

/// A spin box over whole numbers from 1 to 2^53 (QSpinBox ends at 2^31). A number that is typed applies once the keys
/// rest for kRest, with Return, or when the field is left; steps apply at once. Text that is no such number stays as it
/// was typed and is refused (refusalChanged), and the value stays what it was, until the text is right, Escape takes it
/// back or another value comes. Up and Down step by one, Page Up and Page Down ask for the next legal value
/// (nextRequested).
class IntegerField : public QAbstractSpinBox {
    Q_OBJECT
    Q_PROPERTY(qint64 value READ value WRITE setValue NOTIFY valueEdited USER true)
public:
    static constexpr int kRest = 250; ///< milliseconds

    explicit IntegerField(QWidget* parent = nullptr);

    [[nodiscard]] qint64 value() const { return m_value; }
    /// Shows the value; nothing is emitted. What is being typed or was refused is left alone where the value is the
    /// same.
    void setValue(qint64 value);
    /// Applies or refuses what is typed, without waiting for rest.
    void commit();
    /// Takes back what was typed and has not been applied.
    void forget();
    /// What stands in the field is no number from 1 to 2^53.
    [[nodiscard]] bool refused() const { return m_refused; }
    /// What the tool tip says of the field, behind the whole text where that has no room.
    void setHelp(const QString& help);

    void stepBy(int steps) override;
    [[nodiscard]] QValidator::State validate(QString& input, int& position) const override;
    void fixup(QString& input) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// By the person. The same `typing` says that one number is still being typed; 0 is a step, whole by itself.
    void valueEdited(qint64 value, int typing);
    void nextRequested(int direction); ///< +1 up, −1 down
    void refusalChanged();

protected:
    bool event(QEvent* event) override;
    /// Tab applies what is typed before it looks for the next stop, which may be a way out of a law that this breaks.
    bool focusNextPrevChild(bool next) override;
    [[nodiscard]] StepEnabled stepEnabled() const override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void typed(const QString& text);
    void edited(qint64 value, int typing);
    void setRefused(bool refused);
    void showNumber();
    /// The help, and before it the whole text where the field has no room for it.
    void refreshTip();
    [[nodiscard]] QSize sizeFor(const QString& digits) const;

    qint64 m_value = 1;
    bool m_refused = false;
    bool m_typing = false; ///< since the last Return, step or visit
    int m_number = 0;      ///< counts the numbers that were typed
    QString m_last;        ///< text after the last key
    QString m_help;
    QTimer m_rest;
};

} // namespace blueprinting::ui
