#include "core/base/delimited.h"
#include "ui/style/foreign_text.h"
#include "ui/widgets/tables/table_view.h"

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

namespace {

QString delimited(const std::vector<QStringList>& rows, DelimitedWriter::Separator separator)
{
    std::string text;
    DelimitedWriter table(text, separator);
    for (const QStringList& row : rows) {
        for (const QString& field : row)
            table.text(field.toStdString());
        table.end_row();
    }
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A cell of a table has one line, and takes much for markup that people write in names.
QString markdown_cell(const QString& text)
{
    const QString line = line_text(text);
    QString out;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar next = i + 1 < line.size() ? line[i + 1] : QChar();
        const bool link = line[i] == u']' && (next == u'(' || next == u'[');
        if (link || QStringLiteral("\\|<`*&").contains(line[i]))
            out += u'\\';
        out += line[i];
    }
    return out;
}

} // namespace

QString plain_figure(double value) { return QString::fromStdString(plain_number(value)); }

QString rows_to_tsv(const std::vector<QStringList>& rows) { return delimited(rows, DelimitedWriter::Separator::tab); }

QString rows_to_markdown(const std::vector<QStringList>& rows, const std::vector<bool>& right_aligned)
{
    QString text;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        QStringList fields;
        for (const QString& field : rows[i])
            fields << markdown_cell(field);
        text += QStringLiteral("| ") + fields.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
        if (i > 0)
            continue;
        QStringList rule;
        for (qsizetype column = 0; column < rows[0].size(); ++column)
            rule << (static_cast<std::size_t>(column) < right_aligned.size() &&
                             right_aligned[static_cast<std::size_t>(column)]
                         ? QStringLiteral("---:")
                         : QStringLiteral("---"));
        text += QStringLiteral("| ") + rule.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
    }
    return text;
}

QString rows_to_csv(const std::vector<QStringList>& rows) { return delimited(rows, DelimitedWriter::Separator::comma); }

} // namespace blueprinting::ui
