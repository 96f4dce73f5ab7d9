#pragma once
#include "tests/support/test_main.h"
#include "ui/frame/integer_field.h"
#include "ui/frame/main_window.h"
#include "ui/frame/strategy_dock.h"
#include "ui/frame/strategy_editor.h"
#include "ui/frame/strategy_list.h"

#include <QLabel>
#include <QTemporaryDir>

namespace blueprinting::ui {

/// A view that counts and says what it is asked to.
class PlainView : public View {
    Q_OBJECT
public:
    PlainView(Workspace& workspace, const QString& id, QWidget* parent) : View(workspace, id, id, parent) {}
    void refresh() override { ++refreshed; }
    bool opens(const QString& kind) const override { return opened_kind == kind; }
    Result<Done> open(const QString& path) override
    {
        if (refuses)
            return Diagnostic{Severity::error, "plain.refused", "/x", "it is not to my liking",
                              SourceLocation{path.toStdString(), 1, 2}};
        opened = path;
        return Done{};
    }
    bool wantsDock() const override { return dock; }
    QList<StatusItem> statusItems() const override { return status; }
    bool busy() const override { return is_busy; }

    int refreshed = 0;
    bool refuses = false;
    bool dock = true;
    bool is_busy = false;
    QString opened;
    QString opened_kind;
    QList<StatusItem> status;
};

/// The window over two plain views, "one" and "two"; "two" takes certificates.
struct WindowFixture {
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    ThemeController& theme;
    Workspace workspace;
    std::vector<ViewEntry> entries{{QStringLiteral("one"),
                                    QStringLiteral("One"),
                                    [](Workspace& w, QWidget* p) { return new PlainView(w, QStringLiteral("one"), p); },
                                    {}},
                                   {QStringLiteral("two"),
                                    QStringLiteral("Two"),
                                    [](Workspace& w, QWidget* p) { return new PlainView(w, QStringLiteral("two"), p); },
                                    {QStringLiteral("certificate")}}};
    MainWindow window{{workspace, settings, theme}, entries};

    explicit WindowFixture(ThemeController& controller) : theme(controller)
    {
        window.setUnsavedPrompt([](const QString&) { return UnsavedChoice::discard; });
        window.resize(1600, 1000);
        window.show();
        QApplication::setActiveWindow(&window);
        QVERIFY(workspace.waitForReferences());
        QCoreApplication::processEvents();
        QApplication::setActiveWindow(&window); // the one before may have gone only now
    }

    template <class Widget>
    Widget* find(const char* name)
    {
        auto* widget = window.findChild<Widget*>(QString::fromLatin1(name));
        if (!widget)
            qFatal("there is no %s", name);
        return widget;
    }
    PlainView* view(const char* id) { return static_cast<PlainView*>(window.showView(QString::fromLatin1(id))); }
    const SessionStrategy& strategy(const char* id) { return *workspace.session().find(id); }
    QAction* action(const char* name) { return find<QAction>(name); }
    QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
    QString write(const char* name, const std::string& text) const
    {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(text.data(), static_cast<qint64>(text.size()));
        return path(name);
    }
    /// Replaces a number in its field by typing and Return, as a person does.
    void type(const char* field, const QString& text)
    {
        auto* spin = find<IntegerField>(field);
        spin->setFocus();
        spin->selectAll();
        QTest::keyClicks(spin, text);
        QTest::keyClick(spin, Qt::Key_Return);
    }
    /// The texts of the laws that stand under the row of this name.
    QStringList laws(const char* row)
    {
        QStringList out;
        const auto* notes = find<QWidget>(row);
        const auto labels = notes->findChildren<QLabel*>(QStringLiteral("lawText"));
        for (const QLabel* label : labels)
            if (label->isVisibleTo(notes))
                out << label->text();
        return out;
    }
};

} // namespace blueprinting::ui
