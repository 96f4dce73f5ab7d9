#include "ui/workspace/strategy_fields.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/workspace/field_words.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <array>

namespace blueprinting::ui {
namespace {

using strategy::Field;
using strategy::FieldRow;

QString number(std::int64_t value) { return QString::fromStdString(format::integer(value)); }

/// What stands behind a title, of any execution: the chunks where there are none are one, the GPUs where none are
/// stated those that the degrees make.
QString value_text(const FieldRow& row, const strategy::Execution& execution)
{
    if (const auto value = row.get(execution))
        return value_label(row, *value);
    if (row.quiet)
        return QStringLiteral("–"); // left open
    if (row.field != Field::num_procs)
        return number(1);
    const auto world = strategy::checked_world_size(execution);
    return world ? number(*world) : Words::tr("too many to count");
}

/// One key of a file says both; only data parallelism synchronises gradients.
QString title_of(const FieldRow& row, const strategy::Execution& before, const strategy::Execution& after)
{
    const bool trains = strategy::is_training(before);
    const QString groups = trains != strategy::is_training(after)
                               ? Words::tr("DP or replicas")
                               : field_title(trains ? Field::data_degree : Field::replicas);
    if (row.field == Field::data_degree)
        return groups;
    return row.field == Field::data_tier ? groups + Words::tr(" tier") : field_title(row.field);
}

/// A key of an execution file, or the last step of the path.
QString key_of(const FieldRow& row)
{
    const std::string_view path = row.path;
    return shown(row.key.empty() ? path.substr(path.rfind('.') + 1) : row.key);
}

/// Those fields of an execution file that can differ, a key once, and the schedule, which follows from others.
std::vector<const FieldRow*> compared_rows()
{
    auto rows = editor_rows();
    std::erase_if(rows, [](const FieldRow* row) { return row->field == Field::replicas; });
    return rows;
}
/// The other keys of a file (overlap and offload) are off in every strategy.
constexpr int kAlwaysOff = 5;

/// Two of the same name that are not the same say by what.
std::pair<QString, QString> model_texts(const SessionModel& a, const SessionModel& b)
{
    QString left = QString::fromStdString(a.name);
    QString right = QString::fromStdString(b.name);
    if (left != right)
        return {left, right};
    const auto shape = [](const model::TransformerModel& m) {
        return std::array{m.hidden, m.feedforward, m.sequence, m.heads, m.head_size, m.blocks};
    };
    static constexpr std::array kSymbols{"h", "f", "s", "a", "k", "L"};
    for (std::size_t i = 0; i < kSymbols.size(); ++i)
        if (shape(a)[i] != shape(b)[i]) {
            left += QStringLiteral(" %1 %2").arg(QLatin1String(kSymbols[i]), number(shape(a)[i]));
            right += QStringLiteral(" %1 %2").arg(QLatin1String(kSymbols[i]), number(shape(b)[i]));
        }
    if (left == right) // what six numbers do not say
        left += a.plain() ? Words::tr(", six numbers") : Words::tr(", described"),
            right += b.plain() ? Words::tr(", six numbers") : Words::tr(", described otherwise");
    return {left, right};
}

QString shown_leaf(const Json* value)
{
    if (!value)
        return Words::tr("none");
    return value->is_string() ? QString::fromStdString(value->get<std::string>())
                              : QString::fromStdString(value->dump());
}

/// Systems of one name by the values of their file in which they differ, where those are few; else, and where the names
/// say it already, in one line.
void add_system(std::vector<FieldChange>& fields, const system::SystemProfile& a, const system::SystemProfile& b)
{
    constexpr std::size_t few = 6;
    const QString left = QString::fromStdString(a.name);
    const QString right = QString::fromStdString(b.name);
    if (left != right) {
        fields.push_back({QStringLiteral("system"), Words::tr("System"), left, right});
        return;
    }
    const Json one = system::to_calculon(a).flatten();
    const Json other = system::to_calculon(b).flatten();
    Json both = one;
    both.update(other);
    std::vector<FieldChange> leaves;
    for (const auto& leaf : both.items()) {
        const auto find = [&leaf](const Json& side) {
            const auto at = side.find(leaf.key());
            return at == side.end() ? nullptr : &*at;
        };
        if (find(one) && find(other) && *find(one) == *find(other))
            continue;
        const QString path = QString::fromStdString(leaf.key()).mid(1).replace(QLatin1Char('/'), QLatin1Char('.'));
        leaves.push_back({QStringLiteral("system.") + path, Words::tr("System %1").arg(path), shown_leaf(find(one)),
                          shown_leaf(find(other))});
    }
    if (!leaves.empty() && leaves.size() <= few) {
        fields.insert(fields.end(), leaves.begin(), leaves.end());
        return;
    }
    const auto named = [](const QString& name, const system::SystemProfile& system) {
        return name + QLatin1Char(' ') + QString::fromStdString(system::evidence_revision(system).short_hex());
    };
    fields.push_back({QStringLiteral("system"), Words::tr("System"), named(left, a), named(right, b)});
}

} // namespace

StrategyChanges changes_between(const LegalForm& before, const LegalForm& after)
{
    StrategyChanges changes;
    if (!(before.model == after.model)) {
        const auto [left, right] = model_texts(before.model, after.model);
        changes.fields.push_back({QStringLiteral("model"), Words::tr("Model"), left, right});
    }
    if (!(before.system == after.system))
        add_system(changes.fields, before.system, after.system);
    changes.equal_fields = kAlwaysOff;
    for (const FieldRow* row : compared_rows()) {
        const QString left = value_text(*row, before.execution);
        const QString right = value_text(*row, after.execution);
        const QString title = title_of(*row, before.execution, after.execution);
        const bool follows = row->field == Field::schedule;
        // Inference does not have it, whatever a file may say.
        const bool training_only = row->purpose == strategy::Purpose::training && row->field != Field::data_degree;
        if (left == right && row->quiet)
            continue; // no key of an execution file
        if (left == right) {
            changes.equal_fields += follows ? 0 : 1;
            if (!follows && (!training_only || strategy::is_training(before.execution)))
                changes.equal.push_back({key_of(*row), title, left, right});
            continue;
        }
        const auto side = [&](const QString& text, const strategy::Execution& execution) {
            return training_only && !strategy::is_training(execution) ? QStringLiteral("–") : text;
        };
        changes.fields.push_back({key_of(*row), title, side(left, before.execution), side(right, after.execution)});
    }
    return changes;
}

QStringList short_names(const QStringList& names)
{
    if (names.size() < 2)
        return names;
    QString common = names.front();
    for (const QString& name : names) {
        qsizetype same = 0;
        while (same < common.size() && same < name.size() && common[same] == name[same])
            ++same;
        common.truncate(same);
    }
    const qsizetype cut = common.lastIndexOf(QLatin1Char(' ')) + 1;
    QStringList cut_names;
    for (const QString& name : names)
        cut_names << name.mid(cut).trimmed();
    return cut_names.contains(QString()) ? names : cut_names;
}

} // namespace blueprinting::ui
