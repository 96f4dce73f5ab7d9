#pragma once
#include "core/search/explain.h"
#include "core/search/scaling.h"
#include "ui/workspace/session.h"

#include <QString>

#include <functional>
#include <memory>

namespace blueprinting::ui {

/// A strategy of the session beside what a search finds.
struct SearchSubject {
    std::string id;
    QString letter;
    std::size_t chip = 0;
    bool selected = false;
    strategy::Execution execution;
    std::size_t count = 0;               ///< place of its devices among the question's
    search::Single single;               ///< legal
    std::optional<std::uint64_t> number; ///< in the layout; nothing where a bound leaves it out
    std::optional<std::uint64_t> rank;   ///< from 1; nothing where it does not count
    std::vector<std::optional<search::ScalingPoint::Grown>> grown; ///< by DP alone, of several numbers of devices
};

/// Visible strategies of the session that the question is about: of its model, its system, one of its numbers of
/// devices and its batch, in training and legal; the selected one first.
std::vector<SearchSubject> search_subjects(const search::Question& question, const Session& session);

/// What a search found, or has found so far. Immutable once handed on.
struct SearchRun {
    search::Question question;
    std::shared_ptr<const std::vector<search::Layout>> layouts; ///< of each number of devices
    std::vector<search::Exploration> found;                     ///< of each; the last one may be under way
    std::vector<SearchSubject> subjects;
    std::optional<search::Scaling> scaling; ///< of several numbers of devices, once all are done
    std::uint64_t done = 0, total = 0;      ///< strategies
    double seconds = 0;
    bool complete = false;

    [[nodiscard]] const search::Layout& layout(std::size_t count) const { return (*layouts)[count]; }
    [[nodiscard]] search::Searched searched(std::size_t count) const
    {
        return {.model = question.model,
                .system = question.system,
                .layout = layout(count),
                .view = question.view,
                .judgement = question.judgement()};
    }
    [[nodiscard]] std::int64_t devices(std::size_t count) const { return question.devices[count]; }
    [[nodiscard]] const SearchSubject* selected() const
    {
        return !subjects.empty() && subjects.front().selected ? &subjects.front() : nullptr;
    }
};
using SearchRunPtr = std::shared_ptr<const SearchRun>;

inline constexpr std::size_t kSearchTop = 300; ///< strategies that a table shows at most

/// Explores every space of the question. `partial` is told what has been found, some tens of milliseconds apart;
/// `progress` how much of all is done, 0 to 1. Cancelled as explore(). Any thread.
Result<SearchRunPtr> run_search(const search::Question& question, std::vector<SearchSubject> subjects,
                                const std::function<void(SearchRunPtr)>& partial,
                                const std::function<void(double)>& progress, const CancelToken& cancel);

} // namespace blueprinting::ui
