#pragma once
#include "ui/compare/compare_model.h"

/// Who stands where among those that are shown. What does not fit is ranked nowhere: no figure of it can be had.
namespace blueprinting::ui::compare {

/// Those that do the same work as one of them (its model and its purpose), and of these the ones that fit, fastest
/// first: by iteration time where all do equal batches on as many GPUs, else by tokens per s and GPU.
struct Ranking {
    std::size_t peers = 0;                 ///< legal ones that do the same work, that one among them
    std::vector<const Contender*> running; ///< of these the ones that fit, fastest first
    const Contender* nearest = nullptr;    ///< of those that do not fit the one that misses by least
    bool per_gpu = false;
    bool all = true; ///< no legal one that is shown does other work

    /// Two times or rates as near as this share of the larger are the same to a reader.
    static constexpr double kSame = 0.0005;
    /// What they are ranked by: the larger, the faster.
    [[nodiscard]] double speed(const Contender& one) const;
    /// Whether no other is faster.
    [[nodiscard]] bool leads(const Contender& one) const;
};
Ranking ranking_of(const Contest& contest, const Contender& subject);

/// Tokens of a training step or of prompts, per second and GPU, in the evidence view.
double tokens_per_gpu(const Contender& one);
/// Whether two do the same work: an iteration of one is then an iteration of the other, if not on as many GPUs or in
/// equal batches.
bool same_work(const Contender& a, const Contender& b);
/// Whether they do it in equal batches on as many GPUs.
bool same_size(const Contender& a, const Contender& b);

QString key_of(Order order);            ///< "list", "time", "memory": what a session keeps
Order order_of(const std::string& key); ///< `list` for any other
/// Places of the contest's contenders in that order.
std::vector<std::size_t> ordered(const Contest& contest, Order order);

} // namespace blueprinting::ui::compare
