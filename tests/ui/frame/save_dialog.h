#pragma once
#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QTimer>

namespace blueprinting::testing {

/// Types a path into the file dialog that the next action opens, and takes it: what a person does. Where the path is
/// empty it takes what the dialog proposes, which is left in `proposed`. Good for one dialog; says whether there was
/// one.
class SaveDialog {
public:
    explicit SaveDialog(const QString& path, QString* proposed = nullptr)
    {
        m_timer.setInterval(1);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this, path, proposed] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isVisible())
                return;
            m_timer.stop();
            m_answered = true;
            auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            if (proposed)
                *proposed = name->text();
            QApplication::setActiveWindow(
                dialog); // what is typed takes the place of what is selected only where the keyboard is
            name->setFocus();
            if (!path.isEmpty())
                name->setText(path);
            QMetaObject::invokeMethod(dialog, "accept");
        });
        m_timer.start();
    }
    [[nodiscard]] bool answered() const { return m_answered; }

private:
    QTimer m_timer;
    bool m_answered = false;
};

} // namespace blueprinting::testing
