#pragma once
#include "core/primitive/facts.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

/// Formulas that are priced and shown from one and the same definition: a small algebra over named symbols, built at
/// compile time, evaluated with checked integers and printed in symbols or with the numbers put in.
namespace blueprinting::primitive {

/// A name that formulas use for a number: "M", "h". At most eight bytes.
class Symbol {
public:
    constexpr explicit Symbol(std::string_view name)
    {
        if (name.size() > m_name.size())
            std::abort();
        for (std::size_t i = 0; i < name.size(); ++i)
            m_name[i] = name[i];
    }
    [[nodiscard]] constexpr std::string_view name() const
    {
        std::size_t size = 0;
        while (size < m_name.size() && m_name[size] != 0)
            ++size;
        return {m_name.data(), size};
    }
    constexpr bool operator==(const Symbol&) const = default;

private:
    std::array<char, 8> m_name{};
};

/// What the symbols of a formula stand for: integers, or a real parameter such as an imbalance. Few; no heap.
class Bindings {
public:
    struct Binding {
        Symbol symbol{""};
        Symbol shown{""}; ///< the name it is printed under
        std::int64_t whole = 0;
        std::optional<double> real;
    };
    void bind(Symbol symbol, std::int64_t value) { add({symbol, symbol, value, std::nullopt}); }
    void bind_real(Symbol symbol, double value) { add({symbol, symbol, 0, value}); }
    /// A symbol that reads as another one: the width of an operand that is as wide as all the others.
    void bind_as(Symbol symbol, Symbol shown, std::int64_t value) { add({symbol, shown, value, std::nullopt}); }
    [[nodiscard]] const Binding* find(Symbol symbol) const;

private:
    void add(const Binding& binding);
    std::array<Binding, 28> m_all;
    std::size_t m_size = 0;
};

/// A formula. `x / y` is exact: without a value where y does not divide x. `over(x, y)` is a share, and what it comes
/// to keeps its divisor; a share over one rank is printed without it. Real parameters must end up below a ceil().
class Expression {
public:
    constexpr Expression(std::int64_t number = 0) : m_size(1) { m_nodes[0] = {Kind::number, number}; }
    constexpr Expression(Symbol symbol) : m_size(1)
    {
        m_nodes[0] = {Kind::symbol, std::bit_cast<std::int64_t>(symbol)};
    }
    constexpr bool operator==(const Expression&) const = default;

    friend constexpr Expression operator+(const Expression& a, const Expression& b) { return {Kind::sum, a, b}; }
    friend constexpr Expression operator-(const Expression& a, const Expression& b) { return {Kind::difference, a, b}; }
    friend constexpr Expression operator*(const Expression& a, const Expression& b) { return {Kind::product, a, b}; }
    friend constexpr Expression operator/(const Expression& a, const Expression& b) { return {Kind::quotient, a, b}; }
    friend constexpr Expression over(const Expression& a, const Expression& b) { return {Kind::share, a, b}; }
    friend constexpr Expression max(const Expression& a, const Expression& b) { return {Kind::maximum, a, b}; }
    friend constexpr Expression min(const Expression& a, const Expression& b) { return {Kind::minimum, a, b}; }
    /// The next integer, of a share or a real.
    friend constexpr Expression ceil(const Expression& a)
    {
        Expression out = a;
        out.push({Kind::ceiling});
        return out;
    }

    /// Nothing where a symbol is not bound, an integer does not fit 64 bits, a division is not whole or a real is left.
    [[nodiscard]] std::optional<Quotient> value(const Bindings& bindings) const;
    /// The same where it must be an integer.
    [[nodiscard]] std::optional<std::int64_t> whole(const Bindings& bindings) const;

    [[nodiscard]] std::string symbols(const Bindings& bindings) const; ///< "2·M·N·K"
    [[nodiscard]] std::string numbers(const Bindings& bindings) const; ///< "2·2048·12288·1536"
    /// Whether it is printed with this symbol, by the name that it is shown under.
    [[nodiscard]] bool mentions(Symbol shown, const Bindings& bindings) const;

    /// The same with other formulas in the place of symbols: `of` says which, as an optional.
    template <class F>
    [[nodiscard]] constexpr Expression with(F&& of) const
    {
        Expression out;
        out.m_size = 0;
        for (std::size_t i = 0; i < m_size; ++i) {
            const auto other = m_nodes[i].kind == Kind::symbol ? of(m_nodes[i].symbol()) : std::optional<Expression>();
            if (!other)
                out.push(m_nodes[i]);
            else
                for (std::size_t n = 0; n < other->m_size; ++n)
                    out.push(other->m_nodes[n]);
        }
        return out;
    }

    /// One symbol or one number, in which nothing is computed.
    [[nodiscard]] constexpr bool alone() const { return m_size == 1; }
    [[nodiscard]] constexpr bool constant() const { return m_size == 1 && m_nodes[0].kind == Kind::number; }
    [[nodiscard]] constexpr bool zero() const { return constant() && m_nodes[0].content == 0; }

private:
    enum class Kind : std::uint8_t {
        number,
        symbol,
        sum,
        difference,
        product,
        quotient,
        share,
        maximum,
        minimum,
        ceiling
    };
    struct Node {
        Kind kind = Kind::number;
        std::int64_t content = 0; ///< a number, or a symbol's bytes
        [[nodiscard]] constexpr Symbol symbol() const { return std::bit_cast<Symbol>(content); }
        constexpr bool operator==(const Node&) const = default;
    };
    struct Piece;
    struct Number;

    constexpr Expression(Kind kind, const Expression& a, const Expression& b) : Expression(a)
    {
        for (std::size_t i = 0; i < b.m_size; ++i)
            push(b.m_nodes[i]);
        push({kind});
    }
    constexpr void push(const Node& node)
    {
        if (m_size == kMost)
            std::abort(); // at compile time: a formula that long is not to be read
        m_nodes[m_size++] = node;
    }
    /// From the leaves up. `leaf` makes a value of a number or symbol, `join` one of the values of its operands.
    template <class T, class Leaf, class Join>
    [[nodiscard]] T fold(Leaf&& leaf, Join&& join) const;
    [[nodiscard]] Piece printed(const Bindings& bindings, bool numbers) const;

    static constexpr std::size_t kMost = 24;
    std::array<Node, kMost> m_nodes{}; ///< operands before what joins them
    std::size_t m_size = 0;
};

// Two symbols make a formula too.
constexpr Expression operator+(const Expression& a, const Expression& b);
constexpr Expression operator-(const Expression& a, const Expression& b);
constexpr Expression operator*(const Expression& a, const Expression& b);
constexpr Expression operator/(const Expression& a, const Expression& b);
constexpr Expression over(const Expression& a, const Expression& b);
constexpr Expression max(const Expression& a, const Expression& b);
constexpr Expression min(const Expression& a, const Expression& b);
constexpr Expression ceil(const Expression& a);

} // namespace blueprinting::primitive
