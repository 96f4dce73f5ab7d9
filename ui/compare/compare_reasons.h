#pragma once
#include "ui/compare/compare_model.h"
#include "ui/compare/compare_text.h"

/// Why one strategy stands to another as it does: the sentences below the answer.
namespace blueprinting::ui::compare {

/// A contender's name in a sentence.
QString said(const Contender& one);

/// "Recompute makes −3.33 of −4.39 s; pipeline parallel −0.75, backward −0.56, tensor parallel +0.89 s." Empty where
/// both take as long.
QString time_reason(const Contender& subject, const Contender& against);
/// Of one strategy alone: "Backward makes 6.91 s, 38.3 %."
QString share_reason(const Contender& one);
/// "Both fit in 80 GiB; seqsel keeps 6.0 GiB more."; of one that does not fit what it keeps more: "none keeps 183.8 GiB
/// more than full: …".
QString memory_reason(const Contender& subject, const Contender& against);
/// Of one strategy alone that fits: "It fits in 80 GiB with 31.9 GiB free."
QString lone_memory_reason(const Contender& one);
/// "Legal strategies only. The illegal one is not ranked until its two fields are corrected." Empty where all are
/// legal.
QString illegal_text(const Contest& contest);
/// What the two do not have in common, so that an iteration of one is not an iteration of the other; empty where they
/// do: "inference against training", "32 against 64 GPUs".
QStringList unlike(const Contender& subject, const Contender& against);

} // namespace blueprinting::ui::compare
