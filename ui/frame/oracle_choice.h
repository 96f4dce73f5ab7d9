#pragma once
#include "ui/workspace/settings.h"
#include "ui/workspace/view.h"

#include <QObject>

#include <functional>

class QAction;

namespace blueprinting::ui {

/// Who answers as Calculon: the figures that the program carries, or a checkout that the person points at. Keeps the
/// choice in the settings and tells the workspace; its commands stand in a menu. GUI thread.
class OracleChoice : public QObject {
    Q_OBJECT
public:
    struct Parts {
        Workspace& workspace;
        Settings& settings;
        QWidget& window;
        std::function<void(const Notice&)> notify;
    };
    /// Adds "Choose Calculon checkout…", "Use the recorded Calculon figures" and "Ask Calculon again" to the menu, and
    /// takes up what the settings say.
    OracleChoice(Parts parts, QMenu& menu);

    /// Asks with this checkout, in this window alone; a folder that is none changes nothing.
    Result<Done> ask(const QString& folder);
    /// Asks with this checkout from now on, and keeps it in the settings; both outcomes are said.
    Result<Done> choose(const QString& folder);
    /// Back to the recorded figures.
    void forget();
    /// Forgets all answers, failed and cancelled ones too, and asks anew; not for recorded figures, which stay what
    /// they are.
    void askAgain();

    /// The default asks in a dialog; "" cancels.
    void setPrompt(std::function<QString()> prompt) { m_prompt = std::move(prompt); }

private:
    void apply();
    void tellFailure();
    void ask_for_folder();
    QAction* add(QMenu& menu, const QString& name, const QString& text, std::function<void()> run);

    Parts m_parts;
    std::function<QString()> m_prompt;
    QString m_folder; ///< of the checkout that is asked; empty: the recorded figures
    QAction* m_forget = nullptr;
    QAction* m_ask = nullptr;
    QStringList m_said; ///< why it gave no answer, as far as that was said
};

} // namespace blueprinting::ui
