#pragma once
#include "core/schedule/plan.h"

#include <cmath>

namespace blueprinting::schedule {

/// What a kind's form is written in. F, B, I, W are the times of a full stage with the transfers where they are
/// charged, in units; f, b, i, w those of one chunk (and slice).
struct FormTerms {
    double forward = 0, backward = 0, input = 0, weight = 0;
    double p = 0, m = 0, v = 0;
    double f = 0, b = 0, i = 0, w = 0;
    double slices = 1;
    double group = 0; ///< at most m; 0: none is given
    double warm_up = 1;
    double hidden = 0;

    /// Of the analytical contract, where chunks go round with m mod p microbatches left over: chunks' time more.
    [[nodiscard]] double left_over() const;
};

/// What arithmetic alone says of a plan, whether or not it has an executable order. Where transfers occupy links the
/// form counts none. Peaks are in full-stage units. These are the forms of the kinds' orders, not lower bounds.
struct ClosedForm {
    std::string formula; ///< of the makespan: "(m + p − 1)·(F + B)"
    std::string source;  ///< "arXiv 1811.06965"
    double makespan = 0;
    double bubble_time = 0; ///< makespan − work of a stage
    double hidden = 0;      ///< of the busiest stage's work, in joined pairs
    double bubble_over_ideal = 0;
    double bubble_over_total = 0;
    std::string bubble_formula;
    std::vector<double> peak_activations; ///< by stage, until the gradient
    std::string peak_formula;             ///< "m", "p − i", …
    /// Where the form says it until the weight gradient, the same on every stage.
    std::optional<double> peak_until_weight_gradient;
    std::optional<double> largest_internal_idle; ///< where the form says it
    std::string note;   ///< where it holds and this plan is not, or what it does not count; else empty
    bool holds = true;  ///< it is this plan's: no more than a rough guide where false
    bool exists = true; ///< there are numbers: where false they are all not a number

    /// peak(i) for each stage i.
    template <class Peak>
    void peaks(const FormTerms& n, Peak peak)
    {
        for (double i = 0; i < n.p; ++i)
            peak_activations.push_back(peak(i));
    }
    void note_unless(bool holds, const std::string& text);
    /// The numbers are still worth showing where it does not hold,
    void holds_for(bool holds, const std::string& text);
    /// or they are worth nothing.
    void stands_only_for(bool holds, const std::string& text);
};

/// The form of the plan's kind, with makespan and ratios. Pure.
ClosedForm closed_form(const Plan& plan);

} // namespace blueprinting::schedule
