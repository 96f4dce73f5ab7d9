#pragma once
#include <cstdint>
#include <optional>

namespace blueprinting {

/// Integer arithmetic that says when it does not fit instead of wrapping. Once overflowed, stays so.
class Checked {
public:
    constexpr Checked(std::int64_t value) : m_value(value) {}
    [[nodiscard]] constexpr std::optional<std::int64_t> get() const
    {
        return m_ok ? std::optional(m_value) : std::nullopt;
    }
    [[nodiscard]] constexpr bool ok() const { return m_ok; }
    /// Only where ok().
    [[nodiscard]] constexpr std::int64_t value() const { return m_value; }

    friend constexpr Checked operator*(Checked a, Checked b)
    {
        Checked out(0);
        out.m_ok = !__builtin_mul_overflow(a.m_value, b.m_value, &out.m_value) && a.m_ok && b.m_ok;
        return out;
    }
    friend constexpr Checked operator+(Checked a, Checked b)
    {
        Checked out(0);
        out.m_ok = !__builtin_add_overflow(a.m_value, b.m_value, &out.m_value) && a.m_ok && b.m_ok;
        return out;
    }
    friend constexpr Checked operator-(Checked a, Checked b)
    {
        Checked out(0);
        out.m_ok = !__builtin_sub_overflow(a.m_value, b.m_value, &out.m_value) && a.m_ok && b.m_ok;
        return out;
    }

private:
    std::int64_t m_value;
    bool m_ok = true;
};

} // namespace blueprinting
