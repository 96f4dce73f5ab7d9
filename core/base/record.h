#pragma once
#include <concepts>
#include <type_traits>

namespace blueprinting {

/// A record that is read from JSON and written there says its fields once, in a function over a visitor:
///
///   void fields(auto& visit, Of<Hardware> auto& hardware) { visit("name", hardware.name); }
///
/// One visitor reads them, in this order, and another writes them; the record is constant where it is written.
template <class Given, class Record>
concept Of = std::same_as<std::remove_const_t<Given>, Record>;

} // namespace blueprinting
