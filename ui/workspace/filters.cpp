#include "ui/workspace/filters.h"
#include "core/primitive/primitive.h"
#include "ui/style/words.h"

#include <QLocale>

#include <algorithm>

namespace blueprinting::ui {
namespace {

QString plain(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
        .replace(QLatin1Char('_'), QLatin1Char(' '));
}

} // namespace

std::vector<Filter> filters_of(const Session& session)
{
    std::vector<Filter> out;
    const auto kept = session.views.find(std::string(kFiltersId));
    if (kept == session.views.end() || !kept->second.is_array())
        return out;
    for (const Json& each : kept->second) {
        if (!each.is_array() || each.size() != 2 || !each[0].is_string() || !each[1].is_string())
            continue;
        const Filter filter{each[0].get<std::string>(), each[1].get<std::string>()};
        if (std::ranges::find(out, filter) == out.end())
            out.push_back(filter);
    }
    return out;
}

void set_filters(Session& session, const std::vector<Filter>& filters)
{
    if (filters.empty()) {
        session.views.erase(std::string(kFiltersId));
        return;
    }
    Json list = Json::array();
    for (const Filter& filter : filters)
        list.push_back(Json::array({filter.field, filter.value}));
    session.views[std::string(kFiltersId)] = std::move(list);
}

std::vector<std::string> filter_values(const Session& session, std::string_view field)
{
    std::vector<std::string> values;
    for (const Filter& filter : filters_of(session))
        if (filter.field == field)
            values.push_back(filter.value);
    return values;
}

void set_filter(Session& session, std::string_view field, const std::vector<std::string>& values)
{
    const auto wanted = [&](const std::string& value) { return std::ranges::find(values, value) != values.end(); };
    std::vector<Filter> present = filters_of(session);
    // Where one value takes the place of another (a search being typed), its chip stays where it stands.
    if (values.size() == 1)
        for (Filter& filter : present)
            if (filter.field == field && !wanted(filter.value)) {
                filter.value = values.front();
                break;
            }
    std::vector<Filter> kept;
    for (const Filter& filter : present)
        if ((filter.field != field || wanted(filter.value)) && std::ranges::find(kept, filter) == kept.end())
            kept.push_back(filter);
    for (const std::string& value : values)
        if (const Filter added{std::string(field), value}; std::ranges::find(kept, added) == kept.end())
            kept.push_back(added);
    set_filters(session, kept);
}

void set_filter(Workspace& workspace, std::string_view field, const std::vector<std::string>& values, bool typed)
{
    const QString text = values.empty()
                             ? Words::tr("Remove a filter")
                             : Words::tr("Filter by %1").arg(filter_text({std::string(field), values.back()}));
    workspace.edit(
        text, [&](Session& session) { set_filter(session, field, values); },
        typed ? QStringLiteral("filter.") + QString::fromUtf8(field.data(), static_cast<qsizetype>(field.size()))
              : QString());
}

QString primitive_title(const QString& name)
{
    for (const ir::Primitive& each : ir::all_primitives())
        if (name == QString::fromStdString(std::string(ir::primitive_name(each))))
            return QString::fromStdString(ir::title(each));
    return QString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString primitive_words(const ir::Task& task)
{
    const QString title = !std::holds_alternative<ir::Boundary>(task.primitive)
                              ? QString::fromStdString(ir::title(task.primitive))
                          : task.collective ? plain(std::string(to_string(task.collective->kind)))
                                            : Words::tr("identity");
    return title + u'\n' + QString::fromStdString(std::string(ir::primitive_name(task.primitive)));
}

QString filter_text(const Filter& filter)
{
    const QString value = QString::fromStdString(filter.value);
    if (filter.field == filter_field::phase)
        return Words::tr("phase: %1").arg(plain(filter.value));
    if (filter.field == filter_field::engine)
        return Words::tr("engine: %1").arg(plain(filter.value));
    if (filter.field == filter_field::primitive)
        return Words::tr("primitive: %1").arg(primitive_title(value));
    if (filter.field == filter_field::task)
        return Words::tr("task: %1").arg(value);
    if (filter.field == filter_field::share) {
        bool number = false;
        const double share = value.toDouble(&number);
        if (number)
            return Words::tr("share ≥ %1 %").arg(QLocale::c().toString(100 * share, 'g', 3));
    }
    if (filter.field.starts_with(filter_field::table))
        return Words::tr("rows with “%1”").arg(value);
    return Words::tr("%1: %2").arg(plain(filter.field.substr(filter.field.find_last_of('.') + 1)), value);
}

} // namespace blueprinting::ui
