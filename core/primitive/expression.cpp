#include "core/primitive/expression.h"

#include "core/base/checked.h"
#include "core/base/format.h"

#include <cmath>

namespace blueprinting::primitive {

const Bindings::Binding* Bindings::find(Symbol symbol) const
{
    for (std::size_t i = 0; i < m_size; ++i)
        if (m_all[i].symbol == symbol)
            return &m_all[i];
    return nullptr;
}

void Bindings::add(const Binding& binding)
{
    if (m_size == m_all.size())
        std::abort();
    m_all[m_size++] = binding;
}

/// A value on its way up: numerator / divisor, or a real. Nothing where there is none.
struct Expression::Number {
    Checked numerator = 0;
    Checked divisor = 1;
    std::optional<double> real;
    bool none = false;

    static Number nothing()
    {
        Number out;
        out.none = true;
        return out;
    }
    static Number of(double value)
    {
        Number out;
        out.real = value;
        return out;
    }
    [[nodiscard]] bool sound() const { return !none && numerator.ok() && divisor.ok(); }
    [[nodiscard]] double as_real() const
    {
        return real.value_or(static_cast<double>(numerator.value()) / static_cast<double>(divisor.value()));
    }
    [[nodiscard]] bool zero() const { return real ? *real == 0 : numerator.value() == 0; }
};

/// Printed text and how it must be bracketed inside another.
struct Expression::Piece {
    enum Binds { sum, quotient, product, atom };
    std::string text;
    Binds binds = atom;
    bool one = false;          ///< a leaf that is 1, which divides nothing
    std::uint32_t symbols = 0; ///< leaves that are printed, a bit for each node

