#include "core/search/explore.h"

#include "core/base/written_number.h"
#include "core/search/walk.h"
#include "core/strategy/derived.h"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <mutex>

namespace blueprinting::search {
namespace {

using strategy::Field;

/// The tallies of each value of each knob.
class Tallies {
public:
    explicit Tallies(const Layout& layout) : m_layout(layout)
    {
        for (const Layout::Knob& knob : layout.knobs()) {
            m_all.emplace_back(knob.values.size());
            m_sorted.push_back(std::is_sorted(knob.values.begin(), knob.values.end()));
        }
    }
    void add(std::size_t knob, std::int64_t value, const Tally& tally)
    {
        if (Tally* at = of(knob, value))
            at->add(tally);
    }
    void join(const Tallies& other)
    {
        for (std::size_t knob = 0; knob < m_all.size(); ++knob)
            for (std::size_t i = 0; i < m_all[knob].size(); ++i)
                m_all[knob][i].add(other.m_all[knob][i]);
    }
    /// The slowest best of the values that an execution has, in some knobs.
    [[nodiscard]] double slowest_best(const std::vector<std::size_t>& knobs, const strategy::Execution& execution) const
    {
        double out = -std::numeric_limits<double>::infinity();
        for (const std::size_t knob : knobs)
            if (const Tally* tally = of(knob, knob_value(m_layout.knobs()[knob].field, execution)))
                out = std::max(out, tally->best_seconds);
        return out;
    }
    [[nodiscard]] std::vector<Marginal> take() const
    {
        std::vector<Marginal> out;
        for (std::size_t knob = 0; knob < m_all.size(); ++knob)
            for (std::size_t i = 0; i < m_all[knob].size(); ++i)
                out.push_back({m_layout.knobs()[knob].field, m_layout.knobs()[knob].values[i], m_all[knob][i]});
        return out;
    }

private:
    /// Null where the knob has no such value.
    [[nodiscard]] const Tally* of(std::size_t knob, std::int64_t value) const
    {
        const auto& values = m_layout.knobs()[knob].values;
        const auto at = m_sorted[knob] ? std::lower_bound(values.begin(), values.end(), value)
                                       : std::find(values.begin(), values.end(), value);
        return at != values.end() && *at == value ? &m_all[knob][static_cast<std::size_t>(at - values.begin())]
                                                  : nullptr;
    }
    [[nodiscard]] Tally* of(std::size_t knob, std::int64_t value)
    {
        return const_cast<Tally*>(std::as_const(*this).of(knob, value));
    }
    const Layout& m_layout;
    std::vector<std::vector<Tally>> m_all;
    std::vector<char> m_sorted;
};

/// What one thread keeps. What it is given, in whatever order and by however many, makes the same of it.
class Gathering {
public:
    Gathering(const Searched& searched, const Wanted& wanted)
        : m_searched(searched),
          m_wanted(wanted),
          m_judgement(searched.judgement),
          m_within(wanted.within.value_or(-std::numeric_limits<double>::infinity())),
          walk(searched),
          m_top(searched.judgement, wanted.top),
          // All threads together keep no more than one would.
          band(searched.judgement, wanted.band_percent,
               BandGathering::kMost / static_cast<std::size_t>(oneapi::tbb::this_task_arena::max_concurrency())),
          tallies(searched.layout)
    {
        if (wanted.bins)
            bins.emplace(*wanted.bins);
        ahead.resize(wanted.pinned.size());
        const auto chosen = searched.layout.chosen_fields();
        for (std::size_t knob = 0; knob < searched.layout.knobs().size(); ++knob) {
            const Field field = searched.layout.knobs()[knob].field;
            const bool of_choice = std::find(chosen.begin(), chosen.end(), field) != chosen.end();
            const bool of_piece = field == Field::tensor_degree || field == Field::context_degree ||
                                  field == Field::tensor_tier || field == Field::microbatch_size;
            (of_choice || of_piece ? m_group_knobs : m_rest_knobs).push_back(knob);
        }
    }

    void through(const detail::Piece& piece, const CancelToken& cancel)
    {
        const Layout& layout = m_searched.layout;
        m_execution = layout.shared(layout.branches()[piece.branch], piece.tier, piece.microbatch);
        walk.through(piece, *this, cancel);
        if (!m_wanted.marginals)
            return;
        for (std::size_t rest = 0; rest < m_of_rest.size(); ++rest) {
            if (m_of_rest[rest].legal == 0)
                continue;
            Layout::apply(m_execution, walk.rest(rest));
            for (const std::size_t knob : m_rest_knobs)
                tallies.add(knob, knob_value(layout.knobs()[knob].field, m_execution), m_of_rest[rest]);
        }
    }

