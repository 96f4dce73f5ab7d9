#include "ui/style/theme_controller.h"
#include "ui/style/icon.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>

#include <utility>

namespace blueprinting::ui {

namespace {

Theme theme_for(Appearance appearance) { return appearance == Appearance::dark ? dark_theme() : light_theme(); }

void set_font_without_desktop()
{
    for (const char* family : {"Noto Sans", "DejaVu Sans"})
        if (QFontDatabase::hasFamily(QString::fromLatin1(family))) {
            QFont font(QString::fromLatin1(family));
            font.setPointSizeF(9.75); // 13 px at 96 dpi
            QApplication::setFont(font);
            return;
        }
}

} // namespace

ThemeController::ThemeController(QApplication& application, ThemeChoice choice, std::function<Appearance()> desktop)
    : QObject(&application), m_ask_desktop(std::move(desktop)), m_choice(choice)
{
    if (QApplication::platformName() == QLatin1String("offscreen") ||
        QApplication::platformName() == QLatin1String("minimal"))
        set_font_without_desktop();
    m_desktop = this->desktop();
    m_style = new ExplorerStyle(theme_for(Appearance::light));
    QApplication::setStyle(m_style);
    QApplication::setWindowIcon(application_icon());
    apply();
    application.installEventFilter(this);
}

void ThemeController::setChoice(ThemeChoice choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    if (choice == ThemeChoice::follow_desktop)
        m_desktop = desktop();
    apply();
}

/// Qt 6.4 has no colour scheme to ask; a palette that nobody set is the desktop's own.
Appearance ThemeController::desktop() const
{
    if (m_ask_desktop)
        return m_ask_desktop();
    const QPalette ours = QApplication::palette();
    QApplication::setPalette(QPalette());
    const Appearance appearance = appearance_of(QApplication::palette());
    if (m_style)
        QApplication::setPalette(ours);
    return appearance;
}

void ThemeController::apply()
{
    const Appearance appearance = m_choice == ThemeChoice::follow_desktop ? m_desktop
                                  : m_choice == ThemeChoice::dark         ? Appearance::dark
                                                                          : Appearance::light;
    m_applying = true;
    m_style->setTheme(theme_for(appearance));
    m_applying = false;
    Q_EMIT themeChanged();
}

bool ThemeController::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ThemeChange && !m_applying && m_choice == ThemeChoice::follow_desktop) {
        m_applying = true;
        const Appearance now = desktop();
        m_applying = false;
        if (now != m_desktop) {
            m_desktop = now;
            apply();
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace blueprinting::ui
