#include "core/schedule/uneven.h"

#include "core/base/shortened.h"
#include "core/base/written_number.h"
#include "core/schedule/placement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

namespace blueprinting::schedule {
namespace {

constexpr std::int64_t kMostLayers = 10'000; ///< of a layout, bars among them
constexpr double kMostFactor = 1000;

Diagnostic layout_problem(std::size_t at, const std::string& why)
{
    return {Severity::error, "schedule.layout", "layout", "layout, place " + std::to_string(at + 1) + ": " + why};
}

/// What a layout says, piece by piece: letters, and '|' between virtual stages.
class LayoutText {
public:
    explicit LayoutText(std::string_view text) : m_text(text) {}

    Result<std::string> letters()
    {
        auto out = sequence(0);
        if (out && m_at < m_text.size())
            return layout_problem(m_at, "')' closes nothing");
        return out;
    }

private:
    Result<std::string> sequence(int depth)
    {
        std::string out;
        while (m_at < m_text.size() && m_text[m_at] != ')') {
            const char c = m_text[m_at];
            const std::size_t begin = m_at;
            std::string piece;
            if (c == '(') {
                ++m_at;
                if (depth > 8)
                    return layout_problem(begin, "more than 8 groups inside each other");
                auto inner = sequence(depth + 1);
                if (!inner)
                    return inner;
                if (m_at >= m_text.size())
                    return layout_problem(begin, "'(' is not closed");
                ++m_at;
                piece = *inner;
            } else if (std::string_view("EtmL|").find(c) != std::string_view::npos) {
                piece = c;
                ++m_at;
            } else if (c == ',' || c == ' ') {
                ++m_at;
                continue;
            } else {
                return layout_problem(m_at, std::string("'") + c + "' is none of E, t, m, L, |, (, ), * and a comma");
            }
            const auto times = repeated();
            if (!times)
                return times.failure_as<std::string>();
            if (static_cast<std::int64_t>(out.size()) + *times * static_cast<std::int64_t>(piece.size()) > kMostLayers)
                return layout_problem(begin, "more than 10000 layers");
            for (std::int64_t i = 0; i < *times; ++i)
                out += piece;
        }
        return out;
    }

