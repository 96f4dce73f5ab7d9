#include "app/blueprinting/common.h"
#include "app/blueprinting/subcommands.h"
#include "app/blueprinting/table.h"
#include "app/number_option.h"
#include "core/accounting/report_json.h"
#include "core/base/format.h"

#include <cmath>

namespace blueprinting::cli {
namespace {

using namespace accounting;
using Align = Table::Align;

struct Arguments {
    bool check = false;
    std::optional<std::string> optimizer;
    std::optional<std::string> parameters;
    std::vector<std::string> parts;
    bool gradient_release = false;
    bool without_scales = false;
    bool json = false;
};

std::string gib(Bytes bytes, int decimals) { return format::fixed(bytes.value() / kGibibyte, decimals); }

std::string totals_text(const Report& report)
{
    Table table({{"Table 1, bytes per parameter"},
                 {"published", Align::right},
                 {"predicted", Align::right},
                 {"with scales", Align::right},
                 {"released: published", Align::right},
                 {"predicted", Align::right},
                 {"with scales", Align::right},
                 {"matches"}});
    for (const TotalComparison& row : report.totals) {
        const auto& released = row.published.gradient_release;
        const auto number = [](const std::optional<double>& value) { return value ? format::shortest(*value) : "–"; };
        table.add({row.published.optimizer, row.published.total.text, format::shortest(row.predicted.total),
                   format::shortest(row.predicted.total_with_scales), released ? released->text : "not published",
                   number(row.predicted.gradient_release), number(row.predicted.gradient_release_with_scales),
                   row.matches ? "yes" : "no"});
    }
    return table.text();
}

std::string rows_text(const Report& report)
{
    Table table({{"Table, model, optimizer"},
                 {"variant"},
                 {"parameters, GiB: published", Align::right},
                 {"predicted", Align::right},
                 {"state, GiB: published", Align::right},
                 {"predicted", Align::right},
                 {"off by", Align::right},
                 {"matches"}});
    for (const GroupComparison& group : report.groups)
        for (const RowComparison& row : group.rows)
            table.add({group.table + "  " + group.model + ", " + group.optimizer, row.published.variant,
                       row.published.parameters.text,
                       gib(row.predicted.parameters, row.published.parameters.decimals + 1),
                       row.published.optimizer_state.text,
                       gib(row.predicted.optimizer_state, row.published.optimizer_state.decimals + 1),
                       format::percent(row.deviation_percent, 1, false), row.matches() ? "yes" : "no"});
    return table.text();
}

std::string counts_text(const Report& report)
{
    Table table({{"Parameters"},
                 {"implied by the table", Align::right},
                 {"architecture", Align::right},
                 {"off by", Align::right},
                 {"prints alike"}});
    for (const GroupComparison& group : report.groups)
        table.add({group.table + "  " + group.model + ", " + group.optimizer,
                   format::integer(std::llround(group.count.implied)), format::integer(group.count.architecture),
                   format::percent(group.count.deviation_percent, 1, false),
                   group.count.within_printing ? "yes" : "no"});
    return table.text();
}

std::string checkpoint_text(const CheckpointComparison& checkpoint)
{
    const PublishedCheckpoint& published = checkpoint.published;
    const CheckpointPrediction& p = checkpoint.predicted;
    return "Checkpoint of " + format::integer(p.parameters) + " parameters: " + format::shortest(p.reference_bytes) +
           " → " + format::shortest(p.flash_bytes) + " bytes each, " + gib(p.reference, 0) + " → " + gib(p.flash, 0) +
           " GiB, " + format::percent(p.reduction_percent, 1, false) + " smaller (published " +
           published.reference_gibibytes.text + " → " + published.flash_gibibytes.text +
           (checkpoint.matches ? ", matches" : ", does not match") + "); with scales " + gib(p.flash_with_scales, 3) +
           " GiB, " + format::percent(p.reduction_with_scales_percent, 1, false) + " smaller\n";
}

int check(const Arguments& arguments, Style style)
{
    const auto publication = flashoptim();
    if (!publication)
        return report(publication.diagnostics(), style);
    const auto compared = compare(*publication);
    if (!compared)
        return report(compared.diagnostics(), style);
    // A deviation is a finding: it is told, and the exit stays 0.
    const int code = report(deviations(*compared), style);
    if (arguments.json)
        return std::max(code, write_json(Output::accounting_check, "", to_json(*compared), style));
    const std::string text =
        totals_text(*compared) + "\n" + rows_text(*compared) + "\n" + counts_text(*compared) + "\n" +
        checkpoint_text(compared->checkpoint) + "Table 1 " + (compared->totals_match() ? "matches" : "does not match") +
        "; " + format::integer(static_cast<std::int64_t>(compared->rows_matching())) + " of " +
        format::integer(static_cast<std::int64_t>(compared->rows())) + " rows match at the printed decimals\n";
    return std::max(code, write_output(Output::accounting_check_table, "", text, style));
}

Result<Optimizer> chosen(const Arguments& arguments)
{
    if (arguments.parts.empty()) {
        const auto standard = optimizer_from(*arguments.optimizer);
        if (!standard)
            return of_option("--optimizer", standard.diagnostics());
        return Optimizer(*standard);
    }
    Diagnostics problems;
    std::vector<Part> parts;
    for (const std::string& text : arguments.parts) {
        const auto part = part_from(text);
        if (part)
            parts.push_back(*part);
        else
            problems.insert(problems.end(), part.diagnostics().begin(), part.diagnostics().end());
    }
    if (!problems.empty())
        return of_option("--part", problems);
    auto user = make_user_optimizer(arguments.optimizer.value_or("user-defined"), std::move(parts));
    if (!user)
        return of_option("--part", user.diagnostics());
    return Optimizer(*std::move(user));
}

std::string counted(std::int64_t parameters)
{
    return format::integer(parameters) + (parameters == 1 ? " parameter" : " parameters");
}

/// One optimizer, part by part.
std::string one_text(const Optimizer& optimizer, const accounting::Options& options,
                     const std::optional<Footprint>& footprint)
{
    std::vector<Table::Column> columns{{name(optimizer)}, {"datatype"}, {"bytes per parameter", Align::right}};
    if (footprint)
        columns.push_back({counted(footprint->parameters), Align::right});
    Table table(columns);
    const auto add = [&](const std::string& title, const std::string& type, double each) {
        std::vector<std::string> row{title, type, format::shortest(each)};
        if (footprint)
            row.push_back(format::bytes(Bytes(each * static_cast<double>(footprint->parameters))));
        table.add(std::move(row));
    };
    for (const Part& part : accounting::parts(optimizer, options)) {
        add(part.name, std::string(to_string(part.type)), width(part.type));
        if (part.scale)
            add(part.name + " scales",
                std::string(to_string(part.scale->type)) + " per " + format::integer(part.scale->elements),
                width(part.scale->type) / static_cast<double>(part.scale->elements));
    }
    const PerParameter bytes = per_parameter(optimizer, options);
    add("total", "", bytes.total());
    add("checkpoint", "", bytes.checkpoint());
    return table.text();
}

/// The sixteen standard ones, one a line.
std::string all_text(const accounting::Options& options,
                     const std::vector<std::pair<Optimizer, std::optional<Footprint>>>& all)
{
    const bool sized = all.front().second.has_value();
    std::vector<Table::Column> columns{{"bytes per parameter"},    {"weights", Align::right},
                                       {"gradient", Align::right}, {"state", Align::right},
                                       {"total", Align::right},    {"checkpoint", Align::right}};
    if (sized) {
        columns.push_back({"total of " + format::integer(all.front().second->parameters), Align::right});
        columns.push_back({"checkpoint", Align::right});
    }
    Table table(columns);
    for (const auto& [optimizer, footprint] : all) {
        const PerParameter bytes = per_parameter(optimizer, options);
        std::vector<std::string> row{name(optimizer),
                                     format::shortest(bytes.weights()),
                                     format::shortest(bytes.gradient()),
                                     format::shortest(bytes.state()),
                                     format::shortest(bytes.total()),
                                     format::shortest(bytes.checkpoint())};
        if (footprint) {
            row.push_back(format::bytes(footprint->total()));
            row.push_back(format::bytes(footprint->checkpoint));
        }
        table.add(std::move(row));
    }
    return table.text();
}

int account(const Arguments& arguments, Style style)
{
    const accounting::Options options{.group_scales = !arguments.without_scales,
                                      .gradient_release = arguments.gradient_release};
    std::vector<Optimizer> optimizers;
    const bool one = arguments.optimizer || !arguments.parts.empty();
    Diagnostics problems;
    if (one) {
        const auto optimizer = chosen(arguments);
        if (optimizer)
            optimizers.push_back(*optimizer);
        else
            problems = optimizer.diagnostics();
    } else {
        for (const StandardOptimizer& standard : standard_optimizers())
            optimizers.emplace_back(standard);
    }
    std::optional<std::int64_t> count;
    if (arguments.parameters) {
        const auto parsed = parameter_count_from(*arguments.parameters, "--params");
        if (parsed)
            count = *parsed;
        else
            problems.insert(problems.end(), parsed.diagnostics().begin(), parsed.diagnostics().end());
    }
    if (!problems.empty())
        return report(problems, style);

    std::vector<std::pair<Optimizer, std::optional<Footprint>>> all;
    for (const Optimizer& optimizer : optimizers) {
        std::optional<Footprint> sized;
        if (count) {
            const auto result = footprint(per_parameter(optimizer, options), *count);
            if (!result)
                return report(of_option("--params", result.diagnostics()), style);
            sized = *result;
        }
        all.emplace_back(optimizer, sized);
    }
    if (!arguments.json)
        return write_output(Output::accounting_table, "",
                            one ? one_text(all.front().first, options, all.front().second) : all_text(options, all),
                            style);
    if (one)
        return write_json(Output::accounting_footprints, "", to_json(all.front().first, options, all.front().second),
                          style);
    Json list = Json::array();
    for (const auto& [optimizer, footprint] : all)
        list.push_back(to_json(optimizer, options, footprint));
    return write_json(Output::accounting_footprints, "", list, style);
}

} // namespace

Subcommand add_accounting(CLI::App& program)
{
    const auto arguments = std::make_shared<Arguments>();
    CLI::App* parser = program.add_subcommand(
        "accounting", "Bytes per parameter that optimizers keep, compared with published tables");
    CLI::Option* check_option =
        parser->add_flag("--check", arguments->check,
                         "Compare Tables 1, 4, 6 and 8 and section 3.4 of FlashOptim (arXiv 2602.23349) with the "
                         "arithmetic. Deviations are reported, and the exit code stays 0");
    const auto lone = [&](CLI::Option* option) { option->excludes(check_option); };
    lone(parser->add_option("--optimizer", arguments->optimizer,
                            "SGD, Adam, AdamW or Lion, or a variant such as FlashSGD, \"AdamW weight split\" or "
                            "\"AdamW quantised\"; default: all"));
    lone(parser
             ->add_option("--params", arguments->parameters,
                          "Number of parameters, 1 to 2^53, such as 8030261248 or 7e9")
             ->type_name("DECIMAL"));
    lone(parser
             ->add_option("--part", arguments->parts,
                          "A part of an optimizer of your own, which --optimizer then names. Form: "
                          "NAME=DATATYPE[/GROUP], such as m=int8/32; GROUP values share a scale. Repeat for each part. "
                          "The names master, correction, gradient, m and v have a meaning; any other part is state")
             ->allow_extra_args(false)
             ->type_name("NAME=DATATYPE[/NUMBER]"));
    lone(parser->add_flag("--gradient-release", arguments->gradient_release,
                          "Each gradient is applied and freed as soon as it is computed"));
    lone(parser->add_flag("--without-scales", arguments->without_scales,
                          "Leave out the float16 scales of quantised parts"));
    parser->add_flag("--json", arguments->json, "Write JSON");
    parser->footer(kNumberHelp);
    return {parser, [arguments] {
                const Style style = arguments->json ? Style::json : Style::text;
                return arguments->check ? check(*arguments, style) : account(*arguments, style);
            }};
}

} // namespace blueprinting::cli
