#pragma once
#include "core/base/object_reader.h"
#include "core/strategy/field_table.h"

/// Inside the room: a row's value as the flat and the typed form write it.
namespace blueprinting::strategy {

/// The replicas share the key of the data-parallel degree, which is read for both.
inline bool is_flat(const FieldRow& row) { return !row.key.empty() && row.field != Field::replicas; }

inline Json flat_json(const FieldRow& row, std::int64_t value)
{
    if (row.kind == Kind::flag)
        return value != 0;
    if (row.kind == Kind::choice)
        return row.words[static_cast<std::size_t>(value)].flat;
    return value;
}

/// The value of a key that holds one of a row's words, spelled as `spelling` says; what the reader refuses is nothing.
inline std::optional<std::int64_t> word_at(ObjectReader& reader, const std::string& key, std::span<const Word> words,
                                           std::string_view Word::*spelling)
{
    std::vector<std::string_view> allowed;
    for (const Word& word : words)
        allowed.push_back(word.*spelling);
    const auto read = reader.choice(key, allowed);
    for (std::size_t i = 0; read && i < allowed.size(); ++i)
        if (*read == allowed[i])
            return static_cast<std::int64_t>(i);
    return std::nullopt;
}

/// Overlap and offload hide in a ratio what needs command dependencies, queues and buffers; only "off" is admitted.
struct Unsupported {
    const char* key;
    const char* code;
    bool of_kinds = false; ///< "none" is off; else false is
    [[nodiscard]] Json off() const { return of_kinds ? Json("none") : Json(false); }
};
inline constexpr std::array kUnsupported{Unsupported{"tensor_par_overlap", "strategy.unsupported.overlap", true},
                                         Unsupported{"data_par_overlap", "strategy.unsupported.overlap"},
                                         Unsupported{"weight_offload", "strategy.unsupported.offload"},
                                         Unsupported{"activations_offload", "strategy.unsupported.offload"},
                                         Unsupported{"optimizer_offload", "strategy.unsupported.offload"}};

} // namespace blueprinting::strategy