    void open(std::size_t rests)
    {
        m_of_rest.assign(rests, {});
        if (!walk.extended() || !m_wanted.marginals)
            return;
        m_worth_of_rest.clear();
        strategy::Execution execution = m_execution;
        for (std::size_t rest = 0; rest < rests; ++rest) {
            Layout::apply(execution, walk.rest(rest));
            m_worth_of_rest.push_back(tallies.slowest_best(m_rest_knobs, execution));
        }
    }
    void begin(std::size_t choice)
    {
        m_of_choice = {};
        if (!walk.extended() || !m_wanted.marginals)
            return;
        m_searched.layout.choose(m_execution, choice);
        m_worth_of_choice = tallies.slowest_best(m_group_knobs, m_execution);
    }
    template <class Breakdown, class Memory>
    void take(const Found& found, std::size_t rest, const Breakdown&, const Memory&)
    {
        take(found, rest);
    }
    /// Whether a strategy that takes at least this long could change what is kept.
    [[nodiscard]] bool needs(const Found& least, std::size_t rest) const
    {
        if (!smallest || leaner(least, *smallest) || (bins && !(least.total.value() > bins->grid.to_seconds)))
            return true;
        if (!m_judgement.counts(least))
            return false;
        const double seconds = least.total.value();
        if (m_wanted.marginals && (seconds < std::min(m_worth_of_choice, m_of_choice.best_seconds) ||
                                   seconds < std::min(m_worth_of_rest[rest], m_of_rest[rest].best_seconds)))
            return true;
        return front.wants(least) || m_top.wants(least) || band.wants(least) || m_judgement.score(least) <= m_within ||
               std::any_of(m_wanted.pinned.begin(), m_wanted.pinned.end(),
                           [&](const Found& pinned) { return m_judgement.before(least, pinned); });
    }
    void pass(const Found& found, std::size_t rest)
    {
        for (Tally* tally : {&m_of_rest[rest], &m_of_choice}) {
            ++tally->legal;
            tally->fitting += found.fits ? 1 : 0;
            tally->best_memory_bytes = std::min(tally->best_memory_bytes, found.memory.value());
        }
        if (bins)
            ++bins->slower;
    }
    void take(const Found& found, std::size_t rest)
    {
        Tally& of_rest = m_of_rest[rest];
        const double memory = found.memory.value();
        const bool counts = m_judgement.counts(found);
        ++of_rest.legal;
        ++m_of_choice.legal;
        of_rest.fitting += found.fits ? 1 : 0;
        m_of_choice.fitting += found.fits ? 1 : 0;
        of_rest.best_memory_bytes = std::min(of_rest.best_memory_bytes, memory);
        if (memory <= m_of_choice.best_memory_bytes) {
            m_of_choice.best_memory_bytes = memory;
            if (!smallest || leaner(found, *smallest))
                smallest = found;
        }
        if (bins)
            bins->offer(found, m_judgement);
        if (!counts)
            return;
        of_rest.best_seconds = std::min(of_rest.best_seconds, found.total.value());
        m_of_choice.best_seconds = std::min(m_of_choice.best_seconds, found.total.value());
        front.offer(found);
        m_top.offer(found);
        band.offer(found);
        if (m_judgement.score(found) <= m_within) {
            ++of_rest.within;
            ++m_of_choice.within;
            if (!leanest_within || leaner_by_rank(found, *leanest_within))
                leanest_within = found;
        }
        for (std::size_t i = 0; i < ahead.size(); ++i)
            ahead[i] += m_judgement.before(found, m_wanted.pinned[i]) ? 1 : 0;
    }
    void end(std::size_t choice)
    {
        legal += m_of_choice.legal;
        fitting += m_of_choice.fitting;
        within += m_of_choice.within;
        if (!m_wanted.marginals)
            return;
        m_searched.layout.choose(m_execution, choice);
        for (const std::size_t knob : m_group_knobs)
            tallies.add(knob, knob_value(m_searched.layout.knobs()[knob].field, m_execution), m_of_choice);
    }

