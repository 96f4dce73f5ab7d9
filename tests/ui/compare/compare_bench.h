#pragma once
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"
#include "ui/compare/compare_view.h"
#include "ui/style/theme_controller.h"
#include "ui/widgets/tables/table_view.h"

#include <memory>

namespace blueprinting::testing {

using namespace ui;

/// A Compare view over a session of presets, connected as the frame does it.
class CompareBench : public QObject {
protected:
    static SessionStrategy preset(const std::string& name, const std::string& id, const std::string& called)
    {
        const strategy::Preset* found = strategy::find_preset(name);
        if (!found)
            qFatal("no preset %s", name.c_str());
        SessionStrategy out{id, called, *model::find_preset(found->model), *system::find_preset(found->system),
                            found->execution};
        forget_redundant_processors(out.execution);
        return out;
    }
    static Session session(const std::vector<std::pair<std::string, std::string>>& presets)
    {
        Session out;
        for (const auto& [name, called] : presets)
            out.strategies.push_back(preset(name, "s" + std::to_string(out.strategies.size() + 1), called));
        out.baseline = "s1";
        out.selected = presets.size() > 1 ? "s2" : "s1";
        return out;
    }
    static Session six(bool long_names)
    {
        const std::vector<std::string> cases{"tab5/gpt3-175B/full", "tab5/gpt3-175B/seqsel", "fig7/gpt3-175B/sel",
                                             "fig7/gpt3-175B/seq",  "fig7/gpt3-175B/none",   "tab5/gpt3-175B/full"};
        std::vector<std::pair<std::string, std::string>> presets;
        for (std::size_t i = 0; i < cases.size(); ++i)
            presets.emplace_back("seqsel-" + cases[i],
                                 long_names
                                     ? std::to_string(i) + " of the strategies with names that nobody would call short"
                                     : "run " + std::to_string(i));
        return session(presets);
    }
    static Session two()
    {
        return session(
            {{"seqsel-tab5/gpt3-175B/full", "GPT-175B full"}, {"seqsel-tab5/gpt3-175B/seqsel", "GPT-175B seqsel"}});
    }

    void open(const Session& session, const QSize& size = {1238, 853})
    {
        m_workspace = std::make_unique<Workspace>();
        m_workspace->reset(session);
        QVERIFY(m_workspace->waitForReferences());
        m_view = std::make_unique<CompareView>(*m_workspace);
        connect(m_workspace.get(), &Workspace::sessionChanged, m_view.get(), &CompareView::refresh);
        connect(m_workspace.get(), &Workspace::selectionChanged, m_view.get(), &CompareView::refresh);
        m_view->setAttribute(Qt::WA_DontShowOnScreen);
        m_view->resize(size);
        m_view->show();
        m_view->refresh();
        settle();
    }
    static void settle()
    {
        for (int i = 0; i < 4; ++i)
            QCoreApplication::processEvents();
    }
    template <class T>
    T* child(const char* name) const
    {
        T* found = m_view->findChild<T*>(QString::fromLatin1(name));
        if (!found)
            qFatal("no %s", name);
        return found;
    }
    static Cell cell(const TableView& table, const char* row, const char* column)
    {
        const auto& columns = table.table()->columns();
        const int at = table.table()->rowOf(QString::fromLatin1(row));
        for (std::size_t i = 0; at >= 0 && i < columns.size(); ++i)
            if (columns[i].id == QLatin1String(column))
                return table.table()->rows()[static_cast<std::size_t>(at)].cells[i];
        qFatal("no cell %s, %s", row, column);
        return {};
    }

    void close()
    {
        m_view.reset();
        m_workspace.reset();
    }

    std::unique_ptr<ThemeController> m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<CompareView> m_view;
};

} // namespace blueprinting::testing
