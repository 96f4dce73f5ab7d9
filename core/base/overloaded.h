#pragma once

namespace blueprinting {

/// Visitor made of lambdas. Without a generic lambda it is exhaustive: an alternative nobody handles does not compile.
template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

} // namespace blueprinting
