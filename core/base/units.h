#pragma once
#include <utility> // before <compare>: moc cannot parse libstdc++ when <compare> comes first

#include <compare>
#include <cstdint>

namespace blueprinting {

/// A quantity of one kind, held in double: a byte count cannot be passed where a time is wanted.
/// Sums and scalings stay in the kind; the quotient of two of a kind is a plain number.
template <class Tag>
class Quantity {
public:
    constexpr Quantity() = default;
    constexpr explicit Quantity(double value) : m_value(value) {}
    [[nodiscard]] constexpr double value() const { return m_value; }

    constexpr Quantity& operator+=(Quantity other)
    {
        m_value += other.m_value;
        return *this;
    }
    constexpr Quantity& operator-=(Quantity other)
    {
        m_value -= other.m_value;
        return *this;
    }
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.m_value + b.m_value); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.m_value - b.m_value); }
    friend constexpr Quantity operator*(Quantity a, double k) { return Quantity(a.m_value * k); }
    friend constexpr Quantity operator*(double k, Quantity a) { return Quantity(k * a.m_value); }
    friend constexpr Quantity operator/(Quantity a, double k) { return Quantity(a.m_value / k); }
    friend constexpr double operator/(Quantity a, Quantity b) { return a.m_value / b.m_value; }
    friend constexpr auto operator<=>(Quantity, Quantity) = default;

private:
    double m_value = 0.0;
};

using Seconds = Quantity<struct SecondsTag>;
using Bytes = Quantity<struct BytesTag>;
using Operations = Quantity<struct OperationsTag>;

inline constexpr double kGigabyte = 1e9;                  ///< 1 GB, as bandwidths are given
inline constexpr double kMegabyte = 1e6;                  ///< 1 MB, as efficiency thresholds are given
inline constexpr double kGibibyte = 1024.0 * 1024 * 1024; ///< 1 GiB, as capacities are given

/// The largest integer that every reader accepts: 2^53, past which a double no longer holds each integer.
inline constexpr std::int64_t kMaxInteger = std::int64_t{1} << 53;

} // namespace blueprinting
