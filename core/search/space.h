#pragma once
#include "core/model/description.h"
#include "core/strategy/field_table.h"
#include "core/system/system_profile.h"

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace blueprinting::search {

/// Which whole numbers ≥ 1 a knob may take: stretches, both ends in, ascending and apart. Empty allows every one.
class Allowed {
public:
    struct Stretch {
        std::int64_t first = 1;
        std::int64_t last = std::numeric_limits<std::int64_t>::max();
        bool operator==(const Stretch&) const = default;
    };
    Allowed() = default;
    /// "8", "1,2,8", "4..16", "16..", "..8" and any of them joined by commas; search.bound.malformed says which part.
    static Result<Allowed> parse(std::string_view text, const std::string& path);
    static Allowed only(std::int64_t value);

    [[nodiscard]] bool contains(std::int64_t value) const;
    /// The smallest that is allowed.
    [[nodiscard]] std::int64_t least() const { return m_stretches.empty() ? 1 : m_stretches.front().first; }
    /// The form that parse reads; "" where every one is allowed.
    [[nodiscard]] std::string text() const;
    bool operator==(const Allowed&) const = default;

private:
    std::vector<Stretch> m_stretches;
};

/// The values that a field may take: numbers of its row, which enumerators and switches are too.
class Values {
public:
    Values() = default;
    template <class T>
    Values(std::initializer_list<T> values)
    {
        for (const T each : values)
            m_values.push_back(static_cast<std::int64_t>(each));
    }
    explicit Values(std::vector<std::int64_t> values) : m_values(std::move(values)) {}
    void clear() { m_values.clear(); }
    [[nodiscard]] bool empty() const { return m_values.empty(); }
    /// Each once, as first named.
    [[nodiscard]] std::vector<std::int64_t> once() const;
    bool operator==(const Values&) const = default;

private:
    std::vector<std::int64_t> m_values;
};

/// The numbers that a search keeps within bounds: those of every space, then those of kFurtherFields.
inline constexpr std::array kBoundFields{strategy::Field::tensor_degree,  strategy::Field::pipeline_degree,
                                         strategy::Field::data_degree,    strategy::Field::microbatch_size,
                                         strategy::Field::virtual_stages, strategy::Field::context_degree,
                                         strategy::Field::expert_degree,  strategy::Field::expert_tensor_degree};

/// What the strategies of an extended space can differ in beyond the others: of a model that six numbers do not hold,
/// or where one of these is asked for. Sharding then says what optimizer sharding does, and takes its place.
inline constexpr std::array kFurtherFields{strategy::Field::context_degree,       strategy::Field::expert_degree,
                                           strategy::Field::expert_tensor_degree, strategy::Field::sharding,
                                           strategy::Field::fused_attention,      strategy::Field::recompute_modules};
[[nodiscard]] bool is_further(strategy::Field field);
/// The fields in which the strategies of a space can differ, in the order of tables.
std::vector<const strategy::FieldRow*> knob_rows(bool extended);

/// What a space is made of. Every field whose row a search goes over has its values; see Space for their names.
struct SpaceParts {
    std::int64_t devices = 1;
    std::int64_t global_batch = 1; ///< samples
    Allowed tensor, pipeline, data, microbatch, virtual_stages;
    /// Beyond what models of six numbers began with; 1 alone until told.
    Allowed context = Allowed::only(1), expert = Allowed::only(1), expert_tensor = Allowed::only(1);

    SpaceParts();
    /// The bound of a number; null where the field has none.
    [[nodiscard]] Allowed* bound(strategy::Field field);
    [[nodiscard]] const Allowed* bound(strategy::Field field) const;
    /// Whether it says more of kFurtherFields than nothing.
    [[nodiscard]] bool extended() const;
    Values& operator[](strategy::Field field) { return m_values[static_cast<std::size_t>(field)]; }
    const Values& operator[](strategy::Field field) const { return m_values[static_cast<std::size_t>(field)]; }
    bool operator==(const SpaceParts&) const = default;

private:
    std::array<Values, strategy::kFields> m_values; ///< as the row says, until told
};

/// The strategies that train a model with a global batch on a number of devices: every t·p·d that makes the devices,
/// with
///   microbatch sizes that divide the batch, 1F1B and every interleaving whose v divides the model's blocks (one stage
///   has one schedule), and every choice of the fields that a search goes over.
/// A tier is chosen for a group larger than 1 alone. What the values name twice is searched once.
struct Space : SpaceParts {
    Space() = default;
    Space(const Space& other) : SpaceParts(other) {}
    Space& operator=(const Space& other)
    {
        SpaceParts::operator=(other);
        return *this;
    }

    /// By name, for those who write them by hand.
    Values& recompute = (*this)[strategy::Field::recompute];
    Values& communication = (*this)[strategy::Field::tensor_communication];
    Values& all_gather_redo = (*this)[strategy::Field::all_gather_redo];
    Values& optimizer_sharding = (*this)[strategy::Field::optimizer_sharding];
    Values& fused_activation = (*this)[strategy::Field::fused_activation];
    Values& tensor_tiers = (*this)[strategy::Field::tensor_tier];
    Values& pipeline_tiers = (*this)[strategy::Field::pipeline_tier];
    Values& data_tiers = (*this)[strategy::Field::data_tier];

    /// The lists as a person would begin: tensor groups on the first tier, the others on the last.
    static Space of(std::int64_t devices, std::int64_t global_batch, const system::SystemProfile& system);
};

/// What a model needs where nobody says: one that six numbers do not hold takes fused attention, as it is trained.
void begin_with(SpaceParts& parts, const model::Description& model);
/// The same strategy with its sharding in the newer word, as an extended space has it.
void say_sharding(strategy::Execution& execution);

/// The value of a field in which strategies of a space differ: without chunks v is 1.
std::int64_t knob_value(strategy::Field field, const strategy::Execution& execution);

/// A space laid out as a sequence, so that each strategy has a number and shards meet nowhere. Strategies that share a
/// tensor degree, its tier, a microbatch size and all choices stand side by side: a group. Nothing is kept that grows
/// with the strategies.
class Layout {
public:
    /// search.not_positive, search.bound.empty (a bound that leaves no strategy, and which), search.too_many (past
    /// kMostStrategies, and which bound would cut it most).
    static Result<Layout> make(const Space& space, std::int64_t blocks);
    /// Of any model; the layout knows it from then on.
    static Result<Layout> make(const Space& space, std::shared_ptr<const model::Description> model);

    /// The model that it was made for; null where only its blocks were told, which is a model of six numbers.
    [[nodiscard]] const std::shared_ptr<const model::Description>& model() const { return m_model; }
    /// Its strategies may differ in kFurtherFields.
    [[nodiscard]] bool extended() const { return m_extended; }

    static constexpr std::uint64_t kMostStrategies = 10'000'000'000;
    static constexpr std::size_t kMostDegrees = 1'000'000; ///< triples of TP, PP and DP

    /// What is left to choose once the tensor degree is.
    struct Rest {
        std::int64_t pipeline = 1, data = 1, virtual_stages = 1;
        std::int64_t pipeline_tier = 0, data_tier = 0;
    };
    /// Everything below one tensor and one context degree: its tiers, by the microbatch sizes, by the choices, by the
    /// rests.
    struct Branch {
        std::int64_t tensor = 1, context = 1;
        std::vector<std::int64_t> tiers;
        std::uint64_t first = 0, first_group = 0; ///< numbers of its first strategy and group
        std::uint64_t rests = 0;
        std::size_t first_degrees = 0, degrees = 0; ///< its pipeline degrees, in m_degrees
    };

    [[nodiscard]] std::uint64_t strategies() const { return m_strategies; }
    [[nodiscard]] std::uint64_t groups() const { return m_groups; }
    [[nodiscard]] std::uint64_t first(std::uint64_t group) const; ///< also of one past the last
    /// The strategy with a number below strategies().
    [[nodiscard]] strategy::Execution at(std::uint64_t number) const;

    [[nodiscard]] std::span<const Branch> branches() const { return m_branches; }
    [[nodiscard]] std::span<const std::int64_t> microbatches() const { return m_microbatches; }
    /// How many combinations of the choices there are, and the fields that they are of.
    [[nodiscard]] std::size_t choices() const { return m_choices_count; }
    [[nodiscard]] std::vector<strategy::Field> chosen_fields() const;
    /// Whether there are several values of one of these to choose from.
    [[nodiscard]] bool several(strategy::Field field) const;
    /// Gives an execution the values of a combination.
    void choose(strategy::Execution& execution, std::size_t choice) const;
    /// The rests [from, from + count) of a branch, appended.
    void rests(const Branch& branch, std::uint64_t from, std::uint64_t count, std::vector<Rest>& out) const;
    /// What a group's strategies share, and what its rest adds.
    [[nodiscard]] strategy::Execution shared(const Branch& branch, std::size_t tier, std::size_t microbatch) const;
    static void apply(strategy::Execution& execution, const Rest& rest);

    /// The fields in which the strategies of a space can differ, in the order of tables, and the values of each that
    /// are gone over, ascending or as listed.
    struct Knob {
        strategy::Field field;
        std::vector<std::int64_t> values;
    };
    [[nodiscard]] const std::vector<Knob>& knobs() const { return m_knobs; }
    /// A strategy's number; nothing where it is not within the space.
    [[nodiscard]] std::optional<std::uint64_t> number_of(const strategy::Execution& execution) const;

private:
    struct Choice {
        const strategy::FieldRow* row;
        std::vector<std::int64_t> values;
        /// Of recomputation in an extended space: the modules of each value, which go with no policy but none.
        std::vector<std::int64_t> modules{};
    };
    /// A pipeline degree below a tensor degree, and the number of its first rest there.
    struct Degree {
        std::int64_t pipeline = 1, data = 1;
        std::uint64_t first = 0;
    };
    [[nodiscard]] std::uint64_t group_count(const Branch& branch) const
    {
        return branch.tiers.size() * m_microbatches.size() * m_choices_count;
    }
    [[nodiscard]] std::uint64_t rests_of(const Degree& degree) const;
    [[nodiscard]] Rest rest_of(const Degree& degree, std::uint64_t offset) const;
    static Result<Layout> made(const Space& space, std::int64_t blocks,
                               std::shared_ptr<const model::Description> model);
    std::optional<Diagnostic> add_choices(const Space& space);
    void add_recompute(const Space& space);
    std::optional<Diagnostic> add_branches(const Space& space);
    std::optional<Diagnostic> add_branch(const Space& space, std::int64_t tensor, std::int64_t context);
    [[nodiscard]] Diagnostic too_many(const Space& space) const;
    void find_knobs();

    std::int64_t m_devices = 1, m_global_batch = 1;
    std::shared_ptr<const model::Description> m_model;
    bool m_extended = false;
    bool m_plain = true; ///< 1F1B, v 1, is within the bounds: so is a single stage
    std::vector<std::int64_t> m_microbatches, m_chunks, m_pipeline_tiers, m_data_tiers;
    std::vector<Choice> m_choices;
    std::size_t m_choices_count = 1;
    std::vector<Degree> m_degrees;
    std::vector<Branch> m_branches;
    std::uint64_t m_strategies = 0, m_groups = 0;
    std::vector<Knob> m_knobs;
};

} // namespace blueprinting::search
