#pragma once
#include <QWidget>

class QPlainTextEdit;

namespace blueprinting::ui {

class ToneLabel;

/// What another program wrote, word for word: in the fixed font, from the left, in a box that scrolls, to be copied.
class OutputBox : public QWidget {
    Q_OBJECT
public:
    explicit OutputBox(const QString& title, QWidget* parent = nullptr);
    void setOutput(const QString& output);

private:
    QPlainTextEdit* m_output;
};

} // namespace blueprinting::ui