    Result<std::int64_t> repeated()
    {
        if (m_at >= m_text.size() || m_text[m_at] != '*')
            return std::int64_t{1};
        const std::size_t begin = m_at++;
        std::int64_t out = 0;
        const std::size_t digits = m_at;
        while (m_at < m_text.size() && m_text[m_at] >= '0' && m_text[m_at] <= '9' && out <= kMostLayers)
            out = 10 * out + (m_text[m_at++] - '0');
        if (m_at == digits || out < 1 || out > kMostLayers)
            return layout_problem(begin, "'*' needs a whole number from 1 to 10000 behind it");
        return out;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

/// Layers of each virtual stage, with what head and embedding add where they stand.
Result<std::vector<double>> layers_of(const UnevenStages& uneven, std::size_t stages)
{
    const auto counted = [&](std::size_t count, const char* field) -> std::optional<Diagnostic> {
        if (count == stages)
            return std::nullopt;
        return Diagnostic{Severity::error, "schedule.layers.count", field,
                          std::string(field) + " has " + std::to_string(count) + " virtual stages; this schedule has " +
                              std::to_string(stages)};
    };
    if (!uneven.layout.empty()) {
        const auto read = read_layout(uneven.layout);
        if (!read)
            return read.failure_as<std::vector<double>>();
        if (auto problem = counted(read->size(), "layout"))
            return *problem;
        std::vector<double> out;
        for (const LayoutStage& each : *read)
            out.push_back(static_cast<double>(each.layers) + (each.embedding ? uneven.embedding_adds : 0) +
                          (each.loss ? uneven.head_adds : 0));
        return out;
    }
    if (!uneven.layers.empty())
        if (auto problem = counted(uneven.layers.size(), "layers"))
            return *problem;
    std::vector<double> out = uneven.layers.empty() ? std::vector<double>(stages, 1) : uneven.layers;
    out.front() += uneven.embedding_adds;
    out.back() += uneven.head_adds;
    return out;
}

Diagnostics problems_of(const Request& request, const UnevenStages& uneven)
{
    Diagnostics out;
    const auto range = [&](const char* field, double value, double least, double most, const char* what) {
        if (!std::isfinite(value) || value < least || value > most)
            out.push_back({Severity::error, "schedule.uneven.range", field,
                           std::string(field) + " is " + written(value) + "; it must be from " + written(least) +
                               " to " + written(most) + what});
    };
    range("head_adds", uneven.head_adds, 0, 1e6, " layers");
    range("embedding_adds", uneven.embedding_adds, 0, 1e6, " layers");
    for (const double each : uneven.layers)
        range("layers", each, 0, 1e6, "");
    if (!uneven.layers.empty() && !uneven.layout.empty())
        out.push_back({Severity::error, "schedule.layout", "layout", "layout and layers say the same; give one"});
    for (const double each : uneven.device_factor)
        range("device_factor", each, 1 / kMostFactor, kMostFactor, "");
    if (uneven.device_factor.empty())
        return out;
    if (uneven.device_factor.size() != static_cast<std::size_t>(request.stages))
        out.push_back({Severity::error, "schedule.factor", "device_factor",
                       "device_factor has " + std::to_string(uneven.device_factor.size()) + " numbers; there are " +
                           std::to_string(request.stages) + " devices"});
    else if (request.kind->paths > 1 &&
             std::any_of(uneven.device_factor.begin(), uneven.device_factor.end(), [](double x) { return x != 1; }))
        out.push_back({Severity::error, "schedule.factor", "device_factor",
                       "of " + std::string(request.kind->name) +
                           " each stage stands on two devices with the same times: a slow device cannot be given"});
    return out;
}

} // namespace

Result<std::vector<LayoutStage>> read_layout(std::string_view text)
{
    const auto letters = LayoutText(text).letters();
    if (!letters)
        return letters.failure_as<std::vector<LayoutStage>>();
    std::vector<LayoutStage> out(1);
    for (const char c : *letters)
        switch (c) {
        case '|': out.emplace_back(); break;
        case 'E': out.back().embedding = true; break;
        case 'L': out.back().loss = true; break;
        default: ++out.back().layers;
        }
    if (letters->empty())
        return layout_problem(0, "it is empty");
    return out;
}

Result<std::vector<double>> read_layers(std::string_view text)
{
    std::vector<double> out;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        std::string part(text.substr(from, comma - from));
        part.erase(std::remove(part.begin(), part.end(), ' '), part.end());
        const auto value = read_real(part);
        if (!value || *value < 0)
            return Diagnostic{Severity::error, "schedule.layout", "layers",
                              "layers: \"" + part +
                                  "\" is no number of layers; write one a virtual stage, like 8,8,8,6"};
        out.push_back(*value);
        from = comma + 1;
    }
    return out;
}

Result<Done> add_time_list(std::string_view text, std::span<const std::string_view> names, StageTimeLists& out)
{
    const std::array<std::pair<std::string_view, std::vector<double>*>, 6> known{
        {{"F", &out.forward},
         {"B", &out.backward},
         {"I", &out.input_gradient},
         {"W", &out.weight_gradient},
         {"forward", &out.transfer_forward},
         {"backward", &out.transfer_backward}}};
    const auto refuse = [](const std::string& why) {
        return Diagnostic{Severity::error, "schedule.times.list", "times", why};
    };
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    if (colon == std::string_view::npos || std::find(names.begin(), names.end(), name) == names.end()) {
        std::string all;
        for (const std::string_view each : names)
            all += (all.empty() ? "" : ", ") + std::string(each);
        return refuse('"' + shortened(text) + "\" does not begin with one of " + all + " and a colon");
    }
    std::vector<double>& list =
        *std::find_if(known.begin(), known.end(), [&](const auto& each) { return each.first == name; })->second;
    if (!list.empty())
        return refuse(std::string(name) + " is given twice");
    for (std::size_t from = colon + 1; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const auto number = read_real(std::string(text.substr(from, comma - from)));
        if (!number)
            return refuse(number.diagnostics().front().message);
        list.push_back(*number);
        from = comma + 1;
    }
    return Done{};
}

Result<StageTimeLists> read_time_lists(std::string_view text)
{
    constexpr std::array<std::string_view, 6> names{"F", "B", "I", "W", "forward", "backward"};
    StageTimeLists out;
    std::istringstream words{std::string(text)};
    std::size_t count = 0;
    for (std::string word; words >> word; ++count)
        if (const auto read = add_time_list(word, names, out); !read)
            return read.failure_as<StageTimeLists>();
    if (count == 0)
        return Diagnostic{Severity::error, "schedule.times.list", "times",
                          "there are no times; write F:1,1,1,2 B:2, with I:… and W:…, and forward:… and backward:… for "
                          "transfers"};
    return out;
}

Result<Plan> plan_uneven(const Request& request, const StageTimes& times, const UnevenStages& uneven)
{
    if (!uneven.lists.empty()) {
        const auto lists = read_time_lists(uneven.lists);
        return lists ? plan_by_lists(request, *lists) : lists.failure_as<Plan>();
    }
    auto even = plan_by_hand(request, times);
    if (!even || uneven.even())
        return even;
    Diagnostics problems = problems_of(request, uneven);
    if (times.recompute)
        problems.push_back({Severity::error, "schedule.uneven.recompute", "recompute",
                            "recompute is given; it is set apart where all stages are equal, and these differ"});
    if (!problems.empty())
        return problems;
    const auto stages = static_cast<std::size_t>(virtual_stages(request));
    const auto layers = layers_of(uneven, stages);
    if (!layers)
        return layers.failure_as<Plan>();
    // Of layers the times are one layer's; of equal stages a full one is cut into its chunks.
    const bool counted = !uneven.layers.empty() || !uneven.layout.empty();
    const double slices = static_cast<double>(parameter_or_one(request, kSlices));
    const double parts = counted ? slices : parts_of_a_stage(request);
    const double chunks = parts / slices;
    const double input = times.input_gradient.value_or(times.backward / 2);
    const Placement placement(request);
    StageTimeLists lists;
    for (std::size_t g = 0; g < stages; ++g) {
        // What head and embedding add is of a whole layer or stage, not of a chunk's share of it.
        const double own = counted ? (*layers)[g] / slices : (1 + ((*layers)[g] - 1) * chunks) / parts;
        const std::uint32_t device = placement.at(0, static_cast<std::uint32_t>(g)).stage;
        const double factor = own * (uneven.device_factor.empty() ? 1 : uneven.device_factor[device]);
        lists.forward.push_back(times.forward * factor);
        lists.backward.push_back(times.backward * factor);
        lists.input_gradient.push_back(input * factor);
        lists.weight_gradient.push_back((times.backward - input) * factor);
    }
    if (times.transfer)
        lists.transfer_forward = lists.transfer_backward = {*times.transfer};
    return plan_by_lists(request, lists);
}

} // namespace blueprinting::schedule
