#include "ui/workspace/refusal.h"

#include "ui/style/words.h"

namespace blueprinting::ui {
namespace {

} // namespace

QString refusal_text(const Diagnostics& diagnostics)
{
    if (diagnostics.empty())
        return {};
    const Diagnostic& first = diagnostics.front();
    QString text = QString::fromStdString(first.message);
    QString place;
    if (first.location && first.location->line > 0)
        place = first.location->column > 0
                    ? Words::tr("Line %1, column %2: ").arg(first.location->line).arg(first.location->column)
                    : Words::tr("Line %1: ").arg(first.location->line);
    else if (!text.isEmpty())
        text[0] = text[0].toUpper();
    if (!text.endsWith(QLatin1Char('.')))
        text += QLatin1Char('.');
    if (diagnostics.told() == 2)
        text += Words::tr(" 1 more problem.");
    else if (diagnostics.told() > 2)
        text += Words::tr(" %1 more problems.").arg(diagnostics.told() - 1);
    return place + text;
}

RefusedLine refused_line(const std::string& bytes, const Diagnostic& diagnostic)
{
    if (!diagnostic.location || diagnostic.location->line == 0)
        return {};
    std::size_t begin = 0;
    for (std::size_t line = 1; line < diagnostic.location->line; ++line) {
        const std::size_t end = bytes.find('\n', begin);
        if (end == std::string::npos)
            return {};
        begin = end + 1;
    }
    const std::string line = bytes.substr(begin, bytes.find('\n', begin) - begin);
    RefusedLine out;
    out.line = diagnostic.location->line;
    out.text = QString::fromUtf8(line);
    if (diagnostic.location->column > 0) // columns count bytes, carets stand under characters
        out.column = static_cast<int>(QString::fromUtf8(line.substr(0, diagnostic.location->column - 1)).size());
    return out;
}

} // namespace blueprinting::ui
