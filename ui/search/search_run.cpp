#include "ui/search/search_run.h"

#include "core/strategy/derived.h"
#include "ui/workspace/letters.h"

#include <algorithm>
#include <chrono>

namespace blueprinting::ui {

std::vector<SearchSubject> search_subjects(const search::Question& question, const Session& session)
{
    std::vector<SearchSubject> out;
    const model::Description described = question.described();
    for (const SessionStrategy& strategy : session.strategies) {
        const bool selected = strategy.id == session.selected;
        if ((!strategy.visible && !selected) || !(strategy.model.whole() == described) ||
            !(strategy.system == question.system) || !strategy::is_training(strategy.execution))
            continue;
        const std::int64_t devices = strategy::checked_world_size(strategy.execution).value_or(0);
        const auto at = std::find(question.devices.begin(), question.devices.end(), devices);
        if (at == question.devices.end() || strategy.execution.global_batch != question.global_batch(devices))
            continue;
        SearchSubject subject;
        subject.execution = strategy.execution;
        strategy::forget_redundant_processors(subject.execution);
        if (question.extended())
            search::say_sharding(subject.execution); // as its space has it
        auto single = search::single(question, subject.execution);
        if (!single || !single->legal())
            continue;
        subject.id = strategy.id;
        subject.letter = QString::fromStdString(letters_of(strategy.letter));
        subject.chip = chip_of(strategy);
        subject.selected = selected;
        subject.count = static_cast<std::size_t>(at - question.devices.begin());
        subject.single = *std::move(single);
        out.push_back(std::move(subject));
    }
    std::stable_partition(out.begin(), out.end(), [](const SearchSubject& each) { return each.selected; });
    return out;
}

Result<SearchRunPtr> run_search(const search::Question& question, std::vector<SearchSubject> subjects,
                                const std::function<void(SearchRunPtr)>& partial,
                                const std::function<void(double)>& progress, const CancelToken& cancel)
{
    const auto began = std::chrono::steady_clock::now();
    auto laid = search::layouts_of(question);
    if (!laid)
        return laid.failure_as<SearchRunPtr>();
    SearchRun run;
    run.question = question;
    run.layouts = std::make_shared<const std::vector<search::Layout>>(*std::move(laid));
    for (const search::Layout& layout : *run.layouts)
        run.total += layout.strategies();
    const search::Judgement judgement = question.judgement();
    for (SearchSubject& subject : subjects) {
        subject.number = run.layout(subject.count).number_of(subject.execution);
        // One that a bound leaves out stands behind those that are equal to it.
        subject.single.found.number = subject.number.value_or(run.layout(subject.count).strategies());
    }
    run.subjects = std::move(subjects);
    const auto clock = [&] {
        run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    };
    for (std::size_t count = 0; count < run.layouts->size(); ++count) {
        search::Wanted wanted{.top = kSearchTop, .band_percent = question.band_percent};
        std::vector<std::size_t> pinned;
        for (std::size_t i = 0; i < run.subjects.size(); ++i)
            if (run.subjects[i].count == count) {
                pinned.push_back(i);
                wanted.pinned.push_back(run.subjects[i].single.found);
            }
        const std::uint64_t before = run.done;
        const auto told = [&](std::uint64_t done) {
            if (progress && run.total > 0)
                progress(static_cast<double>(before + done) / static_cast<double>(run.total));
        };
        if (partial)
            wanted.partial = [&](const search::Exploration& part) {
                auto some = std::make_shared<SearchRun>(run);
                some->found.push_back(part);
                some->done += part.strategies;
                partial(std::move(some));
            };
        auto found = search::explore(run.searched(count), wanted, told, cancel);
        if (!found)
            return found.failure_as<SearchRunPtr>();
        for (std::size_t i = 0; i < pinned.size(); ++i)
            if (SearchSubject& subject = run.subjects[pinned[i]]; judgement.counts(subject.single.found))
                subject.rank = found->ahead[i] + 1;
        run.done += found->strategies;
        run.found.push_back(*std::move(found));
        clock();
        if (partial && count + 1 < run.layouts->size())
            partial(std::make_shared<SearchRun>(run));
    }
    if (run.found.size() > 1) {
        run.scaling = search::scaling_of(question, *run.layouts, run.found);
        for (SearchSubject& subject : run.subjects)
            for (const std::int64_t devices : question.devices)
                subject.grown.push_back(
                    search::grown_by_data(question, subject.execution, question.devices[subject.count], devices));
    }
    run.complete = true;
    clock();
    return SearchRunPtr(std::make_shared<SearchRun>(std::move(run)));
}

} // namespace blueprinting::ui
