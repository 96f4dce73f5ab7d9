#pragma once
#include "core/certificate/certificate.h"

/// What no measurement can have been, whoever states it. The limits lie far past anything that was ever built or run,
/// so that what passes one of them is a slip or a forgery, never a large machine.
namespace blueprinting::certificate {

inline constexpr std::size_t kLongestName = 200; ///< bytes of a label, a device, a datatype, a kind
/// Of one cell. All pairs of a cell are compared, thousands of times by a fit; a campaign tries a few dozen.
inline constexpr std::size_t kMostCandidates = 100;
inline constexpr std::size_t kLongestKey = 500;                   ///< bytes of a cell's key
inline constexpr std::size_t kLongestPath = 4096;                 ///< bytes: more no system opens
inline constexpr std::int64_t kMostRanks = std::int64_t{1} << 20; ///< of one cell: tp·cp, and ep and etp each
inline constexpr std::int64_t kMostLayers = std::int64_t{1} << 16;
inline constexpr std::int64_t kMostHidden = std::int64_t{1} << 24;
inline constexpr std::int64_t kMostGroup = std::int64_t{1} << 32;
inline constexpr double kLeastMs = 1e-6;                        ///< a nanosecond: shorter than any step of a model
inline constexpr double kMostMeasuringMs = 366.0 * 24 * 3600e3; ///< a year of runs of one candidate
/// Of a rank: over a hundred times what the memory of any device moves. Each layer reads at least one byte for each
/// value of each token's hidden state.
inline constexpr double kMostBytesPerSecond = 1e15;

/// Each list holds clauses with the value and what is possible; empty where all is plausible.

/// Segments, their lengths and their depth.
std::vector<std::string> implausible_layout(const Features& features);
/// A candidate of this cell: its label, its layout, its times and how fast they say it ran.
std::vector<std::string> implausible_candidate(const Candidate& candidate, const Cell& cell);
/// A cell without its candidates: names, digests, degrees and sizes. What is absent is a matter of another check.
std::vector<std::string> implausible_cell(const Cell& cell);
/// The list inside a certificate, as far as checks of its keys do not tell.
std::vector<std::string> implausible_manifest(const EmbeddedManifest& manifest);

} // namespace blueprinting::certificate
