#pragma once
#include "core/measured/like.h"
#include "ui/compare/cost_fields.h"
#include "ui/widgets/charts/bar_chart.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/answer.h"
#include "ui/widgets/tables/row_table.h"
#include "ui/workspace/figures.h"
#include "ui/workspace/strategy_fields.h"
#include "ui/workspace/workspace.h"

#include <functional>

/// What the Compare view says, as plain functions of the session and its results. No widget, no model quantity
/// computed.
namespace blueprinting::ui::compare {

using ResultOf = std::function<const StrategyResult&(const std::string& id)>;

/// One strategy that can be drawn: visible, and legal now or once.
struct Contender {
    std::string id;
    QString name; ///< short: "seqsel"
    QString letter;
    std::size_t chip = 0;  ///< colour of its chip
    std::size_t place = 0; ///< in the list of strategies
    const SessionStrategy* strategy = nullptr;
    const StrategyResult* result = nullptr;
    std::optional<measured::Likeness> near =
        std::nullopt; ///< the published runs like it; nothing where nobody asked for them
    std::array<std::shared_ptr<const cost::Estimate>, 2> priced = {}; ///< peak-only and evidence
    /// Seconds of program::kFurtherComponents in both.
    std::array<std::array<Seconds, program::kFurtherComponents.size()>, 2> further = {};
    bool bound = false; ///< nobody measured what its times rest on
    [[nodiscard]] bool current() const { return result->current; }
    [[nodiscard]] bool fits() const { return evidence().fits; } ///< else no figure of it can be had
    /// In either view. Of a program (StrategyResult::program) the iteration and the fullest GPU alone, with what its
    /// blocks work with as activation gradients; components that plain models have not stand beside it.
    [[nodiscard]] const cost::Estimate& evidence() const { return *priced[1]; }
    [[nodiscard]] const cost::Estimate& peak_only() const { return *priced[0]; }
    [[nodiscard]] Seconds further_in(cost::View view, std::size_t component) const
    {
        return further[view == cost::View::peak_only ? 0 : 1][component];
    }
    [[nodiscard]] bool plain() const { return result->evaluation != nullptr; }
    [[nodiscard]] bool training() const { return evidence().training; }
};

/// A visible strategy that never was legal: it has a row that says so, and no figures.
struct Outsider {
    std::string id;
    QString name, letter;
    std::size_t chip = 0;
    std::size_t place = 0;
};

/// The strategies in order, and which two stand against each other.
struct Contest {
    std::vector<Contender> contenders;
    std::vector<Outsider> without;
    QString stand_in;       ///< which one stands for a baseline that is hidden; empty where none does
    QString picked_without; ///< the selected one where it never was legal
    int baseline = -1;      ///< index of what is measured by, −1 where nothing is drawn
    int other =
        -1; ///< what the table sets against it: the selected one, else the answer's subject, else the first other
    int subject = -1; ///< what the answer line is about: legal ones only
    int against = -1; ///< and what it is measured by
};
Contest contest_of(const Session& session, const ResultOf& results);
/// Lays the published runs of grades A and B beside those that are legal and train.
void find_near(Contest& contest, const measured::Runs& published);
/// What the whiskers are, and who has none; empty where nobody asked for them.
QString whisker_words(const Contest& contest);

Answer answer_of(const Contest& contest);

/// Order of the bars. By time or memory what fits stands before what does not, and both before last legal figures.
enum class Order { list, time, memory };
BarChart time_chart(const Contest& contest, const Selection& selection, Order order = Order::list);
BarChart memory_chart(const Contest& contest, const Selection& selection, Order order = Order::list);
/// Of what exists in any of them: inference alone has four components and two kinds of memory.
std::vector<LegendItem> time_legend(const Contest& contest);
std::vector<LegendItem> memory_legend(const Contest& contest);

/// A table as its model wants it.
struct TableContent {
    QString title, note;
    Tone note_tone = Tone::secondary;
    std::vector<Column> columns;
    std::vector<TableRow> rows;
};
enum class Difference { time, memory };
enum class Room { wide, medium, narrow }; ///< medium: in fewer words; narrow: without the bars, too
/// Component by component (or memory by kind): both, difference, percent, bar. With one strategy alone: its parts and
/// shares.
TableContent difference_table(const Contest& contest, Difference what, Room room = Room::wide);
/// Fields that differ; with `all` those that are equal behind them.
TableContent changes_table(const Contest& contest, bool all = false);
/// Samples per s, tokens per s and GPU, MFU, HFU; the last where there is training.
/// Of models beyond six numbers MFU by each definition; of training what a run costs where its tokens are given, and
/// how many days that is as the nearest runs are, where those were asked for.
TableContent rates_table(const Contest& contest, const CostInputs& cost = {});

} // namespace blueprinting::ui::compare