    [[nodiscard]] std::string within(Binds least) const { return binds < least ? "(" + text + ")" : text; }
};

template <class T, class Leaf, class Join>
T Expression::fold(Leaf&& leaf, Join&& join) const
{
    std::array<T, kMost> stack{};
    std::size_t depth = 0;
    for (std::size_t i = 0; i < m_size; ++i) {
        const Node& node = m_nodes[i];
        switch (node.kind) {
        case Kind::number:
        case Kind::symbol: stack[depth++] = leaf(node, i); break;
        case Kind::ceiling: stack[depth - 1] = join(node.kind, stack[depth - 1], stack[depth - 1]); break;
        default: stack[depth - 2] = join(node.kind, stack[depth - 2], stack[depth - 1]); --depth;
        }
    }
    return stack[0];
}

std::optional<Quotient> Expression::value(const Bindings& bindings) const
{
    const auto leaf = [&](const Node& node, std::size_t) -> Number {
        if (node.kind == Kind::number)
            return {node.content, 1, std::nullopt, false};
        const Bindings::Binding* bound = bindings.find(node.symbol());
        return bound ? Number{bound->whole, 1, bound->real, false} : Number::nothing();
    };
    const auto with_reals = [](Kind kind, double a, double b) {
        switch (kind) {
        case Kind::sum: return a + b;
        case Kind::difference: return a - b;
        case Kind::product: return a * b;
        case Kind::quotient:
        case Kind::share: return a / b;
        case Kind::maximum: return std::fmax(a, b);
        default: return std::fmin(a, b);
        }
    };
    const auto round_up = [](const Number& a) -> Number {
        if (!a.real) {
            const std::int64_t n = a.numerator.value(), d = a.divisor.value();
            return {n / d + (n % d > 0 ? 1 : 0), 1, std::nullopt, false};
        }
        const double up = std::ceil(*a.real);
        // 2^63 is the first double past the integers; NaN is in no range.
        if (!(up > -0x1p63 && up < 0x1p63))
            return Number::nothing();
        return {static_cast<std::int64_t>(up), 1, std::nullopt, false};
    };
    const auto join = [&](Kind kind, const Number& a, const Number& b) -> Number {
        const bool divides = kind == Kind::quotient || kind == Kind::share;
        if (!a.sound() || !b.sound() || (divides && b.zero()))
            return Number::nothing();
        if (kind == Kind::ceiling)
            return round_up(a);
        if (a.real || b.real)
            return Number::of(with_reals(kind, a.as_real(), b.as_real()));
        const bool alike = a.divisor.value() == b.divisor.value();
        const Checked left = alike ? a.numerator : a.numerator * b.divisor;
        const Checked right = alike ? b.numerator : b.numerator * a.divisor;
        const Checked common = alike ? a.divisor : a.divisor * b.divisor;
        switch (kind) {
        case Kind::sum: return {left + right, common, std::nullopt, false};
        case Kind::difference: return {left - right, common, std::nullopt, false};
        case Kind::product: return {a.numerator * b.numerator, a.divisor * b.divisor, std::nullopt, false};
        case Kind::share: return {a.numerator * b.divisor, a.divisor * b.numerator, std::nullopt, false};
        case Kind::maximum:
        case Kind::minimum: {
            if (!left.ok() || !right.ok())
                return Number::nothing();
            return (left.value() < right.value()) == (kind == Kind::maximum) ? b : a;
        }
        default: break;
        }
        const Checked dividend = a.numerator * b.divisor;
        if (!dividend.ok() || dividend.value() % b.numerator.value() != 0)
            return Number::nothing();
        return {dividend.value() / b.numerator.value(), a.divisor, std::nullopt, false};
    };
    const Number out = fold<Number>(leaf, join);
    if (!out.sound() || out.real)
        return std::nullopt;
    return Quotient{out.numerator.value(), out.divisor.value()};
}

std::optional<std::int64_t> Expression::whole(const Bindings& bindings) const
{
    const auto out = value(bindings);
    if (!out || out->divisor != 1)
        return std::nullopt;
    return out->numerator;
}

Expression::Piece Expression::printed(const Bindings& bindings, bool numbers) const
{
    const auto leaf = [&](const Node& node, std::size_t place) {
        Piece out;
        if (node.kind == Kind::number) {
            out.text = std::to_string(node.content);
            out.one = node.content == 1;
            return out;
        }
        out.symbols = std::uint32_t{1} << place;
        const Bindings::Binding* bound = bindings.find(node.symbol());
        out.one = bound && !bound->real && bound->whole == 1;
        if (!numbers || !bound)
            out.text = bound ? bound->shown.name() : node.symbol().name();
        else
            out.text = bound->real ? format::shortest(*bound->real) : std::to_string(bound->whole);
        return out;
    };
    const auto join = [](Kind kind, const Piece& a, const Piece& b) -> Piece {
        const std::uint32_t both = a.symbols | b.symbols;
        switch (kind) {
        case Kind::sum: return {a.text + " + " + b.text, Piece::sum, false, both};
        case Kind::difference: return {a.text + " \u2212 " + b.within(Piece::quotient), Piece::sum, false, both};
        case Kind::product:
            return {a.within(Piece::product) + "·" + b.within(Piece::product), Piece::product, false, both};
        case Kind::share:
            if (b.one)
                return a;
            [[fallthrough]];
        case Kind::quotient:
            return {a.within(Piece::quotient) + "/" + b.within(Piece::atom), Piece::quotient, false, both};
        case Kind::maximum: return {"max(" + a.text + ", " + b.text + ")", Piece::atom, false, both};
        case Kind::minimum: return {"min(" + a.text + ", " + b.text + ")", Piece::atom, false, both};
        default: return {"⌈" + a.text + "⌉", Piece::atom, false, both};
        }
    };
    return fold<Piece>(leaf, join);
}

std::string Expression::symbols(const Bindings& bindings) const { return printed(bindings, false).text; }
std::string Expression::numbers(const Bindings& bindings) const { return printed(bindings, true).text; }

bool Expression::mentions(Symbol shown, const Bindings& bindings) const
{
    const std::uint32_t places = printed(bindings, false).symbols;
    for (std::size_t i = 0; i < m_size; ++i) {
        if ((places >> i & 1) == 0)
            continue;
        const Bindings::Binding* bound = bindings.find(m_nodes[i].symbol());
        if ((bound ? bound->shown : m_nodes[i].symbol()) == shown)
            return true;
    }
    return false;
}

} // namespace blueprinting::primitive