    void join(const Gathering& other)
    {
        for (std::size_t law = 0; law < walk.refused.size(); ++law) {
            walk.refused[law] += other.walk.refused[law];
            walk.refused_alone[law] += other.walk.refused_alone[law];
        }
        for (const auto& [code, times] : other.walk.failed)
            walk.failed[code] += times;
        walk.strategies += other.walk.strategies;
        walk.simulated += other.walk.simulated;
        legal += other.legal;
        fitting += other.fitting;
        within += other.within;
        front.join(other.front);
        m_top.join(other.m_top);
        band.join(other.band);
        tallies.join(other.tallies);
        if (other.smallest && (!smallest || leaner(*other.smallest, *smallest)))
            smallest = other.smallest;
        if (other.leanest_within && (!leanest_within || leaner_by_rank(*other.leanest_within, *leanest_within)))
            leanest_within = other.leanest_within;
        if (bins)
            bins->join(*other.bins, m_judgement);
        for (std::size_t i = 0; i < ahead.size(); ++i)
            ahead[i] += other.ahead[i];
    }

    [[nodiscard]] std::vector<Found> top() const { return m_top.sorted(); }

private:
    [[nodiscard]] static bool leaner(const Found& a, const Found& b)
    {
        if (a.memory != b.memory)
            return a.memory < b.memory;
        return a.total != b.total ? a.total < b.total : a.number < b.number;
    }
    [[nodiscard]] bool leaner_by_rank(const Found& a, const Found& b) const
    {
        return a.memory != b.memory ? a.memory < b.memory : m_judgement.before(a, b);
    }

