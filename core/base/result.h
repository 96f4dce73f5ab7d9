#pragma once
#include "core/base/diagnostic.h"

#include <cassert>
#include <utility>
#include <variant>

namespace blueprinting {

/// The outcome of work that was asked to stop. Not an error.
struct Cancelled {
    bool operator==(const Cancelled&) const = default;
};

/// What a fallible function returns: a value, or at least one diagnostic, or that it was cancelled.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Diagnostics diagnostics) : m_state(std::in_place_index<1>, std::move(diagnostics))
    {
        assert(!std::get<1>(m_state).empty());
    }
    Result(Diagnostic diagnostic) : m_state(std::in_place_index<1>, Diagnostics{std::move(diagnostic)}) {}
    Result(Cancelled) : m_state(std::in_place_index<2>) {}

    [[nodiscard]] bool has_value() const { return m_state.index() == 0; }
    explicit operator bool() const { return has_value(); }
    [[nodiscard]] bool cancelled() const { return m_state.index() == 2; }

    /// Only where has_value().
    [[nodiscard]] const T& value() const& { return std::get<0>(m_state); }
    [[nodiscard]] T& value() & { return std::get<0>(m_state); }
    [[nodiscard]] T&& value() && { return std::get<0>(std::move(m_state)); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &std::get<0>(m_state); }
    T* operator->() { return &std::get<0>(m_state); }

    /// Empty where there is a value or the work was cancelled.
    [[nodiscard]] const Diagnostics& diagnostics() const
    {
        static const Diagnostics none;
        const auto* held = std::get_if<1>(&m_state);
        return held ? *held : none;
    }

    /// The failure of this result as the failure of another type. Only where !has_value().
    template <class U>
    [[nodiscard]] Result<U> failure_as() const
    {
        if (cancelled())
            return Cancelled{};
        return diagnostics();
    }

private:
    std::variant<T, Diagnostics, Cancelled> m_state;
};

/// For functions that return nothing but may fail.
using Done = std::monostate;

} // namespace blueprinting
