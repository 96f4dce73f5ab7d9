#include "tests/support/test_main.h"
#include "ui/style/explorer_style.h"
#include "ui/style/fonts.h"
#include "ui/style/theme_controller.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

#include <array>
#include <cmath>
#include <string>

using namespace blueprinting::ui;

/// Colours that can be read and told apart, in both themes.
class ThemeTest : public QObject {
    Q_OBJECT

    static Theme themeOf(bool dark) { return dark ? dark_theme() : light_theme(); }

    using Sight = std::array<std::array<double, 3>, 3>;
    /// What a person without green or without red cones sees (Machado, Oliveira and Fernandes 2009, severity 1), in
    /// linear light.
    static constexpr Sight kDeuteranope{
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
    static constexpr Sight kProtanope{
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
    static std::array<double, 3> seen(const QColor& color, const Sight& sight)
    {
        const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
        const std::array<double, 3> light{linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
        std::array<double, 3> out{};
        for (std::size_t i = 0; i < 3; ++i)
            out[i] = sight[i][0] * light[0] + sight[i][1] * light[1] + sight[i][2] * light[2];
        return out;
    }
    /// CIE L*a*b* of linear sRGB, D65.
    static std::array<double, 3> lab(const std::array<double, 3>& rgb)
    {
        const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
        const double x = f((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047);
        const double y = f(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
        const double z = f((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883);
        return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
    }
    static double apart(const QColor& a, const QColor& b, const Sight& sight = kDeuteranope)
    {
        const auto x = lab(seen(a, sight));
        const auto y = lab(seen(b, sight));
        return std::sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) + (x[2] - y[2]) * (x[2] - y[2]));
    }

private Q_SLOTS:
    void text_can_be_read_data()
    {
        QTest::addColumn<QColor>("ink");
        QTest::addColumn<QColor>("under");
        QTest::addColumn<double>("least");
        for (const bool dark : {false, true}) {
            const Theme t = themeOf(dark);
            const char* name = dark ? "dark" : "light";
            const std::pair<const char*, QColor> inks[] = {{"text", t.text},        {"secondary", t.secondary},
                                                           {"accent", t.accent},    {"good", t.good},
                                                           {"caution", t.caution},  {"bad", t.bad},
                                                           {"below", t.below_text}, {"above", t.above_text}};
            for (const auto& [ink, color] : inks) {
                QTest::addRow("%s %s on panel", name, ink) << color << t.panel << 4.5;
                QTest::addRow("%s %s on window", name, ink) << color << t.window << 4.5;
                // Amber that is told from the warm differences cannot be darker; on a selected row it is just under the
                // bound.
                QTest::addRow("%s %s on selection", name, ink)
                    << color << t.selection << (color == t.caution ? 4.3 : 4.5);
            }
            QTest::addRow("%s text on field", name) << t.text << t.field << 4.5;
            QTest::addRow("%s caution message", name) << t.text << t.caution_background << 4.5;
            QTest::addRow("%s caution mark", name) << t.caution << t.caution_background << 4.5;
            QTest::addRow("%s error message", name) << t.text << t.bad_background << 4.5;
            QTest::addRow("%s error mark", name) << t.bad << t.bad_background << 4.5;
            for (std::size_t i = 0; i < t.chips.size(); ++i)
                QTest::addRow("%s chip %d", name, int(i)) << t.chip_ink << t.chips[i] << 4.5;
        }
    }
    void text_can_be_read()
    {
        QFETCH(QColor, ink);
        QFETCH(QColor, under);
        QFETCH(double, least);
        QVERIFY2(contrast(ink, under) >= least,
                 qPrintable(QStringLiteral("%1 on %2: %3").arg(ink.name(), under.name()).arg(contrast(ink, under))));
    }

    void contrast_is_that_of_wcag()
    {
        QCOMPARE(contrast(Qt::white, Qt::black), 21.0);
        QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
        QVERIFY(std::abs(contrast(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) <
                0.01); // the well-known grey that just fails
    }

    void labels_on_fills_data()
    {
        QTest::addColumn<QColor>("fill");
        QTest::addColumn<QColor>("label");
        QTest::newRow("forward") << QColor(0x88, 0xCC, 0xEE) << QColor(Qt::black);
        QTest::newRow("backward") << QColor(0x33, 0x22, 0x88) << QColor(Qt::white);
        QTest::newRow("recompute") << QColor(0x88, 0x22, 0x55) << QColor(Qt::white);
        QTest::newRow("optimizer") << QColor(0x99, 0x99, 0x33) << QColor(Qt::black);
        QTest::newRow("pipeline parallel") << QColor(0x11, 0x77, 0x33) << QColor(Qt::white);
    }
    void labels_on_fills()
    {
        QFETCH(QColor, fill);
        QTEST(label_on(fill), "label");
    }

    void colours_are_told_apart_data()
    {
        QTest::addColumn<QColor>("one");
        QTest::addColumn<QColor>("next");
        QTest::addColumn<double>("least");
        for (const bool dark : {false, true}) {
            const Theme t = themeOf(dark);
            const char* name = dark ? "dark" : "light";
            // Each from every other: a legend is read across a chart, and what is zero leaves others side by side.
            const auto family = [name, dark](const char* of, const auto& colors) {
                for (std::size_t i = 0; i < colors.size(); ++i)
                    for (std::size_t k = i + 1; k < colors.size(); ++k) {
                        // The two yellows of v and scales; only eight-bit optimizers have scales, a sliver at the end
                        // of the bar.
                        const bool yellows = !dark && of == std::string("optimizer parts") && i == 4;
                        QTest::addRow("%s %s %d and %d", name, of, int(i), int(k))
                            << colors[i] << colors[k] << (yellows ? 7.0 : 10.0);
                    }
            };
            family("components", t.components);
            family("memory", t.memory);
            family("optimizer parts", t.optimizer_parts);
            family("chips", t.chips);
            // Ten terms have ten shades: those that stand beside each other.
            for (std::size_t i = 1; i < t.terms.size(); ++i)
                QTest::addRow("%s terms %d and %d", name, int(i) - 1, int(i)) << t.terms[i - 1] << t.terms[i] << 10.0;
            QTest::addRow("%s below and above", name) << t.below_fill << t.above_fill << 10.0;
            QTest::addRow("%s held out and fitted", name) << t.held_out << t.fitted << 10.0;
            QTest::addRow("%s strip and past the cap", name) << t.strip << t.strip_past << 10.0;
            // Each of these has a mark of its own shape, too.
            QTest::addRow("%s good and caution", name) << t.good << t.caution << 10.0;
            QTest::addRow("%s good and bad", name) << t.good << t.bad << 10.0;
            QTest::addRow("%s caution and bad", name) << t.caution << t.bad << (dark ? 10.0 : 8.0);
        }
    }
    void colours_are_told_apart()
    {
        QFETCH(QColor, one);
        QFETCH(QColor, next);
        QFETCH(double, least);
        QVERIFY2(apart(one, next) >= least,
                 qPrintable(QStringLiteral("%1, %2: %3").arg(one.name(), next.name()).arg(apart(one, next))));
    }

    /// Families of runs are marks of few pixels, far from their names: told apart without either kind of cones, and
    /// seen on the panel. What is not counted steps back.
    void families_of_runs()
    {
        for (const Theme& theme : {light_theme(), dark_theme()})
            for (std::size_t i = 0; i < theme.runs.size(); ++i) {
                const QColor& color = theme.runs[i];
                const bool derived = i == 7;
                QVERIFY2(contrast(color, theme.panel) >= (derived ? 1.8 : 3.0), qPrintable(color.name()));
                for (std::size_t k = 0; k < i; ++k)
                    for (const Sight& sight : {kDeuteranope, kProtanope})
                        QVERIFY2(apart(color, theme.runs[k], sight) >= 10.0,
                                 qPrintable(QStringLiteral("%1, %2: %3")
                                                .arg(color.name(), theme.runs[k].name())
                                                .arg(apart(color, theme.runs[k], sight))));
            }
    }

    void switches_at_run_time()
    {
        auto* controller = qApp->findChild<ThemeController*>();
        QVERIFY(controller);
        QPushButton button(QStringLiteral("Add"));
        controller->setChoice(ThemeChoice::dark);
        QCOMPARE(theme_of(&button).panel, QColor(0x26, 0x2A, 0x31));
        QCOMPARE(QApplication::palette().color(QPalette::Window), QColor(0x1E, 0x21, 0x26));
        QSignalSpy changed(controller, &ThemeController::themeChanged);
        controller->setChoice(ThemeChoice::light);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(theme_of(&button).panel, QColor(0xFF, 0xFF, 0xFF));
        QCOMPARE(QApplication::palette().color(QPalette::Window), QColor(0xF6, 0xF7, 0xF9));
        QCOMPARE(appearance_of(palette_of(dark_theme())), Appearance::dark);
    }

    void controls_have_their_height()
    {
        QPushButton button(QStringLiteral("Add"));
        QVERIFY(button.sizeHint().height() >= 28);
        QPushButton compact(QStringLiteral("Add"));
        set_compact(&compact);
        QVERIFY(compact.sizeHint().height() < 28);
    }

    void numbers_have_equal_digits() { QVERIFY(has_tabular_digits(number_font())); }

    void follows_the_desktop_unless_forced()
    {
        // The last of the tests: this controller's style takes the place of the one before, which is gone with it.
        qApp->findChild<ThemeController*>()->setChoice(ThemeChoice::light);
        Appearance desktop = Appearance::dark;
        ThemeController controller(*qApp, ThemeChoice::follow_desktop, [&] { return desktop; });
        int changes = 0;
        connect(&controller, &ThemeController::themeChanged, this, [&] { ++changes; });
        const auto told = [] {
            QEvent event(QEvent::ThemeChange); // as Qt sends it when the desktop's theme changes
            QApplication::sendEvent(qApp, &event);
        };
        const auto window = [] { return QApplication::palette().color(QPalette::Window); };
        QCOMPARE(controller.theme().appearance, Appearance::dark);
        QCOMPARE(window(), QColor(0x1E, 0x21, 0x26));
        desktop = Appearance::light;
        QCOMPARE(controller.theme().appearance, Appearance::dark); // until the desktop says so
        told();
        QCOMPARE(controller.theme().appearance, Appearance::light);
        QCOMPARE(window(), QColor(0xF6, 0xF7, 0xF9));
        told();
        QCOMPARE(changes, 1); // nothing new
        // Forced, it stays whatever the desktop does, and follows again when asked to.
        controller.setChoice(ThemeChoice::light);
        desktop = Appearance::dark;
        told();
        QCOMPARE(controller.theme().appearance, Appearance::light);
        controller.setChoice(ThemeChoice::follow_desktop);
        QCOMPARE(controller.theme().appearance, Appearance::dark);
        controller.setChoice(ThemeChoice::dark);
        desktop = Appearance::light;
        told();
        QCOMPARE(controller.theme().appearance, Appearance::dark);
    }
};

int main(int argc, char** argv)
{
    qInstallMessageHandler(blueprinting::testing::message_handler);
    QApplication application(argc, argv);
    new ThemeController(application, ThemeChoice::light);
    ThemeTest test;
    const int failures = QTest::qExec(&test, argc, argv);
    return failures != 0 ? failures : blueprinting::testing::unexpected_messages() > 0;
}
#include "theme_test.moc"