    const Searched& m_searched;
    const Wanted& m_wanted;
    Judgement m_judgement;
    double m_within;
    std::vector<std::size_t> m_group_knobs, m_rest_knobs;
    strategy::Execution m_execution;
    std::vector<Tally> m_of_rest;
    Tally m_of_choice;
    /// What is as slow cannot be the best of any value that a rest, or a choice, has; of an extended layout.
    std::vector<double> m_worth_of_rest;
    double m_worth_of_choice = 0;

public:
    detail::Walk walk;
    std::uint64_t legal = 0, fitting = 0, within = 0;
    Front front;

private:
    Best m_top;

public:
    BandGathering band;
    Tallies tallies;
    std::optional<Bins> bins;
    std::optional<Found> smallest, leanest_within;
    std::vector<std::uint64_t> ahead;
};

Counts by_code(const std::array<std::uint64_t, 64>& counts, const Counts& failed)
{
    Counts out = failed;
    const auto codes = strategy::law_codes();
    for (std::size_t law = 0; law < codes.size(); ++law)
        if (counts[law] > 0)
            out[std::string(codes[law])] += counts[law];
    return out;
}

using Workers = oneapi::tbb::enumerable_thread_specific<std::unique_ptr<Gathering>>;

/// All but the band of what has too large a one.
Exploration made_of(Gathering& found, const Searched& searched, const Wanted& wanted)
{
    Exploration out;
    out.strategies = found.walk.strategies;
    out.legal = found.legal;
    out.fitting = found.fitting;
    out.refused = by_code(found.walk.refused, found.walk.failed);
    out.refused_alone = by_code(found.walk.refused_alone, found.walk.failed);
    out.front = found.front.steps();
    out.top = found.top();
    if (!found.band.full())
        out.band = band_of(searched.layout, found.band.take(), wanted.band_percent, found.band.limit());
    if (wanted.marginals)
        out.marginals = found.tallies.take();
    out.smallest = found.smallest;
    out.ahead = found.ahead;
    out.bins = found.bins;
    out.simulated = found.walk.simulated;
    return out;
}

/// Everything gone through once, on all cores; nothing where it was cancelled.
std::unique_ptr<Gathering> gathered(const Searched& searched, const Wanted& wanted,
                                    const std::function<void(std::uint64_t)>& progress, const CancelToken& cancel)
{
    const detail::Pieces pieces(searched.layout);
    Workers workers([&] { return std::make_unique<Gathering>(searched, wanted); });
    const auto joined = [&] {
        auto out = std::make_unique<Gathering>(searched, wanted);
        for (const auto& worker : workers)
            out->join(*worker);
        return out;
    };
    std::mutex telling;
    std::uint64_t done = 0;
    const auto one = [&](std::uint64_t i) {
        if (cancel.cancelled())
            return;
        Gathering& mine = *workers.local();
        const std::uint64_t before = mine.walk.strategies;
        mine.through(pieces.at(i), cancel);
        if (!progress)
            return;
        const std::lock_guard lock(telling);
        done += mine.walk.strategies - before;
        progress(done);
    };
    // What is told in between is told of whole slices.
    const std::uint64_t slice = wanted.partial ? std::max<std::uint64_t>(1, pieces.count() / 256) : pieces.count();
    auto told = std::chrono::steady_clock::now();
    for (std::uint64_t from = 0; from < pieces.count() && !cancel.cancelled(); from += slice) {
        oneapi::tbb::parallel_for(from, std::min(pieces.count(), from + slice), one);
        if (!wanted.partial || std::chrono::steady_clock::now() - told < wanted.between)
            continue;
        wanted.partial(made_of(*joined(), searched, wanted));
        told = std::chrono::steady_clock::now();
    }
    if (cancel.cancelled())
        return nullptr;
    return joined();
}

/// A band that is too large to be kept, counted with its limit known.
std::optional<Band> counted_band(const Searched& searched, const Wanted& wanted, double limit,
                                 const CancelToken& cancel)
{
    const Wanted again{.top = Band::kMostMembers, .band_percent = 0, .marginals = true, .within = limit};
    const auto found = gathered(searched, again, {}, cancel);
    if (!found)
        return std::nullopt;
    Band out;
    out.percent = wanted.band_percent;
    out.limit = limit;
    out.count = found->within;
    out.members = found->top();
    out.leanest = found->leanest_within;
    for (const Marginal& each : found->tallies.take())
        if (each.tally.within > 0)
            out.values.push_back({each.field, each.value, each.tally.within});
    return out;
}

std::optional<std::uint64_t> count(std::string_view text)
{
    const auto read = read_whole(text, {});
    return read ? std::optional(static_cast<std::uint64_t>(*read)) : std::nullopt;
}

/// The legal strategies of some pieces, in the order of their numbers once sorted.
struct Collecting {
    std::vector<Found> found;
    void open(std::size_t) {}
    void begin(std::size_t) {}
    template <class Breakdown, class Memory>
    void take(const Found& one, std::size_t, const Breakdown&, const Memory&)
    {
        found.push_back(one);
    }
    [[nodiscard]] bool needs(const Found&, std::size_t) const { return true; }
    void pass(const Found&, std::size_t) {}
    void end(std::size_t) {}
};

} // namespace

Result<Shard> Shard::parse(std::string_view text)
{
    const std::size_t slash = text.find('/');
    if (slash != std::string_view::npos) {
        const auto index = search::count(text.substr(0, slash));
        const auto count = search::count(text.substr(slash + 1));
        if (index && count && *index <= *count)
            return Shard{*index, *count};
    }
    return Diagnostic{Severity::error, "search.shard.malformed", "shard",
                      "\"" + std::string(text) + "\" is no shard; allowed is i/n with 1 ≤ i ≤ n, as 2/8"};
}

std::uint64_t strategies_of(const Layout& layout, const Shard& shard)
{
    // Of n groups those whose number leaves index − 1 over count.
    const auto below = [&](std::uint64_t n) { return (n + shard.count - shard.index) / shard.count; };
    std::uint64_t sum = 0;
    for (const Layout::Branch& branch : layout.branches()) {
        const std::uint64_t groups = branch.tiers.size() * layout.microbatches().size() * layout.choices();
        sum += (below(branch.first_group + groups) - below(branch.first_group)) * branch.rests;
    }
    return sum;
}

Result<Exploration> explore(const Searched& searched, const Wanted& wanted,
                            const std::function<void(std::uint64_t)>& progress, const CancelToken& cancel)
{
    const auto found = gathered(searched, wanted, progress, cancel);
    if (!found)
        return Cancelled{};
    Exploration out = made_of(*found, searched, wanted);
    if (found->band.full()) {
        auto band = counted_band(searched, wanted, found->band.limit(), cancel);
        if (!band)
            return Cancelled{};
        out.band = *std::move(band);
    }
    return out;
}

Result<Done> each_legal(const Searched& searched, const std::function<bool(const Found&)>& sink,
                        const CancelToken& cancel)
{
    const detail::Pieces pieces(searched.layout);
    detail::Walk walk(searched);
    Collecting collecting;
    for (std::uint64_t i = 0; i < pieces.count(); ++i) {
        const detail::Piece piece = pieces.at(i);
        walk.through(piece, collecting, cancel);
        if (cancel.cancelled())
            return Cancelled{};
        // A family that is cut into stretches comes out by number once they are all there.
        const bool whole = piece.first_rest + piece.rests == searched.layout.branches()[piece.branch].rests;
        if (!whole)
            continue;
        std::sort(collecting.found.begin(), collecting.found.end(),
                  [](const Found& a, const Found& b) { return a.number < b.number; });
        for (const Found& one : collecting.found)
            if (!sink(one))
                return Done{};
        collecting.found.clear();
    }
    return Done{};
}

} // namespace blueprinting::search
