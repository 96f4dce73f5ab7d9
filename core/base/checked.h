#pragma once
#include <cstdint>
#include <optional>

namespace blueprinting {

/// Integer arithmetic that says when it does not fit instead of wrapping. Once overflowed, stays so.
template <class Int>
class CheckedOf {
public:
    constexpr CheckedOf(Int value) : m_value(value) {}
    [[nodiscard]] constexpr std::optional<Int> get() const { return m_ok ? std::optional(m_value) : std::nullopt; }
    [[nodiscard]] constexpr bool ok() const { return m_ok; }
    /// Only where ok().
    [[nodiscard]] constexpr Int value() const { return m_value; }

    friend constexpr CheckedOf operator*(CheckedOf a, CheckedOf b)
    {
        CheckedOf out(0);
        out.m_ok = !__builtin_mul_overflow(a.m_value, b.m_value, &out.m_value) && a.m_ok && b.m_ok;
        return out;
    }
    friend constexpr CheckedOf operator+(CheckedOf a, CheckedOf b)
    {
        CheckedOf out(0);
        out.m_ok = !__builtin_add_overflow(a.m_value, b.m_value, &out.m_value) && a.m_ok && b.m_ok;
        return out;
    }
    friend constexpr CheckedOf operator-(CheckedOf a, CheckedOf b)
    {
        CheckedOf out(0);
        out.m_ok = !__builtin_sub_overflow(a.m_value, b.m_value, &out.m_value) && a.m_ok && b.m_ok;
        return out;
    }

private:
    Int m_value;
    bool m_ok = true;
};

using Checked = CheckedOf<std::int64_t>;

} // namespace blueprinting
