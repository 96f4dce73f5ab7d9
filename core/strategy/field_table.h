#pragma once
#include "core/strategy/parallelism.h"

#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

/// What a field of a strategy is, said once. Readers, writers, laws, nearest values, the key of a block, the search
/// space, options of the command line, the editor and "what changed" loop over these rows: a new field is a row here, a
/// member of the type, the laws that speak of it and what it does in a pass. Pure; any thread.
namespace blueprinting::strategy {

enum class Kind {
    integer, ///< a whole number from 1
    tier,    ///< a network tier of the system, from 0
    choice,  ///< one of the row's words
    flag,    ///< 0 or 1
    text     ///< written down in words of its own; as a number, which of its kinds
};

/// One value of a choice, in the words of each reader.
struct Word {
    std::string_view key;          ///< typed form and command line: "attention_only"
    std::string_view flat;         ///< Calculon's: "attn_only"
    std::string_view label;        ///< in a sentence: "attention"
    std::string_view offered = {}; ///< in a list to choose from; as the label where empty
    std::string_view meaning = {}; ///< what it does, a sentence
    bool strict = true;            ///< false: offered under Rules::calculon_compatible alone
};

enum class Purpose { any, training, inference };

/// What a search does with it: nothing, take the value that it is told, keep its numbers within bounds, or go over
/// values, where nobody says which over one, or over all that strict rules admit.
enum class Searched { no, told, bounds, one, all };

/// Why a flat file of an inference may not set what only training has.
struct InInference {
    std::string_view code, why;
};

struct FieldRow {
    Field field;
    std::string_view path;             ///< dotted, what messages and undo steps name it by
    std::string_view typed;            ///< JSON pointer into the typed form
    std::string_view key = {};         ///< of Calculon's file; empty: that cannot say it
    std::string_view own_key = {};     ///< our own flat name of the same
    std::string_view option = {};      ///< of the command line: "--recompute"
    std::string_view option_of = {};   ///< what its help begins with
    std::string_view title;            ///< "Optimizer sharding"
    std::string_view short_label = {}; ///< within a sentence, where it is not the title
    std::string_view meaning;          ///< one sentence or two
    std::string_view unit = {};        ///< what its number counts
    std::string_view law;              ///< what it may be beside the other fields
    Kind kind = Kind::flag;
    std::span<const Word> words = {}; ///< of a choice, by value; of a flag where its typed form is a word
    /// Of any execution, legal or not. Nothing where it has none: no v without chunks, no number of GPUs stated.
    std::optional<std::int64_t> (*get)(const Execution&);
    /// Leaves every other field as it is, whatever the laws say of the outcome. Nothing happens to an execution that
    /// cannot hold it. One chunk a stage means plain 1F1B in training, more make the schedule interleaved.
    void (*set)(Execution&, std::int64_t);
    Purpose purpose = Purpose::any; ///< where it means something
    /// Where it can be seen beyond its purpose, or not even there; null: as its purpose says.
    bool (*exists)(const Execution&, Rules) = nullptr;
    /// The field that opens it, and whether that has: a group of one uses no tier. Itself: always open.
    Field opened_by = field;
    bool (*open)(const Execution&) = nullptr;
    std::optional<Field> tier = {}; ///< of a degree, the field of its groups' network
    bool optional = false;          ///< a file may leave it out, and does where it says nothing new
    bool quiet = false;             ///< not seen where it says nothing new
    InInference in_inference = {};  ///< of what the type of an inference cannot hold
    /// Whether the work of a block depends on it. Null: it does; only what surely has no part may say otherwise, since
    /// strategies with equal keys are priced once.
    bool (*prices_block)(const Execution&) = nullptr;
    Searched searched = Searched::no;

    /// Whether the strategies of one search can differ in it, and whether over a list of values.
    [[nodiscard]] bool varies() const { return searched > Searched::told; }
    [[nodiscard]] bool listed() const { return searched == Searched::one || searched == Searched::all; }

    [[nodiscard]] std::string_view label_of(std::int64_t value) const; ///< a choice's word, "on" or "off"
    /// What an execution has that says nothing.
    [[nodiscard]] std::optional<std::int64_t> silent() const { return get(Execution{}); }
};

/// One row for each field of an execution, in the order of Field.
std::span<const FieldRow, kFields> field_rows();
inline const FieldRow& row(Field field) { return field_rows()[static_cast<std::size_t>(field)]; }
/// The rows in an order of one's own: those named, then all others as they stand, so that a new one is never left out.
std::vector<const FieldRow*> rows_in(std::initializer_list<Field> first);
/// Dotted path of a field in the typed strategy: "tensor.degree", "pipeline.schedule.virtual_stages", …
std::string_view path_of(Field field);
/// The row of a dotted path; null where it is none of a field.
const FieldRow* row_of_path(std::string_view path);

/// A field as people call it within a sentence: "TP", "v", "microbatch".
std::string label_of(Field field);
/// Whether an execution's type has a place for it: an inference has no recompute policy.
bool held(const FieldRow& row, const Execution& execution);
/// Whether a person sees it under these rules, and can change it with the other fields as they are.
bool exists(const FieldRow& row, const Execution& execution, Rules rules);
bool open(const FieldRow& row, const Execution& execution);
/// The values of a choice that are offered: what the rules admit and what it is. Of the schedules those of the purpose.
std::vector<std::int64_t> offered_words(const FieldRow& row, const Execution& execution, Rules rules);
/// The degree of the data-parallel groups in training is the number of replicas in inference.
Field in_purpose(Field field, const Execution& execution);

/// The numeric value of a field; nothing where the field is not a number or the execution has none.
std::optional<std::int64_t> number_of(const Execution& execution, Field field);
void set_number(Execution& execution, Field field, std::int64_t value);
void set_schedule(Execution& execution, const PipelineSchedule& schedule);
/// What p stages of v chunks run in training. An interleaving other than 1 is kept even at p = 1: dropping it would
/// repair a file in silence.
PipelineSchedule training_schedule(std::int64_t p, std::int64_t v);
/// Training or inference with the same tensor and pipeline degrees. Data-parallel groups become independent replicas
/// and the other way round; what only training has (recompute, all-gather redo, sharding, chunks) goes, and comes back
/// as none.
void set_training(Execution& execution, bool training);

/// What of a strategy its block depends on, by field; 0 of what it does not.
using BlockValues = std::array<std::int64_t, kFields>;
BlockValues block_values(const Execution& execution);

} // namespace blueprinting::strategy
