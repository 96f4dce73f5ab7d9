#include "app/blueprinting/schedule_arguments.h"

#include "app/blueprinting/common.h"
#include "app/blueprinting/schedule_source.h"
#include "app/blueprinting/sequence_option.h"
#include "app/blueprinting/view_option.h"
#include "app/number_option.h"
#include "core/schedule/order_text.h"
#include "core/schedule/written_order.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <array>

namespace blueprinting::cli {
namespace {

using namespace schedule;

Diagnostic meaningless(const std::string& option, const std::string& goes_with)
{
    return {Severity::error, "usage", "", option + " goes with " + goes_with + ": leave it out"};
}

template <const std::string_view& parameter>
bool takes(Kind kind)
{
    const auto known = kind->parameters;
    return std::any_of(known.begin(), known.end(), [](const Parameter& each) { return each.name == parameter; });
}

/// An option that only some kinds have a use for.
struct OfKinds {
    const char* option;
    bool (*has)(Kind);
};
constexpr std::array kOfKinds{OfKinds{"--chunks", takes_chunks},
                              OfKinds{"--backward", has_backward},
                              OfKinds{"--input-gradient", splits_backward},
                              OfKinds{"--recompute", has_backward},
                              OfKinds{"--separate-recompute", has_backward},
                              OfKinds{"--group", takes<kGroup>},
                              OfKinds{"--warm-up", takes<kWarmUp>},
                              OfKinds{"--slices", takes<kSlices>},
                              OfKinds{"--reverse", takes<kReverse>},
                              OfKinds{"--hidden", takes<kHidden>}};

/// Every option given that the kind has no use for, with the kinds that have. One that says what is so without it
/// harms nothing.
Diagnostics meaningless_for(Kind kind, const CLI::App& parser, const ScheduleArguments& arguments)
{
    Diagnostics out;
    for (const OfKinds& each : kOfKinds) {
        if (each.has(kind) || parser.count(each.option) == 0)
            continue;
        const std::string_view option = each.option;
        if ((option == "--chunks" && arguments.chunks == 1) || (option == "--slices" && arguments.slices == 1) ||
            (option == "--hidden" && arguments.hidden == 0))
            continue;
        out.push_back(
            meaningless(each.option, "--kind " + kind_names(each.has) + ", not with " + std::string(to_string(kind))));
    }
    return out;
}

/// The parameters in the kind's order, those not given as standard.
std::vector<double> parameters_of(Kind kind, const ScheduleArguments& arguments, const CLI::App& parser)
{
    const std::array<std::tuple<std::string_view, const char*, double>, 5> given{
        {{kGroup, "--group", static_cast<double>(arguments.group)},
         {kWarmUp, "--warm-up", static_cast<double>(arguments.warm_up)},
         {kSlices, "--slices", static_cast<double>(arguments.slices)},
         {kReverse, "--reverse", arguments.reverse ? 1.0 : 0.0},
         {kHidden, "--hidden", arguments.hidden}}};
    std::vector<double> out;
    for (const Parameter& each : kind->parameters) {
        out.push_back(each.standard);
        for (const auto& [name, option, value] : given)
            if (name == each.name && parser.count(option) > 0)
                out.back() = value;
    }
    return std::all_of(kind->parameters.begin(), kind->parameters.end(),
                       [&](const Parameter& each) {
                           return out[static_cast<std::size_t>(&each - kind->parameters.data())] == each.standard;
                       })
               ? std::vector<double>{}
               : out;
}

/// "--transfers" needs a time, "--recompute" apart needs its own.
Diagnostics misplaced(const ScheduleArguments& arguments, const CLI::App& parser, Kind kind)
{
    Diagnostics out;
    const bool transfers = arguments.times.transfer || !arguments.transfer_lists.empty();
    if (parser.count("--transfers") > 0 && !transfers && arguments.time_lists.empty())
        out.push_back(meaningless("--transfers", "--transfer, the time of one, or --transfer-times"));
    if (arguments.separate_recompute && !arguments.times.recompute && has_backward(kind))
        out.push_back({Severity::error, "usage", "",
                       "--separate-recompute needs --recompute, the part of the backward that it sets apart"});
    if (parser.count("--group") > 0 && arguments.group < 1)
        out.push_back({Severity::error, "schedule.parameter.range", "--group",
                       "group is " + std::to_string(arguments.group) + "; it must be a whole number of at least 1"});
    return out;
}

Result<Request> request_of(const ScheduleArguments& arguments, const CLI::App& parser)
{
    Request out;
    if (arguments.kind.empty())
        return Diagnostic{Severity::error, "usage", "", "a schedule set by hand needs --kind: " + kind_names()};
    out.kind = *kind_from(arguments.kind);
    Diagnostics problems = meaningless_for(out.kind, parser, arguments);
    for (const Diagnostic& each : misplaced(arguments, parser, out.kind))
        problems.push_back(each);
    if (!problems.empty())
        return problems;
    out.stages = arguments.stages;
    out.microbatches = arguments.microbatches;
    out.chunks = parser.count("--chunks") == 0 && out.kind->chunks.least == out.kind->chunks.most
                     ? out.kind->chunks.least
                     : arguments.chunks;
    out.transfers = *transfer_mode_from(arguments.transfers);
    out.separate_recompute = arguments.separate_recompute;
    out.parameters = parameters_of(out.kind, arguments, parser);
    return out;
}

Result<Done> read_lists(const std::string& option, const std::vector<std::string>& texts,
                        std::span<const std::string_view> names, StageTimeLists& out)
{
    for (const std::string& text : texts)
        if (const auto read = add_time_list(text, names, out); !read)
            return Diagnostic{Severity::error, "usage", "", option + ": " + read.diagnostics().front().message};
    return Done{};
}

Result<StageTimeLists> lists_of(const ScheduleArguments& arguments)
{
    constexpr std::array<std::string_view, 4> times{"F", "B", "I", "W"};
    constexpr std::array<std::string_view, 2> transfers{"forward", "backward"};
    StageTimeLists out;
    if (const auto read = read_lists("--times", arguments.time_lists, times, out); !read)
        return read.failure_as<StageTimeLists>();
    if (const auto read = read_lists("--transfer-times", arguments.transfer_lists, transfers, out); !read)
        return read.failure_as<StageTimeLists>();
    return out;
}

Diagnostics as_options(Diagnostics problems)
{
    for (Diagnostic& each : problems)
        if (!each.path.empty())
            each.path = option_of(each.path == "device_factor" ? "slow" : each.path);
    return problems;
}

/// Of times by virtual stage: which list of which option.
Diagnostics as_list_options(Diagnostics problems)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> lists{
        {{"forward", "--times F"},
         {"backward", "--times B"},
         {"input_gradient", "--times I"},
         {"weight_gradient", "--times W"},
         {"transfer_forward", "--transfer-times forward"},
         {"transfer_backward", "--transfer-times backward"}}};
    for (Diagnostic& each : problems) {
        const auto at = std::find_if(lists.begin(), lists.end(), [&](const auto& l) { return l.first == each.path; });
        if (at != lists.end())
            each.path = at->second;
        else if (!each.path.empty())
            each.path = option_of(each.path);
    }
    return problems;
}

/// "1:1.25" into the factor of its device.
Result<Done> put_slow(const std::string& text, std::vector<double>& factors)
{
    const auto refuse = [&](const std::string& why) {
        return Diagnostic{Severity::error, "usage", "", "--slow: \"" + text + "\" " + why};
    };
    const auto colon = text.find(':');
    if (colon == std::string::npos)
        return refuse("is not DEVICE:FACTOR, like 1:1.25");
    const auto device = read_whole(text.substr(0, colon), WholeRange{0, static_cast<std::int64_t>(factors.size()) - 1});
    const auto factor = read_real(text.substr(colon + 1));
    if (!device || !factor)
        return refuse("is not DEVICE:FACTOR: " +
                      (device ? factor.diagnostics() : device.diagnostics()).front().message);
    double& place = factors[static_cast<std::size_t>(*device)];
    if (place != 1)
        return refuse("gives its device a second factor");
    place = *factor;
    return Done{};
}

Result<UnevenStages> uneven_of(const Request& request, const ScheduleArguments& arguments)
{
    UnevenStages out = arguments.uneven;
    if (!arguments.slow.empty())
        out.device_factor.assign(static_cast<std::size_t>(std::clamp<std::int64_t>(request.stages, 1, 1'000'000)), 1);
    for (const std::string& each : arguments.slow)
        if (const auto done = put_slow(each, out.device_factor); !done)
            return done.failure_as<UnevenStages>();
    return out;
}

Result<Schedule> with_times(const Request& request, const ScheduleArguments& arguments)
{
    if (arguments.time_lists.empty() && arguments.transfer_lists.empty()) {
        const auto uneven = uneven_of(request, arguments);
        if (!uneven)
            return as_options(uneven.diagnostics());
        const auto plan = plan_uneven(request, arguments.times, *uneven);
        return plan ? make_schedule(*plan) : as_options(plan.diagnostics());
    }
    auto lists = lists_of(arguments);
    if (!lists)
        return lists.failure_as<Schedule>();
    if (arguments.time_lists.empty()) {
        // Times of a full stage are checked as such, then beside the transfers' lists.
        const auto plan = plan_by_hand(request, arguments.times);
        if (!plan)
            return as_options(plan.diagnostics());
        StageTimeLists whole = schedule::lists_of(request, arguments.times);
        whole.transfer_forward = lists->transfer_forward;
        whole.transfer_backward = lists->transfer_backward;
        *lists = std::move(whole);
    } else if (arguments.times.transfer) {
        lists->transfer_forward = lists->transfer_backward = {*arguments.times.transfer};
    }
    const auto plan = plan_by_lists(request, *lists);
    return plan ? make_schedule(*plan) : as_list_options(plan.diagnostics());
}

Result<Schedule> by_hand(const ScheduleArguments& arguments, const CLI::App& parser)
{
    const auto request = request_of(arguments, parser);
    return request ? with_times(*request, arguments) : request.failure_as<Schedule>();
}

/// The order of a file.
Result<Schedule> of_file(const ScheduleArguments& arguments, const CLI::App& parser)
{
    Diagnostics problems = meaningless_for(written_kind(), parser, arguments);
    for (const Diagnostic& each : misplaced(arguments, parser, written_kind()))
        problems.push_back(each);
    if (!problems.empty())
        return problems;
    auto read = read_order(arguments.order);
    if (!read)
        return read.failure_as<Schedule>();
    Request request = schedule::request_of(std::move(read->order));
    request.transfers = *transfer_mode_from(arguments.transfers);
    request.parameters = parameters_of(request.kind, arguments, parser);
    return with_times(request, arguments);
}

/// The strategy's own schedule, or another order of the same stages.
Result<AskedSchedule> of_strategy(const ScheduleArguments& arguments, const CLI::App& parser)
{
    const strategy::Rules rules =
        arguments.calculon_compatible ? strategy::Rules::calculon_compatible : strategy::Rules::strict;
    const auto kind = arguments.kind.empty() ? std::nullopt : kind_from(arguments.kind);
    if (kind)
        if (const Diagnostics problems = meaningless_for(*kind, parser, arguments); !problems.empty())
            return problems;
    const auto source = strategy_source({arguments.model, arguments.system, arguments.execution, arguments.sequence},
                                        rules, arguments.view);
    if (!source)
        return source.failure_as<AskedSchedule>();
    if (arguments.separate_recompute && !source->stages->facts().recomputes)
        return meaningless("--separate-recompute",
                           "a strategy that recomputes activations, not with " + arguments.execution);
    auto plan =
        plan_of(*source->stages, {kind, *transfer_mode_from(arguments.transfers), arguments.separate_recompute});
    if (!plan) {
        // A kind that the strategy's stages cannot run is told of the kind, all else of the strategy.
        const std::string& code = plan.diagnostics().front().code;
        const bool of_kind = kind && (code.starts_with("schedule.kind.") || code == "schedule.chunks.range" ||
                                      code == "schedule.stages.range" || code == "schedule.microbatches.range");
        return of_kind ? of_option("--kind", plan.diagnostics()) : search::placed(plan.diagnostics(), source->origins);
    }
    auto made = make_schedule(plan->plan);
    if (!made)
        return made.failure_as<AskedSchedule>();
    made->findings.insert(made->findings.begin(), plan->findings.begin(), plan->findings.end());
    // Times of what cannot run say so, and those that nobody measured.
    made->findings.insert(made->findings.end(), source->findings.begin(), source->findings.end());
    for (Diagnostic& each : made->findings)
        if (!each.path.empty())
            each = search::placed({each}, source->origins).front();
    return AskedSchedule{*std::move(made), source->calibration};
}

void add_strategy_options(CLI::App& parser, ScheduleArguments& arguments)
{
    CLI::Option* model = parser.add_option("--model", arguments.model, "Model: a preset's name or a file");
    CLI::Option* system = parser.add_option("--system", arguments.system, "System: a preset's name or a file");
    CLI::Option* execution =
        parser.add_option("--execution", arguments.execution, "Execution: a preset's name or a file");
    model->needs(system)->needs(execution);
    system->needs(model);
    execution->needs(model);
    add_sequence(parser, arguments.sequence)->needs(model);
    add_view(parser, arguments.view, "Whose times")->needs(model);
    parser.add_flag("--calculon-compatible", arguments.calculon_compatible, "Relax the laws as the reference does")
        ->needs(model);
}

/// Of the order: which, and its numbers.
void add_order_options(CLI::App& parser, ScheduleArguments& arguments)
{
    CLI::Option* model = parser.get_option("--model");
    const std::vector<std::string_view> codes = kind_codes();
    CLI::Option* kind =
        parser.add_option("--kind", arguments.kind, kind_names() + "; the strategy's own where one is given")
            ->check(CLI::IsMember(std::vector<std::string>(codes.begin(), codes.end())));
    CLI::Option* stages = add_whole(parser, "--stages", arguments.stages, {}, "Pipeline stages p")->excludes(model);
    CLI::Option* microbatches =
        add_whole(parser, "--microbatches", arguments.microbatches, {}, "Microbatches m")->excludes(model);
    CLI::Option* chunks = add_whole(parser, "--chunks", arguments.chunks, {},
                                    "Chunks per stage v, for " + kind_names(takes_chunks) +
                                        "; where left out 1, or the only number that the kind takes")
                              ->excludes(model);
    add_whole(parser, "--group", arguments.group, {},
              "Microbatches that go through a stage's chunks together, for " + kind_names(takes<kGroup>) +
                  "; where left out the stages, of interleaved-zb as PyTorch chooses")
        ->excludes(model);
    add_whole(parser, "--warm-up", arguments.warm_up, {},
              "Forwards ahead for each stage behind, 1 or 2, for " + kind_names(takes<kWarmUp>) +
                  "; where left out 1 of 1f1b, 2 of interleaved")
        ->excludes(model);
    add_whole(parser, "--slices", arguments.slices, {},
              "Slices of the sequence, for " + kind_names(takes<kSlices>) + "; 1 where left out")
        ->excludes(model);
    parser
        .add_flag("--reverse", arguments.reverse,
                  "Backwards of a chunk from the last microbatch to the first, for " + kind_names(takes<kReverse>))
        ->excludes(model);
    add_real(parser, "--hidden", arguments.hidden,
             "Share of the shorter of a joined forward and backward that the longer hides, from 0 to 1, for " +
                 kind_names(takes<kHidden>) + " and --order; 0 where left out")
        ->excludes(model);
    CLI::Option* order =
        parser
            .add_option("--order", arguments.order,
                        "File with an order instead of a kind: PyTorch's table, or its actions typed with blanks "
                        "between them, a line a device")
            ->excludes(model);
    order->excludes(kind)->excludes(stages)->excludes(microbatches)->excludes(chunks);
}

void add_time_options(CLI::App& parser, ScheduleArguments& arguments)
{
    CLI::Option* model = parser.get_option("--model");
    CLI::Option* lists =
        parser
            .add_option("--times", arguments.time_lists,
                        "F, B, I or W, a colon, and the time of one chunk: one number for all virtual stages, or one "
                        "each with commas between them. May be given for each of the four; I and W are the two parts "
                        "of B")
            ->type_name("LETTER:DECIMAL,...")
            ->allow_extra_args(false)
            ->excludes(model);
    CLI::Option* transfer_lists =
        parser
            .add_option("--transfer-times", arguments.transfer_lists,
                        "forward or backward, a colon, and the time of a transfer: one number, or one each for what "
                        "each virtual stage hands on")
            ->type_name("WAY:DECIMAL,...")
            ->allow_extra_args(false)
            ->excludes(model);
    const auto of_full_stage = [&](CLI::Option* option) { option->excludes(model)->excludes(lists); };
    of_full_stage(add_real(parser, "--forward", arguments.times.forward, "Forward time F; 1 where left out"));
    of_full_stage(add_real(
        parser, "--backward", arguments.times.backward,
        "Time of the whole backward B (of zero-bubble kinds: input gradient and weight gradient); 2 where left out"));
    of_full_stage(add_real(parser, "--input-gradient", arguments.times.input_gradient,
                           "Zero-bubble kinds: the input gradient's part of B; half of it where left out"));
    of_full_stage(add_real(parser, "--recompute", arguments.times.recompute,
                           "The part of B that recomputes activations; none where left out")
                      ->excludes(transfer_lists));
    add_real(parser, "--transfer", arguments.times.transfer, "Time of one transfer between stages; none where left out")
        ->excludes(model)
        ->excludes(transfer_lists);
    const auto of_unequal = [&](CLI::Option* option) {
        option->excludes(model)->excludes(lists)->excludes(transfer_lists);
        return option;
    };
    CLI::Option* layers =
        of_unequal(add_reals(parser, "--layers", arguments.uneven.layers,
                             "Layers of each virtual stage, with commas between them; times are of one layer then"));
    of_unequal(parser.add_option("--layout", arguments.uneven.layout,
                                 "The same as Megatron-LM's --pipeline-model-parallel-layout: E embedding, t layer, m "
                                 "layer of multi-token prediction, L loss, | between virtual stages, * repeats"))
        ->excludes(layers);
    of_unequal(parser
                   .add_option("--slow", arguments.slow,
                               "DEVICE:FACTOR: all times of this device are so many times as long. May be given for "
                               "each device")
                   ->type_name("DEVICE:DECIMAL")
                   ->allow_extra_args(false));
    of_unequal(add_real(parser, "--head-adds", arguments.uneven.head_adds,
                        "Layers' worth of work that the head adds to the last virtual stage (of equal stages: stages' "
                        "worth); none where left out"));
    of_unequal(add_real(parser, "--embedding-adds", arguments.uneven.embedding_adds,
                        "The same that the embedding adds to the first"));
    parser
        .add_option("--transfers", arguments.transfers,
                    "charged: part of the sender's work; linked: on links, beside it; ordered: on links, each device's "
                    "one after another in the order of PyTorch's table. charged where left out")
        ->check(CLI::IsMember({"charged", "linked", "ordered"}));
    parser.add_flag("--separate-recompute", arguments.separate_recompute, "Recompute is a command of its own");
}

} // namespace

std::string kind_names(bool (*has)(Kind))
{
    std::string out;
    for (const Kind kind : kinds())
        if (has(kind))
            out += (out.empty() ? "" : ", ") + std::string(kind->code);
    return out;
}

std::string option_of(const std::string& field)
{
    std::string out = "--" + field;
    std::replace(out.begin(), out.end(), '_', '-');
    return out;
}

void add_schedule_options(CLI::App& parser, ScheduleArguments& arguments)
{
    add_strategy_options(parser, arguments);
    add_order_options(parser, arguments);
    add_time_options(parser, arguments);
}

Result<AskedSchedule> schedule_of(const ScheduleArguments& arguments, const CLI::App& parser)
{
    if (!arguments.model.empty())
        return of_strategy(arguments, parser);
    auto made = arguments.order.empty() ? by_hand(arguments, parser) : of_file(arguments, parser);
    return made ? AskedSchedule{*std::move(made)} : made.failure_as<AskedSchedule>();
}

} // namespace blueprinting::cli
