#include "core/accounting/published.h"

#include "core/base/embedded_file.h"
#include "core/base/object_reader.h"

#include <array>
#include <charconv>
#include <span>

namespace blueprinting::accounting {

std::span<const EmbeddedFile> publication_files();

namespace {

double parsed(std::string_view text)
{
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    return value;
}

/// A figure under `key`; a fault is told with its place in the file.
PrintedFigure figure(ObjectReader& reader, const std::string& key)
{
    const auto text = reader.string(key);
    if (!text)
        return {};
    Result<PrintedFigure> read = printed_figure_from(*text);
    if (read)
        return *std::move(read);
    reader.fail(read.diagnostics().front().code, key, read.diagnostics().front().message);
    return {};
}

template <class T, class Read>
std::vector<T> list(ObjectReader& parent, const std::string& key, Read read)
{
    std::vector<T> out;
    const Json* items = parent.each(key, [&](ObjectReader& reader) { out.push_back(read(reader)); });
    if (items && items->empty())
        parent.fail("reader.range", key, "\"" + key + "\" must not be empty");
    return out;
}

template <class T, class Read>
Result<T> whole(const JsonDocument& document, Read read)
{
    Diagnostics problems;
    ObjectReader reader(document, document.root(), "", problems);
    T value = read(reader);
    reader.finish();
    if (!problems.empty())
        return problems;
    return value;
}

} // namespace

bool PrintedFigure::agrees_with(double prediction) const
{
    std::array<char, 400> buffer{};
    const auto rounded =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), prediction, std::chars_format::fixed, decimals);
    return rounded.ec == std::errc{} && parsed({buffer.data(), rounded.ptr}) == value;
}

Result<PrintedFigure> printed_figure_from(const std::string& text)
{
    const auto point = text.find('.');
    const bool digits_only = text.find_first_not_of("0123456789.") == std::string::npos;
    const bool one_point = point == std::string::npos ||
                           (point > 0 && point + 1 < text.size() && text.find('.', point + 1) == std::string::npos);
    if (text.empty() || text.size() > 30 || !digits_only || !one_point)
        return Diagnostic{.code = "accounting.figure.syntax",
                          .path = "",
                          .message =
                              "the printed figure \"" + text + "\" must be digits with at most one point between them"};
    const int decimals = point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
    return PrintedFigure{text, parsed(text), decimals};
}

Result<std::vector<PublishedTotal>> read_totals(const JsonDocument& document)
{
    return whole<std::vector<PublishedTotal>>(document, [](ObjectReader& reader) {
        reader.string("source");
        reader.choice("unit", {"bytes per parameter"});
        return list<PublishedTotal>(reader, "totals", [](ObjectReader& row) {
            PublishedTotal total;
            total.optimizer = row.string("optimizer").value_or("");
            total.total = figure(row, "total");
            if (row.has("gradient_release"))
                total.gradient_release = figure(row, "gradient_release");
            return total;
        });
    });
}

Result<std::vector<PublishedGroup>> read_groups(const JsonDocument& document)
{
    return whole<std::vector<PublishedGroup>>(document, [](ObjectReader& reader) {
        const std::string source = reader.string("source").value_or("");
        const std::string table = reader.string("table").value_or("");
        reader.choice("unit", {"GiB"});
        return list<PublishedGroup>(reader, "groups", [&](ObjectReader& item) {
            PublishedGroup group{
                table, source, item.string("model").value_or(""), item.string("optimizer").value_or(""), {}};
            group.rows = list<PublishedRow>(item, "rows", [](ObjectReader& row) {
                const auto variant = row.choice("variant", {"Reference", "FlashOptim", "Weight Split", "Opt. Quant."});
                return PublishedRow{variant.value_or(""), figure(row, "parameters"), figure(row, "optimizer_state")};
            });
            return group;
        });
    });
}

Result<PublishedCheckpoint> read_checkpoint(const JsonDocument& document)
{
    return whole<PublishedCheckpoint>(document, [](ObjectReader& reader) {
        PublishedCheckpoint out;
        out.source = reader.string("source").value_or("");
        out.claim = reader.string("claim").value_or("");
        out.optimizer = reader.string("optimizer").value_or("");
        const auto pair = [&](const std::string& key, PrintedFigure& reference, PrintedFigure& flash) {
            reader.object(key, [&](ObjectReader& inner) {
                reference = figure(inner, "reference");
                flash = figure(inner, "flash");
            });
        };
        pair("bytes_per_parameter", out.reference_bytes, out.flash_bytes);
        pair("gibibytes", out.reference_gibibytes, out.flash_gibibytes);
        return out;
    });
}

Result<std::vector<ArchitectureCount>> read_architectures(const JsonDocument& document)
{
    return whole<std::vector<ArchitectureCount>>(document, [](ObjectReader& reader) {
        reader.string("source");
        return list<ArchitectureCount>(reader, "models", [](ObjectReader& row) {
            return ArchitectureCount{row.string("name").value_or(""), row.integer("parameters", 1).value_or(0)};
        });
    });
}

Result<Publication> flashoptim()
{
    Publication out;
    for (const EmbeddedFile& file : publication_files()) {
        const Result<JsonDocument> document = JsonDocument::parse(std::string(file.bytes), std::string(file.path));
        if (!document)
            return document.failure_as<Publication>();
        const auto keep = [](auto result, auto& into) -> Diagnostics {
            if (!result)
                return result.diagnostics();
            if constexpr (requires { into.insert(into.end(), result->begin(), result->end()); })
                into.insert(into.end(), result->begin(), result->end());
            else
                into = *std::move(result);
            return {};
        };
        Diagnostics problems;
        if (document->root().contains("totals"))
            problems = keep(read_totals(*document), out.totals);
        else if (document->root().contains("groups"))
            problems = keep(read_groups(*document), out.groups);
        else if (document->root().contains("models"))
            problems = keep(read_architectures(*document), out.architectures);
        else
            problems = keep(read_checkpoint(*document), out.checkpoint);
        if (!problems.empty())
            return problems;
    }
    return out;
}

} // namespace blueprinting::accounting
