#include "ui/widgets/table_view.h"

namespace blueprinting::ui {

std::vector<QStringList> rows_with_source(std::vector<QStringList> rows, const QString& source)
{
    if (source.isEmpty() || rows.empty())
        return rows;
    const qsizetype columns = rows.front().size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        while (rows[i].size() < columns)
            rows[i] << QString();
        rows[i] << (i == 0 ? TableView::tr("file") : source);
    }
    return rows;
}

QString rows_to_tsv(const std::vector<QStringList>& rows)
{
    QString text;
    for (const QStringList& row : rows) {
        QStringList fields;
        for (QString field : row)
            fields << field.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
        text += fields.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

QString rows_to_markdown(const std::vector<QStringList>& rows, const std::vector<bool>& right_aligned)
{
    QString text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        QStringList fields;
        for (QString field : rows[i])
            fields << field.replace(QLatin1Char('|'), QStringLiteral("\\|")).replace(QLatin1Char('\n'), QLatin1Char(' '));
        text += QStringLiteral("| ") + fields.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
        if (i > 0)
            continue;
        QStringList rule;
        for (qsizetype column = 0; column < rows[0].size(); ++column)
            rule << (static_cast<std::size_t>(column) < right_aligned.size() && right_aligned[static_cast<std::size_t>(column)]
                         ? QStringLiteral("---:")
                         : QStringLiteral("---"));
        text += QStringLiteral("| ") + rule.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
    }
    return text;
}

QString rows_to_csv(const std::vector<QStringList>& rows)
{
    QString text;
    for (const QStringList& row : rows) {
        QStringList fields;
        for (QString field : row) {
            if (field.contains(QLatin1Char(',')) || field.contains(QLatin1Char('"')) || field.contains(QLatin1Char('\n')))
                field = QLatin1Char('"') + field.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
            fields << field;
        }
        text += fields.join(QLatin1Char(',')) + QStringLiteral("\r\n");
    }
    return text;
}

} // namespace blueprinting::ui
