#pragma once
#include <QAbstractSpinBox>

#include <cstdint>

namespace blueprinting::ui {

/// A spin box over whole numbers from 1 to 2^53 (QSpinBox ends at 2^31). What is typed is committed at each key that leaves a
/// whole number; text that is none is not, and the last number comes back when the field is left. Up and Down step by one,
/// Page Up and Page Down ask for the next legal value (nextRequested).
class IntegerField : public QAbstractSpinBox {
    Q_OBJECT
    Q_PROPERTY(qint64 value READ value WRITE setValue NOTIFY valueEdited USER true)
public:
    explicit IntegerField(QWidget* parent = nullptr);

    [[nodiscard]] qint64 value() const { return m_value; }
    /// Shows the value; nothing is emitted. Text under the cursor that already says it is left alone.
    void setValue(qint64 value);

    void stepBy(int steps) override;
    [[nodiscard]] QValidator::State validate(QString& input, int& position) const override;
    void fixup(QString& input) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void valueEdited(qint64 value);   ///< by the person
    void nextRequested(int direction); ///< +1 up, −1 down

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void typed(const QString& text);
    void edited(qint64 value);
    [[nodiscard]] QSize sizeFor(const QString& digits) const;

    qint64 m_value = 1;
};

} // namespace blueprinting::ui
