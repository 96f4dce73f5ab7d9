#pragma once
#include <optional>
#include <utility>

namespace blueprinting::ir {

/// A field that is written only where it says something: files from before it, and those that need it not, stay as they
/// are.
template <class T>
struct Extra {
    std::optional<T> value;
    Extra() = default;
    Extra(T given) : value(std::move(given)) {}
    explicit operator bool() const { return value.has_value(); }
    const T& operator*() const { return *value; }
    const T* operator->() const { return &*value; }
    bool operator==(const Extra&) const = default;
};

} // namespace blueprinting::ir
