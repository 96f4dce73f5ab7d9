#include "core/strategy/divisors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace blueprinting::strategy {
namespace {

using U = std::uint64_t;

U multiply(U a, U b, U n) { return static_cast<U>(static_cast<unsigned __int128>(a) * b % n); }

U power(U base, U exponent, U n)
{
    U out = 1;
    for (base %= n; exponent > 0; exponent >>= 1, base = multiply(base, base, n))
        if (exponent & 1)
            out = multiply(out, base, n);
    return out;
}

/// Miller–Rabin, exact below 3.3e24 with these bases. n is odd and above 37.
bool is_prime(U n)
{
    U odd = n - 1;
    int twos = 0;
    for (; odd % 2 == 0; odd /= 2)
        ++twos;
    for (const U base : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}) {
        U x = power(base, odd, n);
        if (x == 1 || x == n - 1)
            continue;
        bool witness = true;
        for (int i = 1; i < twos && witness; ++i) {
            x = multiply(x, x, n);
            witness = x != n - 1;
        }
        if (witness)
            return false;
    }
    return true;
}

/// A proper factor of an odd composite n (Pollard's rho; another constant where one only finds n itself).
U factor_of(U n)
{
    for (U constant = 1;; ++constant) {
        U slow = 2;
        U fast = 2;
        U common = 1;
        const auto step = [&](U x) { return (multiply(x, x, n) + constant) % n; };
        while (common == 1) {
            slow = step(slow);
            fast = step(step(fast));
            common = std::gcd(slow > fast ? slow - fast : fast - slow, n);
        }
        if (common != n)
            return common;
    }
}

} // namespace

std::vector<std::int64_t> divisors(std::int64_t n)
{
    if (n < 1)
        return {};
    std::vector<std::int64_t> out{1};
    U rest = static_cast<U>(n);
    const auto times = [&](U prime, int exponent) {
        const std::size_t before = out.size();
        std::int64_t power = 1;
        for (int e = 1; e <= exponent; ++e) {
            power *= static_cast<std::int64_t>(prime);
            for (std::size_t i = 0; i < before; ++i)
                out.push_back(out[i] * power);
        }
    };
    // What is left after the cube root is 1, a prime, or a product of two primes.
    for (U prime = 2; prime <= rest / prime / prime; prime += prime == 2 ? 1 : 2) {
        int exponent = 0;
        for (; rest % prime == 0; rest /= prime)
            ++exponent;
        times(prime, exponent);
    }
    // The loop stops early for small rests, which may still hold small squares: finish those by trial too.
    for (U prime = 2; prime <= 64 && prime <= rest; ++prime) {
        int exponent = 0;
        for (; rest % prime == 0; rest /= prime)
            ++exponent;
        times(prime, exponent);
    }
    if (rest > 1) {
        if (rest < 64 * 64 || is_prime(rest)) {
            times(rest, 1);
        } else {
            const U root = static_cast<U>(std::llround(std::sqrt(static_cast<double>(rest))));
            const U factor = root * root == rest ? root : factor_of(rest);
            if (factor == rest / factor) {
                times(factor, 2);
            } else {
                times(factor, 1);
                times(rest / factor, 1);
            }
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace blueprinting::strategy
