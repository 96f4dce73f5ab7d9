#pragma once
#include "ui/style/explorer_style.h"

#include <QObject>

#include <functional>

class QApplication;

namespace blueprinting::ui {

/// What a person chose: as the desktop, or forced.
enum class ThemeChoice { follow_desktop, light, dark };

/// Gives the application its style and keeps the theme what the choice and the desktop say. Made once by main (and by
/// tests), after the QApplication and before any widget. Without a desktop (offscreen) the UI font is Noto Sans 13 px,
/// so that pictures are the same everywhere.
class ThemeController : public QObject {
    Q_OBJECT
public:
    /// `desktop` says whether the desktop is light or dark; by default its own palette does.
    explicit ThemeController(QApplication& application, ThemeChoice choice = ThemeChoice::follow_desktop,
                             std::function<Appearance()> desktop = {});

    [[nodiscard]] ThemeChoice choice() const { return m_choice; }
    void setChoice(ThemeChoice choice);
    [[nodiscard]] const Theme& theme() const { return m_style->theme(); }

Q_SIGNALS:
    void themeChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void apply();
    [[nodiscard]] Appearance desktop() const;

    std::function<Appearance()> m_ask_desktop;
    ThemeChoice m_choice;
    Appearance m_desktop = Appearance::light;
    ExplorerStyle* m_style = nullptr; ///< owned by the application
    bool m_applying = false;
};

} // namespace blueprinting::ui
