#pragma once
#include "core/schedule/plan.h"

namespace blueprinting::schedule {

/// What arithmetic alone says of a plan, whether or not it has an executable order. F, B, I, W are the times of a full
/// stage with the transfers where they are charged; where they occupy links the form counts none. Peaks are in
/// full-stage units (chunks / v). These are the forms of the orders in orders.h, not lower bounds.
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
    std::optional<double> largest_internal_idle; ///< zero bubble only
    std::string note; ///< what it assumes and this plan breaks, or does not count; else empty
};

/// GPipe (p−1)(F+B), m [1811.06965]; 1F1B (p−1)(F+B), min(m, p−i) [2006.09503, 2104.04473]; interleaved (p−1)(F+B)/v,
/// p + (p−1)/v on stage 0 [2104.04473, 2205.05198], with (v−1)(p − m mod p) extra chunks where m mod p ≠ 0; zero bubble
/// [2401.10241]; forward only (p−1)F. Pure.
ClosedForm closed_form(const Plan& plan);

} // namespace blueprinting::schedule
