#pragma once
#include "core/base/diagnostic.h"
#include "core/schedule/command.h"

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>

/// The table of the kinds of schedule: what a kind is called, which commands it has, where its chunks stand, in which
/// order a stage works, and what arithmetic says of it. All else – graph, verifier, simulation, view, command line,
/// JSON – reads the table and knows no kind by name.
namespace blueprinting::schedule {

struct Request;
struct ClosedForm;
struct FormTerms;
class OrderWriter;

/// Where a chunk stands: a path is a chain of virtual stages 0, 1, …, through which the microbatches of the path go.
struct Place {
    std::uint32_t path = 0;
    std::uint32_t virtual_stage = 0;
    bool operator==(const Place&) const = default;
};
/// Chunks go round: one path, virtual stage chunk·p + device. Megatron-LM's placement.
Place loop(const Request& request, std::int64_t device, std::int64_t chunk);
/// Down the devices with chunk 0, up again with chunk 1, and so on: one path, virtual stage chunk·p + device or
/// chunk·p + p−1−device.
Place fold(const Request& request, std::int64_t device, std::int64_t chunk);
/// Chunk 0 on a path from the first device to the last, chunk 1 on one from the last to the first: each virtual stage
/// stands on two devices.
Place two_ways(const Request& request, std::int64_t device, std::int64_t chunk);

/// Chunks that a stage may hold.
struct ChunkRange {
    std::int64_t least = 1;
    std::int64_t most = 1;
};
inline constexpr std::int64_t kAnyChunks = std::numeric_limits<std::int64_t>::max();

/// A number of a kind's own beside stages, microbatches and chunks: the group of interleaving, warm-up, slices of the
/// sequence, the hidden share of a joined pair, reverse (0 or 1). A standard below the least says that there is none.
struct Parameter {
    std::string_view name;
    double least = 0;
    double most = 1;
    double standard = 0; ///< where the request says none
    bool whole = true;
};

/// The parameter that shortens joined pairs: the share of the shorter command that the longer one hides.
inline constexpr std::string_view kHidden = "hidden";
/// Microbatches that go through the chunks of a stage together; of none the kind's own.
inline constexpr std::string_view kGroup = "group";
inline constexpr double kMostGroup = 1e9;
/// Forwards that a stage runs ahead for each stage behind it.
inline constexpr std::string_view kWarmUp = "warm_up";
/// Pieces of the sequence that go through the stages one behind another.
inline constexpr std::string_view kSlices = "slices";
/// Backwards of a chunk from the last microbatch to the first.
inline constexpr std::string_view kReverse = "reverse";

/// What a microbatch of a chunk has. Where a list holds both kinds of backward, each has the one or the other.
inline constexpr std::array kForwardAlone{CommandKind::forward};
inline constexpr std::array kWholeBackward{CommandKind::forward, CommandKind::backward};
inline constexpr std::array kSplitBackward{CommandKind::forward, CommandKind::input_gradient,
                                           CommandKind::weight_gradient};
inline constexpr std::array kEitherBackward{CommandKind::forward, CommandKind::backward, CommandKind::input_gradient,
                                            CommandKind::weight_gradient};

struct KindRow {
    std::string_view code;       ///< "1f1b", of the command line, JSON and sessions
    std::string_view name;       ///< "Interleaved 1F1B"
    std::string_view short_name; ///< where there is little room
    /// Where transfers are charged, every forward and backward pays, that of the last stage too; else only one whose
    /// result leaves its device.
    bool every_stage_pays = false;
    /// Of the strategies' schedules that it is the order of; none: it can only be laid over one.
    std::array<std::string_view, 2> typed_names{};
    std::span<const CommandKind> commands = kWholeBackward;
    ChunkRange chunks{};
    /// The kind that it is with one chunk, where that is another.
    std::string_view with_one_chunk{};
    std::span<const Parameter> parameters{};
    Place (*placement)(const Request&, std::int64_t device, std::int64_t chunk) = loop;
    std::int64_t paths = 1; ///< of equal length; each has an equal share of the microbatches
    /// Why the kind cannot be with these counts, at whatever microbatches near them; null: any can be.
    std::optional<Diagnostic> (*refused)(const Request&) = nullptr;
    /// Whether the counts have an order, and why they have none: "not a multiple of stages = 4: …"; null: any have.
    bool (*has_order)(const Request&) = nullptr;
    std::string (*why_none)(const Request&) = nullptr;
    /// Of one stage's compute queue, or of all of them at once: one of the two. Only where there is an order.
    void (*order)(const Request&, std::int64_t device, OrderWriter& write) = nullptr;
    Orders (*all_orders)(const Request&) = nullptr;
    /// Fills formulas, source, bubble time, peaks, and where it does not hold the note that says so.
    void (*form)(const FormTerms& terms, ClosedForm& out) = nullptr;

    [[nodiscard]] bool has(CommandKind kind) const;
};

/// One row of the table, by value.
class Kind {
public:
    explicit constexpr Kind(const KindRow& row) : m_row(&row) {}
    constexpr const KindRow* operator->() const { return m_row; }
    bool operator==(const Kind&) const = default;

#define BLUEPRINTING_SCHEDULE_KIND(NAME) static const Kind NAME;
#include "core/schedule/kinds.def"
#undef BLUEPRINTING_SCHEDULE_KIND

private:
    const KindRow* m_row;
};

/// All rows, in their order.
std::span<const Kind> kinds();
std::optional<Kind> kind_from(std::string_view code);
/// The order of a strategy's own schedule, by the name of that schedule in its typed form.
std::optional<Kind> kind_of_typed(std::string_view typed_name);
/// Codes in the order of the table.
std::vector<std::string_view> kind_codes();

inline std::string_view to_string(Kind kind) { return kind->code; }
inline std::string_view display_name(Kind kind) { return kind->name; }
/// The backward pass is two commands, input gradient and weight gradient.
bool splits_backward(Kind kind);
/// There is a backward pass at all.
bool has_backward(Kind kind);
/// Stages may hold more than one chunk.
bool takes_chunks(Kind kind);
/// The count nearest to this one that the kind takes.
std::int64_t nearest_chunks(Kind kind, std::int64_t chunks);

} // namespace blueprinting::schedule
