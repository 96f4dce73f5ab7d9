#pragma once
#include "core/schedule/plan.h"

namespace blueprinting::schedule {

/// What a kind's form is written in. F, B, I, W are the times of a full stage with the transfers where they are
/// charged, in units.
struct FormTerms {
    double forward = 0, backward = 0, input = 0, weight = 0;
    double p = 0, m = 0, v = 0;

    /// Of the analytical contract, where chunks go round with m mod p microbatches left over: chunks' time more.
    [[nodiscard]] double left_over() const;
};

/// What arithmetic alone says of a plan, whether or not it has an executable order. Where transfers occupy links the
/// form counts none. Peaks are in full-stage units (chunks / v). These are the forms of the kinds' orders, not lower
/// bounds.
struct ClosedForm {
    std::string formula; ///< of the makespan: "(m + p − 1)·(F + B)"
    std::string source;  ///< "arXiv 1811.06965"
    double makespan = 0;
    double bubble_time = 0; ///< makespan − work of a stage
    double bubble_over_ideal = 0;
    double bubble_over_total = 0;
    std::string bubble_formula;
    std::vector<double> peak_activations;        ///< by stage, until the gradient
    std::string peak_formula;                    ///< "m", "p − i", …
    std::optional<double> largest_internal_idle; ///< where the form says it
    std::string note; ///< where it holds and this plan is not, or what it does not count; else empty

    /// peak(i) for each stage i.
    template <class Peak>
    void peaks(const FormTerms& n, Peak peak)
    {
        for (double i = 0; i < n.p; ++i)
            peak_activations.push_back(peak(i));
    }
    void note_unless(bool holds, const std::string& text);
};

/// The form of the plan's kind, with makespan and ratios. Pure.
ClosedForm closed_form(const Plan& plan);

} // namespace blueprinting::schedule
