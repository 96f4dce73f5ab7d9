#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

/// Ways in which a text grows that somebody wants to be slow to read.
namespace blueprinting::growth {

struct Shape {
    std::string name;
    /// A text of about `size` bytes beyond the seed's; empty where the shape cannot be made of this seed.
    std::function<std::string(const std::string& seed, std::size_t size)> make;
};

/// For texts of one JSON value.
const std::vector<Shape>& shapes();

} // namespace blueprinting::growth
