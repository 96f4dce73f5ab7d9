#pragma once
#include "core/accounting/storage_type.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

/// Bytes that an optimizer keeps per parameter, from datatype widths alone: no measured and no published figure enters.
/// Terms as in FlashOptim (arXiv 2602.23349), section 3: the 32-bit weight may be split into a bfloat16 weight and an
/// 8-bit correction, and each moment may be quantised to 8 bits with a float16 scale per group of 32.
namespace blueprinting::accounting {

/// What a part is for, in the order in which it is stacked. `state` is a user-defined part of the optimizer.
enum class Role { master, correction, gradient, first_moment, second_moment, state, scales };
inline constexpr std::size_t kRoles = 7;
std::string_view to_string(Role role); ///< "master", "correction", "gradient", "m", "v", "state", "scales"

/// One scale shared by `elements` neighbours.
struct GroupScale {
    StorageType type = StorageType::float16;
    std::int64_t elements = 32;
    bool operator==(const GroupScale&) const = default;
};

/// One array with an element per parameter.
struct Part {
    Role role = Role::master;
    std::string name; ///< as people call it: "m"
    StorageType type = StorageType::float32;
    std::optional<GroupScale> scale = std::nullopt;
    bool operator==(const Part&) const = default;
};

enum class UpdateRule { sgd, adam, adamw, lion };
inline constexpr std::array kUpdateRules{UpdateRule::sgd, UpdateRule::adam, UpdateRule::adamw, UpdateRule::lion};
std::string_view to_string(UpdateRule rule); ///< "SGD", "Adam", "AdamW", "Lion"
/// Moments kept: one for SGD (momentum) and Lion, two for Adam and AdamW.
int moments(UpdateRule rule);

/// Which of the two compressions are applied. Both together are the Flash form.
struct Form {
    bool weight_split = false;
    bool quantised_moments = false;
    bool operator==(const Form&) const = default;
};
inline constexpr Form kReference{};
inline constexpr Form kFlash{.weight_split = true, .quantised_moments = true};

struct StandardOptimizer {
    UpdateRule rule = UpdateRule::adamw;
    Form form = kReference;
    bool operator==(const StandardOptimizer&) const = default;
};

/// Parts named by the user. Made by make_user_optimizer() only where they are sound.
struct UserOptimizer {
    std::string name;
    std::vector<Part> parts;
    bool operator==(const UserOptimizer&) const = default;
};

using Optimizer = std::variant<StandardOptimizer, UserOptimizer>;

/// "FlashAdamW", "AdamW weight split", "AdamW quantised", or the user's own name.
std::string name(const Optimizer& optimizer);
/// The sixteen standard optimizers: four rules in four forms.
std::vector<StandardOptimizer> standard_optimizers();
/// By name, ignoring case, spaces and hyphens, in either spelling ("flash-adamw", "AdamW quantized").
/// `accounting.optimizer.unknown` lists all.
Result<StandardOptimizer> optimizer_from(std::string_view text);

/// One part from "m=int8/32": name, datatype and, where it is quantised in groups, the elements that share a float16
/// scale. The names master, correction, gradient, m and v have their roles, any other is `state`.
/// accounting.part.syntax, accounting.part.group, accounting.datatype.unknown.
Result<Part> part_from(std::string_view text);
/// accounting.part.missing without parts, accounting.part.duplicate for a name that comes twice.
Result<UserOptimizer> make_user_optimizer(std::string name, std::vector<Part> parts);

struct Options {
    bool group_scales = true; ///< count the scales of quantised parts; the papers' whole-byte totals leave them out
    bool gradient_release = false; ///< each gradient is applied and freed as it comes, so none is kept
    bool operator==(const Options&) const = default;
};

/// What is kept under these options: no gradient where it is released, no scales where they are not counted.
std::vector<Part> parts(const Optimizer& optimizer, const Options& options);

/// Bytes per parameter by role. Every value is a sum of powers of two, hence exact, unless a user chose a group size
/// that is not one.
class PerParameter {
public:
    explicit PerParameter(std::span<const Part> parts);

    [[nodiscard]] double operator[](Role role) const { return m_bytes[static_cast<std::size_t>(role)]; }
    [[nodiscard]] double total() const;
    /// What a model holds: the master weight.
    [[nodiscard]] double weights() const { return (*this)[Role::master]; }
    [[nodiscard]] double gradient() const { return (*this)[Role::gradient]; }
    /// What the optimizer holds beside the weights: correction, moments, scales.
    [[nodiscard]] double state() const { return total() - weights() - gradient(); }
    /// What a checkpoint holds: everything but the gradient.
    [[nodiscard]] double checkpoint() const { return total() - gradient(); }
    bool operator==(const PerParameter&) const = default;

private:
    std::array<double, kRoles> m_bytes{};
};

PerParameter per_parameter(const Optimizer& optimizer, const Options& options);

} // namespace blueprinting::accounting
