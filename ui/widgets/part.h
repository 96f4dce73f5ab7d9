#pragma once
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace blueprinting::ui {

/// What of an axis is in sight.
struct Span {
    double low = 0;
    double high = 1;
    bool operator==(const Span&) const = default;
};

/// What of a magnified whole is in sight: its upper left corner in shares of the whole, 0 to 1.
struct Sight {
    double left = 0, top = 0;
    double zoom = 1; ///< both ways
    bool operator==(const Sight&) const = default;
};
inline constexpr double kMostMagnified = 16;
/// 1 ≤ zoom ≤ 16 and nothing past either end.
inline Sight within(Sight sight)
{
    sight.zoom = std::clamp(sight.zoom, 1.0, kMostMagnified);
    sight.left = std::clamp(sight.left, 0.0, 1 - 1 / sight.zoom);
    sight.top = std::clamp(sight.top, 0.0, 1 - 1 / sight.zoom);
    return sight;
}

/// How a person left a part of a view: only what is not as it is at first. Columns, rows and groups are named by their
/// ids, not by their places; what a part does not have now, or never had, stays in it and does nothing.
struct PartState {
    // a table
    std::optional<std::string> sorted; ///< id of the column; "": the given order
    bool descending = false;
    std::set<std::string> hidden;      ///< columns that a person hid
    std::set<std::string> shown;       ///< and those shown that are hidden at first, or had no room
    std::set<std::string> folded;      ///< keys of groups
    std::map<std::string, int> widths; ///< pixels, of columns that a person made wider or narrower
    std::string row;                   ///< picked, where nothing but the table knows
    // a chart
    std::optional<Span> x, y;
    std::optional<Sight> sight;
    // a switch
    std::string current;
    // a form
    std::map<std::string, std::string> fields; ///< what stands in them, in the form of program text: "8.0", "yes"

    bool operator==(const PartState&) const = default;
};

/// A widget of which a session keeps how a person left it: a table, a chart, a switch or a form that no other state
/// tells. It is known by its object name within its view. GUI thread.
class Part {
public:
    virtual ~Part() = default;
    [[nodiscard]] virtual PartState partState() const = 0;
    /// As it was left; the empty state: as at first. What has no data yet takes it once it has.
    virtual void setPartState(const PartState& state) = 0;

    /// Called after each change of partState() that the session did not ask for.
    void setPartListener(std::function<void()> listener) { m_listener = std::move(listener); }
    [[nodiscard]] bool hasPartListener() const { return static_cast<bool>(m_listener); }

protected:
    void partChanged()
    {
        if (m_listener)
            m_listener();
    }

private:
    std::function<void()> m_listener;
};

} // namespace blueprinting::ui
