#include "ui/workspace/session_step.h"

#include "ui/style/foreign_text.h"
#include "ui/style/menu_text.h"

#include <algorithm>
#include <utility>

namespace blueprinting::ui {
namespace {

/// The one strategy whose fields are not the same in both, or "" where none or several are.
std::string only_changed(const Session& from, const Session& to)
{
    std::string found;
    for (const SessionStrategy& strategy : to.strategies) {
        const SessionStrategy* old = from.find(strategy.id);
        if (old && old->execution == strategy.execution && old->model == strategy.model &&
            old->system == strategy.system && old->name == strategy.name)
            continue;
        if (!found.empty())
            return {};
        found = strategy.id;
    }
    return found;
}

/// Behind the line break stands what the menu shows: names may hold ampersands.
QString text_and_action(const QString& text)
{
    const QString line = text.simplified();
    return line + QLatin1Char('\n') + menu_text(line);
}

} // namespace

Session moved(Session now, const Session& from, const Session& to)
{
    if (from.strategies != to.strategies)
        now.strategies = to.strategies;
    if (from.selected != to.selected)
        now.selected = to.selected;
    else if (const std::string changed = only_changed(from, to); !changed.empty())
        now.selected = changed; // show what has just changed
    if (from.baseline != to.baseline)
        now.baseline = to.baseline;
    if (from.view != to.view)
        now.view = to.view;
    if (from.selection != to.selection)
        now.selection = to.selection;
    if (from.rules != to.rules)
        now.rules = to.rules;
    if (from.findings != to.findings)
        now.findings = to.findings;
    if (from.parts != to.parts)
        now.parts = to.parts;
    std::vector<std::string> views;
    for (const auto* side : {&from, &to})
        for (const auto& [id, state] : side->views)
            views.push_back(id);
    for (const std::string& id : views) {
        const auto was = from.views.find(id);
        const auto is = to.views.find(id);
        if (is == to.views.end())
            now.views.erase(id);
        else if (was == from.views.end() || was->second != is->second)
            now.views[id] = is->second;
    }
    return now;
}

SessionStep::SessionStep(const QString& text, Session before, Session after, const QString& mergeKey, Current current,
                         Apply apply)
    : QUndoCommand(text_and_action(line_text(text))),
      m_before(std::move(before)),
      m_after(std::move(after)),
      m_mergeKey(mergeKey),
      m_current(std::move(current)),
      m_apply(std::move(apply))
{
}

void SessionStep::undo() { m_apply(moved(m_current(), m_after, m_before)); }

void SessionStep::redo()
{
    m_apply(m_first ? m_after : moved(m_current(), m_before, m_after));
    m_first = false;
}

bool SessionStep::mergeWith(const QUndoCommand* newer)
{
    const auto* step = static_cast<const SessionStep*>(newer); // the stack merges commands of one id() only
    if (step->m_mergeKey != m_mergeKey)
        return false;
    // Only what the newer step changed: between the two a person may have moved to another tab.
    m_after = moved(m_after, step->m_before, step->m_after);
    setText(text_and_action(step->text()));
    setObsolete(m_before == m_after);
    return true;
}

} // namespace blueprinting::ui
