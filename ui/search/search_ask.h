#pragma once
#include "core/search/question.h"
#include "ui/workspace/session.h"

#include <QString>

namespace blueprinting::ui {

/// What a session's search is asked, as a person wrote it. Model, system, datatype and attention are those of the
/// selected strategy; so are the devices and the batch until a person writes others. Of search::kFurtherFields see
/// further_at_first().
struct SearchAsk {
    std::optional<std::string> devices; ///< as search::Asked::devices
    std::optional<std::string> batch;
    bool batch_per_device = false;
    std::map<strategy::Field, std::string> bounds;
    std::map<strategy::Field, std::vector<std::string>> words;
    std::map<strategy::Field, std::vector<std::int64_t>> tiers;
    bool must_fit = true;
    double reserve_gib = 0;
    std::string rank = "time";
    std::optional<double> price;
    double band_percent = 3;
    cost::View view = cost::View::system_evidence;
    bool operator==(const SearchAsk&) const = default;

    /// How many fields have a bound.
    [[nodiscard]] int bounded() const;
};

/// From and to what the session keeps; null where all is as at first. What is none in a file written by hand counts as
/// not told.
SearchAsk search_ask_of(const Json& state);
Json to_json(const SearchAsk& ask);

/// The text of the devices and of the batch that are asked of this strategy.
std::string devices_text(const SearchAsk& ask, const SessionStrategy& strategy);
std::string batch_text(const SearchAsk& ask, const SessionStrategy& strategy);

/// Errors as search::question_of(), by the path of their field.
Result<search::Question> question_for(const SearchAsk& ask, const SessionStrategy& strategy);

/// Whether its strategies may differ in search::kFurtherFields: the model or the strategy says more than six numbers
/// and the first switches, or one of these is asked for.
bool asks_further(const SearchAsk& ask, const SessionStrategy& strategy);
/// The values of one of search::kFurtherFields that are searched where nobody names others: those that the command line
/// begins with, and the selected strategy's own, so that it lies in its own space.
std::vector<std::int64_t> further_at_first(strategy::Field field, const SessionStrategy& strategy);

/// The fields whose values, bounds or tiers a question may narrow, in the order of tables: every one, or those that a
/// question of either kind has.
std::vector<const strategy::FieldRow*> search_rows();
std::vector<const strategy::FieldRow*> search_rows(bool further);
/// Of a field that a person writes down: of a number its bound, of modules their sets.
bool is_written(const strategy::FieldRow& row);

/// The command line that asks the same.
QString search_command(const SearchAsk& ask, const SessionStrategy& strategy);

} // namespace blueprinting::ui
