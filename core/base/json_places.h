#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// Inside the room: where things stand in a JSON text. JsonDocument is what others read.
namespace blueprinting {

/// Where the value at this JSON pointer starts; nothing where there is none. One walk over the text, which is one that
/// the strict reader let in.
std::optional<std::size_t> find_json_value(std::string_view text, std::string_view pointer);

/// The same of many pointers: all places out of one walk, 12 bytes a value. A pointer is known by its hash, so that no
/// chain of long keys is kept.
class JsonPlaces {
public:
    /// For texts below 4 GiB; of a longer one no place is known.
    explicit JsonPlaces(std::string_view text);
    [[nodiscard]] std::optional<std::size_t> find(std::string_view pointer) const;

private:
    struct Slot {
        std::uint32_t mark = 0; ///< the part of the hash that does not choose the slot; 0 where the slot is free
        std::uint32_t offset = 0;
    };
    void put(std::uint64_t hash, std::size_t offset);
    [[nodiscard]] std::size_t first_slot(std::uint64_t hash) const;

    std::vector<Slot> m_slots;
};

/// Line and column of any offset, from the lines that end in each stretch of the text.
class LinePlaces {
public:
    explicit LinePlaces(std::string_view text);
    struct Place {
        std::size_t line = 1;   ///< from 1
        std::size_t column = 1; ///< from 1, in bytes
    };
    /// `text` is the one that this was made of.
    [[nodiscard]] Place find(std::string_view text, std::size_t offset) const;

private:
    struct Stretch {
        std::size_t lines = 0;      ///< that ended before it
        std::size_t line_begin = 0; ///< offset of the line that goes on into it
    };
    std::vector<Stretch> m_stretches;
};

} // namespace blueprinting
