#pragma once
#include "tests/support/clicks.h"
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/frame/main_window.h"
#include "ui/widgets/controls/filter_bar.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QScrollBar>
#include <QTemporaryDir>

namespace blueprinting::ui {

/// A Hugging Face model's file, whose folder names the model "config".
inline QString config_file(const QString& folder)
{
    QDir(folder).mkpath(QStringLiteral("config"));
    return folder + QStringLiteral("/config/config.json");
}

/// The window with all its views, as the program makes it.
struct Whole {
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    Workspace workspace;
    MainWindow window;

    explicit Whole(ThemeController& theme, const QSize& size = {1600, 1000})
        : window({workspace, settings, theme}, view_entries())
    {
        window.setUnsavedPrompt([](const QString&) { return UnsavedChoice::discard; });
        window.resize(size);
        window.show();
        QApplication::setActiveWindow(&window);
        settle();
        QApplication::setActiveWindow(&window); // the one before may have gone only now
    }
    void settle()
    {
        QVERIFY(workspace.waitForReferences());
        QTRY_VERIFY_WITH_TIMEOUT(window.settled(), 60000);
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
    void show(const char* view)
    {
        QVERIFY2(window.showView(QString::fromLatin1(view)), view);
        settle();
    }
    /// The view in front, with the keyboard in nothing and everything at the top: how far it was scrolled is nobody's
    /// state.
    QImage picture()
    {
        if (QWidget* focus = window.focusWidget())
            focus->clearFocus();
        settle();
        View* view = window.currentView();
        return testing::picture_at_rest(
            *view, [this] { return window.settled(); },
            [view] {
                for (QScrollBar* bar : view->findChildren<QScrollBar*>())
                    bar->setValue(bar->minimum());
            });
    }
    template <class Widget>
    Widget* find(const char* name)
    {
        auto* widget = window.findChild<Widget*>(QString::fromLatin1(name));
        if (!widget)
            qFatal("there is no %s", name);
        return widget;
    }
    int rows(const char* table) { return find<TableView>(table)->model()->rowCount(); }
    QStringList chips()
    {
        QStringList out;
        for (const FilterChip& chip : find<FilterBar>("filterBar")->filters())
            out << chip.text;
        return out;
    }
    QAbstractButton* chip(const char* key) { return find<QAbstractButton>(key); }
};

inline void choose(QComboBox* box, const QString& text)
{
    const int index = box->findText(text);
    QVERIFY2(index >= 0, qPrintable(text));
    box->setCurrentIndex(index);
}

using testing::pick;

} // namespace blueprinting::ui
