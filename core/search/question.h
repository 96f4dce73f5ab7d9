#pragma once
#include "core/cost/estimate.h"
#include "core/search/explore.h"
#include "core/search/space.h"

#include <map>

namespace blueprinting::search {

/// What a search is asked: the best way to run a model on devices. One for the command line, a session and a file.
/// Immutable once built.
struct Question {
    model::TransformerModel model; ///< of one that six numbers do not hold, its sizes, for whoever shows them
    std::optional<model::Description> description{}; ///< of a model that six numbers do not hold: the model
    system::SystemProfile system;
    cost::View view = cost::View::system_evidence;
    std::vector<std::int64_t> devices; ///< ascending; each number is a space of its own, asked together
    std::int64_t batch = 1;            ///< samples; of each device where batch_per_device
    bool batch_per_device = false;     ///< the global batch grows with the devices
    SpaceParts bounds;                 ///< its devices and batch are not looked at
    bool must_fit = true;
    double reserve_gib = 0; ///< of the first memory, kept free
    RankBy rank = RankBy::time;
    std::optional<double> price; ///< of one GPU for an hour
    double band_percent = 3;     ///< what lies within it is one answer

    [[nodiscard]] std::int64_t global_batch(std::int64_t count) const
    {
        return batch_per_device ? batch * count : batch;
    }
    [[nodiscard]] Space space(std::int64_t count) const;
    /// Errors as Layout::make().
    [[nodiscard]] Result<Layout> layout(std::int64_t count) const;
    /// The whole description, of whatever model.
    [[nodiscard]] model::Description described() const;
    /// Its strategies may differ in kFurtherFields.
    [[nodiscard]] bool extended() const { return description || bounds.extended(); }
    [[nodiscard]] Judgement judgement() const;
    bool operator==(const Question&) const = default;
};

/// A question as a person writes it, field by field; what is left out is as SpaceParts begins, tensor groups on the
/// first tier and all others on the last.
struct Asked {
    std::string devices; ///< "64", "64,96", "64..4096": here, and nowhere else, a stretch doubles
    std::int64_t batch = 1;
    bool batch_per_device = false;
    std::map<strategy::Field, std::string> bounds;             ///< as Allowed reads them; "" is none
    std::map<strategy::Field, std::vector<std::string>> words; ///< of choices and switches
    std::map<strategy::Field, std::vector<std::int64_t>> tiers;
    bool must_fit = true;
    double reserve_gib = 0;
    std::string rank = "time";
    std::optional<double> price;
    double band_percent = 3;
};

/// The words of a field's values, by value: "off" and "on" of a switch.
std::vector<std::string> words_of(const strategy::FieldRow& row);
/// A set of recomputed modules from its words, and back: "none", "core_attn", "mlp+moe_act".
std::optional<std::int64_t> modules_from(std::string_view text);
std::string modules_word(std::int64_t modules);
/// The names of all modules, as they stand in a list.
std::string module_names();
/// "time", "tokens", "cost", "memory".
const std::vector<std::string>& rank_words();

/// Reads "64", "64,96" and "64..4096" (64, 128, … up to 4096), ascending, each once. search.devices.malformed;
/// search.range past 64 of them.
Result<std::vector<std::int64_t>> devices_from(std::string_view text);

/// The one builder of questions. Every problem is named by the path of its field (FieldRow::path, or "devices",
/// "global_batch", "reserve", "rank", "price", "band"): search.bound.malformed, search.devices.malformed,
/// search.tier.unknown, search.word.unknown, search.rank.without_price, search.range, and those of impossible().
Result<Question> question_of(const model::TransformerModel& model, const system::SystemProfile& system, cost::View view,
                             const Asked& asked);
/// The same of any model. search.word.conflict where both words for sharding are used.
Result<Question> question_of(const model::Description& model, const system::SystemProfile& system, cost::View view,
                             const Asked& asked);

/// What can have no answer, whatever is searched: search.devices.too_many (more than the networks connect),
/// search.batch.indivisible (by no DP × microbatch within the bounds), and what Layout::make refuses. Empty where
/// there is something to search.
Diagnostics impossible(const Question& question);

/// The layouts of its spaces, by device count. Errors as Layout::make().
Result<std::vector<Layout>> layouts_of(const Question& question);

/// Everything that decides an answer, as JSON, and back. A shard carries it, so that the parts can be joined.
Json to_json(const Question& question);
Result<Question> question_from_json(const JsonDocument& document, const Json& value, const std::string& pointer);
/// Of that JSON: 16 hexadecimal digits.
std::string question_digest(const Question& question);

} // namespace blueprinting::search
