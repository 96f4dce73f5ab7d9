#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace blueprinting {

/// Element types that training and inference run in. Names are Calculon's.
enum class Datatype { float8, float16, bfloat16, float32 };

inline constexpr std::array kDatatypes{Datatype::float8, Datatype::float16, Datatype::bfloat16, Datatype::float32};

constexpr std::int64_t bytes_per_element(Datatype type)
{
    switch (type) {
    case Datatype::float8: return 1;
    case Datatype::float16:
    case Datatype::bfloat16: return 2;
    case Datatype::float32: return 4;
    }
    return 0;
}

constexpr std::string_view to_string(Datatype type)
{
    switch (type) {
    case Datatype::float8: return "float8";
    case Datatype::float16: return "float16";
    case Datatype::bfloat16: return "bfloat16";
    case Datatype::float32: return "float32";
    }
    return "";
}

constexpr std::optional<Datatype> datatype_from(std::string_view name)
{
    for (const Datatype type : kDatatypes)
        if (to_string(type) == name)
            return type;
    return std::nullopt;
}

} // namespace blueprinting
