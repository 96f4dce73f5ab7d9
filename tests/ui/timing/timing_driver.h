#pragma once
#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/timing/timing_view.h"
#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>

namespace blueprinting::ui {

/// The Timing view over the starting session (GPT-175B full and seqsel, which is selected), refreshed as the frame
/// does.
class TimingDriver : public QObject {
protected:
    void open()
    {
        if (!m_theme)
            m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
        m_workspace = std::make_unique<Workspace>();
        QVERIFY(m_workspace->waitForReferences());
        m_view = std::make_unique<TimingView>(*m_workspace);
        // As the frame does while the view is in front.
        connect(m_workspace.get(), &Workspace::sessionChanged, m_view.get(), &TimingView::refresh);
        connect(m_workspace.get(), &Workspace::selectionChanged, m_view.get(), &TimingView::refresh);
        m_view->resize(1240, 830);
        m_view->refresh();
        for (const char* table : {"taskTable", "componentTable"})
            m_testers.push_back(std::make_unique<QAbstractItemModelTester>(
                child<TableView>(table)->model(), QAbstractItemModelTester::FailureReportingMode::QtTest));
    }
    void close()
    {
        m_testers.clear();
        m_view.reset();
        m_workspace.reset();
    }

    template <class T>
    T* child(const char* name) const
    {
        T* found = m_view->findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qFatal("no %s", name);
        return found;
    }
    void press(const char* segments, const QString& text)
    {
        for (auto* button : child<QWidget>(segments)->findChildren<QAbstractButton*>())
            if (button->text() == text)
                QTest::mouseClick(button, Qt::LeftButton);
    }
    [[nodiscard]] int rows() const { return child<TableView>("taskTable")->model()->rowCount(); }
    [[nodiscard]] int columnOf(const char* key) const
    {
        const auto& columns = child<TableView>("taskTable")->table()->columns();
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (columns[i].id == QLatin1String(key))
                return int(i);
        return -1;
    }
    [[nodiscard]] std::string id(std::size_t place) const { return m_workspace->session().strategies[place].id; }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<TimingView> m_view;
    std::vector<std::unique_ptr<QAbstractItemModelTester>> m_testers;
};

} // namespace blueprinting::ui
