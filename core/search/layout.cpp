#include "core/search/space.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "core/strategy/divisors.h"

#include <algorithm>
#include <map>

namespace blueprinting::search {
namespace {

using strategy::Field;
using strategy::FieldRow;

/// The choices of a group from the outermost on, which numbers its strategies; a new one is the innermost.
constexpr std::initializer_list<Field> kOrder{Field::tensor_communication, Field::recompute, Field::all_gather_redo,
                                              Field::optimizer_sharding, Field::fused_activation};

std::vector<std::int64_t> allowed_divisors(std::int64_t number, const Allowed& allowed)
{
    std::vector<std::int64_t> out = strategy::divisors(number);
    std::erase_if(out, [&](std::int64_t each) { return !allowed.contains(each); });
    return out;
}

/// "; nearest are 2 and 4"
std::string nearest_divisors(std::int64_t number, std::int64_t value)
{
    const auto all = strategy::divisors(number);
    const auto above = std::upper_bound(all.begin(), all.end(), value);
    std::string out = "; nearest";
    if (above != all.begin())
        out += (above == all.end() ? " is " : " are ") + std::to_string(*std::prev(above));
    if (above != all.end())
        out += (above == all.begin() ? " is " : " and ") + std::to_string(*above);
    return out;
}

/// What the older word allows counts as well, unless the newer one says something.
std::vector<std::int64_t> shardings(const Space& space)
{
    auto out = space[Field::sharding].once();
    if (!(space[Field::sharding] == SpaceParts()[Field::sharding]))
        return out;
    out.clear();
    for (const std::int64_t on : space[Field::optimizer_sharding].once())
        out.push_back(
            static_cast<std::int64_t>(on != 0 ? strategy::StateSharding::optimizer : strategy::StateSharding::none));
    return out;
}

Diagnostics not_positive(const Space& space, std::int64_t blocks)
{
    Diagnostics out;
    const auto check = [&](const char* path, std::int64_t value) {
        if (value < 1)
            out.push_back({Severity::error, "search.not_positive", path, std::to_string(value) + " is less than 1"});
    };
    check("devices", space.devices);
    check("global_batch", space.global_batch);
    check("model.blocks", blocks);
    return out;
}

Diagnostic nothing_left(const std::string& path, const std::string& message)
{
    return {Severity::error, "search.bound.empty", path, message};
}

/// As get() says, of sharding also where the older word says it.
std::int64_t value_of(const FieldRow& row, const strategy::Execution& execution)
{
    return row.field == Field::sharding ? knob_value(row.field, execution) : row.get(execution).value_or(0);
}

std::string counted(double count) { return format::significant(count, 3); }

} // namespace

std::int64_t knob_value(Field field, const strategy::Execution& execution)
{
    if (field == Field::sharding) // also where the older word says it
        return static_cast<std::int64_t>(strategy::sharding(execution));
    return strategy::row(field).get(execution).value_or(1);
}

Result<Layout> Layout::make(const Space& space, std::int64_t blocks) { return made(space, blocks, nullptr); }

Result<Layout> Layout::make(const Space& space, std::shared_ptr<const model::Description> model)
{
    const std::int64_t blocks = model->blocks;
    return made(space, blocks, std::move(model));
}

Result<Layout> Layout::made(const Space& space, std::int64_t blocks, std::shared_ptr<const model::Description> model)
{
    if (auto problems = not_positive(space, blocks); !problems.empty())
        return problems;
    Layout out;
    out.m_extended = space.extended() || (model && !model::plain_model(*model));
    out.m_model = std::move(model);
    out.m_devices = space.devices;
    out.m_global_batch = space.global_batch;
    out.m_plain = space.virtual_stages.contains(1);
    out.m_microbatches = allowed_divisors(space.global_batch, space.microbatch);
    if (out.m_microbatches.empty())
        return nothing_left("microbatch", "no size within " + space.microbatch.text() + " divides the batch of " +
                                              std::to_string(space.global_batch));
    out.m_chunks = allowed_divisors(blocks, space.virtual_stages);
    if (out.m_chunks.empty())
        return nothing_left("virtual_stages", "no v within " + space.virtual_stages.text() + " divides the " +
                                                  std::to_string(blocks) + " blocks");
    if (auto problem = out.add_choices(space))
        return *std::move(problem);
    out.m_pipeline_tiers = space.pipeline_tiers.once();
    out.m_data_tiers = space.data_tiers.once();
    if (auto problem = out.add_branches(space))
        return *std::move(problem);
    if (out.m_branches.empty())
        return nothing_left(out.m_extended ? "degrees.context" : "degrees",
                            std::string(out.m_extended ? "no TP × CP × PP × DP" : "no TP × PP × DP") +
                                " within the bounds makes " + std::to_string(space.devices) + " devices");
    out.find_knobs();
    return out;
}

std::optional<Diagnostic> Layout::add_choices(const Space& space)
{
    const auto add = [this](Field field, std::vector<std::int64_t> values) {
        m_choices_count *= values.size();
        m_choices.push_back({&strategy::row(field), std::move(values)});
    };
    for (const FieldRow* row : strategy::rows_in(kOrder)) {
        if (row->listed() && space[row->field].empty())
            return nothing_left(std::string(row->path), "nothing is allowed");
        if (row->kind != strategy::Kind::choice && row->kind != strategy::Kind::flag)
            continue;
        if (!row->listed() && row->searched != strategy::Searched::told)
            continue;
        if (m_extended && row->field == Field::optimizer_sharding)
            add(Field::sharding, shardings(space));
        else if (m_extended && row->field == Field::recompute)
            add_recompute(space);
        else
            add(row->field, space[row->field].once());
    }
    if (m_choices_count == 0)
        return nothing_left(std::string(strategy::path_of(Field::recompute_modules)),
                            "modules go with recompute none, which is not allowed");
    if (!m_extended)
        return std::nullopt;
    for (const Field field : {Field::context_degree, Field::expert_degree, Field::expert_tensor_degree}) {
        const Allowed& bound = *space.bound(field);
        auto values = allowed_divisors(m_devices, bound);
        if (values.empty())
            return nothing_left(std::string(strategy::path_of(field)),
                                "no degree within " + bound.text() + " divides the " + std::to_string(m_devices) +
                                    " devices" + nearest_divisors(m_devices, bound.least()));
        if (field != Field::context_degree) // which is of a branch
            add(field, std::move(values));
    }
    if (space[Field::fused_attention].empty())
        return nothing_left(std::string(strategy::path_of(Field::fused_attention)), "nothing is allowed");
    add(Field::fused_attention, space[Field::fused_attention].once());
    return std::nullopt;
}

/// Each policy by itself, and none with each set of modules.
void Layout::add_recompute(const Space& space)
{
    constexpr auto kNone = static_cast<std::int64_t>(strategy::RecomputePolicy::none);
    const auto policies = space[Field::recompute].once();
    const auto modules = space[Field::recompute_modules].once();
    Choice out{&strategy::row(Field::recompute), {}};
    for (const std::int64_t policy : policies) {
        if (policy != kNone) {
            out.values.push_back(policy);
            out.modules.push_back(0);
            continue;
        }
        for (const std::int64_t each : modules) {
            out.values.push_back(policy);
            out.modules.push_back(each);
        }
    }
    m_choices_count *= out.values.size();
    m_choices.push_back(std::move(out));
}

std::optional<Diagnostic> Layout::add_branches(const Space& space)
{
    for (const std::int64_t t : allowed_divisors(space.devices, space.tensor))
        for (const std::int64_t cp : allowed_divisors(space.devices / t, space.context))
            if (auto problem = add_branch(space, t, cp))
                return problem;
    double strategies = 0; // past 2^63 where the bounds are wide
    for (const Branch& branch : m_branches)
        strategies += static_cast<double>(group_count(branch)) * static_cast<double>(branch.rests);
    if (strategies > static_cast<double>(kMostStrategies))
        return too_many(space);
    return std::nullopt;
}

std::optional<Diagnostic> Layout::add_branch(const Space& space, std::int64_t tensor, std::int64_t context)
{
    const auto tensor_tiers = space.tensor_tiers.once();
    const std::int64_t ranks = space.devices / tensor / context;
    Branch branch;
    branch.tensor = tensor;
    branch.context = context;
    branch.tiers = tensor > 1 ? tensor_tiers : std::vector<std::int64_t>{tensor_tiers.front()};
    branch.first = m_strategies;
    branch.first_group = m_groups;
    branch.first_degrees = m_degrees.size();
    for (const std::int64_t p : allowed_divisors(ranks, space.pipeline)) {
        const Degree degree{p, ranks / p, branch.rests};
        const std::uint64_t rests = space.data.contains(degree.data) ? rests_of(degree) : 0;
        if (rests == 0)
            continue;
        m_degrees.push_back(degree);
        branch.rests += rests;
        if (m_degrees.size() > kMostDegrees)
            return Diagnostic{Severity::error, "search.too_many", "degrees",
                              "more than " + std::to_string(kMostDegrees) +
                                  " triples of TP, PP and DP; narrow the bound of one of them"};
    }
    branch.degrees = m_degrees.size() - branch.first_degrees;
    if (branch.degrees == 0)
        return std::nullopt;
    m_groups += group_count(branch);
    m_strategies += group_count(branch) * branch.rests;
    m_branches.push_back(std::move(branch));
    return std::nullopt;
}

/// Holds each knob to the one of its values that leaves most, and names the knob that leaves least so.
Diagnostic Layout::too_many(const Space& space) const
{
    double all = 0;
    std::map<std::pair<Field, std::int64_t>, double> with;
    for (const Branch& branch : m_branches) {
        const auto groups = static_cast<double>(group_count(branch));
        all += groups * static_cast<double>(branch.rests);
        for (std::size_t i = 0; i < branch.degrees; ++i) {
            const Degree& degree = m_degrees[branch.first_degrees + i];
            const double here = groups * static_cast<double>(rests_of(degree));
            with[{Field::tensor_degree, branch.tensor}] += here;
            if (m_extended)
                with[{Field::context_degree, branch.context}] += here;
            with[{Field::pipeline_degree, degree.pipeline}] += here;
            with[{Field::data_degree, degree.data}] += here;
            with[{Field::virtual_stages, 1}] +=
                degree.pipeline == 1 ? here : here / static_cast<double>(m_chunks.size());
        }
    }
    std::map<Field, double> left;
    for (const auto& [knob, count] : with)
        left[knob.first] = std::max(left[knob.first], count);
    left[Field::microbatch_size] = all / static_cast<double>(m_microbatches.size());
    for (const Choice& choice : m_choices)
        left[choice.row->field] = all / static_cast<double>(choice.values.size());
    const auto most =
        std::min_element(left.begin(), left.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return {Severity::error, "search.too_many", std::string(strategy::path_of(most->first)),
            std::to_string(space.devices) + " devices have " + counted(all) +
                " strategies within the bounds, more than " + counted(static_cast<double>(kMostStrategies)) +
                "; a bound of " + strategy::label_of(most->first) + " cuts most: one value of it leaves at most " +
                counted(most->second)};
}

std::uint64_t Layout::rests_of(const Degree& degree) const
{
    const std::uint64_t schedules = degree.pipeline == 1 ? (m_plain ? 1 : 0) : m_chunks.size();
    return schedules * (degree.pipeline > 1 ? m_pipeline_tiers.size() : 1) *
           (degree.data > 1 ? m_data_tiers.size() : 1);
}

Layout::Rest Layout::rest_of(const Degree& degree, std::uint64_t offset) const
{
    const std::uint64_t data_tiers = degree.data > 1 ? m_data_tiers.size() : 1;
    const std::uint64_t pipeline_tiers = degree.pipeline > 1 ? m_pipeline_tiers.size() : 1;
    Rest out{degree.pipeline, degree.data, 1, m_pipeline_tiers[offset / data_tiers % pipeline_tiers],
             m_data_tiers[offset % data_tiers]};
    if (degree.pipeline > 1)
        out.virtual_stages = m_chunks[offset / data_tiers / pipeline_tiers];
    return out;
}

void Layout::rests(const Branch& branch, std::uint64_t from, std::uint64_t count, std::vector<Rest>& out) const
{
    const auto begin = m_degrees.begin() + static_cast<std::ptrdiff_t>(branch.first_degrees);
    auto degree = std::prev(std::upper_bound(begin, begin + static_cast<std::ptrdiff_t>(branch.degrees), from,
                                             [](std::uint64_t at, const Degree& each) { return at < each.first; }));
    std::uint64_t offset = from - degree->first;
    std::uint64_t size = rests_of(*degree);
    for (std::uint64_t i = 0; i < count; ++i, ++offset) {
        if (offset == size) {
            ++degree;
            offset = 0;
            size = rests_of(*degree);
        }
        out.push_back(rest_of(*degree, offset));
    }
}

std::vector<Field> Layout::chosen_fields() const
{
    std::vector<Field> out;
    for (const Choice& choice : m_choices)
        out.push_back(choice.row->field);
    if (m_extended)
        out.push_back(Field::recompute_modules);
    return out;
}

bool Layout::several(Field field) const
{
    for (const Choice& choice : m_choices)
        if (choice.row->field == field || (field == Field::recompute_modules && !choice.modules.empty()))
            return choice.values.size() > 1;
    return false;
}

void Layout::choose(strategy::Execution& execution, std::size_t choice) const
{
    for (auto each = m_choices.rbegin(); each != m_choices.rend(); ++each) {
        const std::size_t at = choice % each->values.size();
        each->row->set(execution, each->values[at]);
        if (!each->modules.empty() && each->modules[at] != 0)
            strategy::row(Field::recompute_modules).set(execution, each->modules[at]);
        choice /= each->values.size();
    }
}

strategy::Execution Layout::shared(const Branch& branch, std::size_t tier, std::size_t microbatch) const
{
    strategy::Execution out;
    strategy::set_number(out, Field::tensor_degree, branch.tensor);
    if (branch.context > 1)
        strategy::set_number(out, Field::context_degree, branch.context);
    out.global_batch = m_global_batch;
    out.microbatch_size = m_microbatches[microbatch];
    out.tiers.tensor = branch.tiers[tier];
    return out;
}

void Layout::apply(strategy::Execution& execution, const Rest& rest)
{
    auto& parallel = std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
    parallel.pipeline = {rest.pipeline, strategy::training_schedule(rest.pipeline, rest.virtual_stages)};
    parallel.data.degree = rest.data;
    execution.tiers.pipeline = rest.pipeline_tier;
    execution.tiers.data = rest.data_tier;
}

std::uint64_t Layout::first(std::uint64_t group) const
{
    if (group >= m_groups)
        return m_strategies;
    const auto after = std::upper_bound(m_branches.begin(), m_branches.end(), group,
                                        [](std::uint64_t at, const Branch& each) { return at < each.first_group; });
    const Branch& branch = *std::prev(after);
    return branch.first + (group - branch.first_group) * branch.rests;
}

strategy::Execution Layout::at(std::uint64_t number) const
{
    const auto after = std::upper_bound(m_branches.begin(), m_branches.end(), number,
                                        [](std::uint64_t at, const Branch& each) { return at < each.first; });
    const Branch& branch = *std::prev(after);
    const std::uint64_t group = (number - branch.first) / branch.rests;
    const std::uint64_t family = group / m_choices_count;
    strategy::Execution out = shared(branch, family / m_microbatches.size(), family % m_microbatches.size());
    choose(out, group % m_choices_count);
    std::vector<Rest> rest;
    rests(branch, (number - branch.first) % branch.rests, 1, rest);
    apply(out, rest.front());
    return out;
}

void Layout::find_knobs()
{
    using strategy::Kind;
    std::map<Field, std::vector<std::int64_t>> values;
    std::vector<std::int64_t>& pipelines = values[Field::pipeline_degree];
    std::vector<std::int64_t>& datas = values[Field::data_degree];
    for (const Branch& branch : m_branches) {
        values[Field::tensor_degree].push_back(branch.tensor);
        values[Field::context_degree].push_back(branch.context);
    }
    for (const Degree& degree : m_degrees) {
        pipelines.push_back(degree.pipeline);
        datas.push_back(degree.data);
    }
    values[Field::virtual_stages] = m_chunks;
    values[Field::microbatch_size] = m_microbatches;
    for (const Choice& choice : m_choices) {
        values[choice.row->field] = Values(choice.values).once();
        if (!choice.modules.empty())
            values[Field::recompute_modules] = Values(choice.modules).once();
    }
    for (const Branch& branch : m_branches)
        values[Field::tensor_tier].insert(values[Field::tensor_tier].end(), branch.tiers.begin(), branch.tiers.end());
    values[Field::pipeline_tier] = m_pipeline_tiers;
    values[Field::data_tier] = m_data_tiers;
    for (auto& [field, all] : values)
        if (strategy::row(field).kind == Kind::integer || strategy::row(field).kind == Kind::tier) {
            std::sort(all.begin(), all.end());
            all.erase(std::unique(all.begin(), all.end()), all.end());
        }
    for (const FieldRow* row : knob_rows(m_extended))
        m_knobs.push_back({row->field, values[row->field]});
}

std::optional<std::uint64_t> Layout::number_of(const strategy::Execution& execution) const
{
    if (!strategy::is_training(execution) || execution.global_batch != m_global_batch)
        return std::nullopt;
    const auto place = [](const auto& values, std::int64_t value) -> std::optional<std::size_t> {
        const auto at = std::find(values.begin(), values.end(), value);
        return at == values.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - values.begin()));
    };
    const auto branch = std::find_if(m_branches.begin(), m_branches.end(), [&](const Branch& each) {
        return each.tensor == strategy::tensor_degree(execution) && each.context == strategy::context(execution).degree;
    });
    if (branch == m_branches.end())
        return std::nullopt;
    const auto tier =
        branch->tensor > 1 ? place(branch->tiers, execution.tiers.tensor.value_or(-1)) : std::optional<std::size_t>(0);
    const auto microbatch = place(m_microbatches, execution.microbatch_size);
    if (!tier || !microbatch)
        return std::nullopt;
    std::uint64_t group = *tier * m_microbatches.size() + *microbatch;
    for (const Choice& choice : m_choices) {
        std::optional<std::size_t> value;
        for (std::size_t i = 0; i < choice.values.size() && !value; ++i)
            if (choice.values[i] == value_of(*choice.row, execution) &&
                (choice.modules.empty() || choice.modules[i] == strategy::modules(execution).bits()))
                value = i;
        if (!value)
            return std::nullopt;
        group = group * choice.values.size() + *value;
    }
    for (std::size_t i = 0; i < branch->degrees; ++i) {
        const Degree& degree = m_degrees[branch->first_degrees + i];
        if (degree.pipeline != strategy::pipeline_degree(execution) || degree.data != strategy::data_degree(execution))
            continue;
        for (std::uint64_t offset = 0; offset < rests_of(degree); ++offset) {
            const Rest rest = rest_of(degree, offset);
            const bool same = rest.virtual_stages == strategy::virtual_stages(execution) &&
                              (degree.pipeline == 1 || rest.pipeline_tier == execution.tiers.pipeline) &&
                              (degree.data == 1 || rest.data_tier == execution.tiers.data);
            if (same)
                return branch->first + group * branch->rests + degree.first + offset;
        }
    }
    return std::nullopt;
}

} // namespace blueprinting::search
