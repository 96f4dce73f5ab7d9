#include "ui/workspace/view.h"

#include "ui/style/shown.h"
#include "ui/workspace/stale_mark.h"

#include <algorithm>
#include <utility>

namespace blueprinting::ui {
namespace {

/// Those that have a name, with it.
std::vector<std::pair<std::string, Part*>> parts_of(const QWidget& view)
{
    std::vector<std::pair<std::string, Part*>> out;
    const auto widgets = view.findChildren<QWidget*>();
    for (QWidget* widget : widgets)
        if (auto* part = dynamic_cast<Part*>(widget); part && !widget->objectName().isEmpty())
            out.emplace_back(widget->objectName().toStdString(), part);
    return out;
}

} // namespace

View::View(Workspace& workspace, const QString& id, const QString& title, QWidget* parent)
    : QWidget(parent), m_workspace(workspace), m_id(id), m_title(title)
{
    setObjectName(id + QStringLiteral("View"));
    setAccessibleName(title);
}

bool View::opens(const QString&) const { return false; }

Result<Done> View::open(const QString& path)
{
    return Diagnostic{Severity::error, "view.opens_nothing", "",
                      "the " + m_title.toStdString() + " view opens no files", SourceLocation{path.toStdString()}};
}

void View::refreshWhole()
{
    const std::string id = m_id.toStdString();
    // Another session was opened: what the new data does to a part that is still as the old session left it is not to
    // be kept.
    std::set<std::string> others;
    for (const auto& [name, kept] : m_kept)
        if (m_workspace.partState(id, name) != kept.given)
            others.insert(name);
    const bool outer = std::exchange(m_giving, true);
    refresh();
    for (const auto& [name, part] : parts_of(*this)) {
        if (part->hasPartListener() && !others.contains(name)) {
            keepPart(name, *part);
            continue;
        }
        const PartState state = m_workspace.partState(id, name);
        part->setPartState(state);
        m_kept[name] = {state, part->partState()};
        if (!part->hasPartListener())
            part->setPartListener([this, name = name, part = part] {
                if (!m_giving)
                    keepPart(name, *part);
            });
    }
    m_giving = outer;
}

void View::keepPart(const std::string& name, const Part& part)
{
    Kept& kept = m_kept[name];
    PartState state = part.partState();
    if (state == kept.own)
        return;
    kept = {state, state};
    m_workspace.setPartState(m_id.toStdString(), name, state);
}

QString View::keptText(const char* key, const QString& otherwise) const
{
    const Json kept = state();
    const Json text = kept.is_object() ? kept.value(key, Json()) : Json();
    return text.is_string() ? shown(text.get<std::string>()) : otherwise;
}

QStringList View::keptTexts(const char* key) const
{
    const Json kept = state();
    QStringList out;
    if (const Json list = kept.is_object() ? kept.value(key, Json()) : Json(); list.is_array())
        for (const Json& text : list)
            if (text.is_string())
                out << shown(text.get<std::string>());
    return out;
}

void View::saveWhereAsked(const SaveWords& words, const SaveWriter& writer)
{
    save_where_asked(this, words, writer, [this](const SaveOutcome& outcome) { Q_EMIT saved(outcome); });
}

StaleMark* View::addStaleMark(const QStringList& kinds, QWidget* parent)
{
    auto* mark = new StaleMark(m_workspace.jobs(), kinds, parent);
    connect(mark, &StaleMark::staleChanged, this, &View::staleChanged);
    return mark;
}

bool View::stale() const
{
    const auto marks = findChildren<StaleMark*>();
    return std::ranges::any_of(marks, [](const StaleMark* mark) { return mark->stale(); });
}

} // namespace blueprinting::ui
