#include "ui/frame/strategy_facts.h"
#include "ui/frame/strategy_list.h"
#include "ui/style/foreign_text.h"
#include "ui/workspace/letters.h"

namespace blueprinting::ui {

StrategyListModel::StrategyListModel(Workspace& workspace, QObject* parent)
    : QAbstractListModel(parent), m_workspace(workspace)
{
    refresh();
}

void StrategyListModel::refresh()
{
    std::vector<std::string> ids;
    for (const SessionStrategy& strategy : m_workspace.session().strategies)
        ids.push_back(strategy.id);
    if (ids != m_ids) {
        beginResetModel();
        m_ids = std::move(ids);
        endResetModel();
    } else if (!m_ids.empty()) {
        Q_EMIT dataChanged(index(0), index(static_cast<int>(m_ids.size()) - 1));
    }
}

int StrategyListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ids.size());
}

Qt::ItemFlags StrategyListModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemIsEditable | Qt::ItemNeverHasChildren
                           : Qt::NoItemFlags;
}

QVariant StrategyListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const std::string& id = m_ids[static_cast<std::size_t>(index.row())];
    const SessionStrategy* strategy = m_workspace.session().find(id);
    if (!strategy)
        return {};
    const bool baseline = m_workspace.session().baseline == id;
    const StandingText standing = standing_among(m_workspace.result(id), m_workspace);
    switch (role) {
    case Qt::DisplayRole: return line_text(QString::fromStdString(strategy->name));
    case Qt::EditRole: return QString::fromStdString(strategy->name);
    case Qt::AccessibleTextRole: {
        QString text = tr("%1, %2, %3")
                           .arg(m_workspace.letter(id), line_text(QString::fromStdString(strategy->name)),
                                standing.detail.isEmpty() ? standing.text : standing.detail);
        if (baseline)
            text += tr(", baseline");
        if (!strategy->visible)
            text += tr(", hidden");
        return text;
    }
    case IdRole: return QString::fromStdString(id);
    case LetterRole: return m_workspace.letter(id);
    case ChipRole: return QVariant::fromValue(chip_of(*strategy));
    case StandingRole: return standing.text;
    case StandingTipRole: return standing.detail;
    case BadRole: return standing.bad;
    case BoundRole: return standing.bound;
    case BaselineRole: return baseline;
    case VisibleRole: return strategy->visible;
    default: return {};
    }
}

bool StrategyListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const QString name = value.toString().trimmed();
    if (role != Qt::EditRole || !index.isValid() || name.isEmpty())
        return false;
    m_workspace.edit(tr("Rename to %1").arg(name), [&](Session& session) {
        if (SessionStrategy* strategy = session.find(m_ids[static_cast<std::size_t>(index.row())]))
            strategy->name = name.toStdString();
    });
    return true;
}

} // namespace blueprinting::ui
